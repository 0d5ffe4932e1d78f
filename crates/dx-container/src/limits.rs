//! The limits of this crate that the formats do not have, each with its reason.

/// The limit on the total size of the strings of a part, counted once for each record that refers to them: this many
/// times the part's size plus [`TEXT_BYTES_FREE`].
///
/// Compilers share a string among the rows of one array, so real files stay below 2. Without a limit, a file
/// of n bytes can refer to one long string n/24 times and make a reader allocate n²/48 bytes.
pub const TEXT_BYTES_PER_BYTE: usize = 3;

/// See [`TEXT_BYTES_PER_BYTE`]: long names may be shared by all rows of an array.
pub const TEXT_BYTES_FREE: usize = 4 << 10;

/// The limit on the total size of the descriptor ranges of a root signature, counted once for each table that refers to
/// them, as a multiple of the part's size. Serializers never share ranges; the limit keeps reading linear.
pub const RANGE_BYTES_PER_BYTE: usize = 1;

/// The limit on the uncompressed size of compressed content: this many times the part's size plus [`INFLATED_BYTES`].
///
/// Sources compress to a fifth, repetitive ones to a tenth. Without a limit, a thousand bytes can expand to a million.
pub const INFLATED_BYTES_PER_BYTE: usize = 6;

/// See [`INFLATED_BYTES_PER_BYTE`]: sources up to this size are read regardless of their compressed size.
pub const INFLATED_BYTES: usize = 4 << 20;

/// The size that a compressed text counts for in addition to its bytes: its structure in memory.
pub const BYTES_PER_INFLATED_TEXT: usize = 48;

/// The maximum number of arguments of a command line. Each takes at least two bytes, and about fifty in memory; systems
/// limit command lines to a few megabytes, Windows to 32,767 characters.
pub const ARGUMENTS: usize = 1 << 16;

/// The limit on shared data of resource definitions (member lists, default values), counted once for each record that
/// refers to it, as a multiple of the part's size.
///
/// Compilers share the members of a structure among its array types. Without a limit, a file of n bytes can
/// refer n/16 times to one list of n/2 bytes.
pub const RDEF_SHARED_BYTES_PER_BYTE: usize = 2;

/// The maximum nesting depth of types in a resource definition. The writer is recursive; shaders nest structures a few
/// levels deep.
pub const RDEF_TYPE_DEPTH: u32 = 64;

/// The maximum number of types in a resource definition. A type takes ten times its bytes in memory, and twice that
/// during comparisons. Shaders have a few hundred: all constant buffers together hold 57,344 registers.
pub const RDEF_TYPES: usize = 1 << 16;

/// The limit on the data that records of RDAT refer to, counted once for each reference, as a multiple of the part's
/// size.
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

/// The number of times that all bytes may be read again while containers are looked for: parts outside of what is in
/// memory, and the bytes of containers with a wrong digest. Archives of real ones need less than two; in a hostile file
/// each magic could claim the whole rest. Beyond the limit, what lies in the bytes of a wrong one is not looked at, and
/// a container larger than the window is not found.
pub const SCANNED_TWICE: u64 = 4;

/// The maximum number of parts of a container of which only pieces are read. Each costs a call to the system; compilers
/// write a dozen.
pub const OUTLINE_PARTS: u32 = 1 << 10;
