//! `strip`: containers without the parts that the runtime does not need.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use dx_container::parts::StripGroup;
use dx_container::parts::shader_hash::ShaderHash;
use dx_container::pdb::{CONTAINER_STREAM, Pdb, PdbBuf};
use dx_container::{Container, ContainerBuilder, Digest, FourCc, Signing};

use crate::error::Error;
use crate::globals::Globals;
use crate::loading::loaded_shader::editable;
use crate::loading::recorded_sources::Place;
use crate::output::{Files, Output, write_file};
use crate::run::{Format, Outcome, Run};
use crate::selection::chosen::Inputs;
use crate::selection::input::display;
use crate::selection::wanted::Wanted;
use crate::signing::{EditedDigest, note_symbols};
use crate::status::Status;
use crate::streams;
use crate::style::{NOTE, counted, grouped, paint};

/// Remove debug information, reflection or private data.
///
/// `strip` does not change the bytes of the remaining parts. If the input is signed, the result is signed. If the input
/// is unsigned, the result is unsigned. If the input has a sentinel (a special value instead of a digest), the result
/// has the same sentinel. --digest selects another kind.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(group = clap::ArgGroup::new("what").multiple(true).required(true))]
pub struct Strip {
    #[command(flatten)]
    inputs: Inputs,

    /// Remove debug information and sources: ILDB, SDBG, SPDB, SRCI, PDBI, and a PDB in PRIV.
    #[arg(long, group = "what")]
    debug: bool,

    /// Remove the PDB name: ILDN.
    #[arg(long, group = "what")]
    debug_name: bool,

    /// Remove the reflection data: STAT, RDEF.
    #[arg(long, group = "what")]
    reflection: bool,

    /// Remove private data: PRIV.
    #[arg(long, group = "what")]
    private: bool,

    /// Remove the root signature: RTS0.
    #[arg(long, group = "what")]
    root_signature: bool,

    /// Remove the symbol table: SYM0 and STR0, which DXC's validator rejects.
    #[arg(long, group = "what")]
    symbols: bool,

    /// Remove debug information, PDB name, reflection, private data, root signature and symbols.
    #[arg(long, group = "what")]
    all: bool,

    /// Write the debug information to this PDB, or to a folder, in which PDBs are named as DXC names them.
    #[arg(long, value_name = "FILE|DIR")]
    keep_debug: Option<PathBuf>,

    #[command(flatten)]
    digest: EditedDigest,

    #[command(flatten)]
    output: Output,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools strip --debug --reflection examples/ -o out/small/
  shader-tools strip --debug --keep-debug out/pdbs/ examples/triangle_ps_debug.dxil -o out/a.dxil
  shader-tools strip --all examples/triangle_ps_debug.dxil -o out/b.dxil

More: docs/edit.md";

/// What was removed from one file.
#[derive(Default)]
struct Stripped {
    parts: usize,
    bytes: u64,
    has_lost_root_signature: bool,
    /// True if --keep-debug found no debug information.
    has_no_pdb: bool,
}

impl Strip {
    pub fn run(&self, globals: &Globals) -> Status {
        let mut run = Run::new(&self.inputs, Wanted::CONTAINERS, globals, Format::Text);
        let writer = self.output.open(&run.inputs, &[], Some(""));
        let writer = match writer.and_then(|writer| self.check_keep(run.inputs.len()).map(|()| writer)) {
            Ok(writer) => writer,
            Err(error) => return run.refuse(&error),
        };
        let groups = self.groups();
        let (mut total, mut without_root_signature, mut without_pdb) = (Stripped::default(), 0, 0);
        run.each(
            |input, bytes, _, outcome: &mut Outcome<Stripped>| {
                let container = editable(bytes)?;
                let mut builder = ContainerBuilder::from(&container);
                let parts = builder.strip(&groups);
                let signing = self.digest.of(&container);
                let stripped = builder.build(signing)?;
                let mut has_no_pdb = false;
                if let Some(to) = &self.keep_debug {
                    match debug_information(&container)? {
                        Some((name, pdb)) => keep_debug(&name, &pdb, to, &writer.files)?,
                        None => has_no_pdb = true,
                    }
                }
                writer.write(input, &stripped, "")?;
                note_symbols(&builder, signing, input, outcome);
                outcome.value = Stripped {
                    parts,
                    bytes: bytes.len().saturating_sub(stripped.len()) as u64,
                    has_lost_root_signature: self.all && container.part(FourCc::RTS0).is_some(),
                    has_no_pdb,
                };
                Ok(())
            },
            |_, stripped| {
                without_root_signature += usize::from(stripped.has_lost_root_signature);
                without_pdb += usize::from(stripped.has_no_pdb);
                total.parts += stripped.parts;
                total.bytes += stripped.bytes;
            },
        );
        if without_root_signature > 0 && globals.held.is_none() {
            let files = match run.files() {
                1 => String::new(),
                _ => format!(" of {}", counted(without_root_signature, "file")),
            };
            streams::print_message(format!(
                "{} --all removed the root signature (RTS0){files}: the application must supply it",
                paint(NOTE, "note:")
            ));
        }
        if without_pdb > 0 && globals.held.is_none() {
            let files = counted(without_pdb, "file");
            streams::print_message(format!(
                "{} no PDB was written for {files} without debug information",
                paint(NOTE, "note:")
            ));
        }
        if run.files() > 1 {
            let (bytes, parts) = (grouped(total.bytes), counted(total.parts, "part"));
            run.say_total(&format!("removed {parts} ({bytes} bytes)"));
        }
        run.status()
    }

