//! `compile`: WGSL, SPIR-V and GLSL to DXIL containers.

mod bind_map;

use std::path::{Path, PathBuf};

use naga::ShaderStage;
use naga_dxil::{Options, PipelineOptions};

use crate::caching::artefact_cache::{self, Counted, Kept};
use crate::caching::explicit_options::ExplicitOptions;
use crate::emitted::{Emit, shader_model};
use crate::error::Error;
use crate::globals::Globals;
use crate::judging::refuse_invalid;
use crate::loading::compiled::{ShadingLanguage, SourceModule, Stage};
use crate::loading::file_kind::Expected;
use crate::output::{Output, name_of_lowered};
use crate::run::{Format, Outcome, Run};
use crate::selection::chosen::Inputs;
use crate::selection::input::{self, Input, display};
use crate::selection::wanted::Wanted;
use crate::status::Status;

/// Compile WGSL, SPIR-V and GLSL to signed DXIL containers.
///
/// Input: WGSL (.wgsl), a SPIR-V module (.spv), or GLSL with Vulkan bindings (.vert, .frag, .comp).
///
/// Each entry point becomes a container. A source with several entry points requires --entry or an output folder, in
/// which the name of the entry point follows the name of the source.
///
/// The register of a resource is its @binding, and the space is its @group. --bind-map states other registers, and
/// --wgpu the registers that wgpu assigns.
///
/// `compile` validates each container before writing it.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("files", |files| files.help("Files (.wgsl, .spv, .vert, .frag, .comp), folders, or - for standard input")))]
pub struct Compile {
    #[command(flatten)]
    inputs: Inputs,

    /// Source language [default: by the extension, or by the first bytes].
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    language: Option<ShadingLanguage>,

    /// Compile only the entry points with this name.
    #[arg(short = 'E', long, value_name = "NAME")]
    entry: Option<String>,

    /// Compile only the entry points of this stage.
    #[arg(long, value_enum, value_name = "STAGE")]
    stage: Option<Stage>,

    /// Shader model, such as 6.6 [default: the oldest model that has all constructs of the source].
    #[arg(long, value_name = "MODEL", value_parser = shader_model)]
    model: Option<(u32, u32)>,

    /// Value of an override, by name or by @id: a number, true or false.
    #[arg(long = "override", value_name = "NAME=VALUE", value_parser = override_value)]
    overrides: Vec<(String, f64)>,

    /// Bind map: the register of each binding (docs/compile.md).
    #[arg(long, value_name = "FILE", conflicts_with = "wgpu")]
    bind_map: Option<PathBuf>,

    /// Use the registers that wgpu 30 assigns to a pipeline layout with all bindings of the source.
    #[arg(long)]
    wgpu: bool,

    /// Negate the y coordinate of positions: the output of vertex shaders in GLSL for Vulkan requires it.
    #[arg(long)]
    flip_y: bool,

    /// Output format.
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Emit::Dxil)]
    emit: Emit,

    /// Output file, or output folder, in which each result has the relative path of its input.
    #[arg(short, long, value_name = "FILE|DIR")]
    output: Option<PathBuf>,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools compile examples/collatz.wgsl -o out/collatz.dxil
  shader-tools compile examples/triangle.wgsl -o out/
  shader-tools compile examples/triangle.wgsl --entry shade --model 6.6 --emit ll

More: docs/compile.md";

fn override_value(text: &str) -> Result<(String, f64), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    let value = match value {
        "true" => 1.0,
        "false" => 0.0,
        _ => value.parse().map_err(|_| format!("the value of {name} is not a number, true or false"))?,
    };
    Ok((name.to_owned(), value))
}

