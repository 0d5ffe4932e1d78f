//! PAL metadata as JSON: the keys of the metadata, with registers, user data and hashes decoded.

use std::borrow::Cow;
use std::collections::BTreeMap;

use amdgpu_link::metadata::{Tree as _, Value};
use amdgpu_link::{Generation, UserData};
use serde::Serialize;

use super::meaning::{self, Meaning, RegisterEntry};
use crate::json::{Text, hex, in_utf8};

/// A value of the metadata.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Metadata<'a> {
    Map(BTreeMap<Text<'a>, Self>),
    List(Vec<Self>),
    Registers(Vec<Register<'a>>),
    UserData(UserDataObject),
    Text(Text<'a>),
    Unsigned(u64),
    Signed(i64),
    Float(f64),
    Boolean(bool),
    Null(()),
}

/// A register.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Register<'a> {
    Known(RegisterObject),
    /// An entry that is not a number at a number.
    Other {
        key: Text<'a>,
        value: Metadata<'a>,
    },
}

/// A register with a number and a value.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RegisterObject {
    /// The value of each bit field, by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    fields: Option<BTreeMap<&'static str, u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'static str>,
    /// In dwords.
    number: u32,
    /// The newest generation that has the register, if the processor's own generation does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    only_of: Option<String>,
    /// The bits outside of all fields.
    #[serde(skip_serializing_if = "Option::is_none")]
    other_bits: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    user_data: Option<UserDataObject>,
    value: u32,
}

/// The content of a user data register: an offset in dwords, or the name of a special value.
#[derive(Serialize)]
#[serde(untagged)]
pub enum UserDataObject {
    Offset(u32),
    Name(String),
}

impl<'a> Metadata<'a> {
    /// The value at `key`.
    pub fn new(key: &str, value: &'a Value<'_>, generation: Option<Generation>) -> Self {
        match (meaning::of(key), value) {
            (Meaning::Registers, Value::Map(entries)) => {
                let register =
                    |(key, value): &'a (Value<'_>, Value<'_>)| Register::new(key, value, generation);
                Self::Registers(entries.iter().map(register).collect())
            }
            (Meaning::UserData, Value::Array(values)) => {
                let entry = |value: &'a Value<'_>| match value.number() {
                    Some(number) => Self::UserData(number.into()),
                    None => Self::plain(value),
                };
                Self::List(values.iter().map(entry).collect())
            }
            (Meaning::Bits(_), Value::Integer(number)) => match number.as_u64() {
                Some(number) => Self::Text(format!("{number:#x}").into()),
                None => Self::plain(value),
            },
            (_, Value::Map(entries)) => {
                let member = |(key, value): &'a (Value<'_>, Value<'_>)| {
                    let key = key_text(key);
                    let value = Self::new(&key, value, generation);
                    (key, value)
                };
                Self::Map(entries.iter().map(member).collect())
            }
            // The elements of a list have the meaning of the list.
            (_, Value::Array(values)) => {
                Self::List(values.iter().map(|value| Self::new(key, value, generation)).collect())
            }
            _ => Self::plain(value),
        }
    }

    fn plain(value: &'a Value<'_>) -> Self {
        match value {
            Value::Nil | Value::Map(_) | Value::Array(_) => Self::Null(()),
            Value::Boolean(truth) => Self::Boolean(*truth),
            Value::Integer(number) => match (number.as_u64(), number.as_i64()) {
                (Some(number), _) => Self::Unsigned(number),
                (None, Some(number)) => Self::Signed(number),
                (None, None) => Self::Null(()),
            },
            Value::F32(number) => Self::Float((*number).into()),
            Value::F64(number) => Self::Float(*number),
            Value::String(text) => Self::Text(in_utf8(text.as_bytes().into())),
            Value::Binary(bytes) | Value::Ext(_, bytes) => Self::Text(hex(bytes).into()),
        }
    }
}

impl<'a> Register<'a> {
    fn new(key: &'a Value<'_>, value: &'a Value<'_>, generation: Option<Generation>) -> Self {
        let Some(entry) = RegisterEntry::of(key, value, generation) else {
            return Self::Other { key: key_text(key), value: Metadata::plain(value) };
        };
        let user_data = entry.user_data().map(|_| entry.value.into());
        let split = entry.register.filter(|register| user_data.is_none() && !register.is_whole());
        let (fields, rest) = split.map(|register| register.split(entry.value)).unzip();
        Self::Known(RegisterObject {
            fields: fields.map(Iterator::collect),
            name: entry.register.map(|register| register.name()),
            number: entry.number,
            only_of: entry.only_of().map(|generation| generation.to_string()),
            other_bits: rest.filter(|rest| *rest != 0),
            user_data,
            value: entry.value,
        })
    }
}

impl From<u32> for UserDataObject {
    fn from(value: u32) -> Self {
        let entry = UserData(value);
        if entry.name().is_none() { Self::Offset(value) } else { Self::Name(entry.to_string()) }
    }
}

fn key_text<'a>(key: &'a Value<'_>) -> Text<'a> {
    match key {
        Value::String(text) => in_utf8(text.as_bytes().into()),
        other => Cow::Owned(other.to_string()),
    }
}
