//! Atomic operations on storage and workgroup memory, barriers, `workgroupUniformLoad` and reductions.

use libtest_mimic::Trial;

use crate::harness::{Bytes, Shader, case};

const THREADS: u32 = 64;

pub(crate) fn cases() -> Vec<Trial> {
    let mut cases = Vec::new();
    for space in ["storage", "workgroup"] {
        for ty in ["u32", "i32", "u64", "i64"] {
            for operation in OPERATIONS {
                let models: &[(u32, u32)] =
                    if ty.ends_with("64") { &[(6, 6), (6, 7)] } else { &[(6, 0), (6, 6)] };
                let name = format!("workgroups/{space}/{}/{ty}", operation.name);
                cases.push(case(name, move || atomic(space, ty, operation, models)));
            }
        }
        cases.push(case(format!("workgroups/{space}/atomic_load_and_store"), move || load_and_store(space)));
        for ty in ["u32", "i32"] {
            cases.push(case(format!("workgroups/{space}/compare_exchange/{ty}"), move || {
                compare_exchange(space, ty)
            }));
        }
        cases.push(case(format!("workgroups/{space}/lock_free_maximum"), move || lock_free_maximum(space)));
        cases.push(case(format!("workgroups/{space}/atomics_in_structures"), move || in_structures(space)));
    }
    cases.push(case("workgroups/storage/float_add_and_subtract", || float_atomics("storage")));
    cases.push(case("workgroups/storage/float_exchange", float_exchange));
    cases.push(case("workgroups/reduction", reduction));
    cases.push(case("workgroups/uniform_load", uniform_load));
    cases.push(case("workgroups/uniform_load_of_structure", uniform_load_of_structure));
    cases.push(case("workgroups/prefix_sum", prefix_sum));
    cases.push(case("workgroups/transposition", transposition));
    cases.push(case("workgroups/storage_barrier", storage_barrier));
    cases.push(case("workgroups/atomics_across_groups", across_groups));
    cases.push(case("workgroups/pointers", pointers));
    cases.push(case("workgroups/built_ins", built_ins));
    cases
}

/// An atomic function: the value of thread `i` is a WGSL expression and a function of `i`.
struct Operation {
    name: &'static str,
    function: &'static str,
    value: &'static str,
    first: i64,
    f: fn(i64, i64) -> i64,
}

/// The values of signed types are negative for half of the threads; unsigned ones wrap.
const OPERATIONS: &[Operation] = &[
    Operation { name: "add", function: "atomicAdd", value: "x * x", first: 5, f: |a, b| a.wrapping_add(b) },
    Operation {
        name: "subtract",
        function: "atomicSub",
        value: "x + 1",
        first: 5,
        f: |a, b| a.wrapping_sub(b),
    },
    Operation { name: "min", function: "atomicMin", value: "x - 9", first: 100, f: i64::min },
    Operation { name: "max", function: "atomicMax", value: "x - 40", first: 0, f: i64::max },
    Operation { name: "and", function: "atomicAnd", value: "~(x & 5)", first: 0xffff, f: |a, b| a & b },
    Operation { name: "or", function: "atomicOr", value: "x & 41", first: 64, f: |a, b| a | b },
    Operation { name: "xor", function: "atomicXor", value: "x * 3", first: 1, f: |a, b| a ^ b },
];

/// The value of the expression, computed with the wrapping of the type.
fn evaluated(expression: &str, x: i64) -> i64 {
    match expression {
        "x * x" => x * x,
        "x + 1" => x + 1,
        "x - 9" => x - 9,
        "x - 40" => x - 40,
        "~(x & 5)" => !(x & 5),
        "x & 41" => x & 41,
        "x * 3" => x * 3,
        other => panic!("{other}"),
    }
}

/// The number in the range of the type, as the type orders it.
fn wrapped(ty: &str, number: i64) -> i128 {
    match ty {
        "u32" => (number as u32).into(),
        "i32" => (number as i32).into(),
        "u64" => (number as u64).into(),
        _ => number.into(),
    }
}

fn declared(space: &str, name: &str, ty: &str, binding: u32) -> String {
    match space {
        "storage" => format!("@group(0) @binding({binding}) var<storage, read_write> {name}: {ty};\n"),
        _ => format!("var<workgroup> {name}: {ty};\n"),
    }
}

