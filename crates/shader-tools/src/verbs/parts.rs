//! `parts`: lists, extracts, adds, replaces and removes the parts of containers.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use serde::Serialize;

use clap::{Subcommand, ValueEnum};
use dx_container::parts::View as _;
use dx_container::parts::symbol_strings::Packing;
use dx_container::parts::symbols::{Name, Symbols};
use dx_container::reader::Payload;
use dx_container::symbols::SymbolTable;
use dx_container::{Container, ContainerBuilder, FourCc, Part, Signing};
use dxil::assemble::exported_symbols;

use self::edit::{Content, Edit};
use crate::error::Error;
use crate::globals::Globals;
use crate::json;
use crate::loading::loaded_shader::LoadedShader;
use crate::output::Output;
use crate::part_selector::{PartFile, PartSelector};
use crate::run::{Format, Run};
use crate::selection::chosen::Inputs;
use crate::selection::file_name::FileName;
use crate::selection::input::Input;
use crate::selection::wanted::Wanted;
use crate::status::Status;
use crate::style::{DIM, TITLE, counted, grouped, paint};
use crate::suggested;

mod edit;
mod get_set;

/// List, extract, add, replace and remove parts of containers.
///
/// Verbs that change a container keep the kind of the digest. If the input is signed, the result is signed. If the
/// input is unsigned, the result is unsigned. If the input has a sentinel (a special value instead of a digest), the
/// result has the same sentinel. --digest selects another kind.
#[derive(Debug, clap::Args)]
#[command(after_help = "More: docs/edit.md")]
pub struct Parts {
    #[command(subcommand)]
    verb: PartsVerb,
}

#[derive(Debug, Subcommand)]
enum PartsVerb {
    List(List),
    Extract(Extract),
    Add(Add),
    Replace(Replace),
    Remove(Remove),
    Get(get_set::Get),
    Set(get_set::Set),
}

impl Parts {
    pub fn run(&self, globals: &Globals) -> Status {
        match &self.verb {
            PartsVerb::List(verb) => verb.run(globals),
            PartsVerb::Extract(verb) => verb.run(globals),
            PartsVerb::Add(verb) => {
                verb.edit.run(globals, &verb.parts, |_, _, builder, new| verb.change(builder, new))
            }
            PartsVerb::Replace(verb) => {
                verb.edit.run(globals, &verb.parts, |_, _, builder, new| replace(builder, new))
            }
            PartsVerb::Get(verb) => verb.run(globals),
            PartsVerb::Set(verb) => verb.run(globals),
            PartsVerb::Remove(verb) => {
                let change =
                    |input: &Input, container: &Container<'_>, builder: &mut ContainerBuilder<'_>, _: &_| {
                        verb.change(!input.from_folder, container, builder)
                    };
                verb.edit.run(globals, &NO_FILES, change)
            }
        }
    }
}

/// List the name, offset, size and content of parts.
#[derive(Debug, clap::Args)]
#[command(after_help = LIST_EXAMPLES)]
struct List {
    #[command(flatten)]
    inputs: Inputs,

    /// Print JSON (schema shader-tools.parts/1).
    #[arg(long)]
    json: bool,
}

const LIST_EXAMPLES: &str = "\
EXAMPLES
  shader-tools parts list examples/triangle_ps.dxil
  shader-tools parts list --json examples/

More: docs/edit.md";

const SCHEMA: &str = "shader-tools.parts/1";

/// The parts of a container.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct File {
    #[serde(flatten)]
    file: FileName,
    /// The parts, in the order of the file.
    parts: Vec<PartObject>,
}

/// A part.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Part"))]
struct PartObject {
    /// The name of the part.
    name: String,
    /// The offset of the part header in the file.
    offset: u64,
    /// The size of the part in bytes, without the part header.
    size: usize,
}

#[test]
fn schema_is_fresh() {
    json::schema::check::<json::schema::Files<File>>(SCHEMA);
}

impl List {
    fn run(&self, globals: &Globals) -> Status {
        let format = Format::json_if(self.json, SCHEMA);
        let mut run = Run::new(&self.inputs, Wanted::SHADERS, globals, format).without_trailing();
        let many = run.inputs.len() > 1;
        run.each(
            |input, bytes, out, _| {
                let file = LoadedShader::open(bytes)?;
                let container = file.container()?;
                if self.json {
                    let parts = container.parts().iter().map(|part| PartObject {
                        name: part.name.to_string(),
                        offset: file.offset(part.offset),
                        size: part.data.len(),
                    });
                    return Ok(json::write(out, &File { file: input.name(), parts: parts.collect() })?);
                }
                if many {
                    writeln!(out, "{}", paint(TITLE, input.name()))?;
                }
                writeln!(out, "  {}", paint(DIM, "name      offset         size  what"))?;
                for part in container.parts() {
                    let what = dx_container::parts::row(part.name).map_or("unknown", |row| row.title);
                    let (name, size) = (part.name.to_string(), grouped(part.data.len() as u64));
                    writeln!(out, "  {name:4}  {:#010x}  {size:>11}  {what}", file.offset(part.offset))?;
                }
                Ok(())
            },
            |_, ()| {},
        );
        run.status()
    }
}

