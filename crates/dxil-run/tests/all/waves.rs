//! Operations across lanes: what each gives for values in a wave of which some lanes are active, with all scalars.

use crate::functions::{call_with, kinds};
use dxil_run::{FindingKind, RunOptions};

pub(crate) const TESTS: &[testkit::Test] = testkit::tests![
    lanes_know_their_places,
    votes_count_active_lanes,
    equal_values_are_found,
    lanes_are_read,
    values_are_summed_up,
    floats_are_summed_up,
    bits_are_summed_up,
    prefixes_are_of_lanes_before,
    values_are_matched,
    prefixes_are_of_lanes_of_the_same_mask,
    quads_exchange,
    quads_vote,
    derivatives_are_differences,
    other_helpers,
    waves_of_many_lanes,
    loops_reconverge_for_waves,
];

/// A function of a lane's value that calls an operation: where the second argument is not zero; elsewhere it gives 77.
fn divergent(ty: &str, result: &str, declaration: &str, call: &str) -> String {
    let extend = match result {
        "i1" => "zext i1 %got to i32",
        "i16" => "zext i16 %got to i32",
        "i8" => "zext i8 %got to i32",
        "i32" => "add i32 %got, 0",
        other => panic!("no result of {other}"),
    };
    format!(
        "
define i32 @f({ty} %value, i32 %active, i32 %extra) {{
entry:
  %is = icmp ne i32 %active, 0
  br i1 %is, label %yes, label %end
yes:
  %got = call {result} {call}
  %word = {extend}
  br label %end
end:
  %result = phi i32 [ %word, %yes ], [ 77, %entry ]
  ret i32 %result
}}
declare {result} {declaration}
"
    )
}

/// What lanes get: each has a value, whether it is active, and another number. Says what was found, too.
fn lanes(source: &str, lanes: &[[u64; 3]]) -> (Vec<u64>, Vec<FindingKind>) {
    let arguments: Vec<_> = lanes.iter().map(|values| values.to_vec()).collect();
    let (results, outcome) = call_with(source, &arguments, RunOptions::default());
    (results.iter().map(|results| results[0]).collect(), kinds(&outcome))
}

/// The same where nothing may be found, and values alone are given: those of lanes that are not active as `None`.
fn active(source: &str, values: &[Option<u64>]) -> Vec<u64> {
    let rows: Vec<_> =
        values.iter().map(|value| [value.unwrap_or(99), u64::from(value.is_some()), 0]).collect();
    let (results, found) = lanes(source, &rows);
    assert_eq!(found, [], "{source}");
    results
}

fn lanes_know_their_places() {
    let first = divergent("i32", "i1", "@dx.op.waveIsFirstLane(i32)", "@dx.op.waveIsFirstLane(i32 110)");
    assert_eq!(active(&first, &[None, Some(0), Some(0), None]), [77, 1, 0, 77]);
    let index = divergent("i32", "i32", "@dx.op.waveGetLaneIndex(i32)", "@dx.op.waveGetLaneIndex(i32 111)");
    assert_eq!(active(&index, &[None, Some(0), Some(0), None]), [77, 1, 2, 77]);
    let count = divergent("i32", "i32", "@dx.op.waveGetLaneCount(i32)", "@dx.op.waveGetLaneCount(i32 112)");
    assert_eq!(active(&count, &[None, Some(0)]), [77, 32]);
}

fn votes_count_active_lanes() {
    for (function, number, cases) in [
        ("waveAnyTrue", 113, [([1, 0, 0], 1), ([0, 0, 0], 0), ([1, 1, 1], 1)]),
        ("waveAllTrue", 114, [([1, 0, 0], 0), ([0, 0, 0], 0), ([1, 1, 1], 1)]),
    ] {
        let source = divergent(
            "i1",
            "i1",
            &format!("@dx.op.{function}(i32, i1)"),
            &format!("@dx.op.{function}(i32 {number}, i1 %value)"),
        );
        for ([a, b, c], expected) in cases {
            let (results, found) = lanes(&source, &[[a, 1, 0], [b, 1, 0], [1, 0, 0], [c, 1, 0], [0, 0, 0]]);
            assert_eq!((results, found), (vec![expected, expected, 77, expected, 77], vec![]), "{function}");
        }
    }
    let count = divergent("i1", "i32", "@dx.op.waveAllOp(i32, i1)", "@dx.op.waveAllOp(i32 135, i1 %value)");
    assert_eq!(lanes(&count, &[[1, 1, 0], [0, 1, 0], [1, 0, 0], [1, 1, 0]]).0, [2, 2, 77, 2]);
    let before =
        divergent("i1", "i32", "@dx.op.wavePrefixOp(i32, i1)", "@dx.op.wavePrefixOp(i32 136, i1 %value)");
    assert_eq!(lanes(&before, &[[1, 1, 0], [0, 1, 0], [1, 0, 0], [1, 1, 0], [1, 1, 0]]).0, [0, 1, 77, 1, 2]);
    let ballot =
        four_words("i1", "@dx.op.waveActiveBallot(i32, i1)", "@dx.op.waveActiveBallot(i32 116, i1 %value)");
    assert_eq!(lanes(&ballot, &[[1, 1, 0], [0, 1, 0], [1, 0, 0], [1, 1, 0]]).0, [0b1001, 0b1001, 77, 0b1001]);
}

