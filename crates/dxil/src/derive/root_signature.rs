//! RTS0: the root signature that a program brings along. Separate because nothing is derived: its bytes stand in the
//! metadata until the program is put into a container, where they become a part.

use bstr::{BStr, ByteSlice as _};

use super::DescribedModule;
use crate::shader::{EntryPoint, EntryProperties};

/// The bytes of the root signature that a program has in its metadata: that of the module, or else that of its only
/// entry. `None` where it has none, and for a library, whose root signatures are subobjects.
pub fn root_signature<'m>(program: &DescribedModule<'m>) -> Option<&'m BStr> {
    let shader = program.shader;
    if shader.model.as_ref().is_none_or(|model| model.is_library()) {
        return None;
    }
    let entry = || match shader.entry_points.as_slice() {
        [EntryPoint { properties, .. }] => properties.as_ref().and_then(EntryProperties::root_signature),
        _ => None,
    };
    let found = shader.root_signature.as_ref().or_else(entry)?;
    Some(found.bytes.as_bstr()).filter(|bytes| !bytes.is_empty())
}
