//! Text forms of DirectX containers.
//!
//! [`yaml::print`] writes a container as YAML, [`yaml::read`] makes the container again, byte for byte. The parts
//! that LLVM models stand under LLVM's keys. Of all others the field walk of their decoder
//! (`dx_container::fields`) is printed, and what is read is given back to the same decoder: there is one
//! description of such a part, and this crate has none of its own. [`yaml::print_pdb`] does the same for a PDB file.
//!
//! [`root_signature`] is the syntax in which HLSL writes root signatures.
//!
//! ```
//! use dx_container::Container;
//!
//! let bytes = include_bytes!("../../../examples/triangle_vs.dxil");
//! let text = dx_text::yaml::print(&Container::parse(bytes)?);
//! assert!(text.contains("EntryName:       VSMain"));
//! assert_eq!(dx_text::yaml::read(&text)?, bytes);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
pub mod limits;
pub mod root_signature;
pub mod yaml;

pub use error::{TextError, TextErrorKind};
