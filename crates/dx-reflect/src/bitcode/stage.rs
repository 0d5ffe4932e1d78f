//! What the entry of a DXIL program says of itself: it fills in what no part tells, and is compared with what parts do.
//! Separate from `stage.rs` because metadata says it in properties of its own.

use std::fmt::Display;

use dx_container::enums::{InterpolationMode, SemanticKind, ShaderKind};
use dx_container::flags::{FeatureFlags, ShaderFlags};
use dx_container::names::flag_text;
use dx_container::parts::psv::ANY_LANES;
use dx_container::{Container, FourCc, Result};
use dxil::derive::features_of;
use dxil::shader::{EntryPoint, EntryProperties, SignatureElement};

use super::program_module::ProgramModule;
use crate::copies::Copies;
use crate::disagreement::Disagreements;
use crate::stage::has_groups;
use crate::{Geometry, Mesh, Pixel, Reflection, Tessellation};

/// What parts say, against what the program says.
pub(super) struct Settle<'d> {
    /// The part that told first, and the part that the program lies in.
    pub(super) parts: (FourCc, FourCc),
    pub(super) disagreements: &'d mut Disagreements,
}

impl Settle<'_> {
    /// What the part says counts, else what the program says.
    pub(super) fn option<T: PartialEq + Display + Clone>(
        &mut self,
        subject: &str,
        kept: &mut Option<T>,
        told: Option<T>,
    ) {
        self.as_text(subject, kept, told, T::to_string);
    }

    /// The same for what has no words of its own.
    pub(super) fn as_text<T: PartialEq>(
        &mut self,
        subject: &str,
        kept: &mut Option<T>,
        told: Option<T>,
        text: impl Fn(&T) -> String,
    ) {
        let Some(told) = told else { return };
        match kept {
            Some(kept) if *kept != told => {
                let (part, program) = self.parts;
                self.disagreements.add(|| subject.to_owned(), (part, text(kept)), (program, text(&told)));
            }
            Some(_) => {}
            None => *kept = Some(told),
        }
    }
}

/// A triple in words.
pub(super) fn by(triple: &[u32; 3]) -> String {
    let [x, y, z] = triple;
    format!("{x} x {y} x {z}")
}

/// Whether a pixel shader with this input runs for each sample.
fn is_per_sample(input: &SignatureElement) -> bool {
    let modes = [InterpolationMode::LINEAR_SAMPLE, InterpolationMode::LINEAR_NOPERSPECTIVE_SAMPLE];
    input.semantic == SemanticKind::SAMPLE_INDEX || modes.contains(&input.interpolation)
}

/// Threads of a group, of a compute, mesh or amplification shader or a node.
pub(super) fn thread_group(told: &EntryProperties) -> Option<[u32; 3]> {
    let groups = [
        told.thread_group(),
        told.mesh().map(|state| &state.thread_group),
        told.amplification().map(|state| &state.thread_group),
    ];
    groups.into_iter().flatten().next().map(|grid| grid.dimensions())
}

/// The wave sizes that a program is made for, and the best one: one size, a range, or none said.
pub(super) fn wave_lanes(properties: &EntryProperties) -> (Option<[u32; 2]>, Option<u32>) {
    if let Some(range) = properties.wave_range() {
        let most = if range.max == 0 { range.min } else { range.max };
        return (Some([range.min, most]), Some(range.preferred).filter(|&lanes| lanes != 0));
    }
    let lanes = properties.wave_size().map(|size| size.lanes).filter(|&lanes| lanes != 0);
    (lanes.map(|lanes| [lanes, lanes]), None)
}

impl Reflection {
    /// Fills in what the entry says, or of a library its functions.
    pub(super) fn add_entry(
        &mut self,
        container: &Container<'_>,
        told: &ProgramModule,
        copies: &mut Copies,
        disagreements: &mut Disagreements,
    ) -> Result<()> {
        self.stage = self.stage.or(told.shader.model.as_ref().and_then(|model| model.kind()));
        if self.stage == Some(ShaderKind::LIBRARY) {
            return self.add_library(told, copies, disagreements);
        }
        let Some(entry) = told.entry() else { return Ok(()) };
        let mut settle = Settle { parts: (FourCc::PSV0, told.part), disagreements };
        let name = copies.name(told.part, entry.name.as_ref())?;
        settle.option("entry function", &mut self.entry, name);
        settle.parts.0 = FourCc::SFI0;
        let needed = features_of(entry.flags());
        settle.as_text("feature flags", &mut self.features, Some(needed), |word| {
            flag_text::<FeatureFlags>(word.bits())
        });
        settle.parts.0 = FourCc::PSV0;
        let (lanes, preferred) = entry.properties.as_ref().map_or((None, None), wave_lanes);
        let lanes = lanes.or(Some([0, ANY_LANES]));
        settle
            .as_text("wave size", &mut self.wave_lanes, lanes, |[least, most]| format!("{least} to {most}"));
        self.preferred_wave_lanes = preferred;
        if let Some(properties) = &entry.properties {
            self.add_properties(properties, &mut settle);
        }
        let uses_view_id = Some(entry.flags().contains(ShaderFlags::VIEW_ID));
        settle.option("use of SV_ViewID", &mut self.uses_view_id, uses_view_id);
        if has_groups(self.stage) {
            let shared = told.program().group_shared_bytes().ok();
            settle.option("size of groupshared memory", &mut self.group_shared_bytes, shared);
        }
        self.add_outputs(entry);
        self.add_signatures(container, told, entry, copies, disagreements)
    }

