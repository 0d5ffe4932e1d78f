//! What the command line binds to registers: data from files, zeros, numbers, pictures; and samplers. What a shader
//! takes it for is what the shader says.

use std::sync::atomic::AtomicU64;

use dx_container::enums::{ResourceClass, ResourceKind};
use dx_reflect::{ConstantBuffer, Reflection};
use dxil_run::resources::format::Component;
use dxil_run::resources::{ALL_MAPPED, Dimension, Sampler, Texture, letter};
use dxil_run::{Bound, Buffer, Descriptor, Dispatch, Format, Memory, Program, Resources, Slot};
use run_pipeline::Stage;
use serde_json::Value;

use super::arguments::RunShaders;
use super::binding::{Binding, Register, Source};
use super::data;
use super::execute;
use super::images::{self, Image};
use super::refusal::Refusal;
use super::report::Report;
use super::shader::RunnableShader;
use crate::error::Error;
use crate::reflecting;
use crate::selection::input::{display, read_besides};

/// All bindings in memory.
pub struct Bindings<'b> {
    pub resources: Resources,
    entries: Vec<Entry<'b>>,
}

/// A binding in memory.
struct Entry<'b> {
    binding: &'b Binding,
    memory: usize,
    /// The memory of the counter that an unordered access view has.
    counter: Option<usize>,
    /// Bytes without those that alignment adds.
    bytes: usize,
    size: Option<[u32; 3]>,
    format: Option<Format>,
}

/// What a register holds after a run.
pub struct Held {
    pub bytes: Vec<u8>,
    pub size: Option<[u32; 3]>,
    pub format: Option<Format>,
}

/// The most bytes that are bound all together.
const MOST_BYTES: u64 = 1 << 32;

impl<'b> Bindings<'b> {
    /// Reads what is bound.
    fn load(bindings: &'b [Binding], shaders: &[RunnableShader]) -> Result<Self, Refusal> {
        let mut loaded = Self { resources: Resources::default(), entries: Vec::new() };
        let mut total = 0_u64;
        for binding in bindings {
            if loaded.entries.iter().any(|entry| entry.binding.register == binding.register) {
                return Err(usage(format!("{} is bound twice", binding.register)));
            }
            let (mut bytes, size, format) = read(binding, shaders)?;
            total = total.saturating_add(bytes.len() as u64);
            if total > MOST_BYTES {
                return Err(usage(format!("--bind data exceeds the limit of {MOST_BYTES} bytes")));
            }
            let len = bytes.len();
            if binding.register.class == ResourceClass::CBUFFER {
                // What a constant buffer view has, beyond the buffer zeros.
                bytes.resize(len.next_multiple_of(256), 0);
            }
            let memory = loaded.resources.add(Memory::new(&bytes));
            let has_counter = binding.register.class == ResourceClass::UAV;
            let counter = has_counter.then(|| loaded.resources.add(Memory::new(&[0; 4])));
            loaded.entries.push(Entry { binding, memory, counter, bytes: len, size, format });
        }
        Ok(loaded)
    }

    /// Binds everything to a program.
    fn bind(&self, shader: &RunnableShader, program: &Program) -> Result<Bound<'_>, Refusal> {
        let mut bound = Bound::new(program, &self.resources);
        shader.with_root_signature(|signature| {
            if let Some(signature) = signature {
                run_pipeline::bind_static_samplers(program, signature, Stage::Compute, &mut bound);
            }
            Ok(())
        })?;
        for entry in &self.entries {
            let Register { class, number, space } = entry.binding.register;
            let holds = |slot: &&Slot| slot.place(class, number, space).is_some();
            let Some(slot) = program.slots().iter().find(holds) else { continue };
            let descriptor =
                entry.descriptor(slot).map_err(|why| Refusal::of(&shader.name, Error::Usage(why)))?;
            bound.bind(program, class, number, space, descriptor);
        }
        Ok(bound)
    }

    /// What a register holds now.
    pub fn held(&self, register: Register) -> Option<Held> {
        let entry = self.entries.iter().find(|entry| entry.binding.register == register)?;
        let mut bytes = self.resources.memories.get(entry.memory)?.bytes();
        bytes.truncate(entry.bytes);
        Some(Held { bytes, size: entry.size, format: entry.format })
    }
}

