//! Render targets: what may be one, and what all of a draw have in common.

use dx_container::enums::SemanticKind;

use super::depth_stencil::DepthFormat;
use super::draw_stage::DrawStage;
use super::link::misfit;
use super::state::{DrawState, Mix};
use super::viewport::Viewport;
use crate::limits;
use dxil_run::resources::{Component, Dimension, Texture};
use dxil_run::sample_pattern::Samples;
use dxil_run::stage::{Element, Signature};
use dxil_run::{Result, RunErrorKind};

/// What all targets of a draw have in common.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Extent {
    pub(crate) size: [u32; 2],
    pub(crate) layers: u32,
    pub(crate) samples: Samples,
}

/// How many layers are drawn to: slices of what has three dimensions.
pub(crate) fn layers(texture: &Texture) -> u32 {
    let [_, _, depth] = texture.size;
    if texture.dimension == Dimension::Three { depth } else { texture.layers }
}

/// What the targets have in common, if they can be drawn to by the shader.
pub(crate) fn extent(state: &DrawState, pixel: &DrawStage<'_>) -> Result<Extent> {
    let depth = state.depth_target.as_ref().map(|target| (&target.texture, target.name.as_str()));
    let colours = state.targets.iter().map(|target| (&target.texture, target.name.as_str()));
    let all: Vec<_> = colours.chain(depth).collect();
    let Some((first, first_name)) = all.first() else {
        return Err(misfit("the draw has neither a render target nor a depth target".to_owned()));
    };
    if state.targets.len() > MOST_TARGETS {
        let why = format!("expected at most {MOST_TARGETS} render targets, found {}", state.targets.len());
        return Err(misfit(why));
    }
    let Some(samples) = Samples::of(first.samples) else {
        let why =
            format!("render target {first_name} has {} samples, expected 1, 2, 4, 8 or 16", first.samples);
        return Err(misfit(why));
    };
    let what = |texture: &Texture| {
        let [width, height, _] = texture.size;
        let height = if texture.dimension == Dimension::One { 1 } else { height };
        (width, height, layers(texture), texture.samples)
    };
    for (texture, name) in &all {
        let (width, height, layers, samples) = what(texture);
        if what(texture) != what(first) {
            let (first_width, first_height, first_layers, first_samples) = what(first);
            let why = format!(
                "render target {name} has {width} x {height} pixels, {layers} layers and {samples} samples, \
                 but {first_name} has {first_width} x {first_height} pixels, {first_layers} layers and \
                 {first_samples} samples"
            );
            return Err(misfit(why));
        }
        check_size(texture, name, pixel)?;
    }
    for target in &state.targets {
        let (format, name) = (target.texture.format, &target.name);
        if !format.is_renderable() {
            return Err(misfit(format!(
                "render target {name} has format {format}, which does not support \
                                       rendering"
            )));
        }
    }
    let (width, height, layers, _) = what(first);
    let extent = Extent { size: [width, height], layers, samples };
    check_depth(state, &extent)?;
    check_colours(state, &pixel.program.interface().outputs)?;
    Ok(extent)
}

/// The most render targets of a draw.
pub(crate) const MOST_TARGETS: usize = 8;

fn check_size(texture: &Texture, name: &str, pixel: &DrawStage<'_>) -> Result<()> {
    let [x, y, z] = texture.size;
    for axis in [x, y, z] {
        let (found, limit) = (u64::from(axis), limits::TARGET_SIZE);
        if found == 0 || found > limit {
            let what = "pixels in one dimension of a render target";
            return Err(located::Error::unplaced(RunErrorKind::TooLarge { what, found, limit }));
        }
    }
    let has = pixel.bound.resources.memories.get(texture.memory).map_or(0, dxil_run::Memory::len);
    let needs = texture.offset.saturating_add(texture.bytes());
    if needs > has {
        return Err(misfit(format!("render target {name} needs {needs} bytes, but the buffer has {has}")));
    }
    Ok(())
}

