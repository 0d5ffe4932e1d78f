//! Draws: the pipelines of the corpus that have a vertex and a pixel shader, with the results that they must give, or
//! with the digest of a picture that was looked at.

use std::path::Path;

use dx_container::parts::View as _;
use dx_container::parts::root_signature::RootSignature;
use dx_container::{Container, FourCc};
use dxil::shader::Shader;
use dxil_draw::{Draw, DrawStage};
use dxil_run::{Findings, PrepareOptions, Program, RunOptions};
use run_pipeline::{Pass, Pipeline, PipelineRun};
use testkit::{Completion, Failed, corpus, skipped};

use crate::cases::{judge, module};

pub(crate) const TESTS: &[testkit::Test] =
    testkit::tests![draws_give_their_results, the_example_is_drawn, what_does_not_fit_is_refused];

/// Steps of waves that a draw may take: pictures have 65,536 pixels.
const STEPS: u64 = 100_000_000;

/// Pictures that were looked at: the digest of what is in the target, and what is seen.
const PICTURES: &[(&str, u64, &str)] = &[
    ("Graphics__DdyCoarse", 0xdcc2_af58_a81d_aa89, DISC),
    (
        "Graphics__FullTraditionalRasterPipelineSimpleTriangle",
        0x0e65_c0f1_bd37_c195,
        "the same triangle, which comes of one point through the hull, domain and geometry shader",
    ),
    ("Graphics__ScreenSpaceUV", 0x37ba_f022_8b8f_4541, "red grows to the right, green to the top"),
    ("Graphics__SimpleTriangle", 0x0e65_c0f1_bd37_c195, "its top is red, right green, left blue"),
    ("Graphics__VertexShaderResourceCube", 0xc1a8_bdf3_33d4_53aa, "three faces, the near ones in front"),
    ("Graphics__ddx_fine", 0xead1_fb85_a772_d0a5, DISC),
    ("Graphics__ddy_fine", 0xdd38_b40e_f2d7_fbb5, DISC),
    ("Graphics__fwidth", 0xa57f_fdfc_2aa0_c885, DISC),
];

/// A circle of 32 pixels around the middle, softer where what is derived changes less along the axis.
const DISC: &str = "a white disc on black with a border that is soft along the axes that are derived";

fn draws_give_their_results() -> Result<Completion, Failed> {
    let Some(paths) = corpus::inputs("run", "yaml") else { return Ok(skipped("pipelines of draws")) };
    let (mut with_results, mut pictures, mut failures) = (0, Vec::new(), Vec::new());
    for path in &paths {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let Ok(mut pipeline) = Pipeline::parse(&std::fs::read_to_string(path)?) else { continue };
        if !pipeline.only().is_some_and(Pass::is_draw)
            || pipeline.shaders().any(|shader| shader.stage.drawn().is_none())
        {
            continue;
        }
        let checks = path.with_extension("expect");
        let checks = checks.is_file().then(|| std::fs::read_to_string(checks)).transpose()?;
        match run(&mut pipeline, path) {
            Err(why) => failures.push(format!("{name}: {why}")),
            Ok(findings) => {
                let found: Vec<_> = findings.iter().map(|(_, _, finding)| finding.detail.clone()).collect();
                if !found.is_empty() {
                    failures.push(format!("{name}: {}", found.join("; ")));
                }
                if checks.is_none() && pipeline.results.is_empty() {
                    pictures.push((name, digest(&pipeline)));
                    continue;
                }
                with_results += 1;
                if let Err(why) = judge(&pipeline, checks.as_deref()) {
                    failures.push(format!("{name}: {why}"));
                }
            }
        }
    }
    corpus::at_least("draws", with_results + pictures.len() + failures.len(), [1, 12])?;
    if corpus::is_known() {
        let expected: Vec<_> =
            PICTURES.iter().map(|(name, digest, _)| ((*name).to_owned(), *digest)).collect();
        if pictures != expected {
            failures.push(format!("pictures are {pictures:#x?}"));
        }
        if with_results != 12 {
            failures.push(format!("{with_results} draws have results"));
        }
    }
    if failures.is_empty() { Ok(Completion::Completed) } else { Err(failures.join("\n").into()) }
}

