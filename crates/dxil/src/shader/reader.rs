//! Takes metadata apart: lists, strings, numbers, with limits on what nodes may share. Separate because every concept
//! is read with it.

use az::SaturatingAs as _;
use bstr::BString;
use located::{Frame, Place};

use super::ShaderErrorKind;
use crate::{DxilError, Result, limits};
use dxil_ir::constants::{Constant, ConstantKind};
use dxil_ir::globals::GlobalKind;
use dxil_ir::metadata::{Metadata, node_of};
use dxil_ir::{GlobalId, MetadataId, Module, Type, TypeId, Value, ValueKind};

/// What a list holds at one place: metadata or nothing.
pub(crate) type Operand = Option<MetadataId>;

/// Reads the metadata of a module.
pub(crate) struct Reader<'m> {
    pub(crate) module: &'m Module,
    /// Operands and bytes that may still be read, and how many there were.
    operands: (usize, usize),
    bytes: (usize, usize),
    depth: usize,
}

/// The operands of a list, one after the other.
pub(crate) struct Operands<'m> {
    numbers: &'m [u64],
    len: usize,
}

impl Operands<'_> {
    /// How many the list has, with those that were taken.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// How many are left.
    pub(crate) fn left(&self) -> usize {
        self.numbers.len()
    }

    /// The next one; the outer `None` is the end.
    pub(crate) fn next(&mut self) -> Option<Operand> {
        let (first, rest) = self.numbers.split_first()?;
        self.numbers = rest;
        Some(node_of(*first))
    }

    /// The next one, which is `what`.
    pub(crate) fn need(&mut self, what: &'static str) -> Result<Operand> {
        let operands = self.len;
        self.next().ok_or_else(|| error(ShaderErrorKind::Short { what, operands }))
    }

    /// The next one, without taking it.
    pub(crate) fn peek(&self) -> Operand {
        self.numbers.first().and_then(|number| node_of(*number))
    }

    /// All that are left.
    pub(crate) fn rest(&mut self) -> Vec<Operand> {
        std::mem::take(&mut self.numbers).iter().map(|number| node_of(*number)).collect()
    }
}

/// An error without a place of its own: a module does not know where its nodes lay.
pub(crate) fn error(kind: ShaderErrorKind) -> DxilError {
    DxilError::new(kind.into(), Place::default())
}

impl<'m> Reader<'m> {
    pub(crate) fn new(module: &'m Module) -> Self {
        let (numbers, mut bytes) = module.metadata.sizes();
        for (_, constant) in module.constants.iter() {
            bytes = bytes.saturating_add(data_size(&constant.kind));
        }
        let operands =
            limits::METADATA_READS.saturating_mul(numbers).saturating_add(limits::METADATA_OPERANDS_FREE);
        let bytes = limits::METADATA_READS.saturating_mul(bytes).saturating_add(limits::METADATA_BYTES_FREE);
        Self { module, operands: (operands, operands), bytes: (bytes, bytes), depth: 0 }
    }

