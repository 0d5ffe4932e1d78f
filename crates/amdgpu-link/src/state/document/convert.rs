//! Documents to pipeline state: ranges, and what goes with what. Separate because the schema's types say shapes alone.

use std::collections::HashSet;

use super::scalar::{At, Number};
use super::{
    Color, ColorTarget, Document, NodeType, Options, Rasterizer, Stage, StaticSampler, TableNode,
    TopLevelNode, VertexInput, state_error,
};
use crate::error::{Error, Result};
use crate::limits;
use crate::state::{self, Node, NodeKind, NumberFormat, PipelineState, Stages};

impl<T> At<T> {
    #[cold]
    fn error(&self, why: impl Into<String>) -> Error {
        state_error(self.line, self.column, why.into())
    }
}

/// Checks the length of a list; the error is at the first member beyond the limit.
fn at_most<T>(list: &[At<T>], limit: usize, what: &str) -> Result<()> {
    list.get(limit)
        .map_or(Ok(()), |beyond| Err(beyond.error(format!("at most {limit} {what} are supported"))))
}

impl Document {
    pub(super) fn convert(self) -> Result<PipelineState> {
        let stages = self.stages()?;
        at_most(&self.vertex_inputs, limits::VERTEX_INPUTS, "vertex inputs")?;
        let mut vertex_inputs = Vec::with_capacity(self.vertex_inputs.len());
        for input in &self.vertex_inputs {
            let converted = input.value.convert();
            if vertex_inputs.iter().any(|known: &state::VertexInput| known.location == converted.location) {
                return Err(input.error(format!("duplicate vertex input location {}", converted.location)));
            }
            vertex_inputs.push(converted);
        }
        Ok(PipelineState {
            target: self.target.map(|target| target.0),
            stages,
            options: self.options.convert(),
            device_index: self.device_index.0,
            user_data: user_data(&self.user_data)?,
            static_samplers: static_samplers(&self.static_samplers)?,
            vertex_inputs,
            color: self.color.convert()?,
            input_assembly: state::InputAssembly {
                topology: self.input_assembly.topology.into(),
                multiview: self.input_assembly.multiview,
            },
            rasterizer: self.rasterizer.convert()?,
        })
    }

    fn stages(&self) -> Result<Stages> {
        let stages: Stages = self.stages.value.iter().map(|stage| Stages::from(*stage)).collect();
        if stages.is_empty() {
            return Err(self.stages.error("a pipeline has at least one stage"));
        }
        if stages.contains(Stages::COMPUTE) && stages != Stages::COMPUTE {
            return Err(self.stages.error("a compute shader cannot be combined with other stages"));
        }
        Ok(stages)
    }
}

fn user_data(nodes: &[At<TopLevelNode>]) -> Result<Vec<Node>> {
    let mut count = 0_usize;
    let mut converted = Vec::with_capacity(nodes.len());
    for node in nodes {
        count = count.saturating_add(1).saturating_add(node.value.nodes.len());
        if count > limits::USER_DATA_NODES {
            return Err(
                node.error(format!("at most {} user data nodes are supported", limits::USER_DATA_NODES))
            );
        }
        converted.push(top_level_node(node)?);
    }
    Ok(converted)
}

fn top_level_node(at: &At<TopLevelNode>) -> Result<Node> {
    let TopLevelNode { r#type, offset, size, set, binding, stride, ref nodes } = at.value;
    let shape = TableNode { r#type, offset, size, set, binding, stride };
    if r#type != NodeType::Table && !nodes.is_empty() {
        return Err(at.error("only nodes of type table have `nodes`"));
    }
    let node = node(&shape, |why| at.error(why))?;
    let inner = |inner: &At<TableNode>| match inner.value.r#type {
        NodeType::Table | NodeType::Indirect | NodeType::StreamOut => {
            Err(inner.error("a table cannot contain pointers, only descriptors or push constants"))
        }
        _ => self::node(&inner.value, |why| inner.error(why)),
    };
    Ok(Node { nodes: nodes.iter().map(inner).collect::<Result<_>>()?, ..node })
}

