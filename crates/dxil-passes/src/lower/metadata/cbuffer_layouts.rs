//! Reads the layouts of constant buffers (names, offsets and types of the members that `!hlsl.cbs` lists), and converts
//! them to struct types and annotations in `dx.typeAnnotations`, which DXC writes for reflection. Separate from
//! `cbuffer_access`, which replaces the global variables of the members by GEPs and deletes the list.
//!
//! LLVM IR contains less type information than HLSL source. An `i32` is an `int`, `uint` or `bool` in HLSL: the
//! annotation declares a signed integer. A matrix is an array of vectors. Members of a nested struct have offsets, but
//! no names. A buffer member whose global variable was deleted by an optimizer has no name and is not declared.
//!
//! Source: clang 22.1 and 23.1, CGHLSLRuntime.cpp and HLSLBufferLayoutBuilder.cpp.

use std::rc::Rc;

use bstr::{BStr, BString, ByteSlice as _};
use dx_container::enums::ElementType;
use dxil::shader::{FieldProperties, FieldProperty, Shader, StructAnnotation, TypeAnnotations, Version};
use dxil_ir::data_layout::DataLayout;
use dxil_ir::types::NamedStruct;
use dxil_ir::{GlobalId, Module, Type, TypeId};
use hashbrown::{HashMap, HashSet};

use crate::limits::TYPE_DEPTH;

/// The name of the target extension type that clang inserts as padding between members.
pub(in crate::lower) const PADDING: &str = "dx.Padding";

/// The name of the target extension type of LLVM 21 that contains a struct type and the offsets of its members.
pub(in crate::lower) const LAYOUT: &str = "dx.Layout";

/// The size of a constant buffer register in bytes.
const REGISTER: u64 = 16;

/// The first validator version whose annotations state that a member is used.
const WITH_USE: (u32, u32) = (1, 5);
/// The first validator version whose annotations state the number of components of a vector.
const WITH_VECTOR_SIZE: (u32, u32) = (1, 8);

/// The layout of a constant buffer or of a struct in a constant buffer.
#[derive(Debug)]
pub(crate) struct Layout {
    members: Vec<Member>,
    /// The size in bytes, without padding at the end.
    size: u32,
}

/// A member of a layout.
#[derive(Debug)]
struct Member {
    /// The name in HLSL; `None` in a nested struct.
    name: Option<BString>,
    /// Byte offset from the start of the layout.
    offset: u32,
    shape: Shape,
    /// True if the program accesses the member; only for members of the buffer itself.
    is_used: bool,
}

/// The type of a member.
#[derive(Debug)]
enum Shape {
    Scalar(ElementType),
    Vector(ElementType, u32),
    Array(Box<Self>, u64),
    Struct(BString, Rc<Layout>),
}

/// Returns the layout type of a constant buffer from the type of its handle, or `None` if the handle type is not
/// `dx.CBuffer`.
pub(in crate::lower) fn layout(module: &Module, ty: TypeId) -> Option<TypeId> {
    match module.types.get(ty)? {
        Type::Target(target) if target.name == "dx.CBuffer" => target.types.first().copied(),
        _ => None,
    }
}

/// Returns the name of the struct type with the layout of a constant buffer from the type of its handle. Compaction of
/// a module changes the ids of types, but not their names.
pub(in crate::lower) fn layout_name(module: &Module, handle: TypeId) -> Option<&BStr> {
    let ty = layout(module, handle)?;
    let ty = match module.types.get(ty)? {
        Type::Target(target) if target.name == LAYOUT => *target.types.first()?,
        _ => ty,
    };
    module.types.named(ty).map(|named| named.name.as_ref())
}

/// A member that `!hlsl.cbs` lists: the global variable, its byte offset, and its type in the layout.
pub(in crate::lower) struct Listed {
    pub variable: GlobalId,
    pub offset: u64,
    pub ty: TypeId,
}

/// Reads the layouts of constant buffers of a module. Layouts of nested structs are cached by their types.
pub(in crate::lower) struct LayoutReader<'m> {
    module: &'m Module,
    memory: DataLayout<'m>,
    /// False if 16-bit types take 32 bits in constant buffers, as types of minimum precision do. Layouts of LLVM IR do
    /// not have such types.
    has_native_16_bits: bool,
    structs: HashMap<TypeId, Option<Rc<Layout>>>,
}

