//! Edits of a program of shader model 4 or 5: a literal that an instruction uses. Separate from DXIL, whose constants
//! have types.

use dx_bytecode::numbering::roles;
use dx_bytecode::program::part_of;
use dx_bytecode::text::parse_literal;
use dx_bytecode::{Program, Statement};
use dx_container::parts::Owned;
use dx_container::parts::shader_tokens::ShaderTokensBuf;
use dx_container::reader::Payload;
use dx_container::{Container, ContainerBuilder};

use super::constant::ConstantEdit;
use crate::error::Error;
use crate::instruction_name::{Instruction, InstructionName};
use crate::loading::program::token_function_called;
use crate::style::counted;

/// Puts other literals in the place of some into the program of a container that is being built.
pub fn replace_constants(
    container: &Container<'_>,
    builder: &mut ContainerBuilder<'_>,
    edits: &[ConstantEdit],
) -> Result<(), Error> {
    let part = part_of(container);
    let place = part.and_then(|part| builder.parts.iter_mut().find(|entry| entry.name == part.name));
    let Some((part, entry)) = part.zip(place) else { return Ok(()) };
    let payload = container.payload(&part);
    let mut program = Program::read(payload)?;
    edits.iter().try_for_each(|edit| replace_constant(payload, &mut program, edit))?;
    let mut owned = Owned::<ShaderTokensBuf>::read(payload)?;
    owned.tokens = program.encode()?;
    entry.data = owned.write()?.into();
    Ok(())
}

fn replace_constant(payload: Payload<'_>, program: &mut Program, edit: &ConstantEdit) -> Result<(), Error> {
    let index = statement(payload, program, edit)?;
    let Some(Statement::Instruction(instruction)) = program.statements.get_mut(index) else {
        return Err(edit.no_operand(0));
    };
    let at = edit.operand as usize;
    let operand = instruction.operands.get(at).ok_or_else(|| edit.no_operand(instruction.operands.len()))?;
    let count = operand.literals();
    if count == 0 {
        let constants = (0..).zip(&instruction.operands).filter(|(_, operand)| operand.literals() > 0);
        return Err(edit.no_constant("a register", &constants.map(|(at, _)| at).collect::<Vec<_>>()));
    }
    let mut words = Vec::new();
    for text in edit.numbers(count)? {
        let parsed = parse_literal(text, instruction, at);
        words.extend(parsed.ok_or_else(|| edit.refused(text, "not a number in the range of the operand"))?);
    }
    if let Some(operand) = instruction.operands.get_mut(at) {
        operand.values.clear();
        operand.values.extend(words.into_iter().take(operand.values.capacity()));
    }
    Ok(())
}

/// The index of the statement that an edit names.
fn statement(payload: Payload<'_>, program: &Program, edit: &ConstantEdit) -> Result<usize, Error> {
    let InstructionName { function, instruction } = &edit.instruction;
    let function = token_function_called(payload, function)?;
    let &Instruction::Numbered(number) = instruction else {
        let text = format!(
            "{}: instructions of shader models 4 and 5 have no names; write the index in the function, such \
             as {function}:#7.1",
            edit.shown(),
        );
        return Err(Error::Usage(text));
    };
    let roles = roles(&program.statements);
    let numbers = || roles.iter().map(|(head, role)| role.number().filter(|_| *head == function));
    numbers().position(|found| found == Some(number)).ok_or_else(|| {
        let count = counted(numbers().flatten().count(), "instruction");
        Error::Missing(format!("{} does not exist: the function has {count}", edit.shown()))
    })
}
