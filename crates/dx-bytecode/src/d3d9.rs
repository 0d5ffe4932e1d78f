//! Direct3D 9 programs: vertex and pixel shaders 1.1 to 3.0, alone in a file or in part Aon9 of a container. A room
//! of this crate because text, errors and rules are those of the token programs of shader models 4 and 5; their tokens
//! have nothing in common.
//!
//! A program is a version token, instructions and comments, and an end token. An instruction is a token with the opcode
//! and a parameter token for each register; from shader model 2 on it says how long it is. Every bit is kept.
//!
//! ```
//! use dx_bytecode::d3d9::{Program, text};
//!
//! let program = text::parse("vs_2_0\ndcl_position v0\nmov oPos, v0\n").expect("valid text");
//! let words = program.encode()?;
//! assert_eq!(words.first(), Some(&0xfffe_0200));
//! let mut listing = String::new();
//! text::print(&mut listing, &program);
//! assert_eq!(listing, "    vs_2_0\n    dcl_position v0\n    mov oPos, v0\n");
//! # Ok::<(), dx_bytecode::ProgramError>(())
//! ```

pub mod check;
pub mod constant_table;
pub mod declarations;
mod error;
pub mod instruction;
mod instruction_token;
pub mod level9;
pub mod listing;
pub mod numbering;
pub mod opcode;
pub mod operand;
mod parameter_token;
mod program;
pub mod register;
pub mod text;

pub use declarations::Declarations;
pub use error::D3d9ErrorKind;
pub use instruction::Instruction;
pub use program::{Comment, Program, Statement, Statements};
