//! What is brought from another module, and modules without what nothing refers to.

use dxil_ir::attributes::{Attribute, Slot};
use dxil_ir::builder::{Build as _, BuildControlFlow as _, FunctionBuilder};
use dxil_ir::constants::ConstantKind;
use dxil_ir::edit::{ImportError, Importer, compaction};
use dxil_ir::globals::{Alias, GlobalKind};
use dxil_ir::metadata::{Metadata, NODES, NodeRow};
use dxil_ir::types::NamedStruct;
use dxil_ir::{
    Alignment, AttributeKind, AttributeListId, BinaryOp, ConstantId, Dialect, GlobalId, Linkage, MetadataId,
    Module, Op, ThreadLocal, Type, TypeId, Value, ValueKind, bitcode,
};
use testkit::modules::some_modules;
use testkit::{Test, note, tests};

use super::valid;
use crate::verify::good::{Good, number};

pub(crate) const TESTS: &[Test] = tests![
    structures_are_merged_by_structure,
    globals_are_merged_by_name,
    what_is_local_comes_along_under_another_name,
    conflicts_are_refused,
    debug_information_comes_once,
    aliases_come_with_what_they_stand_for,
    kinds_of_metadata_are_told_by_name,
    whole_modules_can_be_brought,
    compaction_keeps_what_is_referred_to,
    real_modules_lose_nothing_by_compaction,
    globals_that_only_use_each_other_are_unused,
    attached_metadata_keeps_its_globals,
    a_refused_definition_leaves_nothing_behind,
    blocks_are_those_of_the_function_that_is_meant,
    compile_units_are_listed_once,
    functions_with_branches_bring_the_label_type,
    ids_that_are_not_there_take_no_room,
];

/// A function `name` that loads from `%S`, adds a constant, calls `callee` and `hidden`, and uses the variable `table`.
fn library(name: &str, members: fn(&mut Module) -> Vec<TypeId>) -> (Module, GlobalId) {
    let mut module = Module::dxil();
    let (i32, void) = (module.types.int(32), module.types.void());
    let members = members(&mut module);
    let structure = module.types.structure("S", &members);
    let pointer = module.types.pointer(structure, 0);
    let ty = module.types.function(void, &[]);
    let hidden = module.define_function("hidden", ty);
    module.globals[hidden].linkage = Linkage::Internal;
    FunctionBuilder::new(&mut module, hidden).unwrap().ret(None);
    let callee = module.types.function(i32, &[i32]);
    let callee = module.declare_function("callee", callee);
    let five = module.int(i32, 5);
    let table = module.add_variable("table", i32, 0, Some(five));
    module.globals[table].linkage = Linkage::Internal;
    let ty = module.types.function(i32, &[pointer]);
    let function = module.define_function(name, ty);
    let mut b = FunctionBuilder::new(&mut module, function).unwrap();
    let (zero, argument) = (b.int(i32, 0), b.argument(0));
    let address = b.element_pointer(true, structure, argument, &[zero, zero]).unwrap();
    let loaded = b.load(i32, address, Alignment::bytes(4));
    let known = b.load(i32, table.into(), Alignment::bytes(4));
    let sum = b.binary(BinaryOp::Add, loaded, known);
    let given = b.call(callee, &[sum]).unwrap();
    b.call(hidden, &[]).unwrap();
    b.ret(Some(given));
    drop(b);
    valid(&module);
    (module, function)
}

fn ints(module: &mut Module) -> Vec<TypeId> {
    vec![module.types.int(32); 2]
}

fn structures(module: &Module) -> Vec<String> {
    let named = module.types.iter().filter_map(|(id, _)| module.types.named(id));
    named.map(|structure| structure.name.to_string()).collect()
}

