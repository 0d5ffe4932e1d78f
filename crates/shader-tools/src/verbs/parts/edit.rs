//! The options and the loop that all edits of parts share. Separate from each of the edits.

use std::path::Path;

use dx_container::{Container, ContainerBuilder};

use crate::error::Error;
use crate::globals::Globals;
use crate::loading::loaded_shader::editable;
use crate::loading::reading::read_any;
use crate::output::{Output, Writer};
use crate::part_selector::PartFile;
use crate::run::{Format, Outcome, Run};
use crate::selection::chosen::Inputs;
use crate::selection::input::display;
use crate::selection::wanted::Wanted;
use crate::signing::{EditedDigest, note_symbols};
use crate::status::Status;

/// Options that all edits share.
#[derive(Debug, clap::Args)]
pub(super) struct Edit {
    #[command(flatten)]
    pub(super) inputs: Inputs,

    #[command(flatten)]
    pub(super) digest: EditedDigest,

    #[command(flatten)]
    pub(super) output: Output,
}

/// A part and its new content.
pub(super) type Content<P> = (P, Vec<u8>);

impl Edit {
    /// Changes each input with the contents of `files`, which are read once.
    pub(super) fn run<P: Copy + Sync>(
        &self,
        globals: &Globals,
        files: &[PartFile<P>],
        change: impl for<'a> Fn(&mut ContainerBuilder<'a>, &'a [Content<P>]) -> Result<(), Error> + Sync,
    ) -> Status {
        let mut run = Run::new(&self.inputs, Wanted::CONTAINERS, globals, Format::Text);
        let read: Vec<&Path> = files.iter().map(|file| file.path.as_path()).collect();
        let writer = match self.output.open(&run.inputs, &read, Some("")) {
            Ok(writer) => writer,
            Err(error) => return run.refuse(&error),
        };
        let mut contents = Vec::new();
        for PartFile { part, path } in files {
            match read_any(path) {
                Ok(data) => contents.push((*part, data)),
                Err(error) => {
                    run.fail_with(&display(path), &error);
                    return run.status();
                }
            }
        }
        self.each(&mut run, &writer, contents.as_slice(), |_, builder, contents| change(builder, contents));
        run.status()
    }

    /// Changes each input of `run` with `contents`.
    pub(super) fn each<C: Sync + ?Sized>(
        &self,
        run: &mut Run<'_>,
        writer: &Writer<'_>,
        contents: &C,
        change: impl for<'a> Fn(&Container<'a>, &mut ContainerBuilder<'a>, &'a C) -> Result<(), Error> + Sync,
    ) {
        run.each(
            |input, bytes, _, outcome: &mut Outcome<()>| {
                let container = editable(bytes)?;
                let mut builder = ContainerBuilder::from(&container);
                change(&container, &mut builder, contents)?;
                let signing = self.digest.of(&container);
                writer.write(input, &builder.build(signing)?, "")?;
                note_symbols(&builder, signing, input, outcome);
                Ok(())
            },
            |_, ()| {},
        );
    }
}
