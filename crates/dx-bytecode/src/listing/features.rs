//! The note about features that a device must have, and back. Separate because the words come from two places: SFI0
//! and the program's own flags.

use dx_container::flags::FeatureFlags;
use dx_container::names::{NamedFlags as _, split_flags};

use super::page::Page;

/// The note's first line.
pub(super) const TITLE: &str = "Note: shader requires additional functionality:";
/// The note about a program with messages, which only a debugging layer runs.
const DEBUG: &str = "Note: SHADER WILL ONLY WORK WITH THE DEBUG SDK LAYER ENABLED.";
/// What a program says itself, in the place of a feature that the note leaves out.
const EARLY_DEPTH: &str = "Early depth-stencil";
/// The feature that the note has no words for: every device of shader model 5 has it.
pub(super) const LEFT_OUT: FeatureFlags = FeatureFlags::COMPUTE_SHADERS_PLUS_RAW_AND_STRUCTURED_BUFFERS;

/// Writes the notes that there are.
pub(super) fn print(page: &mut Page<'_>, features: FeatureFlags, early_depth: bool, messages: bool) {
    if messages {
        page.blank();
        page.line(DEBUG);
        page.blank();
    }
    if features.is_empty() && !early_depth {
        return;
    }
    page.blank();
    page.line(TITLE);
    let line = |page: &mut Page<'_>, text: &str| page.line(format_args!("      {text}"));
    let early = if early_depth { LEFT_OUT } else { FeatureFlags::empty() };
    let (known, unknown) = split_flags(FeatureFlags::NAMES, (features & !LEFT_OUT | early).bits());
    let unknown = unknown.unwrap_or_default() | (features & LEFT_OUT).bits();
    for row in known {
        let text = match row.value == LEFT_OUT.bits() {
            true => EARLY_DEPTH,
            false => row.about,
        };
        line(page, text);
    }
    if unknown != 0 {
        line(page, &format!("{UNKNOWN}{unknown:#x}"));
    }
    page.blank();
}

/// Before bits that have no words.
const UNKNOWN: &str = "@features ";

/// The feature that a line of the note names; `None` where it names none.
pub(super) fn read(line: &str) -> Option<FeatureFlags> {
    if line == EARLY_DEPTH {
        return Some(FeatureFlags::empty());
    }
    if let Some(bits) = line.strip_prefix(UNKNOWN) {
        let bits = u64::from_str_radix(bits.strip_prefix("0x")?, 16).ok()?;
        return Some(FeatureFlags::from_bits_retain(bits));
    }
    let row = FeatureFlags::NAMES.iter().find(|row| row.about == line)?;
    Some(FeatureFlags::from_bits_retain(row.value))
}
