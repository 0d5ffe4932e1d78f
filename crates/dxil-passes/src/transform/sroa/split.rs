//! Splitting of an alloca by the result of the analysis in `accesses`, for `sroa`. Separate because the analysis does
//! not change the function.

use std::collections::HashMap;

use az::SaturatingAs as _;
use bstr::ByteSlice as _;
use dxil_ir::builder::Build as _;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::instruction::Access as MemoryAccess;
use dxil_ir::{Alignment, BinaryOp, CastOp, InstructionId, Op, Type, TypeId, Value, ValueKind};

use super::accesses::{Access, Accesses};
use super::shape::{Kind, Node, NodeId, Part, Step};
use crate::budget::Budget;
use crate::error::{Result, invalid};
use crate::transform::{debug_variables, fold};

/// Splits the allocas of one function.
pub(super) struct Splitter<'s, 'm> {
    pub(super) editor: &'s mut Editor<'m>,
    /// The members of aggregates that the pass built by `insertvalue`, by aggregate and index.
    members: HashMap<(Value, u64), Value>,
    /// The loads and stores that may still be added.
    pub(super) budget: Budget,
}

/// The key of an alloca: the node, and the constant indices into the enclosing arrays that are not kept.
type AllocaKey = (NodeId, Vec<u64>);

/// The allocas of the parts of one split alloca.
type Allocas = HashMap<AllocaKey, Value>;

impl<'s, 'm> Splitter<'s, 'm> {
    pub(super) fn new(editor: &'s mut Editor<'m>, budget: Budget) -> Self {
        Self { editor, members: HashMap::new(), budget }
    }

    /// Splits an alloca and returns the new allocas.
    pub(super) fn split(&mut self, memory: InstructionId, accesses: &Accesses) -> Result<Vec<InstructionId>> {
        let mut allocas = Allocas::new();
        for access in &accesses.all {
            self.access(memory, accesses, access, &mut allocas)?;
        }
        debug_variables::remove_declarations(self.editor, memory)?;
        for address in accesses.addresses.iter().rev() {
            self.editor.erase(*address).map_err(invalid)?;
        }
        self.editor.erase(memory).map_err(invalid)?;
        let mut new: Vec<InstructionId> = allocas
            .into_values()
            .filter_map(|memory| match memory.kind() {
                ValueKind::Instruction(id) => Some(id),
                _ => None,
            })
            .collect();
        new.sort();
        Ok(new)
    }

    /// Replaces an access to the split alloca by accesses to the new allocas.
    fn access(
        &mut self,
        memory: InstructionId,
        accesses: &Accesses,
        access: &Access,
        allocas: &mut Allocas,
    ) -> Result<()> {
        let Access { id, part } = access;
        let stored = match self.editor.op(*id) {
            Some(Op::Store([value, _], _)) => Some(*value),
            _ => None,
        };
        let mut rewriter = AccessRewriter { splitter: self, memory, accesses, allocas, id: *id };
        if accesses.values.contains(&part.node) {
            return rewriter.retarget(part);
        }
        match stored {
            Some(value) => {
                rewriter.store(part, value)?;
                self.editor.erase(*id).map_err(invalid)
            }
            None => {
                let value = rewriter.load(part)?;
                self.replace(*id, value)
            }
        }
    }

    /// Replaces an instruction by a value, which gets the name of the instruction.
    fn replace(&mut self, id: InstructionId, value: Value) -> Result<()> {
        let name = self.editor.name_of(Value::from(id)).and_then(|name| name.to_str().ok().map(String::from));
        self.editor.replace_and_erase(id, value).map_err(invalid)?;
        if let (Some(name), ValueKind::Instruction(_)) = (name, value.kind()) {
            self.editor.name(value, &name);
        }
        Ok(())
    }

    /// Counts an added load or store, or an added pair of both.
    pub(super) fn add(&mut self) -> Result<()> {
        self.budget.spend(1)
    }

    /// Returns a member of an aggregate or vector: a known member, or an inserted `extractvalue` or `extractelement`.
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

    /// Inserts a member into an aggregate or vector.
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

/// The rewriting of one access. New instructions are inserted before the access.
struct AccessRewriter<'a, 's, 'm> {
    splitter: &'a mut Splitter<'s, 'm>,
    /// The alloca that is split.
    memory: InstructionId,
    accesses: &'a Accesses,
    allocas: &'a mut Allocas,
    /// The load or store.
    id: InstructionId,
}

