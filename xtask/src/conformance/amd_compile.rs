//! `cargo xtask conformance amd-compile`: compute shaders with expected results, compiled, linked under two layouts of
//! user data and executed as machine code of two generations. Separate because LLVM's code generator makes that code,
//! and the interpreter `rdna` runs it; of these results none is taken from what was compiled.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use amdgpu_link::state::document;
use dx_container::parts::View as _;
use dx_container::parts::root_signature::RootSignature;
use dx_container::{Container, FourCc};
use filecheck::Checks;
use rdna::pipeline::{Layout, Needed, Placed};
use rdna::{Generation, Limits, Shader};
use run_pipeline::{Pipeline, Stage};

use super::{Outcome, amd_known, cargo, keep_table, llvm_of, md5, resolve, root, run, text};

/// What comes of each case.
const TABLE: &str = "tests/conformance/amd-compile.tsv";

const HEAD: &str = "\
# Compute shaders with expected results, compiled by `amd compile`, linked by `amd link` and executed by the interpreter
# in testkit/rdna; written by `cargo xtask conformance amd-compile --bless`.
# case: below corpus/run/ in the folder that SHADER_CORPUS names
# processor
# layout: all descriptors in tables, or buffers at the top level of the user data
# verdict: as expected; or what differs, what stops it, or why it is refused
# code: MD5 of the linked pipeline; - where there is none
# known: compiled with that layout known, it leaves the same in all buffers; its code, of which LLVM folds something in each,
# is the same, but for how literals are encoded, if numbers are known only after instructions are selected, or after they
# are folded; with numbers in assembly it is equal to the byte. Or what is different
# case\tprocessor\tlayout\tverdict\tcode\tknown
";

/// Instructions that a case may take: they are all small.
const STEPS: u64 = 50_000_000;

/// The version of LLVM whose results the table has.
const LLVM_OF_TABLE: &str = "22";

/// Compiles with a major version of LLVM, links and executes all cases. Stores the results of LLVM 22 or compares them
/// with the stored results. For another version, compares only the verdicts, because the code differs.
pub fn amd_compile(llvm: &'static str, bless: bool) -> Outcome {
    let Some(folder) = resolve("corpus/run") else {
        println!("skipped: corpus/run not found; set SHADER_CORPUS to the corpus folder that contains it");
        return Ok(());
    };
    if llvm_of(llvm, "llc").arg("--version").output().is_err() {
        println!("skipped: llc-{llvm} is not installed, so nothing was compiled");
        return Ok(());
    }
    let program = cargo::build_program("test", "")?;
    let target = cargo::target_dir()?.join("conformance/amd-compile");
    fs::create_dir_all(&target).map_err(text)?;
    let mut cases: Vec<PathBuf> =
        fs::read_dir(folder).map_err(text)?.flatten().map(|entry| entry.path()).collect();
    cases.retain(|path| path.extension().is_some_and(|extension| extension == "yaml") && is_compute(path));
    cases.sort();
    let check = |cases: &[PathBuf], number: usize| {
        let scratch = target.join(number.to_string());
        fs::create_dir_all(&scratch).map_err(text)?;
        cases
            .iter()
            .map(|case| rows(&Tools { program: &program, llvm }, case, &scratch))
            .collect::<Result<Vec<_>, String>>()
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let parts: Vec<&[PathBuf]> = cases.chunks(cases.len().div_ceil(threads).max(1)).collect();
    let found = std::thread::scope(|scope| {
        let workers: Vec<_> =
            parts.iter().enumerate().map(|(number, part)| scope.spawn(move || check(part, number))).collect();
        let joined = workers
            .into_iter()
            .map(|worker| worker.join().unwrap_or_else(|_| Err("a worker panicked".to_owned())));
        joined.collect::<Result<Vec<_>, String>>()
    })?;
    let mut table = HEAD.to_owned();
    let mut verdicts: BTreeMap<String, usize> = BTreeMap::new();
    let mut with_layout: BTreeMap<String, usize> = BTreeMap::new();
    for row in found.into_iter().flatten().flatten() {
        let kind = row.verdict.split(':').next().unwrap_or_default().to_owned();
        *verdicts.entry(kind).or_default() += 1;
        let Row { case, processor, layout, verdict, code, known } = row;
        *with_layout.entry(known.clone()).or_default() += 1;
        let _ = writeln!(table, "{case}\t{processor}\t{layout}\t{verdict}\t{code}\t{known}");
    }
    println!("{} cases, each for two processors and two layouts:", cases.len());
    for (verdict, count) in verdicts {
        println!("{count:6} {verdict}");
    }
    println!(
        "compiled with the layout known, with the same results, and code that is, by when numbers are known:"
    );
    for (known, count) in with_layout {
        println!("{count:6} {known}");
    }
    if llvm == LLVM_OF_TABLE {
        return keep_table(TABLE, &table, |_| true, bless);
    }
    let stored = fs::read_to_string(root().join(TABLE)).map_err(text)?;
    let [stored, now] = [&stored, &table].map(|table| table.lines().map(verdict_columns).collect::<Vec<_>>());
    let mut different = stored.iter().zip(&now).filter(|(stored, now)| stored != now);
    match different.next() {
        Some((stored, now)) => {
            let more = different.count();
            Err(format!(
                "{TABLE} differs:\n  LLVM {LLVM_OF_TABLE}: {stored}\n  LLVM {llvm}: {now}\nand {more} more"
            ))
        }
        None if stored.len() != now.len() => {
            Err(format!("{TABLE} has {} lines, now there are {}", stored.len(), now.len()))
        }
        None => Ok(()),
    }
}

/// The columns of a row before the code, which depends on the version of LLVM.
fn verdict_columns(row: &str) -> &str {
    let end = row.match_indices('\t').nth(3).map_or(row.len(), |(at, _)| at);
    row.get(..end).unwrap_or(row)
}

/// The programs that compile a case.
struct Tools<'t> {
    /// `shader-tools`.
    program: &'t Path,
    /// The major version of LLVM.
    llvm: &'static str,
}

