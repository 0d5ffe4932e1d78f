//! The dialect of a text. Separate because it is found before anything is read, by single tokens.

use dxil_ir::Dialect;
use logos::Logos as _;

use super::token::Token;

/// The dialect of a text: that of the first token that only one of them has; LLVM 3.7 where there is none.
pub(super) fn of(source: &[u8]) -> Dialect {
    let mut tokens = Token::lexer(source);
    let mut before = Token::End;
    while let Some(token) = tokens.next() {
        let token = token.unwrap_or(Token::Bad);
        let text = tokens.slice();
        let found = match token {
            // A pointer says what it points to.
            Token::Star => Some(Dialect::Dxil37),
            Token::String if text.starts_with(b"\"dxil-ms-dx") => Some(Dialect::Dxil37),
            Token::String if text.starts_with(b"\"dxil") => Some(Dialect::Modern),
            Token::Word if matches!(text, b"ptr" | b"source_filename" | b"poison") => Some(Dialect::Modern),
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
    Dialect::Dxil37
}

/// Whether a parenthesis belongs to a target type.
fn is_target(source: &[u8], paren: usize) -> bool {
    source.get(..paren).is_some_and(|before| before.ends_with(b"target"))
}