/// A number for what is in the target of a pipeline: FNV-1a of its bytes.
fn digest(pipeline: &Pipeline) -> u64 {
    let target = pipeline
        .only()
        .and_then(|pass| pass.graphics.targets.first())
        .map(|target| &pipeline.buffers[*target].data[0]);
    let bytes = target.into_iter().flatten();
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

/// Runs a pipeline's draw. What keeps it from being run, as text.
fn run(pipeline: &mut Pipeline, path: &Path) -> Result<Findings, String> {
    let mut shaders = Vec::new();
    for number in 0..pipeline.shaders().count() {
        shaders.push(
            std::fs::read(path.with_extension(format!("{number}.dxil")))
                .map_err(|error| error.to_string())?,
        );
    }
    draw(pipeline, &shaders, STEPS)
}

/// Runs the draw of these containers.
fn draw(pipeline: &mut Pipeline, shaders: &[Vec<u8>], max_steps: u64) -> Result<Findings, String> {
    let memory = PipelineRun::new(pipeline);
    let (mut programs, mut bounds) = (Vec::new(), Vec::new());
    let pass = pipeline.only().ok_or("several passes")?;
    for (stage, bytes) in pass.shaders.iter().zip(shaders) {
        let container = Container::parse(bytes).map_err(|error| error.kind().to_string())?;
        let module = module(&container)?;
        let shader = Shader::read(&module).map_err(|error| format!("{error:?}"))?;
        let kind = stage.stage.drawn().ok_or("no stage of draws")?;
        let of_stage = Program::prepare_stage(&module, &shader, (kind, None), PrepareOptions::default());
        let of_stage = of_stage.map_err(|error| error.kind().to_string())?;
        programs.extend(of_stage.into_iter().map(|program| (stage, bytes, program)));
    }
    for (stage, bytes, program) in &programs {
        let container = Container::parse(bytes).map_err(|error| error.kind().to_string())?;
        let part = container.part(FourCc::RTS0);
        let signature = part.map(|part| RootSignature::parse(container.payload(&part)));
        let signature = signature.transpose().map_err(|error| error.kind().to_string())?;
        let bound = memory.bind(pipeline, (pass, stage.stage), program, signature.as_ref());
        bounds.push(bound.map_err(|error| error.kind().to_string())?);
    }
    let stages: Vec<_> =
        programs.iter().zip(&bounds).map(|((.., program), bound)| DrawStage { program, bound }).collect();
    let state = memory.draw(pipeline, pass).map_err(|error| error.kind().to_string())?;
    let options = RunOptions { max_steps, ..RunOptions::default() };
    let draw = Draw::new(&stages, &state, options).map_err(|error| error.kind().to_string())?;
    let mut findings = Findings::default();
    for outcome in draw.run(&()) {
        if let Some(stop) = outcome.stop {
            return Err(format!("stopped: {stop:?}"));
        }
        findings.merge(outcome.findings);
    }
    drop(bounds);
    memory.finish(pipeline);
    Ok(findings)
}

/// The project's own triangle, over the upper left half of a target.
const TRIANGLE: &str = "
Shaders: [{ Stage: Vertex, Entry: VSMain }, { Stage: Pixel, Entry: PSMain }]
Buffers:
  - { Name: Vertices, Format: Float32, Stride: 32, Data: [
      -1, 1, 0.5,  0, 0, 2,  0, 0,
       1, 1, 0.5,  0, 0, 2,  1, 0,
      -1, -1, 0.5,  0, 0, 2,  0, 1 ] }
  - { Name: Frame, Format: Float32, Data: [
      1, 0, 0, 0,  0, 1, 0, 0,  0, 0, 1, 0,  0, 0, 0, 1,  0, 0, 1,  0.5 ] }
  - { Name: Albedo, Format: Float32, Channels: 4, Data: [ 0.5, 0.25, 1, 1 ], OutputProps: { Width: 1, Height: 1, Depth: 1 } }
  - { Name: Occlusion, Format: Float32, Channels: 1, Data: [ 0.5 ], OutputProps: { Width: 1, Height: 1, Depth: 1 } }
  - { Name: Out, Format: Float32, Channels: 4, FillSize: 1024, OutputProps: { Width: 8, Height: 8, Depth: 1 } }
Bindings:
  VertexBuffer: Vertices
  VertexAttributes:
    - { Name: POSITION, Format: Float32, Channels: 3, Offset: 0 }
    - { Name: NORMAL, Format: Float32, Channels: 3, Offset: 12 }
    - { Name: TEXCOORD, Format: Float32, Channels: 2, Offset: 24 }
  RenderTarget: Out
DescriptorSets:
  - Resources:
    - { Name: Frame, Kind: ConstantBuffer, DirectXBinding: { Register: 0, Space: 0 } }
    - { Name: Albedo, Kind: Texture2D, DirectXBinding: { Register: 0, Space: 0 } }
    - { Name: Occlusion, Kind: Texture2D, DirectXBinding: { Register: 1, Space: 0 } }
";

fn example(name: &str) -> Vec<u8> {
    std::fs::read(corpus::root().join("examples").join(name)).unwrap()
}

/// Draws a document with the example's shaders.
fn draw_text(text: &str, max_steps: u64) -> Result<(Pipeline, Findings), String> {
    let mut pipeline = Pipeline::parse(text).map_err(|error| error.kind().to_string())?;
    let shaders = ["triangle_vs.dxil", "triangle_ps.dxil"].map(example);
    let findings = draw(&mut pipeline, &shaders, max_steps)?;
    Ok((pipeline, findings))
}

fn the_example_is_drawn() {
    let (pipeline, findings) = draw_text(TRIANGLE, STEPS).unwrap();
    assert!(findings.is_empty(), "{findings:?}");
    let out = pipeline.buffers.iter().find(|buffer| buffer.name == "Out").unwrap();
    let floats: Vec<f32> =
        out.data[0].chunks(4).map(|word| f32::from_le_bytes(word.try_into().unwrap())).collect();
    for (at, colour) in floats.chunks(4).enumerate() {
        // Centres on the long side, which is neither a top nor a left one, are outside.
        let is_covered = at % 8 + at / 8 < 7;
        let expected = if is_covered { [0.125, 0.0625, 0.25, 0.5] } else { [0.0; 4] };
        let is_near = colour.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6);
        assert!(is_near, "pixel {}, {}: {colour:?}, expected {expected:?}", at % 8, at / 8);
    }
}

