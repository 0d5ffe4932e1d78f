//! What lies in constant buffers, texture buffers and structured buffers, by the annotations of types. Separate from
//! `constant_buffer.rs` because RDEF has a table of types, and a module structures that refer to each other.

use std::collections::HashMap;
use std::rc::Rc;

use az::SaturatingAs as _;
use bstr::{BStr, ByteSlice as _};
use dx_container::Result;
use dx_container::enums::{
    ConstantBufferType, ElementType, MatrixOrientation, ResourceClass, ResourceKind, VariableClass,
    VariableType,
};
use dx_container::flags::{ConstantBufferFlags, ShaderFlags, VariableFlags};
use dxil::shader::{FieldProperties, ResourceRange, StructAnnotation, Structures};
use dxil_ir::data_layout::DataLayout;
use dxil_ir::{Type as IrType, TypeId};

use located::{Error, Frame, Place};

use super::arrays::{Array, Shape};
use super::bit_fields;
use super::layout_error::LayoutErrorKind;
use super::program_module::ProgramModule;
use super::unread::Unread;
use super::usage::Usage;
use crate::copies::Copies;
use crate::limits;
use crate::{ConstantBuffer, Member, Type, Variable};

/// What a structured buffer calls what it is made of.
const ELEMENT: &str = "$Element";

/// Bytes of a register of a constant buffer: elements of arrays and rows begin with one.
const REGISTER: u32 = 16;

/// What says where members lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Rules {
    /// The annotations.
    ConstantBuffer,
    /// The types.
    Memory,
}

/// What makes types one: the structure, or class, kind, rows and columns; the elements of an array.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key(Option<(TypeId, Rules)>, VariableClass, VariableType, u32, u32, u32);

/// What is known of a type beside the type.
#[derive(Clone, Copy)]
struct Known {
    index: u32,
    /// Levels of structures in it.
    height: usize,
    /// Bytes that it takes in a constant buffer, without what fills up the last register.
    size: u32,
    /// A bit for each byte of a register that an index can select, from the start of the register: the bytes of an
    /// array element or of a vector of a matrix; 0 if no dimension is indexed.
    indexed: u16,
}

/// Buffers and types as they are gathered.
pub(super) struct Layouts<'t> {
    told: &'t ProgramModule,
    structures: Structures<'t>,
    memory: DataLayout<'t>,
    offsets: HashMap<TypeId, Rc<[u64]>>,
    /// Before validator 1.5, programs do not say what of a constant buffer they use.
    tells_use: bool,
    has_min_precision: bool,
    known: HashMap<Key, Known>,
    usage: &'t Usage,
    pub(super) buffers: Vec<ConstantBuffer>,
    pub(super) types: Vec<Type>,
    /// Fields that the model cannot represent.
    pub(super) unread: Vec<Unread>,
}

impl<'t> Layouts<'t> {
    /// No layouts yet. `usage` has the accesses of the program, whose code may be in another module than the types.
    pub(super) fn of(told: &'t ProgramModule, usage: &'t Usage) -> Self {
        let flags = told.entry().map(|entry| entry.flags()).unwrap_or_default();
        Self {
            told,
            structures: Structures::of(&told.module.types, &told.shader.type_annotations),
            memory: DataLayout::of(&told.module),
            offsets: HashMap::new(),
            tells_use: told.program().validator_is_at_least(1, 5),
            has_min_precision: !flags.contains(ShaderFlags::USE_NATIVE_LOW_PRECISION),
            known: HashMap::new(),
            usage,
            buffers: Vec::new(),
            types: Vec::new(),
            unread: Vec::new(),
        }
    }

