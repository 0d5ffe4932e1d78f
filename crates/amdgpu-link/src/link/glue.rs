//! Phase 3: the glue code that the pipeline needs, and its metadata. Separate from the code generation in
//! `crate::glue`.

use std::sync::Arc;

use bstr::BStr;
use located::Frame;
use object::elf;

use super::LinkNote;
use super::inputs::Input;
use super::merged::{Merged, merge_one};
use crate::elf::{Symbol, length};
use crate::error::{CannotLink, Error, ErrorKind, LinkError, Result};
use crate::explain::{Event, Log};
use crate::glue::{
    self, ColorExport, DEPTH_TARGET, ExportFormats, ExportedValue, FetchedValue, Glue, GlueCache,
};
use crate::metadata::dialect::{HardwareStage, STAGES, Setting};
use crate::metadata::fetch_entry::fetch_entry;
use crate::metadata::merge::Source;
use crate::metadata::tree::map;
use crate::metadata::unlinked::Unlinked;
use crate::metadata::{self, Metadata, Tree, Value, Version};
use crate::state::{ColorState, ExportFormat, PipelineState, Stages, VertexInput};
use crate::target::{Encoding, Target};

/// Names of the kinds of glue.
const FETCH_SHADER: &str = "fetch shader";
const NULL_FRAGMENT_SHADER: &str = "null fragment shader";
const COLOR_EXPORT_SHADER: &str = "color export shader";

/// Symbol of a fragment shader, which its epilogue follows.
const FRAGMENT_BODY: &str = "_amdgpu_ps_main";

/// Symbol of the epilogue.
const COLOR_EXPORT: &str = "color_export_shader";

/// Symbols of bodies without their prologue, and with it.
const FETCHLESS: [(&str, &str); 5] = [
    ("_amdgpu_ls_main_fetchless", "_amdgpu_ls_main"),
    ("_amdgpu_hs_main_fetchless", "_amdgpu_hs_main"),
    ("_amdgpu_es_main_fetchless", "_amdgpu_es_main"),
    ("_amdgpu_gs_main_fetchless", "_amdgpu_gs_main"),
    ("_amdgpu_vs_main_fetchless", "_amdgpu_vs_main"),
];

/// The glue of a pipeline.
#[derive(Debug, Default)]
pub(super) struct Glued<'a> {
    pub pieces: Vec<GluePiece>,
    /// The formats of colour exports, four bits each, where an epilogue exports.
    pub color_formats: Option<u32>,
    /// The metadata of each piece, where that is wanted.
    pub documents: Vec<Metadata<'a>>,
}

/// Glue code and its position.
#[derive(Debug, Clone)]
pub(super) struct GluePiece {
    pub name: &'static str,
    pub code: Code,
    pub seat: Seat,
    /// Its own symbol.
    pub symbol: &'static str,
    /// The symbol of its body; its own symbol where it has none.
    pub body: &'static str,
}

/// Glue code, shared with the cache.
#[derive(Debug, Clone)]
pub(super) enum Code {
    Fetch(Arc<Glue>),
    ColorExport(Arc<ColorExport>),
    NullFragment(Glue),
}

impl Code {
    pub(super) fn glue(&self) -> &Glue {
        match self {
            Self::Fetch(glue) => glue,
            Self::ColorExport(export) => &export.glue,
            Self::NullFragment(glue) => glue,
        }
    }
}

/// The position of glue code, by the input's index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Seat {
    /// Before an input's code.
    Before(usize),
    /// After an input's code.
    After(usize),
    /// After all inputs.
    Alone,
}

/// The context in which glue code is generated.
struct Maker<'m, 'a> {
    inputs: &'m [Input<'a>],
    metadata: &'m mut Metadata<'a>,
    version: Version,
    target: Target,
    state: &'m PipelineState,
    cache: &'m mut GlueCache,
    log: &'m mut Log,
    keep_documents: bool,
    glued: Glued<'a>,
}

