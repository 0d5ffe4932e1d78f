//! What debug information says of memory that goes: a variable of the source that lived there is split, or has values
//! from then on. Separate because the two dialects say it differently, by calls of `llvm.dbg.declare` and by records,
//! and no pass should know.

use dxil_ir::attributes::{Attribute, Slot};
use dxil_ir::builder::Build as _;
use dxil_ir::debug_records::{DebugRecord, DebugRecordKind, DebugValue, DebugVariable};
use dxil_ir::edit::{Editor, Position};
use dxil_ir::function::DebugLocation;
use dxil_ir::metadata::{Metadata, NodeRow};
use dxil_ir::{
    AttributeKind, DebugLocationId, Dialect, GlobalId, InstructionId, MetadataId, Op, Value, ValueKind,
};

use crate::error::{Result, invalid};

/// LLVM 3.7's functions.
const DECLARE: &str = "llvm.dbg.declare";
const VALUE: &str = "llvm.dbg.value";

/// DWARF's operations that say which bits of a variable an expression is about: of LLVM 3.7, and today's.
const BIT_PIECE: u64 = 0x9d;
const FRAGMENT: u64 = 0x1000;

/// A variable of the source that lives in memory.
#[derive(Debug, Clone, Copy)]
pub(super) struct Variable {
    place: Place,
    variable: MetadataId,
    expression: MetadataId,
}

/// What says so.
#[derive(Debug, Clone, Copy)]
enum Place {
    /// A call.
    Call(InstructionId, Option<DebugLocation>),
    /// A record.
    Record(DebugLocationId),
}

/// The variables of the source that live in some memory.
pub(super) fn in_memory(editor: &Editor<'_>, memory: InstructionId) -> Vec<Variable> {
    let calls = editor.metadata_uses(memory.into()).filter_map(|at| declared(editor, at.instruction));
    let records = editor.debug_records_about(memory.into()).filter_map(|record| {
        let DebugRecordKind::Declare(DebugVariable { variable, expression, .. }) = record.kind else {
            return None;
        };
        Some(Variable { place: Place::Record(record.location), variable, expression })
    });
    calls.chain(records).collect()
}

/// Takes out what says that variables live in memory, which goes.
pub(super) fn forget(editor: &mut Editor<'_>, memory: InstructionId) -> Result<()> {
    let is_declared = |record: &DebugRecord| matches!(record.kind, DebugRecordKind::Declare(_));
    for variable in in_memory(editor, memory) {
        if let Place::Call(call, _) = variable.place {
            editor.erase(call).map_err(invalid)?;
        }
    }
    editor.remove_debug_records_about(memory.into(), is_declared);
    Ok(())
}

/// Says that so many bits of a variable, from one on, live in other memory, which stands in front of an instruction.
pub(super) fn declare_piece(
    editor: &mut Editor<'_>,
    of: &Variable,
    memory: InstructionId,
    before: InstructionId,
    bits: std::ops::Range<u64>,
) -> Result<()> {
    let expression = piece(editor, of.expression, bits);
    match of.place {
        Place::Call(call, location) => {
            let Some(Op::Call { callee, .. }) = editor.op(call) else { return Ok(()) };
            let callee = *callee;
            let arguments = [editor.as_metadata(memory.into()), of.variable.into(), expression.into()];
            editor.go_to(Position::Before(call)).map_err(invalid)?;
            editor.set_location(location);
            editor.call(callee, &arguments).map_err(invalid)?;
        }
        Place::Record(location) => {
            let value = DebugValue::Value(memory.into());
            let variable = DebugVariable { value, variable: of.variable, expression };
            let record = DebugRecord { kind: DebugRecordKind::Declare(variable), location };
            editor.add_debug_record(before, record).map_err(invalid)?;
        }
    }
    Ok(())
}

/// Says what variables are from then on, as both dialects do.
#[derive(Debug, Default)]
pub(super) struct Values {
    /// LLVM 3.7's function, once it was asked for.
    function: Option<GlobalId>,
}

impl Values {
    /// Says that a variable has a value from an instruction on.
    pub(super) fn set(
        &mut self,
        editor: &mut Editor<'_>,
        of: &Variable,
        value: Value,
        before: InstructionId,
    ) -> Result<()> {
        match of.place {
            Place::Call(_, location) => {
                let function = self.function(editor);
                let i64 = editor.module().types.int(64);
                let arguments =
                    [editor.as_metadata(value), editor.int(i64, 0), of.variable.into(), of.expression.into()];
                editor.go_to(Position::Before(before)).map_err(invalid)?;
                editor.set_location(location);
                editor.call(function, &arguments).map_err(invalid)?;
            }
            Place::Record(location) => {
                let value = DebugValue::Value(value);
                let variable = DebugVariable { value, variable: of.variable, expression: of.expression };
                let record = DebugRecord { kind: DebugRecordKind::Value(variable), location };
                editor.add_debug_record(before, record).map_err(invalid)?;
            }
        }
        Ok(())
    }

    /// The function by which LLVM 3.7 says what a variable is.
    fn function(&mut self, editor: &mut Editor<'_>) -> GlobalId {
        if let Some(known) = self.function {
            return known;
        }
        let module = editor.module();
        let function = module.global_named(VALUE.into()).unwrap_or_else(|| {
            let types = &mut module.types;
            let (void, i64) = (types.void(), types.int(64));
            let metadata = types.intern(dxil_ir::Type::Metadata);
            let ty = types.function(void, &[metadata, i64, metadata, metadata]);
            let function = module.declare_function(VALUE, ty);
            for kind in [AttributeKind::NoUnwind, AttributeKind::ReadNone] {
                let added = module.add_function_attribute(function, Slot::Function, Attribute::Flag(kind));
                debug_assert_eq!(added, Ok(()), "a function has attributes");
            }
            function
        });
        self.function = Some(function);
        function
    }
}

/// The variable that a call of `llvm.dbg.declare` is about.
fn declared(editor: &Editor<'_>, id: InstructionId) -> Option<Variable> {
    let Op::Call { callee, .. } = editor.op(id)? else { return None };
    let ValueKind::Global(callee) = callee.kind() else { return None };
    if editor.context().globals.get(callee)?.name != DECLARE {
        return None;
    }
    let [_, variable, expression, _] = editor.operands(id)[..] else { return None };
    let (ValueKind::Metadata(variable), ValueKind::Metadata(expression)) =
        (variable.kind(), expression.kind())
    else {
        return None;
    };
    Some(Variable { place: Place::Call(id, editor.location(id)), variable, expression })
}

/// An expression that is about these bits of what another one is about.
pub(super) fn piece(editor: &mut Editor<'_>, of: MetadataId, bits: std::ops::Range<u64>) -> MetadataId {
    let module = editor.module();
    let operation = match module.dialect {
        Dialect::Dxil37 => BIT_PIECE,
        Dialect::Modern => FRAGMENT,
    };
    let row = NodeRow::named(module.dialect, b"DIExpression");
    let (Some((row, _)), Some(Metadata::Node { fields, .. })) = (row, module.metadata.get(of)) else {
        return of;
    };
    let mut elements = module.metadata.numbers(fields).to_vec();
    let mut start = bits.start;
    // A piece of a piece.
    if let [rest @ .., known, first, _] = &elements[..]
        && *known == operation
    {
        start = start.saturating_add(*first);
        elements = rest.to_vec();
    }
    elements.extend([operation, start, bits.end.saturating_sub(bits.start)]);
    module.metadata.intern_node(row, &elements)
}
