//! Samples: where they are, and which of them primitives cover.

use std::collections::BTreeMap;

use super::{AREA, corner, numbers};
use crate::pixels::centroid;
use crate::raster::cover;
use crate::state::LineMode;
use dxil_run::interpolation::within;
use dxil_run::sample_pattern::Samples;

/// How often each sample of each pixel is covered by primitives with corners at these subpixels.
fn covered(
    primitives: &[Vec<[i64; 2]>],
    samples: &Samples,
    lines: LineMode,
) -> BTreeMap<([i32; 2], u32), u32> {
    let mut all = BTreeMap::new();
    for primitive in primitives {
        let corners: Vec<_> =
            primitive.iter().enumerate().map(|(vertex, at)| corner(*at, vertex % 3)).collect();
        cover(&corners, AREA, samples, lines, |quad| {
            for (pixel, covered) in quad.pixels().into_iter().zip(quad.covered) {
                for sample in (0..samples.count()).filter(|sample| covered >> sample & 1 != 0) {
                    *all.entry((pixel, sample)).or_default() += 1;
                }
            }
        });
    }
    all
}

#[test]
fn patterns_are_the_standard_ones() {
    for count in [1, 2, 4, 8, 16] {
        let samples = Samples::of(count).unwrap();
        assert_eq!(samples.count(), count);
        let mut places = samples.places().to_vec();
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), count as usize);
        // Of more than one, no two are in one row or one column, and their middle is near the pixel's.
        for axis in [0, 1] {
            let along: std::collections::BTreeSet<_> = places.iter().map(|place| place[axis]).collect();
            assert_eq!(along.len(), count as usize);
            assert!(along.iter().all(|at| (0..256).contains(at)));
        }
    }
    for count in [0, 3, 5, 32, u32::MAX] {
        assert!(Samples::of(count).is_none());
    }
    // The first samples of 2 and 4, in pixels.
    assert_eq!(Samples::of(2).unwrap().places(), [[192, 192], [64, 64]]);
    assert_eq!(Samples::of(4).unwrap().places(), [[96, 32], [224, 96], [32, 160], [160, 224]]);
}

#[test]
fn fans_cover_each_sample_once() {
    let [right, bottom] = [32 * 256, 24 * 256];
    for count in [2, 4, 8, 16] {
        let samples = Samples::of(count).unwrap();
        let mut number = numbers(u64::from(count));
        for round in 0..40 {
            // Often on a sample, or so that a side is.
            let mut middle = [number(right), number(bottom)];
            if round % 2 == 0 {
                middle = middle.map(|at| at / 16 * 16);
            }
            let border = [
                [0, 0],
                [number(right), 0],
                [right, 0],
                [right, bottom],
                [number(right), bottom],
                [0, bottom],
            ];
            let fan: Vec<_> = (0..border.len())
                .map(|at| vec![middle, border[at], border[(at + 1) % border.len()]])
                .collect();
            let all = covered(&fan, &samples, LineMode::Aliased);
            assert_eq!(all.len(), 32 * 24 * count as usize, "{count} samples, round {round}");
            assert!(all.values().all(|times| *times == 1), "{count} samples, round {round}");
        }
    }
}

#[test]
fn triangles_cover_what_arithmetic_says() {
    let mut number = numbers(5);
    let samples = Samples::of(4).unwrap();
    for _ in 0..100 {
        let corners = [(); 3].map(|()| [number(40 * 256) - 1024, number(30 * 256) - 768]);
        let found = covered(&[corners.to_vec()], &samples, LineMode::Aliased);
        let turn = |[a, b, c]: [[i64; 2]; 3]| (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        let [a, b, c] = corners;
        let [a, b, c] = if turn(corners) < 0 { [a, c, b] } else { [a, b, c] };
        for (pixel, sample) in
            (0..24).flat_map(|y| (0..32).map(move |x| [x, y])).flat_map(|at| (0..4).map(move |s| (at, s)))
        {
            let place = within(pixel, samples.place(sample));
            let sides = [[a, b], [b, c], [c, a]].map(|[from, to]| {
                let value = turn([from, to, place]);
                let is_top_left = to[1] < from[1] || to[1] == from[1] && to[0] > from[0];
                value > 0 || value == 0 && is_top_left
            });
            let is_covered = turn([a, b, c]) != 0 && sides == [true; 3];
            assert_eq!(
                found.contains_key(&(pixel, sample)),
                is_covered,
                "{corners:?} at {pixel:?}, {sample}"
            );
        }
    }
}

#[test]
fn points_and_lines_of_samples() {
    let samples = Samples::of(4).unwrap();
    // A point in the middle of a pixel covers all its samples; one on its corner a part of four pixels.
    let all = |pixel: [i32; 2]| (0..4).map(|sample| (pixel, sample)).collect::<Vec<_>>();
    let found = covered(&[vec![[128, 128]]], &samples, LineMode::Aliased);
    assert_eq!(found.into_keys().collect::<Vec<_>>(), all([0, 0]));
    assert_eq!(covered(&[vec![[256, 256]]], &samples, LineMode::Aliased).len(), 4);
    // Lines that are not rectangles have all samples of their pixels.
    let line = vec![[128, 128], [896, 128]];
    let found = covered(std::slice::from_ref(&line), &samples, LineMode::Aliased);
    assert_eq!(found.len(), 3 * 4);
    // Rectangles are 1.4 pixels high: from 0.5 - 0.7 to 0.5 + 0.7 along y, from 0.5 to 3.5 along x.
    let found = covered(&[line], &samples, LineMode::Quadrilateral);
    for ([x, y], sample) in (0..4).flat_map(|x| (0..2).flat_map(move |y| (0..4).map(move |s| ([x, y], s)))) {
        let [at_x, at_y] = within([x, y], samples.place(sample)).map(|at| at as f64 / 256.0);
        let is_covered = (0.5..3.5).contains(&at_x) && at_y < 1.2;
        assert_eq!(found.contains_key(&([x, y], sample)), is_covered, "{x}, {y}, {sample}");
    }
    assert!(covered(&[vec![[128, 128], [128, 128]]], &samples, LineMode::Quadrilateral).is_empty());
}

#[test]
fn centroids_are_covered() {
    let samples = Samples::of(4).unwrap();
    let all = u32::MAX;
    assert_eq!(centroid(0xf, all, &samples), [128; 2]);
    assert_eq!(centroid(0, all, &samples), [128; 2]);
    assert_eq!(centroid(0b0110, all, &samples), samples.place(1));
    assert_eq!(centroid(0b1000, all, &samples), samples.place(3));
    // The mask counts where not all is covered, and where nothing is.
    assert_eq!(centroid(0xf, 0b0100, &samples), [128; 2]);
    assert_eq!(centroid(0b0110, 0b1100, &samples), samples.place(2));
    assert_eq!(centroid(0b0011, 0b1100, &samples), samples.place(2));
    assert_eq!(centroid(0, 0b1100, &samples), samples.place(2));
    assert_eq!(centroid(0, 0, &samples), [128; 2]);
}
