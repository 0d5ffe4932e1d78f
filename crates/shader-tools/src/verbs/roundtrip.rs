//! `roundtrip`: reads files, rewrites them, and compares the bytes.

mod document;
mod programs;
mod rewritten;

use clap::ValueEnum;
use dx_container::parts::{self, Carried, PartKind};
use dx_container::{Container, ContainerBuilder, Signing};

use crate::error::Error;
use crate::globals::Globals;
use crate::json;
use crate::loading::loaded_shader::LoadedShader;
use crate::run::{Format, Outcome, Run};
use crate::selection::chosen::Inputs;
use crate::selection::wanted::Wanted;
use crate::status::Status;
use crate::style::{self, counted, grouped, paint};

use document::{File, ProgramObject};
use rewritten::{Count, ProgramOutcome, Rewritten, first_difference, with_container};

/// Check that reading and rewriting files does not change them.
///
/// `roundtrip` lists each file whose rewritten bytes differ, and prints a summary. For bitcode, `roundtrip` also shows
/// the position of the first bit that differs, and the bitcode record at this position.
///
/// Exit status: 1 if a file differs.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Roundtrip {
    #[command(flatten)]
    inputs: Inputs,

    /// Representation from which the files are rebuilt.
    #[arg(long, value_enum, value_name = "FORM")]
    through: Through,

    /// List identical files too, with the number of rebuilt and copied parts.
    #[arg(short, long)]
    verbose: bool,

    /// Print JSON (schema shader-tools.roundtrip/1).
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools roundtrip --through container examples/
  shader-tools roundtrip --through text examples/scan_cs.dxil

More: docs/recipes.md";

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Through {
    /// Rebuild parts from their decoded fields, and PDBs from their streams.
    Container,
    /// Rebuild files from the output of `yaml`.
    Yaml,
    /// Rebuild DXIL bitcode from the IR, and DXBC tokens from the instructions.
    Bitcode,
    /// Rebuild programs from the output of `dis`; DXIL programs are compared as IR, not as bytes.
    Text,
}

impl Roundtrip {
    pub fn run(&self, globals: &Globals) -> Status {
        let format = Format::json_if(self.json, document::SCHEMA);
        let mut run = match self.through {
            Through::Bitcode | Through::Text => Run::new(&self.inputs, Wanted::ALL_PROGRAMS, globals, format),
            _ => Run::new(&self.inputs, Wanted::SHADERS, globals, format),
        };
        let (mut identical, mut different) = (0, 0);
        let mut total = Count::default();
        run.each(
            |input, bytes, out, outcome: &mut Outcome<Count>| {
                let rewritten = match self.through {
                    Through::Container => through_file(&LoadedShader::open(bytes)?)?,
                    Through::Yaml => through_yaml(&LoadedShader::open(bytes)?)?,
                    Through::Bitcode => programs::through_bitcode(bytes)?,
                    Through::Text => programs::through_text(bytes)?,
                };
                let Rewritten { count, programs, .. } = &rewritten;
                let count = *count;
                let first_difference = first_difference(bytes, &rewritten.bytes);
                outcome.value = Count { read: true, identical: first_difference.is_none(), ..count };
                if first_difference.is_some() {
                    outcome.status = Status::Findings;
                }
                let name = input.name();
                if self.json {
                    let file = File {
                        file: name,
                        identical: first_difference.is_none(),
                        first_difference,
                        parts: count.into(),
                        programs: programs.iter().map(ProgramObject::from).collect(),
                    };
                    json::write(out, &file)?;
                } else if let Some(at) = first_difference {
                    writeln!(out, "{name}: {} from {at:#x} on", paint(style::BAD, "different"))?;
                    for difference in programs.iter().filter_map(ProgramOutcome::difference_text) {
                        writeln!(out, "  {difference}")?;
                    }
                } else if self.verbose {
                    writeln!(out, "{name}: {}, {count}", paint(style::GOOD, "identical"))?;
                }
                Ok(())
            },
            |_, count| {
                identical += usize::from(count.read && count.identical);
                different += usize::from(count.read && !count.identical);
                total.add(count);
            },
        );
        if !self.json {
            let (files, unreadable) = (run.files(), run.failures());
            run.print(|out| {
                writeln!(out, "{total}")?;
                let files = counted(files, "file");
                writeln!(
                    out,
                    "{files}: {identical} identical, {different} different, {unreadable} unreadable"
                )
            });
        }
        run.status()
    }
}