impl Entry<'_> {
    /// What a program takes it for.
    fn descriptor(&self, slot: &Slot) -> Result<Descriptor, String> {
        if let Source::Sampler(sampler) = &self.binding.source {
            let comparison = slot.view.is_comparison().then_some(dxil_run::resources::Comparison::LessEqual);
            return Ok(Descriptor::Sampler(Sampler { comparison, ..(**sampler).clone() }));
        }
        let bytes = self.bytes as u64;
        let buffer = Buffer {
            memory: self.memory,
            offset: 0,
            bytes,
            stride: 0,
            format: None,
            counter: self.counter,
            mapped: ALL_MAPPED,
        };
        let label = slot.label();
        match slot.kind {
            ResourceKind::CBUFFER => {
                let expected = u64::from(slot.view.words[1]);
                if bytes < expected {
                    return Err(format!(
                        "data for {label} has {bytes} bytes, but the constant buffer needs {expected}"
                    ));
                }
                Ok(Descriptor::Buffer(Buffer { bytes: bytes.next_multiple_of(256), ..buffer }))
            }
            ResourceKind::RAW_BUFFER => Ok(Descriptor::Buffer(buffer)),
            ResourceKind::STRUCTURED_BUFFER => {
                let stride = slot.view.words[1];
                if stride == 0 || !bytes.is_multiple_of(stride.into()) {
                    return Err(format!(
                        "data for {label} has {bytes} bytes, expected a multiple of {stride}, the size of an \
                         element"
                    ));
                }
                Ok(Descriptor::Buffer(Buffer { stride, ..buffer }))
            }
            ResourceKind::TYPED_BUFFER => {
                let Some(format) = self.format else {
                    return Err(format!(
                        "{label} is a typed buffer: add the format of its elements, such as {}=FILE:f32x4",
                        self.binding.register
                    ));
                };
                check_format(slot, format)?;
                Ok(Descriptor::Buffer(Buffer { format: Some(format), counter: None, ..buffer }))
            }
            ResourceKind::RT_ACCELERATION_STRUCTURE => Err(format!(
                "{label} is an acceleration structure, which only a pipeline file (--pipeline) can describe"
            )),
            kind => self.texture(slot, kind).map(Descriptor::Texture),
        }
    }

    fn texture(&self, slot: &Slot, kind: ResourceKind) -> Result<Texture, String> {
        let label = slot.label();
        let (Some(size), Some(format)) = (self.size, self.format) else {
            return Err(format!(
                "{label} is a texture: bind a PNG file, or add size and format to the file, such as \
                 FILE:64x64:f32x4"
            ));
        };
        check_format(slot, format)?;
        let (dimension, is_array) = match kind {
            ResourceKind::TEXTURE_1D => (Dimension::One, false),
            ResourceKind::TEXTURE_1D_ARRAY => (Dimension::One, true),
            ResourceKind::TEXTURE_2D => (Dimension::Two, false),
            ResourceKind::TEXTURE_2D_ARRAY => (Dimension::Two, true),
            ResourceKind::TEXTURE_3D => (Dimension::Three, false),
            ResourceKind::TEXTURE_CUBE | ResourceKind::TEXTURE_CUBE_ARRAY => (Dimension::Cube, true),
            other => return Err(format!("{label} is a {other}, which only --pipeline can bind")),
        };
        let [x, y, z] = size;
        let (size, layers) = match (dimension, is_array) {
            (Dimension::One, false) => ([x, 1, 1], 1),
            (Dimension::One, true) => ([x, 1, 1], y),
            (Dimension::Three, _) => ([x, y, z], 1),
            (_, false) => ([x, y, 1], 1),
            (_, true) => ([x, y, 1], z),
        };
        let texture = Texture {
            memory: self.memory,
            offset: 0,
            format,
            dimension,
            size,
            layers,
            levels: 1,
            samples: 1,
        };
        let (bytes, expected) = (self.bytes as u64, texture.bytes());
        if bytes != expected {
            return Err(format!(
                "data for {label} has {bytes} bytes, but a texture of this size and format has {expected}"
            ));
        }
        Ok(texture)
    }
}

/// Checks that something is bound to each resource that the programs use. The error lists all missing bindings, as
/// options that bind zeros.
fn check_all_bound<'b>(
    programs: impl IntoIterator<Item = (&'b RunnableShader, &'b Program, &'b Bound<'b>)>,
) -> Result<(), Refusal> {
    let mut missing: Vec<(&str, &Slot)> = Vec::new();
    for (shader, program, bound) in programs {
        for slot in bound.unbound(program) {
            let place = (slot.class, slot.space, slot.register);
            if !missing.iter().any(|(_, other)| (other.class, other.space, other.register) == place) {
                missing.push((&shader.name, slot));
            }
        }
    }
    let Some((name, _)) = missing.first() else { return Ok(()) };
    let labels: Vec<String> = missing.iter().map(|(_, slot)| slot.label()).collect();
    let options: Option<Vec<String>> = missing.iter().map(|(_, slot)| zeros_option(slot)).collect();
    let next = match options {
        Some(options) => format!("add {}, or data instead of zeros", options.join(" ")),
        None => "use --pipeline, which can bind every kind of resource (docs/run.md)".to_owned(),
    };
    let text = format!("nothing is bound to {}, which the shader uses: {next}", labels.join(", "));
    Err(Refusal::of(name, Error::Usage(text)))
}

