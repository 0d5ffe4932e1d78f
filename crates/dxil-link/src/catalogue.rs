//! What inputs define, by name. Separate from [`resolve`](mod@crate::resolve), which reads programs: this is all that
//! is known before one is.

use az::SaturatingAs as _;
use bstr::{BStr, BString, ByteSlice as _};
use dx_container::mangled_name::{PREFIX, unmangled};
use hashbrown::HashMap;

use crate::definitions::{Definitions, NamesFrom};
use crate::error::{LinkError, LinkErrorKind, shown};
use crate::index::Index;
use crate::limits;

/// The number of an input, in the order in which they were added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InputId(pub(crate) u32);

impl InputId {
    /// The number as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Why an input is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// It is to be linked: what it defines is part of the result where it is exported, and no other such input may
    /// define it.
    Named,
    /// It is there for what the others need: it counts where a name is wanted that no named input defines.
    Candidate,
}

/// An input: what it is called, and what it defines.
#[derive(Debug)]
struct Input {
    name: String,
    role: Role,
    names: Names,
}

/// What an input defines, and where that stands.
#[derive(Debug)]
enum Names {
    Listed(Definitions),
    /// The number of the file in the index.
    Indexed(u32),
}

/// The inputs that define a function, in the order in which they were added.
#[derive(Debug)]
struct Definers {
    first: InputId,
    others: Vec<InputId>,
}

/// Inputs, and which of them defines each function.
#[derive(Debug, Default)]
pub struct Catalogue {
    inputs: Vec<Input>,
    /// Of functions that inputs list.
    definers: HashMap<BString, Definers>,
    /// Functions that several inputs list.
    doubles: Vec<BString>,
    /// What the other inputs define.
    index: Option<Index>,
    /// The inputs that files of the index are.
    of_files: Vec<Option<InputId>>,
}

impl Catalogue {
    /// One without inputs.
    pub fn new() -> Self {
        Self::default()
    }

    /// One without inputs, with an index that says what some of them define. Nothing is copied from it: its functions
    /// are looked up where it lies.
    pub fn with_index(index: Index) -> Self {
        let of_files = index.files().map(|_| None).collect();
        Self { index: Some(index), of_files, ..Self::default() }
    }

    /// Adds an input that is to be linked by what messages call it and what it defines.
    ///
    /// # Errors
    ///
    /// There are too many inputs.
    pub fn add(&mut self, name: impl Into<String>, definitions: Definitions) -> Result<InputId, LinkError> {
        self.add_as(Role::Named, name, definitions)
    }

    /// Adds an input in the role that it has.
    ///
    /// # Errors
    ///
    /// There are too many inputs.
    pub fn add_as(
        &mut self,
        role: Role,
        name: impl Into<String>,
        definitions: Definitions,
    ) -> Result<InputId, LinkError> {
        let id = self.next()?;
        for function in &definitions.functions {
            if let Some(definers) = self.definers.get_mut(function) {
                // A table that names a function twice says no more than one that names it once.
                if definers.others.last().unwrap_or(&definers.first) != &id {
                    if definers.others.is_empty() {
                        self.doubles.push(function.clone());
                    }
                    definers.others.push(id);
                }
            } else {
                self.definers.insert(function.clone(), Definers { first: id, others: Vec::new() });
            }
        }
        self.inputs.push(Input { name: name.into(), role, names: Names::Listed(definitions) });
        Ok(id)
    }

    /// Adds an input that the index knows by this number.
    ///
    /// # Errors
    ///
    /// There are too many inputs.
    pub fn add_indexed(
        &mut self,
        role: Role,
        name: impl Into<String>,
        file: u32,
    ) -> Result<InputId, LinkError> {
        let id = self.next()?;
        let place = usize::try_from(file).ok().and_then(|file| self.of_files.get_mut(file));
        if let Some(place) = place {
            place.get_or_insert(id);
        }
        self.inputs.push(Input { name: name.into(), role, names: Names::Indexed(file) });
        Ok(id)
    }

    fn next(&self) -> Result<InputId, LinkError> {
        let found = self.inputs.len();
        let id = u32::try_from(found).ok().filter(|_| found < limits::INPUTS).map(InputId);
        id.ok_or_else(|| LinkError::unplaced(LinkErrorKind::TooManyInputs { limit: limits::INPUTS }))
    }

    /// The inputs in order.
    pub fn ids(&self) -> impl Iterator<Item = InputId> + use<> {
        (0..self.inputs.len().saturating_as::<u32>()).map(InputId)
    }

