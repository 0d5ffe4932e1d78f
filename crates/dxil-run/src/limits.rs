//! What a program may take, with the reasons.

/// Registers of a wave: 128 bytes each for 32 lanes, so that a wave takes at most 128 MiB.
pub const REGISTERS: u64 = 1 << 20;

/// Loops in each other whose lanes wait for each other at their ends.
pub const LOOP_DEPTH: usize = 64;

/// How often a program is gone through to find which registers may hold undefined values: most are known after two or
/// three times.
pub const DEFINEDNESS_ROUNDS: usize = 32;

/// Ranges of code in which some register of a function is live, or a few for each of its instructions, whatever is
/// more. Where there are more, registers are not used again.
pub const LIVE_RANGES: usize = 1 << 18;

/// Such ranges of one register, beyond which values are not looked for room between them, but only behind.
pub const SEGMENTS_IN_ORDER: usize = 1 << 12;

/// Registers that are looked at for one in which a value has room, before there is another one.
pub const REGISTERS_TRIED: usize = 256;

/// Bytes of a lane's own memory; D3D allows 4,096 registers of 16 bytes.
pub const PRIVATE_BYTES: u64 = 1 << 20;

/// Bytes of a group's memory; D3D allows 32 KiB, drivers of later models more.
pub const SHARED_BYTES: u64 = 1 << 20;

/// Bytes of constants in memory.
pub const CONSTANT_BYTES: u64 = 1 << 26;

/// Threads of a group; D3D allows 1,024.
pub const GROUP_THREADS: u64 = 1024;

/// Scalars of one value: a longer one is no value that compilers make.
pub const SCALARS: usize = 1 << 12;

/// Components of a matrix: the largest ones that D3D allows threads to multiply have 128 rows and columns.
pub const COMPONENTS: usize = 1 << 14;

/// Types that a type is made of, counted wherever they occur: more than a value of so many scalars needs.
pub const TYPES: usize = 1 << 16;

/// Constants that are looked at, counted wherever they occur in others: some seconds.
pub const CONSTANTS_VISITED: usize = 1 << 24;

/// Registers of all values before those that are not live at the same time share one.
pub const VALUES: u32 = 1 << 21;

/// Registers that lists name, all together: some for each instruction, thousands for one of large aggregates.
pub const LISTED: usize = 1 << 24;

/// Scalars in all events of a trace: 24 bytes each.
pub const TRACED: usize = 1 << 22;

/// Bytes of all waves of a group and of their memory. What D3D allows takes 600 MB in the smallest waves there are.
pub const GROUP_BYTES: u64 = 1 << 30;

/// Ranges of resources: 12 bits of a handle say which, less two for the heaps.
pub const SLOTS: usize = (1 << 12) - 2;

/// Resources of a range, or of a heap: 20 bits of a handle say which.
pub const DESCRIPTORS: u32 = 1 << 20;

/// Steps of a run unless somebody asks for more: some minutes.
pub const STEPS: u64 = 10_000_000_000;

/// Types in each other, and constants in each other.
pub const TYPE_DEPTH: usize = 64;

/// Values that name parts of each other.
pub const VALUE_DEPTH: usize = 512;

/// Groups of a mesh shader along an axis, and all together; as many as D3D allows.
pub const MESH_GROUPS_ALONG: u32 = (1 << 16) - 1;
/// All of them together.
pub const MESH_GROUPS: u64 = 1 << 22;
