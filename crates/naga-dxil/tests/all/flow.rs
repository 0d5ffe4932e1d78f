//! Control flow and memory of functions: one shader for each construct that has been lowered wrongly by some compiler.

use libtest_mimic::Trial;

use crate::harness::{Bytes, Shader, case};

/// The threads of each shader. Thread `i` stores `test(i)` in element `i`.
const THREADS: u32 = 16;

pub(crate) fn cases() -> Vec<Trial> {
    let mut cases = Vec::new();
    let mut add = |name: &str, source: &str, f: fn(u32) -> u32| {
        let source = format!(
            "@group(0) @binding(0) var<storage, read_write> results: array<u32, {THREADS}>;
            {source}
            @compute @workgroup_size({THREADS})
            fn main(@builtin(local_invocation_index) i: u32) {{ results[i] = test(i); }}"
        );
        let expected: Vec<u32> = (0..THREADS).map(f).collect();
        cases.push(case(format!("flow/{name}"), move || {
            Shader::new(source).output(0, expected.bytes()).check();
        }));
    };
    loops(&mut add);
    switches(&mut add);
    functions(&mut add);
    pointers(&mut add);
    indices(&mut add);
    tables(&mut add);
    variables(&mut add);
    cases
}

type Add<'a> = &'a mut dyn FnMut(&str, &str, fn(u32) -> u32);

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

fn pointers(add: Add<'_>) {
    add(
        "function_pointer",
        "fn bump(p: ptr<function, u32>, by: u32) -> u32 { let old = *p; *p += by; return old; }
        fn twice(p: ptr<function, u32>) { _ = bump(p, 1u); _ = bump(p, 2u); }
        fn test(i: u32) -> u32 { var v = i; let old = bump(&v, 10u); twice(&v); return v * 100u + old; }",
        |i| (i + 13) * 100 + i,
    );
    add(
        "private_pointer",
        "var<private> a: u32; var<private> b: u32 = 5u;
        fn mix_in(p: ptr<private, u32>, v: u32) { *p = *p * 2u + v; }
        fn test(i: u32) -> u32 { mix_in(&a, i); mix_in(&b, i); mix_in(&a, 1u); return a * 100u + b; }",
        |i| (2 * i + 1) * 100 + 10 + i,
    );
    add(
        "pointer_to_array",
        "fn fill(p: ptr<function, array<u32, 4>>, x: u32) { for (var k = 0u; k < 4u; k++) { (*p)[k] = x + k; } p[x % 4u] = 9u; }
        fn test(i: u32) -> u32 { var a: array<u32, 4>; fill(&a, i); return a[0] + a[1] * 10u + a[2] * 100u + a[3] * 1000u; }",
        |i| (0..4).map(|k| if k == i % 4 { 9 } else { i + k } * 10_u32.pow(k)).sum(),
    );
    add(
        "pointer_to_structure",
        "struct S { v: vec3<u32>, m: array<vec2<u32>, 2> }
        fn change(p: ptr<function, S>, k: u32) { (*p).v.y = 3u; p.m[k].x += 4u; (*p).v[k + 1u] += 1u; }
        fn test(i: u32) -> u32 { var s: S; change(&s, i % 2u); return s.v.x + s.v.y * 10u + s.v.z * 100u + s.m[0].x * 1000u + s.m[1].x * 10000u; }",
        |i| if i % 2 == 0 { 40 + 4000 } else { 30 + 100 + 40000 },
    );
    add(
        "pointer_to_element",
        "fn bump(p: ptr<function, u32>) { *p += 1u; }
        struct S { a: array<u32, 3>, b: u32 }
        fn test(i: u32) -> u32 {
            var l: array<S, 2>;
            let p = &l[i % 2u];
            let q = &(*p).a[i % 3u];
            *q += 5u; (*p).b = 7u;
            for (var k = 0u; k < 3u; k++) { bump(&l[1].a[k]); }
            bump(&l[0].b);
            return l[0].a[0] + l[0].a[1] * 10u + l[0].a[2] * 100u + l[0].b * 1000u + (l[1].a[0] + l[1].a[1] * 10u + l[1].a[2] * 100u + l[1].b * 1000u) * 10000u;
        }",
        |i| {
            let mut l = [[0, 0, 0, 1], [1, 1, 1, 0]];
            l[i as usize % 2][i as usize % 3] += 5;
            l[i as usize % 2][3] += 7;
            let digits = |s: [u32; 4]| s[0] + s[1] * 10 + s[2] * 100 + s[3] * 1000;
            digits(l[0]) + digits(l[1]) * 10000
        },
    );
    add(
        "pointer_index_is_evaluated_once",
        "fn test(i: u32) -> u32 { var a = array(1u, 2u, 3u, 4u); var k = i % 4u; let p = &a[k]; k = 0u; *p = 50u; return a[0] + a[1] + a[2] + a[3]; }",
        |i| 10 - (i % 4 + 1) + 50,
    );
    add(
        "compound_assignment_through_call_index",
        "var<private> n: u32; fn next() -> u32 { n++; return n - 1u; }
        fn test(i: u32) -> u32 { var a = array(i, 20u, 30u); a[next()] += 1u; a[next()] *= 2u; a[next()]--; return a[0] + a[1] * 100u + a[2] * 10000u + n * 1000000u; }",
        |i| i + 1 + 4000 + 290000 + 3000000,
    );
}

