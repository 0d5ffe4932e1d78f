//! The instructions of a program that correspond to those of the same program with debug information, or of the text
//! that it was assembled from. Ids differ between the two; order does not.

use std::collections::HashMap;
use std::mem::discriminant;

use bstr::BStr;
use dxil::assemble::is_debug_function;
use dxil_ir::verify::IrPlace;
use dxil_ir::{Body, GlobalId, Instruction, InstructionId, Module, Op, ValueKind};

/// A program beside another one that is the same but for debug information.
pub struct Counterparts<'m> {
    module: &'m Module,
    other: &'m Module,
    /// Whether the two give metadata the same ids, one being a copy of the other.
    same_metadata: bool,
    names: HashMap<&'m BStr, GlobalId>,
    functions: HashMap<GlobalId, Option<Function>>,
}

/// A function of the one, and where it is in the other.
struct Function {
    id: GlobalId,
    instructions: HashMap<InstructionId, InstructionId>,
}

impl<'m> Counterparts<'m> {
    /// The counterparts of `module` in `other`.
    pub fn of(module: &'m Module, other: &'m Module) -> Self {
        let names = other.globals.iter().map(|(id, global)| (global.name.as_ref(), id)).collect();
        Self { module, other, same_metadata: false, names, functions: HashMap::new() }
    }

    /// The counterparts in a copy of `other` from which debug information was taken out.
    pub fn of_stripped(module: &'m Module, other: &'m Module) -> Self {
        Self { same_metadata: true, ..Self::of(module, other) }
    }

    /// The same place in the other program; none where the two differ too much to tell.
    pub fn find(&mut self, place: IrPlace) -> Option<IrPlace> {
        Some(match place {
            IrPlace::Module => IrPlace::Module,
            IrPlace::Global(id) => IrPlace::Global(self.global(id)?),
            IrPlace::NamedMetadata(index) => {
                let name = &self.module.named_metadata.get(usize::try_from(index).ok()?)?.name;
                let index = self.other.named_metadata.iter().position(|named| named.name == *name)?;
                IrPlace::NamedMetadata(u32::try_from(index).ok()?)
            }
            IrPlace::Metadata(_) => Some(place).filter(|_| self.same_metadata)?,
            IrPlace::Block { function, block } => {
                IrPlace::Block { function: self.function(function)?.id, block }
            }
            IrPlace::Instruction { function, block, index, id } => {
                let function = self.function(function)?;
                let id = *function.instructions.get(&id)?;
                IrPlace::Instruction { function: function.id, block, index, id }
            }
            _ => return None,
        })
    }

    fn global(&self, id: GlobalId) -> Option<GlobalId> {
        let name: &BStr = self.module.globals.get(id)?.name.as_ref();
        self.names.get(name).copied()
    }

    fn function(&mut self, id: GlobalId) -> Option<&Function> {
        if !self.functions.contains_key(&id) {
            let function = self.match_function(id);
            self.functions.insert(id, function);
        }
        self.functions.get(&id)?.as_ref()
    }

    /// Goes through a function in both programs. Calls that say where variables are are left out; all else must be the
    /// same operation, in the same blocks. Operands may differ: they may be what is wrong.
    fn match_function(&self, id: GlobalId) -> Option<Function> {
        let other_id = self.global(id)?;
        let body = self.module.globals.get(id)?.body()?;
        let other = self.other.globals.get(other_id)?.body()?;
        if body.layout.len() != other.layout.len() {
            return None;
        }
        let mut instructions = HashMap::with_capacity(body.instructions.len());
        for (block, other_block) in body.layout.iter().zip(&other.layout) {
            let mut ours = code(self.module, body, body.instructions_of(*block));
            let mut theirs = code(self.other, other, other.instructions_of(*other_block));
            loop {
                match (ours.next(), theirs.next()) {
                    (None, None) => break,
                    (Some((id, instruction)), Some((other_id, other)))
                        if operation(self.module, instruction) == operation(self.other, other) =>
                    {
                        instructions.insert(id, other_id);
                    }
                    _ => return None,
                }
            }
        }
        Some(Function { id: other_id, instructions })
    }
}

/// Instructions that do something.
fn code<'m>(
    module: &'m Module,
    body: &'m Body,
    ids: &'m [InstructionId],
) -> impl Iterator<Item = (InstructionId, &'m Instruction)> {
    let instructions = ids.iter().filter_map(|id| Some((*id, body.instructions.get(*id)?)));
    instructions.filter(|(_, instruction)| !callee(module, instruction).is_some_and(is_debug_function))
}

