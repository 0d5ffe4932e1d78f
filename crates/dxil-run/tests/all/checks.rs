//! Findings: for each kind of fault a function that has it, and one just without it.

use crate::functions::{call_with, kinds, prepare_with};
use dxil_run::{Bound, Checks, Dispatch, FindingKind, PrepareOptions, Resources, RunOptions};

pub(crate) const TESTS: &[testkit::Test] = testkit::tests![
    reads_of_inactive_lanes,
    derivatives_in_divergent_flow,
    barriers_in_divergent_flow,
    undefined_values_that_decide,
    undefined_values_that_do_not,
    undefined_values_that_go_a_long_way,
    memory_that_was_not_written,
    races_on_group_shared_memory,
    accesses_beyond_variables,
    divisions_by_zero,
    values_that_are_not_numbers,
    checks_can_be_left_out,
];

/// Functions `f` of a lane's number, and what is found where eight lanes in waves of four call them.
struct Case {
    what: &'static str,
    source: String,
    found: &'static [FindingKind],
}

const OPERATIONS: &str = "
@shared = internal addrspace(3) global [16 x i32] undef, align 4
@halves = internal addrspace(3) global [16 x i16] undef, align 2
@bytes = internal addrspace(3) global [16 x i8] undef, align 1
@seven = internal global [1 x i32] [i32 7], align 4
declare void @dx.op.barrier(i32, i32)
declare void @dx.op.barrierByMemoryType(i32, i32, i32)
declare i32 @dx.op.waveReadLaneAt.i32(i32, i32, i32)
declare i1 @dx.op.waveAnyTrue(i32, i1)
declare float @dx.op.unary.f32(i32, float)
declare i32 @dx.op.quadOp.i32(i32, i32, i8)
";

/// A case of these instructions, where `%lane` is the number of the lane, and `%first` whether that is less than four.
fn case(what: &'static str, found: &'static [FindingKind], instructions: &str) -> Case {
    let source = format!(
        "define i32 @f(i32 %lane) {{\nentry:\n  %first = icmp ult i32 %lane, 4\n{instructions}\n}}\n{OPERATIONS}"
    );
    Case { what, source, found }
}

fn check(cases: &[Case]) {
    let arguments: Vec<_> = (0..8).map(|lane| vec![lane]).collect();
    for Case { what, source, found } in cases {
        let options = RunOptions { wave_size: Some(4), ..RunOptions::default() };
        let (_, outcome) = call_with(source, &arguments, options);
        assert_eq!(kinds(&outcome), *found, "{what}: {:?}", outcome.findings);
    }
}

fn reads_of_inactive_lanes() {
    let parted = |lane: &str| {
        format!(
            "  %odd = and i32 %lane, 1
  %is = icmp ne i32 %odd, 0
  br i1 %is, label %yes, label %end
yes:
  %got = call i32 @dx.op.waveReadLaneAt.i32(i32 117, i32 %lane, i32 {lane})
  br label %end
end:
  ret i32 0"
        )
    };
    let quad = |condition: &str| {
        format!(
            "  %part = icmp ult i32 %lane, {condition}
  br i1 %part, label %yes, label %end
yes:
  %got = call i32 @dx.op.quadOp.i32(i32 123, i32 %lane, i8 1)
  br label %end
end:
  ret i32 0"
        )
    };
    check(&[
        case("lane 2 is not active", &[FindingKind::InactiveLane], &parted("2")),
        case("lane 3 is", &[], &parted("3")),
        case("lane 4 is none of the wave", &[FindingKind::InactiveLane], &parted("4")),
        case("a lane of the quad is missing", &[FindingKind::InactiveLane], &quad("7")),
        case("all are there", &[], &quad("4")),
    ]);
}

