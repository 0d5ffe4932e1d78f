//! Rules of what is fixed, by plain arithmetic: each pixel of a fan once, lines and points, clipping, interpolation,
//! assembly.

mod merging;
mod samples;

use std::collections::BTreeMap;
use std::sync::Arc;

use dx_container::enums::InterpolationMode;

use super::area::Area;
use super::assembly::{Assembler, Topology};
use super::clipping::{clip, is_culled};
use super::raster::{cover, is_clockwise};
use super::state::LineMode;
use super::viewport::Viewport;
use dxil_run::Scalar;
use dxil_run::interpolation::{CENTRE, Corner, Primitive, within};
use dxil_run::sample_pattern::Samples;

const AREA: Area = Area { from: [0, 0], to: [32 * 256, 24 * 256] };

/// A corner at subpixels of the target.
fn corner(at: [i64; 2], vertex: usize) -> Corner {
    let mut shares = [0.0; 3];
    shares[vertex] = 1.0;
    Corner { at, depth: 0.5, by_w: 1.0, shares }
}

/// How often each pixel is covered by primitives with corners at these subpixels.
fn covered(primitives: &[Vec<[i64; 2]>]) -> BTreeMap<[i32; 2], u32> {
    let mut pixels = BTreeMap::new();
    for primitive in primitives {
        let corners: Vec<_> = primitive.iter().enumerate().map(|(vertex, at)| corner(*at, vertex)).collect();
        cover(&corners, AREA, &Samples::default(), LineMode::Aliased, |quad| {
            for (bit, pixel) in quad.pixels().into_iter().enumerate() {
                if quad.covered[bit] != 0 {
                    *pixels.entry(pixel).or_default() += 1;
                }
            }
        });
    }
    pixels
}

/// Numbers that are always the same and look like none in particular.
fn numbers(seed: u64) -> impl FnMut(i64) -> i64 {
    let mut state = seed;
    move |most| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from(state >> 33).unwrap() % most
    }
}

#[test]
fn fans_cover_each_pixel_once() {
    let [right, bottom] = [32 * 256, 24 * 256];
    let mut number = numbers(1);
    for round in 0..200 {
        // The middle is anywhere, often on the centre of a pixel, or on an edge through some.
        let mut middle = [number(right), number(bottom)];
        if round % 2 == 0 {
            middle = middle.map(|at| at / 256 * 256 + 128);
        }
        let mut border =
            vec![[0, 0], [number(right), 0], [right, 0], [right, number(bottom)], [right, bottom]];
        border.extend([[number(right), bottom], [0, bottom], [0, number(bottom)]]);
        if round % 3 == 0 {
            border.reverse();
        }
        let fan: Vec<_> =
            (0..border.len()).map(|at| vec![middle, border[at], border[(at + 1) % border.len()]]).collect();
        let pixels = covered(&fan);
        assert_eq!(pixels.len(), 32 * 24, "round {round}");
        assert!(pixels.values().all(|count| *count == 1), "round {round}");
    }
}

#[test]
fn the_top_left_rule() {
    // The corners are centres: those on the top and on the left belong to the square, others do not.
    let [a, b, c, d] = [[128, 128], [640, 128], [640, 640], [128, 640]];
    let square = covered(&[vec![a, b, c], vec![a, c, d]]);
    let expected: Vec<_> = [[0, 0], [0, 1], [1, 0], [1, 1]].map(|pixel| (pixel, 1)).into();
    assert_eq!(square.into_iter().collect::<Vec<_>>(), expected);
    // A triangle without area covers nothing.
    assert!(covered(&[vec![a, b, [1280, 128]]]).is_empty());
}

#[test]
fn sides_of_triangles() {
    let turn = |corners: [[i64; 2]; 3]| {
        let corners: Vec<_> = corners.iter().map(|at| corner(*at, 0)).collect();
        is_clockwise(&corners)
    };
    assert_eq!(turn([[0, 0], [256, 0], [256, 256]]), Some(true));
    assert_eq!(turn([[0, 0], [256, 256], [256, 0]]), Some(false));
    assert_eq!(turn([[0, 0], [256, 256], [512, 512]]), None);
}

