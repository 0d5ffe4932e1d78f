//! Names of the operands of metadata nodes, by which two nodes are aligned. Separate from the comparison because names
//! depend on one module only.

use std::collections::{HashMap, HashSet};

use dx_container::names::name_of;
use dxil::shader::shape::{Fields, Rest, Shape, Tagged, Tags};
use dxil_ir::metadata::Metadata;
use dxil_ir::{MetadataId, Module, ValueKind};

/// The operands of a node.
pub type Nodes<'n> = &'n [Option<MetadataId>];

/// An operand with a name.
pub struct Operand {
    /// The name as it follows the path of the node: ` lower bound`, `[3]`.
    pub name: String,
    /// The description of the operand.
    pub shape: Shape,
    /// The operand.
    pub node: Option<MetadataId>,
}

/// The operands of a node by position.
pub fn fields(fields: &Fields, nodes: Nodes<'_>) -> Vec<Operand> {
    let operand = |(index, node): (usize, &Option<MetadataId>)| {
        let field = fields.first.get(index).copied();
        let (name, shape) = match (field, &fields.rest, index.checked_sub(fields.first.len())) {
            (Some(field), ..) => (format!(" {}", field.label()), field.shape()),
            (None, Rest::Items { item, count, .. }, Some(at)) if at < *count => {
                (format!(" {}[{at}]", item.label()), item.shape())
            }
            (None, Rest::Items { last: Some(last), count, .. }, Some(at)) if at == *count => {
                (format!(" {}", last.label()), last.shape())
            }
            _ => (format!("[{index}]"), Shape::Plain),
        };
        Operand { name, shape, node: *node }
    };
    nodes.iter().enumerate().map(operand).collect()
}

/// The values of a node that alternates between tags and values.
pub fn tags(module: &Module, tags: Tags, nodes: Nodes<'_>) -> Vec<Operand> {
    pairs(nodes, |index, tag| match tag.and_then(|tag| integer(module, tag)) {
        Some(number) => {
            let name = name_of(tags.names, number);
            let name = name.map_or_else(|| format!(" tag {number}"), |name| format!(" {name}"));
            (name, u32::try_from(number).map_or(Shape::Plain, |tag| tags.value(tag)))
        }
        None => (format!(" [{index}]"), Shape::Plain),
    })
}

/// The values of a node that alternates between strings and values, such as `dx.counters`.
pub fn texts(module: &Module, nodes: Nodes<'_>) -> Vec<Operand> {
    pairs(nodes, |index, key| {
        (text(module, key).map_or_else(|| format!(" [{index}]"), |key| format!(" {key}")), Shape::Plain)
    })
}

fn pairs(nodes: Nodes<'_>, name: impl Fn(usize, Option<MetadataId>) -> (String, Shape)) -> Vec<Operand> {
    let pairs = nodes.chunks(2).enumerate();
    pairs
        .map(|(index, pair)| {
            let (name, shape) = name(index, pair.first().copied().flatten());
            Operand { name, shape, node: pair.get(1).copied().flatten() }
        })
        .collect()
}

/// Returns true if every other node is a string, from the first one on.
pub fn has_texts(module: &Module, nodes: Nodes<'_>) -> bool {
    let keys = || nodes.iter().step_by(2);
    nodes.len() > 1 && nodes.len().is_multiple_of(2) && keys().all(|node| text(module, *node).is_some())
}

/// The fields of a node whose operand selects them.
pub fn selected(module: &Module, tagged: Tagged, nodes: Nodes<'_>) -> Fields {
    let tag = nodes.get(tagged.at).copied().flatten().and_then(|tag| integer(module, tag));
    tag.and_then(|tag| u32::try_from(tag).ok()).map(tagged.fields).unwrap_or_default()
}

