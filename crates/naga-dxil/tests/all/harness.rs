//! Compiles WGSL compute shaders with every combination of shader model and optimization of a case, validates each
//! container with dxil-validate, executes it with dxil-run and compares the buffers with the expected bytes.

use dx_container::enums::ResourceClass;
use dx_container::parts::program::ProgramPart;
use dx_container::{Container, FourCc};
use dxil::shader::Shader as Description;
use dxil_ir::bitcode;
use dxil_run::resources::{ALL_MAPPED, Buffer, Descriptor, Memory};
use dxil_run::{Bound, Dispatch, EntrySelector, FindingKind, PrepareOptions, Program, Resources, RunOptions};
use libtest_mimic::Trial;
use naga::valid::{ModuleInfo, ValidationFlags, Validator};
use naga::{Module, ShaderStage};
use naga_dxil::{Error, Options, Output, PipelineOptions, capabilities, write};

/// The instructions of a run, after which a case fails: a loop of the shader does not end.
const MAX_STEPS: u64 = 2_000_000;

/// A named test.
pub(crate) fn case(name: impl Into<String>, test: impl FnOnce() + Send + 'static) -> Trial {
    Trial::test(name, || {
        test();
        Ok(())
    })
}

/// A buffer in group 0.
#[derive(Debug, Clone)]
struct Binding {
    class: ResourceClass,
    register: u32,
    bytes: Vec<u8>,
    expected: Option<Vec<u8>>,
    /// The width of the floats in the buffer, of which all NaNs are equal; `None` for exact bytes.
    floats: Option<usize>,
}

/// A compute shader and its buffers.
#[derive(Debug, Clone)]
pub(crate) struct Shader {
    source: String,
    is_glsl: bool,
    entry: Option<String>,
    models: Vec<(u32, u32)>,
    constants: Vec<(String, f64)>,
    bindings: Vec<Binding>,
    groups: [u32; 3],
    wave_size: Option<u32>,
    /// Restricts indices into buffers; the descriptor's size is the only limit otherwise.
    is_restricted: bool,
    /// The findings of the run that are part of the case.
    allowed: Vec<FindingKind>,
}

impl Shader {
    /// A shader that is compiled for the shader models 6.0 and 6.6 and dispatched as one thread group.
    pub(crate) fn new(source: impl Into<String>) -> Self {
        Self {
            source: source.into(),
            is_glsl: false,
            entry: None,
            models: vec![(6, 0), (6, 6)],
            constants: Vec::new(),
            bindings: Vec::new(),
            groups: [1, 1, 1],
            wave_size: None,
            is_restricted: false,
            allowed: Vec::new(),
        }
    }

    /// Like [`new`](Self::new), for GLSL.
    pub(crate) fn glsl(source: impl Into<String>) -> Self {
        Self { is_glsl: true, ..Self::new(source) }
    }

    pub(crate) fn models(self, models: &[(u32, u32)]) -> Self {
        Self { models: models.to_vec(), ..self }
    }

    pub(crate) fn entry(self, name: &str) -> Self {
        Self { entry: Some(name.into()), ..self }
    }

    pub(crate) fn groups(self, groups: [u32; 3]) -> Self {
        Self { groups, ..self }
    }

    pub(crate) fn wave_size(self, lanes: u32) -> Self {
        Self { wave_size: Some(lanes), ..self }
    }

    pub(crate) fn constant(mut self, name: &str, value: f64) -> Self {
        self.constants.push((name.into(), value));
        self
    }

    pub(crate) fn restricted(self) -> Self {
        Self { is_restricted: true, ..self }
    }

    pub(crate) fn allow(mut self, kind: FindingKind) -> Self {
        self.allowed.push(kind);
        self
    }

    /// A writable storage buffer of which the run must have exactly these contents at the end.
    pub(crate) fn storage(
        self,
        binding: u32,
        before: impl Into<Vec<u8>>,
        expected: impl Into<Vec<u8>>,
    ) -> Self {
        self.bind(ResourceClass::UAV, binding, before.into(), Some(expected.into()))
    }

    /// A writable storage buffer of zeros that becomes these bytes.
    pub(crate) fn output(self, binding: u32, expected: impl Into<Vec<u8>>) -> Self {
        let expected = expected.into();
        self.storage(binding, vec![0; expected.len()], expected)
    }