fn derivatives_in_divergent_flow() {
    let derivative = |condition: &str| {
        format!(
            "  %part = icmp ult i32 %lane, {condition}
  %float = uitofp i32 %lane to float
  br i1 %part, label %yes, label %end
yes:
  %got = call float @dx.op.unary.f32(i32 83, float %float)
  br label %end
end:
  ret i32 0"
        )
    };
    let derivative = |condition: &str| {
        derivative(condition).replace("uitofp i32 %lane to float", "bitcast i32 %lane to float")
    };
    check(&[
        case("a lane of the quad goes another way", &[FindingKind::DivergentDerivative], &derivative("7")),
        case("a quad goes another way", &[], &derivative("4")),
        case("all go that way", &[], &derivative("9")),
    ]);
}

fn barriers_in_divergent_flow() {
    let around = |condition: &str, mode: u32| {
        format!(
            "  %part = icmp ult i32 %lane, {condition}
  br i1 %part, label %yes, label %end
yes:
  call void @dx.op.barrier(i32 80, i32 {mode})
  br label %end
end:
  ret i32 0"
        )
    };
    let both = "  br i1 %first, label %yes, label %no
yes:
  call void @dx.op.barrier(i32 80, i32 9)
  br label %end
no:
  call void @dx.op.barrier(i32 80, i32 9)
  br label %end
end:
  ret i32 0";
    let behind = |condition: &str| {
        format!(
            "  %part = icmp ult i32 %lane, {condition}
  br i1 %part, label %out, label %on
out:
  ret i32 1
on:
  call void @dx.op.barrier(i32 80, i32 9)
  ret i32 0"
        )
    };
    let divergent = &[FindingKind::DivergentBarrier];
    check(&[
        case("lanes of a wave go around it", divergent, &around("6", 9)),
        case("a wave goes around it", divergent, &around("4", 9)),
        case("nobody gets there", &[], &around("0", 9)),
        case("all get there", &[], &around("8", 9)),
        case("it only orders memory", &[], &around("6", 8)),
        case("two waves wait at two", divergent, both),
        case("some lanes have ended", divergent, &behind("2")),
        case("a wave has ended", divergent, &behind("4")),
        case("none has ended", &[], &behind("0")),
    ]);
}

/// Ends a function by a branch on a condition.
fn decide(instructions: &str) -> String {
    format!(
        "{instructions}\n  br i1 %condition, label %one, label %other\none:\n  ret i32 1\nother:\n  ret i32 0"
    )
}

/// A value that is undefined in the second wave: `%maybe`, and whether it is: `%first`.
const MAYBE: &str = "  br i1 %first, label %some, label %all
some:
  br label %all
all:
  %maybe = phi i32 [ undef, %entry ], [ 5, %some ]
  %flag = phi i1 [ undef, %entry ], [ true, %some ]";

fn undefined_values_that_decide() {
    let undefined = &[FindingKind::Undefined];
    let maybe = |instructions: &str| decide(&format!("{MAYBE}\n{instructions}"));
    check(&[
        case("a condition", undefined, &maybe("  %condition = icmp eq i32 %maybe, 3")),
        case(
            "after arithmetic",
            undefined,
            &maybe("  %sum = add i32 %maybe, %lane\n  %condition = icmp eq i32 %sum, 3"),
        ),
        case(
            "a choice",
            undefined,
            &maybe("  %which = select i1 %flag, i32 %lane, i32 9\n  %condition = icmp eq i32 %which, 3"),
        ),
        case(
            "chosen",
            undefined,
            &maybe(
                "  %which = select i1 %first, i32 %lane, i32 %maybe\n  %condition = icmp eq i32 %which, 3",
            ),
        ),
        case(
            "a bit of it",
            undefined,
            &maybe("  %bit = and i32 %maybe, 1\n  %condition = icmp eq i32 %bit, 1"),
        ),
        case("or what may be true", undefined, &maybe("  %condition = or i1 %flag, %first")),
        case(
            "a switch",
            undefined,
            &format!(
                "{MAYBE}\n  switch i32 %maybe, label %one [\n    i32 5, label %other\n  ]\none:\n  ret i32 1\nother:\n  ret i32 0"
            ),
        ),
        case(
            "an address",
            undefined,
            &format!(
                "{MAYBE}
  %array = alloca [8 x i32], align 4
  %place = getelementptr inbounds [8 x i32], [8 x i32]* %array, i32 0, i32 %maybe
  store i32 1, i32* %place, align 4
  ret i32 0"
            ),
        ),
        case(
            "what another lane has",
            undefined,
            &maybe(
                "  %got = call i32 @dx.op.waveReadLaneAt.i32(i32 117, i32 %maybe, i32 0)\n  %condition = icmp eq i32 %got, 5",
            ),
        ),
        case(
            "what any lane says",
            undefined,
            &maybe("  %condition = call i1 @dx.op.waveAnyTrue(i32 113, i1 %flag)"),
        ),
    ]);
}

