//! Modern attributes and what stands in their parentheses. Separate because LLVM 3.7 has none of it.
//!
//! Source: the assemblers of LLVM 22 and 23, which read older spellings, too.

use dxil_ir::attribute_kinds::Form;
use dxil_ir::attributes::{
    Access, AllocKinds, Attribute, CaptureComponents, Captures, FloatClasses, IntegerRange, Location,
    MemoryEffects, UnwindTable,
};
use dxil_ir::{AttributeKind, Dialect, Type};

use super::super::cursor::{Parser, Result};
use super::super::numbers;
use super::super::token::Token;

/// What of memory functions access that have an attribute which is `memory` today.
pub(super) fn effects_named(word: &[u8]) -> Option<MemoryEffects> {
    let arguments = MemoryEffects::only(Location::Arguments);
    let inaccessible = MemoryEffects::only(Location::Inaccessible);
    Some(match word {
        b"readnone" => MemoryEffects::all(Access::None),
        b"readonly" => MemoryEffects::all(Access::Read),
        b"writeonly" => MemoryEffects::all(Access::Write),
        b"argmemonly" => arguments,
        b"inaccessiblememonly" => inaccessible,
        b"inaccessiblemem_or_argmemonly" => arguments.either(inaccessible),
        _ => return None,
    })
}

