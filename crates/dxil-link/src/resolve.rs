//! Which functions and variables are needed, and so which programs: from what is wanted along calls to what is defined
//! elsewhere. Separate from joining, which copies what is found here: a program that nobody needs is never read.

mod references;

use bstr::{BStr, BString, ByteSlice as _};
use dxil::ops::FUNCTION_PREFIX;
use dxil::shader::EntryProperties;
use dxil_ir::arena::IdSet;
use dxil_ir::{Global, GlobalId, Module};
use hashbrown::{HashMap, HashSet};

use crate::catalogue::{Catalogue, InputId};
use crate::definitions::{NamesFrom, is_visible};
use crate::error::{LinkError, LinkErrorKind, LinkErrors, shown};
use crate::exports::{ExportIndex, Exports};
use crate::library::Library;
use crate::limits;
use crate::target::Target;
pub(crate) use references::References;

/// What names of functions begin with that LLVM knows.
const INTRINSIC_PREFIX: &str = "llvm.";

/// How far an input was opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opened {
    /// The input.
    pub input: InputId,
    /// Where the names of its functions were read.
    pub names: NamesFrom,
    /// Why its program was read; `None` if it was not.
    pub program: Option<Reason>,
}

/// Why a program was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// The function that it defines.
    pub function: BString,
    /// The function that calls this one, with its input; `None` for what is asked for by name.
    pub caller: Option<(BString, InputId)>,
}

/// An input whose program is needed, with what is needed of it.
#[derive(Debug)]
pub(crate) struct Needed {
    pub(crate) input: InputId,
    pub(crate) library: Library,
    /// The functions and variables.
    pub(crate) globals: IdSet<GlobalId>,
    /// Functions that set variables up before an entry runs, and are needed because the variables are.
    pub(crate) initializers: Vec<GlobalId>,
    /// The functions that are wanted by name.
    pub(crate) roots: Vec<GlobalId>,
    pub(crate) reason: Reason,
}

/// The inputs that are needed. From here on no other input is looked at; each function that is called has one
/// definition among them, or is a declaration that a library may keep.
#[derive(Debug)]
pub struct Resolved {
    /// In the order in which they were added.
    pub(crate) needed: Vec<Needed>,
    trace: Vec<Opened>,
}

impl Resolved {
    /// How far each input was opened, in the order in which they were added.
    pub fn trace(&self) -> &[Opened] {
        &self.trace
    }
}

/// Finds what is needed for a target. `load` reads the program of an input, for the reason that it is told; it is
/// called once for each one that is needed, and for no other.
///
/// # Errors
///
/// Those of `load`; the target is not defined, or nothing is to be exported; functions that a shader calls are not
/// defined; an input says that it defines what its program does not.
pub fn resolve<E: From<LinkErrors>>(
    catalogue: &Catalogue,
    target: &Target,
    load: impl FnMut(InputId, &Reason) -> Result<Library, E>,
) -> Result<Resolved, E> {
    let mut search = Search {
        catalogue,
        load,
        loaded: Vec::new(),
        places: HashMap::new(),
        waiting: Vec::new(),
        undefined: Vec::new(),
    };
    search.want(target)?;
    search.follow()?;
    let keeps_declarations =
        matches!(target, Target::Library { exports: Exports::All | Exports::Listed(_), .. });
    if !keeps_declarations {
        search.check_undefined()?;
    }
    Ok(search.resolved())
}

/// A program that was read.
struct Loaded {
    input: InputId,
    library: Library,
    references: References,
    functions: HashMap<BString, GlobalId>,
    needed: IdSet<GlobalId>,
    roots: Vec<GlobalId>,
    initializers: Vec<GlobalId>,
    reason: Reason,
}

/// A function that is called and not defined.
struct Missing {
    function: BString,
    /// The place of the caller's program, and the caller.
    caller: (usize, GlobalId),
}

