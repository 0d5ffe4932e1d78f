//! `cfg`: the control flow graphs of functions, and which of them call which.

use std::path::{Path, PathBuf};

use dx_bytecode::Program;
use dx_container::reader::Payload;
use dxil_ir::Module;

use crate::as_language::AsLanguage;
use crate::error::Error;
use crate::globals::Globals;
use crate::graph::{self, Graph};
use crate::instruction_name::{Instruction, InstructionName};
use crate::loading::loaded_shader::LoadedShader;
use crate::loading::program::{self, ModulePart, ProgramKind};
use crate::output::Output;
use crate::run::{Format, Run};
use crate::selection::chosen::Inputs;
use crate::selection::wanted::Wanted;
use crate::status::Status;
use crate::style::counted;

/// Draw the control flow graphs of functions.
///
/// In the text output, the lines in the left margin are the edges between basic blocks. An edge to the next block has
/// no line in the margin.
///
/// In programs of shader models 4 and 5, the `if`, `loop` and `switch` statements are converted to basic blocks.
///
/// --svg draws at most 1,500 blocks and at most 24 lines per block. The picture contains the number of blocks and lines
/// that are not drawn.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Cfg {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    language: AsLanguage,

    /// Draw an SVG picture instead of text.
    #[arg(long, conflicts_with = "dot")]
    svg: bool,

    /// Print the graph in Graphviz DOT format.
    #[arg(long)]
    dot: bool,

    /// Draw the call graph: functions of DXIL (without dx.op calls), labels of shader models 4 and 5.
    #[arg(long, conflicts_with_all = ["function", "brief"])]
    calls: bool,

    /// Draw only this function, named as in `dis` (DXBC: main, l3, fb0 or hs_fork_phase.0).
    #[arg(long, value_name = "NAME")]
    function: Option<String>,

    /// Draw only the basic block of this instruction, numbered as in `dis --numbers`, and its neighbours.
    #[arg(
        long,
        value_name = "FUNCTION:#NUMBER",
        value_parser = parse_instruction,
        conflicts_with_all = ["function", "calls"]
    )]
    instruction: Option<(String, usize)>,

    /// Draw basic blocks without instructions.
    #[arg(long)]
    brief: bool,

    /// Part from which the DXIL program is read [default: ILDB if present, else DXIL].
    #[arg(long, value_enum, ignore_case = true)]
    part: Option<ModulePart>,

    /// Output file, or output folder for FILE.svg, FILE.dot or FILE.txt.
    #[arg(short, long, value_name = "FILE|DIR")]
    output: Option<PathBuf>,
}

const EXAMPLES: &str = "\
EXAMPLES
  shader-tools cfg examples/scan_cs.dxil
  shader-tools cfg --svg examples/scan_cs.dxil -o out/scan.svg
  shader-tools cfg --instruction main:#9 examples/blur.dxbc
  shader-tools cfg --svg examples/ -o out/pictures/
  shader-tools cfg --calls --svg examples/terrain_lib.dxil -o out/calls.svg
  shader-tools cfg --dot examples/scan_cs.dxil | dot -Tpdf > a.pdf

More: docs/inspect.md";

/// Parses the value of --instruction.
fn parse_instruction(text: &str) -> Result<(String, usize), String> {
    match InstructionName::parse(text) {
        Some(InstructionName { function, instruction: Instruction::Numbered(number) }) => {
            Ok((function, number))
        }
        _ => Err("expected FUNCTION:#NUMBER, such as main:#7".to_owned()),
    }
}

impl Cfg {
    pub fn run(&self, globals: &Globals) -> Status {
        let mut run = Run::new(&self.inputs, Wanted::GRAPHS, globals, Format::Pages).without_trailing();
        run = run.in_language(self.language);
        let many = run.inputs.len() > 1;
        let output = Output::to(self.output.clone());
        // Several pictures are no document, while texts may follow on each other.
        let to_files = self.output.is_some() || self.svg;
        let inputs = if to_files { run.inputs.as_slice() } else { &[] };
        let writer = match output.open(inputs, &[], Some(self.extension())) {
            Ok(writer) => writer,
            Err(error) => return run.refuse(&error),
        };
        run.each(
            |input, bytes, out, _| {
                let graphs = self.graphs(bytes)?;
                let text = self.text(&input.name().to_string(), &graphs);
                if self.output.as_deref().is_some_and(|path| path != Path::new("-")) {
                    let text = anstream::adapter::strip_str(&text).to_string();
                    return writer
                        .write_text(input, self.extension(), |out| Ok(out.write_all(text.as_bytes())?));
                }
                if many {
                    writeln!(out, "// {}", input.name())?;
                }
                Ok(out.write_all(text.as_bytes())?)
            },
            |_, ()| {},
        );
        run.status()
    }

    fn extension(&self) -> &'static str {
        match (self.svg, self.dot) {
            (true, _) => ".svg",
            (_, true) => ".dot",
            _ => ".txt",
        }
    }

    fn text(&self, name: &str, graphs: &[Graph]) -> String {
        if self.svg {
            return graph::svg(name, graphs);
        }
        let print = if self.dot { graph::dot } else { graph::text };
        let texts: Vec<String> = graphs.iter().map(print).collect();
        texts.join("\n")
    }

    fn graphs(&self, bytes: &[u8]) -> Result<Vec<Graph>, Error> {
        let mut file = LoadedShader::open_module(bytes)?;
        if self.part.is_some() {
            return self.of_module(&file.module_in(self.part)?);
        }
        if let ProgramKind::Tokens(payload) = file.program()? {
            return self.of_tokens(payload);
        }
        self.of_module(&file.take_module()?)
    }

    fn of_module(&self, module: &Module) -> Result<Vec<Graph>, Error> {
        if self.calls {
            return Ok(vec![graph::module_calls(module)]);
        }
        let wanted = self.wanted().map(|name| program::function_called(module, name)).transpose()?;
        self.around(graph::of_module(module, wanted, !self.brief)?)
    }

    /// The name of the only function that is drawn.
    fn wanted(&self) -> Option<&str> {
        self.function.as_deref().or(self.instruction.as_ref().map(|(function, _)| function.as_str()))
    }

    /// The graphs, restricted to the neighbourhood of the wanted instruction.
    fn around(&self, graphs: Vec<Graph>) -> Result<Vec<Graph>, Error> {
        let Some((function, number)) = &self.instruction else { return Ok(graphs) };
        let found = graphs.iter().find_map(|graph| graph.around(*number));
        let found = found.ok_or_else(|| {
            let count =
                graphs.iter().flat_map(|graph| &graph.nodes).map(|node| node.instructions.len()).sum();
            let count = counted(count, "instruction");
            Error::Missing(format!(
                "instruction {number} of {function} does not exist: the function has {count}"
            ))
        })?;
        Ok(vec![found])
    }

    fn of_tokens(&self, payload: Payload<'_>) -> Result<Vec<Graph>, Error> {
        let program = Program::read(payload)?;
        if self.calls {
            return Ok(vec![graph::token_calls(&program)]);
        }
        let mut graphs = graph::of_tokens(&program, !self.brief);
        if let Some(name) = self.wanted() {
            let title = program::token_function_called(payload, name)?.to_string();
            graphs.retain(|graph| graph.title == title);
        }
        self.around(graphs)
    }
}
