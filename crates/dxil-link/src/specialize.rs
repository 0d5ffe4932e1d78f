//! The joined module as the target wants it: what is exported is external under its new names, all else is internal and
//! inlined, variables are set up, and what is dead is gone.

use bstr::{BStr, BString, ByteSlice as _};
use dx_container::mangled_name::renamed;
use dxil::shader::{EntryPoint, FunctionAnnotation, Shader, TypeAnnotations};
use dxil_ir::arena::IdSet;
use dxil_ir::attributes::{Attribute, Slot};
use dxil_ir::edit::{EditError, GlobalNames};
use dxil_ir::{AttributeKind, Global, GlobalId, Linkage, Module};
use dxil_passes::pass_manager::{Pass, Scope, passes};
use dxil_passes::transform::{self, global_dce, global_opt, matrix_bitcast_lower};
use hashbrown::{HashMap, HashSet};

use crate::catalogue::Catalogue;
use crate::copy::{CopyError, copy, relevant, relevant_but_resources};
use crate::error::{LinkError, LinkErrorKind, shown};
use crate::errors::LinkErrors;
use crate::exports::{Export, ExportIndex, Exports};
use crate::failed_passes::explained;
use crate::initializers;
use crate::joined::{Joined, empty_like};
use crate::patch_functions::patch_functions;
use crate::resolve::References;
use crate::target::Target;

/// The first shader model whose shaders may have vectors.
const WITH_VECTORS: (u32, u32) = (6, 9);

/// Makes the joined module one for the target. From here on the roots are all that is called from outside, and
/// everything that is there is used.
///
/// # Errors
///
/// Two exports of one name; functions that call each other in a circle, or cannot be inlined.
pub(crate) fn specialize(
    joined: &mut Joined,
    catalogue: &Catalogue,
    target: &Target,
) -> Result<(), LinkErrors> {
    if let Target::Library { exports: Exports::Listed(list), .. } = target {
        name_exports(joined, catalogue, list)?;
    }
    bind(joined);
    let is_shader = matches!(target, Target::Shader { .. });
    initializers::order(joined);
    initializers::call(joined, catalogue)?;
    if is_shader {
        // They are called, as all other functions are.
        joined.initializers.clear();
    }
    inline(joined, catalogue, is_shader, target.profile().model())?;
    drop_dead(joined)?;
    if !is_shader {
        initializers::list(joined);
    }
    Ok(())
}

/// Gives exports their names: a function that has several is copied.
fn name_exports(joined: &mut Joined, catalogue: &Catalogue, list: &[Export]) -> Result<(), LinkErrors> {
    let index = ExportIndex::of(list);
    let mut owners = HashMap::<BString, GlobalId>::new();
    let (mut plan, mut twice) = (Vec::new(), Vec::new());
    for root in &joined.roots {
        let old = joined.name(*root);
        let exported = index.names_of(old).unwrap_or_default();
        let mut names: Vec<BString> = exported.iter().map(|name| full_name(old, name)).collect();
        names.sort();
        names.dedup();
        // It keeps its own name where that is one of them.
        names.sort_by_key(|name| *name != old);
        for name in &names {
            if let Some(first) = owners.insert(name.clone(), *root) {
                twice.push((name.clone(), first, *root));
            }
        }
        plan.push((*root, names));
    }
    LinkErrors::check(twice.into_iter().map(|(name, first, second)| {
        let [first, second] = [first, second].map(|id| joined.described(catalogue, id));
        LinkError::unplaced(LinkErrorKind::ExportedTwice { name, first, second })
    }))?;
    give_way(joined, &owners);
    let said = Said::of(&joined.shader);
    for (root, names) in plan {
        let Some((own, others)) = names.split_first() else { continue };
        rename(joined, &said, root, own);
        for name in others {
            copy_as(joined, &said, root, name.as_bstr()).map_err(|error| {
                let function = joined.described(catalogue, root);
                LinkError::unplaced(LinkErrorKind::Import {
                    what: format!("cannot copy {function} for the export {}: {error}", shown(name.as_bstr())),
                })
            })?;
        }
    }
    Ok(())
}

