//! GLSL compute shaders, for the constructs of naga's IR that WGSL lacks: fall-through of cases, inverse matrices and
//! outer products.

use libtest_mimic::Trial;

use crate::harness::{Bytes, Shader, case};

const THREADS: u32 = 16;

pub(crate) fn cases() -> Vec<Trial> {
    let mut cases = Vec::new();
    let mut add = |name: &str, source: &str, f: fn(u32) -> u32| {
        let source = format!(
            "#version 450
            layout(local_size_x = {THREADS}) in;
            layout(std430, set = 0, binding = 0) buffer Results {{ uint results[]; }};
            {source}
            void main() {{ results[gl_LocalInvocationIndex] = test(gl_LocalInvocationIndex); }}"
        );
        let expected: Vec<u32> = (0..THREADS).map(f).collect();
        cases.push(case(format!("glsl/{name}"), move || {
            Shader::glsl(source).output(0, expected.bytes()).check()
        }));
    };
    switches(&mut add);
    functions(&mut add);
    matrices(&mut add);
    cases
}

type Add<'a> = &'a mut dyn FnMut(&str, &str, fn(u32) -> u32);

fn switches(add: Add<'_>) {
    add(
        "fall_through",
        "uint test(uint i) { uint s = 0u; switch (i) { case 0u: s += 1u; case 1u: s += 10u; break; case 2u: s += 100u; default: s += 1000u; } return s; }",
        |i| match i {
            0 => 11,
            1 => 10,
            2 => 1100,
            _ => 1000,
        },
    );
    add(
        "fall_through_default_in_the_middle",
        "uint test(uint i) { uint s = 0u; switch (i) { case 5u: s += 1u; default: s += 2u; case 7u: s += 4u; break; case 9u: s += 8u; case 10u: s += 16u; } return s; }",
        |i| match i {
            5 => 7,
            7 => 4,
            9 => 24,
            10 => 16,
            _ => 6,
        },
    );
    add(
        "fall_through_with_breaks_and_continues_in_a_loop",
        "uint test(uint i) {
            uint s = 0u;
            for (uint k = 0u; k < i; k++) {
                switch (k % 5u) {
                    case 0u: s += 1u; if (k > 6u) break;
                    case 1u: s += 10u; if (k == 6u) continue;
                    case 2u: s += 100u; break;
                    case 3u: if (s > 500u) continue;
                    default: s += 3u;
                }
                s += 1000u;
            }
            return s;
        }",
        |i| {
            let mut s = 0;
            for k in 0..i {
                let mut at = k % 5;
                if at == 0 {
                    s += 1;
                    at = if k > 6 { 9 } else { 1 };
                }
                if at == 1 {
                    s += 10;
                    if k == 6 {
                        continue;
                    }
                    at = 2;
                }
                match at {
                    2 => s += 100,
                    3 if s > 500 => continue,
                    3 | 4 => s += 3,
                    _ => {}
                }
                s += 1000;
            }
            s
        },
    );
    add(
        "fall_through_with_returns",
        "uint test(uint i) { uint s = i; switch (int(i) - 3) { case -3: s += 20u; case -1: if (s > 10u) return s; s += 5u; case 2: return s + 100u; case 4: { s = 1u; } } return s; }",
        |i| match i {
            0 => 20,
            2 => 107,
            5 => 105,
            7 => 1,
            _ => i,
        },
    );
}

