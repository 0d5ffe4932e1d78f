//! The link of shaders and pipeline state to a pipeline. Separate because it is the interface of this crate; its phases
//! are the files of `link/`, in this order:
//!
//! 1. `inputs`: files are read, and checked against each other.
//! 2. `descriptors`: the descriptors that code loads are checked against the state.
//! 3. Metadata is merged, and what only the linker needs is taken out.
//! 4. `glue`: code that depends on the state is made, or found in a cache.
//! 5. `layout`: sections are laid out, and symbols get their values.
//! 6. `relocate`: special symbols become values, other relocations are rewritten.
//! 7. User data registers are fixed up, and metadata is finalized.
//! 8. `emit`: the file is written.
//! 9. `samplers`: static samplers are listed for the loader.

use located::Frame;

use crate::error::{CannotLink, ErrorKind, LinkError, Result};
use crate::explain::{Event, Log, Slowdown};
use crate::glue::{Glue, GlueCache};
use crate::metadata::merge::Source;
use crate::metadata::unlinked::{self, Unlinked};
use crate::metadata::{self, Metadata, Tree, Value, Version};
use crate::state::refusal::Unrelocatable;
use crate::state::{PipelineState, Stages};

mod descriptors;
mod emit;
mod glue;
mod inputs;
mod layout;
mod merged;
mod notes;
mod relocate;
mod samplers;

pub(crate) use descriptors::one_push_constant_node;
use inputs::Input;
pub use inputs::Part;
use merged::{Merged, merge_one};
pub use notes::LinkNote;
pub use samplers::SamplerWrite;

/// A linker: the shaders that were added, and the pipeline state.
#[derive(Debug)]
pub struct Linker<'a> {
    state: Option<&'a PipelineState>,
    inputs: Vec<Input<'a>>,
    explain: bool,
}

/// A linked pipeline.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Linked {
    /// The ELF file.
    pub elf: Vec<u8>,
    /// Every decision, if the caller asked for them.
    pub events: Vec<Event>,
    /// Findings that do not prevent the link.
    pub notes: Vec<LinkNote>,
    /// Static samplers that the loader must write into descriptor tables.
    pub static_samplers: Vec<SamplerWrite>,
}

/// A piece of glue code by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct GlueFile {
    /// Its kind: `fetch shader`, `null fragment shader`, `color export shader`.
    pub name: &'static str,
    /// Its symbol.
    pub symbol: &'static str,
    /// The symbol of its body; its own symbol where it has none.
    pub body: &'static str,
    /// The code, and the registers that it uses.
    pub glue: Glue,
    /// The code as an ELF file.
    pub elf: Vec<u8>,
}

impl<'a> Linker<'a> {
    /// Creates a linker for a pipeline of this state. Without a state, inputs are merged, but special symbols and
    /// missing glue code are errors.
    pub fn new(state: Option<&'a PipelineState>) -> Self {
        Self { state, inputs: Vec::new(), explain: false }
    }

    /// Sets whether to collect decisions and their reasons, which takes time.
    pub fn explain(&mut self, explain: bool) -> &mut Self {
        self.explain = explain;
        self
    }

    /// Adds a shader, or several in one file. `name` stands in messages. The order does not matter: vertex stages come
    /// before the fragment shader.
    ///
    /// # Errors
    /// When the file cannot be read, or is for another target than the state or the inputs before.
    pub fn add_input(&mut self, name: &str, data: &'a [u8]) -> Result<()> {
        let input = Input::read(name, data)?;
        input.fits(self.inputs.first(), self.state.and_then(|state| state.target))?;
        let at = self.inputs.partition_point(|other| other.part <= input.part);
        self.inputs.insert(at, input);
        Ok(())
    }

    /// Links the inputs.
    ///
    /// # Errors
    /// [`LinkError::CannotLink`] when the inputs are valid but the pipeline must be compiled whole;
    /// [`LinkError::Invalid`] when an input or the state is invalid.
    pub fn link(self, cache: &mut GlueCache) -> std::result::Result<Linked, LinkError> {
        let mut log = Log::new(self.explain);
        if let Some(stages) = self.state.map(|state| state.stages).filter(|stages| !stages.is_empty()) {
            inputs::cover(&self.inputs, stages)?;
        }
        let mut merged = self.merge(&mut log)?;
        let glued = glue::glue(&mut merged, cache, false, &mut log)?;
        let Merged { state, inputs, target, mut metadata, unlinked, stages } = merged;
        let mut output = layout::layout(&inputs, &glued.pieces, target)?;
        let spill_threshold = relocate::relocate(&inputs, &mut output, state, &mut log)?;
        lower_spill_threshold(&mut metadata, spill_threshold, &mut log)?;
        metadata::user_data::fix_up(&mut metadata, target, state, &mut log)?;
        if let Some(state) = state {
            glue::set_color_formats(&mut metadata, &glued)?;
            metadata::finalize::finalize(&mut metadata, target, state, stages, &mut log)?;
            metadata::finalize::client_metadata(&mut metadata, &state.options.client_metadata)?;
        }
        if log.is_wanted() {
            tell_dropped(&inputs, &mut log);
            tell_slowdowns(&inputs, &unlinked, stages, &mut log);
        }
        let elf = emit::emit(&inputs, &output, &metadata)?;
        let samplers = state.map(|state| samplers::writes(state, &mut log)).transpose()?;
        let (events, notes) = log.into_parts();
        Ok(Linked { elf, events, notes, static_samplers: samplers.unwrap_or_default() })
    }

