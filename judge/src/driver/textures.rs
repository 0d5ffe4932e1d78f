//! Textures and samplers as the driver has them.

use std::collections::hash_map::Entry;

use dxil_run::Resources;
use dxil_run::resources::{AddressMode, Comparison, Component, Dimension, Filter, Format, Sampler, Texture};
use dxil_spirv::binding::ResourceKind;
use wgpu::{BindingType, TextureFormat, TextureUsages, TextureViewDimension};

use super::device::{Driver, Objects, cannot};
use crate::outcome::Outcome;

/// Bytes that rows are a multiple of where textures are copied to buffers.
const ROW_ALIGNMENT: u32 = wgpu::COPY_BYTES_PER_ROW_ALIGNMENT;

impl Driver {
    /// Binds a view of a texture, which is the last one of the objects.
    pub(super) fn bind_texture(
        &self,
        texture: &Texture,
        kind: ResourceKind,
        is_written: bool,
        resources: &Resources,
        objects: &mut Objects,
    ) -> Result<BindingType, Outcome> {
        let view_dimension = match kind {
            ResourceKind::Texture2D => TextureViewDimension::D2,
            ResourceKind::Texture2DArray => TextureViewDimension::D2Array,
            ResourceKind::Texture1D => TextureViewDimension::D1,
            ResourceKind::Texture3D => TextureViewDimension::D3,
            ResourceKind::TextureCube => TextureViewDimension::Cube,
            ResourceKind::TextureCubeArray => TextureViewDimension::CubeArray,
            _ => return Err(cannot("wgpu has no texture of this kind")),
        };
        let format = format(texture.format)?;
        if let Entry::Vacant(entry) = objects.textures.entry(texture.memory) {
            entry.insert(self.texture(texture, format, is_written, resources)?);
        }
        objects.views.push(objects.textures[&texture.memory].create_view(&wgpu::TextureViewDescriptor {
            dimension: Some(view_dimension),
            mip_level_count: is_written.then_some(1),
            ..Default::default()
        }));
        if is_written {
            let access = wgpu::StorageTextureAccess::ReadWrite;
            return Ok(BindingType::StorageTexture { access, format, view_dimension });
        }
        let features = Some(self.device.features());
        let sample_type =
            format.sample_type(None, features).ok_or_else(|| cannot("a format is not sampled"))?;
        Ok(BindingType::Texture { sample_type, view_dimension, multisampled: false })
    }

    fn texture(
        &self,
        texture: &Texture,
        format: TextureFormat,
        is_written: bool,
        resources: &Resources,
    ) -> Result<wgpu::Texture, Outcome> {
        if texture.samples != 1 {
            return Err(cannot("wgpu does not copy data to multisampled textures"));
        }
        let [width, height, depth] = texture.size;
        let size = wgpu::Extent3d { width, height, depth_or_array_layers: texture.layers * depth };
        let storage =
            if is_written { TextureUsages::STORAGE_BINDING } else { TextureUsages::TEXTURE_BINDING };
        let made = self.device.create_texture(&wgpu::TextureDescriptor {
            label: None,
            size,
            mip_level_count: texture.levels,
            sample_count: 1,
            dimension: match texture.dimension {
                Dimension::One => wgpu::TextureDimension::D1,
                Dimension::Two | Dimension::Cube => wgpu::TextureDimension::D2,
                Dimension::Three => wgpu::TextureDimension::D3,
            },
            format,
            usage: storage | TextureUsages::COPY_SRC | TextureUsages::COPY_DST,
            view_formats: &[],
        });
        let bytes = resources.memories[texture.memory].bytes();
        let mut rest = bytes.as_slice();
        for layer in 0..texture.layers {
            for level in 0..texture.levels {
                let [width, height, depth] = texture.level_size(level);
                let row = width * texture.format.bytes();
                let (image, behind) = rest.split_at(rest.len().min((row * height * depth) as usize));
                rest = behind;
                let target = wgpu::TexelCopyTextureInfo {
                    texture: &made,
                    mip_level: level,
                    origin: wgpu::Origin3d { x: 0, y: 0, z: layer },
                    aspect: wgpu::TextureAspect::All,
                };
                let layout = wgpu::TexelCopyBufferLayout {
                    offset: 0,
                    bytes_per_row: Some(row),
                    rows_per_image: Some(height),
                };
                let size = wgpu::Extent3d { width, height, depth_or_array_layers: depth };
                self.queue.write_texture(target, image, layout, size);
            }
        }
        Ok(made)
    }

    /// All texels of a texture, in the order of memory.
    pub(super) fn texels(&self, texture: &wgpu::Texture, bytes: u64) -> Result<Vec<u8>, Outcome> {
        let mut all = Vec::new();
        let texel = texture.format().block_copy_size(None).expect("it is no compressed format");
        for layer in 0..texture.depth_or_array_layers() {
            for level in 0..texture.mip_level_count() {
                let [width, height] = [texture.width(), texture.height()].map(|size| (size >> level).max(1));
                let row = (width * texel).next_multiple_of(ROW_ALIGNMENT);
                let copy = self.copy_target(u64::from(row) * u64::from(height));
                let mut encoder =
                    self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
                encoder.copy_texture_to_buffer(
                    wgpu::TexelCopyTextureInfo {
                        texture,
                        mip_level: level,
                        origin: wgpu::Origin3d { x: 0, y: 0, z: layer },
                        aspect: wgpu::TextureAspect::All,
                    },
                    wgpu::TexelCopyBufferInfo {
                        buffer: &copy,
                        layout: wgpu::TexelCopyBufferLayout {
                            offset: 0,
                            bytes_per_row: Some(row),
                            rows_per_image: None,
                        },
                    },
                    wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
                );
                self.queue.submit([encoder.finish()]);
                let rows = self.read(&copy)?;
                let rows = rows.chunks(row as usize);
                all.extend(rows.flat_map(|bytes| &bytes[..(width * texel) as usize]));
            }
        }
        all.truncate(bytes as usize);
        Ok(all)
    }
}