/// The names of the nodes of a list; all `None` if two nodes have the same name.
pub fn names(module: &Module, shape: &Shape, nodes: Nodes<'_>) -> Vec<Option<String>> {
    let name = |node: &Option<MetadataId>| {
        let node = (*node)?;
        let operand = |at| module.metadata.operand(node, at).flatten();
        match shape {
            Shape::Fields(fields) => text(module, operand(fields.key()?)),
            Shape::Tagged(tagged) => {
                let tag = integer(module, operand(tagged.at)?)?;
                match u32::try_from(tag).ok().and_then(|tag| (tagged.fields)(tag).key()) {
                    Some(key) => text(module, operand(key)),
                    None => name_of(tagged.names, tag).map(str::to_owned),
                }
            }
            _ => None,
        }
    };
    distinct(nodes.iter().map(name))
}

/// The names of the keys of a node that alternates between functions or structures and values.
pub fn keys(module: &Module, nodes: Nodes<'_>) -> Vec<Option<String>> {
    let key = |node: &Option<MetadataId>| {
        let Metadata::Value(ty, value) = module.metadata.get((*node)?)? else { return None };
        let name = match value.kind() {
            ValueKind::Global(id) => &module.globals.get(id)?.name,
            _ => &module.types.named(ty)?.name,
        };
        Some(name.to_string().escape_debug().to_string())
    };
    distinct(nodes.iter().step_by(2).map(key))
}

fn distinct(names: impl Iterator<Item = Option<String>>) -> Vec<Option<String>> {
    let names: Vec<_> = names.map(|name| name.filter(|name| !name.is_empty())).collect();
    let mut seen = HashSet::new();
    if names.iter().flatten().all(|name| seen.insert(name)) { names } else { vec![None; names.len()] }
}

/// The items of two lists that correspond to each other.
pub struct Alignment {
    /// The name or the index in brackets, and the positions in both lists.
    pub both: Vec<(String, usize, usize)>,
    /// The items that only the first list has.
    pub first: Vec<(String, usize)>,
    /// The items that only the second list has.
    pub second: Vec<(String, usize)>,
}

/// Aligns two lists: by name, then the rest by position.
pub fn align(a: &[Option<String>], b: &[Option<String>]) -> Alignment {
    let named = b.iter().enumerate().filter_map(|(at, name)| Some((name.as_deref()?, at)));
    let places: HashMap<&str, usize> = named.collect();
    let (mut both, mut taken, mut alone) = (Vec::new(), HashSet::new(), Vec::new());
    for (index, name) in a.iter().enumerate() {
        match name.as_deref().and_then(|name| Some((name, *places.get(name)?))) {
            Some((name, other)) => {
                taken.insert(other);
                both.push((format!("[{name}]"), index, other));
            }
            None => alone.push(index),
        }
    }
    let mut rest: Vec<usize> = (0..b.len()).filter(|at| !taken.contains(at)).collect();
    let count = alone.len().min(rest.len());
    let (second, first) = (rest.split_off(count), alone.split_off(count));
    both.extend(alone.into_iter().zip(rest).map(|(index, other)| (format!("[{index}]"), index, other)));
    let labelled = |names: &[Option<String>], places: Vec<usize>| {
        let label = |at: usize| names.get(at).and_then(Clone::clone).unwrap_or_else(|| at.to_string());
        places.into_iter().map(|at| (format!("[{}]", label(at)), at)).collect()
    };
    Alignment { both, first: labelled(a, first), second: labelled(b, second) }
}

/// The contents of a string.
fn text(module: &Module, node: Option<MetadataId>) -> Option<String> {
    match module.metadata.get(node?)? {
        Metadata::String(span) => Some(module.metadata.string(span).to_string().escape_debug().to_string()),
        _ => None,
    }
}

/// The value of an integer.
pub fn integer(module: &Module, node: MetadataId) -> Option<u64> {
    let Metadata::Value(_, value) = module.metadata.get(node)? else { return None };
    module.signed_integer(value).map(i64::cast_unsigned)
}
