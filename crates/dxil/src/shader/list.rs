//! Macros that derive a type, its reader, its writer and its [shape](super::shape) from the rows of a metadata list.
//! Separate from the forms of single operands because a list names its operands.

use super::ShaderErrorKind;
use super::reader::{Operands, error};
use crate::Result;

/// A list whose operands have their places: what they are, in order. Those behind them are kept.
/// The literal after `=>` is the name of the operand in messages, where the name of the field differs.
macro_rules! record {
    ($(#[$doc:meta])* pub struct $name:ident {
        $($(#[$field_doc:meta])* pub $field:ident: $ty:ty $(as $form:ident)? $(=> $label:literal)?,)*
    }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq)]
        pub struct $name {
            $($(#[$field_doc])* pub $field: $ty,)*
            /// Operands behind those that are known, as they are.
            pub extra: Vec<Option<dxil_ir::MetadataId>>,
        }

        impl $crate::shader::form::Node for $name {
            fn read(
                reader: &mut $crate::shader::reader::Reader<'_>,
                operand: $crate::shader::reader::Operand,
            ) -> $crate::Result<Self> {
                reader.list(operand, |reader, operands| {
                    Ok(Self {
                        $($field: <$crate::shader::list::form!($($form)?)
                            as $crate::shader::form::Form<$ty>>::read(reader, operands, stringify!($field))?,)*
                        extra: operands.rest(),
                    })
                })
            }

            fn write(&self, writer: &mut $crate::shader::writer::Writer<'_>) -> $crate::shader::reader::Operand {
                let mut operands = Vec::new();
                $(<$crate::shader::list::form!($($form)?)
                    as $crate::shader::form::Form<$ty>>::write(&self.$field, writer, &mut operands);)*
                operands.extend(&self.extra);
                writer.list(&operands)
            }

            fn shape() -> $crate::shader::shape::Shape {
                let mut fields = $crate::shader::shape::Fields::default();
                $(<$crate::shader::list::form!($($form)?) as $crate::shader::form::Form<$ty>>::describe(
                    stringify!($field), $crate::shader::list::label!($($label)?), &mut fields,
                );)*
                $crate::shader::shape::Shape::Fields(fields)
            }
        }
    };
}

/// Consecutive operands of a list: their names and types, in order.
macro_rules! run {
    ($(#[$doc:meta])* pub struct $name:ident {
        $($(#[$field_doc:meta])* pub $field:ident: $ty:ty $(as $form:ident)? $(=> $label:literal)?,)*
    }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq)]
        pub struct $name {
            $($(#[$field_doc])* pub $field: $ty,)*
        }

        impl $crate::shader::form::Run for $name {
            fn read(
                reader: &mut $crate::shader::reader::Reader<'_>,
                operands: &mut $crate::shader::reader::Operands<'_>,
            ) -> $crate::Result<Self> {
                Ok(Self {
                    $($field: <$crate::shader::list::form!($($form)?)
                        as $crate::shader::form::Form<$ty>>::read(reader, operands, stringify!($field))?,)*
                })
            }

            fn write(
                &self,
                writer: &mut $crate::shader::writer::Writer<'_>,
                operands: &mut Vec<$crate::shader::reader::Operand>,
            ) {
                $(<$crate::shader::list::form!($($form)?)
                    as $crate::shader::form::Form<$ty>>::write(&self.$field, writer, operands);)*
            }

            fn describe(fields: &mut $crate::shader::shape::Fields) {
                $(<$crate::shader::list::form!($($form)?) as $crate::shader::form::Form<$ty>>::describe(
                    stringify!($field), $crate::shader::list::label!($($label)?), fields,
                );)*
            }
        }
    };
}

/// The name of a field in messages: the literal after `=>`, or none.
macro_rules! label {
    () => {
        None
    };
    ($label:literal) => {
        Some($label)
    };
}

/// The form of a field: what stands behind `as`, or its own.
macro_rules! form {
    () => {
        $crate::shader::form::Own
    };
    ($form:ident) => {
        $crate::shader::form::$form
    };
}

/// A flat list of tags and values: what each tag says. Their order, tags that occur twice, and tags that are not known
/// are kept.
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
                value: Option<dxil_ir::MetadataId>,
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
                    $crate::shader::list::pairs("the start", operands)?;
                    let mut items = Vec::with_capacity(operands.left() / 2);
                    while operands.left() > 0 {
                        let tag = <$crate::shader::form::Own as $crate::shader::form::Form<u32>>::read(
                            reader, operands, "tag",
                        );
                        let item = tag.and_then(|tag| match <Tag as dx_container::names::NamedValue>::from_raw(tag) {
                            $(Tag::$constant => <$crate::shader::list::form!($($form)?)
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
                        $($item::$variant(value) => <$crate::shader::list::form!($($form)?)
                            as $crate::shader::form::Form<$ty>>::write(value, writer, &mut operands),)*
                        $item::Unknown { value, .. } => operands.push(*value),
                    }
                }
                writer.list(&operands)
            }

            fn shape() -> $crate::shader::shape::Shape {
                use dx_container::names::NamedValue;
                type Tag = dx_container::enums::$tag;
                fn fields(tag: u32) -> $crate::shader::shape::Fields {
                    let mut fields = $crate::shader::shape::Fields::default();
                    match Tag::from_raw(tag) {
                        $(Tag::$constant => <$crate::shader::list::form!($($form)?)
                            as $crate::shader::form::Form<$ty>>::describe(stringify!($variant), None, &mut fields),)*
                        _ => {}
                    }
                    fields
                }
                $crate::shader::shape::Shape::Tags($crate::shader::shape::Tags { names: Tag::NAMES, fields })
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
                operands: Vec<Option<dxil_ir::MetadataId>>,
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
                        $(Tag::$constant => Self::$variant(<$crate::shader::list::form!($($form)?)
                            as Form<$ty>>::read(reader, operands, stringify!($variant))?),)*
                        _ => Self::Unknown { tag, operands: operands.rest() },
                    };
                    $crate::shader::list::end(operands)?;
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
                        <$crate::shader::list::form!($($form)?) as Form<$ty>>::write(value, writer, &mut all);
                    })*
                    Self::Unknown { tag, operands } => {
                        all.push(tag.write(writer));
                        all.extend(operands);
                    }
                }
                writer.list(&all)
            }

            fn shape() -> $crate::shader::shape::Shape {
                use dx_container::names::NamedValue;
                type Tag = dx_container::enums::$tag;
                fn fields(tag: u32) -> $crate::shader::shape::Fields {
                    let mut fields = $crate::shader::shape::Fields::default();
                    fields.first.push($crate::shader::shape::Field::new(
                        "tag",
                        || $crate::shader::shape::Shape::Enum(Tag::NAMES),
                    ));
                    match Tag::from_raw(tag) {
                        $(Tag::$constant => <$crate::shader::list::form!($($form)?)
                            as $crate::shader::form::Form<$ty>>::describe(stringify!($variant), None, &mut fields),)*
                        _ => {}
                    }
                    fields
                }
                $crate::shader::shape::Shape::Tagged(
                    $crate::shader::shape::Tagged { at: 0, names: Tag::NAMES, fields },
                )
            }
        }
    };
}

pub(crate) use {form, label, properties, record, run, tagged};

/// Checks that what is left of a list is pairs.
pub(crate) fn pairs(before: &'static str, operands: &Operands<'_>) -> Result<()> {
    if operands.left().is_multiple_of(2) {
        return Ok(());
    }
    Err(error(ShaderErrorKind::Pairs { before, operands: operands.left() }))
}

/// Checks that nothing is left of a list.
pub(crate) fn end(operands: &Operands<'_>) -> Result<()> {
    if operands.left() == 0 {
        return Ok(());
    }
    let expected = operands.len() - operands.left();
    Err(error(ShaderErrorKind::Long { expected, operands: operands.len() }))
}
