//! What inputs define, by name. Separate from [`resolve`](mod@crate::resolve), which reads programs: this is all that
//! is known before one is.

use bstr::{BStr, BString, ByteSlice as _};
use dx_container::mangled_name::{PREFIX, unmangled};
use hashbrown::HashMap;

use crate::definitions::{Definitions, NamesFrom};
use crate::error::{LinkError, LinkErrorKind, LinkErrors, shown};
use crate::index::Index;
use crate::limits;

/// The number of an input, in the order in which they were added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InputId(pub(crate) u32);

impl InputId {
    /// The number as an index.
    pub fn index(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
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
        (0..u32::try_from(self.inputs.len()).unwrap_or(u32::MAX)).map(InputId)
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

    /// The input that defines a function: one that is to be linked (the first one, where several do), or else the one
    /// candidate.
    ///
    /// # Errors
    ///
    /// `link.defined-twice`: several candidates define it.
    pub fn definer(&self, function: &BStr) -> Result<Option<InputId>, LinkErrors> {
        let (mut candidate, mut other) = (None, None);
        for id in self.definers(function) {
            match (self.role(id), candidate) {
                (Role::Named, _) => return Ok(Some(id)),
                (Role::Candidate, None) => candidate = Some(id),
                (Role::Candidate, Some(first)) if first != id => other = other.or(Some((first, id))),
                (Role::Candidate, Some(_)) => {}
            }
        }
        match other {
            Some((first, second)) => Err(self.defined_twice(function, first, second).into()),
            None => Ok(candidate),
        }
    }

    /// All inputs that define a function; those that are to be linked are not first.
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

    /// Says which functions several of the inputs define that are to be linked.
    ///
    /// # Errors
    ///
    /// `link.defined-twice`: one for each such function.
    pub fn check_doubles(&self) -> Result<(), LinkErrors> {
        let of_index = self.index.iter().flat_map(Index::doubles);
        // What an input lists and another one has in the index is double, too.
        let listed =
            self.named().filter(|id| self.index.is_some() && self.names_from(*id) != NamesFrom::Index);
        let listed = listed.flat_map(|id| self.functions(id));
        let mut doubles: Vec<(InputId, InputId, &BStr)> = Vec::new();
        for function in self.doubles.iter().map(|name| name.as_bstr()).chain(of_index).chain(listed) {
            let mut named = self.definers(function).filter(|id| self.role(*id) == Role::Named);
            let Some(first) = named.next() else { continue };
            doubles.extend(
                named
                    .filter(|other| *other != first)
                    .map(|other| (first.min(other), first.max(other), function)),
            );
        }
        doubles.sort();
        doubles.dedup();
        LinkErrors::check(
            doubles.into_iter().map(|(first, second, function)| self.defined_twice(function, first, second)),
        )
    }

    fn defined_twice(&self, function: &BStr, one: InputId, other: InputId) -> LinkError {
        // An index has files in no order.
        let (first, second) = (one.min(other), one.max(other));
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
    fn candidates_count_where_no_named_input_defines_a_name() {
        use Role::{Candidate, Named};
        let inputs: [(Role, &str, &[&str]); 5] = [
            (Named, "a", &["main", "\x01?both@@YAXXZ"]),
            (Candidate, "b", &["\x01?both@@YAXXZ", "\x01?only@@YAXXZ", "\x01?only@@YAXM@Z"]),
            (Candidate, "c", &["\x01?twice@@YAXXZ"]),
            (Candidate, "d", &["\x01?twice@@YAXXZ", "onlyonce"]),
            (Named, "e", &[]),
        ];
        both(&inputs, |catalogue| {
            let definer =
                |name: &str| catalogue.definer(name.into()).map(|id| id.map(|id| catalogue.name(id)));
            assert_eq!(definer("main").unwrap(), Some("a"));
            assert_eq!(definer("\x01?both@@YAXXZ").unwrap(), Some("a"));
            assert_eq!(definer("\x01?only@@YAXXZ").unwrap(), Some("b"));
            assert_eq!(definer("none").unwrap(), None);
            let error = definer("\x01?twice@@YAXXZ").unwrap_err().to_string();
            assert_eq!(error, "[link.defined-twice] twice (?twice@@YAXXZ) is defined in c and in d");
            catalogue.check_doubles().unwrap();
            assert_eq!(catalogue.meant_by("only".into()), ["\x01?only@@YAXM@Z", "\x01?only@@YAXXZ"]);
            assert_eq!(catalogue.meant_by("onlyonce".into()), ["onlyonce"]);
            assert!(catalogue.meant_by("main".into()).is_empty());
        });
    }

    #[test]
    fn named_inputs_define_each_function_once() {
        use Role::{Candidate, Named};
        let inputs: [(Role, &str, &[&str]); 4] = [
            (Named, "a", &["f", "g", "g"]),
            (Named, "b", &["g"]),
            (Candidate, "c", &["f"]),
            (Named, "d", &["g", "h"]),
        ];
        both(&inputs, |catalogue| {
            let errors = catalogue.check_doubles().unwrap_err().to_string();
            let lines: Vec<&str> = errors.lines().collect();
            assert_eq!(lines.len(), 2, "{errors}");
            for (line, other) in lines.iter().zip(["b", "d"]) {
                let begin = "[link.defined-twice] g is defined in ";
                assert!(line.starts_with(begin) && line.contains(other), "{errors}");
            }
        });
    }
}
