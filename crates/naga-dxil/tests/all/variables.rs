//! Memory of functions: pointers, variable indices into values and variables, tables of constants, and the lifetimes of
//! variables.

use libtest_mimic::Trial;

use crate::flow::{Add, of_functions};

pub(crate) fn cases() -> Vec<Trial> {
    of_functions("variables", |add| {
        pointers(add);
        indices(add);
        values(add);
        tables(add);
        lifetimes(add);
    })
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
}

fn values(add: Add<'_>) {
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

fn lifetimes(add: Add<'_>) {
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
