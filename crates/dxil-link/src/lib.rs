//! Linking: from DXIL libraries to a shader, or to one library.
//!
//! [`link`](fn@link) is a list of phases. Each is a function in a file of its own, with its own result, which says what
//! holds from then on:
//!
//! | phase | gives | and then |
//! |---|---|---|
//! | open | [`Catalogue`] | each input has a name, and each function that inputs define is known by name; no program has been read that says its names elsewhere |
//! | resolve | [`Resolved`] | the programs that are needed are read, and those alone; each function that is called has one definition, or stays a declaration of a library |
//! | check | – | the inputs are libraries of compilers and shader models that fit each other and the target |
//! | join | `Joined` | one module has the functions and variables that are needed, and one [`Shader`](dxil::shader::Shader) says what the libraries said of them |
//! | specialize | – | what the target exports is external, and all else is internal; of a shader, all calls are inlined and memory is gone that need not be there |
//! | resources | – | resources that nobody uses are gone; those that are left have numbers, and registers where the target wants them; a shader's handles are made of these |
//! | describe | – | entries say what they say of the target: properties, flags, what is used of signatures |
//! | assemble | bytes | parts follow from the module, and it is signed |
//!
//! Debug builds look after each phase whether what it promises holds.
//!
//! No phase does I/O: who calls [`resolve`](fn@resolve) hands out the programs that it asks for.

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

mod catalogue;
mod check;
mod copy;
mod definitions;
mod describe;
mod error;
mod errors;
mod exports;
mod failed_passes;
mod handles;
pub mod index;
mod initializers;
mod invariants;
mod join;
mod joined;
mod library;
pub mod limits;
mod link;
mod older_models;
mod patch_functions;
mod phase;
mod registers;
mod resolve;
mod resources;
mod specialize;
mod target;
mod wave_sizes;

pub use catalogue::{Catalogue, InputId, Role};
pub use definitions::{Definitions, NamesFrom};
pub use error::{LinkError, LinkErrorKind};
pub use errors::LinkErrors;
pub use exports::{Export, Exports};
pub use library::Library;
pub use link::{Options, link};
pub use phase::Phase;
pub use resolve::{Opened, Reason, Resolved, resolve};
pub use target::{Profile, Target};

/// The example of the crate's README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
