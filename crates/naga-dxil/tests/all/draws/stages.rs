//! Pairs of stages: types of varyings, immediates, views, returns inside control flow, depth bounds, stages without
//! outputs, and states that both stages share.

use super::drawing::{COVER, Draw, Draws, center, covering};
use crate::harness::Bytes;

pub(super) fn draws() -> Draws {
    vec![
        ("varying-types", varying_types()),
        ("halves", halves()),
        ("immediates", immediates()),
        ("views", views()),
        ("early-returns", early_returns()),
        ("depth-bounds", depth_bounds()),
        ("no-color", no_color()),
        ("mask-of-mask", mask_of_mask()),
        ("all-distances", all_distances()),
        ("private-variables", private_variables()),
        ("most-varyings", most_varyings()),
        ("sampled-position", sampled_position()),
        ("no-inputs", no_inputs()),
    ]
}

/// Integers of several widths, and scalars next to vectors.
fn varying_types() -> Draw {
    let source = format!(
        "{COVER}
        struct Out {{
            @location(0) @interpolate(flat) a: vec3<i32>,
            @location(1) @interpolate(flat) b: vec2<u32>,
            @location(2) @interpolate(flat) c: i32,
            @location(3) @interpolate(flat) d: vec4<f32>,
            @builtin(position) @invariant position: vec4<f32>,
            @location(4) e: vec3<f32>,
            @location(6) f: f32,
        }}
        @vertex fn v(@builtin(vertex_index) i: u32) -> Out {{
            let n = i32(i);
            return Out(
                vec3(n - 5, -2147483647, 7), vec2(i, 0xffffffffu), -n - 1, vec4(1.5, 2.5, 3.5, 4.5),
                vec4(cover(i), 0.0, 1.0), vec3(cover(i), 1.0), 0.75);
        }}
        @fragment fn f(in: Out) -> @location(0) vec4<f32> {{
            let is_right = in.a.y == -2147483647 && in.b.y == 0xffffffffu && in.d.w == 4.5 && in.b.x == 0u;
            return vec4(f32(in.a.x), f32(in.c), in.e.x + in.f, select(0.0, 1.0, is_right));
        }}"
    );
    Draw::new(&source, 3).picture([2, 2], |x, y| {
        let [u, _] = center(x, y);
        [-5.0, -1.0, u - 1.0 + 0.75, 1.0]
    })
}

/// 16-bit attributes, varyings and targets.
fn halves() -> Draw {
    let source = format!(
        "enable f16;
        {COVER}
        struct Out {{
            @builtin(position) position: vec4<f32>,
            @location(1) color: vec3<f16>,
            @location(0) full: f32,
            @location(2) @interpolate(flat) scale: f16,
        }}
        @vertex fn v(@builtin(vertex_index) i: u32, @location(3) color: vec4<f16>) -> Out {{
            return Out(vec4(cover(i), 0.0, 1.0), color.xyz, 0.5, color.w);
        }}
        @fragment fn f(in: Out) -> @location(0) vec4<f16> {{
            return vec4(in.color * in.scale, f16(in.full));
        }}"
    );
    // The halves 1, 0.5, 0.25 and 2.
    Draw::new(&source, 3)
        .models(&[(6, 2), (6, 6)])
        .buffer("Name: Colors, Format: Float16, Stride: 8, Data: [ 0x3c00, 0x3800, 0x3400, 0x4000 ]")
        .bind("VertexBuffers: [ { Name: Colors, InstanceDataStepRate: 1 } ]")
        .bind("VertexAttributes: [ { Name: LOC3, Format: Float16, Channels: 4, Offset: 0 } ]")
        .picture([2, 1], |_, _| [2.0, 1.0, 0.5, 0.5])
}