fn indices(add: Add<'_>) {
    add(
        "index_into_vector",
        "fn test(i: u32) -> u32 { let v = vec4(i, 20u, 30u, 40u); var w = vec3(1u, 2u, 3u); w[i % 3u] = 9u; return v[i % 4u] * 1000u + w.x * 100u + w.y * 10u + w[2]; }",
        |i| {
            let mut w = [1, 2, 3];
            w[i as usize % 3] = 9;
            [i, 20, 30, 40][i as usize % 4] * 1000 + w[0] * 100 + w[1] * 10 + w[2]
        },
    );
    add(
        "index_into_bool_vector",
        "fn test(i: u32) -> u32 { var b = vec3(true, i > 4u, false); b[(i + 1u) % 3u] = i % 2u == 0u; let c = vec4(b, true); return select(0u, 1u, c[i % 4u]) + select(0u, 10u, b[i % 3u]); }",
        |i| {
            let mut b = [true, i > 4, false, true];
            b[(i as usize + 1) % 3] = i % 2 == 0;
            u32::from(b[i as usize % 4]) + 10 * u32::from(b[i as usize % 3])
        },
    );
    add(
        "index_into_matrix",
        "fn test(i: u32) -> u32 {
            var m = mat3x2<f32>(1.0, 2.0, 3.0, 4.0, 5.0, 6.0);
            m[i % 3u] = vec2(7.0, f32(i)); m[(i + 1u) % 3u][i % 2u] += 10.0; m[2][1] *= 2.0;
            let n = m; let c = n[(i + 2u) % 3u];
            return u32(c.x + c[i % 2u] * 20.0 + n[i % 3u][1] * 500.0 + n[1][0] * 10000.0);
        }",
        |i| {
            let (j, r) = (i as usize % 3, i as usize % 2);
            let mut m = [[1, 2], [3, 4], [5, 6]];
            m[j] = [7, i];
            m[(j + 1) % 3][r] += 10;
            m[2][1] *= 2;
            let c = m[(j + 2) % 3];
            c[0] + c[r] * 20 + m[j][1] * 500 + m[1][0] * 10000
        },
    );
    add(
        "arrays_of_arrays",
        "fn test(i: u32) -> u32 {
            var a: array<array<vec2<u32>, 3>, 2>;
            for (var x = 0u; x < 2u; x++) { for (var y = 0u; y < 3u; y++) { a[x][y] = vec2(x * 10u + y, i); } }
            a[i % 2u][i % 3u][0] = 99u;
            let row = a[1]; var copy = a; copy[0] = row;
            return copy[0][i % 3u].x * 10000u + a[0][(i + 1u) % 3u].x * 100u + copy[1][2].y;
        }",
        |i| {
            let (x, y) = (i as usize % 2, i as usize % 3);
            let mut a = [[0, 1, 2], [10, 11, 12]];
            a[x][y] = 99;
            a[1][y] * 10000 + a[0][(y + 1) % 3] * 100 + i
        },
    );
    add(
        "array_of_structures_by_value",
        "struct S { a: u32, v: vec2<f32>, b: array<u32, 2> }
        fn list(i: u32) -> array<S, 3> { return array(S(1u, vec2(2.0, 3.0), array(4u, i)), S(5u, vec2(6.0), array(7u, 8u)), S()); }
        fn test(i: u32) -> u32 { let l = list(i); let s = l[i % 3u]; return s.a + u32(s.v[i % 2u]) * 10u + s.b[i % 2u] * 100u + l[1].b[0] * 10000u; }",
        |i| {
            let r = i as usize % 2;
            let (a, v, b) = [(1, [2, 3], [4, i]), (5, [6, 6], [7, 8]), (0, [0, 0], [0, 0])][i as usize % 3];
            a + v[r] * 10 + b[r] * 100 + 70000
        },
    );
    add(
        "structure_copies",
        "struct S { a: array<u32, 4>, n: u32 }
        fn test(i: u32) -> u32 { var s: S; s.a[i % 4u] = 5u; var t = s; s.a[0] = 9u; t.n = s.a[0]; let u = t; t.a[1] = 3u; s = u; return s.a[0] + s.a[1] * 10u + s.a[i % 4u] * 100u + s.n * 1000u + t.a[1] * 10000u; }",
        |i| {
            let mut a = [0; 4];
            a[i as usize % 4] = 5;
            a[0] + a[1] * 10 + 500 + 9000 + 30000
        },
    );
    add(
        "out_of_bounds_of_variables",
        "fn test(i: u32) -> u32 { var a = array(1u, 2u, 3u); var v = vec2(4u, 5u); let k = i + 3u; a[k] = 7u; v[k] = 8u; return a[0] + a[1] * 10u + a[k * 1000u] * 100u + v[0] * 1000u + v[k] * 10000u; }",
        |_| 1 + 20 + 700 + 4000 + 80000,
    );
    add(
        "out_of_bounds_of_values",
        "const c = array(1u, 2u, 3u, 4u, 5u, 6u);
        fn test(i: u32) -> u32 { let v = vec3(i, 1u, 2u); let m = mat2x2<f32>(1.0, 2.0, 3.0, 4.0); let a = array(i, 9u); return v[i + 7u] + u32(m[i + 2u][i + 9u]) * 10u + a[i + 2u] * 100u + c[i + 6u] * 1000u; }",
        |_| 2 + 40 + 900 + 6000,
    );
    add(
        "negative_index",
        "fn test(i: u32) -> u32 { var a = array(1u, 2u, 3u, 4u, 5u); let k = i32(i) - 3; return a[k]; }",
        |i| if i < 3 { 5 } else { (i - 2).min(5) },
    );
}

