//! Draws of WGSL programs with small pictures, whose pixels the cases compute without this crate.

mod drawing;
mod fragments;
mod resources;
mod sampling;
mod stages;
mod targets;
mod textures;
mod vertices;

use libtest_mimic::Trial;

use crate::harness::case;
use drawing::Draw;

pub(crate) fn cases() -> Vec<Trial> {
    let files = [
        vertices::draws(),
        fragments::draws(),
        textures::draws(),
        sampling::draws(),
        targets::draws(),
        resources::draws(),
        stages::draws(),
    ];
    (files.into_iter().flatten())
        .map(|(name, draw)| case(format!("draws/{name}"), move || draw.check()))
        .collect()
}

/// Named draws.
type Draws = Vec<(&'static str, Draw)>;

/// A function that returns the corners of a triangle that covers the whole target.
const COVER: &str = "
fn cover(i: u32) -> vec2<f32> {
    return vec2(f32(i & 1u), f32(i >> 1u)) * 4.0 - 1.0;
}
";

/// The vertex entry point of a triangle that covers the whole target.
const COVERING: &str = "
@vertex
fn v(@builtin(vertex_index) i: u32) -> @builtin(position) vec4<f32> {
    return vec4(vec2(f32(i & 1u), f32(i >> 1u)) * 4.0 - 1.0, 0.5, 1.0);
}
";

/// A draw that executes a fragment entry point for each pixel.
fn covering(fragment: &str) -> Draw {
    Draw::new(&format!("{fragment}{COVERING}"), 3)
}

/// The center of a pixel.
fn center(x: u16, y: u16) -> [f32; 2] {
    [f32::from(x) + 0.5, f32::from(y) + 0.5]
}