/// Immediates that both stages read.
fn immediates() -> Draw {
    let source = format!(
        "{COVER}
        struct Constants {{ color: vec3<f32>, factor: f32, table: array<u32, 3> }}
        var<immediate> constants: Constants;
        @vertex fn v(@builtin(vertex_index) i: u32) -> @builtin(position) vec4<f32> {{
            return vec4(cover(i) * constants.factor, 0.0, 1.0);
        }}
        @fragment fn f(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {{
            return vec4(constants.color.zy, f32(constants.table[u32(at.x)]), constants.factor);
        }}"
    );
    Draw::new(&source, 3)
        .buffer("Name: Immediates, Format: Hex32, Data: [ 0x3f800000, 0x40000000, 0x40400000, 0x40800000, 5, 6, 7, 0 ]")
        .resource_in(254, 1, "Immediates", "ConstantBuffer")
        .picture([3, 1], |x, _| [3.0, 2.0, f32::from(x) + 5.0, 4.0])
}

/// Two views, which draw to the layers of the target.
fn views() -> Draw {
    let source = format!(
        "{COVER}
        struct Out {{
            @builtin(position) position: vec4<f32>,
            @location(0) @interpolate(flat) view: u32,
        }}
        @vertex fn v(@builtin(vertex_index) i: u32, @builtin(view_index) view: u32) -> Out {{
            return Out(vec4(cover(i), f32(view) * 0.5, 1.0), view + 10u);
        }}
        @fragment fn f(in: Out, @builtin(view_index) view: u32) -> @location(0) vec4<f32> {{
            return vec4(f32(view), f32(in.view), in.position.z, 1.0);
        }}"
    );
    let expected = [[0.0_f32, 10.0, 0.0, 1.0], [1.0, 11.0, 0.5, 1.0]].concat();
    Draw::new(&source, 3).state("ViewInstances: [ {}, { RenderTargetArrayIndex: 1 } ]").target(
        "Picture",
        "Format: Float32, Channels: 4, OutputProps: { Width: 1, Height: 1, Depth: 2 }",
        expected.bytes(),
    )
}

/// Returns in branches, loops and cases of both stages.
fn early_returns() -> Draw {
    let source = format!(
        "{COVER}
        struct Out {{
            @builtin(position) position: vec4<f32>,
            @location(0) @interpolate(flat) number: u32,
        }}
        @vertex fn v(@builtin(vertex_index) i: u32) -> Out {{
            if i == 0u {{ return Out(vec4(-1.0, -1.0, 0.0, 1.0), 3u); }}
            for (var n = 0u; n < 5u; n++) {{
                if n == i {{ return Out(vec4(cover(n), 0.0, 1.0), n); }}
            }}
            return Out(vec4(0.0), 0u);
        }}
        @fragment fn f(in: Out) -> @location(0) vec4<f32> {{
            let x = u32(in.position.x);
            switch x {{
                case 0u: {{ return vec4(1.0); }}
                case 1u, 2u: {{
                    if x == 2u {{ return vec4(2.0); }}
                    break;
                }}
                default: {{
                    loop {{
                        if x > in.number {{ return vec4(4.0); }}
                        return vec4(5.0);
                    }}
                }}
            }}
            return vec4(3.0);
        }}"
    );
    Draw::new(&source, 3)
        .picture([5, 1], |x, _| [[1.0; 4], [3.0; 4], [2.0; 4], [5.0; 4], [4.0; 4]][usize::from(x)])
}

/// The fragment stage writes a depth that is at least the depth of the triangle.
fn depth_bounds() -> Draw {
    covering(
        "
        struct Result {
            @location(0) color: vec4<f32>,
            @builtin(frag_depth) depth: f32,
        }
        @early_depth_test(greater_equal)
        @fragment fn f(@builtin(position) at: vec4<f32>) -> Result {
            return Result(vec4(at.xyz, 1.0), at.z + at.x / 8.0);
        }",
    )
    .buffer("Name: Depths, Format: Depth32, FillValue: 0.75, FillSize: 16, OutputProps: { Width: 4, Height: 1, Depth: 1 }")
    .bind("DepthTarget: Depths")
    .picture([4, 1], |x, _| {
        let [u, v] = center(x, 0);
        if x < 2 { [u, v, 0.5, 1.0] } else { [0.0; 4] }
    })
    .after("Depths", [0.5625_f32, 0.6875, 0.75, 0.75].bytes())
}

/// A fragment stage without outputs writes to a buffer and discards a pixel.
fn no_color() -> Draw {
    covering(
        "
        @group(0) @binding(0) var<storage, read_write> sums: array<u32, 3>;
        @fragment fn f(@builtin(position) at: vec4<f32>) {
            let x = u32(at.x);
            if x == 1u { discard; }
            sums[x] = x + 7u;
        }",
    )
    .buffer("Name: Sums, Format: UInt32, FillSize: 12")
    .resource(0, "Sums", "RWByteAddressBuffer")
    .picture([3, 1], |_, _| [0.0; 4])
    .after("Sums", [7_u32, 0, 9].bytes())
}

/// The mask of the covered samples as an input, and its lowest bit removed as the output.
fn mask_of_mask() -> Draw {
    const SOURCE: &str = "
        @vertex fn v(@builtin(vertex_index) i: u32) -> @builtin(position) vec4<f32> {
            // The right edge is in the middle of the second pixel of two.
            let corners = array(vec2(1.5, 3.5), vec2(1.5, -2.5), vec2(-6.5, 0.5));
            let at = corners[i];
            return vec4(at.x - 1.0, 1.0 - 2.0 * at.y, 0.0, 1.0);
        }
        struct Result { @location(0) color: vec4<f32>, @builtin(sample_mask) mask: u32 }
        @fragment fn f(@builtin(sample_mask) covered: u32) -> Result {
            return Result(vec4(f32(covered)), covered & (covered - 1u));
        }";
    // The samples 0 and 2 of the second pixel are in its left half.
    let mut expected = Vec::new();
    for covered in [15_u8, 5] {
        let drawn = covered & (covered - 1);
        expected.extend(
            (0..4).map(|sample| if drawn >> sample & 1 == 1 { [f32::from(covered); 4] } else { [0.0; 4] }),
        );
    }
    Draw::new(SOURCE, 3).target(
        "Picture",
        "Format: Float32, Channels: 4, OutputProps: { Width: 2, Height: 1, Depth: 1, Samples: 4 }",
        expected.concat().bytes(),
    )
}

/// Eight clip distances, of which each cuts a pixel.
fn all_distances() -> Draw {
    let source = format!(
        "enable clip_distances;
        {COVER}
        struct Out {{
            @location(0) value: f32,
            @builtin(position) position: vec4<f32>,
            @builtin(clip_distances) distances: array<f32, 8>,
        }}
        @vertex fn v(@builtin(vertex_index) i: u32) -> Out {{
            let corner = cover(i);
            var out = Out(2.0, vec4(corner, 0.0, 1.0), array<f32, 8>());
            // Pixels from the left and from the right.
            let x = (corner.x + 1.0) * 8.0;
            for (var n = 0u; n < 4u; n++) {{
                out.distances[n] = x - f32(n);
                out.distances[7u - n] = 16.0 - x - f32(n) * 2.0;
            }}
            return out;
        }}
        @fragment fn f(@location(0) value: f32) -> @location(0) vec4<f32> {{
            return vec4(value);
        }}"
    );
    Draw::new(&source, 3).picture([16, 1], |x, _| if (3..10).contains(&x) { [2.0; 4] } else { [0.0; 4] })
}

/// Private variables begin with their initial values in each invocation.
fn private_variables() -> Draw {
    covering(
        "
        var<private> count: u32 = 3u;
        var<private> list: array<vec2<f32>, 4>;
        fn next() -> u32 {
            count += 1u;
            list[count & 3u] += vec2(f32(count), 0.5);
            return count;
        }
        @fragment fn f(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
            for (var i = 0u; i <= u32(at.x); i++) { next(); }
            return vec4(f32(count), list[0].x, list[1].x, list[0].y + list[1].y + list[2].y);
        }",
    )
    .picture([3, 1], |x, _| {
        let second = if x >= 1 { 5.0 } else { 0.0 };
        [4.0 + f32::from(x), 4.0, second, 0.5 * f32::from(x + 1)]
    })
}

/// All 31 locations beside the position.
fn most_varyings() -> Draw {
    let members: String = (0..31).map(|n| format!("@location({n}) m{n}: vec4<f32>, ")).collect();
    let stores: String = (0..31).map(|n| format!("out.m{n} = vec4({n}.0, cover(i), 1.0); ")).collect();
    let sum: String = (0..31).map(|n| format!(" + in.m{n}")).collect();
    let source = format!(
        "{COVER}
        struct Out {{ {members} @builtin(position) position: vec4<f32> }}
        @vertex fn v(@builtin(vertex_index) i: u32) -> Out {{
            var out: Out;
            {stores}
            out.position = vec4(cover(i), 0.0, 1.0);
            return out;
        }}
        @fragment fn f(in: Out) -> @location(0) vec4<f32> {{
            return vec4(0.0){sum};
        }}"
    );
    Draw::new(&source, 3).picture([2, 2], |x, y| {
        let [u, v] = center(x, y);
        [465.0, 31.0 * (u - 1.0), 31.0 * (1.0 - v), 31.0]
    })
}

/// A varying that is interpolated at samples makes the stage run for each sample. The position remains the center of
/// the pixel, as the conformance tests of WebGPU state.
fn sampled_position() -> Draw {
    let source = format!(
        "{COVER}
        struct Out {{
            @builtin(position) position: vec4<f32>,
            @location(0) @interpolate(linear, sample) at: f32,
        }}
        @vertex fn v(@builtin(vertex_index) i: u32) -> Out {{
            return Out(vec4(cover(i), 0.0, 1.0), cover(i).x);
        }}
        @fragment fn f(in: Out) -> @location(0) vec4<f32> {{
            return vec4(in.position.xy, in.at, 1.0);
        }}"
    );
    let expected = [0.375_f32, 0.875, 0.125, 0.625].map(|x| [0.5, 0.5, 2.0 * x - 1.0, 1.0]).concat();
    Draw::new(&source, 3).target(
        "Picture",
        "Format: Float32, Channels: 4, OutputProps: { Width: 1, Height: 1, Depth: 1, Samples: 4 }",
        expected.bytes(),
    )
}

/// A fragment stage that reads nothing of the vertex stage.
fn no_inputs() -> Draw {
    let source = format!(
        "{COVER}
        struct Out {{ @location(1) unused: vec2<f32>, @builtin(position) position: vec4<f32> }}
        @vertex fn v(@builtin(vertex_index) i: u32) -> Out {{ return Out(vec2(1.0), vec4(cover(i), 0.0, 1.0)); }}
        @fragment fn f() -> @location(0) vec4<f32> {{ return vec4(1.0, 2.0, 3.0, 4.0); }}"
    );
    Draw::new(&source, 3).picture([1, 2], |_, _| [1.0, 2.0, 3.0, 4.0])
}
