//! The type table: a record a type, which later ones refer to by number.

use crate::arena::PackedOption;
use bstr::BString;

use super::abbreviations::Abbreviations;
use super::reading::ModuleReader;
use super::writing::ModuleWriter;
use super::{BitcodeErrorKind, Result};
use crate::error::IrError;
use crate::generated::bitcode::{block, types as code};
use crate::limits;
use crate::types::NamedStruct;
use crate::{Type, TypeId};

/// Name of the block in errors.
const BLOCK: &str = "TYPE_NEW";

impl ModuleReader<'_> {
    /// Reads the block that was just entered.
    pub(super) fn read_types(&mut self) -> Result<()> {
        let (mut name, mut expected) = (None, None);
        while self.next_record(BLOCK)? {
            match self.record.code {
                // To make room for them is not safe: a hostile file says what it likes.
                code::NUMENTRY => {
                    self.at_most(1)?;
                    expected = Some(self.number::<u64>(0, "the number of types")?);
                }
                code::STRUCT_NAME if name.is_some() => return Err(self.nameless()),
                code::STRUCT_NAME => name = Some(BString::from(self.text(0, "a structure's name")?)),
                _ => self.read_type(&mut name)?,
            }
        }
        if name.is_some() {
            return Err(self.nameless());
        }
        self.check_types(expected)
    }

    /// Checks that the table has as many types as the block states, and no reference to a missing one.
    pub(super) fn check_types(&self, expected: Option<u64>) -> Result<()> {
        let found = self.type_numbers.len() as u64;
        if let Some(expected) = expected.filter(|expected| *expected != found) {
            return Err(self.error(BitcodeErrorKind::Types { expected, found }));
        }
        if let Some(number) = self.forward_types.keys().min().copied() {
            return Err(self.error(BitcodeErrorKind::NoSuchType { number: u64::from(number) }));
        }
        Ok(())
    }

    fn read_type(&mut self, name: &mut Option<BString>) -> Result<()> {
        self.has_no_more()?;
        let ty = match self.record.code {
            code::VOID => Type::Void,
            code::HALF => Type::Half,
            code::FLOAT => Type::Float,
            code::DOUBLE => Type::Double,
            code::LABEL => Type::Label,
            code::METADATA => Type::Metadata,
            code::X86_MMX => Type::Mmx,
            other @ (code::X86_FP80 | code::FP128 | code::PPC_FP128) => Type::OtherFloat(other),
            code::INTEGER => Type::Integer(self.number(0, "an integer's width")?),
            code::POINTER => {
                let pointee = self.type_at_or_later(0)?;
                Type::Pointer(pointee.into(), self.number_or(1, 0, "an address space")?)
            }
            code::FUNCTION => Type::Function {
                is_variadic: self.number::<u64>(0, "the variadic flag of a function type")? != 0,
                result: self.type_at_or_later(1)?,
                parameters: self.types_from(2)?,
            },
            code::STRUCT_ANON => {
                let is_packed = self.number::<u64>(0, "the packed flag of a structure")? != 0;
                Type::Literal { members: self.types_from(1)?, is_packed }
            }
            code::ARRAY => Type::Array(self.type_at_or_later(1)?, self.number(0, "an array's length")?),
            code::VECTOR => Type::Vector(self.type_at_or_later(1)?, self.number(0, "a vector's length")?),
            code::STRUCT_NAMED => {
                let is_packed = self.number::<u64>(0, "the packed flag of a structure")? != 0;
                let members = Some(self.types_from(1)?);
                let name = name.take().unwrap_or_default();
                return self.define_named(NamedStruct { name, members, is_packed });
            }
            code::OPAQUE => {
                let name = name.take().unwrap_or_default();
                return self.define_named(NamedStruct { name, members: None, is_packed: false });
            }
            _ => return Err(self.unknown_record(BLOCK)),
        };
        self.add_type(ty)
    }

    /// Adds a type, with the next number.
    pub(super) fn add_type(&mut self, ty: Type) -> Result<()> {
        let number = self.next_type_number()?;
        if self.forward_types.contains_key(&number) {
            return Err(self.error(BitcodeErrorKind::ForwardType { number }));
        }
        let id = self.module.types.intern(ty);
        self.type_numbers.push(id);
        Ok(())
    }

    /// The error of a name that no structure has.
    #[cold]
    pub(super) fn nameless(&self) -> IrError {
        self.error(BitcodeErrorKind::Missing { what: "a structure after its name" })
    }

    /// Whether the record of a type says no more than what is read of it.
    fn has_no_more(&self) -> Result<()> {
        match self.record.code {
            code::INTEGER | code::OPAQUE => self.at_most(1),
            code::POINTER | code::ARRAY | code::VECTOR => self.at_most(2),
            code::FUNCTION | code::STRUCT_ANON | code::STRUCT_NAMED => Ok(()),
            _ => self.at_most(0),
        }
    }

    fn next_type_number(&self) -> Result<u32> {
        let number = u32::try_from(self.type_numbers.len());
        number.map_err(|_| self.error(BitcodeErrorKind::TooMany { what: "types" }))
    }

    /// A structure that is itself, which earlier types may have referred to.
    pub(super) fn define_named(&mut self, structure: NamedStruct) -> Result<()> {
        let number = self.next_type_number()?;
        let id = match self.forward_types.remove(&number) {
            None => self.module.types.add_named(structure),
            Some(id) => {
                if let Some(placeholder) = self.module.types.named_mut(id) {
                    *placeholder = structure;
                }
                id
            }
        };
        self.type_numbers.push(id);
        Ok(())
    }

    /// The type whose number is operand `index`, which may be that of a structure yet to come.
    pub(super) fn type_at_or_later(&mut self, index: usize) -> Result<TypeId> {
        let number: u32 = self.number(index, "a type")?;
        let known = usize::try_from(number).ok().and_then(|number| self.type_numbers.get(number));
        if let Some(id) = known.or(self.forward_types.get(&number)) {
            return Ok(*id);
        }
        if self.forward_types.len() >= limits::FORWARD_TYPES {
            return Err(self.error(BitcodeErrorKind::TooMany { what: "forward-declared structures" }));
        }
        let unknown = NamedStruct { name: BString::default(), members: None, is_packed: false };
        let id = self.module.types.add_named(unknown);
        self.forward_types.insert(number, id);
        Ok(id)
    }

    pub(super) fn types_from(&mut self, first: usize) -> Result<Box<[TypeId]>> {
        (first..self.record.operands.len()).map(|index| self.type_at_or_later(index)).collect()
    }
}