    /// The glue code of the link by itself, in the order in which it is generated; without all inputs of the pipeline,
    /// the glue code of those that were added.
    ///
    /// # Errors
    /// As [`Self::link`], up to glue code.
    pub fn glue(self, cache: &mut GlueCache) -> std::result::Result<Vec<GlueFile>, LinkError> {
        let mut log = Log::default();
        let mut merged = self.merge(&mut log)?;
        let glued = glue::glue(&mut merged, cache, true, &mut log)?;
        let inputs = merged.inputs;
        let mut files = Vec::with_capacity(glued.pieces.len());
        for (piece, document) in glued.pieces.iter().zip(&glued.documents) {
            let elf = emit::emit(&inputs, &layout::of_glue(piece)?, document)?;
            let glue = piece.code.glue().clone();
            files.push(GlueFile { name: piece.name, symbol: piece.symbol, body: piece.body, glue, elf });
        }
        Ok(files)
    }

    /// Runs the phases before glue code.
    fn merge(self, log: &mut Log) -> std::result::Result<Merged<'a>, LinkError> {
        let Self { state, mut inputs, .. } = self;
        let Some(target) = inputs.first().map(|input| input.target) else {
            return Err(ErrorKind::Missing("input file").unplaced().into());
        };
        let mut relocatable = false;
        for input in &mut inputs {
            relocatable |=
                input.find_specials()? || metadata::user_data::has_marks(&input.metadata, input.target)?;
        }
        if let Some(state) = state.filter(|_| relocatable) {
            if let Some(reason) = state.unrelocatable() {
                return Err(LinkError::CannotLink(CannotLink::Unrelocatable(reason)));
            }
            descriptors::check(&inputs, state, log)?;
        }
        let mut metadata = merge_inputs(&mut inputs, log)?;
        set_version(&mut metadata, log)?;
        let unlinked = unlinked::take(&mut metadata)?;
        if unlinked.uses_built_in_inputs {
            return Err(LinkError::CannotLink(CannotLink::BuiltInInputs));
        }
        // Shaders that miss other state than user data know nothing of views either.
        let is_unlinked = !unlinked.vertex_inputs.is_empty() || !unlinked.color_exports.is_empty();
        if is_unlinked && state.is_some_and(|state| state.input_assembly.multiview) {
            return Err(LinkError::CannotLink(CannotLink::Unrelocatable(Unrelocatable::Multiview)));
        }
        let stages = stages(state, &metadata)?;
        check_stages(stages, metadata.pipeline()?)?;
        Ok(Merged { state, inputs, target, metadata, unlinked, stages })
    }
}

/// Merges the documents of all inputs.
fn merge_inputs<'a>(inputs: &mut [Input<'a>], log: &mut Log) -> Result<Metadata<'a>> {
    let mut merged: Option<Metadata<'a>> = None;
    for input in inputs {
        let metadata = std::mem::replace(&mut input.metadata, Metadata { root: Value::Nil });
        match &mut merged {
            None => merged = Some(metadata),
            Some(merged) => {
                merge_one(merged, metadata, Source::Body, &input.file, input.target, log)
                    .map_err(|error| error.within(Frame::Name(input.file.clone())))?;
            }
        }
    }
    merged.ok_or_else(|| ErrorKind::Missing("input file").unplaced())
}

/// Sets the version of the document where no input has one.
fn set_version(metadata: &mut Metadata<'_>, log: &mut Log) -> Result<()> {
    if metadata.root.get(metadata::VERSION).is_none() {
        let [major, minor] = metadata.version()?.numbers();
        metadata.root.set(metadata::VERSION, Value::Array(vec![major.into(), minor.into()]));
        log.record(|| Event::Set {
            key: metadata::VERSION.to_owned(),
            from: None,
            to: format!("{major}.{minor}"),
            why: "drivers require a metadata version, which no input file has".to_owned(),
        });
    }
    Ok(())
}

/// The stages: keys in `.shaders`, and names in messages.
const SHADERS: [(&str, Stages, &str); 8] = [
    (".task", Stages::TASK, "the task shader"),
    (".vertex", Stages::VERTEX, "the vertex shader"),
    (".hull", Stages::TESS_CONTROL, "the tessellation control shader"),
    (".domain", Stages::TESS_EVAL, "the tessellation evaluation shader"),
    (".geometry", Stages::GEOMETRY, "the geometry shader"),
    (".mesh", Stages::MESH, "the mesh shader"),
    (".pixel", Stages::FRAGMENT, "the fragment shader"),
    (".compute", Stages::COMPUTE, "the compute shader"),
];

