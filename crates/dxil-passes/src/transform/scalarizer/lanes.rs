//! Scalarizes vector values, for `scalarizer`: computes the lanes of each needed vector at the position of the vector
//! instruction. Separate from memory, whose accesses are first rewritten to `insertelement` and `extractelement`.
//!
//! The lanes of an instruction are computed after the lanes of its operands. Phis get their lanes first, and incoming
//! values at the end. If the only user of a vector is an `insertelement`, its lanes are moved to the user instead of
//! copied, so that a chain of `insertelement` needs time proportional to its length.

use std::collections::HashMap;

use az::SaturatingAs as _;
use bstr::ByteSlice as _;
use dxil_ir::arena::IdSet;
use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::edit::{EditError, Editor, Position};
use dxil_ir::{
    BlockId, CastOp, Dialect, InstructionId, MetadataId, Op, Predicate, Type, TypeId, Value, ValueKind,
};

use super::pieces::Pieces;
use super::plan::{LaneIndex, Plan};
use super::role::{Role, is_of_vector};
use super::vectors::{budget, vector};
use crate::budget::Budget;
use crate::error::{PassError, Result, invalid};
use crate::pass_manager::{Done, steps};
use crate::transform::fold;

/// Scalarizes the vector values of a function. Counts erased instructions and replaced operands.
pub(super) fn run(editor: &mut Editor<'_>) -> Result<Done> {
    let all = editor.all_instructions();
    let mut done = Done { steps: steps(all.len()), ..Done::default() };
    let Some(plan) = Plan::of(editor, &all) else { return Ok(done) };
    let counts = [plan.unreachable.len(), plan.scalars.len(), plan.operands.len(), plan.erased.len()];
    let mut lanes = Lanes::new(editor, plan, &all);
    lanes.run()?;
    done.steps = done.steps.saturating_add(lanes.budget.spent);
    done.count = counts.into_iter().map(steps).sum();
    Ok(done)
}

/// Describes an instruction that can be scalarized, if the function has one.
pub(super) fn violation(editor: &mut Editor<'_>) -> Option<String> {
    let plan = Plan::of(editor, &editor.all_instructions())?;
    let operand = plan.operands.first().map(|(user, ..)| user);
    let all = [&plan.unreachable, &plan.scalars, &plan.erased].into_iter().flatten();
    all.chain(operand).next().map(|id| format!("vector operation {id} can be scalarized"))
}

/// The state of the scalarization of one function.
pub(super) struct Lanes<'e, 'm> {
    pub(super) editor: &'e mut Editor<'m>,
    plan: Plan,
    pieces: Pieces,
    /// The lanes of scalarized vectors. An `insertelement` may have moved them to itself.
    known: HashMap<InstructionId, Vec<Value>>,
    /// The scalarized vectors.
    done: IdSet<InstructionId>,
    /// The vectors whose operands were pushed to the stack of [`need`](Self::need).
    open: IdSet<InstructionId>,
    /// Phis with lanes whose incoming values are not set yet.
    phis: Vec<InstructionId>,
    /// The extracted elements of vectors that remain, by vector and lane.
    extracted: HashMap<(Value, u64), Value>,
    /// For each instruction that defines such a vector, the last inserted `extractelement`; `None` stands for vectors
    /// that are not instructions.
    last_extracted: HashMap<Option<InstructionId>, InstructionId>,
    /// For each instruction of `last_extracted`, the instruction that followed it before the first extraction; `None`
    /// if that is a phi.
    anchors: HashMap<Option<InstructionId>, Option<InstructionId>>,
    /// Scalarized vectors that were rebuilt for operands that remain vectors.
    rebuilt: HashMap<InstructionId, Value>,
    /// The replacements of erased instructions with scalar results.
    replaced: HashMap<Value, Value>,
    budget: Budget,
}

