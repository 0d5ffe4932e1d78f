//! Hull and domain shaders: patches in all domains and partitionings, what passes from one to the other, and what is
//! found. (Points and indices of the tessellator itself are compared beside it.)

use crate::drawn::{Drawn, draw_stages, target};
use testkit::generate::stage_shader::StageShader;

pub(crate) const TESTS: &[testkit::Test] = testkit::tests![
    places_are_those_of_the_domain,
    control_points_and_constants_pass,
    control_points_may_pass_through,
    patches_are_culled,
    factors_are_checked,
    control_points_that_nobody_wrote_are_found,
    outputs_that_nobody_writes_are_found,
    what_does_not_fit_is_refused,
];

/// The domains, as metadata has them.
const ISO_LINE: u32 = 1;
const TRI: u32 = 2;
const QUAD: u32 = 3;

/// A patch is two vertices, which have their numbers.
fn numbered() -> StageShader {
    StageShader::vertex(
        "SV_VertexID:u1",
        "NUMBER:1",
        "%n = in.u 0 0 undef\n %f = uitofp i32 %n to float\n out 0 0 %f",
    )
}

/// Twice what comes in.
const TWICE: &str = "%i = number\n %v = in 0 0 %i\n %w = fmul float %v, 2.0\n out 0 0 %w";

/// The constants of patches of a domain.
fn constants(domain: u32) -> &'static str {
    match domain {
        ISO_LINE => "SV_TessFactor:1x2 BEND:1",
        TRI => "SV_TessFactor:1x3 SV_InsideTessFactor:1 BEND:1",
        _ => "SV_TessFactor:1x4 SV_InsideTessFactor:1x2 BEND:1",
    }
}

/// A hull shader of two control points that gives this factor everywhere.
fn hull(domain: u32, partitioning: u32, output: u32, factor: &str) -> StageShader {
    let (edges, inside) = [(2, 0), (3, 1), (4, 2)][domain as usize - 1];
    let mut patch = String::new();
    for row in 0..edges {
        patch += &format!("patch 0 {row} 0 {factor}\n");
    }
    for row in 0..inside {
        patch += &format!("patch 1 {row} 0 {factor}\n");
    }
    let bend = if inside == 0 { 1 } else { 2 };
    patch += &format!("%a = in 0 0 1\n %b = point 0 0 1\n %c = fadd float %a, %b\n patch {bend} 0 0 %c");
    StageShader {
        stage: "hs",
        inputs: "NUMBER:1",
        outputs: "NUMBER:1",
        constants: constants(domain),
        state: format!(
            "void ()* @patches, i32 2, i32 2, i32 {domain}, i32 {partitioning}, i32 {output}, float 64.0"
        ),
        body: TWICE.into(),
        patch,
        ..StageShader::default()
    }
}

/// A domain shader over the whole target, with the place as attribute. Of triangles, the target's upper left half.
fn domain(domain: u32) -> StageShader {
    let body = "%u = location 0
        %v = location 1
        %x1 = fmul float %u, 2.0
        %x = fadd float %x1, -1.0
        %y1 = fmul float %v, -2.0
        %y = fadd float %y1, 1.0
        out 0 0 %x
        out 0 1 %y
        out 0 2 0.5
        out 0 3 1.0
        out 1 0 %u
        out 1 1 %v";
    let third = if domain == TRI { "%w = location 2\n out 1 2 %w" } else { "out 1 2 1.0" };
    StageShader {
        stage: "ds",
        inputs: "NUMBER:1",
        outputs: "SV_Position:4 PLACE:3",
        constants: constants(domain),
        state: format!("i32 {domain}, i32 2"),
        body: format!("{body}\n{third}"),
        ..StageShader::default()
    }
}

fn place() -> StageShader {
    let body = "%u = in 1 0 undef\n %v = in 1 1 undef\n %w = in 1 2 undef\n out 0 0 %u\n out 0 1 %v\n out 0 2 %w\n out 0 3 1.0";
    StageShader::pixel("SV_Position:4 PLACE:3", body)
}

