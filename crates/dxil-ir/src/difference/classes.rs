//! What LLVM keeps only once although a module may store it several times: constants by their value, and the strings
//! and values of metadata by their content. Each class is known by its first member. Separate because it looks at one
//! module only.

#![allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]

use std::collections::HashMap;

use crate::arena::IdMap;
use crate::arena::PackedOption;

use super::super::constants::ConstantKind;
use super::super::metadata::Metadata;
use super::super::{ConstantId, MetadataId, Module, Type, TypeId, Types, Value, ValueKind};

/// The classes of a module.
pub(super) struct Classes {
    constants: IdMap<ConstantId, PackedOption<ConstantId>>,
    /// What each constant is, in the form that LLVM keeps.
    kinds: HashMap<ConstantId, ConstantKind>,
    metadata: IdMap<MetadataId, PackedOption<MetadataId>>,
}

impl Classes {
    pub(super) fn of(module: &Module) -> Self {
        let mut classes = Self { constants: IdMap::new(), kinds: HashMap::new(), metadata: IdMap::new() };
        let (mut is_open, mut known) = (IdMap::new(), HashMap::new());
        for (id, _) in module.constants.iter() {
            classes.add_constants(module, id, &mut is_open, &mut known);
        }
        classes.add_metadata(module);
        classes
    }

    pub(super) fn constant(&self, id: ConstantId) -> ConstantId {
        self.constants[id].expand().unwrap_or(id)
    }

    pub(super) fn kind(&self, id: ConstantId) -> Option<&ConstantKind> {
        self.kinds.get(&self.constant(id))
    }

    pub(super) fn metadata(&self, id: MetadataId) -> MetadataId {
        self.metadata[id].expand().unwrap_or(id)
    }

    fn value(&self, value: Value) -> Value {
        match value.kind() {
            ValueKind::Constant(id) => self.constant(id).into(),
            ValueKind::Global(_)
            | ValueKind::Argument(_)
            | ValueKind::Instruction(_)
            | ValueKind::Metadata(_)
            | ValueKind::LocalMetadata(_)
            | ValueKind::Forward(_) => value,
        }
    }

    /// Finds the class of a constant, after those of the constants that it consists of.
    fn add_constants(
        &mut self,
        module: &Module,
        id: ConstantId,
        is_open: &mut IdMap<ConstantId, bool>,
        known: &mut HashMap<(TypeId, ConstantKind), ConstantId>,
    ) {
        let mut waiting = vec![(id, 0)];
        is_open[id] = true;
        while let Some((id, operand)) = waiting.last_mut() {
            let id = *id;
            let constant = module.constants.get(id).filter(|_| self.constants[id].is_none());
            let Some(constant) = constant else {
                waiting.pop();
                continue;
            };
            if let Some(value) = constant.kind.operands().get(*operand) {
                *operand += 1;
                // One that is open contains itself, and stays as it is stored.
                if let ValueKind::Constant(next) = value.kind()
                    && !std::mem::replace(&mut is_open[next], true)
                {
                    waiting.push((next, 0));
                }
                continue;
            }
            let kind = self.canonical(&module.types, constant.ty, &constant.kind);
            let class = *known.entry((constant.ty, kind.clone())).or_insert(id);
            self.constants[id] = class.into();
            if class == id {
                self.kinds.insert(id, kind);
            }
            waiting.pop();
        }
    }

