//! Static samplers, and the places where the loader writes them: relocatable shaders load them like other descriptors.
//! Separate because no part of the pipeline depends on them.

use super::notes::LinkNote;
use crate::error::{ErrorKind, Result};
use crate::explain::Log;
use crate::limits::SAMPLER_WORDS;
use crate::state::user_data::{DWORD, SAMPLER_OF_COMBINED_TEXTURE, Wanted};
use crate::state::{NodeKind, PipelineState, StaticSampler};

/// A static sampler, and the place where the loader writes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SamplerWrite {
    /// Dword of the user data that points to the table; `None` where the sampler is in the user data itself.
    pub table: Option<u32>,
    /// Bytes from the start of the table, or of the user data.
    pub offset: u32,
    /// Bytes from one element to the next.
    pub stride: u32,
    /// Four dwords for each element.
    pub words: Vec<u32>,
}

/// The places of all static samplers; samplers without a place are noted.
pub(super) fn writes(state: &PipelineState, log: &mut Log) -> Result<Vec<SamplerWrite>> {
    let mut writes = Vec::with_capacity(state.static_samplers.len());
    // A YCbCr conversion may come without words; shaders that were compiled with it do not load the sampler.
    for sampler in state.static_samplers.iter().filter(|sampler| !sampler.words.is_empty()) {
        match write(state, sampler)? {
            Some(write) => writes.push(write),
            None => {
                log.note(|| LinkNote::UnplacedSampler { set: sampler.set, binding: sampler.binding });
            }
        }
    }
    Ok(writes)
}

fn write(state: &PipelineState, sampler: &StaticSampler) -> Result<Option<SamplerWrite>> {
    let (set, binding) = (sampler.set, sampler.binding);
    let Some(found) = state.find_node(Wanted::Sampler, set, binding) else { return Ok(None) };
    // Words past the node's end would be written over other descriptors.
    let (elements, stride) = (sampler.words.len() / SAMPLER_WORDS, found.node.stride());
    let room = found.node.size.checked_div(stride).unwrap_or(1).saturating_sub(found.element);
    if u32::try_from(elements).map_or(true, |elements| elements > room) {
        return Err(ErrorKind::SamplerElements { set, binding, elements, room }.unplaced());
    }
    let bytes = |dwords: u32| dwords.checked_mul(DWORD);
    let within = if found.node.kind == NodeKind::CombinedTexture { SAMPLER_OF_COMBINED_TEXTURE } else { 0 };
    let offset = found.offset().and_then(bytes).and_then(|offset| offset.checked_add(within));
    let (Some(offset), Some(stride)) = (offset, bytes(stride)) else {
        return Err(ErrorKind::UserDataTooBig.unplaced());
    };
    let table = found.table.map(|table| table.offset);
    Ok(Some(SamplerWrite { table, offset, stride, words: sampler.words.clone() }))
}
