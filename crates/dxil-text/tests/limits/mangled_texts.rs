//! Texts with bytes changed, and texts made to take more than they are: nothing panics, hangs, or takes memory without
//! bound.

use std::time::{Duration, Instant};

use dxil_ir::Dialect;
use testkit::corpus;
use testkit::generate::compute_shader::compute_shader;
use testkit::generate::{greedy, modern};
use testkit::heap::{Limit, taken};
use testkit::modules::some_modules;
use testkit::random::Random;
use testkit::{Limits, Test, note, tests, times};

pub(crate) const TESTS: &[Test] = tests![
    greedy_modules_are_printed_and_read within Limits::seconds(60, "it prints thousands of modules"),
    greedy_texts_take_no_more_than_they_are,
    large_texts_take_less_than_twice_their_size,
    mangled_modern_texts_are_read_or_refused within Limits::seconds(60, "it reads thousands of texts"),
    mangled_texts_are_read_or_refused,
    modern_texts_are_passed_on_in_pieces
];

/// What reading may take.
const HEAP: Limit = Limit { per_byte: 32, free: 16 << 20 };
/// Texts that are mangled, spread over all there are, and how often each.
const MANGLED: usize = 60;
const CHANGES: usize = 100;
/// Damaged texts of modern LLVM, and how long they are.
const MANGLED_MODERN: usize = 20_000;
const LONGEST_MODERN: usize = 12_000;

/// Reads a text, within the memory that there is; what it takes at most.
fn check(text: &[u8]) -> usize {
    let (parsed, heap) = taken(|| HEAP.of("reading", text.len(), || dxil_text::parse(text)));
    let grown = heap.peak;
    match parsed {
        Ok(module) => {
            // Whatever is accepted can be printed, and is the same then.
            let mut printed = String::new();
            // LLVM prints these two as they are, which not all bytes survive.
            let is_plain =
                |text: &[u8]| text.iter().all(|byte| matches!(byte, b' '..=b'~') && *byte != b'\\');
            if is_plain(&module.triple)
                && is_plain(&module.data_layout)
                && dxil_text::print(&module, &mut printed).is_ok()
                && dxil_ir::verify(&module).is_valid()
                && let Ok(again) = dxil_text::parse(printed.as_bytes())
            {
                let difference = module.difference(&again);
                assert!(difference.is_none(), "{difference:?}");
            }
        }
        Err(errors) => {
            assert!(!errors.errors().is_empty());
            let _ = errors.shown("text", text).to_string();
        }
    }
    grown
}

fn mangled_texts_are_read_or_refused() {
    let (mut random, mut accepted) = (Random(0x7e87), 0);
    let mut texts = 0;
    let walked = some_modules(MANGLED, usize::MAX, |stored| {
        let module = dxil_ir::bitcode::read(stored.bitcode, 0).unwrap();
        let mut text = String::new();
        dxil_text::print(&module, &mut text).unwrap();
        let text = text.into_bytes();
        if text.len() > 100_000 {
            return;
        }
        texts += 1;
        for _ in 0..times(CHANGES) {
            let copy = mangled(&text, &mut random);
            check(&copy);
            accepted += usize::from(dxil_text::parse(&copy).is_ok());
        }
    });
    walked.checked("texts", texts, [1, 1]);
    note!("{accepted} mangled texts were accepted");
    assert!(accepted > 0);
}

/// A text with one change.
fn mangled(text: &[u8], random: &mut Random) -> Vec<u8> {
    let mut copy = text.to_vec();
    let at = random.below(copy.len());
    match random.below(4) {
        0 => copy.truncate(at),
        1 => copy[at] = random.below(256) as u8,
        // What stands elsewhere in the text is most likely to be taken.
        2 => copy[at] = text[random.below(text.len())],
        _ => {
            let from = random.below(text.len());
            let len = random.below(40).min(text.len() - from);
            copy.splice(at..at, text[from..from + len].iter().copied());
        }
    }
    copy
}

