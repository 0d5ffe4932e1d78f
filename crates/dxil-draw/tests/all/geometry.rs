//! Geometry shaders: what comes in by each topology, instances, strips and streams that come out, and what is found.

use crate::drawn::{Drawn, draw_stages, layered, target};
use testkit::generate::stage_shader::StageShader;

pub(crate) const TESTS: &[testkit::Test] = testkit::tests![
    primitives_of_all_topologies_come_in,
    instances_give_strips,
    primitives_have_the_number_that_is_given,
    layers_are_drawn_for_each_view,
    other_streams_are_not_drawn,
    vertices_beyond_the_most_are_dropped,
    what_is_not_written_is_found,
    what_does_not_fit_is_refused,
];

/// Gives each vertex its number.
fn numbered() -> StageShader {
    let body = "%n = in.u 0 0 undef
        %f = uitofp i32 %n to float
        out 0 0 0.0
        out 0 1 0.0
        out 0 2 0.5
        out 0 3 1.0
        out 1 0 %f";
    StageShader::vertex("SV_VertexID:u1", "SV_Position:4 VALUE:1", body)
}

/// Draws the value that comes to it.
fn value() -> StageShader {
    StageShader::pixel("SV_Position:4 VALUE:1", "%v = in 1 0 undef\n out 0 0 %v")
}

/// Where pixel `%x` of a row of eight is, as a position.
const PLACE: &str = "%x1 = fmul float %x, 0.25
    %x2 = fadd float %x1, -0.875
    out 0 0 %x2
    out 0 1 0.0
    out 0 2 0.5
    out 0 3 1.0
";

/// Draws vertices in a row of eight pixels.
fn row(shaders: &[StageShader], bindings: &str, count: u32) -> Result<Drawn, String> {
    let rest = format!("DispatchParameters: {{ VertexCount: {count} }}");
    draw_stages(shaders, &target([8, 1], bindings, &rest))
}

fn primitives_of_all_topologies_come_in() {
    // The topology, what the shader takes (as metadata has it) of how many vertices, how many are drawn, and the
    // numbers of the vertices of each primitive, digit by digit.
    let cases: &[(&str, u32, u32, u32, &[u32])] = &[
        ("PointList", 1, 1, 3, &[0, 1, 2]),
        ("LineList", 2, 2, 5, &[1, 23]),
        ("LineStrip", 2, 2, 4, &[1, 12, 23]),
        ("TriangleList", 3, 3, 8, &[12, 345]),
        ("TriangleStrip", 3, 3, 5, &[12, 132, 234]),
        ("LineListAdj", 6, 4, 8, &[123, 4567]),
        ("LineStripAdj", 6, 4, 6, &[123, 1234, 2345]),
        ("TriangleListAdj", 7, 6, 7, &[12345]),
        ("TriangleStripAdj", 7, 6, 8, &[12643, 256_740]),
        // Without those beside it.
        ("TriangleListAdj", 3, 3, 6, &[24]),
        ("LineStripAdj", 2, 2, 5, &[12, 23]),
        ("PatchList, PatchControlPoints: 4", 11, 4, 8, &[123, 4567]),
    ];
    for (topology, taken, vertices, count, expected) in cases {
        let mut body = String::from("%p = primitive\n %x = uitofp i32 %p to float\n");
        body += PLACE;
        body += "%s0 = fadd float 0.0, 0.0\n";
        for vertex in 0..*vertices {
            let next = vertex + 1;
            body += &format!(
                "%v{vertex} = in 1 0 {vertex}\n %t{vertex} = fmul float %s{vertex}, 10.0\n %s{next} = fadd float %t{vertex}, %v{vertex}\n"
            );
        }
        body += &format!("out 1 0 %s{vertices}\n emit 0");
        let signatures = ["SV_Position:4 VALUE:1"; 2];
        let shaders = [numbered(), StageShader::geometry(signatures, [*taken, 1, 1, 1, 1], &body), value()];
        let drawn = row(&shaders, &format!(", Topology: {topology}"), *count).unwrap();
        assert_eq!(drawn.found, [""; 0], "{topology}");
        let mut all: Vec<f32> = expected.iter().map(|value| *value as f32).collect();
        all.resize(8, 0.0);
        assert_eq!(drawn.reds(), all, "{topology}");
    }
}

