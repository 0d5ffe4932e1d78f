//! What operations do, one file a family. Each family says of an opcode what it does for a scalar, or that it has none such; what
//! only computes is a function of lanes, what needs other lanes, memory or resources gets the whole [`Context`](crate::Context).

pub(crate) mod barriers;
pub(crate) mod buffers;
pub(crate) mod constant_buffers;
pub(crate) mod conversions;
pub(crate) mod dimensions;
pub(crate) mod exchanges;
pub(crate) mod floats;
pub(crate) mod integers;
pub(crate) mod sampling;
pub(crate) mod textures;
pub(crate) mod threads;

use dxil::ops::Opcode;

use crate::program::{Function1, Function2, Function3, FunctionN, Operate, Scalar};

/// What something does.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Semantics {
    /// A function of one register.
    Map1(Function1),
    /// A function of two registers.
    Map2(Function2),
    /// A function of three registers.
    Map3(Function3),
    /// A function of any number of registers.
    MapN(FunctionN),
    /// What needs more than its operands.
    Operate(Operate),
    /// What waits for the other waves of the group.
    Barrier(Operate),
}

/// What an operation does for a scalar; `None` where nothing here does it.
pub(crate) fn semantics(opcode: Opcode, scalar: Scalar) -> Option<Semantics> {
    let families = [
        floats::operation,
        integers::operation,
        conversions::operation,
        threads::operation,
        barriers::operation,
        constant_buffers::operation,
        buffers::operation,
        textures::operation,
        sampling::operation,
        exchanges::operation,
        dimensions::operation,
    ];
    families.iter().find_map(|family| family(opcode, scalar))
}

/// Whether an operation divides by its last operand.
pub(crate) fn divides(opcode: Opcode) -> bool {
    opcode == Opcode::UDIV
}
