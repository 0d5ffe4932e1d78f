//! Rewrites debug records (`#dbg_value`, `#dbg_declare`, `#dbg_assign`) for the other passes of `lower`: before the
//! first pass, to forms that LLVM 3.7 has too; for `dxil-prepare`, without references to globals. Such a reference
//! keeps a global alive that no instruction uses: clang passes the string with the name of a resource to a constructor,
//! and a record describes the parameter of the constructor.

use dxil_ir::debug_records::{DebugRecord, DebugRecordKind, DebugValue, DebugVariable};
use dxil_ir::dwarf::split_fragment;
use dxil_ir::edit::DebugInformation;
use dxil_ir::metadata::{Metadata, NodeRow, node_of, number_of};
use dxil_ir::{Body, DebugLocationId, Dialect, InstructionId, MetadataId, Module, Op, Value, ValueKind};
use hashbrown::HashSet;

use crate::lower::memory::addresses::refers_to;

/// Tags of `DIDerivedType`.
const REFERENCE: u64 = 0x10;
const CONST: u64 = 0x26;
const VOLATILE: u64 = 0x35;
const RESTRICT: u64 = 0x37;
const RVALUE_REFERENCE: u64 = 0x42;
/// The longest chain of qualifiers of a type.
const QUALIFIERS: usize = 8;

/// Operations of `DIExpression`.
const DEREF: u64 = 0x06;
const STACK_VALUE: u64 = 0x9f;
const ARGUMENT: u64 = 0x1005;

/// Removes all debug records, or prepares them for the passes:
///
/// - A parameter of reference type (`out`, `inout`, `this`) becomes a variable of the referenced type, which is located
///   in the memory that the reference refers to: after promotion of this memory, the value of the reference is unknown,
///   but the value of the variable is known.
/// - `#dbg_assign` of memory becomes a `#dbg_declare` of the memory, other `#dbg_assign` become `#dbg_value`.
/// - A list of one value becomes this value.
///
/// Debug locations remain in both cases, because messages name the source line.
pub(in crate::lower) fn prepare(module: &mut Module, wanted: DebugInformation) {
    if wanted == DebugInformation::Dropped {
        return module
            .each_body_mut(|_, body| body.debug_records = dxil_ir::debug_records::DebugRecords::default());
    }
    let references = dereference(module);
    module.each_body_mut(|module, body| {
        if body.debug_records.is_empty() {
            return;
        }
        let mut declared = HashSet::new();
        let order: Vec<InstructionId> = body.in_order().map(|(_, id, _)| id).collect();
        for id in order {
            for mut record in body.debug_records.take(id) {
                if !without_assignment(body, &mut record, &mut declared) {
                    continue;
                }
                if let DebugRecordKind::Value(variable)
                | DebugRecordKind::Declare(variable)
                | DebugRecordKind::DeclareValue(variable) = &mut record.kind
                {
                    without_list(module, variable);
                    if references.contains(&variable.variable) {
                        variable.expression = rewritten(module, variable.expression, read);
                    }
                }
                body.debug_records.add(id, [record]);
            }
        }
    });
}

/// Changes the types of variables from references to the referenced types, and returns these variables.
fn dereference(module: &mut Module) -> HashSet<MetadataId> {
    let mut changed = Vec::new();
    for (id, metadata) in module.metadata.iter() {
        let Metadata::Node { fields, is_distinct, .. } = metadata else { continue };
        let Some(row) = metadata.row().filter(|row| row.name == "DILocalVariable") else { continue };
        let Some(field) = row.field("type") else { continue };
        let mut numbers = module.metadata.numbers(fields).to_vec();
        let ty = numbers.get(field).copied().and_then(node_of);
        let Some(referenced) = ty.and_then(|ty| referenced(module, ty)) else { continue };
        if let Some(number) = numbers.get_mut(field) {
            *number = number_of(Some(referenced));
        }
        changed.push((id, row.name, is_distinct, numbers));
    }
    let mut variables = HashSet::new();
    for (id, name, is_distinct, numbers) in changed {
        let Some((row, _)) = NodeRow::named(module.dialect, name.as_bytes()) else { continue };
        module.metadata.define(id, Some(row), is_distinct, &numbers);
        variables.insert(id);
    }
    variables
}

