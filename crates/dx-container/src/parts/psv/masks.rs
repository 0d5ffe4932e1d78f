//! The dependency masks: which outputs depend on SV_ViewID, and which outputs depend on which inputs.
//!
//! A mask has a bit an output component, row by row: bit `4 * row + column`, least significant first, in
//! words of 32. A table has one mask for each input component.

use zerocopy::little_endian::U32;

use super::RuntimeInfo;
use crate::enums::ShaderKind;
use crate::error::Result;
use crate::fields::Show;
use crate::reader::Reader;

/// The masks: `&[U32]` in a view, `Vec<u32>` in an owned part. Each may be empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Masks<Words> {
    /// The outputs that depend on SV_ViewID, by stream.
    pub view_id_outputs: [Words; 4],
    /// The patch constants or primitive outputs that depend on SV_ViewID.
    pub view_id_patch_or_primitive: Words,
    /// The outputs that depend on each input, by stream.
    pub input_to_outputs: [Words; 4],
    /// The patch constants that depend on each input of a hull shader.
    pub input_to_patch: Words,
    /// The outputs that depend on each patch constant of a domain shader.
    pub patch_to_outputs: Words,
}

/// The number of words of each mask, as the record gives it.
pub type MaskSizes = Masks<usize>;

impl MaskSizes {
    /// The sizes of the masks that follow from `info`.
    pub fn of<Name>(info: &RuntimeInfo<Name>) -> Self {
        let words = |vectors: u8| usize::from(vectors).div_ceil(8);
        let table = |outputs: u8, inputs: u8| words(outputs) * usize::from(inputs) * 4;
        let patch = info.patch_or_primitive_vectors();
        let streams = if info.stage == ShaderKind::GEOMETRY { 4 } else { 1 };
        let by_stream = |size: &dyn Fn(u8) -> usize| {
            let mut sizes = [0; 4];
            let streams = sizes.iter_mut().zip(info.output_vectors).take(streams);
            streams.for_each(|(to, vectors)| *to = size(vectors));
            sizes
        };
        let mut sizes = Self::default();
        if info.uses_view_id != 0 {
            sizes.view_id_outputs = by_stream(&words);
            if matches!(info.stage, ShaderKind::HULL | ShaderKind::MESH) {
                sizes.view_id_patch_or_primitive = words(patch);
            }
        }
        if info.stage != ShaderKind::MESH {
            sizes.input_to_outputs = by_stream(&|vectors| table(vectors, info.input_vectors));
        }
        match info.stage {
            ShaderKind::HULL => sizes.input_to_patch = table(patch, info.input_vectors),
            ShaderKind::DOMAIN => {
                let [outputs, ..] = info.output_vectors;
                sizes.patch_to_outputs = table(outputs, patch);
            }
            _ => {}
        }
        sizes
    }
}

const VIEW_ID_OUTPUTS: [&str; 4] =
    ["ViewIDOutputMask0", "ViewIDOutputMask1", "ViewIDOutputMask2", "ViewIDOutputMask3"];
const INPUT_TO_OUTPUTS: [&str; 4] =
    ["InputToOutputTable0", "InputToOutputTable1", "InputToOutputTable2", "InputToOutputTable3"];

impl<'a> Masks<&'a [U32]> {
    pub(super) fn decode(r: &mut Reader<'a, '_>, sizes: MaskSizes) -> Result<Self> {
        let mut masks = Self::default();
        for ((mask, size), name) in
            masks.view_id_outputs.iter_mut().zip(sizes.view_id_outputs).zip(VIEW_ID_OUTPUTS)
        {
            *mask = r.words(name, size, Show::BitSet)?;
        }
        let size = sizes.view_id_patch_or_primitive;
        masks.view_id_patch_or_primitive = r.words("ViewIDPatchOrPrimMask", size, Show::BitSet)?;
        for ((mask, size), name) in
            masks.input_to_outputs.iter_mut().zip(sizes.input_to_outputs).zip(INPUT_TO_OUTPUTS)
        {
            *mask = r.words(name, size, Show::BitSet)?;
        }
        masks.input_to_patch = r.words("InputToPatchTable", sizes.input_to_patch, Show::BitSet)?;
        masks.patch_to_outputs = r.words("PatchToOutputTable", sizes.patch_to_outputs, Show::BitSet)?;
        Ok(masks)
    }
}

impl<A> Masks<A> {
    /// The same masks with `change` applied to each.
    pub fn map<B>(self, change: impl Fn(A) -> B + Copy) -> Masks<B> {
        Masks {
            view_id_outputs: self.view_id_outputs.map(change),
            view_id_patch_or_primitive: change(self.view_id_patch_or_primitive),
            input_to_outputs: self.input_to_outputs.map(change),
            input_to_patch: change(self.input_to_patch),
            patch_to_outputs: change(self.patch_to_outputs),
        }
    }

    /// Each mask in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = &A> {
        let patch = std::iter::once(&self.view_id_patch_or_primitive);
        let tables = [&self.input_to_patch, &self.patch_to_outputs];
        self.view_id_outputs.iter().chain(patch).chain(&self.input_to_outputs).chain(tables)
    }
}
