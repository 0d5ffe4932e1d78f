//! Modules in pieces: what they consist of one by one, each with what it says apart from all numbers. For those who
//! compare modules or draw them.

use dxil_ir::function::{Attachments, Local};
use dxil_ir::instruction_numbers::InstructionNumbers;
use dxil_ir::{Body, Global, GlobalId, InstructionId, MetadataId, Module, Type, TypeId, Value, ValueKind};

use super::error::PrintError;
use super::instructions::Scope;
use super::names::{self, spelled};
use super::printer::{Numbers, Printer};
use super::slots::Slots;

/// How many nodes deep metadata is told where it is referred to.
const DEPTH: u32 = 8;

/// What stands before an instruction in the listing.
const INDENT: usize = 2;

/// An instruction as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Which instruction.
    pub id: InstructionId,
    /// As it stands in the listing, without what stands before it.
    pub text: String,
    /// The same without the numbers and names of values, blocks and metadata: what it does. Each value and block that
    /// it uses is a `%` alone, metadata is spelled out.
    pub shape: String,
    /// The values and blocks that the shape leaves out: behind which byte of it, and which.
    pub holes: Vec<(usize, Local)>,
    /// The name of its result, as it stands in the listing; none where it has no result.
    pub name: Option<String>,
    /// The number of the instruction in its function; `None` for calls of debug intrinsics.
    pub number: Option<u32>,
}

/// Something of a module that is no instruction, as text without numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// What it is: `type`, `variable`.
    pub what: &'static str,
    /// Its name.
    pub name: String,
    /// What it says.
    pub text: String,
}

/// A module that is taken apart.
pub struct Pieces<'m> {
    printer: Printer<'m, 'static>,
    /// The function whose values have numbers, so that those who ask for one instruction after the other need not wait
    /// for the whole function each time.
    entered: Option<(GlobalId, Attachments)>,
    numbers: InstructionNumbers,
}

impl<'m> Pieces<'m> {
    /// The pieces of a module.
    pub fn of(module: &'m Module) -> Self {
        let printer = Printer::new(module, Slots::of(module), None, None);
        Self { printer, entered: None, numbers: InstructionNumbers::of(module) }
    }

    /// The instructions of a function, in order.
    ///
    /// # Errors
    ///
    /// As [`print()`](crate::print()).
    pub fn lines(&mut self, function: GlobalId) -> Result<Vec<Line>, PrintError> {
        let module = self.printer.module;
        let Some(global) = module.globals.get(function) else { return Ok(Vec::new()) };
        let Some(body) = global.body() else { return Ok(Vec::new()) };
        self.entered = None;
        self.printer.slots.enter(global, body);
        let scope = Scope { id: function, global, body };
        let attachments = body.attachments_by_instruction();
        let mut lines = Vec::with_capacity(body.instructions.len());
        let mut next = 0;
        for (_, id, instruction) in body.in_order() {
            let number = self.numbers.has_number(&instruction.op).then_some(next);
            next += u32::from(number.is_some());
            let attached = attachments.of(id);
            let text = self.instruction(&scope, id, &attached, Numbers::Shown)?;
            self.printer.holes.clear();
            let shape = self.instruction(&scope, id, &attached, Numbers::Left(DEPTH))?;
            // What the instruction stands behind is no part of its shape.
            let holes = std::mem::take(&mut self.printer.holes).into_iter();
            let holes = holes.filter_map(|(at, local)| Some((at.checked_sub(INDENT)?, local))).collect();
            let has_result = module.types.get(instruction.ty).is_some_and(|ty| *ty != Type::Void);
            // A quote in a name is escaped, and a name with a blank is quoted.
            let end = match text.strip_prefix("%\"") {
                Some(rest) => rest.find('"').map(|end| end + "%\"\"".len()),
                None => text.find(' '),
            };
            let name = end.and_then(|end| text.get(..end)).filter(|_| has_result).map(str::to_owned);
            lines.push(Line { id, text, shape, holes, name, number });
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
        let attached = self.entered.as_ref().map(|(_, attachments)| attachments.of(id)).unwrap_or_default();
        self.instruction(&Scope { id: function, global, body }, id, &attached, Numbers::Shown).map(Some)
    }

    /// The names of the arguments of a function, in order, as they stand in the listing.
    pub fn argument_names(&mut self, global: &Global, body: &Body) -> Vec<String> {
        self.entered = None;
        self.printer.slots.enter(global, body);
        let Some(Type::Function { parameters, .. }) = self.printer.module.types.get(global.value_type) else {
            return Vec::new();
        };
        let dialect = self.printer.module.dialect;
        let name = |index: u32| match body.name(Local::Value(Value::new(ValueKind::Argument(index)))) {
            Some(name) => {
                let mut text = "%".to_owned();
                names::name(&mut text, name, dialect);
                text
            }
            None => format!("%{}", self.printer.slots.argument(index).unwrap_or(index)),
        };
        (0..).zip(parameters.iter()).map(|(index, _)| name(index)).collect()
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
        let text = self.printer.out.take();
        Ok(text.get(INDENT..).unwrap_or_default().to_owned())
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

    /// Metadata as it stands where something refers to it, with what it refers to as far as `depth` nodes deep.
    ///
    /// # Errors
    ///
    /// As [`print()`](crate::print()).
    pub fn metadata(&mut self, id: MetadataId, depth: u32) -> Result<String, PrintError> {
        self.printer.numbers = Numbers::Left(depth);
        self.printer.metadata_operand(id)?;
        Ok(self.printer.out.take())
    }

    /// Structures and variables.
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
        for (id, global) in module.globals.iter() {
            if let Some(variable) = global.variable() {
                printer.variable(id, global, variable)?;
                let text = printer.out.take().trim_end().to_owned();
                items.push(Item { what: "variable", name: spelled(global.name.as_ref()), text });
            }
        }
        Ok(items)
    }
}
