//! The name of an instruction on the command line: `main:%12`, or `main:#7` with the number that `dis --numbers`
//! prints. A layer below the verbs, because several options accept such names.

/// `FUNCTION:%NAME` or `FUNCTION:#NUMBER`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InstructionName {
    /// The name of the function.
    pub function: String,
    /// The instruction in the function.
    pub instruction: Instruction,
}

/// An instruction of a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Instruction {
    /// The name of the result, with its sigil: `%12`.
    Named(String),
    /// The number in the function, from 0.
    Numbered(usize),
}

impl InstructionName {
    /// Parses `FUNCTION:%NAME` or `FUNCTION:#NUMBER`; `None` if `text` is neither.
    pub fn parse(text: &str) -> Option<Self> {
        let (function, instruction) = text.rsplit_once(':')?;
        let instruction = match instruction.strip_prefix('#') {
            Some(number) => Instruction::Numbered(number.parse().ok()?),
            None => Instruction::Named(instruction.strip_prefix('%').map(|_| instruction.to_owned())?),
        };
        (!function.is_empty()).then(|| Self { function: function.to_owned(), instruction })
    }

    /// The instruction as a noun phrase.
    pub fn shown(&self) -> String {
        match &self.instruction {
            Instruction::Named(name) => format!("{name} in {}", self.function),
            Instruction::Numbered(number) => format!("instruction {number} of {}", self.function),
        }
    }
}
