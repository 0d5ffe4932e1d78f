//! Control flow: a shader for each construct that has been lowered wrongly by some compiler.

use libtest_mimic::Trial;

use crate::harness::{Bytes, Shader, case};

/// The threads of each shader. Thread `i` stores `test(i)` in element `i`.
const THREADS: u32 = 16;

/// Adds a case: its name, the WGSL source of a function `test`, and the values of the function.
pub(crate) type Add<'a> = &'a mut dyn FnMut(&str, &str, fn(u32) -> u32);

pub(crate) fn cases() -> Vec<Trial> {
    of_functions("flow", |add| {
        loops(add);
        nested_loops(add);
        switches(add);
        nested_switches(add);
        functions(add);
    })
}

/// Cases with names that begin with `prefix`. Each thread calls `test` with its index.
pub(crate) fn of_functions(prefix: &str, list: impl Fn(Add<'_>)) -> Vec<Trial> {
    let mut cases = Vec::new();
    list(&mut |name, source, f| {
        let source = format!(
            "@group(0) @binding(0) var<storage, read_write> results: array<u32, {THREADS}>;
            {source}
            @compute @workgroup_size({THREADS})
            fn main(@builtin(local_invocation_index) i: u32) {{ results[i] = test(i); }}"
        );
        let expected: Vec<u32> = (0..THREADS).map(f).collect();
        cases.push(case(format!("{prefix}/{name}"), move || {
            Shader::new(source).output(0, expected.bytes()).check();
        }));
    });
    cases
}

fn loops(add: Add<'_>) {
    add(
        "loop_with_break",
        "fn test(i: u32) -> u32 { var s = 0u; loop { if s > i { break; } s += 3u; } return s; }",
        |i| (i / 3 + 1) * 3,
    );
    add(
        "continue_skips_to_continuing",
        "fn test(i: u32) -> u32 {
            var s = 0u; var k = 0u;
            loop {
                if k >= i { break; }
                if k % 2u == 1u { continue; }
                s += k;
                continuing { k += 1u; s += 100u; }
            }
            return s;
        }",
        |i| (0..i).filter(|k| k % 2 == 0).sum::<u32>() + 100 * i,
    );
    add(
        "break_if",
        "fn test(i: u32) -> u32 {
            var k = 0u;
            loop { k += 2u; continuing { k += 1u; break if k > i * 2u; } }
            return k;
        }",
        |i| (2 * i / 3 + 1) * 3,
    );
    add(
        "break_if_of_a_value_of_the_body",
        "fn test(i: u32) -> u32 {
            var k = 0u; var s = 0u;
            loop { let next = k * k; s += next; continuing { let is_last = next >= i; k += 1u; break if is_last; } }
            return s * 100u + k;
        }",
        |i| {
            let last = (0..).find(|k: &u32| k * k >= i).unwrap();
            (0..=last).map(|k| k * k).sum::<u32>() * 100 + last + 1
        },
    );
}

fn nested_loops(add: Add<'_>) {
    add(
        "loop_in_continuing",
        "fn test(i: u32) -> u32 {
            var s = 0u; var k = 0u;
            loop {
                if k >= 3u { break; }
                if k == 1u { continue; }
                s += 1u;
                continuing { k++; for (var j = 0u; j < i; j++) { if j == 4u { break; } s += 10u; } }
            }
            return s;
        }",
        |i| 2 + 30 * i.min(4),
    );
    add(
        "nested_loops",
        "fn test(i: u32) -> u32 {
            var s = 0u;
            for (var a = 0u; a < i; a++) {
                if a == 9u { break; }
                for (var b = a; b < i; b++) {
                    if (a + b) % 3u == 0u { continue; }
                    if b > 7u { break; }
                    var c = 0u;
                    while c < 4u { c++; if c == b { break; } s += c; }
                }
                s = s ^ a;
            }
            return s;
        }",
        |i| {
            let mut s = 0;
            for a in 0..i.min(9) {
                for b in a..i {
                    if (a + b) % 3 == 0 {
                        continue;
                    }
                    if b > 7 {
                        break;
                    }
                    s += (1..=4).take_while(|c| *c != b).sum::<u32>();
                }
                s ^= a;
            }
            s
        },
    );
    add(
        "for_without_parts",
        "fn test(i: u32) -> u32 { var k = i; for (;;) { if k % 5u == 0u { break; } k++; } for (; k < 8u;) { k += 2u; } return k; }",
        |i| {
            let k = i.div_ceil(5) * 5;
            if k < 8 { k + (8 - k).div_ceil(2) * 2 } else { k }
        },
    );
    add(
        "loop_with_return_only",
        "fn test(i: u32) -> u32 { var k = i; loop { if k > 20u { return k; } k = k * 2u + 1u; } return 0u; }",
        |i| {
            let mut k = i;
            while k <= 20 {
                k = k * 2 + 1;
            }
            k
        },
    );
    add(
        "loop_without_iterations",
        "fn test(i: u32) -> u32 { var s = i; for (var k = 5u; k < 5u; k++) { s = 99u; } while false { s = 98u; } loop { break; } return s; }",
        |i| i,
    );
    add(
        "value_after_loop",
        "fn test(i: u32) -> u32 {
            var last = 7u; var k = 0u;
            loop { if k == i { break; } last = k * k; k++; }
            return last;
        }",
        |i| if i == 0 { 7 } else { (i - 1) * (i - 1) },
    );
    add(
        "swap_in_loop",
        "fn test(i: u32) -> u32 {
            var a = 0u; var b = 1u;
            for (var k = 0u; k < i; k++) { let t = a + b; a = b; b = t; }
            var x = a; var y = b;
            for (var k = 0u; k < i; k++) { let t = x; x = y; y = t; }
            return x * 10000u + y;
        }",
        |i| {
            let (mut a, mut b) = (0, 1);
            for _ in 0..i {
                (a, b) = (b, a + b);
            }
            if i % 2 == 0 { a * 10000 + b } else { b * 10000 + a }
        },
    );
}

