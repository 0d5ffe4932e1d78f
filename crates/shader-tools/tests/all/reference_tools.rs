//! The program under the names of DXC's tools: `dxa` assembles, and `dxc -dumpbin` lists.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use testkit::{Failed, Test, corpus, tests};

pub(crate) const TESTS: &[Test] = tests![dxa_assembles_and_extracts, dxc_lists];

/// Runs the program in `folder` under another name.
fn run_as(name: &str, folder: &Path, arguments: &[&str]) -> Result<Output, Failed> {
    let tool = folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    if !tool.exists() {
        // A copy cannot be executed while another test starts a process, which inherits the file that is written.
        fs::hard_link(env!("CARGO_BIN_EXE_shader-tools"), &tool)?;
    }
    Ok(Command::new(tool).current_dir(folder).args(arguments).output()?)
}

fn text(output: &Output) -> Result<String, Failed> {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8(output.stdout.clone())?)
}

fn dxa_assembles_and_extracts() -> Result<(), Failed> {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR"))?;
    let folder = folder.path();
    let shader = fs::read(corpus::root().join("examples/triangle_ps_debug.dxil"))?;
    fs::write(folder.join("a.dxil"), shader)?;

    let parts = text(&run_as("dxa", folder, &["-listparts", "a.dxil"])?)?;
    assert!(parts.starts_with("Part count: ") && parts.contains(" - DXIL ("), "{parts}");
    let files = text(&run_as("dxa", folder, &["--listfiles", "a.dxil"])?)?;
    assert_eq!(files, "triangle.hlsl\r\n");
    let source = text(&run_as("dxa", folder, &["-extractfile=*", "a.dxil"])?)?;
    assert!(source.contains("PSMain"), "{source}");

    let written = text(&run_as("dxa", folder, &["-extractpart", "module", "a.dxil", "-o", "a.bc"])?)?;
    assert!(written.ends_with(" bytes written to a.bc\n"), "{written}");
    assert!(fs::read(folder.join("a.bc"))?.starts_with(b"BC\xc0\xde"));
    let assembled = text(&run_as("dxa", folder, &["a.bc"])?)?;
    assert_eq!(assembled, "Assembly succeeded.\nOutput written to \"a.dxbc\"\n");
    let container = fs::read(folder.join("a.dxbc"))?;
    assert!(container.starts_with(b"DXBC") && container[4..20] == [0; 16], "unsigned, as by dxa");

    for (arguments, expected) in [
        (&["-nothing"][..], "Unknown command line argument '-nothing'"),
        (&["-dumprs", "a.dxil"], "`shader-tools inspect` shows the root signature"),
        (&["-extractpart=PRIV", "a.dxil"], "no part PRIV"),
        (&["-listparts", "--", "-a.dxil"], "no such file or folder"),
        (&["-extractfile=b.hlsl", "a.dxil"], "-listfiles lists them"),
        (&["missing.ll"], "no such file or folder"),
    ] {
        let output = run_as("dxa", folder, arguments)?;
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(1) && message.contains(expected), "{arguments:?}: {message}");
    }
    Ok(())
}

fn dxc_lists() -> Result<(), Failed> {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR"))?;
    let folder = folder.path();
    let shader = corpus::root().join("examples/triangle_ps.dxil");
    fs::copy(&shader, folder.join("a.dxil"))?;
    let mut dis = Command::new(env!("CARGO_BIN_EXE_shader-tools"));
    let listing = text(&dis.arg("dis").arg(&shader).output()?)?;
    assert_eq!(text(&run_as("dxc", folder, &["-dumpbin", "a.dxil"])?)?, listing);
    assert_eq!(text(&run_as("dxc", folder, &["-dumpbin", "-Fc", "a.ll", "a.dxil"])?)?, "");
    assert_eq!(text(&run_as("dxc", folder, &["-dumpbin", "-Fcjoined.ll", "a.dxil"])?)?, "");
    assert_eq!(fs::read(folder.join("joined.ll"))?, fs::read(folder.join("a.ll"))?);
    assert!(text(&run_as("dxc", folder, &["-help"])?)?.starts_with("usage: dxc -dumpbin"));
    assert_eq!(fs::read_to_string(folder.join("a.ll"))?, listing);
    let refused = run_as("dxc", folder, &["-T", "ps_6_0", "a.hlsl"])?;
    let message = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(refused.status.code() == Some(1) && message.contains("does not compile HLSL"), "{message}");
    Ok(())
}
