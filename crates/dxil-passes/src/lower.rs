//! Lowers modern LLVM IR for the `dxil` target to DXIL, so that every compiler that emits such IR can compile shaders.
//!
//! A pass has the name of the LLVM pass that it corresponds to, if LLVM has such a pass. The file of each pass begins
//! with the precondition and the postcondition of the pass.

mod calls;
mod checks;
mod control_flow;
mod entries;
mod handles;
mod intrinsics;
mod memory;
mod metadata;
mod profile;
mod run_passes;
mod state;

use bstr::{BString, ByteSlice as _};
use dxil::assemble::NEWEST_VALIDATOR;
use dxil::shader::Version;
use dxil_ir::arena::IdSet;
use dxil_ir::data_layout::address_space;
use dxil_ir::edit::compaction::compacted;
use dxil_ir::edit::{Changed, DebugInformation, legacy};
use dxil_ir::globals::GlobalKind;
use dxil_ir::intrinsics::LlvmVersion;
use dxil_ir::{Dialect, Global, GlobalId, Linkage, Module, UnnamedAddress};
use hashbrown::{HashMap, HashSet};

use crate::error::{PassErrorKind, Result};
use crate::pass_manager::Origin::{Llvm, Ours};
use crate::pass_manager::{Check, Ensured, Fact, Observer, Pass, Row, Scope, Selection, Stage, Step, rows};
use crate::transform;
use crate::upgrade::intrinsics::Intrinsics;

use control_flow::{constructors, copy_loops, global_ctors, insert_dx_break};
use handles::resources::Bindings;
use handles::{
    copied_handles, forward_handle_accesses, handle_phis, remove_unused_resources, resource_implicit_binding,
    resource_variables, whole_resource_loads,
};
use intrinsics::{
    constant_operands, intrinsic_expansion, legalize, operations, split_aggregates, widen_integers,
};
use memory::{
    aggregates_in_memory, cbuffer_access, flatten_arrays, mem_intrinsics, padding, parameter_pointees,
    parameter_types, resource_access, select_of_allocas,
};
use metadata::module_flags::has_native_16_bits;
use metadata::type_annotations::forget_functions;
use metadata::{
    attributes, debug_values, finalize_linkage, post_optimization_validation, resource_metadata,
    resource_symbols, root_signature, semantic_signatures, translate_metadata,
};
use state::State;

pub use entries::{EntryPoint, entry_points};
pub use intrinsics::table::operations_of;
pub use metadata::root_signature::root_signature;
pub use profile::Profile;
pub use run_passes::run_passes;

/// Options of [`lower`].
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The validator version to write to `dx.valver`. `None` selects the version that the module declares, or else the
    /// newest version. With `back_end_only`, no version is written if the module declares none.
    pub validator_version: Option<Version>,
    /// Stage, shader model and DXIL version; `None` selects those in the target triple of the module.
    pub profile: Option<Profile>,
    /// The name of the entry point. `None` selects all functions with the attribute `hlsl.shader`.
    pub entry: Option<BString>,
    /// Keep debug information.
    pub debug_information: bool,
    /// Run only the passes that LLVM's DirectX back end also has: calls are not inlined, and code without side effects
    /// is kept, with the resources that it uses.
    pub back_end_only: bool,
    /// Assume that the basic blocks are in source order, because no optimizer ran. A wave operation before a `break`
    /// then belongs to the loop whose first and last block enclose it. [`lower`] also assumes this if an entry point
    /// has the attribute `optnone`, or the module has the flag `dx.disable_optimizations`.
    pub source_order: bool,
}

