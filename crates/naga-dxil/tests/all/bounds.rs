//! Indices out of bounds. Variables and uniform buffers have the policy "restrict": the index becomes the last one.

use dxil_run::FindingKind;
use libtest_mimic::Trial;

use crate::harness::{Bytes, Shader, case};

/// The indices of the threads. Negative ones are large unsigned ones.
const INDICES: [u32; 8] = [0, 1, 2, 3, 7, 0x7fff_ffff, 0x8000_0000, u32::MAX];

pub(crate) fn cases() -> Vec<Trial> {
    let mut cases = Vec::new();
    for memory in ["uniform", "storage"] {
        for (name, path, f) in READS {
            cases.push(case(format!("bounds/{memory}/{name}"), move || read(memory, path, *f)));
            let signed = path.replace("k]", "i32(k)]");
            cases.push(case(format!("bounds/{memory}/{name}/signed"), move || read(memory, &signed, *f)));
        }
    }
    for space in ["private", "workgroup", "function"] {
        cases.push(case(format!("bounds/{space}/stores"), move || stores(space)));
    }
    cases.push(case("bounds/storage/stores", storage_stores));
    cases.push(case("bounds/storage/runtime_array", runtime_array));
    cases.push(case("bounds/values", values));
    cases
}

type Read = (&'static str, &'static str, fn(usize) -> u32);

/// The paths to scalars of `S` with the index `k`, and the scalar for an index that may be out of bounds.
const READS: &[Read] = &[
    ("array", "data.a[k].x", |k| 10 * k.min(2) as u32),
    ("array_and_vector", "data.a[k][k]", |k| 10 * k.min(2) as u32 + k.min(3) as u32),
    ("vector", "data.v[k]", |k| 100 + k.min(3) as u32),
    ("matrix", "u32(data.m[k].y)", |k| 201 + 10 * k.min(2) as u32),
    ("matrix_and_vector", "u32(data.m[k][k])", |k| 200 + 10 * k.min(2) as u32 + k.min(1) as u32),
    ("array_in_structure", "data.s[k].b[k].x", |k| 300 + 10 * k.min(1) as u32 + k.min(1) as u32),
    ("whole_element", "dot(data.s[k].b[1], vec4(1u, 0u, 0u, 0u))", |k| 301 + 10 * k.min(1) as u32),
];

fn read(memory: &str, path: &str, f: fn(usize) -> u32) {
    let source = format!(
        "struct T {{ b: array<vec4<u32>, 2> }}
        struct S {{ a: array<vec4<u32>, 3>, v: vec4<u32>, m: mat3x2<f32>, s: array<T, 2> }}
        @group(0) @binding(0) var<{memory}> data: S;
        @group(0) @binding(1) var<storage> indices: array<u32>;
        @group(0) @binding(2) var<storage, read_write> results: array<u32>;
        @compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) {{
            let k = indices[i];
            results[i] = {path};
        }}"
    );
    let mut words: Vec<u32> = (0..3).flat_map(|at| (0..4).map(move |part| 10 * at + part)).collect();
    words.extend([100, 101, 102, 103]);
    words.extend([200.0_f32, 201.0, 210.0, 211.0, 220.0, 221.0].map(f32::to_bits));
    words.extend([0, 0]);
    words.extend((0..2).flat_map(|at| (0..2).flat_map(move |part| [300 + 10 * at + part, 1, 2, 3])));
    let shader = Shader::new(source).restricted().read_only(1, INDICES.bytes());
    let shader = match memory {
        "uniform" => shader.uniform(0, words.bytes()),
        _ => shader.read_only(0, words.bytes()),
    };
    let expected: Vec<u32> = INDICES.iter().map(|k| f(*k as usize)).collect();
    shader.output(2, expected.bytes()).check();
}

