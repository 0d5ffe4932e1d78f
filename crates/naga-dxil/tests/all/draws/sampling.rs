//! Variants of sampling: layers, cubes and arrays of depth textures, offsets, textures in arrays and in arguments of
//! functions, and external textures.

use super::drawing::{Draw, Draws, covering};
use super::textures::{LINEAR, NEAREST, texture};

pub(super) fn draws() -> Draws {
    vec![
        ("depth-layers", depth_layers()),
        ("depth-cubes", depth_cubes()),
        ("depth-samples", depth_samples()),
        ("gather-layers", gather_layers()),
        ("offsets-of-layers", offsets_of_layers()),
        ("arguments", arguments()),
        ("texture-arrays", texture_arrays()),
        ("one-dimension", one_dimension()),
        ("integer-textures", integer_textures()),
        ("external", external()),
    ]
}

const LESS: &str = "Kind: SamplerComparison, MinFilter: Nearest, MagFilter: Nearest, ComparisonOp: LessEqual";

/// Comparisons with a layer of a depth texture, with an offset, and a sample at an integer level.
fn depth_layers() -> Draw {
    let draw = covering(
        "
        @group(0) @binding(0) var depths: texture_depth_2d_array;
        @group(0) @binding(1) var less: sampler_comparison;
        @group(0) @binding(2) var point: sampler;
        @fragment fn f(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
            let layer = i32(at.x);
            return vec4(
                textureSampleCompare(depths, less, vec2(0.25, 0.5), layer, 0.5),
                textureSampleCompareLevel(depths, less, vec2(0.25, 0.5), u32(layer), 0.5, vec2(1, 0)),
                textureSampleLevel(depths, point, vec2(0.25, 0.5), layer, 1),
                textureLoad(depths, vec2(1, 0), layer, 0),
            );
        }",
    );
    // Each layer has two texels, and one texel in level 1.
    let depths = [0.25, 0.75, 0.125, 0.5, 0.375, 0.0625];
    let draw = texture(draw, 0, "Width: 2, Height: 1, Depth: 2, MipLevels: 2", 1, &depths);
    draw.sampler(1, LESS).sampler(2, NEAREST).picture([2, 1], |x, _| match x {
        0 => [0.0, 1.0, 0.125, 0.75],
        _ => [1.0, 0.0, 0.0625, 0.375],
    })
}

/// Comparisons with the faces of depth cubes.
fn depth_cubes() -> Draw {
    let draw = covering(
        "
        @group(0) @binding(0) var faces: texture_depth_cube;
        @group(0) @binding(1) var cubes: texture_depth_cube_array;
        @group(0) @binding(2) var less: sampler_comparison;
        @fragment fn f(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
            let direction = vec3(0.0, select(1.0, -1.0, at.x > 1.0), 0.0);
            let gathered = textureGatherCompare(cubes, less, direction, 1, 0.5);
            return vec4(
                textureSampleCompareLevel(faces, less, direction, 0.5),
                textureSampleCompare(cubes, less, direction, 0, 0.5),
                textureSampleCompare(cubes, less, direction, 1u, 0.5),
                gathered.x + gathered.y + gathered.z + gathered.w,
            );
        }",
    );
    // The faces +y and -y are the third and the fourth one. A gather reads all texels of a face with four texels.
    let faces = [0.0, 0.0, 0.75, 0.25, 0.0, 0.0];
    let cubes = [[0.0, 0.0, 0.25, 0.75, 0.0, 0.0], faces].concat();
    let cubes: Vec<f32> = cubes.into_iter().flat_map(|depth| [depth; 4]).collect();
    let draw = texture(draw, 0, "Width: 1, Height: 1, Depth: 6, Dimension: Cube", 1, &faces);
    let draw = texture(draw, 1, "Width: 2, Height: 2, Depth: 12, Dimension: Cube", 1, &cubes);
    draw.sampler(2, LESS).picture([2, 1], |x, _| match x {
        0 => [1.0, 0.0, 1.0, 4.0],
        _ => [0.0, 1.0, 0.0, 0.0],
    })
}

/// The samples of a multisampled depth texture.
fn depth_samples() -> Draw {
    let draw = covering(
        "
        @group(0) @binding(0) var depths: texture_depth_multisampled_2d;
        @fragment fn f(@builtin(position) at: vec4<f32>, @builtin(sample_index) sample: u32) -> @location(0) vec4<f32> {
            return vec4(textureLoad(depths, vec2<i32>(at.xy), 3 - i32(sample)), f32(textureNumSamples(depths)), 0.0, 1.0);
        }",
    );
    let draw = texture(draw, 0, "Width: 1, Height: 1, Depth: 1, Samples: 4", 1, &[0.25, 0.5, 0.75, 1.0]);
    draw.picture([1, 1], |_, _| [1.0, 4.0, 0.0, 1.0])
}

