//! Damage to modules: one name, number or attribute after the other becomes another one, often one that no module
//! should have. Separate because there are many of them.

mod bodies;

use bstr::{BString, ByteSlice as _};
use dxil_ir::Flags;
use dxil_ir::arena::Id as _;
use dxil_ir::attributes::{Attribute, AttributeGroup, Slot};
use dxil_ir::constants::{Constant, ConstantKind};
use dxil_ir::globals::GlobalKind;
use dxil_ir::metadata::{Metadata, NODES};
use dxil_ir::types::NamedStruct;
use dxil_ir::{
    Alignment, AttributeKind, AttributeListId, BinaryOp, Comdat, ComdatId, ComdatSelection, DllStorage,
    GlobalId, Linkage, MetadataId, Module, NamedMetadata, Predicate, ThreadLocal, Type, TypeId, Value,
    Visibility,
};

use crate::random::Random;

const NAMES: &[&str] = &[
    "",
    "x",
    "2-i1",
    "18",
    "-5",
    "a b",
    "\"",
    "\\",
    "\\41",
    ":",
    ";",
    "}",
    "{",
    "c",
    "ret",
    "i32",
    "void",
    "true",
    "%1",
    "@f",
    "!0",
    "$",
    "$a",
    "é",
    "\u{1}?f@@YAXXZ",
    "0x1F",
    "1.0",
    "...",
    "dbg",
    "llvm.x",
    "label",
    "x:",
    "a\nb",
    "\t",
    "cc9",
    "undef",
    "null",
    "dx.op.sin.f32",
];

/// Numbers that lie at the edges of what fits somewhere.
const NUMBERS: &[u64] = &[
    0,
    1,
    2,
    3,
    4,
    7,
    8,
    15,
    16,
    31,
    32,
    63,
    64,
    127,
    128,
    255,
    256,
    1023,
    1024,
    4096,
    8191,
    8192,
    0xffff,
    0x1_0000,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
    0x1_0000_0000,
    0x7ff0_0000_0000_0001,
    0x7fff_ffff_ffff_ffff,
    0x8000_0000_0000_0000,
    0xffff_ffff_ffff_ffff,
];

/// A module that is being damaged.
pub struct Damage<'d> {
    pub module: &'d mut Module,
    pub random: &'d mut Random,
}

