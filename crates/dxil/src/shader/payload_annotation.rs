//! Who may read and write the fields of ray payloads: `dx.dxrPayloadAnnotations`, from shader model 6.7 on.

use super::list::{properties, run, tagged};
use dxil_ir::TypeId;

tagged! {
    /// A list of annotations.
    pub enum PayloadAnnotations by PayloadAnnotationTag {
        /// Of structures.
        STRUCT Structs(Vec<PayloadAnnotation> as Runs),
    }
}

run! {
    /// The annotations of a ray payload.
    pub struct PayloadAnnotation {
        /// The structure.
        pub ty: TypeId as Undef => "structure",
        /// The properties of each member of the structure, in order.
        pub fields: Vec<PayloadProperties>,
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
