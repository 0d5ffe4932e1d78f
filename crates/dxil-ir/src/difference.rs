//! Structural comparison of two modules that ignores how types, constants and metadata are numbered. Separate because
//! no other code walks two modules side by side.
//!
//! Only items that globals or named metadata refer to are compared; unreferenced items are not part of the program.

mod bodies;
mod bodies_by_place;
mod classes;
mod records;
mod walk;

use crate::globals::{GlobalKind, Variable};
use crate::{Global, Module};
pub use walk::Difference;
use walk::{Same, Walk, same};

impl Module {
    /// The first difference between this module and another one; `None` if they are the same program. Numbering orders
    /// that a writer chooses (types, constants, attributes, metadata) are ignored.
    pub fn difference(&self, other: &Self) -> Option<Difference> {
        Walk::new(self, other).modules().err()
    }
}

type IsKind = fn(&Global) -> bool;

impl<'m> Walk<'m> {
    fn modules(mut self) -> Same {
        let (our, their) = (self.our, self.their);
        same(our.dialect == their.dialect, "the IR dialect")?;
        same(our.triple == their.triple, "the target triple")?;
        same(our.data_layout == their.data_layout, "the data layout")?;
        // LLVM ends the last line where a module does not.
        let assembly = |module: &'m Module| {
            let text = module.inline_assembly.as_slice();
            text.strip_suffix(b"\n").map_or((text, false), |lines| (lines, lines.is_empty()))
        };
        same(assembly(our) == assembly(their), "the module-level assembly")?;
        let kinds: [(&str, IsKind); 3] = [
            ("variable", |global| matches!(global.kind, GlobalKind::Variable(_))),
            ("function", |global| matches!(global.kind, GlobalKind::Function(_))),
            ("alias", |global| matches!(global.kind, GlobalKind::Alias(_))),
        ];
        let of_kind = |module: &'m Module, is: IsKind| -> Vec<_> {
            module.globals.iter().filter(|(_, global)| is(global)).collect()
        };
        let kinds = kinds.map(|(what, is)| (what, of_kind(our, is), of_kind(their, is)));
        for (_, ours, theirs) in &kinds {
            same(ours.len() == theirs.len(), "the number of globals")?;
            for ((our, _), (their, _)) in ours.iter().zip(theirs) {
                self.globals.meet(*our, *their);
            }
        }
        for (what, ours, theirs) in &kinds {
            for (index, ((_, our), (_, their))) in ours.iter().zip(theirs).enumerate() {
                self.global(our, their).map_err(|difference| difference.within(what, index))?;
            }
        }
        same(our.named_metadata.len() == their.named_metadata.len(), "the number of named metadata nodes")?;
        for (index, (our, their)) in our.named_metadata.iter().zip(&their.named_metadata).enumerate() {
            let is_same = our.name == their.name && our.operands.len() == their.operands.len();
            let nodes = our.operands.iter().zip(&their.operands);
            same(is_same, "named metadata")
                .and_then(|()| nodes.into_iter().try_for_each(|(our, their)| self.metadata(*our, *their)))
                .and_then(|()| self.settle())
                .map_err(|difference| difference.within("named metadata", index))?;
        }
        Ok(())
    }

    fn global(&mut self, our: &Global, their: &Global) -> Same {
        let head = |global: &Global| {
            let Global { linkage, visibility, dll_storage, unnamed_address, is_dso_local, alignment, .. } =
                global;
            (*linkage, *visibility, *dll_storage, *unnamed_address, *is_dso_local, *alignment)
        };
        same(our.name == their.name, "the name")?;
        same(
            head(our) == head(their) && our.section == their.section,
            "the linkage, visibility, section or alignment",
        )?;
        self.comdats(our.comdat, their.comdat)?;
        self.types(our.ty, their.ty)?;
        self.types(our.value_type, their.value_type)?;
        self.attached(&our.metadata, &their.metadata)?;
        match (&our.kind, &their.kind) {
            (GlobalKind::Variable(our), GlobalKind::Variable(their)) => {
                let head = |variable: &Variable| {
                    (variable.is_constant, variable.thread_local, variable.is_externally_initialized)
                };
                same(head(our) == head(their), "the kind of variable")?;
                self.optional(our.initializer, their.initializer)?;
            }
            (GlobalKind::Alias(our), GlobalKind::Alias(their)) => {
                same(our.thread_local == their.thread_local, "the thread-local mode")?;
                self.values(our.aliasee, their.aliasee, None)?;
            }
            (GlobalKind::Function(our), GlobalKind::Function(their)) => {
                let is_same = our.calling_convention == their.calling_convention
                    && our.garbage_collector == their.garbage_collector;
                same(is_same, "the calling convention or garbage collector")?;
                self.attributes(our.attributes, their.attributes)?;
                self.optional(our.prologue, their.prologue)?;
                self.optional(our.prefix, their.prefix)?;
                self.optional(our.personality, their.personality)?;
                match (&our.body, &their.body) {
                    (None, None) => {}
                    (Some(our), Some(their)) => self.bodies(our, their)?,
                    _ => return same(false, "the presence of a body"),
                }
            }
            _ => return same(false, "the kind of global"),
        }
        self.settle()
    }
}
