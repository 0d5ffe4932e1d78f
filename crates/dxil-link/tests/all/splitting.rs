//! Compute shaders that are split into two libraries and linked again: the results are those of the shader.

use std::path::Path;

use dx_container::parts::View as _;
use dx_container::parts::root_signature::RootSignature;
use dx_container::{Container, FourCc};
use dxil_ir::{Module, Op, Type};
use dxil_link::{Exports, LinkErrors, Options};
use run_pipeline::{Pipeline, Stage};
use testkit::split::{Counts, LEAST_FUNCTIONS, Split, split};
use testkit::{Completion, Failed, corpus, skipped, times};

use crate::linking::{Inputs, findings, target};
use crate::running::{module, run_pipeline};

pub(crate) const TESTS: &[testkit::Test] = testkit::tests![
    split_shaders_of_the_project_link,
    first_quarter,
    second_quarter,
    third_quarter,
    last_quarter
];

/// How often each shader of the project is split, and each of the corpus.
const SEEDS: [usize; 2] = [24, 3];

/// What only shaders from shader model 6.6 on are split into, of which the corpus has few.
const OF_HANDLES: [&str; 1] = ["handles in memory"];

/// Rules of what libraries say of themselves. Those of code they break, as libraries do that are only linked: functions
/// take and give resources and structures.
const SAID: [&str; 2] = ["META.", "CONTAINER."];

/// A pipeline, its shader, and the wave size that it asks for.
struct Case<'p> {
    path: &'p Path,
    bytes: Vec<u8>,
    wave_size: Option<u32>,
}

/// What came of all of them.
#[derive(Default)]
struct Totals {
    shaders: usize,
    too_small: Vec<String>,
    counts: Counts,
    wrong: Vec<String>,
}

impl Totals {
    /// Splits a shader with so many seeds.
    fn add(&mut self, case: &Case<'_>, seeds: usize) {
        let name = case.path.file_stem().unwrap_or_default().to_string_lossy();
        let before = findings(&case.bytes);
        let container = Container::parse(&case.bytes).unwrap();
        let part = container.part(FourCc::RTS0);
        let signature = part.map(|part| RootSignature::parse(container.payload(&part)).unwrap());
        let mut is_split = false;
        for number in 0..seeds {
            let seed = seed(&name, number);
            let Some(split) = split(module(&case.bytes), seed) else { continue };
            is_split = true;
            assert!(split.counts.functions >= LEAST_FUNCTIONS);
            self.counts.add(split.counts);
            for library in &split.libraries {
                let mut found = findings(library);
                found.retain(|finding| SAID.iter().any(|family| finding.starts_with(family)));
                assert_eq!(found, Vec::<String>::new(), "{name}, seed {seed}");
            }
            let linked = link(split, Way::ALL[number % Way::ALL.len()]);
            let outcome = linked.map_err(|errors| errors.to_string()).and_then(|bytes| {
                let [was, is] = [&case.bytes, &bytes].map(|bytes| leftovers(&module(bytes)));
                if is.iter().zip(&was).any(|(is, was)| is > was) {
                    return Err(format!("{is:?} allocas, aggregates, vectors where {was:?} were"));
                }
                let new: Vec<String> =
                    findings(&bytes).into_iter().filter(|finding| !before.contains(finding)).collect();
                if !new.is_empty() {
                    return Err(new.join("; "));
                }
                run_pipeline(case.path, &module(&bytes), signature.as_ref(), case.wave_size)
            });
            if let Err(why) = outcome {
                self.wrong.push(format!("{name}, seed {seed}: {why}"));
            }
        }
        self.shaders += usize::from(is_split);
        if !is_split {
            self.too_small.push(name.into_owned());
        }
    }

    /// Fails where a shader does not do what it did, or nothing was split in one of the ways, but for those in `rare`.
    fn finish(self, rare: &[&str]) -> Result<usize, Failed> {
        let Self { shaders, too_small, counts, wrong } = self;
        testkit::note!("{shaders} shaders, {counts:?}; too small: {}", too_small.join(" "));
        if !wrong.is_empty() {
            return Err(format!("{} wrong:\n{}", wrong.len(), wrong.join("\n")).into());
        }
        for (kind, count) in counts.kinds() {
            if count == 0 && !rare.contains(&kind) {
                return Err(format!("no {kind}").into());
            }
        }
        Ok(shaders)
    }
}

fn split_shaders_of_the_project_link() -> Result<(), Failed> {
    let [seeds, _] = SEEDS;
    let mut totals = Totals::default();
    for path in corpus::files_with(&corpus::root().join("tests/corpus/link"), "yaml") {
        let bytes = std::fs::read(path.with_extension("linked.dxil"))?;
        totals.add(&Case { path: &path, bytes, wave_size: None }, times(seeds));
    }
    assert_eq!(totals.finish(&[])?, 8);
    Ok(())
}

