//! What is said of a field of a structure, a parameter or a result.

use bstr::BString;
use dx_container::enums::{ElementType, InterpolationMode, MatrixOrientation};

use super::list::{properties, record};
use dxil_ir::{MetadataId, Value};

record! {
    /// What a matrix was in HLSL.
    pub struct MatrixAnnotation {
        /// How many rows.
        pub rows: u32,
        /// How many columns.
        pub columns: u32,
        /// How it lies in memory.
        pub orientation: MatrixOrientation,
    }
}

properties! {
    /// What is said of a field of a structure, a parameter or a result.
    pub struct FieldProperties;
    /// A property of a field.
    pub enum FieldProperty by FieldPropertyTag {
        /// Whether it is a signed number normalized to one; the tag has a number, but no compiler writes it.
        SNORM snorm Snorm(Option<MetadataId>),
        /// Whether it is an unsigned number normalized to one; the tag has a number, but no compiler writes it.
        UNORM unorm Unorm(Option<MetadataId>),
        /// What matrix it was in HLSL.
        MATRIX matrix Matrix(MatrixAnnotation),
        /// Where it lies in a constant buffer or structured buffer, in bytes.
        CBUFFER_OFFSET cbuffer_offset CbufferOffset(u32),
        /// Its semantic, with its index.
        SEMANTIC_STRING semantic Semantic(BString),
        /// How it is interpolated.
        INTERPOLATION_MODE interpolation Interpolation(InterpolationMode),
        /// Its name.
        FIELD_NAME name Name(BString),
        /// What its components are.
        COMP_TYPE element_type ElementType(ElementType),
        /// Whether what is computed for it has to be exact.
        PRECISE is_precise IsPrecise(bool),
        /// Whether a field of a constant buffer is used; for validators from 1.5 on.
        CB_USED is_cbuffer_used IsCbufferUsed(bool),
        /// What resource it is: [`HandleProperties`](super::HandleProperties) as a
        /// constant; for validators from 1.8 on.
        RES_PROP resource_properties ResourceProperties(Value),
        /// The bit fields in it; for validators from 1.7 on.
        BIT_FIELDS bit_fields BitFields(Vec<FieldProperties>),
        /// How many bits a bit field has; for validators from 1.7 on.
        BIT_FIELD_WIDTH bit_field_width BitFieldWidth(u32),
        /// How many components a vector had in HLSL; for validators from 1.8 on.
        VECTOR_SIZE vector_size VectorSize(u32),
    }
}
