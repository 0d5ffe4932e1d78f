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

/// Findings that [`verify`](crate::verify()) keeps; it counts the others. Nobody reads more, and a hostile module has a
/// finding a byte.
pub const MAX_FINDINGS: usize = 1000;

/// Kinds of blocks that a size report tells apart; what is left is one kind. LLVM 3.7 has 11, LLVM 22 twice as many.
pub const BLOCK_KINDS: usize = 64;

/// Kinds of records that a size report tells apart in blocks of one kind; what is left is one kind. No block of LLVM's
/// has more than 70.
pub const RECORD_KINDS: usize = 256;

/// Bytes of the shortest block of a function, its header and its end: of a stream of so many times that, no more
/// functions have bodies.
pub const FUNCTION_BLOCK_BYTES: usize = 12;

/// Pairs of types that are looked at to merge the structures of two modules, for each type of the one that is brought.
/// Structures that are alike are looked at once; those that are not, once for each that contains them, which compilers'
/// modules nest a few levels deep.
pub const TYPE_PAIRS_PER_TYPE: usize = 64;

/// How deep structures and arrays may lie in each other for all of them to be laid out. The stack must hold as many
/// calls; compilers stop at 256 levels of brackets.
pub const LAYOUT_DEPTH: usize = 256;

/// Levels of arrays in arrays that are looked through for what they are arrays of. Compilers flatten all but those of
/// the source, which have a few.
pub const ARRAY_DEPTH: usize = 256;

/// Bytes of the name of an intrinsic, with the types that it is overloaded by. Structures in structures make names
/// longer than any text that spells them; those of compilers have some hundred.
pub const INTRINSIC_NAME: usize = 1 << 14;

/// Bytes of a data layout that says how types are aligned where instructions do not: LLVM's have some hundred.
pub const DATA_LAYOUT: usize = 4096;

/// Instructions that constant expressions of a module become where modern LLVM has none of the kind. Each use has its
/// own; what compilers write has a handful.
pub const EXPANDED: usize = 1 << 20;
