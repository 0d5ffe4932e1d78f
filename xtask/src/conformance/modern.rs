//! `cargo xtask conformance modern`: modern LLVM assembly through LLVM 22 and through us. Separate because texts are
//! read and printed here, not shaders.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use dxil_ir::Dialect;
use testkit::generate::modern;
use testkit::random::Random;

use super::{Outcome, keep_table, llvm, md5, root, run, text};

/// What LLVM makes of each real text.
const TABLE: &str = "tests/conformance/modern.tsv";

const HEAD: &str = "\
# What llvm-dis prints of what llvm-as of LLVM 22 read, without the line of the module's name, as MD5; written by
# `cargo xtask conformance modern --bless`.
# file: below corpus/ in the folder that SHADER_CORPUS names
# text: all of it; - where llvm-as refuses the file
# body: without groups of attributes: LLVM gives intrinsics those of its own, whatever the file says
# file\ttext\tbody
";

/// Clang's modules for DirectX.
const FOLDERS: [&str; 2] = ["lower", "lower-O0"];
/// Texts of all constructs, and beside them what LLVM prints of each.
const CONSTRUCTS: &str = "crates/dxil-text/tests/modern";
/// The one of them that LLVM prints with declarations that its own upgrade has left behind.
const LEFT_OUT: &str = "old_intrinsics.ll";
/// Sources that clang compiles.
const SOURCES: &str = "tests/conformance/modern";
const TARGETS: [&str; 4] =
    ["x86_64-linux-gnu", "aarch64-linux-gnu", "armv7-linux-gnueabihf", "amdgcn-amd-amdhsa"];
const LEVELS: [&str; 4] = ["-O0", "-O1", "-O2", "-O1 -g"];
/// Modules made at random.
const RANDOM: usize = 300;

/// Reads and prints everything as LLVM does; stores what it says, or compares with what is stored.
pub fn modern(bless: bool) -> Outcome {
    let mut rows = HEAD.to_owned();
    let (real, refused) = real_texts(&mut rows)?;
    println!(
        "{real} modules of clang for DirectX come back as LLVM prints them; LLVM and we refuse {refused}"
    );
    let constructs = constructs(bless)?;
    println!("{constructs} texts of constructs are printed as LLVM prints them");
    let compiled = compiled()?;
    println!("{compiled} modules that clang made of C and C++ come back as LLVM prints them");
    for seed in 1..=RANDOM {
        let mut random = Random(u64::try_from(seed).map_err(|error| error.to_string())?);
        let choices = (0..random.below(400)).map(|_| random.word()).collect();
        let ours = print(&modern::module(choices))?;
        same(&format!("random module {seed}"), &ours, &strip_file_name(&disassembled(&ours)?))?;
    }
    println!("{RANDOM} modules made at random are read by LLVM and printed as we print them");
    keep_table(TABLE, &rows, |_| true, bless)
}

/// Checks the texts of the corpus and adds their rows; says how many come back, and how many are refused.
fn real_texts(rows: &mut String) -> Result<(usize, usize), String> {
    let corpus = std::env::var_os("SHADER_CORPUS").map(PathBuf::from).ok_or("SHADER_CORPUS is not set")?;
    let (mut count, mut refused) = (0, 0);
    for folder in FOLDERS {
        for file in files(&corpus.join(folder), "ll")? {
            let name = format!("corpus/{folder}/{}", file.file_name().unwrap_or_default().display());
            let source = fs::read_to_string(&file).map_err(text)?;
            let Ok(theirs) = disassembled(&source) else {
                refused += 1;
                if dxil_text::parse(source.as_bytes()).is_ok() {
                    return Err(format!("{name}: llvm-as refuses it, we do not"));
                }
                let _ = writeln!(rows, "{name}\t-\t-");
                continue;
            };
            comes_back(&name, &source, &theirs)?;
            count += 1;
            let _ = writeln!(
                rows,
                "{name}\t{}\t{}",
                md5(theirs.as_bytes()),
                md5(without_attributes(&theirs).as_bytes())
            );
        }
    }
    Ok((count, refused))
}

/// Whether what LLVM prints of a text comes back, and LLVM makes the same of what we print of it.
fn comes_back(name: &str, source: &str, theirs: &str) -> Outcome {
    same(name, &printed(name, theirs)?, theirs)?;
    let ours = printed(name, source)?;
    let again = disassembled(&ours).map_err(|error| format!("{name}: llvm-as rejects our text: {error}"))?;
    same(name, &again, theirs)
}