impl Compile {
    pub fn run(&self, globals: &Globals) -> Status {
        let mut run = Run::new(&self.inputs, Wanted::Sources, globals, Format::Text);
        let output = Output::to(self.output.clone());
        for input in &mut run.inputs {
            input.relative = name_of_lowered(&input.relative, self.emit.extension());
        }
        let bind_map = match self.read_bind_map(&mut run) {
            Ok(options) => options,
            Err(status) => return status,
        };
        let also_read: Vec<&Path> = self.bind_map.iter().map(PathBuf::as_path).collect();
        let writer = match output.open(&run.inputs, &also_read, Some("")) {
            Ok(writer) => writer,
            Err(error) => return run.refuse(&error),
        };
        let kept = self.store(globals);
        run.each(
            |input, bytes, _, outcome: &mut Outcome<()>| {
                let language = self.language_of(input, bytes)?;
                let source = SourceModule::read(bytes, language)?;
                let entries = source.entries(self.entry.as_deref(), self.stage)?;
                let is_alone = entries.len() == 1;
                if !is_alone && !output.is_folder() && !input.from_folder {
                    return Err(several(&entries));
                }
                for entry in entries {
                    let key =
                        [format!("{language:?} {:?} {}\0", entry.0, entry.1).as_bytes(), bytes].concat();
                    let named = if is_alone { input.clone() } else { self.renamed(input, &entry.1) };
                    let made = artefact_cache::get_or_make(kept.as_ref(), input, &key, outcome, |outcome| {
                        let options = self.options(&source, &entry, &bind_map);
                        self.compile(input, &source, (entry, &options), outcome).map(Some)
                    });
                    if let Some(made) = made? {
                        writer.write(&named, &made, "")?;
                    }
                }
                Ok(())
            },
            |_, ()| {},
        );
        run.status()
    }

    /// The store for containers; listings are not stored.
    fn store(&self, globals: &Globals) -> Option<Kept> {
        if self.emit != Emit::Dxil {
            return None;
        }
        let record = |given: &ExplicitOptions| {
            given.record("compile", &["files", "output", "entry", "stage"], &["bind_map"])
        };
        Kept::open(globals, record, Counted::All)
    }

    fn read_bind_map(&self, run: &mut Run<'_>) -> Result<Options, Status> {
        let Some(path) = &self.bind_map else { return Ok(Options::default()) };
        let read = input::read_besides(path, &run.inputs).and_then(|bytes| bind_map::read(&bytes));
        read.map_err(|error| {
            run.fail_with(&display(path), &error);
            run.status()
        })
    }

    fn options(&self, source: &SourceModule, entry: &(ShaderStage, String), bind_map: &Options) -> Options {
        let registers = match self.wgpu {
            true => source.wgpu_options(entry),
            false => bind_map.clone(),
        };
        Options { model: self.model, flip_y: self.flip_y, ..registers }
    }

    fn language_of(&self, input: &Input, bytes: &[u8]) -> Result<ShadingLanguage, Error> {
        let name = input.name().to_string();
        let known = self.language.or_else(|| ShadingLanguage::of(Some(Path::new(&name)), bytes));
        known.ok_or_else(|| {
            let found = Expected::Source.refuse(bytes).message();
            Error::Usage(format!("{found}; --language states the language of other files"))
        })
    }

    /// The input with the name of the entry point in the name of its result. A name in SPIR-V may have any characters,
    /// so characters with a meaning in paths are replaced.
    fn renamed(&self, input: &Input, entry: &str) -> Input {
        let is_plain = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
        let entry: String = entry.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
        let mut relative = input.relative.with_extension("").into_os_string();
        relative.push(format!(".{entry}.{}", self.emit.extension()));
        Input { relative: PathBuf::from(relative), ..input.clone() }
    }

    fn compile(
        &self,
        input: &Input,
        source: &SourceModule,
        (entry, options): ((ShaderStage, String), &Options),
        outcome: &mut Outcome<()>,
    ) -> Result<Vec<u8>, Error> {
        let name = entry.1.clone();
        let constants = self.overrides.iter().cloned().collect();
        let pipeline = PipelineOptions { entry_point: Some(entry), constants };
        let container = source.compile(&pipeline, options)?.container;
        refuse_invalid(&container, "", input, outcome).map_err(|error| match error {
            Error::Invalid(_) => {
                Error::Bug(format!("the validator rejects the container of the entry point `{name}`"))
            }
            other => other,
        })?;
        self.emit.of(container)
    }
}

/// The error for a source with several entry points and one output file.
fn several(entries: &[(ShaderStage, String)]) -> Error {
    let names: Vec<&str> = entries.iter().map(|(_, name)| name.as_str()).collect();
    let (count, names) = (entries.len(), names.join(", "));
    Error::Usage(format!(
        "the source has {count} entry points ({names}): select one with --entry and --stage, or write all to a folder with -o DIR/"
    ))
}
