//! Render targets and depth: what comes out of pixel shaders is tested and written, pixel by pixel in the order of the
//! draw. Targets are not blended.

use dx_container::enums::SemanticKind;

use super::link::misfit;
use super::{DrawStage, DrawState};
use crate::error::{Result, RunErrorKind};
use crate::limits;
use crate::resources::{Comparison, Resources, Texture};
use crate::stage::{Element, Signature, StageLanes};

/// A texture that is drawn to: its largest level, of the first layer.
#[derive(Debug, Clone)]
pub struct RenderTarget {
    /// The texture.
    pub texture: Texture,
    /// Its name, for messages.
    pub name: String,
}

/// How depth is tested. There is a depth for each pixel, which is 1 at first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DepthTest {
    /// How the new depth has to compare with the old one.
    pub comparison: Comparison,
    /// Whether it takes its place then.
    pub writes: bool,
}

/// The size of all targets.
pub(crate) fn size(targets: &[RenderTarget], pixel: &DrawStage<'_>) -> Result<[u32; 2]> {
    let Some(first) = targets.first() else {
        return Err(misfit("a draw needs a render target, and here is none".to_owned()));
    };
    let [width, height, _] = first.texture.size;
    for target in targets {
        let RenderTarget { texture, name } = target;
        let [x, y, _] = texture.size;
        if [x, y] != [width, height] {
            let why =
                format!("the target {name} has {x} x {y} pixels, and {} has {width} x {height}", first.name);
            return Err(misfit(why));
        }
        for axis in [x, y] {
            let (found, limit) = (u64::from(axis), limits::TARGET_SIZE);
            if found == 0 || found > limit {
                let what = "pixels along an axis of a target";
                return Err(located::Error::unplaced(RunErrorKind::TooLarge { what, found, limit }));
            }
        }
        if texture.samples != 1 {
            return Err(RunErrorKind::unsupported("a draw to a multisampled target"));
        }
        let has = pixel.bound.resources.memories.get(texture.memory).map_or(0, crate::Memory::len);
        let needs =
            texture.offset.saturating_add(u64::from(x) * u64::from(y) * u64::from(texture.format.bytes()));
        if needs > has {
            return Err(misfit(format!("the target {name} needs {needs} bytes, and has {has}")));
        }
    }
    for element in colours(&pixel.program.interface.outputs) {
        let target = element.indices.first().and_then(|index| targets.get(usize::try_from(*index).ok()?));
        let Some(target) = target else { continue };
        if target.texture.format.is_integer() == element.scalar.is_float() {
            let [shader, format] =
                if element.scalar.is_float() { ["floats", "integers"] } else { ["integers", "floats"] };
            let why = format!(
                "the pixel shader writes {shader} to {}, and the target {} holds {format}",
                element.label(0),
                target.name
            );
            return Err(misfit(why));
        }
    }
    Ok([width, height])
}

/// The outputs that are colours.
fn colours(outputs: &Signature) -> impl Iterator<Item = &Element> {
    outputs.elements.iter().filter(|element| element.semantic == SemanticKind::TARGET)
}

/// What pixels are tested with and written to.
#[derive(Debug)]
pub(crate) struct Merger<'d> {
    state: &'d DrawState,
    resources: &'d Resources,
    outputs: &'d Signature,
    /// The depth of each pixel, row by row.
    depths: Vec<f32>,
    width: usize,
}

impl<'d> Merger<'d> {
    pub(crate) fn new(state: &'d DrawState, pixel: &DrawStage<'d>, size: [u32; 2]) -> Self {
        let [width, height] = size.map(|size| usize::try_from(size).unwrap_or(0));
        let count = if state.depth.is_some() { width.saturating_mul(height) } else { 0 };
        let (resources, outputs) = (pixel.bound.resources, &pixel.program.interface.outputs);
        Self { state, resources, outputs, depths: vec![1.0; count], width }
    }

    /// Tests the depth of a pixel, and puts it in its place. Without a test, every pixel passes.
    pub(crate) fn passes(&mut self, [x, y]: [i32; 2], depth: f32) -> bool {
        let Some(test) = self.state.depth else { return true };
        let [x, y] = [x, y].map(|at| usize::try_from(at).unwrap_or(usize::MAX));
        let Some(old) = self.depths.get_mut(y.saturating_mul(self.width).saturating_add(x)) else {
            return false;
        };
        let viewport = self.state.viewport;
        let (near, far) = (viewport.near.min(viewport.far), viewport.near.max(viewport.far));
        let depth = depth.clamp(near, far);
        let passes = match test.comparison {
            Comparison::Never => false,
            Comparison::Less => depth < *old,
            Comparison::Equal => depth.to_bits() == old.to_bits(),
            Comparison::LessEqual => depth <= *old,
            Comparison::Greater => depth > *old,
            Comparison::NotEqual => depth.to_bits() != old.to_bits(),
            Comparison::GreaterEqual => depth >= *old,
            Comparison::Always => true,
        };
        if passes && test.writes {
            *old = depth;
        }
        passes
    }

    /// The depth that the shader gave a lane, if it gave one.
    pub(crate) fn given_depth(&self, stage: &StageLanes, lane: (usize, usize)) -> Option<f32> {
        const DEPTHS: [SemanticKind; 3] =
            [SemanticKind::DEPTH, SemanticKind::DEPTH_LESS_EQUAL, SemanticKind::DEPTH_GREATER_EQUAL];
        let element = DEPTHS.iter().find_map(|semantic| self.outputs.system(*semantic))?;
        let is_written = stage.outputs.is_written(element.first, lane);
        is_written.then(|| f32::from_bits(stage.outputs.get((0, element.first), lane)))
    }

    /// Whether the shader says that a pixel is not covered.
    pub(crate) fn is_uncovered(&self, stage: &StageLanes, lane: (usize, usize)) -> bool {
        self.outputs.system(SemanticKind::COVERAGE).is_some_and(|element| {
            stage.outputs.is_written(element.first, lane)
                && stage.outputs.get((0, element.first), lane) & 1 == 0
        })
    }

    /// Writes the colours that a lane gave to its pixel. What it did not write stays as it is.
    pub(crate) fn write(&self, stage: &StageLanes, lane: (usize, usize), [x, y]: [i32; 2]) {
        let [x, y] = [x, y].map(|at| u64::try_from(at).unwrap_or(u64::MAX));
        for element in colours(self.outputs) {
            let target = element
                .indices
                .first()
                .and_then(|index| self.state.targets.get(usize::try_from(*index).ok()?));
            let Some(texture) = target.map(|target| &target.texture) else { continue };
            let Some(memory) = self.resources.memories.get(texture.memory) else { continue };
            let bytes = texture.format.bytes();
            let at = y.saturating_mul(texture.size[0].into()).saturating_add(x);
            let start = texture.offset.saturating_add(at.saturating_mul(bytes.into()));
            let mut values = texture.format.decode(memory.read_words(start, bytes));
            let mut is_written = false;
            for (column, value) in values.iter_mut().enumerate().take(element.columns) {
                let scalar = element.first + column;
                if stage.outputs.is_written(scalar, lane) {
                    let word = stage.outputs.get((0, scalar), lane);
                    *value = crate::resources::format::from_register(element.scalar, word, element.is_signed);
                    is_written = true;
                }
            }
            if is_written {
                let words = texture.format.encode(values);
                for (word, (byte, bytes)) in
                    words.into_iter().zip(crate::resources::access::parts(start, bytes))
                {
                    memory.write(byte, bytes, word);
                }
            }
        }
    }
}