/// The operation of an instruction, without operands.
fn operation<'m>(module: &'m Module, instruction: &Instruction) -> impl PartialEq + use<'m> {
    let (binary, cast) = match instruction.op {
        Op::Binary { op, .. } => (Some(op), None),
        Op::Cast(op, _) => (None, Some(op)),
        _ => (None, None),
    };
    (discriminant(&instruction.op), binary, cast, callee(module, instruction))
}

/// The name of the function that is called.
fn callee<'m>(module: &'m Module, instruction: &Instruction) -> Option<&'m BStr> {
    let Op::Call { callee, .. } = &instruction.op else { return None };
    let ValueKind::Global(id) = callee.kind() else { return None };
    Some(module.globals.get(id)?.name.as_ref())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use dx_container::{Container, FourCc, is_container};
    use dxil::assemble::is_debug_function;
    use dxil_ir::Module;
    use dxil_ir::verify::IrPlace;
    use walkdir::WalkDir;

    use super::{Counterparts, callee};
    use crate::judging::source_places::SourcePlaces;
    use crate::loading::loaded_shader::LoadedShader;
    use crate::loading::program::ModulePart;

    fn instructions(module: &Module) -> Vec<IrPlace> {
        let mut places = Vec::new();
        for (function, _, body) in module.bodies() {
            for (block, of) in (0..).zip(&body.layout) {
                for (index, id) in (0..).zip(body.instructions_of(*of)) {
                    places.push(IrPlace::Instruction { function, block, index, id: *id });
                }
            }
        }
        places
    }

    fn files() -> impl Iterator<Item = PathBuf> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut folders = vec![root.join("examples"), root.join("tests/corpus")];
        folders.extend(std::env::var_os("SHADER_CORPUS").map(PathBuf::from));
        let entries = folders.into_iter().flat_map(|folder| WalkDir::new(folder).sort_by_file_name());
        entries.filter_map(|entry| Some(entry.ok()?.into_path())).filter(|path| path.is_file())
    }

    /// Compilers write the program in DXIL as that in ILDB without debug information, so that each instruction of the
    /// one is known in the other, with its source.
    #[test]
    fn programs_of_a_container_have_the_same_instructions() {
        let (mut containers, mut with_source) = (0, 0);
        for path in files() {
            let Ok(bytes) = fs::read(&path) else { continue };
            let has_both = is_container(&bytes)
                && Container::parse(&bytes).is_ok_and(|container| {
                    container.part(FourCc::ILDB).is_some() && container.part(FourCc::DXIL).is_some()
                });
            let Some(file) = has_both.then(|| LoadedShader::open(&bytes).ok()).flatten() else { continue };
            let [dxil, ildb] = [ModulePart::Dxil, ModulePart::Ildb].map(|part| file.module_in(Some(part)));
            let (Ok(dxil), Ok(ildb)) = (dxil, ildb) else { continue };
            let (mut counterparts, mut sources) = (Counterparts::of(&dxil, &ildb), SourcePlaces::of(&ildb));
            let found: Vec<_> =
                instructions(&dxil).into_iter().map(|place| counterparts.find(place)).collect();
            let all: Vec<_> =
                instructions(&ildb).into_iter().filter(|place| !is_debug_call(&ildb, *place)).collect();
            let ids = |place: &IrPlace| match *place {
                IrPlace::Instruction { function, id, .. } => Some((function, id)),
                _ => None,
            };
            let found: Vec<_> = found.iter().map(|place| place.as_ref().and_then(ids)).collect();
            assert_eq!(found, all.iter().map(ids).collect::<Vec<_>>(), "{}", path.display());
            containers += 1;
            with_source += all.into_iter().filter(|place| sources.find(*place).is_some()).count();
        }
        assert!(containers >= 2 && with_source >= 100, "{containers} containers, {with_source} instructions");
    }

    fn is_debug_call(module: &Module, place: IrPlace) -> bool {
        let IrPlace::Instruction { function, id, .. } = place else { return false };
        let body = module.globals.get(function).and_then(|global| global.body());
        let instruction = body.and_then(|body| body.instructions.get(id));
        instruction.is_some_and(|instruction| callee(module, instruction).is_some_and(is_debug_function))
    }
}
