//! The JSON of statistics. Separate from the counting.

use serde_json::{Value, json};

use super::class::{Class, Mix};
use super::{Statistics, StoredCounters};

/// The statistics of a program as an object of JSON.
pub fn statistics_json(statistics: &Statistics) -> Value {
    let mut object = serde_json::Map::new();
    put_statistics(&mut object, statistics);
    object.insert("mix".to_owned(), mix_json(&statistics.mix));
    object.insert("counters".to_owned(), counters_json(&statistics.counters));
    object.into()
}

/// Adds the numbers of a program to an object of JSON.
pub fn put_statistics(object: &mut serde_json::Map<String, Value>, statistics: &Statistics) {
    let mut put = |name: &str, number: u64| _ = object.insert(name.to_owned(), number.into());
    put("samples", statistics.of_class(Class::Sample));
    put("branches", statistics.branches);
    put("groupShared", statistics.group_shared);
    put("stack", statistics.stack);
    if let Some(live) = statistics.live {
        put("liveRegisters", live.words);
        if live.in_long_vectors > 0 {
            put("liveInLongVectors", live.in_long_vectors);
        }
    }
}

/// The instructions of each class that there are.
pub fn mix_json(mix: &Mix) -> Value {
    let classes = Class::ALL.into_iter().zip(mix).filter(|(_, count)| **count > 0);
    classes
        .map(|(class, count)| (class.name().to_owned(), Value::from(*count)))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

/// The result of comparing the counters in STAT with the program.
pub fn counters_json(counters: &StoredCounters) -> Value {
    match counters {
        StoredCounters::None => json!({ "state": "none" }),
        StoredCounters::Same(count) => json!({ "state": "same", "count": count }),
        StoredCounters::Different(all) => {
            let all = all
                .iter()
                .map(|(name, stored, counted)| json!({ "name": name, "stored": stored, "counted": counted }));
            json!({ "state": "different", "differences": all.collect::<Vec<_>>() })
        }
    }
}
