//! From text to a root signature, and where in the text each of its elements stands.

use std::ops::Range;

use dx_container::enums::{
    ComparisonFunc, Filter, RootSignatureVersion, ShaderVisibility, StaticBorderColor, TextureAddressMode,
};
use dx_container::flags::{
    DescriptorRangeFlags, RootDescriptorFlags, RootSignatureFlags, StaticSamplerFlags,
};
use dx_container::parts::root_signature::{
    At, DescriptorRange, Parameter, ParameterContent, RootSignatureBuf, StaticSampler,
};
use located::Place;

use super::lexer::{Lexer, Token, TokenKind, float, register, unsigned};
use super::mistake::Mistake;
use super::words::{
    Argument, ArgumentRow, Clause, Makes, ROOT_CLAUSES, ROOT_FLAGS, ROOT_FLAGS_CLAUSE, TABLE_CLAUSE,
    TABLE_CLAUSES, Takes, Word,
};
use crate::error::{Result, TextErrorKind, error};

/// The kind of word that begins an element, for errors.
const ROOT_CLAUSE: &str = "root signature element";

/// The places of the elements in the text.
#[derive(Debug, Default)]
pub(super) struct Places {
    flags: Range<usize>,
    parameters: Vec<(Range<usize>, Vec<Range<usize>>)>,
    samplers: Vec<Range<usize>>,
}

impl Places {
    /// The place of the element that a finding is about.
    pub(super) fn of(&self, at: At) -> Place {
        let place = match at {
            At::Flags => Some(&self.flags),
            At::Parameter(index) => self.parameters.get(index).map(|(place, _)| place),
            At::Range(index, range) => self.parameters.get(index).and_then(|(_, ranges)| ranges.get(range)),
            At::Sampler(index) => self.samplers.get(index),
        };
        place.map_or_else(Place::default, place_of)
    }
}

fn place_of(range: &Range<usize>) -> Place {
    Place { offset: range.start as u64, len: range.len() as u64, bit: 0 }
}

/// Reads a text; whether what it says makes sense is not asked.
pub(super) fn parse(text: &str, version: RootSignatureVersion) -> Result<(RootSignatureBuf, Places)> {
    let mut parser = Parser::new(text, version)?;
    let signature = parser.root_signature()?;
    Ok((signature, parser.places))
}

struct Parser<'t> {
    lexer: Lexer<'t>,
    /// The token that comes next.
    next: Token<'t>,
    version: RootSignatureVersion,
    places: Places,
}

/// Arguments of a clause that were given, with their values.
struct Arguments(Vec<(Argument, u32)>);

impl Arguments {
    fn said(&self, argument: Argument) -> Option<u32> {
        self.0.iter().find(|(other, _)| *other == argument).map(|(_, value)| *value)
    }

    /// The value, which may be the default.
    fn get(&self, argument: Argument) -> u32 {
        self.said(argument).or(argument.row().default).unwrap_or_default()
    }
}

/// A clause of plain arguments, read.
enum Made {
    Parameter(Parameter<Vec<DescriptorRange>>),
    Range(DescriptorRange),
    Sampler(StaticSampler),
}

fn fail<T>(mistake: Mistake, place: &Range<usize>) -> Result<T> {
    Err(error(TextErrorKind::RootSignature(mistake), place_of(place)))
}

impl<'t> Parser<'t> {
    fn new(text: &'t str, version: RootSignatureVersion) -> Result<Self> {
        let mut lexer = Lexer::new(text);
        let next = lexer.next().or_else(|(mistake, place)| fail(mistake, &place))?;
        Ok(Self { lexer, next, version, places: Places::default() })
    }

