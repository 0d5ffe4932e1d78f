//! Debug information of allocas that `sroa`, `mem2reg` and `matrix_bitcast_lower` replace: updates the locations of
//! source variables. Separate because LLVM 3.7 IR describes variables by calls of `llvm.dbg.declare` and
//! `llvm.dbg.value`, modern LLVM IR by debug records, and the passes need not distinguish them.

use dxil_ir::attributes::{Attribute, Slot};
use dxil_ir::builder::Build as _;
use dxil_ir::data_layout::DataLayout;
use dxil_ir::debug_records::{DebugRecord, DebugRecordKind, DebugValue, DebugVariable};
use dxil_ir::edit::{Editor, Position};
use dxil_ir::function::DebugLocation;
use dxil_ir::metadata::{Metadata, NodeRow};
use dxil_ir::{
    AttributeKind, DebugLocationId, GlobalId, InstructionId, MetadataId, Module, Op, Value, ValueKind,
};

use crate::error::{Result, invalid};

/// Functions of LLVM 3.7 IR.
const DECLARE: &str = "llvm.dbg.declare";
const VALUE: &str = "llvm.dbg.value";

/// `DW_OP_deref`: the operation that reads memory at an address.
const DEREF: u64 = 0x06;
/// `DW_OP_LLVM_fragment`: in modern LLVM IR, the operation that restricts an expression to some bits of a variable.
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
pub(super) fn variables_in(editor: &mut Editor<'_>, memory: InstructionId) -> Vec<Variable> {
    let calls = editor.metadata_uses(memory.into()).filter_map(|using| declared(editor, using.instruction));
    let mut variables: Vec<Variable> = calls.collect();
    let is_declared = |record: &&DebugRecord| is_declaration(editor.context(), record, memory);
    let records: Vec<DebugRecord> =
        editor.debug_records_about(memory.into()).filter(is_declared).cloned().collect();
    for DebugRecord { kind, location } in records {
        let (variable, expression) = match kind {
            DebugRecordKind::Declare(DebugVariable { variable, expression, .. }) => (variable, expression),
            DebugRecordKind::Value(DebugVariable { variable, expression, .. }) => {
                (variable, without_deref(editor.module(), expression))
            }
            DebugRecordKind::DeclareValue(_) | DebugRecordKind::Assign { .. } | DebugRecordKind::Label(_) => {
                continue;
            }
        };
        variables.push(Variable { declaration: Declaration::Record(location), variable, expression });
    }
    variables
}

/// Returns true if a record declares that a variable is located in an alloca: `#dbg_declare`, or `#dbg_value` with an
/// expression that reads the memory.
pub(super) fn is_declaration(module: &Module, record: &DebugRecord, memory: InstructionId) -> bool {
    match &record.kind {
        DebugRecordKind::Declare(variable) => variable.value == DebugValue::Value(memory.into()),
        DebugRecordKind::Value(variable) => {
            let elements = expression(module, variable.expression);
            variable.value == DebugValue::Value(memory.into()) && deref(elements).is_some()
        }
        DebugRecordKind::DeclareValue(_) | DebugRecordKind::Assign { .. } | DebugRecordKind::Label(_) => {
            false
        }
    }
}

/// Returns the operations of a `DIExpression`.
fn expression(module: &Module, id: MetadataId) -> &[u64] {
    match module.metadata.get(id) {
        Some(Metadata::Node { fields, .. }) => module.metadata.numbers(fields),
        Some(Metadata::String(_) | Metadata::Value(..) | Metadata::Tuple { .. }) | None => &[],
    }
}

/// Returns the operations after the `DW_OP_deref` of an expression that consists of `DW_OP_deref` and at most a
/// fragment.
fn deref(elements: &[u64]) -> Option<&[u64]> {
    match elements {
        [DEREF] => Some(&[]),
        [DEREF, rest @ ..] if matches!(rest, [FRAGMENT, _, _]) => Some(rest),
        _ => None,
    }
}

/// Returns an expression without its `DW_OP_deref`.
fn without_deref(module: &mut Module, id: MetadataId) -> MetadataId {
    let Some(rest) = deref(expression(module, id)).map(<[u64]>::to_vec) else { return id };
    match NodeRow::named(module.dialect, b"DIExpression") {
        Some((row, _)) => module.metadata.intern_node(row, &rest),
        None => id,
    }
}

/// Removes the declarations of variables that are located in an alloca, before the alloca is erased.
pub(super) fn remove_declarations(editor: &mut Editor<'_>, memory: InstructionId) -> Result<()> {
    for variable in variables_in(editor, memory) {
        if let Declaration::Call(call, _) = variable.declaration {
            editor.erase(call).map_err(invalid)?;
        }
    }
    editor.remove_debug_records_about(memory.into(), |module, record| is_declaration(module, record, memory));
    Ok(())
}

/// Declares that the bits `bits` of a variable are located in the alloca `memory`. The declaration is inserted before
/// the old declaration or, as a record, before the alloca `before`, which follows `memory` and has the whole variable.
pub(super) fn declare_fragment(
    editor: &mut Editor<'_>,
    of: &Variable,
    memory: InstructionId,
    before: InstructionId,
    bits: std::ops::Range<u64>,
) -> Result<()> {
    // A fragment must not cover a whole variable.
    let expression = if bits == all_bits(editor, before) {
        of.expression
    } else {
        editor.fragment_expression(of.expression, bits)
    };
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

/// Returns the bits of the memory of an alloca.
fn all_bits(editor: &Editor<'_>, memory: InstructionId) -> std::ops::Range<u64> {
    let size = match editor.op(memory) {
        Some(Op::Alloca { element, .. }) => DataLayout::of(editor.context()).size(*element),
        _ => 0,
    };
    0..size.saturating_mul(8)
}

/// Inserts `llvm.dbg.value` calls or records.
#[derive(Debug, Default)]
pub(super) struct Values {
    /// `llvm.dbg.value`, after its first use.
    function: Option<GlobalId>,
}

impl Values {
    /// Inserts before the instruction `before` that a variable has the value `value` from there on. If `before` is the
    /// store of the value, the record has the source line of the store.
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
                let location = location_of_store(editor, location, before);
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

/// Returns the location of a declaration, with the line of a store in the same inlined call.
fn location_of_store(
    editor: &mut Editor<'_>,
    declaration: DebugLocationId,
    store: InstructionId,
) -> DebugLocationId {
    if !matches!(editor.op(store), Some(Op::Store(..))) {
        return declaration;
    }
    match (editor.location(store), editor.interned_location(declaration)) {
        (Some(store), Some(declared)) if store.inlined_at == declared.inlined_at && store.line != 0 => {
            editor.intern_location(DebugLocation { line: store.line, column: store.column, ..declared })
        }
        _ => declaration,
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
