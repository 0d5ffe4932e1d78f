//! The parser as far as it has nothing to do with what the text means: the token at hand, the next one, what is wrong.

use bstr::{BStr, ByteSlice as _};
use dxil::ir::{Module, TypeId};
use logos::Logos as _;

use super::error::{Fault, ParseErrors};
use super::token::Token;
use super::{Parsed, Places, attributes, constants, globals, locals, metadata, types};
use crate::limits;

/// What went wrong is told once, at the place where reading goes on.
pub(super) type Result<T = ()> = std::result::Result<T, Box<Fault>>;

/// A text that is being read.
pub(super) struct Parser<'s> {
    pub(super) source: &'s [u8],
    lexer: logos::Lexer<'s, Token>,
    /// The token at hand, which is the next one to be taken.
    pub(super) token: Token,
    /// Where it begins and ends.
    pub(super) start: usize,
    end: usize,
    /// Where the token before it ends.
    pub(super) before: usize,
    pub(super) module: Module,
    pub(super) places: Places,
    pub(super) types: types::Known<'s>,
    pub(super) globals: globals::Known<'s>,
    pub(super) attributes: attributes::Known,
    pub(super) metadata: metadata::Known<'s>,
    pub(super) constants: constants::Known,
    /// The function at hand.
    pub(super) locals: Option<locals::Locals<'s>>,
    /// How deep types, constants or nodes nest at the token at hand.
    depth: usize,
    /// Whether everything at the top level was read, so that what is not there is not defined.
    pub(super) expects_all_names: bool,
    faults: Vec<Fault>,
    omitted: usize,
}

