//! Pairs of files to compare: two files, or the files of two folders by their relative paths. Separate from the
//! comparison itself.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::selection::chosen::{Chosen, Patterns};
use crate::selection::file_name::FileName;
use crate::selection::input::{self, Found, Input};
use crate::selection::wanted::Wanted;

/// Two files to compare; of two folders, a file may be in one of them only.
pub struct Pair {
    pub a: Option<Input>,
    pub b: Option<Input>,
}

impl Pair {
    /// The new file; the old file if the new folder does not contain the file.
    pub fn newest(&self) -> Option<&Input> {
        self.b.as_ref().or(self.a.as_ref())
    }

    /// The path below the folders; for two named files, the path of the new file.
    pub fn name(&self) -> FileName {
        match self.newest() {
            Some(input) if input.from_folder => input.relative.as_path().into(),
            Some(input) => input.name(),
            None => FileName::default(),
        }
    }

    fn relative(&self) -> Option<&Path> {
        self.newest().map(|input| input.relative.as_path())
    }
}

/// The pairs of two files, or of the files in two folders.
pub struct Pairs {
    /// The pairs, sorted by the relative path.
    pub all: Vec<Pair>,
    /// The files in the folders that cannot be read.
    pub unread: Vec<input::Failed>,
}

impl Pairs {
    /// One input for each pair, for [`Run::each_unread`](crate::run::Run::each_unread); [`Pairs::of`] returns the pair.
    pub fn inputs(&self) -> Vec<Input> {
        self.all.iter().filter_map(Pair::newest).cloned().collect()
    }

    /// The pair whose input is `input`.
    pub fn of(&self, input: &Input) -> Option<&Pair> {
        let index =
            self.all.binary_search_by(|pair| pair.relative().cmp(&Some(input.relative.as_path()))).ok()?;
        self.all.get(index)
    }
}

/// The pairs of two files, or of the `wanted` files in two folders by relative path.
pub fn pair(a: &Path, b: &Path, patterns: &Patterns, wanted: Wanted) -> Result<Pairs, input::Failed> {
    let mut unread = Vec::new();
    let mut find = |path: &Path| -> Result<Vec<Input>, input::Failed> {
        let chosen = Chosen { named: &[path.to_owned()], patterns: Some(patterns), ..Chosen::default() };
        let Found { inputs, mut failed, .. } = input::find(chosen, wanted);
        match failed.pop() {
            Some(last) if inputs.is_empty() => Err(last),
            last => {
                unread.extend(failed.into_iter().chain(last));
                Ok(inputs)
            }
        }
    };
    for path in [a, b] {
        if path.as_os_str() != "-"
            && let Err(cause) = path.metadata()
        {
            return Err(input::Failed { name: path.into(), error: Error::Io { doing: "read", cause } });
        }
    }
    let is_stdin = |path: &Path| path.as_os_str() == "-";
    let is_folder = |path: &Path| !is_stdin(path) && path.is_dir();
    if is_folder(a) != is_folder(b) {
        let (folder, file) = if is_folder(a) { (a, b) } else { (b, a) };
        let text = format!(
            "cannot compare a folder with a file: {} is a folder; name two files or two folders",
            input::display(folder)
        );
        return Err(input::Failed { name: file.into(), error: Error::Usage(text) });
    }
    if is_stdin(a) && is_stdin(b) {
        let text = "standard input (-) can be used only once".to_owned();
        return Err(input::Failed { name: a.into(), error: Error::Usage(text) });
    }
    let (found_a, found_b) = (find(a)?, find(b)?);
    if let ([file_a], [file_b], false) = (found_a.as_slice(), found_b.as_slice(), is_folder(a)) {
        let pair = Pair { a: Some(file_a.clone()), b: Some(file_b.clone()) };
        return Ok(Pairs { all: vec![pair], unread });
    }
    let mut pairs: BTreeMap<PathBuf, Pair> = BTreeMap::new();
    for input in found_a {
        pairs.insert(input.relative.clone(), Pair { a: Some(input), b: None });
    }
    for input in found_b {
        let pair = pairs.entry(input.relative.clone()).or_insert(Pair { a: None, b: None });
        pair.b = Some(input);
    }
    Ok(Pairs { all: pairs.into_values().collect(), unread })
}