/// Write the bytes of parts to files.
///
/// If the result is one part of one file, `parts extract` writes the part to standard output, or to the file that -o
/// names. If the result has several parts, `parts extract` writes each part to a file FILE.PART in the folder that -o
/// names.
#[derive(Debug, clap::Args)]
#[command(after_help = EXTRACT_EXAMPLES)]
struct Extract {
    #[command(flatten)]
    inputs: Inputs,

    /// Part to extract, such as DXIL, or STAT#1 for the second STAT part [default: all parts].
    #[arg(long = "part", value_name = "NAME", value_parser = suggested::part(), hide_possible_values = true)]
    parts: Vec<PartSelector>,

    /// Extract the whole container; if the file is a PDB, extract the container in the PDB.
    #[arg(long, conflicts_with = "parts")]
    container: bool,

    /// Output file, or output folder for several parts (named FILE.PART).
    #[arg(short, long, value_name = "FILE|DIR")]
    output: Option<PathBuf>,
}

const EXTRACT_EXAMPLES: &str = "\
EXAMPLES
  shader-tools parts extract --part DXIL examples/scan_cs.dxil -o out/scan.dxilpart
  shader-tools parts extract examples/scan_cs.dxil -o out/parts/

More: docs/edit.md";

/// What `--container` adds to names in a folder.
const CONTAINER_EXTENSION: &str = ".dxil";

impl Extract {
    fn run(&self, globals: &Globals) -> Status {
        let mut run = Run::new(&self.inputs, Wanted::SHADERS, globals, Format::Text).without_trailing();
        let output = Output::to(self.output.clone());
        let writer = match output.open(&run.inputs, &[], self.container.then_some(CONTAINER_EXTENSION)) {
            Ok(writer) => writer,
            Err(error) => return run.refuse(&error),
        };
        run.each(
            |input, bytes, _, _| {
                let file = LoadedShader::open(bytes)?;
                let container = file.container()?;
                if self.container {
                    let end = container.bytes().len() - container.trailing().len();
                    let whole = container.bytes().get(..end).unwrap_or_default();
                    return writer.write(input, whole, CONTAINER_EXTENSION);
                }
                let selected = self.select(&container)?;
                if selected.len() != 1 && !output.is_folder() {
                    let text = format!(
                        "{} require an output folder: use -o DIR/, or select one part with --part, such as {}",
                        counted(selected.len(), "part"),
                        selected
                            .first()
                            .map_or(FourCc::DXIL.to_string(), |&index| numbered_name(&container, index)),
                    );
                    return Err(Error::Usage(text));
                }
                let extensions = extensions(&container);
                for index in selected {
                    let Some(part) = container.parts().get(index) else { continue };
                    let extension = extensions.get(index).map(String::as_str);
                    writer.write(input, part.data, extension.unwrap_or_default())?;
                }
                Ok(())
            },
            |_, ()| {},
        );
        run.status()
    }

    fn select(&self, container: &Container<'_>) -> Result<Vec<usize>, Error> {
        if self.parts.is_empty() {
            return Ok((0..container.parts().len()).collect());
        }
        let mut selected = Vec::new();
        for selector in &self.parts {
            let found = selector.select(container.parts().iter().map(|part| part.name));
            if found.is_empty() {
                return Err(missing(*selector, container));
            }
            selected.extend(found);
        }
        Ok(selected)
    }
}

/// The name by which part `index` is selected: `STAT#1` where an earlier one is called the same.
fn numbered_name(container: &Container<'_>, index: usize) -> String {
    let names: Vec<FourCc> = container.parts().iter().map(|part| part.name).collect();
    let Some(&name) = names.get(index) else { return String::new() };
    if names.iter().filter(|&&other| other == name).count() == 1 {
        return name.to_string();
    }
    let before = names.iter().take(index).filter(|&&other| other == name).count();
    format!("{name}#{before}")
}

