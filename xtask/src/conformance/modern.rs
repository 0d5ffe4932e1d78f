//! `cargo xtask conformance modern`: compares our modern LLVM assembly with the assembly of a version of LLVM.
//! Separate because texts are read and printed here, not shaders.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use dxil_ir::Dialect;
use dxil_ir::intrinsics::LlvmVersion;
use testkit::generate::modern;
use testkit::random::Random;

use super::by_version::{ByVersion, VERSIONS, llvm_version};
use super::{Outcome, llvm_of, md5, root, run, text};

/// What LLVM makes of each real text.
const TABLE: &str = "tests/conformance/modern.tsv";

const HEAD: &str = "\
# The MD5 of what llvm-dis prints of the bitcode that llvm-as makes of a text, without the line of the module's name, by
#   major version of LLVM; written by `cargo xtask conformance modern --llvm VERSION --bless`.
# file: below corpus/ in the folder that SHADER_CORPUS names
# text: all of it; refused if llvm-as refuses the file; - if this version was not asked
# body: without groups of attributes: LLVM replaces the attributes of intrinsics by its own
";

/// The cell of a text that llvm-as refuses.
const REFUSED: &str = "refused";

/// The digests of a version.
const COLUMNS: [&str; 2] = ["text", "body"];

/// Modules of clang for DirectX: the folders, and the version of LLVM from which on they are read.
const FOLDERS: [(&str, &str); 4] =
    [("lower", "22"), ("lower-O0", "22"), ("lower-23", "23"), ("lower-23-O0", "23")];
/// Texts of all constructs, and beside them what LLVM prints of each.
const CONSTRUCTS: &str = "crates/dxil-text/tests/modern";
/// The one of them that LLVM prints with declarations that its own upgrade has left behind.
const LEFT_OUT: &str = "old_intrinsics.ll";
/// Floats of more than 64 bits, which we print for all versions as LLVM 22 does. The later versions read them, too.
const LONG_FLOATS: [&str; 3] = ["fp128", "x86_fp80", "ppc_fp128"];
/// Sources that clang compiles.
const SOURCES: &str = "tests/conformance/modern";
const TARGETS: [&str; 4] =
    ["x86_64-linux-gnu", "aarch64-linux-gnu", "armv7-linux-gnueabihf", "amdgcn-amd-amdhsa"];
const LEVELS: [&str; 4] = ["-O0", "-O1", "-O2", "-O1 -g"];
/// Modules made at random.
const RANDOM: usize = 300;

/// Reads and prints everything as a version of LLVM does. Stores the digests of its texts, or compares them with the
/// stored ones.
pub fn modern(version: &str, bless: bool) -> Outcome {
    let mut table = ByVersion::open(TABLE, HEAD, &COLUMNS, version)?;
    let llvm = Llvm::of(version);
    let (real, refused) = llvm.real_texts(&mut table)?;
    println!(
        "{real} modules of clang for DirectX come back as LLVM prints them; LLVM and we refuse {refused}"
    );
    let constructs = llvm.constructs(bless)?;
    println!("{constructs} texts of constructs are printed as LLVM prints them");
    let compiled = llvm.compiled()?;
    println!("{compiled} modules that clang made of C and C++ come back as LLVM prints them");
    for seed in 1..=RANDOM {
        let mut random = Random(u64::try_from(seed).map_err(|error| error.to_string())?);
        let choices = (0..random.below(400)).map(|_| random.word()).collect();
        let ours = llvm.print(&modern::module(choices))?;
        same(&format!("random module {seed}"), &ours, &strip_file_name(&llvm.disassembled(&ours)?))?;
    }
    println!("{RANDOM} modules made at random are read by LLVM and printed as we print them");
    table.keep(bless)
}

/// A version of LLVM: its tools, and the syntax of our texts.
struct Llvm<'v> {
    version: &'v str,
    syntax: LlvmVersion,
}

impl<'v> Llvm<'v> {
    fn of(version: &'v str) -> Self {
        Self { version, syntax: llvm_version(version) }
    }
}

