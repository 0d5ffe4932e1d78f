//! Textures that the fragment stage reads: sampling with its filters and levels, comparison, arrays, cubes, samples,
//! and loads.

use super::drawing::{Draw, Draws, center, covering};

pub(super) fn draws() -> Draws {
    vec![
        ("nearest", nearest()),
        ("linear", linear()),
        ("levels", levels()),
        ("implicit-level", implicit_level()),
        ("array-layers", array_layers()),
        ("cube-faces", cube_faces()),
        ("volume", volume()),
        ("comparison", comparison()),
        ("gather", gather()),
        ("texture-samples", texture_samples()),
        ("queries", queries()),
    ]
}

pub(super) const NEAREST: &str = "MinFilter: Nearest, MagFilter: Nearest";
pub(super) const LINEAR: &str = "MinFilter: Linear, MagFilter: Linear, MipFilter: Linear";

/// A buffer with a texture of 32-bit floats.
pub(super) fn texture(draw: Draw, binding: u32, size: &str, channels: u32, texels: &[f32]) -> Draw {
    let data: Vec<String> = texels.iter().map(f32::to_string).collect();
    let data = data.join(", ");
    let kind = if size.contains("Dimension: Cube") {
        "TextureCube"
    } else if size.contains("Dimension: Three") {
        "Texture3D"
    } else {
        "Texture2D"
    };
    let name = format!("Texture{binding}");
    draw.buffer(&format!(
        "Name: {name}, Format: Float32, Channels: {channels}, OutputProps: {{ {size} }}, Data: [ {data} ]"
    ))
    .resource(binding, &name, kind)
}

/// Four texels over a target of 4 by 2 pixels, with a clamped and an offset access.
fn nearest() -> Draw {
    let draw = covering(
        "
        @group(0) @binding(0) var pictures: texture_2d<f32>;
        @group(0) @binding(1) var point: sampler;
        @fragment fn f(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
            let uv = at.xy / vec2(4.0, 2.0);
            let right = textureSample(pictures, point, uv, vec2(1, 0));
            let outside = textureSample(pictures, point, uv - 2.0);
            return vec4(textureSample(pictures, point, uv).xy, right.x, outside.y);
        }",
    );
    let texels = [1.0, 0.5, 2.0, 0.25, 3.0, 0.125, 4.0, 0.0625];
    let draw = texture(draw, 0, "Width: 2, Height: 2, Depth: 1", 2, &texels);
    draw.sampler(1, NEAREST).picture([4, 2], move |x, y| {
        let at = usize::from(x / 2 + 2 * y);
        let right = usize::from(1 + 2 * y);
        [texels[2 * at], texels[2 * at + 1], texels[2 * right], texels[1]]
    })
}

/// Values at texel centers and in the middle between texels, with an address mode that repeats.
fn linear() -> Draw {
    let draw = covering(
        "
        @group(0) @binding(4) var heights: texture_2d<f32>;
        @group(0) @binding(2) var smoothed: sampler;
        @fragment fn f(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
            // The texel centers are at 1/8, 3/8, 5/8 and 7/8.
            let u = floor(at.x) / 8.0;
            let first = textureSampleLevel(heights, smoothed, vec2(u, 0.5), 0.0);
            let shifted = textureSampleLevel(heights, smoothed, vec2(u, 0.5), 0.0, vec2(-1, 0));
            let base = textureSampleBaseClampToEdge(heights, smoothed, vec2(u, 0.5));
            return vec4(first.x, shifted.x, first.w, base.x);
        }",
    );
    let texels = [1.0, 5.0, 2.0, 8.0];
    let draw = texture(draw, 4, "Width: 4, Height: 1, Depth: 1", 1, &texels);
    draw.sampler(2, &format!("{LINEAR}, Address: Repeat")).picture([8, 1], move |x, _| {
        let at = |x: i32| {
            let texel = |n: i32| texels[n.rem_euclid(4) as usize];
            if x % 2 != 0 { texel((x - 1).div_euclid(2)) } else { (texel(x / 2 - 1) + texel(x / 2)) / 2.0 }
        };
        let x = i32::from(x);
        [at(x), at(x - 2), 1.0, at(x.max(1))]
    })
}

