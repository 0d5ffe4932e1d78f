//! Textures: samples, gathers, loads and sizes. Separate from buffers because the operations have coordinates, offsets
//! and levels of detail, which depend on the kind of the texture.

use dx_container::enums::ResourceKind;
use dxil_ir::Value;
use dxil_ir::builder::Build as _;

use crate::emit::emitter::Emitter;
use crate::emit::error::{EmitError, Result};
use crate::emit::operand::{Handle, Operand};
use crate::ops::{Opcode, OverloadKind};
use crate::shader::TextureAxes;

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

/// The arguments of a sample or gather.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sample<'a> {
    /// The normalized coordinates, and the index of an array.
    pub coordinates: &'a [Operand],
    /// The offsets in texels: none, or one for each axis.
    pub offsets: &'a [Operand],
    /// The level of detail; a gather does not use it.
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
            (Lod::Level(Operand::Int(0) | Operand::Float(0.0)), Some(_)) => Opcode::SAMPLE_CMP_LEVEL_ZERO,
            (Lod::Level(_), Some(_)) => Opcode::SAMPLE_CMP_LEVEL,
            (Lod::Gradient(..), Some(_)) => Opcode::SAMPLE_CMP_GRAD,
        }
    }
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

/// The coordinates of accesses to a kind of resource.
#[derive(Clone, Copy, Default)]
struct Coordinates {
    names: &'static [&'static str],
    /// True if the index of an array follows.
    is_array: bool,
    /// The number of axes that have texel offsets.
    offsets: usize,
}

impl Coordinates {
    /// The coordinates; none for resources that are not accessed by address.
    fn of(kind: ResourceKind) -> Self {
        let names: &[&str] = match kind {
            ResourceKind::TYPED_BUFFER => &["index"],
            ResourceKind::RAW_BUFFER => &["byte offset"],
            ResourceKind::STRUCTURED_BUFFER => &["index", "byte offset"],
            _ => {
                let Some(TextureAxes { axes, is_array, is_cube, .. }) = TextureAxes::of(kind) else {
                    return Self::default();
                };
                let names = ["x", "y", "z"].get(..axes).unwrap_or_default();
                return Self { names, is_array, offsets: if is_cube { 0 } else { axes } };
            }
        };
        Self { names, is_array: false, offsets: 0 }
    }

    fn len(self) -> usize {
        self.names.len().saturating_add(self.is_array.into())
    }
}

fn is_multisampled(kind: ResourceKind) -> bool {
    TextureAxes::of(kind).is_some_and(|axes| axes.is_multisampled)
}

