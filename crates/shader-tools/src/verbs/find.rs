//! `find`: which shaders use something, and where.

mod code;
mod facts;
mod found;
mod query;
mod tokens;

use std::path::{Path, PathBuf};

use serde::Serialize;

use dx_bytecode::d3d9::Declarations;
use dx_container::{Container, D3d9Version, FourCc};

use crate::error::Error;
use crate::globals::Globals;
use crate::json;
use crate::judging::{DebugFiles, DebugProgram};
use crate::loading::direct3d9;
use crate::loading::loaded_shader::LoadedShader;
use crate::loading::program::{self, ProgramKind};
use crate::operations::near;
use crate::run::{Format, Outcome, Run};
use crate::selection::chosen::Selection;
use crate::selection::file_name::{FileName, write_name};
use crate::selection::filter::{flag, flags};
use crate::selection::input::Input;
use crate::selection::wanted::Wanted;
use crate::status::Status;
use crate::suggested;
use code::InModule;
use found::{Context, Found, Match};
use query::{Query, Text, WantedConstant};
use tokens::InLevel9;

/// Find shaders that use an operation, constant or resource.
///
/// The first argument is a constant or an operation. The name of an operation can be its DXIL, HLSL or assembly name:
/// WaveActiveSum, dx.op.sample, sample_l.
///
/// If a search option such as --resource or --string is given, all arguments are files. If several search options are
/// given, `find` prints the matches of each option.
///
/// Matches are lines of the `dis` listing. If debug information is available, a match also shows the HLSL line.
///
/// Input: containers, PDBs, LLVM assembly, bitcode (of DXIL or modern LLVM IR) and Direct3D 9 programs.
///
/// Exit status: 0 if a match was found, 1 if no match was found, 3 if a file cannot be read.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Find {
    /// Operation or constant, then files or folders [default: .]. With options such as --flag: only files.
    #[arg(value_name = "PATTERN|FILE")]
    arguments: Vec<PathBuf>,

    /// Find calls of this operation.
    #[arg(long, value_name = "NAME", value_parser = suggested::operation(), hide_possible_values = true)]
    operation: Vec<String>,

    /// Find instructions that use this constant.
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    constant: Vec<String>,

    /// Find resources by name ('shadow*'), kind (Texture2D) or register (t0 or u3,space1).
    #[arg(long, value_name = "NAME")]
    resource: Vec<String>,

    /// Find inputs and outputs by semantic, such as TEXCOORD or TEXCOORD0.
    #[arg(long, value_name = "NAME")]
    semantic: Vec<String>,

    /// Find shaders that require this optional feature, such as WaveOps.
    #[arg(long, value_name = "NAME", value_parser = suggested::flag(), hide_possible_values = true)]
    flag: Vec<String>,

    /// Search parts, metadata and names for strings that contain this text.
    #[arg(long, value_name = "WORDS")]
    string: Vec<String>,

    /// Search the HLSL source in shaders and PDBs for lines that contain this text.
    #[arg(long, value_name = "WORDS")]
    source: Vec<String>,

    /// Ignore the case of letters in --string and --source.
    #[arg(short, long)]
    ignore_case: bool,

    /// Print only the names of files with a match.
    #[arg(short = 'l', long, conflicts_with_all = ["count", "json", "files_without_match"])]
    files_with_matches: bool,

    /// Print only the names of files without a match.
    #[arg(long, conflicts_with_all = ["count", "json"])]
    files_without_match: bool,

    /// Print only file names (as -l does), each followed by a NUL character, for --files-from - --null.
    #[arg(short = '0', long, conflicts_with_all = ["count", "json"])]
    print0: bool,

    /// Print at most N matches of each file.
    #[arg(short, long, value_name = "N", conflicts_with_all = ["count", "files_with_matches", "files_without_match"])]
    max_count: Option<usize>,

    /// Print nothing, and exit with 0 at the first match, even if a file cannot be read.
    #[arg(short, long, conflicts_with_all = ["count", "json", "files_with_matches", "files_without_match", "print0"])]
    quiet: bool,

    /// Print only the number of matches, for each file that has a match.
    #[arg(short, long, conflicts_with = "json")]
    count: bool,

    /// Show N lines after each match.
    #[arg(short = 'A', long, value_name = "N")]
    after_context: Option<usize>,

    /// Show N lines before each match.
    #[arg(short = 'B', long, value_name = "N")]
    before_context: Option<usize>,

    /// Show N lines before and after each match.
    #[arg(short = 'C', long, value_name = "N")]
    context: Option<usize>,

    /// Also search this PDB, folder or `pdb index` file for debug information (repeatable).
    #[arg(long, alias = "pdb-path", value_name = "DIR|FILE")]
    pdb: Vec<PathBuf>,

    /// Print JSON (schema shader-tools.find/1).
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    selection: Selection,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools find Sample examples/                     calls, as lines of assembly
  shader-tools find -l dx.op.barrier examples/           file names only
  shader-tools find 'Wave*' examples/                    all wave operations
  shader-tools find -C 2 0.5 examples/triangle_ps.dxil   two lines before and after
  shader-tools find --resource t0 --resource 'al*' examples/
  shader-tools find --semantic SV_Depth examples/ || echo 'no shader writes depth'
  shader-tools find -q dx.op.discard examples/ || echo 'no pixel is discarded'
  shader-tools find --source 'float4' examples/          lines of the HLSL source

