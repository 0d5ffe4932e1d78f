//! Inputs and control flow of the fragment stage: interpolation, built-in values, derivatives and discarded pixels.

use super::drawing::{COVER, COVERING, Draw, Draws, center, covering};
use crate::harness::Bytes;

pub(super) fn draws() -> Draws {
    vec![
        ("interpolation", interpolation()),
        ("locations-out-of-order", locations()),
        ("samples", samples()),
        ("centroids", centroids()),
        ("barycentrics", barycentrics(true)),
        ("barycentrics-without-perspective", barycentrics(false)),
        ("vertices-of-primitives", vertices_of_primitives()),
        ("front-facing", front_facing()),
        ("positions", positions()),
        ("primitive-index", primitive_index()),
        ("derivatives", derivatives()),
        ("derivatives-after-discard", derivatives_after_discard()),
        ("discard-in-loop", discard_in_loop()),
    ]
}

/// Perspective, linear and flat values of a triangle whose vertices have different `w`.
fn interpolation() -> Draw {
    let source = format!(
        "{COVER}
        struct Out {{
            @builtin(position) position: vec4<f32>,
            @location(0) perspective: f32,
            @location(1) @interpolate(linear) linear: f32,
            @location(2) @interpolate(flat) flat: f32,
            @location(3) @interpolate(flat, either) either: i32,
        }}
        @vertex fn v(@builtin(vertex_index) i: u32) -> Out {{
            let w = f32(1u << i);
            let value = f32(i * i) + 1.0;
            return Out(vec4(cover(i), 0.0, 1.0) * w, value, value, value, -7);
        }}
        @fragment fn f(in: Out) -> @location(0) vec4<f32> {{
            return vec4(in.perspective, in.linear, in.flat, f32(in.either));
        }}"
    );
    Draw::new(&source, 3).picture([4, 4], |x, y| {
        // The corners are at (0, 4), (8, 4) and (0, -4) in pixels; their w is 1, 2 and 4, their value 1, 2 and 5.
        let [u, v] = center(x, y).map(f64::from);
        let shares = [1.0 - u / 8.0 - (4.0 - v) / 8.0, u / 8.0, (4.0 - v) / 8.0];
        let weights = [shares[0], shares[1] / 2.0, shares[2] / 4.0];
        let sum = |shares: [f64; 3]| shares[0] + 2.0 * shares[1] + 5.0 * shares[2];
        let perspective = sum(weights) / (weights[0] + weights[1] + weights[2]);
        [perspective as f32, sum(shares) as f32, 1.0, -7.0]
    })
}

/// The fragment stage reads a part of the outputs in another order.
fn locations() -> Draw {
    let source = format!(
        "{COVER}
        struct Out {{
            @location(9) a: vec3<f32>,
            @location(2) b: vec2<f32>,
            @builtin(position) position: vec4<f32>,
            @location(30) @interpolate(flat) c: vec4<i32>,
            @location(0) d: f32,
            @location(5) @interpolate(flat) e: u32,
        }}
        @vertex fn v(@builtin(vertex_index) i: u32) -> Out {{
            let at = cover(i);
            return Out(vec3(1.0, at), -at, vec4(at, 0.0, 1.0), vec4(-1, -2, -3, -4), 0.5, 6u);
        }}
        @fragment fn f(
            @location(5) @interpolate(flat) e: u32,
            @location(30) @interpolate(flat) c: vec4<i32>,
            @builtin(position) position: vec4<f32>,
            @location(2) b: vec2<f32>,
            @location(9) a: vec3<f32>,
        ) -> @location(0) vec4<f32> {{
            return vec4(f32(e), f32(c.w), b.y, a.y);
        }}"
    );
    Draw::new(&source, 3).picture([2, 2], |x, y| {
        let [u, v] = center(x, y);
        [6.0, -4.0, v - 1.0, u - 1.0]
    })
}