/// A PDB with its container rewritten, or the container itself.
fn through_file(file: &LoadedShader<'_>) -> Result<Rewritten, Error> {
    let (container, count) = through_container(&file.container()?)?;
    Ok(Rewritten { bytes: with_container(file, container)?, count, programs: Vec::new() })
}

/// The container with every part that has a decoder rewritten from its owned form. A part that cannot be read
/// is carried as it is: that one part is broken is no reason to lose the file.
fn through_container(container: &Container<'_>) -> Result<(Vec<u8>, Count), Error> {
    let mut builder = ContainerBuilder::from(container);
    let mut count = Count::default();
    for (part, entry) in container.parts().iter().zip(&mut builder.parts) {
        match parts::rewrite(container.payload(part)) {
            Ok(rewritten) => {
                *match rewritten.carried {
                    Carried::Nothing => &mut count.rebuilt,
                    Carried::Arrangement => &mut count.arranged,
                    Carried::Tables => &mut count.tables,
                    Carried::Verbatim => &mut count.verbatim,
                    Carried::Opaque => &mut count.opaque,
                } += 1;
                entry.data = rewritten.bytes.into();
            }
            Err(_) => count.unreadable += 1,
        }
    }
    Ok((builder.build(Signing::Keep)?, count))
}

/// The container or the PDB read from its own YAML. Parts that are fields in it count as rebuilt, all others as opaque
/// or unreadable.
fn through_yaml(file: &LoadedShader<'_>) -> Result<Rewritten, Error> {
    let container = file.container()?;
    let mut count = Count::default();
    for part in container.parts() {
        *match (part.kind(), container.read(part)) {
            (PartKind::Opaque, _) => &mut count.opaque,
            (_, Ok(_)) => &mut count.rebuilt,
            (_, Err(_)) => &mut count.unreadable,
        } += 1;
    }
    let text = match &file.pdb {
        Some(pdb) => dx_text::yaml::print_pdb(pdb),
        None => dx_text::yaml::print(&container),
    };
    Ok(Rewritten { bytes: dx_text::yaml::read(&text)?, count, programs: Vec::new() })
}

impl Count {
    fn add(&mut self, other: Self) {
        self.rebuilt += other.rebuilt;
        self.arranged += other.arranged;
        self.tables += other.tables;
        self.verbatim += other.verbatim;
        self.opaque += other.opaque;
        self.unreadable += other.unreadable;
    }
}

impl std::fmt::Display for Count {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let all = self.rebuilt + self.arranged + self.tables + self.verbatim + self.opaque + self.unreadable;
        let counts = [
            (self.rebuilt, "rebuilt"),
            (self.arranged, "rebuilt in their stored arrangement"),
            (self.tables, "rebuilt with their stored table order"),
            (self.verbatim, "rebuilt with some bytes copied"),
            (self.opaque, "copied (no decoder)"),
            (self.unreadable, "copied (unreadable)"),
        ];
        let counts = counts.iter().filter(|(number, _)| *number > 0);
        let counts: Vec<String> =
            counts.map(|(number, what)| format!("{} {what}", grouped(*number as u64))).collect();
        write!(f, "{}", counted(all, "part"))?;
        if !counts.is_empty() {
            write!(f, ": {}", counts.join(", "))?;
        }
        Ok(())
    }
}