/// Each instance gives a strip of a square, and what one gives is not joined to what the next one does.
fn instances_give_strips() {
    let corner = |x: &str, y: &str| {
        format!("out 0 0 {x}\n out 0 1 {y}\n out 0 2 0.5\n out 0 3 1.0\n out 1 0 %value\n emit 0\n")
    };
    let mut body = "%i = instance
        %f = uitofp i32 %i to float
        %value = fadd float %f, 1.0
        %left = fadd float %f, -1.0
        %middle = fadd float %left, 0.5
        %right = fadd float %left, 1.0\n"
        .to_owned();
    // Two strips: the square's left half, and its right one behind a cut.
    for [from, to] in [["%left", "%middle"], ["%middle", "%right"]] {
        body += &[corner(from, "-1.0"), corner(from, "1.0"), corner(to, "-1.0"), corner(to, "1.0")].concat();
        body += "cut 0\n cut 0\n";
    }
    let signatures = ["SV_Position:4 VALUE:1"; 2];
    let shaders = [numbered(), StageShader::geometry(signatures, [1, 8, 1, 5, 2], &body), value()];
    let rest = "DispatchParameters: { VertexCount: 1 }";
    let drawn = draw_stages(&shaders, &target([8, 2], ", Topology: PointList", rest)).unwrap();
    assert_eq!(drawn.found, [""; 0]);
    assert_eq!(drawn.reds(), [1.0, 1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 2.0].repeat(2));
}

/// Pixel shaders see the number that the geometry shader gives with the first vertex, or are refused.
fn primitives_have_the_number_that_is_given() {
    let body = |number: &str| {
        format!(
            "%p = primitive\n %x = uitofp i32 %p to float\n{PLACE}\n %n = add i32 %p, 40\n{number}\n emit 0"
        )
    };
    let draws = |outputs, number| {
        let of_points =
            StageShader::geometry(["SV_Position:4 VALUE:1", outputs], [1, 1, 1, 1, 1], &body(number));
        let of_pixels = StageShader::pixel(
            "SV_Position:4 SV_PrimitiveID:u1",
            "%i = in.u 1 0 undef\n %v = uitofp i32 %i to float\n out 0 0 %v",
        );
        row(&[numbered(), of_points, of_pixels], ", Topology: PointList", 2)
    };
    let drawn = draws("SV_Position:4 SV_PrimitiveID:u1", "out.u 1 0 %n").unwrap();
    assert_eq!(drawn.reds()[..3], [40.0, 41.0, 0.0]);
    let error = draws("SV_Position:4 VALUE:1", "out 1 0 1.0").unwrap_err();
    let expected =
        "the pixel shader reads SV_PrimitiveID, but the geometry shader before it writes SV_Position, VALUE";
    assert_eq!(error, expected);
}

/// Each instance draws to a layer of its own, and each view to layers behind those of the one before.
fn layers_are_drawn_for_each_view() {
    let body = "%i = instance
        %w = view
        %w10 = mul i32 %w, 10
        %n = add i32 %w10, %i
        %f = uitofp i32 %n to float
        %value = fadd float %f, 1.0
        out 0 0 0.0
        out 0 1 0.0
        out 0 2 0.5
        out 0 3 1.0
        out 1 0 %value
        out.u 2 0 %i
        emit 0";
    let outputs = "SV_Position:4 VALUE:1 SV_RenderTargetArrayIndex:u1";
    let shaders = [
        numbered(),
        StageShader::geometry(["SV_Position:4 VALUE:1", outputs], [1, 1, 1, 1, 2], body),
        value(),
    ];
    let rest = "DispatchParameters: { VertexCount: 1 }
PipelineState: { ViewInstances: [ {}, { RenderTargetArrayIndex: 2 } ] }";
    let drawn = draw_stages(&shaders, &layered([1, 1, 4], ", Topology: PointList", rest)).unwrap();
    assert_eq!(drawn.found, [""; 0]);
    assert_eq!(drawn.reds(), [1.0, 2.0, 11.0, 12.0]);
    // What is beyond the last layer is found, and drawn to the first one.
    let rest = "DispatchParameters: { VertexCount: 1 }";
    let drawn = draw_stages(&shaders, &layered([1, 1, 1], ", Topology: PointList", rest)).unwrap();
    assert_eq!(drawn.found, ["system-value: SV_RenderTargetArrayIndex is 1, but there are 1 layers"]);
    let drawn = draw_stages(&shaders, &layered([1, 1, 2], ", Topology: PointList", rest)).unwrap();
    assert_eq!(drawn.found, [""; 0]);
}

