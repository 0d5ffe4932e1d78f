//! The text of source files that a module with debug information or a PDB carries: never that of a file on disk, which
//! a shader from elsewhere could name.

use std::collections::HashMap;

use bstr::{BStr, BString, ByteSlice as _};

use crate::json::in_utf8;
use crate::judging::finding::SourcePlace;
use crate::line_starts::LineStarts;

/// Source files by name.
#[derive(Debug, Default)]
pub struct SourceTexts {
    files: Vec<File>,
    /// The files that names of debug information mean, for names that were looked up.
    found: HashMap<String, Option<usize>>,
}

#[derive(Debug)]
struct File {
    name: String,
    text: BString,
    lines: Option<LineStarts>,
}

/// Bytes of a line that are kept. Sources that tools write have lines of megabytes, and every finding has one.
pub const LINE: usize = 2000;

impl SourceTexts {
    /// Adds a file.
    pub fn add(&mut self, name: &BStr, text: BString) {
        self.files.push(File { name: plain(&in_utf8(name)), text, lines: None });
        self.found.clear();
    }

    /// Whether there is no file.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The files, by name.
    pub fn files(&self) -> impl Iterator<Item = (&str, &BStr)> {
        self.files.iter().map(|file| (file.name.as_str(), file.text.as_bstr()))
    }

    /// Which of the files a name of debug information means.
    pub fn index_of(&mut self, name: &str) -> Option<usize> {
        if let Some(index) = self.found.get(name) {
            return *index;
        }
        let index = self.index(&plain(name));
        self.found.insert(name.to_owned(), index);
        index
    }

    /// Adds the text of its line to a place, if the file is here.
    pub fn complete(&mut self, place: &mut SourcePlace) {
        let index = place.file.as_deref().and_then(|name| self.index_of(name));
        let Some(file) = index.and_then(|index| self.files.get_mut(index)) else { return };
        let lines = file.lines.get_or_insert_with(|| LineStarts::of(&file.text));
        let line = usize::try_from(place.line).ok().and_then(|line| lines.line(&file.text, line));
        place.text = line.map(|line| in_utf8(line.get(..LINE).unwrap_or(line).as_bstr()).into_owned());
    }

    /// The file of this name; else the only one whose name ends with it, or that its name ends with: one compilation
    /// calls a file by several paths.
    fn index(&self, name: &str) -> Option<usize> {
        if let Some(index) = self.files.iter().position(|file| file.name == name) {
            return Some(index);
        }
        let ends_with = |long: &str, short: &str| {
            long.strip_suffix(short).is_some_and(|before| before.ends_with('/') && !short.is_empty())
        };
        let is_it = |file: &File| ends_with(&file.name, name) || ends_with(name, &file.name);
        let mut same = self.files.iter().enumerate().filter(|(_, file)| is_it(file));
        match (same.next(), same.next()) {
            (Some((index, _)), None) => Some(index),
            _ => None,
        }
    }
}

/// A path with slashes, and without what does not change where it leads.
fn plain(path: &str) -> String {
    let path = path.replace('\\', "/");
    let parts: Vec<&str> = path
        .split('/')
        .enumerate()
        .filter(|(at, part)| match *part {
            "." => false,
            "" => *at == 0,
            _ => true,
        })
        .map(|(_, part)| part)
        .collect();
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::{SourcePlace, SourceTexts};

    fn line_of(texts: &mut SourceTexts, file: &str, line: u32) -> Option<String> {
        let mut place = SourcePlace { file: Some(file.to_owned()), line, column: 1, text: None };
        texts.complete(&mut place);
        place.text
    }

    #[test]
    fn files_are_found_by_any_of_their_paths() {
        let mut texts = SourceTexts::default();
        for (name, text) in
            [("C:\\src\\a.hlsl", "one\ntwo"), ("inc/b.hlsli", "three"), ("lib/b.hlsli", "four")]
        {
            texts.add(name.into(), text.into());
        }
        assert_eq!(line_of(&mut texts, "C:/src/./a.hlsl", 2).as_deref(), Some("two"));
        assert_eq!(line_of(&mut texts, "a.hlsl", 1).as_deref(), Some("one"));
        assert_eq!(line_of(&mut texts, "D:\\x\\inc\\b.hlsli", 1).as_deref(), Some("three"));
        assert_eq!(line_of(&mut texts, "b.hlsli", 1), None, "it may be either");
        assert_eq!(line_of(&mut texts, "A.hlsl", 1), None);
        assert_eq!(line_of(&mut texts, "a.hlsl", 3), None);
        assert_eq!(line_of(&mut texts, "lsl", 1), None);
    }
}
