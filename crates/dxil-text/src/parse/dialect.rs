//! The dialect of a text. Separate because it is found before anything is read, by single tokens.

use bstr::ByteSlice as _;
use dxil_ir::Dialect;
use dxil_ir::metadata::NodeRow;

use super::lexer::Lexer;
use super::token::Token;

/// The dialect of a text: that of the first token that only one of them has; LLVM 3.7 where there is none.
#[expect(clippy::wildcard_enum_match_arm, reason = "matches tokens, not the IR")]
pub(super) fn of(source: &[u8]) -> Dialect {
    let mut tokens = Lexer::new(source, 0);
    let mut before = Token::End;
    loop {
        let token = tokens.next();
        let text = tokens.slice();
        let found = match token {
            // A pointer says what it points to.
            Token::Star => Some(Dialect::Dxil37),
            Token::String if text.starts_with(b"\"dxil-ms-dx") => Some(Dialect::Dxil37),
            Token::String if text.starts_with(b"\"dxil") && text.contains_str("-shadermodel") => {
                Some(Dialect::Modern)
            }
            Token::Record => Some(Dialect::Modern),
            Token::MetadataName => of_node(text),
            Token::Word if matches!(text, b"ptr" | b"source_filename" | b"poison") => Some(Dialect::Modern),
            Token::End => Some(Dialect::Dxil37),
            Token::OpenParen if before == Token::Word && is_target(source, tokens.span().start) => {
                Some(Dialect::Modern)
            }
            _ => None,
        };
        if let Some(dialect) = found {
            return dialect;
        }
        before = token;
    }
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

/// Whether a parenthesis belongs to a target type.
fn is_target(source: &[u8], paren: usize) -> bool {
    source.get(..paren).is_some_and(|before| before.ends_with(b"target"))
}
