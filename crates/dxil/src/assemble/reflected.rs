//! What a stored module says of resources, structures and functions beside the program: the names that reflection shows.
//! When the program is edited, it is said again of what is still there. Separate because STAT and DXIL are both such
//! modules: STAT says more than the program that was edited, DXIL may say less than ILDB.

use bstr::BString;

use super::metadata::write_anew;
use crate::Result;
use crate::bitcode;
use crate::ir::{GlobalId, Module, TypeId};
use crate::shader::{
    FunctionAnnotation, ResourceRange, Resources, Shader, StructAnnotation, TypeAnnotations,
};

/// The metadata that names the members of structures and the parameters of functions.
const TYPE_ANNOTATIONS: &str = "dx.typeAnnotations";

/// Makes `new` say what `stored` says of names. `base` was made of the program before the edit as `new` is made of the one
/// after it: where those two agree `stored` counts, else the edit.
///
/// # Errors
///
/// What one of the modules says of itself cannot be read.
pub(super) fn say_again(stored: &Module, base: &Module, new: &mut Module) -> Result<()> {
    let stored_annotations = Annotations::read_into(new, stored)?;
    let base_annotations = Annotations::read_into(new, base)?;
    let (stored, base) = (Shader::read(stored)?, Shader::read(base)?);
    let mut shader = Shader::read(new)?;
    let names = Names { stored: Ranges::of(stored.resources), base: Ranges::of(base.resources) };
    let of_entries = shader.entry_points.iter_mut().map(|entry| &mut entry.resources);
    of_entries.chain([&mut shader.resources]).flatten().for_each(|resources| names.say_again(resources));
    let annotations = Annotations::of(std::mem::take(&mut shader.type_annotations));
    shader.type_annotations = annotations.merged(stored_annotations, &base_annotations).into_lists();
    write_anew(new, &shader);
    Ok(())
}

/// The ranges of a module's resources, class by class.
struct Ranges([Vec<ResourceRange>; 4]);

impl Ranges {
    fn of(resources: Option<Resources>) -> Self {
        let mut resources = resources.unwrap_or_default();
        Self(ranges_mut(&mut resources).map(|ranges| ranges.into_iter().map(|range| range.clone()).collect()))
    }

    /// The range of this class that is the same resource: at the same registers, else with the same number.
    fn find(&self, class: usize, range: &ResourceRange) -> Option<&ResourceRange> {
        let ranges = self.0.get(class)?;
        let at = |range: &ResourceRange| (range.space, range.lower_bound);
        let mut there = ranges.iter().filter(|other| at(other) == at(range));
        match (there.next(), there.next()) {
            // Ranges of libraries that are not bound yet are all in one place.
            (Some(only), None) => Some(only),
            _ => ranges.iter().find(|other| other.id == range.id),
        }
    }
}

/// The ranges of resources, class by class.
fn ranges_mut(resources: &mut Resources) -> [Vec<&mut ResourceRange>; 4] {
    let Resources { srvs, uavs, cbuffers, samplers, extra: _ } = resources;
    [
        srvs.iter_mut().flatten().map(|srv| &mut srv.range).collect(),
        uavs.iter_mut().flatten().map(|uav| &mut uav.range).collect(),
        cbuffers.iter_mut().flatten().map(|cbuffer| &mut cbuffer.range).collect(),
        samplers.iter_mut().flatten().map(|sampler| &mut sampler.range).collect(),
    ]
}

/// The resources of the stored module and of the one before the edit.
struct Names {
    stored: Ranges,
    base: Ranges,
}

impl Names {
    /// Gives resources the names that are stored.
    fn say_again(&self, resources: &mut Resources) {
        for (class, ranges) in ranges_mut(resources).into_iter().enumerate() {
            for range in ranges {
                let Some(stored) = self.stored.find(class, range) else { continue };
                let before: Option<&BString> = self.base.find(class, range).map(|base| &base.name);
                if before.is_none_or(|before| *before == range.name) {
                    range.name.clone_from(&stored.name);
                }
            }
        }
    }
}

