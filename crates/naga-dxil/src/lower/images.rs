//! Textures: samples, loads, stores, sizes and atomic operations. Separate from buffers because coordinates, levels and
//! formats decide the operation.

use dx_container::enums::ElementType;
use dxil::emit::{Handle as ResourceHandle, Lod, Operand, Sample};
use dxil::ops::OverloadKind;
use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::{CastOp, Value, ValueKind};
use naga::{
    AtomicFunction, Expression, Handle, ImageClass, ImageDimension, ImageQuery, SampleLevel, Scalar,
    ScalarKind, TypeInner,
};

use crate::error::{Fault, Result};
use crate::lower::external_textures::VideoFrame;
use crate::lower::globals::texel;
use crate::lower::lowering::Lower;
use crate::lower::numeric::{clamp, constant, divide_floats, subtract};
use crate::lower::types::Ty;

const F32: Scalar = Scalar { kind: ScalarKind::Float, width: 4 };

/// The texel offsets of samples. Source: Direct3D's sample instructions have four bits for an offset.
const OFFSETS: std::ops::RangeInclusive<i64> = -8..=7;

/// The largest bias. Source: Direct3D's instruction sample_b.
const LARGEST_BIAS: f32 = 15.99;

/// A texture and its type.
#[derive(Debug, Clone, Copy)]
struct Image {
    handle: ResourceHandle,
    dim: ImageDimension,
    class: ImageClass,
}

impl Lower<'_, '_> {
    fn image(&mut self, expression: Handle<Expression>) -> Result<Image> {
        let place = self.place(expression)?;
        let Ty::Opaque(ty) = place.ty else {
            return Err(Fault::malformed("an expression that is not a texture"));
        };
        let TypeInner::Image { dim, class, .. } = *self.inner(ty) else {
            return Err(Fault::malformed("an expression that is not a texture"));
        };
        Ok(Image { handle: self.resource_handle(&place)?, dim, class })
    }

    /// The external texture of an expression; `None` for another texture.
    fn external(&mut self, expression: Handle<Expression>) -> Result<Option<VideoFrame>> {
        let place = self.place(expression)?;
        self.external_texture(&place).map(|texture| self.video_frame(texture)).transpose()
    }

    /// Samples or gathers. A comparison, and a sample of a depth texture, have one component.
    pub(super) fn sampled(&mut self, sample: &Expression) -> Result<Vec<Value>> {
        let Expression::ImageSample {
            image,
            sampler,
            gather,
            coordinate,
            array_index,
            offset,
            level,
            depth_ref,
            clamp_to_edge,
        } = *sample
        else {
            return Err(Fault::malformed("a sample of another kind"));
        };
        if let Some(frame) = self.external(image)? {
            let sampler = self.place(sampler)?;
            let sampler = self.resource_handle(&sampler)?;
            let coordinates = self.values(coordinate)?;
            return self.frame_sample(&frame, sampler, &coordinates);
        }
        let image = self.image(image)?;
        let sampler = self.place(sampler)?;
        let sampler = self.resource_handle(&sampler)?;
        let mut position = self.values(coordinate)?.to_vec();
        if clamp_to_edge {
            position = self.clamped_to_edge(image, &position)?;
        }
        let mut coordinates: Vec<Operand> = position.into_iter().map(Operand::from).collect();
        if let Some(index) = array_index {
            coordinates.push(self.as_float(index)?.into());
        }
        let offsets = self.offsets(offset)?;
        let compared = match depth_ref {
            Some(reference) => Some(Operand::from(self.scalar(reference)?)),
            None => None,
        };
        let (ddx, ddy) = match level {
            SampleLevel::Gradient { x, y } => (self.operands(Some(x))?, self.operands(Some(y))?),
            _ => (Vec::new(), Vec::new()),
        };
        let lod = match level {
            SampleLevel::Auto if gather.is_none() && !clamp_to_edge => Lod::Implicit,
            SampleLevel::Auto | SampleLevel::Zero => Lod::Level(Operand::Float(0.0)),
            SampleLevel::Exact(level) => Lod::Level(self.as_float(level)?.into()),
            SampleLevel::Bias(bias) => Lod::Bias(self.bias(bias)?.into()),
            SampleLevel::Gradient { .. } => Lod::Gradient(&ddx, &ddy),
        };
        let sample = Sample { coordinates: &coordinates, offsets: &offsets, lod, compared, clamp: None };
        let kind = component(image.class);
        if let Some(channel) = gather {
            return Ok(self.emit.gather(image.handle, sampler, kind, channel as u32, &sample)?);
        }
        let mut values = self.emit.sample(image.handle, sampler, kind, &sample)?;
        if compared.is_some() || matches!(image.class, ImageClass::Depth { .. }) {
            values.truncate(1);
        }
        Ok(values)
    }

