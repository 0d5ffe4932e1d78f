//! Constants: each in a form that its text says, of the type that its text has.

#![allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]

use dxil_ir::constants::{Constant, ConstantKind};
use dxil_ir::flags;
use dxil_ir::{ConstantId, Type, TypeId, Value, ValueKind, element_pointer_type};

use super::super::error::{PrintError, Result};
use super::{Checked, Checker};
use crate::limits;

impl Checker<'_> {
    /// A constant; how deep it nests.
    pub(super) fn constant(&mut self, id: ConstantId) -> Checked<u32> {
        self.constant_at(id, 0)
    }

    fn constant_at(&mut self, id: ConstantId, level: usize) -> Checked<u32> {
        if let Some(depth) = self.constants[id].checked_sub(1) {
            return Ok(depth);
        }
        self.expect(level <= limits::NESTING, || {
            format!("a constant that nests deeper than {} levels", limits::NESTING)
        })?;
        let module = self.module;
        let Some(constant) = module.constants.get(id) else {
            return Err(PrintError::Dangling { what: "constant" });
        };
        self.value_type(constant.ty)?;
        let mut depth = 0;
        for operand in constant.kind.operands() {
            let Some(ty) = module.type_of(None, *operand) else {
                return Err(PrintError::Dangling { what: "constant" });
            };
            depth = depth.max(self.value_type(ty)? + 1);
            match operand.kind() {
                ValueKind::Constant(id) => {
                    self.expect(!self.is_assembly(*operand), || "assembly that is not called".to_owned())?;
                    depth = depth.max(self.constant_at(id, level + 1)? + 1);
                }
                ValueKind::Global(_) => {}
                ValueKind::Argument(_)
                | ValueKind::Instruction(_)
                | ValueKind::Metadata(_)
                | ValueKind::LocalMetadata(_)
                | ValueKind::Forward(_) => return Err(PrintError::Dangling { what: "constant" }),
            }
        }
        if let ConstantKind::ElementPointer { source, .. } = &constant.kind {
            self.ty(*source)?;
        }
        if matches!(constant.kind, ConstantKind::Data(_) | ConstantKind::Bytes(_)) {
            depth = depth.max(self.ty(constant.ty)? + 1);
        }
        self.in_dialect(constant.kind.word())?;
        self.is_of_its_type(constant)?;
        self.nests(depth, "a constant")?;
        self.constants[id] = depth + 1;
        Ok(depth)
    }

    /// Whether a value is assembly of the target.
    pub(super) fn is_assembly(&self, value: Value) -> bool {
        let ValueKind::Constant(id) = value.kind() else { return false };
        let constant = self.module.constants.get(id);
        constant.is_some_and(|constant| matches!(constant.kind, ConstantKind::InlineAssembly { .. }))
    }

    fn is_of_its_type(&self, constant: &Constant) -> Result {
        let types = &self.module.types;
        let Constant { ty, kind } = constant;
        let found = types.get(*ty);
        let is_good = match kind {
            ConstantKind::Null => {
                !matches!(found, Some(Type::Void | Type::Label | Type::Metadata | Type::Function { .. }))
            }
            ConstantKind::Undef | ConstantKind::Poison => true,
            ConstantKind::BlockAddress(function, block) => {
                self.module.block_place(*function, *block).is_some()
            }
            ConstantKind::Integer(_) => matches!(found, Some(Type::Integer(1..=64))),
            ConstantKind::Wide(words) => match found {
                Some(Type::Integer(bits)) => is_wide(words, *bits),
                Some(Type::OtherFloat(_)) => match &**words {
                    [_, second] => found.and_then(Type::other_float) != Some("x86_fp80") || *second <= 0xffff,
                    _ => false,
                },
                _ => false,
            },
            ConstantKind::Float(bits) => match found {
                Some(Type::Half | Type::BFloat) => *bits <= 0xffff,
                Some(Type::Float) => *bits <= 0xffff_ffff,
                other => matches!(other, Some(Type::Double)),
            },
            ConstantKind::Aggregate(values) => self.is_aggregate(*ty, values),
            ConstantKind::Bytes(bytes) => {
                let is_good = |element| types.get(element) == Some(&Type::Integer(8));
                self.is_list(*ty, bytes.len(), is_good)
            }
            ConstantKind::Data(words) => self.is_list(*ty, words.len(), |element| {
                let bits = match types.get(element) {
                    Some(Type::Integer(bits @ (8 | 16 | 32 | 64))) => *bits,
                    Some(Type::Half | Type::BFloat) => 16,
                    Some(Type::Float) => 32,
                    Some(Type::Double) => 64,
                    _ => return false,
                };
                bits == 64 || words.iter().all(|word| word >> bits == 0)
            }),
            ConstantKind::InlineAssembly { flags, .. } => *flags <= 7,
            // Its text says the type.
            ConstantKind::Cast(..) => true,
            ConstantKind::Binary { .. }
            | ConstantKind::ElementPointer { .. }
            | ConstantKind::Select(_)
            | ConstantKind::ExtractElement(_)
            | ConstantKind::InsertElement(_)
            | ConstantKind::ShuffleVector(_)
            | ConstantKind::Compare(..) => {
                self.expression_type(kind) == Some(*ty) && self.has_words(*ty, kind)
            }
        };
        self.expect(is_good, || format!("{} of type {}", name_of(kind), self.shown(*ty)))
    }

    fn is_list(&self, ty: TypeId, len: usize, is_good: impl FnOnce(TypeId) -> bool) -> bool {
        match self.module.types.get(ty) {
            Some(Type::Array(element, length) | Type::Vector(element, length)) => {
                u64::try_from(len) == Ok(*length) && is_good(*element)
            }
            _ => false,
        }
    }

    fn is_aggregate(&self, ty: TypeId, values: &[Value]) -> bool {
        let module = self.module;
        let is_of = |(value, ty): (&Value, &TypeId)| module.type_of(None, *value) == Some(*ty);
        match module.types.members(ty) {
            Some(members) => members.len() == values.len() && values.iter().zip(members).all(is_of),
            None => {
                self.is_list(ty, values.len(), |element| values.iter().all(|value| is_of((value, &element))))
            }
        }
    }

    /// Whether the flags of an expression have words.
    fn has_words(&self, ty: TypeId, kind: &ConstantKind) -> bool {
        let ConstantKind::Binary { op, flags, .. } = kind else { return true };
        let allowed = flags::of_binary(*op, self.module.types.is_float(ty));
        flags.without(allowed.of_dialect(self.module.dialect)).is_empty()
    }

    /// The type that the text of an expression has.
    fn expression_type(&self, kind: &ConstantKind) -> Option<TypeId> {
        let module = self.module;
        let type_of = |value: &Value| module.type_of(None, *value);
        match kind {
            ConstantKind::Binary { operands: [first, _], .. } => type_of(first),
            ConstantKind::Compare(_, [first, _]) => self.truth_like(type_of(first)?),
            ConstantKind::Select([_, first, _]) => type_of(first),
            ConstantKind::ExtractElement([vector, _]) => Some(module.types.scalar(type_of(vector)?)),
            ConstantKind::InsertElement([vector, ..]) => type_of(vector),
            ConstantKind::ShuffleVector([first, _, mask]) => self.shuffled(type_of(first)?, type_of(mask)?),
            ConstantKind::ElementPointer { source, operands, .. } => {
                let types: Option<Vec<_>> = operands.iter().map(type_of).collect();
                module.types.find(&self.address(*source, &types?, operands)?)
            }
            ConstantKind::Null
            | ConstantKind::Undef
            | ConstantKind::Poison
            | ConstantKind::Integer(_)
            | ConstantKind::Wide(_)
            | ConstantKind::Float(_)
            | ConstantKind::Aggregate(_)
            | ConstantKind::Bytes(_)
            | ConstantKind::Data(_)
            | ConstantKind::Cast(..)
            | ConstantKind::BlockAddress(..)
            | ConstantKind::InlineAssembly { .. } => None,
        }
    }

    /// The type of the result of comparing values of a type.
    pub(super) fn truth_like(&self, ty: TypeId) -> Option<TypeId> {
        let types = &self.module.types;
        let truth = self.truth?;
        match types.get(ty) {
            Some(Type::Vector(_, length)) => types.find(&Type::Vector(truth, *length)),
            _ => Some(truth),
        }
    }

    /// The type of elements of one type in the order of a mask of another.
    pub(super) fn shuffled(&self, vector: TypeId, mask: TypeId) -> Option<TypeId> {
        let types = &self.module.types;
        match (types.get(vector), types.get(mask)) {
            (Some(Type::Vector(element, _)), Some(Type::Vector(_, length))) => {
                types.find(&Type::Vector(*element, *length))
            }
            _ => Some(vector),
        }
    }

    /// The type of the address that indices, the operands behind the first one, lead to.
    pub(super) fn address(&self, source: TypeId, types: &[TypeId], operands: &[Value]) -> Option<Type> {
        let module = self.module;
        let base = *types.first()?;
        if !module.may_point_to(module.types.scalar(base), source) {
            return None;
        }
        let numbers = operands.get(1..)?.iter().map(|index| module.integer(*index));
        let ty = element_pointer_type(module, source, base, numbers)?;
        let length = types.iter().find_map(|ty| {
            let Type::Vector(_, length) = module.types.get(*ty)? else { return None };
            Some(*length)
        });
        match length {
            Some(length) => Some(Type::Vector(module.types.find(&ty)?, length)),
            None => Some(ty),
        }
    }
}

