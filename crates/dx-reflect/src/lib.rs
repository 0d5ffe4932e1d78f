//! Reflection of compiled shaders, with one model for DXBC and DXIL: stage, entry points, thread group, resources and
//! bindings, constant buffers, signatures, functions and subobjects of libraries; and a check that the outputs of one
//! stage match the inputs of the next.
//!
//! - [`Reflection::of`] collects data from the parts of a container: RDEF and STAT of FXC; PSV0, RDAT, SFI0, HASH and
//!   VERS of DXC; the signatures; the size of the root signature; and from the program: the declarations of shader
//!   models 4 and 5, and the metadata of DXIL.
//! - Data that none of them has is absent, never guessed.
//! - [`interface::check`] compares two stages like Direct3D does when it creates a pipeline.
//!
//! ```
//! use dx_container::Container;
//! use dx_reflect::{Reflection, interface};
//!
//! let read = |bytes: &'static [u8]| Reflection::of(&Container::parse(bytes)?);
//! let vertex = read(include_bytes!("../../../examples/triangle_vs.dxil"))?;
//! let pixel = read(include_bytes!("../../../examples/triangle_ps.dxil"))?;
//! assert_eq!(pixel.entry, Some("PSMain".into()));
//! assert_eq!(interface::check(&vertex, &pixel, 0), []);
//! # Ok::<(), dx_reflect::ReflectionError>(())
//! ```

mod bitcode;
mod constant_buffer;
mod copies;
mod declared;
mod disagreement;
mod error;
mod gather;
pub mod interface;
mod library;
pub mod limits;
mod program;
mod reflection;
mod resource;
mod root_signature;
mod runtime_info;
mod signature;
mod stage;
mod subobject;
mod token_program;

pub use bitcode::Unread;
pub use constant_buffer::{ConstantBuffer, Member, Type, Variable};
pub use error::ReflectionError;
pub use library::{Function, Node, NodeAttribute, NodeId, NodeIo};

pub use disagreement::Disagreement;
pub use reflection::{Hash, Language, Reflection};
pub use resource::{Resource, ResourceUse};
pub use root_signature::RootSignatureSummary;
pub use signature::{Element, Signatures};
pub use stage::{Geometry, Mesh, Pixel, Tessellation};
pub use subobject::{Subobject, SubobjectContent};
pub use token_program::{GlobalFlags, IndexableTemp, TokenProgram};

/// The example of the crate's README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
