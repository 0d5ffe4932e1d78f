//! From LLVM IR of today to DXIL: any compiler that emits IR for LLVM's `dxil` target becomes one that makes shaders.
//!
//! Passes have LLVM's names where they do what LLVM's do. Each is a file that opens with what it needs and what holds
//! after it.

mod addresses;
mod aggregates;
mod aggregates_in_memory;
mod attributes;
mod calls;
mod cbuffer_access;
mod cbuffer_layouts;
mod cbuffer_loads;
mod constant_operands;
mod constructors;
mod copied_handles;
mod copy_loops;
mod debug_values;
mod entries;
mod expand_by_index;
mod finalize_linkage;
mod flatten_arrays;
mod forward_handle_accesses;
mod global_ctors;
mod handle_arrays;
mod handle_phis;
mod handle_webs;
mod initial_handles;
mod insert_dx_break;
mod intrinsic_expansion;
mod intrinsic_names;
mod intrinsic_table;
mod legalize;
mod loop_metadata;
mod mem_intrinsics;
mod metadata;
mod module_flags;
mod operations;
mod padding;
mod parameter_pointees;
mod parameter_types;
mod pointer_phis;
mod post_optimization_validation;
mod profile;
mod ranges;
mod resource_access;
mod resource_atomics;
mod resource_bytes;
mod resource_implicit_binding;
mod resource_metadata;
mod resource_select_dispatch;
mod resource_variables;
mod resources;
mod root_signature;
mod run_passes;
mod select_of_allocas;
mod semantic_signatures;
mod state;
mod stored_handles;
mod symbols;
mod type_annotations;
mod used_lists;
mod whole_resource_loads;
mod widen_integers;

use bstr::BString;
use dxil::assemble::NEWEST_VALIDATOR;
use dxil::shader::Version;
use dxil_ir::arena::IdSet;
use dxil_ir::edit::compaction::compacted;
use dxil_ir::edit::{DebugInformation, legacy};
use dxil_ir::globals::GlobalKind;
use dxil_ir::{Global, GlobalId, Linkage, Module};
use hashbrown::{HashMap, HashSet};

use crate::error::{PassErrorKind, Result};
use crate::transform::{self, Scope};
use crate::upgrade::Llvm;
use crate::upgrade::intrinsics::Intrinsics;

use module_flags::has_native_16_bits;
use resources::Bindings;
use state::State;
use type_annotations::forget_functions;

pub use profile::Profile;
pub use root_signature::root_signature;
pub use run_passes::run_passes;

/// How modules are lowered.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The version of the validator that is to accept it; else the one that the module names, or the newest. With
    /// `back_end_only`, there may be none.
    pub validator_version: Option<Version>,
    /// What it is for, where the triple is not to say it: stage, shader model and version of DXIL.
    pub profile: Option<Profile>,
    /// The function that is the shader, where several are or none says so.
    pub entry: Option<BString>,
    /// Whether debug information is kept.
    pub debug_information: bool,
    /// Whether only passes are run that LLVM's back end has, too: calls stay calls, and what has no effect stays, with
    /// the resources that it is about.
    pub back_end_only: bool,
    /// Whether blocks stand as in the source, for nobody optimized them: what the threads of a wave do together before
    /// they leave a loop is told by that from what they do behind it. Taken to be so where entries are `optnone`.
    pub source_order: bool,
}

/// A pass.
#[derive(Clone, Copy)]
pub struct Pass {
    /// Its name.
    pub name: &'static str,
    run: fn(&mut State) -> Result<()>,
}

impl Pass {
    /// Whether LLVM's back end does the same, or cannot do without.
    fn is_of_llvm(&self) -> bool {
        self.name.starts_with("dxil-") || self.name == "scalarizer"
    }
}

