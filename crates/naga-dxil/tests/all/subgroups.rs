//! Subgroup operations with several wave sizes: on full waves, on active lanes only, and on vectors.

use libtest_mimic::Trial;

use crate::harness::{Bytes, Shader, case};

const THREADS: u32 = 64;
const WAVES: [u32; 3] = [8, 32, 64];

/// An operation: the WGSL expression of `u32` with the value `x` of the lane, and the results of a wave.
struct Operation {
    name: &'static str,
    expression: &'static str,
    /// The results of the lanes with these numbers and values. Inactive lanes are not in the list.
    f: fn(&[Lane]) -> Vec<u32>,
    /// Operations that read other lanes have all lanes active.
    reads_lanes: bool,
}

#[derive(Debug, Clone, Copy)]
struct Lane {
    number: usize,
    x: u32,
}

/// One result for all lanes.
fn all(lanes: &[Lane], result: u32) -> Vec<u32> {
    vec![result; lanes.len()]
}

fn reduced(lanes: &[Lane], f: fn(u32, u32) -> u32) -> Vec<u32> {
    all(lanes, lanes.iter().map(|lane| lane.x).reduce(f).unwrap())
}

/// Combines the values before each lane, and with `inclusive` its own.
fn scanned(lanes: &[Lane], first: u32, f: fn(u32, u32) -> u32, inclusive: bool) -> Vec<u32> {
    let end = |at: usize| at + usize::from(inclusive);
    (0..lanes.len()).map(|at| lanes[..end(at)].iter().map(|lane| lane.x).fold(first, f)).collect()
}

/// The value of the lane with the number that the function returns; 0 for a lane that does not exist.
fn moved(lanes: &[Lane], from: fn(usize) -> usize) -> Vec<u32> {
    lanes.iter().map(|lane| lanes.get(from(lane.number)).map_or(0, |lane| lane.x)).collect()
}

/// The four words of a ballot.
fn ballot(lanes: &[Lane], holds: fn(u32) -> bool) -> [u32; 4] {
    let mut words = [0; 4];
    for lane in lanes.iter().filter(|lane| holds(lane.x)) {
        words[lane.number / 32] |= 1 << (lane.number % 32);
    }
    words
}

const fn operation(name: &'static str, expression: &'static str, f: fn(&[Lane]) -> Vec<u32>) -> Operation {
    Operation { name, expression, f, reads_lanes: false }
}

const fn moving(name: &'static str, expression: &'static str, f: fn(&[Lane]) -> Vec<u32>) -> Operation {
    Operation { name, expression, f, reads_lanes: true }
}

const OPERATIONS: &[Operation] = &[
    operation("add", "subgroupAdd(x)", |lanes| reduced(lanes, u32::wrapping_add)),
    operation("multiply", "subgroupMul(x)", |lanes| reduced(lanes, u32::wrapping_mul)),
    operation("min", "subgroupMin(x)", |lanes| reduced(lanes, u32::min)),
    operation("max", "subgroupMax(x)", |lanes| reduced(lanes, u32::max)),
    operation("and", "subgroupAnd(x)", |lanes| reduced(lanes, |a, b| a & b)),
    operation("or", "subgroupOr(x)", |lanes| reduced(lanes, |a, b| a | b)),
    operation("xor", "subgroupXor(x)", |lanes| reduced(lanes, |a, b| a ^ b)),
    operation("min_signed", "bitcast<u32>(subgroupMin(bitcast<i32>(x - 30u)))", |lanes| {
        let least = lanes.iter().map(|lane| lane.x.wrapping_sub(30).cast_signed()).min();
        all(lanes, least.unwrap().cast_unsigned())
    }),
    operation("max_signed", "bitcast<u32>(subgroupMax(bitcast<i32>(x) - 1000))", |lanes| {
        let most = lanes.iter().map(|lane| lane.x.wrapping_sub(1000).cast_signed()).max();
        all(lanes, most.unwrap().cast_unsigned())
    }),
    operation("add_floats", "u32(subgroupAdd(f32(x) * 0.5) * 2.0)", |lanes| {
        reduced(lanes, u32::wrapping_add)
    }),
    operation("add_vectors", "dot(subgroupAdd(vec3(x, 1u, x * 2u)), vec3(1u, 1000u, 1u))", |lanes| {
        let sum: u32 = lanes.iter().map(|lane| lane.x).sum();
        all(lanes, sum * 3 + 1000 * lanes.len() as u32)
    }),
    operation("inclusive_add", "subgroupInclusiveAdd(x)", |lanes| scanned(lanes, 0, u32::wrapping_add, true)),
    operation("exclusive_add", "subgroupExclusiveAdd(x)", |lanes| {
        scanned(lanes, 0, u32::wrapping_add, false)
    }),
    operation("inclusive_multiply", "subgroupInclusiveMul(x | 1u)", |lanes| {
        let odd: Vec<Lane> = lanes.iter().map(|lane| Lane { x: lane.x | 1, ..*lane }).collect();
        scanned(&odd, 1, u32::wrapping_mul, true)
    }),
    operation("exclusive_multiply", "subgroupExclusiveMul(x | 1u)", |lanes| {
        let odd: Vec<Lane> = lanes.iter().map(|lane| Lane { x: lane.x | 1, ..*lane }).collect();
        scanned(&odd, 1, u32::wrapping_mul, false)
    }),
    operation("all", "select(0u, 1u, subgroupAll(x > 3u))", |lanes| {
        all(lanes, lanes.iter().all(|lane| lane.x > 3).into())
    }),
    operation("any", "select(0u, 1u, subgroupAny(x == 9u))", |lanes| {
        all(lanes, lanes.iter().any(|lane| lane.x == 9).into())
    }),
    operation("ballot", "sum_of(subgroupBallot(x % 3u == 1u))", |lanes| {
        all(lanes, sum_of(ballot(lanes, |x| x % 3 == 1)))
    }),
    operation("ballot_of_all", "sum_of(subgroupBallot())", |lanes| {
        all(lanes, sum_of(ballot(lanes, |_| true)))
    }),
    operation("broadcast_first", "subgroupBroadcastFirst(x)", |lanes| all(lanes, lanes[0].x)),
    moving("broadcast", "subgroupBroadcast(x, 5u)", |lanes| all(lanes, lanes[5].x)),
    moving("shuffle", "subgroupShuffle(x, lane ^ 3u)", |lanes| moved(lanes, |lane| lane ^ 3)),
    moving("shuffle_xor", "subgroupShuffleXor(x, 5u)", |lanes| moved(lanes, |lane| lane ^ 5)),
    moving("shuffle_up", "select(0u, subgroupShuffleUp(x, 2u), lane >= 2u)", |lanes| {
        moved(lanes, |lane| lane.checked_sub(2).unwrap_or(usize::MAX))
    }),
    moving("shuffle_down", "select(0u, subgroupShuffleDown(x, 3u), lane + 3u < size)", |lanes| {
        moved(lanes, |lane| lane + 3)
    }),
    moving("quad_broadcast", "quadBroadcast(x, 2u)", |lanes| moved(lanes, |lane| lane / 4 * 4 + 2)),
    moving("quad_swap_x", "quadSwapX(x)", |lanes| moved(lanes, |lane| lane ^ 1)),
    moving("quad_swap_y", "quadSwapY(x)", |lanes| moved(lanes, |lane| lane ^ 2)),
    moving("quad_swap_diagonal", "quadSwapDiagonal(x)", |lanes| moved(lanes, |lane| lane ^ 3)),
    moving("broadcast_vector", "dot(subgroupBroadcast(vec2(x, lane), 3u), vec2(1u, 1000u))", |lanes| {
        all(lanes, lanes[3].x + 3000)
    }),
    operation("lane_and_size", "lane * 1000u + size", |lanes| {
        lanes.iter().map(|lane| lane.number as u32 * 1000).collect()
    }),
];

