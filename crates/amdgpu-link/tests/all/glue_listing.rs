//! Glue code of every kind reads back as instructions, none of it as bare words, and as what LLVM's disassembler reads
//! where a listing of that is given.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use amdgpu_link::Encoding;
use amdgpu_link::glue::every::every_glue;
use amdgpu_link::isa::disassemble;
use testkit::{Completion, Test, note, tests};

pub(crate) const TESTS: &[Test] = tests![all_glue_reads_back, llvm_reads_all_glue_alike];

const LISTS: [(Encoding, &str); 2] = [
    (Encoding::Gfx10, include_str!("../isa/gfx10.txt")),
    (Encoding::Gfx11, include_str!("../isa/gfx11.txt")),
];

/// The name of an instruction, and for exports where they go to.
fn kind(text: &str) -> &str {
    text.split_once(' ').map_or(text, |(name, _)| name)
}

fn all_glue_reads_back() {
    for (encoding, list) in LISTS {
        let known: BTreeSet<&str> = list.lines().map(kind).collect();
        let (mut pieces, mut kinds) = (0, BTreeSet::new());
        for (name, glue) in every_glue(encoding) {
            for line in disassemble(&glue.code, encoding) {
                assert!(!line.text.starts_with(".long"), "{name}: {line}");
                // Each has been compared with LLVM's assembler.
                assert!(known.contains(kind(&line.text)), "{name}: {line}");
                kinds.insert(kind(&line.text).to_owned());
            }
            assert!(glue.sgpr_count <= 102 && glue.vgpr_count <= 256);
            pieces += 1;
        }
        note!("{encoding}: {pieces} pieces of {} instructions", kinds.len());
        assert!(pieces > 30_000 && kinds.len() > 30, "{pieces} {kinds:?}");
    }
}

/// Reads the same words with LLVM's disassembler: every line must be the same. Duplicate pieces are read once.
fn llvm_reads_all_glue_alike() -> Completion {
    if std::env::var_os("SHADER_LLVM").is_none() {
        return Completion::ignored_with("needs llvm-mc of LLVM 22; `cargo xtask conformance amd` runs it");
    }
    for (encoding, processor) in
        [(Encoding::Gfx10, "gfx1030"), (Encoding::Gfx10, "gfx1010"), (Encoding::Gfx11, "gfx1100")]
    {
        let mut seen = BTreeSet::new();
        let (mut bytes, mut expected) = (String::new(), Vec::new());
        for (_, glue) in every_glue(encoding) {
            for line in disassemble(&glue.code, encoding) {
                if seen.insert(line.words.clone()) {
                    for byte in line.words.iter().flat_map(|word| word.to_le_bytes()) {
                        write!(bytes, "{byte:#04x} ").unwrap();
                    }
                    bytes.push('\n');
                    expected.push(line.text);
                }
            }
        }
        let mut llvm = Command::new("llvm-mc-22")
            .args(["--disassemble", "-triple=amdgcn--amdpal", &format!("-mcpu={processor}")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("llvm-mc-22");
        let mut stdin = llvm.stdin.take().unwrap();
        let writer = std::thread::spawn(move || stdin.write_all(bytes.as_bytes()));
        let output = llvm.wait_with_output().unwrap();
        writer.join().unwrap().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{processor}");
        let text = String::from_utf8(output.stdout).unwrap();
        let found: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        for (found, expected) in found.iter().zip(&expected) {
            assert_eq!(found, expected, "{processor}");
        }
        assert_eq!(found.len(), expected.len(), "{processor}");
        note!("{processor}: {} instructions alike", found.len());
    }
    Completion::Completed
}
