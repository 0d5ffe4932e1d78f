//! A copy of a body without holes, in the terms of a module that may be another one. Separate because both importing
//! and compaction make such copies.

use hashbrown::HashMap;

use crate::arena::{IdMap, PackedOption};
use crate::debug_records::{DebugRecord, DebugValue};
use crate::function::{Block, DebugLocation, Local};
use crate::instruction::SyncScope;
use crate::{
    AttributeListId, BlockId, Body, DebugLocationId, Instruction, InstructionId, MetadataId, Op, TypeId,
    Value, ValueKind,
};

/// What becomes of what a body refers to outside of itself.
pub(super) trait Translate {
    /// A type; `None` if it does not exist.
    fn ty(&mut self, ty: TypeId) -> Option<TypeId>;
    /// A constant or a global; `None` if it does not exist.
    fn value(&mut self, value: Value) -> Option<Value>;
    /// Metadata; `None` if it is gone.
    fn metadata(&mut self, id: MetadataId) -> Option<MetadataId>;
    /// What stands for metadata that is gone.
    fn no_metadata(&mut self) -> MetadataId;
    /// Attributes of a call of a function of this type; `None` if they do not exist.
    fn attributes(&mut self, id: AttributeListId, function_type: TypeId) -> Option<AttributeListId>;
    /// A synchronization scope; `None` if it does not exist.
    fn scope(&mut self, scope: SyncScope) -> Option<SyncScope>;
    /// A kind of metadata; `None` if it does not exist.
    fn kind(&mut self, kind: u32) -> Option<u32>;
}

/// What the parts of a body became; what stood in no block has no copy.
#[derive(Debug, Clone, Default)]
pub struct BodyMap {
    /// The copies of blocks.
    pub blocks: IdMap<BlockId, PackedOption<BlockId>>,
    /// The copies of instructions.
    pub instructions: IdMap<InstructionId, PackedOption<InstructionId>>,
}

/// Copies a body; `None` where it refers to what does not exist.
#[allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]
pub(super) fn copied(source: &Body, translate: &mut impl Translate) -> Option<(Body, BodyMap)> {
    let (mut body, mut map) = (Body::default(), BodyMap::default());
    let mut next = 0;
    map.blocks.resize(source.blocks.len());
    map.instructions.resize(source.instructions.len());
    body.lists.values.reserve(source.lists.values.words());
    body.lists.instructions.reserve(source.lists.instructions.words());
    for block in &source.layout {
        source.blocks.get(*block)?;
        let first = next;
        for id in source.instructions_of(*block) {
            source.instructions.get(*id)?;
            map.instructions[*id] = InstructionId::from_u32(next).into();
            next += 1;
        }
        let instructions = body.lists.instructions.list((first..next).map(InstructionId::from_u32));
        let copy = body.blocks.push(Block { instructions });
        body.layout.push(copy);
        map.blocks[*block] = copy.into();
    }
    body.instructions.reserve(usize::try_from(next).ok()?);
    let mut copy = BodyCopy { source, map: &map, translate, local_metadata: HashMap::new() };
    for block in &source.layout {
        for id in source.instructions_of(*block) {
            let instruction = copy.instruction(source.instructions.get(*id)?, &mut body)?;
            let new = body.instructions.push(instruction);
            debug_assert_eq!(map.instructions[*id].expand(), Some(new), "instructions are counted in order");
        }
    }
    for id in source.debug_records.instructions() {
        let Some(new) = map.instructions[id].expand() else { continue };
        for record in source.debug_records.before(id) {
            let record = copy.record(record, &mut body)?;
            body.debug_records.add(new, [record]);
        }
    }
    for (id, bundles) in &source.bundles {
        if let Some(id) = map.instructions[*id].expand() {
            body.bundles.insert(id, bundles.clone());
        }
    }
    for (id, kind, node) in &source.attachments {
        let Some(id) = map.instructions[*id].expand() else { continue };
        if let Some(node) = copy.translate.metadata(*node) {
            body.attachments.push((id, copy.translate.kind(*kind)?, node));
        }
    }
    for (kind, node) in &source.metadata {
        if let Some(node) = copy.translate.metadata(*node) {
            body.metadata.push((copy.translate.kind(*kind)?, node));
        }
    }
    for (local, name) in &source.names {
        let local = match local {
            Local::Block(block) => map.blocks[*block].expand().map(Local::Block),
            Local::Value(value) => match value.kind() {
                ValueKind::Instruction(id) => map.instructions[id].expand().map(|id| Value::from(id).into()),
                ValueKind::Constant(_)
                | ValueKind::Global(_)
                | ValueKind::Argument(_)
                | ValueKind::Metadata(_)
                | ValueKind::LocalMetadata(_)
                | ValueKind::Forward(_) => Some(*local),
            },
        };
        body.names.extend(local.map(|local| (local, name.clone())));
    }
    Some((body, map))
}

