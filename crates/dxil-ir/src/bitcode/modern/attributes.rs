//! The attribute groups of modern bitcode. Each attribute states its own form: `dead_on_return` is a flag in LLVM 22
//! and an integer in LLVM 23.
//!
//! Source: BitcodeWriter.cpp of LLVM 22.1; the versions of `memory` as BitcodeReader.cpp of LLVM 23.1 reads them.

use bstr::BString;

use super::super::attributes::{FUNCTION_SLOT, slot_of};
use super::super::constants::signed;
use super::super::reading::ModuleReader;
use super::super::{BitcodeErrorKind, Result};
use crate::attribute_kinds::Form;
use crate::attributes::{
    Access, AllocKinds, Attribute, AttributeGroup, CaptureComponents, Captures, FloatClasses, IntegerRange,
    Location, MemoryEffects, UnwindTable, in_modern_order,
};
use crate::error::IrError;
use crate::generated::bitcode::paramattr_group;
use crate::{AttributeKind, Dialect};

/// The forms of attributes in a record.
const FLAG: u64 = 0;
const NUMBER: u64 = 1;
const TEXT: u64 = 3;
const TEXT_WITH_VALUE: u64 = 4;
const TYPE_MISSING: u64 = 5;
const TYPE: u64 = 6;
const RANGE: u64 = 7;
const RANGES: u64 = 8;

/// Codes of attributes that LLVM converts to others, and therefore have no row.
const NO_CAPTURE: u64 = 11;
const ARGUMENT_MEMORY_ONLY: u64 = 45;
const INACCESSIBLE_MEMORY_ONLY: u64 = 49;
const INACCESSIBLE_OR_ARGUMENT_MEMORY_ONLY: u64 = 50;
const DENORMAL_ENVIRONMENT: u64 = 106;

/// The version of the value of `memory` is in this byte.
const MEMORY_VERSION_SHIFT: u32 = 56;
/// The last version: LLVM 23.
const MEMORY_VERSION: u64 = 2;

