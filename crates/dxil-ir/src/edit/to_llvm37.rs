//! The change of dialect back: a module of today's IR becomes the same program in LLVM 3.7's, in which pointers say
//! what they point to. Separate from [`to_modern`](super::to_modern) because nothing of it is shared: there, types
//! lose what they say; here, it has to be found.
//!
//! It knows nothing of DirectX. What a pointer points to is what its maker or its users say (`pointees.rs`); where they
//! differ, a `bitcast` stands between (`bodies.rs`).

#![expect(clippy::wildcard_enum_match_arm, reason = "what is not named is the same in both dialects")]

mod attributes;
mod bodies;
mod constants;
mod conversion;
mod debug_info;
mod error;
mod lifetimes;
mod members;
mod pointees;
mod source_language;
mod types;

use bstr::BString;
use hashbrown::HashMap;

use super::compaction::compacted;
use crate::globals::GlobalKind;
use crate::metadata::{Metadata, fixed_kinds};
use crate::{Dialect, Global, GlobalId, Module, TypeId, UnnamedAddress, Value, Visibility};
use conversion::Conversion;
use error::{Result, missing, word};
pub use error::{ToLlvm37Error, ToLlvm37ErrorKind};

/// What becomes of debug information.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DebugInformation {
    /// It is taken out.
    Dropped,
    /// It is said in LLVM 3.7's words, as far as that has them.
    Kept,
}

/// The same program in LLVM 3.7's dialect, without what nothing refers to. Globals keep their order; the orders
/// that the module was stored in are forgotten, and so are attributes that LLVM 3.7 does not know.
/// `freeze` becomes its operand: who calls sees to it that this means the same. `parameters`
/// has what parameters of functions point to, by their number, and what results do, by the largest number there
/// is, where that is known; what they are used for says it of the others.
///
/// # Errors
///
/// The module is in that dialect already, or has something that the dialect has no word for.
pub fn legacy(
    module: &Module,
    parameters: &HashMap<(GlobalId, u32), TypeId>,
    debug_information: DebugInformation,
) -> std::result::Result<Module, ToLlvm37Error> {
    let of_module = |kind| ToLlvm37Error { kind, at: "the module".into() };
    if module.dialect == Dialect::Dxil37 {
        return Err(of_module(ToLlvm37ErrorKind::Dialect));
    }
    let mut module = module.clone();
    module.forget_encoding();
    module.source_filename.clear();
    match debug_information {
        DebugInformation::Dropped => drop_debug_information(&mut module),
        DebugInformation::Kept => debug_info::renew(&mut module),
    }
    lifetimes::renew(&mut module);
    renumber_kinds(&mut module);
    let mut conversion = Conversion::new(&mut module).map_err(of_module)?;
    let ids: Vec<GlobalId> = conversion.module.globals.keys().collect();
    let at = |module: &Module, id: GlobalId| match module.globals.get(id) {
        Some(global) if !global.name.is_empty() => global.name.clone(),
        _ => id.to_string().into(),
    };
    for id in &ids {
        conversion.shell(*id).map_err(|kind| ToLlvm37Error { kind, at: at(conversion.module, *id) })?;
    }
    conversion.declare(&ids, parameters);
    for id in &ids {
        conversion.fill(*id).map_err(|kind| ToLlvm37Error { kind, at: at(conversion.module, *id) })?;
    }
    conversion.metadata().map_err(of_module)?;
    module.dialect = Dialect::Dxil37;
    // Types and constants of today are still there, though nothing refers to them.
    let compacted = compacted(&module).map_err(|_| of_module(missing("a referenced value or type")))?;
    Ok(compacted.module)
}

