//! HLSL types of constant buffers from RDEF. Separate because reflection of DXIL reads the names and offsets of
//! variables from types and their annotations.

use bstr::{BString, ByteSlice as _};
use dx_container::enums::{ElementType, MatrixOrientation, VariableClass, VariableType};
use dx_container::parts::rdef::{ConstantBuffer, RdefBuf, Type, TypeIndex};
use dxil::emit::ShaderBuilder;
use dxil::shader::{FieldProperties, FieldProperty, MatrixAnnotation, StructAnnotation, TypeAnnotations};
use dxil_ir::TypeId;
use hashbrown::HashMap;

/// The number of types in RDEF beyond which constant buffers have generic types.
const MAX_TYPES: usize = 4096;
/// The depth of structures in structures.
const MAX_DEPTH: usize = 16;
/// The largest constant buffer in bytes.
const MAX_BYTES: u32 = 65_536;
/// The size of a row of a constant buffer in bytes.
const ROW: u32 = 16;

/// The type of a constant buffer with the variables that RDEF names; `None` for a generic type.
pub(crate) fn hlsl_type(
    name: &str,
    reflection: Option<&RdefBuf>,
    bytes: u32,
    shader: &mut ShaderBuilder,
) -> Option<TypeId> {
    let reflection = reflection.filter(|reflection| reflection.types.len() <= MAX_TYPES)?;
    let buffers = &reflection.constant_buffers;
    let buffer = buffers.iter().find(|buffer| buffer.name.as_ref().is_some_and(|known| known == name))?;
    if !is_consistent(buffer, reflection, bytes) {
        return None;
    }
    let mut types = Types {
        reflection,
        shader,
        structures: HashMap::new(),
        numbers: HashMap::new(),
        annotations: Vec::new(),
    };
    let fields = buffer.variables.iter().map(|variable| (&variable.name, variable.kind, variable.offset));
    let fields: Vec<(&BString, TypeIndex, u32)> = fields.collect();
    let ty = types.structure(name, &fields, bytes, 0)?;
    let Types { annotations, .. } = types;
    let lists = &mut shader.shader().type_annotations;
    match lists.iter_mut().find_map(|list| match list {
        TypeAnnotations::Structs(structures) => Some(structures),
        _ => None,
    }) {
        Some(structures) => structures.extend(annotations),
        None => lists.push(TypeAnnotations::Structs(annotations)),
    }
    Some(ty)
}

/// The size of a constant buffer in RDEF. Compilers declare only the rows that the program uses.
pub(crate) fn size_in_reflection(name: &str, reflection: Option<&RdefBuf>) -> Option<u32> {
    let mut buffers = reflection?.constant_buffers.iter();
    let buffer = buffers.find(|buffer| buffer.name.as_ref().is_some_and(|known| known == name))?;
    (buffer.size <= MAX_BYTES).then_some(buffer.size)
}

/// True if the variables are in the order of their offsets and do not overlap. The validator requires this.
fn is_consistent(buffer: &ConstantBuffer<BString, Vec<u8>>, reflection: &RdefBuf, bytes: u32) -> bool {
    let mut end = 0;
    !buffer.variables.is_empty()
        && buffer.variables.iter().all(|variable| {
            let size = reflection.type_at(variable.kind).and_then(|ty| size_of(ty, reflection, 0));
            let is_next = variable.offset >= end && variable.offset % 4 == 0;
            end = variable.offset.saturating_add(size.unwrap_or(u32::MAX));
            is_next && end <= bytes
        })
}

/// The types of a constant buffer and their annotations.
struct Types<'r, 's> {
    reflection: &'r RdefBuf,
    shader: &'s mut ShaderBuilder,
    structures: HashMap<TypeIndex, TypeId>,
    /// The last number after each name that several structures have.
    numbers: HashMap<String, u32>,
    annotations: Vec<StructAnnotation>,
}

impl Types<'_, '_> {
    /// A structure with these fields: name, type and offset in bytes.
    fn structure(
        &mut self,
        name: &str,
        fields: &[(&BString, TypeIndex, u32)],
        size: u32,
        depth: usize,
    ) -> Option<TypeId> {
        let mut members = Vec::new();
        let mut annotated = Vec::new();
        for (name, kind, offset) in fields {
            let ty = self.reflection.type_at(*kind)?;
            members.push(self.type_of(*kind, ty, depth)?);
            annotated.push(field(name, ty, *offset));
        }
        let types = &mut self.shader.module().types;
        let mut unique = name.to_owned();
        let number = self.numbers.entry(unique.clone()).or_insert(0_u32);
        while types.find_named(unique.as_str().into()).is_some() {
            *number += 1;
            unique = format!("{name}.{number}");
        }
        let ty = types.structure(&unique, &members);
        self.annotations.push(StructAnnotation {
            ty,
            size,
            fields: annotated,
            properties: None,
            extra: Vec::new(),
        });
        Some(ty)
    }