fn structures_are_merged_by_structure() {
    let (mut into, _) = library("own", ints);
    let (same, function) = library("same", ints);
    Importer::new(&same).define(&mut into, function).unwrap();
    assert_eq!(structures(&into), ["S"]);
    // One that is another has another name; its members are its own.
    let (other, function) = library("other", |module| {
        let (i32, float) = (module.types.int(32), module.types.float());
        let inner = module.types.structure("Inner", &[float]);
        vec![i32, inner]
    });
    Importer::new(&other).define(&mut into, function).unwrap();
    let mut names = structures(&into);
    names.sort();
    assert_eq!(names, ["Inner", "S", "S.0"]);
    valid(&into);
    // One that leads back to itself.
    let list = |module: &mut Module| {
        let i32 = module.types.int(32);
        let node =
            module.types.add_named(NamedStruct { name: "Node".into(), members: None, is_packed: false });
        let next = module.types.pointer(node, 0);
        module.types.named_mut(node).unwrap().members = Some([i32, next].into());
        vec![i32, node]
    };
    let (list_one, function) = library("list", list);
    let mut into = library("own", list).0;
    Importer::new(&list_one).define(&mut into, function).unwrap();
    let mut names = structures(&into);
    names.sort();
    assert_eq!(names, ["Node", "S"]);
    valid(&into);
    assert_eq!(into.difference(&bitcode::read(&bitcode::write(&into).unwrap(), 0).unwrap()), None);
}

fn globals_are_merged_by_name() {
    let (mut into, _) = library("own", ints);
    let (from, function) = library("brought", ints);
    let before = into.globals.len();
    let mut importer = Importer::new(&from);
    let partner = importer.declare(&mut into, function).unwrap();
    assert_eq!(importer.declare(&mut into, function), Ok(partner));
    assert!(into.globals[partner].body().is_none());
    valid(&into);
    assert_eq!(importer.define(&mut into, function), Ok(partner));
    assert_eq!(importer.define(&mut into, function), Ok(partner));
    // `callee` is the one that was there; `hidden` and `table` are others.
    assert_eq!(into.globals.len(), before + 3);
    let callee = from.global_named("callee".into()).unwrap();
    assert_eq!(importer.global(callee), into.global_named("callee".into()));
    valid(&into);
    // What was declared is defined by whoever has it.
    let (mut third, own) = (Module::dxil(), "callee");
    let i32 = third.types.int(32);
    let ty = third.types.function(i32, &[i32]);
    let defined = third.define_function(own, ty);
    let mut b = FunctionBuilder::new(&mut third, defined).unwrap();
    b.ret(Some(b.argument(0)));
    drop(b);
    let mut importer = Importer::new(&third);
    let callee = importer.define(&mut into, defined).unwrap();
    assert_eq!(Some(callee), into.global_named("callee".into()));
    assert!(into.globals[callee].body().is_some());
    valid(&into);
}

fn what_is_local_comes_along_under_another_name() {
    let (mut into, _) = library("own", ints);
    let (from, function) = library("brought", ints);
    let mut importer = Importer::new(&from);
    importer.define(&mut into, function).unwrap();
    for name in ["hidden", "table"] {
        let old = from.global_named(name.into()).unwrap();
        let new = &into.globals[importer.global(old).unwrap()];
        assert!(new.name.starts_with(name.as_bytes()) && new.name != name, "{}", new.name);
        assert_eq!(new.linkage, Linkage::Internal);
        assert!(new.body().is_some() || new.variable().unwrap().initializer.is_some());
    }
    // A local one gives way to one that others see.
    let mut visible = Module::dxil();
    let void = visible.types.void();
    let ty = visible.types.function(void, &[]);
    let shown = visible.define_function("hidden", ty);
    FunctionBuilder::new(&mut visible, shown).unwrap().ret(None);
    let partner = Importer::new(&visible).define(&mut into, shown).unwrap();
    assert_eq!(into.globals[partner].name, "hidden");
    valid(&into);
}

