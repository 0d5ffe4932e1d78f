//! A pipeline file to begin with, from the reflection of its shaders: `run --emit-pipeline`. Separate from the run,
//! because the shaders are only read.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use dx_container::enums::{
    ComponentType, ResourceClass, ResourceKind, ShaderKind, VariableClass, VariableType,
};
use dx_container::fields::escaped;
use dx_reflect::{ConstantBuffer, Element, Reflection, Resource};

use super::refusal::Refusal;
use super::shader::RunnableShader;
use crate::error::Error;
use crate::json::in_utf8;
use crate::reflecting;

/// Texels along each side of a render target, and of a texture that shaders read.
const TARGET: u32 = 256;
const TEXTURE: u32 = 64;
/// Elements of a buffer.
const ELEMENTS: u32 = 64;

/// The stages in the order of the document, with their names there.
const STAGES: [(ShaderKind, &str); 8] = [
    (ShaderKind::COMPUTE, "Compute"),
    (ShaderKind::VERTEX, "Vertex"),
    (ShaderKind::HULL, "Hull"),
    (ShaderKind::DOMAIN, "Domain"),
    (ShaderKind::GEOMETRY, "Geometry"),
    (ShaderKind::AMPLIFICATION, "Amplification"),
    (ShaderKind::MESH, "Mesh"),
    (ShaderKind::PIXEL, "Pixel"),
];

/// A shader, and its description.
struct Described<'s> {
    shader: &'s RunnableShader,
    reflection: Reflection,
    stage: &'static str,
}

/// The text of a pipeline file that runs `shaders` in order.
pub fn pipeline_text(shaders: &[RunnableShader], groups: [u32; 3]) -> Result<String, Refusal> {
    let described = shaders.iter().map(describe).collect::<Result<Vec<_>, _>>()?;
    // File names are escaped already.
    let names: Vec<&str> = shaders.iter().map(|shader| shader.name.as_str()).collect();
    let mut text = format!("---\n# shader-tools run --pipeline THIS_FILE {}\nShaders:\n", names.join(" "));
    for Described { stage, reflection, shader } in &described {
        let entry = scalar(&entry_name(shader, reflection));
        let _ = writeln!(text, "  - Stage: {stage}\n    Entry: {entry}");
    }
    let find = |kind: ShaderKind| described.iter().find(|one| one.reflection.stage == Some(kind));
    let (vertex, pixel) = (find(ShaderKind::VERTEX), find(ShaderKind::PIXEL));
    let is_draw = described.iter().any(|one| one.stage != "Compute");
    let attributes = vertex.map(|vertex| attributes(&vertex.reflection)).unwrap_or_default();
    let targets = if is_draw { targets(pixel.map(|pixel| &pixel.reflection)) } else { Vec::new() };
    if is_draw {
        let patches = find(ShaderKind::HULL).is_some();
        write_draw(&mut text, &attributes, &targets, (vertex.is_some(), patches, groups));
    } else {
        let _ = writeln!(text, "DispatchParameters: {{ DispatchGroupCount: {groups:?} }}");
    }
    let mut resources = Resources::default();
    for Described { reflection, shader, .. } in &described {
        for resource in &reflection.resources {
            resources
                .add(resource, reflection)
                .map_err(|why| Refusal::of(&shader.name, Error::Unsupported(why)))?;
        }
    }
    text.push_str("Buffers:\n");
    if !attributes.is_empty() {
        write_corners(&mut text, &attributes);
    }
    for (target, format) in &targets {
        let bytes = TARGET * TARGET * 16;
        let _ = writeln!(
            text,
            "  - Name: {target}\n    Format: {format}\n    Channels: 4\n    FillSize: {bytes}\n    OutputProps: {{ Width: \
             {TARGET}, Height: {TARGET}, Depth: 1 }}"
        );
    }
    text.push_str(&resources.buffers);
    if !resources.samplers.is_empty() {
        let _ = write!(text, "Samplers:\n{}", resources.samplers);
    }
    if resources.bindings.is_empty() {
        text.push_str("DescriptorSets: []\n");
    } else {
        let _ = write!(text, "DescriptorSets:\n  - Resources:\n{}", resources.bindings);
    }
    text.push_str("...\n");
    Ok(text)
}