fn what_does_not_fit_is_refused() {
    let cases = [
        ("  RenderTarget: Out\n", "", "a draw requires Bindings with a RenderTarget"),
        ("  VertexBuffer: Vertices\n", "", "a draw requires a VertexBuffer"),
        (
            "Name: NORMAL",
            "Name: TANGENT",
            "reads NORMAL, but the vertex attributes are POSITION, TANGENT, TEXCOORD",
        ),
        ("Channels: 2, Offset: 24", "Channels: 2, Offset: 28", "ends at byte 36"),
        (
            "Name: Out, Format: Float32",
            "Name: Out, Format: Hex32",
            "the format of render target Out stores integers",
        ),
        (
            "  RenderTarget: Out\n",
            "  RenderTarget: Out\n  Topology: PatchList\n",
            "requires PatchControlPoints",
        ),
        (
            "FillSize: 1024, OutputProps: { Width: 8, Height: 8, Depth: 1 }",
            "FillSize: 320000, OutputProps: { Width: 20000, Height: 1, Depth: 1 }",
            "limit is 16384",
        ),
        (
            "FillSize: 1024, OutputProps: { Width: 8, Height: 8, Depth: 1 }",
            "FillSize: 1024",
            "has no OutputProps with the texture size",
        ),
    ];
    for (from, to, expected) in cases {
        let text = TRIANGLE.replacen(from, to, 1);
        assert_ne!(text, TRIANGLE);
        let error = draw_text(&text, STEPS).unwrap_err();
        assert!(error.contains(expected), "{to}: {error}");
    }
    assert_eq!(draw_text(TRIANGLE, 10).unwrap_err(), "stopped: Steps");
    let mut pipeline = Pipeline::parse(TRIANGLE).unwrap();
    let swapped = ["triangle_ps.dxil", "triangle_vs.dxil"].map(example);
    let error = draw(&mut pipeline, &swapped, STEPS).unwrap_err();
    assert_eq!(error, "entry point PSMain has the stage Pixel, expected Vertex");
}