/// Generates the glue code of merged inputs, and merges its metadata.
pub(super) fn glue<'a>(
    merged: &mut Merged<'a>,
    cache: &mut GlueCache,
    keep_documents: bool,
    log: &mut Log,
) -> std::result::Result<Glued<'a>, LinkError> {
    let Merged { state, inputs, target, metadata, unlinked, stages } = merged;
    let (target, stages) = (*target, *stages);
    let Some(state) = state else {
        for (key, is_empty) in [
            (".vertexInputs", unlinked.vertex_inputs.is_empty()),
            (".colorExports", unlinked.color_exports.is_empty()),
        ] {
            if !is_empty {
                return Err(ErrorKind::NeedsState(format!("{key} of the metadata")).unplaced().into());
            }
        }
        return Ok(Glued::default());
    };
    let version = metadata.version()?;
    let glued = Glued::default();
    let mut maker = Maker { inputs, metadata, version, target, state, cache, log, keep_documents, glued };
    maker.prologue(unlinked)?;
    let has_fragment_shader =
        stages.contains(Stages::FRAGMENT) || inputs.iter().any(|input| find(input, FRAGMENT_BODY).is_some());
    if stages.is_graphics() && !has_fragment_shader {
        maker.null_fragment_shader()?;
    }
    maker.epilogue(unlinked)?;
    Ok(maker.glued)
}

