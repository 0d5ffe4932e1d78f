//! The change of dialect: a module of LLVM 3.7 becomes the same program in today's IR, as LLVM's own reader makes it of
//! old bitcode. Separate from importing because nothing here stays as it is: types lose what pointers point to, and
//! constants, attributes, intrinsics and debug information have other words.
//!
//! It knows nothing of DirectX: calls of `dx.op.*` stay calls, metadata with names stays metadata.
//!
//! Source: what LLVM 22 makes of LLVM 3.7's bitcode.

mod alignments;
mod attributes;
mod bodies;
mod calls;
mod constants;
mod debug_info;
mod error;
mod expansion;
mod intrinsics;
mod metadata;
mod nodes;
mod types;

use hashbrown::HashMap;

use bstr::BStr;

use crate::arena::{IdMap, PackedOption};
use crate::data_layout;
use crate::globals::{Alias, Function, GlobalKind, Variable};
use crate::instruction::SyncScope;
use crate::metadata::fixed_kinds;
use crate::{
    AttributeListId, ConstantId, Dialect, Global, GlobalId, MetadataId, Module, NamedMetadata, TypeId, Value,
    ValueKind,
};

use self::debug_info::DebugInfo;
pub use self::error::{ModernizeError, ModernizeErrorKind};
use super::body_copy::Translate;

type Result<T> = std::result::Result<T, ModernizeErrorKind>;

/// The same program in today's IR. Globals keep their order; intrinsics of debug information are no more, and those
/// that had several types are one. The orders that the module was stored in are forgotten.
///
/// What LLVM's reader keeps without a meaning is left out: casts of pointers to pointers, and intrinsics of lifetimes
/// that nothing calls have the name that their calls need. A global variable that two lists name has one expression.
/// What today's rules forbid and those of 3.7 do not, [`verify`](crate::verify()) finds.
///
/// # Errors
///
/// The module is of today's dialect already, has something that today's IR has no word for, or refers to what it does
/// not have; [`verify`](crate::verify()) says more about the last.
pub fn modernized(module: &Module) -> std::result::Result<Module, ModernizeError> {
    // LLVM 3.7 reads specifications that no later release has; they have no effect on sizes.
    let data_layout = data_layout::known_specifications(&module.data_layout);
    modernized_with_types(module, &[], data_layout.as_ref()).map(|(module, _)| module)
}

/// The same, with types that nothing but a pointer may refer to, and what they became: what pointers point to is lost
/// otherwise. The module gets this data layout, by which all is aligned that says nothing of it.
///
/// # Errors
///
/// Those of [`modernized`].
pub fn modernized_with_types(
    module: &Module,
    wanted: &[TypeId],
    data_layout: &BStr,
) -> std::result::Result<(Module, Vec<TypeId>), ModernizeError> {
    if module.dialect == Dialect::Modern {
        return Err(ModernizeErrorKind::Dialect.of_module());
    }
    let mut modernizer = Modernizer::new(module, data_layout);
    modernizer.module()?;
    let types = wanted.iter().map(|ty| modernizer.ty(*ty)).collect::<Result<_>>();
    let types = types.map_err(ModernizeErrorKind::of_module)?;
    Ok((modernizer.into, types))
}

/// What the things of a module became in the new one.
struct Modernizer<'m> {
    from: &'m Module,
    into: Module,
    types: IdMap<TypeId, PackedOption<TypeId>>,
    /// A cast that says nothing any more became what was cast.
    constants: IdMap<ConstantId, PackedOption<Value>>,
    /// By the type of the function, too, which says what some attributes are about.
    attribute_lists: HashMap<(AttributeListId, TypeId), AttributeListId>,
    metadata: IdMap<MetadataId, PackedOption<MetadataId>>,
    /// The new numbers of kinds of metadata by name.
    kinds: HashMap<&'m BStr, u32>,
    debug: DebugInfo<'m>,
    /// Whether a constant is an expression that today's IR has no word for.
    has_expressions: bool,
    /// How many instructions constant expressions became.
    expanded: usize,
    /// What went wrong where only nothing can be given back.
    fault: Option<ModernizeErrorKind>,
}

