//! Bodies: which blocks and instructions there are and how they follow each other; then their instructions, one by one.

use std::cell::OnceCell;

use crate::arena::Id as _;
use bstr::{BStr, ByteSlice as _};
use hashbrown::HashMap;

use super::rule::Rule;
use super::show::{self, LocalNumbers};
use super::{IrPlace, Verifier};
use crate::control_flow::ControlFlow;
use crate::dominators::Dominators;
use crate::function::Local;
use crate::{
    AttributeListId, BlockId, Body, Global, GlobalId, InstructionId, Module, Op, Type, TypeId, Value,
    ValueKind,
};

/// What is told of a body: its control flow, and what lies on every way in it.
pub(super) type Visit<'v> = dyn FnMut(GlobalId, &ControlFlow, &Dominators) + 'v;

/// Neither a block nor an instruction that is anywhere.
const NOWHERE: u32 = u32::MAX;

/// What is known of the body at hand. Blocks have numbers: their places in its order.
pub(super) struct Facts<'m> {
    pub(super) function: GlobalId,
    pub(super) body: &'m Body,
    /// What the function gives, and what it takes.
    pub(super) result: TypeId,
    pub(super) parameters: &'m [TypeId],
    pub(super) is_variadic: bool,
    pub(super) attributes: Option<AttributeListId>,
    pub(super) calling_convention: u32,
    /// Which block leads to which, as far as it is right.
    pub(super) flow: ControlFlow,
    dominators: Dominators,
    /// Block and place in it of each instruction.
    places: Vec<(u32, u32)>,
    /// For messages: most bodies have no findings.
    numbers: OnceCell<LocalNumbers>,
}

/// The instruction at hand.
#[derive(Clone, Copy)]
pub(super) struct Here<'a, 'm> {
    pub(super) facts: &'a Facts<'m>,
    pub(super) block: u32,
    pub(super) index: u32,
}

impl Here<'_, '_> {
    pub(super) fn id(self) -> Option<InstructionId> {
        let body = self.facts.body;
        let block = body.layout.get(usize::try_from(self.block).ok()?)?;
        body.instructions_of(*block).get(usize::try_from(self.index).ok()?).copied()
    }
}

impl Facts<'_> {
    /// The number of a block; `None` where it is none of the body's.
    pub(super) fn number(&self, block: BlockId) -> Option<u32> {
        self.flow.number(block)
    }

    /// An argument, result or block as assembly shows it.
    pub(super) fn shown(&self, module: &Module, local: Local) -> String {
        self.numbers.get_or_init(|| LocalNumbers::of(module, self.function)).local(self.body, local)
    }

    /// Block and place in it of an instruction.
    pub(super) fn place(&self, id: InstructionId) -> Option<(u32, u32)> {
        self.places.get(id.index()).copied().filter(|(block, _)| *block != NOWHERE)
    }

    /// Whether an instruction's value is there at another place, whichever way one comes.
    pub(super) fn is_before(&self, (block, index): (u32, u32), (use_block, use_index): (u32, u32)) -> bool {
        match block == use_block {
            true => index < use_index || !self.dominators.is_reached(use_block),
            false => self.is_above(block, use_block),
        }
    }

    /// Whether every way to a block leads through another, or none leads there.
    pub(super) fn is_above(&self, above: u32, block: u32) -> bool {
        self.dominators.dominates(above, block) || !self.dominators.is_reached(block)
    }

    pub(super) fn instruction_place(&self, id: InstructionId) -> IrPlace {
        match self.place(id) {
            Some((block, index)) => IrPlace::Instruction { function: self.function, block, index, id },
            None => IrPlace::Global(self.function),
        }
    }
}

