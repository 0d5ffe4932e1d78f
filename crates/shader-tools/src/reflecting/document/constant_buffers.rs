//! Constant buffers and their types as JSON.

use bstr::ByteSlice as _;
use dx_container::parts::rdef::Slots;
use serde::Serialize;

use crate::json::{Flags, Mapped, Named, Text, hex, in_utf8};

/// A constant buffer, or the element type of a structured buffer.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ConstantBuffer<'a> {
    /// The name of the buffer.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<Text<'a>>,
    /// The kind of the buffer.
    kind: Named,
    /// The size of the buffer in bytes.
    size: u32,
    /// The flags of the buffer.
    flags: Flags,
    /// The index in `resources`; absent if the buffer is not bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    resource: Option<u32>,
    /// The variables of the buffer.
    variables: Mapped<'a, dx_reflect::Variable, Variable<'a>>,
}

/// A variable of a constant buffer.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct Variable<'a> {
    /// The name of the variable.
    name: Text<'a>,
    /// The offset in the buffer in bytes.
    offset: u32,
    /// The size in bytes.
    size: u32,
    /// The flags of the variable.
    flags: Flags,
    /// The index of the variable's type in `types`.
    #[serde(rename = "type")]
    type_index: u32,
    /// The bytes of the default value in hexadecimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<String>,
    /// The texture slots.
    #[serde(skip_serializing_if = "Option::is_none")]
    textures: Option<SlotRange>,
    /// The sampler slots.
    #[serde(skip_serializing_if = "Option::is_none")]
    samplers: Option<SlotRange>,
}

/// A range of slots.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct SlotRange {
    /// The first slot.
    start: u32,
    /// The number of slots.
    count: u32,
}

/// The type of a variable or of a member.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Type<'a> {
    /// The type in HLSL; for a bit field, the integer and the number of bits: `uint : 10`.
    spelled: String,
    /// The name of the type.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<Text<'a>>,
    /// The class of the type.
    class: Named,
    /// The scalar type.
    kind: Named,
    /// The number of rows.
    rows: u32,
    /// The number of columns; the number of bits of a bit field.
    columns: u32,
    /// The number of array elements; 0 for a type that is not an array.
    elements: u32,
    /// The members of a structure, or the bit fields of an integer (class `BitField`).
    #[serde(skip_serializing_if = "Mapped::is_empty")]
    members: Mapped<'a, dx_reflect::Member, Member<'a>>,
    /// The index in `types` of the interface that an interface pointer refers to.
    #[serde(skip_serializing_if = "Option::is_none")]
    sub_type: Option<u32>,
    /// The index of the base class in `types`.
    #[serde(skip_serializing_if = "Option::is_none")]
    base: Option<u32>,
    /// The indices in `types` of the interfaces that the class implements itself.
    #[serde(skip_serializing_if = "<[u32]>::is_empty")]
    interfaces: &'a [u32],
}

/// A member of a structure.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct Member<'a> {
    /// The name of the member.
    name: Text<'a>,
    /// The offset in the structure in bytes; the index of the first bit of a bit field.
    offset: u32,
    /// The index of the member's type in `types`.
    #[serde(rename = "type")]
    type_index: u32,
}

impl<'a> ConstantBuffer<'a> {
    /// The object of `buffer`.
    pub fn new(buffer: &'a dx_reflect::ConstantBuffer) -> Self {
        Self {
            name: buffer.name.as_ref().map(|name| in_utf8(name.as_bstr())),
            kind: Named::of(buffer.kind),
            size: buffer.size,
            flags: Flags::of(buffer.flags),
            resource: buffer.resource,
            variables: Mapped::new(&buffer.variables, Variable::new),
        }
    }
}

impl<'a> Variable<'a> {
    fn new(variable: &'a dx_reflect::Variable) -> Self {
        let range = |slots: fn(&Slots) -> (u32, u32)| {
            let (start, count) = variable.slots.as_ref().map(slots)?;
            (count > 0).then_some(SlotRange { start, count })
        };
        Self {
            name: in_utf8(variable.name.as_bstr()),
            offset: variable.offset,
            size: variable.size,
            flags: Flags::of(variable.flags),
            type_index: variable.type_index,
            default: variable.default.as_deref().map(hex),
            textures: range(|slots| (slots.start_texture, slots.texture_size)),
            samplers: range(|slots| (slots.start_sampler, slots.sampler_size)),
        }
    }
}

impl<'a> Type<'a> {
    /// The object of `found`.
    pub fn new(found: &'a dx_reflect::Type) -> Self {
        Self {
            spelled: in_utf8(found.spelled().as_bytes().as_bstr()).into_owned(),
            name: found.name.as_ref().map(|name| in_utf8(name.as_bstr())),
            class: Named::of(found.class),
            kind: Named::of(found.kind),
            rows: found.rows,
            columns: found.columns,
            elements: found.elements,
            members: Mapped::new(&found.members, Member::new),
            sub_type: found.sub_type,
            base: found.base,
            interfaces: &found.interfaces,
        }
    }
}

impl<'a> Member<'a> {
    fn new(member: &'a dx_reflect::Member) -> Self {
        let dx_reflect::Member { name, offset, type_index, .. } = member;
        Self { name: in_utf8(name.as_bstr()), offset: *offset, type_index: *type_index }
    }
}
