//! What a stored module says of its shader otherwise than the program that it goes with: STAT has the names of resources,
//! structures and functions, DXIL has fewer than ILDB. When the program is edited, that is said again of what is still there.
//! Separate because both parts are merged alike.

use std::collections::HashMap;
use std::hash::Hash;

use bstr::BString;

use super::metadata::write_in_order;
use crate::Result;
use crate::bitcode;
use crate::ir::{GlobalId, Module, NamedMetadata, TypeId};
use crate::shader::{
    FunctionAnnotation, ResourceRange, Resources, Shader, StructAnnotation, TypeAnnotations,
};

/// Makes `new` say what `stored` says of the shader. `base` was made of the program before the edit as `new` is made of the
/// one after it: where those two agree `stored` counts, else the edit.
///
/// # Errors
///
/// What one of the modules says of itself cannot be read.
pub(super) fn say_again(stored: &Module, base: &Module, new: &mut Module) -> Result<()> {
    let stored = shader_within(new, stored)?;
    let base = shader_within(new, base)?;
    let mut shader = Shader::read(new)?;
    merge(&mut shader, stored, base);
    write_in_order(new, shader);
    Ok(())
}

/// What another module says of the shader, in the ids of `module`: but for functions that it does not have.
fn shader_within(module: &mut Module, other: &Module) -> Result<Shader> {
    let mut other = other.clone();
    let mut shader = Shader::read(&other)?;
    let pairing = bitcode::pairing(&other, module);
    for list in &mut shader.type_annotations {
        if let TypeAnnotations::Functions(functions) = list {
            functions.retain(|annotation| pairing.global(annotation.function).is_some());
        }
    }
    shader.write(&mut other);
    let mut scratch = module.clone();
    scratch.named_metadata.clear();
    let mut pairing = bitcode::pairing(&other, module);
    for named in &other.named_metadata {
        let operands = named.operands.iter();
        let operands = operands.filter_map(|node| pairing.import_metadata(&mut scratch, *node)).collect();
        scratch.named_metadata.push(NamedMetadata { name: named.name.clone(), operands });
    }
    // An entry point whose function is gone was changed by the edit, and is not asked for.
    let (shader, _) = Shader::read_partly(&scratch);
    scratch.named_metadata = std::mem::take(&mut module.named_metadata);
    *module = scratch;
    Ok(shader)
}

/// Puts what is stored in the place of what the edit left as it was in `base`.
fn merge(shader: &mut Shader, stored: Shader, base: Shader) {
    let names = [&stored.resources, &base.resources].map(|resources| Names::of(resources.as_ref()));
    let say_names_again = |resources: &mut Resources| {
        let [stored, base] = &names;
        say_names_again(resources, stored, base);
    };
    let annotations = [stored.type_annotations, std::mem::take(&mut shader.type_annotations)];
    let [stored_annotations, annotations] = annotations.map(Annotations::of);
    let base_annotations = Annotations::of(base.type_annotations);
    shader.type_annotations = annotations.merged(stored_annotations, &base_annotations).into_lists();
    if shader.resources == base.resources {
        shader.resources = stored.resources;
    } else {
        shader.resources.iter_mut().for_each(say_names_again);
    }
    if shader.entry_points == base.entry_points {
        shader.entry_points = stored.entry_points;
    } else {
        shader.entry_points.iter_mut().flat_map(|entry| &mut entry.resources).for_each(say_names_again);
    }
    macro_rules! keep {
        ($($field:ident)*) => {
            $(if shader.$field == base.$field {
                shader.$field = stored.$field;
            })*
        };
    }
    keep! {
        version validator_version model payload_annotations view_id_state target_types binding_table
        intermediate_options counters source old_source idents module_flags
    }
}

/// The names of a module's resources.
#[derive(Default)]
struct Names {
    /// By class and first register; `None` where several share it, as those of libraries do that are not bound yet.
    by_register: HashMap<(usize, u32, u32), Option<BString>>,
    /// By class and number.
    by_id: HashMap<(usize, u32), BString>,
}

impl Names {
    fn of(resources: Option<&Resources>) -> Self {
        let mut names = Self::default();
        let mut resources = resources.cloned().unwrap_or_default();
        for (class, ranges) in ranges_mut(&mut resources).into_iter().enumerate() {
            for ResourceRange { id, name, space, lower_bound, .. } in ranges {
                let known = names.by_register.entry((class, *space, *lower_bound));
                known.and_modify(|known| *known = None).or_insert_with(|| Some(name.clone()));
                names.by_id.entry((class, *id)).or_insert_with(|| name.clone());
            }
        }
        names
    }

    /// The name of a resource: of the one at the same register, else of the one with the same number.
    fn find(&self, class: usize, range: &ResourceRange) -> Option<&BString> {
        let there = self.by_register.get(&(class, range.space, range.lower_bound));
        there.and_then(Option::as_ref).or_else(|| self.by_id.get(&(class, range.id)))
    }
}

/// Gives resources the names that are stored, but for those that the edit changed.
fn say_names_again(resources: &mut Resources, stored: &Names, base: &Names) {
    for (class, ranges) in ranges_mut(resources).into_iter().enumerate() {
        for range in ranges {
            let Some(name) = stored.find(class, range) else { continue };
            if base.find(class, range).is_none_or(|before| *before == range.name) {
                range.name.clone_from(name);
            }
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
fn merged<T: PartialEq, K: Eq + Hash>(
    edited: Vec<T>,
    stored: Vec<T>,
    base: &[T],
    key: impl Fn(&T) -> K,
) -> Vec<T> {
    let base: HashMap<K, &T> = base.iter().map(|base| (key(base), base)).collect();
    let places: HashMap<K, usize> =
        edited.iter().enumerate().map(|(index, edited)| (key(edited), index)).collect();
    let mut edited: Vec<Option<T>> = edited.into_iter().map(Some).collect();
    let mut merged = Vec::with_capacity(stored.len());
    for stored in stored {
        let before = base.get(&key(&stored));
        let place = places.get(&key(&stored)).and_then(|index| edited.get_mut(*index));
        match place.and_then(Option::take) {
            Some(edited) if before.is_some_and(|before| **before != edited) => merged.push(edited),
            None if before.is_some() => {}
            _ => merged.push(stored),
        }
    }
    // What is as before the edit and is not stored was left out when that was written.
    let is_new = |edited: &T| base.get(&key(edited)).is_none_or(|before| *before != edited);
    merged.extend(edited.into_iter().flatten().filter(is_new));
    merged
}
