//! `parts get` and `parts set`: root signatures and private data. Separate because the other verbs of `parts` do not
//! interpret the content of parts.

use std::path::{Path, PathBuf};

use clap::{ArgGroup, ValueEnum};
use dx_container::enums::RootSignatureVersion;
use dx_container::parts::root_signature::{RootSignature, RootSignatureBuf};
use dx_container::parts::{PartBuf as _, View as _};
use dx_container::{ContainerBuilder, FourCc, Signing};
use dx_text::root_signature;

use super::edit::Edit;
use crate::error::Error;
use crate::globals::Globals;
use crate::loading::loaded_shader::LoadedShader;
use crate::output::Output;
use crate::root_signature_file;
use crate::run::{Format, Run};
use crate::selection::chosen::Inputs;
use crate::selection::input::{self, display};
use crate::selection::wanted::Wanted;
use crate::status::Status;

/// The name of the root signature in HLSL that is printed.
const MACRO: &str = "RS";

/// Print the root signature, or write the root signature or the private data to a file.
#[derive(Debug, clap::Args)]
#[command(after_help = GET_EXAMPLES)]
#[command(group(ArgGroup::new("what").args(["root_signature", "private"]).required(true)))]
pub(super) struct Get {
    #[command(flatten)]
    inputs: Inputs,

    /// Print the root signature (RTS0).
    #[arg(long)]
    root_signature: bool,

    /// Write the bytes of the private data (PRIV).
    #[arg(long)]
    private: bool,

    /// Format of the root signature.
    #[arg(long = "as", value_enum, default_value_t, value_name = "FORM", conflicts_with = "private")]
    form: Form,

    /// Output file, or output folder for FILE.rootsig, FILE.rts0 or FILE.priv.
    #[arg(short, long, value_name = "FILE|DIR")]
    output: Option<PathBuf>,
}

const GET_EXAMPLES: &str = "\
EXAMPLES
  shader-tools parts get --root-signature examples/triangle_ps.dxil
  shader-tools parts set --private examples/scan.hlsl examples/scan_cs.dxil -o out/a.dxil
  shader-tools parts get --private out/a.dxil -o out/private

More: docs/edit.md";

/// How a root signature is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Default)]
enum Form {
    /// Root signature as HLSL text, one element per line.
    #[default]
    Text,
    /// HLSL file that defines the macro RS, for #include or for dxc -T rootsig_1_1 -E RS.
    Hlsl,
    /// Unsigned container with only RTS0, like the output of dxc -extractrootsignature.
    Binary,
}

impl Get {
    pub(super) fn run(&self, globals: &Globals) -> Status {
        let mut run = Run::new(&self.inputs, Wanted::SHADERS, globals, Format::Text).without_trailing();
        let is_binary = self.private || self.form == Form::Binary;
        let to_stdout = self.output.is_none() && !is_binary;
        let output = Output::to(self.output.clone());
        let extension = match self.form {
            _ if self.private => ".priv",
            Form::Binary => ".rts0",
            Form::Text | Form::Hlsl => ".rootsig",
        };
        let inputs = if to_stdout { &[] } else { run.inputs.as_slice() };
        let writer = match output.open(inputs, &[], Some(extension)) {
            Ok(writer) => writer,
            Err(error) => return run.refuse(&error),
        };
        let many = run.inputs.len() > 1;
        run.each(
            |input, bytes, out, _| {
                let file = LoadedShader::open(bytes)?;
                let container = file.container()?;
                let name = if self.private { FourCc::PRIV } else { FourCc::RTS0 };
                let part = container.part(name).ok_or_else(|| missing(name))?;
                if self.private {
                    return writer.write(input, part.data, extension);
                }
                if self.form == Form::Binary {
                    let mut builder = ContainerBuilder::new();
                    builder.push(name, part.data);
                    return writer.write(input, &builder.build(Signing::Zero)?, extension);
                }
                let signature = RootSignature::parse(container.payload(&part));
                let signature = signature.map_err(|error| file.placed(error))?.to_buf();
                let text = self.text(&signature)?;
                if !to_stdout {
                    return writer.write(input, text.as_bytes(), extension);
                }
                if many {
                    writeln!(out, "// {}", input.name())?;
                }
                out.write_all(text.as_bytes())?;
                Ok(())
            },
            |_, ()| {},
        );
        run.status()
    }

    /// The text; a comment says what the text itself cannot.
    fn text(&self, signature: &RootSignatureBuf) -> Result<String, Error> {
        let version = signature.version;
        if self.form == Form::Hlsl {
            let profile = version.to_string().replace('.', "_");
            let text = root_signature::print_define(signature, MACRO)?;
            return Ok(format!("// dxc -T rootsig_{profile} -E {MACRO}\n{text}"));
        }
        let text = root_signature::print(signature)?;
        if version == root_signature_file::DEFAULT_VERSION {
            return Ok(text);
        }
        Ok(format!("// --root-signature-version {version}\n{text}"))
    }
}

fn missing(name: FourCc) -> Error {
    match name {
        FourCc::PRIV => Error::Missing(format!("no private data (part {name}) in the container")),
        _ => root_signature_file::missing(),
    }
}

