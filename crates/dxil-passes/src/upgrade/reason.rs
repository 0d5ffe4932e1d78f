//! Why an operation stays one: the words of the summary. Separate because every pass gives some.

use std::fmt;

/// Why an operation stays one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// LLVM has nothing for it.
    NoIntrinsic,
    /// LLVM 22 has nothing for it, LLVM main has.
    OnlyMain,
    /// LLVM has nothing for it with these arguments.
    Arguments,
    /// A handle goes through a phi, a select, a call or memory, which LLVM's types of resources cannot.
    Flow,
    /// LLVM has no type for a resource like it.
    NoType,
    /// The module says nothing of a resource: where it is bound, or what it is.
    Unknown,
    /// A handle that it takes is still one.
    Handle,
    /// The status of what it reads is needed, which LLVM's intrinsic does not give.
    Status,
    /// It reads elements as something else than the resource has.
    Element,
    /// What it gives is used as a whole, or more of it than LLVM's intrinsic gives.
    Use,
    /// Its mask has gaps, or is not known.
    Mask,
    /// It checks the status of one that stays.
    Checked,
}

impl Reason {
    /// The word for it in JSON.
    pub fn code(self) -> &'static str {
        match self {
            Self::NoIntrinsic => "no-intrinsic",
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
            Self::OnlyMain => "LLVM 22 has no intrinsic for this operation: use --llvm main",
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
