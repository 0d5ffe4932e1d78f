//! Texts cut into tokens. Separate from [`Token`], which says what there is; by hand, because a token is what its first
//! byte says, but for words, numbers and labels, which begin alike.
//!
//! Of several tokens that begin at a byte, the longest one is meant. What begins none is [`Token::Bad`], up to the byte
//! that no token could have there.

#![allow(clippy::indexing_slicing, reason = "a table of all bytes has every index")]

use bstr::ByteSlice as _;
use dxil_ir::{BinaryOp, CastOp};

use super::token::{Operation, Token};

/// Classes of bytes, a bit each.
const BLANK: u8 = 1;
const DIGIT: u8 = 2;
const HEXADECIMAL: u8 = 4;
/// What words consist of.
const WORD: u8 = 8;
/// What names and labels consist of.
const NAME: u8 = 16;
/// What names of metadata consist of.
const METADATA: u8 = 32;

const CLASSES: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 128 {
        #[allow(clippy::cast_possible_truncation, reason = "less than 128")]
        let value = byte as u8;
        classes[byte] = match value {
            b' ' | b'\t' | b'\r' | b'\n' => BLANK,
            b'0'..=b'9' => DIGIT | HEXADECIMAL | WORD | NAME | METADATA,
            b'a'..=b'f' | b'A'..=b'F' => HEXADECIMAL | WORD | NAME | METADATA,
            b'g'..=b'z' | b'G'..=b'Z' | b'_' | b'.' => WORD | NAME | METADATA,
            b'-' | b'$' => NAME | METADATA,
            b'\\' => METADATA,
            _ => 0,
        };
        byte += 1;
    }
    classes
}

/// A text that is cut into tokens.
#[derive(Debug, Clone)]
pub(super) struct Lexer<'s> {
    source: &'s [u8],
    /// The last token that was found.
    pub(super) token: Token,
    /// Where it begins and ends.
    pub(super) start: usize,
    pub(super) end: usize,
    /// Where the token before it ends.
    pub(super) before: usize,
}

impl<'s> Lexer<'s> {
    /// The tokens of `source` from an offset on.
    pub(super) fn new(source: &'s [u8], offset: usize) -> Self {
        let offset = offset.min(source.len());
        Self { source, token: Token::End, start: offset, end: offset, before: offset }
    }

