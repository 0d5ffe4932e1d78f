//! Bodies: instructions of the types that pointers have now, with casts where one is used as another, and without what
//! LLVM 3.7 has no instructions for.

#![expect(clippy::wildcard_enum_match_arm, reason = "what is not named is the same in both dialects")]

use hashbrown::{HashMap, HashSet};

use crate::constants::ConstantKind;
use crate::flags::{self, Flags};
use crate::{
    Alignment, BinaryOp, Body, CastOp, Dialect, GlobalId, Instruction, InstructionId, Op, Type, TypeId,
    Value, ValueKind,
};

use super::conversion::Conversion;
use super::error::{Result, missing, word};
use super::lifetimes;
use super::pointees::Pointees;

/// Instructions that go before others.
#[derive(Default)]
struct Made {
    before: HashMap<InstructionId, Vec<InstructionId>>,
    /// Casts in front of an instruction.
    known: HashMap<(InstructionId, Value, TypeId), Value>,
}

/// What is known of the operands of an instruction: room for one after the other.
#[derive(Default)]
struct Operands {
    values: Vec<Value>,
    types: Vec<Option<TypeId>>,
    /// The types that they have to have, where they are pointers.
    wanted: Vec<Option<TypeId>>,
}

impl Conversion<'_> {
    /// What a body became; `function_type` is the new one.
    pub(super) fn body(&mut self, mut body: Body, function_type: TypeId) -> Result<Body> {
        if !body.bundles.is_empty() {
            return Err(word("operand bundles"));
        }
        self.drop_lifetimes(&mut body);
        let parameters = match self.module.types.get(function_type) {
            Some(Type::Function { parameters, .. }) => parameters.to_vec(),
            _ => return Err(missing("the type of a function")),
        };
        let functions = std::mem::take(&mut self.functions);
        let pointees = self.name_members(&mut body, &parameters, &functions);
        self.functions = functions;
        let mut pointees = pointees?;
        let order: Vec<(crate::BlockId, InstructionId)> =
            body.in_order().map(|(block, id, _)| (block, id)).collect();
        for (_, id) in &order {
            self.give_type(&mut body, *id, &mut pointees)?;
        }
        self.drop_freezes(&mut body);
        let (mut made, mut operands) = (Made::default(), Operands::default());
        for (_, id) in &order {
            self.renew(&mut body, *id, &parameters, function_type, &mut made, &mut operands)?;
        }
        body.put_before(made.before);
        Ok(body)
    }

    /// Takes out what says how long memory is used that is no variable of the function: nothing depends on it.
    fn drop_lifetimes(&self, body: &mut Body) {
        let is_lifetime = |id: GlobalId| {
            let global = self.module.globals.get(id);
            global.is_some_and(|global| {
                let rest = lifetimes::NAMES.iter().find_map(|name| global.name.strip_prefix(name.as_bytes()));
                rest.is_some_and(|rest| rest.starts_with(b"."))
            })
        };
        let said: HashSet<InstructionId> = body
            .in_order()
            .filter(|(.., instruction)| match &instruction.op {
                Op::Call { callee, .. } => {
                    matches!(callee.kind(), ValueKind::Global(id) if is_lifetime(id))
                }
                _ => false,
            })
            .map(|(_, id, _)| id)
            .collect();
        if !said.is_empty() {
            body.erase(|id| said.contains(&id));
        }
    }

    /// Gives an instruction the type that it has now.
    fn give_type(&mut self, body: &mut Body, id: InstructionId, pointees: &mut Pointees) -> Result<()> {
        let Some(instruction) = body.instructions.get(id) else { return Err(missing("an instruction")) };
        let mut ty = self.ty(instruction.ty);
        if matches!(self.module.types.get(ty), Some(Type::Target(_))) {
            return Err(word("target types"));
        }
        if let Some(Type::Pointer(_, space)) = self.module.types.get(ty)
            && let Some(pointee) = pointees.of(id.into())
        {
            let space = *space;
            ty = self.module.types.pointer(pointee, space);
        }
        if let Op::Call { callee, .. } = &instruction.op
            && let ValueKind::Global(callee) = callee.kind()
            && let Some(function) = self.functions.get(&callee)
            && let Some(Type::Function { result, .. }) = self.module.types.get(*function)
        {
            ty = *result;
        }
        if let Some(instruction) = body.instructions.get_mut(id) {
            instruction.ty = ty;
        }
        Ok(())
    }

    /// Puts what is frozen in the place of the instructions that freeze it.
    fn drop_freezes(&mut self, body: &mut Body) {
        let mut frozen: HashMap<InstructionId, Value> = HashMap::new();
        for (_, id, instruction) in body.in_order() {
            if let Op::Freeze(value) = instruction.op {
                frozen.insert(id, value);
            }
        }
        if frozen.is_empty() {
            return;
        }
        let limit = frozen.len();
        let mut roots = HashMap::new();
        for (id, value) in &frozen {
            let mut at = *value;
            for _ in 0..limit {
                match at.kind() {
                    ValueKind::Instruction(inner) if frozen.contains_key(&inner) => {
                        at = frozen.get(&inner).copied().unwrap_or(at);
                    }
                    _ => break,
                }
            }
            // What is frozen is one value for all, whichever.
            if let ValueKind::Constant(constant) = at.kind()
                && let Some(known) = self.module.constants.get(constant)
                && matches!(known.kind, ConstantKind::Undef | ConstantKind::Poison)
            {
                let ty = known.ty;
                at = self.module.null(ty);
            }
            roots.insert(*id, at);
        }
        body.each_value_mut(&mut |value| {
            if let ValueKind::Instruction(id) = value.kind()
                && let Some(root) = roots.get(&id)
            {
                *value = *root;
            }
        });
        body.erase(|id| frozen.contains_key(&id));
    }

    /// Gives an instruction operands of the types that it takes.
    fn renew(
        &mut self,
        body: &mut Body,
        id: InstructionId,
        parameters: &[TypeId],
        function_type: TypeId,
        made: &mut Made,
        operands: &mut Operands,
    ) -> Result<()> {
        let Some(instruction) = body.instructions.get(id) else { return Ok(()) };
        // Freezes are gone, but stand in the list of what there was.
        if matches!(instruction.op, Op::Freeze(_)) {
            return Ok(());
        }
        let mut instruction = instruction.clone();
        let Operands { values, types, wanted } = operands;
        values.clear();
        instruction.op.each_operand(&body.lists, |value| values.push(value));
        for value in &mut *values {
            *value = self.value(*value)?;
        }
        types.clear();
        types.extend(values.iter().map(|value| self.type_in(body, parameters, *value)));
        self.wanted(body, &instruction, types, function_type, wanted);
        for (place, (value, wanted)) in values.iter_mut().zip(&*wanted).enumerate() {
            let ty = types.get(place).copied().flatten();
            let Some(wanted) = wanted.filter(|wanted| ty != Some(*wanted)) else { continue };
            let at = match &instruction.op {
                Op::Phi(_, blocks) => {
                    let end = blocks.as_slice(&body.lists.blocks).get(place);
                    let end = end.and_then(|block| body.instructions_of(*block).last());
                    *end.ok_or(missing("the end of a block"))?
                }
                _ => id,
            };
            *value = self.cast(body, *value, ty, wanted, at, made)?;
        }
        let mut next = values.iter().copied();
        instruction.op.map_operands(&mut body.lists, |value| next.next().unwrap_or(value));
        self.renew_op(&mut instruction)?;
        if let Some(place) = body.instructions.get_mut(id) {
            *place = instruction;
        }
        Ok(())
    }

    /// What an instruction says besides its operands.
    fn renew_op(&mut self, instruction: &mut Instruction) -> Result<()> {
        let is_float = self.module.types.is_float(instruction.ty);
        if let Op::Negate(value) = instruction.op {
            let zero = self.negative_zero(instruction.ty)?;
            instruction.op = Op::Binary { op: BinaryOp::Sub, operands: [zero, value] };
        }
        match &mut instruction.op {
            Op::Alloca { element, .. } => *element = self.ty(*element),
            Op::ElementPointer { source, .. } => *source = self.ty(*source),
            Op::Call { callee, function_type, attributes, .. } => {
                let ty = match callee.kind() {
                    ValueKind::Global(callee) => self.functions.get(&callee).copied(),
                    _ => None,
                };
                *function_type = ty.unwrap_or_else(|| self.ty(*function_type));
                *attributes = attributes.expand().and_then(|list| self.attribute_list(list)).into();
            }
            Op::AtomicRmw { alignment, op, .. } => {
                if !op.in_atomicrmw().dialects.has(Dialect::Dxil37) {
                    return Err(word(format!("atomicrmw {}", op.in_atomicrmw().name)));
                }
                *alignment = Alignment::NATURAL;
            }
            Op::CompareExchange { alignment, .. } => *alignment = Alignment::NATURAL,
            _ => {}
        }
        if !instruction.op.word().dialects.has(Dialect::Dxil37) {
            return Err(word(instruction.op.word().name));
        }
        let flags = instruction.flags;
        let is_fast = flags.has(Flags::REASSOC) || flags.has(Flags::CONTRACT);
        let allowed = flags::allowed(&instruction.op, is_float, Dialect::Dxil37);
        let of_float =
            is_float || matches!(&instruction.op, Op::Compare { predicate, .. } if predicate.is_float());
        let all = if is_fast && of_float { flags | Flags::UNSAFE_ALGEBRA } else { flags };
        instruction.flags = all & allowed;
        instruction.flags = instruction.implied_flags(&self.module.types) & allowed;
        Ok(())
    }

    fn negative_zero(&mut self, ty: TypeId) -> Result<Value> {
        let scalar = self.module.types.scalar(ty);
        let bits = match self.module.types.get(scalar) {
            Some(Type::Half) => 1 << 15,
            Some(Type::Float) => 1 << 31,
            Some(Type::Double) => 1 << 63,
            _ => return Err(word("fneg of this type")),
        };
        let one = self.module.float_bits(scalar, bits);
        Ok(match self.module.types.get(ty) {
            Some(Type::Vector(_, lanes)) => {
                let lanes = usize::try_from(*lanes).unwrap_or(0);
                self.module.constant(ty, ConstantKind::Aggregate(vec![one; lanes].into()))
            }
            _ => one,
        })
    }

    fn type_in(&self, body: &Body, parameters: &[TypeId], value: Value) -> Option<TypeId> {
        match value.kind() {
            ValueKind::Instruction(id) => body.instructions.get(id).map(|made| made.ty),
            ValueKind::Argument(index) => parameters.get(usize::try_from(index).ok()?).copied(),
            _ => self.type_of(value),
        }
    }

    /// Says which types operands have to have, where they are pointers.
    fn wanted(
        &mut self,
        body: &Body,
        instruction: &Instruction,
        types: &[Option<TypeId>],
        function_type: TypeId,
        wanted: &mut Vec<Option<TypeId>>,
    ) {
        wanted.clear();
        wanted.resize(types.len(), None);
        let mut set = |place: usize, ty: Option<TypeId>| {
            if let Some(slot) = wanted.get_mut(place) {
                *slot = ty;
            }
        };
        let mut to = |pointer: Option<&Option<TypeId>>, pointee: Option<TypeId>| {
            let space = self.module.types.address_space((*pointer?)?)?;
            Some(self.module.types.pointer(pointee?, space))
        };
        match &instruction.op {
            Op::Load(..) => set(0, to(types.first(), Some(instruction.ty))),
            Op::Store(..) => set(1, to(types.get(1), types.first().copied().flatten())),
            Op::AtomicRmw { .. } | Op::CompareExchange { .. } => {
                set(0, to(types.first(), types.get(1).copied().flatten()));
            }
            Op::ElementPointer { source, .. } => {
                let source = {
                    use crate::arena::Id as _;
                    self.types.get(source.index()).copied().unwrap_or(*source)
                };
                set(0, to(types.first(), Some(source)));
            }
            Op::Phi(..) => (0..types.len()).for_each(|place| set(place, Some(instruction.ty))),
            Op::Select(_) => [1, 2].into_iter().for_each(|place| set(place, Some(instruction.ty))),
            Op::Compare { .. } => set(1, types.first().copied().flatten()),
            Op::Call { callee, arguments, .. } => {
                let ValueKind::Global(callee) = callee.kind() else { return };
                let ty = self.functions.get(&callee).and_then(|ty| self.module.types.get(*ty));
                if let Some(Type::Function { parameters, .. }) = ty {
                    let count = arguments.len(&body.lists.values);
                    // Operands are the arguments, and behind them what is called.
                    parameters.iter().take(count).enumerate().for_each(|(place, ty)| set(place, Some(*ty)));
                }
            }
            Op::Return(Some(_)) => {
                if let Some(Type::Function { result, .. }) = self.module.types.get(function_type) {
                    set(0, Some(*result));
                }
            }
            Op::InsertValue(_, indices) => {
                let mut ty = instruction.ty;
                for index in indices.as_slice(&body.lists.indices) {
                    match self.module.types.element(ty, index.0.into()) {
                        Some(inner) => ty = inner,
                        None => return,
                    }
                }
                set(1, Some(ty));
            }
            _ => {}
        }
    }

    /// A pointer as one of another type.
    fn cast(
        &mut self,
        body: &mut Body,
        value: Value,
        ty: Option<TypeId>,
        wanted: TypeId,
        at: InstructionId,
        made: &mut Made,
    ) -> Result<Value> {
        if ty == Some(wanted) || !self.is_pointer(wanted) || !ty.is_some_and(|ty| self.is_pointer(ty)) {
            return Ok(value);
        }
        if matches!(value.kind(), ValueKind::Constant(_) | ValueKind::Global(_)) {
            return Ok(self.constant_as(value, wanted));
        }
        if let Some(known) = made.known.get(&(at, value, wanted)) {
            return Ok(*known);
        }
        let op = match self.first_member(ty, wanted) {
            Some((source, depth)) => {
                let operands: Vec<_> = [value].into_iter().chain(self.zeros(depth)).collect();
                Op::ElementPointer { source, operands: body.lists.values.list_of(&operands) }
            }
            None => Op::Cast(CastOp::Bitcast, value),
        };
        let mut cast = Instruction::new(op, wanted);
        if matches!(cast.op, Op::ElementPointer { .. }) {
            cast.flags = Flags::INBOUNDS;
        }
        let cast = body.instructions.push(cast);
        made.before.entry(at).or_default().push(cast);
        made.known.insert((at, value, wanted), cast.into());
        Ok(cast.into())
    }
}