fn conflicts_are_refused() {
    let (mut into, own) = library("own", ints);
    let (from, function) = library("own", ints);
    let mut importer = Importer::new(&from);
    assert_eq!(importer.define(&mut into, function), Err(ImportError::Defined { name: "own".into() }));
    let callee = from.global_named("callee".into()).unwrap();
    assert_eq!(importer.define(&mut into, callee), Err(ImportError::NotDefined { name: "callee".into() }));
    let missing = GlobalId::from_u32(99);
    assert_eq!(importer.declare(&mut into, missing), Err(ImportError::Missing { what: "a global" }));
    let mut other = Module::dxil();
    let float = other.types.float();
    let ty = other.types.function(float, &[]);
    let of_type = other.declare_function("callee", ty);
    let of_kind = other.add_variable("own", float, 0, None);
    let mut importer = Importer::new(&other);
    for (id, what) in [(of_type, "a global of another type"), (of_kind, "a global of another kind")] {
        let name = other.globals[id].name.clone();
        assert_eq!(importer.declare(&mut into, id), Err(ImportError::Conflict { name, what }));
    }
    other.dialect = Dialect::Modern;
    assert_eq!(Importer::new(&other).declare(&mut into, of_type), Err(ImportError::Dialect));
    valid(&into);
    assert!(into.globals[own].body().is_some());
}

/// Functions of one module with debug information, and their compile units.
fn debug_information_comes_once() {
    let good = Good::new();
    let mut into = Module::dxil();
    let mut importer = Importer::new(&good.module);
    let partner = importer.define(&mut into, good.main).unwrap();
    valid(&into);
    let subprogram = importer.import_metadata(&mut into, good.subprogram).unwrap();
    assert_eq!(importer.import_metadata(&mut into, good.subprogram), Some(subprogram));
    let before = into.metadata.len();
    let again = importer.import_metadata(&mut into, good.local).unwrap();
    assert_eq!((into.metadata.len(), importer.import_metadata(&mut into, good.local)), (before, Some(again)));
    let body = into.globals[partner].body().unwrap();
    assert!(body.in_order().any(|(.., data)| data.location.is_some()));
    assert_eq!(body.instructions.len(), good.module.globals[good.main].body().unwrap().instructions.len());
    assert_eq!(into.difference(&bitcode::read(&bitcode::write(&into).unwrap(), 0).unwrap()), None);
}

fn aliases_come_with_what_they_stand_for() {
    let (mut from, function) = library("target", ints);
    let mut alias = from.globals[function].clone();
    alias.name = "other.name".into();
    alias.kind = GlobalKind::Alias(Alias { aliasee: function.into(), thread_local: ThreadLocal::Not });
    let alias = from.globals.push(alias);
    valid(&from);
    let mut into = Module::dxil();
    let mut importer = Importer::new(&from);
    let partner = importer.declare(&mut into, alias).unwrap();
    assert_eq!(into.globals[partner].aliasee(), importer.global(function).map(Value::from));
    assert!(into.globals[importer.global(function).unwrap()].body().is_some());
    valid(&into);
}

fn kinds_of_metadata_are_told_by_name() {
    let (mut from, function) = library("f", ints);
    let node = from.tuple(&[]);
    let ids: Vec<_> = from.globals[function].body().unwrap().in_order().map(|(_, id, _)| id).collect();
    let kind = from.metadata_kind("their.kind");
    from.globals[function].body_mut().unwrap().attachments.push((ids[0], kind, node));
    from.add_function_attribute(function, Slot::Function, Attribute::Flag(AttributeKind::NoUnwind)).unwrap();
    let mut into = Module::dxil();
    into.metadata_kind("our.kind");
    let partner = Importer::new(&from).define(&mut into, function).unwrap();
    let known = into.metadata_kind("their.kind");
    assert_ne!(known, kind);
    assert_eq!(into.globals[partner].body().unwrap().attachments[0].1, known);
    assert!(into.globals[partner].function().unwrap().attributes.is_some());
    valid(&into);
}

