//! The API for front ends that emit DXIL: resources, signatures, operations and control flow, up to a signed container.
//! Separate from [`ops`](crate::ops), [`shader`](crate::shader) and [`assemble`](mod@crate::assemble), which it
//! combines. A front end that needs another level of detail uses these modules and [`dxil_ir::edit`] on the same
//! module.
//!
//! A [`ShaderBuilder`] owns the module. The front end declares resources ([`ResourceDesc`]), signature elements
//! ([`Element`]) and properties, then emits function bodies with an [`Emitter`], and calls
//! [`finish`](ShaderBuilder::finish). `finish` packs signatures, derives the shader flags and the view-ID state, writes
//! the metadata and verifies the module. [`Finished::container`] returns the signed container.
//!
//! # Example
//!
//! Each thread adds the floats of a buffer up to its own index, which needs a loop.
//!
//! ```
//! use dx_container::enums::ShaderKind;
//! use dxil::assemble::Options;
//! use dxil::emit::{EmitError, ResourceDesc, ShaderBuilder, Target};
//! use dxil::ops::{Opcode, OverloadKind};
//! use dxil_ir::builder::{Build as _, BuildControlFlow as _};
//! use dxil_ir::{Alignment, BinaryOp, Predicate};
//!
//! fn prefix_sums() -> Result<Vec<u8>, Box<dyn std::error::Error>> {
//!     let mut shader = ShaderBuilder::new(Target::new(ShaderKind::COMPUTE, (6, 6)), "main");
//!     shader.thread_group([64, 1, 1]);
//!     let input = shader.bind(ResourceDesc::structured("Input", 4))?;
//!     let output = shader.bind(ResourceDesc::structured("Sums", 4).writable())?;
//!     shader.emit(|emit| {
//!         let (input, output) = (emit.handle(input)?, emit.handle(output)?);
//!         let thread = emit.op(Opcode::THREAD_ID, None, [0])?;
//!         let (i32, f32) = (emit.scalar(OverloadKind::I32), emit.scalar(OverloadKind::F32));
//!         let (index, sum) = (emit.local(i32), emit.local(f32));
//!         let (zero, one, nothing) = (emit.value(0), emit.value(1), emit.value(0.0));
//!         emit.store(zero, index, Alignment::bytes(4));
//!         emit.store(nothing, sum, Alignment::bytes(4));
//!         let iteration = emit.begin_loop();
//!         let at = emit.load(i32, index, Alignment::bytes(4));
//!         let loaded = emit.load_from(input, OverloadKind::F32, [at, zero], 1)?;
//!         let before = emit.load(f32, sum, Alignment::bytes(4));
//!         let after = emit.binary(BinaryOp::Add, before, loaded[0]);
//!         emit.store(after, sum, Alignment::bytes(4));
//!         emit.begin_continuing(&iteration)?;
//!         let next = emit.binary(BinaryOp::Add, at, one);
//!         emit.store(next, index, Alignment::bytes(4));
//!         let is_last = emit.compare(Predicate::IntUgt, next, thread);
//!         emit.end_loop(iteration, Some(is_last))?;
//!         let total = emit.load(f32, sum, Alignment::bytes(4));
//!         emit.store_to(output, [thread, zero], &[total])?;
//!         emit.ret(None);
//!         Ok(())
//!     })?;
//!     Ok(shader.finish()?.container(&Options::default())?)
//! }
//!
//! let container = prefix_sums()?;
//! assert!(container.starts_with(b"DXBC"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Operations
//!
//! [`Emitter::op`] calls any operation of the table. The method checks the stage, the shader model, the number and the
//! types of the arguments, and that constants are constants in range; an error states the remedy. Methods such as
//! [`load_from`](Emitter::load_from), [`sample`](Emitter::sample) and [`handle`](Emitter::handle) choose the operation
//! for the shader model. An argument is an [`Operand`]: a value, or a number that gets the type of the parameter.
//!
//! # Control flow
//!
//! The methods `begin_if`, `begin_loop` and `begin_switch` of the [builder](dxil_ir::builder::FunctionBuilder) keep
//! track of blocks. Front ends with a control flow graph use `add_block`, `switch_to`, `phi` and `branch_if` of
//! the [builder](dxil_ir::builder) on the same emitter. Code after a terminator is dropped, so a front end may emit
//! statements after `return`.
//!
//! # Limits
//!
//! `emit` does not optimize: the passes of `dxil-passes` promote [`local`](Emitter::local) memory to values. `finish`
//! verifies the IR but does not apply the rules of the validator, such as the rule against stores of undefined values.

mod buffers;
mod emitter;
mod error;
mod feedback;
mod finish;
mod handles;
mod interface;
mod memory;
mod operand;
mod resource;
mod shader_builder;
mod signature;
mod state;
mod target;
mod textures;
mod variables;

pub use buffers::AtomicOp;
pub use dxil_ir::builder::{If, Loop, Switch};
pub use emitter::Emitter;
pub use error::{EmitError, Result};
pub use finish::Finished;
pub use handles::Uniformity;
pub use interface::Position;
pub use memory::{BarrierMode, UavScope};
pub use operand::{Handle, NO_ARGUMENTS, Operand};
pub use resource::{Resource, ResourceDesc};
pub use shader_builder::ShaderBuilder;
pub use signature::{Element, Slot};
pub use target::Target;
pub use textures::{Dimensions, Lod, Sample};
