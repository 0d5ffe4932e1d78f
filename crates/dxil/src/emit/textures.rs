//! Textures: samples, gathers, loads, stores and sizes. Separate from buffers because the operations have coordinates,
//! offsets and levels of detail, which depend on the kind of the texture.

use dx_container::enums::ResourceKind;
use dxil_ir::Value;
use dxil_ir::builder::Build as _;

use crate::emit::emitter::Emitter;
use crate::emit::error::{EmitError, Result};
use crate::emit::operand::{Handle, Operand};
use crate::ops::{Opcode, OverloadKind};

/// The level of detail of a sample.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Lod<'a> {
    /// From the derivatives in the quad.
    Implicit,
    /// From the derivatives in the quad, with a bias.
    Bias(Operand),
    /// This level.
    Level(Operand),
    /// From these derivatives along x and y.
    Gradient(&'a [Operand], &'a [Operand]),
}

/// The arguments of a sample.
///
/// `Sample::at(&[u, v])` samples with the implicit level of detail, without offsets.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sample<'a> {
    /// The normalized coordinates, and the index of an array.
    pub coordinates: &'a [Operand],
    /// The offsets in texels: none, or one for each axis.
    pub offsets: &'a [Operand],
    /// The level of detail.
    pub lod: Lod<'a>,
    /// The reference value of a comparison sampler.
    pub compared: Option<Operand>,
    /// The smallest level of detail; `None` without a limit.
    pub clamp: Option<Operand>,
}

impl<'a> Sample<'a> {
    /// A sample with the implicit level of detail.
    pub fn at(coordinates: &'a [Operand]) -> Self {
        Self { coordinates, offsets: &[], lod: Lod::Implicit, compared: None, clamp: None }
    }

    /// The operation: the level of detail and the comparison decide.
    fn opcode(&self) -> Opcode {
        match (self.lod, self.compared) {
            (Lod::Implicit, None) => Opcode::SAMPLE,
            (Lod::Bias(_), None) => Opcode::SAMPLE_BIAS,
            (Lod::Level(_), None) => Opcode::SAMPLE_LEVEL,
            (Lod::Gradient(..), None) => Opcode::SAMPLE_GRAD,
            (Lod::Implicit, Some(_)) => Opcode::SAMPLE_CMP,
            (Lod::Bias(_), Some(_)) => Opcode::SAMPLE_CMP_BIAS,
            (Lod::Level(Operand::Int(0)), Some(_)) => Opcode::SAMPLE_CMP_LEVEL_ZERO,
            (Lod::Level(Operand::Float(0.0)), Some(_)) => Opcode::SAMPLE_CMP_LEVEL_ZERO,
            (Lod::Level(_), Some(_)) => Opcode::SAMPLE_CMP_LEVEL,
            (Lod::Gradient(..), Some(_)) => Opcode::SAMPLE_CMP_GRAD,
        }
    }
}

/// The arguments of a gather, from a texture with two axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gather<'a> {
    /// The normalized coordinates, and the index of an array.
    pub coordinates: &'a [Operand],
    /// The offsets in texels: none or two.
    pub offsets: &'a [Operand],
    /// The component: 0 for red to 3 for alpha.
    pub channel: u32,
    /// The reference value of a comparison sampler.
    pub compared: Option<Operand>,
}

/// The arguments of a load from a texture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Texel<'a> {
    /// The coordinates in texels, and the index of an array.
    pub coordinates: &'a [Operand],
    /// The mip level, or the sample of a multisampled texture; `Undef` for a UAV with one sample.
    pub level_or_sample: Operand,
    /// The offsets in texels: none, or one for each axis.
    pub offsets: &'a [Operand],
}

/// The size of a resource, as far as its kind has the dimensions. All values are `i32`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dimensions {
    /// The width in texels, the number of elements of a buffer, or the number of bytes of a raw buffer.
    pub width: Value,
    /// The height in texels.
    pub height: Option<Value>,
    /// The depth of a 3D texture, or the number of elements of an array.
    pub depth_or_elements: Option<Value>,
    /// The number of mip levels, or of samples of a multisampled texture.
    pub levels_or_samples: Option<Value>,
}