/// Explicit levels and gradients: level n has the value 10 to the power n.
fn levels() -> Draw {
    let draw = covering(
        "
        @group(0) @binding(0) var pyramid: texture_2d<f32>;
        @group(0) @binding(1) var smoothed: sampler;
        @fragment fn f(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
            let uv = vec2(0.5);
            let level = floor(at.x) / 2.0;
            // A step of 2^n texels selects the level n.
            let step = exp2(floor(at.x)) / 4.0;
            return vec4(
                textureSampleLevel(pyramid, smoothed, uv, level).x,
                textureSampleGrad(pyramid, smoothed, uv, vec2(step, 0.0), vec2(0.0)).x,
                textureLoad(pyramid, vec2(0), i32(at.x) / 2).x,
                textureSampleLevel(pyramid, smoothed, uv, 9.0).x,
            );
        }",
    );
    let texels: Vec<f32> = [1.0_f32; 16].into_iter().chain([10.0; 4]).chain([100.0]).collect();
    let draw = texture(draw, 0, "Width: 4, Height: 4, Depth: 1, MipLevels: 3", 1, &texels);
    draw.sampler(1, LINEAR).picture([5, 1], |x, _| {
        let level = |n: u16| [1.0, 10.0, 100.0_f32][usize::from(n.min(2))];
        let (whole, half) = (x / 2, x % 2);
        let mixed = if half == 0 { level(whole) } else { (level(whole) + level(whole + 1)) / 2.0 };
        [mixed, level(x), level(whole), 100.0]
    })
}

/// A level from the derivatives of the coordinates, with a bias.
fn implicit_level() -> Draw {
    let draw = covering(
        "
        @group(0) @binding(0) var pyramid: texture_2d<f32>;
        @group(0) @binding(1) var point: sampler;
        @fragment fn f(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
            // Two texels per pixel are the level 1.
            let uv = at.xy / 2.0;
            return vec4(
                textureSample(pyramid, point, uv).x,
                textureSampleBias(pyramid, point, uv, 1.0).x,
                textureSampleBias(pyramid, point, uv, -1.0).x,
                textureSample(pyramid, point, uv * 0.5).x,
            );
        }",
    );
    let texels: Vec<f32> = [1.0_f32; 16].into_iter().chain([10.0; 4]).chain([100.0]).collect();
    let draw = texture(draw, 0, "Width: 4, Height: 4, Depth: 1, MipLevels: 3", 1, &texels);
    draw.sampler(1, NEAREST).picture([4, 2], |_, _| [10.0, 100.0, 1.0, 1.0])
}

