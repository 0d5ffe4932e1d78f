//! Instructions and constant tables of modules that are looked for, by the IR. A listing is printed of programs in
//! which something is found, and of no other.

use std::collections::HashSet;

use dx_container::Container;
use dxil::ops::Call;
use dxil::stored;
use dxil_ir::constants::ConstantKind;
use dxil_ir::{
    Body, ConstantId, Global, GlobalId, Instruction, InstructionId, Module, Type, TypeId, Value, ValueKind,
};
use dxil_text::listing::Numbered;
use dxil_text::spelled;

use super::found::{Hit, Section};
use super::query::{Query, WantedConstant};
use crate::error::Error;
use crate::json::in_utf8;
use crate::judging::DebugProgram;
use crate::judging::source_lines::SourceLines;

/// The instructions and tables of a module that are looked for.
pub struct InModule<'m> {
    module: &'m Module,
    /// In the order of the listing.
    instructions: Vec<(GlobalId, InstructionId)>,
    /// Variables with such a constant in their initializers.
    tables: Vec<GlobalId>,
}

impl<'m> InModule<'m> {
    /// Looks for them; where `one_is_enough`, no further than the first.
    pub fn of(module: &'m Module, query: &Query, one_is_enough: bool) -> Self {
        let operations: Vec<_> =
            query.operations.iter().filter(|operation| operation.may_be_in(module)).collect();
        let constants = constants(module, &query.constants);
        let mut found = Self { module, instructions: Vec::new(), tables: Vec::new() };
        if operations.is_empty() && constants.is_empty() {
            return found;
        }
        let is_table = |global: &Global| {
            let initializer = global.variable().and_then(|variable| variable.initializer);
            initializer.is_some_and(|value| is_one(value, &constants))
        };
        let tables = module.globals.iter().filter(|(_, global)| is_table(global)).map(|(id, _)| id);
        found.tables.extend(tables);
        if one_is_enough && !found.tables.is_empty() {
            return found;
        }
        'all: for (function, global, body) in module.bodies() {
            let caller = (body, global.value_type);
            for (_, id, instruction) in body.in_order() {
                if operations.iter().any(|operation| operation.is_at(module, caller, id))
                    || !constants.is_empty() && uses(module, caller, instruction, &constants)
                {
                    found.instructions.push((function, id));
                    if one_is_enough {
                        break 'all;
                    }
                }
            }
        }
        found
    }

    /// How many were found.
    pub fn count(&self) -> usize {
        self.instructions.len() + self.tables.len()
    }

    /// Their lines in the listing that `dis` prints, with the lines of HLSL that the module or `debug` has.
    pub fn lines(
        &self,
        container: Option<&Container<'_>>,
        debug: Option<&mut DebugProgram>,
    ) -> Result<Section, Error> {
        let reflection = container.and_then(stored::reflection);
        let Numbered { text, lines } = Numbered::of(container, self.module, reflection.as_ref())?;
        let mut sources = SourceLines::of(self.module, container, debug);
        let mut hits: Vec<Hit> = self
            .instructions
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
        hits.extend(self.lines_of_tables(&text).map(|line| Hit { line, function: None, source: None }));
        hits.sort_by_key(|hit| hit.line);
        Ok(Section { label: None, text, hits })
    }

    /// The lines of variables in the listing: each begins with the name, in quotes where it needs them.
    fn lines_of_tables<'t>(&self, text: &'t str) -> impl Iterator<Item = usize> + use<'t> {
        let name = |id: &GlobalId| Some(format!("@{}", spelled(self.module.globals.get(*id)?.name.as_ref())));
        let names: HashSet<String> = self.tables.iter().filter_map(name).collect();
        let is_one = move |line: &str| {
            let name = line.split_once(" = ").map_or("", |(name, _)| name);
            !names.is_empty() && line.starts_with('@') && names.contains(&name.replace('"', ""))
        };
        text.lines().enumerate().filter(move |(_, line)| is_one(line)).map(|(at, _)| at)
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

fn is_one(value: Value, constants: &HashSet<ConstantId>) -> bool {
    matches!(value.kind(), ValueKind::Constant(id) if constants.contains(&id))
}

/// Whether an instruction uses one of these constants; that it says which operation it is does not count.
fn uses(
    module: &Module,
    caller: (&Body, TypeId),
    instruction: &Instruction,
    constants: &HashSet<ConstantId>,
) -> bool {
    let is_it = |value| is_one(value, constants);
    if let Ok(Some(call)) = Call::of(module, caller, instruction) {
        return call.arguments().iter().any(|value| is_it(*value));
    }
    let mut found = false;
    instruction.op.each_operand(&caller.0.lists, |value| found |= is_it(value));
    found
}
