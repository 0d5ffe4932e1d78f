//! The source lines of instructions and functions of a module, by its debug information. Separate because modules are
//! asked for it that findings are not about: those with debug information beside the one that is validated.

use std::collections::HashMap;

use dxil_ir::metadata::{Metadata, node_of};
use dxil_ir::verify::IrPlace;
use dxil_ir::{Body, GlobalId, InstructionId, MetadataId, Module, ValueKind};

use crate::json::in_utf8;
use crate::judging::finding::SourcePlace;

/// The debug information of a module about the source of its code.
pub struct SourcePlaces<'m> {
    module: &'m Module,
    /// The nodes that describe functions; found when the first function is asked for.
    subprograms: Option<HashMap<GlobalId, MetadataId>>,
}

/// Scopes around a place that are looked through for one that names its file.
const SCOPE_DEPTH: usize = 64;

impl<'m> SourcePlaces<'m> {
    pub fn of(module: &'m Module) -> Self {
        Self { module, subprograms: None }
    }

    /// The source of an instruction; of the first instruction of a block that has one; of a function.
    pub fn find(&mut self, place: IrPlace) -> Option<SourcePlace> {
        match place {
            IrPlace::Instruction { function, id, .. } => self.instruction(self.body(function)?, id),
            IrPlace::Block { function, block } => {
                let body = self.body(function)?;
                let block = *body.layout.get(usize::try_from(block).ok()?)?;
                body.instructions_of(block).iter().find_map(|id| self.instruction(body, *id))
            }
            IrPlace::Global(id) => self.function(id),
            _ => None,
        }
    }

    fn body(&self, function: GlobalId) -> Option<&'m Body> {
        self.module.globals.get(function)?.body()
    }

    fn instruction(&self, body: &Body, id: InstructionId) -> Option<SourcePlace> {
        let location = body.location(body.instructions.get(id)?.location.expand()?)?;
        // Line 0 is code that the compiler made of nothing in the source.
        let line = Some(location.line).filter(|line| *line > 0)?;
        let file = location.scope.expand().and_then(|scope| self.file(scope));
        Some(SourcePlace { file, line, column: location.column, text: None })
    }

    fn function(&mut self, function: GlobalId) -> Option<SourcePlace> {
        let node = *match &mut self.subprograms {
            Some(known) => known,
            none => none.insert(subprograms(self.module)),
        }
        .get(&function)?;
        let line = u32::try_from(self.number(node, "line")?).ok().filter(|line| *line > 0)?;
        Some(SourcePlace { file: self.file(node), line, column: 0, text: None })
    }

    /// The name of the file that a scope lies in.
    fn file(&self, mut scope: MetadataId) -> Option<String> {
        for _ in 0..SCOPE_DEPTH {
            if let Some(file) = field(self.module, scope, "file") {
                let text = |name| match self.module.metadata.get(field(self.module, file, name)?)? {
                    Metadata::String(span) => Some(in_utf8(self.module.metadata.string(span)).into_owned()),
                    _ => None,
                };
                return Some(within(text("directory"), text("filename")?));
            }
            scope = field(self.module, scope, "scope")?;
        }
        None
    }

    fn number(&self, node: MetadataId, name: &str) -> Option<u64> {
        number(self.module, node, name)
    }
}

/// A file's name below the folder that it was compiled in.
fn within(directory: Option<String>, name: String) -> String {
    let is_absolute = name.starts_with(['/', '\\']) || name.get(1..2) == Some(":");
    match directory.filter(|directory| !directory.is_empty() && !is_absolute) {
        Some(directory) => format!("{}/{name}", directory.trim_end_matches(['/', '\\'])),
        None => name,
    }
}

/// The nodes that describe functions, by function.
fn subprograms(module: &Module) -> HashMap<GlobalId, MetadataId> {
    let nodes = module.metadata.iter().filter_map(|(id, node)| {
        node.row().filter(|row| row.name == "DISubprogram")?;
        match module.metadata.get(field(module, id, "function")?)? {
            Metadata::Value(_, value) => match value.kind() {
                ValueKind::Global(function) => Some((function, id)),
                _ => None,
            },
            _ => None,
        }
    });
    nodes.collect()
}

/// The number that a field of a node of debug information holds.
fn number(module: &Module, node: MetadataId, name: &str) -> Option<u64> {
    let node = module.metadata.get(node)?;
    let Metadata::Node { fields, .. } = node else { return None };
    let index = node.row()?.fields.iter().position(|field| field.name == name)?;
    module.metadata.numbers(fields).get(index).copied()
}

/// The node that a field names.
fn field(module: &Module, node: MetadataId, name: &str) -> Option<MetadataId> {
    node_of(number(module, node, name)?)
}
