//! Mesh and task shaders: the payload, and the outputs, which naga has in group-shared memory. Separate from the
//! interface of the other stages because the shader stores outputs of many vertices and primitives at its end.

use std::rc::Rc;

use az::SaturatingAs as _;
use dx_container::enums::MeshOutputTopology as Topology;
use dxil::emit::{BarrierMode, NO_ARGUMENTS, ShaderBuilder};
use dxil::ops::{Opcode, Overload, OverloadKind};
use dxil::shader::{AmplificationState, EntryProperty, Grid, MeshState};
use dxil_ir::builder::Build as _;
use dxil_ir::data_layout::DataLayout;
use dxil_ir::{BinaryOp, CastOp, Predicate, TypeId, Value};
use naga::{BuiltIn, GlobalVariable, Handle, MeshOutputTopology, ShaderStage};

use crate::error::{Fault, Result};
use crate::lower::interface::{Part, Source, member};
use crate::lower::lowering::Lower;

use crate::lower::places::{Index, Memory, Place, Storage, Unit};
use crate::lower::subject::Subject;
use crate::lower::types::Types;

/// The largest number of thread groups in a dimension of a dispatch. Source: Direct3D 12.
const GROUPS_OF_DIMENSION: u32 = 2 << 21;

/// Sets the properties of a mesh or task shader: thread group, topology, limits, and the size of the payload.
pub(super) fn declare_mesh(
    subject: &Subject<'_>,
    types: &Types<'_>,
    shader: &mut ShaderBuilder,
) -> Result<()> {
    let [x, y, z] = subject.entry.workgroup_size;
    let group = Grid::new(x, y, z);
    let payload_size = match subject.entry.task_payload {
        None => 0,
        Some(payload) => {
            let ty = payload_type(types, payload, shader.module())?;
            DataLayout::of(shader.module()).size(ty).saturating_as()
        }
    };
    shader.property(match &subject.entry.mesh_info {
        None => EntryProperty::Amplification(AmplificationState::new(group, payload_size)),
        Some(info) => {
            let topology = match info.topology {
                MeshOutputTopology::Lines => Topology::LINE,
                MeshOutputTopology::Triangles => Topology::TRIANGLE,
                MeshOutputTopology::Points => {
                    return Err(Fault::unsupported("a mesh of points", "use lines or triangles"));
                }
            };
            let state = MeshState::new(group, topology, info.max_vertices, info.max_primitives);
            EntryProperty::Mesh(MeshState { payload_size, ..state })
        }
    });
    Ok(())
}

/// The structure of the units of the payload. Task and mesh shaders that have the same type have the same structure.
fn payload_type(
    types: &Types<'_>,
    payload: Handle<GlobalVariable>,
    module: &mut dxil_ir::Module,
) -> Result<TypeId> {
    let ty = types.module.global_variables[payload].ty;
    let layouts = types.unit_layouts(types.of(ty)?, "")?;
    let members: Vec<TypeId> = layouts.iter().map(|layout| layout.ty(module)).collect();
    let name = types.module.types[ty].name.as_deref().unwrap_or("Payload");
    Ok(module.types.structure(&format!("struct.{name}"), &members))
}

impl Lower<'_, '_> {
    /// The memory of the payload: group-shared memory of a task shader, input of a mesh shader.
    pub(super) fn payload(&mut self, variable: Handle<GlobalVariable>) -> Result<Rc<Memory>> {
        let naga_type = self.subject.module.global_variables[variable].ty;
        let ty = payload_type(self.types, variable, self.emit.module())?;
        let structure = match self.subject.entry.stage {
            ShaderStage::Task => self.emit.group_shared("payload", ty, None),
            _ => {
                let pointer = self.emit.module().types.pointer(ty, 0);
                let overload = Overload::Udt(pointer);
                self.emit.in_prologue(|emit| emit.op(Opcode::GET_MESH_PAYLOAD, overload, NO_ARGUMENTS))?
            }
        };
        let mut units = Vec::new();
        let layouts = self.types.unit_layouts(self.types.of(naga_type)?, "payload")?;
        for (index, layout) in layouts.into_iter().enumerate() {
            let indices = [self.emit.value(0), self.emit.value(index)];
            let pointer =
                self.emit.in_prologue(|emit| emit.element_pointer(true, ty, structure, &indices))?;
            units.push(Unit { storage: Storage::Pointer(pointer), layout });
        }
        self.payload = Some(structure);
        Ok(Rc::new(Memory { units }))
    }

    /// Ends a task shader: dispatches the mesh shader with the payload.
    pub(super) fn dispatch_mesh(&mut self, size: &[Value]) -> Result<()> {
        let &[x, y, z] = size else { return Err(Fault::malformed("a mesh task size that is not a vec3")) };
        let payload = self.payload.ok_or_else(|| Fault::malformed("a task shader without a payload"))?;
        self.emit.barrier(BarrierMode::GROUP)?;
        let size = self.limited_groups([x, y, z])?;
        let overload = Overload::Udt(self.emit.type_of(payload)?);
        let arguments = size.into_iter().chain([payload]);
        self.emit.op(Opcode::DISPATCH_MESH, overload, arguments)?;
        Ok(())
    }