/// The format of the driver that stores texels as D3D does.
fn format(format: Format) -> Result<TextureFormat, Outcome> {
    use TextureFormat as F;
    Ok(match (format.component, format.components) {
        (Component::F32, 1) => F::R32Float,
        (Component::F32, 2) => F::Rg32Float,
        (Component::F32, 4) => F::Rgba32Float,
        (Component::Unsigned(32), 1) => F::R32Uint,
        (Component::Unsigned(32), 2) => F::Rg32Uint,
        (Component::Unsigned(32), 4) => F::Rgba32Uint,
        (Component::Signed(32), 1) => F::R32Sint,
        (Component::Signed(32), 2) => F::Rg32Sint,
        (Component::Signed(32), 4) => F::Rgba32Sint,
        (Component::F16, 1) => F::R16Float,
        (Component::F16, 2) => F::Rg16Float,
        (Component::F16, 4) => F::Rgba16Float,
        (Component::Unsigned(8), 1) => F::R8Uint,
        (Component::Unsigned(8), 4) => F::Rgba8Uint,
        (Component::Signed(8), 4) => F::Rgba8Sint,
        (Component::UnsignedNormalized(8), 1) => F::R8Unorm,
        (Component::UnsignedNormalized(8), 4) => F::Rgba8Unorm,
        (Component::SignedNormalized(8), 4) => F::Rgba8Snorm,
        (Component::Unsigned(64), 1) => F::R64Uint,
        (Component::Unsigned(16), 1) => F::R16Uint,
        (Component::Unsigned(16), 4) => F::Rgba16Uint,
        (Component::Signed(16), 1) => F::R16Sint,
        (Component::Signed(16), 4) => F::Rgba16Sint,
        _ => return Err(cannot("a texture's format is none of wgpu's")),
    })
}

pub(super) fn sampler_type(sampler: &Sampler) -> wgpu::SamplerBindingType {
    if sampler.comparison.is_some() {
        wgpu::SamplerBindingType::Comparison
    } else if [sampler.min, sampler.mag, sampler.mip].contains(&Filter::Linear) {
        wgpu::SamplerBindingType::Filtering
    } else {
        wgpu::SamplerBindingType::NonFiltering
    }
}

pub(super) fn sampler(device: &wgpu::Device, sampler: &Sampler) -> Result<wgpu::Sampler, Outcome> {
    if sampler.lod_bias != 0.0 {
        return Err(cannot("wgpu's samplers have no bias"));
    }
    let filter = |filter: Filter| match filter {
        Filter::Point => wgpu::FilterMode::Nearest,
        Filter::Linear => wgpu::FilterMode::Linear,
    };
    let mip = match sampler.mip {
        Filter::Point => wgpu::MipmapFilterMode::Nearest,
        Filter::Linear => wgpu::MipmapFilterMode::Linear,
    };
    let mut border = None;
    let mut address = [wgpu::AddressMode::Repeat; 3];
    for (mode, to) in sampler.address.iter().zip(&mut address) {
        *to = match mode {
            AddressMode::Wrap => wgpu::AddressMode::Repeat,
            AddressMode::Mirror => wgpu::AddressMode::MirrorRepeat,
            AddressMode::Clamp => wgpu::AddressMode::ClampToEdge,
            AddressMode::Border => {
                border = Some(border_color(sampler.border)?);
                wgpu::AddressMode::ClampToBorder
            }
            AddressMode::MirrorOnce => return Err(cannot("wgpu's samplers do not mirror once")),
        };
    }
    Ok(device.create_sampler(&wgpu::SamplerDescriptor {
        label: None,
        address_mode_u: address[0],
        address_mode_v: address[1],
        address_mode_w: address[2],
        mag_filter: filter(sampler.mag),
        min_filter: filter(sampler.min),
        mipmap_filter: mip,
        lod_min_clamp: sampler.min_lod.max(0.0),
        lod_max_clamp: sampler.max_lod.max(sampler.min_lod).max(0.0),
        compare: sampler.comparison.map(comparison),
        anisotropy_clamp: 1,
        border_color: border,
    }))
}

fn border_color(color: [f32; 4]) -> Result<wgpu::SamplerBorderColor, Outcome> {
    match color {
        [0.0, 0.0, 0.0, 0.0] => Ok(wgpu::SamplerBorderColor::TransparentBlack),
        [0.0, 0.0, 0.0, 1.0] => Ok(wgpu::SamplerBorderColor::OpaqueBlack),
        [1.0, 1.0, 1.0, 1.0] => Ok(wgpu::SamplerBorderColor::OpaqueWhite),
        _ => Err(cannot("a border's colour is none of wgpu's")),
    }
}

fn comparison(comparison: Comparison) -> wgpu::CompareFunction {
    match comparison {
        Comparison::Never => wgpu::CompareFunction::Never,
        Comparison::Less => wgpu::CompareFunction::Less,
        Comparison::Equal => wgpu::CompareFunction::Equal,
        Comparison::LessEqual => wgpu::CompareFunction::LessEqual,
        Comparison::Greater => wgpu::CompareFunction::Greater,
        Comparison::NotEqual => wgpu::CompareFunction::NotEqual,
        Comparison::GreaterEqual => wgpu::CompareFunction::GreaterEqual,
        Comparison::Always => wgpu::CompareFunction::Always,
    }
}
