//! Stored objects of the project's own shaders, linked under two layouts of user data and executed as machine code of
//! two generations, without LLVM. Buffers must hold what the shader's pipeline document expects, and what `dxil-run`
//! leaves in them. `tests/shaders/` has the shaders and documents, `tests/objects/` what LLVM made of them.
//!
//! Objects are of what is compiled today: `objects.tsv` has the digest of the assembly that each was made of.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use amdgpu_compile::bindings::BindingMap;
use amdgpu_compile::root_layout::RootLayout;
use amdgpu_compile::{Options, Processor, compile};
use amdgpu_link::glue::GlueCache;
use amdgpu_link::link::Linker;
use amdgpu_link::state::document;
use dx_container::parts::View as _;
use dx_container::parts::program::ProgramPart;
use dx_container::parts::root_signature::RootSignature;
use dx_container::{Container, FourCc};
use dxil::shader::Shader;
use dxil_ir::Module;
use dxil_run::{Dispatch, EntrySelector, PrepareOptions, Program, RunOptions};
use md5::{Digest as _, Md5};
use rdna::pipeline::{Layout, Needed, Placed};
use rdna::{Generation, Limits};
use run_pipeline::{Pipeline, PipelineRun, Rule, Stage};
use testkit::{Completion, Failed, Test, corpus, note, tests};

pub(crate) const TESTS: &[Test] =
    tests![objects_do_what_shaders_do, objects_are_of_what_is_compiled, objects_are_what_llvm_makes];

/// What to do where a digest is another one.
const AGAIN: &str = "`cargo xtask conformance amd-objects --bless` makes objects anew, with LLVM 22";

pub(crate) fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

/// A shader with its pipeline document.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) module: Module,
    pub(crate) document: String,
    /// The generations that it is compiled for.
    generations: &'static [Generation],
    /// The container, where there is one.
    container: Option<Vec<u8>>,
}

impl Case {
    /// The root signature, which counts where the document has arguments for it.
    fn signature(&self) -> Option<RootSignature<'_>> {
        let has_arguments = self.document.contains("RootParameters");
        let container = Container::parse(self.container.as_deref().filter(|_| has_arguments)?).unwrap();
        let part = container.part(FourCc::RTS0).unwrap();
        Some(RootSignature::parse(container.payload(&part)).unwrap())
    }
}

/// Compute shaders: the project's examples that have a document, and shaders beside their documents.
fn cases() -> Vec<Case> {
    cases_in("shaders", &Generation::ALL)
}

/// Pixel shaders, which are compiled for gfx10.3 alone.
pub(crate) fn pixel_cases() -> Vec<Case> {
    cases_in("pixels", &[Generation::Gfx10])
}

fn cases_in(within: &str, generations: &'static [Generation]) -> Vec<Case> {
    let paths = corpus::files_with(&folder(within), "yaml");
    let names = paths.iter().map(|path| path.file_stem().unwrap().to_string_lossy().into_owned());
    let case = |name: String| {
        let document = fs::read_to_string(folder(within).join(format!("{name}.yaml"))).unwrap();
        let (module, container) = shader(within, &name);
        Case { name, module, document, generations, container }
    };
    names.map(case).collect()
}

/// A shader's module, and its container if it is in one.
fn shader(within: &str, name: &str) -> (Module, Option<Vec<u8>>) {
    let source = folder(within).join(format!("{name}.ll"));
    if let Ok(text) = fs::read(&source) {
        let module = dxil_text::parse(&text);
        return (module.unwrap_or_else(|errors| panic!("{}: {errors}", source.display())), None);
    }
    let bytes = fs::read(folder(within).join(format!("{name}.dxil")))
        .or_else(|_| fs::read(corpus::root().join(format!("examples/{name}.dxil"))))
        .unwrap_or_else(|error| panic!("there is no shader {name}: {error}"));
    let container = Container::parse(&bytes).unwrap();
    let part = container.part(FourCc::DXIL).unwrap();
    let program = ProgramPart::parse(container.payload(&part)).unwrap();
    let module = dxil_ir::bitcode::read(program.bitcode, program.bitcode_offset).unwrap();
    (module, Some(bytes))
}

