//! What several libraries say of themselves, as what one says. Separate from copying: nothing of a module is changed
//! here.

mod once;
mod resources;

use std::hash::Hash as _;

use bstr::BString;
use dx_container::flags::ShaderFlags;
use dxil::shader::{
    EntryPoint, EntryProperties, EntryProperty, FunctionAnnotation, ModuleFlag, PayloadAnnotation,
    PayloadAnnotations, Shader, Source, StructAnnotation, Subobject, TypeAnnotations, Version,
};
use hashbrown::{HashMap, HashSet};

use self::once::Once;
use super::Joined;
use crate::catalogue::{Catalogue, InputId};
use crate::error::{LinkError, LinkErrorKind};

/// What inputs say, each in terms of the joined module, becomes what that says.
///
/// # Errors
///
/// What has one name and is said differently, with both inputs.
pub(super) fn merge(
    joined: &mut Joined,
    catalogue: &Catalogue,
    parts: Vec<(InputId, Shader)>,
) -> Result<(), LinkError> {
    let mut merging = Merging::new(catalogue);
    let all = &mut joined.shader;
    for (input, said) in parts {
        let Shader {
            version,
            validator_version,
            model: _, // the target's
            resources,
            type_annotations,
            payload_annotations,
            view_id_state: _, // no library has one
            entry_points,
            target_types,
            subobjects,
            root_signature: _, // no library has one
            binding_table,
            intermediate_options,
            counters: _, // those of its parts are no longer right
            source,
            old_source,
            idents,
            module_flags,
        } = said;
        newer(&mut all.version, version);
        newer(&mut all.validator_version, validator_version);
        all.type_annotations.extend(type_annotations);
        all.payload_annotations.extend(payload_annotations);
        all.target_types.extend(target_types);
        let Merging { bindings, options, idents: known, source: now, old_source: before, .. } = &mut merging;
        bindings.add(&mut all.binding_table, binding_table, |it, hasher| it.name.hash(hasher));
        // There are few kinds of them.
        options.add(&mut all.intermediate_options, intermediate_options, |_, _| ());
        known.add(&mut all.idents, idents, |it, hasher| it.text.hash(hasher));
        now.add(&mut all.source, source);
        before.add(&mut all.old_source, old_source);
        merging.flags(input, &mut all.module_flags, module_flags)?;
        merging.subobjects(input, &mut all.subobjects, subobjects)?;
        merging.entries(input, &mut all.entry_points, entry_points)?;
        if let Some(resources) = resources {
            let from = resources::From { catalogue, input, module: &joined.module };
            merging.resources.add(from, all.resources.get_or_insert_default(), resources)?;
        }
    }
    let mut seen = HashSet::new();
    all.target_types.retain(|target| seen.insert(target.ty));
    all.type_annotations = one_list_each(std::mem::take(&mut all.type_annotations));
    all.payload_annotations = one_list(std::mem::take(&mut all.payload_annotations));
    Ok(())
}

/// What is said already, by name, and by which input.
struct Merging<'c> {
    catalogue: &'c Catalogue,
    flags: HashMap<BString, (InputId, ModuleFlag)>,
    subobjects: HashMap<BString, (InputId, Subobject)>,
    resources: resources::Known,
    bindings: Once,
    options: Once,
    idents: Once,
    source: OnceOfSource,
    old_source: OnceOfSource,
    /// The input whose entry stands for the library so far, and what it says of how code is treated.
    library: Option<InputId>,
}

fn newer(all: &mut Option<Version>, other: Option<Version>) {
    // 0.0 stands for no validator at all, so that it is the newest.
    let rank = |version: &Version| if version.pair() == (0, 0) { (u32::MAX, 0) } else { version.pair() };
    if other.as_ref().map(rank) > all.as_ref().map(rank) {
        *all = other;
    }
}

/// What is said already of sources.
#[derive(Default)]
struct OnceOfSource {
    contents: Once,
    defines: Once,
    main_file_name: Once,
    args: Once,
}

impl OnceOfSource {
    fn add(&mut self, all: &mut Source, more: Source) {
        let Source { contents, defines, main_file_name, args } = more;
        self.contents.add(&mut all.contents, contents, |it, hasher| (&it.name, &it.text).hash(hasher));
        self.defines.add(&mut all.defines, defines, |it, hasher| it.hash(hasher));
        self.main_file_name.add(&mut all.main_file_name, main_file_name, |it, hasher| it.name.hash(hasher));
        self.args.add(&mut all.args, args, |it, hasher| it.hash(hasher));
    }
}

/// One list of structures and one of functions, each of which is described once, by the first input that does.
fn one_list_each(all: Vec<TypeAnnotations>) -> Vec<TypeAnnotations> {
    let (mut structures, mut functions, mut unknown) = (Vec::new(), Vec::new(), Vec::new());
    for annotations in all {
        match annotations {
            TypeAnnotations::Structs(more) => structures.extend(more),
            TypeAnnotations::Functions(more) => functions.extend(more),
            other @ TypeAnnotations::Unknown { .. } => unknown.push(other),
        }
    }
    let mut seen = HashSet::new();
    structures.retain(|said: &StructAnnotation| seen.insert(said.ty));
    let mut seen = HashSet::new();
    functions.retain(|said: &FunctionAnnotation| seen.insert(said.function));
    let structures = Some(structures).filter(|all| !all.is_empty()).map(TypeAnnotations::Structs);
    let functions = Some(functions).filter(|all| !all.is_empty()).map(TypeAnnotations::Functions);
    structures.into_iter().chain(functions).chain(unknown).collect()
}

