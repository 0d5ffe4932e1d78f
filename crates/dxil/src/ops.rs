//! The operations of DXIL: what a shader does beyond LLVM's instructions, by calls of functions whose names begin with
//! `dx.op.` and whose first argument is an opcode.
//!
//! # Rows
//!
//! `tables/ops/*.toml` has a row for each opcode that DXC knows: [`Operation`]. [`Operation::get`] finds one by its
//! opcode in constant time, [`Operation::of_function`] those that share a function. An operation whose types vary has
//! one or more [overloads](Overload), each of which is a part of the function's name: `dx.op.unary.f32`,
//! `dx.op.traceRay.struct.Payload`.
//!
//! # Calls
//!
//! [`Call::of`] is the view of an instruction as a call of an operation: which one, its arguments by name. It looks
//! only as far as it must to say that; [`Call::check`] compares the function and its types with the row. Neither
//! allocates, unless there is something wrong to be told.
//!
//! # Functions
//!
//! [`declare`] adds the function of an operation to a module as DXC declares it, [`BuildOperation::operation`] a call
//! of it.
//!
//! ```
//! use dxil_ir::builder::{Build as _, FunctionBuilder};
//! use dxil_ir::Module;
//! use dxil::ops::{ArgumentName, BuildOperation as _, Call, Opcode, OverloadKind};
//!
//! let mut module = Module::dxil();
//! let void = module.types.void();
//! let ty = module.types.function(void, &[]);
//! let main = module.define_function("main", ty);
//! let mut build = FunctionBuilder::new(&mut module, main)?;
//! let half = build.float(0.5);
//! build.operation(Opcode::SIN, &[OverloadKind::F32.into()], &[half])?;
//! build.ret(None);
//! drop(build);
//!
//! let (_, _, body) = module.bodies().next().expect("main is defined");
//! let (_, _, instruction) = body.in_order().next().expect("it has two");
//! let call = Call::of(&module, (body, ty), instruction)?.expect("it is the sine");
//! assert_eq!((call.operation().name, call.function_name()), ("Sin", "dx.op.unary.f32".into()));
//! assert_eq!(call.argument(ArgumentName::value), Some(half));
//! assert_eq!(call.check()?.as_slice(), [OverloadKind::F32.into()]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod call;
pub mod called;
pub mod correspondence;
mod declare;
mod error;
mod operand_type;
mod overload;
mod overload_name;

use std::fmt;

use bstr::{BStr, ByteSlice as _};
use dx_container::enums::ShaderKind;

use crate::generated::ops::{CLASSES, TABLE_SHIFT};
pub use crate::generated::ops::{STRUCTS, TABLES};
pub use call::Call;
pub use declare::{BuildOperation, declare};
use dxil_ir::AttributeKind;
pub use error::{CallError, DeclareError};
pub use operand_type::{Member, OperandType, StructRow, has_native_16_bit};
pub use overload::{Overload, OverloadKind, OverloadKinds, OverloadSet, Overloads};

/// What the names of functions of operations begin with.
pub const FUNCTION_PREFIX: &str = "dx.op.";

/// The number of an operation, the first argument of its call. The high 16 bits say which of [`TABLES`] it is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Opcode(pub u32);

/// A table of operations.
#[derive(Debug)]
pub struct OperationTable {
    /// The high 16 bits of its opcodes.
    pub id: u32,
    /// Its rows by the low 16 bits.
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
    /// Its number.
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
    /// Its number.
    pub opcode: Opcode,
    /// Its name: `FMax`.
    pub name: &'static str,
    /// What DXC files it under; empty for nothing.
    pub category: &'static str,
    /// Its class, `Binary`: operations of one class share a function.
    pub class: &'static str,
    /// The name of that function behind [`FUNCTION_PREFIX`] and without overloads: `binary`.
    pub function: &'static str,
    /// What each of its overloads may be; at most [`Overloads::MAX`].
    pub overloads: &'static [OverloadSet],
    /// The type of what it gives.
    pub result: OperandType,
    /// Its arguments behind the opcode.
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
    /// Its name.
    pub name: ArgumentName,
    /// Its type.
    pub ty: OperandType,
    /// Whether it must be a constant.
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

    /// Whether it is one of them.
    pub fn contains(self, kind: ShaderKind) -> bool {
        1_u16.checked_shl(kind.0).is_some_and(|bit| self.0 & bit != 0)
    }
}

impl Opcode {
    /// What it is; `None` for a number that DXC does not know.
    pub fn row(self) -> Option<&'static Row> {
        let table = TABLES.iter().find(|table| table.id == self.0 >> TABLE_SHIFT)?;
        let index = self.0 - (table.id << TABLE_SHIFT);
        table.rows.get(usize::try_from(index).ok()?)
    }
}

impl fmt::Display for Opcode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl Operation {
    /// The operation with this opcode; `None` where it is unknown or set aside.
    pub fn get(opcode: Opcode) -> Option<&'static Self> {
        match opcode.row()? {
            Row::Operation(operation) => Some(operation),
            Row::Reserved(_) => None,
        }
    }

    /// All operations, by opcode.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        TABLES.iter().flat_map(|table| table.rows).filter_map(|row| match row {
            Row::Operation(operation) => Some(operation),
            Row::Reserved(_) => None,
        })
    }

    /// The operations whose function has this name, `dx.op.` and overloads or not: all of its class, whatever overloads
    /// they take.
    pub fn of_function(name: &BStr) -> impl Iterator<Item = &'static Self> {
        let name = name.strip_prefix(FUNCTION_PREFIX.as_bytes()).unwrap_or(name);
        let name = name.split_str(".").next().unwrap_or_default();
        let class = CLASSES.binary_search_by(|(function, _)| function.as_bytes().cmp(name)).ok();
        let opcodes = class.and_then(|class| CLASSES.get(class)).map_or(&[][..], |(_, opcodes)| opcodes);
        opcodes.iter().filter_map(|opcode| Self::get(*opcode))
    }

    /// Where the argument of this name stands among [`arguments`](Self::arguments).
    pub fn argument_index(&self, name: ArgumentName) -> Option<usize> {
        self.arguments.iter().position(|argument| argument.name == name)
    }

    /// Whether this is known of it.
    pub fn has(&self, flag: Flag) -> bool {
        self.flags.contains(&flag)
    }
}
