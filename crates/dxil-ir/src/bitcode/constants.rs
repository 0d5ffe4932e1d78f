//! Constants: a record each, its type in a record before. They refer to each other by number, also to later ones.

use std::cell::RefCell;
use std::collections::HashMap;

use crate::BlockId;
use crate::arena::PackedOption;
use crate::flags::{Flags, Takes};
use bstr::BString;
use located::{Frame, Place};

use super::abbreviations::{self, Constants as Abbreviations};
use super::reading::ModuleReader;
use super::writing::ModuleWriter;
use super::{BitcodeErrorKind, Result};
use crate::constants::{Constant, ConstantKind};
use crate::error::IrError;
use crate::generated::bitcode::{block, constants as code};
use crate::names::record_name;
use crate::{BinaryOp, CastOp, ConstantId, Predicate, Type, TypeId, Value, ValueKind};

/// Name of the block in errors.
const BLOCK: &str = "CONSTANTS";

/// A constant that refers to others which are not there yet.
struct Pending {
    ty: TypeId,
    code: u32,
    operands: Box<[u64]>,
    /// Where it is.
    place: Place,
    /// Its operands are being made: one that comes back here is in a circle.
    is_open: bool,
}

/// The constants of a block.
struct Block {
    /// The number of the first one.
    first: usize,
    /// By number, those that are there.
    made: Vec<PackedOption<ConstantId>>,
    /// By number, those that wait for others.
    pending: HashMap<usize, Pending>,
    /// All its records are read: what is not there now never will be.
    is_whole: bool,
}

/// Why a constant cannot be made.
enum Unmade {
    /// An operand is not there yet.
    Later,
    /// It makes no sense.
    Bad(IrError),
}

impl From<IrError> for Unmade {
    fn from(error: IrError) -> Self {
        Self::Bad(error)
    }
}

impl ModuleReader<'_> {
    /// Reads the module's own constants.
    pub(super) fn read_module_constants(&mut self) -> Result<()> {
        let constants = self.read_constants()?;
        self.encoding.constants.extend(constants);
        Ok(())
    }

    /// Reads the block that was just entered, and gives its constants numbers.
    pub(super) fn read_constants(&mut self) -> Result<Vec<ConstantId>> {
        let first = self.values.len();
        let mut block = Block { first, made: Vec::new(), pending: HashMap::new(), is_whole: false };
        let mut ty = None;
        while self.next_record(BLOCK)? {
            if self.record.code == code::SETTYPE {
                self.at_most(1)?;
                ty = Some(self.type_at(0, "the constants' type")?);
                continue;
            }
            let Some(ty) = ty else {
                return Err(self.error(BitcodeErrorKind::Order { what: "a constant", before: "its type" }));
            };
            let operands = std::mem::take(&mut self.record.operands);
            let code = self.record.code;
            let record = Record::new(self, &block, (ty, code), &operands);
            let made = match record.made() {
                Ok(kind) => Some(self.module.constants.intern(Constant { ty, kind })),
                Err(Unmade::Bad(error)) => return Err(error),
                Err(Unmade::Later) => {
                    let (operands, place) = (operands.as_slice().into(), self.stream.entry_place());
                    let pending = Pending { ty, code, operands, place, is_open: false };
                    block.pending.insert(block.made.len(), pending);
                    None
                }
            };
            self.record.operands = operands;
            block.made.push(made.into());
        }
        block.is_whole = true;
        self.make_pending(&mut block)?;
        let made: Vec<_> = block.made.into_iter().filter_map(PackedOption::expand).collect();
        for id in &made {
            let ty = self.module.constants.get(*id).map(|constant| constant.ty);
            self.values.extend(ty.map(|ty| (Value::from(*id), ty)));
        }
        Ok(made)
    }

    /// Makes the constants that had to wait: each after those it refers to.
    fn make_pending(&mut self, block: &mut Block) -> Result<()> {
        let mut open: Vec<usize> = block.pending.keys().copied().collect();
        open.sort_unstable_by_key(|index| std::cmp::Reverse(*index));
        while let Some(index) = open.last().copied() {
            let Some(pending) = block.pending.remove(&index) else {
                open.pop();
                continue;
            };
            let Pending { ty, code, operands, place, is_open } = &pending;
            let place = Some(*place);
            let record = Record { place, ..Record::new(self, block, (*ty, *code), operands) };
            match record.made() {
                Ok(kind) => {
                    let id = self.module.constants.intern(Constant { ty: *ty, kind });
                    if let Some(made) = block.made.get_mut(index) {
                        *made = id.into();
                    }
                    open.pop();
                }
                Err(Unmade::Bad(error)) => return Err(error),
                Err(Unmade::Later) if *is_open => {
                    return Err(record.error(BitcodeErrorKind::Circle { what: "constants" }));
                }
                Err(Unmade::Later) => {
                    open.extend(record.missing.take());
                    block.pending.insert(index, Pending { is_open: true, ..pending });
                }
            }
        }
        Ok(())
    }
}