/// Texts of modern LLVM: of all constructs, modules made at random, and real ones where there are any.
fn mangled_modern_texts_are_read_or_refused() {
    let root = corpus::root().join("crates/dxil-text/tests/modern");
    let real = ["lower", "lower-O0"].into_iter().filter_map(corpus::subfolder);
    let files = std::iter::once(root).chain(real).flat_map(|folder| corpus::files(&folder));
    let mut texts: Vec<_> = files.map(|file| std::fs::read(file).unwrap()).collect();
    let mut random = Random(0x22_37);
    for _ in 0..100 {
        let module = modern::module((0..400).map(|_| random.word()).collect());
        let mut text = String::new();
        dxil_text::print(&module, &mut text).unwrap();
        texts.push(text.into_bytes());
    }
    texts.retain(|text| !text.is_empty() && text.len() < LONGEST_MODERN);
    let (mut accepted, mut slowest) = (0, Duration::ZERO);
    for _ in 0..times(MANGLED_MODERN) {
        let copy = mangled(&texts[random.below(texts.len())], &mut random);
        let start = Instant::now();
        accepted += usize::from(HEAP.of("reading", copy.len(), || as_modern(&copy)));
        slowest = slowest.max(start.elapsed());
    }
    note!("{accepted} mangled modern texts were accepted, the slowest took {slowest:?}");
    assert!(accepted > 0 && slowest < Duration::from_secs(5), "{accepted}, {slowest:?}");
}

/// Whether a text is read as modern LLVM. What is read can be printed, or what cannot is said, and what is printed is
/// the same when it is read.
fn as_modern(text: &[u8]) -> bool {
    let parsed = match dxil_text::parse_as(text, Dialect::Modern) {
        Ok(parsed) => parsed,
        Err(errors) => {
            assert!(!errors.errors().is_empty());
            let _ = errors.shown("text", text).to_string();
            return false;
        }
    };
    let mut printed = String::new();
    if dxil_ir::verify(&parsed.module).is_valid() && dxil_text::print(&parsed.module, &mut printed).is_ok() {
        let again = dxil_text::parse_as(printed.as_bytes(), Dialect::Modern);
        let again = again.unwrap_or_else(|errors| panic!("{}", errors.shown("printed", printed.as_bytes())));
        let difference = parsed.module.difference(&again.module);
        assert!(difference.is_none(), "{difference:?}\n{printed}");
    }
    true
}

/// Texts of a megabyte or so of one thing only.
fn greedy_texts_take_no_more_than_they_are() {
    let repeated = |line: &dyn Fn(usize) -> String| (0..50_000).map(line).collect::<String>();
    let body = |line: &dyn Fn(usize) -> String| {
        format!("define void @f(i32 %i) {{\n{}  ret void\n}}\n", repeated(line))
    };
    let texts: Vec<(&str, String)> = vec![
        ("types", repeated(&|n| format!("%t{n} = type {{ i32, %t{} }}\n", n + 1))),
        (
            "types in a row",
            format!("@a = external global {{ {}i32 }}\n", repeated(&|n| format!("[{n} x i32], "))),
        ),
        ("pointers", format!("@a = external global i32{}\n", "*".repeat(500_000))),
        ("globals", repeated(&|n| format!("@g{n} = external global i32\n"))),
        ("errors", repeated(&|_| "@ = \n".to_owned())),
        ("errors of types", repeated(&|n| format!("@g{n} = global {{ i32, float }} 1\n"))),
        ("nodes", repeated(&|n| format!("!{n}=!{{!{}}}\n", (n + 1) % 50_000))),
        ("sparse nodes", repeated(&|n| format!("!{}=!{{}}\n", n * 80_000))),
        ("strings", format!("!0 = !{{{}null}}\n", repeated(&|n| format!("!\"{n}\", ")))),
        ("attributes", repeated(&|n| format!("attributes #{n} = {{ \"a{n}\" }}\n"))),
        ("constants", format!("@a = global [50000 x i32] [{}i32 0]\n", repeated(&|n| format!("i32 {n}, ")))),
        ("forward values", body(&|n| format!("  %a{n} = add i32 %b{n}, 1\n"))),
        ("forward blocks", body(&|n| format!("  br label %b{n}\n"))),
        ("blocks", body(&|n| format!("  br label %b{n}\nb{n}:\n"))),
        ("numbers far ahead", body(&|n| format!("  %{} = add i32 %i, 1\n", n * 999))),
        (
            "one call",
            body(&|_| String::new())
                .replace("ret", &format!("call void @f({}i32 1)\n  ret", "i32 1, ".repeat(100_000))),
        ),
        ("brackets", "{[(<".repeat(250_000)),
        ("digits", format!("@a = global i8388607 {}\n", "9".repeat(1_000_000))),
        ("commas", ",".repeat(1_000_000)),
        ("quotes", "\"".repeat(1_000_001)),
        ("bodies without end", repeated(&|n| format!("define void @f{n}() {{\n"))),
        ("bodies with an error", repeated(&|n| format!("define void @f{n}() {{ x }}\n"))),
        ("named metadata", repeated(&|n| format!("!n{n} = !{{}}\n"))),
        ("kinds of metadata", body(&|n| format!("  fence seq_cst, !k{n} !{{}}\n"))),
        ("parameters", format!("declare void @f({}i32)\n", repeated(&|n| format!("i32 %{n}, ")))),
        ("wide integers", format!("!0 = !{{{}null}}\n", repeated(&|n| format!("i8388607 -{}, ", n + 1)))),
        ("brackets without end", repeated(&|n| format!("!{n} = !{{\n"))),
        ("addresses of blocks", body(&|n| format!("  store i8* blockaddress(@f, %b{n}), i8** %p\nb{n}:\n"))),
        ("open bodies", "define void @f() {".repeat(50_000)),
    ];
    for (name, text) in texts {
        let start = Instant::now();
        let grown = check(text.as_bytes());
        let time = start.elapsed();
        note!("{name}: {} bytes of text, {grown} of heap, {time:?}", text.len());
        assert!(time < Duration::from_secs(10), "{name}: {time:?}");
    }
}

