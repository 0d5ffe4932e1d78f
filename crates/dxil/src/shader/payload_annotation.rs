//! Who may read and write the fields of ray payloads: `dx.dxrPayloadAnnotations`, from shader model 6.7 on.

use super::form::{Form as _, Own, Run, Undef};
use super::list::{properties, tagged};
use super::reader::{Operand, Operands, Reader};
use super::writer::Writer;
use crate::Result;
use dxil_ir::TypeId;

tagged! {
    /// A list of annotations.
    pub enum PayloadAnnotations by PayloadAnnotationTag {
        /// Of structures.
        STRUCT Structs(Vec<PayloadAnnotation> as Runs),
    }
}

/// What is said of a payload.
#[derive(Debug, Clone, PartialEq)]
pub struct PayloadAnnotation {
    /// The structure.
    pub ty: TypeId,
    /// What is said of its fields, in order.
    pub fields: Vec<PayloadProperties>,
}

impl Run for PayloadAnnotation {
    fn read(reader: &mut Reader<'_>, operands: &mut Operands<'_>) -> Result<Self> {
        Ok(Self {
            ty: Undef::read(reader, operands, "type")?,
            fields: Own::read(reader, operands, "fields")?,
        })
    }

    fn write(&self, writer: &mut Writer<'_>, operands: &mut Vec<Operand>) {
        Undef::write(&self.ty, writer, operands);
        Own::write(&self.fields, writer, operands);
    }
}

properties! {
    /// What is said of a field of a payload.
    pub struct PayloadProperties;
    /// A property of a field of a payload.
    pub enum PayloadProperty by PayloadPropertyTag {
        /// Who may do what with it: of four bits each, the caller, closest hit, miss and any hit shaders, from the
        /// lowest on; bit 0 is reading, bit 1 writing.
        ACCESS access Access(u32),
    }
}
