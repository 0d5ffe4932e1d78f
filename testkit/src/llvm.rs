//! LLVM's disassembler of machine code, which tests of two crates compare with. It is started as a program; who asks
//! makes sure that it is there.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// What `llvm-mc` of LLVM 22 prints of code for an AMD processor, and its warnings, which have the numbers of lines.
///
/// # Panics
///
/// Where it cannot be started, or prints what is not text.
#[must_use]
pub fn disassemble<'w>(processor: &str, lines: impl IntoIterator<Item = &'w [u32]>) -> (String, String) {
    let mut bytes = String::new();
    for line in lines {
        for byte in line.iter().flat_map(|word| word.to_le_bytes()) {
            let _ = write!(bytes, "{byte:#04x} ");
        }
        bytes.push('\n');
    }
    let mut llvm = Command::new("llvm-mc-22")
        .args(["--disassemble", "-triple=amdgcn--amdpal", &format!("-mcpu={processor}")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("llvm-mc-22");
    let mut stdin = llvm.stdin.take().expect("a pipe");
    // It prints before it has read all.
    let writer = std::thread::spawn(move || stdin.write_all(bytes.as_bytes()));
    let output = llvm.wait_with_output().expect("llvm-mc-22");
    writer.join().expect("no panic").expect("llvm-mc-22 reads all");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (text(output.stdout), text(output.stderr))
}
