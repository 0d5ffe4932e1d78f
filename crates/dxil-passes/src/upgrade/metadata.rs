//! `triple` and `metadata`: convert the shader metadata of DXIL to a target triple, function attributes, module flags
//! and metadata of modern LLVM IR.
//!
//! `triple` ([`name_target`]) sets the target triple. `metadata` ([`run`]) adds attributes to functions (`hlsl.shader`,
//! `hlsl.numthreads`, `hlsl.wavesize`, `hlsl.export`, `convergent`), module flags, and the root signature of the
//! container. Metadata that LLVM does not define, such as signatures and type annotations, is preserved: `dx.NAME` is
//! renamed to `dxil.upgrade.NAME`, which LLVM ignores and [`lower`](crate::lower) restores. After the pass, shader
//! metadata cannot be read under its names in DXIL.
//!
//! Precondition: none.
//!
//! Postcondition: after `triple`, the triple is a triple of LLVM's DirectX target; after `metadata`, no named metadata
//! begins with `dx.` except `dx.valver` and `dx.rootsignatures`, and each function with a body is `convergent`.

use std::collections::BTreeMap;

use bstr::{BString, ByteSlice as _};
use dx_container::enums::ShaderKind;
use dx_container::flags::ShaderFlags;
use dxil::shader::{EntryPoint, EntryProperties};
use dxil_ir::attributes::{Attribute, Slot};
use dxil_ir::metadata::Metadata;
use dxil_ir::{AttributeKind, Global, GlobalId, Linkage, MetadataId, Module, Type, Value};

use super::pointees::{ResourcePosition, variables};
use super::root_signature;
use super::state::State;
use crate::error::Result;
use crate::pass_manager::Scope;
use crate::stage_names;

/// The last minor version of DXIL 1 that a triple of LLVM 22 can state.
const NAMED_MINOR: u32 = 9;

/// The name prefix of preserved metadata, which replaces the prefix `dx.`.
pub(crate) const KEPT: &str = "dxil.upgrade.";

/// `triple`: sets the target triple, which contains the DXIL version, the shader model and the stage.
pub(super) fn name_target(state: &mut State) -> Result<()> {
    let model = state.shader.model.as_ref();
    let (major, minor) = model.map_or((6, 0), |model| model.pair());
    let stage = model.and_then(|model| model.kind()).and_then(stage_names::name).unwrap_or("library");
    let (_, dxil_minor) = state.shader.version.as_ref().map_or((1, minor), |version| version.pair());
    // LLVM 22 accepts DXIL versions up to 1.9 in triples. Without a version, LLVM derives it from the shader model.
    let version = if dxil_minor <= NAMED_MINOR { format!("v1.{dxil_minor}") } else { String::new() };
    state.module.triple = format!("dxil{version}-pc-shadermodel{major}.{minor}-{stage}").into();
    Ok(())
}

/// `metadata`: adds attributes, module flags and the root signature, and renames shader metadata.
pub(super) fn run(state: &mut State) -> Result<()> {
    let entries = state.shader.entry_points.clone();
    let is_library = state.shader.model.as_ref().is_some_and(|model| model.is_library());
    let module_kind = state.shader.model.as_ref().and_then(|model| model.kind());
    for entry in &entries {
        let Some(function) = entry.function else { continue };
        let properties = entry.properties.as_ref();
        let kind = properties.and_then(EntryProperties::shader_kind).copied();
        let kind = kind.or(module_kind.filter(|_| !is_library));
        for (name, value) in entry_attributes(properties, kind) {
            add_text(&mut state.module, function, name, &value);
        }
    }
    let is_entry = |id: GlobalId| entries.iter().any(|entry| entry.function == Some(id));
    let functions: Vec<(GlobalId, bool)> = state
        .module
        .bodies()
        .map(|(id, global, _)| (id, is_library && global.linkage == Linkage::External && !is_entry(id)))
        .collect();
    for (function, is_export) in functions {
        // A transformation must not make calls of the function depend on further conditions: the function may contain
        // operations that communicate with other lanes or threads.
        let convergent = Attribute::Flag(AttributeKind::Convergent);
        add(&mut state.module, function, convergent);
        if is_export {
            add_text(&mut state.module, function, "hlsl.export", "");
        }
    }
    add_flags(state, &entries);
    keep(state);
    if let Some(signature) = &state.root_signature {
        let entry = entries.iter().find_map(|entry| entry.function).filter(|_| !is_library);
        if let Some(entry) = entry {
            root_signature::add(&mut state.module, entry, signature);
        }
    }
    Ok(())
}

/// Returns the names and values of the string attributes of an entry point: stage, thread group size and wave size.
fn entry_attributes(
    properties: Option<&EntryProperties>,
    kind: Option<ShaderKind>,
) -> Vec<(&'static str, String)> {
    let mut attributes = Vec::new();
    if let Some(stage) = kind.and_then(stage_names::name) {
        attributes.push(("hlsl.shader", stage.to_owned()));
    }
    let Some(properties) = properties else { return attributes };
    let of_mesh = properties.mesh().map(|mesh| &mesh.thread_group);
    let of_amplification = properties.amplification().map(|state| &state.thread_group);
    if let Some(grid) = properties.thread_group().or(of_mesh).or(of_amplification) {
        let [x, y, z] = grid.dimensions();
        attributes.push(("hlsl.numthreads", format!("{x},{y},{z}")));
    }
    if let Some(size) = properties.wave_range() {
        attributes.push(("hlsl.wavesize", format!("{},{},{}", size.min, size.max, size.preferred)));
    } else if let Some(size) = properties.wave_size() {
        attributes.push(("hlsl.wavesize", format!("{},0,0", size.lanes)));
    }
    attributes
}

