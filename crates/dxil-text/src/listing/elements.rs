//! The tables of what goes into a stage and comes out of it, by the program. Separate because they say other things
//! than those of the signature parts: how values are interpolated, what is indexed.

use dx_container::enums::{InterpolationMode, ShaderKind};
use dxil::shader::{SignatureElement, SignatureProperties};

use super::page::{Name, Page, components, left, right};
use super::program::Program;

/// Writes the tables of the signatures that have elements.
pub(super) fn print(page: &mut Page, program: &Program<'_>) {
    let Some(signatures) = program.signatures().filter(|_| !program.is_library()) else { return };
    let titles = match program.kind() {
        Some(ShaderKind::MESH) => ["Input", "Vertex Output", "Primitive Output"],
        _ => ["Input", "Output", "Patch Constant"],
    };
    let lists = [&signatures.inputs, &signatures.outputs, &signatures.patch_constants];
    for (title, elements) in titles.into_iter().zip(lists) {
        match elements.as_deref() {
            None | Some([]) => {}
            Some(elements) => print_table(page, title, elements),
        }
    }
}

fn print_table(page: &mut Page, title: &str, elements: &[SignatureElement]) {
    page.blank();
    page.line(format_args!(" {title} signature:"));
    page.lines(&[
        "",
        " Name                 Index             InterpMode DynIdx",
        " -------------------- ----- ---------------------- ------",
    ]);
    for element in elements {
        let indexed = element.properties.as_ref().and_then(SignatureProperties::dynamic_mask);
        let indexed = indexed.map_or([' '; 4], |mask| components((mask & 0xf).to_le_bytes()[0]));
        page.line(format_args!(
            " {} {:5} {}   {}",
            left(Name(&element.name), 20),
            element.semantic_index(0),
            right(interpolation(element.interpolation), 22),
            right(String::from_iter(indexed).replace(' ', ""), 4)
        ));
    }
}

fn interpolation(mode: InterpolationMode) -> &'static str {
    match mode {
        InterpolationMode::UNDEFINED => "",
        InterpolationMode::CONSTANT => "nointerpolation",
        InterpolationMode::LINEAR => "linear",
        InterpolationMode::LINEAR_CENTROID => "centroid",
        InterpolationMode::LINEAR_NOPERSPECTIVE => "noperspective",
        InterpolationMode::LINEAR_NOPERSPECTIVE_CENTROID => "noperspective centroid",
        InterpolationMode::LINEAR_SAMPLE => "sample",
        InterpolationMode::LINEAR_NOPERSPECTIVE_SAMPLE => "noperspective sample",
        _ => "invalid",
    }
}
