//! Functions and their blocks as text.

use dxil_ir::attributes::Slot;
use dxil_ir::function::Local;
use dxil_ir::globals::Function;
use dxil_ir::intrinsics;
use dxil_ir::{BlockId, Body, Dialect, Global, GlobalId, Type, UnnamedAddress, Value, ValueKind};

use super::error::{PrintError, Result};
use super::printer::{Numbers, Printer};
use super::{names, numbers};
use crate::calling_conventions::convention_word;

/// Where the comment behind a label begins.
const COMMENT_COLUMN: usize = 50;

impl Printer<'_, '_> {
    pub(super) fn function(&mut self, id: GlobalId, global: &Global, function: &Function) -> Result {
        self.out.text.push('\n');
        if self.module.dialect == Dialect::Modern
            && intrinsics::is_reserved(&global.name)
            && !intrinsics::is_known(self.llvm, &global.name)
        {
            self.out.text.push_str("; Unknown intrinsic\n");
        }
        self.attribute_comment(function.attributes)?;
        match &function.body {
            Some(body) => self.slots.enter(global, body),
            None => self.slots.declare(global),
        }
        self.function_head(id, global, function)?;
        let Some(body) = &function.body else {
            self.out.text.push('\n');
            return Ok(());
        };
        self.out.text.push_str(" {");
        self.body(id, global, body)?;
        self.out.text.push_str("}\n");
        self.out.spill()
    }

    /// Prints a function up to its blocks.
    pub(super) fn function_head(&mut self, id: GlobalId, global: &Global, function: &Function) -> Result {
        self.word(if function.body.is_some() { "define" } else { "declare" });
        if function.body.is_none() {
            self.attached_to_declaration(global)?;
        }
        self.linkage(global);
        if function.calling_convention != 0 {
            self.calling_convention(function.calling_convention);
            self.out.text.push(' ');
        }
        let Some(Type::Function { result, parameters, is_variadic }) =
            self.module.types.get(global.value_type)
        else {
            return Err(PrintError::Dangling { what: "type" });
        };
        let start = self.out.text.len();
        if self.attributes(function.attributes, Slot::Return)? {
            // A blank behind them, not before.
            self.out.text.remove(start);
            self.out.text.push(' ');
        }
        self.ty(*result)?;
        self.out.text.push(' ');
        self.global_name(id)?;
        self.out.text.push('(');
        let mut separator = "";
        for (index, parameter) in (0..).zip(parameters.iter()) {
            self.out.text.push_str(std::mem::replace(&mut separator, ", "));
            self.ty(*parameter)?;
            self.attributes(function.attributes, Slot::Parameter(index))?;
            if let Some(body) = &function.body {
                self.parameter_name(body, index);
            }
            self.out.spill()?;
        }
        if *is_variadic {
            self.out.text.push_str(separator);
            self.out.text.push_str("...");
        }
        self.out.text.push(')');
        self.function_tail(global, function)
    }

    /// Prints what stands behind the parameters.
    fn function_tail(&mut self, global: &Global, function: &Function) -> Result {
        if global.unnamed_address != UnnamedAddress::Significant {
            self.out.text.push(' ');
            self.out.text.push_str(global.unnamed_address.word());
        }
        if let Some(Type::Pointer(_, space)) = self.module.types.get(global.ty)
            && (*space != 0 || self.program_space != 0)
        {
            self.out.text.push_str(" addrspace(");
            numbers::unsigned(&mut self.out.text, (*space).into());
            self.out.text.push(')');
        }
        self.group_of(function.attributes)?;
        if !global.section.is_empty() {
            self.out.text.push_str(" section \"");
            names::escape(&mut self.out.text, &global.section, self.module.dialect);
            self.out.text.push('"');
        }
        self.comdat_of(global, " comdat");
        self.alignment(global.alignment, " align ");
        if !function.garbage_collector.is_empty() {
            self.out.text.push_str(" gc \"");
            names::escape(&mut self.out.text, &function.garbage_collector, self.module.dialect);
            self.out.text.push('"');
        }
        let data = [
            (" prefix ", function.prefix),
            (" prologue ", function.prologue),
            (" personality ", function.personality),
        ];
        for (word, value) in data {
            if let Some(value) = value {
                self.out.text.push_str(word);
                self.typed(value)?;
            }
        }
        if let Some(body) = &function.body {
            self.attached_in_order(&body.metadata, " ")?;
        }
        Ok(())
    }

    fn body(&mut self, id: GlobalId, global: &Global, body: &Body) -> Result {
        let predecessors = self.module.predecessors(id);
        let attachments = body.attachments_by_instruction();
        let scope = super::instructions::Scope { id, global, body };
        for (index, block) in body.layout.iter().enumerate() {
            let before = predecessors.of(*block);
            self.label(body, *block, index == 0, before)?;
            for id in body.instructions_of(*block) {
                if !body.debug_records.is_empty() {
                    self.debug_records(&scope, body.debug_records.before(*id))?;
                }
                self.instruction(&scope, *id, attachments.of(*id))?;
                self.out.text.push('\n');
                self.out.spill()?;
            }
        }
        Ok(())
    }

