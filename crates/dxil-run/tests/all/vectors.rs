//! Vectors: elements at computed indices, reductions, operations across lanes, memory, and raw buffers.

use dxil_run::FindingKind::{Misaligned, OutOfBounds, Undefined};
use dxil_run::RunOptions;

use crate::functions::{call_with, kinds};
use crate::shaders::{Case, found};

pub(crate) const TESTS: &[testkit::Test] = testkit::tests![
    elements_are_extracted_at_computed_indices,
    elements_are_inserted_at_computed_indices,
    indices_beyond_a_vector_are_reported,
    undefined_elements_are_tracked,
    bits_are_reduced,
    dot_products_round_after_each_step,
    findings_are_merged_by_instruction,
    waves_exchange_vectors,
    quads_exchange_vectors,
    vectors_flow_through_branches_calls_and_memory,
    constant_vectors_are_selected,
    raw_buffers_hold_vectors,
    structures_hold_vectors,
    vectors_are_checked_element_by_element,
    misaligned_vectors_are_reported_once,
    undefined_addresses_of_vectors_are_reported_once,
    loads_return_a_status,
    races_of_vectors_are_found,
    waves_know_their_group,
];

/// The results of the function `f` in each lane, in which nothing may be found.
pub(crate) fn call(source: &str, arguments: &[Vec<u64>]) -> Vec<Vec<u64>> {
    let (results, outcome) = call_with(source, arguments, RunOptions::default());
    assert!(outcome.findings.is_empty(), "{:?}", outcome.findings);
    results
}

fn elements_are_extracted_at_computed_indices() {
    let source = "define i32 @f(<5 x i32> %v, i32 %i) {
  %r = extractelement <5 x i32> %v, i32 %i
  ret i32 %r
}";
    let lane = |index: u64| vec![10, 11, 12, 13, 14, index];
    assert_eq!(call(source, &[lane(4), lane(0), lane(2)]), [[14], [10], [12]]);
    let source = "define double @f(<3 x double> %v, i32 %i) {
  %r = extractelement <3 x double> %v, i32 %i
  ret double %r
}";
    assert_eq!(call(source, &[vec![1 << 40, 2 << 40, 3 << 40 | 5, 2]]), [[3 << 40 | 5]]);
    // A vector of the largest size.
    let source = "define half @f(<1024 x half> %v, i32 %i) {
  %r = extractelement <1024 x half> %v, i32 %i
  ret half %r
}";
    let lane = |index: u64| (0..1024).map(|element| element ^ index).chain([index]).collect::<Vec<u64>>();
    assert_eq!(call(source, &[lane(1023), lane(512), lane(7)]), [[0], [0], [0]]);
}

fn elements_are_inserted_at_computed_indices() {
    let source = "define <3 x i64> @f(<3 x i64> %v, i64 %x, i32 %i) {
  %r = insertelement <3 x i64> %v, i64 %x, i32 %i
  ret <3 x i64> %r
}";
    let lane = |index: u64| vec![1 << 32, 2 << 32, 3 << 32, 9 << 32 | 4, index];
    let new = 9 << 32 | 4;
    assert_eq!(
        call(source, &[lane(0), lane(2), lane(1)]),
        [[new, 2 << 32, 3 << 32], [1 << 32, 2 << 32, new], [1 << 32, new, 3 << 32]]
    );
    // The vector is still read after the insertion, and the element is itself an element of the vector.
    let source = "define <4 x i32> @f(<2 x i32> %v, i32 %i) {
  %x = extractelement <2 x i32> %v, i32 1
  %w = insertelement <2 x i32> %v, i32 %x, i32 %i
  %r = shufflevector <2 x i32> %v, <2 x i32> %w, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  ret <4 x i32> %r
}";
    assert_eq!(call(source, &[vec![5, 6, 0], vec![5, 6, 1]]), [[5, 6, 6, 6], [5, 6, 5, 6]]);
}

