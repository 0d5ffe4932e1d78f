//! Constants, but for expressions.

use dxil_ir::constants::ConstantKind;
use dxil_ir::{Module, Type, TypeId, Value, ValueKind};

use bstr::BStr;

use super::cursor::{Parser, Result};
use super::token::Token;
use super::{Fault, numbers};
use crate::float_format::{Format, Misfit, hexadecimal};
use crate::limits;

/// Integers from 0 to this many are remembered.
const SMALL: i128 = 256;

impl Parser<'_> {
    /// A type and a constant of that type.
    pub(super) fn typed_constant(&mut self) -> Result<(TypeId, Value)> {
        let ty = self.value_type()?;
        Ok((ty, self.constant(ty)?))
    }

    /// A constant or a global of a type.
    #[expect(clippy::wildcard_enum_match_arm, reason = "matches tokens, not the IR")]
    pub(super) fn constant(&mut self, ty: TypeId) -> Result<Value> {
        match self.at.token {
            Token::Integer => self.integer_constant(ty),
            Token::Decimal | Token::Hex => self.float_constant(ty),
            Token::HexFloat => self.float_by_format(ty, Format::hexadecimal_float),
            Token::BitPattern => self.float_by_format(ty, Format::bit_pattern),
            Token::SpecialFloat => self.float_by_format(ty, Format::special),
            Token::HexInteger => match numbers::hexadecimal_integer(self.text()) {
                Some(number) => self.integer_of(ty, number),
                None => self.wide_constant(ty, numbers::wide_hexadecimal),
            },
            Token::GlobalName | Token::GlobalNumber => self.global_value(ty),
            Token::Operation(operation) => self.nested(|parser| parser.expression(ty, operation)),
            Token::OpenBracket | Token::OpenBrace | Token::OpenAngle => {
                self.nested(|parser| parser.aggregate(ty))
            }
            Token::Word => self.word_constant(ty),
            Token::LocalName | Token::LocalNumber => {
                Err(self.fault("local value used outside of its function"))
            }
            _ => Err(self.expected("a constant")),
        }
    }

    fn word_constant(&mut self, ty: TypeId) -> Result<Value> {
        let kind = match self.text() {
            b"true" | b"false" => {
                if self.module.types.get(ty) != Some(&Type::Integer(1)) {
                    return Err(self.not_of(ty));
                }
                let number = i128::from(self.text() == b"true");
                return self.integer_of(ty, number);
            }
            b"undef" => ConstantKind::Undef,
            b"null" => match self.module.types.get(ty) {
                Some(Type::Pointer(..)) => ConstantKind::Null,
                _ => return Err(self.not_of(ty)),
            },
            b"zeroinitializer" => match self.module.types.get(ty) {
                Some(Type::Void | Type::Label | Type::Metadata | Type::Function { .. }) => {
                    return Err(self.not_of(ty));
                }
                _ => ConstantKind::Null,
            },
            b"c" if matches!(self.peek(), Token::String | Token::Bad) => return self.bytes(ty),
            b"asm" => return self.inline_assembly(ty),
            b"blockaddress" => return self.block_address(ty),
            b"poison" if self.is_modern() => ConstantKind::Poison,
            b"none" if self.module.types.get(ty) == Some(&Type::Token) => ConstantKind::Null,
            b"splat" if self.is_modern() => return self.nested(|parser| parser.splat(ty)),
            b"dso_local_equivalent" | b"no_cfi" | b"ptrauth" => {
                let word = BStr::new(self.text());
                return Err(self.fault(format!("`{word}` is not supported")));
            }
            b"poison" => return Err(self.fault("LLVM 3.7 has no `poison`").with_hint("use `undef`")),
            _ => return Err(self.expected("a constant")),
        };
        self.bump();
        Ok(self.module.constant(ty, kind))
    }

    #[inline]
    fn integer_constant(&mut self, ty: TypeId) -> Result<Value> {
        match numbers::integer(self.text()) {
            Some(number) => self.integer_of(ty, number),
            None => self.wide_constant(ty, numbers::wide),
        }
    }

    /// The token at hand, an integer of more than 64 bits.
    fn wide_constant(&mut self, ty: TypeId, words: fn(&[u8], u32) -> Option<Vec<u64>>) -> Result<Value> {
        match self.module.types.get(ty) {
            Some(Type::Integer(bits)) if *bits > limits::INTEGER_BITS => Err(self.too_wide()),
            Some(Type::Integer(bits)) => match words(self.text(), *bits) {
                Some(words) if *bits <= u64::BITS => {
                    let number = words.first().copied().unwrap_or(0);
                    self.bump();
                    Ok(self.module.int(ty, number.cast_signed()))
                }
                Some(words) => {
                    self.bump();
                    Ok(self.wide_integer(ty, words))
                }
                None => Err(self.does_not_fit(ty)),
            },
            _ => Err(self.not_of(ty)),
        }
    }

    /// The token at hand as an integer of a type.
    pub(super) fn integer_of(&mut self, ty: TypeId, number: i128) -> Result<Value> {
        if let Some(value) = self.small_integer(ty, number) {
            self.bump();
            return Ok(value);
        }
        let Some(Type::Integer(bits)) = self.module.types.get(ty) else { return Err(self.not_of(ty)) };
        let bits = *bits;
        if bits > limits::INTEGER_BITS && number < 0 {
            return Err(self.too_wide());
        }
        if bits > u64::BITS {
            let words = numbers::wide(number.to_string().as_bytes(), bits).unwrap_or_default();
            self.bump();
            return Ok(self.wide_integer(ty, words));
        }
        // Either sign is good, as long as the bits are enough.
        let limit = 1_i128 << bits;
        if number < -limit / 2 || number >= limit {
            return Err(self.does_not_fit(ty));
        }
        self.bump();
        let unsigned = u64::try_from(number.rem_euclid(1 << 64)).unwrap_or_default();
        let value = self.module.int(ty, unsigned.cast_signed());
        self.remember(ty, number, value);
        Ok(value)
    }

    fn small_integer(&self, ty: TypeId, number: i128) -> Option<Value> {
        let (_, values) = self.constants.small.iter().find(|known| known.0 == ty)?;
        *values.get(usize::try_from(number).ok()?)?
    }

    fn remember(&mut self, ty: TypeId, number: i128, value: Value) {
        let Some(index) = usize::try_from(number).ok().filter(|_| number < SMALL) else { return };
        let small = &mut self.constants.small;
        let place = small.iter().position(|known| known.0 == ty);
        // Types of integers are few; of many, the first ones are those that count.
        let place = place.or_else(|| {
            (small.len() < 8).then(|| {
                small.push((ty, Vec::new()));
                small.len() - 1
            })
        });
        let Some((_, values)) = place.and_then(|place| small.get_mut(place)) else { return };
        if values.len() <= index {
            values.resize(index + 1, None);
        }
        if let Some(slot) = values.get_mut(index) {
            *slot = Some(value);
        }
    }

    fn wide_integer(&mut self, ty: TypeId, words: Vec<u64>) -> Value {
        let kind = match words.iter().all(|word| *word == 0) {
            true => ConstantKind::Null,
            false => ConstantKind::Wide(words.into()),
        };
        self.module.constant(ty, kind)
    }

    fn float_constant(&mut self, ty: TypeId) -> Result<Value> {
        let text = self.text();
        if let [b'0', b'x', letter @ (b'H' | b'K' | b'L' | b'M' | b'R'), digits @ ..] = text {
            return self.float_by_letter(ty, *letter, digits);
        }
        if let Some(digits) = text.strip_prefix(b"0x") {
            let Some(double) = hexadecimal(digits) else {
                return Err(self.fault("hexadecimal float has more than 16 digits"));
            };
            return self.float_of_double(ty, double);
        }
        if !self.is_modern() {
            let double = std::str::from_utf8(text).ok().and_then(|text| text.parse::<f64>().ok());
            let Some(double) = double else { return Err(self.expected("a floating-point literal")) };
            return self.float_of_double(ty, double.to_bits());
        }
        self.float_by_format(ty, Format::decimal)
    }

    /// A constant from the bits of a double, which must be exact in the type.
    fn float_of_double(&mut self, ty: TypeId, double: u64) -> Result<Value> {
        let kind = self.module.types.get(ty).cloned();
        let bits = match kind {
            Some(Type::Double) => Some(double),
            Some(Type::Float) => numbers::narrowed(double).map(u64::from),
            Some(Type::Half) => numbers::halved(double).map(u64::from),
            Some(Type::BFloat) => {
                numbers::narrowed(double).filter(|bits| bits & 0xffff == 0).map(|bits| u64::from(bits >> 16))
            }
            Some(Type::OtherFloat(_)) => {
                return Err(self
                    .fault("a constant of this type must have a letter after `0x`: `0xK`, `0xL` or `0xM`"));
            }
            _ => return Err(self.not_of(ty)),
        };
        let Some(bits) = bits else {
            let fault = self.fault(format!("not exactly representable as {}", self.shown(ty)));
            return Err(match kind {
                Some(Type::Float) => {
                    let nearest = f64::from(numbers::rounded(f64::from_bits(double))).to_bits();
                    fault.with_hint(format!("the nearest representable value is 0x{nearest:X}"))
                }
                _ => fault,
            });
        };
        self.bump();
        Ok(self.module.float_bits(ty, bits))
    }

    /// A constant from the current token, which `read` converts to the format of the type.
    fn float_by_format(
        &mut self,
        ty: TypeId,
        read: impl FnOnce(Format, &str) -> std::result::Result<u64, Misfit>,
    ) -> Result<Value> {
        let text = self.text();
        if !self.is_modern() {
            return Err(self
                .fault(format!("LLVM 3.7 has no floating-point literal such as `{}`", BStr::new(text)))
                .with_hint("write the bits of the value as a double: `0x3FF0000000000000`"));
        }
        let kind = self.module.types.get(ty);
        if let (Token::BitPattern, Some(other)) = (self.at.token, kind.and_then(Type::other_float)) {
            let bits = text.strip_prefix(b"f0x").and_then(|digits| long_pattern(digits, other));
            let Some(bits) = bits else {
                let digits = if other == "x86_fp80" { 20 } else { 32 };
                return Err(self.fault(format!("a bit pattern of {other} has {digits} digits")));
            };
            self.bump();
            return Ok(self.module.constant(ty, bits));
        }
        if let Some(other) = kind.and_then(Type::other_float) {
            let digits = if other == "x86_fp80" { 20 } else { 32 };
            return Err(self
                .fault(format!("a constant of type {} must be a bit pattern", self.shown(ty)))
                .with_hint(format!(
                    "write the bit pattern in hexadecimal: `f0x` followed by {digits} digits"
                )));
        }
        let Some(format) = kind.and_then(Format::of) else { return Err(self.not_of(ty)) };
        let bits = read(format, std::str::from_utf8(text).unwrap_or_default()).map_err(|misfit| {
            let shown = self.shown(ty);
            self.fault(match misfit {
                Misfit::Overflow => format!("floating-point constant overflows {shown}"),
                Misfit::Underflow => format!("floating-point constant underflows {shown}: it rounds to zero"),
                Misfit::Digits(digits) => format!("a bit pattern of {shown} has {digits} digits"),
                Misfit::Payload => format!("payload of the NaN does not fit {shown}"),
                Misfit::Malformed => "malformed floating-point literal".to_owned(),
            })
        })?;
        self.bump();
        Ok(self.module.float_bits(ty, bits))
    }

    fn float_by_letter(&mut self, ty: TypeId, letter: u8, digits: &[u8]) -> Result<Value> {
        let kind = self.module.types.get(ty);
        let other = kind.and_then(Type::other_float);
        let kind = match (letter, kind, other) {
            (b'H', Some(Type::Half), _) => {
                let bits = hexadecimal(digits).filter(|bits| *bits <= 0xffff);
                match bits {
                    Some(0) => Some(ConstantKind::Null),
                    bits => bits.map(ConstantKind::Float),
                }
            }
            (b'R', Some(Type::BFloat), _) => match hexadecimal(digits).filter(|bits| *bits <= 0xffff) {
                Some(0) => Some(ConstantKind::Null),
                bits => bits.map(ConstantKind::Float),
            },
            (b'K', _, Some("x86_fp80")) => long_float(digits, 4),
            (b'L', _, Some("fp128")) | (b'M', _, Some("ppc_fp128")) => long_float(digits, 16),
            _ => return Err(self.not_of(ty)),
        };
        let Some(kind) = kind else {
            return Err(self.fault("hexadecimal float has the wrong number of digits"));
        };
        self.bump();
        Ok(self.module.constant(ty, kind))
    }

    /// `c"abc\00"`.
    fn bytes(&mut self, ty: TypeId) -> Result<Value> {
        let start = self.at.start;
        self.bump();
        let bytes = self.string("bytes")?.into_owned();
        let i8 = self.module.types.int(8);
        let length = bytes.len() as u64;
        if self.module.types.get(ty) != Some(&Type::Array(i8, length)) {
            let message = format!("type mismatch: found `[{length} x i8]`, expected {}", self.shown(ty));
            return Err(self.fault_from(start, message));
        }
        let kind = match bytes.iter().all(|byte| *byte == 0) {
            true => ConstantKind::Null,
            false => ConstantKind::Bytes(bytes.into()),
        };
        Ok(self.module.constant(ty, kind))
    }

    /// `splat (i32 1)`: a vector of one number.
    fn splat(&mut self, ty: TypeId) -> Result<Value> {
        let start = self.at.start;
        self.bump();
        self.expect(Token::OpenParen, "`(`")?;
        let (element, value) = self.typed_constant()?;
        self.expect(Token::CloseParen, "`)`")?;
        let length = match self.module.types.get(ty) {
            Some(Type::Vector(found, length)) if *found == element => usize::try_from(*length).ok(),
            _ => None,
        };
        let Some(length) = length.filter(|length| *length <= limits::SPLAT) else {
            return Err(self.fault_from(start, format!("elements do not match the type {}", self.shown(ty))));
        };
        Ok(self.module.aggregate(ty, vec![value; length]))
    }

    fn inline_assembly(&mut self, ty: TypeId) -> Result<Value> {
        self.bump();
        let mut flags = 0;
        for (bit, word) in [(1, "sideeffect"), (2, "alignstack"), (4, "inteldialect")] {
            if self.eat_word(word) {
                flags |= bit;
            }
        }
        let assembly = self.string("assembly")?.into_owned().into();
        self.expect(Token::Comma, "`,`")?;
        let constraints = self.string("constraints")?.into_owned().into();
        Ok(self.module.constant(ty, ConstantKind::InlineAssembly { flags, assembly, constraints }))
    }

    /// A structure, an array or a vector.
    #[expect(clippy::wildcard_enum_match_arm, reason = "matches tokens, not the IR")]
    fn aggregate(&mut self, ty: TypeId) -> Result<Value> {
        let start = self.at.start;
        let (end, closing, is_packed) = match self.at.token {
            Token::OpenBracket => (Token::CloseBracket, "`]`", false),
            Token::OpenBrace => (Token::CloseBrace, "`}`", false),
            _ if self.peek() == Token::OpenBrace => {
                self.bump();
                (Token::CloseBrace, "`}`", true)
            }
            _ => (Token::CloseAngle, "`>`", false),
        };
        self.bump();
        let (mut types, mut values) = (Vec::new(), Vec::new());
        self.list(end, closing, |parser| {
            let (ty, value) = parser.typed_constant()?;
            types.push(ty);
            values.push(value);
            Ok(())
        })?;
        if is_packed {
            self.expect(Token::CloseAngle, "`>`")?;
        }
        let count = values.len() as u64;
        let is_of = |element: &TypeId, length: &u64| *length == count && types.iter().all(|ty| ty == element);
        let table = &self.module.types;
        let is_good = match (table.get(ty), end) {
            (Some(Type::Array(element, length)), Token::CloseBracket)
            | (Some(Type::Vector(element, length)), Token::CloseAngle) => is_of(element, length),
            (Some(Type::Literal { members, is_packed: packed }), Token::CloseBrace) => {
                **members == *types && *packed == is_packed
            }
            (Some(Type::Named(_)), Token::CloseBrace) => table.named(ty).is_some_and(|structure| {
                structure.members.as_deref() == Some(&types) && structure.is_packed == is_packed
            }),
            _ => false,
        };
        if !is_good {
            let message = format!("elements do not match the type {}", self.shown(ty));
            return Err(self.fault_from(start, message));
        }
        Ok(self.module.aggregate(ty, values))
    }

    /// A mask of a `shufflevector` as modern LLVM has it: what it says nothing about is `poison`, not `undef`.
    pub(super) fn modern_mask(&mut self, ty: TypeId, mask: Value) -> Value {
        let module = &mut self.module;
        let kind_of = |module: &Module, value: Value| {
            let ValueKind::Constant(id) = value.kind() else { return None };
            module.constants.get(id).map(|constant| constant.kind.clone())
        };
        match kind_of(module, mask) {
            Some(ConstantKind::Undef) => module.constant(ty, ConstantKind::Poison),
            Some(ConstantKind::Aggregate(elements)) => {
                let element_type = module.types.scalar(ty);
                let elements = elements.iter().map(|element| match kind_of(module, *element) {
                    Some(ConstantKind::Undef) => module.constant(element_type, ConstantKind::Poison),
                    _ => *element,
                });
                let elements = elements.collect();
                self.module.aggregate(ty, elements)
            }
            _ => mask,
        }
    }

    /// That what is at hand is no constant of a type.
    #[cold]
    pub(super) fn not_of(&self, ty: TypeId) -> Box<Fault> {
        let fault = self.expected(&format!("a constant of type {}", self.shown(ty)));
        match (self.module.types.get(ty), self.at.token) {
            (Some(Type::Float | Type::Double | Type::Half), Token::Integer) => {
                fault.with_hint("write floats with a decimal point: `1.0`")
            }
            _ => fault,
        }
    }

    #[cold]
    fn too_wide(&self) -> Box<Fault> {
        self.fault(format!("integer constants of more than {} bits are not supported", limits::INTEGER_BITS))
    }

    #[cold]
    fn does_not_fit(&self, ty: TypeId) -> Box<Fault> {
        self.fault(format!("integer constant does not fit {}", self.shown(ty)))
    }
}

/// A float of more than 64 bits by its bit pattern, most significant digit first, as the words that bitcode stores.
fn long_pattern(digits: &[u8], name: &str) -> Option<ConstantKind> {
    let (first, second) = digits.split_at_checked(16)?;
    match (name, second.len()) {
        ("x86_fp80", 4) => long_float(digits, 4),
        ("fp128" | "ppc_fp128", 16) => long_float(&[second, first].concat(), 16),
        _ => None,
    }
}

/// A float of more than 64 bits: 16 digits, then so many.
fn long_float(digits: &[u8], behind: usize) -> Option<ConstantKind> {
    let (first, second) = digits.split_at_checked(16)?;
    let words = [hexadecimal(first)?, hexadecimal(second)?];
    (second.len() == behind).then(|| match words {
        [0, 0] => ConstantKind::Null,
        words => ConstantKind::Wide(words.into()),
    })
}