fn check_depth(state: &DrawState, extent: &Extent) -> Result<()> {
    let tests = state.depth_stencil;
    if let Some(target) = &state.depth_target {
        let Some(format) = DepthFormat::of(target.texture.format) else {
            let why = format!(
                "depth target {} has format {}, expected D16_UNORM, D24_UNORM_S8_UINT, D32_FLOAT or \
                 D32_FLOAT_S8X24_UINT",
                target.name, target.texture.format
            );
            return Err(misfit(why));
        };
        if tests.stencil.is_some() && !format.has_stencil() {
            let why = format!(
                "stencil test with depth target {}, whose format has no stencil ({})",
                target.name, target.texture.format
            );
            return Err(misfit(why));
        }
    }
    if tests.depth.is_some() || tests.stencil.is_some() {
        let [width, height] = extent.size.map(u64::from);
        let samples = u64::from(extent.layers) * u64::from(extent.samples.count());
        let (found, limit) = ((width * height).saturating_mul(samples), limits::DEPTHS);
        if found > limit {
            let what = "samples of the depth-stencil target (width × height × layers × samples per pixel)";
            return Err(located::Error::unplaced(RunErrorKind::TooLarge { what, found, limit }));
        }
    }
    Ok(())
}

/// How a target is blended.
pub(crate) fn blend_of(state: &DrawState, target: usize) -> super::state::TargetBlend {
    let all = &state.blend.targets;
    all.get(target).or_else(|| all.last()).copied().unwrap_or_default()
}

/// Whether the second colour of the shader is a factor.
pub(crate) fn has_second_source(state: &DrawState) -> bool {
    match blend_of(state, 0).mix {
        Mix::Blend(equations) => {
            equations.iter().any(|one| one.source.is_of_second() || one.destination.is_of_second())
        }
        _ => false,
    }
}

fn check_colours(state: &DrawState, outputs: &Signature) -> Result<()> {
    for element in colours(outputs) {
        let target =
            element.indices.first().and_then(|index| state.targets.get(usize::try_from(*index).ok()?));
        let Some(target) = target else { continue };
        if target.texture.format.is_integer() == element.scalar.is_float() {
            let [shader, format] =
                if element.scalar.is_float() { ["floats", "integers"] } else { ["integers", "floats"] };
            let why = format!(
                "the pixel shader writes {shader} to {}, but the format of render target {} stores {format}",
                element.label(0),
                target.name
            );
            return Err(misfit(why));
        }
    }
    for (number, target) in state.targets.iter().enumerate() {
        let (format, name) = (target.texture.format, &target.name);
        match blend_of(state, number).mix {
            Mix::Blend(_) if format.is_integer() => {
                return Err(misfit(format!(
                    "render target {name} has an integer format, which does not \
                                           support blending"
                )));
            }
            Mix::Logic(_) if !matches!(format.component, Component::Unsigned(_)) => {
                let why = format!(
                    "render target {name} has format {format}, but logic operations require an unsigned \
                     integer format"
                );
                return Err(misfit(why));
            }
            _ => {}
        }
    }
    if has_second_source(state) {
        if state.targets.len() > 1 {
            let why = format!("dual-source blending requires 1 render target, found {}", state.targets.len());
            return Err(misfit(why));
        }
        if !colours(outputs).any(|element| element.indices.first() == Some(&1)) {
            return Err(misfit(
                "dual-source blending requires a pixel shader that writes SV_Target1".to_owned(),
            ));
        }
    }
    Ok(())
}

/// The outputs that are colours.
pub(crate) fn colours(outputs: &Signature) -> impl Iterator<Item = &Element> {
    outputs.elements.iter().filter(|element| element.semantic == SemanticKind::TARGET)
}

/// Refuses viewports that Direct3D does not have.
pub(crate) fn check_viewports(viewports: &[Viewport]) -> Result<()> {
    const MOST: usize = 16;
    const BOUND: f32 = 32_768.0;
    if viewports.is_empty() || viewports.len() > MOST {
        return Err(misfit(format!("expected 1 to {MOST} viewports, found {}", viewports.len())));
    }
    for viewport in viewports {
        let Viewport { x, y, width, height, near, far } = *viewport;
        let is_inside = |at: f32| (-BOUND..=BOUND).contains(&at);
        let is_size = |size: f32| (0.0..=BOUND).contains(&size);
        let is_depth = |depth: f32| (0.0..=1.0).contains(&depth);
        let is_valid = is_inside(x)
            && is_inside(y)
            && is_size(width)
            && is_size(height)
            && is_inside(x + width)
            && is_inside(y + height)
            && is_depth(near)
            && is_depth(far);
        if !is_valid {
            let why = format!(
                "viewport {x}, {y}, {width} x {height} with depths {near} to {far} is out of range: x, y, \
                 x + width and y + height must be from -32768 to 32768, depths from 0 to 1"
            );
            return Err(misfit(why));
        }
    }
    Ok(())
}