/// Draws so many vertices as patches of two.
fn patches(shaders: &[StageShader], size: u32, count: u32) -> Result<Drawn, String> {
    let rest = format!("DispatchParameters: {{ VertexCount: {count} }}");
    draw_stages(shaders, &target([size; 2], ", Topology: PatchList, PatchControlPoints: 2", &rest))
}

/// However a domain is divided, each pixel of it is covered, and its place is interpolated from those around it.
fn places_are_those_of_the_domain() {
    const SIZE: u32 = 16;
    for of_domain in [TRI, QUAD] {
        for partitioning in 1..=4 {
            for factor in ["1.0", "2.5", "5.0", "64.0"] {
                let output = if partitioning % 2 == 0 { 3 } else { 4 };
                let hull = hull(of_domain, partitioning, output, factor);
                let shaders = [numbered(), hull, domain(of_domain), place()];
                let drawn = patches(&shaders, SIZE, 2).unwrap();
                let what = format!("domain {of_domain}, partitioning {partitioning}, factor {factor}");
                assert_eq!(drawn.found, [""; 0], "{what}");
                for (at, pixel) in drawn.pixels.iter().enumerate() {
                    let [x, y] = [at as u32 % SIZE, at as u32 / SIZE];
                    let [u, v] = [x, y].map(|along| (along as f32 + 0.5) / SIZE as f32);
                    // Pixels on the long side of the triangle belong to what would be beyond it.
                    let is_inside = of_domain == QUAD || x + y < SIZE - 1;
                    let third = if of_domain == TRI { 1.0 - u - v } else { 1.0 };
                    let expected = if is_inside { [u, v, third, 1.0] } else { [0.0; 4] };
                    // Corners are on a grid of 256 places a pixel.
                    let near = 1.0 / (256.0 * SIZE as f32);
                    let is_near = pixel.iter().zip(expected).all(|(a, b)| (a - b).abs() < near);
                    assert!(is_near, "{what}: pixel {x}, {y} is {pixel:?}, expected {expected:?}");
                }
            }
        }
    }
    // Two lines of eight parts, at the target's top and in its middle.
    let mut lines = hull(ISO_LINE, 1, 2, "8.0");
    lines.patch = lines.patch.replace("patch 0 0 0 8.0", "patch 0 0 0 2.0");
    // They go through the middles of pixels.
    let mut of_lines = domain(ISO_LINE);
    of_lines.body = of_lines.body.replace("%y1, 1.0", "%y1, 0.9375");
    let drawn = patches(&[numbered(), lines, of_lines, place()], SIZE, 2).unwrap();
    assert_eq!(drawn.found, [""; 0]);
    for (at, pixel) in drawn.pixels.iter().enumerate() {
        let [x, y] = [at as u32 % SIZE, at as u32 / SIZE];
        let is_drawn = pixel[3] != 0.0;
        assert!(is_drawn == (y == 0 || y == SIZE / 2), "pixel {x}, {y}");
        let u = (x as f32 + 0.5) / SIZE as f32;
        assert!(!is_drawn || (pixel[0] - u).abs() < 0.05, "pixel {x}, {y}: {pixel:?}");
    }
    // Points, each a pixel: the corners of parts.
    let points = hull(QUAD, 1, 1, "4.0");
    let mut of_points = domain(QUAD);
    for (from, to) in [
        ("%u, 2.0", "%u, 1.5"),
        ("%v, -2.0", "%v, -1.5"),
        ("%x1, -1.0", "%x1, -0.9375"),
        ("%y1, 1.0", "%y1, 0.9375"),
    ] {
        of_points.body = of_points.body.replace(from, to);
    }
    let drawn = patches(&[numbered(), points, of_points, place()], SIZE, 2).unwrap();
    assert_eq!(drawn.pixels.iter().filter(|pixel| pixel[3] != 0.0).count(), 25);
}

