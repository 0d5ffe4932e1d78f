//! Splitting memory once it is known what is done with it. Separate from finding that out, which changes nothing.

use std::collections::HashMap;

use az::SaturatingAs as _;
use bstr::ByteSlice as _;
use dxil_ir::builder::Build as _;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::instruction::Access as MemoryAccess;
use dxil_ir::{Alignment, BinaryOp, CastOp, InstructionId, Op, Type, TypeId, Value, ValueKind};

use super::accesses::{Access, Accesses};
use super::shape::{Kind, Node, NodeId, Place, Step};
use crate::budget::Budget;
use crate::error::{Result, invalid};
use crate::transform::{debug_variables, fold};

/// Splits the memory of one function.
pub(super) struct Splitter<'s, 'm> {
    pub(super) editor: &'s mut Editor<'m>,
    /// What the members are of values that were put together.
    members: HashMap<(Value, u64), Value>,
    /// Loads and stores that may be added.
    pub(super) budget: Budget,
}

/// What a part of some memory lives in: which part, and of which elements around it.
type Part = (NodeId, Vec<u64>);

/// The memory of parts.
type Parts = HashMap<Part, Value>;

impl<'s, 'm> Splitter<'s, 'm> {
    pub(super) fn new(editor: &'s mut Editor<'m>, budget: Budget) -> Self {
        Self { editor, members: HashMap::new(), budget }
    }

    /// Splits what is allocated. Says what is allocated then.
    pub(super) fn split(&mut self, memory: InstructionId, accesses: &Accesses) -> Result<Vec<InstructionId>> {
        let mut parts = Parts::new();
        for access in &accesses.all {
            self.access(memory, accesses, access, &mut parts)?;
        }
        debug_variables::remove_declarations(self.editor, memory)?;
        for address in accesses.addresses.iter().rev() {
            self.editor.erase(*address).map_err(invalid)?;
        }
        self.editor.erase(memory).map_err(invalid)?;
        let mut new: Vec<InstructionId> = parts
            .into_values()
            .filter_map(|memory| match memory.kind() {
                ValueKind::Instruction(id) => Some(id),
                _ => None,
            })
            .collect();
        new.sort();
        Ok(new)
    }

    /// Makes an access one of the memory of parts.
    fn access(
        &mut self,
        memory: InstructionId,
        accesses: &Accesses,
        access: &Access,
        parts: &mut Parts,
    ) -> Result<()> {
        let Access { id, place } = access;
        let stored = match self.editor.op(*id) {
            Some(Op::Store([value, _], _)) => Some(*value),
            _ => None,
        };
        let mut at = At { splitter: self, memory, accesses, parts, id: *id };
        if accesses.values.contains(&place.node) {
            return at.retarget(place);
        }
        match stored {
            Some(value) => {
                at.store(place, value)?;
                self.editor.erase(*id).map_err(invalid)
            }
            None => {
                let value = at.load(place)?;
                self.replace(*id, value)
            }
        }
    }

    /// Puts a value in the place of an instruction, with its name.
    fn replace(&mut self, id: InstructionId, value: Value) -> Result<()> {
        let name = self.editor.name_of(Value::from(id)).and_then(|name| name.to_str().ok().map(String::from));
        self.editor.replace_and_erase(id, value).map_err(invalid)?;
        if let (Some(name), ValueKind::Instruction(_)) = (name, value.kind()) {
            self.editor.name(value, &name);
        }
        Ok(())
    }

    /// Counts what is added.
    pub(super) fn add(&mut self) -> Result<()> {
        self.budget.spend(1)
    }

    /// A member of a value.
    pub(super) fn member(&mut self, of: Value, index: u64) -> Result<Value> {
        if let Some(known) = self.members.get(&(of, index)) {
            return Ok(*known);
        }
        if let Some(part) = fold::part(self.editor, of, index) {
            return Ok(part);
        }
        let ty = self.editor.type_of(of).map_err(invalid)?;
        let member = if self.is_vector(ty) {
            let index = self.index(index);
            self.editor.extract_element(of, index)
        } else {
            self.editor.extract_value(of, &[index.saturating_as::<u32>()])
        };
        member.map_err(invalid)
    }

    /// A value with another member.
    fn with_member(&mut self, whole: Value, index: u64, member: Value) -> Result<Value> {
        let ty = self.editor.type_of(whole).map_err(invalid)?;
        let value = if self.is_vector(ty) {
            let index = self.index(index);
            self.editor.insert_element(whole, member, index)
        } else {
            self.editor.insert_value(whole, member, &[index.saturating_as::<u32>()])
        };
        value.map_err(invalid)
    }

    fn is_vector(&self, ty: TypeId) -> bool {
        matches!(self.editor.context().types.get(ty), Some(Type::Vector(..)))
    }

    pub(super) fn index(&mut self, index: u64) -> Value {
        let i32 = self.editor.module().types.int(32);
        self.editor.int(i32, index.cast_signed())
    }
}

