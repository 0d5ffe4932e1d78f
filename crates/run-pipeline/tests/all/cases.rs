//! Whole pipelines: a compute shader each, with the results that it must give, or with checks on the buffers after it.
//! Those of the project are in `tests/corpus/link/`, all others in the corpus.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use dx_container::parts::View as _;
use dx_container::parts::program::ProgramPart;
use dx_container::parts::root_signature::RootSignature;
use dx_container::{Container, FourCc};
use dxil::shader::Shader;
use dxil_ir::Module;
use dxil_run::{Dispatch, EntrySelector, Outcome, PrepareOptions, Program, RunOptions};
use filecheck::{Checks, Options};
use run_pipeline::{Mismatch, Pipeline, PipelineRun, Stage, Verdict};
use testkit::{Completion, Failed, corpus, skipped};

pub(crate) const TESTS: &[testkit::Test] =
    testkit::tests![cases_give_their_results, linked_shaders_give_their_results];

/// Cases that cannot hold, with the line of their notes that says so.
const EXCEPTIONS: [(&str, &str); 6] = [
    // Arrays of push constants are packed; in DXIL the same HLSL is a constant buffer, whose elements are 16 bytes
    // apart.
    ("Feature__PushConstant__arrays", "UNSUPPORTED: Metal || DirectX"),
    // Constants that SPIR-V has and DXIL has not.
    ("Feature__SpecializationConstant__duplicate_spec_id", "REQUIRES: Vulkan"),
    ("Feature__SpecializationConstant__spec_const.f64", "REQUIRES: Vulkan"),
    ("Feature__SpecializationConstant__spec_const_other_sizes", "REQUIRES: Vulkan"),
    // The compiler transposes matrices of `asuint`: the container's own stores are in the wrong order.
    ("Feature__HLSLLib__asuint_mat.64", "XFAIL: DXC && DirectX"),
    // Element 1 is made of a buffer that begins with 0, and bit counts 3 and 0 are expected of it.
    ("Feature__HLSLLib__countbits.16", "UNSUPPORTED: DXC"),
];

/// Threads change a word atomically, and each reads it plainly right behind, with no barrier between: D3D does not say
/// that such a read sees what others have done.
const READ_BEHIND_ATOMIC: &str = "reads what others change atomically";

/// A loop of which each round exchanges, waits at a barrier and reads plainly: nothing orders that read before what
/// others exchange in the next round.
const ONE_BARRIER_A_ROUND: &str = "reads what others exchange in the next round";

/// Loads at an index behind the last element, of which zeros are expected.
const READS_BEHIND_END: &str = "reads behind the last element";

/// Threads that have no element of the buffers of their inputs and results, which is one for each of fewer threads.
const MORE_THREADS: &str = "more threads than elements";

/// Cases that something is found in, and what that is: each shader was read, and does what is found.
const FINDINGS: [(&str, &str, &str); 20] = [
    ("Basic__idiv-edges", "division-by-zero", "divides by the zeros among its data"),
    ("Feature__HLSLLib__InterlockedCompareExchange.resources.32", "race", ONE_BARRIER_A_ROUND),
    ("Feature__HLSLLib__InterlockedCompareStore.32", "race", ONE_BARRIER_A_ROUND),
    ("Feature__HLSLLib__InterlockedCompareStore.resources.int64", "race", ONE_BARRIER_A_ROUND),
    ("Feature__HLSLLib__InterlockedCompareStore.resources.typed.int64", "race", ONE_BARRIER_A_ROUND),
    ("Feature__HLSLLib__InterlockedMax.resources.typed.int64", "race", READ_BEHIND_ATOMIC),
    ("Feature__HLSLLib__InterlockedMin.32", "race", READ_BEHIND_ATOMIC),
    ("Feature__HLSLLib__InterlockedMin.resources.32", "race", READ_BEHIND_ATOMIC),
    ("Feature__HLSLLib__InterlockedMin.resources.int64", "race", READ_BEHIND_ATOMIC),
    ("Feature__HLSLLib__InterlockedMin.resources.typed.int64", "race", READ_BEHIND_ATOMIC),
    ("Feature__HLSLLib__InterlockedXor.32", "race", READ_BEHIND_ATOMIC),
    ("Feature__HLSLLib__InterlockedXor.resources.32", "race", READ_BEHIND_ATOMIC),
    ("Feature__HLSLLib__InterlockedXor.resources.typed.int64", "race", READ_BEHIND_ATOMIC),
    ("Feature__HLSLLib__min.32", "out-of-bounds", READS_BEHIND_END),
    ("Feature__HLSLLib__sign.fp64", "out-of-bounds", READS_BEHIND_END),
    (
        "WaveOps__GSFlag",
        "race",
        "all threads read a flag, and those that found it clear set it, with no barrier between",
    ),
    // Index `thread & 7` of four elements: several threads also read and write the same one.
    ("WaveOps__WaveActiveMax", "out-of-bounds, race", MORE_THREADS),
    ("WaveOps__WaveReadLaneAt.16", "out-of-bounds", MORE_THREADS),
    ("WaveOps__WaveReadLaneAt.32", "out-of-bounds", MORE_THREADS),
    ("WaveOps__WaveReadLaneAt.Int.64", "out-of-bounds", MORE_THREADS),
];