/// The passes over modules of modern LLVM IR, in order. A stage has the name that users select.
const STAGES: &[Stage<State>] = &[
    Stage::of(&[&[Step {
        pass: Pass::new("dxil-root-signature", Llvm, root_signature::run).invalidating(&[]),
        why: "An invalid root signature is an error even if a later pass would remove its function.",
    }]]),
    Stage::of(&[&[Step {
        pass: Pass::new("breaks", Ours, insert_dx_break::run),
        why: "Inlining and simplify_cfg would move wave operations out of loops.",
    }]]),
    Stage::of(&[&[Step {
        pass: Pass::new("dxil-cbuffer-access", Llvm, cbuffer_access::run)
            .ensuring(&[ensured(Fact::NoCbufferMembers, cbuffer_access::violation)]),
        why: "Passes that promote variables of handles must see the loads of these variables.",
    }]]),
    Stage::of(&[&[Step {
        pass: Pass::new("dxil-finalize-linkage", Llvm, finalize_linkage::run),
        why: "Internal functions can be removed after inlining.",
    }]]),
    Stage::of(&[&[Step {
        pass: Pass::new("global-ctors", Ours, global_ctors::run),
        why: "The calls of constructors must be inlined.",
    }]]),
    Stage::of(&[&[Step {
        pass: Pass::new("internalize", Ours, finalize_linkage::internalize),
        why: "The entry point is known, and inlining follows.",
    }]]),
    Stage::of(&[&[Step {
        pass: Pass::new("dxil-remove-unused-resources", Llvm, remove_unused_resources::run),
        why: "Functions without callers and uses of constant buffers by their members no longer exist.",
    }]]),
    Stage {
        name: "flatten",
        groups: &[
            &[
                Step {
                    pass: Pass::new("padding", Ours, padding::run),
                    why: "Later passes of the stage look at the types of memory.",
                },
                Step {
                    pass: Pass::new("copied-handles", Ours, copied_handles::run).ensuring(&[Ensured {
                        fact: Fact::NoHandleCopies,
                        check: Check::Function(copied_handles::violation),
                    }]),
                    why: "mem2reg promotes memory of a handle only if handles are loaded and stored.",
                },
                Step {
                    pass: Pass::new("undefined-stores", Ours, constructors::drop_stores),
                    why: "Stores of undefined values prevent sroa from splitting arrays of handles.",
                },
            ],
            &transform::flatten(),
            &[
                Step {
                    pass: Pass::new("constructor-loops", Ours, constructors::end_loops),
                    why: "The stores of the loops are gone, and the loops keep addresses in phis.",
                },
                Step {
                    pass: Pass::new("copy-loops", Ours, copy_loops::unroll),
                    why: "After inlining, arrays of handles and the loops that copy them are in one function.",
                },
                Step {
                    pass: Pass::new("select-of-allocas", Ours, select_of_allocas::run),
                    why: "A phi or select of addresses prevents mem2reg from promoting the variables.",
                },
            ],
            &transform::flatten(),
        ],
    },
    Stage::of(&[&[Step {
        pass: Pass::new("dxil-forward-handle-accesses", Llvm, forward_handle_accesses::run)
            .requiring(&[Fact::Inlined])
            .ensuring(&[ensured(Fact::NoStoredHandles, forward_handle_accesses::violation)]),
        why: "Only handles in memory that mem2reg cannot promote are left.",
    }]]),
    Stage::of(&[&[Step {
        pass: Pass::new("dxil-mem-intrinsics", Llvm, mem_intrinsics::run)
            .ensuring(&[ensured(Fact::NoMemIntrinsics, mem_intrinsics::violation)]),
        why: "Fewer copies are left after promotion.",
    }]]),
    Stage::of(&[&[Step {
        pass: Pass::new("handle-phis", Llvm, handle_phis::run)
            .requiring(&[Fact::Inlined, Fact::NoStoredHandles])
            .ensuring(&[ensured(Fact::NoHandlePhis, handle_phis::violation)]),
        why: "Promotion has created phis of handles.",
    }]]),
    Stage::of(&[&[Step {
        pass: Pass::new("whole-resources", Ours, whole_resource_loads::run),
        why: "Promotion has shown which members of a resource variable are loaded.",
    }]]),
    Stage::of(&[&[Step {
        pass: Pass::new("dxil-resource-access", Llvm, resource_access::run)
            .requiring(&[Fact::NoHandlePhis])
            .ensuring(&[ensured(Fact::NoResourcePointers, resource_access::violation)]),
        why: "Each handle is a value now, so each address has one handle.",
    }]]),
    Stage::of(&[&[Step {
        pass: Pass::new("dxil-resource-variables", Llvm, resource_variables::run),
        why: "Accesses no longer use the members of resource variables.",
    }]]),
    Stage::of(&[&[Step {
        pass: Pass::new("dxil-intrinsic-expansion", Llvm, intrinsic_expansion::run),
        why: "The expansion of vectors is shorter than the expansion of their lanes.",
    }]]),
    Stage::of(&[&[Step {
        pass: Pass::new("split-aggregates", Ours, split_aggregates::run)
            .ensuring(&[ensured(Fact::NoAggregatePhis, split_aggregates::violation)]),
        why: "Promotion has created phis of structures, and the next stage folds the members.",
    }]]),
    Stage {
        name: "scalarizer",
        groups: &[
            &[Step {
                pass: Pass::new("split-intrinsics", Llvm, intrinsic_expansion::split),
                why: "scalarizer splits instructions only.",
            }],
            &transform::scalarize(Llvm),
        ],
    },
    Stage::of(&[&[Step {
        pass: Pass::new("parameter-types", Ours, parameter_types::run).requiring(&[Fact::Scalar]),
        why: "Accesses have scalar types now.",
    }]]),
    Stage::of(&[&[Step {
        pass: Pass::new("dxil-flatten-arrays", Llvm, flatten_arrays::run),
        why: "Accesses have scalar types now.",
    }]]),
    Stage::of(&[&[Step {
        pass: Pass::new("dxil-resource-implicit-binding", Llvm, resource_implicit_binding::run)
            .ensuring(&[ensured(Fact::NoImplicitBindings, resource_implicit_binding::violation)]),
        why: "Only resources that are still used get a register.",
    }]]),
    Stage::of(&[&[Step {
        pass: Pass::new("dxil-op-lower", Llvm, operations::run)
            .requiring(&[Fact::NoResourcePointers, Fact::NoHandlePhis, Fact::NoImplicitBindings])
            .ensuring(&[ensured(Fact::NoTargetIntrinsics, operations::violation)]),
        why: "Resources have registers, accesses are intrinsics, and values are scalars.",
    }]]),
    Stage::of(&[&[Step {
        pass: Pass::new("constant-operands", Ours, constant_operands::run)
            .requiring(&[Fact::NoTargetIntrinsics]),
        why: "It is known which operands of operations must be constants.",
    }]]),
    Stage::of(&[&[Step {
        pass: Pass::new("dxil-post-optimization-validation", Llvm, post_optimization_validation::run),
        why: "All bindings are known.",
    }]]),
    Stage::of(&[&[Step {
        pass: Pass::new("widen-integers", Ours, widen_integers::run),
        why: "Values are scalars, and operations with integers of other widths are final.",
    }]]),
    Stage {
        name: "simplify",
        groups: &[
            &transform::scalarize(Ours),
            &[Step {
                pass: Pass::new("widen-integers", Ours, widen_integers::run)
                    .ensuring(&[ensured(Fact::IntegerWidths, widen_integers::violation)]),
                why: "Promotion may have created values of other widths.",
            }],
            &transform::scalarize(Ours),
        ],
    },
    Stage::of(&[&[Step {
        pass: Pass::new("aggregates-in-memory", Ours, aggregates_in_memory::run)
            .ensuring(&[ensured(Fact::NoInsertValue, aggregates_in_memory::violation)]),
        why: "No later pass promotes the memory that it creates.",
    }]]),
    Stage::of(&[&[Step {
        pass: Pass::new("dxil-legalize", Llvm, legalize::run)
            .ensuring(&[ensured(Fact::NoModernInstructions, legalize::violation)]),
        why: "No later pass creates instructions.",
    }]]),
    Stage::of(&[&[Step {
        pass: Pass::new("dxil-translate-metadata", Llvm, translate_metadata::run),
        why: "The code is final, and the metadata describes it.",
    }]]),
    Stage {
        name: "dxil-prepare",
        groups: &[&[
            Step {
                pass: Pass::new("attributes", Llvm, attributes::run),
                why: "LLVM 3.7 does not have all attributes of modern LLVM.",
            },
            Step {
                pass: Pass::new("dxil-prepare", Llvm, prepare)
                    .ensuring(&[ensured(Fact::Llvm37, is_not_llvm37)]),
                why: "No pass of this list works on the IR of LLVM 3.7.",
            },
        ]],
    },
];

