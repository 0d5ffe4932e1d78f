//! Growth: of twice the size, a program takes passes twice the steps, whatever it is made of. Counted, not timed.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use dxil_ir::Module;
use dxil_passes::pass_manager::{Report, Run, Scope, passes, run_on};
use dxil_passes::transform::{self};
use testkit::generate::compute_shader::compute_shader;
use testkit::random::Random;
use testkit::{Test, note, tests};

use crate::demote::{defined, demote};

pub(crate) const TESTS: &[Test] =
    tests![steps_grow_with_the_program, large_functions_end_soon, hostile_products_are_refused];

/// A program, by its size.
type Shape = (&'static str, usize, fn(usize) -> Module);

const SHAPES: &[Shape] = &[
    ("a demoted shader", 4_000, demoted),
    ("calls in a row", 400, calls_in_a_row),
    ("branches in a row", 500, branches_in_a_row),
    ("blocks that only lead on", 500, forwarding),
    ("members of structures", 300, members),
    ("loops in each other", 40, loops),
    ("variables through many blocks", 60, variables),
];

fn steps_grow_with_the_program() {
    let mut failures = Vec::new();
    for (name, size, make) in SHAPES {
        let [small, large] = [*size, 2 * size].map(|size| {
            let mut module = make(size);
            let roots = defined(&module).into_iter().last().into_iter().collect();
            let mut scope = Scope::new(roots);
            transform::run(&mut module, &mut scope, &passes(transform::FLATTEN))
                .unwrap_or_else(|error| panic!("{name}: {error}"))
        });
        for (small, large) in small.iter().zip(&large) {
            let Report { pass, done, .. } = large;
            let ratio = done.steps as f64 / small.done.steps.max(1) as f64;
            if ratio > 2.3 && done.steps > 2_000 {
                failures.push(format!(
                    "{name}: {pass} takes {ratio:.2} times the steps: {} not {}",
                    done.steps, small.done.steps
                ));
            }
        }
        let total = |reports: &[Report]| reports.iter().map(|report| report.done.steps).sum::<u64>();
        note!("{name}: {} steps, of twice that {}", total(&small), total(&large));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// What steps do not count: a look at all edges for each edge would take a minute.
fn large_functions_end_soon() {
    for (name, make) in [("branches", branches_in_a_row as fn(usize) -> Module), ("forwarding", forwarding)] {
        let mut module = make(20_000);
        let function = defined(&module)[0];
        let start = Instant::now();
        for pass in passes(transform::FLATTEN) {
            if let Run::Function(function_pass) = pass.run {
                let done = run_on(&mut module, function, function_pass).unwrap();
                note!("{name}: {} {} in {:?}", pass.name, done.count, start.elapsed());
            }
        }
        assert!(start.elapsed() < Duration::from_secs(12), "{name}: {:?}", start.elapsed());
    }
}

fn parse(source: &str) -> Module {
    dxil_text::parse(source.as_bytes())
        .unwrap_or_else(|errors| panic!("{}", errors.shown("it", source.as_bytes())))
}

fn demoted(size: usize) -> Module {
    let mut module = compute_shader(size).unwrap();
    let function = defined(&module)[0];
    demote(&mut module, function, &mut Random(7));
    module
}

fn calls_in_a_row(size: usize) -> Module {
    let mut source = "define internal i32 @g(i32 %x) {\n  %c = icmp eq i32 %x, 3\n  br i1 %c, label %a, label %b\na:\n  ret i32 7\nb:\n  %y = mul i32 %x, %x\n  ret i32 %y\n}\n\ndefine i32 @f(i32 %v0) {\n".to_owned();
    for index in 0..size {
        writeln!(source, "  %v{} = call i32 @g(i32 %v{index})", index + 1).unwrap();
    }
    writeln!(source, "  ret i32 %v{size}\n}}").unwrap();
    parse(&source)
}

fn branches_in_a_row(size: usize) -> Module {
    let mut source =
        "define i32 @f(i32 %x) {\n  %a = alloca i32\n  store i32 %x, i32* %a\n  br label %b0\n".to_owned();
    for index in 0..size {
        let next = index + 1;
        writeln!(source, "b{index}:\n  %v{index} = load i32, i32* %a\n  %c{index} = icmp eq i32 %v{index}, {index}\n  br i1 %c{index}, label %t{index}, label %b{next}\nt{index}:\n  store i32 {index}, i32* %a\n  br label %b{next}").unwrap();
    }
    writeln!(source, "b{size}:\n  %r = load i32, i32* %a\n  ret i32 %r\n}}").unwrap();
    parse(&source)
}

fn forwarding(size: usize) -> Module {
    let mut source = "define i32 @f(i32 %x) {\n  switch i32 %x, label %end [\n".to_owned();
    for index in 0..size {
        writeln!(source, "    i32 {index}, label %b{index}").unwrap();
    }
    source += "  ]\n";
    for index in 0..size {
        writeln!(source, "b{index}:\n  br label %end").unwrap();
    }
    let entries: Vec<String> = (0..size).map(|index| format!("[ {}, %b{index} ]", index % 7)).collect();
    writeln!(source, "end:\n  %r = phi i32 [ 0, %0 ], {}\n  ret i32 %r\n}}", entries.join(", ")).unwrap();
    parse(&source)
}

fn members(size: usize) -> Module {
    let mut source = "%s = type { i32, [3 x float], i32 }\n\ndefine i32 @f(i32 %x) {\n".to_owned();
    for index in 0..size {
        writeln!(source, "  %s{index} = alloca %s\n  %p{index} = getelementptr %s, %s* %s{index}, i32 0, i32 2\n  store i32 %x, i32* %p{index}").unwrap();
    }
    for index in 1..size {
        let before = index - 1;
        writeln!(source, "  %w{index} = load %s, %s* %s{before}\n  store %s %w{index}, %s* %s{index}")
            .unwrap();
    }
    writeln!(source, "  %r = load i32, i32* %p{}\n  ret i32 %r\n}}", size - 1).unwrap();
    parse(&source)
}

/// Two in each other each time, so that no block has more around it.
fn loops(size: usize) -> Module {
    let mut source = "define i32 @f(i32 %n) {\n  %i = alloca i32\n  %s = alloca i32\n  store i32 0, i32* %s\n  br label %o0\n".to_owned();
    for index in 0..size {
        let next = index + 1;
        writeln!(source, "o{index}:\n  store i32 0, i32* %i\n  br label %l{index}\nl{index}:\n  %v{index} = load i32, i32* %i\n  %w{index} = add i32 %v{index}, 1\n  store i32 %w{index}, i32* %i\n  %s{index} = load i32, i32* %s\n  %t{index} = add i32 %s{index}, %w{index}\n  store i32 %t{index}, i32* %s\n  %c{index} = icmp slt i32 %w{index}, %n\n  br i1 %c{index}, label %l{index}, label %e{index}\ne{index}:\n  %d{index} = icmp slt i32 %t{index}, 99\n  br i1 %d{index}, label %o{index}, label %o{next}").unwrap();
    }
    writeln!(source, "o{size}:\n  %r = load i32, i32* %s\n  ret i32 %r\n}}").unwrap();
    parse(&source)
}

/// Each variable is alive for a few blocks.
fn variables(size: usize) -> Module {
    let mut source = "define i32 @f(i32 %x) {\n".to_owned();
    for index in 0..size + 3 {
        writeln!(source, "  %a{index} = alloca i32").unwrap();
    }
    for index in 0..3 {
        writeln!(source, "  store i32 %x, i32* %a{index}").unwrap();
    }
    source += "  br label %b0\n";
    for index in 0..size {
        let next = index + 1;
        writeln!(source, "b{index}:\n  store i32 %x, i32* %a{0}\n  %v{index} = load i32, i32* %a{index}\n  %c{index} = icmp eq i32 %v{index}, {index}\n  br i1 %c{index}, label %t{index}, label %b{next}\nt{index}:\n  store i32 {index}, i32* %a{0}\n  br label %b{next}", index + 3).unwrap();
    }
    writeln!(source, "b{size}:\n  %r = load i32, i32* %a{size}\n  ret i32 %r\n}}").unwrap();
    parse(&source)
}

/// Many variables that live through many joins take phis without number: refused, and the program is as it was.
fn hostile_products_are_refused() {
    let size = 6_000;
    let mut source = "define i32 @f(i32 %x) {\n".to_owned();
    for index in 0..size {
        writeln!(source, "  %a{index} = alloca i32").unwrap();
    }
    source += "  br label %b0\n";
    for index in 0..size {
        let next = index + 1;
        writeln!(source, "b{index}:\n  %c{index} = icmp eq i32 %x, {index}\n  br i1 %c{index}, label %t{index}, label %b{next}\nt{index}:\n  store i32 {index}, i32* %a{index}\n  br label %b{next}").unwrap();
    }
    writeln!(source, "b{size}:").unwrap();
    for index in 0..size {
        writeln!(source, "  %r{index} = load volatile i32, i32* %a{index}").unwrap();
    }
    source += "  ret i32 %x\n}\n";
    let mut module = parse(&source.replace("load volatile", "load"));
    let function = defined(&module)[0];
    let error = run_on(&mut module, function, transform::mem2reg::run).unwrap_err();
    assert!(error.to_string().starts_with("[passes.too-large] pass mem2reg needs"), "{error}");
}
