//! The columns of the list: what stands in them, as text and CSV, and the order that each gives. Separate because
//! all of these go by the same rows.

use std::cmp::Ordering;

use crate::digest_state::{hex, name};
use crate::layout::{columns, row_width};
use crate::loading::shader_facts::{DebugInformation, Shader, flags};
use crate::style::{DIM, grouped, paint};

/// A column of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Column {
    /// Profile, such as ps_6_6.
    Profile,
    /// Entry function, or the number of functions of a library.
    Entry,
    /// File size in bytes.
    #[value(alias = "bytes")]
    Size,
    /// Number of instructions in the program.
    #[value(alias = "instr")]
    Instructions,
    /// Thread group size.
    Threads,
    /// Registers of the bound resources.
    Registers,
    /// Required optional features.
    Flags,
    /// Shader hash.
    Hash,
    /// Debug information: none, embedded, the name of the PDB, or PDB if the file is a PDB.
    Debug,
    /// State of the digest.
    Digest,
    /// Path of the file.
    File,
}

impl Column {
    /// All of them, in order.
    pub const ALL: [Self; 11] = [
        Self::Profile,
        Self::Entry,
        Self::Size,
        Self::Instructions,
        Self::Threads,
        Self::Registers,
        Self::Flags,
        Self::Hash,
        Self::Debug,
        Self::Digest,
        Self::File,
    ];

    /// Those that are left out where the page is too narrow, the ones first that stay longest.
    const IF_THERE_IS_ROOM: [Self; 8] = [
        Self::Profile,
        Self::Entry,
        Self::Threads,
        Self::Registers,
        Self::Flags,
        Self::Debug,
        Self::Digest,
        Self::Hash,
    ];

    /// The heading.
    pub fn name(self) -> &'static str {
        match self {
            Self::Profile => "profile",
            Self::Entry => "entry",
            Self::Size => "bytes",
            Self::Instructions => "instr",
            Self::Threads => "threads",
            Self::Registers => "registers",
            Self::Flags => "flags",
            Self::Hash => "hash",
            Self::Debug => "debug",
            Self::Digest => "digest",
            Self::File => "file",
        }
    }

    fn is_number(self) -> bool {
        matches!(self, Self::Size | Self::Instructions)
    }

    /// What stands in it, for people.
    pub fn cell(self, shader: &Shader) -> String {
        match self {
            Self::Profile => shader.profile.map_or_else(|| "-".to_owned(), |profile| profile.to_string()),
            Self::Entry => match (&shader.entry, shader.functions) {
                (Some(entry), _) => entry.clone(),
                (None, 0) => String::new(),
                (None, count) => format!("[{count}]"),
            },
            Self::Size => grouped(shader.size),
            Self::Instructions => shader.instructions.map_or_else(|| "?".to_owned(), grouped),
            Self::Threads => shader.thread_group.map_or(String::new(), |[x, y, z]| format!("{x}x{y}x{z}")),
            Self::Registers => shortened(&shader.registers),
            Self::Flags => flags(shader.features).join(" "),
            Self::Hash => shader.hash.map_or(String::new(), hex),
            Self::Debug if shader.debug == DebugInformation::None => String::new(),
            Self::Debug => shader.debug.name().to_owned(),
            Self::Digest => shader.digest.map_or("", name).to_owned(),
            Self::File => shader.file.to_string(),
        }
    }

    /// Which of two shaders comes first: numbers with the largest first, texts by the alphabet.
    pub fn order(self, a: &Shader, b: &Shader) -> Ordering {
        match self {
            Self::Size => b.size.cmp(&a.size),
            Self::Instructions => b.instructions.cmp(&a.instructions),
            Self::Threads => b.threads().cmp(&a.threads()),
            Self::Registers => b.resources.cmp(&a.resources),
            Self::Flags => b.features.bits().count_ones().cmp(&a.features.bits().count_ones()),
            Self::Debug => b.debug.cmp(&a.debug),
            Self::Profile | Self::Entry | Self::Hash | Self::Digest | Self::File => {
                self.cell(a).cmp(&self.cell(b))
            }
        }
    }
}

/// Characters of registers that a line shows; all of them are in JSON and CSV.
const REGISTERS: usize = 24;

fn shortened(registers: &str) -> String {
    if registers.len() <= REGISTERS {
        return registers.to_owned();
    }
    let end = registers.get(..=REGISTERS).and_then(|text| text.rfind(' ')).unwrap_or(REGISTERS);
    let (shown, rest) = registers.split_at_checked(end).unwrap_or((registers, ""));
    format!("{shown} +{}", rest.split_whitespace().count())
}

