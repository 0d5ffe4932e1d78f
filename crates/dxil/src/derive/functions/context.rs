//! The facts about a program that the analysis of each function reads. Separate from the analysis, whose steps share
//! them.

use dx_container::enums::ShaderKind;
use dx_container::flags::{ShaderFlags, StateObjectFlags};
use dxil_ir::GlobalId;
use hashbrown::HashMap;

use super::entries::{Entry, entries};
use super::type_kinds::TypeKinds;
use crate::Result;
use crate::derive::DescribedModule;
use crate::handles::ResourceTable;
use crate::shader::{EntryPoint, Resources, SubobjectContent, Uav};

/// Facts about a program, computed once.
pub(super) struct Context<'m> {
    pub(super) program: DescribedModule<'m>,
    pub(super) stage: ShaderKind,
    pub(super) is_library: bool,
    pub(super) entries: HashMap<GlobalId, Entry<'m>>,
    pub(super) resources: Option<&'m Resources>,
    pub(super) uavs: &'m [Uav],
    /// The resources by ID, binding and variable.
    pub(super) resources_by_key: ResourceTable<'m>,
    pub(super) type_kinds: TypeKinds,
    /// What the module declares.
    pub(super) declared: ShaderFlags,
    /// True if subobjects make every function need ray tracing tier 1.1.
    pub(super) needs_tier_1_1: bool,
}

impl<'m> Context<'m> {
    pub(super) fn of(program: &DescribedModule<'m>) -> Result<Self> {
        let shader = program.shader;
        let stage = program.stage()?;
        let resources = program.resources()?;
        let before_1_8 = program.validator_is_at_least(1, 5) && !program.validator_is_at_least(1, 8);
        Ok(Self {
            program: *program,
            stage,
            is_library: stage == ShaderKind::LIBRARY,
            entries: entries(program)?,
            resources,
            uavs: resources.and_then(|all| all.uavs.as_deref()).unwrap_or_default(),
            resources_by_key: ResourceTable::new(program.module, resources),
            type_kinds: TypeKinds::of(program.module),
            declared: shader.entry_points.first().map(EntryPoint::flags).unwrap_or_default(),
            needs_tier_1_1: before_1_8 && shader.subobjects.iter().any(|it| is_tier_1_1(&it.content)),
        })
    }
}

/// True if a subobject asks for ray tracing tier 1.1.
fn is_tier_1_1(content: &SubobjectContent) -> bool {
    match content {
        SubobjectContent::RaytracingPipelineConfig1 { .. } => true,
        SubobjectContent::StateObjectConfig { flags } => {
            flags.contains(StateObjectFlags::ALLOW_STATE_OBJECT_ADDITIONS)
        }
        _ => false,
    }
}
