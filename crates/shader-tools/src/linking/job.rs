//! From files to the bytes of a container. Separate from the command line, because `dxl` has another one for the same
//! work.

use std::path::Path;

use bstr::BString;
use dxil_link::{
    Catalogue, Exports, InputId, Library, Opened, Options, Profile, Reason, Target, link, resolve,
};
use hashbrown::HashMap;

use crate::error::Error;
use crate::linking::catalogue::{self, Known};
use crate::linking::names;
use crate::linking::refusal::Refusal;
use crate::linking::sources::Source;
use crate::linking::verdict;

/// What is to be linked, and how.
pub struct Job<'a> {
    /// The files.
    pub sources: &'a [Source],
    /// The stage and shader model.
    pub profile: Profile,
    /// The function that a shader begins in.
    pub entry: Option<BString>,
    /// What a library exports.
    pub exports: Exports,
    /// Whether debug information is read.
    pub with_debug_information: bool,
    /// The index.
    pub index: Option<&'a Path>,
    /// Whether what comes out is validated before it is written.
    pub is_validated: bool,
    /// The rest.
    pub options: Options,
}

/// What a link came to, whether it ended well or not.
pub struct Done<'s> {
    /// The container, or why there is none.
    pub result: Result<Vec<u8>, Refusal>,
    /// What is to be said beside.
    pub notes: Vec<String>,
    /// The inputs by name; of what could not be found out, none.
    pub catalogue: Catalogue,
    /// The file of each input.
    pub sources: Vec<&'s Source>,
    /// The inputs whose programs were read and why, in that order.
    pub opened: Vec<(InputId, Reason)>,
}

impl Done<'_> {
    /// A link that was done before: its result is all that is known.
    pub fn had(linked: Vec<u8>) -> Self {
        Self {
            result: Ok(linked),
            notes: Vec::new(),
            catalogue: Catalogue::new(),
            sources: Vec::new(),
            opened: Vec::new(),
        }
    }

    /// How far each input was opened, in their order.
    pub fn trace(&self) -> impl Iterator<Item = Opened> {
        let mut reasons: HashMap<InputId, &Reason> =
            self.opened.iter().map(|(id, reason)| (*id, reason)).collect();
        self.catalogue.ids().map(move |input| Opened {
            input,
            names: self.catalogue.names_from(input),
            program: reasons.remove(&input).cloned(),
        })
    }
}

impl<'a> Job<'a> {
    /// Links.
    pub fn run(self) -> Done<'a> {
        let mut done = Done {
            result: Ok(Vec::new()),
            notes: Vec::new(),
            catalogue: Catalogue::new(),
            sources: Vec::new(),
            opened: Vec::new(),
        };
        match catalogue::find(self.sources, self.index, self.with_debug_information) {
            Err(refusal) => done.result = Err(refusal),
            Ok(Known { catalogue, sources, libraries, notes }) => {
                done = Done { notes, catalogue, sources, ..done };
                done.result = self.link(&mut done, libraries);
            }
        }
        done
    }

    fn link(
        &self,
        done: &mut Done<'_>,
        mut libraries: HashMap<InputId, Library>,
    ) -> Result<Vec<u8>, Refusal> {
        let Done { catalogue, sources, opened, .. } = done;
        let target = self.target(catalogue)?;
        let load = |id: InputId, reason: &Reason| {
            opened.push((id, reason.clone()));
            match (libraries.remove(&id), sources.get(id.index())) {
                (Some(library), _) => Ok(library),
                (None, Some(source)) => names::read_library(source, self.with_debug_information),
                (None, None) => Err(Error::Bug("an input without a file".to_owned()).into()),
            }
        };
        let resolved = resolve(catalogue, &target, load)?;
        let linked = link(catalogue, resolved, &target, &self.options)?;
        if self.is_validated {
            verdict::check(&linked, self.profile, &self.options)?;
        }
        Ok(linked)
    }

    fn target(&self, catalogue: &Catalogue) -> Result<Target, Error> {
        let profile = self.profile;
        if profile.is_library() {
            return Ok(Target::Library { profile, exports: self.exports.clone() });
        }
        let Some(entry) = self.entry.clone() else {
            let shaders = catalogue.shaders();
            let known = match shaders.as_slice() {
                [] => "the input files define no entry function".to_owned(),
                names => format!("entry functions of the input files: {}", names.join(", ")),
            };
            return Err(Error::Usage(format!("-T {profile} requires -E ENTRY; {known}")));
        };
        Ok(Target::Shader { profile, entry })
    }
}
