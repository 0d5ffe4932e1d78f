//! Shaders to be run: read, validated, and prepared.

use std::collections::HashMap;
use std::path::Path;

use bstr::{BStr, ByteSlice as _};
use dx_container::enums::ShaderKind;
use dx_container::mangled_name::{Shown, unmangled};
use dx_container::parts::View as _;
use dx_container::parts::root_signature::RootSignature;
use dx_container::{Container, FourCc};
use dxil::shader::{ResourceRange, Shader};
use dxil::stored;
use dxil_ir::verify::IrPlace;
use dxil_ir::{GlobalId, InstructionId, Module};
use dxil_run::{EntrySelector, PrepareOptions, Program, RunErrorKind};

use super::refusal::Refusal;
use crate::error::Error;
use crate::judging::{DebugFiles, Judge, Judged};
use crate::loading::assembled::expect_dxil;
use crate::loading::loaded_shader::{LoadedShader, Source};
use crate::loading::read_module::{Faults, ReadModule};
use crate::loading::reading::{Needs, Texts};
use crate::selection::input::Input;
use crate::style::counted;

/// A shader that was read, and is valid unless that was not asked for.
pub struct RunnableShader {
    /// The name of its file.
    pub name: String,
    /// The container that it is in, or is assembled to.
    container: Option<Vec<u8>>,
    /// The program, with debug information where it has some.
    pub module: Module,
    /// What the program says of itself.
    pub shader: Shader,
    /// The note that the shader was converted from DXBC, if it was.
    pub conversion_note: Option<String>,
}

impl RunnableShader {
    /// Reads a shader, and refuses one that is not valid unless `force`.
    pub fn load(input: &Input, force: bool) -> Result<Self, Refusal> {
        let name = input.name().to_string();
        let needs = Needs { texts: Texts::Llvm, trailing: false };
        let bytes = input.read_needed(needs).map_err(|error| Refusal::of(&name, error))?;
        let about = |error: Error| Refusal::about(&name, &bytes, error);
        let valid = if force { None } else { check_valid(&bytes, input.path()).map_err(&about)? };
        let file = match valid {
            Some(file) => Some(file),
            None => open(&bytes, force).map_err(&about)?,
        };
        let file = file.map(LoadedShader::into_dxil).transpose().map_err(&about)?;
        let conversion_note = file.as_ref().and_then(LoadedShader::conversion_note);
        let program = match file {
            Some(file) => file.into_program(),
            None => bare_module(&bytes).map(|module| (None, module)),
        };
        let (container, module) = program.map_err(&about)?;
        expect_dxil(&module).map_err(&about)?;
        // What is wrong in one place of the metadata need not keep the program from running.
        let shader = if force {
            Shader::read_partly(&module).0
        } else {
            Shader::read(&module).map_err(|error| about(error.into()))?
        };
        let mut loaded = Self { name, container, module, shader, conversion_note };
        loaded.name_resources();
        Ok(loaded)
    }

    /// Gives resources the names that the reflection data have, where the program itself has none.
    fn name_resources(&mut self) {
        let reflection = self.container().as_ref().and_then(stored::reflection);
        let named = reflection.map(|module| Shader::read_partly(&module).0);
        let Some(names) = named.and_then(|shader| shader.resources) else { return };
        let Some(resources) = &mut self.shader.resources else { return };
        let add = |ours: Vec<&mut ResourceRange>, theirs: Vec<&ResourceRange>| {
            for range in ours.into_iter().filter(|range| range.name.is_empty()) {
                let place = (range.space, range.lower_bound);
                let named = theirs.iter().find(|named| (named.space, named.lower_bound) == place);
                range.name = named.map(|named| named.name.clone()).unwrap_or_default();
            }
        };
        macro_rules! each {
            ($($field:ident),*) => {
                $(add(
                    resources.$field.iter_mut().flatten().map(|resource| &mut resource.range).collect(),
                    names.$field.iter().flatten().map(|resource| &resource.range).collect(),
                );)*
            };
        }
        each!(srvs, uavs, cbuffers, samplers);
    }

