//! `cargo xtask conformance naga`: compiles the snapshot inputs of naga, checks the interfaces of their stages, and
//! compares the verdicts with the stored verdicts. Separate because the inputs are in public repositories, and only
//! names and verdicts are stored.

mod oracles;

use std::fs;
use std::process::Command;

use super::verdicts::{expect_stored, printed_by};
use super::{Outcome, root, text};
use crate::cargo;

/// The example that loads DXIL into wgpu, a workspace outside of this one.
const EXAMPLE: &str = "examples/wgpu-passthrough/Cargo.toml";
/// The target on which wgpu compiles its Direct3D 12 back end.
const WINDOWS: &str = "x86_64-pc-windows-msvc";

/// The table of verdicts.
const TABLE: &str = "tests/conformance/naga.tsv";

const HEAD: &str = "# naga's snapshot inputs, compiled by naga-dxil; written by
#   `cargo xtask conformance naga FOLDER… --bless`. FOLDER is snapshot/testdata/in of gogpu/naga (WGSL), or
#   naga/tests/in/spv or naga/tests/in/glsl of gfx-rs/wgpu.
# verdict of an entry point: valid, if the container passes `validate`; the error of naga or naga-dxil otherwise
# verdict of a pair of stages, whose file is the snapshot without the extension: matches, if the pair passes
#   `check-interface`; the finding otherwise. A pair fits if the fragment stage reads only outputs of the first stage.
# file	stage	entry	verdict
";

/// Compiles the sources of the folders, and compares or stores the verdicts; compiles the example for wgpu; executes
/// the compute entry points, and compares with the oracles.
pub fn naga(folders: &[&str], is_blessing: bool) -> Outcome {
    verdicts(folders, is_blessing)?;
    check_example()?;
    oracles::oracles(folders, is_blessing)
}

/// Checks that the example compiles on this system, and on Windows if the toolchain has the target.
fn check_example() -> Outcome {
    let target = cargo::target_dir()?.join("wgpu-passthrough");
    let check = || {
        let mut command = cargo::command(["check", "--quiet", "--locked", "--manifest-path", EXAMPLE]);
        command.arg("--target-dir").arg(&target);
        command
    };
    cargo::run(&mut check())?;
    println!("{EXAMPLE} compiles on this system");
    let mut installed = Command::new("rustup");
    let installed = installed.args(["target", "list", "--installed"]).output();
    let is_installed = installed
        .is_ok_and(|output| String::from_utf8_lossy(&output.stdout).lines().any(|target| target == WINDOWS));
    if !is_installed {
        println!("{EXAMPLE} is not checked for Windows: `rustup target add {WINDOWS}` installs the target");
        return Ok(());
    }
    cargo::run(check().args(["--target", WINDOWS]))?;
    println!("{EXAMPLE} compiles for {WINDOWS}");
    Ok(())
}

/// Compiles the sources of the folders, and compares or stores the verdicts.
fn verdicts(folders: &[&str], is_blessing: bool) -> Outcome {
    let rows = printed_by("naga-dxil", "compile_folder", folders)?;
    let is_pair = |row: &&String| row.split('\t').nth(1).is_some_and(|stage| stage.contains('+'));
    let pairs = rows.iter().filter(is_pair).count();
    let count = |verdict: &str| rows.iter().filter(|row| row.ends_with(verdict)).count();
    let counts = format!(
        "{} of {} entry points are valid, and {} of {pairs} pairs match",
        count("\tvalid"),
        rows.len() - pairs,
        count("\tmatches")
    );
    println!("{counts}");
    if is_blessing {
        return fs::write(root().join(TABLE), format!("{HEAD}# {counts}\n{}\n", rows.join("\n")))
            .map_err(text);
    }
    expect_stored(&rows, TABLE, str::to_owned)
}