/// A function like [`divergent`] of an operation that gives four words, of which the first three are to be told apart
/// by sums.
fn four_words(ty: &str, declaration: &str, call: &str) -> String {
    format!(
        "
%dx.types.fouri32 = type {{ i32, i32, i32, i32 }}
define i32 @f({ty} %value, i32 %active, i32 %extra) {{
entry:
  %is = icmp ne i32 %active, 0
  br i1 %is, label %yes, label %end
yes:
  %four = call %dx.types.fouri32 {call}
  %a = extractvalue %dx.types.fouri32 %four, 0
  %b = extractvalue %dx.types.fouri32 %four, 1
  %c = extractvalue %dx.types.fouri32 %four, 2
  %d = extractvalue %dx.types.fouri32 %four, 3
  %ab = add i32 %a, %b
  %cd = add i32 %c, %d
  %word = add i32 %ab, %cd
  br label %end
end:
  %result = phi i32 [ %word, %yes ], [ 77, %entry ]
  ret i32 %result
}}
declare %dx.types.fouri32 {declaration}
"
    )
}

fn equal_values_are_found() {
    let (one, nan, zero, minus) = (0x3f80_0000, 0x7fc0_0000, 0, 0x8000_0000);
    let floats = divergent(
        "float",
        "i1",
        "@dx.op.waveActiveAllEqual.f32(i32, float)",
        "@dx.op.waveActiveAllEqual.f32(i32 115, float %value)",
    );
    assert_eq!(active(&floats, &[Some(one), None, Some(one)]), [1, 77, 1]);
    assert_eq!(active(&floats, &[Some(one), Some(zero)]), [0, 0]);
    assert_eq!(active(&floats, &[Some(minus), Some(zero)]), [1, 1], "zeros are equal");
    assert_eq!(active(&floats, &[Some(nan)]), [0], "what is not a number equals nothing");
    let wide = divergent(
        "i64",
        "i1",
        "@dx.op.waveActiveAllEqual.i64(i32, i64)",
        "@dx.op.waveActiveAllEqual.i64(i32 115, i64 %value)",
    );
    assert_eq!(active(&wide, &[Some(1 << 40), Some(1 << 40)]), [1, 1]);
    assert_eq!(active(&wide, &[Some(1 << 40), Some(1 << 41)]), [0, 0]);
}

fn lanes_are_read() {
    let at = divergent(
        "i32",
        "i32",
        "@dx.op.waveReadLaneAt.i32(i32, i32, i32)",
        "@dx.op.waveReadLaneAt.i32(i32 117, i32 %value, i32 %extra)",
    );
    assert_eq!(lanes(&at, &[[10, 1, 2], [11, 1, 0], [12, 1, 1]]), (vec![12, 10, 11], vec![]));
    let inactive = vec![FindingKind::InactiveLane];
    assert_eq!(lanes(&at, &[[10, 1, 1], [11, 0, 0], [12, 1, 0]]), (vec![0, 77, 10], inactive.clone()));
    assert_eq!(lanes(&at, &[[10, 1, 32], [11, 1, 1]]), (vec![0, 11], inactive.clone()), "beyond the wave");
    assert_eq!(lanes(&at, &[[10, 1, 5], [11, 1, 1]]), (vec![0, 11], inactive), "no thread is there");
    let first = divergent(
        "i16",
        "i16",
        "@dx.op.waveReadLaneFirst.i16(i32, i16)",
        "@dx.op.waveReadLaneFirst.i16(i32 118, i16 %value)",
    );
    assert_eq!(active(&first, &[None, Some(0xfff0), Some(3)]), [77, 0xfff0, 0xfff0]);
}

