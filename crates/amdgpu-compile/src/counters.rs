//! Counters of structured buffers. A counter is a word in memory of its own, with a descriptor and a binding of its
//! own.

use dxil::ops::ArgumentName;
use dxil_ir::BinaryOp;

use crate::error::Result;
use crate::translation::{Call, Translation};

impl Translation<'_, '_> {
    /// `bufferUpdateCounter`: what was there before it goes up, or is there once it went down.
    pub(crate) fn update_counter(&mut self, call: &Call<'_>) -> Result<()> {
        let step = self.constant(call, ArgumentName::inc)?;
        let descriptor = self.counter_descriptor(call, ArgumentName::uav)?;
        let (word, zero) = (self.i(32), self.word(0));
        let step_word = self.int(32, step);
        let arguments = [step_word, descriptor, zero, zero, zero];
        let old = self.call("llvm.amdgcn.raw.buffer.atomic.add.i32", word, &arguments)?;
        let result = if step < 0 { self.binary(BinaryOp::Add, old, step_word) } else { old };
        self.give(call, result)
    }
}
