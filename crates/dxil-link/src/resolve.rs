//! Which functions and variables are needed, and so which programs: from what is wanted along calls to what is defined
//! elsewhere. Separate from joining, which copies what is found here: a program that nobody needs is never read.

mod loaded;
mod needed;
mod references;
mod undefined;

use bstr::{BStr, BString, ByteSlice as _};
use dxil::ops::FUNCTION_PREFIX;
use dxil_ir::GlobalId;
use hashbrown::{HashMap, HashSet};

use self::loaded::Loaded;
use self::undefined::Missing;
use crate::catalogue::{Catalogue, InputId};
use crate::definitions::NamesFrom;
use crate::error::{LinkError, LinkErrorKind};
use crate::errors::LinkErrors;
use crate::exports::{Export, ExportIndex, Exports};
use crate::library::Library;
use crate::target::Target;
pub(crate) use needed::Needed;
pub use needed::Reason;
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

/// The inputs that are needed. From here on no other input is looked at; each function that is called has one
/// definition among them, or is a declaration that a library may keep.
#[derive(Debug)]
#[non_exhaustive]
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
/// called once for each one that is needed, and for those of which only their programs tell which of them is.
///
/// # Errors
///
/// Those of `load`; the target is not defined, or nothing is to be exported; functions that a shader calls are not
/// defined; two inputs define a function, or one says that it defines what its program does not.
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
        touched: Vec::new(),
        undefined: Vec::new(),
    };
    search.check_doubles()?;
    search.want(target)?;
    search.follow()?;
    let keeps_declarations =
        matches!(target, Target::Library { exports: Exports::All | Exports::Listed(_), .. });
    if !keeps_declarations {
        search.undefined.sort_by_key(|missing| {
            search.loaded.get(missing.caller.0).map(|it| (it.input, missing.caller.1))
        });
        undefined::check(catalogue, &search.loaded, &search.undefined)?;
    }
    Ok(search.resolved())
}

struct Search<'c, L> {
    catalogue: &'c Catalogue,
    load: L,
    loaded: Vec<Loaded>,
    /// Where the programs of inputs are among those that are loaded.
    places: HashMap<InputId, usize>,
    /// What is needed and not yet looked at.
    waiting: Vec<(usize, GlobalId)>,
    /// The places of programs of which more became needed.
    touched: Vec<usize>,
    undefined: Vec<Missing>,
}