impl Conversion<'_> {
    /// Gives a variable its type, and what is said of any global the words that there are.
    fn shell(&mut self, id: GlobalId) -> Result<()> {
        let Some(global) = self.module.globals.get(id) else { return Ok(()) };
        let value_type = self.ty(global.value_type);
        let space = self.module.types.address_space(global.ty).unwrap_or(0);
        let is_variable = matches!(global.kind, GlobalKind::Variable(_) | GlobalKind::Alias(_));
        let ty = self.module.types.pointer(value_type, space);
        if let Some(global) = self.module.globals.get_mut(id) {
            global.value_type = value_type;
            if is_variable {
                global.ty = ty;
            }
            global.visibility = Visibility::Default;
            global.is_dso_local = false;
            if global.unnamed_address == UnnamedAddress::LocallyInsignificant {
                global.unnamed_address = UnnamedAddress::Significant;
            }
        }
        Ok(())
    }

    /// Finds the types of all functions.
    fn declare(&mut self, ids: &[GlobalId], parameters: &HashMap<(GlobalId, u32), TypeId>) {
        let found = pointees::functions(self, ids, parameters);
        for (id, ty) in found {
            let address = self.module.types.pointer(ty, 0);
            if let Some(global) = self.module.globals.get_mut(id) {
                (global.value_type, global.ty) = (ty, address);
            }
            self.functions.insert(id, ty);
        }
    }

    /// Gives a global what it refers to.
    fn fill(&mut self, id: GlobalId) -> Result<()> {
        let Some(global) = self.module.globals.get(id) else { return Ok(()) };
        let (initializer, aliasee) = match &global.kind {
            GlobalKind::Variable(variable) => (variable.initializer, None),
            GlobalKind::Alias(alias) => (None, Some(alias.aliasee)),
            GlobalKind::Function(_) => (None, None),
        };
        let value_type = global.value_type;
        let initializer = initializer.map(|value| self.value_as(value, value_type)).transpose()?;
        let aliasee = aliasee.map(|value| self.value(value)).transpose()?;
        if let Some(global) = self.module.globals.get_mut(id) {
            match &mut global.kind {
                GlobalKind::Variable(variable) => variable.initializer = initializer,
                GlobalKind::Alias(alias) => alias.aliasee = aliasee.unwrap_or(alias.aliasee),
                GlobalKind::Function(function) => {
                    if function.prefix.is_some()
                        || function.prologue.is_some()
                        || function.personality.is_some()
                    {
                        return Err(word("prefix data, prologue data or personality functions in shaders"));
                    }
                }
            }
        }
        let Some(function) = self.module.globals.get(id).and_then(Global::function) else { return Ok(()) };
        let attributes = function.attributes.and_then(|list| self.attribute_list(list));
        let body = self.module.globals.get_mut(id).and_then(Global::body_mut).map(std::mem::take);
        let body = match body {
            Some(body) => Some(self.body(body, value_type)?),
            None => None,
        };
        if let Some(function) = self.module.globals.get_mut(id).and_then(Global::function_mut) {
            (function.attributes, function.body) = (attributes, body);
        }
        Ok(())
    }

    /// Renews the values that metadata is of.
    fn metadata(&mut self) -> Result<()> {
        let values: Vec<Value> = self
            .module
            .metadata
            .iter()
            .filter_map(
                |(_, metadata)| if let Metadata::Value(_, value) = metadata { Some(value) } else { None },
            )
            .collect();
        let mut changed = HashMap::new();
        for value in values {
            let new = self.value(value)?;
            changed.insert(value, (self.type_of(new), new));
        }
        self.module.metadata.each_typed_value_mut(|ty, value| {
            if let Some((new_type, new)) = changed.get(value) {
                (*ty, *value) = (new_type.unwrap_or(*ty), *new);
            }
        });
        Ok(())
    }
}

/// Removes debug information.
fn drop_debug_information(module: &mut Module) {
    module.named_metadata.retain(|named| !named.name.starts_with(b"llvm.dbg."));
    let debug = module.metadata_kinds.iter().position(|name| name == "dbg");
    let is_debug = |kind: u32| Some(kind) == debug.and_then(|debug| u32::try_from(debug).ok());
    for global in module.globals.values_mut() {
        global.metadata.retain(|(kind, _)| !is_debug(*kind));
        let Some(body) = global.body_mut() else { continue };
        body.debug_records = Default::default();
        body.attachments.retain(|(_, kind, _)| !is_debug(*kind));
        body.metadata.retain(|(kind, _)| !is_debug(*kind));
        for instruction in body.instructions.values_mut() {
            instruction.location = None.into();
        }
    }
}

/// Gives kinds of metadata the numbers that LLVM 3.7 has for them.
fn renumber_kinds(module: &mut Module) {
    let mut kinds: Vec<BString> = fixed_kinds(Dialect::Dxil37).iter().map(|name| (*name).into()).collect();
    let fixed = kinds.len();
    let mut is_used = vec![false; module.metadata_kinds.len()];
    let mut note = |kind: u32| {
        if let Some(used) = usize::try_from(kind).ok().and_then(|kind| is_used.get_mut(kind)) {
            *used = true;
        }
    };
    for global in module.globals.values() {
        global.metadata.iter().for_each(|(kind, _)| note(*kind));
        let Some(body) = global.body() else { continue };
        body.attachments.iter().for_each(|(_, kind, _)| note(*kind));
        body.metadata.iter().for_each(|(kind, _)| note(*kind));
    }
    let mut numbers = Vec::with_capacity(module.metadata_kinds.len());
    for (name, is_used) in module.metadata_kinds.iter().zip(is_used) {
        let known = kinds.iter().take(fixed).position(|kind| kind == name);
        numbers.push(known.unwrap_or_else(|| {
            if is_used {
                kinds.push(name.clone());
            }
            kinds.len().saturating_sub(1)
        }));
    }
    let number = |kind: &mut u32| {
        let new = usize::try_from(*kind).ok().and_then(|kind| numbers.get(kind));
        *kind = new.and_then(|new| u32::try_from(*new).ok()).unwrap_or(*kind);
    };
    for global in module.globals.values_mut() {
        global.metadata.iter_mut().for_each(|(kind, _)| number(kind));
        let Some(body) = global.body_mut() else { continue };
        body.attachments.iter_mut().for_each(|(_, kind, _)| number(kind));
        body.metadata.iter_mut().for_each(|(kind, _)| number(kind));
    }
    module.metadata_kinds = kinds;
}
