//! Modules that are the most of something: long lists, deep nests, many of a kind. Separate because each is a few lines
//! of what a hostile writer would think of, and nothing else.

use dxil_ir::attributes::{Attribute, AttributeGroup, Slot};
use dxil_ir::bitstream::Writer;
use dxil_ir::builder::{Build as _, BuildControlFlow as _, FunctionBuilder};
use dxil_ir::constants::ConstantKind;
use dxil_ir::{BinaryOp, BlockId, CastOp, Comdat, ComdatSelection, InstructionId, Module, Op, Value};

/// Makes one of them.
type Make<T> = fn() -> T;

/// Modules that are right, each of a megabyte or less.
pub const MODULES: [(&str, Make<Module>); 16] = [
    ("types that nest", nested_types),
    ("structures", structures),
    ("constants that nest", nested_constants),
    ("a long aggregate", aggregate),
    ("metadata that nests", nested_metadata),
    ("strings", strings),
    ("functions", functions),
    ("basic blocks", blocks),
    ("a phi of many", phi),
    ("a switch of many", switch),
    ("arguments with names", arguments),
    ("instructions that wait for each other", waiting),
    ("sections", sections),
    ("attributes that a list has over and over", attributes),
    ("a group of sections with a long name", comdat),
    ("a kind of metadata with a long name", attachments),
];

/// Something that many share, of so many bytes or parts.
const SHARED: usize = 300_000;

fn nested_types() -> Module {
    let mut module = Module::dxil();
    let mut ty = module.types.int(8);
    for _ in 0..100_000 {
        ty = module.types.pointer(ty, 0);
    }
    module.add_variable("deep", ty, 0, None);
    module
}

fn structures() -> Module {
    let mut module = Module::dxil();
    let mut members = vec![module.types.int(8)];
    for index in 0..50_000 {
        let structure = module.types.structure(&format!("s{index}"), &members);
        members = vec![structure];
    }
    module.add_variable("deep", members[0], 0, None);
    module
}

fn nested_constants() -> Module {
    let mut module = Module::dxil();
    let types = [module.types.int(32), module.types.float()];
    let mut value = module.int(types[0], 1);
    for index in 0..100_000 {
        let ty = types[(index + 1) % 2];
        value = module.constant(ty, ConstantKind::Cast(CastOp::Bitcast, value));
    }
    module.add_variable("deep", types[0], 0, Some(value));
    module
}

fn aggregate() -> Module {
    let mut module = Module::dxil();
    let (int, count) = (module.types.int(32), 100_000);
    let array = module.types.array(int, count);
    let members: Vec<Value> = (0..count).map(|index| module.int(int, index.try_into().unwrap())).collect();
    let value = module.constant(array, ConstantKind::Aggregate(members.into()));
    module.add_variable("long", array, 0, Some(value));
    module
}

fn nested_metadata() -> Module {
    let mut module = Module::dxil();
    let mut node = module.tuple(&[]);
    for _ in 0..100_000 {
        node = module.tuple(&[Some(node), Some(node)]);
    }
    module.add_named_metadata("deep", &[node]);
    module
}

fn strings() -> Module {
    let mut module = Module::dxil();
    let strings: Vec<_> =
        (0..50_000).map(|index| Some(module.metadata_string(&format!("{index}")))).collect();
    let node = module.tuple(&strings);
    module.add_named_metadata("strings", &[node]);
    module
}

fn functions() -> Module {
    let mut module = Module::dxil();
    let void = module.types.void();
    let ty = module.types.function(void, &[]);
    for index in 0..20_000 {
        let function = module.define_function(&format!("f{index}"), ty);
        FunctionBuilder::new(&mut module, function).unwrap().ret(None);
    }
    module
}

