struct Vertex {
    @builtin(position) position: vec4<f32>,
    @location(0) uv: vec2<f32>,
    @location(1) @interpolate(flat) layer: u32,
}

@group(0) @binding(0) var color: texture_2d<f32>;
@group(0) @binding(1) var layers: texture_2d_array<f32>;
@group(0) @binding(2) var cube: texture_cube<f32>;
@group(0) @binding(3) var depth: texture_depth_2d;
@group(0) @binding(4) var smooth_sampler: sampler;
@group(0) @binding(5) var compare_sampler: sampler_comparison;
@group(0) @binding(6) var output: texture_storage_2d<rgba8unorm, write>;
@group(0) @binding(7) var samples: texture_multisampled_2d<f32>;

@vertex
fn corner(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> Vertex {
    let uv = vec2<f32>(f32(vertex & 1u), f32(vertex >> 1u));
    return Vertex(vec4<f32>(uv * 2.0 - 1.0, 0.0, 1.0), uv, instance);
}

@fragment
fn shade(in: Vertex, @builtin(front_facing) front: bool, @builtin(sample_index) sample: u32) -> @location(0) vec4<f32> {
    let base = textureSample(color, smooth_sampler, in.uv);
    let layer = textureSampleLevel(layers, smooth_sampler, in.uv, i32(in.layer), 1.0);
    let sky = textureSampleBias(cube, smooth_sampler, vec3<f32>(in.uv, 1.0), 0.5);
    let lit = textureSampleCompare(depth, compare_sampler, in.uv, 0.5, vec2<i32>(1, -1));
    let around = textureGather(1, color, smooth_sampler, in.uv);
    let texel = textureLoad(color, vec2<i32>(in.uv * 16.0), 2);
    let sampled = textureLoad(samples, vec2<u32>(3u, 4u), i32(sample));
    if !front || base.a < dpdx(in.uv.x) {
        discard;
    }
    textureStore(output, vec2<u32>(in.position.xy), base);
    return base * layer + sky * lit + around + texel + sampled + f32(textureNumLevels(color));
}
