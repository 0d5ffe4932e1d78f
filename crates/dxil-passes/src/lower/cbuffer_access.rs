//! `dxil-cbuffer-access`: members of constant buffers, which are global variables in an address space of their own,
//! become addresses in the buffer. `!hlsl.cbs` lists the handle of each buffer, a global variable too, and its members
//! in the order of its layout.
//!
//! Precondition: none. This pass is the first because passes that make values of the handles' variables must see the
//! loads of these variables.
//!
//! Postcondition: no code uses a member; the variables and the list are removed; every address in a constant buffer is
//! a `llvm.dx.resource.getpointer`.
//!
//! Source: LLVM's DXILCBufferAccess.cpp and its HLSL/CBuffer metadata, 22.1 and 23.1; layouts of LLVM 21 contain the
//! offsets.

use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::data_layout::DataLayout;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::instruction::Alignment;
use dxil_ir::metadata::Metadata;
use dxil_ir::{
    BlockId, ConstantId, GlobalId, InstructionId, MetadataId, Module, Op, Type, TypeId, Value, ValueKind,
};
use hashbrown::{HashMap, HashSet};

use super::addresses::{GET_BASE_POINTER, GET_POINTER, refers_to};
use super::calls::call;
use super::state::State;
use super::used_lists;
use crate::error::{PassError, PassErrorKind, Result, invalid, name};
use crate::pass_manager::Scope;
use crate::place::unsupported;
use crate::upgrade::intrinsics::Intrinsics;

const LIST: &str = "hlsl.cbs";
/// What fills the room between members.
const PADDING: &str = "dx.Padding";
/// A structure with the offsets of its members, as LLVM 21 has it.
const LAYOUT: &str = "dx.Layout";

/// Where a member lies.
#[derive(Clone, Copy)]
struct Member {
    handle: GlobalId,
    offset: i64,
}

pub(super) fn run(state: &mut State) -> Result<()> {
    let empty_lists = used_lists::drop_local(&mut state.module);
    // Lists that are shorter than before are not reported.
    state.note_change();
    state.remove_unused(|id| empty_lists.contains(&id));
    let members = members(&state.module)?;
    if state.has_function(|name| name.starts_with(GET_BASE_POINTER.as_bytes())) {
        state.each_function(replace_base_pointers)?;
    }
    if !members.is_empty() {
        state.each_function(|editor, intrinsics| replace(editor, intrinsics, &members))?;
    }
    if !members.is_empty() || state.module.named_metadata.iter().any(|named| named.name == LIST) {
        state.note_change();
    }
    state.module.named_metadata.retain(|named| named.name != LIST);
    let gone: HashSet<GlobalId> = members.keys().copied().collect();
    // An address of a member that nothing uses is a constant still, and would keep it.
    state.remove_unused(|id| gone.contains(&id));
    Ok(())
}

/// The members of all constant buffers.
fn members(module: &Module) -> Result<HashMap<GlobalId, Member>> {
    let mut found = HashMap::new();
    let rows = module.named_metadata.iter().find(|named| named.name == LIST);
    for row in rows.map(|named| named.operands.as_slice()).unwrap_or_default() {
        let operands: Vec<Option<MetadataId>> =
            (0..).map_while(|index| module.metadata.operand(*row, index)).collect();
        let Some((handle, members)) = operands.split_first() else { continue };
        let Some(handle) = handle.and_then(|id| global(module, id)) else { continue };
        let wrong = |what: &str| {
            let text = format!("constant buffer {}: {what}", name(module, handle));
            PassError::from(PassErrorKind::Unsupported(text))
        };
        let layout = module.globals.get(handle).and_then(|global| layout(module, global.value_type));
        let layout = layout
            .ok_or_else(|| wrong("the global variable does not have the type target(\"dx.CBuffer\", …)"))?;
        let offsets = offsets(module, layout).ok_or_else(|| wrong("the layout type is not a struct"))?;
        for (place, member) in members.iter().enumerate() {
            let Some(member) = member.and_then(|id| global(module, id)) else { continue };
            let offset = offsets.get(place).and_then(|offset| i64::try_from(*offset).ok());
            let offset =
                offset.ok_or_else(|| wrong("!hlsl.cbs lists more members than the layout type has"))?;
            found.insert(member, Member { handle, offset });
        }
    }
    Ok(found)
}

fn global(module: &Module, id: MetadataId) -> Option<GlobalId> {
    match module.metadata.get(id)? {
        Metadata::Value(_, value) => match value.kind() {
            ValueKind::Global(id) => Some(id),
            _ => None,
        },
        _ => None,
    }
}

/// The layout of a constant buffer.
fn layout(module: &Module, ty: TypeId) -> Option<TypeId> {
    match module.types.get(ty)? {
        Type::Target(target) if target.name == "dx.CBuffer" => target.types.first().copied(),
        _ => None,
    }
}

/// Where the members of a layout begin, without what fills the room between them.
fn offsets(module: &Module, layout: TypeId) -> Option<Vec<u64>> {
    if let Some(Type::Target(target)) = module.types.get(layout) {
        let (_size, offsets) = target.numbers.split_first().filter(|_| target.name == LAYOUT)?;
        return Some(offsets.iter().map(|offset| u64::from(*offset)).collect());
    }
    let members = module.types.members(layout)?;
    let is_padding = |ty: TypeId| match module.types.get(ty) {
        Some(Type::Target(target)) => target.name == PADDING,
        _ => false,
    };
    let offsets = DataLayout::of(module).offsets(layout);
    let rows = members.iter().zip(offsets).filter(|(member, _)| !is_padding(**member));
    Some(rows.map(|(_, offset)| offset).collect())
}

