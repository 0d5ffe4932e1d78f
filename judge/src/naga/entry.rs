//! An entry point and its comparisons: chooses random inputs for which the shader changes memory, and compares the
//! memory after the dispatch with each oracle.

use dx_container::parts::program::ProgramPart;
use dx_container::{Container, FourCc};
use dxil::shader::Shader as Description;
use dxil_run::{Descriptor, Dispatch, EntrySelector, FindingKind, PrepareOptions, Program, RunOptions, Stop};
use naga::back::hlsl::BindTarget;
use naga::back::pipeline_constants::process_overrides;
use naga::proc::BoundsCheckPolicy;
use naga::valid::ModuleInfo;
use naga::{AddressSpace, Module, ShaderStage};
use naga_dxil::{Options, PipelineOptions};

use super::bounds::Bounds;
use super::inputs::Inputs;
use super::observe::observe;
use super::sources::{self, Source};
use super::{known, oracles};
use crate::convert::Binding;
use crate::driver::Driver;
use crate::outcome::Outcome;

/// The environment variable with the file name of DXC's program; without it, nothing is compared with DXC.
const DXC: &str = "DXC";
/// The inputs of each entry point.
const INPUTS: usize = 3;
/// The seeds that are tried to find inputs for which the shader changes memory.
const SEEDS: u64 = 40;
/// The instructions of a dispatch.
const STEPS: u64 = 4_000_000;
/// The inputs with which the shader may execute more instructions.
const ENDLESS: usize = 3;
/// The numbers of thread groups that are tried: with one group, fewer threads race.
const GROUPS: [[u32; 3]; 2] = [[2, 1, 1], [1, 1, 1]];

const ENDLESS_LOOP: &str = "the shader has an endless loop";

/// A compute entry point.
pub struct Entry {
    module: Module,
    info: ModuleInfo,
    index: usize,
    name: String,
    /// Our programs: all indices into buffers are clamped, or only the indices into uniform buffers.
    programs: [Program; 2],
}

/// A dispatch of our program: the inputs, and the memory after it.
struct Run {
    inputs: Inputs,
    groups: [u32; 3],
    /// The memory after each of our programs.
    memories: [Vec<Vec<u8>>; 2],
}

impl Entry {
    pub fn new(source: &Source, name: &str) -> Result<Self, String> {
        let is_it = |entry: &naga::EntryPoint| entry.stage == ShaderStage::Compute && entry.name == name;
        let entry =
            source.module.entry_points.iter().find(|entry| is_it(entry)).ok_or("no such entry point")?;
        let constants = source.pipeline(entry).constants;
        let selected = Some((ShaderStage::Compute, name));
        let resolved = process_overrides(&source.module, &source.info, selected, &constants);
        let (module, info) = resolved.map_err(|error| error.to_string())?;
        let (mut module, info) = (module.into_owned(), info.into_owned());
        let index = module.entry_points.iter().position(is_it).ok_or("no such entry point")?;
        observe(&mut module, &info, index)?;
        let info = sources::validator().validate(&module);
        let info =
            info.map_err(|error| format!("with stores of all values: {}", error.emit_to_string("")))?;
        let entry_point = Some((ShaderStage::Compute, name.to_owned()));
        let pipeline = PipelineOptions { entry_point, ..PipelineOptions::default() };
        let compile = |options: &Options| {
            let output = naga_dxil::write(&module, &info, &pipeline, options);
            output
                .map_err(|error| format!("naga-dxil: {error}"))
                .and_then(|output| program(&output.container))
        };
        let programs = [
            compile(&restricted(&module, |_| true))?,
            compile(&restricted(&module, |space| space == AddressSpace::Uniform))?,
        ];
        Ok(Self { module, info, index, name: name.to_owned(), programs })
    }

