//! `padding`: changes `[n x i8]` members of structures to arrays of `i32` or `i16`.
//!
//! Clang adds members such as `[4 x i8]` as padding. A copy of such a structure would be a copy of bytes, and DXIL has
//! no 8-bit loads and stores. A structure remains unchanged if its layout would change, if an index selects a byte of
//! the padding, or if an operand of an instruction is a constant of this structure.
//!
//! Precondition: none.
//!
//! Postcondition: each `[n x i8]` member of a named structure whose size and offset are multiples of 2 is indexed in a
//! function or a constant, is part of a constant operand, or cannot be changed without a change of the layout.

use az::SaturatingAs as _;
use dxil_ir::arena::IdSet;
use dxil_ir::constants::ConstantKind;
use dxil_ir::data_layout::DataLayout;
use dxil_ir::edit::compaction::compacted;
use dxil_ir::globals::GlobalKind;
use dxil_ir::intrinsics::LlvmVersion;
use dxil_ir::{ConstantId, GlobalId, Module, Op, Type, TypeId, Value, ValueKind};
use hashbrown::HashMap;

use crate::error::{PassErrorKind, Result};
use crate::limits::CHAIN;
use crate::lower::state::State;
use crate::upgrade::intrinsics::Intrinsics;

/// The new members of structures.
type Retyped = HashMap<TypeId, Vec<TypeId>>;

/// Pass `padding`.
pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    let retyped = candidates(&mut state.module);
    if !retyped.is_empty() {
        state.note_change();
        retype(&mut state.module, retyped);
        // The constants that were replaced do not match the types of their members.
        let compacted = compacted(&state.module);
        state.module = compacted.map_err(|error| PassErrorKind::Unsupported(error.to_string()))?.module;
        state.intrinsics = Intrinsics::of(&state.module, LlvmVersion::Main);
    }
    Ok(())
}

/// Changes the members of the structures that need not remain, and the initializers with values of these structures.
fn retype(module: &mut Module, mut retyped: Retyped) {
    let mut unchanged = Unchanged { module, retyped: &retyped, found: IdSet::new(), seen: IdSet::new() };
    unchanged.scan();
    let found = unchanged.found;
    retyped.retain(|ty, _| !found.contains(*ty));
    retyped.retain(|ty, members| set_members(module, *ty, members));
    let variables: Vec<GlobalId> = module.globals.keys().collect();
    let mut known = HashMap::new();
    for id in variables {
        let initializer = module.globals.get(id).and_then(|global| global.variable()?.initializer);
        let Some(old) = initializer else { continue };
        let new = constant(module, &retyped, &mut known, old, CHAIN);
        if let Some(GlobalKind::Variable(variable)) =
            module.globals.get_mut(id).map(|global| &mut global.kind)
        {
            variable.initializer = Some(new);
        }
    }
}

/// Returns the named structures with `[n x i8]` members whose size and offset are multiples of 4 or 2, and their new
/// members.
fn candidates(module: &mut Module) -> Retyped {
    let Some(byte) = module.types.find(&Type::Integer(8)) else { return Retyped::new() };
    let is_of_bytes =
        |ty: &TypeId| matches!(module.types.get(*ty), Some(Type::Array(element, _)) if *element == byte);
    let has_bytes = |ty: TypeId| {
        let members = module.types.named(ty).and_then(|named| named.members.as_deref());
        members.is_some_and(|members| members.iter().any(is_of_bytes))
    };
    let all: Vec<TypeId> = module.types.iter().map(|(id, _)| id).filter(|id| has_bytes(*id)).collect();
    let mut found = Retyped::new();
    for ty in all {
        let offsets = DataLayout::of(module).offsets(ty);
        let mut members = module.types.members(ty).unwrap_or_default().to_vec();
        let mut is_changed = false;
        for (member, offset) in members.iter_mut().zip(offsets) {
            let Some(Type::Array(element, count)) = module.types.get(*member) else { continue };
            if *element != byte {
                continue;
            }
            let both = *count | offset;
            let word =
                [32_u32, 16].into_iter().find(|bits| *count > 0 && both.is_multiple_of(u64::from(*bits / 8)));
            if let Some(bits) = word {
                let length = *count / u64::from(bits / 8);
                let word = module.types.int(bits);
                *member = module.types.array(word, length);
                is_changed = true;
            }
        }
        if is_changed {
            found.insert(ty, members);
        }
    }
    found
}

/// Replaces the members of a structure if its offsets, size and alignment do not change. Returns true if the members
/// were replaced.
fn set_members(module: &mut Module, ty: TypeId, members: &[TypeId]) -> bool {
    let layout_of = |module: &Module| {
        let mut layout = DataLayout::of(module);
        (layout.offsets(ty), layout.size(ty), layout.alignment_of(ty))
    };
    let before = layout_of(module);
    let old = module.types.named_mut(ty).and_then(|named| named.members.replace(members.into()));
    let is_same = layout_of(module) == before;
    if !is_same && let Some(named) = module.types.named_mut(ty) {
        named.members = old;
    }
    is_same
}

/// Searches for the structures that must remain unchanged, in all functions and constants.
struct Unchanged<'m> {
    module: &'m Module,
    retyped: &'m Retyped,
    /// The structures found.
    found: IdSet<TypeId>,
    /// The constants visited.
    seen: IdSet<ConstantId>,
}

