//! Draws from pipeline documents and shaders in short: the base of the tests of stages and fixed functions.

use dxil::shader::Shader;
use dxil_draw::{Draw, DrawStage, Workers};
use dxil_run::{Bound, FindingKind, Findings, PrepareOptions, Program, RunOptions};
use run_pipeline::{Pipeline, PipelineRun, Stage};
use testkit::generate::stage_shader::{StageShader, store};

/// The buffers after a draw, and its findings.
#[derive(Debug)]
pub(crate) struct Drawn {
    pipeline: Pipeline,
    findings: Findings,
    /// The four floats of each pixel of the first buffer, row by row.
    pub(crate) pixels: Vec<[f32; 4]>,
    /// The findings as `kind: detail`.
    pub(crate) found: Vec<String>,
}

impl Drawn {
    /// The findings: kinds, numbers of occurrences and details.
    pub(crate) fn findings(&self) -> Vec<(FindingKind, u64, String)> {
        let each =
            self.findings.iter().map(|(_, kind, finding)| (kind, finding.count, finding.detail.clone()));
        each.collect()
    }

    /// The first component of each pixel of the first buffer.
    pub(crate) fn reds(&self) -> Vec<f32> {
        self.pixels.iter().map(|pixel| pixel[0]).collect()
    }

    /// The floats of a buffer.
    pub(crate) fn floats(&self, name: &str) -> Vec<f32> {
        self.words(name).into_iter().map(f32::from_bits).collect()
    }

    /// The words of a buffer.
    pub(crate) fn words(&self, name: &str) -> Vec<u32> {
        let (words, _) = self.bytes(name).as_chunks::<4>();
        words.iter().map(|word| u32::from_le_bytes(*word)).collect()
    }

    /// The bytes of a buffer.
    pub(crate) fn bytes(&self, name: &str) -> &[u8] {
        let buffer = self.pipeline.buffers.iter().find(|buffer| buffer.name == name);
        &buffer.unwrap_or_else(|| panic!("no buffer is named {name}")).data[0]
    }
}

/// One thread for each part of a draw.
struct Threads;

impl Workers for Threads {
    fn each<T: Send>(&self, items: &mut [T], work: impl Fn(&mut T) + Send + Sync) {
        std::thread::scope(|scope| {
            let work = &work;
            items.iter_mut().for_each(|item| drop(scope.spawn(move || work(item))));
        });
    }
}

/// The programs of a shader: two for a hull shader.
fn programs(shader: &StageShader) -> Result<Vec<Program>, String> {
    let source = shader.source();
    let module = dxil_text::parse(source.as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}\n{source}"));
    let described = Shader::read(&module).unwrap_or_else(|error| panic!("{error:?}\n{source}"));
    Program::prepare_stage(&module, &described, (shader.kind(), None), PrepareOptions::default()).map_err(why)
}

fn why(error: dxil_run::RunError) -> String {
    error.kind().to_string()
}

/// Draws the only pass of a document; the error is the reason why it cannot be drawn.
fn run(
    mut pipeline: Pipeline,
    shaders: &[&StageShader],
    options: RunOptions,
    workers: &impl Workers,
) -> Result<Drawn, String> {
    let mut programs_of = Vec::new();
    for shader in shaders {
        let stage = if shader.stage == "ps" { Stage::Pixel } else { Stage::Vertex };
        programs_of.extend(programs(shader)?.into_iter().map(|program| (stage, program)));
    }
    let memory = PipelineRun::new(&pipeline);
    let pass = &pipeline.passes[0];
    let bounds =
        programs_of.iter().map(|(stage, program)| memory.bind(&pipeline, (pass, *stage), program, None));
    let bounds = bounds.collect::<Result<Vec<Bound<'_>>, _>>().map_err(why)?;
    let stages: Vec<_> =
        programs_of.iter().zip(&bounds).map(|((_, program), bound)| DrawStage { program, bound }).collect();
    let state = memory.draw(&pipeline, pass).map_err(why)?;
    let mut findings = Findings::default();
    for outcome in Draw::new(&stages, &state, options).map_err(why)?.run(workers) {
        if let Some(stop) = outcome.stop {
            return Err(format!("stopped: {stop:?}"));
        }
        findings.merge(outcome.findings);
    }
    memory.resolve(&pipeline, pass).map_err(why)?;
    drop(bounds);
    memory.finish(&mut pipeline);
    let found = findings.iter().map(|(_, kind, finding)| format!("{}: {}", kind.name(), finding.detail));
    let (pixels, _) = pipeline.buffers[0].data[0].as_chunks::<16>();
    let float = |pixel: &[u8; 16], at: usize| f32::from_le_bytes(pixel[at * 4..][..4].try_into().unwrap());
    let pixels = pixels.iter().map(|pixel| std::array::from_fn(|at| float(pixel, at))).collect();
    Ok(Drawn { found: found.collect(), pixels, pipeline, findings })
}

