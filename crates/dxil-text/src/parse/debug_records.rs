//! Debug records, and the calls of `llvm.dbg.*` that stood for them before LLVM 19: those are read as records, as LLVM
//! 22 does. Separate because both spellings say the same.

use dxil_ir::constants::{Constant, ConstantKind};
use dxil_ir::debug_records::{DebugRecord, DebugRecordKind, DebugValue, DebugVariable};
use dxil_ir::{Dialect, MetadataId, Value, ValueKind};

use super::cursor::{Parser, Result};
use super::lexer::Lexer;
use super::token::{Operation, Token};

/// What a record is for, by the end of its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Value,
    Declare,
    DeclareValue,
    Assign,
    Label,
}

/// The records, by what stands behind `#dbg_` and behind `llvm.dbg.`.
const PURPOSES: [(&[u8], Purpose); 5] = [
    (b"value", Purpose::Value),
    (b"declare", Purpose::Declare),
    (b"declare_value", Purpose::DeclareValue),
    (b"assign", Purpose::Assign),
    (b"label", Purpose::Label),
];

/// What a record is for whose name begins so.
fn purpose(name: &[u8], prefix: &[u8]) -> Option<Purpose> {
    let rest = name.strip_prefix(prefix)?;
    PURPOSES.iter().find(|(known, _)| *known == rest).map(|(_, purpose)| *purpose)
}

/// The intrinsic that a token names.
fn intrinsic(token: &[u8]) -> Option<Purpose> {
    // It never had one for the value of what is declared.
    purpose(token, b"@llvm.dbg.").filter(|purpose| *purpose != Purpose::DeclareValue)
}

