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

/// Steps of a sequence that differ from lane to lane, with two ways in each: lanes part, meet again, and leave one after the other.
const DIVERGENT: &str = "
define i32 @f(i32 %x, i32 %count) {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %next, %end ]
  %sum = phi i32 [ 0, %entry ], [ %more, %end ]
  %mixed = mul i32 %i, 7
  %start = add i32 %mixed, %x
  br label %loop
loop:
  %n = phi i32 [ %start, %outer ], [ %m, %latch ]
  %steps = phi i32 [ 0, %outer ], [ %step, %latch ]
  %done = icmp ult i32 %n, 2
  br i1 %done, label %end, label %body
body:
  %odd = and i32 %n, 1
  %is = icmp ne i32 %odd, 0
  br i1 %is, label %yes, label %no
yes:
  %triple = mul i32 %n, 3
  %plus = add i32 %triple, 1
  br label %latch
no:
  %half = lshr i32 %n, 1
  br label %latch
latch:
  %m = phi i32 [ %plus, %yes ], [ %half, %no ]
  %step = add i32 %steps, 1
  br label %loop
end:
  %more = add i32 %sum, %steps
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %count
  br i1 %again, label %outer, label %out
out:
  ret i32 %more
}
";

/// Words of group-shared memory that go from lane to lane by way of barriers.
const SHARED: &str = "
@shared = internal addrspace(3) global [32 x i32] undef, align 4
declare void @dx.op.barrier(i32, i32)
define i32 @f(i32 %x, i32 %count) {
entry:
  %mine = getelementptr [32 x i32], [32 x i32] addrspace(3)* @shared, i32 0, i32 %x
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ %x, %entry ], [ %more, %loop ]
  store i32 %sum, i32 addrspace(3)* %mine, align 4
  call void @dx.op.barrier(i32 80, i32 9)
  %other = add i32 %x, 1
  %place = and i32 %other, 31
  %theirs = getelementptr [32 x i32], [32 x i32] addrspace(3)* @shared, i32 0, i32 %place
  %value = load i32, i32 addrspace(3)* %theirs, align 4
  call void @dx.op.barrier(i32 80, i32 9)
  %more = add i32 %sum, %value
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %count
  br i1 %again, label %loop, label %out
out:
  ret i32 %more
}
";

/// An array of each lane's own, of which each takes another element.
const ARRAY: &str = "
define i32 @f(i32 %x, i32 %count) {
entry:
  %array = alloca [16 x i32], align 4
  br label %fill
fill:
  %k = phi i32 [ 0, %entry ], [ %k1, %fill ]
  %at = getelementptr [16 x i32], [16 x i32]* %array, i32 0, i32 %k
  store i32 %x, i32* %at, align 4
  %k1 = add i32 %k, 1
  %filled = icmp eq i32 %k1, 16
  br i1 %filled, label %loop, label %fill
loop:
  %i = phi i32 [ 0, %fill ], [ %next, %loop ]
  %sum = phi i32 [ %x, %fill ], [ %more, %loop ]
  %which = add i32 %sum, %x
  %place = and i32 %which, 15
  %here = getelementptr [16 x i32], [16 x i32]* %array, i32 0, i32 %place
  %value = load i32, i32* %here, align 4
  %more = add i32 %sum, %value
  store i32 %more, i32* %here, align 4
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %count
  br i1 %again, label %loop, label %out
out:
  ret i32 %more
}
";

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
        ("divergent", DIVERGENT.to_owned()),
        ("group-shared memory", SHARED.to_owned()),
        ("local array", ARRAY.to_owned()),
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
