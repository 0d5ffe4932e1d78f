//! What debug information is attached to: subprograms name their unit and belong to functions, which named them before;
//! global variables belong to variables, and have expressions. Types that were known by name are the nodes themselves.

use bstr::BStr;

use crate::arena::IdSet;
use crate::generated::bitcode::metadata as code;
use crate::metadata::{Metadata, NodeRow, number_of};
use crate::{Dialect, GlobalId, MetadataId, Module, Type, Value, ValueKind};

use super::conversion::DebugInfo;
use super::nodes::Old;
use super::{Conversion, Result, ToModernErrorKind};
use crate::edit::expressions;

/// Metadata that lists the compile units.
const COMPILE_UNITS: &str = "llvm.dbg.cu";
/// The kind of what is attached for debug information.
pub(super) const DBG: u32 = 0;
/// The flag of a type that is only declared.
const FORWARD: u64 = 4;

impl<'m> Conversion<'m> {
    /// Looks at what nodes say of others that do not say it today.
    pub(super) fn learn_debug_info(&mut self) {
        let from = self.from;
        let mut debug = DebugInfo::default();
        let mut is_declared = IdSet::new();
        for (id, _) in from.metadata.iter() {
            let Some(old) = self.old(id) else { continue };
            match old.row.code {
                code::SUBROUTINE_TYPE => {
                    if let Some(list) = old.node("types") {
                        debug.type_lists.insert(list);
                    }
                }
                code::COMPOSITE_TYPE => {
                    let Some(name) = old.node("identifier").and_then(|name| self.text(name)) else {
                        continue;
                    };
                    let is_forward = old.number("flags") & FORWARD != 0;
                    if is_forward {
                        is_declared.insert(id);
                    }
                    // The first one that says what is in it, or the first one.
                    let known = debug.types.entry(name).or_insert(id);
                    if is_declared.contains(*known) && !is_forward {
                        *known = id;
                    }
                }
                _ => {}
            }
        }
        let units = from.named_metadata.iter().filter(|named| named.name == COMPILE_UNITS);
        debug.units = units.flat_map(|named| named.operands.iter().copied()).collect();
        for unit in &debug.units {
            let subprograms = self.old(*unit).and_then(|unit| unit.node("subprograms"));
            for subprogram in
                subprograms.map_or_else(Vec::new, |list| self.listed(list)).into_iter().flatten()
            {
                debug.unit_of.entry(subprogram).or_insert(*unit);
            }
        }
        self.debug = debug;
    }

    /// The text of a string.
    pub(super) fn text(&self, id: MetadataId) -> Option<&'m BStr> {
        let Metadata::String(span) = self.from.metadata.get(id)? else { return None };
        Some(self.from.metadata.string(span))
    }

    /// A type by itself, where it was known by name.
    pub(super) fn resolved(&self, id: MetadataId) -> MetadataId {
        let by_name = self.text(id).and_then(|name| self.debug.types.get(name));
        by_name.copied().unwrap_or(id)
    }

    /// The compile unit of a subprogram that is defined.
    pub(super) fn unit_of(&self, old: &Old<'m>) -> Result<Option<MetadataId>> {
        if old.number("isDefinition") == 0 {
            return Ok(None);
        }
        let unit = self.debug.unit_of.get(&old.id).or(self.debug.units.first()).copied();
        let what = "a DISubprogram definition has no compile unit";
        unit.map(Some).ok_or(ToModernErrorKind::DebugInformation { what })
    }

    /// Attaches subprograms to the functions that they are about.
    pub(super) fn attach_subprograms(&mut self) -> Result<()> {
        let units = std::mem::take(&mut self.debug.units);
        for unit in &units {
            let Some(list) = self.old(*unit).and_then(|unit| unit.node("subprograms")) else { continue };
            for subprogram in self.listed(list).into_iter().flatten() {
                let function = self.old(subprogram).and_then(|old| old.node("function"));
                let Some(ValueKind::Global(function)) =
                    function.and_then(|id| self.value_of(id)).map(Value::kind)
                else {
                    continue;
                };
                let node = self.any_metadata(subprogram)?;
                let body = self.into.globals.get_mut(function).and_then(crate::Global::body_mut);
                if let Some(body) = body {
                    body.metadata.retain(|(kind, _)| *kind != DBG);
                    body.metadata.insert(0, (DBG, node));
                }
            }
        }
        self.debug.units = units;
        Ok(())
    }

    fn value_of(&self, id: MetadataId) -> Option<Value> {
        let Metadata::Value(_, value) = self.from.metadata.get(id)? else { return None };
        Some(value)
    }

    /// A list of global variables, each with its expression.
    pub(super) fn variables(&mut self, variables: &[Option<MetadataId>]) -> Result<MetadataId> {
        let mut operands = Vec::with_capacity(variables.len());
        for variable in variables {
            operands.push(variable.map(|variable| self.with_expression(variable)).transpose()?);
        }
        Ok(self.into.metadata.intern_tuple(&operands))
    }

    /// A global variable with its expression, which is attached to the variable it is about.
    fn with_expression(&mut self, id: MetadataId) -> Result<MetadataId> {
        if let Some(known) = self.debug.expressions.get(&id) {
            return Ok(*known);
        }
        let variable = self.partner(id)?;
        let Some(old) = self.old(id).filter(|old| old.row.code == code::GLOBAL_VAR) else {
            return Ok(variable);
        };
        let value = old.node("variable").and_then(|value| self.value_of(value));
        let number = value.and_then(|value| integer(self.from, value));
        let expression = match number {
            Some(number) => self.new_node("DIExpression", &expressions::constant(number))?,
            None => self.new_node("DIExpression", &[])?,
        };
        let error = ToModernErrorKind::Missing { what: "a node" };
        let (row, _) = NodeRow::named(Dialect::Modern, b"DIGlobalVariableExpression").ok_or(error)?;
        let node = self.into.metadata.reserve();
        self.into.metadata.define_node(
            node,
            row,
            true,
            &[number_of(Some(variable)), number_of(Some(expression))],
        );
        self.debug.expressions.insert(id, node);
        if let Some(ValueKind::Global(global)) = value.map(Value::kind) {
            self.attach_to_variable(global, node);
        }
        Ok(node)
    }

    fn attach_to_variable(&mut self, id: GlobalId, node: MetadataId) {
        if let Some(global) = self.into.globals.get_mut(id).filter(|global| global.variable().is_some()) {
            global.metadata.push((DBG, node));
        }
    }
}

/// The number that a constant is, without its sign.
fn integer(module: &Module, value: Value) -> Option<u64> {
    let ValueKind::Constant(id) = value.kind() else { return None };
    let constant = module.constants.get(id)?;
    let Type::Integer(bits @ 1..=64) = module.types.get(constant.ty)? else { return None };
    let number = constant.kind.integer()?.cast_unsigned();
    Some(number & (u64::MAX >> (u64::BITS - bits)))
}
