//! What becomes of samples, depths, stencils and colours in draws, by plain arithmetic.

use crate::drawn::{HALF, SCREEN, STRIP, WHITE, colour, document, draw, out, plain, reds};
use testkit::generate::stage_shader::{StageShader, load, store};

pub(crate) const TESTS: &[testkit::Test] = testkit::tests![
    depths_are_tested_biased_and_kept,
    shaders_give_depths_and_stencils,
    stencils_make_masks,
    colours_are_blended,
    integers_are_combined,
    samples_are_resolved,
    samples_are_shaded_one_by_one,
    coverage_goes_in_and_out,
    centroids_stay_inside,
];

/// The shader flag of `[earlydepthstencil]`.
const FORCE_EARLY_DEPTH_STENCIL: u64 = 8;

fn depths_are_tested_biased_and_kept() {
    // The depth grows from the left to the right: 0.125, 0.375, 0.625, 0.875.
    let slope =
        "Format: Float32, Stride: 16, Data: [ -1, 1, 0, 1,  1, 1, 1, 1,  -1, -1, 0, 1,  1, -1, 1, 1 ]";
    let depth = "{ Name: Depths, Format: Float32, FillSize: 16, FillValue: 0.375, OutputProps: { Width: 4, Height: 1, Depth: 1 } }";
    let bindings = format!("{STRIP}  DepthTarget: Depths\n");
    let run = |state: &str| {
        let state = format!("PipelineState: {{ {state} }}");
        let text = document(slope, &[&out(4, 1, ""), depth], &bindings, &state);
        let drawn = draw(&text, [&plain(), &colour(WHITE)]);
        (reds(&drawn.floats("Out")), drawn.floats("Depths"))
    };
    let held = 0.375;
    assert_eq!(run(""), (vec![1.0, 0.0, 0.0, 0.0], vec![0.125, held, held, held]));
    let (seen, depths) = run("DepthStencilState: { DepthFunc: GreaterEqual, DepthWriteMask: Zero }");
    assert_eq!((seen, depths), (vec![0.0, 1.0, 1.0, 1.0], vec![held; 4]));
    let (seen, depths) = run("DepthStencilState: { DepthEnable: false }");
    assert_eq!((seen, depths), (vec![1.0; 4], vec![held; 4]));
    // The depth changes by a quarter from pixel to pixel: twice that is added, and at most 0.375.
    let always = "DepthStencilState: { DepthFunc: Always }";
    let (_, depths) = run(&format!("RasterizerState: {{ SlopeScaledDepthBias: -0.5 }}, {always}"));
    assert_eq!(depths, [0.0, 0.25, 0.5, 0.75]);
    let bias = "SlopeScaledDepthBias: 2, DepthBiasClamp: 0.125";
    assert_eq!(run(&format!("RasterizerState: {{ {bias} }}, {always}")).1, [0.25, 0.5, 0.75, 1.0]);
    // A unit is the last bit of the largest depth, which is 1.
    let (_, depths) = run(&format!("RasterizerState: {{ DepthBias: 1048576 }}, {always}"));
    assert_eq!(depths, [0.25, 0.5, 0.75, 1.0]);
}

fn shaders_give_depths_and_stencils() {
    let outputs = "SV_Target:4 SV_Depth:1 SV_StencilRef:u1";
    let inputs = "SV_Position:4";
    let body = [
        load(inputs, 0),
        "  %depth = fmul float %sv_position0, 0.25\n  %stencil = fptoui float %sv_position0 to i32\n"
            .to_owned(),
        store(outputs, 0, &WHITE),
        store(outputs, 1, &["%depth"]),
        store(outputs, 2, &["%stencil"]),
    ];
    let pixel = StageShader::new("ps", [inputs, outputs], body.concat());
    let depth = "{ Name: Depths, Format: Hex64, Data: [ 0x3f800000, 0x13f000000, 0x3f800000 ], \
                 OutputProps: { Width: 3, Height: 1, Depth: 1, DxgiFormat: D32_FLOAT_S8X24_UINT } }";
    let bindings = format!("{STRIP}  DepthTarget: Depths\n");
    let state = "PipelineState: { DepthStencilState: { StencilEnable: true, FrontFace: { StencilPassOp: Replace }, \
                 BackFace: { StencilPassOp: Replace, StencilDepthFailOp: Incr } } }";
    let text = document(SCREEN, &[&out(3, 1, ""), depth], &bindings, state);
    let drawn = draw(&text, [&plain(), &pixel]);
    // 0.125 < 1, 0.375 < 0.5, 0.625 < 1.
    assert_eq!(drawn.words("Depths"), [0x3e00_0000, 0, 0x3ec0_0000, 1, 0x3f20_0000, 2]);
    // Where depths are tested before, the shader's are not looked at.
    let early = StageShader::new("ps", [inputs, "SV_Target:4"], store(outputs, 0, &WHITE));
    let early = StageShader { flags: FORCE_EARLY_DEPTH_STENCIL, ..early };
    let drawn = draw(&text, [&plain(), &early]);
    assert_eq!(drawn.words("Depths"), [0x3f00_0000, 0, 0x3f00_0000, 2, 0x3f00_0000, 0]);
    assert_eq!(reds(&drawn.floats("Out")), [1.0, 0.0, 1.0]);
}

