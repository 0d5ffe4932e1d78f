//! Executes machine code of AMD's RDNA2 (gfx1030) and RDNA3 (gfx1100): what compiled shaders do, without a GPU. It is
//! for tests and ships with nothing.

mod atomic;
mod decode;
pub mod descriptor;
mod dispatch;
mod encoding;
mod execute;
mod fault;
mod flight;
pub mod format;
mod half;
pub mod image;
pub mod instruction;
pub mod memory;
mod operation;
#[cfg(feature = "pipeline")]
pub mod pipeline;
mod pixels;
mod print;
mod shader;
pub mod table;
mod wait;
mod wave;

pub use decode::decode;
pub use dispatch::{Dispatch, Limits};
pub use execute::{Exported, Surroundings, step};
pub use fault::{Fault, Result};
pub use instruction::Instruction;
pub use memory::Memory;
pub use pixels::Pixel;
pub use print::text;
pub use shader::{Shader, Tables, mark};
pub use table::{Generation, Table};
pub use wave::{Primitive, Wave};
