//! `derive`: containers whose derived parts are regenerated from the program.

use dx_container::{Container, Signing};
use dxil::assemble::rederive;

use crate::error::Error;
use crate::globals::Globals;
use crate::judging::refuse_invalid;
use crate::loading::loaded_shader::editable;
use crate::loading::program::{self, ProgramKind};
use crate::output::Output;
use crate::run::{Format, Outcome, Run};
use crate::selection::chosen::Inputs;
use crate::selection::wanted::Wanted;
use crate::signing::{EditedDigest, note_symbols};
use crate::status::Status;
use crate::style::counted;
use crate::validator_version::ValidatorVersion;

/// Regenerate the parts that are computed from the DXIL program.
///
/// `derive` regenerates SFI0, ISG1, OSG1, PSG1, PSV0, RDAT and HASH.
///
/// `derive` does not change the other parts. The only exception is --validator-version, which sets dx.valver in DXIL
/// and ILDB.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Derive {
    #[command(flatten)]
    inputs: Inputs,

    /// Target validator version [default: dx.valver of the program].
    #[arg(long, value_name = "VERSION")]
    validator_version: Option<ValidatorVersion>,

    #[command(flatten)]
    digest: EditedDigest,

    #[command(flatten)]
    output: Output,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools derive examples/scan_cs.dxil -o out/a.dxil
  shader-tools derive --validator-version 1.8 examples/scan_cs.dxil -o out/b.dxil

More: docs/edit.md";

impl Derive {
    pub fn run(&self, globals: &Globals) -> Status {
        let mut run = Run::new(&self.inputs, Wanted::CONTAINERS, globals, Format::Text);
        let writer = match self.output.open(&run.inputs, &[], Some("")) {
            Ok(writer) => writer,
            Err(error) => return run.refuse(&error),
        };
        let mut total = 0;
        run.each(
            |input, bytes, _, outcome: &mut Outcome<usize>| {
                let container = editable(bytes)?;
                if let ProgramKind::Tokens(_) = program::find(&container)? {
                    let text = "the program has shader model 4 or 5, but `derive` requires a DXIL program";
                    return Err(Error::Unsupported(text.to_owned()));
                }
                if let Some(version) = &self.validator_version {
                    version.check_supports(&container)?;
                }
                let version = self.validator_version.as_ref().map(|version| &version.0);
                let builder = rederive(&container, version)?;
                let signing = self.digest.of(&container);
                let derived = builder.build(signing)?;
                if version.is_some() && matches!(signing, Signing::Sign | Signing::PreviewBypass) {
                    let next_step = ": `--digest unsigned` writes an unsigned container";
                    refuse_invalid(&derived, next_step, input, outcome)?;
                }
                writer.write(input, &derived, "")?;
                note_symbols(&builder, signing, input, outcome);
                outcome.value = changed(&container, &Container::parse(&derived)?);
                Ok(())
            },
            |_, changed| total += changed,
        );
        if run.files() > 1 {
            run.say_total(&format!("{} changed", counted(total, "part")));
        }
        run.status()
    }
}

/// How many parts were changed, added or removed.
fn changed(before: &Container<'_>, after: &Container<'_>) -> usize {
    let is_new =
        |part: &&dx_container::Part<'_>| before.part(part.name).is_none_or(|known| known.data != part.data);
    let is_gone = |part: &&dx_container::Part<'_>| after.part(part.name).is_none();
    after.parts().iter().filter(is_new).count() + before.parts().iter().filter(is_gone).count()
}