fn stencils_make_masks() {
    let depth = "{ Name: Depths, Format: Hex32, Data: [ 0x05ffffff, 0x15ffffff, 0x06ffffff ], \
                 OutputProps: { Width: 3, Height: 1, Depth: 1, DxgiFormat: D24_UNORM_S8_UINT } }";
    let bindings = format!("{STRIP}  DepthTarget: Depths\n");
    let face = "StencilFunc: Equal, StencilPassOp: Zero, StencilFailOp: Invert";
    let state = format!(
        "PipelineState: {{ DepthStencilState: {{ StencilEnable: true, StencilRef: 0x25, StencilReadMask: 0x0f, \
         StencilWriteMask: 0xf1, FrontFace: {{ {face} }}, BackFace: {{ {face} }} }} }}"
    );
    let text = document(SCREEN, &[&out(3, 1, ""), depth], &bindings, &state);
    let drawn = draw(&text, [&plain(), &colour(WHITE)]);
    assert_eq!(reds(&drawn.floats("Out")), [1.0, 1.0, 0.0]);
    assert_eq!(drawn.words("Depths"), [0x0480_0000, 0x0480_0000, 0xf7ff_ffff]);
}

fn colours_are_blended() {
    let out = "{ Name: Out, Format: Hex8, Channels: 4, Data: [ 255, 0, 129, 255 ], OutputProps: { Width: 1, Height: 1, \
               Depth: 1, DxgiFormat: R8G8B8A8_UNORM } }";
    let run = |target: &str, values: [&str; 4]| {
        let state = format!(
            "PipelineState: {{ BlendState: {{ BlendFactor: [ 1, 0.5, 0, 1 ], RenderTarget: [ {{ {target} }} ] }} }}"
        );
        let drawn = draw(&document(SCREEN, &[out], STRIP, &state), [&plain(), &colour(values)]);
        drawn.bytes("Out").to_vec()
    };
    let half = ["0.0", "2.0", "1.0", "0.5"];
    assert_eq!(run("", half), [0, 255, 255, 128]);
    let over = "BlendEnable: true, SrcBlend: SrcAlpha, DestBlend: InvSrcAlpha, SrcBlendAlpha: One, DestBlendAlpha: InvSrcAlpha";
    assert_eq!(run(over, half), [128, 128, 192, 255]);
    assert_eq!(run("RenderTargetWriteMask: 10", half), [255, 255, 129, 128]);
    let sum = "BlendEnable: true, SrcBlend: BlendFactor, DestBlend: One";
    assert_eq!(run(sum, half), [255, 128, 129, 128]);
    assert_eq!(run("BlendEnable: true, BlendOp: Max, BlendOpAlpha: Min", half), [255, 255, 255, 128]);
    // A second colour of the shader.
    let outputs = "SV_Target:4 SV_Target1:4";
    let second = ["0.25", "0.5", "0.5", "1.0"];
    let body = store(outputs, 0, &half) + &store(outputs, 1, &second);
    let two = StageShader::new("ps", ["SV_Position:4", outputs], body);
    let state = "PipelineState: { BlendState: { RenderTarget: [ { BlendEnable: true, SrcBlend: Src1Color, DestBlend: \
                 InvSrc1Color, SrcBlendAlpha: Src1Alpha } ] } }";
    let drawn = draw(&document(SCREEN, &[out], STRIP, state), [&plain(), &two]);
    assert_eq!(drawn.bytes("Out"), [191, 128, 192, 128]);
    // What is drawn twice is blended twice, in the order of the draw; on the scale of sRGB, colours are mixed as light.
    let twice = state_of("BlendEnable: true, SrcBlend: One, DestBlend: One", "InstanceCount: 2");
    let text = document(SCREEN, &[&out.replace("255, 0, 129, 255", "0, 0, 0, 0")], STRIP, &twice);
    assert_eq!(
        draw(&text, [&plain(), &colour(["0.25", "0.125", "0.5", "0.0"])]).bytes("Out"),
        [128, 64, 255, 0]
    );
    let text = text.replace("R8G8B8A8_UNORM", "R8G8B8A8_UNORM_SRGB");
    assert_eq!(
        draw(&text, [&plain(), &colour(["0.25", "0.125", "0.5", "0.0"])]).bytes("Out"),
        [188, 137, 255, 0]
    );
}

