//! HLSL's words for root signatures, as rows: the clauses, what each takes, and the names of values. Separate
//! because printer and parser go by the same rows. Numbers are those of `dx_container`'s enumerations.
//!
//! Source: Microsoft's "Specifying Root Signatures in HLSL"; DXC's `HLSLRootSignature.cpp` for all that it leaves
//! out; Clang's `HLSLRootSignatureTokenKinds.def` for the flags of version 1.2.

use dx_container::enums::{
    ComparisonFunc, DescriptorRangeType, Filter, RootParameterType, ShaderVisibility, StaticBorderColor,
    TextureAddressMode,
};
use dx_container::flags::{
    DescriptorRangeFlags, RootDescriptorFlags, RootSignatureFlags, StaticSamplerFlags,
};
use dx_container::parts::root_signature::UNBOUNDED;

/// A word and the number it stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) text: &'static str,
    pub(super) value: u32,
}

/// A row a constant, its word the constant's name after a prefix.
macro_rules! words {
    ($name:ident: $type:ident, $prefix:literal $(, $constant:ident)* $(,)?) => {
        pub(super) const $name: &[Word] =
            &[$(Word { text: concat!($prefix, stringify!($constant)), value: $type::$constant.0 },)*];
    };
}

/// The same for flags.
macro_rules! flag_words {
    ($name:ident: $type:ident $(, $constant:ident)* $(,)?) => {
        pub(super) const $name: &[Word] =
            &[$(Word { text: stringify!($constant), value: $type::$constant.bits() },)*];
    };
}

words!(VISIBILITIES: ShaderVisibility, "SHADER_VISIBILITY_",
    ALL, VERTEX, HULL, DOMAIN, GEOMETRY, PIXEL, AMPLIFICATION, MESH);
words!(ADDRESS_MODES: TextureAddressMode, "TEXTURE_ADDRESS_", WRAP, MIRROR, CLAMP, BORDER, MIRROR_ONCE);
words!(COMPARISONS: ComparisonFunc, "COMPARISON_",
    NONE, NEVER, LESS, EQUAL, LESS_EQUAL, GREATER, NOT_EQUAL, GREATER_EQUAL, ALWAYS);
words!(BORDER_COLORS: StaticBorderColor, "STATIC_BORDER_COLOR_",
    TRANSPARENT_BLACK, OPAQUE_BLACK, OPAQUE_WHITE, OPAQUE_BLACK_UINT, OPAQUE_WHITE_UINT);
words!(FILTERS: Filter, "FILTER_",
    MIN_MAG_MIP_POINT, MIN_MAG_POINT_MIP_LINEAR, MIN_POINT_MAG_LINEAR_MIP_POINT, MIN_POINT_MAG_MIP_LINEAR,
    MIN_LINEAR_MAG_MIP_POINT, MIN_LINEAR_MAG_POINT_MIP_LINEAR, MIN_MAG_LINEAR_MIP_POINT, MIN_MAG_MIP_LINEAR,
    ANISOTROPIC, COMPARISON_MIN_MAG_MIP_POINT, COMPARISON_MIN_MAG_POINT_MIP_LINEAR,
    COMPARISON_MIN_POINT_MAG_LINEAR_MIP_POINT, COMPARISON_MIN_POINT_MAG_MIP_LINEAR,
    COMPARISON_MIN_LINEAR_MAG_MIP_POINT, COMPARISON_MIN_LINEAR_MAG_POINT_MIP_LINEAR,
    COMPARISON_MIN_MAG_LINEAR_MIP_POINT, COMPARISON_MIN_MAG_MIP_LINEAR, COMPARISON_ANISOTROPIC,
    MINIMUM_MIN_MAG_MIP_POINT, MINIMUM_MIN_MAG_POINT_MIP_LINEAR, MINIMUM_MIN_POINT_MAG_LINEAR_MIP_POINT,
    MINIMUM_MIN_POINT_MAG_MIP_LINEAR, MINIMUM_MIN_LINEAR_MAG_MIP_POINT, MINIMUM_MIN_LINEAR_MAG_POINT_MIP_LINEAR,
    MINIMUM_MIN_MAG_LINEAR_MIP_POINT, MINIMUM_MIN_MAG_MIP_LINEAR, MINIMUM_ANISOTROPIC,
    MAXIMUM_MIN_MAG_MIP_POINT, MAXIMUM_MIN_MAG_POINT_MIP_LINEAR, MAXIMUM_MIN_POINT_MAG_LINEAR_MIP_POINT,
    MAXIMUM_MIN_POINT_MAG_MIP_LINEAR, MAXIMUM_MIN_LINEAR_MAG_MIP_POINT, MAXIMUM_MIN_LINEAR_MAG_POINT_MIP_LINEAR,
    MAXIMUM_MIN_MAG_LINEAR_MIP_POINT, MAXIMUM_MIN_MAG_MIP_LINEAR, MAXIMUM_ANISOTROPIC);
