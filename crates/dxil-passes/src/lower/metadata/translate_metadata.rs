//! `dxil-translate-metadata`: converts metadata and attributes of modern LLVM IR to the metadata of DXIL.
//!
//! The pass ([`run`]) removes metadata and string attributes that DXIL does not support. `dxil-prepare` writes the
//! shader metadata (`dx.*`) later with [`describe`], from the attributes of entry points and the types of resource
//! handles. In a module that [`upgrade`](crate::upgrade) created, [`restore`] restores the preserved shader metadata
//! before the first pass.
//!
//! Precondition: the bindings of resources are known (`dxil-op-lower`), and the code that uses resources is final.
//!
//! Postcondition: named metadata, metadata attachments and string attributes are supported by DXIL, and
//! `State::described` contains the attributes of all entry points.

use bstr::{BString, ByteSlice as _};
use dx_container::enums::ShaderKind;
use dx_container::flags::ShaderFlags;
use dxil::derive::{DescribedModule, Functions, restate_usage};
use dxil::shader::{
    EntryPoint, EntryProperty, Grid, RootSignatureBytes, Shader, ShaderModel, Signatures, Version, WaveRange,
    WaveSize,
};
use dxil_ir::arena::IdSet;
use dxil_ir::edit::DebugInformation;
use dxil_ir::{GlobalId, Module, SymbolReferences, ValueKind};

use super::{attributes, loop_metadata, resource_symbols};
use crate::error::{PassErrorKind, Result, frame};
use crate::lower::entries::{Description, Entry, has_optnone, wrong};
use crate::lower::metadata::module_flags::module_flag;
use crate::lower::metadata::resource_metadata::{add_resources, repair_variables};
use crate::lower::metadata::type_annotations::forget_functions;
use crate::lower::profile::Profile;
use crate::lower::state::State;
use crate::upgrade::PARAMETERS;
use crate::upgrade::metadata::KEPT;

/// Named metadata that DXIL supports, in addition to shader metadata ([`Shader::NAMES`]) and debug information.
const NAMES: [&str; 2] = ["llvm.ident", "llvm.module.flags"];
/// The name prefix of named metadata of debug information.
const DEBUG: &[u8] = b"llvm.dbg.";
/// The name prefix of named metadata with the HLSL source, which DXC writes.
const SOURCE: &[u8] = b"dx.source.";
/// The module flag for UAVs that may alias.
const MAY_ALIAS: &str = "dx.resmayalias";
/// The kinds of metadata attachments that DXIL supports.
const ATTACHED: [&str; 8] = [
    "dbg",
    "dx.nonuniform",
    "dx.controlflow.hints",
    "dx.precise",
    "range",
    "alias.scope",
    "noalias",
    "llvm.loop",
];
/// The first shader model that supports a range of wave sizes for an entry point.
const WAVE_RANGE: (u32, u32) = (6, 8);
/// The first shader model that supports a required wave size for an entry point.
const WAVE_SIZE: (u32, u32) = (6, 6);

/// Renames the named metadata that an upgrade preserved (`dxil.upgrade.*`) to its name in DXIL (`dx.*`), and returns
/// the shader metadata.
///
/// # Errors
///
/// The shader metadata is invalid.
pub(in crate::lower) fn restore(module: &mut Module) -> Result<Shader> {
    for named in module.named_metadata.iter_mut().filter(|named| named.name != PARAMETERS) {
        if let Some(rest) = named.name.strip_prefix(KEPT.as_bytes()) {
            let mut name = BString::from("dx.");
            name.extend_from_slice(rest);
            named.name = name;
        }
    }
    forget_functions(module);
    Shader::read(module).map_err(|error| PassErrorKind::from(error).into())
}

