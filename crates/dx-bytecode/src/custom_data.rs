//! Reads and writes custom data, which has its own length among the tokens: constants, messages, comments.

use az::SaturatingAs as _;
use zerocopy::little_endian::U32;

use crate::cursor::Origin;
use crate::error::{ProgramErrorKind, Result};
use crate::opcode::Opcode;

/// The size of the header: class and length.
const HEADER_WORDS: usize = 2;

/// Custom data: constants, messages, comments.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CustomData {
    /// What it is, bits 11 to 31 of its token.
    pub class: CustomDataClass,
    /// The words after its token and length.
    pub words: Vec<u32>,
}

/// The class of custom data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CustomDataClass(pub u32);

impl CustomDataClass {
    /// Text for people.
    pub const COMMENT: Self = Self(0);
    /// Debugging information.
    pub const DEBUG_INFO: Self = Self(1);
    /// Anything.
    pub const OPAQUE: Self = Self(2);
    /// The immediate constant buffer: vectors of four words.
    pub const IMMEDIATE_CONSTANT_BUFFER: Self = Self(3);
    /// A message of a debugging aid, with operands.
    pub const SHADER_MESSAGE: Self = Self(4);
    /// Which constants hold the clip planes of Direct3D 9.
    pub const CLIP_PLANES: Self = Self(5);
}

impl CustomData {
    pub(crate) fn read(words: &[U32], start: usize, origin: Origin) -> Result<(Self, usize)> {
        let at = |index: usize| words.get(index).map_or(0, |word| word.get());
        let found = at(1);
        let length = found as usize;
        if length < HEADER_WORDS {
            return Err(origin.error(
                start,
                words.len().min(2),
                ProgramErrorKind::CustomDataLength { found },
            ));
        }
        let Some(data) = words.get(HEADER_WORDS..length) else {
            let left = words.len().saturating_as::<u32>();
            return Err(origin.error(start + 1, 1, ProgramErrorKind::CustomDataTooLong { found, left }));
        };
        let class = CustomDataClass(at(0) >> 11);
        Ok((Self { class, words: data.iter().map(|word| word.get()).collect() }, length))
    }

    /// The words it takes up.
    pub(crate) fn length(&self) -> usize {
        self.words.len() + HEADER_WORDS
    }

    /// Appends its words.
    pub(crate) fn write(&self, out: &mut Vec<u32>) -> Result<()> {
        let needed = self.length();
        let Ok(length) = u32::try_from(needed) else {
            return Err(Origin(0).error(
                out.len(),
                0,
                ProgramErrorKind::Size { what: "custom data", needed },
            ));
        };
        out.push(self.class.0 << 11 | u32::from(Opcode::CUSTOMDATA.0));
        out.push(length);
        out.extend(&self.words);
        Ok(())
    }
}