/// Gathers of layers, with an offset and a channel, and of a cube.
fn gather_layers() -> Draw {
    let draw = covering(
        "
        @group(0) @binding(0) var layers: texture_2d_array<f32>;
        @group(0) @binding(1) var depths: texture_depth_2d;
        @group(0) @binding(2) var point: sampler;
        @group(0) @binding(3) var numbers: texture_cube_array<u32>;
        @fragment fn f(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
            switch u32(at.x) {
                case 0u: { return textureGather(1, layers, point, vec2(0.5), 1); }
                case 1u: { return textureGather(0, layers, point, vec2(0.5), 0u, vec2(-1, 1)); }
                case 2u: { return textureGather(depths, point, vec2(0.5)); }
                default: { return vec4<f32>(textureGather(0, numbers, point, vec3(0.0, 0.0, -1.0), 1)); }
            }
        }",
    );
    let texels: Vec<f32> = (0..16_u8).map(f32::from).collect();
    let draw = texture(draw, 0, "Width: 2, Height: 2, Depth: 2", 2, &texels);
    let draw = texture(draw, 1, "Width: 2, Height: 2, Depth: 1", 1, &[0.125, 0.25, 0.5, 0.75]);
    let numbers: Vec<String> = (0..48).map(|number| number.to_string()).collect();
    draw.sampler(2, NEAREST)
        .buffer(&format!(
            "Name: Numbers, Format: UInt32, Data: [ {} ], \
             OutputProps: {{ Width: 2, Height: 2, Depth: 12, Dimension: Cube }}",
            numbers.join(", ")
        ))
        .resource(3, "Numbers", "TextureCube")
        .picture([4, 1], |x, _| match x {
            // The second layer begins with 8, the second channel with 9.
            0 => [13.0, 15.0, 11.0, 9.0],
            // One texel to the left and one down, the coordinates are clamped to the lower left texel.
            1 => [4.0; 4],
            2 => [0.5, 0.75, 0.25, 0.125],
            // The face -z of the second cube, the last one, has the texels 44 to 47.
            _ => [46.0, 47.0, 45.0, 44.0],
        })
}

/// Offsets, biases and gradients of a layer.
fn offsets_of_layers() -> Draw {
    let draw = covering(
        "
        @group(0) @binding(0) var layers: texture_2d_array<f32>;
        @group(0) @binding(1) var point: sampler;
        @fragment fn f(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
            let uv = vec2(0.125, 0.5) + at.xy * 0.0;
            let x = vec2(0.5, 0.0);
            return vec4(
                textureSample(layers, point, uv, 1, vec2(3, 0)).x,
                textureSampleBias(layers, point, uv, 1, -2.0, vec2(2, 0)).x,
                textureSampleGrad(layers, point, uv, 1u, x, x, vec2(1, 0)).x,
                textureSampleLevel(layers, point, uv, 0, 0.0, vec2(1, 0)).x,
            );
        }",
    );
    // Each layer has four texels, then two and one.
    let texels: Vec<f32> = (0..14_u8).map(f32::from).collect();
    let draw = texture(draw, 0, "Width: 4, Height: 1, Depth: 2, MipLevels: 3", 1, &texels);
    draw.sampler(1, NEAREST).picture([2, 2], |_, _| [10.0, 9.0, 12.0, 1.0])
}

/// Functions with textures and samplers as arguments.
fn arguments() -> Draw {
    let draw = covering(
        "
        @group(0) @binding(0) var first: texture_2d<f32>;
        @group(0) @binding(1) var second: texture_2d<f32>;
        @group(0) @binding(2) var point: sampler;
        @group(0) @binding(3) var smoothed: sampler;
        fn inner(picture: texture_2d<f32>, by: sampler, u: f32) -> f32 {
            return textureSampleLevel(picture, by, vec2(u, 0.5), 0.0).x;
        }
        fn outer(one: texture_2d<f32>, by: sampler, other: texture_2d<f32>, scale: f32) -> f32 {
            return inner(one, by, 0.5) * scale + inner(other, by, 0.75);
        }
        @fragment fn f(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
            return vec4(
                outer(first, smoothed, second, 10.0), outer(second, point, first, 10.0),
                inner(first, point, 0.25), inner(second, smoothed, 0.5));
        }",
    );
    let draw = texture(draw, 0, "Width: 2, Height: 1, Depth: 1", 1, &[1.0, 2.0]);
    let draw = texture(draw, 1, "Width: 2, Height: 1, Depth: 1", 1, &[5.0, 8.0]);
    draw.sampler(2, NEAREST).sampler(3, LINEAR).picture([1, 1], |_, _| [23.0, 82.0, 1.0, 6.5])
}