impl ModuleReader<'_> {
    /// Reads the block of groups that was just entered.
    pub(super) fn read_modern_attribute_groups(&mut self) -> Result<()> {
        const BLOCK: &str = "PARAMATTR_GROUP";
        while self.next_record(BLOCK)? {
            match self.record.code {
                paramattr_group::ENTRY => self.read_modern_attribute_group()?,
                _ => return Err(self.unknown_modern_record(BLOCK)),
            }
        }
        Ok(())
    }

    fn read_modern_attribute_group(&mut self) -> Result<()> {
        let number = self.number(0, "the ID of an attribute group")?;
        let index = self.number(1, "the parameter index of an attribute group")?;
        let Some(slot) = slot_of(index) else {
            let what = "the parameter index of an attribute group";
            return Err(self.error(BitcodeErrorKind::TooLarge { what, found: index }));
        };
        let mut attributes = Vec::new();
        let mut effects = None;
        let mut at = 2;
        while at < self.record.operands.len() {
            let form: u64 = self.number(at, "an attribute")?;
            at += 1;
            if matches!(form, TEXT | TEXT_WITH_VALUE) {
                let key = self.terminated(&mut at)?;
                let value = match form {
                    TEXT => BString::default(),
                    _ => self.terminated(&mut at)?,
                };
                attributes.push(Attribute::Text(key, value));
                continue;
            }
            let code = self.number(at, "an attribute's kind")?;
            at += 1;
            if form == FLAG
                && let Some(implied) = effects_of(code).filter(|_| index == FUNCTION_SLOT)
            {
                effects = Some(effects.map_or(implied, |known: MemoryEffects| known.both(implied)));
                continue;
            }
            self.read_modern_attribute(form, code, &mut at, &mut attributes)?;
        }
        attributes.extend(effects.map(Attribute::Memory));
        in_modern_order(&mut attributes);
        let group = AttributeGroup { slot, attributes: attributes.into() };
        let id = self.module.attributes.intern_group(group);
        self.attribute_groups.insert(number, id);
        Ok(())
    }

    fn read_modern_attribute(
        &mut self,
        form: u64,
        code: u64,
        at: &mut usize,
        attributes: &mut Vec<Attribute>,
    ) -> Result<()> {
        if code == NO_CAPTURE && form == FLAG {
            attributes.push(Attribute::Captures(Captures::NONE));
            return Ok(());
        }
        if code == DENORMAL_ENVIRONMENT && form == NUMBER {
            *at += 1;
            let modes = self.number(*at - 1, "the value of `denormal_fpenv`")?;
            let converted = denormal_modes(modes);
            attributes.extend(converted.ok_or_else(|| self.unknown_value("`denormal_fpenv`", modes))?);
            return Ok(());
        }
        let Some(kind) = AttributeKind::from_modern_code(code) else {
            let producer = self.modern.producer.clone();
            return Err(self.error(BitcodeErrorKind::UnknownAttribute { code, producer }));
        };
        let Some(allowed) = kind.allowed(Dialect::Modern) else {
            return Err(self.unknown_value("the kind of an attribute", code));
        };
        attributes.push(match form {
            // LLVM 14 and older: all tables.
            FLAG if allowed.form == Form::UnwindTable => Attribute::UnwindTable(UnwindTable::Async),
            FLAG if allowed.form.accepts(Form::Flag) => Attribute::Flag(kind),
            NUMBER => {
                *at += 1;
                let number = self.number(*at - 1, "an integer of an attribute")?;
                let attribute = attribute_of_number(kind, allowed.form, number);
                attribute.ok_or_else(|| self.unknown_value(kind.word(), number))?
            }
            TYPE if allowed.form == Form::Type => {
                *at += 1;
                Attribute::Type(kind, self.type_at(*at - 1, "the type of an attribute")?)
            }
            RANGE if allowed.form == Form::Range => {
                let bits = self.range_bits(*at)?;
                *at += 3;
                Attribute::Range(self.range(bits, *at - 2)?)
            }
            RANGES if allowed.form == Form::Ranges => {
                let count: usize = self.number(*at, "the number of ranges")?;
                let bits = self.range_bits(*at + 1)?;
                *at += 2;
                let mut ranges = Vec::new();
                for _ in 0..count {
                    ranges.push(self.range(bits, *at)?);
                    *at += 2;
                }
                Attribute::Initializes(ranges.into())
            }
            FLAG | TYPE_MISSING | TYPE | RANGE | RANGES => {
                return Err(self.error(BitcodeErrorKind::AttributeForm { what: kind.word(), form }));
            }
            found => return Err(self.unknown_value("an attribute's encoding kind", found)),
        });
        Ok(())
    }

    fn range_bits(&self, at: usize) -> Result<u32> {
        let bits = self.number(at, "the width of a range")?;
        match bits {
            1..=64 => Ok(bits),
            _ => Err(self.error(BitcodeErrorKind::Unsupported { what: "a range of more than 64 bits" })),
        }
    }

    fn range(&self, bits: u32, at: usize) -> Result<IntegerRange> {
        let lower = signed(self.number(at, "the lower bound of a range")?);
        let upper = signed(self.number(at + 1, "the upper bound of a range")?);
        Ok(IntegerRange { bits, lower, upper })
    }

    #[cold]
    fn unknown_value(&self, what: &'static str, found: u64) -> IrError {
        self.error(BitcodeErrorKind::Unknown { what, found })
    }
}

