//! Operations that a user names, in whichever language a program is: of DXIL, of HLSL, intrinsics of LLVM, opcodes of
//! shader models 4 and 5 and of Direct3D 9. Separate because filters and searches must mean the same by a name.

use bstr::{BStr, ByteSlice as _};
use dx_bytecode::Statement;
use dx_bytecode::d3d9;
use dx_bytecode::instruction::Instruction;
use dx_bytecode::opcode::{OPCODES, Opcode};
use dx_bytecode::program::PartStatements;
use dx_container::D3d9Version;
use dx_container::reader::Payload;
use dxil::ops::called::CallPattern;
use dxil::ops::{Call, FUNCTION_PREFIX};
use dxil_ir::intrinsics::{self, is_reserved};
use dxil_ir::{Body, Dialect, GlobalId, InstructionId, Module, Op, TypeId, ValueKind};
use dxil_passes::lower::operations_of;

use crate::name_pattern::is_named;

/// What a name means.
#[derive(Debug, Clone)]
pub struct NamedOperation {
    /// Calls of DXIL.
    calls: Vec<CallPattern>,
    /// Opcodes of shader models 4 and 5.
    opcodes: Vec<Opcode>,
    /// The mnemonics of Direct3D 9, as the table spells them: some opcodes have several.
    direct3d9: Vec<&'static str>,
    /// The name of an LLVM intrinsic, or a pattern, without overload suffix.
    intrinsic: Option<String>,
}

/// A name that means no operation.
#[derive(Debug, Clone)]
pub struct UnknownOperation {
    /// Names that are much like it.
    pub near: Vec<&'static str>,
}

impl NamedOperation {
    /// The operations with this name, or with a name that matches this pattern with `*`. Case does not matter.
    pub fn of(name: &str) -> Result<Self, UnknownOperation> {
        let opcodes = (0..).map(Opcode).take(OPCODES.len());
        let opcodes = opcodes.filter(|opcode| !opcode.name().is_empty() && is_named(name, opcode.name()));
        let opcodes: Vec<_> = opcodes.collect();
        let direct3d9: Vec<_> = direct3d9_names().filter(|own| is_named(name, own)).collect();
        let calls = match name.contains('*') {
            true => {
                let wanted = name.strip_prefix(FUNCTION_PREFIX).unwrap_or(name);
                CallPattern::names().filter(|own| is_named(wanted, own)).flat_map(CallPattern::of).collect()
            }
            false => CallPattern::of(name),
        };
        let intrinsic = is_reserved(name.as_bytes()).then(|| name.to_owned());
        if calls.is_empty() && opcodes.is_empty() && direct3d9.is_empty() && intrinsic.is_none() {
            return Err(UnknownOperation { near: near(name, all_names()) });
        }
        Ok(Self { calls, opcodes, direct3d9, intrinsic })
    }

    /// Whether a module declares a function of these operations: what is not declared is not called.
    pub fn may_be_in(&self, module: &Module) -> bool {
        let mut functions = module.globals.values().filter(|global| global.function().is_some());
        if module.dialect == Dialect::Modern {
            return functions.any(|global| self.is_intrinsic(global.name.as_ref()));
        }
        let mut operations = functions.filter(|global| global.name.starts_with(FUNCTION_PREFIX.as_bytes()));
        operations.any(|global| self.calls.iter().any(|call| call.may_call(global.name.as_ref())))
    }

    /// Returns true if a function is an intrinsic of this name, or an intrinsic that corresponds to these operations.
    fn is_intrinsic(&self, function: &BStr) -> bool {
        let Ok(name) = function.to_str() else { return false };
        if !is_reserved(name.as_bytes()) {
            return false;
        }
        if let Some(wanted) = &self.intrinsic {
            let known = intrinsics::find_newest(name.as_bytes()).map_or(name, |row| row.name);
            return is_named(wanted, known) || is_named(wanted, name);
        }
        operations_of(name).any(|(operation, conditions)| {
            self.calls.iter().any(|pattern| pattern.matches_all(operation, conditions))
        })
    }

    /// Whether an instruction of a body is one of these.
    pub fn is_at(&self, module: &Module, caller: (&Body, TypeId), id: InstructionId) -> bool {
        let Some(instruction) = caller.0.instructions.get(id) else { return false };
        if module.dialect == Dialect::Modern {
            let Op::Call { callee, .. } = &instruction.op else { return false };
            let ValueKind::Global(callee) = callee.kind() else { return false };
            return module.globals.get(callee).is_some_and(|callee| self.is_intrinsic(callee.name.as_ref()));
        }
        match Call::of(module, caller, instruction) {
            Ok(Some(call)) => self.calls.iter().any(|pattern| pattern.matches(module, &call)),
            _ => false,
        }
    }

