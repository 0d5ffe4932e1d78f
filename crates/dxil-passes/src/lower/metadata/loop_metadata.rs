//! Converts metadata of loops (`llvm.loop`), control flow hints of branches, and module flags to the form of DXIL and
//! LLVM 3.7, for `dxil-translate-metadata`. Separate because none of it is shader metadata (`dx.*` named metadata).

use dxil_ir::metadata::Metadata;
use dxil_ir::{GlobalId, MetadataId, Module};
use hashbrown::{HashMap, HashSet};

use crate::error::{PassError, PassErrorKind, Result};

const FLAGS: &str = "llvm.module.flags";
/// The last merge behavior of module flags in LLVM 3.7: `AppendUnique`.
const LAST_BEHAVIOR: i64 = 6;
/// The merge behavior `Warning`.
const WARNING: i64 = 2;
/// The kind of the attachment of a loop, at the terminator of its latch.
const LOOP: &str = "llvm.loop";
/// The loop hints that DXIL supports.
const LOOP_HINTS: [&str; 3] = [COUNT, "llvm.loop.unroll.disable", "llvm.loop.unroll.full"];
const COUNT: &str = "llvm.loop.unroll.count";
/// The kind of the attachment for the HLSL attributes `[branch]` and `[flatten]` in modern LLVM IR.
const MODERN_HINTS: &str = "hlsl.controlflow.hint";
/// The kind of the attachment for `[branch]` and `[flatten]` in DXIL.
const HINTS: &str = "dx.controlflow.hints";

/// Renames the attachment kind of control flow hints to its name in DXIL. The removal of unsupported attachments must
/// follow, because it would remove hints under the modern name.
pub(in crate::lower) fn rename_hints(module: &mut Module) {
    if let Some(name) = module.metadata_kinds.iter_mut().find(|name| *name == MODERN_HINTS) {
        *name = HINTS.into();
    }
}

/// Converts metadata of loops, control flow hints and module flags. [`rename_hints`] must precede.
///
/// # Errors
///
/// `llvm.loop` metadata is invalid or has more than one unroll hint.
pub(in crate::lower) fn translate(module: &mut Module) -> Result<()> {
    translate_loops(module)?;
    name_hints(module);
    legalize_flags(module);
    Ok(())
}

/// Replaces loop metadata by nodes that contain only unroll hints, because DXIL supports no other loop hints.
fn translate_loops(module: &mut Module) -> Result<()> {
    let Some(kind) = module.metadata_kinds.iter().position(|name| name == LOOP) else { return Ok(()) };
    let Ok(kind) = u32::try_from(kind) else { return Ok(()) };
    let bodies: Vec<GlobalId> = module.bodies().map(|(id, ..)| id).collect();
    let mut known: HashMap<MetadataId, Option<MetadataId>> = HashMap::new();
    for id in bodies {
        let Some(body) = module.globals.get(id).and_then(|global| global.body()) else { continue };
        let of_loops = body.attachments.iter().filter(|attachment| attachment.1 == kind);
        let loops: Vec<MetadataId> = of_loops.map(|attachment| attachment.2).collect();
        for node in loops {
            if !known.contains_key(&node) {
                let new = unroll_hints(module, node)?;
                known.insert(node, new);
            }
        }
        let Some(body) = module.globals.get_mut(id).and_then(|global| global.body_mut()) else { continue };
        body.attachments.retain_mut(|attachment| {
            if attachment.1 != kind {
                return true;
            }
            match known.get(&attachment.2).copied().flatten() {
                Some(new) => {
                    attachment.2 = new;
                    true
                }
                None => false,
            }
        });
    }
    Ok(())
}

/// Returns a new distinct loop node that has only the unroll hint of `node`, or `None` if `node` is not a loop node.
fn unroll_hints(module: &mut Module, mut node: MetadataId) -> Result<Option<MetadataId>> {
    if !is_loop(module, node) {
        return Ok(None);
    }
    // The operand after the self-reference may be another loop node, which has the hints. The chain may be cyclic.
    let mut seen: HashSet<MetadataId> = HashSet::from_iter([node]);
    while let Some(next) = module.metadata.operand(node, 1).flatten().filter(|next| is_loop(module, *next))
        && seen.insert(next)
    {
        node = next;
    }
    let operands: Vec<MetadataId> =
        (1..).map_while(|index| module.metadata.operand(node, index)).flatten().collect();
    let mut hints = Vec::new();
    for hint in operands {
        if is_unroll_hint(module, hint)? {
            hints.push(hint);
        }
    }
    if hints.len() > 1 {
        return Err(invalid_loop("Provided conflicting hints"));
    }
    let new = module.metadata.reserve();
    let all = [new].into_iter().chain(hints).map(Some);
    module.metadata.define_tuple(new, true, all);
    Ok(Some(new))
}

