//! Values that a document spells as numbers or words. Separate because each has a rule of its own, which its schema says
//! as well.
//!
//! All of them are read as text: YAML would take the format `32_32` for the number 3232.

#[cfg(feature = "schema")]
use std::borrow::Cow;

#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_saphyr::Spanned;

use crate::state::{DataFormat, InputRate, NumberFormat};
use crate::target::Target;

/// A value and where it begins.
#[derive(Debug)]
pub(super) struct At<T> {
    pub(super) value: T,
    pub(super) line: u64,
    pub(super) column: u64,
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for At<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Spanned { value, referenced, .. } = Spanned::<T>::deserialize(deserializer)?;
        Ok(Self { value, line: referenced.line(), column: referenced.column() })
    }
}

#[cfg(feature = "schema")]
impl<T: JsonSchema> JsonSchema for At<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

/// A type that is read from text.
macro_rules! from_text {
    ($type:ident, $schema:expr, $read:expr) => {
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                let read: fn(&str) -> Result<$type, String> = $read;
                read(&text).map_err(D::Error::custom)
            }
        }

        #[cfg(feature = "schema")]
        impl JsonSchema for $type {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                $schema
            }
        }
    };
}

/// A number of 32 bits.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Number(pub(super) u32);

/// A number of 64 bits.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct WideNumber(pub(super) u64);

/// A processor.
#[derive(Debug, Clone, Copy)]
pub(super) struct TargetName(pub(super) Target);

/// A data format.
#[derive(Debug, Clone, Copy)]
pub(super) struct DataFormatName(pub(super) DataFormat);

/// A number format.
#[derive(Debug, Clone, Copy)]
pub(super) struct NumberFormatName(pub(super) NumberFormat);

/// How often a vertex attribute advances.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Rate(pub(super) InputRate);

/// Bytes.
#[derive(Debug, Clone, Default)]
pub(super) struct Bytes(pub(super) Vec<u8>);

#[cfg(feature = "schema")]
const HEXADECIMAL: &str = "^0x[0-9a-fA-F]+$";

fn number(text: &str, max: u64) -> Option<u64> {
    let (digits, radix) = text.strip_prefix("0x").map_or((text, 10), |digits| (digits, 16));
    // Unlike `from_str_radix`, no sign.
    let number = u64::from_str_radix(digits, radix).ok()?;
    (number <= max && digits.bytes().all(|byte| byte.is_ascii_hexdigit())).then_some(number)
}

fn no_number(text: &str, max: u64) -> String {
    format!("{} is not a number from 0 to {max}, decimal or hexadecimal (0x)", shown(text))
}

fn number_32(text: &str) -> Result<u32, String> {
    let number = number(text, u32::MAX.into()).and_then(|number| u32::try_from(number).ok());
    number.ok_or_else(|| no_number(text, u32::MAX.into()))
}

/// What a document says, as far as it can be shown in a line.
fn shown(text: &str) -> String {
    format!("{:?}", text.chars().take(40).collect::<String>())
}

#[cfg(feature = "schema")]
fn number_schema(max: u64) -> Schema {
    json_schema!({ "oneOf": [
        { "type": "integer", "minimum": 0, "maximum": max },
        { "type": "string", "pattern": HEXADECIMAL },
    ] })
}

from_text!(Number, number_schema(u32::MAX.into()), |text| number_32(text).map(Number));

from_text!(WideNumber, number_schema(u64::MAX), |text| {
    number(text, u64::MAX).map(WideNumber).ok_or_else(|| no_number(text, u64::MAX))
});

from_text!(TargetName, json_schema!({ "type": "string", "pattern": "^gfx[0-9]+[0-9a-f]{2}$" }), |text| {
    let target = Target::named(text).map(TargetName);
    target.ok_or_else(|| format!("{} is not a processor name such as gfx1030", shown(text)))
});

from_text!(
    DataFormatName,
    json_schema!({ "anyOf": [
        { "type": "string", "enum": data_format_names() },
        // YAML's number, JSON's string.
        { "type": "integer", "enum": [8, 16, 32, 64] },
    ] }),
    |text| {
        let format = DataFormat::named(text).map(DataFormatName);
        format.ok_or_else(|| {
            format!(
                "{} is not a data format; expected one of {}",
                shown(text),
                data_format_names().join(", ")
            )
        })
    }
);

from_text!(NumberFormatName, json_schema!({ "type": "string", "enum": number_format_names() }), |text| {
    let format = NumberFormat::named(text).map(NumberFormatName);
    format.ok_or_else(|| {
        format!(
            "{} is not a number format; expected one of {}",
            shown(text),
            number_format_names().join(", ")
        )
    })
});

from_text!(
    Rate,
    json_schema!({ "oneOf": [
        { "type": "string", "enum": ["vertex", "instance", "none"] },
        { "type": "integer", "minimum": 0, "maximum": u32::MAX },
        { "type": "string", "pattern": HEXADECIMAL },
    ] }),
    |text| {
        Ok(Rate(match text {
            "vertex" => InputRate::Vertex,
            "instance" => InputRate::Instance(1),
            "none" => InputRate::Instance(0),
            _ => InputRate::Instance(number_32(text).map_err(|_| {
                format!(
                    "{} is not an input rate; expected vertex, instance, none or a number of instances",
                    shown(text)
                )
            })?),
        }))
    }
);

from_text!(Bytes, json_schema!({ "type": "string", "pattern": "^([0-9a-fA-F]{2}\\s*)*$" }), |text| {
    let mut digits = text.chars().filter(|c| !c.is_ascii_whitespace()).map(|c| c.to_digit(16));
    let mut bytes = Vec::with_capacity(text.len() / 2);
    while let Some(high) = digits.next() {
        let byte =
            high.zip(digits.next().flatten()).and_then(|(high, low)| u8::try_from(high << 4 | low).ok());
        bytes.push(byte.ok_or("expected pairs of hexadecimal digits")?);
    }
    Ok(Bytes(bytes))
});

fn data_format_names() -> Vec<&'static str> {
    (0..=u8::MAX).map_while(|format| DataFormat(format).name()).collect()
}

fn number_format_names() -> Vec<&'static str> {
    (0..=u8::MAX).map_while(|format| NumberFormat(format).name()).collect()
}