/// Stores with each index to variables, of which all other elements keep their values.
fn stores(space: &str) {
    let (global, local) = match space {
        "function" => ("", "var v: V; var n: array<V, 2>;"),
        "private" => ("var<private> v: V; var<private> n: array<V, 2>;", ""),
        _ => ("var<workgroup> v: V; var<workgroup> n: array<V, 2>;", ""),
    };
    let source = format!(
        "struct V {{ a: array<u32, 3>, b: vec2<u32>, m: mat2x3<f32> }}
        {global}
        @group(0) @binding(1) var<storage> indices: array<u32>;
        @group(0) @binding(2) var<storage, read_write> results: array<array<u32, 12>>;
        @compute @workgroup_size(1) fn main(@builtin(workgroup_id) group: vec3<u32>) {{
            {local}
            let k = indices[group.x];
            v.a[k] = 1u; v.b[k] = 2u; v.m[k][k] = 3.0;
            n[k].a[k] = 4u;
            let row = &results[group.x];
            for (var at = 0u; at < 3u; at++) {{ (*row)[at] = v.a[at]; (*row)[5u + at] = u32(v.m[0][at] + v.m[1][at] * 10.0); }}
            (*row)[3] = v.b.x; (*row)[4] = v.b.y;
            (*row)[8] = n[0].a[0]; (*row)[9] = n[1].a[0]; (*row)[10] = n[1].a[1]; (*row)[11] = n[1].a[2];
        }}"
    );
    let mut expected = Vec::new();
    for k in INDICES {
        let mut row = [0; 12];
        row[k.min(2) as usize] = 1;
        row[3 + k.min(1) as usize] = 2;
        row[5 + k.min(2) as usize] = if k == 0 { 3 } else { 30 };
        row[if k == 0 { 8 } else { 9 + k.min(2) as usize }] = 4;
        expected.extend(row);
    }
    let groups = [INDICES.len() as u32, 1, 1];
    Shader::new(source).groups(groups).read_only(1, INDICES.bytes()).output(2, expected.bytes()).check();
}

fn storage_stores() {
    let source = "
        struct S { a: array<u32, 3>, v: vec2<u32>, m: mat2x2<f32> }
        @group(0) @binding(0) var<storage, read_write> data: array<S, 8>;
        @group(0) @binding(1) var<storage> indices: array<u32, 8>;
        @compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) {
            let k = indices[i];
            data[i].a[k] = 1u; data[i].v[k] = 2u; data[i].m[k][k] = 3.0;
        }";
    let mut expected = Vec::new();
    for k in INDICES {
        // The array has 12 bytes, so the vector is at 16.
        let mut row = [9; 10];
        row[k.min(2) as usize] = 1;
        row[4 + k.min(1) as usize] = 2;
        row[6 + 3 * k.min(1) as usize] = 3.0_f32.to_bits();
        expected.extend(row);
    }
    let before = vec![9_u32; expected.len()];
    Shader::new(source)
        .restricted()
        .read_only(1, INDICES.bytes())
        .storage(0, before.bytes(), expected.bytes())
        .check();
}

/// Direct3D bounds storage buffers: loads out of bounds are zero, and stores have no effect.
fn runtime_array() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> data: array<vec2<u32>>;
        @group(0) @binding(1) var<storage> indices: array<u32>;
        @group(0) @binding(2) var<storage, read_write> results: array<u32>;
        @compute @workgroup_size(1) fn main() {
            for (var i = 0u; i < 5u; i++) { results[i] = data[indices[i]].y; data[indices[i]].x += 100u; }
        }";
    let before = [1, 2, 3, 4, 5, 6_u32].bytes();
    let after = [101, 2, 103, 4, 105, 6_u32].bytes();
    let shader = Shader::new(source).read_only(1, INDICES.bytes()).storage(0, before, after);
    shader.allow(FindingKind::OutOfBounds).output(2, [2, 4, 6, 0, 0_u32].bytes()).check();
}

fn values() {
    let source = "
        struct S { a: array<u32, 2>, v: vec3<u32> }
        const table = array(5u, 6u, 7u, 8u, 9u);
        @group(0) @binding(1) var<storage> indices: array<u32>;
        @group(0) @binding(2) var<storage, read_write> results: array<vec4<u32>>;
        fn make(i: u32) -> array<S, 2> { return array(S(array(i, 1u), vec3(2u, 3u, 4u)), S(array(10u, 11u), vec3(12u, 13u, i))); }
        @compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) {
            let k = indices[i];
            let list = make(i);
            results[i] = vec4(list[k].a[k], list[k].v[k], table[k], u32(mat2x2<f32>(1.0, 2.0, 3.0, 4.0)[k][k]));
        }";
    let mut expected = Vec::new();
    for (i, k) in (0..).zip(INDICES) {
        let (outer, column, row) = (k.min(1) as usize, k.min(2) as usize, k.min(4) as usize);
        let a = [[i, 1], [10, 11]][outer][outer];
        let v = [[2, 3, 4], [12, 13, i]][outer][column];
        expected.extend([a, v, [5, 6, 7, 8, 9][row], [1, 4][outer]]);
    }
    Shader::new(source).read_only(1, INDICES.bytes()).output(2, expected.bytes()).check();
}
