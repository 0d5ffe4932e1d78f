//! Places: pointers of naga as a root and a path into its type, and the kinds of roots. Separate from the methods that
//! compute, load and store places, because frames and global variables contain places.

use std::rc::Rc;

use dxil::emit::{Handle as ResourceHandle, Operand, Uniformity};
use dxil_ir::Value;
use naga::{GlobalVariable, Handle};

use crate::lower::slots::SlotId;
use crate::lower::types::Ty;
use crate::lower::units::UnitLayout;

/// A place: the root, the path, and the type at the place.
#[derive(Debug, Clone)]
pub(super) struct Place {
    pub(super) ty: Ty,
    pub(super) root: Root,
}

/// The root of a place and the path from it.
#[derive(Debug, Clone)]
pub(super) enum Root {
    /// Memory of the thread or the group.
    Memory {
        memory: Rc<Memory>,
        /// The first unit of the type at the place.
        unit: usize,
        /// The indices of the enclosing arrays, the outermost first.
        indices: Vec<Index>,
        /// The number of scalars from the start of the matrix or vector.
        component: Offset,
    },
    /// A buffer, and the distance from its start in bytes.
    Buffer {
        buffer: Rc<Buffer>,
        offset: Offset,
    },
    /// A texture, sampler or acceleration structure, or an array of resources.
    Resource {
        variable: Handle<GlobalVariable>,
        index: Option<(Operand, Uniformity)>,
    },
    RayQuery(RayQuery),
}

/// An index into an array, matrix or vector.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Index {
    Constant(u32),
    /// An `i32` that is in bounds if the bounds are checked.
    Variable(Value),
}

/// A distance: a constant and a variable part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Offset {
    pub(super) constant: u32,
    pub(super) variable: Option<Value>,
    /// The largest power of two by which the variable part is known to be divisible.
    pub(super) alignment: u32,
}

impl Offset {
    pub(super) const ZERO: Self = Self::constant(0);

    pub(super) const fn constant(constant: u32) -> Self {
        Self { constant, variable: None, alignment: 1 << 31 }
    }

    pub(super) const fn plus(self, distance: u32) -> Self {
        Self { constant: self.constant.wrapping_add(distance), ..self }
    }
}

/// The units of a variable.
#[derive(Debug)]
pub(super) struct Memory {
    pub(super) units: Vec<Unit>,
}

/// An array of scalars, or one scalar.
#[derive(Debug)]
pub(super) struct Unit {
    pub(super) storage: Storage,
    pub(super) layout: UnitLayout,
}

/// The storage of a unit.
#[derive(Debug, Clone, Copy)]
pub(super) enum Storage {
    /// A pointer to the array, or to the scalar if the unit is not an array.
    Pointer(Value),
    /// One slot for each scalar, from this one on. No variable index selects a scalar.
    Slots(SlotId),
}

impl Memory {
    /// The place of the whole variable.
    pub(super) fn place(self: Rc<Self>, ty: Ty) -> Place {
        let root = Root::Memory { memory: self, unit: 0, indices: Vec::new(), component: Offset::ZERO };
        Place { ty, root }
    }
}

/// A bound buffer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Buffer {
    pub(super) handle: ResourceHandle,
    /// The distance of the variable from the start of the buffer, in bytes: a dynamic offset of the binding.
    pub(super) start: Offset,
    /// True if variable indices are clamped to the lengths of arrays.
    pub(super) is_restricted: bool,
    /// True for a constant buffer, false for a byte-address buffer.
    pub(super) is_uniform: bool,
}

/// A query and its tracker: a pointer to an `i32` whose bits are the state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RayQuery {
    pub(super) query: Value,
    pub(super) tracker: Value,
}
