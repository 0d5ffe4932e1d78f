//! Resource definitions by hand and at random, for `parts.rs`.

use bstr::BString;
use dx_container::enums::*;
use dx_container::flags::*;
use dx_container::parts::rdef::{self, Extension, RdefBuf, Slots, TypeIndex};
use dx_container::parts::{Owned, PartBuf as _};
use dx_container::reader::Payload;
use dx_container::{ContainerErrorKind, FourCc};
use located::Kind as _;
use proptest::prelude::*;
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    interfaces_lie_between_name_and_members,
    classes_in_a_circle_are_refused,
    base_classes_nest_as_deep_as_members,
    sharing_a_list_of_interfaces_is_bounded,
    the_number_of_types_is_bounded
];

/// A structure with an interface and an array of itself behind it, a default value, names in common.
pub(crate) fn resource_definitions(model: (u8, u8)) -> RdefBuf {
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
        base: None,
        interfaces: vec![],
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

/// Classes: one that implements two interfaces, one that inherits from its like, one that does both; a pointer
/// to one of the interfaces.
pub(crate) fn classes() -> RdefBuf {
    let mut part = resource_definitions((5, 0));
    let any = part.types[0].clone();
    let ty = |name: &str, class, base: Option<u32>, interfaces: &[u32], members: &[(&str, u32)]| rdef::Type {
        class,
        base: base.map(TypeIndex),
        interfaces: interfaces.iter().copied().map(TypeIndex).collect(),
        members: members
            .iter()
            .map(|&(name, index)| rdef::Member { name: name.into(), kind: TypeIndex(index), offset: 0 })
            .collect(),
        name: Some(name.into()),
        ..any.clone()
    };
    use VariableClass as Class;
    part.types = vec![
        rdef::Type { sub_type: Some(TypeIndex(4)), ..ty("I", Class::INTERFACE_POINTER, None, &[], &[]) },
        ty("C", Class::STRUCT, None, &[4, 5], &[("x", 6)]),
        ty("D", Class::STRUCT, Some(7), &[], &[("$super", 7), ("y", 6)]),
        ty("E", Class::STRUCT, Some(1), &[4, 5], &[("$super", 1)]),
        ty("I", Class::INTERFACE_CLASS, None, &[], &[]),
        ty("J", Class::INTERFACE_CLASS, None, &[], &[]),
        ty("float", Class::SCALAR, None, &[], &[]),
        ty("C", Class::STRUCT, None, &[4, 5], &[("x", 6)]),
    ];
    let variables = &mut part.constant_buffers[0].variables;
    let first = rdef::Variable { default: None, ..variables[0].clone() };
    *variables = (0..4).map(|index| rdef::Variable { kind: TypeIndex(index), ..first.clone() }).collect();
    part
}

/// The word at `at` of `bytes`.
fn word(bytes: &[u8], at: usize) -> usize {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize
}

/// FXC writes the list of interfaces behind the class's name, before its members; equal lists are one list.
fn interfaces_lie_between_name_and_members() {
    let bytes = classes().arrange(None).unwrap();
    let variables = word(&bytes, word(&bytes, 4) + 8);
    let [c, d, e] = [1, 2, 3].map(|nth| word(&bytes, variables + nth * 40 + 16));
    let (members, base, count, list, name) = (12, 20, 24, 28, 32);
    assert_eq!(word(&bytes, c + base), 0);
    assert_eq!(word(&bytes, c + count), 2);
    let j = word(&bytes, word(&bytes, c + list) + 4);
    let order = [c + name, j + name, c + list, c + members].map(|at| word(&bytes, at));
    assert!(order.is_sorted(), "{order:x?}: J is first needed in the list");
    assert_eq!(word(&bytes, c + list), j + 36);
    assert_eq!(word(&bytes, d + base), word(&bytes, word(&bytes, d + members) + 4), "as $super");
    assert_eq!((word(&bytes, d + count), word(&bytes, d + list)), (0, 0));
    assert_eq!(word(&bytes, e + base), c);
    assert_eq!(word(&bytes, e + list), word(&bytes, c + list));
}

/// A class in its own chain of base classes, an interface that implements the class: neither read nor written.
fn classes_in_a_circle_are_refused() {
    let good = classes();
    let bytes = good.arrange(None).unwrap();
    let read = |bytes: &[u8]| Owned::<RdefBuf>::read(Payload::new(FourCc::RDEF, bytes));
    let expect = |bytes: &[u8], code| assert_eq!(read(bytes).unwrap_err().kind().code(), code);
    let variables = word(&bytes, word(&bytes, 4) + 8);
    let c = word(&bytes, variables + 40 + 16);
    let patched = |at: usize, word: u32| {
        let mut bytes = bytes.clone();
        bytes[at..at + 4].copy_from_slice(&word.to_le_bytes());
        bytes
    };
    assert_eq!(read(&bytes).unwrap().meaning, good);
    expect(&patched(c + 20, c as u32), "part.value");
    expect(&patched(word(&bytes, c + 28), c as u32), "part.value");
    expect(&patched(c + 20, bytes.len() as u32), "part.truncated");
    expect(&patched(c + 20, u32::MAX), "part.reference");
    expect(&patched(c + 28, u32::MAX), "part.reference");
    expect(&patched(c + 24, u32::MAX), "part.truncated");

    let mut part = good.clone();
    part.types[1].base = Some(TypeIndex(3));
    assert!(part.arrange(None).is_err(), "C inherits from E, which inherits from C");
    let mut part = good.clone();
    part.types[4].interfaces = vec![TypeIndex(1)];
    assert!(part.arrange(None).is_err(), "the interface implements what implements it");
    let mut part = good;
    part.types[4].interfaces = vec![TypeIndex(99)];
    assert!(part.arrange(None).is_err(), "no such type");
}

/// A chain of base classes that is too long to go down is refused, not followed.
fn base_classes_nest_as_deep_as_members() {
    let chain = |depth: u32| {
        let mut part = classes();
        part.constant_buffers[0].variables.truncate(1);
        let class = rdef::Type { base: None, interfaces: vec![], members: vec![], ..part.types[1].clone() };
        part.types = (1..=depth)
            .map(|next| rdef::Type { base: (next < depth).then_some(TypeIndex(next)), ..class.clone() })
            .collect();
        part
    };
    assert!(chain(64).arrange(None).is_ok());
    assert!(chain(65).arrange(None).is_err());
}

/// Many classes that share one long list of interfaces stand for more than the part has bytes.
fn sharing_a_list_of_interfaces_is_bounded() {
    let share = |classes: u32, length: usize| {
        let mut part = self::classes();
        let class = rdef::Type { members: vec![], ..part.types[1].clone() };
        let variable = rdef::Variable { name: "x".into(), ..part.constant_buffers[0].variables[0].clone() };
        let variables =
            (0..classes).map(|index| rdef::Variable { kind: TypeIndex(index), ..variable.clone() });
        part.constant_buffers[0].variables = variables.collect();
        let interfaces = vec![TypeIndex(classes); length];
        part.types = vec![rdef::Type { interfaces, ..class.clone() }; classes as usize];
        part.types.push(rdef::Type { interfaces: vec![], ..class });
        let bytes = part.arrange(None).unwrap();
        let read = Owned::<RdefBuf>::read(Payload::new(FourCc::RDEF, &bytes));
        read.map(|read| assert_eq!(read.meaning, part)).map_err(|error| error.kind().code())
    };
    assert_eq!(share(100, 20), Ok(()));
    assert_eq!(share(100, 400), Err("part.sharing"));
}

/// A list of interfaces names many types where the part has room for few.
fn the_number_of_types_is_bounded() {
    let mut bytes = classes().arrange(None).unwrap();
    let variables = word(&bytes, word(&bytes, 4) + 8);
    let c = word(&bytes, variables + 40 + 16);
    let list = bytes.len() as u32;
    bytes[c + 24..c + 32].copy_from_slice(&[1000, list].map(u32::to_le_bytes).concat());
    bytes.extend((0..1000_u32).flat_map(u32::to_le_bytes));
    let error = Owned::<RdefBuf>::read(Payload::new(FourCc::RDEF, &bytes)).unwrap_err();
    assert!(matches!(error.kind(), ContainerErrorKind::Value { what: "number of types", .. }), "{error}");

    let mut part = classes();
    part.types.resize(65_537, part.types[0].clone());
    let error = part.arrange(None).unwrap_err();
    assert!(matches!(error.kind(), ContainerErrorKind::Value { what: "number of types", .. }), "{error}");
}

/// Types refer only to later ones, and are in the order in which they are met: each takes up to five new ones,
/// the first perhaps as its sub-type, the next as its base class, some as interfaces, and perhaps the last there
/// is.
pub(crate) fn any_rdef_part() -> impl Strategy<Value = RdefBuf> {
    let relations = (any::<bool>(), any::<bool>(), any::<bool>(), 0..3_usize);
    let types = prop::collection::vec((0..6_usize, 0..9_u32, relations), 1..20);
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
            let (new, class, (shares, points, derives, implements)) =
                kinds.get(index as usize).copied().unwrap_or_default();
            let mut new = (known..known + new as u32).map(TypeIndex);
            known += new.len() as u32;
            let has_name = model.0 >= 5;
            let sub_type = if has_name && points { new.next() } else { None };
            let base_class = if has_name && derives { new.next() } else { None };
            let mut interfaces: Vec<TypeIndex> =
                new.by_ref().take(if has_name { implements } else { 0 }).collect();
            let mut members: Vec<TypeIndex> = new.collect();
            let last = Some(TypeIndex(known - 1)).filter(|last| shares && last.0 > index);
            members.extend(last);
            interfaces.extend(interfaces.first().copied().filter(|_| implements > 1));
            let unknown = vec![2; larger];
            part.types.push(rdef::Type {
                class: VariableClass(class),
                members_unknown: vec![3; larger * members.len()],
                members: members
                    .into_iter()
                    .map(|kind| rdef::Member { name: name(kind.0), kind, offset: word })
                    .collect(),
                sub_type,
                base: base_class,
                interfaces,
                name: (has_name && points).then(|| name(index)),
                unknown,
                ..base.clone()
            });
            index += 1;
        }
        part
    })
}
