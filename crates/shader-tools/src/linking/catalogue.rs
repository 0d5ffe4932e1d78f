//! What all files of a link define: asked in parallel, or taken from an index as far as that still holds. Separate from
//! [`names`], which asks one file.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::UNIX_EPOCH;

use az::SaturatingAs as _;
use bstr::{BStr, ByteSlice as _};
use dxil_link::index::{Index, IndexBuilder, IndexError, IndexedFile};
use dxil_link::{Catalogue, InputId, Library, Role};
use hashbrown::{HashMap, HashSet};
use rayon::prelude::*;

use crate::error::Error;
use crate::linking::names::{self, Names};
use crate::linking::refusal::Refusal;
use crate::linking::sources::Source;
use crate::loading::reading;
use crate::output::write_file;
use crate::selection::input::display;

/// Programs that had to be read for the names of their functions are kept up to so many bytes of files, so that the
/// usual few are not read twice, and thousands do not fill the memory.
const KEPT: usize = 64 << 20;

/// What the files of a link define.
pub struct Known<'s> {
    /// By name.
    pub catalogue: Catalogue,
    /// The file of each input.
    pub sources: Vec<&'s Source>,
    /// The programs that were read for it and kept.
    pub libraries: HashMap<InputId, Library>,
    /// What is to be said.
    pub notes: Vec<String>,
}

/// The size of a file, and when it was written in nanoseconds.
type Stamp = (u64, u64);

/// Finds out what the files define. `index` is read, and written where it was not right.
pub fn find<'s>(
    sources: &'s [Source],
    index: Option<&Path>,
    with_debug_information: bool,
) -> Result<Known<'s>, Refusal> {
    let mut notes = Vec::new();
    let old = index.and_then(|path| read_index(path, &mut notes));
    let stamps: Vec<Option<Stamp>> = match index {
        Some(_) => sources.par_iter().map(|source| source.path().and_then(stamp)).collect(),
        None => Vec::new(),
    };
    let here = Here::now();
    let numbers = old.as_ref().map(|index| here.numbers(index, sources, &stamps)).unwrap_or_default();
    let kept = AtomicUsize::new(0);
    let answers: Vec<Answer> = sources
        .par_iter()
        .enumerate()
        .map(|(place, source)| match (numbers.get(place).copied().flatten(), &old) {
            (Some(number), Some(index)) => {
                Answer::Indexed { number, is_empty: index.functions(number).next().is_none() }
            }
            _ => ask(source, with_debug_information, &kept),
        })
        .collect();
    let mut refusal = Refusal::default();
    if let Some(path) = index
        && answers.iter().any(|answer| matches!(answer, Answer::Names(_) | Answer::Nothing))
    {
        // Without it the next link takes longer, and that is all.
        if let Err(error) = write_index(path, &here, old.as_ref(), sources, &stamps, &answers) {
            notes.push(format!("{}: cannot write the index: {}", display(path), error.message()));
        }
    }
    let mut known = Known {
        catalogue: old.map_or_else(Catalogue::new, Catalogue::with_index),
        sources: Vec::new(),
        libraries: HashMap::new(),
        notes,
    };
    for (source, answer) in sources.iter().zip(answers) {
        let answer = match answer {
            // A library without functions may have subobjects, all of which are linked.
            Answer::Indexed { is_empty: true, .. } if source.role == Role::Named => {
                ask(source, with_debug_information, &kept)
            }
            answer => answer,
        };
        known.add(source, answer, &mut refusal)?;
    }
    refusal.check().map(|()| known)
}

/// What is known of a file.
enum Answer {
    Names(Box<Names>),
    /// The index knows it.
    Indexed {
        /// Its number there.
        number: u32,
        /// Whether it defines nothing, and so may be something else.
        is_empty: bool,
    },
    /// It lies in a folder and is no library.
    Nothing,
    Refused(Refusal),
}

fn ask(source: &Source, with_debug_information: bool, kept: &AtomicUsize) -> Answer {
    match names::read(source, with_debug_information) {
        Ok(Some(mut names)) => {
            if names.library.is_some() {
                let size =
                    source.path().and_then(|path| fs::metadata(path).ok()).map_or(0, |file| file.len());
                let size = size.saturating_as::<usize>();
                if kept.fetch_add(size, Ordering::Relaxed).saturating_add(size) > KEPT {
                    names.library = None;
                }
            }
            Answer::Names(Box::new(names))
        }
        Ok(None) => Answer::Nothing,
        Err(refusal) => Answer::Refused(refusal),
    }
}

impl<'s> Known<'s> {
    fn add(&mut self, source: &'s Source, answer: Answer, refusal: &mut Refusal) -> Result<(), Refusal> {
        let Source { role, .. } = *source;
        let added = match answer {
            Answer::Nothing | Answer::Indexed { is_empty: true, .. } => return Ok(()),
            Answer::Indexed { number, .. } => self.catalogue.add_indexed(role, source.name(), number),
            Answer::Names(names) => {
                let Names { definitions, library } = *names;
                self.catalogue.add_as(role, source.name(), definitions).inspect(|id| {
                    self.libraries.extend(library.map(|library| (*id, library)));
                })
            }
            // A candidate that cannot be read is one that nothing is found in.
            Answer::Refused(why) if role == Role::Candidate => {
                let why: Vec<String> = why.messages().take(1).collect();
                self.notes.push(format!("not searched: {}", why.join("")));
                return Ok(());
            }
            Answer::Refused(why) => {
                refusal.extend(why);
                return Ok(());
            }
        };
        added.map_err(|error| Refusal::from(Error::from(error)))?;
        self.sources.push(source);
        Ok(())
    }
}

