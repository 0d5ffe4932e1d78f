//! `size`: what containers consist of, by part, of one file or of a whole tree.

mod bitcode;
mod document;
mod tokens;

use std::collections::BTreeMap;

use dx_container::container::PART_HEADER_SIZE;
use dx_container::{FourCc, parts};

use crate::byte_size::parse_size;
use crate::error::Error;
use crate::globals::Globals;
use crate::json;
use crate::layout::{width, write_hanging};
use crate::loading::loaded_shader::{LoadedShader, Source};
use crate::loading::program::is_tokens;
use crate::run::{Format, Outcome, Run};
use crate::selection::chosen::Inputs;
use crate::selection::file_name::FileName;
use crate::selection::wanted::Wanted;
use crate::status::Status;
use crate::style::{BAD, DIM, TITLE, counted, grouped, paint};

/// Show the size of parts, functions and instructions in bytes.
///
/// For several files, `size` shows the totals.
///
/// For a container, `size` shows the bytes of each part. For a program of shader model 4 or 5, `size` also shows the
/// bytes of each instruction kind. For a bitcode file, `size` shows the bytes of each block, record and function,
/// rounded up to bytes.
///
/// The row "headers and gaps" is the total of the container header, the part headers and the gaps between parts.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("files", |files| files.help("Files (containers, PDBs, bitcode), folders, or - for standard \
                                               input")))]
pub struct Size {
    #[command(flatten)]
    inputs: Inputs,

    /// Show the size of each bitcode block, record and function in DXIL, ILDB and STAT.
    #[arg(long)]
    functions: bool,

    /// Exit with 1 if a file is larger than SIZE, such as 5000, 64K, 2M or 1G.
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    max_size: Option<u64>,

    /// Print JSON (schema shader-tools.size/1); bitcode sizes in the JSON are in bits.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools size examples/scan_cs.dxil               bytes of each part
  shader-tools size --functions examples/scan_cs.dxil   bytes of each function
  shader-tools size --max-size 64K examples/            exit status 1 if one is larger

More: docs/inspect.md";

/// Bytes by part name, and how many parts; what belongs to no part under `None`.
type Shares = BTreeMap<Option<FourCc>, (usize, u64)>;

#[derive(Default)]
struct Measured {
    size: u64,
    shares: Shares,
    /// Bytes of files that are bitcode and have no parts.
    bare: u64,
    /// What SHDR and SHEX consist of, by the part's name.
    programs: BTreeMap<FourCc, tokens::Shares>,
    /// What bitcode consists of, where that was asked for.
    bitcode: Vec<bitcode::Program>,
}

impl Size {
    pub fn run(&self, globals: &Globals) -> Status {
        let format = Format::json_if(self.json, document::SCHEMA);
        let mut run = Run::new(&self.inputs, Wanted::PROGRAMS, globals, format);
        let single = run.inputs.len() == 1;
        let (mut total, mut files) = (Measured::default(), 0);
        let mut bitcode = BTreeMap::<Option<FourCc>, bitcode::Total>::new();
        run.each(
            |input, bytes, out, outcome: &mut Outcome<Measured>| {
                let measured = measure(bytes, self.functions)?;
                let too_large = self.max_size.is_some_and(|max| measured.size > max);
                if too_large {
                    outcome.status = Status::Findings;
                }
                for error in measured.bitcode.iter().filter_map(|program| program.sizes.as_ref().err()) {
                    outcome.add(error, input, Some(bytes));
                }
                let name = input.name();
                if self.json {
                    json::write(out, &self.object(name.clone(), &measured))?;
                } else if single && !measured.shares.is_empty() {
                    write!(out, "{}", table(&measured))?;
                }
                if too_large && !self.json {
                    let max = grouped(self.max_size.unwrap_or_default());
                    let size = grouped(measured.size);
                    write_hanging(
                        out,
                        &format!("{name}: {}", paint(BAD, format!("{size} bytes, more than {max}"))),
                    )?;
                }
                outcome.value = measured;
                Ok(())
            },
            |input, measured| {
                files += usize::from(measured.size > 0);
                total.size += measured.size;
                total.bare += measured.bare;
                for (name, (count, size)) in measured.shares {
                    let share = total.shares.entry(name).or_default();
                    *share = (share.0 + count, share.1 + size);
                }
                for (name, shares) in measured.programs {
                    let program = total.programs.entry(name).or_default();
                    for (kind, (count, size)) in shares {
                        let share = program.entry(kind).or_default();
                        *share = (share.0 + count, share.1 + size);
                    }
                }
                let name = input.name();
                for program in measured.bitcode {
                    if let Ok(sizes) = program.sizes {
                        let total = bitcode.entry(program.part).or_default();
                        total.add(sizes, (!single).then_some(name.to_string().as_str()));
                    }
                }
            },
        );
        if !self.json {
            run.print(|out| {
                if !single {
                    if !total.shares.is_empty() {
                        write!(out, "{}", table(&total))?;
                    }
                    writeln!(out, "{}, {} bytes", counted(files, "file"), grouped(total.size))?;
                }
                let tables: String = bitcode.iter().map(|(part, total)| total.tables(*part)).collect();
                // Where it is all there is, no empty line comes before it.
                let tables = if single && total.bare > 0 { tables.trim_start_matches('\n') } else { &tables };
                out.write_all(tables.as_bytes())
            });
        }
        run.status()
    }

