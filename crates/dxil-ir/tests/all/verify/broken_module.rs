//! Rules about types, attributes, constants, globals and metadata, each with modules that break it.

use bstr::BString;
use dxil_ir::attributes::{Attribute, Slot};
use dxil_ir::constants::{Constant, ConstantKind};
use dxil_ir::types::NamedStruct;
use dxil_ir::{
    Alignment, AttributeGroupId, AttributeKind, BinaryOp, CastOp, Comdat, ComdatId, ComdatSelection,
    ConstantId, Dialect, DllStorage, GlobalId, Linkage, MetadataId, Module, Type, TypeId,
};

use super::good::{Case, Good, argument, number};

/// What was added breaks the rule by being there.
fn made<T>(_: T) {}

fn of_main(good: &mut Good, slot: Slot, attribute: Attribute) {
    let list = good.attributes(slot, &[attribute]);
    good.module.globals[good.main].function_mut().unwrap().attributes = Some(list);
}

/// A modern module of nothing but an intrinsic that takes and gives a value of this type.
fn modern_intrinsic(good: &mut Good, name: &str, ty: TypeId) {
    let mut module = Module { dialect: Dialect::Modern, ..Module::default() };
    let ty = module.types.intern(good.module.types.get(ty).unwrap().clone());
    let function = module.types.function(ty, &[ty]);
    module.declare_function(name, function);
    good.module = module;
}

pub(crate) const MODULE: &[Case] = &[("module.data-layout", |good| {
    let data_layout = "e-m:e-wobble-p:32:32".into();
    good.module = Module { dialect: Dialect::Modern, data_layout, ..Module::default() };
})];

pub(crate) const TYPES: &[Case] = &[
    ("type.missing", |good| made(good.ty(Type::Pointer(Some(TypeId::from_u32(999)).into(), 0)))),
    ("type.missing", |good| good.module.globals[good.variable].ty = TypeId::from_u32(999)),
    ("dialect", |good| made(good.ty(Type::Pointer(None.into(), 0)))),
    ("type.integer-width", |good| made(good.ty(Type::Integer(0)))),
    ("type.integer-width", |good| made(good.ty(Type::Integer(1 << 23)))),
    ("type.float-kind", |good| made(good.ty(Type::OtherFloat(99)))),
    ("type.element", |good| made(good.ty(Type::Array(good.void, 2)))),
    ("type.element", |good| made(good.ty(Type::Pointer(Some(good.void).into(), 0)))),
    ("type.element", |good| made(good.ty(Type::Vector(good.structure, 2)))),
    ("type.element", |good| {
        let function = good.module.globals[good.main].value_type;
        made(good.module.types.literal(&[function]));
    }),
    ("type.vector-length", |good| made(good.ty(Type::Vector(good.i32, 0)))),
    ("type.function", |good| made(good.module.types.function(good.i32, &[good.void]))),
    ("type.function", |good| made(good.module.types.function(good.metadata, &[]))),
    ("type.circle", |good| {
        let ty = good.module.types.add_named(NamedStruct {
            name: "itself".into(),
            members: None,
            is_packed: false,
        });
        let inner = good.module.types.array(ty, 2);
        good.module.types.named_mut(ty).unwrap().members = Some([inner].into());
    }),
    ("type.circle", |good| {
        let own = TypeId::from_u32(good.module.types.len() as u32);
        made(good.ty(Type::Pointer(Some(own).into(), 0)));
    }),
    ("attribute.missing", |good| {
        made(good.module.attributes.intern_list([AttributeGroupId::from_u32(99)].into()));
    }),
    ("dialect", |good| {
        made(good.attributes(Slot::Function, &[Attribute::Flag(AttributeKind::WillReturn)]));
    }),
    ("attribute.form", |good| {
        made(good.attributes(Slot::Function, &[Attribute::Number(AttributeKind::NoReturn, 1)]));
    }),
    ("attribute.form", |good| {
        made(good.attributes(Slot::Parameter(0), &[Attribute::Number(AttributeKind::Alignment, 3)]));
    }),
    ("attribute.place", |good| {
        made(good.attributes(Slot::Parameter(0), &[Attribute::Flag(AttributeKind::NoReturn)]));
    }),
    ("attribute.place", |good| {
        of_main(good, Slot::Function, Attribute::Flag(AttributeKind::Builtin));
    }),
    ("attribute.conflict", |good| {
        let both = [AttributeKind::ZExt, AttributeKind::SExt].map(Attribute::Flag);
        made(good.attributes(Slot::Parameter(0), &both));
    }),
    ("attribute.conflict", |good| {
        made(good.attributes(Slot::Function, &[Attribute::Flag(AttributeKind::OptimizeNone)]));
    }),
    ("attribute.type", |good| {
        of_main(good, Slot::Parameter(1), Attribute::Flag(AttributeKind::ZExt));
    }),
    ("attribute.type", |good| of_main(good, Slot::Return, Attribute::Flag(AttributeKind::NoAlias))),
    ("attribute.parameter", |good| {
        of_main(good, Slot::Parameter(9), Attribute::Flag(AttributeKind::NoAlias));
    }),
];