fn other_streams_are_not_drawn() {
    let body =
        format!("%x = fadd float 2.0, 0.0\n{PLACE}out 1 0 7.0\n emit 0\n out 2 0 9.0\n emit 1\n emitcut 1");
    let outputs = "SV_Position:4 VALUE:1 OTHER:1@1";
    let shader = StageShader::geometry(["SV_Position:4 VALUE:1", outputs], [1, 3, 3, 1, 1], &body);
    let drawn = row(&[numbered(), shader, value()], ", Topology: PointList", 1).unwrap();
    assert_eq!(drawn.reds(), [0.0, 0.0, 7.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    // The last vertex is given without anything.
    assert_eq!(
        drawn.found,
        ["unwritten-output: emits a vertex, but has not written all components of OTHER"]
    );
}

fn vertices_beyond_the_most_are_dropped() {
    let mut body = String::new();
    for pixel in 0..3 {
        let place = PLACE.replace("%x", &format!("%y{pixel}_"));
        body += &format!("%y{pixel}_ = fadd float {pixel}.0, 0.0\n{place}out 1 0 1.0\n emit 0\n");
    }
    let signatures = ["SV_Position:4 VALUE:1"; 2];
    let shaders = [numbered(), StageShader::geometry(signatures, [1, 2, 1, 1, 1], &body), value()];
    let drawn = row(&shaders, ", Topology: PointList", 1).unwrap();
    assert_eq!(drawn.reds(), [1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    let expected = "too-many-outputs: emits more vertices than the shader declares: maxvertexcount(2)";
    assert_eq!(drawn.found, [expected]);
}

fn what_is_not_written_is_found() {
    let body = format!("%x = fadd float 0.0, 0.0\n{PLACE}emit 0\n %far = in 1 0 1");
    let signatures = ["SV_Position:4 VALUE:1"; 2];
    let shaders = [numbered(), StageShader::geometry(signatures, [1, 2, 1, 1, 1], &body), value()];
    let drawn = row(&shaders, ", Topology: PointList", 1).unwrap();
    let expected = [
        "unwritten-output: emits a vertex, but has not written all components of VALUE",
        "out-of-bounds: reads VALUE of vertex 1, but there are 1 vertices",
    ];
    assert_eq!(drawn.found, expected);
}

fn what_does_not_fit_is_refused() {
    let signatures = ["SV_Position:4 VALUE:1"; 2];
    let refused = |state, bindings: &str| {
        let body = format!("%x = fadd float 0.0, 0.0\n{PLACE}out 1 0 1.0\n emit 0");
        row(&[numbered(), StageShader::geometry(signatures, state, &body), value()], bindings, 3).unwrap_err()
    };
    let points = ", Topology: PointList";
    let cases = [
        (refused([2, 1, 1, 1, 1], ""), "the geometry shader requires lines, but the draw supplies triangles"),
        (
            refused([6, 1, 1, 1, 1], ", Topology: LineList"),
            "the geometry shader requires lines with adjacent vertices, but the draw supplies lines",
        ),
        (refused([99, 1, 1, 1, 1], points), "geometry shader has an unknown input primitive"),
        (refused([1, 205, 1, 1, 1], points), "1025 scalars in the output vertices of a geometry shader"),
        (refused([1, u32::MAX, 1, 1, 1], points), "limit is 1024"),
        (refused([1, 1, 1, 1, 33], points), "33 instances of a geometry shader"),
        (
            row(&[numbered(), value()], ", Topology: PatchList, PatchControlPoints: 3", 3).unwrap_err(),
            "drawing a patch list requires hull and domain shaders",
        ),
        (row(&[value(), numbered()], "", 3).unwrap_err(), "unsupported combination of stages: pixel, vertex"),
        (row(&[], "", 3).unwrap_err(), "unsupported combination of stages: none"),
        (
            row(
                &[
                    numbered(),
                    StageShader::geometry(
                        ["SV_Position:4 OTHER:1", "SV_Position:4 VALUE:1"],
                        [3, 1, 1, 1, 1],
                        "",
                    ),
                    value(),
                ],
                "",
                3,
            )
            .unwrap_err(),
            "the geometry shader reads OTHER, but the vertex shader before it writes SV_Position, VALUE",
        ),
    ];
    for (error, expected) in cases {
        assert!(error.contains(expected), "{error}\n{expected}");
    }
}
