//! Amplification and mesh shaders: groups, payloads, vertices and primitives, and what is found.

use crate::drawn::{Drawn, draw_stages, draw_stages_by, layered, target};
use dxil_run::RunOptions;
use testkit::generate::stage_shader::StageShader;

pub(crate) const TESTS: &[testkit::Test] = testkit::tests![
    groups_give_triangles_and_lines,
    primitives_have_values_of_their_own,
    primitives_are_drawn_to_layers,
    payloads_come_to_the_groups_asked_for,
    payloads_nobody_wrote_are_found,
    outputs_beyond_the_counts_are_found,
    what_is_not_written_is_found,
    groups_beyond_the_most_are_not_run,
    what_does_not_fit_is_refused,
];

const TASK: &str = "%Task = type { i32, float }";

/// A mesh shader of one thread that gives at most so many vertices and primitives; `with` are the elements that
/// primitives have. Topology 1 is lines, 2 triangles.
fn mesh([vertices, primitives, topology, payload]: [u32; 4], with: &'static str, body: &str) -> StageShader {
    StageShader {
        stage: "ms",
        outputs: "SV_Position:4 VALUE:1",
        constants: with,
        state: format!(
            "!{{i32 1, i32 1, i32 1}}, i32 {vertices}, i32 {primitives}, i32 {topology}, i32 {payload}"
        ),
        body: body.into(),
        globals: TASK,
        ..StageShader::default()
    }
}

/// An amplification shader of one thread, with `@task` as payload.
fn amplification(payload: u32, body: &str) -> StageShader {
    StageShader {
        stage: "as",
        state: format!("!{{i32 1, i32 1, i32 1}}, i32 {payload}"),
        body: body.into(),
        globals: "%Task = type { i32, float }\n@task = internal addrspace(3) global %Task undef, align 4",
        ..StageShader::default()
    }
}

fn value() -> StageShader {
    StageShader::pixel("SV_Position:4 VALUE:1", "%v = in 1 0 undef\n out 0 0 %v\n out 0 3 1.0")
}

/// A vertex at a place, with a value.
fn vertex(number: u32, [x, y]: [&str; 2], value: &str) -> String {
    format!(
        "vertex 0 0 {x} {number}\n vertex 0 1 {y} {number}\n vertex 0 2 0.5 {number}\n vertex 0 3 1.0 {number}\n vertex 1 0 {value} {number}\n"
    )
}

/// A square over all of y, from one place on x to another.
fn square([left, right]: [&str; 2], value: &str) -> String {
    let corners = [[left, "-1.0"], [left, "1.0"], [right, "-1.0"], [right, "1.0"]];
    (0..).zip(corners).map(|(number, corner)| vertex(number, corner, value)).collect()
}

/// Draws groups to eight by two pixels.
fn groups(shaders: &[StageShader], count: [u32; 3]) -> Result<Drawn, String> {
    let rest = format!("DispatchParameters: {{ DispatchGroupCount: {count:?} }}");
    draw_stages(shaders, &target([8, 2], "", &rest))
}

/// Where group `%g` of four along x is.
const QUARTER: &str = "%f = uitofp i32 %g to float
    %half = fmul float %f, 0.5
    %left = fadd float %half, -1.0
    %right = fadd float %left, 0.5
    %value = fadd float %f, 1.0\n";

fn groups_give_triangles_and_lines() {
    let body = format!(
        "counts 4 2\n %g = group 0\n{QUARTER}{}indices 0 0 1 2\n indices 1 2 1 3",
        square(["%left", "%right"], "%value")
    );
    let drawn = groups(&[mesh([4, 2, 2, 0], "", &body), value()], [4, 1, 1]).unwrap();
    assert_eq!(drawn.found, [""; 0]);
    assert_eq!(drawn.reds(), [1.0, 1.0, 2.0, 2.0, 3.0, 3.0, 4.0, 4.0].repeat(2));
    // A group that gives nothing, and one that is not there.
    let none = mesh([4, 2, 2, 0], "", "counts 0 0");
    assert_eq!(groups(&[none.clone(), value()], [4, 1, 1]).unwrap().reds(), [0.0; 16]);
    assert_eq!(groups(&[none, value()], [4, 0, 1]).unwrap().reds(), [0.0; 16]);
    // A line through the upper row of pixels.
    let line = format!(
        "counts 2 1\n{}{}indices 0 0 1 undef",
        vertex(0, ["-1.0", "0.5"], "5.0"),
        vertex(1, ["1.0", "0.5"], "5.0")
    );
    let drawn = groups(&[mesh([2, 1, 1, 0], "", &line), value()], [1; 3]).unwrap();
    assert_eq!(drawn.found, [""; 0]);
    assert_eq!(drawn.reds(), [[5.0; 8], [0.0; 8]].concat());
}