struct BodyCopy<'a, T> {
    source: &'a Body,
    map: &'a BodyMap,
    translate: &'a mut T,
    local_metadata: HashMap<u32, u32>,
}

#[allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]
impl<T: Translate> BodyCopy<'_, T> {
    fn instruction(&mut self, instruction: &Instruction, body: &mut Body) -> Option<Instruction> {
        let mut op = instruction.op.copied(&self.source.lists, &mut body.lists);
        let Body { lists, local_metadata, .. } = body;
        let mut all_exist = true;
        op.map_operands(lists, |value| {
            let new = if all_exist { self.value(value, local_metadata) } else { None };
            all_exist &= new.is_some();
            new.unwrap_or(value)
        });
        if !all_exist {
            return None;
        }
        if op.is_terminator() || matches!(op, Op::Phi(..)) {
            let mut index = 0;
            while let Some(block) = op.block_mut(&mut body.lists, index) {
                *block = self.map.blocks[*block].expand()?;
                index += 1;
            }
        }
        if let Op::Call { attributes, function_type, .. } = &mut op
            && let Some(list) = attributes.expand()
        {
            *attributes = self.translate.attributes(list, *function_type)?.into();
        }
        if let Some(ty) = op.named_type_mut() {
            *ty = self.translate.ty(*ty)?;
        }
        if let Some(scope) = op.scope_mut() {
            *scope = self.translate.scope(*scope)?;
        }
        let location = instruction.location.expand().and_then(|id| self.location(id, body));
        let ty = self.translate.ty(instruction.ty)?;
        Some(Instruction { op, ty, flags: instruction.flags, location: location.into() })
    }

    fn location(&mut self, id: DebugLocationId, body: &mut Body) -> Option<DebugLocationId> {
        let location = *self.source.location(id)?;
        let scope = location.scope.expand().and_then(|id| self.translate.metadata(id)).into();
        let inlined_at = location.inlined_at.expand().and_then(|id| self.translate.metadata(id)).into();
        Some(body.intern_location(DebugLocation { scope, inlined_at, ..location }))
    }

    /// A debug record; `None` if it refers to what does not exist.
    fn record(&mut self, record: &DebugRecord, body: &mut Body) -> Option<DebugRecord> {
        let location = self.location(record.location, body)?;
        let mut record = DebugRecord { location, kind: record.kind.clone() };
        let mut exist = true;
        record.each_value_mut(&mut |value| match self.value(*value, &mut body.local_metadata) {
            Some(new) => *value = new,
            None => exist = false,
        });
        for value in record.values_mut() {
            if let DebugValue::Gone(ty) = value {
                *ty = self.translate.ty(*ty)?;
            }
        }
        record.each_metadata_mut(&mut |id| {
            *id = self.translate.metadata(*id).unwrap_or_else(|| self.translate.no_metadata());
        });
        Some(record).filter(|_| exist)
    }

    /// What a value became; those of the function that are metadata are listed in `local_metadata`.
    fn value(&mut self, value: Value, local_metadata: &mut Vec<Value>) -> Option<Value> {
        match value.kind() {
            ValueKind::Constant(_) | ValueKind::Global(_) => self.translate.value(value),
            ValueKind::Argument(_) => Some(value),
            ValueKind::Instruction(id) => self.map.instructions[id].expand().map(Value::from),
            ValueKind::Metadata(id) => {
                let known = self.translate.metadata(id);
                Some(known.unwrap_or_else(|| self.translate.no_metadata()).into())
            }
            ValueKind::LocalMetadata(index) => {
                if let Some(known) = self.local_metadata.get(&index) {
                    return Some(Value::new(ValueKind::LocalMetadata(*known)));
                }
                let of = *self.source.local_metadata.get(usize::try_from(index).ok()?)?;
                if matches!(of.kind(), ValueKind::LocalMetadata(_)) {
                    return None;
                }
                let of = self.value(of, local_metadata)?;
                let new = u32::try_from(local_metadata.len()).ok()?;
                local_metadata.push(of);
                self.local_metadata.insert(index, new);
                Some(Value::new(ValueKind::LocalMetadata(new)))
            }
            ValueKind::Forward(_) => None,
        }
    }
}
