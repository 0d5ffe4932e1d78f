//! The type table of modern bitcode: opaque pointers and target types.

use bstr::BString;

use super::super::reading::ModuleReader;
use super::super::{BitcodeErrorKind, Result};
use crate::generated::bitcode::types as code;
use crate::types::{NamedStruct, TargetType};
use crate::{Type, TypeId};

/// Name of the block in errors.
const BLOCK: &str = "TYPE_NEW";

impl ModuleReader<'_> {
    /// Reads the block that was just entered.
    pub(super) fn read_modern_types(&mut self) -> Result<()> {
        let (mut name, mut expected) = (None, None);
        while self.next_record(BLOCK)? {
            match self.record.code {
                code::NUMENTRY => expected = Some(self.number::<u64>(0, "the number of types")?),
                code::STRUCT_NAME if name.is_some() => return Err(self.nameless()),
                code::STRUCT_NAME => name = Some(BString::from(self.text(0, "the name of a type")?)),
                _ => self.read_modern_type(&mut name)?,
            }
        }
        if name.is_some() {
            return Err(self.nameless());
        }
        self.check_types(expected)
    }

    fn read_modern_type(&mut self, name: &mut Option<BString>) -> Result<()> {
        let (ty, known) = match self.record.code {
            code::VOID => (Type::Void, 0),
            code::HALF => (Type::Half, 0),
            code::BFLOAT => (Type::BFloat, 0),
            code::FLOAT => (Type::Float, 0),
            code::DOUBLE => (Type::Double, 0),
            code::LABEL => (Type::Label, 0),
            code::METADATA => (Type::Metadata, 0),
            code::TOKEN => (Type::Token, 0),
            code::X86_MMX => (Type::Mmx, 0),
            other @ (code::X86_FP80 | code::FP128 | code::PPC_FP128) => (Type::OtherFloat(other), 0),
            code::INTEGER => (Type::Integer(self.number(0, "an integer's width")?), 1),
            code::OPAQUE_POINTER => {
                (Type::Pointer(None.into(), self.number_or(0, 0, "an address space")?), 1)
            }
            code::FUNCTION => {
                let is_variadic = self.number::<u64>(0, "the variadic flag of a function type")? != 0;
                let (result, parameters) = (self.type_at_or_later(1)?, self.types_from(2)?);
                (Type::Function { result, parameters, is_variadic }, usize::MAX)
            }
            code::STRUCT_ANON => {
                let is_packed = self.number::<u64>(0, "the packed flag of a structure")? != 0;
                (Type::Literal { members: self.types_from(1)?, is_packed }, usize::MAX)
            }
            code::ARRAY => (Type::Array(self.type_at_or_later(1)?, self.number(0, "an array's length")?), 2),
            code::VECTOR => {
                if self.number_or::<u64>(2, 0, "the scalable flag of a vector")? != 0 {
                    return Err(self.error(BitcodeErrorKind::Unsupported { what: "a scalable vector" }));
                }
                (Type::Vector(self.type_at_or_later(1)?, self.number(0, "a vector's length")?), 2)
            }
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
            code::TARGET_TYPE => (self.target_type(name.take())?, usize::MAX),
            code::POINTER => {
                let what = "a typed pointer (LLVM 14 and older)";
                return Err(self.error(BitcodeErrorKind::Unsupported { what }));
            }
            code::X86_AMX => return Err(self.error(BitcodeErrorKind::Unsupported { what: "`x86_amx`" })),
            code::BYTE => return Err(self.error(BitcodeErrorKind::Unsupported { what: "a byte type" })),
            _ => return Err(self.unknown_modern_record(BLOCK)),
        };
        self.no_more_than(known)?;
        self.add_type(ty)
    }

    /// `target("name", types, integers)`.
    fn target_type(&mut self, name: Option<BString>) -> Result<Type> {
        let Some(name) = name else {
            return Err(self.error(BitcodeErrorKind::Missing { what: "the name of a target type" }));
        };
        let count: usize = self.number(0, "the number of type parameters")?;
        let end = count.saturating_add(1).min(self.record.operands.len());
        let types: Box<[TypeId]> =
            (1..end).map(|index| self.type_at_or_later(index)).collect::<Result<_>>()?;
        if types.len() != count {
            let operands = self.record.operands.len();
            return Err(self.error(BitcodeErrorKind::Short { what: "a type parameter", operands }));
        }
        let numbers = (end..self.record.operands.len())
            .map(|index| self.number(index, "an integer parameter of a target type"))
            .collect::<Result<_>>()?;
        Ok(Type::Target(Box::new(TargetType { name, types, numbers })))
    }
}
