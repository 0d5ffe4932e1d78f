//! User data as a root signature lays it out: its parameters in order, and constants behind them. Separate because sets
//! and bindings are parameters and places in their tables here, and not spaces and registers.

use dx_container::enums::{DescriptorRangeType, RootParameterType};
use dx_container::parts::root_signature::{DescriptorRange, ParameterContent, RootSignature, UNBOUNDED};
use dxil_run::pipeline::{Pipeline, RootArgument};

use super::{Bound, Needed, Placed};
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
        let mut arguments = pipeline.root_arguments.iter();
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
