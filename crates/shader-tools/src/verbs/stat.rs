//! `stat`: what programs consist of, and how much they grew.

mod document;
mod growth;
mod page;
mod rows;

use std::io::{self, Write};
use std::path::PathBuf;

use crate::as_language::AsLanguage;
use crate::comparing::pairs::pair;
use crate::error::{Error, FileError};
use crate::globals::Globals;
use crate::json::{self, FileOrError};
use crate::run::{Format, Run};
use crate::selection::chosen::{Chosen, Inputs};
use crate::selection::input::Input;
use crate::selection::wanted::Wanted;
use crate::status::Status;
use document::{File, SCHEMA, Totals};
use growth::Compared;
use growth::MaxGrowth;
use rows::{Counted, count_all};

/// Count branches, live registers, and instructions by class.
///
/// The number of live registers is an estimate of the 32-bit registers that are live at the same time. For shader
/// models 4 and 5, the estimate counts register components. The driver's compiler may need a different number of
/// registers.
///
/// The part STAT of a shader contains counters. `stat` also compares these counters with the program.
///
/// With --base, `stat` compares each file with the file at the same relative path in an older build.
///
/// Input: containers, PDBs, LLVM assembly, bitcode (of DXIL or modern LLVM IR) and Direct3D 9 programs.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("files", |files| files.help("Files, folders, or - for standard input; with --base, one \
                                               file or folder")))]
pub struct Stat {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    language: AsLanguage,

    /// File or folder of the older build to compare with.
    #[arg(long, value_name = "FILE|DIR", conflicts_with = "files_from")]
    base: Option<PathBuf>,

    /// Exit with 1 if bytes or instructions grow by more than PERCENT, in one shader or in total.
    #[arg(long, value_name = "PERCENT", requires = "base")]
    max_growth: Option<MaxGrowth>,

    /// List only the N shaders with the most instructions; with --base, the N that grew the most.
    #[arg(long, value_name = "N")]
    top: Option<usize>,

    /// Print JSON (schema shader-tools.stat/1).
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools stat examples/triangle_ps.dxil
  shader-tools stat examples/ --top 5                  most instructions, and totals
  shader-tools stat examples/triangle_ps.dxil --base examples/triangle_ps_6_0.dxil
  shader-tools stat new/ --base old/ --max-growth 5%   exit status 1 above 5%

More: docs/inspect.md";

impl Stat {
    pub fn run(&self, globals: &Globals) -> Status {
        let Some(base) = &self.base else {
            let mut run = Run::new(&self.inputs, Wanted::EVERY_PROGRAM, globals, Format::Held)
                .in_language(self.language);
            let rows = count_all(&mut run);
            let failed = run.failed_objects();
            run.print(|out| match self.json {
                true => self.write_json(out, &rows, &failed),
                false => out.write_all(page::page(&rows, self.top).as_bytes()),
            });
            return run.status();
        };
        let mut run = Run::new(Chosen::default(), Wanted::EVERY_PROGRAM, globals, Format::Held)
            .in_language(self.language);
        let [new] = self.inputs.files.as_slice() else {
            let text = "--base requires exactly one input file or folder, found several".to_owned();
            return run.refuse(&Error::Usage(text));
        };
        let patterns = &self.inputs.selection.patterns;
        let pairs = match pair(base, new, patterns, Wanted::EVERY_PROGRAM) {
            Ok(pairs) => pairs,
            Err(failed) => {
                run.fail_with(&failed.name.to_string(), &failed.error);
                return run.status();
            }
        };
        pairs.unread.iter().for_each(|failed| run.fail_with(&failed.name.to_string(), &failed.error));
        run.inputs = pairs.all.iter().flat_map(|pair| [pair.a.clone(), pair.b.clone()]).flatten().collect();
        let mut rows = count_all(&mut run).into_iter();
        let compared = pairs.all.iter().map(|pair| {
            let mut next = |input: &Option<Input>| input.as_ref().and_then(|_| rows.next());
            Compared::new(pair.name(), next(&pair.a), next(&pair.b))
        });
        let growth = growth::Growth::of(compared.collect(), self.max_growth);
        if growth.is_too_much() {
            run.add(Status::Findings);
        }
        let failed = run.failed_objects();
        run.print(|out| match self.json {
            true => growth.write_json(out, self.top, &failed),
            false => out.write_all(growth.page(self.top).as_bytes()),
        });
        run.status()
    }

    fn write_json(&self, out: &mut dyn Write, rows: &[Counted], failed: &[FileError]) -> io::Result<()> {
        let mut order: Vec<&Counted> = rows.iter().filter(|counted| counted.row.is_ok()).collect();
        if let Some(top) = self.top {
            order.sort_by_key(|counted| std::cmp::Reverse(counted.instructions()));
            order.truncate(top);
        }
        let shaders = order.into_iter().filter_map(|counted| counted.row.as_ref().ok());
        let shaders = shaders.map(|row| FileOrError::File(File::new(row)));
        let failures = rows.iter().filter_map(|counted| counted.row.as_ref().err()?.object.as_ref());
        let failures = failures.chain(failed).map(FileOrError::Failed);
        let mut document = json::Object::document(out, SCHEMA)?;
        document.lines("files", shaders.chain(failures))?;
        document.members(&Totals::new(&page::Total::of(rows)))?;
        document.end_document()
    }
}