pub(crate) fn object(name: &str, generation: Generation) -> PathBuf {
    folder("objects").join(format!("{name}.{}.o", generation.processor()))
}

/// The assembly that a shader is compiled to.
fn assembly(case: &Case, generation: Generation) -> String {
    let processor = Processor::named(generation.processor()).unwrap();
    let bindings = match case.signature() {
        Some(signature) => BindingMap::Root(RootLayout::of(&signature).unwrap()),
        None => BindingMap::Registers,
    };
    let options = Options { processor, wave_size: None, bindings, hash: [0; 2] };
    let compiled =
        compile(case.module.clone(), &options).unwrap_or_else(|error| panic!("{}: {error}", case.name));
    let mut text = String::new();
    dxil_text::print(&compiled.module, &mut text).unwrap();
    text
}

fn objects_do_what_shaders_do() {
    let (mut runs, mut steps) = (0, 0);
    for case in cases() {
        let expected = interpreted(&case);
        for generation in Generation::ALL {
            let unlinked = fs::read(object(&case.name, generation)).unwrap_or_else(|error| {
                panic!("{} has no object for {}: {error}; {AGAIN}", case.name, generation.processor())
            });
            for layout in Layout::ALL {
                let about = format!("{} on {}, {}", case.name, generation.processor(), layout.name());
                let (pipeline, taken) = executed(&case, &unlinked, generation, layout)
                    .unwrap_or_else(|error| panic!("{about}: {error}"));
                check(&pipeline, &about);
                compare(&pipeline, &expected, &about);
                (runs, steps) = (runs + 1, steps + taken);
            }
        }
    }
    note(format_args!("{runs} runs, {steps} instructions"));
    assert!(runs >= 40, "{runs}");
}

/// The pipeline after `dxil-run` ran it, in which nothing may be found.
fn interpreted(case: &Case) -> Pipeline {
    let Case { name, module, document, .. } = case;
    let mut pipeline = Pipeline::parse(document).unwrap_or_else(|error| panic!("{name}: {}", error.kind()));
    let shader = Shader::read(module).unwrap();
    let program = Program::prepare(module, &shader, EntrySelector::Shader(None), PrepareOptions::default());
    let program = program.unwrap_or_else(|error| panic!("{name}: {}", error.kind()));
    let memory = PipelineRun::new(&pipeline);
    {
        let pass = pipeline.only().unwrap();
        let bound = memory.bind(&pipeline, (pass, Stage::Compute), &program, case.signature().as_ref());
        let bound = bound.unwrap_or_else(|error| panic!("{name}: {}", error.kind()));
        let dispatch = Dispatch::new(&program, &bound, pass.dispatch, RunOptions::default()).unwrap();
        let outcome = dispatch.run(&mut ());
        assert!(outcome.findings.is_empty() && outcome.stop.is_none(), "{name}: {outcome:#?}");
    }
    memory.finish(&mut pipeline);
    check(&pipeline, &format!("{name} by dxil-run"));
    pipeline
}

/// The pipeline after a linked object ran over it, and how many instructions that took.
fn executed(
    case: &Case,
    unlinked: &[u8],
    generation: Generation,
    layout: Layout,
) -> Result<(Pipeline, u64), String> {
    let mut pipeline = Pipeline::parse(&case.document).map_err(|error| error.kind().to_string())?;
    let needed = Needed::of(unlinked)?;
    let mut placed = match case.signature() {
        // There is one layout that fits it.
        Some(signature) => Placed::rooted(&pipeline, &signature, &needed, generation)?,
        None => Placed::new(&pipeline, None, &needed, generation, layout)?,
    };
    let state = document::parse(&placed.state()).map_err(|error| error.to_string())?;
    let mut linker = Linker::new(Some(&state));
    linker.add_input(&case.name, unlinked).map_err(|error| error.to_string())?;
    let linked = linker.link(&mut GlueCache::default()).map_err(|error| error.to_string())?;
    let shader = rdna::Shader::read(&linked.elf)?;
    let dispatch = pipeline.only().ok_or("several passes")?.dispatch;
    let steps = placed.run(&shader, dispatch, Limits::default())?;
    placed.finish(&mut pipeline);
    Ok((pipeline, steps))
}

