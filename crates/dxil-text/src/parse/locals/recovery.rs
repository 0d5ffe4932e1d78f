//! What is known of a body behind a line that could not be read: what it may have defined, and which errors only follow
//! from it. Separate because a body without mistakes needs none of it.

use super::super::Fault;
use super::super::cursor::Parser;
use super::super::local_table::{Key, Locals, Slot};
use super::Named;

impl<'s> Locals<'s> {
    /// Says that it is not known what a value is.
    pub(super) fn set_broken(&mut self, key: &Key<'s>) {
        let slot = match key {
            Key::Number(number) => {
                let known = usize::try_from(*number).ok().and_then(|number| self.numbered.get_mut(number));
                known.or_else(|| self.sparse.get_mut(number))
            }
            Key::Name(name) => self.named.get_mut(name),
        };
        if let Some(slot @ Slot::Value(..)) = slot {
            *slot = Slot::Broken;
        }
    }

    /// Leaves out the numbers before this one, if they are not too many; nothing that refers to them is at fault.
    pub(super) fn skip_to_number(&mut self, number: u32) {
        let next = self.next_number();
        let gap = number.saturating_sub(next);
        if gap > self.gaps {
            return;
        }
        self.gaps -= gap;
        for number in next..number {
            self.forward_numbers.remove(&Key::Number(number));
            self.forward_blocks.remove(&Key::Number(number));
            self.add_numbered(number, Slot::Broken);
        }
    }
}

impl<'s> Parser<'s> {
    /// Says that a line that begins at an offset could not be read, and what it would have defined.
    pub(in super::super) fn define_broken(&mut self, named: &Named<'s>, start: usize) {
        let keeps_faults = self.keeps_faults();
        let Ok(locals) = self.locals() else { return };
        locals.is_forward = false;
        locals.bundles.clear();
        if keeps_faults {
            // What only this line refers to need not be there.
            let Locals { forwards, forward_numbers, forward_blocks, .. } = locals;
            forward_numbers.retain(|_, index| forwards.get(*index).is_some_and(|known| known.start < start));
            forward_blocks.retain(|_, (_, first)| *first < start);
        }
        match named {
            Named::As(key, _) => {
                locals.forward_numbers.remove(key);
                locals.forward_blocks.remove(key);
                if locals.slot(key).is_none() {
                    locals.add(key, Slot::Broken);
                }
            }
            Named::Unnamed => self.may_define(),
            Named::Nothing => {}
        }
    }

    /// That something refers to what is not what it should be.
    #[cold]
    pub(super) fn mistaken(&self, key: &Key<'s>, start: usize, len: usize, message: String) -> Box<Fault> {
        let mut fault = self.fault_at(start, len, message);
        let are_numbers_wrong = self.locals.as_ref().is_some_and(|locals| locals.are_numbers_wrong);
        fault.is_consequence |= are_numbers_wrong && matches!(key, Key::Number(_));
        fault
    }

    /// Says that a line may define something that is not known.
    pub(in super::super) fn may_define(&mut self) {
        if let Some(locals) = &mut self.locals {
            (locals.may_lack_number, locals.is_incomplete) = (true, true);
        }
    }

    /// Whether a line may define something that is not known.
    pub(in super::super) fn is_incomplete(&self) -> bool {
        self.locals.as_ref().is_some_and(|locals| locals.is_incomplete)
    }

    /// Says that the instruction that was read last was not over: what it gives is not known.
    pub(in super::super) fn break_last(&mut self) {
        let Ok(locals) = self.locals() else { return };
        if let Some(key) = locals.last.take() {
            locals.set_broken(&key);
        }
    }
}
