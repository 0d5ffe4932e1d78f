//! `dxil-cbuffer-access`: replaces uses of constant buffer members by pointers into the constant buffer.
//!
//! In the input, each member is a global variable in an address space for constant buffers. Each node of `!hlsl.cbs`
//! lists the global variable of the handle of a buffer, then its members in the order of the layout type. The pass
//! stores the names and types of the members in the state, for `dxil-translate-metadata`.
//!
//! Precondition: none. The pass runs before the passes that promote the variables of handles, because these passes must
//! see the loads of the variables.
//!
//! Postcondition: `!hlsl.cbs` does not exist, no instruction uses a member by its global variable, and the root of each
//! pointer into a constant buffer is a call of `llvm.dx.resource.getpointer`.
//!
//! Source: LLVM's DXILCBufferAccess.cpp and its HLSL/CBuffer metadata, 22.1 and 23.1; layouts of LLVM 21 contain the
//! offsets.

use std::rc::Rc;

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

use crate::error::{PassError, PassErrorKind, Result, invalid, name};
use crate::lower::calls::call;
use crate::lower::memory::addresses::{GET_BASE_POINTER, GET_POINTER, refers_to};
use crate::lower::metadata::cbuffer_layouts::{LAYOUT, LayoutReader, Listed, PADDING, layout, layout_name};
use crate::lower::metadata::module_flags::has_native_16_bits;
use crate::lower::metadata::used_lists;
use crate::lower::state::State;
use crate::pass_manager::Scope;
use crate::place::unsupported;
use crate::upgrade::intrinsics::Intrinsics;

/// The named metadata that lists the constant buffers.
pub(in crate::lower) const LIST: &str = "hlsl.cbs";

/// The location of a member.
#[derive(Clone, Copy)]
struct Member {
    /// The global variable of the handle of the constant buffer.
    handle: GlobalId,
    /// Byte offset from the start of the constant buffer.
    offset: i64,
}

pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    let empty_lists = used_lists::drop_local(&mut state.module);
    // `drop_local` reports only lists that are empty now, but may also have shortened others.
    state.note_change();
    state.remove_unused(|id| empty_lists.contains(&id));
    let (members, buffers) = members(&state.module)?;
    let mut used = Used::default();
    base_pointers(state, &mut used)?;
    if !members.is_empty() {
        state.each_function(|editor, intrinsics| replace(editor, intrinsics, &members, &mut used))?;
    }
    note_layouts(state, &buffers, &used);
    state.module.named_metadata.retain(|named| named.name != LIST);
    let members: HashSet<GlobalId> = members.keys().copied().collect();
    state.module.forget_in_metadata(members.iter().copied());
    // A member stays if a constant expression without uses refers to it. The compaction in `dxil-prepare` removes both.
    state.remove_unused(|id| members.contains(&id));
    Ok(())
}

/// Replaces `getbasepointer` calls like the pass, but stores nothing in the state. Without effect after the pass.
pub(in crate::lower) fn replace_all_base_pointers(state: &mut State) -> Result<()> {
    base_pointers(state, &mut Used::default())
}

fn base_pointers(state: &mut State, used: &mut Used) -> Result<()> {
    if !state.has_function(|name| name.starts_with(GET_BASE_POINTER.as_bytes())) {
        return Ok(());
    }
    state.each_function(|editor, intrinsics| replace_base_pointers(editor, intrinsics, used))
}

/// The constant buffers and members that functions access.
#[derive(Default)]
struct Used {
    members: HashSet<GlobalId>,
    /// The handle types of the buffers whose base pointer is used. Any member of these buffers may be accessed.
    buffers: HashSet<TypeId>,
}

