//! Variables, aliases and groups of sections as text; the names of all globals.

#![allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]

use bstr::BStr;
use dxil_ir::arena::IdMap;
use dxil_ir::globals::{GlobalKind, Variable};
use dxil_ir::{
    Alignment, ComdatId, ComdatSelection, Dialect, Global, GlobalId, Linkage, Type, ValueKind, Visibility,
};

use super::error::{PrintError, Result};
use super::printer::Printer;
use super::{names, numbers};

impl Printer<'_, '_> {
    /// Prints the name of a global, or its number.
    pub(super) fn global_name(&mut self, id: GlobalId) -> Result {
        match self.global_names.get(id) {
            Some(name) => self.out.text.push_str(name),
            None => self.new_global_name(id)?,
        }
        self.out.spill()
    }

    #[inline(never)]
    fn new_global_name(&mut self, id: GlobalId) -> Result {
        let Some(global) = self.module.globals.get(id) else {
            return Err(PrintError::Dangling { what: "global" });
        };
        let start = self.out.mark();
        let text = &mut self.out.text;
        text.push('@');
        if !global.name.is_empty() {
            names::name(text, global.name.as_ref(), self.module.dialect);
        } else if let Some(number) = self.slots.global(id) {
            numbers::unsigned(text, number.into());
        } else {
            return Err(PrintError::Dangling { what: "global" });
        }
        self.global_names.keep(id, self.out.since(&start));
        Ok(())
    }

    /// Prints groups of sections, in the order in which functions, then variables, belong to them.
    pub(super) fn comdats(&mut self) {
        let mut used: Vec<ComdatId> = Vec::new();
        let mut is_used: IdMap<ComdatId, bool> = IdMap::new();
        let kinds: [fn(&Global) -> bool; 2] =
            [|global| global.function().is_some(), |global| global.variable().is_some()];
        for is in kinds {
            for comdat in
                self.module.globals.values().filter(|global| is(global)).filter_map(|global| global.comdat)
            {
                if !std::mem::replace(&mut is_used[comdat], true) {
                    used.push(comdat);
                }
            }
        }
        for id in used {
            let Some(comdat) = self.module.comdats.get(id) else { continue };
            let out = &mut self.out.text;
            out.push_str("\n$");
            names::name(out, comdat.name.as_ref(), self.module.dialect);
            out.push_str(" = comdat ");
            out.push_str(match (comdat.selection, self.module.dialect) {
                (ComdatSelection::NoDuplicates, Dialect::Modern) => "nodeduplicate",
                (selection, _) => selection.word(),
            });
            out.push('\n');
        }
    }

    /// Prints variables, then aliases.
    pub(super) fn globals(&mut self) -> Result {
        let module = self.module;
        let mut separator = "\n";
        for (id, global) in module.globals.iter() {
            if let GlobalKind::Variable(variable) = &global.kind {
                self.out.text.push_str(std::mem::take(&mut separator));
                self.variable(id, global, variable)?;
            }
        }
        separator = "\n";
        for (id, global) in module.globals.iter() {
            if let Some(aliasee) = global.aliasee() {
                self.out.text.push_str(std::mem::take(&mut separator));
                self.global_name(id)?;
                self.out.text.push_str(" = ");
                self.binding(global);
                self.out.text.push_str("alias ");
                if module.dialect == Dialect::Modern {
                    self.ty(global.value_type)?;
                    self.out.text.push_str(", ");
                }
                // An expression says its type itself.
                if let ValueKind::Constant(id) = aliasee.kind()
                    && module.constants.get(id).is_some_and(|constant| constant.kind.is_expression())
                {
                    self.constant_value(aliasee)?
                } else {
                    self.typed(aliasee)?
                }
                self.out.text.push('\n');
            }
        }
        Ok(())
    }

    pub(super) fn variable(&mut self, id: GlobalId, global: &Global, variable: &Variable) -> Result {
        self.global_name(id)?;
        self.out.text.push_str(" = ");
        if variable.initializer.is_none() && global.linkage == Linkage::External {
            self.out.text.push_str("external ");
        }
        self.binding(global);
        if let Some(Type::Pointer(_, space)) = self.module.types.get(global.ty)
            && *space != 0
        {
            self.out.text.push_str("addrspace(");
            numbers::unsigned(&mut self.out.text, (*space).into());
            self.out.text.push_str(") ");
        }
        if variable.is_externally_initialized {
            self.out.text.push_str("externally_initialized ");
        }
        self.out.text.push_str(if variable.is_constant { "constant " } else { "global " });
        self.ty(global.value_type)?;
        if let Some(initializer) = variable.initializer {
            self.out.text.push(' ');
            self.constant_value(initializer)?;
        }
        if !global.section.is_empty() {
            self.out.text.push_str(", section \"");
            names::escape(&mut self.out.text, &global.section, self.module.dialect);
            self.out.text.push('"');
        }
        self.comdat_of(global, ", comdat");
        self.alignment(global.alignment, ", align ");
        self.attached_in_order(&global.metadata, ", ")?;
        self.out.text.push('\n');
        self.out.spill()
    }

    /// Prints how a global is bound and seen.
    pub(super) fn binding(&mut self, global: &Global) {
        self.linkage(global);
        let thread_local = match &global.kind {
            GlobalKind::Variable(variable) => variable.thread_local.word(),
            GlobalKind::Alias(alias) => alias.thread_local.word(),
            GlobalKind::Function(_) => "",
        };
        self.word(thread_local);
        self.word(global.unnamed_address.word());
    }

    pub(super) fn linkage(&mut self, global: &Global) {
        self.word(global.linkage.word());
        if global.is_dso_local && !is_dso_local_anyway(global) {
            self.out.text.push_str("dso_local ");
        }
        self.word(global.visibility.word());
        self.word(global.dll_storage.word());
    }

    /// Prints a word and a blank, unless it goes without saying.
    pub(super) fn word(&mut self, word: &str) {
        if !word.is_empty() {
            self.out.text.push_str(word);
            self.out.text.push(' ');
        }
    }

    pub(super) fn comdat_of(&mut self, global: &Global, word: &str) {
        let Some(comdat) = global.comdat.and_then(|id| self.module.comdats.get(id)) else { return };
        self.out.text.push_str(word);
        if comdat.name != global.name {
            self.out.text.push_str("($");
            names::name(&mut self.out.text, BStr::new(&comdat.name), self.module.dialect);
            self.out.text.push(')');
        }
    }

    pub(super) fn alignment(&mut self, alignment: Alignment, word: &str) {
        if let Some(bytes) = alignment.in_bytes() {
            self.out.text.push_str(word);
            numbers::unsigned(&mut self.out.text, bytes);
        }
    }
}

/// Whether it goes without saying that a global is found in the module itself.
pub(crate) fn is_dso_local_anyway(global: &Global) -> bool {
    matches!(global.linkage, Linkage::Internal | Linkage::Private)
        || global.visibility != Visibility::Default && global.linkage != Linkage::ExternalWeak
}
