//! `cargo xtask conformance docs`: the commands of README and docs/ that need LLVM, executed with Debian's `clang-22`
//! and `llvm-22`. `cargo test` executes the others, with the same code.

use testkit::pages::{self, Shell};

use super::text;
use crate::{Outcome, cargo};

/// Executes the pages that have commands that need LLVM, and compares their output.
pub fn docs() -> Outcome {
    let program = cargo::build_program("dev", "")?;
    let program = program.parent().ok_or("the program is in no folder")?;
    let (mut errors, mut count) = (Vec::new(), 0);
    for page in pages::pages()? {
        let need_llvm = page.commands().need_llvm;
        if need_llvm == 0 {
            continue;
        }
        count += need_llvm;
        println!("{}: {need_llvm} commands that need LLVM", page.path.display());
        let folder = tempfile::tempdir().map_err(text)?;
        let shell = Shell { program, folder: folder.path(), has_llvm: true };
        match page.execute(&shell) {
            Ok(executed) => errors.extend(page.difference(&executed)),
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() {
        println!("{count} commands: all succeed");
        return Ok(());
    }
    Err(errors.join("\n"))
}