pub(crate) const CONSTANTS: &[Case] = &[
    ("value.missing", |good| made(good.array(&[ConstantId::from_u32(999).into(); 2]))),
    ("constant.type", |good| made(good.constant(good.void, ConstantKind::Null))),
    ("constant.type", |good| made(good.constant(good.float, ConstantKind::Integer(1)))),
    ("constant.type", |good| made(good.constant(good.i32, ConstantKind::Float(1)))),
    ("constant.type", |good| made(good.constant(good.i32, ConstantKind::Data([1].into())))),
    ("constant.range", |good| made(good.constant(good.i8, ConstantKind::Integer(256)))),
    ("constant.range", |good| made(good.constant(good.float, ConstantKind::Float(1 << 32)))),
    ("constant.length", |good| {
        let one = good.int(1);
        made(good.array(&[one]));
    }),
    ("constant.length", |good| {
        let ty = good.module.types.array(good.i8, 2);
        made(good.constant(ty, ConstantKind::Bytes(BString::from("abc"))));
    }),
    ("constant.member", |good| {
        let (one, other) = (good.int(1), good.module.int(good.i8, 1));
        made(good.array(&[one, other]));
    }),
    ("constant.operand", |good| made(good.array(&[argument(0); 2]))),
    ("constant.circle", |good| {
        let own = ConstantId::from_u32(good.module.constants.len() as u32);
        let kind = ConstantKind::Cast(CastOp::Bitcast, own.into());
        assert_eq!(good.module.constants.intern(Constant { ty: good.pointer, kind }), own);
    }),
    ("constant.block-address", |good| {
        let ty = good.module.types.pointer(good.i8, 0);
        made(good.constant(ty, ConstantKind::BlockAddress(good.main.into(), dxil_ir::BlockId::from_u32(0))));
    }),
    ("operand.type", |good| {
        let operands = [good.int(1), good.module.int(good.i64, 1)];
        made(good.constant(
            good.i32,
            ConstantKind::Binary { op: BinaryOp::Add, flags: dxil_ir::Flags::NONE, operands },
        ));
    }),
    ("operand.count", |good| {
        let (flags, in_range) = (dxil_ir::Flags::NONE, None);
        let operands = [].into();
        let kind = ConstantKind::ElementPointer { flags, in_range, source: good.i32, operands };
        made(good.constant(good.pointer, kind));
    }),
    ("result.type", |good| {
        let operands = [good.int(1), good.int(2)];
        let kind = ConstantKind::Binary { op: BinaryOp::Add, flags: dxil_ir::Flags::NONE, operands };
        made(good.constant(good.i64, kind));
    }),
    ("operation.cast", |good| {
        let one = good.int(1);
        made(good.constant(good.i64, ConstantKind::Cast(CastOp::Trunc, one)));
    }),
    ("intrinsic.use", |good| {
        let ty = good.module.types.pointer(good.i8, 0);
        made(good.constant(ty, ConstantKind::Cast(CastOp::Bitcast, good.declare.into())));
    }),
];

pub(crate) const GLOBALS: &[Case] = &[
    ("global.name", |good| good.module.globals[good.variable].name = "main".into()),
    ("global.type", |good| good.module.globals[good.main].ty = good.pointer),
    ("global.type", |good| good.module.globals[good.variable].ty = good.i32),
    ("memory.alignment", |good| {
        good.module.globals[good.variable].alignment = Alignment::bytes(1 << 40);
    }),
    ("global.linkage", |good| good.module.globals[good.helper].linkage = Linkage::Internal),
    ("global.linkage", |good| good.module.globals[good.main].linkage = Linkage::Common),
    ("global.linkage", |good| good.module.globals[good.variable].dll_storage = DllStorage::Import),
    ("global.special", |good| good.module.globals[good.variable].name = "llvm.used".into()),
    ("global.special", |good| good.module.globals[good.variable].name = "llvm.global_ctors".into()),
    ("global.comdat", |good| good.module.globals[good.variable].comdat = Some(ComdatId::from_u32(9))),
    ("global.comdat", |good| {
        let comdat = Comdat { name: "variable".into(), selection: ComdatSelection::Any };
        good.module.comdats.push(comdat);
        good.module.globals[good.variable].linkage = Linkage::Private;
    }),
    ("global.comdat", |good| {
        for selection in [ComdatSelection::Any, ComdatSelection::Largest] {
            good.module.comdats.push(Comdat { name: "both".into(), selection });
        }
    }),
    ("global.comdat", |good| {
        let comdat = Comdat { name: "variable".into(), selection: ComdatSelection::Any };
        let comdat = good.module.comdats.push(comdat);
        good.module.globals[good.helper].comdat = Some(comdat);
    }),
    ("global.initializer", |good| {
        let other = good.module.int(good.i8, 1);
        made(good.module.add_variable("other", good.i32, 0, Some(other)));
    }),
    ("global.initializer", |good| good.module.globals[good.variable].linkage = Linkage::Common),
    ("global.alias", |good| {
        let ty = good.module.globals[good.helper].ty;
        let id = good.alias("alias", good.helper.into(), ty);
        good.module.globals[id].value_type = good.module.globals[good.helper].value_type;
    }),
    ("global.alias", |good| {
        let own = GlobalId::from_u32(good.module.globals.len() as u32);
        good.alias("alias", own.into(), good.pointer);
    }),
    ("global.alias", |good| {
        let ty = good.module.types.pointer(good.i8, 0);
        let id = good.alias("alias", good.variable.into(), ty);
        good.module.globals[id].value_type = good.i8;
    }),
    ("function.convention", |good| {
        let ty = Type::Function { result: good.void, parameters: [].into(), is_variadic: true };
        let ty = good.module.types.intern(ty);
        let function = good.module.declare_function("variadic", ty);
        good.module.globals[function].function_mut().unwrap().calling_convention = 8;
    }),
    ("function.data", |good| {
        let function = good.module.globals[good.helper].function_mut().unwrap();
        function.personality = Some(good.main.into());
    }),
    ("intrinsic.body", |good| good.module.globals[good.main].name = "llvm.main".into()),
    ("intrinsic.signature", |good| modern_intrinsic(good, "llvm.sqrt.f16", good.float)),
    ("intrinsic.signature", |good| modern_intrinsic(good, "llvm.sqrt.i32", good.i32)),
    ("metadata.operand", |good| {
        let ty = good.module.types.function(good.void, &[good.metadata]);
        made(good.module.declare_function("takes.metadata", ty));
    }),
];