fn switches(add: Add<'_>) {
    add(
        "default_in_the_middle",
        "fn test(i: u32) -> u32 { switch i { case 1u: { return 10u; } default: { return 20u; } case 2u, 3u: { return 30u; } } }",
        |i| match i {
            1 => 10,
            2 | 3 => 30,
            _ => 20,
        },
    );
    add(
        "default_among_selectors",
        "fn test(i: u32) -> u32 { var r = 0u; switch i { case 4u, default, 5u { r = 1u; } case 6u { r = 2u; } } return r; }",
        |i| if i == 6 { 2 } else { 1 },
    );
    add(
        "only_default",
        "fn test(i: u32) -> u32 { var r = i; switch i { default { if i > 3u { break; } r += 50u; } } return r; }",
        |i| if i > 3 { i } else { i + 50 },
    );
    add(
        "negative_selectors",
        "fn test(i: u32) -> u32 { switch i32(i) - 8 { case -8 { return 1u; } case -1, -2 { return 2u; } case 7 { return 3u; } default { return 4u; } } }",
        |i| match i.cast_signed() - 8 {
            -8 => 1,
            -1 | -2 => 2,
            7 => 3,
            _ => 4,
        },
    );
    add(
        "large_selectors",
        "fn test(i: u32) -> u32 { switch i * 0x11111111u { case 0xffffffffu { return 1u; } case 0x88888888u { return 2u; } default { return 3u; } } }",
        |i| match i {
            15 => 1,
            8 => 2,
            _ => 3,
        },
    );
}

fn nested_switches(add: Add<'_>) {
    add(
        "break_in_switch_in_loop",
        "fn test(i: u32) -> u32 {
            var s = 0u;
            for (var k = 0u; k < i; k++) {
                switch k { case 0u, 3u { break; } case 5u { if s > 100u { break; } s += 1000u; } default { s += k; } }
                s += 1u;
            }
            return s;
        }",
        |i| (0..i).map(|k| 1 + match k {
            0 | 3 => 0,
            5 => 1000,
            k => k,
        }).sum(),
    );
    add(
        "continue_in_switch",
        "fn test(i: u32) -> u32 {
            var s = 0u; var k = 0u;
            loop {
                if k >= i { break; }
                switch k % 4u { case 1u { continue; } case 2u { switch k { case 6u { continue; } default {} } s += 10u; } default {} }
                s += 1u;
                continuing { k++; s += 100u; }
            }
            return s;
        }",
        |i| (0..i).map(|k| 100 + match (k % 4, k) {
            (1, _) | (_, 6) => 0,
            (2, _) => 11,
            _ => 1,
        }).sum(),
    );
    add(
        "loop_in_switch",
        "fn test(i: u32) -> u32 {
            var s = i;
            switch i % 3u {
                case 0u { loop { if s > 20u { break; } s += 7u; } s += 1u; }
                case 1u { while true { s++; if s % 4u == 0u { break; } continue; } }
                default { for (var k = 0u; k < 3u; k++) { if k == 1u { continue; } s += 5u; } }
            }
            return s;
        }",
        |i| match i % 3 {
            0 => i + (20 - i) / 7 * 7 + 7 + 1,
            1 => (i / 4 + 1) * 4,
            _ => i + 10,
        },
    );
    add(
        "nested_switches",
        "fn test(i: u32) -> u32 {
            var s = 0u;
            switch i / 4u {
                case 0u { switch i % 4u { case 0u { s = 1u; } case 1u, 2u { s = 2u; break; } default { s = 3u; } } s += 10u; }
                case 1u, 2u { switch i % 4u { case 3u { return 77u; } default { s = 4u; } } }
                default { s = 5u; }
            }
            return s + 100u;
        }",
        |i| match (i / 4, i % 4) {
            (0, 0) => 111,
            (0, 1 | 2) => 112,
            (0, _) => 113,
            (1 | 2, 3) => 77,
            (1 | 2, _) => 104,
            _ => 105,
        },
    );
    add(
        "switch_on_constant",
        "fn pick(k: u32) -> u32 { switch k { case 1u { return 5u; } case 2u { return 6u; } default { return 7u; } } }
        fn test(i: u32) -> u32 { return i + pick(1u) * 10u + pick(2u) * 100u + pick(9u) * 1000u; }",
        |i| i + 7650,
    );
    add(
        "return_in_all_cases_of_a_loop",
        "fn test(i: u32) -> u32 {
            for (var k = 0u; k < 10u; k++) { switch k + i { case 9u { return k; } case 12u { return k + 50u; } default { continue; } } }
            return 99u;
        }",
        |i| match i {
            0..=9 => 9 - i,
            10..=12 => 62 - i,
            _ => 99,
        },
    );
}

