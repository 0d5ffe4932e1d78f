//! The tessellator against the reference program of Direct3D's functional specification, of which counts and digests
//! of points and indices are kept, and against lists that are short enough to be checked by hand.

use dx_container::enums::{TessellatorDomain, TessellatorOutputPrimitive, TessellatorPartitioning};

use super::Pattern;
use super::factors::ONE;

type Row = (TessellatorDomain, TessellatorPartitioning, TessellatorOutputPrimitive, [usize; 2], u64);

const ISO_LINE: TessellatorDomain = TessellatorDomain::ISO_LINE;
const TRI: TessellatorDomain = TessellatorDomain::TRI;
const QUAD: TessellatorDomain = TessellatorDomain::QUAD;
const INTEGER: TessellatorPartitioning = TessellatorPartitioning::INTEGER;
const POW2: TessellatorPartitioning = TessellatorPartitioning::POW2;
const FRACTIONAL_ODD: TessellatorPartitioning = TessellatorPartitioning::FRACTIONAL_ODD;
const FRACTIONAL_EVEN: TessellatorPartitioning = TessellatorPartitioning::FRACTIONAL_EVEN;
const POINT: TessellatorOutputPrimitive = TessellatorOutputPrimitive::POINT;
const LINE: TessellatorOutputPrimitive = TessellatorOutputPrimitive::LINE;
const TRIANGLE_CW: TessellatorOutputPrimitive = TessellatorOutputPrimitive::TRIANGLE_CW;
const TRIANGLE_CCW: TessellatorOutputPrimitive = TessellatorOutputPrimitive::TRIANGLE_CCW;

/// What tessellator.cpp of the specification, of May 2012, gives for the factors of [`factors`]: how many points and
/// indices, and the FNV-1a digest of their counts, points (in units of 1 / 65,536) and indices as words.
const REFERENCE: &[Row] = &[
    (ISO_LINE, INTEGER, POINT, [666_523, 666_523], 0x29e4_fa85_d0f5_041b),
    (ISO_LINE, INTEGER, LINE, [666_523, 1_295_638], 0x74f9_e3e5_2acf_54ed),
    (ISO_LINE, POW2, POINT, [666_523, 666_523], 0x29e4_fa85_d0f5_041b),
    (ISO_LINE, POW2, LINE, [666_523, 1_295_638], 0x74f9_e3e5_2acf_54ed),
    (ISO_LINE, FRACTIONAL_ODD, POINT, [674_446, 674_446], 0x4d0a_b5c6_af26_4aa9),
    (ISO_LINE, FRACTIONAL_ODD, LINE, [674_446, 1_311_484], 0xea06_6355_f4b0_d899),
    (ISO_LINE, FRACTIONAL_EVEN, POINT, [675_020, 675_020], 0x0293_d4d0_b846_b736),
    (ISO_LINE, FRACTIONAL_EVEN, LINE, [675_020, 1_312_632], 0xec57_ed51_ce40_21b1),
    (TRI, INTEGER, POINT, [625_742, 625_742], 0xe2b8_26d3_d4ac_fda4),
    (TRI, INTEGER, TRIANGLE_CW, [625_742, 3_583_218], 0x3e4b_31aa_0900_3810),
    (TRI, INTEGER, TRIANGLE_CCW, [625_742, 3_583_218], 0x26eb_a95c_d25a_85d4),
    (TRI, POW2, POINT, [625_742, 625_742], 0xe2b8_26d3_d4ac_fda4),
    (TRI, POW2, TRIANGLE_CW, [625_742, 3_583_218], 0x3e4b_31aa_0900_3810),
    (TRI, POW2, TRIANGLE_CCW, [625_742, 3_583_218], 0x26eb_a95c_d25a_85d4),
    (TRI, FRACTIONAL_ODD, POINT, [636_777, 636_777], 0xd9c7_dd2e_e7e3_e883),
    (TRI, FRACTIONAL_ODD, TRIANGLE_CW, [636_777, 3_647_022], 0xb4e2_f08a_7985_3ebe),
    (TRI, FRACTIONAL_ODD, TRIANGLE_CCW, [636_777, 3_647_022], 0x529e_8d21_135b_3ee6),
    (TRI, FRACTIONAL_EVEN, POINT, [638_776, 638_776], 0xb2a5_1fef_be47_80d2),
    (TRI, FRACTIONAL_EVEN, TRIANGLE_CW, [638_776, 3_658_830], 0xe3c7_ee1d_ebab_f74e),
    (TRI, FRACTIONAL_EVEN, TRIANGLE_CCW, [638_776, 3_658_830], 0xbb6f_c0db_b7b5_0936),
    (QUAD, INTEGER, POINT, [682_342, 682_342], 0x6a8f_8ec3_7569_be76),
    (QUAD, INTEGER, TRIANGLE_CW, [682_342, 3_869_559], 0xa10d_2f34_7254_d7e2),
    (QUAD, INTEGER, TRIANGLE_CCW, [682_342, 3_869_559], 0x4111_ab20_4269_072a),
    (QUAD, POW2, POINT, [682_342, 682_342], 0x6a8f_8ec3_7569_be76),
    (QUAD, POW2, TRIANGLE_CW, [682_342, 3_869_559], 0xa10d_2f34_7254_d7e2),
    (QUAD, POW2, TRIANGLE_CCW, [682_342, 3_869_559], 0x4111_ab20_4269_072a),
    (QUAD, FRACTIONAL_ODD, POINT, [700_588, 700_588], 0xacb1_0811_c4e8_e0f1),
    (QUAD, FRACTIONAL_ODD, TRIANGLE_CW, [700_588, 3_975_768], 0xcf9c_e2bd_180e_1c0a),
    (QUAD, FRACTIONAL_ODD, TRIANGLE_CCW, [700_588, 3_975_768], 0xe243_a4c7_4a57_288e),
    (QUAD, FRACTIONAL_EVEN, POINT, [699_292, 699_292], 0x6c90_6627_11d7_06e6),
    (QUAD, FRACTIONAL_EVEN, TRIANGLE_CW, [699_292, 3_967_890], 0x58b0_a17d_d8d6_ec42),
    (QUAD, FRACTIONAL_EVEN, TRIANGLE_CCW, [699_292, 3_967_890], 0x9718_3132_79e4_5cce),
];

