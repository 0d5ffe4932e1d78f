//! `cfg`: the ways through functions, as a graph.

use std::fmt::Write as _;
use std::path::PathBuf;

use dxil::ir::constants::ConstantKind;
use dxil::ir::{Body, GlobalId, Module, Op, Value, ValueKind};
use dxil_text::{Pieces, spelled};

use crate::cli::Globals;
use crate::error::Error;
use crate::program::{self, ModulePart};
use crate::run::{Format, Run};
use crate::status::Status;

/// Draw the control flow of DXIL programs.
///
/// Each function is a graph in the language of Graphviz: blocks with their instructions, and the ways between them. To see
/// it: shader-tools cfg --dot a.dxil | dot -Tsvg > a.svg
#[derive(Debug, clap::Args)]
pub struct Cfg {
    /// Files, folders, - for standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// Print graphs for Graphviz, which is all there is.
    #[arg(long, required = true)]
    dot: bool,

    /// Only functions with this name, as dis spells it.
    #[arg(long, value_name = "NAME")]
    function: Option<String>,

    /// Leave the instructions out.
    #[arg(long)]
    brief: bool,

    /// Which program of a container; else ILDB if it is there, or DXIL.
    #[arg(long, value_enum, ignore_case = true)]
    part: Option<ModulePart>,
}

impl Cfg {
    pub fn run(&self, globals: &Globals) -> Status {
        let mut run = Run::of_programs(&self.files, globals, Format::Pages);
        run.each(
            |_, bytes, out, _| {
                let module = program::module_of(bytes, self.part)?;
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
            Some(name) if out.is_empty() => {
                Err(Error::Missing(format!("no function {name} with instructions in it")))
            }
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

/// Adds the ways from block to block, with what decides which one is gone.
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

/// As it stands between quotes.
fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