impl<'e, 'm> Lanes<'e, 'm> {
    fn new(editor: &'e mut Editor<'m>, plan: Plan, all: &[InstructionId]) -> Self {
        let erased: IdSet<InstructionId> = plan.erased.iter().copied().collect();
        let pieces = Pieces::of(editor, all, &erased);
        Self {
            editor,
            plan,
            pieces,
            known: HashMap::new(),
            done: IdSet::new(),
            open: IdSet::new(),
            phis: Vec::new(),
            extracted: HashMap::new(),
            last_extracted: HashMap::new(),
            anchors: HashMap::new(),
            rebuilt: HashMap::new(),
            replaced: HashMap::new(),
            budget: budget(all.len()),
        }
    }

    fn run(&mut self) -> Result<()> {
        for id in std::mem::take(&mut self.plan.unreachable) {
            self.erase(id)?;
        }
        let (scalars, operands) =
            (std::mem::take(&mut self.plan.scalars), std::mem::take(&mut self.plan.operands));
        for id in &scalars {
            for operand in self.editor.operands(*id) {
                self.need(operand)?;
            }
        }
        for (.., vector) in &operands {
            self.need((*vector).into())?;
        }
        for described in self.pieces.described() {
            self.need(described.into())?;
        }
        while let Some(phi) = self.phis.pop() {
            self.fill_phi(phi)?;
        }
        // Before scalar instructions are erased: the erasure moves debug records to the next instruction.
        for described in self.pieces.described() {
            let lanes = self.all_lanes(described)?;
            self.pieces.describe(self.editor, described, &lanes)?;
        }
        for id in scalars {
            self.replace_scalar(id)?;
        }
        for (user, operand, vector) in operands {
            let whole = self.rebuild(vector)?;
            self.editor.set_operand(user, operand, whole).map_err(invalid)?;
        }
        for id in std::mem::take(&mut self.plan.erased) {
            self.erase(id)?;
        }
        Ok(())
    }

    /// Erases an instruction. Remaining users, which are unreachable or erased later, get `undef`.
    fn erase(&mut self, id: InstructionId) -> Result<()> {
        let ty = self.editor.type_of(id.into()).map_err(invalid)?;
        let undef = self.editor.undef(ty);
        self.editor.replace_and_erase(id, undef).map_err(invalid)?;
        Ok(())
    }

    /// Scalarizes the vector operands of a value, transitively, and then the value. The stack is explicit because
    /// chains of operands can be long.
    fn need(&mut self, value: Value) -> Result<()> {
        let mut waiting: Vec<InstructionId> = self.pending(value).into_iter().collect();
        while let Some(id) = waiting.last().copied() {
            let role = self.plan.role(id);
            if self.done.contains(id) {
                waiting.pop();
                continue;
            }
            let count = waiting.len();
            if role != Role::Phi && self.open.insert(id) {
                let operands = self.editor.operands(id);
                let operands = operands.into_iter().filter_map(|operand| self.pending(operand));
                waiting.extend(operands.filter(|id| !self.open.contains(*id)));
            }
            if waiting.len() == count {
                waiting.pop();
                let lanes = if role == Role::Phi { self.begin_phi(id)? } else { self.build(id, role)? };
                self.known.insert(id, lanes);
                self.done.insert(id);
            }
        }
        Ok(())
    }

    /// Returns the instruction that defines a vector, if it still has to be scalarized.
    fn pending(&self, value: Value) -> Option<InstructionId> {
        let id = self.plan.split(value).filter(|id| !self.done.contains(*id))?;
        is_of_vector(self.editor, value).then_some(id)
    }

    /// Returns the element type and the length of a vector.
    pub(super) fn shape(&self, value: Value) -> Result<(TypeId, u64)> {
        let ty = self.editor.type_of(value).map_err(invalid)?;
        let what = EditError::Type { what: "a vector" };
        vector(&self.editor.context().types, ty).ok_or_else(|| invalid(what))
    }

