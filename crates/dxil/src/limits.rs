//! Every limit that is ours rather than the format's, with its reason.

/// Bytes in the name of an operation's function, which may have the names of a program's structures in it. DXC's
/// longest are those of templates, some hundred bytes. Without a limit, comparing the name takes the number of calls
/// times its length.
pub const OPERATION_NAME: usize = 1 << 12;

/// How deep a type is shown where an operation has a wrong one. Right ones go down to 2.
pub const TYPE_TEXT_DEPTH: usize = 8;

/// How deep the lists of a shader's metadata nest. DXC's go down to 6: type annotations, structure, template arguments.
pub const METADATA_DEPTH: usize = 32;

/// How often an operand of a shader's metadata, or a byte of a string, is read on average, apart from
/// [`METADATA_OPERANDS_FREE`] and [`METADATA_BYTES_FREE`]: nodes may be shared. In DXC's modules entries share the
/// resources with the module, and fields share what is said of them; small ones are read up to four times, their
/// strings up to eighteen times. In memory an operand becomes up to some sixty bytes.
pub const METADATA_READS: usize = 4;

/// See [`METADATA_READS`].
pub const METADATA_OPERANDS_FREE: usize = 1 << 17;

/// See [`METADATA_READS`].
pub const METADATA_BYTES_FREE: usize = 1 << 20;

/// How often a reference is followed from what is used to who uses it, on average, apart from [`REFERENCES_FREE`]:
/// constants may be shared. In DXC's modules functions use resources themselves, so each reference is followed once;
/// those to functions once for each variable that is shared by a thread group.
pub const REFERENCE_VISITS: usize = 8;

/// See [`REFERENCE_VISITS`].
pub const REFERENCES_FREE: usize = 1 << 20;

/// How many types the type of a texture's element consists of. Those of HLSL are a vector, a number or a structure of
/// up to four numbers.
pub const ELEMENT_PARTS: usize = 64;

/// The alternatives of a resource handle that is a phi or select. DXC permits none, and passes of `lower` remove them.
/// Each alternative of a phi web is propagated along each edge of the web once.
pub const HANDLE_ALTERNATIVES: usize = 64;

/// Semantic indices of an element of a signature: a row has one, but DXC 1.7 gave elements of mesh shaders one for each
/// of their at most 256 vertices. Without a limit, finding them in a table takes the square of their number.
pub const SEMANTIC_INDICES: usize = 256;

/// Bytes of the names of all rows of a signature, of which each has its own: a name of a megabyte may be that of
/// hundreds. The largest signatures have 512 rows, whose names take some dozen bytes.
pub const SIGNATURE_NAMES: usize = 1 << 20;

/// Rows of an element of a signature, and of a signature, of each stream: Direct3D's limit. What depends on which of
/// them is kept in sets of a fixed size.
pub const SIGNATURE_ROWS: u32 = 32;

/// Components of a signature: [`SIGNATURE_ROWS`] of [`SIGNATURE_COLUMNS`].
pub const SIGNATURE_SCALARS: u32 = SIGNATURE_ROWS * SIGNATURE_COLUMNS;

/// Columns of a row.
pub const SIGNATURE_COLUMNS: u32 = 4;

/// Streams of a geometry shader.
pub const STREAMS: usize = 4;
