//! The line of a text that an error of a pass is about. Separate because a pass names functions and instructions, and
//! does not know the text that the module was read from.

use bstr::ByteSlice as _;
use dxil_ir::function::Local;
use dxil_ir::{Body, GlobalId, InstructionId, Module, Op, ValueKind};
use dxil_passes::PassError;
use dxil_text::ParseError;
use located::{Frame, Kind as _};

use crate::error::Error;
use crate::loading::ir_check::Text;
use crate::loading::read_module::ReadModule;

/// The error about a module that was read from `bytes`, with the line if the text still has what the error names.
///
/// The text is parsed again, because passes change the module and its ids.
pub fn with_line(error: &PassError, bytes: &[u8]) -> Error {
    let read = ReadModule::of_any_dialect(bytes).ok();
    let offset = read.as_ref().and_then(|read| offset(error, &read.module, read.text.as_ref()?));
    match offset {
        Some(offset) => {
            let message = format!("{}, in {}", error.kind(), error.path_text());
            Error::ProgramSource(ParseError::at(bytes, offset, message), error.kind().code())
        }
        None => Error::refused(error),
    }
}

/// The offset of the instruction that an error names, otherwise of its function.
fn offset(error: &PassError, module: &Module, text: &Text<'_>) -> Option<usize> {
    let names = || {
        error.path().filter_map(|frame| match frame {
            Frame::Name(name) => Some(name.as_str()),
            _ => None,
        })
    };
    let function = names().find_map(|name| name.strip_prefix("function "))?;
    let (id, _, body) = module.bodies().find(|(_, global, _)| global.name == function)?;
    let instruction = names().find_map(|name| instruction(module, body, name));
    let offset = instruction.and_then(|instruction| text.places.instruction(id, instruction));
    offset.or_else(|| text.places.global(id))
}

/// The instruction with the name or, for the only call of a function, the callee in a frame such as `%x = load` or
/// `call @llvm.dx.all`. Numbers are not compared: passes renumber values.
fn instruction(module: &Module, body: &Body, frame: &str) -> Option<InstructionId> {
    if let Some((name, _)) = frame.strip_prefix('%').and_then(|rest| rest.split_once(" = ")) {
        let is_named = |id: InstructionId| {
            body.names.get(&Local::Value(id.into())).is_some_and(|found| found.as_bstr() == name)
        };
        return body.in_order().map(|(_, id, _)| id).find(|id| is_named(*id));
    }
    let callee = frame.strip_prefix("call @")?.split(' ').next()?;
    let callee: GlobalId = module.global_named(callee.as_bytes().as_bstr())?;
    let calls_it =
        |op: &Op| matches!(op, Op::Call { callee: value, .. } if value.kind() == ValueKind::Global(callee));
    let mut calls = body.in_order().filter(|(.., instruction)| calls_it(&instruction.op));
    calls.next().map(|(_, id, _)| id).filter(|_| calls.next().is_none())
}
