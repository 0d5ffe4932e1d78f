//! `edit`: one field, constant or name of a shader, or its listing in an editor; everything else stays.

mod constant;
mod field;
mod program;
mod tokens;

use std::process::Command;

use dx_container::{Container, ContainerBuilder, Signing};
use tempfile::TempDir;

use crate::assembling::replace_listing;
use crate::comparing::differences;
use crate::error::Error;
use crate::globals::Globals;
use crate::judging::{SIGN_ANYWAY, refuse_invalid};
use crate::listings::listing_of;
use crate::loading::loaded_shader::{LoadedShader, editable};
use crate::loading::program::{self as programs, ProgramKind};
use crate::output::Output;
use crate::run::{Format, Outcome, Run};
use crate::selection::chosen::Inputs;
use crate::selection::input::{Input, display};
use crate::selection::wanted::Wanted;
use crate::signing::EditedDigest;
use crate::status::Status;
use crate::style::counted;
use constant::ConstantEdit;
use field::FieldEdit;

/// Change a field, a constant, the entry name or the listing.
///
/// --constant, --entry and --editor also regenerate the parts that are computed from the DXIL program. --set changes
/// only the named field, even if the new value contradicts the program. All remaining parts stay unchanged.
///
/// If the input is signed, the result is signed too. If the result is invalid, `edit` signs the result only with
/// --no-validate.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Edit {
    #[command(flatten)]
    inputs: Inputs,

    /// Set a field of a part; `diff` and `inspect --hex` print the names of fields.
    #[arg(long, value_name = "PART.FIELD=VALUE", value_parser = FieldEdit::parse)]
    set: Vec<FieldEdit>,

    /// Replace a constant operand; #N instead of %NAME selects instruction N (see `dis --numbers`).
    #[arg(long, value_name = "FUNCTION:%NAME.OPERAND=NUMBER", value_parser = ConstantEdit::parse)]
    constant: Vec<ConstantEdit>,

    /// Rename the entry function.
    #[arg(long, value_name = "NAME")]
    entry: Option<String>,

    /// Edit the listing in the editor that the environment variable VISUAL or EDITOR names.
    #[arg(long, conflicts_with_all = ["set", "constant", "entry"])]
    editor: bool,

    /// Print the differences, but do not write files.
    #[arg(long, conflicts_with_all = ["output", "in_place"])]
    dry_run: bool,

    #[command(flatten)]
    digest: EditedDigest,

    /// Sign the result even if it is invalid.
    #[arg(long)]
    no_validate: bool,

    #[command(flatten)]
    output: Output,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools edit examples/triangle_ps.dxil --constant PSMain:%23.2=3 --dry-run
  shader-tools edit examples/blur.dxbc --constant main:#7.2=3 -o out/blur.dxbc
  shader-tools edit examples/scan_cs.dxil --entry Scan -o out/scan.dxil
  shader-tools edit examples/triangle_ps.dxil \\
    --set PSV0.RuntimeInfo.MaximumWaveLaneCount=32 --no-validate -o out/a.dxil
  shader-tools edit examples/scan_cs.dxil --editor -o out/edited.dxil

More: docs/edit.md";

impl Edit {
    pub fn run(&self, globals: &Globals) -> Status {
        let mut run = Run::new(&self.inputs, Wanted::CONTAINERS, globals, Format::Text);
        if !self.editor && self.set.is_empty() && self.constant.is_empty() && self.entry.is_none() {
            let text = "no change is specified: use --set, --constant, --entry or --editor";
            return run.refuse(&Error::Usage(text.to_owned()));
        }
        if self.editor && run.inputs.len() > 1 {
            return run.refuse(&Error::Usage("--editor requires exactly one input file".to_owned()));
        }
        let output = if self.dry_run { Output::to(None) } else { self.output.clone() };
        let inputs = if self.dry_run { Vec::new() } else { run.inputs.clone() };
        let writer = match output.open(&inputs, &[], Some("")) {
            Ok(writer) => writer,
            Err(error) => return run.refuse(&error),
        };
        let mut total = 0;
        run.each(
            |input, bytes, out, outcome: &mut Outcome<usize>| {
                let container = editable(bytes)?;
                let signing = self.digest.of(&container);
                let Some(edited) = self.edited(input, bytes, (&container, signing), outcome)? else {
                    return Ok(());
                };
                let is_changed = edited != bytes;
                outcome.value = usize::from(is_changed);
                if !is_changed {
                    outcome.note(input, "nothing changes");
                }
                if self.dry_run {
                    return Ok(
                        out.write_all(differences(&input.name().to_string(), bytes, &edited)?.as_bytes())?
                    );
                }
                let is_validated =
                    matches!(signing, Signing::Sign | Signing::PreviewBypass) && !self.no_validate;
                if is_changed && is_validated {
                    refuse_invalid(&edited, SIGN_ANYWAY, input, outcome)?;
                }
                // What is not changed stays as it is, also in time.
                if is_changed || !writer.is_in_place() {
                    writer.write(input, &edited, "")?;
                }
                Ok(())
            },
            |_, changed| total += changed,
        );
        if run.files() > 1 {
            run.say_total(&format!("{} changed", counted(total, "file")));
        }
        run.status()
    }

