//! Vectors as values: for each that is needed, its lanes, made where it is. Separate from memory, which comes to this
//! by `insertelement` and `extractelement`.
//!
//! A vector is taken apart once all it is computed from is, but for phis, which have lanes first and are filled at the
//! end. Where a vector has but one user, an `insertelement`, that takes over its lanes, so that a vector that is put
//! together element by element takes time in proportion to its elements.

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
use super::plan::{Place, Plan};
use super::role::{Role, is_of_vector};
use super::vectors::{budget, vector};
use crate::budget::Budget;
use crate::error::{PassError, Result, invalid};
use crate::pass_manager::{Done, steps};
use crate::transform::fold;

/// Takes the vectors of a function apart; counts instructions that went or that have other operands.
pub(super) fn run(editor: &mut Editor<'_>) -> Result<Done> {
    let all = editor.all_instructions();
    let mut done = Done { steps: steps(all.len()), ..Done::default() };
    let Some(plan) = Plan::of(editor, &all) else { return Ok(done) };
    let counts = [plan.unreached.len(), plan.scalars.len(), plan.operands.len(), plan.gone.len()];
    let mut lanes = Lanes::new(editor, plan, &all);
    lanes.run()?;
    done.steps = done.steps.saturating_add(lanes.budget.spent);
    done.count = counts.into_iter().map(steps).sum();
    Ok(done)
}

/// A vector that could be taken apart.
pub(super) fn violation(editor: &mut Editor<'_>) -> Option<String> {
    let plan = Plan::of(editor, &editor.all_instructions())?;
    let operand = plan.operands.first().map(|(user, ..)| user);
    let all = [&plan.unreached, &plan.scalars, &plan.gone].into_iter().flatten();
    all.chain(operand).next().map(|id| format!("vector operation {id} can be scalarized"))
}

/// Taking vectors of a function apart.
pub(super) struct Lanes<'e, 'm> {
    pub(super) editor: &'e mut Editor<'m>,
    plan: Plan,
    pieces: Pieces,
    /// The lanes of vectors that were taken apart.
    known: HashMap<InstructionId, Vec<Value>>,
    done: IdSet<InstructionId>,
    /// Those that wait for what they are computed from.
    open: IdSet<InstructionId>,
    /// Phis that have lanes and are yet to be filled.
    phis: Vec<InstructionId>,
    /// Elements that were taken of vectors that stay.
    taken: HashMap<(Value, u64), Value>,
    /// The last of those behind each instruction, and at the beginning.
    last_taken: HashMap<Option<InstructionId>, InstructionId>,
    /// What came behind each when the first was taken.
    anchors: HashMap<Option<InstructionId>, Option<InstructionId>>,
    /// Vectors that were put together again.
    gathered: HashMap<InstructionId, Value>,
    /// What took the place of scalars that were computed from vectors.
    replaced: HashMap<Value, Value>,
    budget: Budget,
}

impl<'e, 'm> Lanes<'e, 'm> {
    fn new(editor: &'e mut Editor<'m>, plan: Plan, all: &[InstructionId]) -> Self {
        let gone: IdSet<InstructionId> = plan.gone.iter().copied().collect();
        let pieces = Pieces::of(editor, all, &gone);
        Self {
            editor,
            plan,
            pieces,
            known: HashMap::new(),
            done: IdSet::new(),
            open: IdSet::new(),
            phis: Vec::new(),
            taken: HashMap::new(),
            last_taken: HashMap::new(),
            anchors: HashMap::new(),
            gathered: HashMap::new(),
            replaced: HashMap::new(),
            budget: budget(all.len()),
        }
    }