impl<'a> Maker<'_, 'a> {
    fn encoding(&self) -> Result<Encoding> {
        self.target.encoding().ok_or_else(|| ErrorKind::GlueTarget(self.target).unplaced())
    }

    /// Adds an input to the path of an error.
    fn within(&self, error: Error, index: usize) -> Error {
        match self.inputs.get(index) {
            Some(input) => error.within(Frame::Name(input.file.clone())),
            None => error,
        }
    }

    /// Generates the fetch shader.
    fn prologue(&mut self, unlinked: &Unlinked) -> std::result::Result<(), LinkError> {
        // A pipeline that was linked before still has the symbol of its body.
        let is_linked = |whole: &str| self.inputs.iter().any(|input| find(input, whole).is_some());
        let mut bodies =
            FETCHLESS.iter().filter(|(_, whole)| !is_linked(whole)).filter_map(|(body, whole)| {
                let mut inputs = self.inputs.iter().enumerate();
                inputs.find_map(|(index, input)| Some((index, *find(input, body)?, *body, *whole)))
            });
        let (body, second) = (bodies.next(), bodies.next());
        if let (Some((.., first, _)), Some((index, _, second, _))) = (body, second) {
            return Err(self.within(ErrorKind::TwoBodies { first, second }.unplaced(), index).into());
        }
        if unlinked.vertex_inputs.is_empty() {
            return match body {
                Some((index, _, body, _)) => {
                    let error = ErrorKind::NoGlueInputs { body, key: ".vertexInputs" }.unplaced();
                    Err(self.within(error, index).into())
                }
                None => Ok(()),
            };
        }
        let Some((index, symbol, body, whole)) = body else {
            return Err(ErrorKind::NoBody { glue: "a fetch shader", body: "_amdgpu_…_main_fetchless" }
                .unplaced()
                .into());
        };
        if symbol.value != 0 {
            return Err(LinkError::CannotLink(CannotLink::NotAtStart(body.to_owned())));
        }
        let encoding = self.encoding()?;
        let (entry, stage) = fetch_entry(self.metadata, self.target)?;
        let name = stage.key.trim_start_matches('.');
        if !whole.strip_prefix("_amdgpu_").is_some_and(|rest| rest.starts_with(name)) {
            let error = ErrorKind::BodyStage { body, stage: stage.key }.unplaced();
            return Err(self.within(error, index).into());
        }
        let attributes = &self.state.vertex_inputs;
        note_inputs(&unlinked.vertex_inputs, attributes, self.log);
        let misses = self.cache.hits_and_misses().1;
        let glue = self.cache.fetch_prologue(&entry, &unlinked.vertex_inputs, attributes, encoding)?;
        let key = || glue::fetch_key(&entry, &unlinked.vertex_inputs, attributes);
        self.record_glue(FETCH_SHADER, body, &glue, key, misses);
        let document = self.document(stage, whole, &glue, entry.wave32);
        self.merge(document, FETCH_SHADER)?;
        self.glued.pieces.push(GluePiece {
            name: FETCH_SHADER,
            code: Code::Fetch(glue),
            seat: Seat::Before(index),
            symbol: whole,
            body,
        });
        Ok(())
    }

    /// Generates the null fragment shader of a pipeline without a fragment shader.
    fn null_fragment_shader(&mut self) -> Result<()> {
        let encoding = self.encoding()?;
        let glue = glue::null_fragment(encoding);
        let misses = self.cache.hits_and_misses().1;
        self.record_glue(
            "null fragment shader",
            FRAGMENT_BODY,
            &glue,
            || glue::null_fragment_key().to_vec(),
            misses,
        );
        // It is a shader of its own, and its metadata counts as a body's.
        let mut metadata = null_fragment_metadata(self.version);
        metadata
            .root
            .set(metadata::VERSION, self.metadata.root.get(metadata::VERSION).cloned().unwrap_or(Value::Nil));
        self.keep(&metadata);
        merge_one(self.metadata, metadata, Source::Body, NULL_FRAGMENT_SHADER, self.target, self.log)?;
        let code = Code::NullFragment(glue);
        self.glued.pieces.push(GluePiece {
            name: NULL_FRAGMENT_SHADER,
            code,
            seat: Seat::Alone,
            symbol: FRAGMENT_BODY,
            body: FRAGMENT_BODY,
        });
        Ok(())
    }

    /// Generates the colour export shader.
    fn epilogue(&mut self, unlinked: &Unlinked) -> std::result::Result<(), LinkError> {
        if unlinked.color_exports.is_empty() {
            return Ok(());
        }
        let mut inputs = self.inputs.iter().enumerate();
        let body = inputs.find_map(|(index, input)| Some((index, input, *find(input, FRAGMENT_BODY)?)));
        let Some((index, input, symbol)) = body else {
            return Err(ErrorKind::NoBody { glue: "a colour export shader", body: FRAGMENT_BODY }
                .unplaced()
                .into());
        };
        let mut functions =
            input.elf.symbols.iter().filter(|other| other.is_function_of(symbol.section.into()));
        let end = |symbol: &Symbol<'_>| symbol.value.saturating_add(symbol.size);
        if functions.any(|other| other.value > symbol.value || end(other) > end(&symbol)) {
            return Err(LinkError::CannotLink(CannotLink::NotAtEnd(FRAGMENT_BODY.to_owned())));
        }
        let encoding = self.encoding()?;
        let kill = self.kills(unlinked)?;
        let (exports, color) = (&unlinked.color_exports, &self.state.color);
        let misses = self.cache.hits_and_misses().1;
        let export = self.cache.color_export(exports, color, kill, encoding)?;
        note_exports(exports, &export.formats, color, self.log);
        let key = || glue::color_export_key(exports, &export.formats, kill);
        self.record_glue(COLOR_EXPORT_SHADER, FRAGMENT_BODY, &export.glue, key, misses);
        let pipeline = self.metadata.pipeline()?;
        let wave32 = self.version.is_wave32(pipeline, &HardwareStage::PS, self.target)?;
        let document = self.document(&HardwareStage::PS, COLOR_EXPORT, &export.glue, wave32);
        self.merge(document, COLOR_EXPORT_SHADER)?;
        self.glued.color_formats = Some(export.color_format);
        let code = Code::ColorExport(export);
        self.glued.pieces.push(GluePiece {
            name: COLOR_EXPORT_SHADER,
            code,
            seat: Seat::After(index),
            symbol: COLOR_EXPORT,
            body: FRAGMENT_BODY,
        });
        Ok(())
    }

    fn merge(&mut self, metadata: Metadata<'a>, name: &str) -> Result<()> {
        self.keep(&metadata);
        merge_one(self.metadata, metadata, Source::Glue, name, self.target, self.log)
    }

    fn keep(&mut self, metadata: &Metadata<'a>) {
        if self.keep_documents {
            self.glued.documents.push(metadata.clone());
        }
    }

    /// Logs glue code; `misses` is the cache's count before the look-up.
    fn record_glue(&mut self, name: &str, body: &str, glue: &Glue, key: impl Fn() -> Vec<u8>, misses: u64) {
        let cached = name != NULL_FRAGMENT_SHADER && self.cache.hits_and_misses().1 == misses;
        self.log.record(|| Event::Glue {
            name: name.to_owned(),
            body: body.to_owned(),
            size: length(glue.code.len()).saturating_mul(4),
            key: glue::key_id(&key()),
            cached,
        });
    }

    /// Whether the fragment shader may discard pixels.
    fn kills(&self, unlinked: &Unlinked) -> Result<bool> {
        if let Some(discards) = unlinked.discards {
            return Ok(discards);
        }
        self.version.is_set(self.metadata.pipeline()?, &Setting::KILL_ENABLE)
    }

    /// The metadata that a compiler would write for glue code: the registers that it uses.
    fn document(
        &self,
        stage: &HardwareStage,
        entry_point: &'static str,
        glue: &Glue,
        wave32: bool,
    ) -> Metadata<'a> {
        let mut fields = vec![
            (".entry_point".into(), entry_point.into()),
            (".sgpr_count".into(), glue.sgpr_count.into()),
            (".vgpr_count".into(), glue.vgpr_count.into()),
        ];
        if self.names_symbols(stage.key) {
            fields.insert(1, (".entry_point_symbol".into(), entry_point.into()));
        }
        let mut pipeline = vec![(STAGES.into(), map([(stage.key, Value::Map(fields))]))];
        if let Some((key, registers)) = self.version.vgprs(stage, glue.vgpr_count, wave32) {
            pipeline.push((key.into(), registers));
        }
        let version = self.metadata.root.get(metadata::VERSION).cloned().unwrap_or(Value::Nil);
        Metadata {
            root: map([
                ("amdpal.pipelines", Value::Array(vec![Value::Map(pipeline)])),
                (metadata::VERSION, version),
            ]),
        }
    }

    /// Whether the body's stage has `.entry_point_symbol`, the newer key.
    fn names_symbols(&self, stage: &str) -> bool {
        let stages = self.metadata.pipeline().ok().and_then(|pipeline| pipeline.get(STAGES));
        stages.and_then(|stages| stages.get(stage)?.get(".entry_point_symbol")).is_some()
    }
}

