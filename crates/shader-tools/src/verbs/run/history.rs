//! The history of a pixel of a draw, for people and as JSON.

use std::io::{self, Write};

use dxil_run::draw::{Number, PixelEvent, Value};
use serde_json::{Value as Json, json};

use crate::style::{self, counted, paint};

/// The history of a pixel.
pub struct History {
    pub pixel: [u32; 2],
    pub events: Vec<PixelEvent>,
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

/// The history as text: each lane that shaded the pixel, with its vertices.
pub fn write(out: &mut dyn Write, history: &History) -> io::Result<()> {
    let [x, y] = history.pixel;
    let title = paint(style::TITLE, format!("pixel {x},{y}"));
    if history.events.is_empty() {
        return writeln!(out, "{title}: no primitive covers it");
    }
    writeln!(out, "{title}: shaded {}", counted(history.events.len(), "time"))?;
    for event in &history.events {
        let side = if event.is_front { "front" } else { "back" };
        let sample = event.sample.map_or_else(String::new, |sample| format!(" for sample {sample}"));
        let more = [("view", event.view), ("layer", event.layer)];
        let more = more.iter().filter(|(_, number)| *number != 0);
        let more: String = more.map(|(what, number)| format!(", {what} {number}")).collect();
        writeln!(
            out,
            "  primitive {}{more}, {side}{sample}: covers samples {:#x}, {}",
            event.primitive,
            event.covered,
            fate(event)
        )?;
        for (what, values) in [("takes", &event.inputs), ("gives", &event.outputs)] {
            for value in values {
                writeln!(out, "    {what} {} = {}", value.semantic, numbers(value))?;
            }
        }
        for (number, vertex) in event.vertices.iter().enumerate() {
            let [x, y, depth] = vertex.at;
            write!(out, "    corner {number} at {x}, {y}, depth {depth}")?;
            for value in of_vertex(&vertex.values) {
                write!(out, "; {} = {}", value.semantic, numbers(value))?;
            }
            writeln!(out)?;
        }
    }
    Ok(())
}

/// What is of a vertex: where a pixel is, is of none.
fn of_vertex(values: &[Value]) -> impl Iterator<Item = &Value> {
    values.iter().filter(|value| !value.semantic.eq_ignore_ascii_case("SV_Position"))
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
    let events = history.events.iter().map(|event| {
        let vertices = event
            .vertices
            .iter()
            .map(|vertex| json!({ "at": vertex.at, "values": values(of_vertex(&vertex.values)) }));
        json!({
            "primitive": event.primitive,
            "view": event.view,
            "layer": event.layer,
            "front": event.is_front,
            "sample": event.sample,
            "covered": event.covered,
            "drawn": event.drawn,
            "discarded": event.is_discarded,
            "inputs": values(&event.inputs),
            "outputs": values(&event.outputs),
            "vertices": Json::from_iter(vertices),
        })
    });
    json!({ "pixel": history.pixel, "events": Json::from_iter(events) })
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
