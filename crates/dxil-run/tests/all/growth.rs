//! Growth: twice the groups, and twice the waves, take twice the steps and move twice the bytes, whatever their lanes
//! do. Counted, not timed.

use dxil_run::{Outcome, RunOptions};

use crate::shaders::Case;

pub(crate) const TESTS: &[testkit::Test] = testkit::tests![
    twice_the_groups_take_twice_the_steps,
    twice_the_waves_take_twice_the_steps,
    wider_waves_take_no_more_steps
];

/// A loop that threads leave at different times, around an access of a buffer.
const LOOP: &str = "
  %turns = and i32 %thread, 3
  %word = shl i32 %thread, 2
  br label %loop
loop:
  %i = phi i32 [ 0, %body ], [ %next, %loop ]
  %next = add i32 %i, 1
  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %Out, i32 %word, i32 undef, i32 %next, i32 undef, i32 undef, i32 undef, i8 1)
  %is = icmp ult i32 %i, %turns
  br i1 %is, label %loop, label %end
end:
";

fn run(threads: u32, groups: [u32; 3], wave_size: u32) -> Outcome {
    let mut case = Case::new(threads);
    case.groups = groups;
    let mut options = RunOptions { wave_size: Some(wave_size), ..RunOptions::default() };
    // Groups write the same words, which would be told.
    options.checks.all = false;
    case.options = options;
    let outcome = case.raw('u', "Out", &[0; 256]).run(LOOP);
    assert_eq!(outcome.stop, None);
    assert_eq!(outcome.bytes, u64::from(threads / 4 * groups.iter().product::<u32>()) * 4 * (1 + 2 + 3 + 4));
    outcome
}

fn twice_the_groups_take_twice_the_steps() {
    let one = run(64, [1; 3], 32).steps;
    for groups in [[2, 1, 1], [1, 16, 1], [8, 8, 8]] {
        assert_eq!(run(64, groups, 32).steps, one * u64::from(groups.iter().product::<u32>()), "{groups:?}");
    }
}

fn twice_the_waves_take_twice_the_steps() {
    let one = run(32, [3, 1, 1], 32).steps;
    for waves in [2, 4, 8] {
        assert_eq!(run(32 * waves, [3, 1, 1], 32).steps, one * u64::from(waves), "{waves} waves");
    }
}

/// The lanes of a wave take a step together.
fn wider_waves_take_no_more_steps() {
    let narrow = run(4, [1; 3], 4).steps;
    for wave_size in [8, 16, 32, 64, 128] {
        assert_eq!(run(wave_size, [1; 3], wave_size).steps, narrow, "{wave_size} lanes");
    }
}
