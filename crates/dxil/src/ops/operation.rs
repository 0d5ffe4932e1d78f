//! The row of an operation: opcode, types, arguments, stages. Separate from the queries by opcode and name, because the
//! generated tables consist of these types.

use std::fmt;

use dx_container::enums::ShaderKind;
use dx_container::flags::ShaderFlags;
use dxil_ir::{AttributeKind, TypeId, Types};

use super::consumer::Consumer;
use super::memory_access::MemoryAccess;
use super::operand_type::OperandType;
use super::overload::{Overload, OverloadSet, Overloads};
use super::signature_access::SignatureAccess;
use super::statistics_class::StatisticsClass;

/// What the names of functions of operations begin with.
pub const FUNCTION_PREFIX: &str = "dx.op.";

/// The number of an operation, the first argument of its call. The high 16 bits say which of
/// [`TABLES`](super::TABLES) it is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Opcode(pub u32);

/// A table of operations.
#[derive(Debug)]
pub struct OperationTable {
    /// The high 16 bits of its opcodes.
    pub id: u32,
    /// The rows by the low 16 bits.
    pub rows: &'static [Row],
}

/// What an opcode is.
#[derive(Debug)]
pub enum Row {
    /// An operation.
    Operation(Operation),
    /// None yet: set aside.
    Reserved(Reserved),
}

/// An opcode that is set aside: no function has it.
#[derive(Debug)]
pub struct Reserved {
    /// The number.
    pub opcode: Opcode,
    /// What DXC calls it.
    pub name: &'static str,
    /// The version of DXIL that set it aside; `None` for what is experimental.
    pub dxil: Option<(u8, u8)>,
}

/// An operation: a row of `tables/ops/*.toml`.
///
/// Source: DirectXShaderCompiler, utils/hct/hctdb.py.
#[derive(Debug)]
pub struct Operation {
    /// The number.
    pub opcode: Opcode,
    /// The name: `FMax`.
    pub name: &'static str,
    /// What DXC files it under; empty for nothing.
    pub category: &'static str,
    /// The class, `Binary`: operations of one class share a function.
    pub class: &'static str,
    /// The name of that function behind [`FUNCTION_PREFIX`] and without overloads: `binary`.
    pub function: &'static str,
    /// What each of its overloads may be; at most [`Overloads::MAX`].
    pub overloads: &'static [OverloadSet],
    /// The type of what it gives.
    pub result: OperandType,
    /// The arguments after the opcode.
    pub arguments: &'static [Argument],
    /// The attributes of its function.
    pub attributes: &'static [AttributeKind],
    /// The first shader model that has it.
    pub model: (u8, u8),
    /// The first shader model that a linker can rewrite it for, where that is an older one.
    pub linked_model: Option<(u8, u8)>,
    /// The first version of DXIL that has it; `None` for what is experimental.
    pub dxil: Option<(u8, u8)>,
    /// The kinds of shaders that may call it.
    pub stages: Stages,
    /// What else is known of it.
    pub flags: &'static [Flag],
    /// The counters of `dx.counters` that count it.
    pub counters: &'static [&'static str],
    /// The shader flags that every call requires. Flags that depend on arguments or types are not included.
    pub shader_flags: ShaderFlags,
    /// The access to a buffer or texture.
    pub memory: Option<MemoryAccess>,
    /// The access to a signature element.
    pub signature: Option<SignatureAccess>,
    /// The class in which statistics count a call.
    pub statistics: StatisticsClass,
    /// The parts of shader-tools without code for the operation.
    pub unsupported: &'static [Consumer],
}

impl Operation {
    /// Where the argument of this name stands among [`arguments`](Self::arguments).
    pub fn argument_index(&self, name: ArgumentName) -> Option<usize> {
        self.arguments.iter().position(|argument| argument.name == name)
    }

    /// True if this is known of it.
    pub fn has(&self, flag: Flag) -> bool {
        self.flags.contains(&flag)
    }