/// The record of a constant.
struct Record<'r, 'a> {
    reader: &'r ModuleReader<'a>,
    block: &'r Block,
    ty: TypeId,
    code: u32,
    operands: &'r [u64],
    /// Where it is, if not at hand.
    place: Option<Place>,
    /// Which of its operands are not there yet, as far as they were asked for.
    missing: RefCell<Vec<usize>>,
}

impl<'r, 'a> Record<'r, 'a> {
    fn new(
        reader: &'r ModuleReader<'a>,
        block: &'r Block,
        (ty, code): (TypeId, u32),
        operands: &'r [u64],
    ) -> Self {
        Self { reader, block, ty, code, operands, place: None, missing: RefCell::default() }
    }

    /// What the record says, once everything that it refers to is there.
    fn made(&self) -> std::result::Result<ConstantKind, Unmade> {
        self.has_no_more()?;
        let made = self.constant()?;
        if self.missing.borrow().is_empty() { Ok(made) } else { Err(Unmade::Later) }
    }

    /// The same, with anything in the place of what is missing.
    fn constant(&self) -> std::result::Result<ConstantKind, Unmade> {
        let operands = self.operands;
        Ok(match self.code {
            code::NULL => ConstantKind::Null,
            code::UNDEF => ConstantKind::Undef,
            code::INTEGER => ConstantKind::Integer(signed(self.number(0)?)),
            code::WIDE_INTEGER => {
                ConstantKind::Wide(operands.iter().map(|word| signed(*word).cast_unsigned()).collect())
            }
            code::FLOAT if operands.len() > 1 => ConstantKind::Wide(operands.into()),
            code::FLOAT => ConstantKind::Float(self.number(0)?),
            code::AGGREGATE => ConstantKind::Aggregate(self.values(operands.iter().copied())?),
            code::STRING => ConstantKind::Bytes(self.bytes(operands)?),
            code::CSTRING => {
                let mut bytes = self.bytes(operands)?;
                bytes.push(0);
                ConstantKind::Bytes(bytes)
            }
            code::DATA if self.is_bytes() => ConstantKind::Bytes(self.bytes(operands)?),
            code::DATA => ConstantKind::Data(operands.into()),
            code::BLOCKADDRESS => {
                let found = self.number(2)?;
                let block = u32::try_from(found);
                let block =
                    block.map_err(|_| self.error(BitcodeErrorKind::TooLarge { what: "a block", found }))?;
                // Blocks that were read have their numbers as ids.
                ConstantKind::BlockAddress(self.typed(0)?, BlockId::from_u32(block))
            }
            code::INLINEASM => self.inline_assembly()?,
            _ => return self.expression(),
        })
    }

