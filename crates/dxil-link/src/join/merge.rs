//! What several libraries say of themselves, as what one says. Separate from copying: nothing of a module is changed
//! here.

use std::fmt;

use bstr::BString;
use dx_container::enums::{ResourceClass, ResourceKind};
use dx_container::flags::ShaderFlags;
use dx_container::names::NamedValue as _;
use dxil::shader::{
    EntryPoint, EntryProperties, EntryProperty, FunctionAnnotation, ModuleFlag, PayloadAnnotation,
    PayloadAnnotations, ResourceRange, Resources, Shader, StructAnnotation, Subobject, TypeAnnotations, Uav,
    Version,
};
use dxil_ir::{GlobalId, Module, TypeId};
use hashbrown::{HashMap, HashSet};

use super::Joined;
use crate::catalogue::{Catalogue, InputId};
use crate::copy::retain;
use crate::error::{LinkError, LinkErrorKind};
use crate::registers::UNASSIGNED;

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
        add_new(&mut all.binding_table, binding_table);
        add_new(&mut all.intermediate_options, intermediate_options);
        add_new(&mut all.idents, idents);
        for (all, source) in [(&mut all.source, source), (&mut all.old_source, old_source)] {
            add_new(&mut all.contents, source.contents);
            add_new(&mut all.defines, source.defines);
            add_new(&mut all.main_file_name, source.main_file_name);
            add_new(&mut all.args, source.args);
        }
        merging.flags(input, &mut all.module_flags, module_flags)?;
        merging.subobjects(input, &mut all.subobjects, subobjects)?;
        merging.entries(input, &mut all.entry_points, entry_points)?;
        if let Some(resources) = resources {
            merging.resources(input, &joined.module, all.resources.get_or_insert_default(), resources)?;
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
    resources: HashMap<GlobalId, (InputId, Described)>,
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

/// Adds what is not there yet.
fn add_new<T: PartialEq>(all: &mut Vec<T>, other: Vec<T>) {
    for item in other {
        if !all.contains(&item) {
            all.push(item);
        }
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
        let (flags, subobjects, resources) = (HashMap::new(), HashMap::new(), HashMap::new());
        Self { catalogue, flags, subobjects, resources, library: None }
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

    /// Resources: those of one variable are one, and must be the same in all inputs.
    fn resources(
        &mut self,
        input: InputId,
        module: &Module,
        all: &mut Resources,
        mut other: Resources,
    ) -> Result<(), LinkError> {
        let mut conflict = None;
        let (mut is_new, mut places) = (HashSet::new(), HashMap::new());
        each_resource(module, &other, |described| {
            let Some(id) = described.range.global(module) else { return };
            match self.resources.get_mut(&id) {
                None => {
                    self.resources.insert(id, (input, described));
                    is_new.insert(id);
                }
                Some((_, first)) if first.agrees_with(&described) => {
                    // One that asks for no register has those of the other one.
                    if first.is_open() && !described.is_open() {
                        places.insert(id, (described.range.space, described.range.lower_bound));
                        *first = described;
                    }
                }
                Some((file, first)) => {
                    conflict.get_or_insert(LinkErrorKind::Resource {
                        name: described.range.name.clone(),
                        first: self.catalogue.name(*file).to_owned(),
                        first_is: first.to_string(),
                        second: self.catalogue.name(input).to_owned(),
                        second_is: described.to_string(),
                    });
                }
            }
        });
        if let Some(conflict) = conflict {
            return Err(LinkError::unplaced(conflict));
        }
        let asked = other.clone();
        retain(&mut other, |range| range.global(module).is_some_and(|id| is_new.contains(&id)));
        if !self.resources.is_empty() {
            ask_for_more(module, all, &asked);
        }
        append(&mut all.srvs, other.srvs);
        append(&mut all.uavs, other.uavs);
        append(&mut all.cbuffers, other.cbuffers);
        append(&mut all.samplers, other.samplers);
        if !places.is_empty() {
            all.each_range_mut(|_, range| {
                if let Some(place) = range.global(module).and_then(|id| places.get(&id)) {
                    (range.space, range.lower_bound) = *place;
                }
            });
        }
        Ok(())
    }
}

/// What any input asks of a resource, it is: a counter, 64-bit atomics, the most bytes.
fn ask_for_more(module: &Module, all: &mut Resources, asked: &Resources) {
    let uavs = asked.uavs.iter().flatten().filter_map(|uav| Some((uav.range.global(module)?, uav)));
    let uavs: HashMap<GlobalId, &Uav> = uavs.collect();
    for uav in all.uavs.iter_mut().flatten() {
        let Some(asked) = uav.range.global(module).and_then(|id| uavs.get(&id)) else { continue };
        uav.has_counter |= asked.has_counter;
        let has_atomics =
            |uav: &Uav| uav.properties.as_ref().is_some_and(|said| said.atomic64_use().is_some());
        if has_atomics(asked) && !has_atomics(uav) {
            uav.properties.clone_from(&asked.properties);
        }
    }
    let sizes = asked.cbuffers.iter().flatten().filter_map(|it| Some((it.range.global(module)?, it.size)));
    let sizes: HashMap<GlobalId, u32> = sizes.collect();
    for cbuffer in all.cbuffers.iter_mut().flatten() {
        let asked = cbuffer.range.global(module).and_then(|id| sizes.get(&id));
        cbuffer.size = cbuffer.size.max(asked.copied().unwrap_or(0));
    }
}

fn append<T>(all: &mut Option<Vec<T>>, more: Option<Vec<T>>) {
    if let Some(more) = more {
        all.get_or_insert_default().extend(more);
    }
}

/// What inputs must agree on about a resource.
struct Described {
    class: ResourceClass,
    /// Its kind; 0 of samplers and constant buffers.
    shape: u32,
    /// Its type in HLSL.
    ty: Option<TypeId>,
    /// Whether all threads see what one of them writes, and whether pixels take their turns.
    is_coherent: bool,
    is_ordered: bool,
    range: ResourceRange,
}

impl Described {
    /// Whether it asks for no register.
    fn is_open(&self) -> bool {
        self.range.lower_bound == UNASSIGNED
    }

    /// Whether two inputs mean the same resource.
    fn agrees_with(&self, other: &Self) -> bool {
        let place = |range: &ResourceRange| (range.space, range.lower_bound);
        let what = |it: &Self| (it.class, it.shape, it.ty, it.is_coherent, it.is_ordered, it.range.size);
        let is_one_place = self.is_open() || other.is_open() || place(&self.range) == place(&other.range);
        what(self) == what(other) && is_one_place
    }
}

/// Calls `visit` with each resource.
fn each_resource(module: &Module, resources: &Resources, mut visit: impl FnMut(Described)) {
    let Resources { srvs, uavs, cbuffers, samplers, .. } = resources;
    let mut each = |class, shape, (is_coherent, is_ordered), range: &ResourceRange| {
        let ty = range.hlsl_type(module);
        visit(Described { class, shape, ty, is_coherent, is_ordered, range: range.clone() });
    };
    let none = (false, false);
    srvs.iter().flatten().for_each(|it| each(ResourceClass::SRV, it.shape.0, none, &it.range));
    uavs.iter().flatten().for_each(|it| {
        let how = (it.is_globally_coherent, it.is_rasterizer_ordered);
        each(ResourceClass::UAV, it.shape.0, how, &it.range);
    });
    cbuffers.iter().flatten().for_each(|it| each(ResourceClass::CBUFFER, 0, none, &it.range));
    samplers.iter().flatten().for_each(|it| each(ResourceClass::SAMPLER, 0, none, &it.range));
}

impl fmt::Display for Described {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ResourceRange { space, lower_bound, size, .. } = &self.range;
        let class = self.class.name().unwrap_or("a resource");
        let kind = ResourceKind(self.shape).name().filter(|_| self.shape != 0);
        let how = match (self.is_coherent, self.is_ordered) {
            (true, _) => "globally coherent ",
            (_, true) => "rasterizer ordered ",
            _ => "",
        };
        write!(f, "a {how}{}", kind.unwrap_or(class))?;
        match *size {
            ResourceRange::UNBOUNDED => f.write_str("[]")?,
            0 | 1 => {}
            size => write!(f, "[{size}]")?,
        }
        match *lower_bound {
            UNASSIGNED => f.write_str(" without a register"),
            register => write!(f, " at register {register}, space {space}"),
        }
    }
}
