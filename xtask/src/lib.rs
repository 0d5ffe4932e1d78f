//! The project's tasks as functions, so that tests can call what `cargo xtask` calls.

pub mod bench;
pub mod ci;
pub mod codegen;
pub mod docs;
pub mod tidy;

/// The workspace's root folder.
pub fn root() -> &'static std::path::Path {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace")
}

/// What a task says when it fails.
pub type Outcome = Result<(), String>;