/// Stores the names and types of the members in the state, for reflection. LLVM's own back end drops them.
fn note_layouts(state: &mut State, buffers: &[Buffer], used: &Used) {
    if state.back_end_only {
        return;
    }
    let mut reader = LayoutReader::new(&state.module, has_native_16_bits(&state.module, state.profile));
    let mut layouts = HashMap::new();
    for Buffer { ty, members } in buffers {
        let is_used = |member| used.buffers.contains(ty) || used.members.contains(&member);
        let layout = reader.buffer(members, is_used);
        let layout = (!layout.is_empty()).then(|| Rc::new(layout));
        let Some(name) = layout_name(&state.module, *ty) else { continue };
        // The members of two buffers with the same type cannot be distinguished.
        layouts.entry(name.to_owned()).and_modify(|known| *known = None).or_insert(layout);
    }
    state.layouts = layouts.into_iter().filter_map(|(name, layout)| Some((name, layout?))).collect();
}

/// A constant buffer in `!hlsl.cbs`.
struct Buffer {
    /// The type of the handle.
    ty: TypeId,
    members: Vec<Listed>,
}

/// Reads `!hlsl.cbs`. Returns the locations of the members of all constant buffers, and the buffers with their members.
fn members(module: &Module) -> Result<(HashMap<GlobalId, Member>, Vec<Buffer>)> {
    let mut found = HashMap::new();
    let mut buffers = Vec::new();
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
        let handle_type = module.globals.get(handle).map(|global| global.value_type);
        let layout = handle_type.and_then(|ty| layout(module, ty));
        let layout = layout
            .ok_or_else(|| wrong("the global variable does not have the type target(\"dx.CBuffer\", …)"))?;
        let offsets = offsets(module, layout).ok_or_else(|| wrong("the layout type is not a struct"))?;
        let mut listed = Vec::new();
        for (index, member) in members.iter().enumerate() {
            let Some(member) = member.and_then(|id| global(module, id)) else { continue };
            let known = offsets.get(index).copied();
            let offset = known.and_then(|(offset, _)| i64::try_from(offset).ok());
            let offset =
                offset.ok_or_else(|| wrong("!hlsl.cbs lists more members than the layout type has"))?;
            found.insert(member, Member { handle, offset });
            if let Some((offset, Some(ty))) = known {
                listed.push(Listed { variable: member, offset, ty });
            }
        }
        buffers.extend(handle_type.map(|ty| Buffer { ty, members: listed }));
    }
    Ok((found, buffers))
}

