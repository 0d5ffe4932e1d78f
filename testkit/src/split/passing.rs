//! How values go into functions and come out of them, as HLSL's do: one by one, in structures and vectors, by value or
//! in the caller's memory. Separate from [`outline`](super::outline) because both sides of a call are here, and nothing
//! of regions.

use bstr::BString;
use dxil_ir::builder::Build;
use dxil_ir::{Alignment, Module, Type, TypeId, Value};

use crate::random::Random;

/// The most values of a group.
const LARGEST_GROUP: usize = 6;

/// The most components of a vector.
const LONGEST_VECTOR: usize = 4;

/// How a group of values is passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// One value as it is.
    Direct,
    /// A structure, of this type.
    Struct(TypeId),
    /// A vector.
    Vector(TypeId),
    /// A pointer to a structure.
    StructPointer(TypeId),
    /// A pointer to a vector.
    VectorPointer(TypeId),
    /// A pointer to an array.
    ArrayPointer(TypeId),
    /// A pointer to one value.
    Pointer(TypeId),
}

/// Values that are passed together, with their types.
#[derive(Debug, Clone)]
pub(super) struct Group {
    pub(super) form: Form,
    pub(super) values: Vec<(Value, TypeId)>,
}

impl Group {
    /// The type of the parameter, or of the result.
    pub(super) fn ty(&self, module: &mut Module) -> TypeId {
        match self.form {
            Form::Direct => self.values[0].1,
            Form::Struct(ty) | Form::Vector(ty) => ty,
            _ => {
                let memory = self.memory().unwrap();
                module.types.pointer(memory, 0)
            }
        }
    }

    /// The type of the memory that it is passed in.
    pub(super) fn memory(&self) -> Option<TypeId> {
        match self.form {
            Form::Direct | Form::Struct(_) | Form::Vector(_) => None,
            Form::StructPointer(ty)
            | Form::VectorPointer(ty)
            | Form::ArrayPointer(ty)
            | Form::Pointer(ty) => Some(ty),
        }
    }

    /// Makes one value of the group's, which are `values` here.
    pub(super) fn pack(&self, build: &mut impl Build, values: &[Value]) -> Value {
        match self.form {
            Form::Struct(ty) => {
                let mut whole = build.undef(ty);
                for (index, value) in (0..).zip(values) {
                    whole = build.insert_value(whole, *value, &[index]).unwrap();
                }
                whole
            }
            Form::Vector(ty) | Form::VectorPointer(ty) => {
                let i32 = build.module().types.int(32);
                let mut whole = build.undef(ty);
                for (index, value) in (0..).zip(values) {
                    let index = build.int(i32, index);
                    whole = build.insert_element(whole, *value, index).unwrap();
                }
                whole
            }
            _ => values[0],
        }
    }

    /// The group's values, of what [`pack`](Self::pack) made.
    pub(super) fn unpack(&self, build: &mut impl Build, whole: Value) -> Vec<Value> {
        let count = self.values.len() as u32;
        match self.form {
            Form::Struct(_) => {
                (0..count).map(|index| build.extract_value(whole, &[index]).unwrap()).collect()
            }
            Form::Vector(_) | Form::VectorPointer(_) => {
                let i32 = build.module().types.int(32);
                let element = |index| {
                    let index = build.int(i32, i64::from(index));
                    build.extract_element(whole, index).unwrap()
                };
                (0..count).map(element).collect()
            }
            _ => vec![whole],
        }
    }

    /// Writes the group's values, which are `values` here, to memory.
    pub(super) fn store(&self, build: &mut impl Build, memory: Value, values: &[Value]) {
        match self.form {
            Form::VectorPointer(ty) => {
                let vector = self.pack(build, values);
                let alignment = alignment(build.module(), ty);
                build.store(vector, memory, alignment);
            }
            _ => {
                for (index, value) in values.iter().enumerate() {
                    let address = self.address(build, memory, index);
                    let alignment = alignment(build.module(), self.values[index].1);
                    build.store(*value, address, alignment);
                }
            }
        }
    }

