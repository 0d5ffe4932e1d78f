//! What the linked module says of itself: its shader model, its entries with their flags and signatures, and that all
//! its code is in that model. The last phase that changes the module: what it says is what follows from the code.

use bstr::BString;
use dx_container::ProgramVersion;
use dx_container::flags::ShaderFlags;
use dx_container::names::NamedFlags as _;
use dxil::derive::functions::{COLLECTED, FunctionInfo};
use dxil::derive::{DescribedModule, Functions, restate_usage};
use dxil::ops::{Call, Operation};
use dxil::shader::{EntryPoint, EntryProperty, Shader, TypeAnnotations, Version};

use crate::catalogue::Catalogue;
use crate::error::{LinkError, LinkErrorKind};
use crate::errors::LinkErrors;
use crate::joined::Joined;
use crate::target::Profile;
use crate::wave_sizes;

/// The minor version of DXIL of libraries that are only linked.
const OFFLINE_DXIL: u32 = 10;

/// Says what the module is.
///
/// # Errors
///
/// `link.model`: code asks for what the shader model does not have; parts cannot follow from the module.
pub(crate) fn describe(
    joined: &mut Joined,
    catalogue: &Catalogue,
    profile: Profile,
    validator: Version,
) -> Result<(), LinkErrors> {
    let shader = &mut joined.shader;
    let minor = if profile.minor == ProgramVersion::OFFLINE { OFFLINE_DXIL } else { profile.minor };
    shader.version = Some(Version::new(1, minor));
    shader.model = profile.shader_model();
    shader.validator_version = Some(validator);
    shader.counters = None;
    if profile.is_library() {
        describe_library(shader);
    } else {
        describe_shader(joined)?;
    }
    let joined = &mut *joined;
    wave_sizes::translate(joined, catalogue, profile)?;
    check_model(joined, catalogue, profile)?;
    set_flags(joined, catalogue, profile)?;
    if !profile.is_library() {
        let Joined { module, shader, .. } = joined;
        restate_usage(module, shader).map_err(|error| error.lift::<LinkErrorKind>())?;
    }
    Ok(())
}

/// The entry that stands for a library has its resources.
fn describe_library(shader: &mut Shader) {
    let resources = shader.resources.clone();
    match shader.entry_points.iter_mut().find(|entry| entry.function.is_none()) {
        Some(entry) => entry.resources = resources,
        None => {
            let name = BString::default();
            let entry = EntryPoint {
                function: None,
                name,
                signatures: None,
                resources,
                properties: None,
                extra: Vec::new(),
            };
            shader.entry_points.insert(0, entry);
        }
    }
}

/// A shader has one entry, with the resources of the program, and without what only entries of libraries say.
fn describe_shader(joined: &mut Joined) -> Result<(), LinkErrors> {
    let root = joined.roots.first().copied();
    let shader = &mut joined.shader;
    let choices = shader.entry_points.iter().find(|entry| entry.function.is_none()).map(EntryPoint::flags);
    shader.entry_points.retain(|entry| entry.function.is_some() && entry.function == root);
    let Some(entry) = shader.entry_points.first_mut() else { return Ok(()) };
    entry.resources.clone_from(&shader.resources);
    if let Some(properties) = &mut entry.properties {
        shader.root_signature = properties.root_signature().cloned();
        properties.items.retain(|item| {
            !matches!(
                item,
                EntryProperty::ShaderKind(_)
                    | EntryProperty::AutoBindingSpace(_)
                    | EntryProperty::RootSignature(_)
            )
        });
    }
    entry.set_flags(entry.flags() | choices.unwrap_or_default());
    for annotations in &mut shader.type_annotations {
        if let TypeAnnotations::Functions(all) = annotations {
            all.retain(|said| Some(said.function) == root);
        }
    }
    Ok(())
}

/// Whether all code is in the shader model.
fn check_model(joined: &Joined, catalogue: &Catalogue, profile: Profile) -> Result<(), LinkErrors> {
    if profile.minor == ProgramVersion::OFFLINE {
        return Ok(());
    }
    let module = &joined.module;
    let mut errors = Vec::new();
    for (id, global, body) in module.bodies() {
        let mut refuse = |what: String, model: (u32, u32)| {
            let (major, minor) = model;
            errors.push(LinkError::unplaced(LinkErrorKind::Model {
                function: global.name.clone(),
                file: joined.file(catalogue, id).to_owned(),
                what,
                needed: format!("{major}.{minor}"),
                target: profile.to_string(),
            }));
        };
        let mut seen = hashbrown::HashSet::new();
        for (.., instruction) in body.in_order() {
            let Ok(Some(call)) = Call::of(module, (body, global.value_type), instruction) else { continue };
            let model = model_of(call.operation(), profile);
            if model > profile.model() && seen.insert(call.operation().opcode) {
                refuse(format!("operation {}", call.operation().name), model);
            }
        }
    }
    LinkErrors::check(errors.into_iter())
}

/// The first shader model that has an operation, or in libraries the first that it can be linked to.
fn model_of(operation: &Operation, profile: Profile) -> (u32, u32) {
    let (major, minor) = operation.linked_model.filter(|_| profile.is_library()).unwrap_or(operation.model);
    (u32::from(major), u32::from(minor))
}

/// Sets the flags that follow from the code, in the entry that stands for all of it, and looks whether each function
/// with what it says of itself is in the shader model.
fn set_flags(joined: &mut Joined, catalogue: &Catalogue, profile: Profile) -> Result<(), LinkErrors> {
    let program = DescribedModule::new(&joined.module, &joined.shader);
    let functions = Functions::of(&program).map_err(|error| error.lift::<LinkErrorKind>())?;
    let is_newer = |function: &&FunctionInfo| function.model > profile.model();
    LinkErrors::check(functions.iter().filter(is_newer).map(|function| {
        let (major, minor) = function.model;
        LinkError::unplaced(LinkErrorKind::Model {
            function: joined.name(function.function).to_owned(),
            file: joined.file(catalogue, function.function).to_owned(),
            what: feature(&joined.shader, function),
            needed: format!("{major}.{minor}"),
            target: profile.to_string(),
        })
    }))?;
    functions.restate_flags(&mut joined.shader);
    Ok(())
}

/// What a function asks for that is neither an operation nor a type: what it says of waves, or else the features that
/// it uses.
fn feature(shader: &Shader, function: &FunctionInfo) -> String {
    let entry = shader.entry_points.iter().find(|entry| entry.function == Some(function.function));
    let properties = entry.and_then(|entry| entry.properties.as_ref());
    if properties.is_some_and(|said| said.wave_range().is_some()) {
        return "a range of wave sizes".to_owned();
    }
    if properties.is_some_and(|said| said.wave_size().is_some()) {
        return "a wave size".to_owned();
    }
    let features = function.flags & COLLECTED;
    let names = ShaderFlags::NAMES.iter().filter(|row| features.bits() & row.value != 0).map(|row| row.name);
    let names: Vec<&str> = names.collect();
    if names.is_empty() { "its stage".to_owned() } else { format!("features ({})", names.join(", ")) }
}
