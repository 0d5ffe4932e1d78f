//! Listings of DXIL with the lines of HLSL above the instructions that were compiled from them, or of one function, or
//! of what lies around a line of HLSL. Separate from plain listings, which are printed as they come: these are held.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use dx_container::Container;
use dxil_ir::{GlobalId, Module};
use dxil_text::listing::{self, InstructionComments, Numbered, NumberedComments};

use crate::error::Error;
use crate::judging::source_lines::SourceLines;
use crate::judging::{DebugProgram, SourcePlace};
use crate::listings::Form;
use crate::loading::program::function_called;

/// What is shown of a listing.
#[derive(Debug, Default)]
pub struct View<'v> {
    /// Whether lines of HLSL stand above their instructions.
    pub with_source: bool,
    /// Nothing but this function.
    pub function: Option<&'v str>,
    /// Nothing but what was compiled from lines around this one.
    pub around: Option<&'v SourceLine>,
    /// The form of the listing.
    pub form: Form,
    /// The bitcode of the module, if the listing has numbers and the file is not a text.
    pub bitcode: Option<&'v [u8]>,
}

/// A line of a source file, of any if none is named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceLine {
    pub file: Option<String>,
    pub line: u32,
}

impl SourceLine {
    /// Reads `LINE` or `FILE:LINE`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (file, line) = text.rsplit_once(':').map_or((None, text), |(file, line)| (Some(file), line));
        let line = line.parse().ok().filter(|line| *line > 0);
        let line = line.ok_or_else(|| {
            format!("not a line: {text} (expected LINE or FILE:LINE, such as 42 or main.hlsl:42)")
        })?;
        Ok(Self { file: file.map(str::to_owned), line })
    }

    /// Whether a place is in the file.
    fn is_file_of(&self, place: &SourcePlace) -> bool {
        let ends = |file: &String| place.file.as_ref().is_some_and(|found| found.ends_with(file.as_str()));
        self.file.as_ref().is_none_or(ends)
    }

    /// Whether a place is at most [`AROUND`] lines away.
    fn is_near(&self, place: &SourcePlace) -> bool {
        self.is_file_of(place) && place.line.abs_diff(self.line) <= AROUND
    }

    /// Why none of these is near, and where some are.
    fn nothing_near<'p>(&self, places: impl Iterator<Item = &'p SourcePlace> + Clone) -> String {
        let lines = places.clone().filter(|place| self.is_file_of(place)).map(|place| place.line);
        if let (Some(first), Some(last)) = (lines.clone().min(), lines.max()) {
            let line = self.line;
            return format!(
                "no instruction was compiled from line {line} or from {AROUND} lines before or after it; the \
                 first line with code is {first}, the last is {last}"
            );
        }
        let files: BTreeSet<&str> = places.filter_map(|place| place.file.as_deref()).collect();
        let files: Vec<&str> = files.into_iter().take(FILES).collect();
        let file = self.file.as_deref().unwrap_or_default();
        format!("no instruction was compiled from {file}: expected one of {}", files.join(", "))
    }
}

/// Files that are named where another one was asked for.
const FILES: usize = 20;
/// Lines before and behind one that still are around it.
const AROUND: u32 = 2;

/// The lines that are shown of a module.
pub fn lines(
    module: &Module,
    container: Option<&Container<'_>>,
    reflection: Option<&Module>,
    debug: Option<&mut DebugProgram>,
    view: &View<'_>,
) -> Result<String, Error> {
    let function = view.function.map(|name| function_called(module, name)).transpose()?;
    let numbered = numbered(module, container, reflection, view)?;
    let listing: Vec<&str> = numbered.text.split_inclusive('\n').collect();
    let mut sources = SourceLines::of(module, container, debug);
    let places = places(&numbered, &mut sources, function);
    if (view.around.is_some() || view.with_source) && !places.values().any(Option::is_some) {
        let text = "no debug information: compile with -Zi -Qembed_debug, or name the PDB with --pdb";
        return Err(Error::Missing(text.to_owned()));
    }
    let shown = match function {
        Some(function) => lines_of(&numbered, &listing, function),
        None => 0..listing.len(),
    };
    let mut text = String::new();
    match view.around {
        Some(around) => around_line(&mut text, &listing, &places, around),
        None => interleaved(&mut text, &listing, shown, &places, view.with_source),
    }
    match view.around.filter(|_| text.is_empty()) {
        Some(around) => Err(Error::Missing(around.nothing_near(places.values().flatten()))),
        None => Ok(text),
    }
}

