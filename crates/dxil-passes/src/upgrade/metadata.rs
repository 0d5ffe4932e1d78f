//! What a module says of itself: triple and data layout, entries and their stages, versions, root signature and flags
//! as LLVM has them. What LLVM has no words for, signatures and annotations above all, keeps its nodes: `dx.NAME`
//! becomes
//! `dxil.upgrade.NAME`, which LLVM leaves alone, and which says what there was when the program goes back.

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

/// The last version of DXIL 1 that LLVM 22 has a name for.
const NAMED_MINOR: u32 = 9;

/// What stands before the names of metadata that LLVM has no words for, in the place of `dx.`.
pub(crate) const KEPT: &str = "dxil.upgrade.";

/// Names the target: the version of DXIL, the shader model and the stage.
pub(super) fn name_target(state: &mut State) -> Result<()> {
    let model = state.shader.model.as_ref();
    let (major, minor) = model.map_or((6, 0), |model| model.pair());
    let stage = model.and_then(|model| model.kind()).and_then(stage_names::name).unwrap_or("library");
    let (_, dxil_minor) = state.shader.version.as_ref().map_or((1, minor), |version| version.pair());
    // LLVM 22 has names for versions of DXIL up to 1.9; without one, the shader model says it.
    let version = if dxil_minor <= NAMED_MINOR { format!("v1.{dxil_minor}") } else { String::new() };
    state.module.triple = format!("dxil{version}-pc-shadermodel{major}.{minor}-{stage}").into();
    Ok(())
}

pub(super) fn run(state: &mut State) -> Result<()> {
    let entries = state.shader.entry_points.clone();
    let is_library = state.shader.model.as_ref().is_some_and(|model| model.is_library());
    let of_module = state.shader.model.as_ref().and_then(|model| model.kind());
    for entry in &entries {
        let Some(function) = entry.function else { continue };
        let properties = entry.properties.as_ref();
        let kind = properties.and_then(EntryProperties::shader_kind).copied();
        let kind = kind.or(of_module.filter(|_| !is_library));
        let texts = entry_texts(properties, kind);
        for (name, value) in texts {
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
        // Whoever calls it must not make it depend on other conditions: it may ask other threads.
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

/// What attributes say of an entry.
fn entry_texts(
    properties: Option<&EntryProperties>,
    kind: Option<ShaderKind>,
) -> Vec<(&'static str, String)> {
    let mut texts = Vec::new();
    if let Some(stage) = kind.and_then(stage_names::name) {
        texts.push(("hlsl.shader", stage.to_owned()));
    }
    let Some(properties) = properties else { return texts };
    let of_mesh = properties.mesh().map(|mesh| &mesh.thread_group);
    let of_amplification = properties.amplification().map(|state| &state.thread_group);
    if let Some(grid) = properties.thread_group().or(of_mesh).or(of_amplification) {
        let [x, y, z] = grid.dimensions();
        texts.push(("hlsl.numthreads", format!("{x},{y},{z}")));
    }
    if let Some(size) = properties.wave_range() {
        texts.push(("hlsl.wavesize", format!("{},{},{}", size.min, size.max, size.preferred)));
    } else if let Some(size) = properties.wave_size() {
        texts.push(("hlsl.wavesize", format!("{},0,0", size.lanes)));
    }
    texts
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

/// Facts about the module that entries have as flags.
fn add_flags(state: &mut State, entries: &[EntryPoint]) {
    let all = entries.iter().map(EntryPoint::flags);
    let flags = all.fold(ShaderFlags::default(), |all, flags| all | flags);
    let has = |flag: ShaderFlags| flags.contains(flag);
    // From DXIL 1.7 on it is said that resources do not alias; it goes without saying before.
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

/// Keeps what LLVM has no words for under a name that it leaves alone.
fn keep(state: &mut State) {
    name_types(state);
    for named in &mut state.module.named_metadata {
        if let Some(rest) = named.name.strip_prefix(b"dx.").filter(|rest| *rest != b"valver") {
            let mut name = BString::from(KEPT);
            name.extend_from_slice(rest);
            named.name = name;
        }
    }
}

/// Says of resources what they are in HLSL: a variable that is only undefined is one of that type, and of one that is
/// there, that type stands behind what else is said.
fn name_types(state: &mut State) {
    let module = &mut state.module;
    let places: BTreeMap<ResourcePosition, MetadataId> =
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
        for (place, record) in records.iter_mut().enumerate() {
            let (Some(id), Some(ty)) = (*record, state.pointees.get(&(class, place))) else { continue };
            let mut parts = operands(module, id);
            let undef = module.undef(*ty);
            let typed = module.value_as_metadata(undef);
            let variable = places.get(&(class, place)).and_then(|id| module.metadata.get(*id));
            match variable {
                Some(Metadata::Value(_, value)) if is_no_variable(module, value) => {
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

/// Whether a variable of a resource is only an undefined pointer.
fn is_no_variable(module: &Module, value: Value) -> bool {
    let ty = module.type_of(None, value).and_then(|ty| module.types.get(ty));
    module.is_undefined(value) && matches!(ty, Some(Type::Pointer(..)))
}

/// Describes a triple that is not a triple of LLVM's DirectX target.
pub(super) fn has_other_triple(module: &Module, _: &Scope<'_>) -> Option<String> {
    let is_modern = module.triple.starts_with(b"dxil") && module.triple != "dxil-ms-dx";
    (!is_modern).then(|| format!("the triple is {}", module.triple))
}