/// Reads the attributes of entry points into `State::described`, and removes metadata that DXIL does not support.
///
/// # Errors
///
/// An attribute of an entry point is invalid, only some entry points have `optnone`, or `llvm.loop` metadata is
/// invalid.
pub(in crate::lower) fn note(state: &mut State) -> Result<()> {
    let described = state.entries.iter().map(|entry| Description::of(&state.module, entry));
    state.described = described.collect::<Result<Vec<_>>>()?;
    let has_optnone = |entry: &Entry| has_optnone(&state.module, entry.function);
    let is_unoptimized = state.entries.first().is_some_and(has_optnone);
    if let Some(other) = state.entries.iter().find(|entry| has_optnone(entry) != is_unoptimized) {
        let error = wrong("Inconsistent optnone attribute: all entries of a library have it, or none");
        return Err(error.within(frame(&state.module, other.function)));
    }
    clean(&mut state.module, state.debug_information)
}

/// Like [`note`], but also removes function attributes that DXIL does not support and, from a library, unused
/// resources. If only the passes of LLVM's back end run, declares the variables of the resources of shaders.
pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    state.note_change();
    if state.back_end_only && !state.profile.is_library() {
        resource_symbols::add(state);
    }
    if state.profile.is_library() && !state.back_end_only {
        drop_unused_resources(state);
    }
    note(state)?;
    attributes::strip_texts(&mut state.module, state.preserved_shader.validator_version.as_ref());
    Ok(())
}

/// Removes the bindings of library resources whose global variable is unused, except for variables that existed in
/// `dx.resources` before the lowering.
fn drop_unused_resources(state: &mut State) {
    let State { module, bindings, variables, preserved_shader, .. } = state;
    let references = SymbolReferences::of(module);
    let by_functions = module.bodies().flat_map(|(id, ..)| references.by(id));
    let used: IdSet<GlobalId> = by_functions.filter_map(|reference| reference.global()).collect();
    let in_constants = module.constants.iter().flat_map(|(_, constant)| constant.kind.operands());
    let in_constants: IdSet<GlobalId> = in_constants
        .filter_map(|value| match value.kind() {
            ValueKind::Global(id) => Some(id),
            _ => None,
        })
        .collect();
    bindings.retain(preserved_shader, |binding| {
        let Some(name) = &binding.variable else { return true };
        let is_used = |id: GlobalId| used.contains(id) || in_constants.contains(id);
        variables.iter().any(|(.., known)| known == name)
            || module.global_named(name.as_bstr()).is_some_and(is_used)
    });
}

