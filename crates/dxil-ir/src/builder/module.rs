//! Types, constants, globals and metadata by what they are, without the arenas' own words.

use az::SaturatingAs as _;
use bstr::{BStr, BString, ByteSlice as _};

use super::super::constants::{Constant, ConstantKind};
use super::super::globals::{Function, GlobalKind, Variable};
use super::super::metadata::fixed_kinds;
use super::super::types::NamedStruct;
use super::super::{
    Alignment, Body, Dialect, DllStorage, Global, GlobalId, Linkage, MetadataId, Module, NamedMetadata, Type,
    TypeId, Types, UnnamedAddress, Value, ValueKind, Visibility,
};

/// The triple of DXIL modules.
const TRIPLE: &str = "dxil-ms-dx";
/// How types lie in memory: DXC's, without 16-bit types of their own.
const DATA_LAYOUT: &str = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64";

/// Types by what they are.
impl Types {
    /// What gives nothing.
    pub fn void(&mut self) -> TypeId {
        self.intern(Type::Void)
    }

    /// The type of blocks as operands. The writer lists it before other types of a function that has branches.
    pub(crate) fn label(&mut self) -> TypeId {
        self.intern(Type::Label)
    }

    /// An integer of so many bits.
    pub fn int(&mut self, bits: u32) -> TypeId {
        self.intern(Type::Integer(bits))
    }

    /// A 16-bit float.
    pub fn half(&mut self) -> TypeId {
        self.intern(Type::Half)
    }

    /// A 32-bit float.
    pub fn float(&mut self) -> TypeId {
        self.intern(Type::Float)
    }

    /// A 64-bit float.
    pub fn double(&mut self) -> TypeId {
        self.intern(Type::Double)
    }

    /// A pointer to a `pointee` in an address space.
    pub fn pointer(&mut self, pointee: TypeId, space: u32) -> TypeId {
        self.intern(Type::Pointer(pointee.into(), space))
    }

    /// So many of `element`, one after the other.
    pub fn array(&mut self, element: TypeId, length: u64) -> TypeId {
        self.intern(Type::Array(element, length))
    }

    /// A vector.
    pub fn vector(&mut self, element: TypeId, length: u64) -> TypeId {
        self.intern(Type::Vector(element, length))
    }

    /// A structure without a name.
    pub fn literal(&mut self, members: &[TypeId]) -> TypeId {
        self.intern(Type::Literal { members: members.into(), is_packed: false })
    }

    /// A structure with a name: the one that has it, or a new one.
    pub fn structure(&mut self, name: &str, members: &[TypeId]) -> TypeId {
        match self.find_named(name.into()) {
            Some(id) => id,
            None => self.add_named(NamedStruct {
                name: name.into(),
                members: Some(members.into()),
                is_packed: false,
            }),
        }
    }

    /// What takes `parameters` and gives a `result`.
    pub fn function(&mut self, result: TypeId, parameters: &[TypeId]) -> TypeId {
        self.intern(Type::Function { result, parameters: parameters.into(), is_variadic: false })
    }
}

/// Constants, globals and metadata by what they are.
impl Module {
    /// An empty DXIL module: its triple, its data layout, the kinds of metadata that LLVM 3.7 knows.
    pub fn dxil() -> Self {
        let mut module = Self {
            triple: TRIPLE.into(),
            data_layout: DATA_LAYOUT.into(),
            metadata_kinds: fixed_kinds(Dialect::Dxil37).iter().copied().map(BString::from).collect(),
            ..Self::default()
        };
        // LLVM has it in every module.
        module.types.intern(Type::Metadata);
        module
    }

    /// A constant of this type.
    pub fn constant(&mut self, ty: TypeId, kind: ConstantKind) -> Value {
        self.constants.intern(Constant { ty, kind }).into()
    }

