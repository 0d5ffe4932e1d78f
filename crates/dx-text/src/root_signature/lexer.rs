//! The tokens of a root signature's text, with their places. Separate because what lies between them (blanks,
//! comments, and the quotes, backslashes and `#define` of the HLSL that it was pasted from) is nobody else's
//! business.

use std::ops::Range;

use winnow::Parser as _;
use winnow::ascii::{multispace1, space1, till_line_ending};
use winnow::combinator::{alt, opt, repeat};
use winnow::error::ContextError;
use winnow::stream::{LocatingSlice, Location as _};
use winnow::token::{any, one_of, take_until, take_while};

use super::mistake::Mistake;

type Input<'t> = LocatingSlice<&'t str>;
type Lexed<T> = Result<T, ContextError>;

/// A token and the bytes of the text that it is.
#[derive(Debug, Clone)]
pub(super) struct Token<'t> {
    pub(super) kind: TokenKind<'t>,
    pub(super) place: Range<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenKind<'t> {
    /// A keyword, a name, a register.
    Word(&'t str),
    /// A number as it is written; it may turn out to be none.
    Number(&'t str),
    /// Any other character.
    Mark(char),
    /// The text ends.
    End,
}

impl TokenKind<'_> {
    /// The token for people.
    pub(super) fn text(self) -> String {
        match self {
            Self::Word(text) | Self::Number(text) => text.to_owned(),
            Self::Mark(mark) => format!("{mark:?}"),
            Self::End => "end of text".to_owned(),
        }
    }
}

/// Hands out tokens one by one.
pub(super) struct Lexer<'t> {
    input: Input<'t>,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { input: LocatingSlice::new(text) }
    }

    /// The next token; or a mistake, and the place of it.
    pub(super) fn next(&mut self) -> Result<Token<'t>, (Mistake, Range<usize>)> {
        // What can be skipped is skipped; it never fails.
        let _ = between.parse_next(&mut self.input);
        let at = self.input.current_token_start();
        if self.input.starts_with("/*") {
            return Err((Mistake::Comment, at..at + 2));
        }
        let token = alt((word.map(TokenKind::Word), number.map(TokenKind::Number), any.map(TokenKind::Mark)));
        let token = token.with_span().parse_next(&mut self.input);
        let (kind, place) = token.unwrap_or((TokenKind::End, at..at));
        Ok(Token { kind, place })
    }
}

/// Blanks, comments and other text between tokens.
fn between(input: &mut Input<'_>) -> Lexed<()> {
    let line_comment = ("//", till_line_ending).void();
    let comment = ("/*", take_until(0.., "*/"), "*/").void();
    let define = ("#define", space1, word).void();
    let quoting = one_of(['"', '\\']).void();
    repeat(0.., alt((multispace1.void(), quoting, line_comment, comment, define))).parse_next(input)
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

fn word<'t>(input: &mut Input<'t>) -> Lexed<&'t str> {
    let first = one_of(|c: char| is_word(c) && !c.is_ascii_digit());
    (first, take_while(0.., is_word)).take().parse_next(input)
}

/// A number with all that sticks to it, so that `12abc` is one mistake and not two tokens.
fn number<'t>(input: &mut Input<'t>) -> Lexed<&'t str> {
    let exponent = (one_of(['e', 'E']), one_of(['+', '-'])).void();
    let rest = alt((exponent, one_of(|c: char| is_word(c) || c == '.').void()));
    let first = one_of(|c: char| c.is_ascii_digit() || c == '.').void();
    let digits = (first, repeat::<_, _, (), _, _>(0.., rest)).void();
    let signed_infinity = (one_of(['+', '-']), word).void();
    alt(((opt(one_of(['+', '-'])), digits).void(), signed_infinity)).take().parse_next(input)
}

/// A register's letter and number, where `word` is one.
pub(super) fn register(word: &str) -> Option<(char, &str)> {
    let mut rest = word.chars();
    let letter = rest.next()?;
    let number = rest.as_str();
    let is_one = letter.is_ascii_alphabetic() && !number.is_empty();
    (is_one && number.bytes().all(|byte| byte.is_ascii_digit())).then_some((letter, number))
}

