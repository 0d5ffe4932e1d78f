//! Edits of a DXIL program: a constant that an instruction uses, the name of the entry function. Separate from fields
//! of parts because the parts that follow from the program are derived anew.

use dxil::half;
use dxil::shader::Shader;
use dxil_ir::edit::Editor;
use dxil_ir::{GlobalId, InstructionId, Module, Type, TypeId, Value, ValueKind};
use dxil_text::Pieces;

use crate::error::Error;
use crate::program::function_called;

/// `FUNCTION:%NAME.OPERAND=NUMBER`: what an instruction uses, and what it is to use instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConstantEdit {
    function: String,
    instruction: Place,
    /// From 0; of a call, arguments.
    operand: u32,
    number: String,
}

/// Which instruction of a function.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Place {
    /// By the name of its result: `%12`.
    Named(String),
    /// By its place in the function, from 0: `#7`.
    Numbered(usize),
}

impl ConstantEdit {
    /// Reads `main:%12.1=0.5`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let expected = "expected FUNCTION:%INSTRUCTION.OPERAND=NUMBER, such as main:%12.1=0.5, or main:#7.1=0.5 for the \
                        eighth instruction";
        let read = || {
            let (place, number) = text.rsplit_once('=')?;
            let (function, place) = place.rsplit_once(':')?;
            let (instruction, operand) = place.rsplit_once('.')?;
            let instruction = match instruction.strip_prefix('#') {
                Some(index) => Place::Numbered(index.parse().ok()?),
                None => Place::Named(instruction.strip_prefix('%').map(|_| instruction.to_owned())?),
            };
            let (function, number) = (function.to_owned(), number.trim().to_owned());
            let is_complete = !function.is_empty() && !number.is_empty();
            is_complete.then_some(Self { function, instruction, operand: operand.parse().ok()?, number })
        };
        read().ok_or_else(|| expected.to_owned())
    }

    /// Changes the operand.
    pub fn apply(&self, module: &mut Module) -> Result<(), Error> {
        let function = function_called(module, &self.function)?;
        let id = self.find(module, function)?;
        let (old, ty) = self.operand(module, function, id)?;
        if !matches!(old.kind(), ValueKind::Constant(_)) {
            let text = format!(
                "operand {} of {} is no constant: only constants can be replaced",
                self.operand,
                self.shown()
            );
            return Err(Error::Usage(text));
        }
        let new = self.constant(module, ty)?;
        let refused = |error: dxil_ir::edit::EditError| Error::Invalid(format!("{}: {error}", self.shown()));
        let mut editor = Editor::new(module, function).map_err(refused)?;
        editor.set_operand(id, self.operand, new).map_err(refused)?;
        let _ = editor.finish();
        Ok(())
    }

    fn shown(&self) -> String {
        match &self.instruction {
            Place::Named(name) => format!("{name} in {}", self.function),
            Place::Numbered(index) => format!("instruction {index} of {}", self.function),
        }
    }

    fn find(&self, module: &Module, function: GlobalId) -> Result<InstructionId, Error> {
        let lines = Pieces::of(module).lines(function)?;
        let found = match &self.instruction {
            Place::Numbered(index) => lines.get(*index),
            Place::Named(name) => lines.iter().find(|line| line.name.as_ref() == Some(name)),
        };
        found.map(|line| line.id).ok_or_else(|| {
            let names: Vec<&str> = lines.iter().filter_map(|line| line.name.as_deref()).collect();
            let (first, last) =
                (names.first().copied().unwrap_or("none"), names.last().copied().unwrap_or("none"));
            let text = format!(
                "no instruction {}: the function has {}, with results from {first} to {last}",
                self.shown(),
                crate::style::counted(lines.len(), "instruction"),
            );
            Error::Missing(text)
        })
    }

    /// The operand and its type.
    fn operand(
        &self,
        module: &Module,
        function: GlobalId,
        id: InstructionId,
    ) -> Result<(Value, TypeId), Error> {
        let found = module.globals.get(function).and_then(|global| {
            let body = global.body()?;
            let op = &body.instructions.get(id)?.op;
            let value = op.operand(&body.lists, usize::try_from(self.operand).ok()?)?;
            Some((value, module.type_of(Some((body, global.value_type)), value)?))
        });
        found.ok_or_else(|| {
            Error::Missing(format!(
                "no operand {} of {}: operands count from 0, of calls arguments",
                self.operand,
                self.shown()
            ))
        })
    }

    /// The number as a constant of a type.
    fn constant(&self, module: &mut Module, ty: TypeId) -> Result<Value, Error> {
        let text = self.number.as_str();
        let bits = text.strip_prefix("0x").and_then(|digits| u64::from_str_radix(digits, 16).ok());
        let refused = |what: &str| Error::Usage(format!("{}: `{text}` is {what}", self.shown()));
        match module.types.get(ty).cloned() {
            Some(Type::Integer(width @ 1..=64)) => {
                let number = bits.map(u64::cast_signed).or_else(|| text.parse().ok());
                let number = number.or(match text {
                    "true" => Some(1),
                    "false" => Some(0),
                    _ => None,
                });
                let number = number.ok_or_else(|| refused("no integer, as the operand is"))?;
                let fits = width == 64 || number >> width.min(63) == 0 || number >> (width - 1) == -1;
                if !fits {
                    return Err(refused(&format!("too large for {width} bits")));
                }
                Ok(module.int(ty, number))
            }
            Some(Type::Float) => {
                // LLVM's assembly has the bits of a double for floats that it cannot print.
                let bits = bits.map(|bits| match f64::from_bits(bits) {
                    #[expect(
                        clippy::cast_possible_truncation,
                        reason = "it is the same number, or it is refused"
                    )]
                    wide if bits > u32::MAX.into() && f64::from(wide as f32).to_bits() == bits => {
                        u64::from((wide as f32).to_bits())
                    }
                    _ => bits,
                });
                let number = text.parse::<f32>().ok().map(|number| u64::from(number.to_bits()));
                let bits = bits.filter(|bits| *bits <= u32::MAX.into()).or(number);
                Ok(module.float_bits(ty, bits.ok_or_else(|| refused("no float, as the operand is"))?))
            }
            Some(Type::Double) => {
                let bits = bits.or(text.parse::<f64>().ok().map(f64::to_bits));
                Ok(module.float_bits(ty, bits.ok_or_else(|| refused("no double, as the operand is"))?))
            }
            Some(Type::Half) => {
                let digits = text.strip_prefix("0xH").and_then(|digits| u64::from_str_radix(digits, 16).ok());
                let bits = bits.or(digits).filter(|bits| *bits <= 0xffff);
                let number = text.parse::<f64>().ok();
                let number = number.map(|number| (number, u64::from(half::from_double(number))));
                // What is too large is no infinity that anybody asked for.
                let fits = |(number, bits): &(f64, u64)| number.is_infinite() || bits & 0x7fff != 0x7c00;
                let bits = bits.or(number.filter(fits).map(|(_, bits)| bits));
                Ok(module.float_bits(ty, bits.ok_or_else(|| refused("no half, as the operand is"))?))
            }
            _ => Err(refused("a number, and the operand is none")),
        }
    }
}

/// Gives the entry function of a shader another name.
pub fn rename_entry(module: &mut Module, name: &str) -> Result<(), Error> {
    let mut shader = Shader::read(module)?;
    let [entry] = shader.entry_points.as_mut_slice() else {
        let text = format!("{} entry points: expected a shader, which has one", shader.entry_points.len());
        return Err(Error::Usage(text));
    };
    let Some(function) = entry.function else {
        let text = "a library or a shader without an entry function: expected one whose entry has a function";
        return Err(Error::Usage(text.to_owned()));
    };
    let is_taken = module.globals.iter().any(|(id, global)| id != function && global.name == name);
    if is_taken || name.is_empty() {
        return Err(Error::Usage(format!("the name `{name}` is taken or empty: expected another one")));
    }
    entry.name = name.into();
    if let Some(global) = module.globals.get_mut(function) {
        global.name = name.into();
    }
    shader.write(module);
    Ok(())
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
}
