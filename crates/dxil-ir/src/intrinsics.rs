//! LLVM's intrinsics: which there are, by `tables/intrinsics.toml`, what types make of their names, and what LLVM says
//! of their declarations. Separate because nothing of it depends on a module's functions.
//!
//! Source: LLVM 22's Intrinsics.cpp.

mod mismatch;
mod row;

use bstr::{BString, ByteSlice as _};

use crate::attributes::{Attribute, AttributeGroup, IntegerRange, Slot};
use crate::generated::intrinsics::{INTRINSICS, NEWER_INTRINSICS, OTHERS};
use crate::{AttributeListId, Module, Type, TypeId, Types, limits};

pub(crate) use row::llvm_versions;
pub use row::{IntrinsicRow, LlvmVersion, Plain, Shape};

/// Whether a name is one that only intrinsics of LLVM have.
pub fn is_reserved(name: &[u8]) -> bool {
    name.starts_with(b"llvm.")
}

/// Returns true if a version of LLVM has an intrinsic with this name. The intrinsic need not have a row.
pub fn is_known(version: LlvmVersion, name: &[u8]) -> bool {
    let is_other = |other: &&str| match name.strip_prefix(other.as_bytes()) {
        Some(rest) => other.ends_with('.') || rest.is_empty() || rest.starts_with(b"."),
        None => false,
    };
    name.starts_with(b"llvm.dbg.")
        || find(name).is_some()
        || OTHERS.iter().any(is_other)
        || find_newest(name).is_some_and(|row| newer_rows(row.name).iter().any(|row| row.is_of(version)))
}

/// The intrinsic that a function of this name is, whatever its overloads.
pub fn find(name: &[u8]) -> Option<&'static IntrinsicRow> {
    let mut known = name;
    loop {
        if let Ok(index) = INTRINSICS.binary_search_by(|row| row.name.as_bytes().cmp(known)) {
            let row = INTRINSICS.get(index)?;
            return (known.len() == name.len() || row.is_overloaded()).then_some(row);
        }
        known = known.get(..known.iter().rposition(|byte| *byte == b'.')?)?;
    }
}

/// Returns the intrinsic with this name, without overload suffix, as a version of LLVM declares it.
pub fn find_in(version: LlvmVersion, name: &str) -> Option<&'static IntrinsicRow> {
    let newer = newer_rows(name).iter().find(|row| row.is_of(version));
    newer.or_else(|| find(name.as_bytes()).filter(|row| row.name == name))
}

/// Returns the intrinsic that a function of this name is, with any overload suffix, as the newest version of LLVM
/// declares it.
pub fn find_newest(name: &[u8]) -> Option<&'static IntrinsicRow> {
    let older = find(name);
    let mut known = name.to_str().ok()?;
    loop {
        if let Some(row) = newer_rows(known).last() {
            // `llvm.dx.all.memory.barrier` is not an overload of `llvm.dx.all`.
            return older.filter(|older| older.name.len() > row.name.len()).or(Some(row));
        }
        let Some(end) = known.rfind('.') else { return older };
        known = known.get(..end)?;
    }
}

/// Returns the declaration of an intrinsic whose types fit a function, with the overloads. If several versions of LLVM
/// have such a declaration, returns the oldest one that mangles the name as the function does, or else the oldest one.
/// Returns `None` for a name without a row, and for types that no version has.
pub fn find_typed(
    name: &[u8],
    types: &Types,
    function_type: TypeId,
) -> Option<(&'static IntrinsicRow, Vec<TypeId>)> {
    let fitting = |row: &'static IntrinsicRow| Some((row, row.overloads(types, function_type)?));
    let newest = find_newest(name)?;
    let older = find(name).filter(|older| older.name == newest.name);
    let fitting = || older.into_iter().chain(newer_rows(newest.name)).filter_map(fitting);
    let mangled = fitting()
        .find(|(row, overloads)| row.mangled_name(types, overloads).is_some_and(|mangled| mangled == name));
    mangled.or_else(|| fitting().next())
}

/// Returns the names of the intrinsics that have a row for a version of LLVM, without overload suffixes.
pub fn names_in(version: LlvmVersion) -> impl Iterator<Item = &'static str> {
    let newer = NEWER_INTRINSICS.iter().filter(move |row| row.is_of(version));
    let older = INTRINSICS.iter().filter(move |row| {
        row.is_of(version) && newer_rows(row.name).iter().all(|newer| !newer.is_of(version))
    });
    older.chain(newer).map(|row| row.name)
}