    /// What of it is run.
    pub fn prepare(&self, entrance: EntrySelector<'_>, options: PrepareOptions) -> Result<Program, Refusal> {
        Program::prepare(&self.module, &self.shader, entrance, options)
            .map_err(|error| Refusal::of(&self.name, error))
    }

    /// The programs of a stage of draws, by the name of its function where that is given.
    pub fn prepare_stage(
        &self,
        stage: (ShaderKind, Option<&BStr>),
        options: PrepareOptions,
    ) -> Result<Vec<Program>, Refusal> {
        Program::prepare_stage(&self.module, &self.shader, stage, options)
            .map_err(|error| Refusal::of(&self.name, error))
    }

    /// The compute shader of this name, or the only one.
    pub fn prepare_shader(&self, entry: Option<&str>, options: PrepareOptions) -> Result<Program, Refusal> {
        let entry = entry.map(|name| BStr::new(name.as_bytes()));
        self.prepare(EntrySelector::Shader(entry), options)
    }

    /// The function of this name, or the only one that HLSL calls so.
    pub fn function_named(&self, wanted: &str) -> Result<Vec<u8>, String> {
        let names = || self.module.bodies().map(|(_, global, _)| global.name.as_bytes());
        // Mangled names begin with a character that nobody types.
        let is_it = |name: &&[u8]| name.strip_prefix(b"\x01").unwrap_or(name) == wanted.as_bytes();
        if let Some(name) = names().find(|name| *name == wanted.as_bytes()).or_else(|| names().find(is_it)) {
            return Ok(name.to_vec());
        }
        let shown = |name: &[u8]| Shown(name.as_bstr()).to_string();
        let is_so_called = |name: &&[u8]| unmangled(name.as_bstr()) == wanted;
        let found: Vec<&[u8]> = names().filter(is_so_called).collect();
        match found.as_slice() {
            [name] => Ok(name.to_vec()),
            [] => {
                let available = names().map(shown).collect();
                Err(RunErrorKind::NoFunction { name: wanted.into(), available }.to_string())
            }
            several => {
                let names: Vec<String> = several.iter().map(|name| shown(name)).collect();
                Err(format!("the name {wanted} is ambiguous, expected one of {}", names.join(", ")))
            }
        }
    }

    /// Where all instructions of a shader are.
    pub fn places(&self) -> HashMap<(GlobalId, InstructionId), IrPlace> {
        let mut places = HashMap::new();
        for (function, _, body) in self.module.bodies() {
            for (block, block_id) in (0..).zip(&body.layout) {
                for (index, id) in (0..).zip(body.instructions_of(*block_id)) {
                    let place = IrPlace::Instruction { function, block, index, id: *id };
                    places.insert((function, *id), place);
                }
            }
        }
        places
    }

    /// The container, where there is one.
    pub fn container(&self) -> Option<Container<'_>> {
        Container::parse(self.container.as_deref()?).ok()
    }

    /// The file as others read it.
    pub fn file(&self) -> Option<LoadedShader<'_>> {
        LoadedShader::open(self.container.as_deref()?).ok()
    }

    /// Whether the container has a root signature.
    pub fn has_root_signature(&self) -> bool {
        self.container().is_some_and(|container| container.part(FourCc::RTS0).is_some())
    }

    /// Calls `with` with the root signature that the container has.
    pub fn with_root_signature<T>(
        &self,
        with: impl FnOnce(Option<&RootSignature<'_>>) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let container = self.container();
        let part = container.as_ref().and_then(|container| Some((container, container.part(FourCc::RTS0)?)));
        let signature = part.map(|(container, part)| RootSignature::parse(container.payload(&part)));
        let signature = signature.transpose().map_err(|error| Refusal::of(&self.name, error))?;
        with(signature.as_ref())
    }
}