    /// The texel offsets of a sample, which Direct3D limits.
    fn offsets(&mut self, expression: Option<Handle<Expression>>) -> Result<Vec<Operand>> {
        let Some(expression) = expression else { return Ok(Vec::new()) };
        let values = self.values(expression)?;
        for value in values.iter() {
            let offset = self.emit.module().signed_integer(*value);
            if offset.is_some_and(|offset| !OFFSETS.contains(&offset)) {
                let span = self.frame.function.expressions.get_span(expression);
                let what = format!("a texel offset of {}", offset.unwrap_or_default());
                return Err(Fault::unsupported(what, "use offsets from -8 to 7").at(span));
            }
        }
        Ok(values.iter().map(|value| (*value).into()).collect())
    }

    /// A bias. Hardware clamps a variable bias to the range of Direct3D; a constant bias outside is clamped here.
    fn bias(&mut self, expression: Handle<Expression>) -> Result<Value> {
        let value = self.as_float(expression)?;
        let ValueKind::Constant(id) = value.kind() else { return Ok(value) };
        let module = self.emit.module();
        let bias = match module.constants.get(id).map(|constant| &constant.kind) {
            Some(ConstantKind::Float(bits)) => u32::try_from(*bits).map_or(0.0, f32::from_bits),
            _ => return Ok(value),
        };
        Ok(module.float(bias.clamp(-16.0, LARGEST_BIAS)))
    }

    fn operands(&mut self, expression: Option<Handle<Expression>>) -> Result<Vec<Operand>> {
        match expression {
            Some(expression) => Ok(self.values(expression)?.iter().map(|value| (*value).into()).collect()),
            None => Ok(Vec::new()),
        }
    }

    /// A scalar as a float: array indices and levels of depth textures are integers.
    fn as_float(&mut self, expression: Handle<Expression>) -> Result<Value> {
        let value = self.scalar(expression)?;
        let f32 = self.emit.scalar(OverloadKind::F32);
        let op = match self.ty(expression)? {
            Ty::Numeric(_, Scalar { kind: ScalarKind::Sint, .. }) => CastOp::SiToFp,
            Ty::Numeric(_, Scalar { kind: ScalarKind::Uint, .. }) => CastOp::UiToFp,
            _ => return Ok(value),
        };
        Ok(self.emit.cast(op, value, f32))
    }

    /// Coordinates between the centers of the first and the last texel of level 0.
    fn clamped_to_edge(&mut self, image: Image, position: &[Value]) -> Result<Vec<Value>> {
        let sizes = self.emit.dimensions(image.handle, 0)?;
        let sizes = [Some(sizes.width), sizes.height];
        let f32 = self.emit.scalar(OverloadKind::F32);
        let (half, one) = (constant(&mut self.emit, F32, 0.5), constant(&mut self.emit, F32, 1.0));
        let mut clamped = Vec::with_capacity(position.len());
        for (coordinate, size) in position.iter().zip(sizes.into_iter().flatten()) {
            let size = self.emit.cast(CastOp::UiToFp, size, f32);
            let first = divide_floats(&mut self.emit, half, size);
            let last = subtract(&mut self.emit, one, first);
            clamped.push(clamp(&mut self.emit, F32, *coordinate, [first, last])?);
        }
        Ok(clamped)
    }

    fn texel_coordinates(
        &mut self,
        coordinate: Handle<Expression>,
        array_index: Option<Handle<Expression>>,
    ) -> Result<Vec<Operand>> {
        let mut coordinates = self.operands(Some(coordinate))?;
        coordinates.extend(self.operands(array_index)?);
        Ok(coordinates)
    }

    /// Loads a texel. Direct3D returns zeros for coordinates out of bounds.
    pub(super) fn image_load(
        &mut self,
        image: Handle<Expression>,
        (coordinate, array_index): (Handle<Expression>, Option<Handle<Expression>>),
        sample: Option<Handle<Expression>>,
        level: Option<Handle<Expression>>,
    ) -> Result<Vec<Value>> {
        if let Some(frame) = self.external(image)? {
            let coordinates = self.values(coordinate)?;
            return self.frame_load(&frame, &coordinates);
        }
        let image = self.image(image)?;
        let coordinates = self.texel_coordinates(coordinate, array_index)?;
        let level = match (image.class, sample.or(level)) {
            (ImageClass::Storage { .. }, _) => Operand::Undef,
            (_, Some(level)) => self.scalar(level)?.into(),
            (_, None) => Operand::Int(0),
        };
        let kind = component(image.class);
        let mut values = self.emit.texture_load(image.handle, kind, &coordinates, level, &[])?;
        match image.class {
            ImageClass::Depth { .. } => values.truncate(1),
            ImageClass::Storage { format, .. } if texel(format).1 == 1 => {
                let scalar = Scalar::from(format);
                let (zero, one) =
                    (constant(&mut self.emit, scalar, 0.0), constant(&mut self.emit, scalar, 1.0));
                values.truncate(1);
                values.extend([zero, zero, one]);
            }
            _ => {}
        }
        Ok(values)
    }

