//! Glue code of every kind reads back as instructions, none of it as bare words, as the interpreter of machine code
//! reads it, and as what LLVM's disassembler reads where that is at hand.

use std::collections::BTreeSet;

use amdgpu_link::Encoding;
use amdgpu_link::glue::every::every_glue;
use amdgpu_link::isa::disassemble;
use rdna::{Generation, decode};
use testkit::{Completion, Test, llvm, note, tests};

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
        let generation = if encoding == Encoding::Gfx11 { Generation::Gfx11 } else { Generation::Gfx10 };
        let known: BTreeSet<&str> = list.lines().map(kind).collect();
        let (mut pieces, mut kinds, mut seen) = (0, BTreeSet::new(), BTreeSet::new());
        for (name, glue) in every_glue(encoding) {
            for line in disassemble(&glue.code, encoding) {
                assert!(!line.text.starts_with(".long"), "{name}: {line}");
                if seen.insert(line.words.clone()) {
                    let by_interpreter = decode(generation, &line.words, 0).unwrap();
                    assert_eq!(rdna::text(&by_interpreter, generation, 32), line.text, "{name}");
                }
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
        let mut expected = Vec::new();
        for (_, glue) in every_glue(encoding) {
            for line in disassemble(&glue.code, encoding) {
                if seen.insert(line.words.clone()) {
                    expected.push(line);
                }
            }
        }
        let (text, warnings) = llvm::disassemble(processor, expected.iter().map(|line| &*line.words));
        assert_eq!(warnings, "", "{processor}");
        let found: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        for (found, expected) in found.iter().zip(&expected) {
            assert_eq!(found, &expected.text, "{processor}");
        }
        assert_eq!(found.len(), expected.len(), "{processor}");
        note!("{processor}: {} instructions alike", found.len());
    }
    Completion::Completed
}