/// A call of a reduction of integers.
fn reduction(bits: u32, kind: u32, unsigned: u32) -> String {
    let ty = format!("i{bits}");
    divergent(
        &ty,
        &ty,
        &format!("@dx.op.waveActiveOp.{ty}(i32, {ty}, i8, i8)"),
        &format!("@dx.op.waveActiveOp.{ty}(i32 119, {ty} %value, i8 {kind}, i8 {unsigned})"),
    )
}

fn values_are_summed_up() {
    let minus = |bits: u32| (1_u64 << bits) - 1;
    for bits in [16, 32] {
        let values = [Some(3), None, Some(minus(bits)), Some(5)];
        let give = |result: u64| [result, 77, result, result];
        assert_eq!(active(&reduction(bits, 0, 0), &values), give(7), "sum of {bits}");
        assert_eq!(active(&reduction(bits, 1, 0), &values), give(minus(bits) - 14), "product of {bits}");
        assert_eq!(
            active(&reduction(bits, 2, 0), &values),
            give(minus(bits)),
            "smallest of {bits} with signs"
        );
        assert_eq!(active(&reduction(bits, 2, 1), &values), give(3), "smallest of {bits}");
        assert_eq!(active(&reduction(bits, 3, 0), &values), give(5), "largest of {bits} with signs");
        assert_eq!(active(&reduction(bits, 3, 1), &values), give(minus(bits)), "largest of {bits}");
    }
    let wide = "
define i64 @f(i64 %value) {
entry:
  %sum = call i64 @dx.op.waveActiveOp.i64(i32 119, i64 %value, i8 0, i8 1)
  %least = call i64 @dx.op.waveActiveOp.i64(i32 119, i64 %value, i8 2, i8 0)
  %both = xor i64 %sum, %least
  ret i64 %both
}
declare i64 @dx.op.waveActiveOp.i64(i32, i64, i8, i8)";
    let (results, _) = call_with(wide, &[vec![u64::MAX], vec![1 << 35]], RunOptions::default());
    assert_eq!(results, [[((1 << 35) - 1) ^ u64::MAX]; 2]);
}

fn floats_are_summed_up() {
    let of = |kind: u32| {
        format!(
            "
define float @f(float %value) {{
entry:
  %got = call float @dx.op.waveActiveOp.f32(i32 119, float %value, i8 {kind}, i8 0)
  ret float %got
}}
declare float @dx.op.waveActiveOp.f32(i32, float, i8, i8)"
        )
    };
    let give = |kind: u32, values: &[f32]| {
        let arguments: Vec<_> = values.iter().map(|value| vec![u64::from(value.to_bits())]).collect();
        let (results, _) = call_with(&of(kind), &arguments, RunOptions::default());
        assert!(results.iter().all(|result| result == &results[0]), "all lanes get the same");
        f32::from_bits(results[0][0] as u32)
    };
    assert_eq!(give(0, &[1.5, 2.5, -1.0]), 3.0);
    assert_eq!(give(0, &[f32::INFINITY, 1.0]), f32::INFINITY);
    assert!(give(0, &[f32::INFINITY, f32::NEG_INFINITY]).is_nan());
    assert_eq!(give(0, &[-0.0, -0.0]).to_bits(), 1 << 31, "nothing is added that is not there");
    let least = f32::from_bits(1);
    assert_eq!(give(0, &[least, least]), 0.0, "denormals are zeros");
    let kept = of(0).replace(") {", ") \"fp32-denorm-mode\"=\"preserve\" {");
    let (results, _) = call_with(&kept, &[vec![1], vec![1]], RunOptions::default());
    assert_eq!(results, [[2], [2]], "but where the function keeps them");
    // From the first to the last: the other way round, the small ones would count.
    assert_eq!(give(0, &[16_777_216.0, 1.0, 1.0]), 16_777_216.0);
    assert_eq!(give(0, &[1.0, 1.0, 16_777_216.0]), 16_777_218.0);
    assert_eq!(give(1, &[2.0, -3.0, 0.5]), -3.0);
    assert_eq!(give(2, &[2.0, f32::NAN, -3.0]), -3.0, "numbers win");
    assert_eq!(give(3, &[2.0, f32::NAN, -3.0]), 2.0);
    for zeros in [[0.0, -0.0], [-0.0, 0.0]] {
        assert_eq!(give(2, &zeros).to_bits(), 1 << 31, "-0 is less than +0");
        assert_eq!(give(3, &zeros).to_bits(), 0);
    }
    let half = "
define half @f(half %value) {
entry:
  %got = call half @dx.op.waveActiveOp.f16(i32 119, half %value, i8 0, i8 0)
  ret half %got
}
declare half @dx.op.waveActiveOp.f16(i32, half, i8, i8)";
    let halves = |values: &[u64]| {
        let arguments: Vec<_> = values.iter().map(|value| vec![*value]).collect();
        call_with(half, &arguments, RunOptions::default()).0[0][0]
    };
    assert_eq!(halves(&[0x3c00, 0x4000]), 0x4200);
    assert_eq!(halves(&[0x7bff, 0x7bff]), 0x7c00, "too large");
    assert_eq!(halves(&[0x0001, 0x0001]), 0x0002, "denormals stay");
    assert_eq!(halves(&[0x6800, 0x3c00, 0x3c00]), 0x6800, "each sum is rounded");
    let double = "
define double @f(double %value) {
entry:
  %got = call double @dx.op.waveActiveOp.f64(i32 119, double %value, i8 1, i8 0)
  ret double %got
}
declare double @dx.op.waveActiveOp.f64(i32, double, i8, i8)";
    let arguments = [vec![1.5_f64.to_bits()], vec![(-4.0_f64).to_bits()]];
    assert_eq!(call_with(double, &arguments, RunOptions::default()).0[1][0], (-6.0_f64).to_bits());
}