    fn type_of(&mut self, index: TypeIndex, ty: &Type<BString, Vec<u8>>, depth: usize) -> Option<TypeId> {
        let (rows, columns) = (u64::from(ty.rows), u64::from(ty.columns));
        let element = match ty.class {
            VariableClass::STRUCT => self.nested(index, ty, depth)?,
            class => {
                let (word, element) = scalar(ty.kind)?;
                let types = &mut self.shader.module().types;
                let scalar = match element {
                    ElementType::F32 => types.float(),
                    ElementType::F64 => types.double(),
                    ElementType::F16 => types.half(),
                    ElementType::I16 | ElementType::U16 => types.int(16),
                    _ => types.int(32),
                };
                match class {
                    VariableClass::SCALAR => scalar,
                    VariableClass::VECTOR => types.vector(scalar, columns),
                    VariableClass::MATRIX_ROWS | VariableClass::MATRIX_COLUMNS => {
                        let row = types.vector(scalar, columns);
                        let rows_type = types.array(row, rows);
                        types.structure(&format!("class.matrix.{word}.{rows}.{columns}"), &[rows_type])
                    }
                    _ => return None,
                }
            }
        };
        Some(match ty.elements {
            0 => element,
            count => self.shader.module().types.array(element, count.into()),
        })
    }

    fn nested(&mut self, index: TypeIndex, ty: &Type<BString, Vec<u8>>, depth: usize) -> Option<TypeId> {
        if let Some(known) = self.structures.get(&index) {
            return Some(*known);
        }
        let depth = depth.checked_add(1).filter(|depth| *depth <= MAX_DEPTH)?;
        let size = element_size(ty, self.reflection, depth)?;
        let fields: Vec<(&BString, TypeIndex, u32)> =
            ty.members.iter().map(|member| (&member.name, member.kind, member.offset)).collect();
        let name = ty.name.as_ref().map_or_else(|| "anon".into(), |name| name.to_str_lossy());
        let id = self.structure(&format!("struct.{name}"), &fields, size, depth)?;
        self.structures.insert(index, id);
        Some(id)
    }
}

/// The annotation of a field.
fn field(name: &BString, ty: &Type<BString, Vec<u8>>, offset: u32) -> FieldProperties {
    let mut items = Vec::new();
    let orientation = match ty.class {
        VariableClass::MATRIX_ROWS => Some(MatrixOrientation::ROW_MAJOR),
        VariableClass::MATRIX_COLUMNS => Some(MatrixOrientation::COLUMN_MAJOR),
        _ => None,
    };
    if let Some(orientation) = orientation {
        items.push(FieldProperty::Matrix(MatrixAnnotation {
            rows: ty.rows.into(),
            columns: ty.columns.into(),
            orientation,
            extra: Vec::new(),
        }));
    }
    items.push(FieldProperty::CbufferOffset(offset));
    items.push(FieldProperty::Name(name.clone()));
    if let Some((_, element)) = scalar(ty.kind).filter(|_| ty.class != VariableClass::STRUCT) {
        items.push(FieldProperty::ElementType(element));
    }
    items.into()
}

/// The name and the type of a component.
fn scalar(kind: VariableType) -> Option<(&'static str, ElementType)> {
    Some(match kind {
        VariableType::FLOAT => ("float", ElementType::F32),
        VariableType::INT => ("int", ElementType::I32),
        VariableType::UINT => ("uint", ElementType::U32),
        VariableType::BOOL => ("bool", ElementType::I1),
        VariableType::DOUBLE => ("double", ElementType::F64),
        // Constants of minimum precision have 32 bits in memory.
        VariableType::MIN8FLOAT | VariableType::MIN10FLOAT | VariableType::MIN16FLOAT => {
            ("float", ElementType::F32)
        }
        VariableType::MIN12INT | VariableType::MIN16INT => ("int", ElementType::I32),
        VariableType::MIN16UINT => ("uint", ElementType::U32),
        _ => return None,
    })
}

/// The size of a variable in bytes, without the padding after its last element.
fn size_of(ty: &Type<BString, Vec<u8>>, reflection: &RdefBuf, depth: usize) -> Option<u32> {
    let element = element_size(ty, reflection, depth)?;
    match u32::from(ty.elements) {
        0 => Some(element),
        count => element.checked_next_multiple_of(ROW)?.checked_mul(count - 1)?.checked_add(element),
    }
}

fn element_size(ty: &Type<BString, Vec<u8>>, reflection: &RdefBuf, depth: usize) -> Option<u32> {
    let word = match ty.kind {
        VariableType::DOUBLE => 8,
        _ => 4,
    };
    let (rows, columns) = (u32::from(ty.rows).max(1), u32::from(ty.columns).max(1));
    let vectors = |count: u32, length: u32| {
        let vector = word * length;
        vector.next_multiple_of(ROW).checked_mul(count - 1)?.checked_add(vector)
    };
    match ty.class {
        VariableClass::SCALAR => Some(word),
        VariableClass::VECTOR => Some(word * columns),
        VariableClass::MATRIX_ROWS => vectors(rows, columns),
        VariableClass::MATRIX_COLUMNS => vectors(columns, rows),
        VariableClass::STRUCT => {
            let depth = depth.checked_add(1).filter(|depth| *depth <= MAX_DEPTH)?;
            let last = ty.members.last()?;
            let size = size_of(reflection.type_at(last.kind)?, reflection, depth)?;
            last.offset.checked_add(size)
        }
        _ => None,
    }
}