fn node(node: &TableNode, error: impl Fn(&'static str) -> Error) -> Result<Node> {
    let kind = NodeKind::from(node.r#type);
    let TableNode { offset, size, set, binding, stride, .. } = node;
    if size.0 == 0 {
        return Err(error("`size` of a node must not be 0"));
    }
    if offset.0.checked_add(size.0).is_none() {
        return Err(error("offset plus size exceeds 32 bits"));
    }
    let has = [set, binding].map(Option::is_some);
    match kind.has_binding() {
        true if has != [true; 2] => return Err(error("a descriptor needs `set` and `binding`")),
        false if has != [false; 2] || stride.is_some() => {
            return Err(error("only descriptors have `set`, `binding` and `stride`"));
        }
        _ => {}
    }
    Ok(Node {
        kind,
        offset: offset.0,
        size: size.0,
        set: set.map(|set| set.0),
        binding: binding.unwrap_or_default().0,
        // As in drivers, 0 is as good as nothing.
        stride: stride.map(|stride| stride.0).filter(|stride| *stride != 0),
        nodes: Vec::new(),
    })
}

fn static_samplers(samplers: &[At<StaticSampler>]) -> Result<Vec<state::StaticSampler>> {
    let mut bindings = HashSet::with_capacity(samplers.len());
    let convert = |at: &At<StaticSampler>| {
        let sampler = static_sampler(at)?;
        let (set, binding) = (sampler.set, sampler.binding);
        if bindings.insert((set, binding)) {
            return Ok(sampler);
        }
        Err(at.error(format!("duplicate static sampler of set {set}, binding {binding}")))
    };
    samplers.iter().map(convert).collect()
}

fn static_sampler(at: &At<StaticSampler>) -> Result<state::StaticSampler> {
    let sampler = &at.value;
    if !sampler.words.len().is_multiple_of(limits::SAMPLER_WORDS) {
        return Err(at.error("`words` of a static sampler must have four numbers for each element"));
    }
    if sampler.words.is_empty() && !sampler.ycbcr {
        return Err(at.error("a static sampler needs `words`"));
    }
    Ok(state::StaticSampler {
        set: sampler.set.0,
        binding: sampler.binding.0,
        words: sampler.words.iter().map(|word| word.0).collect(),
        converts_ycbcr: sampler.ycbcr,
    })
}

impl VertexInput {
    fn convert(&self) -> state::VertexInput {
        state::VertexInput {
            location: self.location.0,
            binding: self.binding.0,
            offset: self.offset.0,
            stride: self.stride.0,
            data_format: self.dfmt.0,
            number_format: self.nfmt.0,
            rate: self.rate.0,
        }
    }
}

impl Color {
    fn convert(&self) -> Result<state::ColorState> {
        at_most(&self.targets, limits::COLOR_TARGETS, "colour targets")?;
        Ok(state::ColorState {
            targets: self.targets.iter().map(color_target).collect::<Result<_>>()?,
            alpha_to_coverage: self.alpha_to_coverage,
            dual_source_blend: self.dual_source_blend,
        })
    }
}

/// Red, green, blue, alpha.
const ALL_COMPONENTS: u32 = 0xf;

fn color_target(at: &At<ColorTarget>) -> Result<state::ColorTarget> {
    let target = &at.value;
    let data_format = target.dfmt.0;
    let number_format = match target.nfmt {
        Some(format) => format.0,
        None if data_format.is_invalid() => NumberFormat::default(),
        None => return Err(at.error("a colour target needs `nfmt`")),
    };
    let mask = target.write_mask.map_or(ALL_COMPONENTS, |mask| mask.0);
    let mask = u8::try_from(mask).ok().filter(|mask| u32::from(*mask) <= ALL_COMPONENTS);
    Ok(state::ColorTarget {
        data_format,
        number_format,
        blend: target.blend,
        src_alpha_to_color: target.src_alpha_to_color,
        write_mask: mask.ok_or_else(|| at.error("`write_mask` must have at most four bits"))?,
    })
}

impl Rasterizer {
    fn convert(&self) -> Result<state::Rasterizer> {
        let samples = match &self.samples {
            None => 1,
            Some(At { value: Number(samples), .. })
                if samples.is_power_of_two() && *samples <= limits::SAMPLES =>
            {
                *samples
            }
            Some(at) => {
                return Err(
                    at.error(format!("`samples` must be a power of two, at most {}", limits::SAMPLES))
                );
            }
        };
        let planes = match &self.user_clip_planes {
            None => 0,
            Some(at) => u8::try_from(at.value.0)
                .ok()
                .filter(|planes| planes.checked_shr(limits::USER_CLIP_PLANES) == Some(0))
                .ok_or_else(|| at.error("`user_clip_planes` must have at most six bits"))?,
        };
        Ok(state::Rasterizer {
            discard: self.discard,
            inner_coverage: self.inner_coverage,
            samples,
            sample_pattern: self.sample_pattern.0,
            user_clip_planes: planes,
            wave_break: self.wave_break.into(),
        })
    }
}

impl Options {
    fn convert(self) -> state::Options {
        let default = state::Options::default();
        state::Options {
            hash: self.hash.map(|[low, high]| [low.0, high.0]),
            high_addr_of_fmask: self.high_addr_of_fmask.map_or(default.high_addr_of_fmask, |high| high.0),
            enable_fmask: self.enable_fmask.unwrap_or(default.enable_fmask),
            resource_layout: self.resource_layout.into(),
            use_resource_binding_range: self.use_binding_range,
            static_samplers: self.static_samplers.into(),
            sample_mask_export_overrides_alpha_to_coverage: self
                .sample_mask_export_overrides_alpha_to_coverage,
            client_metadata: self.client_metadata.0,
        }
    }
}

/// Words of the schema that are those of the state.
macro_rules! same_words {
    ($($from:ty => $to:ty { $($word:ident => $value:ident)* })*) => {
        $(impl From<$from> for $to {
            fn from(word: $from) -> Self {
                match word { $(<$from>::$word => <$to>::$value,)* }
            }
        })*
    };
}

same_words! {
    Stage => Stages {
        Task => TASK Vertex => VERTEX TessControl => TESS_CONTROL TessEval => TESS_EVAL Geometry => GEOMETRY
        Mesh => MESH Fragment => FRAGMENT Compute => COMPUTE
    }
    NodeType => NodeKind {
        Resource => Resource Sampler => Sampler YcbcrSampler => YcbcrSampler CombinedTexture => CombinedTexture
        TexelBuffer => TexelBuffer ConstTexelBuffer => ConstTexelBuffer Fmask => Fmask Buffer => Buffer
        ConstBuffer => ConstBuffer BufferCompact => BufferCompact ConstBufferCompact => ConstBufferCompact
        Mutable => Mutable InlineBuffer => InlineBuffer Table => Table Indirect => Indirect
        StreamOut => StreamOutTable PushConst => PushConst
    }
    super::ResourceLayout => state::ResourceLayout { Compact => Compact Indirect => Indirect }
    super::StaticSamplerPolicy => state::StaticSamplerPolicy { Manifest => Manifest Refuse => Refuse }
    super::WaveBreak => state::WaveBreak {
        None => None Size8x8 => Size8x8 Size16x16 => Size16x16 Size32x32 => Size32x32
    }
    super::Topology => state::Topology {
        PointList => PointList LineList => LineList LineStrip => LineStrip TriangleList => TriangleList
        TriangleStrip => TriangleStrip TriangleFan => TriangleFan LineListWithAdjacency => LineListWithAdjacency
        LineStripWithAdjacency => LineStripWithAdjacency TriangleListWithAdjacency => TriangleListWithAdjacency
        TriangleStripWithAdjacency => TriangleStripWithAdjacency PatchList => PatchList RectList => RectList
    }
}
