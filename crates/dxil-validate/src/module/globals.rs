//! Variables: those of the program have to be used and have types that memory may have; others are not for its code.
//! And how much memory a group shares.

use dx_container::enums::{AddressSpace, ShaderKind};
use dxil::derive::References;
use dxil::shader::EntryProperties;
use dxil_ir::data_layout::DataLayout;
use dxil_ir::verify::IrPlace;
use dxil_ir::{Global, GlobalId, Linkage, Type};
use hashbrown::{HashMap, HashSet};

use super::bounds;
use super::context::{Context, Entry};
use super::types::Known;
use crate::names::{A, Stage, Symbol};
use crate::report::{Place, Report};
use crate::rule::Rule;

/// The variable of a library that stands for an operation yet to come.
const IS_HELPER: &str = "dx.ishelper";

pub(super) fn check(context: &Context<'_>, report: &mut Report) {
    let mut known = Known::default();
    let resources = resource_variables(context);
    for (id, global) in context.module.globals.iter().filter(|(_, global)| global.variable().is_some()) {
        variable(context, (id, global), &resources, &mut known, report);
    }
    group_shared(context, report);
}

/// The variables of a library that are resources.
fn resource_variables(context: &Context<'_>) -> HashSet<GlobalId> {
    let Some(all) = context.resources.filter(|_| context.is_library) else { return HashSet::new() };
    let ranges = all.srvs.iter().flatten().map(|srv| &srv.range);
    let ranges = ranges.chain(all.uavs.iter().flatten().map(|uav| &uav.range));
    let ranges = ranges.chain(all.cbuffers.iter().flatten().map(|buffer| &buffer.range));
    let ranges = ranges.chain(all.samplers.iter().flatten().map(|sampler| &sampler.range));
    ranges.filter_map(|range| range.global(context.module)).collect()
}

fn variable(
    context: &Context<'_>,
    (id, global): (GlobalId, &Global),
    resources: &HashSet<GlobalId>,
    known: &mut Known,
    report: &mut Report,
) {
    let place = Context::global_place(id);
    let space = context.address_space(global.ty);
    let is_shared = space == Some(AddressSpace::GROUP_SHARED);
    let is_memory = is_shared || global.linkage == Linkage::Internal && space == Some(AddressSpace::DEFAULT);
    let is_helper = context.is_library
        && global.name == IS_HELPER
        && context.ty(global.value_type) == Some(&Type::Integer(32));
    let used = context.uses.get(id);
    if is_memory || is_helper || resources.contains(&id) {
        if !used.is_used() {
            report.add(
                Rule::DECL_USED_INTERNAL,
                place,
                format_args!("global variable `{}` is not used", Symbol(global.name.as_ref())),
            );
        }
    } else if used.by_instruction {
        report.add(
            Rule::DECL_NOT_USED_EXTERNAL,
            place,
            format_args!(
                "external global variable `{}` is used, expected internal linkage",
                Symbol(global.name.as_ref())
            ),
        );
    }
    if is_memory {
        context.check_type(global.value_type, known, place, report);
    }
}

/// How many bytes a stage may share; none, where it has no groups.
fn most_shared(entry: &Entry<'_>) -> u32 {
    let limit = entry.properties().and_then(EntryProperties::group_shared_limit);
    match entry.kind {
        _ if limit.is_some() => limit.copied().unwrap_or_default(),
        ShaderKind::COMPUTE | ShaderKind::AMPLIFICATION | ShaderKind::NODE => bounds::GROUP_SHARED,
        ShaderKind::MESH => bounds::MESH_GROUP_SHARED,
        _ => 0,
    }
}

/// Memory of the group belongs to entries that use it, or call what does.
fn group_shared(context: &Context<'_>, report: &mut Report) {
    let is_shared = |global: &Global| {
        global.variable().is_some() && context.address_space(global.ty) == Some(AddressSpace::GROUP_SHARED)
    };
    let shared: Vec<_> = context.module.globals.iter().filter(|(_, global)| is_shared(global)).collect();
    if shared.is_empty() {
        return;
    }
    let mut references = References::of(context.module, &context.mentions);
    let mut layout = DataLayout::of(context.module);
    let mut bytes = HashMap::<GlobalId, u64>::new();
    for (id, global) in shared {
        let users = match references.reaching(id) {
            Ok(users) => users,
            Err(error) => {
                report.add(
                    Rule::SM_MAX_TGSM_SIZE_ON_ENTRY,
                    Context::global_place(id),
                    format_args!("{error}"),
                );
                return;
            }
        };
        let size = layout.size(global.value_type);
        for user in users {
            let bytes = bytes.entry(user).or_default();
            *bytes = bytes.saturating_add(size);
        }
    }
    if layout.is_cut() {
        let place = Place::Module(IrPlace::Module);
        report.add(
            Rule::SM_MAX_TGSM_SIZE_ON_ENTRY,
            place,
            format_args!("types of groupshared variables are nested too deep to compute their size"),
        );
    }
    for (id, _, _) in context.module.bodies() {
        let Some(bytes) = bytes.get(&id).copied().filter(|bytes| *bytes > 0) else { continue };
        let place = Context::global_place(id);
        let Some(entry) = context.entry(id) else {
            if context.patch_entry(id).is_some() {
                report.add(
                    Rule::SM_TGSM_UNSUPPORTED,
                    place,
                    format_args!(
                        "patch constant function `{}` uses groupshared memory, but hull shaders have no \
                         groupshared memory",
                        context.global_name(id)
                    ),
                );
            }
            continue;
        };
        let most = most_shared(entry);
        if bytes <= most.into() {
            continue;
        }
        use ShaderKind as S;
        if !matches!(entry.kind, S::COMPUTE | S::AMPLIFICATION | S::MESH | S::NODE) {
            report.add(
                Rule::SM_TGSM_UNSUPPORTED,
                place,
                format_args!(
                    "entry point `{}` uses {bytes} bytes of groupshared memory, but {} has no groupshared \
                     memory",
                    entry.name(),
                    A(Stage(entry.kind))
                ),
            );
            continue;
        }
        let is_said = entry.properties().is_some_and(|all| all.group_shared_limit().is_some());
        let rule =
            if is_said { Rule::SM_EXPLICIT_TGSM_SIZE_ON_ENTRY } else { Rule::SM_MAX_TGSM_SIZE_ON_ENTRY };
        let name = entry.name();
        let message = format_args!(
            "entry point `{name}` uses {bytes} bytes of groupshared memory, expected at most {most}"
        );
        report.add(rule, place, message);
    }
}
