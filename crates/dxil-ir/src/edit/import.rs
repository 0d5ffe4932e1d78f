//! Bringing functions, variables, types, constants and metadata from one module into another. Separate from sessions
//! because two modules meet here, and only one of them changes.

mod references;

use hashbrown::{HashMap, HashSet};
use std::mem::discriminant;

use bstr::{BStr, BString};

use crate::arena::{Id as _, IdSet};
use crate::globals::{Alias, GlobalKind, Variable};
use crate::instruction::SyncScope;
use crate::metadata::Metadata;
use crate::module_mapping::Pairing;
use crate::{
    AttributeListId, Body, ComdatId, ConstantId, Dialect, Global, GlobalId, Linkage, MetadataId, Module,
    NamedMetadata, ThreadLocal, Type, TypeId, Value,
};

use self::references::{Need, Plan, Referred};
use super::ImportError;
use super::body_copy::{self, BodyMap, Translate};

/// Metadata that lists what all debug information belongs to.
const COMPILE_UNITS: &str = "llvm.dbg.cu";

/// Metadata that lists facts about the module, each a tuple of what becomes of it when modules are linked, its name and
/// value.
const MODULE_FLAGS: &str = "llvm.module.flags";

/// The globals of a module by name, as far as an [`Importer`] into it has looked at them.
#[derive(Debug, Clone, Default)]
pub struct GlobalNames {
    ids: HashMap<BString, GlobalId>,
    /// How many globals have been looked at.
    known: usize,
}

/// Brings things of the module `from` into another one, which every call is given and must be the same.
///
/// Types, constants and attributes are merged with those that are equal: types by structure, structures with names by
/// name and structure; one whose name stands for another structure gets another name. Metadata that is distinct is
/// brought once. Globals are merged by name, unless either is local to its module (`internal`, `private`): then the
/// local one gets another name.
///
/// A function or variable is declared or defined. What a definition refers to is declared, and defined as well where
/// it is local to its module: nobody else could. Globals that a tuple attached to it lists itself are declared as well.
/// All other metadata refers to those globals alone that have been brought when it is: who brings many functions with
/// debug information declares all of them first. The compile units of what is brought are listed in `llvm.dbg.cu`, and
/// the module flag `Debug Info Version` comes with them.
pub struct Importer<'m> {
    pairing: Pairing<'m>,
    /// The globals of the other module by name, as far as they have been looked at.
    names: GlobalNames,
    defined: IdSet<GlobalId>,
    /// Whether all compile units have been brought.
    has_units: bool,
    /// How many of them had been when they were listed.
    listed_units: usize,
}

impl<'m> Importer<'m> {
    /// An importer of what `from` has.
    pub fn new(from: &'m Module) -> Self {
        let pairing = Pairing::empty(from);
        Self {
            pairing,
            names: GlobalNames::default(),
            defined: IdSet::new(),
            has_units: false,
            listed_units: 0,
        }
    }

    /// The same, where it is known already what globals of the other module are called: by the importer that brought
    /// what is there. Of many modules, one after the other, each is then brought in time that grows with it alone.
    pub fn with_names(from: &'m Module, names: GlobalNames) -> Self {
        Self { names, ..Self::new(from) }
    }

    /// What globals of the other module are called, for the next importer into it.
    pub fn into_names(self) -> GlobalNames {
        self.names
    }

    /// What a global became; `None` if it has not been brought.
    pub fn global(&self, id: GlobalId) -> Option<GlobalId> {
        self.pairing.global(id)
    }

    /// Declares a global, unless the other module has it. An alias is defined at once, with what it is another name
    /// for. What is only declared has its metadata at once; a definition brings its own.
    ///
    /// # Errors
    ///
    /// There is no such global, the modules are of different dialects, or its name stands for a global of another kind
    /// or type. Nothing has been declared then.
    pub fn declare(&mut self, into: &mut Module, id: GlobalId) -> Result<GlobalId, ImportError> {
        let is_alias = self.pairing.from().globals.get(id).is_some_and(|global| global.aliasee().is_some());
        let is_defined = is_alias && self.find(into, id)?.is_none();
        self.bring(into, id, is_defined)
    }