    /// The constant of this type that consists of others, as LLVM keeps it: null or undefined where all of them are,
    /// numbers where it has those.
    pub fn aggregate(&mut self, ty: TypeId, values: Vec<Value>) -> Value {
        let constant = |value: &Value| {
            let ValueKind::Constant(id) = value.kind() else { return None };
            self.constants.get(id)
        };
        let all = |is: fn(&ConstantKind) -> bool| {
            values.iter().all(|value| constant(value).is_some_and(|constant| is(&constant.kind)))
        };
        let is_empty_array = values.is_empty() && matches!(self.types.get(ty), Some(Type::Array(..)));
        let kind = if is_empty_array && self.dialect == Dialect::Modern {
            ConstantKind::Poison
        } else if all(|kind| matches!(kind, ConstantKind::Null)) {
            ConstantKind::Null
        } else if all(|kind| matches!(kind, ConstantKind::Undef)) {
            ConstantKind::Undef
        } else if all(|kind| matches!(kind, ConstantKind::Poison)) {
            ConstantKind::Poison
        } else {
            let width = data_width(&self.types, ty);
            let numbers: Option<Vec<u64>> = match width {
                Some(_) => values.iter().map(|value| constant(value).and_then(bits)).collect(),
                None => None,
            };
            match (numbers, width) {
                (Some(numbers), Some(8)) => ConstantKind::Bytes(
                    numbers.iter().map(|number| u8::try_from(number & 0xff).unwrap_or_default()).collect(),
                ),
                (Some(numbers), Some(width)) => {
                    let mask = u64::MAX >> (u64::BITS - width);
                    ConstantKind::Data(numbers.iter().map(|number| number & mask).collect())
                }
                _ => ConstantKind::Aggregate(values.into()),
            }
        };
        self.constant(ty, kind)
    }

    /// An integer of this type, which has up to 64 bits. Those of `number` that it does not have are of no account.
    pub fn int(&mut self, ty: TypeId, number: i64) -> Value {
        let bits = match self.types.get(ty) {
            Some(Type::Integer(bits)) => (*bits).clamp(1, i64::BITS),
            _ => i64::BITS,
        };
        let unused = i64::BITS - bits;
        let kind = match number << unused >> unused {
            0 => ConstantKind::Null,
            number => ConstantKind::Integer(number),
        };
        self.constant(ty, kind)
    }

    /// A 32-bit float.
    pub fn float(&mut self, number: f32) -> Value {
        let ty = self.types.float();
        self.float_bits(ty, number.to_bits().into())
    }

    /// A 64-bit float.
    pub fn double(&mut self, number: f64) -> Value {
        let ty = self.types.double();
        self.float_bits(ty, number.to_bits())
    }

    /// A float of this type, which has up to 64 bits, by its bits.
    pub fn float_bits(&mut self, ty: TypeId, bits: u64) -> Value {
        let kind = if bits == 0 { ConstantKind::Null } else { ConstantKind::Float(bits) };
        self.constant(ty, kind)
    }

    /// Zero of any type.
    pub fn null(&mut self, ty: TypeId) -> Value {
        self.constant(ty, ConstantKind::Null)
    }

    /// Any value at all of a type.
    pub fn undef(&mut self, ty: TypeId) -> Value {
        self.constant(ty, ConstantKind::Undef)
    }

    /// Declares a function of this type, to be called from others.
    pub fn declare_function(&mut self, name: &str, ty: TypeId) -> GlobalId {
        self.add_function(name, ty, None)
    }

    /// Defines a function of this type, which as yet has no blocks: [`FunctionBuilder`](super::FunctionBuilder) adds
    /// them.
    pub fn define_function(&mut self, name: &str, ty: TypeId) -> GlobalId {
        self.add_function(name, ty, Some(Body::default()))
    }

    fn add_function(&mut self, name: &str, ty: TypeId, body: Option<Body>) -> GlobalId {
        let function = Function { body, ..Function::default() };
        self.add_global(name, ty, 0, GlobalKind::Function(Box::new(function)))
    }

