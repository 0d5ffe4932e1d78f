//! The verifier: every rule broken by modules of its own, and time and memory that hostile modules cannot run away
//! with.

mod broken_bodies;
mod broken_module;
pub(crate) mod good;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

use dxil_ir::attributes::{Attribute, AttributeGroup, IntegerRange, Slot};
use dxil_ir::builder::{Build as _, BuildControlFlow as _, FunctionBuilder};
use dxil_ir::constants::{Constant, ConstantKind};
use dxil_ir::limits::MAX_FINDINGS;
use dxil_ir::verify::{IrPlace, Report, Rule};
use dxil_ir::{BinaryOp, BlockId, CastOp, ConstantId, Dialect, Module, Op, Predicate, Type, verify};
use good::{Case, Good, argument, number};
use testkit::{Test, note, tests};

pub(crate) const TESTS: &[Test] = tests![
    what_is_good_breaks_no_rule,
    what_breaks_a_rule_breaks_no_other,
    every_rule_has_a_case,
    places_are_those_of_what_is_wrong,
    findings_are_counted_beyond_those_that_are_kept,
    hostile_flow_takes_no_more_time_than_any,
    hostile_depth_takes_no_more_time_than_any,
    what_many_refer_to_is_looked_at_once,
    bundles_of_operands_are_those_of_their_call,
    ranges_that_a_list_has_over_and_over_are_looked_at_once,
    no_number_is_too_large
];

fn cases() -> impl Iterator<Item = &'static Case> {
    use {broken_bodies as bodies, broken_module as module};
    let lists = [module::MODULE, module::TYPES, module::CONSTANTS, module::GLOBALS, module::METADATA];
    lists.into_iter().chain([bodies::BODIES, bodies::INSTRUCTIONS]).flatten()
}

fn rules(report: &Report) -> BTreeSet<&'static str> {
    report.findings.iter().map(|finding| finding.rule.row().id).collect()
}

fn what_is_good_breaks_no_rule() {
    assert_eq!(verify(&Good::new().module), Report::default());
    assert_eq!(verify(&Module::default()), Report::default());
}

fn what_breaks_a_rule_breaks_no_other() {
    let mut wrong = String::new();
    for (index, (rule, change)) in cases().enumerate() {
        let mut good = Good::new();
        change(&mut good);
        let report = verify(&good.module);
        if rules(&report) != BTreeSet::from([*rule]) {
            let _ = writeln!(wrong, "case {index}, {rule}: {:#?}", report.findings);
        }
        let shown = report.findings.iter().map(|finding| finding.place.show(&good.module).to_string());
        assert!(shown.into_iter().all(|place| !place.is_empty()));
    }
    assert!(wrong.is_empty(), "{wrong}");
}

fn every_rule_has_a_case() {
    let broken: BTreeSet<_> = cases().map(|(rule, _)| *rule).collect();
    let all: BTreeSet<_> = Rule::ALL.iter().map(|rule| rule.row().id).collect();
    note!("{} rules, {} cases", all.len(), cases().count());
    assert_eq!(all.len(), Rule::ALL.len(), "a name that two rules have");
    assert_eq!(broken, all);
    for rule in Rule::ALL {
        assert_eq!(Rule::named(rule.row().id), Some(*rule));
    }
}

fn places_are_those_of_what_is_wrong() {
    let mut good = Good::new();
    *good.op(good.ret) = Op::Return(None);
    let report = verify(&good.module);
    let expected = IrPlace::Instruction { function: good.main, block: 2, index: 1, id: good.ret };
    assert_eq!(report.findings[0].place, expected);
    // The number counts the instructions of the function, not of the block, except one call of a debug intrinsic.
    let body = good.module.globals.get(good.main).and_then(|global| global.body()).unwrap();
    let number = body.in_order().position(|(_, id, _)| id == good.ret);
    assert_eq!(number, Some(16));
    assert_eq!(expected.show(&good.module).to_string(), "@main, block %16, instruction 15");
}

