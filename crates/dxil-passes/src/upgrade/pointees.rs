//! Pointee types of parameters, results and resource variables, which only pointers of LLVM 3.7 contain. Separate
//! because the upgrade reads them before pointers become opaque, and writes them after all passes.

use std::collections::BTreeMap;

use bstr::{BStr, BString, ByteSlice as _};
use dxil_ir::metadata::Metadata;
use dxil_ir::{GlobalId, MetadataId, Module, Type, TypeId};
use hashbrown::HashMap;

/// Metadata that keeps pointee types of parameters: the function, the index of the parameter, or -1 for the result, and
/// an undef value of the pointee type.
pub(crate) const PARAMETERS: &str = "dxil.upgrade.parameters";

/// The position of a resource in `dx.resources`: the index of its class, and its index in the class.
pub(super) type ResourcePosition = (usize, usize);

/// The parameter index that stands for the result of a function.
pub(crate) const RESULT: u32 = u32::MAX;

/// The pointee type of a parameter or a result, such as a ray payload, whose size RDAT contains.
#[derive(Debug, Clone)]
pub(super) struct Parameter {
    function: BString,
    index: u32,
    /// The pointee type.
    pub(super) pointee: TypeId,
}

/// Returns the pointee types of the parameters and results of all functions.
pub(super) fn parameters(module: &Module) -> Vec<Parameter> {
    let mut found = Vec::new();
    for (_, global) in module.globals.iter() {
        if global.name.starts_with(b"llvm.") {
            continue;
        }
        let Some(Type::Function { parameters, result, .. }) = module.types.get(global.value_type) else {
            continue;
        };
        for (index, ty) in (0..).zip(parameters).chain([(RESULT, result)]) {
            let pointee = module.types.pointee(*ty);
            found.extend(pointee.map(|pointee| Parameter { function: global.name.clone(), index, pointee }));
        }
    }
    found
}

/// Appends the pointee types of parameters and results to the metadata [`PARAMETERS`].
pub(super) fn keep_parameters(module: &mut Module, parameters: Vec<Parameter>) {
    let i32 = module.types.int(32);
    if parameters.is_empty() {
        return;
    }
    let mut named = HashMap::<BString, GlobalId>::new();
    for (id, global) in module.globals.iter() {
        named.entry(global.name.clone()).or_insert(id);
    }
    for Parameter { function, index, pointee } in parameters {
        let Some(function) = named.get(&function).copied() else { continue };
        let (index, pointee) = (module.int(i32, i64::from(index.cast_signed())), module.undef(pointee));
        let parts = [function.into(), index, pointee].map(|value| Some(module.value_as_metadata(value)));
        let node = module.tuple(&parts);
        module.add_named_metadata(PARAMETERS, &[node]);
    }
}

/// Returns the HLSL types of resources by position: the pointee types of the variables in `dx.resources`.
pub(super) fn pointees(module: &Module) -> BTreeMap<ResourcePosition, TypeId> {
    let mut found = BTreeMap::new();
    for (position, variable) in variables(module, b"dx.resources".as_bstr()) {
        let ty = module.metadata.get(variable).and_then(|metadata| match metadata {
            Metadata::Value(ty, _) => module.types.pointee(ty),
            _ => None,
        });
        found.extend(ty.map(|ty| (position, ty)));
    }
    found
}

/// Returns the variable of each resource by position. `name` is the name of the named metadata with the resources.
pub(super) fn variables(module: &Module, name: &BStr) -> Vec<(ResourcePosition, MetadataId)> {
    let mut found = Vec::new();
    let lists = module.named_metadata.iter().find(|named| named.name == name);
    let Some(lists) = lists.and_then(|lists| lists.operands.first()) else { return found };
    let operands = |id: MetadataId| (0..).map_while(move |index| module.metadata.operand(id, index));
    for (class, list) in operands(*lists).enumerate() {
        let Some(list) = list else { continue };
        for (index, record) in operands(list).enumerate() {
            let variable = record.and_then(|record| module.metadata.operand(record, 1).flatten());
            found.extend(variable.map(|variable| ((class, index), variable)));
        }
    }
    found
}
