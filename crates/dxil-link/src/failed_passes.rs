//! What keeps a pass from its work, in the words of a link. Separate because passes know names of functions as the
//! module has them, and not the files that these are from.

use bstr::{BStr, ByteSlice as _};
use dx_container::mangled_name::Shown;
use dxil_passes::{PassError, PassErrorKind};
use located::Frame;

use crate::catalogue::Catalogue;
use crate::error::{LinkError, LinkErrorKind};
use crate::joined::Joined;

/// What passes write before the name of the function that they are at.
const FUNCTION: &str = "function ";

/// The error of a pass over the joined module, with names as HLSL has them and with files.
pub(crate) fn explained(error: &PassError, joined: &Joined, catalogue: &Catalogue) -> LinkError {
    let named = |name: &BStr| match joined.module.global_named(name) {
        Some(id) => joined.described(catalogue, id),
        None => Shown(name).to_string(),
    };
    let kind = match error.kind().clone() {
        PassErrorKind::Recursion { cycle } => {
            LinkErrorKind::Recursion { cycle: cycle.iter().map(|name| named(name.as_bstr())).collect() }
        }
        PassErrorKind::Inline { callee, why } => {
            LinkErrorKind::Inline { callee: named(callee.as_bstr()), why }
        }
        PassErrorKind::TooLarge { pass, what, found, limit } => {
            LinkErrorKind::TooLarge { pass, what, found, limit }
        }
        other => LinkErrorKind::Pass(other),
    };
    error.path().rev().fold(LinkError::unplaced(kind), |explained, frame| {
        explained.within(match frame {
            Frame::Name(name) => Frame::Name(match name.strip_prefix(FUNCTION) {
                Some(function) => format!("{FUNCTION}{}", named(function.into())),
                None => name.clone(),
            }),
            other => other.clone(),
        })
    })
}
