//! Every limit that is ours rather than the format's, with its reason.

/// Names that are copied may add up to this many times the container's size, and [`TEXT_BYTES_FREE`] besides.
///
/// Compilers store a name once and refer to it a few times. Without a limit, a library of n bytes can name n/44
/// functions by one text of n/2 bytes.
pub const TEXT_BYTES_PER_BYTE: usize = 4;

/// See [`TEXT_BYTES_PER_BYTE`]: small libraries whose functions share long names are read all the same.
pub const TEXT_BYTES_FREE: usize = 64 << 10;

/// Inputs and outputs of nodes and their attributes: one for so many bytes of the container, and
/// [`NODE_RECORDS_FREE`] besides, counted once for each reference.
///
/// Compilers share equal ones among nodes. An attribute takes 8 bytes in a file and some 50 in memory; without a
/// limit, sharing on three levels makes of n bytes n³.
pub const BYTES_PER_NODE_RECORD: usize = 8;

/// See [`BYTES_PER_NODE_RECORD`].
pub const NODE_RECORDS_FREE: usize = 4096;

/// Disagreements that are kept. Compilers' files have none; a hostile one has as many as records, and whoever
/// reads a thousand has seen enough.
pub const DISAGREEMENTS: usize = 1000;

/// Resources that a token program declares. The model takes some 200 bytes for one, its declaration 12; Direct3D 11
/// binds a few hundred at most, and programs for Direct3D 12 declare whole ranges as one.
pub const DECLARED_RESOURCES: usize = 1 << 16;

/// Buffers, types and members that a DXIL program tells of: one for so many bytes of the container, and
/// [`MEMBERS_FREE`] besides. A member is a name, an offset and a node in metadata, which take more; arrays of many
/// lengths of one structure of many members would make of n bytes n².
pub const BYTES_PER_MEMBER: usize = 4;

/// See [`BYTES_PER_MEMBER`].
pub const MEMBERS_FREE: usize = 4096;

/// Levels of structures in structures; deeper ones have no members. As many as RDEF may have.
pub const TYPE_DEPTH: usize = 64;
