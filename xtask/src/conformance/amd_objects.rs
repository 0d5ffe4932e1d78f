//! `cargo xtask conformance amd-objects`: the stored objects of the project's own shaders beside what LLVM 22 makes of
//! them. Separate because the tests that execute these objects need no LLVM.

use std::process::Command;

use super::{Outcome, cargo};

/// Compiles the shaders and compares the objects; with `bless`, stores them.
pub fn amd_objects(bless: bool) -> Outcome {
    if Command::new("llc-22").arg("--version").output().is_err() {
        println!("skipped: llc-22 is not installed, so no objects were made");
        return Ok(());
    }
    let mut test = cargo::command(["test", "--quiet", "--package", "amdgpu-compile", "--test", "all", "--"]);
    test.args(["--nocapture", "objects::objects_are_what_llvm_makes"]).env("SHADER_LLVM", "1");
    if bless {
        test.env("BLESS", "1");
    }
    cargo::run(&mut test)
}
