//! The GitHub workflow in docs/github-workflow.yml: its `run:` steps are executed in order, as GitHub executes them.
//! Separate from the commands of pages, because steps with `if: always()` run after a failed step.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde::Deserialize;
use testkit::{Completion, Failed, Limits, Test, corpus, skipped, tests};

pub(crate) const TESTS: &[Test] = tests![
    steps_pass_for_valid_shaders within Limits::seconds(60, "executes all steps of a workflow"),
    steps_report_an_invalid_shader within Limits::seconds(60, "executes all steps of a workflow"),
];

const PROGRAM: &str = env!("CARGO_BIN_EXE_shader-tools");

/// The members of a workflow that decide what a step does.
#[derive(Deserialize)]
struct Workflow {
    jobs: BTreeMap<String, Job>,
}

#[derive(Deserialize)]
struct Job {
    env: BTreeMap<String, String>,
    steps: Vec<Step>,
}

#[derive(Deserialize)]
struct Step {
    id: Option<String>,
    name: Option<String>,
    run: Option<String>,
    #[serde(rename = "if")]
    condition: Option<String>,
}

const FORMAT: located_yaml::Format = located_yaml::Format { name: "workflow", depth: 16 };

/// The step that no test executes, because it builds the program.
const INSTALL: &str = "install";

/// The names of the executed steps with their exit statuses.
type Outcomes = Vec<(String, i32)>;

/// Executes the steps in `folder`; `None` without bash.
fn execute(folder: &Path) -> Result<Option<Outcomes>, Failed> {
    if Command::new("bash").args(["-c", "true"]).output().is_err() {
        return Ok(None);
    }
    let text = fs::read_to_string(corpus::root().join("docs/github-workflow.yml"))?;
    let workflow: Workflow = located_yaml::from_str(&text, FORMAT)
        .map_err(|mistake| format!("docs/github-workflow.yml: {mistake}"))?;
    let mut outcomes = Outcomes::new();
    let program = Path::new(PROGRAM).parent().ok_or("the program is in no folder")?;
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths([program.to_owned()].into_iter().chain(std::env::split_paths(&path)))?;
    for job in workflow.jobs.values() {
        let installs = job.steps.iter().filter(|step| step.id.as_deref() == Some(INSTALL)).count();
        assert_eq!(installs, 1, "one step installs the program");
        for step in job.steps.iter().filter(|step| step.id.as_deref() != Some(INSTALL)) {
            let (Some(name), Some(run)) = (&step.name, &step.run) else { continue };
            let has_failed = outcomes.iter().any(|(_, status)| *status != 0);
            if has_failed && step.condition.as_deref() != Some("always()") {
                continue;
            }
            // The command line of `shell: bash` on GitHub.
            let mut bash = Command::new("bash");
            bash.args(["--noprofile", "--norc", "-eo", "pipefail", "-c", run]);
            let output = bash.current_dir(folder).envs(&job.env).env("PATH", &path).output()?;
            let status = output.status.code().ok_or("a step was killed")?;
            outcomes.push((name.clone(), status));
        }
    }
    Ok(Some(outcomes))
}

/// A folder with the examples and the baseline that docs/ci.md creates.
fn folder() -> Result<tempfile::TempDir, Failed> {
    let folder = tempfile::tempdir()?;
    let examples = folder.path().join("examples");
    fs::create_dir(&examples)?;
    for entry in fs::read_dir(corpus::root().join("examples"))? {
        let path = entry?.path();
        if path.is_file() {
            fs::copy(&path, examples.join(path.file_name().ok_or("a file has a name")?))?;
        }
    }
    let write = ["validate", "--write-baseline", "known.json", "examples"];
    assert!(Command::new(PROGRAM).args(write).current_dir(folder.path()).output()?.status.success());
    Ok(folder)
}

fn sarif_of(folder: &Path) -> Result<serde_json::Value, Failed> {
    Ok(serde_json::from_slice(&fs::read(folder.join("findings.sarif"))?)?)
}

fn steps_pass_for_valid_shaders() -> Result<Completion, Failed> {
    let folder = folder()?;
    let Some(outcomes) = execute(folder.path())? else { return Ok(skipped("bash")) };
    assert!(outcomes.len() >= 5, "{outcomes:?}");
    assert!(outcomes.iter().all(|(_, status)| *status == 0), "{outcomes:?}");
    let sarif = sarif_of(folder.path())?;
    assert_eq!(sarif["runs"][0]["results"], serde_json::json!([]));
    assert_eq!(sarif["runs"][0]["invocations"][0]["executionSuccessful"], true);
    assert!(
        fs::read_to_string(folder.path().join("report.html"))?.to_lowercase().starts_with("<!doctype html>")
    );
    Ok(Completion::Completed)
}

fn steps_report_an_invalid_shader() -> Result<Completion, Failed> {
    let folder = folder()?;
    let edit = ["edit", "examples/triangle_ps_debug.dxil", "--constant", "PSMain:%9.7=9", "--no-validate"];
    let edit = Command::new(PROGRAM)
        .args(edit)
        .args(["-o", "examples/offset.dxil"])
        .current_dir(folder.path())
        .output()?;
    assert!(edit.status.success(), "{}", String::from_utf8_lossy(&edit.stderr));
    let Some(outcomes) = execute(folder.path())? else { return Ok(skipped("bash")) };
    let failed: Vec<&str> =
        outcomes.iter().filter(|(_, status)| *status != 0).map(|(name, _)| name.as_str()).collect();
    assert_eq!(failed, ["Validate"], "{outcomes:?}");
    let sarif = sarif_of(folder.path())?;
    let results = sarif["runs"][0]["results"].as_array().ok_or("results are a list")?;
    assert_eq!(results.len(), 1);
    assert_eq!(results[0]["ruleId"], "INSTR.TEXTUREOFFSET");
    Ok(Completion::Completed)
}