/// Returns the global that a metadata node refers to.
fn global(module: &Module, id: MetadataId) -> Option<GlobalId> {
    match module.metadata.get(id)? {
        Metadata::Value(_, value) => match value.kind() {
            ValueKind::Global(id) => Some(id),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the byte offsets of the members of a layout type, without padding, and the types of the members in memory.
/// The layout types of LLVM 21 do not contain the types of the members.
fn offsets(module: &Module, layout: TypeId) -> Option<Vec<(u64, Option<TypeId>)>> {
    if let Some(Type::Target(target)) = module.types.get(layout) {
        let (_size, offsets) = target.numbers.split_first().filter(|_| target.name == LAYOUT)?;
        return Some(offsets.iter().map(|offset| (u64::from(*offset), None)).collect());
    }
    let members = module.types.members(layout)?;
    let is_padding = |ty: TypeId| match module.types.get(ty) {
        Some(Type::Target(target)) => target.name == PADDING,
        _ => false,
    };
    let offsets = DataLayout::of(module).offsets(layout);
    let rows = members.iter().zip(offsets).filter(|(member, _)| !is_padding(**member));
    Some(rows.map(|(member, offset)| (offset, Some(*member))).collect())
}

/// Replaces `getbasepointer` calls by `getpointer` calls with the index 0.
fn replace_base_pointers(
    editor: &mut Editor<'_>,
    intrinsics: &mut Intrinsics,
    used: &mut Used,
) -> Result<()> {
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
        used.buffers.insert(ty);
        editor.go_to(Position::Before(id)).map_err(invalid)?;
        let pointer = editor.type_of(id.into()).map_err(invalid)?;
        let address = pointer_to(editor, intrinsics, (handle, 0), pointer)?;
        editor.replace_and_erase(id, address).map_err(invalid)?;
    }
    Ok(())
}

/// Emits `getpointer` at the cursor; `offset` is a byte offset from the start of the constant buffer.
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

/// Replaces the uses of members in a function.
fn replace(
    editor: &mut Editor<'_>,
    intrinsics: &mut Intrinsics,
    members: &HashMap<GlobalId, Member>,
    used: &mut Used,
) -> Result<()> {
    // The pointer for each constant is emitted once per block.
    let mut known: HashMap<(BlockId, Value), Value> = HashMap::new();
    for id in editor.all_instructions() {
        if matches!(editor.op(id), Some(Op::Phi(..))) {
            for (block, value) in editor.incoming(id) {
                if let Some((variable, member, geps)) = member(editor.context(), members, value) {
                    used.members.insert(variable);
                    editor.go_to(Position::End(block)).map_err(invalid)?;
                    let address = address(editor, intrinsics, member, &geps, value)?;
                    editor.set_incoming(id, block, address).map_err(invalid)?;
                }
            }
            continue;
        }
        for (operand, value) in (0..).zip(editor.operands(id)) {
            if let Some((variable, member, geps)) = member(editor.context(), members, value) {
                used.members.insert(variable);
                let Some(block) = editor.block_of(id) else { continue };
                let address = match known.get(&(block, value)) {
                    Some(address) => *address,
                    None => {
                        editor.go_to(Position::Before(id)).map_err(invalid)?;
                        let address = address(editor, intrinsics, member, &geps, value)?;
                        known.insert((block, value), address);
                        address
                    }
                };
                editor.set_operand(id, operand, address).map_err(invalid)?;
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

/// Decomposes a constant pointer: returns the variable and the location of the member, and the constant GEPs between
/// the variable and `value`, the outermost first. Returns `None` if the root is not a member.
fn member(
    module: &Module,
    members: &HashMap<GlobalId, Member>,
    value: Value,
) -> Option<(GlobalId, Member, Vec<ConstantId>)> {
    let (mut current, mut geps) = (value, Vec::new());
    loop {
        match current.kind() {
            ValueKind::Global(id) => return members.get(&id).map(|member| (id, *member, geps)),
            ValueKind::Constant(id) => match &module.constants.get(id)?.kind {
                ConstantKind::Cast(_, inner) => current = *inner,
                ConstantKind::ElementPointer { operands, .. } => {
                    geps.push(id);
                    current = *operands.first()?;
                }
                _ => return None,
            },
            _ => return None,
        }
    }
}

/// Emits a pointer into a member at the cursor: a `getpointer` call, then GEP instructions for the constant `geps`.
/// `replaced` is the constant that the pointer replaces.
fn address(
    editor: &mut Editor<'_>,
    intrinsics: &mut Intrinsics,
    member: Member,
    geps: &[ConstantId],
    replaced: Value,
) -> Result<Value> {
    let module = editor.module();
    let ty = module.globals.get(member.handle).map(|global| global.value_type);
    let pointer = editor.type_of(replaced).map_err(invalid)?;
    let ty = ty.unwrap_or(pointer);
    let handle = editor.load(ty, member.handle.into(), Alignment::bytes(4));
    let mut address = pointer_to(editor, intrinsics, (handle, member.offset), pointer)?;
    for gep in geps.iter().rev() {
        let gep = editor.context().constants.get(*gep).map(|gep| gep.kind.clone());
        let Some(ConstantKind::ElementPointer { source, operands, flags, .. }) = gep else { continue };
        let indices = operands.get(1..).unwrap_or_default();
        let next = editor.element_pointer(false, source, address, indices).map_err(invalid)?;
        editor.set_flags(next, flags);
        address = next;
    }
    Ok(address)
}

/// Describes a violation of the postcondition.
pub(in crate::lower) fn violation(module: &Module, _: &Scope<'_>) -> Option<String> {
    module.named_metadata.iter().any(|named| named.name == LIST).then(|| format!("!{LIST} exists"))
}
