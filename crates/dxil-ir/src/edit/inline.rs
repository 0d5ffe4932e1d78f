//! Inlining of one call. Mechanism only: which calls are inlined, in which order and how often, is for passes to say.

use az::SaturatingAs as _;

use crate::builder::Build as _;
use crate::generated::bitcode::metadata as code;
use crate::instruction::TailCall;
use crate::{
    AttributeKind, AttributeListId, BlockId, Body, Dialect, Global, GlobalId, InstructionId, MetadataId, Op,
    Type, Value, ValueKind,
};

use super::copied_metadata::is_node;
use super::copies::Copied;
use super::order::Order;
use super::well_formed;
use super::{Copies, EditError, Editor, Position};

/// What became of a call that was inlined.
#[derive(Debug, Clone)]
pub struct Inlined {
    /// What the parts of the function became. Blocks that were merged with the caller's have no copy any more.
    pub copies: Copies,
    /// The calls in it, which are calls of the caller now, in order.
    pub calls: Vec<InstructionId>,
    /// The value that the call gives; `None` for nothing.
    pub value: Option<Value>,
}

/// A call that is to be inlined.
struct Call {
    callee: GlobalId,
    arguments: Vec<Value>,
    tail: TailCall,
}

impl Editor<'_> {
    /// Puts the body of the function that a call calls in the place of the call.
    ///
    /// Stack memory of a known size that the function has from its beginning, the caller has from its beginning. Places
    /// in the source are inlined at that of the call, if it has one; where the function has no debug information, all
    /// of it is at the place of the call. A function that never returns leaves what stood behind the call as a block
    /// that nothing leads to.
    ///
    /// # Errors
    ///
    /// The function does not have the instruction; it is no call, or not one of another function of the module with a
    /// body; the call does not fit the function's type, must take the caller's place (`musttail`) or has bundles of
    /// operands; the function takes variable arguments or copies of them (`byval`, `inalloca`, `preallocated`), says
    /// that the threads of its caller run together in it (`llvm.experimental.convergence.entry`), or the address of one
    /// of its blocks is taken; its body is malformed.
    pub fn inline(&mut self, call: InstructionId) -> Result<Inlined, EditError> {
        let Call { callee, arguments, tail } = self.inlinable(call)?;
        let inlined_at = self.call_site(call);
        let taken = self.module.globals.get_mut(callee).and_then(Global::body_mut).map(std::mem::take);
        let Some(body) = taken else {
            return Err(EditError::Inline { call, what: "the callee has no body" });
        };
        let mut copies = Copies::default();
        for (index, argument) in (0..).zip(arguments) {
            copies.map_value(Value::new(ValueKind::Argument(index)), argument);
        }
        let result = self.insert_copies(call, &body, &mut copies, inlined_at, tail);
        if let Some(place) = self.module.globals.get_mut(callee).and_then(Global::body_mut) {
            *place = body;
        }
        let (value, calls) = result?;
        Ok(Inlined { copies, calls, value })
    }

    /// The parts of a call, if it can be inlined.
    fn inlinable(&self, call: InstructionId) -> Result<Call, EditError> {
        self.placed(call)?;
        let refused = |what| EditError::Inline { call, what };
        if self.body.bundles.contains_key(&call) {
            return Err(refused("the call has operand bundles"));
        }
        let Some(Op::Call { callee, function_type, arguments, attributes, calling_convention, tail }) =
            self.op(call)
        else {
            return Err(EditError::Kind { instruction: call, expected: "a call" });
        };
        let ValueKind::Global(id) = callee.kind() else { return Err(refused("the call is indirect")) };
        if id == self.function {
            return Err(refused("the call is recursive"));
        }
        let global = self.module.globals.get(id).ok_or_else(|| refused("the callee does not exist"))?;
        let function = global.function().ok_or_else(|| refused("the callee is an alias"))?;
        let body = function.body.as_ref().ok_or_else(|| refused("the callee is only declared"))?;
        let Some(Type::Function { parameters, is_variadic, .. }) = self.module.types.get(global.value_type)
        else {
            return Err(refused("the callee is not a function"));
        };
        if *function_type != global.value_type
            || function.calling_convention != u32::from(*calling_convention)
        {
            return Err(refused("the function type of the call differs from the callee's type"));
        }
        if *is_variadic {
            return Err(refused("the callee is variadic"));
        }
        if [attributes.expand(), function.attributes].iter().any(|list| self.takes_copies(*list)) {
            return Err(refused("an argument is passed by value (byval or inalloca)"));
        }
        if *tail == TailCall::MustTail {
            return Err(refused("the call is marked musttail"));
        }
        if self.module.constants.addressed_block(id.into()).is_some() {
            return Err(refused("a blockaddress constant refers to a block of the callee"));
        }
        let arguments = arguments.as_slice(&self.body.lists.values).to_vec();
        let fits = arguments.len() == parameters.len()
            && arguments.iter().zip(parameters).all(|(value, ty)| self.type_of(*value) == Ok(*ty));
        if !fits {
            return Err(refused("the arguments of the call do not match the callee's parameters"));
        }
        let parameters = parameters.len().saturating_as::<u32>();
        self.copyable(body, parameters)?.map_err(refused)?;
        Ok(Call { callee: id, arguments, tail: *tail })
    }

    /// Whether a body may stand in another function, or why not.
    fn copyable(&self, body: &Body, parameters: u32) -> Result<Result<(), &'static str>, EditError> {
        let what = "a block or an instruction of the callee is missing or occurs twice";
        let order = Order::of(body).ok_or(EditError::Malformed { what })?;
        well_formed::body(self.module, body, &order, parameters)?;
        if order.entry().is_none() {
            return Ok(Err("the callee has no basic block"));
        }
        let op = |id: InstructionId| body.instructions.get(id).map(|data| &data.op);
        if !order.blocks().all(|block| order.last(block).and_then(op).is_some_and(Op::is_terminator)) {
            return Ok(Err("the callee has a block without a terminator"));
        }
        let mut ops = body.in_order().map(|(.., data)| &data.op);
        Ok(match ops.find_map(|op| self.needs_call(op)) {
            Some(what) => Err(what),
            None => Ok(()),
        })
    }

    /// What an operation asks that only the beginning of a function of its own gives.
    fn needs_call(&self, op: &Op) -> Option<&'static str> {
        if matches!(op, Op::VariadicArgument(_)) {
            return Some("the callee is variadic");
        }
        let Op::Call { callee, .. } = op else { return None };
        let ValueKind::Global(id) = callee.kind() else { return None };
        let is_entry = self.module.globals.get(id)?.name == "llvm.experimental.convergence.entry";
        is_entry.then_some("the callee uses convergence control tokens of its caller")
    }

    /// Whether an argument is memory that belongs to the callee, which the call fills from that of the caller.
    fn takes_copies(&self, list: Option<AttributeListId>) -> bool {
        let attributes = &self.module.attributes;
        let groups = list.and_then(|list| attributes.list(list)).unwrap_or_default();
        groups.iter().filter_map(|group| attributes.group(*group)).flat_map(|group| &group.attributes).any(
            |attribute| {
                matches!(
                    attribute.kind(),
                    Some(AttributeKind::ByVal | AttributeKind::InAlloca | AttributeKind::Preallocated)
                )
            },
        )
    }

    /// A node for the place in the source where a call is.
    fn call_site(&mut self, call: InstructionId) -> Option<MetadataId> {
        let (row, _, fields) = self.location(call)?.node(self.module.dialect)?;
        // One of its own for each call: two calls of one line are two places.
        Some(self.module.metadata.add_node(row, true, &fields))
    }

    /// Copies the body in the place of the call. Says what the call gives, and which calls are new.
    fn insert_copies(
        &mut self,
        call: InstructionId,
        body: &Body,
        copies: &mut Copies,
        inlined_at: Option<MetadataId>,
        tail: TailCall,
    ) -> Result<(Option<Value>, Vec<InstructionId>), EditError> {
        let before = self.placed(call)?;
        let behind = self.next(call).ok_or(EditError::NoTerminator { block: before })?;
        if let Some(only) = straight(body) {
            let copied = self.insert_copies_before(body, only, (before, behind), copies, inlined_at);
            let calls = self.settle(call, body, &copied, std::slice::from_ref(&copied), tail)?;
            let value = self.end_straight(call, &copied);
            self.replace_call(call, value);
            return Ok((value, calls));
        }
        let after = self.split_before(behind)?;
        let copied = self.add_copies(body, &body.layout, Some(after), copies, inlined_at);
        let first =
            copied.first().ok_or(EditError::Inline { call, what: "the callee has no basic block" })?;
        let calls = self.settle(call, body, first, &copied, tail)?;
        let first = first.block;
        let value = self.lead_back(call, &copied, after)?;
        self.replace_call(call, value);
        let branch = self.terminator(before).ok_or(EditError::NoTerminator { block: before })?;
        // The branch to what stood behind the call.
        self.retarget(before, 0, first)?;
        debug_assert!(self.terminator(before) == Some(branch));
        self.merge_into_predecessor(first)?;
        // What does not have one edge into it, stays a block.
        match self.merge_into_predecessor(after) {
            Ok(_) | Err(EditError::Predecessors { .. }) => {}
            Err(error) => return Err(error),
        }
        Ok((value, calls))
    }

    /// Makes copies fit the caller: calls, places in the source and stack memory. Says which calls are new.
    fn settle(
        &mut self,
        call: InstructionId,
        body: &Body,
        first: &Copied,
        copied: &[Copied],
        tail: TailCall,
    ) -> Result<Vec<InstructionId>, EditError> {
        let calls = self.weaken_calls(copied, tail);
        if !self.has_subprogram(body) {
            self.locate(copied, call);
        }
        self.move_stack_memory(first)?;
        Ok(calls)
    }

    /// Takes the copy of the only return away. Says what the call gives.
    fn end_straight(&mut self, call: InstructionId, copied: &Copied) -> Option<Value> {
        let (_, end) = *copied.instructions.last()?;
        let value = match self.op(end) {
            Some(Op::Return(value)) => *value,
            _ => None,
        };
        self.discard(end);
        let ty = self.instruction(call).map(|call| call.ty).filter(|ty| !self.is_void(*ty))?;
        // In a block that nothing leads to, a call may be its own argument.
        Some(value.filter(|value| *value != call.into()).unwrap_or_else(|| self.undef(ty)))
    }

    fn replace_call(&mut self, call: InstructionId, value: Option<Value>) {
        if let Some(value) = value {
            self.substitute(call.into(), value);
        }
        self.discard(call);
    }

    /// The calls in what was copied; none of them may take the caller's place unless the call could.
    fn weaken_calls(&mut self, copied: &[Copied], outer: TailCall) -> Vec<InstructionId> {
        let mut calls = Vec::new();
        for (_, id) in copied.iter().flat_map(|block| &block.instructions) {
            let data = self.body.instructions.get_mut(*id);
            if let Some(Op::Call { tail, .. }) = data.map(|data| &mut data.op) {
                calls.push(*id);
                *tail = match *tail {
                    TailCall::NoTail => TailCall::NoTail,
                    TailCall::Tail if outer == TailCall::Tail => TailCall::Tail,
                    TailCall::No | TailCall::Tail | TailCall::MustTail => TailCall::No,
                };
            }
        }
        calls
    }

    /// Whether a body has debug information; in LLVM 3.7, where the subprogram names the function, what has places in
    /// the source.
    fn has_subprogram(&self, body: &Body) -> bool {
        match self.module.dialect {
            Dialect::Modern => body
                .metadata
                .iter()
                .any(|(_, node)| is_node(self.module.metadata.get(*node), code::SUBPROGRAM)),
            Dialect::Dxil37 => body.in_order().any(|(.., data)| data.location.is_some()),
        }
    }

    /// Puts copies that come from nowhere in the source where the call is.
    fn locate(&mut self, copied: &[Copied], call: InstructionId) {
        let Some(location) = self.instruction(call).map(|call| call.location) else { return };
        for (_, id) in copied.iter().flat_map(|block| &block.instructions) {
            if let Some(data) = self.body.instructions.get_mut(*id)
                && data.location.is_none()
                && !is_known_memory(&data.op)
            {
                data.location = location;
            }
        }
    }

    /// Moves stack memory of a known size from the beginning of what was copied to that of the function.
    fn move_stack_memory(&mut self, first: &Copied) -> Result<(), EditError> {
        let Some(entry) = self.entry() else { return Ok(()) };
        let copies = first.instructions.iter().map(|(_, copy)| *copy);
        let allocas: Vec<_> = copies.filter(|id| self.op(*id).is_some_and(is_known_memory)).collect();
        let kept = (self.block, self.next, self.location);
        for id in allocas {
            self.go_to(Position::Start(entry))?;
            self.move_here(id)?;
        }
        (self.block, self.next, self.location) = kept;
        Ok(())
    }

    /// Makes what was copied lead to `after` where it returned. Says what the call gives.
    fn lead_back(
        &mut self,
        call: InstructionId,
        copied: &[Copied],
        after: BlockId,
    ) -> Result<Option<Value>, EditError> {
        let mut returns = Vec::new();
        for block in copied {
            let Some(id) = self.terminator(block.block) else { continue };
            if let Some(Op::Return(value)) = self.op(id) {
                returns.push((block.block, *value));
            }
        }
        for (block, _) in &returns {
            self.set_terminator(*block, Op::Branch(after))?;
        }
        let ty = self.instruction(call).map(|call| call.ty).filter(|ty| !self.is_void(*ty));
        let Some(ty) = ty else { return Ok(None) };
        let values: Vec<_> = returns.iter().filter_map(|(block, value)| Some((*block, (*value)?))).collect();
        match values[..] {
            [] => Ok(Some(self.undef(ty))),
            // In a block that nothing leads to, a call may be its own argument.
            [(_, value)] if value == call.into() => Ok(Some(self.undef(ty))),
            [(_, value)] => Ok(Some(value)),
            _ => {
                // The block still has the edge that is the call's.
                let before = self.placed(call)?;
                let undef = self.undef(ty);
                let incoming: Vec<_> = values.into_iter().chain([(before, undef)]).collect();
                Ok(Some(self.add_phi(after, ty, &incoming)?.into()))
            }
        }
    }
}

/// Whether something is stack memory of a known size.
fn is_known_memory(op: &Op) -> bool {
    let Op::Alloca { count, is_in_alloca: false, .. } = op else { return false };
    matches!(count.kind(), ValueKind::Constant(_))
}

/// The only block of a body that returns at its end, so that its instructions can stand in the middle of another.
fn straight(body: &Body) -> Option<BlockId> {
    let [only] = body.layout[..] else { return None };
    let instructions = body.instructions_of(only);
    let op = |id: &InstructionId| body.instructions.get(*id).map(|data| &data.op);
    let returns = matches!(instructions.last().and_then(op)?, Op::Return(_));
    let has_phis = matches!(instructions.first().and_then(op)?, Op::Phi(..));
    (returns && !has_phis).then_some(only)
}