/// Annotations of structures and functions, in the ids of the module that was edited.
#[derive(Default)]
struct Annotations {
    structures: Vec<StructAnnotation>,
    functions: Vec<FunctionAnnotation>,
    unknown: Vec<TypeAnnotations>,
}

impl Annotations {
    fn of(lists: Vec<TypeAnnotations>) -> Self {
        let mut annotations = Self::default();
        for list in lists {
            match list {
                TypeAnnotations::Structs(structures) => annotations.structures.extend(structures),
                TypeAnnotations::Functions(functions) => annotations.functions.extend(functions),
                unknown @ TypeAnnotations::Unknown { .. } => annotations.unknown.push(unknown),
            }
        }
        annotations
    }

    /// Those of another module, but for functions that `module` does not have.
    fn read_into(module: &mut Module, other: &Module) -> Result<Self> {
        let mut other = other.clone();
        let mut shader = Shader::read(&other)?;
        let pairing = bitcode::pairing(&other, module);
        for list in &mut shader.type_annotations {
            if let TypeAnnotations::Functions(functions) = list {
                functions.retain(|annotation| pairing.global(annotation.function).is_some());
            }
        }
        shader.write(&mut other);
        let named = other.named_metadata.iter().find(|named| named.name == TYPE_ANNOTATIONS);
        let mut pairing = bitcode::pairing(&other, module);
        let mut scratch = module.clone();
        let nodes = named.into_iter().flat_map(|named| &named.operands);
        let nodes: Vec<_> = nodes.filter_map(|node| pairing.import_metadata(&mut scratch, *node)).collect();
        scratch.named_metadata.retain(|named| named.name != TYPE_ANNOTATIONS);
        scratch.add_named_metadata(TYPE_ANNOTATIONS, &nodes);
        let annotations = Self::of(Shader::read(&scratch)?.type_annotations);
        scratch.named_metadata.clone_from(&module.named_metadata);
        *module = scratch;
        Ok(annotations)
    }

    /// These, with what is stored in the place of what the edit did not change.
    fn merged(self, stored: Self, base: &Self) -> Self {
        let structure = |annotation: &StructAnnotation| -> TypeId { annotation.ty };
        let function = |annotation: &FunctionAnnotation| -> GlobalId { annotation.function };
        Self {
            structures: merged(self.structures, stored.structures, &base.structures, structure),
            functions: merged(self.functions, stored.functions, &base.functions, function),
            unknown: if self.unknown == base.unknown { stored.unknown } else { self.unknown },
        }
    }

    fn into_lists(self) -> Vec<TypeAnnotations> {
        let Self { structures, functions, unknown } = self;
        let structures = (!structures.is_empty()).then_some(TypeAnnotations::Structs(structures));
        let functions = (!functions.is_empty()).then_some(TypeAnnotations::Functions(functions));
        structures.into_iter().chain(functions).chain(unknown).collect()
    }
}

/// What is stored, but for what the edit changed, took out or brought.
fn merged<T: PartialEq, K: PartialEq>(
    mut edited: Vec<T>,
    stored: Vec<T>,
    base: &[T],
    key: impl Fn(&T) -> K,
) -> Vec<T> {
    let mut merged = Vec::with_capacity(stored.len());
    for stored in stored {
        let before = base.iter().find(|base| key(base) == key(&stored));
        let index = edited.iter().position(|edited| key(edited) == key(&stored));
        match index.map(|index| edited.remove(index)) {
            Some(edited) if before.is_some_and(|before| *before != edited) => merged.push(edited),
            None if before.is_some() => {}
            _ => merged.push(stored),
        }
    }
    // What the base had and nothing stores was left out when that was written.
    edited.retain(|edited| !base.contains(edited));
    merged.extend(edited);
    merged
}
