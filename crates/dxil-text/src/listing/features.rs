//! The notes about features that a device must have. Separate because they are SFI0 in words.

use dx_container::flags::FeatureFlags;
use dx_container::names::{Named, NamedFlags as _};

use super::page::Page;

/// The features that a runtime can do without are the bits from this one on.
const FIRST_OPTIONAL_BIT: u32 = FeatureFlags::USES_DERIVATIVES.bits().trailing_zeros();

/// Writes the notes that there are.
pub(super) fn print(page: &mut Page, features: FeatureFlags) {
    if features.is_empty() {
        return;
    }
    let is_optional = |row: &&Named| row.value >> FIRST_OPTIONAL_BIT != 0;
    page.blank();
    page.line(" Note: shader requires additional functionality:");
    print_rows(page, features, |row| !is_optional(row));
    page.blank();
    if features.bits() >> FIRST_OPTIONAL_BIT != 0 {
        page.line(" Note: shader has optional feature flags set:");
        print_rows(page, features, is_optional);
        page.blank();
    }
}

fn print_rows(page: &mut Page, features: FeatureFlags, filter: impl Fn(&&Named) -> bool) {
    let rows = FeatureFlags::NAMES.iter().filter(filter);
    for row in rows.filter(|row| features.bits() & row.value != 0) {
        page.line(format_args!("       {}", row.about));
    }
}
