//! Redundant handle operations: `createHandleForLib` of a handle, and `annotateHandle` of an annotated handle.
//! Compilers emit them for parameters and results of functions, since they do not inspect the callee. Separate from the
//! lowering of resources, because these operations do not depend on a resource.

use dxil::handles::HandleOrigin;
use dxil_ir::{InstructionId, Value, ValueKind};
use hashbrown::HashMap;

use super::Handles;

impl Handles<'_> {
    /// Puts a handle in the place of what is made of it again. Where it was said twice what the resource is, what was
    /// said last counts: that is at the use.
    pub(super) fn drop_rewrapping(&mut self) -> Result<(), String> {
        for (id, handle) in self.origins(Self::wrapped) {
            self.editor.replace_and_erase(id, handle).map_err(|error| error.to_string())?;
        }
        for (id, annotated) in self.origins(Self::annotated) {
            // Of what is annotated several times, the first is annotated here.
            if let ValueKind::Instruction(first) = annotated.kind()
                && let Some(HandleOrigin::Annotation { handle, .. }) = self.origin(first)
            {
                self.editor.set_operand(id, 1, handle).map_err(|error| error.to_string())?;
            }
        }
        // What was said first is of no use to anybody, where that was the only one.
        let _ = self.editor.remove_dead_instructions();
        Ok(())
    }

    /// Whether all handles are made of numbers and registers.
    pub(super) fn check_all_lowered(&mut self) -> Result<(), String> {
        let all = self.editor.all_instructions();
        if all.into_iter().any(|id| self.origin(id).is_some_and(|origin| origin.is_library())) {
            return Err("a CreateHandleForLib call remains".to_owned());
        }
        Ok(())
    }

    /// The handle that a handle is made of again.
    fn wrapped(&mut self, id: InstructionId) -> Option<Value> {
        let HandleOrigin::Library { resource: handle } = self.origin(id)? else { return None };
        let ValueKind::Instruction(maker) = handle.kind() else { return None };
        self.origin(maker).map(|_| handle)
    }

    /// The annotated handle that is annotated again.
    fn annotated(&mut self, id: InstructionId) -> Option<Value> {
        let HandleOrigin::Annotation { handle, .. } = self.origin(id)? else { return None };
        let ValueKind::Instruction(maker) = handle.kind() else { return None };
        self.origin(maker)?.is_annotation().then_some(handle)
    }

    /// The instructions of which `step` knows what they are made of, with where those come to that go on so; without
    /// those that go round. Each is looked at once.
    fn origins(
        &mut self,
        step: impl Fn(&mut Self, InstructionId) -> Option<Value>,
    ) -> Vec<(InstructionId, Value)> {
        let mut known = HashMap::<InstructionId, Option<Value>>::new();
        let mut found = Vec::new();
        for id in self.editor.all_instructions() {
            let mut path = Vec::new();
            let mut at = Value::from(id);
            let origin = loop {
                let ValueKind::Instruction(next) = at.kind() else { break Some(at) };
                if let Some(origin) = known.get(&next) {
                    break *origin;
                }
                let Some(before) = step(self, next) else { break Some(at) };
                // Until the end of the way is known, it goes round.
                known.insert(next, None);
                path.push(next);
                at = before;
            };
            known.extend(path.into_iter().map(|id| (id, origin)));
            found.extend(known.get(&id).copied().flatten().map(|origin| (id, origin)));
        }
        found
    }
}
