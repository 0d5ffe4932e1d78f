//! Which outputs depend on the view, and on which inputs: `dx.viewIdState` taken apart. Separate because it is packed in a
//! way of its own.

use dx_container::enums::ShaderKind;
use dxil::ir::constants::{Constant, ConstantKind};
use dxil::ir::{Module, Type, Value, ValueKind};

use super::nodes::{self, Node, low_word};
use super::page::Page;
use super::shader::Shader;

/// Streams of a geometry shader.
const STREAMS: usize = 4;

/// The state of a set of outputs: one stream's, or those for patches or primitives.
#[derive(Default)]
struct Outputs {
    /// How many scalars.
    count: u32,
    /// Those that depend on the view, as bits.
    by_view: Vec<u32>,
    /// How many scalars they are made of.
    input_count: u32,
    /// For each input in turn: the outputs that depend on it, as bits.
    by_input: Vec<u32>,
}

/// The whole state.
struct State {
    input_count: u32,
    /// One, or four of a geometry shader.
    streams: Vec<Outputs>,
    /// For patches or primitives: what is put out; of a domain shader what depends on them.
    patch: Option<(u32, Outputs)>,
}

/// Writes the section, where the module has such a state.
pub(super) fn print(page: &mut Page, shader: &Shader<'_>) {
    let Some(metadata) = nodes::named(shader.module, "dx.viewIdState") else { return };
    page.lines(&["", " ViewId state:", ""]);
    let node = metadata.first().and_then(|id| Node::get(shader.module, *id));
    let words = node.and_then(|node| words(shader.module, node.constant(0)?)).unwrap_or_default();
    match State::read(&words, shader) {
        Some(state) => state.print(page, shader.kind),
        None => page.line(" dx.viewIdState cannot be read: it ends early"),
    }
    page.blank();
}

/// The words of the constant that holds the state.
fn words(module: &Module, constant: &Constant) -> Option<Vec<u32>> {
    let number = |value: &Value| match value.kind() {
        ValueKind::Constant(id) => module.constants.get(id).and_then(nodes::integer).map(low_word),
        _ => None,
    };
    match (&constant.kind, module.types.get(constant.ty)?) {
        (ConstantKind::Data(words), _) => words.iter().map(|word| u32::try_from(*word).ok()).collect(),
        (ConstantKind::Aggregate(values), _) => values.iter().map(number).collect(),
        // Of a long array of zeros it is enough to say that there are no scalars.
        (ConstantKind::Null, Type::Array(_, len)) => {
            Some(vec![0; usize::try_from(*len).ok()?.min(STREAMS + 2)])
        }
        _ => None,
    }
}

/// The words, one run after the other.
struct Words<'w> {
    left: &'w [u32],
}

impl Words<'_> {
    fn next(&mut self) -> Option<u32> {
        self.take(1, 1)?.first().copied()
    }

    fn take(&mut self, rows: u32, width: u32) -> Option<Vec<u32>> {
        let len = usize::try_from(u64::from(rows) * u64::from(width)).ok()?;
        let (taken, left) = self.left.split_at_checked(len)?;
        self.left = left;
        Some(taken.to_vec())
    }
}

impl State {
    fn read(words: &[u32], shader: &Shader<'_>) -> Option<Self> {
        let mut words = Words { left: words };
        let input_count = words.next()?;
        let stream_count = if shader.kind == Some(ShaderKind::GEOMETRY) { STREAMS } else { 1 };
        let mut streams = Vec::with_capacity(stream_count);
        for _ in 0..stream_count {
            let count = words.next()?;
            streams.push(Outputs::read(&mut words, count, input_count, shader.uses_view_id())?);
        }
        let patch = match shader.kind {
            Some(ShaderKind::HULL | ShaderKind::MESH) => {
                let count = words.next()?;
                Some((count, Outputs::read(&mut words, count, input_count, shader.uses_view_id())?))
            }
            Some(ShaderKind::DOMAIN) => {
                let count = words.next()?;
                let output_count = streams.first().map_or(0, |outputs| outputs.count);
                Some((count, Outputs::read(&mut words, output_count, count, false)?))
            }
            _ => None,
        };
        Some(Self { input_count, streams, patch })
    }

