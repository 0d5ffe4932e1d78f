//! Where the registers of HLSL are bound: sets and bindings, which is what the nodes of a pipeline's user data name.
//! Separate because the unlinked shader and the pipeline state must agree on it and on nothing else.

use crate::error::{CompileErrorKind, Result};
use crate::heaps::Heap;
pub use crate::registers::{Binding, Registers};
use crate::root_layout::{RootLayout, Rooted};

/// Bindings by what a range of registers begins at.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum BindingMap {
    /// The set is the register space; the binding is the class times 65,536 plus the first register. SRVs are class 0,
    /// UAVs 1, constant buffers 2, samplers 3.
    #[default]
    Registers,
    /// Those that are listed, and no others.
    Listed(Vec<Listed>),
    /// As a root signature lays out user data.
    Root(RootLayout),
}

/// Where a binding map says that registers are bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Listed {
    /// The first register.
    pub registers: Registers,
    /// Where that is bound.
    pub binding: Binding,
    /// The binding of its counter, in the same set.
    pub counter: Option<u32>,
}

/// The first binding of counters, behind those of registers.
pub const COUNTERS: u32 = 4 * REGISTERS_OF_A_CLASS;

/// The set of the heap of resources; that of samplers is the next one. No root signature says otherwise.
pub const FIRST_HEAP: u32 = 254;

/// How many registers of a class have bindings of their own where nothing is listed.
pub const REGISTERS_OF_A_CLASS: u32 = 1 << 16;

impl BindingMap {
    /// Where an array is bound that begins at these registers, and what it is there by a root signature.
    ///
    /// # Errors
    ///
    /// It is not listed, has no binding of its own, or the root signature has no parameter for it.
    pub fn place(&self, registers: Registers, count: u32) -> Result<(Binding, Option<Rooted>)> {
        match self {
            Self::Root(layout) => {
                layout.place(registers, count).map(|(binding, rooted)| (binding, Some(rooted)))
            }
            _ => self.binding(registers).map(|binding| (binding, None)),
        }
    }

    /// Where the counter of a buffer is bound.
    ///
    /// # Errors
    ///
    /// It is not listed, or the buffer has no place that a counter could be beside.
    pub fn counter(&self, registers: Registers, binding: Binding, rooted: Option<Rooted>) -> Result<Binding> {
        let set = binding.set;
        let number = match (self, rooted) {
            (Self::Registers, _) => registers.first,
            (Self::Root(_), Some(Rooted::Table)) if binding.binding < REGISTERS_OF_A_CLASS => binding.binding,
            (Self::Root(_), _) => {
                let text = format!(
                    "{registers} has a counter, so the root signature must bind it in a descriptor table"
                );
                return Err(CompileErrorKind::Binding(text).into());
            }
            (Self::Listed(all), _) => {
                let listed = all.iter().find(|listed| listed.registers == registers);
                let text = || format!("the binding map does not list the counter of {registers}");
                let counter = listed.and_then(|listed| listed.counter);
                return match counter {
                    Some(binding) => Ok(Binding { set, binding }),
                    None => Err(CompileErrorKind::Binding(text()).into()),
                };
            }
        };
        Ok(Binding { set, binding: COUNTERS.saturating_add(number) })
    }

    /// Where a heap is bound.
    ///
    /// # Errors
    ///
    /// The root signature does not say that shaders may use it.
    pub fn heap(&self, heap: Heap) -> Result<(Binding, Option<Rooted>)> {
        let number = u32::from(heap == Heap::Samplers);
        match self {
            Self::Root(layout) => layout.heap(heap).map(|binding| (binding, Some(Rooted::Table))),
            _ => Ok((Binding { set: FIRST_HEAP.saturating_add(number), binding: 0 }, None)),
        }
    }

    /// Where what begins at these registers is bound.
    ///
    /// # Errors
    ///
    /// As [`Self::place`].
    pub fn binding(&self, registers: Registers) -> Result<Binding> {
        match self {
            Self::Root(layout) => layout.place(registers, 1).map(|(binding, _)| binding),
            Self::Registers => {
                if registers.first >= REGISTERS_OF_A_CLASS {
                    let text = format!(
                        "registers from {REGISTERS_OF_A_CLASS} on have no default binding: list {registers} \
                         in a binding map"
                    );
                    return Err(CompileErrorKind::Binding(text).into());
                }
                let class = registers.class.0.saturating_mul(REGISTERS_OF_A_CLASS);
                Ok(Binding { set: registers.space, binding: class.saturating_add(registers.first) })
            }
            Self::Listed(all) => {
                let found = all.iter().find(|listed| listed.registers == registers);
                let found = found.map(|listed| listed.binding);
                let text = || {
                    format!(
                        "the binding map does not list {registers}, the first register of a \
                                       resource"
                    )
                };
                found.ok_or_else(|| CompileErrorKind::Binding(text()).into())
            }
        }
    }
}
