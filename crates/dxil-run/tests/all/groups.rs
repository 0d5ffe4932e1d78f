//! Thread groups of compute shaders: which thread each lane is, and what waves of a group see of each other.

use dx_container::enums::ResourceClass;
use dxil::shader::Shader;
use dxil_run::resources::ALL_MAPPED;
use dxil_run::{
    Bound, Buffer, Descriptor, Dispatch, EntrySelector, FindingKind, Memory, Outcome, PrepareOptions,
    Program, Resources, RunOptions,
};

use crate::functions::{kinds, refused};

pub(crate) const TESTS: &[testkit::Test] = testkit::tests![
    lanes_are_threads_as_they_are_numbered,
    lanes_of_shaders_with_derivatives_are_squares,
    quads_of_odd_groups_are_rows,
    waves_see_what_others_wrote_before_a_barrier,
    groups_have_memory_of_their_own,
    barriers_order_what_they_say,
    operations_of_nodes_are_refused_by_name,
];

/// A compute shader with the threads of a group, whose `main` has these instructions, where `%number` is the number of
/// the thread in its group, `%x` and `%y` where it is there, and `%uav` a structured buffer of words.
fn shader(threads: [u32; 3], instructions: &str) -> String {
    let [x, y, z] = threads;
    format!(
        "
%dx.types.Handle = type {{ i8* }}
%dx.types.ResRet.i32 = type {{ i32, i32, i32, i32, i32 }}
%buffer = type {{ i32 }}
@shared = internal addrspace(3) global [64 x i32] undef, align 4
define void @main() {{
entry:
  %uav = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 0, i32 0, i1 false)
  %number = call i32 @dx.op.flattenedThreadIdInGroup.i32(i32 96)
  %x = call i32 @dx.op.threadIdInGroup.i32(i32 95, i32 0)
  %y = call i32 @dx.op.threadIdInGroup.i32(i32 95, i32 1)
{instructions}
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %uav, i32 %at, i32 0, i32 %word, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  ret void
}}
declare %dx.types.Handle @dx.op.createHandle(i32, i8, i32, i32, i1)
declare i32 @dx.op.flattenedThreadIdInGroup.i32(i32)
declare i32 @dx.op.threadIdInGroup.i32(i32, i32)
declare i32 @dx.op.groupId.i32(i32, i32)
declare i32 @dx.op.waveGetLaneIndex(i32)
declare float @dx.op.unary.f32(i32, float)
declare void @dx.op.barrier(i32, i32)
declare void @dx.op.barrierByMemoryType(i32, i32, i32)
declare void @dx.op.barrierByMemoryHandle(i32, %dx.types.Handle, i32)
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
!12 = !{{i32 {x}, i32 {y}, i32 {z}}}
"
    )
}

/// The words of the buffer after a dispatch of so many groups in waves of eight lanes.
fn dispatch(source: &str, groups: u32) -> (Vec<u32>, Outcome) {
    let module = dxil_text::parse(source.as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}\n{source}"));
    let shader = Shader::read(&module).expect("its metadata is fine");
    let program = Program::prepare(&module, &shader, EntrySelector::Shader(None), PrepareOptions::default())
        .unwrap_or_else(|error| panic!("{}\n{source}", error.kind()));
    let mut resources = Resources::default();
    let memory = resources.add(Memory::new(&[0xff; 256]));
    let mut bound = Bound::new(&program, &resources);
    let buffer =
        Buffer { memory, offset: 0, bytes: 256, stride: 4, format: None, counter: None, mapped: ALL_MAPPED };
    assert!(bound.bind(&program, ResourceClass::UAV, 0, 0, Descriptor::Buffer(buffer)));
    let options = RunOptions { wave_size: Some(8), ..RunOptions::default() };
    let dispatch =
        Dispatch::new(&program, &bound, [groups, 1, 1], options).expect("waves may have eight lanes");
    let outcome = dispatch.run(&mut ());
    let bytes = resources.memories[memory].bytes();
    (bytes.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect(), outcome)
}

/// Writes which lane each thread is.
const LANES: &str = "  %word = call i32 @dx.op.waveGetLaneIndex(i32 111)
  %at = add i32 %number, 0";

/// Takes a derivative of `10 * x + 100 * y` along an axis, and writes ten times it, as hundredths, behind which lane
/// each thread is.
fn derivative(opcode: u32) -> String {
    format!(
        "  %lane = call i32 @dx.op.waveGetLaneIndex(i32 111)
  %fx = uitofp i32 %x to float
  %fy = uitofp i32 %y to float
  %tens = fmul float %fx, 10.0
  %hundreds = fmul float %fy, 100.0
  %sum = fadd float %tens, %hundreds
  %slope = call float @dx.op.unary.f32(i32 {opcode}, float %sum)
  %whole = fptosi float %slope to i32
  %high = mul i32 %whole, 100
  %word = add i32 %high, %lane
  %at = add i32 %number, 0"
    )
}

