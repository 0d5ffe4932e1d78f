//! Programs that passes changed do what they did: real ones with their pipelines, random ones with random arguments.
//! Each is demoted first, so that there is something to do.

use std::path::{Path, PathBuf};

use bstr::BStr;
use dx_container::parts::View as _;
use dx_container::parts::program::ProgramPart;
use dx_container::parts::root_signature::RootSignature;
use dx_container::{Container, FourCc};
use dxil::shader::Shader;
use dxil_ir::{Module, verify};
use dxil_passes::pass_manager::{Pass, Scope, passes};
use dxil_passes::transform::{self, dce, fold, mem2reg, simplify_cfg, sroa};
use dxil_run::{Bound, Dispatch, EntrySelector, PrepareOptions, Program, Resources, RunOptions};
use run_pipeline::{Pipeline, PipelineRun, Stage};
use testkit::generate::flow::Generator;
use testkit::random::Random;
use testkit::{Completion, Failed, corpus, skipped, times};

use crate::demote::{allocas, defined, demote, size};

pub(crate) const TESTS: &[testkit::Test] = testkit::tests![
    pipelines_give_the_same_demoted_and_promoted,
    random_flow_gives_the_same_demoted_and_promoted,
    random_modules_stay_valid,
    real_modules_stay_valid,
];

/// Pipelines that cannot be run at all: constants that SPIR-V has and DXIL has not.
const NOT_RUN: [&str; 3] = [
    "Feature__SpecializationConstant__duplicate_spec_id",
    "Feature__SpecializationConstant__spec_const.f64",
    "Feature__SpecializationConstant__spec_const_other_sizes",
];

/// What undoes demoting.
const PROMOTE: &[Pass] = &[
    fold::PASS,
    sroa::PASS,
    mem2reg::PASS,
    fold::PASS,
    dce::PASS,
    simplify_cfg::PASS,
    fold::PASS,
    dce::PASS,
];

pub(crate) fn assert_valid(module: &Module, what: &str) {
    if let Some(finding) = verify(module).findings.first() {
        let place = finding.place.show(module);
        let mut text = String::new();
        let _ = dxil_text::print(module, &mut text);
        panic!("{what}: {place}: {}\n{text}", finding.message);
    }
}

/// Runs passes over all functions of a module.
pub(crate) fn change(module: &mut Module, passes: &[Pass], what: &str) {
    let mut scope = Scope::new(defined(module));
    transform::run(module, &mut scope, passes).unwrap_or_else(|error| panic!("{what}: {error}"));
    assert_valid(module, what);
}

/// Steps of waves that a program may take: they are all small.
const STEPS: u64 = 100_000_000;

/// A compute shader of the corpus with its pipeline.
pub(crate) struct PipelineCase<'c> {
    pub(crate) name: String,
    pub(crate) original: Module,
    path: &'c Path,
    container: Container<'c>,
    /// What its buffers hold behind it.
    expected: String,
}

impl PipelineCase<'_> {
    /// Whether another program leaves the same in the buffers.
    pub(crate) fn is_same(&self, module: &Module) -> Result<bool, Failed> {
        Ok(run(module, &self.container, self.path)? == self.expected)
    }
}

