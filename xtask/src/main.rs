//! Runs a task of the project; `cargo xtask` without a task lists them.

use std::process::ExitCode;

use xtask::Outcome;

const TASKS: &str = "\
cargo xtask TASK

  codegen [--check]   generate Rust from tables/*.toml and copy files for packages, or check that they are up to date
  messages [--check]  write docs/messages.tsv, the list of messages and help texts, or check that it is up to date
  tidy [--bless]      check file heads, names, sizes, prose and other rules of the source tree; --bless stores lower
                      counts of the prose lint and of unsupported operations
  prose [PATH…]       list the lines that match a pattern of the prose lint, in the tree or in PATH
  operations [PART…]  list the DXIL operations that a part of shader-tools does not support, in all parts or in PART
  cycles [CRATE…]     list the import cycles between files, in all crates or in folders that begin with CRATE
  commits             check the subjects of the commits that follow the prose lint
  bench [FILTER]      run the benchmarks and print their tables
  llvm VERSION FOLDER unpack Debian's packages of a version of LLVM to a folder, for the conformance tasks
  conformance yaml [--bless]
                      compare our YAML with LLVM 22's obj2yaml and yaml2obj, or store their results
  conformance modern --llvm 22|23 [--bless]
                      compare our modern LLVM assembly with llvm-as and llvm-dis of this version, or store their
                      results
  conformance lower FOLDER --llvm 22|23 [--bless]
                      run this version's tests of LLVM's DirectX back end (FOLDER is llvm/test) with our passes, or
                      store the results
  conformance upgrade [--bless]
                      check upgraded programs with LLVM 22's llvm-as, verifier and optimizer, or store the results
  conformance amd [--bless]
                      compare the AMD test objects and linked pipelines with LLVM 22, or regenerate them
  conformance amd-compile [--llvm 22] [--bless]
                      compile compute shaders with expected results for AMD with LLVM 22's llc, link and execute
                      them, or store the results
  conformance amd-compile --llvm 23
                      compile them with LLVM 23's llc, and compare the verdicts with the stored verdicts
  conformance amd-objects [--bless]
                      compile the shaders that tests execute as objects, and compare with the stored objects, or
                      store them
  conformance rdna [--bless]
                      compare the decoder of AMD machine code with LLVM 22's, or store its listings
  conformance back [--bless]
                      upgrade and lower all valid programs, with and without LLVM 22's opt between, and compare
                      the results and their execution, or store the results
  conformance naga FOLDER… [--bless]
                      compile naga's snapshot inputs, and compare the verdicts with the stored verdicts, or store them
  conformance instructions FILE [--bless]
                      run the instruction tables of vkd3d-proton's tests/d3d12_shaders.c on converted DXBC shaders, and
                      compare the verdicts with the stored verdicts, or store them
  conformance next-llvm
                      add table rows for a version of LLVM that does not exist to a copy of the repository, and read
                      and print its modules there
  conformance cache   test the store with a real build cache, BuildGrid
  conformance docs    execute the commands of README and docs/ that need LLVM 22's clang, opt or llc
  conformance run [--bless]
                      compare dxil-run with compute shaders on lavapipe, or store the results
  conformance json --before PROGRAM [FOLDER]
                      compare the JSON documents of every verb with the documents of an older build
  conformance sarif [--bless]
                      check logs of `validate --sarif` with Microsoft's SARIF Multitool, or store its reports
  conformance report  open the pages of `report` in Chromium, and check their content and console
  soak [FACTOR]       run the tests with FACTOR times as many random and damaged inputs (default 20)
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
    matches!(words, ["bench", ..] | ["conformance", "amd-compile" | "docs" | "lower" | "modern", ..])
}

fn run(words: &[&str]) -> Outcome {
    match words {
        ["codegen"] => xtask::codegen::run(false),
        ["codegen", "--check"] => xtask::codegen::run(true),
        ["messages"] => xtask::messages::run(false),
        ["messages", "--check"] => xtask::messages::run(true),
        ["tidy"] => xtask::tidy::run(false),
        ["tidy", "--bless"] => xtask::tidy::run(true),
        ["cycles", folders @ ..] => xtask::tidy::cycles::list(folders),
        ["operations", parts @ ..] => xtask::tidy::operations::list(parts),
        ["prose", paths @ ..] => xtask::tidy::prose::list(paths),
        ["commits"] => xtask::commits::run(),
        #[cfg(feature = "programs")]
        ["bench", filter @ ..] => xtask::bench::run(filter),
        #[cfg(unix)]
        ["llvm", version, folder] => xtask::llvm::run(version, folder),
        ["conformance", "yaml"] => xtask::conformance::yaml(false),
        ["conformance", "yaml", "--bless"] => xtask::conformance::yaml(true),
        #[cfg(feature = "programs")]
        ["conformance", "modern", "--llvm", version] => xtask::conformance::modern(version, false),
        #[cfg(feature = "programs")]
        ["conformance", "modern", "--llvm", version, "--bless"] => xtask::conformance::modern(version, true),
        #[cfg(feature = "programs")]
        ["conformance", "lower", folder, "--llvm", version] => {
            xtask::conformance::lower(folder, version, false)
        }
        #[cfg(feature = "programs")]
        ["conformance", "lower", folder, "--llvm", version, "--bless"] => {
            xtask::conformance::lower(folder, version, true)
        }
        ["conformance", "upgrade"] => xtask::conformance::upgrade(false),
        ["conformance", "upgrade", "--bless"] => xtask::conformance::upgrade(true),
        ["conformance", "amd"] => xtask::conformance::amd(false),
        ["conformance", "amd", "--bless"] => xtask::conformance::amd(true),
        #[cfg(feature = "programs")]
        ["conformance", "amd-compile"] | ["conformance", "amd-compile", "--llvm", "22"] => {
            xtask::conformance::amd_compile("22", false)
        }
        #[cfg(feature = "programs")]
        ["conformance", "amd-compile", "--bless"]
        | ["conformance", "amd-compile", "--llvm", "22", "--bless"] => {
            xtask::conformance::amd_compile("22", true)
        }
        #[cfg(feature = "programs")]
        ["conformance", "amd-compile", "--llvm", "23"] => xtask::conformance::amd_compile("23", false),
        ["conformance", "amd-objects"] => xtask::conformance::amd_objects(false),
        ["conformance", "amd-objects", "--bless"] => xtask::conformance::amd_objects(true),
        ["conformance", "rdna"] => xtask::conformance::rdna(false),
        ["conformance", "rdna", "--bless"] => xtask::conformance::rdna(true),
        ["conformance", "back"] => xtask::conformance::back(false),
        ["conformance", "back", "--bless"] => xtask::conformance::back(true),
        ["conformance", "naga", folders @ .., "--bless"] => xtask::conformance::naga(folders, true),
        ["conformance", "naga", folders @ ..] => xtask::conformance::naga(folders, false),
        ["conformance", "instructions", file, "--bless"] => xtask::conformance::instructions(file, true),
        ["conformance", "instructions", file] => xtask::conformance::instructions(file, false),
        ["conformance", "next-llvm"] => xtask::conformance::next_llvm(),
        ["conformance", "cache"] => xtask::conformance::cache(),
        #[cfg(feature = "programs")]
        ["conformance", "docs"] => xtask::conformance::docs(),
        ["conformance", "run"] => xtask::conformance::judge(false),
        ["conformance", "run", "--bless"] => xtask::conformance::judge(true),
        ["conformance", "json", "--before", before] => xtask::conformance::json(before, None),
        ["conformance", "json", "--before", before, folder] => xtask::conformance::json(before, Some(folder)),
        #[cfg(unix)]
        ["conformance", "sarif"] => xtask::conformance::sarif(false),
        #[cfg(unix)]
        ["conformance", "sarif", "--bless"] => xtask::conformance::sarif(true),
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