CONSTANTS
  3            an integer
  0.5          a float of any width
  3.14159      with four or more digits: also floats that round to this number
  0x7f800000   a bit pattern

More: docs/inspect.md";

const SCHEMA: &str = "shader-tools.find/1";

/// The matches in a file.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct File<'a> {
    #[serde(flatten)]
    file: FileName,
    /// The matches.
    matches: Vec<Match<'a>>,
}

#[test]
fn schema_is_fresh() {
    json::schema::check::<json::schema::Files<File<'static>>>(SCHEMA);
}

impl Find {
    pub fn run(&self, globals: &Globals) -> Status {
        let has_options = [
            &self.operation,
            &self.constant,
            &self.resource,
            &self.semantic,
            &self.flag,
            &self.string,
            &self.source,
        ];
        let has_options = has_options.iter().any(|list| !list.is_empty());
        let (pattern, files) = match self.arguments.as_slice() {
            [pattern, files @ ..] if !has_options => (Some(pattern.as_path()), files),
            files => (None, files),
        };
        let prints_names = self.print0 || self.files_with_matches || self.files_without_match;
        let format = if prints_names { Format::Raw } else { Format::json_if(self.json, SCHEMA) };
        let query = match self.query(pattern) {
            Ok(query) => query,
            Err(error) => return Run::of_none(globals, Format::Text).refuse(&error),
        };
        if pattern.is_none() && !has_options {
            let text = "nothing to find: expected an operation or constant, or an option such as --resource";
            return Run::of_none(globals, Format::Text).refuse(&Error::Usage(text.to_owned()));
        }
        let files = self.selection.or_current_folder(files);
        let wanted = match query.is_of_containers() {
            true => Wanted::ALL_PROGRAMS_OR_ASSEMBLY,
            false => Wanted::EVERY_PROGRAM,
        };
        let mut run = Run::new((files.as_ref(), &self.selection), wanted, globals, format);
        let debug_files = match self.pdb.as_slice() {
            [] => None,
            places => Some(DebugFiles::in_places(places, &mut run)),
        };
        let is_named = run.inputs.len() > 1 || run.inputs.iter().any(|input| input.from_folder);
        let mut total = 0;
        run.each(
            |input, bytes, out, outcome: &mut Outcome<usize>| {
                let mut found = self.find(input, bytes, &query, debug_files.as_ref(), outcome)?;
                let name = input.name();
                if self.files_without_match {
                    outcome.value = usize::from(found.count() == 0);
                    return if found.count() == 0 {
                        Ok(write_name(out, &name, self.print0)?)
                    } else {
                        Ok(())
                    };
                }
                found.truncate(self.max_count.unwrap_or(usize::MAX));
                outcome.value = found.count();
                if self.quiet {
                    outcome.is_last = found.count() > 0;
                    return Ok(());
                }
                if found.count() == 0 {
                    return Ok(());
                }
                if self.json {
                    json::write(out, &File { file: name, matches: found.objects() })?;
                } else if self.files_with_matches || self.print0 {
                    write_name(out, &name, self.print0)?;
                } else if self.count {
                    let name = if is_named { format!("{name}:") } else { String::new() };
                    writeln!(out, "{name}{}", found.count())?;
                } else {
                    found.write(out, is_named.then_some(&name.to_string()), self.context())?;
                }
                Ok(())
            },
            |_, count| total += count,
        );
        if self.quiet && total > 0 {
            return Status::Fine;
        }
        if total == 0 {
            run.add(Status::Findings);
        }
        run.status()
    }

