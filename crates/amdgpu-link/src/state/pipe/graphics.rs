//! The state of the fixed stages in a `.pipe` file, and the options that compute pipelines have as well. Separate
//! because some of it means what it does only together.

use std::collections::BTreeMap;

use super::key::{Entry, Key};
use super::vulkan::{self, VulkanFormat};
use super::{Note, state_error};
use crate::error::Result;
use crate::limits;
use crate::state::{
    ColorTarget, DataFormat, NumberFormat, Options, PipelineState, ResourceLayout, Stages, Topology,
};

/// Use of a shadow descriptor table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum ShadowTable {
    /// The driver decides; the standalone compiler uses one at `SHADOW_TABLE_HIGH`.
    #[default]
    Auto,
    Enable,
    Disable,
}

/// High half of the shadow table's address in the standalone compiler.
const SHADOW_TABLE_HIGH: u32 = 2;

#[derive(Default)]
struct Target {
    line: u64,
    format: Option<&'static VulkanFormat>,
    target: ColorTarget,
}

/// Values that are set in the state when all have been read.
#[derive(Default)]
pub(super) struct Graphics {
    shadow_table: ShadowTable,
    shadow_table_high: u32,
    targets: BTreeMap<u32, Target>,
    /// The topology; 0, a list of points, where the file has none.
    topology: Option<Topology>,
    samples: u32,
}

impl Graphics {
    /// Reads an entry of graphics state; false where it does not matter to a link.
    pub(super) fn entry(&mut self, entry: &Entry<'_>, state: &mut PipelineState) -> Result<bool> {
        if let Some(key) = Key::of(entry.text, "colorBuffer") {
            self.target(&key, entry)?;
            return Ok(true);
        }
        match entry.text {
            "topology" => self.topology = Some(vulkan::topology(entry)?),
            "enableMultiView" => state.input_assembly.multiview = entry.flag()?,
            "rasterizerDiscardEnable" => state.rasterizer.discard = entry.flag()?,
            "innerCoverage" => state.rasterizer.inner_coverage = entry.flag()?,
            "numSamples" => self.samples = entry.number()?,
            "samplePatternIdx" => state.rasterizer.sample_pattern = entry.number()?,
            "usrClipPlaneMask" => state.rasterizer.user_clip_planes = clip_planes(entry)?,
            "alphaToCoverageEnable" => state.color.alpha_to_coverage = entry.flag()?,
            "dualSourceBlendEnable" => state.color.dual_source_blend = entry.flag()?,
            _ => return self.shared_entry(entry, state),
        }
        Ok(true)
    }

    /// Reads an entry of any pipeline; false where it does not matter to a link.
    pub(super) fn shared_entry(&mut self, entry: &Entry<'_>, state: &mut PipelineState) -> Result<bool> {
        match entry.text {
            "deviceIndex" => state.device_index = entry.number()?,
            "clientMetadata" => {
                let byte =
                    |byte| u8::try_from(byte).map_err(|_| entry.error("expected bytes, from 0 to 255"));
                state.options.client_metadata =
                    entry.numbers()?.into_iter().map(byte).collect::<Result<_>>()?;
            }
            "options.shadowDescriptorTableUsage" => {
                self.shadow_table = entry.word(&[
                    ("Auto", ShadowTable::Auto),
                    ("Enable", ShadowTable::Enable),
                    ("Disable", ShadowTable::Disable),
                ])?;
            }
            "options.shadowDescriptorTablePtrHigh" => self.shadow_table_high = entry.number()?,
            "options.resourceLayoutScheme" => {
                state.options.resource_layout = entry
                    .word(&[("Compact", ResourceLayout::Compact), ("Indirect", ResourceLayout::Indirect)])?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn target(&mut self, key: &Key<'_>, entry: &Entry<'_>) -> Result<()> {
        if usize::try_from(key.index).map_or(true, |index| index >= limits::COLOR_TARGETS) {
            return Err(
                entry.error(format_args!("at most {} colour targets are supported", limits::COLOR_TARGETS))
            );
        }
        let new = || Target {
            target: ColorTarget { write_mask: ColorTarget::ALL_COMPONENTS, ..ColorTarget::default() },
            ..Target::default()
        };
        let target = self.targets.entry(key.index).or_insert_with(new);
        target.line = entry.line;
        match key.rest {
            "format" => target.format = Some(vulkan::format(entry)?),
            "channelWriteMask" => {
                let mask =
                    u8::try_from(entry.number()?).ok().filter(|mask| *mask <= ColorTarget::ALL_COMPONENTS);
                target.target.write_mask =
                    mask.ok_or_else(|| entry.error("the mask must have at most four bits"))?;
            }
            "blendEnable" => target.target.blend = entry.flag()?,
            "blendSrcAlphaToColor" => target.target.src_alpha_to_color = entry.flag()?,
            _ => return Err(entry.error("unknown member of a colour target")),
        }
        Ok(())
    }

    pub(super) fn finish(self, state: &mut PipelineState, notes: &mut Vec<Note>) {
        state.options.enable_fmask = self.shadow_table != ShadowTable::Disable;
        state.options.high_addr_of_fmask = match self.shadow_table {
            ShadowTable::Auto => SHADOW_TABLE_HIGH,
            ShadowTable::Enable => self.shadow_table_high,
            ShadowTable::Disable => Options::NO_SHADOW_TABLE,
        };
        if state.stages == Stages::COMPUTE {
            return;
        }
        state.input_assembly.topology = self.topology.unwrap_or(Topology::PointList);
        state.rasterizer.samples = self.samples;
        for (index, target) in self.targets {
            let index = usize::try_from(index).unwrap_or_default();
            let Some(format) = target.format else { continue };
            if state.color.targets.len() <= index {
                state.color.targets.resize(index.saturating_add(1), ColorTarget::default());
            }
            let Some(slot) = state.color.targets.get_mut(index) else { continue };
            *slot = target.target;
            if format.color {
                (slot.data_format, slot.number_format) = (format.data, format.number);
            } else if format.name != "UNDEFINED" {
                let text = format!(
                    "VK_FORMAT_{} cannot be the format of a colour target: the output is discarded",
                    format.name
                );
                notes.push(Note { line: target.line, text });
            }
        }
        // Coverage is made of an alpha that must be exported somewhere.
        if state.color.alpha_to_coverage && state.color.targets.is_empty() {
            state.color.targets.push(ColorTarget {
                data_format: DataFormat::X32,
                number_format: NumberFormat::FLOAT,
                write_mask: ColorTarget::ALL_COMPONENTS,
                ..ColorTarget::default()
            });
        }
    }
}

fn clip_planes(entry: &Entry<'_>) -> Result<u8> {
    let planes = u8::try_from(entry.number()?).ok();
    let planes = planes.filter(|planes| planes.checked_shr(limits::USER_CLIP_PLANES) == Some(0));
    planes.ok_or_else(|| state_error(entry.line, 1, "the mask must have at most six bits".to_owned()))
}