/// The option that binds zeros to a resource; `None` if only a pipeline can bind such resources.
fn zeros_option(slot: &Slot) -> Option<String> {
    const ELEMENTS: u32 = 64;
    let format = match slot.view.words[1] & 0xff {
        2 | 4 | 6 => "i32x4",
        1 | 3 | 5 | 7 => "u32x4",
        _ => "f32x4",
    };
    let data = match slot.kind {
        ResourceKind::SAMPLER => "linear".to_owned(),
        ResourceKind::CBUFFER => format!("zeros:{}", slot.view.words[1].max(16)),
        ResourceKind::RAW_BUFFER => format!("zeros:{}", 16 * ELEMENTS),
        ResourceKind::STRUCTURED_BUFFER => format!("zeros:{}", slot.view.words[1].saturating_mul(ELEMENTS)),
        ResourceKind::TYPED_BUFFER => format!("zeros:{}:{format}", 16 * ELEMENTS),
        ResourceKind::TEXTURE_1D | ResourceKind::TEXTURE_1D_ARRAY => format!("zeros:64x1:{format}"),
        ResourceKind::TEXTURE_2D => format!("zeros:64x64:{format}"),
        ResourceKind::TEXTURE_2D_ARRAY => format!("zeros:64x64x1:{format}"),
        ResourceKind::TEXTURE_3D => format!("zeros:16x16x16:{format}"),
        ResourceKind::TEXTURE_CUBE | ResourceKind::TEXTURE_CUBE_ARRAY => format!("zeros:64x64x6:{format}"),
        _ => return None,
    };
    let register = Register { class: slot.class, number: slot.register, space: slot.space };
    Some(format!("--bind {register}={data}"))
}

/// Checks that a shader sees the kind of numbers that are stored.
fn check_format(slot: &Slot, format: Format) -> Result<(), String> {
    // `ComponentType` of DXIL: integers with sign are 2, 4, 6, those without 3, 5, 7, truth values 1; then come floats.
    let wanted = match slot.view.words[1] & 0xff {
        2 | 4 | 6 => "signed integers",
        1 | 3 | 5 | 7 => "unsigned integers",
        8.. => "floats",
        0 => return Ok(()),
    };
    let found = match format.component {
        Component::Signed(_) => "signed integers",
        Component::Unsigned(_) => "unsigned integers",
        _ => "floats",
    };
    if wanted == found {
        return Ok(());
    }
    Err(format!("--bind supplies {found} for {}, but the shader reads {wanted}", slot.label()))
}

type Loaded = (Vec<u8>, Option<[u32; 3]>, Option<Format>);

/// The bytes of a binding.
fn read(binding: &Binding, shaders: &[RunnableShader]) -> Result<Loaded, Refusal> {
    match &binding.source {
        Source::Sampler(_) => Ok((Vec::new(), None, None)),
        Source::Zeros(bytes) => {
            let texels =
                binding.size.map(|size| size.map(u64::from).into_iter().fold(1, u64::saturating_mul));
            let texel = binding.format.map_or(1, |format| u64::from(format.bytes()));
            let bytes = bytes.or(texels.map(|texels| texels.saturating_mul(texel))).unwrap_or(0);
            if bytes > MOST_BYTES {
                return Err(usage(format!("--bind data exceeds the limit of {MOST_BYTES} bytes")));
            }
            let len = usize::try_from(bytes).unwrap_or(0);
            Ok((vec![0; len], binding.size, binding.format))
        }
        Source::File(path) => {
            let name = display(path);
            let bytes = read_besides(path, &[]).map_err(|error| Refusal::of(&name, error))?;
            if images::is_png(&bytes) {
                let image = Image::read(&bytes).map_err(|why| Refusal::of(&name, Error::Unsupported(why)))?;
                return Ok((image.texels, Some([image.width, image.height, 1]), Some(image.format)));
            }
            let is_named_png =
                path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png"));
            if is_named_png && binding.format.is_none() {
                let text = "not a PNG file: the file does not begin with the PNG signature";
                return Err(Refusal::of(&name, Error::Unsupported(text.to_owned())));
            }
            Ok((bytes, binding.size, binding.format))
        }
        Source::Json(Value::Object(values)) => {
            let bytes = variables(binding.register, values, shaders);
            let bytes = bytes.map_err(|why| usage(format!("{}: {why}", binding.register)))?;
            Ok((bytes, None, None))
        }
        Source::Json(value) => {
            let values = value.as_array().map(Vec::as_slice).unwrap_or_default();
            let of_elements = match binding.register.class {
                ResourceClass::SRV | ResourceClass::UAV if binding.format.is_none() => {
                    with_buffer(binding.register, shaders, |buffer, reflection| {
                        data::elements(values, buffer, reflection)
                    })
                }
                _ => None,
            };
            let bytes = of_elements.unwrap_or_else(|| data::list(values, binding.format));
            let bytes = bytes.map_err(|why| usage(format!("{}: {why}", binding.register)))?;
            Ok((bytes, binding.size, binding.format))
        }
    }
}

