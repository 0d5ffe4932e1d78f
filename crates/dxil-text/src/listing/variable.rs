//! Which variable of the source a call is about that says where one lies, or what it is. Separate because it is the
//! only comment that looks into debug information.

use bstr::BStr;
use dxil_ir::metadata::{Metadata, node_of};
use dxil_ir::{MetadataId, Module, Value, ValueKind};

use super::limits;
use super::page::Name;

/// A node of debug information.
struct DebugNode<'m> {
    module: &'m Module,
    name: &'static str,
    is_distinct: bool,
    row: &'static dxil_ir::metadata::NodeRow,
    fields: &'m [u64],
}

impl<'m> DebugNode<'m> {
    fn get(module: &'m Module, id: MetadataId) -> Option<Self> {
        let metadata = module.metadata.get(id)?;
        let Metadata::Node { is_distinct, fields, .. } = metadata else { return None };
        let row = metadata.row()?;
        Some(Self { module, name: row.name, is_distinct, row, fields: module.metadata.numbers(fields) })
    }

    /// The one of this name that an operand is.
    fn operand(module: &'m Module, value: Value, name: &str) -> Option<Self> {
        let ValueKind::Metadata(id) = value.kind() else { return None };
        Self::get(module, id).filter(|node| node.name == name)
    }

    /// What a field refers to.
    fn field(&self, name: &str) -> Option<MetadataId> {
        let index = self.row.fields.iter().position(|field| field.name == name)?;
        node_of(*self.fields.get(index)?)
    }

    /// What it is called; empty for nothing.
    fn called(&self) -> &'m BStr {
        let name = self.field("name").and_then(|id| self.module.metadata.get(id));
        match name {
            Some(Metadata::String(span)) => self.module.metadata.string(span),
            _ => BStr::new(b""),
        }
    }

    /// The function it lies in.
    fn function(&self) -> Option<Self> {
        let mut scope = Self::get(self.module, self.field("scope")?)?;
        for _ in 0..limits::SCOPE_DEPTH {
            match scope.name {
                "DISubprogram" => return Some(scope),
                "DILexicalBlock" | "DILexicalBlockFile" => {
                    scope = Self::get(self.module, scope.field("scope")?)?;
                }
                _ => return None,
            }
        }
        None
    }
}

/// Appends the variable, which part of it, and the function it lies in.
pub(super) fn append(out: &mut String, module: &Module, variable: Value, expression: Value) {
    let variable = DebugNode::operand(module, variable, "DILocalVariable");
    let expression = DebugNode::operand(module, expression, "DIExpression");
    let (Some(variable), Some(expression)) = (variable, expression) else { return };
    out.push_str(" ; var:\"");
    Name(variable.called()).append(out);
    out.push_str("\" ");
    if expression.is_distinct {
        out.push_str("distinct ");
    }
    out.push_str("!DIExpression(");
    crate::print::expression(out, module.dialect, expression.fields);
    out.push(')');
    if let Some(function) = variable.function() {
        out.push_str(" func:\"");
        Name(function.called()).append(out);
        out.push('"');
    }
}