    fn expression(&self) -> std::result::Result<ConstantKind, Unmade> {
        Ok(match self.code {
            code::CE_BINOP => {
                let flags = self.operands.get(3).copied().unwrap_or(0);
                let op = self.coded(0, "a binary operator", BinaryOp::from_code)?;
                let byte = u8::try_from(flags)
                    .map_err(|_| self.error(BitcodeErrorKind::TooLarge { what: "flags", found: flags }))?;
                let takes = Takes::binary(op, self.reader.module.types.is_float(self.ty));
                ConstantKind::Binary {
                    op,
                    operands: [self.value(1)?, self.value(2)?],
                    flags: Flags::from_byte(takes, byte),
                }
            }
            code::CE_CAST => ConstantKind::Cast(self.coded(0, "a cast", CastOp::from_code)?, self.typed(1)?),
            code::CE_GEP | code::CE_INBOUNDS_GEP => {
                let (source, first) = match self.operands {
                    [source, ..] if self.operands.len() % 2 == 1 => {
                        (Some(self.reader.type_of_number(*source)?), 1)
                    }
                    _ => (None, 0),
                };
                let pairs = (first..self.operands.len()).step_by(2);
                let operands = pairs.map(|pair| self.typed(pair)).collect::<Result<Box<[_]>>>()?;
                let source = match source {
                    Some(source) => source,
                    None => self.pointee_of(operands.first().copied())?,
                };
                let is_in_bounds = self.code == code::CE_INBOUNDS_GEP;
                ConstantKind::ElementPointer {
                    flags: if is_in_bounds { Flags::INBOUNDS } else { Flags::NONE },
                    in_range: None,
                    source,
                    operands,
                }
            }
            code::CE_SELECT => ConstantKind::Select([self.value(0)?, self.value(1)?, self.value(2)?]),
            // The index has had a type before it since LLVM 3.4.
            code::CE_EXTRACTELT => ConstantKind::ExtractElement([self.typed(0)?, self.index()?]),
            code::CE_INSERTELT => {
                ConstantKind::InsertElement([self.value(0)?, self.value(1)?, self.index()?])
            }
            code::CE_SHUFFLEVEC => {
                ConstantKind::ShuffleVector([self.value(0)?, self.value(1)?, self.value(2)?])
            }
            code::CE_SHUFVEC_EX => {
                ConstantKind::ShuffleVector([self.typed(0)?, self.value(2)?, self.value(3)?])
            }
            code::CE_CMP => {
                let predicate = self.coded(3, "a predicate", Predicate::from_code)?;
                ConstantKind::Compare(predicate, [self.typed(0)?, self.value(2)?])
            }
            code => return Err(self.error(BitcodeErrorKind::UnknownRecord { code, block: BLOCK }).into()),
        })
    }

    fn number(&self, index: usize) -> Result<u64> {
        let kind = BitcodeErrorKind::Short { what: "a constant", operands: self.operands.len() };
        self.operands.get(index).copied().ok_or(kind).map_err(|kind| self.error(kind))
    }

    /// Operand `index` as a value.
    fn value(&self, index: usize) -> Result<Value> {
        self.value_of(self.number(index)?)
    }

    /// Operand `index + 1` as a value of the type that operand `index` is.
    fn typed(&self, index: usize) -> Result<Value> {
        let ty = self.reader.type_of_number(self.number(index)?)?;
        let number = self.number(index + 1)?;
        let value = self.value_of(number)?;
        match self.reader.module.type_of(None, value) {
            Some(known) if known != ty => Err(self.error(BitcodeErrorKind::OtherType { number })),
            _ => Ok(value),
        }
    }

    /// The last operand, the index of an element, which may have its type before it.
    fn index(&self) -> Result<Value> {
        if self.operands.len() > 3 { self.typed(2) } else { self.value(2) }
    }

    /// Whether the record says no more than what is read of it.
    fn has_no_more(&self) -> Result<()> {
        let most = match self.code {
            code::NULL | code::UNDEF => 0,
            code::INTEGER => 1,
            code::CE_CAST | code::CE_SELECT | code::CE_SHUFFLEVEC | code::BLOCKADDRESS => 3,
            code::CE_BINOP
            | code::CE_EXTRACTELT
            | code::CE_INSERTELT
            | code::CE_SHUFVEC_EX
            | code::CE_CMP => 4,
            _ => return Ok(()),
        };
        match self.operands.len().checked_sub(most) {
            None | Some(0) => Ok(()),
            Some(operands) => Err(self.error(BitcodeErrorKind::Long { operands })),
        }
    }

