//! Overrides: values of each type, defaults, derived overrides, sizes of workgroups and of arrays.

use libtest_mimic::Trial;

use crate::harness::{Bytes, Shader, case};

pub(crate) fn cases() -> Vec<Trial> {
    let mut cases = Vec::new();
    let mut add = |name: &str, test: fn()| cases.push(case(format!("overrides/{name}"), test));
    add("types", types);
    add("defaults", defaults);
    add("identifiers", identifiers);
    add("derived", derived);
    add("workgroup_size", workgroup_size);
    add("array_size", array_size);
    add("array_size_of_structures", array_size_of_structures);
    add("private_initial_value", private_initial_value);
    add("condition", condition);
    add("of_another_entry", of_another_entry);
    add("functions", functions);
    cases
}

const TYPES: &str = "
    override a: u32 = 3; override b: i32 = -4; override c: f32 = 0.5; override d: bool = true;
    @group(0) @binding(0) var<storage, read_write> results: array<u32>;
    @compute @workgroup_size(1) fn main() {
        results[0] = a; results[1] = bitcast<u32>(b); results[2] = bitcast<u32>(c); results[3] = select(0u, 1u, d);
    }
";

fn types() {
    let shader =
        Shader::new(TYPES).constant("a", 4e9).constant("b", -7.0).constant("c", 1.25).constant("d", 0.0);
    shader.output(0, [4_000_000_000, (-7_i32).cast_unsigned(), 1.25_f32.to_bits(), 0].bytes()).check();
}

fn defaults() {
    Shader::new(TYPES).output(0, [3, (-4_i32).cast_unsigned(), 0.5_f32.to_bits(), 1].bytes()).check();
}

fn identifiers() {
    let source = TYPES.replace("override a", "@id(17) override a");
    Shader::new(source)
        .constant("17", 9.0)
        .output(0, [9, (-4_i32).cast_unsigned(), 0.5_f32.to_bits(), 1].bytes())
        .check();
}

fn derived() {
    let source = "
        override n: u32; override double = n * 2u; override half: f32 = f32(double) / 4.0; override large = half > 5.0;
        @group(0) @binding(0) var<storage, read_write> results: array<u32>;
        @compute @workgroup_size(1) fn main() { results[0] = double; results[1] = u32(half * 8.0); results[2] = select(0u, 1u, large); }
    ";
    Shader::new(source).constant("n", 7.0).output(0, [14, 28, 0_u32].bytes()).check();
    Shader::new(source).constant("n", 20.0).output(0, [40, 80, 1_u32].bytes()).check();
    Shader::new(source).constant("n", 7.0).constant("half", 6.0).output(0, [14, 48, 1_u32].bytes()).check();
}

fn workgroup_size() {
    let source = "
        override x: u32 = 4; override y: u32 = 1;
        @group(0) @binding(0) var<storage, read_write> count: array<atomic<u32>, 2>;
        @compute @workgroup_size(x, y * 2u) fn main(@builtin(local_invocation_index) i: u32) { atomicAdd(&count[0], 1u); atomicMax(&count[1], i); }
    ";
    Shader::new(source).output(0, [8, 7_u32].bytes()).check();
    Shader::new(source).constant("x", 16.0).constant("y", 3.0).output(0, [96, 95_u32].bytes()).check();
}

fn array_size() {
    let source = "
        override n: u32 = 10;
        var<workgroup> line: array<u32, n>;
        var<workgroup> twice: array<vec2<u32>, n * 2u>;
        @group(0) @binding(0) var<storage, read_write> results: array<u32, 3>;
        @compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) {
            for (var k = i; k < n; k += 8u) { line[k] += k + 1u; twice[2u * k + 1u].y = k; }
            workgroupBarrier();
            if i == 0u {
                for (var k = 0u; k < n; k++) { results[0] += line[k]; }
                for (var k = 0u; k < 2u * n; k++) { results[1] += twice[k].y + twice[k].x; }
                // An index out of bounds is the last one.
                results[2] = line[results[0] + 5000u];
            }
        }
    ";
    for n in [1_u32, 10, 33, 200] {
        let sums = [n * (n + 1) / 2, n * (n - 1) / 2, n];
        Shader::new(source).constant("n", n.into()).output(0, sums.bytes()).check();
    }
}