/// The positions of Direct3D's samples of a pixel with four samples, in pixels from its upper left corner.
const SAMPLES: [[f32; 2]; 4] = [[0.375, 0.125], [0.875, 0.375], [0.125, 0.625], [0.625, 0.875]];

/// A target with four samples.
fn sampled_target(size: [u16; 2]) -> String {
    let [width, height] = size;
    let properties = format!("Width: {width}, Height: {height}, Depth: 1, Samples: 4");
    format!("Format: Float32, Channels: 4, OutputProps: {{ {properties} }}")
}

/// A value at each sample; the stage runs for each sample.
fn samples() -> Draw {
    let source = format!(
        "{COVER}
        struct Out {{
            @builtin(position) position: vec4<f32>,
            @location(0) @interpolate(perspective, sample) at: vec2<f32>,
        }}
        @vertex fn v(@builtin(vertex_index) i: u32) -> Out {{
            let corner = cover(i);
            return Out(vec4(corner, 0.0, 1.0), vec2(corner.x + 1.0, 1.0 - corner.y));
        }}
        @fragment fn f(
            in: Out, @builtin(sample_index) sample: u32, @builtin(sample_mask) mask: u32,
        ) -> @location(0) vec4<f32> {{
            return vec4(in.at, f32(sample), f32(mask));
        }}"
    );
    let mut expected: Vec<f32> = Vec::new();
    for (x, y) in [(0_u16, 0_u16), (1, 0), (0, 1), (1, 1)] {
        for (number, sample) in (0..).zip(SAMPLES) {
            let at = [sample[0] + f32::from(x), sample[1] + f32::from(y)];
            expected.extend([at[0], at[1], f32::from(number as u8), 15.0]);
        }
    }
    Draw::new(&source, 3).target("Picture", &sampled_target([2, 2]), expected.bytes())
}

/// A triangle whose right edge is at 1.75 pixels covers three samples of the second pixel; the stage runs once.
fn centroids() -> Draw {
    const SOURCE: &str = "
        struct Out {
            @builtin(position) position: vec4<f32>,
            @location(1) @interpolate(linear, centroid) centroid: vec2<f32>,
            @location(0) @interpolate(linear, center) center: vec2<f32>,
        }
        @vertex fn v(@builtin(vertex_index) i: u32) -> Out {
            let corners = array(vec2(1.75, 3.5), vec2(1.75, -2.5), vec2(-6.25, 0.5));
            let at = corners[i];
            return Out(vec4(at.x - 1.0, 1.0 - 2.0 * at.y, 0.0, 1.0), at, at);
        }
        @fragment fn f(in: Out) -> @location(0) vec4<f32> {
            return vec4(in.centroid, in.center);
        }";
    let mut expected = Vec::new();
    for x in [0.0_f32, 1.0] {
        for sample in SAMPLES {
            let is_covered = x + sample[0] < 1.75;
            // The centroid is the center if all samples are covered, and the first covered sample otherwise.
            let centroid = if x == 0.0 { [0.5, 0.5] } else { [1.0 + SAMPLES[0][0], SAMPLES[0][1]] };
            let pixel = [centroid[0], centroid[1], x + 0.5, 0.5];
            expected.extend(if is_covered { pixel } else { [0.0; 4] });
        }
    }
    Draw::new(SOURCE, 3).target("Picture", &sampled_target([2, 1]), expected.bytes())
}

