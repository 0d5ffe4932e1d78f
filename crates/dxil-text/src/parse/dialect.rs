//! The dialect of a text. Separate because it is found before anything is read, by single tokens.

use std::sync::LazyLock;

use bstr::ByteSlice as _;
use dxil_ir::dwarf::{self, Words};
use dxil_ir::flags::FLAGS;
use dxil_ir::metadata::{NODES, NodeRow};
use dxil_ir::{AttributeKind, CastOp, Dialect, Type};
use hashbrown::HashMap;

use super::lexer::Lexer;
use super::token::{Operation, Token};
use crate::calling_conventions::CONVENTIONS;
use crate::nodes;

/// The dialect of a text: that of the first token that only one of them has; LLVM 3.7 where there is none.
pub(super) fn of(source: &[u8]) -> Dialect {
    told(source).unwrap_or(Dialect::Dxil37)
}

/// The dialect of the first token that only one has, if there is one. More lines behind these do not change it.
#[expect(clippy::wildcard_enum_match_arm, reason = "matches tokens, not the IR")]
pub(crate) fn told(source: &[u8]) -> Option<Dialect> {
    let mut tokens = Lexer::new(source, 0);
    let (mut before, mut start_before) = (Token::End, 0);
    // How many brackets are open, and how many of those are parentheses.
    let (mut open, mut parentheses) = (0_u32, 0_u32);
    loop {
        let token = tokens.next();
        let text = tokens.slice();
        let before_text = source.get(start_before..tokens.start).unwrap_or_default();
        match token {
            Token::OpenParen => (open, parentheses) = (open.saturating_add(1), parentheses.saturating_add(1)),
            Token::CloseParen => {
                (open, parentheses) = (open.saturating_sub(1), parentheses.saturating_sub(1))
            }
            Token::OpenBrace | Token::OpenBracket => open = open.saturating_add(1),
            Token::CloseBrace | Token::CloseBracket => open = open.saturating_sub(1),
            _ => {}
        }
        let found = match (token, before) {
            (Token::End, _) => return None,
            // A pointer says what it points to.
            (Token::Star, _) => Some(Dialect::Dxil37),
            (Token::String, _) => of_triple(text),
            (Token::Record | Token::HexFloat | Token::BitPattern | Token::SpecialFloat, _) => {
                Some(Dialect::Modern)
            }
            // Metadata of variables and declarations.
            (Token::MetadataName, Token::Comma) if open == 0 => Some(Dialect::Modern),
            (Token::MetadataName, Token::Word) if before_text.starts_with(b"declare") => {
                Some(Dialect::Modern)
            }
            (Token::MetadataName, _) => of_node(text),
            (Token::Operation(operation), _) => of_operation(operation),
            (Token::Word, Token::Operation(operation)) if is_modern_flag(operation, text) => {
                Some(Dialect::Modern)
            }
            (Token::Word, _) => VOCABULARY.word(text),
            (Token::Label, _) if parentheses > 0 => VOCABULARY.field(text),
            (Token::OpenParen, Token::Word) if before_text.trim_ascii_end() == b"target" => {
                Some(Dialect::Modern)
            }
            _ => None,
        };
        if found.is_some() {
            return found;
        }
        (before, start_before) = (token, tokens.start);
    }
}

/// Words that only one dialect has and that stand in no table.
const WORDS: [(&str, Dialect); 29] = [
    ("ptr", Dialect::Modern),
    ("vscale", Dialect::Modern),
    ("poison", Dialect::Modern),
    ("splat", Dialect::Modern),
    ("inrange", Dialect::Modern),
    ("dso_local_equivalent", Dialect::Modern),
    ("no_cfi", Dialect::Modern),
    ("ptrauth", Dialect::Modern),
    ("source_filename", Dialect::Modern),
    ("dso_local", Dialect::Modern),
    ("dso_preemptable", Dialect::Modern),
    ("local_unnamed_addr", Dialect::Modern),
    ("ifunc", Dialect::Modern),
    ("partition", Dialect::Modern),
    ("code_model", Dialect::Modern),
    ("no_sanitize_address", Dialect::Modern),
    ("no_sanitize_hwaddress", Dialect::Modern),
    ("sanitize_address_dyninit", Dialect::Modern),
    ("sanitize_memtag", Dialect::Modern),
    ("nodeduplicate", Dialect::Modern),
    ("noduplicates", Dialect::Dxil37),
    ("syncscope", Dialect::Modern),
    ("singlethread", Dialect::Dxil37),
    ("callbr", Dialect::Modern),
    ("catchswitch", Dialect::Modern),
    ("catchpad", Dialect::Modern),
    ("catchret", Dialect::Modern),
    ("cleanuppad", Dialect::Modern),
    ("cleanupret", Dialect::Modern),
];

/// What only one dialect has. Each process that reads a text makes these: no word is copied for it.
struct Vocabulary {
    words: HashMap<&'static [u8], Dialect>,
    /// Fields of debug information, without their colon.
    fields: HashMap<&'static [u8], Dialect>,
}

