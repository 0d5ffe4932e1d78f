//! The attribute `denormal_fpenv` of LLVM 23, printed for the two string attributes that a module has instead.
//!
//! Source: `AttributeImpl::getAsString` and `DenormalFPEnv` of LLVM 23.1.

use bstr::BStr;
use dxil_ir::attributes::Attribute;

/// The string attribute with the denormal modes of all floating-point types.
const ALL: &[u8] = b"denormal-fp-math";

/// The string attribute with the denormal modes of `float`, if they differ.
const FLOAT: &[u8] = b"denormal-fp-math-f32";

/// Returns true if `denormal_fpenv` replaces the attribute.
pub(super) fn is_replaced(attribute: &Attribute) -> bool {
    matches!(attribute, Attribute::Text(key, _) if *key == ALL || *key == FLOAT)
}

/// Returns `denormal_fpenv(…)` for the attributes of a group, or `None` if the group has no denormal modes or a mode
/// that LLVM does not define.
pub(super) fn environment(attributes: &[Attribute]) -> Option<String> {
    let value = |wanted: &[u8]| {
        attributes.iter().find_map(|attribute| {
            let Attribute::Text(key, value) = attribute else { return None };
            (*key == wanted).then(|| BStr::new(value))
        })
    };
    let all = value(ALL).map(modes);
    let float = value(FLOAT).map(modes);
    match (all, float) {
        (None, None) => None,
        (Some(all), None) => Some(format!("denormal_fpenv({})", all?)),
        (None, Some(float)) => Some(format!("denormal_fpenv(float: {})", float?)),
        (Some(all), Some(float)) => Some(format!("denormal_fpenv({}, float: {})", all?, float?)),
    }
}

/// Converts `OUTPUT,INPUT` of the string attributes to `OUTPUT|INPUT`, or to `OUTPUT` if both modes are equal or only
/// one is given.
fn modes(value: &BStr) -> Option<String> {
    let value = std::str::from_utf8(value).ok()?;
    let (output, input) = value.split_once(',').unwrap_or((value, value));
    let (output, input) = (mode(output)?, mode(input)?);
    Some(if output == input { output.to_owned() } else { format!("{output}|{input}") })
}

fn mode(word: &str) -> Option<&'static str> {
    match word {
        "ieee" => Some("ieee"),
        "preserve-sign" => Some("preservesign"),
        "positive-zero" => Some("positivezero"),
        "dynamic" => Some("dynamic"),
        _ => None,
    }
}