const fn ensured(fact: Fact, violation: fn(&Module, &Scope<'_>) -> Option<String>) -> Ensured {
    Ensured { fact, check: Check::Module(violation) }
}

fn is_not_llvm37(module: &Module, _: &Scope<'_>) -> Option<String> {
    (module.dialect != Dialect::Dxil37).then(|| "the module is modern LLVM IR".to_owned())
}

/// Returns the passes of [`lower`], in order.
pub fn list() -> impl Iterator<Item = Row> {
    rows(STAGES)
}

/// Lowers a module of modern LLVM IR to DXIL, with the metadata that the parts of a container are derived from.
/// `selection` selects the passes that run.
///
/// # Errors
///
/// The module contains a construct that DXIL does not support; the error has its function and instruction.
pub fn lower(
    mut module: Module,
    options: &Options,
    selection: &Selection,
    observer: Option<Observer<'_>>,
) -> Result<Module> {
    let profile = options.profile.or_else(|| Profile::of(&module)).ok_or_else(|| {
        let text = format!(
            "target triple \"{}\" has no stage and shader model, expected a triple such as \
             dxilv1.5-pc-shadermodel6.5-compute",
            module.triple
        );
        PassErrorKind::Unsupported(text)
    })?;
    let debug_information = match options.debug_information {
        true => DebugInformation::Kept,
        false => DebugInformation::Dropped,
    };
    debug_values::prepare(&mut module, debug_information);
    check_data_layout(&module)?;
    let preserved_shader = translate_metadata::restore(&mut module)?;
    let entries = entries::entries(&module, profile, options.entry.as_ref())?;
    let is_for_newest = preserved_shader.validator_version.is_none() && !options.back_end_only;
    let newest = is_for_newest.then(|| Version::new(NEWEST_VALIDATOR.0, NEWEST_VALIDATOR.1));
    let mut state = State {
        signatures: semantic_signatures::read(&module, profile, &entries)?,
        entries,
        intrinsics: Intrinsics::of(&module, LlvmVersion::Main),
        variables: resource_metadata::variables(&module, &preserved_shader),
        layouts: HashMap::new(),
        bindings: Bindings::default(),
        described: Vec::new(),
        validator_version: options.validator_version.clone().or(newest),
        is_single: false,
        back_end_only: options.back_end_only,
        source_order: options.source_order,
        debug_information,
        changed: Changed::Nothing,
        module,
        profile,
        preserved_shader,
    };
    let is_wanted = |pass: &Pass<State>| !options.back_end_only || pass.origin == Llvm;
    selection.run(&mut state, STAGES, is_wanted, observer)?;
    Ok(state.module)
}

/// Returns an error if the data layout states a byte order or default address spaces that DXIL does not have.
fn check_data_layout(module: &Module) -> Result<()> {
    let layout = &module.data_layout;
    let mut why =
        layout.split_str("-").any(|item| item == b"E").then_some("the byte order is big-endian (`E`)");
    for (letter, text) in [
        (b'A', "allocas have an address space (`A`)"),
        (b'G', "global variables have a default address space (`G`)"),
        (b'P', "functions have an address space (`P`)"),
    ] {
        why = why.or_else(|| (address_space(layout, letter) != 0).then_some(text));
    }
    let why = why.map(|why| format!("DXIL cannot express the data layout \"{layout}\": {why}"));
    why.map_or(Ok(()), |why| Err(PassErrorKind::Unsupported(why).into()))
}

/// The target triple of DXIL modules.
const TRIPLE: &str = "dxil-ms-dx";

/// The data layouts of DXIL with native 16-bit types and with minimum precision types, which have 32 bits in memory.
const NATIVE: &str = "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64";
const MINIMUM_PRECISION: &str =
    "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64";

/// Returns the data layout string of the DXIL module.
fn data_layout(module: &Module, profile: Profile) -> &'static str {
    if has_native_16_bits(module, profile) { NATIVE } else { MINIMUM_PRECISION }
}