    fn add_properties(&mut self, told: &EntryProperties, settle: &mut Settle<'_>) {
        let (mesh, amplification) = (told.mesh(), told.amplification());
        settle.as_text("thread group", &mut self.thread_group, thread_group(told), by);
        let payload = mesh.map(|state| state.payload_size);
        let payload = payload.or(amplification.map(|state| state.payload_size));
        settle.option("payload size", &mut self.payload_size, payload);
        if let Some(state) = mesh {
            let topology = Some(state.topology);
            let mesh = self.mesh.get_or_insert(Mesh {
                max_vertices: state.max_vertex_count,
                max_primitives: state.max_primitive_count,
                topology,
            });
            let [mut vertices, mut primitives] = [mesh.max_vertices, mesh.max_primitives].map(Some);
            settle.option("maximum vertex count", &mut vertices, Some(state.max_vertex_count));
            settle.option("maximum primitive count", &mut primitives, Some(state.max_primitive_count));
            settle.option("output topology", &mut mesh.topology, topology);
        }
        self.add_geometry(told, settle);
        self.add_tessellation(told, settle);
    }

    fn add_geometry(&mut self, told: &EntryProperties, settle: &mut Settle<'_>) {
        let Some(state) = told.geometry() else { return };
        let geometry = self.geometry.get_or_insert(Geometry {
            input_primitive: state.input_primitive,
            output_topology: state.topology,
            ..Geometry::default()
        });
        let (mut primitive, mut topology) = (Some(geometry.input_primitive), Some(geometry.output_topology));
        settle.option("input primitive", &mut primitive, Some(state.input_primitive));
        settle.option("output topology", &mut topology, Some(state.topology));
        settle.option("maximum vertex count", &mut geometry.max_vertices, Some(state.max_vertex_count));
        settle.option("stream mask", &mut geometry.streams, Some(state.stream_mask));
        settle.option("instance count", &mut geometry.instances, Some(state.instance_count));
    }

    fn add_tessellation(&mut self, told: &EntryProperties, settle: &mut Settle<'_>) {
        let (hull, domain) = (told.hull(), told.domain());
        let Some(kind) = hull.map(|state| state.domain).or(domain.map(|state| state.domain)) else { return };
        let known = self.tessellation.get_or_insert(Tessellation { domain: kind, ..Tessellation::default() });
        let mut kept = Some(known.domain);
        settle.option("tessellator domain", &mut kept, Some(kind));
        let points = hull.map(|state| state.input_control_points);
        let points = points.or(domain.map(|state| state.input_control_points));
        settle.option("number of input control points", &mut known.input_control_points, points);
        let Some(state) = hull else { return };
        let out = Some(state.output_control_points);
        settle.option("number of output control points", &mut known.output_control_points, out);
        settle.option(
            "tessellator output primitive",
            &mut known.output_primitive,
            Some(state.output_primitive),
        );
        settle.option("tessellator partitioning", &mut known.partitioning, Some(state.partitioning));
        settle.option("maximum tessellation factor", &mut known.max_factor, Some(state.max_tess_factor));
    }

    /// What follows from what the entry writes.
    fn add_outputs(&mut self, entry: &EntryPoint) {
        let outputs = entry.signatures.as_ref().and_then(|signatures| signatures.outputs.as_deref());
        let writes = |kinds: &[SemanticKind]| {
            let is_one = |element: &SignatureElement| kinds.contains(&element.semantic);
            Some(outputs.is_some_and(|elements| elements.iter().any(is_one)))
        };
        match self.stage {
            Some(ShaderKind::PIXEL) => {
                let pixel: &mut Pixel = self.pixel.get_or_insert_default();
                let depths =
                    [SemanticKind::DEPTH, SemanticKind::DEPTH_GREATER_EQUAL, SemanticKind::DEPTH_LESS_EQUAL];
                pixel.writes_depth = pixel.writes_depth.or(writes(&depths));
                let inputs = entry.signatures.as_ref().and_then(|signatures| signatures.inputs.as_deref());
                let runs_per_sample = inputs.unwrap_or_default().iter().any(is_per_sample);
                pixel.runs_per_sample = pixel.runs_per_sample.or(Some(runs_per_sample));
                pixel.writes_coverage = writes(&[SemanticKind::COVERAGE]);
                pixel.writes_stencil_ref = writes(&[SemanticKind::STENCIL_REF]);
                let flags = entry.flags();
                pixel.early_depth_stencil = Some(flags.contains(ShaderFlags::FORCE_EARLY_DEPTH_STENCIL));
            }
            Some(ShaderKind::VERTEX | ShaderKind::DOMAIN | ShaderKind::GEOMETRY) => {
                self.writes_position = self.writes_position.or(writes(&[SemanticKind::POSITION]));
            }
            _ => {}
        }
    }
}
