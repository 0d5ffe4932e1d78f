//! Resources of both stages: uniform and storage buffers, storage textures and atomics.

use super::drawing::{Draw, Draws, center, covering};
use crate::harness::Bytes;

pub(super) fn draws() -> Draws {
    vec![
        ("storage-buffers", storage_buffers()),
        ("storage-textures", storage_textures()),
        ("vertex-storage", vertex_storage()),
        ("uniforms-of-both", uniforms_of_both()),
    ]
}

/// The fragment stage counts pixels with atomics and stores a structure for each pixel.
fn storage_buffers() -> Draw {
    let mut expected: Vec<u32> = vec![6, 5];
    expected.extend((0..6).flat_map(|at| [at % 3, at / 3, (0.5_f32 * at as f32).to_bits(), 0]));
    covering(
        "
        struct Pixel { at: vec2<u32>, value: f32 }
        struct Pixels { count: atomic<u32>, highest: atomic<u32>, all: array<Pixel> }
        @group(0) @binding(0) var<storage, read_write> pixels: Pixels;
        @group(0) @binding(1) var<storage> factors: array<f32>;
        @fragment fn f(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
            let pixel = vec2<u32>(at.xy);
            let index = pixel.x + 3u * pixel.y;
            atomicAdd(&pixels.count, 1u);
            atomicMax(&pixels.highest, index);
            pixels.all[index] = Pixel(pixel, factors[1] * f32(index));
            return vec4(f32(arrayLength(&pixels.all)), f32(arrayLength(&factors)), 0.0, 1.0);
        }",
    )
    .buffer("Name: Pixels, Format: UInt32, FillSize: 104")
    .buffer("Name: Factors, Format: Float32, Data: [ 0.25, 0.5, 0.75 ]")
    .resource(0, "Pixels", "RWByteAddressBuffer")
    .resource(1, "Factors", "ByteAddressBuffer")
    .picture([3, 2], |_, _| [6.0, 3.0, 0.0, 1.0])
    .after("Pixels", expected.bytes())
}

/// A storage texture that the fragment stage writes and one that it only reads.
fn storage_textures() -> Draw {
    let expected: Vec<u32> = (0..4).flat_map(|x| [x, x * x, 0, 9]).collect();
    covering(
        "
        @group(0) @binding(0) var written: texture_storage_2d<rgba32uint, write>;
        @group(0) @binding(1) var source: texture_storage_2d<r32float, read>;
        @fragment fn f(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
            let x = u32(at.x);
            textureStore(written, vec2(3u - x, 0u), vec4(3u - x, (3u - x) * (3u - x), 0u, 9u));
            return textureLoad(source, vec2(x, 0u));
        }",
    )
    .buffer("Name: Written, Format: UInt32, Channels: 4, FillSize: 64, OutputProps: { Width: 4, Height: 1, Depth: 1 }")
    .buffer("Name: Read, Format: Float32, Data: [ 1, 2, 3, 4 ], OutputProps: { Width: 4, Height: 1, Depth: 1 }")
    .resource(0, "Written", "RWTexture2D")
    .resource(1, "Read", "RWTexture2D")
    .picture([4, 1], |x, _| [f32::from(x) + 1.0, 0.0, 0.0, 1.0])
    .after("Written", expected.bytes())
}

/// The vertex stage reads its vertices from a storage buffer.
fn vertex_storage() -> Draw {
    const SOURCE: &str = "
        struct Vertex { position: vec3<f32>, shade: u32 }
        struct Out { @builtin(position) position: vec4<f32>, @location(3) @interpolate(flat) shade: u32 }
        @group(0) @binding(0) var<storage, read> vertices: array<Vertex>;
        @vertex fn v(@builtin(vertex_index) i: u32) -> Out {
            let vertex = vertices[i];
            return Out(vec4(vertex.position, 1.0), vertex.shade);
        }
        @fragment fn f(@location(3) @interpolate(flat) shade: u32, @builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
            return vec4(f32(shade), at.z, 0.0, 1.0);
        }";
    Draw::new(SOURCE, 3)
        .buffer("Name: Vertices, Format: Hex32, Data: [ 0xbf800000, 0xbf800000, 0x3e800000, 5, 0x40400000, 0xbf800000, 0x3e800000, 6, 0xbf800000, 0x40400000, 0x3e800000, 7 ]")
        .resource(0, "Vertices", "ByteAddressBuffer")
        .picture([2, 2], |_, _| [5.0, 0.25, 0.0, 1.0])
}

/// Both stages read the same uniform buffer, which has a matrix, an array and a nested structure.
fn uniforms_of_both() -> Draw {
    const SOURCE: &str = "
        struct Light { color: vec3<f32>, power: f32 }
        struct Frame { transform: mat4x4<f32>, lights: array<Light, 2>, rotation: mat2x2<f32>, chosen: u32 }
        @group(0) @binding(0) var<uniform> frame: Frame;
        @vertex fn v(@builtin(vertex_index) i: u32) -> @builtin(position) vec4<f32> {
            return frame.transform * vec4(vec2(f32(i & 1u), f32(i >> 1u)), 0.0, 1.0);
        }
        @fragment fn f(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
            let light = frame.lights[frame.chosen];
            let rotated = frame.rotation * at.xy;
            return vec4(light.color.xy * light.power, rotated);
        }";
    // The transform multiplies by four and subtracts one.
    let transform = "4, 0, 0, 0, 0, 4, 0, 0, 0, 0, 1, 0, -1, -1, 0, 1";
    let lights = "9, 9, 9, 9, 0.5, 0.25, 0, 2";
    Draw::new(SOURCE, 3)
        .buffer(&format!(
            "Name: Frame, Format: Float32, Data: [ {transform}, {lights}, 0, 1, -1, 0, 0x1p-149, 0, 0, 0 ]"
        ))
        .resource(0, "Frame", "ConstantBuffer")
        .picture([2, 2], |x, y| {
            let [u, v] = center(x, y);
            // The columns of the rotation are (0, 1) and (-1, 0).
            [1.0, 0.5, -v, u]
        })
}
