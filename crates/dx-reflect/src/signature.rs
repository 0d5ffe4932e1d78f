//! Signatures: the inputs and outputs of a stage. Separate because they have several sources: the signature parts,
//! PSV0 and DXIL programs, which add interpolation modes.

use std::collections::HashMap;

use bstr::{BStr, BString};
use dx_container::enums::{ComponentType, InterpolationMode, MinPrecision, SemanticKind, SystemValue};
use dx_container::parts::psv::{ElementView, Psv, Version};
use dx_container::parts::signature::{self, NO_REGISTER, Signature};
use dx_container::{Container, FourCc, Result};

use crate::copies::Copies;
use crate::disagreement::Disagreements;

/// A signature element: one row of a semantic.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Element {
    /// The semantic's name.
    pub semantic: BString,
    /// The semantic's index.
    pub index: u32,
    /// The register; `None` if it has none, such as SV_Depth.
    pub register: Option<u32>,
    /// The components; x is bit 0.
    pub mask: u8,
    /// The components of an input that are always read, or of an output that are never written. Not in PSV0.
    pub exclusive_mask: Option<u8>,
    /// The component type.
    pub component_type: ComponentType,
    /// The system value in the signature part.
    pub system_value: Option<SystemValue>,
    /// The semantic kind in PSV0 or a DXIL program, which have more values than `system_value`.
    pub kind: Option<SemanticKind>,
    /// The interpolation mode, from PSV0 or a DXIL program.
    pub interpolation: Option<InterpolationMode>,
    /// The output stream of a geometry shader.
    pub stream: u32,
    /// The minimum precision, from ISG1, OSG1, PSG1 or a DXIL program.
    pub min_precision: Option<MinPrecision>,
    /// The dynamically indexed components, from PSV0 or a DXIL program.
    pub dynamic_mask: Option<u8>,
}

/// The signatures of a stage; `None` if no part has one. An empty list is a signature without elements.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Signatures {
    /// The inputs.
    pub input: Option<Vec<Element>>,
    /// The outputs.
    pub output: Option<Vec<Element>>,
    /// The patch constants: outputs of a hull shader, inputs of a domain shader.
    pub patch_constant: Option<Vec<Element>>,
    /// The primitive outputs of a mesh shader.
    pub primitive: Option<Vec<Element>>,
}

/// The parts that tell of inputs, outputs, and patch constants or primitives.
const INPUTS: &[FourCc] = &[FourCc::ISG1, FourCc::ISGN];
const OUTPUTS: &[FourCc] = &[FourCc::OSG1, FourCc::OSG5, FourCc::OSGN];
const PATCH_CONSTANTS: &[FourCc] = &[FourCc::PSG1, FourCc::PCSG];

impl Signatures {
    /// Gathers the signatures, of a mesh shader where `is_mesh`.
    pub(crate) fn gather(
        container: &Container<'_>,
        psv: Option<&Psv<'_>>,
        is_mesh: bool,
        copies: &mut Copies,
        disagreements: &mut Disagreements,
    ) -> Result<Self> {
        let psv = psv.filter(|psv| psv.info.version >= Version::V1);
        let lists = match psv {
            Some(psv) => psv.elements().map(Some),
            None => [None, None, None],
        };
        let names = [INPUTS, OUTPUTS, PATCH_CONSTANTS];
        let mut found = [None, None, None];
        for ((found, list), names) in found.iter_mut().zip(lists).zip(names) {
            let mut part = None;
            let signature = gather_part(container, names, &mut part, copies)?;
            let list = match list {
                Some(list) => Some(of_list(list.map(|(element, _)| element), copies)?),
                None => None,
            };
            *found = match (signature, part, list) {
                (Some(mut elements), Some(part), Some(told)) => {
                    complete(&mut elements, (part, FourCc::PSV0), told, disagreements);
                    Some(elements)
                }
                (None, _, Some(told)) => Some(told).filter(|told| !told.is_empty()),
                (signature, ..) => signature,
            };
        }
        let [input, output, third] = found;
        let (patch_constant, primitive) = if is_mesh { (None, third) } else { (third, None) };
        Ok(Self { input, output, patch_constant, primitive })
    }

    /// Adds what a program tells: `lists` are inputs, outputs, and patch constants or primitives.
    pub(crate) fn add_told(
        &mut self,
        container: &Container<'_>,
        program: FourCc,
        is_mesh: bool,
        lists: [Option<Vec<Element>>; 3],
        disagreements: &mut Disagreements,
    ) {
        let third = if is_mesh { &mut self.primitive } else { &mut self.patch_constant };
        let known = [&mut self.input, &mut self.output, third];
        for ((known, told), names) in known.into_iter().zip(lists).zip([INPUTS, OUTPUTS, PATCH_CONSTANTS]) {
            let Some(told) = told else { continue };
            match known {
                Some(known) => {
                    let part = first_of(container, names).unwrap_or(FourCc::PSV0);
                    complete(known, (part, program), told, disagreements);
                }
                None => *known = Some(told),
            }
        }
    }
}

fn first_of(container: &Container<'_>, names: &[FourCc]) -> Option<FourCc> {
    names.iter().copied().find(|&name| container.part(name).is_some())
}