fn bits_are_summed_up() {
    for (kind, expected) in [(0, 0b1000), (1, 0b1111), (2, 0b1101)] {
        let source = divergent(
            "i32",
            "i32",
            "@dx.op.waveActiveBit.i32(i32, i32, i8)",
            &format!("@dx.op.waveActiveBit.i32(i32 120, i32 %value, i8 {kind})"),
        );
        let values = [Some(0b1010), None, Some(0b1001), Some(0b1110)];
        assert_eq!(active(&source, &values), [expected, 77, expected, expected]);
    }
}

fn prefixes_are_of_lanes_before() {
    for (kind, expected) in [(0, [0, 77, 2, 5]), (1, [1, 77, 2, 6])] {
        let source = divergent(
            "i32",
            "i32",
            "@dx.op.wavePrefixOp.i32(i32, i32, i8, i8)",
            &format!("@dx.op.wavePrefixOp.i32(i32 121, i32 %value, i8 {kind}, i8 0)"),
        );
        assert_eq!(active(&source, &[Some(2), None, Some(3), Some(7)]), expected);
    }
    let half = "
define half @f(half %value) {
entry:
  %got = call half @dx.op.wavePrefixOp.f16(i32 121, half %value, i8 1, i8 0)
  ret half %got
}
declare half @dx.op.wavePrefixOp.f16(i32, half, i8, i8)";
    let (results, _) = call_with(half, &[vec![0x4000], vec![0x4200], vec![0]], RunOptions::default());
    assert_eq!(results.concat(), [0x3c00, 0x4000, 0x4600], "none before is one");
}

fn values_are_matched() {
    let source =
        four_words("i32", "@dx.op.waveMatch.i32(i32, i32)", "@dx.op.waveMatch.i32(i32 165, i32 %value)");
    let values = [Some(5), Some(6), None, Some(5), Some(6), Some(7)];
    assert_eq!(active(&source, &values), [0b1001, 0b10010, 77, 0b1001, 0b10010, 0b10_0000]);
}

