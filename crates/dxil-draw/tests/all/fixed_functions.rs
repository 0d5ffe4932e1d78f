//! Fixed functions of draws by small draws whose pixels follow from plain arithmetic: what vertices are made of, and
//! where they are drawn to.

use crate::drawn::{OUT, SCREEN, STRIP, WHITE, colour, document, draw, out, plain, reds, try_draw};
use dxil_run::FindingKind;
use testkit::generate::stage_shader::{StageShader, load, store};

pub(crate) const TESTS: &[testkit::Test] = testkit::tests![
    indices_instances_and_slots,
    attributes_have_formats,
    viewports_scissors_and_layers,
    views_have_numbers,
    distances_clip_and_cull,
    sides_are_culled_and_told,
    barycentrics_say_where,
    wireframes_and_strips,
    outputs_that_nobody_wrote_are_found,
    what_does_not_fit_is_refused,
];

fn indices_instances_and_slots() {
    // Two strips of a pixel's width, with a gap between; the index that is said to ends the first. A vertex that is not
    // drawn comes before.
    let text = "
Buffers:
  - { Name: Corners, Format: Float32, Stride: 8, Data: [ 9, 9,  -1, 1,  -0.75, 1,  -1, -1,  -0.75, -1,
      -0.5, 1,  -0.25, 1,  -0.5, -1,  -0.25, -1 ] }
  - { Name: Offsets, Format: Float32, Stride: 4, Data: [ 9, 0, 0.75, 1.25 ] }
  - { Name: Indices, Format: UInt16, Data: [ 0, 1, 2, 3, 0xffff, 4, 5, 6, 7 ] }
  - { Name: Out, Format: Hex32, FillSize: 32, FillValue: 7, OutputProps: { Width: 8, Height: 1, Depth: 1 } }
Bindings:
  VertexBuffers: [ { Name: Corners }, { Name: Offsets, InstanceDataStepRate: 2 } ]
  VertexAttributes:
    - { Name: CORNER, Format: Float32, Channels: 2, Offset: 0 }
    - { Name: OFFSET, Format: Float32, Channels: 1, Offset: 0, Slot: 1 }
  IndexBuffer: Indices
  RenderTarget: Out
  Topology: TriangleStrip
DispatchParameters: { FirstVertex: 1, InstanceCount: 4, FirstInstance: 1 }
PipelineState: { IBStripCutValue: 0xFFFF, DepthStencilState: { DepthEnable: false } }
";
    let inputs = "CORNER:4 OFFSET:1 SV_InstanceID:u1 SV_VertexID:u1";
    let outputs = "SV_Position:4 IDS:u2";
    // What the layout does not have of a position is 0 and 1.
    let body = [
        load(inputs, 0),
        load(inputs, 1),
        load(inputs, 2),
        load(inputs, 3),
        "  %x = fadd float %corner0, %offset0\n".to_owned(),
        store(outputs, 0, &["%x", "%corner1", "%corner2", "%corner3"]),
        store(outputs, 1, &["%sv_instanceid0", "%sv_vertexid0"]),
    ];
    let vertex = StageShader::new("vs", [inputs, outputs], body.concat());
    let (inputs, outputs) = ("SV_Position:4 IDS:u2", "SV_Target:u4");
    let body = [
        load(inputs, 1),
        "  %ten = mul i32 %ids0, 10\n  %both = add i32 %ten, %ids1\n".to_owned(),
        store(outputs, 0, &["%both", "0", "0", "0"]),
    ];
    let pixel = StageShader::new("ps", [inputs, outputs], body.concat());
    // Instances 0 and 1 have the offset behind the first, 2 and 3 the next one; the last of each is seen. Vertices have
    // the numbers of their indices; the second triangle of a strip has the middle,
    // and says what its first vertex does.
    let drawn = draw(text, [&vertex, &pixel]);
    assert_eq!(drawn.words("Out"), [11, 7, 15, 31, 7, 35, 7, 7]);
    // Without a cut between them, the strips are one, and cover what is between.
    let bridged = draw(&text.replace("0xffff", "3"), [&vertex, &pixel]);
    assert_eq!(bridged.words("Out")[1], 13);
    // Indices of 32 bits end strips with more ones.
    let wide =
        text.replace("UInt16", "UInt32").replace("0xffff", "0xffffffff").replace("0xFFFF", "0xFFFFFFFF");
    assert_eq!(draw(&wide, [&vertex, &pixel]).words("Out"), drawn.words("Out"));
    // Where nothing ends strips, as by default, the index is one of a vertex: one beyond the buffer, which is zero.
    let through = text.replace("IBStripCutValue: 0xFFFF, ", "");
    assert_ne!(draw(&through, [&vertex, &pixel]).words("Out"), drawn.words("Out"));
    assert_eq!(draw(&through.replace("0xffff", "8"), [&vertex, &pixel]).words("Out"), {
        draw(&text.replace("0xffff", "8"), [&vertex, &pixel]).words("Out")
    });
    // A step of 0 has one element for all; fewer indices draw less.
    let all = text.replace("InstanceDataStepRate: 2", "InstanceDataStepRate: 0");
    assert_eq!(draw(&all, [&vertex, &pixel]).words("Out"), [31, 7, 35, 7, 7, 7, 7, 7]);
    let first = text.replace("FirstVertex: 1,", "VertexCount: 4, FirstVertex: 1,");
    assert_eq!(draw(&first, [&vertex, &pixel]).words("Out"), [11, 7, 7, 31, 7, 7, 7, 7]);
}