    fn groups(&self) -> Vec<StripGroup> {
        let asked = |group| match group {
            StripGroup::Debug => self.debug,
            StripGroup::DebugName => self.debug_name,
            StripGroup::Reflection => self.reflection,
            StripGroup::Private => self.private,
            StripGroup::RootSignature => self.root_signature,
            StripGroup::Symbols => self.symbols,
        };
        StripGroup::ALL.into_iter().filter(|&group| self.all || asked(group)).collect()
    }

    /// Several files' PDBs need a folder.
    fn check_keep(&self, inputs: usize) -> Result<(), Error> {
        match &self.keep_debug {
            Some(path) if inputs > 1 && !crate::output::is_folder(path) => Err(Error::Usage(format!(
                "{inputs} input files require a folder for their PDBs: --keep-debug \
                                          DIR/"
            ))),
            Some(path) if !crate::output::is_folder(path) && !self.output.is_folder() => {
                let files = Files::default();
                self.output.output.iter().chain([path]).try_for_each(|path| files.claim(path))
            }
            _ => Ok(()),
        }
    }
}

/// The parts that DXC puts into a PDB, in its order.
const IN_PDB: [FourCc; 7] =
    [FourCc::ILDN, FourCc::HASH, FourCc::PDBI, FourCc::SRCI, FourCc::STAT, FourCc::VERS, FourCc::ILDB];

/// A PDB to be kept: what it should be called, and its bytes.
type KeptPdb<'a> = (String, Cow<'a, [u8]>);

/// The PDB with the debug information of `container`, if there is any.
fn debug_information<'a>(container: &Container<'a>) -> Result<Option<KeptPdb<'a>>, Error> {
    if let Some(private) = Place::in_private(container) {
        let guid = private_guid(container, private.bytes).map_err(|error| private.placed(error))?;
        return Ok(Some((pdb_name(container, &guid), private.bytes.into())));
    }
    let has_debug =
        [FourCc::ILDB, FourCc::SRCI, FourCc::PDBI].iter().any(|&name| container.part(name).is_some());
    if !has_debug {
        return Ok(None);
    }
    let Some(hash) = container.view::<ShaderHash<'_>>(FourCc::HASH).transpose()? else {
        let text = "--keep-debug cannot write a PDB: the shader has no part HASH, which debuggers use to \
                    find the PDB";
        return Err(Error::Missing(text.to_owned()));
    };
    let guid = hash.digest;
    let mut builder = ContainerBuilder::new();
    for part in IN_PDB.iter().filter_map(|&name| container.part(name)) {
        builder.push(part.name, part.data);
    }
    // DXC leaves the digest of what is in a PDB empty.
    let pdb = PdbBuf { guid, container: builder.build(Signing::Zero)? }.build()?;
    Ok(Some((pdb_name(container, &guid), pdb.into())))
}

/// The GUID of the PDB in the private data of `container`, which must hold all debug information of the shader.
fn private_guid(container: &Container<'_>, pdb: &[u8]) -> Result<[u8; 16], Error> {
    let pdb = Pdb::parse(pdb)?;
    let guid = pdb.info()?.guid;
    let held = pdb.container()?;
    let held = Container::parse(&held).map_err(|error| pdb.msf().placed(CONTAINER_STREAM, error))?;
    if container.part(FourCc::ILDB).is_some() && held.part(FourCc::ILDB).is_none() {
        let text = "--keep-debug cannot write one PDB from the part ILDB and the PDB in PRIV: write them to \
                    files with `parts extract`";
        return Err(Error::Usage(text.to_owned()));
    }
    Ok(guid)
}

/// Writes the PDB called `name`; never over another one.
fn keep_debug(name: &str, pdb: &[u8], to: &Path, files: &Files) -> Result<(), Error> {
    let path = if crate::output::is_folder(to) { to.join(name) } else { to.to_owned() };
    files.share(&path)?;
    // One at a time: files of one tree may share a PDB, and must not take turns in writing two.
    let _one = WRITING.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let there = std::fs::metadata(&path).ok().filter(std::fs::Metadata::is_file);
    let differs = there.is_some_and(|there| {
        there.len() != pdb.len() as u64 || std::fs::read(&path).is_ok_and(|there| there != pdb)
    });
    if differs {
        let text = format!("{} exists with different content and is not overwritten", display(&path));
        return Err(Error::Usage(text));
    }
    write_file(&path, pdb)
}

static WRITING: std::sync::Mutex<()> = std::sync::Mutex::new(());

/// The name that ILDN gives the PDB, without folders; else the shader's hash.
fn pdb_name(container: &Container<'_>, hash: &[u8; 16]) -> String {
    use dx_container::parts::debug_name::DebugName;
    let name = container.view::<DebugName<'_>>(FourCc::ILDN).and_then(Result::ok);
    let name = name.map(|name| name.name.to_string()).unwrap_or_default();
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    if name.is_empty() || name.starts_with('.') || !name.chars().all(is_plain) {
        return format!("{}.pdb", Digest(*hash));
    }
    name.to_owned()
}