    /// The number of inputs, the outcomes of the driver and of DXC, and the digest of our memory.
    pub fn cells(&self, case: &str, driver: &Driver) -> String {
        let runs = match self.runs(driver.wave_size()) {
            Ok(runs) => runs,
            Err(why) => return format!("not run: {why}\t-\t-\t-"),
        };
        let wave_size = driver.wave_size();
        let on_driver = self.compare((case, "lavapipe", usize::from(!self.is_clamped())), &runs, |run| {
            self.on_driver(run, driver)
        });
        let by_dxc = match std::env::var(DXC) {
            Err(_) => "skipped".to_owned(),
            Ok(dxc) => match oracles::dxc(&dxc, &self.module, &self.info, &self.name)
                .and_then(|dxil| program(&dxil))
            {
                Err(why) => format!("not run: {why}"),
                Ok(program) => self.compare((case, "DXC", 1), &runs, |run| {
                    let unbound =
                        run.inputs.bind(&program, &run.inputs.resources()).unbound(&program).count();
                    if unbound > 0 {
                        return Err("the sampler heap of naga's HLSL is not bound".to_owned());
                    }
                    dispatch(&program, &run.inputs, run.groups, wave_size).map(|(memories, _)| memories)
                }),
            },
        };
        let digest = runs.iter().fold(FNV_OFFSET, |hash, run| run.memories.iter().flatten().fold(hash, fnv));
        let changed = runs.iter().filter(|run| run.is_changed()).count();
        format!("{changed}\t{on_driver}\t{by_dxc}\t{digest:016x}")
    }

    /// Executes our program over inputs for which it changes memory, if there are any.
    fn runs(&self, wave_size: u32) -> Result<Vec<Run>, String> {
        let uses = self.info.get_entry_point(self.index);
        let (mut unchanged, mut endless) = (Vec::new(), 0);
        let mut runs: Vec<Run> = Vec::new();
        for seed in 1..=SEEDS {
            let inputs = Inputs::new(&self.module, |global| !uses[global].is_empty(), self.threads(), seed)?;
            let run = match self.dispatch(inputs, wave_size) {
                Ok(run) => run,
                Err(why) if why == ENDLESS_LOOP => {
                    endless += 1;
                    if endless == ENDLESS && runs.is_empty() {
                        return Err(why);
                    }
                    continue;
                }
                Err(why) => return Err(why),
            };
            if run.is_changed() {
                runs.push(run)
            } else {
                unchanged.push(run)
            }
            if runs.len() == INPUTS {
                break;
            }
        }
        runs.extend(unchanged);
        runs.truncate(INPUTS);
        Ok(runs)
    }

    fn dispatch(&self, mut inputs: Inputs, wave_size: u32) -> Result<Run, String> {
        for groups in GROUPS {
            inputs.set_groups(groups);
            let [clamped, unclamped] = &self.programs;
            let (memories, is_racing) = dispatch(unclamped, &inputs, groups, wave_size)?;
            if !is_racing {
                let (others, _) = dispatch(clamped, &inputs, groups, wave_size)?;
                return Ok(Run { inputs, groups, memories: [others, memories] });
            }
        }
        Err("threads race".to_owned())
    }

    /// True if the indices into all buffers are clamped for the comparison with the driver, because naga's SPIR-V has
    /// one policy for uniform and storage buffers. With several threads, clamped stores to the last element would race.
    fn is_clamped(&self) -> bool {
        let uses = self.info.get_entry_point(self.index);
        let mut used = self.module.global_variables.iter().filter(|(handle, _)| !uses[*handle].is_empty());
        self.threads() == 1 && used.any(|(_, variable)| variable.space == AddressSpace::Uniform)
    }

    fn policy(&self) -> BoundsCheckPolicy {
        match self.is_clamped() {
            true => BoundsCheckPolicy::Restrict,
            false => BoundsCheckPolicy::ReadZeroSkipWrite,
        }
    }

    fn threads(&self) -> u32 {
        self.module.entry_points[self.index].workgroup_size.iter().product()
    }

    fn on_driver(&self, run: &Run, driver: &Driver) -> Result<Vec<Vec<u8>>, String> {
        let written = std::panic::catch_unwind(|| {
            oracles::spirv(&self.module, &self.info, &self.name, (&run.inputs, self.policy()))
        });
        let spirv = written.map_err(|_| "naga's SPIR-V back end panics".to_owned())??;
        if let Some(capability) = oracles::missing_capability(&spirv.words, driver.features()) {
            return Err(format!("the driver lacks {capability}"));
        }
        let find = |binding: &Binding| -> Result<Vec<Descriptor>, Outcome> {
            let is_it = |item: &&super::inputs::Item| {
                (item.class, item.register, item.space) == (binding.class, binding.register, binding.space)
            };
            let item = run.inputs.items.iter().find(is_it);
            item.map(|item| item.descriptors.clone())
                .ok_or_else(|| Outcome::failed(&"a binding without a resource"))
        };
        driver.dispatch(&spirv, &find, &run.inputs.resources(), run.groups).map_err(|outcome| match outcome {
            Outcome::NotRun(why) | Outcome::Failed(why) => why,
            other => other.to_string(),
        })
    }

