//! What a module says of the shader that it is, as far as code depends on it. Separate because all of it is read and
//! judged before anything is changed.

use dx_container::enums::ShaderKind;
use dx_container::names::NamedValue as _;
use dxil::shader::{EntryProperties, Shader};
use dxil_ir::attributes::{Attribute, Slot};
use dxil_ir::{GlobalId, Module, Type};
use dxil_passes::PassErrorKind;

use crate::error::{CompileErrorKind, Result};
use crate::options::{Options, WaveSize};
use crate::pixel::PixelShader;
use crate::resources::Resources;

/// What a module says of its shader.
pub(crate) struct Described {
    pub(crate) entry: GlobalId,
    /// The threads of a group; of pixel shaders, one.
    pub(crate) threads: [u32; 3],
    /// The signatures of a pixel shader; `None` of a compute shader.
    pub(crate) pixel: Option<PixelShader>,
    pub(crate) wave: WaveSize,
    pub(crate) resources: Resources,
    /// Whether 32-bit floats that are too small count as zero.
    pub(crate) is_flushed: bool,
}

/// The most threads of a group.
const MOST_THREADS: u32 = 1024;

/// The attribute by which a shader says what becomes of floats that are too small.
const DENORMALS: &[u8] = b"fp32-denorm-mode";

impl Described {
    pub(crate) fn of(module: &Module, options: &Options) -> Result<Self> {
        let metadata = |text: &str| CompileErrorKind::Metadata(text.to_owned());
        let shader = Shader::read(module)
            .map_err(|error| CompileErrorKind::Metadata(PassErrorKind::from(error).to_string()))?;
        let model =
            shader.model.as_ref().ok_or_else(|| metadata("module has no shader model (!dx.shaderModel)"))?;
        let is_pixel = match model.kind() {
            Some(ShaderKind::COMPUTE) => false,
            Some(ShaderKind::PIXEL) if options.processor.is_gfx11() => {
                return Err(CompileErrorKind::PixelProcessor(options.processor.to_string()).into());
            }
            Some(ShaderKind::PIXEL) => true,
            other => {
                let name = other.and_then(|kind| kind.name()).unwrap_or("unknown").to_lowercase();
                return Err(CompileErrorKind::Stage(name).into());
            }
        };
        let [said] = shader.entry_points.as_slice() else {
            return Err(metadata("module does not have exactly one entry point (!dx.entryPoints)").into());
        };
        let entry = said.function.ok_or_else(|| metadata("the entry point has no function"))?;
        let ty = module.globals.get(entry).and_then(|global| module.types.get(global.value_type));
        if !matches!(ty, Some(Type::Function { parameters, .. }) if parameters.is_empty()) {
            return Err(metadata("the entry point is not a function without parameters").into());
        }
        let properties = said.properties.as_ref();
        let threads = if is_pixel { [1; 3] } else { threads(properties)? };
        let pixel = if is_pixel { Some(PixelShader::of(said)?) } else { None };
        let exact = properties.and_then(|known| known.wave_size()).map(|size| size.lanes);
        let range = properties.and_then(|known| known.wave_range());
        let range = range.map(|range| (range.min, range.max, range.preferred));
        let wave = wave_size(exact, range, options.wave_size)?;
        let resources = said.resources.as_ref().or(shader.resources.as_ref());
        let resources = Resources::of(resources, &options.bindings)?;
        Ok(Self { entry, threads, pixel, wave, resources, is_flushed: is_flushed(module, entry) })
    }
}

/// The threads of a group.
fn threads(properties: Option<&EntryProperties>) -> Result<[u32; 3]> {
    let threads = properties.and_then(|known| known.thread_group());
    let none = || CompileErrorKind::Metadata("the entry point has no numthreads property".to_owned());
    let threads = threads.ok_or_else(none)?.dimensions();
    let count = threads.iter().try_fold(1_u32, |count, one| count.checked_mul(*one));
    if !count.is_some_and(|count| (1..=MOST_THREADS).contains(&count)) {
        let [x, y, z] = threads;
        let text = format!("thread group has {x} x {y} x {z} threads, expected 1 to {MOST_THREADS} in total");
        return Err(CompileErrorKind::Limit(text).into());
    }
    Ok(threads)
}

/// The wave size that a shader asks for, or that is wanted where it allows that; 32 lanes where it does not matter.
fn wave_size(
    exact: Option<u32>,
    range: Option<(u32, u32, u32)>,
    wanted: Option<WaveSize>,
) -> Result<WaveSize> {
    let refused = |wanted: u32, why: String| CompileErrorKind::WaveSize { wanted, why };
    let exact = exact.or(range.and_then(|(least, most, _)| (most == 0).then_some(least)));
    if let Some(lanes) = exact {
        let of_shader =
            WaveSize::of_lanes(lanes).ok_or_else(|| refused(lanes, "expected 32 or 64".to_owned()))?;
        return match wanted {
            Some(wanted) if wanted != of_shader => {
                Err(refused(wanted.lanes(), format!("the shader requires wave size {lanes}")).into())
            }
            _ => Ok(of_shader),
        };
    }
    let Some((least, most, preferred)) = range else { return Ok(wanted.unwrap_or(WaveSize::W32)) };
    let is_allowed = |size: &WaveSize| (least..=most).contains(&size.lanes());
    let why = format!("the shader requires a wave size from {least} to {most}");
    if let Some(wanted) = wanted {
        return if is_allowed(&wanted) { Ok(wanted) } else { Err(refused(wanted.lanes(), why).into()) };
    }
    let preferred = WaveSize::of_lanes(preferred).filter(is_allowed);
    let found = preferred.or_else(|| [WaveSize::W32, WaveSize::W64].into_iter().find(is_allowed));
    found.ok_or_else(|| refused(least, "expected 32 or 64".to_owned()).into())
}

/// Whether small floats count as zero: unless the shader asks that they do not.
fn is_flushed(module: &Module, entry: GlobalId) -> bool {
    let function = module.globals.get(entry).and_then(|global| global.function());
    let groups = function.and_then(|function| module.attributes.list(function.attributes?));
    let groups = groups.unwrap_or_default().iter().filter_map(|id| module.attributes.group(*id));
    let mut said =
        groups.filter(|group| group.slot == Slot::Function).flat_map(|group| group.attributes.iter());
    !said.any(|attribute| match attribute {
        Attribute::Text(name, value) => name == DENORMALS && value == "preserve",
        _ => false,
    })
}
