//! Linking of DXIL libraries from files: sources, names of functions, and the link itself. A layer below the verbs,
//! because `link` and `dxl` link in the same way.

pub mod catalogue;
pub mod job;
pub mod names;
pub mod refusal;
pub mod sources;
mod verdict;
