//! External textures: frames of a video in up to three planes, with the parameters of their conversion to RGB. Separate
//! from other textures because an access is a computation on several resources.

use dxil::emit::{Handle as ResourceHandle, Lod, Operand, Sample};
use dxil::ops::{Opcode, OverloadKind};
use dxil_ir::builder::Build as _;
use dxil_ir::{CastOp, Predicate, Value};
use naga::{MathFunction, Scalar};

use crate::error::{Fault, Result};
use crate::lower::globals::ExternalTexture;
use crate::lower::lowering::Lower;
use crate::lower::math;
use crate::lower::numeric::{
    Numeric, Shape, add, clamp, constant, divide_floats, maximum, minimum, multiply, subtract,
};
use crate::lower::places::{Buffer, Offset, Place, Root};
use crate::lower::types::Ty;

const F32: Scalar = Scalar::F32;
const U32: Scalar = Scalar::U32;

/// The members of the parameters in naga: `NagaExternalTextureParams`.
#[derive(Debug, Clone, Copy)]
enum Member {
    YuvConversion = 0,
    GamutConversion = 1,
    SourceTransfer = 2,
    DestinationTransfer = 3,
    SampleTransform = 4,
    LoadTransform = 5,
    Size = 6,
    Planes = 7,
}

/// An external texture in the body.
#[derive(Debug, Clone)]
pub(super) struct VideoFrame {
    planes: [ResourceHandle; 3],
    parameters: Place,
}

/// Coordinates with x and y.
type Pair = [Value; 2];

impl Lower<'_, '_> {
    pub(super) fn video_frame(&mut self, texture: ExternalTexture) -> Result<VideoFrame> {
        let [a, b, c] = texture.planes;
        let planes = [self.emit.handle(a)?, self.emit.handle(b)?, self.emit.handle(c)?];
        let handle = self.emit.handle(texture.parameters)?;
        let buffer = Buffer { handle, start: Offset::ZERO, is_restricted: false, is_uniform: true };
        let root = Root::Buffer { buffer: buffer.into(), offset: Offset::ZERO };
        Ok(VideoFrame { planes, parameters: Place { ty: self.types.of(texture.ty)?, root } })
    }

    fn parameter(&mut self, frame: &VideoFrame, member: Member) -> Result<Vec<Value>> {
        let place = self.part(&frame.parameters, member as u32)?;
        Ok(self.load(&place)?.to_vec())
    }

    fn plane_size(&mut self, plane: ResourceHandle) -> Result<Pair> {
        let size = self.emit.dimensions(plane, 0)?;
        let height = size.height.ok_or_else(|| Fault::malformed("a plane without a height"))?;
        Ok([size.width, height])
    }

    fn as_floats(&mut self, pair: Pair) -> Pair {
        let f32 = self.emit.scalar(OverloadKind::F32);
        pair.map(|number| self.emit.cast(CastOp::UiToFp, number, f32))
    }

    /// The size in the parameters, or the size of the first plane if the former is zero.
    pub(super) fn frame_size(&mut self, frame: &VideoFrame) -> Result<Pair> {
        let actual = self.plane_size(frame.planes[0])?;
        let stated = pair(&self.parameter(frame, Member::Size)?)?;
        let zero = constant(&mut self.emit, U32, 0.0);
        let any = self.emit.binary(dxil_ir::BinaryOp::Or, stated[0], stated[1]);
        let is_stated = self.emit.compare(Predicate::IntNe, any, zero);
        Ok([0, 1].map(|axis: usize| match (stated.get(axis), actual.get(axis)) {
            (Some(stated), Some(actual)) => self.emit.select(is_stated, *stated, *actual),
            _ => zero,
        }))
    }

    /// Applies a transformation: a matrix of three columns and two rows.
    fn transformed(&mut self, matrix: &[Value], [x, y]: Pair) -> Result<Pair> {
        let &[a, b, c, d, e, f] = matrix else {
            return Err(Fault::malformed("a transformation of another size"));
        };
        let mut row = |[a, c, e]: [Value; 3]| -> Result<Value> {
            let sum = self.emit.op(Opcode::FMAD, OverloadKind::F32, [c, y, e])?;
            Ok(self.emit.op(Opcode::FMAD, OverloadKind::F32, [a, x, sum])?)
        };
        Ok([row([a, c, e])?, row([b, d, f])?])
    }

