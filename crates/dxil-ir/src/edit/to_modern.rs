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
mod conversion;
mod debug_info;
mod error;
mod expansion;
mod intrinsics;
mod metadata;
mod nodes;
mod recall;
mod types;

use bstr::BStr;

use crate::data_layout;
use crate::globals::{Alias, Function, GlobalKind, Variable};
use crate::instruction::SyncScope;
use crate::{
    AttributeListId, Dialect, Global, GlobalId, MetadataId, Module, NamedMetadata, TypeId, Value, ValueKind,
};

use self::conversion::Conversion;
use self::error::Result;
pub use self::error::{ToModernError, ToModernErrorKind};
use super::body_copy::Translate;

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
pub fn modernized(module: &Module) -> std::result::Result<Module, ToModernError> {
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
) -> std::result::Result<(Module, Vec<TypeId>), ToModernError> {
    if module.dialect == Dialect::Modern {
        return Err(ToModernErrorKind::Dialect.of_module());
    }
    let mut conversion = Conversion::new(module, data_layout);
    conversion.module()?;
    let types = wanted.iter().map(|ty| conversion.ty(*ty)).collect::<Result<_>>();
    let types = types.map_err(ToModernErrorKind::of_module)?;
    Ok((conversion.into, types))
}

impl<'m> Conversion<'m> {
    fn module(&mut self) -> std::result::Result<(), ToModernError> {
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
        self.attach_subprograms().map_err(ToModernErrorKind::of_module)?;
        self.say_alignments().map_err(ToModernErrorKind::of_module)?;
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
}

impl Translate for Conversion<'_> {
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
