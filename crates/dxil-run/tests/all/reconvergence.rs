//! Control flow of any shape: what lanes compute together is what each computes alone, also where registers hold one
//! value after the other; and lanes that parted meet again where D3D's structured programs say so.

use std::fmt::Write as _;

use crate::functions::{call_with, kinds, prepare_with};
use dxil_run::{Bound, Dispatch, FindingKind, PrepareOptions, Program, Resources, RunOptions, Stop};
use testkit::generate::flow::Generator;
use testkit::random::Random;

pub(crate) const TESTS: &[testkit::Test] = testkit::tests![
    lanes_together_are_lanes_alone,
    values_are_right_in_shared_registers,
    circles_of_copies,
    breaks_out_of_loops,
    cases_fall_through,
    cases_to_one_place_stay_together,
    returns_in_loops,
    calls_in_loops,
    endless_parts_that_no_lane_enters,
    endless_parts_that_a_lane_enters,
    values_are_computed_before_they_are_used,
    registers_are_used_again,
    rounds_wait_for_those_in_the_last_one,
    many_loops_in_each_other,
    many_values_through_many_blocks,
];

/// What lanes with these arguments give.
fn run(source: &str, arguments: &[Vec<u64>], wave_size: u32, own_registers: bool) -> Vec<Vec<u64>> {
    let options = PrepareOptions { own_registers, ..PrepareOptions::default() };
    let program = prepare_with(source, arguments.len(), options);
    call(&program, source, arguments, wave_size)
}

fn call(program: &Program, source: &str, arguments: &[Vec<u64>], wave_size: u32) -> Vec<Vec<u64>> {
    let resources = Resources::default();
    let bound = Bound::new(program, &resources);
    let options = RunOptions { wave_size: Some(wave_size), max_steps: 1 << 20, ..RunOptions::default() };
    let dispatch = Dispatch::new(program, &bound, [1; 3], options).expect("its waves may have that size");
    let (results, outcome) = dispatch.call(arguments, &mut ());
    assert_eq!((outcome.stop, kinds(&outcome)), (None, vec![]), "{source}");
    results
}

fn some_arguments(random: &mut Random) -> Vec<Vec<u64>> {
    (0..32).map(|_| vec![random.below(16) as u64, u64::from(random.word())]).collect()
}

fn lanes_together_are_lanes_alone() {
    let mut random = Random(0x5eed);
    for seed in 0..testkit::times(500) as u64 {
        let source = Generator::function(seed);
        let arguments = some_arguments(&mut random);
        let together = run(&source, &arguments, 32, false);
        let program = prepare_with(&source, 1, PrepareOptions::default());
        for (lane, arguments) in arguments.iter().enumerate() {
            let alone = call(&program, &source, std::slice::from_ref(arguments), 4);
            assert_eq!(alone[0], together[lane], "seed {seed}, lane {lane} of {arguments:?}\n{source}");
        }
    }
}

fn values_are_right_in_shared_registers() {
    let mut random = Random(0x5eed_5eed);
    for seed in 0..testkit::times(500) as u64 {
        let source = Generator::function(!seed);
        let arguments = some_arguments(&mut random);
        let own = run(&source, &arguments, 32, true);
        for wave_size in [32, 8] {
            assert_eq!(run(&source, &arguments, wave_size, false), own, "seed {seed}\n{source}");
        }
    }
}

/// What lanes with these values of `%a` give; nothing may be found.
fn of_lanes(source: &str, values: &[u64]) -> Vec<u64> {
    let arguments: Vec<_> = values.iter().map(|value| vec![*value]).collect();
    let (results, outcome) = call_with(source, &arguments, RunOptions::default());
    assert_eq!((outcome.stop, kinds(&outcome)), (None, vec![]));
    results.concat()
}