    /// Adds what lies in a resource, if anything does; `at` is its place in the model.
    pub(super) fn add(
        &mut self,
        range: &ResourceRange,
        kind: ResourceKind,
        size: Option<u32>,
        at: Option<u32>,
        copies: &mut Copies,
    ) -> Result<()> {
        let class = range.hlsl_type(&self.told.module).map(|ty| self.told.module.types.innermost_element(ty));
        let (of, variables, found) = match kind {
            ResourceKind::STRUCTURED_BUFFER => {
                let (variables, size) = self.element(class, copies)?;
                (ConstantBufferType::RESOURCE_BIND_INFO, variables, size)
            }
            ResourceKind::CBUFFER | ResourceKind::TBUFFER => {
                let of = if kind == ResourceKind::CBUFFER {
                    ConstantBufferType::CBUFFER
                } else {
                    ConstantBufferType::TBUFFER
                };
                let annotation = class.and_then(|ty| self.structures.annotation(ty));
                let class_of_range =
                    if kind == ResourceKind::CBUFFER { ResourceClass::CBUFFER } else { ResourceClass::SRV };
                let variables = match (class, annotation) {
                    (Some(ty), Some(annotation)) => {
                        self.variables(ty, annotation, (class_of_range, range.id), copies)?
                    }
                    _ => Vec::new(),
                };
                (of, variables, annotation.map(|annotation| annotation.size))
            }
            _ => return Ok(()),
        };
        // Without annotations and sizes there is nothing to tell.
        let Some(size) = size.or(found) else { return Ok(()) };
        copies.members(1 + variables.len())?;
        self.buffers.push(ConstantBuffer {
            name: copies.name(self.told.part, range.name.as_ref())?,
            kind: of,
            size,
            flags: ConstantBufferFlags::default(),
            resource: at,
            variables,
        });
        Ok(())
    }

    /// The members of a constant buffer.
    fn variables(
        &mut self,
        ty: TypeId,
        annotation: &'t StructAnnotation,
        buffer: (ResourceClass, u32),
        copies: &mut Copies,
    ) -> Result<Vec<Variable>> {
        let told = self.told;
        let accessed = self.usage.dynamic(buffer).filter(|_| self.tells_use);
        // DXC does not tag a single variable, which is there because it is used.
        let all_used = !self.tells_use || annotation.fields.len() < 2;
        let mut variables = Vec::new();
        for (member, field) in
            told.module.types.members(ty).unwrap_or_default().iter().zip(&annotation.fields)
        {
            let known = self.field(*member, field, Rules::ConstantBuffer, limits::TYPE_DEPTH, copies)?;
            let Some(known) = known else { continue };
            let offset = field.cbuffer_offset().copied().unwrap_or(0);
            let is_used = all_used
                || match accessed {
                    Some(accessed) => accessed.reaches(offset, known.size, known.indexed),
                    None => field.is_cbuffer_used() == Some(&true),
                };
            let mut flags = VariableFlags::default();
            flags.set(VariableFlags::USED, is_used);
            variables.push(Variable {
                name: copies.text(told.part, field.name().map_or("".into(), |name| name.as_ref()))?,
                offset,
                size: known.size,
                flags,
                type_index: known.index,
                default: None,
                slots: None,
            });
        }
        Ok(variables)
    }

    /// The element of a structured buffer as a variable, and its size. HLSL's class has it as its first member; what is
    /// no structure is annotated there.
    fn element(
        &mut self,
        class: Option<TypeId>,
        copies: &mut Copies,
    ) -> Result<(Vec<Variable>, Option<u32>)> {
        let told = self.told;
        let types = &told.module.types;
        let element = class.and_then(|class| types.members(class)?.first().copied());
        let (Some(class), Some(element)) = (class, element) else { return Ok((Vec::new(), None)) };
        let is_plain = !self.structures.is_structure(element) || self.structures.is_matrix(element);
        let annotated = if is_plain { class } else { element };
        let size = low_word(self.memory.size(annotated));
        let Some(annotation) = self.structures.annotation(annotated) else {
            return Ok((Vec::new(), Some(size)));
        };
        let nothing = FieldProperties::default();
        let field = if is_plain { annotation.fields.first().unwrap_or(&nothing) } else { &nothing };
        let known = self.field(element, field, Rules::Memory, limits::TYPE_DEPTH, copies)?;
        let Some(known) = known else { return Ok((Vec::new(), Some(size))) };
        let variable = Variable {
            name: ELEMENT.into(),
            offset: 0,
            size,
            flags: VariableFlags::USED,
            type_index: known.index,
            default: None,
            slots: None,
        };
        Ok((vec![variable], Some(size)))
    }

