//! The options of an upgrade: the LLVM version and the target of the result. Separate because the declarations of
//! intrinsics and the choice of table rows depend on them.

use dxil::ops::correspondence::{Construct, Correspondence};
use dxil_ir::intrinsics::LlvmVersion;

/// The target of the result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Target {
    /// LLVM's `dxil` target: uses its intrinsics.
    #[default]
    Dx,
    /// Any target: arithmetic uses instructions and target-independent intrinsics where possible.
    Generic,
    /// A back end for a processor with its own intrinsics: like [`Generic`](Self::Generic), but the upgrade keeps an
    /// operation that would need an intrinsic of the `dxil` target.
    Processor,
}

/// The options of an upgrade.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// The LLVM version that reads the result.
    pub llvm: LlvmVersion,
    /// The target of the result.
    pub target: Target,
}

impl Options {
    /// Returns the construct of a row for the LLVM version and the target, or `None` if the operation remains.
    pub fn construct(self, row: &Correspondence) -> Option<&'static Construct> {
        let of_version = match self.llvm {
            LlvmVersion::Main => row.main,
            llvm if llvm >= LlvmVersion::V23 => row.llvm23,
            _ => row.llvm22,
        };
        match self.target {
            Target::Dx => of_version,
            Target::Generic => row.generic.or(of_version),
            Target::Processor => row.generic.or(of_version).filter(|construct| !construct.is_of_target()),
        }
    }
}
