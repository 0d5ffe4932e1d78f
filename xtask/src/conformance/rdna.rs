//! `cargo xtask conformance rdna`: the decoder of the tests' interpreter beside LLVM 22's disassembler, over encodings
//! at random and real code. Separate because nothing of it is stored: both are asked each time.

use std::process::Command;

use super::{Outcome, cargo};

/// Runs the tests that need LLVM; with `bless`, they store the lists that others compare with.
pub fn rdna(bless: bool) -> Outcome {
    if Command::new("llvm-mc-22").arg("--version").output().is_err() {
        println!("skipped: llvm-mc-22 is not installed, so nothing was compared with LLVM");
        return Ok(());
    }
    let mut test = cargo::command(["test", "--quiet", "--package", "rdna", "--test", "all", "--"]);
    test.args(["--nocapture", "decoding::"]).env("SHADER_LLVM", "1");
    if bless {
        test.env("BLESS", "1");
    }
    cargo::run(&mut test)
}
