//! Which files a verb works on, besides those that are named: lists of files, and patterns for what is found in
//! folders. Separate because all verbs that take trees share these options.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use globset::{GlobBuilder, GlobMatcher};

/// What these options stand under in the help.
const HEADING: &str = "Choosing files";

/// The input files of a verb: named files and folders, and the options that choose among files.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Inputs {
    /// Files, folders, or - for standard input.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub selection: Selection,
}

/// The options that choose files.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Selection {
    #[command(flatten)]
    pub patterns: Patterns,

    /// List of further files and folders to read, one path per line (-: standard input).
    #[arg(long, value_name = "FILE", help_heading = HEADING)]
    pub files_from: Option<PathBuf>,

    /// Expect NUL-separated paths in --files-from, such as the output of `git ls-files -z`.
    #[arg(long, requires = "files_from", help_heading = HEADING)]
    null: bool,
}

/// The options that choose among the files in folders.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Patterns {
    /// Pattern of the files to read in folders, such as '*.dxil' (repeatable).
    #[arg(long, value_name = "GLOB", help_heading = HEADING)]
    include: Vec<Pattern>,

    /// Pattern of files and folders to skip, even if --include matches them (repeatable).
    #[arg(long, value_name = "GLOB", help_heading = HEADING)]
    exclude: Vec<Pattern>,

    /// In folders, skip broken links, and files that only have the extension of a shader.
    #[arg(long, help_heading = HEADING)]
    pub ignore_unreadable: bool,
}

impl Patterns {
    /// True if --include selects a file at this path below a folder, or if it is absent.
    pub fn takes(&self, relative: &Path) -> bool {
        self.include.is_empty() || self.include.iter().any(|pattern| pattern.is_match(relative))
    }

    /// True if --exclude leaves out a file or folder at this path below a folder.
    pub fn leaves_out(&self, relative: &Path) -> bool {
        self.exclude.iter().any(|pattern| pattern.is_match(relative))
    }

    /// True if all files are taken.
    pub fn is_empty(&self) -> bool {
        self.include.is_empty() && self.exclude.is_empty()
    }
}

impl Selection {
    /// The named files; the current folder if no files are named and no list is given.
    pub fn or_current_folder<'f>(&self, files: &'f [PathBuf]) -> Cow<'f, [PathBuf]> {
        let is_default = files.is_empty() && self.files_from.is_none();
        if is_default { vec![PathBuf::from(".")].into() } else { files.into() }
    }

    /// The paths in a list.
    pub fn paths(&self, list: &[u8]) -> Vec<PathBuf> {
        let end = if self.null { 0 } else { b'\n' };
        let names = list.split(|byte| *byte == end);
        let plain = |name| if self.null { name } else { <[u8]>::strip_suffix(name, b"\r").unwrap_or(name) };
        names.map(plain).filter(|name| !name.is_empty()).map(path_of).collect()
    }
}

/// A name of a list as a path; the file called `-`, which is not standard input here.
fn path_of(name: &[u8]) -> PathBuf {
    if name == b"-" {
        return Path::new(".").join("-");
    }
    #[cfg(unix)]
    return PathBuf::from(<OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(name));
    #[cfg(not(unix))]
    return PathBuf::from(OsStr::new(String::from_utf8_lossy(name).as_ref()));
}

/// A pattern of --include or --exclude.
#[derive(Debug, Clone)]
pub struct Pattern {
    matcher: GlobMatcher,
    /// True if it is about paths, not names.
    has_slash: bool,
}

impl FromStr for Pattern {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        // A slash behind it says that a folder is meant, which the name says.
        let pattern = text.strip_suffix('/').unwrap_or(text);
        let pattern = pattern.strip_prefix("./").unwrap_or(pattern);
        let glob =
            GlobBuilder::new(pattern.strip_prefix('/').unwrap_or(pattern)).literal_separator(true).build();
        let glob = glob.map_err(|error| format!("{}: expected one such as *.dxil or ps/**", error.kind()))?;
        Ok(Self { matcher: glob.compile_matcher(), has_slash: pattern.contains('/') })
    }
}

impl Pattern {
    fn is_match(&self, relative: &Path) -> bool {
        match self.has_slash {
            true => self.matcher.is_match(relative),
            false => relative.file_name().is_some_and(|name| self.matcher.is_match(name)),
        }
    }
}

/// What a run is over: named files and folders, and what options choose besides.
#[derive(Debug, Clone, Copy, Default)]
pub struct Chosen<'a> {
    pub named: &'a [PathBuf],
    /// What has a list of more of them.
    pub listed: Option<&'a Selection>,
    /// What is taken of folders.
    pub patterns: Option<&'a Patterns>,
}

impl<'a> From<&'a [PathBuf]> for Chosen<'a> {
    fn from(named: &'a [PathBuf]) -> Self {
        Self { named, ..Self::default() }
    }
}

impl<'a> From<(&'a [PathBuf], &'a Selection)> for Chosen<'a> {
    fn from((named, selection): (&'a [PathBuf], &'a Selection)) -> Self {
        Self { named, listed: Some(selection), patterns: Some(&selection.patterns) }
    }
}

impl<'a> From<&'a Inputs> for Chosen<'a> {
    fn from(inputs: &'a Inputs) -> Self {
        (inputs.files.as_slice(), &inputs.selection).into()
    }
}

impl<'a> From<(&'a Vec<PathBuf>, &'a Selection)> for Chosen<'a> {
    fn from((named, selection): (&'a Vec<PathBuf>, &'a Selection)) -> Self {
        (named.as_slice(), selection).into()
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Pattern, Selection};

    #[test]
    fn patterns_are_of_names_or_of_paths() {
        let cases = [
            ("*.dxil", "a/b.dxil", true),
            ("*.dxil", "a/b.dxbc", false),
            ("*.{dxil,cso}", "b.cso", true),
            ("a/*.dxil", "a/b.dxil", true),
            ("a/*.dxil", "c/a/b.dxil", false),
            ("a/*", "a/b/c", false),
            ("a/**", "a/b/c", true),
            ("**/b/*", "x/y/b/c", true),
            ("/*.dxil", "b.dxil", true),
            ("/*.dxil", "a/b.dxil", false),
            ("obj/", "x/obj", true),
            ("[ab]?", "x/b1", true),
        ];
        for (pattern, path, expected) in cases {
            let matched = pattern.parse::<Pattern>().map(|pattern| pattern.is_match(Path::new(path)));
            assert_eq!(matched, Ok(expected), "{pattern} {path}");
        }
        for wrong in ["[a", "{a", "a/[z-a]"] {
            assert!(wrong.parse::<Pattern>().is_err_and(|error| error.contains("expected")), "{wrong}");
        }
    }

    #[test]
    fn lists_have_a_name_a_line() {
        let names = |list: &str, null| {
            let selection = Selection { null, ..Selection::default() };
            let paths = selection.paths(list.as_bytes());
            paths.iter().map(|path| path.to_string_lossy().into_owned()).collect::<Vec<_>>()
        };
        assert_eq!(names("a\r\nb c\n\n-\nd", false), ["a", "b c", "./-", "d"]);
        assert_eq!(names("a\nb\0c\0", true), ["a\nb", "c"]);
        assert!(names("\n\n", false).is_empty());
    }
}
