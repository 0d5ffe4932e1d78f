//! What a DXIL program says of itself: its module's metadata beside the parts. Separate because bitcode is read for
//! nothing else here; one file a subject below.
//!
//! A container may have the program twice, and a third module in STAT: the program as it was before names and types
//! were taken out of it. Resources and the layout of buffers come from that one where it is there.

mod arrays;
mod bit_fields;
mod layout;
mod layout_error;
mod library;
mod program_module;
mod resources;
mod row_index;
mod signatures;
mod stage;
mod unread;
mod usage;

use dx_container::enums::ResourceKind;
use dx_container::{Container, FourCc, Result};
use dxil::stored::StoredProgram;

use crate::Reflection;
use crate::copies::Copies;
use crate::disagreement::Disagreements;
use crate::resource::Resources;
use layout::Layouts;
pub(crate) use program_module::ProgramModule;
pub use unread::Unread;
use usage::Usage;

impl Reflection {
    /// Fills in what lies in buffers; `places` has their places in the model, in the order of the listing.
    fn add_layouts(
        &mut self,
        told: &ProgramModule,
        usage: &Usage,
        places: &[u32],
        copies: &mut Copies,
    ) -> Result<()> {
        // Nothing tells of both: RDEF counts.
        let Some(bound) = told.bound().filter(|_| self.constant_buffers.is_empty()) else { return Ok(()) };
        let mut layouts = Layouts::of(told, usage);
        let constants = bound.cbuffers.iter().flatten();
        let constants = constants.map(|buffer| (&buffer.range, ResourceKind::CBUFFER, Some(buffer.size)));
        let samplers = bound.samplers.iter().flatten().map(|s| (&s.range, ResourceKind::SAMPLER, None));
        let srvs = bound.srvs.iter().flatten().map(|srv| (&srv.range, srv.shape, None));
        let uavs = bound.uavs.iter().flatten().map(|uav| (&uav.range, uav.shape, None));
        let all = constants.chain(samplers).chain(srvs).chain(uavs);
        for ((range, kind, size), place) in all.zip(places) {
            layouts.add(range, kind, size, Some(*place), copies)?;
        }
        self.unread.append(&mut layouts.unread);
        (self.constant_buffers, self.types) = (layouts.buffers, layouts.types);
        Ok(())
    }

    /// Fills in what the entry of a DXIL program tells, and says where it tells something else than the parts beside
    /// it.
    pub(crate) fn add_program_entry(
        &mut self,
        container: &Container<'_>,
        copies: &mut Copies,
        disagreements: &mut Disagreements,
    ) -> Result<Option<ProgramModule>> {
        let name = if container.part(FourCc::DXIL).is_some() { FourCc::DXIL } else { FourCc::ILDB };
        let program = ProgramModule::read(container, name, &mut self.unread);
        if let Some(program) = &program {
            self.add_entry(container, program, copies, disagreements)?;
        }
        Ok(program)
    }

    /// Fills in what a DXIL program and its reflection tell of resources and of what lies in buffers.
    pub(crate) fn add_bitcode(
        &mut self,
        container: &Container<'_>,
        program: Option<ProgramModule>,
        resources: &mut Resources,
        copies: &mut Copies,
        disagreements: &mut Disagreements,
    ) -> Result<()> {
        let usage = program.as_ref().map(Usage::of).unwrap_or_default();
        // One module at a time: each takes many times its bitcode.
        let has_reflection = matches!(StoredProgram::find(container, &[FourCc::STAT]), Ok(Some(_)));
        let tables = if has_reflection {
            let bound = program.and_then(|program| program.bound().is_some().then_some(program));
            match ProgramModule::read(container, FourCc::STAT, &mut self.unread) {
                Some(reflection) if reflection.bound().is_some() || bound.is_none() => Some(reflection),
                _ => bound,
            }
        } else {
            program
        };
        if let Some(tables) = tables {
            let places = resources.add_bitcode(&tables, copies, disagreements)?;
            self.add_layouts(&tables, &usage, &places, copies)?;
        }
        Ok(())
    }
}
