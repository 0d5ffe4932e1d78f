//! `scan`: the containers inside any file.

use std::path::PathBuf;

use dx_container::{DigestState, scan};

use crate::cli::Globals;
use crate::error::Error;
use crate::input::Input;
use crate::json;
use crate::output::{Files, check_names, is_folder, write_file};
use crate::run::{Format, Outcome, Run};
use crate::status::Status;
use crate::style::{DIM, TITLE, counted, grouped, paint};

/// Find shaders inside any file: archives, executables, caches.
///
/// A container counts where its header and part table hold good and it has at most 1,024 parts; what lies inside one
/// is not listed apart. Compressed and encrypted ones cannot be seen. Exit status 1 if a file holds none.
#[derive(Debug, clap::Args)]
pub struct Scan {
    /// Files of any kind, folders, - for standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// Write each container here, as FILE.OFFSET.dxil (or .dxbc).
    #[arg(long, value_name = "DIR")]
    extract: Option<PathBuf>,

    /// Print JSON (schema shader-tools.scan/1).
    #[arg(long)]
    json: bool,
}

impl Scan {
    pub fn run(&self, globals: &Globals) -> Status {
        let mut run = Run::any(&self.files, globals, Format::json_if(self.json, "shader-tools.scan/1"));
        if let Some(folder) = &self.extract
            && folder.exists()
            && !is_folder(folder)
        {
            run.fail(&Error::Usage(format!("{} is no folder", folder.display())));
            return run.status();
        }
        if self.extract.is_some()
            && let Err(error) = check_names(&run.inputs)
        {
            run.fail(&error);
            return run.status();
        }
        let files_of_run = Files::reading(run.inputs.iter().filter_map(Input::path));
        let many = run.inputs.len() > 1;
        let (mut found, mut files) = (0, 0);
        run.each(
            |input, bytes, out, outcome: &mut Outcome<usize>| {
                let name = input.name();
                if self.json {
                    write!(out, "{{\"file\":{},\"found\":[", json::text(&name))?;
                }
                for (index, scan::Found { offset, container, digest }) in scan::scan(bytes).enumerate() {
                    if many && index == 0 && !self.json {
                        writeln!(out, "{}", paint(TITLE, &name))?;
                    }
                    outcome.value += 1;
                    let size = container.bytes().len();
                    let what = container.program_version().map(|version| version.to_string());
                    let what = what.unwrap_or_else(|| "no program".to_owned());
                    let digest = match digest {
                        DigestState::Valid => "",
                        _ => "  not signed",
                    };
                    if self.json {
                        let separator = if index == 0 { "" } else { "," };
                        write!(out, "{separator}{{\"offset\":{offset},\"size\":{size}}}")?;
                    } else {
                        let parts = counted(container.parts().len(), "part");
                        let size = grouped(size as u64);
                        writeln!(
                            out,
                            "  {offset:#012x}  {size:>11} bytes  {what:10}  {parts}{}",
                            paint(DIM, digest)
                        )?;
                    }
                    if let Some(folder) = &self.extract {
                        let end = if container.part(dx_container::FourCc::DXIL).is_some() {
                            "dxil"
                        } else {
                            "dxbc"
                        };
                        let mut to = folder.join(&input.relative).into_os_string();
                        to.push(format!(".{offset:08x}.{end}"));
                        let to = PathBuf::from(to);
                        files_of_run.claim(&to)?;
                        write_file(&to, container.bytes())?;
                    }
                }
                if self.json {
                    write!(out, "]}}")?;
                }
                if outcome.value == 0 {
                    outcome.status = Status::Findings;
                }
                Ok(())
            },
            |_, count| {
                found += count;
                files += usize::from(count > 0);
            },
        );
        if !self.json {
            let of = counted(run.inputs.len(), "file");
            run.print(|out| {
                writeln!(out, "{} in {} of {of}", counted(found, "container"), grouped(files as u64))
            });
        }
        run.status()
    }
}
