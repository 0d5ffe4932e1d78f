//! Pipeline state from a `.pipe` file, the text format in which AMD's compiler and driver dump whole pipelines.
//! Separate because its keys are not those of documents, and most of them do not concern a link.
//!
//! Such a file has sections, `[Name]`, of lines `key = value`, and of shaders' sources, which are not read. `;` and
//! `//` begin comments. Keys that cannot matter to a link are passed over, and listed as notes; keys that do but are
//! not understood are errors. Missing keys are 0, as in the compiler's own reader.
//!
//! Source: GPUOpen-Drivers/llpc tool/vfx, and its tests.

use std::collections::BTreeMap;
use std::fmt;

use super::document::state_error;
use super::{PipelineState, Stages, WaveBreak};
use crate::error::{Error, Result};
use crate::limits;

mod graphics;
mod key;
mod nodes;
mod note;
mod vertex_input;
pub(crate) mod vulkan;

use key::{Entry, Key};
use nodes::Mapping;
pub use note::Note;
use vertex_input::VertexInputs;

/// The contents of a `.pipe` file.
#[derive(Debug)]
pub struct Pipe {
    /// The state that a link needs.
    pub state: PipelineState,
    /// Remarks: what was ignored, and how irregularities were read.
    pub notes: Vec<Note>,
}

/// The state that a `.pipe` file describes.
///
/// # Errors
///
/// A line that matters and cannot be understood; a pipeline of shaders that a link knows nothing of.
pub fn parse(text: &str) -> Result<Pipe> {
    if text.len() > limits::STATE_TEXT {
        let why =
            format!("the file is longer than {} bytes, the longest that is supported", limits::STATE_TEXT);
        return Err(state_error(1, 1, why));
    }
    let mut reader = Reader::default();
    for (number, line) in (1_u64..).zip(text.lines()) {
        reader.line(number, line)?;
    }
    reader.finish()
}

/// The kind of a section's lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Section {
    /// Before the first section, or in an unknown one: lines are ignored.
    #[default]
    PassedOver,
    Source,
    Version,
    ShaderInfo(Stages),
    ResourceMapping,
    GraphicsState,
    ComputeState,
    VertexInputState,
}

/// Prefixes of section names by stage.
const STAGES: [(&str, &str, Stages); 8] = [
    ("Task", "TaskShader", Stages::TASK),
    ("Vs", "VertexShader", Stages::VERTEX),
    ("Tcs", "TessControlShader", Stages::TESS_CONTROL),
    ("Tes", "TessEvalShader", Stages::TESS_EVAL),
    ("Gs", "GeometryShader", Stages::GEOMETRY),
    ("Mesh", "MeshShader", Stages::MESH),
    ("Fs", "FragmentShader", Stages::FRAGMENT),
    ("Cs", "ComputeShader", Stages::COMPUTE),
];

/// Suffixes of the names of sections with a shader's source or its file name.
const SOURCES: [&str; 7] = ["Glsl", "Spirv", "Hlsl", "GlslFile", "SpvFile", "SpvasmFile", "HlslFile"];

const RAY_TRACING: [&str; 6] = ["rgen", "sect", "ahit", "chit", "miss", "call"];

fn stage_section(name: &str) -> Option<(Stages, Section)> {
    STAGES.iter().find_map(|(short, long, stage)| {
        let rest = name.strip_prefix(long).or_else(|| name.strip_prefix(short))?;
        match rest {
            "Info" => Some((*stage, Section::ShaderInfo(*stage))),
            _ if SOURCES.contains(&rest) => Some((*stage, Section::Source)),
            _ => None,
        }
    })
}

/// Whether a section is of a ray tracing pipeline.
fn is_ray_tracing(name: &str) -> bool {
    let of_stage =
        |stage: &str| name.strip_prefix(stage).is_some_and(|rest| rest == "Info" || SOURCES.contains(&rest));
    name == "RayTracingPipelineState" || RAY_TRACING.iter().any(|stage| of_stage(stage))
}

#[derive(Default)]
struct Reader {
    section: Section,
    /// The line where the section begins, and its name.
    at: (u64, String),
    state: PipelineState,
    graphics: graphics::Graphics,
    /// Ignored keys of each section, by its line and name.
    passed_over: BTreeMap<(u64, String), Vec<String>>,
    notes: Vec<Note>,
    mapping: Mapping,
    /// User data in the sections of stages, which older files have.
    of_stages: Vec<Mapping>,
    inputs: VertexInputs,
}

impl Reader {
    fn line(&mut self, number: u64, line: &str) -> Result<()> {
        if let Some(name) = section_name(line)
            && self.begin(number, name)?
        {
            return Ok(());
        }
        if matches!(self.section, Section::Source | Section::PassedOver) {
            return Ok(());
        }
        let line = without_comment(line);
        if line.is_empty() {
            return Ok(());
        }
        let Some((key, value)) = line.split_once('=') else {
            return Err(state_error(
                number,
                1,
                format!("expected `key = value`, found {}", key::shown(line)),
            ));
        };
        let entry = Entry { line: number, text: key.trim(), value: value.trim() };
        if !self.entry(&entry)? {
            let key = Key::without_indices(entry.text);
            let keys = self.passed_over.entry(self.at.clone()).or_default();
            // Sections have some dozens of keys that differ.
            if keys.len() < limits::PASSED_OVER_KEYS && !keys.contains(&key) {
                keys.push(key);
            }
        }
        Ok(())
    }

