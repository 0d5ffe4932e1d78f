//! A compute shader, ready to be run by both: as a program of dxil-run, and as SPIR-V.

use std::path::Path;

use dx_container::parts::View as _;
use dx_container::parts::program::ProgramPart;
use dx_container::parts::root_signature::RootSignature;
use dx_container::{Container, FourCc};
use dxil::shader::Shader as Described;
use dxil_run::{Dispatch, EntrySelector, PrepareOptions, Program, RunOptions};
use run_pipeline::{Pipeline, PipelineRun, Stage};

use crate::convert::{self, Spirv};
use crate::driver::{self, Driver};
use crate::outcome::{Outcome, compare};

/// Steps of waves that a case may take: they are all small.
const STEPS: u64 = 1_000_000_000;

pub struct Shader {
    container: Vec<u8>,
    program: Program,
    /// Lanes of a wave on the driver.
    wave_size: u32,
    spirv: Spirv,
}

impl Shader {
    /// Reads a container and prepares what is in it for both.
    ///
    /// # Errors
    ///
    /// What keeps it from being run, as an outcome: the converter or the driver cannot do what it asks for.
    pub fn read(file: &Path, driver: &Driver) -> Result<Self, Outcome> {
        let container = std::fs::read(file).map_err(|error| Outcome::failed(&error))?;
        let program = program(&container).map_err(|error| Outcome::Failed(format!("dxil-run: {error}")))?;
        let wave_size = driver.wave_size();
        let (min, max) = program.wave_sizes();
        if !(min..=max).contains(&wave_size) {
            return Err(Outcome::NotRun(format!("it asks for waves of other than {wave_size} lanes")));
        }
        let spirv = convert::convert(&container, wave_size);
        let spirv = spirv.map_err(|error| Outcome::NotRun(format!("dxil-spirv: {error}")))?;
        Ok(Self { container, program, wave_size, spirv })
    }

    /// Runs it by both over the buffers of a pipeline, and compares what is in them afterwards.
    pub fn judge(&self, pipeline: &Pipeline, driver: &Driver) -> Outcome {
        self.run(pipeline, driver).unwrap_or_else(|outcome| outcome)
    }

    fn run(&self, pipeline: &Pipeline, driver: &Driver) -> Result<Outcome, Outcome> {
        let failed = |error: dxil_run::RunError| Outcome::Failed(format!("dxil-run: {}", error.kind()));
        let container = Container::parse(&self.container).map_err(|error| Outcome::failed(error.kind()))?;
        let signature =
            container.part(FourCc::RTS0).map(|part| RootSignature::parse(container.payload(&part)));
        let signature = signature.transpose().map_err(|error| Outcome::failed(error.kind()))?;
        let memory = PipelineRun::new(pipeline);
        let several = || Outcome::NotRun("the pipeline has several passes".to_owned());
        let pass = pipeline.only().ok_or_else(several)?;
        let bound = memory.bind(pipeline, (pass, Stage::Compute), &self.program, signature.as_ref());
        // A pipeline for another interface than D3D's.
        let bound = bound.map_err(|error| Outcome::NotRun(format!("dxil-run: {}", error.kind())))?;
        // The driver goes first: dxil-run changes the memory that both begin with.
        let find = |binding: &convert::Binding| driver::descriptors(binding, &self.program, &bound);
        let theirs = driver.dispatch(&self.spirv, &find, bound.resources, pass.dispatch)?;
        let options =
            RunOptions { wave_size: Some(self.wave_size), max_steps: STEPS, ..RunOptions::default() };
        let dispatch = Dispatch::new(&self.program, &bound, pass.dispatch, options).map_err(failed)?;
        let ours = dispatch.run(&mut ());
        if let Some(stop) = ours.stop {
            return Err(Outcome::Failed(format!("dxil-run: stopped: {stop:?}")));
        }
        Ok(compare(pipeline, &memory, &bound, &theirs))
    }
}

fn program(container: &[u8]) -> Result<Program, String> {
    let container = Container::parse(container).map_err(|error| error.kind().to_string())?;
    let part = container.part(FourCc::DXIL).ok_or("no DXIL part")?;
    let part = ProgramPart::parse(container.payload(&part)).map_err(|error| error.kind().to_string())?;
    let module = dxil_ir::bitcode::read(part.bitcode, part.bitcode_offset)
        .map_err(|error| error.kind().to_string())?;
    let shader = Described::read(&module).map_err(|error| format!("{error:?}"))?;
    Program::prepare(&module, &shader, EntrySelector::Shader(None), PrepareOptions::default())
        .map_err(|error| error.kind().to_string())
}
