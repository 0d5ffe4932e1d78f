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
