//! Limits of passes that no format prescribes, each with its reason. A pair `X_FREE` and `X_FACTOR` is the limit
//! `X_FREE + X_FACTOR * size`.

/// The limit of instructions after inlining is `INLINED_FREE + INLINED_FACTOR * n`. It applies to the sum over all
/// functions that calls are inlined into; `n` is the number of instructions of the reachable functions before. A chain
/// of functions, each of which calls the next one twice, grows exponentially. DXC inlines everything, and its largest
/// shaders have some hundred thousand instructions.
pub const INLINED_FREE: u64 = 1 << 18;

/// The growth per instruction in the limit of [`INLINED_FREE`]. A shader contains a function once for each call.
pub const INLINED_FACTOR: u64 = 64;

/// `mem2reg` places the phis of a function in at most `PROMOTION_FREE + PROMOTION_FACTOR * n` worklist steps, and the
/// dominance frontiers have at most as many edges; `n` is the number of instructions. If many variables are live in
/// many blocks, the steps and the phis are the product of both. Some hundred variables that are live in some hundred
/// blocks need a hundredth of the limit.
pub const PROMOTION_FREE: u64 = 1 << 24;

/// The steps per instruction in the limit of [`PROMOTION_FREE`].
pub const PROMOTION_FACTOR: u64 = 64;

/// The maximum number of allocas that `sroa` splits an alloca into, and of scalars that it splits a load or store into.
/// If there would be more allocas, an array becomes one array for each scalar of its elements. LLVM splits arrays of up
/// to this length, too.
pub const PARTS: u64 = 1 << 10;

/// The maximum nesting depth of structures and arrays in memory that passes split or retype. Compilers reject more than
/// 256 levels of brackets.
pub const TYPE_DEPTH: usize = 256;

/// `sroa` and `matrix_bitcast_lower` each add at most `SPLIT_FREE + SPLIT_FACTOR * n` loads and stores to a function of
/// `n` instructions. A copy of a large structure becomes a load and a store for each of its scalars.
pub const SPLIT_FREE: u64 = 1 << 20;

/// The loads and stores per instruction in the limit of [`SPLIT_FREE`].
pub const SPLIT_FACTOR: u64 = 64;

/// Each step of `scalarizer` creates at most `LANES_FREE + LANES_FACTOR * n` lanes, where `n` is the number of
/// instructions of the function, or of constants of the module. Vectors of shader models up to 6.8 have at most four
/// lanes, and code that builds a vector by elements has ten instructions for each vector. Vectors of shader model 6.9
/// have up to 1,024 lanes.
pub const LANES_FREE: u64 = 1 << 20;

/// The lanes per instruction in the limit of [`LANES_FREE`].
pub const LANES_FACTOR: u64 = 64;

/// The maximum length of a chain of definitions that a pass follows: `insertvalue` and `insertelement` to an extracted
/// member, casts and GEPs to the underlying object. It also limits the members that `split-aggregates` splits an
/// aggregate into. Structures in shaders have some dozen members.
pub const CHAIN: usize = 1 << 10;

/// The maximum number of elements of a handle array with a non-constant index, because a load becomes a comparison for
/// each element. Handle arrays that authors fill by hand have about four elements. It also limits the sources of a phi
/// web and the iterations of an unrolled copy loop.
pub const HANDLE_SLOTS: usize = 64;

/// The maximum number of rounds of `simplify_cfg`. A round that removes a block makes another round necessary. Real
/// functions need up to three rounds.
pub const FLOW_ROUNDS: u64 = 1 << 8;

/// The pass `breaks` finds the blocks of loops in at most `LOOPS_FREE + LOOPS_FACTOR * n` steps, where `n` is the
/// number of instructions of the function. Nested loops need their number of blocks times the nesting depth.
pub const LOOPS_FREE: u64 = 1 << 24;

/// The steps per instruction in the limit of [`LOOPS_FREE`].
pub const LOOPS_FACTOR: u64 = 64;

/// The maximum number of phis and selects in a phi web of pointers. An optimizer creates some dozen when it unrolls a
/// loop.
pub const JOINS: usize = 512;

/// `aggregates-in-memory` adds at most `MEMBERS_FREE + MEMBERS_FACTOR * n` loads and stores of members to a function of
/// `n` instructions. It stores every member of an aggregate for each use of the aggregate.
pub const MEMBERS_FREE: u64 = 1 << 14;

/// The loads and stores per instruction in the limit of [`MEMBERS_FREE`].
pub const MEMBERS_FACTOR: u64 = 16;

/// The maximum number of elements that a `memcpy`, `memmove` or `memset` call is expanded into. Group-shared memory has
/// 32 KiB, mostly in 32-bit elements.
pub const COPIED_ELEMENTS: usize = 1 << 14;

/// The maximum number of copies of a call whose operand must be a constant but is a phi or select of constants. A copy
/// is created for each constant. Most phis of constants that optimizers create have two constants; a column index has
/// four values.
pub const CONSTANTS: usize = 16;
