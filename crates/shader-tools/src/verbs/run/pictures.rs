//! Buffers of pipelines as files: what is written of them after a run, and the pictures that they are compared with.

use az::SaturatingAs as _;
use dxil_run::Format;
use dxil_run::resources::format::{Component, Packed};
use run_pipeline::{BufferData, Pipeline};

use super::arguments::RunShaders;
use super::images::{Image, is_png_path};
use super::refusal::Refusal;
use super::report::{PictureVerdict, Report};
use crate::error::Error;
use crate::output::{write_file, write_stdout};
use crate::selection::input::{self, display};

/// The largest level of a buffer that is a texture, as a picture: layers and slices below each other.
fn picture(buffer: &BufferData) -> Result<Image, Error> {
    let about =
        |why: &str| Error::Usage(format!("buffer {} cannot be written as a picture: {why}", buffer.name));
    let Some(size) = buffer.texture else { return Err(about("it is not a texture")) };
    if size.samples > 1 {
        return Err(about(
            "it is multisampled: add an entry to `Resolves` in the pipeline file, and use the texture `To` of the entry",
        ));
    }
    let texture = size.texture(0);
    let data = buffer.data.first().map(Vec::as_slice).unwrap_or_default();
    let bytes = |count: u64| count.saturating_as::<usize>();
    let texel = bytes(texture.format.bytes().into());
    let [width, height, slices] = texture.level_size(0);
    let level = bytes(u64::from(width) * u64::from(height) * u64::from(slices)).saturating_mul(texel);
    let layer = data.len().checked_div(bytes(texture.layers.into())).unwrap_or(0).max(1);
    let texels = data.chunks(layer).flat_map(|layer| layer.get(..level).unwrap_or_default());
    let rows = height.saturating_mul(slices).saturating_mul(texture.layers);
    let (format, texels) = stored(texture.format, &texels.copied().collect::<Vec<_>>(), texel);
    Ok(Image { width, height: rows, format, texels })
}

/// Texels in a format that pictures have: those on the scale of sRGB stay there, as PNG has it.
fn stored(format: Format, texels: &[u8], bytes: usize) -> (Format, Vec<u8>) {
    let unorm = |components| Format { component: Component::UnsignedNormalized(8), components };
    let format = match format.component {
        Component::Srgb => return (unorm(format.components), texels.to_vec()),
        Component::Packed(Packed::B8G8R8A8Srgb) => {
            Format { component: Component::Packed(Packed::B8G8R8A8Unorm), ..format }
        }
        Component::Packed(Packed::B8G8R8X8Srgb) => {
            Format { component: Component::Packed(Packed::B8G8R8X8Unorm), ..format }
        }
        Component::Packed(_) | Component::SignedNormalized(_) => format,
        _ => return (format, texels.to_vec()),
    };
    let components = if format.components == 1 { 1 } else { 4 };
    let to = unorm(components);
    let each = texels.chunks(bytes.max(1)).flat_map(|texel| {
        let mut words = [0; 4];
        for (word, part) in words.iter_mut().zip(texel.chunks(4)) {
            *word = part.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte));
        }
        let [word, ..] = to.encode(format.decode(words));
        word.to_le_bytes().into_iter().take(components as usize)
    });
    (to, each.collect())
}

impl RunShaders {
    /// Refuses buffers that the pipeline has not, before anything is run.
    pub(super) fn check_pictures(&self, pipeline: &Pipeline) -> Result<(), Refusal> {
        for named in self.save.iter().filter(|named| !is_png_path(&named.path)) {
            named.find(pipeline)?;
        }
        for named in self.save.iter().filter(|named| is_png_path(&named.path)).chain(&self.reference) {
            picture(named.find(pipeline)?)?;
        }
        Ok(())
    }

    /// Compares buffers with pictures.
    pub(super) fn compare_pictures(&self, pipeline: &Pipeline, report: &mut Report) -> Result<(), Refusal> {
        for named in &self.reference {
            let name = display(&named.path);
            let bytes = input::read_besides(&named.path, &[]).map_err(|error| Refusal::of(&name, error))?;
            let unreadable = |why: String| Refusal::of(&name, Error::Unsupported(why));
            let expected = Image::read(&bytes).map_err(unreadable)?;
            // Both are what a PNG makes of them.
            let found = picture(named.find(pipeline)?)?.write().map_err(Error::Usage)?;
            let found = Image::read(&found).map_err(Error::Usage)?;
            let why = difference(&found, &expected, self.tolerance);
            report.pictures.push(PictureVerdict { buffer: named.buffer.clone(), picture: name, why });
        }
        Ok(())
    }

    /// Writes what buffers hold.
    pub(super) fn save_buffers(&self, pipeline: &Pipeline) -> Result<(), Refusal> {
        let mut contents = Vec::new();
        for named in &self.save {
            let buffer = named.find(pipeline)?;
            let content = if is_png_path(&named.path) {
                picture(buffer)?.write().map_err(Error::Usage)?
            } else {
                buffer.data.concat()
            };
            contents.push((&named.path, content));
        }
        for (path, content) in contents {
            if path.as_os_str() == "-" { write_stdout(&content)? } else { write_file(path, &content)? }
        }
        Ok(())
    }
}

/// How a picture differs from another one by more than a tolerance; nothing where it does not.
fn difference(found: &Image, expected: &Image, tolerance: u32) -> Option<String> {
    let what = |image: &Image| format!("{} x {} pixels of {}", image.width, image.height, image.format);
    if what(found) != what(expected) {
        return Some(format!("has {}, but the picture has {}", what(found), what(expected)));
    }
    let width = super::data::component_bytes(found.format.component);
    let values = |image: &'_ Image| -> Vec<u32> {
        image
            .texels
            .chunks(width)
            .map(|part| part.iter().rev().fold(0, |all, byte| all << 8 | u32::from(*byte)))
            .collect()
    };
    let pairs = values(found).into_iter().zip(values(expected)).enumerate();
    let (mut count, mut most, mut at) = (0_usize, 0, 0);
    for (place, (one, other)) in pairs {
        let apart = one.abs_diff(other);
        count += usize::from(apart > tolerance);
        if apart > most {
            (most, at) = (apart, place);
        }
    }
    if most <= tolerance {
        return None;
    }
    let components = (found.format.components as usize).max(1);
    let pixel = at / components;
    let along = (found.width as usize).max(1);
    let steps = if width == 1 { 255 } else { 65_535 };
    Some(format!(
        "differs in {count} of {} components by more than {tolerance} of {steps}; maximum difference at \
         {},{}: {most}",
        found.texels.len() / width,
        pixel % along,
        pixel / along
    ))
}