fn circles_of_copies() {
    // Two circles, a chain from one of them, and a value that two phis take.
    let source = "
define i32 @f(i32 %n) {
entry:
  br label %loop
loop:
  %a = phi i32 [ 1, %entry ], [ %b, %loop ]
  %b = phi i32 [ 2, %entry ], [ %c, %loop ]
  %c = phi i32 [ 3, %entry ], [ %a, %loop ]
  %d = phi i32 [ 4, %entry ], [ %e, %loop ]
  %e = phi i32 [ 5, %entry ], [ %d, %loop ]
  %g = phi i32 [ 6, %entry ], [ %a, %loop ]
  %h = phi i32 [ 7, %entry ], [ %g, %loop ]
  %k = phi i32 [ 8, %entry ], [ %k, %loop ]
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %again = icmp ule i32 %next, %n
  br i1 %again, label %loop, label %end
end:
  %r1 = mul i32 %a, 10
  %r2 = add i32 %r1, %b
  %r3 = mul i32 %r2, 10
  %r4 = add i32 %r3, %c
  %r5 = mul i32 %r4, 10
  %r6 = add i32 %r5, %d
  %r7 = mul i32 %r6, 10
  %r8 = add i32 %r7, %e
  %r9 = mul i32 %r8, 10
  %r10 = add i32 %r9, %g
  %r11 = mul i32 %r10, 10
  %r12 = add i32 %r11, %h
  %r13 = mul i32 %r12, 10
  %r14 = add i32 %r13, %k
  ret i32 %r14
}";
    let expected = [12_345_678, 23_154_168, 31_245_218, 12_354_328];
    assert_eq!(of_lanes(source, &[0, 1, 2, 3]), expected);
}

/// How many lanes are there.
const HERE: &str = "declare i32 @dx.op.waveAllOp(i32, i1)";

fn breaks_out_of_loops() {
    // for (i < 4) { for (j < 4) { if (j == a) break; if (i == a - 4) goto out; n += lanes; } m += lanes } then lanes.
    let source = format!(
        "
define i32 @f(i32 %a) {{
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i1, %outer.end ]
  %m = phi i32 [ 0, %entry ], [ %m1, %outer.end ]
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j1, %inner.end ]
  %isj = icmp eq i32 %j, %a
  br i1 %isj, label %outer.end, label %check
check:
  %a4 = sub i32 %a, 4
  %isi = icmp eq i32 %i, %a4
  br i1 %isi, label %out, label %inner.end
inner.end:
  %j1 = add i32 %j, 1
  %morej = icmp ult i32 %j1, 4
  br i1 %morej, label %inner, label %outer.end
outer.end:
  %here = call i32 @dx.op.waveAllOp(i32 135, i1 true)
  %m1 = add i32 %m, %here
  %i1 = add i32 %i, 1
  %morei = icmp ult i32 %i1, 4
  br i1 %morei, label %outer, label %out
out:
  %sum = phi i32 [ %m1, %outer.end ], [ %m, %check ]
  %last = call i32 @dx.op.waveAllOp(i32 135, i1 true)
  %high = mul i32 %sum, 100
  %all = add i32 %high, %last
  ret i32 %all
}}
{HERE}"
    );
    // Lanes 0, 2 and 9 stay for all four rounds; 5 leaves in round 1, 7 in round 3.
    let rounds = [5, 4, 4, 3];
    let sum = |count: usize| rounds[..count].iter().sum::<u64>() * 100 + 5;
    assert_eq!(of_lanes(&source, &[0, 2, 9, 5, 7]), [sum(4), sum(4), sum(4), sum(1), sum(3)]);
    // All of them leave in some round before its end.
    assert_eq!(of_lanes(&source, &[4, 5]), [2, 102]);
}