impl AccessRewriter<'_, '_, '_> {
    fn node(&self, id: NodeId) -> Result<&Node> {
        let node = self.accesses.shape.node(id);
        node.ok_or_else(|| {
            invalid(dxil_ir::edit::EditError::NoSuchValue { what: "a member of a split alloca" })
        })
    }

    /// Changes the address of an access to a part that has an alloca. The access gets the natural alignment.
    fn retarget(&mut self, part: &Part) -> Result<()> {
        let pointer = self.pointer(part)?;
        let natural = Alignment::bytes(self.node(part.node)?.alignment);
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

    /// Loads the values of a part and builds the part.
    fn load(&mut self, part: &Part) -> Result<Value> {
        if self.accesses.values.contains(&part.node) {
            self.splitter.add()?;
            let pointer = self.pointer(part)?;
            let (ty, alignment) = (self.node(part.node)?.ty, self.node(part.node)?.alignment);
            return Ok(self.splitter.editor.load(ty, pointer, Alignment::bytes(alignment)));
        }
        let ty = self.node(part.node)?.ty;
        let mut whole = self.splitter.editor.undef(ty);
        let mut members = Vec::new();
        for (index, inner) in self.inner(part)? {
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

    /// Stores the values of a part.
    fn store(&mut self, part: &Part, value: Value) -> Result<()> {
        if self.accesses.values.contains(&part.node) {
            self.splitter.add()?;
            let pointer = self.pointer(part)?;
            let alignment = self.node(part.node)?.alignment;
            self.splitter.editor.store(value, pointer, Alignment::bytes(alignment));
            return Ok(());
        }
        for (index, inner) in self.inner(part)? {
            self.splitter.editor.go_to(Position::Before(self.id)).map_err(invalid)?;
            let member = self.splitter.member(value, index)?;
            self.store(&inner, member)?;
        }
        Ok(())
    }

    /// Returns the members or elements of a part with their indices.
    fn inner(&self, part: &Part) -> Result<Vec<(u64, Part)>> {
        let count = match &self.node(part.node)?.kind {
            Kind::Scalar => 0,
            Kind::Members(members) => members.len() as u64,
            Kind::Elements(_, length) => *length,
        };
        let shape = &self.accesses.shape;
        let inner = (0..count).filter_map(|index| Some((index, shape.inner(part, Step::Known(index))?)));
        Ok(inner.collect())
    }

    /// Returns the address of a part in `values`, and moves the cursor before the access.
    fn pointer(&mut self, part: &Part) -> Result<Value> {
        let (mut known, mut kept) = (Vec::new(), Vec::new());
        for (step, around) in part.steps.iter().zip(&part.around) {
            let Kind::Elements(_, length) = self.node(*around)?.kind else { continue };
            match (self.accesses.kept.contains(around), step) {
                (true, _) => kept.push((*step, length)),
                (false, Step::Known(index)) => known.push(*index),
                // Arrays with non-constant indices are kept, so this does not occur.
                (false, Step::Variable(_)) => {}
            }
        }
        let ty = self.node(part.node)?.ty;
        let lengths = kept.iter().map(|(_, length)| *length);
        let length = lengths.fold(1_u64, u64::saturating_mul);
        let array = (!kept.is_empty()).then(|| self.splitter.editor.module().types.array(ty, length));
        let memory = self.alloca(part, known, array.unwrap_or(ty), length)?;
        let editor = &mut *self.splitter.editor;
        editor.go_to(Position::Before(self.id)).map_err(invalid)?;
        let Some(array) = array else { return Ok(memory) };
        let index = self.linear(&kept)?;
        let zero = self.splitter.index(0);
        self.splitter.editor.element_pointer(true, array, memory, &[zero, index]).map_err(invalid)
    }

    /// Returns the alloca of a part. A new alloca is inserted before the split alloca, with type `ty` and declarations
    /// of the source variables that are located in the part. `length` is the number of elements of the part in `ty`.
    fn alloca(&mut self, part: &Part, known: Vec<u64>, ty: TypeId, length: u64) -> Result<Value> {
        let key = (part.node, known);
        if let Some(memory) = self.allocas.get(&key) {
            return Ok(*memory);
        }
        let Node { alignment, size, .. } = *self.node(part.node)?;
        let whole = Value::from(self.memory);
        let editor = &mut *self.splitter.editor;
        let name = editor.name_of(whole).and_then(|name| name.to_str().ok().map(String::from));
        editor.go_to(Position::Before(self.memory)).map_err(invalid)?;
        let memory = editor.alloca(ty, Alignment::bytes(alignment));
        if let Some(name) = name {
            editor.name(memory, &format!("{name}.{}", self.allocas.len()));
        }
        let offset = self.offset(part, &key.1);
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
        self.allocas.insert(key, memory);
        Ok(memory)
    }

    /// Returns the byte offset of a new alloca's contents in the split alloca; `None` if its elements are not
    /// contiguous there.
    fn offset(&self, part: &Part, known: &[u64]) -> Option<u64> {
        let parents = self.accesses.parents();
        let (mut node, mut offset, mut known) = (part.node, 0_u64, known.iter().rev());
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

    /// Computes the index into a flattened array from the indices into nested arrays, each with the array length.
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

    /// Returns the width of a flattened index: the width of the widest non-constant index, at least 32.
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
