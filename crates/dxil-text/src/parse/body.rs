//! Bodies of functions: blocks, and what stands around an instruction.

use dxil::ir::{Instruction, Type, Value, ValueKind};

use super::cursor::{Parser, Result};
use super::functions::Body;
use super::locals::{Key, Locals};
use super::token::Token;

impl<'s> Parser<'s> {
    /// Reads the bodies of all functions.
    pub(super) fn bodies(&mut self) {
        for body in std::mem::take(&mut self.globals.bodies) {
            self.seek(body.start);
            let function = body.function;
            self.locals = Some(Locals::with_lines(body.lines));
            if let Err(fault) = self.body(body) {
                self.note(fault);
            }
            self.check_locals();
            let Some(locals) = self.locals.take() else { continue };
            let (body, places) = locals.finish();
            self.places.instructions.insert(function, places);
            self.set_global(function, |global| {
                if let Some(function) = global.function_mut() {
                    function.body = Some(body);
                }
            });
        }
    }

    fn body(&mut self, body: Body<'s>) -> Result {
        while self.token == Token::MetadataName {
            let attached = self.attachment()?;
            self.locals()?.body.metadata.push(attached);
        }
        if self.token != Token::OpenBrace {
            return Err(self.expected("`{` and the body of the function"));
        }
        let end = body.end;
        self.define_arguments(body)?;
        self.bump();
        if self.token == Token::CloseBrace {
            return Err(self
                .fault("a function has one block at least")
                .with_hint("without a body, `declare` it"));
        }
        let mut is_read = true;
        while !matches!(self.token, Token::CloseBrace | Token::End) && self.start < end {
            let start = self.start;
            let line = self.line();
            is_read = line.is_ok();
            if let Err(fault) = line {
                self.note(fault);
                // Whatever it was, it goes on behind the line that was understood last.
                self.skip_line(self.before.max(start), end.saturating_sub(1));
            }
        }
        // What could not be read may be that end.
        if is_read && self.is_in_block() {
            let fault = self.fault("the last block has no end");
            return Err(fault.with_hint("a block ends with `ret`, `br`, `switch` or `unreachable`"));
        }
        Ok(())
    }

    fn define_arguments(&mut self, body: Body<'s>) -> Result {
        let types = self
            .module
            .globals
            .get(body.function)
            .and_then(|global| self.function_type_of(global.value_type))
            .map(|(_, parameters, _)| parameters.to_vec());
        for ((index, ty), name) in (0..).zip(types.unwrap_or_default()).zip(body.parameters) {
            self.define(name.map(Key::Name), Value::new(ValueKind::Argument(index)), ty)?;
        }
        Ok(())
    }

    /// A label, or an instruction.
    fn line(&mut self) -> Result {
        if self.token == Token::Label {
            if self.is_in_block() {
                let fault = self.fault("the block before this one has no end");
                self.end_block();
                self.note(fault.with_hint("a block ends with `ret`, `br`, `switch` or `unreachable`"));
            }
            return self.begin_block();
        }
        if !self.is_in_block() {
            self.begin_block()?;
        }
        self.instruction()
    }

    fn instruction(&mut self) -> Result {
        let start = self.start;
        let result = self.result_name();
        let (key, key_start) = match result {
            Ok(result) => result.map_or((None, start), |(key, start)| (Some(key), start)),
            Err(fault) => {
                // The rest may be good: its errors are worth knowing, its name is not.
                self.note(fault);
                self.eat(Token::Equal);
                (None, start)
            }
        };
        let ends_block = matches!(self.token, Token::Operation(operation) if operation.ends_block());
        let (op, ty) = match self.operation() {
            Ok(read) => read,
            Err(fault) => {
                self.define_broken(key);
                if ends_block {
                    self.end_block();
                }
                return Err(fault);
            }
        };
        let is_void = matches!(self.module.types.get(ty), Some(Type::Void));
        let instruction = Instruction { op, ty, location: None.into() };
        let id = self.locals()?.add_instruction(instruction, start);
        match key {
            Some(key) if is_void => {
                self.define_broken(Some(key));
                let fault = self.fault_at(key_start, 1, "this gives nothing that could have a name");
                self.note(fault);
            }
            None if is_void => {}
            key => {
                if let Err(fault) = self.define(key, id.into(), ty) {
                    self.note(fault);
                }
            }
        }
        while self.eat(Token::Comma) {
            if self.token != Token::MetadataName {
                return Err(self.expected("attached metadata, such as `!dbg !4`"));
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
        if ends_block {
            self.end_block();
        }
        Ok(())
    }
}
