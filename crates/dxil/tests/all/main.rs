//! The tests of `dxil`, one file a subject; `everything` and `program` make what several of them take apart.

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

mod assemble;
mod built_shaders;
mod derive;
mod derive_functions;
mod derive_rdat;
mod emit;
mod everything;
mod handles;
mod mangled_programs;
mod ops;
mod packing;
mod program;
mod shader;
mod shapes;
mod stripped;
mod view_id;

use std::process::ExitCode;

use testkit::heap::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

fn main() -> ExitCode {
    testkit::run(&[
        assemble::TESTS,
        built_shaders::TESTS,
        derive::TESTS,
        derive::refused::TESTS,
        derive::small::TESTS,
        derive_functions::TESTS,
        derive_rdat::TESTS,
        emit::TESTS,
        handles::TESTS,
        mangled_programs::TESTS,
        ops::TESTS,
        packing::TESTS,
        shader::TESTS,
        shapes::TESTS,
        stripped::TESTS,
        view_id::TESTS,
        view_id::bad_input::TESTS,
        view_id::cases::TESTS,
    ])
}