/// All globals of real modules, brought to an empty one, are what they were.
fn whole_modules_can_be_brought() {
    let mut count = 0;
    some_modules(80, 60_000, |stored| {
        let from = bitcode::read(stored.bitcode, stored.offset).unwrap();
        let mut into = Module {
            triple: from.triple.clone(),
            data_layout: from.data_layout.clone(),
            metadata_kinds: from.metadata_kinds.clone(),
            ..Module::default()
        };
        into.types.intern(Type::Metadata);
        let mut importer = Importer::new(&from);
        let what = stored.path.display();
        for id in from.globals.keys() {
            importer.declare(&mut into, id).unwrap_or_else(|error| panic!("{what}: {error}"));
        }
        for (id, global) in from.globals.iter() {
            let is_defined =
                global.body().is_some() || global.variable().is_some_and(|it| it.initializer.is_some());
            if is_defined {
                importer.define(&mut into, id).unwrap_or_else(|error| panic!("{what}: {error}"));
            }
        }
        into.named_metadata.clear();
        for named in &from.named_metadata {
            importer.import_named_metadata(&mut into, named.name.as_ref());
            if named.operands.is_empty() {
                into.add_named_metadata(&named.name.to_string(), &[]);
            }
        }
        valid(&into);
        let difference = from.difference(&into);
        assert!(difference.is_none(), "{what}: {difference:?}");
        count += 1;
    })
    .without_filter();
    assert!(count >= 10, "{count}");
}

fn compaction_keeps_what_is_referred_to() {
    let (mut module, function) = library("f", ints);
    let i64 = module.types.int(64);
    let unused = module.int(i64, 99);
    let node = module.value_as_metadata(unused);
    let five = {
        let i32 = module.types.int(32);
        module.int(i32, 5)
    };
    let kept = module.value_as_metadata(five);
    let list = module.tuple(&[Some(kept)]);
    module.add_named_metadata("list", &[list]);
    let before = module.clone();
    let compacted = compaction::compacted(&module).unwrap();
    assert_eq!(before.difference(&compacted.module), None);
    let (dxil_ir::ValueKind::Constant(unused), dxil_ir::ValueKind::Constant(five)) =
        (unused.kind(), five.kind())
    else {
        panic!()
    };
    assert_eq!((compacted.ty(i64), compacted.constant(unused), compacted.metadata(node)), (None, None, None));
    let five = compacted.constant(five).unwrap();
    let five = compacted.module.constants.get(five).unwrap();
    assert_eq!(five.kind, ConstantKind::Integer(5));
    assert!(compacted.metadata(list).is_some());
    assert_eq!(compacted.module.globals.len(), module.globals.len());
    let of_function = compacted.functions.get(function).unwrap().as_ref().unwrap();
    assert_eq!(of_function.blocks.values().count(), 1);
    // What a module does not have cannot come along.
    let body = module.globals[function].body_mut().unwrap();
    let last = body.in_order().last().unwrap().1;
    body.instructions[last].op = Op::Return(Some(Value::new(dxil_ir::ValueKind::Forward(1))));
    assert!(compaction::compacted(&module).is_err());
}

/// Written in LLVM's own order, a module without holes is the same bytes.
fn real_modules_lose_nothing_by_compaction() {
    let (mut count, mut smaller) = (0, 0);
    some_modules(120, 60_000, |stored| {
        let mut module = bitcode::read(stored.bitcode, stored.offset).unwrap();
        let what = stored.path.display();
        let compacted =
            compaction::compacted(&module).unwrap_or_else(|error| panic!("{what}: {error}")).module;
        valid(&compacted);
        let difference = module.difference(&compacted);
        assert!(difference.is_none(), "{what}: {difference:?}");
        module.forget_encoding();
        let (one, other) = (bitcode::write(&module).unwrap(), bitcode::write(&compacted).unwrap());
        assert!(other.len() <= one.len(), "{what}: {} bytes instead of {}", other.len(), one.len());
        smaller += usize::from(other.len() < one.len());
        let again = compaction::compacted(&compacted).unwrap().module;
        assert_eq!(bitcode::write(&again).unwrap(), other, "{what}");
        count += 1;
    })
    .without_filter();
    note!("{count} modules, {smaller} of them smaller");
    assert!(count >= 10, "{count}");
}

