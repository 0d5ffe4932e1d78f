//! The door to the tasks; `cargo xtask` alone lists them.

use std::process::ExitCode;

const TASKS: &str = "\
cargo xtask TASK

  codegen [--check]   turn tables/*.toml into Rust, or say what is stale
  tidy                check what no compiler checks: file heads, names, sizes
  bench [FILTER]      run the benches and print their table
  conformance yaml [--bless]
                      compare our YAML with LLVM 22's obj2yaml and yaml2obj, or store what they say
  conformance amd [--bless]
                      make the AMD objects and expected code with LLVM 22, and have it read what is linked
  docs                completions and man pages into target/docs
  ci                  everything that must pass before a change lands";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match words.as_slice() {
        ["codegen"] => xtask::codegen::run(false),
        ["codegen", "--check"] => xtask::codegen::run(true),
        ["tidy"] => xtask::tidy::run(),
        ["bench", filter @ ..] => xtask::bench::run(filter),
        ["conformance", "yaml"] => xtask::conformance::yaml(false),
        ["conformance", "yaml", "--bless"] => xtask::conformance::yaml(true),
        ["conformance", "amd"] => xtask::conformance::amd(false),
        ["conformance", "amd", "--bless"] => xtask::conformance::amd(true),
        ["docs"] => xtask::docs::run(),
        ["ci"] => xtask::ci::run(),
        [] | ["help" | "--help" | "-h"] => {
            println!("{TASKS}");
            Ok(())
        }
        _ => Err(format!("no such task: {}\n\n{TASKS}", words.join(" "))),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}