/// Gives other names to what has names that exports are to have, and is not called so itself.
fn give_way(joined: &mut Joined, owners: &HashMap<BString, GlobalId>) {
    let mut taken: HashSet<BString> =
        joined.module.globals.values().map(|global| global.name.clone()).collect();
    for (id, global) in joined.module.globals.iter_mut() {
        let is_in_the_way = owners.get(&global.name).is_some_and(|owner| *owner != id);
        let mut number = 0_u32;
        while is_in_the_way && (number == 0 || !taken.insert(global.name.clone())) {
            number += 1;
            let base = global.name.rsplitn_str(2, ".internal").last().unwrap_or_default().to_owned();
            global.name = [base.as_slice(), format!(".internal{number}").as_bytes()].concat().into();
        }
    }
}

/// What a function is called that is to be called `name`: mangled as it was, unless the name is mangled already.
fn full_name(old: &BStr, name: &BStr) -> BString {
    if name.starts_with(b"\x01") { name.to_owned() } else { renamed(old, name) }
}

/// Where the entries and annotations of functions are, which stay in their places while exports get names.
struct Said {
    entries: HashMap<GlobalId, usize>,
    /// The list and the place in it.
    annotations: HashMap<GlobalId, (usize, usize)>,
}

impl Said {
    fn of(shader: &Shader) -> Self {
        let entries = shader.entry_points.iter().enumerate();
        let entries = entries.filter_map(|(place, entry)| Some((entry.function?, place))).collect();
        let mut annotations = HashMap::new();
        for (list, said) in shader.type_annotations.iter().enumerate() {
            let TypeAnnotations::Functions(functions) = said else { continue };
            let places = functions.iter().enumerate();
            annotations.extend(places.map(|(place, said)| (said.function, (list, place))));
        }
        Self { entries, annotations }
    }

    fn entry<'s>(&self, shader: &'s mut Shader, function: GlobalId) -> Option<&'s mut EntryPoint> {
        shader.entry_points.get_mut(*self.entries.get(&function)?)
    }
}

/// Gives a function another name, which nothing else has.
fn rename(joined: &mut Joined, said: &Said, function: GlobalId, name: &BString) {
    if let Some(global) = joined.module.globals.get_mut(function) {
        global.name.clone_from(name);
    }
    if let Some(entry) = said.entry(&mut joined.shader, function) {
        entry.name.clone_from(name);
    }
}

/// Exports a copy of a function under another name, with what is said of it.
fn copy_as(joined: &mut Joined, said: &Said, function: GlobalId, name: &BStr) -> Result<(), EditError> {
    let copy = joined.module.copy_function(function, name)?;
    joined.roots.push(copy);
    if let Some(input) = joined.origins.get(&function).copied() {
        joined.origins.insert(copy, input);
    }
    let shader = &mut joined.shader;
    let entry = said.entry(shader, function).cloned();
    shader.entry_points.extend(entry.map(|entry| EntryPoint {
        function: Some(copy),
        name: name.to_owned(),
        ..entry
    }));
    if let Some((list, place)) = said.annotations.get(&function)
        && let Some(TypeAnnotations::Functions(all)) = shader.type_annotations.get_mut(*list)
    {
        let said = all.get(*place).cloned();
        all.extend(said.map(|said| FunctionAnnotation { function: copy, ..said }));
    }
    Ok(())
}

/// Makes what is wanted by name external, and all other functions that are defined internal.
fn bind(joined: &mut Joined) {
    let is_patch = patch_functions(&joined.shader);
    let external: IdSet<GlobalId> =
        joined.roots.iter().copied().chain(is_patch).fold(IdSet::new(), |mut set, id| {
            set.insert(id);
            set
        });
    for (id, global) in joined.module.globals.iter_mut() {
        if global.body().is_some() {
            global.linkage = if external.contains(id) { Linkage::External } else { Linkage::Internal };
        }
    }
}