fn cases_fall_through() {
    // case 0: n += lanes; case 1: n += 10 * lanes; break; case 2: n += 100 * lanes; default: n += 1000 * lanes.
    let source = format!(
        "
define i32 @f(i32 %a) {{
entry:
  switch i32 %a, label %default [
    i32 0, label %zero
    i32 1, label %one
    i32 2, label %two
  ]
zero:
  %n0 = call i32 @dx.op.waveAllOp(i32 135, i1 true)
  br label %one
one:
  %before = phi i32 [ %n0, %zero ], [ 0, %entry ]
  %n1 = call i32 @dx.op.waveAllOp(i32 135, i1 true)
  %n10 = mul i32 %n1, 10
  %sum1 = add i32 %before, %n10
  br label %end
two:
  %n2 = call i32 @dx.op.waveAllOp(i32 135, i1 true)
  %n100 = mul i32 %n2, 100
  br label %default
default:
  %first = phi i32 [ %n100, %two ], [ 0, %entry ]
  %n3 = call i32 @dx.op.waveAllOp(i32 135, i1 true)
  %n1000 = mul i32 %n3, 1000
  %sum2 = add i32 %first, %n1000
  br label %end
end:
  %sum = phi i32 [ %sum1, %one ], [ %sum2, %default ]
  %all = call i32 @dx.op.waveAllOp(i32 135, i1 true)
  %high = mul i32 %all, 10000
  %result = add i32 %sum, %high
  ret i32 %result
}}
{HERE}"
    );
    let results = of_lanes(&source, &[0, 0, 1, 2, 3, 3, 3]);
    // Each lane is counted where it is: those that fall through may come before or with those that are there at once.
    for (lane, result) in results.iter().enumerate() {
        assert_eq!(result / 10_000, 7, "all are together behind it");
        let of_zero = result % 10;
        assert_eq!(of_zero, if lane < 2 { 2 } else { 0 });
        assert_eq!(result / 100 % 10, u64::from(lane == 3));
    }
}

fn cases_to_one_place_stay_together() {
    let source = format!(
        "
define i32 @f(i32 %a) {{
entry:
  switch i32 %a, label %other [
    i32 1, label %odd
    i32 3, label %odd
    i32 2, label %even
    i32 4, label %even
  ]
odd:
  %n1 = call i32 @dx.op.waveAllOp(i32 135, i1 true)
  br label %end
even:
  %n2 = call i32 @dx.op.waveAllOp(i32 135, i1 true)
  br label %end
other:
  %n3 = call i32 @dx.op.waveAllOp(i32 135, i1 true)
  br label %end
end:
  %n = phi i32 [ %n1, %odd ], [ %n2, %even ], [ %n3, %other ]
  ret i32 %n
}}
{HERE}"
    );
    assert_eq!(of_lanes(&source, &[1, 3, 3, 2, 4, 9]), [3, 3, 3, 2, 2, 1]);
}

fn returns_in_loops() {
    let source = format!(
        "
define i32 @f(i32 %a) {{
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %sum = phi i32 [ 0, %entry ], [ %more, %latch ]
  %here = call i32 @dx.op.waveAllOp(i32 135, i1 true)
  %more = add i32 %sum, %here
  %done = icmp eq i32 %i, %a
  br i1 %done, label %found, label %latch
found:
  %result = mul i32 %more, 1000
  ret i32 %result
latch:
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, 4
  br i1 %again, label %loop, label %end
end:
  %last = call i32 @dx.op.waveAllOp(i32 135, i1 true)
  %all = add i32 %more, %last
  ret i32 %all
}}
{HERE}"
    );
    // Rounds with 6, 5, 3 and 2 lanes.
    assert_eq!(of_lanes(&source, &[0, 1, 1, 2, 9, 9]), [6000, 11_000, 11_000, 14_000, 18, 18]);
}