fn prefixes_are_of_lanes_of_the_same_mask() {
    let with_mask = |declaration: &str, call: &str| divergent("i32", "i32", declaration, call);
    for (kind, expected) in
        [(0, [0, 0, 77, 3, 5]), (1, [0xffff_ffff, 0xffff_ffff, 77, 3, 5]), (4, [1, 1, 77, 3, 5])]
    {
        let source = with_mask(
            "@dx.op.waveMultiPrefixOp.i32(i32, i32, i32, i32, i32, i32, i8, i8)",
            &format!(
                "@dx.op.waveMultiPrefixOp.i32(i32 166, i32 %value, i32 %extra, i32 0, i32 0, i32 0, i8 {kind}, i8 0)"
            ),
        );
        let rows = [[3, 1, 0b01001], [5, 1, 0b10010], [9, 0, 0], [4, 1, 0b01001], [6, 1, 0b10010]];
        assert_eq!(lanes(&source, &rows), (expected.to_vec(), vec![]), "kind {kind}");
    }
    let count = "
define i32 @f(i1 %value, i32 %mask) {
entry:
  %got = call i32 @dx.op.waveMultiPrefixBitCount(i32 167, i1 %value, i32 %mask, i32 0, i32 0, i32 0)
  ret i32 %got
}
declare i32 @dx.op.waveMultiPrefixBitCount(i32, i1, i32, i32, i32, i32)";
    let rows = [vec![1, 0b101], vec![1, 0b010], vec![1, 0b101], vec![0, 0]];
    assert_eq!(call_with(count, &rows, RunOptions::default()).0.concat(), [0, 0, 1, 0]);
}

fn quads_exchange() {
    let rows =
        [[10, 1, 3], [11, 1, 3], [12, 1, 0], [13, 1, 0], [20, 1, 1], [21, 1, 1], [22, 1, 1], [23, 1, 1]];
    for (kind, expected) in [
        (0, [11, 10, 13, 12, 21, 20, 23, 22]),
        (1, [12, 13, 10, 11, 22, 23, 20, 21]),
        (2, [13, 12, 11, 10, 23, 22, 21, 20]),
    ] {
        let source = divergent(
            "i32",
            "i32",
            "@dx.op.quadOp.i32(i32, i32, i8)",
            &format!("@dx.op.quadOp.i32(i32 123, i32 %value, i8 {kind})"),
        );
        assert_eq!(lanes(&source, &rows), (expected.to_vec(), vec![]));
        let parted: Vec<_> =
            rows.iter().map(|[value, _, extra]| [*value, u64::from(*value != 13), *extra]).collect();
        assert_eq!(lanes(&source, &parted).1, [FindingKind::InactiveLane], "a lane of the quad is missing");
    }
    let at = divergent(
        "i32",
        "i32",
        "@dx.op.quadReadLaneAt.i32(i32, i32, i32)",
        "@dx.op.quadReadLaneAt.i32(i32 122, i32 %value, i32 %extra)",
    );
    assert_eq!(lanes(&at, &rows), (vec![13, 13, 10, 10, 21, 21, 21, 21], vec![]));
}

fn quads_vote() {
    for (kind, expected) in [(0, [1, 1, 1, 1, 0, 0, 0, 0]), (1, [0, 0, 0, 0, 0, 0, 0, 0])] {
        let source = divergent(
            "i1",
            "i1",
            "@dx.op.quadVote.i1(i32, i1, i8)",
            &format!("@dx.op.quadVote.i1(i32 222, i1 %value, i8 {kind})"),
        );
        let values = [1, 0, 0, 0, 0, 0, 0, 0].map(Some);
        assert_eq!(active(&source, &values), expected);
        let all = [1, 1, 1, 1, 0, 1, 1, 1].map(Some);
        let expected = if kind == 0 { [1; 8] } else { [1, 1, 1, 1, 0, 0, 0, 0] };
        assert_eq!(active(&source, &all), expected);
    }
}

fn derivatives_are_differences() {
    let values = [1.0_f32, 3.0, 11.0, 17.0];
    for (opcode, expected) in [
        (83, [2.0_f32, 2.0, 2.0, 2.0]),
        (84, [10.0, 10.0, 10.0, 10.0]),
        (85, [2.0, 2.0, 6.0, 6.0]),
        (86, [10.0, 14.0, 10.0, 14.0]),
    ] {
        let source = format!(
            "
define float @f(float %value) {{
entry:
  %got = call float @dx.op.unary.f32(i32 {opcode}, float %value)
  ret float %got
}}
declare float @dx.op.unary.f32(i32, float)"
        );
        let arguments: Vec<_> = values.iter().map(|value| vec![u64::from(value.to_bits())]).collect();
        let (results, outcome) = call_with(&source, &arguments, RunOptions::default());
        assert_eq!(results.concat(), expected.map(|value| u64::from(value.to_bits())));
        assert_eq!(kinds(&outcome), []);
        let (results, outcome) = call_with(&source, &arguments[..3], RunOptions::default());
        assert_eq!(kinds(&outcome), [FindingKind::DivergentDerivative]);
        assert_eq!(results.concat(), [0; 3]);
        let half = source.replace("float", "half").replace("f32", "f16");
        let halves = [0x3c00, 0x4200, 0x4980, 0x4c40].map(|value| vec![value]);
        let (results, _) = call_with(&half, &halves, RunOptions::default());
        let halves = expected.map(|value| match value {
            2.0 => 0x4000,
            6.0 => 0x4600,
            10.0 => 0x4900,
            _ => 0x4b00,
        });
        assert_eq!(results.concat(), halves);
    }
}