fn undefined_values_that_do_not() {
    let maybe = |instructions: &str| decide(&format!("{MAYBE}\n{instructions}"));
    check(&[
        case("nobody asks", &[], &maybe("  %sum = add i32 %maybe, 1\n  %condition = icmp eq i32 %lane, 3")),
        case(
            "not chosen",
            &[],
            &maybe(
                "  %which = select i1 %first, i32 %maybe, i32 %lane\n  %condition = icmp eq i32 %which, 3",
            ),
        ),
        case(
            "both the same",
            &[],
            &maybe("  %which = select i1 %flag, i32 %lane, i32 %lane\n  %condition = icmp eq i32 %which, 3"),
        ),
        case("and what is false", &[], &maybe("  %condition = and i1 %flag, %first")),
        case("or what is true", &[], &maybe("  %no = xor i1 %first, true\n  %condition = or i1 %flag, %no")),
        case(
            "no bit is left",
            &[],
            &maybe(
                "  %mask = select i1 %first, i32 1, i32 0\n  %bit = and i32 %maybe, %mask\n  %condition = icmp eq i32 %bit, 1",
            ),
        ),
        case(
            "all bits are set",
            &[],
            &maybe(
                "  %mask = select i1 %first, i32 1, i32 -1\n  %bit = or i32 %maybe, %mask\n  %condition = icmp eq i32 %bit, 1",
            ),
        ),
        case(
            "times zero",
            &[],
            &maybe(
                "  %count = select i1 %first, i32 1, i32 0\n  %product = mul i32 %maybe, %count\n  %condition = icmp eq i32 %product, 5",
            ),
        ),
        case(
            "only where it is defined",
            &[],
            &format!(
                "{MAYBE}\n  br i1 %first, label %again, label %other\nagain:\n  %condition = icmp eq i32 %maybe, 5\n  br i1 %condition, label %one, label %other\none:\n  ret i32 1\nother:\n  ret i32 0"
            ),
        ),
        case(
            "kept in memory",
            &[],
            &maybe(
                "  %place = alloca i32, align 4\n  store i32 %maybe, i32* %place, align 4\n  %again = load i32, i32* %place, align 4\n  store i32 %lane, i32* %place, align 4\n  %last = load i32, i32* %place, align 4\n  %condition = icmp eq i32 %last, 5",
            ),
        ),
    ]);
}

fn undefined_values_that_go_a_long_way() {
    // Each block takes what the one behind it in the text has.
    for (first, found) in [("undef", &[FindingKind::Undefined][..]), ("%lane", &[])] {
        let mut text = "  br label %b99\n".to_owned();
        for block in 0..100 {
            let (value, before) = if block == 99 {
                (first.to_owned(), "entry".to_owned())
            } else {
                (format!("%v{}", block + 1), format!("b{}", block + 1))
            };
            text += &format!("b{block}:\n  %v{block} = phi i32 [ {value}, %{before} ]\n");
            text += &if block == 0 {
                "  br label %end\n".to_owned()
            } else {
                format!("  br label %b{}\n", block - 1)
            };
        }
        text += "end:\n  %condition = icmp eq i32 %v0, 3";
        check(&[case("through a hundred blocks", found, &decide(&text))]);
    }
}

