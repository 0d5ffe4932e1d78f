//! Files of foreign kinds given to the verbs that people try first: each verb reads the file, or names its kind and the
//! tool or verb that reads it.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use testkit::{Failed, Limits, Test, corpus, tests};

pub(crate) const TESTS: &[Test] = tests![
    verbs_name_the_kind_of_a_foreign_file within Limits::seconds(30, "it runs the program 78 times")
];

const VERBS: [&str; 6] = ["inspect", "dis", "validate", "as -o %out", "lower -o %out", "run"];

/// Each file, with the kind and the next step that an error must contain.
const FILES: [(&str, [&str; 2]); 13] = [
    ("shader.glsl", ["GLSL source", "`compile`"]),
    ("shader.hlsl", ["HLSL source", "compile this file with dxc"]),
    ("shader.spv", ["a SPIR-V module", "spirv-dis"]),
    ("program.elf", ["an ELF file that is not for AMDGPU", "readelf"]),
    ("shader.o", ["an ELF file for AMDGPU", "`amd inspect`"]),
    ("shader.dxil.gz", ["a gzip file", "decompress this file"]),
    ("shaders.zip", ["a zip archive", "unpack this file"]),
    ("picture.png", ["a PNG picture", "`run --bind REGISTER=FILE.png`"]),
    ("shader.pdb", ["a PDB", "`parts extract --container`"]),
    ("empty.dxil", ["an empty file", ""]),
    ("cut.dxil", ["truncated: the container header states a total size", ""]),
    ("modern.ll", ["modern LLVM IR", "`lower`"]),
    ("modern.bc", ["bitcode of modern LLVM", "`lower`"]),
];

/// The verbs that read a file of a kind.
const READ: [(&str, &[&str]); 2] =
    [("shader.pdb", &["inspect", "dis", "validate"]), ("modern.ll", &["lower -o %out", "inspect", "dis"])];

/// Answers about another property of the file than its kind.
const OTHER_ANSWERS: [(&str, &str, &str); 10] = [
    ("shader.spv", "inspect", "the module has no entry points"),
    ("shader.spv", "validate", "the module has no entry points"),
    ("shader.spv", "run", "the module has no entry points"),
    ("modern.bc", "inspect", "block 13 has a length of 5"),
    ("modern.bc", "dis", "block 13 has a length of 5"),
    ("modern.bc", "lower -o %out", "block 13 has a length of 5"),
    ("cut.dxil", "lower -o %out", "found a DirectX container"),
    ("shader.pdb", "run", "only compute shaders can be dispatched"),
    ("shader.o", "run", "an ELF file for AMDGPU"),
    ("shader.o", "dis", "an ELF file for AMDGPU"),
];

fn verbs_name_the_kind_of_a_foreign_file() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    write_files(folder)?;
    let mut wrong = Vec::new();
    for (file, [kind, next]) in FILES {
        for verb in VERBS {
            let (status, answer) = answer(folder, verb, file)?;
            let is_read = READ.iter().any(|(name, verbs)| *name == file && verbs.contains(&verb));
            let other = OTHER_ANSWERS.iter().find(|(name, of, _)| (*name, *of) == (file, verb));
            let is_named = match other {
                Some((_, _, text)) => answer.contains(text),
                None => answer.contains(kind) && answer.contains(next),
            };
            let is_right = if is_read { status == Some(0) } else { status != Some(0) && is_named };
            if !is_right {
                wrong.push(format!("{verb} {file}: exit status {status:?}, {answer}"));
            }
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

/// The exit status of a verb, and everything that it prints, on one line.
fn answer(folder: &Path, verb: &str, file: &str) -> Result<(Option<i32>, String), Failed> {
    let out = folder.join("out");
    let arguments = verb.split(' ').map(|word| if word == "%out" { out.as_os_str() } else { word.as_ref() });
    let mut command = Command::new(env!("CARGO_BIN_EXE_shader-tools"));
    let output = command.args(arguments).arg(file).current_dir(folder).stdin(Stdio::null()).output()?;
    let text = [output.stdout, output.stderr].concat();
    let words: Vec<String> =
        String::from_utf8_lossy(&text).split_whitespace().map(ToOwned::to_owned).collect();
    Ok((output.status.code(), words.join(" ")))
}

fn write_files(folder: &Path) -> Result<(), Failed> {
    let examples = corpus::root().join("examples");
    let container = fs::read(examples.join("particles_cs.dxil"))?;
    fs::copy(examples.join("particles.hlsl"), folder.join("shader.hlsl"))?;
    fs::write(folder.join("shader.glsl"), "#version 450\nvoid main() {}\n")?;
    fs::write(folder.join("shader.spv"), b"\x03\x02\x23\x07\0\x06\x01\0\0\0\0\0\x01\0\0\0\0\0\0\0")?;
    fs::write(folder.join("program.elf"), [b"\x7fELF\x02\x01\x01".as_slice(), &[0; 57]].concat())?;
    fs::copy(examples.join("amd/vs_fetchless.o"), folder.join("shader.o"))?;
    fs::write(folder.join("shader.dxil.gz"), b"\x1f\x8b\x08\0\0\0\0\0\x02\x03\xed\x58\x7f\x54")?;
    fs::write(folder.join("shaders.zip"), b"PK\x03\x04\x14\0\0\0\0\0\x33\x09\x7b\x5d")?;
    fs::copy(examples.join("triangle.png"), folder.join("picture.png"))?;
    fs::write(folder.join("empty.dxil"), "")?;
    fs::write(folder.join("cut.dxil"), &container[..container.len() / 2])?;
    fs::copy(examples.join("scale.ll"), folder.join("modern.ll"))?;
    fs::write(folder.join("modern.bc"), b"BC\xc0\xde\x35\x14\0\0\x05\0\0\0\x62\x0c\x30\x24")?;
    let mut strip = Command::new(env!("CARGO_BIN_EXE_shader-tools"));
    let debug = examples.join("triangle_ps_debug.dxil");
    strip.args(["strip", "--debug", "--keep-debug"]).arg(folder.join("shader.pdb")).arg(debug);
    let status = strip.arg("-o").arg(folder.join("stripped.dxil")).status()?;
    if status.success() { Ok(()) } else { Err("`strip --keep-debug` failed".into()) }
}
