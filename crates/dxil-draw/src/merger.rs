//! The output merger: what comes out of pixel shaders is tested and put into targets, pixel by pixel in the order of
//! the draw, sample by sample of each.

use dx_container::enums::SemanticKind;

use super::blending::{Colours, blend, combine};
use super::depth_stencil::{DepthFormat, DepthStencil, Rows, Sample, memory_of};
use super::draw_stage::DrawStage;
use super::state::{DrawState, Mix};
use super::targets::{self, Extent};
use dxil_run::Scalar;
use dxil_run::interpolation::{Primitive, within};
use dxil_run::lanes;
use dxil_run::resources::format::from_register;
use dxil_run::resources::texture::Layout;
use dxil_run::resources::{Dimension, Format, Memory};
use dxil_run::sample_pattern::Samples;
use dxil_run::stage::{Element, Signature, StageLanes};

/// A colour that the shader gives.
#[derive(Debug, Clone, Copy)]
struct Source {
    /// The first of its scalars, and how many there are.
    first: usize,
    columns: usize,
    scalar: Scalar,
    is_signed: bool,
}

impl Source {
    fn of(element: &Element) -> Self {
        let Element { first, columns, scalar, is_signed, .. } = *element;
        Self { first, columns, scalar, is_signed }
    }

    /// The words of what a lane gave, and a bit for each component that it did.
    fn read(&self, stage: &StageLanes, lane: (usize, usize)) -> ([u32; 4], u32) {
        let (mut words, mut written, (block, lane)) = ([0; 4], 0, lane);
        for (column, word) in words.iter_mut().enumerate().take(self.columns) {
            let Some((of_block, lanes)) = stage.outputs.of_block(self.first + column, block) else {
                continue;
            };
            if lanes >> lane & 1 != 0 {
                *word = from_register(self.scalar, lanes::get(of_block, lane), self.is_signed);
                written |= 1 << column;
            }
        }
        (words, written)
    }
}

/// A target and the colour that goes there.
#[derive(Debug)]
struct Sink<'d> {
    source: Source,
    memory: &'d Memory,
    layout: Layout,
    format: Format,
    has_slices: bool,
    mix: Mix,
    write_mask: u32,
}

/// What pixels of some rows are tested with and written to.
#[derive(Debug)]
pub(crate) struct Merger<'d> {
    state: &'d DrawState,
    samples: Samples,
    depth: DepthStencil,
    sinks: Vec<Sink<'d>>,
    /// The second colour of the first target.
    second: Option<Source>,
    /// The alpha that says how many samples are covered.
    alpha: Option<Source>,
    outputs: SystemOutputs,
}

/// The scalars of a pixel shader that say something to the merger.
#[derive(Debug, Clone, Copy, Default)]
struct SystemOutputs {
    depth: Option<usize>,
    coverage: Option<usize>,
    stencil: Option<usize>,
}

impl SystemOutputs {
    fn of(outputs: &Signature) -> Self {
        const DEPTHS: [SemanticKind; 3] =
            [SemanticKind::DEPTH, SemanticKind::DEPTH_LESS_EQUAL, SemanticKind::DEPTH_GREATER_EQUAL];
        let first = |semantic| outputs.system(semantic).map(|element| element.first);
        Self {
            depth: DEPTHS.into_iter().find_map(first),
            coverage: first(SemanticKind::COVERAGE),
            stencil: first(SemanticKind::STENCIL_REF),
        }
    }
}

/// A pixel that is merged.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fragment<'p> {
    pub(crate) primitive: &'p Primitive,
    pub(crate) at: [i32; 2],
    /// A bit for each sample of it that may be written.
    pub(crate) samples: u32,
}

impl<'d> Merger<'d> {
    /// Of the rows from one to the one before another.
    pub(crate) fn new(
        state: &'d DrawState,
        pixel: &DrawStage<'d>,
        extent: &Extent,
        (first, end): (u32, u32),
    ) -> Self {
        let (resources, outputs) = (pixel.bound.resources, &pixel.program.interface().outputs);
        let [width, _] = extent.size;
        let rows = Rows { first, end, width, layers: extent.layers, samples: extent.samples.count() };
        let target = state.depth_target.as_ref().map(|target| &target.texture);
        let format = target.and_then(|texture| DepthFormat::of(texture.format));
        let held = target.and_then(|texture| Some((texture, memory_of(texture, resources)?)));
        let depth =
            DepthStencil::new(state.depth_stencil, format.unwrap_or(DepthFormat::FloatStencil), rows, held);
        let colour = |number: usize| {
            let is_it = |element: &&Element| {
                element.indices.first().and_then(|index| usize::try_from(*index).ok()) == Some(number)
            };
            targets::colours(outputs).find(is_it).map(Source::of)
        };
        let sink = |(number, target): (usize, &'d super::RenderTarget)| {
            let (texture, blend) = (&target.texture, targets::blend_of(state, number));
            Some(Sink {
                source: colour(number)?,
                memory: memory_of(texture, resources)?,
                layout: texture.layout(),
                format: texture.format,
                has_slices: texture.dimension == Dimension::Three,
                mix: blend.mix,
                write_mask: blend.write_mask,
            })
        };
        Self {
            state,
            samples: extent.samples,
            depth,
            sinks: state.targets.iter().enumerate().filter_map(sink).collect(),
            second: if targets::has_second_source(state) { colour(1) } else { None },
            alpha: colour(0).filter(|source| state.blend.has_alpha_to_coverage && source.scalar.is_float()),
            outputs: SystemOutputs::of(outputs),
        }
    }

