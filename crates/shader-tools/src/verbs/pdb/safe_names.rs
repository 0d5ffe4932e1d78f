//! Names for files that come out of a shader: a source is called what the compiler was told, which on this
//! machine may be no file name, or one of a file elsewhere. Separate because this is where hostile files would
//! get out of the folder they are written to.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use bstr::{BStr, ByteSlice as _};

/// Bytes of one component: file systems take 255, and a number may be added.
const LONGEST_COMPONENT: usize = 120;
/// Folders a name may be deep; of a deeper one the last are kept. Together below what systems take for a path.
const DEEPEST: usize = 24;

/// Names that Windows gives to devices, whatever follows the first dot.
const RESERVED: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];
/// The same with a digit behind it.
const RESERVED_WITH_DIGIT: [&str; 2] = ["com", "lpt"];
/// Folders in which files become commands; for tools, not for sources.
const OTHERS: [&str; 1] = [".git"];

/// Gives names that lie below a folder, no two alike on systems either that do not tell `a` from `A`.
#[derive(Debug, Default)]
pub struct SafeNames {
    /// Files, and folders on the way to them, in lower case.
    files: HashSet<String>,
    folders: HashSet<String>,
    /// The number that a name was given last.
    numbers: HashMap<String, usize>,
}

impl SafeNames {
    /// The path below a folder for the source called `name`: the same where that is one already.
    pub fn path_for(&mut self, name: &BStr) -> PathBuf {
        let components = safe_components(name);
        let mut path = String::new();
        for (index, component) in components.iter().enumerate() {
            let is_file = index + 1 == components.len();
            path = self.free_name(&path, component, is_file);
        }
        self.files.insert(path.to_lowercase());
        path.into()
    }

    /// `component` in `folder`, with a number where something else has that name.
    fn free_name(&mut self, folder: &str, component: &str, is_file: bool) -> String {
        let join = |name: &str| if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") };
        let wanted = join(component);
        let key = wanted.to_lowercase();
        let mut path = wanted;
        let mut lower = key.clone();
        while self.files.contains(&lower) || is_file && self.folders.contains(&lower) {
            let number = self.numbers.entry(key.clone()).or_insert(1);
            *number += 1;
            let numbered = match component.rsplit_once('.') {
                Some((stem, extension)) if is_file && !stem.is_empty() => {
                    format!("{stem}-{number}.{extension}")
                }
                _ => format!("{component}-{number}"),
            };
            path = join(&numbered);
            lower = path.to_lowercase();
        }
        if !is_file {
            self.folders.insert(lower);
        }
        path
    }
}

/// The components of `name` as a relative path; at least one, none of which leads up.
fn safe_components(name: &BStr) -> Vec<String> {
    let mut components: Vec<String> = Vec::new();
    for component in name.split(|&byte| byte == b'/' || byte == b'\\') {
        match component {
            b"" | b"." => {}
            // Up from where it has gone down; what lies above the first folder is in a folder of that name.
            b".." if components.last().is_some_and(|last| last != UP) => {
                components.pop();
            }
            b".." => components.push(UP.to_owned()),
            _ => components.push(safe_component(component)),
        }
    }
    if components.is_empty() {
        components.push("source".to_owned());
    }
    components.split_off(components.len().saturating_sub(DEEPEST))
}

/// What stands for `..` where it would lead out.
const UP: &str = "__";

fn safe_component(component: &[u8]) -> String {
    let mut safe = String::new();
    for (start, end, c) in component.char_indices() {
        let is_utf8 =
            component.get(start..end) != Some("\u{fffd}".as_bytes()) && c != char::REPLACEMENT_CHARACTER;
        let is_safe = is_utf8 && !c.is_control() && !"<>:\"|?*".contains(c);
        if safe.len() + c.len_utf8() > LONGEST_COMPONENT {
            break;
        }
        safe.push(if is_safe { c } else { '_' });
    }
    // Windows drops dots and blanks at the end.
    if safe.ends_with(['.', ' ']) {
        safe.pop();
        safe.push('_');
    }
    let lower = safe.to_lowercase();
    let stem = lower.split('.').next().unwrap_or_default().trim_end();
    let with_digit = |name: &&str| {
        let digit = stem.strip_prefix(*name).map(|digit| digit.chars().collect::<Vec<_>>());
        matches!(digit.as_deref(), Some([c]) if c.is_ascii_digit() || "\u{b9}\u{b2}\u{b3}".contains(*c))
    };
    let is_device = RESERVED.contains(&stem) || RESERVED_WITH_DIGIT.iter().any(with_digit);
    if is_device || OTHERS.contains(&lower.as_str()) { format!("_{safe}") } else { safe }
}

