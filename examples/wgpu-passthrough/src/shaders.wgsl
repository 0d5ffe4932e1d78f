@group(0) @binding(0) var<storage, read_write> numbers: array<u32>;

@compute @workgroup_size(64)
fn twice(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x < arrayLength(&numbers) {
        numbers[id.x] *= 2u;
    }
}

struct Corner {
    @builtin(position) position: vec4<f32>,
    @location(0) uv: vec2<f32>,
}

@group(0) @binding(0) var<uniform> scale: vec4<f32>;
@group(1) @binding(0) var picture: texture_2d<f32>;
@group(1) @binding(1) var smoothed: sampler;

@vertex
fn corner(@location(0) at: vec2<f32>, @builtin(instance_index) instance: u32) -> Corner {
    let shifted = at * scale.xy + vec2(f32(instance), 0.0);
    return Corner(vec4(shifted, 0.0, 1.0), at);
}

@fragment
fn shade(corner: Corner) -> @location(0) vec4<f32> {
    return textureSample(picture, smoothed, corner.uv);
}
