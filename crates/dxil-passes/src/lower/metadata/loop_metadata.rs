//! What a front end says of loops, branches and the module itself, in DXIL's words. Separate from the rest of metadata
//! because nothing of a shader is in it.

use dxil_ir::metadata::Metadata;
use dxil_ir::{GlobalId, MetadataId, Module};
use hashbrown::{HashMap, HashSet};

use crate::error::{PassError, PassErrorKind, Result};

/// The flags of a module, the last behavior that LLVM 3.7 knows, and the one that warns.
const FLAGS: &str = "llvm.module.flags";
const LAST_BEHAVIOR: i64 = 6;
const WARNING: i64 = 2;
/// What is said of loops, and what of it DXIL knows.
const LOOP: &str = "llvm.loop";
const HINTS_OF_LOOPS: [&str; 3] = [COUNT, "llvm.loop.unroll.disable", "llvm.loop.unroll.full"];
const COUNT: &str = "llvm.loop.unroll.count";
/// What LLVM calls the hints of `[branch]` and `[flatten]`, and DXIL.
const HINT: &str = "hlsl.controlflow.hint";
const HINTS: &str = "dx.controlflow.hints";

/// Gives hints of control flow their name in DXIL, before what has none there is taken out.
pub(in crate::lower) fn rename_hints(module: &mut Module) {
    if let Some(name) = module.metadata_kinds.iter_mut().find(|name| *name == HINT) {
        *name = HINTS.into();
    }
}

/// Puts all of it into DXIL's words.
pub(in crate::lower) fn translate(module: &mut Module) -> Result<()> {
    translate_loops(module)?;
    name_hints(module);
    legalize_flags(module);
    Ok(())
}

/// Keeps of what is said of loops whether they are to be unrolled, which is all that DXIL knows.
fn translate_loops(module: &mut Module) -> Result<()> {
    let Some(kind) = module.metadata_kinds.iter().position(|name| name == LOOP) else { return Ok(()) };
    let Ok(kind) = u32::try_from(kind) else { return Ok(()) };
    let bodies: Vec<GlobalId> = module.bodies().map(|(id, ..)| id).collect();
    let mut known: HashMap<MetadataId, Option<MetadataId>> = HashMap::new();
    for id in bodies {
        let Some(body) = module.globals.get(id).and_then(|global| global.body()) else { continue };
        let loops: Vec<MetadataId> =
            body.attachments.iter().filter(|one| one.1 == kind).map(|one| one.2).collect();
        for node in loops {
            if !known.contains_key(&node) {
                let new = unroll_hints(module, node)?;
                known.insert(node, new);
            }
        }
        let Some(body) = module.globals.get_mut(id).and_then(|global| global.body_mut()) else { continue };
        body.attachments.retain_mut(|one| {
            if one.1 != kind {
                return true;
            }
            match known.get(&one.2).copied().flatten() {
                Some(new) => {
                    one.2 = new;
                    true
                }
                None => false,
            }
        });
    }
    Ok(())
}

/// The same loop with the hint about unrolling alone; nothing where the node is that of no loop, which begins with
/// itself.
fn unroll_hints(module: &mut Module, mut node: MetadataId) -> Result<Option<MetadataId>> {
    if !is_loop(module, node) {
        return Ok(None);
    }
    // A loop may refer to another one, and that to its hints.
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

/// Whether a node stands for a loop: the first thing that it refers to is itself.
fn is_loop(module: &Module, node: MetadataId) -> bool {
    module.metadata.operand(node, 0).flatten() == Some(node)
}

/// Whether a node is a hint that DXIL knows.
fn is_unroll_hint(module: &Module, hint: MetadataId) -> Result<bool> {
    let operand =
        |index| module.metadata.operand(hint, index).flatten().and_then(|id| module.metadata.get(id));
    let Some(Metadata::String(text)) = operand(0) else { return Ok(false) };
    let Some(name) = HINTS_OF_LOOPS.iter().find(|known| module.metadata.string(text) == *known) else {
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

/// Says as LLVM says it what is wrong with what is said of a loop.
fn invalid_loop(why: &str) -> PassError {
    PassErrorKind::Unsupported(format!("Invalid \"llvm.loop\" metadata: {why}")).into()
}

/// Hints of control flow begin with what they are called in DXIL.
fn name_hints(module: &mut Module) {
    let Some(kind) = module.metadata_kinds.iter().position(|name| name == HINTS) else { return };
    let bodies: Vec<GlobalId> = module.bodies().map(|(id, ..)| id).collect();
    let mut known: HashMap<MetadataId, MetadataId> = HashMap::new();
    for id in bodies {
        let attachments =
            module.globals.get(id).and_then(|global| global.body()).map(|body| &body.attachments);
        let nodes = attachments.into_iter().flat_map(|all| all.iter());
        let nodes = nodes.filter(|one| usize::try_from(one.1) == Ok(kind)).map(|one| one.2);
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
        for one in body.attachments.iter_mut().filter(|one| usize::try_from(one.1) == Ok(kind)) {
            one.2 = known.get(&one.2).copied().unwrap_or(one.2);
        }
    }
}

/// What modules with other flags do when they are linked: LLVM 3.7 knows six answers, and takes the second, a warning,
/// for those that came later.
fn legalize_flags(module: &mut Module) {
    let Some(place) = module.named_metadata.iter().position(|named| named.name == FLAGS) else { return };
    let nodes = module.named_metadata.get(place).map(|named| named.operands.clone()).unwrap_or_default();
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
    if let Some(named) = module.named_metadata.get_mut(place) {
        named.operands = kept;
    }
}
