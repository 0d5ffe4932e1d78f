//! The language code of a compile unit in LLVM 3.7. Separate because DWARF 6 has names and versions of languages
//! instead of codes.
//!
//! Source: LLVM's Dwarf.def and `toDW_LANG` in Dwarf.h, 23.1.

/// DWARF's code of C++, which DXC writes for HLSL, and the last code that LLVM 3.7 knows.
const C_PLUS_PLUS: u64 = 4;
const LAST: u64 = 0x23;
/// The names of C and C++ in DWARF 6, and the versions that LLVM 3.7 has codes for, newest first.
const NAME_C: u64 = 3;
const NAME_C_PLUS_PLUS: u64 = 4;
const C: u64 = 2;
const VERSIONS_OF_C: [(u64, u64); 3] = [(201_112, 0x1d), (199_901, 0x0c), (198_912, 1)];
const VERSIONS_OF_C_PLUS_PLUS: [(u64, u64); 3] = [(201_402, 0x21), (201_103, 0x1a), (200_310, 0x19)];

/// Returns the code that LLVM 3.7 has for a code of DWARF 5, or if that is 0, for a name and a version of DWARF 6. The
/// code of other languages is the code of C++.
pub(super) fn language(code: u64, name: u64, version: u64) -> u64 {
    let (versions, unversioned) = match (code, name) {
        (known @ 1..=LAST, _) => return known,
        (0, NAME_C) => (VERSIONS_OF_C, C),
        (0, NAME_C_PLUS_PLUS) => (VERSIONS_OF_C_PLUS_PLUS, C_PLUS_PLUS),
        _ => return C_PLUS_PLUS,
    };
    let known = versions.iter().find(|(first, _)| version >= *first);
    known.map_or(unversioned, |(_, language)| *language)
}