#[test]
fn lines_leave_diamonds() {
    let line = |from: [i64; 2], to: [i64; 2]| covered(&[vec![from, to]]).into_keys().collect::<Vec<_>>();
    // From centre to centre: the last pixel is not left.
    assert_eq!(line([128, 128], [896, 128]), [[0, 0], [1, 0], [2, 0]]);
    assert_eq!(line([896, 128], [128, 128]), [[1, 0], [2, 0], [3, 0]]);
    assert_eq!(line([128, 128], [128, 896]), [[0, 0], [0, 1], [0, 2]]);
    // From corner to corner of pixels, along the diagonal.
    assert_eq!(line([0, 0], [768, 768]), [[0, 0], [1, 1], [2, 2]]);
    // Within one diamond, nothing is left.
    assert!(line([100, 128], [150, 128]).is_empty());
    // Lines that follow each other cover no pixel twice, and all that one line does.
    let parts = covered(&[vec![[128, 128], [1000, 300]], vec![[1000, 300], [4000, 2000]]]);
    assert!(parts.values().all(|count| *count == 1));
    // One pixel in each column of a line that is not steep.
    let mut number = numbers(2);
    for _ in 0..100 {
        let (top, bottom) = (number(24 * 256), number(24 * 256));
        let columns: Vec<_> = line([-256, top], [33 * 256, bottom]).into_iter().map(|[x, _]| x).collect();
        assert_eq!(columns, (0..32).collect::<Vec<_>>(), "from {top} to {bottom}");
    }
}

#[test]
fn points_are_one_pixel() {
    let point = |at: [i64; 2]| covered(&[vec![at]]).into_keys().collect::<Vec<_>>();
    for (at, pixel) in [([128, 128], [0, 0]), ([1, 1], [0, 0]), ([256, 256], [0, 0]), ([257, 256], [1, 0])] {
        assert_eq!(point(at), [pixel], "{at:?}");
    }
    assert!(point([0, 128]).is_empty());
    assert!(point([33 * 256, 128]).is_empty());
}

#[test]
fn attributes_are_those_of_arithmetic() {
    let corners = [([0, 0], 1.0), ([8 * 256, 0], 0.5), ([0, 8 * 256], 0.25)];
    let corners: Vec<_> = corners
        .iter()
        .enumerate()
        .map(|(vertex, (at, by_w))| Corner { by_w: *by_w, ..corner(*at, vertex) })
        .collect();
    let words: Vec<u32> = [1.0_f32, 3.0, -5.0].map(f32::to_bits).into();
    let primitive = Primitive {
        corners: corners.into(),
        attributes: Arc::from(words),
        scalars: 1,
        ..Primitive::default()
    };
    for [x, y] in [[0, 0], [1, 0], [0, 5], [3, 3], [6, 1]] {
        let attribute = |mode| {
            let word = primitive.attribute(0, mode, within([x, y], [CENTRE; 2]), Scalar::F32);
            f64::from(f32::from_bits(word))
        };
        let [b, c] = [x, y].map(|at| (f64::from(at) + 0.5) / 8.0);
        let a = 1.0 - b - c;
        let flat = a + b * 3.0 - c * 5.0;
        let deep = (a + b * 0.5 * 3.0 - c * 0.25 * 5.0) / (a + b * 0.5 + c * 0.25);
        assert!((attribute(InterpolationMode::LINEAR_NOPERSPECTIVE) - flat).abs() < 1e-6);
        assert!((attribute(InterpolationMode::LINEAR) - deep).abs() < 1e-6);
        assert!((primitive.w(within([x, y], [CENTRE; 2])) - 1.0 / (a + b * 0.5 + c * 0.25)).abs() < 1e-9);
        assert_eq!(attribute(InterpolationMode::CONSTANT).to_bits(), 1.0_f64.to_bits());
    }
}

