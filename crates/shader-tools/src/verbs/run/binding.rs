//! A binding of the command line: a register, and the source of its data. Separate from the resources that are made of
//! all bindings.

use std::path::PathBuf;
use std::str::FromStr;

use dx_container::enums::ResourceClass;
use dxil_run::Format;
use dxil_run::resources::{AddressMode, Filter, Sampler, letter};
use serde_json::Value;

use super::data;

/// A register and its space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Register {
    pub class: ResourceClass,
    pub number: u32,
    pub space: u32,
}

impl FromStr for Register {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("{text:?} is not a register such as t0, u1, b0, s0, or u0,space1");
        let (register, space) = text.split_once(',').unwrap_or((text, "space0"));
        let space =
            space.trim().strip_prefix("space").and_then(|space| space.parse().ok()).ok_or_else(wrong)?;
        let mut characters = register.chars();
        let class = match characters.next() {
            Some('t') => ResourceClass::SRV,
            Some('u') => ResourceClass::UAV,
            Some('b') => ResourceClass::CBUFFER,
            Some('s') => ResourceClass::SAMPLER,
            _ => return Err(wrong()),
        };
        let number = characters.as_str().parse().map_err(|_| wrong())?;
        Ok(Self { class, number, space })
    }
}

impl std::fmt::Display for Register {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", letter(self.class), self.number)?;
        if self.space == 0 { Ok(()) } else { write!(f, ",space{}", self.space) }
    }
}

/// Data for a register.
#[derive(Debug, Clone)]
pub struct Binding {
    pub(super) register: Register,
    pub(super) source: Source,
    /// Texels along x, y and z.
    pub(super) size: Option<[u32; 3]>,
    pub(super) format: Option<Format>,
}

#[derive(Debug, Clone)]
/// The source of the data.
pub(super) enum Source {
    File(PathBuf),
    /// So many bytes; where a size and a format say it, as many as it takes.
    Zeros(Option<u64>),
    Json(Value),
    Sampler(Box<Sampler>),
}

impl Binding {
    /// The file that it is read from.
    pub fn file(&self) -> Option<&PathBuf> {
        match &self.source {
            Source::File(path) => Some(path),
            _ => None,
        }
    }
}

impl FromStr for Binding {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (register, source) = text.split_once('=').ok_or("expected REGISTER=DATA, such as t0=in.bin")?;
        let register: Register = register.parse()?;
        if register.class == ResourceClass::SAMPLER {
            let source = Source::Sampler(Box::new(sampler(source)?));
            return Ok(Self { register, source, size: None, format: None });
        }
        if let Some(json) = source.strip_prefix("json:") {
            let end = json.rfind([']', '}']).map_or(json.len(), |end| end + 1);
            let (json, rest) = json.split_at(end);
            let (rest, format) = split_suffix(rest, data::format);
            let (rest, size) = split_suffix(rest, texture_size);
            if !rest.is_empty() {
                return Err(format!(
                    "{rest:?} after the JSON is neither a size nor a format, such as 64x64 or \
                                    f32x4"
                ));
            }
            let value = serde_json::from_str(json).map_err(|error| format!("invalid JSON: {error}"))?;
            if !matches!(value, Value::Array(_) | Value::Object(_)) {
                return Err("expected a list or an object in JSON".to_owned());
            }
            return Ok(Self { register, source: Source::Json(value), size, format });
        }
        let (source, format) = split_suffix(source, data::format);
        let (source, size) = split_suffix(source, texture_size);
        let source = match source.strip_prefix("zeros:").or((source == "zeros").then_some("")) {
            Some("") if size.is_some() && format.is_some() => Source::Zeros(None),
            Some(bytes) => {
                let wrong = || {
                    format!(
                        "{bytes:?} is neither a number of bytes (without a unit) nor SIZE:FORMAT, such as 64x64:f32x4; formats: {}",
                        data::FORMATS
                    )
                };
                Source::Zeros(Some(bytes.parse().map_err(|_| wrong())?))
            }
            None if source.is_empty() => return Err("expected a file after `=`".to_owned()),
            None => Source::File(source.into()),
        };
        Ok(Self { register, source, size, format })
    }
}

/// What stands behind the last colon, if it can be read.
fn split_suffix<T>(text: &str, read: impl Fn(&str) -> Option<T>) -> (&str, Option<T>) {
    match text.rsplit_once(':').map(|(before, suffix)| (before, read(suffix))) {
        Some((before, Some(value))) => (before, Some(value)),
        _ => (text, None),
    }
}

/// A size in texels: 64x64, or 16x16x16.
fn texture_size(text: &str) -> Option<[u32; 3]> {
    let mut size = [1; 3];
    let mut numbers = text.split('x');
    for (index, to) in size.iter_mut().enumerate() {
        match numbers.next() {
            Some(number) => *to = number.parse().ok().filter(|number| *number > 0)?,
            None if index < 2 => return None,
            None => {}
        }
    }
    numbers.next().is_none().then_some(size)
}

fn sampler(text: &str) -> Result<Sampler, String> {
    let mut sampler = Sampler::default();
    for word in text.split(',') {
        let mut set = |filter| (sampler.min, sampler.mag, sampler.mip) = (filter, filter, filter);
        match word.trim() {
            "point" => set(Filter::Point),
            "linear" => set(Filter::Linear),
            "wrap" => sampler.address = [AddressMode::Wrap; 3],
            "mirror" => sampler.address = [AddressMode::Mirror; 3],
            "clamp" => sampler.address = [AddressMode::Clamp; 3],
            "border" => sampler.address = [AddressMode::Border; 3],
            "mirror-once" => sampler.address = [AddressMode::MirrorOnce; 3],
            other => {
                return Err(format!(
                    "unknown sampler property {other:?}, expected point, linear, wrap, mirror, clamp, border \
                     or mirror-once"
                ));
            }
        }
    }
    Ok(sampler)
}