fn lanes_are_threads_as_they_are_numbered() {
    let (words, outcome) = dispatch(&shader([4, 4, 1], LANES), 1);
    assert_eq!(kinds(&outcome), []);
    assert_eq!(words[..16], [0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(words[16], u32::MAX);
}

fn lanes_of_shaders_with_derivatives_are_squares() {
    // Rows of threads: each quad is two in one row and two in the next.
    let lanes = [0, 1, 4, 5, 2, 3, 6, 7, 0, 1, 4, 5, 2, 3, 6, 7];
    for (opcode, slope) in [(83, 1000), (84, 10_000), (85, 1000), (86, 10_000)] {
        let (words, outcome) = dispatch(&shader([4, 4, 1], &derivative(opcode)), 1);
        assert_eq!(kinds(&outcome), []);
        assert_eq!(words[..16], lanes.map(|lane| lane + slope));
    }
    // Planes of quads: a wave of eight lanes has one and the next.
    let (words, outcome) = dispatch(&shader([2, 2, 4], &derivative(83)), 1);
    assert_eq!(kinds(&outcome), []);
    assert_eq!(words[..16], [0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7].map(|lane| lane + 1000));
}

fn quads_of_odd_groups_are_rows() {
    let (words, outcome) = dispatch(&shader([8, 1, 1], &derivative(83)), 1);
    assert_eq!(kinds(&outcome), []);
    assert_eq!(words[..8], [0, 1, 2, 3, 4, 5, 6, 7].map(|lane| lane + 1000));
    // The lower lanes of a quad are two further along the row.
    let (words, _) = dispatch(&shader([8, 1, 1], &derivative(84)), 1);
    assert_eq!(words[..8], [0, 1, 2, 3, 4, 5, 6, 7].map(|lane| lane + 2000));
    // Six threads are one quad and a half.
    let (_, outcome) = dispatch(&shader([6, 1, 1], &derivative(83)), 1);
    assert_eq!(kinds(&outcome), [FindingKind::DivergentDerivative]);
}

/// Writes what the thread of the last number less its own wrote to group-shared memory.
fn mirrored(between: &str) -> String {
    format!(
        "  %mine = getelementptr [64 x i32], [64 x i32] addrspace(3)* @shared, i32 0, i32 %number
  %square = mul i32 %number, %number
  store i32 %square, i32 addrspace(3)* %mine, align 4
  {between}
  %other = sub i32 31, %number
  %theirs = getelementptr [64 x i32], [64 x i32] addrspace(3)* @shared, i32 0, i32 %other
  %word = load i32, i32 addrspace(3)* %theirs, align 4
  %at = add i32 %number, 0"
    )
}

fn waves_see_what_others_wrote_before_a_barrier() {
    let (words, outcome) =
        dispatch(&shader([32, 1, 1], &mirrored("call void @dx.op.barrier(i32 80, i32 9)")), 1);
    assert_eq!(kinds(&outcome), []);
    let expected: Vec<u32> = (0..32_u32).map(|thread| (31 - thread).pow(2)).collect();
    assert_eq!(words[..32], expected);
    let (_, outcome) = dispatch(&shader([32, 1, 1], &mirrored("")), 1);
    // The first waves read what is not there yet; with what is there later, they race.
    assert_eq!(kinds(&outcome), [FindingKind::Undefined, FindingKind::Race]);
}

fn groups_have_memory_of_their_own() {
    // The first group writes; the others read what nobody wrote in theirs.
    let instructions = "  %group = call i32 @dx.op.groupId.i32(i32 94, i32 0)
  %place = getelementptr [64 x i32], [64 x i32] addrspace(3)* @shared, i32 0, i32 0
  %writes = icmp eq i32 %group, 0
  br i1 %writes, label %write, label %read
write:
  store i32 7, i32 addrspace(3)* %place, align 4
  br label %read
read:
  %word = load i32, i32 addrspace(3)* %place, align 4
  %at = add i32 %group, 0";
    let (words, outcome) = dispatch(&shader([1, 1, 1], instructions), 3);
    assert_eq!(kinds(&outcome), [FindingKind::Undefined]);
    let (_, _, finding) = outcome.findings.iter().next().expect("there is one");
    assert_eq!((finding.count, finding.first.group), (2, 1));
    assert_eq!(words[..3], [7, 0, 0]);
}

fn barriers_order_what_they_say() {
    // Each thread writes a word of the buffer; then another one reads it.
    let exchanged = |between: &str| {
        format!(
            "  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %uav, i32 %number, i32 0, i32 %x, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  {between}
  %other = sub i32 15, %number
  %read = call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %uav, i32 %other, i32 0, i8 1, i32 4)
  %word = extractvalue %dx.types.ResRet.i32 %read, 0
  %at = add i32 %number, 32"
        )
    };
    let race: &[FindingKind] = &[FindingKind::Race];
    let by_type = |types: u32, semantics: u32| {
        format!("call void @dx.op.barrierByMemoryType(i32 244, i32 {types}, i32 {semantics})")
    };
    let by_handle = |semantics: u32| {
        format!("call void @dx.op.barrierByMemoryHandle(i32 245, %dx.types.Handle %uav, i32 {semantics})")
    };
    let mode = |mode: u32| format!("call void @dx.op.barrier(i32 80, i32 {mode})");
    for (between, found) in [
        (String::new(), race),
        (mode(3), &[]),
        (mode(5), &[]),
        (mode(11), &[]),
        (mode(9), race),
        (mode(2), race),
        (by_type(1, 3), &[]),
        (by_type(1, 5), &[]),
        (by_type(2, 3), race),
        (by_type(1, 4), race),
        (by_handle(3), &[]),
        (by_handle(4), race),
    ] {
        let (words, outcome) = dispatch(&shader([16, 1, 1], &exchanged(&between)), 1);
        assert_eq!(kinds(&outcome), found, "{between}: {:?}", outcome.findings);
        if found.is_empty() {
            let expected: Vec<u32> = (0..16).rev().collect();
            assert_eq!(words[32..48], expected, "{between}");
        }
    }
}

fn operations_of_nodes_are_refused_by_name() {
    let source = "
define i32 @f(i32 %a) {
entry:
  %levels = call i32 @dx.op.getRemainingRecursionLevels(i32 253)
  ret i32 %levels
}
declare i32 @dx.op.getRemainingRecursionLevels(i32)";
    assert!(refused(source).contains("the operation GetRemainingRecursionLevels"), "{}", refused(source));
}