impl Parser<'_> {
    /// `#dbg_value(i32 %x, !4, !DIExpression(), !7)`: what stands before the next instruction.
    pub(super) fn debug_record(&mut self) -> Result {
        let Some(purpose) = purpose(self.text(), b"#dbg_") else {
            return Err(self.expected("a debug record, such as `#dbg_value`"));
        };
        if self.module.dialect == Dialect::Dxil37 {
            let fault = self.fault("LLVM 3.7 has no debug records");
            return Err(fault.with_hint("call `@llvm.dbg.value` or `@llvm.dbg.declare` instead"));
        }
        self.bump();
        self.expect(Token::OpenParen, "`(`")?;
        let kind = self.record_operands(purpose, false)?;
        self.expect(Token::Comma, "`,` and a DILocation")?;
        let location = self.record_location()?;
        self.expect(Token::CloseParen, "`)`")?;
        let locals = self.locals()?;
        let location = locals.body.intern_location(location);
        locals.records.push(DebugRecord { kind, location });
        Ok(())
    }

    /// Reads a call of an intrinsic of debug information as the record that it stands for. Says whether there is one.
    pub(super) fn debug_intrinsic(&mut self) -> Result<bool> {
        let Some(purpose) = self.called_debug_intrinsic() else { return Ok(false) };
        let start = self.at.start;
        while self.at.token != Token::GlobalName {
            self.bump();
        }
        self.bump();
        self.expect(Token::OpenParen, "`(`")?;
        let kind = self.record_operands(purpose, true)?;
        self.expect(Token::CloseParen, "`)`")?;
        while self.at.token == Token::Group || self.at.token == Token::Word && self.is_on_line() {
            self.bump();
        }
        let mut location = None;
        while self.eat(Token::Comma) {
            if self.at.token == Token::MetadataName && self.text() == b"!dbg" {
                self.bump();
                location = Some(self.record_location()?);
            } else {
                // Nothing else is left of the call.
                self.attachment()?;
            }
        }
        let Some(location) = location else {
            return Err(self.fault_from(start, "call of a debug intrinsic without `!dbg`"));
        };
        let locals = self.locals()?;
        let location = locals.body.intern_location(location);
        locals.records.push(DebugRecord { kind, location });
        Ok(true)
    }

    /// The intrinsic of debug information that is called at hand.
    #[expect(clippy::wildcard_enum_match_arm, reason = "matches tokens, not the IR")]
    fn called_debug_intrinsic(&self) -> Option<Purpose> {
        if self.module.dialect == Dialect::Dxil37 {
            return None;
        }
        match self.at.token {
            Token::Operation(
                Operation::Call | Operation::TailCall | Operation::MustTailCall | Operation::NoTailCall,
            ) => self.named_intrinsic().map(|(purpose, _)| purpose),
            _ => None,
        }
    }

    /// The intrinsic of debug information that a call or a declaration at hand names, and where its name ends.
    #[expect(clippy::wildcard_enum_match_arm, reason = "matches tokens, not the IR")]
    fn named_intrinsic(&self) -> Option<(Purpose, usize)> {
        let mut tokens = Lexer::new(self.source, self.at.start);
        loop {
            match tokens.next() {
                Token::GlobalName => return Some((intrinsic(tokens.slice())?, tokens.end)),
                Token::Word
                | Token::IntegerType
                | Token::Operation(Operation::Call)
                | Token::OpenParen
                | Token::CloseParen
                | Token::Comma
                | Token::Ellipsis
                | Token::Integer => {}
                Token::Operation(_) if tokens.start == self.at.start => {}
                _ => return None,
            }
        }
    }

    /// Passes the declaration of an intrinsic of debug information, whose head is at hand. Says whether there is one.
    #[expect(clippy::wildcard_enum_match_arm, reason = "matches tokens, not the IR")]
    pub(super) fn debug_declaration(&mut self) -> bool {
        if self.module.dialect == Dialect::Dxil37 {
            return false;
        }
        let Some((_, behind)) = self.named_intrinsic() else { return false };
        self.seek(behind);
        if self.skip_brackets().is_err() {
            return true;
        }
        while !self.is_at_entity() {
            match self.at.token {
                Token::Group | Token::Word | Token::String => self.bump(),
                Token::OpenParen => {
                    if self.skip_brackets().is_err() {
                        break;
                    }
                }
                _ => break,
            }
        }
        true
    }

    /// What stands in the brackets before the place. Calls say `metadata` before each operand.
    fn record_operands(&mut self, purpose: Purpose, is_call: bool) -> Result<DebugRecordKind> {
        Ok(match purpose {
            Purpose::Value => DebugRecordKind::Value(self.record_of_value(is_call)?),
            Purpose::Declare => DebugRecordKind::Declare(self.record_variable(is_call)?),
            Purpose::DeclareValue => DebugRecordKind::DeclareValue(self.record_variable(is_call)?),
            Purpose::Assign => {
                let variable = self.record_variable(is_call)?;
                let id = self.next_record_node("a DIAssignID", is_call)?;
                self.expect(Token::Comma, "`,` and an address")?;
                let address = self.record_value(is_call)?;
                let address_expression = self.next_record_node("a DIExpression", is_call)?;
                DebugRecordKind::Assign { variable, id, address, address_expression }
            }
            Purpose::Label => DebugRecordKind::Label(self.record_node("a DILabel", is_call)?),
        })
    }

    /// What `llvm.dbg.value` says; before LLVM 6, with an offset behind the value, which LLVM reads if it is 0.
    fn record_of_value(&mut self, is_call: bool) -> Result<DebugVariable> {
        let value = self.record_value(is_call)?;
        if is_call && self.at.token == Token::Comma {
            let mut next = Lexer::new(self.source, self.at.start);
            next.next();
            let is_offset =
                matches!(next.next(), Token::Word | Token::IntegerType) && next.slice() != b"metadata";
            if is_offset {
                self.bump();
                let start = self.at.start;
                let (_, offset) = self.typed_constant()?;
                if self.module.integer(offset) != Some(0) {
                    return Err(self.fault_from(start, "`llvm.dbg.value` with an offset is not supported"));
                }
            }
        }
        self.record_of(value, is_call)
    }

    fn record_variable(&mut self, is_call: bool) -> Result<DebugVariable> {
        let value = self.record_value(is_call)?;
        self.record_of(value, is_call)
    }

    fn record_of(&mut self, value: DebugValue, is_call: bool) -> Result<DebugVariable> {
        let variable = self.next_record_node("a DILocalVariable", is_call)?;
        let expression = self.next_record_node("a DIExpression", is_call)?;
        Ok(DebugVariable { value, variable, expression })
    }

    fn next_record_node(&mut self, what: &str, is_call: bool) -> Result<MetadataId> {
        self.expect(Token::Comma, &format!("`,` and {what}"))?;
        self.record_node(what, is_call)
    }

    fn record_node(&mut self, what: &str, is_call: bool) -> Result<MetadataId> {
        if is_call {
            self.expect_word("metadata")?;
        }
        let start = self.at.start;
        if !matches!(self.at.token, Token::MetadataNumber | Token::MetadataName | Token::Bang) {
            return Err(self.expected(what));
        }
        match self.metadata()? {
            Some(id) => Ok(id),
            None => Err(self.fault_from(start, format!("expected {what}, found `null`"))),
        }
    }

    /// `i32 %x`, `!DIArgList(i32 %x, i32 %y)` or `!{}`.
    #[expect(clippy::wildcard_enum_match_arm, reason = "matches tokens, not the IR")]
    fn record_value(&mut self, is_call: bool) -> Result<DebugValue> {
        if is_call {
            self.expect_word("metadata")?;
        }
        match self.at.token {
            Token::MetadataName if self.text() == b"!DIArgList" => {
                self.bump();
                self.expect(Token::OpenParen, "`(`")?;
                let mut values = Vec::new();
                self.list(Token::CloseParen, "`)`", |parser| {
                    values.push(parser.recorded_value()?);
                    Ok(())
                })?;
                Ok(DebugValue::List(values))
            }
            Token::MetadataNumber | Token::MetadataName | Token::Bang => {
                self.record_node("a value or an empty node", false).map(DebugValue::Node)
            }
            _ => {
                let value = self.recorded_value()?;
                if let ValueKind::Constant(id) = value.kind()
                    && let Some(Constant { ty, kind: ConstantKind::Poison }) = self.module.constants.get(id)
                {
                    return Ok(DebugValue::Gone(*ty));
                }
                Ok(DebugValue::Value(value))
            }
        }
    }

    fn recorded_value(&mut self) -> Result<Value> {
        let start = self.at.start;
        let (ty, value) = self.typed_value()?;
        let is_value =
            !matches!(self.module.types.get(ty), Some(dxil_ir::Type::Metadata | dxil_ir::Type::Label));
        match value.kind() {
            ValueKind::Metadata(_) | ValueKind::LocalMetadata(_) => {
                Err(self.fault_from(start, "operand is not a value, so it cannot describe a variable"))
            }
            ValueKind::Constant(_)
            | ValueKind::Global(_)
            | ValueKind::Argument(_)
            | ValueKind::Instruction(_)
            | ValueKind::Forward(_) => match is_value {
                true => Ok(value),
                false => Err(self.fault_from(start, format!("a value cannot have type {}", self.shown(ty)))),
            },
        }
    }
}