fn sum_of(words: [u32; 4]) -> u32 {
    let [a, b, c, d] = words;
    a.wrapping_add(b.wrapping_mul(3)).wrapping_add(c.wrapping_mul(5)).wrapping_add(d.wrapping_mul(7))
}

pub(crate) fn cases() -> Vec<Trial> {
    let mut cases = Vec::new();
    for operation in OPERATIONS {
        cases.push(case(format!("subgroups/{}", operation.name), move || {
            for wave in WAVES {
                check(operation, wave, false);
                if !operation.reads_lanes {
                    check(operation, wave, true);
                }
            }
        }));
    }
    cases.push(case("subgroups/indices", indices));
    cases
}

fn value(thread: u32) -> u32 {
    thread * 7 % 29
}

/// With `diverges`, only the threads whose number modulo 5 is not 2 are active, and others in another branch.
fn check(operation: &Operation, wave: u32, diverges: bool) {
    let Operation { name, expression, f, .. } = operation;
    let body = match diverges {
        false => format!("results[i] = {expression};"),
        true => format!("if i % 5u != 2u {{ results[i] = {expression}; }} else {{ results[i] = 77u; }}"),
    };
    let source = format!(
        "@group(0) @binding(0) var<storage, read_write> results: array<u32>;
        fn sum_of(words: vec4<u32>) -> u32 {{ return words.x + words.y * 3u + words.z * 5u + words.w * 7u; }}
        @compute @workgroup_size({THREADS})
        fn main(@builtin(local_invocation_index) i: u32, @builtin(subgroup_invocation_id) lane: u32, @builtin(subgroup_size) size: u32) {{
            let x = i * 7u % 29u;
            {body}
        }}"
    );
    let mut expected = vec![77; THREADS as usize];
    for first in (0..THREADS).step_by(wave as usize) {
        let active: Vec<u32> = (first..first + wave).filter(|thread| !diverges || thread % 5 != 2).collect();
        let lanes: Vec<Lane> = active
            .iter()
            .map(|thread| Lane { number: (thread - first) as usize, x: value(*thread) })
            .collect();
        for (thread, result) in active.iter().zip(f(&lanes)) {
            expected[*thread as usize] = if *name == "lane_and_size" { result + wave } else { result };
        }
    }
    let shader = Shader::new(source).wave_size(wave).output(0, expected.bytes());
    // Lanes of which a shuffle reads no active lane have results that the shader ignores.
    let shader =
        if name.starts_with("shuffle") { shader.allow(dxil_run::FindingKind::InactiveLane) } else { shader };
    shader.check();
}

/// `subgroup_id` and `num_subgroups`.
fn indices() {
    let source = format!(
        "@group(0) @binding(0) var<storage, read_write> results: array<u32>;
        @compute @workgroup_size({THREADS})
        fn main(@builtin(local_invocation_index) i: u32, @builtin(subgroup_id) id: u32, @builtin(num_subgroups) count: u32) {{
            results[i] = id * 100u + count;
        }}"
    );
    for wave in WAVES {
        let expected: Vec<u32> = (0..THREADS).map(|i| i / wave * 100 + THREADS / wave).collect();
        Shader::new(source.clone()).wave_size(wave).output(0, expected.bytes()).check();
    }
}
