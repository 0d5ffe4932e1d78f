//! Executed WGSL shaders: each case has a name, and its expected values are computed without this crate.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    clippy::expect_used,
    clippy::format_push_string,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests fail by panicking"
)]

mod bounds;
mod builtins;
mod conversions;
mod draws;
mod errors;
mod flow;
mod glsl;
mod harness;
mod host_types;
mod layouts;
mod matrices;
mod mutations;
mod operators;
mod overrides;
mod programs;
mod subgroups;
mod tables;
mod variables;
mod workgroups;
mod zeros;

use std::process::ExitCode;

use libtest_mimic::Arguments;

fn main() -> ExitCode {
    let trials = [
        layouts::cases(),
        operators::cases(),
        conversions::cases(),
        builtins::cases(),
        programs::cases(),
        flow::cases(),
        variables::cases(),
        zeros::cases(),
        workgroups::cases(),
        subgroups::cases(),
        matrices::cases(),
        draws::cases(),
        errors::cases(),
        overrides::cases(),
        bounds::cases(),
        glsl::cases(),
        mutations::cases(),
    ]
    .into_iter()
    .flatten()
    .collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}