fn findings_are_counted_beyond_those_that_are_kept() {
    let mut good = Good::new();
    for width in 0..2 * MAX_FINDINGS as u64 {
        good.ty(Type::Vector(good.structure, width + 1));
    }
    let report = verify(&good.module);
    assert_eq!(report.findings.len(), MAX_FINDINGS);
    assert_eq!(report.left_out(), MAX_FINDINGS);
    assert!(!report.is_valid());
}

/// Verifies in a time that one pass takes over much more.
fn in_time(what: &str, module: &Module) -> Report {
    let start = Instant::now();
    let report = verify(module);
    let elapsed = start.elapsed();
    assert!(elapsed < Duration::from_secs(4), "{what}: {elapsed:?}");
    report
}

/// A function of many blocks, each of which gets what `fill` puts into it.
fn of_blocks(count: usize, fill: impl Fn(&mut FunctionBuilder<'_>, usize, &[BlockId])) -> Module {
    let mut module = Module::dxil();
    let (void, i1) = (module.types.void(), module.types.int(1));
    let ty = module.types.function(void, &[i1]);
    let main = module.define_function("main", ty);
    let mut build = FunctionBuilder::new(&mut module, main).unwrap();
    let entry = build.block();
    let blocks: Vec<_> = std::iter::once(entry).chain((1..count).map(|_| build.add_block())).collect();
    for (index, block) in blocks.iter().enumerate() {
        build.switch_to(*block);
        fill(&mut build, index, &blocks);
    }
    drop(build);
    module
}

fn hostile_flow_takes_no_more_time_than_any() {
    const BLOCKS: usize = 100_000;
    let ladder = of_blocks(BLOCKS, |build, index, blocks| match blocks.get(index + 1) {
        Some(next) => {
            build.branch_if(argument(0), *next, blocks[(BLOCKS - index).clamp(1, BLOCKS - 1)]);
        }
        None => {
            build.ret(None);
        }
    });
    assert_eq!(in_time("a ladder whose rungs lead back", &ladder), Report::default());
    // One block that all others lead to.
    let star = of_blocks(BLOCKS, |build, index, blocks| match index {
        1 => {
            build.ret(None);
        }
        _ => {
            let next = blocks.get(index + 1 + usize::from(index == 0)).unwrap_or(&blocks[1]);
            build.branch_if(argument(0), *next, blocks[1]);
        }
    });
    assert_eq!(in_time("a star", &star), Report::default());
    let wide = of_blocks(2, |build, index, blocks| match index {
        0 => {
            let i1 = build.module().types.int(1);
            let cases: Vec<_> = (0..2).map(|case| (build.int(i1, case), blocks[1])).collect();
            build.switch(argument(0), blocks[1], &cases.repeat(BLOCKS));
        }
        _ => {
            build.ret(None);
        }
    });
    assert_eq!(rules(&in_time("a switch of many cases", &wide)), BTreeSet::from(["switch.case"]));
}

fn hostile_depth_takes_no_more_time_than_any() {
    const DEPTH: u32 = 200_000;
    let mut module = Module::dxil();
    let (mut nested, i8) = (module.types.int(32), module.types.int(8));
    let pointer = module.types.pointer(i8, 0);
    for _ in 0..DEPTH {
        nested = module.types.array(nested, 1);
    }
    let mut value = module.null(pointer);
    for _ in 0..DEPTH {
        value = module.constant(pointer, ConstantKind::Cast(CastOp::Bitcast, value));
    }
    module.add_variable("deep", pointer, 0, Some(value));
    let file = module.metadata_string("a");
    let file = good::node(&mut module, "DIFile", &[number(file), 0]);
    let ty = good::node(&mut module, "DISubroutineType", &[0, 0]);
    let mut scope = good::subprogram(&mut module, file, ty);
    for _ in 0..DEPTH {
        scope = good::node(&mut module, "DILexicalBlock", &[number(scope), 0, 1, 1]);
    }
    assert_eq!(in_time("all nested", &module), Report::default());
}

fn what_many_refer_to_is_looked_at_once() {
    const COUNT: usize = 20_000;
    let mut good = Good::new();
    let zero = good.int(0);
    let members = vec![zero; COUNT];
    let ty = good.module.types.vector(good.i32, COUNT as u64);
    let mask = good.constant(ty, ConstantKind::Aggregate(members.into()));
    let undefined = good.module.undef(ty);
    let list = good.module.tuple(&vec![None; COUNT]);
    let numbers: Vec<_> = (0..COUNT as u32)
        .map(|value| {
            let number = good.int(i64::from(2 * value + 1));
            Some(good.module.value_as_metadata(number))
        })
        .collect();
    let ranges = good.module.tuple(&numbers);
    let kind = good.module.metadata_kind("range");
    for _ in 0..COUNT {
        good.insert(Op::ShuffleVector([undefined, undefined, mask]), ty);
        good.node("DISubroutineType", &[0, number(list)]);
        let loaded = good.loaded;
        good.body().attachments.push((loaded, kind, ranges));
    }
    assert_eq!(in_time("lists that many share", &good.module), Report::default());
}

fn bundles_of_operands_are_those_of_their_call() {
    const COUNT: usize = 200_000;
    let mut good = Good::new();
    broken_bodies::bundles(&mut good, 2, &[("deopt", 1), ("of nobody", 0), ("of nobody", 1)]);
    assert_eq!(verify(&good.module), Report::default());
    broken_bodies::bundles(&mut good, 0, &[("deopt", 0); COUNT]);
    assert_eq!(rules(&in_time("a bundle over and over", &good.module)), BTreeSet::from(["call.bundle"]));
}

fn ranges_that_a_list_has_over_and_over_are_looked_at_once() {
    const COUNT: usize = 100_000;
    let declaring = |bits: [u32; 2]| {
        let mut module = Module { dialect: Dialect::Modern, ..Module::default() };
        let groups = bits.map(|bits| {
            let range = Attribute::Range(IntegerRange { bits, lower: 0, upper: 1 });
            let group = AttributeGroup { slot: Slot::Return, attributes: vec![range; COUNT].into() };
            module.attributes.intern_group(group)
        });
        let list = module.attributes.intern_list(groups.repeat(COUNT).into());
        let i32 = module.types.int(32);
        let ty = module.types.function(i32, &[]);
        let address = module.address_type(ty, 0);
        let function = module.declare_function("f", ty);
        module.globals[function].ty = address;
        module.globals[function].function_mut().unwrap().attributes = Some(list);
        in_time("ranges over and over", &module)
    };
    assert_eq!(declaring([32, 32]), Report::default());
    for wrong in [[32, 64], [16, 32], [16, 64]] {
        assert_eq!(rules(&declaring(wrong)), BTreeSet::from(["attribute.type"]));
    }
}

/// Numbers in all places, far beyond what there is.
fn no_number_is_too_large() {
    let mut good = Good::new();
    let far = ConstantId::from_u32((1 << 29) - 3);
    let one = good.int(1);
    let operands = [far.into(), one];
    let shifted = good.insert(Op::Binary { op: BinaryOp::Shl, operands }, good.i32);
    let compared = good.insert(Op::Compare { predicate: Predicate::IntEq, operands }, good.i1);
    for id in [shifted, compared] {
        good.body().instructions[id].flags = dxil_ir::Flags::from_bits(u16::MAX);
    }
    let constant = ConstantKind::Aggregate([far.into()].into());
    good.module.constants.intern(Constant { ty: good.vector, kind: constant });
    good.node("DISubprogram", &[u64::MAX; 18]);
    good.node("DILocation", &[u64::MAX; 4]);
    good.node("GenericDINode", &[u64::MAX; 9]);
    good.ty(Type::Array(good.i32, u64::MAX));
    let huge = good.ty(Type::Vector(good.i64, u64::MAX));
    good.module.null(huge);
    good.ty(Type::Integer(u32::MAX));
    assert!(!verify(&good.module).is_valid());
}
