//! `cfg`: the control flow graphs of functions.

use std::fmt::Write as _;
use std::path::PathBuf;

use dxil_ir::constants::ConstantKind;
use dxil_ir::{Body, GlobalId, Module, Op, Value, ValueKind};
use dxil_text::{Pieces, spelled};

use crate::cli::Globals;
use crate::error::Error;
use crate::program::{self, ModulePart};
use crate::run::{Format, Run};
use crate::status::Status;

/// Print the control flow graphs of DXIL programs.
///
/// Prints a Graphviz graph for each function: its basic blocks with their instructions, and the branches between them.
/// To draw them: shader-tools cfg --dot a.dxil | dot -Tsvg > a.svg
#[derive(Debug, clap::Args)]
pub struct Cfg {
    /// Files, folders, - for standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// Print the graphs in the DOT language of Graphviz, the only format so far.
    #[arg(long, required = true)]
    dot: bool,

    /// Print only the function with this name, spelled as in `dis`.
    #[arg(long, value_name = "NAME")]
    function: Option<String>,

    /// Omit the instructions.
    #[arg(long)]
    brief: bool,

    /// The part of a container with the program [default: ILDB if present, else DXIL].
    #[arg(long, value_enum, ignore_case = true)]
    part: Option<ModulePart>,
}

impl Cfg {
    pub fn run(&self, globals: &Globals) -> Status {
        let mut run = Run::of_programs(&self.files, globals, Format::Pages).without_trailing();
        let many = run.inputs.len() > 1;
        run.each(
            |input, bytes, out, _| {
                let module = program::module_of(bytes, self.part)?;
                if many {
                    writeln!(out, "// {}", input.name())?;
                }
                Ok(out.write_all(self.graphs(&module)?.as_bytes())?)
            },
            |_, ()| {},
        );
        run.status()
    }

    fn graphs(&self, module: &Module) -> Result<String, Error> {
        let mut out = String::new();
        let mut pieces = Pieces::of(module);
        for (id, global, body) in module.bodies() {
            let name = spelled(global.name.as_ref());
            if self.function.as_ref().is_some_and(|wanted| *wanted != name) {
                continue;
            }
            if !out.is_empty() {
                out.push('\n');
            }
            let names = pieces.block_names(global, body)?;
            let _ = writeln!(out, "digraph \"{}\" {{", quoted(&name));
            out.push_str("  node [shape=box, fontname=\"monospace\"];\n");
            self.blocks(&mut out, (id, body), &names, &mut pieces)?;
            edges(&mut out, module, body);
            out.push_str("}\n");
        }
        match &self.function {
            Some(name) if out.is_empty() => Err(Error::Missing(format!("no function {name} with a body"))),
            _ => Ok(out),
        }
    }

    fn blocks(
        &self,
        out: &mut String,
        (id, body): (GlobalId, &Body),
        names: &[String],
        pieces: &mut Pieces<'_>,
    ) -> Result<(), Error> {
        let lines = if self.brief { Vec::new() } else { pieces.lines(id)? };
        let mut lines = lines.iter();
        for (block, name) in body.layout.iter().zip(names) {
            let _ = write!(out, "  b{} [label=\"{}:\\l", block.as_u32(), quoted(name));
            for line in lines.by_ref().take(body.instructions_of(*block).len()) {
                // A switch has lines of its own.
                for text in line.text.lines() {
                    let _ = write!(out, "  {}\\l", quoted(text));
                }
            }
            out.push_str("\"];\n");
        }
        Ok(())
    }
}

/// Adds the branches between blocks, labelled with their conditions.
fn edges(out: &mut String, module: &Module, body: &Body) {
    for block in &body.layout {
        let last = body.instructions_of(*block).last().and_then(|id| body.instructions.get(*id));
        let Some(op) = last.map(|last| &last.op).filter(|op| op.is_terminator()) else { continue };
        let (first, rest) = op.blocks(&body.lists);
        for (index, target) in first.iter().chain(rest).enumerate() {
            let label = match (op, index) {
                (Op::ConditionalBranch(..), 0) => "true".to_owned(),
                (Op::ConditionalBranch(..), _) => "false".to_owned(),
                (Op::Switch { .. }, 0) => "default".to_owned(),
                (Op::Switch { cases, .. }, index) => {
                    let case = cases.as_slice(&body.lists.values).get(index - 1);
                    case.and_then(|case| number(module, *case)).unwrap_or_default()
                }
                _ => String::new(),
            };
            let _ = writeln!(out, "  b{} -> b{} [label=\"{label}\"];", block.as_u32(), target.as_u32());
        }
    }
}

fn number(module: &Module, value: Value) -> Option<String> {
    let ValueKind::Constant(id) = value.kind() else { return None };
    match module.constants.get(id)?.kind {
        ConstantKind::Null => Some("0".to_owned()),
        ConstantKind::Integer(number) => Some(number.to_string()),
        _ => None,
    }
}

/// `text` escaped for a quoted string.
fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
