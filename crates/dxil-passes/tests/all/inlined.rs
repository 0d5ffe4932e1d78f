//! Whole programs made one function: random ones do the same, real ones stay valid.

use std::fmt::Write as _;

use dxil_ir::{Linkage, Module, Op, ValueKind, verify};
use dxil_passes::PassErrorKind;
use dxil_passes::pass_manager::{Scope, passes};
use dxil_passes::transform::{self, inline};
use testkit::generate::flow::Generator;
use testkit::random::Random;
use testkit::{Failed, Test, corpus, note, tests, times};

use crate::demote::{allocas, defined, demote};
use crate::programs::call;

pub(crate) const TESTS: &[Test] =
    tests![random_programs_do_the_same, real_modules_are_flattened, deep_chains_are_inlined];

/// Functions of random flow that call each other, with a structure whose address they pass on and a variable that all
/// of them use.
pub(crate) fn program(random: &mut Random) -> String {
    let mut text = "%state = type { i32, [4 x i32], { i32, float } }\n\n@calls = internal global i32 0\n@table = internal global [4 x i32] [i32 3, i32 1, i32 4, i32 1]\n\n".to_owned();
    let functions = 2 + random.below(3);
    for index in 0..functions {
        let source = Generator::function(random.word().into());
        let source = source.replace("define i32 @f(", &format!("define internal i32 @g{index}("));
        writeln!(text, "{source}").unwrap();
        // One that calls it, and some before it.
        writeln!(text, "define internal i32 @h{index}(%state* %s, i32 %x, i32 %y) {{").unwrap();
        writeln!(text, "  %n = load i32, i32* @calls\n  %m = add i32 %n, 1\n  store i32 %m, i32* @calls")
            .unwrap();
        writeln!(text, "  %i = and i32 {}, 3", ["%m", "%x"][random.below(2)]).unwrap();
        writeln!(text, "  %p = getelementptr %state, %state* %s, i32 0, i32 1, i32 %i").unwrap();
        writeln!(text, "  %v0 = load i32, i32* %p").unwrap();
        writeln!(text, "  %t = getelementptr [4 x i32], [4 x i32]* @table, i32 0, i32 %i").unwrap();
        writeln!(text, "  %w = load i32, i32* %t\n  %u = xor i32 %w, %x").unwrap();
        writeln!(text, "  %v1 = call i32 @g{index}(i32 %u, i32 %y)").unwrap();
        let mut last = 1;
        for _ in 0..random.below(3) {
            let callee = random.below(index + 1);
            let next = last + 1;
            if callee == index {
                writeln!(text, "  %v{next} = call i32 @g{callee}(i32 %v{last}, i32 %v0)").unwrap();
            } else {
                writeln!(text, "  %v{next} = call i32 @h{callee}(%state* %s, i32 %v{last}, i32 %x)").unwrap();
            }
            last = next;
        }
        let member = ["i32 0, i32 0", "i32 0, i32 1, i32 2", "i32 0, i32 2, i32 0"][random.below(3)];
        writeln!(text, "  %q = getelementptr %state, %state* %s, {member}\n  store i32 %v{last}, i32* %q")
            .unwrap();
        writeln!(
            text,
            "  store i32 %v{last}, i32* getelementptr ([4 x i32], [4 x i32]* @table, i32 0, i32 2)"
        )
        .unwrap();
        writeln!(text, "  ret i32 %v{last}\n}}\n").unwrap();
    }
    let last = functions - 1;
    text +=
        "define i32 @f(i32 %x, i32 %y) {\n  %s = alloca %state\n  store %state zeroinitializer, %state* %s\n";
    writeln!(text, "  %a = call i32 @h{last}(%state* %s, i32 %x, i32 %y)").unwrap();
    writeln!(text, "  %b = call i32 @h0(%state* %s, i32 %a, i32 %x)").unwrap();
    text += "  %c = getelementptr %state, %state* %s, i32 0, i32 0\n  %d = load i32, i32* %c\n  %n = load i32, i32* @calls\n";
    text + "  %e = mul i32 %d, 31\n  %g = add i32 %e, %b\n  %h = mul i32 %g, 31\n  %r = add i32 %h, %n\n  ret i32 %r\n}\n"
}

