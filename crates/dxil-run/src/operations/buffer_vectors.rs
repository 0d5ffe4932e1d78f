//! Vectors in structured and byte-address buffers: `RawBufferVectorLoad` and `RawBufferVectorStore`. An access to a
//! vector has the bounds checks of accesses to up to four consecutive elements each, as in older shader models.

use az::SaturatingAs as _;
use dxil::ops::Opcode;

use super::buffers::{FIRST_VALUE, Raw, asked, loads, raw_load, raw_store, write_status};
use super::semantics::Semantics;
use crate::instruction::{Register, Scalar};
use crate::lanes;
use crate::program::{Context, Site, Stop};
use crate::resources::access::Handles;

/// Returns the semantics of an access to a vector.
pub(crate) fn operation(opcode: Opcode, _scalar: Scalar) -> Option<Semantics> {
    Some(Semantics::Operate(match opcode {
        Opcode::RAW_BUFFER_VECTOR_LOAD => load,
        Opcode::RAW_BUFFER_VECTOR_STORE => store,
        _ => return None,
    }))
}

/// Loads a vector, or the four components that the scalar overload returns.
fn load(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let width = site.scalar.registers() as usize;
    let (values, status) = site.results.split_at(site.results.len().saturating_sub(1));
    if values.len() <= 4 * width {
        let all = 0xf >> 4_usize.saturating_sub(values.len() / width);
        // The status depends on all elements.
        let mask = if status == [Register::NONE] { asked(site, width) & all } else { all };
        let raw = Raw::of(context, site, width, mask);
        return loads(context, site, raw);
    }
    let handle = site.argument(0);
    context.require_defined(handle, "handle");
    let mut words = std::mem::take(&mut context.scratch.vector);
    for block in 0..context.blocks() {
        words.clear();
        words.resize(values.len(), lanes::ZERO);
        let mut handles = Handles::of(context, handle, block);
        let mut unmapped = 0;
        while let Some(group) = handles.next(block) {
            let Some(buffer) = context.buffer(site, group, "reads") else { continue };
            for (raw, words) in parts(context, site, values.len()).zip(words.chunks_mut(4 * width)) {
                unmapped |= raw_load(context, site, &buffer, raw, words);
            }
        }
        for (register, words) in values.iter().zip(&words) {
            context.write(*register, block, words);
        }
        write_status(context, site, block, unmapped);
    }
    context.scratch.vector = words;
    Ok(())
}

/// Stores a vector, or the single component of the scalar overload.
fn store(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let handle = site.argument(0);
    context.require_defined(handle, "handle");
    // The last argument is the alignment.
    let values = site.arguments.len().saturating_sub(FIRST_VALUE + 1);
    for part in 0..values {
        context.require_defined(site.argument(FIRST_VALUE + part), "stored value");
    }
    for block in 0..context.blocks() {
        let mut handles = Handles::of(context, handle, block);
        while let Some(group) = handles.next(block) {
            let Some(buffer) = context.buffer(site, group, "writes") else { continue };
            for raw in parts(context, site, values) {
                raw_store(context, site, &buffer, raw);
            }
        }
    }
    Ok(())
}

/// The parts of a vector with that many registers, of up to four elements each.
fn parts(context: &Context<'_>, site: &Site<'_>, registers: usize) -> impl Iterator<Item = Raw> + use<> {
    let width = site.scalar.registers() as usize;
    let whole = Raw::of(context, site, width, 0xf);
    let count = (registers / width).saturating_as::<u32>();
    (0..count).step_by(4).map(move |first| Raw {
        mask: 0xf >> 4_u32.saturating_sub(count - first),
        first,
        ..whole
    })
}