    /// Reads the group's values from memory.
    pub(super) fn load(&self, build: &mut impl Build, memory: Value) -> Vec<Value> {
        match self.form {
            Form::VectorPointer(ty) => {
                let alignment = alignment(build.module(), ty);
                let vector = build.load(ty, memory, alignment);
                self.unpack(build, vector)
            }
            _ => {
                let mut values = Vec::new();
                for (index, (_, ty)) in self.values.iter().enumerate() {
                    let address = self.address(build, memory, index);
                    let alignment = alignment(build.module(), *ty);
                    values.push(build.load(*ty, address, alignment));
                }
                values
            }
        }
    }

    fn address(&self, build: &mut impl Build, memory: Value, index: usize) -> Value {
        let (Form::StructPointer(ty) | Form::ArrayPointer(ty)) = self.form else { return memory };
        let i32 = build.module().types.int(32);
        let (zero, index) = (build.int(i32, 0), build.int(i32, index as i64));
        build.element_pointer(true, ty, memory, &[zero, index]).unwrap()
    }
}

/// Puts values that go into a function into groups.
pub(super) fn group_inputs(
    module: &mut Module,
    values: &[(Value, TypeId)],
    name: &str,
    random: &mut Random,
) -> Vec<Group> {
    let (mut plain, mut groups) = (Vec::new(), Vec::new());
    for (value, ty) in values {
        if is_plain(module, *ty) && random.below(4) > 0 {
            plain.push((*value, *ty));
        } else {
            groups.push(Group { form: Form::Direct, values: vec![(*value, *ty)] });
        }
    }
    for (number, values) in divide(module, plain, random).into_iter().enumerate() {
        let form =
            if values.len() == 1 { Form::Direct } else { any_form(module, &values, name, number, random) };
        groups.push(Group { form, values });
    }
    shuffle(&mut groups, random);
    groups
}

/// What a function returns, if anything, and what it writes through pointers.
pub(super) fn group_outputs(
    module: &mut Module,
    values: &[(Value, TypeId)],
    name: &str,
    random: &mut Random,
) -> (Option<Group>, Vec<Group>) {
    let (mut plain, others): (Vec<_>, Vec<_>) = values.iter().partition(|(_, ty)| is_plain(module, *ty));
    let mut returned = others;
    // All of it, some of it or nothing is returned; what is not plain always is.
    let count = random.below(plain.len() + 1);
    let through_pointers = match random.below(3) {
        0 => Vec::new(),
        1 => plain.split_off(plain.len() - count),
        _ => std::mem::take(&mut plain),
    };
    returned.extend(plain);
    let returned = match returned.len() {
        0 => None,
        1 => Some(Group { form: Form::Direct, values: returned }),
        _ => {
            let vector = vector_of(module, &returned).filter(|_| random.below(2) == 0);
            let form = vector.map_or_else(
                || {
                    let members: Vec<TypeId> = returned.iter().map(|(_, ty)| *ty).collect();
                    Form::Struct(if random.below(2) == 0 {
                        module.types.literal(&members)
                    } else {
                        module.types.structure(&format!("struct.{name}Result"), &members)
                    })
                },
                Form::Vector,
            );
            Some(Group { form, values: returned })
        }
    };
    let mut groups = Vec::new();
    for (number, values) in divide(module, through_pointers, random).into_iter().enumerate() {
        let form = match any_form(module, &values, name, 100 + number, random) {
            Form::Struct(ty) => Form::StructPointer(ty),
            Form::Vector(ty) => Form::VectorPointer(ty),
            Form::Direct => Form::Pointer(values[0].1),
            form => form,
        };
        groups.push(Group { form, values });
    }
    (returned, groups)
}

/// Divides values into groups, now and then by type.
fn divide(
    module: &Module,
    mut values: Vec<(Value, TypeId)>,
    random: &mut Random,
) -> Vec<Vec<(Value, TypeId)>> {
    let by_type = random.below(2) == 0;
    if by_type {
        values.sort_by_key(|(_, ty)| *ty);
    }
    let mut groups: Vec<Vec<(Value, TypeId)>> = Vec::new();
    for (value, ty) in values {
        let fits = |group: &&mut Vec<(Value, TypeId)>| {
            let is_one_type = group.iter().all(|(_, other)| *other == ty && module.types.get(ty).is_some());
            group.len() < LARGEST_GROUP && (!by_type || is_one_type)
        };
        match groups.last_mut().filter(fits).filter(|_| random.below(5) > 0) {
            Some(group) => group.push((value, ty)),
            None => groups.push(vec![(value, ty)]),
        }
    }
    groups
}

