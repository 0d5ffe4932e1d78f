//! Bytes that fill gaps in structures become words: clang says `[4 x i8]` where HLSL has nothing, and copies of such a
//! structure would be copies of bytes, which DXIL cannot read or write. Part of pass `flatten`, and before anything in
//! it looks at what memory consists of.
//!
//! A structure stays as it is where an index leads to one of those bytes, or where it would be laid out otherwise.

use az::SaturatingAs as _;
use dxil_ir::arena::IdSet;
use dxil_ir::constants::ConstantKind;
use dxil_ir::data_layout::DataLayout;
use dxil_ir::edit::compaction::compacted;
use dxil_ir::globals::GlobalKind;
use dxil_ir::{ConstantId, GlobalId, Module, Op, Type, TypeId, Value, ValueKind};
use hashbrown::HashMap;

use crate::error::{PassErrorKind, Result};
use crate::limits::CHAIN;
use crate::lower::state::State;
use crate::upgrade::Llvm;
use crate::upgrade::intrinsics::Intrinsics;

/// What the members of a structure are to be.
type Retyped = HashMap<TypeId, Vec<TypeId>>;

/// Gives the structures of a module words for their bytes.
pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    let retyped = candidates(&mut state.module);
    if !retyped.is_empty() {
        state.note_change();
        retype(&mut state.module, retyped);
        // The constants that were replaced do not match the types of their members.
        let compacted = compacted(&state.module);
        state.module = compacted.map_err(|error| PassErrorKind::Unsupported(error.to_string()))?.module;
        state.intrinsics = Intrinsics::of(&state.module, Llvm::Main);
    }
    Ok(())
}

fn retype(module: &mut Module, mut retyped: Retyped) {
    let mut entered = Entered { module, retyped: &retyped, found: IdSet::new(), seen: IdSet::new() };
    entered.look();
    let found = entered.found;
    retyped.retain(|ty, _| !found.contains(*ty));
    retyped.retain(|ty, members| set(module, *ty, members));
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

/// The structures that have bytes which could be wider.
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
        let mut is_any = false;
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
                is_any = true;
            }
        }
        if is_any {
            found.insert(ty, members);
        }
    }
    found
}

/// Gives a structure other members, if nothing in it moves by that; says whether it has them.
fn set(module: &mut Module, ty: TypeId, members: &[TypeId]) -> bool {
    let laid_out = |module: &Module| {
        let mut layout = DataLayout::of(module);
        (layout.offsets(ty), layout.size(ty), layout.alignment_of(ty))
    };
    let before = laid_out(module);
    let old = module.types.named_mut(ty).and_then(|named| named.members.replace(members.into()));
    let is_same = laid_out(module) == before;
    if !is_same && let Some(named) = module.types.named_mut(ty) {
        named.members = old;
    }
    is_same
}

/// Looks for structures that are to stay as they are.
struct Entered<'m> {
    module: &'m Module,
    retyped: &'m Retyped,
    found: IdSet<TypeId>,
    /// The constants that were looked at.
    seen: IdSet<ConstantId>,
}

impl Entered<'_> {
    fn look(&mut self) {
        let module = self.module;
        for (_, global, body) in module.bodies() {
            body.each_instruction(|_, instruction| {
                let lists = &body.lists;
                match &instruction.op {
                    Op::ElementPointer { source, operands } => {
                        let indices = operands.as_slice(&lists.values).get(2..).unwrap_or_default();
                        self.follow_address(*source, indices);
                    }
                    Op::ExtractValue(whole, indices) | Op::InsertValue([whole, _], indices) => {
                        if let Some(ty) = module.type_of(Some((body, global.value_type)), *whole) {
                            let indices = indices.as_slice(&lists.indices).iter();
                            self.follow(ty, indices.map(|index| Some(u64::from(index.0))), 0);
                        }
                    }
                    _ => {}
                }
                // What is put together of members that are known would have to be put together anew.
                instruction.op.each_operand(lists, |operand| self.keep(operand, CHAIN));
            });
        }
        for (_, constant) in module.constants.iter() {
            if let ConstantKind::ElementPointer { source, operands, .. } = &constant.kind {
                self.follow_address(*source, operands.get(2..).unwrap_or_default());
            }
        }
    }

    fn follow_address(&mut self, source: TypeId, indices: &[Value]) {
        let module = self.module;
        // The address of all the bytes is one of words as well.
        self.follow(source, indices.iter().map(|index| module.integer(*index)), 1);
    }

    /// Keeps a structure of which indices lead to one of the bytes, `spared` indices before their end.
    fn follow(&mut self, ty: TypeId, indices: impl ExactSizeIterator<Item = Option<u64>>, spared: usize) {
        let mut left = indices.len();
        let mut at = ty;
        for index in indices {
            left -= 1;
            let index = index.unwrap_or(0);
            let Some(inner) = self.module.types.element(at, index) else { return };
            let is_bytes = usize::try_from(index)
                .ok()
                .and_then(|index| self.retyped.get(&at)?.get(index))
                .is_some_and(|new| *new != inner);
            if is_bytes && left >= spared {
                self.found.insert(at);
            }
            at = inner;
        }
    }

    /// Keeps the structures that a constant is put together of.
    fn keep(&mut self, value: Value, depth: usize) {
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
            parts.iter().for_each(|part| self.keep(*part, depth));
        }
    }
}

/// A constant with words for the bytes of structures that have them now; `known` has those that were asked for.
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
            Some(new) => words(module, *part, new),
            None => self::constant(module, retyped, known, *part, depth),
        };
    }
    let new = module.aggregate(ty, parts.into_vec());
    known.insert(id, new);
    new
}

/// Words of the same bytes.
fn words(module: &mut Module, bytes: Value, ty: TypeId) -> Value {
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
        let at = (index * size).saturating_as::<usize>();
        let bytes = bytes.iter().skip(at).take(usize::try_from(size).unwrap_or(0));
        let number = bytes.rev().fold(0, |number, byte| number << 8 | i64::from(*byte));
        parts.push(module.int(word, number));
    }
    module.aggregate(ty, parts)
}
