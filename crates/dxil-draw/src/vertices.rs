//! Vertex fetch: what the input layout says of each input of the vertex shader, read from buffers and converted.
//! Missing components are 0, 0, 0 and 1; beyond the end of a buffer is zero.

use dx_container::enums::{SemanticKind, ShaderKind};

use super::link::misfit;
use dxil_run::Result;
use dxil_run::Scalar;
use dxil_run::resources::format::to_register;
use dxil_run::resources::{Format, Resources};
use dxil_run::stage::Signature;

/// Indices of vertices, in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IndexBuffer {
    /// The index of the memory in [`Resources::memories`](dxil_run::Resources::memories).
    pub memory: usize,
    /// The first byte.
    pub offset: u64,
    /// Bytes of an index: 2 or 4.
    pub bytes: u32,
    /// The index that ends a strip, if one does.
    pub cut: Option<u32>,
}

/// A buffer of vertices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VertexBuffer {
    /// Which memory, in [`Resources::memories`].
    pub memory: usize,
    /// Its first byte.
    pub offset: u64,
    /// Bytes from one vertex to the next.
    pub stride: u64,
    /// After how many instances the next element is taken; `None` for one each vertex.
    pub step: Option<u32>,
}

/// An element of an input layout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputElement {
    /// The name of its semantic, with the index where that is not 0.
    pub semantic: String,
    /// Its buffer, of [`InputLayout::buffers`].
    pub buffer: usize,
    /// Its first byte in a vertex.
    pub offset: u64,
    /// How it is stored.
    pub format: Format,
}

/// What vertices consist of.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct InputLayout {
    /// The buffers.
    pub buffers: Vec<VertexBuffer>,
    /// The elements.
    pub elements: Vec<InputElement>,
}

/// Where a scalar of a vertex shader's input comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Source {
    /// A component of an element of the layout.
    Element(usize, usize, Scalar),
    VertexId,
    InstanceId,
}

/// What fetches vertices for a vertex shader.
#[derive(Debug)]
pub(crate) struct Fetch<'a> {
    layout: &'a InputLayout,
    sources: Vec<Source>,
}

impl<'a> Fetch<'a> {
    /// For inputs of this signature.
    pub(crate) fn new(layout: &'a InputLayout, inputs: &Signature) -> Result<Self> {
        let mut sources = Vec::with_capacity(inputs.scalars);
        for element in &inputs.elements {
            for row in 0..element.rows() {
                let system = match element.semantic {
                    SemanticKind::VERTEX_ID => Some(Source::VertexId),
                    SemanticKind::INSTANCE_ID => Some(Source::InstanceId),
                    _ => None,
                };
                if let Some(system) = system {
                    sources.extend(std::iter::repeat_n(system, element.columns));
                    continue;
                }
                let label = element.label(row);
                let is_it = |input: &InputElement| {
                    let is_first = element.indices.get(row) == Some(&0);
                    input.semantic.eq_ignore_ascii_case(&label)
                        || is_first && input.semantic.eq_ignore_ascii_case(&format!("{}0", element.name))
                };
                let Some(found) = layout.elements.iter().position(is_it) else {
                    let has: Vec<_> = layout.elements.iter().map(|input| input.semantic.as_str()).collect();
                    let has = if has.is_empty() { "none".to_owned() } else { has.join(", ") };
                    let stage = super::link::name(ShaderKind::VERTEX);
                    return Err(misfit(format!(
                        "the {stage} shader reads {label}, but the vertex attributes are {has}"
                    )));
                };
                let of_column = |column| Source::Element(found, column, element.scalar);
                sources.extend((0..element.columns).map(of_column));
            }
        }
        for element in &layout.elements {
            if element.buffer >= layout.buffers.len() {
                return Err(misfit(format!(
                    "no vertex buffer is bound to the slot of attribute {}",
                    element.semantic
                )));
            }
        }
        Ok(Self { layout, sources })
    }

    /// The scalars of a vertex: its number for the shader and its place in buffers, and the number of the instance and
    /// the first one of the draw, which the shader does not see.
    pub(crate) fn vertex(
        &self,
        resources: &Resources,
        [number, vertex]: [u32; 2],
        instances: [u32; 2],
    ) -> Vec<u32> {
        let mut last = None;
        let scalars = self.sources.iter().map(|source| match *source {
            Source::VertexId => number,
            Source::InstanceId => instances[0],
            Source::Element(element, column, scalar) => {
                let values = match last {
                    Some((of_last, values)) if of_last == element => values,
                    _ => self.element(resources, element, vertex, instances),
                };
                last = Some((element, values));
                to_register(scalar, values.get(column).copied().unwrap_or(0))
            }
        });
        scalars.collect()
    }

    /// The components of an element.
    fn element(&self, resources: &Resources, element: usize, vertex: u32, instances: [u32; 2]) -> [u32; 4] {
        let Some(element) = self.layout.elements.get(element) else { return [0; 4] };
        let Some(buffer) = self.layout.buffers.get(element.buffer) else { return [0; 4] };
        let Some(memory) = resources.memories.get(buffer.memory) else { return [0; 4] };
        let [instance, first_instance] = instances.map(u64::from);
        let index = match buffer.step {
            None => vertex.into(),
            Some(0) => first_instance,
            Some(step) => first_instance + instance / u64::from(step),
        };
        let start =
            buffer.offset.saturating_add(element.offset).saturating_add(index.saturating_mul(buffer.stride));
        let bytes = element.format.bytes();
        if start.saturating_add(bytes.into()) > memory.len() {
            return element.format.decode([0; 4]);
        }
        // Vertices may begin at any byte.
        let mut words = [0_u32; 4];
        for byte in 0..bytes.min(16) {
            let part = memory.read(start + u64::from(byte), 1) & 0xff;
            if let Some(word) = usize::try_from(byte / 4).ok().and_then(|word| words.get_mut(word)) {
                *word |= part << (byte % 4 * 8);
            }
        }
        element.format.decode(words)
    }
}
