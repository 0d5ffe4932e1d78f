//! Texts of modern LLVM: real ones come back as they are, those of all constructs and of old spellings become what LLVM
//! 22 makes of them, and what is not supported is refused by its name. `cargo xtask conformance modern` asks LLVM
//! itself.

use std::fs;
use std::path::PathBuf;

use dxil_ir::intrinsics::LlvmVersion;
use dxil_ir::{Dialect, verify};
use md5::{Digest as _, Md5};
use testkit::{Completion, Failed, Test, corpus, skipped, tests};

pub(crate) const TESTS: &[Test] = tests![
    real_texts_come_back,
    an_address_of_no_member_is_refused,
    real_texts_become_what_llvm_makes_of_them,
    constructs_become_what_llvm_makes_of_them,
    what_is_not_supported_is_refused_by_name,
    what_is_wrong_is_told_where_it_is
];

/// Clang's modules for DirectX, optimized and not.
const FOLDERS: [&str; 4] = ["lower", "lower-O0", "lower-23", "lower-23-O0"];
/// How many there are in the known corpus.
const TEXTS: usize = 764;
/// The one that LLVM refuses, too: its buffer has no such member.
const REFUSED: &str = "lower-O0/Feature__PushConstant__multiple_values_offset.cs_6_0.ll";

/// The real texts, by their paths in the corpus.
fn real_texts() -> Vec<(String, PathBuf)> {
    let mut found = Vec::new();
    for folder in FOLDERS {
        let files = corpus::inputs(folder, "ll").into_iter().flatten();
        found.extend(files.map(|file| (format!("{folder}/{}", file.file_name().unwrap().display()), file)));
    }
    found
}

/// The text of a module in the syntax of a version of LLVM.
fn printed_for(name: &str, text: &[u8], llvm: LlvmVersion) -> String {
    let module = dxil_text::parse(text).unwrap_or_else(|errors| panic!("{name}: {}", errors.errors()[0]));
    assert_eq!(module.dialect, Dialect::Modern, "{name}");
    let report = verify(&module);
    assert!(report.is_valid(), "{name}: {:?}", report.findings.first());
    let mut printed = String::new();
    dxil_text::print_for(&module, llvm, &mut printed).unwrap_or_else(|error| panic!("{name}: {error}"));
    printed
}

#[track_caller]
fn assert_lines(name: &str, found: impl Iterator<Item = String>, expected: impl Iterator<Item = String>) {
    let (found, expected): (Vec<_>, Vec<_>) = (found.collect(), expected.collect());
    let differs = found.iter().zip(&expected).position(|(found, expected)| found != expected);
    if let Some(line) = differs {
        panic!("{name}, line {}:\nexpected {}\nfound    {}", line + 1, expected[line], found[line]);
    }
    assert_eq!(found.len(), expected.len(), "{name}: lines");
}

/// The lines of a text but for the name of the module, and the predecessors of blocks in order: in which order LLVM has
/// them in memory is not in the text.
fn lines(text: &str) -> impl Iterator<Item = String> {
    let line = |line: &str| match line.split_once("; preds = ") {
        Some((before, list)) => {
            let mut list: Vec<_> = list.split(", ").collect();
            list.sort_unstable();
            format!("{before}; preds = {}", list.join(", "))
        }
        None => line.to_owned(),
    };
    text.lines().filter(|line| !line.starts_with("; ModuleID")).map(line)
}

fn real_texts_come_back() -> Result<Completion, Failed> {
    let texts = real_texts();
    if texts.is_empty() {
        return Ok(skipped("modules of clang (lower/, lower-O0/, lower-23/, lower-23-O0/)"));
    }
    for (name, file) in texts.iter().filter(|(name, _)| name != REFUSED) {
        let text = fs::read_to_string(file)?;
        let llvm = if name.starts_with("lower-23") { LlvmVersion::V23 } else { LlvmVersion::V22 };
        assert_lines(name, lines(&printed_for(name, text.as_bytes(), llvm)), lines(&text));
    }
    corpus::at_least("modules of clang", texts.len(), [1, TEXTS])?;
    Ok(Completion::Completed)
}

