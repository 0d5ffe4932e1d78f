//! PNG files as textures, there and back.

use std::io::Cursor;
use std::path::Path;

use dxil_run::Format;
use dxil_run::resources::format::Component;
use png::{BitDepth, ColorType, Decoder, Encoder, Limits, Transformations};

/// The most bytes that a picture may have.
const MOST_BYTES: usize = 1 << 30;

/// A picture as a texture.
pub struct Image {
    pub width: u32,
    pub height: u32,
    pub format: Format,
    pub texels: Vec<u8>,
}

/// Whether these are the bytes of a PNG.
pub fn is_png(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x89PNG\r\n\x1a\n")
}

/// True for the path of a PNG, by its extension.
pub fn is_png_path(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png"))
}

/// Refuses the path of a picture in a format that is not supported: the file would contain the bytes of a resource.
pub fn refuse_other_pictures(path: &Path) -> Result<(), String> {
    const OTHERS: [&str; 12] =
        ["bmp", "dds", "exr", "gif", "hdr", "jpeg", "jpg", "ktx", "ktx2", "tga", "tiff", "webp"];
    let extension = path.extension().unwrap_or_default();
    match OTHERS.iter().find(|other| extension.eq_ignore_ascii_case(other)) {
        Some(other) => Err(format!("picture format .{other} is not supported, expected .png")),
        None => Ok(()),
    }
}

impl Image {
    /// Reads a PNG: grey values become one component, what has three or four gets four, with 1 for a missing alpha.
    /// Values are what they are: those of sRGB stay on its scale.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        let unreadable = |error: png::DecodingError| format!("cannot read the PNG: {error}");
        let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), Limits { bytes: MOST_BYTES });
        decoder.set_transformations(Transformations::EXPAND);
        let mut reader = decoder.read_info().map_err(unreadable)?;
        let size = reader.output_buffer_size().filter(|size| *size <= MOST_BYTES);
        let mut texels = vec![0; size.ok_or("the PNG exceeds the size limit")?];
        let info = reader.next_frame(&mut texels).map_err(unreadable)?;
        texels.truncate(info.buffer_size());
        let bits = if info.bit_depth == BitDepth::Sixteen { 16 } else { 8 };
        let (components, has_alpha) = match info.color_type {
            ColorType::Grayscale => (1, true),
            ColorType::GrayscaleAlpha => (2, true),
            ColorType::Rgb => (4, false),
            ColorType::Rgba => (4, true),
            ColorType::Indexed => {
                return Err("the PNG has a palette, which is not supported".to_owned());
            }
        };
        let width = (bits / 8) as usize;
        if !has_alpha {
            texels = texels
                .chunks_exact(3 * width)
                .flat_map(|rgb| rgb.iter().copied().chain(std::iter::repeat_n(0xff, width)))
                .collect();
        }
        if width == 2 {
            // PNG has the high byte first.
            texels.as_chunks_mut::<2>().0.iter_mut().for_each(|pair| pair.reverse());
        }
        let format = Format { component: Component::UnsignedNormalized(bits), components };
        Ok(Self { width: info.width, height: info.height, format, texels })
    }

    /// Writes a PNG: of normalized numbers the bits, of floats those from 0 to 1 in 8 bits, of integers the low 8 bits.
    /// Of two components, the missing blue is 0.
    pub fn write(&self) -> Result<Vec<u8>, String> {
        let (bytes, depth) = self.stored();
        let color = match self.format.components {
            1 => ColorType::Grayscale,
            2 | 3 => ColorType::Rgb,
            _ => ColorType::Rgba,
        };
        let mut out = Vec::new();
        let mut encoder = Encoder::new(&mut out, self.width, self.height);
        encoder.set_color(color);
        encoder.set_depth(depth);
        let written = encoder.write_header().and_then(|mut writer| {
            writer.write_image_data(&bytes)?;
            writer.finish()
        });
        written.map_err(|error| format!("cannot write the PNG: {error}"))?;
        Ok(out)
    }

    /// The bytes as they stand in a PNG.
    fn stored(&self) -> (Vec<u8>, BitDepth) {
        let width = super::data::component_bytes(self.format.component);
        let is_wide = self.format.component == Component::UnsignedNormalized(16);
        let mut bytes = Vec::with_capacity(self.texels.len());
        let components = self.format.components as usize;
        for texel in self.texels.chunks(width * components) {
            for component in texel.chunks(width) {
                match component {
                    [low, high] if is_wide => bytes.extend([*high, *low]),
                    component => bytes.push(self.byte(component)),
                }
            }
            if components == 2 {
                bytes.extend(std::iter::repeat_n(0, if is_wide { 2 } else { 1 }));
            }
        }
        (bytes, if is_wide { BitDepth::Sixteen } else { BitDepth::Eight })
    }

    fn byte(&self, component: &[u8]) -> u8 {
        let bits = component.iter().rev().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte));
        let float = match self.format.component {
            Component::F32 => f32::from_bits(bits),
            Component::F16 => dxil::half::to_single(bits),
            _ => return component.first().copied().unwrap_or(0),
        };
        // What is not a number is black; so it is in D3D's conversion.
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it was clamped to 255 steps"
        )]
        let byte = (float.clamp(0.0, 1.0) * 255.0).round() as u8;
        byte
    }
}
