//! Constant buffers with their variables and types. Separate because types are shared: they form a list that
//! variables and members refer to by index, so that the model is never much larger than the file.

use std::collections::HashMap;
use std::fmt::Write as _;

use bstr::{BStr, BString};
use dx_container::enums::{ConstantBufferType, ShaderInputType, VariableClass, VariableType};
use dx_container::flags::{ConstantBufferFlags, VariableFlags};
use dx_container::parts::rdef::{self, Rdef, Slots};
use dx_container::{FourCc, Result};

use crate::copies::Copies;

/// A constant buffer, or another description of the same form: the element of a structured buffer, interface
/// pointers.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ConstantBuffer {
    /// The name; some empty buffers have none.
    pub name: Option<BString>,
    /// The kind of buffer.
    pub kind: ConstantBufferType,
    /// The size in bytes.
    pub size: u32,
    /// The flags.
    pub flags: ConstantBufferFlags,
    /// The index in [`Reflection::resources`](crate::Reflection::resources); `None` if it is not bound.
    pub resource: Option<u32>,
    /// The variables.
    pub variables: Vec<Variable>,
}

/// A variable of a constant buffer.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Variable {
    /// The name.
    pub name: BString,
    /// The offset in the buffer in bytes.
    pub offset: u32,
    /// The size in bytes.
    pub size: u32,
    /// The flags, such as whether the program uses the variable.
    pub flags: VariableFlags,
    /// The index of its type in [`Reflection::types`](crate::Reflection::types).
    pub type_index: u32,
    /// The default value.
    pub default: Option<Vec<u8>>,
    /// The textures and samplers that it holds, if known.
    pub slots: Option<Slots>,
}

/// The type of a variable or of a member.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Type {
    /// The name in the source.
    pub name: Option<BString>,
    /// Scalar, vector, matrix, structure, ...
    pub class: VariableClass,
    /// The component type.
    pub kind: VariableType,
    /// Rows of a matrix, else 1.
    pub rows: u32,
    /// Columns of a matrix, components of a vector, bits of a bit field; for a structure, the components of all
    /// members.
    pub columns: u32,
    /// The number of array elements; 0 if it is not an array.
    pub elements: u32,
    /// The members of a structure, or the bit fields of an integer.
    pub members: Vec<Member>,
    /// The type index of the interface of an interface pointer.
    pub sub_type: Option<u32>,
    /// The type index of the base class.
    pub base: Option<u32>,
    /// The type indices of the interfaces that a class implements itself.
    pub interfaces: Vec<u32>,
}

/// A member of a structure.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Member {
    /// The name.
    pub name: BString,
    /// The offset in the structure in bytes; for a bit field, its first bit, counted from the least significant bit of
    /// the integer.
    pub offset: u32,
    /// The index of its type in [`Reflection::types`](crate::Reflection::types).
    pub type_index: u32,
}

impl Type {
    /// The type as HLSL spells it: `float4`, `row_major float3x4[2]`, `float16_t3`, `Light[8]`, `uint : 10`.
    pub fn spelled(&self) -> String {
        let mut text = String::new();
        if self.class == VariableClass::MATRIX_ROWS {
            text.push_str("row_major ");
        }
        match (&self.name, self.class) {
            (Some(name), _) => text.push_str(&name.to_string()),
            (None, VariableClass::STRUCT) => text.push_str("struct"),
            (None, _) => {
                text.push_str(&self.kind.to_string().to_lowercase());
                text.push_str(if has_suffix(self.kind) { "_t" } else { "" });
            }
        }
        // A name has the dimensions in it, as in `float4x4`.
        let (rows, columns) = (self.rows, self.columns);
        let _ = match self.class {
            _ if self.name.is_some() => Ok(()),
            VariableClass::VECTOR => write!(text, "{columns}"),
            VariableClass::MATRIX_ROWS | VariableClass::MATRIX_COLUMNS => write!(text, "{rows}x{columns}"),
            VariableClass::BIT_FIELD => write!(text, " : {columns}"),
            _ => Ok(()),
        };
        if self.elements > 0 {
            let _ = write!(text, "[{}]", self.elements);
        }
        text
    }
}

/// Returns true for types whose name in HLSL ends with `_t`, as in `int64_t2`.
fn has_suffix(kind: VariableType) -> bool {
    let exact_widths = [
        VariableType::FLOAT16,
        VariableType::INT16,
        VariableType::UINT16,
        VariableType::INT64,
        VariableType::UINT64,
    ];
    exact_widths.contains(&kind)
}

/// The constant buffers of RDEF and their types; the resources are those of RDEF, in its order.
pub(crate) fn gather(rdef: &Rdef<'_>, copies: &mut Copies) -> Result<(Vec<ConstantBuffer>, Vec<Type>)> {
    let mut bound: HashMap<(&BStr, bool), u32> = HashMap::new();
    for (at, binding) in (0..).zip(&rdef.bindings) {
        bound.entry((binding.name, is_buffer(binding.kind))).or_insert(at);
    }
    let mut buffers = Vec::with_capacity(rdef.constant_buffers.len());
    for buffer in &rdef.constant_buffers {
        let is_buffer = buffer.kind != ConstantBufferType::RESOURCE_BIND_INFO;
        let resource = buffer.name.and_then(|name| bound.get(&(name, is_buffer)).copied());
        let mut variables = Vec::with_capacity(buffer.variables.len());
        for variable in &buffer.variables {
            variables.push(variable_of(variable, copies)?);
        }
        buffers.push(ConstantBuffer {
            name: optional(buffer.name, copies)?,
            kind: buffer.kind,
            size: buffer.size,
            flags: buffer.flags,
            resource,
            variables,
        });
    }
    let mut types = Vec::with_capacity(rdef.types.len());
    for found in &rdef.types {
        types.push(type_of(found, copies)?);
    }
    Ok((buffers, types))
}

/// True for what a constant buffer describes itself; else it describes the element of a buffer.
fn is_buffer(kind: ShaderInputType) -> bool {
    matches!(kind, ShaderInputType::CBUFFER | ShaderInputType::TBUFFER)
}

fn optional(text: Option<&BStr>, copies: &mut Copies) -> Result<Option<BString>> {
    text.map(|text| copies.text(FourCc::RDEF, text)).transpose()
}

fn variable_of(variable: &rdef::Variable<&BStr, &[u8]>, copies: &mut Copies) -> Result<Variable> {
    Ok(Variable {
        name: copies.text(FourCc::RDEF, variable.name)?,
        offset: variable.offset,
        size: variable.size,
        flags: variable.flags,
        type_index: variable.kind.0,
        default: variable.default.map(<[u8]>::to_vec),
        slots: variable.slots,
    })
}

fn type_of(found: &rdef::Type<&BStr, &[u8]>, copies: &mut Copies) -> Result<Type> {
    let mut members = Vec::with_capacity(found.members.len());
    for member in &found.members {
        let name = copies.text(FourCc::RDEF, member.name)?;
        members.push(Member { name, offset: member.offset, type_index: member.kind.0 });
    }
    Ok(Type {
        name: optional(found.name, copies)?,
        class: found.class,
        kind: found.kind,
        rows: found.rows.into(),
        columns: found.columns.into(),
        elements: found.elements.into(),
        members,
        sub_type: found.sub_type.map(|index| index.0),
        base: found.base.map(|index| index.0),
        interfaces: found.interfaces.iter().map(|index| index.0).collect(),
    })
}
