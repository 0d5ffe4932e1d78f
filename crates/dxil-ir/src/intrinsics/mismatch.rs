//! The first type of a function that does not fit the row of an intrinsic. Separate because only error messages need
//! it.
//!
//! The messages have the wording of LLVM 23. Source: the errors that `opt` of LLVM 23 prints.

use std::fmt::{self, Display};

use super::row::{IntrinsicRow, Plain, Shape};
use super::{fits, is_plain};
use crate::{Type, TypeId, Types};

/// A type in the signature of an intrinsic.
#[derive(Clone, Copy)]
enum Position {
    Result,
    Member(usize),
    Argument(usize),
}

impl Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Result => f.write_str("intrinsic return"),
            Self::Member(index) => write!(f, "intrinsic return struct element {index}"),
            Self::Argument(index) => write!(f, "intrinsic argument {index}"),
        }
    }
}

impl IntrinsicRow {
    /// Returns a message about the first type in a function type that does not fit the intrinsic; `None` if all types
    /// fit. `spelled` returns the spelling of a type in LLVM assembly.
    pub fn mismatch(
        &self,
        types: &Types,
        function_type: TypeId,
        spelled: impl Fn(TypeId) -> String,
    ) -> Option<String> {
        let Type::Function { result, parameters, .. } = types.get(function_type)? else { return None };
        let (result, expected, found) = (*result, self.parameters.len(), parameters.len());
        if expected != found {
            return Some(format!(
                "intrinsic has incorrect number of args, expected {expected}, but got {found}"
            ));
        }
        let members: &[TypeId] = match self.result {
            [] if types.get(result) == Some(&Type::Void) => &[],
            [] => return Some(format!("intrinsic return type expected void, but got {}", spelled(result))),
            [_] => std::slice::from_ref(&result),
            shapes => match types.members(result).filter(|members| members.len() == shapes.len()) {
                Some(members) => members,
                None => {
                    return Some(format!(
                        "intrinsic return type expected literal non-packed struct with {} elements, but got {}",
                        shapes.len(),
                        spelled(result)
                    ));
                }
            },
        };
        let is_structure = self.result.len() > 1;
        let position = |index| if is_structure { Position::Member(index) } else { Position::Result };
        let of_result = self.result.iter().zip(members).enumerate();
        let of_result = of_result.map(|(index, (shape, ty))| (position(index), *shape, *ty));
        let of_arguments = self.parameters.iter().zip(parameters.iter()).enumerate();
        let of_arguments = of_arguments.map(|(index, (shape, ty))| (Position::Argument(index), *shape, *ty));
        let all: Vec<_> = of_result.chain(of_arguments).collect();
        let overloads = all.iter().filter(|(_, shape, _)| shape.is_overload());
        let overloads: Vec<TypeId> = overloads.map(|(.., ty)| *ty).collect();
        // The number of overloads before each type. A type that depends on an overload after it is checked last.
        let mut slot = 0;
        let mut deferred = Vec::new();
        let mut ready = Vec::new();
        for (position, shape, ty) in all {
            let is_ready = match shape {
                Shape::Match(other) | Shape::Element(other) | Shape::SameShape(other, _) => other < slot,
                Shape::Plain(_)
                | Shape::Vector(..)
                | Shape::Any
                | Shape::AnyInteger
                | Shape::AnyFloat
                | Shape::AnyVector
                | Shape::AnyPointer => true,
            };
            if is_ready { &mut ready } else { &mut deferred }.push((position, shape, ty, slot));
            slot += usize::from(shape.is_overload());
        }
        let mut in_order = ready.into_iter().chain(deferred);
        let (position, shape, ty, slot) =
            in_order.find(|(_, shape, ty, _)| !fits(types, *shape, *ty, &overloads))?;
        let expected = expectation(types, shape, ty, &overloads, slot, &spelled);
        Some(format!("{position} {expected}, but got {}", spelled(ty)))
    }
}

/// Returns the part of a message between the position and the type `ty`, which does not fit. `slot` is the index of the
/// overload if `shape` is an overload.
fn expectation(
    types: &Types,
    shape: Shape,
    ty: TypeId,
    overloads: &[TypeId],
    slot: usize,
    spelled: &impl Fn(TypeId) -> String,
) -> String {
    let of = |slot: usize| overloads.get(slot).map_or_else(|| "missing".to_owned(), |ty| spelled(*ty));
    let vector = |ty: TypeId| match types.get(ty) {
        Some(Type::Vector(element, length)) => Some((*element, *length)),
        _ => None,
    };
    let overload = |kind: &str| format!("type (overload type {slot}) expected {kind}");
    match shape {
        Shape::Plain(plain) => format!("type expected {}", name(plain)),
        Shape::Vector(length, plain) => format!("type expected <{length} x {}>", name(plain)),
        Shape::Any => overload("any type"),
        Shape::AnyInteger => overload("any integer or integer vector"),
        Shape::AnyFloat => overload("any fp or fp vector"),
        Shape::AnyVector => overload("any vector"),
        Shape::AnyPointer => overload("any pointer type"),
        Shape::Match(slot) => format!("type (matching overload type {slot}) expected {}", of(slot)),
        Shape::Element(slot) => match overloads.get(slot).and_then(|overload| vector(*overload)) {
            Some((element, _)) => format!(
                "type (vector element of overload type {slot}) expected {} (overload type {slot} is {})",
                spelled(element),
                of(slot)
            ),
            None => format!(
                "is vector element of overload type {slot}, so overload type {slot} expected vector, and overload \
                 type {slot} is {}",
                of(slot)
            ),
        },
        Shape::SameShape(slot, plain) => {
            let width = overloads.get(slot).and_then(|overload| vector(*overload)).map(|(_, length)| length);
            let found = vector(ty).map(|(element, length)| (is_plain(types, plain, element), length));
            let kind = match (width, found) {
                (Some(width), Some((false, length))) if width == length => {
                    return format!("vector element type expected {}", name(plain));
                }
                (None, None) => return format!("type expected {}", name(plain)),
                (Some(width), Some(_)) => format!("vector with {width} elements"),
                (Some(_), None) => "vector".to_owned(),
                (None, Some(_)) => "scalar".to_owned(),
            };
            let of = of(slot);
            format!(
                "type (same vector width of overload type {slot}) expected {kind} (overload type {slot} is {of})"
            )
        }
    }
}

/// The spelling in LLVM assembly.
fn name(plain: Plain) -> String {
    match plain {
        Plain::Integer(bits) => format!("i{bits}"),
        Plain::Half => "half".to_owned(),
        Plain::Float => "float".to_owned(),
        Plain::Double => "double".to_owned(),
        Plain::Pointer => "ptr".to_owned(),
        Plain::Metadata => "metadata".to_owned(),
        Plain::Token => "token".to_owned(),
    }
}
