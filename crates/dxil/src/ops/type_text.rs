//! Types in the spelling of LLVM assembly, for error messages. The types of operations are all of assembly that this
//! crate prints.

use std::fmt;

use bstr::BStr;
use dxil_ir::{Type, TypeId, Types};

use super::overload::OverloadKind;
use crate::limits::{OPERATION_NAME, TYPE_TEXT_DEPTH};

/// A type as assembly spells it, as far as types of operations go.
pub(crate) struct TypeText<'t>(pub(crate) &'t Types, pub(crate) TypeId);

impl fmt::Display for TypeText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(types, id) = self;
        write_type(f, types, *id, TYPE_TEXT_DEPTH)
    }
}

fn write_type(f: &mut fmt::Formatter<'_>, types: &Types, id: TypeId, depth: usize) -> fmt::Result {
    let Some(deeper) = depth.checked_sub(1) else { return f.write_str("…") };
    let Some(ty) = types.get(id) else { return f.write_str("nothing") };
    if let Some(kind) = OverloadKind::of(ty) {
        return f.write_str(kind.type_name());
    }
    match ty {
        Type::Void => f.write_str("void"),
        Type::Integer(bits) => write!(f, "i{bits}"),
        Type::Metadata => f.write_str("metadata"),
        Type::Label => f.write_str("label"),
        Type::BFloat | Type::Token => f.write_str(ty.word().name),
        Type::Target(target) => write!(f, "target(\"{}\", …)", target.name),
        Type::Pointer(pointee, space) => {
            match pointee.expand() {
                Some(pointee) => write_type(f, types, pointee, deeper)?,
                None => f.write_str("ptr")?,
            }
            match space {
                0 => {}
                space => write!(f, " addrspace({space})")?,
            }
            f.write_str(if pointee.is_some() { "*" } else { "" })
        }
        Type::Vector(element, length) | Type::Array(element, length) => {
            let [open, close] = if matches!(ty, Type::Vector(..)) { ["<", ">"] } else { ["[", "]"] };
            write!(f, "{open}{length} x ")?;
            write_type(f, types, *element, deeper)?;
            f.write_str(close)
        }
        Type::Function { .. } => f.write_str("a function"),
        Type::Literal { .. } | Type::Named(_) => match types.named(id) {
            Some(named) if !named.name.is_empty() => {
                let shown = named.name.get(..OPERATION_NAME).unwrap_or(&named.name);
                write!(f, "%{}", BStr::new(shown))
            }
            _ => f.write_str("an unnamed struct type"),
        },
        Type::Half | Type::Float | Type::Double | Type::OtherFloat(_) | Type::Mmx => {
            f.write_str("a floating-point type that DXIL does not have")
        }
    }
}
