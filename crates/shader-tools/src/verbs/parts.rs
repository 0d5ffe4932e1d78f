//! `parts`: list, take out, put in, exchange and remove the parts of containers.

use std::path::PathBuf;

use clap::Subcommand;
use dx_container::{Container, ContainerBuilder, FourCc};

use crate::cli::{DigestOption, Globals};
use crate::error::Error;
use crate::json;
use crate::output::Output;
use crate::part_selector::{PartFile, PartSelector};
use crate::run::{Format, Run};
use crate::status::Status;
use crate::style::{TITLE, grouped, paint};
use crate::table::table;

/// List, extract, add, replace and remove parts.
///
/// Every change writes a digest of the new bytes unless --digest says otherwise.
#[derive(Debug, clap::Args)]
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
}

impl Parts {
    pub fn run(&self, globals: &Globals) -> Status {
        match &self.verb {
            PartsVerb::List(verb) => verb.run(globals),
            PartsVerb::Extract(verb) => verb.run(globals),
            PartsVerb::Add(verb) => verb.edit.run(globals, |builder| verb.change(builder)),
            PartsVerb::Replace(verb) => verb.edit.run(globals, |builder| verb.change(builder)),
            PartsVerb::Remove(verb) => verb.edit.run(globals, |builder| {
                verb.change(builder);
                Ok(())
            }),
        }
    }
}

/// List the parts: name, offset, size, what they are.
#[derive(Debug, clap::Args)]
struct List {
    /// Files, folders, - for standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// Print JSON (schema shader-tools.parts/1).
    #[arg(long)]
    json: bool,
}

impl List {
    fn run(&self, globals: &Globals) -> Status {
        let mut run = Run::new(&self.files, globals, Format::json_if(self.json, "shader-tools.parts/1"));
        let many = run.inputs.len() > 1;
        run.each(
            |input, bytes, out, _| {
                let container = Container::parse(bytes)?;
                if self.json {
                    let parts = container.parts().iter().map(|part| {
                        let name = json::text(&part.name.to_string());
                        format!("{{\"name\":{name},\"offset\":{},\"size\":{}}}", part.offset, part.data.len())
                    });
                    let parts = parts.collect::<Vec<_>>().join(",");
                    write!(out, "{{\"file\":{},\"parts\":[{parts}]}}", json::text(&input.name()))?;
                    return Ok(());
                }
                if many {
                    writeln!(out, "{}", paint(TITLE, input.name()))?;
                }
                let rows = container.parts().iter().map(|part| {
                    let what = dx_container::parts::row(part.name).map_or("unknown", |row| row.title);
                    let size = grouped(part.data.len() as u64);
                    vec![part.name.to_string(), format!("{:#06x}", part.offset), size, what.to_owned()]
                });
                write!(out, "{}", table(&["name", "offset", "size", "what"], &rows.collect::<Vec<_>>()))?;
                Ok(())
            },
            |_, ()| {},
        );
        run.status()
    }
}

/// Take parts out, as they are.
///
/// One part goes to -o FILE or to standard output; several go to -o DIR/ as FILE.NAME.
#[derive(Debug, clap::Args)]
struct Extract {
    /// Files, folders, - for standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// The part: DXIL, or STAT#1 for the second of that name. All parts where none is named.
    #[arg(long = "part", value_name = "NAME")]
    parts: Vec<PartSelector>,

    /// Write here: a file, or a folder for several parts or inputs.
    #[arg(short, long, value_name = "FILE|DIR")]
    output: Option<PathBuf>,
}

impl Extract {
    fn run(&self, globals: &Globals) -> Status {
        let mut run = Run::new(&self.files, globals, Format::Text);
        let output = Output { output: self.output.clone(), in_place: false };
        let several = run.inputs.len() > 1 || self.parts.len() != 1;
        if several && let Err(error) = output.check(usize::MAX) {
            let text =
                "several parts need a folder to go to: -o DIR/, or name one part with --part".to_owned();
            run.fail(&if run.inputs.len() > 1 { error } else { Error::Usage(text) });
            return run.status();
        }
        run.each(
            |input, bytes, _, _| {
                let container = Container::parse(bytes)?;
                let names = || container.parts().iter().map(|part| part.name);
                let mut selected = Vec::new();
                for &selector in &self.parts {
                    let found = selector.select(names());
                    if found.is_empty() {
                        return Err(missing(selector, &container));
                    }
                    if found.len() > 1 && !several {
                        let text = format!(
                            "{} parts are called {selector}: say which ({selector}#0, …) or -o DIR/",
                            found.len()
                        );
                        return Err(Error::Usage(text));
                    }
                    selected.extend(found);
                }
                if self.parts.is_empty() {
                    selected.extend(0..container.parts().len());
                }
                for index in selected {
                    let Some(part) = container.parts().get(index) else { continue };
                    output.write(input, part.data, Some(&extension(&container, index)))?;
                }
                Ok(())
            },
            |_, ()| {},
        );
        run.status()
    }
}