/// What is constant, control points, and the number of the patch.
const PASSED: &str = "
    %u = location 0
    %v = location 1
    %p = primitive
    %f = uitofp i32 %p to float
    %left = fadd float %f, -1.0
    %x = fadd float %u, %left
    %y1 = fmul float %v, -2.0
    %y = fadd float %y1, 1.0
    out 0 0 %x
    out 0 1 %y
    out 0 2 0.5
    out 0 3 1.0
    %a = in 0 0 0
    %b = in 0 0 1
    %c = constant 2 0 0
    out 1 0 %a
    out 1 1 %b
    out 1 2 %c";

fn control_points_and_constants_pass() {
    // Of two patches, each is half of the target.
    let mut of_points = domain(QUAD);
    of_points.body = PASSED.into();
    let drawn = patches(&[numbered(), hull(QUAD, 3, 3, "3.5"), of_points, place()], 8, 4).unwrap();
    assert_eq!(drawn.found, [""; 0]);
    for (at, pixel) in drawn.pixels.iter().enumerate() {
        // Twice the numbers; and the second number, plus twice that.
        let expected = if at % 8 < 4 { [0.0, 2.0, 3.0, 1.0] } else { [4.0, 6.0, 9.0, 1.0] };
        let is_near = pixel.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-5);
        assert!(is_near, "pixel {at}: {pixel:?}, expected {expected:?}");
    }
}

fn control_points_may_pass_through() {
    let mut of_points = domain(QUAD);
    of_points.body = PASSED.into();
    let mut through = hull(QUAD, 3, 3, "3.5");
    through.body = String::new();
    let drawn = patches(&[numbered(), through, of_points, place()], 8, 2).unwrap();
    assert_eq!(drawn.found, [""; 0]);
    let [a, b, c, d] = drawn.pixels[0];
    assert!(a == 0.0 && (b - 1.0).abs() < 1e-6 && (c - 2.0).abs() < 1e-6 && d == 1.0, "{a} {b} {c} {d}");
}

fn patches_are_culled() {
    for factor in ["0.0", "-1.0"] {
        let drawn = patches(&[numbered(), hull(QUAD, 1, 3, factor), domain(QUAD), place()], 4, 2).unwrap();
        assert_eq!((drawn.reds(), drawn.found), (vec![0.0; 16], Vec::new()), "{factor}");
    }
}

fn factors_are_checked() {
    let nan = hull(TRI, 1, 3, "0x7FF8000000000000");
    let drawn = patches(&[numbered(), nan, domain(TRI), place()], 4, 2).unwrap();
    assert_eq!(drawn.reds(), [0.0; 16]);
    let first = "tessellation-factor: SV_TessFactor is NaN, which culls the patch";
    assert_eq!(drawn.found[0], first);
    // Larger ones count as the largest.
    let mut large = hull(QUAD, 1, 1, "0x46293E5940000000");
    large.state = large.state.replace("float 64.0", "float 2.0");
    let drawn = patches(&[numbered(), large, domain(QUAD), place()], 64, 2).unwrap();
    let first = "tessellation-factor: SV_TessFactor is 1000000000000000000000000000000, but the shader declares maxtessfactor(2)";
    assert_eq!(drawn.found[0], first);
    // Of nine points, those on the right and at the bottom are beyond the target.
    assert!(drawn.pixels.iter().filter(|pixel| pixel[3] != 0.0).count() <= 9);
}

fn control_points_that_nobody_wrote_are_found() {
    let mut silent = hull(QUAD, 1, 3, "1.0");
    silent.body = "%i = number".into();
    let drawn = patches(&[numbered(), silent, domain(QUAD), place()], 4, 2).unwrap();
    let expected = [
        "unwritten-output: ends without writing all components of NUMBER",
        "undefined-value: reads NUMBER of vertex 1, which was never written",
    ];
    assert_eq!(drawn.found, expected);
    let mut far = hull(QUAD, 1, 3, "1.0");
    far.patch = far.patch.replace("in 0 0 1", "in 0 0 2");
    let drawn = patches(&[numbered(), far, domain(QUAD), place()], 4, 2).unwrap();
    assert_eq!(drawn.found, ["out-of-bounds: reads NUMBER of vertex 2, but there are 2 vertices"]);
}

