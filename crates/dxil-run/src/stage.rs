//! The interface of the stages of a draw: the signatures of a program as lists of scalars, and the inputs and outputs
//! of each lane of a wave. Separate from waves because compute shaders have neither.

use std::sync::Arc;

use bstr::BString;
use dx_container::enums::{ElementType, InterpolationMode, SemanticKind, ShaderKind};
use dx_container::flags::ShaderFlags;
use dxil::shader::{
    AmplificationState, DomainState, EntryPoint, EntryProperties, GeometryState, HullState, MeshState,
    SignatureElement,
};

use crate::instruction::Scalar;
use crate::interpolation::Primitive;
use crate::lanes::{self, Lanes, MAX_BLOCKS, Mask};
use crate::sample_pattern::Samples;

/// What an entry takes, gives and says of itself.
#[derive(Debug, Clone, Default)]
pub struct StageInterface {
    /// What goes in.
    pub inputs: Signature,
    /// What comes out.
    pub outputs: Signature,
    /// What is constant in a patch; of a mesh shader, what comes out with each primitive.
    pub patch_constants: Signature,
    /// Of a geometry shader.
    pub geometry: Option<GeometryState>,
    /// Of a hull shader.
    pub hull: Option<HullState>,
    /// Of a domain shader.
    pub domain: Option<DomainState>,
    /// Of an amplification shader.
    pub amplification: Option<AmplificationState>,
    /// Of a mesh shader.
    pub mesh: Option<MeshState>,
    /// Whether depth is tested before the shader runs.
    pub has_early_depth: bool,
}

impl StageInterface {
    /// That of an entry.
    pub(crate) fn of(entry: &EntryPoint) -> Self {
        let signatures = entry.signatures.as_ref();
        let properties = entry.properties.as_ref();
        let signature = |elements: Option<&Vec<SignatureElement>>| {
            Signature::of(elements.map(Vec::as_slice).unwrap_or_default())
        };
        Self {
            inputs: signature(signatures.and_then(|all| all.inputs.as_ref())),
            outputs: signature(signatures.and_then(|all| all.outputs.as_ref())),
            patch_constants: signature(signatures.and_then(|all| all.patch_constants.as_ref())),
            geometry: properties.and_then(EntryProperties::geometry).cloned(),
            hull: properties.and_then(EntryProperties::hull).cloned(),
            domain: properties.and_then(EntryProperties::domain).cloned(),
            amplification: properties.and_then(EntryProperties::amplification).cloned(),
            mesh: properties.and_then(EntryProperties::mesh).cloned(),
            has_early_depth: entry.flags().contains(ShaderFlags::FORCE_EARLY_DEPTH_STENCIL),
        }
    }
}

/// A signature: its elements, and how many scalars they are.
#[derive(Debug, Clone, Default)]
pub struct Signature {
    /// The elements, in the order of the metadata.
    pub elements: Vec<Element>,
    /// How many scalars all elements have together.
    pub scalars: usize,
}

/// An element of a signature. Its scalars follow each other, row by row, column by column.
#[derive(Debug, Clone)]
pub struct Element {
    /// The id that operations name it by.
    pub id: u32,
    /// The name of its semantic, without index.
    pub name: BString,
    /// The kind of its semantic.
    pub semantic: SemanticKind,
    /// The index of its semantic, of each row.
    pub indices: Vec<u32>,
    /// The type of its scalars.
    pub scalar: Scalar,
    /// True for signed integers.
    pub is_signed: bool,
    /// The mode in which a pixel shader interpolates it.
    pub interpolation: InterpolationMode,
    /// The number of columns, at most 4.
    pub columns: usize,
    /// The number of its first scalar among those of the signature.
    pub first: usize,
    /// The stream of a geometry shader that it belongs to.
    pub stream: u32,
}

impl Element {
    /// How many rows it has.
    pub fn rows(&self) -> usize {
        self.indices.len()
    }

    /// Its semantic with index, as HLSL has it.
    pub fn label(&self, row: usize) -> String {
        match self.indices.get(row).copied().unwrap_or(0) {
            0 => self.name.to_string(),
            index => format!("{}{index}", self.name),
        }
    }

    /// Whether it is the row of another element by name and index.
    pub fn row_named(&self, name: &[u8], index: u32) -> Option<usize> {
        let is_same = self.name.eq_ignore_ascii_case(name);
        self.indices.iter().position(|own| *own == index).filter(|_| is_same)
    }
}

