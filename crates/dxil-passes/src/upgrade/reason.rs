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
            Self::NoIntrinsic => "LLVM has no intrinsic for it",
            Self::OnlyMain => "LLVM 22 has no intrinsic for it, LLVM main has (--llvm main)",
            Self::Arguments => "LLVM has no intrinsic for it with these arguments",
            Self::Flow => "the handle goes through a phi, a select, a call or memory",
            Self::NoType => "LLVM has no type for such a resource",
            Self::Unknown => "the module does not say what the resource is or where it is bound",
            Self::Handle => "a handle that it takes stays one",
            Self::Status => "its status is needed, which the intrinsic does not give",
            Self::Element => "it reads other elements than the resource has",
            Self::Use => "more of its result is used than the intrinsic gives",
            Self::Mask => "its mask has gaps",
            Self::Checked => "it checks the status of an operation that stays",
        })
    }
}
