//! Draws made of documents and of shaders that are written here: what tests of fixed functions begin with.

use std::fmt::Write as _;

use dx_container::enums::ShaderKind;
use dxil::shader::Shader;
use dxil_draw::{Draw, DrawStage, Workers};
use dxil_run::{Bound, Entrance, FindingKind, Findings, PrepareOptions, Program, RunOptions};
use run_pipeline::{Pipeline, PipelineRun, Stage};

use testkit::generate::declarations;

/// The numbers of kinds of resources, as metadata has them.
pub(crate) mod kinds {
    pub(crate) const TEXTURE_1D: u32 = 1;
    pub(crate) const TEXTURE_2D: u32 = 2;
    pub(crate) const TEXTURE_2D_MS: u32 = 3;
    pub(crate) const TEXTURE_3D: u32 = 4;
    pub(crate) const TEXTURE_CUBE: u32 = 5;
    pub(crate) const TEXTURE_1D_ARRAY: u32 = 6;
    pub(crate) const TEXTURE_2D_ARRAY: u32 = 7;
    pub(crate) const TEXTURE_CUBE_ARRAY: u32 = 9;
}

/// Component types, as metadata has them.
pub(crate) const U32: u32 = 5;
pub(crate) const F32: u32 = 9;

/// Kinds of semantics, as metadata has them.
pub(crate) mod semantics {
    pub(crate) const NONE: u32 = 0;
    pub(crate) const VERTEX_ID: u32 = 1;
    pub(crate) const INSTANCE_ID: u32 = 2;
    pub(crate) const POSITION: u32 = 3;
    pub(crate) const LAYER: u32 = 4;
    pub(crate) const VIEWPORT: u32 = 5;
    pub(crate) const CLIP: u32 = 6;
    pub(crate) const CULL: u32 = 7;
    pub(crate) const SAMPLE: u32 = 12;
    pub(crate) const FRONT: u32 = 13;
    pub(crate) const COVERAGE: u32 = 14;
    pub(crate) const TARGET: u32 = 16;
    pub(crate) const DEPTH: u32 = 17;
    pub(crate) const STENCIL: u32 = 20;
    pub(crate) const BARYCENTRICS: u32 = 28;
}

/// Modes of interpolation, as metadata has them.
pub(crate) mod modes {
    pub(crate) const CONSTANT: u32 = 1;
    pub(crate) const LINEAR: u32 = 2;
    pub(crate) const CENTROID: u32 = 3;
    pub(crate) const SCREEN: u32 = 4;
    pub(crate) const SAMPLE: u32 = 6;
}

/// An element of a signature.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Element {
    name: &'static str,
    index: u32,
    semantic: u32,
    ty: u32,
    mode: u32,
    columns: u32,
}

impl Element {
    /// The same, interpolated otherwise.
    pub(crate) fn in_mode(self, mode: u32) -> Self {
        Self { mode, ..self }
    }
}

/// Floats with a semantic of their own.
pub(crate) fn floats(name: &'static str, columns: u32, mode: u32) -> Element {
    Element { name, index: 0, semantic: semantics::NONE, ty: F32, mode, columns }
}

/// Integers with a semantic of their own.
pub(crate) fn integers(name: &'static str, columns: u32) -> Element {
    Element { name, index: 0, semantic: semantics::NONE, ty: U32, mode: modes::CONSTANT, columns }
}

/// A system value.
pub(crate) fn system(name: &'static str, semantic: u32, ty: u32, columns: u32) -> Element {
    Element { name, index: 0, semantic, ty, mode: modes::CONSTANT, columns }
}

/// Where a vertex is.
pub(crate) fn position() -> Element {
    Element { mode: modes::SCREEN, ..system("SV_Position", semantics::POSITION, F32, 4) }
}

/// A colour.
pub(crate) fn target(index: u32, ty: u32) -> Element {
    Element { index, ..system("SV_Target", semantics::TARGET, ty, 4) }
}

fn names(ty: u32) -> (&'static str, &'static str) {
    if ty == F32 { ("f32", "float") } else { ("i32", "i32") }
}

/// Code that loads all columns of an input as `%NAME0` and so on.
pub(crate) fn load(elements: &[Element], id: usize) -> String {
    load_as(elements, id, &elements[id].name.to_lowercase())
}

/// The same by another name.
fn load_as(elements: &[Element], id: usize, name: &str) -> String {
    let Element { ty, columns, .. } = elements[id];
    let (suffix, ty) = names(ty);
    (0..columns).fold(String::new(), |mut text, column| {
        let call =
            format!("call {ty} @dx.op.loadInput.{suffix}(i32 4, i32 {id}, i32 0, i8 {column}, i32 undef)");
        writeln!(text, "  %{name}{column} = {call}").unwrap();
        text
    })
}