// ALLOW_LOW_TIER_RESERVED_HW_CB_LIMIT has no word in HLSL: it is a number.
flag_words!(ROOT_FLAGS: RootSignatureFlags,
    ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT, DENY_VERTEX_SHADER_ROOT_ACCESS, DENY_HULL_SHADER_ROOT_ACCESS,
    DENY_DOMAIN_SHADER_ROOT_ACCESS, DENY_GEOMETRY_SHADER_ROOT_ACCESS, DENY_PIXEL_SHADER_ROOT_ACCESS,
    ALLOW_STREAM_OUTPUT, LOCAL_ROOT_SIGNATURE, DENY_AMPLIFICATION_SHADER_ROOT_ACCESS,
    DENY_MESH_SHADER_ROOT_ACCESS, CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED, SAMPLER_HEAP_DIRECTLY_INDEXED);
flag_words!(DESCRIPTOR_FLAGS: RootDescriptorFlags, DATA_VOLATILE, DATA_STATIC_WHILE_SET_AT_EXECUTE, DATA_STATIC);
flag_words!(RANGE_FLAGS: DescriptorRangeFlags,
    DESCRIPTORS_VOLATILE, DATA_VOLATILE, DATA_STATIC_WHILE_SET_AT_EXECUTE, DATA_STATIC,
    DESCRIPTORS_STATIC_KEEPING_BUFFER_BOUNDS_CHECKS);
flag_words!(SAMPLER_FLAGS: StaticSamplerFlags, UINT_BORDER_COLOR, NON_NORMALIZED_COORDINATES);

const UNBOUNDED_WORD: &[Word] = &[Word { text: "unbounded", value: UNBOUNDED }];
const APPEND: &[Word] = &[Word { text: "DESCRIPTOR_RANGE_OFFSET_APPEND", value: UNBOUNDED }];

/// An argument of a clause, in the order in which it is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Argument {
    NumConstants,
    Register,
    NumDescriptors,
    Filter,
    AddressU,
    AddressV,
    AddressW,
    MipLodBias,
    MaxAnisotropy,
    Comparison,
    BorderColor,
    MinLod,
    MaxLod,
    Space,
    Offset,
    Visibility,
    DescriptorFlags,
    RangeFlags,
    SamplerFlags,
}