/// The memory effects that an attribute of a function stands for, which LLVM 15 and older have instead of `memory`.
fn effects_of(code: u64) -> Option<MemoryEffects> {
    let arguments = MemoryEffects::only(Location::Arguments);
    let inaccessible = MemoryEffects::only(Location::Inaccessible);
    match code {
        ARGUMENT_MEMORY_ONLY => return Some(arguments),
        INACCESSIBLE_MEMORY_ONLY => return Some(inaccessible),
        INACCESSIBLE_OR_ARGUMENT_MEMORY_ONLY => return Some(arguments.either(inaccessible)),
        _ => {}
    }
    let kind = AttributeKind::from_modern_code(code)?;
    let access = match kind.word() {
        "readnone" => Access::None,
        "readonly" => Access::Read,
        "writeonly" => Access::Write,
        _ => return None,
    };
    Some(MemoryEffects::all(access))
}

/// An attribute by its integer; `None` if the attribute cannot have this integer.
fn attribute_of_number(kind: AttributeKind, form: Form, number: u64) -> Option<Attribute> {
    let (low, high) = (u32::try_from(number & u64::from(u32::MAX)).ok()?, u32::try_from(number >> 32).ok()?);
    Some(match form {
        Form::Number => Attribute::Number(kind, number),
        Form::OptionalNumber if number == u64::MAX => Attribute::Flag(kind),
        Form::OptionalNumber => Attribute::Number(kind, number),
        Form::Memory => Attribute::Memory(memory_effects(number)?),
        Form::FloatClasses => Attribute::NoFpClass(FloatClasses::from_mask(number)?),
        Form::Captures => {
            let components = |bits: u64| CaptureComponents::from_bits(u8::try_from(bits).ok()?);
            Attribute::Captures(Captures {
                other: components(number >> 4)?,
                result: components(number & 15)?,
            })
        }
        Form::AllocKind => Attribute::AllocKind(AllocKinds::from_bits(number)?),
        Form::AllocSize => {
            Attribute::AllocSize { element: high, count: Some(low).filter(|count| *count != u32::MAX) }
        }
        Form::VscaleRange => {
            Attribute::VscaleRange { least: high, most: Some(low).filter(|most| *most != 0) }
        }
        Form::UnwindTable => Attribute::UnwindTable(match number {
            1 => UnwindTable::Sync,
            2 => UnwindTable::Async,
            _ => return None,
        }),
        Form::Flag | Form::Type | Form::Range | Form::Ranges => return None,
    })
}

/// The value of `memory`, whose highest byte is its version.
fn memory_effects(number: u64) -> Option<MemoryEffects> {
    let (version, bits) = (number >> MEMORY_VERSION_SHIFT, number & ((1 << MEMORY_VERSION_SHIFT) - 1));
    let access = |place: u32| Access::from_bits(bits >> (2 * place) & 3).unwrap_or(Access::ReadWrite);
    let count = match version {
        0 => 3,
        1..=MEMORY_VERSION => 6,
        _ => return None,
    };
    if bits >> (2 * count) != 0 {
        return None;
    }
    if version == 0 {
        // `errno` and the memory of targets were other memory then.
        let other = MemoryEffects::all(access(2));
        return Some(other.with(Location::Arguments, access(0)).with(Location::Inaccessible, access(1)));
    }
    let places = (0..).zip(Location::ALL);
    Some(places.fold(MemoryEffects::all(Access::None), |effects, (place, location)| {
        effects.with(location, access(place))
    }))
}

/// The attributes with strings that LLVM 22 has instead of `denormal_fpenv`.
fn denormal_modes(number: u64) -> Option<Vec<Attribute>> {
    let mode = |shift: u32| match number >> shift & 3 {
        0 => "ieee",
        1 => "preserve-sign",
        2 => "positive-zero",
        _ => "dynamic",
    };
    if number >> 8 != 0 {
        return None;
    }
    let [all, float] = [0, 4].map(|shift| format!("{},{}", mode(shift), mode(shift + 2)));
    let mut attributes = Vec::new();
    if all != "ieee,ieee" || float == all {
        attributes.push(Attribute::Text("denormal-fp-math".into(), all.as_str().into()));
    }
    if float != all {
        attributes.push(Attribute::Text("denormal-fp-math-f32".into(), float.as_str().into()));
    }
    Some(attributes)
}