/// Code that stores values into the columns of an output.
pub(crate) fn store(elements: &[Element], id: usize, values: &[&str]) -> String {
    let (suffix, ty) = names(elements[id].ty);
    values.iter().enumerate().fold(String::new(), |mut text, (column, value)| {
        let place = format!("i32 {id}, i32 0, i8 {column}");
        writeln!(text, "  call void @dx.op.storeOutput.{suffix}(i32 5, {place}, {ty} {value})").unwrap();
        text
    })
}

/// A shader with a body.
pub(crate) struct Text {
    kind: &'static str,
    inputs: Vec<Element>,
    outputs: Vec<Element>,
    body: String,
    flags: u32,
    /// The kind of a texture that it reads with a sampler.
    texture: Option<u32>,
}

impl Text {
    /// A shader with a body.
    pub(crate) fn new(kind: &'static str, inputs: &[Element], outputs: &[Element], body: &str) -> Self {
        let (inputs, outputs, body) = (inputs.to_vec(), outputs.to_vec(), body.to_owned());
        Self { kind, inputs, outputs, body, flags: 0, texture: None }
    }

    /// A shader that gives each of its inputs as the output of the same number.
    pub(crate) fn copy(kind: &'static str, inputs: &[Element], outputs: &[Element]) -> Self {
        let mut body = String::new();
        for id in 0..outputs.len() {
            let name = format!("of{id}to");
            body += &load_as(inputs, id, &name);
            let values: Vec<_> = (0..outputs[id].columns).map(|column| format!("%{name}{column}")).collect();
            body += &store(outputs, id, &values.iter().map(String::as_str).collect::<Vec<_>>());
        }
        Self::new(kind, inputs, outputs, &body)
    }

    /// The same with depth tested before it runs.
    pub(crate) fn early(self) -> Self {
        Self { flags: 8, ..self }
    }

    /// The same with a texture of a kind and a sampler.
    pub(crate) fn with_texture(self, kind: u32) -> Self {
        Self { texture: Some(kind), ..self }
    }

    fn program(&self) -> Program {
        let source = self.source();
        let module =
            dxil_text::parse(source.as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}\n{source}"));
        let shader = Shader::read(&module).expect("its metadata is fine");
        let kind = if self.kind == "vs" { ShaderKind::VERTEX } else { ShaderKind::PIXEL };
        Program::prepare(&module, &shader, Entrance::Stage(kind, None), PrepareOptions::default())
            .unwrap_or_else(|error| panic!("{}\n{source}", error.kind()))
    }