struct Search<'c, L> {
    catalogue: &'c Catalogue,
    load: L,
    loaded: Vec<Loaded>,
    /// Where the programs of inputs are among those that are loaded.
    places: HashMap<InputId, usize>,
    /// What is needed and not yet looked at.
    waiting: Vec<(usize, GlobalId)>,
    undefined: Vec<Missing>,
}

impl<L, E> Search<'_, L>
where
    L: FnMut(InputId, &Reason) -> Result<Library, E>,
    E: From<LinkErrors>,
{
    /// Begins with what is asked for by name.
    fn want(&mut self, target: &Target) -> Result<(), E> {
        let names = match target {
            Target::Shader { entry, .. } => {
                if self.catalogue.definer(entry.as_bstr())?.is_none() {
                    return Err(self.no_entry(entry).into());
                }
                vec![entry.clone()]
            }
            Target::Library { exports: Exports::Shaders, .. } => return self.want_shaders(),
            Target::Library { exports, .. } => self.exported(exports)?,
        };
        for name in names {
            self.define(&name, None)?;
        }
        Ok(())
    }

    /// The names of what a library exports.
    fn exported(&self, exports: &Exports) -> Result<Vec<BString>, LinkErrors> {
        let all = self.catalogue.named().flat_map(|id| self.catalogue.functions(id));
        let Exports::Listed(list) = exports else {
            let why = "the inputs define no function";
            let wanted: Vec<BString> = all.map(BStr::to_owned).collect();
            return if wanted.is_empty() {
                Err(LinkErrorKind::NothingToExport { why }.into())
            } else {
                Ok(wanted)
            };
        };
        let index = ExportIndex::of(list);
        let mut wanted: Vec<BString> =
            all.filter(|name| index.names_of(name).is_some()).map(BStr::to_owned).collect();
        // What the inputs that are named do not define, candidates may.
        for function in index.missing(wanted.iter().map(|name| name.as_bstr())) {
            wanted.extend(self.catalogue.meant_by(function));
        }
        let missing = index.missing(wanted.iter().map(|name| name.as_bstr()));
        LinkErrors::check(
            missing.into_iter().map(|function| {
                LinkError::unplaced(LinkErrorKind::NoExport { function: function.to_owned() })
            }),
        )?;
        if wanted.is_empty() {
            return Err(LinkErrorKind::NothingToExport { why: "the list of exports is empty" }.into());
        }
        Ok(wanted)
    }

    /// Begins with all shaders, for which all programs have to be read.
    fn want_shaders(&mut self) -> Result<(), E> {
        for input in self.catalogue.named() {
            let reason = Reason { function: BString::default(), caller: None };
            let place = self.place(input, &reason)?;
            let Some(loaded) = self.loaded.get_mut(place) else { continue };
            let shaders = loaded.library.shader.entry_points.iter().filter_map(|entry| entry.function);
            for function in shaders.collect::<Vec<_>>() {
                loaded.roots.push(function);
                self.waiting.push((place, function));
            }
        }
        if self.waiting.is_empty() {
            let why = "the inputs have no shader";
            return Err(LinkErrors::from(LinkErrorKind::NothingToExport { why }).into());
        }
        Ok(())
    }

    /// Needs the definition of a function, by whichever input; without one it is undefined.
    fn define(&mut self, name: &BString, caller: Option<(usize, GlobalId)>) -> Result<(), E> {
        let Some(input) = self.catalogue.definer(name.as_bstr())? else {
            if let Some(caller) = caller {
                self.undefined.push(Missing { function: name.clone(), caller });
            }
            return Ok(());
        };
        let called = caller.and_then(|(place, id)| {
            let loaded = self.loaded.get(place)?;
            Some((loaded.library.module.globals.get(id)?.name.clone(), loaded.input))
        });
        let reason = Reason { function: name.clone(), caller: called };
        let place = self.place(input, &reason)?;
        let Some(loaded) = self.loaded.get_mut(place) else { return Ok(()) };
        let Some(function) = loaded.functions.get(name).copied() else {
            // It has a function of that name, and keeps it to itself.
            if let Some(caller) = caller {
                self.undefined.push(Missing { function: name.clone(), caller });
            }
            return Ok(());
        };
        if caller.is_none() {
            loaded.roots.push(function);
        }
        self.waiting.push((place, function));
        Ok(())
    }

    /// The place of an input's program, which is read if it was not before.
    fn place(&mut self, input: InputId, reason: &Reason) -> Result<usize, E> {
        if let Some(place) = self.places.get(&input) {
            return Ok(*place);
        }
        let library = (self.load)(input, reason)?;
        let file = || self.catalogue.name(input).to_owned();
        match &library.shader.model {
            Some(model) if model.is_library() => {}
            model => {
                let profile = model.as_ref().map_or_else(|| "no profile".to_owned(), ToString::to_string);
                return Err(LinkErrors::from(LinkErrorKind::NotALibrary { file: file(), profile }).into());
            }
        }
        let functions: HashMap<BString, GlobalId> = library
            .module
            .bodies()
            .filter(|(_, global, _)| is_visible(global))
            .map(|(id, global, _)| (global.name.clone(), id))
            .collect();
        // Runtime data name functions as well that others cannot call.
        let hidden = library.module.bodies().filter(|(_, global, _)| !is_visible(global));
        let hidden: HashSet<BString> = hidden.map(|(_, global, _)| global.name.clone()).collect();
        let is_there = |name: &&BStr| functions.contains_key(*name) || hidden.contains(*name);
        let lies = self.catalogue.functions(input).filter(|name| !is_there(name));
        LinkErrors::check(lies.map(|function| {
            let source_of_names = self.catalogue.names_from(input).name();
            let function = function.to_owned();
            LinkError::unplaced(LinkErrorKind::Lie { file: file(), source_of_names, function })
        }))?;
        let place = self.loaded.len();
        let references = References::of(&library.module);
        self.loaded.push(Loaded {
            input,
            library,
            references,
            functions,
            needed: IdSet::new(),
            roots: Vec::new(),
            initializers: Vec::new(),
            reason: reason.clone(),
        });
        self.places.insert(input, place);
        Ok(place)
    }

    /// Looks at all that is needed, and at what that needs.
    fn follow(&mut self) -> Result<(), E> {
        loop {
            while let Some((place, id)) = self.waiting.pop() {
                self.look_at(place, id)?;
            }
            if !self.need_initializers() {
                return Ok(());
            }
        }
    }

    /// Needs what a function or a variable refers to.
    fn look_at(&mut self, place: usize, id: GlobalId) -> Result<(), E> {
        let Some(loaded) = self.loaded.get_mut(place) else { return Ok(()) };
        if !loaded.needed.insert(id) {
            return Ok(());
        }
        let Loaded { library, references, .. } = loaded;
        let mut others = Vec::new();
        for referred in references.by(&library.module, id) {
            let Some(global) = library.module.globals.get(*referred) else { continue };
            if global.function().is_some() && global.body().is_none() {
                if !is_built_in(global.name.as_bstr()) {
                    others.push(global.name.clone());
                }
            } else {
                self.waiting.push((place, *referred));
            }
        }
        let hull =
            |properties: &EntryProperties| properties.hull().and_then(|hull| hull.patch_constant_function);
        let entry = library.shader.entry_points.iter().find(|entry| entry.function == Some(id));
        if let Some(patch) = entry.and_then(|entry| entry.properties.as_ref().and_then(hull)) {
            match library.module.globals.get(patch) {
                Some(global) if global.body().is_none() => others.push(global.name.clone()),
                _ => self.waiting.push((place, patch)),
            }
        }
        for name in others {
            self.define(&name, Some((place, id)))?;
        }
        Ok(())
    }

    /// Needs the functions that set variables up, where something else uses the variables too. Says whether there are
    /// more.
    fn need_initializers(&mut self) -> bool {
        let before = self.waiting.len();
        for (place, loaded) in self.loaded.iter_mut().enumerate() {
            for id in initializers(&loaded.library.module) {
                let is_new = !loaded.needed.contains(id);
                if is_new && loaded.references.shares_variables(&loaded.library.module, id, &loaded.needed) {
                    loaded.initializers.push(id);
                    self.waiting.push((place, id));
                }
            }
        }
        self.waiting.len() > before
    }

    fn no_entry(&self, entry: &BString) -> LinkErrors {
        LinkErrorKind::NoEntry { entry: entry.clone(), available: self.catalogue.shaders() }.into()
    }

    /// Says which functions are called and not defined, each once.
    fn check_undefined(&self) -> Result<(), LinkErrors> {
        let mut callers = HashMap::<&BStr, Vec<&Missing>>::new();
        let mut order = Vec::new();
        for missing in &self.undefined {
            let known = callers.entry(missing.function.as_bstr()).or_insert_with(|| {
                order.push(missing.function.as_bstr());
                Vec::new()
            });
            known.push(missing);
        }
        LinkErrors::check(order.iter().map(|function| {
            let who = callers.get(function).map(Vec::as_slice).unwrap_or_default();
            let mut names: Vec<String> =
                who.iter().take(limits::CALLERS).filter_map(|missing| self.caller(missing)).collect();
            if let Some(more) = who.len().checked_sub(limits::CALLERS).filter(|more| *more > 0) {
                names.push(format!("{more} more"));
            }
            let function = (*function).to_owned();
            LinkError::unplaced(LinkErrorKind::Undefined { function, callers: names.join(", ") })
        }))
    }

    /// Who calls a function that is not defined: by name, input and line.
    fn caller(&self, missing: &Missing) -> Option<String> {
        let (place, id) = missing.caller;
        let loaded = self.loaded.get(place)?;
        let module = &loaded.library.module;
        let name = shown(module.globals.get(id)?.name.as_bstr());
        let file = self.catalogue.name(loaded.input);
        let callee = module.global_named(missing.function.as_bstr());
        Some(match callee.and_then(|callee| references::line_of_call(module, id, callee)) {
            Some(line) => format!("{name} of {file}, line {line} of its source"),
            None => format!("{name} of {file}"),
        })
    }

    fn resolved(self) -> Resolved {
        let mut needed: Vec<Needed> = self
            .loaded
            .into_iter()
            .map(|loaded| {
                let Loaded { input, library, needed, roots, initializers: found, reason, .. } = loaded;
                // In the order of the list, whichever was found to be needed first.
                let mut initializers = initializers(&library.module);
                let mut seen = HashSet::new();
                initializers.retain(|id| found.contains(id) && seen.insert(*id));
                Needed { input, library, globals: needed, initializers, roots, reason }
            })
            .collect();
        needed.sort_by_key(|needed| needed.input);
        let mut reasons: HashMap<InputId, Reason> =
            needed.iter().map(|needed| (needed.input, needed.reason.clone())).collect();
        let trace = self.catalogue.ids().map(|input| Opened {
            input,
            names: self.catalogue.names_from(input),
            program: reasons.remove(&input),
        });
        let trace = trace.collect();
        Resolved { needed, trace }
    }
}

/// Whether a function is one that no module defines.
pub(crate) fn is_built_in(name: &BStr) -> bool {
    name.starts_with_str(FUNCTION_PREFIX) || name.starts_with_str(INTRINSIC_PREFIX)
}

/// The functions that `llvm.global_ctors` lists: each sets up variables before an entry runs.
pub(crate) fn initializers(module: &Module) -> Vec<GlobalId> {
    let list = module.global_named("llvm.global_ctors".into());
    let list = list.and_then(|id| module.globals.get(id)).and_then(Global::variable);
    let Some(initializer) = list.and_then(|variable| variable.initializer) else { return Vec::new() };
    let mut found = Vec::new();
    references::each_global(module, initializer, &mut IdSet::new(), &mut |id| found.push(id));
    found.retain(|id| module.globals.get(*id).is_some_and(|global| global.body().is_some()));
    found
}
