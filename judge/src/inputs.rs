//! Random inputs: the same for the same seed.

use run_pipeline::{DataFormat, Pipeline};
use testkit::random::Random;

/// Floats at the edges of what there is. Vulkan leaves infinities, NaN and denormals to drivers.
const EDGES: [f32; 8] =
    [0.0, -0.0, 1.0, -1.0, f32::MIN_POSITIVE, -f32::MIN_POSITIVE, 1_048_577.0, -8_388_609.5];

/// Fills all buffers of a pipeline but those that results are compared with. Also those that are written: what a shader
/// leaves alone must be there afterwards.
pub fn randomize(pipeline: &mut Pipeline, seed: u64) {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let expected: Vec<usize> = pipeline.results.iter().map(|result| result.expected).collect();
    for (index, buffer) in pipeline.buffers.iter_mut().enumerate() {
        if expected.contains(&index) {
            continue;
        }
        let format = buffer.format;
        for word in buffer.data.iter_mut().flat_map(|data| data.chunks_mut(4)) {
            let bytes = component(format, &mut random).to_le_bytes();
            word.iter_mut().zip(bytes).for_each(|(to, byte)| *to = byte);
        }
    }
}

/// A word of a buffer of that format.
fn component(format: DataFormat, random: &mut Random) -> u32 {
    match (format, random.below(16)) {
        (DataFormat::Float32, 0) => EDGES[random.below(EDGES.len())].to_bits(),
        (DataFormat::Float32, 1..8) => (random.below(256) as f32 / 16.0 - 8.0).to_bits(),
        (DataFormat::Float32, _) => (random.word() as f32 / u32::MAX as f32 * 16.0 - 8.0).to_bits(),
        (_, 0..4) => random.below(256) as u32,
        (_, 4) => random.below(4) as u32 + 0x7fff_fffe,
        (_, 5) => u32::MAX - random.below(4) as u32,
        _ => random.word(),
    }
}
