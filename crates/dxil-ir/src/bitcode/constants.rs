//! Constants: a record each, its type in a record before. They refer to each other by number, also to later ones.

mod writing;

use std::cell::RefCell;
use std::collections::HashMap;

use crate::BlockId;
use crate::arena::PackedOption;
use crate::flags::{Flags, Takes};
use az::SaturatingAs as _;
use bstr::BString;
use located::{Frame, Place};

use super::reading::{ModuleReader, bytes_of};
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
        let mut constants = std::mem::take(&mut self.encoding.constants);
        self.read_constants(&mut constants)?;
        self.encoding.constants = constants;
        Ok(())
    }

    /// Reads the block that was just entered, gives its constants numbers, and adds them to `constants`.
    pub(super) fn read_constants(&mut self, constants: &mut Vec<ConstantId>) -> Result<()> {
        let first = self.values.len();
        let made = std::mem::take(&mut self.made_constants);
        let mut block = Block { first, made, pending: HashMap::new(), is_whole: false };
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
            let code = self.record.code;
            if let Some(kind) = plain(code, &self.record.operands) {
                block.made.push(self.module.constants.intern(Constant { ty, kind }).into());
                continue;
            }
            let operands = std::mem::take(&mut self.record.operands);
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
        constants.reserve(block.made.len());
        self.values.reserve(block.made.len());
        for id in block.made.drain(..).filter_map(PackedOption::expand) {
            let Some(constant) = self.module.constants.get(id) else { continue };
            self.values.push((id.into(), constant.ty));
            constants.push(id);
        }
        self.made_constants = block.made;
        Ok(())
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
            code::WIDE_INTEGER => {
                ConstantKind::Wide(operands.iter().map(|word| signed(*word).cast_unsigned()).collect())
            }
            code::FLOAT if operands.len() > 1 => ConstantKind::Wide(operands.into()),
            // Any of these that is whole is plain.
            code::NULL | code::UNDEF | code::INTEGER | code::FLOAT => return Err(self.short().into()),
            code::AGGREGATE => ConstantKind::Aggregate(self.values(operands)?),
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
        self.operands.get(index).copied().ok_or_else(|| self.short())
    }

    #[cold]
    fn short(&self) -> IrError {
        self.error(BitcodeErrorKind::Short { what: "a constant", operands: self.operands.len() })
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

    fn values(&self, numbers: &[u64]) -> Result<Box<[Value]>> {
        // Its length is that of the numbers, which a collected result would not know.
        let mut values = Vec::with_capacity(numbers.len());
        for number in numbers {
            values.push(self.value_of(*number)?);
        }
        Ok(values.into())
    }

    /// The constant or global with this number.
    fn value_of(&self, number: u64) -> Result<Value> {
        let no_such_value = || self.error(BitcodeErrorKind::NoSuchValue { number });
        let Some(index) = self.block.index(number) else {
            let known = usize::try_from(number).ok().and_then(|number| self.reader.values.get(number));
            let (value, _) = known.ok_or_else(no_such_value)?;
            return match value.kind().is_constant() {
                true => Ok(*value),
                false => Err(self.error(BitcodeErrorKind::NotConstant { number })),
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
        let bytes = bytes_of(operands).map(BString::from);
        bytes.ok_or_else(|| self.error(BitcodeErrorKind::NotText { what: "a constant" }))
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
        let len = (*len).saturating_as::<usize>();
        let (assembly, rest) = rest.split_at_checked(len).ok_or_else(short)?;
        let [len, rest @ ..] = rest else { return Err(short()) };
        let len = (*len).saturating_as::<usize>();
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

/// What a record says that refers to nothing: most do not.
#[inline]
fn plain(code: u32, operands: &[u64]) -> Option<ConstantKind> {
    match (code, operands) {
        (code::NULL, []) => Some(ConstantKind::Null),
        (code::UNDEF, []) => Some(ConstantKind::Undef),
        (code::INTEGER, [number]) => Some(ConstantKind::Integer(signed(*number))),
        (code::FLOAT, [bits]) => Some(ConstantKind::Float(*bits)),
        _ => None,
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