    fn values(&self, numbers: impl Iterator<Item = u64>) -> Result<Box<[Value]>> {
        numbers.map(|number| self.value_of(number)).collect()
    }

    /// The constant or global with this number.
    fn value_of(&self, number: u64) -> Result<Value> {
        let no_such_value = || self.error(BitcodeErrorKind::NoSuchValue { number });
        let Some(index) = self.block.index(number) else {
            let known = usize::try_from(number).ok().and_then(|number| self.reader.values.get(number));
            let (value, _) = known.ok_or_else(no_such_value)?;
            return match value.kind() {
                ValueKind::Constant(_) | ValueKind::Global(_) => Ok(*value),
                _ => Err(self.error(BitcodeErrorKind::NotConstant { number })),
            };
        };
        match self.block.made.get(index).map(|made| made.expand()) {
            Some(Some(made)) => return Ok(made.into()),
            None if self.block.is_whole => return Err(no_such_value()),
            _ => self.missing.borrow_mut().push(index),
        }
        Ok(Value::new(ValueKind::Forward(0)))
    }

    fn coded<T>(&self, index: usize, what: &'static str, of: impl Fn(u64) -> Option<T>) -> Result<T> {
        let found = self.number(index)?;
        of(found).ok_or_else(|| self.error(BitcodeErrorKind::Unknown { what, found }))
    }

    fn bytes(&self, operands: &[u64]) -> Result<BString> {
        let bytes: std::result::Result<Vec<u8>, _> =
            operands.iter().map(|byte| u8::try_from(*byte)).collect();
        bytes.map(BString::from).map_err(|_| self.error(BitcodeErrorKind::NotText { what: "a constant" }))
    }

    fn is_bytes(&self) -> bool {
        let types = &self.reader.module.types;
        match types.get(self.ty) {
            Some(Type::Array(element, _)) => types.get(*element) == Some(&Type::Integer(8)),
            _ => false,
        }
    }

    fn pointee_of(&self, pointer: Option<Value>) -> std::result::Result<TypeId, Unmade> {
        if !self.missing.borrow().is_empty() {
            return Err(Unmade::Later);
        }
        let module = &self.reader.module;
        let ty = pointer.and_then(|pointer| module.type_of(None, pointer));
        let pointee = ty.and_then(|ty| module.types.pointee(module.types.scalar(ty)));
        let error = || self.error(BitcodeErrorKind::NotPointer { what: "the base of a getelementptr" });
        pointee.ok_or_else(|| error().into())
    }

    fn inline_assembly(&self) -> Result<ConstantKind> {
        let short =
            || self.error(BitcodeErrorKind::Short { what: "assembly", operands: self.operands.len() });
        let [flags, len, rest @ ..] = self.operands else { return Err(short()) };
        let len = usize::try_from(*len).unwrap_or(usize::MAX);
        let (assembly, rest) = rest.split_at_checked(len).ok_or_else(short)?;
        let [len, rest @ ..] = rest else { return Err(short()) };
        let len = usize::try_from(*len).unwrap_or(usize::MAX);
        Ok(ConstantKind::InlineAssembly {
            flags: u8::try_from(*flags).map_err(|_| short())?,
            assembly: self.bytes(assembly)?,
            constraints: match rest.len().checked_sub(len) {
                None => return Err(short()),
                Some(0) => self.bytes(rest)?,
                Some(operands) => return Err(self.error(BitcodeErrorKind::Long { operands })),
            },
        })
    }

    #[cold]
    fn error(&self, kind: BitcodeErrorKind) -> IrError {
        let Some(place) = self.place else { return self.reader.error(kind) };
        let error = IrError::new(kind.into(), place);
        match record_name(block::CONSTANTS, self.code) {
            Some(name) => error.within(Frame::Node(name)),
            None => error,
        }
    }
}

