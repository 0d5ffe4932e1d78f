//! Runs this program again in a process of its own, because drivers and converters end their process where something is
//! wrong.

use std::io::Read as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The limit of the running time.
const TIME: Duration = Duration::from_secs(120);

/// Runs the program with arguments, and returns its standard output.
///
/// # Errors
///
/// The process fails, or needs more time. The message of a failed assertion in C++ begins with `assertion`.
pub fn run(arguments: &[String]) -> Result<String, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
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
            return Err(format!("it takes more than {} seconds", TIME.as_secs()));
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let text = reader.join().unwrap_or_default();
    let errors = errors.join().unwrap_or_default();
    if let Some((_, assertion)) = errors.split_once(": Assertion `") {
        return Err(format!("assertion `{}", assertion.trim()));
    }
    if !status.success() {
        let last = errors.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
        return Err(format!("{status}: {last}"));
    }
    Ok(text)
}
