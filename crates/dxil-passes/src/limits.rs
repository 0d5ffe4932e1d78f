//! Every limit that is ours, with its reason.

/// Instructions that there may be in all functions that calls are inlined into, apart from those of the module times
/// [`INLINED_FACTOR`]: functions that call the next one twice make twice as many each. DXC inlines everything, and its
/// largest shaders have some hundred thousand.
pub const INLINED_FREE: u64 = 1 << 18;

/// See [`INLINED_FREE`]. A function that is called from many places is in a shader as often.
pub const INLINED_FACTOR: u64 = 64;

/// Steps of looking for the places of phis, apart from the instructions of the function times [`PROMOTION_FACTOR`]:
/// where much memory is alive in many blocks, it takes their product, and so many phis. Some hundred variables that
/// live through some hundred blocks take a hundredth of it.
pub const PROMOTION_FREE: u64 = 1 << 24;

/// See [`PROMOTION_FREE`].
pub const PROMOTION_FACTOR: u64 = 64;

/// Scalars that memory is split into. An array that would be more is kept as one array for each scalar of its elements;
/// LLVM splits arrays of up to this length, too.
pub const PARTS: u64 = 1 << 10;

/// How deep structures and arrays may lie in each other for them to be split. Compilers stop at 256 levels of brackets.
pub const TYPE_DEPTH: usize = 256;

/// Instructions and scalars that splitting may add, apart from those of the function times [`SPLIT_FACTOR`]: each copy
/// of a large structure is as many instructions as it has scalars.
pub const SPLIT_FREE: u64 = 1 << 20;

/// See [`SPLIT_FREE`].
pub const SPLIT_FACTOR: u64 = 64;

/// Lanes that taking vectors apart may make, apart from the instructions of the function times [`LANES_FACTOR`]. Those
/// of shader models up to 6.8 have four lanes, and code that fills its vectors has ten instructions for each; one of
/// model 6.9 may have 1024.
pub const LANES_FREE: u64 = 1 << 20;

/// See [`LANES_FREE`].
pub const LANES_FACTOR: u64 = 64;

/// How many `insertvalue` and `insertelement` are looked through for the member that is taken out, and how many casts
/// and steps of an address for what they are of. Structures of shaders have some dozen members.
pub const CHAIN: usize = 1 << 10;

/// How many elements an array of handles may have of which one is chosen by an index: each read becomes as many
/// comparisons. What shaders put resources into by hand has some four.
pub const HANDLE_SLOTS: usize = 64;

/// How often control flow is looked at anew because a block went that nothing led to. Real functions take up to three
/// rounds.
pub const FLOW_ROUNDS: u64 = 1 << 8;

/// Steps of looking which blocks are in loops, apart from the instructions of the function times [`LOOPS_FACTOR`]:
/// loops in each other take the product of their blocks and their depth.
pub const LOOPS_FREE: u64 = 1 << 24;

/// See [`LOOPS_FREE`].
pub const LOOPS_FACTOR: u64 = 64;

/// Phis and selects by which an address may be one of several. An optimizer makes some dozen of a loop that it unrolls.
pub const JOINS: usize = 512;

/// Members that aggregates may be put together of in memory, apart from the instructions of the function times
/// [`MEMBERS_FACTOR`]: each use of one is as many writes.
pub const MEMBERS_FREE: u64 = 1 << 14;

/// See [`MEMBERS_FREE`].
pub const MEMBERS_FACTOR: u64 = 16;

/// Elements that one copy or filling of memory may become accesses of: those of thread groups' memory, whose 32 KiB are
/// words mostly.
pub const COPIED_ELEMENTS: usize = 1 << 14;

/// How many calls one becomes where an operand has to be a constant and is one of several. Optimizers make one of two
/// mostly; a column is one of four.
pub const CONSTANTS: usize = 16;
