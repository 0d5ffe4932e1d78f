//! Binding maps and pipeline files: what is said of the bindings of a compiled shader, before and after. Separate
//! because it is text that users write and read.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use amdgpu_compile::bindings::{Binding, BindingMap, COUNTERS, Listed, Registers};
use amdgpu_compile::heaps::Heap;
use amdgpu_compile::resources::DescriptorKind;
use amdgpu_compile::root_layout::{Content, RootLayout};
use amdgpu_compile::{Compiled, Processor, Resource};
use located_yaml::Format;
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
    #[serde(default)]
    counter: Option<u32>,
}

/// The most entries of a map: the search for one goes through all.
const MOST_ENTRIES: usize = 65_536;

/// The maximum nesting of a map, which needs 3.
const MOST_NESTING: usize = 16;

/// How many elements of an unbounded array a pipeline file has.
const OF_UNBOUNDED: u32 = 1024;

/// Reads a binding map.
pub fn read(bytes: &[u8]) -> Result<BindingMap, Error> {
    let wrong = |why: String| Error::Usage(format!("binding map: {why}"));
    let text = std::str::from_utf8(bytes).map_err(|_| wrong("file is not valid UTF-8".to_owned()))?;
    let format = Format { name: "binding map", depth: MOST_NESTING };
    let document: Document =
        located_yaml::from_str(text, format).map_err(|mistake| wrong(mistake.to_string()))?;
    if document.bindings.len() > MOST_ENTRIES {
        return Err(wrong(format!(
            "binding map has {} entries, limit is {MOST_ENTRIES}",
            document.bindings.len()
        )));
    }
    let mut listed: BTreeMap<Registers, Listed> = BTreeMap::new();
    for Entry { register, set, binding, counter } in document.bindings {
        let registers = Registers::parse(&register).map_err(wrong)?;
        let entry = Listed { registers, binding: Binding { set, binding }, counter };
        if listed.insert(registers, entry).is_some() {
            return Err(wrong(format!("{registers} is listed twice")));
        }
    }
    Ok(BindingMap::Listed(listed.into_values().collect()))
}

/// Dwords from one descriptor to the next in tables of root signatures, whatever they are of.
const SLOT: u32 = 8;
const SAMPLER_SLOT: u32 = 4;

/// Where in its slot the descriptor of a counter is: behind that of the buffer.
const COUNTER: u32 = 4;

/// The state of a pipeline whose user data is as a root signature says, with what a shader takes of it.
pub fn rooted_pipeline(
    processor: Processor,
    compiled: &Compiled,
    layout: &RootLayout,
) -> Result<String, Error> {
    let mut nodes = String::new();
    let mut has_constants = false;
    for (set, parameter) in (0_u32..).zip(&layout.parameters) {
        let of_set = compiled.resources.iter().filter(|resource| resource.binding.set == set);
        let of_set: Vec<&Resource> = of_set.collect();
        if of_set.is_empty() {
            continue;
        }
        let dword = parameter.dword;
        match &parameter.content {
            Content::Table(_) => nodes += &rooted_table(&format!("Parameter {set}"), dword, &of_set)?,
            Content::Descriptor(registers) => {
                let _ = writeln!(
                    nodes,
                    "  - {{type: buffer_compact, set: {set}, binding: 0, offset: {dword}, size: 2}} # \
                     {registers}"
                );
            }
            Content::Constants(..) => has_constants = true,
        }
    }
    for (heap, dword) in Heap::ALL.into_iter().zip(layout.heaps) {
        let of_heap = compiled.resources.iter().filter(|resource| resource.heap == Some(heap));
        let of_heap: Vec<&Resource> = of_heap.collect();
        if let Some(dword) = dword.filter(|_| !of_heap.is_empty()) {
            nodes += &rooted_table(heap.name(), dword, &of_heap)?;
        }
    }
    let of_samplers = compiled.resources.iter().filter(|one| one.binding.set == layout.sampler_set());
    let of_samplers: Vec<&Resource> = of_samplers.collect();
    if let Some(dword) = layout.sampler_table.filter(|_| !of_samplers.is_empty()) {
        nodes += &rooted_table("Static samplers", dword, &of_samplers)?;
    }
    if has_constants {
        let (first, count) = (layout.dwords, layout.constants);
        let _ = writeln!(nodes, "  - {{type: push_const, offset: {first}, size: {count}}}");
    }
    let user_data = if nodes.is_empty() { "" } else { "user_data:\n" };
    Ok(head(processor, compiled) + user_data + &nodes + &static_samplers(layout, &of_samplers))
}

/// What the application has to write into the table of static samplers, for `amd link --samplers`.
fn static_samplers(layout: &RootLayout, used: &[&Resource]) -> String {
    let mut text = String::new();
    for resource in used {
        let Binding { set, binding } = resource.binding;
        let sampler = usize::try_from(binding).ok().and_then(|at| layout.static_samplers.get(at));
        let Some(sampler) = sampler else { continue };
        let words: Vec<String> = sampler.words.iter().map(|word| format!("{word:#x}")).collect();
        let words = words.join(", ");
        if text.is_empty() {
            text += "static_samplers:\n";
        }
        let _ = writeln!(
            text,
            "  - {{set: {set}, binding: {binding}, words: [{words}]}} # {}",
            resource.registers
        );
    }
    text
}