fn an_address_of_no_member_is_refused() -> Result<Completion, Failed> {
    let texts = real_texts();
    let Some((_, file)) = texts.iter().find(|(name, _)| name == REFUSED) else {
        return Ok(skipped(REFUSED));
    };
    let text = fs::read(file)?;
    let errors = dxil_text::parse(&text).expect_err("a buffer has no member 2");
    let error = &errors.errors()[0];
    assert_eq!((errors.errors().len(), error.line, error.column), (1, 109, 36), "{error}");
    assert_eq!(error.message, "invalid indices: `%S` does not have the selected member");
    Ok(Completion::Completed)
}

/// A text without groups of attributes: LLVM gives intrinsics those of its own, whatever the text says.
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

/// Compares each text with the digests of the texts of LLVM 22 and 23 in `tests/conformance/modern.tsv`.
fn real_texts_become_what_llvm_makes_of_them() -> Result<Completion, Failed> {
    let texts = real_texts();
    if texts.is_empty() {
        return Ok(skipped("modules of clang (lower/, lower-O0/, lower-23/, lower-23-O0/)"));
    }
    let table = fs::read_to_string(corpus::root().join("tests/conformance/modern.tsv"))?;
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    let mut count = 0;
    for row in rows {
        let [name, _, of_22, _, of_23] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("five columns: {row}")
        };
        let Some((name, file)) = texts.iter().find(|(known, _)| name.strip_prefix("corpus/") == Some(known))
        else {
            continue;
        };
        count += 1;
        let source = fs::read(file)?;
        // LLVM 23 replaces declarations of intrinsics in the texts of clang 22.
        let is_of_23 = name.starts_with("corpus/lower-23");
        let of_23 = if is_of_23 { of_23 } else { "-" };
        for (llvm, expected) in [(LlvmVersion::V22, of_22), (LlvmVersion::V23, of_23)] {
            match expected {
                "-" => continue,
                "refused" => assert!(dxil_text::parse(&source).is_err(), "{name}: LLVM refuses it"),
                _ => {
                    let found = Md5::digest(without_attributes(&printed_for(name, &source, llvm)).as_bytes());
                    let found: String = found.iter().map(|byte| format!("{byte:02x}")).collect();
                    let hint = "`cargo xtask conformance modern` shows the difference";
                    assert_eq!(found, expected, "{name} for LLVM {} ({hint})", llvm.name());
                }
            }
        }
    }
    if count == 0 {
        return Ok(skipped("modules that tests/conformance/modern.tsv lists"));
    }
    corpus::at_least("modules of clang in the table", count, [1, TEXTS])?;
    Ok(Completion::Completed)
}

/// A text, and what is expected of it, by the name of both.
macro_rules! construct {
    ($name:literal) => {
        (
            $name,
            include_str!(concat!("../modern/", $name, ".ll")),
            include_str!(concat!("../modern/", $name, ".expected.ll")),
        )
    };
}

/// Texts, and what LLVM 22 prints of them.
const CONSTRUCTS: [(&str, &str, &str); 17] = [
    construct!("instructions"),
    construct!("constants"),
    construct!("globals"),
    construct!("functions"),
    construct!("calling_conventions"),
    construct!("addresses"),
    construct!("branches"),
    construct!("bundles"),
    construct!("calls"),
    construct!("casts"),
    construct!("data"),
    construct!("numbered"),
    construct!("resources"),
    construct!("vectors"),
    construct!("block_addresses"),
    construct!("old_numbers"),
    construct!("old_forms"),
];

fn constructs_become_what_llvm_makes_of_them() {
    for (name, text, expected) in CONSTRUCTS {
        for source in [text, expected] {
            let source = dxil_text::parse_as(source.as_bytes(), Dialect::Modern);
            let module = source.unwrap_or_else(|errors| panic!("{name}: {}", errors.errors()[0])).module;
            let report = verify(&module);
            assert!(report.is_valid(), "{name}: {:?}", report.findings.first());
            let mut printed = String::new();
            dxil_text::print(&module, &mut printed).unwrap();
            let [found, expected] = [&*printed, expected].map(|text| text.lines().map(str::to_owned));
            assert_lines(name, found, expected);
        }
    }
}

/// What is told of a text: line, column, message.
#[track_caller]
fn told(text: &str) -> Vec<String> {
    let errors = dxil_text::parse_as(text.as_bytes(), Dialect::Modern).expect_err("it is wrong");
    let told = |error: &dxil_text::ParseError| format!("{}:{}: {}", error.line, error.column, error.message);
    errors.errors().iter().map(told).collect()
}