/// The stages in `.shaders` of a pipeline.
fn shaders(pipeline: &Value<'_>) -> Stages {
    let shaders = pipeline.get(".shaders");
    let present =
        SHADERS.iter().filter(|(key, ..)| shaders.is_some_and(|shaders| shaders.get(key).is_some()));
    present.map(|(_, stage, _)| *stage).collect()
}

/// Checks the stages before rasterization, several of which can share an entry point: those in `.shaders` of the inputs
/// must be those of the state.
///
/// Registers are set up by the state's stages: of a geometry shader that the state does not name, the type of its
/// primitives would be overwritten with that of the vertices.
fn check_stages(stages: Stages, pipeline: &Value<'_>) -> Result<()> {
    let before_rasterization =
        Stages::VERTEX | Stages::TESS_CONTROL | Stages::TESS_EVAL | Stages::GEOMETRY | Stages::MESH;
    let present = shaders(pipeline) & before_rasterization;
    // Compilers without a front end do not say.
    if present.is_empty() || !stages.is_graphics() {
        return Ok(());
    }
    for (key, stage, words) in SHADERS.iter().filter(|(_, stage, _)| before_rasterization.contains(*stage)) {
        match (stages.contains(*stage), present.contains(*stage)) {
            (true, false) => return Err(ErrorKind::MissingStage(words).unplaced()),
            (false, true) => {
                return Err(
                    ErrorKind::ExtraStage(format!("{words} ({key} of the metadata's .shaders)")).unplaced()
                );
            }
            _ => {}
        }
    }
    Ok(())
}

/// The stages of the state, or without a state those of the inputs.
fn stages(state: Option<&PipelineState>, metadata: &Metadata<'_>) -> Result<Stages> {
    if let Some(stages) = state.map(|state| state.stages).filter(|stages| !stages.is_empty()) {
        return Ok(stages);
    }
    let pipeline = metadata.pipeline()?;
    let mut stages = shaders(pipeline);
    if stages.is_empty() {
        // What compilers without a front end write has hardware stages alone.
        let hardware = pipeline.get(metadata::dialect::STAGES);
        let has = |name: &str| hardware.is_some_and(|hardware| hardware.get(name).is_some());
        stages.set(Stages::COMPUTE, has(".cs"));
        stages.set(Stages::FRAGMENT, has(".ps"));
        stages.set(Stages::VERTEX, [".ls", ".hs", ".es", ".gs", ".vs"].into_iter().any(has));
    }
    Ok(stages)
}

fn lower_spill_threshold(metadata: &mut Metadata<'_>, wanted: Option<u32>, log: &mut Log) -> Result<()> {
    let Some(wanted) = wanted else { return Ok(()) };
    let version: Version = metadata.version()?;
    let pipeline = metadata.pipeline_mut()?;
    let old = metadata::tree::number(pipeline, metadata::SPILL_THRESHOLD)?;
    if wanted < old.unwrap_or(version.no_spill_threshold()) {
        log.record(|| Event::Set {
            key: metadata::SPILL_THRESHOLD.to_owned(),
            from: old.map(|old| format!("{old:#x}")),
            to: format!("{wanted:#x}"),
            why: "the code reads user data from the spill table, starting at this dword".to_owned(),
        });
        pipeline.set(metadata::SPILL_THRESHOLD, Value::from(wanted));
    }
    Ok(())
}

/// Logs the sections that are left out of the pipeline.
fn tell_dropped(inputs: &[Input<'_>], log: &mut Log) {
    for input in inputs {
        for section in input.elf.sections.iter().filter(|section| layout::is_dropped(section)) {
            let what = format!("section {}", section.name);
            log.record(|| Event::Dropped { input: input.file.clone(), what });
        }
    }
}

/// Logs where code is slower than that of a pipeline compiled whole.
fn tell_slowdowns(inputs: &[Input<'_>], unlinked: &Unlinked, stages: Stages, log: &mut Log) {
    let registers: u32 = unlinked.vertex_inputs.iter().map(|input| input.ty.registers()).sum();
    let mut record = |cause, what: String| log.record(|| Event::Slowdown { cause, what });
    if registers > 0 {
        let count = unlinked.vertex_inputs.len();
        let attributes = if count == 1 { "attribute" } else { "attributes" };
        record(Slowdown::Prologue, format!("{count} {attributes} in {registers} VGPRs"));
    }
    let parts = |part| inputs.iter().any(|input| input.part == part);
    if stages.contains(Stages::FRAGMENT) && parts(Part::Vertex) && parts(Part::Fragment) {
        record(
            Slowdown::UnusedOutputs,
            "the vertex stages were compiled without the fragment shader".to_owned(),
        );
    }
    for input in inputs {
        let (offsets, selects) = relocate::count_descriptor_symbols(input);
        if offsets > 0 {
            record(Slowdown::ImmediateOffsets, format!("{offsets} in {}", input.file));
        }
        if selects > 0 {
            record(Slowdown::BufferDescriptors, format!("{selects} in {}", input.file));
        }
    }
}