    /// Computes the lanes of a vector before the instruction that defines it.
    fn build(&mut self, id: InstructionId, role: Role) -> Result<Vec<Value>> {
        let Some(data) = self.editor.instruction(id).cloned() else { return Ok(Vec::new()) };
        let (_, length) = self.shape(id.into())?;
        self.editor.go_to(Position::Before(id)).map_err(invalid)?;
        match data.op {
            Op::InsertElement(operands) => self.insert(id, operands, length),
            Op::ShuffleVector(operands) => self.shuffle(id, operands, length),
            Op::Cast(_, of) if role == Role::Bits => self.recast(id, of),
            op => {
                let operands = self.editor.operands(id);
                self.budget.spend(length.saturating_mul(steps(1 + operands.len())))?;
                (0..length).map(|lane| self.build_lane(id, &op, &operands, lane)).collect()
            }
        }
    }

    /// Computes one lane of an element-wise instruction.
    fn build_lane(&mut self, id: InstructionId, op: &Op, operands: &[Value], lane: u64) -> Result<Value> {
        let mut scalars = Vec::with_capacity(operands.len());
        for operand in operands {
            let is_vector = is_of_vector(self.editor, *operand);
            scalars.push(if is_vector { self.lane(*operand, lane)? } else { *operand });
        }
        let op = match (op, &scalars[..]) {
            (Op::Binary { op, .. }, [first, second]) => Op::Binary { op: *op, operands: [*first, *second] },
            (Op::Compare { predicate, .. }, [first, second]) => {
                Op::Compare { predicate: *predicate, operands: [*first, *second] }
            }
            (Op::Negate(_), [value]) => Op::Negate(*value),
            (Op::Freeze(_), [value]) => Op::Freeze(*value),
            (Op::Cast(op, _), [value]) => Op::Cast(*op, *value),
            (Op::Select(_), [condition, if_true, if_false]) => Op::Select([*condition, *if_true, *if_false]),
            (Op::ElementPointer { source, .. }, operands) => {
                Op::ElementPointer { source: *source, operands: self.editor.value_list(operands) }
            }
            _ => return Err(missing("an element-wise vector operation")),
        };
        let (ty, _) = self.shape(id.into())?;
        self.editor.go_to(Position::Before(id)).map_err(invalid)?;
        let value = self.editor.add(op, ty).into();
        self.copy_annotations(id, value, lane)?;
        Ok(value)
    }

    /// Copies the flags and metadata of a vector instruction to the instruction that computes a lane, and derives its
    /// name.
    pub(super) fn copy_annotations(&mut self, of: InstructionId, value: Value, lane: u64) -> Result<()> {
        let (ValueKind::Instruction(id), Some(data)) = (value.kind(), self.editor.instruction(of)) else {
            return Ok(());
        };
        let flags = data.flags;
        self.editor.set_flags(value, flags);
        let attached: Vec<(u32, MetadataId)> = self.editor.attachments(of).collect();
        for (kind, node) in attached {
            self.editor.set_attachment(id, kind, Some(node)).map_err(invalid)?;
        }
        if let Some(name) = self.editor.name_of(Value::from(of)).and_then(|name| name.to_str().ok()) {
            let name = format!("{name}.i{lane}");
            self.editor.name(value, &name);
        }
        Ok(())
    }