    /// Returns true if a part of shader-tools has code for the operation.
    pub fn is_supported_by(&self, consumer: Consumer) -> bool {
        !self.unsupported.contains(&consumer)
    }

    /// Returns true if the result depends on other lanes of the wave or quad, or if the operation is a barrier.
    pub fn depends_on_other_lanes(&self) -> bool {
        let flags = [Flag::Wave, Flag::Gradient, Flag::Deriv, Flag::Barrier, Flag::Convergent];
        flags.iter().any(|flag| self.has(*flag))
    }

    /// The overloads that follow from the types of arguments behind the opcode, as far as they are known, and from
    /// what the result consists of; `None` where the operation has none for them.
    pub fn overloads_for(
        &self,
        types: &Types,
        arguments: &[Option<TypeId>],
        element: Option<TypeId>,
    ) -> Option<Overloads> {
        let mut overloads = Overloads::NONE;
        for (index, set) in self.overloads.iter().enumerate() {
            let of_argument = |(argument, ty): (&Argument, &Option<TypeId>)| argument.ty.infer(types, (*ty)?);
            let of_arguments = self.arguments.iter().zip(arguments).filter_map(of_argument);
            let of_result = element.and_then(|ty| Some((self.result.overload()?, Overload::of(types, ty)?)));
            let mut known = of_result.into_iter().chain(of_arguments).filter(|(of, _)| *of == index);
            let overload = known.next().map(|(_, overload)| overload).or(set.only())?;
            overloads.push(Some(overload).filter(|overload| set.allows(*overload))?);
        }
        Some(overloads)
    }
}

/// The name of an argument of an operation: one of the constants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArgumentName(pub(crate) &'static str);

impl ArgumentName {
    /// The name as DXC spells it.
    pub fn as_str(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for ArgumentName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}

/// An argument of an operation.
#[derive(Debug)]
pub struct Argument {
    /// The name.
    pub name: ArgumentName,
    /// The type.
    pub ty: OperandType,
    /// True if it must be a constant.
    pub is_constant: bool,
    /// The numbers it may be.
    pub values: Values,
}

/// The numbers that an argument may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Values {
    /// All that its type has.
    Any,
    /// Those from 0 to this one.
    UpTo(u32),
    /// Those from 0 that have a name, in DXC's enumeration of this name.
    Names(&'static str, &'static [&'static str]),
}

/// What is known of an operation besides its types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Flag {
    /// It is about other lanes of the wave.
    Wave,
    /// It takes derivatives.
    Gradient,
    /// It is a derivative.
    Deriv,
    /// All lanes of a quad must get there.
    Convergent,
    /// It waits for memory or threads.
    Barrier,
    /// It writes a feedback texture.
    Feedback,
    /// Passes must not move a call into other control flow, although no flag above states the reason.
    Immovable,
    /// Texel offsets that are not constant require the shader flag `ADVANCED_TEXTURE_OPS`.
    ConstantOffsets,
    /// The last argument is a LOD clamp, which requires the shader flag `TILED_RESOURCES` unless it is 0 or undef.
    LodClamp,
    /// The scalar overload f64 requires the shader flag `ENABLE_DOUBLE_EXTENSIONS`.
    DoubleExtensions,
}

/// A set of kinds of shaders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stages(u16);

impl Stages {
    /// All of them.
    pub const ALL: Self = Self(u16::MAX);

    /// These.
    pub const fn of(kinds: &[ShaderKind]) -> Self {
        let (mut bits, mut left) = (0, kinds);
        while let [ShaderKind(kind), rest @ ..] = left {
            bits |= 1 << *kind;
            left = rest;
        }
        Self(bits)
    }

    /// They, a bit each by number.
    pub fn bits(self) -> u16 {
        self.0
    }

    /// True if the set contains `kind`.
    pub fn contains(self, kind: ShaderKind) -> bool {
        1_u16.checked_shl(kind.0).is_some_and(|bit| self.0 & bit != 0)
    }
}

impl fmt::Display for Opcode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}
