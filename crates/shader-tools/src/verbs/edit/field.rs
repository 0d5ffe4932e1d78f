//! `edit --set`: one field of a part, found by its path in the walk of the part and written where it lies. Separate
//! from edits of the program because nothing else changes with it.

use dx_container::fields::{Field, Group, Show, Sink, Value};
use dx_container::names::Named;
use dx_container::{Container, ContainerBuilder, parts};

use crate::error::Error;
use crate::operations::near;

/// `PART.PATH=VALUE`: a field and its new value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldEdit {
    part: String,
    path: String,
    value: String,
}

impl FieldEdit {
    /// Reads `PSV0.RuntimeInfo.NumThreadsX=64`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let expected = "expected PART.FIELD=VALUE, such as PSV0.RuntimeInfo.NumThreadsX=64";
        let (place, value) = text.split_once('=').ok_or(expected)?;
        let (part, path) = place.trim().split_once('.').ok_or(expected)?;
        if part.is_empty() || path.is_empty() || value.trim().is_empty() {
            return Err(expected.to_owned());
        }
        let (part, path, value) = (part.to_owned(), path.to_owned(), value.trim().to_owned());
        Ok(Self { part, path, value })
    }

    /// Writes the field into the part of a container that is being built.
    pub fn apply(&self, container: &Container<'_>, builder: &mut ContainerBuilder<'_>) -> Result<(), Error> {
        let mut parts = container.parts().iter().zip(&mut builder.parts);
        let found = parts.find(|(part, _)| part.name.to_string().eq_ignore_ascii_case(&self.part));
        let Some((part, entry)) = found else {
            let names: Vec<_> = container.parts().iter().map(|part| part.name.to_string()).collect();
            let text = format!("no part {}: expected one of {}", self.part, names.join(", "));
            return Err(Error::Missing(text));
        };
        let payload = container.payload(part);
        let mut fields = Fields { open: Vec::new(), found: Vec::new() };
        parts::walk(payload, &mut fields)?;
        let wanted = fields.found.iter().find(|(path, _)| path.eq_ignore_ascii_case(&self.path));
        let Some((_, field)) = wanted else {
            let paths: Vec<&str> = fields.found.iter().map(|(path, _)| path.as_str()).collect();
            let near = near(&self.path, paths.iter().copied());
            let hint = match near.as_slice() {
                [] => format!("; `inspect --hex` shows the fields of {}", self.part),
                near => format!(", expected one such as {}", near.join(", ")),
            };
            return Err(Error::Missing(format!("no field {} in part {}{hint}", self.path, self.part)));
        };
        let mut bytes = payload.bytes.to_vec();
        let place = bytes.get_mut(field.range.clone()).unwrap_or_default();
        self.write(field, place)?;
        entry.data = bytes.into();
        Ok(())
    }

    /// Puts the value into the bytes of the field.
    fn write(&self, field: &Field<'_>, place: &mut [u8]) -> Result<(), Error> {
        let refused = |why: String| Error::Usage(format!("{}.{}: {why}", self.part, self.path));
        match field.value {
            Value::Number(_) if !place.is_empty() && place.len() <= 8 => {
                let number = number(&self.value, field.show).map_err(refused)?;
                let (low, width) = field.bits.unwrap_or((0, u8::try_from(place.len() * 8).unwrap_or(64)));
                let mask = u64::MAX.checked_shr(64_u32.saturating_sub(width.into())).unwrap_or(0);
                if number & !mask != 0 {
                    return Err(refused(format!("{number} has more than {width} bits")));
                }
                let mut word = [0; 8];
                word.iter_mut().zip(place.iter()).for_each(|(to, from)| *to = *from);
                let word = u64::from_le_bytes(word) & !(mask << low) | number << low;
                place.iter_mut().zip(word.to_le_bytes()).for_each(|(to, from)| *to = from);
                Ok(())
            }
            Value::Float(_) if place.len() == 4 => {
                let number: f32 = self.value.parse().map_err(|_| {
                    refused(format!("not a number: `{}`, expected one such as 0.5", self.value))
                })?;
                place.copy_from_slice(&number.to_le_bytes());
                Ok(())
            }
            Value::Bytes(_) => {
                let bytes = hex(&self.value).filter(|bytes| bytes.len() == place.len());
                let expected = || refused(format!("expected {} hexadecimal digits", 2 * place.len()));
                let bytes = bytes.ok_or_else(expected)?;
                place.copy_from_slice(&bytes);
                Ok(())
            }
            _ => Err(refused(
                "only numbers, flags, names of values and bytes can be set; `yaml` rewrites a part"
                    .to_owned(),
            )),
        }
    }
}