impl<'m> LayoutReader<'m> {
    pub(in crate::lower) fn new(module: &'m Module, has_native_16_bits: bool) -> Self {
        Self { module, memory: DataLayout::of(module), has_native_16_bits, structs: HashMap::new() }
    }

    /// Returns the layout of a buffer with these members, except for members without a name and members whose type or
    /// offset HLSL does not allow in a constant buffer. `is_used` returns true if the program accesses a member.
    pub(in crate::lower) fn buffer(
        &mut self,
        listed: &[Listed],
        is_used: impl Fn(GlobalId) -> bool,
    ) -> Layout {
        let mut layout = Layout { members: Vec::new(), size: 0 };
        for Listed { variable, offset, ty } in listed {
            let name = self.module.globals.get(*variable).and_then(|global| source_name(&global.name));
            let (Some(name), Some(shape)) = (name, self.shape(*ty, TYPE_DEPTH)) else { continue };
            if !is_placed(&shape, *offset) {
                continue;
            }
            let end = offset.saturating_add(self.memory.size(*ty));
            let (Ok(offset), Ok(end)) = (u32::try_from(*offset), u32::try_from(end)) else { continue };
            layout.size = layout.size.max(end);
            let is_used = is_used(*variable);
            layout.members.push(Member { name: Some(name), offset, shape, is_used });
        }
        layout
    }

    /// Returns the shape of a type, or `None` if an HLSL constant buffer cannot contain the type with its layout in
    /// LLVM IR, or the types are nested deeper than `depth`.
    fn shape(&mut self, ty: TypeId, depth: usize) -> Option<Shape> {
        let depth = depth.checked_sub(1)?;
        match self.module.types.get(ty)? {
            Type::Vector(element, length) => {
                let element = self.scalar(self.module.types.get(*element)?)?;
                Some(Shape::Vector(element, u32::try_from(*length).ok()?))
            }
            // In HLSL, each array element begins at a register.
            Type::Array(element, length)
                if *length <= 1 || self.memory.size(*element).is_multiple_of(REGISTER) =>
            {
                Some(Shape::Array(Box::new(self.shape(*element, depth)?), *length))
            }
            Type::Literal { members, .. } => {
                let (element, length) = self.padded_array(members)?;
                Some(Shape::Array(Box::new(self.shape(element, depth)?), length))
            }
            Type::Named(_) => {
                let name = self.module.types.named(ty)?.name.clone();
                Some(Shape::Struct(name, self.structure(ty, depth)?))
            }
            other => self.scalar(other).map(Shape::Scalar),
        }
    }

    /// Returns the element type and the length of an array that clang represents as a packed struct, because each
    /// element except the last is padded to a multiple of a register: `<{ [N x <{ T, padding }>], T }>`.
    fn padded_array(&mut self, members: &[TypeId]) -> Option<(TypeId, u64)> {
        let types = &self.module.types;
        let &[first, last] = members else { return None };
        let Type::Array(padded, length) = types.get(first)? else { return None };
        match types.members(*padded)? {
            &[element, padding] if element == last && is_padding(self.module, padding) => {
                let is_minimal =
                    self.memory.size(*padded) == self.memory.size(last).next_multiple_of(REGISTER);
                is_minimal.then_some((last, length.checked_add(1)?))
            }
            _ => None,
        }
    }

    fn scalar(&self, ty: &Type) -> Option<ElementType> {
        Some(match ty {
            Type::Integer(16) if self.has_native_16_bits => ElementType::I16,
            Type::Integer(32) => ElementType::I32,
            Type::Integer(64) => ElementType::I64,
            Type::Half if self.has_native_16_bits => ElementType::F16,
            Type::Float => ElementType::F32,
            Type::Double => ElementType::F64,
            _ => return None,
        })
    }

    /// Returns the layout of a nested struct, or `None` if HLSL does not allow one of its members.
    fn structure(&mut self, ty: TypeId, depth: usize) -> Option<Rc<Layout>> {
        if let Some(known) = self.structs.get(&ty) {
            return known.clone();
        }
        // This entry ends the recursion for a struct that contains itself.
        self.structs.insert(ty, None);
        let layout = self.members(ty, depth).map(Rc::new);
        self.structs.insert(ty, layout.clone());
        layout
    }

