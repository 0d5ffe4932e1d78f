//! The names of the functions of operations: `dx.op.`, the class, and the names of overloads.

use bstr::{BStr, BString, ByteSlice as _};
use dxil_ir::Types;

use super::operation::{FUNCTION_PREFIX, Operation};
use super::overload::Overload;
use super::overload_name::{is_made_of, shown};

impl Operation {
    fn each_piece(&self, types: &Types, overloads: &[Overload], mut piece: impl FnMut(&[u8])) {
        piece(FUNCTION_PREFIX.as_bytes());
        piece(self.function.as_bytes());
        for overload in overloads {
            piece(b".");
            overload.each_piece(types, &mut piece);
        }
    }

    /// The name of its function for these overloads.
    pub fn function_name(&self, types: &Types, overloads: &[Overload]) -> BString {
        let mut name = BString::default();
        self.each_piece(types, overloads, |piece| name.extend_from_slice(piece));
        name
    }

    /// That name, cut where it is longer than those of operations.
    pub(super) fn shown_function_name(&self, types: &Types, overloads: &[Overload]) -> BString {
        shown(|piece| self.each_piece(types, overloads, piece))
    }

    /// True if `name` is the name of the function. Opaque pointers do not determine the structure in the name, so any
    /// structure matches.
    pub(super) fn has_function_name(&self, types: &Types, overloads: &[Overload], name: &BStr) -> bool {
        let is_opaque =
            |overload: &Overload| matches!(overload, Overload::Udt(_)) && overload.structure(types).is_none();
        if overloads.iter().any(is_opaque) {
            let name = name.strip_prefix(FUNCTION_PREFIX.as_bytes()).unwrap_or_default();
            return name.split_str(".").next() == Some(self.function.as_bytes());
        }
        is_made_of(name, |piece| self.each_piece(types, overloads, piece))
    }
}
