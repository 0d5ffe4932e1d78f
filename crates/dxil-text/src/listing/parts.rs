//! The tables made of the container's parts. Separate from those of the program, which need no container.

use dx_container::enums::RuntimeDataPart;
use dx_container::flags::HashFlags;
use dx_container::parts::View;
use dx_container::parts::debug_name::DebugName;
use dx_container::parts::feature_info::FeatureInfo;
use dx_container::parts::psv::Psv;
use dx_container::parts::rdat::Rdat;
use dx_container::parts::shader_hash::ShaderHash;
use dx_container::parts::signature::Signature;
use dx_container::{Container, FourCc};

use super::page::{Name, Page};
use super::program::Program;
use super::{features, runtime_info, signatures, subobjects};

/// Writes what the parts say that are no program.
pub(super) fn print(page: &mut Page, container: &Container<'_>) {
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
    print_debug_name(page, container);
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

/// The reference has words of its own for a name that is damaged.
fn print_debug_name(page: &mut Page, container: &Container<'_>) {
    match container.view::<DebugName<'_>>(FourCc::ILDN) {
        Some(Ok(debug)) if debug.name.is_empty() => {}
        Some(Ok(debug)) => page.line(format_args!(" shader debug name: {}", Name(debug.name))),
        Some(Err(_)) => page.line(" shader debug name present; corruption detected"),
        None => {}
    }
}

/// Writes the subobjects of RDAT, where it has some, else those in the metadata of a library.
pub(super) fn print_subobjects(page: &mut Page, container: Option<&Container<'_>>, program: &Program<'_>) {
    let rdat = container.and_then(|container| view::<Rdat<'_>>(page, container, FourCc::RDAT));
    match rdat {
        Some(rdat) if rdat.table(RuntimeDataPart::SUBOBJECT_TABLE).is_some_and(|table| !table.is_empty()) => {
            subobjects::print_runtime_data(page, &rdat);
        }
        _ if program.is_library() => subobjects::print_metadata(page, program),
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
