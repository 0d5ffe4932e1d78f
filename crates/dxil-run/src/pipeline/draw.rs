//! A pipeline's draw: vertices, targets and fixed functions as its document says them. What the document does not say
//! is as the suite has it: everything is drawn whatever side is seen, fronts are counterclockwise, and the nearest
//! pixel stays.

use super::bind::PipelineRun;
use super::{BufferData, Pipeline, Topology};
use crate::draw::{
    self, BlendState, CullMode, DepthStencilState, DepthTest, DrawCount, DrawState, InputElement,
    InputLayout, RasterizerState, RenderTarget, VertexBuffer, Viewport,
};
use crate::error::{Result, RunErrorKind};
use crate::limits;
use crate::resources::Comparison;

impl PipelineRun {
    /// What the pipeline draws.
    ///
    /// # Errors
    ///
    /// It names no target, nor how much is drawn, or attributes that do not lie in a vertex.
    pub fn draw(&self, pipeline: &Pipeline) -> Result<DrawState> {
        let graphics = &pipeline.graphics;
        let memory = |buffer: usize| self.memories().get(buffer).and_then(|all| all.first()).copied();
        let vertices =
            graphics.vertices.and_then(|index| Some((pipeline.buffers.get(index)?, memory(index)?)));
        let Some((target, target_memory)) =
            graphics.target.and_then(|index| Some((pipeline.buffers.get(index)?, memory(index)?)))
        else {
            return Err(mistake("a draw needs Bindings with a RenderTarget".to_owned()));
        };
        let texture = super::bind::texture(target, target_memory)?;
        let [width, height, _] = texture.size;
        let count = match (pipeline.vertex_count, vertices) {
            (Some(count), _) => count,
            (None, Some((buffer, _))) => vertices_of(buffer),
            (None, None) => {
                let why =
                    "a draw needs a VertexBuffer in its Bindings, or a VertexCount in its DispatchParameters";
                return Err(mistake(why.to_owned()));
            }
        };
        let count = DrawCount { vertices: count, instances: 1, first_vertex: 0, first_instance: 0 };
        Ok(DrawState {
            layout: layout(pipeline, vertices)?,
            indices: None,
            topology: match graphics.topology {
                Topology::PointList => draw::Topology::PointList,
                Topology::LineList => draw::Topology::LineList,
                Topology::TriangleList => draw::Topology::TriangleList,
                Topology::PatchList => draw::Topology::PatchList(control_points(pipeline)?),
            },
            count,
            rasterizer: RasterizerState {
                is_front_counterclockwise: true,
                cull: CullMode::None,
                ..RasterizerState::default()
            },
            viewports: vec![Viewport::of([width, height])],
            scissors: Vec::new(),
            depth_stencil: DepthStencilState {
                depth: Some(DepthTest { comparison: Comparison::Less, writes: true }),
                stencil: None,
            },
            depth_target: None,
            blend: BlendState::default(),
            targets: vec![RenderTarget { texture, name: target.name.clone() }],
            views: Vec::new(),
        })
    }
}

/// How many vertices a buffer has.
fn vertices_of(buffer: &BufferData) -> u32 {
    let bytes = buffer.data.first().map_or(0, Vec::len);
    let stride = usize::try_from(buffer.element_bytes()).unwrap_or(1).max(1);
    u32::try_from(bytes / stride).unwrap_or(u32::MAX)
}

fn layout(pipeline: &Pipeline, vertices: Option<(&BufferData, usize)>) -> Result<InputLayout> {
    let attributes = &pipeline.graphics.attributes;
    let Some((buffer, memory)) = vertices else {
        return match attributes.first() {
            Some(first) => Err(mistake(format!("the attribute {} needs a VertexBuffer", first.name))),
            None => Ok(InputLayout::default()),
        };
    };
    let stride = u64::from(buffer.element_bytes());
    let mut elements = Vec::new();
    for attribute in attributes {
        let format = attribute.format.format(attribute.channels);
        let end = u64::from(attribute.offset) + u64::from(format.bytes());
        if !(1..=4).contains(&format.components) {
            let why = format!(
                "the attribute {} has {} components of 32 bits, and at most 4 are possible",
                attribute.name, format.components
            );
            return Err(mistake(why));
        }
        if end > stride {
            let why = format!(
                "the attribute {} ends at byte {end}, and a vertex of {} has {stride}",
                attribute.name, buffer.name
            );
            return Err(mistake(why));
        }
        let (semantic, offset) = (attribute.name.clone(), attribute.offset.into());
        elements.push(InputElement { semantic, buffer: 0, offset, format });
    }
    let buffers = vec![VertexBuffer { memory, offset: 0, stride, step: None }];
    Ok(InputLayout { buffers, elements })
}

fn control_points(pipeline: &Pipeline) -> Result<u32> {
    let points = pipeline.graphics.control_points.unwrap_or(0);
    if (1..=limits::CONTROL_POINTS).contains(&points) {
        return Ok(points);
    }
    let why = format!("a PatchList needs PatchControlPoints from 1 to {}", limits::CONTROL_POINTS);
    Err(mistake(why))
}

#[cold]
fn mistake(why: String) -> crate::RunError {
    located::Error::unplaced(RunErrorKind::Pipeline { why })
}
