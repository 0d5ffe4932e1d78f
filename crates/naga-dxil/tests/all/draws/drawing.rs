//! Executes a draw of a vertex and a fragment entry point of one WGSL source: compiles both for each shader model, with
//! and without optimization, binds the resources of a pipeline document, and compares buffers with expected bytes.
//! Separate from the draws, which have only sources, documents and expected pixels.

use std::fmt::Write as _;

use dx_container::parts::program::ProgramPart;
use dx_container::{Container, FourCc};
use dxil::shader::Shader as Description;
use dxil_draw::DrawStage;
use dxil_ir::bitcode;
use dxil_run::{Findings, PrepareOptions, Program, RunOptions};
use naga::ShaderStage;
use naga::back::hlsl::BindTarget;
use naga_dxil::{Options, PipelineOptions, write};
use run_pipeline::{Pipeline, PipelineRun};

use crate::harness::{Bytes, compare, parsed, validated};

/// The instructions of a draw, after which a test fails.
const MAX_STEPS: u64 = 2_000_000;
/// The register space of the special constants in [`Draw::first`].
const CONSTANTS_SPACE: u8 = 9;

/// Named draws.
pub(crate) type Draws = Vec<(&'static str, Draw)>;

/// A function that returns the corners of a triangle that covers the whole target.
pub(crate) const COVER: &str = "
fn cover(i: u32) -> vec2<f32> {
    return vec2(f32(i & 1u), f32(i >> 1u)) * 4.0 - 1.0;
}
";

/// The vertex entry point of a triangle that covers the whole target.
pub(crate) const COVERING: &str = "
@vertex
fn v(@builtin(vertex_index) i: u32) -> @builtin(position) vec4<f32> {
    return vec4(vec2(f32(i & 1u), f32(i >> 1u)) * 4.0 - 1.0, 0.5, 1.0);
}
";

/// A draw that executes a fragment entry point for each pixel.
pub(crate) fn covering(fragment: &str) -> Draw {
    Draw::new(&format!("{fragment}{COVERING}"), 3)
}

/// The center of a pixel.
pub(crate) fn center(x: u16, y: u16) -> [f32; 2] {
    [f32::from(x) + 0.5, f32::from(y) + 0.5]
}

/// A draw. The target `Picture` has floats in four channels and one sample, unless [`Draw::target`] adds others.
#[derive(Debug, Clone)]
pub(crate) struct Draw {
    source: String,
    models: Vec<(u32, u32)>,
    buffers: String,
    resources: String,
    samplers: String,
    bindings: String,
    targets: Vec<String>,
    state: String,
    parameters: String,
    expected: Vec<(String, Vec<u8>)>,
    flip_y: bool,
    /// The first vertex and the first instance.
    first: Option<[u32; 2]>,
}

impl Draw {
    /// A draw of these vertices without a vertex buffer, as a list of triangles.
    pub(crate) fn new(source: &str, vertices: u32) -> Self {
        Self {
            source: source.to_owned(),
            models: vec![(6, 1), (6, 6)],
            buffers: String::new(),
            resources: String::new(),
            samplers: String::new(),
            bindings: "  Topology: TriangleList\n".to_owned(),
            targets: Vec::new(),
            state: String::new(),
            parameters: format!("  VertexCount: {vertices}\n"),
            expected: Vec::new(),
            flip_y: false,
            first: None,
        }
    }

    pub(crate) fn models(self, models: &[(u32, u32)]) -> Self {
        Self { models: models.to_vec(), ..self }
    }

    /// Negates the y coordinate of the positions.
    pub(crate) fn flipped(self) -> Self {
        Self { flip_y: true, ..self }
    }

    /// Adds an element of `Buffers`, as a flow mapping without braces.
    pub(crate) fn buffer(mut self, buffer: &str) -> Self {
        writeln!(self.buffers, "  - {{ {buffer} }}").unwrap();
        self
    }

    /// Adds lines of `Bindings`: vertex buffers, the input layout, an index buffer, a depth target.
    pub(crate) fn bind(mut self, bindings: &str) -> Self {
        writeln!(self.bindings, "  {bindings}").unwrap();
        self
    }

    /// Draws triangle strips.
    pub(crate) fn strips(self) -> Self {
        Self { bindings: self.bindings.replace("TriangleList", "TriangleStrip"), ..self }
    }

    /// Binds a buffer or sampler as a resource of group 0.
    pub(crate) fn resource(self, binding: u32, name: &str, kind: &str) -> Self {
        self.resource_in(0, binding, name, kind)
    }

    /// Binds a buffer or sampler to a register in a space.
    pub(crate) fn resource_in(mut self, space: u32, register: u32, name: &str, kind: &str) -> Self {
        let place = format!("DirectXBinding: {{ Register: {register}, Space: {space} }}");
        let resource = format!("{{ Name: {name}, Kind: {kind}, {place} }}");
        writeln!(self.resources, "    - {resource}").unwrap();
        self
    }

    /// Binds a sampler of group 0, with its keys as a flow mapping without braces.
    pub(crate) fn sampler(mut self, binding: u32, keys: &str) -> Self {
        writeln!(self.samplers, "  - {{ Name: Sampler{binding}, {keys} }}").unwrap();
        self.resource(binding, &format!("Sampler{binding}"), "Sampler")
    }

    /// Adds lines of `PipelineState`.
    pub(crate) fn state(mut self, state: &str) -> Self {
        writeln!(self.state, "  {state}").unwrap();
        self
    }

    /// Adds lines of `DispatchParameters`.
    pub(crate) fn parameters(mut self, parameters: &str) -> Self {
        writeln!(self.parameters, "  {parameters}").unwrap();
        self
    }

    /// Sets the first vertex and the first instance, and binds the special constants with both.
    pub(crate) fn first(mut self, vertex: u32, instance: u32) -> Self {
        self.first = Some([vertex, instance]);
        self.buffer(&format!("Name: Constants, Format: UInt32, Data: [ {vertex}, {instance}, 0, 0 ]"))
            .parameters(&format!("FirstVertex: {vertex}"))
            .parameters(&format!("FirstInstance: {instance}"))
    }

    /// Adds a render target, with its keys as a flow mapping without braces, and its contents after the draw.
    pub(crate) fn target(mut self, name: &str, keys: &str, expected: impl Into<Vec<u8>>) -> Self {
        self.targets.push(name.to_owned());
        let expected = expected.into();
        let bytes = expected.len();
        self.expected.push((name.to_owned(), expected));
        match keys.contains("Data") {
            true => self.buffer(&format!("Name: {name}, {keys}")),
            false => self.buffer(&format!("Name: {name}, FillSize: {bytes}, {keys}")),
        }
    }

    /// Adds the target `Picture` with four floats per pixel, of which a function returns the expected ones by the
    /// coordinates of the pixel.
    pub(crate) fn picture(self, [width, height]: [u16; 2], pixel: impl Fn(u16, u16) -> [f32; 4]) -> Self {
        let pixel = &pixel;
        let rows = (0..height).flat_map(|y| (0..width).map(move |x| pixel(x, y)));
        let expected: Vec<u8> = rows.flat_map(|pixel| pixel.bytes()).collect();
        let size = format!("OutputProps: {{ Width: {width}, Height: {height}, Depth: 1 }}");
        self.target("Picture", &format!("Format: Float32, Channels: 4, {size}"), expected)
    }

    /// States the contents of a buffer after the draw.
    pub(crate) fn after(mut self, name: &str, expected: impl Into<Vec<u8>>) -> Self {
        self.expected.push((name.to_owned(), expected.into()));
        self
    }

    fn document(&self) -> String {
        let mut document =
            "Shaders: [ { Stage: Vertex, Entry: v }, { Stage: Pixel, Entry: f } ]\n".to_owned();
        let targets = self.targets.join(", ");
        let mut resources = self.resources.clone();
        if self.first.is_some() {
            let place = format!("DirectXBinding: {{ Register: 0, Space: {CONSTANTS_SPACE} }}");
            writeln!(resources, "    - {{ Name: Constants, Kind: ConstantBuffer, {place} }}").unwrap();
        }
        let bindings = format!("{}  RenderTargets: [ {targets} ]\n", self.bindings);
        for (key, lines) in [
            ("Buffers:", &self.buffers),
            ("Samplers:", &self.samplers),
            ("Bindings:", &bindings),
            ("PipelineState:", &self.state),
            ("DispatchParameters:", &self.parameters),
            ("DescriptorSets:\n  - Resources:", &resources),
        ] {
            if !lines.is_empty() {
                write!(document, "{key}\n{lines}").unwrap();
            }
        }
        if resources.is_empty() {
            document.push_str("DescriptorSets: []\n");
        }
        document
    }

    /// Compiles, validates and executes the draw for all models, with and without optimization.
    pub(crate) fn check(&self) {
        let document = self.document();
        let pipeline = Pipeline::parse(&document).unwrap_or_else(|error| panic!("{error}\n{document}"));
        let (module, info) = parsed(&self.source);
        for model in &self.models {
            for optimize in [false, true] {
                let mut options = Options { model: Some(*model), optimize, ..Options::default() };
                options.flip_y = self.flip_y;
                if self.first.is_some() {
                    let target = BindTarget { space: CONSTANTS_SPACE, ..BindTarget::default() };
                    options.bindings.special_constants_binding = Some(target);
                }
                let context = format!("model {}.{}, optimize: {optimize}", model.0, model.1);
                let shaders = [ShaderStage::Vertex, ShaderStage::Fragment].map(|stage| {
                    let entry = module.entry_points.iter().find(|entry| entry.stage == stage).unwrap();
                    let entry_point = Some((stage, entry.name.clone()));
                    let pipeline = PipelineOptions { entry_point, ..PipelineOptions::default() };
                    let output = write(&module, &info, &pipeline, &options)
                        .unwrap_or_else(|error| panic!("{context}: {}", error.emit_to_string(&self.source)));
                    validated(&output, &context)
                });
                self.run(&shaders, pipeline.clone(), &context);
            }
        }
    }

    fn run(&self, shaders: &[Vec<u8>], mut pipeline: Pipeline, context: &str) {
        let memory = PipelineRun::new(&pipeline);
        let pass = pipeline.only().unwrap();
        let programs: Vec<Program> = (pass.shaders.iter().zip(shaders))
            .map(|(stage, bytes)| program(bytes, stage.stage, context))
            .collect();
        let bounds: Vec<_> = (pass.shaders.iter().zip(&programs))
            .map(|(stage, program)| {
                let bound = memory.bind(&pipeline, (pass, stage.stage), program, None);
                bound.unwrap_or_else(|error| panic!("{context}: {error}"))
            })
            .collect();
        let stages: Vec<_> =
            programs.iter().zip(&bounds).map(|(program, bound)| DrawStage { program, bound }).collect();
        let state = memory.draw(&pipeline, pass).unwrap_or_else(|error| panic!("{context}: {error}"));
        let options = RunOptions { max_steps: MAX_STEPS, ..RunOptions::default() };
        let draw = dxil_draw::Draw::new(&stages, &state, options)
            .unwrap_or_else(|error| panic!("{context}: {error}"));
        let mut findings = Findings::default();
        for outcome in draw.run(&()) {
            assert!(outcome.stop.is_none(), "{context}: {:?}", outcome.stop);
            findings.merge(outcome.findings);
        }
        assert!(findings.is_empty(), "{context}: {findings:?}");
        memory.finish(&mut pipeline);
        for (name, expected) in &self.expected {
            let found = pipeline.buffers.iter().find(|buffer| buffer.name == *name).unwrap();
            compare(&found.data[0], expected, &format!("{context}: {name}"));
        }
    }
}

fn program(bytes: &[u8], stage: run_pipeline::Stage, context: &str) -> Program {
    let container = Container::parse(bytes).unwrap();
    let part: ProgramPart<'_> = container.view(FourCc::DXIL).unwrap().unwrap();
    let module = bitcode::read(part.bitcode, 0).unwrap();
    let description = Description::read(&module).unwrap();
    let kind = stage.drawn().unwrap();
    let program = Program::prepare_stage(&module, &description, (kind, None), PrepareOptions::default());
    program.unwrap_or_else(|error| panic!("{context}: {error}")).remove(0)
}