/// `.DXIL`, or `.STAT#1` for a name that occurs before.
fn extension(container: &Container<'_>, index: usize) -> String {
    let names: Vec<FourCc> = container.parts().iter().map(|part| part.name).take(index + 1).collect();
    let Some((name, before)) = names.split_last() else { return String::new() };
    // A name may hold any byte, a file name may not.
    let text: String =
        name.to_string().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    match before.iter().filter(|other| *other == name).count() {
        0 => format!(".{text}"),
        nth => format!(".{text}#{nth}"),
    }
}

fn missing(selector: PartSelector, container: &Container<'_>) -> Error {
    let names: Vec<String> = container.parts().iter().map(|part| part.name.to_string()).collect();
    Error::Missing(format!("no part {selector}; there are {}", names.join(", ")))
}

/// What all edits share.
#[derive(Debug, clap::Args)]
struct Edit {
    /// Files, folders, - for standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// What to write into the digest.
    #[arg(long, value_enum, default_value_t)]
    digest: DigestOption,

    #[command(flatten)]
    output: Output,
}

impl Edit {
    fn run(
        &self,
        globals: &Globals,
        change: impl Fn(&mut ContainerBuilder<'_>) -> Result<(), Error> + Sync,
    ) -> Status {
        let mut run = Run::new(&self.files, globals, Format::Text);
        if let Err(error) = self.output.check(run.inputs.len()) {
            run.fail(&error);
            return run.status();
        }
        run.each(
            |input, bytes, _, _| {
                let mut builder = ContainerBuilder::from(&Container::parse(bytes)?);
                change(&mut builder)?;
                self.output.write(input, &builder.build(self.digest.into())?, None)
            },
            |_, ()| {},
        );
        run.status()
    }
}

/// Add parts, padded to a multiple of 4 bytes, at the end but before PRIV.
#[derive(Debug, clap::Args)]
struct Add {
    /// The new part and the file with its content, e.g. PRIV=build.id.
    #[arg(long = "part", value_name = "NAME=FILE", required = true)]
    parts: Vec<PartFile>,

    /// Put them before this part instead.
    #[arg(long, value_name = "NAME")]
    before: Option<PartSelector>,

    #[command(flatten)]
    edit: Edit,
}

impl Add {
    fn change(&self, builder: &mut ContainerBuilder<'_>) -> Result<(), Error> {
        for PartFile { part, path } in &self.parts {
            let data = read(path)?;
            match self.before {
                None => builder.push(part.name, data),
                Some(before) => {
                    let found = before.select(builder.parts.iter().map(|part| part.name));
                    let Some(&index) = found.first() else {
                        return Err(Error::Missing(format!("no part {before} to put {} before", part.name)));
                    };
                    builder.insert(index, part.name, data);
                }
            }
        }
        Ok(())
    }
}

/// Give parts new content, exactly the file's bytes.
#[derive(Debug, clap::Args)]
struct Replace {
    /// The part and the file with its new content.
    #[arg(long = "part", value_name = "NAME=FILE", required = true)]
    parts: Vec<PartFile>,

    #[command(flatten)]
    edit: Edit,
}

impl Replace {
    fn change(&self, builder: &mut ContainerBuilder<'_>) -> Result<(), Error> {
        for PartFile { part, path } in &self.parts {
            let data = read(path)?;
            let found = part.select(builder.parts.iter().map(|part| part.name));
            if found.is_empty() {
                return Err(Error::Missing(format!("no part {part} to replace; `parts add` makes one")));
            }
            for index in found {
                if let Some(entry) = builder.parts.get_mut(index) {
                    entry.data = data.clone().into();
                }
            }
        }
        Ok(())
    }
}

/// Remove parts; a file that has none of them stays as it is but for the digest.
#[derive(Debug, clap::Args)]
struct Remove {
    /// The part: STAT, or STAT#1 for the second of that name.
    #[arg(long = "part", value_name = "NAME", required = true)]
    parts: Vec<PartSelector>,

    #[command(flatten)]
    edit: Edit,
}

impl Remove {
    fn change(&self, builder: &mut ContainerBuilder<'_>) {
        for part in &self.parts {
            let found = part.select(builder.parts.iter().map(|part| part.name));
            for index in found.into_iter().rev() {
                builder.parts.remove(index);
            }
        }
    }
}

fn read(path: &PathBuf) -> Result<Vec<u8>, Error> {
    std::fs::read(path).map_err(|cause| Error::Io {
        doing: "read",
        cause: std::io::Error::new(cause.kind(), format!("{}: {cause}", path.display())),
    })
}
