//! Shaders of any stage as LLVM assembly, from a few lines: signatures and state in short, and a body whose lines are
//! assembly or stage operations in short, such as `%x = in 0 1 2` for column 1 of input 0 of vertex 2.

use std::fmt::Write as _;

use dx_container::enums::{ElementType, InterpolationMode, ResourceKind, SemanticKind, ShaderKind};

use super::declarations;

/// A shader of a stage. Its signatures are lists of elements, separated by spaces:
///
/// | element | meaning |
/// |---|---|
/// | `NAME:4` | four floats |
/// | `NAME:u2` | two integers, which are not interpolated |
/// | `NAME3:4` | semantic index 3 |
/// | `NAME:1x3` | three rows of one column |
/// | `NAME:4/centroid` | an interpolation mode: `constant`, `centroid` or `sample` |
/// | `NAME:4@1` | stream 1 of a geometry shader |
#[derive(Debug, Clone, Default)]
pub struct StageShader {
    /// The stage as shader models name it, such as `vs`.
    pub stage: &'static str,
    /// The elements of the input signature.
    pub inputs: &'static str,
    /// The elements of the output signature.
    pub outputs: &'static str,
    /// The elements of the patch constant signature, or of the primitive outputs of a mesh shader.
    pub constants: &'static str,
    /// The operands of the metadata node for the state of the stage.
    pub state: String,
    /// The body of the entry function.
    pub body: String,
    /// The body of a hull shader's patch constant function.
    pub patch: String,
    /// Types and variables of the module.
    pub globals: &'static str,
    /// Shader flags.
    pub flags: u64,
    /// The kind of a float texture that is bound to `t0`, with a sampler at `s0`.
    pub texture: Option<ResourceKind>,
}

/// The kinds of system values.
const SEMANTICS: &[(&str, SemanticKind)] = &[
    ("SV_VertexID", SemanticKind::VERTEX_ID),
    ("SV_InstanceID", SemanticKind::INSTANCE_ID),
    ("SV_Position", SemanticKind::POSITION),
    ("SV_RenderTargetArrayIndex", SemanticKind::RENDER_TARGET_ARRAY_INDEX),
    ("SV_ViewportArrayIndex", SemanticKind::VIEW_PORT_ARRAY_INDEX),
    ("SV_ClipDistance", SemanticKind::CLIP_DISTANCE),
    ("SV_CullDistance", SemanticKind::CULL_DISTANCE),
    ("SV_PrimitiveID", SemanticKind::PRIMITIVE_ID),
    ("SV_SampleIndex", SemanticKind::SAMPLE_INDEX),
    ("SV_IsFrontFace", SemanticKind::IS_FRONT_FACE),
    ("SV_Coverage", SemanticKind::COVERAGE),
    ("SV_Target", SemanticKind::TARGET),
    ("SV_Depth", SemanticKind::DEPTH),
    ("SV_StencilRef", SemanticKind::STENCIL_REF),
    ("SV_TessFactor", SemanticKind::TESS_FACTOR),
    ("SV_InsideTessFactor", SemanticKind::INSIDE_TESS_FACTOR),
    ("SV_Barycentrics", SemanticKind::BARYCENTRICS),
    ("SV_CullPrimitive", SemanticKind::CULL_PRIMITIVE),
];

/// An element of a signature.
struct Element<'t> {
    name: &'t str,
    index: u32,
    is_integer: bool,
    columns: u32,
    rows: u32,
    mode: InterpolationMode,
    stream: &'t str,
}

impl<'t> Element<'t> {
    fn parse(text: &'t str) -> Self {
        let (name, rest) = text.split_once(':').expect("NAME:COLUMNS");
        let (rest, stream) = rest.split_once('@').unwrap_or((rest, "0"));
        let (rest, mode) = rest.split_once('/').map_or((rest, None), |(rest, mode)| (rest, Some(mode)));
        let (columns, rows) = rest.split_once('x').unwrap_or((rest, "1"));
        let (is_integer, columns) =
            columns.strip_prefix('u').map_or((false, columns), |columns| (true, columns));
        let (semantic, index) = name.split_at(name.trim_end_matches(|end: char| end.is_ascii_digit()).len());
        let mode = match mode {
            Some("constant") => InterpolationMode::CONSTANT,
            Some("centroid") => InterpolationMode::LINEAR_CENTROID,
            Some("sample") => InterpolationMode::LINEAR_SAMPLE,
            Some(other) => panic!("{other} is not an interpolation mode of this notation"),
            None if is_integer => InterpolationMode::CONSTANT,
            None => InterpolationMode::LINEAR,
        };
        Self {
            name: semantic,
            index: index.parse().unwrap_or(0),
            is_integer,
            columns: columns.parse().expect("a number of columns"),
            rows: rows.parse().expect("a number of rows"),
            mode,
            stream,
        }
    }

