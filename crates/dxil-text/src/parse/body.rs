//! Bodies of functions: blocks, and what stands around an instruction.

use dxil_ir::{Type, Value, ValueKind};
use hashbrown::HashSet;

use super::cursor::{Parser, Result};
use super::global_table::DeferredBody;
use super::local_table::{Key, Locals, Room};
use super::locals::Named;
use super::token::{Operation, Token};

impl<'s> Parser<'s> {
    /// Reads the bodies of all functions.
    pub(super) fn bodies(&mut self) {
        let mut room = Room::default();
        for body in std::mem::take(&mut self.globals.bodies) {
            self.seek(body.start);
            let function = body.function;
            self.intrinsics.function = Some(function);
            self.locals = Some(Locals::new(std::mem::take(&mut room)));
            if let Err(fault) = self.body(body) {
                self.note(fault);
            }
            self.check_locals();
            let Some(locals) = self.locals.take() else { continue };
            let (body, places);
            (body, places, room) = locals.finish();
            self.places.instructions.insert(function, places);
            self.set_global(function, |global| {
                if let Some(function) = global.function_mut() {
                    function.body = Some(body);
                }
            });
        }
    }

    fn body(&mut self, body: DeferredBody<'s>) -> Result {
        while self.at.token == Token::MetadataName {
            let attached = self.attachment()?;
            self.locals()?.body.metadata.push(attached);
        }
        if self.at.token != Token::OpenBrace {
            return Err(self.expected("`{` and the body of the function"));
        }
        let end = body.end;
        self.create_addressed(body.function)?;
        self.define_arguments(body)?;
        self.bump();
        if self.at.token == Token::CloseBrace {
            return Err(self
                .fault("function body has no basic block")
                .with_hint("use `declare` for a function without a body"));
        }
        let mut is_read = true;
        while !matches!(self.at.token, Token::CloseBrace | Token::End) && self.at.start < end {
            if self.is_modern()
                && !self.is_in_block()
                && matches!(self.text(), b"uselistorder" | b"uselistorder_bb")
            {
                self.use_list_order()?;
                continue;
            }
            let start = self.at.start;
            self.first = start;
            let before = self.at.before;
            let line = self.line();
            is_read = line.is_ok();
            if let Err(fault) = line {
                self.note(fault);
                if !self.source.get(before..start).is_some_and(|between| between.contains(&b'\n')) {
                    // The instruction before it was not over.
                    self.break_last();
                }
                if self.source.get(start..self.at.before).is_some_and(|read| read.contains(&b'\n')) {
                    // It went on into another line, which is lost.
                    self.may_define();
                }
                // Whatever it was, it goes on behind the line that was understood last.
                self.skip_line(self.at.before.max(start), end.saturating_sub(1));
            }
        }
        // What could not be read may be that end.
        if is_read && self.is_in_block() && !self.is_incomplete() {
            let fault = self.fault("last basic block has no terminator");
            return Err(fault.with_hint("end the basic block with `ret`, `br`, `switch` or `unreachable`"));
        }
        Ok(())
    }

    fn define_arguments(&mut self, body: DeferredBody<'s>) -> Result {
        let types = self
            .module
            .globals
            .get(body.function)
            .and_then(|global| self.function_type_of(global.value_type))
            .map(|(_, parameters, _)| parameters.to_vec());
        for ((index, ty), name) in (0..).zip(types.unwrap_or_default()).zip(body.parameters) {
            self.define(Some(name), Value::new(ValueKind::Argument(index)), ty)?;
        }
        Ok(())
    }

    /// A label, or an instruction.
    fn line(&mut self) -> Result {
        if self.at.token == Token::Label {
            if self.is_in_block() {
                let fault = self.fault("basic block before this label has no terminator");
                self.end_block();
                // What could not be read may be its terminator.
                if !self.is_incomplete() {
                    self.note(
                        fault.with_hint("end the basic block with `ret`, `br`, `switch` or `unreachable`"),
                    );
                }
            }
            return self.begin_block();
        }
        if !self.is_in_block() {
            self.begin_block()?;
        }
        if self.at.token == Token::Record {
            return self.debug_record();
        }
        if self.debug_intrinsic()? {
            return Ok(());
        }
        self.instruction()
    }

    fn instruction(&mut self) -> Result {
        let start = self.at.start;
        let named = self.result_name()?;
        let token = self.at.token;
        let ends_block = matches!(token, Token::Operation(operation) if operation.ends_block());
        let instruction = match self.operation() {
            Ok(read) => read,
            Err(fault) => {
                let gives_nothing = matches!(token, Token::Operation(Operation::Store | Operation::Fence));
                match named {
                    Named::Unnamed if ends_block || gives_nothing => {
                        self.define_broken(&Named::Nothing, start);
                    }
                    Named::As(..) | Named::Unnamed | Named::Nothing => self.define_broken(&named, start),
                }
                if ends_block {
                    self.end_block();
                }
                return Err(fault);
            }
        };
        let ty = instruction.ty;
        let is_void = matches!(self.module.types.get(ty), Some(Type::Void));
        let id = self.locals()?.add_instruction(instruction, start);
        match named {
            Named::As(_, key_start) if is_void => {
                self.define_broken(&named, start);
                let message = "an instruction without a result cannot have a name";
                let fault = self.fault_at(key_start, 1, message);
                self.note(fault);
            }
            Named::Unnamed if is_void => {}
            Named::As(Key::Number(number), _) if self.locals()?.define_next(number, id.into(), ty) => {}
            Named::Nothing => {}
            Named::As(..) | Named::Unnamed => {
                let key = if let Named::As(key, _) = named { Some(key) } else { None };
                if let Err(fault) = self.define(key, id.into(), ty) {
                    self.note(fault);
                }
            }
        }
        let first_attached = self.locals()?.body.attachments.len();
        while self.eat(Token::Comma) {
            if self.at.token != Token::MetadataName {
                return Err(self.expected("a metadata attachment, such as `!dbg !4`"));
            }
            if self.text() == b"!dbg" {
                self.bump();
                let location = self.debug_location()?;
                let body = &mut self.locals()?.body;
                let location = body.intern_location(location);
                if let Some(instruction) = body.instructions.get_mut(id) {
                    instruction.location = location.into();
                }
                continue;
            }
            let (kind, node) = self.attachment()?;
            self.locals()?.body.attachments.push((id, kind, node));
        }
        self.drop_replaced(first_attached)?;
        if ends_block {
            self.end_block();
        }
        Ok(())
    }

    /// Of what is attached to an instruction, from a place on, keeps the last of each kind, as modern LLVM does.
    fn drop_replaced(&mut self, first: usize) -> Result {
        let is_modern = self.is_modern();
        let attachments = &mut self.locals()?.body.attachments;
        if !is_modern || attachments.len() < first + 2 {
            return Ok(());
        }
        let mut kinds = HashSet::new();
        let mut kept: Vec<_> =
            attachments.drain(first..).rev().filter(|(_, kind, _)| kinds.insert(*kind)).collect();
        kept.reverse();
        attachments.append(&mut kept);
        Ok(())
    }
}