    /// Brings the definition of a function, a variable or an alias.
    ///
    /// # Errors
    ///
    /// Those of [`declare`](Self::declare) for it and what it refers to; it is not defined, or the other module defines
    /// it or a function of which it has the address of a block. Nothing has been declared then. An id that `from` does
    /// not have, which may be found when some is brought: what is not defined by then is declared.
    pub fn define(&mut self, into: &mut Module, id: GlobalId) -> Result<GlobalId, ImportError> {
        self.bring(into, id, true)
    }

    /// The partner of a global, which is added if there is none, defined if that is asked for.
    fn bring(
        &mut self,
        into: &mut Module,
        id: GlobalId,
        is_definition: bool,
    ) -> Result<GlobalId, ImportError> {
        let from = self.pairing.from();
        let missing = ImportError::Missing { what: "a global" };
        let Plan { declared, mut defined } = self.plan(into, id, is_definition)?;
        let mut only_declared = Vec::new();
        for id in declared {
            let global = from.globals.get(id).ok_or_else(|| missing.clone())?;
            if self.pairing.global(id).is_some() {
                continue;
            }
            let partner = match self.find(into, id)? {
                Some(found) => found,
                None => {
                    let shell = self.add_shell(into, global)?;
                    if global.is_declaration() {
                        only_declared.push((global, shell));
                    }
                    shell
                }
            };
            self.pairing.set_global(id, partner);
        }
        // Only now: metadata may refer to any of them, or to the global that has it.
        for (global, shell) in only_declared {
            let metadata = self.attached(into, global)?;
            if let Some(shell) = into.globals.get_mut(shell) {
                shell.metadata = metadata;
            }
        }
        // Aliases last: what they are names for must be defined, whatever goes wrong.
        defined.sort_by_key(|id| from.globals.get(*id).is_some_and(|global| global.aliasee().is_some()));
        for id in defined {
            let partner = self.pairing.global(id).ok_or_else(|| missing.clone())?;
            self.bring_units(into, id);
            self.fill(into, id, partner)?;
            self.defined.insert(id);
        }
        self.list_units(into);
        if is_definition && let Some(encoding) = &mut into.encoding {
            // What was brought uses what was there.
            encoding.use_lists.clear();
        }
        self.pairing.global(id).ok_or(missing)
    }

    /// What has to be brought for a global to be declared or defined. Nothing of it is in the way of what the other
    /// module has; that is found out here, while nothing has been added to it but types.
    fn plan(&mut self, into: &mut Module, id: GlobalId, is_definition: bool) -> Result<Plan, ImportError> {
        let from = self.pairing.from();
        let mut plan = Plan { declared: vec![id], defined: Vec::new() };
        let mut is_planned = IdSet::new();
        let mut waiting = vec![(id, is_definition)];
        while let Some((id, is_definition)) = waiting.pop() {
            let found = self.find(into, id)?;
            let global = from.globals.get(id).ok_or(ImportError::Missing { what: "a global" })?;
            let mut referred = Referred::default();
            if is_definition {
                if self.defined.contains(id) || !is_planned.insert(id) {
                    continue;
                }
                if global.is_declaration() {
                    return Err(ImportError::NotDefined { name: global.name.clone() });
                }
                if is_defined_in(into, found) {
                    return Err(ImportError::Defined { name: global.name.clone() });
                }
                plan.defined.push(id);
                referred.global(from, global);
            } else if found.is_none() && global.is_declaration() && is_planned.insert(id) {
                referred.attachments(from, &global.metadata);
            }
            for (id, need) in referred.found {
                let found = self.find(into, id)?;
                plan.declared.push(id);
                let global = from.globals.get(id).ok_or(ImportError::Missing { what: "a global" })?;
                if is_defined_in(into, found) {
                    if need == Need::Blocks && !self.defined.contains(id) {
                        // Its blocks are not those that are meant.
                        return Err(ImportError::Defined { name: global.name.clone() });
                    }
                    continue;
                }
                let is_needed = need != Need::Address || is_local(global) || global.aliasee().is_some();
                waiting.push((id, is_needed && !global.is_declaration()));
            }
        }
        Ok(plan)
    }