/// Barycentric coordinates with or without perspective.
fn barycentrics(is_perspective: bool) -> Draw {
    let built_in = if is_perspective { "barycentric" } else { "barycentric_no_perspective" };
    let source = format!(
        "{COVER}
        @vertex fn v(@builtin(vertex_index) i: u32) -> @builtin(position) vec4<f32> {{
            return vec4(cover(i), 0.0, 1.0) * f32(1u << i);
        }}
        @fragment fn f(@builtin({built_in}) coordinates: vec3<f32>) -> @location(0) vec4<f32> {{
            return vec4(coordinates, 1.0);
        }}"
    );
    Draw::new(&source, 3).picture([4, 4], move |x, y| {
        let [u, v] = center(x, y).map(f64::from);
        let mut shares = [1.0 - u / 8.0 - (4.0 - v) / 8.0, u / 8.0, (4.0 - v) / 8.0];
        if is_perspective {
            shares = [shares[0], shares[1] / 2.0, shares[2] / 4.0];
            let sum: f64 = shares.iter().sum();
            shares = shares.map(|share| share / sum);
        }
        [shares[0] as f32, shares[1] as f32, shares[2] as f32, 1.0]
    })
}

/// The values of the three vertices of the triangle.
fn vertices_of_primitives() -> Draw {
    let source = format!(
        "enable wgpu_per_vertex;
        {COVER}
        struct Out {{
            @builtin(position) position: vec4<f32>,
            @location(4) number: vec2<f32>,
        }}
        @vertex fn v(@builtin(vertex_index) i: u32) -> Out {{
            return Out(vec4(cover(i), 0.0, 1.0), vec2(f32(i), f32(i) * 10.0 + 1.0));
        }}
        @fragment fn f(@location(4) @interpolate(per_vertex) number: array<vec2<f32>, 3>) -> @location(0) vec4<f32> {{
            return vec4(number[0].y, number[1].x, number[1].y, number[2].y);
        }}"
    );
    Draw::new(&source, 3).picture([2, 2], |_, _| [1.0, 1.0, 11.0, 21.0])
}

/// A function that returns the corners of a triangle in a pixel: the lower ones and the middle of the upper edge,
/// counterclockwise.
const PIXEL: &str = "
    fn pixel(corner: u32, at: vec2<u32>, size: vec2<u32>) -> vec4<f32> {
        let corners = array(vec2(0.0, 1.0), vec2(1.0, 1.0), vec2(0.5, 0.0));
        let place = (vec2<f32>(at) + corners[corner]) / vec2<f32>(size) * 2.0 - 1.0;
        return vec4(place.x, -place.y, 0.0, 1.0);
    }";

