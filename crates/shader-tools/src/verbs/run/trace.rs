//! A trace as text.

use dxil::ops::is_handle_type;
use std::collections::HashMap;
use std::io::{self, Write};

use dxil_ir::verify::IrPlace;
use dxil_ir::{GlobalId, InstructionId};
use dxil_run::trace::{Active, Event, Trace, Traced};
use dxil_run::{Program, Scalar};
use located::Severity;

use super::data;
use super::shader::RunnableShader;
use crate::judging::{Finding, ModulePlaces, printable};
use crate::style::{self, grouped, paint};

/// A trace that can be shown: instructions as text, and each once.
pub struct TraceText {
    pub(super) rows: Vec<Row>,
    pub(super) instructions: Vec<Instruction>,
    pub(super) left_out: u64,
    pub(super) wave_size: u32,
}

pub(super) struct Instruction {
    pub function: String,
    pub block: String,
    pub text: String,
    /// The line of HLSL.
    pub source: Option<String>,
}

pub(super) enum Row {
    Block { function: String, block: String, lanes: Active },
    Instruction { index: usize, lanes: Active, values: Vec<(u32, Vec<String>)> },
}

/// What is known of instructions that were met.
struct Known<'m> {
    shader: &'m RunnableShader,
    program: &'m Program,
    places: ModulePlaces<'m>,
    by_origin: HashMap<(GlobalId, InstructionId), IrPlace>,
    /// Which of the instructions each is, and whether it gives a handle.
    numbers: HashMap<(GlobalId, InstructionId), (usize, bool)>,
    blocks: HashMap<(GlobalId, u32), (String, String)>,
    instructions: Vec<Instruction>,
}

impl TraceText {
    pub fn of(shader: &RunnableShader, program: &Program, wave_size: u32, trace: Trace) -> Self {
        let mut known = Known {
            shader,
            program,
            places: ModulePlaces::of(&shader.module),
            by_origin: shader.places(),
            numbers: HashMap::new(),
            blocks: HashMap::new(),
            instructions: Vec::new(),
        };
        let left_out = trace.left_out;
        let rows = trace.events.into_iter().map(|event| known.row(event)).collect();
        Self { rows, instructions: known.instructions, left_out, wave_size }
    }
}

impl Known<'_> {
    fn row(&mut self, event: Event) -> Row {
        match event {
            Event::Block { function, block, lanes } => {
                let (function, block) = self.block(function, block);
                Row::Block { function, block, lanes }
            }
            Event::Instruction { function, instruction, lanes, values } => {
                let (index, is_handle) = self.instruction(function, instruction);
                let text = |value: &Traced| self.value(value, is_handle);
                let values = values.iter();
                let values =
                    values.map(|(thread, values)| (*thread, values.iter().map(text).collect())).collect();
                Row::Instruction { index, lanes, values }
            }
        }
    }

    fn block(&mut self, function: GlobalId, block: u32) -> (String, String) {
        let places = &mut self.places;
        let names = self.blocks.entry((function, block)).or_insert_with(|| {
            let mut found = Finding::new("", Severity::Error, String::new());
            places.describe(IrPlace::Block { function, block }, &mut found);
            (found.function.unwrap_or_default(), found.block.unwrap_or_default())
        });
        names.clone()
    }

    fn instruction(&mut self, function: GlobalId, id: InstructionId) -> (usize, bool) {
        if let Some(known) = self.numbers.get(&(function, id)) {
            return *known;
        }
        let mut found = Finding::new("", Severity::Error, String::new());
        if let Some(place) = self.by_origin.get(&(function, id)) {
            self.places.describe(*place, &mut found);
        }
        self.instructions.push(Instruction {
            function: found.function.unwrap_or_default(),
            block: found.block.unwrap_or_default(),
            text: found.instruction.unwrap_or_default(),
            source: found.source.map(|source| source.shown()),
        });
        let known = (self.instructions.len() - 1, self.is_handle(function, id).unwrap_or(false));
        self.numbers.insert((function, id), known);
        known
    }

    /// Whether an instruction gives a handle of a resource.
    fn is_handle(&self, function: GlobalId, id: InstructionId) -> Option<bool> {
        let module = &self.shader.module;
        let instruction = module.globals.get(function)?.body()?.instructions.get(id)?;
        Some(is_handle_type(module, instruction.ty))
    }

    fn value(&self, value: &Traced, is_handle: bool) -> String {
        if !value.is_defined {
            return "undef".to_owned();
        }
        let slot = (value.bits >> dxil_run::resources::SLOT_SHIFT) as usize;
        match self.program.slots().get(slot).filter(|_| is_handle && value.scalar == Scalar::I32) {
            Some(slot) => {
                let index = value.bits & ((1 << dxil_run::resources::SLOT_SHIFT) - 1);
                if slot.count == 1 { slot.label() } else { format!("{}[{index}]", slot.label()) }
            }
            None => data::scalar_text(value.bits, value.scalar),
        }
    }
}

