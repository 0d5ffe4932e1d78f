//! Sources in WGSL, SPIR-V and GLSL, and the containers that naga-dxil compiles them to. Separate from the verb
//! `compile`, because `run` and `validate` compile a source first.

use std::path::Path;

use naga::front::{glsl, spv, wgsl};
use naga::valid::{ModuleInfo, ShaderStages, SubgroupOperationSet, ValidationFlags, Validator};
use naga::{Module, ShaderStage};
use naga_dxil::{Options, Output, PipelineOptions, WgpuLayout};

use crate::error::{Error, SourceError};
use crate::loading::file_kind::{FileKind, SOURCE_EXTENSIONS};

/// A language that naga reads. A GLSL source has one stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum ShadingLanguage {
    /// WGSL (.wgsl).
    Wgsl,
    /// A SPIR-V module (.spv).
    Spirv,
    /// A vertex shader in GLSL (.vert).
    Vert,
    /// A fragment shader in GLSL (.frag).
    Frag,
    /// A compute shader in GLSL (.comp).
    Comp,
}

impl ShadingLanguage {
    /// The language of a file: by its extension, or by its first bytes.
    pub fn of(path: Option<&Path>, bytes: &[u8]) -> Option<Self> {
        let extension = path.and_then(Path::extension);
        // In the order of the extensions.
        let languages = [Self::Wgsl, Self::Spirv, Self::Vert, Self::Frag, Self::Comp];
        let mut known = SOURCE_EXTENSIONS.into_iter().zip(languages);
        let of_name =
            known.find(|(known, _)| extension.is_some_and(|found| found.eq_ignore_ascii_case(known)));
        of_name.map(|(_, language)| language).or_else(|| Self::of_bytes(bytes))
    }

    /// The language of a file by its bytes; `None` for GLSL, whose stage they do not show.
    pub fn of_bytes(bytes: &[u8]) -> Option<Self> {
        match FileKind::of(bytes) {
            kind if kind.is_wgsl() => Some(Self::Wgsl),
            kind if kind.is_spirv() => Some(Self::Spirv),
            _ => None,
        }
    }
}

/// A stage of an entry point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Stage {
    Vertex,
    Fragment,
    Compute,
    Task,
    Mesh,
}

impl Stage {
    fn of_naga(self) -> ShaderStage {
        match self {
            Self::Vertex => ShaderStage::Vertex,
            Self::Fragment => ShaderStage::Fragment,
            Self::Compute => ShaderStage::Compute,
            Self::Task => ShaderStage::Task,
            Self::Mesh => ShaderStage::Mesh,
        }
    }
}

/// A module and the result of its validation.
pub struct SourceModule {
    module: Module,
    info: ModuleInfo,
    /// True for a text, whose lines errors can show.
    is_text: bool,
}

impl SourceModule {
    /// Reads and validates a source.
    pub fn read(bytes: &[u8], language: ShadingLanguage) -> Result<Self, Error> {
        let is_text = language != ShadingLanguage::Spirv;
        let module = parse(bytes, language)?;
        let mut validator = Validator::new(ValidationFlags::all(), naga_dxil::capabilities());
        validator.subgroup_stages(ShaderStages::all()).subgroup_operations(SubgroupOperationSet::all());
        let info = validator.validate(&module).map_err(|error| SourceError::invalid(&error, is_text))?;
        Ok(Self { module, info, is_text })
    }

