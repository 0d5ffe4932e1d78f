//! Descriptors: what a handle becomes. Where a descriptor lies is known when the pipeline is linked, so that offsets
//! are relocated constants with the linker's special symbols.
//!
//! A buffer is in the table of its set, or at the top level of the user data, which is then in the spill table:
//! `dusespill_S_B` says which. Everything else is in a table.

use dx_container::enums::ResourceClass;
use dxil::handles::{Binding, HandleOrigin};
use dxil::ops::ArgumentName;
use dxil::shader::HandleProperties;
use dxil_ir::builder::Build as _;
use dxil_ir::{Alignment, BinaryOp, CastOp, Flags, Predicate, Type, TypeId, Value, ValueKind};

use crate::bindings::{Binding as Place, Registers};
use crate::error::{Result, invalid};
use crate::handle::Handle;
use crate::heaps::Heap;
use crate::resources::{DescriptorKind, Resource};
use crate::root_layout::Rooted;
use crate::translation::{Call, Translation};

/// Why what a handle is of may not be known.
const UNKNOWN: &str = "the resource is unknown, because the handle comes from a phi, a select or memory";

const RELOCATED: &str = "llvm.amdgcn.reloc.constant";

impl Translation<'_, '_> {
    /// What an argument is a handle of.
    pub(crate) fn handle(&self, call: &Call<'_>, name: ArgumentName) -> Result<(Value, Resource)> {
        let value = call.argument(name)?;
        let known = self.handles.get(&value);
        let known = known.and_then(|handle| Some((handle.descriptor?, handle.resource.clone())));
        known.ok_or_else(|| call.refused(UNKNOWN))
    }

    /// The dwords of user data that an argument is a handle of: the first of all constants, and how many.
    pub(crate) fn root_constants(&self, call: &Call<'_>, name: ArgumentName) -> Result<Option<(u32, u32)>> {
        let handle = self.handles.get(&call.argument(name)?);
        Ok(match handle.and_then(|handle| handle.resource.rooted) {
            Some(Rooted::Constants { first, count }) => Some((first, count)),
            _ => None,
        })
    }

    /// Translates a call that creates or annotates a handle.
    pub(crate) fn handle_call(&mut self, call: &Call<'_>, origin: &HandleOrigin) -> Result<()> {
        let module = self.context();
        let (found, index) = match *origin {
            HandleOrigin::Annotation { handle, properties } => {
                return self.annotate_handle(call, handle, properties);
            }
            HandleOrigin::Library { .. } => {
                return Err(call.refused("resources of a library have no registers"));
            }
            HandleOrigin::Heap { index, .. } => {
                let is_samplers = self.constant(call, ArgumentName::samplerHeap)? != 0;
                (self.resources.heap(Heap::of(is_samplers)), index)
            }
            HandleOrigin::Id { class, id, index, .. } => {
                let word = |value| module.integer(value).and_then(|number| u32::try_from(number).ok());
                let numbers = word(class).zip(word(id));
                let found = numbers.and_then(|(class, id)| self.resources.numbered(ResourceClass(class), id));
                (found, index)
            }
            HandleOrigin::Binding { binding, index, .. } => {
                let registers = Binding::of(module, binding).map(|binding| Registers {
                    class: binding.class,
                    space: binding.space,
                    first: binding.lower_bound,
                });
                (registers.and_then(|registers| self.resources.bound(registers)), index)
            }
        };
        let found = found.cloned();
        self.create_handle(call, found, index, matches!(origin, HandleOrigin::Id { .. }))
    }

    /// Translates a call that creates a handle of a resource.
    fn create_handle(
        &mut self,
        call: &Call<'_>,
        found: Option<Resource>,
        index: Value,
        is_described: bool,
    ) -> Result<()> {
        let Some(resource) = found else {
            return Err(call.refused("!dx.resources does not declare the resource"));
        };
        let first = resource.registers.first;
        // Of an array, the index counts registers.
        let index = match self.context().signed_integer(index) {
            Some(number) if number == i64::from(first) => None,
            Some(number) => Some(self.int(32, number - i64::from(first))),
            None if first == 0 => Some(index),
            None => {
                let first = self.word(first);
                Some(self.binary(BinaryOp::Sub, index, first))
            }
        };
        // What handles from bindings are of stands in their annotations.
        let has_none = !is_described || resource.is_constants();
        let descriptor = if has_none { None } else { Some(self.descriptor(&resource, index)?) };
        self.handles.insert(call.id.into(), Handle { descriptor, resource, index });
        self.dead.push(call.id);
        Ok(())
    }

