//! Abbreviations: how a record's code and operands are laid out, and how the stream defines that. Separate because
//! BLOCKINFO, blocks and records all go by them.

use az::SaturatingAs as _;

use super::bits::{BitCursor, BitSink};
use super::field::Field;
use super::{BitstreamErrorKind, char6, width};
use crate::error::Result;
use crate::limits;

impl Field {
    fn check(self) -> Result<()> {
        let (encoding, found, expected) = match self {
            Self::Fixed(found) if found > width::MAX => ("fixed", found, "0 to 32"),
            Self::Vbr(found) if found == 1 || found > width::MAX => ("VBR", found, "0 or 2 to 32"),
            Self::Literal(_) | Self::Fixed(_) | Self::Vbr(_) | Self::Char6 => return Ok(()),
        };
        let found = found.into();
        Err(BitstreamErrorKind::FieldWidth { encoding, found, expected }.nowhere())
    }

    // Where it is not inlined, each field costs a call.
    #[inline(always)]
    pub(super) fn read(self, cursor: &mut BitCursor<'_>, what: &'static str) -> Result<u64> {
        match self {
            Self::Literal(value) => Ok(value),
            Self::Fixed(width) => cursor.fixed(width, what),
            Self::Vbr(0) => Ok(0),
            Self::Vbr(width) => cursor.vbr(width, what),
            Self::Char6 => Ok(char6::decode(cursor.fixed(6, what)?)),
        }
    }

    /// Writes `value` where it [holds](Self::holds) that. Says whether it does.
    // As of reading.
    #[inline(always)]
    pub(super) fn write(self, sink: &mut BitSink, value: u64) -> bool {
        match self {
            Self::Fixed(width) if width <= width::MAX && value >> width == 0 => sink.fixed(value, width),
            Self::Vbr(width @ 1..) => sink.vbr(value, width),
            Self::Char6 => match char6::encode(value) {
                Some(number) => sink.fixed(number, 6),
                None => return false,
            },
            Self::Literal(_) | Self::Vbr(0) | Self::Fixed(_) => return self.holds(value),
        }
        true
    }

    /// Writes values up to the first one that it does not hold, whose index is the error. Looks once at what it is.
    pub(super) fn write_all(self, sink: &mut BitSink, values: &[u64]) -> std::result::Result<(), usize> {
        let mut values = values.iter().copied();
        let refused = match self {
            Self::Fixed(width) => values.position(|value| !Self::Fixed(width).write(sink, value)),
            Self::Char6 => values.position(|value| !Self::Char6.write(sink, value)),
            Self::Literal(_) | Self::Vbr(_) => values.position(|value| !self.write(sink, value)),
        };
        refused.map_or(Ok(()), Err)
    }

    fn define(self, sink: &mut BitSink) {
        let mut encoded = |encoding, width: Option<u32>| {
            sink.fixed(0, width::DEFINITION_IS_LITERAL);
            sink.fixed(encoding, width::DEFINITION_ENCODING);
            if let Some(width) = width {
                sink.vbr(width.into(), width::DEFINITION_DATA);
            }
        };
        match self {
            Self::Fixed(width) => encoded(encoding::FIXED, Some(width)),
            Self::Vbr(width) => encoded(encoding::VBR, Some(width)),
            Self::Char6 => encoded(encoding::CHAR6, None),
            Self::Literal(value) => {
                sink.fixed(1, width::DEFINITION_IS_LITERAL);
                sink.vbr(value, width::DEFINITION_LITERAL);
            }
        }
    }
}

/// How the operands after the fields are laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tail {
    /// There are none.
    None,
    /// A count, and as many operands of one layout.
    Array(Field),
    /// A count, and as many bytes, aligned to words on both sides.
    Blob,
}

/// The layout of records; the first field is the code's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Abbreviation {
    code: Field,
    fields: Box<[Field]>,
    tail: Tail,
    /// Fields that take no bits, the code not counted.
    literals: u32,
}