/// What is given with a primitive is the same all over it; primitives may be left out.
fn primitives_have_values_of_their_own() {
    let mut body = "counts 8 4\n".to_owned();
    let quarters = [["-1.0", "-0.5"], ["-0.5", "0.0"], ["0.0", "0.5"], ["0.5", "1.0"]];
    // Two squares of two triangles each, of which the second one of the first square is not drawn.
    for (square, first) in [(0, 0), (3, 4)] {
        let [left, right] = quarters[square];
        let corners = [[left, "-1.0"], [left, "1.0"], [right, "-1.0"], [right, "1.0"]];
        for (number, corner) in (first..).zip(corners) {
            body += &vertex(number, corner, "0.0");
        }
    }
    for (primitive, [a, b, c]) in [[0, 1, 2], [2, 1, 3], [4, 5, 6], [6, 5, 7]].into_iter().enumerate() {
        body += &format!("indices {primitive} {a} {b} {c}\n with 0 0 {primitive}.5 {primitive}\n");
        body += &format!("with.u 1 0 {} {primitive}\n", primitive + 70);
        body += &format!("with.u 2 0 {} {primitive}\n", u32::from(primitive == 1));
    }
    let with = "MATERIAL:1 SV_PrimitiveID:u1 SV_CullPrimitive:u1";
    let seen = StageShader::pixel(
        "SV_Position:4 MATERIAL:1 SV_PrimitiveID:u1",
        "%m = in 1 0 undef\n %i = in.u 2 0 undef\n %f = uitofp i32 %i to float\n out 0 0 %m\n out 0 1 %f",
    );
    let drawn = groups(&[mesh([8, 4, 2, 0], with, &body), seen], [1; 3]).unwrap();
    assert_eq!(drawn.found, [""; 0]);
    let mut counts = std::collections::BTreeMap::new();
    for [material, id, ..] in &drawn.pixels {
        *counts.entry(format!("{material} {id}")).or_insert(0) += 1;
    }
    let seen: Vec<_> = counts.keys().map(String::as_str).collect();
    assert_eq!(seen, ["0 0", "0.5 70", "2.5 72", "3.5 73"]);
    assert_eq!(counts["2.5 72"] + counts["3.5 73"], 4);
}

fn primitives_are_drawn_to_layers() {
    let mut body =
        format!("counts 4 2\n{}indices 0 0 1 2\n indices 1 2 1 3\n", square(["-1.0", "1.0"], "1.0"));
    body += "with.u 0 0 1 0\n with.u 0 0 0 1";
    let shaders = [mesh([4, 2, 2, 0], "SV_RenderTargetArrayIndex:u1", &body), value()];
    let drawn = draw_stages(&shaders, &layered([4, 4, 2], "", "")).unwrap();
    assert_eq!(drawn.found, [""; 0]);
    // Each layer has what the other one has not.
    let (first, second) = drawn.pixels.split_at(16);
    for (at, (a, b)) in first.iter().zip(second).enumerate() {
        assert!((a[0] + b[0] - 1.0).abs() < 1e-6, "pixel {at}");
    }
    // The second triangle, over the diagonal from the upper left, is in the first layer.
    assert_eq!((first[3][0], first[12][0]), (1.0, 0.0));
    let drawn = draw_stages(&shaders, &layered([4, 4, 1], "", "")).unwrap();
    assert_eq!(drawn.found, ["system-value: SV_RenderTargetArrayIndex is 1, but there are 1 layers"]);
    // As in the suite, backs of what mesh shaders give are not drawn unless the document says so.
    let mut turned = shaders.clone();
    turned[0].body = turned[0].body.replace("indices 0 0 1 2", "indices 0 1 0 2");
    let drawn = draw_stages(&turned, &layered([4, 4, 2], "", "")).unwrap();
    assert!(drawn.pixels[16..].iter().all(|pixel| pixel[0] == 0.0));
    let both = "PipelineState: { RasterizerState: { CullMode: None } }";
    let drawn = draw_stages(&turned, &layered([4, 4, 2], "", both)).unwrap();
    assert!(drawn.pixels[16..].iter().any(|pixel| pixel[0] == 1.0));
}

/// Stores in the payload.
const STORE: &str = "store i32 %n, i32 addrspace(3)* getelementptr (%Task, %Task addrspace(3)* @task, i32 0, i32 0), align 4
    store float %v, float addrspace(3)* getelementptr (%Task, %Task addrspace(3)* @task, i32 0, i32 1), align 4\n";