    /// Takes the next token.
    fn take(&mut self) -> Result<Token<'t>> {
        let next = self.lexer.next().or_else(|(mistake, place)| fail(mistake, &place))?;
        Ok(std::mem::replace(&mut self.next, next))
    }

    fn skip(&mut self) -> Result<()> {
        self.take().map(|_| ())
    }

    fn take_mark(&mut self, mark: char) -> Result<Token<'t>> {
        if self.next.kind == TokenKind::Mark(mark) { self.take() } else { self.expected(format!("{mark:?}")) }
    }

    /// Fails: `expected` should be next.
    fn expected<T>(&self, expected: impl Into<String>) -> Result<T> {
        let found = self.next.kind.text();
        fail(Mistake::Expected { expected: expected.into(), found }, &self.next.place)
    }

    fn root_signature(&mut self) -> Result<RootSignatureBuf> {
        let (version, flags) = (self.version, RootSignatureFlags::empty());
        let mut signature = RootSignatureBuf { version, flags, parameters: vec![], samplers: vec![] };
        let mut seen_flags = false;
        while self.next.kind != TokenKind::End {
            let start = self.next.place.clone();
            let word = self.word("a root signature element such as CBV(b0)")?;
            if word.eq_ignore_ascii_case(ROOT_FLAGS_CLAUSE) {
                if seen_flags {
                    return fail(Mistake::Twice { what: ROOT_FLAGS_CLAUSE }, &start);
                }
                seen_flags = true;
                let (flags, end) = self.root_flags()?;
                signature.flags = RootSignatureFlags::from_bits_retain(flags);
                self.places.flags = start.start..end;
            } else if word.eq_ignore_ascii_case(TABLE_CLAUSE) {
                signature.parameters.push(self.table(start.start)?);
            } else {
                let clause = find_clause(ROOT_CLAUSES, word, &start, ROOT_CLAUSE)?;
                let (made, end) = self.clause(clause)?;
                let place = start.start..end;
                match made {
                    Made::Sampler(sampler) => {
                        signature.samplers.push(sampler);
                        self.places.samplers.push(place);
                    }
                    Made::Parameter(parameter) => {
                        signature.parameters.push(parameter);
                        self.places.parameters.push((place, Vec::new()));
                    }
                    // No clause of a root signature is a range.
                    Made::Range(_) => {}
                }
            }
            match self.next.kind {
                TokenKind::End => break,
                TokenKind::Mark(',') => self.skip()?,
                _ => return self.expected("',' or end of text"),
            }
        }
        Ok(signature)
    }

    /// A word; `expected` says what kind of.
    fn word(&mut self, expected: &str) -> Result<&'t str> {
        match self.next.kind {
            TokenKind::Word(word) => self.take().map(|_| word),
            _ => self.expected(expected),
        }
    }

    /// After an element of a list in parentheses: true where another follows, false with the end where none does.
    fn goes_on(&mut self, clause: &'static str, open: &Range<usize>) -> Result<Option<usize>> {
        match self.next.kind {
            TokenKind::Mark(',') => self.take().map(|_| None),
            TokenKind::Mark(')') => self.take().map(|token| Some(token.place.end)),
            TokenKind::End => fail(Mistake::Unclosed { clause }, open),
            _ => self.expected("',' or ')'"),
        }
    }

    fn root_flags(&mut self) -> Result<(u32, usize)> {
        let open = self.take_mark('(')?.place;
        let flags = self.flags(ROOT_FLAGS, "root signature flag")?;
        match self.next.kind {
            TokenKind::Mark(')') => self.take().map(|token| (flags, token.place.end)),
            TokenKind::End => fail(Mistake::Unclosed { clause: ROOT_FLAGS_CLAUSE }, &open),
            _ => self.expected("'|' or ')'"),
        }
    }

    /// A table that begins at `start`, after its word.
    fn table(&mut self, start: usize) -> Result<Parameter<Vec<DescriptorRange>>> {
        const EXPECTED: &str = "CBV, SRV, UAV, Sampler or visibility";
        let open = self.take_mark('(')?.place;
        let (mut ranges, mut places) = (Vec::new(), Vec::new());
        let mut visibility = None;
        let end = loop {
            let begins = self.next.place.clone();
            let word = self.word(EXPECTED)?;
            let row = Argument::Visibility.row();
            if word.eq_ignore_ascii_case(row.text) {
                if visibility.is_some() {
                    return fail(Mistake::Twice { what: row.text }, &begins);
                }
                visibility = Some(self.value(row)?);
            } else {
                let clause = find_clause(TABLE_CLAUSES, word, &begins, "descriptor table element")?;
                let (made, end) = self.clause(clause)?;
                if let Made::Range(range) = made {
                    ranges.push(range);
                    places.push(begins.start..end);
                }
            }
            if let Some(end) = self.goes_on(TABLE_CLAUSE, &open)? {
                break end;
            }
        };
        self.places.parameters.push((start..end, places));
        let visibility = visibility.map_or(ShaderVisibility::ALL, ShaderVisibility);
        Ok(Parameter { visibility, content: ParameterContent::Table(ranges) })
    }

    /// A clause of plain arguments, after its word; returns where it ends, too.
    fn clause(&mut self, clause: &'static Clause) -> Result<(Made, usize)> {
        let open = self.take_mark('(')?.place;
        let mut arguments = Arguments(Vec::new());
        let end = loop {
            self.argument(clause, &mut arguments)?;
            if let Some(end) = self.goes_on(clause.text, &open)? {
                break end;
            }
        };
        for argument in clause.arguments {
            let row = argument.row();
            if row.default.is_none() && arguments.said(*argument).is_none() {
                let argument = match row.takes {
                    Takes::Register => format!("a {} register", clause.register),
                    _ => row.text.to_owned(),
                };
                return fail(Mistake::Missing { clause: clause.text, argument }, &(open.start..end));
            }
        }
        Ok((self.make(clause.makes, &arguments), end))
    }

    fn argument(&mut self, clause: &'static Clause, arguments: &mut Arguments) -> Result<()> {
        let place = self.next.place.clone();
        let word = self.word("an argument")?;
        let (row, value) = if let Some((letter, number)) = register(word) {
            if letter != clause.register {
                let (clause, letter) = (clause.text, clause.register);
                return fail(Mistake::Register { clause, letter, found: word.to_owned() }, &place);
            }
            let value = unsigned(number).or_else(|mistake| fail(mistake, &place))?;
            (Argument::Register.row(), Some(value))
        } else {
            let named = clause.arguments.iter().map(|argument| argument.row());
            let mut named = named.filter(|row| row.argument != Argument::Register);
            let found = named.clone().find(|row| row.text.eq_ignore_ascii_case(word));
            let Some(row) = found else {
                let known = named.by_ref().map(|row| row.text).collect();
                let (word, what) = (word.to_owned(), argument_of(clause.makes));
                return fail(Mistake::UnknownWord { word, what, known }, &place);
            };
            (row, None)
        };
        if arguments.said(row.argument).is_some() {
            let what = if row.argument == Argument::Register { "register" } else { row.text };
            return fail(Mistake::Twice { what }, &place);
        }
        self.check_version(row.argument, &place)?;
        let value = value.map_or_else(|| self.value(row), Ok)?;
        arguments.0.push((row.argument, value));
        Ok(())
    }

    /// Fails for flags that the version asked for cannot say.
    fn check_version(&self, argument: Argument, place: &Range<usize>) -> Result<()> {
        let (what, since) = match argument {
            Argument::DescriptorFlags => ("root descriptors", RootSignatureVersion::V1_1),
            Argument::RangeFlags => ("descriptor ranges", RootSignatureVersion::V1_1),
            Argument::SamplerFlags => ("static samplers", RootSignatureVersion::V1_2),
            _ => return Ok(()),
        };
        let version = self.version;
        if version < since { fail(Mistake::FlagsOfVersion { version, what, since }, place) } else { Ok(()) }
    }

    /// `=` and what an argument takes; the bits of a float.
    fn value(&mut self, row: &'static ArgumentRow) -> Result<u32> {
        self.take_mark('=')?;
        match (row.takes, self.next.kind) {
            (Takes::Flags(words), _) => self.flags(words, "flag"),
            (Takes::Float, TokenKind::Number(text) | TokenKind::Word(text)) => {
                let token = self.take()?;
                let value = float(text).or_else(|mistake| fail(mistake, &token.place))?;
                Ok(value.to_bits())
            }
            (Takes::Name(words), _) => self.named(words, row.text),
            (Takes::Number(words), TokenKind::Word(_)) if !words.is_empty() => self.named(words, row.text),
            (Takes::Number(_), TokenKind::Number(_)) => self.number(),
            _ => self.expected(format!("a number for {}", row.text)),
        }
    }

    fn number(&mut self) -> Result<u32> {
        match self.next.kind {
            TokenKind::Number(text) => {
                let token = self.take()?;
                unsigned(text).or_else(|mistake| fail(mistake, &token.place))
            }
            _ => self.expected("a number"),
        }
    }

    /// One of `words`, or the number of a value that has none.
    fn named(&mut self, words: &'static [Word], what: &'static str) -> Result<u32> {
        if let TokenKind::Word(word) = self.next.kind {
            let token = self.take()?;
            return find_word(words, word, &token.place, what);
        }
        if matches!(self.next.kind, TokenKind::Number(_)) {
            return self.number();
        }
        self.expected(format!("a value for {what}"))
    }

    /// Words joined with `|`; 0 for none; numbers for flags that have no word.
    fn flags(&mut self, words: &'static [Word], what: &'static str) -> Result<u32> {
        let mut flags = 0;
        loop {
            flags |= match self.next.kind {
                TokenKind::Word(_) | TokenKind::Number(_) => self.named(words, what)?,
                _ => return self.expected("a flag, or 0 for none"),
            };
            match self.next.kind {
                TokenKind::Mark('|') => self.skip()?,
                _ => return Ok(flags),
            }
        }
    }

    fn make(&self, makes: Makes, arguments: &Arguments) -> Made {
        let get = |argument| arguments.get(argument);
        let (register, space) = (get(Argument::Register), get(Argument::Space));
        let parameter = |content| {
            let visibility = ShaderVisibility(get(Argument::Visibility));
            Made::Parameter(Parameter { visibility, content })
        };
        match makes {
            Makes::Constants => {
                let num_values = get(Argument::NumConstants);
                parameter(ParameterContent::Constants { register, space, num_values })
            }
            Makes::Descriptor(kind) => {
                let flags = RootDescriptorFlags::from_bits_retain(get(Argument::DescriptorFlags));
                parameter(ParameterContent::Descriptor { kind, register, space, flags })
            }
            Makes::Range(kind) => Made::Range(DescriptorRange {
                kind,
                num_descriptors: get(Argument::NumDescriptors),
                base_register: register,
                space,
                flags: DescriptorRangeFlags::from_bits_retain(get(Argument::RangeFlags)),
                offset: get(Argument::Offset),
            }),
            Makes::Sampler => {
                let address = [Argument::AddressU, Argument::AddressV, Argument::AddressW];
                Made::Sampler(StaticSampler {
                    filter: Filter(get(Argument::Filter)),
                    address: address.map(|axis| TextureAddressMode(get(axis))),
                    mip_lod_bias: f32::from_bits(get(Argument::MipLodBias)),
                    max_anisotropy: get(Argument::MaxAnisotropy),
                    comparison: ComparisonFunc(get(Argument::Comparison)),
                    border_color: StaticBorderColor(get(Argument::BorderColor)),
                    min_lod: f32::from_bits(get(Argument::MinLod)),
                    max_lod: f32::from_bits(get(Argument::MaxLod)),
                    register,
                    space,
                    visibility: ShaderVisibility(get(Argument::Visibility)),
                    flags: StaticSamplerFlags::from_bits_retain(get(Argument::SamplerFlags)),
                })
            }
        }
    }
}