/// Any form that values can be passed in.
fn any_form(
    module: &mut Module,
    values: &[(Value, TypeId)],
    name: &str,
    number: usize,
    random: &mut Random,
) -> Form {
    if values.len() == 1 {
        return Form::Direct;
    }
    let first = values[0].1;
    let is_one_type = values.iter().all(|(_, ty)| *ty == first);
    if let Some(vector) = vector_of(module, values)
        && random.below(2) == 0
    {
        return if random.below(3) > 0 { Form::Vector(vector) } else { Form::VectorPointer(vector) };
    }
    if is_one_type && random.below(2) == 0 {
        return Form::ArrayPointer(module.types.array(first, values.len() as u64));
    }
    let members: Vec<TypeId> = values.iter().map(|(_, ty)| *ty).collect();
    let ty = module.types.structure(&format!("struct.{name}Group{number}"), &members);
    if random.below(2) == 0 { Form::Struct(ty) } else { Form::StructPointer(ty) }
}

/// The vector that values of one type make.
fn vector_of(module: &mut Module, values: &[(Value, TypeId)]) -> Option<TypeId> {
    let first = values[0].1;
    let fits = (2..=LONGEST_VECTOR).contains(&values.len())
        && values.iter().all(|(_, ty)| *ty == first && is_plain(module, *ty));
    fits.then(|| module.types.vector(first, values.len() as u64))
}

/// Whether a value is a number, which may be part of anything, and lie in memory.
fn is_plain(module: &Module, ty: TypeId) -> bool {
    match module.types.get(ty) {
        Some(Type::Integer(bits)) => *bits >= 16,
        Some(Type::Half | Type::Float | Type::Double) => true,
        _ => false,
    }
}

fn alignment(module: &Module, ty: TypeId) -> Alignment {
    let bytes = match module.types.get(module.types.scalar(ty)) {
        Some(Type::Integer(bits)) => u64::from(bits / 8).max(1),
        Some(Type::Half) => 2,
        Some(Type::Double) => 8,
        _ => 4,
    };
    Alignment::bytes(bytes)
}

fn shuffle<T>(items: &mut [T], random: &mut Random) {
    for index in (1..items.len()).rev() {
        items.swap(index, random.below(index + 1));
    }
}

/// A name as a compiler mangles it: what the function gives and takes, by code.
pub(super) fn mangled(module: &Module, name: &str, result: TypeId, parameters: &[TypeId]) -> BString {
    let mut text = format!("\u{1}?{name}@@YA{}", code(module, result));
    if parameters.is_empty() {
        text.push('X');
    }
    parameters.iter().for_each(|ty| text.push_str(&code(module, *ty)));
    text.push_str(if parameters.is_empty() { "Z" } else { "@Z" });
    text.into()
}

fn code(module: &Module, ty: TypeId) -> String {
    match module.types.get(ty) {
        Some(Type::Void) => "X".to_owned(),
        Some(Type::Half) => "$f16@".to_owned(),
        Some(Type::Float) => "M".to_owned(),
        Some(Type::Double) => "N".to_owned(),
        Some(Type::Integer(1)) => "_N".to_owned(),
        Some(Type::Integer(16)) => "G".to_owned(),
        Some(Type::Integer(64)) => "_K".to_owned(),
        Some(Type::Integer(_)) => "I".to_owned(),
        Some(Type::Vector(element, length)) => {
            format!("?AV?$vector@{}$0{}@@", code(module, *element), length - 1)
        }
        Some(Type::Pointer(pointee, _)) => {
            format!("AIA{}", pointee.expand().map_or_else(String::new, |ty| code(module, ty)))
        }
        Some(Type::Array(element, length)) => format!("Y0{length}{}", code(module, *element)),
        _ => "UGroup@@".to_owned(),
    }
}
