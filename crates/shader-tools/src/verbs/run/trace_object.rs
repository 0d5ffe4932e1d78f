//! A trace as JSON.

use dxil_run::trace::Active;
use serde::Serialize;

use super::trace::{Instruction, Row, TraceText, count, mask};
use crate::json::{Each, Mapped};

/// The schema of [`TraceObject`].
const SCHEMA: &str = "shader-tools.run.trace/1";

/// The trace of a shader.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Trace"))]
pub struct TraceObject<'a> {
    /// The events, in the order of execution.
    events: Each<'a, EventObject<'a>>,
    /// The executed instructions, each once.
    instructions: Mapped<'a, Instruction, InstructionObject<'a>>,
    /// The number of events beyond `--trace-limit`.
    omitted: u64,
    /// The name and version of the schema of a trace.
    schema: &'static str,
}

/// An instruction.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Instruction"))]
struct InstructionObject<'a> {
    /// The name of the basic block.
    block: &'a str,
    /// The name of the function.
    function: &'a str,
    /// The HLSL line; `null` without debug information.
    source: Option<&'a str>,
    /// The text of the instruction.
    text: &'a str,
}

/// The begin of a basic block, or an executed instruction.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Event"))]
#[serde(untagged)]
enum EventObject<'a> {
    /// The begin of a basic block.
    Block {
        /// The name of the basic block.
        block: &'a str,
        /// The name of the function.
        function: &'a str,
        lanes: LanesObject,
    },
    /// An executed instruction.
    Instruction {
        /// The index in `instructions`.
        instruction: usize,
        lanes: LanesObject,
        /// The results.
        values: Mapped<'a, (u32, Vec<String>), ResultObject<'a>>,
    },
}

/// The lanes of a wave that executed an event.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "ActiveLanes"))]
struct LanesObject {
    /// The number of active lanes.
    active: u32,
    /// The number of lanes.
    lanes: u32,
    /// The active lanes as a bit mask.
    mask: String,
    /// The index of the wave.
    wave: u32,
}

/// The result of an instruction in a thread.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Result"))]
struct ResultObject<'a> {
    /// The index of the thread.
    thread: u32,
    /// The scalars of the result.
    value: &'a [String],
}

impl TraceText {
    /// The trace in JSON.
    pub fn object(&self) -> TraceObject<'_> {
        TraceObject {
            events: Each::new(|| self.rows.iter().map(|row| EventObject::new(row, self.wave_size))),
            instructions: Mapped::new(&self.instructions, InstructionObject::new),
            omitted: self.left_out,
            schema: SCHEMA,
        }
    }
}

impl<'a> EventObject<'a> {
    fn new(row: &'a Row, wave_size: u32) -> Self {
        match row {
            Row::Block { function, block, lanes } => {
                Self::Block { block, function, lanes: LanesObject::new(*lanes, wave_size) }
            }
            Row::Instruction { index, lanes, values } => Self::Instruction {
                instruction: *index,
                lanes: LanesObject::new(*lanes, wave_size),
                values: Mapped::new(values, |(thread, value)| ResultObject { thread: *thread, value }),
            },
        }
    }
}

impl<'a> InstructionObject<'a> {
    fn new(instruction: &'a Instruction) -> Self {
        let Instruction { function, block, text, source } = instruction;
        Self { block, function, source: source.as_deref(), text }
    }
}

impl LanesObject {
    fn new(lanes: Active, wave_size: u32) -> Self {
        Self {
            active: count(lanes.active),
            lanes: count(lanes.exist),
            mask: mask(lanes, wave_size),
            wave: lanes.first_thread / wave_size.max(1),
        }
    }
}