fn memory_that_was_not_written() {
    let undefined = &[FindingKind::Undefined];
    let local = |limit: u32| {
        decide(&format!(
            "  %array = alloca [4 x i32], align 4
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr inbounds [4 x i32], [4 x i32]* %array, i32 0, i32 %i
  store i32 %i, i32* %place, align 4
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, {limit}
  br i1 %again, label %loop, label %behind
behind:
  %which = and i32 %lane, 3
  %at = getelementptr inbounds [4 x i32], [4 x i32]* %array, i32 0, i32 %which
  %value = load i32, i32* %at, align 4
  %condition = icmp eq i32 %value, 2"
        ))
    };
    let shared = |mask: u32| {
        decide(&format!(
            "  %mine = getelementptr [16 x i32], [16 x i32] addrspace(3)* @shared, i32 0, i32 %lane
  store i32 %lane, i32 addrspace(3)* %mine, align 4
  call void @dx.op.barrier(i32 80, i32 9)
  %other = xor i32 %lane, {mask}
  %theirs = getelementptr [16 x i32], [16 x i32] addrspace(3)* @shared, i32 0, i32 %other
  %value = load i32, i32 addrspace(3)* %theirs, align 4
  %condition = icmp eq i32 %value, 2"
        ))
        .replace("label %other\n", "label %others\n")
        .replace("other:\n", "others:\n")
    };
    let halves = |last: u32| {
        decide(&format!(
            "  %mine = getelementptr [16 x i16], [16 x i16] addrspace(3)* @halves, i32 0, i32 %lane
  %short = trunc i32 %lane to i16
  store i16 %short, i16 addrspace(3)* %mine, align 2
  call void @dx.op.barrier(i32 80, i32 9)
  %at = add i32 %lane, {last}
  %theirs = getelementptr [16 x i16], [16 x i16] addrspace(3)* @halves, i32 0, i32 %at
  %value = load i16, i16 addrspace(3)* %theirs, align 2
  %condition = icmp eq i16 %value, 2"
        ))
    };
    let counted = |first: &str| {
        decide(&format!(
            "  %counter = getelementptr [16 x i32], [16 x i32] addrspace(3)* @shared, i32 0, i32 0
  {first}
  call void @dx.op.barrier(i32 80, i32 9)
  %old = atomicrmw add i32 addrspace(3)* %counter, i32 1 monotonic
  call void @dx.op.barrier(i32 80, i32 9)
  %value = load i32, i32 addrspace(3)* %counter, align 4
  %condition = icmp eq i32 %value, 8"
        ))
    };
    // Through a pointer to one of two variables, of which the one holds something from the start.
    let one_of_two = |value: &str| {
        format!(
            "  %nothing = alloca i32, align 4
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %behind ]
  %seven = getelementptr [1 x i32], [1 x i32]* @seven, i32 0, i32 0
  %value = load i32, i32* %seven, align 4
  %condition = icmp eq i32 %value, 3
  br i1 %condition, label %behind, label %other
other:
  br label %behind
behind:
  %which = select i1 %first, i32* %seven, i32* %nothing
  store i32 {value}, i32* %which, align 4
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, 2
  br i1 %again, label %loop, label %end
end:
  ret i32 %value"
        )
    };
    check(&[
        case("a variable that loses what it holds", undefined, &one_of_two("undef")),
        case("a variable that holds something else", &[], &one_of_two("%lane")),
        case("one element is missing", undefined, &local(3)),
        case("all are there", &[], &local(4)),
        case("nobody wrote there", undefined, &shared(8)),
        case("somebody wrote there", &[], &shared(7)),
        case("the half beside", undefined, &halves(1)),
        case("the half itself", &[], &halves(0)),
        case("a counter that nobody set", undefined, &counted("")),
        case("a counter", &[], &counted("store i32 0, i32 addrspace(3)* %counter, align 4")),
    ]);
}

