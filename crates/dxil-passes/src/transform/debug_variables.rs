//! Debug information of allocas that `sroa`, `mem2reg` and `matrix_bitcast_lower` replace: updates the locations of
//! source variables. Separate because LLVM 3.7 IR describes variables by calls of `llvm.dbg.declare` and
//! `llvm.dbg.value`, modern LLVM IR by debug records, and the passes need not distinguish them.

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

/// Functions of LLVM 3.7 IR.
const DECLARE: &str = "llvm.dbg.declare";
const VALUE: &str = "llvm.dbg.value";

/// `DW_OP_bit_piece`: in LLVM 3.7 IR, the operation that restricts an expression to some bits of a variable.
const BIT_PIECE: u64 = 0x9d;
/// `DW_OP_LLVM_fragment`: like [`BIT_PIECE`], but in modern LLVM IR.
const FRAGMENT: u64 = 0x1000;

/// A source variable that is located in an alloca.
#[derive(Debug, Clone, Copy)]
pub(super) struct Variable {
    declaration: Declaration,
    /// A `DILocalVariable`.
    variable: MetadataId,
    /// A `DIExpression`.
    expression: MetadataId,
}

/// The declaration of a variable's location.
#[derive(Debug, Clone, Copy)]
enum Declaration {
    /// A call of `llvm.dbg.declare` and its debug location.
    Call(InstructionId, Option<DebugLocation>),
    /// A debug record with this debug location.
    Record(DebugLocationId),
}

/// Returns the source variables that are located in an alloca.
pub(super) fn variables_in(editor: &Editor<'_>, memory: InstructionId) -> Vec<Variable> {
    let calls = editor.metadata_uses(memory.into()).filter_map(|using| declared(editor, using.instruction));
    let records = editor.debug_records_about(memory.into()).filter_map(|record| {
        let DebugRecordKind::Declare(DebugVariable { variable, expression, .. }) = record.kind else {
            return None;
        };
        Some(Variable { declaration: Declaration::Record(record.location), variable, expression })
    });
    calls.chain(records).collect()
}

/// Removes the declarations of variables that are located in an alloca, before the alloca is erased.
pub(super) fn remove_declarations(editor: &mut Editor<'_>, memory: InstructionId) -> Result<()> {
    let is_declared = |record: &DebugRecord| matches!(record.kind, DebugRecordKind::Declare(_));
    for variable in variables_in(editor, memory) {
        if let Declaration::Call(call, _) = variable.declaration {
            editor.erase(call).map_err(invalid)?;
        }
    }
    editor.remove_debug_records_about(memory.into(), is_declared);
    Ok(())
}

/// Declares that the bits `bits` of a variable are located in the alloca `memory`. The declaration is inserted before
/// the old declaration or, as a record, before the instruction `before`, which follows `memory`.
pub(super) fn declare_fragment(
    editor: &mut Editor<'_>,
    of: &Variable,
    memory: InstructionId,
    before: InstructionId,
    bits: std::ops::Range<u64>,
) -> Result<()> {
    let expression = fragment_expression(editor, of.expression, bits);
    match of.declaration {
        Declaration::Call(call, location) => {
            let Some(Op::Call { callee, .. }) = editor.op(call) else { return Ok(()) };
            let callee = *callee;
            let arguments = [editor.as_metadata(memory.into()), of.variable.into(), expression.into()];
            editor.go_to(Position::Before(call)).map_err(invalid)?;
            editor.set_location(location);
            editor.call(callee, &arguments).map_err(invalid)?;
        }
        Declaration::Record(location) => {
            let value = DebugValue::Value(memory.into());
            let variable = DebugVariable { value, variable: of.variable, expression };
            let record = DebugRecord { kind: DebugRecordKind::Declare(variable), location };
            editor.add_debug_record(before, record).map_err(invalid)?;
        }
    }
    Ok(())
}

/// Inserts `llvm.dbg.value` calls or records.
#[derive(Debug, Default)]
pub(super) struct Values {
    /// `llvm.dbg.value`, after its first use.
    function: Option<GlobalId>,
}

impl Values {
    /// Inserts before the instruction `before` that a variable has the value `value` from there on.
    pub(super) fn set(
        &mut self,
        editor: &mut Editor<'_>,
        of: &Variable,
        value: Value,
        before: InstructionId,
    ) -> Result<()> {
        match of.declaration {
            Declaration::Call(_, location) => {
                let function = self.function(editor);
                let i64 = editor.module().types.int(64);
                let arguments =
                    [editor.as_metadata(value), editor.int(i64, 0), of.variable.into(), of.expression.into()];
                editor.go_to(Position::Before(before)).map_err(invalid)?;
                editor.set_location(location);
                editor.call(function, &arguments).map_err(invalid)?;
            }
            Declaration::Record(location) => {
                let value = DebugValue::Value(value);
                let variable = DebugVariable { value, variable: of.variable, expression: of.expression };
                let record = DebugRecord { kind: DebugRecordKind::Value(variable), location };
                editor.add_debug_record(before, record).map_err(invalid)?;
            }
        }
        Ok(())
    }

    /// Returns `llvm.dbg.value` of LLVM 3.7 IR, and declares it if necessary.
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

/// Returns the variable of a call of `llvm.dbg.declare`; `None` for other instructions.
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
    Some(Variable { declaration: Declaration::Call(id, editor.location(id)), variable, expression })
}

/// Returns the expression `of`, restricted to the bits `bits` of the variable or fragment that `of` describes.
pub(super) fn fragment_expression(
    editor: &mut Editor<'_>,
    of: MetadataId,
    bits: std::ops::Range<u64>,
) -> MetadataId {
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
    // `of` already describes a fragment: the offsets add up.
    if let [rest @ .., known, first, _] = &elements[..]
        && *known == operation
    {
        start = start.saturating_add(*first);
        elements = rest.to_vec();
    }
    elements.extend([operation, start, bits.end.saturating_sub(bits.start)]);
    module.metadata.intern_node(row, &elements)
}