    /// The partner of a type, which is added if there is none.
    ///
    /// # Errors
    ///
    /// There is no such type.
    pub fn import_type(&mut self, into: &mut Module, id: TypeId) -> Result<TypeId, ImportError> {
        self.pairing.import_type(into, id).ok_or(ImportError::Missing { what: "a type" })
    }

    /// The partner of a constant, which is added if there is none. The globals that it consists of are declared.
    ///
    /// # Errors
    ///
    /// There is no such constant, and those of [`declare`](Self::declare).
    pub fn import_constant(&mut self, into: &mut Module, id: ConstantId) -> Result<ConstantId, ImportError> {
        let mut referred = Referred::default();
        referred.value(self.pairing.from(), id.into());
        for (global, _) in referred.found {
            self.declare(into, global)?;
        }
        self.pairing.import_constant(into, id).ok_or(ImportError::Missing { what: "a constant" })
    }

    /// The partner of a list of attributes, which is added if there is none.
    ///
    /// # Errors
    ///
    /// There is no such list.
    pub fn import_attributes(
        &mut self,
        into: &mut Module,
        id: AttributeListId,
    ) -> Result<AttributeListId, ImportError> {
        self.pairing
            .import_attribute_list(into, id)
            .ok_or(ImportError::Missing { what: "a list of attributes" })
    }

    /// The partner of a piece of metadata, which is added if there is none, with what it refers to; globals that have
    /// not been brought are left out. `None` where it is such a global itself. Compile units among it are listed, as
    /// definitions have theirs listed.
    pub fn import_metadata(&mut self, into: &mut Module, id: MetadataId) -> Option<MetadataId> {
        let partner = self.pairing.import_metadata(into, id);
        self.list_units(into);
        partner
    }

    /// Adds what metadata with a name lists to that of the same name. Compile units and module flags that are there
    /// already are not listed again.
    pub fn import_named_metadata(&mut self, into: &mut Module, name: &BStr) {
        let operands = listed(self.pairing.from(), name);
        let new = operands.iter().filter_map(|id| self.pairing.import_metadata(into, *id)).collect();
        list(into, name, new);
        self.list_units(into);
    }

    /// Brings the compile units of a function where nothing else leads to them: in LLVM 3.7 they know their functions.
    fn bring_units(&mut self, into: &mut Module, id: GlobalId) {
        let from = self.pairing.from();
        let body = from.globals.get(id).and_then(Global::body);
        let has_locations =
            body.is_some_and(|body| body.in_order().any(|(.., data)| data.location.is_some()));
        if has_locations && from.dialect == Dialect::Dxil37 && !std::mem::replace(&mut self.has_units, true) {
            for id in listed(from, COMPILE_UNITS.into()) {
                self.pairing.import_metadata(into, *id);
            }
        }
    }

    /// Lists the compile units that have been brought, and says the version of the debug information if the other
    /// module does not: LLVM drops it all without either.
    fn list_units(&mut self, into: &mut Module) {
        let from = self.pairing.from();
        let units = listed(from, COMPILE_UNITS.into());
        let units: Vec<_> = units.iter().filter_map(|id| self.pairing.metadata(*id)).collect();
        if units.len() == self.listed_units {
            return;
        }
        self.listed_units = units.len();
        list(into, COMPILE_UNITS.into(), units);
        if let (Some(flag), None) = (debug_version(from), debug_version(into)) {
            let flag = self.pairing.import_metadata(into, flag);
            list(into, MODULE_FLAGS.into(), flag.into_iter().collect());
        }
    }