fn atomic(space: &str, ty: &str, operation: &Operation, models: &[(u32, u32)]) {
    let Operation { function, value, first, f, .. } = operation;
    let source = format!(
        "{}@group(0) @binding(1) var<storage, read_write> results: array<{ty}>;
        @compute @workgroup_size({THREADS})
        fn main(@builtin(local_invocation_index) i: u32) {{
            let x = {ty}(i);
            if i == 0u {{ atomicStore(&a, {ty}({first})); }}
            {}
            let before = {function}(&a, {value});
            // Alone, the thread sees the value that it stored.
            results[1u + i] = {function}(&b[i], {value});
            {function}(&b[i], {value});
            results[1u + {THREADS}u + i] = atomicLoad(&b[i]);
            {}
            if i == 0u {{ results[0] = atomicLoad(&a); }}
        }}",
        declared(space, "a", &format!("atomic<{ty}>"), 0)
            + &declared(space, "b", &format!("array<atomic<{ty}>, {THREADS}>"), 2),
        BARRIER,
        BARRIER,
    );
    let ordered = |a: i128, b: i128| -> i128 {
        // Operations on 128 bits of which the type's are kept: comparisons need the order of the type.
        match operation.name {
            "min" => a.min(b),
            "max" => a.max(b),
            _ => wrapped(ty, f(a as i64, b as i64)),
        }
    };
    let value_of = |thread: u32| wrapped(ty, evaluated(value, thread.into()));
    let all = (0..THREADS).fold(wrapped(ty, *first), |before, thread| ordered(before, value_of(thread)));
    let mut expected = vec![all];
    expected.extend((0..THREADS).map(|_| 0));
    expected.extend((0..THREADS).map(|thread| {
        let once = ordered(0, value_of(thread));
        ordered(once, value_of(thread))
    }));
    let bytes: Vec<u8> = match ty {
        "u32" | "i32" => expected.iter().map(|number| *number as u32).collect::<Vec<_>>().bytes(),
        _ => expected.iter().map(|number| *number as u64).collect::<Vec<_>>().bytes(),
    };
    let mut shader = Shader::new(source).models(models).output(1, bytes);
    if space == "storage" {
        let width = if ty.ends_with("64") { 8 } else { 4 };
        shader = shader.scratch(0, width).scratch(2, width * THREADS as usize);
    }
    shader.check();
}

const BARRIER: &str = "workgroupBarrier(); storageBarrier();";

fn load_and_store(space: &str) {
    let source = format!(
        "{}@group(0) @binding(1) var<storage, read_write> results: array<i32>;
        @compute @workgroup_size({THREADS})
        fn main(@builtin(local_invocation_index) i: u32) {{
            let old = atomicExchange(&b[i], i32(i) - 7);
            results[i] = old;
            results[{THREADS}u + i] = atomicLoad(&b[i]);
            atomicStore(&b[i], -1);
            {BARRIER}
            results[{}u + i] = atomicExchange(&b[(i + 5u) % {THREADS}u], i32(i));
            {BARRIER}
            results[{}u + i] = atomicLoad(&b[i]);
        }}",
        declared(space, "b", &format!("array<atomic<i32>, {THREADS}>"), 0),
        2 * THREADS,
        3 * THREADS,
    );
    let threads = THREADS.cast_signed();
    let expected: Vec<i32> = (0..threads)
        .map(|_| 0)
        .chain((0..threads).map(|i| i - 7))
        .chain((0..threads).map(|_| -1))
        .chain((0..threads).map(|i| (i - 5).rem_euclid(threads)))
        .collect();
    let mut shader = Shader::new(source).output(1, expected.bytes());
    if space == "storage" {
        shader = shader.scratch(0, 4 * THREADS as usize);
    }
    shader.check();
}

