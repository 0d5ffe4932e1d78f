//! Which outputs depend on which inputs, from the words of a module, which count components, to the masks of PSV0,
//! which count registers of four.

use bstr::BString;
use dx_container::parts::psv::{MaskSizes, Masks, RuntimeInfo};

use super::DescribedModule;
use crate::Result;
use crate::derive::element::at_most;
use crate::derive::error::unfit;
use crate::shader::ViewIdDependencies;

/// The masks, all zero where the module says nothing.
pub(super) fn masks(program: &DescribedModule<'_>, info: &RuntimeInfo<BString>) -> Result<Masks<Vec<u32>>> {
    let sizes = MaskSizes::of(info);
    let Some(state) = program.shader.view_id_state.as_ref() else {
        return Ok(sizes.map(|size| vec![0; size]));
    };
    let from = state.dependencies(info.stage, info.uses_view_id != 0)?;
    if let Some(word) = from.extra.first() {
        return Err(unfit("dword after the dependency masks in !dx.viewIdState", *word, "no further dwords"));
    }
    check_counts(&from, info)?;
    let ViewIdDependencies { outputs, patch_constants, masks, .. } = from;
    let ([first_outputs, ..], [first_vectors, ..]) = (outputs, info.output_vectors);
    let streams = || outputs.into_iter().zip(info.output_vectors);
    let patch = (patch_constants, info.patch_or_primitive_vectors());
    let by_stream = |from: &[Vec<u32>; 4], sizes: [usize; 4]| -> Result<[Vec<u32>; 4]> {
        let mut to = <[Vec<u32>; 4]>::default();
        for (((to, from), width), size) in to.iter_mut().zip(from).zip(streams()).zip(sizes) {
            *to = widen(from, width, size)?;
        }
        Ok(to)
    };
    Ok(Masks {
        view_id_outputs: by_stream(&masks.view_id_outputs, sizes.view_id_outputs)?,
        view_id_patch_or_primitive: widen(
            &masks.view_id_patch_or_primitive,
            patch,
            sizes.view_id_patch_or_primitive,
        )?,
        input_to_outputs: by_stream(&masks.input_to_outputs, sizes.input_to_outputs)?,
        input_to_patch: widen(&masks.input_to_patch, patch, sizes.input_to_patch)?,
        patch_to_outputs: widen(
            &masks.patch_to_outputs,
            (first_outputs, first_vectors),
            sizes.patch_to_outputs,
        )?,
    })
}

/// No count of components goes past the registers of its signature.
fn check_counts(from: &ViewIdDependencies, info: &RuntimeInfo<BString>) -> Result<()> {
    let outputs = from.outputs.into_iter().zip(info.output_vectors);
    let outputs = outputs
        .map(|(components, vectors)| ("number of output components in !dx.viewIdState", components, vectors));
    let inputs = ("number of input components in !dx.viewIdState", from.inputs, info.input_vectors);
    let patch = (
        "number of patch constant or primitive components in !dx.viewIdState",
        from.patch_constants,
        info.patch_or_primitive_vectors(),
    );
    for (what, components, vectors) in outputs.chain([inputs, patch]) {
        if components > u32::from(vectors) * 4 {
            return Err(unfit(what, components, "at most the number of components of the signature"));
        }
    }
    Ok(())
}

/// A table of masks of so many components as one of masks of so many registers, filled up with zeros to `size` words.
fn widen(from: &[u32], (components, vectors): (u32, u8), size: usize) -> Result<Vec<u32>> {
    let words = |components: u32| components.div_ceil(32) as usize;
    let (narrow, wide) = (words(components), words(u32::from(vectors) * 4));
    let mut to = Vec::with_capacity(size);
    for mask in from.chunks(narrow.max(1)) {
        to.extend_from_slice(mask);
        to.resize(to.len() + wide.saturating_sub(narrow), 0);
    }
    if to.len() > size && to.iter().any(|word| *word != 0) {
        return Err(unfit(
            "number of dwords of dependency masks in !dx.viewIdState",
            at_most(to.len()),
            "0, because this stage does not have these masks",
        ));
    }
    to.resize(size, 0);
    Ok(to)
}