fn attributes_have_formats() {
    // Stored words, the format, and what the shader sees of it.
    let cases: [(u32, &str, [f32; 4]); 6] = [
        (0xff80_0000, "R8G8B8A8_UNORM", [0.0, 0.0, 128.0 / 255.0, 1.0]),
        (0x0000_00ff, "B8G8R8A8_UNORM", [0.0, 0.0, 1.0, 0.0]),
        (0x8000_7fff, "R16G16_SNORM", [1.0, -1.0, 0.0, 1.0]),
        (0xc000_03ff, "R10G10B10A2_UNORM", [1.0, 0.0, 0.0, 1.0]),
        (0x0000_3c00, "R16G16_FLOAT", [1.0, 0.0, 0.0, 1.0]),
        (0x0000_03c0, "R11G11B10_FLOAT", [1.0, 0.0, 0.0, 1.0]),
    ];
    let vertex = StageShader::copy("vs", ["POSITION:4 COLOR:4", "SV_Position:4 COLOR:4"]);
    let pixel = {
        let (inputs, outputs) = ("SV_Position:4 COLOR:4", "SV_Target:4");
        let body = load(inputs, 1) + &store(outputs, 0, &["%color0", "%color1", "%color2", "%color3"]);
        StageShader::new("ps", [inputs, outputs], body)
    };
    for (word, format, expected) in cases {
        let text = format!(
            "
Buffers:
  - {{ Name: Points, Format: Hex32, Stride: 20, Data: [ 0, 0, 0, 0x3f800000, {word} ] }}
  - {}
Bindings:
  VertexBuffer: Points
  VertexAttributes:
    - {{ Name: POSITION, Format: Float32, Channels: 4, Offset: 0 }}
    - {{ Name: COLOR, Format: Hex32, Channels: 1, DxgiFormat: {format}, Offset: 16 }}
  RenderTarget: Out
  Topology: PointList
",
            out(1, 1, "")
        );
        assert_eq!(draw(&text, [&vertex, &pixel]).floats("Out"), expected, "{format}");
    }
}

/// A vertex shader that gives its position, and the number of the instance as a system value.
fn by_instance(outputs: &'static str) -> StageShader {
    StageShader::copy("vs", ["POSITION:4 SV_InstanceID:u1", outputs])
}