/// Writes the shader metadata of a module: versions, entry points with their properties and signatures, resources, and
/// shader flags. Metadata that an upgrade preserved is kept, except for facts that are derived from the code.
///
/// The module is LLVM 3.7 IR, or modern LLVM IR if `dxil-translate-metadata` runs by itself. Entry points are found by
/// name, because the conversion to LLVM 3.7 IR changes the ids of functions.
///
/// # Errors
///
/// The shader metadata or an attribute of an entry point is invalid, a module that is not a library has several entry
/// points or, unless only the passes of LLVM's back end run, none, or a `dx.op` call is invalid.
pub(in crate::lower) fn describe(module: &mut Module, state: &State) -> Result<()> {
    let State { profile, described, bindings, validator_version, .. } = state;
    let profile = *profile;
    let mut shader = Shader::read(module).map_err(PassErrorKind::from)?;
    let (major, minor) = profile.dxil;
    shader.version = Some(Version::new(major, minor));
    shader.model = ShaderModel::new(profile.kind, profile.model.0, profile.model.1);
    if let Some(version) = validator_version {
        shader.validator_version = Some(version.clone());
    }
    shader.counters = None;
    // The dependencies between inputs and outputs are derived from the lowered code when the container is assembled.
    shader.view_id_state = None;
    repair_variables(module, &mut shader, state);
    let mut options = compile_options(module, profile);
    options.set(ShaderFlags::DISABLE_OPTIMIZATIONS, described.iter().any(|entry| entry.is_unoptimized));
    add_resources(module, &mut shader, bindings);
    for entry in described {
        add_entry(module, &mut shader, entry, state)?;
    }
    let is_library = profile.kind == ShaderKind::LIBRARY;
    let found = shader.entry_points.len();
    // LLVM's back end accepts a module without an entry point, for example in tests of single functions.
    let needs_entry = !state.is_single && !state.back_end_only;
    if !is_library && (found > 1 || found == 0 && needs_entry) {
        return Err(wrong(format!(
            "Non-library shader: One and only one entry expected, a function with attribute hlsl.shader; there \
             are {found}"
        )));
    }
    if is_library && !shader.entry_points.iter().any(|entry| entry.function.is_none()) {
        // The entry point without a function contains the facts about the library.
        let library = EntryPoint {
            function: None,
            name: BString::default(),
            signatures: None,
            resources: None,
            properties: None,
            extra: Vec::new(),
        };
        shader.entry_points.insert(0, library);
    }
    let resources = shader.resources.clone();
    let Some(entry) = shader.entry_points.first_mut() else {
        // Flags belong to the entry point.
        shader.write(module);
        return Ok(());
    };
    entry.resources = resources;
    let flags = entry.flags();
    entry.set_flags(flags | options);

    let functions = match Functions::of(&DescribedModule::new(module, &shader)) {
        Ok(functions) => functions,
        // A module in which operations are not lowered yet cannot be analyzed for flags.
        Err(_) if state.is_single => {
            shader.write(module);
            return Ok(());
        }
        Err(error) => return Err(PassErrorKind::from(error).into()),
    };
    functions.restate_flags(&mut shader);
    if module_flag(module, MAY_ALIAS).is_some_and(|value| value != 0)
        && let Some(entry) = shader.entry_points.first_mut()
    {
        entry.set_flags(entry.flags() - ShaderFlags::RES_MAY_NOT_ALIAS);
    }
    if !is_library && !state.is_single {
        restate_usage(module, &mut shader).map_err(PassErrorKind::from)?;
    }
    shader.write(module);
    Ok(())
}

/// Returns the shader flags for compiler options, from module flags.
fn compile_options(module: &Module, profile: Profile) -> ShaderFlags {
    let has = |name: &str| module_flag(module, name).is_some_and(|value| value != 0);
    let rows = [
        (has("dx.allresourcesbound"), ShaderFlags::ALL_RESOURCES_BOUND),
        (has("dx.nativelowprec") && profile.model >= (6, 2), ShaderFlags::USE_NATIVE_LOW_PRECISION),
        (profile.dxil >= (1, 7) && !has(MAY_ALIAS), ShaderFlags::RES_MAY_NOT_ALIAS),
    ];
    rows.iter().filter(|(is_set, _)| *is_set).fold(ShaderFlags::default(), |all, (_, flag)| all | *flag)
}

