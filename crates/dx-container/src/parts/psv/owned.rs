//! The owned form of part PSV0, and the arrangement of its tables. Separate from the view and the writer, which both
//! produce or consume it.

use bstr::BString;

use super::element::Element;
use super::masks::Masks;
use super::resource::Resource;
use super::runtime_info::RuntimeInfo;

/// The owned form of part PSV0.
///
/// Records in a file may be larger than this crate knows: `…_size` is their size in the file, `…_unknown` the bytes
/// beyond the known fields, record after record; missing ones are zero.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PsvBuf {
    /// The runtime-info record. Its element counts are derived from the lists below when it is written.
    pub info: RuntimeInfo<BString>,
    /// Unknown bytes of a larger runtime-info record.
    pub info_unknown: Vec<u8>,
    /// The resource bindings.
    pub resources: Vec<Resource>,
    /// Bytes a resource record takes; 0 is the size that goes with the runtime info's version, see
    /// [`Resource::SIZE_V0`] and [`Resource::SIZE_V1`].
    pub resource_size: u32,
    /// See above.
    pub resources_unknown: Vec<u8>,
    /// The elements of the input, output, and patch constant or primitive signature.
    pub elements: [Vec<Element<BString, Vec<u32>>>; 3],
    /// Bytes an element record takes; less than [`Element::SIZE`] means that.
    pub element_size: u32,
    /// See above, in the order of the three lists.
    pub elements_unknown: Vec<u8>,
    /// The dependency masks, sized as [`MaskSizes::of`](super::MaskSizes::of) says.
    pub masks: Masks<Vec<u32>>,
    /// Unknown bytes at the end.
    pub unknown: Vec<u8>,
}

/// The string and index tables as they were, where they are not canonical, and where each element (in the
/// order of the three lists, the entry name last) found its own in them.
///
/// Canonical is what DXC writes: a NUL, then each element's name, not shared, then the entry name, filled up
/// with zeros; indices in the order of the elements, an earlier run that reads the same used again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arrangement {
    /// The string table.
    pub strings: Vec<u8>,
    /// The offset of each name.
    pub names_at: Vec<u32>,
    /// The index table.
    pub indices: Vec<u32>,
    /// The first index of each element.
    pub indices_at: Vec<u32>,
}