    fn label(&mut self, body: &Body, block: BlockId, is_entry: bool, before: &[BlockId]) -> Result {
        let name = match self.slots.block(block) {
            Some(_) => None,
            None => body.name(Local::Block(block)),
        };
        if let Some(name) = name {
            self.out.text.push('\n');
            names::name(&mut self.out.text, name, self.module.dialect);
            self.out.text.push(':');
        } else if self.module.dialect == Dialect::Modern {
            if is_entry {
                // Its number goes without saying.
                self.out.text.push('\n');
                return Ok(());
            }
            self.out.text.push('\n');
            self.block_number(block)?;
            self.out.text.push(':');
        } else if !before.is_empty() {
            self.out.text.push_str("\n; <label>:");
            self.block_number(block)?;
        }
        if !is_entry {
            self.out.pad_to(COMMENT_COLUMN);
            self.out.text.push_str(if before.is_empty() { "; No predecessors!" } else { "; preds = " });
            for (index, block) in before.iter().enumerate() {
                if index > 0 {
                    self.out.text.push_str(", ");
                }
                self.block_name(body, *block)?;
                self.out.spill()?;
            }
        }
        self.out.text.push('\n');
        Ok(())
    }

    fn block_number(&mut self, block: BlockId) -> Result {
        match self.slots.block(block) {
            Some(number) => numbers::unsigned(&mut self.out.text, number.into()),
            None => return Err(PrintError::Dangling { what: "block" }),
        }
        Ok(())
    }

    /// Prints the name of a parameter of a function with a body; its number in modern IR only.
    fn parameter_name(&mut self, body: &Body, index: u32) {
        if let Some(name) = body.name(Local::Value(Value::new(ValueKind::Argument(index)))) {
            self.out.text.push_str(" %");
            names::name(&mut self.out.text, name, self.module.dialect);
        } else if self.module.dialect == Dialect::Modern
            && let Some(number) = self.slots.argument(index)
        {
            self.out.text.push_str(" %");
            numbers::unsigned(&mut self.out.text, number.into());
        }
    }

    /// Prints the metadata of a function that is only declared, which stands before its linkage.
    fn attached_to_declaration(&mut self, global: &Global) -> Result {
        let start = self.out.text.len();
        self.attached_in_order(&global.metadata, " ")?;
        if self.out.text.len() > start {
            self.out.text.remove(start);
            self.out.text.push(' ');
        }
        Ok(())
    }

    /// Prints `blockaddress(@f, %block)`; the block has its number in that function.
    pub(super) fn block_address(&mut self, function: Value, block: BlockId) -> Result {
        let module = self.module;
        let ValueKind::Global(id) = function.kind() else {
            return Err(PrintError::Dangling { what: "function" });
        };
        let Some((global, body)) = module.globals.get(id).and_then(|global| Some((global, global.body()?)))
        else {
            return Err(PrintError::Dangling { what: "function" });
        };
        self.out.text.push_str("blockaddress(");
        self.global_name(id)?;
        self.out.text.push_str(", %");
        match body.name(Local::Block(block)) {
            Some(name) => names::name(&mut self.out.text, name, self.module.dialect),
            None => match self.slots.block_of(id, global, body, block) {
                Some(number) => numbers::unsigned(&mut self.out.text, number.into()),
                None => return Err(PrintError::Dangling { what: "block" }),
            },
        }
        self.out.text.push(')');
        Ok(())
    }

    /// Prints the name of a block, or its number.
    pub(super) fn block_name(&mut self, body: &Body, block: BlockId) -> Result {
        self.out.text.push('%');
        match self.slots.block(block) {
            _ if self.numbers != Numbers::Shown => {
                self.holes.push((self.out.text.len(), Local::Block(block)))
            }
            Some(number) => numbers::unsigned(&mut self.out.text, number.into()),
            None => match body.name(Local::Block(block)) {
                Some(name) => names::name(&mut self.out.text, name, self.module.dialect),
                None => return Err(PrintError::Dangling { what: "block" }),
            },
        }
        Ok(())
    }

    /// Prints the number of the group of attributes that a function or a call itself has.
    pub(super) fn group_of(&mut self, list: Option<dxil_ir::AttributeListId>) -> Result {
        if self.numbers != Numbers::Shown {
            return self.attributes(list, Slot::Function).map(drop);
        }
        for group in list.into_iter().flat_map(|list| super::slots::function_groups(self.module, list)) {
            if let Some(number) = self.slots.group(group) {
                self.out.text.push_str(" #");
                numbers::unsigned(&mut self.out.text, number.into());
            }
        }
        Ok(())
    }

    pub(super) fn calling_convention(&mut self, number: u32) {
        match convention_word(number, self.module.dialect) {
            Some(word) => self.out.text.push_str(word),
            None => {
                self.out.text.push_str("cc");
                numbers::unsigned(&mut self.out.text, number.into());
            }
        }
    }
}