    /// Computes the lanes of an `insertelement`.
    fn insert(&mut self, id: InstructionId, operands: [Value; 3], length: u64) -> Result<Vec<Value>> {
        let [whole, element, index] = operands;
        // The lanes of the operand may be moved unless another user, a source variable or an incomplete phi needs them.
        let base = self.plan.split(whole).filter(|base| {
            let is_only_user = self.editor.uses(whole).take(2).count() == 1;
            is_only_user && !self.pieces.has(*base) && self.plan.role(*base) != Role::Phi
        });
        let mut lanes = match base.and_then(|base| self.known.remove(&base)) {
            Some(lanes) => lanes,
            None => {
                self.budget.spend(length)?;
                (0..length).map(|lane| self.lane(whole, lane)).collect::<Result<_>>()?
            }
        };
        self.budget.spend(1)?;
        match LaneIndex::of(self.editor, index) {
            LaneIndex::Known(known) if known < length => {
                if let Some(lane) = usize::try_from(known).ok().and_then(|known| lanes.get_mut(known)) {
                    *lane = element;
                }
            }
            LaneIndex::Known(_) | LaneIndex::Undefined => {
                let (ty, _) = self.shape(id.into())?;
                let undefined = self.undefined(ty);
                lanes.fill(undefined);
            }
            LaneIndex::Variable => {
                self.budget.spend(length.saturating_mul(2))?;
                for (number, lane) in (0..).zip(&mut lanes) {
                    self.editor.go_to(Position::Before(id)).map_err(invalid)?;
                    *lane = match self.is_lane(index, number)? {
                        Some(is_lane) => self.editor.select(is_lane, element, *lane),
                        None => *lane,
                    };
                }
            }
        }
        Ok(lanes)
    }

    /// Inserts the comparison of an index with a lane number at the cursor; `None` if the type of the index cannot
    /// represent the number.
    fn is_lane(&mut self, index: Value, number: u64) -> Result<Option<Value>> {
        let mut index = index;
        let mut ty = self.editor.type_of(index).map_err(invalid)?;
        let bits = match self.editor.context().types.get(ty) {
            Some(Type::Integer(bits)) => *bits,
            _ => return Ok(None),
        };
        if bits < u64::BITS && number >> bits > 0 {
            return Ok(None);
        }
        if bits > u64::BITS {
            // An index with more than 64 significant bits is out of bounds, so the result is undefined.
            ty = self.editor.module().types.int(u64::BITS);
            index = self.editor.cast(CastOp::Trunc, index, ty);
        }
        let number = self.editor.int(ty, number.cast_signed());
        Ok(Some(self.editor.compare(Predicate::IntEq, index, number)))
    }

    /// Computes the lanes of a `shufflevector`.
    fn shuffle(&mut self, id: InstructionId, operands: [Value; 3], length: u64) -> Result<Vec<Value>> {
        let [first, second, mask] = operands;
        let (ty, _) = self.shape(id.into())?;
        let (_, of_first) = self.shape(first)?;
        self.budget.spend(length)?;
        let mut lanes = Vec::new();
        for lane in 0..length {
            let from = fold::part(self.editor, mask, lane).map(|from| LaneIndex::of(self.editor, from));
            lanes.push(match from {
                Some(LaneIndex::Known(from)) if from < of_first => self.lane(first, from)?,
                Some(LaneIndex::Known(from)) => self.lane(second, from - of_first)?,
                Some(LaneIndex::Undefined | LaneIndex::Variable) | None => self.undefined(ty),
            });
        }
        Ok(lanes)
    }

    /// Adds the phis of the lanes of a vector phi, without incoming values.
    fn begin_phi(&mut self, id: InstructionId) -> Result<Vec<Value>> {
        let (ty, length) = self.shape(id.into())?;
        let Some(block) = self.editor.block_of(id) else { return Ok(Vec::new()) };
        let edges = steps(self.editor.incoming(id).len());
        self.budget.spend(length.saturating_mul(edges.saturating_add(1)))?;
        self.editor.go_to(Position::Before(id)).map_err(invalid)?;
        let types = vec![ty; length.saturating_as::<usize>()];
        let phis = self.editor.add_phis(block, &types).map_err(invalid)?;
        let lanes: Vec<Value> = phis.into_iter().map(Value::from).collect();
        for (number, lane) in (0..).zip(&lanes) {
            self.copy_annotations(id, *lane, number)?;
        }
        self.phis.push(id);
        Ok(lanes)
    }