    /// Translates an `AnnotateHandle`.
    fn annotate_handle(&mut self, call: &Call<'_>, handle: Value, properties: Value) -> Result<()> {
        let Some(handle) = self.handles.get(&handle).cloned() else {
            return Err(call.refused(UNKNOWN));
        };
        let Some(properties) = HandleProperties::of(self.context(), properties) else {
            return Err(call.refused("its properties are not a constant"));
        };
        let resource = handle.resource.annotated(properties);
        let descriptor =
            if resource.is_constants() { None } else { Some(self.descriptor(&resource, handle.index)?) };
        self.handles.insert(call.id.into(), Handle { descriptor, resource, index: handle.index });
        self.dead.push(call.id);
        Ok(())
    }

    /// Loads the descriptor of one of an array.
    fn descriptor(&mut self, resource: &Resource, index: Option<Value>) -> Result<Value> {
        let kind = resource.descriptor()?;
        if resource.rooted == Some(Rooted::Descriptor) {
            if kind != DescriptorKind::Buffer {
                return Err(
                    resource.refused("a root descriptor can only refer to a raw or structured buffer")
                );
            }
            return self.root_descriptor(resource);
        }
        self.descriptor_at(resource.binding, kind, index)
    }

    /// Loads the descriptor of the counter of a structured buffer.
    pub(crate) fn counter_descriptor(&mut self, call: &Call<'_>, name: ArgumentName) -> Result<Value> {
        let Some(Handle { resource, index, .. }) = self.handles.get(&call.argument(name)?).cloned() else {
            return Err(call.refused(UNKNOWN));
        };
        let Some(counter) = resource.counter else {
            let text = match resource.heap {
                Some(_) => "buffers from a descriptor heap cannot have counters",
                None => "the shader does not declare a counter for the buffer",
            };
            return Err(call.refused(text));
        };
        self.descriptor_at(counter, DescriptorKind::Buffer, index)
    }

    /// Loads the descriptor at a binding, of one of an array.
    fn descriptor_at(&mut self, at: Place, kind: DescriptorKind, index: Option<Value>) -> Result<Value> {
        let table = self.table(at.set)?;
        let low = if kind == DescriptorKind::Buffer {
            let is_spilled = self.relocated(&format!("dusespill_{}_{}", at.set, at.binding))?;
            let zero = self.word(0);
            let is_in_table = self.compare(Predicate::IntEq, is_spilled, zero);
            let spill = self.inputs.spill_table();
            self.editor.select(is_in_table, table, spill)
        } else {
            table
        };
        let base = self.address(low)?;
        let symbol = format!("{}_{}_{}", at.set, at.binding, kind.letter());
        let mut offset = self.relocated(&format!("doff_{symbol}"))?;
        if let Some(index) = index {
            let stride = self.relocated(&format!("dstride_{symbol}"))?;
            let distance = self.binary(BinaryOp::Mul, index, stride);
            offset = self.binary(BinaryOp::Add, offset, distance);
        }
        let pointer = self.byte_address(base, offset)?;
        let dwords = u64::from(kind.dwords());
        let word = self.i(32);
        let ty = self.vector_of(word, dwords);
        self.load_constant(ty, pointer, dwords * 4)
    }

    /// The descriptor of a buffer that user data has the address of, or a whole descriptor: the linker says which.
    fn root_descriptor(&mut self, resource: &Resource) -> Result<Value> {
        let at = resource.binding;
        let symbol = format!("{}_{}", at.set, at.binding);
        // It is in no table; that the code looks in the user data, the linker knows by this.
        let is_spilled = self.relocated(&format!("dusespill_{symbol}"))?;
        let zero = self.word(0);
        let is_nowhere = self.compare(Predicate::IntEq, is_spilled, zero);
        let spill = self.inputs.spill_table();
        let low = self.editor.select(is_nowhere, zero, spill);
        let base = self.address(low)?;
        let offset = self.relocated(&format!("doff_{symbol}_b"))?;
        let word = self.i(32);
        let pair = self.vector_of(word, 2);
        let pointer = self.byte_address(base, offset)?;
        let first = self.load_constant(pair, pointer, 4)?;
        let is_compact = self.relocated(&format!("compactbuffer_{symbol}"))?;
        let is_whole = self.compare(Predicate::IntEq, is_compact, zero);
        // What lies behind an address is no part of it.
        let (half, bytes) = (self.word(8), self.word(0));
        let distance = self.editor.select(is_whole, half, bytes);
        let offset = self.binary(BinaryOp::Add, offset, distance);
        let pointer = self.byte_address(base, offset)?;
        let second = self.load_constant(pair, pointer, 4)?;
        let address = self.lanes(first, 2)?;
        let rest = self.lanes(second, 2)?;
        let ([low, high], [records, format]) = (&address[..], &rest[..]) else {
            return Err(resource.refused("the descriptor does not have four dwords"));
        };
        let mask = self.word(0xffff);
        let own = self.binary(BinaryOp::And, *high, mask);
        let high = self.editor.select(is_whole, *high, own);
        let (all, known) = (self.word(u32::MAX), self.word(raw_format(self.processor.is_gfx11())));
        let records = self.editor.select(is_whole, *records, all);
        let format = self.editor.select(is_whole, *format, known);
        self.vector(&[*low, high, records, format])
    }

