//! Variables without initial values are zero: private, function and workgroup variables of each kind of type.

use libtest_mimic::Trial;

use crate::harness::{Bytes, Shader, case};

/// A type, an expression that is not 0 if a scalar of the variable `v` is not 0, and a statement that sets all scalars
/// to values that are not 0.
struct Kind {
    name: &'static str,
    declarations: &'static str,
    ty: &'static str,
    sum: &'static str,
    fill: &'static str,
    has_halves: bool,
}

const fn kind(name: &'static str, ty: &'static str, sum: &'static str, fill: &'static str) -> Kind {
    Kind { name, declarations: "", ty, sum, fill, has_halves: false }
}

const KINDS: &[Kind] = &[
    kind("u32", "u32", "v", "v = 1u;"),
    kind("i32", "i32", "u32(v)", "v = -1;"),
    kind("f32", "f32", "bitcast<u32>(v)", "v = 1.0;"),
    kind("bool", "bool", "select(0u, 1u, v)", "v = true;"),
    kind("u64", "u64", "u32(v) | u32(v >> 32u)", "v = 1lu;"),
    kind("i64", "i64", "u32(v) | u32(v >> 32u)", "v = -1li;"),
    kind("f64", "f64", "select(0u, 1u, v != 0.0lf)", "v = 1.0lf;"),
    Kind { has_halves: true, ..kind("f16", "f16", "select(0u, 1u, v != 0.0h)", "v = 1.0h;") },
    Kind {
        has_halves: true,
        ..kind("vec3_f16", "vec3<f16>", "select(0u, 1u, any(v != vec3<f16>()))", "v = vec3(1.0h);")
    },
    kind("vec4_f32", "vec4<f32>", "select(0u, 1u, any(v != vec4<f32>()))", "v = vec4(1.0);"),
    kind("vec3_bool", "vec3<bool>", "select(0u, 1u, any(v))", "v = vec3(true);"),
    kind(
        "mat3x4",
        "mat3x4<f32>",
        "select(0u, 1u, any(v[0] != vec4<f32>()) || any(v[1] != vec4<f32>()) || any(v[2] != vec4<f32>()))",
        "v[0] = vec4(1.0); v[1] = vec4(1.0); v[2] = vec4(1.0);",
    ),
    kind("array", "array<u32, 5>", "v[0] | v[1] | v[2] | v[3] | v[4]", "v = array(1u, 2u, 3u, 4u, 5u);"),
    kind(
        "large_array",
        "array<u32, 1000>",
        "or_of(v[i * 31u % 1000u], v[999u - i], v[i], v[500u + i])",
        "for (var k = 0u; k < 1000u; k++) { v[k] = k + 1u; }",
    ),
    kind(
        "array_of_vectors",
        "array<vec3<u32>, 70>",
        "or_of(v[i].x, v[69u - i].z, v[i + 20u].y, v[2u * i].z)",
        "for (var k = 0u; k < 70u; k++) { v[k] = vec3(k + 1u); }",
    ),
    kind(
        "array_of_arrays",
        "array<array<u32, 9>, 9>",
        "or_of(v[i % 9u][8u - i % 9u], v[8][8], v[i % 9u][i % 9u], v[0][i % 9u])",
        "for (var k = 0u; k < 81u; k++) { v[k / 9u][k % 9u] = k + 1u; }",
    ),
    Kind {
        declarations: "struct S { a: u32, b: bool, c: vec3<f32>, d: array<u32, 3>, e: mat2x2<f32> }\n",
        ..kind(
            "structure",
            "S",
            "v.a | select(0u, 1u, v.b || any(v.c != vec3<f32>()) || any(v.e[0] != v.e[1])) | v.d[0] | v.d[1] | v.d[2]",
            "v = S(1u, true, vec3(1.0), array(1u, 2u, 3u), mat2x2(1.0, 2.0, 3.0, 4.0));",
        )
    },
    Kind {
        declarations: "struct S { a: u32, b: bool, c: array<vec2<u32>, 2> }\n",
        ..kind(
            "array_of_structures",
            "array<S, 20>",
            "or_of(v[i].a, select(0u, 1u, v[19u - i].b), v[i].c[1].y, v[i].c[i % 2u][i % 2u])",
            "for (var k = 0u; k < 20u; k++) { v[k] = S(1u, true, array(vec2(1u), vec2(2u))); }",
        )
    },
];

pub(crate) fn cases() -> Vec<Trial> {
    let mut cases = Vec::new();
    for kind in KINDS {
        for space in ["private", "workgroup", "function", "loop", "call", "value"] {
            let name = format!("zeros/{space}/{}", kind.name);
            cases.push(case(name, move || check(kind, space)));
        }
    }
    // A single thread clears all elements. If a thread group is large, some threads have no elements to clear.
    for threads in [1, 3, 64, 100] {
        cases.push(case(format!("zeros/workgroup/threads_{threads}"), move || workgroup_sizes(threads)));
    }
    cases
}