    /// Begins a section; false where the line is none, which sources may have.
    fn begin(&mut self, number: u64, name: &str) -> Result<bool> {
        let section = match name {
            "Version" => Section::Version,
            "ResourceMapping" => Section::ResourceMapping,
            "GraphicsPipelineState" => Section::GraphicsState,
            "ComputePipelineState" => Section::ComputeState,
            "VertexInputState" => Section::VertexInputState,
            "GraphicsLibrary" => {
                return Err(state_error(
                    number,
                    1,
                    "[GraphicsLibrary] is not supported: use the libraries' .pipe files".into(),
                ));
            }
            _ if is_ray_tracing(name) => {
                return Err(state_error(
                    number,
                    1,
                    format!("[{name}]: ray tracing pipelines are not supported"),
                ));
            }
            _ => match stage_section(name) {
                Some((stage, section)) => {
                    self.state.stages |= stage;
                    section
                }
                None if self.section == Section::Source => return Ok(false),
                None => {
                    self.notes.push(Note { line: number, text: format!("section [{name}] is ignored") });
                    Section::PassedOver
                }
            },
        };
        if section == Section::ComputeState {
            self.state.stages |= Stages::COMPUTE;
        }
        if matches!(section, Section::ShaderInfo(_)) {
            self.of_stages.push(Mapping::default());
        }
        self.section = section;
        self.at = (number, name.to_owned());
        Ok(true)
    }

    /// Reads an entry; false where it does not matter to a link.
    fn entry(&mut self, entry: &Entry<'_>) -> Result<bool> {
        match self.section {
            Section::Source | Section::PassedOver => Ok(true),
            Section::Version if entry.text == "version" => entry.number().map(|_| true),
            Section::Version => Ok(false),
            Section::ResourceMapping => self.mapping.entry(entry),
            Section::ShaderInfo(stage) => {
                if stage == Stages::FRAGMENT && entry.text == "options.waveBreakSize" {
                    self.state.rasterizer.wave_break = wave_break(entry)?;
                    return Ok(true);
                }
                self.of_stages.last_mut().map_or(Ok(false), |mapping| mapping.entry(entry))
            }
            Section::GraphicsState => self.graphics.entry(entry, &mut self.state),
            Section::ComputeState => self.graphics.shared_entry(entry, &mut self.state),
            Section::VertexInputState => self.inputs.entry(entry),
        }
    }

    fn finish(mut self) -> Result<Pipe> {
        let stages = self.state.stages;
        if stages.is_empty() {
            return Err(state_error(1, 1, "no section describes a shader stage".into()));
        }
        if stages.contains(Stages::COMPUTE) && stages != Stages::COMPUTE {
            return Err(state_error(1, 1, "a compute shader cannot be combined with other stages".into()));
        }
        for ((line, name), keys) in self.passed_over {
            let text = format!("[{name}]: ignored {}", keys.join(", "));
            self.notes.push(Note { line, text });
        }
        let in_stages = self.of_stages.iter().filter_map(Mapping::first_line).min();
        (self.state.user_data, self.state.static_samplers) = match (self.mapping.first_line(), in_stages) {
            (None, _) => nodes::merged(self.of_stages)?,
            (Some(_), line) => {
                if let Some(line) = line {
                    let text = "user data of this stage is ignored, because [ResourceMapping] replaces it"
                        .to_owned();
                    self.notes.push(Note { line, text });
                }
                self.mapping.finish()?
            }
        };
        self.state.vertex_inputs = self.inputs.finish(&mut self.notes)?;
        self.graphics.finish(&mut self.state, &mut self.notes);
        self.notes.sort_by_key(|note| note.line);
        Ok(Pipe { state: self.state, notes: self.notes })
    }
}

/// `Name` of `[Name]` or `[Name, more]` at the start of a line.
fn section_name(line: &str) -> Option<&str> {
    let (inner, _) = line.strip_prefix('[')?.split_once(']')?;
    let name = inner.split(',').next()?.trim();
    let word = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
    word.then_some(name)
}

fn without_comment(line: &str) -> &str {
    let line = line.split(';').next().unwrap_or_default();
    line.split("//").next().unwrap_or_default().trim()
}

fn wave_break(entry: &Entry<'_>) -> Result<WaveBreak> {
    entry.word(&[
        ("None", WaveBreak::None),
        ("_8x8", WaveBreak::Size8x8),
        ("_16x16", WaveBreak::Size16x16),
        ("_32x32", WaveBreak::Size32x32),
    ])
}

impl Entry<'_> {
    #[cold]
    fn error(&self, why: impl fmt::Display) -> Error {
        state_error(self.line, 1, format!("{}: {why}", key::shown(self.text)))
    }
}