fn compare_exchange(space: &str, ty: &str) {
    let source = format!(
        "{}@group(0) @binding(1) var<storage, read_write> results: array<{ty}>;
        @compute @workgroup_size({THREADS})
        fn main(@builtin(local_invocation_index) i: u32) {{
            atomicStore(&b[i], {ty}(i % 3u));
            let r = atomicCompareExchangeWeak(&b[i], {ty}(1), {ty}(50) + {ty}(i));
            results[3u * i] = r.old_value;
            results[3u * i + 1u] = select({ty}(0), {ty}(1), r.exchanged);
            results[3u * i + 2u] = atomicLoad(&b[i]);
        }}",
        declared(space, "b", &format!("array<atomic<{ty}>, {THREADS}>"), 0)
    );
    let row = |i: u32| if i % 3 == 1 { [1, 1, 50 + i] } else { [i % 3, 0, i % 3] };
    let expected: Vec<u32> = (0..THREADS).flat_map(row).collect();
    let mut shader = Shader::new(source).output(1, expected.bytes());
    if space == "storage" {
        shader = shader.scratch(0, 4 * THREADS as usize);
    }
    shader.check();
}

/// A maximum with a loop around a compare-exchange.
fn lock_free_maximum(space: &str) {
    let source = format!(
        "{}@group(0) @binding(1) var<storage, read_write> results: array<u32>;
        @compute @workgroup_size({THREADS})
        fn main(@builtin(local_invocation_index) i: u32) {{
            let value = (i * 37u) % 101u;
            var old = atomicLoad(&m);
            loop {{
                if old >= value {{ break; }}
                let r = atomicCompareExchangeWeak(&m, old, value);
                if r.exchanged {{ break; }}
                old = r.old_value;
            }}
            {BARRIER}
            results[i] = atomicLoad(&m);
        }}",
        declared(space, "m", "atomic<u32>", 0)
    );
    let largest = (0..THREADS).map(|i| i * 37 % 101).max().unwrap();
    let mut shader = Shader::new(source).output(1, vec![largest; THREADS as usize].bytes());
    if space == "storage" {
        shader = shader.scratch(0, 4);
    }
    shader.check();
}

fn in_structures(space: &str) {
    let source = format!(
        "struct Bin {{ pad: u32, count: atomic<u32>, parts: array<atomic<i32>, 3> }}
        struct All {{ head: vec3<u32>, bins: array<Bin, 4>, total: atomic<u32> }}
        {}@group(0) @binding(1) var<storage, read_write> results: array<u32>;
        @compute @workgroup_size({THREADS})
        fn main(@builtin(local_invocation_index) i: u32) {{
            let bin = &all_bins.bins[i % 4u];
            atomicAdd(&(*bin).count, i);
            atomicSub(&bin.parts[i % 3u], 2);
            if i < 10u {{ atomicMax(&all_bins.total, i); }}
            {BARRIER}
            if i < 4u {{
                results[5u * i] = all_bins.bins[i].pad;
                results[5u * i + 1u] = atomicLoad(&all_bins.bins[i].count);
                for (var k = 0u; k < 3u; k++) {{ results[5u * i + 2u + k] = u32(atomicLoad(&all_bins.bins[i].parts[k])); }}
            }}
            if i == 0u {{ results[20] = atomicLoad(&all_bins.total); }}
        }}",
        declared(space, "all_bins", "All", 0)
    );
    let mut bins = [[0_u32; 5]; 4];
    for i in 0..THREADS {
        let bin = &mut bins[i as usize % 4];
        bin[1] += i;
        bin[2 + i as usize % 3] = bin[2 + i as usize % 3].wrapping_sub(2);
    }
    let mut expected = bins.concat();
    expected.push(9);
    let mut shader = Shader::new(source).output(1, expected.bytes());
    if space == "storage" {
        // 12 bytes of the vector, four bins of 20 bytes, the total and padding.
        shader = shader.scratch(0, 96);
    }
    shader.check();
}

fn float_atomics(space: &str) {
    let source = format!(
        "{}@group(0) @binding(1) var<storage, read_write> results: array<f32>;
        @compute @workgroup_size({THREADS})
        fn main(@builtin(local_invocation_index) i: u32) {{
            atomicAdd(&sums[i % 4u], f32(i) * 0.5);
            let before = atomicSub(&own[i], 1.25);
            results[4u + i] = before;
            {BARRIER}
            if i < 4u {{ results[i] = atomicLoad(&sums[i]); }}
            results[{}u + i] = atomicLoad(&own[i]);
        }}",
        declared(space, "sums", "array<atomic<f32>, 4>", 0)
            + &declared(space, "own", &format!("array<atomic<f32>, {THREADS}>"), 2),
        4 + THREADS
    );
    // Sums of halves are exact in any order.
    let sum = |bin: u32| (0..THREADS).filter(|i| i % 4 == bin).map(|i| i as f32 * 0.5).sum();
    let mut expected: Vec<f32> = (0..4).map(sum).collect();
    expected.extend([0.0; THREADS as usize]);
    expected.extend([-1.25; THREADS as usize]);
    Shader::new(source).scratch(0, 16).scratch(2, 4 * THREADS as usize).output(1, expected.bytes()).check();
}