/// Returns true if a node is a loop node: its first operand is the node itself.
fn is_loop(module: &Module, node: MetadataId) -> bool {
    module.metadata.operand(node, 0).flatten() == Some(node)
}

/// Returns true if a node is a loop hint that DXIL supports, and an error if its operands are invalid.
fn is_unroll_hint(module: &Module, hint: MetadataId) -> Result<bool> {
    let operand =
        |index| module.metadata.operand(hint, index).flatten().and_then(|id| module.metadata.get(id));
    let Some(Metadata::String(text)) = operand(0) else { return Ok(false) };
    let Some(name) = LOOP_HINTS.iter().find(|known| module.metadata.string(text) == *known) else {
        return Ok(false);
    };
    let count = (0..).take_while(|index| module.metadata.operand(hint, *index).is_some()).count();
    let is_number = matches!(operand(1), Some(Metadata::Value(_, value)) if module.integer(value).is_some());
    match *name {
        COUNT if count != 2 || !is_number => Err(invalid_loop(
            "\"llvm.loop.unroll.count\" must have 2 operands and the second must be a constant integer",
        )),
        COUNT => Ok(true),
        _ if count != 1 => Err(invalid_loop(
            "\"llvm.loop.unroll.disable\" and \"llvm.loop.unroll.full\" must be provided as a single operand",
        )),
        _ => Ok(true),
    }
}

/// Returns the error for invalid loop metadata, with LLVM's message.
fn invalid_loop(why: &str) -> PassError {
    PassErrorKind::Unsupported(format!("Invalid \"llvm.loop\" metadata: {why}")).into()
}

/// Sets the first operand of each node of control flow hints to the string `dx.controlflow.hints`.
fn name_hints(module: &mut Module) {
    let Some(kind) = module.metadata_kinds.iter().position(|name| name == HINTS) else { return };
    let bodies: Vec<GlobalId> = module.bodies().map(|(id, ..)| id).collect();
    let mut known: HashMap<MetadataId, MetadataId> = HashMap::new();
    for id in bodies {
        let attachments =
            module.globals.get(id).and_then(|global| global.body()).map(|body| &body.attachments);
        let nodes = attachments.into_iter().flat_map(|all| all.iter());
        let nodes = nodes.filter(|attachment| usize::try_from(attachment.1) == Ok(kind));
        let nodes = nodes.map(|attachment| attachment.2);
        for node in nodes.collect::<Vec<_>>() {
            if known.contains_key(&node) {
                continue;
            }
            let mut parts: Vec<Option<MetadataId>> =
                (0..).map_while(|index| module.metadata.operand(node, index)).collect();
            let name = module.metadata_string(HINTS);
            if let Some(first) = parts.first_mut() {
                *first = Some(name);
            }
            let new = module.tuple(&parts);
            known.insert(node, new);
        }
        let Some(body) = module.globals.get_mut(id).and_then(|global| global.body_mut()) else { continue };
        for attachment in body.attachments.iter_mut() {
            if usize::try_from(attachment.1) == Ok(kind) {
                attachment.2 = known.get(&attachment.2).copied().unwrap_or(attachment.2);
            }
        }
    }
}

/// Replaces merge behaviors of module flags that LLVM 3.7 does not have, such as `Max`, by `Warning`. A merge behavior
/// states how a linker combines the flags of two modules.
fn legalize_flags(module: &mut Module) {
    let Some(index) = module.named_metadata.iter().position(|named| named.name == FLAGS) else { return };
    let nodes = module.named_metadata.get(index).map(|named| named.operands.clone()).unwrap_or_default();
    let mut kept = Vec::with_capacity(nodes.len());
    for node in nodes {
        let mut parts: Vec<Option<MetadataId>> =
            (0..).map_while(|index| module.metadata.operand(node, index)).collect();
        let behavior = parts.first().copied().flatten().and_then(|id| match module.metadata.get(id)? {
            Metadata::Value(_, value) => module.signed_integer(value),
            _ => None,
        });
        if behavior.is_none_or(|behavior| behavior <= LAST_BEHAVIOR) {
            kept.push(node);
            continue;
        }
        let i32 = module.types.int(32);
        let warning = module.int(i32, WARNING);
        let warning = module.value_as_metadata(warning);
        if let Some(first) = parts.first_mut() {
            *first = Some(warning);
        }
        kept.push(module.tuple(&parts));
    }
    if let Some(named) = module.named_metadata.get_mut(index) {
        named.operands = kept;
    }
}