/// State of one target without depths, and how much is drawn.
fn state_of(target: &str, count: &str) -> String {
    format!(
        "PipelineState: {{ DepthStencilState: {{ DepthEnable: false }}, BlendState: {{ RenderTarget: [ {{ {target} }} ] }} }}\n\
         DispatchParameters: {{ {count} }}"
    )
}

fn integers_are_combined() {
    let out = "{ Name: Out, Format: Hex8, Channels: 4, Data: [ 0x0f, 0xf0, 0xaa, 0x55 ], OutputProps: { Width: 1, \
               Height: 1, Depth: 1 } }";
    let outputs = "SV_Target:u4";
    let pixel =
        StageShader::new("ps", ["SV_Position:4", outputs], store(outputs, 0, &["60", "60", "60", "1000"]));
    for (state, expected) in [
        ("", [60, 60, 60, 255]),
        ("LogicOp: Xor", [0x33, 0xcc, 0x96, 0xaa]),
        ("LogicOp: CopyInverted", [0xc3, 0xc3, 0xc3, 0]),
        ("LogicOp: And, RenderTargetWriteMask: 5", [0x0c, 0xf0, 0x28, 0x55]),
    ] {
        let drawn = draw(&document(SCREEN, &[out], STRIP, &state_of(state, "")), [&plain(), &pixel]);
        assert_eq!(drawn.bytes("Out"), expected, "{state}");
    }
}

/// Buffers of four by four pixels with so many samples, and what they become.
fn multisampled(samples: u32) -> [String; 2] {
    let size = 16 * samples * 4;
    [
        format!(
            "{{ Name: Samples, Format: Float32, FillSize: {size}, OutputProps: {{ Width: 4, Height: 4, Depth: 1, Samples: \
             {samples} }} }}"
        ),
        "{ Name: Out, Format: Float32, FillSize: 64, OutputProps: { Width: 4, Height: 4, Depth: 1 } }"
            .to_owned(),
    ]
}

const SAMPLED: &str = "  RenderTarget: Samples\n";
const RESOLVED: &str = "Resolves: [ { From: Samples, To: Out } ]";

fn samples_are_resolved() {
    let patterns: [(u32, &[(i32, i32)]); 3] = [
        (2, &[(4, 4), (-4, -4)]),
        (4, &[(-2, -6), (6, -2), (-6, 2), (2, 6)]),
        (8, &[(1, -3), (-1, 3), (5, 1), (-3, -5), (-5, 5), (-7, -1), (3, 7), (7, -7)]),
    ];
    let pixel = {
        let outputs = "SV_Target:4";
        StageShader::new("ps", ["SV_Position:4", outputs], store(outputs, 0, &WHITE))
    };
    for (count, pattern) in patterns {
        let [samples, out] = multisampled(count);
        let drawn = draw(&document(HALF, &[&samples, &out], SAMPLED, RESOLVED), [&plain(), &pixel]);
        let resolved = drawn.floats("Out");
        for (at, share) in resolved.iter().enumerate() {
            let [x, y] = [at % 4, at / 4].map(|along| along as i32 * 16 + 8);
            // Below the way from the upper left to the lower right corner; the side there is a right one.
            let inside = pattern.iter().filter(|(right, down)| x + right < y + down).count();
            assert_eq!(*share, inside as f32 / count as f32, "{count} samples, pixel {at}");
        }
        let masked = format!("{RESOLVED}\nPipelineState: {{ SampleMask: 1 }}");
        let drawn = draw(
            &document(
                SCREEN,
                &[&samples, &out],
                &SAMPLED.replace("Samples\n", "Samples\n  Topology: TriangleStrip\n"),
                &masked,
            ),
            [&plain(), &pixel],
        );
        assert_eq!(drawn.floats("Out"), [1.0 / count as f32; 16]);
    }
}

