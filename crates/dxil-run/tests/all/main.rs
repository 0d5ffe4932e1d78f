//! The tests of `dxil-run`, one file a subject.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests fail by panicking"
)]

mod arithmetic;
mod atomics;
mod buffers;
mod cases;
mod checks;
mod corpus;
mod cubes;
mod drawn;
mod draws;
mod fixed_functions;
mod flow;
mod formats;
mod functions;
mod geometry;
mod groups;
mod growth;
mod merging;
mod meshes;
mod orders;
mod pipelines;
mod races;
mod ray_queries;
mod reconvergence;
mod sampling;
mod shaders;
mod stages;
mod tessellation;
mod textured;
mod textures;
mod watching;
mod waves;

use std::process::ExitCode;

use testkit::heap::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

fn main() -> ExitCode {
    testkit::run(&[
        arithmetic::TESTS,
        atomics::TESTS,
        buffers::TESTS,
        cases::TESTS,
        checks::TESTS,
        corpus::TESTS,
        cubes::TESTS,
        draws::TESTS,
        fixed_functions::TESTS,
        flow::TESTS,
        formats::TESTS,
        geometry::TESTS,
        groups::TESTS,
        growth::TESTS,
        merging::TESTS,
        meshes::TESTS,
        orders::TESTS,
        pipelines::TESTS,
        races::TESTS,
        ray_queries::TESTS,
        reconvergence::TESTS,
        sampling::TESTS,
        tessellation::TESTS,
        textured::TESTS,
        textures::TESTS,
        watching::TESTS,
        waves::TESTS,
    ])
}
