//! From what each output depends on to the tables that are stored: of each input, the outputs that depend on it.

use dx_container::enums::ShaderKind;
use dx_container::flags::ShaderFlags;

use super::graph::{INPUTS, Node, OTHERS, Sources, VIEW_ID};
use super::signatures::{Signatures, Which};
use super::{ByOutput, Entry, position};
use crate::shader::ViewIdDependencies;

/// What scalars of one signature and stream depend on, and how many there are.
struct Scalars<'a> {
    sources: &'a ByOutput,
    stream: usize,
    count: u32,
}

impl Scalars<'_> {
    /// Those that depend on something, as a mask.
    fn mask(&self, source: Node) -> Vec<u32> {
        let mut mask = vec![0; self.count.div_ceil(u32::BITS) as usize];
        for (at, word) in (0..).step_by(32).zip(&mut mask) {
            for scalar in at..self.count.min(at + u32::BITS) {
                let sources = self.sources.get(position(self.stream, scalar));
                let depends = sources.is_some_and(|sources| sources.contains(source));
                *word |= u32::from(depends) << (scalar % u32::BITS);
            }
        }
        mask
    }

    /// A mask for each of so many scalars from `first` on.
    fn table(&self, first: Node, rows: u32) -> Vec<u32> {
        (first..first + rows).flat_map(|source| self.mask(source)).collect()
    }
}

impl Entry<'_> {
    /// The tables of an entry, from what is stored to its outputs and to patch constants.
    pub(super) fn dependencies(
        &self,
        signatures: &Signatures,
        stored: &ByOutput,
        patch: Option<ByOutput>,
    ) -> ViewIdDependencies {
        let [inputs, ..] = signatures.get(Which::Inputs).scalars;
        let outputs = signatures.get(Which::Outputs).scalars;
        let [patch_constants, ..] = signatures.get(Which::PatchConstants).scalars;
        let uses_view_id = self.point.flags().contains(ShaderFlags::VIEW_ID);
        let view_id = |scalars: &Scalars<'_>| match uses_view_id {
            true => scalars.mask(VIEW_ID),
            false => Vec::new(),
        };
        let mut state = ViewIdDependencies { inputs, outputs, ..ViewIdDependencies::default() };
        let masks = &mut state.masks;
        let tables = masks.view_id_outputs.iter_mut().zip(&mut masks.input_to_outputs);
        for (stream, ((view_id_outputs, input_to_outputs), count)) in tables.zip(outputs).enumerate() {
            let scalars = Scalars { sources: stored, stream, count };
            *view_id_outputs = view_id(&scalars);
            *input_to_outputs = scalars.table(INPUTS, inputs);
        }
        match self.kind {
            ShaderKind::HULL | ShaderKind::MESH => {
                let mut sources = patch.unwrap_or_default();
                if self.kind == ShaderKind::HULL {
                    sources.iter_mut().for_each(|sources| through_outputs(sources, stored));
                }
                let scalars = Scalars { sources: &sources, stream: 0, count: patch_constants };
                state.patch_constants = patch_constants;
                masks.view_id_patch_or_primitive = view_id(&scalars);
                masks.input_to_patch = scalars.table(INPUTS, inputs);
            }
            ShaderKind::DOMAIN => {
                let [count, ..] = outputs;
                let scalars = Scalars { sources: stored, stream: 0, count };
                state.patch_constants = patch_constants;
                masks.patch_to_outputs = scalars.table(OTHERS, patch_constants);
            }
            _ => {}
        }
        state
    }
}

/// What is computed from outputs of a hull shader depends on what they depend on.
fn through_outputs(sources: &mut Sources, stored: &ByOutput) {
    let through: Vec<_> = (OTHERS..VIEW_ID)
        .filter(|output| sources.contains(*output))
        .filter_map(|output| stored.get(position(0, output - OTHERS)))
        .collect();
    through.into_iter().for_each(|output| sources.add(output));
}