/// Draws the square that a group and its payload say.
fn of_payload() -> StageShader {
    let body = format!(
        "%p = payload
        %n1 = getelementptr %Task, %Task* %p, i32 0, i32 0
        %n = load i32, i32* %n1, align 4
        %v1 = getelementptr %Task, %Task* %p, i32 0, i32 1
        %v = load float, float* %v1, align 4
        %i = group 0
        %g = add i32 %n, %i
        counts 4 2\n{QUARTER}{}indices 0 0 1 2\n indices 1 2 1 3",
        square(["%left", "%right"], "%v")
    );
    mesh([4, 2, 2, 8], "", &body)
}

fn payloads_come_to_the_groups_asked_for() {
    // Two groups ask for two each: the first ones of these are at twice the group's number.
    let body = format!(
        "%g = group 0\n %n = mul i32 %g, 2\n %f = uitofp i32 %g to float\n %v = fadd float %f, 3.0\n{STORE}dispatch 2 1 1 @task"
    );
    let shaders = [amplification(8, &body), of_payload(), value()];
    let drawn = groups(&shaders, [2, 1, 1]).unwrap();
    assert_eq!(drawn.found, [""; 0]);
    assert_eq!(drawn.reds(), [3.0, 3.0, 3.0, 3.0, 4.0, 4.0, 4.0, 4.0].repeat(2));
    // Nobody is asked for.
    let nobody = amplification(8, &body.replace("dispatch 2 1 1 @task", "dispatch 2 0 1 @task"));
    let drawn = groups(&[nobody, of_payload(), value()], [2, 1, 1]).unwrap();
    assert_eq!((drawn.reds(), drawn.found), (vec![0.0; 16], Vec::new()));
}

fn payloads_nobody_wrote_are_found() {
    let shaders = [amplification(8, "dispatch 1 1 1 @task"), of_payload(), value()];
    let drawn = groups(&shaders, [1; 3]).unwrap();
    assert!(drawn.found[0].starts_with("undefined-value: "), "{:?}", drawn.found);
    // Beyond the payload is nothing.
    let mut far = of_payload();
    far.body = far.body.replace("%Task* %p, i32 0, i32 1", "%Task* %p, i32 1, i32 1");
    let body = format!("%n = add i32 0, 0\n %v = fadd float 0.0, 3.0\n{STORE}dispatch 1 1 1 @task");
    let drawn = groups(&[amplification(8, &body), far, value()], [1; 3]).unwrap();
    assert_eq!(
        drawn.found,
        ["out-of-bounds: reads 4 bytes at byte offset 12 of the payload, which has 8 bytes"]
    );
}

fn outputs_beyond_the_counts_are_found() {
    let whole = square(["-1.0", "1.0"], "1.0");
    let cases = [
        (
            format!("counts 5 2\n{whole}indices 0 0 1 2\n indices 1 2 1 3"),
            "too-many-outputs: SetMeshOutputCounts requests 5 vertices, but the shader declares at most 4",
        ),
        (
            format!("counts 4 2\n{whole}indices 0 0 1 2\n indices 2 2 1 3\n indices 1 2 1 3"),
            "out-of-bounds: writes the indices of primitive 2, but the thread group outputs 2 primitives",
        ),
        (
            format!("counts 4 3\n{whole}indices 0 0 1 2\n indices 1 2 1 3"),
            "too-many-outputs: SetMeshOutputCounts requests 3 primitives, but the shader declares at most 2",
        ),
        (
            format!("counts 4 2\n{whole}vertex 1 0 1.0 4\n indices 0 0 1 2\n indices 1 2 1 3"),
            "out-of-bounds: writes vertex 4, but the thread group outputs 4 vertices",
        ),
        (
            format!("counts 4 2\n counts 4 1\n{whole}indices 0 0 1 2\n indices 1 2 1 3"),
            "uniform-call: SetMeshOutputCounts is called again with other counts",
        ),
    ];
    for (body, expected) in cases {
        let drawn = groups(&[mesh([4, 2, 2, 0], "", &body), value()], [1; 3]).unwrap();
        assert_eq!(drawn.found, [expected]);
        assert_eq!(drawn.reds(), [1.0; 16], "{expected}");
    }
    // A primitive of a vertex that is not there is none.
    let body = format!("counts 4 2\n{whole}indices 0 0 1 2\n indices 1 2 1 4");
    let drawn = groups(&[mesh([4, 2, 2, 0], "", &body), value()], [1; 3]).unwrap();
    let expected = [
        "unwritten-output: does not write the vertex indices of primitive 1",
        "out-of-bounds: refers to vertex 4, but the thread group outputs 4 vertices",
    ];
    assert_eq!(drawn.found, expected);
    assert!(drawn.reds().contains(&1.0) && drawn.reds().contains(&0.0));
    // Before anything is said, there is nothing.
    let early = mesh([4, 2, 2, 0], "", "indices 0 0 1 2\n counts 4 0");
    let drawn = groups(&[early, value()], [1; 3]).unwrap();
    let expected = "out-of-bounds: writes the indices of primitive 0 before SetMeshOutputCounts";
    assert_eq!(drawn.found, [expected]);
}

