//! Control flow: lanes that part and meet again compute what each would by itself.

use crate::functions::{call, call_with};
use dxil_run::{FindingKind, RunOptions, Stop};

pub(crate) const TESTS: &[testkit::Test] = testkit::tests![
    branches_meet_again,
    loops_end_lane_by_lane,
    phis_swap,
    switches_part_lanes,
    early_returns_leave_the_others,
    functions_are_called_by_some_lanes,
    memory_is_each_lane_s_own,
    endless_loops_are_stopped,
];

fn branches_meet_again() {
    let source = "
define i32 @f(i32 %a) {
entry:
  %odd = and i32 %a, 1
  %is = icmp ne i32 %odd, 0
  br i1 %is, label %yes, label %no
yes:
  %triple = mul i32 %a, 3
  %more = add i32 %triple, 1
  br label %end
no:
  %half = lshr i32 %a, 1
  br label %end
end:
  %result = phi i32 [ %more, %yes ], [ %half, %no ]
  ret i32 %result
}";
    assert_eq!(call(source, &[&[7], &[8], &[1], &[0]]), [22, 4, 4, 0]);
    assert_eq!(call(source, &[&[7], &[9]]), [22, 28]);
}

fn loops_end_lane_by_lane() {
    // Steps of Collatz's sequence, and the largest number in it.
    let source = "
define i32 @f(i32 %a) {
entry:
  br label %loop
loop:
  %n = phi i32 [ %a, %entry ], [ %next, %latch ]
  %steps = phi i32 [ 0, %entry ], [ %more, %latch ]
  %done = icmp eq i32 %n, 1
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
  %next = phi i32 [ %plus, %yes ], [ %half, %no ]
  %more = add i32 %steps, 1
  br label %loop
end:
  ret i32 %steps
}";
    let arguments: Vec<Vec<u64>> = (1..=32).map(|number| vec![number]).collect();
    let expected: Vec<u64> = (1..=32_u64)
        .map(|mut number| {
            let mut steps = 0;
            while number != 1 {
                number = if number % 2 == 1 { 3 * number + 1 } else { number / 2 };
                steps += 1;
            }
            steps
        })
        .collect();
    for wave_size in [4, 8, 16, 32, 64, 128] {
        let options = RunOptions { wave_size: Some(wave_size), ..RunOptions::default() };
        let (results, outcome) = call_with(source, &arguments, options);
        assert!(outcome.findings.is_empty());
        assert_eq!(results.concat(), expected, "in waves of {wave_size}");
    }
}

fn phis_swap() {
    let source = "
define i32 @f(i32 %count, i32 %x, i32 %y) {
entry:
  br label %loop
loop:
  %a = phi i32 [ %x, %entry ], [ %b, %loop ]
  %b = phi i32 [ %y, %entry ], [ %a, %loop ]
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %count
  br i1 %more, label %loop, label %end
end:
  ret i32 %a
}";
    assert_eq!(call(source, &[&[1, 5, 6], &[2, 5, 6], &[3, 5, 6], &[4, 5, 6]]), [5, 6, 5, 6]);
}

fn switches_part_lanes() {
    let source = "
define i32 @f(i32 %a) {
entry:
  switch i32 %a, label %other [
    i32 1, label %one
    i32 -2, label %two
    i32 3, label %one
  ]
one:
  br label %end
two:
  br label %end
other:
  br label %end
end:
  %result = phi i32 [ 10, %one ], [ 20, %two ], [ 30, %other ]
  ret i32 %result
}";
    assert_eq!(call(source, &[&[1], &[0xffff_fffe], &[3], &[4]]), [10, 20, 10, 30]);
    assert_eq!(call(source, &[&[3], &[3]]), [10, 10]);
}

fn early_returns_leave_the_others() {
    let source = "
define i32 @f(i32 %a) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %hit = icmp eq i32 %i, %a
  br i1 %hit, label %found, label %latch
found:
  %times = mul i32 %i, 100
  ret i32 %times
latch:
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret i32 7
}";
    assert_eq!(call(source, &[&[0], &[3], &[9], &[4]]), [0, 300, 7, 400]);
}

fn functions_are_called_by_some_lanes() {
    let source = "
define i32 @square(i32 %a) {
entry:
  %big = icmp ugt i32 %a, 10
  br i1 %big, label %cut, label %all
cut:
  ret i32 100
all:
  %square = mul i32 %a, %a
  ret i32 %square
}

define i32 @f(i32 %a) {
entry:
  %odd = and i32 %a, 1
  %is = icmp ne i32 %odd, 0
  br i1 %is, label %yes, label %end
yes:
  %square = call i32 @square(i32 %a)
  br label %end
end:
  %result = phi i32 [ %square, %yes ], [ %a, %entry ]
  %twice = call i32 @square(i32 %result)
  ret i32 %twice
}";
    assert_eq!(call(source, &[&[2], &[3], &[11], &[4]]), [4, 81, 100, 16]);
}

fn memory_is_each_lane_s_own() {
    let source = "
define i32 @f(i32 %a) {
entry:
  %array = alloca [4 x i32], align 4
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr inbounds [4 x i32], [4 x i32]* %array, i32 0, i32 %i
  %value = mul i32 %i, %a
  store i32 %value, i32* %place, align 4
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 4
  br i1 %more, label %loop, label %end
end:
  %which = and i32 %a, 3
  %at = getelementptr inbounds [4 x i32], [4 x i32]* %array, i32 0, i32 %which
  %result = load i32, i32* %at, align 4
  ret i32 %result
}";
    assert_eq!(call(source, &[&[1], &[2], &[3], &[7]]), [1, 4, 9, 21]);
}

fn endless_loops_are_stopped() {
    let source = "
define i32 @f(i32 %a) {
entry:
  br label %loop
loop:
  br label %loop
}";
    let options = RunOptions { max_steps: 1000, ..RunOptions::default() };
    let (_, outcome) = call_with(source, &[vec![1]], options);
    assert_eq!(outcome.stop, Some(Stop::Steps));
    let (_, kind, _) = outcome.findings.iter().next().expect("it is told");
    assert_eq!(kind, FindingKind::Steps);
}