/// The rows of an intrinsic that LLVM 22 does not have, oldest version first.
fn newer_rows(name: &str) -> &'static [IntrinsicRow] {
    let first = NEWER_INTRINSICS.partition_point(|row| row.name < name);
    let rest = NEWER_INTRINSICS.get(first..).unwrap_or_default();
    rest.get(..rest.partition_point(|row| row.name == name)).unwrap_or_default()
}

impl IntrinsicRow {
    /// Returns true if a version of LLVM declares the intrinsic so.
    fn is_of(&self, version: LlvmVersion) -> bool {
        (self.since..=self.until).contains(&version)
    }

    /// Whether its name has types in it.
    pub fn is_overloaded(&self) -> bool {
        self.result.iter().chain(self.parameters).any(|shape| shape.is_overload())
    }

    /// The overloads with which it has a function type; `None` where it has it with none.
    pub fn overloads(&self, types: &Types, function_type: TypeId) -> Option<Vec<TypeId>> {
        let Type::Function { result, parameters, is_variadic: false } = types.get(function_type)? else {
            return None;
        };
        let results: &[TypeId] = match (self.result, types.get(*result)?) {
            ([], Type::Void) => &[],
            ([_], _) => std::slice::from_ref(result),
            ([_, _, ..], Type::Literal { members, is_packed: false }) => members,
            ([_, _, ..], Type::Named(_)) => types.members(*result)?,
            _ => return None,
        };
        if results.len() != self.result.len() || parameters.len() != self.parameters.len() {
            return None;
        }
        let shapes = || self.result.iter().chain(self.parameters).copied();
        let given = || results.iter().chain(parameters).copied();
        let overloads = shapes().zip(given()).filter(|(shape, _)| shape.is_overload());
        let overloads: Vec<TypeId> = overloads.map(|(_, ty)| ty).collect();
        shapes().zip(given()).all(|(shape, ty)| fits(types, shape, ty, &overloads)).then_some(overloads)
    }

    /// Its name with these overloads; `None` where a type has no place in a name, such as a structure without one, or
    /// the name would be too long.
    pub fn mangled_name(&self, types: &Types, overloads: &[TypeId]) -> Option<BString> {
        let mut name = BString::from(self.name);
        for overload in overloads {
            name.push(b'.');
            mangle(types, *overload, &mut name)?;
        }
        Some(name)
    }

    /// The attributes that its declaration has, where it has this type.
    pub fn attribute_list(&self, module: &mut Module, function_type: TypeId) -> Option<AttributeListId> {
        let mut on_result = self.on_result.to_vec();
        if let Some((lower, upper)) = self.range
            && let Some(Type::Function { result, .. }) = module.types.get(function_type)
            && let Some(Type::Integer(bits)) = module.types.get(module.types.scalar(*result))
        {
            on_result.push(Attribute::Range(IntegerRange { bits: *bits, lower, upper }));
        }
        let own = (Slot::Function, self.attributes.to_vec());
        let on_parameters = (0..).map(Slot::Parameter).zip(self.on_parameters.iter().map(|all| all.to_vec()));
        let places = [(Slot::Return, on_result)].into_iter().chain(on_parameters).chain([own]);
        let places = places.filter(|(_, attributes)| !attributes.is_empty());
        let groups: Box<[_]> = places
            .map(|(slot, attributes)| {
                module.attributes.intern_group(AttributeGroup { slot, attributes: attributes.into() })
            })
            .collect();
        (!groups.is_empty()).then(|| module.attributes.intern_list(groups))
    }
}

fn fits(types: &Types, shape: Shape, ty: TypeId, overloads: &[TypeId]) -> bool {
    let vector = |ty| match types.get(ty) {
        Some(Type::Vector(element, length)) => Some((*element, *length)),
        _ => None,
    };
    match shape {
        Shape::Plain(plain) => is_plain(types, plain, ty),
        Shape::Vector(length, plain) => {
            vector(ty).is_some_and(|(element, found)| found == length && is_plain(types, plain, element))
        }
        Shape::Any => !matches!(types.get(ty), None | Some(Type::Void)),
        Shape::AnyInteger => types.is_integer(ty),
        Shape::AnyFloat => types.is_float(ty),
        Shape::AnyVector => vector(ty).is_some(),
        Shape::AnyPointer => matches!(types.get(ty), Some(Type::Pointer(..))),
        Shape::Match(slot) => overloads.get(slot) == Some(&ty),
        Shape::Element(slot) => overloads
            .get(slot)
            .and_then(|overload| vector(*overload))
            .is_some_and(|(element, _)| element == ty),
        Shape::SameShape(slot, plain) => match overloads.get(slot).map(|overload| vector(*overload)) {
            None => false,
            Some(None) => is_plain(types, plain, ty),
            Some(Some((_, length))) => fits(types, Shape::Vector(length, plain), ty, overloads),
        },
    }
}