    /// The partner of a global: the one it has, or that of its name. Changes nothing but the types of the other module.
    fn find(&mut self, into: &mut Module, id: GlobalId) -> Result<Option<GlobalId>, ImportError> {
        if let Some(known) = self.pairing.global(id) {
            return Ok(Some(known));
        }
        let from = self.pairing.from();
        if from.dialect != into.dialect {
            return Err(ImportError::Dialect);
        }
        let global = from.globals.get(id).ok_or(ImportError::Missing { what: "a global" })?;
        self.learn(into);
        if is_local(global) {
            return Ok(None);
        }
        let Some(found) = self.names.ids.get(&global.name).copied() else { return Ok(None) };
        let Some(other) = into.globals.get(found).filter(|other| !is_local(other)) else { return Ok(None) };
        let conflict = |what| ImportError::Conflict { name: global.name.clone(), what };
        if discriminant(&other.kind) != discriminant(&global.kind) {
            return Err(conflict("a global of another kind"));
        }
        let (ty, value_type) = (other.ty, other.value_type);
        let is_same = self.import_type(into, global.ty)? == ty
            && self.import_type(into, global.value_type)? == value_type;
        if is_same { Ok(Some(found)) } else { Err(conflict("a global of another type")) }
    }

    /// Gives the global of the other module that has a name another one; it is local, and gives way to one that is not.
    fn rename(&mut self, into: &mut Module, name: &BStr) {
        let Some(found) = self.names.ids.remove(name) else { return };
        let new = self.unused(name);
        self.names.ids.insert(new.clone(), found);
        if let Some(other) = into.globals.get_mut(found) {
            other.name = new;
        }
    }

    /// Adds a declaration of a global; of an alias one of what it stands for. It has no metadata yet, which may refer
    /// to globals that are to be added.
    pub(super) fn add_shell(&mut self, into: &mut Module, global: &Global) -> Result<GlobalId, ImportError> {
        self.learn(into);
        let mut shell = Global {
            ty: self.import_type(into, global.ty)?,
            value_type: self.import_type(into, global.value_type)?,
            comdat: None,
            metadata: Vec::new(),
            ..global.declared()
        };
        let is_declaration = global.is_declaration();
        match &mut shell.kind {
            GlobalKind::Variable(variable) => {
                variable.initializer = None;
                if !is_declaration {
                    shell.linkage = Linkage::External;
                }
            }
            GlobalKind::Function(function) => {
                (function.prefix, function.prologue, function.personality) = (None, None, None);
                if let Some(list) = function.attributes {
                    function.attributes = Some(self.import_attributes(into, list)?);
                }
            }
            GlobalKind::Alias(alias) => {
                let thread_local = alias.thread_local;
                shell.linkage = Linkage::External;
                shell.kind = declaration(self.pairing.from().types.get(global.value_type), thread_local);
            }
        }
        if self.names.ids.contains_key(&shell.name) {
            if is_local(global) {
                shell.name = self.unused(shell.name.as_ref());
            } else {
                self.rename(into, shell.name.as_ref());
            }
        }
        let id = into.globals.push(shell);
        self.learn(into);
        Ok(id)
    }