/// Replaces the base pointers of constant buffers by addresses of their first bytes.
fn replace_base_pointers(editor: &mut Editor<'_>, intrinsics: &mut Intrinsics) -> Result<()> {
    for id in editor.all_instructions() {
        let Some((name, arguments)) = call(editor, id) else { continue };
        let Some(handle) = arguments.first().copied() else { continue };
        if !name.starts_with(GET_BASE_POINTER.as_bytes()) {
            continue;
        }
        let ty = editor.type_of(handle).map_err(invalid)?;
        if layout(editor.context(), ty).is_none() {
            let message = format!("operand of {GET_BASE_POINTER} is not a constant buffer");
            return Err(unsupported(editor, id, message));
        }
        editor.go_to(Position::Before(id)).map_err(invalid)?;
        let pointer = editor.type_of(id.into()).map_err(invalid)?;
        let address = pointer_to(editor, intrinsics, (handle, 0), pointer)?;
        editor.replace_and_erase(id, address).map_err(invalid)?;
    }
    Ok(())
}

/// The address of a byte of a constant buffer, at the cursor.
fn pointer_to(
    editor: &mut Editor<'_>,
    intrinsics: &mut Intrinsics,
    (handle, offset): (Value, i64),
    pointer: TypeId,
) -> Result<Value> {
    let i32 = editor.module().types.int(32);
    let offset = editor.int(i32, offset);
    let address = match intrinsics.row(GET_POINTER) {
        Some(row) => intrinsics.call(editor, row, &[handle, offset], &[pointer])?,
        None => None,
    };
    address.ok_or_else(|| invalid(dxil_ir::builder::BuildError::NotFunction { what: "an intrinsic" }))
}

/// Replaces the members that a function uses.
fn replace(
    editor: &mut Editor<'_>,
    intrinsics: &mut Intrinsics,
    members: &HashMap<GlobalId, Member>,
) -> Result<()> {
    // The address of one constant is the same in all of a block.
    let mut known: HashMap<(BlockId, Value), Value> = HashMap::new();
    for id in editor.all_instructions() {
        if matches!(editor.op(id), Some(Op::Phi(..))) {
            for (block, value) in editor.incoming(id) {
                if let Some((member, steps)) = member(editor.context(), members, value) {
                    editor.go_to(Position::End(block)).map_err(invalid)?;
                    let address = address(editor, intrinsics, member, &steps, value)?;
                    editor.set_incoming(id, block, address).map_err(invalid)?;
                }
            }
            continue;
        }
        for (place, value) in (0..).zip(editor.operands(id)) {
            if let Some((member, steps)) = member(editor.context(), members, value) {
                let Some(block) = editor.block_of(id) else { continue };
                let address = match known.get(&(block, value)) {
                    Some(address) => *address,
                    None => {
                        editor.go_to(Position::Before(id)).map_err(invalid)?;
                        let address = address(editor, intrinsics, member, &steps, value)?;
                        known.insert((block, value), address);
                        address
                    }
                };
                editor.set_operand(id, place, address).map_err(invalid)?;
            } else if refers_to(editor.context(), value, |id| members.contains_key(&id)) {
                return Err(refused(editor, id));
            }
        }
    }
    Ok(())
}

fn refused(editor: &Editor<'_>, id: InstructionId) -> PassError {
    unsupported(
        editor,
        id,
        "constant expression on a constant buffer member is not a getelementptr or a cast",
    )
}

/// The member that an address is in, and the constants that lead from it there, the last one first.
fn member(
    module: &Module,
    members: &HashMap<GlobalId, Member>,
    value: Value,
) -> Option<(Member, Vec<ConstantId>)> {
    let (mut at, mut steps) = (value, Vec::new());
    loop {
        match at.kind() {
            ValueKind::Global(id) => return members.get(&id).map(|member| (*member, steps)),
            ValueKind::Constant(id) => match &module.constants.get(id)?.kind {
                ConstantKind::Cast(_, inner) => at = *inner,
                ConstantKind::ElementPointer { operands, .. } => {
                    steps.push(id);
                    at = *operands.first()?;
                }
                _ => return None,
            },
            _ => return None,
        }
    }
}

/// An address in a member, where the cursor is: its own, and from there on what were constants.
fn address(
    editor: &mut Editor<'_>,
    intrinsics: &mut Intrinsics,
    member: Member,
    steps: &[ConstantId],
    instead_of: Value,
) -> Result<Value> {
    let module = editor.module();
    let ty = module.globals.get(member.handle).map(|global| global.value_type);
    let pointer = editor.type_of(instead_of).map_err(invalid)?;
    let ty = ty.unwrap_or(pointer);
    let handle = editor.load(ty, member.handle.into(), Alignment::bytes(4));
    let mut address = pointer_to(editor, intrinsics, (handle, member.offset), pointer)?;
    for step in steps.iter().rev() {
        let step = editor.context().constants.get(*step).map(|step| step.kind.clone());
        let Some(ConstantKind::ElementPointer { source, operands, flags, .. }) = step else { continue };
        let indices = operands.get(1..).unwrap_or_default();
        let next = editor.element_pointer(false, source, address, indices).map_err(invalid)?;
        editor.set_flags(next, flags);
        address = next;
    }
    Ok(address)
}

/// Describes a violation of the postcondition.
pub(super) fn violation(module: &Module, _: &Scope<'_>) -> Option<String> {
    module.named_metadata.iter().any(|named| named.name == LIST).then(|| format!("!{LIST} exists"))
}