#[test]
fn clipping_keeps_what_is_inside() {
    let viewport = Viewport::of([32, 24]);
    let near = [[-1.0, -1.0, -1.0, 1.0], [1.0, -1.0, 1.0, 1.0], [0.0, 1.0, 1.0, 1.0]];
    let cut = clip(&near, &[], &viewport, true);
    assert_eq!(cut.len(), 4);
    for corner in &cut {
        let depth: f64 = corner.shares.iter().zip([-1.0, 1.0, 1.0]).map(|(share, z)| share * z).sum();
        assert!(depth >= 0.0 && (corner.depth - depth).abs() < 1e-12);
        assert!((corner.shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }
    // What is inside stays as it is, and what is behind is gone.
    let inside = near.map(|[x, y, _, w]| [x, y, 0.5, w]);
    let places: Vec<_> = clip(&inside, &[], &viewport, true).iter().map(|corner| corner.at).collect();
    assert_eq!(places, [[0, 24 * 256], [32 * 256, 24 * 256], [16 * 256, 0]]);
    assert!(clip(&near.map(|[x, y, _, w]| [x, y, -0.5, w]), &[], &viewport, true).is_empty());
    assert!(clip(&near.map(|[x, y, _, _]| [x, y, 0.0, 0.0]), &[], &viewport, true).is_empty());
    assert!(clip(&near.map(|[_, y, z, w]| [f32::NAN, y, z, w]), &[], &viewport, true).is_empty());
    // The middle of a line with distances of both signs.
    let ends = [[-1.0, 0.0, 0.5, 1.0], [1.0, 0.0, 0.5, 1.0]];
    let half = clip(&ends, &[vec![-1.0], vec![1.0]], &viewport, true);
    assert_eq!(
        half.iter().map(|corner| corner.at).collect::<Vec<_>>(),
        [[16 * 256, 12 * 256], [32 * 256, 12 * 256]]
    );
    // Far beyond what can be counted, the sides are cut.
    let huge = near.map(|[x, y, _, w]| [x * 1e30, y * 1e30, 0.5, w]);
    assert!(
        clip(&huge, &[], &viewport, true)
            .iter()
            .flat_map(|corner| corner.at)
            .all(|at| at.abs() <= 32_768 * 256 + 1)
    );
    assert!(is_culled(&[vec![-1.0, 1.0], vec![f32::NAN, 1.0]]));
    assert!(!is_culled(&[vec![-1.0, 1.0], vec![1.0, -1.0]]) && !is_culled(&[vec![], vec![]]));
}

#[test]
fn vertices_make_primitives() {
    let made = |topology, vertices: &[i32]| {
        let mut assembler = Assembler::new(topology);
        let mut made = Vec::new();
        for vertex in vertices {
            match vertex {
                -1 => made.extend(assembler.cut()),
                vertex => made.extend(assembler.push(*vertex)),
            }
        }
        made.extend(assembler.cut());
        made
    };
    assert_eq!(made(Topology::PointList, &[4, 5]), [[4], [5]]);
    assert_eq!(made(Topology::LineList, &[0, 1, 2, 3, 4]), [[0, 1], [2, 3]]);
    assert_eq!(made(Topology::LineStrip, &[0, 1, 2, -1, 3, 4]), [[0, 1], [1, 2], [3, 4]]);
    assert_eq!(made(Topology::TriangleList, &[0, 1, 2, 3, 4, 5, 6]), [[0, 1, 2], [3, 4, 5]]);
    let strip = made(Topology::TriangleStrip, &[0, 1, 2, 3, 4, -1, 5, 6, 7]);
    assert_eq!(strip, [[0, 1, 2], [1, 3, 2], [2, 3, 4], [5, 6, 7]]);
    assert_eq!(made(Topology::PatchList(4), &[0, 1, 2, 3, 4]), [[0, 1, 2, 3]]);
    let lines = made(Topology::LineListAdjacency, &[0, 1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(lines, [[0, 1, 2, 3], [4, 5, 6, 7]]);
    let lines = made(Topology::LineStripAdjacency, &[0, 1, 2, 3, 4, -1, 5, 6, 7]);
    assert_eq!(lines, [[0, 1, 2, 3], [1, 2, 3, 4]]);
    assert_eq!(Topology::LineStripAdjacency.inner(vec![0, 1, 2, 3]), [1, 2]);
    let triangles = made(Topology::TriangleListAdjacency, &[0, 1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(triangles, [[0, 1, 2, 3, 4, 5]]);
    assert_eq!(Topology::TriangleListAdjacency.inner(vec![0, 1, 2, 3, 4, 5]), [0, 2, 4]);
    // Of a strip: each side is followed by the vertex beyond it, that of the triangle before, of the one behind, or one
    // of its own.
    let strip = made(Topology::TriangleStripAdjacency, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(strip, [[0, 1, 2, 6, 4, 3], [2, 5, 6, 8, 4, 0], [4, 2, 6, 9, 8, 7]]);
    let strips = made(Topology::TriangleStripAdjacency, &[0, 1, 2, 3, 4, 5, -1, 6, 7, 8, 9, 10]);
    assert_eq!(strips, [[0, 1, 2, 5, 4, 3]]);
}
