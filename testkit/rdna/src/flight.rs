//! Loads and exports that are in flight: what loads write must not be touched, and what exports read must not be
//! written before it is waited for. Hardware does not check it; compilers and glue code have to be right.

use crate::table::Generation;
use crate::wait;

/// What is counted together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Counter {
    /// Vector memory.
    Vector,
    /// Scalar memory, which comes back in any order.
    Scalar,
    /// Memory of the group, in order.
    Lds,
}

#[derive(Debug, Clone)]
struct Load {
    counter: Counter,
    registers: std::ops::Range<u16>,
}

/// The loads of a wave, oldest first. Registers are numbered as operands are.
#[derive(Debug, Clone, Default)]
pub(crate) struct Flight {
    loads: Vec<Load>,
    exported: Vec<u16>,
}

impl Flight {
    /// A load into registers begins.
    pub(crate) fn start(&mut self, counter: Counter, first: u16, count: u16) {
        // Counters of 63 hold back what is more.
        if self.loads.iter().filter(|load| load.counter == counter).count() >= 63 {
            let oldest = self.loads.iter().position(|load| load.counter == counter);
            oldest.map(|at| self.loads.remove(at));
        }
        self.loads.push(Load { counter, registers: first..first + count });
    }

    /// An export of a register begins.
    pub(crate) fn export(&mut self, register: u16) {
        self.exported.push(register);
    }

    /// A register of so many that is being exported.
    pub(crate) fn exported(&self, first: u16, count: u16) -> Option<u16> {
        self.exported.iter().copied().find(|register| (first..first + count).contains(register))
    }

    /// A register of so many that is being loaded.
    #[inline]
    pub(crate) fn touched(&self, first: u16, count: u16) -> Option<u16> {
        if self.loads.is_empty() {
            return None;
        }
        let mut registers = first..first + count;
        registers.find(|register| self.loads.iter().any(|load| load.registers.contains(register)))
    }

    /// The same for registers that are to be loaded: loads that come in order may be into the same ones.
    pub(crate) fn touched_by_load(&self, counter: Counter, first: u16, count: u16) -> Option<u16> {
        let others = self.loads.iter().filter(|load| load.counter != counter || counter == Counter::Scalar);
        let mut registers = first..first + count;
        registers.find(|register| others.clone().any(|load| load.registers.contains(register)))
    }

    /// What `s_waitcnt` waits for.
    pub(crate) fn wait(&mut self, generation: Generation, value: u16) {
        let ([vector, exports, other], _) = wait::counts(generation, value);
        self.wait_for(vector, other);
        self.wait_for_exports(exports);
    }

    /// Waits until no more than so many loads are left.
    pub(crate) fn wait_for(&mut self, vector: u16, other: u16) {
        self.keep(Counter::Vector, vector);
        self.keep(Counter::Lds, other);
        // What comes in any order is there for sure when nothing is left.
        if other == 0 {
            self.keep(Counter::Scalar, 0);
        }
    }

    /// Waits until no more than so many exports are left.
    pub(crate) fn wait_for_exports(&mut self, exports: u16) {
        if exports == 0 {
            self.exported.clear();
        }
    }

    fn keep(&mut self, counter: Counter, most: u16) {
        let count = self.loads.iter().filter(|load| load.counter == counter).count();
        let mut done = count.saturating_sub(most.into());
        self.loads.retain(|load| {
            let is_done = load.counter == counter && done > 0;
            done -= usize::from(is_done);
            !is_done
        });
    }

    /// Whether nothing is in flight.
    pub(crate) fn is_empty(&self) -> bool {
        self.loads.is_empty() && self.exported.is_empty()
    }

    /// Whether a load is in flight.
    pub(crate) fn is_loading(&self) -> bool {
        !self.loads.is_empty()
    }
}
