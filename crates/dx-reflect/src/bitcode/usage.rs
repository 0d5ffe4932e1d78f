//! Accesses to constant buffers and texture buffers by a program, for buffers that it indexes at run time.
//!
//! DXC tags the variables that a program uses, and takes the constant part of an index that is not constant for the
//! whole index. For a buffer with such an index the tags are therefore replaced:
//!
//! - A load of a register whose index is constant, or one of at most 16 constants, uses the variables in these
//!   registers that hold the components which are read.
//! - A load of another register uses the variables with an array or matrix dimension which the index can reach: those
//!   that overlap the interval of its values. The interval is all registers for most indices, since sums of an index
//!   and a constant do not tell the first register of an array from a constant in the source.
//! - A load through a handle that cannot be traced to a binding uses all variables of all buffers of its class.
//!
//! Cost: linear in the program, and a logarithm or [`INTERVALS`] for each variable.

use std::collections::{BTreeMap, HashMap, HashSet};

use dx_container::enums::{ResourceClass, ResourceKind};
use dxil::handles::{Handles, Provenance, ResourceTable};
use dxil::ops::{ArgumentName, Call, MemoryAccess, OperandType};
use dxil::shader::Resources;
use dxil_ir::{Body, InstructionId, Module, Op, TypeId, Value, ValueKind};

use super::program_module::ProgramModule;
use super::row_index::{Evaluator, Values};

/// Bytes of a register.
const REGISTER: u32 = 16;

/// All bytes of a register, one bit each.
const ALL_BYTES: u16 = u16::MAX;

/// Intervals that are kept for a buffer; more become one of all registers.
const INTERVALS: usize = 64;

/// A resource by its class and its number in the class.
type Target = (ResourceClass, u32);

/// The accesses of a program to its buffers.
#[derive(Debug, Default)]
pub(super) struct Usage {
    buffers: HashMap<Target, Accesses>,
    /// The classes that are read through handles which cannot be traced.
    untraced: HashSet<ResourceClass>,
    everything: Accesses,
}

/// The accesses to one buffer.
#[derive(Debug, Default)]
pub(super) struct Accesses {
    is_dynamic: bool,
    is_everything: bool,
    /// The bytes that are read of registers with known indices.
    registers: BTreeMap<u32, u16>,
    /// First and last register, and the bytes that are read of each.
    intervals: HashMap<(u32, u32), u16>,
}

impl Usage {
    /// The accesses of a program.
    pub(super) fn of(told: &ProgramModule) -> Self {
        let mut usage =
            Self { everything: Accesses { is_everything: true, ..Accesses::default() }, ..Self::default() };
        let Some(resources) = told.bound() else { return usage };
        let bindings = Bindings::of(&told.module, resources);
        for (_, global, body) in told.module.bodies() {
            usage.add_function(&told.module, &bindings, (body, global.value_type));
        }
        usage
    }

    /// The accesses to a buffer that is indexed at run time; `None` for other buffers.
    pub(super) fn dynamic(&self, buffer: Target) -> Option<&Accesses> {
        if self.untraced.contains(&buffer.0) {
            return Some(&self.everything);
        }
        self.buffers.get(&buffer).filter(|accesses| accesses.is_dynamic)
    }

    fn add_function(&mut self, module: &Module, bindings: &Bindings<'_>, function: (&Body, TypeId)) {
        let mut loads = Vec::new();
        let mut read: HashMap<InstructionId, u16> = HashMap::new();
        for (_, id, instruction) in function.0.in_order() {
            if let Ok(Some(call)) = Call::of(module, function, instruction)
                && let Some(load) = Load::of(module, &call, bindings)
            {
                read.insert(id, 0);
                loads.push((id, load));
            }
        }
        if loads.is_empty() {
            return;
        }
        add_components(function.0, &loads, &mut read);
        let mut indices = Evaluator::new(module, function);
        let mut handles = Handles::new(module, function.0);
        for (id, load) in loads {
            let bytes = read.get(&id).copied().unwrap_or(0);
            if bytes == 0 {
                continue;
            }
            let values = indices.values(load.index);
            let Some(targets) = bindings.targets(&mut handles, load.handle) else {
                self.untraced.insert(load.class);
                continue;
            };
            for target in targets.into_iter().filter(|target| bindings.buffers.contains(target)) {
                self.buffers.entry(target).or_default().add(&values, load.is_in_bytes, bytes);
            }
        }
    }
}

