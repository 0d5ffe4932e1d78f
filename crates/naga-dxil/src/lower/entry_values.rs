//! The values of the arguments of the entry point, and the stores of its result. Separate from the declarations because
//! the body exists only after they are complete.

use dxil::emit::Operand;
use dxil::ops::{Opcode, OverloadKind};
use dxil_ir::builder::Build as _;
use dxil_ir::{BinaryOp, Predicate, Value};
use naga::{BuiltIn, Scalar, ScalarKind};

use crate::error::{Fault, Result};
use crate::lower::interface::{Part, Source, argument_span};
use crate::lower::lowering::{Lower, Values};
use crate::lower::numeric;
use crate::lower::types::Ty;

impl Lower<'_, '_> {
    /// The values of the arguments of the entry point.
    pub(super) fn entry_arguments(&mut self) -> Result<Vec<Values>> {
        let parts = std::mem::take(&mut self.interface.arguments);
        let mut arguments = Vec::with_capacity(parts.len());
        let function = &self.subject.entry.function;
        for (index, argument) in parts.into_iter().enumerate() {
            let mut values = Vec::new();
            for part in argument {
                let input = self.input(&part);
                values.extend(input.map_err(|fault| fault.at(argument_span(function, index)))?);
            }
            arguments.push(values.into());
        }
        Ok(arguments)
    }

    fn input(&mut self, part: &Part) -> Result<Vec<Value>> {
        match &part.source {
            Source::Operation(built_in) => self.built_in(*built_in),
            Source::PerVertex(slot) => {
                let mut values = Vec::new();
                let columns = self.types.scalars(part.ty)? / 3;
                for vertex in 0..3_u32 {
                    for column in 0..u32::try_from(columns).map_err(Fault::malformed)? {
                        values.push(self.emit.load_element_at(*slot, 0, column, vertex)?);
                    }
                }
                Ok(values)
            }
            Source::Slots(slots) => {
                let mut values = Vec::new();
                for slot in slots {
                    values.extend(self.emit.input(*slot)?);
                }
                self.adjusted(part, values)
            }
        }
    }

    /// Bools are integers in signatures, and vertices and instances of Direct3D count from zero.
    fn adjusted(&mut self, part: &Part, mut values: Vec<Value>) -> Result<Vec<Value>> {
        if let Ty::Numeric(_, Scalar { kind: ScalarKind::Bool, .. }) = part.ty {
            let zero = self.emit.value(0);
            values =
                values.into_iter().map(|value| self.emit.compare(Predicate::IntNe, value, zero)).collect();
        }
        let first = match part.built_in {
            Some(BuiltIn::VertexIndex) => 0,
            Some(BuiltIn::InstanceIndex) => 1,
            _ => return Ok(values),
        };
        if let (Some(constants), Some(value)) = (self.globals.special_constants, values.first_mut()) {
            let first = self.constant_dword(constants, first)?;
            *value = self.emit.binary(BinaryOp::Add, *value, first);
        }
        Ok(values)
    }

    /// The value of a built-in that is not a signature element.
    fn built_in(&mut self, built_in: BuiltIn) -> Result<Vec<Value>> {
        use BuiltIn as B;
        const I32: OverloadKind = OverloadKind::I32;
        let mut by_axis = |opcode: Opcode| -> Result<Vec<Value>> {
            (0..3).map(|axis| Ok(self.emit.op(opcode, I32, [Operand::Int(axis)])?)).collect()
        };
        let opcode = match built_in {
            B::GlobalInvocationId => return by_axis(Opcode::THREAD_ID),
            B::LocalInvocationId => return by_axis(Opcode::THREAD_ID_IN_GROUP),
            B::WorkGroupId => return by_axis(Opcode::GROUP_ID),
            B::WorkGroupSize => {
                return Ok(self.subject.entry.workgroup_size.map(|n| self.emit.value(n)).to_vec());
            }
            B::NumWorkGroups => {
                let constants = self.globals.special_constants;
                let constants =
                    constants.ok_or_else(|| Fault::malformed("special constants that are not bound"))?;
                return (0..3).map(|index| self.constant_dword(constants, index)).collect();
            }
            B::LocalInvocationIndex => Opcode::FLATTENED_THREAD_ID_IN_GROUP,
            B::SubgroupSize => Opcode::WAVE_GET_LANE_COUNT,
            B::SubgroupInvocationId => Opcode::WAVE_GET_LANE_INDEX,
            B::NumSubgroups | B::SubgroupId => return Ok(vec![self.subgroups(built_in)?]),
            B::ViewIndex => Opcode::VIEW_ID,
            B::SampleIndex => Opcode::SAMPLE_INDEX,
            B::SampleMask => Opcode::COVERAGE,
            B::BaseVertex => Opcode::START_VERTEX_LOCATION,
            B::BaseInstance => Opcode::START_INSTANCE_LOCATION,
            other => {
                return Err(Fault::unsupported(
                    format!("the built-in value {other:?}"),
                    "remove the argument",
                ));
            }
        };
        Ok(vec![self.emit.op(opcode, None, dxil::emit::NO_ARGUMENTS)?])
    }

    /// The number of subgroups of the thread group, or the index of the subgroup of the thread. Threads are in
    /// subgroups in the order of their flattened index.
    fn subgroups(&mut self, built_in: BuiltIn) -> Result<Value> {
        let lanes = self.emit.op(Opcode::WAVE_GET_LANE_COUNT, None, dxil::emit::NO_ARGUMENTS)?;
        let dividend = match built_in {
            BuiltIn::SubgroupId => {
                let overload = OverloadKind::I32;
                self.emit.op(Opcode::FLATTENED_THREAD_ID_IN_GROUP, overload, dxil::emit::NO_ARGUMENTS)?
            }
            _ => {
                let before = self.emit.value(self.threads.saturating_sub(1));
                self.emit.binary(BinaryOp::Add, lanes, before)
            }
        };
        Ok(self.emit.binary(BinaryOp::UDiv, dividend, lanes))
    }

    /// Stores the result of the entry point.
    pub(super) fn store_outputs(&mut self, values: &[Value]) -> Result<()> {
        let parts = std::mem::take(&mut self.interface.result);
        let mut rest = values;
        for part in parts {
            let count = self.types.scalars(part.ty)?;
            let Some((own, others)) = rest.split_at_checked(count) else {
                return Err(Fault::malformed("a result of another type"));
            };
            rest = others;
            let Source::Slots(slots) = part.source else { continue };
            let mut own = own.to_vec();
            let is_flipped =
                self.subject.options.flip_y && matches!(part.built_in, Some(BuiltIn::Position { .. }));
            if let (true, Some(y)) = (is_flipped, own.get_mut(1)) {
                *y = numeric::negate(&mut self.emit, Scalar { kind: ScalarKind::Float, width: 4 }, *y);
            }
            let mut columns = own.as_slice();
            for slot in slots {
                let count = columns.len().min(4);
                let (stored, others) = columns.split_at(count);
                self.emit.output(slot, stored)?;
                columns = others;
            }
        }
        Ok(())
    }
}
