//! What a component of a resource or a field is, in the words of the listing's places, which differ. Separate because
//! three sections name the same kinds.

use dx_container::enums::ElementType;

/// The words for one kind of component.
pub(super) struct Component {
    /// In the table of resources.
    pub(super) binding: &'static str,
    /// In structures.
    pub(super) field: &'static str,
    /// In structures, where 16 bits are at least 16 bits.
    pub(super) min_precision_field: &'static str,
    /// Behind instructions.
    pub(super) handle: &'static str,
}

const INVALID_HANDLE: &str = "<invalid CompType>";

const fn row(
    ty: ElementType,
    binding: &'static str,
    field: &'static str,
    min_precision_field: &'static str,
    handle: &'static str,
) -> (ElementType, Component) {
    (ty, Component { binding, field, min_precision_field, handle })
}

const COMPONENTS: [(ElementType, Component); 19] = [
    row(ElementType::INVALID, "invalid", "unknown", "unknown", INVALID_HANDLE),
    row(ElementType::I1, "i1", "bool", "bool", "I1"),
    row(ElementType::I16, "i16", "int16_t", "min16i", "I16"),
    row(ElementType::U16, "u16", "uint16_t", "min16ui", "U16"),
    row(ElementType::I32, "i32", "int", "int", "I32"),
    row(ElementType::U32, "u32", "uint", "uint", "U32"),
    row(ElementType::I64, "i64", "int64_t", "int64_t", "I64"),
    row(ElementType::U64, "u64", "uint64_t", "uint64_t", "U64"),
    row(ElementType::F16, "f16", "half", "min16float", "F16"),
    row(ElementType::F32, "f32", "float", "float", "F32"),
    row(ElementType::F64, "f64", "double", "double", "F64"),
    row(ElementType::SNORM_F16, "snorm_f16", "snorm_half", "snorm_min16f", "SNormF16"),
    row(ElementType::UNORM_F16, "unorm_f16", "unorm_half", "unorm_min16f", "UNormF16"),
    row(ElementType::SNORM_F32, "snorm_f32", "snorm_float", "snorm_float", "SNormF32"),
    row(ElementType::UNORM_F32, "unorm_f32", "unorm_float", "unorm_float", "UNormF32"),
    row(ElementType::SNORM_F64, "snorm_f64", "snorm_double", "snorm_double", "SNormF64"),
    row(ElementType::UNORM_F64, "unorm_f64", "unorm_double", "unorm_double", "UNormF64"),
    row(ElementType::PACKED_S8X32, "p32i8", "int8_t_packed", "int8_t_packed", INVALID_HANDLE),
    row(ElementType::PACKED_U8X32, "p32u8", "uint8_t_packed", "uint8_t_packed", INVALID_HANDLE),
];

/// The words for a kind; those for none where it has no words.
pub(super) fn component(ty: ElementType) -> &'static Component {
    let [(_, none), ..] = &COMPONENTS;
    COMPONENTS.iter().find(|(known, _)| *known == ty).map_or(none, |(_, component)| component)
}
