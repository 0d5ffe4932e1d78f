//! The parser as far as it has nothing to do with what the text means: the token at hand, the next one, what is wrong.

use std::borrow::Cow;
use std::cell::Cell;

use bstr::{BStr, ByteSlice as _};
use dxil_ir::data_layout;
use dxil_ir::flags::FLAGS;
use dxil_ir::intrinsics::LlvmVersion;
use dxil_ir::metadata::fixed_kinds;
use dxil_ir::{Dialect, Module, TypeId, Value};
use hashbrown::HashSet;

use super::attribute_table::AttributeTable;
use super::constant_cache::ConstantCache;
use super::error::{Fault, ParseErrors};
use super::global_table::GlobalTable;
use super::lexer::Lexer;
use super::local_table::Locals;
use super::locations::{Parsed, Places};
use super::metadata_table::MetadataTable;
use super::token::Token;
use super::type_table::TypeTable;
use super::undeclared_calls::UndeclaredCalls;
use crate::limits;

/// What went wrong is told once, at the place where reading goes on.
pub(super) type Result<T = ()> = std::result::Result<T, Box<Fault>>;

/// A text that is being read.
pub(super) struct Parser<'s> {
    pub(super) source: &'s [u8],
    /// The token at hand, which is the next one to be taken.
    pub(super) at: Lexer<'s>,
    pub(super) module: Module,
    pub(super) places: Places,
    pub(super) types: TypeTable<'s>,
    pub(super) globals: GlobalTable<'s>,
    pub(super) attributes: AttributeTable,
    pub(super) intrinsics: UndeclaredCalls<'s>,
    pub(super) metadata: MetadataTable<'s>,
    pub(super) constants: ConstantCache,
    /// The address space of functions where the text does not say it.
    pub(super) program_space: u32,
    /// The function at hand.
    pub(super) locals: Option<Locals<'s>>,
    /// How deep types, constants or nodes nest at the token at hand.
    depth: usize,
    /// Whether everything at the top level was read, so that what is not known is not defined.
    pub(super) expects_all_names: bool,
    /// Where what is being read begins: an instruction, or something of the top level.
    pub(super) first: usize,
    /// What was told to be not defined, or not to be called as it is.
    pub(super) told: HashSet<&'s [u8]>,
    /// Whether the message that is being made names a type whose definition could not be read.
    names_broken: Cell<bool>,
    faults: Vec<Fault>,
    omitted: usize,
    /// The arguments of the call at hand, in memory that is used for all calls.
    pub(super) argument_types: Vec<TypeId>,
    pub(super) arguments: Vec<Value>,
}