/// Layers of an array, also beyond the last one, and a load of a layer.
fn array_layers() -> Draw {
    let draw = covering(
        "
        @group(0) @binding(0) var layers: texture_2d_array<f32>;
        @group(0) @binding(1) var point: sampler;
        @fragment fn f(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
            let layer = u32(at.x);
            return vec4(
                textureSample(layers, point, vec2(0.25, 0.5), layer).x,
                textureSampleLevel(layers, point, vec2(0.75, 0.5), i32(layer) - 1, 0.0).x,
                textureLoad(layers, vec2(1u, 0u), min(layer, 2u), 0).x,
                textureSampleLevel(layers, point, vec2(0.75, 0.5), 0u, 0.0, vec2(-1, 0)).x,
            );
        }",
    );
    let draw = texture(draw, 0, "Width: 2, Height: 1, Depth: 3", 1, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    draw.sampler(1, NEAREST).picture([4, 1], |x, _| {
        let layer = f32::from(x.min(2));
        [1.0 + 2.0 * layer, 2.0 + 2.0 * f32::from(x.saturating_sub(1)), 2.0 + 2.0 * layer, 1.0]
    })
}

/// A color for each face, and the cubes of an array.
fn cube_faces() -> Draw {
    let draw = covering(
        "
        @group(0) @binding(0) var faces: texture_cube<f32>;
        @group(0) @binding(1) var point: sampler;
        @group(0) @binding(2) var cubes: texture_cube_array<f32>;
        @fragment fn f(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
            let axis = u32(at.x) / 2u;
            let sign = 1.0 - 2.0 * f32(u32(at.x) % 2u);
            let direction = vec3(
                select(0.1, sign, axis == 0u), select(0.1, sign, axis == 1u), select(0.1, sign, axis == 2u));
            return vec4(
                textureSampleLevel(faces, point, direction, 0.0).x,
                textureSampleLevel(cubes, point, direction, 0, 0.0).x,
                textureSampleLevel(cubes, point, direction, 1u, 0.0).x,
                textureSampleGrad(faces, point, direction, vec3(0.0), vec3(0.0)).x,
            );
        }",
    );
    let numbers: Vec<f32> = (1..=12_u8).map(f32::from).collect();
    let draw = texture(draw, 0, "Width: 1, Height: 1, Depth: 6, Dimension: Cube", 1, &numbers[..6]);
    let draw = texture(draw, 2, "Width: 1, Height: 1, Depth: 12, Dimension: Cube", 1, &numbers);
    // The faces are +x, -x, +y, -y, +z and -z.
    draw.sampler(1, NEAREST).picture([6, 1], |x, _| {
        let face = f32::from(x) + 1.0;
        [face, face, face + 6.0, face]
    })
}

/// Slices of a volume, and the middle between them.
fn volume() -> Draw {
    let draw = covering(
        "
        @group(0) @binding(0) var volume: texture_3d<f32>;
        @group(0) @binding(1) var smoothed: sampler;
        @fragment fn f(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
            let z = 0.25 + floor(at.x) / 4.0;
            return vec4(
                textureSampleLevel(volume, smoothed, vec3(0.25, 0.5, z), 0.0).x,
                textureSampleLevel(volume, smoothed, vec3(0.75, 0.5, z), 0.0).x,
                textureLoad(volume, vec3(1, 0, i32(at.x) / 2), 0).x,
                f32(textureDimensions(volume).z),
            );
        }",
    );
    let size = "Width: 2, Height: 1, Depth: 2, Dimension: Three";
    let draw = texture(draw, 0, size, 1, &[1.0, 2.0, 5.0, 8.0]);
    draw.sampler(1, LINEAR).picture([3, 1], |x, _| {
        let [left, right] = [[1.0, 2.0], [3.0, 5.0], [5.0, 8.0]][usize::from(x)];
        [left, right, if x == 2 { 8.0 } else { 2.0 }, 2.0]
    })
}

/// Comparisons with a depth texture: the result of a linear filter is the share of texels that pass.
fn comparison() -> Draw {
    let draw = covering(
        "
        @group(0) @binding(0) var depths: texture_depth_2d;
        @group(0) @binding(1) var less: sampler_comparison;
        @group(0) @binding(2) var point: sampler;
        @fragment fn f(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
            let reference = 0.1 + 0.25 * floor(at.x);
            let gathered = textureGatherCompare(depths, less, vec2(0.5), reference);
            return vec4(
                textureSampleCompare(depths, less, vec2(0.5), reference),
                textureSampleCompareLevel(depths, less, vec2(0.25, 0.75), reference),
                dot(gathered, vec4(1.0, 10.0, 100.0, 1000.0)),
                textureSample(depths, point, vec2(0.75, 0.25)),
            );
        }",
    );
    // The texels 0.25, 0.5, 0.75 and 1: rows from the top.
    let depths = [0.25, 0.5, 0.75, 1.0_f32];
    let draw = texture(draw, 0, "Width: 2, Height: 2, Depth: 1", 1, &depths);
    draw.sampler(1, "Kind: SamplerComparison, MinFilter: Linear, MagFilter: Linear, ComparisonOp: Less")
        .sampler(2, NEAREST)
        .picture([4, 1], move |x, _| {
            let reference = 0.1 + 0.25 * f32::from(x);
            let passes = depths.map(|depth| if reference < depth { 1.0 } else { 0.0 });
            // A gather begins with the lower left texel and continues counterclockwise.
            let gathered = passes[2] + 10.0 * passes[3] + 100.0 * passes[1] + 1000.0 * passes[0];
            [passes.iter().sum::<f32>() / 4.0, passes[2], gathered, 0.5]
        })
}

/// Four texels of each channel, with and without an offset, and of an integer texture.
fn gather() -> Draw {
    let draw = covering(
        "
        @group(0) @binding(0) var colors: texture_2d<f32>;
        @group(0) @binding(1) var point: sampler;
        @group(0) @binding(2) var numbers: texture_2d<i32>;
        @fragment fn f(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
            switch u32(at.x) {
                case 0u: { return textureGather(0, colors, point, vec2(0.5)); }
                case 1u: { return textureGather(3, colors, point, vec2(0.5)); }
                case 2u: { return textureGather(2, colors, point, vec2(0.5), vec2(1, -1)); }
                default: { return vec4<f32>(textureGather(1, numbers, point, vec2(0.5))); }
            }
        }",
    );
    let texels: Vec<f32> = (0..16_u8).map(f32::from).collect();
    let draw = texture(draw, 0, "Width: 2, Height: 2, Depth: 1", 4, &texels);
    draw.sampler(1, NEAREST)
        .buffer(
            "Name: Numbers, Format: Int32, Channels: 2, OutputProps: { Width: 2, Height: 2, Depth: 1 }, \
             Data: [ 0, -1, 0, -2, 0, -3, 0, -4 ]",
        )
        .resource(2, "Numbers", "Texture2D")
        .picture([4, 1], |x, _| match x {
            // The order is lower left, lower right, upper right, upper left. Texel n has 4n to 4n + 3.
            0 => [8.0, 12.0, 4.0, 0.0],
            1 => [11.0, 15.0, 7.0, 3.0],
            // One column further and one row up, the coordinates are clamped to the texel 1.
            2 => [6.0, 6.0, 6.0, 6.0],
            _ => [-3.0, -4.0, -2.0, -1.0],
        })
}

/// The samples of a multisampled texture.
fn texture_samples() -> Draw {
    let draw = covering(
        "
        @group(0) @binding(0) var samples: texture_multisampled_2d<f32>;
        @fragment fn f(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
            let at_zero = textureLoad(samples, vec2(0, 0), i32(at.x));
            let at_one = textureLoad(samples, vec2(1u, 0u), u32(at.x));
            return vec4(at_zero.x, at_one.x, f32(textureNumSamples(samples)), f32(textureDimensions(samples).x));
        }",
    );
    let numbers: Vec<f32> = (1..=8_u8).map(f32::from).collect();
    let draw = texture(draw, 0, "Width: 2, Height: 1, Depth: 1, Samples: 4", 1, &numbers);
    draw.picture([4, 1], |x, _| [f32::from(x) + 1.0, f32::from(x) + 5.0, 4.0, 2.0])
}

/// Sizes, numbers of levels and numbers of layers.
fn queries() -> Draw {
    let draw = covering(
        "
        @group(0) @binding(0) var layers: texture_2d_array<f32>;
        @group(0) @binding(1) var faces: texture_cube<f32>;
        @group(0) @binding(2) var cubes: texture_cube_array<f32>;
        @fragment fn f(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
            let level = u32(at.x);
            let size = textureDimensions(layers, level);
            let counts = vec2(textureNumLevels(layers), textureNumLayers(layers));
            let cube = vec2(textureDimensions(faces).y, textureNumLayers(cubes));
            return vec4<f32>(vec4(size, counts.x * 10u + counts.y, cube.x * 10u + cube.y));
        }",
    );
    let draw = texture(draw, 0, "Width: 4, Height: 2, Depth: 3, MipLevels: 2", 1, &[0.0; 30]);
    let draw = texture(draw, 1, "Width: 2, Height: 2, Depth: 6, Dimension: Cube", 1, &[0.0; 24]);
    let draw = texture(draw, 2, "Width: 1, Height: 1, Depth: 12, Dimension: Cube", 1, &[0.0; 12]);
    draw.picture([2, 1], |x, _| {
        let [u, _] = center(x, 0);
        [if u < 1.0 { 4.0 } else { 2.0 }, if u < 1.0 { 2.0 } else { 1.0 }, 23.0, 22.0]
    })
}
