//! Reports races on group-shared memory. Separate from the memory, which only notes accesses and knows neither lanes
//! nor names of objects.

use crate::findings::FindingKind;
use crate::instruction::Space;
use crate::program::Context;
use crate::shared::{AccessKind, Racer};

impl Context<'_> {
    /// Notes a lane's access of group-shared memory, and reports it if it races with another thread's access.
    pub(super) fn note_shared(
        &mut self,
        (byte, bytes): (u32, u32),
        (block, lane): (usize, usize),
        kind: AccessKind,
    ) {
        let thread = self.thread(block, lane).thread;
        if let Some(racer) = self.group.shared.note(byte, bytes, thread, kind) {
            self.report_race(byte, (block, lane), kind, racer);
        }
    }

    #[cold]
    fn report_race(&mut self, byte: u32, (block, lane): (usize, usize), kind: AccessKind, racer: Racer) {
        let object = self
            .program
            .objects
            .iter()
            .find(|object| object.space == Space::Shared && object.addresses.contains(&byte));
        let name = object.map_or("group-shared memory".into(), |object| object.name.clone());
        let at = byte - object.map_or(0, |object| object.addresses.start);
        self.report(FindingKind::Race, block, lane, || {
            let access = match kind {
                AccessKind::Read => "read",
                AccessKind::Write => "write",
                AccessKind::Atomic => "atomic operation",
            };
            let other = match racer {
                Racer::Several => "several other threads".to_owned(),
                Racer::Thread(thread) => format!("thread {thread}"),
            };
            format!(
                "race on {name}, byte {at}: this {access} and an access by {other}, without a barrier \
                     between them"
            )
        });
    }
}