/// A function whose body `build` makes; it has arguments of an integer type.
fn one_function(arguments: usize, build: impl FnOnce(&mut FunctionBuilder<'_>)) -> Module {
    let mut module = Module::dxil();
    let (void, int) = (module.types.void(), module.types.int(32));
    let ty = module.types.function(void, &vec![int; arguments]);
    let function = module.define_function("f", ty);
    let mut builder = FunctionBuilder::new(&mut module, function).unwrap();
    build(&mut builder);
    drop(builder);
    module
}

fn blocks() -> Module {
    one_function(0, |b| {
        for _ in 0..50_000 {
            let block = b.add_block();
            b.branch(block);
            b.switch_to(block);
        }
        b.ret(None);
    })
}

/// A switch to one block, and what its argument is there, for each case.
fn phi() -> Module {
    many_cases(|b, entry, cases| {
        let ty = b.type_of(b.argument(0)).unwrap();
        let phi = b.phi(ty);
        (0..=cases).for_each(|_| b.add_incoming(phi, b.argument(0), entry));
    })
}

fn switch() -> Module {
    many_cases(|_, _, _| {})
}

fn many_cases(at_the_end: impl FnOnce(&mut FunctionBuilder<'_>, BlockId, usize)) -> Module {
    one_function(1, |b| {
        let (entry, end) = (b.block(), b.add_block());
        let ty = b.type_of(b.argument(0)).unwrap();
        let cases: Vec<_> = (0..50_000).map(|number| (b.int(ty, number), end)).collect();
        b.switch(b.argument(0), end, &cases);
        b.switch_to(end);
        at_the_end(b, entry, cases.len());
        b.ret(None);
    })
}

fn arguments() -> Module {
    one_function(50_000, |b| {
        (0..50_000).for_each(|index| b.name(b.argument(index), &format!("a{index}")));
        b.ret(None);
    })
}

/// In a block that nobody reaches, where anything may come before what it is made of.
fn waiting() -> Module {
    one_function(1, |b| {
        let nowhere = b.add_block();
        b.ret(None);
        b.switch_to(nowhere);
        let ty = b.type_of(b.argument(0)).unwrap();
        let first = b.body().instructions.len();
        let count = 50_000;
        for index in 0..count {
            let next = InstructionId::from_u32(u32::try_from(first + (index + 1) % count).unwrap());
            b.add(Op::Binary { op: BinaryOp::Add, operands: [next.into(), b.argument(0)] }, ty);
        }
        b.branch(nowhere);
    })
}

fn sections() -> Module {
    let mut module = Module::dxil();
    let int = module.types.int(8);
    for index in 0..30_000 {
        let variable = module.add_variable("", int, 0, None);
        module.globals[variable].section = format!("{index}").into();
    }
    module
}

fn attributes() -> Module {
    let mut module = Module::dxil();
    let attributes = (0..30_000).map(|index| Attribute::Text(format!("{index}").into(), "".into())).collect();
    let group = module.attributes.intern_group(AttributeGroup { slot: Slot::Function, attributes });
    let list = module.attributes.intern_list(vec![group; SHARED].into());
    let void = module.types.void();
    let ty = module.types.function(void, &[]);
    let function = module.declare_function("f", ty);
    module.globals[function].function_mut().unwrap().attributes = Some(list);
    module
}

fn comdat() -> Module {
    let mut module = Module::dxil();
    let comdat = Comdat { name: vec![b'c'; SHARED].into(), selection: ComdatSelection::Any };
    let comdat = module.comdats.push(comdat);
    let int = module.types.int(8);
    for _ in 0..30_000 {
        let variable = module.add_variable("", int, 0, None);
        module.globals[variable].comdat = Some(comdat);
    }
    module
}

fn attachments() -> Module {
    let mut module = Module::dxil();
    let kind = "k".repeat(SHARED);
    let node = module.tuple(&[]);
    let void = module.types.void();
    let ty = module.types.function(void, &[]);
    let function = module.define_function("f", ty);
    let mut b = FunctionBuilder::new(&mut module, function).unwrap();
    for _ in 0..30_000 {
        let next = b.add_block();
        let instruction = b.branch(next);
        b.switch_to(next);
        b.attach(instruction, &kind, node);
    }
    b.ret(None);
    drop(b);
    module
}

/// What it is, the code of the error, and how it is made.
type Bitcode = (&'static str, Option<&'static str>, Make<Vec<u8>>);

/// Bitcode that no module is written as, with the code of the error that it is, if it is one.
pub const BITCODE: [Bitcode; 8] = [
    ("constants that wait for the next one", None, || casts(CASTS)),
    ("constants in a circle", Some("bitcode.circle"), || casts(0)),
    ("constants of one that never comes", Some("bitcode.reference"), || casts(CASTS + 7)),
    ("as many types as may be", Some("bitcode.type"), || {
        module(|w| within(w, 17, &[(1, vec![u64::from(u32::MAX)])]))
    }),
    ("pointers to types to come", Some("bitcode.type"), || {
        module(|w| within(w, 17, &(0..100_000).map(|next| (8, vec![next + 2, 0])).collect::<Vec<_>>()))
    }),
    ("metadata that refers to what never comes", Some("bitcode.reference"), || {
        module(|w| within(w, 15, &(0..100_000).map(|number| (3, vec![number + 200_000])).collect::<Vec<_>>()))
    }),
    ("a section with a long name that all variables are in", Some("bitcode.crowded"), || {
        module(|w| {
            within(w, 17, &[(1, vec![1]), (7, vec![8])]);
            w.record(5, &vec![u64::from(b's'); SHARED]).unwrap();
            (0..30_000).for_each(|_| w.record(7, &[0, 2, 0, 0, 0, 1]).unwrap());
        })
    }),
    ("a body of as many blocks as may be", Some("bitcode.value"), || {
        module(|w| {
            // i32, void, void (); a function of the last; its body.
            within(w, 17, &[(1, vec![3]), (7, vec![32]), (2, vec![]), (21, vec![0, 1])]);
            w.record(8, &[2, 0, 0, 0]).unwrap();
            within(w, 12, &[(1, vec![u64::from(u32::MAX)])]);
        })
    }),
];

/// How many casts there are in a row.
const CASTS: u64 = 100_000;

/// Casts of constants, each of the one behind it, the last one of that with this number. Behind them stands a number.
fn casts(last: u64) -> Vec<u8> {
    module(|w| {
        within(w, 17, &[(1, vec![1]), (7, vec![32])]);
        let next = |number| if number + 1 == CASTS { last } else { number + 1 };
        let casts = (0..CASTS).map(|number| (11, vec![11, 0, next(number)]));
        let all = [(1, vec![0])].into_iter().chain(casts).chain([(4, vec![2])]);
        within(w, 11, &all.collect::<Vec<_>>());
    })
}

/// A module of what `write` writes.
fn module(write: impl FnOnce(&mut Writer)) -> Vec<u8> {
    let mut writer = Writer::new();
    writer.enter_block(8, 3).unwrap();
    writer.record(1, &[1]).unwrap();
    write(&mut writer);
    writer.exit_block().unwrap();
    writer.finish().unwrap()
}

/// A block of these records.
fn within(writer: &mut Writer, block: u32, records: &[(u32, Vec<u64>)]) {
    writer.enter_block(block, 4).unwrap();
    records.iter().for_each(|(code, operands)| writer.record(*code, operands).unwrap());
    writer.exit_block().unwrap();
}
