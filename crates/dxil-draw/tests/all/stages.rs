//! Draws of shaders that are made of a few lines each: what tests of stages begin with. A line of a body is an
//! operation of stages in short, such as `%x = in 0 1 2` for column 1 of input 0 of vertex 2, or assembly.

use std::fmt::Write as _;

use dx_container::enums::ShaderKind;
use dxil::shader::Shader;
use dxil_draw::{Draw, DrawStage};
use dxil_ir::Module;
use dxil_run::{PrepareOptions, Program, RunOptions};
use run_pipeline::{Pipeline, PipelineRun, Stage};

use testkit::generate::declarations;

/// A shader of a stage.
#[derive(Debug, Clone, Default)]
pub(crate) struct StageShader {
    /// Its stage, as shader models name it.
    pub(crate) stage: &'static str,
    /// Elements of its signatures, as [`element`] reads them.
    pub(crate) inputs: &'static str,
    pub(crate) outputs: &'static str,
    pub(crate) constants: &'static str,
    /// What the stage has of its own in metadata: operands of the state.
    pub(crate) state: String,
    pub(crate) body: String,
    /// Of a hull shader, the body of the function of patches.
    pub(crate) patch: String,
    /// What stands at the top level.
    pub(crate) globals: &'static str,
}

/// A vertex shader that takes these elements and gives them.
pub(crate) fn vertex(inputs: &'static str, outputs: &'static str, body: &str) -> StageShader {
    StageShader { stage: "vs", inputs, outputs, body: body.into(), ..StageShader::default() }
}

/// A pixel shader with a target, of which it writes all that the body does not as zero.
pub(crate) fn pixel(inputs: &'static str, body: &str) -> StageShader {
    let body = format!("out 0 0 0.0\n out 0 1 0.0\n out 0 2 0.0\n out 0 3 0.0\n {body}");
    StageShader { stage: "ps", inputs, outputs: "SV_Target:4", body, ..StageShader::default() }
}