/// Whether words are those of an integer of so many bits, more than 64, that a text can have.
fn is_wide(words: &[u64], bits: u32) -> bool {
    let used = words.iter().rposition(|word| *word != 0);
    let top = used.and_then(|last| Some((u32::try_from(last).ok()?, words.get(last)?)));
    let used =
        top.map_or(0, |(last, word)| last.saturating_mul(64).saturating_add(64 - word.leading_zeros()));
    bits > 64 && bits <= limits::INTEGER_BITS && used <= bits
}

fn name_of(kind: &ConstantKind) -> &'static str {
    match kind {
        ConstantKind::Null => "a zero",
        ConstantKind::Integer(_) | ConstantKind::Wide(_) => "an integer constant",
        ConstantKind::Float(_) => "a float constant",
        ConstantKind::Aggregate(_) | ConstantKind::Bytes(_) | ConstantKind::Data(_) => {
            "an aggregate constant"
        }
        ConstantKind::InlineAssembly { .. } => "inline assembly",
        ConstantKind::Undef
        | ConstantKind::Poison
        | ConstantKind::Binary { .. }
        | ConstantKind::Cast(..)
        | ConstantKind::ElementPointer { .. }
        | ConstantKind::Select(_)
        | ConstantKind::ExtractElement(_)
        | ConstantKind::InsertElement(_)
        | ConstantKind::ShuffleVector(_)
        | ConstantKind::Compare(..)
        | ConstantKind::BlockAddress(..) => "a constant expression",
    }
}