fn describe(shader: &RunnableShader) -> Result<Described<'_>, Refusal> {
    let about = |error: Error| Refusal::of(&shader.name, error);
    let file = shader.file().ok_or_else(|| {
        about(Error::Unsupported("the shader cannot be assembled to a container".to_owned()))
    })?;
    let reflection = reflecting::read(&file).map_err(about)?;
    let stage = STAGES.iter().find(|(kind, _)| reflection.stage == Some(*kind));
    let Some((_, stage)) = stage else {
        let found = reflection.stage.map_or_else(|| "unknown".to_owned(), |stage| stage.to_string());
        let text =
            format!("--emit-pipeline supports shaders of dispatches and draws, found the stage {found}");
        return Err(about(Error::Unsupported(text)));
    };
    Ok(Described { shader, reflection, stage })
}

fn entry_name(shader: &RunnableShader, reflection: &Reflection) -> String {
    let entry = reflection.entry.as_ref().map(|name| in_utf8(name.as_ref()).into_owned());
    let first = || shader.shader.entry_points.first().map(|entry| in_utf8(entry.name.as_ref()).into_owned());
    entry.or_else(first).unwrap_or_else(|| "main".to_owned())
}

/// A name of a shader as a YAML scalar, quoted unless it is plain.
fn scalar(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    // A JSON string is a quoted scalar of YAML.
    if !name.is_empty() && name.chars().all(is_plain) {
        name.to_owned()
    } else {
        serde_json::Value::from(name).to_string()
    }
}

/// A vertex attribute: semantic with index, format, channels.
struct Attribute {
    name: String,
    format: &'static str,
    channels: u32,
}

/// The inputs of a vertex shader that come from a vertex buffer.
fn attributes(vertex: &Reflection) -> Vec<Attribute> {
    let inputs = vertex.signatures.input.iter().flatten();
    let inputs = inputs.filter(|element| !element.semantic.to_ascii_uppercase().starts_with(b"SV_"));
    let of = |element: &Element| {
        let semantic = in_utf8(element.semantic.as_ref()).into_owned();
        let index = if element.index == 0 { String::new() } else { element.index.to_string() };
        Attribute {
            name: scalar(&(semantic + &index)),
            format: format_of(element.component_type),
            channels: element.mask.count_ones().max(1),
        }
    };
    inputs.map(of).collect()
}

/// The render targets of a draw, with their formats.
fn targets(pixel: Option<&Reflection>) -> Vec<(String, &'static str)> {
    let outputs = pixel.and_then(|pixel| pixel.signatures.output.as_deref()).unwrap_or_default();
    let mut outputs: Vec<&Element> =
        outputs.iter().filter(|element| element.semantic.eq_ignore_ascii_case(b"SV_Target")).collect();
    outputs.sort_by_key(|element| element.index);
    // A target that the shader does not write is in the list too: the position in the list is the number of the target.
    let count = outputs.last().map_or(1, |last| last.index.min(7) + 1);
    let format = |index: u32| {
        let output = outputs.iter().find(|element| element.index == index);
        output.map_or("Float32", |element| format_of(element.component_type))
    };
    let name = |index: u32| if count > 1 { format!("Picture{index}") } else { "Picture".to_owned() };
    (0..count).map(|index| (name(index), format(index))).collect()
}

fn format_of(component: ComponentType) -> &'static str {
    match component {
        ComponentType::U_INT32 => "UInt32",
        ComponentType::S_INT32 => "Int32",
        _ => "Float32",
    }
}