/// Add or replace the root signature or the private data.
///
/// A new root signature is inserted after PSV0. Private data is always the last part.
///
/// The root signature must be valid and must bind all resources in PSV0. The shader must not be a library. `parts
/// replace` does not check these conditions.
#[derive(Debug, clap::Args)]
#[command(after_help = SET_EXAMPLES)]
#[command(group(ArgGroup::new("what").args(["root_signature", "private"]).required(true).multiple(true)))]
pub(super) struct Set {
    /// Root signature to set: an HLSL file, a container with RTS0, or the bytes of an RTS0 part.
    #[arg(long, value_name = "FILE")]
    root_signature: Option<PathBuf>,

    /// Root signature version to write [default: 1.1 for HLSL, else the version of the file].
    #[arg(long, value_name = "VERSION", requires = "root_signature")]
    root_signature_version: Option<Version>,

    /// Set the private data to the content of this file (-: standard input).
    #[arg(long, value_name = "FILE")]
    private: Option<PathBuf>,

    #[command(flatten)]
    edit: Edit,
}

const SET_EXAMPLES: &str = "\
EXAMPLES
  shader-tools parts get --root-signature examples/triangle_ps.dxil |
    shader-tools parts set --root-signature - examples/triangle_vs.dxil -o out/a.dxil
  shader-tools parts set --private examples/scan.hlsl examples/scan_cs.dxil -o out/b.dxil

More: docs/edit.md";

/// The versions of root signatures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Version {
    #[value(name = "1.0")]
    V1_0,
    #[value(name = "1.1")]
    V1_1,
    #[value(name = "1.2")]
    V1_2,
}

impl From<Version> for RootSignatureVersion {
    fn from(version: Version) -> Self {
        match version {
            Version::V1_0 => Self::V1_0,
            Version::V1_1 => Self::V1_1,
            Version::V1_2 => Self::V1_2,
        }
    }
}

impl Set {
    pub(super) fn run(&self, globals: &Globals) -> Status {
        let mut run = Run::new(&self.edit.inputs, Wanted::CONTAINERS, globals, Format::Text);
        let read: Vec<&Path> =
            [&self.root_signature, &self.private].into_iter().flatten().map(PathBuf::as_path).collect();
        let writer = match self.edit.output.open(&run.inputs, &read, Some("")) {
            Ok(writer) => writer,
            Err(error) => return run.refuse(&error),
        };
        let Some(new) = self.contents(&mut run) else { return run.status() };
        self.edit.each(&mut run, &writer, &new, |_, container, builder, new| {
            if let Some((signature, data)) = &new.root_signature {
                root_signature_file::check_fits(signature, container)?;
                set(builder, FourCc::RTS0, data);
            }
            if let Some(data) = &new.private {
                set(builder, FourCc::PRIV, data);
            }
            Ok(())
        });
        run.status()
    }

    /// What to set; where it cannot be had, `run` has said why.
    fn contents(&self, run: &mut Run<'_>) -> Option<New> {
        let mut new = New::default();
        let files = [(FourCc::RTS0, &self.root_signature), (FourCc::PRIV, &self.private)];
        for (name, path) in files.into_iter().filter_map(|(name, path)| Some((name, path.as_ref()?))) {
            let is_stdin = |path: &PathBuf| path.as_os_str() == "-";
            if name == FourCc::PRIV && is_stdin(path) && self.root_signature.as_ref().is_some_and(is_stdin) {
                run.fail(&Error::Usage("standard input (-) can be used only once".to_owned()));
                return None;
            }
            let bytes = match input::read_besides(path, &run.inputs) {
                Ok(bytes) => bytes,
                Err(error) => {
                    run.fail_with(&display(path), &error);
                    return None;
                }
            };
            if name == FourCc::PRIV {
                new.private = Some(bytes);
                continue;
            }
            let version = self.root_signature_version.map(RootSignatureVersion::from);
            let made = root_signature_file::read(&bytes, version).and_then(|signature| {
                let content = signature.arrange(None)?;
                Ok((signature, content))
            });
            match made {
                Ok(made) => new.root_signature = Some(made),
                Err(error) => {
                    run.fail_about(&display(path), &bytes, &error);
                    return None;
                }
            }
        }
        Some(new)
    }
}

/// What `parts set` writes.
#[derive(Debug, Default)]
struct New {
    /// The root signature, and the content of RTS0 that says it.
    root_signature: Option<(RootSignatureBuf, Vec<u8>)>,
    private: Option<Vec<u8>>,
}

/// Gives every part called `name` this content, or adds one where DXC would.
fn set<'a>(builder: &mut ContainerBuilder<'a>, name: FourCc, data: &'a [u8]) {
    let mut is_there = false;
    for part in builder.parts.iter_mut().filter(|part| part.name == name) {
        part.data = data.into();
        is_there = true;
    }
    if is_there {
        return;
    }
    let before = builder.parts.iter().rposition(|part| part.name == FourCc::PSV0);
    match before.filter(|_| name == FourCc::RTS0) {
        Some(index) => builder.insert(index + 1, name, data),
        None => builder.push(name, data),
    }
}
