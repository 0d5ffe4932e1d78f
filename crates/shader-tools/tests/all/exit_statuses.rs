//! The exit statuses of verbs for files that they cannot use: one table of verbs and situations.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use testkit::{Failed, Limits, Test, corpus, tests};

pub(crate) const TESTS: &[Test] = tests![
    verbs_have_the_exit_statuses_of_the_table within Limits::seconds(60, "it runs the program 225 times")
];

/// The files of the situations, in the order of the columns of [`VERBS`].
const SITUATIONS: [&str; 9] = [
    "missing.dxil", // does not exist
    "empty.dxil",
    "truncated.dxil", // half of a container
    "other.dxil",     // not a shader
    "truncated.ll",   // half of a text
    "syntax.ll",      // a text with a syntax error
    "type.ll",        // a text in which a return has the wrong type
    "tokens.dxbc",    // a valid container with a pixel shader of shader model 5
    "valid.dxil",     // a valid container with a DXIL compute shader
];

/// The arguments of each verb, which the file follows, and the exit status for each situation. 3: the file is missing,
/// cannot be read, or is not supported. 1: the verb finds nothing in the file, or a difference.
const VERBS: [(&str, [i32; SITUATIONS.len()]); 26] = [
    ("amd inspect", [3, 3, 3, 3, 3, 3, 3, 3, 3]),
    ("as -o %out", [3, 3, 3, 3, 3, 3, 3, 3, 0]),
    ("cfg", [3, 3, 3, 3, 3, 3, 3, 0, 0]),
    ("check-interface valid.dxil", [3, 3, 3, 3, 3, 3, 3, 1, 1]),
    ("convert -o %out", [3, 3, 3, 3, 3, 3, 3, 0, 3]),
    ("derive -o %out", [3, 3, 3, 3, 3, 3, 3, 3, 0]),
    ("diff valid.dxil", [3, 3, 3, 3, 3, 3, 3, 1, 0]),
    ("dis", [3, 3, 3, 3, 3, 3, 3, 0, 0]),
    ("find Sample", [3, 3, 3, 3, 3, 3, 3, 0, 1]),
    ("inspect", [3, 3, 3, 3, 3, 3, 3, 0, 0]),
    ("link -T lib_6_6 -o %out", [3, 3, 3, 3, 3, 3, 3, 3, 3]),
    ("lower -o %out", [3, 3, 3, 3, 3, 3, 3, 3, 3]),
    ("ls", [3, 3, 3, 3, 3, 3, 3, 0, 0]),
    ("parts get --private -o %out", [3, 3, 3, 3, 3, 3, 3, 1, 1]),
    ("parts list", [3, 3, 3, 3, 3, 3, 3, 0, 0]),
    ("pdb list", [3, 3, 3, 3, 3, 3, 3, 1, 1]),
    ("reflect", [3, 3, 3, 3, 3, 3, 3, 0, 0]),
    ("report -o %out", [3, 3, 3, 3, 3, 3, 3, 0, 0]),
    ("roundtrip --through container", [3, 3, 3, 3, 3, 3, 3, 0, 0]),
    (
        "run --dispatch 1 --bind b0=zeros:256 --bind t0,space1=zeros:64 --bind u0=zeros:64 --bind u1=zeros:64",
        [3, 3, 3, 3, 3, 3, 3, 2, 0],
    ),
    ("scan", [3, 1, 1, 1, 1, 1, 1, 0, 0]),
    ("sign -o %out", [3, 3, 3, 3, 3, 3, 3, 0, 0]),
    ("size", [3, 3, 3, 3, 3, 3, 3, 0, 0]),
    ("stat", [3, 3, 3, 3, 3, 3, 3, 0, 0]),
    // An instruction with the wrong type breaks a rule of the validator.
    ("validate", [3, 3, 3, 3, 3, 3, 1, 0, 0]),
    ("yaml", [3, 3, 3, 3, 3, 3, 3, 0, 0]),
];

fn verbs_have_the_exit_statuses_of_the_table() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    write_files(folder)?;
    let mut wrong = Vec::new();
    for (verb, expected) in VERBS {
        for (file, expected) in SITUATIONS.into_iter().zip(expected) {
            let found = status(folder, verb, file)?;
            if found != Some(expected) {
                wrong.push(format!("{verb} {file}: exit status {found:?}, expected {expected}"));
            }
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

fn status(folder: &Path, verb: &str, file: &str) -> Result<Option<i32>, Failed> {
    let out = folder.join("out");
    let arguments = verb.split(' ').map(|word| if word == "%out" { out.as_os_str() } else { word.as_ref() });
    let mut command = Command::new(env!("CARGO_BIN_EXE_shader-tools"));
    command.args(arguments).arg(file).current_dir(folder);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    Ok(command.status()?.code())
}

fn write_files(folder: &Path) -> Result<(), Failed> {
    let examples = corpus::root().join("examples");
    let valid = fs::read(examples.join("particles_cs.dxil"))?;
    let mut disassemble = Command::new(env!("CARGO_BIN_EXE_shader-tools"));
    let listing =
        disassemble.args(["dis", "--plain"]).arg(examples.join("particles_cs.dxil")).output()?.stdout;
    let text = String::from_utf8(listing)?;
    fs::write(folder.join("empty.dxil"), "")?;
    fs::write(folder.join("truncated.dxil"), &valid[..valid.len() / 2])?;
    fs::write(folder.join("other.dxil"), "error: expected ';' after expression\n")?;
    fs::write(folder.join("truncated.ll"), &text[..text.find("ret void").ok_or("the text returns")?])?;
    fs::write(folder.join("syntax.ll"), text.replacen("ret void", "ret i32 %nope", 1))?;
    fs::write(folder.join("type.ll"), text.replacen("ret void", "ret i32 0", 1))?;
    fs::copy(examples.join("blur.dxbc"), folder.join("tokens.dxbc"))?;
    fs::write(folder.join("valid.dxil"), valid)?;
    Ok(())
}
