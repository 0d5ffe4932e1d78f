//! Every limit that is ours rather than the format's, with its reason.

/// Strings of one part may add up to this many times the part's size, and [`TEXT_BYTES_FREE`] besides, counted
/// once for each record that refers to them.
///
/// Compilers share a string among the rows of one array, so real files stay below 2. Without a limit, a file
/// of n bytes can refer to one long string n/24 times and make a reader allocate n²/48 bytes.
pub const TEXT_BYTES_PER_BYTE: usize = 3;

/// See [`TEXT_BYTES_PER_BYTE`]: long names may be shared by all rows of an array.
pub const TEXT_BYTES_FREE: usize = 4 << 10;

/// Descriptor ranges of one root signature may take up this many times the part's size, counted once for each
/// table that refers to them. Serializers never share ranges; the limit keeps reading linear.
pub const RANGE_BYTES_PER_BYTE: usize = 1;

/// What a part holds compressed may take this many times the part's size, and [`INFLATED_BYTES`] besides.
///
/// Sources shrink to a fifth, and to a tenth where they repeat themselves. Without a limit, a thousand bytes
/// stand for a million.
pub const INFLATED_BYTES_PER_BYTE: usize = 6;

/// See [`INFLATED_BYTES_PER_BYTE`]: sources up to this size are read however small they were made.
pub const INFLATED_BYTES: usize = 4 << 20;

/// What a compressed text counts for on top of its bytes: what holds it in memory.
pub const BYTES_PER_INFLATED_TEXT: usize = 48;

/// Arguments of one command line. Each takes two bytes at least and some fifty in memory; systems end command
/// lines at a few megabytes, Windows at 32,767 characters.
pub const ARGUMENTS: usize = 1 << 16;

/// What a resource definition's records share (member lists, default values) may add up to this many times the
/// part's size, counted once for each record that refers to it.
///
/// Compilers share the members of a structure among its array types. Without a limit, a file of n bytes can
/// refer n/16 times to one list of n/2 bytes.
pub const RDEF_SHARED_BYTES_PER_BYTE: usize = 2;

/// How deep types of a resource definition nest. The writer goes down recursively, as compilers do; shaders
/// nest structures a few levels deep.
pub const RDEF_TYPE_DEPTH: u32 = 64;

/// Types of one resource definition. In memory a type takes ten times its bytes, and twice that while a part is
/// compared with what it was. Shaders have a few hundred: all constant buffers together hold 57,344 registers.
pub const RDEF_TYPES: usize = 1 << 16;

/// What the records of RDAT refer to may add up to this many times the part's size, counted once for each
/// reference.
///
/// Large libraries share one list of resources among a thousand functions, which is 30 times the part.
/// Without a limit, a file of n bytes can make a walk show n²/16.
pub const RDAT_SHARED_BYTES_PER_BYTE: usize = 64;

/// The same counted once for each place that is referred to. Compilers store what is equal once and what is
/// not apart, so it stays below 1; a file in which one text is the end of another may have more. The
/// canonical writer stores them apart: the limit bounds what it writes.
pub const RDAT_DISTINCT_BYTES_PER_BYTE: usize = 2;

/// Content of PDBI may be this many times as large as its compressed form, plus
/// [`PDB_INFO_FREE`]: zlib can make 1032 bytes of one.
pub const PDB_INFO_BYTES_PER_BYTE: usize = 4;

/// See [`PDB_INFO_BYTES_PER_BYTE`]: sources of shaders compress to a tenth, but rarely have megabytes. Reading,
/// rewriting and comparing holds the content about four times.
pub const PDB_INFO_FREE: usize = 3 << 20;

/// Parts among which a PDB's debug name is looked for when little of the file is to be read. It is the first in
/// what DXC writes, and no shader has so many parts; a hostile file has a hundred million.
pub const PARTS_BEFORE_DEBUG_NAME: u32 = 64;

/// Parts of a container that is looked for inside other bytes. Real ones have less than thirty; without a limit, a
/// file could begin a container of a million parts every 32 bytes.
pub const SCANNED_PARTS: u32 = 1 << 10;

/// How often all bytes may be read again while containers are looked for: parts outside of what is in memory, and
/// the bytes of containers with a wrong digest. Archives of real ones need less than two; in a hostile file each
/// magic could claim the whole rest. Beyond the limit, what lies in the bytes of a wrong one is not looked at, and a
/// container larger than the window is not found.
pub const SCANNED_TWICE: u64 = 4;
