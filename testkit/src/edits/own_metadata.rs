//! Metadata that must be distinct for each copy of an instruction, such as scopes and loop ids. Separate because copies
//! are checked for it.

use dxil_ir::builder::Build as _;
use dxil_ir::metadata::NodeRow;
use dxil_ir::{InstructionId, MetadataId, Module, Op};

use super::session::{Outcome, pick, session};
use crate::random::Random;

/// Kinds of metadata of which copies have other nodes.
const OWN_KINDS: [&str; 4] = ["alias.scope", "noalias", "llvm.loop", "DIAssignID"];

/// Attaches metadata that must be distinct for each copy of an instruction.
pub(super) fn attach_own(module: &mut Module, random: &mut Random) -> Outcome {
    session(module, random, |editor, random| {
        let kind = OWN_KINDS[random.below(OWN_KINDS.len())];
        let fits = |op: Option<&Op>| match kind {
            "llvm.loop" => matches!(op, Some(Op::Branch(_) | Op::ConditionalBranch(..))),
            "DIAssignID" => matches!(op, Some(Op::Alloca { .. } | Op::Store(..))),
            _ => matches!(op, Some(Op::Load(..) | Op::Store(..) | Op::Call { .. })),
        };
        let fitting: Vec<_> =
            editor.all_instructions().into_iter().filter(|id| fits(editor.op(*id))).collect();
        let id = pick(&fitting, random)?;
        let location = editor.location(id);
        let module = editor.module();
        let node = match kind {
            "DIAssignID" => {
                let (row, _) = NodeRow::named(module.dialect, kind.as_bytes())?;
                module.metadata.add_node(row, true, &[])
            }
            "llvm.loop" => {
                let location = location.and_then(|location| location.node(module.dialect));
                let location = location.map(|(row, _, fields)| module.metadata.intern_node(row, &fields));
                own_tuple(module, location)
            }
            _ => {
                let domain = own_tuple(module, None);
                let scope = own_tuple(module, Some(domain));
                module.tuple(&[Some(scope)])
            }
        };
        let kind = module.metadata_kind(kind);
        Some(editor.set_attachment(id, kind, Some(node)))
    })
}

/// A list of itself and another node.
fn own_tuple(module: &mut Module, other: Option<MetadataId>) -> MetadataId {
    let id = module.metadata.reserve();
    module.metadata.define_tuple(id, true, [Some(id)].into_iter().chain(other.map(Some)));
    id
}

/// Asserts that copies have nodes of their own for metadata that must be distinct for each copy.
pub(super) fn shares_nothing(
    module: &Module,
    attached: &[(InstructionId, u32, MetadataId)],
    copied: impl Fn(InstructionId, u32) -> Option<MetadataId>,
    is_inlined: bool,
) {
    let name = |kind: u32| module.metadata_kinds[kind as usize].to_string();
    for (id, kind, node) in attached {
        let (name, Some(copy)) = (name(*kind), copied(*id, *kind)) else { continue };
        match name.as_str() {
            "llvm.loop" if is_inlined => {
                // Loops of real modules list hints there instead.
                let listed = module.metadata.operand(copy, 1).flatten();
                let is_location = |id: &MetadataId| {
                    let node = module.metadata.get(*id);
                    node.and_then(|node| node.row()).is_some_and(|row| row.name == "DILocation")
                };
                let Some(location) = listed.filter(is_location) else { continue };
                assert!(module.metadata.operand(location, 1).flatten().is_some(), "{name}");
            }
            "DIAssignID" => assert_ne!(copy, *node, "{name}"),
            // Real modules have such lists with nothing in them.
            "alias.scope" | "noalias" if module.metadata.operand(*node, 0).is_some() => {
                assert_ne!(copy, *node, "{name}");
            }
            _ => {}
        }
    }
}
