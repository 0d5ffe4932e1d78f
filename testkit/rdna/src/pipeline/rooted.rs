//! User data as a root signature lays it out: its parameters in order, and constants behind them. Separate because sets
//! and bindings are parameters and places in their tables here, and not spaces and registers.

use dx_container::enums::{DescriptorRangeType, RootParameterType, TextureAddressMode};
use dx_container::parts::root_signature::{
    DescriptorRange, ParameterContent, RootSignature, StaticSampler, UNBOUNDED,
};
use run_pipeline::{Pipeline, RootArgument};

use super::{Bound, Needed, Placed, only};
use crate::descriptor::{Clamp, Sampler};
use crate::table::Generation;

/// Dwords from one descriptor to the next in tables.
const SLOT: u32 = 8;
const SAMPLER_SLOT: u32 = 4;

impl Placed {
    /// Puts a pipeline's data into memory, and descriptors of what a shader needs where a root signature has them.
    ///
    /// # Errors
    ///
    /// Something that the shader needs is not bound, or in no parameter.
    pub fn rooted(
        pipeline: &Pipeline,
        signature: &RootSignature<'_>,
        needed: &[Needed],
        generation: Generation,
    ) -> Result<Self, String> {
        let mut placed = Self::with_data(pipeline, generation)?;
        let mut dword = 0;
        let mut arguments = only(pipeline)?.root_arguments.iter();
        let parameters = signature.parameters().count() as u32;
        for (set, parameter) in (0..).zip(signature.parameters()) {
            let argument = arguments.next();
            let of_set = needed.iter().filter(|needed| needed.set == set);
            match parameter.content {
                ParameterContent::Table(ranges) => {
                    let mut slot = 0_u32;
                    for range in ranges.iter() {
                        slot = if range.offset == UNBOUNDED { slot } else { range.offset };
                        for one in of_set.clone() {
                            placed.in_range(pipeline, signature, *one, (&range, slot))?;
                        }
                        slot = slot.wrapping_add(range.num_descriptors);
                    }
                    placed.sets.insert(set, dword);
                    dword += 1;
                }
                ParameterContent::Descriptor { kind, register, space, .. } => {
                    let class = match kind {
                        RootParameterType::SRV => 0,
                        RootParameterType::UAV => 1,
                        _ => 2,
                    };
                    for one in of_set {
                        let words = placed.at(pipeline, Some(signature), class, register, space)?;
                        let words = words.ok_or("nothing is bound to a root descriptor")?;
                        let descriptors = vec![words[..2].to_vec()];
                        let (stride, offset) = (2, dword);
                        placed.bound.push(Bound {
                            needed: *one,
                            descriptors,
                            offset,
                            stride,
                            is_at_top: true,
                        });
                    }
                    dword += 2;
                }
                ParameterContent::Constants { num_values, .. } => {
                    let Some(RootArgument::Constants(buffer)) = argument else {
                        return Err("root constants have no argument".to_owned());
                    };
                    let data = pipeline.buffers.get(*buffer).and_then(|buffer| buffer.data.first());
                    let words = data.map_or(&[][..], |data| data.as_chunks().0).iter();
                    let words = words.map(|word| u32::from_le_bytes(*word)).chain(std::iter::repeat(0));
                    placed.constants.extend(words.take(num_values as usize));
                }
            }
        }
        // Behind parameters come the sets of heaps, which are not bound here, and that of static samplers.
        let set = parameters.saturating_add(2);
        let samplers: Vec<_> = signature.samplers().collect();
        if !samplers.is_empty() {
            for one in needed.iter().filter(|needed| needed.set == set) {
                let said = samplers.get(one.binding as usize).ok_or("no such static sampler")?;
                let words = static_words(said)?;
                let (descriptors, offset) = (vec![words], one.binding * SAMPLER_SLOT);
                let stride = SAMPLER_SLOT;
                placed.bound.push(Bound { needed: *one, descriptors, offset, stride, is_at_top: false });
            }
            placed.sets.insert(set, dword);
            dword += 1;
        }
        match needed.iter().find(|one| !placed.bound.iter().any(|bound| bound.needed == **one)) {
            Some(one) => Err(format!("no parameter has set {}, binding {}", one.set, one.binding)),
            None => {
                placed.user_data = dword;
                Ok(placed)
            }
        }
    }

    /// Puts what is bound to registers of a range, from a place of the table on, where a shader looks for it.
    fn in_range(
        &mut self,
        pipeline: &Pipeline,
        signature: &RootSignature<'_>,
        needed: Needed,
        (range, slot): (&DescriptorRange, u32),
    ) -> Result<(), String> {
        let class = match range.kind {
            DescriptorRangeType::UAV => 1,
            DescriptorRangeType::CBV => 2,
            DescriptorRangeType::SAMPLER => 3,
            _ => 0,
        };
        let Some(within) = needed.binding.checked_sub(slot).filter(|at| *at < range.num_descriptors) else {
            return Ok(());
        };
        let stride = if class == 3 { SAMPLER_SLOT } else { SLOT };
        let mut descriptors = Vec::new();
        while within + (descriptors.len() as u32) < range.num_descriptors {
            let register = range.base_register + within + descriptors.len() as u32;
            match self.at(pipeline, Some(signature), class, register, range.space)? {
                Some(words) => descriptors.push(words),
                None => break,
            }
        }
        if descriptors.is_empty() {
            return Err(format!(
                "nothing is bound to register {} of class {class}",
                range.base_register + within
            ));
        }
        let offset = needed.binding * stride;
        self.bound.push(Bound { needed, descriptors, offset, stride, is_at_top: false });
        Ok(())
    }
}

/// The descriptor of a static sampler.
fn static_words(sampler: &StaticSampler) -> Result<Vec<u32>, String> {
    let clamp = |mode: TextureAddressMode| match mode {
        TextureAddressMode::WRAP => Ok(Clamp::Wrap),
        TextureAddressMode::MIRROR => Ok(Clamp::Mirror),
        TextureAddressMode::CLAMP => Ok(Clamp::LastTexel),
        TextureAddressMode::BORDER => Ok(Clamp::Border),
        TextureAddressMode::MIRROR_ONCE => Ok(Clamp::MirrorOnceLastTexel),
        other => Err(format!("no address mode {}", other.0)),
    };
    let filter = sampler.filter.0;
    if filter & 0x40 != 0 {
        return Err("anisotropic filters have no descriptor here".to_owned());
    }
    let is_comparison = filter >> 7 & 3 == 1;
    let [x, y, z] = sampler.address;
    let words = Sampler {
        clamp: [clamp(x)?, clamp(y)?, clamp(z)?],
        comparison: if is_comparison { sampler.comparison.0 as u8 - 1 } else { 0 },
        unnormalized: false,
        lod: [sampler.min_lod, sampler.max_lod],
        bias: sampler.mip_lod_bias,
        linear: [filter & 4 != 0, filter & 16 != 0, filter & 1 != 0],
        border: (sampler.border_color.0 % 3) as u8,
        reduction: [0, 0, 1, 2][(filter >> 7 & 3) as usize],
    };
    Ok(words.words().to_vec())
}
