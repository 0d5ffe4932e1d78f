//! The comments behind instructions: where in the source they come from, which variable they are about, which operation
//! they call. Separate from the tables, which are about the whole module.

#![allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]

use std::ops::Range;

use dxil::handles::HandleOrigin;
use dxil::ops::{self, Opcode, Row};
use dxil_ir::arena::{Arena, IdMap};
use dxil_ir::constants::ConstantKind;
use dxil_ir::function::DebugLocation;
use dxil_ir::{ConstantId, Global, GlobalId, Module, Op, Type, Value, ValueKind};

use super::formatted::push;
use super::{handle, variable};
use crate::print::numbers;
use crate::{At, Comments};

/// The comments that DXC's listing has behind the instructions of a module.
#[derive(Debug)]
pub struct InstructionComments {
    /// What is called, so that no name is compared twice.
    callees: Arena<GlobalId, Callee>,
    /// Comments about operations that were made before.
    operations: String,
    /// Where each is, by the constant that says which operation; empty for those that were not made.
    ranges: IdMap<ConstantId, Range<usize>>,
}

/// What is called, as far as comments go.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Callee {
    #[default]
    Other,
    /// A function of operations.
    Operation,
    /// What says where a variable lies.
    Declare,
    /// What says what a variable is.
    Value,
}

/// The columns that LLVM remembers have 16 bits; what is further right is in column 0.
const LAST_COLUMN: u32 = 0xffff;

impl InstructionComments {
    /// Those of `module`, and of no other.
    pub fn new(module: &Module) -> Self {
        let callees = module.globals.values().map(Callee::of).collect();
        Self { callees, operations: String::new(), ranges: IdMap::new() }
    }

    /// Which operation is called, with the names of its arguments.
    fn append_operation(&mut self, out: &mut String, module: &Module, arguments: &[Value]) {
        let Some(opcode_value) = arguments.first().copied() else { return };
        if let ValueKind::Constant(id) = opcode_value.kind() {
            let made = self.ranges.get(id).and_then(|range| self.operations.get(range.clone()));
            if let Some(text) = made.filter(|text| !text.is_empty()) {
                return out.push_str(text);
            }
        }
        let Some(opcode) = opcode(module, opcode_value) else { return };
        let start = out.len();
        name_operation(out, opcode);
        let origin = arguments.get(1..).and_then(|arguments| HandleOrigin::of(opcode, arguments));
        if let Some(HandleOrigin::Annotation { properties, .. }) = origin {
            // The properties belong to this call, so the comment is not kept for other calls of the operation.
            return handle::append(out, module, properties);
        }
        if let (ValueKind::Constant(id), Some(text)) = (opcode_value.kind(), out.get(start..)) {
            let from = self.operations.len();
            self.operations.push_str(text);
            self.ranges[id] = from..self.operations.len();
        }
    }
}

impl Callee {
    fn of(global: &Global) -> Self {
        match global.function().map(|_| global.name.as_slice()) {
            Some(b"llvm.dbg.declare") => Self::Declare,
            Some(b"llvm.dbg.value") => Self::Value,
            Some(name) if name.starts_with(ops::FUNCTION_PREFIX.as_bytes()) => Self::Operation,
            _ => Self::Other,
        }
    }
}

impl Comments for InstructionComments {
    fn instruction(&mut self, at: At<'_>, out: &mut String) {
        let Op::Call { callee, arguments, .. } = &at.instruction.op else {
            return append_location(out, at);
        };
        let callee = if let ValueKind::Global(id) = callee.kind() {
            self.callees.get(id).copied().unwrap_or_default()
        } else {
            Callee::Other
        };
        let arguments = arguments.as_slice(&at.body.lists.values);
        match (callee, arguments) {
            (Callee::Declare, [_, variable, expression]) | (Callee::Value, [_, _, variable, expression]) => {
                variable::append(out, at.module, *variable, *expression);
            }
            (Callee::Declare | Callee::Value, _) => {}
            (Callee::Other, _) => append_location(out, at),
            (Callee::Operation, arguments) => {
                append_location(out, at);
                self.append_operation(out, at.module, arguments);
            }
        }
    }
}

/// Where in the source an instruction comes from.
#[inline]
fn append_location(out: &mut String, at: At<'_>) {
    if let Some(location) = at.instruction.location.expand().and_then(|id| at.body.location(id)) {
        append_line_and_column(out, location);
    }
}

fn append_line_and_column(out: &mut String, location: &DebugLocation) {
    if location.line == 0 || location.scope.is_none() {
        return;
    }
    let column = if location.column > LAST_COLUMN { 0 } else { location.column };
    out.push_str(" ; line:");
    numbers::unsigned(out, location.line.into());
    out.push_str(" col:");
    numbers::unsigned(out, column.into());
}

/// The name of an operation, with those of its arguments.
fn name_operation(out: &mut String, opcode: Opcode) {
    let (name, row) = match opcode.row() {
        Some(Row::Operation(operation)) => (operation.name, Some(operation)),
        Some(Row::Reserved(reserved)) => (reserved.name, None),
        None => return push(out, format_args!("  ; invalid DXIL opcode #{}", opcode.0)),
    };
    out.push_str("  ; ");
    out.push_str(name);
    out.push('(');
    for (index, argument) in row.iter().flat_map(|row| row.arguments.iter()).enumerate() {
        if index > 0 {
            out.push(',');
        }
        out.push_str(argument.name.as_str());
    }
    out.push(')');
}

/// The opcode that a call's first argument is; `None` for what is no integer constant. Of whatever width: so DXC lists
/// it, as it lists programs that are wrong.
fn opcode(module: &Module, argument: Value) -> Option<Opcode> {
    let Type::Integer(_) = module.types.get(module.type_of(None, argument)?)? else { return None };
    word(module, argument).map(Opcode)
}

/// The lower 32 bits of a constant.
fn word(module: &Module, value: Value) -> Option<u32> {
    let ValueKind::Constant(id) = value.kind() else { return None };
    let kind = &module.constants.get(id)?.kind;
    if let ConstantKind::Integer(number) = kind {
        return u32::try_from(number & i64::from(u32::MAX)).ok();
    }
    matches!(kind, ConstantKind::Null).then_some(0)
}