impl Signature {
    fn of(elements: &[SignatureElement]) -> Self {
        let mut signature = Self::default();
        for element in elements {
            let rows = (element.rows as usize).min(MAX_ROWS);
            let columns = usize::from(element.columns).min(4);
            let stream = element.properties.as_ref().and_then(|properties| properties.stream().copied());
            signature.elements.push(Element {
                id: element.id,
                name: element.name.clone(),
                semantic: element.semantic,
                indices: (0..rows).map(|row| element.semantic_index(row)).collect(),
                scalar: scalar(element.element_type),
                is_signed: matches!(element.element_type, ElementType::I16 | ElementType::I32),
                interpolation: element.interpolation,
                columns,
                first: signature.scalars,
                stream: stream.unwrap_or(0),
            });
            signature.scalars += rows * columns;
        }
        signature
    }

    /// The element of a number.
    pub fn element(&self, id: u32) -> Option<&Element> {
        let at = usize::try_from(id).ok().and_then(|at| self.elements.get(at));
        at.filter(|element| element.id == id).or_else(|| self.elements.iter().find(|other| other.id == id))
    }

    /// The first element that means something to the pipeline.
    pub fn system(&self, semantic: SemanticKind) -> Option<&Element> {
        self.elements.iter().find(|element| element.semantic == semantic)
    }
}

/// A signature has 32 rows of four columns.
const MAX_ROWS: usize = 32;

fn scalar(ty: ElementType) -> Scalar {
    match ty {
        ElementType::I1 => Scalar::I1,
        ElementType::I16 | ElementType::U16 => Scalar::I16,
        ElementType::F16 => Scalar::F16,
        ElementType::F32 => Scalar::F32,
        _ => Scalar::I32,
    }
}

/// Scalars in the lanes of a wave: of several vertices, vertex by vertex.
#[derive(Debug, Clone, Default)]
pub struct Values {
    words: Vec<Lanes>,
    /// A bit for each lane that was written.
    written: Vec<u32>,
    /// Scalars of a vertex.
    scalars: usize,
    blocks: usize,
}

impl Values {
    /// Of so many vertices, all zero and not written.
    pub fn reset(&mut self, vertices: usize, scalars: usize, blocks: usize) {
        (self.scalars, self.blocks) = (scalars, blocks);
        let count = vertices * scalars * blocks;
        self.words.clear();
        self.words.resize(count, lanes::ZERO);
        self.written.clear();
        self.written.resize(count, 0);
    }

    #[inline]
    fn at(&self, (vertex, scalar): (usize, usize), block: usize) -> Option<usize> {
        let is_inside = scalar < self.scalars && block < self.blocks;
        is_inside.then(|| vertex.saturating_mul(self.scalars).saturating_add(scalar) * self.blocks + block)
    }

    /// A scalar of a vertex, in a lane.
    #[inline]
    pub fn get(&self, place: (usize, usize), (block, lane): (usize, usize)) -> u32 {
        self.lanes(place, block).map_or(0, |words| lanes::get(words, lane))
    }

    /// A scalar of a vertex, in all lanes of a block.
    #[inline]
    pub fn lanes(&self, place: (usize, usize), block: usize) -> Option<&Lanes> {
        self.words.get(self.at(place, block)?)
    }

    /// Sets a scalar of a vertex in a lane.
    #[inline]
    pub fn set(&mut self, place: (usize, usize), (block, lane): (usize, usize), word: u32) {
        let Some(at) = self.at(place, block) else { return };
        if let (Some(words), Some(written)) = (self.words.get_mut(at), self.written.get_mut(at)) {
            lanes::set(words, lane, word);
            *written |= 1 << lane;
        }
    }

    /// Sets a scalar of a vertex in some lanes of a block.
    pub fn put(&mut self, place: (usize, usize), block: usize, words: &Lanes, lanes: u32) {
        let Some(at) = self.at(place, block) else { return };
        let (Some(to), Some(written)) = (self.words.get_mut(at), self.written.get_mut(at)) else { return };
        *written |= lanes;
        if lanes == u32::MAX {
            *to = *words;
            return;
        }
        for lane in lanes::each(lanes) {
            lanes::set(to, lane, lanes::get(words, lane));
        }
    }

    /// A scalar of the first vertex in all lanes of a block, and a bit for each lane in which it was written.
    #[inline]
    pub fn of_block(&self, scalar: usize, block: usize) -> Option<(&Lanes, u32)> {
        let at = self.at((0, scalar), block)?;
        Some((self.words.get(at)?, *self.written.get(at)?))
    }