fn is_plain(types: &Types, plain: Plain, ty: TypeId) -> bool {
    match (plain, types.get(ty)) {
        (Plain::Integer(bits), Some(Type::Integer(found))) => bits == *found,
        (Plain::Pointer, Some(Type::Pointer(_, space))) => *space == 0,
        (Plain::Half, Some(Type::Half))
        | (Plain::Float, Some(Type::Float))
        | (Plain::Double, Some(Type::Double))
        | (Plain::Metadata, Some(Type::Metadata))
        | (Plain::Token, Some(Type::Token)) => true,
        _ => false,
    }
}

/// A piece of a name that is still to be written.
enum Piece {
    Type(TypeId),
    Text(&'static str),
    Number(u64),
}

/// Appends what a type adds to the name of an intrinsic that is overloaded by it; `None` where it has no name, or a
/// name that is too long.
pub fn mangle(types: &Types, ty: TypeId, name: &mut BString) -> Option<()> {
    let mut pieces = vec![Piece::Type(ty)];
    while let Some(piece) = pieces.pop() {
        if name.len() > limits::INTRINSIC_NAME || pieces.len() > limits::INTRINSIC_NAME {
            return None;
        }
        let id = match piece {
            Piece::Type(id) => id,
            Piece::Text(text) => {
                name.extend_from_slice(text.as_bytes());
                continue;
            }
            Piece::Number(number) => {
                name.extend_from_slice(number.to_string().as_bytes());
                continue;
            }
        };
        let number = |number: u32| Piece::Number(number.into());
        match types.get(id)? {
            Type::Void => pieces.push(Piece::Text("isVoid")),
            Type::Half => pieces.push(Piece::Text("f16")),
            Type::BFloat => pieces.push(Piece::Text("bf16")),
            Type::Float => pieces.push(Piece::Text("f32")),
            Type::Double => pieces.push(Piece::Text("f64")),
            Type::Metadata => pieces.push(Piece::Text("Metadata")),
            Type::Integer(bits) => pieces.extend([number(*bits), Piece::Text("i")]),
            Type::Pointer(_, space) => pieces.extend([number(*space), Piece::Text("p")]),
            Type::Array(element, length) => {
                pieces.extend([Piece::Type(*element), Piece::Number(*length), Piece::Text("a")]);
            }
            Type::Vector(element, length) => {
                pieces.extend([Piece::Type(*element), Piece::Number(*length), Piece::Text("v")]);
            }
            Type::Literal { members, .. } => {
                pieces.push(Piece::Text("s"));
                pieces.extend(members.iter().rev().map(|member| Piece::Type(*member)));
                pieces.push(Piece::Text("sl_"));
            }
            Type::Function { result, parameters, is_variadic } => {
                pieces.push(Piece::Text(if *is_variadic { "varargf" } else { "f" }));
                pieces.extend(parameters.iter().rev().map(|parameter| Piece::Type(*parameter)));
                pieces.extend([Piece::Type(*result), Piece::Text("f_")]);
            }
            Type::Named(_) => {
                let structure = types.named(id).filter(|structure| !structure.name.is_empty())?;
                name.extend_from_slice(b"s_");
                name.extend_from_slice(&structure.name);
                name.push(b's');
            }
            Type::Target(target) => {
                name.push(b't');
                name.extend_from_slice(&target.name);
                pieces.push(Piece::Text("t"));
                for value in target.numbers.iter().rev() {
                    pieces.extend([number(*value), Piece::Text("_")]);
                }
                for ty in target.types.iter().rev() {
                    pieces.extend([Piece::Type(*ty), Piece::Text("_")]);
                }
            }
            other @ Type::OtherFloat(_) => pieces.push(match other.other_float()? {
                "x86_fp80" => Piece::Text("f80"),
                "fp128" => Piece::Text("f128"),
                _ => Piece::Text("ppcf128"),
            }),
            Type::Mmx | Type::Label | Type::Token => return None,
        }
    }
    Some(())
}
