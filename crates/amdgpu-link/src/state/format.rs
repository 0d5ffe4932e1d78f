//! Formats of vertex attributes and colour targets. Separate because fetch and export code both depend on them.

mod row;

use std::fmt;

use crate::generated::formats::{
    DATA_FORMATS, EXPORT_FORMATS, GFX10_CODES, GFX10_FORMATS, GFX11_CODES, GFX11_FORMATS, NUMBER_FORMATS,
};
use crate::target::Encoding;
pub(crate) use row::DataFormatRow;
pub use row::{DataFormat, ExportFormat, NumberFormat};

impl DataFormat {
    /// The format with this name, such as `32_32_32_32` or `8_8_8_8_bgra`.
    pub fn named(name: &str) -> Option<Self> {
        let index = DATA_FORMATS.iter().position(|row| row.name == name)?;
        u8::try_from(index).ok().map(Self)
    }

    /// Its name; none for a number that means nothing.
    pub fn name(self) -> Option<&'static str> {
        DATA_FORMATS.get(usize::from(self.0)).map(|row| row.name)
    }

    /// The number of components.
    pub fn channels(self) -> u32 {
        self.row().channels
    }

    /// Bytes of an element; 0 for no format.
    pub fn bytes(self) -> u32 {
        self.row().bytes
    }

    /// Bits of its widest component; 0 for no format.
    pub fn bits(self) -> u32 {
        self.row().bits
    }

    /// Whether it has an alpha component.
    pub fn has_alpha(self) -> bool {
        self.row().alpha
    }

    /// Whether it is no format: `INVALID`, or an unknown number.
    pub fn is_invalid(self) -> bool {
        self.row().bytes == 0
    }

    /// The properties; an unknown number has those of `INVALID`.
    pub(crate) fn row(self) -> &'static DataFormatRow {
        let [invalid, ..] = &DATA_FORMATS;
        DATA_FORMATS.get(usize::from(self.0)).unwrap_or(invalid)
    }

    /// The code of the format with `number` in buffer instructions; `None` if they cannot load it.
    pub fn buffer_code(self, number: NumberFormat, encoding: Encoding) -> Option<u8> {
        let codes = match encoding {
            Encoding::Gfx10 => &GFX10_CODES,
            Encoding::Gfx11 => &GFX11_CODES,
        };
        let code = codes.get(usize::from(self.0))?.get(usize::from(number.0))?;
        (*code != 0).then_some(*code)
    }

    /// The formats of `code` in buffer instructions.
    pub fn of_buffer_code(code: u8, encoding: Encoding) -> Option<(Self, NumberFormat)> {
        let index = usize::from(code.checked_sub(1)?);
        match encoding {
            Encoding::Gfx10 => GFX10_FORMATS.get(index),
            Encoding::Gfx11 => GFX11_FORMATS.get(index),
        }
        .copied()
    }
}

impl NumberFormat {
    /// The format with this name, such as `unorm`.
    pub fn named(name: &str) -> Option<Self> {
        let index = NUMBER_FORMATS.iter().position(|known| *known == name)?;
        u8::try_from(index).ok().map(Self)
    }

    /// Whether shaders read the components as integers; `None` where the format does not determine that.
    pub fn is_integer(self) -> Option<bool> {
        (self.0 < Self::OTHER.0).then_some(matches!(self, Self::UINT | Self::SINT))
    }

    /// Its name; none for a number that means nothing.
    pub fn name(self) -> Option<&'static str> {
        NUMBER_FORMATS.get(usize::from(self.0)).copied()
    }
}

impl ExportFormat {
    /// Its name, as in `32_abgr`; none for a number that means nothing.
    pub fn name(self) -> Option<&'static str> {
        EXPORT_FORMATS.get(usize::from(self.0)).copied()
    }
}

impl fmt::Display for DataFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.write_str(name),
            None => write!(f, "{}", self.0),
        }
    }
}

impl fmt::Display for NumberFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.write_str(name),
            None => write!(f, "{}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_are_the_same_both_ways() {
        let mut formats = 0;
        for format in (0..=u8::MAX).map(DataFormat).filter(|format| format.name().is_some()) {
            assert_eq!(format.name().and_then(DataFormat::named), Some(format));
            formats += 1;
        }
        assert_eq!(formats, 33);
        for number in (0..10).map(NumberFormat) {
            assert_eq!(number.name().and_then(NumberFormat::named), Some(number));
        }
        assert_eq!(DataFormat(33).to_string(), "33");
        assert_eq!(DataFormat::X8_8_8_8_BGRA.to_string(), "8_8_8_8_bgra");
    }

    #[test]
    fn buffer_codes_are_the_same_both_ways() {
        for (encoding, count) in [(Encoding::Gfx10, 77), (Encoding::Gfx11, 63)] {
            let mut codes = 0;
            for code in 0..=u8::MAX {
                if let Some((data, number)) = DataFormat::of_buffer_code(code, encoding) {
                    assert_eq!(data.buffer_code(number, encoding), Some(code));
                    codes += 1;
                }
            }
            assert_eq!(codes, count);
        }
        assert_eq!(DataFormat::X16.buffer_code(NumberFormat::SRGB, Encoding::Gfx10), None);
        assert_eq!(DataFormat(200).buffer_code(NumberFormat(99), Encoding::Gfx11), None);
    }
}
