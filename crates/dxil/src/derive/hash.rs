//! HASH and ILDN: a program's MD5, and the name of the PDB that goes by it.

use dx_container::Digest;
use dx_container::flags::HashFlags;
use dx_container::parts::debug_name::DebugNameBuf;
use dx_container::parts::shader_hash::{ShaderHashBuf, md5};

/// HASH of a program, by its final bitcode: what DXIL holds.
pub fn hash(bitcode: &[u8]) -> ShaderHashBuf {
    ShaderHashBuf { flags: HashFlags::default(), digest: md5(bitcode), unknown: Vec::new() }
}

/// HASH of a program and of what it was compiled from, by its bitcode with debug information.
pub fn hash_with_sources(bitcode: &[u8]) -> ShaderHashBuf {
    ShaderHashBuf { flags: HashFlags::INCLUDES_SOURCE, ..hash(bitcode) }
}

/// ILDN with the name that a PDB has by default.
pub fn debug_name(hash: &ShaderHashBuf) -> DebugNameBuf {
    DebugNameBuf { flags: 0, name: format!("{}.pdb", Digest(hash.digest)).into() }
}