    /// The element of a signature by its id.
    fn of(signature: &'t str, id: usize) -> Self {
        Self::parse(signature.split_whitespace().nth(id).expect("an element of the signature"))
    }

    /// The metadata node, with lists written in place.
    fn node(&self, id: usize) -> String {
        let Self { name, index, columns, rows, stream, .. } = self;
        let ty = if self.is_integer { ElementType::U32 } else { ElementType::F32 };
        let kind = SEMANTICS.iter().find(|(system, _)| system == name).map_or(0, |(_, kind)| kind.0);
        let indices: Vec<_> = (0..*rows).map(|row| format!("i32 {}", index + row)).collect();
        format!(
            "!{{i32 {id}, !\"{name}\", i8 {}, i8 {kind}, !{{{}}}, i8 {}, i32 {rows}, i8 {columns}, i32 {id}, i8 0, \
             !{{i32 0, i32 {stream}}}}}",
            ty.0,
            indices.join(", "),
            self.mode.0
        )
    }

    /// The suffix of operations in short that access the element.
    fn suffix(&self) -> &'static str {
        if self.is_integer { ".u" } else { "" }
    }
}

/// Lines that load all columns of an input, as `%name0` and so on, with the name in lower case.
pub fn load(inputs: &str, id: usize) -> String {
    load_as(inputs, id, &Element::of(inputs, id).name.to_lowercase())
}

fn load_as(inputs: &str, id: usize, name: &str) -> String {
    let element = Element::of(inputs, id);
    let line = |column| format!("%{name}{column} = in{} {id} {column} undef\n", element.suffix());
    (0..element.columns).map(line).collect()
}

/// Lines that store values into the first columns of an output.
pub fn store(outputs: &str, id: usize, values: &[&str]) -> String {
    let suffix = Element::of(outputs, id).suffix();
    let line = |(column, value)| format!("out{suffix} {id} {column} {value}\n");
    values.iter().enumerate().map(line).collect()
}

/// Metadata nodes. Operands of a node may be nodes that are written in place.
#[derive(Default)]
struct Nodes {
    text: String,
    next: usize,
}

impl Nodes {
    /// Adds a node whose operands may be nodes themselves, and returns its name.
    fn add(&mut self, node: &str) -> String {
        let inner = node.strip_prefix("!{").and_then(|node| node.strip_suffix('}')).expect("a node");
        let (mut flat, mut rest) = (String::new(), inner);
        while let Some(start) = rest.find("!{") {
            let mut depth = 0_u32;
            let end = rest[start..].find(|letter| {
                depth = match letter {
                    '{' => depth + 1,
                    '}' => depth - 1,
                    _ => depth,
                };
                letter == '}' && depth == 0
            });
            let end = start + end.expect("a node ends");
            flat += &rest[..start];
            flat += &self.add(&rest[start..=end]);
            rest = &rest[end + 1..];
        }
        flat += rest;
        let number = 100 + self.next;
        self.next += 1;
        writeln!(self.text, "!{number} = !{{{flat}}}").expect("strings can be written");
        format!("!{number}")
    }
}

/// Operations in short: name, result type, function, opcode, and the types of the arguments.
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

const TEXTURE_TYPES: &str = "%dx.types.Handle = type { i8* }
%dx.types.ResRet.f32 = type { float, float, float, float, i32 }
%struct.T = type { i32 }
";

/// The metadata node for the resources: a texture of floats and a sampler.
fn texture_and_sampler(kind: ResourceKind) -> String {
    let range = |name: &str| format!("i32 0, %struct.T* undef, !\"{name}\", i32 0, i32 0, i32 1");
    let kind = kind.0;
    format!(
        "!{{!{{!{{{}, i32 {kind}, i32 0, !{{i32 0, i32 9}}}}}}, null, null, !{{!{{{}, i32 0, null}}}}}}",
        range("texture"),
        range("sampler")
    )
}

