//! What goes into an entry and comes out of it, by a DXIL program. Separate from `signature.rs` because metadata has an
//! element once, and parts a row of it.

use dx_container::enums::{ElementType, MinPrecision, ShaderKind};
use dx_container::flags::ShaderFlags;
use dx_container::{Container, Result};
use dxil::shader::{EntryPoint, SignatureElement};

use super::program_module::ProgramModule;
use crate::copies::Copies;
use crate::disagreement::Disagreements;
use crate::{Element, Reflection};

/// How a program says what it says of elements.
struct Ways {
    has_min_precision: bool,
    /// Up to validator 1.4, programs do not say which components they use.
    is_old: bool,
}

impl Reflection {
    /// Fills in the signatures of an entry.
    pub(super) fn add_signatures(
        &mut self,
        container: &Container<'_>,
        told: &ProgramModule,
        entry: &EntryPoint,
        copies: &mut Copies,
        disagreements: &mut Disagreements,
    ) -> Result<()> {
        let ways = Ways {
            has_min_precision: !entry.flags().contains(ShaderFlags::USE_NATIVE_LOW_PRECISION),
            is_old: !told.program().validator_is_at_least(1, 5),
        };
        let signatures = entry.signatures.as_ref();
        let is_domain = self.stage == Some(ShaderKind::DOMAIN);
        let is_mesh = self.stage == Some(ShaderKind::MESH);
        // Those that a stage always has are empty where they are not there.
        let has_third = matches!(self.stage, Some(ShaderKind::HULL | ShaderKind::DOMAIN | ShaderKind::MESH));
        let lists = [
            (signatures.and_then(|all| all.inputs.as_deref()), true, true),
            (signatures.and_then(|all| all.outputs.as_deref()), false, true),
            (signatures.and_then(|all| all.patch_constants.as_deref()), is_domain, has_third),
        ];
        let mut rows = [None, None, None];
        for (rows, (elements, is_input, is_always_there)) in rows.iter_mut().zip(lists) {
            if elements.is_none() && !is_always_there {
                continue;
            }
            let mut list = Vec::new();
            for element in elements.unwrap_or_default() {
                add_rows(&mut list, told, element, is_input, &ways, copies)?;
            }
            *rows = Some(list);
        }
        self.signatures.add_told(container, told.part, is_mesh, rows, disagreements);
        Ok(())
    }
}

/// Adds the rows of an element.
fn add_rows(
    list: &mut Vec<Element>,
    told: &ProgramModule,
    element: &SignatureElement,
    is_input: bool,
    ways: &Ways,
    copies: &mut Copies,
) -> Result<()> {
    let first = u32::try_from(element.start_row).ok();
    let column = if first.is_some() { u32::try_from(element.start_column).unwrap_or(0) } else { 0 };
    let nibble = |mask: u32| mask.checked_shl(column).unwrap_or(0).to_le_bytes()[0] & 0xf;
    let properties = element.properties.as_ref();
    let used = nibble(properties.and_then(|said| said.usage_mask()).copied().unwrap_or(0));
    let exclusive = if is_input { used } else { !used & 0xf };
    let component_type = told.program().component_type(element.element_type);
    let min_precision = min_precision(element.element_type, ways);
    for row in 0..element.rows.max(1) {
        copies.members(1)?;
        list.push(Element {
            semantic: copies.text(told.part, element.name.as_ref())?,
            index: element.semantic_index(row as usize),
            register: first.map(|first| first.saturating_add(row)),
            mask: nibble((1 << element.columns.min(4)) - 1),
            exclusive_mask: (!ways.is_old).then_some(exclusive),
            component_type,
            system_value: None,
            kind: Some(element.semantic),
            interpolation: Some(element.interpolation),
            stream: properties.and_then(|said| said.stream()).copied().unwrap_or(0),
            min_precision: Some(min_precision),
            dynamic_mask: Some(
                properties.and_then(|said| said.dynamic_mask()).map_or(0, |mask| mask.to_le_bytes()[0] & 0xf),
            ),
        });
    }
    Ok(())
}

/// The least precision of 16 bits that are 16 bits at least.
fn min_precision(ty: ElementType, ways: &Ways) -> MinPrecision {
    match ty {
        ElementType::I16 if ways.has_min_precision => MinPrecision::S_INT16,
        ElementType::U16 if ways.has_min_precision => MinPrecision::U_INT16,
        ElementType::F16 if ways.has_min_precision => MinPrecision::FLOAT16,
        _ => MinPrecision::DEFAULT,
    }
}
