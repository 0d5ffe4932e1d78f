//! Every limit that is ours rather than the format's, with its reason.

/// Strings of one part may add up to this many times the part's size, counted once for each record that
/// refers to them.
///
/// Compilers share a string among the rows of one array, so real files stay below 2. Without a limit, a file
/// of n bytes can refer to one long string n/24 times and make a reader allocate n²/48 bytes.
pub const TEXT_BYTES_PER_BYTE: usize = 8;

/// Descriptor ranges of one root signature may take up this many times the part's size, counted once for each
/// table that refers to them. Serializers never share ranges; the limit keeps reading linear.
pub const RANGE_BYTES_PER_BYTE: usize = 1;

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