impl<L, E> Search<'_, L>
where
    L: FnMut(InputId, &Reason) -> Result<Library, E>,
    E: From<LinkErrors>,
{
    /// Fails where two inputs define a function that are to be linked, be it needed or not.
    fn check_doubles(&mut self) -> Result<(), E> {
        let mut doubles = Vec::new();
        for (inputs, function) in self.catalogue.doubles() {
            let defining = self.defining(inputs, function)?;
            if let Some((first, others)) = defining.split_first() {
                doubles.extend(others.iter().map(|other| (*first, *other, function)));
            }
        }
        let catalogue = self.catalogue;
        let twice = |(first, second, function)| catalogue.defined_twice(function, first, second);
        Ok(LinkErrors::check(doubles.into_iter().map(twice))?)
    }

    /// Of inputs that list a function, those that define it for others: to find out, programs are read.
    fn defining(&mut self, inputs: Vec<InputId>, function: &BStr) -> Result<Vec<InputId>, E> {
        let mut found = Vec::with_capacity(inputs.len());
        for input in inputs {
            // What was taken from a program is what others can call.
            let is_known = self.catalogue.names_from(input) == NamesFrom::Module;
            if is_known
                || self
                    .function(input, function, || Reason::Doubt { function: function.to_owned() })?
                    .is_some()
            {
                found.push(input);
            }
        }
        Ok(found)
    }

    /// A function that an input defines for others, with the place of its program.
    fn function(
        &mut self,
        input: InputId,
        name: &BStr,
        reason: impl FnOnce() -> Reason,
    ) -> Result<Option<(usize, GlobalId)>, E> {
        let place = self.place(input, reason)?;
        let function = self.loaded.get(place).and_then(|loaded| loaded.functions.get(name));
        Ok(function.map(|function| (place, *function)))
    }

    /// Begins with what is asked for.
    fn want(&mut self, target: &Target) -> Result<(), E> {
        match target {
            Target::Shader { entry, .. } if self.define(entry, None)? => Ok(()),
            Target::Shader { entry, .. } => {
                let (entry, available) = (entry.clone(), self.catalogue.shaders());
                Err(LinkErrors::from(LinkErrorKind::NoEntry { entry, available }).into())
            }
            Target::Library { exports: Exports::Shaders, .. } => self.want_shaders(),
            Target::Library { exports: Exports::All, .. } => self.want_all(),
            Target::Library { exports: Exports::Listed(list), .. } => self.want_listed(list),
        }
    }

    /// Begins with the functions of a list.
    fn want_listed(&mut self, list: &[Export]) -> Result<(), E> {
        let index = ExportIndex::of(list);
        let all = self.catalogue.named().flat_map(|id| self.catalogue.functions(id));
        let mut seen = HashSet::new();
        let mut wanted: Vec<BString> = all
            .filter(|name| index.names_of(name).is_some() && seen.insert(*name))
            .map(BStr::to_owned)
            .collect();
        // What the inputs that are named do not define, candidates may.
        for function in index.missing(wanted.iter().map(|name| name.as_bstr())) {
            wanted.extend(self.catalogue.meant_by(function));
        }
        let mut found = Vec::with_capacity(wanted.len());
        for name in &wanted {
            if self.define(name, None)? {
                found.push(name.as_bstr());
            }
        }
        let missing = index.missing(found.iter().copied());
        LinkErrors::check(
            missing.into_iter().map(|function| {
                LinkError::unplaced(LinkErrorKind::NoExport { function: function.to_owned() })
            }),
        )?;
        if found.is_empty() {
            let why = "--exports lists no function";
            return Err(LinkErrors::from(LinkErrorKind::NothingToExport { why }).into());
        }
        Ok(())
    }

    /// Begins with all that the inputs have which are to be linked, subobjects among it.
    fn want_all(&mut self) -> Result<(), E> {
        let mut is_empty = true;
        for input in self.catalogue.named() {
            let first = self.catalogue.functions(input).next();
            let place = self.place(input, || match first {
                Some(function) => Reason::Function { function: function.to_owned(), caller: None },
                None => Reason::Everything,
            })?;
            let Some(loaded) = self.loaded.get_mut(place) else { continue };
            for name in self.catalogue.functions(input) {
                if let Some(function) = loaded.functions.get(name).copied()
                    && loaded.add_root(function)
                {
                    self.waiting.push((place, function));
                }
            }
            loaded.is_wanted = !loaded.library.shader.subobjects.is_empty();
            is_empty &= !loaded.is_wanted && loaded.roots.is_empty();
        }
        if is_empty {
            let why = "the input files define no function and no subobject";
            return Err(LinkErrors::from(LinkErrorKind::NothingToExport { why }).into());
        }
        Ok(())
    }

    /// Begins with all shaders, for which all programs have to be read.
    fn want_shaders(&mut self) -> Result<(), E> {
        for input in self.catalogue.named() {
            let place = self.place(input, || Reason::Shaders)?;
            let Some(loaded) = self.loaded.get_mut(place) else { continue };
            loaded.is_wanted = true;
            let shaders = loaded.library.shader.entry_points.iter().filter_map(|entry| entry.function);
            for function in shaders.collect::<Vec<_>>() {
                loaded.add_root(function);
                self.waiting.push((place, function));
            }
        }
        if self.waiting.is_empty() {
            let why = "the input files define no entry function";
            return Err(LinkErrors::from(LinkErrorKind::NothingToExport { why }).into());
        }
        Ok(())
    }

    /// Needs the definition of a function, by whichever input; without one it is undefined. Says whether there is one.
    fn define(&mut self, name: &BString, caller: Option<(usize, GlobalId)>) -> Result<bool, E> {
        for mut inputs in self.catalogue.listing(name.as_bstr()) {
            if inputs.len() > 1 {
                inputs = self.defining(inputs, name.as_bstr())?;
            }
            let Some(input) = inputs.first().copied() else { continue };
            if let Some(second) = inputs.get(1) {
                let error = self.catalogue.defined_twice(name.as_bstr(), input, *second);
                return Err(LinkErrors::from(error).into());
            }
            let called = caller.and_then(|(place, id)| {
                let loaded = self.loaded.get(place)?;
                Some((loaded.library.module.globals.get(id)?.name.clone(), loaded.input))
            });
            let reason = || Reason::Function { function: name.clone(), caller: called };
            // One that keeps it to itself is passed over.
            let Some((place, function)) = self.function(input, name.as_bstr(), reason)? else { continue };
            if let Some(loaded) = self.loaded.get_mut(place).filter(|_| caller.is_none()) {
                loaded.add_root(function);
            }
            self.waiting.push((place, function));
            return Ok(true);
        }
        if let Some(caller) = caller {
            self.undefined.push(Missing { function: name.clone(), caller });
        }
        Ok(false)
    }

    /// The place of an input's program, which is read if it was not before.
    fn place(&mut self, input: InputId, reason: impl FnOnce() -> Reason) -> Result<usize, E> {
        if let Some(place) = self.places.get(&input) {
            return Ok(*place);
        }
        let reason = reason();
        let library = (self.load)(input, &reason)?;
        let place = self.loaded.len();
        self.loaded.push(Loaded::new(self.catalogue, input, library, reason)?);
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
        self.touched.push(place);
        let Loaded { library, references, patches, .. } = loaded;
        let mut others = Vec::new();
        // Nothing but what an entry says of itself names the function that computes what is constant in its patches.
        for referred in references.by(&library.module, id).iter().chain(patches.get(&id)) {
            let Some(global) = library.module.globals.get(*referred) else { continue };
            if global.function().is_some() && global.body().is_none() {
                if !is_built_in(global.name.as_bstr()) {
                    others.push(global.name.clone());
                }
            } else {
                self.waiting.push((place, *referred));
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
        self.touched.sort_unstable();
        self.touched.dedup();
        for place in std::mem::take(&mut self.touched) {
            let found = self.loaded.get_mut(place).map(Loaded::more_initializers).unwrap_or_default();
            self.waiting.extend(found.into_iter().map(|id| (place, id)));
        }
        !self.waiting.is_empty()
    }

    fn resolved(self) -> Resolved {
        let mut needed: Vec<Needed> = self.loaded.into_iter().filter_map(Loaded::needed).collect();
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