impl Parser<'_> {
    /// One attribute, where it is at hand; in a group, some numbers stand behind `=`.
    #[expect(clippy::wildcard_enum_match_arm, reason = "matches tokens, not the IR")]
    pub(super) fn modern_attribute(&mut self, is_in_group: bool) -> Result<Option<Attribute>> {
        match self.at.token {
            Token::Word => {}
            Token::String => return self.text_attribute().map(Some),
            _ => return Ok(None),
        }
        let Some(kind) = AttributeKind::from_word(self.text()) else { return Ok(None) };
        let Some(allowed) = kind.allowed(Dialect::Modern) else {
            // Of attributes that LLVM no longer has, those of functions were read before.
            if kind != AttributeKind::NoCapture {
                return Ok(None);
            }
            self.bump();
            return Ok(Some(Attribute::Captures(Captures::NONE)));
        };
        self.bump();
        let attribute = match allowed.form {
            Form::Flag => Attribute::Flag(kind),
            Form::Number => Attribute::Number(kind, self.attribute_number(kind, is_in_group)?),
            Form::OptionalNumber if self.at.token == Token::OpenParen => {
                Attribute::Number(kind, self.in_parentheses(|parser| parser.u64("a number of bytes"))?)
            }
            Form::OptionalNumber => Attribute::Flag(kind),
            Form::Type => Attribute::Type(kind, self.in_parentheses(Self::ty)?),
            Form::Range => Attribute::Range(self.in_parentheses(Self::integer_range)?),
            Form::Ranges => Attribute::Initializes(self.in_parentheses(Self::ranges)?),
            Form::Memory => Attribute::Memory(self.in_parentheses(Self::memory_effects)?),
            Form::FloatClasses => Attribute::NoFpClass(self.in_parentheses(Self::float_classes)?),
            Form::Captures => Attribute::Captures(self.in_parentheses(Self::captures)?),
            Form::AllocKind => Attribute::AllocKind(self.in_parentheses(Self::alloc_kinds)?),
            Form::AllocSize => {
                let (element, count) = self.in_parentheses(|parser| parser.one_or_two("a parameter"))?;
                Attribute::AllocSize { element, count }
            }
            Form::VscaleRange => {
                let (least, most) = self.in_parentheses(|parser| parser.one_or_two("a factor"))?;
                let most = Some(most.unwrap_or(least)).filter(|most| *most != 0);
                Attribute::VscaleRange { least, most }
            }
            Form::UnwindTable => Attribute::UnwindTable(self.unwind_table()?),
        };
        Ok(Some(attribute))
    }

    fn in_parentheses<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.expect(Token::OpenParen, "`(`")?;
        let read = read(self)?;
        self.expect(Token::CloseParen, "`)`")?;
        Ok(read)
    }

    /// The number of an alignment or of bytes.
    fn attribute_number(&mut self, kind: AttributeKind, is_in_group: bool) -> Result<u64> {
        let is_alignment = matches!(kind, AttributeKind::Alignment | AttributeKind::StackAlignment);
        let number = |parser: &mut Self| match is_alignment {
            true => parser.alignment_bytes(),
            false => parser.nonzero_bytes(),
        };
        match (kind, self.at.token) {
            (_, Token::Equal) if is_in_group => {
                self.bump();
                number(self)
            }
            (AttributeKind::Alignment, token) if token != Token::OpenParen => number(self),
            _ => self.in_parentheses(number),
        }
    }

    fn nonzero_bytes(&mut self) -> Result<u64> {
        if self.at.token == Token::Integer && self.text() == b"0" {
            return Err(self.expected("a number of bytes other than 0"));
        }
        self.u64("a number of bytes")
    }

    /// `1` or `1, 2`.
    fn one_or_two(&mut self, what: &str) -> Result<(u32, Option<u32>)> {
        let first = self.u32(what)?;
        let second = self.eat(Token::Comma).then(|| self.u32(what)).transpose()?;
        Ok((first, second))
    }

    /// `i32 0, 4`.
    fn integer_range(&mut self) -> Result<IntegerRange> {
        let start = self.at.start;
        let ty = self.ty()?;
        let bits = match self.module.types.get(ty) {
            Some(Type::Integer(bits)) if *bits <= 64 => *bits,
            Some(Type::Integer(_)) => {
                return Err(
                    self.fault_from(start, "a range of integers of more than 64 bits is not supported")
                );
            }
            _ => return Err(self.fault_from(start, "expected an integer type")),
        };
        let lower = self.bound(bits)?;
        self.expect(Token::Comma, "`,` and the end of the range")?;
        let range = IntegerRange { bits, lower, upper: self.bound(bits)? };
        if range.lower == range.upper && range.lower != 0 {
            return Err(self.fault_from(start, "range is empty"));
        }
        Ok(range)
    }

    /// A number of so many bits, as a signed one.
    fn bound(&mut self, bits: u32) -> Result<i64> {
        if self.at.token != Token::Integer {
            return Err(self.expected("an integer"));
        }
        let limit = 1_i128 << bits;
        let number = numbers::integer(self.text()).filter(|number| (-limit / 2..limit).contains(number));
        let number = number.map(|number| if number >= limit / 2 { number - limit } else { number });
        let Some(number) = number.and_then(|number| i64::try_from(number).ok()) else {
            return Err(self.fault(format!("number out of range: expected a number that fits i{bits}")));
        };
        self.bump();
        Ok(number)
    }

    /// `(0, 4), (8, 12)`.
    fn ranges(&mut self) -> Result<Box<[IntegerRange]>> {
        let mut ranges = Vec::<IntegerRange>::new();
        loop {
            let start = self.at.start;
            let range = self.in_parentheses(|parser| {
                let lower = parser.bound(64)?;
                parser.expect(Token::Comma, "`,` and the end of the range")?;
                Ok(IntegerRange { bits: 64, lower, upper: parser.bound(64)? })
            })?;
            let is_next = ranges.last().is_none_or(|last| last.upper < range.lower);
            if !is_next || range.lower >= range.upper {
                return Err(
                    self.fault_from(start, "expected ranges in ascending order with a gap between them")
                );
            }
            ranges.push(range);
            if !self.eat(Token::Comma) {
                return Ok(ranges.into());
            }
        }
    }

    /// `read, argmem: readwrite`.
    fn memory_effects(&mut self) -> Result<MemoryEffects> {
        const WANTED: &str = "`none`, `read`, `write`, `readwrite`, or a memory location such as `argmem`";
        let mut effects = MemoryEffects::all(Access::None);
        let (mut is_first, mut has_target) = (true, false);
        loop {
            if self.at.token == Token::Label && self.text() == b"target_mem:" {
                if has_target {
                    return Err(
                        self.fault("`target_mem:` must come before `target_mem0:` and `target_mem1:`")
                    );
                }
                self.bump();
                let access = self.memory_access("`none`, `read`, `write` or `readwrite`")?;
                effects = effects.with(Location::Target0, access).with(Location::Target1, access);
            } else if self.at.token == Token::Label {
                let location = self.text().strip_suffix(b":").and_then(Location::from_word);
                let Some(location) = location else { return Err(self.expected(WANTED)) };
                self.bump();
                has_target |= matches!(location, Location::Target0 | Location::Target1);
                effects =
                    effects.with(location, self.memory_access("`none`, `read`, `write` or `readwrite`")?);
            } else if is_first {
                effects = MemoryEffects::all(self.memory_access(WANTED)?);
            } else {
                return Err(self.expected("a memory location such as `argmem:`"));
            }
            is_first = false;
            if !self.eat(Token::Comma) {
                return Ok(effects);
            }
        }
    }

    /// `denormal_fpenv(preservesign|ieee, float: dynamic)`, LLVM 23's spelling of two attributes that LLVM 22 has as
    /// strings: for all types, and for `float` where that differs.
    pub(super) fn denormal_environment(&mut self) -> Result<Vec<Attribute>> {
        self.bump();
        self.in_parentheses(|parser| {
            let mut attributes = Vec::new();
            let has_float = |parser: &Self| parser.at.token == Token::Label && parser.text() == b"float:";
            if !has_float(parser) {
                let modes = parser.denormal_modes()?;
                attributes.push(Attribute::Text("denormal-fp-math".into(), modes.into()));
                if !parser.eat(Token::Comma) {
                    return Ok(attributes);
                }
            }
            if !has_float(parser) {
                return Err(parser.expected("`float:`"));
            }
            parser.bump();
            let modes = parser.denormal_modes()?;
            attributes.push(Attribute::Text("denormal-fp-math-f32".into(), modes.into()));
            Ok(attributes)
        })
    }

    /// `OUT` or `OUT|IN`, as the strings of LLVM 22 have them: `OUT,IN`.
    fn denormal_modes(&mut self) -> Result<String> {
        let output = self.denormal_mode()?;
        let input = if self.eat(Token::Or) { self.denormal_mode()? } else { output };
        Ok(format!("{output},{input}"))
    }

    fn denormal_mode(&mut self) -> Result<&'static str> {
        const MODES: [(&[u8], &str); 4] = [
            (b"ieee", "ieee"),
            (b"preservesign", "preserve-sign"),
            (b"positivezero", "positive-zero"),
            (b"dynamic", "dynamic"),
        ];
        let mode = MODES.into_iter().find(|(word, _)| *word == self.text());
        let Some((_, mode)) = mode else {
            return Err(self.expected("`ieee`, `preservesign`, `positivezero` or `dynamic`"));
        };
        self.bump();
        Ok(mode)
    }

    fn memory_access(&mut self, wanted: &str) -> Result<Access> {
        let access = Some(self.text()).filter(|_| self.at.token == Token::Word).and_then(Access::from_word);
        let Some(access) = access else { return Err(self.expected(wanted)) };
        self.bump();
        Ok(access)
    }

    /// `nan inf`, or a mask.
    fn float_classes(&mut self) -> Result<FloatClasses> {
        if self.at.token == Token::Integer {
            let mask = numbers::integer(self.text()).and_then(|mask| u64::try_from(mask).ok());
            let Some(classes) = mask.and_then(FloatClasses::from_mask) else {
                return Err(self.expected("a mask of floating-point classes from 1 to 1023"));
            };
            self.bump();
            return Ok(classes);
        }
        let mut mask = 0;
        // `sub` begins an instruction, too.
        while matches!(self.at.token, Token::Word | Token::Operation(_)) {
            let text = self.text();
            let class = FloatClasses::NAMES.into_iter().find(|(name, _)| name.as_bytes() == text);
            let Some((_, class)) = class else { break };
            mask |= class.mask();
            self.bump();
        }
        let classes = FloatClasses::from_mask(mask.into()).filter(|_| self.at.token == Token::CloseParen);
        classes.ok_or_else(|| self.expected("a floating-point class such as `nan`"))
    }

    /// `address, ret: address, provenance`.
    fn captures(&mut self) -> Result<Captures> {
        let (mut other, mut result) = (None, None);
        loop {
            if self.at.token == Token::Label && self.text() == b"ret:" {
                if result.is_some() {
                    return Err(self.expected("only one `ret:`"));
                }
                self.bump();
                result = Some(self.components()?);
            } else if other.is_none() && result.is_none() {
                other = Some(self.components()?);
            } else {
                return Err(self.expected("`ret:`"));
            }
            if self.at.token != Token::Comma {
                let other = other.unwrap_or(CaptureComponents::NONE);
                return Ok(Captures { other, result: result.unwrap_or(other) });
            }
            self.bump();
        }
    }

    /// `none` or `address, provenance`, up to `ret:`.
    fn components(&mut self) -> Result<CaptureComponents> {
        const WANTED: &str = "`none`, `address`, `address_is_null`, `provenance` or `read_provenance`";
        if self.eat_word("none") {
            return Ok(CaptureComponents::NONE);
        }
        let mut components = CaptureComponents::NONE;
        loop {
            let text = self.text();
            let named = CaptureComponents::NAMES.into_iter().find(|(name, _)| name.as_bytes() == text);
            let Some((_, named)) = named.filter(|_| self.at.token == Token::Word) else {
                return Err(self.expected(WANTED));
            };
            components = components.and(named);
            self.bump();
            if self.at.token != Token::Comma || self.peek() == Token::Label {
                return Ok(components);
            }
            self.bump();
        }
    }

    /// `"alloc,zeroed"`.
    fn alloc_kinds(&mut self) -> Result<AllocKinds> {
        let start = self.at.start;
        let text = self.string("an allocation kind, such as `\"alloc,zeroed\"`")?;
        let kinds = text.split(|byte| *byte == b',').try_fold(AllocKinds::NONE, |kinds, word| {
            let (_, kind) = AllocKinds::NAMES.into_iter().find(|(name, _)| name.as_bytes() == word)?;
            Some(kinds.and(kind))
        });
        kinds.ok_or_else(|| self.fault_from(start, "unknown kind in `allockind`"))
    }

    /// Nothing, `(sync)` or `(async)`.
    fn unwind_table(&mut self) -> Result<UnwindTable> {
        if self.at.token != Token::OpenParen {
            return Ok(UnwindTable::Async);
        }
        self.in_parentheses(|parser| {
            if parser.eat_word("sync") {
                return Ok(UnwindTable::Sync);
            }
            parser.expect_word("async").map(|()| UnwindTable::Async)
        })
    }
}