/// The passes over modules of today's IR, in order.
pub const PASSES: &[Pass] = &[
    Pass { name: "dxil-root-signature", run: root_signature::run },
    Pass { name: "breaks", run: insert_dx_break::run },
    Pass { name: "dxil-cbuffer-access", run: cbuffer_access::run },
    Pass { name: "dxil-finalize-linkage", run: finalize_linkage::run },
    Pass { name: "global-ctors", run: global_ctors::run },
    Pass { name: "internalize", run: finalize_linkage::internalize },
    Pass { name: "flatten", run: flatten },
    Pass { name: "dxil-forward-handle-accesses", run: forward_handle_accesses::run },
    Pass { name: "dxil-mem-intrinsics", run: mem_intrinsics::run },
    Pass { name: "dxil-joined-handles", run: handle_phis::run },
    Pass { name: "whole-resources", run: whole_resource_loads::run },
    Pass { name: "dxil-resource-access", run: resource_access::run },
    Pass { name: "dxil-resource-variables", run: resource_variables::run },
    Pass { name: "dxil-intrinsic-expansion", run: intrinsic_expansion::run },
    Pass { name: "split-aggregates", run: aggregates::run },
    Pass { name: "scalarizer", run: scalarize },
    Pass { name: "parameter-types", run: parameter_types::run },
    Pass { name: "dxil-flatten-arrays", run: flatten_arrays::run },
    Pass { name: "dxil-resource-implicit-binding", run: resource_implicit_binding::run },
    Pass { name: "dxil-op-lower", run: operations::run },
    Pass { name: "constant-operands", run: constant_operands::run },
    Pass { name: "dxil-post-optimization-validation", run: post_optimization_validation::run },
    Pass { name: "widen-integers", run: widen_integers::run },
    Pass { name: "simplify", run: simplify },
    Pass { name: "aggregates-in-memory", run: aggregates_in_memory::run },
    Pass { name: "dxil-legalize", run: legalize::run },
    Pass { name: "dxil-translate-metadata", run: metadata::run },
    Pass { name: "dxil-prepare", run: prepare },
];

/// Lowers a module of today's IR to one of DXIL, of which parts can be derived.
///
/// `wanted` says of each pass whether it is run, by its name. `behind` is called behind each.
///
/// # Errors
///
/// What DXIL has no words for, with the function and the instruction.
pub fn lower(
    mut module: Module,
    options: &Options,
    wanted: impl Fn(&str) -> bool,
    mut behind: impl FnMut(&str, &Module),
) -> Result<Module> {
    let profile = options.profile.or_else(|| Profile::of(&module)).ok_or_else(|| {
        let text = format!(
            "target triple \"{}\" has no stage and shader model, expected a triple such as \
             dxilv1.5-pc-shadermodel6.5-compute",
            module.triple
        );
        PassErrorKind::Unsupported(text)
    })?;
    let preserved_shader = metadata::restore(&mut module)?;
    let entries = entries::entries(&module, profile, options.entry.as_ref())?;
    let is_for_newest = preserved_shader.validator_version.is_none() && !options.back_end_only;
    let newest = is_for_newest.then(|| Version::new(NEWEST_VALIDATOR.0, NEWEST_VALIDATOR.1));
    let mut state = State {
        signatures: semantic_signatures::read(&module, profile, &entries)?,
        entries,
        intrinsics: Intrinsics::of(&module, Llvm::Main),
        variables: resource_metadata::variables(&module, &preserved_shader),
        layouts: HashMap::new(),
        bindings: Bindings::default(),
        described: Vec::new(),
        validator_version: options.validator_version.clone().or(newest),
        is_single: false,
        back_end_only: options.back_end_only,
        source_order: options.source_order,
        debug_information: match options.debug_information {
            true => DebugInformation::Kept,
            false => DebugInformation::Dropped,
        },
        module,
        profile,
        preserved_shader,
    };
    let is_run = |pass: &&Pass| wanted(pass.name) && (!options.back_end_only || pass.is_of_llvm());
    for pass in PASSES.iter().filter(is_run) {
        (pass.run)(&mut state)?;
        behind(pass.name, &state.module);
    }
    Ok(state.module)
}

/// The triple of DXIL.
const TRIPLE: &str = "dxil-ms-dx";

/// The data layouts of DXIL, with and without numbers of 16 bits that have as many in memory.
const NATIVE: &str = "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64";
const MINIMUM_PRECISION: &str =
    "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64";

/// The layout that a module has in DXIL.
fn data_layout(module: &Module, profile: Profile) -> &'static str {
    if has_native_16_bits(module, profile) { NATIVE } else { MINIMUM_PRECISION }
}