    /// A writable storage buffer of zeros whose contents at the end are not compared.
    pub(crate) fn scratch(self, binding: u32, bytes: usize) -> Self {
        self.bind(ResourceClass::UAV, binding, vec![0; bytes], None)
    }

    /// A storage buffer that is only read.
    pub(crate) fn read_only(self, binding: u32, bytes: impl Into<Vec<u8>>) -> Self {
        self.bind(ResourceClass::SRV, binding, bytes.into(), None)
    }

    pub(crate) fn uniform(self, binding: u32, bytes: impl Into<Vec<u8>>) -> Self {
        self.bind(ResourceClass::CBUFFER, binding, bytes.into(), None)
    }

    fn bind(
        mut self,
        class: ResourceClass,
        register: u32,
        bytes: Vec<u8>,
        expected: Option<Vec<u8>>,
    ) -> Self {
        self.bindings.push(Binding { class, register, bytes, expected, floats: None });
        self
    }

    /// Compares the contents of the last buffer as floats of this width.
    pub(crate) fn floats(mut self, width: usize) -> Self {
        if let Some(binding) = self.bindings.last_mut() {
            binding.floats = Some(width);
        }
        self
    }

    /// Compiles, validates and executes the shader for all models, with and without optimization.
    pub(crate) fn check(&self) {
        let (module, info) = match self.is_glsl {
            true => parsed_glsl(&self.source),
            false => parsed(&self.source),
        };
        let entry_point = self.entry.clone().map(|name| (ShaderStage::Compute, name));
        let constants = self.constants.iter().cloned().collect();
        let pipeline = PipelineOptions { entry_point, constants };
        for (number, model) in self.models.iter().enumerate() {
            for optimize in [false, true] {
                let mut options = Options { model: Some(*model), optimize, ..Options::default() };
                // The loops of all cases end.
                options.bindings.force_loop_bounding = number == 0;
                if self.is_restricted {
                    restrict(&module, &mut options);
                }
                let context = format!("model {}.{}, optimize: {optimize}", model.0, model.1);
                let output = write(&module, &info, &pipeline, &options)
                    .unwrap_or_else(|error| panic!("{context}: {}", error.emit_to_string(&self.source)));
                self.run(&validated(&output, &context), &context);
            }
        }
    }

    fn run(&self, container: &[u8], context: &str) {
        let container = Container::parse(container).unwrap();
        let part: ProgramPart<'_> = container.view(FourCc::DXIL).unwrap().unwrap();
        let module = bitcode::read(part.bitcode, 0).unwrap();
        let described = Description::read(&module).unwrap();
        let selector = EntrySelector::Shader(None);
        let program = Program::prepare(&module, &described, selector, PrepareOptions::default())
            .unwrap_or_else(|error| panic!("{context}: {error}"));
        let mut resources = Resources::default();
        for binding in &self.bindings {
            resources.add(Memory::new(&binding.bytes));
        }
        let mut bound = Bound::new(&program, &resources);
        for (memory, binding) in self.bindings.iter().enumerate() {
            let (offset, bytes) = (0, binding.bytes.len() as u64);
            let (stride, format, counter, mapped) = (0, None, None, ALL_MAPPED);
            let buffer = Buffer { memory, offset, bytes, stride, format, counter, mapped };
            let register = binding.register;
            let is_bound = bound.bind(&program, binding.class, register, 0, Descriptor::Buffer(buffer));
            assert!(is_bound, "{context}: the shader has no {:?} {register}", binding.class);
        }
        let options = RunOptions { wave_size: self.wave_size, max_steps: MAX_STEPS, ..RunOptions::default() };
        let outcome = Dispatch::new(&program, &bound, self.groups, options).unwrap().run(&mut ());
        assert!(outcome.stop.is_none(), "{context}: {:?}", outcome.stop);
        for (_, kind, finding) in outcome.findings.iter() {
            assert!(self.allowed.contains(&kind), "{context}: {kind:?}: {finding:?}");
        }
        for (binding, memory) in self.bindings.iter().zip(&resources.memories) {
            let Some(expected) = &binding.expected else { continue };
            let mut found = memory.bytes();
            if let Some(width) = binding.floats {
                unify_nans(&mut found, expected, width);
            }
            compare(&found, expected, &format!("{context}: binding {}", binding.register));
        }
    }
}