/// Notes attributes that the state does not describe, or describes with another type than the shader reads.
fn note_inputs(values: &[FetchedValue], attributes: &[VertexInput], log: &mut Log) {
    for FetchedValue { location, ty, .. } in values.iter().copied() {
        let Some(attribute) = attributes.iter().find(|attribute| attribute.location == location) else {
            log.note_once(|| LinkNote::UndescribedInput { location, ty });
            continue;
        };
        let (data, number) = (attribute.data_format, attribute.number_format);
        if number.is_integer().is_some_and(|integer| integer != ty.scalar.is_integer()) {
            log.note_once(|| LinkNote::InputType { location, ty, data, number });
        }
    }
}

/// Notes outputs without a target, or with a target of another type.
fn note_exports(exports: &[ExportedValue], formats: &ExportFormats, color: &ColorState, log: &mut Log) {
    let outputs = || exports.iter().filter(|export| export.target < DEPTH_TARGET);
    if color.dual_source_blend && !(0..2).all(|source| outputs().any(|export| export.target == source)) {
        log.note(|| LinkNote::OneBlendSource);
    }
    for export in outputs() {
        // Both blend sources belong to the first target.
        let location = if color.dual_source_blend { 0 } else { export.location };
        let Some(target) = usize::try_from(location).ok().and_then(|location| color.targets.get(location))
        else {
            log.note_once(|| LinkNote::OutputWithoutTarget { location });
            continue;
        };
        let (data, number, ty) = (target.data_format, target.number_format, export.ty);
        if data.is_invalid() {
            // The state says that nothing is bound there.
        } else if formats.of(export.target) == ExportFormat::ZERO {
            log.note_once(|| LinkNote::UnexportableFormat { location, data, number });
        } else if number.is_integer().is_some_and(|integer| integer != ty.scalar.is_integer()) {
            log.note_once(|| LinkNote::OutputType { location, ty, data, number });
        }
    }
}

/// The metadata that LLVM writes for a fragment shader that does nothing.
fn null_fragment_metadata<'a>(version: Version) -> Metadata<'a> {
    let stage = map([
        (".entry_point", FRAGMENT_BODY.into()),
        (".entry_point_symbol", FRAGMENT_BODY.into()),
        (".scratch_memory_size", 0_u32.into()),
        (".sgpr_count", 1_u32.into()),
        (".vgpr_count", 2_u32.into()),
    ]);
    let stages = map([(".ps", stage)]);
    let mut pipeline = map([(STAGES, stages)]);
    let (key, registers) = version.null_fragment();
    pipeline.set(key, registers);
    Metadata { root: map([("amdpal.pipelines", Value::Array(vec![pipeline]))]) }
}

/// The function of this name that an input defines.
fn find<'i, 'a>(input: &'i Input<'a>, name: &str) -> Option<&'i Symbol<'a>> {
    let name = BStr::new(name.as_bytes());
    input.elf.symbols.iter().find(|symbol| {
        symbol.name == name && symbol.is_function_of(input.text) && symbol.binding != elf::STB_LOCAL.0
    })
}

/// Sets the colour export formats in the metadata.
pub(super) fn set_color_formats(metadata: &mut Metadata<'_>, glued: &Glued<'_>) -> Result<()> {
    let Some(formats) = glued.color_formats else { return Ok(()) };
    let version = metadata.version()?;
    let pipeline = metadata.pipeline_mut()?;
    version.set_color_formats(pipeline, formats)
}