impl Accesses {
    fn add(&mut self, values: &Values, is_in_bytes: bool, bytes: u16) {
        match values {
            Values::Few(values) => {
                self.is_dynamic |= values.len() != 1;
                for value in values.iter().filter_map(|value| u32::try_from(*value).ok()) {
                    let (register, bytes) = if is_in_bytes {
                        (value / REGISTER, bytes << (value % REGISTER))
                    } else {
                        (value, bytes)
                    };
                    *self.registers.entry(register).or_default() |= bytes;
                }
            }
            Values::Interval(first, last) => {
                self.is_dynamic = true;
                let (first, last) = (register(*first, is_in_bytes), register(*last, is_in_bytes));
                let bytes = if is_in_bytes { ALL_BYTES } else { bytes };
                *self.intervals.entry((first, last)).or_default() |= bytes;
                if self.intervals.len() > INTERVALS {
                    self.intervals = HashMap::from([((0, u32::MAX), ALL_BYTES)]);
                }
            }
        }
    }

    /// Returns true if the program can read the variable at `offset` of `size` bytes. `indexed` has a bit for each byte
    /// of a register that an index into the variable selects, from the start of a register; 0 if it has no dimension
    /// that is indexed.
    pub(super) fn reaches(&self, offset: u32, size: u32, indexed: u16) -> bool {
        let Some(end) = offset.checked_add(size).filter(|end| *end > offset) else { return true };
        if self.is_everything {
            return true;
        }
        let (first, last) = (offset / REGISTER, (end - 1) / REGISTER);
        let from_first = ALL_BYTES << (offset % REGISTER);
        let to_last = ALL_BYTES >> (REGISTER - 1 - (end - 1) % REGISTER);
        let is_read =
            |register: u32, bytes: u16| self.registers.get(&register).is_some_and(|read| read & bytes != 0);
        let is_constant = if first == last {
            is_read(first, from_first & to_last)
        } else {
            let mut between = self.registers.range(first.saturating_add(1)..last);
            is_read(first, from_first) || is_read(last, to_last) || between.next().is_some()
        };
        let indexed = if offset.is_multiple_of(REGISTER) || indexed == 0 { indexed } else { ALL_BYTES };
        let mut intervals = self.intervals.iter();
        is_constant
            || intervals.any(|((from, to), bytes)| *from <= last && first <= *to && bytes & indexed != 0)
    }
}

/// The register of a signed index or byte offset; negative ones are before the first register.
fn register(value: i64, is_in_bytes: bool) -> u32 {
    let value = if is_in_bytes { value.div_euclid(i64::from(REGISTER)) } else { value };
    u32::try_from(value.max(0)).unwrap_or(u32::MAX)
}

/// A load from a buffer.
struct Load {
    handle: Value,
    index: Value,
    class: ResourceClass,
    /// True if the index counts bytes instead of registers.
    is_in_bytes: bool,
    /// Bytes of a component.
    component: u32,
    /// Components of the result; 0 for a scalar.
    components: u32,
}