/// A counterclockwise triangle in the first pixel, a clockwise one in the second.
fn front_facing() -> Draw {
    let source = format!(
        "{PIXEL}
        @vertex fn v(@builtin(vertex_index) i: u32) -> @builtin(position) vec4<f32> {{
            let corner = select(i, 5u - i, i >= 3u);
            return pixel(corner, vec2(i / 3u, 0u), vec2(2u, 1u));
        }}
        @fragment fn f(@builtin(front_facing) front: bool, @builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {{
            if front {{ return vec4(at.x, 1.0, 0.0, 1.0); }}
            return vec4(at.x, 0.0, select(0.0, 1.0, !front), 1.0);
        }}"
    );
    Draw::new(&source, 6)
        .picture([2, 1], |x, _| if x == 0 { [0.5, 1.0, 0.0, 1.0] } else { [1.5, 0.0, 1.0, 1.0] })
}

/// The position of a fragment: pixels from the upper left corner, and a depth in the range of the viewport.
fn positions() -> Draw {
    let source = format!(
        "{COVER}
        @vertex fn v(@builtin(vertex_index) i: u32) -> @builtin(position) vec4<f32> {{
            let at = cover(i);
            return vec4(at, (at.x + 1.0) / 4.0, 1.0);
        }}
        @fragment fn f(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {{
            return at;
        }}"
    );
    let viewport = "TopLeftX: 1, TopLeftY: 0, Width: 4, Height: 2, MinDepth: 0.25, MaxDepth: 0.75";
    Draw::new(&source, 3).state(&format!("Viewports: [ {{ {viewport} }} ]")).picture([6, 2], |x, y| {
        let [u, v] = center(x, y);
        let depth = 0.25 + (u - 1.0) / 8.0 * 0.5;
        if (1..5).contains(&x) { [u, v, depth, 1.0] } else { [0.0; 4] }
    })
}

/// The index of a triangle, which begins at zero in each instance, beside other built-in values.
fn primitive_index() -> Draw {
    let source = format!(
        "enable primitive_index;
        {PIXEL}
        struct Out {{
            @builtin(position) position: vec4<f32>,
            @location(0) value: f32,
            @location(1) @interpolate(flat) instance: u32,
        }}
        @vertex fn v(@builtin(vertex_index) i: u32, @builtin(instance_index) j: u32) -> Out {{
            return Out(pixel(i % 3u, vec2(i / 3u, j), vec2(3u, 2u)), 0.5, j);
        }}
        @fragment fn f(
            @location(0) value: f32,
            @builtin(front_facing) front: bool,
            @builtin(primitive_index) index: u32,
            @location(1) @interpolate(flat) instance: u32,
            @builtin(position) at: vec4<f32>,
        ) -> @location(0) vec4<f32> {{
            return vec4(f32(index), f32(instance), select(1.0, 2.0, front), value + at.x);
        }}"
    );
    Draw::new(&source, 9)
        .parameters("InstanceCount: 2")
        .picture([3, 2], |x, y| [f32::from(x), f32::from(y), 2.0, f32::from(x) + 1.0])
}

/// Derivatives of x² and of x·y: exact differences inside a quad.
fn derivatives() -> Draw {
    const SOURCE: &str = "
        @fragment fn f(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
            let x = at.x * at.x;
            let y = at.x * at.y;
            if u32(at.x) >= 4u {
                // Uniform in a quad, although not in the draw.
                return vec4(dpdxCoarse(y), dpdyCoarse(y), fwidthCoarse(y), fwidth(x));
            }
            return vec4(dpdxFine(x), dpdyFine(y), dpdxFine(y), fwidthFine(y));
        }";
    let source = format!("diagnostic(off, derivative_uniformity);\n{COVERING}{SOURCE}");
    Draw::new(&source, 3).picture([8, 4], |x, y| {
        let [u, v] = center(x, y);
        // The center of the upper left pixel of the quad.
        let [left, top] = center(x & !1, y & !1);
        let square = (left + 1.0) * (left + 1.0) - left * left;
        match x < 4 {
            true => [square, u, v, u + v],
            false => [top, left, top + left, square],
        }
    })
}

/// Lanes that discard their pixel still compute derivatives for their quad.
fn derivatives_after_discard() -> Draw {
    covering(
        "
        @fragment fn f(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
            let pixel = vec2<u32>(at.xy);
            if (pixel.x + pixel.y) % 2u == 0u {
                discard;
            }
            let value = at.x * 3.0 + at.y * 5.0;
            return vec4(dpdx(value), dpdy(value), fwidth(value), 1.0);
        }",
    )
    .picture([4, 2], |x, y| if (x + y) % 2 == 0 { [0.0; 4] } else { [3.0, 5.0, 8.0, 1.0] })
}

/// A loop and a function that discard; later stores of a discarded pixel have no effect.
fn discard_in_loop() -> Draw {
    covering(
        "
        @group(0) @binding(0) var<storage, read_write> reached: array<u32, 4>;
        fn reject(bad: bool) -> f32 {
            if bad { discard; }
            return 2.0;
        }
        @fragment fn f(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
            let pixel = u32(at.x);
            var sum = 0.0;
            for (var i = 0u; i < 4u; i++) {
                if i == 2u && pixel == 1u { discard; }
                sum += 1.0;
            }
            sum += reject(pixel == 3u);
            reached[pixel] = u32(sum);
            return vec4(sum);
        }",
    )
    .buffer("Name: Reached, Format: UInt32, FillSize: 16")
    .resource(0, "Reached", "RWByteAddressBuffer")
    .picture([4, 1], |x, _| if x % 2 == 1 { [0.0; 4] } else { [6.0; 4] })
    .after("Reached", [6_u32, 0, 6, 0].bytes())
}