impl<'m> Verifier<'m> {
    pub(super) fn body(
        &mut self,
        (function, global, body): (GlobalId, &'m Global, &'m Body),
        visit: &mut Visit<'_>,
    ) {
        let module = self.module;
        self.at = IrPlace::Global(function);
        // Anything else was found where functions are.
        let Some(Type::Function { result, parameters, is_variadic }) = module.types.get(global.value_type)
        else {
            return;
        };
        let Some(data) = global.function() else { return };
        if body.layout.is_empty() {
            self.find(Rule::NoBlocks, format_args!("function body has no basic block"));
            return;
        }
        let flow = ControlFlow::of(body);
        self.layout(body, &flow);
        let places = self.instruction_places(function, body, &flow);
        let dominators = flow.dominators();
        let facts = Facts {
            function,
            body,
            result: *result,
            parameters,
            is_variadic: *is_variadic,
            attributes: data.attributes,
            calling_convention: data.calling_convention,
            flow,
            dominators,
            places,
            numbers: OnceCell::new(),
        };
        self.targets(&facts);
        for (block, id) in (0..).zip(&body.layout) {
            // One that is there twice was found.
            if facts.number(*id) != Some(block) {
                continue;
            }
            for (index, id) in (0..).zip(body.instructions_of(*id)) {
                let Some(instruction) = body.instructions.get(*id) else { continue };
                self.at = IrPlace::Instruction { function, block, index, id: *id };
                self.instruction(Here { facts: &facts, block, index }, instruction);
            }
        }
        self.local_metadata(&facts);
        self.attachments(&facts, global);
        self.debug_records(&facts);
        self.local_names(&facts);
        self.at = IrPlace::Module;
        visit(function, &facts.flow, &facts.dominators);
    }

    /// Every block is there once.
    fn layout(&mut self, body: &Body, flow: &ControlFlow) {
        for (number, block) in (0..).zip(&body.layout) {
            match flow.number(*block) {
                Some(first) if first == number => {}
                Some(_) => self.find(Rule::BlockTwice, format_args!("{block} occurs twice in the function")),
                None => self.find(Rule::NoSuchBlock, format_args!("undefined {block}")),
            }
        }
    }

    /// Where each instruction is. Looks at how blocks begin and end, too.
    fn instruction_places(&mut self, function: GlobalId, body: &Body, flow: &ControlFlow) -> Vec<(u32, u32)> {
        let mut places = vec![(NOWHERE, NOWHERE); body.instructions.len()];
        for (block, id) in (0..).zip(&body.layout) {
            // One that is there twice was found.
            if flow.number(*id) != Some(block) {
                continue;
            }
            let instructions = body.instructions_of(*id);
            let mut phis = true;
            let last = instructions.len().saturating_sub(1);
            for (at, id) in instructions.iter().enumerate() {
                let index = u32::try_from(at).unwrap_or(NOWHERE);
                let here = IrPlace::Instruction { function, block, index, id: *id };
                let (Some(place), Some(instruction)) =
                    (places.get_mut(id.index()), body.instructions.get(*id))
                else {
                    self.find_at(here, Rule::NoSuchInstruction, format_args!("undefined {id}"));
                    continue;
                };
                match *place {
                    (NOWHERE, _) => *place = (block, index),
                    (other, _) => {
                        let message = format_args!("{id} also occurs in block {other}");
                        self.find_at(here, Rule::InstructionTwice, message);
                    }
                }
                let is_phi = matches!(instruction.op, Op::Phi(..));
                if is_phi && !phis {
                    self.find_at(
                        here,
                        Rule::PhiPlace,
                        format_args!("phi follows an instruction that is not a phi"),
                    );
                }
                phis &= is_phi;
                if instruction.op.is_terminator() && at != last {
                    let message = format_args!("terminator is not the last instruction of the basic block");
                    self.find_at(here, Rule::Terminator, message);
                }
            }
            let end = instructions.last().and_then(|id| body.instructions.get(*id));
            self.at = IrPlace::Block { function, block };
            expect!(
                self,
                end.is_some_and(|end| end.op.is_terminator()),
                Rule::Terminator,
                "basic block has no terminator"
            );
        }
        places
    }

