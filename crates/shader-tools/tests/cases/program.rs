//! The program under test: how it is run, and its output as text. Separate because cases and their inputs both run it.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_shader-tools");
pub(crate) const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const TIME_LIMIT: Duration = Duration::from_secs(60);

/// What the developer's shell may set and a case must not depend on.
const REMOVED_VARIABLES: &str = "CLICOLOR CLICOLOR_FORCE FORCE_COLOR COLUMNS LINES RAYON_NUM_THREADS \
     RUST_BACKTRACE RUST_LIB_BACKTRACE SHADER_CORPUS";

/// The commit that `--version` prints in a release build, and that no case shows.
const COMMIT: Option<&str> = option_env!("SHADER_TOOLS_COMMIT");

/// Lines of a diff or of a failed command's output that a failure shows.
const SHOWN_LINES: usize = 200;

#[derive(Default)]
pub(crate) struct Output {
    pub(crate) status: i32,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
}

impl Output {
    /// Both streams, for a message.
    pub(crate) fn show(&self, scratch: &str) -> String {
        let [stdout, stderr] = [&self.stdout, &self.stderr].map(|bytes| printable(&render(bytes, scratch)));
        format!("stdout:\n{}\nstderr:\n{}", stdout.trim_end(), stderr.trim_end())
    }
}

/// Runs the program once. Its streams are files beside the scratch folder, so that no side waits for the other.
pub(crate) fn run_program(arguments: &[String], stdin: &[u8], scratch: &str) -> Result<Output, String> {
    let command = format!("shader-tools {}", arguments.join(" ")).replace(scratch, "%tmp");
    let failed = |error: io::Error| format!("{command}: {error}");
    let streams = ["stdin", "stdout", "stderr"].map(|stream| Path::new(scratch).with_file_name(stream));
    let [stdin_path, stdout_path, stderr_path] = streams;
    fs::write(&stdin_path, stdin).map_err(failed)?;
    let mut program = Command::new(PROGRAM);
    program.args(arguments).current_dir(ROOT).env("NO_COLOR", "1");
    for variable in REMOVED_VARIABLES.split_whitespace() {
        program.env_remove(variable);
    }
    program.stdin(File::open(&stdin_path).map_err(failed)?);
    program.stdout(File::create(&stdout_path).map_err(failed)?);
    program.stderr(File::create(&stderr_path).map_err(failed)?);
    let Some(ended) = program.spawn().and_then(wait).map_err(failed)? else {
        return Err(format!("{command}: ran longer than {TIME_LIMIT:?} and was killed"));
    };
    // No code, or one that no program chooses: a signal, or Windows' way to say so.
    let Some(status @ 0..=255) = ended.code() else {
        return Err(format!("{command}: crashed ({ended})"));
    };
    let (stdout, stderr) = (fs::read(&stdout_path), fs::read(&stderr_path));
    Ok(Output { status, stdout: stdout.map_err(failed)?, stderr: stderr.map_err(failed)? })
}

/// Waits for the end of `child`, or kills it at the time limit and gives `None`.
fn wait(mut child: Child) -> io::Result<Option<ExitStatus>> {
    let start = Instant::now();
    let mut pause = Duration::from_millis(1);
    while start.elapsed() < TIME_LIMIT {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(50));
    }
    child.kill()?;
    child.wait()?;
    Ok(None)
}

/// Output as the text that is stored: itself with `%tmp` for the scratch folder, or a hex dump.
pub(crate) fn render(bytes: &[u8], scratch: &str) -> String {
    match str::from_utf8(bytes) {
        Ok(text) if !text.contains('\0') => {
            let text = text.replace(scratch, "%tmp");
            COMMIT.map_or_else(|| text.clone(), |commit| text.replace(&format!(" ({commit})"), ""))
        }
        _ => (0..).step_by(16).zip(bytes.chunks(16)).map(|(offset, row)| hex_row(offset, row)).collect(),
    }
}

fn hex_row(offset: usize, row: &[u8]) -> String {
    let digits: Vec<String> = row.iter().map(|byte| format!("{byte:02x}")).collect();
    let text = row.iter().map(|&byte| if matches!(byte, b' '..=b'~') { char::from(byte) } else { '.' });
    format!("{offset:08x}  {:<47}  |{}|\n", digits.join(" "), text.collect::<String>())
}

/// The first lines of `text`, with what a terminal would act on or hide written as escapes.
pub(crate) fn printable(text: &str) -> String {
    let is_plain = |c: char| !c.is_control() || matches!(c, '\n' | '\t');
    let show = |c: char| if is_plain(c) { c.to_string() } else { c.escape_default().to_string() };
    let lines = text.split_inclusive('\n').take(SHOWN_LINES);
    let shown: String = lines.flat_map(str::chars).map(show).collect();
    match text.lines().count() {
        count if count > SHOWN_LINES => format!("{shown}... and {} lines more\n", count - SHOWN_LINES),
        _ => shown,
    }
}