fn add_text(module: &mut Module, function: GlobalId, name: &str, value: &str) {
    add(module, function, Attribute::Text(name.into(), value.into()));
}

fn add(module: &mut Module, function: GlobalId, attribute: Attribute) {
    let list = module.globals.get(function).and_then(|global| global.function()?.attributes);
    let list = module.with_attribute(list, Slot::Function, attribute);
    if let Some(function) = module.globals.get_mut(function).and_then(Global::function_mut) {
        function.attributes = Some(list);
    }
}

/// Adds the module flags for shader flags that state compiler options: native 16-bit types, all resources bound, and
/// resources that may alias.
fn add_flags(state: &mut State, entries: &[EntryPoint]) {
    let all = entries.iter().map(EntryPoint::flags);
    let flags = all.fold(ShaderFlags::default(), |all, flags| all | flags);
    let has = |flag: ShaderFlags| flags.contains(flag);
    // The shader flag exists since DXIL 1.7. In earlier versions, resources are assumed not to alias.
    let (_, minor) = state.shader.version.as_ref().map_or((1, 0), |version| version.pair());
    let may_alias = minor >= 7 && !has(ShaderFlags::RES_MAY_NOT_ALIAS);
    let flags = [
        ("dx.nativelowprec", has(ShaderFlags::USE_NATIVE_LOW_PRECISION)),
        ("dx.allresourcesbound", has(ShaderFlags::ALL_RESOURCES_BOUND)),
        ("dx.resmayalias", may_alias),
    ];
    let module = &mut state.module;
    for (name, _) in flags.iter().filter(|(_, is_set)| *is_set) {
        let i32 = module.types.int(32);
        let one = module.int(i32, 1);
        let one = module.value_as_metadata(one);
        let name = module.metadata_string(name);
        let flag = module.tuple(&[Some(one), Some(name), Some(one)]);
        module.add_named_metadata("llvm.module.flags", &[flag]);
    }
}

/// Renames named metadata `dx.NAME` to `dxil.upgrade.NAME`, except `dx.valver`, which LLVM defines.
fn keep(state: &mut State) {
    keep_types(state);
    for named in &mut state.module.named_metadata {
        if let Some(rest) = named.name.strip_prefix(b"dx.").filter(|rest| *rest != b"valver") {
            let mut name = BString::from(KEPT);
            name.extend_from_slice(rest);
            named.name = name;
        }
    }
}

/// Adds the HLSL types of resources, which modern pointers do not contain, to the records in `dx.resources`: `undef` of
/// the type replaces the variable of a record if the variable is an undefined pointer, and otherwise is appended to the
/// record.
fn keep_types(state: &mut State) {
    let module = &mut state.module;
    let variables: BTreeMap<ResourcePosition, MetadataId> =
        variables(module, b"dx.resources".as_bstr()).into_iter().collect();
    let Some(lists) = module.named_metadata.iter().find(|named| named.name == "dx.resources") else { return };
    let Some(root) = lists.operands.first().copied() else { return };
    let operands = |module: &Module, id: MetadataId| -> Vec<Option<MetadataId>> {
        (0..).map_while(|index| module.metadata.operand(id, index)).collect()
    };
    let mut classes = operands(module, root);
    for (class, list) in classes.iter_mut().enumerate() {
        let Some(id) = *list else { continue };
        let mut records = operands(module, id);
        for (index, record) in records.iter_mut().enumerate() {
            let (Some(id), Some(ty)) = (*record, state.pointees.get(&(class, index))) else { continue };
            let mut parts = operands(module, id);
            let undef = module.undef(*ty);
            let typed = module.value_as_metadata(undef);
            let variable = variables.get(&(class, index)).and_then(|id| module.metadata.get(*id));
            match variable {
                Some(Metadata::Value(_, value)) if is_undefined_pointer(module, value) => {
                    if let Some(variable) = parts.get_mut(1) {
                        *variable = Some(typed);
                    }
                }
                _ => parts.push(Some(typed)),
            }
            *record = Some(module.tuple(&parts));
        }
        *list = Some(module.tuple(&records));
    }
    let root = module.tuple(&classes);
    if let Some(named) = module.named_metadata.iter_mut().find(|named| named.name == "dx.resources") {
        named.operands = vec![root];
    }
}

/// Returns true if a value is an undefined pointer, as the variable of a resource of a shader is.
fn is_undefined_pointer(module: &Module, value: Value) -> bool {
    let ty = module.type_of(None, value).and_then(|ty| module.types.get(ty));
    module.is_undefined(value) && matches!(ty, Some(Type::Pointer(..)))
}

/// Describes a triple that is not a triple of LLVM's DirectX target: a violation of `Fact::ModernTriple`.
pub(super) fn has_other_triple(module: &Module, _: &Scope<'_>) -> Option<String> {
    let is_modern = module.triple.starts_with(b"dxil") && module.triple != "dxil-ms-dx";
    (!is_modern).then(|| format!("the triple is {}", module.triple))
}
