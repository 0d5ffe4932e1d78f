//! Debug records of two bodies.

use std::mem::discriminant;

use super::bodies_by_place::InBodies;
use super::{Same, Walk, same};
use crate::debug_records::{DebugRecord, DebugValue};

impl Walk<'_> {
    /// The records before two instructions.
    pub(super) fn records(
        &mut self,
        bodies: &InBodies<'_>,
        ours: &[DebugRecord],
        theirs: &[DebugRecord],
    ) -> Same {
        same(ours.len() == theirs.len(), "the number of debug records")?;
        for (our, their) in ours.iter().zip(theirs) {
            same(discriminant(&our.kind) == discriminant(&their.kind), "the kind of a debug record")?;
            for (our, their) in our.values().zip(their.values()) {
                self.recorded(bodies, our, their)?;
            }
            let (ours, theirs): (Vec<_>, Vec<_>) = (our.metadata().collect(), their.metadata().collect());
            same(ours.len() == theirs.len(), "the metadata of a debug record")?;
            ours.into_iter().zip(theirs).try_for_each(|(our, their)| self.metadata(our, their))?;
            self.locations(bodies, Some(our.location), Some(their.location))?;
        }
        Ok(())
    }

    fn recorded(&mut self, bodies: &InBodies<'_>, our: &DebugValue, their: &DebugValue) -> Same {
        match (our, their) {
            (DebugValue::Value(our), DebugValue::Value(their)) => self.values(*our, *their, Some(bodies)),
            (DebugValue::List(ours), DebugValue::List(theirs)) => {
                same(ours.len() == theirs.len(), "the number of values of a debug record")?;
                ours.iter().zip(theirs).try_for_each(|(our, their)| self.values(*our, *their, Some(bodies)))
            }
            (DebugValue::Gone(our), DebugValue::Gone(their)) => self.types(*our, *their),
            // What the nodes are is looked at with all other metadata.
            (DebugValue::Node(_), DebugValue::Node(_)) => Ok(()),
            (
                DebugValue::Value(_) | DebugValue::List(_) | DebugValue::Gone(_) | DebugValue::Node(_),
                DebugValue::Value(_) | DebugValue::List(_) | DebugValue::Gone(_) | DebugValue::Node(_),
            ) => same(false, "the value of a debug record"),
        }
    }
}