    fn members(&mut self, ty: TypeId, depth: usize) -> Option<Layout> {
        let offsets = self.memory.offsets(ty);
        let mut members = Vec::new();
        for (member, offset) in self.module.types.members(ty)?.iter().zip(offsets) {
            if is_padding(self.module, *member) {
                continue;
            }
            let shape = self.shape(*member, depth).filter(|shape| is_placed(shape, offset))?;
            members.push(Member { name: None, offset: u32::try_from(offset).ok()?, shape, is_used: false });
        }
        let size = u32::try_from(self.memory.size(ty)).ok()?;
        (!members.is_empty()).then_some(Layout { members, size })
    }
}

fn is_padding(module: &Module, ty: TypeId) -> bool {
    matches!(module.types.get(ty), Some(Type::Target(target)) if target.name == PADDING)
}

/// Returns false for an array that does not begin at a register. `offset` is in bytes.
fn is_placed(shape: &Shape, offset: u64) -> bool {
    !matches!(shape, Shape::Array(..)) || offset.is_multiple_of(REGISTER)
}

/// Returns the HLSL name of a variable from its symbol. LLVM appends `.N` to a name that is not unique, and clang
/// mangles variables in namespaces and specialization constants: `_ZN1n1aE`, `_ZL1a`.
fn source_name(symbol: &[u8]) -> Option<BString> {
    let name = symbol.split(|byte| *byte == b'.').next().unwrap_or_default();
    let Some(mut mangled) = name.strip_prefix(b"_Z") else { return (!name.is_empty()).then(|| name.into()) };
    let is_nested = mangled.starts_with(b"N");
    mangled = mangled.strip_prefix(b"N").unwrap_or(mangled);
    loop {
        mangled = mangled.strip_prefix(b"L").unwrap_or(mangled);
        let digits = mangled.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (length, rest) = mangled.split_at_checked(digits)?;
        let length: usize = length.to_str().ok()?.parse().ok()?;
        let (name, rest) = rest.split_at_checked(length)?;
        match (is_nested, rest) {
            (false, []) | (true, [b'E']) if !name.is_empty() => return Some(name.into()),
            (true, [_, ..]) => mangled = rest,
            _ => return None,
        }
    }
}

impl Layout {
    /// Returns true if the layout does not have members.
    pub(in crate::lower) fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// Returns the struct type of the layout, and declares it with the name of the buffer if it does not exist.
    pub(in crate::lower) fn declare(&self, module: &mut Module, name: &BString) -> TypeId {
        Declarations { module, structs: HashMap::new() }.structure(name, self)
    }
}

/// Adds struct annotations for constant buffers and their nested structs to `shader`. Each buffer is a triple of its
/// struct type, its layout and its size in bytes.
pub(in crate::lower) fn annotate(
    module: &mut Module,
    shader: &mut Shader,
    buffers: &[(TypeId, Rc<Layout>, u32)],
) {
    let version = shader.validator_version.as_ref();
    let known = shader.type_annotations.iter_mut().find_map(|list| match list {
        TypeAnnotations::Structs(structs) => Some(structs),
        _ => None,
    });
    let mut added = Vec::new();
    let mut annotated =
        known.iter().flat_map(|structs| structs.iter()).map(|annotation| annotation.ty).collect();
    let structs = known.unwrap_or(&mut added);
    let mut declarations = Declarations { module, structs: HashMap::new() };
    for (ty, layout, size) in buffers {
        layout.annotate(&mut declarations, version, (*ty, layout.size.max(*size)), &mut annotated, structs);
    }
    if !added.is_empty() {
        shader.type_annotations.insert(0, TypeAnnotations::Structs(added));
    }
}

impl Layout {
    /// Appends the annotations of nested structs, then of the layout itself, unless its type `ty` is in `annotated`.
    /// `size` is in bytes.
    fn annotate(
        &self,
        declarations: &mut Declarations<'_>,
        version: Option<&Version>,
        (ty, size): (TypeId, u32),
        annotated: &mut HashSet<TypeId>,
        structs: &mut Vec<StructAnnotation>,
    ) {
        if !annotated.insert(ty) {
            return;
        }
        for member in &self.members {
            if let Shape::Struct(name, layout) = member.shape.innermost() {
                let ty = declarations.nested(name, layout);
                layout.annotate(declarations, version, (ty, layout.size), annotated, structs);
            }
        }
        let fields = self.members.iter().map(|member| member.properties(version)).collect();
        structs.push(StructAnnotation { ty, size, fields, properties: None, extra: Vec::new() });
    }
}