/// The number that a value is in a field that is shown like this.
fn number(text: &str, show: Show) -> Result<u64, String> {
    let plain = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    };
    if let Some(number) = plain {
        return Ok(number);
    }
    let named = |names: &[Named], word: &str| {
        let found = names.iter().find(|row| row.name.eq_ignore_ascii_case(word)).map(|row| row.value);
        found.ok_or_else(|| {
            let names: Vec<_> = names.iter().map(|row| row.name).collect();
            format!("unknown value `{word}`, expected a number or one of {}", names.join(", "))
        })
    };
    match show {
        Show::Bool => match text {
            "true" => Ok(1),
            "false" => Ok(0),
            _ => Err(format!("`{text}` is neither true nor false")),
        },
        Show::Enum(names) | Show::Special(names) => named(names, text),
        Show::Flags(_) if text == "none" => Ok(0),
        Show::Flags(names) => text.split('|').try_fold(0, |all, word| Ok(all | named(names, word.trim())?)),
        Show::Components => {
            let bit = |letter| {
                "xyzw".find(letter).ok_or_else(|| format!("`{text}` is no set of components, such as xyz"))
            };
            text.chars().try_fold(0, |all, letter| Ok(all | 1 << bit(letter)?))
        }
        _ => Err(format!("not a number: `{text}`, expected digits such as 64 or 0x40")),
    }
}

fn hex(text: &str) -> Option<Vec<u8>> {
    let digits =
        text.as_bytes().chunks(2).map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok());
    digits.collect()
}

/// The fields of a part by their paths: `Resources[2].Space`.
struct Fields<'a> {
    open: Vec<Group>,
    found: Vec<(String, Field<'a>)>,
}

impl<'a> Sink<'a> for Fields<'a> {
    fn field(&mut self, field: Field<'a>) {
        let mut path = String::new();
        for group in &self.open {
            match group {
                Group::Record(name) | Group::List(name) => {
                    if !path.is_empty() {
                        path.push('.');
                    }
                    path.push_str(name);
                }
                Group::Item(index) => path.push_str(&format!("[{index}]")),
            }
        }
        if !path.is_empty() {
            path.push('.');
        }
        path.push_str(field.name);
        self.found.push((path, field));
    }

    fn open(&mut self, group: Group) {
        self.open.push(group);
    }

    fn close(&mut self) {
        self.open.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_numbers_or_names() {
        const NAMES: &[Named] =
            &[Named { value: 1, name: "A", about: "" }, Named { value: 4, name: "B", about: "" }];
        let cases = [
            ("0x10", Show::Plain, Ok(16)),
            ("b", Show::Enum(NAMES), Ok(4)),
            ("A|B", Show::Flags(NAMES), Ok(5)),
            ("none", Show::Flags(NAMES), Ok(0)),
            ("xw", Show::Components, Ok(9)),
            ("true", Show::Bool, Ok(1)),
        ];
        for (text, show, expected) in cases {
            assert_eq!(number(text, show), expected, "{text}");
        }
        for (text, show) in
            [("c", Show::Enum(NAMES)), ("q", Show::Components), ("maybe", Show::Bool), ("-1", Show::Plain)]
        {
            assert!(number(text, show).is_err(), "{text}");
        }
    }

    #[test]
    fn edits_are_read() {
        assert!(FieldEdit::parse("PSV0.RuntimeInfo.NumThreadsX=64").is_ok());
        for text in ["", "PSV0", "PSV0=1", "PSV0.=1", "PSV0.A=", ".A=1"] {
            assert!(FieldEdit::parse(text).is_err(), "{text}");
        }
    }
}
