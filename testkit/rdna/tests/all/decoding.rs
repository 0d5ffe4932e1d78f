//! Decoding, against what LLVM's disassembler makes of the same words. Lists of it are stored beside, so that it is
//! compared without LLVM, too; `cargo xtask conformance rdna` compares many more.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::process::Command;

use amdgpu_link::elf::Elf;
use rdna::{Generation, Table, decode, text};
use testkit::random::Random;
use testkit::{Completion, Failed, Test, corpus, llvm, note, skipped, tests};

use crate::encodings;

pub(crate) const TESTS: &[Test] =
    tests![words_read_as_llvm_read_them, llvm_reads_words_alike, llvm_reads_real_code_alike];

const LISTS: [(Generation, &str); 2] = [
    (Generation::Gfx10, include_str!("../isa/gfx10.txt")),
    (Generation::Gfx11, include_str!("../isa/gfx11.txt")),
];

fn words_read_as_llvm_read_them() {
    for (generation, list) in LISTS {
        let mut names = BTreeSet::new();
        for line in list.lines().filter(|line| !line.starts_with('#')) {
            let (expected, words) = line.split_once(" => ").unwrap();
            let words: Vec<u32> =
                words.split(' ').map(|word| u32::from_str_radix(word, 16).unwrap()).collect();
            let instruction = decode(generation, &words, 0).unwrap_or_else(|fault| panic!("{line}: {fault}"));
            assert_eq!(text(&instruction, generation, 32), expected, "{words:08x?}");
            assert_eq!(instruction.words as usize, words.len(), "{line}");
            names.insert((instruction.row.encoding as u8, instruction.row.opcode));
        }
        note!("{}: {} opcodes", generation.processor(), names.len());
        assert!(names.len() > 1000, "{}", names.len());
    }
}

/// How many times each opcode is compared with LLVM, and how many of those are stored.
const TIMES: usize = 60;
const STORED: usize = 2;

fn llvm_reads_words_alike() -> Result<Completion, Failed> {
    if std::env::var_os("SHADER_LLVM").is_none() {
        return Ok(Completion::ignored_with(
            "needs llvm-mc of LLVM 22; `cargo xtask conformance rdna` runs it",
        ));
    }
    for generation in Generation::ALL {
        let mut random = Random(1);
        let mut encodings = Vec::new();
        for row in Table::of(generation).rows() {
            for _ in 0..TIMES {
                encodings.push((row.mnemonic, encodings::words(row, generation, &mut random)));
            }
        }
        let found = disassembled(generation, &encodings);
        let (mut alike, mut refused) = (0, 0);
        let mut kept: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        let mut different: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for ((name, words), found) in encodings.iter().zip(found) {
            let Some(found) = found else {
                refused += 1;
                continue;
            };
            let (ours, length) = match decode(generation, words, 0) {
                Ok(instruction) => (text(&instruction, generation, 32), instruction.words as usize),
                Err(fault) => (fault.what, 0),
            };
            if ours == found {
                alike += 1;
                let kept = kept.entry(name).or_default();
                if kept.len() < STORED {
                    let words: Vec<String> =
                        words[..length].iter().map(|word| format!("{word:08X}")).collect();
                    kept.push(format!("{found} => {}", words.join(" ")));
                }
            } else {
                different.entry(name).or_default().push(format!("{ours}\n   {found}  {words:08x?}"));
            }
        }
        let processor = generation.processor();
        note!("{processor}: {alike} alike, {refused} that LLVM does not read, {} opcodes", kept.len());
        if std::env::var_os("BLESS").is_some() {
            let file = if generation.is_gfx11() { "gfx11" } else { "gfx10" };
            let mut list = format!("# What llvm-mc of LLVM 22 makes of words for {processor}.\n");
            kept.values().flatten().for_each(|line| writeln!(list, "{line}").unwrap());
            std::fs::write(format!("{}/tests/isa/{file}.txt", env!("CARGO_MANIFEST_DIR")), list)?;
        }
        if !different.is_empty() {
            let count: usize = different.values().map(Vec::len).sum();
            let first = different.values().map(|all| &*all[0]).take(60).collect::<Vec<_>>().join("\n");
            return Err(
                format!("{processor}: {count} of {} opcodes differ:\n{first}", different.len()).into()
            );
        }
    }
    Ok(Completion::Completed)
}

