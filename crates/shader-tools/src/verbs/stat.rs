//! `stat`: what programs consist of, and how much they grew.

mod growth;
mod page;
mod rows;

use std::path::PathBuf;

use serde_json::Value;

use crate::comparing::pairs::pair;
use crate::error::Error;
use crate::globals::Globals;
use crate::json;
use crate::run::{Format, Run};
use crate::selection::chosen::{Chosen, Inputs};
use crate::selection::input::{Input, Wanted};
use crate::statistics::{counters_json, mix_json};
use crate::status::Status;
use growth::Compared;
use growth::MaxGrowth;
use rows::{Counted, Row, count_all, members};

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
/// Input: containers, PDBs, LLVM assembly, bitcode and Direct3D 9 programs.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("files", |files| files.help("Files, folders, or - for standard input; with --base, one file or folder")))]
pub struct Stat {
    #[command(flatten)]
    inputs: Inputs,

    /// File or folder of the older build to compare with.
    #[arg(long, value_name = "FILE|DIR")]
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
            let mut run = Run::new(&self.inputs, Wanted::AllPrograms, globals, Format::Held);
            let rows = count_all(&mut run);
            let failed = run.failed_objects();
            let text = if self.json { self.to_json(&rows, &failed) } else { page::page(&rows, self.top) };
            run.print(|out| out.write_all(text.as_bytes()));
            return run.status();
        };
        let mut run = Run::new(Chosen::default(), Wanted::AllPrograms, globals, Format::Held);
        let [new] = self.inputs.files.as_slice() else {
            let text = "--base compares one file or folder with another, found several".to_owned();
            return run.refuse(&Error::Usage(text));
        };
        let pairs = match pair(base, new, &self.inputs.selection.patterns) {
            Ok(pairs) => pairs,
            Err(failed) => {
                run.fail_with(&failed.name, &failed.error);
                return run.status();
            }
        };
        run.inputs = pairs.iter().flat_map(|pair| [pair.a.clone(), pair.b.clone()]).flatten().collect();
        let mut rows = count_all(&mut run).into_iter();
        let compared: Vec<Compared> = pairs
            .iter()
            .filter_map(|pair| {
                let mut next = |input: &Option<Input>| input.as_ref().and_then(|_| rows.next());
                let name = pair.b.as_ref().or(pair.a.as_ref()).map(name_in_pairs)?;
                Some(Compared::new(name, next(&pair.a), next(&pair.b)))
            })
            .collect();
        let growth = growth::Growth::of(compared, self.max_growth);
        if growth.is_too_much() {
            run.add(Status::Findings);
        }
        let failed = run.failed_objects();
        let text = if self.json { growth.to_json(self.top, &failed) } else { growth.page(self.top) };
        run.print(|out| out.write_all(text.as_bytes()));
        run.status()
    }

    fn to_json(&self, rows: &[Counted], failed: &[String]) -> String {
        let mut objects: Vec<String> =
            rows.iter().filter_map(|counted| Some(to_json(counted.row.as_ref().ok()?))).collect();
        if let Some(top) = self.top {
            let mut order: Vec<&Counted> = rows.iter().filter(|counted| counted.row.is_ok()).collect();
            order.sort_by_key(|counted| std::cmp::Reverse(counted.instructions()));
            let rows = order.into_iter().take(top).filter_map(|counted| counted.row.as_ref().ok());
            objects = rows.map(to_json).collect();
        }
        let failures = rows.iter().filter_map(|counted| Some(counted.row.as_ref().err()?.1.clone()));
        objects.extend(failures.filter(|object| !object.is_empty()).chain(failed.iter().cloned()));
        let total = page::Total::of(rows);
        let (objects, total) = (objects.join(",\n"), total.to_json());
        format!("{{\"schema\":\"shader-tools.stat/1\",\"files\":[\n{objects}\n],\"total\":{total}}}\n")
    }
}

/// The name of a file among those of two folders.
fn name_in_pairs(input: &Input) -> String {
    if input.from_folder { crate::selection::input::display(&input.relative) } else { input.name() }
}

/// A file as an object of JSON.
fn to_json(row: &Row) -> String {
    let Row { shader, statistics } = row;
    let mut object = members(row);
    if let Some(profile) = shader.profile {
        object.insert("profile".to_owned(), profile.to_string().into());
    }
    object.insert("language".to_owned(), shader.language.into());
    if let Some(statistics) = statistics {
        object.insert("mix".to_owned(), mix_json(&statistics.mix));
        object.insert("counters".to_owned(), counters_json(&statistics.counters));
    }
    let members = Value::from(object).to_string();
    format!("{{\"file\":{},{}", json::text(&shader.file), members.get(1..).unwrap_or_default())
}
