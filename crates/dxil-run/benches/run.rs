//! What it costs to execute: lane-instructions a second of straight code, on one core, with checks and without. Elements are
//! instructions times the 32 lanes of a wave.

#![allow(clippy::expect_used, reason = "the functions are the bench's own")]

use std::fmt::Write as _;
use std::hint::black_box;

use bstr::BStr;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dxil::shader::Shader;
use dxil_run::{Bound, Checks, Dispatch, Entrance, PrepareOptions, Program, Resources, RunOptions};

/// How often the body of the loop is executed.
const TURNS: u64 = 1000;

/// A loop whose body is `lines`, of which each takes the value `%v{i}` and gives `%v{i + 1}`, of a type that `next` is one of.
fn in_loop(ty: &str, lines: &[&str], repeats: usize, declarations: &str) -> String {
    let mut source = format!(
        "{declarations}\ndefine {ty} @f({ty} %x, i32 %count) {{\nentry:\n  br label %loop\nloop:\n  \
         %v0 = phi {ty} [ %x, %entry ], [ %last, %loop ]\n  %i = phi i32 [ 0, %entry ], [ %next, %loop ]\n"
    );
    let mut value = 0;
    for line in lines.iter().cycle().take(lines.len() * repeats) {
        let line = line.replace("%v", &format!("%v{value}"));
        value += 1;
        writeln!(source, "  %v{value} = {line}").expect("text grows");
    }
    write!(
        source,
        "  %last = select i1 true, {ty} %v{value}, {ty} %x\n  %next = add i32 %i, 1\n  \
         %more = icmp ult i32 %next, %count\n  br i1 %more, label %loop, label %end\nend:\n  ret {ty} %last\n}}\n"
    )
    .expect("text grows");
    source
}

fn prepare(source: &str) -> Program {
    let module = dxil_text::parse(source.as_bytes()).expect("it is assembly");
    let shader = Shader::read(&module).expect("it has no metadata");
    let entrance = Entrance::Function(BStr::new("f"), 32);
    Program::prepare(&module, &shader, entrance, PrepareOptions::default()).expect("it can be executed")
}

fn benches(c: &mut Criterion) {
    let integers = [
        "add i32 %v, 77",
        "xor i32 %v, 1234567",
        "shl i32 %v, 3",
        "lshr i32 %v, 1",
        "mul i32 %v, 5",
        "sub i32 %v, 9",
    ];
    let floats = [
        "fadd float %v, 1.5",
        "fmul float %v, 0.75",
        "fsub float %v, 0.25",
        "call float @dx.op.binary.f32(i32 35, float %v, float 0.5)",
        "call float @dx.op.tertiary.f32(i32 46, float %v, float 0.5, float 1.25)",
    ];
    let curves = [
        "call float @dx.op.unary.f32(i32 13, float %v)",
        "fadd float %v, 1.0",
        "call float @dx.op.unary.f32(i32 21, float %v)",
    ];
    let wide = ["fadd double %v, 1.5", "fmul double %v, 0.75"];
    let halves = ["fadd half %v, 1.5", "fmul half %v, 0.75"];
    let declared = "declare float @dx.op.unary.f32(i32, float)\ndeclare float @dx.op.binary.f32(i32, float, float)\n\
                    declare float @dx.op.tertiary.f32(i32, float, float, float)";
    let kept = declared.to_owned() + "\n";
    let programs = [
        ("straight i32", in_loop("i32", &integers, 20, "")),
        ("straight f32", in_loop("float", &floats, 20, declared)),
        (
            "straight f32, denormals kept",
            in_loop("float", &floats, 20, &kept)
                .replace(") {\nentry", ") \"fp32-denorm-mode\"=\"preserve\" {\nentry"),
        ),
        ("straight f16", in_loop("half", &halves, 50, "")),
        ("straight f64", in_loop("double", &wide, 50, "")),
        ("sines and exponentials", in_loop("float", &curves, 20, declared)),
    ];
    let mut group = c.benchmark_group("dxil-run");
    let arguments: Vec<Vec<u64>> = (0..32_u64).map(|lane| vec![lane, TURNS]).collect();
    for (name, source) in &programs {
        let program = prepare(source);
        let resources = Resources::default();
        let bound = Bound::new(&program, &resources);
        for (all, with) in [(false, ""), (true, ", with checks")] {
            let options = RunOptions { checks: Checks { all, nan: false }, ..RunOptions::default() };
            let dispatch = Dispatch::new(&program, &bound, [1; 3], options).expect("waves may have 32 lanes");
            let steps = dispatch.call(&arguments, &mut ()).1.steps;
            group.throughput(Throughput::Elements(steps * 32));
            group.bench_function(format!("{name}{with}"), |b| {
                b.iter(|| dispatch.call(black_box(&arguments), &mut ()));
            });
        }
    }
    group.finish();
}

criterion_group!(all, benches);
criterion_main!(all);