/// The index in a file, if there is one that can be used.
fn read_index(path: &Path, notes: &mut Vec<String>) -> Option<Index> {
    let why = match reading::read_any(path) {
        Ok(bytes) => match Index::read(bytes) {
            Ok(index) => return Some(index),
            Err(why) => why.to_string(),
        },
        Err(Error::Io { cause, .. }) if cause.kind() == std::io::ErrorKind::NotFound => return None,
        Err(error) => error.message(),
    };
    notes.push(format!("{}: {why}; reading all files again", display(path)));
    None
}

/// Fails where the file that an index is to be written to holds something else.
pub fn check_index(path: &Path) -> Result<(), Error> {
    let is_other = match reading::read_head(path, dxil_link::index::MAGIC.len()) {
        Ok(head) => !head.is_empty() && Index::read(head).is_err_and(|error| error == IndexError::NotAnIndex),
        Err(_) => false,
    };
    if is_other {
        let text = format!("{} is not a library index and is not overwritten", display(path));
        return Err(Error::Usage(text));
    }
    Ok(())
}

fn stamp(path: &Path) -> Option<Stamp> {
    let metadata = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    let modified = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some((metadata.len(), u64::try_from(modified.as_nanos()).ok()?))
}

/// The folder in which the program runs: an index names files from the root, so that it can be used from everywhere.
struct Here(PathBuf);

impl Here {
    fn now() -> Self {
        Self(std::env::current_dir().unwrap_or_default())
    }

    fn name(&self, path: &Path) -> Vec<u8> {
        self.0.join(path).into_os_string().into_encoded_bytes()
    }

    /// The numbers of those files in the index that are as they were.
    fn numbers(&self, index: &Index, sources: &[Source], stamps: &[Option<Stamp>]) -> Vec<Option<u32>> {
        let files: HashMap<&BStr, (u32, Stamp)> = index
            .files()
            .filter_map(|number| {
                let IndexedFile { name, size, modified } = index.file(number)?;
                Some((name, (number, (size, modified))))
            })
            .collect();
        let number = |(source, stamp): (&Source, &Option<Stamp>)| {
            let name = self.name(source.path()?);
            let (number, known) = files.get(name.as_bstr())?;
            // A file in a folder that defines nothing may be no library; one that is named has to be.
            let is_library = source.from_folder || index.functions(*number).next().is_some();
            (Some(*known) == *stamp && is_library).then_some(*number)
        };
        sources.par_iter().zip(stamps).map(number).collect()
    }
}

/// Writes what is known of all files, and what the old index says of others that are as they were.
fn write_index(
    path: &Path,
    here: &Here,
    old: Option<&Index>,
    sources: &[Source],
    stamps: &[Option<Stamp>],
    answers: &[Answer],
) -> Result<(), Error> {
    let mut builder = IndexBuilder::new();
    let mut is_copied: Vec<bool> =
        old.map(|index| index.files().map(|_| false).collect()).unwrap_or_default();
    for ((source, stamp), answer) in sources.iter().zip(stamps).zip(answers) {
        let Some((path, (size, modified))) = source.path().zip(*stamp) else { continue };
        let name = here.name(path);
        let file = IndexedFile { name: name.as_bstr(), size, modified };
        match (answer, old) {
            (Answer::Names(names), _) => {
                builder.add(file, names.definitions.functions.iter().map(|name| name.as_bstr()));
            }
            (Answer::Nothing, _) => builder.add(file, []),
            (Answer::Indexed { number, .. }, Some(old)) => {
                builder.add(file, old.functions(*number));
                let place = usize::try_from(*number).ok().and_then(|number| is_copied.get_mut(number));
                place.into_iter().for_each(|is_copied| *is_copied = true);
            }
            (Answer::Indexed { .. }, None) | (Answer::Refused(_), _) => {}
        }
    }
    let asked: HashSet<Vec<u8>> =
        sources.iter().filter_map(|source| Some(here.name(source.path()?))).collect();
    if let Some(old) = old {
        // Those that this link did not ask for: another one will.
        for number in
            old.files().zip(&is_copied).filter_map(|(number, is_copied)| (!is_copied).then_some(number))
        {
            let Some(file) = old.file(number).filter(|file| !asked.contains(file.name.as_bytes())) else {
                continue;
            };
            let is_there = file
                .name
                .to_str()
                .is_ok_and(|path| stamp(Path::new(path)) == Some((file.size, file.modified)));
            if is_there {
                builder.add(file, old.functions(number));
            }
        }
    }
    let bytes = builder.finish();
    let too_large = || Error::TooLarge("the function names exceed 4 GiB".to_owned());
    write_file(path, &bytes.ok_or_else(too_large)?)
}