    /// Gives a declaration what the definition has.
    pub(super) fn fill(
        &mut self,
        into: &mut Module,
        id: GlobalId,
        partner: GlobalId,
    ) -> Result<Option<BodyMap>, ImportError> {
        let from = self.pairing.from();
        let global = from.globals.get(id).ok_or(ImportError::Missing { what: "a global" })?;
        let comdat = global.comdat.and_then(|comdat| self.comdat(into, comdat));
        let mut optional = |value: Option<Value>| match value {
            None => Ok(None),
            Some(value) => self.value(into, value).map(Some),
        };
        let mut map = None;
        let kind = match &global.kind {
            GlobalKind::Variable(variable) => {
                let initializer = optional(variable.initializer)?;
                GlobalKind::Variable(crate::globals::Variable { initializer, ..variable.clone() })
            }
            GlobalKind::Alias(alias) => {
                GlobalKind::Alias(Alias { aliasee: self.value(into, alias.aliasee)?, ..alias.clone() })
            }
            GlobalKind::Function(function) => {
                let [prefix, prologue, personality] = [
                    optional(function.prefix)?,
                    optional(function.prologue)?,
                    optional(function.personality)?,
                ];
                let known = into.globals.get(partner).and_then(|global| global.function()?.attributes);
                let attributes = match (function.attributes, known) {
                    (Some(list), _) => Some(self.import_attributes(into, list)?),
                    (None, _) => None,
                };
                let body = match &function.body {
                    None => None,
                    Some(body) => {
                        let (body, of_body) = self.body(into, body)?;
                        map = Some(of_body);
                        Some(body)
                    }
                };
                let garbage_collector = function.garbage_collector.clone();
                GlobalKind::Function(Box::new(crate::globals::Function {
                    calling_convention: function.calling_convention,
                    attributes,
                    garbage_collector,
                    prologue,
                    prefix,
                    personality,
                    body,
                }))
            }
        };
        let metadata = self.attached(into, global)?;
        if let Some(filled) = into.globals.get_mut(partner) {
            let name = std::mem::take(&mut filled.name);
            let (ty, value_type) = (filled.ty, filled.value_type);
            *filled = Global { name, ty, value_type, comdat, metadata, kind, ..global.declared() };
            filled.linkage = global.linkage;
        }
        Ok(map)
    }

    /// A copy of a body in the terms of the other module.
    fn body(&mut self, into: &mut Module, body: &Body) -> Result<(Body, BodyMap), ImportError> {
        let missing = ImportError::Missing { what: "a value or block of a function" };
        if body.in_order().any(|(_, _, instruction)| instruction.op.has_targets()) {
            into.types.label();
        }
        body_copy::copied(body, &mut Terms { pairing: &mut self.pairing, into }).ok_or(missing)
    }

    fn value(&mut self, into: &mut Module, value: Value) -> Result<Value, ImportError> {
        self.pairing.import_value(into, value).ok_or(ImportError::Missing { what: "a constant or a global" })
    }

    /// The metadata attached to a global.
    fn attached(
        &mut self,
        into: &mut Module,
        global: &Global,
    ) -> Result<Vec<(u32, MetadataId)>, ImportError> {
        let mut terms = Terms { pairing: &mut self.pairing, into };
        let mut attached = Vec::with_capacity(global.metadata.len());
        for (kind, node) in &global.metadata {
            let kind = terms.kind(*kind).ok_or(ImportError::Missing { what: "a kind of metadata" })?;
            attached.extend(terms.metadata(*node).map(|node| (kind, node)));
        }
        Ok(attached)
    }

    fn comdat(&mut self, into: &mut Module, id: ComdatId) -> Option<ComdatId> {
        let comdat = self.pairing.from().comdats.get(id)?;
        let known = into.comdats.iter().find(|(_, other)| other.name == comdat.name).map(|(id, _)| id);
        Some(known.unwrap_or_else(|| into.comdats.push(comdat.clone())))
    }

    /// Looks at the globals that are new.
    fn learn(&mut self, into: &Module) {
        for index in self.names.known..into.globals.len() {
            let id = GlobalId::new(index);
            let name = into.globals.get(id).map(|global| &global.name);
            if let Some(name) = name.filter(|name| !name.is_empty()) {
                self.names.ids.entry(name.clone()).or_insert(id);
            }
        }
        self.names.known = into.globals.len();
    }

    /// A name that no global has, made of one that is taken.
    fn unused(&self, wanted: &BStr) -> BString {
        let mut number = self.names.known;
        loop {
            let mut name = wanted.to_owned();
            name.extend_from_slice(format!(".{number}").as_bytes());
            if !self.names.ids.contains_key(&name) {
                return name;
            }
            number += 1;
        }
    }