fn indices_beyond_a_vector_are_reported() {
    let source = "define i32 @f(<2 x i32> %v, i32 %i) {
  %r = extractelement <2 x i32> %v, i32 %i
  ret i32 %r
}";
    let (results, outcome) = call_with(
        source,
        &[vec![7, 8, 2], vec![7, 8, 1], vec![7, 8, u32::MAX.into()]],
        RunOptions::default(),
    );
    assert_eq!(results, [[0], [8], [0]]);
    assert_eq!(found(&outcome), [(OutOfBounds, 2, "reads element 2 of a vector with 2 elements".to_owned())]);
    let source = "define <2 x i32> @f(<2 x i32> %v) {
  %r = insertelement <2 x i32> %v, i32 9, i32 2
  ret <2 x i32> %r
}";
    let (results, outcome) = call_with(source, &[vec![7, 8]], RunOptions::default());
    assert_eq!(results, [[7, 8]]);
    assert_eq!(
        found(&outcome),
        [(OutOfBounds, 1, "writes element 2 of a vector with 2 elements".to_owned())]
    );
    let source = "define i32 @f(<2 x i32> %v) {
  %r = extractelement <2 x i32> %v, i32 undef
  ret i32 %r
}";
    let (_, outcome) = call_with(source, &[vec![7, 8]], RunOptions::default());
    assert_eq!(found(&outcome), [(Undefined, 1, "index of a vector element is undefined".to_owned())]);
}

/// A function of an index that branches on a value.
fn branches_on(body: &str) -> String {
    format!(
        "define i32 @f(i32 %i) {{
{body}
  %is = icmp eq i32 %x, 3
  br i1 %is, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}}"
    )
}

fn undefined_elements_are_tracked() {
    // Only element 1 is defined.
    let extract = branches_on(
        "  %v = insertelement <3 x i32> undef, i32 3, i32 1
  %x = extractelement <3 x i32> %v, i32 %i",
    );
    let (results, outcome) = call_with(&extract, &[vec![1], vec![1]], RunOptions::default());
    assert_eq!((results, kinds(&outcome)), (vec![vec![1]; 2], vec![]));
    let (_, outcome) = call_with(&extract, &[vec![1], vec![0], vec![2]], RunOptions::default());
    assert_eq!(found(&outcome), [(Undefined, 2, "condition is undefined".to_owned())]);
    // The element at the index is defined by an insertion at the index.
    let insert = branches_on(
        "  %v = insertelement <3 x i32> undef, i32 3, i32 %i
  %x = extractelement <3 x i32> %v, i32 2",
    );
    let (results, outcome) = call_with(&insert, &[vec![2], vec![2]], RunOptions::default());
    assert_eq!((results, kinds(&outcome)), (vec![vec![1]; 2], vec![]));
    let (_, outcome) = call_with(&insert, &[vec![2], vec![1]], RunOptions::default());
    assert_eq!(found(&outcome), [(Undefined, 1, "condition is undefined".to_owned())]);
    // Operations on a vector are tracked by element.
    let add = branches_on(
        "  %v = insertelement <2 x i32> undef, i32 2, i32 1
  %w = add <2 x i32> %v, <i32 1, i32 1>
  %x = extractelement <2 x i32> %w, i32 1",
    );
    let (results, outcome) = call_with(&add, &[vec![0]], RunOptions::default());
    assert_eq!((results, kinds(&outcome)), (vec![vec![1]], vec![]));
}

