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
mod checks;
mod corpus;
mod cubes;
mod emitted;
mod flow;
mod formats;
mod functions;
mod groups;
mod growth;
mod matrices;
mod races;
mod ray_queries;
mod reconvergence;
mod sampling;
mod shaders;
mod textures;
mod vector_programs;
mod vectors;
mod watching;
mod waves;

use std::process::ExitCode;

use testkit::heap::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

fn main() -> ExitCode {
    testkit::run(&[
        arithmetic::TESTS,
        arithmetic::vectors::TESTS,
        atomics::TESTS,
        buffers::TESTS,
        checks::TESTS,
        corpus::TESTS,
        cubes::TESTS,
        emitted::TESTS,
        flow::TESTS,
        formats::TESTS,
        groups::TESTS,
        growth::TESTS,
        matrices::TESTS,
        races::TESTS,
        ray_queries::TESTS,
        reconvergence::TESTS,
        sampling::TESTS,
        textures::TESTS,
        vector_programs::TESTS,
        vectors::TESTS,
        watching::TESTS,
        waves::TESTS,
    ])
}
