//! The amplification and the mesh stage: groups of threads that ask for groups of the mesh shader, and those groups,
//! which give vertices and the primitives that they make.

use az::SaturatingAs as _;
use dx_container::enums::{MeshOutputTopology, SemanticKind};

use super::assembly::Assembled;
use super::draw_stage::DrawStage;
use super::stage_run::{GroupRun, Steps};
use dxil_run::FindingKind;
use dxil_run::Pc;
use dxil_run::Stop;
use dxil_run::interpolation::Shaded;
use dxil_run::mesh::{Payload, group_count};
use dxil_run::stage::Signature;
use dxil_run::{Outcome, RunOptions};

/// The amplification and the mesh shader of a draw.
#[derive(Debug)]
pub(crate) struct MeshStage<'a> {
    amplification: Option<GroupRun<'a>>,
    pub(crate) mesh: GroupRun<'a>,
    /// Groups of the first of them.
    groups: [u32; 3],
    /// Vertices of a primitive.
    vertices: usize,
    /// The scalars of a primitive that number it, and that say that it is not drawn.
    id: Option<usize>,
    cull: Option<usize>,
}

impl<'a> MeshStage<'a> {
    pub(crate) fn new(
        amplification: Option<DrawStage<'a>>,
        mesh: DrawStage<'a>,
        groups: [u32; 3],
        (wave_size, options): (u32, RunOptions),
    ) -> Self {
        let interface = mesh.program.interface();
        let topology = interface.mesh.as_ref().map(|state| state.topology);
        let scalar = |semantic| interface.patch_constants.system(semantic).map(|element| element.first);
        Self {
            amplification: amplification.map(|stage| GroupRun::new(stage, wave_size, options)),
            groups,
            vertices: if topology == Some(MeshOutputTopology::LINE) { 2 } else { 3 },
            id: scalar(SemanticKind::PRIMITIVE_ID),
            cull: scalar(SemanticKind::CULL_PRIMITIVE),
            mesh: GroupRun::new(mesh, wave_size, options),
        }
    }

    /// Runs all groups for a view: `next` gets the primitives of each.
    pub(crate) fn run(
        &mut self,
        view: u32,
        steps: &Steps,
        mut next: impl FnMut(&[Assembled]) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        self.mesh.view = view;
        let Some(amplification) = &mut self.amplification else {
            return each_group(self.groups, |id| {
                self.mesh.run(id, Payload::default(), steps)?;
                next(&self.primitives())
            });
        };
        amplification.view = view;
        each_group(self.groups, |id| {
            let Some(amplification) = &mut self.amplification else { return Ok(()) };
            amplification.run(id, Payload::default(), steps)?;
            let Some((groups, payload)) = amplification.runner.dispatched() else { return Ok(()) };
            each_group(groups, |id| {
                self.mesh.run(id, payload.clone(), steps)?;
                next(&self.primitives())
            })
        })
    }

    /// The primitives that the last group gave.
    fn primitives(&mut self) -> Vec<Assembled> {
        let group = self.mesh.runner.mesh_group();
        let number_of_group = self.mesh.runner.first_thread().group.saturating_as::<u32>();
        let Some(([vertices, primitives], pc)) = group.counts() else { return Vec::new() };
        let mut made = Vec::new();
        let mut used = vec![false; vertices as usize];
        let mut missing = Vec::new();
        for (number, indices) in (0..primitives).zip(group.indices()) {
            let scalars = group.primitives().get(number);
            let scalar = |at: Option<usize>| at.and_then(|at| scalars.get(at)).copied();
            let Some(indices) = indices else {
                missing.push(format!("does not write the vertex indices of primitive {number}"));
                continue;
            };
            if let Some(scalar) = group.primitives().unwritten(number) {
                let label = label(&self.mesh.stage.program.interface().patch_constants, scalar);
                missing.push(format!("does not write {label} of primitive {number}"));
            }
            if scalar(self.cull).is_some_and(|cull| cull != 0) {
                continue;
            }
            let mut of_primitive: Vec<Shaded> = Vec::with_capacity(self.vertices);
            for vertex in indices.iter().take(self.vertices) {
                let words = group.vertices().get(*vertex).iter().chain(scalars);
                let scalars = words.copied().collect();
                of_primitive.push(Shaded { scalars, number: *vertex, of: number_of_group, from: None });
                if let Some(used) = usize::try_from(*vertex).ok().and_then(|vertex| used.get_mut(vertex)) {
                    *used = true;
                }
            }
            made.push(Assembled { vertices: of_primitive, id: scalar(self.id).unwrap_or(0) });
        }
        for (vertex, _) in (0..).zip(used).filter(|(_, is_used)| *is_used) {
            if let Some(scalar) = group.vertices().unwritten(vertex) {
                let label = label(&self.mesh.stage.program.interface().outputs, scalar);
                missing.push(format!("does not write {label} of vertex {vertex}"));
            }
        }
        self.mesh.report(pc, missing);
        self.mesh.check_primitives(&made);
        made
    }

    /// What came of each of the programs, in the order of the pipeline.
    pub(crate) fn outcomes(self) -> Vec<Outcome> {
        self.amplification.into_iter().chain([self.mesh]).map(GroupRun::outcome).collect()
    }
}

/// The element that a scalar of a signature is of.
fn label(signature: &Signature, scalar: usize) -> String {
    let is_of = |first: usize, count: usize| (first..first + count).contains(&scalar);
    let mut elements = signature.elements.iter();
    let element = elements.find(|element| is_of(element.first, element.rows() * element.columns));
    element
        .map_or_else(String::new, |element| element.label((scalar - element.first) / element.columns.max(1)))
}

/// Calls `run` with the place of each group, x first.
fn each_group(groups: [u32; 3], mut run: impl FnMut([u32; 3]) -> Result<(), Stop>) -> Result<(), Stop> {
    if group_count(groups) == 0 {
        return Ok(());
    }
    let [x, y, z] = groups;
    (0..z).try_for_each(|along_z| {
        (0..y).try_for_each(|along_y| (0..x).try_for_each(|along_x| run([along_x, along_y, along_z])))
    })
}

impl GroupRun<'_> {
    /// Reports outputs that the last group did not write, at the program counter that declared their counts.
    fn report(&mut self, pc: Pc, missing: Vec<String>) {
        if !self.checks {
            return;
        }
        let thread = self.runner.first_thread();
        for detail in missing {
            self.runner.report(FindingKind::UnwrittenOutput, pc, thread, || detail);
        }
    }
}
