//! Text formats of DirectX containers: YAML, and root signatures in HLSL's syntax.
//!
//! [`yaml::print`] prints a container as YAML, and [`yaml::read`] reads it back, byte for byte. Parts that LLVM models
//! use LLVM's schema. All others are printed as the fields that their decoder reports (`dx_container::fields`), and
//! read back by the same decoder, so this crate has no description of its own of such a part. [`yaml::print_pdb`]
//! prints a PDB file.
//!
//! [`root_signature`] prints and parses root signatures in the syntax of HLSL.
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

/// The example of the crate's README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