#[cfg(test)]
mod tests {
    use std::path::{Component, Path};

    use super::*;

    fn name(name: &str) -> String {
        SafeNames::default().path_for(name.into()).display().to_string()
    }

    #[test]
    fn names_stay_below_the_folder() {
        for (given, expected) in [
            ("a.hlsl", "a.hlsl"),
            ("shaders/a b.hlsl", "shaders/a b.hlsl"),
            ("./a.hlsl", "a.hlsl"),
            ("shaders/../common/a.hlsl", "common/a.hlsl"),
            ("../../etc/passwd", "__/__/etc/passwd"),
            ("a/../../b", "__/b"),
            ("..", "__"),
            ("/etc/passwd", "etc/passwd"),
            (r"C:\src\a.hlsl", "C_/src/a.hlsl"),
            ("C:a.hlsl", "C_a.hlsl"),
            (r"\\server\share\a.hlsl", "server/share/a.hlsl"),
            (r"..\a.hlsl", "__/a.hlsl"),
            (r"\\?\C:\a", "_/C_/a"),
            ("a\0b\n.hlsl", "a_b_.hlsl"),
            ("a.hlsl:stream", "a.hlsl_stream"),
            ("NUL", "_NUL"),
            ("con.hlsl", "_con.hlsl"),
            ("Aux .x", "_Aux .x"),
            ("com1/x", "_com1/x"),
            ("LPT\u{b2}.txt", "_LPT\u{b2}.txt"),
            ("common/com", "common/com"),
            ("com10", "com10"),
            ("a. ", "a._"),
            ("...", ".._"),
            (".. ", ".._"),
            (".git/config", "_.git/config"),
            ("", "source"),
            ("///", "source"),
            ("a\u{fffd}", "a_"),
        ] {
            assert_eq!(name(given), expected, "{given:?}");
        }
        assert_eq!(SafeNames::default().path_for(b"\xff.hlsl".as_bstr()), Path::new("_.hlsl"));
    }

    #[test]
    fn no_two_are_alike() {
        let mut names = SafeNames::default();
        let mut next = |name: &str| names.path_for(name.into()).display().to_string();
        assert_eq!(next("a.hlsl"), "a.hlsl");
        assert_eq!(next("A.hlsl"), "A-2.hlsl");
        assert_eq!(next("./a.hlsl"), "a-3.hlsl");
        assert_eq!(next("a-4.hlsl"), "a-4.hlsl");
        assert_eq!(next("a.hlsl"), "a-5.hlsl");
        assert_eq!(next("dir/x"), "dir/x");
        assert_eq!(next("dir"), "dir-2", "a folder has the name");
        assert_eq!(next("a.hlsl/x"), "a.hlsl-6/x", "a file has the name");
        assert_eq!(next("DIR/X"), "DIR/X-2");
    }

    #[test]
    fn long_names_are_cut() {
        let deep = name(&"d/".repeat(100_000));
        assert_eq!(Path::new(&deep).components().count(), DEEPEST);
        let long = name(&"\u{e9}".repeat(100_000));
        assert_eq!(long.len(), LONGEST_COMPONENT);
        let mut names = SafeNames::default();
        let all: HashSet<PathBuf> = (0..20_000).map(|_| names.path_for("x.hlsl".into())).collect();
        assert_eq!(all.len(), 20_000);
    }

    /// Every name of a few characters that matter.
    #[test]
    fn any_name_leads_down() {
        const CHARACTERS: [&str; 6] = [".", "/", "\\", ":", "a", " "];
        for number in 0..6_usize.pow(6) {
            let digits = (0..6).map(|place| number / 6_usize.pow(place) % 6);
            let given: String = digits.filter_map(|digit| CHARACTERS.get(digit).copied()).collect();
            let path = SafeNames::default().path_for(given.as_str().into());
            let leads_down = path.components().all(|part| matches!(part, Component::Normal(_)));
            assert!(leads_down && path.components().next().is_some(), "{given:?}: {}", path.display());
        }
    }
}