/// A number of 32 bits: decimal as DXC takes it, or hexadecimal after `0x`.
pub(super) fn unsigned(text: &str) -> Result<u32, Mistake> {
    const RANGE: &str = "0 to 4294967295";
    let out_of_range = || Mistake::OutOfRange { number: text.to_owned(), range: RANGE };
    let digits = text.strip_prefix('+').unwrap_or(text);
    let (digits, radix) = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(digits) => (digits, 16),
        None => (digits, 10),
    };
    if digits.starts_with('-') && float(text).is_ok() {
        return Err(out_of_range());
    }
    if radix == 10 && digits.contains(['.', 'e', 'E', 'f', 'F']) && float(text).is_ok() {
        let expected = "an integer".to_owned();
        return Err(Mistake::Expected { expected, found: text.to_owned() });
    }
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        return Err(Mistake::NotANumber(text.to_owned()));
    }
    u32::from_str_radix(digits, radix).map_err(|_| out_of_range())
}

/// A float: as DXC reads it, by way of 64 bits; `inf` and `-inf` besides.
pub(super) fn float(text: &str) -> Result<f32, Mistake> {
    let digits = text.strip_prefix('+').unwrap_or(text);
    let unsigned = digits.strip_prefix('-').unwrap_or(digits);
    let infinity = if digits.starts_with('-') { f32::NEG_INFINITY } else { f32::INFINITY };
    if unsigned.eq_ignore_ascii_case("inf") {
        return Ok(infinity);
    }
    // What has neither point nor exponent is a whole number, which has no -0.
    if unsigned.bytes().all(|byte| byte == b'0') && !unsigned.is_empty() {
        return Ok(0.0);
    }
    let begins = unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    let number = digits.strip_suffix(['f', 'F']).unwrap_or(digits);
    let value = number.parse::<f64>().ok().filter(|_| begins);
    let value = narrow(value.ok_or_else(|| Mistake::NotANumber(text.to_owned()))?);
    if value.is_infinite() {
        return Err(Mistake::OutOfRange {
            number: text.to_owned(),
            range: "-3.402823466e38 to 3.402823466e38",
        });
    }
    Ok(value)
}

/// The float next to `value`.
#[allow(clippy::cast_possible_truncation, reason = "rounding is what is asked for")]
pub(super) fn narrow(value: f64) -> f32 {
    value as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_dxc_reads_them() {
        for (text, value) in [("0", 0), ("+7", 7), ("4294967295", u32::MAX), ("0x10", 16), ("010", 10)] {
            assert_eq!(unsigned(text), Ok(value), "{text}");
        }
        for text in ["-1", "4294967296", "1.0", "1e3", "5f", "0x", "0xg", "12a", "", "+", "-"] {
            assert!(unsigned(text).is_err(), "{text}");
        }
        for (text, value) in
            [("1", 1.0), ("-2", -2.0), (".5", 0.5), ("5.", 5.0), ("0.f", 0.0), ("1e-3f", 0.001)]
        {
            assert_eq!(float(text), Ok(value), "{text}");
        }
        assert_eq!(float("3.402823466e+38f"), Ok(f32::MAX));
        assert_eq!(float("-inf"), Ok(f32::NEG_INFINITY));
        assert_eq!(float("-0").map(f32::to_bits), Ok(0));
        assert_eq!(float("-0.0").map(f32::to_bits), Ok((-0.0_f32).to_bits()));
        for text in ["1e39", "nan", "infinity", ".", "1..2", "--1", "0x10", "1e", ""] {
            assert!(float(text).is_err(), "{text}");
        }
    }

    #[test]
    fn what_surrounds_a_pasted_text_is_passed_over() {
        let text = "// a comment\n#define RS \"CBV(b0), \" \\\n  /* another */ \"SRV\"";
        let mut lexer = Lexer::new(text);
        let kinds = std::iter::from_fn(|| lexer.next().ok().map(|token| token.kind));
        let kinds: Vec<TokenKind<'_>> = kinds.take_while(|&kind| kind != TokenKind::End).collect();
        let expected = [
            TokenKind::Word("CBV"),
            TokenKind::Mark('('),
            TokenKind::Word("b0"),
            TokenKind::Mark(')'),
            TokenKind::Mark(','),
            TokenKind::Word("SRV"),
        ];
        assert_eq!(kinds, expected);
    }
}
