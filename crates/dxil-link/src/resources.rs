//! The resources of the target: in the order of their names, with numbers, and of a shader with registers. Separate
//! from handles, which are made of what is decided here.

use bstr::BString;
use dx_container::enums::ResourceClass;
use dxil::shader::{BindingTableEntry, ResourceRange, Resources};
use dxil_ir::Module;
use hashbrown::HashMap;

use crate::catalogue::Catalogue;
use crate::error::{LinkError, LinkErrorKind};
use crate::errors::LinkErrors;
use crate::joined::Joined;
use crate::registers::{Registers, UNASSIGNED, last, prefix};

/// The register space for resources of shaders that ask for none.
const AUTOMATIC_SPACE: u32 = 0;

/// Sorts resources and numbers them; for a shader, also gives registers to those that ask for none. From here on a
/// resource has its last number and place.
///
/// # Errors
///
/// In a shader, two resources that ask for one register, or one for which none is left.
pub(crate) fn arrange(joined: &mut Joined, catalogue: &Catalogue, is_shader: bool) -> Result<(), LinkErrors> {
    let Some(mut resources) = joined.shader.resources.take() else { return Ok(()) };
    if is_shader {
        bind(&mut resources, &std::mem::take(&mut joined.shader.binding_table));
    }
    let Resources { srvs, uavs, cbuffers, samplers, .. } = &mut resources;
    let mut errors = Vec::new();
    let mut ranges: Vec<(ResourceClass, Vec<&mut ResourceRange>)> = Vec::new();
    let module = &joined.module;
    if let Some(all) = srvs {
        all.sort_by_cached_key(|it| key(module, &it.range));
        ranges.push((ResourceClass::SRV, all.iter_mut().map(|it| &mut it.range).collect()));
    }
    if let Some(all) = uavs {
        all.sort_by_cached_key(|it| key(module, &it.range));
        ranges.push((ResourceClass::UAV, all.iter_mut().map(|it| &mut it.range).collect()));
    }
    if let Some(all) = cbuffers {
        all.sort_by_cached_key(|it| key(module, &it.range));
        ranges.push((ResourceClass::CBUFFER, all.iter_mut().map(|it| &mut it.range).collect()));
    }
    if let Some(all) = samplers {
        all.sort_by_cached_key(|it| key(module, &it.range));
        ranges.push((ResourceClass::SAMPLER, all.iter_mut().map(|it| &mut it.range).collect()));
    }
    for (class, mut ranges) in ranges {
        for (id, range) in (0..).zip(&mut ranges) {
            range.id = id;
        }
        if is_shader {
            assign(joined, catalogue, class, &mut ranges, &mut errors);
        }
    }
    joined.shader.resources = Some(resources);
    LinkErrors::check(errors.into_iter())
}

/// Gives resources the registers that a table of bindings says.
fn bind(resources: &mut Resources, table: &[BindingTableEntry]) {
    if table.is_empty() {
        return;
    }
    let mut places = HashMap::new();
    for BindingTableEntry { name, class, index, space, .. } in table {
        // Of several, the first one counts.
        places.entry((class.0, name)).or_insert((*space, *index));
    }
    resources.each_range_mut(|class, range| {
        if let Some(place) = places.get(&(class.0, &range.name)) {
            (range.space, range.lower_bound) = *place;
        }
    });
}

/// By what resources are sorted: what HLSL calls them, and their variables where it calls several the same.
fn key(module: &Module, range: &ResourceRange) -> (BString, BString) {
    let variable = range.global(module).and_then(|id| module.globals.get(id));
    (range.name.clone(), variable.map(|global| global.name.clone()).unwrap_or_default())
}

/// Gives the resources of one class their registers.
fn assign(
    joined: &Joined,
    catalogue: &Catalogue,
    class: ResourceClass,
    ranges: &mut [&mut ResourceRange],
    errors: &mut Vec<LinkError>,
) {
    let mut registers = Registers::default();
    for (owner, range) in ranges.iter().enumerate().filter(|(_, range)| range.lower_bound != UNASSIGNED) {
        if let Err(other) = registers.take(range, owner)
            && let Some(other) = ranges.get(other)
        {
            errors.push(LinkError::unplaced(LinkErrorKind::Overlap {
                first: described(joined, catalogue, other),
                second: described(joined, catalogue, range),
                registers: overlap(class, range, other),
            }));
        }
    }
    for (owner, range) in ranges.iter_mut().enumerate().filter(|(_, range)| range.lower_bound == UNASSIGNED) {
        let space = if range.space == UNASSIGNED { AUTOMATIC_SPACE } else { range.space };
        match registers.find(space, range.size, owner) {
            Some(first) => (range.space, range.lower_bound) = (space, first),
            None => {
                let resource = described(joined, catalogue, range);
                errors.push(LinkError::unplaced(LinkErrorKind::NoRegisters { resource, space }));
            }
        }
    }
}

/// The registers that two ranges have in common, as HLSL writes them.
fn overlap(class: ResourceClass, one: &ResourceRange, other: &ResourceRange) -> String {
    let prefix = prefix(class);
    let first = one.lower_bound.max(other.lower_bound);
    match last(one).min(last(other)) {
        end if end == first => format!("{prefix}{first}, space{}", one.space),
        end => format!("{prefix}{first} to {prefix}{end}, space{}", one.space),
    }
}

/// A resource for messages: its name, and the input that its variable is from.
pub(crate) fn described(joined: &Joined, catalogue: &Catalogue, range: &ResourceRange) -> String {
    match range.global(&joined.module) {
        Some(id) => format!("{} of {}", range.name, joined.file(catalogue, id)),
        None => range.name.to_string(),
    }
}