impl Block {
    /// Which of the block's own constants a number is.
    fn index(&self, number: u64) -> Option<usize> {
        usize::try_from(number).ok()?.checked_sub(self.first)
    }
}

/// A number with its sign in the lowest bit.
pub(super) fn signed(number: u64) -> i64 {
    let magnitude = (number >> 1).cast_signed();
    match number & 1 {
        0 => magnitude,
        // There is no negative zero: the smallest number of all is meant.
        _ if number == 1 => i64::MIN,
        _ => -magnitude,
    }
}

/// The same the other way.
pub(super) fn unsigned(number: i64) -> u64 {
    match number {
        0.. => number.cast_unsigned() << 1,
        _ => number.unsigned_abs().wrapping_shl(1) | 1,
    }
}

impl ModuleWriter<'_> {
    /// Writes the module's own constants.
    pub(super) fn write_module_constants(&mut self) -> Result<()> {
        let constants = self.numbering.module_constants();
        let last = self.numbering.module_values();
        self.write_constants(&constants, Some(last))
    }

    /// Writes a block of constants. Those of a module, which has so many values, have abbreviations of their own.
    pub(super) fn write_constants(
        &mut self,
        constants: &[ConstantId],
        of_module: Option<usize>,
    ) -> Result<()> {
        if constants.is_empty() {
            return Ok(());
        }
        self.stream.enter_block(block::CONSTANTS, 4)?;
        let abbreviations = match of_module {
            Some(values) => Some(Abbreviations::of_module(&mut self.stream, values)?),
            None => None,
        };
        let module = self.module;
        let mut last = None;
        for id in constants {
            let Some(constant) = module.constants.get(*id) else {
                return Err(self.error(BitcodeErrorKind::Dangling { what: "constant" }));
            };
            if last != Some(constant.ty) {
                last = Some(constant.ty);
                self.operands.clear();
                self.push_type(constant.ty)?;
                self.emit(code::SETTYPE, Some(abbreviations::CONSTANTS_SETTYPE))?;
            }
            self.operands.clear();
            let (code, abbreviation) = self.push_constant(constant, abbreviations.as_ref())?;
            self.emit(code, abbreviation)?;
        }
        self.stream.exit_block()?;
        Ok(())
    }

    fn push_constant(
        &mut self,
        constant: &Constant,
        abbreviations: Option<&Abbreviations>,
    ) -> Result<(u32, Option<u32>)> {
        Ok(match &constant.kind {
            ConstantKind::Null => (code::NULL, None),
            ConstantKind::Undef => (code::UNDEF, None),
            ConstantKind::Poison => {
                return Err(self.error(BitcodeErrorKind::Modern { what: "`poison`" }));
            }
            ConstantKind::Integer(number) => {
                self.operands.push(unsigned(*number));
                (code::INTEGER, Some(abbreviations::CONSTANTS_INTEGER))
            }
            ConstantKind::Wide(words) if self.module.types.is_integer(constant.ty) => {
                self.operands.extend(words.iter().map(|word| unsigned(word.cast_signed())));
                (code::WIDE_INTEGER, None)
            }
            ConstantKind::Wide(words) => {
                self.operands.extend(words);
                (code::FLOAT, None)
            }
            ConstantKind::Float(bits) => {
                self.operands.push(*bits);
                (code::FLOAT, None)
            }
            ConstantKind::Aggregate(values) => {
                self.push_values(values)?;
                (code::AGGREGATE, abbreviations.map(|known| known.aggregate))
            }
            ConstantKind::Bytes(bytes) => self.push_bytes(bytes, abbreviations),
            ConstantKind::Data(words) => {
                self.operands.extend(words);
                (code::DATA, None)
            }
            ConstantKind::Binary { op, flags, operands } => {
                self.operands.push(op.code());
                self.push_values(operands)?;
                let takes = Takes::binary(*op, self.module.types.is_float(constant.ty));
                let byte = self.flag_byte(*flags, takes)?;
                self.operands.extend((byte != 0).then_some(u64::from(byte)));
                (code::CE_BINOP, None)
            }
            ConstantKind::Cast(op, operand) => {
                self.operands.push(op.code());
                self.push_typed(*operand)?;
                (code::CE_CAST, Some(abbreviations::CONSTANTS_CE_CAST))
            }
            ConstantKind::ElementPointer { flags, in_range, source, operands } => {
                let is_in_bounds = self.is_in_bounds(*flags)?;
                if in_range.is_some() {
                    return Err(self.error(BitcodeErrorKind::Modern { what: "`inrange`" }));
                }
                self.push_type(*source)?;
                operands.iter().try_for_each(|operand| self.push_typed(*operand))?;
                (if is_in_bounds { code::CE_INBOUNDS_GEP } else { code::CE_GEP }, None)
            }
            ConstantKind::Select(operands) => {
                self.push_values(operands)?;
                (code::CE_SELECT, None)
            }
            ConstantKind::ExtractElement([vector, index]) => {
                self.push_typed(*vector)?;
                self.push_typed(*index)?;
                (code::CE_EXTRACTELT, None)
            }
            ConstantKind::InsertElement([vector, element, index]) => {
                self.push_values(&[*vector, *element])?;
                self.push_typed(*index)?;
                (code::CE_INSERTELT, None)
            }
            ConstantKind::ShuffleVector(operands) => {
                let [first, ..] = operands;
                let ty = self.module.type_of(None, *first);
                let widens = ty != Some(constant.ty);
                if widens && let Some(ty) = ty {
                    self.push_type(ty)?;
                }
                self.push_values(operands)?;
                (if widens { code::CE_SHUFVEC_EX } else { code::CE_SHUFFLEVEC }, None)
            }
            ConstantKind::Compare(predicate, operands) => {
                let [first, second] = operands;
                self.push_typed(*first)?;
                self.push_values(&[*second])?;
                self.operands.push(predicate.code());
                (code::CE_CMP, None)
            }
            ConstantKind::BlockAddress(function, block) => {
                self.push_typed(*function)?;
                let place = self.block_place(*function, *block)?;
                self.operands.push(place);
                (code::BLOCKADDRESS, None)
            }
            ConstantKind::InlineAssembly { flags, assembly, constraints } => {
                self.operands.push(u64::from(*flags));
                for text in [assembly, constraints] {
                    self.operands.push(u64::try_from(text.len()).unwrap_or(u64::MAX));
                    self.operands.extend(text.iter().map(|byte| u64::from(*byte)));
                }
                (code::INLINEASM, None)
            }
        })
    }

    /// Bytes, without the zero at their end if they are text that ends with one.
    fn push_bytes(&mut self, bytes: &BString, abbreviations: Option<&Abbreviations>) -> (u32, Option<u32>) {
        // Of nothing but the zero, LLVM would see no operand at all.
        let text = bytes.strip_suffix(&[0]).filter(|text| !text.is_empty() && !text.contains(&0));
        self.operands.extend(text.unwrap_or(bytes).iter().map(|byte| u64::from(*byte)));
        match text {
            None => (code::STRING, abbreviations.map(|known| known.string)),
            Some(text) if text.iter().all(|byte| abbreviations::is_char6(*byte)) => {
                (code::CSTRING, abbreviations.map(|known| known.char6_string))
            }
            Some(text) if text.is_ascii() => (code::CSTRING, abbreviations.map(|known| known.ascii_string)),
            Some(_) => (code::CSTRING, None),
        }
    }

    fn push_values(&mut self, values: &[Value]) -> Result<()> {
        for value in values {
            let number = self.value_number(*value)?;
            self.operands.push(number);
        }
        Ok(())
    }

    /// The type and the number of a constant.
    fn push_typed(&mut self, value: Value) -> Result<()> {
        let Some(ty) = self.module.type_of(None, value) else {
            return Err(self.error(BitcodeErrorKind::Dangling { what: "constant" }));
        };
        self.push_type(ty)?;
        self.push_values(&[value])
    }
}