fn float_exchange() {
    let source = format!(
        "@group(0) @binding(0) var<storage, read_write> a: array<atomic<f32>, {THREADS}>;
        @group(0) @binding(1) var<storage, read_write> results: array<f32>;
        @compute @workgroup_size({THREADS})
        fn main(@builtin(local_invocation_index) i: u32) {{
            atomicStore(&a[i], f32(i) + 0.25);
            results[2u * i] = atomicExchange(&a[i], -3.5);
            results[2u * i + 1u] = atomicLoad(&a[i]);
        }}"
    );
    let expected: Vec<f32> = (0..THREADS).flat_map(|i| [i as f32 + 0.25, -3.5]).collect();
    Shader::new(source).scratch(0, 4 * THREADS as usize).output(1, expected.bytes()).check();
}

fn reduction() {
    let source = "
        var<workgroup> parts: array<f32, 128>;
        @group(0) @binding(0) var<storage> numbers: array<f32>;
        @group(0) @binding(1) var<storage, read_write> sums: array<f32>;
        @compute @workgroup_size(128)
        fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) group: vec3<u32>, @builtin(global_invocation_id) id: vec3<u32>) {
            parts[i] = numbers[id.x];
            for (var step = 64u; step > 0u; step >>= 1u) {
                workgroupBarrier();
                if i < step { parts[i] += parts[i + step]; }
            }
            if i == 0u { sums[group.x] = parts[0]; }
        }";
    let numbers: Vec<f32> = (0..384).map(|i| (i * 7 % 64) as f32).collect();
    let sums: Vec<f32> = numbers.chunks(128).map(|chunk| chunk.iter().sum()).collect();
    Shader::new(source).groups([3, 1, 1]).read_only(0, numbers.bytes()).output(1, sums.bytes()).check();
}

fn uniform_load() {
    let source = "
        var<workgroup> limit: u32;
        @group(0) @binding(0) var<storage, read_write> results: array<u32>;
        @compute @workgroup_size(64)
        fn main(@builtin(local_invocation_index) i: u32) {
            if i == 37u { limit = 5u; }
            for (var k = 0u; k < workgroupUniformLoad(&limit); k++) {
                results[i] += k;
                workgroupBarrier();
                if i == 3u && k == 1u { limit = 4u; }
            }
        }";
    Shader::new(source).output(0, [6_u32; 64].bytes()).check();
}

fn uniform_load_of_structure() {
    let source = "
        struct S { a: vec2<u32>, b: array<bool, 3> }
        var<workgroup> shared_value: S;
        @group(0) @binding(0) var<storage, read_write> results: array<u32>;
        @compute @workgroup_size(64)
        fn main(@builtin(local_invocation_index) i: u32) {
            if i == 9u { shared_value = S(vec2(3u, 4u), array(true, false, true)); }
            let s = workgroupUniformLoad(&shared_value);
            results[i] = s.a.x * 10u + s.a.y + select(0u, 100u, s.b[i % 3u]);
        }";
    let expected: Vec<u32> = (0..64).map(|i| 34 + if i % 3 == 1 { 0 } else { 100 }).collect();
    Shader::new(source).output(0, expected.bytes()).check();
}

fn prefix_sum() {
    let source = "
        var<workgroup> sums: array<array<u32, 64>, 2>;
        @group(0) @binding(0) var<storage, read_write> results: array<u32>;
        @compute @workgroup_size(64)
        fn main(@builtin(local_invocation_index) i: u32) {
            sums[0][i] = i * i;
            var from_row = 0u;
            for (var step = 1u; step < 64u; step *= 2u) {
                workgroupBarrier();
                var sum = sums[from_row][i];
                if i >= step { sum += sums[from_row][i - step]; }
                from_row = 1u - from_row;
                sums[from_row][i] = sum;
            }
            results[i] = sums[from_row][i];
        }";
    let expected: Vec<u32> = (0..64).map(|i| (0..=i).map(|k| k * k).sum()).collect();
    Shader::new(source).output(0, expected.bytes()).check();
}