    /// Adds a variable that holds a `ty`, in an address space.
    pub fn add_variable(
        &mut self,
        name: &str,
        ty: TypeId,
        space: u32,
        initializer: Option<Value>,
    ) -> GlobalId {
        let variable = Variable { initializer, ..Variable::default() };
        self.add_global(name, ty, space, GlobalKind::Variable(variable))
    }

    fn add_global(&mut self, name: &str, value_type: TypeId, space: u32, kind: GlobalKind) -> GlobalId {
        let global = Global {
            name: name.into(),
            ty: self.address_type(value_type, space),
            value_type,
            linkage: Linkage::External,
            visibility: Visibility::Default,
            dll_storage: DllStorage::Default,
            unnamed_address: UnnamedAddress::Significant,
            is_dso_local: false,
            metadata: Vec::new(),
            alignment: Alignment::NATURAL,
            section: BString::default(),
            comdat: None,
            kind,
        };
        self.globals.push(global)
    }

    /// The global with this name. Looks at all of them.
    pub fn global_named(&self, name: &BStr) -> Option<GlobalId> {
        self.globals.iter().find(|(_, global)| global.name == name).map(|(id, _)| id)
    }

    /// A string as metadata.
    pub fn metadata_string(&mut self, text: &str) -> MetadataId {
        self.metadata.intern_string(text.as_bytes().as_bstr())
    }

    /// A constant or a global as metadata.
    pub fn value_as_metadata(&mut self, value: Value) -> MetadataId {
        let ty = self.type_of(None, value).unwrap_or_else(|| self.types.void());
        self.metadata.intern_value(ty, value)
    }

    /// A list of metadata; one list with the same contents is the other.
    pub fn tuple(&mut self, operands: &[Option<MetadataId>]) -> MetadataId {
        self.metadata.intern_tuple(operands)
    }

    /// Adds a list of metadata with a name, or its operands to the one that has the name.
    pub fn add_named_metadata(&mut self, name: &str, operands: &[MetadataId]) {
        match self.named_metadata.iter_mut().find(|named| named.name == name) {
            Some(named) => named.operands.extend(operands),
            None => {
                self.named_metadata.push(NamedMetadata { name: name.into(), operands: operands.to_vec() });
            }
        }
    }

    /// The number of a kind of metadata, which is added if it is new.
    pub fn metadata_kind(&mut self, name: &str) -> u32 {
        self.metadata_kind_of(name.into())
    }

    /// Like [`metadata_kind`](Self::metadata_kind), but for a name that need not be UTF-8.
    pub(crate) fn metadata_kind_of(&mut self, name: BString) -> u32 {
        let known = self.metadata_kinds.iter().position(|kind| *kind == name);
        let index = known.unwrap_or_else(|| {
            self.metadata_kinds.push(name);
            self.metadata_kinds.len() - 1
        });
        index.saturating_as::<u32>()
    }
}

/// The width in bits of the elements of an array or a vector, where LLVM keeps them as numbers.
fn data_width(types: &Types, ty: TypeId) -> Option<u32> {
    let (Type::Array(element, _) | Type::Vector(element, _)) = types.get(ty)? else { return None };
    match types.get(*element)? {
        Type::Integer(bits @ (8 | 16 | 32 | 64)) => Some(*bits),
        Type::Float => Some(32),
        Type::Double => Some(64),
        Type::Half | Type::BFloat | Type::OtherFloat(_) | Type::Integer(_) => None,
        Type::Void | Type::Mmx | Type::Label | Type::Metadata | Type::Token | Type::Target { .. } => None,
        Type::Pointer(..) | Type::Function { .. } => None,
        Type::Literal { .. } | Type::Named(_) | Type::Array(..) | Type::Vector(..) => None,
    }
}

/// The bits of a number.
fn bits(constant: &Constant) -> Option<u64> {
    if let ConstantKind::Integer(number) = constant.kind {
        return Some(number.cast_unsigned());
    }
    if let ConstantKind::Float(bits) = constant.kind {
        return Some(bits);
    }
    matches!(constant.kind, ConstantKind::Null).then_some(0)
}
