//! Resource definitions by hand and at random, for `parts.rs`.

use bstr::BString;
use dx_container::enums::*;
use dx_container::flags::*;
use dx_container::parts::rdef::{self, Extension, RdefBuf, Slots, TypeIndex};
use proptest::prelude::*;

/// A structure with an interface and an array of itself behind it, a default value, names in common.
pub fn resource_definitions(model: (u8, u8)) -> RdefBuf {
    let is_model_5 = model.0 >= 5;
    let name = |name: &str| is_model_5.then(|| BString::from(name));
    let ty = |class, kind, members: &[(&str, u32)]| rdef::Type {
        class,
        kind,
        rows: 1,
        columns: 4,
        elements: 0,
        members: members
            .iter()
            .map(|&(name, index)| rdef::Member { name: name.into(), kind: TypeIndex(index), offset: index })
            .collect(),
        members_unknown: vec![],
        sub_type: None,
        reserved: [0; 3],
        name: None,
        unknown: vec![],
    };
    let variable = |name: &str, index, default: Option<&[u8]>| rdef::Variable {
        name: name.into(),
        offset: 16,
        size: 4,
        flags: VariableFlags::USED,
        kind: TypeIndex(index),
        default: default.map(Into::into),
        slots: is_model_5.then_some(Slots::NONE),
        unknown: vec![],
    };
    let buffer = |name: Option<&str>, variables| rdef::ConstantBuffer {
        name: name.map(Into::into),
        variables,
        size: 32,
        flags: ConstantBufferFlags::USER_PACKED,
        kind: ConstantBufferType::CBUFFER,
        unknown: vec![],
    };
    let members = [("a", 3), ("b", 4)];
    let float = ty(VariableClass::VECTOR, VariableType::FLOAT, &[]);
    let mut types = vec![
        rdef::Type { name: name("S"), ..ty(VariableClass::STRUCT, VariableType::VOID, &members) },
        rdef::Type {
            elements: 2,
            name: name("S"),
            ..ty(VariableClass::STRUCT, VariableType::VOID, &members)
        },
        rdef::Type {
            name: name("I"),
            ..ty(VariableClass::INTERFACE_POINTER, VariableType::INTERFACE_POINTER, &[])
        },
        rdef::Type { name: name("float4"), ..float.clone() },
        rdef::Type { name: name("float4"), ..float },
    ];
    if is_model_5 {
        types[2].sub_type = Some(TypeIndex(5));
        types.push(rdef::Type {
            name: name("I"),
            ..ty(VariableClass::INTERFACE_CLASS, VariableType::VOID, &[])
        });
    }
    let value: Option<&[u8]> = Some(&[0, 0, 128, 63]);
    RdefBuf {
        stage: RdefStage::HULL,
        model,
        flags: CompileFlags::NO_PRESHADER,
        creator: "maker".into(),
        extension: is_model_5.then(|| Extension { interface_slots: 1, ..Extension::model_5(model.1) }),
        bindings: vec![rdef::Binding {
            name: "a".into(),
            kind: ShaderInputType::TEXTURE,
            return_type: ResourceReturnType::FLOAT,
            dimension: ResourceDimension::TEXTURE_2D,
            samples: u32::MAX,
            bind_point: 3,
            bind_count: 1,
            flags: ShaderInputFlags::TEXTURE_COMPONENT_0 | ShaderInputFlags::TEXTURE_COMPONENT_1,
            space: u32::from(model == (5, 1)),
            id: 0,
            unknown: vec![],
        }],
        constant_buffers: vec![
            buffer(Some("a"), vec![variable("x", 0, value), variable("y", 1, None), variable("z", 2, value)]),
            buffer(None, vec![]),
        ],
        types,
    }
}

/// Types refer only to later ones, and are in the order in which they are met: each takes up to three new ones,
/// the first perhaps as its sub-type, and perhaps the last there is.
pub fn any_rdef_part() -> impl Strategy<Value = RdefBuf> {
    let types = prop::collection::vec((0..4_usize, 0..9_u32, any::<bool>(), any::<bool>()), 1..20);
    let variables = prop::collection::vec((0..3_u32, prop::option::of(any::<[u8; 4]>())), 1..4);
    let models = prop::sample::select(vec![(4, 0), (4, 1), (5, 0), (5, 1)]);
    (models, types, variables, 0..3_u32, any::<u32>()).prop_map(|(model, kinds, variables, larger, word)| {
        let mut part = resource_definitions(model);
        let name = |number: u32| -> BString { ["a", "", "float4", "x"][number as usize % 4].into() };
        if let Some(extension) = &mut part.extension {
            extension.sizes.member += larger;
            extension.sizes.variable_type += larger;
            extension.unknown = vec![1; larger as usize];
        }
        let larger = if model.0 >= 5 { larger as usize } else { 0 };
        let buffer = &mut part.constant_buffers[0];
        let first = buffer.variables[0].clone();
        let mut known = 0;
        buffer.variables.clear();
        for (root, default) in variables {
            let root = root.min(known);
            known = known.max(root + 1);
            let default = default.map(Vec::from);
            buffer.variables.push(rdef::Variable {
                kind: TypeIndex(root),
                default,
                offset: word,
                ..first.clone()
            });
        }
        let base = part.types[0].clone();
        part.types.clear();
        let mut index = 0;
        while index < known {
            let (new, class, shares, points) =
                kinds.get(index as usize).copied().unwrap_or((0, 0, false, false));
            let sub_type = (model.0 >= 5 && points && new > 0).then_some(TypeIndex(known));
            let first = known + u32::from(sub_type.is_some());
            let mut members: Vec<u32> = (first..known + new as u32).collect();
            known += new as u32;
            members.extend(Some(known - 1).filter(|&last| shares && last > index));
            let unknown = vec![2; larger];
            part.types.push(rdef::Type {
                class: VariableClass(class),
                members_unknown: vec![3; larger * members.len()],
                members: members
                    .into_iter()
                    .map(|kind| rdef::Member { name: name(kind), kind: TypeIndex(kind), offset: word })
                    .collect(),
                sub_type,
                name: (model.0 >= 5 && points).then(|| name(index)),
                reserved: if model.0 >= 5 { [word; 3] } else { [0; 3] },
                unknown,
                ..base.clone()
            });
            index += 1;
        }
        part
    })
}
