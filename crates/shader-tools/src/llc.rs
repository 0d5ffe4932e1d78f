//! LLVM's code generator as a program: found, asked for its version, run with a limit of time. A layer below the
//! verbs, because `amd compile` runs it, and recipes put its version into keys.

use std::ffi::OsString;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::ValueEnum as _;
use dxil_ir::intrinsics::LlvmVersion;
use shader_store::key::Choice;

use crate::caching::explicit_options::ExplicitOptions;
use crate::error::Error;
use crate::selection::input::display;

/// The variable that names the program.
pub const VARIABLE: &str = "SHADER_LLC";

/// The name of llc in installations that have only one version of LLVM.
const PLAIN_NAME: &str = "llc";

/// A major version of LLVM whose llc compiles the output of `amd compile`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum LlcVersion {
    /// LLVM 22.
    #[value(name = "22")]
    V22,
    /// LLVM 23.
    #[value(name = "23")]
    V23,
}

impl LlcVersion {
    /// The supported versions, the newest first.
    const NEWEST_FIRST: [Self; 2] = [Self::V23, Self::V22];

    /// The major version as a number.
    fn major(self) -> u32 {
        match self {
            Self::V22 => 22,
            Self::V23 => 23,
        }
    }

    /// The name of llc in Debian's packages.
    fn program(self) -> &'static str {
        match self {
            Self::V22 => "llc-22",
            Self::V23 => "llc-23",
        }
    }

    /// The version of LLVM, whose spelling of LLVM assembly llc parses.
    pub fn llvm(self) -> LlvmVersion {
        match self {
            Self::V22 => LlvmVersion::V22,
            Self::V23 => LlvmVersion::V23,
        }
    }

    /// The version in a line of `llc --version`, such as `Debian LLVM version 23.1.4`, if it is supported.
    pub fn of_line(line: &str) -> Option<Self> {
        let (_, number) = line.rsplit_once(VERSION_WORDS)?;
        let major = number.split('.').next()?.parse::<u32>().ok()?;
        Self::NEWEST_FIRST.into_iter().find(|version| version.major() == major)
    }
}

/// The words before the number in the output of `llc --version`.
const VERSION_WORDS: &str = "LLVM version ";

/// The options that select llc. Keys contain the version of llc, and not these options.
pub const NOT_IN_KEYS: &[&str] = &["llc", "llc_timeout", "llc_version", "llvm"];

/// The version of the llc that options ask for, as a part of keys.
pub fn program(given: &ExplicitOptions) -> Result<Choice, Error> {
    let text = |id: &str| given.values(id).next().map(|value| String::from_utf8_lossy(value).into_owned());
    let version = match text("llc_version") {
        Some(version) => version,
        None => {
            let llvm = text("llvm").and_then(|name| LlcVersion::from_str(&name, false).ok());
            let llc = text("llc").map(PathBuf::from);
            Llc::find(llc.as_deref(), llvm, Duration::ZERO)?.version().to_owned()
        }
    };
    Ok(Choice { name: "llc version".to_owned(), values: vec![version.into_bytes()] })
}

/// Instructions for users without a supported llc, appended to messages.
const INSTALL: &str = "install LLVM 22 or 23 (Debian and Ubuntu: package llvm-22 or llvm-23 of apt.llvm.org; \
                       macOS: brew install llvm@22), or set the path of llc with --llc or SHADER_LLC; \
                       --emit ll works without llc";

/// How long it may take to say its version.
const VERSION_TIME: Duration = Duration::from_secs(20);

/// How often a process is asked whether it has ended.
const PAUSE: Duration = Duration::from_millis(2);

/// How long what a process wrote is waited for once it has ended: others may hold its pipes.
const REST: Duration = Duration::from_secs(2);

/// The most bytes that are read of what it writes.
const MOST_BYTES: u64 = 256 << 20;

/// LLVM's code generator.
#[derive(Debug, Clone)]
pub struct Llc {
    program: PathBuf,
    /// What it says of its version: release and vendor.
    version: String,
    llvm: LlcVersion,
    limit: Duration,
}

/// What a process left behind.
struct Ended {
    status: ExitStatus,
    output: Vec<u8>,
    errors: String,
}