fn functions(add: Add<'_>) {
    add(
        "inout_parameters",
        "void change(inout uint a, out uint b, in uint c) { a += c; c = 5u; b = a * 10u + c; }
        uint test(uint i) { uint x = i; uint y = 7u; change(x, y, x); change(y, x, 1u); return x * 1000u + y; }",
        |i| {
            let (x, y) = (2 * i, 20 * i + 5);
            let _ = x;
            let y = y + 1;
            (y * 10 + 5) * 1000 + y
        },
    );
    add(
        "do_while",
        "uint test(uint i) { uint s = 0u; uint k = 0u; do { k++; if (k != 3u) s += k; if (s > 40u) break; } while (k < i); return s * 100u + k; }",
        |i| {
            let (mut s, mut k) = (0, 0);
            loop {
                k += 1;
                if k != 3 {
                    s += k;
                    if s > 40 {
                        break;
                    }
                }
                if k >= i {
                    break;
                }
            }
            s * 100 + k
        },
    );
    add(
        "vector_parameters_and_swizzle_stores",
        "void scale(inout vec2 v, float f) { v *= f; }
        uint test(uint i) { vec4 a = vec4(1.0, 2.0, 3.0, float(i)); vec2 p = a.wy; scale(p, 2.0); a.xz = p; a.yw += a.xz; return uint(a.x + a.y * 10.0 + a.z * 1000.0 + a.w * 10000.0); }",
        |i| 2 * i + (2 + 2 * i) * 10 + 4000 + (i + 4) * 10000,
    );
    add(
        "array_parameters",
        "uint total(uint list[4], uint k) { list[k] = 100u; return list[0] + list[1] + list[2] + list[3]; }
        uint test(uint i) { uint a[4] = uint[4](1u, 2u, 3u, 4u); uint t = total(a, i % 4u); return t * 100u + a[i % 4u]; }",
        |i| (10 - (i % 4 + 1) + 100) * 100 + i % 4 + 1,
    );
    add(
        "ternary_and_comma",
        "uint test(uint i) { uint a = i > 5u ? i : 50u; uint b = (a > 20u) ? (i < 2u ? 1u : 2u) : 3u; return a * 10u + b; }",
        |i| if i > 5 { i * 10 + 3 } else { 500 + if i < 2 { 1 } else { 2 } },
    );
    add(
        "shared_memory_and_constants",
        "const uint table[5] = uint[5](2u, 3u, 5u, 7u, 11u); shared uint line[16];
        uint test(uint i) { line[i] = table[i % 5u]; barrier(); return line[15u - i] * 100u + line[(i + 1u) % 16u]; }",
        |i| {
            let table = |k: u32| [2, 3, 5, 7, 11][k as usize % 5];
            table(15 - i) * 100 + table((i + 1) % 16)
        },
    );
}

fn matrices(add: Add<'_>) {
    add(
        "inverse_2x2",
        "uint test(uint i) { mat2 m = mat2(2.0, 0.0, float(i), 4.0); mat2 p = m * inverse(m); return uint(p[0][0] * 1.0 + p[1][1] * 10.0 + abs(p[0][1]) + abs(p[1][0]) + 0.25); }",
        |_| 11,
    );
    add(
        "inverse_3x3",
        "uint test(uint i) { mat3 m = mat3(1.0, 0.0, 0.0, float(i), 1.0, 0.0, 5.0, 6.0, 2.0); mat3 p = inverse(m) * m; vec3 d = p * vec3(1.0, 10.0, 100.0); return uint(d.x + d.y + d.z + 0.25); }",
        |_| 111,
    );
    add(
        "inverse_4x4",
        "uint test(uint i) { mat4 m = mat4(1.0, 2.0, 0.0, 0.0, 0.0, 1.0, float(i), 0.0, 0.0, 0.0, 2.0, 4.0, 0.0, 0.0, 0.0, 1.0); vec4 d = inverse(m) * (m * vec4(1.0, 10.0, 100.0, 1000.0)); return uint(dot(d, vec4(1.0)) + 0.25); }",
        |_| 1111,
    );
    add(
        "outer_product",
        "uint test(uint i) { mat3 m = outerProduct(vec3(1.0, 2.0, 3.0), vec3(1.0, 10.0, float(i))); vec3 c = m[1]; return uint(c.x + c.y + c.z + m[2][0] * 1000.0); }",
        |i| 60 + 1000 * i,
    );
    add(
        "matrix_conversions",
        "uint test(uint i) { mat2 m = mat2(1.0, 2.0, 3.0, 4.0) * mat2(float(i)); mat3 n = mat3(m); mat2 d = mat2(3.0); return uint(n[1][1] + n[2][2] * 1000.0 + d[0][0] * 10000.0 + d[0][1]); }",
        |i| 4 * i + 1000 + 30000,
    );
    add(
        "mod_and_sign_of_floats",
        "uint test(uint i) { float x = float(i) - 8.0; return uint(mod(x, 3.0) * 10.0 + sign(x) + 1.0); }",
        |i| {
            let x = i.cast_signed() - 8;
            (x.rem_euclid(3) * 10 + x.signum() + 1).cast_unsigned()
        },
    );
}
