//! Pages fit the terminal: of every verb that shows something, over the project's own shaders, no line is longer than
//! the terminal is wide and no word is split. Separate from the cases because it is about all of them at once.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] =
    tests![pages_fit_the_terminal_and_split_no_word, no_difference_is_told_of_equal_texts];

const PROGRAM: &str = env!("CARGO_BIN_EXE_shader-tools");
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// A name or a hash of this length may stand out of its line: it is not split.
const LONG_WORD: usize = 40;
/// Wide enough for every page without any wrapping.
const UNLIMITED: usize = 100_000;

/// Verbs whose pages are about shaders, each with the folders it is run over.
const PAGES: [(&[&str], &[&str]); 17] = [
    (&["inspect"], &["examples", "tests/corpus"]),
    (&["inspect", "--all"], &["examples", "tests/corpus"]),
    (&["inspect", "--function", "Hit"], &["examples/rays_lib.dxil"]),
    (&["reflect"], &["examples", "tests/corpus"]),
    (&["size"], &["examples", "tests/corpus"]),
    (&["size", "--functions"], &["examples", "tests/corpus"]),
    (&["parts", "list"], &["examples", "tests/corpus"]),
    (&["verify", "--verbose"], &["examples", "tests/corpus"]),
    (&["scan"], &["examples", "tests/corpus"]),
    (&["pdb", "list"], &["examples", "tests/corpus"]),
    (&["pdb", "find", "--in", "tests/corpus"], &["examples"]),
    (&["amd", "inspect"], &["examples/amd"]),
    (&["validate", "--rules"], &[]),
    (&["diff", "examples/triangle_ps.dxil"], &["examples/triangle_ps_6_0.dxil"]),
    (&["diff", "--stat", "examples/triangle_ps.dxil"], &["examples/triangle_vs.dxil"]),
    (&["diff", "--stat", "examples"], &["tests/corpus"]),
    (&["check-interface", "examples/triangle_vs.dxil"], &["examples/triangle_ps.dxil"]),
];

/// What a verb prints on a page of so many columns.
fn page(arguments: &[&str], path: Option<&Path>, columns: usize) -> String {
    let mut command = Command::new(PROGRAM);
    command.current_dir(ROOT).args(arguments).args(path).env("COLUMNS", columns.to_string());
    command.env_remove("SHADER_CORPUS").env("NO_COLOR", "1");
    let output = command.output().unwrap();
    assert!(output.status.code().is_some_and(|code| code < 4), "{arguments:?}: {:?}", output.status);
    String::from_utf8(output.stdout).unwrap()
}

/// The files in a folder, and the folder; of a file that file.
fn paths(place: &str) -> Vec<PathBuf> {
    let root = Path::new(ROOT).join(place);
    let mut paths = vec![PathBuf::from(place)];
    if root.is_dir() {
        let files = std::fs::read_dir(&root).unwrap().map(|entry| entry.unwrap().path());
        paths.extend(
            files.filter(|path| path.is_file()).map(|path| path.strip_prefix(ROOT).unwrap().to_owned()),
        );
    }
    paths.sort();
    paths
}

/// The words of a page without what lists put between them.
fn words(page: &str) -> BTreeSet<&str> {
    page.split_whitespace().map(|word| word.trim_end_matches(',')).collect()
}

/// Listings are shown as they are: instructions of functions that differ.
fn is_listing(line: &str) -> bool {
    ["    -", "    +", "    >", "     ", "    @@"].iter().any(|start| line.starts_with(start))
}

fn pages_fit_the_terminal_and_split_no_word() {
    let mut checked = 0;
    for (arguments, places) in PAGES {
        let is_diff = arguments.first() == Some(&"diff");
        let of_paths =
            places.iter().flat_map(|place| paths(place)).filter(|path| !is_diff || !path.is_file());
        let targets: Vec<Option<PathBuf>> = match (places, is_diff) {
            ([], _) => vec![None],
            (_, true) => places.iter().map(|place| Some(PathBuf::from(place))).collect(),
            _ => of_paths.map(Some).collect(),
        };
        for target in targets {
            let target = target.as_deref();
            let wide = page(arguments, target, UNLIMITED);
            let known = words(&wide);
            for columns in [80, 200] {
                let narrow = page(arguments, target, columns);
                let at = format!("{arguments:?} {target:?} at {columns} columns");
                for line in narrow.lines().filter(|line| !is_diff || !is_listing(line)) {
                    let longest = line.split_whitespace().map(|word| word.chars().count()).max().unwrap_or(0);
                    let len = line.chars().count();
                    assert!(len <= columns || longest > LONG_WORD, "{at}: {len} columns in\n{line}");
                    checked += 1;
                }
                for word in words(&narrow) {
                    let is_ours = word == "all:" || word.chars().all(|c| c == '█') || known.contains(word);
                    assert!(is_ours, "{at}: the word {word} is no word of the wide page");
                }
            }
        }
    }
    assert!(checked > 10_000, "{checked} lines");
}

/// The values of a JSON string member, by its name.
fn strings<'j>(json: &'j serde_json::Value, name: &str) -> Option<&'j str> {
    json.get(name).and_then(serde_json::Value::as_str)
}

fn no_difference_is_told_of_equal_texts() {
    let folders = ["examples", "tests/corpus/tokens", "tests/corpus/variants"];
    let mut files: Vec<PathBuf> = folders.into_iter().flat_map(paths).collect();
    let is_shader = |path: &PathBuf| path.extension().is_some_and(|name| name == "dxil" || name == "dxbc");
    files.retain(is_shader);
    let (mut pairs, mut lines) = (0, 0);
    // Each with the next one, which is a variant of it, and with one of another shader.
    for distance in [1, 2, 7] {
        for (a, b) in files.iter().zip(files.iter().skip(distance)) {
            let page = page(&["diff", "--json", a.to_str().unwrap()], Some(b), UNLIMITED);
            let json: serde_json::Value = serde_json::from_str(&page).unwrap();
            let found = json["files"][0]["differences"].as_array().unwrap();
            for difference in found {
                let sides = ["a", "b"].map(|side| strings(difference, side));
                // Programs are told by their lengths, which may be the same, and then by their lines.
                let has_lines = difference.get("lines").is_some();
                assert!(has_lines || sides[0].is_none() || sides[0] != sides[1], "{a:?} {b:?}: {difference}");
                let of = |mark: char| -> BTreeSet<&str> {
                    let all = difference["lines"].as_array().into_iter().flatten();
                    all.filter_map(|line| line.as_str()?.strip_prefix(mark)).collect()
                };
                let (old, new) = (of('-'), of('+'));
                let both: Vec<_> = old.intersection(&new).collect();
                assert!(both.is_empty(), "{a:?} {b:?}: {both:?}");
                lines += old.len() + new.len();
            }
            pairs += 1;
        }
    }
    assert!(pairs > 200 && lines > 300, "{pairs} pairs, {lines} lines");
}