/// The value after an argument's `=`.
#[derive(Debug, Clone, Copy)]
pub(super) enum Takes {
    /// The register that the clause binds; it has no name and no `=`.
    Register,
    /// A number of 32 bits, or a word for a special one.
    Number(&'static [Word]),
    /// A float.
    Float,
    /// One word.
    Name(&'static [Word]),
    /// Words joined with `|`, or 0.
    Flags(&'static [Word]),
}

/// An argument: its word, what it takes, and the value that need not be said; what has none must be said. Floats
/// are their bits.
pub(super) struct ArgumentRow {
    pub(super) argument: Argument,
    pub(super) text: &'static str,
    pub(super) takes: Takes,
    pub(super) default: Option<u32>,
}

const fn row(argument: Argument, text: &'static str, takes: Takes, default: Option<u32>) -> ArgumentRow {
    ArgumentRow { argument, text, takes, default }
}

const REGISTER: ArgumentRow = row(Argument::Register, "register", Takes::Register, None);
const WRAP: Option<u32> = Some(TextureAddressMode::WRAP.0);

// Flags that are not said are 0, as in what DXC writes: the runtime takes that for the defaults of version 1.1,
// DATA_VOLATILE for UAVs and DATA_STATIC_WHILE_SET_AT_EXECUTE for CBVs and SRVs.
const ARGUMENTS: [ArgumentRow; 19] = [
    row(Argument::NumConstants, "num32BitConstants", Takes::Number(&[]), None),
    REGISTER,
    row(Argument::NumDescriptors, "numDescriptors", Takes::Number(UNBOUNDED_WORD), Some(1)),
    row(Argument::Filter, "filter", Takes::Name(FILTERS), Some(Filter::ANISOTROPIC.0)),
    row(Argument::AddressU, "addressU", Takes::Name(ADDRESS_MODES), WRAP),
    row(Argument::AddressV, "addressV", Takes::Name(ADDRESS_MODES), WRAP),
    row(Argument::AddressW, "addressW", Takes::Name(ADDRESS_MODES), WRAP),
    row(Argument::MipLodBias, "mipLODBias", Takes::Float, Some(0_f32.to_bits())),
    row(Argument::MaxAnisotropy, "maxAnisotropy", Takes::Number(&[]), Some(16)),
    row(Argument::Comparison, "comparisonFunc", Takes::Name(COMPARISONS), Some(ComparisonFunc::LESS_EQUAL.0)),
    row(
        Argument::BorderColor,
        "borderColor",
        Takes::Name(BORDER_COLORS),
        Some(StaticBorderColor::OPAQUE_WHITE.0),
    ),
    row(Argument::MinLod, "minLOD", Takes::Float, Some(0_f32.to_bits())),
    row(Argument::MaxLod, "maxLOD", Takes::Float, Some(f32::MAX.to_bits())),
    row(Argument::Space, "space", Takes::Number(&[]), Some(0)),
    row(Argument::Offset, "offset", Takes::Number(APPEND), Some(UNBOUNDED)),
    row(Argument::Visibility, "visibility", Takes::Name(VISIBILITIES), Some(ShaderVisibility::ALL.0)),
    row(Argument::DescriptorFlags, "flags", Takes::Flags(DESCRIPTOR_FLAGS), Some(0)),
    row(Argument::RangeFlags, "flags", Takes::Flags(RANGE_FLAGS), Some(0)),
    row(Argument::SamplerFlags, "flags", Takes::Flags(SAMPLER_FLAGS), Some(0)),
];

impl Argument {
    /// The row of the argument.
    pub(super) fn row(self) -> &'static ArgumentRow {
        // Every argument has a row: a test sees to it.
        ARGUMENTS.iter().find(|row| row.argument == self).unwrap_or(&REGISTER)
    }
}

/// The element that a clause makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Makes {
    Constants,
    Descriptor(RootParameterType),
    Range(DescriptorRangeType),
    Sampler,
}

/// A clause with plain arguments: its word, the letter of its register, what it takes and what it makes.
pub(super) struct Clause {
    pub(super) text: &'static str,
    pub(super) register: char,
    pub(super) arguments: &'static [Argument],
    pub(super) makes: Makes,
}

const CONSTANTS: &[Argument] =
    &[Argument::NumConstants, Argument::Register, Argument::Space, Argument::Visibility];
const DESCRIPTOR: &[Argument] =
    &[Argument::Register, Argument::Space, Argument::Visibility, Argument::DescriptorFlags];
const RANGE: &[Argument] =
    &[Argument::Register, Argument::NumDescriptors, Argument::Space, Argument::Offset, Argument::RangeFlags];
const SAMPLER: &[Argument] = &[
    Argument::Register,
    Argument::Filter,
    Argument::AddressU,
    Argument::AddressV,
    Argument::AddressW,
    Argument::MipLodBias,
    Argument::MaxAnisotropy,
    Argument::Comparison,
    Argument::BorderColor,
    Argument::MinLod,
    Argument::MaxLod,
    Argument::Space,
    Argument::Visibility,
    Argument::SamplerFlags,
];

const fn clause(text: &'static str, register: char, arguments: &'static [Argument], makes: Makes) -> Clause {
    Clause { text, register, arguments, makes }
}

/// The clauses of a root signature, besides [`ROOT_FLAGS_CLAUSE`] and [`TABLE_CLAUSE`].
pub(super) const ROOT_CLAUSES: &[Clause] = &[
    clause("RootConstants", 'b', CONSTANTS, Makes::Constants),
    clause("CBV", 'b', DESCRIPTOR, Makes::Descriptor(RootParameterType::CBV)),
    clause("SRV", 't', DESCRIPTOR, Makes::Descriptor(RootParameterType::SRV)),
    clause("UAV", 'u', DESCRIPTOR, Makes::Descriptor(RootParameterType::UAV)),
    clause("StaticSampler", 's', SAMPLER, Makes::Sampler),
];

/// The clauses of a table, besides its visibility.
pub(super) const TABLE_CLAUSES: &[Clause] = &[
    clause("CBV", 'b', RANGE, Makes::Range(DescriptorRangeType::CBV)),
    clause("SRV", 't', RANGE, Makes::Range(DescriptorRangeType::SRV)),
    clause("UAV", 'u', RANGE, Makes::Range(DescriptorRangeType::UAV)),
    clause("Sampler", 's', RANGE, Makes::Range(DescriptorRangeType::SAMPLER)),
];

/// The clause of the flags.
pub(super) const ROOT_FLAGS_CLAUSE: &str = "RootFlags";
/// The clause that holds those of [`TABLE_CLAUSES`].
pub(super) const TABLE_CLAUSE: &str = "DescriptorTable";

#[cfg(test)]
mod tests {
    use dx_container::names::{Named, NamedFlags, NamedValue};