fn calls_in_loops() {
    let source = format!(
        "
define i32 @count(i32 %a) {{
entry:
  %odd = and i32 %a, 1
  %is = icmp ne i32 %odd, 0
  br i1 %is, label %early, label %late
early:
  %one = call i32 @dx.op.waveAllOp(i32 135, i1 true)
  ret i32 %one
late:
  %other = call i32 @dx.op.waveAllOp(i32 135, i1 true)
  %ten = mul i32 %other, 10
  ret i32 %ten
}}
define i32 @f(i32 %a) {{
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %got = call i32 @count(i32 %a)
  %here = call i32 @dx.op.waveAllOp(i32 135, i1 true)
  %hundred = mul i32 %here, 100
  %both = add i32 %got, %hundred
  %more = add i32 %sum, %both
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %a
  br i1 %again, label %loop, label %end
end:
  ret i32 %more
}}
{HERE}"
    );
    // Round 1: five lanes, three of them odd; round 2: two even ones and one odd; round 3: the odd one.
    assert_eq!(of_lanes(&source, &[1, 1, 2, 2, 3]), [503, 503, 840, 840, 905]);
}

fn endless(enters: &str) -> String {
    format!(
        "
define i32 @f(i32 %a) {{
entry:
  %is = icmp eq i32 %a, {enters}
  br i1 %is, label %spin, label %on
spin:
  %i = phi i32 [ 0, %entry ], [ %next, %turn ], [ %next, %spin ]
  %next = add i32 %i, 1
  %odd = icmp ult i32 %next, %a
  br i1 %odd, label %turn, label %spin
turn:
  br label %spin
on:
  %even = icmp ult i32 %a, 2
  br i1 %even, label %low, label %high
low:
  br label %end
high:
  br label %end
end:
  %result = phi i32 [ 1, %low ], [ 2, %high ]
  %here = call i32 @dx.op.waveAllOp(i32 135, i1 true)
  %sum = add i32 %result, %here
  ret i32 %sum
}}
{HERE}"
    )
}

fn endless_parts_that_no_lane_enters() {
    assert_eq!(of_lanes(&endless("9"), &[0, 1, 2]), [4, 4, 5]);
}

fn endless_parts_that_a_lane_enters() {
    let arguments: Vec<_> = (0..3).map(|value| vec![value]).collect();
    let options = RunOptions { max_steps: 10_000, ..RunOptions::default() };
    let (_, outcome) = call_with(&endless("2"), &arguments, options);
    assert_eq!((outcome.stop, kinds(&outcome)), (Some(Stop::Steps), vec![FindingKind::Steps]));
    assert!(outcome.steps < 11_000);
}

fn values_are_computed_before_they_are_used() {
    let source = "
define i32 @f(i32 %a) {
entry:
  %is = icmp eq i32 %a, 0
  br i1 %is, label %one, label %other
one:
  %value = add i32 %a, 1
  br label %end
other:
  br label %end
end:
  %result = add i32 %value, 1
  ret i32 %result
}";
    let module = dxil_text::parse(source.as_bytes()).expect("it is assembly");
    let shader = dxil::shader::Shader::read(&module).expect("it has no metadata");
    let entrance = dxil_run::EntrySelector::Function(bstr::BStr::new("f"), 4);
    let error = dxil_run::Program::prepare(&module, &shader, entrance, PrepareOptions::default())
        .expect_err("the value may not be there");
    assert!(error.to_string().contains("does not dominate its use"), "{error}");
}

fn registers_are_used_again() {
    // A chain of a thousand values, of which two live at a time.
    let mut source = "define i32 @f(i32 %a) {\nentry:\n  %v0 = add i32 %a, 1\n".to_owned();
    for step in 1..1000 {
        writeln!(source, "  %v{step} = add i32 %v{}, %a", step - 1).unwrap();
    }
    source += "  ret i32 %v999\n}\n";
    let registers = |own_registers| {
        let options = PrepareOptions { own_registers, ..PrepareOptions::default() };
        prepare_with(&source, 1, options).register_count()
    };
    assert!(registers(true) > 1000);
    assert!(registers(false) < 10, "{}", registers(false));
}