impl Damage<'_> {
    /// Damages one thing, if the module has it.
    pub fn one(&mut self) {
        match self.random.below(16) {
            0..2 => self.global(),
            2 => self.function(),
            3 => self.structure(),
            4 => self.text(),
            5 => self.metadata_names(),
            6..9 => self.metadata(),
            9 => self.variable(),
            10 => self.attributes(),
            _ => self.body(),
        }
    }

    fn of<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.random.below(from.len())].clone()
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.random.below(n) == 0
    }

    fn number(&mut self) -> u64 {
        match self.random.below(4) {
            0 => self.random.below(usize::MAX) as u64 ^ (self.random.below(usize::MAX) as u64) << 33,
            1 => self.random.below(300) as u64,
            _ => self.of(NUMBERS),
        }
    }

    fn name(&mut self) -> BString {
        let mut name = BString::from(self.of(NAMES));
        if self.one_in(3) {
            name.extend((0..self.random.below(5)).map(|_| self.random.below(256) as u8));
        }
        if self.one_in(3) {
            name.extend_from_slice(self.of(NAMES).as_bytes());
        }
        name
    }

    fn coded<T>(&mut self, of: impl Fn(u64) -> Option<T>, most: usize) -> T {
        loop {
            if let Some(found) = of(self.random.below(most) as u64) {
                return found;
            }
        }
    }

    fn alignment(&mut self) -> Alignment {
        match self.random.below(4) {
            0 => Alignment::bytes(1 << self.random.below(64)),
            1 => Alignment::bytes(1 << 29),
            _ => Alignment::bytes(1 << self.random.below(10)),
        }
    }

    fn any_type(&mut self) -> TypeId {
        let types = &mut self.module.types;
        match self.random.below(12) {
            0 => {
                types.int([0, 1, 7, 8, 33, 65, 128, 4096, 4097, 8_388_607, 8_388_608][self.random.below(11)])
            }
            1 => types.float(),
            2 => types.half(),
            3 => types.double(),
            4 => types.void(),
            5 => types.intern(Type::OtherFloat([4, 10, 14, 15, 16][self.random.below(5)])),
            6 => {
                let element = TypeId::new(self.random.below(types.len()));
                types.array(element, self.random.below(4) as u64)
            }
            7 => {
                let element = TypeId::new(self.random.below(types.len()));
                types.vector(element, self.random.below(4) as u64)
            }
            8 => {
                let pointee = TypeId::new(self.random.below(types.len()));
                types.pointer(pointee, self.random.below(4) as u32)
            }
            9 => {
                let members = Some([TypeId::new(self.random.below(types.len()))].into());
                let name = if self.random.below(2) == 0 { BString::default() } else { self.name() };
                let is_packed = self.one_in(2);
                self.module.types.add_named(NamedStruct { name, members, is_packed })
            }
            _ => TypeId::new(self.random.below(types.len())),
        }
    }

    /// A constant, mostly one that its type has.
    fn constant(&mut self, ty: TypeId) -> Value {
        let number = self.number();
        let kind = match (self.module.types.get(ty), self.random.below(8)) {
            (_, 0) => ConstantKind::Null,
            (_, 1) => ConstantKind::Undef,
            (_, 2) => ConstantKind::Integer(number.cast_signed()),
            (_, 3) => ConstantKind::Float(number),
            (Some(Type::Integer(bits @ 65..)), _) => {
                let words = usize::try_from(bits.div_ceil(64)).unwrap().min(3);
                ConstantKind::Wide((0..words).map(|_| self.number()).collect())
            }
            (Some(Type::Integer(_)), _) => return self.module.int(ty, number.cast_signed()),
            (Some(Type::Half), _) => ConstantKind::Float(number & 0xffff),
            (Some(Type::Float), _) => ConstantKind::Float(number & 0xffff_ffff),
            (Some(Type::Double), _) => ConstantKind::Float(number),
            (Some(Type::OtherFloat(_)), _) => ConstantKind::Wide([number, self.number() & 0xffff].into()),
            (Some(Type::Array(element, length) | Type::Vector(element, length)), 4..) if *length < 9 => {
                let (element, length) = (*element, *length);
                match self.random.below(3) {
                    0 => ConstantKind::Bytes((0..length).map(|_| self.random.below(256) as u8).collect()),
                    1 => ConstantKind::Data((0..length).map(|_| self.number() & 0xffff).collect()),
                    _ => ConstantKind::Aggregate((0..length).map(|_| self.simple(element)).collect()),
                }
            }
            _ => {
                let members = self.module.types.members(ty).unwrap_or_default().to_vec();
                ConstantKind::Aggregate(members.into_iter().map(|member| self.simple(member)).collect())
            }
        };
        self.module.constants.intern(Constant { ty, kind }).into()
    }

    fn simple(&mut self, ty: TypeId) -> Value {
        let number = self.number().cast_signed();
        match self.random.below(3) {
            0 => self.module.null(ty),
            1 => self.module.undef(ty),
            _ => self.module.int(ty, number),
        }
    }

    /// A constant expression of two others.
    fn expression(&mut self, ty: TypeId) -> Value {
        let operands = [self.simple(ty), self.simple(ty)];
        let kind = match self.random.below(4) {
            0 => ConstantKind::Binary {
                op: self.coded(BinaryOp::from_code, 13),
                flags: Flags::from_bits(self.random.below(1024) as u16),
                operands,
            },
            1 => ConstantKind::Compare(self.coded(Predicate::from_code, 42), operands),
            2 => ConstantKind::Select([operands[0], operands[0], operands[1]]),
            _ => ConstantKind::ExtractElement(operands),
        };
        self.module.constants.intern(Constant { ty, kind }).into()
    }

    fn any_constant(&mut self) -> Value {
        match self.random.below(4) {
            0 if !self.module.constants.is_empty() => {
                let id = self.random.below(self.module.constants.len());
                dxil_ir::ConstantId::new(id).into()
            }
            1 => {
                let ty = self.any_type();
                self.expression(ty)
            }
            _ => {
                let ty = self.any_type();
                self.constant(ty)
            }
        }
    }

    fn any_global(&mut self) -> Option<GlobalId> {
        let count = self.module.globals.len();
        (count > 0).then(|| GlobalId::new(self.random.below(count)))
    }

    fn global(&mut self) {
        let Some(id) = self.any_global() else { return };
        let (name, number) = (self.name(), self.random.below(9));
        let alignment = self.alignment();
        let linkage = self.coded(Linkage::from_code, 20);
        let visibility = self.coded(Visibility::from_code, 3);
        let dll_storage = self.coded(DllStorage::from_code, 3);
        let comdat = (number == 5).then(|| match self.module.comdats.is_empty() || self.one_in(2) {
            true => {
                let selection = self.coded(ComdatSelection::from_code, 6);
                let name = if self.one_in(3) { self.module.globals[id].name.clone() } else { self.name() };
                self.module.comdats.push(Comdat { name, selection })
            }
            false => ComdatId::new(self.random.below(self.module.comdats.len())),
        });
        let global = &mut self.module.globals[id];
        match number {
            0 => global.name = name,
            1 => global.linkage = linkage,
            2 => global.visibility = visibility,
            3 => global.dll_storage = dll_storage,
            4 => global.alignment = alignment,
            5 => global.comdat = comdat,
            6 => global.section = name,
            7 => global.unnamed_address = dxil_ir::UnnamedAddress::Insignificant,
            // Another program has that name.
            _ => global.name = BString::default(),
        }
    }

    fn variable(&mut self) {
        let ids: Vec<_> = self
            .module
            .globals
            .iter()
            .filter(|(_, global)| global.variable().is_some())
            .map(|(id, _)| id)
            .collect();
        if ids.is_empty() || self.one_in(3) {
            let (name, ty, space) = (self.name(), self.any_type(), self.random.below(4) as u32);
            let initializer = self.one_in(2).then(|| self.constant(ty));
            self.module.add_variable(&name.to_str_lossy(), ty, space, initializer);
            return;
        }
        let id = self.of(&ids);
        let ty = self.module.globals[id].value_type;
        let constant = if self.one_in(4) { self.any_constant() } else { self.constant(ty) };
        let mode = self.coded(ThreadLocal::from_code, 5);
        let number = self.random.below(5);
        let GlobalKind::Variable(variable) = &mut self.module.globals[id].kind else { return };
        match number {
            0 => variable.initializer = None,
            1 => variable.initializer = Some(constant),
            2 => variable.thread_local = mode,
            3 => variable.is_constant = !variable.is_constant,
            _ => variable.is_externally_initialized = !variable.is_externally_initialized,
        }
    }

    fn function(&mut self) {
        let Some(id) = self.any_global() else { return };
        let (name, number) = (self.name(), self.number() as u32);
        let constant = Some(self.any_constant());
        let which = self.random.below(6);
        let Some(function) = self.module.globals[id].function_mut() else { return };
        match which {
            0 => function.garbage_collector = name,
            1..3 => function.calling_convention = number,
            3 => function.prefix = constant,
            4 => function.prologue = constant,
            _ => function.personality = constant,
        }
    }

    fn attribute(&mut self) -> Attribute {
        let kind = self.coded(AttributeKind::from_code, 64);
        match self.random.below(5) {
            0 => Attribute::Text(self.name(), self.name()),
            1 => Attribute::Number(kind, self.number()),
            2 => Attribute::Number(
                self.of(&[
                    AttributeKind::Alignment,
                    AttributeKind::StackAlignment,
                    AttributeKind::Dereferenceable,
                    AttributeKind::DereferenceableOrNull,
                ]),
                1 << self.random.below(40),
            ),
            _ => Attribute::Flag(kind),
        }
    }

    fn attribute_list(&mut self) -> AttributeListId {
        let groups = (0..self.random.below(4)).map(|_| {
            let slot = match self.random.below(4) {
                0 => Slot::Return,
                1 => Slot::Parameter(self.random.below(4) as u32),
                _ => Slot::Function,
            };
            let attributes = (0..self.random.below(4)).map(|_| self.attribute()).collect();
            self.module.attributes.intern_group(AttributeGroup { slot, attributes })
        });
        let groups = groups.collect::<Vec<_>>();
        self.module.attributes.intern_list(groups.into())
    }

    fn attributes(&mut self) {
        let list = Some(self.attribute_list());
        let Some(id) = self.any_global() else { return };
        if let Some(function) = self.module.globals[id].function_mut() {
            function.attributes = list;
        }
    }

    fn structure(&mut self) {
        let named: Vec<_> = self.module.types.iter().filter(|(_, ty)| matches!(ty, Type::Named(_))).collect();
        if named.is_empty() {
            return;
        }
        let id = named[self.random.below(named.len())].0;
        let (name, which, member) = (self.name(), self.random.below(5), self.any_type());
        let structure = self.module.types.named_mut(id).unwrap();
        match which {
            0 => structure.is_packed = !structure.is_packed,
            1 => structure.members = None,
            2 => structure.members = Some([member].into()),
            _ => structure.name = name,
        }
    }

    fn text(&mut self) {
        let name = self.name();
        let module = &mut *self.module;
        match self.random.below(3) {
            0 => module.triple = name,
            1 => module.data_layout = name,
            _ => module.inline_assembly = name,
        }
    }

    fn metadata_names(&mut self) {
        let name = self.name();
        let module = &mut *self.module;
        match self.random.below(3) {
            0 if !module.metadata_kinds.is_empty() => {
                let index = self.random.below(module.metadata_kinds.len());
                module.metadata_kinds[index] = name;
            }
            1 if !module.named_metadata.is_empty() => {
                let index = self.random.below(module.named_metadata.len());
                module.named_metadata[index].name = name;
            }
            _ => {
                let operands = (0..self.random.below(3)).filter_map(|_| self.any_metadata()).collect();
                self.module.named_metadata.push(NamedMetadata { name, operands });
            }
        }
    }

    fn any_metadata(&mut self) -> Option<MetadataId> {
        let count = self.module.metadata.len();
        (count > 0).then(|| MetadataId::new(self.random.below(count)))
    }

    /// Something that a node may refer to.
    fn operand(&mut self) -> Option<MetadataId> {
        match self.random.below(5) {
            0 => None,
            1 => {
                let name = self.name();
                Some(self.module.metadata.add_string(name.as_ref()))
            }
            2 => {
                let value = self.any_constant();
                let ty = self.module.type_of(None, value)?;
                let ty = if self.one_in(8) { self.any_type() } else { ty };
                Some(self.module.metadata.add_value(ty, value))
            }
            _ => self.any_metadata(),
        }
    }

    fn metadata(&mut self) {
        let Some(id) = self.any_metadata() else { return };
        match self.module.metadata.get(id).unwrap() {
            Metadata::Tuple { is_distinct, operands } => {
                let mut numbers = self.module.metadata.numbers(operands).to_vec();
                let at = self.random.below(numbers.len() + 1);
                let operand = dxil_ir::metadata::number_of(self.operand());
                match numbers.get_mut(at) {
                    Some(number) => *number = operand,
                    None => numbers.push(operand),
                }
                let is_distinct = is_distinct != self.one_in(6);
                let operands: Vec<_> = numbers.into_iter().map(dxil_ir::metadata::node_of).collect();
                self.module.metadata.define_tuple(id, is_distinct, operands);
            }
            Metadata::Node { row, is_distinct, fields } => {
                let mut fields = self.module.metadata.numbers(fields).to_vec();
                if !fields.is_empty() {
                    let at = self.random.below(fields.len());
                    fields[at] = self.field(row, at);
                }
                let is_distinct = is_distinct != self.one_in(6);
                self.module.metadata.define_node(id, row, is_distinct, &fields);
            }
            // A new node in its place.
            Metadata::String(_) | Metadata::Value(..) if self.one_in(2) => {
                let row = self.random.below(NODES.len());
                let count = NODES[row].fields.len() + self.random.below(2) * self.random.below(6);
                let row = row as u8;
                let fields: Vec<u64> = (0..count).map(|at| self.field(row, at)).collect();
                self.module.metadata.define_node(id, row, self.random.below(2) == 0, &fields);
            }
            Metadata::String(_) | Metadata::Value(..) => {
                let operands: Vec<_> = (0..self.random.below(4)).map(|_| self.operand()).collect();
                self.module.metadata.define_tuple(id, self.random.below(2) == 0, operands);
            }
        }
    }

    /// A number for a field of a node: what it refers to exists.
    fn field(&mut self, row: u8, at: usize) -> u64 {
        use dxil_ir::metadata::FieldKind;
        let fields = NODES[usize::from(row)].fields;
        // Some nodes have none; what they are given besides, is too much.
        match fields.get(at).or(fields.last()).map_or(FieldKind::Rest, |field| field.kind) {
            FieldKind::Node | FieldKind::Nodes => dxil_ir::metadata::number_of(self.operand()),
            FieldKind::Plain => self.any_metadata().unwrap().index() as u64,
            FieldKind::Flag if self.one_in(2) => self.random.below(2) as u64,
            _ => self.number(),
        }
    }
}