/// Whether a pipeline is one compute shader.
fn is_compute(path: &Path) -> bool {
    let pipeline = fs::read_to_string(path).ok().and_then(|text| Pipeline::parse(&text).ok());
    let is_compute = |pipeline: Pipeline| {
        let pass = pipeline.only();
        pass.is_some_and(|pass| matches!(&pass.shaders[..], [shader] if shader.stage == Stage::Compute))
    };
    pipeline.is_some_and(is_compute)
}

struct Row {
    case: String,
    processor: &'static str,
    layout: &'static str,
    verdict: String,
    code: String,
    known: String,
}

/// What comes of a case for each processor and layout.
fn rows(tools: &Tools<'_>, path: &Path, scratch: &Path) -> Result<Vec<Row>, String> {
    let Tools { program, llvm } = *tools;
    let case = path.file_stem().unwrap_or_default().display().to_string();
    let document = fs::read_to_string(path).map_err(text)?;
    let notes = fs::read_to_string(path.with_extension("notes")).unwrap_or_default();
    let mut rows = Vec::new();
    for generation in Generation::ALL {
        let object = scratch.join("object.o");
        let mut compile = Command::new(program);
        compile.args(["amd", "compile", "--llvm", llvm, "--mcpu", generation.processor(), "-o"]).arg(&object);
        if let Some(size) = wave_size(&notes) {
            compile.args(["--wave-size", size]);
        }
        let compiled = run(compile.arg(path.with_extension("dxil")), b"");
        let assembly = assembly(tools, path, generation, wave_size(&notes));
        let shader = assembly.and_then(|assembly| amd_known::Shader::new(assembly, generation, llvm));
        for layout in Layout::ALL {
            let mut code = "-".to_owned();
            let mut known = "-".to_owned();
            let verdict = match &compiled {
                Err(error) => format!("refused: {}", first_line(error, path)),
                Ok(_) => {
                    let case = Case { program, path, object: &object, generation, layout };
                    match case.execute(&document, None) {
                        Ok(ran) => {
                            code = md5(&ran.linked);
                            let shader = shader.as_ref().map_err(Clone::clone);
                            known = shader
                                .and_then(|shader| case.with_layout(&document, shader, &ran))
                                .unwrap_or_else(|why| format!("stopped: {}", first_line(&why, path)));
                            judge(&ran.pipeline, path)
                                .unwrap_or_else(|why| format!("stopped: {}", first_line(&why, path)))
                        }
                        Err(why) => format!("stopped: {}", first_line(&why, path)),
                    }
                }
            };
            let (processor, layout) = (generation.processor(), layout.name());
            rows.push(Row { case: case.clone(), processor, layout, verdict, code, known });
        }
    }
    Ok(rows)
}

struct Case<'c> {
    program: &'c Path,
    path: &'c Path,
    object: &'c Path,
    generation: Generation,
    layout: Layout,
}

/// What came of a run.
struct Ran {
    pipeline: Pipeline,
    linked: Vec<u8>,
    state: String,
}

