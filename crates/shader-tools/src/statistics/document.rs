//! The JSON of statistics. Separate from the counting.

use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};

use super::class::{Class, Mix};
use super::{Statistics, StoredCounters};

/// The counts of a program, the instructions by class, and the counters in STAT.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Statistics"))]
#[serde(rename_all = "camelCase")]
pub struct StatisticsObject<'a> {
    /// The number of conditional branches and switches.
    pub branches: u64,
    pub counters: CountersObject<'a>,
    /// The size of group-shared memory in bytes.
    pub group_shared: u64,
    /// The number of live registers that belong to vectors with more than four elements; absent if the number is 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub live_in_long_vectors: Option<u64>,
    /// An estimate of the maximum number of live registers; absent if the estimate would need too much time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub live_registers: Option<u64>,
    pub mix: MixObject<'a>,
    /// The number of instructions of the class `sample`.
    pub samples: u64,
    /// The number of bytes of local memory that each lane needs, in the function with the largest local memory.
    pub stack: u64,
}

/// The number of instructions of each class; classes without instructions are absent.
#[derive(Clone, Copy)]
pub struct MixObject<'a>(pub &'a Mix);

impl Serialize for MixObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut classes = sorted_classes();
        classes.retain(|(index, _)| self.0.get(*index).is_some_and(|count| *count > 0));
        let mut map = serializer.serialize_map(Some(classes.len()))?;
        for (index, class) in classes {
            map.serialize_entry(class.name(), &self.0.get(index))?;
        }
        map.end()
    }
}

/// The classes with their indices in a [`Mix`], sorted by name.
fn sorted_classes() -> Vec<(usize, Class)> {
    let mut classes: Vec<_> = Class::ALL.into_iter().enumerate().collect();
    classes.sort_by_key(|(_, class)| class.name());
    classes
}

/// The comparison of the counters in STAT with the counts from the program.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Counters"))]
pub struct CountersObject<'a> {
    /// The number of counters; only for the state `same`.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<usize>,
    /// The counters that differ; only for the state `different`.
    #[serde(skip_serializing_if = "Option::is_none")]
    differences: Option<Vec<CounterDifference<'a>>>,
    /// `none` without counters in STAT; `same` if all counters equal the counts from the program; `different`
    /// otherwise.
    #[cfg_attr(test, schemars(extend("enum" = ["none", "same", "different"])))]
    state: &'static str,
}

/// A counter that differs.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct CounterDifference<'a> {
    /// The count from the program.
    counted: u64,
    /// The name of the counter.
    name: &'a str,
    /// The value of the counter in STAT.
    stored: u64,
}

impl<'a> StatisticsObject<'a> {
    /// The object of `statistics`.
    pub fn new(statistics: &'a Statistics) -> Self {
        let live = statistics.live;
        let in_long_vectors = live.map(|live| live.in_long_vectors).filter(|count| *count > 0);
        Self {
            branches: statistics.branches,
            counters: CountersObject::new(&statistics.counters),
            group_shared: statistics.group_shared,
            live_in_long_vectors: in_long_vectors,
            live_registers: live.map(|live| live.words),
            mix: MixObject(&statistics.mix),
            samples: statistics.of_class(Class::Sample),
            stack: statistics.stack,
        }
    }
}

impl<'a> CountersObject<'a> {
    fn new(counters: &'a StoredCounters) -> Self {
        match counters {
            StoredCounters::None => Self { count: None, differences: None, state: "none" },
            StoredCounters::Same(count) => Self { count: Some(*count), differences: None, state: "same" },
            StoredCounters::Different(all) => {
                let difference = |(name, stored, counted): &'a (String, u64, u64)| CounterDifference {
                    counted: *counted,
                    name,
                    stored: *stored,
                };
                let differences = all.iter().map(difference).collect();
                Self { count: None, differences: Some(differences), state: "different" }
            }
        }
    }
}

#[cfg(test)]
impl schemars::JsonSchema for MixObject<'_> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Mix".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let count = serde_json::json!({ "type": "integer", "minimum": 0 });
        let classes: serde_json::Map<_, _> =
            sorted_classes().iter().map(|(_, class)| (class.name().to_owned(), count.clone())).collect();
        schemars::json_schema!({
            "description": "The number of instructions of each class; classes without instructions are absent.",
            "type": "object",
            "properties": classes
        })
    }
}
