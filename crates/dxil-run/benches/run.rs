//! What it costs to execute, on one core, with checks and without. Of code that is straight, lane-instructions a
//! second: elements are instructions times the 32 lanes of a wave. Of shaders over a buffer, the time of a dispatch:
//! one that moves memory, one whose lanes part, and the set of Mandelbrot in 64 x 64 threads of up to 256 steps each.

#![allow(clippy::expect_used, reason = "the functions are the bench's own")]

use std::fmt::Write as _;
use std::hint::black_box;

use bstr::BStr;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dx_container::enums::ResourceClass;
use dxil::shader::Shader;
use dxil_run::resources::ALL_MAPPED;
use dxil_run::{
    Bound, Buffer, Checks, Descriptor, Dispatch, EntrySelector, Memory, PrepareOptions, Program, Resources,
    RunOptions,
};

/// How often the body of a loop is executed.
const TURNS: u64 = 1000;

/// Without checks, and with all but NaN.
const MODES: [(bool, &str); 2] = [(false, ""), (true, ", with checks")];

fn options(all: bool) -> RunOptions {
    RunOptions { checks: Checks { all, nan: false }, ..RunOptions::default() }
}

/// A loop whose body is `lines`, again and again: each takes the value `%v` of the one before.
fn in_loop(ty: &str, lines: &[&str], attributes: &str) -> String {
    let declarations = "declare float @dx.op.unary.f32(i32, float)
declare float @dx.op.binary.f32(i32, float, float)
declare float @dx.op.tertiary.f32(i32, float, float, float)";
    let mut source = format!(
        "{declarations}
define {ty} @f({ty} %x, i32 %count) {attributes} {{
entry:
  br label %loop
loop:
  %v0 = phi {ty} [ %x, %entry ], [ %last, %loop ]
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
"
    );
    let count = 100 / lines.len() * lines.len();
    for (value, line) in lines.iter().cycle().take(count).enumerate() {
        writeln!(source, "  %v{} = {}", value + 1, line.replace("%v", &format!("%v{value}")))
            .expect("text grows");
    }
    write!(
        source,
        "  %last = select i1 true, {ty} %v{count}, {ty} %x
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %count
  br i1 %more, label %loop, label %end
end:
  ret {ty} %last
}}
"
    )
    .expect("text grows");
    source
}

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

fn prepare(source: &str, entrance: EntrySelector<'_>) -> Program {
    let module = dxil_text::parse(source.as_bytes()).expect("it is assembly");
    let shader = Shader::read(&module).expect("its metadata is fine");
    Program::prepare(&module, &shader, entrance, PrepareOptions::default()).expect("it can be executed")
}

fn straight(c: &mut Criterion) {
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
    let programs = [
        ("straight i32", in_loop("i32", &integers, "")),
        ("straight f32", in_loop("float", &floats, "")),
        ("straight f32, denormals kept", in_loop("float", &floats, "\"fp32-denorm-mode\"=\"preserve\"")),
        ("straight f16", in_loop("half", &["fadd half %v, 1.5", "fmul half %v, 0.75"], "")),
        ("straight f64", in_loop("double", &["fadd double %v, 1.5", "fmul double %v, 0.75"], "")),
        ("sines and exponentials", in_loop("float", &curves, "")),
        ("group-shared memory", SHARED.to_owned()),
        ("local array", ARRAY.to_owned()),
    ];
    let mut group = c.benchmark_group("dxil-run");
    let arguments: Vec<Vec<u64>> = (0..32_u64).map(|lane| vec![lane, TURNS]).collect();
    for (name, source) in &programs {
        let program = prepare(source, EntrySelector::Function(BStr::new("f"), 32));
        let resources = Resources::default();
        let bound = Bound::new(&program, &resources);
        for (all, with) in MODES {
            let dispatch =
                Dispatch::new(&program, &bound, [1; 3], options(all)).expect("waves may have 32 lanes");
            let steps = dispatch.call(&arguments, &mut ()).1.steps;
            group.throughput(Throughput::Elements(steps * 32));
            group.bench_function(format!("{name}{with}"), |b| {
                b.iter(|| dispatch.call(black_box(&arguments), &mut ()));
            });
        }
    }
    group.finish();
}