impl Case<'_> {
    /// Links and executes; instead of the object, another one where it is given.
    fn execute(&self, document: &str, other: Option<&[u8]>) -> Result<Ran, String> {
        let mut pipeline = Pipeline::parse(document).map_err(|error| error.kind().to_string())?;
        let shader = fs::read(self.path.with_extension("dxil")).map_err(text)?;
        let container = Container::parse(&shader).map_err(|error| error.kind().to_string())?;
        let part = container.part(FourCc::RTS0);
        let signature = part.as_ref().map(|part| RootSignature::parse(container.payload(part)));
        let signature = signature.transpose().map_err(|error| error.kind().to_string())?;
        let needed = Needed::of(&fs::read(self.object).map_err(text)?)?;
        let mut placed = Placed::new(&pipeline, signature.as_ref(), &needed, self.generation, self.layout)?;
        let object = match other {
            None => &fs::read(self.object).map_err(text)?,
            Some(object) => object,
        };
        let state = placed.state();
        let linked = self.link(object, &state)?;
        let limits = Limits { steps: STEPS, ..Limits::default() };
        let dispatch = pipeline.only().ok_or("several passes")?.dispatch;
        placed.run(&Shader::read(&linked)?, dispatch, limits)?;
        placed.finish(&mut pipeline);
        Ok(Ran { pipeline, linked, state })
    }

    /// An object, linked with the state of a pipeline.
    fn link(&self, object: &[u8], state: &str) -> Result<Vec<u8>, String> {
        let path = |extension| self.object.with_extension(extension);
        fs::write(path("unlinked"), object).map_err(text)?;
        fs::write(path("yaml"), state).map_err(text)?;
        let mut link = Command::new(self.program);
        link.args(["amd", "link", "-o"]).arg(path("elf"));
        run(link.arg("--pipeline").arg(path("yaml")).arg(path("unlinked")), b"")?;
        fs::read(path("elf")).map_err(text)
    }

    /// How it compares with what is compiled with the layout known.
    fn with_layout(&self, document: &str, shader: &amd_known::Shader, ran: &Ran) -> Result<String, String> {
        let state = document::parse(&ran.state).map_err(|error| error.to_string())?;
        let known = self.execute(document, Some(&shader.with_layout(&state)?))?;
        let buffers = ran.pipeline.buffers.iter().zip(&known.pipeline.buffers);
        if let Some((other, _)) = buffers.into_iter().find(|(one, other)| one.data != other.data) {
            return Ok(format!("other results: {}", other.name));
        }
        shader.compare(&ran.linked, &state, |object| self.link(object, &ran.state))
    }
}

/// The assembly that an object is made of.
fn assembly(
    tools: &Tools<'_>,
    path: &Path,
    generation: Generation,
    wave_size: Option<&str>,
) -> Result<String, String> {
    let mut compile = Command::new(tools.program);
    compile.args(["amd", "compile", "--llvm", tools.llvm, "--mcpu", generation.processor(), "--emit", "ll"]);
    if let Some(size) = wave_size {
        compile.args(["--wave-size", size]);
    }
    let assembly = run(compile.arg(path.with_extension("dxil")), b"")?;
    String::from_utf8(assembly).map_err(|error| error.to_string())
}

/// Whether what came out is what is expected.
fn judge(pipeline: &Pipeline, path: &Path) -> Result<String, String> {
    if let Ok(checks) = fs::read_to_string(path.with_extension("expect")) {
        let checks =
            Checks::parse(&checks, &filecheck::Options::default()).map_err(|failure| failure.to_string())?;
        let unmet = checks.check(&pipeline.buffers_text()).err();
        return Ok(
            unmet.map_or_else(as_expected, |unmet| format!("differs: line {}: {}", unmet.line, unmet.reason))
        );
    }
    if pipeline.results.is_empty() {
        return Err("nothing is expected of it".to_owned());
    }
    let wrong = pipeline.verdicts(1).filter(|verdict| verdict.mismatch.is_some());
    let wrong: Vec<String> = wrong.map(|verdict| verdict.name.clone()).collect();
    Ok(if wrong.is_empty() { as_expected() } else { format!("differs: {}", wrong.join(", ")) })
}

fn as_expected() -> String {
    "as expected".to_owned()
}

/// The wave size that a case asks for by name.
fn wave_size(notes: &str) -> Option<&str> {
    let words =
        notes.lines().filter_map(|line| line.strip_prefix("REQUIRES:")).flat_map(str::split_whitespace);
    words.filter_map(|word| word.trim_matches(',').strip_prefix("WaveSize_")).next()
}

/// What a message begins with, without the program's name and the folder of the file.
fn first_line(message: &str, path: &Path) -> String {
    let line = message.lines().next().unwrap_or_default();
    let line = line.split_once(": error").map_or(line, |(_, rest)| rest.trim_start_matches(": "));
    let folder = path.parent().map(|folder| format!("{}/", folder.display())).unwrap_or_default();
    line.replace(&folder, "").replace('\t', " ")
}