fn functions(add: Add<'_>) {
    add(
        "early_returns",
        "fn sign_of(x: i32) -> i32 { if x < 0 { return -1; } if x > 0 { return 1; } return 0; }
        fn test(i: u32) -> u32 { return u32(sign_of(i32(i) - 5) + sign_of(i32(i)) * 10 + 20); }",
        |i| ((i.cast_signed() - 5).signum() + i.cast_signed().signum() * 10 + 20).cast_unsigned(),
    );
    add(
        "early_return_without_result",
        "var<private> p: u32;
        fn add_odd(x: u32) { if x % 2u == 0u { return; } p += x; if x > 9u { return; } p += 100u; }
        fn test(i: u32) -> u32 { add_odd(i); add_odd(i + 1u); add_odd(3u); return p; }",
        |i| [i, i + 1, 3].into_iter().filter(|x| x % 2 == 1).map(|x| if x > 9 { x } else { x + 100 }).sum(),
    );
    add(
        "return_in_nested_loops",
        "fn find(n: u32) -> vec2<u32> {
            for (var a = 1u; a < 10u; a++) { for (var b = a; b < 10u; b++) { if a * b == n { return vec2(a, b); } } }
            return vec2(0u, n);
        }
        fn test(i: u32) -> u32 { let f = find(i); return f.x * 100u + f.y; }",
        |i| {
            let found = (1..10).flat_map(|a| (a..10).map(move |b| (a, b))).find(|(a, b)| a * b == i);
            found.map_or(i, |(a, b)| a * 100 + b)
        },
    );
    add(
        "call_chain",
        "fn a(x: u32) -> u32 { return x + 1u; } fn b(x: u32) -> u32 { return a(x) * a(x + 1u); }
        fn c(x: u32) -> u32 { if x > 5u { return b(x); } return b(x) + a(b(2u)); }
        fn test(i: u32) -> u32 { return c(i) + b(a(i)); }",
        |i| {
            let b = |x: u32| (x + 1) * (x + 2);
            b(i) + if i > 5 { 0 } else { b(2) + 1 } + b(i + 1)
        },
    );
    add(
        "variables_of_a_function_called_twice",
        "fn f(x: u32) -> u32 { var a: array<u32, 3>; var s: u32; a[x % 3u] += x; s += a[0] + a[1] * 10u + a[2] * 100u; return s; }
        fn test(i: u32) -> u32 { return f(i) + f(i + 1u) * 7u; }",
        |i| {
            let f = |x: u32| x * [1, 10, 100][x as usize % 3];
            f(i) + f(i + 1) * 7
        },
    );
    add(
        "structure_arguments_and_results",
        "struct P { a: u32, v: vec2<u32>, l: array<u32, 2> }
        fn make(x: u32) -> P { if x > 7u { return P(x, vec2(1u), array(x, 3u)); } var p: P; p.v.y = x; return p; }
        fn sum(p: P) -> u32 { return p.a + p.v.x * 10u + p.v.y * 100u + p.l[0] * 1000u + p.l[1]; }
        fn test(i: u32) -> u32 { var p = make(i); p.l[i % 2u] += 1u; return sum(p) + sum(make(3u)); }",
        |i| {
            let base = if i > 7 { i + 10 + 100 + 1000 * i + 3 } else { 100 * i };
            base + [1000, 1][i as usize % 2] + 300
        },
    );
    add(
        "result_of_void_call_order",
        "var<private> log: u32;
        fn note(x: u32) -> u32 { log = log * 10u + x; return x; }
        fn test(i: u32) -> u32 { let r = note(1u) + note(2u) * note(3u); if note(4u) > i { log += note(5u); } return log + r * 0u; }",
        |i| if 4 > i { 1234 + 5 } else { 1234 },
    );
    add(
        "value_before_the_store",
        "fn test(i: u32) -> u32 { var v = i; let before = v; v = 50u; let p = &v; *p += before; return before * 1000u + v; }",
        |i| i * 1000 + 50 + i,
    );
    add(
        "assertion_and_phony_assignment",
        "const_assert 1 < 2; var<private> n: u32; fn count() -> u32 { n++; return n; }
        fn test(i: u32) -> u32 { _ = count(); _ = i; return n + i; }",
        |i| i + 1,
    );
}
