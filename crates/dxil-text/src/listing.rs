//! What DXC's listing says beside the module: the tables in front of it, [`header`], and the comments behind its
//! instructions, [`InstructionComments`]. Separate from the module's own text, which is LLVM's.
//!
//! The tables come from the parts of the container (features, signatures, names, hash, PSV0, RDAT) and from the metadata
//! of the program or, if there is one, of its reflection, a second module in STAT: that one has names and types that
//! the program no longer has.

mod annotations;
mod bindings;
mod buffers;
mod component;
mod data_layout;
mod elements;
mod features;
mod handle;
mod instructions;
mod limits;
mod nodes;
mod page;
mod programs;
mod resource;
mod runtime_info;
mod shader;
mod signatures;
mod structure;
mod subobjects;
mod variable;
mod view_id;

use dx_container::flags::HashFlags;
use dx_container::parts::View;
use dx_container::parts::debug_name::DebugName;
use dx_container::parts::feature_info::FeatureInfo;
use dx_container::parts::psv::Psv;
use dx_container::parts::rdat::Rdat;
use dx_container::parts::shader_hash::ShaderHash;
use dx_container::parts::signature::Signature;
use dx_container::{Container, FourCc};
use dxil::ir::Module;

pub use instructions::InstructionComments;
pub use programs::{program_part, reflection};

use page::{Name, Page};
use shader::Shader;

/// The tables that stand in front of a module: all lines before `target datalayout`.
///
/// `container` is where the module lies, if it lies in one; `reflection` is the module of its STAT part, if there is one:
/// [`program_part`] and [`reflection`] find both. What cannot be read is said in its place. The text is in proportion to the file.
pub fn header(container: Option<&Container<'_>>, module: &Module, reflection: Option<&Module>) -> String {
    let file = match container {
        Some(container) => container.bytes().len(),
        None => module.metadata.size(),
    };
    let mut page = Page::new(file);
    if let Some(container) = container {
        print_parts(&mut page, container);
    }
    if let Some(shader) = Shader::of(module) {
        elements::print(&mut page, &shader);
        let reflected = reflection.and_then(Shader::of);
        let reflected = reflected.as_ref().unwrap_or(&shader);
        buffers::print(&mut page, reflected);
        bindings::print(&mut page, reflected);
        view_id::print(&mut page, reflected);
        print_subobjects(&mut page, container, &shader);
    }
    page.finish()
}

/// What the parts of the container say that are no program.
fn print_parts(page: &mut Page, container: &Container<'_>) {
    if let Some(features) = view::<FeatureInfo<'_>>(page, container, FourCc::SFI0) {
        features::print(page, features.flags);
    }
    for (name, title, is_input) in [
        (FourCc::ISG1, "Input", true),
        (FourCc::OSG1, "Output", false),
        (FourCc::PSG1, "Patch Constant", false),
    ] {
        if let Some(signature) = view::<Signature<'_>>(page, container, name) {
            signatures::print(page, title, &signature, is_input);
        }
    }
    match container.view::<DebugName<'_>>(FourCc::ILDN) {
        Some(Ok(debug)) if debug.name.is_empty() => {}
        Some(Ok(debug)) => page.line(format_args!(" shader debug name: {}", Name(debug.name))),
        Some(Err(_)) => page.line(" shader debug name present; corruption detected"),
        None => {}
    }
    if let Some(hash) = view::<ShaderHash<'_>>(page, container, FourCc::HASH) {
        let digest: String = hash.digest.iter().map(|byte| format!("{byte:02x}")).collect();
        let note = if hash.flags.contains(HashFlags::INCLUDES_SOURCE) { " (includes source)" } else { "" };
        page.line(format_args!(" shader hash: {digest}{note}"));
    }
    if let Some(psv) = view::<Psv<'_>>(page, container, FourCc::PSV0) {
        let program_kind = container.program_version().map(|version| version.kind());
        runtime_info::print(page, &psv.info, program_kind);
    }
}

/// Those of RDAT, where it has a table of them, else those in the metadata of a library.
fn print_subobjects(page: &mut Page, container: Option<&Container<'_>>, shader: &Shader<'_>) {
    let rdat = container.and_then(|container| view::<Rdat<'_>>(page, container, FourCc::RDAT));
    match rdat {
        Some(rdat) if rdat.table(dx_container::enums::RuntimeDataPart::SUBOBJECT_TABLE).is_some() => {
            subobjects::print_runtime_data(page, &rdat);
        }
        _ if shader.is_library() => subobjects::print_metadata(page, shader.module),
        _ => {}
    }
}

/// A part, if there is one; says so where it cannot be read.
fn view<'a, V: View<'a>>(page: &mut Page, container: &Container<'a>, name: FourCc) -> Option<V> {
    match container.view::<V>(name)? {
        Ok(view) => Some(view),
        Err(error) => {
            page.unreadable(name, error);
            None
        }
    }
}
