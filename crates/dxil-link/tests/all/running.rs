//! Running what was linked: pipelines with expected results, and programs that must do the same as others.

use std::path::Path;

use bstr::BStr;
use dx_container::Container;
use dx_container::enums::ResourceClass;
use dx_container::parts::root_signature::RootSignature;
use dxil::shader::Shader;
use dxil_ir::Module;
use dxil_link::Library;
use dxil_run::resources::ALL_MAPPED;
use dxil_run::{
    Bound, Buffer, Descriptor, Dispatch, EntrySelector, Memory, PrepareOptions, Program, Resources,
    RunOptions,
};
use filecheck::{Checks, Options};
use run_pipeline::{Pipeline, PipelineRun, Stage};

/// Steps of waves that a program may take.
const STEPS: u64 = 100_000_000;

/// The program of a container.
pub(crate) fn module(bytes: &[u8]) -> Module {
    Library::read(&Container::parse(bytes).unwrap(), false).unwrap().module
}

fn prepare(module: &Module, entrance: EntrySelector<'_>) -> Program {
    let shader = Shader::read(module).unwrap();
    Program::prepare(module, &shader, entrance, PrepareOptions::default())
        .unwrap_or_else(|error| panic!("{error}"))
}

/// Runs a pipeline with a shader, and says which of its results do not hold, or which of the checks in the file beside
/// it.
pub(crate) fn run_pipeline(
    path: &Path,
    module: &Module,
    signature: Option<&RootSignature<'_>>,
    wave_size: Option<u32>,
) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let mut pipeline = Pipeline::parse(&text).map_err(|error| error.to_string())?;
    let program = prepare(module, EntrySelector::Shader(None));
    let memory = PipelineRun::new(&pipeline);
    let pass = pipeline.only().ok_or("several passes")?;
    let bound = memory.bind(&pipeline, (pass, Stage::Compute), &program, signature);
    let bound = bound.map_err(|error| error.to_string())?;
    let options = RunOptions { wave_size, max_steps: STEPS, ..RunOptions::default() };
    let dispatch =
        Dispatch::new(&program, &bound, pass.dispatch, options).map_err(|error| error.to_string())?;
    let outcome = dispatch.run(&mut ());
    assert_eq!(outcome.stop, None);
    memory.finish(&mut pipeline);
    let checks = path.with_extension("expect");
    if checks.is_file() {
        let checks = std::fs::read_to_string(checks).map_err(|error| error.to_string())?;
        let checks = Checks::parse(&checks, &Options::default());
        let checked = checks.and_then(|checks| checks.check(&pipeline.buffers_text()));
        return checked.map_err(|failure| failure.to_string());
    }
    if pipeline.results.is_empty() {
        return Err("nothing is expected of it".to_owned());
    }
    let wrong: Vec<String> = pipeline
        .verdicts(4)
        .filter(|verdict| verdict.mismatch.is_some())
        .map(|verdict| format!("{}: {:?}", verdict.name, verdict.mismatch))
        .collect();
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("; ")) }
}

/// What a compute shader leaves in the byte-address buffer u0, which holds `before` at first.
pub(crate) fn run_over(bytes: &[u8], before: &[u8], groups: [u32; 3]) -> Vec<u8> {
    let program = prepare(&module(bytes), EntrySelector::Shader(None));
    let mut resources = Resources::default();
    let memory = resources.add(Memory::new(before));
    let size = u64::try_from(before.len()).unwrap();
    let buffer =
        Buffer { memory, offset: 0, bytes: size, stride: 0, format: None, counter: None, mapped: ALL_MAPPED };
    let mut bound = Bound::new(&program, &resources);
    assert!(bound.bind(&program, ResourceClass::UAV, 0, 0, Descriptor::Buffer(buffer)));
    let options = RunOptions { max_steps: STEPS, ..RunOptions::default() };
    let outcome = Dispatch::new(&program, &bound, groups, options).unwrap().run(&mut ());
    assert_eq!(outcome.stop, None);
    drop(bound);
    resources.memories[memory].bytes()
}

/// What a function gives for values of its parameters, by their bits.
pub(crate) fn call(bytes: &[u8], function: &str, arguments: &[u64]) -> Vec<u64> {
    let program = prepare(&module(bytes), EntrySelector::Function(BStr::new(function), 1));
    let resources = Resources::default();
    let bound = Bound::new(&program, &resources);
    let dispatch = Dispatch::new(&program, &bound, [1; 3], RunOptions::default()).unwrap();
    let (results, outcome) = dispatch.call(&[arguments.to_vec()], &mut ());
    assert_eq!(outcome.stop, None);
    results.into_iter().next().unwrap()
}