fn bits_are_reduced() {
    for (ty, name, values, and, or) in [
        ("i1", "i1", [1, 0, 1], 0, 1),
        ("i8", "i8", [0xf3, 0x73, 0xc3], 0x43, 0xf3),
        ("i16", "i16", [0x8001, 0xc003, 0xe005], 0x8001, 0xe007),
        ("i32", "i32", [0x8000_0001, 0xc000_0003, 0xe000_0005], 0x8000_0001, 0xe000_0007),
        ("i64", "i64", [7 << 40 | 1, 3 << 40 | 3, 2 << 40 | 9], 2 << 40 | 1, 7 << 40 | 11),
    ] {
        for (opcode, expected) in [(309, and), (310, or)] {
            let source = format!(
                "declare {ty} @dx.op.vectorReduce.v3{name}(i32, <3 x {ty}>)
define {ty} @f(<3 x {ty}> %a) {{
  %r = call {ty} @dx.op.vectorReduce.v3{name}(i32 {opcode}, <3 x {ty}> %a)
  ret {ty} %r
}}"
            );
            assert_eq!(call(&source, &[values.to_vec()]), [[expected]], "{opcode} {ty}");
        }
    }
    // A zero decides a conjunction, although another element is undefined.
    for (opcode, decisive, is_defined) in [(309, 0, true), (309, 1, false), (310, -1, true), (310, 1, false)]
    {
        let source = format!(
            "declare i32 @dx.op.vectorReduce.v2i32(i32, <2 x i32>)\n{}",
            branches_on(&format!(
                "  %v = insertelement <2 x i32> undef, i32 {decisive}, i32 1
  %x = call i32 @dx.op.vectorReduce.v2i32(i32 {opcode}, <2 x i32> %v)"
            ))
        );
        let (_, outcome) = call_with(&source, &[vec![0]], RunOptions::default());
        assert_eq!(outcome.findings.is_empty(), is_defined, "{opcode} {decisive}");
    }
}

fn dot_products_round_after_each_step() {
    let dot = |name: &str, ty: &str, count: usize| {
        format!(
            "declare {ty} @dx.op.dot.v{count}{name}(i32, <{count} x {ty}>, <{count} x {ty}>)
define {ty} @f(<{count} x {ty}> %a, <{count} x {ty}> %b) {{
  %r = call {ty} @dx.op.dot.v{count}{name}(i32 311, <{count} x {ty}> %a, <{count} x {ty}> %b)
  ret {ty} %r
}}"
        )
    };
    let floats = |values: &[f32]| values.iter().map(|value| u64::from(value.to_bits())).collect::<Vec<_>>();
    let one = |values: &[f32]| call(&dot("f32", "float", values.len() / 2), &[floats(values)]);
    assert_eq!(one(&[1.0, 2.0, 3.0, 4.0, 5.0, 5.0, 6.0, 7.0, 8.0, 9.0]), [floats(&[115.0])]);
    // 1e8 + 1 is rounded to 1e8.
    assert_eq!(one(&[1e8, 1.0, -1e8, 1.0, 1.0, 1.0]), [floats(&[0.0])]);
    assert_eq!(one(&[1e8, -1e8, 1.0, 1.0, 1.0, 1.0]), [floats(&[1.0])]);
    // The product of infinity and zero.
    let nan = one(&[f32::INFINITY, 1.0, 0.0, 1.0]);
    assert_eq!(nan, [[u64::from(f32::NAN.to_bits())]]);
    assert_eq!(one(&[3.0, 4.0]), [floats(&[12.0])]);
    // 2048 + 1 is rounded to 2048 in half precision.
    let half = call(&dot("f16", "half", 3), &[vec![0x6800, 0x3c00, 0x3c00, 0x3c00, 0x3c00, 0x3c00]]);
    assert_eq!(half, [[0x6800]]);
}

fn findings_are_merged_by_instruction() {
    let source = "define <4 x i32> @f(<4 x i32> %a, <4 x i32> %b) {
  %q = udiv <4 x i32> %a, %b
  %r = urem <4 x i32> %q, %b
  ret <4 x i32> %r
}";
    let lanes = [vec![1, 2, 3, 4, 0, 1, 0, 0], vec![1, 2, 3, 4, 1, 1, 0, 1]];
    let program = crate::functions::prepare(source, 2);
    let (results, outcome) = call_with(source, &lanes, RunOptions::default());
    let ones = u64::from(u32::MAX);
    assert_eq!(results, [[ones, 0, ones, ones], [0, 0, ones, 0]]);
    let merged = program.findings_by_instruction(&outcome.findings);
    let counts: Vec<_> = merged.iter().map(|(_, kind, finding)| (kind.name(), finding.count)).collect();
    assert_eq!(counts, [("division-by-zero", 4), ("division-by-zero", 4)]);
    assert_ne!(program.origin(merged[0].0), program.origin(merged[1].0));
}