/// Refuses a shader that breaks a rule. Returns the shader if the check has read it.
fn check_valid<'f>(bytes: &'f [u8], path: Option<&Path>) -> Result<Option<LoadedShader<'f>>, Error> {
    let debug_files = DebugFiles::none();
    let judge = Judge {
        validator_version: None,
        root_signature: None,
        symbols: true,
        debug_files: &debug_files,
        is_listed: false,
    };
    let Judged { judgement, shader } = judge.judge_and_keep(bytes, path)?;
    if judgement.is_valid() {
        return Ok(shader);
    }
    // A file that cannot be read has an error of its own.
    open(bytes, false).map(drop)?;
    if Source::of(bytes) == Some(Source::Assembly)
        && let Some(error) = ReadModule::of(bytes).err().and_then(Faults::into_first)
    {
        return Err(error);
    }
    let first = judgement.findings.iter().find(|finding| finding.severity == located::Severity::Error);
    let message =
        first.map_or_else(String::new, |finding| format!(": {} [{}]", finding.message, finding.rule));
    let more = match judgement.errors.saturating_sub(1) {
        0 => String::new(),
        more => format!(", and {}", counted(more, "more error")),
    };
    Err(Error::Invalid(format!(
        "the shader is not valid{message}{more}; run `shader-tools validate` for the locations, or use \
         --force to run the shader anyway"
    )))
}

/// Opens a shader, or assembles text and bitcode. Returns `None` if they cannot be assembled and `force` is set.
fn open(bytes: &[u8], force: bool) -> Result<Option<LoadedShader<'_>>, Error> {
    match LoadedShader::open_or_assemble(bytes) {
        Err(_) if force && Source::of(bytes).is_some() => Ok(None),
        Ok(file) => file.container().map(drop).map(|()| Some(file)),
        Err(error) => Err(error),
    }
}

/// The module of text or bitcode of which no container can be made.
fn bare_module(bytes: &[u8]) -> Result<Module, Error> {
    if Source::of(bytes) == Some(Source::Bitcode) {
        return LoadedShader::read_module(bytes);
    }
    Ok(dxil_text::parse(bytes)?)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use std::fs;

    use allocation_counter::measure;
    use dxil::assemble;
    use dxil_validate::{Options, validate_container};

    use super::*;
    use crate::selection::input;
    use crate::selection::wanted::Wanted;

    #[test]
    fn text_is_parsed_validated_assembled_and_decoded_once() {
        let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/scan_cs.dxil");
        let module = LoadedShader::read_module(&fs::read(example).unwrap()).unwrap();
        let mut text = String::new();
        dxil_text::print(&module, &mut text).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("scan_cs.ll");
        fs::write(&path, &text).unwrap();
        let inputs = input::find([path.clone()].as_slice().into(), Wanted::Anything).inputs;

        let parsed = || dxil_text::parse(text.as_bytes()).unwrap();
        let parsing = measure(|| drop(parsed()));
        let module = parsed();
        let assembly = measure(|| drop(assemble::assemble(module, &assemble::Options::default())));
        let container = LoadedShader::open_or_assemble(text.as_bytes()).unwrap().into_container().unwrap();
        let validation = measure(|| drop(validate_container(&container, &Options::default())));
        let steps = [parsing, assembly, validation].map(|step| step.count_total);
        let all = measure(|| drop(RunnableShader::load(inputs.first().unwrap(), false))).count_total;

        let once: u64 = steps.iter().sum();
        // Reading the input, the metadata and the reflection needs fewer allocations than a second assembly. A second
        // execution of any other step would exceed the limit.
        let greatest = steps.iter().max().unwrap();
        assert!(
            all < once + greatest,
            "{all} allocations; {steps:?} of parsing, assembly, validation with decoding"
        );
    }
}