fn random_programs_do_the_same() {
    let mut random = Random(0x5eed_0003);
    let (mut calls, mut stayed) = (0, 0);
    for round in 0..times(50) {
        let source = program(&mut random);
        let mut module =
            dxil_text::parse(source.as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}\n{source}"));
        let arguments: Vec<Vec<u64>> =
            (0..16).map(|_| vec![random.below(16) as u64, u64::from(random.word())]).collect();
        let expected = call(&module, &arguments);
        if round % 2 == 1 {
            for function in defined(&module) {
                demote(&mut module, function, &mut random);
            }
        }
        let main = module.global_named("f".into()).unwrap();
        let mut scope = Scope::new(vec![main]);
        let reports = transform::run(&mut module, &mut scope, &passes(transform::FLATTEN));
        let reports = reports.unwrap_or_else(|error| panic!("{error}\n{source}"));
        calls += reports[0].done.count;
        assert_eq!(call(&module, &arguments), expected, "{source}");
        assert_eq!(defined(&module), scope.roots, "{source}");
        // The array with an index, and the table.
        stayed += allocas(&module, scope.roots[0]);
        assert_eq!(module.globals.iter().filter(|(_, global)| global.variable().is_some()).count(), 0);
    }
    note!("{calls} calls, {stayed} times memory that stays");
}

/// The calls of functions that are defined.
fn calls(module: &Module) -> usize {
    let is_call = |op: &Op| match op {
        Op::Call { callee, .. } => match callee.kind() {
            ValueKind::Global(id) => module.globals[id].body().is_some(),
            _ => false,
        },
        _ => false,
    };
    module.bodies().map(|(.., body)| body.in_order().filter(|(.., data)| is_call(&data.op)).count()).sum()
}

/// All that is visible from outside is a root.
fn real_modules_are_flattened() -> Result<(), Failed> {
    let (mut modules, mut flattened, mut inlined, mut globals, mut instructions) = (0, 0, 0, 0, [0; 2]);
    let mut failures = Vec::new();
    let walked = testkit::modules::each_module(|stored| {
        // Those with something to inline, and some others.
        if stored.bitcode.len() > 300_000 {
            return;
        }
        let mut module = dxil_ir::bitcode::read(stored.bitcode, 0).unwrap();
        modules += 1;
        if calls(&module) == 0 && modules % times(40) != 0 || !verify(&module).is_valid() {
            return;
        }
        flattened += 1;
        let roots: Vec<_> =
            module.bodies().filter(|(_, global, _)| global.linkage == Linkage::External).collect();
        let size = |module: &Module| module.bodies().map(|(.., body)| body.in_order().count()).sum::<usize>();
        let roots = roots.into_iter().map(|(id, ..)| id).collect();
        let mut scope = Scope::new(roots);
        instructions[0] += size(&module);
        match transform::run(&mut module, &mut scope, &passes(transform::FLATTEN)) {
            Ok(reports) => {
                inlined += reports[0].done.count;
                globals += reports[reports.len() - 1].done.count;
                instructions[1] += size(&module);
                assert_eq!(calls(&module), 0);
            }
            Err(error) if matches!(error.kind(), PassErrorKind::Recursion { .. }) => {}
            Err(error) => failures.push(format!("{}: {error}", stored.path.display())),
        }
        if let Some(finding) = verify(&module).findings.first() {
            failures.push(format!("{}: {}", stored.path.display(), finding.message));
        }
    });
    note!("{inlined} calls and {globals} globals of {modules} modules, instructions {instructions:?}");
    walked.checked("modules that are flattened", flattened, [6, 121]);
    corpus::assert_if_known("calls that are inlined", inlined as usize, 40);
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n").into()) }
}

/// A chain as long as no stack is deep.
fn deep_chains_are_inlined() {
    let mut source = String::from("define internal i32 @f0(i32 %x) {\n  ret i32 %x\n}\n");
    let depth = 2_000_usize;
    for index in 1..=depth {
        let linkage = if index == depth { "" } else { "internal " };
        writeln!(source, "define {linkage}i32 @f{index}(i32 %x) {{\n  %c = icmp eq i32 %x, {index}\n  br i1 %c, label %a, label %b\na:\n  ret i32 0\nb:\n  %y = call i32 @f{}(i32 %x)\n  %z = add i32 %y, 1\n  ret i32 %z\n}}", index - 1).unwrap();
    }
    let mut module = dxil_text::parse(source.as_bytes()).unwrap();
    let root = module.global_named(format!("f{depth}").as_str().into()).unwrap();
    let mut scope = Scope::new(vec![root]);
    let done = inline::run(&mut module, &mut scope).unwrap();
    assert_eq!(done.count, depth as u64);
    assert!(inline::violation(&module, &scope).is_none());
    assert!(verify(&module).is_valid());
}
