//! Reads, edits, signs and writes DirectX containers (DXBC and DXIL) without losing a byte.
//!
//! ```text
//! bytes -> Container -> typed views of parts -> owned parts -> ContainerBuilder -> bytes
//!          header,      Psv, Signature, ...     (edit)
//!          offsets      walk their fields
//! ```
//!
//! - [`Container`] opens a file. It reads the header and the part table, and allocates the part table only.
//! - [`parts`] has one module for each part: a borrowed view, an owned form, and the writer. The decoder of a view
//!   reports every field it reads to a [`Sink`](fields::Sink); all output formats are implementations of `Sink`.
//! - [`partial_part_table`] finds parts of a file of which only pieces are read.
//! - [`ContainerBuilder`] writes a container with its offsets, sizes and digest.
//! - [`pdb`] opens and writes PDB files, in which compilers store a container for debuggers.
//!
//! Unknown bytes, values and parts are kept. No input causes a panic, and memory use is bounded by a small multiple
//! of the input size (see [`limits`]).
//!
//! ```
//! use dx_container::parts::signature::Signature;
//! use dx_container::{Container, FourCc};
//!
//! let bytes = include_bytes!("../../../examples/triangle_vs.dxil");
//! let container = Container::parse(bytes)?;
//! let inputs: Signature = container.view(FourCc::ISG1).expect("a vertex shader has inputs")?;
//! let names: Vec<String> = inputs.elements().map(|element| element.name.to_string()).collect();
//! assert_eq!(names, ["POSITION", "NORMAL", "TEXCOORD", "SV_InstanceID"]);
//! # Ok::<(), dx_container::ContainerError>(())
//! ```

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

pub mod builder;
pub mod container;
mod d3d9_version;
pub mod digest;
pub mod error;
mod field_values;
pub mod fields;
mod fourcc;
mod generated;
pub mod limits;
mod magic;
pub mod mangled_name;
pub mod names;
mod part;
pub mod partial_part_table;
pub mod parts;
pub mod pdb;
mod program_version;
pub mod reader;
pub mod scan;
pub mod string_packing;
pub mod symbols;

pub use builder::{ContainerBuilder, PartEntry, Signing, sign};
pub use container::{Container, Part};
pub use d3d9_version::D3d9Version;
pub use digest::{Digest, DigestState, DigestVariant};
pub use error::{ContainerError, ContainerErrorKind, Result};
pub use fourcc::{FourCc, NotFourCc};
pub use magic::is_container;
pub use program_version::ProgramVersion;

/// Enumerations of the formats, one type each (`tables/enums.toml`).
pub mod enums {
    pub use crate::generated::enums::*;
}

/// Flag words of the formats (`tables/flags.toml`).
pub mod flags {
    pub use crate::generated::flags::*;
}

/// The README's examples, compiled.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// The example of the crate's README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