    pub(super) fn into_pairing(self) -> Pairing<'m> {
        self.pairing
    }

    pub(super) fn set_global(&mut self, id: GlobalId, partner: GlobalId) {
        self.pairing.set_global(id, partner);
    }
}

/// What the terms of one module are in those of another.
struct Terms<'a, 'm> {
    pairing: &'a mut Pairing<'m>,
    into: &'a mut Module,
}

impl Translate for Terms<'_, '_> {
    fn ty(&mut self, ty: TypeId) -> Option<TypeId> {
        self.pairing.import_type(self.into, ty)
    }

    fn value(&mut self, value: Value) -> Option<Value> {
        self.pairing.import_value(self.into, value)
    }

    fn metadata(&mut self, id: MetadataId) -> Option<MetadataId> {
        self.pairing.import_metadata(self.into, id)
    }

    fn no_metadata(&mut self) -> MetadataId {
        self.into.tuple(&[])
    }

    fn attributes(&mut self, id: AttributeListId, _: TypeId) -> Option<AttributeListId> {
        self.pairing.import_attribute_list(self.into, id)
    }

    fn scope(&mut self, scope: SyncScope) -> Option<SyncScope> {
        if scope.0 < SyncScope::FIRST_NAMED {
            return Some(scope);
        }
        self.into.sync_scope(self.pairing.from().sync_scope_name(scope)?)
    }

    fn kind(&mut self, kind: u32) -> Option<u32> {
        let name = self.pairing.from().metadata_kinds.get(usize::try_from(kind).ok()?)?;
        let known = self.into.metadata_kinds.iter().position(|known| known == name);
        let index = known.unwrap_or_else(|| {
            self.into.metadata_kinds.push(name.clone());
            self.into.metadata_kinds.len() - 1
        });
        u32::try_from(index).ok()
    }
}

/// What metadata with a name lists.
fn listed<'m>(module: &'m Module, name: &BStr) -> &'m [MetadataId] {
    let named = module.named_metadata.iter().find(|named| named.name == name);
    named.map_or(&[], |named| &named.operands)
}

/// Adds to what metadata with a name lists; compile units and flags but once each.
fn list(into: &mut Module, name: &BStr, mut new: Vec<MetadataId>) {
    let place = into.named_metadata.iter().position(|named| named.name == name);
    if name == COMPILE_UNITS || name == MODULE_FLAGS {
        let mut known: HashSet<_> = listed(into, name).iter().copied().collect();
        new.retain(|id| known.insert(*id));
    }
    if new.is_empty() {
        return;
    }
    match place.and_then(|place| into.named_metadata.get_mut(place)) {
        Some(named) => named.operands.extend(new),
        None => into.named_metadata.push(NamedMetadata { name: name.to_owned(), operands: new }),
    }
}

/// The module flag that says the version of debug information.
fn debug_version(module: &Module) -> Option<MetadataId> {
    let is_it = |flag: &&MetadataId| {
        let name = module.metadata.operand(**flag, 1).flatten().and_then(|name| module.metadata.get(name));
        matches!(name, Some(Metadata::String(name)) if module.metadata.string(name) == "Debug Info Version")
    };
    listed(module, MODULE_FLAGS.into()).iter().find(is_it).copied()
}

/// Whether a global cannot be seen from other modules.
fn is_local(global: &Global) -> bool {
    global.name.is_empty() || matches!(global.linkage, Linkage::Internal | Linkage::Private)
}

fn is_defined_in(module: &Module, id: Option<GlobalId>) -> bool {
    id.and_then(|id| module.globals.get(id)).is_some_and(|global| !global.is_declaration())
}

/// A declaration of what an alias stands for.
fn declaration(value_type: Option<&Type>, thread_local: ThreadLocal) -> GlobalKind {
    if matches!(value_type, Some(Type::Function { .. })) {
        GlobalKind::Function(Box::default())
    } else {
        GlobalKind::Variable(Variable { thread_local, ..Variable::default() })
    }
}
