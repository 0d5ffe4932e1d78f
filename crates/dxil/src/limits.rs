//! Every limit that is ours rather than the format's, with its reason.

/// How deep blocks nest. DXC's modules go down to 3: module, function, constants of the function.
pub const BLOCK_DEPTH: usize = 32;

/// Operands of all abbreviations that are defined at one time, in BLOCKINFO and in open blocks; a record's code
/// counts as one. LLVM defines some 40 abbreviations of up to 8. In memory the smallest abbreviation takes sixty
/// times its bits.
pub const ABBREVIATION_OPERANDS: usize = 1 << 15;

/// Records and abbreviations of all BLOCKINFO blocks of one stream, which are kept. LLVM writes about 20. In memory
/// the smallest record takes thirty times its bits.
pub const BLOCK_INFO_ITEMS: usize = 1 << 16;

/// Operands of one record, for each byte of the stream, and [`OPERANDS_FREE`] besides. Unabbreviated ones take six
/// bits, so there are fewer of them; without a limit, an array of single bits takes 64 times its size in memory.
pub const OPERANDS_PER_BYTE: u64 = 2;

/// See [`OPERANDS_PER_BYTE`].
pub const OPERANDS_FREE: u64 = 1 << 20;

/// Operands that take no bits because their abbreviation holds their value, for each byte of the stream, and
/// [`LITERALS_FREE`] besides. LLVM's abbreviations have at most one of them. Without a limit, three bits can
/// stand for thousands of operands.
pub const LITERALS_PER_BYTE: u64 = 4;

/// See [`LITERALS_PER_BYTE`].
pub const LITERALS_FREE: u64 = 1 << 16;

/// Bytes of a module for each of its records, apart from [`RECORDS_FREE`]. The shortest that LLVM writes take one and a
/// half, most take five and more; in memory the smallest record becomes up to eighty bytes.
pub const BYTES_PER_RECORD: usize = 3;

/// See [`BYTES_PER_RECORD`].
pub const RECORDS_FREE: usize = 1 << 17;

/// Operands of all records of a module, for each of its bytes, and [`MODULE_OPERANDS_FREE`] besides. LLVM writes
/// hardly any in fewer than five bits.
pub const OPERANDS_PER_BYTE_OF_MODULE: usize = 2;

/// See [`OPERANDS_PER_BYTE_OF_MODULE`].
pub const MODULE_OPERANDS_FREE: usize = 1 << 18;

/// Structures that types refer to before they come.
pub const FORWARD_TYPES: usize = 1 << 14;

/// Findings that [`verify`](crate::ir::verify()) keeps; it counts the others. Nobody reads more, and a hostile module has a
/// finding a byte.
pub const MAX_FINDINGS: usize = 1000;

/// Kinds of blocks that a size report tells apart; what is left is one kind. LLVM 3.7 has 11, LLVM 22 twice as many.
pub const BLOCK_KINDS: usize = 64;

/// Kinds of records that a size report tells apart in blocks of one kind; what is left is one kind. No block of LLVM's has
/// more than 70.
pub const RECORD_KINDS: usize = 256;

/// Bytes of the shortest block of a function, its header and its end: of a stream of so many times that, no more functions
/// have bodies.
pub const FUNCTION_BLOCK_BYTES: usize = 12;

/// Bytes in the name of an operation's function, which may have the names of a program's structures in it. DXC's longest are
/// those of templates, some hundred bytes. Without a limit, comparing the name takes the number of calls times its length.
pub const OPERATION_NAME: usize = 1 << 12;

/// How deep a type is shown where an operation has a wrong one. Right ones go down to 2.
pub const TYPE_TEXT_DEPTH: usize = 8;

/// How deep the lists of a shader's metadata nest. DXC's go down to 6: type annotations, structure, template arguments.
pub const METADATA_DEPTH: usize = 32;

/// How often an operand of a shader's metadata, or a byte of a string, is read on average, apart from
/// [`METADATA_OPERANDS_FREE`] and [`METADATA_BYTES_FREE`]: nodes may be shared. In DXC's modules entries share the resources
/// with the module, and fields share what is said of them; small ones are read up to four times, their strings up to
/// eighteen times. In memory an operand becomes up to some sixty bytes.
pub const METADATA_READS: usize = 4;

/// See [`METADATA_READS`].
pub const METADATA_OPERANDS_FREE: usize = 1 << 17;

/// See [`METADATA_READS`].
pub const METADATA_BYTES_FREE: usize = 1 << 20;

/// How often a reference is followed from what is used to who uses it, on average, apart from [`REFERENCES_FREE`]: constants may
/// be shared. In DXC's modules functions use resources themselves, so each reference is followed once; those to functions
/// once for each variable that is shared by a thread group.
pub const REFERENCE_VISITS: usize = 8;

/// See [`REFERENCE_VISITS`].
pub const REFERENCES_FREE: usize = 1 << 20;

/// How many types the type of a texture's element consists of. Those of HLSL are a vector, a number or a structure of up to four
/// numbers.
pub const ELEMENT_PARTS: usize = 64;

/// How deep structures and arrays may lie in each other for all of them to be laid out. The stack must hold as many
/// calls; compilers stop at 256 levels of brackets.
pub const LAYOUT_DEPTH: usize = 256;

/// Semantic indices of an element of a signature: a row has one, but DXC 1.7 gave elements of mesh shaders one for each of
/// their at most 256 vertices. Without a limit, finding them in a table takes the square of their number.
pub const SEMANTIC_INDICES: usize = 256;

/// Bytes of the names of all rows of a signature, of which each has its own: a name of a megabyte may be that of hundreds.
/// The largest signatures have 512 rows, whose names take some dozen bytes.
pub const SIGNATURE_NAMES: usize = 1 << 20;

/// Rows of an element of a signature, and of a signature, of each stream: Direct3D's limit. What depends on which of them is kept in sets of a fixed size.
pub const SIGNATURE_ROWS: u32 = 32;

/// Components of a signature: [`SIGNATURE_ROWS`] of [`SIGNATURE_COLUMNS`].
pub const SIGNATURE_SCALARS: u32 = SIGNATURE_ROWS * SIGNATURE_COLUMNS;

/// Columns of a row.
pub const SIGNATURE_COLUMNS: u32 = 4;

/// Streams of a geometry shader.
pub const STREAMS: usize = 4;

/// Levels of arrays in arrays that are looked through for what they are arrays of. Compilers flatten all but those of the
/// source, which have a few.
pub const ARRAY_DEPTH: usize = 256;