    /// Reads the operands of a list that is no node of debug information.
    pub(crate) fn list<T>(
        &mut self,
        operand: Operand,
        read: impl FnOnce(&mut Self, &mut Operands<'m>) -> Result<T>,
    ) -> Result<T> {
        let Some(Metadata::Tuple { operands, .. }) = self.get(operand) else {
            return Err(self.unexpected(operand, "a list"));
        };
        let limit = limits::METADATA_DEPTH;
        if self.depth >= limit {
            return Err(error(ShaderErrorKind::Depth { limit }));
        }
        let numbers = self.module.metadata.numbers(operands);
        take(&mut self.operands, numbers.len().saturating_add(1), "operands")?;
        self.depth += 1;
        let result = read(self, &mut Operands { numbers, len: numbers.len() });
        self.depth -= 1;
        result
    }

    /// A string.
    pub(crate) fn string(&mut self, operand: Operand) -> Result<BString> {
        match self.get(operand) {
            Some(Metadata::String(span)) => {
                let text = self.module.metadata.string(span);
                self.take_bytes(text.len())?;
                Ok(text.to_owned())
            }
            _ => Err(self.unexpected(operand, "a string")),
        }
    }

    /// An integer of up to 64 bits, without a sign. Its type may be another one than writers use: DXC, too, takes the
    /// low bits of whatever integer there is.
    pub(crate) fn integer(&self, operand: Operand, expected: &'static str) -> Result<u64> {
        if let Some(constant) = self.constant(operand)
            && let Some(Type::Integer(bits @ 1..=64)) = self.module.types.get(constant.ty)
        {
            let unused = u64::BITS.saturating_sub(*bits);
            match constant.kind {
                ConstantKind::Integer(number) => return Ok(number.cast_unsigned() << unused >> unused),
                ConstantKind::Null => return Ok(0),
                _ => {}
            }
        }
        Err(self.unexpected(operand, expected))
    }

    /// A 32-bit float, as its bits.
    pub(crate) fn float(&self, operand: Operand) -> Result<u32> {
        let constant = self
            .constant(operand)
            .filter(|constant| self.module.types.get(constant.ty) == Some(&Type::Float));
        let bits = match constant.map(|constant| &constant.kind) {
            Some(ConstantKind::Float(bits)) => u32::try_from(*bits).ok(),
            Some(ConstantKind::Null) => Some(0),
            _ => None,
        };
        bits.ok_or_else(|| self.unexpected(operand, "a float"))
    }

    /// A constant or a global.
    pub(crate) fn value(&self, operand: Operand) -> Result<Value> {
        match self.get(operand) {
            Some(Metadata::Value(_, value)) => Ok(value),
            _ => Err(self.unexpected(operand, "a value")),
        }
    }

    /// A function.
    pub(crate) fn function(&self, operand: Operand) -> Result<GlobalId> {
        if let Some(Metadata::Value(_, value)) = self.get(operand)
            && let ValueKind::Global(id) = value.kind()
            && let Some(GlobalKind::Function(_)) = self.module.globals.get(id).map(|global| &global.kind)
        {
            return Ok(id);
        }
        Err(self.unexpected(operand, "a function"))
    }

    /// The type that an undefined value stands for.
    pub(crate) fn undef(&self, operand: Operand) -> Result<TypeId> {
        match self.constant(operand) {
            Some(Constant { ty, kind: ConstantKind::Undef }) => Ok(*ty),
            _ => Err(self.unexpected(operand, "an undef constant")),
        }
    }

    /// An array of integers of so many bits, each with its sign.
    pub(crate) fn array(&mut self, operand: Operand, bits: u32, expected: &'static str) -> Result<Vec<u64>> {
        let module = self.module;
        if let Some(constant) = self.constant(operand)
            && let Some(Type::Array(element, length)) = module.types.get(constant.ty)
            && module.types.get(*element) == Some(&Type::Integer(bits))
        {
            match &constant.kind {
                ConstantKind::Bytes(bytes) => {
                    self.take_bytes(bytes.len())?;
                    return Ok(bytes.iter().map(|byte| u64::from(*byte)).collect());
                }
                ConstantKind::Data(words) => {
                    self.take_bytes(words.len().saturating_mul(8))?;
                    return Ok(words.to_vec());
                }
                ConstantKind::Null => {
                    let length = (*length).saturating_as::<usize>();
                    self.take_bytes(length.saturating_mul(8))?;
                    return Ok(vec![0; length]);
                }
                _ => {}
            }
        }
        Err(self.unexpected(operand, expected))
    }

    /// An error that says what is there instead.
    #[cold]
    pub(crate) fn unexpected(&self, operand: Operand, expected: &'static str) -> DxilError {
        let found = match self.get(operand) {
            None if operand.is_none() => "null".to_owned(),
            None => "undefined metadata".to_owned(),
            Some(Metadata::String(_)) => "a string".to_owned(),
            Some(Metadata::Tuple { .. }) => "a list".to_owned(),
            Some(metadata @ Metadata::Node { .. }) => {
                metadata.row().map_or_else(|| "a node".to_owned(), |row| format!("!{}", row.name))
            }
            Some(Metadata::Value(ty, value)) => self.describe(ty, value),
        };
        error(ShaderErrorKind::Operand { expected, found })
    }

    fn describe(&self, ty: TypeId, value: Value) -> String {
        let what = match value.kind() {
            ValueKind::Constant(id) => match self.module.constants.get(id).map(|constant| &constant.kind) {
                Some(ConstantKind::Undef) => "undef",
                Some(ConstantKind::Null) => "zero",
                _ => "a constant",
            },
            ValueKind::Global(id) => match self.module.globals.get(id).map(|global| &global.kind) {
                Some(GlobalKind::Function(_)) => return "a function".to_owned(),
                Some(GlobalKind::Variable(_)) => return "a variable".to_owned(),
                _ => return "an alias".to_owned(),
            },
            _ => return "a value in a function body".to_owned(),
        };
        match self.module.types.get(ty) {
            Some(Type::Integer(bits)) => format!("{what} of type i{bits}"),
            Some(Type::Float) => format!("{what} of type float"),
            Some(Type::Pointer(..)) => format!("{what} of a pointer type"),
            Some(Type::Array(..)) => format!("{what} of an array type"),
            Some(Type::Named(_) | Type::Literal { .. }) => format!("{what} of a struct type"),
            _ => format!("{what} of another type"),
        }
    }

    fn get(&self, operand: Operand) -> Option<Metadata> {
        self.module.metadata.get(operand?)
    }

    fn constant(&self, operand: Operand) -> Option<&'m Constant> {
        match self.get(operand)? {
            Metadata::Value(_, value) => match value.kind() {
                ValueKind::Constant(id) => self.module.constants.get(id),
                _ => None,
            },
            _ => None,
        }
    }

    fn take_bytes(&mut self, bytes: usize) -> Result<()> {
        take(&mut self.bytes, bytes, "bytes")
    }
}

fn data_size(kind: &ConstantKind) -> usize {
    match kind {
        ConstantKind::Bytes(bytes) => bytes.len(),
        ConstantKind::Data(words) => words.len().saturating_mul(8),
        _ => 0,
    }
}

fn take((left, limit): &mut (usize, usize), count: usize, what: &'static str) -> Result<()> {
    *left = left.checked_sub(count).ok_or_else(|| error(ShaderErrorKind::Sharing { what, limit: *limit }))?;
    Ok(())
}

/// Adds to an error what it lies within.
pub(crate) trait Within {
    /// By name.
    fn within(self, name: &'static str) -> Self;
    /// By its place in a list.
    fn at(self, index: usize) -> Self;
}

impl<T> Within for Result<T> {
    fn within(self, name: &'static str) -> Self {
        self.map_err(|error| error.within(Frame::Node(name)))
    }

    fn at(self, index: usize) -> Self {
        self.map_err(|error| error.within(Frame::Item(index as u64)))
    }
}