/// A geometry shader. The state is the primitive that it takes, the most vertices, streams, topology, and instances.
pub(crate) fn geometry([inputs, outputs]: [&'static str; 2], state: [u32; 5], body: &str) -> StageShader {
    let state = state.map(|word| format!("i32 {word}")).join(", ");
    StageShader { stage: "gs", inputs, outputs, state, body: body.into(), ..StageShader::default() }
}

/// An element of a signature, as metadata: `NAME:4` are four floats, `NAME:u2` two integers, `NAME:1x3` three rows, and
/// `NAME:4@1` is of stream 1.
fn element(id: usize, text: &str) -> String {
    let (name, rest) = text.split_once(':').expect("NAME:COLUMNS");
    let (rest, stream) = rest.split_once('@').unwrap_or((rest, "0"));
    let (columns, rows) = rest.split_once('x').unwrap_or((rest, "1"));
    let (ty, columns) = columns.strip_prefix('u').map_or((9, columns), |columns| (5, columns));
    let kind = match name {
        "SV_VertexID" => 1,
        "SV_Position" => 3,
        "SV_RenderTargetArrayIndex" => 4,
        "SV_PrimitiveID" => 10,
        "SV_Target" => 16,
        "SV_TessFactor" => 25,
        "SV_InsideTessFactor" => 26,
        "SV_CullPrimitive" => 30,
        _ => 0,
    };
    let indices = (0..rows.parse().expect("a number")).map(|row: u32| format!("i32 {row}"));
    let indices = indices.collect::<Vec<_>>().join(", ");
    format!(
        "!{{i32 {id}, !\"{name}\", i8 {ty}, i8 {kind}, !{{{indices}}}, i8 {}, i32 {rows}, i8 {columns}, i32 {id}, i8 0, !{{i32 0, i32 {stream}}}}}",
        if ty == 5 { 1 } else { 2 }
    )
}

/// Metadata in which lists stand where they are used.
#[derive(Default)]
struct Nodes {
    text: String,
    next: usize,
}

impl Nodes {
    /// The number of a node whose operands may be nodes themselves.
    fn add(&mut self, node: &str) -> String {
        let inner = node.strip_prefix("!{").and_then(|node| node.strip_suffix('}')).expect("a node");
        let (mut flat, mut rest) = (String::new(), inner);
        while let Some(at) = rest.find("!{") {
            let end = at + rest[at..].find('}').expect("it ends");
            flat += &rest[..at];
            flat += &self.add(&rest[at..=end]);
            rest = &rest[end + 1..];
        }
        flat += rest;
        let number = 100 + self.next;
        self.next += 1;
        writeln!(self.text, "!{number} = !{{{flat}}}").expect("text can be written");
        format!("!{number}")
    }
}

/// What a line in short stands for: function, result, opcode, and the types of its arguments.
const SHORT: &[(&str, &str, &str, u32, &[&str])] = &[
    ("in", "float", "loadInput.f32", 4, &["i32", "=i32 0", "i8", "i32"]),
    ("in.u", "i32", "loadInput.i32", 4, &["i32", "=i32 0", "i8", "i32"]),
    ("out", "void", "storeOutput.f32", 5, &["i32", "=i32 0", "i8", "float"]),
    ("out.u", "void", "storeOutput.i32", 5, &["i32", "=i32 0", "i8", "i32"]),
    ("emit", "void", "emitStream", 97, &["i8"]),
    ("cut", "void", "cutStream", 98, &["i8"]),
    ("emitcut", "void", "emitThenCutStream", 99, &["i8"]),
    ("instance", "i32", "gsInstanceID.i32", 100, &[]),
    ("point", "float", "loadOutputControlPoint.f32", 103, &["i32", "=i32 0", "i8", "i32"]),
    ("constant", "float", "loadPatchConstant.f32", 104, &["i32", "i32", "i8"]),
    ("location", "float", "domainLocation.f32", 105, &["i8"]),
    ("patch", "void", "storePatchConstant.f32", 106, &["i32", "i32", "i8", "float"]),
    ("number", "i32", "outputControlPointID.i32", 107, &[]),
    ("primitive", "i32", "primitiveID.i32", 108, &[]),
    ("group", "i32", "groupId.i32", 94, &["i32"]),
    ("thread", "i32", "flattenedThreadIdInGroup.i32", 96, &[]),
    ("view", "i32", "viewID.i32", 138, &[]),
    ("counts", "void", "setMeshOutputCounts", 168, &["i32", "i32"]),
    ("indices", "void", "emitIndices", 169, &["i32", "i32", "i32", "i32"]),
    ("payload", "%Task*", "getMeshPayload.Task", 170, &[]),
    ("vertex", "void", "storeVertexOutput.f32", 171, &["i32", "=i32 0", "i8", "float", "i32"]),
    ("with", "void", "storePrimitiveOutput.f32", 172, &["i32", "=i32 0", "i8", "float", "i32"]),
    ("with.u", "void", "storePrimitiveOutput.i32", 172, &["i32", "=i32 0", "i8", "i32", "i32"]),
    ("dispatch", "void", "dispatchMesh.Task", 173, &["i32", "i32", "i32", "%Task addrspace(3)*"]),
];

/// A line of a body as assembly.
fn line(text: &str) -> String {
    let (to, call) = text.split_once(" = ").map_or((None, text), |(to, call)| (Some(to), call));
    let words: Vec<&str> = call.split_whitespace().collect();
    let short = SHORT.iter().find(|(name, ..)| words.first() == Some(name));
    let Some((_, result, function, opcode, types)) = short else { return text.to_owned() };
    let mut values = words[1..].iter();
    let mut arguments = vec![format!("i32 {opcode}")];
    for ty in *types {
        arguments.push(match ty.strip_prefix('=') {
            Some(constant) => constant.to_owned(),
            None => format!("{ty} {}", values.next().unwrap_or_else(|| panic!("{text}"))),
        });
    }
    assert!(values.next().is_none(), "{text}");
    let call = format!("call {result} @dx.op.{function}({})", arguments.join(", "));
    to.map_or(call.clone(), |to| format!("{to} = {call}"))
}

fn function(name: &str, body: &str) -> String {
    let lines: Vec<String> = body.lines().map(|text| line(text.trim())).collect();
    format!("define void @{name}() {{\nentry:\n{}\n  ret void\n}}\n", lines.join("\n"))
}

impl StageShader {
    pub(crate) fn kind(&self) -> ShaderKind {
        match self.stage {
            "vs" => ShaderKind::VERTEX,
            "hs" => ShaderKind::HULL,
            "ds" => ShaderKind::DOMAIN,
            "gs" => ShaderKind::GEOMETRY,
            "as" => ShaderKind::AMPLIFICATION,
            "ms" => ShaderKind::MESH,
            _ => ShaderKind::PIXEL,
        }
    }

    /// The whole module.
    pub(crate) fn source(&self) -> String {
        let passes_through = self.stage == "hs" && self.body.is_empty();
        let mut functions = if passes_through { String::new() } else { function("main", &self.body) };
        if !self.patch.is_empty() {
            functions += &function("patches", &self.patch);
        }
        let mut nodes = Nodes::default();
        let signature = |text: &str| {
            let elements: Vec<_> = text.split_whitespace().enumerate().collect();
            elements.into_iter().map(|(id, text)| element(id, text)).collect::<Vec<_>>()
        };
        let mut signatures = Vec::new();
        for text in [self.inputs, self.outputs, self.constants] {
            let elements: Vec<_> = signature(text).iter().map(|element| nodes.add(element)).collect();
            signatures.push(match elements.is_empty() {
                true => "null".to_owned(),
                false => nodes.add(&format!("!{{{}}}", elements.join(", "))),
            });
        }
        let tag = match self.stage {
            "gs" => Some(1),
            "ds" => Some(2),
            "hs" => Some(3),
            "ms" => Some(9),
            "as" => Some(10),
            _ => None,
        };
        let state = tag.map_or("null".to_owned(), |tag| {
            let state = nodes.add(&format!("!{{{}}}", self.state));
            nodes.add(&format!("!{{i32 {tag}, {state}}}"))
        });
        let main = if passes_through { "null" } else { "void ()* @main" };
        let signatures = nodes.add(&format!("!{{{}}}", signatures.join(", ")));
        format!(
            "target datalayout = \"e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64\"
target triple = \"dxil-ms-dx\"
{}
{functions}
{}
!dx.version = !{{!0}}
!dx.shaderModel = !{{!1}}
!dx.entryPoints = !{{!2}}
!0 = !{{i32 1, i32 8}}
!1 = !{{!\"{}\", i32 6, i32 8}}
!2 = !{{{main}, !\"main\", {signatures}, null, {state}}}
{}",
            self.globals,
            declarations(&functions),
            self.stage,
            nodes.text
        )
    }

    pub(crate) fn module(&self) -> Module {
        let source = self.source();
        dxil_text::parse(source.as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}\n{source}"))
    }
}

/// What is drawn to: a target of so many pixels along x and y, with other keys of the document.
pub(crate) fn document([width, height]: [u32; 2], bindings: &str, rest: &str) -> Pipeline {
    layered([width, height, 1], bindings, rest)
}

/// The same with layers, which follow each other.
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

/// What came of a draw: the four floats of each pixel, row by row, and what was found, as `kind: detail`.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Drawn {
    pub(crate) pixels: Vec<[f32; 4]>,
    pub(crate) found: Vec<String>,
}

impl Drawn {
    /// The first component of each pixel.
    pub(crate) fn reds(&self) -> Vec<f32> {
        self.pixels.iter().map(|pixel| pixel[0]).collect()
    }
}

/// Draws. What keeps shaders from being drawn, as text.
pub(crate) fn draw(shaders: &[StageShader], pipeline: &mut Pipeline) -> Result<Drawn, String> {
    draw_by(shaders, pipeline, RunOptions { max_steps: 50_000_000, ..RunOptions::default() })
}

/// The same with other options.
pub(crate) fn draw_by(
    shaders: &[StageShader],
    pipeline: &mut Pipeline,
    options: RunOptions,
) -> Result<Drawn, String> {
    let text = |error: dxil_run::RunError| error.kind().to_string();
    let has_meshes = shaders.iter().any(|shader| matches!(shader.stage, "as" | "ms"));
    pipeline.passes[0].shaders[0].stage = if has_meshes { Stage::Mesh } else { Stage::Vertex };
    let pass = &pipeline.passes[0];
    let mut programs = Vec::new();
    for shader in shaders {
        let module = shader.module();
        let described =
            Shader::read(&module).unwrap_or_else(|error| panic!("{error:?}\n{}", shader.source()));
        let stage = (shader.kind(), None);
        programs.extend(
            Program::prepare_stage(&module, &described, stage, PrepareOptions::default()).map_err(text)?,
        );
    }
    let memory = PipelineRun::new(pipeline);
    let bounds = programs.iter().map(|program| memory.bind(pipeline, (pass, Stage::Vertex), program, None));
    let bounds = bounds.collect::<Result<Vec<_>, _>>().map_err(text)?;
    let stages: Vec<_> =
        programs.iter().zip(&bounds).map(|(program, bound)| DrawStage { program, bound }).collect();
    let state = memory.draw(pipeline, pass).map_err(text)?;
    let mut found = Vec::new();
    for outcome in Draw::new(&stages, &state, options).map_err(text)?.run(&()) {
        if let Some(stop) = outcome.stop {
            return Err(format!("stopped: {stop:?}"));
        }
        let all = outcome.findings.iter();
        found.extend(all.map(|(_, kind, finding)| format!("{}: {}", kind.name(), finding.detail)));
    }
    drop(bounds);
    memory.finish(pipeline);
    let words =
        pipeline.buffers[0].data[0].chunks(4).map(|word| f32::from_le_bytes(word.try_into().unwrap()));
    let words: Vec<f32> = words.collect();
    let pixels = words.chunks(4).map(|pixel| pixel.try_into().unwrap()).collect();
    Ok(Drawn { pixels, found })
}