/// Calls `visit` with each compute shader that can be run. Says how many those are, and which cannot.
pub(crate) fn each_pipeline(
    pipelines: &[PathBuf],
    mut visit: impl FnMut(&PipelineCase<'_>) -> Result<(), Failed>,
) -> Result<(usize, Vec<String>), Failed> {
    let (mut count, mut not_run) = (0, Vec::new());
    for path in pipelines {
        let Ok(pipeline) = Pipeline::parse(&std::fs::read_to_string(path)?) else { continue };
        if !pipeline
            .only()
            .is_some_and(|pass| matches!(&pass.shaders[..], [shader] if shader.stage == Stage::Compute))
        {
            continue;
        }
        let bytes = std::fs::read(path.with_extension("dxil"))?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let container = Container::parse(&bytes).map_err(|error| error.to_string())?;
        let part = container.part(FourCc::DXIL).ok_or("no DXIL part")?;
        let program = ProgramPart::parse(container.payload(&part)).map_err(|error| error.to_string())?;
        let original = dxil_ir::bitcode::read(program.bitcode, 0).map_err(|error| error.to_string())?;
        let Ok(expected) = run(&original, &container, path) else {
            not_run.push(name);
            continue;
        };
        count += 1;
        visit(&PipelineCase { name, original, path, container, expected })?;
    }
    Ok((count, not_run))
}

fn pipelines_give_the_same_demoted_and_promoted() -> Result<Completion, Failed> {
    let Some(pipelines) = corpus::inputs("run", "yaml") else {
        return Ok(skipped("pipelines with results (run/)"));
    };
    let mut random = Random(0x5eed);
    let (mut demoted, mut sizes, mut failures) = (0, [0; 2], Vec::new());
    let (count, not_run) = each_pipeline(&pipelines, |case| {
        let PipelineCase { name, original, .. } = case;
        let mut module = original.clone();
        for function in defined(original) {
            demoted += demote(&mut module, function, &mut random);
        }
        assert_valid(&module, name);
        if !case.is_same(&module)? {
            failures.push(format!("{name}: demoted, it gives something else"));
            return Ok(());
        }
        change(&mut module, PROMOTE, name);
        if !case.is_same(&module)? {
            failures.push(format!("{name}: promoted, it gives something else"));
        }
        for function in defined(original) {
            sizes[0] += size(original, function);
            sizes[1] += size(&module, function);
            if allocas(&module, function) > allocas(original, function) {
                failures.push(format!("{name}: memory is left"));
            }
        }
        Ok(())
    })?;
    testkit::note!("{count} pipelines, {demoted} times memory, instructions {sizes:?}");
    corpus::at_least("pipelines", count, [1, 251])?;
    corpus::at_least("demoted values", demoted, [1, 1])?;
    if corpus::is_known() {
        assert_eq!((count, not_run), (251, NOT_RUN.map(String::from).to_vec()));
    }
    if failures.is_empty() { Ok(Completion::Completed) } else { Err(failures.join("\n").into()) }
}

/// Runs a pipeline with another program; what its buffers hold then.
pub(crate) fn run(module: &Module, container: &Container<'_>, path: &Path) -> Result<String, Failed> {
    let mut pipeline = Pipeline::parse(&std::fs::read_to_string(path)?).map_err(|error| error.to_string())?;
    let notes = std::fs::read_to_string(path.with_extension("notes")).unwrap_or_default();
    let shader = Shader::read(module).map_err(|error| format!("{error:?}"))?;
    let program = Program::prepare(module, &shader, EntrySelector::Shader(None), PrepareOptions::default());
    let program = program.map_err(|error| error.to_string())?;
    let signature = container.part(FourCc::RTS0).map(|part| RootSignature::parse(container.payload(&part)));
    let signature = signature.transpose().map_err(|error| error.to_string())?;
    let memory = PipelineRun::new(&pipeline);
    let pass = pipeline.only().ok_or("several passes")?;
    let bound = memory.bind(&pipeline, (pass, Stage::Compute), &program, signature.as_ref());
    let bound = bound.map_err(|error| error.to_string())?;
    let options = RunOptions { wave_size: wave_size(&notes), max_steps: STEPS, ..RunOptions::default() };
    let dispatch = Dispatch::new(&program, &bound, pass.dispatch, options);
    let outcome = dispatch.map_err(|error| error.to_string())?.run(&mut ());
    if let Some(stop) = outcome.stop {
        return Err(format!("{}: stopped: {stop:?}", path.display()).into());
    }
    memory.finish(&mut pipeline);
    Ok(pipeline.buffers_text())
}

/// The wave size that a case asks for by name.
fn wave_size(notes: &str) -> Option<u32> {
    let lines = notes.lines().filter_map(|line| line.strip_prefix("REQUIRES:"));
    let words = lines.flat_map(str::split_whitespace);
    let sizes = words.filter_map(|word| word.trim_matches(',').strip_prefix("WaveSize_"));
    sizes.filter_map(|size| size.parse().ok()).next()
}

/// Calls `visit` with random functions of random flow: a number, the module, and what fails where it gives something
/// else than before. In the end it is made flat, and looked at once more.
pub(crate) fn each_random_flow(
    count: u64,
    random: &mut Random,
    mut visit: impl FnMut(u64, &mut Module, &mut Random, &dyn Fn(&Module, &str)),
) {
    for seed in 0..count {
        let source = Generator::function(seed);
        let mut module = dxil_text::parse(source.as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}"));
        let arguments: Vec<Vec<u64>> =
            (0..32).map(|_| vec![random.below(16) as u64, u64::from(random.word())]).collect();
        let expected = call(&module, &arguments);
        let check = |module: &Module, how: &str| {
            assert_eq!(call(module, &arguments), expected, "seed {seed}, {how}\n{source}");
        };
        visit(seed, &mut module, random, &check);
        change(&mut module, &passes(transform::FLATTEN), &format!("seed {seed}"));
        check(&module, "flat");
    }
}

fn random_flow_gives_the_same_demoted_and_promoted() {
    let mut random = Random(0x5eed_0001);
    each_random_flow(times(300) as u64, &mut random, |seed, module, random, check| {
        let what = format!("seed {seed}");
        let function = defined(module)[0];
        demote(module, function, random);
        assert_valid(module, &what);
        check(module, "demoted");
        change(module, PROMOTE, &what);
        check(module, "promoted");
        assert_eq!(allocas(module, function), 0, "{what}");
    });
}

/// Calls the first function of a module with each list of values, one a lane.
pub(crate) fn call(module: &Module, arguments: &[Vec<u64>]) -> Vec<Vec<u64>> {
    let shader = Shader::read(module).expect("its metadata is fine");
    let entrance = EntrySelector::Function(BStr::new("f"), arguments.len() as u32);
    let program = Program::prepare(module, &shader, entrance, PrepareOptions::default());
    let program = program.unwrap_or_else(|error| panic!("{error}"));
    let resources = Resources::default();
    let bound = Bound::new(&program, &resources);
    let options = RunOptions { max_steps: 1 << 20, ..RunOptions::default() };
    let dispatch = Dispatch::new(&program, &bound, [1; 3], options).expect("its waves may have that size");
    let (results, outcome) = dispatch.call(arguments, &mut ());
    assert_eq!(outcome.stop, None);
    results
}

/// Calls `visit` with random modules of both dialects, of whatever there is in them, and words for each.
pub(crate) fn each_random_module(mut visit: impl FnMut(&mut Module, &mut Random, &str)) {
    for seed in 1..=times(400) as u64 {
        for is_modern in [false, true] {
            let mut random = Random(seed);
            let choices: Vec<u32> = (0..random.below(400)).map(|_| random.word()).collect();
            let mut module = if is_modern {
                testkit::generate::modern::module(choices)
            } else {
                testkit::generate::module::module(choices)
            };
            visit(&mut module, &mut random, &format!("seed {seed}, modern: {is_modern}"));
        }
    }
}

fn random_modules_stay_valid() {
    each_random_module(|module, random, what| {
        assert_valid(module, what);
        for function in defined(module) {
            demote(module, function, random);
        }
        change(module, PROMOTE, what);
        let mut scope = Scope::new(defined(module));
        match transform::run(module, &mut scope, &passes(transform::FLATTEN)) {
            Ok(_) => {}
            Err(error) if matches!(error.kind(), dxil_passes::PassErrorKind::Wrong { .. }) => {
                panic!("{what}: {error}")
            }
            // Functions that cannot be inlined, or call each other.
            Err(_) => {}
        }
        assert_valid(module, what);
    });
}

fn real_modules_stay_valid() {
    let mut random = Random(0x5eed_0002);
    let mut counts = [0; 2];
    let walked = testkit::modules::some_modules(times(120), 60_000, |stored| {
        let what = stored.path.display().to_string();
        let mut module = dxil_ir::bitcode::read(stored.bitcode, 0).unwrap();
        if !verify(&module).is_valid() {
            return;
        }
        for function in defined(&module) {
            counts[0] += 1;
            counts[1] += demote(&mut module, function, &mut random);
        }
        change(&mut module, PROMOTE, &what);
    });
    walked.checked("functions", counts[0], [1, 68]).checked("demoted values", counts[1], [1, 98]);
}
