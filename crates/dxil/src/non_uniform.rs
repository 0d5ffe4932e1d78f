//! Which indices may be another one in each lane, as DXC marks them: by metadata at what computes or loads them.
//! Separate because whoever makes handles of loads and addresses asks, and no part of a shader's own metadata says it.

use dxil_ir::edit::Editor;
use dxil_ir::{InstructionId, MetadataId, Module};

/// The kind of metadata that marks such an index.
pub const NON_UNIFORM: &str = "dx.nonuniform";

/// Whether an instruction of an editing session is marked.
pub fn is_non_uniform(editor: &Editor<'_>, id: InstructionId) -> bool {
    has_mark(editor.context(), editor.attachments(id))
}

/// Whether the metadata of an instruction, kinds and nodes, has the mark.
pub fn has_mark(module: &Module, mut attachments: impl Iterator<Item = (u32, MetadataId)>) -> bool {
    attachments.any(|(kind, _)| {
        let name = usize::try_from(kind).ok().and_then(|kind| module.metadata_kinds.get(kind));
        name.is_some_and(|name| name == NON_UNIFORM)
    })
}
