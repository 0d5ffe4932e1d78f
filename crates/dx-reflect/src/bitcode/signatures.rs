//! What goes into an entry and comes out of it, by a DXIL program. Separate from `signature.rs` because metadata has an
//! element once, and parts a row of it.

use dx_container::enums::{ComponentType, ElementType, MinPrecision, ShaderKind};
use dx_container::flags::ShaderFlags;
use dx_container::{Container, Result};
use dxil::shader::{EntryPoint, SignatureElement};

use super::Told;
use crate::copies::Copies;
use crate::reflection::Disagreements;
use crate::{Element, Reflection};

/// How a program says what it says of elements.
struct Ways {
    has_min_precision: bool,
    /// Up to validator 1.4, programs do not say which components they use, and truth values are no numbers.
    is_old: bool,
}

impl Reflection {
    /// Fills in the signatures of an entry.
    pub(super) fn add_signatures(
        &mut self,
        container: &Container<'_>,
        told: &Told,
        entry: &EntryPoint,
        copies: &mut Copies,
        disagreements: &mut Disagreements,
    ) -> Result<()> {
        let ways = Ways {
            has_min_precision: !entry.flags().contains(ShaderFlags::USE_NATIVE_LOW_PRECISION),
            is_old: !told.is_for_validator((1, 5)),
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
    told: &Told,
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
    let (component_type, min_precision) = component(element.element_type, ways);
    for row in 0..element.rows.max(1) {
        copies.members(1)?;
        list.push(Element {
            semantic: copies.text(told.part, element.name.as_ref())?,
            index: element.semantic_index(usize::try_from(row).unwrap_or(usize::MAX)),
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

/// What signature parts call a component.
fn component(ty: ElementType, ways: &Ways) -> (ComponentType, MinPrecision) {
    let at_least = |precision| if ways.has_min_precision { precision } else { MinPrecision::DEFAULT };
    let (component, precision) = match ty {
        ElementType::I1 if ways.is_old => (ComponentType::UNKNOWN, MinPrecision::DEFAULT),
        ElementType::I1 | ElementType::U32 => (ComponentType::U_INT32, MinPrecision::DEFAULT),
        ElementType::I32 => (ComponentType::S_INT32, MinPrecision::DEFAULT),
        ElementType::F32 => (ComponentType::FLOAT32, MinPrecision::DEFAULT),
        ElementType::I16 => (ComponentType::S_INT16, at_least(MinPrecision::S_INT16)),
        ElementType::U16 => (ComponentType::U_INT16, at_least(MinPrecision::U_INT16)),
        ElementType::F16 => (ComponentType::FLOAT16, at_least(MinPrecision::FLOAT16)),
        ElementType::I64 => (ComponentType::S_INT64, MinPrecision::DEFAULT),
        ElementType::U64 => (ComponentType::U_INT64, MinPrecision::DEFAULT),
        ElementType::F64 => (ComponentType::FLOAT64, MinPrecision::DEFAULT),
        _ => (ComponentType::UNKNOWN, MinPrecision::DEFAULT),
    };
    (component, precision)
}
