//! `amd link`: links shaders and pipeline state into a pipeline.

use std::fmt::Write as _;
use std::path::PathBuf;

use amdgpu_link::explain::Event;
use amdgpu_link::glue::GlueCache;
use amdgpu_link::link::{Linked, SamplerWrite};
use serde::Serialize;

use super::glue::write_files;
use super::inputs::{Inputs, Sources};
use crate::caching::recipe::Recipe;
use crate::caching::store_option::{StoreOption, say_notices};
use crate::error::Error;
use crate::globals::Globals;
use crate::json;
use crate::output::{Files, write_file, write_stdout};
use crate::run::{Format, Run};
use crate::status::Status;
use crate::streams;
use crate::style::{DIM, KEY, NOTE, counted, paint};

/// What an ELF file begins with.
const ELF: &[u8] = b"\x7fELF";

/// Link shader ELF files and pipeline state into a pipeline ELF file.
///
/// `amd link` resolves relocations from the pipeline state, merges the PAL metadata, and generates a fetch shader and a
/// colour export shader. AMD's PAL can load the result.
///
/// If the pipeline state is probably not intended, `amd link` prints a note. An example is a vertex shader input that
/// the pipeline state does not describe. With --strict, notes are errors.
///
/// Exit status: 1 if the shaders cannot be linked, so that the pipeline must be compiled as a whole. The error code
/// then begins with `cannot-link.`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Link {
    #[command(flatten)]
    inputs: Inputs,

    /// Output file for the pipeline [default: standard output].
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Replace each DXIL input with the ELF file that `cache build --recipe VERB` stored for the input.
    #[arg(long, value_name = "VERB")]
    from_store: Option<String>,

    #[command(flatten)]
    store: StoreOption,

    /// Print merged metadata, relocation values, glue code, and code that is slower because of linking.
    #[arg(long)]
    explain: bool,

    /// Treat notes as errors: write no pipeline if the linker reports a note.
    #[arg(long)]
    strict: bool,

    /// Output folder for the ELF files of the glue shaders.
    #[arg(long, value_name = "DIR")]
    emit_glue: Option<PathBuf>,

    /// Output file for the static samplers that the application must write (JSON; -: standard output).
    #[arg(long, value_name = "FILE")]
    samplers: Option<PathBuf>,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools amd link -p examples/amd/pipeline.yaml \\
    examples/amd/vs_fetchless.o examples/amd/ps_exportless.o -o out/pipeline.elf
  shader-tools amd link -p examples/amd/pipeline.yaml --explain \\
    examples/amd/vs_fetchless.o examples/amd/ps_exportless.o

More: docs/amd.md";

impl Link {
    pub fn run(&self, globals: &Globals) -> Status {
        let mut run = Run::of_none(globals, Format::Pages);
        let Some(mut sources) = self.inputs.read(&mut run) else { return run.status() };
        if let Some(recipe) = &self.from_store
            && !self.take_from_store(recipe, &mut sources, &mut run)
        {
            return run.status();
        }
        let Some(mut linker) = sources.linker(&mut run) else { return run.status() };
        linker.explain(self.explain);
        let mut cache = GlueCache::default();
        let linked = match linker.link(&mut cache) {
            Ok(linked) => linked,
            Err(error) => return run.refuse(&error.into()),
        };
        for note in &linked.notes {
            if self.strict {
                run.fail(&Error::LinkNote(Box::new(note.clone())));
            } else {
                let label = paint(NOTE, format!("note[{}]:", note.code()));
                streams::print_message(format!("{label} {note}"));
            }
        }
        if self.strict && !linked.notes.is_empty() {
            return run.status();
        }
        if self.explain {
            let text = explanation(&linked);
            run.print(|out| out.write_all(text.as_bytes()));
        }
        if let Err(error) = self.write(&linked, &sources, &mut cache, &mut run) {
            run.fail(&error);
        }
        run.status()
    }

