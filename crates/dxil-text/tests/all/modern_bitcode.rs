//! Modern bitcode: each module reads as the module of its text. The bitcode is the output of llvm-as 22.1 and of clang.

use std::fs;
use std::path::{Path, PathBuf};

use dxil_ir::file::BitcodeFile;
use dxil_ir::{Dialect, Module, bitcode};
use testkit::{Completion, Failed, Test, corpus, note, skipped, tests};

pub(crate) const TESTS: &[Test] = tests![
    committed_bitcode_reads_as_its_text,
    real_bitcode_reads_as_its_text,
    real_debug_information_comes_back_from_text
];

/// Folders of this crate's tests with bitcode beside its text.
const FOLDERS: [&str; 3] = ["bitcode", "modern", "debug"];
/// The pairs in these folders.
const PAIRS: usize = 24;
/// The folders with the texts of the modules of `bitcode-modern`, by the end of the name.
const TEXTS: [(&str, &str); 4] = [
    (".O3.llvm22", "lower"),
    (".O0.llvm22", "lower-O0"),
    (".O3.llvm23", "lower-23"),
    (".O0.llvm23", "lower-23-O0"),
];
/// The modules of `bitcode-modern` with and without a text in the known corpus.
const REAL: usize = 36;
const DEBUG: usize = 4;

/// The module in a file of bitcode.
fn read(path: &Path) -> Module {
    let bytes = fs::read(path).unwrap();
    let file = BitcodeFile::parse(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert!(bitcode::is_modern(file.bitcode()), "{}", path.display());
    let module = bitcode::read_modern(file.bitcode(), file.offset());
    let module = module.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert_eq!(module.dialect, Dialect::Modern, "{}", path.display());
    dxil_text::upgrade_intrinsics(module)
        .unwrap_or_else(|errors| panic!("{}: {}", path.display(), errors.errors()[0]))
}

fn parsed(name: &str, text: &[u8]) -> Module {
    dxil_text::parse(text).unwrap_or_else(|errors| panic!("{name}: {}", errors.errors()[0]))
}

/// A module without the attributes of intrinsics: llvm-as replaces the attributes in the text by its own.
fn without_intrinsic_attributes(mut module: Module) -> Module {
    for global in module.globals.values_mut().filter(|global| global.name.starts_with(b"llvm.")) {
        if let Some(function) = global.function_mut() {
            function.attributes = None;
        }
    }
    module
}

/// Checks that bitcode and text contain the same module, and that the printer produces the same text for both.
fn assert_same(bitcode: &Path, text: &Path) {
    let name = bitcode.display().to_string();
    let module = without_intrinsic_attributes(read(bitcode));
    let expected = without_intrinsic_attributes(parsed(&name, &fs::read(text).unwrap()));
    assert_eq!(module.difference(&expected).map(|difference| difference.to_string()), None, "{name}");
    assert_eq!(module.source_filename, expected.source_filename, "{name}");
    assert_eq!(printed(&name, &module), printed(&name, &expected), "{name}");
}

fn printed(name: &str, module: &Module) -> String {
    let mut printed = String::new();
    dxil_text::print(module, &mut printed).unwrap_or_else(|error| panic!("{name}: {error}"));
    printed
}

fn committed_bitcode_reads_as_its_text() {
    let tests = corpus::root().join("crates/dxil-text/tests");
    let mut pairs = 0;
    for folder in FOLDERS {
        for path in corpus::files_with(&tests.join(folder), "bc") {
            assert_same(&path, &path.with_extension("ll"));
            pairs += 1;
        }
    }
    assert_eq!(pairs, PAIRS);
}

/// The modules of the corpus: their names without an extension, and their paths.
fn real() -> Vec<(String, PathBuf)> {
    let files = corpus::inputs("bitcode-modern", "bc").into_iter().flatten();
    files.map(|path| (path.file_stem().unwrap().to_str().unwrap().to_owned(), path)).collect()
}

fn real_bitcode_reads_as_its_text() -> Result<Completion, Failed> {
    let mut count = 0;
    for (name, path) in real() {
        let text = TEXTS.iter().find_map(|(end, folder)| {
            let name = format!("{}.ll", name.strip_suffix(end)?);
            corpus::inputs(folder, "ll")?.into_iter().find(|text| text.ends_with(&name))
        });
        let Some(text) = text else { continue };
        assert_same(&path, &text);
        count += 1;
    }
    if count == 0 {
        return Ok(skipped("modern bitcode and its texts (bitcode-modern/, lower/ and others)"));
    }
    note!("{count} modules of modern bitcode read as their texts");
    corpus::at_least("modules of modern bitcode", count, [1, REAL])?;
    Ok(Completion::Completed)
}

/// The corpus has no text of these modules.
fn real_debug_information_comes_back_from_text() -> Result<Completion, Failed> {
    let modules: Vec<_> = real().into_iter().filter(|(name, _)| name.starts_with("debug.")).collect();
    if modules.is_empty() {
        return Ok(skipped("modern bitcode with debug information (bitcode-modern/debug.*)"));
    }
    for (name, path) in &modules {
        let module = read(path);
        let report = dxil_ir::verify(&module);
        assert!(report.is_valid(), "{name}: {:?}", report.findings.first());
        let again = parsed(name, printed(name, &module).as_bytes());
        assert_eq!(module.difference(&again).map(|difference| difference.to_string()), None, "{name}");
    }
    corpus::at_least("modules with debug information", modules.len(), [1, DEBUG])?;
    Ok(Completion::Completed)
}
