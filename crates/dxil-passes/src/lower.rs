//! From LLVM IR of today to DXIL: any compiler that emits IR for LLVM's `dxil` target becomes one that makes shaders.
//!
//! Passes have LLVM's names where they do what LLVM's do. Each is a file that opens with what it needs and what holds
//! after it.

mod profile;

pub use profile::Profile;