/// The active lanes as a number, 32 bits a block.
pub(super) fn mask(lanes: Active, wave_size: u32) -> String {
    let blocks = wave_size.div_ceil(32) as usize;
    let digits = (wave_size.min(32) / 4) as usize;
    let words = lanes.active.iter().take(blocks).rev().map(|word| format!("{word:0digits$x}"));
    format!("0x{}", words.collect::<String>())
}

pub(super) fn count(mask: [u32; 4]) -> u32 {
    mask.iter().map(|word| word.count_ones()).sum()
}

/// A value of several scalars, as assembly has structures.
fn joined(values: &[String]) -> String {
    match values {
        [value] => value.clone(),
        values => format!("{{ {} }}", values.join(", ")),
    }
}

/// The trace as text.
pub fn write(out: &mut dyn Write, name: &str, trace: &TraceText) -> io::Result<()> {
    writeln!(out, "{}", paint(style::TITLE, format!("trace of {name}")))?;
    let mut last = None;
    let mut last_source = None;
    for row in &trace.rows {
        let (function, block, lanes) = match row {
            Row::Block { function, block, lanes } => (function, block, *lanes),
            Row::Instruction { index, lanes, .. } => {
                let Some(instruction) = trace.instructions.get(*index) else { continue };
                (&instruction.function, &instruction.block, *lanes)
            }
        };
        // Also where it goes on after a call, or after another wave.
        if matches!(row, Row::Block { .. }) || last != Some((function, block, lanes)) {
            let wave = lanes.first_thread / trace.wave_size.max(1);
            let (active, all) = (count(lanes.active), count(lanes.exist));
            let place = paint(style::KEY, printable(&format!("{function} {block}")));
            write!(out, "{place}: wave {wave}, {active} of {all} lanes")?;
            match active == all {
                true => writeln!(out)?,
                false => writeln!(out, ", {}", mask(lanes, trace.wave_size))?,
            }
            last = Some((function, block, lanes));
        }
        let Row::Instruction { index, values, .. } = row else { continue };
        let Some(instruction) = trace.instructions.get(*index) else { continue };
        if instruction.source.is_some() && instruction.source != last_source {
            let source = instruction.source.as_deref().unwrap_or_default();
            writeln!(out, "  {}", paint(style::DIM, printable(&format!("; {source}"))))?;
            last_source.clone_from(&instruction.source);
        }
        write!(out, "  {}", printable(&instruction.text))?;
        if values.is_empty() || values.iter().all(|(_, values)| values.is_empty()) {
            writeln!(out)?;
            continue;
        }
        let texts = values.iter().map(|(thread, values)| format!("{thread}: {}", joined(values)));
        writeln!(out, "  ; {}", texts.collect::<Vec<_>>().join("  "))?;
    }
    if trace.left_out > 0 {
        writeln!(out, "  ... and {} more (see --trace-limit)", grouped(trace.left_out))?;
    }
    writeln!(out)
}