    /// The text of the last token.
    #[inline]
    pub(super) fn slice(&self) -> &'s [u8] {
        self.source.get(self.start..self.end).unwrap_or_default()
    }

    /// The next token; [`Token::End`] behind the last one.
    #[inline]
    pub(super) fn next(&mut self) -> Token {
        self.advance();
        self.token
    }

    /// Goes on to the next token.
    #[inline]
    pub(super) fn advance(&mut self) {
        self.before = self.end;
        self.find();
    }

    /// Finds the token at or behind the end of the last one. Each path ends with at most one call, so that the shortest
    /// need nothing of what calls do.
    fn find(&mut self) {
        let at = self.run(self.end, BLANK);
        let Some(first) = self.source.get(at).copied() else { return self.found(at, (Token::End, at)) };
        let token = match first {
            b'=' => (Token::Equal, at + 1),
            b',' => (Token::Comma, at + 1),
            b'*' => (Token::Star, at + 1),
            b'|' => (Token::Or, at + 1),
            b'(' => (Token::OpenParen, at + 1),
            b')' => (Token::CloseParen, at + 1),
            b'[' => (Token::OpenBracket, at + 1),
            b']' => (Token::CloseBracket, at + 1),
            b'{' => (Token::OpenBrace, at + 1),
            b'}' => (Token::CloseBrace, at + 1),
            b'<' => (Token::OpenAngle, at + 1),
            b'>' => (Token::CloseAngle, at + 1),
            b'%' if self.is(at + 1, DIGIT) => (Token::LocalNumber, self.run(at + 2, DIGIT)),
            b'%' if self.is(at + 1, NAME) => (Token::LocalName, self.run(at + 2, NAME)),
            b'@' if self.is(at + 1, DIGIT) => (Token::GlobalNumber, self.run(at + 2, DIGIT)),
            b'@' if self.is(at + 1, NAME) => (Token::GlobalName, self.run(at + 2, NAME)),
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => return self.find_word(at, first),
            b'0'..=b'9' | b'-' | b'+' | b'.' => return self.find_number(at, first),
            b';' | b'/' => return self.find_behind_comments(at),
            _ => return self.find_other(at, first),
        };
        self.found(at, token);
    }

    #[inline]
    fn found(&mut self, at: usize, (token, end): (Token, usize)) {
        (self.start, self.end, self.token) = (at, end, token);
    }

    #[inline(never)]
    fn find_word(&mut self, at: usize, first: u8) {
        let plain = if first == b'i' { self.plain_integer_type(at) } else { None };
        let token = plain.unwrap_or_else(|| self.word(at));
        self.found(at, token);
    }

    #[inline(never)]
    fn find_number(&mut self, at: usize, first: u8) {
        let plain = if first.is_ascii_digit() { self.plain_number(at, first) } else { None };
        let token = plain.unwrap_or_else(|| self.number(at, first));
        self.found(at, token);
    }

    #[inline(never)]
    fn find_behind_comments(&mut self, mut at: usize) {
        let start = at;
        while let Some(end) = comment_end(self.source, at) {
            at = self.run(end, BLANK);
        }
        if self.source.get(at..).is_some_and(|rest| rest.starts_with(b"/*")) {
            return self.found(at, (Token::Bad, self.source.len()));
        }
        if at == start {
            return self.found(at, (Token::Bad, at + 1));
        }
        self.end = at;
        self.find();
    }

    #[inline(never)]
    fn find_other(&mut self, at: usize, first: u8) {
        let token = match first {
            b'%' => self.quoted_name(at, Token::LocalName),
            b'@' => self.quoted_name(at, Token::GlobalName),
            b'!' => self.metadata(at),
            b'#' => self.group(at),
            b'"' => match self.quoted(at) {
                (Some(()), end) if self.byte(end) == b':' => (Token::Label, end + 1),
                (Some(()), end) => (Token::String, end),
                (None, end) => (Token::Bad, end),
            },
            b'$' => self.comdat(at),
            _ => (Token::Bad, at + 1),
        };
        self.found(at, token);
    }

    /// A byte; 0, which is of no class, behind the last one.
    #[inline]
    fn byte(&self, at: usize) -> u8 {
        self.source.get(at).copied().unwrap_or(0)
    }

    #[inline]
    fn is(&self, at: usize, class: u8) -> bool {
        CLASSES[usize::from(self.byte(at))] & class != 0
    }

    /// Where bytes of a class end.
    #[inline]
    fn run(&self, mut at: usize, class: u8) -> usize {
        while let Some(byte) = self.source.get(at)
            && CLASSES[usize::from(*byte)] & class != 0
        {
            at += 1;
        }
        at
    }

    /// Where a text in quotes ends that begins here, and whether it has an end.
    fn quoted(&self, at: usize) -> (Option<()>, usize) {
        let rest = self.source.get(at + 1..).unwrap_or_default();
        match rest.find_byte(b'"') {
            Some(len) => (Some(()), at + len + 2),
            None => (None, self.source.len()),
        }
    }

    /// `%"a b"`.
    fn quoted_name(&self, at: usize, name: Token) -> (Token, usize) {
        if self.byte(at + 1) != b'"' {
            return (Token::Bad, at + 1);
        }
        let (closed, end) = self.quoted(at + 1);
        (if closed.is_some() { name } else { Token::Bad }, end)
    }

    /// `!4`, `!x`, or the mark alone.
    fn metadata(&self, at: usize) -> (Token, usize) {
        let end = self.run(at + 1, DIGIT);
        if end > at + 1 {
            return (Token::MetadataNumber, end);
        }
        match self.run(at + 1, METADATA) {
            end if end > at + 1 => (Token::MetadataName, end),
            end => (Token::Bang, end),
        }
    }

    /// `#4`, `#dbg_value`.
    fn group(&self, at: usize) -> (Token, usize) {
        let end = self.run(at + 1, DIGIT);
        if end > at + 1 {
            return (Token::Group, end);
        }
        let rest = self.source.get(at + 1..).unwrap_or_default();
        match rest.iter().take_while(|byte| byte.is_ascii_alphabetic() || **byte == b'_').count() {
            0 => (Token::Bad, end),
            len => (Token::Record, end + len),
        }
    }

    /// `$x`, `$"a b"`; `$x:` is a label.
    fn comdat(&self, at: usize) -> (Token, usize) {
        let end = self.run(at, NAME);
        match end {
            _ if self.byte(end) == b':' => (Token::Label, end + 1),
            _ if end == at + 1 => self.quoted_name(at, Token::ComdatName),
            _ if self.is(at + 1, DIGIT) => (Token::Bad, end),
            _ => (Token::ComdatName, end),
        }
    }

    /// A word, a label that begins like one, or `u0x1F`.
    #[inline]
    fn word(&self, at: usize) -> (Token, usize) {
        let end = self.run(at + 1, WORD);
        // Labels go on where words do not.
        let label = if self.is(end, NAME) { self.run(end, NAME) } else { end };
        if self.byte(label) == b':' {
            return (Token::Label, label + 1);
        }
        let word = self.source.get(at..end).unwrap_or_default();
        if let Some(operation) = operation(word) {
            return (Token::Operation(operation), end);
        }
        match word {
            [b'u' | b's', b'0', b'x', digits @ ..]
                if !digits.is_empty() && digits.iter().all(u8::is_ascii_hexdigit) =>
            {
                (Token::HexInteger, end)
            }
            [b'f', b'0', b'x', digits @ ..]
                if !digits.is_empty() && digits.iter().all(u8::is_ascii_hexdigit) =>
            {
                (Token::BitPattern, end)
            }
            [b'i', digits @ ..] if !digits.is_empty() && digits.iter().all(u8::is_ascii_digit) => {
                (Token::IntegerType, end)
            }
            _ => (Token::Word, end),
        }
    }

    /// `i32`, behind which nothing stands that a word or a label could go on with.
    #[inline]
    fn plain_integer_type(&self, at: usize) -> Option<(Token, usize)> {
        let end = self.run(at + 1, DIGIT);
        let is_over = end > at + 1 && !self.is(end, NAME) && self.byte(end) != b':';
        is_over.then_some((Token::IntegerType, end))
    }

    /// An integer or a hexadecimal number, behind which nothing stands that a label could go on with.
    #[inline]
    fn plain_number(&self, at: usize, first: u8) -> Option<(Token, usize)> {
        let is_over = |end: usize| !self.is(end, NAME) && self.byte(end) != b':';
        let end = self.run(at + 1, DIGIT);
        if is_over(end) {
            return Some((Token::Integer, end));
        }
        if first != b'0' || self.byte(at + 1) != b'x' || !self.is(at + 2, HEXADECIMAL) {
            return None;
        }
        let end = self.run(at + 3, HEXADECIMAL);
        is_over(end).then_some((Token::Hex, end))
    }

    /// A number, a label that begins like one, or dots.
    fn number(&self, at: usize, first: u8) -> (Token, usize) {
        let label = self.run(at, NAME);
        if label > at && self.byte(label) == b':' {
            return (Token::Label, label + 1);
        }
        if first == b'.' {
            let is_ellipsis = self.byte(at + 1) == b'.' && self.byte(at + 2) == b'.';
            return if is_ellipsis { (Token::Ellipsis, at + 3) } else { (Token::Bad, label) };
        }
        let digits = if matches!(first, b'-' | b'+') { at + 1 } else { at };
        let end = self.run(digits, DIGIT);
        if end > digits && self.byte(end) == b'.' {
            return (Token::Decimal, self.fraction(end + 1));
        }
        if let Some(end) = self.hexadecimal_float(digits) {
            return (Token::HexFloat, end);
        }
        if digits > at
            && let Some(end) = self.special_float(digits)
        {
            return (Token::SpecialFloat, end);
        }
        if self.byte(at) == b'0' && end == at + 1 && self.byte(end) == b'x' {
            let kind = usize::from(matches!(self.byte(end + 1), b'H' | b'K' | b'L' | b'M' | b'R'));
            let hexadecimal = self.run(end + 1 + kind, HEXADECIMAL);
            if hexadecimal > end + 1 + kind {
                return (Token::Hex, hexadecimal);
            }
        }
        match first {
            b'+' => (Token::Bad, end),
            b'-' if end == digits => (Token::Bad, label),
            _ => (Token::Integer, end),
        }
    }

    /// The end of C's `0x1.8p3`, if one begins here.
    fn hexadecimal_float(&self, at: usize) -> Option<usize> {
        if self.byte(at) != b'0' || self.byte(at + 1) != b'x' {
            return None;
        }
        let point = self.run(at + 2, HEXADECIMAL);
        if point == at + 2 || self.byte(point) != b'.' {
            return None;
        }
        let mark = self.run(point + 1, HEXADECIMAL);
        if !matches!(self.byte(mark), b'p' | b'P') {
            return None;
        }
        let digits = mark + 1 + usize::from(matches!(self.byte(mark + 1), b'-' | b'+'));
        Some(self.run(digits, DIGIT)).filter(|end| *end > digits)
    }

    /// The end of `inf`, `qnan`, `nan(0x1)` or `snan(0x1)`, if one begins here: after a sign.
    fn special_float(&self, at: usize) -> Option<usize> {
        let end = self.run(at, WORD);
        match self.source.get(at..end)? {
            b"inf" | b"qnan" => Some(end),
            b"nan" | b"snan" => {
                if self.source.get(end..end + 3)? != b"(0x" {
                    return None;
                }
                let closing = self.run(end + 3, HEXADECIMAL);
                (closing > end + 3 && self.byte(closing) == b')').then_some(closing + 1)
            }
            _ => None,
        }
    }

    /// Where the digits and the exponent behind a point end.
    fn fraction(&self, at: usize) -> usize {
        let end = self.run(at, DIGIT);
        if !matches!(self.byte(end), b'e' | b'E') {
            return end;
        }
        let digits = end + 1 + usize::from(matches!(self.byte(end + 1), b'-' | b'+'));
        match self.run(digits, DIGIT) {
            exponent if exponent > digits => exponent,
            _ => end,
        }
    }
}