impl Llvm<'_> {
    fn tool(&self, name: &str) -> Command {
        llvm_of(self.version, name)
    }

    /// Checks the texts of the corpus and adds their rows. Returns the numbers of accepted and refused texts.
    fn real_texts(&self, table: &mut ByVersion) -> Result<(usize, usize), String> {
        let corpus =
            std::env::var_os("SHADER_CORPUS").map(PathBuf::from).ok_or("SHADER_CORPUS is not set")?;
        let (mut count, mut refused) = (0, 0);
        for (folder, _) in FOLDERS.into_iter().filter(|(_, since)| *since <= self.version) {
            for file in files(&corpus.join(folder), "ll")? {
                let name = format!("corpus/{folder}/{}", file.file_name().unwrap_or_default().display());
                let source = fs::read_to_string(&file).map_err(text)?;
                let Ok(theirs) = self.disassembled(&source) else {
                    refused += 1;
                    if dxil_text::parse(source.as_bytes()).is_ok() {
                        return Err(format!("{name}: llvm-as refuses it, we do not"));
                    }
                    table.set(name, COLUMNS.map(|_| REFUSED.to_owned()).into());
                    continue;
                };
                self.comes_back(&name, &source, &theirs)?;
                count += 1;
                let digests = [md5(theirs.as_bytes()), md5(without_attributes(&theirs).as_bytes())];
                table.set(name, digests.into());
            }
        }
        Ok((count, refused))
    }

    /// Checks that the text that LLVM prints for a module comes back, and that LLVM reads our text as the same module.
    fn comes_back(&self, name: &str, source: &str, theirs: &str) -> Outcome {
        same(name, &self.printed(name, theirs)?, theirs)?;
        let ours = self.printed(name, source)?;
        let again =
            self.disassembled(&ours).map_err(|error| format!("{name}: llvm-as rejects our text: {error}"))?;
        same(name, &again, theirs)
    }

    fn constructs(&self, bless: bool) -> Result<usize, String> {
        let folder = root().join(CONSTRUCTS);
        let mut count = 0;
        for file in files(&folder, "ll")? {
            let name = file.file_name().unwrap_or_default().display().to_string();
            if name.ends_with(".expected.ll") {
                continue;
            }
            if name == LEFT_OUT {
                println!(
                    "{name} is left out: LLVM keeps declarations that nothing calls any more, we do not"
                );
                continue;
            }
            if name.contains("intrinsic") && self.version != VERSIONS[0] {
                println!(
                    "{name} is left out: it calls intrinsics of LLVM {} without declarations",
                    VERSIONS[0]
                );
                continue;
            }
            let source = fs::read_to_string(&file).map_err(text)?;
            // Bitcode of some attributes is more than LLVM 22 can read itself.
            let theirs = self.disassembled(&source).or_else(|_| {
                run(self.tool("opt").args(["-S", "-disable-verify"]), source.as_bytes())
                    .map(|text| without_name(&text))
            });
            let theirs = theirs.map_err(|error| format!("{name}: {error}"))?;
            let expected = file.with_extension("expected.ll");
            // The stored texts are of LLVM 22.
            let is_stored = self.version == VERSIONS[0];
            if bless && is_stored {
                fs::write(&expected, &theirs).map_err(text)?;
            }
            if is_stored {
                same(&name, &fs::read_to_string(&expected).map_err(text)?, &theirs)?;
            }
            let has_long_floats = LONG_FLOATS.iter().any(|ty| source.contains(ty));
            if has_long_floats && !is_stored {
                same(&name, &self.disassembled(&self.printed(&name, &source)?)?, &theirs)?;
            } else {
                same(&name, &self.printed(&name, &source)?, &theirs)?;
                same(&name, &self.printed(&name, &theirs)?, &theirs)?;
            }
            count += 1;
        }
        Ok(count)
    }

    fn compiled(&self) -> Result<usize, String> {
        let folder = root().join(SOURCES);
        let mut count = 0;
        for (extension, more) in [("c", ""), ("cpp", "-fno-exceptions -fno-rtti")] {
            for file in files(&folder, extension)? {
                for target in TARGETS {
                    for level in LEVELS {
                        let name = format!("{} for {target} {level}", file.display());
                        let mut clang = Command::new("clang-22");
                        clang.args([
                            "-target",
                            target,
                            "-S",
                            "-emit-llvm",
                            "-ffreestanding",
                            "-w",
                            "-o",
                            "-",
                        ]);
                        clang.args(level.split(' ')).args(more.split_whitespace()).arg(&file);
                        // Not each target has each type.
                        let Ok(source) = run(&mut clang, b"") else { continue };
                        let source = String::from_utf8(source).map_err(|error| format!("{name}: {error}"))?;
                        self.comes_back(&name, &source, &self.disassembled(&source)?)?;
                        count += 1;
                    }
                }
            }
        }
        Ok(count)
    }

    /// Returns the text that llvm-dis prints for the bitcode of llvm-as, without the name of the module.
    fn disassembled(&self, source: &str) -> Result<String, String> {
        let bitcode = run(&mut self.tool("llvm-as"), source.as_bytes())?;
        Ok(without_name(&run(&mut self.tool("llvm-dis"), &bitcode)?))
    }

    fn printed(&self, name: &str, source: &str) -> Result<String, String> {
        let parsed = dxil_text::parse_as(source.as_bytes(), Dialect::Modern);
        let parsed = parsed.map_err(|errors| errors.shown(name, source.as_bytes()).to_string())?;
        self.print(&parsed.module).map_err(|error| format!("{name}: {error}"))
    }

    fn print(&self, module: &dxil_ir::Module) -> Result<String, String> {
        let mut text = String::new();
        dxil_text::print_for(module, self.syntax, &mut text).map_err(|error| error.to_string())?;
        Ok(text)
    }
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