    fn source(&self) -> String {
        let Self { kind, body, flags, .. } = self;
        let resources = if self.texture.is_some() { "!6" } else { "null" };
        let mut text = format!(
            "target datalayout = \"e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64\"
target triple = \"dxil-ms-dx\"
%dx.types.Handle = type {{ i8* }}
%dx.types.ResRet.f32 = type {{ float, float, float, float, i32 }}
%struct.T = type {{ i32 }}

define void @main() {{
entry:
{body}  ret void
}}
{}
!dx.version = !{{!0}}
!dx.shaderModel = !{{!1}}
!dx.entryPoints = !{{!2}}
!0 = !{{i32 1, i32 6}}
!1 = !{{!\"{kind}\", i32 6, i32 6}}
!2 = !{{void ()* @main, !\"main\", !3, {resources}, !5}}
!3 = !{{!10, !40, null}}
!4 = !{{i32 0}}
!5 = !{{i32 0, i64 {flags}}}
",
            declarations(body)
        );
        if let Some(kind) = self.texture {
            writeln!(
                text,
                "!dx.resources = !{{!6}}
!6 = !{{!70, null, null, !71}}
!70 = !{{!72}}
!71 = !{{!73}}
!72 = !{{i32 0, %struct.T* undef, !\"texture\", i32 0, i32 0, i32 1, i32 {kind}, i32 0, !74}}
!73 = !{{i32 0, %struct.T* undef, !\"sampler\", i32 0, i32 0, i32 1, i32 0, null}}
!74 = !{{i32 0, i32 9}}"
            )
            .unwrap();
        }
        for (list, elements) in [(10, &self.inputs), (40, &self.outputs)] {
            let ids: Vec<_> = (0..elements.len()).map(|id| format!("!{}", list + 1 + id * 2)).collect();
            writeln!(text, "!{list} = !{{{}}}", ids.join(", ")).unwrap();
            for (id, element) in elements.iter().enumerate() {
                let Element { name, index, semantic, ty, mode, columns } = element;
                let (at, indices) = (list + 1 + id * 2, list + 2 + id * 2);
                writeln!(
                    text,
                    "!{at} = !{{i32 {id}, !\"{name}\", i8 {ty}, i8 {semantic}, !{indices}, i8 {mode}, i32 1, \
                     i8 {columns}, i32 {id}, i8 0, null}}\n!{indices} = !{{i32 {index}}}"
                )
                .unwrap();
            }
        }
        text
    }
}

/// What a draw gave.
pub(crate) struct Drawn {
    pipeline: Pipeline,
    pub(crate) findings: Findings,
}

impl Drawn {
    /// What was found: kinds, how often, and words.
    pub(crate) fn found(&self) -> Vec<(FindingKind, u64, String)> {
        let each =
            self.findings.iter().map(|(_, kind, finding)| (kind, finding.count, finding.detail.clone()));
        each.collect()
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

/// A thread for each part of a draw.
struct Threads;

impl Workers for Threads {
    fn each<T: Send>(&self, items: &mut [T], work: impl Fn(&mut T) + Send + Sync) {
        std::thread::scope(|scope| {
            let work = &work;
            items.iter_mut().for_each(|item| drop(scope.spawn(move || work(item))));
        });
    }
}

/// Draws a document's keys behind `Shaders` with a vertex and a pixel shader; what keeps it from being drawn. What one
/// thread draws and what many do is compared.
pub(crate) fn try_draw(document: &str, shaders: [&Text; 2]) -> Result<Drawn, String> {
    let alone = draw_by(document, shaders, &())?;
    let together = draw_by(document, shaders, &Threads)?;
    assert_eq!(alone.findings, together.findings);
    for (one, other) in alone.pipeline.buffers.iter().zip(&together.pipeline.buffers) {
        assert!(one.data == other.data, "{} depends on threads", one.name);
    }
    Ok(alone)
}

/// The same of what can be drawn, and in which nothing is found.
pub(crate) fn draw(document: &str, shaders: [&Text; 2]) -> Drawn {
    let drawn = try_draw(document, shaders).unwrap_or_else(|why| panic!("{why}\n{document}"));
    assert!(drawn.findings.is_empty(), "{:#?}", drawn.findings);
    drawn
}

fn draw_by(document: &str, shaders: [&Text; 2], workers: &impl Workers) -> Result<Drawn, String> {
    let sets = if document.contains("DescriptorSets") { "" } else { "DescriptorSets: []\n" };
    let text = format!(
        "Shaders: [{{ Stage: Vertex, Entry: main }}, {{ Stage: Pixel, Entry: main }}]\n{sets}{document}"
    );
    let why = |error: dxil_run::RunError| error.kind().to_string();
    let mut pipeline = Pipeline::parse(&text).map_err(why)?;
    let programs = shaders.map(Text::program);
    let memory = PipelineRun::new(&pipeline);
    let pass = &pipeline.passes[0];
    let bind = |stage, program| -> Result<Bound<'_>, String> {
        memory.bind(&pipeline, (pass, stage), program, None).map_err(why)
    };
    let bounds = [bind(Stage::Vertex, &programs[0])?, bind(Stage::Pixel, &programs[1])?];
    let stage = |number: usize| DrawStage { program: &programs[number], bound: &bounds[number] };
    let state = memory.draw(&pipeline, pass).map_err(why)?;
    let options = RunOptions { max_steps: 10_000_000, ..RunOptions::default() };
    let draw = Draw::new(&[stage(0), stage(1)], &state, options).map_err(why)?;
    let mut findings = Findings::default();
    for outcome in draw.run(workers) {
        assert_eq!(outcome.stop, None);
        findings.merge(outcome.findings);
    }
    memory.resolve(&pipeline, pass).map_err(why)?;
    drop(bounds);
    memory.finish(&mut pipeline);
    Ok(Drawn { pipeline, findings })
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
pub(crate) fn plain() -> Text {
    Text::copy("vs", &[floats("POSITION", 4, 0)], &[position()])
}

pub(crate) const WHITE: [&str; 4] = ["1.0", "1.0", "1.0", "1.0"];

/// Gives the same colour everywhere.
pub(crate) fn colour(values: [&str; 4]) -> Text {
    let outputs = [target(0, F32)];
    Text::new("ps", &[position()], &outputs, &store(&outputs, 0, &values))
}

/// The first component of each pixel.
pub(crate) fn reds(floats: &[f32]) -> Vec<f32> {
    floats.chunks(4).map(|pixel| pixel[0]).collect()
}
