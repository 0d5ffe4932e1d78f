//! The parts of shader-tools that need code or a table row for each DXIL operation. Separate because only tests compare
//! the column `unsupported` with these parts.

/// A part of shader-tools that needs code for an operation. `tables/ops/types.toml` defines when a part supports an
/// operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Consumer {
    /// The interpreter, in the crate `dxil-run`.
    Run,
    /// The compiler for AMD processors, in the crate `amdgpu-compile`.
    AmdCompile,
    /// The conversion to modern LLVM IR, in the crate `dxil-passes`.
    Upgrade,
    /// The conversion from modern LLVM IR, in the crate `dxil-passes`.
    Lower,
}