/// An array of textures with an index that differs between pixels, and an array of samplers.
fn texture_arrays() -> Draw {
    covering(
        "
        enable wgpu_binding_array;
        @group(0) @binding(0) var pictures: binding_array<texture_2d<f32>, 3>;
        @group(0) @binding(8) var samplers: binding_array<sampler, 2>;
        @fragment fn f(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
            let x = u32(at.x);
            return vec4(
                textureSampleLevel(pictures[x], samplers[x & 1u], vec2(0.5), 0.0).x,
                textureLoad(pictures[2u - x], vec2(0), 0).x,
                textureSampleLevel(pictures[1], samplers[0], vec2(0.75, 0.5), 0.0).x,
                f32(textureDimensions(pictures[x]).x),
            );
        }",
    )
    .buffer(
        "Name: Pictures, Format: Float32, ArraySize: 3, Data: [ [ 1, 2 ], [ 4, 7 ], [ 8, 9 ] ], \
         OutputProps: { Width: 2, Height: 1, Depth: 1 }",
    )
    .resource(0, "Pictures", "Texture2D")
    .sampler(8, NEAREST)
    .sampler(9, LINEAR)
    .picture([3, 1], |x, _| {
        let x = usize::from(x);
        [[2.0, 5.5, 9.0][x], [8.0, 4.0, 1.0][x], 7.0, 2.0]
    })
}

/// Textures with one dimension.
fn one_dimension() -> Draw {
    let draw = covering(
        "
        @group(0) @binding(0) var line: texture_1d<f32>;
        @group(0) @binding(1) var smoothed: sampler;
        @fragment fn f(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
            return vec4(
                textureSample(line, smoothed, at.x / 4.0).x,
                textureLoad(line, i32(at.x), 0).x,
                f32(textureDimensions(line)),
                textureLoad(line, u32(3.0 - at.x), 0).x,
            );
        }",
    );
    draw.buffer(
        "Name: Line, Format: Float32, Data: [ 1, 3, 4, 8 ], \
         OutputProps: { Width: 4, Height: 1, Depth: 1, Dimension: One }",
    )
    .resource(0, "Line", "Texture1D")
    .sampler(1, LINEAR)
    .picture([3, 1], |x, _| {
        let texels = [1.0, 3.0, 4.0, 8.0];
        let x = usize::from(x);
        [texels[x], texels[x], 4.0, texels[2 - x]]
    })
}

/// Loads of signed and unsigned integers.
fn integer_textures() -> Draw {
    covering(
        "
        @group(0) @binding(0) var signed: texture_2d<i32>;
        @group(0) @binding(1) var unsigned: texture_2d_array<u32>;
        @fragment fn f(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
            let at_signed = textureLoad(signed, vec2<i32>(at.xy), 0);
            let at_unsigned = textureLoad(unsigned, vec2<u32>(at.xy), 1u, 0u);
            return vec4(f32(at_signed.x), f32(at_signed.y), f32(at_unsigned.x >> 28u), f32(at_unsigned.w));
        }",
    )
    .buffer(
        "Name: Signed, Format: Int32, Channels: 2, Data: [ -1, 2, 3, -4 ], \
         OutputProps: { Width: 2, Height: 1, Depth: 1 }",
    )
    .buffer(
        "Name: Unsigned, Format: UInt32, Data: [ 0, 0, 0xf0000000, 0x30000000 ], \
         OutputProps: { Width: 2, Height: 1, Depth: 2 }",
    )
    .resource(0, "Signed", "Texture2D")
    .resource(1, "Unsigned", "Texture2D")
    .picture([2, 1], |x, _| if x == 0 { [-1.0, 2.0, 15.0, 1.0] } else { [3.0, -4.0, 3.0, 1.0] })
}

/// An external texture with one RGBA plane, whose parameters mirror the picture.
fn external() -> Draw {
    let draw = covering(
        "
        @group(0) @binding(0) var frame: texture_external;
        @group(0) @binding(1) var point: sampler;
        @fragment fn f(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
            let loaded = textureLoad(frame, vec2<u32>(at.xy));
            let sampled = textureSampleBaseClampToEdge(frame, point, at.xy / vec2(2.0, 1.0));
            let size = textureDimensions(frame);
            return vec4(loaded.x, sampled.x, f32(size.x), f32(size.y));
        }",
    );
    // A linear picture: the gamut conversion and the transfer functions are the identity. `sample_transform` mirrors x,
    // `load_transform` is (1 - x, y).
    let identity = "1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0";
    let transfer = "1, 0, 1, 1";
    let matrices = "1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1";
    let transforms = "-1, 0, 0, 1, 1, 0, -1, 0, 0, 1, 1, 0";
    let size = "0x1p-148, 0x1p-149, 0x1p-149, 0";
    let draw =
        texture(draw, 0, "Width: 2, Height: 1, Depth: 1", 4, &[0.25, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0]);
    draw.sampler(1, NEAREST)
        .buffer(&format!(
            "Name: Params, Format: Float32, Data: [ {matrices}, {identity}, {transfer}, {transfer}, {transforms}, {size} ]"
        ))
        .resource(1000, "Texture0", "Texture2D")
        .resource(2000, "Texture0", "Texture2D")
        .resource(0, "Params", "ConstantBuffer")
        .picture([2, 1], |x, _| {
            let mirrored = if x == 0 { 1.0 } else { 0.25 };
            [mirrored, mirrored, 2.0, 1.0]
        })
}