    /// Scalarizes the incoming values of a vector phi, and sets the incoming values of its lanes.
    fn fill_phi(&mut self, id: InstructionId) -> Result<()> {
        let mut incoming = self.editor.incoming(id);
        incoming.sort_unstable();
        incoming.dedup_by_key(|(block, _)| *block);
        for (_, value) in &incoming {
            self.need(*value)?;
        }
        for (number, phi) in (0..).zip(self.all_lanes(id)?) {
            let ValueKind::Instruction(phi) = phi.kind() else { continue };
            let mut values = HashMap::<BlockId, Value>::with_capacity(incoming.len());
            for (block, value) in &incoming {
                values.insert(*block, self.lane(*value, number)?);
            }
            self.editor.fill_phi(phi, &values).map_err(invalid)?;
        }
        Ok(())
    }

    /// Returns a lane of a vector: the lane of a scalarized vector, an element of a constant, or an `extractelement` of
    /// a vector that remains. May move the cursor.
    pub(super) fn lane(&mut self, of: Value, lane: u64) -> Result<Value> {
        if let Some(id) = self.plan.split(of) {
            let lanes = self.known.get(&id);
            let known = usize::try_from(lane).ok().and_then(|lane| lanes?.get(lane).copied());
            let known = known.ok_or_else(|| missing("a lane"))?;
            return Ok(self.resolve(known));
        }
        if let Some(part) = fold::part(self.editor, of, lane) {
            return Ok(part);
        }
        if let Some(extracted) = self.extracted.get(&(of, lane)) {
            return Ok(*extracted);
        }
        self.budget.spend(1)?;
        let source = if let ValueKind::Instruction(id) = of.kind() { Some(id) } else { None };
        self.go_after(source)?;
        let number = self.lane_number();
        let index = self.editor.int(number, lane.cast_signed());
        let extracted = self.editor.extract_element(of, index).map_err(invalid)?;
        self.extracted.insert((of, lane), extracted);
        if let ValueKind::Instruction(extracted) = extracted.kind() {
            self.last_extracted.insert(source, extracted);
        }
        Ok(extracted)
    }

    pub(super) fn all_lanes(&mut self, of: InstructionId) -> Result<Vec<Value>> {
        let (_, length) = self.shape(of.into())?;
        self.budget.spend(length)?;
        (0..length).map(|lane| self.lane(of.into(), lane)).collect()
    }

    /// Returns the replacement of a value, with path compression.
    fn resolve(&mut self, value: Value) -> Value {
        let mut path = Vec::new();
        let mut now = value;
        while let Some(next) = self.replaced.get(&now) {
            path.push(now);
            now = *next;
        }
        for old in path {
            self.replaced.insert(old, now);
        }
        now
    }

    /// Replaces an `extractelement` or a bitcast to a scalar by a scalar that is computed from lanes.
    fn replace_scalar(&mut self, id: InstructionId) -> Result<()> {
        let value = match self.editor.op(id).cloned() {
            Some(Op::ExtractElement([vector, index])) => self.extract(id, vector, index)?,
            Some(Op::Cast(_, of)) => {
                self.editor.go_to(Position::Before(id)).map_err(invalid)?;
                let all = self.recast(id, of)?;
                all.first().copied().ok_or_else(|| missing("a scalar"))?
            }
            _ => return Ok(()),
        };
        let value = self.resolve(value);
        self.editor.replace_and_erase(id, value).map_err(invalid)?;
        self.replaced.insert(id.into(), value);
        Ok(())
    }

    /// Returns the result of an `extractelement`. A non-constant index becomes a chain of selects.
    fn extract(&mut self, id: InstructionId, vector: Value, index: Value) -> Result<Value> {
        let (ty, length) = self.shape(vector)?;
        match LaneIndex::of(self.editor, index) {
            LaneIndex::Known(lane) if lane < length => self.lane(vector, lane),
            LaneIndex::Known(_) | LaneIndex::Undefined => Ok(self.undefined(ty)),
            LaneIndex::Variable => {
                self.budget.spend(length.saturating_mul(2))?;
                let mut value = self.lane(vector, 0)?;
                for number in 1..length {
                    let lane = self.lane(vector, number)?;
                    if lane == value {
                        continue;
                    }
                    self.editor.go_to(Position::Before(id)).map_err(invalid)?;
                    if let Some(is_lane) = self.is_lane(index, number)? {
                        value = self.editor.select(is_lane, lane, value);
                    }
                }
                Ok(value)
            }
        }
    }

