//! The tables of what goes into a stage and comes out of it, by the program. Separate because they say other things than
//! those of the signature parts: how values are interpolated, what is indexed.

use dx_container::enums::{InterpolationMode, ShaderKind};

use super::nodes::Node;
use super::page::{Name, Page, components, left, right};
use super::shader::Shader;

/// The tag of the components that are indexed at run time, among the extended properties of an element.
const DYNAMIC_INDEX_TAG: u32 = 2;

/// Where things stand in an element's node.
mod field {
    pub(super) const NAME: usize = 1;
    pub(super) const INDICES: usize = 4;
    pub(super) const INTERPOLATION: usize = 5;
    pub(super) const EXTENDED: usize = 10;
}

/// Writes the tables of the signatures that have elements.
pub(super) fn print(page: &mut Page, shader: &Shader<'_>) {
    if shader.is_library() {
        return;
    }
    let titles = match shader.kind {
        Some(ShaderKind::MESH) => ["Input", "Vertex Output", "Primitive Output"],
        _ => ["Input", "Output", "Patch Constant"],
    };
    for (title, elements) in titles.into_iter().zip(shader.signatures()) {
        if let Some(elements) = elements.filter(|elements| elements.len() > 0) {
            print_table(page, title, &elements);
        }
    }
}

fn print_table(page: &mut Page, title: &str, elements: &Node<'_>) {
    page.blank();
    page.line(format_args!(" {title} signature:"));
    page.lines(&[
        "",
        " Name                 Index             InterpMode DynIdx",
        " -------------------- ----- ---------------------- ------",
    ]);
    elements.nodes().for_each(|element| print_row(page, &element));
}

fn print_row(page: &mut Page, element: &Node<'_>) {
    let name = element.text(field::NAME).unwrap_or_default();
    let index = element.node(field::INDICES).and_then(|indices| indices.number(0)).unwrap_or(0);
    let mode = element.number(field::INTERPOLATION).map_or("invalid", interpolation);
    let extended = element.node(field::EXTENDED);
    let indexed = extended.and_then(|extended| extended.number(extended.tagged(DYNAMIC_INDEX_TAG)?));
    let indexed = indexed.and_then(|mask| u8::try_from(mask & 0xf).ok());
    let indexed: String = components(indexed.unwrap_or(0)).into_iter().filter(|name| *name != ' ').collect();
    page.line(format_args!(
        " {} {index:5} {}   {}",
        left(Name(name), 20),
        right(mode, 22),
        right(indexed, 4)
    ));
}

fn interpolation(mode: u32) -> &'static str {
    match InterpolationMode(mode) {
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
