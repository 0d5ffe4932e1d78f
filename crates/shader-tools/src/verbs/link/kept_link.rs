//! Links that are kept: what came of the same files and options before. Separate because a link has many inputs, which
//! it reads by itself and in part; here all of them are read, to know that they are the same.

use shader_store::key::{Content, Pieces};
use shader_store::{Artefact, Key};

use crate::caching::artefact_cache::{Counted, Kept, content};
use crate::globals::Globals;
use crate::linking::job::Done;
use crate::linking::sources::Source;

/// Options that change where the result goes, what is said of it, or how quickly files are found.
const WITHOUT: [&str; 5] = ["files", "output", "library_path", "index", "debug"];

/// The link's place in the store.
pub struct KeptLink {
    kept: Kept,
    key: Key,
    counted: Counted,
}

impl KeptLink {
    /// The place of a link, if there is a store. `counted` is what counts of each input.
    pub fn open(counted: Counted, globals: &Globals, sources: &[Source]) -> Option<Self> {
        let kept = Kept::open(globals, |given| given.record("link of all", &WITHOUT, &[]), counted)?;
        let key = kept.key(&contents(sources, counted)?);
        Some(Self { kept, key, counted })
    }

    /// What was linked before.
    pub fn get(&self) -> Option<Vec<u8>> {
        self.kept.get(&self.key).map(|artefact| artefact.bytes)
    }

    /// Keeps what was linked, unless there was more to say, or files have changed meanwhile.
    pub fn put(&self, linked: &[u8], done: &Done<'_>, sources: &[Source]) {
        let is_new = !done.sources.is_empty();
        if is_new
            && done.notes.is_empty()
            && contents(sources, self.counted).is_some_and(|contents| self.kept.key(&contents) == self.key)
        {
            self.kept.put(self.key, Artefact { bytes: linked.to_vec(), notes: Vec::new() });
        }
    }
}

/// The digests of all files, with the part that each has in the link; none where one cannot be read, which the link
/// says.
fn contents(sources: &[Source], counted: Counted) -> Option<Vec<Content>> {
    let digest = |source: &Source| {
        let bytes = source.read().ok()?;
        let mut role = Pieces::new();
        role.add(format!("{:?} {}", source.role, source.from_folder).as_bytes(), b"");
        Some([role.finish(), content(&bytes, counted)])
    };
    sources.iter().map(digest).collect::<Option<Vec<_>>>().map(|pairs| pairs.concat())
}