fn globals_that_only_use_each_other_are_unused() {
    let mut module = Module::dxil();
    let void = module.types.void();
    let ty = module.types.function(void, &[]);
    let functions = ["main", "one", "other", "used"].map(|name| module.define_function(name, ty));
    for (function, callee) in [(0, 3), (1, 2), (2, 1), (3, 3)] {
        let mut b = FunctionBuilder::new(&mut module, functions[function]).unwrap();
        b.call(functions[callee], &[]).unwrap();
        b.ret(None);
    }
    assert_eq!(module.remove_unused_globals(|id| id != functions[0]), 2);
    let names: Vec<_> = module.globals.values().map(|global| global.name.to_string()).collect();
    assert_eq!(names, ["main", "used"]);
    valid(&module);
}

fn modern() -> Module {
    Module { dialect: Dialect::Modern, ..Module::default() }
}

/// A list of the address of a global.
fn list_of(module: &mut Module, global: GlobalId) -> MetadataId {
    let global = module.value_as_metadata(global.into());
    module.tuple(&[Some(global)])
}

/// The global whose address a list attached to another one is of.
fn associate(module: &Module, global: GlobalId) -> Option<GlobalId> {
    let (_, list) = *module.globals[global].metadata.first()?;
    let Some(Metadata::Value(_, value)) = module.metadata.get(module.metadata.operand(list, 0)??) else {
        return None;
    };
    match value.kind() {
        ValueKind::Global(id) => Some(id),
        _ => None,
    }
}

/// A variable of another that comes behind it, one of itself, and one that is only declared.
fn attached_metadata_keeps_its_globals() {
    let mut from = modern();
    let i32 = from.types.int(32);
    let zero = from.int(i32, 0);
    let [first, own] = ["first", "own"].map(|name| from.add_variable(name, i32, 0, Some(zero)));
    let [declared, last] = ["declared", "last"].map(|name| from.add_variable(name, i32, 0, None));
    let kind = from.metadata_kind("associated");
    let pairs = [(first, last), (own, own), (declared, last)];
    for (global, of) in pairs {
        let list = list_of(&mut from, of);
        from.globals[global].metadata.push((kind, list));
    }
    valid(&from);
    let compacted = compaction::compacted(&from).unwrap().module;
    valid(&compacted);
    for (global, of) in pairs {
        assert_eq!(associate(&compacted, global), Some(of));
        let mut into = modern();
        let mut importer = Importer::new(&from);
        let partner = importer.declare(&mut into, global).unwrap();
        if global != declared {
            assert_eq!(into.globals[partner].metadata, []);
            importer.define(&mut into, global).unwrap();
        }
        assert_eq!(associate(&into, partner), importer.global(of));
        assert!(importer.global(of).is_some());
        valid(&into);
    }
}