/// Sets of factors, of edges and inside, that are always the same: all of them quarters up to 65, then any.
fn factors() -> Vec<[f32; 6]> {
    const SPECIAL: [f32; 8] = [0.0, -1.0, f32::NAN, f32::INFINITY, 100.0, 0.5, 1.0, 64.0];
    let mut state = 1_u64;
    let mut next = |most: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u16::try_from((state >> 33) % most).unwrap()
    };
    let mut factor = || match next(16) {
        0 => SPECIAL[usize::from(next(8))],
        // Around one, in steps of half a unit.
        1..=3 => 1.0 + f32::from(next(8)) / 131_072.0,
        4..=8 => f32::from(next(64) + 1),
        _ => f32::from(next(64 * 66) + 1) / 64.0,
    };
    let quarters = (1..=260_u16).map(|quarters| [f32::from(quarters) / 4.0; 6]);
    quarters.chain((0..400).map(|_| std::array::from_fn(|_| factor()))).collect()
}

#[test]
fn points_and_indices_are_those_of_the_reference() {
    let factors = factors();
    for (domain, partitioning, output, counts, digest) in REFERENCE {
        let pattern = Pattern { domain: *domain, partitioning: *partitioning, output: *output };
        assert!(pattern.is_possible());
        let (mut found, mut hash) = ([0; 2], 0xcbf2_9ce4_8422_2325_u64);
        let mut add = |word: u32| {
            for byte in word.to_le_bytes() {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
            }
        };
        for set in &factors {
            let (edges, inside) = set.split_at(pattern.factors().0);
            let tessellation = pattern.tessellate(edges, inside);
            add(tessellation.points.len() as u32);
            tessellation.points.iter().flatten().for_each(|word| add(*word));
            add(tessellation.indices.len() as u32);
            tessellation.indices.iter().for_each(|index| add(*index));
            found = [found[0] + tessellation.points.len(), found[1] + tessellation.indices.len()];
        }
        assert_eq!((found, hash), (*counts, *digest), "{pattern:?}");
    }
}

