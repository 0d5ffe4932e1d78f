//! `amd link`: shaders and pipeline state to a pipeline.

use std::fmt::Write as _;
use std::path::PathBuf;

use amdgpu_link::explain::Event;
use amdgpu_link::glue::GlueCache;
use amdgpu_link::link::{Linked, SamplerWrite};

use super::glue::write_files;
use super::inputs::{Inputs, Sources};
use crate::cli::Globals;
use crate::error::Error;
use crate::output::{Files, write_file, write_stdout};
use crate::run::{Format, Run};
use crate::status::Status;
use crate::style::{DIM, KEY, paint};

/// Link unlinked shaders and the state of their pipeline to a pipeline that a driver's PAL can load.
///
/// Relocations against special symbols become what the state says, metadata is merged and finished, and code is made that
/// loads vertex attributes in front of the vertex shader and exports colours after the fragment shader. Of several files,
/// each holds one half of the pipeline.
/// Exit status 1 where nothing is wrong, but the pipeline must be compiled whole ("cannot link").
#[derive(Debug, clap::Args)]
pub struct Link {
    #[command(flatten)]
    inputs: Inputs,

    /// Write the pipeline here [default: standard output].
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Print every decision: what was merged and by which rule, each relocation's value and where it comes from, what was
    /// set and why, and where the code is slower than if it had been compiled whole. The pipeline is written only with -o.
    #[arg(long)]
    explain: bool,

    /// Refuse what merging would hide: registers that two files set to different values, which are or-ed.
    #[arg(long)]
    strict: bool,

    /// Write each piece of glue code to this folder too, as an ELF file.
    #[arg(long, value_name = "DIR")]
    emit_glue: Option<PathBuf>,

    /// Write here, - for standard output, as JSON (schema shader-tools.amd-samplers/1), which static samplers the loader must
    /// write where into descriptor tables. The pipeline is then written only with -o.
    #[arg(long, value_name = "FILE")]
    samplers: Option<PathBuf>,
}

impl Link {
    pub fn run(&self, globals: &Globals) -> Status {
        let mut run = Run::new(&[], globals, Format::Pages);
        let Some(sources) = self.inputs.read(&mut run) else { return run.status() };
        let Some(mut linker) = sources.linker(&mut run) else { return run.status() };
        linker.explain(self.explain || self.strict);
        let mut cache = GlueCache::default();
        let linked = match linker.link(&mut cache) {
            Ok(linked) => linked,
            Err(error) => return run.refuse(&error.into()),
        };
        if self.strict && self.tell_conflicts(&linked, &mut run) {
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

    /// Whether merging hid something, which is said then.
    fn tell_conflicts(&self, linked: &Linked, run: &mut Run<'_>) -> bool {
        let mut any = false;
        for event in linked.hidden_conflicts() {
            any = true;
            run.fail(&Error::Invalid(format!("{event}: both set it, and not to the same")));
        }
        any
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
            (Some(path), _) => write_file(path, samplers(&linked.static_samplers).as_bytes())?,
            (None, _) if self.samplers.is_some() => {
                let text = samplers(&linked.static_samplers);
                run.print(|out| out.write_all(text.as_bytes()));
            }
            (None, 0) => {}
            (None, count) => {
                anstream::eprintln!(
                    "note: {count} static samplers are to be written into descriptor tables by the loader: \
                     --samplers FILE says where"
                );
            }
        }
        match path {
            Some(path) => write_file(path, &linked.elf),
            None if (self.explain || self.samplers.is_some()) && self.output.is_none() => Ok(()),
            None => write_stdout(&linked.elf),
        }
    }
}

/// Every event as a line, what it is about in colour.
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
        |table| format!("the table that dword {table} of the user data points to"),
    );
    let count = write.words.len() / 4;
    format!("{count} at byte {} of {table}, {} bytes apart", write.offset, write.stride)
}

fn samplers(writes: &[SamplerWrite]) -> String {
    let mut text = "{\"schema\":\"shader-tools.amd-samplers/1\",\"samplers\":[".to_owned();
    for (index, SamplerWrite { table, offset, stride, words }) in writes.iter().enumerate() {
        let comma = if index > 0 { "," } else { "" };
        let table = table.map_or_else(|| "null".to_owned(), |table| table.to_string());
        let words = words.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        let _ = write!(
            text,
            "{comma}\n{{\"tableDword\":{table},\"offset\":{offset},\"stride\":{stride},\"words\":[{words}]}}"
        );
    }
    text.push_str("\n]}\n");
    text
}