/// The same of payloads, which are structures.
fn one_list(all: Vec<PayloadAnnotations>) -> Vec<PayloadAnnotations> {
    let (mut structures, mut unknown) = (Vec::new(), Vec::new());
    for annotations in all {
        match annotations {
            PayloadAnnotations::Structs(more) => structures.extend(more),
            other @ PayloadAnnotations::Unknown { .. } => unknown.push(other),
        }
    }
    let mut seen = HashSet::new();
    structures.retain(|said: &PayloadAnnotation| seen.insert(said.ty));
    let structures = Some(structures).filter(|all| !all.is_empty()).map(PayloadAnnotations::Structs);
    structures.into_iter().chain(unknown).collect()
}

impl<'c> Merging<'c> {
    fn new(catalogue: &'c Catalogue) -> Self {
        Self {
            catalogue,
            flags: HashMap::new(),
            subobjects: HashMap::new(),
            resources: resources::Known::default(),
            bindings: Once::default(),
            options: Once::default(),
            idents: Once::default(),
            source: OnceOfSource::default(),
            old_source: OnceOfSource::default(),
            library: None,
        }
    }

    /// What messages call an input.
    fn file(&self, input: InputId) -> String {
        self.catalogue.name(input).to_owned()
    }

    /// Flags of modules: each once; two values of one are an error.
    fn flags(
        &mut self,
        input: InputId,
        all: &mut Vec<ModuleFlag>,
        other: Vec<ModuleFlag>,
    ) -> Result<(), LinkError> {
        for flag in other {
            match self.flags.get(&flag.name) {
                None => {
                    self.flags.insert(flag.name.clone(), (input, flag.clone()));
                    all.push(flag);
                }
                Some((_, known)) if *known == flag => {}
                Some((first, _)) => {
                    let (first, second) = (self.file(*first), self.file(input));
                    return Err(LinkError::unplaced(LinkErrorKind::ModuleFlag {
                        flag: flag.name,
                        first,
                        second,
                    }));
                }
            }
        }
        Ok(())
    }

    /// Subobjects: those that are equal are one; two of one name are an error.
    fn subobjects(
        &mut self,
        input: InputId,
        all: &mut Vec<Subobject>,
        other: Vec<Subobject>,
    ) -> Result<(), LinkError> {
        for subobject in other {
            match self.subobjects.get(&subobject.name) {
                None => {
                    self.subobjects.insert(subobject.name.clone(), (input, subobject.clone()));
                    all.push(subobject);
                }
                Some((_, known)) if *known == subobject => {}
                Some((first, _)) => {
                    let (first, second, name) = (self.file(*first), self.file(input), subobject.name);
                    let what = "another subobject";
                    return Err(LinkError::unplaced(LinkErrorKind::Types { what, name, first, second }));
                }
            }
        }
        Ok(())
    }

    /// Entries: the first one, which stands for the library, is one; all others are kept.
    fn entries(
        &mut self,
        input: InputId,
        all: &mut Vec<EntryPoint>,
        other: Vec<EntryPoint>,
    ) -> Result<(), LinkError> {
        for entry in other {
            if entry.function.is_some() {
                all.push(entry);
                continue;
            }
            match (self.library, all.first_mut()) {
                (Some(first), Some(known)) => self.library_entry((first, known), (input, &entry))?,
                _ => {
                    self.library = Some(input);
                    all.insert(0, entry);
                }
            }
        }
        Ok(())
    }

    /// What two libraries say of themselves. What one of them asks of how its code is treated, it asks for all code;
    /// that all resources are bound holds if it does for both.
    fn library_entry(
        &self,
        (first, all): (InputId, &mut EntryPoint),
        (second, other): (InputId, &EntryPoint),
    ) -> Result<(), LinkError> {
        const ASKED: ShaderFlags = ShaderFlags::DISABLE_OPTIMIZATIONS
            .union(ShaderFlags::DISABLE_MATH_REFACTORING)
            .union(ShaderFlags::USE_NATIVE_LOW_PRECISION);
        let (known, new) = (all.flags(), other.flags());
        let is_native = |flags: ShaderFlags| flags.contains(ShaderFlags::USE_NATIVE_LOW_PRECISION);
        if (known & new).contains(ShaderFlags::LOW_PRECISION_PRESENT) && is_native(known) != is_native(new) {
            let (first, second) = if is_native(known) { (first, second) } else { (second, first) };
            let (first, second) = (self.file(first), self.file(second));
            let how = "with -enable-16bit-types";
            return Err(LinkError::unplaced(LinkErrorKind::Choice { first, how, second }));
        }
        let merged = (known & new & ShaderFlags::ALL_RESOURCES_BOUND)
            | ((known | new) - ShaderFlags::ALL_RESOURCES_BOUND);
        let asked = merged & (ASKED | ShaderFlags::ALL_RESOURCES_BOUND | ShaderFlags::LOW_PRECISION_PRESENT);
        let space = |entry: &EntryPoint| {
            entry.properties.as_ref().and_then(|said| said.auto_binding_space().cloned())
        };
        let mut properties = EntryProperties::default();
        if !asked.is_empty() {
            properties.items.push(EntryProperty::ShaderFlags(asked));
        }
        properties.items.extend(space(all).or_else(|| space(other)).map(EntryProperty::AutoBindingSpace));
        all.properties = Some(properties).filter(|properties| !properties.items.is_empty());
        Ok(())
    }
}
