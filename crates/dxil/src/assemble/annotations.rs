//! What is left of annotations of structures when DXC's assembler writes them anew: it reads them into types of its
//! own, which lose what says nothing. Separate because these are that program's ways, not the format's.
//!
//! Source: DirectXShaderCompiler, DxilMetadataHelper.cpp, DxilTypeSystem.cpp, DxilUtil.cpp.

use std::collections::HashMap;

use bstr::{BStr, ByteSlice as _};

use crate::shader::{PayloadAnnotations, StructAnnotation, TypeAnnotations};
use dxil_ir::{Type, TypeId, Types};

/// What the name of a structure may have before that of the HLSL type.
const PREFIXES: [&str; 2] = ["class.", "struct."];

/// Resources of HLSL that are called just like that, and those whose names have arguments behind them.
const RESOURCES: [&str; 3] = ["SamplerState", "SamplerComparisonState", "RaytracingAccelerationStructure"];
const TEMPLATES: [&str; 6] = [
    "AppendStructuredBuffer",
    "ConsumeStructuredBuffer",
    "ConstantBuffer",
    "TextureBuffer",
    "FeedbackTexture2D",
    "FeedbackTexture2DArray",
];

/// The same for those that there are for reading, for writing, and for writing in order.
const WRITABLE_RESOURCES: [&str; 1] = ["ByteAddressBuffer"];
const WRITABLE_TEMPLATES: [&str; 11] = [
    "Buffer",
    "StructuredBuffer",
    "Texture1D",
    "Texture1DArray",
    "Texture2D",
    "Texture2DArray",
    "Texture3D",
    "TextureCube",
    "TextureCubeArray",
    "Texture2DMS",
    "Texture2DMSArray",
];

/// What the names of types begin with that the device decides on.
const TARGET_TYPES: &str = "dx.types.LinAlgMatrix";

/// What a structure has besides data.
#[derive(Debug, Clone, Copy, Default)]
struct Contents {
    resources: bool,
    target_types: bool,
}

/// Drops annotations of structures without data: but for those that have resources, or types that the device decides
/// on.
pub(super) fn drop_empty(types: &Types, annotations: &mut Vec<TypeAnnotations>) {
    let mut known = HashMap::<TypeId, Contents>::new();
    for list in annotations.iter_mut() {
        let TypeAnnotations::Structs(structures) = list else { continue };
        structures.retain(|annotation| {
            let contents = contents(types, &known, annotation);
            known.insert(annotation.ty, contents);
            let has_fields = !annotation.fields.is_empty();
            has_fields && (annotation.size != 0 || contents.resources || contents.target_types)
        });
    }
    annotations.retain(|list| !matches!(list, TypeAnnotations::Structs(structures) if structures.is_empty()));
}

/// Leaves of each list of payload annotations the first, and puts those into one list.
pub(super) fn keep_first_payloads(annotations: &mut Vec<PayloadAnnotations>) {
    let mut firsts = Vec::new();
    annotations.retain_mut(|list| match list {
        PayloadAnnotations::Structs(structures) => {
            firsts.extend(structures.drain(..).take(1));
            false
        }
        PayloadAnnotations::Unknown { .. } => true,
    });
    if !firsts.is_empty() {
        annotations.insert(0, PayloadAnnotations::Structs(firsts));
    }
}

fn contents(types: &Types, known: &HashMap<TypeId, Contents>, annotation: &StructAnnotation) -> Contents {
    let mut contents = Contents::default();
    // Of a structure whose members nothing is said of, nobody asks what they are.
    for member in types.members(annotation.ty).unwrap_or_default().iter().take(annotation.fields.len()) {
        let mut ty = *member;
        ty = types.pointee(ty).unwrap_or(ty);
        if let Some(Type::Array(element, _)) = types.get(ty) {
            ty = *element;
        }
        let Some(structure) = types.named(ty) else { continue };
        let of_member = known.get(&ty).copied().unwrap_or_default();
        contents.resources |= of_member.resources || is_resource(structure.name.as_bstr());
        contents.target_types |= of_member.target_types || structure.name.starts_with_str(TARGET_TYPES);
    }
    contents
}

/// Whether a structure with this name is a resource of HLSL.
fn is_resource(name: &BStr) -> bool {
    let name =
        PREFIXES.iter().fold(&**name, |name, prefix| name.strip_prefix(prefix.as_bytes()).unwrap_or(name));
    let (name, has_arguments) = match name.split_once_str("<") {
        Some((name, _)) => (name, true),
        None => (name, false),
    };
    let among = |plain: &[&str], templates: &[&str], name: &[u8]| {
        let names = if has_arguments { templates } else { plain };
        names.iter().any(|known| known.as_bytes() == name)
    };
    let writable = ["RasterizerOrdered", "RW"]
        .iter()
        .fold(name, |name, prefix| name.strip_prefix(prefix.as_bytes()).unwrap_or(name));
    among(&RESOURCES, &TEMPLATES, name) || among(&WRITABLE_RESOURCES, &WRITABLE_TEMPLATES, writable)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resources_are_known_by_name() {
        let yes = [
            "SamplerState",
            "struct.SamplerComparisonState",
            "class.RWStructuredBuffer<unsigned int>",
            "class.RasterizerOrderedTexture2D<vector<float, 4> >",
            "ByteAddressBuffer",
            "struct.RWByteAddressBuffer",
            "class.FeedbackTexture2DArray<0>",
        ];
        assert_eq!(yes.map(|name| is_resource(name.into())), [true; 7]);
        let no = [
            "Texture2D",
            "RWSamplerState",
            "MyBuffer<int>",
            "ByteAddressBuffer<int>",
            "",
            "RWConstantBuffer<S>",
        ];
        assert_eq!(no.map(|name| is_resource(name.into())), [false; 6]);
    }
}