    fn print(&self, page: &mut Page, kind: Option<ShaderKind>) {
        let is_geometry = kind == Some(ShaderKind::GEOMETRY);
        let counts: Vec<_> = self.streams.iter().map(|outputs| outputs.count.to_string()).collect();
        let outputs = match is_geometry {
            true => format!("outputs per stream: {{ {} }}", counts.join(", ")),
            false => format!("outputs: {}", counts.join(", ")),
        };
        // What the patches or primitives are called where they are counted, put out, and put in.
        let (counted, named) = match kind {
            Some(ShaderKind::HULL) => ("patchconst", "PCOutputs"),
            Some(ShaderKind::MESH) => ("primitive outputs", "Primitive Outputs"),
            _ => ("patchconst", "PCInputs"),
        };
        let patch = self.patch.as_ref().map_or(String::new(), |(count, _)| format!(", {counted}: {count}"));
        page.line(format_args!(" Number of inputs: {}, {outputs}{patch}", self.input_count));
        let streams: Vec<_> = match is_geometry {
            true => (self.streams.iter().enumerate())
                .filter(|(_, outputs)| outputs.count > 0)
                .map(|(stream, outputs)| (format!("Outputs for Stream {stream}"), outputs))
                .collect(),
            false => self.streams.iter().map(|outputs| ("Outputs".to_owned(), outputs)).collect(),
        };
        let is_domain = kind == Some(ShaderKind::DOMAIN);
        let patch = self.patch.as_ref().map(|(_, outputs)| outputs);
        streams.iter().for_each(|(name, outputs)| outputs.print_by_view(page, name));
        if let Some(outputs) = patch.filter(|_| !is_domain) {
            outputs.print_by_view(page, named);
        }
        streams.iter().for_each(|(name, outputs)| outputs.print_by_input(page, "Inputs", name));
        match patch {
            Some(outputs) if is_domain => outputs.print_by_input(page, named, "Outputs"),
            Some(outputs) => outputs.print_by_input(page, "Inputs", named),
            None => {}
        }
    }
}

impl Outputs {
    fn read(words: &mut Words<'_>, count: u32, input_count: u32, has_view: bool) -> Option<Self> {
        let width = count.div_ceil(u32::BITS);
        let by_view = if has_view { words.take(1, width)? } else { Vec::new() };
        let by_input = words.take(input_count, width)?;
        Some(Self { count, by_view, input_count, by_input })
    }

    fn print_by_view(&self, page: &mut Page, name: &str) {
        // Where nothing asks for the view there are no bits, however many outputs there are said to be.
        let count = if self.by_view.is_empty() { 0 } else { self.count };
        let dependent = (0..count).filter(|output| bit(&self.by_view, 0, *output));
        page.line(format_args!(" {name} dependent on ViewId: {{ {} }}", list(dependent)));
    }

    fn print_by_input(&self, page: &mut Page, inputs: &str, name: &str) {
        page.line(format_args!(" {inputs} contributing to computation of {name}:"));
        if self.by_input.is_empty() {
            return;
        }
        let width = u64::from(self.count.div_ceil(u32::BITS));
        for output in 0..self.count {
            let depends = |input: &u32| bit(&self.by_input, u64::from(*input) * width, output);
            let inputs = list((0..self.input_count).filter(depends));
            if !inputs.is_empty() {
                page.line(format_args!("   output {output} depends on inputs: {{ {inputs} }}"));
            }
        }
    }
}

/// Whether bit `index` is set, counted from word `start` on.
fn bit(words: &[u32], start: u64, index: u32) -> bool {
    let word = usize::try_from(start + u64::from(index / u32::BITS)).ok().and_then(|at| words.get(at));
    word.is_some_and(|word| word >> (index % u32::BITS) & 1 == 1)
}

fn list(numbers: impl Iterator<Item = u32>) -> String {
    numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(", ")
}