/// The whole listing.
fn numbered(
    module: &Module,
    container: Option<&Container<'_>>,
    reflection: Option<&Module>,
    view: &View<'_>,
) -> Result<Numbered, Error> {
    match (view.form.is_plain, view.form.with_numbers) {
        (true, false) => Ok(Numbered::of_module(module)?),
        (false, false) => Ok(Numbered::of(container, module, reflection)?),
        (is_plain, true) => {
            let dxc = (!is_plain).then(|| InstructionComments::new(module));
            let mut comments = NumberedComments::new(module, view.bitcode, dxc)?;
            let header = match is_plain {
                true => String::new(),
                false => listing::header(container, Some(module), reflection),
            };
            let numbered = Numbered::with(header, module, &mut comments)?;
            comments.finish()?;
            Ok(numbered)
        }
    }
}

/// The places of instructions by their lines in the listing; of one function only, where it is given.
fn places(
    numbered: &Numbered,
    sources: &mut SourceLines<'_>,
    only: Option<GlobalId>,
) -> HashMap<usize, Option<SourcePlace>> {
    let wanted = numbered.lines.iter().filter(|((function, _), _)| only.is_none_or(|only| *function == only));
    wanted.map(|((function, id), line)| (*line, sources.find(*function, *id))).collect()
}

/// The lines of a function: from the comment above its head to its brace.
fn lines_of(numbered: &Numbered, listing: &[&str], function: GlobalId) -> Range<usize> {
    let inside = numbered.lines.iter().filter(|((of, _), _)| *of == function).map(|(_, line)| *line);
    let inside = inside.min().unwrap_or(0);
    let before = listing.get(..inside).unwrap_or_default();
    let head = before.iter().rposition(|line| line.starts_with("define ")).unwrap_or(0);
    let above = head.checked_sub(1).and_then(|above| listing.get(above));
    let start = if above.is_some_and(|line| line.starts_with(';')) { head - 1 } else { head };
    let behind = listing.get(inside..).unwrap_or_default();
    let end = behind.iter().position(|line| line.starts_with('}')).unwrap_or(behind.len());
    start..inside + end + 1
}

/// Lines of a listing with the HLSL above them.
fn interleaved(
    text: &mut String,
    listing: &[&str],
    range: Range<usize>,
    places: &HashMap<usize, Option<SourcePlace>>,
    with_source: bool,
) {
    let mut shown: Option<(Option<String>, u32)> = None;
    for at in range {
        let line = listing.get(at).copied().unwrap_or_default();
        if line.starts_with("define ") {
            shown = None;
        }
        if let Some(Some(place)) = places.get(&at).filter(|_| with_source) {
            put_source(text, place, &mut shown);
        }
        text.push_str(line);
    }
}

/// Adds the line of HLSL as a comment, unless it is the one that was added last.
fn put_source(text: &mut String, place: &SourcePlace, shown: &mut Option<(Option<String>, u32)>) {
    let key = (place.file.clone(), place.line);
    if shown.as_ref() == Some(&key) {
        return;
    }
    let source = place.text.as_deref().map_or(String::new(), |source| format!(": {}", source.trim_end()));
    text.push_str(&format!("; {}{source}\n", place.shown()));
    *shown = Some(key);
}

/// Instructions that were compiled from lines around one, gaps marked.
fn around_line(
    text: &mut String,
    listing: &[&str],
    places: &HashMap<usize, Option<SourcePlace>>,
    around: &SourceLine,
) {
    let near = places.iter().filter_map(|(line, place)| Some((*line, place.as_ref()?)));
    let mut near: Vec<(usize, &SourcePlace)> = near.filter(|(_, place)| around.is_near(place)).collect();
    near.sort_by_key(|(line, _)| *line);
    let (mut next, mut shown) = (None, None);
    for (line, place) in near {
        if next.is_some_and(|next| next != line) {
            text.push_str("; ...\n");
        }
        put_source(text, place, &mut shown);
        text.push_str(listing.get(line).copied().unwrap_or_default());
        next = Some(line + 1);
    }
}