impl<'m> Modernizer<'m> {
    fn new(from: &'m Module, data_layout: &BStr) -> Self {
        let mut into = Module {
            dialect: Dialect::Modern,
            triple: from.triple.clone(),
            data_layout: data_layout.into(),
            inline_assembly: from.inline_assembly.clone(),
            source_filename: from.source_filename.clone(),
            metadata_kinds: fixed_kinds(Dialect::Modern).iter().map(|name| (*name).into()).collect(),
            sync_scopes: from.sync_scopes.clone(),
            comdats: from.comdats.clone(),
            ..Module::default()
        };
        into.types.intern(crate::Type::Metadata);
        Self {
            from,
            into,
            types: IdMap::new(),
            constants: IdMap::new(),
            attribute_lists: HashMap::new(),
            metadata: IdMap::new(),
            kinds: (0..)
                .zip(fixed_kinds(Dialect::Modern))
                .map(|(index, name)| ((*name).into(), index))
                .collect(),
            debug: DebugInfo::default(),
            has_expressions: false,
            expanded: 0,
            fault: None,
        }
    }

    fn module(&mut self) -> std::result::Result<(), ModernizeError> {
        let from = self.from;
        self.learn_debug_info();
        for (id, global) in from.globals.iter() {
            let shell = self.shell(global).map_err(|kind| kind.of_global(global, id))?;
            self.into.globals.push(shell);
        }
        for (id, global) in from.globals.iter() {
            self.fill(id, global).map_err(|kind| kind.of_global(global, id))?;
        }
        for named in &from.named_metadata {
            let operands = named.operands.iter().map(|id| self.any_metadata(*id)).collect::<Result<_>>();
            let operands = operands.map_err(|kind| kind.of_metadata(named.name.as_ref()))?;
            self.into.named_metadata.push(NamedMetadata { name: named.name.clone(), operands });
        }
        self.attach_subprograms().map_err(ModernizeErrorKind::of_module)?;
        self.say_alignments().map_err(ModernizeErrorKind::of_module)?;
        // Last: from here on, globals have other ids.
        self.renew_intrinsics()
    }

    /// A global without what it refers to, which may be what comes behind it.
    fn shell(&mut self, global: &Global) -> Result<Global> {
        let kind = match &global.kind {
            GlobalKind::Variable(variable) => {
                GlobalKind::Variable(Variable { initializer: None, ..variable.clone() })
            }
            GlobalKind::Function(function) => {
                let attributes = match function.attributes {
                    Some(list) => Some(self.attribute_list(list, global.value_type)?),
                    None => None,
                };
                GlobalKind::Function(Box::new(Function {
                    calling_convention: function.calling_convention,
                    attributes,
                    garbage_collector: function.garbage_collector.clone(),
                    ..Function::default()
                }))
            }
            GlobalKind::Alias(alias) => GlobalKind::Alias(alias.clone()),
        };
        let (ty, value_type) = (self.ty(global.ty)?, self.ty(global.value_type)?);
        Ok(Global {
            name: global.name.clone(),
            ty,
            value_type,
            linkage: global.linkage,
            visibility: global.visibility,
            dll_storage: global.dll_storage,
            unnamed_address: global.unnamed_address,
            is_dso_local: global.is_dso_local,
            metadata: Vec::new(),
            alignment: global.alignment,
            section: global.section.clone(),
            comdat: global.comdat,
            kind,
        })
    }