/// Modules of a megabyte or so of one thing only: what is printed of them is read again.
fn greedy_modules_are_printed_and_read() {
    let mut printed = 0;
    for (name, make) in greedy::MODULES {
        let module = make();
        let start = Instant::now();
        let mut text = String::new();
        let is_printed = dxil_text::print(&module, &mut text).is_ok();
        let time = start.elapsed();
        note!("{name}: {} bytes of text, {time:?}", text.len());
        assert!(time < Duration::from_secs(5), "{name}: {time:?}");
        if is_printed {
            printed += 1;
            check(text.as_bytes());
            let time = start.elapsed();
            assert!(time < Duration::from_secs(10), "{name}: {time:?}");
        }
    }
    assert!(printed > greedy::MODULES.len() / 2, "only {printed} of them were printed");
}

/// The text of a large shader takes less than twice its size to read, the module included.
fn large_texts_take_less_than_twice_their_size() {
    let module = compute_shader(100_000).unwrap();
    let mut text = String::new();
    dxil_text::print(&module, &mut text).unwrap();
    let grown = check(text.as_bytes());
    note!("{} bytes of text take {grown} bytes of heap", text.len());
    assert!(grown < 2 * text.len(), "{grown} bytes of heap for {}", text.len());
}

/// The text of a module that has no name of a source file is not held back once it tells its dialect.
fn modern_texts_are_passed_on_in_pieces() {
    struct Counter(usize);
    impl std::fmt::Write for Counter {
        fn write_str(&mut self, text: &str) -> std::fmt::Result {
            self.0 += text.len();
            Ok(())
        }
    }
    let stores = "  store i32 305419896, ptr %the_place_where_numbers_are_stored, align 4\n".repeat(100_000);
    let text =
        format!("define void @f(ptr %the_place_where_numbers_are_stored) {{\n{stores}  ret void\n}}\n");
    let module = dxil_text::parse(text.as_bytes()).unwrap();
    assert_eq!(module.dialect, Dialect::Modern);
    let mut counter = Counter(0);
    let ((), heap) = taken(|| dxil_text::print(&module, &mut counter).unwrap());
    assert!(counter.0 >= text.len());
    note!("{} bytes of heap for {} of text", heap.peak, text.len());
    assert!(heap.peak < 1 << 20, "{} bytes of heap for {} of text", heap.peak, text.len());
}