    /// The inputs that are to be linked, in order.
    pub fn named(&self) -> impl Iterator<Item = InputId> {
        self.ids().filter(|id| self.role(*id) == Role::Named)
    }

    /// What messages call an input.
    pub fn name(&self, id: InputId) -> &str {
        self.inputs.get(id.index()).map_or("", |input| &input.name)
    }

    /// Why an input is there.
    pub fn role(&self, id: InputId) -> Role {
        self.inputs.get(id.index()).map_or(Role::Candidate, |input| input.role)
    }

    /// Where the names of functions were read that an input defines.
    pub fn names_from(&self, id: InputId) -> NamesFrom {
        match self.inputs.get(id.index()).map(|input| &input.names) {
            Some(Names::Listed(definitions)) => definitions.from,
            Some(Names::Indexed(_)) => NamesFrom::Index,
            None => NamesFrom::Module,
        }
    }

    /// The functions that an input defines, as modules have them, mangled.
    pub fn functions(&self, id: InputId) -> impl Iterator<Item = &BStr> {
        let (listed, indexed) = match self.inputs.get(id.index()).map(|input| &input.names) {
            Some(Names::Listed(definitions)) => (definitions.functions.as_slice(), None),
            Some(Names::Indexed(file)) => (&[][..], self.index.as_ref().map(|index| index.functions(*file))),
            None => (&[][..], None),
        };
        listed.iter().map(|name| name.as_bstr()).chain(indexed.into_iter().flatten())
    }

    /// The inputs that list a function: those that are to be linked, then the candidates, each in order. Runtime data
    /// and symbol tables may list functions that a program keeps to itself: only it says which inputs define it.
    pub(crate) fn listing(&self, function: &BStr) -> [Vec<InputId>; 2] {
        let (mut named, mut candidates) = (Vec::new(), Vec::new());
        for id in self.definers(function) {
            match self.role(id) {
                Role::Named => named.push(id),
                Role::Candidate => candidates.push(id),
            }
        }
        [named, candidates].map(|mut ids| {
            ids.sort();
            ids.dedup();
            ids
        })
    }

    /// All inputs that list a function, in no order.
    fn definers(&self, function: &BStr) -> impl Iterator<Item = InputId> {
        let listed = self.definers.get(function);
        let listed =
            listed.into_iter().flat_map(|definers| std::iter::once(&definers.first).chain(&definers.others));
        let indexed = self.index.iter().flat_map(move |index| index.definers(function));
        listed.copied().chain(indexed.filter_map(|file| self.of_file(file)))
    }

    fn of_file(&self, file: u32) -> Option<InputId> {
        usize::try_from(file).ok().and_then(|file| *self.of_files.get(file)?)
    }

    /// The functions of candidates that a name of HLSL means, or that are called so.
    pub(crate) fn meant_by(&self, name: &BStr) -> Vec<BString> {
        let is_candidate = |id: &InputId| self.role(*id) == Role::Candidate;
        let is_meant = |function: &BStr| function == name || unmangled(function) == name;
        let listed = self.definers.iter().filter(|(function, definers)| {
            is_meant(function.as_bstr())
                && std::iter::once(&definers.first).chain(&definers.others).any(is_candidate)
        });
        let mut found: Vec<BString> = listed.map(|(function, _)| function.clone()).collect();
        // Where names are sorted, those that mean it stand beside each other: mangled ones have an @ behind it.
        let mangled = BString::from([PREFIX.as_bytes(), name, b"@"].concat());
        if let Some(index) = &self.index {
            let plain = index.beginning_with(name).take_while(|(function, _)| *function == name);
            for (function, file) in index.beginning_with(mangled.as_bstr()).chain(plain) {
                if self.of_file(file).as_ref().is_some_and(is_candidate) {
                    found.push(function.to_owned());
                }
            }
        }
        found.sort();
        found.dedup();
        found
    }

    /// The names that are not mangled, as those of shaders: at most [`SHADERS`](limits::SHADERS), those of named inputs
    /// first.
    pub fn shaders(&self) -> Vec<String> {
        let of_role = |role| self.ids().filter(move |id| self.role(*id) == role);
        let ids = of_role(Role::Named).chain(of_role(Role::Candidate).take(limits::SEARCHED));
        let plain = ids.flat_map(|id| self.functions(id)).filter(|name| !name.starts_with(b"\x01"));
        plain.take(limits::SHADERS).map(shown).collect()
    }

