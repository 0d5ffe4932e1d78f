//! DXIL compute and pixel shaders to LLVM IR for AMD's processors, with relocatable descriptor offsets: what LLVM's
//! code generator makes an unlinked shader of, which [`amdgpu_link`] links with the state of a pipeline.
//!
//! The phases, in order:
//!
//! | phase | and then |
//! |---|---|
//! | [`dxil_passes::transform`] | the shader is one function, without memory that could be values |
//! | [`dxil_passes::upgrade`] | it is IR of today, and arithmetic is instructions and intrinsics of all targets |
//! | `entry` | its arguments are the registers that it finds what it is given in |
//! | `operations` | what was an operation is the processor's intrinsics, by one file a family |
//! | `arithmetic` | instructions mean to LLVM what they mean in DXIL |
//! | `memory` | what a thread and a thread group have for themselves lies in their address spaces |
//! | `library` | functions that are called and were not there are defined |
//! | `pal_metadata` | the module says what the linker and the driver ask |
//!
//! What has no translation is refused by its name, with its place in the program that was given.

#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing,
        clippy::cast_possible_truncation,
        reason = "tests fail by panicking"
    )
)]

mod arithmetic;
mod atomics;
pub mod bindings;
mod breaks;
mod buffers;
mod counters;
mod descriptors;
mod entry;
mod error;
mod handle;
pub mod heaps;
mod interpolation;
mod library;
mod memory;
mod operations;
mod options;
mod outputs;
mod pal_metadata;
mod pixel;
mod places;
mod registers;
pub mod resources;
pub mod root_layout;
mod shader;
mod static_samplers;
mod textures;
mod threads;
mod translation;
mod uniformity;
mod waves;

use bstr::ByteSlice as _;
use dxil::assemble;
use dxil_ir::edit::Editor;
use dxil_ir::edit::compaction::compacted;
use dxil_ir::intrinsics::LlvmVersion;
use dxil_ir::{GlobalId, Module};
use dxil_passes::pass_manager::{Scope, Selection, passes};
use dxil_passes::transform;
use dxil_passes::upgrade::{self, Context, Target};

pub use error::{CompileError, CompileErrorKind, Result};
pub use options::{Options, Processor, WaveSize};
pub use resources::Resource;

use error::{invalid, of_pass};
use shader::Described;
use translation::Translation;

/// What code generation is for.
const TRIPLE: &str = "amdgcn--amdpal";

/// The metadata that code generation puts beside the code.
const PAL_METADATA: &str = "amdgpu.pal.metadata.msgpack";

/// The pass of an upgrade that concerns a processor.
const OPERATIONS: &str = "operations";

/// A compiled shader.
#[derive(Debug, Clone)]
pub struct Compiled {
    /// The module, for LLVM's code generator.
    pub module: Module,
    /// The lanes of a wave.
    pub wave_size: WaveSize,
    /// The threads of a group; none of a pixel shader.
    pub threads: Option<[u32; 3]>,
    /// What the shader is bound to.
    pub resources: Vec<Resource>,
}

/// Compiles a module that says what shader it is, and that is valid.
///
/// # Errors
///
/// A shader of another stage, what there is no code for, and metadata that cannot be read.
pub fn compile(mut module: Module, options: &Options) -> Result<Compiled> {
    // First of all, for it numbers functions anew.
    assemble::strip_debug_information(&mut module);
    let mut shader = Described::of(&module, options)?;
    // Passes number functions anew.
    let name = module.globals.get(shader.entry).map(|global| global.name.clone()).unwrap_or_default();
    places::mark(&mut module)?;
    if shader.pixel.is_some() {
        outputs::gather(&mut module, shader.entry)?;
    }
    let mut scope = Scope::new(vec![shader.entry]);
    transform::run(&mut module, &mut scope, &passes(transform::FLATTEN)).map_err(of_pass)?;
    let to = upgrade::Options { llvm: LlvmVersion::V22, target: Target::Processor };
    let context = Context::default();
    let selection = Selection { only: vec![OPERATIONS.to_owned()], ..Selection::default() };
    let upgraded = upgrade::upgrade(&module, to, &context, &selection, None);
    let (mut module, _) = upgraded.map_err(of_pass)?;
    let gone = || CompileErrorKind::Bug("the entry function does not exist".to_owned());
    let main = module.global_named(name.as_bstr()).ok_or_else(gone)?;
    shader.resources.add_heaps(&heaps::used(&mut module, main)?, &options.bindings)?;
    let entry = translate(&mut module, main, &shader, options)?;
    let Described { wave, threads, pixel, resources, .. } = shader;
    let threads = pixel.is_none().then_some(threads);
    finish(&mut module, entry)?;
    check(&module)?;
    Ok(Compiled { module, wave_size: wave, threads, resources: resources.all })
}

/// Makes the entry of a function.
fn translate(module: &mut Module, main: GlobalId, shader: &Described, options: &Options) -> Result<GlobalId> {
    let inputs = entry::Inputs::new(options, shader);
    let moved = memory::place_globals(module)?;
    let entry = entry::make(module, main, &inputs, shader)?;
    let mut editor = Editor::new(module, entry).map_err(invalid)?;
    let mut translation = Translation::new(&mut editor, options.processor, shader, inputs.clone());
    translation.run()?;
    if let Some(pixel) = &shader.pixel {
        translation.return_outputs(pixel)?;
    }
    translation.place_memory(&moved)?;
    translation.remove_dead()?;
    let library = std::mem::take(&mut translation.library);
    let discards = translation.discards;
    places::unmark(&mut editor)?;
    let _ = editor.finish();
    for (name, text) in library {
        library::define(module, &name, &text)?;
    }
    let document = pal_metadata::document(options, &inputs, shader, discards)?;
    module.named_metadata.clear();
    let text = module.metadata.intern_string(document.as_bstr());
    let node = module.tuple(&[Some(text)]);
    module.add_named_metadata(PAL_METADATA, &[node]);
    Ok(entry)
}

/// Leaves nothing of what the shader was.
fn finish(module: &mut Module, entry: GlobalId) -> Result<()> {
    module.triple = TRIPLE.into();
    module.data_layout = "".into();
    module.source_filename = "".into();
    module.remove_unused_globals(|id| id != entry);
    // Nodes that nothing refers to any more may mention globals.
    let compacted = compacted(module).map_err(|error| CompileErrorKind::Bug(error.to_string()))?;
    *module = compacted.module;
    let entries = entry::SYMBOLS.map(|symbol| module.global_named(symbol.into()));
    module.remove_unused_globals(|id| !entries.contains(&Some(id)));
    Ok(())
}

/// Looks for operations that are left, which would be calls of functions that nobody has.
fn check(module: &Module) -> Result<()> {
    for (_, global) in module.globals.iter() {
        if global.name.starts_with(b"dx.op.") || global.name.starts_with(b"llvm.dx.") {
            return Err(CompileErrorKind::Bug(format!("{} is left", global.name)).into());
        }
    }
    match dxil_ir::verify(module).findings.first() {
        Some(finding) => {
            let place = finding.place.show(module);
            Err(CompileErrorKind::Bug(format!("module is not valid: {place}: {}", finding.message)).into())
        }
        None => Ok(()),
    }
}

/// The example of the crate's README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