/// Draws a document's keys after `Shaders` with a vertex and a pixel shader, on one thread and on several; the error is
/// the reason why it cannot be drawn.
pub(crate) fn try_draw(document: &str, shaders: [&StageShader; 2]) -> Result<Drawn, String> {
    let sets = if document.contains("DescriptorSets") { "" } else { "DescriptorSets: []\n" };
    let text = format!(
        "Shaders: [{{ Stage: Vertex, Entry: main }}, {{ Stage: Pixel, Entry: main }}]\n{sets}{document}"
    );
    let pipeline = Pipeline::parse(&text).map_err(why)?;
    let options = RunOptions { max_steps: 10_000_000, ..RunOptions::default() };
    let alone = run(pipeline.clone(), &shaders, options, &())?;
    let together = run(pipeline, &shaders, options, &Threads)?;
    assert_eq!(alone.findings, together.findings);
    for (one, other) in alone.pipeline.buffers.iter().zip(&together.pipeline.buffers) {
        assert!(one.data == other.data, "{} depends on threads", one.name);
    }
    Ok(alone)
}

/// Like [`try_draw`], for a draw that is possible and has no findings.
pub(crate) fn draw(document: &str, shaders: [&StageShader; 2]) -> Drawn {
    let drawn = try_draw(document, shaders).unwrap_or_else(|why| panic!("{why}\n{document}"));
    assert!(drawn.findings.is_empty(), "{:#?}", drawn.findings);
    drawn
}

/// Draws with the stages of a pipeline; the error is the reason why it cannot be drawn.
pub(crate) fn draw_stages(shaders: &[StageShader], pipeline: &Pipeline) -> Result<Drawn, String> {
    draw_stages_by(shaders, pipeline, RunOptions { max_steps: 50_000_000, ..RunOptions::default() })
}

/// Like [`draw_stages`], with other options.
pub(crate) fn draw_stages_by(
    shaders: &[StageShader],
    pipeline: &Pipeline,
    options: RunOptions,
) -> Result<Drawn, String> {
    let mut pipeline = pipeline.clone();
    let has_meshes = shaders.iter().any(|shader| matches!(shader.stage, "as" | "ms"));
    pipeline.passes[0].shaders[0].stage = if has_meshes { Stage::Mesh } else { Stage::Vertex };
    run(pipeline, &shaders.iter().collect::<Vec<_>>(), options, &())
}

/// A document with a target of so many pixels along x and y, and other keys.
pub(crate) fn target([width, height]: [u32; 2], bindings: &str, rest: &str) -> Pipeline {
    layered([width, height, 1], bindings, rest)
}

/// Like [`target`], with layers, which follow each other.
pub(crate) fn layered([width, height, layers]: [u32; 3], bindings: &str, rest: &str) -> Pipeline {
    let text = format!(
        "Shaders: [{{ Stage: Vertex, Entry: main }}]
Buffers:
  - {{ Name: Out, Format: Float32, Channels: 4, FillSize: {}, OutputProps: {{ Width: {width}, Height: {height}, Depth: {layers} }} }}
Bindings: {{ RenderTarget: Out{bindings} }}
DescriptorSets: []
{rest}",
        width * height * layers * 16
    );
    Pipeline::parse(&text).unwrap_or_else(|error| panic!("{}\n{text}", error.kind()))
}

/// A strip over the whole target: corners of four floats.
pub(crate) const SCREEN: &str =
    "Format: Float32, Stride: 16, Data: [ -1, 1, 0.5, 1,  1, 1, 0.5, 1,  -1, -1, 0.5, 1,  1, -1, 0.5, 1 ]";

/// A triangle over the lower left half of the target, whose long side goes through the middle of pixels.
pub(crate) const HALF: &str =
    "Format: Float32, Stride: 16, Data: [ -1, 1, 0.5, 1,  1, -1, 0.5, 1,  -1, -1, 0.5, 1 ]";

/// Floats of four components.
pub(crate) fn out(width: u32, height: u32, more: &str) -> String {
    let bytes = width * height * 16;
    format!(
        "{{ Name: Out, Format: Float32, Channels: 4, FillSize: {bytes}, OutputProps: {{ Width: {width}, Height: {height}, \
         Depth: 1{more} }} }}"
    )
}

/// A document with buffers, one of which has vertices of four floats, and other keys.
pub(crate) fn document(vertices: &str, buffers: &[&str], bindings: &str, more: &str) -> String {
    let buffers: Vec<_> = buffers.iter().map(|buffer| format!("  - {buffer}\n")).collect();
    format!(
        "Buffers:\n  - {{ Name: Vertices, {vertices} }}\n{}Bindings:\n  VertexBuffer: Vertices\n  VertexAttributes: [ {{ \
         Name: POSITION, Format: Float32, Channels: 4, Offset: 0 }} ]\n{bindings}\n{more}\n",
        buffers.concat()
    )
}

pub(crate) const OUT: &str = "  RenderTarget: Out\n";
pub(crate) const STRIP: &str = "  RenderTarget: Out\n  Topology: TriangleStrip\n";

/// Gives its position as it is.
pub(crate) fn plain() -> StageShader {
    StageShader::copy("vs", ["POSITION:4", "SV_Position:4"])
}

pub(crate) const WHITE: [&str; 4] = ["1.0", "1.0", "1.0", "1.0"];

/// Gives the same colour everywhere.
pub(crate) fn colour(values: [&str; 4]) -> StageShader {
    let outputs = "SV_Target:4";
    StageShader::new("ps", ["SV_Position:4", outputs], store(outputs, 0, &values))
}

/// The first component of each pixel.
pub(crate) fn reds(floats: &[f32]) -> Vec<f32> {
    floats.chunks(4).map(|pixel| pixel[0]).collect()
}
