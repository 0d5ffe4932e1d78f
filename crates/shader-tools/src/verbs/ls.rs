//! `ls`: one line a shader, sorted, filtered, grouped.

mod columns;
mod groups;

use std::cmp::Ordering;
use std::io::Write;

use serde::Serialize;

use crate::csv;
use crate::error::{Error, FileError};
use crate::globals::Globals;
use crate::json::{self, FileOrError};
use crate::loading::shader_facts::{self, Shader, ShaderObject};
use crate::run::{Format, Outcome, Run};
use crate::selection::chosen::Inputs;
use crate::selection::file_name::write_name;
use crate::selection::filter::{self, FIELDS, FUNCTIONS, Filter};
use crate::selection::wanted::Wanted;
use crate::status::Status;
use crate::style::{counted, grouped};
use columns::Column;
use groups::GroupBy;

/// List shaders in a table: profile, entry, size, flags, hash.
///
/// Input: containers, PDBs, LLVM assembly, bitcode (of DXIL or modern LLVM IR) and Direct3D 9 programs.
///
/// `ls` does not count calls of debug intrinsics as instructions. For shader models 4 and 5, `ls` counts instructions
/// as fxc does.
///
/// If a file has a broken part, `ls` reports an error and does not list the file.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = long_help())]
#[command(mut_arg("files", |files| files.required(false).help("Files, folders, or - for standard input [default: .]")))]
pub struct Ls {
    #[command(flatten)]
    inputs: Inputs,

    /// Sort by these columns: numbers in descending order, names in ascending order.
    #[arg(long, value_enum, value_name = "COLUMNS", value_delimiter = ',')]
    sort: Vec<Column>,

    /// Reverse the sort order.
    #[arg(long, short)]
    reverse: bool,

    /// List only the first N shaders (sorted by size, unless --sort is given).
    #[arg(long, value_name = "N")]
    top: Option<usize>,

    /// Filter for the listed shaders, such as 'stage=ps and size>20k and uses(WaveActiveSum)'.
    #[arg(long, value_name = "EXPRESSION")]
    filter: Option<String>,

    /// Show these columns.
    #[arg(long, value_enum, value_name = "COLUMNS", value_delimiter = ',', conflicts_with_all = ["csv", "json"])]
    columns: Option<Vec<Column>>,

    /// Group shaders by this property, and print the total size of the duplicates.
    #[arg(long, value_enum, value_name = "WHAT", conflicts_with_all = ["sort", "reverse", "columns", "csv"])]
    group_by: Option<GroupBy>,

    /// Print only file names, each followed by a NUL character, for --files-from - --null.
    #[arg(short = '0', long, conflicts_with_all = ["csv", "json", "columns", "group_by"])]
    print0: bool,

    /// Print CSV with all columns.
    #[arg(long, conflicts_with = "json")]
    csv: bool,

    /// Print JSON (schema shader-tools.ls/1).
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools ls examples/ --top 5                        the largest shaders
  shader-tools ls examples/ --sort profile,instructions    most instructions of each profile first
  shader-tools ls examples/ --filter 'stage=ps and size>4K'
  shader-tools ls examples/ --filter 'uses(Sample)'        shaders that call Sample
  shader-tools ls examples/ --group-by program             duplicates
  shader-tools ls examples/ --csv > shaders.csv

More: docs/inspect.md";

/// The same, and what expressions consist of.
fn long_help() -> String {
    let fields = FIELDS.iter().map(|(_, name, _, about)| format!("  {name:14}{about}\n"));
    let functions =
        FUNCTIONS.iter().map(|(name, _, about)| format!("  {:14}{about}\n", format!("{name}(…)")));
    let (examples, more) = EXAMPLES.rsplit_once("\n\n").unwrap_or((EXAMPLES, ""));
    format!(
        "{examples}\n\nEXPRESSIONS\n  FIELD = VALUE, also !=, <, <=, >, >=, and ~ for strings (contains, or matches a \
         pattern with *).\n  `and`, `or`, `not` and parentheses join conditions. Sizes may end in K, M or \
         G.\n\n{}\n{}\n\n{more}",
        fields.collect::<String>(),
        functions.collect::<String>().trim_end()
    )
}

const SCHEMA: &str = "shader-tools.ls/1";

/// The members of a document with `--group-by` before the groups.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct Grouping {
    /// The property by which `ls` groups the shaders.
    #[cfg_attr(test, schemars(extend("enum" = groups::NAMES)))]
    grouped_by: &'static str,
}

