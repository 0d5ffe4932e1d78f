//! `cargo xtask conformance sarif`: logs of `validate --sarif`, checked by Microsoft's SARIF Multitool.
//!
//! Needs `npm`, which installs the tool into the target folder, and SHADER_CORPUS.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::{keep_table, text};
use crate::{Outcome, cargo, root};

/// The npm package of the tool.
const PACKAGE: &str = "@microsoft/sarif-multitool@5.7.0";

const TABLE: &str = "tests/conformance/sarif.tsv";

const HEAD: &str = "\
# Reports of SARIF Multitool 5.7.0 about logs of `validate --sarif`; written by `cargo xtask conformance sarif --bless`.
# files: the arguments of validate; corpus/ is the folder that SHADER_CORPUS names
# status: the exit status of validate
# results, lines, rules, notifications: the members of the log; lines counts results with a line above 1
# errors, warnings: the findings of the tool about the log
# files\tstatus\tresults\tlines\trules\tnotifications\terrors\twarnings
";

/// The folders and files of each log.
const LOGS: [&[&str]; 5] = [
    &["examples"],
    &["corpus/dxc-invalid"],
    &["corpus/mutated"],
    &["tests/corpus", "corpus/fxc"],
    &["examples/blur.dxbc", "examples/no such file.dxil", "examples/blur.asm", "README.md"],
];

/// Compares the reports of the tool with the table, or writes the table. An error of the tool always fails.
pub fn sarif(bless: bool) -> Outcome {
    let program = cargo::build_program("dev", "")?;
    let folder = cargo::target_dir()?.join("sarif-multitool");
    let tool = install(&folder)?;
    let mut rows = HEAD.to_owned();
    let mut errors = Vec::new();
    for names in LOGS {
        let row = check(&program, &tool, &folder, names)?;
        if row.errors > 0 {
            errors.push(format!("{}: {} errors", names.join(" "), row.errors));
        }
        let Row { status, results, lines, rules, notifications, errors, warnings } = row;
        let _ = writeln!(
            rows,
            "{}\t{status}\t{results}\t{lines}\t{rules}\t{notifications}\t{errors}\t{warnings}",
            names.join(" ")
        );
        println!("{}: {results} results, {errors} errors, {warnings} warnings", names.join(" "));
    }
    if !errors.is_empty() {
        return Err(format!("{}\nsee the reports in {}", errors.join("\n"), folder.display()));
    }
    keep_table(TABLE, &rows, |_| true, bless)
}

/// A row of the table.
struct Row {
    status: i32,
    results: usize,
    lines: usize,
    rules: usize,
    notifications: usize,
    errors: usize,
    warnings: usize,
}

fn check(program: &Path, tool: &Path, folder: &Path, names: &[&str]) -> Result<Row, String> {
    let corpus = std::env::var_os("SHADER_CORPUS").map(PathBuf::from).ok_or("SHADER_CORPUS is not set")?;
    // Relative paths, as in a repository: absolute paths would differ between machines.
    let link = folder.join("corpus");
    if fs::symlink_metadata(&link).is_ok() {
        fs::remove_file(&link).map_err(text)?;
    }
    std::os::unix::fs::symlink(corpus, &link).map_err(text)?;
    let path = |name: &&str| match name.starts_with("corpus/") {
        true => PathBuf::from(name),
        false => root().join(name),
    };
    let mut validate = Command::new(program);
    validate.current_dir(folder).args(["validate", "--sarif"]).args(names.iter().map(path));
    let output = validate.output().map_err(text)?;
    let name = names.join("+").replace(['/', ' '], "-");
    let log = folder.join(format!("{name}.sarif"));
    fs::write(&log, &output.stdout).map_err(text)?;
    let report = folder.join(format!("{name}.report.sarif"));
    let mut validate = Command::new(tool);
    validate.arg("validate").arg(&log).arg("--output").arg(&report).args([
        "--log",
        "ForceOverwrite",
        "--quiet",
    ]);
    validate.output().map_err(text)?;
    let read = |path: &Path| -> Result<Value, String> {
        let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        // The tool writes a byte order mark.
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
        serde_json::from_slice(bytes).map_err(|error| format!("{}: {error}", path.display()))
    };
    let (log, report) = (read(&log)?, read(&report)?);
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let run = &log["runs"][0];
    let found = list(&report["runs"][0]["results"]);
    let of_level = |level: &str| {
        // `warning` is the default of SARIF.
        found.iter().filter(|result| result["level"].as_str().unwrap_or("warning") == level).count()
    };
    let results = list(&run["results"]);
    let line = |result: &Value| result["locations"][0]["physicalLocation"]["region"]["startLine"].as_u64();
    Ok(Row {
        status: output.status.code().unwrap_or(-1),
        results: results.len(),
        lines: results.iter().filter(|result| line(result).is_some_and(|line| line > 1)).count(),
        rules: list(&run["tool"]["driver"]["rules"]).len(),
        notifications: list(&run["invocations"][0]["toolExecutionNotifications"]).len(),
        errors: of_level("error"),
        warnings: of_level("warning"),
    })
}

/// The program of the tool, installed if it is not yet.
fn install(folder: &Path) -> Result<PathBuf, String> {
    let modules = folder.join("node_modules");
    let tool = modules.join(".bin/sarif-multitool");
    if !tool.exists() {
        fs::create_dir_all(folder).map_err(text)?;
        let arguments = ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix"];
        cargo::run(Command::new("npm").args(arguments).arg(folder).arg(PACKAGE))?;
    }
    // Without install scripts, npm leaves the program without execute permission.
    for platform in ["linux", "darwin"] {
        let program = modules.join(format!("@microsoft/sarif-multitool-{platform}/Sarif.Multitool"));
        if let Ok(metadata) = fs::metadata(&program) {
            let mut permissions = metadata.permissions();
            std::os::unix::fs::PermissionsExt::set_mode(&mut permissions, 0o755);
            fs::set_permissions(&program, permissions).map_err(text)?;
        }
    }
    Ok(tool)
}