impl<'s> Parser<'s> {
    pub(super) fn new(source: &'s [u8]) -> Self {
        let mut module = Module::dxil();
        module.triple.clear();
        module.data_layout.clear();
        let mut parser = Self {
            source,
            lexer: Token::lexer(source),
            token: Token::End,
            start: 0,
            end: 0,
            before: 0,
            module,
            places: Places::default(),
            types: types::Known::default(),
            globals: globals::Known::default(),
            attributes: attributes::Known::default(),
            metadata: metadata::Known::default(),
            constants: constants::Known::default(),
            locals: None,
            depth: 0,
            expects_all_names: true,
            faults: Vec::new(),
            omitted: 0,
        };
        // Some editors put a byte order mark before everything.
        parser.seek(if source.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 });
        parser
    }

    pub(super) fn parse(mut self) -> std::result::Result<Parsed, ParseErrors> {
        if u32::try_from(self.source.len()).is_err() {
            let fault = self.fault(format!("the text is longer than {} bytes", u32::MAX));
            self.note(fault);
        } else {
            self.outline();
        }
        if self.faults.is_empty() {
            return Ok(Parsed { module: self.module, places: self.places });
        }
        Err(ParseErrors::new(self.source, self.faults, self.omitted))
    }

    /// Goes on to the next token.
    #[inline]
    pub(super) fn bump(&mut self) {
        self.token = match self.lexer.next() {
            Some(Ok(token)) => token,
            Some(Err(())) => Token::Bad,
            None => Token::End,
        };
        let span = self.lexer.span();
        self.before = self.end;
        (self.start, self.end) = (span.start, span.end);
    }

    /// Goes to the token at or behind an offset.
    pub(super) fn seek(&mut self, offset: usize) {
        self.lexer = Token::lexer(self.source);
        let offset = offset.min(self.source.len());
        self.lexer.bump(offset);
        self.end = offset;
        self.bump();
    }

    /// The token behind the one at hand.
    pub(super) fn peek(&self) -> Token {
        match self.lexer.clone().next() {
            Some(Ok(token)) => token,
            Some(Err(())) => Token::Bad,
            None => Token::End,
        }
    }

    /// The text of the token at hand.
    #[inline]
    pub(super) fn text(&self) -> &'s [u8] {
        self.source.get(self.start..self.end).unwrap_or_default()
    }

    /// The text of the token at hand, which is taken.
    #[inline]
    pub(super) fn take(&mut self) -> &'s [u8] {
        let text = self.text();
        self.bump();
        text
    }

    /// Takes the token at hand if it is this one.
    #[inline]
    pub(super) fn eat(&mut self, token: Token) -> bool {
        let is = self.token == token;
        if is {
            self.bump();
        }
        is
    }

    /// Takes the token at hand, which has to be this one.
    #[inline]
    pub(super) fn expect(&mut self, token: Token, expected: &str) -> Result {
        if self.eat(token) { Ok(()) } else { Err(self.expected(expected)) }
    }

    /// Whether a word is at hand.
    #[inline]
    pub(super) fn is_word(&self, word: &str) -> bool {
        self.token == Token::Word && self.text() == word.as_bytes()
    }

    /// Takes a word if it is at hand.
    #[inline]
    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let is = self.is_word(word);
        if is {
            self.bump();
        }
        is
    }

    pub(super) fn expect_word(&mut self, word: &str) -> Result {
        if self.eat_word(word) { Ok(()) } else { Err(self.expected(&format!("`{word}`"))) }
    }

    /// A list with commas between its items, up to a token that ends it, which is taken.
    pub(super) fn list(
        &mut self,
        end: Token,
        closing: &str,
        mut item: impl FnMut(&mut Self) -> Result,
    ) -> Result {
        if self.eat(end) {
            return Ok(());
        }
        loop {
            item(self)?;
            if self.eat(end) {
                return Ok(());
            }
            if !self.eat(Token::Comma) {
                return Err(self.expected(&format!("`,` or {closing}")));
            }
        }
    }

    /// Does something one level deeper in a type, a constant or a node.
    pub(super) fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth >= limits::NESTING {
            let limit = limits::NESTING;
            return Err(self.fault(format!("this nests deeper than {limit}, which this program refuses")));
        }
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }

    /// That something else was to come than what is at hand.
    #[cold]
    pub(super) fn expected(&self, expected: &str) -> Box<Fault> {
        let found = match self.token {
            Token::End => "the text ends here".to_owned(),
            _ => {
                let text = self.text().lines().next().unwrap_or_default();
                let text = text.get(..text.len().min(40)).unwrap_or_default();
                format!("found `{}`", BStr::new(text))
            }
        };
        let fault = self.fault(format!("expected {expected}, {found}"));
        match self.token {
            Token::Bad if self.text().starts_with(b"\"") || self.text().ends_with(b"\"") => {
                fault.with_hint("a string or a name in quotes has no end: `\"` is missing")
            }
            _ => fault,
        }
    }

    /// That something is wrong with the token at hand.
    #[cold]
    pub(super) fn fault(&self, message: impl Into<String>) -> Box<Fault> {
        self.fault_at(self.start, self.end - self.start, message)
    }

    /// That something is wrong somewhere else.
    #[cold]
    pub(super) fn fault_at(&self, offset: usize, len: usize, message: impl Into<String>) -> Box<Fault> {
        Box::new(Fault { offset, len, message: message.into(), hint: None, is_undefined: false })
    }

    /// That something is wrong from an offset to the token at hand.
    #[cold]
    pub(super) fn fault_from(&self, offset: usize, message: impl Into<String>) -> Box<Fault> {
        let text = self.source.get(offset..self.start).unwrap_or_default();
        let len = text.lines().next().unwrap_or_default().trim_ascii_end().len();
        self.fault_at(offset, len, message)
    }

    /// That a name or a number stands for nothing.
    #[cold]
    pub(super) fn undefined(&self, offset: usize, len: usize, message: impl Into<String>) -> Box<Fault> {
        let mut fault = self.fault_at(offset, len, message);
        fault.is_undefined = true;
        fault
    }

    /// Keeps in mind that something is wrong.
    #[allow(clippy::boxed_local, reason = "faults come in boxes, so that results stay small")]
    pub(super) fn note(&mut self, fault: Box<Fault>) {
        if fault.is_undefined && !self.expects_all_names {
            return;
        }
        if self.faults.len() < limits::ERRORS {
            self.faults.push(*fault);
        } else {
            self.omitted += 1;
        }
    }

    /// Whether anything was wrong so far.
    pub(super) fn has_faults(&self) -> bool {
        !self.faults.is_empty()
    }

    /// A type as it is spelled, for what is told about it.
    #[cold]
    pub(super) fn shown(&self, ty: TypeId) -> String {
        // Spelling one looks at the whole module: not for errors that nobody reads.
        if self.faults.len() >= limits::ERRORS {
            return "another".to_owned();
        }
        let mut text = crate::print::type_text(&self.module, ty);
        if text.chars().count() > 100 {
            text = text.chars().take(99).chain(['…']).collect();
        }
        format!("`{text}`")
    }

    /// Goes to the line behind an offset, or to `last` if that comes first.
    pub(super) fn skip_line(&mut self, from: usize, last: usize) {
        let rest = self.source.get(from..last).unwrap_or_default();
        self.seek(rest.find_byte(b'\n').map_or(last, |at| from + at + 1));
    }
}
