//! The null fragment shader: what a graphics pipeline without a fragment stage has in its place. Separate because it is no
//! prologue or epilogue of a body but a shader of its own.

use super::Glue;
use crate::isa::S_ENDPGM;
use crate::isa::encode::Assembler;
use crate::target::Encoding;

/// A pixel shader that ends at once; targets that need an export of every pixel shader are older.
pub fn null_fragment(encoding: Encoding) -> Glue {
    let mut code = Assembler::new(encoding);
    code.sopp(&S_ENDPGM, 0);
    Glue { encoding, code: code.words, sgpr_count: 0, vgpr_count: 0 }
}