    /// Blocks lead to blocks of the body, and none to the first one.
    fn targets(&mut self, facts: &Facts<'_>) {
        let body = facts.body;
        for (block, id) in (0..).zip(&body.layout) {
            if facts.number(*id) != Some(block) {
                continue;
            }
            let instructions = body.instructions_of(*id);
            let end = instructions.last().and_then(|id| body.instructions.get(*id));
            let Some(end) = end.filter(|end| end.op.has_targets()) else { continue };
            self.at = IrPlace::Block { function: facts.function, block };
            let (first, others) = end.op.blocks(&body.lists);
            for target in first.iter().chain(others) {
                match facts.number(*target) {
                    Some(0) => self.find(
                        Rule::EntryBlock,
                        format_args!("branch target is the entry block, which cannot have predecessors"),
                    ),
                    Some(_) => {}
                    None => self.find(Rule::NoSuchBlock, format_args!("branch target is undefined {target}")),
                }
            }
        }
    }

    /// What is there of a function's own values as metadata.
    fn local_metadata(&mut self, facts: &Facts<'_>) {
        self.at = IrPlace::Global(facts.function);
        for (index, value) in facts.body.local_metadata.iter().enumerate() {
            let exists = match value.kind() {
                ValueKind::Argument(index) => {
                    usize::try_from(index).is_ok_and(|index| index < facts.parameters.len())
                }
                ValueKind::Instruction(id) => facts.place(id).is_some(),
                ValueKind::Constant(_)
                | ValueKind::Global(_)
                | ValueKind::Metadata(_)
                | ValueKind::LocalMetadata(_)
                | ValueKind::Forward(_) => {
                    let message = format_args!(
                        "function-local metadata {index} refers to {}, which is not a value of the function",
                        show::value(self.module, *value)
                    );
                    self.find(Rule::MetadataValue, message);
                    continue;
                }
            };
            expect!(
                self,
                exists,
                Rule::NoSuchValue,
                "function-local metadata {index} refers to undefined {}",
                show::value(self.module, *value)
            );
        }
    }

    fn local_names(&mut self, facts: &Facts<'_>) {
        let module = self.module;
        self.at = IrPlace::Global(facts.function);
        let mut known = HashMap::<&BStr, Local>::with_capacity(facts.body.names.len());
        // The map's order is no order: what is said must not depend on it.
        let mut wrong = Vec::new();
        let mut twice = Vec::new();
        for (local, name) in &facts.body.names {
            if !name.is_empty() && known.insert(name.as_bstr(), *local).is_some() {
                twice.push(name.as_bstr());
            }
            let has_value = match local {
                Local::Block(id) => facts.number(*id).is_some(),
                Local::Value(value) => self.has_name(facts, *value),
            };
            if !has_value {
                wrong.push((name.as_bstr(), *local));
            }
        }
        twice.sort_unstable();
        twice.dedup();
        wrong.sort_unstable();
        for name in twice {
            self.find(Rule::LocalName, format_args!("name %{} is not unique", show::name(name)));
        }
        for (name, local) in wrong {
            let name = show::name(name);
            match local {
                Local::Block(id) => {
                    self.find(Rule::LocalName, format_args!("name %{name} is assigned to undefined {id}"));
                }
                Local::Value(value) => {
                    let value = show::value(module, value);
                    self.find(
                        Rule::LocalName,
                        format_args!(
                            "name %{name} is assigned to {value}, which is not a value of the function"
                        ),
                    );
                }
            }
        }
    }

    fn has_name(&self, facts: &Facts<'_>, value: Value) -> bool {
        match value.kind() {
            ValueKind::Argument(index) => {
                usize::try_from(index).is_ok_and(|index| index < facts.parameters.len())
            }
            ValueKind::Instruction(id) => {
                let instruction = facts.body.instructions.get(id).filter(|_| facts.place(id).is_some());
                instruction.is_some_and(|inst| self.module.types.get(inst.ty) != Some(&Type::Void))
            }
            ValueKind::Constant(_)
            | ValueKind::Global(_)
            | ValueKind::Metadata(_)
            | ValueKind::LocalMetadata(_)
            | ValueKind::Forward(_) => false,
        }
    }
}
