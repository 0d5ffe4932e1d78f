//! What takes the space inside bitcode: blocks, the records in them, functions. Separate because it looks into
//! programs, and because it is asked for: there is much of it.

use std::cmp::Reverse;
use std::fmt::Write as _;

use dx_container::FourCc;
use dxil::stored::StoredProgram;
use dxil_ir::IrError;
use dxil_ir::file::{BitcodeFile, is_bitcode};
use dxil_ir::names::{BlockName, RecordName};
use dxil_ir::size::{BlockSizes, FunctionSize, Sizes};

use crate::error::Error;
use crate::loading::loaded_shader::LoadedShader;
use crate::style::{DIM, TITLE, counted, grouped, paint};
use crate::table;

/// A program and what it consists of, or why that cannot be told.
pub struct Program {
    /// The part it lies in; none where the file is bitcode itself.
    pub part: Option<FourCc>,
    pub sizes: Result<Sizes, Error>,
}

/// What the programs in `file` consist of.
pub fn of_shader(file: &LoadedShader<'_>) -> Result<Vec<Program>, Error> {
    let container = file.container()?;
    let mut programs = Vec::new();
    for part in container.parts() {
        let payload = container.payload(part);
        let sizes = match StoredProgram::in_part(payload) {
            Ok(None) => continue,
            Ok(Some(stored)) => Sizes::of(stored.program.bitcode, stored.offset())
                .map_err(|error: IrError| Error::from(file.placed(error.within(payload.name)))),
            Err(error) => Err(file.placed(error).into()),
        };
        programs.push(Program { part: Some(payload.name), sizes });
    }
    Ok(programs)
}

/// The same of a file of bitcode, if `bytes` are one.
pub fn of_file(bytes: &[u8]) -> Option<Result<Program, Error>> {
    is_bitcode(bytes).then(|| {
        let file = BitcodeFile::parse(bytes)?;
        Ok(Program { part: None, sizes: Ok(Sizes::of(file.bitcode(), file.offset())?) })
    })
}

/// Functions that are listed of several files: the largest.
const LARGEST: usize = 20;

/// What programs of one or several files consist of.
#[derive(Default)]
pub struct Total {
    /// All but the functions.
    sizes: Sizes,
    /// Those that are listed, with the file's name where there are several.
    functions: Vec<(Option<String>, FunctionSize)>,
    /// How many there are.
    count: usize,
}

impl Total {
    /// Counts in what a program consists of; `file` is its name where there are several.
    pub fn add(&mut self, mut sizes: Sizes, file: Option<&str>) {
        let functions = std::mem::take(&mut sizes.functions);
        self.sizes.add(sizes);
        self.count += functions.len();
        self.functions.extend(functions.into_iter().map(|function| (file.map(str::to_owned), function)));
        self.functions.sort_by_key(|(_, function)| Reverse(function.bits));
        if file.is_some() {
            self.functions.truncate(LARGEST);
        }
    }

    /// Two tables, the largest first: blocks with the records in them, and functions.
    pub fn tables(&self, part: Option<FourCc>) -> String {
        let all = self.sizes.bits;
        let title = part.map_or("bitcode".to_owned(), |name| format!("bitcode of {name}"));
        let mut text = format!("\n  {}\n", paint(TITLE, title));
        let header = "    count        bytes   share  blocks, and records in them";
        let _ = writeln!(text, "{}", paint(DIM, header));
        let mut blocks: Vec<_> = self.sizes.blocks.iter().collect();
        blocks.sort_by_key(|(id, block)| (Reverse(block.bits()), **id));
        for (id, block) in blocks {
            add_block(&mut text, *id, block, all);
        }
        let _ = writeln!(text, "{}", row(None, self.sizes.outside, all, "outside of blocks"));
        let _ = writeln!(text, "  {}      {:>11}", paint(TITLE, "all "), grouped(all.div_ceil(8)));
        if !self.functions.is_empty() {
            text += &self.functions_table();
        }
        text
    }

    fn functions_table(&self) -> String {
        let rows = self.functions.iter().map(|(file, function)| {
            let name = function.name.as_ref().map_or("?".into(), |name| name.to_string());
            let numbers =
                [function.bits.div_ceil(8), function.instructions, function.basic_blocks].map(grouped);
            let share = format!("{:.1}%", percentage(function.bits, self.sizes.bits));
            let name = name.escape_debug().to_string();
            numbers.into_iter().chain([share, name]).chain(file.clone()).collect()
        });
        let rows: Vec<Vec<String>> = rows.collect();
        let columns = ["bytes", "instructions", "basic blocks", "share", "function", "file"];
        let has_files = self.functions.iter().any(|(file, _)| file.is_some());
        let columns =
            if has_files { &columns[..] } else { columns.split_last().map_or(&[][..], |(_, rest)| rest) };
        let mut text = format!("\n{}", table::table(columns, &rows));
        if self.count > self.functions.len() {
            let more = counted(self.count - self.functions.len(), "smaller function");
            let _ = writeln!(text, "  {}", paint(DIM, format!("and {more}")));
        }
        text
    }
}

fn add_block(text: &mut String, id: Option<u32>, block: &BlockSizes, all: u64) {
    let name = block_title(id);
    let _ = writeln!(text, "{}", row(Some(block.frames.count), block.bits(), all, &name));
    let records =
        block.records.iter().map(|(code, share)| (Some(share.count), share.bits, record_title(id, *code)));
    let frames = (None, block.frames.bits, "block headers and block ends".to_owned());
    let definitions = (Some(block.definitions.count), block.definitions.bits, "abbreviations".to_owned());
    let mut rows: Vec<_> = records.chain([frames, definitions]).filter(|(_, bits, _)| *bits > 0).collect();
    rows.sort_by_key(|(_, bits, _)| Reverse(*bits));
    for (count, bits, name) in rows {
        let _ = writeln!(text, "{}", paint(DIM, row(count, bits, all, &format!("  {name}"))));
    }
}

/// The name of a block kind; `None` stands for the sums of further block kinds.
pub fn block_title(id: Option<u32>) -> String {
    id.map_or("blocks of other kinds".to_owned(), |id| BlockName(id).to_string())
}

/// The name of a record code in blocks of the kind `block`; `None` stands for the sums of further codes.
pub fn record_title(block: Option<u32>, code: Option<u32>) -> String {
    match (block, code) {
        (Some(block), Some(code)) => RecordName { block, code }.to_string(),
        (None, Some(code)) => format!("record {code}"),
        (_, None) => "records of other kinds".to_owned(),
    }
}

fn row(count: Option<u64>, bits: u64, all: u64, name: &str) -> String {
    let count = count.map_or(String::new(), grouped);
    format!("  {count:>7}  {:>11}  {:5.1}%  {name}", grouped(bits.div_ceil(8)), percentage(bits, all))
}

fn percentage(bits: u64, all: u64) -> f64 {
    bits as f64 * 100.0 / all.max(1) as f64
}
