//! How values are held in metadata: each type reads itself from an operand and writes itself as one, and two macros make
//! types of their operands. Separate because every concept is described with it, once for both ways.

use bstr::{BStr, BString, ByteSlice as _};
use dx_container::enums::{
    ElementType, HitGroupType, InputPrimitive, InterpolationMode, MatrixOrientation, MatrixScope, MatrixUse,
    MeshOutputTopology, NodeLaunchType, ParameterQualifier, PrimitiveTopology, ResourceClass, ResourceKind,
    SamplerFeedbackType, SamplerKind, ShaderKind, TessellatorDomain, TessellatorOutputPrimitive,
    TessellatorPartitioning,
};
use dx_container::flags::{NodeIOFlags, RaytracingPipelineFlags, ShaderFlags, StateObjectFlags};
use dx_container::names::NamedValue;

use super::reader::{Operand, Operands, Reader, Within as _};
use super::writer::Writer;
use crate::Result;
use crate::ir::constants::ConstantKind;
use crate::ir::{GlobalId, MetadataId, TypeId, Value};

/// What is held in one operand.
pub(crate) trait Node: Sized {
    fn read(reader: &mut Reader<'_>, operand: Operand) -> Result<Self>;
    fn write(&self, writer: &mut Writer<'_>) -> Operand;
}

/// How operands hold a `T`.
pub(crate) trait Form<T> {
    /// Takes them; `what` is for the error that says there are none.
    fn read(reader: &mut Reader<'_>, operands: &mut Operands<'_>, what: &'static str) -> Result<T>;
    fn write(value: &T, writer: &mut Writer<'_>, operands: &mut Vec<Operand>);
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
}

impl<T: Node> Form<T> for Own {
    fn read(reader: &mut Reader<'_>, operands: &mut Operands<'_>, what: &'static str) -> Result<T> {
        let operand = operands.need(what)?;
        T::read(reader, operand).within(what)
    }

    fn write(value: &T, writer: &mut Writer<'_>, operands: &mut Vec<Operand>) {
        operands.push(value.write(writer));
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
        reader.integer(operand, 32, "an i32").map(|number| low_word(number.cast_unsigned()))
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
        reader.integer(operand, 8, "an i8").map(|number| number.to_le_bytes()[0])
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
        reader.integer(operand, 64, "an i64").map(i64::cast_unsigned)
    }

    fn write(&self, writer: &mut Writer<'_>) -> Operand {
        writer.integer(64, self.cast_signed())
    }
}

impl Node for bool {
    fn read(reader: &mut Reader<'_>, operand: Operand) -> Result<Self> {
        reader.integer(operand, 1, "an i1").map(|number| number != 0)
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
        })*
    };
}

flag_words! { NodeIOFlags: u32 RaytracingPipelineFlags: u32 ShaderFlags: u64 StateObjectFlags: u32 }

/// A list whose operands have their places: what they are, in order. Those behind them are kept.
macro_rules! record {
    ($(#[$doc:meta])* pub struct $name:ident {
        $($(#[$field_doc:meta])* pub $field:ident: $ty:ty $(as $form:ident)?,)*
    }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq)]
        pub struct $name {
            $($(#[$field_doc])* pub $field: $ty,)*
            /// Operands behind those that are known, as they are.
            pub extra: Vec<Option<$crate::ir::MetadataId>>,
        }

        impl $crate::shader::form::Node for $name {
            fn read(
                reader: &mut $crate::shader::reader::Reader<'_>,
                operand: $crate::shader::reader::Operand,
            ) -> $crate::Result<Self> {
                reader.list(operand, |reader, operands| {
                    Ok(Self {
                        $($field: <$crate::shader::form::form!($($form)?)
                            as $crate::shader::form::Form<$ty>>::read(reader, operands, stringify!($field))?,)*
                        extra: operands.rest(),
                    })
                })
            }

            fn write(&self, writer: &mut $crate::shader::writer::Writer<'_>) -> $crate::shader::reader::Operand {
                let mut operands = Vec::new();
                $(<$crate::shader::form::form!($($form)?)
                    as $crate::shader::form::Form<$ty>>::write(&self.$field, writer, &mut operands);)*
                operands.extend(&self.extra);
                writer.list(&operands)
            }
        }
    };
}

macro_rules! form {
    () => {
        $crate::shader::form::Own
    };
    ($form:ident) => {
        $crate::shader::form::$form
    };
}

/// A flat list of tags and values: what each tag says. Their order, tags that occur twice, and tags that are not known are
/// kept.
macro_rules! properties {
    (
        $(#[$list_doc:meta])* pub struct $list:ident;
        $(#[$doc:meta])* pub enum $item:ident by $tag:ident {
            $($(#[$item_doc:meta])* $constant:ident $accessor:ident $variant:ident($ty:ty $(as $form:ident)?),)*
        }
    ) => {
        $(#[$list_doc])*
        #[derive(Debug, Clone, PartialEq, Default)]
        pub struct $list {
            /// One by one, in order. Where a tag occurs twice, the last one counts.
            pub items: Vec<$item>,
        }

        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq)]
        pub enum $item {
            $($(#[$item_doc])* $variant($ty),)*
            /// A tag that is not known.
            Unknown {
                /// The tag.
                tag: u32,
                /// Its value, as it is.
                value: Option<$crate::ir::MetadataId>,
            },
        }

        impl $item {
            /// Its tag.
            pub fn tag(&self) -> dx_container::enums::$tag {
                match self {
                    $(Self::$variant(_) => dx_container::enums::$tag::$constant,)*
                    Self::Unknown { tag, .. } => dx_container::enums::$tag(*tag),
                }
            }
        }

        impl From<Vec<$item>> for $list {
            fn from(items: Vec<$item>) -> Self {
                Self { items }
            }
        }

        impl $list {
            $($(#[$item_doc])* pub fn $accessor(&self) -> Option<&$ty> {
                self.items.iter().rev().find_map(|item| match item {
                    $item::$variant(value) => Some(value),
                    _ => None,
                })
            })*
        }

        impl $crate::shader::form::Node for $list {
            fn read(
                reader: &mut $crate::shader::reader::Reader<'_>,
                operand: $crate::shader::reader::Operand,
            ) -> $crate::Result<Self> {
                use $crate::shader::reader::Within as _;
                type Tag = dx_container::enums::$tag;
                reader.list(operand, |reader, operands| {
                    $crate::shader::form::pairs("the start", operands)?;
                    let mut items = Vec::new();
                    while operands.left() > 0 {
                        let tag = <$crate::shader::form::Own as $crate::shader::form::Form<u32>>::read(
                            reader, operands, "tag",
                        );
                        let item = tag.and_then(|tag| match <Tag as dx_container::names::NamedValue>::from_raw(tag) {
                            $(Tag::$constant => <$crate::shader::form::form!($($form)?)
                                as $crate::shader::form::Form<$ty>>::read(reader, operands, stringify!($variant))
                                .map($item::$variant),)*
                            _ => operands.need("value").map(|value| $item::Unknown { tag, value }),
                        });
                        items.push(item.at(items.len())?);
                    }
                    Ok(Self { items })
                })
            }

            fn write(&self, writer: &mut $crate::shader::writer::Writer<'_>) -> $crate::shader::reader::Operand {
                let mut operands = Vec::with_capacity(2 * self.items.len());
                for item in &self.items {
                    operands.push(item.tag().0.write(writer));
                    match item {
                        $($item::$variant(value) => <$crate::shader::form::form!($($form)?)
                            as $crate::shader::form::Form<$ty>>::write(value, writer, &mut operands),)*
                        $item::Unknown { value, .. } => operands.push(*value),
                    }
                }
                writer.list(&operands)
            }
        }
    };
}

/// A list that a tag begins, which says what follows: one value. Tags that are not known are kept with all that follows
/// them.
macro_rules! tagged {
    ($(#[$doc:meta])* pub enum $name:ident by $tag:ident {
        $($(#[$item_doc:meta])* $constant:ident $variant:ident($ty:ty $(as $form:ident)?),)*
    }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq)]
        pub enum $name {
            $($(#[$item_doc])* $variant($ty),)*
            /// A tag that is not known.
            Unknown {
                /// The tag.
                tag: u32,
                /// What follows it, as it is.
                operands: Vec<Option<$crate::ir::MetadataId>>,
            },
        }

        impl $crate::shader::form::Node for $name {
            fn read(
                reader: &mut $crate::shader::reader::Reader<'_>,
                operand: $crate::shader::reader::Operand,
            ) -> $crate::Result<Self> {
                use $crate::shader::form::{Form, Own};
                type Tag = dx_container::enums::$tag;
                reader.list(operand, |reader, operands| {
                    let tag = <Own as Form<u32>>::read(reader, operands, "tag")?;
                    let result = match <Tag as dx_container::names::NamedValue>::from_raw(tag) {
                        $(Tag::$constant => Self::$variant(<$crate::shader::form::form!($($form)?)
                            as Form<$ty>>::read(reader, operands, stringify!($variant))?),)*
                        _ => Self::Unknown { tag, operands: operands.rest() },
                    };
                    $crate::shader::form::end(operands)?;
                    Ok(result)
                })
            }

            fn write(&self, writer: &mut $crate::shader::writer::Writer<'_>) -> $crate::shader::reader::Operand {
                use $crate::shader::form::Form;
                type Tag = dx_container::enums::$tag;
                let mut all = Vec::new();
                match self {
                    $(Self::$variant(value) => {
                        all.push(Tag::$constant.0.write(writer));
                        <$crate::shader::form::form!($($form)?) as Form<$ty>>::write(value, writer, &mut all);
                    })*
                    Self::Unknown { tag, operands } => {
                        all.push(tag.write(writer));
                        all.extend(operands);
                    }
                }
                writer.list(&all)
            }
        }
    };
}

pub(crate) use {form, properties, record, tagged};

/// Checks that what is left of a list is pairs.
pub(crate) fn pairs(before: &'static str, operands: &Operands<'_>) -> Result<()> {
    use super::reader::error;
    if operands.left().is_multiple_of(2) {
        return Ok(());
    }
    Err(error(super::ShaderErrorKind::Pairs { before, operands: operands.left() }))
}

/// Checks that nothing is left of a list.
pub(crate) fn end(operands: &Operands<'_>) -> Result<()> {
    use super::reader::error;
    if operands.left() == 0 {
        return Ok(());
    }
    let expected = operands.len() - operands.left();
    Err(error(super::ShaderErrorKind::Long { expected, operands: operands.len() }))
}