    /// The object of the file called `file`.
    fn object(&self, file: FileName, measured: &Measured) -> document::File {
        let bitcode = || measured.bitcode.iter().map(bitcode::Program::object).collect();
        document::File {
            file,
            size: measured.size,
            too_large: self.max_size.map(|max| measured.size > max),
            parts: document::parts(&measured.shares),
            programs: document::programs(&measured.programs),
            bitcode: (self.functions || measured.shares.is_empty()).then(bitcode),
        }
    }
}

/// What a file consists of, where `functions` asks for that down to the records of bitcode.
fn measure(bytes: &[u8], functions: bool) -> Result<Measured, Error> {
    let size = bytes.len() as u64;
    // Bitcode has no parts: what takes the space is inside.
    if let Some(program) = bitcode::of_file(bytes) {
        return Ok(Measured { size, bare: size, bitcode: vec![program?], ..Measured::default() });
    }
    if Source::of(bytes) == Some(Source::Assembly) {
        let text = "cannot measure LLVM assembly: assemble it with `as` (or `as --bitcode`) first";
        return Err(Error::Unsupported(text.to_owned()));
    }
    let file = LoadedShader::open(bytes)?;
    let container = file.container()?;
    let mut shares = Shares::new();
    let mut programs: BTreeMap<FourCc, tokens::Shares> = BTreeMap::new();
    let mut left = size;
    for part in container.parts() {
        let share = shares.entry(Some(part.name)).or_default();
        *share = (share.0 + 1, share.1 + part.data.len() as u64);
        left -= part.data.len() as u64;
        if is_tokens(part.name) {
            tokens::add(programs.entry(part.name).or_default(), container.payload(part));
        }
    }
    let headers = 1 + container.parts().len();
    debug_assert!(left >= (container.parts().len() * PART_HEADER_SIZE) as u64);
    shares.insert(None, (headers, left));
    let bitcode = if functions { bitcode::of_shader(&file)? } else { Vec::new() };
    Ok(Measured { size, shares, bare: 0, programs, bitcode })
}

/// Columns before the bars, with the gaps around them.
const NUMBERS: usize = 40;

/// How long bars are: what titles leave of the page.
fn bar_width(measured: &Measured) -> usize {
    let titles = measured.shares.keys().map(|name| part_title(*name).len());
    let kinds = measured.programs.values().flat_map(|shares| shares.keys());
    let longest = titles.chain(kinds.map(|kind| kind.title().len() + 2)).max().unwrap_or(0);
    width().saturating_sub(NUMBERS + longest).clamp(1, 32)
}

fn part_title(name: Option<FourCc>) -> &'static str {
    name.map_or("headers and gaps", |name| parts::row(name).map_or("unknown", |row| row.title))
}

/// The parts, largest first, with a bar each, and below programs what they consist of.
fn table(measured: &Measured) -> String {
    let bar_width = bar_width(measured);
    let mut shares: Vec<_> = measured.shares.iter().collect();
    shares.sort_by_key(|(name, (_, size))| (std::cmp::Reverse(*size), **name));
    let largest = shares.iter().map(|(_, (_, size))| *size).max().unwrap_or(0).max(1);
    let mut text = format!("{}\n", paint(DIM, "  name    count        bytes   share"));
    for (name, (count, size)) in shares {
        let title = part_title(*name);
        let program = name.and_then(|name| measured.programs.get(&name));
        let name = name.map_or(String::new(), |name| name.to_string());
        let share = |size: u64| size as f64 * 100.0 / measured.size.max(1) as f64;
        let all = share(*size);
        let bar = u128::from(*size) * bar_width as u128;
        let bar = "█".repeat(bar.div_ceil(largest.into()) as usize);
        let (count, bytes) = (grouped(*count as u64), grouped(*size));
        text += &format!("  {name:4}  {count:>7}  {bytes:>11}  {all:5.1}%  {bar:bar_width$}  {title}\n");
        for (kind, (count, size)) in program.into_iter().flat_map(tokens::sorted) {
            let (share, title) = (share(*size), kind.title());
            let (count, bytes) = (grouped(*count as u64), grouped(*size));
            let row = format!("        {count:>7}  {bytes:>11}  {share:5.1}%  {:bar_width$}    {title}", "");
            text += &format!("{}\n", paint(DIM, row));
        }
    }
    if measured.bare > 0 {
        let (bytes, share) =
            (grouped(measured.bare), measured.bare as f64 * 100.0 / measured.size.max(1) as f64);
        text += &format!("                 {bytes:>11}  {share:5.1}%  {:bar_width$}  bitcode files\n", "");
    }
    let (name, bytes) = (paint(TITLE, "all "), grouped(measured.size));
    text + &format!("  {name}           {bytes:>11}\n")
}