    /// The container after all edits; none where a listing that was edited has mistakes, which are reported.
    fn edited(
        &self,
        input: &Input,
        bytes: &[u8],
        (container, signing): (&Container<'_>, Signing),
        outcome: &mut Outcome<usize>,
    ) -> Result<Option<Vec<u8>>, Error> {
        if self.editor {
            let Some((text, folder)) = Self::in_editor(bytes)? else { return Ok(Some(bytes.to_vec())) };
            let replaced = replace_listing(input, &text, (container, signing), outcome);
            if !matches!(replaced, Ok(Some(_))) {
                // An hour of work must not be lost by a comma.
                let kept = display(&folder.keep());
                outcome.note(input, &format!("nothing was changed; the edited listing is kept in {kept}"));
            }
            return replaced;
        }
        let mut edited = bytes.to_vec();
        if !self.constant.is_empty() || self.entry.is_some() {
            edited = self.with_program(bytes, (container, signing), outcome, input)?;
        }
        for field in &self.set {
            let container = Container::parse(&edited)?;
            let mut builder = ContainerBuilder::from(&container);
            field.apply(&container, &mut builder)?;
            edited = builder.build(signing)?;
        }
        Ok(Some(edited))
    }

    /// The container with another program and the parts that follow from it.
    fn with_program(
        &self,
        bytes: &[u8],
        (container, signing): (&Container<'_>, Signing),
        outcome: &mut Outcome<usize>,
        input: &Input,
    ) -> Result<Vec<u8>, Error> {
        if let ProgramKind::Tokens(_) = programs::find(container)? {
            if self.entry.is_some() {
                let text = "--entry requires DXIL: a program of shader model 4 or 5 does not contain the name of \
                     its entry function";
                return Err(Error::Unsupported(text.to_owned()));
            }
            let mut builder = ContainerBuilder::from(container);
            tokens::replace_constants(container, &mut builder, &self.constant)?;
            return Ok(builder.build(signing)?);
        }
        let mut module = LoadedShader::open(bytes)?.into_module()?;
        self.constant.iter().try_for_each(|edit| program::replace_constant(&mut module, edit))?;
        if let Some(name) = &self.entry {
            program::rename_entry(&mut module, name)?;
        }
        let replaced = dxil::assemble::replace(container, module)?;
        for name in &replaced.stale {
            outcome.note(input, &format!("part {name} still names the PDB of the shader before the edit"));
        }
        Ok(replaced.builder.build(signing)?)
    }

    /// The listing after it was edited, and the folder it lies in; none where it was not changed.
    fn in_editor(bytes: &[u8]) -> Result<Option<(Vec<u8>, TempDir)>, Error> {
        let (listing, extension) = listing_of(bytes)?;
        let named = ["VISUAL", "EDITOR"].into_iter().find_map(|name| std::env::var(name).ok());
        let editor = named
            .filter(|editor| !editor.trim().is_empty())
            .ok_or_else(|| Error::Usage("no editor is set: set the variable VISUAL or EDITOR".to_owned()))?;
        let folder = tempfile::tempdir()?;
        let path = folder.path().join(format!("listing{extension}"));
        std::fs::write(&path, &listing)?;
        let mut words = editor.split_whitespace();
        let status = Command::new(words.next().unwrap_or_default()).args(words).arg(&path).status();
        match status {
            Ok(status) if status.success() => {}
            Ok(status) => {
                return Err(Error::Usage(format!(
                    "the editor `{editor}` failed ({status}): nothing was changed"
                )));
            }
            Err(cause) => {
                return Err(Error::Usage(format!("cannot start the editor `{editor}`: {cause}")));
            }
        }
        let edited = std::fs::read(&path).map_err(|cause| Error::Io { doing: "read", cause })?;
        Ok((edited != listing.as_bytes()).then_some((edited, folder)))
    }
}
