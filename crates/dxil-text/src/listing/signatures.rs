//! The tables of what goes into a stage and comes out of it, by the signature parts. Separate because the program has
//! its own: `elements.rs`.

use bstr::{BStr, ByteSlice as _};
use dx_container::enums::SystemValue;
use dx_container::parts::signature::{Element, NO_REGISTER, Signature};

use super::page::{Name, Page, components, left, right};

/// Writes the table of a signature.
pub(super) fn print(page: &mut Page, title: &str, signature: &Signature<'_>, is_input: bool) {
    page.blank();
    page.line(format_args!(" {title} signature:"));
    page.lines(&[
        "",
        " Name                 Index   Mask Register SysValue  Format   Used",
        " -------------------- ----- ------ -------- -------- ------- ------",
    ]);
    if signature.is_empty() {
        page.line(" no parameters");
        return;
    }
    let has_streams = signature.elements().any(|element| element.stream != 0);
    signature.elements().for_each(|element| print_row(page, &element, is_input, has_streams));
    page.blank();
}

fn print_row(page: &mut Page, element: &Element<&BStr>, is_input: bool, has_streams: bool) {
    let name = match has_streams {
        true => format!("m{}:{}", element.stream, left(Name(element.name), 17)),
        false => left(Name(element.name), 20),
    };
    // Of an output, the mask says what is never written.
    let used = if is_input { element.exclusive_mask } else { !element.exclusive_mask };
    let (place, used) = match element.register {
        NO_REGISTER => {
            let used = if used != 0 { "    YES" } else { "     NO" };
            (format!("    N/A{}", special_register(element)), used.to_owned())
        }
        register => {
            let mask = String::from_iter(components(element.mask));
            (format!("   {mask} {register:8}"), format!("   {}", String::from_iter(components(used))))
        }
    };
    page.line(format_args!(
        " {name} {:5}{place}{}{}{used}",
        element.index,
        right(element.system_value.column(), 9),
        right(element.component_type.column(), 8),
    ));
}

/// What stands in the place of the register where there is none: the name decides.
fn special_register(element: &Element<&BStr>) -> &'static str {
    const BY_NAME: [(&str, &str); 5] = [
        ("SV_Depth", "   oDepth"),
        ("SV_DepthGreaterEqual", " oDepthGE"),
        ("SV_DepthLessEqual", " oDepthLE"),
        ("SV_Coverage", "    oMask"),
        ("SV_StencilRef", "    oStencilRef"),
    ];
    match BY_NAME.iter().find(|(name, _)| element.name.as_bytes().eq_ignore_ascii_case(name.as_bytes())) {
        Some((_, register)) => register,
        None if element.system_value == SystemValue::PRIMITIVE_ID => "   primID",
        None => "  special",
    }
}