    fn run(&mut self) -> Result<()> {
        for id in std::mem::take(&mut self.plan.unreached) {
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
        for id in scalars {
            self.replace_scalar(id)?;
        }
        for (user, operand, vector) in operands {
            let whole = self.gather(vector)?;
            self.editor.set_operand(user, operand, whole).map_err(invalid)?;
        }
        for described in self.pieces.described() {
            let lanes = self.all_lanes(described)?;
            self.pieces.describe(self.editor, described, &lanes)?;
        }
        for id in std::mem::take(&mut self.plan.gone) {
            self.erase(id)?;
        }
        Ok(())
    }

    /// Takes an instruction out. What still uses it goes, too, or is not reached.
    fn erase(&mut self, id: InstructionId) -> Result<()> {
        let ty = self.editor.type_of(id.into()).map_err(invalid)?;
        let undef = self.editor.undef(ty);
        self.editor.replace_and_erase(id, undef).map_err(invalid)?;
        Ok(())
    }

    /// Takes apart what a value is computed from, and the value.
    fn need(&mut self, value: Value) -> Result<()> {
        let mut waiting: Vec<InstructionId> = self.undone(value).into_iter().collect();
        while let Some(id) = waiting.last().copied() {
            let role = self.plan.role(id);
            if self.done.contains(id) {
                waiting.pop();
                continue;
            }
            let count = waiting.len();
            if role != Role::Phi && self.open.insert(id) {
                let operands = self.editor.operands(id);
                let operands = operands.into_iter().filter_map(|operand| self.undone(operand));
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

    /// The instruction that gives a vector, if it is yet to be taken apart.
    fn undone(&self, value: Value) -> Option<InstructionId> {
        let id = self.plan.split(value).filter(|id| !self.done.contains(*id))?;
        is_of_vector(self.editor, value).then_some(id)
    }

    /// The element and the length of a vector.
    pub(super) fn shape(&self, value: Value) -> Result<(TypeId, u64)> {
        let ty = self.editor.type_of(value).map_err(invalid)?;
        let what = EditError::Type { what: "a vector" };
        vector(&self.editor.context().types, ty).ok_or_else(|| invalid(what))
    }

    /// Makes the lanes of a vector, where it is.
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

    /// Makes one lane of what is computed lane by lane.
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
        self.adopt(id, value, lane)?;
        Ok(value)
    }

    /// Gives a lane what is said of the vector.
    pub(super) fn adopt(&mut self, of: InstructionId, value: Value, lane: u64) -> Result<()> {
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

    fn insert(&mut self, id: InstructionId, operands: [Value; 3], length: u64) -> Result<Vec<Value>> {
        let [whole, element, index] = operands;
        // Who else would ask for the lanes: another operand, what speaks of a variable, or a phi that is to be filled.
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
        match Place::of(self.editor, index) {
            Place::Known(known) if known < length => {
                if let Some(lane) = usize::try_from(known).ok().and_then(|known| lanes.get_mut(known)) {
                    *lane = element;
                }
            }
            Place::Known(_) | Place::Undefined => {
                let (ty, _) = self.shape(id.into())?;
                let undefined = self.undefined(ty);
                lanes.fill(undefined);
            }
            Place::Variable => {
                self.budget.spend(length.saturating_mul(2))?;
                for (number, lane) in (0..).zip(&mut lanes) {
                    self.editor.go_to(Position::Before(id)).map_err(invalid)?;
                    *lane = match self.is_at(index, number)? {
                        Some(is_at) => self.editor.select(is_at, element, *lane),
                        None => *lane,
                    };
                }
            }
        }
        Ok(lanes)
    }

    /// Whether an index is a number, at the cursor; `None` where it cannot be.
    fn is_at(&mut self, index: Value, number: u64) -> Result<Option<Value>> {
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
            // What is cut off is out of bounds.
            ty = self.editor.module().types.int(u64::BITS);
            index = self.editor.cast(CastOp::Trunc, index, ty);
        }
        let number = self.editor.int(ty, number.cast_signed());
        Ok(Some(self.editor.compare(Predicate::IntEq, index, number)))
    }

    fn shuffle(&mut self, id: InstructionId, operands: [Value; 3], length: u64) -> Result<Vec<Value>> {
        let [first, second, mask] = operands;
        let (ty, _) = self.shape(id.into())?;
        let (_, of_first) = self.shape(first)?;
        self.budget.spend(length)?;
        let mut lanes = Vec::new();
        for lane in 0..length {
            let from = fold::part(self.editor, mask, lane).map(|from| Place::of(self.editor, from));
            lanes.push(match from {
                Some(Place::Known(from)) if from < of_first => self.lane(first, from)?,
                Some(Place::Known(from)) => self.lane(second, from - of_first)?,
                Some(Place::Undefined | Place::Variable) | None => self.undefined(ty),
            });
        }
        Ok(lanes)
    }

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
            self.adopt(id, *lane, number)?;
        }
        self.phis.push(id);
        Ok(lanes)
    }

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

    /// A lane of a vector: what it was taken apart into, or an element that is taken of what stays.
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
        if let Some(taken) = self.taken.get(&(of, lane)) {
            return Ok(*taken);
        }
        self.budget.spend(1)?;
        let source = if let ValueKind::Instruction(id) = of.kind() { Some(id) } else { None };
        self.go_behind(source)?;
        let number = self.lane_number();
        let index = self.editor.int(number, lane.cast_signed());
        let taken = self.editor.extract_element(of, index).map_err(invalid)?;
        self.taken.insert((of, lane), taken);
        if let ValueKind::Instruction(taken) = taken.kind() {
            self.last_taken.insert(source, taken);
        }
        Ok(taken)
    }