/// Shaders of each quarter of the corpus that are split.
const SHADERS: usize = 60;

fn first_quarter() -> Result<Completion, Failed> {
    split_shaders_of_the_corpus_link(0)
}

fn second_quarter() -> Result<Completion, Failed> {
    split_shaders_of_the_corpus_link(1)
}

fn third_quarter() -> Result<Completion, Failed> {
    split_shaders_of_the_corpus_link(2)
}

fn last_quarter() -> Result<Completion, Failed> {
    split_shaders_of_the_corpus_link(3)
}

/// The same of every fourth shader, which keeps the time of a test short.
fn split_shaders_of_the_corpus_link(quarter: usize) -> Result<Completion, Failed> {
    let Some(pipelines) = corpus::inputs("run", "yaml") else {
        return Ok(skipped("pipelines with results (run/)"));
    };
    let [_, seeds] = SEEDS;
    let mut totals = Totals::default();
    for case in pipelines.iter().skip(quarter).step_by(4).filter_map(|path| case(path)) {
        totals.add(&case, times(seeds));
    }
    let shaders = totals.finish(&OF_HANDLES)?;
    corpus::at_least("shaders that are split", shaders, [1, SHADERS])?;
    Ok(Completion::Completed)
}

/// A pipeline of one compute shader whose results hold before it is split; `None` for others.
fn case(path: &Path) -> Option<Case<'_>> {
    let pipeline = Pipeline::parse(&std::fs::read_to_string(path).ok()?).ok()?;
    let [shader] = pipeline.only()?.shaders.as_slice() else { return None };
    let bytes = std::fs::read(path.with_extension("dxil")).ok().filter(|_| shader.stage == Stage::Compute)?;
    let notes = std::fs::read_to_string(path.with_extension("notes")).unwrap_or_default();
    let case = Case { path, wave_size: wave_size(&notes), bytes };
    let container = Container::parse(&case.bytes).ok()?;
    let part = container.part(FourCc::RTS0);
    let signature = part.map(|part| RootSignature::parse(container.payload(&part)).unwrap());
    let holds = run_pipeline(path, &module(&case.bytes), signature.as_ref(), case.wave_size).is_ok();
    holds.then_some(case)
}

/// How libraries are linked to the shader.
#[derive(Clone, Copy)]
enum Way {
    /// To the profile that it had.
    Back,
    /// To a newer one, whose handles say what their resources are.
    Newer,
    /// First to one library, and that to the profile that it had.
    ByLibrary,
}

impl Way {
    const ALL: [Self; 3] = [Self::Back, Self::Newer, Self::ByLibrary];
}

fn link(split: Split, way: Way) -> Result<Vec<u8>, LinkErrors> {
    let shader = target(&split.profile, &split.entry, Exports::All);
    let inputs = Inputs::pair(split.libraries);
    match way {
        Way::Back => inputs.link(&shader, &Options::default()),
        Way::Newer => inputs.link(&target("cs_6_8", &split.entry, Exports::All), &Options::default()),
        Way::ByLibrary => {
            let library = target(&split.library_profile, "", Exports::All);
            let bytes = inputs.link(&library, &Options::default())?;
            Inputs::of("library", bytes).link(&shader, &Options::default())
        }
    }
}

/// Allocas, instructions that make aggregates, and those of vectors.
fn leftovers(module: &Module) -> [usize; 3] {
    let mut counts = [0; 3];
    for (.., body) in module.bodies() {
        body.each_instruction(|_, instruction| {
            let is_vector = matches!(module.types.get(instruction.ty), Some(Type::Vector(..)));
            counts[0] += usize::from(matches!(instruction.op, Op::Alloca { .. }));
            counts[1] += usize::from(matches!(instruction.op, Op::InsertValue(..)));
            counts[2] += usize::from(is_vector || matches!(instruction.op, Op::ExtractElement(_)));
        });
    }
    counts
}

/// A seed of a shader's own.
fn seed(name: &str, number: usize) -> u64 {
    name.bytes().fold(number as u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()))
}

/// The wave size that a case asks for by name.
fn wave_size(notes: &str) -> Option<u32> {
    let words =
        notes.lines().filter_map(|line| line.strip_prefix("REQUIRES:")).flat_map(str::split_whitespace);
    let mut sizes = words.filter_map(|word| word.trim_matches(',').strip_prefix("WaveSize_"));
    sizes.find_map(|size| size.parse().ok())
}