fn tables(add: Add<'_>) {
    add(
        "constant_table",
        "const t = array(3u, 1u, 4u, 1u, 5u, 9u, 2u, 6u); fn test(i: u32) -> u32 { return t[i % 8u] * 10u + t[(i * 3u) % 8u]; }",
        |i| {
            let t = [3, 1, 4, 1, 5, 9, 2, 6];
            t[i as usize % 8] * 10 + t[i as usize * 3 % 8]
        },
    );
    add(
        "constant_table_of_vectors",
        "const t = array(vec3(1.0, 2.0, 3.0), vec3(4.0), vec3(), vec3(5.0, 6.0, 7.0), vec3(8.0)); fn test(i: u32) -> u32 { let v = t[i % 5u]; return u32(v.x + v.y * 10.0 + t[i % 5u][i % 3u] * 100.0); }",
        |i| {
            let t = [[1, 2, 3], [4; 3], [0; 3], [5, 6, 7], [8; 3]][i as usize % 5];
            t[0] + t[1] * 10 + t[i as usize % 3] * 100
        },
    );
    add(
        "constant_table_of_structures",
        "struct S { a: u32, b: bool, m: mat2x2<f32> }
        const t = array(S(1u, true, mat2x2(1.0, 2.0, 3.0, 4.0)), S(2u, false, mat2x2<f32>()), S(3u, true, mat2x2(5.0, 6.0, 7.0, 8.0)), S(), S(9u, true, mat2x2(9.0, 9.0, 9.0, 9.0)));
        fn test(i: u32) -> u32 { let s = t[i % 5u]; return s.a + select(0u, 10u, s.b) + u32(s.m[i % 2u].y) * 100u + u32(t[i % 5u].m[1][i % 2u]) * 1000u; }",
        |i| {
            let (a, b, m) = [
                (1, 10, [1, 2, 3, 4]),
                (2, 0, [0; 4]),
                (3, 10, [5, 6, 7, 8]),
                (0, 0, [0; 4]),
                (9, 10, [9; 4]),
            ][i as usize % 5];
            let r = i as usize % 2;
            a + b + m[2 * r + 1] * 100 + m[2 + r] * 1000
        },
    );
    add(
        "constant_table_of_bools",
        "const t = array(true, false, true, true, false); fn test(i: u32) -> u32 { return select(5u, 6u, t[i % 5u]); }",
        |i| if [true, false, true, true, false][i as usize % 5] { 6 } else { 5 },
    );
    add(
        "constant_table_without_uses",
        "const t = array(1u, 2u, 3u, 4u, 5u); fn test(i: u32) -> u32 { let unused = t[i % 5u]; return i; }",
        |i| i,
    );
    add(
        "constant_table_of_tables",
        "const t = array(array(1u, 2u, 3u), array(4u, 5u, 6u), array(7u, 8u, 9u)); fn test(i: u32) -> u32 { let row = t[i % 3u]; return t[i % 3u][(i / 3u) % 3u] + row[i % 2u] * 10u; }",
        |i| {
            let at = |row: u32, column: u32| row * 3 + column + 1;
            at(i % 3, i / 3 % 3) + at(i % 3, i % 2) * 10
        },
    );
    add(
        "table_of_arguments",
        "fn test(i: u32) -> u32 { let t = array(i, i + 1u, 5u, i * 2u, 8u, 9u); return t[i % 6u] * 100u + t[(i + 1u) % 6u]; }",
        |i| {
            let t = [i, i + 1, 5, i * 2, 8, 9];
            t[i as usize % 6] * 100 + t[(i as usize + 1) % 6]
        },
    );
    add(
        "variable_from_table",
        "const t = array(3u, 1u, 4u, 1u, 5u); var<private> p = t; fn test(i: u32) -> u32 { var v = t; v[i % 5u] += 10u; p[0] = 7u; return v[i % 5u] * 100u + v[(i + 1u) % 5u] * 10u + p[i % 5u]; }",
        |i| {
            let (t, k) = ([3, 1, 4, 1, 5], i as usize % 5);
            (t[k] + 10) * 100 + t[(k + 1) % 5] * 10 + [7, 1, 4, 1, 5][k]
        },
    );
}