impl<'s> Parser<'s> {
    pub(super) fn new(source: &'s [u8], dialect: Dialect) -> Self {
        let mut module = Module::dxil();
        module.dialect = dialect;
        module.metadata_kinds = fixed_kinds(dialect).iter().copied().map(Into::into).collect();
        module.triple.clear();
        module.data_layout.clear();
        let mut parser = Self {
            source,
            at: Lexer::new(source, 0),
            module,
            places: Places::default(),
            types: TypeTable::default(),
            globals: GlobalTable::default(),
            attributes: AttributeTable::default(),
            intrinsics: UndeclaredCalls::default(),
            metadata: MetadataTable::default(),
            constants: ConstantCache::default(),
            program_space: 0,
            locals: None,
            depth: 0,
            expects_all_names: true,
            first: 0,
            told: HashSet::new(),
            names_broken: Cell::new(false),
            faults: Vec::new(),
            omitted: 0,
            argument_types: Vec::new(),
            arguments: Vec::new(),
        };
        // Some editors put a byte order mark before everything.
        parser.seek(if source.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 });
        parser
    }

    pub(super) fn parse(mut self) -> std::result::Result<Parsed, ParseErrors> {
        if u32::try_from(self.source.len()).is_err() {
            let fault = self.fault(format!("text is longer than {} bytes", u32::MAX));
            self.note(fault);
        } else {
            self.top_level();
        }
        if self.faults.is_empty() {
            return Ok(Parsed { module: self.module, places: self.places });
        }
        Err(ParseErrors::new(self.source, self.faults, self.omitted))
    }

    /// Converts the intrinsics of a module without a text.
    pub(super) fn upgrade(module: Module) -> std::result::Result<Module, ParseErrors> {
        let mut parser = Self::new(b"", module.dialect);
        let names = module.globals.iter().filter(|(_, global)| !global.name.is_empty());
        parser.globals.names.extend(names.map(|(id, global)| (Cow::Owned(global.name.to_vec()), id)));
        parser.program_space = data_layout::address_space(&module.data_layout, b'P');
        parser.module = module;
        parser.intrinsics();
        match parser.faults.is_empty() {
            true => Ok(parser.module),
            false => Err(ParseErrors::new(parser.source, parser.faults, parser.omitted)),
        }
    }

    /// Whether the text is of modern LLVM.
    #[inline]
    pub(super) fn is_modern(&self) -> bool {
        self.module.dialect == Dialect::Modern
    }

    /// Goes on to the next token.
    #[inline]
    pub(super) fn bump(&mut self) {
        self.at.advance();
    }

    /// Goes to the token at or behind an offset.
    pub(super) fn seek(&mut self, offset: usize) {
        self.at = Lexer::new(self.source, offset);
        self.bump();
    }

    /// The token behind the one at hand.
    pub(super) fn peek(&self) -> Token {
        self.at.clone().next()
    }

    /// The text of the token at hand.
    #[inline]
    pub(super) fn text(&self) -> &'s [u8] {
        self.at.slice()
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
        let is = self.at.token == token;
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
        self.at.token == Token::Word && self.text() == word.as_bytes()
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

    #[inline]
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

    /// Goes on behind brackets and all that stands in them.
    #[expect(clippy::wildcard_enum_match_arm, reason = "matches tokens, not the IR")]
    pub(super) fn skip_brackets(&mut self) -> Result {
        if let Some(end) = end_of_brackets(self.source, self.at.start) {
            self.seek(end);
            return Ok(());
        }
        let mut open = Vec::new();
        let first = self.at.start;
        loop {
            if !open.is_empty() && (self.at.token == Token::End || self.is_at_entity()) {
                return Err(self.fault_at(first, 1, "this bracket is not closed"));
            }
            match self.at.token {
                Token::OpenParen => open.push((Token::CloseParen, "`)`")),
                Token::OpenBracket => open.push((Token::CloseBracket, "`]`")),
                Token::OpenBrace => open.push((Token::CloseBrace, "`}`")),
                Token::OpenAngle => open.push((Token::CloseAngle, "`>`")),
                Token::CloseParen | Token::CloseBracket | Token::CloseBrace | Token::CloseAngle => {
                    match open.pop() {
                        Some((expected, _)) if expected == self.at.token => {}
                        Some((_, expected)) => return Err(self.expected(expected)),
                        None => return Err(self.expected("an opening bracket")),
                    }
                }
                _ if open.is_empty() => return Err(self.expected("an opening bracket")),
                _ => {}
            }
            self.bump();
            if open.is_empty() {
                return Ok(());
            }
        }
    }

    /// Does something one level deeper in a type, a constant or a node.
    pub(super) fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth >= limits::NESTING {
            let limit = limits::NESTING;
            return Err(self.fault(format!("nested deeper than {limit} levels, which is not supported")));
        }
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }

    /// Returns true if the current word is the name of an attribute or a flag.
    fn is_attribute_or_flag(&self) -> bool {
        let word = self.text();
        self.is_attribute(word) || FLAGS.iter().any(|row| row.word.as_bytes() == word)
    }

    /// That something else was to come than what is at hand.
    #[expect(clippy::wildcard_enum_match_arm, reason = "matches tokens, not the IR")]
    #[cold]
    pub(super) fn expected(&self, expected: &str) -> Box<Fault> {
        if self.is_behind_line() {
            let message = format!("expected {expected}, found the end of the line");
            return self.fault_at(self.at.before, 1, message);
        }
        let found = match self.at.token {
            Token::End => "the end of the text".to_owned(),
            _ => {
                let text = self.text().lines().next().unwrap_or_default();
                let text = text.get(..text.len().min(40)).unwrap_or_default();
                format!("`{}`", BStr::new(text))
            }
        };
        let fault = self.fault(format!("expected {expected}, found {found}"));
        match self.at.token {
            Token::Bad if self.text().starts_with(b"\"") || self.text().ends_with(b"\"") => {
                fault.with_hint("the closing `\"` of a string or a name is missing")
            }
            Token::Bad if self.text().starts_with(b"/*") => {
                fault.with_hint("the closing `*/` of a comment is missing")
            }
            Token::Word if self.is_modern() && !self.is_attribute_or_flag() => {
                let word = BStr::new(self.text());
                let [newest, main] = LlvmVersion::NEWEST_NUMBERED_AND_MAIN.map(LlvmVersion::name);
                fault.with_hint(format!(
                    "`{word}` is not an attribute or a flag of LLVM 15 to {newest} or LLVM's {main} branch"
                ))
            }
            _ => fault,
        }
    }

    /// That something is wrong with the token at hand.
    #[cold]
    pub(super) fn fault(&self, message: impl Into<String>) -> Box<Fault> {
        self.fault_at(self.at.start, self.at.end - self.at.start, message)
    }

    /// That something is wrong somewhere else.
    #[cold]
    pub(super) fn fault_at(&self, offset: usize, len: usize, message: impl Into<String>) -> Box<Fault> {
        let is_consequence = self.names_broken.take();
        let message = message.into();
        Box::new(Fault { offset, len, message, hint: None, is_undefined: false, is_consequence })
    }

    /// That something is wrong from an offset to the token at hand.
    #[cold]
    pub(super) fn fault_from(&self, offset: usize, message: impl Into<String>) -> Box<Fault> {
        let text = self.source.get(offset..self.at.start).unwrap_or_default();
        let len = text.lines().next().unwrap_or_default().trim_ascii_end().len();
        self.fault_at(offset, len, message)
    }

    /// That a name or a number is not defined.
    #[cold]
    pub(super) fn undefined(&mut self, offset: usize, len: usize, message: impl Into<String>) -> Box<Fault> {
        let mut fault = self.fault_at(offset, len, message);
        let token = self.source.get(offset..offset + len).unwrap_or_default();
        fault.is_undefined = true;
        // Each name is told once, where it is used first.
        fault.is_consequence = !self.expects_all_names || !self.told.insert(token);
        fault
    }

    /// Whether the token at hand belongs to a later line than what it should go on with.
    fn is_behind_line(&self) -> bool {
        self.at.token != Token::End && self.at.start != self.first && !self.is_on_line()
    }

    /// Whether the token at hand stands on the same line as the one before.
    pub(super) fn is_on_line(&self) -> bool {
        !self.source.get(self.at.before..self.at.start).unwrap_or_default().contains(&b'\n')
    }

    /// Keeps in mind that something is wrong.
    #[allow(clippy::boxed_local, reason = "faults come in boxes, so that results stay small")]
    pub(super) fn note(&mut self, fault: Box<Fault>) {
        if fault.is_consequence {
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

    /// Whether further errors are kept.
    pub(super) fn keeps_faults(&self) -> bool {
        self.faults.len() < limits::ERRORS
    }

    /// Returns the spelling of a type in backticks, for an error message.
    #[cold]
    pub(super) fn shown(&self, ty: TypeId) -> String {
        format!("`{}`", self.spelled(ty))
    }

    /// Returns the spelling of a type, of at most 100 characters, for an error message.
    #[cold]
    pub(super) fn spelled(&self, ty: TypeId) -> String {
        if self.types.is_broken(&self.module, ty) {
            self.names_broken.set(true);
        }
        // Printing a type visits the whole module, so the text of errors that are not kept has no types.
        if self.faults.len() >= limits::ERRORS {
            return "another".to_owned();
        }
        let text = crate::print::type_text(&self.module, ty);
        match text.chars().count() > 100 {
            true => text.chars().take(99).chain(['…']).collect(),
            false => text,
        }
    }

    /// Goes to the line behind an offset, or to `last` if that comes first.
    pub(super) fn skip_line(&mut self, from: usize, last: usize) {
        let rest = self.source.get(from..last).unwrap_or_default();
        self.seek(rest.find_byte(b'\n').map_or(last, |at| from + at + 1));
    }
}

/// Where brackets end that open here, if they do so in this line, before any comment, and close as they open: as most
/// do, without a look at what stands in them.
fn end_of_brackets(source: &[u8], start: usize) -> Option<usize> {
    let mut open = Vec::new();
    let mut at = start;
    loop {
        let byte = *source.get(at)?;
        at += 1;
        match byte {
            b'(' => open.push(b')'),
            b'[' => open.push(b']'),
            b'{' => open.push(b'}'),
            b'<' => open.push(b'>'),
            b')' | b']' | b'}' | b'>' if open.pop() != Some(byte) => return None,
            b')' | b']' | b'}' | b'>' if open.is_empty() => return Some(at),
            _ if open.is_empty() => return None,
            b'"' => at += source.get(at..)?.find_byte(b'"')? + 1,
            b'\n' | b';' | b'/' => return None,
            _ => {}
        }
    }
}
