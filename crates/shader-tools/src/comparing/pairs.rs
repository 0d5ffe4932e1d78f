//! Pairs of files to compare: two files, or the files of two folders by their relative paths. Separate from the
//! comparison itself.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::selection::chosen::{Chosen, Patterns};
use crate::selection::input::{self, Found, Input};
use crate::selection::wanted::Wanted;

/// Two files to compare; of two folders, a file may be in one of them only.
pub struct Pair {
    pub a: Option<Input>,
    pub b: Option<Input>,
}

/// The pairs of two files or of the files in two folders, by relative name; and the files in the folders that cannot be
/// read.
pub fn pair(
    a: &Path,
    b: &Path,
    patterns: &Patterns,
) -> Result<(Vec<Pair>, Vec<input::Failed>), input::Failed> {
    let mut unread = Vec::new();
    let mut find = |path: &Path| -> Result<Vec<Input>, input::Failed> {
        let chosen = Chosen { named: &[path.to_owned()], patterns: Some(patterns), ..Chosen::default() };
        let Found { inputs, mut failed, .. } = input::find(chosen, Wanted::ALL_PROGRAMS_OR_ASSEMBLY);
        match failed.pop() {
            Some(last) if inputs.is_empty() => Err(last),
            last => {
                unread.extend(failed.into_iter().chain(last));
                Ok(inputs)
            }
        }
    };
    let is_file = |path: &Path| !path.is_dir();
    let text = match (is_file(a), is_file(b)) {
        (true, true) if a.as_os_str() == "-" && b.as_os_str() == "-" => {
            Some("only one of the two inputs can be - (standard input)")
        }
        (true, true) | (false, false) => None,
        (true, false) => Some("is a file, but the second input is a folder: pass two files or two folders"),
        (false, true) => Some("is a folder, but the second input is a file: pass two files or two folders"),
    };
    if let Some(text) = text {
        return Err(input::Failed { name: a.into(), error: Error::Usage(text.to_owned()) });
    }
    let (found_a, found_b) = (find(a)?, find(b)?);
    if let ([file_a], [file_b], false) = (found_a.as_slice(), found_b.as_slice(), a.is_dir() || b.is_dir()) {
        return Ok((vec![Pair { a: Some(file_a.clone()), b: Some(file_b.clone()) }], unread));
    }
    let mut pairs: BTreeMap<PathBuf, Pair> = BTreeMap::new();
    for input in found_a {
        pairs.insert(input.relative.clone(), Pair { a: Some(input), b: None });
    }
    for input in found_b {
        let pair = pairs.entry(input.relative.clone()).or_insert(Pair { a: None, b: None });
        pair.b = Some(input);
    }
    Ok((pairs.into_values().collect(), unread))
}
