//! `inspect --source`: the HLSL that a shader was compiled from, and beside each line how many instructions it became.
//! Separate from the page because it shows no part, but what debug information says, wherever that is.

use std::collections::BTreeMap;
use std::io::{self, Write};

use bstr::{BStr, ByteSlice as _};
use dxil::assemble::{is_debug_function, may_have_debug_information};
use dxil_ir::verify::IrPlace;
use dxil_ir::{Instruction, Module, Op, ValueKind};

use crate::error::Error;
use crate::json::in_utf8;
use crate::judging::{DebugFiles, DebugProgram, SourcePlaces, SourceTexts, printable, source_texts};
use crate::loading::loaded_shader::LoadedShader;
use crate::loading::program::{self, ProgramKind};
use crate::loading::recorded_sources::Recorded;
use crate::selection::input::Input;
use crate::style::{DIM, GUTTER, KEY, NOTE, TITLE, counted, grouped, paint};

/// Writes the sources of a shader.
pub fn write(
    input: &Input,
    file: &LoadedShader<'_>,
    files: &DebugFiles,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let container = file.container()?;
    if let ProgramKind::Tokens(_) = program::find(&container)? {
        let Some(recorded) = Recorded::of(&container) else { return Err(none()) };
        let recorded = recorded.map_err(|error| file.placed(error))?;
        writeln!(out, "{}{}", paint(TITLE, input.name()), file.about())?;
        let note = format!("instructions per line are not available for {}", recorded.part());
        writeln!(out, "{}", paint(NOTE, note))?;
        return recorded.each_source(|name, text| {
            write_file(out, &in_utf8(name), Some(text), &BTreeMap::new(), "").map_err(Error::from)
        });
    }
    let own = file.module_in(None)?;
    let debug = match may_have_debug_information(&own) {
        true => None,
        false => DebugProgram::of(&container, None, input.path(), files),
    };
    let (module, texts, from) = match debug {
        Some(debug) => (debug.module, debug.texts, debug.file),
        None => {
            let texts = source_texts(&own, Some(&container));
            (own, texts, None)
        }
    };
    let counted = Counted::of(&module, texts);
    if counted.texts.is_empty() && counted.lines.is_empty() {
        return Err(none());
    }
    writeln!(out, "{}{}", paint(TITLE, input.name()), file.about())?;
    if let Some(from) = from {
        writeln!(out, "{}", paint(NOTE, format!("debug information: {from}")))?;
    }
    Ok(counted.write(out)?)
}

fn none() -> Error {
    let text = "no sources and no debug information: compile with -Zi -Qembed_debug, or name the PDB with \
                --pdb";
    Error::Missing(text.to_owned())
}

/// The instructions of each line.
struct Counted {
    texts: SourceTexts,
    /// By file and line. A file is one of the texts, or a name without any.
    lines: BTreeMap<Result<usize, String>, BTreeMap<u32, usize>>,
    all: usize,
    /// Those that come from no line.
    nowhere: usize,
}

impl Counted {
    fn of(module: &Module, texts: SourceTexts) -> Self {
        let mut counted = Self { texts, lines: BTreeMap::new(), all: 0, nowhere: 0 };
        let mut places = SourcePlaces::of(module);
        for (function, _, body) in module.bodies() {
            for (_, id, instruction) in body.in_order() {
                if is_of_debug_information(module, instruction) {
                    continue;
                }
                counted.all += 1;
                let place = IrPlace::Instruction { function, block: 0, index: 0, id };
                let Some(place) = places.find(place) else {
                    counted.nowhere += 1;
                    continue;
                };
                let name = place.file.unwrap_or_default();
                let file = counted.texts.index_of(&name).ok_or(name);
                *counted.lines.entry(file).or_default().entry(place.line).or_default() += 1;
            }
        }
        counted
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let (empty, all) = (BTreeMap::new(), counted(self.all, "instruction"));
        for (index, (name, text)) in self.texts.files().enumerate() {
            write_file(out, name, Some(text), self.lines.get(&Ok(index)).unwrap_or(&empty), &all)?;
        }
        for (file, lines) in &self.lines {
            if let Err(name) = file {
                write_file(out, name, None, lines, &all)?;
            }
        }
        if self.nowhere > 0 {
            let note = format!("{} of {all} have no source line", grouped(self.nowhere as u64));
            writeln!(out, "\n{}", paint(DIM, note))?;
        }
        Ok(())
    }
}

/// Whether an instruction only says where a variable is.
fn is_of_debug_information(module: &Module, instruction: &Instruction) -> bool {
    let Op::Call { callee, .. } = &instruction.op else { return false };
    let ValueKind::Global(id) = callee.kind() else { return false };
    module.globals.get(id).is_some_and(|global| is_debug_function(global.name.as_ref()))
}

/// Writes the lines of a file with how many instructions each became; without its text, those that became some.
fn write_file(
    out: &mut dyn Write,
    name: &str,
    text: Option<&BStr>,
    lines: &BTreeMap<u32, usize>,
    all: &str,
) -> io::Result<()> {
    let sum: usize = lines.values().sum();
    let share = if all.is_empty() { String::new() } else { format!(", {} of {all}", grouped(sum as u64)) };
    let missing = if text.is_none() { " (source text not available)" } else { "" };
    writeln!(out, "\n{}{}", paint(KEY, printable(name)), paint(DIM, format!("{share}{missing}")))?;
    let count = |line: u32| lines.get(&line).map_or(String::new(), |count| grouped(*count as u64));
    let Some(text) = text else {
        return lines.keys().try_for_each(|line| {
            writeln!(out, "{:>7} {}", count(*line), paint(GUTTER, format!("{line:>5}")))
        });
    };
    for (number, line) in (1..).zip(text.lines()) {
        let (count, line) = (count(number), printable(&in_utf8(line.as_bstr())));
        let row = format!("{count:>7} {} {line}", paint(GUTTER, format!("{number:>5}")));
        writeln!(out, "{}", row.trim_end())?;
    }
    Ok(())
}