    /// The instructions of a module that are these, in order.
    pub fn in_module<'m>(
        &'m self,
        module: &'m Module,
    ) -> impl Iterator<Item = (GlobalId, InstructionId)> + 'm {
        let bodies = self.may_be_in(module).then(|| module.bodies()).into_iter().flatten();
        bodies.flat_map(move |(function, global, body)| {
            let caller = (body, global.value_type);
            let ids = body.in_order().map(|(_, id, _)| id);
            ids.filter(move |id| self.is_at(module, caller, *id)).map(move |id| (function, id))
        })
    }

    /// Whether an instruction of shader models 4 and 5 is one of these.
    pub fn is(&self, instruction: &Instruction) -> bool {
        self.opcodes.contains(&instruction.opcode)
    }

    /// Whether a token program has one of them.
    pub fn is_in_tokens(&self, payload: Payload<'_>) -> dx_bytecode::Result<bool> {
        if self.opcodes.is_empty() {
            return Ok(false);
        }
        for statement in PartStatements::of(payload)? {
            if let (Statement::Instruction(instruction), _) = statement?
                && self.is(&instruction)
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether an instruction of Direct3D 9 is one of these.
    pub fn is_direct3d9(&self, instruction: &d3d9::Instruction, version: D3d9Version) -> bool {
        let mnemonic = instruction.opcode.mnemonic(instruction.control(), version);
        mnemonic.is_some_and(|mnemonic| self.direct3d9.contains(&mnemonic))
    }

    /// Whether a Direct3D 9 program has one of them; `offset` is that of its first byte in the file.
    pub fn is_in_direct3d9(&self, program: &[u8], offset: u64) -> dx_bytecode::Result<bool> {
        if self.direct3d9.is_empty() {
            return Ok(false);
        }
        let statements = d3d9::Statements::of(program, offset)?;
        let version = statements.version();
        for statement in statements {
            if let (d3d9::Statement::Instruction(instruction), _) = statement?
                && self.is_direct3d9(&instruction, version)
            {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The mnemonics of Direct3D 9.
fn direct3d9_names() -> impl Iterator<Item = &'static str> {
    d3d9::opcode::OPCODES.iter().flat_map(|row| {
        let variants = row.variants.iter().map(|(_, name)| *name);
        std::iter::once(row.name).chain(variants)
    })
}

/// The names of all operations, some of them several times.
pub fn all_names() -> impl Iterator<Item = &'static str> {
    let opcodes = OPCODES.iter().map(|row| row.name).filter(|name| !name.is_empty());
    CallPattern::names().chain(opcodes).chain(direct3d9_names())
}

/// The names most like `name`, at most three, none that has little in common with it.
pub fn near<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
    const SHOWN: usize = 3;
    let wanted = name.to_lowercase();
    let mut found: Vec<(usize, &str)> = names
        .filter_map(|known| {
            let lower = known.to_lowercase();
            let distance = edits(&wanted, &lower);
            let is_part = wanted.len() > 2 && lower.contains(&wanted);
            (distance * 3 <= wanted.len().max(3) || is_part).then_some((distance, known))
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    found.into_iter().map(|(_, known)| known).take(SHOWN).collect()
}

/// How many letters have to be added, taken away or replaced to make the one of the other.
fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (at, letter) in a.chars().enumerate() {
        let mut before = at;
        let mut left = at + 1;
        let mut next = Vec::with_capacity(row.len());
        next.push(left);
        for (other, above) in b.iter().zip(row.iter().skip(1)) {
            left = (before + usize::from(letter != *other)).min(above + 1).min(left + 1);
            before = *above;
            next.push(left);
        }
        row = next;
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{NamedOperation, edits, near};

    #[test]
    fn names_mean_operations_of_all_languages() {
        for name in [
            "WaveActiveSum",
            "waveactiveop",
            "Wave*",
            "*discard*",
            "dx.op.sample",
            "dx.op.sample.f32",
            "sample_l",
            "Sample",
            "ddx",
        ] {
            assert!(NamedOperation::of(name).is_ok(), "{name}");
        }
        let unknown = NamedOperation::of("WaveActivSum").map_err(|unknown| unknown.near);
        assert_eq!(unknown.err().and_then(|near| near.first().copied()), Some("WaveActiveSum"));
        assert!(["dx.op.nothing", "", "Nothing*"].into_iter().all(|name| NamedOperation::of(name).is_err()));
    }

    #[test]
    fn likeness_is_counted_in_letters() {
        assert_eq!([edits("", "abc"), edits("abc", "abc"), edits("kitten", "sitting")], [3, 0, 3]);
        assert_eq!(near("stge", ["stage", "size"].into_iter()), ["stage"]);
    }
}
