//! The harness of all tests. A binary's tests are lists, one a file ([`tests!`](crate::tests)), which its `main` puts
//! together; a test that is on no list is dead code, and a list that is not run too. The standard harness can neither
//! count what was skipped nor say why.

use std::fmt::Arguments;
use std::process::ExitCode;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use libtest_mimic::Trial;

use crate::files;
use crate::limits::{self, Limits};

pub use libtest_mimic::{Completion, Failed};

/// How long a test takes that is told, where figures are.
const WORTH_TELLING: Duration = Duration::from_secs(2);

/// A test, and the file that it is in.
pub struct Test {
    module: &'static str,
    name: &'static str,
    body: fn() -> Result<Completion, Failed>,
    limits: Limits,
}

impl Test {
    /// Made by [`tests!`](crate::tests).
    pub const fn new(
        module: &'static str,
        name: &'static str,
        body: fn() -> Result<Completion, Failed>,
    ) -> Self {
        Self { module, name, body, limits: Limits::USUAL }
    }

    /// Sets other limits.
    #[must_use]
    pub const fn within(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Its path from the binary's root, as the standard harness has it.
    fn path(&self) -> String {
        let within = self.module.split_once("::").map(|(_, within)| format!("{within}::"));
        within.unwrap_or_default() + self.name
    }

    fn trial(&'static self) -> Trial {
        Trial::ignorable_test(self.path(), || {
            let start = Instant::now();
            let outcome = limits::within(self.path(), self.limits, self.body);
            let took = start.elapsed();
            if took > WORTH_TELLING {
                crate::note!("{} took {:.1} s", self.path(), took.as_secs_f64());
            }
            outcome
        })
    }
}

/// What a test may return: nothing, since it panics where it fails, whether there was anything to check, or an error.
pub trait Outcome {
    fn of_test(self) -> Result<Completion, Failed>;
}

impl Outcome for () {
    fn of_test(self) -> Result<Completion, Failed> {
        Ok(Completion::Completed)
    }
}

impl Outcome for Completion {
    fn of_test(self) -> Result<Completion, Failed> {
        Ok(self)
    }
}

impl Outcome for Result<Completion, Failed> {
    fn of_test(self) -> Result<Completion, Failed> {
        self
    }
}

impl Outcome for Result<(), Failed> {
    fn of_test(self) -> Result<Completion, Failed> {
        self.map(|()| Completion::Completed)
    }
}

/// The tests of a file: `pub(crate) const TESTS: &[Test] = tests![first, #[cfg(unix)] second];`. A test that needs more
/// than [`Limits::USUAL`] states it: `tests![first within Limits::seconds(60, "reason")]`.
#[macro_export]
macro_rules! tests {
    ($($(#[$attribute:meta])* $name:ident $(within $limits:expr)?),* $(,)?) => {
        &[$(
            $(#[$attribute])*
            $crate::Test::new(::core::module_path!(), ::core::stringify!($name), || {
                $crate::Outcome::of_test($name())
            })
            $(.within($limits))?,
        )*]
    };
}

/// Of a test that is about the corpus: nothing was there to check. It is counted as ignored, and the last line says so.
pub fn skipped(what: &str) -> Completion {
    Completion::ignored_with(format!("SHADER_CORPUS names no folder with {what}"))
}

/// Runs tests as `cargo test` does, and says at the end how many were skipped.
pub fn run(tests: &[&'static [Test]]) -> ExitCode {
    run_with(libtest_mimic::Arguments::from_args(), tests)
}

/// Runs one test after the other: those that watch the memory of the whole process.
pub fn run_alone(tests: &[&'static [Test]]) -> ExitCode {
    let mut arguments = libtest_mimic::Arguments::from_args();
    arguments.test_threads = Some(1);
    run_with(arguments, tests)
}

fn run_with(arguments: libtest_mimic::Arguments, tests: &[&'static [Test]]) -> ExitCode {
    let tests = tests.iter().copied().flatten();
    let trials: Vec<Trial> = tests.map(Test::trial).collect();
    let all = trials.len();
    limits::watch();
    let conclusion = libtest_mimic::run(&arguments, trials);
    if files::is_missed() {
        eprintln!("SHADER_CORPUS names no folder: only the project's own files were tested");
    }
    if conclusion.num_ignored > 0 {
        let skipped = conclusion.num_ignored;
        eprintln!(
            "{skipped} of {all} checks were SKIPPED, for the reasons beside them (CONTRIBUTING.md tells of SHADER_CORPUS)"
        );
    }
    conclusion.exit_code()
}

/// Prints what a test counted, where it is asked for: `cargo test -- --nocapture`.
pub fn note(figures: Arguments<'_>) {
    static IS_SHOWN: OnceLock<bool> = OnceLock::new();
    let is_asked_for = || std::env::args().any(|word| word == "--nocapture" || word == "--show-output");
    if *IS_SHOWN.get_or_init(is_asked_for) {
        println!("{figures}");
    }
}

/// Prints figures of a test, as `println!` does, where `--nocapture` asks for them.
#[macro_export]
macro_rules! note {
    ($($words:tt)*) => { $crate::note(::core::format_args!($($words)*)) };
}
