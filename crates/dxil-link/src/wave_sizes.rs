//! Wave sizes that entries ask for, as the shader model of the target has them: one size in 6.6 and 6.7, a range from
//! 6.8 on. Separate from the rest of what entries say, which all shader models say the same.

use dx_container::ProgramVersion;
use dxil::shader::{EntryProperty, WaveRange, WaveSize};

use crate::catalogue::Catalogue;
use crate::error::{LinkError, LinkErrorKind};
use crate::errors::LinkErrors;
use crate::joined::Joined;
use crate::target::Profile;

/// The first minor shader model whose entries may ask for a wave size.
const WITH_SIZES: u32 = 6;

/// The first one whose entries ask for a range.
const WITH_RANGES: u32 = 8;

/// Says wave sizes as the target does.
///
/// # Errors
///
/// `link.model`: the target has none, or none with several sizes.
pub(crate) fn translate(
    joined: &mut Joined,
    catalogue: &Catalogue,
    profile: Profile,
) -> Result<(), LinkErrors> {
    let mut entries = std::mem::take(&mut joined.shader.entry_points);
    let mut errors = Vec::new();
    for entry in &mut entries {
        for item in entry.properties.iter_mut().flat_map(|properties| &mut properties.items) {
            let (min, max, preferred, extra) = match item {
                EntryProperty::WaveSize(size) => (size.lanes, 0, 0, std::mem::take(&mut size.extra)),
                EntryProperty::WaveRange(range) => {
                    (range.min, range.max, range.preferred, std::mem::take(&mut range.extra))
                }
                _ => continue,
            };
            let is_one = max == 0 && preferred == 0;
            *item = if is_one && !has_ranges(profile) {
                EntryProperty::WaveSize(WaveSize { lanes: min, extra })
            } else {
                EntryProperty::WaveRange(WaveRange { min, max, preferred, extra })
            };
            if profile.minor < WITH_SIZES {
                errors.push((entry.function, entry.name.clone(), "a wave size", WITH_SIZES));
            } else if !is_one && !has_ranges(profile) {
                errors.push((entry.function, entry.name.clone(), "a range of wave sizes", WITH_RANGES));
            }
        }
    }
    joined.shader.entry_points = entries;
    LinkErrors::check(errors.into_iter().map(|(function, name, what, needed)| {
        let file = function.map_or("", |id| joined.file(catalogue, id)).to_owned();
        LinkError::unplaced(LinkErrorKind::Model {
            function: name,
            file,
            what: what.to_owned(),
            needed: format!("6.{needed}"),
            target: profile.to_string(),
        })
    }))
}

fn has_ranges(profile: Profile) -> bool {
    // Libraries that are only linked have everything.
    profile.minor >= WITH_RANGES || profile.minor == ProgramVersion::OFFLINE
}
