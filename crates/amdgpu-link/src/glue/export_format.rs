//! The choice of a colour output's export format: the smallest that loses nothing the target can hold. Separate from
//! the code because the choice is also part of the metadata and of cache keys.

use super::ExportedValue;
use crate::error::{ErrorKind, Result};
use crate::state::{ColorState, ColorTarget, DataFormat, ExportFormat, NumberFormat};

/// Number of the hardware target for depth, stencil and sample mask; lower numbers are colour targets.
pub(crate) const DEPTH_TARGET: u32 = 8;

/// The number of colour targets.
const COLOR_TARGETS: usize = 8;

/// The export format of each hardware target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ExportFormats(pub [ExportFormat; COLOR_TARGETS]);

impl ExportFormats {
    /// Chooses the formats of the targets of `exports`.
    pub fn choose(exports: &[ExportedValue], color: &ColorState) -> Result<Self> {
        let mut formats = Self::default();
        let mut seen = 0_u32;
        for export in exports {
            check(export, color, seen)?;
            seen |= 1 << export.target;
            let slot = usize::try_from(export.target).ok().and_then(|target| formats.0.get_mut(target));
            if let Some(slot) = slot {
                *slot = format(export, color);
            }
        }
        Ok(formats)
    }

    /// The format of a hardware target.
    pub fn of(&self, target: u32) -> ExportFormat {
        let target = usize::try_from(target).ok();
        target.and_then(|target| self.0.get(target)).copied().unwrap_or_default()
    }

    /// The value of `SPI_SHADER_COL_FORMAT`: four bits for each target, or the format of the dummy export.
    pub fn register(&self, exports: &[ExportedValue], kill: bool) -> u32 {
        let formats = (0..).step_by(4).zip(self.0);
        let register = formats.fold(0, |register, (shift, format)| register | u32::from(format.0) << shift);
        let depth = exports.iter().any(|export| export.target == DEPTH_TARGET);
        if register == 0 && !depth && kill { u32::from(ExportFormat::R32.0) } else { register }
    }
}

/// Checks that a value can be exported; `seen` is a mask of the targets before it.
fn check(export: &ExportedValue, color: &ColorState, seen: u32) -> Result<()> {
    let ExportedValue { target, location, ty, .. } = *export;
    let depth = target == DEPTH_TARGET;
    let why = if target > DEPTH_TARGET {
        "expected target 0 to 7 (colour) or 8 (depth)"
    } else if seen >> target & 1 == 1 {
        "another output has the same target"
    } else if ty.scalar.bits() > 32 || !(1..=4).contains(&ty.components) {
        "exports have at most four components of 32 bits"
    } else if depth && (ty.scalar.bits() != 32 || location >> ty.components.min(3) != 0) {
        "depth, stencil and sample mask require 32-bit components, one for each bit of the location"
    } else if color.dual_source_blend && !depth && target > 1 {
        "dual-source blending allows targets 0 and 1 only"
    } else {
        return Ok(());
    };
    Err(ErrorKind::Export { target, ty, why }.unplaced())
}

/// Properties of a target's format.
struct Class {
    channels: u32,
    bits: u32,
    unorm: bool,
    snorm: bool,
    uint: bool,
    sint: bool,
    float: bool,
    srgb: bool,
}

impl Class {
    fn of(target: &ColorTarget) -> Self {
        let (data, number) = (target.data_format, target.number_format);
        // Three bytes each are handled as if they were floats.
        let bytes = data == DataFormat::X8_8_8 || data == DataFormat::X8_8_8_BGR;
        Self {
            channels: data.channels(),
            bits: data.bits(),
            unorm: number == NumberFormat::UNORM,
            snorm: number == NumberFormat::SNORM,
            uint: number == NumberFormat::UINT,
            sint: number == NumberFormat::SINT,
            float: number == NumberFormat::FLOAT || bytes,
            srgb: number == NumberFormat::SRGB,
        }
    }

    /// Whether a half holds every value of the format.
    fn fits_half(&self) -> bool {
        (self.unorm || self.snorm) && self.bits <= 10
            || self.float && self.bits <= 16
            || self.srgb && self.bits == 8
    }

    /// Whether values of the format need 32 bits.
    fn needs_single(&self) -> bool {
        let norm = (self.unorm || self.snorm) && self.bits == 16;
        self.uint || self.sint || self.float && self.bits > 16 || norm
    }
}

/// The export format of an output: the first that fits.
fn format(export: &ExportedValue, color: &ColorState) -> ExportFormat {
    // Both sources of the first target have its format.
    let location = if color.dual_source_blend { 0 } else { export.location };
    let target = usize::try_from(location).ok().and_then(|location| color.targets.get(location));
    let Some(target) = target.filter(|target| !target.data_format.is_invalid()) else {
        return ExportFormat::ZERO;
    };
    // Only alpha of the first output decides coverage.
    let coverage = color.alpha_to_coverage && export.location == 0;
    let alpha = export.ty.components == 4
        && (target.data_format.has_alpha() || target.src_alpha_to_color || coverage);
    let class = Class::of(target);
    if class.channels == 1 && !alpha && !class.srgb {
        ExportFormat::R32
    } else if class.fits_half() {
        ExportFormat::FP16
    } else if class.sint && class.bits <= 16 && !coverage {
        ExportFormat::SINT16
    } else if class.snorm && class.bits == 16 && !target.blend {
        ExportFormat::SNORM16
    } else if class.uint && class.bits <= 16 && !coverage {
        ExportFormat::UINT16
    } else if class.unorm && class.bits == 16 && !target.blend {
        ExportFormat::UNORM16
    } else if !class.needs_single() {
        ExportFormat::ZERO
    } else if class.channels == 1 {
        ExportFormat::AR32
    } else if class.channels == 2 && !alpha {
        ExportFormat::GR32
    } else {
        ExportFormat::ABGR32
    }
}