    /// The type of a member, which is added where it is new; `None` where its size or number of elements exceeds 32
    /// bits.
    fn field(
        &mut self,
        ty: TypeId,
        field: &FieldProperties,
        rules: Rules,
        depth: usize,
        copies: &mut Copies,
    ) -> Result<Option<Known>> {
        let types = &self.told.module.types;
        let matrix = field.matrix().filter(|matrix| matrix.columns != 0);
        let array = Array::of(types, ty, Shape::annotated(field));
        let Some(Array { inner, elements }) = array else {
            self.refuse(LayoutErrorKind::Elements, field);
            return Ok(None);
        };
        if matrix.is_none() && self.structures.is_structure(inner) && !self.structures.is_matrix(inner) {
            let known = self.structure(inner, elements, rules, depth, copies)?;
            if known.is_none() {
                self.refuse(LayoutErrorKind::Size, field);
            }
            return Ok(known);
        }
        let component = field.element_type().copied().unwrap_or(ElementType::INVALID);
        let (kind, bytes) = scalar(component, self.has_min_precision);
        let (class, rows, columns) = match (matrix, field.vector_size(), types.get(inner)) {
            (Some(matrix), ..) => {
                let is_rows = matrix.orientation == MatrixOrientation::ROW_MAJOR;
                let class = if is_rows { VariableClass::MATRIX_ROWS } else { VariableClass::MATRIX_COLUMNS };
                (class, matrix.rows, matrix.columns)
            }
            (None, Some(size), _) if *size != 0 => (VariableClass::VECTOR, 1, *size),
            (None, _, Some(IrType::Vector(_, size))) => (VariableClass::VECTOR, 1, low_word(*size)),
            _ => (VariableClass::SCALAR, 1, 1),
        };
        let (vectors, length) = match class {
            VariableClass::MATRIX_ROWS => (rows, columns),
            VariableClass::MATRIX_COLUMNS => (columns, rows),
            _ => (1, columns),
        };
        let size = length.checked_mul(bytes).and_then(|size| in_registers(size, vectors));
        let Some(size) = size.and_then(|size| in_registers(size, elements.max(1))) else {
            self.refuse(LayoutErrorKind::Size, field);
            return Ok(None);
        };
        let ty = Type { class, kind, rows, columns, elements, ..empty() };
        let is_indexed = elements > 0 || vectors > 1;
        let indexed = if is_indexed { bytes_of_register(length.saturating_mul(bytes)) } else { 0 };
        if let Some(members) = self.bit_fields(field, &ty, bytes, copies)? {
            // Integers of the same type have different bit fields.
            return self.add_type(Type { members, ..ty }, 1, (size, indexed), copies).map(Some);
        }
        let key = Key(None, class, kind, rows, columns, elements);
        self.intern(key, ty, 0, (size, indexed), copies).map(Some)
    }

    /// The bit fields of an integer of so many bytes as members; `None` where it has none.
    fn bit_fields(
        &mut self,
        field: &FieldProperties,
        integer: &Type,
        bytes: u32,
        copies: &mut Copies,
    ) -> Result<Option<Vec<Member>>> {
        let Some(bit_fields) = field.bit_fields().filter(|fields| !fields.is_empty()) else {
            return Ok(None);
        };
        let Some(ranges) = bit_fields::ranges(bit_fields, integer, bytes) else {
            self.refuse(LayoutErrorKind::BitFields, field);
            return Ok(None);
        };
        copies.members(bit_fields.len())?;
        let mut members = Vec::with_capacity(bit_fields.len());
        for (bit_field, (first, width)) in bit_fields.iter().zip(ranges) {
            let (class, kind) = (VariableClass::BIT_FIELD, integer.kind);
            let key = Key(None, class, kind, 1, width, 0);
            let ty = Type { class, kind, columns: width, ..empty() };
            let known = self.intern(key, ty, 0, (bytes, 0), copies)?;
            let name = bit_field.name().map_or("".into(), |name| name.as_ref());
            let name = copies.text(self.told.part, name)?;
            members.push(Member { name, offset: first, type_index: known.index });
        }
        Ok(Some(members))
    }