impl Llc {
    /// Returns the program that an option or the variable names, or searches PATH. If `llvm` is a version, llc must
    /// have this version. Each program is started once to read its version.
    pub fn find(named: Option<&Path>, llvm: Option<LlcVersion>, limit: Duration) -> Result<Self, Error> {
        type Known = (Option<PathBuf>, Option<LlcVersion>, Llc);
        static FOUND: Mutex<Vec<Known>> = Mutex::new(Vec::new());
        // Who panicked meanwhile left no half of an entry.
        let mut found = FOUND.lock().unwrap_or_else(PoisonError::into_inner);
        let is_known = |(path, version, _): &&Known| path.as_deref() == named && *version == llvm;
        let known = found.iter().find(is_known).map(|(.., llc)| llc.clone());
        let llc = match known {
            Some(known) => known,
            None => {
                let llc = Self::look_for(named, llvm)?;
                found.push((named.map(Path::to_path_buf), llvm, llc.clone()));
                llc
            }
        };
        Ok(Self { limit, ..llc })
    }

    fn look_for(named: Option<&Path>, llvm: Option<LlcVersion>) -> Result<Self, Error> {
        let of_variable = || std::env::var_os(VARIABLE).filter(|name| !name.is_empty()).map(PathBuf::from);
        if let Some(program) = named.map(Path::to_path_buf).or_else(of_variable) {
            return Self::of(program.clone(), llvm)?.ok_or_else(|| {
                Error::Usage(format!("program {} does not exist: {INSTALL}", display(&program)))
            });
        }
        let mut wrong = None;
        for name in names(llvm) {
            match Self::of(PathBuf::from(name), llvm) {
                Ok(Some(found)) => return Ok(found),
                Ok(None) => {}
                Err(error) => wrong = Some(error),
            }
        }
        Err(wrong
            .unwrap_or_else(|| Error::Usage(format!("llc (LLVM's code generator) was not found: {INSTALL}"))))
    }

    /// Returns the program, or `None` if it does not exist.
    ///
    /// # Errors
    ///
    /// The program has an unsupported version or not the version `wanted`, or cannot compile for AMD.
    fn of(program: PathBuf, wanted: Option<LlcVersion>) -> Result<Option<Self>, Error> {
        let name = display(&program);
        let process = match spawn(&program, &["--version".into()]) {
            Ok(process) => process,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Error::Usage(format!("{name} cannot be started: {error}; {INSTALL}"))),
        };
        let ended = wait(process, Vec::new(), VERSION_TIME)
            .map_err(|why| Error::Usage(format!("`{name} --version` {why}; {INSTALL}")))?;
        let text = String::from_utf8_lossy(&ended.output).into_owned();
        let line = text.lines().map(str::trim).find(|line| line.contains(VERSION_WORDS.trim_end()));
        let Some(line) = line else {
            return Err(Error::Usage(format!("{name} does not print its LLVM version; {INSTALL}")));
        };
        let number = line.rsplit_once(VERSION_WORDS).map_or("", |(_, number)| number);
        let Some(llvm) = LlcVersion::of_line(line) else {
            return Err(Error::Usage(format!(
                "{name} is from LLVM {number}, which is not supported; supported: LLVM 22 and LLVM 23; {INSTALL}"
            )));
        };
        if let Some(wanted) = wanted.filter(|wanted| *wanted != llvm) {
            let wanted = wanted.major();
            return Err(Error::Usage(format!(
                "{name} is from LLVM {number}, expected LLVM {wanted}; {INSTALL}"
            )));
        }
        if !text.contains("amdgcn") {
            let text = format!("{name} was built without the target amdgcn; {INSTALL}");
            return Err(Error::Usage(text));
        }
        Ok(Some(Self { program, version: line.to_owned(), llvm, limit: Duration::ZERO }))
    }

    /// What it says of its version, such as `Debian LLVM version 22.1.8`.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The version of LLVM, whose spelling of LLVM assembly llc parses.
    pub fn llvm(&self) -> LlvmVersion {
        self.llvm.llvm()
    }

    /// An unlinked ELF file of a module.
    pub fn object(&self, module: &str, processor: &str) -> Result<Object, Error> {
        let arguments =
            ["-mtriple=amdgcn--amdpal", &format!("-mcpu={processor}"), "-filetype=obj", "-o", "-", "-"]
                .map(OsString::from);
        let name = display(&self.program);
        let process = spawn(&self.program, &arguments)
            .map_err(|error| Error::Usage(format!("{name} cannot be started: {error}")))?;
        let ended = wait(process, module.as_bytes().to_vec(), self.limit)
            .map_err(|why| Error::Unsupported(format!("{name} {why}")))?;
        let said = ended.errors.trim();
        if !ended.status.success() {
            let why = match ended.status.code() {
                Some(code) => format!("failed with exit status {code}"),
                None => format!("was killed ({})", ended.status),
            };
            let said = if said.is_empty() { "no error output".to_owned() } else { said.to_owned() };
            return Err(Error::Unsupported(format!("{name} {why}: {said}")));
        }
        if !ended.output.starts_with(b"\x7fELF") {
            return Err(Error::Unsupported(format!("{name} did not write an ELF file: {said}")));
        }
        Ok(Object { bytes: ended.output, said: said.to_owned() })
    }
}

