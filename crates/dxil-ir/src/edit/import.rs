//! Bringing functions, variables, types, constants and metadata from one module into another. Separate from sessions because
//! two modules meet here, and only one of them changes.

use std::collections::HashMap;
use std::mem::discriminant;

use bstr::{BStr, BString};

use crate::arena::IdSet;
use crate::constants::ConstantKind;
use crate::globals::{Alias, GlobalKind};
use crate::instruction::SyncScope;
use crate::pairing::Pairing;
use crate::{
    AttributeListId, Body, ComdatId, ConstantId, Global, GlobalId, Linkage, MetadataId, Module, TypeId,
    Value, ValueKind,
};

use super::ImportError;
use super::body_copy::{self, BodyMap, Translate};

/// Metadata that lists what all debug information belongs to.
const COMPILE_UNITS: &str = "llvm.dbg.cu";

/// Brings things of the module `from` into another one, which every call is given and must be the same.
///
/// Types, constants and attributes are merged with those that are equal: types by structure, structures with names by name and
/// structure; one whose name stands for another structure gets another name. Metadata that is distinct is brought once.
/// Globals are merged by name, unless either is local to its module (`internal`, `private`): then the local one gets another
/// name.
///
/// A function or variable is declared or defined. What a definition refers to is declared, and defined as well where
/// it is local to its module: nobody else could. Metadata refers to those globals alone that have been brought when it
/// is: who brings many functions with debug information declares all of them first.
pub struct Importer<'m> {
    pairing: Pairing<'m>,
    /// The globals of the other module by name, as far as they have been looked at.
    names: HashMap<BString, GlobalId>,
    known: usize,
    defined: IdSet<GlobalId>,
    has_units: bool,
}

impl<'m> Importer<'m> {
    /// An importer of what `from` has.
    pub fn new(from: &'m Module) -> Self {
        let pairing = Pairing::empty(from);
        Self { pairing, names: HashMap::new(), known: 0, defined: IdSet::new(), has_units: false }
    }

    /// What a global became; `None` if it has not been brought.
    pub fn global(&self, id: GlobalId) -> Option<GlobalId> {
        self.pairing.global(id)
    }

    /// Declares a global, unless the other module has it. An alias is defined at once, with what it is another name for.
    ///
    /// # Errors
    ///
    /// There is no such global, the modules are of different dialects, or its name stands for a global of another kind or
    /// type.
    pub fn declare(&mut self, into: &mut Module, id: GlobalId) -> Result<GlobalId, ImportError> {
        let is_new = self.pairing.global(id).is_none();
        let partner = self.partner(into, id)?;
        let is_alias =
            into.globals.get(partner).is_some_and(|global| !is_defined(global) && global.aliasee().is_some());
        if is_new && is_alias { self.define(into, id) } else { Ok(partner) }
    }

    /// The partner of a global, which is added if there is none.
    fn partner(&mut self, into: &mut Module, id: GlobalId) -> Result<GlobalId, ImportError> {
        if let Some(known) = self.pairing.global(id) {
            return Ok(known);
        }
        let from = self.pairing.from();
        if from.dialect != into.dialect {
            return Err(ImportError::Dialect);
        }
        let global = from.globals.get(id).ok_or(ImportError::Missing { what: "a global" })?;
        let partner = match self.found(into, global)? {
            Some(found) => found,
            None => self.add_shell(into, global)?,
        };
        self.pairing.set_global(id, partner);
        Ok(partner)
    }