    /// The names and stages of the entry points, or of those with this name and stage.
    pub fn entries(
        &self,
        name: Option<&str>,
        stage: Option<Stage>,
    ) -> Result<Vec<(ShaderStage, String)>, Error> {
        let entries = self.module.entry_points.iter();
        let of_all: Vec<(ShaderStage, String)> =
            entries.map(|entry| (entry.stage, entry.name.clone())).collect();
        let chosen: Vec<(ShaderStage, String)> = {
            let is_chosen = |(of, found): &&(ShaderStage, String)| {
                name.is_none_or(|name| name == found) && stage.is_none_or(|stage| stage.of_naga() == *of)
            };
            of_all.iter().filter(is_chosen).cloned().collect()
        };
        if !chosen.is_empty() {
            return Ok(chosen);
        }
        let known: Vec<&str> = of_all.iter().map(|(_, name)| name.as_str()).collect();
        match (known.is_empty(), name) {
            (false, _) => {
                let known = known.join(", ");
                let name = name.map_or_else(String::new, |name| format!(" `{name}`"));
                let text = format!("no entry point{name} fits --entry and --stage; the module has {known}");
                Err(Error::Usage(text))
            }
            _ => {
                let text =
                    "the module has no entry points: mark a function with @compute, @vertex or @fragment";
                Err(Error::Unsupported(text.to_owned()))
            }
        }
    }

    /// The options with the registers that wgpu assigns for an entry point.
    pub fn wgpu_options(&self, (stage, name): &(ShaderStage, String)) -> Options {
        let mut entries = self.module.entry_points.iter();
        let index = entries.position(|entry| entry.stage == *stage && entry.name == *name);
        WgpuLayout::of_entry(&self.module, &self.info, index.unwrap_or(0)).options()
    }

    /// Compiles an entry point to a signed container.
    pub fn compile(&self, pipeline: &PipelineOptions, options: &Options) -> Result<Output, Error> {
        let written = naga_dxil::write(&self.module, &self.info, pipeline, options);
        Ok(written.map_err(|error| SourceError::of(&error, self.is_text))?)
    }
}

fn parse(bytes: &[u8], language: ShadingLanguage) -> Result<Module, Error> {
    let stage = match language {
        ShadingLanguage::Spirv => {
            let parsed = spv::parse_u8_slice(bytes, &spv::Options::default());
            return Ok(parsed.map_err(|error| SourceError::syntax(&error, None))?);
        }
        ShadingLanguage::Wgsl => {
            let mut options = wgsl::Options::new();
            options.capabilities = naga_dxil::capabilities();
            let parsed = wgsl::Frontend::new_with_options(options).parse(text(bytes)?);
            return Ok(parsed.map_err(|error| {
                let (span, label) = error
                    .labels()
                    .next()
                    .map_or((None, None), |(span, label)| (span.to_range(), Some(label)));
                SourceError::syntax(&error, span).with_hint(label)
            })?);
        }
        ShadingLanguage::Vert => ShaderStage::Vertex,
        ShadingLanguage::Frag => ShaderStage::Fragment,
        ShadingLanguage::Comp => ShaderStage::Compute,
    };
    let parsed = glsl::Frontend::default().parse(&glsl::Options::from(stage), text(bytes)?);
    Ok(parsed.map_err(|errors| match errors.errors.first() {
        Some(first) => SourceError::syntax(&first.kind, first.meta.to_range()),
        None => SourceError::syntax(&errors, None),
    })?)
}

fn text(bytes: &[u8]) -> Result<&str, Error> {
    std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        Error::Unsupported(format!("byte {at} is not UTF-8: convert the source to UTF-8"))
    })
}

/// Compiles the only entry point of a source with the default options; `None` for a file of another kind.
pub fn compile_alone(bytes: &[u8]) -> Option<Result<Vec<u8>, Error>> {
    let language = ShadingLanguage::of_bytes(bytes)?;
    let compile = || {
        let source = SourceModule::read(bytes, language)?;
        let entries = source.entries(None, None)?;
        if let [_, _, ..] = entries.as_slice() {
            let names: Vec<&str> = entries.iter().map(|(_, name)| name.as_str()).collect();
            let names = names.join(", ");
            return Err(Error::Usage(format!(
                "the source has {} entry points ({names}): select an entry point with `compile --entry NAME`",
                entries.len()
            )));
        }
        let pipeline =
            PipelineOptions { entry_point: entries.into_iter().next(), ..PipelineOptions::default() };
        Ok(source.compile(&pipeline, &Options::default())?.container)
    };
    Some(compile())
}
