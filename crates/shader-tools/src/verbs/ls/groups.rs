//! `ls --group-by`: shaders that have something in common, and the bytes that all but one of them cost. Separate
//! because a line is about several files.

use std::collections::HashMap;

use dx_container::fields::escaped;
use serde::Serialize;

use crate::digest_state::hex;
use crate::layout::{columns, row_width};
use crate::loading::shader_facts::Shader;
use crate::style::{DIM, counted, grouped, paint};

/// The key by which shaders are grouped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum GroupBy {
    /// Shader hash; the containers of a group can differ.
    Hash,
    /// Bytes of the program.
    Program,
    /// Shader profile, such as ps_6_6.
    Profile,
}

/// The names of the keys.
pub const NAMES: [&str; 3] = ["hash", "program", "profile"];

impl GroupBy {
    fn key(self, shader: &Shader) -> Option<String> {
        match self {
            Self::Hash => shader.hash.map(hex),
            Self::Program => shader.program.map(hex),
            Self::Profile => shader.profile.map(|profile| profile.to_string()),
        }
    }

    pub fn name(self) -> &'static str {
        let [hash, program, profile] = NAMES;
        match self {
            Self::Hash => hash,
            Self::Program => program,
            Self::Profile => profile,
        }
    }

    fn plural(self) -> &'static str {
        match self {
            Self::Hash => "hashes",
            Self::Program => "programs",
            Self::Profile => "profiles",
        }
    }

    /// Whether all but one of a group need not be there.
    fn is_duplicate(self) -> bool {
        self != Self::Profile
    }
}

/// Shaders with the same key.
pub struct Group {
    key: Option<String>,
    /// The files, in order.
    files: Vec<String>,
    bytes: u64,
    /// The size of the largest.
    largest: u64,
    instructions: u64,
}

/// A group of shaders.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Group"))]
pub struct GroupObject<'a> {
    /// The value of the property for all shaders of the group; `null` for the group of shaders without a profile.
    key: Option<&'a str>,
    /// The number of files.
    count: usize,
    /// The total size of the files in bytes.
    size: u64,
    /// The total size in bytes of all files except the largest file.
    spare: u64,
    /// The total number of instructions of the files.
    instructions: u64,
    /// The paths of the files.
    files: &'a [String],
}

impl Group {
    /// The group in JSON.
    pub fn object(&self) -> GroupObject<'_> {
        GroupObject {
            key: self.key.as_deref(),
            count: self.files.len(),
            size: self.bytes,
            spare: self.spare(),
            instructions: self.instructions,
            files: &self.files,
        }
    }

    /// The bytes that would be saved if there were one of them.
    fn spare(&self) -> u64 {
        self.bytes - self.largest
    }
}

/// The groups of all shaders: duplicates by what they cost, others by their size. Those that have no key are one.
pub fn groups(shaders: &[Shader], by: GroupBy) -> Vec<Group> {
    let mut places: HashMap<Option<String>, usize> = HashMap::new();
    let mut groups: Vec<Group> = Vec::new();
    for shader in shaders {
        let key = by.key(shader);
        let at = *places.entry(key.clone()).or_insert(groups.len());
        if at == groups.len() {
            groups.push(Group { key, files: Vec::new(), bytes: 0, largest: 0, instructions: 0 });
        }
        if let Some(group) = groups.get_mut(at) {
            group.files.push(shader.file.text());
            group.bytes += shader.size;
            group.largest = group.largest.max(shader.size);
            group.instructions += shader.instructions.unwrap_or(0);
        }
    }
    if by.is_duplicate() {
        // What has no key has nothing in common.
        groups.retain(|group| group.key.is_some());
        groups.sort_by_key(|group| std::cmp::Reverse(group.spare()));
    } else {
        groups.sort_by_key(|group| std::cmp::Reverse(group.bytes));
    }
    groups
}

/// The groups as lines, at most `top`, and what all of them cost.
pub fn lines(groups: &[Group], by: GroupBy, top: Option<usize>) -> String {
    let several: Vec<&Group> =
        groups.iter().filter(|group| !by.is_duplicate() || group.files.len() > 1).collect();
    let shown = several.iter().take(top.unwrap_or(usize::MAX));
    let rows = shown.map(|group| {
        let key = group.key.clone().unwrap_or_else(|| "-".to_owned());
        let count = grouped(group.files.len() as u64);
        match by.is_duplicate() {
            true => {
                let first = group.files.first().map(|name| escaped(name)).unwrap_or_default();
                [count, grouped(group.bytes), grouped(group.spare()), key, first]
            }
            false => [count, grouped(group.bytes), grouped(group.instructions), key, String::new()],
        }
    });
    let rows: Vec<[String; 5]> = rows.collect();
    let head = match by.is_duplicate() {
        true => ["files", "bytes", "spare", by.name(), "first"],
        false => ["files", "bytes", "instr", by.name(), ""],
    };
    let mut text = String::new();
    if !rows.is_empty() {
        let widths = [0, 1, 2, 3].map(|at| {
            let cells = rows.iter().filter_map(|row| row.get(at)).map(|cell| columns(cell));
            cells.chain(head.get(at).map(|name| name.len())).max().unwrap_or(0)
        });
        let line = |[a, b, c, key, first]: [&str; 5]| {
            let [wa, wb, wc, wk] = widths;
            // The first file goes to a line of its own where it does not fit.
            let begin = format!("  {a:>wa$}  {b:>wb$}  {c:>wc$}  {key:wk$}");
            let is_long = columns(&begin) + 2 + columns(first) > row_width() && !first.is_empty();
            let gap = if is_long { format!("\n{:1$}", "", wa + 4) } else { "  ".to_owned() };
            format!("{begin}{gap}{first}").trim_end().to_owned()
        };
        text.push_str(&format!("  {}\n", paint(DIM, line(head).trim())));
        for [a, b, c, key, first] in &rows {
            text.push_str(&(line([a, b, c, key, first]) + "\n"));
        }
        text.push('\n');
    }
    let files: usize = groups.iter().map(|group| group.files.len()).sum();
    let bytes: u64 = groups.iter().map(|group| group.bytes).sum();
    let total = if by.is_duplicate() {
        let spare: u64 = several.iter().map(|group| group.spare()).sum();
        let share = spare as f64 * 100.0 / bytes.max(1) as f64;
        format!(
            "{} with {}: duplicates cost {} of {} bytes ({share:.1}%)",
            counted(files, "file"),
            if groups.len() == 1 {
                format!("one {}", by.name())
            } else {
                format!("{} different {}", grouped(groups.len() as u64), by.plural())
            },
            grouped(spare),
            grouped(bytes),
        )
    } else {
        format!("{} in {}, {} bytes", counted(files, "file"), counted(groups.len(), "group"), grouped(bytes))
    };
    let cut = several.len().saturating_sub(rows.len());
    let more = if cut > 0 { format!("; {} not shown", counted(cut, "more group")) } else { String::new() };
    text + &total + &more + "\n"
}