fn waves_exchange_vectors() {
    let vector = |call: &str, declaration: &str, result: &str| {
        format!(
            "{declaration}
define {result} @f(<3 x i32> %v) {{
  %r = call {result} {call}
  ret {result} %r
}}"
        )
    };
    let lanes = [vec![1, 20, 300], vec![2, 30, 100], vec![4, 10, 100]];
    for (call_of, declaration, expected) in [
        // The sum.
        (
            "@dx.op.waveActiveOp.v3i32(i32 119, <3 x i32> %v, i8 0, i8 0)",
            "declare <3 x i32> @dx.op.waveActiveOp.v3i32(i32, <3 x i32>, i8, i8)",
            [[7, 60, 500]; 3],
        ),
        // The bitwise or.
        (
            "@dx.op.waveActiveBit.v3i32(i32 120, <3 x i32> %v, i8 1)",
            "declare <3 x i32> @dx.op.waveActiveBit.v3i32(i32, <3 x i32>, i8)",
            [[7, 30, 364]; 3],
        ),
        // The product of the lanes before.
        (
            "@dx.op.wavePrefixOp.v3i32(i32 121, <3 x i32> %v, i8 1, i8 0)",
            "declare <3 x i32> @dx.op.wavePrefixOp.v3i32(i32, <3 x i32>, i8, i8)",
            [[1, 1, 1], [1, 20, 300], [2, 600, 30000]],
        ),
        (
            "@dx.op.waveReadLaneFirst.v3i32(i32 118, <3 x i32> %v)",
            "declare <3 x i32> @dx.op.waveReadLaneFirst.v3i32(i32, <3 x i32>)",
            [[1, 20, 300]; 3],
        ),
        (
            "@dx.op.waveReadLaneAt.v3i32(i32 117, <3 x i32> %v, i32 1)",
            "declare <3 x i32> @dx.op.waveReadLaneAt.v3i32(i32, <3 x i32>, i32)",
            [[2, 30, 100]; 3],
        ),
    ] {
        let results = call(&vector(call_of, declaration, "<3 x i32>"), &lanes);
        assert_eq!(results, expected, "{call_of}");
    }
    let all_equal = vector(
        "@dx.op.waveActiveAllEqual.v3i32(i32 115, <3 x i32> %v)",
        "declare <3 x i1> @dx.op.waveActiveAllEqual.v3i32(i32, <3 x i32>)",
        "<3 x i1>",
    );
    assert_eq!(call(&all_equal, &lanes[1..]), [[0, 0, 1], [0, 0, 1]]);
    // Lanes match if all elements are equal.
    let matches = vector(
        "@dx.op.waveMatch.v3i32(i32 165, <3 x i32> %v)",
        "%dx.types.fouri32 = type { i32, i32, i32, i32 }
declare %dx.types.fouri32 @dx.op.waveMatch.v3i32(i32, <3 x i32>)",
        "%dx.types.fouri32",
    );
    let lanes = [vec![1, 2, 3], vec![1, 2, 4], vec![1, 2, 3]];
    assert_eq!(call(&matches, &lanes), [[5, 0, 0, 0], [2, 0, 0, 0], [5, 0, 0, 0]]);
    let prefix = "
declare <2 x i64> @dx.op.waveMultiPrefixOp.v2i64(i32, <2 x i64>, i32, i32, i32, i32, i8, i8)
define <2 x i64> @f(<2 x i64> %v, i32 %mask) {
  %r = call <2 x i64> @dx.op.waveMultiPrefixOp.v2i64(i32 166, <2 x i64> %v, i32 %mask, i32 0, i32 0, i32 0, i8 0, i8 0)
  ret <2 x i64> %r
}";
    let lanes = [vec![1 << 33, 2, 5], vec![7, 7, 2], vec![3 << 33, 4, 5]];
    assert_eq!(call(prefix, &lanes), [[0, 0], [0, 0], [1 << 33, 2]]);
}

