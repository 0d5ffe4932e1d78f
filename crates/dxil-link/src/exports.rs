//! Which functions a library has, and under which names: `--exports 'A;B=C;D,E=F'`.

use std::fmt;

use bstr::{BStr, BString, ByteSlice as _};

use dx_container::mangled_name::unmangled;
use hashbrown::{HashMap, HashSet};

/// Which functions a library exports.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Exports {
    /// All that its inputs define.
    #[default]
    All,
    /// The shaders alone.
    Shaders,
    /// Those that are named.
    Listed(Vec<Export>),
}

/// A function that is exported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Export {
    /// What it is called from then on: one or more names, as HLSL has them or mangled.
    pub names: Vec<BString>,
    /// What the inputs call it, as HLSL has it or mangled.
    pub function: BString,
}

impl Export {
    /// Reads a list as DXC's `-exports` has it: entries with `;` between them, each a name or `new1,new2=name`.
    ///
    /// # Errors
    ///
    /// A name is empty; an entry has several `=`, or several names and no `=`.
    pub fn parse_list(text: &str) -> Result<Vec<Self>, ExportsError> {
        let mut all = Vec::new();
        for entry in text.split(';').map(str::trim).filter(|entry| !entry.is_empty()) {
            let wrong = |what| ExportsError { entry: entry.to_owned(), what };
            let (names, function) = match entry.split_once('=') {
                None if entry.contains(',') => {
                    return Err(wrong(
                        "expected `=` and a function after a list of names, for example A,B=Old",
                    ));
                }
                None => (vec![entry], entry),
                Some((_, function)) if function.contains(['=', ',']) => {
                    return Err(wrong("expected one function after `=`"));
                }
                Some((names, function)) => (names.split(',').collect(), function),
            };
            let names: Vec<BString> = names.into_iter().map(|name| name.trim().into()).collect();
            let function: BString = function.trim().into();
            if function.is_empty() || names.iter().any(|name| name.is_empty()) {
                return Err(wrong("expected a name before and after `=`"));
            }
            all.push(Self { names, function });
        }
        Ok(all)
    }
}

/// A list of exports, by the functions that they mean.
pub(crate) struct ExportIndex<'e> {
    names: HashMap<&'e BStr, Vec<&'e BStr>>,
}

impl<'e> ExportIndex<'e> {
    pub(crate) fn of(exports: &'e [Export]) -> Self {
        let mut names = HashMap::<_, Vec<_>>::new();
        for export in exports {
            names
                .entry(export.function.as_bstr())
                .or_default()
                .extend(export.names.iter().map(|name| name.as_bstr()));
        }
        Self { names }
    }

    /// What a function of the inputs is exported as; `None` where it is not. Its name in the module counts before that
    /// in HLSL.
    pub(crate) fn names_of(&self, function: &BStr) -> Option<&[&'e BStr]> {
        self.key(function).and_then(|key| self.names.get(key)).map(Vec::as_slice)
    }

    /// The functions of the list that none of these is.
    pub(crate) fn missing<'n>(&self, functions: impl Iterator<Item = &'n BStr>) -> Vec<&'e BStr> {
        let found: HashSet<&BStr> = functions.filter_map(|function| self.key(function)).collect();
        let mut missing: Vec<&BStr> = self.names.keys().copied().filter(|key| !found.contains(key)).collect();
        missing.sort();
        missing
    }

    /// The function of the list that a function of the inputs is.
    fn key(&self, function: &BStr) -> Option<&'e BStr> {
        let known = |name: &BStr| self.names.get_key_value(name).map(|(key, _)| *key);
        known(function).or_else(|| known(unmangled(function)))
    }
}

/// A list of exports with a mistake.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExportsError {
    /// The entry.
    pub entry: String,
    /// What is wrong with it.
    pub what: &'static str,
}

impl fmt::Display for ExportsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "export {:?}: {}", self.entry, self.what)
    }
}

impl std::error::Error for ExportsError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read() {
        let export = |names: &[&str], function: &str| Export {
            names: names.iter().map(|name| (*name).into()).collect(),
            function: function.into(),
        };
        let list = Export::parse_list("Gen; Miss ;New=Old;A,B=C;").unwrap();
        assert_eq!(
            list,
            [
                export(&["Gen"], "Gen"),
                export(&["Miss"], "Miss"),
                export(&["New"], "Old"),
                export(&["A", "B"], "C")
            ]
        );
        assert_eq!(Export::parse_list("").unwrap(), []);
        for wrong in ["A,B", "A=B=C", "=A", "A=", "A,=B", "A=B,C"] {
            assert!(Export::parse_list(wrong).is_err(), "{wrong}");
        }
    }
}
