//! Differences in meaning between a program and its conversion. Separate because declarations and instructions report
//! them.

/// A difference in meaning, at a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    /// The difference.
    pub kind: ChangeKind,
    /// The index in [`Program::statements`](dx_bytecode::Program::statements); `None` if the difference concerns
    /// the whole program.
    pub statement: Option<usize>,
}

/// A kind of difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ChangeKind {
    /// An operand with minimum precision.
    MinPrecision,
    /// A barrier that only waits.
    GroupFence,
    /// A barrier for the UAVs of a group, outside of a compute shader.
    DeviceFence,
    /// A sampler with the mode `mode_mono`.
    MonoSampler,
    /// Tessellation factors in x of a row with other components.
    MovedFactors,
    /// A geometry shader without an output topology.
    NoTopology,
}

impl ChangeKind {
    /// The stable name, for scripts.
    pub fn name(self) -> &'static str {
        match self {
            Self::MinPrecision => "min-precision",
            Self::GroupFence => "group-fence",
            Self::DeviceFence => "device-fence",
            Self::MonoSampler => "mono-sampler",
            Self::MovedFactors => "moved-factors",
            Self::NoTopology => "no-topology",
        }
    }

    /// The difference as a sentence.
    pub fn text(self) -> &'static str {
        match self {
            Self::MinPrecision => "the result has 32 bits instead of minimum precision",
            Self::GroupFence => {
                "the barrier also orders accesses to group-shared memory: DXIL has no barrier that only waits"
            }
            Self::DeviceFence => {
                "the barrier orders the accesses of all threads: the stage has no thread groups"
            }
            Self::MonoSampler => "the sampler has the default mode: DXIL has no mode_mono",
            Self::MovedFactors => {
                "tessellation factors are in w instead of x, and yzw of their rows are in xyz: convert the hull \
                 shader and the domain shader"
            }
            Self::NoTopology => "the output topology is a point list: the program declares none",
        }
    }
}
