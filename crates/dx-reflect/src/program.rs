//! The declarations of token programs, and checks that other parts agree. Separate because they apply to shader models
//! 4 and 5 only.

use std::fmt::Display;

use dx_bytecode::Declarations;
use dx_bytecode::program::part_of;
use dx_container::enums::ShaderKind;
use dx_container::{Container, FourCc};

use crate::disagreement::Disagreements;
use crate::token_program::{GlobalFlags, TokenProgram};
use crate::{Geometry, Pixel, Reflection, Tessellation};

/// The declarations of a container's token program, and the part it lies in.
pub(crate) fn declared(container: &Container<'_>) -> dx_bytecode::Result<Option<(FourCc, Declarations)>> {
    let Some(part) = part_of(container) else { return Ok(None) };
    Ok(Some((part.name, Declarations::read(container.payload(&part))?)))
}

impl Reflection {
    /// What the program of a container alone declares, without what it binds.
    pub fn of_declarations(declared: &mut Declarations) -> Self {
        let mut reflection = Self::default();
        // Nothing is there that could contradict it.
        reflection.add_declarations(FourCc::SHEX, declared, &mut Disagreements::default());
        reflection
    }

    /// Fills in what the program declares. Where STAT says something else, the program counts.
    pub(crate) fn add_declarations(
        &mut self,
        part: FourCc,
        declared: &mut Declarations,
        disagreements: &mut Disagreements,
    ) {
        self.program = Some(TokenProgram {
            instructions: declared.instructions,
            temps: declared.temps,
            indexable_temps: std::mem::take(&mut declared.indexable_temps),
            immediate_constants: declared.immediate_constants,
            global_flags: declared.global_flags,
        });
        let mut settle = Settle { part, disagreements };
        match declared.kind() {
            ShaderKind::COMPUTE => {
                self.thread_group = declared.thread_group;
                self.group_shared_bytes = Some(declared.group_shared_bytes);
            }
            ShaderKind::PIXEL => settle.pixel(declared, self.pixel.get_or_insert_default()),
            ShaderKind::GEOMETRY => settle.geometry(&declared.geometry, &mut self.geometry),
            ShaderKind::HULL | ShaderKind::DOMAIN => {
                settle.tessellation(&declared.tessellation, &mut self.tessellation);
            }
            _ => {}
        }
        if matches!(declared.kind(), ShaderKind::VERTEX | ShaderKind::DOMAIN | ShaderKind::GEOMETRY) {
            self.writes_position = Some(declared.writes_position);
        }
    }
}

/// What the program says against what STAT says.
struct Settle<'d> {
    part: FourCc,
    disagreements: &'d mut Disagreements,
}

impl Settle<'_> {
    /// What the program declares, or else what STAT counted.
    fn option<T: PartialEq + Display + Copy>(
        &mut self,
        subject: &str,
        declared: Option<T>,
        counted: Option<T>,
    ) -> Option<T> {
        if let (Some(kept), Some(other)) = (declared, counted)
            && kept != other
        {
            self.disagreements.add(|| subject.to_owned(), (self.part, kept), (FourCc::STAT, other));
        }
        declared.or(counted)
    }

    fn pixel(&mut self, declared: &Declarations, pixel: &mut Pixel) {
        let told = &declared.pixel;
        let runs_per_sample = Some(told.runs_per_sample);
        *pixel = Pixel {
            writes_depth: Some(told.writes_depth),
            runs_per_sample: self.option("runs for each sample", runs_per_sample, pixel.runs_per_sample),
            writes_coverage: Some(told.writes_coverage),
            writes_stencil_ref: Some(told.writes_stencil_ref),
            discards: Some(told.discards),
            early_depth_stencil: Some(declared.global_flags.contains(GlobalFlags::FORCE_EARLY_DEPTH_STENCIL)),
        };
    }

    fn geometry(&mut self, told: &dx_bytecode::declarations::Geometry, known: &mut Option<Geometry>) {
        let counted = *known;
        let (primitive, topology) = (told.input_primitive, told.output_topology);
        let max_vertices = Some(told.max_vertices);
        self.option("input primitive", Some(primitive), counted.map(|counted| counted.input_primitive));
        self.option("output topology", Some(topology), counted.map(|counted| counted.output_topology));
        let counted_vertices = counted.and_then(|counted| counted.max_vertices);
        *known = Some(Geometry {
            input_primitive: primitive,
            output_topology: topology,
            max_vertices: self.option("most vertices", max_vertices, counted_vertices),
            streams: Some(told.streams.max(1)),
            instances: self.option(
                "instances",
                told.instances,
                counted.and_then(|counted| counted.instances),
            ),
        });
    }

    fn tessellation(
        &mut self,
        told: &dx_bytecode::declarations::Tessellation,
        known: &mut Option<Tessellation>,
    ) {
        let counted = known.unwrap_or_default();
        self.option("domain", Some(told.domain), known.map(|known| known.domain));
        let (into, out) = (told.input_control_points, told.output_control_points);
        let (partitioning, primitive) = (told.partitioning, told.output_primitive);
        *known = Some(Tessellation {
            domain: told.domain,
            input_control_points: self.option("control points in", into, counted.input_control_points),
            output_control_points: self.option("control points out", out, counted.output_control_points),
            output_primitive: self.option("output primitive", primitive, counted.output_primitive),
            partitioning: self.option("partitioning", partitioning, counted.partitioning),
            max_factor: told.max_factor.map(f32::from_bits),
        });
    }
}