pub(crate) const METADATA: &[Case] = &[
    ("metadata.missing", |good| {
        made(good.module.metadata.add_tuple(false, [Some(MetadataId::from_u32(999))]));
    }),
    ("metadata.missing", |good| made(good.node("DIFile", &[u64::MAX, 0]))),
    ("metadata.missing", |good| good.module.add_named_metadata("list", &[MetadataId::from_u32(999)])),
    ("metadata.value", |good| {
        let one = good.int(1);
        made(good.module.metadata.add_value(good.i64, one));
    }),
    ("metadata.value", |good| made(good.module.metadata.add_value(good.i32, argument(0)))),
    ("debug.form", |good| made(good.module.metadata.add_node(99, false, &[]))),
    ("debug.form", |good| made(good.node("DIFile", &[0]))),
    ("debug.operand", |good| made(good.node("DILexicalBlock", &[0, number(good.file), 1, 1]))),
    ("debug.operand", |good| made(good.node("DILexicalBlock", &[number(good.file), 0, 1, 1]))),
    ("debug.operand", |good| {
        let list = number(good.module.tuple(&[Some(good.file)]));
        made(good.node("DISubroutineType", &[0, list]));
    }),
    ("debug.tag", |good| made(good.node("DIBasicType", &[1, 0, 32, 32, 5]))),
    ("debug.field", |good| made(good.node("DILexicalBlock", &[number(good.subprogram), 0, 0, 3]))),
    ("debug.field", |good| made(good.node("DIExpression", &[0x9d, 0, 32, 6]))),
    ("debug.field", |good| made(good.node("DISubrange", &[u64::MAX - 1, 0]))),
    ("debug.field", |good| {
        let file = number(good.node("DIFile", &[0, 0]));
        made(good.node("DICompileUnit", &[4, file, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
    }),
    ("debug.type-reference", |good| {
        let name = number(good.module.metadata_string("nowhere"));
        made(good.node("DIDerivedType", &[0x16, 0, 0, 1, 0, name, 32, 32, 0, 0, 0]));
    }),
    ("debug.circle", |good| {
        let own = MetadataId::from_u32(good.module.metadata.len() as u32);
        made(good.node("DILexicalBlock", &[number(own), number(good.file), 1, 1]));
    }),
    ("metadata.named", |good| {
        let string = good.module.metadata_string("text");
        good.module.add_named_metadata("list", &[string]);
    }),
    ("metadata.named", |good| good.module.add_named_metadata("llvm.dbg.cu", &[good.file])),
    ("metadata.named", |good| {
        let again = good.module.named_metadata[0].clone();
        good.module.named_metadata.push(again);
    }),
    ("metadata.named", |good| good.module.add_named_metadata("llvm.ident", &[good.file])),
    ("metadata.module-flag", |good| {
        let list = good.module.tuple(&[None]);
        good.module.add_named_metadata("llvm.module.flags", &[list]);
    }),
    ("metadata.module-flag", |good| {
        let (behaviour, value) = (good.int(1), good.int(2));
        let behaviour = good.module.value_as_metadata(behaviour);
        let value = good.module.value_as_metadata(value);
        let name = good.module.metadata_string("flag");
        let first = good.module.tuple(&[Some(behaviour), Some(name), Some(value)]);
        let second = good.module.tuple(&[Some(behaviour), Some(name), Some(behaviour)]);
        good.module.add_named_metadata("llvm.module.flags", &[first, second]);
    }),
];
