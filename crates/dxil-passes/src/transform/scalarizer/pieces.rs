//! Debug information of scalarized vectors, for `scalarizer`: replaces the description of a source variable as a vector
//! by a fragment for each lane. Separate because LLVM 3.7 IR has calls of `llvm.dbg.value`, and modern LLVM IR has
//! debug records.

use std::collections::HashMap;

use dxil_ir::arena::IdSet;
use dxil_ir::builder::Build as _;
use dxil_ir::data_layout::DataLayout;
use dxil_ir::debug_records::{DebugRecord, DebugRecordKind, DebugValue, DebugVariable};
use dxil_ir::edit::{Editor, Position};
use dxil_ir::{Dialect, InstructionId, MetadataId, Op, Value, ValueKind};

use super::vectors::vector;
use crate::error::{Result, invalid};
use crate::transform::memory;

/// The descriptions of source variables whose value is an erased vector.
#[derive(Debug, Default)]
pub(super) struct Pieces {
    /// For each vector, the calls of `llvm.dbg.value`, and the instructions that follow debug records.
    locations: HashMap<InstructionId, Vec<InstructionId>>,
    /// The vectors, in the order of their first description.
    described: Vec<InstructionId>,
}

impl Pieces {
    /// Finds the descriptions in the instructions `all` that refer to vectors in `erased`.
    pub(super) fn of(editor: &Editor<'_>, all: &[InstructionId], erased: &IdSet<InstructionId>) -> Self {
        let mut pieces = Self::default();
        for id in all {
            if let Some(vector) = described_value(editor, *id) {
                pieces.add(vector, *id, erased);
            }
            for record in editor.debug_records(*id) {
                if let Some(vector) = record.value() {
                    pieces.add(vector, *id, erased);
                }
            }
        }
        pieces
    }

    fn add(&mut self, vector: Value, place: InstructionId, erased: &IdSet<InstructionId>) {
        let ValueKind::Instruction(vector) = vector.kind() else { return };
        if !erased.contains(vector) {
            return;
        }
        let locations = self.locations.entry(vector).or_default();
        if locations.is_empty() {
            self.described.push(vector);
        }
        if locations.last() != Some(&place) {
            locations.push(place);
        }
    }

    /// Returns true if a source variable has this vector as its value.
    pub(super) fn has(&self, vector: InstructionId) -> bool {
        self.locations.contains_key(&vector)
    }

    /// Returns the vectors that are values of source variables.
    pub(super) fn described(&self) -> Vec<InstructionId> {
        self.described.clone()
    }

    /// Replaces each description of a variable by the vector `of` by descriptions of its fragments by `lanes`.
    pub(super) fn describe(&self, editor: &mut Editor<'_>, of: InstructionId, lanes: &[Value]) -> Result<()> {
        let ty = editor.type_of(of.into()).map_err(invalid)?;
        let module = editor.context();
        let Some((element, _)) = vector(&module.types, ty) else { return Ok(()) };
        let bits = DataLayout::of(module).size(element).saturating_mul(8);
        for place in self.locations.get(&of).into_iter().flatten() {
            if described_value(editor, *place) == Some(of.into()) {
                split_call(editor, *place, lanes, bits)?;
            } else {
                record(editor, *place, of, lanes, bits)?;
            }
        }
        Ok(())
    }
}

/// Returns the expression for a lane of `bits` bits. A fragment must not cover a whole variable, so the only lane of a
/// vector gets the expression `of`.
fn expression(editor: &mut Editor<'_>, of: MetadataId, lanes: &[Value], lane: u64, bits: u64) -> MetadataId {
    if lanes.len() == 1 {
        return of;
    }
    let start = lane.saturating_mul(bits);
    editor.fragment_expression(of, start..start.saturating_add(bits))
}

/// Returns the value operand of a call of `llvm.dbg.value` in LLVM 3.7 IR.
fn described_value(editor: &Editor<'_>, id: InstructionId) -> Option<Value> {
    if memory::intrinsic_name(editor, id)? != b"llvm.dbg.value" || editor.context().dialect != Dialect::Dxil37
    {
        return None;
    }
    editor.local_value(*editor.operands(id).first()?)
}

/// Replaces a call of `llvm.dbg.value` by a call for each lane.
fn split_call(editor: &mut Editor<'_>, call: InstructionId, lanes: &[Value], bits: u64) -> Result<()> {
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

/// Replaces the records before an instruction that refer to the vector `of` by a record for each lane.
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
            DebugRecordKind::Value(variable) if record.value() == Some(of.into()) => variable.clone(),
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