    fn context(&self) -> Context {
        let around = self.context.unwrap_or(0);
        Context { before: self.before_context.unwrap_or(around), after: self.after_context.unwrap_or(around) }
    }

    fn query(&self, pattern: Option<&Path>) -> Result<Query, Error> {
        let mut query = Query::default();
        let mistake = |text: &str, message: String, help: Option<String>| Error::Expression {
            text: text.to_owned(),
            place: 0..text.len(),
            message,
            help,
        };
        if let Some(pattern) = pattern {
            query::positional(&pattern.to_string_lossy(), &mut query)?;
        }
        for name in &self.operation {
            let operation = crate::operations::NamedOperation::of(name).map_err(|unknown| {
                let near = (!unknown.near.is_empty())
                    .then(|| format!("did you mean {}?", unknown.near.join(" or ")));
                mistake(name, format!("unknown operation `{name}`"), near)
            })?;
            query.operations.push(operation);
        }
        for number in &self.constant {
            let constant = WantedConstant::of(number).ok_or_else(|| {
                let message =
                    format!("not a number: `{number}`, expected one such as 3.14, 42 or 0x7f800000");
                mistake(number, message, None)
            })?;
            query.constants.push(constant);
        }
        for name in &self.flag {
            let bit = flag(name).ok_or_else(|| {
                let near = near(name, flags());
                let near = (!near.is_empty()).then(|| format!("did you mean {}?", near.join(" or ")));
                mistake(name, format!("unknown feature flag `{name}`"), near)
            })?;
            query.flags.push(bit);
        }
        query.resources.clone_from(&self.resource);
        query.semantics.clone_from(&self.semantic);
        let text = |text: &String| Text::new(text, self.ignore_case);
        query.strings = self.string.iter().map(text).collect();
        query.sources = self.source.iter().map(text).collect();
        Ok(query)
    }

    /// Looks through one file; what cannot be read of it while the rest can goes to `outcome`.
    fn find(
        &self,
        input: &Input,
        bytes: &[u8],
        query: &Query,
        debug_files: Option<&DebugFiles>,
        outcome: &mut Outcome<usize>,
    ) -> Result<Found, Error> {
        let mut found = Found::default();
        if D3d9Version::begins(bytes) {
            self.find_in_direct3d9(bytes, query, &mut found)?;
            return Ok(found);
        }
        let file = match dxil_ir::file::is_bitcode(bytes) {
            true => LoadedShader::open_module(bytes)?,
            false => LoadedShader::open_any_dialect(bytes)?,
        };
        if !file.has_container() {
            let module = file.module()?;
            self.find_in_module(module, None, query, None, &mut found)?;
            facts::strings(None, Some(module), None, &query.strings, &mut found.facts);
            if query.is_of_containers() {
                facts::reflected(&LoadedShader::open_or_assemble(bytes)?, query, &mut found.facts)?;
            }
            return Ok(found);
        }
        let container = file.container()?;
        match program::find(&container) {
            Ok(ProgramKind::Tokens(_)) => {
                if let Err(error) = self.find_in_tokens(&file, &container, query, &mut found) {
                    outcome.add(&error, input, Some(bytes));
                }
            }
            Ok(ProgramKind::Module) if query.is_of_modules() => {
                let module = file.module()?;
                let debug = debug_files.map(|files| (files, input.path()));
                self.find_in_module(module, debug, query, Some(&container), &mut found)?;
                facts::strings(Some(&container), Some(module), None, &query.strings, &mut found.facts);
            }
            _ => facts::strings(Some(&container), None, None, &query.strings, &mut found.facts),
        }
        facts::reflected(&file, query, &mut found.facts)?;
        if file.assembled_from.is_none() {
            facts::sources(bytes, &query.sources, &mut found.sections)?;
        }
        Ok(found)
    }