/// The coordinates of a kind of resource for samples, and for loads and stores, in words; the number of axes.
fn axes(kind: ResourceKind) -> Option<(&'static [&'static str], u32)> {
    Some(match kind {
        ResourceKind::TEXTURE_1D => (&["x"], 1),
        ResourceKind::TEXTURE_1D_ARRAY => (&["x", "array index"], 1),
        ResourceKind::TEXTURE_2D | ResourceKind::TEXTURE_2D_MS | ResourceKind::FEEDBACK_TEXTURE_2D => {
            (&["x", "y"], 2)
        }
        ResourceKind::TEXTURE_2D_ARRAY
        | ResourceKind::TEXTURE_2D_MS_ARRAY
        | ResourceKind::FEEDBACK_TEXTURE_2D_ARRAY => (&["x", "y", "array index"], 2),
        ResourceKind::TEXTURE_3D => (&["x", "y", "z"], 3),
        ResourceKind::TEXTURE_CUBE => (&["x", "y", "z"], 0),
        ResourceKind::TEXTURE_CUBE_ARRAY => (&["x", "y", "z", "array index"], 0),
        ResourceKind::TYPED_BUFFER => (&["index"], 0),
        ResourceKind::RAW_BUFFER => (&["byte offset"], 0),
        ResourceKind::STRUCTURED_BUFFER => (&["index", "byte offset"], 0),
        _ => return None,
    })
}

fn is_multisampled(kind: ResourceKind) -> bool {
    matches!(kind, ResourceKind::TEXTURE_2D_MS | ResourceKind::TEXTURE_2D_MS_ARRAY)
}

/// Textures that samplers read.
fn is_sampled(handle: Handle) -> bool {
    let kind = handle.properties.kind();
    (ResourceKind::TEXTURE_1D..=ResourceKind::TEXTURE_CUBE_ARRAY).contains(&kind)
        && !is_multisampled(kind)
        && !handle.properties.is_uav()
}

/// Textures whose texels are loaded.
fn is_loaded(handle: Handle) -> bool {
    let kind = handle.properties.kind();
    (ResourceKind::TEXTURE_1D..=ResourceKind::TEXTURE_2D_MS_ARRAY).contains(&kind)
        && kind != ResourceKind::TEXTURE_CUBE
}

