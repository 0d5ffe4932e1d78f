//! Classes of DXIL operations in the statistics of `shader-tools stat`: the column `statistics` of `tables/ops/`.
//! Separate because the program adds classes of LLVM instructions, such as moves.

/// The class in which statistics count the calls of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StatisticsClass {
    /// Floating-point arithmetic.
    Float,
    /// Integer arithmetic and bit operations.
    Int,
    /// Conversions between types.
    Conversion,
    /// Discards.
    Flow,
    /// Samples, gathers and sampler feedback.
    Sample,
    /// Loads and stores of textures and buffers.
    Memory,
    /// Loads from constant buffers.
    Constants,
    /// Atomic operations.
    Atomic,
    /// Barriers.
    Barrier,
    /// Wave and quad operations.
    Wave,
    /// Ray tracing and hit objects.
    Ray,
    /// Inputs, outputs, system values and work graph records.
    Interface,
    /// Resource handles and queries of resource properties.
    Handle,
    /// Other operations, such as linear algebra.
    Other,
}