    /// Puts what is kept of them in the place of inputs that are no ELF files; where something is missing, `run` has
    /// said what.
    fn take_from_store(&self, recipe: &str, sources: &mut Sources, run: &mut Run<'_>) -> bool {
        let opened =
            Recipe::parse(recipe, run.globals()).and_then(|recipe| Ok((recipe, self.store.open_existing()?)));
        let (recipe, store) = match opened {
            Ok(opened) => opened,
            Err(error) => {
                run.fail(&error);
                return false;
            }
        };
        let mut is_whole = true;
        for (name, bytes) in sources.shaders.iter_mut().filter(|(_, bytes)| !bytes.starts_with(ELF)) {
            let key = recipe.key(bytes);
            match store.get(&key) {
                Some(artefact) => {
                    for note in &artefact.notes {
                        streams::print_message(format!("{} {name}: {note}", paint(NOTE, "note:")));
                    }
                    *bytes = artefact.bytes;
                }
                None => {
                    let text = format!(
                        "the store has no artefact for this file (key {key}): create it with \
                                        `cache build`"
                    );
                    run.fail_with(name, &Error::Missing(text));
                    is_whole = false;
                }
            }
        }
        say_notices(&store);
        is_whole
    }

    fn write(
        &self,
        linked: &Linked,
        sources: &Sources,
        cache: &mut GlueCache,
        run: &mut Run<'_>,
    ) -> Result<(), Error> {
        let files = Files::reading(self.inputs.paths());
        let path = self.output.as_deref().filter(|path| path.as_os_str() != "-");
        let list = self.samplers.as_deref().filter(|path| path.as_os_str() != "-");
        for path in path.into_iter().chain(list) {
            files.claim(path)?;
        }
        if let Some(folder) = &self.emit_glue
            && let Some(linker) = sources.linker(run)
        {
            write_files(&linker.glue(cache)?, folder, &files)?;
        }
        match (list, linked.static_samplers.len()) {
            (Some(path), _) => write_file(path, &samplers(&linked.static_samplers)?)?,
            (None, _) if self.samplers.is_some() => {
                let text = samplers(&linked.static_samplers)?;
                run.print(|out| out.write_all(&text));
            }
            (None, 0) => {}
            (None, count) => {
                let samplers = counted(count, "static sampler");
                streams::print_message(format!(
                    "note: the application must write {samplers} into descriptor tables; --samplers FILE \
                     writes their locations"
                ));
            }
        }
        match path {
            Some(path) => write_file(path, &linked.elf),
            None if (self.explain || self.samplers.is_some()) && self.output.is_none() => Ok(()),
            None => write_stdout(&linked.elf),
        }
    }
}

/// Every event as a line, with its kind in colour.
fn explanation(linked: &Linked) -> String {
    let mut text = String::new();
    for event in &linked.events {
        let line = event.to_string();
        let (kind, rest) = line.split_once(": ").unwrap_or(("", &line));
        let style = if matches!(event, Event::Slowdown { .. }) { DIM } else { KEY };
        let _ = writeln!(text, "{}: {rest}", paint(style, kind));
    }
    for write in &linked.static_samplers {
        let _ = writeln!(text, "{}: {}", paint(KEY, "sampler"), place(write));
    }
    text
}

fn place(write: &SamplerWrite) -> String {
    let table = write.table.map_or_else(
        || "the user data".to_owned(),
        |table| format!("the descriptor table that user data dword {table} points to"),
    );
    let count = counted(write.words.len() / 4, "sampler descriptor");
    format!("{count} at byte offset {} of {table}, stride {} bytes", write.offset, write.stride)
}

const SCHEMA: &str = "shader-tools.amd-samplers/1";

/// A static sampler.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct Sampler<'a> {
    /// The index of the user data dword that points to the descriptor table; `null` if the user data contains the
    /// sampler itself.
    table_dword: Option<u32>,
    /// The byte offset of the sampler in the descriptor table or in the user data.
    offset: u32,
    /// The distance in bytes between two elements of a sampler array.
    stride: u32,
    /// Four descriptor dwords per array element.
    words: &'a [u32],
}

#[test]
fn schema_is_fresh() {
    /// The static samplers that the application must write.
    #[derive(Serialize, schemars::JsonSchema)]
    struct Document {
        /// The static samplers.
        samplers: Vec<Sampler<'static>>,
    }
    json::schema::check::<Document>(SCHEMA);
}

/// The document of `--samplers`.
fn samplers(writes: &[SamplerWrite]) -> Result<Vec<u8>, Error> {
    let samplers = writes.iter().map(|SamplerWrite { table, offset, stride, words }| Sampler {
        table_dword: *table,
        offset: *offset,
        stride: *stride,
        words,
    });
    let mut text = Vec::new();
    let mut document = json::Object::document(&mut text, SCHEMA)?;
    document.lines("samplers", samplers)?;
    document.end_document()?;
    Ok(text)
}
