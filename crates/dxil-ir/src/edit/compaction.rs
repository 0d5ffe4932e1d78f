//! A copy of a module without what nothing refers to: types, constants, attributes and metadata that are only in their
//! arenas, instructions and blocks that were taken out, lists that are no longer used. Separate from importing because
//! here every global comes along, in its order, and the module's own words too.
//!
//! Who keeps a module for long after editing it much, or wants to know what is still used, makes such a copy; ids of
//! the old module are translated with the maps.

use crate::arena::IdMap;
use crate::{ConstantId, GlobalId, MetadataId, Module, NamedMetadata, Type, TypeId};

pub use super::body_copy::BodyMap;
use super::{ImportError, Importer};

/// A module without holes, and what became of the old one's things.
pub struct Compacted {
    /// The module.
    pub module: Module,
    /// The parts of each function that is defined, by the ids of the new module.
    pub functions: IdMap<GlobalId, Option<BodyMap>>,
    types: Vec<Option<TypeId>>,
    constants: Vec<Option<ConstantId>>,
    metadata: Vec<Option<MetadataId>>,
}

impl Compacted {
    /// What a type became; `None` if nothing referred to it.
    pub fn ty(&self, id: TypeId) -> Option<TypeId> {
        get(&self.types, id)
    }

    /// What a constant became; `None` if nothing referred to it.
    pub fn constant(&self, id: ConstantId) -> Option<ConstantId> {
        get(&self.constants, id)
    }

    /// What a piece of metadata became; `None` if nothing referred to it.
    pub fn metadata(&self, id: MetadataId) -> Option<MetadataId> {
        get(&self.metadata, id)
    }
}

fn get<K: crate::arena::Id>(map: &[Option<K>], id: K) -> Option<K> {
    map.get(id.index()).copied().flatten()
}

/// Copies a module without what nothing refers to. Globals keep their ids. The orders that the module was stored in are
/// forgotten.
///
/// # Errors
///
/// The module refers to what it does not have; [`verify`](crate::verify()) says more about it.
pub fn compacted(module: &Module) -> Result<Compacted, ImportError> {
    let mut new = Module {
        dialect: module.dialect,
        triple: module.triple.clone(),
        data_layout: module.data_layout.clone(),
        inline_assembly: module.inline_assembly.clone(),
        source_filename: module.source_filename.clone(),
        metadata_kinds: module.metadata_kinds.clone(),
        sync_scopes: module.sync_scopes.clone(),
        ..Module::default()
    };
    let mut importer = Importer::new(module);
    if let Some(ty) = module.types.find(&Type::Metadata) {
        importer.import_type(&mut new, ty)?;
    }
    for (id, global) in module.globals.iter() {
        let partner = importer.add_shell(&mut new, global)?;
        importer.set_global(id, partner);
    }
    let mut functions = IdMap::<GlobalId, Option<BodyMap>>::new();
    for id in module.globals.keys() {
        let partner = importer.global(id).ok_or(ImportError::Missing { what: "a global" })?;
        let map = importer.fill(&mut new, id, partner)?;
        #[allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]
        if map.is_some() {
            functions[partner] = map;
        }
    }
    let mut lists = Vec::with_capacity(module.named_metadata.len());
    for named in &module.named_metadata {
        let operands =
            named.operands.iter().filter_map(|id| importer.import_metadata(&mut new, *id)).collect();
        lists.push(NamedMetadata { name: named.name.clone(), operands });
    }
    // As they are, whatever importing listed.
    new.named_metadata = lists;
    let pairing = importer.into_pairing();
    let types = module.types.iter().map(|(id, _)| pairing.ty(id)).collect();
    let constants = module.constants.iter().map(|(id, _)| pairing.constant(id)).collect();
    let metadata = module.metadata.iter().map(|(id, _)| pairing.metadata(id)).collect();
    Ok(Compacted { module: new, functions, types, constants, metadata })
}