/// The numbers of encodings in a definition.
mod encoding {
    pub(super) const FIXED: u64 = 1;
    pub(super) const VBR: u64 = 2;
    pub(super) const ARRAY: u64 = 3;
    pub(super) const CHAR6: u64 = 4;
    pub(super) const BLOB: u64 = 5;
}

/// One operand of a definition: LLVM counts array, element and blob as operands, too.
enum Defined {
    Field(Field),
    Array,
    Blob,
}

impl Defined {
    fn name(&self) -> &'static str {
        match self {
            Self::Field(_) => "a field",
            Self::Array => "an array",
            Self::Blob => "a blob",
        }
    }

    fn read(cursor: &mut BitCursor<'_>) -> Result<Self> {
        if cursor.fixed(width::DEFINITION_IS_LITERAL, "an abbreviation's operand")? == 1 {
            let value = cursor.vbr(width::DEFINITION_LITERAL, "an abbreviation's literal")?;
            return Ok(Self::Field(Field::Literal(value)));
        }
        let start = cursor.position();
        let encoding = cursor.fixed(width::DEFINITION_ENCODING, "an abbreviation's encoding")?;
        let mut bits = || cursor.vbr32(width::DEFINITION_DATA, "an abbreviation's field width");
        let field = match encoding {
            encoding::FIXED => Field::Fixed(bits()?),
            encoding::VBR => Field::Vbr(bits()?),
            encoding::CHAR6 => Field::Char6,
            encoding::ARRAY => return Ok(Self::Array),
            encoding::BLOB => return Ok(Self::Blob),
            found => return Err(cursor.error_since(start, BitstreamErrorKind::Encoding { found })),
        };
        field.check().map_err(|error| error.at(cursor.place(start, cursor.position())))?;
        Ok(Self::Field(field))
    }
}

impl Abbreviation {
    /// An abbreviation of these fields, the first of which is the record's code.
    ///
    /// # Errors
    ///
    /// There is no field, one has a width that the format does not have, or there are more than
    /// [`ABBREVIATION_OPERANDS`](limits::ABBREVIATION_OPERANDS).
    pub fn new(fields: impl IntoIterator<Item = Field>, tail: Tail) -> Result<Self> {
        let mut fields = fields.into_iter().take(limits::ABBREVIATION_OPERANDS + 1);
        let Some(code) = fields.next() else {
            return Err(BitstreamErrorKind::NoCode { found: tail_name(tail) }.nowhere());
        };
        let abbreviation = Self::of(code, fields.collect(), tail);
        if abbreviation.operand_count() > limits::ABBREVIATION_OPERANDS {
            return Err(BitstreamErrorKind::AbbreviationOperands.nowhere());
        }
        let element = if let Tail::Array(element) = tail { Some(element) } else { None };
        [code].iter().chain(&abbreviation.fields).chain(&element).try_for_each(|field| field.check())?;
        Ok(abbreviation)
    }

    fn of(code: Field, fields: Vec<Field>, tail: Tail) -> Self {
        let literals = fields.iter().filter(|field| field.least_bits() == 0).count();
        Self { code, fields: fields.into(), tail, literals: literals.saturating_as::<u32>() }
    }

    /// The layout of the record's code.
    pub fn code(&self) -> Field {
        self.code
    }

    /// The layouts of the operands before the tail.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// The layout of the operands after the fields.
    pub fn tail(&self) -> Tail {
        self.tail
    }

    /// Fields that take no bits, the code not counted.
    pub(super) fn literals(&self) -> u32 {
        self.literals
    }

    /// Operands of the definition: the code is one, an array and its element are two, a blob is one.
    pub(super) fn operand_count(&self) -> usize {
        let tail = match self.tail {
            Tail::None => 0,
            Tail::Blob => 1,
            Tail::Array(_) => 2,
        };
        1 + self.fields.len() + tail
    }