fn variables(add: Add<'_>) {
    add(
        "variable_in_loop_is_zero_again",
        "fn test(i: u32) -> u32 { var s = 0u; for (var k = 0u; k < 3u; k++) { var v: u32; var a: array<u32, 2>; v += i; a[k % 2u] += 1u; s = s * 100u + v + a[0] + a[1]; } return s; }",
        |i| (i + 1) * 10101,
    );
    add(
        "variable_in_loop_with_initial_value",
        "fn test(i: u32) -> u32 { var s = 0u; for (var k = 0u; k < 3u; k++) { var v = vec2(k, 5u); v.y += i; v += v; s += v.x * 100u + v.y; } return s; }",
        |i| 600 + 3 * (10 + 2 * i),
    );
    add(
        "shadowed_variables",
        "fn test(i: u32) -> u32 { var v = 1u; { var v = i; v += 1u; { let v = v * 2u; if v > 10u { return v; } } } return v; }",
        |i| if (i + 1) * 2 > 10 { (i + 1) * 2 } else { 1 },
    );
    add(
        "value_of_a_branch_is_not_used_after_it",
        "var<private> p: array<u32, 4> = array(1u, 2u, 3u, 4u);
        fn test(i: u32) -> u32 { var s = 0u; if i % 2u == 0u { s += p[i % 4u] + arrayLength_of(i); } else { s += 100u; } s += p[i % 4u] * 10u; return s + arrayLength_of(i); }
        fn arrayLength_of(i: u32) -> u32 { return u32(dot(vec3(f32(i), 1.0, 2.0), vec3(1.0))); }",
        |i| {
            let p = i % 4 + 1;
            (if i % 2 == 0 { p + i + 3 } else { 100 }) + p * 10 + i + 3
        },
    );
    add(
        "global_first_used_in_branch",
        "var<private> q: vec4<u32> = vec4(1u, 2u, 3u, 4u); const big = array(1u, 2u, 3u, 4u, 5u, 6u, 7u);
        fn test(i: u32) -> u32 { var s = 0u; if i > 3u { s = q[i % 4u] + big[i % 7u]; } if i > 5u { s += big[(i + 1u) % 7u]; } return s + q.w + big[(i + 2u) % 7u]; }",
        |i| {
            let big = |k: u32| k % 7 + 1;
            let mut s = if i > 3 { i % 4 + 1 + big(i) } else { 0 };
            if i > 5 {
                s += big(i + 1);
            }
            s + 4 + big(i + 2)
        },
    );
    add(
        "bool_variables",
        "var<private> flags: array<bool, 5>; struct F { a: bool, b: vec2<bool> }
        fn test(i: u32) -> u32 { flags[i % 5u] = true; var f: F; f.b.y = flags[2]; f.a = !f.b.x; var n = 0u; for (var k = 0u; k < 5u; k++) { if flags[k] { n = k; } } return n + select(0u, 10u, f.a) + select(0u, 100u, all(f.b | vec2(true, false))); }",
        |i| i % 5 + 10 + if i % 5 == 2 { 100 } else { 0 },
    );
}
