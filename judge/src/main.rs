//! The second judge of dxil-run: runs compute shaders on a Vulkan driver that nobody here wrote, and compares what
//! comes out.
//!
//! `judge` prints a row for each case: its name, what came of it, and why. Each case is run in a process of its own,
//! because drivers and converters end theirs where something is wrong. `judge CASE` is that process; it prints a line
//! for each input.

mod cases;
mod convert;
mod driver;
mod inputs;
mod known;
mod outcome;
mod shader;

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use cases::Case;
use driver::Driver;
use outcome::Outcome;
use shader::Shader;

/// How long a case may take.
const TIME: Duration = Duration::from_secs(120);

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("judge: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("no folder above")?;
    let corpus = std::env::var_os("SHADER_CORPUS").map(PathBuf::from).ok_or("SHADER_CORPUS is not set")?;
    let cases = cases::all(root, &corpus)?;
    let driver = Driver::open()?;
    if let Some(name) = std::env::args().nth(1) {
        let case = cases.iter().find(|case| case.name == name).ok_or("there is no such case")?;
        return judge(case, &driver);
    }
    println!("# driver: {}, waves of {} lanes", driver.name(), driver.wave_size());
    for case in &cases {
        let outcomes = in_own_process(case).unwrap_or_else(|why| vec![Outcome::Failed(why)]);
        let outcome = known::explained(&case.name, outcome::worst(&outcomes));
        let row = format!("{}\t{outcome}\t{}", case.name, outcome::counted(&outcomes));
        println!("{}", row.trim_end());
    }
    Ok(())
}

/// Runs a case here and prints what comes of each input.
fn judge(case: &Case, driver: &Driver) -> Result<(), String> {
    let pipeline = cases::read(&case.pipeline)?;
    let shader = match Shader::read(&case.shader, driver) {
        Ok(shader) => shader,
        Err(outcome) => {
            println!("{outcome}");
            return Ok(());
        }
    };
    let Some(inputs) = case.inputs else {
        println!("{}", shader.judge(&pipeline, driver));
        return Ok(());
    };
    for seed in 1..=inputs {
        let mut pipeline = pipeline.clone();
        inputs::randomize(&mut pipeline, seed);
        println!("{}", shader.judge(&pipeline, driver));
    }
    Ok(())
}

/// Runs a case in a process of its own; what came of each of its inputs.
fn in_own_process(case: &Case) -> Result<Vec<Outcome>, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new(program);
    command.arg(&case.name).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    let (mut stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        let _ = stdout.as_mut().map(|pipe| pipe.read_to_string(&mut text));
        text
    });
    let errors = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = stderr.map(|mut pipe| pipe.read_to_end(&mut bytes));
        String::from_utf8_lossy(&bytes).into_owned()
    });
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            break status;
        }
        if start.elapsed() > TIME {
            child.kill().map_err(|error| error.to_string())?;
            return Ok(vec![Outcome::NotRun(format!("it takes more than {} seconds", TIME.as_secs()))]);
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let text = reader.join().unwrap_or_default();
    let errors = errors.join().unwrap_or_default();
    // Nothing in Rust says that: it is the converter.
    if let Some((_, assertion)) = errors.split_once(": Assertion `") {
        return Ok(vec![Outcome::NotRun(format!("dxil-spirv: assertion `{}", assertion.trim()))]);
    }
    if !status.success() {
        let last = errors.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
        return Err(format!("{status}: {last}"));
    }
    let outcomes: Option<Vec<Outcome>> = text.lines().map(Outcome::parse).collect();
    let outcomes = outcomes.ok_or_else(|| format!("unexpected output: {text}"))?;
    let expected = case.inputs.unwrap_or(1);
    // What keeps a shader from being run does so for all inputs.
    match outcomes.len() as u64 {
        1 => Ok(outcomes),
        count if count == expected => Ok(outcomes),
        count => Err(format!("{count} outcomes of {expected} inputs")),
    }
}