    /// Brings the definition of a function, a variable or an alias.
    ///
    /// # Errors
    ///
    /// Those of [`declare`](Self::declare) for it and what it refers to; it is not defined, or the other module defines it;
    /// an id that `from` does not have.
    pub fn define(&mut self, into: &mut Module, id: GlobalId) -> Result<GlobalId, ImportError> {
        let from = self.pairing.from();
        let partner = self.partner(into, id)?;
        if self.defined.contains(id) {
            return Ok(partner);
        }
        let mut waiting = vec![id];
        while let Some(id) = waiting.pop() {
            if self.defined.contains(id) {
                continue;
            }
            let global = from.globals.get(id).ok_or(ImportError::Missing { what: "a global" })?;
            let partner = self.partner(into, id)?;
            if !is_defined(global) {
                return Err(ImportError::NotDefined { name: global.name.clone() });
            }
            if into.globals.get(partner).is_some_and(is_defined) {
                return Err(ImportError::Defined { name: global.name.clone() });
            }
            self.defined.insert(id);
            for (referred, must_be_defined) in references(from, global) {
                let partner = self.partner(into, referred)?;
                if into.globals.get(partner).is_some_and(is_defined) {
                    continue;
                }
                let other = from.globals.get(referred);
                let is_needed = must_be_defined
                    || other.is_some_and(|other| is_local(other) || other.aliasee().is_some());
                if is_needed && other.is_some_and(is_defined) && !self.defined.contains(referred) {
                    waiting.push(referred);
                }
            }
            self.fill(into, id, partner)?;
        }
        if let Some(encoding) = &mut into.encoding {
            // What was brought uses what was there.
            encoding.use_lists.clear();
        }
        Ok(partner)
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
        let mut globals = Vec::new();
        Referred::default().value(self.pairing.from(), id.into(), &mut globals);
        for (global, _) in globals {
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
    /// not been brought are left out. `None` where it is such a global itself.
    pub fn import_metadata(&mut self, into: &mut Module, id: MetadataId) -> Option<MetadataId> {
        self.pairing.import_metadata(into, id)
    }

    /// Adds what metadata with a name lists to that of the same name.
    pub fn import_named_metadata(&mut self, into: &mut Module, name: &BStr) {
        let from = self.pairing.from();
        let Some(named) = from.named_metadata.iter().find(|named| named.name == name) else { return };
        for id in &named.operands {
            let Some(id) = self.pairing.import_metadata(into, *id) else { continue };
            match into.named_metadata.iter_mut().find(|other| other.name == name) {
                Some(other) => other.operands.push(id),
                None => {
                    let operands = vec![id];
                    into.named_metadata.push(crate::NamedMetadata { name: name.to_owned(), operands });
                }
            }
        }
    }

    /// The global of the other module that one is merged with.
    fn found(&mut self, into: &mut Module, global: &Global) -> Result<Option<GlobalId>, ImportError> {
        self.learn(into);
        if is_local(global) {
            return Ok(None);
        }
        let Some(found) = self.names.get(&global.name).copied() else { return Ok(None) };
        let conflict = |what| ImportError::Conflict { name: global.name.clone(), what };
        let Some(other) = into.globals.get(found) else { return Ok(None) };
        if is_local(other) {
            // The local one gives way.
            let name = self.unused(global.name.as_ref());
            self.names.insert(name.clone(), found);
            self.names.remove(&global.name);
            if let Some(other) = into.globals.get_mut(found) {
                other.name = name;
            }
            return Ok(None);
        }
        if discriminant(&other.kind) != discriminant(&global.kind) {
            return Err(conflict("a global of another kind"));
        }
        let (ty, value_type) = (other.ty, other.value_type);
        let is_same = self.import_type(into, global.ty)? == ty
            && self.import_type(into, global.value_type)? == value_type;
        if is_same { Ok(Some(found)) } else { Err(conflict("a global of another type")) }
    }

    /// Adds a declaration of a global.
    pub(super) fn add_shell(&mut self, into: &mut Module, global: &Global) -> Result<GlobalId, ImportError> {
        self.learn(into);
        let mut shell = Global {
            ty: self.import_type(into, global.ty)?,
            value_type: self.import_type(into, global.value_type)?,
            comdat: None,
            metadata: self.attached(into, global)?,
            ..global.declared()
        };
        let is_declaration = !is_defined(global);
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
            GlobalKind::Alias(alias) => alias.aliasee = Value::new(ValueKind::Forward(0)),
        }
        if self.names.contains_key(&shell.name) {
            shell.name = self.unused(shell.name.as_ref());
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
        let has_locations = body.in_order().any(|(.., data)| data.location.is_some());
        if has_locations && !std::mem::replace(&mut self.has_units, true) {
            self.import_named_metadata(into, COMPILE_UNITS.into());
        }
        let missing = ImportError::Missing { what: "what a function refers to" };
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
        for (id, global) in into.globals.iter().skip(self.known) {
            if !global.name.is_empty() {
                self.names.entry(global.name.clone()).or_insert(id);
            }
        }
        self.known = into.globals.len();
    }

    /// A name that no global has, made of one that is taken.
    fn unused(&self, wanted: &BStr) -> BString {
        let mut number = self.known;
        loop {
            let mut name = wanted.to_owned();
            name.extend_from_slice(format!(".{number}").as_bytes());
            if !self.names.contains_key(&name) {
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

    fn attributes(&mut self, id: AttributeListId) -> Option<AttributeListId> {
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

/// Whether a global cannot be seen from other modules.
fn is_local(global: &Global) -> bool {
    global.name.is_empty() || matches!(global.linkage, Linkage::Internal | Linkage::Private)
}

fn is_defined(global: &Global) -> bool {
    match &global.kind {
        GlobalKind::Variable(variable) => variable.initializer.is_some(),
        GlobalKind::Function(function) => function.body.is_some(),
        GlobalKind::Alias(alias) => !matches!(alias.aliasee.kind(), ValueKind::Forward(_)),
    }
}

/// The globals that a global refers to, itself or by way of constants, and whether they have to be defined for that.
fn references(module: &Module, global: &Global) -> Vec<(GlobalId, bool)> {
    let (mut referred, mut found) = (Referred::default(), Vec::new());
    match &global.kind {
        GlobalKind::Variable(variable) => {
            variable.initializer.iter().for_each(|value| referred.value(module, *value, &mut found));
        }
        GlobalKind::Alias(alias) => {
            referred.value(module, alias.aliasee, &mut found);
            found.iter_mut().for_each(|(_, must_be_defined)| *must_be_defined = true);
        }
        GlobalKind::Function(function) => {
            let data = [function.prefix, function.prologue, function.personality];
            data.iter().flatten().for_each(|value| referred.value(module, *value, &mut found));
            let Some(body) = &function.body else { return found };
            for (.., instruction) in body.in_order() {
                instruction.op.each_operand(&body.lists, |value| referred.value(module, value, &mut found));
            }
        }
    }
    found
}

/// What has been walked through for the globals in it.
#[derive(Default)]
struct Referred {
    constants: IdSet<ConstantId>,
    globals: IdSet<GlobalId>,
}

impl Referred {
    fn value(&mut self, module: &Module, value: Value, found: &mut Vec<(GlobalId, bool)>) {
        let mut waiting = vec![(value, false)];
        while let Some((value, must_be_defined)) = waiting.pop() {
            match value.kind() {
                ValueKind::Global(id) => {
                    if module.globals.has(id) && (must_be_defined || self.globals.insert(id)) {
                        found.push((id, must_be_defined));
                    }
                }
                ValueKind::Constant(id)
                    if module.constants.get(id).is_some() && self.constants.insert(id) =>
                {
                    let Some(constant) = module.constants.get(id) else { continue };
                    let is_address = matches!(constant.kind, ConstantKind::BlockAddress(..));
                    waiting.extend(constant.kind.operands().iter().map(|operand| (*operand, is_address)));
                }
                ValueKind::Constant(_)
                | ValueKind::Argument(_)
                | ValueKind::Instruction(_)
                | ValueKind::Metadata(_)
                | ValueKind::LocalMetadata(_)
                | ValueKind::Forward(_) => {}
            }
        }
    }
}