fn rounds_wait_for_those_in_the_last_one() {
    // Two ways lead back: those that take the shorter one wait for the others.
    let source = format!(
        "
define i32 @f(i32 %a) {{
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %check ], [ %next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %more, %check ], [ %more, %body ]
  %here = call i32 @dx.op.waveAllOp(i32 135, i1 true)
  %more = add i32 %sum, %here
  %next = add i32 %i, 1
  %out = icmp ugt i32 %i, 2
  br i1 %out, label %end, label %check
check:
  %odd = and i32 %a, 1
  %short = icmp ne i32 %odd, 0
  br i1 %short, label %loop, label %body
body:
  br label %loop
end:
  ret i32 %more
}}
{HERE}"
    );
    assert_eq!(of_lanes(&source, &[0, 1, 2, 3, 4]), [20; 5]);
}

fn many_loops_in_each_other() {
    // More than wait for each other; each is gone through once, but the innermost one.
    let depth = 200;
    let mut source = "define i32 @f(i32 %a) {\nentry:\n  br label %l0\n".to_owned();
    for level in 0..depth {
        let before = if level == 0 { "entry".to_owned() } else { format!("l{}", level - 1) };
        let value = if level == 0 { "%a".to_owned() } else { format!("%v{}", level - 1) };
        writeln!(source, "l{level}:\n  %v{level} = phi i32 [ {value}, %{before} ], [ %w{level}, %e{level} ]")
            .unwrap();
        writeln!(
            source,
            "  br label %{}",
            if level + 1 == depth { "inner".to_owned() } else { format!("l{}", level + 1) }
        )
        .unwrap();
    }
    writeln!(source, "inner:\n  %n = phi i32 [ %v{0}, %l{0} ], [ %m, %inner ]", depth - 1).unwrap();
    source += "  %m = add i32 %n, 1\n  %low = and i32 %m, 7\n  %again = icmp ne i32 %low, 0\n";
    writeln!(source, "  br i1 %again, label %inner, label %e{}", depth - 1).unwrap();
    for level in (0..depth).rev() {
        let next = if level == 0 { "end".to_owned() } else { format!("e{}", level - 1) };
        writeln!(source, "e{level}:\n  %w{level} = add i32 %m, {}", usize::from(level == 0)).unwrap();
        writeln!(source, "  %is{level} = icmp ugt i32 %w{level}, 1000").unwrap();
        writeln!(source, "  br i1 %is{level}, label %l{level}, label %{next}").unwrap();
    }
    source += "end:\n  ret i32 %w0\n}\n";
    assert_eq!(of_lanes(&source, &[0, 5, 8, 15]), [9, 9, 17, 17]);
}

fn many_values_through_many_blocks() {
    // Two thousand values that live through four thousand blocks: it takes no longer than it may, and they are right.
    let (values, blocks) = (2000, 4000);
    let mut source = "define i32 @f(i32 %a) {\nentry:\n".to_owned();
    for value in 0..values {
        writeln!(source, "  %v{value} = add i32 %a, {value}").unwrap();
    }
    source += "  br label %b0\n";
    for block in 0..blocks {
        writeln!(source, "b{block}:\n  %c{block} = icmp eq i32 %a, {block}").unwrap();
        writeln!(source, "  br i1 %c{block}, label %end, label %b{}", block + 1).unwrap();
    }
    writeln!(source, "b{blocks}:\n  br label %end\nend:").unwrap();
    let mut sum = "0".to_owned();
    for value in 0..values {
        writeln!(source, "  %s{value} = add i32 {sum}, %v{value}").unwrap();
        sum = format!("%s{value}");
    }
    writeln!(source, "  ret i32 {sum}\n}}").unwrap();
    let expected = |a: u64| a * values + values * (values - 1) / 2;
    assert_eq!(of_lanes(&source, &[0, 7, 3999]), [expected(0), expected(7), expected(3999)]);
}