fn write_draw(
    text: &mut String,
    attributes: &[Attribute],
    targets: &[(String, &str)],
    (has_vertex, has_patches, groups): (bool, bool, [u32; 3]),
) {
    if attributes.is_empty() {
        let groups = format!("DispatchGroupCount: {groups:?}");
        let count = if has_vertex { "VertexCount: 3" } else { groups.as_str() };
        let _ = writeln!(text, "DispatchParameters: {{ {count} }}");
    }
    text.push_str("Bindings:\n");
    if !attributes.is_empty() {
        text.push_str("  VertexBuffer: Corners\n  VertexAttributes:\n");
        let mut offset = 0;
        for Attribute { name, format, channels } in attributes {
            let _ = writeln!(
                text,
                "    - {{ Name: {name}, Format: {format}, Channels: {channels}, Offset: {offset} }}"
            );
            offset += 4 * channels;
        }
    }
    if has_patches {
        text.push_str("  Topology: PatchList\n  PatchControlPoints: 3\n");
    } else if has_vertex {
        text.push_str("  Topology: TriangleList\n");
    }
    match targets {
        [(target, _)] => {
            let _ = writeln!(text, "  RenderTarget: {target}");
        }
        several => {
            let names: Vec<&str> = several.iter().map(|(name, _)| name.as_str()).collect();
            let _ = writeln!(text, "  RenderTargets: [ {} ]", names.join(", "));
        }
    }
}

/// Writes a vertex buffer with the corners of a triangle. Its components are 32 bits wide, and each attribute of one
/// format has a range of them.
fn write_corners(text: &mut String, attributes: &[Attribute]) {
    let stride: u32 = attributes.iter().map(|attribute| 4 * attribute.channels).sum();
    let _ = writeln!(
        text,
        "  # The corners of a triangle, counterclockwise: {}.",
        attributes.iter().map(|attribute| attribute.name.as_str()).collect::<Vec<_>>().join(", ")
    );
    let _ = writeln!(text, "  - Name: Corners\n    Format: Float32\n    Stride: {stride}\n    Data: [");
    for corner in 0..3_usize {
        let values: Vec<String> =
            attributes.iter().map(|attribute| corner_values(attribute, corner)).collect();
        let end = if corner == 2 { " ]" } else { "," };
        let _ = writeln!(text, "      {}{end}", values.join(",  "));
    }
}

/// The components of an attribute in a corner: a position in the middle of the screen, texture coordinates from 0 to 1,
/// a primary colour, or the vector (0, 0, 1).
fn corner_values(attribute: &Attribute, corner: usize) -> String {
    const POSITIONS: [[&str; 4]; 3] =
        [["0.0", "0.8", "0.5", "1.0"], ["-0.8", "-0.8", "0.5", "1.0"], ["0.8", "-0.8", "0.5", "1.0"]];
    const COORDINATES: [[&str; 4]; 3] =
        [["0.5", "0.0", "0.0", "1.0"], ["0.0", "1.0", "0.0", "1.0"], ["1.0", "1.0", "0.0", "1.0"]];
    const COLOURS: [[&str; 4]; 3] =
        [["1.0", "0.0", "0.0", "1.0"], ["0.0", "1.0", "0.0", "1.0"], ["0.0", "0.0", "1.0", "1.0"]];
    let name = attribute.name.to_ascii_uppercase();
    let table = match name {
        _ if attribute.format != "Float32" => [["0"; 4]; 3],
        _ if name.starts_with("POSITION") => POSITIONS,
        _ if name.starts_with("TEXCOORD") => COORDINATES,
        _ if name.starts_with("COLOR") => COLOURS,
        _ => [["0.0", "0.0", "1.0", "0.0"]; 3],
    };
    let values = table.get(corner).copied().unwrap_or_default();
    let values: Vec<&str> = values.into_iter().take(attribute.channels as usize).collect();
    values.join(", ")
}

