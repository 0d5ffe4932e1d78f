//! What a handle is said to be of, behind the call that says it. Separate because the two words of the properties are
//! packed differently for each kind of resource.

use dx_container::enums::ResourceKind;
use dxil::ir::constants::ConstantKind;
use dxil::ir::{Module, Value, ValueKind};

use super::component::component;
use super::instructions::push;
use super::nodes;

/// What stands in the second byte of the first word.
mod flag {
    pub(super) const UAV: u8 = 1 << 4;
    pub(super) const RASTERIZER_ORDERED: u8 = 1 << 5;
    pub(super) const GLOBALLY_COHERENT: u8 = 1 << 6;
    /// Of a sampler that it compares, of a structured buffer that it counts.
    pub(super) const COMPARES_OR_COUNTS: u8 = 1 << 7;
}

/// What stands in the third byte of the first word.
const REORDER_COHERENT: u8 = 1;

/// What a feedback texture records, by number.
const FEEDBACK: [&str; 2] = ["MinMip", "MipRegionUsed"];

/// Appends the properties that a constant holds. What is no constant is passed over.
pub(super) fn append(out: &mut String, module: &Module, properties: Value) {
    let ValueKind::Constant(id) = properties.kind() else { return };
    let word = |value: &Value| match value.kind() {
        ValueKind::Constant(id) => module.constants.get(id).and_then(nodes::integer).map(nodes::low_word),
        _ => None,
    };
    let words = match module.constants.get(id).map(|constant| &constant.kind) {
        Some(ConstantKind::Aggregate(words)) => match &**words {
            [first, second] => [word(first).unwrap_or(0), word(second).unwrap_or(0)],
            _ => [0; 2],
        },
        _ => [0; 2],
    };
    out.push_str("  resource: ");
    append_words(out, words);
}

fn append_words(out: &mut String, [first, second]: [u32; 2]) {
    let [kind, flags, more_flags, _] = first.to_le_bytes();
    let kind = ResourceKind(kind.into());
    let has = |flag| flags & flag != 0;
    match kind {
        ResourceKind::CBUFFER => return out.push_str("CBuffer"),
        ResourceKind::TBUFFER if !has(flag::UAV) => return out.push_str("TBuffer"),
        ResourceKind::SAMPLER if has(flag::COMPARES_OR_COUNTS) => {
            return out.push_str("SamplerComparisonState");
        }
        ResourceKind::SAMPLER => return out.push_str("SamplerState"),
        _ => {}
    }
    // The words in front of a resource that can be written to.
    let access = || {
        let words = [
            (has(flag::GLOBALLY_COHERENT), "globallycoherent "),
            (more_flags & REORDER_COHERENT != 0, "reordercoherent "),
            (true, if has(flag::RASTERIZER_ORDERED) { "ROV" } else { "RW" }),
        ];
        words.into_iter().filter(|(is, _)| has(flag::UAV) && *is).map(|(_, word)| word).collect::<String>()
    };
    match kind {
        ResourceKind::TEXTURE_1D
        | ResourceKind::TEXTURE_2D
        | ResourceKind::TEXTURE_2D_MS
        | ResourceKind::TEXTURE_3D
        | ResourceKind::TEXTURE_CUBE
        | ResourceKind::TEXTURE_1D_ARRAY
        | ResourceKind::TEXTURE_2D_ARRAY
        | ResourceKind::TEXTURE_2D_MS_ARRAY
        | ResourceKind::TEXTURE_CUBE_ARRAY
        | ResourceKind::TYPED_BUFFER => {
            let [ty, count, ..] = second.to_le_bytes();
            let count = if count > 1 { format!("{count}x") } else { String::new() };
            push(out, format_args!("{}{kind}<{count}{}>", access(), component(ty.into()).handle));
        }
        ResourceKind::RAW_BUFFER => push(out, format_args!("{}ByteAddressBuffer", access())),
        ResourceKind::STRUCTURED_BUFFER => {
            let counter = if has(flag::UAV) && has(flag::COMPARES_OR_COUNTS) { ", counter" } else { "" };
            push(out, format_args!("{}{kind}<stride={second}{counter}>", access()));
        }
        ResourceKind::RT_ACCELERATION_STRUCTURE => push(out, format_args!("{kind}")),
        ResourceKind::FEEDBACK_TEXTURE_2D | ResourceKind::FEEDBACK_TEXTURE_2D_ARRAY => {
            let records = usize::try_from(second).ok().and_then(|second| FEEDBACK.get(second));
            push(out, format_args!("{kind}<{}>", records.unwrap_or(&"<invalid sampler feedback type>")));
        }
        _ => out.push_str("<invalid resource properties>"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(words: [u32; 2]) -> String {
        let mut out = String::new();
        append_words(&mut out, words);
        out
    }

    #[test]
    fn properties_are_spelled() {
        for (words, expected) in [
            ([0x00d, 16], "CBuffer"),
            ([0x00f, 16], "TBuffer"),
            ([0x00e, 0], "SamplerState"),
            ([0x800e, 0], "SamplerComparisonState"),
            ([0x002, 0x0409], "Texture2D<4xF32>"),
            ([0x0_7002, 0x0105], "globallycoherent ROVTexture2D<U32>"),
            ([0x1_100a, 0x0105], "reordercoherent RWTypedBuffer<U32>"),
            ([0x900c, 8], "RWStructuredBuffer<stride=8, counter>"),
            ([0x000c, 8], "StructuredBuffer<stride=8>"),
            ([0x400b, 0], "ByteAddressBuffer"),
            ([0x0010, 0], "RTAccelerationStructure"),
            ([0x1011, 1], "FeedbackTexture2D<MipRegionUsed>"),
            ([0x1012, 2], "FeedbackTexture2DArray<<invalid sampler feedback type>>"),
            ([0x0001, 0x0011], "Texture1D<<invalid CompType>>"),
            ([0, 0], "<invalid resource properties>"),
            ([0xff, 0], "<invalid resource properties>"),
        ] {
            assert_eq!(text(words), expected, "{words:x?}");
        }
    }
}
