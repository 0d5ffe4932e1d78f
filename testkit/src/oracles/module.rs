//! What must hold for any bytes at all that are read as a module.

use std::ops::Range;

use dxil_ir::locate::locate;
use dxil_ir::size::{BlockSizes, Sizes};
use dxil_ir::{Module, Result, bitcode, verify};

/// What can be read is verified, whatever that says; what breaks no rule can be written; and what can be written is the
/// same program when it is read again. Whatever is wrong lies within the bytes that
/// were read, which lie at `range` in their file. The module, where they could be.
pub fn module(read: Result<Module>, range: Range<u64>) -> Option<Module> {
    let module = match read {
        Ok(module) => module,
        Err(error) => {
            let place = error.place();
            assert!(range.start <= place.offset && place.offset + place.len <= range.end, "{error}");
            return None;
        }
    };
    let report = verify(&module);
    let written = bitcode::write(&module);
    assert!(written.is_ok() || !report.is_valid(), "{:?} of a module that breaks no rule", written.err());
    if let Ok(written) = written {
        let again = bitcode::read(&written, 0).unwrap_or_else(|error| panic!("{error} in what was written"));
        let difference = module.difference(&again);
        assert!(difference.is_none(), "{difference:?}");
    }
    Some(module)
}

/// What is counted adds up to the whole, and every bit of that belongs to something.
pub fn sizes(bytes: &[u8]) {
    let Ok(sizes) = Sizes::of(bytes, 0) else { return };
    let blocks = sizes.blocks.values().map(BlockSizes::bits).sum::<u64>();
    assert_eq!(sizes.outside + blocks, sizes.bits);
    assert_eq!(sizes.bits, 8 * bytes.len() as u64);
    // Any bit will do; this one changes with the bytes.
    let bit =
        u64::from(bytes.iter().fold(0_u32, |sum, byte| sum.wrapping_mul(31).wrapping_add((*byte).into())));
    assert!(matches!(locate(bytes, 0, bit % sizes.bits), Ok(Some(_))), "bit {bit} of {}", sizes.bits);
}