fn argument_of(makes: Makes) -> &'static str {
    match makes {
        Makes::Constants => "argument of RootConstants",
        Makes::Descriptor(_) => "argument of a root descriptor",
        Makes::Range(_) => "argument of a descriptor range",
        Makes::Sampler => "argument of StaticSampler",
    }
}

fn find_word(words: &'static [Word], word: &str, place: &Range<usize>, what: &'static str) -> Result<u32> {
    match words.iter().find(|row| row.text.eq_ignore_ascii_case(word)) {
        Some(row) => Ok(row.value),
        None => {
            let known = words.iter().map(|row| row.text).collect();
            fail(Mistake::UnknownWord { word: word.to_owned(), what, known }, place)
        }
    }
}

fn find_clause(
    clauses: &'static [Clause],
    word: &str,
    place: &Range<usize>,
    what: &'static str,
) -> Result<&'static Clause> {
    match clauses.iter().find(|clause| clause.text.eq_ignore_ascii_case(word)) {
        Some(clause) => Ok(clause),
        None => {
            let known = clauses.iter().map(|clause| clause.text);
            let known = known.chain(
                (what == ROOT_CLAUSE).then_some([ROOT_FLAGS_CLAUSE, TABLE_CLAUSE]).into_iter().flatten(),
            );
            let known = known.collect();
            fail(Mistake::UnknownWord { word: word.to_owned(), what, known }, place)
        }
    }
}
