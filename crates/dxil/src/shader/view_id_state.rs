//! Which outputs of a stage depend on which inputs, and on SV_ViewID: `dx.viewIdState`. Components of signatures are
//! counted row by row: component 4 * row + column.

use az::SaturatingAs as _;
use dx_container::enums::ShaderKind;
use dx_container::parts::psv::Masks;

use super::ShaderErrorKind;
use super::list::record;
use super::reader::{Within as _, error};
use crate::Result;

record! {
    /// Which outputs depend on which inputs, as the words that are stored; what they mean depends on the stage
    /// ([`ViewIdState::dependencies`]). Compilers leave it out where all words are 0, and in libraries.
    pub struct ViewIdState {
        /// The words.
        pub words: Vec<u32> as Words,
    }
}

/// Which outputs depend on which inputs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ViewIdDependencies {
    /// Components of the inputs: up to the last one that is used, not whole rows.
    pub inputs: u32,
    /// Components of the outputs, by stream; only geometry shaders have more than one stream.
    pub outputs: [u32; 4],
    /// Components of the patch constants, or of what each primitive of a mesh shader has.
    pub patch_constants: u32,
    /// Which depend on which, as in PSV0. Of mesh shaders, `input_to_patch` is of what each primitive has.
    pub masks: Masks<Vec<u32>>,
    /// Words behind those that are known.
    pub extra: Vec<u32>,
}

/// How many streams a stage writes.
fn streams(kind: ShaderKind) -> usize {
    if kind == ShaderKind::GEOMETRY { 4 } else { 1 }
}

/// Whether a stage gives patch constants, or what each primitive has.
fn gives_patch_constants(kind: ShaderKind) -> bool {
    matches!(kind, ShaderKind::HULL | ShaderKind::MESH)
}

impl ViewIdState {
    /// What the words say of a program of this stage; whether it uses SV_ViewID, its
    /// [flags](super::EntryPoint::flags) tell.
    ///
    /// # Errors
    ///
    /// There are fewer words than they say.
    pub fn dependencies(&self, kind: ShaderKind, uses_view_id: bool) -> Result<ViewIdDependencies> {
        let mut words = Words { words: &self.words, len: self.words.len() };
        words.dependencies(kind, uses_view_id).within("dx.viewIdState")
    }
}

/// The words that are left.
struct Words<'a> {
    words: &'a [u32],
    len: usize,
}

impl Words<'_> {
    fn dependencies(&mut self, kind: ShaderKind, uses_view_id: bool) -> Result<ViewIdDependencies> {
        let mut state = ViewIdDependencies { inputs: self.count("the inputs")?, ..Default::default() };
        let masks = &mut state.masks;
        let by_stream = masks.view_id_outputs.iter_mut().zip(&mut masks.input_to_outputs);
        for (outputs, (view_id, inputs)) in state.outputs.iter_mut().zip(by_stream).take(streams(kind)) {
            *outputs = self.count("the outputs")?;
            if uses_view_id {
                *view_id = self.table(1, *outputs, "the outputs that depend on SV_ViewID")?;
            }
            *inputs = self.table(state.inputs, *outputs, "the outputs that depend on inputs")?;
        }
        if gives_patch_constants(kind) {
            state.patch_constants = self.count("the patch constants")?;
            if uses_view_id {
                masks.view_id_patch_or_primitive =
                    self.table(1, state.patch_constants, "the patch constants that depend on SV_ViewID")?;
            }
            masks.input_to_patch =
                self.table(state.inputs, state.patch_constants, "the patch constants that depend on inputs")?;
        } else if kind == ShaderKind::DOMAIN {
            state.patch_constants = self.count("the patch constants")?;
            let [outputs, ..] = state.outputs;
            masks.patch_to_outputs =
                self.table(state.patch_constants, outputs, "the outputs that depend on patch constants")?;
        }
        state.extra = self.words.to_vec();
        Ok(state)
    }

    fn count(&mut self, what: &'static str) -> Result<u32> {
        let (count, rest) = self.words.split_first().ok_or_else(|| self.short(what))?;
        self.words = rest;
        Ok(*count)
    }

    /// So many masks of so many bits.
    fn table(&mut self, rows: u32, bits: u32, what: &'static str) -> Result<Vec<u32>> {
        let size = u64::from(rows) * u64::from(bits.div_ceil(32));
        let size = size.saturating_as::<usize>();
        let (table, rest) = self.words.split_at_checked(size).ok_or_else(|| self.short(what))?;
        self.words = rest;
        Ok(table.to_vec())
    }

    fn short(&self, what: &'static str) -> crate::DxilError {
        error(ShaderErrorKind::Short { what, operands: self.len })
    }
}

impl ViewIdDependencies {
    /// The words that say this of a program of this stage. The masks of a program that does not use SV_ViewID are
    /// empty.
    pub fn state(&self, kind: ShaderKind) -> ViewIdState {
        let Self { inputs, outputs, patch_constants, masks, extra } = self;
        let mut words = vec![*inputs];
        let by_stream = masks.view_id_outputs.iter().zip(&masks.input_to_outputs);
        for (outputs, (view_id, inputs)) in outputs.iter().zip(by_stream).take(streams(kind)) {
            words.push(*outputs);
            words.extend(view_id);
            words.extend(inputs);
        }
        if gives_patch_constants(kind) {
            words.push(*patch_constants);
            words.extend(&masks.view_id_patch_or_primitive);
            words.extend(&masks.input_to_patch);
        } else if kind == ShaderKind::DOMAIN {
            words.push(*patch_constants);
            words.extend(&masks.patch_to_outputs);
        }
        words.extend(extra);
        ViewIdState { words, extra: Vec::new() }
    }
}
