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
//! use dxil_ir::builder::{Build as _, BuildControlFlow as _, FunctionBuilder};
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
mod consumer;
pub mod correspondence;
mod declare;
mod error;
mod function_name;
mod handle_type;
mod memory_access;
mod operand_type;
mod operation;
mod overload;
mod overload_name;
mod signature_access;
mod statistics_class;
mod type_text;

use bstr::{BStr, ByteSlice as _};

use crate::generated::ops::{CLASSES, TABLE_SHIFT};
pub use crate::generated::ops::{STRUCTS, TABLES};
pub use call::Call;
pub use consumer::Consumer;
pub use declare::{BuildOperation, declare};
pub(crate) use error::allowed;
pub use error::{CallError, DeclareError};
pub use handle_type::{HANDLE, is_handle_type};
pub use memory_access::MemoryAccess;
pub use operand_type::{Member, OperandType, StructRow, has_native_16_bit};
pub use operation::{
    Argument, ArgumentName, FUNCTION_PREFIX, Flag, Opcode, Operation, OperationTable, Reserved, Row, Stages,
    Values,
};
pub use overload::{Overload, OverloadKind, OverloadKinds, OverloadSet, Overloads};
pub use signature_access::SignatureAccess;
pub use statistics_class::StatisticsClass;
pub(crate) use type_text::TypeText;

impl Opcode {
    /// What it is; `None` for a number that DXC does not know.
    pub fn row(self) -> Option<&'static Row> {
        let table = TABLES.iter().find(|table| table.id == self.0 >> TABLE_SHIFT)?;
        let index = self.0 - (table.id << TABLE_SHIFT);
        table.rows.get(usize::try_from(index).ok()?)
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
}
