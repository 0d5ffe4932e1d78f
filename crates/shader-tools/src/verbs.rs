//! The verbs, one file each.

pub mod amd;
pub mod assemble;
pub mod cfg;
pub mod check_interface;
pub mod completions;
pub mod derive;
pub mod diff;
pub mod disassemble;
pub mod dxv;
pub mod explain;
pub mod inspect;
#[cfg(feature = "man")]
pub mod man;
pub mod parts;
pub mod pdb;
pub mod reflect;
pub mod roundtrip;
pub mod run;
pub mod scan;
pub mod sign;
pub mod size;
pub mod strip;
pub mod validate;
pub mod verify;
pub mod yaml;
