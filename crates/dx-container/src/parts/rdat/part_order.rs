//! DXC's order of the parts of RDAT. Separate because the owned form and the writer sort by it.

use crate::enums::RuntimeDataPart;
use crate::generated::rdat::ORDER;

/// The place of a part in DXC's order; unknown ones come last.
pub(super) fn rank(part: RuntimeDataPart) -> usize {
    ORDER.iter().position(|&other| other == part).unwrap_or(ORDER.len())
}
