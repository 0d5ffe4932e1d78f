//! The history of a pixel: each lane that shaded it, in the order of the draw, what that was given and gave, and the
//! vertices that it goes back to.

use super::interpolation::{Primitive, SUBPIXELS};
use crate::program::Scalar;
use crate::resources::format::from_register;
use crate::stage::{Pixel, Signature, StageLanes};

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

/// A corner of what was rasterized.
#[derive(Debug, Clone, PartialEq)]
pub struct HistoryVertex {
    /// Where it is in the target, in pixels, and its depth.
    pub at: [f64; 3],
    /// What the pixel shader takes of it.
    pub values: Vec<Value>,
}

/// A lane that shaded a pixel.
#[derive(Debug, Clone, PartialEq)]
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
    /// The vertices of the primitive. Of one that was clipped, they are where it is cut, and have no values.
    pub vertices: Vec<HistoryVertex>,
}

/// What a lane did, and what became of it.
pub(super) fn event(
    stage: &StageLanes,
    lane: (usize, usize),
    [inputs, outputs]: [&Signature; 2],
    (primitive, pixel): (&Primitive, &Pixel),
    (drawn, is_discarded): (u32, bool),
) -> PixelEvent {
    PixelEvent {
        primitive: primitive.id,
        view: stage.view,
        layer: primitive.layer,
        is_front: primitive.is_front,
        sample: pixel.sample,
        covered: pixel.covered,
        drawn,
        is_discarded,
        inputs: values(inputs, |scalar| Some(stage.inputs.get((0, scalar), lane))),
        outputs: self::outputs(stage, lane, outputs),
        vertices: vertices(primitive, inputs),
    }
}

/// What a lane gave.
pub(super) fn outputs(stage: &StageLanes, lane: (usize, usize), signature: &Signature) -> Vec<Value> {
    let is_written = |scalar: usize| stage.outputs.is_written(scalar, lane);
    values(signature, |scalar| is_written(scalar).then(|| stage.outputs.get((0, scalar), lane)))
}

fn vertices(primitive: &Primitive, inputs: &Signature) -> Vec<HistoryVertex> {
    let each = primitive.corners.iter().map(|corner| {
        // A corner that is a vertex has all of its share.
        let vertex = corner.shares.iter().position(|share| share.to_bits() == 1.0_f64.to_bits());
        let [x, y] = corner.at.map(pixels);
        let values = vertex.map(|vertex| values(inputs, |scalar| Some(primitive.at_vertex(vertex, scalar))));
        HistoryVertex { at: [x, y, corner.depth], values: values.unwrap_or_default() }
    });
    each.collect()
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
