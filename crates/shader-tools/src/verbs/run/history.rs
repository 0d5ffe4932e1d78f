//! The history of a pixel of a draw, for people and as JSON.

use std::collections::BTreeMap;
use std::io::{self, Write};

use az::SaturatingAs as _;
use dx_container::enums::ShaderKind;
use dxil_draw::{HistoryVertex, Number, Origin, PixelEvent, Value};
use dxil_run::trace::Trace;
use serde::Serialize;

use super::trace::{self, TraceText};
use super::trace_object::TraceObject;
use crate::json::Mapped;
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
    let number = |text: &str| text.trim().parse().map_err(|_| format!("{text:?} is not a pixel coordinate"));
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
        let pass = (*pass).saturating_as::<u32>();
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
            writeln!(out, "    is clipped at {x}, {y}, depth {depth}")?;
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
        0 => "not drawn: depth or stencil test failed".to_owned(),
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

/// The history of a pixel.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "History"))]
pub struct HistoryObject<'a> {
    /// The lanes that shaded the pixel.
    events: Mapped<'a, Event, EventObject<'a>>,
    /// The coordinates of the pixel.
    pixel: [u32; 2],
}

/// A lane that shaded the pixel.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "PixelEvent"))]
struct EventObject<'a> {
    /// The bit mask of the samples that the primitive covers.
    covered: u32,
    /// The screen positions of the vertices that clipping added.
    cuts: &'a [[f64; 3]],
    /// True if the shader discarded the lane.
    discarded: bool,
    /// The bit mask of the samples that were written to the render targets.
    drawn: u32,
    /// True if the primitive is front-facing.
    front: bool,
    /// The inputs of the lane.
    inputs: Semantics<'a>,
    /// The index of the render target array slice.
    layer: u32,
    /// The outputs of the lane.
    outputs: Semantics<'a>,
    /// The index of the pass in the pipeline file.
    pass: usize,
    /// The index of the primitive in the instance.
    primitive: u32,
    /// The sample index; `null` if the shader runs once per pixel.
    sample: Option<u32>,
    /// The trace of the lane; only with `--trace`.
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<TraceObject<'a>>,
    /// The vertices of the primitive.
    vertices: Mapped<'a, HistoryVertex, VertexObject<'a>>,
    /// The index of the view instance.
    view: u32,
}

/// A vertex of the primitive.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Vertex"))]
struct VertexObject<'a> {
    /// The screen position: x, y and depth; `null` for a vertex that clipping removed.
    at: Option<[f64; 3]>,
    /// The shader invocation that produced the vertex.
    origin: OriginObject<'a>,
    /// The outputs of the vertex.
    values: Semantics<'a>,
}

/// A shader invocation that produced a vertex.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Origin"))]
struct OriginObject<'a> {
    /// The input vertices.
    from: Mapped<'a, Origin, OriginObject<'a>>,
    /// The index of the vertex.
    number: u32,
    /// The index of the instance, patch, primitive or thread group, depending on `stage`.
    of: u32,
    /// The stage that produced the vertex.
    stage: String,
}

/// Values by semantic.
pub type Semantics<'a> = BTreeMap<&'a str, Vec<NumberObject>>;

/// A component: a number, a string for a float that JSON cannot represent, or `null` if the lane did not write it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Component"))]
#[serde(untagged)]
pub enum NumberObject {
    Float(f64),
    Text(String),
    Unsigned(u32),
    Signed(i32),
    Unwritten(()),
}

impl History {
    /// The history in JSON.
    pub fn object(&self) -> HistoryObject<'_> {
        HistoryObject { events: Mapped::new(&self.events, EventObject::new), pixel: self.pixel }
    }
}

impl<'a> EventObject<'a> {
    fn new(Event { pass, lane, trace }: &'a Event) -> Self {
        Self {
            covered: lane.covered,
            cuts: &lane.cuts,
            discarded: lane.is_discarded,
            drawn: lane.drawn,
            front: lane.is_front,
            inputs: semantics(&lane.inputs),
            layer: lane.layer,
            outputs: semantics(&lane.outputs),
            pass: *pass,
            primitive: lane.primitive,
            sample: lane.sample,
            trace: trace.as_ref().map(TraceText::object),
            vertices: Mapped::new(&lane.vertices, |vertex| VertexObject {
                at: vertex.at,
                origin: OriginObject::new(&vertex.origin),
                values: semantics(&vertex.values),
            }),
            view: lane.view,
        }
    }
}

impl<'a> OriginObject<'a> {
    fn new(origin: &'a Origin) -> Self {
        Self {
            from: Mapped::new(&origin.from, OriginObject::new),
            number: origin.number,
            of: origin.of,
            stage: origin.stage.to_string().to_lowercase(),
        }
    }
}

/// The values by semantic.
pub fn semantics(values: &[Value]) -> Semantics<'_> {
    values.iter().map(|value| (value.semantic.as_str(), numbers_of(value))).collect()
}

fn numbers_of(value: &Value) -> Vec<NumberObject> {
    let number = |number: &Number| match *number {
        Number::Float(float) if float.is_finite() => NumberObject::Float(float.into()),
        Number::Float(float) => NumberObject::Text(format!("{float:?}")),
        Number::Unsigned(integer) => NumberObject::Unsigned(integer),
        Number::Signed(integer) => NumberObject::Signed(integer),
        Number::Unwritten => NumberObject::Unwritten(()),
    };
    value.numbers.iter().map(number).collect()
}