/// The last member of a document.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Totals {
    total: Total,
}

#[test]
fn schema_is_fresh() {
    /// A list of shaders.
    #[derive(Serialize, schemars::JsonSchema)]
    struct Document {
        #[serde(flatten)]
        files: json::schema::Files<ShaderObject<'static>>,
        #[serde(flatten)]
        grouping: Option<Grouping>,
        /// The groups; only with `--group-by`.
        #[serde(skip_serializing_if = "Option::is_none")]
        groups: Option<Vec<groups::GroupObject<'static>>>,
        #[serde(flatten)]
        totals: Totals,
    }
    json::schema::check::<Document>(SCHEMA);
}

impl Ls {
    pub fn run(&self, globals: &Globals) -> Status {
        let files = self.inputs.selection.or_current_folder(&self.inputs.files);
        let mut run = Run::new(
            (files.as_ref(), &self.inputs.selection),
            Wanted::ALL_PROGRAMS_OR_ASSEMBLY,
            globals,
            Format::Held,
        );
        let filter = match self.filter.as_deref().map(filter::parse).transpose() {
            Ok(filter) => filter,
            Err(error) => {
                let text = self.filter.clone().unwrap_or_default();
                let (place, message, help) =
                    (error.place, format!("--filter: {}", error.message), error.help);
                return run.refuse(&Error::Expression { text, place, message, help });
            }
        };
        let mut kept = Kept { shaders: Vec::new(), total: Total::default(), listed: Total::default() };
        run.each(
            |input, bytes, _, outcome: &mut Outcome<Option<(Shader, bool)>>| {
                let with_program = self.group_by == Some(GroupBy::Program) || self.json;
                shader_facts::open(input.name(), bytes, with_program, |open| {
                    if let Some(unread) = &open.unread {
                        outcome.note(input, &format!("the program cannot be read: {unread}"));
                    }
                    let is_listed =
                        filter.as_ref().map_or(Ok(true), |filter: &Filter| filter.holds(&open))?;
                    outcome.value = Some((open.shader, is_listed));
                    Ok(())
                })
            },
            |_, found| {
                if let Some((shader, is_listed)) = found {
                    kept.add(shader, is_listed, self);
                }
            },
        );
        self.print(&mut run, kept);
        run.status()
    }

    /// The columns that the list is sorted by.
    fn sorted_by(&self) -> &[Column] {
        let is_by_size = self.sort.is_empty() && self.top.is_some() && self.group_by.is_none();
        if is_by_size { &[Column::Size] } else { &self.sort }
    }

    /// Puts shaders in order; those that are equal stay in that of the inputs.
    fn put_in_order(&self, shaders: &mut Vec<Shader>) {
        let columns = self.sorted_by();
        shaders.sort_by(|a, b| {
            columns
                .iter()
                .map(|column| column.order(a, b))
                .find(|order| order.is_ne())
                .unwrap_or(Ordering::Equal)
        });
        if self.reverse {
            shaders.reverse();
        }
        if self.group_by.is_none() {
            shaders.truncate(self.top.unwrap_or(usize::MAX));
        }
    }

