//! Messages of debugging aids: custom data that holds a format and operands. `printf "%0", r0.x`.

use std::fmt::Write as _;

use bstr::BString;
use zerocopy::little_endian::U32;

use crate::cursor::{Cursor, Origin};
use crate::custom_data::{CustomData, CustomDataClass};
use crate::opcode::{Literal, Opcode};
use crate::operand::Operand;
use crate::text::print_operand::{Role, Scope};

/// What messages are called: by identifier and format.
pub(crate) const NAMES: [(u32, u32, &str); 4] = [
    (0x0020_0102, 1, "printf"),
    (0x0020_0103, 1, "errorf"),
    (0x0020_0102, 0, "message"),
    (0x0020_0103, 0, "error"),
];

/// A message.
pub(crate) struct Message {
    pub(crate) name: &'static str,
    pub(crate) text: BString,
    pub(crate) operands: Vec<Operand>,
}

impl Message {
    /// The message in custom data; `None` where it is anything but what [`write`](Self::write) gives.
    pub(crate) fn read(data: &CustomData) -> Option<Self> {
        let [id, format, length, operands, operand_words, body @ ..] = data.words.as_slice() else {
            return None;
        };
        let name = NAMES.iter().find(|known| (known.0, known.1) == (*id, *format))?.2;
        let (tokens, text) = body.split_at_checked((*operand_words).try_into().ok()?)?;
        let tokens: Vec<U32> = tokens.iter().map(|word| U32::new(*word)).collect();
        let mut r = Cursor::new(&tokens, 0, Origin(0), Opcode::CUSTOMDATA);
        // No more operands than there are words: a count that lies ends at the first that is not there.
        let operands = (0..*operands).map(|_| Operand::read(&mut r, 0)).collect::<Result<_, _>>().ok()?;
        let text: Vec<u8> = text.iter().flat_map(|word| word.to_le_bytes()).collect();
        let message = Self { name, text: text.get(..(*length).try_into().ok()?)?.into(), operands };
        (message.write()? == *data).then_some(message)
    }

    /// The custom data that holds it.
    pub(crate) fn write(&self) -> Option<CustomData> {
        let (id, format, _) = NAMES.iter().find(|known| known.2 == self.name)?;
        let mut tokens = Vec::new();
        for operand in &self.operands {
            operand.write(&mut tokens);
        }
        let count = |len: usize| u32::try_from(len).ok();
        let mut words =
            vec![*id, *format, count(self.text.len())?, count(self.operands.len())?, count(tokens.len())?];
        words.append(&mut tokens);
        let mut padded = self.text.to_vec();
        padded.push(0);
        padded.resize(padded.len().next_multiple_of(4), 0);
        words.extend(padded.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)));
        Some(CustomData { class: CustomDataClass::SHADER_MESSAGE, words })
    }

    pub(crate) fn print(&self, out: &mut String, scope: Scope) {
        let _ = write!(out, "{} \"", self.name);
        for &byte in self.text.iter() {
            let _ = match byte {
                b'"' | b'\\' => write!(out, "\\{}", char::from(byte)),
                b' '..=b'~' => write!(out, "{}", char::from(byte)),
                _ => write!(out, "\\x{byte:02x}"),
            };
        }
        out.push('"');
        for operand in &self.operands {
            out.push_str(", ");
            scope.print(out, operand, Role::Read(Literal::Guess));
        }
    }
}
