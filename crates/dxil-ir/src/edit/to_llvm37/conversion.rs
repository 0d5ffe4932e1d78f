//! The conversion in progress: the module, and the types, constants and attribute lists that are already converted.
//! Separate because every step reads and extends it.

use hashbrown::HashMap;

use crate::arena::Id as _;
use crate::{AttributeListId, GlobalId, Module, Type, TypeId, Value, ValueKind};

use super::error::Result;
use super::types;

/// A module that is being converted in place.
pub(super) struct Conversion<'m> {
    pub(super) module: &'m mut Module,
    /// The converted type of each type of the source module; pointers point to `i8`.
    pub(super) types: Vec<TypeId>,
    pub(super) constants: HashMap<Value, Value>,
    pub(super) attribute_lists: HashMap<AttributeListId, Option<AttributeListId>>,
    /// The converted function types.
    pub(super) functions: HashMap<GlobalId, TypeId>,
}

impl<'m> Conversion<'m> {
    pub(super) fn new(module: &'m mut Module) -> Result<Self> {
        let types = types::map(module)?;
        Ok(Self {
            module,
            types,
            constants: HashMap::new(),
            attribute_lists: HashMap::new(),
            functions: HashMap::new(),
        })
    }

    /// The converted type of a type of the source module.
    pub(super) fn ty(&self, id: TypeId) -> TypeId {
        self.types.get(id.index()).copied().unwrap_or(id)
    }

    /// The type of a value that is neither an argument nor an instruction.
    pub(super) fn type_of(&self, value: Value) -> Option<TypeId> {
        match value.kind() {
            ValueKind::Global(id) => self.module.globals.get(id).map(|global| global.ty),
            _ => self.module.type_of(None, value),
        }
    }

    pub(super) fn is_pointer(&self, ty: TypeId) -> bool {
        matches!(self.module.types.get(ty), Some(Type::Pointer(..)))
    }
}