    /// Of how many vertices they are.
    pub fn vertices(&self) -> usize {
        self.words.len() / (self.scalars * self.blocks).max(1)
    }

    /// Nothing was written in a lane any more.
    pub fn forget(&mut self, (block, lane): (usize, usize)) {
        for written in self.written.iter_mut().skip(block).step_by(self.blocks.max(1)) {
            *written &= !(1 << lane);
        }
    }

    /// Sets a scalar of a vertex in all lanes.
    pub fn fill(&mut self, place: (usize, usize), word: u32) {
        for block in 0..self.blocks {
            let Some(at) = self.at(place, block) else { return };
            if let (Some(words), Some(written)) = (self.words.get_mut(at), self.written.get_mut(at)) {
                (*words, *written) = (lanes::splat(word), u32::MAX);
            }
        }
    }

    /// All scalars of a vertex, in a lane.
    pub fn vertex(&self, vertex: usize, lane: (usize, usize)) -> Arc<[u32]> {
        (0..self.scalars).map(|scalar| self.get((vertex, scalar), lane)).collect()
    }

    /// A bit for each lane of a block in which a scalar of the first vertex was written.
    #[inline]
    pub fn written(&self, scalar: usize, block: usize) -> u32 {
        self.at((0, scalar), block).and_then(|at| self.written.get(at)).copied().unwrap_or(0)
    }

    /// Those of some lanes of a block in which a scalar of the first vertex was not written.
    #[inline]
    pub fn unwritten(&self, scalar: usize, block: usize, lanes: u32) -> u32 {
        lanes & !self.written(scalar, block)
    }

    /// Whether a scalar of the first vertex was written in a lane.
    #[inline]
    pub fn is_written(&self, scalar: usize, lane: (usize, usize)) -> bool {
        self.is_written_of((0, scalar), lane)
    }

    /// Whether a scalar of a vertex was written in a lane.
    #[inline]
    pub fn is_written_of(&self, place: (usize, usize), (block, lane): (usize, usize)) -> bool {
        let at = self.at(place, block).and_then(|at| self.written.get(at));
        at.is_some_and(|bits| bits >> lane & 1 != 0)
    }
}

/// A vertex that a lane of a geometry shader gave, or the end of a strip.
#[derive(Debug, Clone)]
pub struct Emitted {
    /// The stream that it went to.
    pub stream: u32,
    /// The scalars of the vertex; `None` for the end of a strip.
    pub vertex: Option<Arc<[u32]>>,
}

/// What a lane of a geometry shader gave, in its order.
#[derive(Debug, Clone, Default)]
pub struct Emissions {
    /// The vertices and ends of strips.
    pub all: Vec<Emitted>,
    /// How many vertices that are.
    pub vertices: u32,
}

/// Where a lane of a pixel shader is.
#[derive(Debug, Clone, Copy, Default)]
pub struct Pixel {
    /// The primitive, of [`StageLanes::primitives`].
    pub primitive: u32,
    /// The pixel.
    pub at: [i32; 2],
    /// A bit for each sample of it that the primitive covers, of those that are shaded.
    pub covered: u32,
    /// Where its centroid is, in subpixels from its left and upper side.
    pub centroid: [i32; 2],
    /// The sample that is shaded, of shaders that are run for each.
    pub sample: Option<u32>,
}

/// The inputs and outputs of the lanes of a wave. A lane of the wave is named by its block and its index in the block,
/// as [`lanes::place`] returns them.
#[derive(Debug, Clone, Default)]
pub struct StageLanes {
    blocks: usize,
    /// What goes in, of each vertex of the primitive.
    pub inputs: Values,
    /// What comes out.
    pub outputs: Values,
    /// What is constant in a patch: what a domain shader is given, or a hull shader's function gives.
    pub patch_constants: Values,
    /// The control points that a hull shader gave, for its function of a patch.
    pub control_points: Values,
    /// Helper lanes and discarded lanes.
    pub(crate) helpers: Mask,
    /// The primitive; of a vertex shader, the instance.
    pub(crate) primitive_ids: [Lanes; MAX_BLOCKS],
    /// The instance of a geometry shader, or the control point of a hull shader.
    pub(crate) instances: [Lanes; MAX_BLOCKS],
    /// Where in its patch a domain shader is.
    pub(crate) locations: [[Lanes; MAX_BLOCKS]; 3],
    /// The first vertex and the first instance of the draw.
    pub start: [u32; 2],
    /// What a geometry shader gave, lane by lane.
    pub emitted: Vec<Emissions>,
    /// Where lanes of a pixel shader are, lane by lane.
    pub pixels: Vec<Pixel>,
    /// Where samples are in pixels.
    pub samples: Samples,
    /// The view that is drawn.
    pub view: u32,
    /// What they are of.
    pub primitives: Vec<Arc<Primitive>>,
}

