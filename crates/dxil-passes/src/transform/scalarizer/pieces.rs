//! What debug information says of vectors that go: a variable of the source that was one has its pieces. Separate
//! because the two dialects say it differently, by calls of `llvm.dbg.value` and by records.

use std::collections::HashMap;

use dxil_ir::arena::IdSet;
use dxil_ir::builder::Build as _;
use dxil_ir::data_layout::DataLayout;
use dxil_ir::debug_records::{DebugRecord, DebugRecordKind, DebugValue, DebugVariable};
use dxil_ir::edit::{Editor, Position};
use dxil_ir::{Dialect, InstructionId, MetadataId, Op, Value, ValueKind};

use super::vectors::vector;
use crate::error::{Result, invalid};
use crate::transform::{debug_variables, memory};

/// Where variables are said to be vectors that go.
#[derive(Debug, Default)]
pub(super) struct Pieces {
    /// The calls that say so of each, and the instructions before which records do.
    places: HashMap<InstructionId, Vec<InstructionId>>,
    /// Those vectors in order.
    described: Vec<InstructionId>,
}

impl Pieces {
    pub(super) fn of(editor: &Editor<'_>, all: &[InstructionId], gone: &IdSet<InstructionId>) -> Self {
        let mut pieces = Self::default();
        for id in all {
            if let Some(vector) = told(editor, *id) {
                pieces.add(vector, *id, gone);
            }
            for record in editor.debug_records(*id) {
                if let Some(vector) = recorded(record) {
                    pieces.add(vector, *id, gone);
                }
            }
        }
        pieces
    }

    fn add(&mut self, vector: Value, place: InstructionId, gone: &IdSet<InstructionId>) {
        let ValueKind::Instruction(vector) = vector.kind() else { return };
        if !gone.contains(vector) {
            return;
        }
        let places = self.places.entry(vector).or_default();
        if places.is_empty() {
            self.described.push(vector);
        }
        if places.last() != Some(&place) {
            places.push(place);
        }
    }

    /// Whether a variable is said to be a vector.
    pub(super) fn has(&self, vector: InstructionId) -> bool {
        self.places.contains_key(&vector)
    }

    /// The vectors that variables are said to be.
    pub(super) fn described(&self) -> Vec<InstructionId> {
        self.described.clone()
    }

    /// Says of the pieces of variables that they are lanes, where it said that the variables are a vector.
    pub(super) fn describe(&self, editor: &mut Editor<'_>, of: InstructionId, lanes: &[Value]) -> Result<()> {
        let ty = editor.type_of(of.into()).map_err(invalid)?;
        let module = editor.context();
        let Some((element, _)) = vector(&module.types, ty) else { return Ok(()) };
        let bits = DataLayout::of(module).size(element).saturating_mul(8);
        for place in self.places.get(&of).into_iter().flatten() {
            if told(editor, *place) == Some(of.into()) {
                say(editor, *place, lanes, bits)?;
            } else {
                record(editor, *place, of, lanes, bits)?;
            }
        }
        Ok(())
    }
}

/// The expression for a lane: there is no piece that is all of a variable.
fn expression(editor: &mut Editor<'_>, of: MetadataId, lanes: &[Value], lane: u64, bits: u64) -> MetadataId {
    if lanes.len() == 1 {
        return of;
    }
    let start = lane.saturating_mul(bits);
    debug_variables::fragment_expression(editor, of, start..start.saturating_add(bits))
}

/// The value that a call of `llvm.dbg.value` is about.
fn told(editor: &Editor<'_>, id: InstructionId) -> Option<Value> {
    if memory::intrinsic_name(editor, id)? != b"llvm.dbg.value" || editor.context().dialect != Dialect::Dxil37
    {
        return None;
    }
    editor.local_value(*editor.operands(id).first()?)
}

fn say(editor: &mut Editor<'_>, call: InstructionId, lanes: &[Value], bits: u64) -> Result<()> {
    let Some(Op::Call { callee, .. }) = editor.op(call) else { return Ok(()) };
    let callee = *callee;
    let [_, offset, variable, of, _] = editor.operands(call)[..] else { return Ok(()) };
    let ValueKind::Metadata(of) = of.kind() else { return Ok(()) };
    editor.go_to(Position::Before(call)).map_err(invalid)?;
    for (lane, value) in (0..).zip(lanes) {
        let expression = expression(editor, of, lanes, lane, bits);
        let arguments = [editor.as_metadata(*value), offset, variable, expression.into()];
        editor.call(callee, &arguments).map_err(invalid)?;
    }
    editor.erase(call).map_err(invalid)
}

/// The value that a record says a variable has.
fn recorded(record: &DebugRecord) -> Option<Value> {
    match &record.kind {
        DebugRecordKind::Value(DebugVariable { value: DebugValue::Value(value), .. }) => Some(*value),
        DebugRecordKind::Value(_)
        | DebugRecordKind::Declare(_)
        | DebugRecordKind::DeclareValue(_)
        | DebugRecordKind::Assign { .. }
        | DebugRecordKind::Label(_) => None,
    }
}

fn record(
    editor: &mut Editor<'_>,
    before: InstructionId,
    of: InstructionId,
    lanes: &[Value],
    bits: u64,
) -> Result<()> {
    let records: Vec<DebugRecord> = editor.debug_records(before).cloned().collect();
    editor.remove_debug_records(before).map_err(invalid)?;
    for record in records {
        let known = match &record.kind {
            DebugRecordKind::Value(variable) if recorded(&record) == Some(of.into()) => variable.clone(),
            _ => {
                editor.add_debug_record(before, record).map_err(invalid)?;
                continue;
            }
        };
        for (lane, value) in (0..).zip(lanes) {
            let expression = expression(editor, known.expression, lanes, lane, bits);
            let variable =
                DebugVariable { value: DebugValue::Value(*value), variable: known.variable, expression };
            let kind = DebugRecordKind::Value(variable);
            editor.add_debug_record(before, DebugRecord { kind, ..record }).map_err(invalid)?;
        }
    }
    Ok(())
}