impl Unchanged<'_> {
    fn scan(&mut self) {
        let module = self.module;
        for (_, global, body) in module.bodies() {
            body.each_instruction(|_, instruction| {
                let lists = &body.lists;
                match &instruction.op {
                    Op::ElementPointer { source, operands } => {
                        let indices = operands.as_slice(&lists.values).get(2..).unwrap_or_default();
                        self.follow_gep(*source, indices);
                    }
                    Op::ExtractValue(whole, indices) | Op::InsertValue([whole, _], indices) => {
                        if let Some(ty) = module.type_of(Some((body, global.value_type)), *whole) {
                            let indices = indices.as_slice(&lists.indices).iter();
                            self.follow(ty, indices.map(|index| Some(u64::from(index.0))), 0);
                        }
                    }
                    _ => {}
                }
                // `retype` changes only the constants in initializers.
                instruction.op.each_operand(lists, |operand| self.add_constant(operand, CHAIN));
            });
        }
        for (_, constant) in module.constants.iter() {
            if let ConstantKind::ElementPointer { source, operands, .. } = &constant.kind {
                self.follow_gep(*source, operands.get(2..).unwrap_or_default());
            }
        }
    }

    /// Follows the indices of a GEP, without the first.
    fn follow_gep(&mut self, source: TypeId, indices: &[Value]) {
        let module = self.module;
        // A pointer to the byte array is also a pointer to the new array, so the last index may select the byte array.
        self.follow(source, indices.iter().map(|index| module.integer(*index)), 1);
    }

    /// Follows indices into a type; `None` stands for a variable index. Adds the structures whose byte array an index
    /// selects, if at least `minimum` indices follow.
    fn follow(&mut self, ty: TypeId, indices: impl ExactSizeIterator<Item = Option<u64>>, minimum: usize) {
        let mut left = indices.len();
        let mut current = ty;
        for index in indices {
            left -= 1;
            let index = index.unwrap_or(0);
            let Some(inner) = self.module.types.element(current, index) else { return };
            let is_bytes = usize::try_from(index)
                .ok()
                .and_then(|index| self.retyped.get(&current)?.get(index))
                .is_some_and(|new| *new != inner);
            if is_bytes && left >= minimum {
                self.found.insert(current);
            }
            current = inner;
        }
    }

    /// Adds the structure type of an aggregate constant, and of the constants in it, up to `depth` levels.
    fn add_constant(&mut self, value: Value, depth: usize) {
        let ValueKind::Constant(id) = value.kind() else { return };
        let (Some(constant), Some(depth)) = (self.module.constants.get(id), depth.checked_sub(1)) else {
            return;
        };
        if let ConstantKind::Aggregate(parts) = &constant.kind
            && self.seen.insert(id)
        {
            if self.retyped.contains_key(&constant.ty) {
                self.found.insert(constant.ty);
            }
            parts.iter().for_each(|part| self.add_constant(*part, depth));
        }
    }
}

/// Returns a constant with the new members of its structures, to `depth` levels. `known` caches the results.
fn constant(
    module: &mut Module,
    retyped: &Retyped,
    known: &mut HashMap<ConstantId, Value>,
    value: Value,
    depth: usize,
) -> Value {
    let ValueKind::Constant(id) = value.kind() else { return value };
    if let Some(known) = known.get(&id) {
        return *known;
    }
    let (Some(constant), Some(depth)) = (module.constants.get(id), depth.checked_sub(1)) else {
        return value;
    };
    let ConstantKind::Aggregate(parts) = &constant.kind else { return value };
    let (ty, mut parts) = (constant.ty, parts.clone());
    for (index, part) in parts.iter_mut().enumerate() {
        let new = retyped.get(&ty).and_then(|members| members.get(index)).copied();
        *part = match new.filter(|new| module.type_of(None, *part) != Some(*new)) {
            Some(new) => repacked(module, *part, new),
            None => self::constant(module, retyped, known, *part, depth),
        };
    }
    let new = module.aggregate(ty, parts.into_vec());
    known.insert(id, new);
    new
}

/// Returns the constant of array type `ty` (`i16` or `i32` elements) with the bytes of an `i8` array, little-endian.
fn repacked(module: &mut Module, bytes: Value, ty: TypeId) -> Value {
    let ValueKind::Constant(id) = bytes.kind() else { return bytes };
    let kind = module.constants.get(id).map(|constant| constant.kind.clone());
    let (Some(kind), Some(Type::Array(word, length))) = (kind, module.types.get(ty)) else { return bytes };
    let (word, length) = (*word, *length);
    let size = DataLayout::of(module).size(word).max(1);
    let bytes: Vec<u8> = match kind {
        ConstantKind::Bytes(text) => text.into(),
        ConstantKind::Aggregate(parts) => {
            let byte = |part: &Value| module.integer(*part).and_then(|byte| u8::try_from(byte & 0xff).ok());
            parts.iter().map(|part| byte(part).unwrap_or(0)).collect()
        }
        kind => return module.constant(ty, kind),
    };
    let mut parts = Vec::new();
    for index in 0..length {
        let start = (index * size).saturating_as::<usize>();
        let bytes = bytes.iter().skip(start).take(usize::try_from(size).unwrap_or(0));
        let number = bytes.rev().fold(0, |number, byte| number << 8 | i64::from(*byte));
        parts.push(module.int(word, number));
    }
    module.aggregate(ty, parts)
}