    /// The numbers of groups, or zeros if they exceed the limits of the options.
    fn limited_groups(&mut self, size: [Value; 3]) -> Result<[Value; 3]> {
        let Some(limits) = self.subject.options.bindings.task_dispatch_limits else { return Ok(size) };
        let emit = &mut self.emit;
        let of_dimension = emit.value(limits.max_mesh_workgroups_per_dim.min(GROUPS_OF_DIMENSION));
        let i64 = emit.scalar(OverloadKind::I64);
        let [x, y, z] = size.map(|number| emit.cast(CastOp::ZExt, number, i64));
        // Each number has at most 22 bits, and a product of two of them at most 32, so no product wraps.
        let of_two = emit.binary(BinaryOp::Mul, x, y);
        let total = emit.binary(BinaryOp::Mul, of_two, z);
        let (word, most) =
            (emit.int(i64, u32::MAX.into()), emit.int(i64, limits.max_mesh_workgroups_total.into()));
        let mut is_large = emit.compare(Predicate::IntUgt, total, most);
        let is_wide = emit.compare(Predicate::IntUgt, of_two, word);
        is_large = emit.binary(BinaryOp::Or, is_large, is_wide);
        for number in size {
            let exceeds = emit.compare(Predicate::IntUgt, number, of_dimension);
            is_large = emit.binary(BinaryOp::Or, is_large, exceeds);
        }
        let nothing = emit.value(0);
        Ok(size.map(|number| self.emit.select(is_large, nothing, number)))
    }

    /// Ends a mesh shader: stores the vertices and primitives that are in group-shared memory, each thread a part.
    pub(super) fn store_mesh(&mut self) -> Result<()> {
        let info = self.subject.entry.mesh_info.as_ref();
        let info = info.ok_or_else(|| Fault::malformed("a mesh shader without its properties"))?;
        let structure = self.subject.module.global_variables[info.output_variable].ty;
        let output = self.global(info.output_variable)?;
        let mut part = |built_in: BuiltIn| -> Result<Place> {
            let member = member(self.types, structure, built_in)?;
            self.part(&output, member)
        };
        let vertices = part(BuiltIn::Vertices)?;
        let primitives = part(BuiltIn::Primitives)?;
        let counts = [part(BuiltIn::VertexCount)?, part(BuiltIn::PrimitiveCount)?];
        self.emit.barrier(BarrierMode::GROUP)?;
        let vertex_count = self.bounded_count(&counts[0], info.max_vertices)?;
        let primitive_count = self.bounded_count(&counts[1], info.max_primitives)?;
        self.emit.op(Opcode::SET_MESH_OUTPUT_COUNTS, None, [vertex_count, primitive_count])?;
        let outputs = std::mem::take(&mut self.interface.mesh);
        let thread = self.emit.op(Opcode::FLATTENED_THREAD_ID_IN_GROUP, None, NO_ARGUMENTS)?;
        let step = self.emit.value(self.threads);
        self.counted((thread, step, vertex_count), |lower, index| {
            let vertex = lower.element_at(&vertices, Index::Variable(index))?;
            lower.store_members(&vertex, &outputs.vertices, index)
        })?;
        self.counted((thread, step, primitive_count), |lower, index| {
            let primitive = lower.element_at(&primitives, Index::Variable(index))?;
            lower.store_members(&primitive, &outputs.primitives, index)?;
            let indices = lower.part(&primitive, outputs.indices)?;
            let indices = lower.load(&indices)?;
            let nothing = lower.emit.value(0);
            let third = indices.get(2).copied().unwrap_or(nothing);
            let (Some(first), Some(second)) = (indices.first(), indices.get(1)) else {
                return Err(Fault::malformed("a primitive without indices"));
            };
            lower.emit.op(Opcode::EMIT_INDICES, None, [index, *first, *second, third])?;
            Ok(())
        })
    }

    /// A count in memory, at most `most`: Direct3D leaves more vertices and primitives undefined.
    fn bounded_count(&mut self, place: &Place, most: u32) -> Result<Value> {
        let count = self.load(place)?;
        let count = count.first().copied().ok_or_else(|| Fault::malformed("an empty count"))?;
        let most = self.emit.value(most);
        Ok(self.emit.op(Opcode::UMIN, OverloadKind::I32, [count, most])?)
    }

    fn store_members(&mut self, place: &Place, members: &[(u32, Part)], index: Value) -> Result<()> {
        for (member, part) in members {
            let Source::Slots(slots) = &part.source else { continue };
            let member = self.part(place, *member)?;
            let values = self.load(&member)?;
            let scalars = self.types.scalar_list(part.ty)?;
            let mut values = values.iter().zip(scalars);
            for slot in slots {
                for (column, (value, scalar)) in (0..4).zip(values.by_ref()) {
                    let value = self.stored(*value, scalar);
                    self.emit.store_element_at(*slot, 0, column, value, index)?;
                }
            }
        }
        Ok(())
    }
}
