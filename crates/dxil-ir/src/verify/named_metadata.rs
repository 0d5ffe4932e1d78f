//! Metadata with names: lists of nodes, some of which LLVM gives a meaning.

use std::collections::{HashMap, HashSet};

use super::rule::Rule;
use super::show;
use super::{IrPlace, Verifier};
use crate::generated::bitcode::metadata as code;
use crate::metadata::Metadata;
use crate::{Dialect, MetadataId, NamedMetadata, ValueKind};

/// What is to be done with module flags of one name when modules are linked, as LLVM numbers it.
const REQUIRE: u64 = 3;
const APPEND: u64 = 5;
const APPEND_UNIQUE: u64 = 6;
const MIN: u64 = 8;

/// The last of them that a dialect has.
fn last_behaviour(dialect: Dialect) -> u64 {
    match dialect {
        Dialect::Dxil37 => APPEND_UNIQUE,
        Dialect::Modern => MIN,
    }
}

impl<'m> Verifier<'m> {
    pub(super) fn named_metadata(&mut self) {
        let module = self.module;
        let mut names = HashSet::new();
        for (index, named) in (0..).zip(&module.named_metadata) {
            self.at = IrPlace::NamedMetadata(index);
            expect!(
                self,
                names.insert(named.name.as_slice()),
                Rule::NamedMetadata,
                "named metadata !{} is defined twice",
                show::name(named.name.as_ref())
            );
            for id in &named.operands {
                if self.is_there(*id) {
                    expect!(
                        self,
                        self.is_list_or_node(*id),
                        Rule::NamedMetadata,
                        "operand of named metadata is {id}, expected a node"
                    );
                }
            }
            if named.name == "llvm.dbg.cu" {
                for id in &named.operands {
                    expect!(
                        self,
                        self.is_node(*id, code::COMPILE_UNIT),
                        Rule::NamedMetadata,
                        "operand of !llvm.dbg.cu is {id}, expected a DICompileUnit"
                    );
                }
            } else if named.name == "llvm.ident" {
                for id in &named.operands {
                    let mut list = self.list(*id).into_iter().flatten();
                    let text = list.next().flatten().filter(|id| self.string(*id).is_some());
                    let fits = text.is_some() && list.next().is_none();
                    drop(list);
                    expect!(
                        self,
                        fits,
                        Rule::NamedMetadata,
                        "operand of !llvm.ident is {id}, expected a node with one string"
                    );
                }
            } else if named.name == "llvm.module.flags" {
                self.module_flags(named);
            }
        }
    }

    /// The text of a string.
    pub(super) fn string(&self, id: MetadataId) -> Option<&'m bstr::BStr> {
        let module = self.module;
        let Metadata::String(span) = module.metadata.get(id)? else { return None };
        Some(module.metadata.string(span))
    }

    fn module_flags(&mut self, flags: &NamedMetadata) {
        let mut known = HashMap::new();
        let mut required = Vec::new();
        for id in &flags.operands {
            let list: Vec<_> = self.list(*id).into_iter().flatten().take(4).collect();
            let [Some(behaviour), Some(name), value] = list.as_slice() else {
                self.find(
                    Rule::ModuleFlag,
                    format_args!("module flag {id}: expected a behavior, a name and a value"),
                );
                continue;
            };
            let behaviour = self.flag_behaviour(*behaviour);
            let (Some(behaviour), Some(name)) = (behaviour, self.string(*name)) else {
                let last = last_behaviour(self.module.dialect);
                let message =
                    format_args!("module flag {id}: expected a behavior from 1 to {last} and a name");
                self.find(Rule::ModuleFlag, message);
                continue;
            };
            let list = value.and_then(|value| self.list(value)).map(|list| list.take(3).collect::<Vec<_>>());
            let fits = match behaviour {
                REQUIRE => match list.as_deref() {
                    Some([Some(name), value]) => match self.string(*name) {
                        Some(name) => {
                            required.push((*id, name, *value));
                            true
                        }
                        None => false,
                    },
                    _ => false,
                },
                APPEND | APPEND_UNIQUE => list.is_some(),
                _ => true,
            };
            expect!(self, fits, Rule::ModuleFlag, "module flag {id}: value is not valid for its behavior");
            if behaviour != REQUIRE {
                let is_new = known.insert(name, *value).is_none();
                expect!(self, is_new, Rule::ModuleFlag, "module flag {} is defined twice", show::name(name));
            }
        }
        for (id, name, value) in required {
            let fits = known.get(name).is_some_and(|found| *found == value);
            expect!(
                self,
                fits,
                Rule::ModuleFlag,
                "module flag {id} requires {}, which is missing or differs",
                show::name(name)
            );
        }
    }

    fn flag_behaviour(&self, id: MetadataId) -> Option<u64> {
        let ValueKind::Constant(id) = self.value_of(id)?.kind() else { return None };
        let number = u64::try_from(self.module.constants.get(id)?.kind.integer()?).ok()?;
        Some(number).filter(|number| (1..=last_behaviour(self.module.dialect)).contains(number))
    }
}