/// The components of a constant buffer: identity matrices, and 1 for other floats, so that a triangle is visible.
fn constants(layout: &ConstantBuffer, reflection: &Reflection) -> Vec<&'static str> {
    let count = (layout.size.min(1 << 16) / 4).max(1) as usize;
    let mut values = vec!["0"; count];
    for variable in &layout.variables {
        let ty = usize::try_from(variable.type_index).ok().and_then(|index| reflection.types.get(index));
        let Some(ty) = ty.filter(|ty| ty.kind == VariableType::FLOAT) else { continue };
        let first = (variable.offset / 4) as usize;
        let is_matrix = matches!(ty.class, VariableClass::MATRIX_ROWS | VariableClass::MATRIX_COLUMNS);
        let end = first + (variable.size / 4) as usize;
        for (index, value) in values.iter_mut().enumerate().take(end).skip(first) {
            // The diagonal of a matrix is in components 0, 5, 10 and 15.
            let is_one = !is_matrix || ((index - first) % 16).is_multiple_of(5);
            *value = if is_one { "1" } else { "0" };
        }
    }
    values
}

/// The resources of all shaders, each once.
#[derive(Default)]
struct Resources {
    buffers: String,
    samplers: String,
    bindings: String,
    /// The kinds and names of the resources by letter, register and space.
    registers: HashMap<(char, u32, u32), (Option<ResourceKind>, String)>,
    names: HashSet<String>,
}

impl Resources {
    fn add(&mut self, resource: &Resource, reflection: &Reflection) -> Result<(), String> {
        let register = (resource.letter(), resource.lower_bound, resource.space);
        if let Some((kind, name)) = self.registers.get(&register) {
            let (letter, number, _) = register;
            return if *kind == resource.kind {
                Ok(())
            } else {
                Err(format!(
                    "the register {letter}{number} has another resource kind in another shader ({name}), \
                     but a pipeline file binds a register once for all shaders"
                ))
            };
        }
        let name = self.name(resource);
        if resource.upper_bound > resource.lower_bound {
            let (letter, number, _) = register;
            return Err(format!(
                "--emit-pipeline does not support the array {name} at {letter}{number}: write the pipeline file by hand \
                 (ArraySize, docs/run.md)"
            ));
        }
        self.registers.insert(register, (resource.kind, name.clone()));
        let kind = match self.declare(&name, resource, reflection) {
            Some(kind) => kind,
            None => {
                let what = resource.kind.map_or_else(|| "resource".to_owned(), |kind| kind.to_string());
                return Err(format!("--emit-pipeline does not support {name}, a {what}: see docs/run.md"));
            }
        };
        let (number, space) = (resource.lower_bound, resource.space);
        let _ = writeln!(
            self.bindings,
            "    - {{ Name: {name}, Kind: {kind}, DirectXBinding: {{ Register: {number}, Space: {space} }} }}"
        );
        Ok(())
    }

    /// A name that no other resource has: of letters, digits and underscores, such as `albedo`, or `t0`.
    fn name(&mut self, resource: &Resource) -> String {
        let own = resource.name.as_ref().map(|name| in_utf8(name.as_ref()).into_owned()).unwrap_or_default();
        let plain: String = own.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
        let register = format!("{}{}", resource.letter(), resource.lower_bound);
        let begins = plain.starts_with(|c: char| c.is_ascii_alphabetic());
        let name = if begins { plain } else { register.clone() };
        let is_reserved = name == "Corners" || name.starts_with("Picture");
        let is_new = !is_reserved && self.names.insert(name.clone());
        let name = if is_new { name } else { format!("{name}_{register}_{}", resource.space) };
        self.names.insert(name.clone());
        name
    }