    /// Moves the cursor to the position for extracting lanes of the result of an instruction, or of an argument: before
    /// the instruction that originally followed, or after the last extraction if that instruction was erased. For an
    /// argument, the original position is the start of the entry block.
    fn go_after(&mut self, source: Option<InstructionId>) -> Result<()> {
        let next = match self.anchors.get(&source) {
            Some(known) => *known,
            None => {
                let next = match source {
                    Some(id) => self.editor.next(id),
                    None => self.editor.entry().and_then(|entry| self.editor.instructions(entry).next()),
                };
                let is_phi =
                    next.and_then(|next| self.editor.op(next)).is_some_and(|op| matches!(op, Op::Phi(..)));
                let next = next.filter(|_| !is_phi);
                self.anchors.insert(source, next);
                next
            }
        };
        if let Some(next) = next.filter(|next| self.editor.block_of(*next).is_some()) {
            return self.editor.go_to(Position::Before(next)).map_err(invalid);
        }
        match (self.last_extracted.get(&source).copied().or(source), self.editor.entry()) {
            (Some(id), _) => self.editor.go_to(Position::After(id)).map_err(invalid)?,
            (None, Some(entry)) => {
                self.editor.go_to(Position::Start(entry)).map_err(invalid)?;
                self.editor.set_location(None);
            }
            (None, None) => {}
        }
        Ok(())
    }

    /// Returns the type of lane indices that compilers use: `i32` in DXIL, `i64` in modern LLVM IR.
    fn lane_number(&mut self) -> TypeId {
        let is_modern = self.editor.context().dialect == Dialect::Modern;
        self.editor.module().types.int(if is_modern { 64 } else { 32 })
    }

    /// Rebuilds a scalarized vector from its lanes by `insertelement`, once.
    fn rebuild(&mut self, of: InstructionId) -> Result<Value> {
        if let Some(rebuilt) = self.rebuilt.get(&of) {
            return Ok(*rebuilt);
        }
        let lanes = self.all_lanes(of)?;
        let ty = self.editor.type_of(of.into()).map_err(invalid)?;
        let mut whole = self.undefined(ty);
        self.editor.go_to(Position::Before(of)).map_err(invalid)?;
        if let (Role::Phi, Some(block)) = (self.plan.role(of), self.editor.block_of(of)) {
            self.editor.go_to(Position::Start(block)).map_err(invalid)?;
        }
        let index_type = self.lane_number();
        for (number, lane) in (0..).zip(lanes) {
            let lane_type = self.editor.type_of(lane).map_err(invalid)?;
            if lane != self.undefined(lane_type) {
                let index = self.editor.int(index_type, number);
                whole = self.editor.insert_element(whole, lane, index).map_err(invalid)?;
            }
        }
        self.rebuilt.insert(of, whole);
        Ok(whole)
    }

    /// Returns the value of an undefined lane: `undef` in LLVM 3.7 IR, `poison` in modern LLVM IR.
    fn undefined(&mut self, ty: TypeId) -> Value {
        let module = self.editor.module();
        match module.dialect {
            Dialect::Dxil37 => module.undef(ty),
            Dialect::Modern => module.constant(ty, ConstantKind::Poison),
        }
    }

    /// Counts created lanes.
    pub(super) fn spend(&mut self, lanes: u64) -> Result<()> {
        self.budget.spend(lanes)
    }
}

/// Returns the error for a value that every valid module has.
pub(super) fn missing(what: &'static str) -> PassError {
    invalid(EditError::NoSuchValue { what })
}
