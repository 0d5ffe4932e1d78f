//! What a handle is said to be of, behind the call that says it. Separate because each kind of resource has other
//! words.

use dx_container::enums::{ResourceClass, ResourceKind};
use dx_container::names::NamedValue as _;
use dxil::shader::HandleProperties;
use dxil_ir::{Module, Value, ValueKind};

use super::component::component;
use super::formatted::push;

/// Appends the properties that a constant holds. What is no constant is passed over.
pub(super) fn append(out: &mut String, module: &Module, properties: Value) {
    if matches!(properties.kind(), ValueKind::Constant(_)) {
        out.push_str("  resource: ");
        append_properties(out, HandleProperties::of(module, properties).unwrap_or_default());
    }
}

fn append_properties(out: &mut String, properties: HandleProperties) {
    let (kind, class) = (properties.kind(), properties.class());
    match (kind, class) {
        (ResourceKind::CBUFFER, _) => out.push_str("CBuffer"),
        (ResourceKind::TBUFFER, ResourceClass::SRV) => out.push_str("TBuffer"),
        (ResourceKind::SAMPLER, _) if properties.is_comparison() => out.push_str("SamplerComparisonState"),
        (ResourceKind::SAMPLER, _) => out.push_str("SamplerState"),
        (
            ResourceKind::TEXTURE_1D
            | ResourceKind::TEXTURE_2D
            | ResourceKind::TEXTURE_2D_MS
            | ResourceKind::TEXTURE_3D
            | ResourceKind::TEXTURE_CUBE
            | ResourceKind::TEXTURE_1D_ARRAY
            | ResourceKind::TEXTURE_2D_ARRAY
            | ResourceKind::TEXTURE_2D_MS_ARRAY
            | ResourceKind::TEXTURE_CUBE_ARRAY
            | ResourceKind::TYPED_BUFFER,
            _,
        ) => {
            append_access(out, properties);
            push(out, format_args!("{kind}<"));
            if properties.components() > 1 {
                push(out, format_args!("{}x", properties.components()));
            }
            push(out, format_args!("{}>", component(properties.element_type()).handle));
        }
        (ResourceKind::RAW_BUFFER, _) => {
            append_access(out, properties);
            out.push_str("ByteAddressBuffer");
        }
        (ResourceKind::STRUCTURED_BUFFER, _) => {
            append_access(out, properties);
            let has_counter = class == ResourceClass::UAV && properties.has_counter();
            let counter = if has_counter { ", counter" } else { "" };
            push(out, format_args!("{kind}<stride={}{counter}>", properties.stride()));
        }
        (ResourceKind::RT_ACCELERATION_STRUCTURE, _) => push(out, format_args!("{kind}")),
        (ResourceKind::FEEDBACK_TEXTURE_2D | ResourceKind::FEEDBACK_TEXTURE_2D_ARRAY, _) => {
            let records = properties.sampler_feedback().name();
            push(out, format_args!("{kind}<{}>", records.unwrap_or("<invalid sampler feedback type>")));
        }
        _ => out.push_str("<invalid resource properties>"),
    }
}

/// Appends the words in front of a resource that can be written to.
fn append_access(out: &mut String, properties: HandleProperties) {
    if properties.class() != ResourceClass::UAV {
        return;
    }
    if properties.is_globally_coherent() {
        out.push_str("globallycoherent ");
    }
    if properties.is_reorder_coherent() {
        out.push_str("reordercoherent ");
    }
    out.push_str(if properties.is_rasterizer_ordered() { "ROV" } else { "RW" });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(words: [u32; 2]) -> String {
        let mut out = String::new();
        append_properties(&mut out, HandleProperties { words });
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
