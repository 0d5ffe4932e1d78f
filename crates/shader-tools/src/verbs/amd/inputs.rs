//! What `amd link` and `amd glue` both read: the shaders of one pipeline, and its state.

use std::path::{Path, PathBuf};

use amdgpu_link::PipelineState;
use amdgpu_link::link::Linker;
use amdgpu_link::state::{document, pipe};

use crate::error::Error;
use crate::run::Run;
use crate::selection::input::{self, display};
use crate::streams;

/// The files of a pipeline.
#[derive(Debug, clap::Args)]
pub struct Inputs {
    /// ELF files of the shaders of one pipeline, in any order, or - for standard input.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,

    /// Pipeline state file: YAML, JSON (docs/amd-pipeline.schema.json) or amdllpc's .pipe format.
    #[arg(short, long, value_name = "FILE")]
    pub pipeline: Option<PathBuf>,
}

/// What was read.
pub struct Sources {
    /// The state, where one was given.
    pub state: Option<PipelineState>,
    /// The name and the bytes of each shader.
    pub shaders: Vec<(String, Vec<u8>)>,
}

impl Inputs {
    /// Reads everything; where something cannot be read, `run` has said why.
    pub fn read(&self, run: &mut Run<'_>) -> Option<Sources> {
        let all = self.files.iter().chain(&self.pipeline);
        if all.filter(|path| path.as_os_str() == "-").count() > 1 {
            run.fail(&Error::Usage("only one input can be - (standard input)".to_owned()));
            return None;
        }
        let mut shaders = Vec::with_capacity(self.files.len());
        for path in &self.files {
            let name = display(path);
            match input::read_besides(path, &[]) {
                Ok(bytes) => shaders.push((name, bytes)),
                Err(error) => {
                    run.fail_with(&name, &error);
                    return None;
                }
            }
        }
        let state = match &self.pipeline {
            None => None,
            Some(path) => Some(read_state(path, run)?),
        };
        Some(Sources { state, shaders })
    }

    /// All files that are read.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().chain(&self.pipeline).map(PathBuf::as_path)
    }
}

/// The state in a file, by its name a `.pipe` file or a document.
fn read_state(path: &Path, run: &mut Run<'_>) -> Option<PipelineState> {
    let name = display(path);
    let bytes = match input::read_besides(path, &[]) {
        Ok(bytes) => bytes,
        Err(error) => {
            run.fail_with(&name, &error);
            return None;
        }
    };
    let Ok(text) = std::str::from_utf8(&bytes) else {
        run.fail_with(
            &name,
            &Error::Invalid("not UTF-8 text: pipeline state is YAML, JSON or a .pipe file".to_owned()),
        );
        return None;
    };
    let is_pipe = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pipe"));
    let state = if is_pipe {
        pipe::parse(text).map(|pipe| {
            for note in &pipe.notes {
                streams::print_message(format!("note: {name}:{}: {}", note.line, note.text));
            }
            pipe.state
        })
    } else {
        document::parse(text)
    };
    state.map_err(|error| run.fail_about(&name, &bytes, &error.into())).ok()
}

impl Sources {
    /// A linker with all inputs; where one cannot be added, `run` has said why.
    pub fn linker(&self, run: &mut Run<'_>) -> Option<Linker<'_>> {
        let mut linker = Linker::new(self.state.as_ref());
        for (name, bytes) in &self.shaders {
            if let Err(error) = linker.add_input(name, bytes) {
                run.fail_about(name, bytes, &error.into());
                return None;
            }
        }
        Some(linker)
    }
}
