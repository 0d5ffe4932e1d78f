//! Instruction numbers: `validate` reports the number that `dis --numbers` prints and that `edit` and `cfg` accept.

use std::path::Path;
use std::process::Command;

use serde_json::Value;
use testkit::corpus::root;
use testkit::{Failed, Test, tests};

pub(crate) const TESTS: &[Test] = tests![numbers_of_dxil_agree, numbers_of_dxbc_agree];

/// Runs the program in a folder; returns its standard output.
fn run(folder: &Path, arguments: &[&str]) -> Result<String, Failed> {
    let program = env!("CARGO_BIN_EXE_shader-tools");
    let output = Command::new(program).current_dir(folder).args(arguments).env("COLUMNS", "200").output()?;
    Ok(String::from_utf8(output.stdout)?)
}

/// The function and the number of the only finding of a file.
fn finding(folder: &Path, file: &str, rule: &str) -> Result<(String, u64), Failed> {
    let document: Value = serde_json::from_str(&run(folder, &["validate", "--json", file])?)?;
    let findings = document["files"][0]["findings"].as_array().ok_or("a list of findings")?;
    let found = findings.iter().find(|finding| finding["rule"] == rule).ok_or("a finding of the rule")?;
    let function = found["function"].as_str().ok_or("the function of the finding")?;
    let number = found["instructionNumber"].as_u64().ok_or("the number of the instruction")?;
    let text = run(folder, &["validate", file])?;
    assert!(text.contains(&format!("function {function}")), "{text}");
    assert!(text.contains(&format!("instruction {number}\n")), "{text}");
    let sarif: Value = serde_json::from_str(&run(folder, &["validate", "--sarif", file])?)?;
    let results = sarif["runs"][0]["results"].as_array().ok_or("a list of results")?;
    let result = results.iter().find(|result| result["ruleId"] == rule).ok_or("a result of the rule")?;
    assert_eq!(result["properties"]["instructionNumber"].as_u64(), Some(number), "{result}");
    Ok((function.to_owned(), number))
}

/// The line that the shader with debug information (part ILDB) has for an instruction of the program without it (part
/// DXIL), which `validate` checks.
fn numbers_of_dxil_agree() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    let example = root().join("examples/triangle_ps_debug.dxil");
    let listing = run(folder, &["dis", example.to_str().ok_or("a path in UTF-8")?])?;
    let valid = "@dx.op.loadInput.f32(i32 4, i32 1, i32 0, i8 2";
    let invalid = "@dx.op.loadInput.f32(i32 4, i32 1, i32 9, i8 2";
    assert_eq!(listing.matches(valid).count(), 1, "{listing}");
    std::fs::write(folder.join("a.ll"), listing.replace(valid, invalid))?;
    run(folder, &["as", "--no-validate", "a.ll", "-o", "a.dxil"])?;
    let (function, number) = finding(folder, "a.dxil", "INSTR.OPERANDRANGE")?;
    assert_eq!(finding(folder, "a.ll", "INSTR.OPERANDRANGE")?, (function.clone(), number), "of the assembly");

    for part in [&["a.ll"][..], &["a.dxil"], &["--part", "DXIL", "a.dxil"]] {
        let listing = run(folder, &[&["dis", "--numbers", "--function", &function], part].concat())?;
        let line = listing.lines().find(|line| line.contains(invalid)).ok_or("the line of the call")?;
        assert!(format!("{line} ").contains(&format!(" ; #{number} ")), "{line}");
    }
    let name = format!("{function}:#{number}");
    let graph = run(folder, &["cfg", "--instruction", &name, "a.dxil"])?;
    let line = graph.lines().find(|line| line.contains(invalid)).ok_or("the line of the call")?;
    assert!(line.trim_start().starts_with(&format!("{number}: ")), "{line}");

    let constant = format!("{name}.2=0");
    run(folder, &["edit", "a.dxil", "--constant", &constant, "-o", "b.dxil"])?;
    let edited = run(folder, &["dis", "b.dxil"])?;
    assert!(edited.contains(valid) && !edited.contains(invalid), "{edited}");
    let document: Value = serde_json::from_str(&run(folder, &["validate", "--json", "b.dxil"])?)?;
    assert_eq!(document["files"][0]["valid"], true, "{document}");
    Ok(())
}

fn numbers_of_dxbc_agree() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    let source = "ps_5_0\ndcl_output o0.xyzw\ndcl_temps 1\nmov r0.x, l(1)\ncall l2\nmov o0.xyzw, r0.xxxx\nret\n\
                  label l2\nadd r0.x, r0.x, l(2.000000)\nmov r3.x, l(5)\nret\n";
    std::fs::write(folder.join("a.asm"), source)?;
    run(folder, &["as", "--no-validate", "a.asm", "-o", "a.dxbc"])?;
    let (function, number) = finding(folder, "a.dxbc", "register.undeclared")?;
    assert_eq!((function.as_str(), number), ("l2", 1));

    let listing = run(folder, &["dis", "--numbers", "--function", &function, "a.dxbc"])?;
    let line = listing.lines().find(|line| line.contains("mov r3.x, l(5)")).ok_or("the line of the mov")?;
    assert!(line.trim_start().starts_with(&format!("{number}  0x")), "{line}");
    let name = format!("{function}:#{number}");
    let graph = run(folder, &["cfg", "--instruction", &name, "a.dxbc"])?;
    assert!(graph.contains(&format!(" {number}: mov r3.x, l(5)")), "{graph}");
    let constant = format!("{name}.1=7");
    let edited = run(folder, &["edit", "a.dxbc", "--constant", &constant, "--dry-run"])?;
    assert!(edited.contains("-mov r3.x, l(5)") && edited.contains("+mov r3.x, l(7)"), "{edited}");
    Ok(())
}