    /// A constant in the form that LLVM keeps: zero, undefined values and lists of numbers each have one.
    fn canonical(&self, types: &Types, ty: TypeId, kind: &ConstantKind) -> ConstantKind {
        let words = match (kind, types.get(ty)) {
            (ConstantKind::Float(0), _) => return ConstantKind::Null,
            (ConstantKind::Integer(number), Some(Type::Integer(bits @ 1..=64))) => {
                return match number << (64 - bits) >> (64 - bits) {
                    0 => ConstantKind::Null,
                    number => ConstantKind::Integer(number),
                };
            }
            (ConstantKind::Wide(words), _) => {
                let used = words.iter().rposition(|word| *word != 0).map_or(0, |last| last + 1);
                return match (used, types.get(ty)) {
                    (0, _) => ConstantKind::Null,
                    (used, Some(Type::Integer(_))) => {
                        ConstantKind::Wide(words.iter().copied().take(used).collect())
                    }
                    _ => kind.clone(),
                };
            }
            (ConstantKind::Bytes(bytes), _) => bytes.iter().map(|byte| u64::from(*byte)).collect(),
            (ConstantKind::Data(words), _) => words.to_vec(),
            (ConstantKind::Aggregate(values), _) => match self.numbers(types, ty, values) {
                Ok(numbers) => numbers,
                Err(kind) => return kind,
            },
            (
                ConstantKind::Null
                | ConstantKind::Undef
                | ConstantKind::Poison
                | ConstantKind::Integer(_)
                | ConstantKind::Float(_)
                | ConstantKind::Binary { .. }
                | ConstantKind::Cast(..)
                | ConstantKind::ElementPointer { .. }
                | ConstantKind::Select(_)
                | ConstantKind::ExtractElement(_)
                | ConstantKind::InsertElement(_)
                | ConstantKind::ShuffleVector(_)
                | ConstantKind::Compare(..)
                | ConstantKind::BlockAddress(..)
                | ConstantKind::InlineAssembly { .. },
                _,
            ) => {
                let mut kind = kind.clone();
                kind.operands_mut().iter_mut().for_each(|value| *value = self.value(*value));
                if let ConstantKind::Binary { flags, .. } = &mut kind
                    && types.is_float(ty)
                {
                    *flags = flags.implied();
                }
                return kind;
            }
        };
        match words.iter().all(|word| *word == 0) {
            true => ConstantKind::Null,
            false => ConstantKind::Data(words.into()),
        }
    }

    /// The numbers that an array or a vector consists of, or what the aggregate is instead.
    fn numbers(&self, types: &Types, ty: TypeId, values: &[Value]) -> Result<Vec<u64>, ConstantKind> {
        let kind = |value: &Value| {
            let ValueKind::Constant(id) = value.kind() else { return None };
            self.kind(id)
        };
        if values.iter().all(|value| matches!(kind(value), Some(ConstantKind::Null))) {
            return Err(ConstantKind::Null);
        }
        if values.iter().all(|value| matches!(kind(value), Some(ConstantKind::Undef))) {
            return Err(ConstantKind::Undef);
        }
        let bits = match types.get(ty) {
            Some(Type::Array(element, _) | Type::Vector(element, _)) => match types.get(*element) {
                Some(Type::Integer(bits @ (8 | 16 | 32 | 64))) => Some(*bits),
                Some(Type::Half | Type::Float | Type::Double) => Some(64),
                _ => None,
            },
            _ => None,
        };
        let number = |value: &Value| match (kind(value)?, bits?) {
            (ConstantKind::Null, _) => Some(0),
            (ConstantKind::Integer(number), bits) => Some(number.cast_unsigned() & (u64::MAX >> (64 - bits))),
            (ConstantKind::Float(bits), _) => Some(*bits),
            _ => None,
        };
        let numbers: Option<Vec<u64>> = values.iter().map(number).collect();
        numbers
            .ok_or_else(|| ConstantKind::Aggregate(values.iter().map(|value| self.value(*value)).collect()))
    }

    fn add_metadata(&mut self, module: &Module) {
        let table = &module.metadata;
        let (mut strings, mut values) = (HashMap::new(), HashMap::new());
        for (id, metadata) in table.iter() {
            let class = match metadata {
                Metadata::String(span) => *strings.entry(table.string(span)).or_insert(id),
                Metadata::Value(ty, value) => *values.entry((ty, self.value(value))).or_insert(id),
                Metadata::Tuple { .. } | Metadata::Node { .. } => continue,
            };
            self.metadata[id] = class.into();
        }
    }
}