fn function(name: &str, body: &str) -> String {
    let lines: Vec<String> = body.lines().map(|text| line(text.trim())).collect();
    format!("define void @{name}() {{\nentry:\n{}\n  ret void\n}}\n", lines.join("\n"))
}

impl StageShader {
    /// A shader with a body.
    pub fn new(stage: &'static str, [inputs, outputs]: [&'static str; 2], body: impl Into<String>) -> Self {
        Self { stage, inputs, outputs, body: body.into(), ..Self::default() }
    }

    /// A shader that copies each of its first inputs to the output with the same id.
    pub fn copy(stage: &'static str, signatures: [&'static str; 2]) -> Self {
        let [inputs, outputs] = signatures;
        let mut body = String::new();
        for (id, output) in outputs.split_whitespace().enumerate() {
            let name = format!("input{id}column");
            body += &load_as(inputs, id, &name);
            let values: Vec<_> =
                (0..Element::parse(output).columns).map(|column| format!("%{name}{column}")).collect();
            body += &store(outputs, id, &values.iter().map(String::as_str).collect::<Vec<_>>());
        }
        Self::new(stage, signatures, body)
    }

    /// A vertex shader.
    pub fn vertex(inputs: &'static str, outputs: &'static str, body: &str) -> Self {
        Self::new("vs", [inputs, outputs], body)
    }

    /// A pixel shader with one target, which stores zero to the columns that the body does not store to.
    pub fn pixel(inputs: &'static str, body: &str) -> Self {
        let zeros = "out 0 0 0.0\n out 0 1 0.0\n out 0 2 0.0\n out 0 3 0.0\n";
        Self::new("ps", [inputs, "SV_Target:4"], format!("{zeros} {body}"))
    }

    /// A geometry shader. The state is the input primitive, the most vertices, the streams, the topology and the number
    /// of instances.
    pub fn geometry(signatures: [&'static str; 2], state: [u32; 5], body: &str) -> Self {
        let state = state.map(|word| format!("i32 {word}")).join(", ");
        Self { state, ..Self::new("gs", signatures, body) }
    }

    /// The stage.
    pub fn kind(&self) -> ShaderKind {
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
    pub fn source(&self) -> String {
        let passes_through = self.stage == "hs" && self.body.is_empty();
        let mut functions = if passes_through { String::new() } else { function("main", &self.body) };
        if !self.patch.is_empty() {
            functions += &function("patches", &self.patch);
        }
        let mut nodes = Nodes::default();
        let mut signatures = Vec::new();
        for text in [self.inputs, self.outputs, self.constants] {
            let elements = text.split_whitespace().enumerate();
            let elements: Vec<_> =
                elements.map(|(id, text)| nodes.add(&Element::parse(text).node(id))).collect();
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
        let mut properties = Vec::new();
        if self.flags != 0 {
            properties.push(format!("i32 0, i64 {}", self.flags));
        }
        if let Some(tag) = tag {
            let state = nodes.add(&format!("!{{{}}}", self.state));
            properties.push(format!("i32 {tag}, {state}"));
        }
        let properties = match properties.is_empty() {
            true => "null".to_owned(),
            false => nodes.add(&format!("!{{{}}}", properties.join(", "))),
        };
        let (types, resources) = match self.texture {
            Some(kind) => (TEXTURE_TYPES, nodes.add(&texture_and_sampler(kind))),
            None => ("", "null".to_owned()),
        };
        let named = if self.texture.is_some() {
            format!("!dx.resources = !{{{resources}}}\n")
        } else {
            String::new()
        };
        let main = if passes_through { "null" } else { "void ()* @main" };
        let signatures = nodes.add(&format!("!{{{}}}", signatures.join(", ")));
        format!(
            "target datalayout = \"e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64\"
target triple = \"dxil-ms-dx\"
{types}{}
{functions}
{}
{named}!dx.version = !{{!0}}
!dx.shaderModel = !{{!1}}
!dx.entryPoints = !{{!2}}
!0 = !{{i32 1, i32 8}}
!1 = !{{!\"{}\", i32 6, i32 8}}
!2 = !{{{main}, !\"main\", {signatures}, {resources}, {properties}}}
{}",
            self.globals,
            declarations(&functions),
            self.stage,
            nodes.text
        )
    }
}
