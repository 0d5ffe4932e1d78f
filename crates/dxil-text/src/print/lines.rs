//! Modules in pieces: what they consist of one by one, each with what it says apart from all numbers. For those who compare
//! modules or draw them.

use std::collections::HashMap;

use dxil::ir::metadata::Metadata;
use dxil::ir::{Body, Global, GlobalId, InstructionId, MetadataId, Module, TypeId, Value, ValueKind};

use super::instructions::Scope;
use super::names::spelled;
use super::{Numbers, PrintError, Printer};

/// How many nodes deep metadata is told where it is referred to.
const DEPTH: u32 = 8;

/// An instruction as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Which instruction.
    pub id: InstructionId,
    /// As it stands in the listing, without what stands before it.
    pub text: String,
    /// The same without the numbers and names of values, blocks and metadata: what it does.
    pub shape: String,
    /// The arguments and instructions that it uses, in order.
    pub locals: Vec<Value>,
}

/// Something of a module that is no instruction, as text without numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// What it is: `type`, `variable`, `metadata`.
    pub what: &'static str,
    /// Its name.
    pub name: String,
    /// What it says.
    pub text: String,
}

/// A module that is taken apart.
pub struct Pieces<'m> {
    printer: Printer<'m, 'static>,
    /// The function whose values have numbers, so that those who ask for one instruction after the other need not wait for
    /// the whole function each time.
    entered: Option<(GlobalId, Attachments)>,
}

/// Metadata of instructions, by instruction: kind and node.
type Attachments = HashMap<InstructionId, Vec<(u32, MetadataId)>>;

impl<'m> Pieces<'m> {
    /// The pieces of a module.
    pub fn of(module: &'m Module) -> Self {
        Self { printer: Printer::new(module, None, None), entered: None }
    }

    /// The instructions of a function, in order.
    ///
    /// # Errors
    ///
    /// As [`print()`](crate::print()).
    pub fn lines(&mut self, function: GlobalId) -> Result<Vec<Line>, PrintError> {
        let Some(global) = self.printer.module.globals.get(function) else { return Ok(Vec::new()) };
        let Some(body) = global.body() else { return Ok(Vec::new()) };
        self.entered = None;
        self.printer.slots.enter(global, body);
        let scope = Scope { id: function, global, body };
        let mut attachments = body.attachments_by_instruction();
        let mut lines = Vec::with_capacity(body.instructions.len());
        for (_, id, instruction) in body.in_order() {
            let attached = attachments.remove(&id).unwrap_or_default();
            let text = self.instruction(&scope, id, &attached, Numbers::Shown)?;
            let shape = self.instruction(&scope, id, &attached, Numbers::Left(DEPTH))?;
            let mut locals = Vec::new();
            instruction.op.each_operand(&body.lists, |value| {
                if matches!(value.kind(), ValueKind::Argument(_) | ValueKind::Instruction(_)) {
                    locals.push(value);
                }
            });
            lines.push(Line { id, text, shape, locals });
        }
        Ok(lines)
    }

    /// One instruction as [`Line::text`] has it; none where the function does not have it.
    ///
    /// # Errors
    ///
    /// As [`print()`](crate::print()).
    pub fn text(&mut self, function: GlobalId, id: InstructionId) -> Result<Option<String>, PrintError> {
        let Some(global) = self.printer.module.globals.get(function) else { return Ok(None) };
        let Some(body) = global.body().filter(|body| body.instructions.get(id).is_some()) else {
            return Ok(None);
        };
        if self.entered.as_ref().is_none_or(|(entered, _)| *entered != function) {
            self.printer.slots.enter(global, body);
            self.entered = Some((function, body.attachments_by_instruction()));
        }
        let attached = self.entered.as_ref().and_then(|(_, attachments)| attachments.get(&id));
        let attached = attached.cloned().unwrap_or_default();
        self.instruction(&Scope { id: function, global, body }, id, &attached, Numbers::Shown).map(Some)
    }

    fn instruction(
        &mut self,
        scope: &Scope<'_>,
        id: InstructionId,
        attached: &[(u32, MetadataId)],
        numbers: Numbers,
    ) -> Result<String, PrintError> {
        self.printer.numbers = numbers;
        self.printer.instruction(scope, id, attached.to_vec())?;
        Ok(self.printer.out.take().trim_start().to_owned())
    }

    /// What a function is, without its instructions.
    ///
    /// # Errors
    ///
    /// As [`print()`](crate::print()).
    pub fn head(&mut self, function: GlobalId) -> Result<String, PrintError> {
        let Some(global) = self.printer.module.globals.get(function) else { return Ok(String::new()) };
        let Some(of) = global.function() else { return Ok(String::new()) };
        self.printer.numbers = Numbers::Left(DEPTH);
        self.printer.function_head(function, global, of)?;
        Ok(self.printer.out.take())
    }

    /// The names of blocks, in order, as they stand in the listing.
    ///
    /// # Errors
    ///
    /// As [`print()`](crate::print()).
    pub fn block_names(&mut self, global: &Global, body: &Body) -> Result<Vec<String>, PrintError> {
        self.printer.numbers = Numbers::Shown;
        self.entered = None;
        self.printer.slots.enter(global, body);
        let mut names = Vec::with_capacity(body.layout.len());
        for block in &body.layout {
            self.printer.block_name(body, *block)?;
            names.push(self.printer.out.take());
        }
        Ok(names)
    }

    /// Structures, variables and metadata with names.
    ///
    /// # Errors
    ///
    /// As [`print()`](crate::print()).
    pub fn items(&mut self) -> Result<Vec<Item>, PrintError> {
        let printer = &mut self.printer;
        printer.numbers = Numbers::Left(DEPTH);
        let module = printer.module;
        let mut items = Vec::new();
        let structures: Vec<TypeId> = printer.slots.named.clone();
        for id in structures {
            printer.structure_body(id)?;
            let name = module.types.named(id).map(|structure| spelled(structure.name.as_ref()));
            items.push(Item { what: "type", name: name.unwrap_or_default(), text: printer.out.take() });
        }
        for (id, global) in &module.globals {
            if let Some(variable) = global.variable() {
                printer.variable(id, global, variable)?;
                let text = printer.out.take().trim_end().to_owned();
                items.push(Item { what: "variable", name: spelled(global.name.as_ref()), text });
            }
        }
        for named in &module.named_metadata {
            let mut text = String::new();
            for node in &named.operands {
                if let Some(Metadata::Tuple { .. } | Metadata::Node { .. }) = module.metadata.get(*node) {
                    printer.metadata_operand(*node)?;
                    text.push_str(&printer.out.take());
                    text.push('\n');
                }
            }
            items.push(Item { what: "metadata", name: spelled(named.name.as_ref()), text });
        }
        Ok(items)
    }
}
