//! The second judge of dxil-run: runs compute shaders on a Vulkan driver that nobody here wrote, and compares what
//! comes out.
//!
//! `judge` prints a row for each case: its name, what came of it, and why. Each case is run in a process of its own,
//! because drivers and converters end theirs where something is wrong. `judge CASE` is that process; it prints a line
//! for each input. `judge naga FOLDER…` executes naga's snapshot inputs instead.

mod cases;
mod convert;
mod driver;
mod inputs;
mod known;
mod naga;
mod outcome;
mod process;
mod shader;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cases::Case;
use driver::Driver;
use outcome::Outcome;
use shader::Shader;

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
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.as_slice() {
        [verb, folders @ ..] if verb == "naga" => return naga::all(folders, &Driver::open()?),
        [verb, file, entry] if verb == "naga-entry" => return naga::one(file, entry, &Driver::open()?),
        _ => {}
    }
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
    let text = match process::run(&[case.name.clone()]) {
        Ok(text) => text,
        // The converter has the only assertions in C++.
        Err(why) if why.starts_with("assertion `") => {
            return Ok(vec![Outcome::NotRun(format!("dxil-spirv: {why}"))]);
        }
        Err(why) if why.starts_with("it takes more") => return Ok(vec![Outcome::NotRun(why)]),
        Err(why) => return Err(why),
    };
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
