//! The values of RDEF. Separate from the part, because reading, walking and writing share them.

use bstr::{BStr, BString};

use crate::enums::{
    ConstantBufferType, RdefStage, ResourceDimension, ResourceReturnType, ShaderInputType, VariableClass,
    VariableType,
};
use crate::flags::{CompileFlags, ConstantBufferFlags, ShaderInputFlags, VariableFlags};

/// The view of part RDEF, which borrows the file.
pub type Rdef<'a> = Definitions<&'a BStr, &'a [u8]>;

/// The owned form of part RDEF.
pub type RdefBuf = Definitions<BString, Vec<u8>>;

/// Resource definitions. `Text` and `Bytes` borrow the file in a view ([`Rdef`]) and own their content in
/// [`RdefBuf`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Definitions<Text, Bytes> {
    /// The stage.
    pub stage: RdefStage,
    /// The shader model, major and minor.
    pub model: (u8, u8),
    /// The compile flags.
    pub flags: CompileFlags,
    /// The compiler.
    pub creator: Text,
    /// The header fields of shader model 5 and later.
    pub extension: Option<Extension<Bytes>>,
    /// The bindings.
    pub bindings: Vec<Binding<Text, Bytes>>,
    /// Constant buffers, and other buffers described like them: structured buffers, interface pointers.
    pub constant_buffers: Vec<ConstantBuffer<Text, Bytes>>,
    /// The types, in the order in which variables, then types refer to them first (a type to its sub-type, its
    /// base class, its interfaces, then to its members). A type is written where it is first needed; one that
    /// nothing refers to is not.
    pub types: Vec<Type<Text, Bytes>>,
}

/// The header fields that shader model 5 added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extension<Bytes> {
    /// `RD11` in shader model 5.0, other bytes in 5.1.
    pub tag: [u8; 4],
    /// The sizes of the records.
    pub sizes: Sizes,
    /// The number of interface slots.
    pub interface_slots: u32,
    /// Unknown bytes of a header longer than 60 bytes.
    pub unknown: Bytes,
}

impl<Bytes: Default> Extension<Bytes> {
    /// The fields that FXC writes for shader model 5.`minor`.
    pub fn model_5(minor: u8) -> Self {
        let (tag, binding) = if minor == 0 { (*b"RD11", 32) } else { (*b"\x13\x13D%", 40) };
        let sizes = Sizes { binding, variable: 40, variable_type: 36, ..Sizes::MODEL_4 };
        Self { tag, sizes, interface_slots: 0, unknown: Bytes::default() }
    }
}

/// The size of each kind of record in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sizes {
    /// A [`ConstantBuffer`].
    pub constant_buffer: u32,
    /// A [`Binding`]; from 40 on with a space.
    pub binding: u32,
    /// A [`Variable`]; from 40 on with slots.
    pub variable: u32,
    /// A [`Type`]; from 36 on with a sub-type, a base class, interfaces and a name.
    pub variable_type: u32,
    /// A [`Member`].
    pub member: u32,
}

impl Sizes {
    /// The least sizes, which are those of shader model 4.
    pub const MODEL_4: Self =
        Self { constant_buffer: 24, binding: 32, variable: 24, variable_type: 16, member: 12 };
    /// From this size on a binding has a space and an identifier.
    pub(super) const BINDING_WITH_SPACE: u32 = 40;
    /// From this size on a variable has slots.
    pub(super) const VARIABLE_WITH_SLOTS: u32 = 40;
    /// From this size on a type has a sub-type, a base class, interfaces and a name.
    pub(super) const TYPE_WITH_NAME: u32 = 36;
    /// The offset of the name's offset in such a type.
    pub(super) const TYPE_NAME_AT: usize = 32;

    /// Bytes that the least record takes up that refers to a type: an interface's word, else a member.
    pub(super) fn least_type_reference(self) -> u32 {
        if self.variable_type >= Self::TYPE_WITH_NAME { 4 } else { self.member }
    }
}

