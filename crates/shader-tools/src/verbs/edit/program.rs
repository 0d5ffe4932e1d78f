//! Edits of a DXIL program: a constant that an instruction uses, the name of the entry function. Separate from fields
//! of parts because the parts that follow from the program are derived anew.

use az::SaturatingAs as _;
use dxil::half;
use dxil::shader::Shader;
use dxil_ir::constants::ConstantKind;
use dxil_ir::edit::Editor;
use dxil_ir::{GlobalId, InstructionId, Module, Type, TypeId, Value, ValueKind};
use dxil_text::Pieces;

use super::constant::ConstantEdit;
use crate::error::Error;
use crate::instruction_name::Instruction;
use crate::loading::program::function_called;

/// Puts another constant in the place of one.
pub fn replace_constant(module: &mut Module, edit: &ConstantEdit) -> Result<(), Error> {
    let function = function_called(module, &edit.instruction.function)?;
    let id = instruction(module, function, edit)?;
    let operands = operands(module, function, id);
    let place = usize::try_from(edit.operand).unwrap_or(usize::MAX);
    let (old, ty) = *operands.get(place).ok_or_else(|| edit.no_operand(operands.len()))?;
    let is_constant = |value: Value| matches!(value.kind(), ValueKind::Constant(_));
    if !is_constant(old) {
        let constants = (0..).zip(&operands).filter(|(_, (value, _))| is_constant(*value));
        return Err(edit.no_constant("not a constant", &constants.map(|(at, _)| at).collect::<Vec<_>>()));
    }
    let new = constant(module, ty, edit)?;
    let refused = |error: dxil_ir::edit::EditError| Error::Invalid(format!("{}: {error}", edit.shown()));
    let mut editor = Editor::new(module, function).map_err(refused)?;
    editor.set_operand(id, edit.operand, new).map_err(refused)?;
    let _ = editor.finish();
    Ok(())
}

fn instruction(module: &Module, function: GlobalId, edit: &ConstantEdit) -> Result<InstructionId, Error> {
    let lines = Pieces::of(module).lines(function)?;
    let found = match &edit.instruction.instruction {
        Instruction::Numbered(number) => {
            let number = u32::try_from(*number).ok();
            lines.iter().find(|line| line.number == number && number.is_some())
        }
        Instruction::Named(name) => lines.iter().find(|line| line.name.as_ref() == Some(name)),
    };
    found.map(|line| line.id).ok_or_else(|| {
        let names: Vec<&str> = lines.iter().filter_map(|line| line.name.as_deref()).collect();
        let (first, last) =
            (names.first().copied().unwrap_or("none"), names.last().copied().unwrap_or("none"));
        let text = format!(
            "instruction {} does not exist: the function has {}, with results from {first} to {last}",
            edit.shown(),
            crate::style::counted(lines.iter().filter_map(|line| line.number).count(), "instruction"),
        );
        Error::Missing(text)
    })
}

/// The operands of an instruction and their types.
fn operands(module: &Module, function: GlobalId, id: InstructionId) -> Vec<(Value, TypeId)> {
    let Some(global) = module.globals.get(function) else { return Vec::new() };
    let Some(body) = global.body() else { return Vec::new() };
    let Some(op) = body.instructions.get(id).map(|instruction| &instruction.op) else { return Vec::new() };
    let values = (0..).map_while(|at| op.operand(&body.lists, at));
    let scope = Some((body, global.value_type));
    values.map_while(|value| Some((value, module.type_of(scope, value)?))).collect()
}