fn quads_exchange_vectors() {
    let source = "
declare <2 x float> @dx.op.quadOp.v2f32(i32, <2 x float>, i8)
declare <2 x float> @dx.op.quadReadLaneAt.v2f32(i32, <2 x float>, i32)
declare <2 x float> @dx.op.unary.v2f32(i32, <2 x float>)
define <6 x float> @f(<2 x float> %v) {
  %x = call <2 x float> @dx.op.quadOp.v2f32(i32 123, <2 x float> %v, i8 0)
  %y = call <2 x float> @dx.op.quadReadLaneAt.v2f32(i32 122, <2 x float> %v, i32 3)
  %z = call <2 x float> @dx.op.unary.v2f32(i32 83, <2 x float> %v)
  %xy = shufflevector <2 x float> %x, <2 x float> %y, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %z4 = shufflevector <2 x float> %z, <2 x float> undef, <4 x i32> <i32 0, i32 1, i32 undef, i32 undef>
  %r = shufflevector <4 x float> %xy, <4 x float> %z4, <6 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5>
  ret <6 x float> %r
}";
    let bits = |values: &[f32]| values.iter().map(|value| u64::from(value.to_bits())).collect::<Vec<_>>();
    let lanes: Vec<_> =
        [[1.0, 10.0], [3.0, 50.0], [4.0, 20.0], [9.0, 30.0]].iter().map(|lane| bits(lane)).collect();
    let results = call(source, &lanes);
    assert_eq!(results[0], bits(&[3.0, 50.0, 9.0, 30.0, 2.0, 40.0]));
    assert_eq!(results[3], bits(&[4.0, 20.0, 9.0, 30.0, 2.0, 40.0]));
}

fn vectors_flow_through_branches_calls_and_memory() {
    let source = "
@table = internal unnamed_addr constant [2 x <3 x i32>] [<3 x i32> <i32 1, i32 2, i32 3>, <3 x i32> <i32 4, i32 5, i32 6>]
define <3 x i32> @double(<3 x i32> %v) {
  %r = shl <3 x i32> %v, <i32 1, i32 1, i32 1>
  ret <3 x i32> %r
}
define <3 x i32> @f(<3 x i32> %v, i32 %i) {
entry:
  %local = alloca [3 x <3 x i32>], align 16
  %first = getelementptr [3 x <3 x i32>], [3 x <3 x i32>]* %local, i32 0, i32 %i
  store <3 x i32> %v, <3 x i32>* %first, align 16
  %row = getelementptr [2 x <3 x i32>], [2 x <3 x i32>]* @table, i32 0, i32 %i
  %constant = load <3 x i32>, <3 x i32>* %row, align 16
  %odd = icmp eq i32 %i, 1
  br i1 %odd, label %yes, label %end
yes:
  %twice = call <3 x i32> @double(<3 x i32> %v)
  br label %end
end:
  %phi = phi <3 x i32> [ %twice, %yes ], [ %constant, %entry ]
  %back = load <3 x i32>, <3 x i32>* %first, align 16
  %more = icmp ugt <3 x i32> %back, <i32 10, i32 20, i32 30>
  %chosen = select <3 x i1> %more, <3 x i32> %back, <3 x i32> zeroinitializer
  %sum = add <3 x i32> %phi, %chosen
  %all = select i1 %odd, <3 x i32> %sum, <3 x i32> %chosen
  ret <3 x i32> %all
}";
    let results = call(source, &[vec![11, 20, 31, 1], vec![11, 20, 31, 0]]);
    assert_eq!(results, [[33, 40, 93], [11, 0, 31]]);
    // Group-shared memory: each thread writes a vector, and reads its neighbour's.
    let mut case = Case::new(2);
    case.raw('u', "Out", &[0; 32]);
    case.globals =
        "@shared = internal unnamed_addr addrspace(3) global [2 x <3 x i32>] undef, align 16\n".into();
    case.run_well(
        "  %mine = getelementptr [2 x <3 x i32>], [2 x <3 x i32>] addrspace(3)* @shared, i32 0, i32 %thread
  %v0 = insertelement <3 x i32> <i32 0, i32 7, i32 8>, i32 %thread, i32 0
  store <3 x i32> %v0, <3 x i32> addrspace(3)* %mine, align 16
  call void @dx.op.barrier(i32 80, i32 9)
  %other = xor i32 %thread, 1
  %theirs = getelementptr [2 x <3 x i32>], [2 x <3 x i32>] addrspace(3)* @shared, i32 0, i32 %other
  %got = load <3 x i32>, <3 x i32> addrspace(3)* %theirs, align 16
  call void @dx.op.rawBufferVectorStore.v3i32(i32 304, %dx.types.Handle %Out, i32 %at, i32 undef, <3 x i32> %got, i32 4)
",
    );
    assert_eq!(case.put_by(0, 3), [1, 7, 8]);
    assert_eq!(case.put_by(1, 3), [0, 7, 8]);
}

