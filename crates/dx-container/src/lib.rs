//! DirectX containers (DXBC, DXIL): read, edited, signed and written without losing a byte.
//!
//! ```text
//! bytes -> Container -> typed views of parts -> owned parts -> ContainerBuilder -> bytes
//!          header,      Psv, Signature, ...     (edit)
//!          offsets      walk their fields
//! ```
//!
//! - [`Container`] opens a file: header and part table, nothing else. It allocates the part table only.
//! - [`parts`] holds one file a part: a borrowed view, an owned form, and the writer. A view's decoder
//!   reports every field it reads to a [`Sink`](fields::Sink); whatever shows a part listens to that walk.
//! - [`ContainerBuilder`] writes: offsets, sizes, digest.
//! - [`pdb`] opens and writes PDB files, in which compilers leave a container for debuggers.
//!
//! Nothing is lost: bytes, values and parts that nobody knows are kept. Nothing panics on any input, and what
//! is allocated stays within a small multiple of the input (see [`limits`]).
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
pub mod digest;
pub mod error;
pub mod fields;
mod fourcc;
mod generated;
pub mod limits;
pub mod names;
pub mod parts;
pub mod pdb;
mod program_version;
pub mod reader;
pub mod scan;
pub mod string_packing;
pub mod symbols;

pub use builder::{ContainerBuilder, PartEntry, Signing, sign};
pub use container::{Container, Part, is_container};
pub use digest::{Digest, DigestState, DigestVariant};
pub use error::{ContainerError, ContainerErrorKind, Result};
pub use fourcc::{FourCc, NotFourCc};
pub use program_version::ProgramVersion;

/// Named values, one type an enumeration of the formats (`tables/enums.toml`).
pub mod enums {
    pub use crate::generated::enums::*;
}

/// Flag words (`tables/flags.toml`).
pub mod flags {
    pub use crate::generated::flags::*;
}

/// The README's examples, compiled.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
