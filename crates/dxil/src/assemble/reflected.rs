//! What a stored module says of its shader otherwise than the program that it goes with: STAT has the names of
//! resources, structures and functions, DXIL has fewer than ILDB. When the program is edited, that is said again of
//! what is still there. Separate because both parts are merged alike.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

use bstr::BString;

use super::metadata::write_in_order;
use crate::Result;
use crate::shader::{
    EntryPoint, FunctionAnnotation, ResourceRange, Resources, Shader, StructAnnotation, TypeAnnotations,
};
use dxil_ir::{GlobalId, Module, NamedMetadata, TypeId, Value};

/// Makes `new` say what `stored` says of the shader. `base` was made of the program before the edit as `new` is made
/// of the one after it: where those two agree `stored` counts, else the edit.
///
/// # Errors
///
/// What one of the modules says of itself cannot be read.
pub(super) fn keep_stored_metadata(stored: &Module, base: &Module, new: &mut Module) -> Result<()> {
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
    let pairing = dxil_ir::bitcode::pairing(&other, module);
    for list in &mut shader.type_annotations {
        if let TypeAnnotations::Functions(functions) = list {
            functions.retain(|annotation| pairing.global(annotation.function).is_some());
        }
    }
    shader.write(&mut other);
    let mut pairing = dxil_ir::bitcode::pairing(&other, module);
    let own = std::mem::take(&mut module.named_metadata);
    for named in &other.named_metadata {
        let operands = named.operands.iter();
        let operands = operands.filter_map(|node| pairing.import_metadata(module, *node)).collect();
        module.named_metadata.push(NamedMetadata { name: named.name.clone(), operands });
    }
    // An entry point whose function is gone was changed by the edit, and is not asked for.
    let (shader, _) = Shader::read_partly(module);
    module.named_metadata = own;
    Ok(shader)
}

/// Puts what is stored in the place of what the edit left as it was in `base`.
fn merge(shader: &mut Shader, stored: Shader, base: Shader) {
    let resources =
        [&stored.resources, &base.resources].map(|resources| resources.clone().unwrap_or_default());
    let keep_names = |edited: &mut Resources| {
        let [stored, base] = &resources;
        keep_names(edited, stored, base);
    };
    let annotations = [stored.type_annotations, std::mem::take(&mut shader.type_annotations)];
    let [stored_annotations, annotations] = annotations.map(Annotations::of);
    let base_annotations = Annotations::of(base.type_annotations);
    shader.type_annotations = annotations.merged(stored_annotations, &base_annotations).into_lists();
    if shader.resources == base.resources {
        shader.resources = stored.resources;
    } else {
        shader.resources.iter_mut().for_each(keep_names);
    }
    if shader.entry_points == base.entry_points {
        shader.entry_points = stored.entry_points;
    } else {
        shader.entry_points.iter_mut().flat_map(|entry| &mut entry.resources).for_each(keep_names);
        keep_unchanged(&mut shader.entry_points, stored.entry_points, &base.entry_points);
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

/// Puts what is stored of entry points in the place of what the edit left as it was, where it is about the same ones.
fn keep_unchanged(edited: &mut [EntryPoint], stored: Vec<EntryPoint>, base: &[EntryPoint]) {
    if edited.len() != base.len() || stored.len() != base.len() {
        return;
    }
    for ((edited, stored), base) in edited.iter_mut().zip(stored).zip(base) {
        if edited.signatures == base.signatures {
            edited.signatures = stored.signatures;
        }
        if edited.properties == base.properties {
            edited.properties = stored.properties;
        }
    }
}

/// Gives resources the names that are stored, but for those that the edit changed. `stored` and `base` have the same
/// resources: they are the same program.
fn keep_names(edited: &mut Resources, stored: &Resources, base: &Resources) {
    let (mut stored, mut base) = (stored.clone(), base.clone());
    let classes = ranges_mut(edited).into_iter().zip(ranges_mut(&mut stored)).zip(ranges_mut(&mut base));
    for ((edited, stored), base) in classes {
        let names: HashMap<u32, &BString> = stored.iter().map(|range| (range.id, &range.name)).collect();
        for (range, before) in matched(edited, &base) {
            if let Some(name) = names.get(&before.id).filter(|_| before.name == range.name) {
                range.name.clone_from(name);
            }
        }
    }
}

/// Edited ranges of a class with those that they were before the edit, each with one at most: by what says most
/// first, for an edit may renumber resources, bind them elsewhere or change their types.
fn matched<'r>(
    edited: Vec<&'r mut ResourceRange>,
    base: &'r [&mut ResourceRange],
) -> Vec<(&'r mut ResourceRange, &'r ResourceRange)> {
    type Key = (Option<u32>, Option<(u32, u32)>, Option<Option<Value>>);
    let register = |range: &ResourceRange| (range.space, range.lower_bound);
    let keys: [&dyn Fn(&ResourceRange) -> Key; 5] = [
        &|range| (Some(range.id), Some(register(range)), Some(range.variable)),
        &|range| (None, Some(register(range)), Some(range.variable)),
        &|range| (Some(range.id), None, Some(range.variable)),
        &|range| (None, Some(register(range)), None),
        &|range| (Some(range.id), None, None),
    ];
    let mut matched = Vec::new();
    let (mut edited, mut base): (Vec<_>, Vec<&ResourceRange>) =
        (edited, base.iter().map(|range| &**range).collect());
    for key in keys {
        let mut free = HashMap::<Key, VecDeque<usize>>::new();
        for (index, range) in base.iter().enumerate() {
            free.entry(key(range)).or_default().push_back(index);
        }
        let mut is_taken = vec![false; base.len()];
        let mut left = Vec::new();
        for range in edited {
            let index = free.get_mut(&key(range)).and_then(VecDeque::pop_front);
            match index.and_then(|index| Some((index, *base.get(index)?))) {
                Some((index, before)) => {
                    if let Some(is_taken) = is_taken.get_mut(index) {
                        *is_taken = true;
                    }
                    matched.push((range, before));
                }
                None => left.push(range),
            }
        }
        edited = left;
        let mut taken = is_taken.into_iter();
        base.retain(|_| !taken.next().unwrap_or_default());
    }
    matched
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
