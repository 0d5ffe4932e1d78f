//! The sections of a file: parts, kinds of token program content, bitcode blocks, records and functions. CSV and
//! comparisons have one row for each section. Separate because both of them need a flat list with comparable names.

use std::collections::BTreeMap;
use std::io::{self, Write};

use dx_container::FourCc;
use dxil_ir::size::{BlockSizes, FunctionSize, Sizes};

use super::bitcode::{Program, block_title, record_title};
use super::measured::{Measured, part_title};
use super::tokens::Kind;
use crate::csv;

/// The level of a section. Parts add up to the file, kinds to their part, records to their block. The bytes of
/// functions are also counted as blocks and records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    File,
    Part,
    /// A kind of content of a token program.
    Kind,
    /// The bitcode blocks with one block ID.
    Block,
    /// The records with one code in the blocks of one block ID.
    Record,
    Function,
}

impl Level {
    /// The names in CSV and JSON.
    pub const NAMES: [&str; 6] = ["file", "part", "kind", "block", "record", "function"];

    /// The name in CSV and JSON.
    pub fn name(self) -> &'static str {
        let [file, part, kind, block, record, function] = Self::NAMES;
        match self {
            Self::File => file,
            Self::Part => part,
            Self::Kind => kind,
            Self::Block => block,
            Self::Record => record,
            Self::Function => function,
        }
    }
}

/// The name of a section inside its part.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Name {
    Kind(Kind),
    Text(String),
}

impl Name {
    /// The name in CSV and JSON.
    pub fn text(&self) -> &str {
        match self {
            Self::Kind(kind) => kind.name(),
            Self::Text(text) => text,
        }
    }

    /// The name on pages.
    pub fn title(&self) -> &str {
        match self {
            Self::Kind(kind) => kind.title(),
            Self::Text(text) => text,
        }
    }
}

/// The identity of a section in its file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Section {
    pub level: Level,
    /// The name of the part; `None` outside of parts and for bitcode files.
    pub part: Option<FourCc>,
    /// The name of the block kind; empty outside of bitcode.
    pub block: String,
    pub name: Name,
}

/// The size of a section.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Amount {
    /// The number of parts, statements, blocks or records.
    pub count: Option<u64>,
    /// The size in bits, because bitcode is not aligned to bytes.
    pub bits: u64,
    /// The numbers of instructions and of basic blocks of a function.
    function: Option<[u64; 2]>,
}

impl Amount {
    fn new(count: Option<u64>, bits: u64) -> Self {
        Self { count, bits, function: None }
    }

    fn of_bytes(count: Option<u64>, bytes: u64) -> Self {
        Self::new(count, bytes.saturating_mul(8))
    }

    /// The size in bytes, rounded up.
    pub fn bytes(self) -> u64 {
        self.bits.div_ceil(8)
    }

    /// Adds the amount of another section with the same name.
    pub fn add(&mut self, other: Self) {
        self.count = self.count.into_iter().chain(other.count).reduce(u64::saturating_add);
        self.bits = self.bits.saturating_add(other.bits);
        self.function = match (self.function, other.function) {
            (Some([a, b]), Some([c, d])) => Some([a.saturating_add(c), b.saturating_add(d)]),
            (a, b) => a.or(b),
        };
    }
}

/// The sections of a file.
#[derive(Default)]
pub struct Sections(pub BTreeMap<Section, Amount>);

impl Sections {
    /// The sections of a file that was measured.
    pub fn of(measured: &Measured) -> Self {
        let mut sections = Self::default();
        let text = |text: &str| Name::Text(text.to_owned());
        sections.add(Level::File, None, "", text(""), Amount::of_bytes(None, measured.size));
        for (part, (count, size)) in &measured.shares {
            let amount = Amount::of_bytes(Some(*count as u64), *size);
            sections.add(Level::Part, *part, "", text(part_title(*part)), amount);
        }
        if measured.bare > 0 {
            let amount = Amount::of_bytes(Some(1), measured.bare);
            sections.add(Level::Part, None, "", text("bitcode file"), amount);
        }
        for (part, shares) in &measured.programs {
            for (kind, (count, size)) in shares {
                let amount = Amount::of_bytes(Some(*count as u64), *size);
                sections.add(Level::Kind, Some(*part), "", Name::Kind(*kind), amount);
            }
        }
        for Program { part, sizes } in &measured.bitcode {
            if let Ok(sizes) = sizes {
                sections.add_bitcode(*part, sizes);
            }
        }
        sections
    }

    fn add(&mut self, level: Level, part: Option<FourCc>, block: &str, name: Name, amount: Amount) {
        let section = Section { level, part, block: block.to_owned(), name };
        self.0.entry(section).or_default().add(amount);
    }

    fn add_bitcode(&mut self, part: Option<FourCc>, sizes: &Sizes) {
        for (id, block) in &sizes.blocks {
            self.add_block(part, *id, block);
        }
        let outside = "outside of blocks";
        let name = Name::Text(String::new());
        self.add(Level::Block, part, outside, name, Amount::new(None, sizes.outside));
        for FunctionSize { name, bits, basic_blocks, instructions } in &sizes.functions {
            let name = Name::Text(name.as_ref().map_or_else(|| "?".to_owned(), |name| name.to_string()));
            let function = Some([*instructions, *basic_blocks]);
            let amount = Amount { count: Some(1), bits: *bits, function };
            self.add(Level::Function, part, "", name, amount);
        }
    }

    fn add_block(&mut self, part: Option<FourCc>, id: Option<u32>, block: &BlockSizes) {
        let title = block_title(id);
        let amount = Amount::new(Some(block.frames.count), block.bits());
        self.add(Level::Block, part, &title, Name::Text(String::new()), amount);
        for (code, share) in &block.records {
            let amount = Amount::new(Some(share.count), share.bits);
            self.add(Level::Record, part, &title, Name::Text(record_title(id, *code)), amount);
        }
        let frames = ("block headers and block ends", Amount::new(None, block.frames.bits));
        let definitions =
            ("abbreviations", Amount::new(Some(block.definitions.count), block.definitions.bits));
        for (name, amount) in [frames, definitions].into_iter().filter(|(_, amount)| amount.bits > 0) {
            self.add(Level::Record, part, &title, Name::Text(name.to_owned()), amount);
        }
    }

    /// Writes the sections as lines of CSV, in the columns of [`CSV_HEADINGS`].
    pub fn write_csv(&self, out: &mut dyn Write, file: &str) -> io::Result<()> {
        let number = |number: Option<u64>| number.map_or_else(String::new, |number| number.to_string());
        for (section, amount) in &self.0 {
            let [instructions, basic_blocks] =
                amount.function.map_or([None; 2], |counts| counts.map(Some)).map(number);
            let numbers = [number(amount.count), amount.bytes().to_string(), instructions, basic_blocks];
            csv::write_row(out, section.csv_fields(file).into_iter().chain(numbers))?;
        }
        Ok(())
    }
}

impl Section {
    /// The first fields of a line of CSV: file, level, part, block and name.
    pub fn csv_fields(&self, file: &str) -> [String; 5] {
        [
            file.to_owned(),
            self.level.name().to_owned(),
            self.part.map_or_else(String::new, |part| part.to_string()),
            self.block.clone(),
            self.name.text().to_owned(),
        ]
    }
}

/// The headings of CSV without a comparison.
pub const CSV_HEADINGS: [&str; 9] =
    ["file", "level", "part", "block", "name", "count", "bytes", "instructions", "basicBlocks"];
