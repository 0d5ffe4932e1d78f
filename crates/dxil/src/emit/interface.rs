//! Loads and stores of signature elements. Separate because the signature that an operation accesses depends on the
//! stage.

use dxil_ir::Value;

use crate::emit::emitter::Emitter;
use crate::emit::error::{EmitError, Result};
use crate::emit::operand::Operand;
use crate::emit::signature::Slot;
use crate::ops::Opcode;
use crate::semantics::SignatureKind;

impl Emitter<'_> {
    /// Loads all columns of the first row of an input.
    ///
    /// # Errors
    ///
    /// The element is not an input.
    pub fn input(&mut self, slot: Slot) -> Result<Vec<Value>> {
        let columns = u32::from(self.state.element(slot)?.columns);
        (0..columns).map(|column| self.load_input(slot, 0, column)).collect()
    }

    /// Stores all columns of the first row of an output.
    ///
    /// # Errors
    ///
    /// The element is not an output, or has another number of columns.
    pub fn output(&mut self, slot: Slot, values: &[Value]) -> Result<()> {
        let element = self.state.element(slot)?;
        if values.len() != usize::from(element.columns) {
            let what = format!("`{}` has {} columns, not {}", element.name, element.columns, values.len());
            return Err(EmitError::signature(what, "pass one value for each column"));
        }
        (0..).zip(values).try_for_each(|(column, value)| self.store_output(slot, 0, column, *value))
    }

    /// Loads a component of an input.
    ///
    /// # Errors
    ///
    /// The element is not an input, or does not have the column.
    pub fn load_input(&mut self, slot: Slot, row: impl Into<Operand>, column: u32) -> Result<Value> {
        self.access(Opcode::LOAD_INPUT, slot, row.into(), column, &[Operand::Undef])
    }

    /// Loads a component of an input of a vertex or control point, in geometry, hull and domain shaders.
    ///
    /// # Errors
    ///
    /// See [`load_input`](Self::load_input).
    pub fn load_vertex_input(
        &mut self,
        slot: Slot,
        row: impl Into<Operand>,
        column: u32,
        vertex: impl Into<Operand>,
    ) -> Result<Value> {
        self.access(Opcode::LOAD_INPUT, slot, row.into(), column, &[vertex.into()])
    }

    /// Loads a component of an input at vertex 0, 1 or 2 of the triangle, in pixel shaders from shader model 6.1 on.
    ///
    /// # Errors
    ///
    /// See [`load_input`](Self::load_input).
    pub fn attribute_at_vertex(
        &mut self,
        slot: Slot,
        row: impl Into<Operand>,
        column: u32,
        vertex: u32,
    ) -> Result<Value> {
        self.access(Opcode::ATTRIBUTE_AT_VERTEX, slot, row.into(), column, &[vertex.into()])
    }

    /// Loads a component of an output control point, in a patch constant function.
    ///
    /// # Errors
    ///
    /// See [`load_input`](Self::load_input).
    pub fn load_control_point(
        &mut self,
        slot: Slot,
        row: impl Into<Operand>,
        column: u32,
        point: impl Into<Operand>,
    ) -> Result<Value> {
        self.access(Opcode::LOAD_OUTPUT_CONTROL_POINT, slot, row.into(), column, &[point.into()])
    }

    /// Loads a component of a patch constant.
    ///
    /// # Errors
    ///
    /// See [`load_input`](Self::load_input).
    pub fn load_patch_constant(&mut self, slot: Slot, row: impl Into<Operand>, column: u32) -> Result<Value> {
        self.access(Opcode::LOAD_PATCH_CONSTANT, slot, row.into(), column, &[])
    }

    /// Stores a component of an output.
    ///
    /// # Errors
    ///
    /// The element is not an output, does not have the column, or has another type.
    pub fn store_output(
        &mut self,
        slot: Slot,
        row: impl Into<Operand>,
        column: u32,
        value: impl Into<Operand>,
    ) -> Result<()> {
        self.access(Opcode::STORE_OUTPUT, slot, row.into(), column, &[value.into()]).map(drop)
    }

    /// Stores a component of a patch constant, in a patch constant function.
    ///
    /// # Errors
    ///
    /// See [`store_output`](Self::store_output).
    pub fn store_patch_constant(
        &mut self,
        slot: Slot,
        row: impl Into<Operand>,
        column: u32,
        value: impl Into<Operand>,
    ) -> Result<()> {
        self.access(Opcode::STORE_PATCH_CONSTANT, slot, row.into(), column, &[value.into()]).map(drop)
    }

    /// Stores a component of an output of a vertex of a mesh shader, or of an attribute of a primitive.
    ///
    /// # Errors
    ///
    /// See [`store_output`](Self::store_output).
    pub fn store_mesh_output(
        &mut self,
        slot: Slot,
        row: impl Into<Operand>,
        column: u32,
        value: impl Into<Operand>,
        index: impl Into<Operand>,
    ) -> Result<()> {
        let opcode = match slot.signature {
            SignatureKind::Output => Opcode::STORE_VERTEX_OUTPUT,
            _ => Opcode::STORE_PRIMITIVE_OUTPUT,
        };
        self.access(opcode, slot, row.into(), column, &[value.into(), index.into()]).map(drop)
    }

    fn access(
        &mut self,
        opcode: Opcode,
        slot: Slot,
        row: Operand,
        column: u32,
        rest: &[Operand],
    ) -> Result<Value> {
        let operation = self.operation(opcode)?;
        let element = self.state.element(slot)?;
        let name = &element.name;
        let expected = operation.signature.map(|access| access.signature(self.stage));
        if expected.is_some_and(|expected| expected != slot.signature) {
            let what = format!("{} does not access `{name}`, which is in another signature", operation.name);
            return Err(EmitError::signature(what, "use the method for the signature of the element"));
        }
        let is_inside = match row {
            Operand::Int(row) => (0..i64::from(element.rows)).contains(&row),
            _ => true,
        };
        if column >= u32::from(element.columns) || !is_inside {
            let (rows, columns) = (element.rows, element.columns);
            let what = format!("column {column} or the row is outside of `{name}`");
            return Err(EmitError::signature(
                what,
                format!("the element has {rows} rows and {columns} columns"),
            ));
        }
        let overload = element.overload()?;
        let id = Operand::Int(i64::try_from(slot.index).unwrap_or(i64::MAX));
        let address = [id, row, column.into()];
        self.op(opcode, Some(overload.into()), address.into_iter().chain(rest.iter().copied()))
    }
}