fn other_helpers() {
    let source = divergent("i32", "i1", "@dx.op.isHelperLane.i1(i32)", "@dx.op.isHelperLane.i1(i32 221)");
    assert_eq!(active(&source, &[Some(0), None]), [0, 77]);
    let cycles = "
%dx.types.twoi32 = type { i32, i32 }
define i32 @f() {
entry:
  %a = call %dx.types.twoi32 @dx.op.cycleCounterLegacy(i32 109)
  %b = call %dx.types.twoi32 @dx.op.cycleCounterLegacy(i32 109)
  %one = extractvalue %dx.types.twoi32 %a, 0
  %other = extractvalue %dx.types.twoi32 %b, 0
  %later = icmp ugt i32 %other, %one
  %word = zext i1 %later to i32
  ret i32 %word
}
declare %dx.types.twoi32 @dx.op.cycleCounterLegacy(i32)";
    assert_eq!(call_with(cycles, &[vec![]], RunOptions::default()).0, [[1]]);
}

fn waves_of_many_lanes() {
    let source = "
define i32 @f(i32 %value) {
entry:
  %sum = call i32 @dx.op.waveActiveOp.i32(i32 119, i32 %value, i8 0, i8 0)
  %before = call i32 @dx.op.wavePrefixOp.i32(i32 121, i32 %value, i8 0, i8 0)
  %index = call i32 @dx.op.waveGetLaneIndex(i32 111)
  %flipped = xor i32 %index, 3
  %read = call i32 @dx.op.waveReadLaneAt.i32(i32 117, i32 %value, i32 %flipped)
  %high = mul i32 %sum, 65536
  %middle = mul i32 %before, 256
  %both = add i32 %high, %middle
  %all = add i32 %both, %read
  ret i32 %all
}
declare i32 @dx.op.waveActiveOp.i32(i32, i32, i8, i8)
declare i32 @dx.op.wavePrefixOp.i32(i32, i32, i8, i8)
declare i32 @dx.op.waveGetLaneIndex(i32)
declare i32 @dx.op.waveReadLaneAt.i32(i32, i32, i32)";
    let arguments: Vec<_> = (0..32).map(|lane| vec![lane]).collect();
    for size in [4_u64, 8, 16, 32, 64, 128] {
        let options = RunOptions { wave_size: Some(size as u32), ..RunOptions::default() };
        let (results, outcome) = call_with(source, &arguments, options);
        assert_eq!(kinds(&outcome), []);
        for (lane, result) in (0..32).zip(results) {
            let first = lane / size * size;
            let last = (first + size).min(32);
            let (sum, before) = ((first..last).sum::<u64>(), (first..lane).sum::<u64>());
            assert_eq!(result, [(sum * 65536 + before * 256 + (lane ^ 3)) & 0xffff_ffff], "of {size}");
        }
    }
}

fn loops_reconverge_for_waves() {
    // Lanes leave a loop one after the other, by two ways; behind it all are together again, in it those that are left.
    let source = "
define i32 @f(i32 %a) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %sum = phi i32 [ 0, %entry ], [ %more, %latch ]
  %here = call i32 @dx.op.waveAllOp(i32 135, i1 true)
  %more = add i32 %sum, %here
  %done = icmp eq i32 %i, %a
  br i1 %done, label %end, label %latch
latch:
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, 3
  br i1 %again, label %loop, label %end
end:
  %all = call i32 @dx.op.waveAllOp(i32 135, i1 true)
  %high = mul i32 %more, 100
  %result = add i32 %high, %all
  ret i32 %result
}
declare i32 @dx.op.waveAllOp(i32, i1)";
    let arguments: Vec<_> = [0, 1, 1, 2, 9].map(|a| vec![a]).to_vec();
    let (results, outcome) = call_with(source, &arguments, RunOptions::default());
    assert_eq!(kinds(&outcome), []);
    assert_eq!(results.concat(), [505, 905, 905, 1105, 1105]);
}