/// `dxil-prepare`: converts the module to LLVM 3.7 IR, and adds the metadata that the parts of a container are derived
/// from.
///
/// Precondition: the module has only constructs that LLVM 3.7 IR can represent.
///
/// Postcondition: the dialect of the module is LLVM 3.7, so pointer types have pointees; the triple and the data layout
/// are DXIL's.
fn prepare(state: &mut State) -> Result<()> {
    state.note_change();
    let profile = state.profile;
    let failed = |error: &dyn std::fmt::Display| PassErrorKind::Unsupported(error.to_string());
    let constructors = global_ctors::take_list(&mut state.module);
    debug_values::forget_globals(&mut state.module);
    // Unused constants and metadata would count as uses of the globals that they refer to.
    let mut module = compacted(&state.module).map_err(|error| failed(&error))?.module;
    drop_unused(&mut module, state, &constructors);
    if state.back_end_only {
        // LLVM's back end writes the code of `local_unnamed_addr`, which LLVM 3.7 reads as `unnamed_addr`.
        let is_local = |global: &&mut Global| global.unnamed_address == UnnamedAddress::LocallyInsignificant;
        for global in module.globals.values_mut().filter(is_local) {
            global.unnamed_address = UnnamedAddress::Insignificant;
        }
    }
    let parameters = parameter_pointees::take_parameters(&mut module);
    let mut module = legacy(&module, &parameters, state.debug_information).map_err(|error| failed(&error))?;
    module.triple = TRIPLE.into();
    module.data_layout = data_layout(&module, profile).into();
    global_ctors::restore_list(&mut module, &constructors);
    translate_metadata::describe(&mut module, state)?;
    resource_symbols::remove_placeholder_names(&mut module, &state.bindings);
    state.module = compacted(&module).map_err(|error| failed(&error))?.module;
    Ok(())
}

/// Removes unused declarations, variables and internal functions. Keeps the `constructors`, which only the removed
/// `llvm.global_ctors` used, and in libraries the resource variables, which only metadata uses.
fn drop_unused(module: &mut Module, state: &State, constructors: &[BString]) {
    let added = state.bindings.iter().filter_map(|binding| binding.variable.as_ref());
    let of_resources: HashSet<&BString> =
        state.variables.iter().map(|(.., name)| name).chain(added).collect();
    let has_variables = state.profile.is_library() || state.back_end_only;
    let is_kept = |global: &Global| match &global.kind {
        GlobalKind::Function(function) => {
            function.body.is_some()
                && (global.linkage == Linkage::External || constructors.contains(&global.name))
        }
        // Like LLVM's back end, which does not remove symbols that a linker may resolve.
        GlobalKind::Variable(_) if global.linkage == Linkage::Common => state.back_end_only,
        GlobalKind::Variable(_) => has_variables && of_resources.contains(&global.name),
        GlobalKind::Alias(_) => false,
    };
    let unused: IdSet<GlobalId> =
        module.globals.iter().filter(|(_, global)| !is_kept(global)).map(|(id, _)| id).collect();
    module.remove_unused_globals(|id| unused.contains(id));
    forget_functions(module);
}