/// A table of a root signature.
fn rooted_table(name: &str, dword: u32, resources: &[&Resource]) -> Result<String, Error> {
    let mut text = table(name, dword);
    for node in resources.iter().map(|resource| nodes_of(resource)).collect::<Result<Vec<_>, _>>()?.concat() {
        let stride = if node.kind == DescriptorKind::Sampler.node() { SAMPLER_SLOT } else { SLOT };
        // The place of a counter is that of its buffer.
        let (slot, within) = match node.binding.binding.checked_sub(COUNTERS) {
            Some(slot) if node.is_counter => (slot, COUNTER),
            _ => (node.binding.binding, 0),
        };
        let offset = slot.checked_mul(stride).and_then(|offset| offset.checked_add(within));
        let (Some(offset), Some(size)) = (offset, node.count.checked_mul(stride)) else {
            return Err(Error::Unsupported(format!("{name} has too many descriptors for a table")));
        };
        // One descriptor is as long as it is; what follows it in an array begins a slot of its own.
        let size = match node.count {
            1 => format!("{}", node.dwords),
            _ => format!("{size}, stride: {stride}"),
        };
        text += &node.line(offset, &size);
    }
    Ok(text)
}

/// What the state of a pipeline begins with.
fn head(processor: Processor, compiled: &Compiled) -> String {
    let lanes = compiled.wave_size.lanes();
    let (about, stage) = match compiled.threads {
        Some([x, y, z]) => {
            (format!("Thread groups of {x} x {y} x {z} threads, waves of {lanes} lanes."), "compute")
        }
        None => {
            (format!("Waves of {lanes} lanes. Add the colour targets and the earlier stages."), "fragment")
        }
    };
    format!("# {about}\ntarget: {processor}\nstages: [{stage}]\n")
}

/// What a table begins with.
fn table(name: &str, dword: u32) -> String {
    format!("  # {name}.\n  - type: table\n    offset: {dword}\n    size: 1\n    nodes:\n")
}

/// A node of a table.
#[derive(Clone)]
struct Node {
    kind: &'static str,
    binding: Binding,
    /// Dwords of a descriptor.
    dwords: u32,
    /// How many descriptors.
    count: u32,
    is_counter: bool,
    /// The register, and the name if the shader says it.
    comment: String,
}

impl Node {
    fn line(&self, offset: u32, size: &str) -> String {
        let Self { kind, binding: Binding { set, binding }, comment, .. } = self;
        format!(
            "      - {{type: {kind}, set: {set}, binding: {binding}, offset: {offset}, size: {size}}} # \
             {comment}\n"
        )
    }
}

/// The nodes of a resource: its own, and that of its counter.
fn nodes_of(resource: &Resource) -> Result<Vec<Node>, Error> {
    let count = if resource.count == u32::MAX { OF_UNBOUNDED } else { resource.count };
    let name = if resource.name.is_empty() { String::new() } else { format!(" {}", resource.name) };
    let (kind, dwords, comment) = match resource.heap {
        Some(Heap::Resources) => ("mutable", Heap::Resources.stride(), resource.name.clone()),
        Some(Heap::Samplers) => {
            (DescriptorKind::Sampler.node(), Heap::Samplers.stride(), resource.name.clone())
        }
        None => {
            let kind = DescriptorKind::of(resource.kind)
                .ok_or_else(|| Error::Unsupported(format!("{} has no descriptor", resource.registers)))?;
            (kind.node(), kind.dwords(), format!("{}{name}", resource.registers))
        }
    };
    let mut nodes = vec![Node { kind, binding: resource.binding, dwords, count, is_counter: false, comment }];
    if let Some(binding) = resource.counter {
        let (kind, dwords) = (DescriptorKind::Buffer.node(), DescriptorKind::Buffer.dwords());
        let comment = format!("counter of {}{name}", resource.registers);
        nodes.push(Node { kind, binding, dwords, count, is_counter: true, comment });
    }
    Ok(nodes)
}

/// The state of a pipeline that has all that a shader is bound to in a table for each set.
pub fn pipeline(processor: Processor, compiled: &Compiled) -> Result<String, Error> {
    let mut sets: BTreeMap<u32, Vec<Node>> = BTreeMap::new();
    for resource in &compiled.resources {
        sets.entry(resource.binding.set).or_default().extend(nodes_of(resource)?);
    }
    let mut text = head(processor, compiled);
    if sets.is_empty() {
        return Ok(text);
    }
    let _ = writeln!(text, "user_data:");
    for (dword, (set, nodes)) in (0_u32..).zip(sets) {
        text += &table(&format!("Set {set}"), dword);
        let mut offset = 0_u32;
        for node in nodes {
            // A descriptor of an image is loaded with its alignment.
            offset = offset.next_multiple_of(node.dwords);
            let size = node.dwords.checked_mul(node.count);
            let end = size.and_then(|size| offset.checked_add(size));
            let (Some(size), Some(end)) = (size, end) else {
                return Err(Error::Unsupported(format!("set {set} has too many descriptors for a table")));
            };
            let stride =
                if node.kind == "mutable" { format!(", stride: {}", node.dwords) } else { String::new() };
            text += &node.line(offset, &format!("{size}{stride}"));
            offset = end;
        }
    }
    Ok(text)
}
