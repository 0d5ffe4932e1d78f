//! Keys of an unlinked shader's document that are for the linker. Separate because a pipeline's document has none of
//! them.

use located::Frame;

use super::Metadata;
use super::tree::{Tree, Value, unexpected};
use crate::elf::length;
use crate::error::Result;
use crate::glue::{ExportedValue, FetchedValue};
use crate::value_type::ValueType;

/// The values of those keys.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Unlinked {
    /// The values that a fetchless vertex shader expects in registers.
    pub vertex_inputs: Vec<FetchedValue>,
    /// The values that a fragment shader leaves in registers.
    pub color_exports: Vec<ExportedValue>,
    /// Whether the fragment shader reads built-ins that need slots of the vertex stages' output.
    pub uses_built_in_inputs: bool,
    /// Whether the fragment shader may discard pixels, where a key of its own says so.
    pub discards: Option<bool>,
}

const VERTEX_INPUTS: &str = ".vertexInputs";
/// The second is the key of early compilers.
const COLOR_EXPORTS: [&str; 2] = [".colorExports", ".colorExport"];
const BUILT_IN_INPUTS: &str = ".fragBuiltInInputs";
const OTHERS: [&str; 2] = [".fragInputs", ".fragBuiltInInputInfo"];
const DISCARD_STATE: &str = ".discardState";

/// Removes the keys from the merged document.
///
/// # Errors
/// When a key has a value of the wrong type.
pub fn take(metadata: &mut Metadata<'_>) -> Result<Unlinked> {
    let pipeline = metadata.pipeline_mut()?;
    let mut unlinked = Unlinked::default();
    if let Some(inputs) = pipeline.remove(VERTEX_INPUTS) {
        unlinked.vertex_inputs = list(VERTEX_INPUTS, &inputs, fetched)?;
    }
    for key in COLOR_EXPORTS {
        if let Some(exports) = pipeline.remove(key) {
            unlinked.color_exports.extend(list(key, &exports, exported)?);
        }
    }
    if let Some(inputs) = pipeline.remove(BUILT_IN_INPUTS) {
        unlinked.uses_built_in_inputs = !list(BUILT_IN_INPUTS, &inputs, |_| Some(()))?.is_empty();
    }
    if let Some(discards) = pipeline.remove(DISCARD_STATE) {
        unlinked.discards =
            Some(discards.truth().ok_or_else(|| unexpected(DISCARD_STATE, &discards, "true or false"))?);
    }
    for key in OTHERS {
        pipeline.remove(key);
    }
    Ok(unlinked)
}

fn list<T>(
    key: &'static str,
    value: &Value<'_>,
    element: impl Fn(&Value<'_>) -> Option<T>,
) -> Result<Vec<T>> {
    let values = value.elements().ok_or_else(|| unexpected(key, value, "a list"))?;
    let mut elements = Vec::with_capacity(values.len());
    for (index, value) in values.iter().enumerate() {
        elements.push(element(value).ok_or_else(|| {
            let expected = if key == VERTEX_INPUTS {
                "[location, component, type] such as [0, 0, v4f32]"
            } else {
                "[target, location, signed, type] such as [0, 0, false, v4f32]"
            };
            unexpected(key, value, expected).within(Frame::Item(length(index)))
        })?);
    }
    Ok(elements)
}

fn fetched(value: &Value<'_>) -> Option<FetchedValue> {
    let [location, component, ty] = value.elements()? else { return None };
    Some(FetchedValue {
        location: location.number()?,
        component: component.number()?,
        ty: ValueType::parse(ty.text()?)?,
    })
}

fn exported(value: &Value<'_>) -> Option<ExportedValue> {
    let [target, location, is_signed, ty] = value.elements()? else { return None };
    Some(ExportedValue {
        target: target.number()?,
        location: location.number()?,
        is_signed: is_signed.truth()?,
        ty: ValueType::parse(ty.text()?)?,
    })
}