    /// Loads the color at a texel. Coordinates out of bounds are clamped.
    pub(super) fn frame_load(&mut self, frame: &VideoFrame, coordinates: &[Value]) -> Result<Vec<Value>> {
        let size = self.frame_size(frame)?;
        let one = constant(&mut self.emit, U32, 1.0);
        let mut clamped = pair(coordinates)?;
        for (coordinate, size) in clamped.iter_mut().zip(size) {
            let last = subtract(&mut self.emit, size, one);
            *coordinate = minimum(&mut self.emit, U32, *coordinate, last)?;
        }
        let clamped = self.as_floats(clamped);
        let matrix = self.parameter(frame, Member::LoadTransform)?;
        let texel = self.transformed(&matrix, clamped)?;
        let texel = self.texel(texel, Opcode::ROUND_NE)?;
        let first_size = self.plane_size(frame.planes[0])?;
        let position = self.as_floats(texel);
        let first_size = self.as_floats(first_size);
        self.converted_frame(frame, |lower, index, plane| {
            let texel = match index {
                0 => texel,
                // Planes of chroma may be smaller.
                _ => {
                    let size = lower.plane_size(plane)?;
                    let size = lower.as_floats(size);
                    let mut scaled = position;
                    for ((coordinate, size), first) in scaled.iter_mut().zip(size).zip(first_size) {
                        let product = multiply(&mut lower.emit, *coordinate, size);
                        *coordinate = divide_floats(&mut lower.emit, product, first);
                    }
                    lower.texel(scaled, Opcode::ROUND_NI)?
                }
            };
            let texel = texel.map(Operand::from);
            Ok(lower.emit.texture_load(plane, OverloadKind::F32, &texel, 0, &[])?)
        })
    }

    /// Rounds coordinates to integers.
    fn texel(&mut self, position: Pair, rounding: Opcode) -> Result<Pair> {
        let i32 = self.emit.scalar(OverloadKind::I32);
        let mut texel = position;
        for coordinate in &mut texel {
            let rounded = self.emit.op(rounding, OverloadKind::F32, [*coordinate])?;
            *coordinate = self.emit.cast(CastOp::FpToUi, rounded, i32);
        }
        Ok(texel)
    }

    /// Samples the color at normalized coordinates, clamped to the edges of the frame.
    pub(super) fn frame_sample(
        &mut self,
        frame: &VideoFrame,
        sampler: ResourceHandle,
        coordinates: &[Value],
    ) -> Result<Vec<Value>> {
        let matrix = self.parameter(frame, Member::SampleTransform)?;
        let position = self.transformed(&matrix, pair(coordinates)?)?;
        // The transformation may flip an axis, so the corners are ordered.
        let (zero, one) = (constant(&mut self.emit, F32, 0.0), constant(&mut self.emit, F32, 1.0));
        let corners = [self.transformed(&matrix, [zero; 2])?, self.transformed(&matrix, [one; 2])?];
        self.converted_frame(frame, |lower, _, plane| {
            let size = lower.plane_size(plane)?;
            let size = lower.as_floats(size);
            let half = constant(&mut lower.emit, F32, 0.5);
            let mut clamped = position;
            let [first, second] = corners;
            for ((coordinate, size), (a, b)) in
                clamped.iter_mut().zip(size).zip(first.into_iter().zip(second))
            {
                let half_texel = divide_floats(&mut lower.emit, half, size);
                let low = minimum(&mut lower.emit, F32, a, b)?;
                let high = maximum(&mut lower.emit, F32, a, b)?;
                let low = add(&mut lower.emit, low, half_texel);
                let high = subtract(&mut lower.emit, high, half_texel);
                *coordinate = clamp(&mut lower.emit, F32, *coordinate, [low, high])?;
            }
            let clamped = clamped.map(Operand::from);
            let sample = Sample { lod: Lod::Level(Operand::Float(0.0)), ..Sample::at(&clamped) };
            Ok(lower.emit.sample(plane, sampler, OverloadKind::F32, &sample)?)
        })
    }