fn races_on_group_shared_memory() {
    let race = &[FindingKind::Race];
    // Each lane writes its own word; then reads that of another.
    let exchange = |between: &str, mask: u32| {
        format!(
            "  %mine = getelementptr [16 x i32], [16 x i32] addrspace(3)* @shared, i32 0, i32 %lane
  store i32 %lane, i32 addrspace(3)* %mine, align 4
  {between}
  %which = xor i32 %lane, {mask}
  %theirs = getelementptr [16 x i32], [16 x i32] addrspace(3)* @shared, i32 0, i32 %which
  %value = load i32, i32 addrspace(3)* %theirs, align 4
  ret i32 %value"
        )
    };
    let all_write = |value: &str| {
        format!(
            "  %one = getelementptr [16 x i32], [16 x i32] addrspace(3)* @shared, i32 0, i32 3
  store i32 {value}, i32 addrspace(3)* %one, align 4
  ret i32 0"
        )
    };
    let atomics = |then: &str| {
        format!(
            "  %one = getelementptr [16 x i32], [16 x i32] addrspace(3)* @shared, i32 0, i32 3
  %old = atomicrmw xchg i32 addrspace(3)* %one, i32 %lane monotonic
  {then}
  ret i32 0"
        )
    };
    let halves = "  %mine = getelementptr [16 x i16], [16 x i16] addrspace(3)* @halves, i32 0, i32 %lane
  %short = trunc i32 %lane to i16
  store i16 %short, i16 addrspace(3)* %mine, align 2
  ret i32 0";
    let one_half = halves.replace("i32 0, i32 %lane", "i32 0, i32 1");
    let bytes = halves.replace("i16", "i8").replace("@halves", "@bytes").replace("align 2", "align 1");
    let one_byte = bytes.replace("i32 0, i32 %lane", "i32 0, i32 1");
    let write_behind_read = |barrier: &str| {
        format!(
            "  %one = getelementptr [16 x i32], [16 x i32] addrspace(3)* @shared, i32 0, i32 3
  store i32 7, i32 addrspace(3)* %one, align 4
  call void @dx.op.barrier(i32 80, i32 9)
  %value = load i32, i32 addrspace(3)* %one, align 4
  {barrier}
  %is = icmp eq i32 %lane, 2
  br i1 %is, label %yes, label %end
yes:
  store i32 8, i32 addrspace(3)* %one, align 4
  br label %end
end:
  ret i32 %value"
        )
    };
    let barrier = "call void @dx.op.barrier(i32 80, i32 9)";
    let by_type = |types: u32, semantics: u32| {
        format!("call void @dx.op.barrierByMemoryType(i32 244, i32 {types}, i32 {semantics})")
    };
    check(&[
        case("lanes of a wave", race, &exchange("", 1)),
        case("lanes of two waves", race, &exchange("", 4)),
        case("its own word", &[], &exchange("", 0)),
        case("a barrier between", &[], &exchange(barrier, 4)),
        case(
            "a barrier that waits, for UAVs only",
            race,
            &exchange("call void @dx.op.barrier(i32 80, i32 3)", 4),
        ),
        case("a barrier that does not wait", race, &exchange("call void @dx.op.barrier(i32 80, i32 8)", 4)),
        case("a barrier for that type of memory", &[], &exchange(&by_type(2, 3), 4)),
        case("a barrier for all types", &[], &exchange(&by_type(15, 3), 4)),
        case("a barrier for another type", race, &exchange(&by_type(1, 3), 4)),
        case("a barrier for that type that does not wait", race, &exchange(&by_type(2, 2), 4)),
        case("one word, different values", race, &all_write("%lane")),
        case("one word, the same value", &[], &all_write("5")),
        case("one word, the value that memory has before it is written", &[], &all_write("0")),
        case("atomically", &[], &atomics("")),
        case("atomically, and not", race, &atomics("%plain = load i32, i32 addrspace(3)* %one, align 4")),
        case("halves beside each other", &[], halves),
        case("one half", race, &one_half),
        case("bytes beside each other", &[], &bytes),
        case("one byte", race, &one_byte),
        case("written behind reads", race, &write_behind_read("")),
        case("written behind reads and a barrier", &[], &write_behind_read(barrier)),
    ]);
}