    fn print(&self, run: &mut Run<'_>, mut kept: Kept) {
        self.put_in_order(&mut kept.shaders);
        if self.json {
            let failed = run.failed_objects();
            return run.print(|out| self.write_json(out, &kept, &failed));
        }
        if self.print0 {
            return run.print_raw(|out| {
                kept.shaders.iter().try_for_each(|shader| write_name(out, &shader.file, true))
            });
        }
        if self.csv {
            return run.print_raw(|out| {
                csv::write_row(out, columns::CSV_HEADINGS)?;
                let mut rows = kept.shaders.iter().map(columns::csv_fields);
                rows.try_for_each(|fields| csv::write_row(out, fields))
            });
        }
        if let Some(by) = self.group_by {
            let text = groups::lines(&groups::groups(&kept.shaders, by), by, self.top);
            return run.print(|out| out.write_all(text.as_bytes()));
        }
        // Errors were reported; an empty list of files has no table.
        if kept.total.files == 0 {
            return;
        }
        let (lines, hidden) = columns::lines(&kept.shaders, self.columns.as_deref());
        let total = self.total(&kept, &hidden);
        run.print(|out| {
            if !kept.shaders.is_empty() {
                writeln!(out, "{lines}")?;
            }
            writeln!(out, "{total}")
        });
    }

    fn write_json(&self, out: &mut dyn Write, kept: &Kept, failed: &[FileError]) -> std::io::Result<()> {
        let mut document = json::Object::document(out, SCHEMA)?;
        let shaders = kept.shaders.iter().map(|shader| FileOrError::File(ShaderObject::new(shader)));
        document.lines("files", shaders.chain(failed.iter().map(FileOrError::Failed)))?;
        if let Some(by) = self.group_by {
            document.members(&Grouping { grouped_by: by.name() })?;
            let groups = groups::groups(&kept.shaders, by);
            let top = self.top.unwrap_or(usize::MAX);
            document.lines("groups", groups.iter().take(top).map(groups::Group::object))?;
        }
        document.members(&Totals { total: kept.listed })?;
        document.end_document()
    }

    /// The last line: how many there are, and what is not shown.
    fn total(&self, kept: &Kept, hidden: &[Column]) -> String {
        let Total { files, bytes, instructions } = kept.listed;
        let mut text = match files {
            0 if self.filter.is_some() => {
                return format!("no shader matches the filter (of {})", counted(kept.total.files, "shader"));
            }
            _ if self.filter.is_some() => {
                format!("{} of {}", grouped(files as u64), counted(kept.total.files, "shader"))
            }
            _ => counted(files, "shader"),
        };
        text += &format!(", {} bytes, {} instructions", grouped(bytes), grouped(instructions));
        let cut = files - kept.shaders.len();
        if cut > 0 {
            text += &format!("; {} not shown", counted(cut, "more shader"));
        }
        if !hidden.is_empty() {
            let names: Vec<_> = hidden.iter().map(|column| column.name()).collect();
            text += &format!(
                "\nomitted columns, because the page is too narrow: {} (see --columns)",
                names.join(", ")
            );
        }
        text
    }
}

/// The totals of the shaders that match the filter.
#[derive(Default, Clone, Copy, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Total {
    /// The number of shaders.
    files: usize,
    /// The total size in bytes.
    #[serde(rename = "size")]
    bytes: u64,
    /// The total number of instructions.
    instructions: u64,
}

impl Total {
    fn add(&mut self, shader: &Shader) {
        self.files += 1;
        self.bytes += shader.size;
        self.instructions += shader.instructions.unwrap_or(0);
    }
}

/// What is kept of all files: a line each, or no more than are shown.
struct Kept {
    shaders: Vec<Shader>,
    total: Total,
    listed: Total,
}

impl Kept {
    fn add(&mut self, shader: Shader, is_listed: bool, verb: &Ls) {
        self.total.add(&shader);
        if !is_listed {
            return;
        }
        self.listed.add(&shader);
        self.shaders.push(shader);
        let most = verb.top.filter(|_| verb.group_by.is_none());
        // Twice as many as are shown, so that sorting them takes no longer than sorting all.
        if most.is_some_and(|most| self.shaders.len() >= most.saturating_mul(2).max(1024)) {
            verb.put_in_order(&mut self.shaders);
        }
    }
}