/// The bytes of a constant buffer by the names of its variables, as the first shader declares them.
fn variables(
    register: Register,
    values: &serde_json::Map<String, Value>,
    shaders: &[RunnableShader],
) -> Result<Vec<u8>, String> {
    if register.class != ResourceClass::CBUFFER {
        return Err("only constant buffers have named variables: bind a list of numbers".to_owned());
    }
    let written =
        with_buffer(register, shaders, |buffer, reflection| data::variables(values, buffer, reflection));
    written.unwrap_or_else(|| {
        Err("no shader has reflection data about the constant buffer: bind a list of numbers".to_owned())
    })
}

/// Calls `with` with the layout of the buffer at a register, from the first shader that has one.
fn with_buffer<T>(
    register: Register,
    shaders: &[RunnableShader],
    with: impl Fn(&ConstantBuffer, &Reflection) -> T,
) -> Option<T> {
    let place = (letter(register.class), register.number, register.space);
    shaders.iter().find_map(|shader| {
        let reflection = reflecting::read(&shader.file()?).ok()?;
        let is_it = |buffer: &&ConstantBuffer| {
            let index = buffer.resource.and_then(|index| usize::try_from(index).ok());
            let resource = index.and_then(|index| reflection.resources.get(index));
            resource
                .is_some_and(|resource| (resource.letter(), resource.lower_bound, resource.space) == place)
        };
        reflection.constant_buffers.iter().find(is_it).map(|buffer| with(buffer, &reflection))
    })
}

fn usage(why: String) -> Refusal {
    Error::Usage(why).into()
}

impl RunShaders {
    /// Runs all shaders in turn over what the command line binds.
    pub(super) fn run_bindings(
        &self,
        shaders: &[RunnableShader],
        report: &mut Report,
    ) -> Result<(), Refusal> {
        let bindings = self.load_bindings(shaders)?;
        let steps = AtomicU64::new(self.max_steps);
        let mut programs = Vec::new();
        for shader in shaders {
            programs.push(shader.prepare_shader(self.entry.as_deref(), self.prepare_options())?);
        }
        self.check_bindings_are_used(&programs)?;
        // All that can be refused is before the first shader runs.
        let mut dispatches = Vec::new();
        for (shader, program) in shaders.iter().zip(&programs) {
            let watch = self.watch(shader, program, self.dispatch)?;
            dispatches.push((shader, program, bindings.bind(shader, program)?, watch));
        }
        check_all_bound(dispatches.iter().map(|(shader, program, bound, _)| (*shader, *program, bound)))?;
        for (shader, program, bound, mut watch) in dispatches {
            let dispatch = Dispatch::new(program, &bound, self.dispatch, self.options());
            let dispatch = dispatch.map_err(|error| Refusal::of(&shader.name, error))?;
            let outcome = execute::dispatch(&dispatch, program, &steps, watch.as_mut());
            report.add_watched(self.watched(shader, program, &dispatch, watch));
            report.add(shader, program, self.dispatch, outcome)?;
        }
        self.write_outputs(&bindings)
    }

    /// What the command line binds, in memory.
    pub(super) fn load_bindings(&self, shaders: &[RunnableShader]) -> Result<Bindings<'_>, Refusal> {
        Bindings::load(&self.bind, shaders)
    }

    /// What a program is bound to.
    pub(super) fn bound<'r>(
        &self,
        bindings: &'r Bindings<'_>,
        shader: &RunnableShader,
        program: &Program,
    ) -> Result<Bound<'r>, Refusal> {
        let bound = bindings.bind(shader, program)?;
        check_all_bound([(shader, program, &bound)])?;
        Ok(bound)
    }

    /// Refuses a binding that no shader has a register for: it is a mistake.
    pub(super) fn check_bindings_are_used(&self, programs: &[Program]) -> Result<(), Refusal> {
        for Binding { register, .. } in &self.bind {
            let is_in = |slot: &Slot| slot.place(register.class, register.number, register.space).is_some();
            let slots = programs.iter().flat_map(Program::slots);
            if !slots.clone().any(is_in) {
                let all: Vec<String> = slots.map(Slot::label).collect();
                let there = if all.is_empty() {
                    "the shaders declare no resources".to_owned()
                } else {
                    format!("declared resources: {}", all.join(", "))
                };
                return Err(usage(format!("no shader declares {register}; {there}")));
            }
        }
        for output in &self.out {
            if !self.bind.iter().any(|binding| binding.register == output.register) {
                return Err(usage(format!("--out {} requires a --bind of this register", output.register)));
            }
        }
        Ok(())
    }
}