/// What each part's file is called after its container's: `.DXIL`, or `.STAT#1` where an earlier part's file
/// would be called the same, on systems too that do not tell `a` from `A`.
fn extensions(container: &Container<'_>) -> Vec<String> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let extension = |part: &Part<'_>| {
        // A name may hold any byte, a file name may not.
        let name = part.name.0.iter();
        let name = name.map(|&byte| if byte.is_ascii_alphanumeric() { char::from(byte) } else { '_' });
        let name: String = name.collect();
        let nth = seen.entry(name.to_ascii_lowercase()).and_modify(|nth| *nth += 1).or_insert(0);
        if *nth == 0 { format!(".{name}") } else { format!(".{name}#{nth}") }
    };
    container.parts().iter().map(extension).collect()
}

fn missing(selector: PartSelector, container: &Container<'_>) -> Error {
    let names: Vec<String> =
        (0..container.parts().len().min(20)).map(|index| numbered_name(container, index)).collect();
    Error::Missing(format!("part {selector} does not exist; the container has {}", names.join(", ")))
}

/// For edits that need no content.
const NO_FILES: [PartFile<PartSelector>; 0] = [];

/// How names of symbols are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Default)]
enum SymbolNames {
    /// If a name is a suffix of another name, both names share the bytes of the suffix.
    #[default]
    Packed,
    /// Each name is stored separately.
    Plain,
}

impl From<SymbolNames> for Packing {
    fn from(names: SymbolNames) -> Self {
        match names {
            SymbolNames::Packed => Self::Suffixes,
            SymbolNames::Plain => Self::None,
        }
    }
}

/// Add parts at the end of the container, before PRIV.
///
/// The content of each part is padded to a multiple of 4 bytes.
#[derive(Debug, clap::Args)]
#[command(after_help = ADD_EXAMPLES)]
struct Add {
    /// Part to add, and the file with its content, such as PRIV=build.id.
    #[arg(long = "part", value_name = "NAME=FILE", required_unless_present = "symbols")]
    parts: Vec<PartFile<FourCc>>,

    /// Add SYM0 and STR0 with a symbol for each exported function, or for the entry function.
    #[arg(long)]
    symbols: bool,

    /// Encoding of symbol names.
    #[arg(long, value_enum, default_value_t, value_name = "ENCODING", requires = "symbols")]
    symbol_names: SymbolNames,

    /// Insert the new parts before this part instead of at the end.
    #[arg(long, value_name = "NAME")]
    before: Option<PartSelector>,

    #[command(flatten)]
    edit: Edit,
}

const ADD_EXAMPLES: &str = "\
EXAMPLES
  shader-tools parts add --part PRIV=examples/scan.hlsl examples/scan_cs.dxil -o out/a.dxil
  shader-tools parts add --symbols examples/noise_lib.dxil -o out/noise.dxil

More: docs/edit.md";

/// The parts with programs and with the state of a pipeline, of which a container has one.
const SINGLE_PARTS: [FourCc; 6] =
    [FourCc::DXIL, FourCc::ILDB, FourCc::SHDR, FourCc::SHEX, FourCc::PSV0, FourCc::RTS0];

impl Add {
    fn change<'a>(
        &self,
        builder: &mut ContainerBuilder<'a>,
        new: &'a [Content<FourCc>],
    ) -> Result<(), Error> {
        for (name, data) in new {
            let is_unique = SINGLE_PARTS.contains(name);
            if is_unique && builder.parts.iter().any(|part| part.name == *name) {
                let text = format!(
                    "the container already has part {name}: `parts replace --part {name}=FILE` replaces it"
                );
                return Err(Error::Usage(text));
            }
            self.put(builder, *name, data.into())?;
        }
        if self.symbols { self.add_symbols(builder) } else { Ok(()) }
    }

    /// Puts a part where it was asked for.
    fn put<'a>(
        &self,
        builder: &mut ContainerBuilder<'a>,
        name: FourCc,
        data: Cow<'a, [u8]>,
    ) -> Result<(), Error> {
        match self.before {
            None => builder.push(name, data),
            Some(before) => {
                let found = before.select(builder.parts.iter().map(|part| part.name));
                let Some(&index) = found.first() else {
                    return Err(Error::Missing(format!(
                        "the container has no part {before}: {name} cannot be inserted before it"
                    )));
                };
                builder.insert(index, name, data);
            }
        }
        Ok(())
    }

    fn add_symbols(&self, builder: &mut ContainerBuilder<'_>) -> Result<(), Error> {
        if let Some(part) =
            builder.parts.iter().find(|part| [FourCc::SYM0, FourCc::STR0].contains(&part.name))
        {
            let text =
                format!("the container already has a part {}: remove it with `strip --symbols`", part.name);
            return Err(Error::Usage(text));
        }
        // The functions are those of the container as it will be, but for the symbols themselves.
        let bytes = builder.build(Signing::Keep)?;
        let container = Container::parse(&bytes)?;
        let functions = SymbolTable::of_functions(&container)?;
        if let Some(finding) = functions.check(&container).first() {
            return Err(Error::Missing(format!("cannot generate symbols: {finding}")));
        }
        let table = exported_symbols(&container)?;
        let (symbols, strings) = table.to_parts(self.symbol_names.into())?;
        self.put(builder, FourCc::SYM0, symbols.into())?;
        match strings {
            Some(strings) => self.put(builder, FourCc::STR0, strings.into()),
            None => Ok(()),
        }
    }
}

