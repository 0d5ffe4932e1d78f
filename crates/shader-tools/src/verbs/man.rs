//! `man`: the man pages, one per verb, for packagers.

use std::path::PathBuf;

use crate::error::Error;
use crate::selection::input::display;
use crate::status::Status;
use crate::streams;

/// Write the man pages to a folder.
#[derive(Debug, clap::Args)]
#[command(hide = true)]
pub struct Man {
    /// Folder; it is created if it does not exist.
    folder: PathBuf,
}

impl Man {
    pub fn run(&self, program: clap::Command) -> Status {
        let written = std::fs::create_dir_all(&self.folder)
            .and_then(|()| clap_mangen::generate_to(program, &self.folder));
        match written {
            Ok(()) => Status::Fine,
            Err(cause) => {
                let error = Error::from(cause);
                streams::print_message(error.render(Some(&display(&self.folder)), None));
                error.status()
            }
        }
    }
}