impl Vocabulary {
    fn word(&self, text: &[u8]) -> Option<Dialect> {
        self.words.get(text).copied()
    }

    fn field(&self, label: &[u8]) -> Option<Dialect> {
        self.fields.get(label.strip_suffix(b":")?).copied()
    }
}

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(|| {
    let mut words = Known::default();
    for (word, dialect) in WORDS {
        words.add(word, dialect == Dialect::Dxil37, dialect == Dialect::Modern);
    }
    for ty in [Type::BFloat, Type::Token, Type::Mmx] {
        let word = ty.word();
        words.add(word.name, word.dialects.has(Dialect::Dxil37), word.dialects.has(Dialect::Modern));
    }
    for row in FLAGS {
        words.add(row.word, row.dialects.has(Dialect::Dxil37), row.dialects.has(Dialect::Modern));
    }
    for (_, word, dialects) in CONVENTIONS {
        words.add(word, dialects.has(Dialect::Dxil37), dialects.has(Dialect::Modern));
    }
    for kind in AttributeKind::ALL {
        // Modern LLVM reads the old ones, too.
        words.add(kind.word(), kind.allowed(Dialect::Dxil37).is_some(), true);
    }
    for numbers in DWARF {
        for dialect in [Dialect::Dxil37, Dialect::Modern] {
            for (_, word) in numbers.of(dialect) {
                words.add(word, dialect == Dialect::Dxil37, dialect == Dialect::Modern);
            }
        }
    }
    let mut fields = Known::default();
    for row in &NODES {
        for (_, field) in nodes::in_text(row) {
            fields.add(field.name, row.dialect == Dialect::Dxil37, row.dialect == Dialect::Modern);
        }
    }
    for (name, _) in nodes::OLD_SUBPROGRAM_FLAGS {
        fields.add(name, true, true);
    }
    Vocabulary { words: words.deciding(), fields: fields.deciding() }
});

/// Words, and whether LLVM 3.7 and whether modern LLVM has each.
#[derive(Default)]
struct Known(HashMap<&'static [u8], (bool, bool)>);

impl Known {
    fn add(&mut self, word: &'static (impl AsRef<[u8]> + ?Sized), is_old: bool, is_modern: bool) {
        let known = self.0.entry(word.as_ref()).or_default();
        *known = (known.0 | is_old, known.1 | is_modern);
    }

    /// Those that only one has.
    fn deciding(self) -> HashMap<&'static [u8], Dialect> {
        let decides = |(word, known)| match known {
            (true, false) => Some((word, Dialect::Dxil37)),
            (false, true) => Some((word, Dialect::Modern)),
            (true, true) | (false, false) => None,
        };
        self.0.into_iter().filter_map(decides).collect()
    }
}

/// Words for the numbers of debug information.
const DWARF: [&Words; 15] = [
    &dwarf::CHECKSUM_KIND,
    &dwarf::CONVENTION,
    &dwarf::EMISSION_KIND,
    &dwarf::ENCODING,
    &dwarf::ENUM_KIND,
    &dwarf::FIXED_POINT_KIND,
    &dwarf::FLAG,
    &dwarf::LANGUAGE,
    &dwarf::LANGUAGE_NAME,
    &dwarf::MACRO,
    &dwarf::NAME_TABLE_KIND,
    &dwarf::OPERATION,
    &dwarf::SUBPROGRAM_FLAG,
    &dwarf::TAG,
    &dwarf::VIRTUALITY,
];

/// The dialect that alone has an operation.
fn of_operation(operation: Operation) -> Option<Dialect> {
    let is_modern = matches!(
        operation,
        Operation::Negate | Operation::Freeze | Operation::NoTailCall | Operation::Cast(CastOp::PtrToAddr)
    );
    is_modern.then_some(Dialect::Modern)
}

/// Whether a word behind an operation is a flag that LLVM 3.7 has for others alone.
fn is_modern_flag(operation: Operation, word: &[u8]) -> bool {
    let has_flags =
        matches!(operation, Operation::Binary(..) | Operation::Compare(_) | Operation::ElementPointer);
    !has_flags && (word == b"fast" || FLAGS.iter().any(|row| row.word.as_bytes() == word))
}

/// The dialect of a target triple.
fn of_triple(string: &[u8]) -> Option<Dialect> {
    if string.starts_with(b"\"dxil-ms-dx") {
        return Some(Dialect::Dxil37);
    }
    (string.starts_with(b"\"dxil") && string.contains_str("-shadermodel")).then_some(Dialect::Modern)
}

/// The dialect that alone has a node of debug information.
fn of_node(token: &[u8]) -> Option<Dialect> {
    let name = token.get(1..)?;
    let has = |dialect| NodeRow::named(dialect, name).is_some();
    match (has(Dialect::Dxil37), has(Dialect::Modern)) {
        (true, false) => Some(Dialect::Dxil37),
        (false, true) => Some(Dialect::Modern),
        (true, true) | (false, false) => None,
    }
}