fn what_is_not_written_is_found() {
    let mut body = format!("counts 4 2\n{}indices 0 0 1 2\n", square(["-1.0", "1.0"], "1.0"));
    body = body.replace("vertex 1 0 1.0 2\n", "");
    let drawn = groups(&[mesh([4, 2, 2, 0], "MATERIAL:1", &body), value()], [1; 3]).unwrap();
    let expected = "unwritten-output: does not write MATERIAL of primitive 0";
    // It is told once for the place where the group says how much it gives.
    assert_eq!(drawn.found, [expected]);
    let drawn = groups(&[mesh([4, 1, 2, 0], "", &body.replace("counts 4 2", "counts 4 1")), value()], [1; 3]);
    assert_eq!(drawn.unwrap().found, ["unwritten-output: does not write VALUE of vertex 2"]);
}

fn groups_beyond_the_most_are_not_run() {
    for (asked, shown) in [("65536 1 1", "65536 x 1 x 1"), ("65535 65535 1", "65535 x 65535 x 1")] {
        let body = format!("%n = add i32 0, 0\n %v = fadd float 0.0, 3.0\n{STORE}dispatch {asked} @task");
        let drawn = groups(&[amplification(8, &body), of_payload(), value()], [1; 3]).unwrap();
        assert_eq!(drawn.reds(), [0.0; 16]);
        let expected = format!(
            "too-many-outputs: DispatchMesh requests {shown} thread groups; the limit is 65535 for each dimension and 4194304 in total"
        );
        assert_eq!(drawn.found, [expected]);
    }
    // As many as there may be are run, as long as there are steps.
    let many = mesh([4, 2, 2, 0], "", "counts 0 0");
    let pipeline = target([8, 2], "", "DispatchParameters: { DispatchGroupCount: [2048, 2048, 1] }");
    let options = RunOptions { max_steps: 10_000, ..RunOptions::default() };
    assert_eq!(draw_stages_by(&[many, value()], &pipeline, options).unwrap_err(), "stopped: Steps");
}

fn what_does_not_fit_is_refused() {
    let body = "counts 0 0";
    let empty = |state| mesh(state, "", body);
    let other = amplification(12, "dispatch 1 1 1 @task");
    let cases = [
        (groups(&[empty([257, 1, 2, 0]), value()], [1; 3]), "257 vertices in a thread group"),
        (groups(&[empty([1, u32::MAX, 2, 0]), value()], [1; 3]), "4294967295 primitives in a thread group"),
        (groups(&[empty([1, 1, 2, 20_000]), value()], [1; 3]), "20000 bytes in a payload"),
        (groups(&[empty([1, 1, 3, 0]), value()], [1; 3]), "has an unknown output topology"),
        (groups(&[empty([1, 1, 2, 0]), value()], [65_536, 1, 1]), "65536 thread groups in one dimension"),
        (groups(&[empty([1, 1, 2, 0]), value()], [65_535, 65, 1]), "4259775 thread groups, limit is 4194304"),
        (
            groups(&[empty([1, 1, 2, 8]), value()], [1; 3]),
            "reads a payload of 8 bytes, but the pipeline has no amplification shader",
        ),
        (
            groups(&[other.clone(), empty([1, 1, 2, 8]), value()], [1; 3]),
            "reads a payload of 8 bytes, but the amplification shader writes 12",
        ),
        (groups(&[other, value()], [1; 3]), "unsupported combination of stages: amplification, pixel"),
        (
            groups(&[empty([1, 1, 2, 0]), StageShader::pixel("SV_Position:4 SV_PrimitiveID:u1", "")], [1; 3]),
            "the pixel shader reads SV_PrimitiveID, but the mesh shader before it writes SV_Position, VALUE",
        ),
    ];
    for (drawn, expected) in cases {
        let error = drawn.unwrap_err();
        assert!(error.contains(expected), "{error}\n{expected}");
    }
    let mut silent = empty([1, 1, 2, 0]);
    silent.outputs = "VALUE:1";
    let error = groups(&[silent, value()], [1; 3]).unwrap_err();
    assert!(error.contains("the mesh shader does not write SV_Position"), "{error}");
}