/// The number, or the numbers of a vector, as a constant of a type.
fn constant(module: &mut Module, ty: TypeId, edit: &ConstantEdit) -> Result<Value, Error> {
    let Some(&Type::Vector(element, count)) = module.types.get(ty) else {
        let bits = bits_of(&edit.number, module.types.get(ty), edit)?;
        return Ok(scalar(module, ty, bits));
    };
    let numbers = edit.numbers(count.saturating_as::<usize>())?;
    let element_type = module.types.get(element);
    let bits: Vec<u64> =
        numbers.into_iter().map(|text| bits_of(text, element_type, edit)).collect::<Result<_, _>>()?;
    // As LLVM keeps them.
    let kind = match element_type {
        _ if bits.iter().all(|bits| *bits == 0) => ConstantKind::Null,
        Some(Type::Integer(width @ (16 | 32 | 64))) => {
            let mask = u64::MAX >> (u64::BITS - width);
            ConstantKind::Data(bits.iter().map(|bits| bits & mask).collect())
        }
        Some(Type::Float | Type::Double) => ConstantKind::Data(bits.into()),
        _ => ConstantKind::Aggregate(bits.into_iter().map(|bits| scalar(module, element, bits)).collect()),
    };
    Ok(module.constant(ty, kind))
}

/// The constant of a type that has these bits.
fn scalar(module: &mut Module, ty: TypeId, bits: u64) -> Value {
    match module.types.get(ty) {
        Some(Type::Integer(_)) => module.int(ty, bits.cast_signed()),
        _ => module.float_bits(ty, bits),
    }
}

/// The bits of a number of a type; of an integer with its sign in all that it does not have.
fn bits_of(text: &str, ty: Option<&Type>, edit: &ConstantEdit) -> Result<u64, Error> {
    let bits = text.strip_prefix("0x").and_then(|digits| u64::from_str_radix(digits, 16).ok());
    let refused = |what: &str| edit.refused(text, what);
    match ty {
        Some(Type::Integer(width @ 1..=64)) => {
            let number = bits.map(u64::cast_signed).or_else(|| text.parse().ok());
            let number = number.or(match text {
                "true" => Some(1),
                "false" => Some(0),
                _ => None,
            });
            let number = number.ok_or_else(|| refused("not an integer, expected an integer"))?;
            let fits = *width == 64 || number >> (*width).min(63) == 0 || number >> (width - 1) == -1;
            if !fits {
                return Err(refused(&format!("too large for {width} bits")));
            }
            Ok(number.cast_unsigned())
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
            bits.ok_or_else(|| refused("not a number, expected a float"))
        }
        Some(Type::Double) => {
            let bits = bits.or(text.parse::<f64>().ok().map(f64::to_bits));
            bits.ok_or_else(|| refused("not a number, expected a double"))
        }
        Some(Type::Half) => {
            let digits = text.strip_prefix("0xH").and_then(|digits| u64::from_str_radix(digits, 16).ok());
            let bits = bits.or(digits).filter(|bits| *bits <= 0xffff);
            let number = text.parse::<f64>().ok();
            let number = number.map(|number| (number, u64::from(half::from_double(number))));
            // What is too large is no infinity that anybody asked for.
            let fits = |(number, bits): &(f64, u64)| number.is_infinite() || bits & 0x7fff != 0x7c00;
            let bits = bits.or(number.filter(fits).map(|(_, bits)| bits));
            bits.ok_or_else(|| refused("not a number in the range of half"))
        }
        _ => Err(refused("a number, but the operand has another type")),
    }
}

/// Gives the entry function of a shader another name.
pub fn rename_entry(module: &mut Module, name: &str) -> Result<(), Error> {
    let mut shader = Shader::read(module)?;
    let [entry] = shader.entry_points.as_mut_slice() else {
        let text = format!(
            "found {} entry points, but --entry requires a shader with exactly one",
            shader.entry_points.len()
        );
        return Err(Error::Usage(text));
    };
    let Some(function) = entry.function else {
        let text = "--entry requires a shader with an entry function, but this is a library or has none";
        return Err(Error::Usage(text.to_owned()));
    };
    let is_taken = module.globals.iter().any(|(id, global)| id != function && global.name == name);
    if name.is_empty() {
        return Err(Error::Usage("--entry requires a name, found an empty string".to_owned()));
    }
    if is_taken {
        return Err(Error::Usage(format!("another function or variable already has the name `{name}`")));
    }
    entry.name = name.into();
    if let Some(global) = module.globals.get_mut(function) {
        global.name = name.into();
    }
    shader.write(module);
    Ok(())
}