    /// Loads dwords of the constants in the user data, from a byte on.
    pub(crate) fn load_root_constants(&mut self, dwords: u32, byte: Value) -> Result<Value> {
        let base = self.address(self.inputs.spill_table())?;
        let start = self.relocated("pushconst")?;
        let offset = self.sum(start, byte);
        let pointer = self.byte_address(base, offset)?;
        let word = self.i(32);
        let ty = self.vector_of(word, u64::from(dwords));
        self.load_constant(ty, pointer, 4)
    }

    /// The low half of the address of a set's table.
    fn table(&mut self, set: u32) -> Result<Value> {
        if let Some(known) = self.inputs.table(set) {
            return Ok(known);
        }
        // There was no register left for it: it is in the user data, which the spill table has.
        let base = self.address(self.inputs.spill_table())?;
        let offset = self.relocated(&format!("descset_{set}"))?;
        let pointer = self.byte_address(base, offset)?;
        let word = self.i(32);
        self.load_constant(word, pointer, 4)
    }

    /// The address whose low half this is; the high half is that of the code.
    fn address(&mut self, low: Value) -> Result<Value> {
        let long = self.i(64);
        let pc = self.call("llvm.amdgcn.s.getpc", long, &[])?;
        let mask = self.int(64, -(1 << 32));
        let high = self.binary(BinaryOp::And, pc, mask);
        let low = self.editor.cast(CastOp::ZExt, low, long);
        let address = self.editor.binary_with(BinaryOp::Or, Flags::DISJOINT, high, low);
        let pointer = self.module().types.intern(Type::Pointer(None.into(), CONSTANT));
        Ok(self.editor.cast(CastOp::IntToPtr, address, pointer))
    }

    /// An address so many bytes behind another one. The offset is unsigned, or it would take more than one relocation.
    fn byte_address(&mut self, base: Value, offset: Value) -> Result<Value> {
        let long = self.i(64);
        let offset = self.editor.cast(CastOp::ZExt, offset, long);
        let byte = self.i(8);
        let address = self.editor.element_pointer(true, byte, base, &[offset]).map_err(invalid)?;
        self.editor.set_flags(address, Flags::INBOUNDS | Flags::NUW);
        Ok(address)
    }

    /// Loads what never changes while the shader runs.
    fn load_constant(&mut self, ty: TypeId, pointer: Value, alignment: u64) -> Result<Value> {
        let loaded = self.editor.load(ty, pointer, Alignment::bytes(alignment));
        let nothing = self.module().tuple(&[]);
        if let ValueKind::Instruction(id) = loaded.kind() {
            self.editor.attach(id, "invariant.load", nothing);
        }
        Ok(loaded)
    }

    /// A number that the linker puts in the code.
    fn relocated(&mut self, symbol: &str) -> Result<Value> {
        let name = self.module().metadata_string(symbol);
        let node = self.module().tuple(&[Some(name)]);
        // So that its type is there.
        self.module().types.intern(Type::Metadata);
        let word = self.i(32);
        self.call(RELOCATED, word, &[Value::new(ValueKind::Metadata(node))])
    }
}

/// The last word of the descriptor of a buffer without elements: its words as they are, a number of 32 bits, bounds by
/// bytes, and on gfx10 a level of resources, which is always set.
fn raw_format(is_gfx11: bool) -> u32 {
    const COMPONENTS: u32 = 4 | 5 << 3 | 6 << 6 | 7 << 9;
    const FLOAT_32: u32 = 22 << 12;
    const LEVEL: u32 = 1 << 24;
    const BYTES: u32 = 3 << 28;
    COMPONENTS | FLOAT_32 | BYTES | if is_gfx11 { 0 } else { LEVEL }
}

/// The address space of what is read alone.
pub(crate) const CONSTANT: u32 = 4;