/// All code of real pipelines and unlinked shaders for processors of gfx10.3 and gfx11.
fn llvm_reads_real_code_alike() -> Result<Completion, Failed> {
    if std::env::var_os("SHADER_LLVM").is_none() {
        return Ok(Completion::ignored_with(
            "needs llvm-objdump of LLVM 22; `cargo xtask conformance rdna` runs it",
        ));
    }
    let Some(folder) = corpus::subfolder("amd") else { return Ok(skipped("real code for AMD processors")) };
    let (mut files, mut count, mut different) = (0, 0, BTreeMap::new());
    for path in corpus::files(&folder) {
        let bytes = std::fs::read(&path)?;
        let Ok(target) = Elf::parse(&bytes).and_then(|elf| elf.target()) else { continue };
        let generation = match (target.major, target.minor) {
            (10, 3) => Generation::Gfx10,
            (11, 0) => Generation::Gfx11,
            _ => continue,
        };
        let output = Command::new("llvm-objdump-22").arg("-d").arg(&path).output()?;
        files += 1;
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let Some((found, words)) = line.split_once("// ") else { continue };
            let words = words.split_once(": ").map_or("", |(_, words)| words);
            let words: Vec<u32> =
                words.split(' ').map_while(|word| u32::from_str_radix(word, 16).ok()).collect();
            let found = found.trim();
            // Tables have neither what interpolates attributes nor what says which compiler it was.
            if found.starts_with("v_interp") || found.starts_with("s_version") {
                continue;
            }
            let size = if found.contains("v[") && found.contains("vcc,") { 64 } else { 32 };
            let ours = match decode(generation, &words, 0) {
                Ok(instruction) => text(&instruction, generation, size),
                Err(fault) => fault.what,
            };
            // Constants that need no word of their own and have one are marked.
            let (ours, found) =
                (ours.replace("  ", " "), found.replace("  ", " ").replace("lit(", "").replace(')', ""));
            if ours.replace(')', "") == found || same_mask(&ours, &found) {
                count += 1;
            } else {
                different
                    .entry(found.split(' ').next().unwrap_or_default().to_owned())
                    .or_insert(format!("{ours}\n   {found}"));
            }
        }
    }
    note!("{count} instructions of {files} files alike");
    if files == 0 {
        return Ok(skipped("real code for gfx10.3 or gfx11 (amd/)"));
    }
    corpus::at_least("instructions", count, [1, 1000])?;
    if different.is_empty() {
        Ok(Completion::Completed)
    } else {
        Err(different.into_values().collect::<Vec<_>>().join("\n").into())
    }
}

/// Whether two texts differ in nothing but masks of 32 and 64 lanes: a listing does not say which the shader has.
fn same_mask(ours: &str, found: &str) -> bool {
    ours.replace("vcc_lo", "vcc").replace("exec_lo", "exec")
        == found.replace("vcc_lo", "vcc").replace("exec_lo", "exec")
}

/// What LLVM reads of each; none where it reads no instruction or something before it ends.
fn disassembled(generation: Generation, encodings: &[(&str, Vec<u32>)]) -> Vec<Option<String>> {
    // Behind each are instructions with its number: one may be taken for a literal.
    let mark = |index: usize| 0xbf80_8000 | (index as u32 & 0x7fff);
    let marks: Vec<u32> = (0..encodings.len()).map(mark).collect();
    let mut lines: Vec<&[u32]> = Vec::new();
    for ((_, words), mark) in encodings.iter().zip(&marks) {
        let length = decode(generation, words, 0).map_or(words.len(), |found| found.words as usize);
        lines.push(&words[..length.min(words.len())]);
        lines.extend([std::slice::from_ref(mark); 3]);
    }
    let (listing, warnings) = llvm::disassemble(generation.processor(), lines);
    let bad =
        warnings.lines().filter_map(|line| line.strip_prefix("<stdin>:")?.split(':').next()?.parse().ok());
    let bad: BTreeSet<usize> = bad.map(|line: usize| (line - 1) / 4).collect();
    let mut found: Vec<Option<String>> = Vec::new();
    let mut since: Vec<&str> = Vec::new();
    for line in listing.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('.')) {
        let marked = line.strip_prefix("s_nop 0x").and_then(|number| u32::from_str_radix(number, 16).ok());
        let expected = |index: usize| mark(index) & 0xffff;
        match marked {
            Some(number) if found.len().checked_sub(1).map(expected) == Some(number) => {}
            Some(number) if (0..8).any(|ahead| expected(found.len() + ahead) == number) => {
                // Of what took the words behind it for its own, nothing is known.
                while expected(found.len()) != number {
                    found.push(None);
                    since = Vec::from(["", ""]);
                }
                let is_one = since.len() == 1 && !bad.contains(&found.len()) && !since[0].contains("/*");
                // Before a list of addresses LLVM writes two blanks.
                found.push(is_one.then(|| since[0].replace("  ", " ")));
                since.clear();
            }
            _ => since.push(line),
        }
    }
    assert_eq!(found.len(), encodings.len());
    found
}