fn transposition() {
    let source = "
        struct Cell { value: vec2<f32>, flag: bool }
        var<workgroup> tile: array<array<Cell, 8>, 8>;
        @group(0) @binding(0) var<storage, read_write> results: array<f32>;
        @compute @workgroup_size(8, 4, 2)
        fn main(@builtin(local_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) i: u32) {
            let row = id.z * 4u + id.y;
            tile[row][id.x] = Cell(vec2(f32(i), -f32(i)), i % 2u == 0u);
            workgroupBarrier();
            let cell = tile[id.x][row];
            results[row * 8u + id.x] = select(cell.value.y, cell.value[0], cell.flag);
        }";
    let expected: Vec<f32> = (0..64)
        .map(|at| {
            let i = at % 8 * 8 + at / 8;
            if i % 2 == 0 { i as f32 } else { -(i as f32) }
        })
        .collect();
    Shader::new(source).output(0, expected.bytes()).check();
}

fn storage_barrier() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> line: array<u32, 64>;
        @compute @workgroup_size(64)
        fn main(@builtin(local_invocation_index) i: u32) {
            line[i] = i * 3u;
            storageBarrier();
            let other = line[63u - i];
            storageBarrier();
            line[i] = other + 1u;
        }";
    let expected: Vec<u32> = (0..64).map(|i| (63 - i) * 3 + 1).collect();
    Shader::new(source).output(0, expected.bytes()).check();
}

fn across_groups() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> histogram: array<atomic<u32>, 5>;
        @compute @workgroup_size(4, 2, 2)
        fn main(@builtin(global_invocation_id) id: vec3<u32>) {
            atomicAdd(&histogram[(id.x + id.y * 2u + id.z * 3u) % 5u], 1u);
        }";
    let mut expected = [0_u32; 5];
    for (x, y, z) in (0..8).flat_map(|x| (0..6).flat_map(move |y| (0..2).map(move |z| (x, y, z)))) {
        expected[(x + y * 2 + z * 3) % 5] += 1;
    }
    Shader::new(source).groups([2, 3, 1]).output(0, expected.bytes()).check();
}

fn pointers() {
    let source = "
        struct S { a: array<u32, 64>, n: atomic<u32> }
        var<workgroup> s: array<S, 2>;
        @group(0) @binding(0) var<storage, read_write> results: array<u32>;
        @compute @workgroup_size(64)
        fn main(@builtin(local_invocation_index) i: u32) {
            var k = i % 2u;
            let structure = &s[k];
            k = 5u;
            let list = &(*structure).a;
            (*list)[i] = i * 2u;
            atomicAdd(&structure.n, 2u);
            workgroupBarrier();
            let result = &results[i];
            *result = (*list)[(i + 2u) % 64u];
            *result += atomicLoad(&s[1].n) * 1000u;
        }";
    let expected: Vec<u32> = (0..64).map(|i| (i + 2) % 64 * 2 + 64000).collect();
    Shader::new(source).output(0, expected.bytes()).check();
}

fn built_ins() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> results: array<array<u32, 12>>;
        struct Inputs { @builtin(workgroup_id) group: vec3<u32>, @builtin(global_invocation_id) id: vec3<u32> }
        @compute @workgroup_size(2, 3, 2)
        fn main(inputs: Inputs, @builtin(local_invocation_id) local: vec3<u32>, @builtin(local_invocation_index) i: u32) {
            let row = &results[(inputs.group.z * 2u + inputs.group.x) * 12u + i];
            for (var k = 0u; k < 3u; k++) {
                (*row)[k] = inputs.group[k];
                (*row)[3u + k] = inputs.id[k];
                (*row)[6u + k] = local[k];
            }
            (*row)[9] = i;
        }";
    let mut expected = Vec::new();
    for (z, x) in [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)] {
        for i in 0..12_u32 {
            let local = [i % 2, i / 2 % 3, i / 6];
            expected.extend([x, 0, z, x * 2 + local[0], local[1], z * 2 + local[2]]);
            expected.extend(local);
            expected.extend([i, 0, 0]);
        }
    }
    Shader::new(source).groups([2, 1, 3]).output(0, expected.bytes()).check();
}
