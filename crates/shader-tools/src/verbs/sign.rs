//! `sign`: the digest and nothing else.

use std::path::PathBuf;

use dx_container::ContainerBuilder;

use crate::cli::{DigestOption, Globals};
use crate::output::Output;
use crate::run::Run;
use crate::shader_file::editable;
use crate::status::Status;

/// Write the digest of containers.
///
/// Without a digest the runtime takes a shader for not validated. This computes it; it does not validate.
#[derive(Debug, clap::Args)]
pub struct Sign {
    /// Files, folders, - for standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// What to write.
    #[arg(long, value_enum, default_value_t)]
    digest: DigestOption,

    #[command(flatten)]
    output: Output,
}

impl Sign {
    pub fn run(&self, globals: &Globals) -> Status {
        let mut run = Run::editing(&self.files, globals);
        if let Err(error) = self.output.check(&run.inputs) {
            run.fail(&error);
            return run.status();
        }
        run.each(
            |input, bytes, _, _| {
                let signed = ContainerBuilder::from(&editable(bytes)?).build(self.digest.into())?;
                self.output.write(input, &signed, None)
            },
            |_, ()| {},
        );
        run.status()
    }
}
