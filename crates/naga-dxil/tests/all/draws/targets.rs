//! Outputs of the fragment stage: several targets and their formats, blending with two sources, depths and sample
//! masks.

use super::drawing::{Draw, Draws, center, covering};
use crate::harness::Bytes;

pub(super) fn draws() -> Draws {
    vec![
        ("several-targets", several_targets()),
        ("unwritten-target", unwritten_target()),
        ("dual-source", dual_source()),
        ("depth", depth()),
        ("early-depth", early_depth()),
        ("sample-mask", sample_mask()),
    ]
}

const SIZE: &str = "OutputProps: { Width: 2, Height: 1, Depth: 1 }";

/// Targets in another order than their numbers, with floats, integers and fewer channels.
fn several_targets() -> Draw {
    covering(
        "
        struct Out {
            @location(2) signed: vec2<i32>,
            @location(0) color: vec4<f32>,
            @location(3) scalar: f32,
            @location(1) unsigned: u32,
        }
        @fragment fn f(@builtin(position) at: vec4<f32>) -> Out {
            let x = at.x - 0.5;
            return Out(vec2(-1 - i32(x), 7), vec4(x, 1.0, 0.5, 0.25), x * 0.5, u32(x) + 0xfffffff0u);
        }",
    )
    .target(
        "Color",
        "Format: Hex32, OutputProps: { Width: 2, Height: 1, Depth: 1, DxgiFormat: R8G8B8A8_UNORM }",
        [0x4080_ff00_u32, 0x4080_ffff].bytes(),
    )
    .target("Unsigned", &format!("Format: UInt32, {SIZE}"), [0xffff_fff0_u32, 0xffff_fff1].bytes())
    .target("Signed", &format!("Format: Int32, Channels: 2, {SIZE}"), [-1, 7, -2, 7].bytes())
    .target("Scalar", &format!("Format: Float32, {SIZE}"), [0.0_f32, 0.5].bytes())
}

/// A target that the fragment stage does not write keeps its contents.
fn unwritten_target() -> Draw {
    covering(
        "
        struct Out {
            @location(0) first: vec4<f32>,
            @location(2) third: vec4<f32>,
        }
        @fragment fn f(@builtin(position) at: vec4<f32>) -> Out {
            return Out(vec4(at.x), vec4(at.y));
        }",
    )
    .target(
        "First",
        &format!("Format: Float32, Channels: 4, {SIZE}"),
        [[0.5_f32; 4], [1.5; 4]].concat().bytes(),
    )
    .target("Second", &format!("Format: Float32, {SIZE}, Data: [ 3, 4 ]"), [3.0_f32, 4.0].bytes())
    .target("Third", &format!("Format: Float32, Channels: 4, {SIZE}"), [0.5_f32; 8].bytes())
}

/// The second source is the factor of the old color.
fn dual_source() -> Draw {
    covering(
        "
        enable dual_source_blending;
        struct Out {
            @location(0) @blend_src(0) color: vec4<f32>,
            @location(0) @blend_src(1) factor: vec4<f32>,
        }
        @fragment fn f(@builtin(position) at: vec4<f32>) -> Out {
            return Out(vec4(1.0, 2.0, 3.0, 4.0), vec4(at.x, 0.5, 0.25, 0.0));
        }",
    )
    .state("BlendState:")
    .state("  RenderTarget:")
    .state("    - { BlendEnable: true, SrcBlend: One, DestBlend: Src1Color, SrcBlendAlpha: One, DestBlendAlpha: Src1Alpha }")
    .target(
        "Picture",
        &format!("Format: Float32, Channels: 4, {SIZE}, Data: [ 8, 8, 8, 8, 8, 8, 8, 8 ]"),
        [5.0_f32, 6.0, 5.0, 4.0, 13.0, 6.0, 5.0, 4.0].bytes(),
    )
}

/// Two instances; the second one is drawn where its depth, which the fragment stage computes, is less.
fn depth() -> Draw {
    const SOURCE: &str = "
        struct Out {
            @builtin(position) position: vec4<f32>,
            @location(0) @interpolate(flat) instance: u32,
        }
        @vertex fn v(@builtin(vertex_index) i: u32, @builtin(instance_index) j: u32) -> Out {
            return Out(vec4(vec2(f32(i & 1u), f32(i >> 1u)) * 4.0 - 1.0, 0.25, 1.0), j);
        }
        struct Result {
            @builtin(frag_depth) depth: f32,
            @location(0) color: vec4<f32>,
        }
        @fragment fn f(in: Out) -> Result {
            let growing = in.position.x / 4.0;
            return Result(select(0.5, growing, in.instance == 1u), vec4(f32(in.instance) + 1.0));
        }";
    // The depths of the second instance are 0.125, 0.375, 0.625 and 0.875.
    Draw::new(SOURCE, 3)
        .parameters("InstanceCount: 2")
        .buffer("Name: Depths, Format: Depth32, FillValue: 1, FillSize: 16, OutputProps: { Width: 4, Height: 1, Depth: 1 }")
        .bind("DepthTarget: Depths")
        .picture([4, 1], |x, _| if x < 2 { [2.0; 4] } else { [1.0; 4] })
        .after("Depths", [0.125_f32, 0.375, 0.5, 0.5].bytes())
}

/// Pixels that fail the early depth test do not execute stores.
fn early_depth() -> Draw {
    covering(
        "
        @group(0) @binding(0) var<storage, read_write> counts: array<atomic<u32>, 4>;
        @early_depth_test(force)
        @fragment fn f(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
            atomicAdd(&counts[u32(at.x)], 1u);
            return vec4(1.0);
        }",
    )
    .buffer("Name: Counts, Format: UInt32, FillSize: 16")
    .resource(0, "Counts", "RWByteAddressBuffer")
    .buffer("Name: Depths, Format: Depth32, Data: [ 0, 1, 0.25, 0.75 ], OutputProps: { Width: 4, Height: 1, Depth: 1 }")
    .bind("DepthTarget: Depths")
    .picture([4, 1], |x, _| if x % 2 == 1 { [1.0; 4] } else { [0.0; 4] })
    .after("Counts", [0_u32, 1, 0, 1].bytes())
    .after("Depths", [0.0_f32, 0.5, 0.25, 0.5].bytes())
}

/// The stage selects samples of four by the column.
fn sample_mask() -> Draw {
    let expected: Vec<f32> = (0..3_u16)
        .flat_map(|x| {
            let [u, _] = center(x, 0);
            (0..4).flat_map(move |sample| if ((5 * (x + 1)) >> sample) & 1 == 1 { [u; 4] } else { [0.0; 4] })
        })
        .collect();
    covering(
        "
        struct Out {
            @builtin(sample_mask) mask: u32,
            @location(0) color: vec4<f32>,
        }
        @fragment fn f(@builtin(position) at: vec4<f32>) -> Out {
            return Out(5u * u32(at.x + 1.0), vec4(at.x));
        }",
    )
    .target(
        "Picture",
        "Format: Float32, Channels: 4, OutputProps: { Width: 3, Height: 1, Depth: 1, Samples: 4 }",
        expected.bytes(),
    )
}