    /// Reports a field that the model cannot represent.
    fn refuse(&mut self, kind: LayoutErrorKind, field: &FieldProperties) {
        if self.unread.len() < limits::DISAGREEMENTS {
            let name = field.name().filter(|name| !name.is_empty());
            let name = name.map_or_else(|| "field without a name".to_owned(), ToString::to_string);
            let error = Error::new(kind, Place::default()).within(Frame::Name(name));
            self.unread.push(Unread::of(self.told.part, error));
        }
    }

    fn structure(
        &mut self,
        ty: TypeId,
        elements: u32,
        rules: Rules,
        depth: usize,
        copies: &mut Copies,
    ) -> Result<Option<Known>> {
        let told = self.told;
        let key = Key(Some((ty, rules)), VariableClass::STRUCT, VariableType::VOID, 1, 0, elements);
        if let Some(known) = self.known.get(&key) {
            return Ok(Some(*known));
        }
        // Room is kept, so that one that contains itself ends here, without members.
        let placeholder = Type { class: VariableClass::STRUCT, elements, ..empty() };
        let room = self.intern(key, placeholder, 0, (0, 0), copies)?;
        let annotation = self.structures.annotation(ty);
        let offsets = match rules {
            Rules::ConstantBuffer => Rc::default(),
            Rules::Memory => self.offsets(ty),
        };
        let (mut members, mut height, mut size, mut columns) = (Vec::new(), 0, Some(0_u32), 0_u32);
        let mut is_indexed = elements > 0;
        let fields = annotation.map_or(&[][..], |annotation| &annotation.fields);
        let fields = if depth == 0 { &[][..] } else { fields };
        for (at, (member, field)) in
            told.module.types.members(ty).unwrap_or_default().iter().zip(fields).enumerate()
        {
            let known = self.field(*member, field, rules, depth.saturating_sub(1), copies)?;
            let Some(known) = known else { continue };
            let offset = match rules {
                Rules::ConstantBuffer => field.cbuffer_offset().copied().unwrap_or(0),
                Rules::Memory => offsets.get(at).copied().map_or(0, low_word),
            };
            copies.members(1)?;
            let name = copies.text(told.part, field.name().map_or("".into(), |name| name.as_ref()))?;
            members.push(Member { name, offset, type_index: known.index });
            size = size.max(offset.checked_add(known.size)).filter(|_| size.is_some());
            height = height.max(known.height + 1);
            is_indexed |= known.indexed != 0;
            let found = usize::try_from(known.index).ok().and_then(|index| self.types.get(index));
            columns = columns.saturating_add(found.map_or(0, |found| {
                found.rows.saturating_mul(found.columns).saturating_mul(found.elements.max(1))
            }));
        }
        // Types that were met before may be deep themselves.
        if height > limits::TYPE_DEPTH {
            (members, height) = (Vec::new(), 0);
        }
        let name = told.module.types.named(ty).map(|named| name_in_source(named.name.as_ref()));
        let name = name.map(|name| copies.text(told.part, name)).transpose()?;
        let size = size.and_then(|size| in_registers(size, elements.max(1)));
        let known =
            size.map(|size| Known { height, size, indexed: if is_indexed { u16::MAX } else { 0 }, ..room });
        if let Some(found) = usize::try_from(room.index).ok().and_then(|index| self.types.get_mut(index)) {
            (found.name, found.columns, found.members) = (name, columns, members);
        }
        if let Some(known) = known {
            self.known.insert(key, known);
        }
        Ok(known)
    }