/// Declares the struct types of layouts in a module.
struct Declarations<'m> {
    module: &'m mut Module,
    /// The types of nested structs by their names in LLVM IR, which are unique.
    structs: HashMap<BString, TypeId>,
}

impl Declarations<'_> {
    /// Returns the struct type `name` if it has the members of the layout, otherwise a type `name.N`.
    fn structure(&mut self, name: &BString, layout: &Layout) -> TypeId {
        let members: Vec<TypeId> = layout.members.iter().map(|member| self.shape(&member.shape)).collect();
        let types = &mut self.module.types;
        let mut candidate = name.clone();
        for number in 0_u32.. {
            let Some(known) = types.find_named(candidate.as_bstr()) else { break };
            let is_packed = types.named(known).is_some_and(|named| named.is_packed);
            if !is_packed && types.members(known) == Some(&members) {
                return known;
            }
            candidate = format!("{name}.{number}").into();
        }
        types.add_named(NamedStruct { name: candidate, members: Some(members.into()), is_packed: false })
    }

    /// Returns the type of a nested struct. Like DXC, the function adds the prefix `hostlayout.` to the names of
    /// structs in constant buffers.
    fn nested(&mut self, name: &BString, layout: &Layout) -> TypeId {
        if let Some(known) = self.structs.get(name) {
            return *known;
        }
        let source = name.strip_prefix(b"struct.").map_or_else(|| name.as_ref(), BStr::new);
        let ty = self.structure(&format!("hostlayout.struct.{source}").into(), layout);
        self.structs.insert(name.clone(), ty);
        ty
    }

    fn shape(&mut self, shape: &Shape) -> TypeId {
        match shape {
            Shape::Scalar(element) => declare_scalar(self.module, *element),
            Shape::Vector(element, length) => {
                let element = declare_scalar(self.module, *element);
                self.module.types.vector(element, u64::from(*length))
            }
            Shape::Array(element, length) => {
                let element = self.shape(element);
                self.module.types.array(element, *length)
            }
            Shape::Struct(name, layout) => self.nested(name, layout),
        }
    }
}

impl Shape {
    /// Returns the innermost element of nested arrays, or the shape itself if it is not an array.
    fn innermost(&self) -> &Self {
        let mut shape = self;
        while let Self::Array(element, _) = shape {
            shape = element;
        }
        shape
    }
}

fn declare_scalar(module: &mut Module, element: ElementType) -> TypeId {
    module.types.intern(match element {
        ElementType::I16 => Type::Integer(16),
        ElementType::I32 => Type::Integer(32),
        ElementType::I64 => Type::Integer(64),
        ElementType::F16 => Type::Half,
        ElementType::F64 => Type::Double,
        _ => Type::Float,
    })
}

impl Member {
    fn properties(&self, version: Option<&Version>) -> FieldProperties {
        let supports = |minimum| version.is_none_or(|it| it.pair() >= minimum || it.pair() == (0, 0));
        let mut items = Vec::new();
        items.extend(self.name.clone().map(FieldProperty::Name));
        items.push(FieldProperty::CbufferOffset(self.offset));
        let (element, length) = match self.shape.innermost() {
            Shape::Scalar(element) => (Some(*element), None),
            Shape::Vector(element, length) => (Some(*element), Some(*length)),
            Shape::Struct(..) | Shape::Array(..) => (None, None),
        };
        items.extend(element.map(FieldProperty::ElementType));
        if self.is_used && supports(WITH_USE) {
            items.push(FieldProperty::IsCbufferUsed(true));
        }
        items.extend(length.filter(|_| supports(WITH_VECTOR_SIZE)).map(FieldProperty::VectorSize));
        items.into()
    }
}

#[cfg(test)]
mod tests {
    use bstr::BString;

    use super::source_name;

    #[test]
    fn names_are_those_of_the_source() {
        let rows: [(&str, Option<&str>); 11] = [
            ("Scale", Some("Scale")),
            ("Scale.1", Some("Scale")),
            ("_ZL8spec_int", Some("spec_int")),
            ("_ZN1n4tintE", Some("tint")),
            ("_ZN1nL4tintE", Some("tint")),
            ("_Z4tint", Some("tint")),
            ("_ZN1n4tint", None),
            ("_ZL99a", None),
            ("_ZL0", None),
            ("_Z", None),
            ("", None),
        ];
        for (symbol, name) in rows {
            assert_eq!(source_name(symbol.as_bytes()), name.map(BString::from), "{symbol}");
        }
    }
}