    /// Puts depths and stencils into their target.
    pub(crate) fn finish(&self, resources: &dxil_run::Resources) {
        if let Some(target) = &self.state.depth_target
            && let Some(memory) = memory_of(&target.texture, resources)
        {
            self.depth.write(&target.texture, memory);
        }
    }

    /// Tests the samples of a pixel: those that pass.
    pub(crate) fn test(&mut self, fragment: &Fragment<'_>, given: (Option<f32>, Option<u8>)) -> u32 {
        let (depth, reference) = given;
        let Fragment { primitive, at, samples } = *fragment;
        if !self.depth.is_tested() {
            return samples & self.samples.all();
        }
        let mut passed = 0;
        for number in lanes::each(samples).filter_map(|number| u32::try_from(number).ok()) {
            let depth = depth.map_or_else(
                || primitive.depth(within(at, self.samples.place(number))),
                |depth| primitive.within_viewport(depth.into()),
            );
            let at = at.map(|along| u32::try_from(along).unwrap_or(u32::MAX));
            let (layer, is_front) = (primitive.layer, primitive.is_front);
            let sample = Sample { at, layer, number, depth: single(depth), is_front, reference };
            passed |= u32::from(self.depth.test(&sample)) << number;
        }
        passed
    }

    /// Merges what a lane gave for a pixel, whose samples were tested before if `is_tested`. A bit for each sample that
    /// is drawn.
    pub(crate) fn merge(
        &mut self,
        stage: &StageLanes,
        lane: (usize, usize),
        mut fragment: Fragment<'_>,
        is_tested: bool,
    ) -> u32 {
        let given = |scalar: Option<usize>| {
            let scalar = scalar.filter(|scalar| stage.outputs.is_written(*scalar, lane))?;
            Some(stage.outputs.get((0, scalar), lane))
        };
        fragment.samples &= given(self.outputs.coverage).unwrap_or(u32::MAX);
        // A shader that gives coverage says it alone: the functional specification of Direct3D 11.3, 16.9.4.
        if let (Some(alpha), None) = (&self.alpha, self.outputs.coverage) {
            let (words, written) = alpha.read(stage, lane);
            if written & 8 != 0 {
                fragment.samples &= covered_by_alpha(f32::from_bits(words[3]), &self.samples);
            }
        }
        if !is_tested {
            let stencil = given(self.outputs.stencil).map(|word| word.to_le_bytes()[0]);
            fragment.samples = self.test(&fragment, (given(self.outputs.depth).map(f32::from_bits), stencil));
        }
        if fragment.samples == 0 {
            return 0;
        }
        let second = self.second.map(|second| second.read(stage, lane).0).unwrap_or_default();
        for sink in &self.sinks {
            let (words, written) = sink.source.read(stage, lane);
            let components = written & sink.write_mask;
            if components == 0 {
                continue;
            }
            for number in lanes::each(fragment.samples).filter_map(|number| u32::try_from(number).ok()) {
                sink.write(&fragment, number, (words, second, components), self.state.blend.constants);
            }
        }
        fragment.samples
    }
}

impl Sink<'_> {
    /// Mixes colours into a sample: what the shader gave, its second colour, and the components that are written.
    fn write(
        &self,
        fragment: &Fragment<'_>,
        number: u32,
        (source, second, components): ([u32; 4], [u32; 4], u32),
        constants: [f32; 4],
    ) {
        let [x, y] = fragment.at.map(|along| u32::try_from(along).unwrap_or(u32::MAX));
        let layer = fragment.primitive.layer;
        let (z, layer) = if self.has_slices { (layer, 0) } else { (0, layer) };
        let Some(byte) = self.layout.texel(0, [x, y, z], layer, number) else { return };
        let bytes = self.layout.texel_bytes();
        let is_whole = components == 0xf && matches!(self.mix, Mix::None);
        let old = if is_whole { [0; 4] } else { self.memory.read_words(byte, bytes) };
        let new = match &self.mix {
            Mix::None => self.format.encode(source),
            Mix::Blend(equations) => {
                let floats = |words: [u32; 4]| words.map(f32::from_bits);
                let destination = floats(self.format.decode(old));
                let colours =
                    Colours { source: floats(source), second: floats(second), destination, constants };
                self.format.encode(blend(equations, &colours, &self.format).map(f32::to_bits))
            }
            Mix::Logic(op) => {
                let mut new = self.format.encode(source);
                new.iter_mut().zip(old).for_each(|(new, old)| *new = combine(*op, *new, old));
                new
            }
        };
        if is_whole && bytes == 4 {
            self.memory.set(byte, bytes, new[0]);
            return;
        }
        let mask = if is_whole { [u32::MAX; 4] } else { self.format.component_bits(components) };
        let words = new.into_iter().zip(old).zip(mask).map(|((new, old), mask)| new & mask | old & !mask);
        for (word, (byte, bytes)) in words.zip(dxil_run::resources::memory::parts(byte, bytes)) {
            self.memory.set(byte, bytes, word);
        }
    }
}

/// The samples that an alpha covers: the more, the larger it is, from the first one on.
fn covered_by_alpha(alpha: f32, samples: &Samples) -> u32 {
    let count = f64::from(samples.count());
    let is_covered = |sample: &u32| f64::from(alpha) * count > f64::from(*sample) + 0.5;
    (0..samples.count()).filter(is_covered).fold(0, |all, sample| all | 1 << sample)
}

#[expect(clippy::cast_possible_truncation, reason = "depths have 32 bits")]
fn single(number: f64) -> f32 {
    number as f32
}