    /// Reads the planes, and converts their values to RGB if there are several. One plane has RGB.
    fn converted_frame(
        &mut self,
        frame: &VideoFrame,
        mut read: impl FnMut(&mut Self, usize, ResourceHandle) -> Result<Vec<Value>>,
    ) -> Result<Vec<Value>> {
        let ty = Ty::Numeric(Shape::Vector(4), F32);
        let result = self.local(ty, |_| false)?.place(ty);
        let chroma_ty = Ty::Numeric(Shape::Vector(2), F32);
        let chroma = self.local(chroma_ty, |_| false)?.place(chroma_ty);
        let count = self.parameter(frame, Member::Planes)?;
        let count = count.first().copied().ok_or_else(|| Fault::malformed("no number of planes"))?;
        let [first_plane, second_plane, third_plane] = frame.planes;
        let first = read(self, 0, first_plane)?;
        let one = self.emit.value(1);
        let is_single = self.emit.compare(Predicate::IntEq, count, one);
        let mut planes = self.begin_if(is_single)?;
        self.store(&result, &first)?;
        self.begin_else(&mut planes)?;
        let second = read(self, 1, second_plane)?;
        let two = self.emit.value(2);
        let is_double = self.emit.compare(Predicate::IntEq, count, two);
        let mut interleaved = self.begin_if(is_double)?;
        self.store(&chroma, &second)?;
        self.begin_else(&mut interleaved)?;
        let third = read(self, 2, third_plane)?;
        let separate: Vec<Value> = second.iter().take(1).chain(third.iter().take(1)).copied().collect();
        self.store(&chroma, &separate)?;
        self.end_if(interleaved)?;
        let chroma = self.load(&chroma)?;
        let yuv: Vec<Value> = first.iter().take(1).chain(chroma.iter()).copied().collect();
        let color = self.rgb(frame, yuv)?;
        self.store(&result, &color)?;
        self.end_if(planes)?;
        Ok(self.load(&result)?.to_vec())
    }

    /// Converts YUV to nonlinear RGB of the source, to linear RGB, to the gamut of the destination, and to nonlinear
    /// RGB.
    fn rgb(&mut self, frame: &VideoFrame, mut yuv: Vec<Value>) -> Result<Vec<Value>> {
        let one = constant(&mut self.emit, F32, 1.0);
        yuv.push(one);
        let conversion = self.matrix(frame, Member::YuvConversion, (4, 4))?;
        let yuv = Numeric { scalar: F32, shape: Shape::Vector(4), components: yuv.into() };
        let mut source = self.matrix_product(&conversion, &yuv)?;
        source.truncate(3);
        let &[a, b, g, k] = self.parameter(frame, Member::SourceTransfer)?.as_slice() else {
            return Err(Fault::malformed("a transfer function of another type"));
        };
        let threshold = multiply(&mut self.emit, k, b);
        let mut linear = Vec::with_capacity(3);
        for value in source {
            let low = divide_floats(&mut self.emit, value, k);
            let sum = add(&mut self.emit, value, a);
            let sum = subtract(&mut self.emit, sum, one);
            let base = divide_floats(&mut self.emit, sum, a);
            let high = self.power(base, g)?;
            let is_low = self.emit.compare(Predicate::FloatOlt, value, threshold);
            linear.push(self.emit.select(is_low, low, high));
        }
        let gamut = self.matrix(frame, Member::GamutConversion, (3, 3))?;
        let linear = Numeric { scalar: F32, shape: Shape::Vector(3), components: linear.into() };
        let linear = self.matrix_product(&gamut, &linear)?;
        let &[a, b, g, k] = self.parameter(frame, Member::DestinationTransfer)?.as_slice() else {
            return Err(Fault::malformed("a transfer function of another type"));
        };
        let exponent = divide_floats(&mut self.emit, one, g);
        let excess = subtract(&mut self.emit, a, one);
        let mut color = Vec::with_capacity(4);
        for value in linear {
            let low = multiply(&mut self.emit, k, value);
            let power = self.power(value, exponent)?;
            let product = multiply(&mut self.emit, a, power);
            let high = subtract(&mut self.emit, product, excess);
            let is_low = self.emit.compare(Predicate::FloatOlt, value, b);
            color.push(self.emit.select(is_low, low, high));
        }
        color.push(one);
        Ok(color)
    }

    fn matrix(
        &mut self,
        frame: &VideoFrame,
        member: Member,
        (columns, rows): (usize, usize),
    ) -> Result<Numeric> {
        let components = self.parameter(frame, member)?;
        Ok(Numeric { scalar: F32, shape: Shape::Matrix { columns, rows }, components: components.into() })
    }

    fn power(&mut self, base: Value, exponent: Value) -> Result<Value> {
        let scalar = |value| Numeric { scalar: F32, shape: Shape::Scalar, components: [value].into() };
        let power = math::math(&mut self.emit, MathFunction::Pow, &[scalar(base), scalar(exponent)])?;
        power.first().copied().ok_or_else(|| Fault::malformed("an empty power"))
    }
}

fn pair(values: &[Value]) -> Result<Pair> {
    values.first_chunk().copied().ok_or_else(|| Fault::malformed("coordinates without two axes"))
}