/// A resource or buffer that the shader binds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Binding<Text, Bytes> {
    /// The name.
    pub name: Text,
    /// The type of the binding.
    pub kind: ShaderInputType,
    /// The return type.
    pub return_type: ResourceReturnType,
    /// The dimension.
    pub dimension: ResourceDimension,
    /// The sample count of a multisampled texture, the stride of a structured buffer, [`u32::MAX`] for others.
    pub samples: u32,
    /// The first register.
    pub bind_point: u32,
    /// The number of registers; 0 for unbounded in shader model 5.1.
    pub bind_count: u32,
    /// The flags.
    pub flags: ShaderInputFlags,
    /// The register space; 0 before shader model 5.1.
    pub space: u32,
    /// The ID by which instructions refer to it; 0 before shader model 5.1.
    pub id: u32,
    /// Unknown bytes of a larger record.
    pub unknown: Bytes,
}

/// A constant buffer, or another buffer that is described like one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConstantBuffer<Text, Bytes> {
    /// The name; some empty buffers have none.
    pub name: Option<Text>,
    /// The variables.
    pub variables: Vec<Variable<Text, Bytes>>,
    /// The size in bytes.
    pub size: u32,
    /// The flags.
    pub flags: ConstantBufferFlags,
    /// The kind of buffer.
    pub kind: ConstantBufferType,
    /// Unknown bytes of a larger record.
    pub unknown: Bytes,
}

/// A variable of a constant buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Variable<Text, Bytes> {
    /// The name.
    pub name: Text,
    /// The offset in the buffer in bytes.
    pub offset: u32,
    /// The size in bytes.
    pub size: u32,
    /// The flags.
    pub flags: VariableFlags,
    /// The type.
    pub kind: TypeIndex,
    /// The default value, `size` bytes.
    pub default: Option<Bytes>,
    /// The textures and samplers that it holds; `None` in shader model 4.
    pub slots: Option<Slots>,
    /// Unknown bytes of a larger record.
    pub unknown: Bytes,
}

/// The textures and samplers that a variable holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slots {
    /// The first texture slot, or [`u32::MAX`].
    pub start_texture: u32,
    /// The number of textures.
    pub texture_size: u32,
    /// The first sampler slot, or [`u32::MAX`].
    pub start_sampler: u32,
    /// The number of samplers.
    pub sampler_size: u32,
}

impl Slots {
    /// Neither textures nor samplers.
    pub const NONE: Self =
        Self { start_texture: u32::MAX, texture_size: 0, start_sampler: u32::MAX, sampler_size: 0 };
}

/// The index of a type in [`Definitions::types`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeIndex(pub u32);

/// The type of a variable or of a member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Type<Text, Bytes> {
    /// The class: scalar, vector, matrix, structure, ...
    pub class: VariableClass,
    /// The component type.
    pub kind: VariableType,
    /// The number of rows of a matrix, else 1.
    pub rows: u16,
    /// The number of columns of a matrix, components of a vector, or components of all members of a structure.
    pub columns: u16,
    /// The number of array elements; 0 if it is not an array.
    pub elements: u16,
    /// The members of a structure.
    pub members: Vec<Member<Text>>,
    /// Unknown bytes of larger member records, in order.
    pub members_unknown: Vec<u8>,
    /// The interface of an interface pointer.
    pub sub_type: Option<TypeIndex>,
    /// The base class; also the first member, `$super`.
    pub base: Option<TypeIndex>,
    /// The interfaces that a class implements itself, each a type of class `InterfaceClass`; those of its base
    /// class are not repeated. None in shader model 4.
    pub interfaces: Vec<TypeIndex>,
    /// The name; none in shader model 4.
    pub name: Option<Text>,
    /// Unknown bytes of a larger record.
    pub unknown: Bytes,
}

/// A member of a structure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Member<Text> {
    /// The name.
    pub name: Text,
    /// The type.
    pub kind: TypeIndex,
    /// The offset in the structure in bytes.
    pub offset: u32,
}

impl<Text, Bytes> Definitions<Text, Bytes> {
    /// The type at `index`.
    pub fn type_at(&self, index: TypeIndex) -> Option<&Type<Text, Bytes>> {
        self.types.get(index.0 as usize)
    }

    pub(super) fn sizes(&self) -> Sizes {
        self.extension.as_ref().map_or(Sizes::MODEL_4, |extension| extension.sizes)
    }
}
