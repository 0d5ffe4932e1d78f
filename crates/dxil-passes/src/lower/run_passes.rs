//! Runs selected passes over a module that need not be a complete shader, like LLVM's `opt -passes=`. Separate from
//! `lower` because the steps before and after the pass list are omitted. Tests of single passes use it.

use dxil_ir::arena::IdSet;
use dxil_ir::edit::compaction::compacted;
use dxil_ir::edit::{Changed, DebugInformation};
use dxil_ir::intrinsics::LlvmVersion;
use dxil_ir::{Global, GlobalId, Linkage, Module};

use super::metadata::{
    attributes, resource_metadata, resource_symbols, semantic_signatures, translate_metadata,
};
use super::{STAGES, entries};
use crate::error::{PassErrorKind, Result};
use crate::lower::handles::resources::Bindings;
use crate::lower::intrinsics::operations::collect;
use crate::lower::profile::Profile;
use crate::lower::state::State;
use crate::pass_manager::{Origin, Pass, Stage, run};
use crate::upgrade::intrinsics::Intrinsics;
use dx_container::enums::ShaderKind;

/// The profile of a module whose triple has no stage.
const DEFAULT_PROFILE: Profile = Profile { kind: ShaderKind::LIBRARY, model: (6, 0), dxil: (1, 0) };

/// Variants of passes of [`STAGES`] that do not depend on the passes before them. They have the same names.
const VARIANTS: [Pass<State>; 2] = [
    Pass::new("dxil-prepare", Origin::Llvm, prepare),
    Pass::new("dxil-translate-metadata", Origin::Llvm, describe),
];

/// Returns the passes that a name selects: the passes of the stage with that name, or else the pass with that name. The
/// stage `scalarizer` consists only of the passes that LLVM's back end has. Empty if the name is unknown.
fn named(name: &str) -> Vec<Pass<State>> {
    if let Some(pass) = VARIANTS.iter().find(|pass| pass.name == name) {
        return vec![*pass];
    }
    let Some(stage) = STAGES.iter().find(|stage| stage.name == name) else {
        let mut steps = STAGES.iter().flat_map(Stage::steps);
        return steps.find(|step| step.pass.name == name).map(|step| step.pass).into_iter().collect();
    };
    let is_wanted = |pass: &Pass<State>| name != "scalarizer" || pass.origin == Origin::Llvm;
    stage.steps().map(|step| step.pass).filter(is_wanted).collect()
}

/// Runs stages and passes of [`list`](super::list()) over a module of modern LLVM IR, in the order of `names`. The
/// module stays modern LLVM IR. The stage `scalarizer` runs only the passes that LLVM's back end has.
///
/// # Errors
///
/// A name is unknown, or a pass returns an error.
pub fn run_passes(mut module: Module, names: &[&str]) -> Result<Module> {
    let profile = Profile::of(&module).or_else(|| Profile::of_stage(&module)).unwrap_or(DEFAULT_PROFILE);
    let preserved_shader = translate_metadata::restore(&mut module)?;
    // With the profile of a library, `entries` accepts every stage. `describe` compares the stages with the triple.
    let any_stage = Profile { kind: ShaderKind::LIBRARY, ..profile };
    let entries = entries::entries(&module, any_stage, None)?;
    let mut state = State {
        signatures: semantic_signatures::read(&module, profile, &entries)?,
        entries,
        intrinsics: Intrinsics::of(&module, LlvmVersion::Main),
        variables: resource_metadata::variables(&module, &preserved_shader),
        layouts: hashbrown::HashMap::new(),
        bindings: Bindings::default(),
        described: Vec::new(),
        validator_version: None,
        is_single: true,
        back_end_only: true,
        source_order: false,
        debug_information: DebugInformation::Kept,
        changed: Changed::Nothing,
        module,
        profile,
        preserved_shader,
    };
    for name in names {
        let passes = named(name);
        if passes.is_empty() {
            return Err(PassErrorKind::Unsupported(format!("unknown pass {name}")).into());
        }
        run(&mut state, &passes, None)?;
        drop_unused_intrinsics(&mut state);
    }
    // Unused constants would count as uses of the globals that they refer to.
    let mut module =
        compacted(&state.module).map_err(|error| PassErrorKind::Unsupported(error.to_string()))?.module;
    if names.contains(&"dxil-cbuffer-access") {
        let members = module.globals.iter();
        let members = members.filter(|(_, global)| module.types.address_space(global.ty) == Some(CBUFFER));
        let members: IdSet<GlobalId> = members.map(|(id, _)| id).collect();
        module.remove_unused_globals(|id| members.contains(id));
    }
    if names.contains(&"dxil-op-lower") {
        let names = module.globals.iter().filter(|(_, global)| global.linkage == Linkage::Private);
        let names: IdSet<GlobalId> = names.map(|(id, _)| id).collect();
        module.remove_unused_globals(|id| names.contains(id));
    }
    Ok(module)
}

/// The address space of the variables for members of constant buffers.
const CBUFFER: u32 = dx_container::enums::AddressSpace::CBUFFER.0;

/// Variant of `dxil-prepare` that removes attributes, but does not convert the module to LLVM 3.7 IR.
fn prepare(state: &mut State) -> Result<()> {
    attributes::run(state)?;
    attributes::strip_texts(&mut state.module, state.preserved_shader.validator_version.as_ref());
    Ok(())
}

/// Variant of `dxil-translate-metadata` that also adds the DXIL metadata, as `dxil-prepare` does in a lowering.
fn describe(state: &mut State) -> Result<()> {
    // `dxil-op-lower` replaces the calls that create handles, and has stored their bindings in the state.
    if state.bindings.iter().next().is_none() {
        state.bindings = collect(state)?;
    }
    if !state.profile.is_library() {
        resource_symbols::add(state);
    }
    translate_metadata::note(state)?;
    let mut module = std::mem::take(&mut state.module);
    let result = translate_metadata::describe(&mut module, state);
    resource_symbols::remove_placeholder_names(&mut module, &state.bindings);
    state.module = module;
    result?;
    // Reports an error if the stage of an entry point is not the stage in the triple.
    entries::entries(&state.module, state.profile, None).map(drop)
}

/// Removes the declarations of intrinsics without uses.
fn drop_unused_intrinsics(state: &mut State) {
    let is_intrinsic = |global: &Global| global.body().is_none() && global.name.starts_with(b"llvm.");
    let all = state.module.globals.iter().filter(|(_, global)| is_intrinsic(global));
    let all: IdSet<GlobalId> = all.map(|(id, _)| id).collect();
    state.remove_unused(|id| all.contains(id));
}