/// All results of a document hold.
fn check(pipeline: &Pipeline, about: &str) {
    assert!(!pipeline.results.is_empty(), "{about}: nothing is expected");
    for verdict in pipeline.verdicts(8) {
        assert!(verdict.mismatch.is_none(), "{about}: {verdict:#?}");
    }
}

/// Buffers are the same, but for floats that a document allows to differ.
fn compare(found: &Pipeline, expected: &Pipeline, about: &str) {
    let is_exact = |index: usize| {
        let mut results = expected.results.iter().filter(|result| result.actual == index);
        results.all(|result| result.rule == Rule::Exact)
    };
    for (index, (found, expected)) in found.buffers.iter().zip(&expected.buffers).enumerate() {
        assert!(!is_exact(index) || found.data == expected.data, "{about}: {} is not dxil-run's", found.name);
        assert_eq!(found.counters, expected.counters, "{about}: counters of {}", found.name);
    }
}

const TABLE: &str = "objects.tsv";

const HEAD: &str = "\
# The assembly that objects were made of; written by `cargo xtask conformance amd-objects --bless`.
# shader\tprocessor\tMD5 of the assembly
";

/// The digest of each assembly.
fn digests() -> BTreeMap<(String, &'static str), String> {
    let mut digests = BTreeMap::new();
    for case in cases().into_iter().chain(pixel_cases()) {
        for generation in case.generations.iter().copied() {
            let digest = Md5::digest(assembly(&case, generation).as_bytes());
            let digest = digest.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
            digests.insert((case.name.clone(), generation.processor()), digest);
        }
    }
    digests
}

fn objects_are_of_what_is_compiled() {
    let stored = fs::read_to_string(folder(TABLE)).unwrap();
    let mut rows = Vec::new();
    for ((name, processor), digest) in digests() {
        let row = format!("{name}\t{processor}\t{digest}");
        assert!(
            stored.lines().any(|line| line == row),
            "{name} for {processor} is compiled otherwise now: {AGAIN}"
        );
        rows.push(row);
    }
    let count = stored.lines().filter(|line| !line.starts_with('#')).count();
    assert_eq!(count, rows.len(), "{TABLE} has rows of shaders that are not there: {AGAIN}");
}

/// Makes objects and compares them with those that are stored, or stores them.
fn objects_are_what_llvm_makes() -> Result<Completion, Failed> {
    if std::env::var_os("SHADER_LLVM").is_none() {
        let why = "needs llc of LLVM 22; `cargo xtask conformance amd-objects` runs it";
        return Ok(Completion::ignored_with(why));
    }
    let is_blessed = std::env::var_os("BLESS").is_some();
    let mut stale = Vec::new();
    let mut count = 0;
    for case in cases().into_iter().chain(pixel_cases()) {
        for generation in case.generations.iter().copied() {
            let made = made_by_llvm(&assembly(&case, generation), generation)?;
            let path = object(&case.name, generation);
            if is_blessed {
                fs::write(&path, &made)?;
            } else if fs::read(&path).ok().as_ref() != Some(&made) {
                stale.push(path.display().to_string());
            }
            count += 1;
        }
    }
    if is_blessed {
        let mut table = HEAD.to_owned();
        for ((name, processor), digest) in digests() {
            writeln!(table, "{name}\t{processor}\t{digest}")?;
        }
        fs::write(folder(TABLE), table)?;
    }
    note(format_args!("{count} objects"));
    match stale.is_empty() {
        true => Ok(Completion::Completed),
        false => Err(format!("LLVM makes others of {}; {AGAIN}", stale.join(", ")).into()),
    }
}

fn made_by_llvm(assembly: &str, generation: Generation) -> Result<Vec<u8>, Failed> {
    let processor = format!("-mcpu={}", generation.processor());
    let mut llc = Command::new("llc-22")
        .args(["-mtriple=amdgcn--amdpal", &processor, "-filetype=obj", "-o", "-", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    llc.stdin.take().ok_or("no pipe")?.write_all(assembly.as_bytes())?;
    let output = llc.wait_with_output()?;
    match output.status.success() {
        true => Ok(output.stdout),
        false => Err(format!("llc-22 failed: {}", output.status).into()),
    }
}
