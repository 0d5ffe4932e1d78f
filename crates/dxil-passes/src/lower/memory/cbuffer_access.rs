//! `dxil-cbuffer-access`: members of constant buffers, which are global variables in an address space of their own,
//! become addresses in the buffer. `!hlsl.cbs` lists the handle of each buffer, a global variable too, and its members
//! in the order of its layout.
//!
//! Precondition: none. This pass is the first because passes that make values of the handles' variables must see the
//! loads of these variables.
//!
//! The names and types of the members are kept in the state for `dxil-translate-metadata`.
//!
//! Postcondition: no code uses a member; the variables and the list are removed; every address in a constant buffer is
//! a `llvm.dx.resource.getpointer`.
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

const LIST: &str = "hlsl.cbs";
/// Where a member lies.
#[derive(Clone, Copy)]
struct Member {
    handle: GlobalId,
    offset: i64,
}

pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    let empty_lists = used_lists::drop_local(&mut state.module);
    // Lists that are shorter than before are not reported.
    state.note_change();
    state.remove_unused(|id| empty_lists.contains(&id));
    let (members, buffers) = members(&state.module)?;
    let mut used = Used::default();
    if state.has_function(|name| name.starts_with(GET_BASE_POINTER.as_bytes())) {
        state.each_function(|editor, intrinsics| replace_base_pointers(editor, intrinsics, &mut used))?;
    }
    if !members.is_empty() {
        state.each_function(|editor, intrinsics| replace(editor, intrinsics, &members, &mut used))?;
    }
    note_layouts(state, &buffers, &used);
    state.module.named_metadata.retain(|named| named.name != LIST);
    let gone: HashSet<GlobalId> = members.keys().copied().collect();
    // An address of a member that nothing uses is a constant still, and would keep it.
    state.remove_unused(|id| gone.contains(&id));
    Ok(())
}

/// The constant buffers and members that functions access.
#[derive(Default)]
struct Used {
    members: HashSet<GlobalId>,
    /// Types of handles of buffers whose base pointer is used: any member may be accessed.
    buffers: HashSet<TypeId>,
}

/// Keeps the names and types of the members, for reflection. LLVM's own back end drops them.
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

/// A constant buffer that the list contains.
struct Buffer {
    /// The type of its handle.
    ty: TypeId,
    members: Vec<Listed>,
}

/// The members of all constant buffers, and the buffers with their members.
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
        for (place, member) in members.iter().enumerate() {
            let Some(member) = member.and_then(|id| global(module, id)) else { continue };
            let known = offsets.get(place).copied();
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

fn global(module: &Module, id: MetadataId) -> Option<GlobalId> {
    match module.metadata.get(id)? {
        Metadata::Value(_, value) => match value.kind() {
            ValueKind::Global(id) => Some(id),
            _ => None,
        },
        _ => None,
    }
}

/// The byte offsets of the members of a layout, without padding, and the types of the members in memory. The layouts of
/// LLVM 21 do not contain these types.
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

/// Replaces the base pointers of constant buffers by addresses of their first bytes.
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
    used: &mut Used,
) -> Result<()> {
    // The address of one constant is the same in all of a block.
    let mut known: HashMap<(BlockId, Value), Value> = HashMap::new();
    for id in editor.all_instructions() {
        if matches!(editor.op(id), Some(Op::Phi(..))) {
            for (block, value) in editor.incoming(id) {
                if let Some((variable, member, steps)) = member(editor.context(), members, value) {
                    used.members.insert(variable);
                    editor.go_to(Position::End(block)).map_err(invalid)?;
                    let address = address(editor, intrinsics, member, &steps, value)?;
                    editor.set_incoming(id, block, address).map_err(invalid)?;
                }
            }
            continue;
        }
        for (place, value) in (0..).zip(editor.operands(id)) {
            if let Some((variable, member, steps)) = member(editor.context(), members, value) {
                used.members.insert(variable);
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

/// The member that an address is in, with its variable, and the constants that lead from it there, the last one first.
fn member(
    module: &Module,
    members: &HashMap<GlobalId, Member>,
    value: Value,
) -> Option<(GlobalId, Member, Vec<ConstantId>)> {
    let (mut at, mut steps) = (value, Vec::new());
    loop {
        match at.kind() {
            ValueKind::Global(id) => return members.get(&id).map(|member| (id, *member, steps)),
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
pub(in crate::lower) fn violation(module: &Module, _: &Scope<'_>) -> Option<String> {
    module.named_metadata.iter().any(|named| named.name == LIST).then(|| format!("!{LIST} exists"))
}