fn viewports_scissors_and_layers() {
    let pixel = {
        let (inputs, outputs) = ("SV_Position:4", "SV_Target:4");
        let body =
            load(inputs, 0) + &store(outputs, 0, &["%sv_position0", "%sv_position1", "%sv_position2", "1.0"]);
        StageShader::new("ps", [inputs, outputs], body)
    };
    // The first viewport is one and a half pixels wide: it has those pixels whose middle is in it. The second is cut by
    // its scissor.
    let state = "PipelineState:
  DepthStencilState: { DepthEnable: false }
  Viewports:
    - { TopLeftX: 0.75, Width: 1.5, Height: 2, MinDepth: 0.25, MaxDepth: 0.75 }
    - { TopLeftX: 2, Width: 4, Height: 2 }
  ScissorRects: [ { Left: 0, Top: 0, Right: 8, Bottom: 1 }, { Left: 3, Top: 1, Right: 100, Bottom: 100 } ]
DispatchParameters: { InstanceCount: 2 }";
    let text = document(SCREEN, &[&out(8, 2, "")], STRIP, state);
    let drawn = draw(&text, [&by_instance("SV_Position:4 SV_ViewportArrayIndex:u1"), &pixel]);
    let floats = drawn.floats("Out");
    assert_eq!(reds(&floats[..32]), [0.0, 1.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!(reds(&floats[32..]), [0.0, 0.0, 0.0, 3.5, 4.5, 5.5, 0.0, 0.0]);
    // Depths are those of the viewport.
    assert_eq!((floats[4 + 2], floats[32 + 12 + 2]), (0.5, 0.5));
    let near = document(&SCREEN.replace("0.5, 1", "0, 1"), &[&out(8, 2, "")], STRIP, state);
    let drawn = draw(&near, [&by_instance("SV_Position:4 SV_ViewportArrayIndex:u1"), &pixel]);
    assert_eq!(drawn.floats("Out")[4 + 2], 0.25);
    // Layers of an array, and slices of what has three dimensions; beyond the last one is the first.
    for dimension in ["Two", "Three"] {
        let out = format!(
            "{{ Name: Out, Format: Float32, Channels: 4, FillSize: 48, OutputProps: {{ Width: 1, Height: 1, Depth: 3, \
             Dimension: {dimension} }} }}"
        );
        let text = document(SCREEN, &[&out], STRIP, "DispatchParameters: { InstanceCount: 2 }");
        let drawn = draw(&text, [&by_instance("SV_Position:4 SV_RenderTargetArrayIndex:u1"), &pixel]);
        assert_eq!(reds(&drawn.floats("Out")), [0.5, 0.5, 0.0], "{dimension}");
        let text = text.replace("InstanceCount: 2", "InstanceCount: 4");
        let drawn =
            try_draw(&text, [&by_instance("SV_Position:4 SV_RenderTargetArrayIndex:u1"), &pixel]).unwrap();
        assert_eq!(reds(&drawn.floats("Out")), [0.5; 3]);
        let out_of_range = "SV_RenderTargetArrayIndex is 3, but there are 3 layers";
        assert_eq!(drawn.findings(), [(FindingKind::SystemValue, 4, out_of_range.to_owned())]);
    }
}

fn views_have_numbers() {
    let (inputs, outputs) = ("POSITION:4", "SV_Position:4 SEEN:u1");
    let view = "  %view = call i32 @dx.op.viewID.i32(i32 138)\n";
    let body = [
        load(inputs, 0),
        view.to_owned(),
        store(outputs, 0, &["%position0", "%position1", "%position2", "%position3"]),
        store(outputs, 1, &["%view"]),
    ];
    let vertex = StageShader::new("vs", [inputs, outputs], body.concat());
    let (inputs, outputs) = ("SV_Position:4 SEEN:u1", "SV_Target:u4");
    let body = [load(inputs, 1), view.to_owned(), store(outputs, 0, &["%seen0", "%view", "1", "1"])];
    let pixel = StageShader::new("ps", [inputs, outputs], body.concat());
    let out = "{ Name: Out, Format: Hex32, Channels: 4, FillSize: 96, OutputProps: { Width: 2, Height: 1, Depth: 3 } }";
    let state = "PipelineState:
  Viewports: [ { Width: 1, Height: 1 }, { TopLeftX: 1, Width: 1, Height: 1 } ]
  ViewInstances: [ { RenderTargetArrayIndex: 2 }, { ViewportArrayIndex: 1, RenderTargetArrayIndex: 1 }, {} ]";
    let drawn = draw(&document(SCREEN, &[out], STRIP, state), [&vertex, &pixel]);
    let words = drawn.words("Out");
    let none = [0; 4];
    let expected = [[2, 2, 1, 1], none, none, [1, 1, 1, 1], [0, 0, 1, 1], none].concat();
    assert_eq!(words, expected);
}

fn distances_clip_and_cull() {
    let vertices = "Format: Float32, Stride: 20, Data: [ -1, 1, 0.5, 1, 1,  1, 1, 0.5, 1, -1,  -1, -1, 0.5, 1, 1,  1, -1, 0.5, 1, -1 ]";
    let text = document(vertices, &[&out(4, 1, "")], STRIP, "").replace(
        "VertexAttributes: [",
        "VertexAttributes: [ { Name: DISTANCE, Format: Float32, Channels: 1, Offset: 16 },",
    );
    let with = |outputs| {
        let vertex = StageShader::copy("vs", ["POSITION:4 DISTANCE:1", outputs]);
        let drawn = draw(&text, [&vertex, &colour(WHITE)]);
        reds(&drawn.floats("Out"))
    };
    assert_eq!(with("SV_Position:4 SV_ClipDistance:1"), [1.0, 1.0, 0.0, 0.0]);
    // Of both triangles, some vertex is inside.
    assert_eq!(with("SV_Position:4 SV_CullDistance:1"), [1.0; 4]);
    // What is behind the far plane is cut off, unless depths are only clamped.
    let far = SCREEN.replace("0.5, 1", "1.5, 1");
    let drawn = |state: &str| {
        let text = document(&far, &[&out(1, 1, "")], STRIP, state);
        draw(&text, [&plain(), &colour(WHITE)]).floats("Out")[0]
    };
    assert_eq!(drawn(""), 0.0);
    let always = "DepthStencilState: { DepthFunc: Always }";
    assert_eq!(
        drawn(&format!("PipelineState: {{ RasterizerState: {{ DepthClipEnable: false }}, {always} }}")),
        1.0
    );
}

fn sides_are_culled_and_told() {
    let pixel = {
        let (inputs, outputs) = ("SV_Position:4 SV_IsFrontFace:u1", "SV_Target:4");
        let body = [
            load(inputs, 1),
            "  %is = icmp ne i32 %sv_isfrontface0, 0\n  %red = select i1 %is, float 1.0, float 2.0\n"
                .to_owned(),
            store(outputs, 0, &["%red", "0.0", "0.0", "0.0"]),
        ];
        StageShader::new("ps", [inputs, outputs], body.concat())
    };
    // Seen clockwise.
    let clockwise = "Format: Float32, Stride: 16, Data: [ -1, 3, 0.5, 1,  3, -1, 0.5, 1,  -1, -1, 0.5, 1 ]";
    for (state, expected) in [
        ("", 2.0),
        ("FrontCounterClockwise: false", 1.0),
        ("CullMode: Back", 0.0),
        ("CullMode: Front", 2.0),
        ("CullMode: Front, FrontCounterClockwise: false", 0.0),
    ] {
        let state = format!("PipelineState: {{ RasterizerState: {{ {state} }} }}");
        let drawn = draw(&document(clockwise, &[&out(1, 1, "")], OUT, &state), [&plain(), &pixel]);
        assert_eq!(drawn.floats("Out")[0], expected, "{state}");
    }
}

fn barycentrics_say_where() {
    let (inputs, outputs) = ("SV_Position:4 SV_Barycentrics:3", "SV_Target:4");
    let body = load(inputs, 1)
        + &store(outputs, 0, &["%sv_barycentrics0", "%sv_barycentrics1", "%sv_barycentrics2", "1.0"]);
    let pixel = StageShader::new("ps", [inputs, outputs], body);
    // With perspective: the second vertex is twice as far away.
    let vertices = "Format: Float32, Stride: 16, Data: [ -1, 1, 0.5, 1,  6, 2, 1, 2,  -1, -3, 0.5, 1 ]";
    let drawn = draw(&document(vertices, &[&out(2, 2, "")], OUT, ""), [&plain(), &pixel]);
    for (at, found) in drawn.floats("Out").chunks(4).enumerate() {
        // On the screen, the corners are (0, 0), (4, 0) and (0, 4), in pixels.
        let [x, y] = [at % 2, at / 2].map(|along| (along as f32 + 0.5) / 4.0);
        let shares = [1.0 - x - y, x / 2.0, y];
        let whole: f32 = shares.iter().sum();
        let is_near = found.iter().zip(shares).all(|(one, other)| (one - other / whole).abs() < 1e-6);
        assert!(is_near, "{at}: {found:?}, {shares:?} of {whole}");
    }
}

fn wireframes_and_strips() {
    let state = "PipelineState: { RasterizerState: { FillMode: Wireframe } }";
    // Corners on the middle of pixels 0 and 3.
    let square = "Format: Float32, Stride: 16, Data: [ -0.75, 0.75, 0.5, 1,  0.75, 0.75, 0.5, 1,  -0.75, -0.75, 0.5, 1 ]";
    let drawn = draw(&document(square, &[&out(4, 4, "")], OUT, state), [&plain(), &colour(WHITE)]);
    let expected = [1, 1, 1, 1, 1, 0, 1, 0, 1, 1, 0, 0, 1, 0, 0, 0].map(|one: u8| f32::from(one));
    assert_eq!(reds(&drawn.floats("Out")), expected);
    // A strip of lines: right, then down; the last pixel is not left.
    let corner = "Format: Float32, Stride: 16, Data: [ -0.75, 0.75, 0.5, 1,  0.75, 0.75, 0.5, 1,  0.75, -0.75, 0.5, 1 ]";
    let bindings = "  RenderTarget: Out\n  Topology: LineStrip\n";
    let drawn = draw(&document(corner, &[&out(4, 4, "")], bindings, ""), [&plain(), &colour(WHITE)]);
    let expected = [1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0].map(|one: u8| f32::from(one));
    assert_eq!(reds(&drawn.floats("Out")), expected);
}

fn outputs_that_nobody_wrote_are_found() {
    let outputs = "SV_Target:4";
    let text = document(SCREEN, &[&out(2, 1, "")], STRIP, "");
    let writes = |left: &str| {
        let body = [
            load("SV_Position:4", 0),
            "  %is_left = fcmp olt float %sv_position0, 1.0\n  br i1 %is_left, label %left, label %end\nleft:\n".to_owned(),
            left.to_owned(),
            "  br label %end\nend:\n".to_owned(),
            store(outputs, 0, &["1.0", "1.0", "1.0"]),
        ];
        let pixel = StageShader::new("ps", ["SV_Position:4", outputs], body.concat());
        try_draw(&text, [&plain(), &pixel]).unwrap()
    };
    let alpha = "  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 3, float 1.0)\n";
    // Only the left pixel has an alpha; what was not written stays as it is.
    let drawn = writes(alpha);
    let unwritten = "ends without writing all components of SV_Target".to_owned();
    assert_eq!(drawn.findings(), [(FindingKind::UnwrittenOutput, 1, unwritten.clone())]);
    assert_eq!(drawn.floats("Out"), [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0]);
    assert_eq!(writes("").findings(), [(FindingKind::UnwrittenOutput, 2, unwritten)]);
    // Vertices, too.
    let vertex = StageShader::new("vs", ["POSITION:4", "SV_Position:4 MORE:1"], {
        let inputs = "POSITION:4";
        load(inputs, 0)
            + &store("SV_Position:4", 0, &["%position0", "%position1", "%position2", "%position3"])
    });
    let drawn = try_draw(&text, [&vertex, &colour(WHITE)]).unwrap();
    assert_eq!(
        drawn.findings(),
        [(FindingKind::UnwrittenOutput, 4, "ends without writing all components of MORE".to_owned())]
    );
}

fn what_does_not_fit_is_refused() {
    let good = document(SCREEN, &[&out(2, 2, "")], STRIP, "");
    let more = |keys: &str| document(SCREEN, &[&out(2, 2, "")], STRIP, keys);
    let buffers = |buffers: &[&str], bindings: &str| document(SCREEN, buffers, bindings, "");
    let depth = |format: &str| {
        let depth = format!(
            "{{ Name: Depths, Format: Hex32, FillSize: 16, OutputProps: {{ Width: 2, Height: 2, Depth: 1, DxgiFormat: {format} }} }}"
        );
        let state = "PipelineState: { DepthStencilState: { StencilEnable: true } }";
        document(SCREEN, &[&out(2, 2, ""), &depth], &format!("{STRIP}  DepthTarget: Depths\n"), state)
    };
    let named = |format: &str| {
        let out = format!(
            "{{ Name: Out, Format: Hex32, FillSize: 16, OutputProps: {{ Width: 2, Height: 2, Depth: 1, DxgiFormat: {format} }} }}"
        );
        buffers(&[&out], STRIP)
    };
    let blended =
        "PipelineState: { BlendState: { RenderTarget: [ { BlendEnable: true, SrcBlend: Src1Color } ] } }";
    let viewport = |viewport: &str| more(&format!("PipelineState: {{ Viewports: [ {{ {viewport} }} ] }}"));
    let small =
        "{ Name: Small, Format: Float32, FillSize: 4, OutputProps: { Width: 1, Height: 1, Depth: 1 } }";
    let cases: Vec<(String, &str)> = vec![
        (named("R9G9B9E5_SHAREDEXP"), "which does not support rendering"),
        (named("D32_FLOAT"), ""),
        (named("R8G8_UNORM"), "an element of Out has 4 bytes, but format R8G8_UNORM has 2"),
        (named("R8G8B8"), "unknown or unsupported DXGI format R8G8B8"),
        (depth("R8G8B8A8_UNORM"), "depth target Depths has format R8G8B8A8_UNORM"),
        (depth("D32_FLOAT"), "stencil test with depth target Depths"),
        (depth("D24_UNORM_S8_UINT"), ""),
        (more(blended), "requires a pixel shader that writes SV_Target1"),
        (
            more("PipelineState: { BlendState: { RenderTarget: [ { LogicOp: Xor } ] } }"),
            "logic operations require an unsigned integer format",
        ),
        (
            more("PipelineState: { BlendState: { RenderTarget: [ { BlendEnable: true, LogicOp: Xor } ] } }"),
            "both BlendEnable and LogicOp",
        ),
        (viewport("Width: -1, Height: 1"), "x, y, x + width and y + height must be from -32768 to 32768"),
        (viewport("Width: .nan, Height: 1"), "x, y, x + width and y + height must be from"),
        (viewport("Width: 1, Height: 1, MaxDepth: 2"), "depths from 0 to 1"),
        (viewport("Width: 1e30, Height: 1"), "x, y, x + width and y + height must be from"),
        (viewport("Width: 0, Height: 1"), ""),
        (
            buffers(&[&out(2, 2, ""), small], "  RenderTargets: [ Out, Small ]\n  Topology: TriangleStrip\n"),
            "Small has 1 x 1 pixels, 1 layers and 1 samples, but Out has 2 x 2 pixels, 1 layers and 1 samples",
        ),
        (buffers(&[&out(2, 2, "")], "  RenderTarget: Out\n  RenderTargets: [ Out ]\n"), "cannot have both"),
        (
            buffers(&[&out(2, 2, "")], "  RenderTarget: Out\n  IndexBuffer: Vertices\n"),
            "does not contain 16-bit or 32-bit integers",
        ),
        (good.replace("Offset: 0 }", "Offset: 0, Slot: 3 }"), "is in slot 3, which has no vertex buffer"),
        (more("Resolves: [ { From: Out, To: Out } ]"), "expected 2, 4, 8 or 16 samples and 1 sample"),
        (buffers(&[&out(1, 1, ", Samples: 3")], STRIP), "do not describe a valid texture size"),
        (
            buffers(&[&out(2, 2, ", Samples: 2")], STRIP),
            "but its OutputProps describe a texture of 128 bytes",
        ),
        (good, ""),
    ];
    for (text, expected) in cases {
        match try_draw(&text, [&plain(), &colour(WHITE)]) {
            Ok(_) => assert_eq!(expected, "", "drawn:\n{text}"),
            Err(why) => {
                assert!(!expected.is_empty() && why.contains(expected), "{why}, not {expected}\n{text}")
            }
        }
    }
}