fn what_is_not_supported_is_refused_by_name() {
    let bodies = [
        ("invoke void @f() to label %a unwind label %b", "`invoke` is not supported"),
        ("resume { ptr, i32 } undef", "`resume` is not supported"),
        ("%x = landingpad { ptr, i32 } cleanup", "`landingpad` is not supported"),
        ("indirectbr ptr %p, [label %a]", "`indirectbr` is not supported"),
        ("callbr void asm \"\", \"\"() to label %a []", "`callbr` is not supported"),
        ("%x = catchswitch within none [label %a] unwind to caller", "`catchswitch` is not supported"),
        ("%x = catchpad within %y []", "`catchpad` is not supported"),
        ("%x = cleanuppad within none []", "`cleanuppad` is not supported"),
        ("catchret from %x to label %a", "`catchret` is not supported"),
        ("cleanupret from %x unwind to caller", "`cleanupret` is not supported"),
        ("%x = load <vscale x 4 x i32>, ptr %p", "scalable vectors are not supported"),
    ];
    for (line, expected) in bodies {
        let told = told(&format!("define void @f(ptr %p) {{\n  {line}\n  ret void\n}}\n"));
        let [only] = told.as_slice() else { panic!("{line}: {told:#?}") };
        assert!(only.starts_with("2:") && only.contains(expected), "{line}: {only}");
    }
    let globals = [
        ("@a = ifunc void (), ptr @b", "2:6: `ifunc` is not supported"),
        ("@a = global ptr dso_local_equivalent @f", "2:17: `dso_local_equivalent` is not supported"),
        ("@a = global i32 0, partition \"p\"", "2:20: `partition` is not supported"),
        ("@a = global i32 0, code_model \"large\"", "2:20: `code_model` is not supported"),
        ("@a = global i32 0, sanitize_memtag", "2:20: `sanitize_memtag` is not supported"),
        ("@a = global i32 0 #0", "2:19: attributes of variables are not supported"),
        ("@a = global ptr no_cfi @f", "2:17: `no_cfi` is not supported"),
        ("@a = global ptr ptrauth (ptr @a, i32 0)", "2:17: `ptrauth` is not supported"),
        ("@a = global <vscale x 2 x i32> zeroinitializer", "2:14: scalable vectors are not supported"),
        (
            "@a = global i32 udiv (i32 1, i32 2)",
            "2:17: modern LLVM IR has no constant expression for this operation",
        ),
        ("@a = external global ptr*", "2:25: `ptr*` is not a type"),
    ];
    let of = |line: &str| told(&format!("@f = external global i32\n{line}\n"));
    let wrong: Vec<_> = globals.iter().filter(|(line, expected)| of(line) != [*expected]).collect();
    let found: Vec<_> = wrong.iter().map(|(line, _)| of(line)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}\n{found:#?}");
}

fn what_is_wrong_is_told_where_it_is() {
    let body = |lines: &str| told(&format!("define void @f(i32 %x, ptr %p) {{\n{lines}\n  ret void\n}}\n"));
    let cases = [
        ("  call void @f(i32 1, ptr %p) [ \"x\"(i32 %x ]", "2:44: expected `,` or `)`, found `]`"),
        (
            "  call void @f(i32 1, ptr %p) [ ]",
            "2:33: expected the tag of an operand bundle in quotes, found `]`",
        ),
        ("  call void @f(i32 1, ptr %p) [ \"x\"(i32 %q) ]", "2:41: undefined value %q"),
        (
            "  %5 = add i32 %x, 1\n  %3 = add i32 %x, 2",
            "3:3: values must be numbered consecutively: expected %6, found %3",
        ),
        (
            "  %v = load atomic i32, ptr %p seq_cst",
            "2:8: an atomic access needs an alignment, such as `align 4`",
        ),
        ("  store ptr blockaddress(@f, %b), ptr %p", "2:30: undefined block %b"),
        ("  store ptr blockaddress(@g, %b), ptr %p", "2:26: use of undefined value @g"),
        (
            "  store i32 blockaddress(@f, %b), ptr %p",
            "2:13: expected a constant of type `i32`, found `blockaddress`",
        ),
    ];
    let wrong: Vec<_> = cases.iter().filter(|(lines, expected)| body(lines) != [*expected]).collect();
    let found: Vec<_> = wrong.iter().map(|(lines, _)| body(lines)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}\n{found:#?}");
    let told = told("declare void @g()\n@a = global ptr blockaddress(@g, %b)\n");
    assert_eq!(told, ["2:30: `blockaddress` requires a function with a body"]);
}