/// Inlines what is called: of a shader everything, of a library what does not ask to stay a function.
fn inline(
    joined: &mut Joined,
    catalogue: &Catalogue,
    is_shader: bool,
    model: (u32, u32),
) -> Result<(), LinkError> {
    let stays = |module: &Module, callee: GlobalId| !is_shader && is_never_inlined(module, callee);
    let mut roots = joined.roots.clone();
    roots.extend(patch_functions(&joined.shader));
    if !is_shader {
        roots.extend(&joined.initializers);
    }
    let mut seen = HashSet::new();
    roots.retain(|root| seen.insert(*root));
    let mut scope = Scope::keeping(roots, &stays);
    // Globals that are dead go with what is said of them, in `drop_dead`. Matrices that functions of a library take and
    // give stay structures, which code may cast and not take apart. Static variables live as long as the shader that
    // calls these functions.
    let is_omitted = |pass: &Pass| {
        let of_shaders = [global_opt::PASS.name, matrix_bitcast_lower::PASS.name];
        pass.name == global_dce::PASS.name || !is_shader && of_shaders.contains(&pass.name)
    };
    let mut list = passes(transform::FLATTEN);
    list.retain(|pass| !is_omitted(pass));
    if is_shader && model < WITH_VECTORS {
        list.extend(passes(transform::SCALARIZE));
    }
    transform::run(&mut joined.module, &mut scope, &list)
        .map(|_| ())
        .map_err(|error| explained(&error, joined, catalogue))
}

/// Whether a function asks to stay one.
fn is_never_inlined(module: &Module, function: GlobalId) -> bool {
    let list =
        module.globals.get(function).and_then(Global::function).and_then(|function| function.attributes);
    let groups = list.and_then(|list| module.attributes.list(list)).unwrap_or_default();
    groups.iter().filter_map(|group| module.attributes.group(*group)).any(|group| {
        group.slot == Slot::Function && group.attributes.contains(&Attribute::Flag(AttributeKind::NoInline))
    })
}

/// Leaves what can be reached from the roots, and what is said of it.
pub(crate) fn drop_dead(joined: &mut Joined) -> Result<(), LinkError> {
    let mut references = References::of(&joined.module);
    let reached = reached(joined, &mut references);
    let said = relevant(&joined.shader, &joined.module, &references, &reached);
    keep(joined, &reached, &said)
}

/// The same of a shader whose handles no longer need the variables of resources: what is said of those stays.
pub(crate) fn drop_unused(joined: &mut Joined) -> Result<(), LinkError> {
    let mut references = References::of(&joined.module);
    let reached = reached(joined, &mut references);
    let said = relevant_but_resources(&joined.shader, &joined.module, &references, &reached);
    keep(joined, &reached, &said)
}

/// What can be reached from the roots.
pub(crate) fn reached(joined: &Joined, references: &mut References) -> IdSet<GlobalId> {
    let roots = joined.roots.iter().chain(&joined.initializers).copied();
    references.reached(&joined.module, roots.chain(patch_functions(&joined.shader)))
}

/// Leaves these globals, and what `said` says.
fn keep(joined: &mut Joined, globals: &IdSet<GlobalId>, said: &Shader) -> Result<(), LinkError> {
    let mut module = empty_like(Some(&joined.module));
    let copied = copy(&mut joined.module, globals, said, &mut module, &mut GlobalNames::default()).map_err(
        |error| match error {
            CopyError::Said(error) => error,
            CopyError::Import(error) => LinkError::unplaced(LinkErrorKind::Import {
                what: format!("cannot copy the linked module: {error}"),
            }),
        },
    )?;
    let partners = |ids: &[GlobalId]| ids.iter().filter_map(|id| copied.global(*id)).collect::<Vec<_>>();
    joined.roots = partners(&joined.roots);
    joined.initializers = partners(&joined.initializers);
    let origins: HashMap<_, _> =
        joined.origins.iter().filter_map(|(id, input)| Some((copied.global(*id)?, *input))).collect();
    joined.origins = origins;
    joined.shader = copied.said;
    joined.module = module;
    Ok(())
}
