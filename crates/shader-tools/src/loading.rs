//! From the bytes of a file to its contents: containers, PDBs, programs and modules. A layer below the verbs, because
//! all verbs that read shaders read the same kinds of files.

pub mod assembled;
pub mod assembly_language;
#[cfg(feature = "compile")]
pub mod compiled;
pub mod compiler_arguments;
pub mod converted;
pub mod direct3d9;
pub mod file_kind;
pub mod in_memory_input;
pub mod ir_check;
pub mod loaded_shader;
pub mod lowered;
pub mod pass_error;
pub mod pdb_catalogue;
pub mod pdb_folder;
pub mod program;
pub mod read_module;
pub mod reading;
pub mod recorded_sources;
pub mod shader_facts;
