//! Binding maps and pipeline files: what is said of the bindings of a compiled shader, before and after. Separate
//! because it is text that users write and read.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use amdgpu_compile::bindings::{Binding, BindingMap, Registers};
use amdgpu_compile::resources::DescriptorKind;
use amdgpu_compile::{Compiled, Processor, Resource};
use serde::Deserialize;

use crate::error::Error;

/// A binding map as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    bindings: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    register: String,
    set: u32,
    binding: u32,
}

/// The most entries of a map: the search for one goes through all.
const MOST_ENTRIES: usize = 65_536;

/// How many elements of an unbounded array a pipeline file has.
const OF_UNBOUNDED: u32 = 1024;

/// Reads a binding map.
pub fn read(bytes: &[u8]) -> Result<BindingMap, Error> {
    let wrong = |why: String| Error::Usage(format!("binding map: {why}"));
    let text = std::str::from_utf8(bytes).map_err(|_| wrong("it is no UTF-8 text".to_owned()))?;
    let mut options = serde_saphyr::Options::default();
    options.with_snippet = false;
    if let Some(budget) = &mut options.budget {
        let events = text.len().saturating_add(64);
        (budget.max_events, budget.max_nodes, budget.max_total_scalar_bytes) = (events, events, events);
        // Nothing of it repeats itself, so that nothing can repeat itself a billion times.
        (budget.max_aliases, budget.max_anchors) = (0, 0);
    }
    let read = serde_saphyr::from_str_with_options(text, options);
    let document: Document = read.map_err(|cause| wrong(cause.to_string()))?;
    if document.bindings.len() > MOST_ENTRIES {
        return Err(wrong(format!("{} entries, at most {MOST_ENTRIES} are read", document.bindings.len())));
    }
    let mut listed: BTreeMap<Registers, Binding> = BTreeMap::new();
    for Entry { register, set, binding } in document.bindings {
        let registers = Registers::parse(&register).map_err(wrong)?;
        if listed.insert(registers, Binding { set, binding }).is_some() {
            return Err(wrong(format!("{registers} is listed twice")));
        }
    }
    Ok(BindingMap::Listed(listed.into_iter().collect()))
}

/// The state of a pipeline that has all that a shader is bound to in a table for each set.
pub fn pipeline(processor: Processor, compiled: &Compiled) -> Result<String, Error> {
    let mut sets: BTreeMap<u32, Vec<&Resource>> = BTreeMap::new();
    for resource in &compiled.resources {
        sets.entry(resource.binding.set).or_default().push(resource);
    }
    let mut text = String::new();
    let [x, y, z] = compiled.threads;
    let lanes = compiled.wave_size.lanes();
    let _ = writeln!(text, "# Groups of {x} x {y} x {z} threads, waves of {lanes} lanes.");
    let _ = writeln!(text, "target: {processor}\nstages: [compute]");
    if sets.is_empty() {
        return Ok(text);
    }
    let _ = writeln!(text, "user_data:");
    for (dword, (set, resources)) in (0_u32..).zip(sets) {
        let _ =
            writeln!(text, "  # Set {set}.\n  - type: table\n    offset: {dword}\n    size: 1\n    nodes:");
        let mut offset = 0_u32;
        for resource in resources {
            let Some(kind) = DescriptorKind::of(resource.kind) else {
                return Err(Error::Unsupported(format!("{} has no descriptor", resource.registers)));
            };
            let count = if resource.count == u32::MAX { OF_UNBOUNDED } else { resource.count };
            // A descriptor of an image is loaded with its alignment.
            offset = offset.next_multiple_of(kind.dwords());
            let size = kind.dwords().checked_mul(count);
            let end = size.and_then(|size| offset.checked_add(size));
            let (Some(size), Some(end)) = (size, end) else {
                return Err(Error::Unsupported(format!("set {set} has too many descriptors for a table")));
            };
            let name = if resource.name.is_empty() { String::new() } else { format!(" {}", resource.name) };
            let _ = writeln!(
                text,
                "      - {{type: {}, set: {set}, binding: {}, offset: {offset}, size: {size}}} # {}{name}",
                kind.node(),
                resource.binding.binding,
                resource.registers,
            );
            offset = end;
        }
    }
    Ok(text)
}
