//! `sign`: writes the digest and changes nothing else.

use dx_container::ContainerBuilder;

use crate::globals::Globals;
use crate::loading::loaded_shader::editable;
use crate::output::Output;
use crate::run::{Format, Outcome, Run};
use crate::selection::chosen::Inputs;
use crate::selection::wanted::Wanted;
use crate::signing::{DigestOption, note_symbols};
use crate::status::Status;

/// Write the digests of containers.
///
/// Direct3D rejects a container without a digest.
///
/// `sign` computes the digest without validating the shader. `validate --sign` validates and signs the shader.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Sign {
    #[command(flatten)]
    inputs: Inputs,

    /// Kind of digest to write.
    #[arg(long, value_enum, default_value_t)]
    digest: DigestOption,

    #[command(flatten)]
    output: Output,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools sign examples/scan_cs.dxil -o out/a.dxil
  shader-tools sign --in-place out/
  shader-tools sign --digest unsigned examples/scan_cs.dxil -o out/b.dxil   unsigned

More: docs/digest.md";

impl Sign {
    pub fn run(&self, globals: &Globals) -> Status {
        let mut run = Run::new(&self.inputs, Wanted::CONTAINERS, globals, Format::Text);
        let writer = match self.output.open(&run.inputs, &[], Some("")) {
            Ok(writer) => writer,
            Err(error) => return run.refuse(&error),
        };
        run.each(
            |input, bytes, _, outcome: &mut Outcome<()>| {
                let builder = ContainerBuilder::from(&editable(bytes)?);
                writer.write(input, &builder.build(self.digest.into())?, "")?;
                note_symbols(&builder, self.digest.into(), input, outcome);
                Ok(())
            },
            |_, ()| {},
        );
        run.status()
    }
}