/// Steps of waves that a case may take: they are all small.
const STEPS: u64 = 100_000_000;

fn cases_give_their_results() -> Result<Completion, Failed> {
    let Some(paths) = corpus::inputs("run", "yaml") else { return Ok(skipped("pipelines with results")) };
    let mut counts = Counts::default();
    for path in &paths {
        counts.add(path)?;
    }
    counts.finish()?;
    Ok(Completion::Completed)
}

#[derive(Default)]
struct Counts {
    with_results: usize,
    with_checks: usize,
    excepted: usize,
    /// By what is wrong, so that what has one cause stands together.
    failures: BTreeMap<String, Vec<String>>,
    found: Vec<String>,
    /// What kinds of findings there are in each case that has some.
    kinds: BTreeMap<String, BTreeSet<&'static str>>,
}

impl Counts {
    fn add(&mut self, path: &Path) -> Result<(), Failed> {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(path)?;
        let mut pipeline = match Pipeline::parse(&text) {
            Ok(pipeline) => pipeline,
            Err(error) => {
                let at = error.place().offset as usize;
                let line = text.get(..at).unwrap_or_default().lines().count();
                self.failures.entry(format!("line {line}: {}", error.kind())).or_default().push(name);
                return Ok(());
            }
        };
        let shaders = pipeline.only().map(|pass| pass.shaders.as_slice());
        if !matches!(shaders, Some([shader]) if shader.stage == Stage::Compute) {
            return Ok(());
        }
        let checks = path.with_extension("expect");
        let checks = checks.is_file().then(|| std::fs::read_to_string(checks)).transpose()?;
        match &checks {
            Some(_) => self.with_checks += 1,
            None => self.with_results += 1,
        }
        let notes = std::fs::read_to_string(path.with_extension("notes")).unwrap_or_default();
        if let Some((_, reason)) = EXCEPTIONS.iter().find(|(exception, _)| *exception == name) {
            if !notes.lines().any(|line| line == *reason) {
                return Err(format!("{name}: its notes do not say {reason}").into());
            }
            self.excepted += 1;
            return Ok(());
        }
        match run(&mut pipeline, &path.with_extension("dxil"), wave_size(&notes)) {
            Err(why) => self.failures.entry(why).or_default().push(name),
            Ok(outcome) => {
                for (pc, kind, finding) in outcome.findings.iter() {
                    let (kind, count, detail) = (kind.name(), finding.count, &finding.detail);
                    self.kinds.entry(name.clone()).or_default().insert(kind);
                    self.found.push(format!("{name}: {kind} at {pc}, {count} times: {detail}"));
                }
                if let Err(why) = judge(&pipeline, checks.as_deref()) {
                    self.failures.entry(why).or_default().push(name);
                }
            }
        }
        Ok(())
    }

    fn finish(self) -> Result<(), Failed> {
        let failed: usize = self.failures.values().map(Vec::len).sum();
        let mut report = format!(
            "{failed} of {} cases with results and {} with checks fail, {} are excepted:\n",
            self.with_results, self.with_checks, self.excepted
        );
        for (why, names) in &self.failures {
            report += &format!("{:4} {why}\n       {}\n", names.len(), names.join(" "));
        }
        testkit::note!("{} findings in cases:\n{}", self.found.len(), self.found.join("\n"));
        if failed > 0 {
            return Err(report.into());
        }
        corpus::at_least("cases with results or checks", self.with_results + self.with_checks, [1, 254])?;
        if corpus::is_known() {
            let kinds = self.kinds.into_iter();
            let kinds = kinds.map(|(name, kinds)| (name, kinds.into_iter().collect::<Vec<_>>().join(", ")));
            let listed = FINDINGS.iter().map(|(name, kinds, _)| ((*name).to_owned(), (*kinds).to_owned()));
            assert_eq!(kinds.collect::<Vec<_>>(), listed.collect::<Vec<_>>());
            assert_eq!((self.with_results, self.with_checks, self.excepted), (222, 32, EXCEPTIONS.len()));
        }
        Ok(())
    }
}