fn check(kind: &Kind, space: &str) {
    let Kind { declarations, ty, sum, fill, has_halves, .. } = kind;
    let extension = if *has_halves { "enable f16;\n" } else { "" };
    // Each thread stores the sum before the variable is filled, which is 0, and then a flag. `function`, `loop` and
    // `call` have the variable twice, the second time where memory of the first one may be reused.
    let body = match space {
        "private" | "workgroup" => {
            let wait = if space == "workgroup" {
                "workgroupBarrier(); if i == 0u { fill(); } workgroupBarrier();"
            } else {
                "fill();"
            };
            format!(
                "var<{space}> v: {ty}; fn sum(i: u32) -> u32 {{ return {sum}; }} fn fill() {{ {fill} }}
                {MAIN} results[i] = sum(i); {wait} results[i + 16u] = sum(i); }}"
            )
        }
        "function" => format!(
            "{MAIN} {{ var v: {ty}; results[i] = {sum}; {fill} results[i + 16u] = {sum}; }}
            {{ var v: {ty}; results[i] |= {sum}; }} }}"
        ),
        "loop" => format!(
            "{MAIN} for (var k = 0u; k < 2u; k++) {{ var v: {ty}; results[i] |= {sum}; {fill} results[i + 16u] = {sum}; }} }}"
        ),
        "call" => format!(
            "fn f(i: u32) {{ var v: {ty}; results[i] |= {sum}; {fill} results[i + 16u] = {sum}; }} {MAIN} f(i); f(i); }}"
        ),
        _ => format!(
            "{MAIN} {{ let v = {ty}(); results[i] = {sum}; }} {{ var v = {ty}(); results[i] |= {sum}; {fill} results[i + 16u] = {sum}; }} }}"
        ),
    };
    let source = format!(
        "{extension}{declarations}
        @group(0) @binding(0) var<storage, read_write> results: array<u32, 32>;
        @group(0) @binding(1) var<storage, read_write> is_filled: array<u32, 16>;
        fn or_of(a: u32, b: u32, c: u32, d: u32) -> u32 {{ return a | b | c | d; }}
        {body}"
    );
    // The sums of filled variables are not 0; their values are not tested.
    let source = source.replace("results[i + 16u] =", "is_filled[i] = select(0u, 1u, 0u !=");
    let source = close_select(&source);
    let zeros = [0_u32; 32].bytes();
    let ones = [1_u32; 16].bytes();
    let models: &[(u32, u32)] = if *has_halves { &[(6, 2), (6, 6)] } else { &[(6, 0), (6, 6)] };
    // The buffer of sums is not zero before the run in the spaces that store to it first.
    let before = match space {
        "private" | "workgroup" | "function" | "value" => [[7_u32; 16], [0; 16]].concat().bytes(),
        _ => zeros.clone(),
    };
    Shader::new(source).models(models).storage(0, before, zeros).output(1, ones).check();
}

const MAIN: &str = "@compute @workgroup_size(16) fn main(@builtin(local_invocation_index) i: u32) {";

/// Closes the call of `select` that replaces a store at the end of the statement.
fn close_select(source: &str) -> String {
    let mut closed = String::new();
    let mut rest = source;
    while let Some((before, after)) = rest.split_once("0u !=") {
        let (statement, following) = after.split_once(';').unwrap();
        closed += &format!("{before}0u != ({statement}));");
        rest = following;
    }
    closed + rest
}

fn workgroup_sizes(threads: u32) {
    let source = format!(
        "struct S {{ a: u32, b: array<vec3<u32>, 25>, c: atomic<u32>, d: array<bool, 7> }}
        var<workgroup> s: S;
        @group(0) @binding(0) var<storage, read_write> results: array<u32>;
        @compute @workgroup_size({threads})
        fn main(@builtin(local_invocation_index) i: u32) {{
            for (var k = i; k < 25u; k += {threads}u) {{ results[k] = s.b[k].x | s.b[k].y | s.b[k].z | s.a; }}
            for (var k = i; k < 7u; k += {threads}u) {{ results[25u + k] = select(0u, 1u, s.d[k]); }}
            if i == 0u {{ results[32] = atomicLoad(&s.c); }}
            workgroupBarrier();
            if i == 0u {{ s.a = 5u; for (var k = 0u; k < 25u; k++) {{ s.b[k] = vec3(9u); }} s.d[3] = true; }}
            atomicAdd(&s.c, 1u);
        }}"
    );
    // The second group starts with zeros, too. Both groups store to the same elements.
    let groups = Shader::new(source).storage(0, [7_u32; 33].bytes(), [0_u32; 33].bytes());
    groups.allow(dxil_run::FindingKind::Race).groups([2, 1, 1]).check();
}