/// Another name for what the other module has as something else, and a function that calls one.
fn a_refused_definition_leaves_nothing_behind() {
    let mut from = Module::dxil();
    let (i32, void) = (from.types.int(32), from.types.void());
    let zero = from.int(i32, 0);
    let target = from.add_variable("x", i32, 0, Some(zero));
    let mut alias = from.globals[target].clone();
    alias.name = "another".into();
    alias.kind = GlobalKind::Alias(Alias { aliasee: target.into(), thread_local: ThreadLocal::Not });
    let alias = from.globals.push(alias);
    let ty = from.types.function(void, &[]);
    let taken = from.declare_function("taken", ty);
    let caller = from.define_function("caller", ty);
    let mut b = FunctionBuilder::new(&mut from, caller).unwrap();
    b.load(i32, target.into(), Alignment::bytes(4));
    b.call(taken, &[]).unwrap();
    b.ret(None);
    drop(b);
    valid(&from);
    let mut into = Module::dxil();
    let float = into.types.float();
    into.add_variable("x", float, 0, None);
    into.add_variable("taken", float, 0, None);
    let mut importer = Importer::new(&from);
    for _ in 0..2 {
        let refused = importer.declare(&mut into, alias);
        assert!(matches!(&refused, Err(ImportError::Conflict { name, .. }) if name == "x"), "{refused:?}");
        let refused = importer.define(&mut into, caller);
        assert!(matches!(&refused, Err(ImportError::Conflict { .. })), "{refused:?}");
        assert_eq!((into.globals.len(), importer.global(alias), importer.global(caller)), (2, None, None));
        valid(&into);
    }
    // What is wrong with the module itself is found later: what could not be defined is declared, and refused again.
    let last = from.globals[caller].body().unwrap().in_order().last().unwrap().1;
    from.globals[caller].body_mut().unwrap().instructions[last].op =
        Op::Return(Some(Value::new(ValueKind::Forward(1))));
    let mut importer = Importer::new(&from);
    let mut into = Module::dxil();
    for _ in 0..2 {
        let refused = importer.define(&mut into, caller);
        assert!(matches!(refused, Err(ImportError::Missing { .. })), "{refused:?}");
        valid(&into);
    }
    assert!(importer.define(&mut into, alias).is_ok());
    valid(&into);
}

/// A table of the address of a block, where the function is brought too, and where the other module has its own.
fn blocks_are_those_of_the_function_that_is_meant() {
    let program = || {
        let mut module = Module::dxil();
        let (i8, void) = (module.types.int(8), module.types.void());
        let ty = module.types.function(void, &[]);
        let function = module.define_function("f", ty);
        let mut b = FunctionBuilder::new(&mut module, function).unwrap();
        let block = b.add_block();
        b.branch(block);
        b.switch_to(block);
        b.ret(None);
        drop(b);
        let pointer = module.types.pointer(i8, 0);
        let address = module.constant(pointer, ConstantKind::BlockAddress(function.into(), block));
        let table = module.add_variable("table", pointer, 0, Some(address));
        valid(&module);
        (module, function, table)
    };
    let ((from, function, table), mut into) = (program(), Module::dxil());
    let mut importer = Importer::new(&from);
    importer.define(&mut into, table).unwrap();
    assert!(into.globals[importer.global(function).unwrap()].body().is_some());
    valid(&into);
    let (mut into, _, known) = program();
    into.globals[known].name = "known".into();
    let refused = Importer::new(&from).define(&mut into, table);
    assert_eq!(refused, Err(ImportError::Defined { name: "f".into() }));
}