fn accesses_beyond_variables() {
    let access = |index: u32, array: &str| {
        format!(
            "  %array = alloca [8 x i32], align 4
  %more = alloca [8 x i32], align 4
  %index = add i32 %lane, {index}
  {array}
  store i32 1, i32* %place, align 4
  ret i32 0"
        )
    };
    let local = "%place = getelementptr [8 x i32], [8 x i32]* %array, i32 0, i32 %index";
    let beyond = &[FindingKind::OutOfBounds];
    check(&[
        case("within", &[], &access(0, local)),
        case("one beyond, where another variable is", beyond, &access(1, local)),
        case("far before", beyond, &access(0x3fff_ffff, local)),
    ]);
}

fn divisions_by_zero() {
    let divide = |op: &str, add: u32| {
        format!("  %by = add i32 %lane, {add}\n  %got = {op} i32 7, %by\n  ret i32 %got")
    };
    for op in ["udiv", "urem", "sdiv", "srem"] {
        check(&[
            case("lane 0", &[FindingKind::DivisionByZero], &divide(op, 0)),
            case("no lane", &[], &divide(op, 1)),
        ]);
    }
}

fn values_that_are_not_numbers() {
    let source = "
define float @f(float %a, float %b) {
entry:
  %difference = fsub float %a, %b
  ret float %difference
}";
    let infinity = u64::from(f32::INFINITY.to_bits());
    let nan = u64::from(f32::NAN.to_bits());
    let cases: [(_, &[_]); 3] =
        [([infinity, infinity], &[FindingKind::Nan]), ([infinity, 0], &[]), ([nan, 0], &[])];
    for (values, found) in cases {
        let program =
            prepare_with(source, 1, PrepareOptions { checks_nan: true, ..PrepareOptions::default() });
        let resources = Resources::default();
        let bound = Bound::new(&program, &resources);
        let options = RunOptions { checks: Checks { all: true, nan: true }, ..RunOptions::default() };
        let dispatch = Dispatch::new(&program, &bound, [1; 3], options).expect("it may be run so");
        let (_, outcome) = dispatch.call(&[values.to_vec()], &mut ());
        assert_eq!(kinds(&outcome), found, "{values:?}");
    }
}

fn checks_can_be_left_out() {
    let faulty = "
define i32 @f(i32 %lane) {
entry:
  %array = alloca [4 x i32], align 4
  %place = getelementptr [4 x i32], [4 x i32]* %array, i32 0, i32 %lane
  %value = load i32, i32* %place, align 4
  %got = udiv i32 %value, %lane
  %is = icmp eq i32 %value, 3
  br i1 %is, label %one, label %other
one:
  ret i32 1
other:
  ret i32 %got
}";
    let arguments: Vec<_> = (0..8).map(|lane| vec![lane]).collect();
    let (with, outcome) = call_with(faulty, &arguments, RunOptions::default());
    let all = [FindingKind::OutOfBounds, FindingKind::Undefined, FindingKind::DivisionByZero];
    assert_eq!(kinds(&outcome), all);
    let checks = Checks { all: false, nan: false };
    let (without, outcome) = call_with(faulty, &arguments, RunOptions { checks, ..RunOptions::default() });
    assert_eq!((without, kinds(&outcome)), (with, vec![]));
}
