//! `inspect`: what is in a file, as a page for people or as JSON.

mod hex;
mod page;
mod root_signature;
mod summary;

use std::io::Write;
use std::path::PathBuf;

use dx_container::{Container, DigestState};

use crate::cli::Globals;
use crate::error::Error;
use crate::input::Input;
use crate::json::{self, JsonFields};
use crate::run::{Format, Outcome, Run};
use crate::status::Status;
use crate::verbs::verify;
use summary::Summary;

/// Show what is in a container: what it is, its parts, signatures, resources, root signature, digest.
#[derive(Debug, clap::Args)]
pub struct Inspect {
    /// Files, folders, - for standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// Print JSON (schema shader-tools.inspect/1).
    #[arg(long)]
    json: bool,

    /// Map every byte of the file, once, to the field it belongs to.
    #[arg(long, conflicts_with = "json")]
    hex: bool,
}

impl Inspect {
    pub fn run(&self, globals: &Globals) -> Status {
        let mut run = Run::new(
            &self.files,
            globals,
            if self.json { Format::Json("shader-tools.inspect/1") } else { Format::Pages },
        );
        run.each(
            |input, bytes, out, outcome| {
                let container = Container::parse(bytes)?;
                if self.json {
                    write_json(input, &container, out, outcome)
                } else if self.hex {
                    hex::write(input, &container, out, outcome)
                } else {
                    page::write(input, &container, out, outcome)
                }
            },
            |_, ()| {},
        );
        run.status()
    }
}

fn write_json(
    input: &Input,
    container: &Container<'_>,
    out: &mut dyn Write,
    outcome: &mut Outcome<()>,
) -> Result<(), Error> {
    let summary = Summary::of(container);
    write!(out, "{{\"file\":{},\"size\":{}", json::text(&input.name()), container.bytes().len())?;
    for (key, value) in summary.json() {
        write!(out, ",\"{key}\":{value}")?;
    }
    let (header, state) = (container.header(), container.digest_state());
    write!(out, ",\"containerVersion\":\"{}.{}\"", header.major, header.minor)?;
    write!(out, ",\"digest\":{{\"value\":\"{}\",\"state\":\"{}\"", header.digest, verify::json_name(state))?;
    if let DigestState::Wrong(expected) = state {
        write!(out, ",\"expected\":\"{expected}\"")?;
    }
    write!(
        out,
        "}},\"gapBytes\":{},\"trailingBytes\":{}",
        page::gap_bytes(container),
        container.trailing().len()
    )?;
    out.write_all(b",\"parts\":[")?;
    for (index, part) in container.parts().iter().enumerate() {
        if index > 0 {
            out.write_all(b",")?;
        }
        let name = json::text(&part.name.to_string());
        write!(out, "{{\"name\":{name},\"offset\":{},\"size\":{},\"fields\":", part.offset, part.data.len())?;
        let mut fields = JsonFields::new(out);
        let walked = container.walk(part, &mut fields);
        fields.finish()?;
        if let Err(error) = walked {
            let error = Error::from(error);
            write!(out, ",\"error\":{}", json::error(&error))?;
            outcome.add(&error, input, Some(container.bytes()));
        }
        out.write_all(b"}")?;
    }
    out.write_all(b"]}")?;
    Ok(())
}
