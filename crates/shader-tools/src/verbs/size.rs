//! `size`: what containers consist of, by part, of one file or of a whole tree.

mod base;
mod bitcode;
mod comparison;
mod document;
mod measured;
mod sections;
mod table;
mod tokens;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;

use dx_container::FourCc;

use crate::byte_size::parse_size;
use crate::csv;
use crate::globals::Globals;
use crate::json;
use crate::layout::write_hanging;
use crate::run::{FileReport, Format, Outcome, Run};
use crate::selection::chosen::Inputs;
use crate::selection::file_name::FileName;
use crate::selection::input::Input;
use crate::selection::wanted::Wanted;
use crate::status::Status;
use crate::style::{BAD, counted, grouped, paint};
use measured::{Measured, measure};
use sections::Sections;

/// Show the size of parts, functions and instructions in bytes.
///
/// For several files, `size` shows the totals.
///
/// For a container, `size` shows the bytes of each part. For a program of shader model 4 or 5, `size` also shows the
/// bytes of each instruction kind. For a bitcode file, `size` shows the bytes of each block, record and function,
/// rounded up to bytes.
///
/// The row "headers and gaps" is the total of the container header, the part headers and the gaps between parts.
///
/// With --base, `size` shows the change of each size since an older build, and the new and removed files and parts.
/// `size` compares the files of two folders by their relative paths.
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

    /// File or folder of the older build to compare with.
    #[arg(long, value_name = "FILE|DIR", conflicts_with = "files_from")]
    base: Option<PathBuf>,

    /// Print CSV: one line for each file and for each row of the tables, with sizes in bytes.
    #[arg(long, conflicts_with = "json")]
    csv: bool,

    /// Print JSON (schema shader-tools.size/1); without --base, bitcode sizes in the JSON are in bits.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools size examples/scan_cs.dxil               bytes of each part
  shader-tools size --functions examples/scan_cs.dxil   bytes of each function
  shader-tools size --max-size 64K examples/            exit status 1 if one is larger
  shader-tools size examples/triangle_ps.dxil --base examples/triangle_ps_6_0.dxil
  shader-tools size new/ --base old/ --csv > sizes.csv

More: docs/inspect.md";

impl Size {
    pub fn run(&self, globals: &Globals) -> Status {
        if let Some(base) = &self.base {
            return self.compare(base, globals);
        }
        let mut run = Run::new(&self.inputs, Wanted::PROGRAMS, globals, self.format());
        let single = run.inputs.len() == 1;
        let (mut total, mut files) = (Measured::default(), 0);
        let mut bitcode = BTreeMap::<Option<FourCc>, bitcode::Total>::new();
        if self.csv {
            run.print(|out| csv::write_row(out, sections::CSV_HEADINGS));
        }
        run.each(
            |input, bytes, out, outcome: &mut Outcome<Measured>| {
                let measured = measure(bytes, self.functions)?;
                for error in measured.errors() {
                    outcome.add(error, input, Some(bytes));
                }
                if self.json {
                    json::write(out, &self.object(input.name(), &measured))?;
                } else if self.csv {
                    Sections::of(&measured).write_csv(out, &input.name().text())?;
                } else if single && !measured.shares.is_empty() {
                    write!(out, "{}", table::table(&measured))?;
                }
                self.check_size(measured.size, input, out, outcome)?;
                outcome.value = measured;
                Ok(())
            },
            |input, measured| {
                files += usize::from(measured.size > 0);
                total.add(&measured);
                let name = input.name();
                for program in measured.bitcode {
                    if let Ok(sizes) = program.sizes {
                        let total = bitcode.entry(program.part).or_default();
                        total.add(sizes, (!single).then_some(name.to_string().as_str()));
                    }
                }
            },
        );
        if !self.json && !self.csv {
            run.print(|out| {
                if !single {
                    if !total.shares.is_empty() {
                        write!(out, "{}", table::table(&total))?;
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

    fn format(&self) -> Format {
        if self.csv { Format::Raw } else { Format::json_if(self.json, document::SCHEMA) }
    }

    /// Reports a file that is larger than --max-size.
    fn check_size(
        &self,
        size: u64,
        input: &Input,
        out: &mut dyn Write,
        report: &mut FileReport,
    ) -> io::Result<()> {
        let Some(max) = self.max_size.filter(|max| size > *max) else { return Ok(()) };
        report.status = report.status.max(Status::Findings);
        let text = format!("{} bytes, more than {}", grouped(size), grouped(max));
        if self.csv {
            report.note(input, &text);
        } else if !self.json {
            write_hanging(out, &format!("{}: {}", input.name(), paint(BAD, text)))?;
        }
        Ok(())
    }

    /// The object of the file called `file`.
    fn object(&self, file: FileName, measured: &Measured) -> document::File {
        let bitcode = || measured.bitcode.iter().map(bitcode::Program::object).collect();
        document::File {
            file,
            size: measured.size,
            too_large: self.is_too_large(measured.size),
            parts: document::parts(&measured.shares),
            programs: document::programs(&measured.programs),
            bitcode: (self.functions || measured.shares.is_empty()).then(bitcode),
        }
    }

    fn is_too_large(&self, size: u64) -> Option<bool> {
        self.max_size.map(|max| size > max)
    }
}
