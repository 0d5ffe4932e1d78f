//! Whether what was linked keeps to the rules of DXIL. Separate from linking, which promises nothing about the code of
//! its inputs: a library may hold what no shader of the target may.

use bstr::{BStr, ByteSlice as _};
use dx_container::mangled_name::Shown;
use dx_container::{Container, FourCc, ProgramVersion};
use dxil::stored::StoredProgram;
use dxil_ir::edit::Editor;
use dxil_link::{Options, Profile};
use dxil_passes::transform::matrix_bitcast_lower::{self, Obstacle};

use crate::error::Error;
use crate::judging::{DebugFiles, Judge};
use crate::linking::refusal::Refusal;
use crate::style::counted;

/// Validates what is to be written, as the reference's linker does. Libraries that are only linked are for no
/// validator, and neither is what names version 0.0.
pub fn check(linked: &[u8], profile: Profile, options: &Options) -> Result<(), Refusal> {
    let asked = options.validator_version.as_ref();
    if profile.minor == ProgramVersion::OFFLINE || asked.is_some_and(|version| version.pair() == (0, 0)) {
        return Ok(());
    }
    let debug_files = DebugFiles::none();
    let judgement = Judge::of_result(None, &debug_files).judge(linked, None)?;
    if judgement.is_valid() {
        return Ok(());
    }
    let mut what = format!(
        "the linked program is not valid for {profile}, so nothing is written: {}",
        counted(judgement.errors, "error")
    );
    if let Some(obstacle) = obstacle(linked) {
        what.push('\n');
        what.push_str(&obstacle);
    }
    Err(Refusal::of_findings(Error::InvalidLink(what), judgement))
}

/// The matrix or vector in memory that a shader cannot have, with the reason why it was not replaced by scalars.
fn obstacle(linked: &[u8]) -> Option<String> {
    let container = Container::parse(linked).ok()?;
    let mut module = StoredProgram::find(&container, &[FourCc::DXIL]).ok()??.module().ok()?;
    let functions: Vec<_> = module.bodies().map(|(id, ..)| id).collect();
    functions.into_iter().find_map(|function| {
        let editor = Editor::new(&mut module, function).ok()?;
        let Obstacle { ty, why, .. } = matrix_bitcast_lower::obstacle(&editor)?;
        drop(editor);
        let of = module.types.named(ty).map_or(String::new(), |named| format!(" of type {}", named.name));
        let name = module.globals.get(function).map_or(BStr::new(""), |global| global.name.as_bstr());
        Some(format!(
            "a local variable{of} in {} is accessed with different types, and {why}: copy the matrix or \
             vector to a separate variable, and use the copy only as a whole",
            Shown(name)
        ))
    })
}