fn samples_are_shaded_one_by_one() {
    let inputs = "SV_Position:4 SV_SampleIndex:u1";
    let outputs = "SV_Target:4";
    let body = [
        "  %sample = call i32 @dx.op.sampleIndex.i32(i32 90)\n  %seen = call i32 @dx.op.coverage.i32(i32 91)\n".to_owned(),
        "  %ten = mul i32 %sample, 100\n  %both = add i32 %ten, %seen\n  %red = uitofp i32 %both to float\n".to_owned(),
        store(outputs, 0, &["%red", "0.0", "0.0", "0.0"]),
    ];
    let pixel = StageShader::new("ps", [inputs, outputs], body.concat());
    let [samples, out] = multisampled(4);
    let drawn = draw(&document(HALF, &[&samples, &out], SAMPLED, RESOLVED), [&plain(), &pixel]);
    let all = drawn.floats("Samples");
    // Lower left pixels are covered, and each sample of them has its own number, and the coverage of the pixel.
    assert_eq!(all[12 * 4..][..4], [15.0, 115.0, 215.0, 315.0]);
    // In a pixel on the long side, some are not.
    assert_eq!(all[..4], [0.0, 0.0, 212.0, 312.0]);
    // Attributes that are taken at samples have the places of samples, in pixels.
    let inputs = "SV_Position:4 AT:2/sample";
    let body = load(inputs, 1) + &store(outputs, 0, &["%at0", "%at1", "0.0", "0.0"]);
    let pixel = StageShader::new("ps", [inputs, outputs], body);
    let vertex = StageShader::copy("vs", ["POSITION:4 POSITION:4", "SV_Position:4 AT:2/sample"]);
    let drawn = draw(&document(HALF, &[&samples, &out], SAMPLED, RESOLVED), [&vertex, &pixel]);
    let found = &drawn.floats("Samples")[12 * 4..][..4];
    let expected = [-2.0, 6.0, -6.0, 2.0].map(|right| -1.0 + (0.5 + right / 16.0) / 2.0);
    assert!(found.iter().zip(expected).all(|(one, other)| (one - other).abs() < 1e-6), "{found:?}");
}

fn coverage_goes_in_and_out() {
    let [samples, out] = multisampled(4);
    let outputs = "SV_Target:4 SV_Coverage:u1";
    let body = [
        "  %seen = call i32 @dx.op.coverage.i32(i32 91)\n  %red = uitofp i32 %seen to float\n".to_owned(),
        "  %kept = and i32 %seen, 6\n".to_owned(),
        store(outputs, 0, &["%red", "0.0", "0.0", "0.0"]),
        store(outputs, 1, &["%kept"]),
    ];
    let pixel = StageShader::new("ps", ["SV_Position:4 SV_Coverage:u1", outputs], body.concat());
    let drawn = draw(&document(HALF, &[&samples, &out], SAMPLED, RESOLVED), [&plain(), &pixel]);
    let all = drawn.floats("Samples");
    assert_eq!(all[12 * 4..][..4], [0.0, 15.0, 15.0, 0.0]);
    assert_eq!(all[..4], [0.0, 0.0, 12.0, 0.0]);
    // With it, alpha says nothing.
    let more = format!("{RESOLVED}\nPipelineState: {{ BlendState: {{ AlphaToCoverageEnable: true }} }}");
    let drawn = draw(&document(HALF, &[&samples, &out], SAMPLED, &more), [&plain(), &pixel]);
    assert_eq!(drawn.floats("Samples"), all);
    // Alpha says how many samples are covered.
    for (alpha, expected) in [("0.0", 0.0), ("0.125", 0.0), ("0.25", 0.25), ("0.5", 0.5), ("1.0", 1.0)] {
        let text = document(HALF, &[&samples, &out], SAMPLED, &more);
        let drawn = draw(&text, [&plain(), &colour(["1.0", "0.0", "0.0", alpha])]);
        assert_eq!(drawn.floats("Out")[12], expected, "{alpha}");
    }
}

fn centroids_stay_inside() {
    let [samples, out] = multisampled(4);
    let vertex =
        StageShader::copy("vs", ["POSITION:4 POSITION:4 POSITION:4", "SV_Position:4 AT:1/centroid MIDDLE:1"]);
    let (inputs, outputs) = ("SV_Position:4 AT:1/centroid MIDDLE:1", "SV_Target:4");
    let body = load(inputs, 1) + &load(inputs, 2) + &store(outputs, 0, &["%at0", "%middle0", "0.0", "0.0"]);
    let pixel = StageShader::new("ps", [inputs, outputs], body);
    let drawn = draw(&document(HALF, &[&samples, &out], SAMPLED, RESOLVED), [&vertex, &pixel]);
    let all = drawn.floats("Samples");
    // The first sample that is covered of a pixel on the long side is the third; all of the lower left one are.
    assert!((all[2] - (-1.0 + (0.5 - 6.0 / 16.0) / 2.0)).abs() < 1e-6, "{}", all[2]);
    assert!((all[12 * 4] - (-0.75)).abs() < 1e-6);
}
