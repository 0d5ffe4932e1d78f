// A textured quad: four corners of a triangle strip.
struct Corner {
    @builtin(position) position: vec4<f32>,
    @location(0) uv: vec2<f32>,
}

@group(0) @binding(0) var<uniform> scale: vec4<f32>;
@group(0) @binding(1) var picture: texture_2d<f32>;
@group(0) @binding(2) var smooth_sampler: sampler;

@vertex
fn corner(@builtin(vertex_index) index: u32) -> Corner {
    let uv = vec2<f32>(f32(index & 1u), f32(index >> 1u));
    return Corner(vec4<f32>((uv * 2.0 - 1.0) * scale.xy, 0.0, 1.0), uv);
}

@fragment
fn shade(corner: Corner) -> @location(0) vec4<f32> {
    return textureSample(picture, smooth_sampler, corner.uv);
}