impl ModuleWriter<'_> {
    /// Writes the block.
    pub(super) fn write_types(&mut self) -> Result<()> {
        self.stream.enter_block(block::TYPE_NEW, 4)?;
        let abbreviations = Abbreviations::of_types(&mut self.stream, self.numbering.type_bits())?;
        let types = self.numbering.types();
        self.operands.clear();
        self.operands.push(types.len() as u64);
        self.emit(code::NUMENTRY, None)?;
        for id in types {
            self.write_type(id, &abbreviations)?;
        }
        self.stream.exit_block()?;
        Ok(())
    }

    fn write_type(&mut self, id: TypeId, abbreviations: &Abbreviations) -> Result<()> {
        let module = self.module;
        let Some(ty) = module.types.get(id) else {
            return Err(self.error(BitcodeErrorKind::Dangling { what: "type" }));
        };
        self.operands.clear();
        let (code, abbreviation) = match ty {
            Type::Void => (code::VOID, None),
            Type::Half => (code::HALF, None),
            Type::Float => (code::FLOAT, None),
            Type::Double => (code::DOUBLE, None),
            Type::Label => (code::LABEL, None),
            Type::Metadata => (code::METADATA, None),
            Type::Mmx => (code::X86_MMX, None),
            Type::OtherFloat(code) => (*code, None),
            Type::Integer(width) => {
                self.operands.push(u64::from(*width));
                (code::INTEGER, None)
            }
            Type::Pointer(pointee, space) => {
                self.push_pointee(*pointee)?;
                self.operands.push(u64::from(*space));
                (code::POINTER, (*space == 0).then_some(abbreviations.pointer))
            }
            Type::Function { result, parameters, is_variadic } => {
                self.operands.push(u64::from(*is_variadic));
                self.push_type(*result)?;
                parameters.iter().try_for_each(|parameter| self.push_type(*parameter))?;
                (code::FUNCTION, Some(abbreviations.function))
            }
            Type::Literal { members, is_packed } => {
                self.operands.push(u64::from(*is_packed));
                members.iter().try_for_each(|member| self.push_type(*member))?;
                (code::STRUCT_ANON, Some(abbreviations.literal))
            }
            Type::Named(_) => return self.write_named(id, abbreviations),
            Type::Array(element, length) => {
                self.operands.push(*length);
                self.push_type(*element)?;
                (code::ARRAY, Some(abbreviations.array))
            }
            Type::Vector(element, length) => {
                self.operands.push(*length);
                self.push_type(*element)?;
                (code::VECTOR, None)
            }
            Type::BFloat | Type::Token | Type::Target(_) => {
                return Err(self.error(BitcodeErrorKind::Modern { what: ty.word().name }));
            }
        };
        self.emit(code, abbreviation)
    }

    fn push_pointee(&mut self, pointee: PackedOption<TypeId>) -> Result<()> {
        match pointee.expand() {
            Some(pointee) => self.push_type(pointee),
            None => Err(self.error(BitcodeErrorKind::Modern { what: "an opaque pointer" })),
        }
    }

    fn write_named(&mut self, id: TypeId, abbreviations: &Abbreviations) -> Result<()> {
        let module = self.module;
        let Some(structure) = module.types.named(id) else {
            return Err(self.error(BitcodeErrorKind::Dangling { what: "structure" }));
        };
        if !structure.name.is_empty() {
            self.emit_text(code::STRUCT_NAME, &structure.name, Some(abbreviations.name))?;
        }
        self.operands.clear();
        self.operands.push(u64::from(structure.is_packed));
        let Some(members) = &structure.members else { return self.emit(code::OPAQUE, None) };
        members.iter().try_for_each(|member| self.push_type(*member))?;
        self.emit(code::STRUCT_NAMED, Some(abbreviations.named))
    }
}