/// A compute shader of 8 x 8 threads over a structured buffer `%uav` of words, one for each of the 64 x 64 threads of a
/// dispatch: the body computes `%word` from where the thread is, `%x` and `%y`, and from its number, `%at`.
fn shader(body: &str) -> String {
    format!(
        "
%dx.types.Handle = type {{ i8* }}
%dx.types.ResRet.i32 = type {{ i32, i32, i32, i32, i32 }}
%buffer = type {{ i32 }}
define void @main() {{
entry:
  %uav = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 0, i32 0, i1 false)
  %x = call i32 @dx.op.threadId.i32(i32 93, i32 0)
  %y = call i32 @dx.op.threadId.i32(i32 93, i32 1)
  %row = shl i32 %y, 6
  %at = add i32 %row, %x
  br label %body
{body}
done:
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %uav, i32 %at, i32 0, i32 %word, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  ret void
}}
declare %dx.types.Handle @dx.op.createHandle(i32, i8, i32, i32, i1)
declare i32 @dx.op.threadId.i32(i32, i32)
declare %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32, %dx.types.Handle, i32, i32, i8, i32)
declare void @dx.op.rawBufferStore.i32(i32, %dx.types.Handle, i32, i32, i32, i32, i32, i32, i8, i32)
!dx.version = !{{!1}}
!dx.valver = !{{!2}}
!dx.shaderModel = !{{!3}}
!dx.resources = !{{!4}}
!dx.entryPoints = !{{!10}}
!1 = !{{i32 1, i32 6}}
!2 = !{{i32 1, i32 8}}
!3 = !{{!\"cs\", i32 6, i32 6}}
!4 = !{{null, !5, null, null}}
!5 = !{{!8}}
!8 = !{{i32 0, %buffer* undef, !\"\", i32 0, i32 0, i32 1, i32 12, i1 false, i1 false, i1 false, !9}}
!9 = !{{i32 1, i32 4}}
!10 = !{{void ()* @main, !\"main\", null, !4, !11}}
!11 = !{{i32 0, i64 16, i32 4, !12}}
!12 = !{{i32 8, i32 8, i32 1}}
"
    )
}

/// Steps of `z = z * z + c` until it is beyond 2, at most 256.
const MANDELBROT: &str = "body:
  %fx = uitofp i32 %x to float
  %fy = uitofp i32 %y to float
  %sx = fmul float %fx, 0.046875
  %sy = fmul float %fy, 0.046875
  %cx = fsub float %sx, 2.25
  %cy = fsub float %sy, 1.5
  br label %loop
loop:
  %zx = phi float [ 0.0, %body ], [ %nx, %again ]
  %zy = phi float [ 0.0, %body ], [ %ny, %again ]
  %n = phi i32 [ 0, %body ], [ %next, %again ]
  %xx = fmul float %zx, %zx
  %yy = fmul float %zy, %zy
  %size = fadd float %xx, %yy
  %out = fcmp ogt float %size, 4.0
  br i1 %out, label %end, label %again
again:
  %difference = fsub float %xx, %yy
  %nx = fadd float %difference, %cx
  %xy = fmul float %zx, %zy
  %double = fmul float %xy, 2.0
  %ny = fadd float %double, %cy
  %next = add i32 %n, 1
  %more = icmp ult i32 %next, 256
  br i1 %more, label %loop, label %end
end:
  %word = phi i32 [ %n, %loop ], [ %next, %again ]
  br label %done";

/// Sums up 64 words of the buffer, each lane from its own on.
const MEMORY: &str = "body:
  br label %loop
loop:
  %sum = phi i32 [ 0, %body ], [ %more, %loop ]
  %i = phi i32 [ 0, %body ], [ %next, %loop ]
  %place = add i32 %at, %i
  %from = and i32 %place, 4095
  %loaded = call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %uav, i32 %from, i32 0, i8 1, i32 4)
  %part = extractvalue %dx.types.ResRet.i32 %loaded, 0
  %more = add i32 %sum, %part
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, 64
  br i1 %again, label %loop, label %end
end:
  %zero = and i32 %more, 0
  %word = or i32 %zero, %at
  br label %done";

/// Steps of Collatz's sequence: in each, some lanes go one way and the others the other one, and some are done.
const DIVERGENT: &str = "body:
  %first = add i32 %at, 1
  br label %loop
loop:
  %n = phi i32 [ %first, %body ], [ %next, %latch ]
  %steps = phi i32 [ 0, %body ], [ %more, %latch ]
  %is_one = icmp eq i32 %n, 1
  br i1 %is_one, label %end, label %part
part:
  %odd = and i32 %n, 1
  %is_odd = icmp ne i32 %odd, 0
  br i1 %is_odd, label %up, label %down
up:
  %triple = mul i32 %n, 3
  %plus = add i32 %triple, 1
  br label %latch
down:
  %half = lshr i32 %n, 1
  br label %latch
latch:
  %next = phi i32 [ %plus, %up ], [ %half, %down ]
  %more = add i32 %steps, 1
  br label %loop
end:
  %word = add i32 %steps, 0
  br label %done";

fn shaders(c: &mut Criterion) {
    let mut group = c.benchmark_group("dxil-run");
    for (name, body) in [
        ("Mandelbrot, 64 x 64", MANDELBROT),
        ("memory-bound, 64 x 64", MEMORY),
        ("divergent, 64 x 64", DIVERGENT),
    ] {
        let program = prepare(&shader(body), EntrySelector::Shader(None));
        let mut resources = Resources::default();
        let memory = resources.add(Memory::new(&[0; 64 * 64 * 4]));
        let bytes = 64 * 64 * 4;
        let buffer =
            Buffer { memory, offset: 0, bytes, stride: 4, format: None, counter: None, mapped: ALL_MAPPED };
        let mut bound = Bound::new(&program, &resources);
        assert!(bound.bind(&program, ResourceClass::UAV, 0, 0, Descriptor::Buffer(buffer)));
        for (all, with) in MODES {
            let dispatch =
                Dispatch::new(&program, &bound, [8, 8, 1], options(all)).expect("waves may have 32 lanes");
            let outcome = dispatch.run(&mut ());
            assert!(outcome.stop.is_none(), "{name} ends");
            group.throughput(Throughput::Elements(outcome.steps * 32));
            group.bench_function(format!("{name}{with}"), |b| b.iter(|| dispatch.run(&mut ())));
        }
    }
    group.finish();
}

criterion_group!(all, straight, shaders);
criterion_main!(all);