    use super::*;

    #[test]
    fn every_argument_has_its_row() {
        for row in &ARGUMENTS {
            assert_eq!(row.argument.row().text, row.text);
        }
        let used = ROOT_CLAUSES.iter().chain(TABLE_CLAUSES).flat_map(|clause| clause.arguments);
        for argument in used {
            assert_eq!(argument.row().argument, *argument);
        }
    }

    /// A value that the format's tables name has a word here, but for one flag.
    #[test]
    fn every_value_has_its_word() {
        let named: [(&[Named], &[Word]); 9] = [
            (ShaderVisibility::NAMES, VISIBILITIES),
            (TextureAddressMode::NAMES, ADDRESS_MODES),
            (ComparisonFunc::NAMES, COMPARISONS),
            (StaticBorderColor::NAMES, BORDER_COLORS),
            (Filter::NAMES, FILTERS),
            (RootSignatureFlags::NAMES, ROOT_FLAGS),
            (RootDescriptorFlags::NAMES, DESCRIPTOR_FLAGS),
            (DescriptorRangeFlags::NAMES, RANGE_FLAGS),
            (StaticSamplerFlags::NAMES, SAMPLER_FLAGS),
        ];
        for (names, words) in named {
            let values = names.iter().map(|name| name.value);
            let low_tier = u64::from(RootSignatureFlags::ALLOW_LOW_TIER_RESERVED_HW_CB_LIMIT.bits());
            let values: Vec<u64> = values.filter(|&value| value != low_tier).collect();
            assert_eq!(values, words.iter().map(|word| u64::from(word.value)).collect::<Vec<_>>());
        }
    }
}