    /// The outcome of the comparisons with an oracle.
    fn compare(
        &self,
        (case, oracle, program): (&str, &str, usize),
        runs: &[Run],
        execute: impl Fn(&Run) -> Result<Vec<Vec<u8>>, String>,
    ) -> String {
        let bounds = Bounds::of(&self.module);
        let mut is_exact = true;
        for run in runs {
            let theirs = match execute(run) {
                Ok(theirs) => theirs,
                Err(why) => {
                    return format!("not run: {}", why.split_whitespace().collect::<Vec<_>>().join(" "));
                }
            };
            for (number, leaves) in run.inputs.leaves.iter().enumerate() {
                let (ours, theirs) = (&run.memories[program][number], &theirs[number]);
                is_exact &= ours == theirs;
                if let Some(difference) = bounds.difference(leaves, ours, theirs) {
                    return match known::reason(case, oracle) {
                        Some(reason) => format!("differs: {reason}"),
                        None => format!("failed: memory {number}, {difference}"),
                    };
                }
            }
        }
        if is_exact { "equal" } else { "within bounds" }.to_owned()
    }
}

impl Run {
    fn is_changed(&self) -> bool {
        self.memories[1] != self.inputs.memories
    }
}

/// Options that clamp indices into the buffers of some address spaces.
fn restricted(module: &Module, is_restricted: impl Fn(AddressSpace) -> bool) -> Options {
    let mut options = Options::default();
    for (_, variable) in module.global_variables.iter() {
        let Some(binding) = variable.binding.filter(|_| is_restricted(variable.space)) else { continue };
        let (register, space) = (binding.binding, binding.group as u8);
        let target = BindTarget { register, space, restrict_indexing: true, ..BindTarget::default() };
        options.bindings.binding_map.insert(binding, target);
    }
    options
}

/// Executes a program; the memory after it, and whether threads race.
fn dispatch(
    program: &Program,
    inputs: &Inputs,
    groups: [u32; 3],
    wave_size: u32,
) -> Result<(Vec<Vec<u8>>, bool), String> {
    let resources = inputs.resources();
    let bound = inputs.bind(program, &resources);
    let (min, max) = program.wave_sizes();
    let wave_size = Some(wave_size.clamp(min, max));
    let options = RunOptions { wave_size, max_steps: STEPS, ..RunOptions::default() };
    let dispatch =
        Dispatch::new(program, &bound, groups, options).map_err(|error| error.kind().to_string())?;
    let outcome = dispatch.run(&mut ());
    if matches!(outcome.stop, Some(Stop::Steps)) {
        return Err(ENDLESS_LOOP.to_owned());
    }
    if let Some(stop) = outcome.stop {
        return Err(format!("dxil-run stopped: {stop:?}"));
    }
    let is_racing = outcome.findings.iter().any(|(_, kind, _)| kind == FindingKind::Race);
    Ok((resources.memories.iter().map(|memory| memory.bytes()).collect(), is_racing))
}

fn program(container: &[u8]) -> Result<Program, String> {
    let container = Container::parse(container).map_err(|error| error.kind().to_string())?;
    let part: Option<Result<ProgramPart<'_>, _>> = container.view(FourCc::DXIL);
    let part = part.ok_or("no DXIL part")?.map_err(|error| error.kind().to_string())?;
    let module = dxil_ir::bitcode::read(part.bitcode, 0).map_err(|error| error.kind().to_string())?;
    let description = Description::read(&module).map_err(|error| format!("{error:?}"))?;
    Program::prepare(&module, &description, EntrySelector::Shader(None), PrepareOptions::default())
        .map_err(|error| error.kind().to_string())
}

/// The first hash and the prime of FNV-1a with 64 bits.
const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0100_0000_01b3;

fn fnv(hash: u64, bytes: &Vec<u8>) -> u64 {
    bytes.iter().fold(hash, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(FNV_PRIME))
}