/// The elements of the first part that is called by one of `names`.
fn gather_part(
    container: &Container<'_>,
    names: &[FourCc],
    part: &mut Option<FourCc>,
    copies: &mut Copies,
) -> Result<Option<Vec<Element>>> {
    let Some(name) = first_of(container, names) else { return Ok(None) };
    *part = Some(name);
    let Some(signature) = container.view::<Signature<'_>>(name).transpose()? else { return Ok(None) };
    let mut elements = Vec::with_capacity(signature.len());
    for element in signature.elements() {
        elements.push(of_signature(name, signature.form, &element, copies)?);
    }
    Ok(Some(elements))
}

fn of_signature(
    part: FourCc,
    form: signature::Form,
    element: &signature::Element<&BStr>,
    copies: &mut Copies,
) -> Result<Element> {
    Ok(Element {
        semantic: copies.text(part, element.name)?,
        index: element.index,
        register: Some(element.register).filter(|&register| register != NO_REGISTER),
        mask: element.mask,
        exclusive_mask: Some(element.exclusive_mask),
        component_type: element.component_type,
        system_value: Some(element.system_value),
        kind: None,
        interpolation: None,
        stream: element.stream,
        min_precision: (form == signature::Form::Full).then_some(element.min_precision),
        dynamic_mask: None,
    })
}

/// The components that an element of PSV0 takes up in each of its rows.
fn mask_of(element: &ElementView<'_>) -> u8 {
    let columns = element.cols.min(4);
    let mask = (1_u8 << columns) - 1;
    mask << element.start_col & 0xf
}

/// The rows of an element of PSV0: semantic index and register of each.
fn rows<'e>(element: &ElementView<'e>) -> impl Iterator<Item = (u32, Option<u32>)> + use<'e> {
    let (first, allocated) = (u32::from(element.start_row), element.allocated);
    let registers = (first..).map(move |register| allocated.then_some(register));
    element.indices.iter().map(|index| index.get()).zip(registers)
}

/// The elements of a list of PSV0, row by row.
fn of_list<'e>(list: impl Iterator<Item = ElementView<'e>>, copies: &mut Copies) -> Result<Vec<Element>> {
    let mut elements = Vec::new();
    for element in list {
        for (index, register) in rows(&element) {
            let semantic = if element.kind == SemanticKind::ARBITRARY || !element.name.is_empty() {
                copies.text(FourCc::PSV0, element.name)?
            } else {
                format!("SV_{}", element.kind).into()
            };
            elements.push(Element {
                semantic,
                index,
                register,
                mask: mask_of(&element),
                exclusive_mask: None,
                component_type: element.component_type,
                system_value: None,
                kind: Some(element.kind),
                interpolation: Some(element.interpolation),
                stream: element.stream.into(),
                min_precision: None,
                dynamic_mask: Some(element.dynamic_mask),
            });
        }
    }
    Ok(elements)
}

/// Adds what another part tells of elements. Both have the elements that lie in registers; others are matched by
/// index and name, and some of them signature parts do not have.
fn complete(
    elements: &mut [Element],
    (part, other): (FourCc, FourCc),
    told: Vec<Element>,
    disagreements: &mut Disagreements,
) {
    let mut at: HashMap<(u32, Option<u32>, u8), usize> = HashMap::new();
    let mut outside: HashMap<(u32, Vec<u8>), usize> = HashMap::new();
    for (position, element) in elements.iter().enumerate() {
        match element.register {
            Some(_) => at.insert((element.stream, element.register, element.mask), position),
            None => outside.insert((element.index, element.semantic.to_ascii_lowercase()), position),
        };
    }
    for told in told {
        let position = match told.register {
            Some(_) => at.get(&(told.stream, told.register, told.mask)),
            None => outside.get(&(told.index, told.semantic.to_ascii_lowercase())),
        };
        match position.and_then(|&position| elements.get_mut(position)) {
            Some(element) => element.complete(told, (part, other), disagreements),
            None if told.register.is_some() => {
                let subject = || format!("element {}{}", told.semantic, told.index);
                disagreements.add(subject, (part, "absent"), (other, "present"));
            }
            None => {}
        }
    }
}

impl Element {
    fn complete(&mut self, told: Self, (part, other): (FourCc, FourCc), disagreements: &mut Disagreements) {
        let subject = |what: &str| format!("{what} of {}{}", self.semantic, self.index);
        if self.index != told.index {
            disagreements.add(|| subject("semantic index"), (part, self.index), (other, told.index));
        }
        if self.component_type != told.component_type {
            let kept = (part, self.component_type);
            disagreements.add(|| subject("component type"), kept, (other, told.component_type));
        }
        if let (Some(kept), Some(other_mode)) = (self.interpolation, told.interpolation)
            && kept != other_mode
        {
            disagreements.add(|| subject("interpolation mode"), (part, kept), (other, other_mode));
        }
        self.kind = self.kind.or(told.kind);
        self.interpolation = self.interpolation.or(told.interpolation);
        self.dynamic_mask = self.dynamic_mask.or(told.dynamic_mask);
        self.min_precision = self.min_precision.or(told.min_precision);
        self.exclusive_mask = self.exclusive_mask.or(told.exclusive_mask);
    }
}
