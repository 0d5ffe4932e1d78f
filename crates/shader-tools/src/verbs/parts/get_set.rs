//! `parts get` and `parts set`: the two parts that people write themselves, as what they mean. Separate because
//! the other verbs of `parts` look at no part's content.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use clap::{ArgGroup, ValueEnum};
use dx_container::enums::RootSignatureVersion;
use dx_container::parts::root_signature::{RootSignature, RootSignatureBuf, check};
use dx_container::parts::{PartBuf as _, View as _};
use dx_container::reader::Payload;
use dx_container::{Container, ContainerBuilder, FourCc, Signing, is_container};
use dx_text::root_signature;

use super::Edit;
use crate::cli::Globals;
use crate::error::Error;
use crate::input::{Source, display};
use crate::output::Output;
use crate::run::{Format, Run};
use crate::shader_file::ShaderFile;
use crate::status::Status;

/// What a root signature is called in HLSL that is printed.
const MACRO: &str = "RS";

/// Print the root signature, or take out the private data.
#[derive(Debug, clap::Args)]
#[command(group(ArgGroup::new("what").args(["root_signature", "private"]).required(true)))]
pub(super) struct Get {
    /// Files, folders, - for standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// The root signature (RTS0).
    #[arg(long)]
    root_signature: bool,

    /// The private data (PRIV), as it is.
    #[arg(long)]
    private: bool,

    /// How to write the root signature.
    #[arg(long = "as", value_enum, default_value_t, value_name = "FORM", conflicts_with = "private")]
    form: Form,

    /// Write here: a file, or for several inputs a folder, which keeps their relative names.
    #[arg(short, long, value_name = "FILE|DIR")]
    output: Option<PathBuf>,
}

/// How a root signature is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Default)]
enum Form {
    /// In HLSL's syntax for root signatures, an element a line.
    #[default]
    Text,
    /// The same as a macro RS, for dxc -T rootsig_1_1 -E RS, or to be included.
    Hlsl,
    /// A container that holds nothing else and has no digest: what dxc -extractrootsignature writes.
    Binary,
}

