//! Resolving: the samples of a texture become one a texel, as Direct3D does it: their mean, and of integers the first.

use super::link::misfit;
use super::targets;
use dxil_run::Result;
use dxil_run::resources::format::narrow;
use dxil_run::resources::{Dimension, Resources, Texture};
use dxil_run::sample_pattern::Samples;

/// Puts what the samples of each texel make into a texture with one sample.
///
/// # Errors
///
/// The textures have different sizes or formats, or no samples that could be resolved.
pub fn resolve(resources: &Resources, from: &Texture, to: &Texture) -> Result<()> {
    let Some(samples) = Samples::of(from.samples).filter(|all| all.count() > 1 && to.samples == 1) else {
        let why = format!(
            "cannot resolve a texture with {} samples into a texture with {}, expected 2, 4, 8 or 16 samples \
             and 1 sample",
            from.samples, to.samples
        );
        return Err(misfit(why));
    };
    let what = |texture: &Texture| (texture.size, texture.layers, texture.format);
    if what(from) != what(to) || from.dimension == Dimension::Three {
        return Err(misfit(
            "a resolve operation requires two textures of the same size and format".to_owned(),
        ));
    }
    let memory = |texture: &Texture| resources.memories.get(texture.memory);
    let (Some(source), Some(destination)) = (memory(from), memory(to)) else { return Ok(()) };
    let (bytes, count) = (from.format.bytes(), samples.count());
    let (from_layout, to_layout) = (from.layout(), to.layout());
    let [width, height, _] = from.size;
    let texels = (0..targets::layers(from))
        .flat_map(|layer| (0..height).flat_map(move |y| (0..width).map(move |x| ([x, y, 0], layer))));
    for (at, layer) in texels {
        let Some(byte) = to_layout.texel(0, at, layer, 0) else { continue };
        let sample = |number| {
            let byte = from_layout.texel(0, at, layer, number);
            byte.map_or([0; 4], |byte| source.read_words(byte, bytes))
        };
        let words = if from.format.is_integer() {
            sample(0)
        } else {
            let mut sums = [0.0_f64; 4];
            for number in 0..count {
                let values = from.format.decode(sample(number));
                sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += f64::from(f32::from_bits(value)));
            }
            from.format.encode(sums.map(|sum| narrow(sum / f64::from(count))))
        };
        for (word, (byte, bytes)) in words.into_iter().zip(dxil_run::resources::memory::parts(byte, bytes)) {
            destination.write(byte, bytes, word);
        }
    }
    Ok(())
}
