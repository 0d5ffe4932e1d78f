//! `yaml`: containers as text, and back.

use std::path::{Path, PathBuf};

use dx_container::{Container, sign};

use crate::cli::{DigestOption, Globals};
use crate::error::Error;
use crate::input::is_yaml;
use crate::output::Output;
use crate::run::{Format, Run};
use crate::shader_file::ShaderFile;
use crate::status::Status;

/// Print containers as YAML, or make containers of YAML.
///
/// Parts that LLVM models stand under the keys that its obj2yaml prints; of all others every field that the
/// decoder reads has its name, and parts without a decoder are bytes. Reading the text again gives the same file,
/// byte for byte, the digest included: after an edit use --digest sign. What obj2yaml printed is read too. Of a
/// PDB, the container in it is printed.
#[derive(Debug, clap::Args)]
pub struct Yaml {
    /// Files, folders, - for standard input. With --from: YAML files, in folders those called .yaml or .yml.
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// The files are YAML: write the containers they describe.
    #[arg(long)]
    from: bool,

    /// Print only what LLVM's yaml2obj reads; comments say what that leaves out.
    #[arg(long, conflicts_with = "from")]
    llvm: bool,

    /// With --from: what to write into the digest.
    #[arg(long, value_enum, default_value_t = DigestOption::Keep, requires = "from")]
    digest: DigestOption,

    /// Write here: a file, or for several inputs a folder, which keeps their relative names.
    #[arg(short, long, value_name = "FILE|DIR")]
    output: Option<PathBuf>,
}

impl Yaml {
    pub fn run(&self, globals: &Globals) -> Status {
        let mut run = if self.from {
            Run::texts(&self.files, globals)
        } else {
            Run::new(&self.files, globals, Format::Text)
        };
        if self.from {
            run.inputs.iter_mut().for_each(|input| input.relative = container_name(&input.relative));
        }
        let to_stdout = self.output.is_none() && !self.from;
        let output = Output::to(self.output.clone());
        let extension = if self.from { "" } else { ".yaml" };
        let inputs = if to_stdout { &[] } else { run.inputs.as_slice() };
        let writer = match output.open(inputs, &[], Some(extension)) {
            Ok(writer) => writer,
            Err(error) => return run.refuse(&error),
        };
        run.each(
            |input, bytes, out, _| {
                if self.from {
                    return writer.write(input, &self.read(bytes)?, extension);
                }
                let file = ShaderFile::open(bytes)?;
                let print = if self.llvm { dx_text::yaml::print_llvm } else { dx_text::yaml::print };
                let text = print(&file.container()?);
                if to_stdout {
                    out.write_all(text.as_bytes())?;
                    return Ok(());
                }
                writer.write(input, text.as_bytes(), extension)
            },
            |_, ()| {},
        );
        run.status()
    }

    fn read(&self, bytes: &[u8]) -> Result<Vec<u8>, Error> {
        let mut container = dx_text::yaml::read_bytes(bytes)?;
        let size = Container::parse(&container)?.header().total_size.get();
        if let Some(container) = container.get_mut(..usize::try_from(size).unwrap_or(usize::MAX)) {
            sign(container, self.digest.into());
        }
        Ok(container)
    }
}

/// What a container in a folder is called that was described in the file called `text`: `a.dxil` for both
/// `a.dxil.yaml` and `a.yaml`.
fn container_name(text: &Path) -> PathBuf {
    let name = if is_yaml(text) { text.with_extension("") } else { text.to_owned() };
    if name.extension().is_some() { name } else { name.with_extension("dxil") }
}
