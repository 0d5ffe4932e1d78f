//! The row of a correspondence and the terms that it consists of. Separate from the queries, because the generated
//! table consists of these types.

use dxil_ir::{BinaryOp, CastOp, Predicate};

use crate::ops::{Opcode, OverloadKind};

/// What an operation is in LLVM, where its conditions hold.
#[derive(Debug)]
pub struct Correspondence {
    /// The operation.
    pub opcode: Opcode,
    /// What has to hold of a call. The first row of an operation whose conditions hold decides.
    pub when: &'static [Condition],
    /// What LLVM 22 has for it.
    pub llvm22: Option<&'static Construct>,
    /// The construct for LLVM 23.
    pub llvm23: Option<&'static Construct>,
    /// What LLVM main has for it.
    pub main: Option<&'static Construct>,
    /// What says it without the intrinsics of the target.
    pub generic: Option<&'static Construct>,
}

/// What has to hold of a call. Arguments are those behind the opcode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Condition {
    /// An argument is this number.
    Equals(usize, i64),
    /// An argument is undefined.
    Undef(usize),
    /// The overload has so many bits.
    Bits(u32),
    /// The structure that is given has so many members.
    Members(usize),
    /// A resource is one of these.
    Resource(Family, usize),
}

/// Kinds of resources that are accessed alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// Buffers of all kinds.
    Buffer,
    /// Buffers whose elements have a format.
    Typed,
    /// Buffers of bytes.
    Raw,
    /// Buffers of structures.
    Structured,
    /// Textures of all kinds.
    Texture,
    /// Textures with several samples a texel.
    Multisampled,
}

/// What stands for an operation.
#[derive(Debug)]
pub struct Construct {
    /// Terms that others refer to, each by those before it.
    pub locals: &'static [Term],
    /// What the operation gives, of what the terms give.
    pub form: Form,
    /// One term; for [`Form::Members`] one a member, or nothing for one that must not be asked for.
    pub terms: &'static [Option<Term>],
}

/// What an operation gives, of what its construct gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// The same.
    Whole,
    /// A structure with the same members.
    Fields,
    /// A vector of the members.
    Lanes,
    /// The first member; nothing else may be asked for.
    First,
    /// An element of this resource; its status may not be asked for.
    Texel(usize),
    /// An element of this resource, and whether all of it is mapped.
    LoadedTyped(usize),
    /// As many lanes as are asked for, and that.
    LoadedUsed,
    /// As many lanes as this mask has, and that.
    LoadedMasked(usize),
    /// A vector, and that.
    LoadedVector,
    /// The members one by one.
    Members,
}

/// A value. Arguments are those of the operation behind its opcode.
#[derive(Debug)]
pub enum Term {
    /// An argument.
    Argument(usize),
    /// A term of [`Construct::locals`].
    Local(usize),
    /// An integer, of the type of what it stands beside.
    Integer(i64),
    /// A float, of the type of what it stands beside.
    Float(f64),
    /// An undefined value.
    Undef,
    /// What an intrinsic gives.
    Intrinsic(&'static str, &'static [Term]),
    /// What an operator gives.
    Binary(BinaryOp, &'static [Term; 2]),
    /// What a comparison gives.
    Compare(Predicate, &'static [Term; 2]),
    /// One of two, by the first.
    Select(&'static [Term; 3]),
    /// A value that is the same for all who use it.
    Freeze(&'static Term),
    /// A cast to this number, or to as many of them.
    Cast(CastOp, OverloadKind, &'static Term),
    /// An integer as one of this type, with zeros above or without what is above.
    As(OverloadKind, &'static Term),
    /// A lane of a vector.
    Lane(&'static Term, u32),
    /// The resource that an argument is a handle of.
    Handle(usize),
    /// An argument, or poison where it is undefined.
    Offset(usize),
    /// These arguments, as many as this resource needs to say where.
    Coordinates(usize, &'static [usize]),
    /// These arguments, as many as this resource has dimensions; zero where they are undefined.
    Offsets(usize, &'static [usize]),
    /// These arguments, as many as this resource has dimensions.
    Gradients(usize, &'static [usize]),
    /// These arguments, as many as an element of this resource has lanes.
    Element(usize, &'static [usize]),
    /// These arguments, as many as this mask has.
    Masked(usize, &'static [usize]),
}

/// What the names of the `dxil` target's intrinsics begin with.
const OF_TARGET: &str = "llvm.dx.";

impl Construct {
    /// True if it has an intrinsic of LLVM's `dxil` target.
    pub fn is_of_target(&self) -> bool {
        self.locals.iter().chain(self.terms.iter().flatten()).any(Term::is_of_target)
    }
}

impl Term {
    /// True if it has an intrinsic of LLVM's `dxil` target.
    fn is_of_target(&self) -> bool {
        match self {
            Self::Intrinsic(name, arguments) => {
                name.starts_with(OF_TARGET) || arguments.iter().any(Self::is_of_target)
            }
            Self::Binary(_, operands) | Self::Compare(_, operands) => operands.iter().any(Self::is_of_target),
            Self::Select(operands) => operands.iter().any(Self::is_of_target),
            Self::Freeze(operand)
            | Self::Cast(_, _, operand)
            | Self::As(_, operand)
            | Self::Lane(operand, _) => operand.is_of_target(),
            Self::Argument(_)
            | Self::Local(_)
            | Self::Integer(_)
            | Self::Float(_)
            | Self::Undef
            | Self::Handle(_)
            | Self::Offset(_)
            | Self::Coordinates(..)
            | Self::Offsets(..)
            | Self::Gradients(..)
            | Self::Element(..)
            | Self::Masked(..) => false,
        }
    }
}
