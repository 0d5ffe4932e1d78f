//! The division of a variable into units of memory. Separate from memory because the payload of a mesh shader has the
//! same division.
//!
//! DXIL has arrays of one dimension only. A variable is divided into units: a scalar, vector or matrix that no larger
//! one contains, with all arrays around it. A unit is one array of scalars. `array<S, 4>`, where S has a matrix and a
//! bool, has two units: an array of 64 floats and one of 4 integers.

use dxil_ir::{Module, TypeId};
use naga::Scalar;

use crate::error::{Fault, Result};
use crate::lower::numeric::{Shape, bits_of};
use crate::lower::types::{Ty, Types, memory_overload};

/// The layout of a unit, before it has memory.
#[derive(Debug, Clone)]
pub(super) struct UnitLayout {
    pub(super) scalar: Scalar,
    /// The number of components of a vector or of a column of a matrix; 1 for a scalar.
    pub(super) components: u32,
    /// The names of the variable and of the members on the path to the unit; empty if the variable has no name.
    pub(super) name: String,
    /// The number of scalars.
    pub(super) count: u32,
    /// The number of scalars of an element of each enclosing array, the outermost first.
    pub(super) strides: Vec<u32>,
}

impl Types<'_> {
    /// The layouts of the units of a type.
    pub(super) fn unit_layouts(&self, ty: Ty, name: &str) -> Result<Vec<UnitLayout>> {
        self.scalars(ty)?;
        let mut layouts = Vec::with_capacity(self.units(ty));
        self.collect_units(ty, &mut Vec::new(), name, &mut layouts)?;
        Ok(layouts)
    }

    fn collect_units(
        &self,
        ty: Ty,
        lengths: &mut Vec<u32>,
        name: &str,
        layouts: &mut Vec<UnitLayout>,
    ) -> Result<()> {
        let (scalar, shape) = match ty {
            Ty::Numeric(shape, scalar) => (scalar, shape),
            // Atomic operations are operations on integers.
            Ty::Atomic(scalar) => (bits_of(scalar), Shape::Scalar),
            Ty::Array { base, length, .. } => {
                let length = length.ok_or_else(|| Fault::malformed("a runtime array in memory"))?;
                lengths.push(length);
                self.collect_units(self.of(base)?, lengths, name, layouts)?;
                lengths.pop();
                return Ok(());
            }
            Ty::Struct(handle) => {
                for (index, member) in self.members(handle).iter().enumerate() {
                    let name = match &member.name {
                        _ if name.is_empty() => String::new(),
                        Some(member) => format!("{name}.{member}"),
                        None => format!("{name}.{index}"),
                    };
                    self.collect_units(self.of(member.ty)?, lengths, &name, layouts)?;
                }
                return Ok(());
            }
            Ty::Opaque(_) => {
                return Err(Fault::unsupported("a resource in a variable", "use a global variable"));
            }
        };
        let components = match shape {
            Shape::Scalar => 1,
            Shape::Vector(count) | Shape::Matrix { rows: count, .. } => count,
        };
        let components = u32::try_from(components).map_err(Fault::malformed)?;
        let mut count = u32::try_from(shape.len()).map_err(Fault::malformed)?;
        let mut strides = Vec::with_capacity(lengths.len());
        for length in lengths.iter().rev() {
            strides.push(count);
            count = count.saturating_mul(*length);
        }
        strides.reverse();
        layouts.push(UnitLayout { scalar, components, name: name.into(), count, strides });
        Ok(())
    }
}

impl UnitLayout {
    /// True if the unit is an array, not one scalar.
    pub(super) fn is_array(&self) -> bool {
        self.count != 1 || !self.strides.is_empty()
    }

    /// The type of the memory.
    pub(super) fn ty(&self, module: &mut Module) -> TypeId {
        let scalar = module.types.intern(memory_overload(self.scalar).ty());
        match self.is_array() {
            true => module.types.array(scalar, self.count.into()),
            false => scalar,
        }
    }
}