/// Adds an entry point, unless the shader metadata contains it. The root signature of a shader replaces the root
/// signature in the shader metadata in either case.
fn add_entry(module: &Module, shader: &mut Shader, entry: &Description, state: &State) -> Result<()> {
    let profile = state.profile;
    let function = module.global_named(entry.name.as_bstr());
    let is_library = profile.kind == ShaderKind::LIBRARY;
    if let Some(bytes) = entry.root_signature.as_ref().filter(|_| !is_library) {
        let bytes = bytes.as_slice().into();
        shader.root_signature = Some(RootSignatureBytes { bytes, extra: Vec::new() });
    }
    if shader.entry_points.iter().any(|known| known.function.is_some() && known.function == function) {
        return Ok(());
    }
    let refuse = |text: String| match function.map(|id| frame(module, id)) {
        Some(location) => wrong(text).within(location),
        None => wrong(text),
    };
    let mut properties = Vec::new();
    if is_library {
        properties.push(EntryProperty::ShaderKind(entry.kind));
    }
    if let Some(threads) = &entry.threads {
        let &[x, y, z] = &threads[..] else {
            return Err(refuse(
                "hlsl.numthreads does not have three values, for example \"8,8,1\"".to_owned(),
            ));
        };
        if matches!(entry.kind, ShaderKind::COMPUTE | ShaderKind::NODE) {
            properties.push(EntryProperty::ThreadGroup(Grid::new(x, y, z)));
        }
    } else if entry.kind == ShaderKind::COMPUTE && !state.is_single && !state.back_end_only {
        return Err(refuse(
            "compute shader has no attribute hlsl.numthreads, for example \
                           \"hlsl.numthreads\"=\"8,8,1\""
                .to_owned(),
        ));
    }
    if let Some(size) = &entry.wave_size {
        properties.push(wave_size(size, profile).map_err(refuse)?);
    }
    if let Some(bytes) = entry.root_signature.as_ref().filter(|_| is_library) {
        let bytes = bytes.as_slice().into();
        properties.push(EntryProperty::RootSignature(RootSignatureBytes { bytes, extra: Vec::new() }));
    }
    let has_elements = |all: &&Signatures| all.inputs.is_some() || all.outputs.is_some();
    let signatures = state.signatures.get(&entry.name).filter(has_elements);
    shader.entry_points.push(EntryPoint {
        function,
        name: entry.name.clone(),
        signatures: signatures.cloned(),
        resources: None,
        properties: (!properties.is_empty()).then(|| properties.into()),
        extra: Vec::new(),
    });
    Ok(())
}

/// Returns the property for the integers of attribute `hlsl.wavesize`: minimum, and optionally maximum and preferred
/// wave size, where 0 means that the value is not specified.
fn wave_size(size: &[u32], profile: Profile) -> std::result::Result<EntryProperty, String> {
    let (min, max, preferred) = match *size {
        [min] => (min, 0, 0),
        [min, max] => (min, max, 0),
        [min, max, preferred] => (min, max, preferred),
        _ => {
            return Err("hlsl.wavesize has more than three values, expected minimum, maximum and preferred \
                         wave size"
                .to_owned());
        }
    };
    if profile.model < WAVE_SIZE {
        return Err(
            "Shader model 6.6 or greater is required to specify the \"hlsl.wavesize\" function attribute"
                .to_owned(),
        );
    }
    if profile.model >= WAVE_RANGE {
        return Ok(EntryProperty::WaveRange(WaveRange { min, max, preferred, extra: Vec::new() }));
    }
    if max != 0 || preferred != 0 {
        return Err("Shader model 6.8 or greater is required to specify wave size range values of the \
                    \"hlsl.wavesize\" function attribute"
            .to_owned());
    }
    Ok(EntryProperty::WaveSize(WaveSize { lanes: min, extra: Vec::new() }))
}

/// Removes named metadata and metadata attachments that DXIL does not support, and converts metadata of loops, branches
/// and module flags. Source listings are removed if debug information is dropped.
fn clean(module: &mut Module, debug_information: DebugInformation) -> Result<()> {
    let keeps_debug = debug_information == DebugInformation::Kept;
    let is_kept = |name: &[u8]| {
        NAMES.iter().chain([&PARAMETERS]).any(|known| known.as_bytes() == name)
            || name.starts_with(DEBUG)
            || keeps_debug && name.starts_with(SOURCE)
            || Shader::NAMES.iter().any(|known| known.as_bytes() == name)
    };
    module.named_metadata.retain(|named| is_kept(&named.name));
    loop_metadata::rename_hints(module);
    let kinds: Vec<bool> =
        module.metadata_kinds.iter().map(|name| ATTACHED.iter().any(|known| name == known)).collect();
    let is_kept =
        |kind: u32| usize::try_from(kind).ok().and_then(|kind| kinds.get(kind)).copied().unwrap_or(false);
    for global in module.globals.values_mut() {
        let Some(body) = global.body_mut() else { continue };
        body.attachments.retain(|attached| is_kept(attached.1));
    }
    loop_metadata::translate(module)
}