/// The list as lines below their headings, and the columns for which the page is too narrow. The path is never cut.
pub fn lines(shaders: &[Shader], chosen: Option<&[Column]>) -> (String, Vec<Column>) {
    let shown: Vec<Column> = chosen.map_or_else(|| Column::ALL.to_vec(), <[Column]>::to_vec);
    let cells = |column: &Column| {
        let all: Vec<String> = shaders.iter().map(|shader| column.cell(shader)).collect();
        let widest = all.iter().map(|cell| columns(cell)).chain([columns(column.name())]).max().unwrap_or(0);
        (*column, all, widest)
    };
    let mut table: Vec<_> = shown.iter().map(cells).collect();
    // A column that is empty everywhere says nothing.
    if chosen.is_none() {
        table.retain(|(_, cells, _)| shaders.is_empty() || cells.iter().any(|cell| !cell.is_empty()));
    }
    // Nobody misses a column of nothing.
    let is_cut = chosen.is_none() && !shaders.is_empty();
    let hidden = if is_cut { without_room(&mut table) } else { Vec::new() };
    let mut text = String::new();
    let heading = |column: &Column| column.name().to_owned();
    let headings: Vec<String> = table.iter().map(|(column, ..)| heading(column)).collect();
    let put = |text: &mut String, cells: &mut dyn Iterator<Item = &String>| {
        let mut line = String::new();
        for ((column, _, width), cell) in table.iter().zip(cells) {
            let blanks = " ".repeat(width.saturating_sub(columns(cell)));
            let padded = if column.is_number() { blanks + cell } else { cell.clone() + &blanks };
            line.push_str("  ");
            line.push_str(&padded);
        }
        text.push_str(line.trim_end());
        text.push('\n');
    };
    let mut first = String::new();
    put(&mut first, &mut headings.iter());
    let heads = first.trim();
    let blanks = first.len() - first.trim_start().len();
    text.push_str(&format!("{}{}\n", " ".repeat(blanks), paint(DIM, heads)));
    for row in 0..shaders.len() {
        put(&mut text, &mut table.iter().filter_map(|(_, cells, _)| cells.get(row)));
    }
    (text, hidden)
}

/// Takes out the columns for which a page has no room.
fn without_room(table: &mut Vec<(Column, Vec<String>, usize)>) -> Vec<Column> {
    let is_always = |column: Column| !Column::IF_THERE_IS_ROOM.contains(&column);
    let mut room = table
        .iter()
        .filter(|(column, ..)| is_always(*column))
        .map(|(_, _, width)| width + GAP)
        .sum::<usize>();
    let mut hidden = Vec::new();
    for column in Column::IF_THERE_IS_ROOM {
        let Some((_, _, taken)) = table.iter().find(|(shown, ..)| *shown == column) else { continue };
        if room + taken + GAP <= row_width() {
            room += taken + GAP;
        } else {
            hidden.push(column);
        }
    }
    table.retain(|(column, ..)| !hidden.contains(column));
    hidden
}

/// Columns before each cell.
const GAP: usize = 2;

/// The headings of CSV.
pub const CSV_HEADINGS: [&str; 13] = [
    "file",
    "profile",
    "entry",
    "functions",
    "size",
    "instructions",
    "threadGroup",
    "resources",
    "registers",
    "features",
    "hash",
    "debug",
    "digest",
];

/// The fields of a shader in CSV, in the order of [`CSV_HEADINGS`].
pub fn csv_fields(shader: &Shader) -> [String; 13] {
    let option = |number: Option<u64>| number.map_or(String::new(), |number| number.to_string());
    let threads = shader.thread_group.map_or(String::new(), |[x, y, z]| format!("{x}x{y}x{z}"));
    [
        shader.file.text(),
        shader.profile.map_or(String::new(), |profile| profile.to_string()),
        shader.entry.clone().unwrap_or_default(),
        shader.functions.to_string(),
        shader.size.to_string(),
        option(shader.instructions),
        threads,
        option(shader.resources.map(|count| count as u64)),
        shader.registers.clone(),
        flags(shader.features).join(" "),
        shader.hash.map_or(String::new(), hex),
        shader.debug.name().to_owned(),
        shader.digest.map_or("", name).to_owned(),
    ]
}
