//! Bundles of operands of calls. Separate because few modules have any: their operands stand behind the arguments, and
//! which are whose is noted beside.

use crate::{InstructionId, Op, Value};

use super::{Changed, EditError, Editor};

impl Editor<'_> {
    /// The operands of the first bundle of a call that has this tag.
    pub fn bundle(&self, call: InstructionId, tag: &[u8]) -> Option<&[Value]> {
        let (_, operands) = self.called(call)?;
        let (_, mut rest) = self.body.split_bundles(call, operands);
        for bundle in self.body.bundles.get(&call)? {
            let (its, behind) = rest.split_at_checked(usize::try_from(bundle.operands).ok()?)?;
            if bundle.tag == tag {
                return Some(its);
            }
            rest = behind;
        }
        None
    }

    /// Whether an instruction is a call with bundles of operands.
    pub fn has_bundles(&self, call: InstructionId) -> bool {
        self.body.bundles.get(&call).is_some_and(|bundles| !bundles.is_empty())
    }

    /// Takes away the bundles of a call that have this tag, with their operands. Says whether there were any.
    ///
    /// # Errors
    ///
    /// The function does not have the instruction, or the call has fewer operands than its bundles.
    pub fn drop_bundle(&mut self, call: InstructionId, tag: &[u8]) -> Result<bool, EditError> {
        let block = self.placed(call)?;
        let Some(bundles) = self.body.bundles.get(&call) else { return Ok(false) };
        if bundles.iter().all(|bundle| bundle.tag != tag) {
            return Ok(false);
        }
        let Some(Op::Call { arguments, .. }) = self.op(call) else { return Ok(false) };
        let what = "a call has fewer operands than its bundles";
        let (arguments, mut rest) =
            self.body.split_bundles(call, arguments.as_slice(&self.body.lists.values));
        let mut operands = arguments.to_vec();
        let mut kept = Vec::new();
        for bundle in bundles {
            let count = bundle.operands as usize;
            let (its, behind) = rest.split_at_checked(count).ok_or(EditError::Malformed { what })?;
            if bundle.tag != tag {
                operands.extend(its);
                kept.push(bundle.clone());
            }
            rest = behind;
        }
        if kept.is_empty() {
            self.body.bundles.remove(&call);
        } else {
            self.body.bundles.insert(call, kept);
        }
        let crate::Body { instructions, lists, .. } = &mut self.body;
        if let Some(Op::Call { arguments, .. }) = instructions.get_mut(call).map(|data| &mut data.op) {
            *arguments = lists.values.list(operands);
        }
        self.relink(call);
        self.touch(block);
        self.note(Changed::Values);
        Ok(true)
    }
}
