//! Values of a function as metadata: which of them are one.

use std::collections::HashMap;

use dxil_ir::{Body, Value, ValueKind};

/// Makes one of values that are metadata twice: one was referred to before it was there, and afterwards.
pub(super) fn unite(body: &mut Body) {
    let mut places = HashMap::new();
    let mut kept = Vec::new();
    let united: Vec<u32> = body
        .local_metadata
        .iter()
        .map(|value| {
            let next = u32::try_from(kept.len()).unwrap_or(Value::MAX);
            let place = *places.entry(*value).or_insert(next);
            if place == next {
                kept.push(*value);
            }
            place
        })
        .collect();
    body.local_metadata = kept;
    for instruction in body.instructions.values_mut() {
        instruction.op.map_operands(&mut body.lists, |value| {
            let ValueKind::LocalMetadata(index) = value.kind() else { return value };
            let place = usize::try_from(index).ok().and_then(|index| united.get(index));
            place.map_or(value, |place| Value::new(ValueKind::LocalMetadata(*place)))
        });
    }
}