/// Returns the type that a possibly qualified reference type refers to.
fn referenced(module: &Module, ty: MetadataId) -> Option<MetadataId> {
    let mut ty = ty;
    for _ in 0..QUALIFIERS {
        let metadata = module.metadata.get(ty)?;
        let Metadata::Node { fields, .. } = metadata else { return None };
        let row = metadata.row().filter(|row| row.name == "DIDerivedType")?;
        let numbers = module.metadata.numbers(fields);
        let number = |name: &str| row.field(name).and_then(|field| numbers.get(field)).copied();
        let base = number("baseType").and_then(node_of);
        match number("tag")? {
            REFERENCE | RVALUE_REFERENCE => return base,
            CONST | VOLATILE | RESTRICT => ty = base?,
            _ => return None,
        }
    }
    None
}

/// Replaces a `#dbg_assign` record by a `#dbg_declare` or `#dbg_value` record. Returns false for a repeated declaration
/// of the same memory, which is redundant.
fn without_assignment(
    body: &Body,
    record: &mut DebugRecord,
    declared: &mut HashSet<(MetadataId, DebugLocationId, Value, MetadataId)>,
) -> bool {
    let DebugRecordKind::Assign { variable, address, .. } = &record.kind else { return true };
    let (variable, address) = (variable.clone(), address.clone());
    match address {
        DebugValue::Value(memory) if is_alloca(body, memory) => {
            let key = (variable.variable, record.location, memory, variable.expression);
            record.kind = DebugRecordKind::Declare(DebugVariable { value: address, ..variable });
            declared.insert(key)
        }
        DebugValue::Value(_) | DebugValue::List(_) | DebugValue::Gone(_) | DebugValue::Node(_) => {
            record.kind = DebugRecordKind::Value(variable);
            true
        }
    }
}

fn is_alloca(body: &Body, value: Value) -> bool {
    let ValueKind::Instruction(id) = value.kind() else { return false };
    body.instructions.get(id).is_some_and(|instruction| matches!(instruction.op, Op::Alloca { .. }))
}

/// Replaces a list of one value by this value.
fn without_list(module: &mut Module, variable: &mut DebugVariable) {
    let DebugValue::List(values) = &variable.value else { return };
    if let [only] = values[..] {
        variable.value = DebugValue::Value(only);
        variable.expression = rewritten(module, variable.expression, |elements| match elements {
            [ARGUMENT, 0, rest @ ..] => rest.to_vec(),
            other => other.to_vec(),
        });
    }
}

/// Returns the operations of an expression followed by a read of memory.
fn read(elements: &[u64]) -> Vec<u64> {
    let (operations, _) = split_fragment(Dialect::Modern, elements);
    let fragment = elements.get(operations.len()..).unwrap_or_default();
    let operations = operations.strip_suffix(&[STACK_VALUE]).unwrap_or(operations);
    [operations, &[DEREF], fragment].concat()
}

/// Returns a `DIExpression` with the operations that `rewrite` returns for the operations of `of`.
fn rewritten(module: &mut Module, of: MetadataId, rewrite: impl Fn(&[u64]) -> Vec<u64>) -> MetadataId {
    let row = NodeRow::named(module.dialect, b"DIExpression");
    let (Some((row, _)), Some(Metadata::Node { fields, .. })) = (row, module.metadata.get(of)) else {
        return of;
    };
    let elements = rewrite(module.metadata.numbers(fields));
    module.metadata.intern_node(row, &elements)
}

/// Replaces each value of a debug record that is or contains the address of a global by `poison`. Postcondition: no
/// debug record refers to a global.
pub(in crate::lower) fn forget_globals(module: &mut Module) {
    module.each_body_mut(|module, body| {
        let type_of_global = |value| refers_to(module, value, |_| true).then(|| module.type_of(None, value));
        body.debug_records.forget(|value| type_of_global(value).flatten());
    });
}
