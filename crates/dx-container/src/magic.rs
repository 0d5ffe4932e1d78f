//! The magic of a container. Separate because PDBs contain containers, and containers contain PDBs.

use bstr::ByteSlice as _;

use crate::fourcc::FourCc;

/// Returns true if `bytes` begin with the magic of a container.
pub fn is_container(bytes: &[u8]) -> bool {
    bytes.starts_with_str(FourCc::DXBC.0)
}