    /// The functions that several of the inputs list which are to be linked, with these.
    pub(crate) fn doubles(&self) -> Vec<(Vec<InputId>, &BStr)> {
        let of_index = self.index.iter().flat_map(Index::doubles);
        // What an input lists and another one has in the index is double, too.
        let listed =
            self.named().filter(|id| self.index.is_some() && self.names_from(*id) != NamesFrom::Index);
        let listed = listed.flat_map(|id| self.functions(id));
        let all = self.doubles.iter().map(|name| name.as_bstr()).chain(of_index).chain(listed);
        let mut doubles: Vec<(Vec<InputId>, &BStr)> = all
            .map(|function| {
                let [named, _] = self.listing(function);
                (named, function)
            })
            .filter(|(named, _)| named.len() > 1)
            .collect();
        doubles.sort();
        doubles.dedup();
        doubles
    }

    /// That two inputs define a function.
    pub(crate) fn defined_twice(&self, function: &BStr, first: InputId, second: InputId) -> LinkError {
        LinkError::unplaced(LinkErrorKind::DefinedTwice {
            name: function.to_owned(),
            first: self.name(first).to_owned(),
            second: self.name(second).to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::{IndexBuilder, IndexedFile};

    fn definitions(names: &[&str]) -> Definitions {
        let functions = names.iter().map(|name| (*name).into()).collect();
        Definitions { functions, from: NamesFrom::SymbolTable }
    }

    /// Each input once listed and once in an index; answers must be the same.
    fn both(inputs: &[(Role, &str, &[&str])], check: impl Fn(&Catalogue)) {
        let mut listed = Catalogue::new();
        let mut builder = IndexBuilder::new();
        for (role, name, functions) in inputs {
            listed.add_as(*role, *name, definitions(functions)).unwrap();
            let file = IndexedFile { name: (*name).into(), size: 0, modified: 0 };
            builder.add(file, functions.iter().map(|name| BStr::new(*name)));
        }
        check(&listed);
        let index = Index::read(builder.finish().unwrap()).unwrap();
        // All of them in the index, and every second one.
        for step in [1, 2] {
            let mut indexed = Catalogue::with_index(index.clone());
            for (number, (role, name, functions)) in (0..).zip(inputs) {
                if number % step == 0 {
                    indexed.add_indexed(*role, *name, number).unwrap();
                } else {
                    indexed.add_as(*role, *name, definitions(functions)).unwrap();
                }
            }
            check(&indexed);
        }
    }

    #[test]
    fn named_inputs_are_told_before_candidates() {
        use Role::{Candidate, Named};
        let inputs: [(Role, &str, &[&str]); 5] = [
            (Candidate, "a", &["\x01?both@@YAXXZ", "\x01?only@@YAXXZ", "\x01?only@@YAXM@Z"]),
            (Named, "b", &["main", "\x01?both@@YAXXZ"]),
            (Candidate, "c", &["\x01?twice@@YAXXZ"]),
            (Candidate, "d", &["\x01?twice@@YAXXZ", "onlyonce", "onlyonce"]),
            (Named, "e", &[]),
        ];
        both(&inputs, |catalogue| {
            let listing = |name: &str| {
                let all = catalogue.listing(name.into());
                all.map(|ids| ids.iter().map(|id| catalogue.name(*id)).collect::<Vec<_>>().join(" "))
            };
            assert_eq!(listing("main"), ["b", ""]);
            assert_eq!(listing("\x01?both@@YAXXZ"), ["b", "a"]);
            assert_eq!(listing("\x01?twice@@YAXXZ"), ["", "c d"]);
            assert_eq!(listing("onlyonce"), ["", "d"]);
            assert_eq!(listing("none"), ["", ""]);
            assert!(catalogue.doubles().is_empty());
            assert_eq!(catalogue.meant_by("only".into()), ["\x01?only@@YAXM@Z", "\x01?only@@YAXXZ"]);
            assert_eq!(catalogue.meant_by("onlyonce".into()), ["onlyonce"]);
            assert!(catalogue.meant_by("main".into()).is_empty());
        });
    }

    #[test]
    fn what_several_named_inputs_list_is_told() {
        use Role::{Candidate, Named};
        let inputs: [(Role, &str, &[&str]); 4] = [
            (Named, "a", &["f", "g", "g"]),
            (Named, "b", &["g"]),
            (Candidate, "c", &["f"]),
            (Named, "d", &["g", "h"]),
        ];
        both(&inputs, |catalogue| {
            let all = [InputId(0), InputId(1), InputId(3)];
            assert_eq!(catalogue.doubles(), [(all.to_vec(), BStr::new("g"))]);
        });
    }
}
