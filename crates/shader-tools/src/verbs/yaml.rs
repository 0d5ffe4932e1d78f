//! `yaml`: converts containers and PDB files to text and back.

use std::path::PathBuf;

use dx_container::pdb::{CONTAINER_STREAM, Pdb, is_msf};
use dx_container::{Container, ContainerError, Signing, sign};
use dx_text::yaml::LlvmVersion;

use crate::error::Error;
use crate::globals::Globals;
use crate::loading::loaded_shader::LoadedShader;
use crate::output::{DXIL, Output, made_of_text};
use crate::run::{Format, Run};
use crate::selection::chosen::Inputs;
use crate::selection::wanted::Wanted;
use crate::signing::DigestOption;
use crate::status::Status;

/// Convert containers and PDBs to YAML and back.
///
/// `yaml --from` restores the original bytes, including the digest. After an edit of the YAML file, `--digest sign`
/// computes the new digest.
///
/// Parts that LLVM 23 supports have the same keys as in the output of obj2yaml. `yaml --from` also reads the output of
/// obj2yaml 22 and 23.
///
/// In an output folder, the YAML of a.dxil is named a.dxil.yaml. With --from, the result of a.yaml or a.dxil.yaml is
/// named a.dxil.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("files", |files| files.help("Files, folders, or - for standard input; with --from, YAML \
                                               files, or folders with *.yaml or *.yml")))]
pub struct Yaml {
    #[command(flatten)]
    inputs: Inputs,

    /// Convert YAML files to the containers and PDBs that the files describe.
    #[arg(long)]
    from: bool,

    /// Print only keys that yaml2obj of LLVM VERSION (default: 22) reads, and comments for other content.
    #[arg(long, value_enum, value_name = "VERSION", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "22", conflicts_with = "from")]
    llvm: Option<LlvmOption>,

    /// Kind of digest to write with --from.
    #[arg(long, value_enum, default_value_t = DigestOption::Keep, requires = "from")]
    digest: DigestOption,

    /// Output file, or output folder, in which each result has the relative path of its input.
    #[arg(short, long, value_name = "FILE|DIR")]
    output: Option<PathBuf>,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools yaml examples/scan_cs.dxil > a.yaml
  shader-tools yaml --from a.yaml -o b.dxil             the same bytes
  shader-tools yaml --llvm=22 examples/scan_cs.dxil | yaml2obj-22 -o b.dxil

More: docs/edit.md";

/// A version of LLVM.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum LlvmOption {
    #[value(name = "22")]
    V22,
    #[value(name = "23")]
    V23,
}

impl From<LlvmOption> for LlvmVersion {
    fn from(option: LlvmOption) -> Self {
        match option {
            LlvmOption::V22 => Self::V22,
            LlvmOption::V23 => Self::V23,
        }
    }
}

impl Yaml {
    pub fn run(&self, globals: &Globals) -> Status {
        let mut run = if self.from {
            Run::new(&self.inputs, Wanted::Yaml, globals, Format::Text)
        } else {
            Run::new(&self.inputs, Wanted::SHADERS, globals, Format::Text)
        };
        if self.from {
            run.inputs.iter_mut().for_each(|input| input.relative = made_of_text(&input.relative, DXIL));
        }
        let to_stdout = self.output.is_none() && !self.from;
        let output = Output::to(self.output.clone());
        let extension = if self.from { "" } else { ".yaml" };
        let inputs = if to_stdout { &[] } else { run.inputs.as_slice() };
        let writer = match output.open(inputs, &[], Some(extension)) {
            Ok(writer) => writer,
            Err(error) => return run.refuse(&error),
        };
        let many = run.inputs.len() > 1;
        run.each(
            |input, bytes, out, _| {
                if self.from {
                    return writer.write(input, &self.read(bytes)?, extension);
                }
                let file = LoadedShader::open(bytes)?;
                let container = file.container()?;
                let text = match &file.pdb {
                    None => match self.llvm {
                        None => dx_text::yaml::print(&container),
                        Some(version) => dx_text::yaml::print_llvm(&container, version.into()),
                    },
                    Some(pdb) => match self.llvm {
                        None => dx_text::yaml::print_pdb(pdb),
                        Some(version) => {
                            PDB_LEFT_OUT.to_owned() + &dx_text::yaml::print_llvm(&container, version.into())
                        }
                    },
                };
                if to_stdout {
                    if many {
                        writeln!(out, "# {}", input.name())?;
                    }
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
        let mut file = dx_text::yaml::read_bytes(bytes)?;
        let signing = self.digest.into();
        if signing == Signing::Keep {
            return Ok(file);
        }
        if !is_msf(&file) {
            sign_container(&mut file, signing)?;
            return Ok(file);
        }
        let pdb = Pdb::parse(&file)?;
        // Its place would be one in the file that was made, not in the text.
        let nothing = |error: ContainerError| {
            Error::Usage(format!("--digest requires a PDB with a container: {}", error.kind()))
        };
        let mut container = pdb.container().map_err(nothing)?.into_owned();
        sign_container(&mut container, signing).map_err(nothing)?;
        let mut bytes = container.iter();
        for range in pdb.msf().stream_ranges(CONTAINER_STREAM) {
            let places = file.get_mut(range).unwrap_or_default();
            places.iter_mut().zip(&mut bytes).for_each(|(place, byte)| *place = *byte);
        }
        Ok(file)
    }
}

/// The comment of --llvm before the container of a PDB.
const PDB_LEFT_OUT: &str = "# left out: the PDB file that contains this container\n";

/// Writes the digest of the container with which `bytes` begin.
fn sign_container(bytes: &mut [u8], signing: Signing) -> Result<(), ContainerError> {
    let size = Container::parse(bytes)?.header().total_size.get();
    if let Some(container) = bytes.get_mut(..size as usize) {
        sign(container, signing);
    }
    Ok(())
}