/// Shaders that the reference linker made of libraries.
fn linked_shaders_give_their_results() -> Result<(), Failed> {
    let mut passed = 0;
    let mut failures = Vec::new();
    for path in &corpus::files_with(&corpus::root().join("tests/corpus/link"), "yaml") {
        let mut pipeline = Pipeline::parse(&std::fs::read_to_string(path)?)
            .map_err(|error| format!("{}: {}", path.display(), error.kind()))?;
        let outcome = run(&mut pipeline, &path.with_extension("linked.dxil"), None);
        match outcome.and_then(|_| judge(&pipeline, None)) {
            Ok(()) => passed += 1,
            Err(why) => failures.push(format!("{}: {why}", path.display())),
        }
    }
    if !failures.is_empty() {
        return Err(failures.join("\n").into());
    }
    assert_eq!(passed, 8);
    Ok(())
}

/// The wave size that a case asks for by name.
pub(crate) fn wave_size(notes: &str) -> Option<u32> {
    let words =
        notes.lines().filter_map(|line| line.strip_prefix("REQUIRES:")).flat_map(str::split_whitespace);
    words
        .filter_map(|word| word.trim_matches(',').strip_prefix("WaveSize_"))
        .find_map(|size| size.parse().ok())
}

/// Runs the one compute shader of a pipeline. What keeps it from being run, as text.
fn run(pipeline: &mut Pipeline, shader: &Path, wave_size: Option<u32>) -> Result<Outcome, String> {
    run_by(pipeline, shader, wave_size, |dispatch, _| dispatch.run(&mut ()))
}

/// The same, by somebody who runs the groups.
pub(crate) fn run_by(
    pipeline: &mut Pipeline,
    shader: &Path,
    wave_size: Option<u32>,
    runs: impl FnOnce(&Dispatch<'_>, &Program) -> Outcome,
) -> Result<Outcome, String> {
    let bytes = std::fs::read(shader).map_err(|error| error.to_string())?;
    let container = Container::parse(&bytes).map_err(|error| error.kind().to_string())?;
    let module = module(&container)?;
    let shader = Shader::read(&module).map_err(|error| format!("{error:?}"))?;
    let program = Program::prepare(&module, &shader, EntrySelector::Shader(None), PrepareOptions::default())
        .map_err(|error| error.kind().to_string())?;
    let signature = container.part(FourCc::RTS0).map(|part| RootSignature::parse(container.payload(&part)));
    let signature = signature.transpose().map_err(|error| error.kind().to_string())?;
    let memory = PipelineRun::new(pipeline);
    let pass = pipeline.only().ok_or("several passes")?;
    let bound = memory.bind(pipeline, (pass, Stage::Compute), &program, signature.as_ref());
    let bound = bound.map_err(|error| error.kind().to_string())?;
    let options = RunOptions { wave_size, max_steps: STEPS, ..RunOptions::default() };
    let dispatch = Dispatch::new(&program, &bound, pass.dispatch, options);
    let outcome = runs(&dispatch.map_err(|error| error.kind().to_string())?, &program);
    if let Some(stop) = outcome.stop {
        return Err(format!("stopped: {stop:?}"));
    }
    memory.finish(pipeline);
    Ok(outcome)
}

pub(crate) fn module(container: &Container<'_>) -> Result<Module, String> {
    let part = container.part(FourCc::DXIL).ok_or("no DXIL part")?;
    let payload = container.payload(&part);
    let program = ProgramPart::parse(payload).map_err(|error| error.kind().to_string())?;
    dxil_ir::bitcode::read(program.bitcode, program.bitcode_offset).map_err(|error| error.kind().to_string())
}

/// Compares what came out. A case that nothing is expected of never passes.
pub(crate) fn judge(pipeline: &Pipeline, checks: Option<&str>) -> Result<(), String> {
    if let Some(checks) = checks {
        let text = pipeline.buffers_text();
        let checked = Checks::parse(checks, &Options::default()).and_then(|checks| checks.check(&text));
        return checked.map_err(|failure| format!("{failure}\n{text}"));
    }
    if pipeline.results.is_empty() {
        return Err("nothing is expected of it".to_owned());
    }
    let wrong: Vec<_> = pipeline.verdicts(4).filter(|verdict| verdict.mismatch.is_some()).collect();
    if wrong.is_empty() { Ok(()) } else { Err(wrong.iter().map(describe).collect::<Vec<_>>().join("; ")) }
}

fn describe(verdict: &Verdict) -> String {
    match &verdict.mismatch {
        None => format!("{} holds", verdict.name),
        Some(Mismatch::Size([found, expected])) => {
            format!("{}: {found} bytes, expected {expected}", verdict.name)
        }
        Some(Mismatch::Components { count, of, first }) => {
            let shown = first.iter().map(|difference| {
                format!("[{}] {} not {}", difference.component, difference.actual.0, difference.expected.0)
            });
            format!("{}: {count} of {of}: {}", verdict.name, shown.collect::<Vec<_>>().join(", "))
        }
    }
}