    /// Gives a global what it refers to.
    fn fill(&mut self, id: GlobalId, global: &Global) -> Result<()> {
        let mut metadata = Vec::with_capacity(global.metadata.len());
        for (kind, node) in &global.metadata {
            metadata.push((self.metadata_kind(*kind)?, self.any_metadata(*node)?));
        }
        let mut optional = |value: Option<Value>| value.map(|value| self.outer_value(value)).transpose();
        match &global.kind {
            GlobalKind::Variable(Variable { initializer, .. }) => {
                let new = optional(*initializer)?;
                if let Some(GlobalKind::Variable(variable)) = self.new_kind(id) {
                    variable.initializer = new;
                }
            }
            GlobalKind::Alias(Alias { aliasee, .. }) => {
                let new = self.outer_value(*aliasee)?;
                if let Some(GlobalKind::Alias(alias)) = self.new_kind(id) {
                    alias.aliasee = new;
                }
            }
            GlobalKind::Function(function) => {
                let prefix = optional(function.prefix)?;
                let prologue = optional(function.prologue)?;
                let personality = optional(function.personality)?;
                let body = match &function.body {
                    Some(body) => {
                        let function_type = self.ty(global.value_type)?;
                        Some(self.body(body, function_type)?)
                    }
                    None => None,
                };
                if let Some(GlobalKind::Function(function)) = self.new_kind(id) {
                    (function.prefix, function.prologue) = (prefix, prologue);
                    (function.personality, function.body) = (personality, body);
                }
            }
        }
        if let Some(new) = self.into.globals.get_mut(id) {
            new.metadata.extend(metadata);
        }
        Ok(())
    }

    fn new_kind(&mut self, id: GlobalId) -> Option<&mut GlobalKind> {
        self.into.globals.get_mut(id).map(|global| &mut global.kind)
    }

    fn metadata_kind(&mut self, kind: u32) -> Result<u32> {
        let name = usize::try_from(kind).ok().and_then(|kind| self.from.metadata_kinds.get(kind));
        let name = name.ok_or(ModernizeErrorKind::Missing { what: "a kind of metadata" })?;
        if let Some(known) = self.kinds.get(name.as_ref() as &BStr) {
            return Ok(*known);
        }
        let index = u32::try_from(self.into.metadata_kinds.len());
        let index = index.map_err(|_| ModernizeErrorKind::Missing { what: "a kind of metadata" })?;
        self.into.metadata_kinds.push(name.clone());
        self.kinds.insert(name.as_ref(), index);
        Ok(index)
    }

    /// Keeps what went wrong, if something did.
    fn kept<T>(&mut self, result: Result<T>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(fault) => {
                self.fault.get_or_insert(fault);
                None
            }
        }
    }
}

impl Translate for Modernizer<'_> {
    fn ty(&mut self, ty: TypeId) -> Option<TypeId> {
        let result = self.ty(ty);
        self.kept(result)
    }

    fn value(&mut self, value: Value) -> Option<Value> {
        let result = if let ValueKind::Constant(id) = value.kind() {
            // What becomes instructions does so once the body is there.
            self.constant(id)
        } else {
            self.outer_value(value)
        };
        self.kept(result)
    }

    fn metadata(&mut self, id: MetadataId) -> Option<MetadataId> {
        let result = self.metadata_in_code(id);
        self.kept(result)
    }

    fn no_metadata(&mut self) -> MetadataId {
        self.into.tuple(&[])
    }

    fn attributes(&mut self, id: AttributeListId, function_type: TypeId) -> Option<AttributeListId> {
        let result = self.attribute_list(id, function_type);
        self.kept(result)
    }

    fn scope(&mut self, scope: SyncScope) -> Option<SyncScope> {
        Some(scope)
    }

    fn kind(&mut self, kind: u32) -> Option<u32> {
        let result = self.metadata_kind(kind);
        self.kept(result)
    }
}

impl Modernizer<'_> {
    /// What a value became that is not one of a function.
    fn outer_value(&mut self, value: Value) -> Result<Value> {
        match value.kind() {
            ValueKind::Constant(id) => self.plain_constant(id),
            ValueKind::Global(id) if self.from.globals.has(id) => Ok(value),
            ValueKind::Metadata(id) => self.metadata_in_code(id).map(Value::from),
            ValueKind::Global(_)
            | ValueKind::Argument(_)
            | ValueKind::Instruction(_)
            | ValueKind::LocalMetadata(_)
            | ValueKind::Forward(_) => Err(ModernizeErrorKind::Missing { what: "a value" }),
        }
    }
}