/// Replace the content of parts with the bytes of files.
#[derive(Debug, clap::Args)]
#[command(after_help = REPLACE_EXAMPLES)]
struct Replace {
    /// Part to replace, and the file with its new content, such as PRIV=build.id.
    #[arg(long = "part", value_name = "NAME=FILE", required = true)]
    parts: Vec<PartFile<PartSelector>>,

    #[command(flatten)]
    edit: Edit,
}

const REPLACE_EXAMPLES: &str = "\
EXAMPLES
  shader-tools parts extract --part STAT examples/scan_cs.dxil -o out/stat
  shader-tools parts replace --part STAT=out/stat examples/scan_cs.dxil -o out/a.dxil

More: docs/edit.md";

fn replace<'a>(builder: &mut ContainerBuilder<'a>, new: &'a [Content<PartSelector>]) -> Result<(), Error> {
    for (part, data) in new {
        let found = part.select(builder.parts.iter().map(|part| part.name));
        if found.is_empty() {
            return Err(Error::Missing(format!("no part {part} to replace: use `parts add` to add it")));
        }
        for index in found {
            if let Some(entry) = builder.parts.get_mut(index) {
                entry.data = data.into();
            }
        }
    }
    Ok(())
}

/// Remove parts from containers.
///
/// To remove STR0, also remove SYM0, for example with `strip --symbols`. STR0 can be removed without SYM0 only if no
/// symbol refers to a name in STR0.
#[derive(Debug, clap::Args)]
#[command(after_help = REMOVE_EXAMPLES)]
struct Remove {
    /// Part to remove, such as STAT, or STAT#1 for the second STAT part.
    #[arg(
        long = "part",
        value_name = "NAME",
        required = true,
        value_parser = suggested::part(),
        hide_possible_values = true
    )]
    parts: Vec<PartSelector>,

    #[command(flatten)]
    edit: Edit,
}

const REMOVE_EXAMPLES: &str = "\
EXAMPLES
  shader-tools parts remove --part STAT examples/ -o out/small/
  shader-tools parts remove --part RTS0 examples/triangle_ps.dxil -o out/a.dxil

More: docs/edit.md";

impl Remove {
    /// Removes the parts. A part that is missing is an error in a file that was named; files of a folder may lack it.
    fn change(
        &self,
        is_named: bool,
        container: &Container<'_>,
        builder: &mut ContainerBuilder<'_>,
    ) -> Result<(), Error> {
        // All are named as the file has them: removing one must not renumber the next.
        let names: Vec<FourCc> = builder.parts.iter().map(|part| part.name).collect();
        let mut found = HashSet::new();
        for part in &self.parts {
            let selected = part.select(names.iter().copied());
            if selected.is_empty() && is_named {
                return Err(missing(*part, container));
            }
            found.extend(selected);
        }
        if names_are_lost(builder, &found) {
            let text = "SYM0 refers to names in STR0: remove both, with --part SYM0 --part STR0 or `strip \
                        --symbols`";
            return Err(Error::Usage(text.to_owned()));
        }
        builder.retain(|index, _| !found.contains(&index));
        Ok(())
    }
}

/// True where SYM0 is kept and refers to names in a STR0 that is removed.
fn names_are_lost(builder: &ContainerBuilder<'_>, removed: &HashSet<usize>) -> bool {
    // Of parts of one name, the first is read.
    let first = |name| builder.parts.iter().enumerate().find(|(_, part)| part.name == name);
    let (Some((symbols, part)), Some((strings, _))) = (first(FourCc::SYM0), first(FourCc::STR0)) else {
        return false;
    };
    let refers = || {
        let symbols = Symbols::parse(Payload::new(part.name, &part.data));
        symbols.is_ok_and(|symbols| symbols.iter().any(|symbol| matches!(symbol.name, Name::At(1..))))
    };
    removed.contains(&strings) && !removed.contains(&symbols) && refers()
}