    /// Stores a texel. Direct3D drops stores out of bounds.
    pub(super) fn image_store(
        &mut self,
        image: Handle<Expression>,
        (coordinate, array_index): (Handle<Expression>, Option<Handle<Expression>>),
        value: Handle<Expression>,
    ) -> Result<()> {
        let image = self.image(image)?;
        let coordinates = self.texel_coordinates(coordinate, array_index)?;
        let mut values = self.values(value)?.to_vec();
        let is_single = matches!(image.class, ImageClass::Storage { format, .. } if texel(format).1 == 1);
        if is_single {
            // The operation stores four components of a texel of any format.
            values = values.first().map_or(Vec::new(), |first| vec![*first; 4]);
        }
        Ok(self.emit.store_to(image.handle, coordinates, &values)?)
    }

    /// An atomic operation on a texel.
    pub(super) fn image_atomic(
        &mut self,
        image: Handle<Expression>,
        (coordinate, array_index): (Handle<Expression>, Option<Handle<Expression>>),
        function: AtomicFunction,
        value: Handle<Expression>,
    ) -> Result<()> {
        let image = self.image(image)?;
        let coordinates = self.texel_coordinates(coordinate, array_index)?;
        let ImageClass::Storage { format, .. } = image.class else {
            return Err(Fault::malformed("an atomic operation on a texture that is not writable"));
        };
        if let AtomicFunction::Exchange { compare: Some(_) } = function {
            return Err(Fault::unsupported("a compare-exchange on a texture", "use a storage buffer"));
        }
        let value = self.scalar(value)?;
        let (op, value) = self.atomic_operands(function, Scalar::from(format), value)?;
        self.emit.atomic_on(image.handle, op, coordinates, value)?;
        Ok(())
    }

    /// The size of a texture, or the number of its levels, layers or samples, as `u32`.
    pub(super) fn image_query(&mut self, image: Handle<Expression>, query: ImageQuery) -> Result<Vec<Value>> {
        if let Some(frame) = self.external(image)? {
            return Ok(self.frame_size(&frame)?.to_vec());
        }
        let image = self.image(image)?;
        let has_levels = !image.class.is_multisampled() && !matches!(image.class, ImageClass::Storage { .. });
        let level = match query {
            ImageQuery::Size { level: Some(level) } if has_levels => self.scalar(level)?.into(),
            _ if has_levels => Operand::Int(0),
            _ => Operand::Undef,
        };
        let size = self.emit.dimensions(image.handle, level)?;
        let values = match (query, image.dim) {
            (ImageQuery::Size { .. }, ImageDimension::D1) => vec![Some(size.width)],
            (ImageQuery::Size { .. }, ImageDimension::D2 | ImageDimension::Cube) => {
                vec![Some(size.width), size.height]
            }
            (ImageQuery::Size { .. }, ImageDimension::D3) => {
                vec![Some(size.width), size.height, size.depth_or_elements]
            }
            (ImageQuery::NumLayers, _) => vec![size.depth_or_elements],
            (ImageQuery::NumLevels | ImageQuery::NumSamples, _) => vec![size.levels_or_samples],
        };
        let values: Option<Vec<Value>> = values.into_iter().collect();
        values.ok_or_else(|| Fault::malformed(format!("the query {query:?} of this texture")))
    }
}

/// The type of a component that operations return.
fn component(class: ImageClass) -> OverloadKind {
    match class {
        ImageClass::Sampled { kind: ScalarKind::Float, .. }
        | ImageClass::Depth { .. }
        | ImageClass::External => OverloadKind::F32,
        ImageClass::Sampled { .. } => OverloadKind::I32,
        ImageClass::Storage { format, .. } => match texel(format).0 {
            ElementType::I32 | ElementType::U32 => OverloadKind::I32,
            ElementType::U64 => OverloadKind::I64,
            _ => OverloadKind::F32,
        },
    }
}
