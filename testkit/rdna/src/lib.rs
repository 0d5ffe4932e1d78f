//! Executes machine code of AMD's RDNA2 (gfx1030) and RDNA3 (gfx1100): what compiled shaders do, without a GPU. It is
//! for tests and ships with nothing.

mod decode;
mod fault;
mod half;
pub mod image;
pub mod instruction;
mod operation;
mod print;
pub mod table;
mod wait;

pub use decode::decode;
pub use fault::{Fault, Result};
pub use instruction::Instruction;
pub use print::text;
pub use table::{Generation, Table};
