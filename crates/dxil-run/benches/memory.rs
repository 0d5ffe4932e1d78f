//! What it costs to access resources: lane-instructions a second of loops that load, add and store, on one core, with
//! checks and without.

#![allow(clippy::expect_used, reason = "the functions are the bench's own")]

use bstr::BStr;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dx_container::enums::ResourceClass;
use dxil::shader::Shader;
use dxil_run::resources::{ALL_MAPPED, Buffer, Descriptor, Format, Memory};
use dxil_run::{Bound, Checks, Dispatch, EntrySelector, PrepareOptions, Program, Resources, RunOptions};

/// How often the body of the loop is executed.
const TURNS: u32 = 1000;

/// Words of each buffer.
const WORDS: u32 = 1 << 16;

/// Threads in a row load from one buffer and store to another, turn after turn.
const SOURCE: &str = "
target datalayout = \"e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64\"
%dx.types.Handle = type { i8* }
%dx.types.ResRet.f32 = type { float, float, float, float, i32 }
%struct.T = type { i32 }
declare %dx.types.Handle @dx.op.createHandle(i32, i8, i32, i32, i1)
declare i32 @dx.op.flattenedThreadIdInGroup.i32(i32)
LOAD_DECLARATION
STORE_DECLARATION
define void @main() {
entry:
  %in = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 0, i32 0, i32 0, i1 false)
  %out = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 0, i32 0, i1 false)
  %thread = call i32 @dx.op.flattenedThreadIdInGroup.i32(i32 96)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %row = mul i32 %i, 32
  %index = add i32 %row, %thread
  %byte = mul i32 %index, 4
  %r = call %dx.types.ResRet.f32 LOAD
  %v = extractvalue %dx.types.ResRet.f32 %r, 0
  %w = fadd float %v, 1.0
  call void STORE
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 1000
  br i1 %more, label %loop, label %end
end:
  ret void
}
!dx.version = !{!0}
!dx.shaderModel = !{!1}
!dx.resources = !{!2}
!dx.entryPoints = !{!7}
!0 = !{i32 1, i32 7}
!1 = !{!\"cs\", i32 6, i32 7}
!2 = !{!3, !4, null, null}
!3 = !{!5}
!4 = !{!6}
!5 = !{i32 0, %struct.T* undef, !\"In\", i32 0, i32 0, i32 1, i32 KIND, i32 0, PROPERTIES}
!6 = !{i32 0, %struct.T* undef, !\"Out\", i32 0, i32 0, i32 1, i32 KIND, i1 false, i1 false, i1 false, PROPERTIES}
!7 = !{void ()* @main, !\"main\", null, !2, !8}
!8 = !{i32 0, i64 0, i32 4, !9}
!9 = !{i32 32, i32 1, i32 1}
!10 = !{i32 0, i32 9}
";

const RAW: [(&str, &str); 6] = [
    (
        "LOAD_DECLARATION",
        "declare %dx.types.ResRet.f32 @dx.op.rawBufferLoad.f32(i32, %dx.types.Handle, i32, i32, i8, i32)",
    ),
    (
        "STORE_DECLARATION",
        "declare void @dx.op.rawBufferStore.f32(i32, %dx.types.Handle, i32, i32, float, float, float, float, i8, i32)",
    ),
    ("LOAD", "@dx.op.rawBufferLoad.f32(i32 139, %dx.types.Handle %in, i32 %byte, i32 undef, i8 1, i32 4)"),
    (
        "STORE",
        "@dx.op.rawBufferStore.f32(i32 140, %dx.types.Handle %out, i32 %byte, i32 undef, float %w, float undef, float undef, float undef, i8 1, i32 4)",
    ),
    ("KIND", "11"),
    ("PROPERTIES", "null"),
];

const TYPED: [(&str, &str); 6] = [
    (
        "LOAD_DECLARATION",
        "declare %dx.types.ResRet.f32 @dx.op.bufferLoad.f32(i32, %dx.types.Handle, i32, i32)",
    ),
    (
        "STORE_DECLARATION",
        "declare void @dx.op.bufferStore.f32(i32, %dx.types.Handle, i32, i32, float, float, float, float, i8)",
    ),
    ("LOAD", "@dx.op.bufferLoad.f32(i32 68, %dx.types.Handle %in, i32 %index, i32 undef)"),
    (
        "STORE",
        "@dx.op.bufferStore.f32(i32 69, %dx.types.Handle %out, i32 %index, i32 undef, float %w, float %w, float %w, float %w, i8 15)",
    ),
    ("KIND", "10"),
    ("PROPERTIES", "!10"),
];

fn benches(c: &mut Criterion) {
    let mut group = c.benchmark_group("dxil-run memory");
    for (name, words, format) in [
        ("byte-address buffers", RAW, None),
        ("typed buffers of floats", TYPED, Format::named("R32_FLOAT")),
        ("typed buffers of halves", TYPED, Format::named("R16_FLOAT")),
    ] {
        let source = words.iter().fold(SOURCE.to_owned(), |source, (from, to)| source.replace(from, to));
        let module = dxil_text::parse(source.as_bytes()).expect("it is assembly");
        let shader = Shader::read(&module).expect("its metadata is fine");
        let entrance = EntrySelector::Shader(Some(BStr::new("main")));
        let program = Program::prepare(&module, &shader, entrance, PrepareOptions::default());
        let program = program.expect("it can be executed");
        let mut resources = Resources::default();
        let bytes = vec![0; usize::try_from(WORDS * 4).expect("it is not much")];
        let memories = [(); 2].map(|()| resources.add(Memory::new(&bytes)));
        let mut bound = Bound::new(&program, &resources);
        for (class, memory) in [ResourceClass::SRV, ResourceClass::UAV].into_iter().zip(memories) {
            let bytes = u64::from(WORDS * 4);
            let buffer =
                Buffer { memory, offset: 0, bytes, stride: 0, format, counter: None, mapped: ALL_MAPPED };
            assert!(bound.bind(&program, class, 0, 0, Descriptor::Buffer(buffer)));
        }
        for (all, with) in [(false, ""), (true, ", with checks")] {
            let options = RunOptions { checks: Checks { all, nan: false }, ..RunOptions::default() };
            let dispatch = Dispatch::new(&program, &bound, [1; 3], options).expect("waves may have 32 lanes");
            let outcome = dispatch.run(&mut ());
            assert!(outcome.findings.is_empty() && outcome.steps > u64::from(TURNS));
            group.throughput(Throughput::Elements(outcome.steps * 32));
            group.bench_function(format!("{name}{with}"), |b| b.iter(|| dispatch.run(&mut ())));
        }
    }
    group.finish();
}

criterion_group!(all, benches);
criterion_main!(all);