    /// Writes the buffer or sampler of a resource. Returns its kind in the document, or `None` for a resource that is
    /// not supported.
    fn declare(&mut self, name: &str, resource: &Resource, reflection: &Reflection) -> Option<&'static str> {
        let is_writable = resource.class == Some(ResourceClass::UAV);
        let either = |read: &'static str, write: &'static str| if is_writable { write } else { read };
        let format = match resource.element_type.map(|element| element.0) {
            Some(2 | 4 | 6) => "Int32",
            Some(1 | 3 | 5 | 7) => "UInt32",
            _ => "Float32",
        };
        let mut buffer = |what: &str| {
            let _ = writeln!(self.buffers, "  - {{ Name: {name}, {what} }}");
        };
        let mut texture = |dimension: &str, [width, height, depth]: [u32; 3], kind| {
            let bytes = width * height * depth * 16;
            // Black and zero look like an error.
            let value = if is_writable { 0 } else { 1 };
            buffer(&format!(
                "Format: {format}, Channels: 4, FillSize: {bytes}, FillValue: {value}, OutputProps: {{ Width: {width}, \
                 Height: {height}, Depth: {depth}, Dimension: {dimension} }}"
            ));
            Some(kind)
        };
        match resource.kind? {
            ResourceKind::CBUFFER => {
                let is_it = |index: u32| {
                    let found = reflection.resources.get(usize::try_from(index).ok()?)?;
                    Some(
                        (found.letter(), found.lower_bound, found.space)
                            == ('b', resource.lower_bound, resource.space),
                    )
                };
                let mut buffers = reflection.constant_buffers.iter();
                let layout = buffers.find(|buffer| buffer.resource.and_then(is_it) == Some(true));
                let variables = layout.map(|layout| layout.variables.as_slice()).unwrap_or_default();
                if !variables.is_empty() {
                    let variables = variables.iter().map(|variable| {
                        format!("{} at byte {}", escaped(&in_utf8(variable.name.as_ref())), variable.offset)
                    });
                    let variables: Vec<String> = variables.collect();
                    let _ = writeln!(self.buffers, "  # {}", variables.join(", "));
                }
                let data = layout.map_or_else(
                    || "FillSize: 256".to_owned(),
                    |layout| format!("Data: [ {} ]", constants(layout, reflection).join(", ")),
                );
                let _ = writeln!(self.buffers, "  - {{ Name: {name}, Format: Float32, {data} }}");
                Some("ConstantBuffer")
            }
            ResourceKind::STRUCTURED_BUFFER => {
                let stride = resource.stride.unwrap_or(4).max(1);
                let bytes = stride.saturating_mul(ELEMENTS);
                buffer(&format!("Format: Hex32, Stride: {stride}, FillSize: {bytes}"));
                Some(either("StructuredBuffer", "RWStructuredBuffer"))
            }
            ResourceKind::RAW_BUFFER => {
                buffer(&format!("Format: Hex32, FillSize: {}", 16 * ELEMENTS));
                Some(either("ByteAddressBuffer", "RWByteAddressBuffer"))
            }
            ResourceKind::TYPED_BUFFER => {
                buffer(&format!("Format: {format}, Channels: 4, FillSize: {}", 16 * ELEMENTS));
                Some(either("Buffer", "RWBuffer"))
            }
            ResourceKind::TEXTURE_1D => texture("One", [TEXTURE, 1, 1], either("Texture1D", "RWTexture1D")),
            ResourceKind::TEXTURE_2D | ResourceKind::TEXTURE_2D_ARRAY => {
                texture("Two", [TEXTURE, TEXTURE, 1], either("Texture2D", "RWTexture2D"))
            }
            ResourceKind::TEXTURE_3D => texture("Three", [16, 16, 16], either("Texture3D", "RWTexture3D")),
            ResourceKind::TEXTURE_CUBE if !is_writable => {
                texture("Cube", [TEXTURE, TEXTURE, 6], "TextureCube")
            }
            ResourceKind::SAMPLER => {
                let _ = writeln!(self.samplers, "  - {{ Name: {name}, Address: Repeat }}");
                Some("Sampler")
            }
            _ => None,
        }
    }
}