fn constant_vectors_are_selected() {
    let source = "define <3 x i32> @f() {
  ret <3 x i32> shufflevector (<2 x i32> <i32 1, i32 2>, <2 x i32> insertelement (<2 x i32> <i32 3, i32 4>, i32 extractelement (<2 x i32> <i32 8, i32 9>, i32 1), i32 0), <3 x i32> <i32 2, i32 3, i32 0>)
}";
    assert_eq!(call(source, &[vec![]]), [[9, 4, 1]]);
}

/// Loads a vector from `In` at an address, and stores the vector in `Out` at another.
fn copies(name: &str, ty: &str, from: (&str, &str), to: (&str, &str)) -> String {
    format!(
        "  %loaded = call %dx.types.ResRet.{name} @dx.op.rawBufferVectorLoad.{name}(i32 303, %dx.types.Handle %In, i32 {}, i32 {}, i32 4)
  %vector = extractvalue %dx.types.ResRet.{name} %loaded, 0
  call void @dx.op.rawBufferVectorStore.{name}(i32 304, %dx.types.Handle %Out, i32 {}, i32 {}, {ty} %vector, i32 4)
",
        from.0, from.1, to.0, to.1
    )
}

fn raw_buffers_hold_vectors() {
    let content: Vec<u32> = (0..40).map(|word| 0x0101_0001 * (word + 1)).collect();
    for (count, ty, name, bytes) in [
        (1, "float", "f32", 4),
        (3, "i32", "i32", 4),
        (7, "half", "f16", 2),
        (9, "i16", "i16", 2),
        (3, "i64", "i64", 8),
        (5, "double", "f64", 8),
        (17, "float", "f32", 4),
    ] {
        let mut case = Case::new(1);
        case.raw('t', "In", &content).raw('u', "Out", &[0; 48]);
        let text =
            copies(&format!("v{count}{name}"), &format!("<{count} x {ty}>"), ("8", "undef"), ("16", "undef"));
        let outcome = case.run_well(&text);
        let bytes = count * bytes;
        let expected: Vec<u8> = crate::shaders::bytes_of(&content)[8..8 + bytes].to_vec();
        let out = case.bytes("Out");
        assert_eq!(out[16..16 + bytes], expected, "{name}");
        assert!(out[..16].iter().chain(&out[16 + bytes..]).all(|byte| *byte == 0), "{name}");
        assert_eq!(outcome.bytes, 2 * bytes as u64, "{name}");
    }
    // Minimum-precision floats are 32-bit floats in memory.
    let mut case = Case::new(1);
    case.has_native_16_bit = false;
    case.raw('t', "In", &[1.5_f32.to_bits(), (-2.0_f32).to_bits()]).raw('u', "Out", &[0; 2]);
    case.run_well(&copies("v2f16", "<2 x half>", ("0", "undef"), ("0", "undef")));
    assert_eq!(case.words("Out"), [1.5_f32.to_bits(), (-2.0_f32).to_bits()]);
}

