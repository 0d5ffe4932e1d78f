//! Instructions that are looked for: those of modules by the IR, those of token programs by their statements. A listing
//! is printed of programs in which something is found, and of no other.

use std::collections::HashSet;

use dx_bytecode::instruction::Instruction;
use dx_bytecode::program::PartStatements;
use dx_bytecode::text::Printer;
use dx_bytecode::{Statement, operand::Operand};
use dx_container::Container;
use dx_container::reader::Payload;
use dxil::ops::Call;
use dxil_ir::constants::ConstantKind;
use dxil_ir::{
    Body, ConstantId, GlobalId, Instruction as IrInstruction, InstructionId, Module, Type, TypeId, ValueKind,
};
use dxil_text::listing::{self, Numbered};

use super::found::{Hit, Section};
use super::query::{Query, WantedConstant};
use crate::error::Error;
use crate::json::in_utf8;
use crate::source_lines::SourceLines;
use crate::verbs::validate::DebugProgram;

/// The instructions of a module that are looked for.
pub struct InModule<'m> {
    module: &'m Module,
    /// In the order of the listing.
    pub found: Vec<(GlobalId, InstructionId)>,
}

impl<'m> InModule<'m> {
    /// Looks for them; where `one_is_enough`, no further than the first.
    pub fn of(module: &'m Module, query: &Query, one_is_enough: bool) -> Self {
        let operations: Vec<_> =
            query.operations.iter().filter(|operation| operation.may_be_in(module)).collect();
        let constants = constants(module, &query.constants);
        let mut found = Vec::new();
        if operations.is_empty() && constants.is_empty() {
            return Self { module, found };
        }
        'all: for (function, global, body) in module.bodies() {
            let caller = (body, global.value_type);
            for (_, id, instruction) in body.in_order() {
                if operations.iter().any(|operation| operation.is_at(module, caller, id))
                    || !constants.is_empty() && uses(module, caller, instruction, &constants)
                {
                    found.push((function, id));
                    if one_is_enough {
                        break 'all;
                    }
                }
            }
        }
        Self { module, found }
    }

    /// Their lines in the listing that `dis` prints, with the lines of HLSL that the module or `debug` has.
    pub fn lines(
        &self,
        container: Option<&Container<'_>>,
        debug: Option<&mut DebugProgram>,
    ) -> Result<Section, Error> {
        let reflection = container.and_then(listing::reflection);
        let reflection = reflection
            .and_then(|program| dxil_ir::bitcode::read(program.bitcode, program.bitcode_offset).ok());
        let Numbered { text, lines } = Numbered::of(container, self.module, reflection.as_ref())?;
        let mut sources = SourceLines::of(self.module, container, debug);
        let mut hits: Vec<Hit> = self
            .found
            .iter()
            .filter_map(|(function, id)| {
                let line = *lines.get(&(*function, *id))?;
                let name = self
                    .module
                    .globals
                    .get(*function)
                    .map(|global| in_utf8(global.name.as_ref()).into_owned());
                Some(Hit { line, function: name, source: sources.find(*function, *id) })
            })
            .collect();
        hits.sort_by_key(|hit| hit.line);
        Ok(Section { label: None, text, hits })
    }
}

/// The constants of a module that are one of these numbers, or have one in them.
fn constants(module: &Module, wanted: &[WantedConstant]) -> HashSet<ConstantId> {
    let mut found = HashSet::new();
    if wanted.is_empty() {
        return found;
    }
    let is_number =
        |ty: TypeId, bits: u64| wanted.iter().any(|wanted| is_constant(module, ty, bits, *wanted));
    for (id, constant) in module.constants.iter() {
        let is_it = match &constant.kind {
            ConstantKind::Integer(number) => is_number(constant.ty, number.cast_unsigned()),
            ConstantKind::Float(bits) => is_number(constant.ty, *bits),
            ConstantKind::Null => is_number(constant.ty, 0),
            ConstantKind::Data(all) => {
                let element = module.types.innermost_element(constant.ty);
                all.iter().any(|bits| is_number(element, *bits))
            }
            _ => false,
        };
        if is_it {
            found.insert(id);
        }
    }
    // Lists of constants come behind what is in them, but for few.
    for _ in 0..NESTED {
        let before = found.len();
        for (id, constant) in module.constants.iter() {
            if let ConstantKind::Aggregate(values) = &constant.kind
                && values
                    .iter()
                    .any(|value| matches!(value.kind(), ValueKind::Constant(id) if found.contains(&id)))
            {
                found.insert(id);
            }
        }
        if found.len() == before {
            break;
        }
    }
    found
}

