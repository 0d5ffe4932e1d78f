//! Runs a task of the project; `cargo xtask` without a task lists them.

use std::process::ExitCode;

use xtask::Outcome;

const TASKS: &str = "\
cargo xtask TASK

  codegen [--check]   generate Rust from tables/*.toml and copy what packages hold, or check that it is up to date
  tidy [--bless]      check file heads, names, sizes, prose and other rules of the source tree; --bless stores lower
                      counts of the prose lint
  prose [PATH…]       list the lines that match a pattern of the prose lint
  commits             check the subjects of the commits that follow the prose lint
  bench [FILTER]      run the benchmarks and print their tables
  conformance yaml [--bless]
                      compare our YAML with LLVM 22's obj2yaml and yaml2obj, or store their results
  conformance modern [--bless]
                      compare our modern LLVM assembly with LLVM 22's llvm-as and llvm-dis, or store their results
  conformance lower FOLDER [--bless]
                      run LLVM's tests of its DirectX back end (FOLDER is llvm/test) by our passes, or store what
                      comes of them
  conformance upgrade [--bless]
                      give upgraded programs to LLVM 22's llvm-as, verifier and optimizer, or store the results
  conformance amd [--bless]
                      compare the AMD test objects and linked pipelines with LLVM 22, or regenerate them
  conformance amd-compile [--bless]
                      compile compute shaders with expected results for AMD, link and execute them, or store what
                      comes of it
  conformance amd-objects [--bless]
                      compile the shaders whose objects tests execute, and compare with the stored objects, or store
                      them
  conformance rdna [--bless]
                      compare how AMD's machine code is decoded with LLVM 22, or store lists of it
  conformance back [--bless]
                      upgrade and lower all valid programs, LLVM 22's opt between the two as well, and compare what
                      comes back and what it does, or store the results
  conformance cache   ask a build farm's server, BuildGrid, for what the store keeps in such
  conformance run [--bless]
                      compare dxil-run with compute shaders on lavapipe, or store the results
  conformance report  open the pages of `report` in Chromium: nothing in its console, everything on them
  soak [FACTOR]       run the tests with FACTOR times the random inputs and damage (20 unless told)
  docs                write completions and man pages to target/docs
  ci                  run every check that a change must pass";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = if reads_programs(&words) && !cfg!(feature = "programs") {
        xtask::run_with_programs(&words)
    } else {
        run(&words)
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Whether a task reads programs, which takes the shipped crates.
fn reads_programs(words: &[&str]) -> bool {
    matches!(words, ["bench", ..] | ["conformance", "amd-compile" | "lower" | "modern", ..])
}

fn run(words: &[&str]) -> Outcome {
    match words {
        ["codegen"] => xtask::codegen::run(false),
        ["codegen", "--check"] => xtask::codegen::run(true),
        ["tidy"] => xtask::tidy::run(false),
        ["tidy", "--bless"] => xtask::tidy::run(true),
        ["prose", paths @ ..] => xtask::tidy::prose::list(paths),
        ["commits"] => xtask::commits::run(),
        #[cfg(feature = "programs")]
        ["bench", filter @ ..] => xtask::bench::run(filter),
        ["conformance", "yaml"] => xtask::conformance::yaml(false),
        ["conformance", "yaml", "--bless"] => xtask::conformance::yaml(true),
        #[cfg(feature = "programs")]
        ["conformance", "modern"] => xtask::conformance::modern(false),
        #[cfg(feature = "programs")]
        ["conformance", "modern", "--bless"] => xtask::conformance::modern(true),
        #[cfg(feature = "programs")]
        ["conformance", "lower", folder] => xtask::conformance::lower(folder, false),
        #[cfg(feature = "programs")]
        ["conformance", "lower", folder, "--bless"] => xtask::conformance::lower(folder, true),
        ["conformance", "upgrade"] => xtask::conformance::upgrade(false),
        ["conformance", "upgrade", "--bless"] => xtask::conformance::upgrade(true),
        ["conformance", "amd"] => xtask::conformance::amd(false),
        ["conformance", "amd", "--bless"] => xtask::conformance::amd(true),
        #[cfg(feature = "programs")]
        ["conformance", "amd-compile"] => xtask::conformance::amd_compile(false),
        #[cfg(feature = "programs")]
        ["conformance", "amd-compile", "--bless"] => xtask::conformance::amd_compile(true),
        ["conformance", "amd-objects"] => xtask::conformance::amd_objects(false),
        ["conformance", "amd-objects", "--bless"] => xtask::conformance::amd_objects(true),
        ["conformance", "rdna"] => xtask::conformance::rdna(false),
        ["conformance", "rdna", "--bless"] => xtask::conformance::rdna(true),
        ["conformance", "back"] => xtask::conformance::back(false),
        ["conformance", "back", "--bless"] => xtask::conformance::back(true),
        ["conformance", "cache"] => xtask::conformance::cache(),
        ["conformance", "run"] => xtask::conformance::judge(false),
        ["conformance", "run", "--bless"] => xtask::conformance::judge(true),
        ["conformance", "report"] => xtask::conformance::report(),
        ["soak"] => xtask::soak::run(xtask::soak::FACTOR),
        ["soak", factor] => xtask::soak::run(factor),
        ["docs"] => xtask::docs::run(),
        ["ci"] => xtask::ci::run(),
        [] | ["help" | "--help" | "-h"] => {
            println!("{TASKS}");
            Ok(())
        }
        _ => Err(format!("unknown task: {}\n\n{TASKS}", words.join(" "))),
    }
}