#[test]
fn small_patches_by_hand() {
    const HALF: u32 = ONE / 2;
    let tessellate = |domain, output, edges: &[f32], inside: &[f32]| {
        let made = Pattern { domain, partitioning: INTEGER, output }.tessellate(edges, inside);
        (made.points, made.indices)
    };
    let corners = vec![[0, ONE], [0, 0], [ONE, 0]];
    assert_eq!(tessellate(TRI, TRIANGLE_CW, &[1.0; 3], &[1.0]), (corners.clone(), vec![0, 1, 2]));
    assert_eq!(tessellate(TRI, TRIANGLE_CCW, &[1.0; 3], &[1.0]), (corners.clone(), vec![0, 2, 1]));
    assert_eq!(tessellate(TRI, POINT, &[0.5; 3], &[0.0]), (corners, vec![0, 1, 2]));
    // Two parts on each side, around the point in the middle.
    let (points, indices) = tessellate(TRI, TRIANGLE_CW, &[2.0; 3], &[2.0]);
    let sides = [[0, ONE], [0, HALF], [0, 0], [HALF, 0], [ONE, 0], [HALF, HALF], [0x5555, 0x5555]];
    assert_eq!(points, sides);
    assert_eq!(indices, [0, 1, 6, 1, 2, 6, 2, 3, 6, 3, 4, 6, 4, 5, 6, 5, 0, 6]);
    let square = vec![[0, 0], [ONE, 0], [ONE, ONE], [0, ONE]];
    assert_eq!(tessellate(QUAD, TRIANGLE_CW, &[1.0; 4], &[1.0; 2]), (square, vec![0, 1, 3, 1, 2, 3]));
    // Two lines of two parts: none is where v is 1.
    let (points, indices) = tessellate(ISO_LINE, LINE, &[1.5, 2.0], &[]);
    assert_eq!(points, [[0, 0], [HALF, 0], [ONE, 0], [0, HALF], [HALF, HALF], [ONE, HALF]]);
    assert_eq!(indices, [0, 1, 1, 2, 3, 4, 4, 5]);
}

/// Whatever is asked for, there are at most as many points and triangles as 64 parts make.
#[test]
fn patches_are_culled_and_bounded() {
    for partitioning in [INTEGER, POW2, FRACTIONAL_ODD, FRACTIONAL_EVEN] {
        for domain in [ISO_LINE, TRI, QUAD] {
            let output = if domain == ISO_LINE { LINE } else { TRIANGLE_CW };
            let pattern = Pattern { domain, partitioning, output };
            for none in [0.0, -0.0, -1.0, f32::NAN, f32::NEG_INFINITY] {
                let mut edges = [2.0; 4];
                edges[pattern.factors().0 - 1] = none;
                let culled = pattern.tessellate(&edges, &[2.0; 2]);
                assert!(culled.points.is_empty() && culled.indices.is_empty());
            }
            let most = pattern.tessellate(&[f32::MAX; 4], &[f32::INFINITY; 2]);
            assert!(most.points.len() <= 65 * 65 && most.indices.len() <= 64 * 64 * 6, "{pattern:?}");
            let least = pattern.tessellate(&[f32::MIN_POSITIVE; 4], &[f32::NAN; 2]);
            assert!((2..=9).contains(&least.points.len()), "{pattern:?}: {}", least.points.len());
            // Every index is of a point, and every point is used.
            let mut used = vec![false; most.points.len()];
            most.indices.iter().for_each(|index| used[usize::try_from(*index).unwrap()] = true);
            assert!(used.iter().all(|is_used| *is_used), "{pattern:?}");
        }
    }
    let odd = |domain, output| Pattern { domain, partitioning: INTEGER, output }.is_possible();
    assert!(!odd(TRI, LINE) && !odd(ISO_LINE, TRIANGLE_CW) && !odd(TessellatorDomain::UNDEFINED, POINT));
}
