//! Names of filters, address modes and comparisons, which the interpreter's types have no serde implementation for.

use serde::{Deserialize, Deserializer};

use dxil_run::resources::{AddressMode, Comparison, Filter};

/// One of some names, or an error that lists them.
fn named<'de, D: Deserializer<'de>, T: Copy>(
    deserializer: D,
    names: &[(&str, T)],
) -> std::result::Result<Option<T>, D::Error> {
    let name = String::deserialize(deserializer)?;
    let found = names.iter().find(|(candidate, _)| *candidate == name);
    let all = || names.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    match found {
        Some((_, value)) => Ok(Some(*value)),
        None => Err(serde::de::Error::custom(format!("unknown value {name:?}, expected one of {}", all()))),
    }
}

pub(super) fn filter<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> std::result::Result<Option<Filter>, D::Error> {
    named(deserializer, &[("Nearest", Filter::Point), ("Linear", Filter::Linear)])
}

pub(super) fn address<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> std::result::Result<Option<AddressMode>, D::Error> {
    let names = [
        ("Clamp", AddressMode::Clamp),
        ("Repeat", AddressMode::Wrap),
        ("Mirror", AddressMode::Mirror),
        ("Border", AddressMode::Border),
        ("MirrorOnce", AddressMode::MirrorOnce),
    ];
    named(deserializer, &names)
}

pub(super) fn comparison<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> std::result::Result<Option<Comparison>, D::Error> {
    let names = [
        ("Never", Comparison::Never),
        ("Less", Comparison::Less),
        ("Equal", Comparison::Equal),
        ("LessEqual", Comparison::LessEqual),
        ("Greater", Comparison::Greater),
        ("NotEqual", Comparison::NotEqual),
        ("GreaterEqual", Comparison::GreaterEqual),
        ("Always", Comparison::Always),
    ];
    named(deserializer, &names)
}