/// How deep numbers are looked for in lists of lists.
const NESTED: usize = 4;

fn is_constant(module: &Module, ty: TypeId, bits: u64, wanted: WantedConstant) -> bool {
    match module.types.get(ty) {
        Some(Type::Integer(width)) => wanted.is_integer(bits.cast_signed(), *width),
        Some(Type::Half) => wanted.is_float(bits, 16),
        Some(Type::Float) => wanted.is_float(bits, 32),
        Some(Type::Double) => wanted.is_float(bits, 64),
        _ => false,
    }
}

/// Whether an instruction uses one of these constants; that it says which operation it is does not count.
fn uses(
    module: &Module,
    caller: (&Body, TypeId),
    instruction: &IrInstruction,
    constants: &HashSet<ConstantId>,
) -> bool {
    let is_it =
        |value: dxil_ir::Value| matches!(value.kind(), ValueKind::Constant(id) if constants.contains(&id));
    if let Ok(Some(call)) = Call::of(module, caller, instruction) {
        return call.arguments().iter().any(|value| is_it(*value));
    }
    let mut found = false;
    instruction.op.each_operand(&caller.0.lists, |value| found |= is_it(value));
    found
}

/// The statements of a token program that are looked for, and how many there are.
pub fn in_tokens(payload: Payload<'_>, query: &Query) -> Result<Vec<usize>, Error> {
    let mut found = Vec::new();
    if query.operations.is_empty() && query.constants.is_empty() {
        return Ok(found);
    }
    for (index, statement) in PartStatements::of(payload)?.enumerate() {
        if let (Statement::Instruction(instruction), _) = statement?
            && is_wanted(&instruction, query)
        {
            found.push(index);
        }
    }
    Ok(found)
}

fn is_wanted(instruction: &Instruction, query: &Query) -> bool {
    query.operations.iter().any(|operation| operation.is(instruction))
        || !instruction.opcode.is_declaration()
            && instruction
                .operands
                .iter()
                .any(|operand| query.constants.iter().any(|wanted| is_immediate(operand, *wanted)))
}

/// Whether an operand is an immediate value with this number, as an integer or a float.
fn is_immediate(operand: &Operand, wanted: WantedConstant) -> bool {
    let words = operand.values.iter().copied();
    let is_word =
        |word: u32| wanted.is_integer(i64::from(word.cast_signed()), 32) || wanted.is_float(word.into(), 32);
    let pairs = operand.values.chunks_exact(2).filter_map(|pair| <[u32; 2]>::try_from(pair).ok());
    words.into_iter().any(is_word)
        || pairs
            .map(|[low, high]| u64::from(high) << 32 | u64::from(low))
            .any(|bits| wanted.is_float(bits, 64))
}

/// The lines of statements in the listing that `dis` prints.
pub fn token_lines(
    container: &Container<'_>,
    payload: Payload<'_>,
    found: &[usize],
) -> Result<Section, Error> {
    let statements = PartStatements::of(payload)?;
    let mut printer = Printer::new(statements.version());
    let (mut program, mut lines, mut line) = (String::new(), Vec::new(), 0);
    for statement in statements {
        let (statement, _) = statement?;
        let start = program.len();
        lines.push(line);
        printer.print(&mut program, &statement);
        line += program.get(start..).unwrap_or_default().matches('\n').count();
    }
    let mut text = String::new();
    dx_bytecode::listing::print(&mut text, container)?;
    // Behind the program comes its size, in front of it tables and its version.
    let before = text.find(&program).and_then(|at| text.get(..at)).unwrap_or_default().matches('\n').count();
    let hits = found
        .iter()
        .filter_map(|index| Some(Hit { line: before + lines.get(*index)?, function: None, source: None }));
    let hits = hits.collect();
    Ok(Section { label: None, text, hits })
}
