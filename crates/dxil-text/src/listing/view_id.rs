//! Which outputs depend on the view, and on which inputs. Separate because each stage has other sets of outputs.

use dx_container::enums::ShaderKind;
use dx_container::flags::ShaderFlags;
use dxil::shader::{ViewIdDependencies, ViewIdState};

use super::page::Page;
use super::program::Program;

/// A set of outputs, and what they depend on.
struct Outputs<'s> {
    name: String,
    /// How many scalars.
    count: u32,
    /// Those that depend on the view, as bits; `None` where the listing does not say it.
    by_view: Option<&'s [u32]>,
    /// What they are made of, and how many scalars that are.
    inputs: (&'static str, u32),
    /// For each input in turn: the outputs that depend on it, as bits.
    by_input: &'s [u32],
}

/// Writes the section, where the module has such a state.
pub(super) fn print(page: &mut Page, program: &Program<'_>) {
    let named = program.module.named_metadata.iter().any(|named| named.name == "dx.viewIdState");
    if !named {
        return;
    }
    page.lines(&["", " ViewId state:", ""]);
    let kind = program.kind().unwrap_or(ShaderKind::LIBRARY);
    let uses_view_id = program.flags().contains(ShaderFlags::VIEW_ID);
    // Where it cannot be read, that has been said.
    let state = program.shader.view_id_state.as_ref();
    match state.map(|state: &ViewIdState| state.dependencies(kind, uses_view_id)) {
        Some(Ok(state)) => print_state(page, &state, kind),
        Some(Err(error)) => page.unreadable("dx.viewIdState", error),
        None => {}
    }
    page.blank();
}

fn print_state(page: &mut Page, state: &ViewIdDependencies, kind: ShaderKind) {
    let [first, ..] = state.outputs;
    let outputs = match kind {
        ShaderKind::GEOMETRY => {
            format!("outputs per stream: {{ {} }}", list(state.outputs.into_iter()))
        }
        _ => format!("outputs: {first}"),
    };
    let patch = match kind {
        ShaderKind::HULL | ShaderKind::DOMAIN => format!(", patchconst: {}", state.patch_constants),
        ShaderKind::MESH => format!(", primitive outputs: {}", state.patch_constants),
        _ => String::new(),
    };
    page.line(format_args!(" Number of inputs: {}, {outputs}{patch}", state.inputs));
    let sets = sets(state, kind);
    sets.iter().for_each(|outputs| outputs.print_by_view(page));
    sets.iter().for_each(|outputs| outputs.print_by_input(page));
}

/// The sets of outputs that a stage has, in the order of the listing.
fn sets(state: &ViewIdDependencies, kind: ShaderKind) -> Vec<Outputs<'_>> {
    let masks = &state.masks;
    let is_geometry = kind == ShaderKind::GEOMETRY;
    let mut sets = Vec::new();
    let by_stream = masks.view_id_outputs.iter().zip(&masks.input_to_outputs).zip(state.outputs);
    for (stream, ((by_view, by_input), count)) in by_stream.enumerate() {
        // Geometry shaders have the streams that they write; all others have one, whatever is in it.
        if if is_geometry { count > 0 } else { stream == 0 } {
            let name =
                if is_geometry { format!("Outputs for Stream {stream}") } else { "Outputs".to_owned() };
            let inputs = ("Inputs", state.inputs);
            sets.push(Outputs { name, count, by_view: Some(by_view), inputs, by_input });
        }
    }
    let patch = |name: &str| Outputs {
        name: name.to_owned(),
        count: state.patch_constants,
        by_view: Some(&masks.view_id_patch_or_primitive),
        inputs: ("Inputs", state.inputs),
        by_input: &masks.input_to_patch,
    };
    let [outputs, ..] = state.outputs;
    sets.extend(match kind {
        ShaderKind::HULL => Some(patch("PCOutputs")),
        ShaderKind::MESH => Some(patch("Primitive Outputs")),
        ShaderKind::DOMAIN => Some(Outputs {
            name: "Outputs".to_owned(),
            count: outputs,
            by_view: None,
            inputs: ("PCInputs", state.patch_constants),
            by_input: &masks.patch_to_outputs,
        }),
        _ => None,
    });
    sets
}

impl Outputs<'_> {
    fn print_by_view(&self, page: &mut Page) {
        let Some(by_view) = self.by_view else { return };
        // Where nothing asks for the view there are no bits, however many outputs there are said to be.
        let count = if by_view.is_empty() { 0 } else { self.count };
        let dependent = (0..count).filter(|output| bit(by_view, 0, *output));
        page.line(format_args!(" {} dependent on ViewId: {{ {} }}", self.name, list(dependent)));
    }

    fn print_by_input(&self, page: &mut Page) {
        let (inputs, input_count) = self.inputs;
        page.line(format_args!(" {inputs} contributing to computation of {}:", self.name));
        if self.by_input.is_empty() {
            return;
        }
        let width = u64::from(self.count.div_ceil(u32::BITS));
        for output in 0..self.count {
            let depends = |input: &u32| bit(self.by_input, u64::from(*input) * width, output);
            let inputs = list((0..input_count).filter(depends));
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
