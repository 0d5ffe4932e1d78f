//! `docs/digest.md`: every row of its table of verbs, run on inputs in each state. Separate from the cases because the
//! rows of the page are the test.

use std::fs;
use std::path::Path;
use std::process::Command;

use testkit::{Failed, Test, corpus, note, tests};

pub(crate) const TESTS: &[Test] = tests![verbs_write_the_digests_that_the_page_lists];

/// The states in the order of the page's columns, as `verify` names them.
const STATES: [(&str, &str); 3] = [("unsigned", "unsigned"), ("valid", "valid"), ("preview", "preview")];

/// A library with one compute shader.
const LIBRARY: &str = r#"target triple = "dxil-ms-dx"

define void @main() #0 {
  ret void
}

attributes #0 = { nounwind }

!dx.version = !{!1}
!dx.valver = !{!2}
!dx.shaderModel = !{!3}
!dx.typeAnnotations = !{!4}
!dx.entryPoints = !{!8, !9}

!1 = !{i32 1, i32 6}
!2 = !{i32 1, i32 10}
!3 = !{!"lib", i32 6, i32 6}
!4 = !{i32 1, void ()* @main, !5}
!5 = !{!6}
!6 = !{i32 0, !7, !7}
!7 = !{}
!8 = !{null, !"", null, null, null}
!9 = !{void ()* @main, !"main", null, null, !10}
!10 = !{i32 8, i32 5, i32 4, !11}
!11 = !{i32 1, i32 1, i32 1}
"#;

fn verbs_write_the_digests_that_the_page_lists() -> Result<(), Failed> {
    let page = fs::read_to_string(corpus::root().join("docs/digest.md"))?;
    let (_, verbs) = page.split_once("\n## Verbs\n").ok_or("the page has no table of verbs")?;
    let rows: Vec<Vec<&str>> = verbs.lines().filter_map(row).collect();
    assert!(rows.len() >= 20, "{} rows", rows.len());
    let temporary = tempfile::tempdir()?;
    for (column, (state, _)) in STATES.iter().enumerate() {
        let folder = temporary.path().join(state);
        fs::create_dir(&folder)?;
        write_inputs(&folder, column)?;
        for row in &rows {
            let expected = row.get(column + 1).copied().unwrap_or_default();
            let expected = STATES.iter().find(|(name, _)| *name == expected).ok_or("no such state")?.1;
            let _ = fs::remove_file(folder.join("out.dxil"));
            let profile = if *state == "preview" { "cs_6_10" } else { "cs_6_6" };
            let command = row[0].replace("PROFILE", profile);
            run(&folder, &command.split(' ').collect::<Vec<_>>())?;
            let found = state_of(&folder, "out.dxil")?;
            assert_eq!(found, expected, "`{command}` of an input that is {state}");
        }
    }
    note!("{} rows, each of {} states", rows.len(), STATES.len());
    Ok(())
}

/// The cells of a row whose first cell is a command, without backticks.
fn row(line: &str) -> Option<Vec<&str>> {
    let cells: Vec<&str> =
        line.strip_prefix("| `")?.trim_end_matches('|').split('|').map(str::trim).collect();
    Some(cells.into_iter().map(|cell| cell.trim_end_matches('`')).collect())
}

/// Writes the inputs of the commands, in the state of a column.
fn write_inputs(folder: &Path, column: usize) -> Result<(), Failed> {
    let example = corpus::root().join("examples/particles_cs.dxil");
    let mut listing = run(folder, &["dis", "--plain", example.to_str().ok_or("a path in UTF-8")?])?;
    let mut library = LIBRARY.to_owned();
    if STATES[column].0 == "preview" {
        for text in [&mut listing, &mut library] {
            let newer = text.replace("!1 = !{i32 1, i32 6}", "!1 = !{i32 1, i32 10}");
            *text = newer.replace("\", i32 6, i32 6}", "\", i32 6, i32 10}");
        }
    }
    fs::write(folder.join("in.ll"), listing)?;
    fs::write(folder.join("lib.ll"), library)?;
    fs::write(folder.join("note.bin"), "a note")?;
    fs::write(folder.join("hash.bin"), [0; 20])?;
    let digest = if STATES[column].0 == "unsigned" { "zero" } else { "sign" };
    for name in ["in", "lib"] {
        let (text, container) = (format!("{name}.ll"), format!("{name}.dxil"));
        run(folder, &["as", &text, "--digest", digest, "-o", &container])?;
        assert_eq!(state_of(folder, &container)?, STATES[column].1);
    }
    run(folder, &["upgrade", "--llvm", "main", "in.dxil", "-o", "in.modern.ll"])?;
    run(folder, &["yaml", "in.dxil", "-o", "in.yaml"])?;
    Ok(())
}

fn state_of(folder: &Path, name: &str) -> Result<String, Failed> {
    let text = run(folder, &["verify", name])?;
    let (_, state) =
        text.lines().last().and_then(|line| line.split_once("1 file: 1 ")).ok_or(text.clone())?;
    Ok(state.to_owned())
}

/// Runs the program, which must succeed, and returns its output.
fn run(folder: &Path, arguments: &[&str]) -> Result<String, Failed> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shader-tools"));
    command.current_dir(folder).args(arguments).env("NO_COLOR", "1").env_remove("SHADER_STORE");
    let output = command.output()?;
    let errors = String::from_utf8_lossy(&output.stderr);
    // `verify` reports a finding for an unsigned container.
    if !output.status.success() && arguments.first() != Some(&"verify") {
        return Err(format!("{arguments:?}: {}\n{errors}", output.status).into());
    }
    Ok(String::from_utf8(output.stdout)?)
}