/// Clamps indices into all buffers of the module.
fn restrict(module: &Module, options: &mut Options) {
    use naga::back::hlsl::BindTarget;
    for (_, variable) in module.global_variables.iter() {
        let Some(binding) = variable.binding else { continue };
        let register = binding.binding;
        let target = BindTarget { register, restrict_indexing: true, ..BindTarget::default() };
        options.bindings.binding_map.insert(binding, target);
    }
}

/// Replaces each NaN by the expected NaN.
fn unify_nans(found: &mut [u8], expected: &[u8], width: usize) {
    let is_nan = |bytes: &[u8]| {
        let bits = bytes.iter().rev().fold(0_u64, |bits, byte| bits << 8 | u64::from(*byte));
        match width {
            2 => bits & 0x7fff > 0x7c00,
            4 => f32::from_bits(bits as u32).is_nan(),
            _ => f64::from_bits(bits).is_nan(),
        }
    };
    for (found, expected) in found.chunks_mut(width).zip(expected.chunks(width)) {
        if is_nan(found) && is_nan(expected) {
            found.copy_from_slice(expected);
        }
    }
}

pub(crate) fn compare(found: &[u8], expected: &[u8], context: &str) {
    if found == expected {
        return;
    }
    assert_eq!(found.len(), expected.len(), "{context}: the length of the expected bytes");
    let words = |bytes: &[u8]| -> Vec<String> {
        bytes
            .chunks(4)
            .map(|word| word.iter().rev().map(|byte| format!("{byte:02x}")).collect::<String>())
            .collect()
    };
    let differences: Vec<String> = (words(found).iter().zip(&words(expected)).enumerate())
        .filter(|(_, (found, expected))| found != expected)
        .take(16)
        .map(|(at, (found, expected))| format!("dword {at}: {found}, expected {expected}"))
        .collect();
    panic!("{context}:\n  {}", differences.join("\n  "));
}

/// A module that naga accepts.
pub(crate) fn parsed(source: &str) -> (Module, ModuleInfo) {
    let module = naga::front::wgsl::parse_str(source)
        .unwrap_or_else(|error| panic!("{}", error.emit_to_string(source)));
    let info = Validator::new(ValidationFlags::all(), capabilities())
        .validate(&module)
        .unwrap_or_else(|error| panic!("{}", error.emit_to_string(source)));
    (module, info)
}

fn parsed_glsl(source: &str) -> (Module, ModuleInfo) {
    let options = naga::front::glsl::Options::from(ShaderStage::Compute);
    let module = naga::front::glsl::Frontend::default().parse(&options, source);
    let module = module.unwrap_or_else(|error| panic!("{}", error.emit_to_string(source)));
    let info = Validator::new(ValidationFlags::all(), capabilities())
        .validate(&module)
        .unwrap_or_else(|error| panic!("{}", error.emit_to_string(source)));
    (module, info)
}

/// Compiles a module that naga accepts.
pub(crate) fn compile(
    source: &str,
    pipeline: &PipelineOptions,
    options: &Options,
) -> Result<Output, Box<Error>> {
    let (module, info) = parsed(source);
    write(&module, &info, pipeline, options).map_err(Box::new)
}

/// The container, which has no findings of the validator.
pub(crate) fn validated(output: &Output, context: &str) -> Vec<u8> {
    let options = dxil_validate::Options::default();
    let findings = dxil_validate::validate_container(&output.container, &options).report.findings;
    assert!(findings.is_empty(), "{context}: {findings:#?}");
    output.container.clone()
}

/// Little-endian bytes of scalars.
pub(crate) trait Bytes {
    fn bytes(&self) -> Vec<u8>;
}

macro_rules! scalars {
    ($($ty:ty),*) => { $(
        impl Bytes for $ty {
            fn bytes(&self) -> Vec<u8> {
                self.to_le_bytes().to_vec()
            }
        }
    )* };
}

scalars!(u16, i16, u32, i32, f32, u64, i64, f64);

impl<T: Bytes> Bytes for [T] {
    fn bytes(&self) -> Vec<u8> {
        self.iter().flat_map(Bytes::bytes).collect()
    }
}

impl<T: Bytes> Bytes for Vec<T> {
    fn bytes(&self) -> Vec<u8> {
        self.as_slice().bytes()
    }
}

impl<T: Bytes, const N: usize> Bytes for [T; N] {
    fn bytes(&self) -> Vec<u8> {
        self.as_slice().bytes()
    }
}
