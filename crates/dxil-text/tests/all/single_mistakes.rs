//! Texts with one mistake each: one error is told, not what follows from it.

use testkit::random::Random;
use testkit::{Test, modules, note, tests, times};

pub(crate) const TESTS: &[Test] = tests![one_mistake_is_one_error];

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
    modules::each_module(|stored| {
        let module = dxil_ir::bitcode::read(stored.bitcode, 0).unwrap();
        let mut text = String::new();
        dxil_text::print(&module, &mut text).unwrap();
        if text.len() < LONGEST && texts.len() < TEXTS {
            texts.push(text.into_bytes());
        }
    });
    let count = times(2_000);
    let mut random = Random(0x0e44);
    // How many texts have how many errors.
    let mut histogram = std::collections::BTreeMap::<usize, usize>::new();
    for number in 0..count {
        let text = &texts[random.below(texts.len())];
        let copy = mistaken(text, &pieces(text), &mut random);
        let found = dxil_text::parse(&copy).err();
        let errors = found.as_ref().map_or(0, |errors| errors.errors().len());
        *histogram.entry(errors).or_default() += 1;
        if let Some(errors) = found.filter(|_| errors > 1) {
            note!("{number}: {}", errors.shown("text", &copy));
        }
    }
    note!("texts by how many errors are told: {histogram:?}");
    let more: usize = histogram.range(2..).map(|(_, texts)| texts).sum();
    let wrong = count - histogram.get(&0).copied().unwrap_or(0);
    // A definition that is still one, but of something else, is told wherever its uses do not fit it.
    assert!(more * 500 <= wrong, "{more} of {wrong} texts with one mistake have more than one error");
}