impl Emitter<'_> {
    /// Samples a texture. The operation follows from the level of detail and the comparison. A comparison returns its
    /// result in the first component.
    ///
    /// # Errors
    ///
    /// The texture or the sampler has another kind, the number of coordinates is wrong, or the stage or the shader
    /// model does not have the operation.
    pub fn sample(
        &mut self,
        texture: Handle,
        sampler: Handle,
        ty: OverloadKind,
        sample: &Sample<'_>,
    ) -> Result<Vec<Value>> {
        self.expect_kind(texture, "sample", is_sampled(texture), "use texture_load, or an SRV")?;
        self.expect_sampler(sampler, "sample", sample.compared.is_some())?;
        let coordinates: [Operand; 4] = self.coordinates(texture, "sample", sample.coordinates)?;
        let offsets: [Operand; 3] = self.offsets(texture, sample.offsets)?;
        let opcode = sample.opcode();
        let at = |list: &[Operand], digit: &str| {
            let index = digit.parse::<usize>().ok();
            index.and_then(|index| list.get(index)).copied().unwrap_or(Operand::Undef)
        };
        let argument = |name: &str| match (name, sample.lod) {
            ("srv", _) => texture.into(),
            ("sampler", _) => sampler.into(),
            ("compareValue", _) => sample.compared.unwrap_or(Operand::Undef),
            ("clamp", _) => sample.clamp.unwrap_or(Operand::Undef),
            ("bias", Lod::Bias(bias)) => bias,
            ("LOD" | "lod", Lod::Level(level)) => level,
            (name, lod) => match (name.split_at_checked(name.len().saturating_sub(1)), lod) {
                (Some(("coord", axis)), _) => at(&coordinates, axis),
                (Some(("offset", axis)), _) => at(&offsets, axis),
                (Some(("ddx", axis)), Lod::Gradient(ddx, _)) => at(ddx, axis),
                (Some(("ddy", axis)), Lod::Gradient(_, ddy)) => at(ddy, axis),
                _ => Operand::Undef,
            },
        };
        let row = self.operation(opcode)?;
        let arguments: Vec<_> = row.arguments.iter().map(|row| argument(row.name.as_str())).collect();
        let result = self.op(opcode, Some(ty.into()), arguments)?;
        self.members(result, 4)
    }

    /// Gathers a component of the four texels that a bilinear sample would read.
    ///
    /// # Errors
    ///
    /// See [`sample`](Self::sample).
    pub fn gather(
        &mut self,
        texture: Handle,
        sampler: Handle,
        ty: OverloadKind,
        gather: &Gather<'_>,
    ) -> Result<Vec<Value>> {
        let kind = texture.properties.kind();
        let is_flat = !matches!(
            kind,
            ResourceKind::TEXTURE_1D | ResourceKind::TEXTURE_1D_ARRAY | ResourceKind::TEXTURE_3D
        );
        self.expect_kind(texture, "gather", is_flat && is_sampled(texture), "use a 2D or cube texture")?;
        self.expect_sampler(sampler, "gather", gather.compared.is_some())?;
        let [x, y, z, w]: [Operand; 4] = self.coordinates(texture, "gather", gather.coordinates)?;
        let [u, v]: [Operand; 2] = self.offsets(texture, gather.offsets)?;
        let mut arguments = vec![texture.into(), sampler.into(), x, y, z, w, u, v, gather.channel.into()];
        arguments.extend(gather.compared);
        let opcode = match gather.compared {
            Some(_) => Opcode::TEXTURE_GATHER_CMP,
            None => Opcode::TEXTURE_GATHER,
        };
        let result = self.op(opcode, Some(ty.into()), arguments)?;
        self.members(result, 4)
    }

    /// Loads a texel.
    ///
    /// # Errors
    ///
    /// The resource is not a texture with texel coordinates, or the number of coordinates is wrong.
    pub fn texture_load(
        &mut self,
        texture: Handle,
        ty: OverloadKind,
        texel: &Texel<'_>,
    ) -> Result<Vec<Value>> {
        self.expect_kind(texture, "texture_load", is_loaded(texture), "use sample, or a load of buffers")?;
        let [x, y, z]: [Operand; 3] = self.coordinates(texture, "texture_load", texel.coordinates)?;
        let [u, v, w]: [Operand; 3] = self.offsets(texture, texel.offsets)?;
        let arguments = [texture.into(), texel.level_or_sample, x, y, z, u, v, w];
        let result = self.op(Opcode::TEXTURE_LOAD, Some(ty.into()), arguments)?;
        self.members(result, 4)
    }

    /// Stores all four components of a texel.
    ///
    /// # Errors
    ///
    /// The texture is not writable, or the number of coordinates is wrong.
    pub fn texture_store(
        &mut self,
        texture: Handle,
        coordinates: &[Operand],
        texel: [Value; 4],
    ) -> Result<()> {
        let is_uav = is_loaded(texture) && texture.properties.is_uav();
        let is_single = !is_multisampled(texture.properties.kind());
        self.expect_kind(texture, "texture_store", is_uav && is_single, "bind the texture as writable")?;
        let arguments = self.stored(texture, coordinates, texel)?;
        self.op(Opcode::TEXTURE_STORE, None, arguments).map(drop)
    }

    /// Stores all four components of a sample of a multisampled texture, from shader model 6.7 on.
    ///
    /// # Errors
    ///
    /// See [`texture_store`](Self::texture_store).
    pub fn texture_store_sample(
        &mut self,
        texture: Handle,
        coordinates: &[Operand],
        sample: impl Into<Operand>,
        texel: [Value; 4],
    ) -> Result<()> {
        let is_uav = is_multisampled(texture.properties.kind()) && texture.properties.is_uav();
        self.expect_kind(texture, "texture_store_sample", is_uav, "bind the texture as writable")?;
        let mut arguments = self.stored(texture, coordinates, texel)?;
        arguments.push(sample.into());
        self.op(Opcode::TEXTURE_STORE_SAMPLE, None, arguments).map(drop)
    }

    fn stored(&self, texture: Handle, coordinates: &[Operand], texel: [Value; 4]) -> Result<Vec<Operand>> {
        let [x, y, z]: [Operand; 3] = self.coordinates(texture, "texture_store", coordinates)?;
        let stored = texel.into_iter().map(Operand::Value).chain([Operand::Int(15)]);
        Ok([texture.into(), x, y, z].into_iter().chain(stored).collect())
    }

    /// The size of a resource at a mip level. `level` is `Undef` for buffers, UAVs and multisampled textures.
    ///
    /// # Errors
    ///
    /// The resource has no size, or the level is not an `i32`.
    pub fn dimensions(&mut self, resource: Handle, level: impl Into<Operand>) -> Result<Dimensions> {
        let kind = resource.properties.kind();
        let has_size = axes(kind).is_some();
        self.expect_kind(resource, "dimensions", has_size, "pass a texture or a buffer")?;
        let result = self.op(Opcode::GET_DIMENSIONS, None, [resource.into(), level.into()])?;
        let is_buffer = (ResourceKind::TYPED_BUFFER..=ResourceKind::STRUCTURED_BUFFER).contains(&kind);
        let is_line = matches!(kind, ResourceKind::TEXTURE_1D | ResourceKind::TEXTURE_1D_ARRAY);
        let (names, _) = axes(kind).unwrap_or_default();
        let has_layers = kind == ResourceKind::TEXTURE_3D || names.contains(&"array index");
        let has_levels = !is_buffer && (is_multisampled(kind) || !resource.properties.is_uav());
        let mut member = |index: u32, is_there: bool| -> Result<Option<Value>> {
            is_there.then(|| Ok(self.extract_value(result, &[index])?)).transpose()
        };
        Ok(Dimensions {
            height: member(1, !is_buffer && !is_line)?,
            // An array of 1D textures has the number of its elements in the place of the height.
            depth_or_elements: member(if is_line { 1 } else { 2 }, has_layers)?,
            levels_or_samples: member(3, has_levels)?,
            width: self.extract_value(result, &[0])?,
        })
    }

    fn expect_sampler(&self, sampler: Handle, method: &str, is_comparison: bool) -> Result<()> {
        let properties = sampler.properties;
        let is_sampler = properties.kind() == ResourceKind::SAMPLER;
        self.expect_kind(sampler, method, is_sampler, "pass the sampler as the second handle")?;
        match (is_comparison, properties.is_comparison()) {
            (true, false) => Err(EmitError::resource(
                "a comparison needs a comparison sampler",
                "bind the sampler with ResourceDesc::comparison_sampler",
            )),
            (false, true) => Err(EmitError::resource(
                "a comparison sampler needs a comparison",
                "set `compared`, or bind the sampler with ResourceDesc::sampler",
            )),
            _ => Ok(()),
        }
    }

    /// The coordinates for a resource, with `Undef` for those that its kind does not have.
    pub(super) fn coordinates<const N: usize>(
        &self,
        resource: Handle,
        method: &str,
        found: &[Operand],
    ) -> Result<[Operand; N]> {
        let kind = resource.properties.kind();
        let (names, _) = axes(kind).filter(|(names, _)| names.len() <= N).ok_or_else(|| {
            EmitError::resource(format!("{method} does not accept a {kind}"), "use another operation")
        })?;
        if found.len() != names.len() {
            let (found, expected) = (found.len(), names.len());
            return Err(EmitError::resource(
                format!("{method} on a {kind} has {found} coordinates, expected {expected}"),
                format!("pass {}", names.join(", ")),
            ));
        }
        Ok(padded(found))
    }

    fn offsets<const N: usize>(&self, texture: Handle, found: &[Operand]) -> Result<[Operand; N]> {
        let kind = texture.properties.kind();
        let expected = axes(kind).map_or(0, |(_, axes)| axes);
        if !found.is_empty() && u32::try_from(found.len()) != Ok(expected) {
            let found = found.len();
            return Err(EmitError::resource(
                format!("an access to a {kind} has {found} offsets, expected {expected}"),
                "pass one offset for each axis, or none",
            ));
        }
        Ok(padded(found))
    }
}

fn padded<const N: usize>(found: &[Operand]) -> [Operand; N] {
    let mut all = [Operand::Undef; N];
    all.iter_mut().zip(found).for_each(|(place, operand)| *place = *operand);
    all
}