/// Where a comment ends that begins here: `; …` with its line, modern LLVM's `/* … */` where it says. `None` where
/// there is none, or none that ends.
pub(super) fn comment_end(source: &[u8], at: usize) -> Option<usize> {
    let rest = source.get(at..)?;
    match rest.first()? {
        b';' => Some(at + rest.find_byte(b'\n').unwrap_or(rest.len())),
        b'/' => Some(at + 4 + rest.strip_prefix(b"/*")?.find(b"*/")?),
        _ => None,
    }
}

/// What an instruction or a constant expression begins with, by its word.
fn operation(word: &[u8]) -> Option<Operation> {
    // By length first: most words are none of these.
    Some(match word.len() {
        2 => match word {
            b"or" => Operation::Binary(BinaryOp::Or, false),
            b"br" => Operation::Branch,
            _ => return None,
        },
        3 => match word {
            b"add" => Operation::Binary(BinaryOp::Add, false),
            b"sub" => Operation::Binary(BinaryOp::Sub, false),
            b"mul" => Operation::Binary(BinaryOp::Mul, false),
            b"shl" => Operation::Binary(BinaryOp::Shl, false),
            b"and" => Operation::Binary(BinaryOp::And, false),
            b"xor" => Operation::Binary(BinaryOp::Xor, false),
            b"phi" => Operation::Phi,
            b"ret" => Operation::Return,
            _ => return None,
        },
        4 => match word {
            b"fadd" => Operation::Binary(BinaryOp::Add, true),
            b"fsub" => Operation::Binary(BinaryOp::Sub, true),
            b"fmul" => Operation::Binary(BinaryOp::Mul, true),
            b"udiv" => Operation::Binary(BinaryOp::UDiv, false),
            b"sdiv" => Operation::Binary(BinaryOp::SDiv, false),
            b"fdiv" => Operation::Binary(BinaryOp::SDiv, true),
            b"urem" => Operation::Binary(BinaryOp::URem, false),
            b"srem" => Operation::Binary(BinaryOp::SRem, false),
            b"frem" => Operation::Binary(BinaryOp::SRem, true),
            b"lshr" => Operation::Binary(BinaryOp::LShr, false),
            b"ashr" => Operation::Binary(BinaryOp::AShr, false),
            b"zext" => Operation::Cast(CastOp::ZExt),
            b"sext" => Operation::Cast(CastOp::SExt),
            b"fneg" => Operation::Negate,
            b"icmp" => Operation::Compare(false),
            b"fcmp" => Operation::Compare(true),
            b"load" => Operation::Load,
            b"call" => Operation::Call,
            b"tail" => Operation::TailCall,
            _ => return None,
        },
        5 => match word {
            b"trunc" => Operation::Cast(CastOp::Trunc),
            b"fpext" => Operation::Cast(CastOp::FpExt),
            b"store" => Operation::Store,
            b"fence" => Operation::Fence,
            _ => return None,
        },
        6 => match word {
            b"fptoui" => Operation::Cast(CastOp::FpToUi),
            b"fptosi" => Operation::Cast(CastOp::FpToSi),
            b"uitofp" => Operation::Cast(CastOp::UiToFp),
            b"sitofp" => Operation::Cast(CastOp::SiToFp),
            b"freeze" => Operation::Freeze,
            b"select" => Operation::Select,
            b"alloca" => Operation::Alloca,
            b"notail" => Operation::NoTailCall,
            b"va_arg" => Operation::VariadicArgument,
            b"switch" => Operation::Switch,
            _ => return None,
        },
        7 => match word {
            b"fptrunc" => Operation::Cast(CastOp::FpTrunc),
            b"bitcast" => Operation::Cast(CastOp::Bitcast),
            b"cmpxchg" => Operation::CompareExchange,
            _ => return None,
        },
        8 => match word {
            b"ptrtoint" => Operation::Cast(CastOp::PtrToInt),
            b"inttoptr" => Operation::Cast(CastOp::IntToPtr),
            b"musttail" => Operation::MustTailCall,
            _ => return None,
        },
        9 => match word {
            b"ptrtoaddr" => Operation::Cast(CastOp::PtrToAddr),
            b"atomicrmw" => Operation::AtomicRmw,
            _ => return None,
        },
        11 => match word {
            b"insertvalue" => Operation::InsertValue,
            b"unreachable" => Operation::Unreachable,
            _ => return None,
        },
        12 if word == b"extractvalue" => Operation::ExtractValue,
        13 => match word {
            b"addrspacecast" => Operation::Cast(CastOp::AddrSpaceCast),
            b"insertelement" => Operation::InsertElement,
            b"shufflevector" => Operation::ShuffleVector,
            b"getelementptr" => Operation::ElementPointer,
            _ => return None,
        },
        14 if word == b"extractelement" => Operation::ExtractElement,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<(Token, &str)> {
        let mut lexer = Lexer::new(text.as_bytes(), 0);
        std::iter::from_fn(|| {
            let token = lexer.next();
            (token != Token::End).then(|| (token, text.get(lexer.start..lexer.end).unwrap_or_default()))
        })
        .collect()
    }

    #[test]
    fn the_longest_token_is_meant() {
        for (text, expected) in [
            ("%4x", vec![(Token::LocalNumber, "%4"), (Token::Word, "x")]),
            ("%-x.1 ; y", vec![(Token::LocalName, "%-x.1")]),
            ("$x: $x", vec![(Token::Label, "$x:"), (Token::ComdatName, "$x")]),
            ("add: added add", {
                let add = Operation::Binary(BinaryOp::Add, false);
                vec![(Token::Label, "add:"), (Token::Word, "added"), (Token::Operation(add), "add")]
            }),
            ("0x1F 0xH3C 0xG", {
                vec![(Token::Hex, "0x1F"), (Token::Hex, "0xH3C"), (Token::Integer, "0"), (Token::Word, "xG")]
            }),
            ("i32 i32x i1: i i32-", {
                let word = (Token::Word, "i32x");
                let label = (Token::Label, "i1:");
                vec![
                    (Token::IntegerType, "i32"),
                    word,
                    label,
                    (Token::Word, "i"),
                    (Token::IntegerType, "i32"),
                    (Token::Bad, "-"),
                ]
            }),
            ("u0x1F u0x1G", vec![(Token::HexInteger, "u0x1F"), (Token::Word, "u0x1G")]),
            ("f0x1F f0x1G f0x1:", {
                let label = (Token::Label, "f0x1:");
                vec![(Token::BitPattern, "f0x1F"), (Token::Word, "f0x1G"), label]
            }),
            ("+inf -qnan -nan(0x1F) +snan(0x0) -inf:", {
                let special = |text| (Token::SpecialFloat, text);
                let label = (Token::Label, "-inf:");
                vec![special("+inf"), special("-qnan"), special("-nan(0x1F)"), special("+snan(0x0)"), label]
            }),
            ("0x1.8p3 -0x1.P-2 0x1p3", {
                let integer = vec![(Token::Hex, "0x1"), (Token::Word, "p3")];
                [vec![(Token::HexFloat, "0x1.8p3"), (Token::HexFloat, "-0x1.P-2")], integer].concat()
            }),
            ("-1.5e+02 1.e", {
                vec![(Token::Decimal, "-1.5e+02"), (Token::Decimal, "1."), (Token::Word, "e")]
            }),
            (
                "\"a b\": !\"c\"",
                vec![(Token::Label, "\"a b\":"), (Token::Bang, "!"), (Token::String, "\"c\"")],
            ),
            ("#4x #x_y4", {
                let record = (Token::Record, "#x_y");
                vec![(Token::Group, "#4"), (Token::Word, "x"), record, (Token::Integer, "4")]
            }),
            ("/* x\n; */%x/**//***/ ; /*\n#1", vec![(Token::LocalName, "%x"), (Token::Group, "#1")]),
            ("... ..x:", vec![(Token::Ellipsis, "..."), (Token::Label, "..x:")]),
        ] {
            assert_eq!(tokens(text), expected, "{text}");
        }
    }

    #[test]
    fn what_begins_no_token_is_bad_as_far_as_one_could_go_on() {
        for (text, bad) in [
            ("%\"a b", "%\"a b"),
            ("\"a\nb", "\"a\nb"),
            ("$1x ", "$1x"),
            ("-x y", "-x"),
            ("+5 ", "+5"),
            ("-nan", "-nan"),
            ("-nan(0xG)", "-nan"),
            ("-info", "-info"),
            ("#-", "#"),
            ("%", "%"),
            ("^4", "^"),
            ("..x ", "..x"),
            ("/* x *", "/* x *"),
            (" /x", "/"),
            ("; x\n/**/ /*", "/*"),
        ] {
            assert_eq!(tokens(text).first(), Some(&(Token::Bad, bad)), "{text}");
        }
    }
}