    /// Looks through the program of a container and the Direct3D 9 program beside it; through the first even if the
    /// other one cannot be read.
    fn find_in_tokens(
        &self,
        file: &LoadedShader<'_>,
        container: &Container<'_>,
        query: &Query,
        found: &mut Found,
    ) -> Result<(), Error> {
        let mut matches = tokens::InContainer::default();
        if let Ok(ProgramKind::Tokens(payload)) = program::find(container) {
            let places = tokens::in_part(payload, query).map_err(|error| file.placed(error))?;
            matches.tokens = Some((payload, places));
        }
        let (level9, unread) = match Self::find_in_level9(file, container, query, found) {
            Ok(level9) => (level9, Ok(())),
            Err(error) => (None, Err(error)),
        };
        matches.level9 = level9;
        if self.is_brief() {
            found.counted += matches.count();
        } else if matches.count() > 0 {
            found.sections.push(matches.lines(container)?);
        }
        unread
    }

    fn find_in_level9<'a>(
        file: &LoadedShader<'_>,
        container: &Container<'a>,
        query: &Query,
        found: &mut Found,
    ) -> Result<Option<InLevel9<'a>>, Error> {
        let mut declared = None;
        let mut read = || {
            let Some((program, offset)) = direct3d9::program_of_container(file, container)? else {
                return Ok(None);
            };
            let placed = |error: dx_bytecode::ProgramError| file.placed(error.within(FourCc::AON9));
            let places = tokens::in_direct3d9(program, offset, query).map_err(placed)?;
            if query.is_of_declarations() {
                declared = Some(Declarations::read(program, offset).map_err(placed)?);
            }
            Ok(Some(InLevel9 { program, offset, places }))
        };
        let places = read();
        if let Some(declared) = &declared {
            facts::declared(declared, query, &mut found.facts);
        }
        facts::strings(Some(container), None, declared.as_ref(), &query.strings, &mut found.facts);
        places
    }

    /// Looks through a Direct3D 9 program that is a file.
    fn find_in_direct3d9(&self, bytes: &[u8], query: &Query, found: &mut Found) -> Result<(), Error> {
        let places = tokens::in_direct3d9(bytes, 0, query)?;
        if self.is_brief() {
            found.counted += places.len();
        } else if !places.is_empty() {
            found.sections.push(tokens::direct3d9_lines(bytes, &places)?);
        }
        if query.is_of_declarations() {
            let declared = Declarations::read(bytes, 0)?;
            facts::declared(&declared, query, &mut found.facts);
            facts::strings(None, None, Some(&declared), &query.strings, &mut found.facts);
        }
        Ok(())
    }

    fn find_in_module(
        &self,
        module: &dxil_ir::Module,
        debug: Option<(&DebugFiles, Option<&Path>)>,
        query: &Query,
        container: Option<&Container<'_>>,
        found: &mut Found,
    ) -> Result<(), Error> {
        let matches = InModule::of(module, query, self.is_enough());
        if self.is_brief() {
            found.counted += matches.count();
            return Ok(());
        }
        if matches.count() == 0 {
            return Ok(());
        }
        let has_own = dxil::assemble::may_have_debug_information(module);
        let debug = debug.filter(|_| !has_own).zip(container);
        let mut debug =
            debug.and_then(|((files, path), container)| DebugProgram::of(container, None, path, files));
        found.sections.push(matches.lines(container, debug.as_mut())?);
        Ok(())
    }

    /// Whether no lines are shown.
    fn is_brief(&self) -> bool {
        self.is_enough() || self.count
    }

    /// Whether one match is enough.
    fn is_enough(&self) -> bool {
        self.files_with_matches || self.files_without_match || self.quiet
    }
}
