//! The names of overloads, written in pieces to a callback, so that names of functions and structures are compared
//! without an allocation.

use std::fmt::{self, Write as _};

use bstr::{BStr, BString, ByteSlice as _};

use super::overload::Overload;
use crate::limits::OPERATION_NAME;
use dxil_ir::Types;

/// The structures of matrices, whose overloads have a shorter name.
const MATRIX_PREFIX: &[u8] = b"dx.types.LinAlgMatrix";
/// What stands for it in names.
const MATRIX: &[u8] = b"m";

/// Calls a function with the pieces of a name.
struct Pieces<F>(F);

impl<F: FnMut(&[u8])> fmt::Write for Pieces<F> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        (self.0)(text.as_bytes());
        Ok(())
    }
}

impl Overload {
    /// Calls `piece` with the pieces of its name; without any where it has none, as pointers of today's IR.
    pub(super) fn each_piece(self, types: &Types, mut piece: impl FnMut(&[u8])) {
        match self {
            Self::Scalar(kind) => piece(kind.name().as_bytes()),
            Self::Vector(kind, length) => {
                // To write to a closure cannot fail.
                let _ = write!(Pieces(piece), "v{length}{}", kind.name());
            }
            Self::Udt(_) | Self::Object(_) => {
                let structure = self.structure(types).and_then(|id| types.named(id));
                let Some(name) = structure.map(|structure| structure.name.as_bstr()) else { return };
                match name.strip_prefix(MATRIX_PREFIX) {
                    Some(matrix) => {
                        piece(MATRIX);
                        piece(matrix);
                    }
                    None => piece(name),
                }
            }
        }
    }

    /// Its name, cut where it is longer than those of operations.
    pub(super) fn shown_name(self, types: &Types) -> BString {
        shown(|piece| self.each_piece(types, piece))
    }

    /// Its name, as names of functions have it: `f32`, `v4f32`, `struct.Payload`.
    pub fn name(self, types: &Types) -> BString {
        let mut name = BString::default();
        self.each_piece(types, |piece| name.extend_from_slice(piece));
        name
    }
}

/// What `each_piece` gives, one after the other, up to the limit of names: structures may have any, and each of many
/// calls may have one that is to be told.
pub(super) fn shown(each_piece: impl FnOnce(&mut dyn FnMut(&[u8]))) -> BString {
    let mut name = BString::default();
    each_piece(&mut |piece| {
        let room = OPERATION_NAME.saturating_sub(name.len());
        name.extend_from_slice(piece.get(..room).unwrap_or(piece));
    });
    name
}

/// Whether a name is what `each_piece` gives, one after the other.
pub(super) fn is_made_of(name: &BStr, each_piece: impl FnOnce(&mut dyn FnMut(&[u8]))) -> bool {
    let mut rest = Some(&**name);
    each_piece(&mut |piece| rest = rest.and_then(|rest| rest.strip_prefix(piece)));
    rest.is_some_and(<[u8]>::is_empty)
}
