//! Loads and stores of signature elements. Separate because the operation depends on the signature and the stage.

use dx_container::enums::ShaderKind;
use dxil_ir::Value;

use crate::emit::emitter::Emitter;
use crate::emit::error::{EmitError, Result};
use crate::emit::operand::Operand;
use crate::emit::signature::Slot;
use crate::ops::Opcode;
use crate::semantics::SignatureKind;

/// A position in the pixel at which an input is evaluated.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Position {
    /// The centroid of the covered samples.
    Centroid,
    /// The sample with this index.
    Sample(Operand),
    /// The centre, moved by these sixteenths of a pixel along x and y, from -8 to 7.
    Snapped([Operand; 2]),
}

impl Emitter<'_> {
    /// Evaluates a component of an input of a pixel shader at another position.
    pub fn evaluate_element(
        &mut self,
        slot: Slot,
        row: impl Into<Operand>,
        column: u32,
        position: Position,
    ) -> Result<Value> {
        match position {
            Position::Centroid => self.access(Opcode::EVAL_CENTROID, slot, row, column, &[]),
            Position::Sample(index) => self.access(Opcode::EVAL_SAMPLE_INDEX, slot, row, column, &[index]),
            Position::Snapped(offset) => self.access(Opcode::EVAL_SNAPPED, slot, row, column, &offset),
        }
    }

    /// Loads all columns of the first row of an input.
    pub fn input(&mut self, slot: Slot) -> Result<Vec<Value>> {
        let columns = u32::from(self.state.element(slot)?.columns);
        (0..columns).map(|column| self.load_element(slot, 0, column)).collect()
    }

    /// Stores all columns of the first row of an output.
    pub fn output(&mut self, slot: Slot, values: &[Value]) -> Result<()> {
        let element = self.state.element(slot)?;
        if values.len() != usize::from(element.columns) {
            let what = format!("`{}` has {} columns, not {}", element.name, element.columns, values.len());
            return Err(EmitError::usage(what, "pass one value for each column"));
        }
        (0..).zip(values).try_for_each(|(column, value)| self.store_element(slot, 0, column, *value))
    }

    /// Loads a component of an input or patch constant.
    pub fn load_element(&mut self, slot: Slot, row: impl Into<Operand>, column: u32) -> Result<Value> {
        match slot.signature {
            SignatureKind::PatchConstantOrPrimitive => {
                self.access(Opcode::LOAD_PATCH_CONSTANT, slot, row, column, &[])
            }
            _ => self.access(Opcode::LOAD_INPUT, slot, row, column, &[Operand::Undef]),
        }
    }

    /// Loads a component at a vertex or control point: an input, or in a patch constant function an output. In pixel
    /// shaders, from shader model 6.1 on, the vertex is a vertex of the triangle.
    pub fn load_element_at(
        &mut self,
        slot: Slot,
        row: impl Into<Operand>,
        column: u32,
        vertex: impl Into<Operand>,
    ) -> Result<Value> {
        let opcode = match (slot.signature, self.stage) {
            (SignatureKind::Input, ShaderKind::PIXEL) => Opcode::ATTRIBUTE_AT_VERTEX,
            (SignatureKind::Input, _) => Opcode::LOAD_INPUT,
            _ => Opcode::LOAD_OUTPUT_CONTROL_POINT,
        };
        self.access(opcode, slot, row, column, &[vertex.into()])
    }

    /// Stores a component of an output or patch constant.
    pub fn store_element(
        &mut self,
        slot: Slot,
        row: impl Into<Operand>,
        column: u32,
        value: impl Into<Operand>,
    ) -> Result<()> {
        let opcode = match slot.signature {
            SignatureKind::PatchConstantOrPrimitive => Opcode::STORE_PATCH_CONSTANT,
            _ => Opcode::STORE_OUTPUT,
        };
        self.access(opcode, slot, row, column, &[value.into()]).map(drop)
    }

    /// Stores a component of an output of a vertex of a mesh shader, or of an attribute of a primitive.
    pub fn store_element_at(
        &mut self,
        slot: Slot,
        row: impl Into<Operand>,
        column: u32,
        value: impl Into<Operand>,
        index: impl Into<Operand>,
    ) -> Result<()> {
        let opcode = match slot.signature {
            SignatureKind::PatchConstantOrPrimitive => Opcode::STORE_PRIMITIVE_OUTPUT,
            _ => Opcode::STORE_VERTEX_OUTPUT,
        };
        self.access(opcode, slot, row, column, &[value.into(), index.into()]).map(drop)
    }

    fn access(
        &mut self,
        opcode: Opcode,
        slot: Slot,
        row: impl Into<Operand>,
        column: u32,
        rest: &[Operand],
    ) -> Result<Value> {
        let row = row.into();
        let operation = self.operation(opcode)?;
        let element = self.state.element(slot)?;
        let name = &element.name;
        let expected = operation.signature.map(|access| access.signature(self.stage));
        if expected.is_some_and(|expected| expected != slot.signature) {
            let what = format!("{} does not access `{name}`, which is in another signature", operation.name);
            return Err(EmitError::usage(what, "load inputs and store outputs"));
        }
        let (rows, columns) = (element.rows, u32::from(element.columns));
        if column >= columns || matches!(row, Operand::Int(row) if !(0..rows.into()).contains(&row)) {
            let what = format!("column {column} or the row is outside of `{name}`");
            return Err(EmitError::usage(what, format!("the element has {rows} rows and {columns} columns")));
        }
        let overload = element.overload()?;
        let address = [Operand::from(slot.index), row, column.into()];
        self.op(opcode, overload, address.into_iter().chain(rest.iter().copied()))
    }
}