impl StageLanes {
    /// Creates the lanes of a wave of so many blocks.
    pub(crate) fn new(blocks: usize) -> Self {
        Self { blocks, ..Self::default() }
    }

    /// Prepares the lanes for a program with this interface and primitives of so many vertices: no value is written,
    /// and no lane is a helper lane.
    pub fn reset(&mut self, interface: &StageInterface, vertices: usize) {
        let blocks = self.blocks;
        self.inputs.reset(vertices, interface.inputs.scalars, blocks);
        self.outputs.reset(1, interface.outputs.scalars, blocks);
        self.patch_constants.reset(1, interface.patch_constants.scalars, blocks);
        self.helpers = [0; MAX_BLOCKS];
        self.emitted.clear();
        if interface.geometry.is_some() {
            self.emitted.resize(blocks * lanes::BLOCK, Emissions::default());
        }
        self.pixels.clear();
        self.primitives.clear();
    }

    /// Prepares space for the control points that the patch constant function of a hull shader reads.
    pub fn reset_control_points(&mut self, interface: &StageInterface, points: usize) {
        self.control_points.reset(points, interface.outputs.scalars, self.blocks);
    }

    /// Sets the primitive of one lane; for a vertex shader, the instance.
    pub fn set_primitive_id(&mut self, (block, lane): (usize, usize), id: u32) {
        set_lane(&mut self.primitive_ids, (block, lane), id);
    }

    /// Sets the primitive of all lanes; for a vertex shader, the instance.
    pub fn fill_primitive_ids(&mut self, id: u32) {
        self.primitive_ids = [lanes::splat(id); MAX_BLOCKS];
    }

    /// Sets the instance of a geometry shader, or the control point of a hull shader, of one lane.
    pub fn set_instance(&mut self, lane: (usize, usize), instance: u32) {
        set_lane(&mut self.instances, lane, instance);
    }

    /// Sets the domain location of one lane.
    pub fn set_domain_location(&mut self, lane: (usize, usize), location: [f32; 3]) {
        for (axis, coordinate) in self.locations.iter_mut().zip(location) {
            set_lane(axis, lane, coordinate.to_bits());
        }
    }

    /// Sets the helper lanes: lanes that only complete quads.
    pub fn set_helpers(&mut self, helpers: Mask) {
        self.helpers = helpers;
    }

    /// The helper lanes and discarded lanes of a block.
    #[inline]
    pub fn helpers(&self, block: usize) -> u32 {
        self.helpers.get(block).copied().unwrap_or(0)
    }

    /// True for a helper lane or a discarded lane.
    pub fn is_helper(&self, (block, lane): (usize, usize)) -> bool {
        self.helpers(block) >> lane & 1 != 0
    }

    /// The primitive that a lane of a pixel shader is of, and the pixel.
    pub fn pixel(&self, (block, lane): (usize, usize)) -> Option<(&Primitive, &Pixel)> {
        let pixel = self.pixels.get(block * lanes::BLOCK + lane)?;
        let primitive = self.primitives.get(usize::try_from(pixel.primitive).ok()?)?;
        Some((primitive, pixel))
    }
}

#[inline]
fn set_lane(blocks: &mut [Lanes; MAX_BLOCKS], (block, lane): (usize, usize), word: u32) {
    if let Some(lanes) = blocks.get_mut(block) {
        lanes::set(lanes, lane, word);
    }
}

/// Stages that are run in draws.
pub(crate) const DRAWN: &[ShaderKind] = &[
    ShaderKind::VERTEX,
    ShaderKind::HULL,
    ShaderKind::DOMAIN,
    ShaderKind::GEOMETRY,
    ShaderKind::AMPLIFICATION,
    ShaderKind::MESH,
    ShaderKind::PIXEL,
];

/// Whether the threads of a stage are those of groups.
pub(crate) fn has_groups(stage: ShaderKind) -> bool {
    matches!(stage, ShaderKind::COMPUTE | ShaderKind::AMPLIFICATION | ShaderKind::MESH)
}