fn constructs(bless: bool) -> Result<usize, String> {
    let folder = root().join(CONSTRUCTS);
    let mut count = 0;
    for file in files(&folder, "ll")? {
        let name = file.file_name().unwrap_or_default().display().to_string();
        if name.ends_with(".expected.ll") {
            continue;
        }
        if name == LEFT_OUT {
            println!("{name} is left out: LLVM keeps declarations that nothing calls any more, we do not");
            continue;
        }
        let source = fs::read_to_string(&file).map_err(text)?;
        // Bitcode of some attributes is more than LLVM 22 can read itself.
        let theirs = disassembled(&source).or_else(|_| {
            run(llvm("opt").args(["-S", "-disable-verify"]), source.as_bytes())
                .map(|text| without_name(&text))
        });
        let theirs = theirs.map_err(|error| format!("{name}: {error}"))?;
        let expected = file.with_extension("expected.ll");
        if bless {
            fs::write(&expected, &theirs).map_err(text)?;
        }
        same(&name, &fs::read_to_string(&expected).map_err(text)?, &theirs)?;
        same(&name, &printed(&name, &source)?, &theirs)?;
        same(&name, &printed(&name, &theirs)?, &theirs)?;
        count += 1;
    }
    Ok(count)
}

fn compiled() -> Result<usize, String> {
    let folder = root().join(SOURCES);
    let mut count = 0;
    for (extension, more) in [("c", ""), ("cpp", "-fno-exceptions -fno-rtti")] {
        for file in files(&folder, extension)? {
            for target in TARGETS {
                for level in LEVELS {
                    let name = format!("{} for {target} {level}", file.display());
                    let mut clang = Command::new("clang-22");
                    clang.args(["-target", target, "-S", "-emit-llvm", "-ffreestanding", "-w", "-o", "-"]);
                    clang.args(level.split(' ')).args(more.split_whitespace()).arg(&file);
                    // Not each target has each type.
                    let Ok(source) = run(&mut clang, b"") else { continue };
                    let source = String::from_utf8(source).map_err(|error| format!("{name}: {error}"))?;
                    comes_back(&name, &source, &disassembled(&source)?)?;
                    count += 1;
                }
            }
        }
    }
    Ok(count)
}

/// What llvm-dis prints of what llvm-as makes of a text, without the name of the module.
fn disassembled(source: &str) -> Result<String, String> {
    let bitcode = run(&mut llvm("llvm-as"), source.as_bytes())?;
    Ok(without_name(&run(&mut llvm("llvm-dis"), &bitcode)?))
}

fn without_name(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let lines = text.split_inclusive('\n').filter(|line| !line.starts_with("; ModuleID"));
    lines.collect()
}

/// A text that says no file, without the one that LLVM gives it.
fn strip_file_name(text: &str) -> String {
    text.strip_prefix("source_filename = \"<stdin>\"\n").unwrap_or(text).to_owned()
}

fn printed(name: &str, source: &str) -> Result<String, String> {
    let parsed = dxil_text::parse_as(source.as_bytes(), Dialect::Modern);
    let parsed = parsed.map_err(|errors| errors.shown(name, source.as_bytes()).to_string())?;
    print(&parsed.module).map_err(|error| format!("{name}: {error}"))
}

fn print(module: &dxil_ir::Module) -> Result<String, String> {
    let mut text = String::new();
    dxil_text::print(module, &mut text).map_err(|error| error.to_string())?;
    Ok(text)
}

/// A text without groups of attributes, as the test of `dxil-text` has it, which compares with the table.
fn without_attributes(text: &str) -> String {
    let is_kept = |line: &&str| !line.starts_with("; Function Attrs: ") && !line.starts_with("attributes #");
    let mut kept = String::with_capacity(text.len());
    for line in text.lines().filter(is_kept) {
        let mut pieces = line.split(" #");
        kept.push_str(pieces.next().unwrap_or_default());
        pieces
            .for_each(|piece| kept.push_str(piece.trim_start_matches(|digit: char| digit.is_ascii_digit())));
        kept.push('\n');
    }
    kept
}

fn same(name: &str, found: &str, expected: &str) -> Outcome {
    if found == expected {
        return Ok(());
    }
    let lines = found.lines().chain([""]).zip(expected.lines().chain([""])).enumerate();
    let Some((line, (found, expected))) = lines.into_iter().find(|(_, (found, expected))| found != expected)
    else {
        return Err(format!("{name}: differs in its last line"));
    };
    Err(format!("{name}, line {}:\n  LLVM: {expected}\n  ours: {found}", line + 1))
}

fn files(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|found| found == extension));
    files.sort();
    Ok(files)
}
