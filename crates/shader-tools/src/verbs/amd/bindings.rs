//! Binding maps and pipeline files: what is said of the bindings of a compiled shader, before and after. Separate
//! because it is text that users write and read.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use amdgpu_compile::bindings::{Binding, BindingMap, Registers};
use amdgpu_compile::resources::DescriptorKind;
use amdgpu_compile::root_layout::{Content, RootLayout};
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

/// Dwords from one descriptor to the next in tables of root signatures, whatever they are of.
const SLOT: u32 = 8;
const SAMPLER_SLOT: u32 = 4;

/// The state of a pipeline whose user data is as a root signature says, with what a shader takes of it.
pub fn rooted_pipeline(
    processor: Processor,
    compiled: &Compiled,
    layout: &RootLayout,
) -> Result<String, Error> {
    let mut text = head(processor, compiled);
    let mut nodes = String::new();
    let mut has_constants = false;
    for (set, parameter) in (0_u32..).zip(&layout.parameters) {
        let of_set = || compiled.resources.iter().filter(move |resource| resource.binding.set == set);
        if of_set().next().is_none() {
            continue;
        }
        let dword = parameter.dword;
        match &parameter.content {
            Content::Table(_) => {
                let _ = writeln!(
                    nodes,
                    "  # Parameter {set}.\n  - type: table\n    offset: {dword}\n    size: 1\n    nodes:"
                );
                for resource in of_set() {
                    nodes += &in_table(set, resource)?;
                }
            }
            Content::Descriptor(registers) => {
                let _ = writeln!(
                    nodes,
                    "  - {{type: buffer_compact, set: {set}, binding: 0, offset: {dword}, size: 2}} # {registers}"
                );
            }
            Content::Constants(..) => has_constants = true,
        }
    }
    if has_constants {
        let (first, count) = (layout.dwords, layout.constants);
        let _ = writeln!(nodes, "  - {{type: push_const, offset: {first}, size: {count}}}");
    }
    if !nodes.is_empty() {
        text += "user_data:\n";
        text += &nodes;
    }
    Ok(text)
}

/// A node of a table of a root signature.
fn in_table(set: u32, resource: &Resource) -> Result<String, Error> {
    let kind = kind_of(resource)?;
    let stride = if kind == DescriptorKind::Sampler { SAMPLER_SLOT } else { SLOT };
    let count = if resource.count == u32::MAX { OF_UNBOUNDED } else { resource.count };
    let binding = resource.binding.binding;
    let (Some(offset), Some(size)) = (binding.checked_mul(stride), count.checked_mul(stride)) else {
        let text = format!("parameter {set} has too many descriptors for a table");
        return Err(Error::Unsupported(text));
    };
    let name = if resource.name.is_empty() { String::new() } else { format!(" {}", resource.name) };
    // One descriptor is as long as it is; what follows it in an array begins a slot of its own.
    let size = if count == 1 { format!("{}", kind.dwords()) } else { format!("{size}, stride: {stride}") };
    Ok(format!(
        "      - {{type: {}, set: {set}, binding: {binding}, offset: {offset}, size: {size}}} # {}{name}\n",
        kind.node(),
        resource.registers,
    ))
}

fn kind_of(resource: &Resource) -> Result<DescriptorKind, Error> {
    let kind = DescriptorKind::of(resource.kind);
    kind.ok_or_else(|| Error::Unsupported(format!("{} has no descriptor", resource.registers)))
}

/// What the state of a pipeline begins with.
fn head(processor: Processor, compiled: &Compiled) -> String {
    let [x, y, z] = compiled.threads;
    let lanes = compiled.wave_size.lanes();
    format!(
        "# Groups of {x} x {y} x {z} threads, waves of {lanes} lanes.\ntarget: {processor}\nstages: [compute]\n"
    )
}

/// The state of a pipeline that has all that a shader is bound to in a table for each set.
pub fn pipeline(processor: Processor, compiled: &Compiled) -> Result<String, Error> {
    let mut sets: BTreeMap<u32, Vec<&Resource>> = BTreeMap::new();
    for resource in &compiled.resources {
        sets.entry(resource.binding.set).or_default().push(resource);
    }
    let mut text = head(processor, compiled);
    if sets.is_empty() {
        return Ok(text);
    }
    let _ = writeln!(text, "user_data:");
    for (dword, (set, resources)) in (0_u32..).zip(sets) {
        let _ =
            writeln!(text, "  # Set {set}.\n  - type: table\n    offset: {dword}\n    size: 1\n    nodes:");
        let mut offset = 0_u32;
        for resource in resources {
            let kind = kind_of(resource)?;
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
