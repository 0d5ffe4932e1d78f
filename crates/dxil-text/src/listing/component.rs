//! What a component of a resource or a field holds, in the words of the listing's places, which differ. Separate because
//! three sections name the same numbers.

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
    binding: &'static str,
    field: &'static str,
    min_precision_field: &'static str,
    handle: &'static str,
) -> Component {
    Component { binding, field, min_precision_field, handle }
}

/// By number.
const COMPONENTS: [Component; 19] = [
    row("invalid", "unknown", "unknown", INVALID_HANDLE),
    row("i1", "bool", "bool", "I1"),
    row("i16", "int16_t", "min16i", "I16"),
    row("u16", "uint16_t", "min16ui", "U16"),
    row("i32", "int", "int", "I32"),
    row("u32", "uint", "uint", "U32"),
    row("i64", "int64_t", "int64_t", "I64"),
    row("u64", "uint64_t", "uint64_t", "U64"),
    row("f16", "half", "min16float", "F16"),
    row("f32", "float", "float", "F32"),
    row("f64", "double", "double", "F64"),
    row("snorm_f16", "snorm_half", "snorm_min16f", "SNormF16"),
    row("unorm_f16", "unorm_half", "unorm_min16f", "UNormF16"),
    row("snorm_f32", "snorm_float", "snorm_float", "SNormF32"),
    row("unorm_f32", "unorm_float", "unorm_float", "UNormF32"),
    row("snorm_f64", "snorm_double", "snorm_double", "SNormF64"),
    row("unorm_f64", "unorm_double", "unorm_double", "UNormF64"),
    row("p32i8", "int8_t_packed", "int8_t_packed", INVALID_HANDLE),
    row("p32u8", "uint8_t_packed", "uint8_t_packed", INVALID_HANDLE),
];

/// The words for a number; those for 0, which is none, for one that has no words.
pub(super) fn component(number: u32) -> &'static Component {
    let [unknown, ..] = &COMPONENTS;
    usize::try_from(number).ok().and_then(|number| COMPONENTS.get(number)).unwrap_or(unknown)
}
