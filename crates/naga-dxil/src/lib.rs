//! Compiles naga modules to signed DXIL containers. Separate from [`dxil::emit`], on which it is built, because only
//! this crate depends on naga.
//!
//! [`write`](fn@write) compiles an entry point of a module that naga has validated.
//!
//! ```
//! use naga::valid::{ValidationFlags, Validator};
//! use naga_dxil::{Options, PipelineOptions, capabilities};
//!
//! let source = "
//!     @group(0) @binding(0) var<storage, read_write> numbers: array<u32>;
//!     @compute @workgroup_size(64)
//!     fn double(@builtin(global_invocation_id) id: vec3<u32>) { numbers[id.x] *= 2u; }
//! ";
//! let module = naga::front::wgsl::parse_str(source)?;
//! let info = Validator::new(ValidationFlags::all(), capabilities()).validate(&module)?;
//! let output = naga_dxil::write(&module, &info, &PipelineOptions::default(), &Options::default())?;
//! assert!(output.container.starts_with(b"DXBC"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Mapping
//!
//! Values become scalars: vectors, matrices, arrays and structures are lists of them. Functions are inlined. Pointers
//! are places: a variable and indices. A scalar of a variable is an SSA value, unless a variable index selects an
//! element of its array or a column of its matrix. The rows of signature elements are their locations, so any vertex
//! shader links to any fragment shader that reads some of its outputs.

#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing,
        reason = "tests fail by panicking"
    )
)]

mod error;
mod lower;
mod options;
mod wgpu_layout;
mod write;

pub use error::{Error, ErrorKind};
pub use options::{Options, PipelineOptions, Samplers};
pub use wgpu_layout::{BindingKind, LayoutEntry, WgpuLayout};
pub use write::{Output, capabilities, write};

/// Compiles and runs the examples of the crate's README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
