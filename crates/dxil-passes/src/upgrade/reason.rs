//! The reasons for which an upgrade keeps a call of an operation (`dx.op.*`), and their messages in the summary.
//! Separate because several passes report reasons.

use std::fmt;

/// The reason for which an upgrade keeps a call of an operation instead of converting it to LLVM intrinsics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// LLVM does not have an intrinsic for the operation.
    NoIntrinsic,
    /// LLVM 23 has an intrinsic for the operation, but the selected version does not.
    Since23,
    /// LLVM main has an intrinsic for the operation, but the selected version does not.
    OnlyMain,
    /// LLVM does not have an intrinsic for the operation with these arguments.
    Arguments,
    /// A phi, a select, a call or a memory access uses the handle, which LLVM does not allow for resource types.
    Flow,
    /// LLVM does not have a target extension type for the kind of resource.
    NoType,
    /// The module does not declare the binding or the kind of the resource.
    Unknown,
    /// The operation uses a handle that remains a `dx.op` handle.
    Handle,
    /// The status result is used, but LLVM's intrinsic does not return a status.
    Status,
    /// The operation accesses the resource with a type that differs from the element type of the resource.
    Element,
    /// The result is used as a whole aggregate, or the program uses members that LLVM's intrinsic does not return.
    Use,
    /// The write mask has gaps or is not constant.
    Mask,
    /// The operation checks the status of an operation that remains.
    Checked,
}

impl Reason {
    /// Returns the identifier of the reason in JSON.
    pub fn code(self) -> &'static str {
        match self {
            Self::NoIntrinsic => "no-intrinsic",
            Self::Since23 => "since-23",
            Self::OnlyMain => "only-main",
            Self::Arguments => "arguments",
            Self::Flow => "flow",
            Self::NoType => "no-type",
            Self::Unknown => "unknown-resource",
            Self::Handle => "handle",
            Self::Status => "status",
            Self::Element => "element",
            Self::Use => "use",
            Self::Mask => "mask",
            Self::Checked => "checked",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::NoIntrinsic => "LLVM has no intrinsic for this operation",
            Self::Since23 => "LLVM 22 has no intrinsic for this operation: use --llvm 23",
            Self::OnlyMain => "the LLVM version has no intrinsic for this operation: use --llvm main",
            Self::Arguments => "LLVM has no intrinsic for these arguments",
            Self::Flow => "a phi, select, call or memory access uses the handle",
            Self::NoType => "LLVM has no type for such a resource",
            Self::Unknown => "the module does not declare the resource's kind or binding",
            Self::Handle => "the handle operand stays a dx.op handle",
            Self::Status => "the status result is used, but the intrinsic does not return a status",
            Self::Element => {
                "the element type of the operation differs from the element type of the resource"
            }
            Self::Use => "the intrinsic does not return all used members of the result",
            Self::Mask => "the write mask has gaps",
            Self::Checked => "the checked status belongs to an operation that stays a dx.op call",
        })
    }
}
