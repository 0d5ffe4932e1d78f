//! The null fragment shader of a graphics pipeline without a fragment stage. Separate because it is a shader of its
//! own, not the prologue or epilogue of one.

use super::Glue;
use crate::isa::S_ENDPGM;
use crate::isa::encode::Assembler;
use crate::target::Encoding;

/// Generates a pixel shader that ends at once; only targets older than gfx10 need an export.
pub fn null_fragment(encoding: Encoding) -> Glue {
    let mut code = Assembler::new(encoding);
    code.sopp(&S_ENDPGM, 0);
    Glue { encoding, code: code.words, sgpr_count: 0, vgpr_count: 0 }
}
