//! A signature under examination, and the questions that checks ask of its elements. Separate from the checks of
//! signatures, elements and registers, which share it.

use bstr::BStr;
use dx_container::enums::{InterpolationMode, SemanticKind, ShaderKind};
use dxil::semantics::{Interpretation, SignatureKind, SignaturePoint, canonical_name, interpretation};
use dxil::shader::SignatureElement;

use super::context::{Context, Entry};
use crate::names::Semantic;
use crate::report::Report;
use crate::rule::Rule;

/// A signature under examination.
#[derive(Clone, Copy)]
pub(super) struct Signature<'c, 'm> {
    pub(super) context: &'c Context<'m>,
    pub(super) entry: &'c Entry<'m>,
    pub(super) side: SignatureKind,
    pub(super) elements: &'m [SignatureElement],
}

impl Signature<'_, '_> {
    /// The name of an element: for a system value, the name of its semantic kind, whatever the module names it.
    pub(super) fn name<'e>(&self, element: &'e SignatureElement) -> &'e [u8] {
        match canonical_name(self.semantic(element)) {
            Some(name) if self.meaning(element).is_some() => name.as_bytes(),
            _ => &element.name,
        }
    }

    /// The semantic kind of an element: arbitrary if the signature point does not interpret its system value.
    pub(super) fn semantic(&self, element: &SignatureElement) -> SemanticKind {
        match self.meaning(element) {
            Some(Interpretation::Arbitrary) => SemanticKind::ARBITRARY,
            _ => element.semantic,
        }
    }

    /// The interpretation of the element's semantic kind at this signature point; `None` if it is not allowed there.
    pub(super) fn meaning(&self, element: &SignatureElement) -> Option<Interpretation> {
        interpretation(element.semantic, SignaturePoint::of(self.entry.kind, self.side)?)
    }

    /// What its elements are called.
    pub(super) fn side_name(&self) -> &'static str {
        match self.side {
            SignatureKind::Input => "input",
            SignatureKind::Output => "output",
            SignatureKind::PatchConstantOrPrimitive if self.entry.kind == ShaderKind::MESH => {
                "primitive output"
            }
            SignatureKind::PatchConstantOrPrimitive => "patch constant",
        }
    }

    pub(super) fn add_finding(
        &self,
        rule: Rule,
        element: &SignatureElement,
        message: &str,
        report: &mut Report,
    ) {
        let side = self.side_name();
        let name = BStr::new(self.name(element));
        let semantic = Semantic { name, index: element.semantic_index(0) };
        report.add(rule, self.entry.place(), format_args!("{side} {semantic}: {message}"));
    }
}

/// Returns true if an element has a row and a column.
pub(super) fn is_allocated(element: &SignatureElement) -> bool {
    element.start_row >= 0 && element.start_column >= 0
}

/// The stream of an element; only geometry shaders have other streams than 0.
pub(super) fn stream(element: &SignatureElement) -> u32 {
    element.properties.as_ref().and_then(|all| all.stream()).copied().unwrap_or(0)
}

/// The number of components of all elements.
pub(super) fn scalars(elements: &[SignatureElement]) -> u64 {
    elements.iter().map(|element| u64::from(element.rows).saturating_mul(element.columns.into())).sum()
}

/// Returns true if the rasterizer interpolates between the values of the vertices.
pub(super) fn is_linear(mode: InterpolationMode) -> bool {
    (InterpolationMode::LINEAR.0..=InterpolationMode::LINEAR_NOPERSPECTIVE_SAMPLE.0).contains(&mode.0)
}