    /// Where the members of a structure begin, which arrays of many lengths of it ask.
    fn offsets(&mut self, ty: TypeId) -> Rc<[u64]> {
        if let Some(known) = self.offsets.get(&ty) {
            return Rc::clone(known);
        }
        let offsets: Rc<[u64]> = self.memory.offsets(ty).into();
        self.offsets.insert(ty, Rc::clone(&offsets));
        offsets
    }

    /// The type of `key`, which is added where it is new, with its size and whether an index selects registers in it.
    fn intern(
        &mut self,
        key: Key,
        ty: Type,
        height: usize,
        about: (u32, u16),
        copies: &mut Copies,
    ) -> Result<Known> {
        if let Some(known) = self.known.get(&key) {
            return Ok(*known);
        }
        let known = self.add_type(ty, height, about, copies)?;
        self.known.insert(key, known);
        Ok(known)
    }

    fn add_type(
        &mut self,
        ty: Type,
        height: usize,
        (size, indexed): (u32, u16),
        copies: &mut Copies,
    ) -> Result<Known> {
        copies.members(1)?;
        let index = self.types.len().saturating_as::<u32>();
        self.types.push(ty);
        Ok(Known { index, height, size, indexed })
    }
}

/// What a structure is called in the source: compilers put words before it.
fn name_in_source(name: &BStr) -> &BStr {
    let name = name.strip_prefix(b"hostlayout.").unwrap_or(name);
    let found = [b"struct.".as_slice(), b"class."].into_iter().find_map(|word| name.strip_prefix(word));
    found.unwrap_or(name).as_bstr()
}

/// A type of which nothing is said.
fn empty() -> Type {
    Type {
        name: None,
        class: VariableClass::SCALAR,
        kind: VariableType::VOID,
        rows: 1,
        columns: 0,
        elements: 0,
        members: Vec::new(),
        sub_type: None,
        base: None,
        interfaces: Vec::new(),
    }
}

/// Bytes of so many of something, each of which begins with a register; `None` where they exceed 32 bits.
fn in_registers(size: u32, count: u32) -> Option<u32> {
    let Some(others) = count.checked_sub(1).filter(|others| *others > 0) else { return Some(size) };
    size.checked_next_multiple_of(REGISTER)?.checked_mul(others)?.checked_add(size)
}

/// A bit for each of the first bytes of a register.
fn bytes_of_register(bytes: u32) -> u16 {
    u16::MAX >> REGISTER.saturating_sub(bytes.max(1))
}

/// What HLSL calls a component, and its bytes in a constant buffer; 16 bits may be 16 bits at least.
fn scalar(component: ElementType, has_min_precision: bool) -> (VariableType, u32) {
    let either = |least, exactly| if has_min_precision { (least, 4) } else { (exactly, 2) };
    match component {
        ElementType::I1 => (VariableType::BOOL, 4),
        ElementType::I16 => either(VariableType::MIN16INT, VariableType::INT16),
        ElementType::U16 => either(VariableType::MIN16UINT, VariableType::UINT16),
        ElementType::I32 => (VariableType::INT, 4),
        ElementType::U32 | ElementType::PACKED_S8X32 | ElementType::PACKED_U8X32 => (VariableType::UINT, 4),
        ElementType::I64 => (VariableType::INT64, 8),
        ElementType::U64 => (VariableType::UINT64, 8),
        ElementType::F16 | ElementType::SNORM_F16 | ElementType::UNORM_F16 => {
            either(VariableType::MIN16FLOAT, VariableType::FLOAT16)
        }
        ElementType::F32 | ElementType::SNORM_F32 | ElementType::UNORM_F32 => (VariableType::FLOAT, 4),
        ElementType::F64 | ElementType::SNORM_F64 | ElementType::UNORM_F64 => (VariableType::DOUBLE, 8),
        _ => (VariableType::VOID, 0),
    }
}

/// The lower 32 bits of a number.
fn low_word(number: u64) -> u32 {
    (number & u64::from(u32::MAX)).saturating_as::<u32>()
}
