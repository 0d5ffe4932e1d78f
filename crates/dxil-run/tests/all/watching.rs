//! Observers: profiles count what the run counts, and traces show values and keep to their limits.

use dxil_run::profile::{Cost, Profile};
use dxil_run::trace::{Event, Trace, TraceOptions, TraceTarget, Traced};
use dxil_run::{Bound, Dispatch, PrepareOptions, Program, Resources, RunOptions, Scalar};

use crate::functions;

pub(crate) const TESTS: &[testkit::Test] = testkit::tests![
    profiles_count_what_the_run_counts,
    traces_have_values_of_each_kind,
    traces_keep_to_their_limits,
    other_groups_and_threads_are_not_traced,
    watched_programs_give_the_same
];

/// Takes the half of its first argument until that is below one; how often, and the last one squared.
const SOURCE: &str = "
define { i32, float } @f(float %a) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi float [ %a, %entry ], [ %half, %loop ]
  %next = add i32 %i, 1
  %half = fmul float %x, 5.000000e-01
  %wide = zext i32 %next to i64
  %far = shl i64 %wide, 40
  %is = fcmp oge float %half, 1.000000e+00
  br i1 %is, label %loop, label %end
end:
  %bits = bitcast float %half to i32
  %square = call float @g(float %half)
  %one = insertvalue { i32, float } undef, i32 %next, 0
  %both = insertvalue { i32, float } %one, float %square, 1
  ret { i32, float } %both
}
define float @g(float %a) {
  %b = fmul float %a, %a
  ret float %b
}
";
const METADATA: &str = "
!dx.version = !{!0}
!dx.shaderModel = !{!1}
!dx.entryPoints = !{!2}
!0 = !{i32 1, i32 7}
!1 = !{!\"lib\", i32 6, i32 7}
!2 = !{null, !\"\", null, null, null}
";

fn prepare(own_registers: bool) -> Program {
    let options = PrepareOptions { own_registers, ..PrepareOptions::default() };
    functions::prepare_with(&format!("{SOURCE}{METADATA}"), 3, options)
}

/// The values of all lanes: 8, 0.5 and 3.
fn arguments() -> Vec<Vec<u64>> {
    [8.0_f32, 0.5, 3.0].map(|value| vec![value.to_bits().into()]).to_vec()
}

fn with_dispatch<T>(program: &Program, with: impl FnOnce(&Dispatch<'_>) -> T) -> T {
    let resources = Resources::default();
    let bound = Bound::new(program, &resources);
    with(&Dispatch::new(program, &bound, [1; 3], RunOptions::default()).unwrap())
}

fn profiles_count_what_the_run_counts() {
    let program = prepare(false);
    let mut profile = Profile::new(&program);
    let (_, outcome) = with_dispatch(&program, |dispatch| dispatch.call(&arguments(), &mut profile));
    let mut total = Cost::default();
    profile.iter().for_each(|(_, cost)| total.add(cost));
    assert_eq!((total.steps, total.bytes), (outcome.steps, outcome.bytes));
    assert_eq!(total.lanes, 3 * total.steps);
    // The lane with 0.5 leaves the loop first, then the one with 3.
    assert!(total.active < total.lanes && total.active > total.steps);
    let once = profile.clone();
    profile.merge(&once);
    let twice = profile.iter().map(|(_, cost)| cost.steps).sum::<u64>();
    assert_eq!(twice, 2 * total.steps);
}

fn trace(options: TraceOptions) -> Trace {
    let program = prepare(true);
    let mut trace = Trace::new(options);
    with_dispatch(&program, |dispatch| dispatch.call(&arguments(), &mut trace));
    trace
}

fn of_threads(threads: &[u32]) -> TraceOptions {
    in_group(0, threads)
}

fn in_group(group: u64, threads: &[u32]) -> TraceOptions {
    let target = TraceTarget::Threads { group, threads: threads.to_vec() };
    TraceOptions { target, limit: 1000, ..TraceOptions::default() }
}

/// Values of one scalar that a thread was given, in order.
fn scalars(trace: &Trace, of: u32, scalar: Scalar) -> Vec<u64> {
    let values = trace.events.iter().flat_map(|event| match event {
        Event::Instruction { values, .. } => values.as_slice(),
        Event::Block { .. } => &[],
    });
    let of_thread = values.filter(|(thread, _)| *thread == of);
    let alone = of_thread.filter_map(|(_, values)| match values.as_slice() {
        [Traced { bits, is_defined: true, scalar: kind, .. }] if *kind == scalar => Some(*bits),
        _ => None,
    });
    alone.collect()
}

fn traces_have_values_of_each_kind() {
    let trace = trace(of_threads(&[0, 2]));
    assert_eq!(trace.left_out, 0);
    let blocks = trace.events.iter().filter(|event| matches!(event, Event::Block { .. }));
    // Entry, the loop four times, the end, and the function that it calls.
    assert_eq!(blocks.count(), 7);
    assert_eq!(scalars(&trace, 0, Scalar::I64), [1, 1 << 40, 2, 2 << 40, 3, 3 << 40, 4, 4 << 40]);
    assert_eq!(scalars(&trace, 2, Scalar::I64), [1, 1 << 40, 2, 2 << 40]);
    assert_eq!(scalars(&trace, 2, Scalar::I1), [1, 0]);
    let floats = |values: &[f32]| values.iter().map(|value| u64::from(value.to_bits())).collect::<Vec<_>>();
    // The phi and the half of each turn, and the square: where it is computed, and what the call gives.
    let expected = floats(&[3.0, 1.5, 1.5, 0.75, 0.5625, 0.5625]);
    assert_eq!(scalars(&trace, 2, Scalar::F32), expected);
    let mut pairs = trace.events.iter().rev().filter_map(|event| match event {
        Event::Instruction { values, .. } => values.iter().find(|(_, values)| values.len() == 2),
        Event::Block { .. } => None,
    });
    let (_, both) = pairs.next().unwrap();
    assert_eq!([both[0].bits, both[1].bits], [4, u64::from(0.25_f32.to_bits())]);
}

fn traces_keep_to_their_limits() {
    let whole = trace(of_threads(&[0]));
    let cut = trace(TraceOptions { limit: 5, ..of_threads(&[0]) });
    assert_eq!(cut.events, whole.events[..5]);
    assert_eq!(cut.left_out as usize, whole.events.len() - 5);
}

fn other_groups_and_threads_are_not_traced() {
    assert_eq!(trace(in_group(1, &[0])).events, []);
    assert_eq!(trace(of_threads(&[3])).events, []);
    assert_eq!(trace(of_threads(&[u32::MAX])).events, []);
}

fn watched_programs_give_the_same() {
    let results = [false, true].map(|own_registers| {
        let program = prepare(own_registers);
        with_dispatch(&program, |dispatch| dispatch.call(&arguments(), &mut ()))
    });
    assert_eq!(results[0], results[1]);
}
