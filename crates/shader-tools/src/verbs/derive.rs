//! `derive`: containers whose derived parts are made anew from the program.

use std::path::PathBuf;

use dx_container::Container;
use dxil::assemble::rederive;

use crate::cli::{DigestOption, Globals};
use crate::error::Error;
use crate::output::Output;
use crate::program::{self, ProgramKind};
use crate::run::{Outcome, Run};
use crate::shader_file::editable;
use crate::status::Status;
use crate::style::counted;
use crate::validator_version::ValidatorVersion;
use crate::verbs::sign::note_symbols;

/// Make the parts anew that follow from the program: SFI0, ISG1, OSG1, PSG1, PSV0, RDAT, HASH.
///
/// All other parts stay as they are, byte for byte. With --validator-version the program is for that validator afterwards:
/// DXIL and ILDB say so, and what it does not know is left out; a shader of an older target gets the name of its entry in
/// PSV0 with 1.8.
#[derive(Debug, clap::Args)]
pub struct Derive {
    /// Files, folders, - for standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// The validator that is to accept the container [default: the one that the program names].
    #[arg(long, value_name = "VERSION")]
    validator_version: Option<ValidatorVersion>,

    /// What to write into the digest.
    #[arg(long, value_enum, default_value_t)]
    digest: DigestOption,

    #[command(flatten)]
    output: Output,
}

impl Derive {
    pub fn run(&self, globals: &Globals) -> Status {
        let mut run = Run::editing(&self.files, globals);
        let writer = match self.output.open(&run.inputs, &[], Some("")) {
            Ok(writer) => writer,
            Err(error) => return run.refuse(&error),
        };
        let (mut files, mut total) = (0, 0);
        run.each(
            |input, bytes, _, outcome: &mut Outcome<usize>| {
                let container = editable(bytes)?;
                if let ProgramKind::Tokens(_) = program::find(&container)? {
                    let text = "its program is one of shader model 5 or older, from which no part is derived";
                    return Err(Error::Unsupported(text.to_owned()));
                }
                let version = self.validator_version.as_ref().map(|version| &version.0);
                let builder = rederive(&container, version)?;
                let derived = builder.build(self.digest.into())?;
                writer.write(input, &derived, "")?;
                note_symbols(&builder, self.digest, input, outcome);
                outcome.value = changed(&container, &Container::parse(&derived)?);
                Ok(())
            },
            |_, changed| {
                files += 1;
                total += changed;
            },
        );
        if files > 1 {
            let (files, parts) = (counted(files, "file"), counted(total, "part"));
            anstream::eprintln!("{files}: {parts} changed");
        }
        run.status()
    }
}

/// How many parts are others, new or gone.
fn changed(before: &Container<'_>, after: &Container<'_>) -> usize {
    let is_new =
        |part: &&dx_container::Part<'_>| before.part(part.name).is_none_or(|known| known.data != part.data);
    let is_gone = |part: &&dx_container::Part<'_>| after.part(part.name).is_none();
    after.parts().iter().filter(is_new).count() + before.parts().iter().filter(is_gone).count()
}