/// Makes a module of DXIL's dialect of one that has only what that has words for.
///
/// Holds then: pointers say what they point to, and metadata what parts are derived from.
fn prepare(state: &mut State) -> Result<()> {
    attributes::run(state)?;
    let profile = state.profile;
    let failed = |error: &dyn std::fmt::Display| PassErrorKind::Unsupported(error.to_string());
    let constructors = global_ctors::take(&mut state.module);
    debug_values::forget_globals(&mut state.module);
    // What nothing refers to would keep what it refers to.
    let mut module = compacted(&state.module).map_err(|error| failed(&error))?.module;
    drop_unused(&mut module, state, &constructors);
    let parameters = parameter_pointees::take_parameters(&mut module);
    let mut module = legacy(&module, &parameters, state.debug_information).map_err(|error| failed(&error))?;
    module.triple = TRIPLE.into();
    module.data_layout = data_layout(&module, profile).into();
    global_ctors::give_back(&mut module, &constructors);
    metadata::describe(&mut module, state)?;
    state.module = compacted(&module).map_err(|error| failed(&error))?.module;
    Ok(())
}

/// Takes out what nothing uses: declarations, variables, functions that no shader calls. The variables of resources of
/// libraries are in metadata alone, and functions that set variables up in a list that was taken out.
fn drop_unused(module: &mut Module, state: &State, constructors: &[BString]) {
    let made = state.bindings.iter().filter_map(|binding| binding.variable.as_ref());
    let of_resources: HashSet<&BString> = state.variables.iter().map(|(.., name)| name).chain(made).collect();
    let has_variables = state.profile.is_library() || state.back_end_only;
    let is_kept = |global: &Global| match &global.kind {
        GlobalKind::Function(function) => {
            function.body.is_some()
                && (global.linkage == Linkage::External || constructors.contains(&global.name))
        }
        GlobalKind::Variable(_) => has_variables && of_resources.contains(&global.name),
        GlobalKind::Alias(_) => false,
    };
    let unused: IdSet<GlobalId> =
        module.globals.iter().filter(|(_, global)| !is_kept(global)).map(|(id, _)| id).collect();
    module.remove_unused_globals(|id| unused.contains(id));
    forget_functions(module);
}

/// Makes one function of each entry.
fn flatten(state: &mut State) -> Result<()> {
    padding::retype(&mut state.module);
    copied_handles::run(state)?;
    constructors::drop_stores(state)?;
    run_list(state, transform::FLATTEN)?;
    let has_ended = constructors::end_loops(state)?;
    let has_copied = copy_loops::unroll(state)?;
    if select_of_allocas::read_each(state)? || has_copied || has_ended {
        run_list(state, transform::FLATTEN)?;
    }
    Ok(())
}

fn scalarize(state: &mut State) -> Result<()> {
    if state.back_end_only {
        return scalarize_only(state);
    }
    if !state.profile.has_vectors() {
        intrinsic_expansion::split(state)?;
    }
    run_list(state, transform::SCALARIZE)
}

/// Scalarizes vectors without other simplifications.
fn scalarize_only(state: &mut State) -> Result<()> {
    intrinsic_expansion::split(state)?;
    let roots = state.module.bodies().map(|(id, ..)| id).collect();
    transform::run(&mut state.module, &mut Scope::new(roots), &[transform::scalarizer::PASS])?;
    state.intrinsics = Intrinsics::of(&state.module, Llvm::Main);
    Ok(())
}

fn simplify(state: &mut State) -> Result<()> {
    run_list(state, transform::SCALARIZE)?;
    // What was in memory may be a value now.
    if !widen_integers::is_needed(state) {
        return Ok(());
    }
    widen_integers::run(state)?;
    run_list(state, transform::SCALARIZE)
}

/// Runs passes over the entries.
fn run_list(state: &mut State, list: &[transform::Entry]) -> Result<()> {
    let mut scope = Scope::new(state.roots());
    transform::run(&mut state.module, &mut scope, list)?;
    forget_functions(&mut state.module);
    for (entry, root) in state.entries.iter_mut().zip(&scope.roots) {
        entry.function = *root;
    }
    state.intrinsics = Intrinsics::of(&state.module, Llvm::Main);
    Ok(())
}
