//! How values are held in operands: numbers, strings, named values, lists of one kind. Separate because every concept
//! is described with them, once for both ways.

use bstr::{BStr, BString, ByteSlice as _};
use dx_container::enums::{
    ElementType, HitGroupType, InputPrimitive, InterpolationMode, MatrixOrientation, MatrixScope, MatrixUse,
    MeshOutputTopology, NodeLaunchType, ParameterQualifier, PrimitiveTopology, ResourceClass, ResourceKind,
    SamplerFeedbackType, SamplerKind, ShaderKind, TessellatorDomain, TessellatorOutputPrimitive,
    TessellatorPartitioning,
};
use dx_container::flags::{NodeIOFlags, RaytracingPipelineFlags, ShaderFlags, StateObjectFlags};
use dx_container::names::{NamedFlags as _, NamedValue};

use super::reader::{Operand, Operands, Reader, Within as _};
use super::shape::{Field, Fields, Pairs, Rest, Shape};
use super::writer::Writer;
use crate::Result;
use dxil_ir::constants::ConstantKind;
use dxil_ir::{GlobalId, MetadataId, Module, TypeId, Value};

/// What is held in one operand.
pub(crate) trait Node: Sized {
    fn read(reader: &mut Reader<'_>, operand: Operand) -> Result<Self>;
    fn write(&self, writer: &mut Writer<'_>) -> Operand;

    /// The description of the operand.
    fn shape() -> Shape {
        Shape::Plain
    }
}

/// How operands hold a `T`.
pub(crate) trait Form<T> {
    /// Takes them; `what` is for the error that says there are none.
    fn read(reader: &mut Reader<'_>, operands: &mut Operands<'_>, what: &'static str) -> Result<T>;
    fn write(value: &T, writer: &mut Writer<'_>, operands: &mut Vec<Operand>);

    /// Appends the description of the operands; `name` is the field, `label` its name in messages.
    fn describe(name: &'static str, label: Option<&'static str>, fields: &mut Fields) {
        fields.first.push(Field::new(name, || Shape::Plain).labelled(label));
    }
}

/// In one operand, as such types are.
pub(crate) struct Own;
/// A named value of eight bits.
pub(crate) struct Byte;
/// A type as an undefined value of it.
pub(crate) struct Undef;
/// An array of bytes.
pub(crate) struct Bytes;
/// An array of words.
pub(crate) struct Words;
/// Several operands, not a list of their own.
pub(crate) struct Flat;

/// All operands that are left, several to an item.
pub(crate) struct Runs;

/// What is held in several operands of a list, again and again.
pub(crate) trait Run: Sized {
    fn read(reader: &mut Reader<'_>, operands: &mut Operands<'_>) -> Result<Self>;
    fn write(&self, writer: &mut Writer<'_>, operands: &mut Vec<Operand>);

    /// Appends the descriptions of the operands.
    fn describe(fields: &mut Fields);

    /// The description of the second operand, which may depend on the first.
    fn value(_: &Module, _: Operand) -> Shape {
        let mut fields = Fields::default();
        Self::describe(&mut fields);
        fields.first.get(1).map_or(Shape::Plain, Field::shape)
    }
}

impl<T: Run> Form<T> for Flat {
    fn read(reader: &mut Reader<'_>, operands: &mut Operands<'_>, _: &'static str) -> Result<T> {
        T::read(reader, operands)
    }

    fn write(value: &T, writer: &mut Writer<'_>, operands: &mut Vec<Operand>) {
        value.write(writer, operands);
    }

    fn describe(_: &'static str, _: Option<&'static str>, fields: &mut Fields) {
        T::describe(fields);
    }
}

impl<T: Run> Form<Vec<T>> for Runs {
    fn read(reader: &mut Reader<'_>, operands: &mut Operands<'_>, what: &'static str) -> Result<Vec<T>> {
        let mut items = Vec::new();
        while operands.left() > 0 {
            items.push(T::read(reader, operands).at(items.len()).within(what)?);
        }
        Ok(items)
    }

    fn write(value: &Vec<T>, writer: &mut Writer<'_>, operands: &mut Vec<Operand>) {
        value.iter().for_each(|item| item.write(writer, operands));
    }

    fn describe(_: &'static str, _: Option<&'static str>, fields: &mut Fields) {
        let mut run = Fields::default();
        T::describe(&mut run);
        if let Some(key) = run.first.first() {
            fields.rest = Rest::Pairs(Pairs { key: *key, shape: T::value });
        }
    }
}

impl<T: Node> Form<T> for Own {
    fn read(reader: &mut Reader<'_>, operands: &mut Operands<'_>, what: &'static str) -> Result<T> {
        let operand = operands.need(what)?;
        T::read(reader, operand).within(what)
    }

    fn write(value: &T, writer: &mut Writer<'_>, operands: &mut Vec<Operand>) {
        operands.push(value.write(writer));
    }

    fn describe(name: &'static str, label: Option<&'static str>, fields: &mut Fields) {
        fields.first.push(Field::new(name, T::shape).labelled(label));
    }
}

impl<T: NamedValue> Form<T> for Byte {
    fn read(reader: &mut Reader<'_>, operands: &mut Operands<'_>, what: &'static str) -> Result<T> {
        let operand = operands.need(what)?;
        u8::read(reader, operand).within(what).map(|raw| T::from_raw(raw.into()))
    }

    fn write(value: &T, writer: &mut Writer<'_>, operands: &mut Vec<Operand>) {
        operands.push(writer.integer(8, value.raw().into()));
    }

    fn describe(name: &'static str, label: Option<&'static str>, fields: &mut Fields) {
        fields.first.push(Field::new(name, || Shape::Enum(T::NAMES)).labelled(label));
    }
}

impl Form<TypeId> for Undef {
    fn read(reader: &mut Reader<'_>, operands: &mut Operands<'_>, what: &'static str) -> Result<TypeId> {
        let operand = operands.need(what)?;
        reader.undef(operand).within(what)
    }

    fn write(value: &TypeId, writer: &mut Writer<'_>, operands: &mut Vec<Operand>) {
        operands.push(writer.undef(*value));
    }
}

impl Form<BString> for Bytes {
    fn read(reader: &mut Reader<'_>, operands: &mut Operands<'_>, what: &'static str) -> Result<BString> {
        let operand = operands.need(what)?;
        let bytes = reader.array(operand, 8, "an array of i8").within(what)?;
        Ok(bytes.into_iter().map(|byte| byte.to_le_bytes()[0]).collect::<Vec<u8>>().into())
    }

    fn write(value: &BString, writer: &mut Writer<'_>, operands: &mut Vec<Operand>) {
        let is_zero = value.iter().all(|byte| *byte == 0);
        let kind = if is_zero { ConstantKind::Null } else { ConstantKind::Bytes(value.clone()) };
        operands.push(writer.array(8, value.len(), kind));
    }
}

impl Form<Vec<u32>> for Words {
    fn read(reader: &mut Reader<'_>, operands: &mut Operands<'_>, what: &'static str) -> Result<Vec<u32>> {
        let operand = operands.need(what)?;
        let words = reader.array(operand, 32, "an array of i32").within(what)?;
        Ok(words.into_iter().map(low_word).collect())
    }

    fn write(value: &Vec<u32>, writer: &mut Writer<'_>, operands: &mut Vec<Operand>) {
        let is_zero = value.iter().all(|word| *word == 0);
        let words = || value.iter().map(|word| u64::from(*word)).collect();
        let kind = if is_zero { ConstantKind::Null } else { ConstantKind::Data(words()) };
        operands.push(writer.array(32, value.len(), kind));
    }
}

fn low_word(word: u64) -> u32 {
    let [a, b, c, d, ..] = word.to_le_bytes();
    u32::from_le_bytes([a, b, c, d])
}

impl Node for u32 {
    fn read(reader: &mut Reader<'_>, operand: Operand) -> Result<Self> {
        reader.integer(operand, "an i32").map(low_word)
    }

    fn write(&self, writer: &mut Writer<'_>) -> Operand {
        writer.integer(32, (*self).into())
    }
}

impl Node for i32 {
    fn read(reader: &mut Reader<'_>, operand: Operand) -> Result<Self> {
        u32::read(reader, operand).map(u32::cast_signed)
    }

    fn write(&self, writer: &mut Writer<'_>) -> Operand {
        writer.integer(32, (*self).into())
    }
}

impl Node for u8 {
    fn read(reader: &mut Reader<'_>, operand: Operand) -> Result<Self> {
        reader.integer(operand, "an i8").map(|number| number.to_le_bytes()[0])
    }

    fn write(&self, writer: &mut Writer<'_>) -> Operand {
        writer.integer(8, (*self).into())
    }
}

impl Node for i8 {
    fn read(reader: &mut Reader<'_>, operand: Operand) -> Result<Self> {
        u8::read(reader, operand).map(u8::cast_signed)
    }

    fn write(&self, writer: &mut Writer<'_>) -> Operand {
        writer.integer(8, (*self).into())
    }
}

impl Node for u64 {
    fn read(reader: &mut Reader<'_>, operand: Operand) -> Result<Self> {
        reader.integer(operand, "an i64")
    }

    fn write(&self, writer: &mut Writer<'_>) -> Operand {
        writer.integer(64, self.cast_signed())
    }
}

impl Node for bool {
    fn read(reader: &mut Reader<'_>, operand: Operand) -> Result<Self> {
        reader.integer(operand, "an i1").map(|number| number != 0)
    }

    fn write(&self, writer: &mut Writer<'_>) -> Operand {
        writer.integer(1, (*self).into())
    }
}

impl Node for f32 {
    fn read(reader: &mut Reader<'_>, operand: Operand) -> Result<Self> {
        reader.float(operand).map(f32::from_bits)
    }

    fn write(&self, writer: &mut Writer<'_>) -> Operand {
        let value = writer.module.float(*self);
        writer.value(value)
    }
}

impl Node for BString {
    fn read(reader: &mut Reader<'_>, operand: Operand) -> Result<Self> {
        reader.string(operand)
    }

    fn write(&self, writer: &mut Writer<'_>) -> Operand {
        writer.string(BStr::new(self.as_bytes()))
    }
}

/// A function.
impl Node for GlobalId {
    fn read(reader: &mut Reader<'_>, operand: Operand) -> Result<Self> {
        reader.function(operand)
    }

    fn write(&self, writer: &mut Writer<'_>) -> Operand {
        writer.value((*self).into())
    }
}

impl Node for Value {
    fn read(reader: &mut Reader<'_>, operand: Operand) -> Result<Self> {
        reader.value(operand)
    }

    fn write(&self, writer: &mut Writer<'_>) -> Operand {
        writer.value(*self)
    }
}

/// Anything, as it is.
impl Node for MetadataId {
    fn read(reader: &mut Reader<'_>, operand: Operand) -> Result<Self> {
        operand.ok_or_else(|| reader.unexpected(operand, "metadata"))
    }

    fn write(&self, _: &mut Writer<'_>) -> Operand {
        Some(*self)
    }
}

/// It, or null.
impl<T: Node> Node for Option<T> {
    fn read(reader: &mut Reader<'_>, operand: Operand) -> Result<Self> {
        operand.map(|id| T::read(reader, Some(id))).transpose()
    }

    fn write(&self, writer: &mut Writer<'_>) -> Operand {
        self.as_ref()?.write(writer)
    }

    fn shape() -> Shape {
        T::shape()
    }
}

/// A list.
impl<T: Node> Node for Vec<T> {
    fn read(reader: &mut Reader<'_>, operand: Operand) -> Result<Self> {
        reader.list(operand, |reader, operands| {
            let mut items = Self::new();
            while let Some(operand) = operands.next() {
                items.push(T::read(reader, operand).at(items.len())?);
            }
            Ok(items)
        })
    }

    fn write(&self, writer: &mut Writer<'_>) -> Operand {
        let operands: Vec<Operand> = self.iter().map(|item| item.write(writer)).collect();
        writer.list(&operands)
    }

    fn shape() -> Shape {
        Shape::List(T::shape)
    }
}

/// Named values in 32 bits.
macro_rules! named_values {
    ($($type:ident)*) => {
        $(impl Node for $type {
            fn read(reader: &mut Reader<'_>, operand: Operand) -> Result<Self> {
                u32::read(reader, operand).map(Self)
            }

            fn write(&self, writer: &mut Writer<'_>) -> Operand {
                self.0.write(writer)
            }

            fn shape() -> Shape {
                Shape::Enum(Self::NAMES)
            }
        })*
    };
}

named_values! {
    ElementType HitGroupType InputPrimitive InterpolationMode MatrixOrientation MatrixScope MatrixUse
    MeshOutputTopology NodeLaunchType ParameterQualifier PrimitiveTopology ResourceClass ResourceKind
    SamplerFeedbackType SamplerKind ShaderKind TessellatorDomain TessellatorOutputPrimitive TessellatorPartitioning
}

/// Flag words, of as many bits as they have.
macro_rules! flag_words {
    ($($type:ident: $word:ident)*) => {
        $(impl Node for $type {
            fn read(reader: &mut Reader<'_>, operand: Operand) -> Result<Self> {
                $word::read(reader, operand).map(Self::from_bits_retain)
            }

            fn write(&self, writer: &mut Writer<'_>) -> Operand {
                self.bits().write(writer)
            }

            fn shape() -> Shape {
                Shape::Flags(Self::NAMES)
            }
        })*
    };
}

flag_words! { NodeIOFlags: u32 RaytracingPipelineFlags: u32 ShaderFlags: u64 StateObjectFlags: u32 }