impl Emitter<'_> {
    /// Samples a texture. The operation follows from the level of detail and the comparison. A comparison returns its
    /// result in the first component.
    pub fn sample(
        &mut self,
        texture: Handle,
        sampler: Handle,
        ty: OverloadKind,
        sample: &Sample<'_>,
    ) -> Result<Vec<Value>> {
        self.sampled(sample.opcode(), (texture, sampler), ty, sample, Operand::Undef)
    }

    /// Gathers a component, 0 for red to 3 for alpha, of the four texels that a bilinear sample would read.
    pub fn gather(
        &mut self,
        texture: Handle,
        sampler: Handle,
        ty: OverloadKind,
        channel: u32,
        sample: &Sample<'_>,
    ) -> Result<Vec<Value>> {
        use ResourceKind as K;
        let kind = texture.properties.kind();
        let is_flat = !matches!(kind, K::TEXTURE_1D | K::TEXTURE_1D_ARRAY | K::TEXTURE_3D);
        self.expect_kind(texture, "gather", is_flat, "use a 2D or cube texture")?;
        let opcode =
            if sample.compared.is_some() { Opcode::TEXTURE_GATHER_CMP } else { Opcode::TEXTURE_GATHER };
        self.sampled(opcode, (texture, sampler), ty, sample, channel.into())
    }

    /// Builds the arguments by their names in the row of the operation.
    fn sampled(
        &mut self,
        opcode: Opcode,
        (texture, sampler): (Handle, Handle),
        ty: OverloadKind,
        sample: &Sample<'_>,
        channel: Operand,
    ) -> Result<Vec<Value>> {
        let kind = texture.properties.kind();
        let is_texture = (ResourceKind::TEXTURE_1D..=ResourceKind::TEXTURE_CUBE_ARRAY).contains(&kind);
        let is_sampled = is_texture && !is_multisampled(kind) && !texture.properties.is_uav();
        self.expect_kind(texture, "a sample", is_sampled, "use texture_load, or an SRV")?;
        self.expect_sampler(sampler, sample.compared.is_some())?;
        let coordinates: [Operand; 4] = self.coordinates(texture, "a sample", sample.coordinates)?;
        let offsets: [Operand; 3] = self.offsets(texture, sample.offsets)?;
        let argument = |name: &str| {
            let at = |list: &[Operand], prefix: &str| {
                let index = name.strip_prefix(prefix)?.parse::<usize>().ok()?;
                Some(list.get(index).copied().unwrap_or(Operand::Undef))
            };
            let known = match (name, sample.lod) {
                ("srv", _) => Some(texture.into()),
                ("sampler", _) => Some(sampler.into()),
                ("channel", _) => Some(channel),
                ("compareValue", _) => sample.compared,
                ("clamp", _) => sample.clamp,
                ("bias", Lod::Bias(operand)) | ("LOD" | "lod", Lod::Level(operand)) => Some(operand),
                (_, Lod::Gradient(ddx, ddy)) => at(ddx, "ddx").or_else(|| at(ddy, "ddy")),
                _ => None,
            };
            known.or_else(|| at(&coordinates, "coord")).or_else(|| at(&offsets, "offset"))
        };
        let row = self.operation(opcode)?;
        let arguments = row.arguments.iter().map(|row| argument(row.name.as_str()).unwrap_or(Operand::Undef));
        let result = self.op(opcode, ty, arguments)?;
        self.members(result, 4)
    }

    /// Loads a texel. `level_or_sample` is the mip level, the sample of a multisampled texture, or `Undef` for a UAV.
    /// There are no offsets, or one for each axis.
    pub fn texture_load(
        &mut self,
        texture: Handle,
        ty: OverloadKind,
        coordinates: &[Operand],
        level_or_sample: impl Into<Operand>,
        offsets: &[Operand],
    ) -> Result<Vec<Value>> {
        let kind = texture.properties.kind();
        let is_texture = (ResourceKind::TEXTURE_1D..=ResourceKind::TEXTURE_2D_MS_ARRAY).contains(&kind);
        let is_loaded = is_texture && kind != ResourceKind::TEXTURE_CUBE;
        self.expect_kind(texture, "texture_load", is_loaded, "use sample or load_from")?;
        let [x, y, z]: [Operand; 3] = self.coordinates(texture, "texture_load", coordinates)?;
        let [u, v, w]: [Operand; 3] = self.offsets(texture, offsets)?;
        let arguments = [texture.into(), level_or_sample.into(), x, y, z, u, v, w];
        let result = self.op(Opcode::TEXTURE_LOAD, ty, arguments)?;
        self.members(result, 4)
    }

    /// Stores all four components of a sample of a multisampled texture, from shader model 6.7 on.
    pub fn store_sample(
        &mut self,
        texture: Handle,
        coordinates: &[Operand],
        sample: impl Into<Operand>,
        texel: [Value; 4],
    ) -> Result<()> {
        let is_uav = is_multisampled(texture.properties.kind()) && texture.properties.is_uav();
        self.expect_kind(texture, "store_sample", is_uav, "bind a multisampled texture as writable")?;
        let [x, y, z]: [Operand; 3] = self.coordinates(texture, "store_sample", coordinates)?;
        let stored = texel.into_iter().map(Operand::Value).chain([Operand::Int(15), sample.into()]);
        let arguments = [texture.into(), x, y, z].into_iter().chain(stored);
        self.op(Opcode::TEXTURE_STORE_SAMPLE, None, arguments).map(drop)
    }

    /// The size of a resource at a mip level. `level` is `Undef` for buffers, UAVs and multisampled textures.
    pub fn dimensions(&mut self, resource: Handle, level: impl Into<Operand>) -> Result<Dimensions> {
        let kind = resource.properties.kind();
        let coordinates = Coordinates::of(kind);
        self.expect_kind(resource, "dimensions", coordinates.len() > 0, "pass a texture or a buffer")?;
        let result = self.op(Opcode::GET_DIMENSIONS, None, [resource.into(), level.into()])?;
        let is_buffer = (ResourceKind::TYPED_BUFFER..=ResourceKind::STRUCTURED_BUFFER).contains(&kind);
        let is_line = matches!(kind, ResourceKind::TEXTURE_1D | ResourceKind::TEXTURE_1D_ARRAY);
        let has_layers = kind == ResourceKind::TEXTURE_3D || coordinates.is_array;
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

    fn expect_sampler(&self, sampler: Handle, is_comparison: bool) -> Result<()> {
        let is_sampler = sampler.properties.kind() == ResourceKind::SAMPLER;
        self.expect_kind(sampler, "a sample", is_sampler, "pass the sampler as the second handle")?;
        let (what, remedy) = match (is_comparison, sampler.properties.is_comparison()) {
            (true, false) => ("a comparison needs a comparison sampler", "bind a comparison_sampler"),
            (false, true) => ("a comparison sampler needs a comparison", "set `compared`, or bind a sampler"),
            _ => return Ok(()),
        };
        Err(EmitError::usage(what, remedy))
    }

    /// The coordinates for a resource, with `Undef` for those that its kind does not have.
    pub(super) fn coordinates<const N: usize, A: Into<Operand>>(
        &self,
        resource: Handle,
        method: &str,
        found: impl IntoIterator<Item = A>,
    ) -> Result<[Operand; N]> {
        let found: Vec<_> = found.into_iter().map(Into::into).collect();
        let kind = resource.properties.kind();
        let coordinates = Coordinates::of(kind);
        let (found_count, expected) = (found.len(), coordinates.len());
        self.expect_kind(resource, method, (1..=N).contains(&expected), "use another operation")?;
        if found_count != expected {
            let what = format!("{method} on a {kind} has {found_count} coordinates, expected {expected}");
            let index = if coordinates.is_array { ", array index" } else { "" };
            return Err(EmitError::usage(what, format!("pass {}{index}", coordinates.names.join(", "))));
        }
        Ok(padded(&found))
    }

    fn offsets<const N: usize>(&self, texture: Handle, found: &[Operand]) -> Result<[Operand; N]> {
        let kind = texture.properties.kind();
        let expected = Coordinates::of(kind).offsets;
        if !found.is_empty() && found.len() != expected {
            let what = format!("an access to a {kind} has {} offsets, expected {expected}", found.len());
            return Err(EmitError::usage(what, "pass one offset for each axis, or none"));
        }
        Ok(padded(found))
    }
}

fn padded<const N: usize>(found: &[Operand]) -> [Operand; N] {
    let mut all = [Operand::Undef; N];
    all.iter_mut().zip(found).for_each(|(place, operand)| *place = *operand);
    all
}
