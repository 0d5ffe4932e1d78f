//! Types as text.

use dxil_ir::{Module, Type, TypeId};

use super::error::{PrintError, Result};
use super::printer::Printer;
use super::slots::Slots;
use super::{names, numbers};

/// What is yet to be printed of a type.
enum Piece {
    Type(TypeId),
    Text(&'static str),
    /// ` addrspace(n)`, if it is not 0.
    Space(u32),
    /// The star behind a pointee.
    Star,
    /// A number behind a comma.
    Number(u32),
}

impl Printer<'_, '_> {
    /// Prints a type.
    #[inline]
    pub(super) fn ty(&mut self, id: TypeId) -> Result {
        match self.types.get(id) {
            Some(text) => {
                self.out.text.push_str(text);
                Ok(())
            }
            None => self.new_type(id),
        }
    }

    #[inline(never)]
    fn new_type(&mut self, id: TypeId) -> Result {
        let start = self.out.mark();
        self.types_in(vec![Piece::Type(id)])?;
        self.types.keep(id, self.out.since(&start));
        Ok(())
    }

    /// Prints what a structure with a name consists of.
    pub(super) fn structure_body(&mut self, id: TypeId) -> Result {
        let module = self.module;
        let Some(structure) = module.types.named(id) else {
            return Err(PrintError::Dangling { what: "type" });
        };
        match &structure.members {
            None => {
                self.out.text.push_str("opaque");
                Ok(())
            }
            Some(members) => {
                let mut pieces = Vec::new();
                members_in(&mut pieces, members, structure.is_packed);
                self.types_in(pieces)
            }
        }
    }

    /// Prints pieces from the last to the first, each of which may be replaced by others.
    fn types_in(&mut self, mut pieces: Vec<Piece>) -> Result {
        while let Some(piece) = pieces.pop() {
            self.out.spill()?;
            match piece {
                Piece::Text(text) => self.out.text.push_str(text),
                Piece::Star => self.out.text.push('*'),
                Piece::Space(0) => {}
                Piece::Space(space) => {
                    self.out.text.push_str(" addrspace(");
                    numbers::unsigned(&mut self.out.text, space.into());
                    self.out.text.push(')');
                }
                Piece::Number(number) => {
                    self.out.text.push_str(", ");
                    numbers::unsigned(&mut self.out.text, number.into());
                }
                Piece::Type(id) => self.type_pieces(id, &mut pieces)?,
            }
        }
        Ok(())
    }

    fn type_pieces(&mut self, id: TypeId, pieces: &mut Vec<Piece>) -> Result {
        let module = self.module;
        let Some(ty) = module.types.get(id) else { return Err(PrintError::Dangling { what: "type" }) };
        let out = &mut self.out.text;
        match ty {
            Type::Void => out.push_str("void"),
            Type::Half => out.push_str("half"),
            Type::BFloat => out.push_str("bfloat"),
            Type::Token => out.push_str("token"),
            Type::Float => out.push_str("float"),
            Type::Double => out.push_str("double"),
            Type::OtherFloat(_) => out.push_str(ty.other_float().unwrap_or_default()),
            Type::Mmx => out.push_str("x86_mmx"),
            Type::Label => out.push_str("label"),
            Type::Metadata => out.push_str("metadata"),
            Type::Integer(bits) => {
                out.push('i');
                numbers::unsigned(out, (*bits).into());
            }
            Type::Pointer(pointee, space) => match pointee.expand() {
                Some(pointee) => pieces.extend([Piece::Star, Piece::Space(*space), Piece::Type(pointee)]),
                None => {
                    out.push_str("ptr");
                    pieces.push(Piece::Space(*space));
                }
            },
            Type::Array(element, length) => {
                out.push('[');
                numbers::unsigned(out, *length);
                out.push_str(" x ");
                pieces.extend([Piece::Text("]"), Piece::Type(*element)]);
            }
            Type::Vector(element, length) => {
                out.push('<');
                numbers::unsigned(out, *length);
                out.push_str(" x ");
                pieces.extend([Piece::Text(">"), Piece::Type(*element)]);
            }
            Type::Function { result, parameters, is_variadic } => {
                pieces.push(Piece::Text(match (is_variadic, parameters.is_empty()) {
                    (false, _) => ")",
                    (true, true) => "...)",
                    (true, false) => ", ...)",
                }));
                list_in(pieces, parameters);
                pieces.extend([Piece::Text(" ("), Piece::Type(*result)]);
            }
            Type::Target(target) => {
                out.push_str("target(\"");
                names::escape(out, &target.name, module.dialect);
                out.push('"');
                pieces.push(Piece::Text(")"));
                pieces.extend(target.numbers.iter().rev().map(|number| Piece::Number(*number)));
                for ty in target.types.iter().rev() {
                    pieces.extend([Piece::Type(*ty), Piece::Text(", ")]);
                }
            }
            Type::Literal { members, is_packed } => members_in(pieces, members, *is_packed),
            Type::Named(_) => {
                out.push('%');
                match module.types.named(id).filter(|structure| !structure.name.is_empty()) {
                    Some(structure) => names::name(out, structure.name.as_ref(), module.dialect),
                    None => match self.slots.structure(id) {
                        Some(number) => numbers::unsigned(out, number.into()),
                        None => return Err(PrintError::Dangling { what: "type" }),
                    },
                }
            }
        }
        Ok(())
    }
}

/// Adds the members of a structure, the last ones first.
fn members_in(pieces: &mut Vec<Piece>, members: &[TypeId], is_packed: bool) {
    if is_packed {
        pieces.push(Piece::Text(">"));
    }
    if members.is_empty() {
        pieces.push(Piece::Text("{}"));
    } else {
        pieces.push(Piece::Text(" }"));
        list_in(pieces, members);
        pieces.push(Piece::Text("{ "));
    }
    if is_packed {
        pieces.push(Piece::Text("<"));
    }
}

fn list_in(pieces: &mut Vec<Piece>, types: &[TypeId]) {
    for (index, ty) in types.iter().enumerate().rev() {
        pieces.push(Piece::Type(*ty));
        if index > 0 {
            pieces.push(Piece::Text(", "));
        }
    }
}

/// The spelling of a type, as far as the module is well-formed.
pub(crate) fn type_text(module: &Module, ty: TypeId) -> String {
    let mut printer = Printer::new(module, Slots::of(module), None, None);
    let _ = printer.ty(ty);
    printer.out.text
}
