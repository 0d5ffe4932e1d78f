//! The history of a pixel of a draw, for people and as JSON.

use std::io::{self, Write};

use dx_container::enums::ShaderKind;
use dxil_draw::{HistoryVertex, Number, Origin, PixelEvent, Value};
use dxil_run::trace::Trace;
use serde_json::{Value as Json, json};

use super::trace::{self, TraceText};
use crate::style::{self, counted, paint};

/// The history of a pixel.
pub struct History {
    pixel: [u32; 2],
    events: Vec<Event>,
}

/// A lane that shaded the pixel.
struct Event {
    /// The pass, from 0 on.
    pass: usize,
    lane: PixelEvent,
    trace: Option<TraceText>,
}

impl History {
    /// That of a pixel, of which nothing is known yet.
    pub fn new(pixel: [u32; 2]) -> Self {
        Self { pixel, events: Vec::new() }
    }

    /// Adds what happened in a pass.
    pub fn add(&mut self, pass: usize, events: Vec<PixelEvent>, text: impl Fn(Trace) -> TraceText) {
        self.events.extend(events.into_iter().map(|mut lane| {
            let trace = lane.trace.take().map(&text);
            Event { pass, lane, trace }
        }));
    }
}

/// A pixel, as the command line has it.
pub fn pixel(text: &str) -> Result<[u32; 2], String> {
    let number =
        |text: &str| text.trim().parse().map_err(|_| format!("{text:?} is not the number of a pixel"));
    match text.split_once(',') {
        Some((x, y)) => Ok([number(x)?, number(y)?]),
        None => Err("expected X,Y".to_owned()),
    }
}

/// The history as text: each lane that shaded the pixel, with its vertices and what it did.
pub fn write(out: &mut dyn Write, history: &History) -> io::Result<()> {
    let [x, y] = history.pixel;
    let title = paint(style::TITLE, format!("pixel {x},{y}"));
    if history.events.is_empty() {
        return writeln!(out, "{title}: no primitive covers it");
    }
    writeln!(out, "{title}: shaded {}", counted(history.events.len(), "time"))?;
    for Event { pass, lane, trace } in &history.events {
        let side = if lane.is_front { "front" } else { "back" };
        let sample = lane.sample.map_or_else(String::new, |sample| format!(" for sample {sample}"));
        let pass = u32::try_from(*pass).unwrap_or(u32::MAX);
        let more = [("pass", pass), ("view", lane.view), ("layer", lane.layer)];
        let more = more.iter().filter(|(_, number)| *number != 0);
        let more: String = more.map(|(what, number)| format!(", {what} {number}")).collect();
        writeln!(
            out,
            "  primitive {}{more}, {side}{sample}: covers samples {:#x}, {}",
            lane.primitive,
            lane.covered,
            fate(lane)
        )?;
        for (what, values) in [("takes", &lane.inputs), ("gives", &lane.outputs)] {
            for value in values {
                writeln!(out, "    {what} {} = {}", value.semantic, numbers(value))?;
            }
        }
        lane.vertices.iter().try_for_each(|vertex| write_vertex(out, vertex))?;
        for [x, y, depth] in &lane.cuts {
            writeln!(out, "    is cut at {x}, {y}, depth {depth}")?;
        }
        if let Some(trace) = trace {
            trace::write(out, "this lane", trace)?;
        }
    }
    Ok(())
}

fn write_vertex(out: &mut dyn Write, vertex: &HistoryVertex) -> io::Result<()> {
    write!(out, "    {}", origin(&vertex.origin))?;
    match vertex.at {
        Some([x, y, depth]) => write!(out, " at {x}, {y}, depth {depth}")?,
        None => write!(out, ", cut off")?,
    }
    for value in &vertex.values {
        write!(out, "; {} = {}", value.semantic, numbers(value))?;
    }
    writeln!(out)?;
    let mut before = vertex.origin.from.as_slice();
    while let [first, ..] = before {
        let all: Vec<_> = before.iter().map(origin).collect();
        writeln!(out, "      from {}", all.join(", "))?;
        before = &first.from;
    }
    Ok(())
}

/// Where a vertex comes from.
fn origin(origin: &Origin) -> String {
    let Origin { stage, number, of, .. } = origin;
    match *stage {
        ShaderKind::DOMAIN => format!("point {number} of patch {of}"),
        ShaderKind::GEOMETRY => format!("vertex {number} emitted for primitive {of}"),
        ShaderKind::MESH => format!("vertex {number} of group {of}"),
        _ => format!("vertex {number} of instance {of}"),
    }
}

fn fate(event: &PixelEvent) -> String {
    match event.drawn {
        _ if event.is_discarded => "discarded by the shader".to_owned(),
        0 => "not drawn: it fails the tests".to_owned(),
        drawn => format!("draws {drawn:#x}"),
    }
}

fn numbers(value: &Value) -> String {
    let each = value.numbers.iter().map(|number| match number {
        Number::Float(float) => format!("{float:?}"),
        Number::Unsigned(integer) => integer.to_string(),
        Number::Signed(integer) => integer.to_string(),
        Number::Unwritten => "unwritten".to_owned(),
    });
    each.collect::<Vec<_>>().join(", ")
}

/// The same as JSON.
pub fn json(history: &History) -> Json {
    let events = history.events.iter().map(|Event { pass, lane, trace }| {
        let vertices = lane.vertices.iter().map(
            |vertex| json!({ "origin": origin_json(&vertex.origin), "at": vertex.at, "values": values(&vertex.values) }),
        );
        let mut event = json!({
            "pass": pass,
            "primitive": lane.primitive,
            "view": lane.view,
            "layer": lane.layer,
            "front": lane.is_front,
            "sample": lane.sample,
            "covered": lane.covered,
            "drawn": lane.drawn,
            "discarded": lane.is_discarded,
            "inputs": values(&lane.inputs),
            "outputs": values(&lane.outputs),
            "vertices": Json::from_iter(vertices),
            "cuts": lane.cuts,
        });
        if let (Some(members), Some(trace)) = (event.as_object_mut(), trace) {
            members.insert("trace".to_owned(), trace::json(trace));
        }
        event
    });
    json!({ "pixel": history.pixel, "events": Json::from_iter(events) })
}

fn origin_json(origin: &Origin) -> Json {
    let from = origin.from.iter().map(origin_json);
    json!({
        "stage": origin.stage.to_string().to_lowercase(),
        "number": origin.number,
        "of": origin.of,
        "from": Json::from_iter(from),
    })
}

/// Values by their semantics; what JSON has no number for is text.
pub fn values<'v>(values: impl IntoIterator<Item = &'v Value>) -> Json {
    let number = |number: &Number| match number {
        Number::Float(float) if float.is_finite() => json!(float),
        Number::Float(float) => json!(format!("{float:?}")),
        Number::Unsigned(integer) => json!(integer),
        Number::Signed(integer) => json!(integer),
        Number::Unwritten => Json::Null,
    };
    let each = values.into_iter().map(|value| {
        let numbers: Vec<Json> = value.numbers.iter().map(number).collect();
        (value.semantic.clone(), Json::from(numbers))
    });
    Json::Object(each.collect())
}
