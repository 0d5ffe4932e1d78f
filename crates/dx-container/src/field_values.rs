//! Values checked to fit the fields that a part's writer puts them in.

use located::{Error, Place};

use crate::error::{ContainerErrorKind, Result};

/// Converts a size or offset to the 32 bits of the format, or fails.
pub(crate) fn narrow(what: &'static str, value: usize) -> Result<u32> {
    u32::try_from(value).map_err(|_| {
        let kind = ContainerErrorKind::TooLarge { what, value: value as u64, max: u32::MAX.into() };
        Error::new(kind, Place::default())
    })
}

/// A value as the format's 16 bits, or what does not fit.
pub(crate) fn narrow16(what: &'static str, value: u32) -> Result<u16> {
    u16::try_from(value).map_err(|_| too_large(what, value.into(), u16::MAX.into()))
}

/// A value of `width` bits of a byte, or what does not fit.
pub(crate) fn bits(what: &'static str, value: u8, width: u8) -> Result<u8> {
    let max = 0xff >> (8 - width);
    if value <= max { Ok(value) } else { Err(too_large(what, value.into(), max.into())) }
}

/// A length as the format's 16 bits, or what does not fit.
pub(crate) fn narrow_len16(what: &'static str, len: usize) -> Result<u16> {
    u16::try_from(len).map_err(|_| too_large(what, len as u64, u16::MAX.into()))
}

/// A value as the format's 8 bits, or what does not fit.
pub(crate) fn narrow8(what: &'static str, value: u32) -> Result<u8> {
    u8::try_from(value).map_err(|_| too_large(what, value.into(), u8::MAX.into()))
}

pub(crate) fn too_large(what: &'static str, value: u64, max: u64) -> Error<ContainerErrorKind> {
    Error::new(ContainerErrorKind::TooLarge { what, value, max }, Place::default())
}

/// A string and the NUL that ends it; fails where it holds one itself.
pub(crate) fn push_text(bytes: &mut Vec<u8>, what: &'static str, text: &[u8]) -> Result<()> {
    if text.contains(&0) {
        return Err(Error::new(ContainerErrorKind::NulInText { what }, Place::default()));
    }
    bytes.extend(text);
    bytes.push(0);
    Ok(())
}