fn structures_hold_vectors() {
    let content: Vec<u32> = (100..148).collect();
    let mut case = Case::new(2);
    case.structured('t', "In", 48, &content).structured('u', "Out", 24, &[0; 12]);
    case.run_well(&copies("v6i32", "<6 x i32>", ("%thread", "16"), ("%thread", "0")));
    assert_eq!(case.words("Out"), [104, 105, 106, 107, 108, 109, 116, 117, 118, 119, 120, 121]);
}

fn vectors_are_checked_element_by_element() {
    // Elements beyond the end of a byte-address buffer are zero, and are not stored.
    let mut case = Case::new(1);
    case.raw('t', "In", &[1, 2, 3, 4, 5, 6]).raw('u', "Out", &[9; 6]);
    let outcome = case.run(&copies("v6i32", "<6 x i32>", ("4", "undef"), ("4", "undef")));
    assert_eq!(case.words("Out"), [9, 2, 3, 4, 5, 6]);
    let details: Vec<_> = found(&outcome)
        .into_iter()
        .map(|(kind, count, detail)| {
            assert_eq!((kind, count), (OutOfBounds, 1));
            detail
        })
        .collect();
    assert_eq!(
        details,
        [
            "reads 4 bytes at byte offset 24 of In (t0), which has 24 bytes",
            "writes 4 bytes at byte offset 24 of Out (u0), which has 24 bytes"
        ]
    );
    // An address at which the end of the vector wraps around is still beyond the buffer.
    let mut case = Case::new(1);
    case.raw('t', "In", &[1, 2, 3, 4]).raw('u', "Out", &[9; 6]);
    let outcome = case.run(&copies("v6i32", "<6 x i32>", ("-8", "undef"), ("0", "undef")));
    assert_eq!((case.words("Out"), kinds(&outcome)), (vec![0; 6], vec![OutOfBounds]));
    // Four elements of a structure are out of bounds together, as in a scalar load.
    let mut case = Case::new(1);
    case.structured('t', "In", 12, &[1, 2, 3, 4, 5, 6]).raw('u', "Out", &[9; 4]);
    let outcome = case.run(&copies("v4i32", "<4 x i32>", ("0", "0"), ("0", "undef")));
    assert_eq!((case.words("Out"), kinds(&outcome)), (vec![0; 4], vec![OutOfBounds]));
    let outcome = case.run(&copies("v3i32", "<3 x i32>", ("2", "0"), ("0", "undef")));
    assert_eq!((&case.words("Out")[..3], kinds(&outcome)), (&[0; 3][..], vec![OutOfBounds]));
    // An undefined element is reported where it is stored.
    let mut case = Case::new(1);
    case.raw('u', "Out", &[9; 4]);
    let outcome = case.run(
        "  %v = insertelement <2 x i32> undef, i32 5, i32 0
  call void @dx.op.rawBufferVectorStore.v2i32(i32 304, %dx.types.Handle %Out, i32 0, i32 undef, <2 x i32> %v, i32 4)
",
    );
    assert_eq!(found(&outcome), [(Undefined, 1, "stored value is undefined".to_owned())]);
}

fn misaligned_vectors_are_reported_once() {
    let mut case = Case::new(1);
    case.raw('t', "In", &[1, 2, 3, 4, 5, 6, 7, 8]).raw('u', "Out", &[0; 8]);
    let outcome = case.run(&copies("v6i32", "<6 x i32>", ("6", "undef"), ("0", "undef")));
    assert_eq!(case.words("Out")[..6], [2, 3, 4, 5, 6, 7]);
    let detail = "reads 4 bytes at byte offset 6 of In (t0), expected a multiple of 4".to_owned();
    assert_eq!(found(&outcome), [(Misaligned, 1, detail)]);
}