impl Get {
    pub(super) fn run(&self, globals: &Globals) -> Status {
        let mut run = Run::new(&self.files, globals, Format::Text);
        let output = Output { output: self.output.clone(), in_place: false };
        let is_binary = self.private || self.form == Form::Binary;
        let to_stdout = self.output.is_none() && !is_binary;
        if !to_stdout && let Err(error) = output.check(&run.inputs) {
            run.fail(&error);
            return run.status();
        }
        let many = run.inputs.len() > 1;
        run.each(
            |input, bytes, out, _| {
                let file = ShaderFile::open(bytes)?;
                let container = file.container()?;
                let name = if self.private { FourCc::PRIV } else { FourCc::RTS0 };
                let part = container.part(name).ok_or_else(|| missing(name))?;
                if self.private {
                    return output.write(input, part.data, Some(".priv"));
                }
                if self.form == Form::Binary {
                    let mut builder = ContainerBuilder::new();
                    builder.push(name, part.data);
                    return output.write(input, &builder.build(Signing::Zero)?, Some(".rts0"));
                }
                let signature = RootSignature::parse(container.payload(&part));
                let signature = signature.map_err(|error| file.placed(error))?.to_buf();
                let text = self.text(&signature)?;
                if !to_stdout {
                    return output.write(input, text.as_bytes(), Some(".rootsig"));
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
        if version == DEFAULT_VERSION {
            return Ok(text);
        }
        Ok(format!("// --root-signature-version {version}\n{text}"))
    }
}

fn missing(name: FourCc) -> Error {
    let what = if name == FourCc::PRIV { "private data" } else { "root signature" };
    Error::Missing(format!("the file has no {what} (no part {name})"))
}

/// What DXC makes of a root signature when nobody asks for a version.
const DEFAULT_VERSION: RootSignatureVersion = RootSignatureVersion::V1_1;

/// Give containers a root signature or private data, or another one.
///
/// A new root signature goes where DXC puts it, after PSV0 or RDAT; private data is always the last part.
#[derive(Debug, clap::Args)]
#[command(group(ArgGroup::new("what").args(["root_signature", "private"]).required(true).multiple(true)))]
pub(super) struct Set {
    /// The root signature, - for standard input: its text as HLSL has it, a container that holds one, or the
    /// content of RTS0. One that breaks the rules is refused; parts replace takes anything.
    #[arg(long, value_name = "FILE")]
    root_signature: Option<PathBuf>,

    /// The version to write [default: 1.1 of a text, else the one it has].
    #[arg(long, value_name = "VERSION", requires = "root_signature")]
    root_signature_version: Option<Version>,

    /// The file with the private data.
    #[arg(long, value_name = "FILE")]
    private: Option<PathBuf>,

    #[command(flatten)]
    edit: Edit,
}

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
        let mut run = Run::editing(&self.edit.files, globals);
        if let Err(error) = self.edit.output.check(&run.inputs) {
            run.fail(&error);
            return run.status();
        }
        let Some(parts) = self.parts(&mut run) else { return run.status() };
        self.edit.each(&mut run, parts.as_slice(), |builder, parts| {
            parts.iter().for_each(|(name, data)| set(builder, *name, data));
            Ok(())
        });
        run.status()
    }

    /// The parts to set; where one cannot be had, `run` has said why.
    fn parts(&self, run: &mut Run<'_>) -> Option<Vec<(FourCc, Vec<u8>)>> {
        let mut parts = Vec::new();
        let files = [(FourCc::RTS0, &self.root_signature), (FourCc::PRIV, &self.private)];
        for (name, path) in files.into_iter().filter_map(|(name, path)| Some((name, path.as_ref()?))) {
            let bytes = match read(path, run) {
                Ok(bytes) => bytes,
                Err(error) => {
                    run.fail_with(&display(path), &error);
                    return None;
                }
            };
            if name == FourCc::PRIV {
                parts.push((name, bytes));
                continue;
            }
            match self.root_signature(&bytes) {
                Ok(content) => parts.push((name, content)),
                Err(error) => {
                    run.fail_about(&display(path), &bytes, &error);
                    return None;
                }
            }
        }
        Some(parts)
    }

    /// The content of RTS0 that a file gives, whatever it is.
    fn root_signature(&self, bytes: &[u8]) -> Result<Vec<u8>, Error> {
        let version = self.root_signature_version.map(RootSignatureVersion::from);
        let signature = if is_container(bytes) {
            let container = Container::parse(bytes)?;
            let part = container.part(FourCc::RTS0).ok_or_else(|| missing(FourCc::RTS0))?;
            RootSignature::parse(container.payload(&part))?.to_buf()
        } else if bytes.contains(&0) {
            RootSignature::parse(Payload::new(FourCc::RTS0, bytes))?.to_buf()
        } else {
            let text = std::str::from_utf8(bytes)
                .map_err(|_| Error::Usage("neither text nor a root signature".to_owned()))?;
            let signature = root_signature::parse(text, version.unwrap_or(DEFAULT_VERSION))?;
            return Ok(signature.arrange(None)?);
        };
        if let Some(finding) = check(&signature).first() {
            return Err(Error::Invalid(finding.to_string()));
        }
        let version = version.unwrap_or(signature.version);
        let converted = signature.to_version(version).map_err(|error| Error::Invalid(error.to_string()))?;
        Ok(converted.arrange(None)?)
    }
}

/// The bytes of a file that is no input.
fn read(path: &Path, run: &Run<'_>) -> Result<Vec<u8>, Error> {
    let cannot_read = |cause| Error::Io { doing: "read", cause };
    if path.as_os_str() != "-" {
        return std::fs::read(path).map_err(cannot_read);
    }
    if run.inputs.iter().any(|input| input.source == Source::Stdin) {
        return Err(Error::Usage("standard input can be read once".to_owned()));
    }
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes).map_err(cannot_read)?;
    Ok(bytes)
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
    let before = [FourCc::PSV0, FourCc::RDAT];
    let before = builder.parts.iter().rposition(|part| before.contains(&part.name));
    match before.filter(|_| name == FourCc::RTS0) {
        Some(index) => builder.insert(index + 1, name, data),
        None => builder.push(name, data),
    }
}