    /// Reads a definition of at most `most` operands, after its abbreviation id.
    pub(super) fn read(cursor: &mut BitCursor<'_>, most: usize) -> Result<Self> {
        let start = cursor.position();
        let count = cursor.vbr32(width::DEFINITION_COUNT, "an abbreviation's operand count")?;
        if usize::try_from(count).is_ok_and(|count| count > most) {
            return Err(cursor.error_since(start, BitstreamErrorKind::AbbreviationOperands));
        }
        let (mut code, mut fields, mut tail) = (None, Vec::new(), Tail::None);
        let mut left = u64::from(count);
        while left > 0 {
            let at = cursor.position();
            let defined = Defined::read(cursor)?;
            left -= 1;
            let found = defined.name();
            match defined {
                Defined::Field(field) if code.is_none() => code = Some(field),
                Defined::Field(field) => fields.push(field),
                Defined::Array | Defined::Blob if code.is_none() => {
                    return Err(cursor.error_since(at, BitstreamErrorKind::NoCode { found }));
                }
                Defined::Array if left == 1 => {
                    let at = cursor.position();
                    left -= 1;
                    tail = match Defined::read(cursor)? {
                        Defined::Field(element) => Tail::Array(element),
                        other @ (Defined::Array | Defined::Blob) => {
                            let found = other.name();
                            return Err(cursor.error_since(at, BitstreamErrorKind::ArrayElement { found }));
                        }
                    };
                }
                Defined::Blob if left == 0 => tail = Tail::Blob,
                Defined::Array | Defined::Blob => {
                    let expected = u64::from(matches!(defined, Defined::Array));
                    let kind = BitstreamErrorKind::AfterTail { what: found, found: left, expected };
                    return Err(cursor.error_since(at, kind));
                }
            }
        }
        let found = tail_name(Tail::None);
        let code = code.ok_or_else(|| cursor.error_since(start, BitstreamErrorKind::NoCode { found }))?;
        Ok(Self::of(code, fields, tail))
    }

    /// Writes the definition, after its abbreviation id.
    pub(super) fn write(&self, sink: &mut BitSink) {
        sink.vbr(self.operand_count() as u64, width::DEFINITION_COUNT);
        self.code.define(sink);
        self.fields.iter().for_each(|field| field.define(sink));
        let mut without_data = |encoding| {
            sink.fixed(0, width::DEFINITION_IS_LITERAL);
            sink.fixed(encoding, width::DEFINITION_ENCODING);
        };
        match self.tail {
            Tail::None => {}
            Tail::Blob => without_data(encoding::BLOB),
            Tail::Array(element) => {
                without_data(encoding::ARRAY);
                element.define(sink);
            }
        }
    }
}