fn array_size_of_structures() {
    let source = "
        override n: i32;
        struct S { a: u32, b: array<u32, 3> }
        var<workgroup> list: array<S, n>;
        @group(0) @binding(0) var<storage, read_write> results: array<u32, 2>;
        fn last() -> u32 { return list[n - 1].b[2]; }
        @compute @workgroup_size(1) fn main() {
            for (var k = 0; k < n; k++) { list[k] = S(1u, array(0u, u32(k), u32(k * k))); }
            results[0] = last(); results[1] = list[n / 2].b[1];
        }
    ";
    for n in [1_u32, 5, 17] {
        Shader::new(source).constant("n", n.into()).output(0, [(n - 1) * (n - 1), n / 2].bytes()).check();
    }
}

fn private_initial_value() {
    let source = "
        override n: u32; const base = 100u;
        var<private> p: array<u32, 2> = array(n, base + n * 2u);
        @group(0) @binding(0) var<storage, read_write> results: array<u32, 4>;
        @compute @workgroup_size(1) fn main() {
            var local = vec2(n, 7u); local.x += p[1]; p[0] += 1u;
            results[0] = p[0]; results[1] = p[1]; results[2] = local.x; results[3] = local.y;
        }
    ";
    Shader::new(source).constant("n", 6.0).output(0, [7, 112, 118, 7_u32].bytes()).check();
}

fn condition() {
    let source = "
        override fast: bool = false; override n: u32 = 3;
        @group(0) @binding(0) var<storage, read_write> results: array<u32, 2>;
        @compute @workgroup_size(1) fn main() {
            if fast { results[0] = 1u; } else { for (var k = 0u; k < n; k++) { results[0] += 10u; } }
            switch n { case 3u { results[1] = 33u; } case 4u { results[1] = 44u; } default { results[1] = 1u; } }
        }
    ";
    Shader::new(source).output(0, [30, 33_u32].bytes()).check();
    Shader::new(source).constant("n", 4.0).output(0, [40, 44_u32].bytes()).check();
    Shader::new(source).constant("fast", 1.0).constant("n", 9.0).output(0, [1, 1_u32].bytes()).check();
}

/// An override does not need a value if only another entry point uses it.
fn of_another_entry() {
    let source = "
        override needed: u32; override unused: u32;
        @group(0) @binding(0) var<storage, read_write> results: array<u32, 1>;
        @compute @workgroup_size(1) fn first() { results[0] = needed + 1u; }
        @compute @workgroup_size(unused) fn second() { results[0] = needed; }
    ";
    Shader::new(source).entry("first").constant("needed", 4.0).output(0, [5_u32].bytes()).check();
}

fn functions() {
    let source = "
        override a: f32 = 2.0; override b: f32 = a * a + 1.0; override c: u32 = u32(clamp(b, 0.0, 4.5));
        @group(0) @binding(0) var<storage, read_write> results: array<f32, 4>;
        fn power(x: f32) -> f32 { return x * b; }
        @compute @workgroup_size(1) fn main() {
            results[0] = power(a); results[1] = max(a, b); results[2] = f32(c); results[3] = dot(vec3(a, b, 1.0), vec3(1.0, 10.0, 100.0));
        }
    ";
    Shader::new(source).output(0, [10.0, 5.0, 4.0, 152.0_f32].bytes()).check();
    Shader::new(source).constant("a", 1.0).output(0, [2.0, 2.0, 2.0, 121.0_f32].bytes()).check();
}