fn undefined_addresses_of_vectors_are_reported_once() {
    // Nine elements are three parts of up to four elements.
    let copies = |from, to| copies("v9i32", "<9 x i32>", from, to);
    let mut case = Case::new(1);
    case.raw('t', "In", &[7; 9]).raw('u', "Out", &[0; 9]);
    for (body, detail) in [
        (copies(("undef", "undef"), ("0", "undef")), "byte offset of the access to In (t0) is undefined"),
        (copies(("0", "undef"), ("undef", "undef")), "byte offset of the access to Out (u0) is undefined"),
    ] {
        assert_eq!(found(&case.run(&body)), [(Undefined, 1, detail.to_owned())]);
    }
    let mut case = Case::new(1);
    case.structured('t', "In", 36, &[7; 9]).structured('u', "Out", 36, &[0; 9]);
    for (body, detail) in [
        (copies(("undef", "0"), ("0", "0")), "element index of the access to In (t0) is undefined"),
        (
            copies(("0", "undef"), ("0", "0")),
            "byte offset in the element of the access to In (t0) is undefined",
        ),
        (
            copies(("0", "0"), ("0", "undef")),
            "byte offset in the element of the access to Out (u0) is undefined",
        ),
    ] {
        assert_eq!(found(&case.run(&body)), [(Undefined, 1, detail.to_owned())]);
    }
}

fn loads_return_a_status() {
    for (count, mapped, expected) in [(3, 64, 1), (3, 8, 0), (6, 64, 1), (6, 16, 0)] {
        let mut case = Case::new(1);
        case.raw('t', "In", &[7; 8]).raw('u', "Out", &[9; 2]);
        case.mapped("In", mapped);
        let name = format!("v{count}i32");
        case.run_well(&format!(
            "  %loaded = call %dx.types.ResRet.{name} @dx.op.rawBufferVectorLoad.{name}(i32 303, %dx.types.Handle %In, i32 0, i32 undef, i32 4)
  %status = extractvalue %dx.types.ResRet.{name} %loaded, 1
  %is = call i1 @dx.op.checkAccessFullyMapped.i32(i32 71, i32 %status)
  %word = zext i1 %is to i32
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %Out, i32 0, i32 undef, i32 %word, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
"
        ));
        assert_eq!(case.words("Out")[0], expected, "{count} {mapped}");
    }
}

fn races_of_vectors_are_found() {
    let mut case = Case::new(2);
    case.raw('u', "Out", &[0; 16]);
    // Two threads write overlapping vectors with different values.
    let outcome = case.run(
        "  %address = mul i32 %thread, 8
  %v = insertelement <3 x i32> <i32 1, i32 2, i32 3>, i32 %thread, i32 2
  call void @dx.op.rawBufferVectorStore.v3i32(i32 304, %dx.types.Handle %Out, i32 %address, i32 undef, <3 x i32> %v, i32 4)
",
    );
    assert_eq!(kinds(&outcome), [dxil_run::FindingKind::Race]);
}

fn waves_know_their_group() {
    for (threads, lanes, count) in [(70, 32, 3), (64, 64, 1), (64, 16, 4), (3, 4, 1)] {
        let mut case = Case::new(threads);
        case.raw('u', "Out", &vec![0; threads as usize * 16]);
        case.options.wave_size = Some(lanes);
        case.run_well(
            "  %index = call i32 @dx.op.getGroupWaveIndex(i32 -2147483647)
  %count = call i32 @dx.op.getGroupWaveCount(i32 -2147483646)
  %v0 = insertelement <2 x i32> undef, i32 %index, i32 0
  %v1 = insertelement <2 x i32> %v0, i32 %count, i32 1
  call void @dx.op.rawBufferVectorStore.v2i32(i32 304, %dx.types.Handle %Out, i32 %at, i32 undef, <2 x i32> %v1, i32 4)
",
        );
        for thread in 0..threads {
            assert_eq!(
                case.put_by(thread as usize, 2),
                [thread / lanes, count],
                "{threads} {lanes} {thread}"
            );
        }
    }
}