/// The access at hand, before which everything is added.
struct At<'a, 's, 'm> {
    splitter: &'a mut Splitter<'s, 'm>,
    memory: InstructionId,
    accesses: &'a Accesses,
    parts: &'a mut Parts,
    id: InstructionId,
}

impl At<'_, '_, '_> {
    fn node(&self, id: NodeId) -> Result<&Node> {
        let node = self.accesses.shape.node(id);
        node.ok_or_else(|| {
            invalid(dxil_ir::edit::EditError::NoSuchValue { what: "a member of a split alloca" })
        })
    }

    /// Makes the access itself one of a part's memory.
    fn retarget(&mut self, place: &Place) -> Result<()> {
        let pointer = self.pointer(place)?;
        let natural = Alignment::bytes(self.node(place.node)?.alignment);
        let editor = &mut *self.splitter.editor;
        let is_fine = |access: &MemoryAccess| [natural, Alignment::NATURAL].contains(&access.alignment);
        let operand = match editor.op(self.id) {
            Some(Op::Load(_, access)) if is_fine(access) => 0,
            Some(Op::Store(_, access)) if is_fine(access) => 1,
            Some(Op::Load(..)) => {
                let ty = editor.type_of(self.id.into()).map_err(invalid)?;
                editor.go_to(Position::Before(self.id)).map_err(invalid)?;
                let value = editor.load(ty, pointer, natural);
                return self.splitter.replace(self.id, value);
            }
            Some(Op::Store([value, _], _)) => {
                let value = *value;
                editor.go_to(Position::Before(self.id)).map_err(invalid)?;
                editor.store(value, pointer, natural);
                return editor.erase(self.id).map_err(invalid);
            }
            _ => return Ok(()),
        };
        editor.set_operand(self.id, operand, pointer).map_err(invalid)
    }

    /// Reads a part piece by piece.
    fn load(&mut self, place: &Place) -> Result<Value> {
        if self.accesses.values.contains(&place.node) {
            self.splitter.add()?;
            let pointer = self.pointer(place)?;
            let (ty, alignment) = (self.node(place.node)?.ty, self.node(place.node)?.alignment);
            return Ok(self.splitter.editor.load(ty, pointer, Alignment::bytes(alignment)));
        }
        let ty = self.node(place.node)?.ty;
        let mut whole = self.splitter.editor.undef(ty);
        let mut members = Vec::new();
        for (index, inner) in self.inner(place)? {
            let member = self.load(&inner)?;
            self.splitter.editor.go_to(Position::Before(self.id)).map_err(invalid)?;
            whole = self.splitter.with_member(whole, index, member)?;
            members.push((index, member));
        }
        for (index, member) in members {
            self.splitter.members.insert((whole, index), member);
        }
        Ok(whole)
    }

    /// Writes a part piece by piece.
    fn store(&mut self, place: &Place, value: Value) -> Result<()> {
        if self.accesses.values.contains(&place.node) {
            self.splitter.add()?;
            let pointer = self.pointer(place)?;
            let alignment = self.node(place.node)?.alignment;
            self.splitter.editor.store(value, pointer, Alignment::bytes(alignment));
            return Ok(());
        }
        for (index, inner) in self.inner(place)? {
            self.splitter.editor.go_to(Position::Before(self.id)).map_err(invalid)?;
            let member = self.splitter.member(value, index)?;
            self.store(&inner, member)?;
        }
        Ok(())
    }

    /// The parts that a part consists of, by their indices.
    fn inner(&self, place: &Place) -> Result<Vec<(u64, Place)>> {
        let count = match &self.node(place.node)?.kind {
            Kind::Scalar => 0,
            Kind::Members(members) => members.len() as u64,
            Kind::Elements(_, length) => *length,
        };
        let shape = &self.accesses.shape;
        let inner = (0..count).filter_map(|index| Some((index, shape.inner(place, Step::Known(index))?)));
        Ok(inner.collect())
    }

    /// The address of a part that is a value. The cursor stands before the access.
    fn pointer(&mut self, place: &Place) -> Result<Value> {
        let (mut known, mut kept) = (Vec::new(), Vec::new());
        for (step, around) in place.steps.iter().zip(&place.around) {
            let Kind::Elements(_, length) = self.node(*around)?.kind else { continue };
            match (self.accesses.kept.contains(around), step) {
                (true, _) => kept.push((*step, length)),
                (false, Step::Known(index)) => known.push(*index),
                // An index that is not known makes an array be kept.
                (false, Step::Variable(_)) => {}
            }
        }
        let ty = self.node(place.node)?.ty;
        let lengths = kept.iter().map(|(_, length)| *length);
        let length = lengths.fold(1_u64, u64::saturating_mul);
        let array = (!kept.is_empty()).then(|| self.splitter.editor.module().types.array(ty, length));
        let memory = self.part(place, known, array.unwrap_or(ty), length)?;
        let editor = &mut *self.splitter.editor;
        editor.go_to(Position::Before(self.id)).map_err(invalid)?;
        let Some(array) = array else { return Ok(memory) };
        let index = self.linear(&kept)?;
        let zero = self.splitter.index(0);
        self.splitter.editor.element_pointer(true, array, memory, &[zero, index]).map_err(invalid)
    }

    /// The memory of a part, which is allocated beside the whole if it is new.
    fn part(&mut self, place: &Place, known: Vec<u64>, ty: TypeId, length: u64) -> Result<Value> {
        let part = (place.node, known);
        if let Some(memory) = self.parts.get(&part) {
            return Ok(*memory);
        }
        let Node { alignment, size, .. } = *self.node(place.node)?;
        let whole = Value::from(self.memory);
        let editor = &mut *self.splitter.editor;
        let name = editor.name_of(whole).and_then(|name| name.to_str().ok().map(String::from));
        editor.go_to(Position::Before(self.memory)).map_err(invalid)?;
        let memory = editor.alloca(ty, Alignment::bytes(alignment));
        if let Some(name) = name {
            editor.name(memory, &format!("{name}.{}", self.parts.len()));
        }
        let offset = self.offset(place, &part.1);
        if let (Some(offset), ValueKind::Instruction(memory)) = (offset, memory.kind()) {
            let (first, bits) = (offset.saturating_mul(8), size.saturating_mul(length).saturating_mul(8));
            for variable in debug_variables::variables_in(self.splitter.editor, self.memory) {
                let bits = first..first.saturating_add(bits);
                debug_variables::declare_fragment(
                    self.splitter.editor,
                    &variable,
                    memory,
                    self.memory,
                    bits,
                )?;
            }
        }
        self.parts.insert(part, memory);
        Ok(memory)
    }

    /// Where a part lies in the whole; `None` where its elements do not lie one behind the other.
    fn offset(&self, place: &Place, known: &[u64]) -> Option<u64> {
        let parents = self.accesses.parents();
        let (mut node, mut offset, mut known) = (place.node, 0_u64, known.iter().rev());
        let mut is_dense = true;
        while node > 0 {
            let parent = *parents.get(node)?;
            match &self.accesses.shape.node(parent)?.kind {
                Kind::Scalar => return None,
                Kind::Members(members) => {
                    offset = offset.saturating_add(members.iter().find(|(member, _)| *member == node)?.1);
                    is_dense = false;
                }
                Kind::Elements(element, _) if self.accesses.kept.contains(&parent) => {
                    debug_assert_eq!(*element, node, "an array has one part");
                    if !is_dense {
                        return None;
                    }
                }
                Kind::Elements(element, _) => {
                    let size = self.accesses.shape.node(*element)?.size;
                    offset = offset.saturating_add(known.next()?.saturating_mul(size));
                    is_dense = false;
                }
            }
            node = parent;
        }
        Some(offset)
    }

    /// The index into one array that indices into arrays in arrays are together.
    fn linear(&mut self, kept: &[(Step, u64)]) -> Result<Value> {
        let bits = self.index_bits(kept);
        let editor = &mut *self.splitter.editor;
        let ty = editor.module().types.int(bits);
        let mut linear: Option<Step> = None;
        for (step, length) in kept {
            let step = match *step {
                Step::Variable(value) => {
                    let is_narrow = editor.type_of(value).map_err(invalid)? != ty;
                    Step::Variable(if is_narrow { editor.cast(CastOp::SExt, value, ty) } else { value })
                }
                known @ Step::Known(_) => known,
            };
            linear = Some(match (linear, step) {
                (None | Some(Step::Known(0)), step) => step,
                (Some(Step::Known(rows)), Step::Known(column)) => {
                    Step::Known(rows.saturating_mul(*length).saturating_add(column))
                }
                (Some(rows), column) => {
                    let rows = match rows {
                        Step::Known(rows) => editor.int(ty, rows.saturating_mul(*length).cast_signed()),
                        Step::Variable(rows) => {
                            let length = editor.int(ty, length.cast_signed());
                            editor.binary(BinaryOp::Mul, rows, length)
                        }
                    };
                    Step::Variable(match column {
                        Step::Known(0) => rows,
                        Step::Known(column) => {
                            let column = editor.int(ty, column.cast_signed());
                            editor.binary(BinaryOp::Add, rows, column)
                        }
                        Step::Variable(column) => editor.binary(BinaryOp::Add, rows, column),
                    })
                }
            });
        }
        Ok(match linear.unwrap_or(Step::Known(0)) {
            Step::Known(index) => editor.int(ty, index.cast_signed()),
            Step::Variable(index) => index,
        })
    }

    /// How wide an index has to be: as the widest of those it is made of.
    fn index_bits(&self, kept: &[(Step, u64)]) -> u32 {
        let editor = &*self.splitter.editor;
        let bits = kept.iter().map(|(step, _)| match step {
            Step::Known(_) => 0,
            Step::Variable(value) => {
                let ty = editor.type_of(*value).ok();
                match ty.and_then(|ty| editor.context().types.get(ty)) {
                    Some(Type::Integer(bits)) => *bits,
                    _ => 0,
                }
            }
        });
        bits.max().unwrap_or(0).max(32)
    }
}
