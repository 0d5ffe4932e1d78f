//! Entry points, and the attributes that describe them: stage, thread group size, wave size, root signature. Separate
//! from the readers of DXIL metadata because passes need the entry points before the module has DXIL metadata.

use bstr::{BString, ByteSlice as _};
use dx_container::enums::ShaderKind;
use dx_container::parts::PartBuf as _;
use dxil::shader::ShaderModel;
use dxil_ir::attributes::{Attribute, Slot};
use dxil_ir::{AttributeKind, GlobalId, Module};

use crate::error::{PassError, PassErrorKind, Result, frame};
use crate::lower::metadata::module_flags::module_flag;
use crate::lower::profile::Profile;
use crate::stage_names;
use crate::upgrade::root_signature;

/// An entry point.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(super) name: BString,
    pub(super) kind: ShaderKind,
    pub(super) function: GlobalId,
}

/// Returns the functions with the attribute `hlsl.shader`, in the order of the module. With `wanted`, returns only the
/// function of that name, which needs the attribute only in a library.
pub(super) fn entries(module: &Module, profile: Profile, wanted: Option<&BString>) -> Result<Vec<Entry>> {
    let mut entries = Vec::new();
    for (id, global, _) in module.bodies().filter(|(_, global, _)| wanted.is_none_or(|it| *it == global.name))
    {
        if wanted.is_some() && !profile.is_library() {
            return Ok(vec![Entry { name: global.name.clone(), kind: profile.kind, function: id }]);
        }
        let Some(stage) = text_attribute(module, id, "hlsl.shader") else { continue };
        let stage = stage.to_str_lossy().into_owned();
        let known = stage_names::kind(&stage);
        let kind = known.ok_or_else(|| {
            wrong(format!("unknown stage \"{stage}\" in attribute hlsl.shader")).within(frame(module, id))
        })?;
        if profile.kind != ShaderKind::LIBRARY && kind != profile.kind {
            let target = stage_names::name(profile.kind).unwrap_or_default();
            let of = |kind: ShaderKind| ShaderModel::new(kind, 6, 0).map(|model| model.to_string());
            let short = |kind| of(kind).and_then(|model| Some(model.split_once('_')?.0.to_owned()));
            let text = format!(
                "Shader stage '{}' for entry '{}' different from specified target profile '{target}'",
                short(kind).unwrap_or(stage),
                global.name
            );
            return Err(wrong(text).within(frame(module, id)));
        }
        entries.push(Entry { name: global.name.clone(), kind, function: id });
    }
    if let Some(wanted) = wanted.filter(|_| entries.is_empty()) {
        return Err(wrong(format!("entry function {wanted} is not defined or has no attribute hlsl.shader")));
    }
    Ok(entries)
}

/// An entry point of modern LLVM IR.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryPoint {
    /// The name of the function.
    pub name: BString,
    /// The stage.
    pub kind: ShaderKind,
    /// The thread group size in the attribute `hlsl.numthreads`: x, y and z.
    pub threads: Option<Vec<u32>>,
}

/// Returns the entry points of a module of modern LLVM IR with this target profile, in the order of the module.
///
/// # Errors
///
/// `passes.unsupported`: an attribute of a function names an unknown stage, another stage than the profile, or an
/// invalid thread group size.
pub fn entry_points(module: &Module, profile: Profile) -> Result<Vec<EntryPoint>> {
    let entries = entries(module, profile, None)?.into_iter();
    let described = entries.map(|Entry { name, kind, function }| {
        Ok(EntryPoint { name, kind, threads: numbers(module, function, "hlsl.numthreads")? })
    });
    described.collect()
}

/// The facts that the attributes of an entry point contain.
#[derive(Debug, Clone)]
pub(crate) struct Description {
    pub(super) name: BString,
    pub(super) kind: ShaderKind,
    pub(super) threads: Option<Vec<u32>>,
    pub(super) wave_size: Option<Vec<u32>>,
    pub(super) root_signature: Option<Vec<u8>>,
    /// True if no optimizer ran; see [`is_unoptimized`].
    pub(super) is_unoptimized: bool,
}

impl Description {
    /// Reads the attributes of an entry point in modern IR.
    pub(super) fn of(module: &Module, entry: &Entry) -> Result<Self> {
        let signature = root_signature::read(module, Some(entry.function));
        let root_signature = match signature {
            Some(signature) => Some(signature.arrange(None).map_err(|error| {
                wrong(format!("root signature: {error}")).within(frame(module, entry.function))
            })?),
            None => None,
        };
        Ok(Self {
            name: entry.name.clone(),
            kind: entry.kind,
            threads: numbers(module, entry.function, "hlsl.numthreads")?,
            wave_size: numbers(module, entry.function, "hlsl.wavesize")?,
            root_signature,
            is_unoptimized: is_unoptimized(module, entry.function),
        })
    }
}

/// Returns true if no optimizer ran for an entry point: it has the attribute `optnone`, which clang 22 writes at `-O0`,
/// or the module has the flag `dx.disable_optimizations`, which clang 23 writes instead.
pub(super) fn is_unoptimized(module: &Module, function: GlobalId) -> bool {
    has_optnone(module, function)
        || module_flag(module, "dx.disable_optimizations").is_some_and(|value| value != 0)
}

/// Returns true if a function has the attribute `optnone`.
pub(super) fn has_optnone(module: &Module, function: GlobalId) -> bool {
    function_attributes(module, function)
        .any(|attribute| attribute.kind() == Some(AttributeKind::OptimizeNone))
}

/// Returns the function attributes of a function: no parameter attributes and no return attributes.
pub(super) fn function_attributes(module: &Module, function: GlobalId) -> impl Iterator<Item = &Attribute> {
    let list = module.globals.get(function).and_then(|global| global.function()?.attributes);
    let groups = list.and_then(|list| module.attributes.list(list)).unwrap_or_default();
    let groups = groups.iter().filter_map(|group| module.attributes.group(*group));
    groups.filter(|group| group.slot == Slot::Function).flat_map(|group| group.attributes.iter())
}

/// Returns the value of the string attribute `name` of a function.
fn text_attribute(module: &Module, function: GlobalId, name: &str) -> Option<BString> {
    function_attributes(module, function).find_map(|attribute| match attribute {
        Attribute::Text(found, value) if found == name => Some(value.clone()),
        _ => None,
    })
}

/// Parses a string attribute that is a comma-separated list of unsigned integers, such as `hlsl.numthreads`. Returns
/// `None` if the function does not have the attribute.
fn numbers(module: &Module, function: GlobalId, name: &str) -> Result<Option<Vec<u32>>> {
    let Some(text) = text_attribute(module, function, name) else { return Ok(None) };
    let text = text.to_str_lossy().into_owned();
    let numbers: std::result::Result<Vec<u32>, _> = text.split(',').map(|item| item.trim().parse()).collect();
    let refuse = |_| {
        wrong(format!("attribute {name} is \"{text}\", expected unsigned integers separated by commas"))
            .within(frame(module, function))
    };
    numbers.map(Some).map_err(refuse)
}

/// Creates the error for an invalid module, without a location.
pub(super) fn wrong(text: impl Into<String>) -> PassError {
    PassErrorKind::Unsupported(text.into()).into()
}
