//! Where variables lie: the group's, each lane's own, constants; and how far the steps of an address go.

use az::SaturatingAs as _;
use bstr::ByteSlice as _;
use dx_container::mangled_name::unmangled;
use dxil_ir::constants::ConstantKind;
use dxil_ir::{GlobalId, Op, Type, TypeId, Value, ValueKind};

use super::layout::{next, within};
use super::preparation::Preparation;
use super::types;
use crate::error::{Result, RunErrorKind};
use crate::instruction::{CONSTANT, Object, Space};
use crate::lanes;
use crate::limits;

/// The address space of the group's memory.
const SHARED_SPACE: u32 = 3;

/// A step from an address to one in what it points to.
#[derive(Debug, Clone, Copy)]
pub(super) enum Step {
    /// So many bytes on.
    Bytes(u32),
    /// So many elements on, each of so many bytes.
    Elements(Value, u32),
}

impl Preparation<'_> {
    /// Gives each variable that functions use an address.
    pub(super) fn globals(&mut self, functions: &[GlobalId]) -> Result<()> {
        let module = self.module;
        let mut used: Vec<GlobalId> = used(module, functions);
        used.sort_unstable();
        used.dedup();
        let resources = self.resources.iter();
        for ((number, resource), slot) in (0_u32..).zip(resources).zip(&mut self.program.slots) {
            if let Some(variable) = resource.range().global(module) {
                slot.is_used = used.binary_search(&variable).is_ok();
                self.memory.addresses.insert(variable, number << crate::resources::SLOT_SHIFT);
            }
        }
        for id in used {
            if !self.memory.addresses.contains_key(&id) {
                self.global(id)?;
            }
        }
        Ok(())
    }

    fn global(&mut self, id: GlobalId) -> Result<()> {
        let module = self.module;
        let Some(global) = module.globals.get(id) else { return Ok(()) };
        let Some(variable) = global.variable() else { return Ok(()) };
        let ty = global.value_type;
        let (bytes, alignment) = (self.types.size(ty), self.types.alignment_of(ty));
        let is_shared = matches!(module.types.get(global.ty), Some(Type::Pointer(_, SHARED_SPACE)));
        let (space, address) = if is_shared {
            let start = self.memory.shared.next_multiple_of(alignment.clamp(4, 1 << 16));
            self.memory.shared = start.saturating_add(bytes);
            within("bytes of group-shared memory", self.memory.shared, limits::SHARED_BYTES)?;
            (Space::Shared, u32::try_from(start).unwrap_or(0))
        } else {
            let mut contents = None;
            if let Some(initializer) = variable.initializer {
                within("bytes of constants", bytes, limits::CONSTANT_BYTES)?;
                let mut image = vec![0; usize::try_from(bytes).unwrap_or(0)];
                let is_known = self.image(initializer, &mut image, 0, 0)?;
                contents = is_known.then_some(image);
            }
            if variable.is_constant {
                let start = next(self.memory.constants.len(), alignment);
                let end = start.saturating_add(bytes);
                within("bytes of constants", end, limits::CONSTANT_BYTES)?;
                self.memory.constants.resize(usize::try_from(start).unwrap_or(0), 0);
                self.memory.constants.extend(contents.unwrap_or_default());
                self.memory.constants.resize(usize::try_from(end).unwrap_or(0), 0);
                (Space::Private, CONSTANT | u32::try_from(start).unwrap_or(0))
            } else {
                let start = self.memory.allocate(bytes, alignment)?;
                let at = start as usize;
                let is_defined = contents.is_some();
                let image = contents.unwrap_or_default();
                self.memory.private.iter_mut().skip(at).zip(&image).for_each(|(to, byte)| *to = *byte);
                let len = usize::try_from(bytes).unwrap_or(0);
                self.memory.defined.iter_mut().skip(at).take(len).for_each(|to| *to = is_defined);
                (Space::Private, start)
            }
        };
        self.memory.addresses.insert(id, address);
        let object = self.object(unmangled(global.name.as_bstr()).to_owned(), space, address, bytes);
        self.memory.objects.insert(id, object);
        Ok(())
    }

    fn object(&mut self, name: bstr::BString, space: Space, start: u32, bytes: u64) -> u32 {
        let end = start.saturating_add(bytes.saturating_as::<u32>());
        self.program.objects.push(Object { name, space, addresses: start..end });
        (self.program.objects.len() - 1).saturating_as::<u32>()
    }

    /// Room for what a function allocates: its address and its object.
    pub(super) fn allocate(
        &mut self,
        name: bstr::BString,
        element: TypeId,
        count: Value,
    ) -> Result<(u32, u32)> {
        let count = self.module.integer(count);
        let count = count.ok_or_else(|| RunErrorKind::unsupported("alloca with a non-constant size"))?;
        let bytes = self.types.size(element).saturating_mul(count);
        let alignment = self.types.alignment_of(element);
        let address = self.memory.allocate(bytes, alignment)?;
        Ok((address, self.object(name, Space::Private, address, bytes)))
    }

    /// The address of a global.
    pub(super) fn address_of(&self, global: GlobalId) -> Result<u32> {
        self.memory.addresses.get(&global).copied().ok_or_else(|| {
            let name = self.module.globals.get(global).map(|global| global.name.to_string());
            RunErrorKind::unsupported(format!("address of global {}", name.unwrap_or_default()))
        })
    }

    /// The object that a global is.
    pub(super) fn object_of(&self, global: GlobalId) -> Option<u32> {
        self.memory.objects.get(&global).copied()
    }

    /// Writes the bytes of a constant. False where all of it is undefined.
    fn image(&mut self, value: Value, to: &mut [u8], at: u64, depth: usize) -> Result<bool> {
        self.constants.visit(depth)?;
        let constant = self.constant(value).map(|constant| (constant.ty, &constant.kind));
        let Some((ty, kind)) = constant else { return self.scalar_image(value, to, at) };
        let module = self.module;
        match kind {
            ConstantKind::Null => Ok(true),
            ConstantKind::Undef | ConstantKind::Poison => Ok(false),
            ConstantKind::Aggregate(members) => {
                let mut is_known = false;
                let offsets = module.types.members(ty).map(|_| self.types.offsets(ty));
                let element = module.types.element(ty, 0).map_or(0, |element| self.types.size(element));
                for (index, member) in (0_u64..).zip(members) {
                    let offset = match &offsets {
                        Some(offsets) => {
                            usize::try_from(index).ok().and_then(|index| offsets.get(index)).copied()
                        }
                        None => Some(index.saturating_mul(element)),
                    };
                    is_known |= self.image(*member, to, at.saturating_add(offset.unwrap_or(0)), depth + 1)?;
                }
                Ok(is_known)
            }
            ConstantKind::Bytes(bytes) => {
                put(to, at, bytes);
                Ok(true)
            }
            ConstantKind::Data(data) => {
                let element = types::element(module, ty, 0)?;
                let size = self.types.size(element);
                let bytes = usize::try_from(size).unwrap_or(0);
                for (index, bits) in (0_u64..).zip(data) {
                    put(
                        to,
                        at.saturating_add(index.saturating_mul(size)),
                        bits.to_le_bytes().get(..bytes).unwrap_or_default(),
                    );
                }
                Ok(true)
            }
            _ => self.scalar_image(value, to, at),
        }
    }

    fn scalar_image(&mut self, value: Value, to: &mut [u8], at: u64) -> Result<bool> {
        let ty = self
            .module
            .type_of(None, value)
            .ok_or_else(|| RunErrorKind::invalid("a constant has no type"))?;
        let bytes = usize::try_from(self.types.size(ty)).unwrap_or(0);
        let words = self.words(value)?;
        let word = |index: usize| words.get(index).copied().flatten();
        let bits = u64::from(word(1).unwrap_or(0)) << 32 | u64::from(word(0).unwrap_or(0));
        put(to, at, bits.to_le_bytes().get(..bytes).unwrap_or_default());
        Ok(word(0).is_some())
    }

    /// The steps that indices make from a type on: each index, and the bytes of one step.
    pub(super) fn steps(
        &mut self,
        source: TypeId,
        indices: &[Value],
        is_resource: bool,
    ) -> Result<Vec<Step>> {
        let module = self.module;
        let mut steps = Vec::with_capacity(indices.len());
        // Of arrays of resources, an element is one, however large it is said to be.
        let unit =
            if is_resource { self.types.size(module.types.innermost_element(source)).max(1) } else { 1 };
        let mut ty = source;
        for (place, index) in indices.iter().enumerate() {
            let is_structure = place > 0 && module.types.members(ty).is_some();
            if is_structure {
                let number = module
                    .integer(*index)
                    .ok_or_else(|| RunErrorKind::invalid("getelementptr has a non-constant struct index"))?;
                let offsets = self.types.offsets(ty);
                let number = number.saturating_as::<usize>();
                let offset = offsets.get(number).copied();
                let offset = offset.ok_or_else(|| {
                    RunErrorKind::invalid(
                        "getelementptr has an index that the struct \
                                                                type does not have",
                    )
                })?;
                ty = types::element(module, ty, number as u64)?;
                steps.push(Step::Bytes(offset.saturating_as::<u32>()));
                continue;
            }
            if place > 0 {
                ty = types::element(module, ty, 0)?;
            }
            let scale = self.types.size(ty) / unit;
            steps.push(match module.signed_integer(*index) {
                Some(index) => Step::Bytes(lanes::low(index.cast_unsigned().wrapping_mul(scale))),
                None => Step::Elements(*index, lanes::low(scale)),
            });
        }
        Ok(steps)
    }

    /// Whether a pointer is made of a variable that is a resource.
    pub(super) fn is_resource(&self, pointer: Value) -> bool {
        match pointer.kind() {
            ValueKind::Global(global) => {
                self.memory.addresses.contains_key(&global) && !self.memory.objects.contains_key(&global)
            }
            ValueKind::Constant(_) => {
                let operands = self.constant(pointer).map_or(&[][..], |constant| constant.kind.operands());
                // A cast of it, or an address in it.
                operands.first().is_some_and(|first| match first.kind() {
                    ValueKind::Global(_) => self.is_resource(*first),
                    _ => false,
                })
            }
            _ => false,
        }
    }
}

