//! A function: a register for each scalar of its values, then its instructions, block by block.

use az::SaturatingAs as _;
use dxil::handles::Handles;
use dxil_ir::instruction::Index;
use dxil_ir::uses::Uses;
use dxil_ir::{
    Body, CastOp, ControlFlow, GlobalId, Instruction, InstructionId, Op, Type, TypeId, Value, ValueKind,
};
use hashbrown::HashMap;

use super::function_state::{FunctionState, words};
use super::order::Order;
use super::preparation::{Interface, Preparation};
use super::registers::Frame;
use super::types;
use crate::debug_map::Step;
use crate::error::{Result, RunErrorKind};
use crate::instruction::{EXIT, List, Pc, Register, Scalar};
use crate::limits;
use crate::operations::formats::Denormals;

impl Preparation<'_> {
    /// Gives the parameters and results of a function registers.
    pub(super) fn interface(&mut self, function: GlobalId) -> Result<()> {
        let module = self.module;
        let global = module.globals.get(function);
        let Some(Type::Function { result, parameters, .. }) =
            global.and_then(|global| module.types.get(global.value_type))
        else {
            return Err(RunErrorKind::invalid("a function does not have a function type"));
        };
        let mut interface = Interface::default();
        for parameter in parameters {
            let registers = self.registers_of(*parameter)?;
            interface.parameters.push(registers);
        }
        interface.results = self.registers_of(*result)?;
        self.interfaces.insert(function, interface);
        Ok(())
    }

    /// A register for each scalar of a type; those of 64 bits have the one behind, too.
    fn registers_of(&mut self, ty: TypeId) -> Result<Vec<(Scalar, Register)>> {
        let scalars = types::scalars(self.shapes, ty)?;
        Ok(scalars
            .into_iter()
            .map(|scalar| {
                let first = self.register();
                if scalar.registers() == 2 {
                    self.register();
                }
                (scalar, first)
            })
            .collect())
    }

    /// Adds a list of registers.
    pub(super) fn list(&mut self, registers: impl IntoIterator<Item = Register>) -> List {
        let start = self.program.lists.len().saturating_as::<u32>();
        self.program.lists.extend(registers);
        let len = self.program.lists.len().saturating_as::<u32>().saturating_sub(start);
        List { start, len }
    }

    /// Prepares a function.
    pub(super) fn function(&mut self, id: GlobalId) -> Result<()> {
        let module = self.module;
        let global = module
            .globals
            .get(id)
            .ok_or_else(|| RunErrorKind::invalid("a called function does not exist"))?;
        let body = global.body().ok_or_else(|| RunErrorKind::invalid("a function has no body"))?;
        let flow = ControlFlow::of(body);
        let order = Order::of(&flow);
        let starts = vec![EXIT; body.layout.len()];
        let mut state = FunctionState {
            id,
            body,
            ty: global.value_type,
            flow,
            order,
            uses: Uses::of(body),
            handles: Handles::new(module, body),
            denormals: Denormals::of(module, id),
            values: HashMap::new(),
            objects: HashMap::new(),
            starts,
            incoming: HashMap::new(),
            edges: HashMap::new(),
            depth: 0,
        };
        let start = self.program.code.len().saturating_as::<u32>();
        if let Some(interface) = self.interfaces.get_mut(&id) {
            interface.start = start;
        }
        let first = self.program.code.len();
        let first_register = self.registers;
        let reached = reached(&state.flow);
        for (number, block) in body.layout.iter().enumerate() {
            // Blocks that nothing leads to have no code; the first one is there in any case.
            if !reached.get(number).copied().unwrap_or(false) {
                continue;
            }
            let pc = self.program.code.len().saturating_as::<u32>();
            if let Some(start) = state.starts.get_mut(number) {
                *start = pc;
            }
            if let Some(debug_map) = &mut self.program.debug_map {
                debug_map.blocks.push((pc, id, number.saturating_as::<u32>()));
            }
            for instruction in body.instructions_of(*block) {
                let at = self.program.code.len();
                self.instruction(&mut state, *block, *instruction)?;
                self.check_size()?;
                let added = self.program.code.len() - at;
                self.program.origins.extend(std::iter::repeat_n((id, *instruction), added));
                if let Some(debug_map) = &mut self.program.debug_map {
                    let [start, end] = [at, at + added].map(|pc| pc.saturating_as::<u32>());
                    debug_map.steps.push(Step { start, end, function: id, instruction: *instruction });
                }
            }
        }
        self.resolve(&state, first);
        self.keep_values(&state)?;
        let end = self.program.code.len().saturating_as::<u32>();
        self.frames.push(Frame { code: start..end, registers: first_register..self.registers });
        Ok(())
    }

    /// The registers of a value, word by word.
    pub(super) fn value(&mut self, state: &mut FunctionState<'_>, value: Value) -> Result<List> {
        if let Some(list) = state.values.get(&value) {
            return Ok(*list);
        }
        if state.depth > limits::VALUE_DEPTH {
            return Err(RunErrorKind::unsupported(
                "chain of extractvalue and insertvalue that exceeds the \
                                                  limit",
            ));
        }
        state.depth += 1;
        let list = match value.kind() {
            ValueKind::Constant(_) | ValueKind::Global(_) => {
                let words = self.words(value)?;
                let registers: Vec<_> = words.into_iter().map(|word| self.constants.register(word)).collect();
                self.list(registers)
            }
            ValueKind::Argument(index) => self.argument(state.id, index)?,
            ValueKind::Instruction(id) => self.result(state, id)?,
            ValueKind::Metadata(_) | ValueKind::LocalMetadata(_) | ValueKind::Forward(_) => {
                return Err(RunErrorKind::invalid(
                    "operand is metadata or a forward reference, expected a \
                                                  value",
                ));
            }
        };
        state.depth -= 1;
        state.values.insert(value, list);
        Ok(list)
    }

    /// Notes where the values of a function are, for those who watch them.
    fn keep_values(&mut self, state: &FunctionState<'_>) -> Result<()> {
        let Some(debug_map) = &mut self.program.debug_map else { return Ok(()) };
        for (value, list) in &state.values {
            let ValueKind::Instruction(id) = value.kind() else { continue };
            let Some(instruction) = state.body.instructions.get(id) else { continue };
            let scalars = types::scalars(self.shapes, instruction.ty)?;
            debug_map.values.insert((state.id, id), (*list, scalars));
        }
        Ok(())
    }

    /// Refuses what takes too much memory while it is prepared.
    fn check_size(&self) -> Result<()> {
        if self.registers > limits::VALUES {
            let (what, found, limit) = ("registers for values", self.registers.into(), limits::VALUES.into());
            return Err(located::Error::unplaced(RunErrorKind::TooLarge { what, found, limit }));
        }
        if self.program.lists.len() > limits::LISTED {
            return Err(RunErrorKind::too_large("operands", self.program.lists.len(), limits::LISTED));
        }
        Ok(())
    }

    fn argument(&mut self, function: GlobalId, index: u32) -> Result<List> {
        let parameters = self.interfaces.get(&function).map(|interface| &interface.parameters);
        let parameter = parameters.and_then(|all| all.get(usize::try_from(index).ok()?)).cloned();
        let parameter =
            parameter.ok_or_else(|| RunErrorKind::invalid("a function argument does not exist"))?;
        Ok(self.list(words(&parameter)))
    }

    /// The registers of what an instruction gives. What only names other values, or parts of them, has theirs.
    fn result(&mut self, state: &mut FunctionState<'_>, id: InstructionId) -> Result<List> {
        let body = state.body;
        let instruction = body.instructions.get(id);
        let instruction =
            instruction.ok_or_else(|| RunErrorKind::invalid("an instruction does not exist"))?;
        let lists = &body.lists;
        match &instruction.op {
            Op::ExtractValue(aggregate, indices) => {
                let indices: Vec<u32> =
                    indices.as_slice(&lists.indices).iter().map(|index| index.0).collect();
                let ty = self.type_of(state, *aggregate)?;
                let (first, member) = types::member(self.shapes, ty, &indices)?;
                let count = types::registers(&types::scalars(self.shapes, member)?);
                let list = self.value(state, *aggregate)?;
                Ok(List {
                    start: list.start.saturating_add(first),
                    len: count.min(list.len.saturating_sub(first)),
                })
            }
            Op::InsertValue([aggregate, value], indices) => {
                let indices: Vec<u32> =
                    indices.as_slice(&lists.indices).iter().map(|Index(index)| *index).collect();
                let first = types::member(self.shapes, instruction.ty, &indices)?.0;
                self.replaced(state, *aggregate, *value, first)
            }
            Op::ExtractElement([vector, index]) => {
                let ty = self.type_of(state, *vector)?;
                let Some(index) = self.constant_index(ty, *index) else {
                    let registers = self.registers_of(instruction.ty)?;
                    return Ok(self.list(words(&registers)));
                };
                let (first, element) = types::member(self.shapes, ty, &[index])?;
                let count = types::registers(&types::scalars(self.shapes, element)?);
                let list = self.value(state, *vector)?;
                Ok(List { start: list.start.saturating_add(first), len: count })
            }
            Op::InsertElement([vector, value, index]) => {
                let Some(index) = self.constant_index(instruction.ty, *index) else {
                    let registers = self.registers_of(instruction.ty)?;
                    return Ok(self.list(words(&registers)));
                };
                let first = types::member(self.shapes, instruction.ty, &[index])?.0;
                self.replaced(state, *vector, *value, first)
            }
            Op::ShuffleVector([one, other, mask]) => self.shuffled(state, [*one, *other], *mask),
            Op::Freeze(value) => self.value(state, *value),
            Op::Cast(op, value) if self.is_renaming(state, *op, *value, instruction) => {
                self.value(state, *value)
            }
            // A handle is the address of the variable that it is loaded from.
            Op::Load(pointer, _) if self.is_resource_address(state.body, *pointer) => {
                self.value(state, *pointer)
            }
            _ => {
                let registers = self.registers_of(instruction.ty)?;
                Ok(self.list(words(&registers)))
            }
        }
    }

    /// The registers of an aggregate in which others take the place of some.
    fn replaced(
        &mut self,
        state: &mut FunctionState<'_>,
        aggregate: Value,
        value: Value,
        first: u32,
    ) -> Result<List> {
        let (aggregate, value) = (self.value(state, aggregate)?, self.value(state, value)?);
        let mut registers = self.program.list(aggregate).to_vec();
        let new = self.program.list(value).to_vec();
        let first = first as usize;
        registers.iter_mut().skip(first).zip(new).for_each(|(to, from)| *to = from);
        Ok(self.list(registers))
    }

    fn shuffled(&mut self, state: &mut FunctionState<'_>, vectors: [Value; 2], mask: Value) -> Result<List> {
        let mut all = Vec::new();
        for vector in vectors {
            let list = self.value(state, vector)?;
            all.extend_from_slice(self.program.list(list));
        }
        let element = self.type_of(state, vectors[0])?;
        let width = types::registers(&types::scalars(self.shapes, types::element(self.module, element, 0)?)?);
        let width = (width as usize).max(1);
        let mut chosen = Vec::new();
        for index in self.words(mask)? {
            let at =
                index.and_then(|index| usize::try_from(index).ok()).map(|index| index.saturating_mul(width));
            for part in 0..width {
                let register = at.and_then(|at| all.get(at.saturating_add(part)));
                chosen.push(register.copied().unwrap_or_else(|| self.constants.register(None)));
            }
        }
        Ok(self.list(chosen))
    }

    /// Whether a cast gives the same bits.
    fn is_renaming(&self, state: &FunctionState<'_>, op: CastOp, value: Value, to: &Instruction) -> bool {
        let all = &self.module.types;
        let from = self.module.type_of(Some((state.body, state.ty)), value);
        match op {
            CastOp::AddrSpaceCast => true,
            CastOp::Bitcast => from.is_some_and(|from| types::are_alike(self.shapes, from, to.ty)),
            CastOp::PtrToInt | CastOp::IntToPtr => {
                let is_word = |ty: TypeId| matches!(all.get(ty), Some(Type::Integer(32) | Type::Pointer(..)));
                from.is_some_and(is_word) && is_word(to.ty)
            }
            _ => false,
        }
    }

    /// Whether a pointer leads into a variable that is a resource.
    pub(super) fn is_resource_address(&self, body: &Body, mut pointer: Value) -> bool {
        for _ in 0..limits::TYPE_DEPTH {
            let ValueKind::Instruction(id) = pointer.kind() else { return self.is_resource(pointer) };
            pointer = match body.instructions.get(id).map(|instruction| &instruction.op) {
                Some(Op::ElementPointer { operands, .. }) => {
                    match operands.as_slice(&body.lists.values).first() {
                        Some(first) => *first,
                        None => return false,
                    }
                }
                Some(Op::Cast(_, from)) => *from,
                _ => return false,
            };
        }
        false
    }

    /// The type of a value.
    pub(super) fn type_of(&self, state: &FunctionState<'_>, value: Value) -> Result<TypeId> {
        let ty = self.module.type_of(Some((state.body, state.ty)), value);
        ty.ok_or_else(|| RunErrorKind::invalid("a value has no type"))
    }

    /// The register of a value of one word.
    pub(super) fn word(&mut self, state: &mut FunctionState<'_>, value: Value) -> Result<Register> {
        let list = self.value(state, value)?;
        match self.program.list(list) {
            [register] => Ok(*register),
            _ => Err(RunErrorKind::invalid("operand is not a scalar of 32 bits or less")),
        }
    }

    /// Turns numbers of blocks in jumps into places.
    fn resolve(&mut self, state: &FunctionState<'_>, first: usize) {
        let place = |number: Pc| {
            let start = usize::try_from(number).ok().and_then(|number| state.starts.get(number));
            start.copied().unwrap_or(EXIT)
        };
        super::flow::each_target(&mut self.program, first, place);
    }
}

/// Which blocks one comes to from the first.
fn reached(flow: &ControlFlow) -> Vec<bool> {
    let mut reached = vec![false; flow.blocks() as usize];
    let mut open = vec![0];
    while let Some(block) = open.pop() {
        let Some(is_reached) = usize::try_from(block).ok().and_then(|block| reached.get_mut(block)) else {
            continue;
        };
        if !std::mem::replace(is_reached, true) {
            open.extend_from_slice(flow.successors(block));
        }
    }
    reached
}