/// What an abbreviation without fields begins with.
fn tail_name(tail: Tail) -> &'static str {
    match tail {
        Tail::None => "nothing",
        Tail::Array(_) => Defined::Array.name(),
        Tail::Blob => Defined::Blob.name(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sunk(write: impl FnOnce(&mut BitSink)) -> Vec<u8> {
        let mut sink = BitSink::default();
        write(&mut sink);
        sink.finish()
    }

    fn read(bytes: &[u8]) -> Result<Abbreviation> {
        Abbreviation::read(&mut BitCursor::new(bytes, 0), limits::ABBREVIATION_OPERANDS)
    }

    fn kind(result: Result<Abbreviation>) -> BitstreamErrorKind {
        let crate::IrErrorKind::Bitstream(kind) = result.unwrap_err().kind().clone() else {
            panic!("the bitstream is not at fault")
        };
        kind
    }

    /// A definition by hand: `None` is a literal 7, encodings may have a width.
    fn definition(operands: &[Option<(u64, Option<u64>)>]) -> Vec<u8> {
        sunk(|sink| {
            sink.vbr(operands.len() as u64, 5);
            for operand in operands {
                sink.fixed(operand.is_none().into(), 1);
                match *operand {
                    None => sink.vbr(7, 8),
                    Some((encoding, width)) => {
                        sink.fixed(encoding, 3);
                        width.into_iter().for_each(|width| sink.vbr(width, 5));
                    }
                }
            }
        })
    }

    #[test]
    fn definitions_come_back() {
        let fields =
            [Field::Literal(u64::MAX), Field::Fixed(0), Field::Fixed(32), Field::Vbr(0), Field::Vbr(6)];
        for tail in [Tail::None, Tail::Blob, Tail::Array(Field::Char6), Tail::Array(Field::Literal(1))] {
            for len in 1..=fields.len() {
                let abbreviation = Abbreviation::new(fields[..len].iter().copied(), tail).unwrap();
                assert_eq!(read(&sunk(|sink| abbreviation.write(sink))).unwrap(), abbreviation);
            }
        }
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let (array, blob, char6) = (Some((3, None)), Some((5, None)), Some((4, None)));
        assert!(read(&definition(&[None, array, char6])).is_ok());
        for (operands, expected) in [
            (&[][..], BitstreamErrorKind::NoCode { found: "nothing" }),
            (&[array, char6], BitstreamErrorKind::NoCode { found: "an array" }),
            (&[blob], BitstreamErrorKind::NoCode { found: "a blob" }),
            (&[None, Some((0, None))], BitstreamErrorKind::Encoding { found: 0 }),
            (&[None, Some((7, None))], BitstreamErrorKind::Encoding { found: 7 }),
            (&[None, array], BitstreamErrorKind::AfterTail { what: "an array", found: 0, expected: 1 }),
            (
                &[None, array, char6, char6],
                BitstreamErrorKind::AfterTail { what: "an array", found: 2, expected: 1 },
            ),
            (&[None, blob, char6], BitstreamErrorKind::AfterTail { what: "a blob", found: 1, expected: 0 }),
            (&[None, array, array], BitstreamErrorKind::ArrayElement { found: "an array" }),
            (&[None, array, blob], BitstreamErrorKind::ArrayElement { found: "a blob" }),
            (
                &[None, Some((1, Some(33)))],
                BitstreamErrorKind::FieldWidth { encoding: "fixed", found: 33, expected: "0 to 32" },
            ),
            (
                &[None, Some((2, Some(1)))],
                BitstreamErrorKind::FieldWidth { encoding: "VBR", found: 1, expected: "0 or 2 to 32" },
            ),
        ] {
            assert_eq!(kind(read(&definition(operands))), expected);
        }
        assert_eq!(kind(Abbreviation::new([], Tail::Blob)), BitstreamErrorKind::NoCode { found: "a blob" });
        assert!(Abbreviation::new([Field::Char6], Tail::Array(Field::Vbr(1))).is_err());
        let many = || std::iter::repeat(Field::Char6);
        let most = limits::ABBREVIATION_OPERANDS;
        assert!(Abbreviation::new(many().take(most), Tail::None).is_ok());
        assert_eq!(kind(Abbreviation::new(many(), Tail::None)), BitstreamErrorKind::AbbreviationOperands);
        let bytes = definition(&vec![char6; most + 1]);
        assert_eq!(kind(read(&bytes)), BitstreamErrorKind::AbbreviationOperands);
    }

    #[test]
    fn a_field_holds_what_it_can_give_back() {
        for (field, held, refused) in [
            (Field::Literal(9), 9, 8),
            (Field::Fixed(0), 0, 1),
            (Field::Fixed(32), u32::MAX.into(), 1 << 32),
            (Field::Vbr(0), 0, 1),
            (Field::Char6, b'_'.into(), b'-'.into()),
        ] {
            assert!(field.holds(held) && !field.holds(refused), "{field:?}");
            let bytes = sunk(|sink| assert!(field.write(sink, held) && !field.write(sink, refused)));
            assert_eq!(field.read(&mut BitCursor::new(&bytes, 0), "a field").unwrap(), held);
        }
        assert!(Field::Vbr(2).holds(u64::MAX));
    }
}
