//! Texts with one mistake each: one error is told, not what follows from it.

use dxil_ir::Dialect;
use testkit::random::Random;
use testkit::{Test, corpus, modules, note, tests, times};

pub(crate) const TESTS: &[Test] = tests![one_mistake_is_one_error, one_mistake_in_a_modern_text_is_one_error];

/// Texts that mistakes are made in, and how long they are.
const TEXTS: usize = 40;
const LONGEST: usize = 60_000;

/// The places of the words, names, numbers and signs of a text, without comments and strings.
fn pieces(text: &[u8]) -> Vec<(usize, usize)> {
    let mut pieces = Vec::new();
    let mut at = 0;
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || b"%@!#$._-".contains(&byte);
    while at < text.len() {
        let start = at;
        match text[at] {
            b';' => at += text[at..].iter().position(|byte| *byte == b'\n').unwrap(),
            b'"' => at += 2 + text[at + 1..].iter().position(|byte| *byte == b'"').unwrap(),
            byte if is_word(byte) => {
                at += text[at..].iter().position(|byte| !is_word(*byte)).unwrap_or(text.len() - at);
                pieces.push((start, at));
            }
            byte => {
                at += 1;
                if !byte.is_ascii_whitespace() {
                    pieces.push((start, at));
                }
            }
        }
    }
    pieces
}

/// A text with one mistake.
fn mistaken(text: &[u8], pieces: &[(usize, usize)], random: &mut Random) -> Vec<u8> {
    let (start, end) = pieces[random.below(pieces.len())];
    let mut copy = text.to_vec();
    match random.below(5) {
        // A piece is missing, stands there twice, or another one stands in its place.
        0 => _ = copy.splice(start..end, []),
        1 => _ = copy.splice(start..start, [&text[start..end], b" "].concat()),
        2 => {
            let (from, to) = pieces[random.below(pieces.len())];
            copy.splice(start..end, text[from..to].iter().copied());
        }
        // A letter is missing or another one.
        3 => _ = copy.remove(start + random.below(end - start)),
        _ => copy[start + random.below(end - start)] = b'a' + random.below(26) as u8,
    }
    copy
}

/// `MISTAKES` says how many there are instead of 2,000.
fn one_mistake_is_one_error() {
    let mut texts = Vec::new();
    let walked = modules::each_module(|stored| {
        let module = dxil_ir::bitcode::read(stored.bitcode, 0).unwrap();
        let mut text = String::new();
        dxil_text::print(&module, &mut text).unwrap();
        if text.len() < LONGEST && texts.len() < TEXTS {
            texts.push(text.into_bytes());
        }
    });
    walked.checked("listings", texts.len(), [40, 40]);
    mistakes_are_told_once(&texts, Dialect::Dxil37);
}

/// The same of modern texts: of all constructs, and real ones where there are any.
fn one_mistake_in_a_modern_text_is_one_error() {
    let root = corpus::root().join("crates/dxil-text/tests/modern");
    let real = ["lower", "lower-O0"].into_iter().filter_map(corpus::subfolder);
    let files = std::iter::once(root).chain(real).flat_map(|folder| corpus::files(&folder));
    let mut texts: Vec<_> = files.map(|file| std::fs::read(file).unwrap()).collect();
    texts.retain(|text| text.len() < LONGEST && dxil_text::parse_as(text, Dialect::Modern).is_ok());
    corpus::assert_at_least("modern listings", texts.len(), [1, 1]);
    mistakes_are_told_once(&texts, Dialect::Modern);
}

fn mistakes_are_told_once(texts: &[Vec<u8>], dialect: Dialect) {
    let count = times(2_000);
    let mut random = Random(0x0e44);
    // How many texts have how many errors.
    let mut histogram = std::collections::BTreeMap::<usize, usize>::new();
    for number in 0..count {
        let text = &texts[random.below(texts.len())];
        let copy = mistaken(text, &pieces(text), &mut random);
        let found = match dialect {
            Dialect::Dxil37 => dxil_text::parse(&copy).err(),
            Dialect::Modern => dxil_text::parse_as(&copy, dialect).err(),
        };
        let errors = found.as_ref().map_or(0, |errors| errors.errors().len());
        *histogram.entry(errors).or_default() += 1;
        if let Some(errors) = found.filter(|_| errors > 1) {
            note!("{number}: {}", errors.shown("text", &copy));
        }
    }
    note!("texts by how many errors are told: {histogram:?}");
    let more: usize = histogram.range(2..).map(|(_, texts)| texts).sum();
    let wrong = count - histogram.get(&0).copied().unwrap_or(0);
    corpus::assert_at_least("listings with errors", wrong, [1000, 1000]);
    // A definition that is still one, but of something else, is told wherever its uses do not fit it.
    // The modern texts are short: more of their mistakes are in labels, switches and other lines that end blocks.
    let allowed = match dialect {
        Dialect::Dxil37 => 500,
        Dialect::Modern => 100,
    };
    assert!(more * allowed <= wrong, "{more} of {wrong} texts with one mistake have more than one error");
}