impl Load {
    fn of(module: &Module, call: &Call<'_>, bindings: &Bindings<'_>) -> Option<Self> {
        let members = module.types.members(call.result_type()).unwrap_or_default().len();
        let members = u32::try_from(members).unwrap_or(0);
        let arguments = call.arguments();
        let (handle, index) = (*arguments.first()?, *arguments.get(1)?);
        let load = |class, components: u32| Self {
            handle,
            index,
            class,
            is_in_bytes: false,
            component: REGISTER.checked_div(components).unwrap_or(REGISTER),
            components,
        };
        let operation = call.operation();
        match operation.memory {
            Some(MemoryAccess::ConstantLoad) if operation.result == OperandType::CBufRet => {
                Some(load(ResourceClass::CBUFFER, members))
            }
            Some(MemoryAccess::ConstantLoad) => {
                let component = call.overloads().and_then(|all| all.as_slice().first().copied());
                let bits = match component {
                    Some(dxil::ops::Overload::Scalar(kind)) => kind.bits(),
                    _ => 64,
                };
                let component = bits.div_ceil(8);
                Some(Self { is_in_bytes: true, component, ..load(ResourceClass::CBUFFER, 0) })
            }
            // The last member is the status.
            Some(MemoryAccess::TypedLoad)
                if bindings.has_texture_buffers
                    && operation.argument_index(ArgumentName::index) == Some(1) =>
            {
                Some(load(ResourceClass::SRV, members.saturating_sub(1)))
            }
            _ => None,
        }
    }

    /// The bytes of a component of the result, one bit each.
    fn bytes(&self, component: u32) -> u16 {
        if component >= self.components {
            return 0;
        }
        let bytes = ALL_BYTES >> (REGISTER - self.component.clamp(1, REGISTER));
        bytes.checked_shl(component.saturating_mul(self.component)).unwrap_or(0)
    }

    /// The bytes of the whole result, one bit each.
    fn all_bytes(&self) -> u16 {
        if self.components == 0 {
            ALL_BYTES >> (REGISTER - self.component.clamp(1, REGISTER))
        } else {
            ALL_BYTES
        }
    }
}

/// Adds the bytes that are used of each load.
fn add_components(body: &Body, loads: &[(InstructionId, Load)], read: &mut HashMap<InstructionId, u16>) {
    let by_id: HashMap<InstructionId, &Load> = loads.iter().map(|(id, load)| (*id, load)).collect();
    let load_of = |value: Value| match value.kind() {
        ValueKind::Instruction(id) => by_id.get(&id).map(|load| (id, *load)),
        _ => None,
    };
    for (_, _, instruction) in body.in_order() {
        if let Op::ExtractValue(aggregate, indices) = &instruction.op
            && let Some((id, load)) = load_of(*aggregate)
            && let [index] = indices.as_slice(&body.lists.indices)
        {
            *read.entry(id).or_default() |= load.bytes(index.0);
            continue;
        }
        instruction.op.each_operand(&body.lists, |operand| {
            if let Some((id, load)) = load_of(operand) {
                *read.entry(id).or_default() |= load.all_bytes();
            }
        });
    }
}

/// The resources of a program, and the buffers among them.
struct Bindings<'r> {
    buffers: HashSet<Target>,
    has_texture_buffers: bool,
    resources: ResourceTable<'r>,
}

impl<'r> Bindings<'r> {
    fn of(module: &Module, resources: &'r Resources) -> Self {
        let resources = ResourceTable::new(module, Some(resources));
        let mut bindings = Self { buffers: HashSet::new(), has_texture_buffers: false, resources };
        for resource in bindings.resources.iter() {
            let is_texture_buffer =
                resource.class == ResourceClass::SRV && resource.kind() == ResourceKind::TBUFFER;
            bindings.has_texture_buffers |= is_texture_buffer;
            if is_texture_buffer || resource.class == ResourceClass::CBUFFER {
                bindings.buffers.insert((resource.class, resource.range().id));
            }
        }
        bindings
    }

    /// The resources that a handle may be of; `None` if some are unknown. A handle from a descriptor heap is of none.
    fn targets(&self, handles: &mut Handles<'_>, handle: Value) -> Option<Vec<Target>> {
        if let Provenance::Unknown(_) = handles.provenance(&self.resources, handle) {
            return None;
        }
        let all = handles.alternatives(&self.resources, handle).filter(|resource| !resource.is_from_heap());
        all.map(|resource| {
            let declared = self.resources.declared(&resource)?;
            Some((declared.class, declared.range().id))
        })
        .collect()
    }
}
