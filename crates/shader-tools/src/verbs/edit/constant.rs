//! `edit --constant`: which constant of which instruction, and what it is to be. Separate from putting it there, which
//! is another thing in DXIL and in programs of shader models 4 and 5.

use crate::error::Error;
use crate::instruction_name::InstructionName;
use crate::style::counted;

/// Elements of a vector that is replaced; shader model 6.9 has 1,024.
const MOST_ELEMENTS: usize = 1 << 16;

/// `FUNCTION:%NAME.OPERAND=NUMBER`: what an instruction uses, and what it is to use instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConstantEdit {
    pub instruction: InstructionName,
    /// From 0; of a call, arguments.
    pub operand: u32,
    /// A number, or several with commas between them.
    pub number: String,
}

impl ConstantEdit {
    /// Reads `main:%12.1=0.5`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let expected = "expected FUNCTION:%INSTRUCTION.OPERAND=NUMBER, such as main:%12.1=0.5, or main:#7.1=0.5 for the \
                        eighth instruction";
        let read = || {
            let (place, number) = text.rsplit_once('=')?;
            let (instruction, operand) = place.rsplit_once('.')?;
            let instruction = InstructionName::parse(instruction)?;
            let number = number.trim().to_owned();
            (!number.is_empty()).then_some(Self { instruction, operand: operand.parse().ok()?, number })
        };
        read().ok_or_else(|| expected.to_owned())
    }

    /// The instruction, in words.
    pub fn shown(&self) -> String {
        self.instruction.shown()
    }

    /// The numbers for so many elements: one for each, or one for all of them.
    pub fn numbers(&self, count: usize) -> Result<Vec<&str>, Error> {
        let numbers: Vec<&str> = self.number.split(',').map(str::trim).collect();
        let place = || format!("operand {} of {}", self.operand, self.shown());
        match numbers.as_slice() {
            // A type of a few bytes may have as many as it likes.
            _ if count > MOST_ELEMENTS => {
                let text = format!(
                    "{} has {count} elements, but --constant supports at most {MOST_ELEMENTS}",
                    place()
                );
                Err(Error::Unsupported(text))
            }
            [number] => Ok(vec![number; count]),
            numbers if numbers.len() == count => Ok(numbers.to_vec()),
            numbers => {
                let (place, elements) = (place(), counted(count, "element"));
                let text = format!(
                    "{place} has {elements}, expected one value or one value for each element (separated by \
                     commas), found {}",
                    counted(numbers.len(), "number"),
                );
                Err(Error::Usage(text))
            }
        }
    }

    /// The error for a value that the operand cannot have.
    pub fn refused(&self, text: &str, what: &str) -> Error {
        Error::Usage(format!("{}: `{text}` is {what}", self.shown()))
    }

    /// The error for an operand that is not a constant: `found` describes it, `constants` are the operands that are.
    pub fn no_constant(&self, found: &str, constants: &[usize]) -> Error {
        let constants: Vec<String> = constants.iter().map(ToString::to_string).collect();
        let way_out = match constants.as_slice() {
            [] => "the instruction has no constant operands".to_owned(),
            [one] => format!("the constant operand is operand {one}"),
            all => format!("the constant operands are {}", all.join(", ")),
        };
        Error::Usage(format!("operand {} of {} is {found}; {way_out}", self.operand, self.shown()))
    }

    /// The error for an instruction with only `count` operands.
    pub fn no_operand(&self, count: usize) -> Error {
        let last = count.saturating_sub(1);
        Error::Missing(match count {
            0 => format!("{} has no operands", self.shown()),
            1 => format!("{} has only operand 0, found operand {}", self.shown(), self.operand),
            _ => format!("{} has the operands 0 to {last}, found operand {}", self.shown(), self.operand),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::ConstantEdit;

    #[test]
    fn edits_are_read() {
        for text in ["main:%12.1=0.5", "main:#7.0=-3", "main:%x.i0.2=0x7f800000", "\\u{1}?f@@YAXXZ:%1.0=1"] {
            assert!(ConstantEdit::parse(text).is_ok(), "{text}");
        }
        for text in ["", "main", "main:%12=1", "main:12.1=1", "main:%12.x=1", ":%1.1=1", "main:%1.1="] {
            assert!(ConstantEdit::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn elements_have_a_number_each_or_one_for_all() {
        let numbers = |text: &str, count| {
            let edit = ConstantEdit::parse(&format!("main:%1.0={text}")).ok();
            edit.and_then(|edit| Some(edit.numbers(count).ok()?.join(" ")))
        };
        for (text, count, expected) in [
            ("1", 1, Some("1")),
            ("1, 2", 2, Some("1 2")),
            ("1", 3, Some("1 1 1")),
            ("1,2", 3, None),
            ("1", usize::MAX, None),
        ] {
            assert_eq!(numbers(text, count).as_deref(), expected, "{text} {count}");
        }
    }
}