fn outputs_that_nobody_writes_are_found() {
    let mut of_points = domain(QUAD);
    of_points.body = of_points.body.replace("out 1 1 %v", "");
    let mut constants = hull(QUAD, 1, 3, "1.0");
    constants.patch = constants.patch.replace("patch 1 1 0 1.0\n", "");
    let drawn = patches(&[numbered(), constants, of_points, place()], 4, 2).unwrap();
    let expected = [
        "unwritten-output: ends without writing all components of SV_InsideTessFactor1",
        "unwritten-output: ends without writing all components of PLACE",
    ];
    assert_eq!(drawn.found, expected);
    let silent = StageShader::vertex("SV_VertexID:u1", "NUMBER:1", "%n = in.u 0 0 undef");
    let drawn = patches(&[silent, hull(QUAD, 1, 3, "1.0"), domain(QUAD), place()], 4, 2).unwrap();
    assert_eq!(drawn.found, ["unwritten-output: ends without writing all components of NUMBER"]);
}

fn what_does_not_fit_is_refused() {
    let quad = || hull(QUAD, 1, 3, "1.0");
    let with = |from: &str, to: &str| {
        let mut changed = quad();
        assert!(changed.state.contains(from));
        changed.state = changed.state.replacen(from, to, 1);
        changed
    };
    let mut fewer = quad();
    fewer.constants = constants(TRI);
    fewer.patch = "patch 0 0 0 1.0".into();
    let mut through = with("i32 2, i32 2", "i32 2, i32 3");
    through.body = String::new();
    let mut wide = domain(QUAD);
    wide.inputs = "NUMBER:2";
    let mut other = domain(QUAD);
    other.state = "i32 2, i32 2".into();
    let cases = [
        (
            vec![numbered(), quad(), place()],
            "requires a hull shader with a patch constant function and a domain shader",
        ),
        (
            vec![numbered(), domain(QUAD), place()],
            "requires a hull shader with a patch constant function and a domain shader",
        ),
        (
            vec![numbered(), with("i32 2, i32 2", "i32 3, i32 2"), domain(QUAD), place()],
            "the hull shader requires patches with 3 control points, but the draw supplies patches of 2 control points",
        ),
        (
            vec![numbered(), with("i32 2, i32 2", "i32 2, i32 3"), domain(QUAD), place()],
            "requires patches with 2 control points and domain Quad, but the hull shader outputs 3 control points and domain Quad",
        ),
        (
            vec![numbered(), quad(), other, place()],
            "domain Tri, but the hull shader outputs 2 control points and domain Quad",
        ),
        (
            vec![numbered(), with("i32 1, i32 3,", "i32 1, i32 2,"), domain(QUAD), place()],
            "the hull shader combines output primitive Line, domain Quad",
        ),
        (
            vec![numbered(), with("i32 1, i32 3,", "i32 9, i32 3,"), domain(QUAD), place()],
            "which Direct3D does not allow",
        ),
        (
            vec![numbered(), with("i32 2, i32 2", "i32 33, i32 2"), domain(QUAD), place()],
            "33 control points in a patch",
        ),
        (
            vec![numbered(), fewer, domain(QUAD), place()],
            "writes 3 edge factors and 1 inside factors, but domain Quad requires 4 edge factors and 2 \
             inside factors",
        ),
        (
            vec![numbered(), through, domain(QUAD), place()],
            "requires patches with 2 control points and domain Quad, but the hull shader outputs 3",
        ),
        (vec![numbered(), quad(), wide, place()], "reads 2 floats"),
    ];
    for (shaders, expected) in cases {
        let error = patches(&shaders, 4, 2).unwrap_err();
        assert!(error.contains(expected), "{error}\n{expected}");
    }
}