fn put(to: &mut [u8], at: u64, bytes: &[u8]) {
    let at = at.saturating_as::<usize>();
    to.iter_mut().skip(at).zip(bytes).for_each(|(to, byte)| *to = *byte);
}

/// The variables that functions use, also through constants.
fn used(module: &dxil_ir::Module, functions: &[GlobalId]) -> Vec<GlobalId> {
    let mut used = Vec::new();
    let mut constants = Vec::new();
    let mut seen = hashbrown::HashSet::new();
    let mut visit = |value: Value, constants: &mut Vec<_>| match value.kind() {
        ValueKind::Global(global) => used.push(global),
        ValueKind::Constant(id) if seen.insert(id) => constants.push(id),
        _ => {}
    };
    for body in functions.iter().filter_map(|id| module.globals.get(*id)?.body()) {
        for (_, _, instruction) in body.in_order() {
            // Callees are functions, and those are not looked for.
            if let Op::Call { arguments, .. } = &instruction.op {
                arguments.as_slice(&body.lists.values).iter().for_each(|value| visit(*value, &mut constants));
                continue;
            }
            instruction.op.each_operand(&body.lists, |value| visit(value, &mut constants));
        }
    }
    while let Some(id) = constants.pop() {
        let operands = module.constants.get(id).map_or(&[][..], |constant| constant.kind.operands());
        operands.iter().for_each(|operand| visit(*operand, &mut constants));
    }
    used
}
