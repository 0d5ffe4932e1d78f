//! The history of a pixel: each lane that shaded it, in the order of the draw, what that was given, did and gave, and
//! the vertices that it goes back to.

use dx_container::enums::ShaderKind;

use dxil_run::Scalar;
use dxil_run::interpolation::{Corner, Primitive, SUBPIXELS, Shaded};
use dxil_run::resources::format::from_register;
use dxil_run::stage::{Pixel, Signature, StageLanes};
use dxil_run::trace::{Trace, TraceOptions};

/// A pixel of a draw's targets, and what is watched of the lanes that shade it.
#[derive(Debug, Clone, Default)]
pub struct PixelWatch {
    /// The pixel, as x and y.
    pub pixel: [u32; 2],
    /// What is traced of each lane, whatever target that says; nothing without it.
    pub trace: Option<TraceOptions>,
}

/// A number of a signature.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Number {
    /// A float.
    Float(f32),
    /// An integer without sign, or a truth value.
    Unsigned(u32),
    /// An integer with a sign.
    Signed(i32),
    /// Nobody wrote it.
    Unwritten,
}

/// A row of an element of a signature, and its components.
#[derive(Debug, Clone, PartialEq)]
pub struct Value {
    /// Its semantic, as HLSL has it.
    pub semantic: String,
    /// Its components.
    pub numbers: Vec<Number>,
}

/// Where a vertex comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// The stage that gave it.
    pub stage: ShaderKind,
    /// Its number: in the draw, in its patch, among those that a lane of a geometry shader emitted, or in its group.
    pub number: u32,
    /// The number of the instance, the patch, the primitive or the group.
    pub of: u32,
    /// The vertices of that patch or primitive.
    pub from: Vec<Self>,
}

impl Origin {
    /// That of a vertex that the first of these stages gave, whose own vertices come from those behind.
    fn of(vertex: &Shaded, stages: &[ShaderKind]) -> Option<Self> {
        let (stage, before) = stages.split_first()?;
        let from = vertex.from.iter().flat_map(|all| all.iter());
        let from = from.filter_map(|vertex| Self::of(vertex, before)).collect();
        Some(Self { stage: *stage, number: vertex.number, of: vertex.of, from })
    }
}

/// A vertex of what was rasterized.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct HistoryVertex {
    /// Where it comes from.
    pub origin: Origin,
    /// Where it is in the target, in pixels, and its depth; `None` where it was cut off.
    pub at: Option<[f64; 3]>,
    /// What the stage before the rasterizer gave of it.
    pub values: Vec<Value>,
}

/// A lane that shaded a pixel.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct PixelEvent {
    /// The primitive, by its number in the instance.
    pub primitive: u32,
    /// The view.
    pub view: u32,
    /// The layer of the targets.
    pub layer: u32,
    /// Whether the front of the primitive is seen.
    pub is_front: bool,
    /// The sample that it is run for, if it is for one.
    pub sample: Option<u32>,
    /// A bit for each sample that the primitive covers.
    pub covered: u32,
    /// A bit for each sample that was drawn: it passed all tests.
    pub drawn: u32,
    /// Whether the shader discarded it.
    pub is_discarded: bool,
    /// What the shader took.
    pub inputs: Vec<Value>,
    /// What it gave.
    pub outputs: Vec<Value>,
    /// The vertices of the primitive.
    pub vertices: Vec<HistoryVertex>,
    /// The corners of what is rasterized of it that are no vertices, but where it is cut.
    pub cuts: Vec<[f64; 3]>,
    /// What the lane did, if that is watched.
    pub trace: Option<Trace>,
}

/// Signatures that values are told by.
#[derive(Debug, Clone, Copy)]
pub(super) struct Signatures<'s> {
    /// What the pixel shader takes and gives.
    pub(super) inputs: &'s Signature,
    pub(super) outputs: &'s Signature,
    /// What vertices have, and the stages that they come from, the last one first.
    pub(super) of_vertex: &'s Signature,
    pub(super) stages: &'s [ShaderKind],
}

/// What a lane did, and what became of it.
pub(super) fn event(
    stage: &StageLanes,
    lane: (usize, usize),
    signatures: Signatures<'_>,
    (primitive, pixel): (&Primitive, &Pixel),
    (drawn, is_discarded): (u32, bool),
) -> PixelEvent {
    let corners = primitive.corners.iter();
    let cut = corners.filter(|corner| vertex_of(corner).is_none());
    PixelEvent {
        primitive: primitive.id,
        view: stage.view,
        layer: primitive.layer,
        is_front: primitive.is_front,
        sample: pixel.sample,
        covered: pixel.covered,
        drawn,
        is_discarded,
        inputs: values(signatures.inputs, |scalar| Some(stage.inputs.get((0, scalar), lane))),
        outputs: outputs(stage, lane, signatures.outputs),
        vertices: vertices(primitive, signatures),
        cuts: cut.map(place_of).collect(),
        trace: None,
    }
}

/// What a lane gave.
pub(super) fn outputs(stage: &StageLanes, lane: (usize, usize), signature: &Signature) -> Vec<Value> {
    let is_written = |scalar: usize| stage.outputs.is_written(scalar, lane);
    values(signature, |scalar| is_written(scalar).then(|| stage.outputs.get((0, scalar), lane)))
}

fn vertices(primitive: &Primitive, signatures: Signatures<'_>) -> Vec<HistoryVertex> {
    let each = primitive.vertices.iter().enumerate().filter_map(|(number, vertex)| {
        let corner = primitive.corners.iter().find(|corner| vertex_of(corner) == Some(number));
        Some(HistoryVertex {
            origin: Origin::of(vertex, signatures.stages)?,
            at: corner.map(place_of),
            values: values(signatures.of_vertex, |scalar| vertex.get(scalar).copied()),
        })
    });
    each.collect()
}

/// The vertex that a corner is: it has all of its share.
fn vertex_of(corner: &Corner) -> Option<usize> {
    corner.shares.iter().position(|share| share.to_bits() == 1.0_f64.to_bits())
}

/// Where a corner is, in pixels, and its depth.
fn place_of(corner: &Corner) -> [f64; 3] {
    let [x, y] = corner.at.map(pixels);
    [x, y, corner.depth]
}

#[expect(clippy::cast_precision_loss, reason = "coordinates have some 24 bits")]
fn pixels(along: i64) -> f64 {
    along as f64 / f64::from(SUBPIXELS)
}

/// The rows of a signature, whose scalars `get` has.
fn values(signature: &Signature, get: impl Fn(usize) -> Option<u32>) -> Vec<Value> {
    let mut values = Vec::new();
    for element in &signature.elements {
        for row in 0..element.rows() {
            let first = element.first + row * element.columns;
            let number = |scalar| match get(scalar) {
                None => Number::Unwritten,
                Some(word) => number(
                    element.scalar,
                    from_register(element.scalar, word, element.is_signed),
                    element.is_signed,
                ),
            };
            let numbers = (first..first + element.columns).map(number).collect();
            values.push(Value { semantic: element.label(row), numbers });
        }
    }
    values
}

fn number(scalar: Scalar, word: u32, is_signed: bool) -> Number {
    if scalar.is_float() {
        Number::Float(f32::from_bits(word))
    } else if is_signed {
        Number::Signed(word.cast_signed())
    } else {
        Number::Unsigned(word)
    }
}