    pub(super) fn all_lanes(&mut self, of: InstructionId) -> Result<Vec<Value>> {
        let (_, length) = self.shape(of.into())?;
        self.budget.spend(length)?;
        (0..length).map(|lane| self.lane(of.into(), lane)).collect()
    }

    /// What a value is by now.
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

    /// Puts a scalar in the place of an instruction that computes it from a vector.
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

    fn extract(&mut self, id: InstructionId, vector: Value, index: Value) -> Result<Value> {
        let (ty, length) = self.shape(vector)?;
        match Place::of(self.editor, index) {
            Place::Known(lane) if lane < length => self.lane(vector, lane),
            Place::Known(_) | Place::Undefined => Ok(self.undefined(ty)),
            Place::Variable => {
                self.budget.spend(length.saturating_mul(2))?;
                let mut value = self.lane(vector, 0)?;
                for number in 1..length {
                    let lane = self.lane(vector, number)?;
                    if lane == value {
                        continue;
                    }
                    self.editor.go_to(Position::Before(id)).map_err(invalid)?;
                    if let Some(is_at) = self.is_at(index, number)? {
                        value = self.editor.select(is_at, lane, value);
                    }
                }
                Ok(value)
            }
        }
    }

    /// Goes to where lanes of what an instruction gives, or of arguments, are taken: before what came next at first, so
    /// that they stand with what they are used for, or behind those that were taken before.
    fn go_behind(&mut self, source: Option<InstructionId>) -> Result<()> {
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
        match (self.last_taken.get(&source).copied().or(source), self.editor.entry()) {
            (Some(id), _) => self.editor.go_to(Position::After(id)).map_err(invalid)?,
            (None, Some(entry)) => {
                self.editor.go_to(Position::Start(entry)).map_err(invalid)?;
                self.editor.set_location(None);
            }
            (None, None) => {}
        }
        Ok(())
    }

    /// The type of numbers of lanes, as compilers write them: DXIL's is that of the shader's integers.
    fn lane_number(&mut self) -> TypeId {
        let is_modern = self.editor.context().dialect == Dialect::Modern;
        self.editor.module().types.int(if is_modern { 64 } else { 32 })
    }

    /// A vector of the lanes of one that was taken apart.
    fn gather(&mut self, of: InstructionId) -> Result<Value> {
        if let Some(gathered) = self.gathered.get(&of) {
            return Ok(*gathered);
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
        self.gathered.insert(of, whole);
        Ok(whole)
    }

    /// What a lane is that is not there.
    fn undefined(&mut self, ty: TypeId) -> Value {
        let module = self.editor.module();
        match module.dialect {
            Dialect::Dxil37 => module.undef(ty),
            Dialect::Modern => module.constant(ty, ConstantKind::Poison),
        }
    }

    /// Counts lanes that are made elsewhere.
    pub(super) fn spend(&mut self, lanes: u64) -> Result<()> {
        self.budget.spend(lanes)
    }
}

/// What a valid module has.
pub(super) fn missing(what: &'static str) -> PassError {
    invalid(EditError::NoSuchValue { what })
}