/// The program names to search for in PATH, the preferred name first.
fn names(llvm: Option<LlcVersion>) -> Vec<&'static str> {
    let versions =
        LlcVersion::NEWEST_FIRST.into_iter().filter(|version| llvm.is_none_or(|llvm| llvm == *version));
    versions.map(LlcVersion::program).chain([PLAIN_NAME]).collect()
}

/// What it made, and what it said.
pub struct Object {
    pub bytes: Vec<u8>,
    pub said: String,
}

fn spawn(program: &Path, arguments: &[OsString]) -> std::io::Result<Child> {
    let mut command = Command::new(program);
    command.args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()
}

/// Gives a process its input and waits until it ends, or ends it when its time is over.
fn wait(mut process: Child, input: Vec<u8>, limit: Duration) -> Result<Ended, String> {
    let (send_output, output) = channel();
    let (send_errors, errors) = channel();
    if let Some(mut stdin) = process.stdin.take() {
        // It may end without having read all of it.
        std::thread::spawn(move || _ = stdin.write_all(&input));
    }
    read_all(process.stdout.take(), send_output);
    read_all(process.stderr.take(), send_errors);
    let start = Instant::now();
    let status = loop {
        match process.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if start.elapsed() > limit => {
                _ = process.kill();
                _ = process.wait();
                return Err(format!("did not end within {} seconds and was stopped", limit.as_secs_f32()));
            }
            Ok(None) => std::thread::sleep(PAUSE),
            Err(error) => return Err(format!("did not end, because waiting failed: {error}")),
        }
    };
    let output = rest(&output)?;
    let errors = String::from_utf8_lossy(&rest(&errors)?).into_owned();
    Ok(Ended { status, output, errors })
}

fn read_all(pipe: Option<impl Read + Send + 'static>, sender: Sender<Vec<u8>>) {
    let Some(pipe) = pipe else { return };
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        _ = pipe.take(MOST_BYTES).read_to_end(&mut bytes);
        _ = sender.send(bytes);
    });
}

fn rest(pipe: &Receiver<Vec<u8>>) -> Result<Vec<u8>, String> {
    pipe.recv_timeout(REST).map_err(|error| match error {
        RecvTimeoutError::Timeout => "ended, but another process still holds the output pipe open".to_owned(),
        RecvTimeoutError::Disconnected => "printed nothing".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn version_lines_have_a_major_version() {
        for (line, expected) in [
            ("Debian LLVM version 23.1.4", Some(LlcVersion::V23)),
            ("LLVM version 22.1.0git", Some(LlcVersion::V22)),
            ("LLVM version 23", Some(LlcVersion::V23)),
            ("LLVM version 21.1.8", None),
            ("LLVM version 24.0.0", None),
            ("LLVM version 2", None),
            ("clang version 23.1.4", None),
        ] {
            assert_eq!(LlcVersion::of_line(line), expected, "{line}");
        }
    }

    #[test]
    fn the_newest_supported_version_is_searched_first() {
        assert_eq!(names(None), ["llc-23", "llc-22", "llc"]);
        assert_eq!(names(Some(LlcVersion::V22)), ["llc-22", "llc"]);
        assert_eq!(names(Some(LlcVersion::V23)), ["llc-23", "llc"]);
    }
}