fn compile_units_are_listed_once() {
    let mut good = Good::new();
    let three = good.module.int(good.i32, 3);
    let (three, name) =
        (good.module.value_as_metadata(three), good.module.metadata_string("Debug Info Version"));
    let behavior = good.module.int(good.i32, 2);
    let behavior = good.module.value_as_metadata(behavior);
    let flag = good.module.tuple(&[Some(behavior), Some(name), Some(three)]);
    good.module.add_named_metadata("llvm.module.flags", &[flag]);
    valid(&good.module);
    let lists = |module: &Module| {
        let of = |name: &str| {
            let named = module.named_metadata.iter().find(|named| named.name == name);
            named.map_or(0, |named| named.operands.len())
        };
        [of("llvm.dbg.cu"), of("llvm.module.flags")]
    };
    let mut into = Module::dxil();
    let mut importer = Importer::new(&good.module);
    importer.define(&mut into, good.variable).unwrap();
    assert_eq!(lists(&into), [0, 0]);
    importer.define(&mut into, good.main).unwrap();
    assert_eq!(lists(&into), [1, 1]);
    for name in ["llvm.dbg.cu", "llvm.module.flags"] {
        importer.import_named_metadata(&mut into, name.into());
        assert_eq!(lists(&into), [1, 1]);
    }
    valid(&into);
    // In modern LLVM subprograms lead to their units, with no location anywhere; the version that is there stays.
    let mut from = modern();
    let row = |name: &str| &NODES[usize::from(NodeRow::named(Dialect::Modern, name.as_bytes()).unwrap().0)];
    let mut add = |name: &str, is_distinct, set: &[(&str, MetadataId)]| {
        let mut fields = row(name).defaults();
        set.iter().for_each(|(of, id)| fields[row(name).field(of).unwrap()] = number(*id));
        from.metadata.add_node(
            NodeRow::named(Dialect::Modern, name.as_bytes()).unwrap().0,
            is_distinct,
            &fields,
        )
    };
    let file = add("DIFile", false, &[]);
    let unit = add("DICompileUnit", true, &[("file", file)]);
    let subprogram = add("DISubprogram", true, &[("file", file), ("unit", unit)]);
    from.add_named_metadata("llvm.dbg.cu", &[unit]);
    let void = from.types.void();
    let ty = from.types.function(void, &[]);
    let function = from.define_function("f", ty);
    FunctionBuilder::new(&mut from, function).unwrap().ret(None);
    let kind = from.metadata_kind("dbg");
    from.globals[function].body_mut().unwrap().metadata.push((kind, subprogram));
    let mut into = modern();
    Importer::new(&from).define(&mut into, function).unwrap();
    assert_eq!(lists(&into), [1, 0]);
}

fn ids_that_are_not_there_take_no_room() {
    let (huge, constant) = (u32::MAX - 1, (1 << 28) - 1);
    let (mut from, _) = library("f", ints);
    let mut into = Module::dxil();
    let mut importer = Importer::new(&from);
    let missing = |what| ImportError::Missing { what };
    let (ty, constant) = (TypeId::from_u32(huge), ConstantId::from_u32(constant));
    assert_eq!(importer.import_type(&mut into, ty), Err(missing("a type")));
    assert_eq!(importer.import_constant(&mut into, constant), Err(missing("a constant")));
    assert_eq!(importer.import_metadata(&mut into, MetadataId::from_u32(huge)), None);
    assert!(importer.import_attributes(&mut into, AttributeListId::from_u32(huge)).is_err());
    assert!(importer.define(&mut into, GlobalId::from_u32(huge)).is_err());
    // The same inside of what is there.
    let pointer = from.types.intern(Type::Array(ty, 4));
    let list = from.tuple(&[Some(MetadataId::from_u32(huge))]);
    let global = from.globals.keys().next().unwrap();
    from.globals[global].value_type = pointer;
    let mut importer = Importer::new(&from);
    assert_eq!(importer.import_type(&mut into, pointer), Err(missing("a type")));
    assert!(importer.import_metadata(&mut into, list).is_some());
    assert!(compaction::compacted(&from).is_err());
}

/// LLVM lists the types of all operands, and blocks are operands of branches.
fn functions_with_branches_bring_the_label_type() {
    for has_branch in [false, true] {
        let mut from = Module::dxil();
        let void = from.types.void();
        let ty = from.types.function(void, &[]);
        let function = from.define_function("f", ty);
        let mut b = FunctionBuilder::new(&mut from, function).unwrap();
        if has_branch {
            let next = b.add_block();
            b.branch(next);
            b.switch_to(next);
        }
        b.ret(None);
        drop(b);
        let mut into = Module::dxil();
        Importer::new(&from).define(&mut into, function).unwrap();
        assert_eq!(into.types.find(&Type::Label).is_some(), has_branch);
    }
}
