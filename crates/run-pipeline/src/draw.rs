//! A pass that draws: vertices, targets and fixed functions as its document says them. What the document does not say
//! is as the suite has it: primitives of vertices are drawn whatever side is seen, and the nearest pixel stays.

use super::bind::PipelineRun;
use super::{BufferData, Graphics, Pass, Pipeline, Stage, Topology, VertexAttribute};
use az::SaturatingAs as _;
use dxil_draw::{
    DepthTarget, DrawCount, DrawState, IndexBuffer, InputElement, InputLayout, RenderTarget, VertexBuffer,
    Viewport,
};
use dxil_run::resources::{Component, Texture};
use dxil_run::{Result, RunErrorKind};

impl PipelineRun {
    /// What a pass draws.
    ///
    /// # Errors
    ///
    /// It names no target, nor how much is drawn, or attributes that do not lie in a vertex.
    pub fn draw(&self, pipeline: &Pipeline, pass: &Pass) -> Result<DrawState> {
        let graphics = &pass.graphics;
        let mut targets = Vec::new();
        for index in &graphics.targets {
            let (texture, name) = self.target(pipeline, *index)?;
            targets.push(RenderTarget { texture, name });
        }
        let depth = graphics.depth.map(|index| self.target(pipeline, index)).transpose()?;
        let depth_target = depth.map(|(texture, name)| DepthTarget { texture, name });
        let first = targets.first().map(|target| &target.texture);
        let Some(first) = first.or(depth_target.as_ref().map(|target| &target.texture)) else {
            return Err(mistake("a draw requires Bindings with a RenderTarget".to_owned()));
        };
        let [width, height, _] = first.size;
        let viewports = match graphics.viewports.as_slice() {
            [] => vec![Viewport::of([width, height])],
            viewports => viewports.to_vec(),
        };
        let indices =
            graphics.indices.map(|index| self.indices(pipeline, index, graphics.strip_cut)).transpose()?;
        let count = DrawCount {
            vertices: vertex_count((pipeline, pass), indices.as_ref())?,
            instances: pass.counts.instances.unwrap_or(1),
            first_vertex: pass.counts.first_vertex,
            first_instance: pass.counts.first_instance,
        };
        Ok(DrawState {
            layout: self.layout((pipeline, pass))?,
            indices,
            topology: match graphics.topology {
                Topology::PointList => dxil_draw::Topology::PointList,
                Topology::LineList => dxil_draw::Topology::LineList,
                Topology::LineStrip => dxil_draw::Topology::LineStrip,
                Topology::TriangleList => dxil_draw::Topology::TriangleList,
                Topology::TriangleStrip => dxil_draw::Topology::TriangleStrip,
                Topology::PatchList => dxil_draw::Topology::PatchList(control_points(graphics)?),
                Topology::LineListAdj => dxil_draw::Topology::LineListAdjacency,
                Topology::LineStripAdj => dxil_draw::Topology::LineStripAdjacency,
                Topology::TriangleListAdj => dxil_draw::Topology::TriangleListAdjacency,
                Topology::TriangleStripAdj => dxil_draw::Topology::TriangleStripAdjacency,
            },
            count,
            mesh_groups: pass.dispatch,
            rasterizer: if is_of_meshes(pass) { graphics.mesh_rasterizer } else { graphics.rasterizer },
            viewports,
            scissors: graphics.scissors.clone(),
            depth_stencil: graphics.depth_stencil,
            depth_target,
            blend: graphics.blend.clone(),
            targets,
            views: graphics.views.clone(),
        })
    }

    /// Resolves what a pass says, after its draw.
    ///
    /// # Errors
    ///
    /// Buffers that do not fit each other.
    pub fn resolve(&self, pipeline: &Pipeline, pass: &Pass) -> Result<()> {
        for resolve in &pass.graphics.resolves {
            let (from, _) = self.target(pipeline, resolve.from)?;
            let (to, _) = self.target(pipeline, resolve.to)?;
            dxil_draw::resolve(self.resources(), &from, &to)?;
        }
        Ok(())
    }

    /// The memory of a buffer; of an array, of its first resource.
    fn memory(&self, buffer: usize) -> Option<usize> {
        self.memories().get(buffer).and_then(|all| all.first()).copied()
    }

    /// A buffer as a texture, and its name.
    fn target(&self, pipeline: &Pipeline, index: usize) -> Result<(Texture, String)> {
        match pipeline.buffers.get(index).zip(self.memory(index)) {
            Some((buffer, memory)) => Ok((super::bind::texture(buffer, memory)?, buffer.name.clone())),
            None => Err(mistake("render target does not refer to a buffer".to_owned())),
        }
    }

    fn indices(&self, pipeline: &Pipeline, index: usize, cut: Option<u32>) -> Result<IndexBuffer> {
        let (Some(buffer), Some(memory)) = (pipeline.buffers.get(index), self.memory(index)) else {
            return Err(mistake("IndexBuffer does not refer to a buffer".to_owned()));
        };
        let bytes = buffer.format.bytes();
        if !matches!(bytes, 2 | 4) || buffer.channels != 1 || buffer.stride != 0 || buffer.format.is_float() {
            let why = format!("IndexBuffer {} does not contain 16-bit or 32-bit integers", buffer.name);
            return Err(mistake(why));
        }
        Ok(IndexBuffer { memory, offset: 0, bytes, cut })
    }

    fn layout(&self, (pipeline, pass): (&Pipeline, &Pass)) -> Result<InputLayout> {
        let graphics = &pass.graphics;
        let mut layout = InputLayout::default();
        for slot in &graphics.vertices {
            let Some(memory) = self.memory(slot.buffer) else {
                return Err(mistake("VertexBuffer does not refer to a buffer".to_owned()));
            };
            let (offset, stride) = (slot.offset.into(), slot.stride.into());
            layout.buffers.push(VertexBuffer { memory, offset, stride, step: slot.step });
        }
        for attribute in &graphics.attributes {
            layout.elements.push(element((pipeline, pass), attribute)?);
        }
        Ok(layout)
    }
}

fn is_of_meshes(pass: &Pass) -> bool {
    pass.shaders.iter().any(|shader| shader.stage == Stage::Mesh)
}

/// How many vertices are drawn: what the pipeline says, else what the index buffer has, or the buffer of vertices.
fn vertex_count((pipeline, pass): (&Pipeline, &Pass), indices: Option<&IndexBuffer>) -> Result<u32> {
    // Meshes are made of nothing.
    if is_of_meshes(pass) {
        return Ok(0);
    }
    if let Some(count) = pass.counts.vertices {
        return Ok(count);
    }
    let buffer = |index: usize| pipeline.buffers.get(index);
    if let (Some(indices), Some(buffer)) = (indices, pass.graphics.indices.and_then(buffer)) {
        return Ok(elements(buffer, 0, indices.bytes));
    }
    let mut slots = pass.graphics.vertices.iter().filter(|slot| slot.step.is_none());
    match slots.next().and_then(|slot| Some((slot, buffer(slot.buffer)?))) {
        Some((slot, buffer)) => Ok(elements(buffer, slot.offset, slot.stride)),
        None => {
            let why =
                "a draw requires a VertexBuffer in its Bindings or a VertexCount in its DispatchParameters";
            Err(mistake(why.to_owned()))
        }
    }
}

/// How many elements a buffer has from a byte on.
fn elements(buffer: &BufferData, offset: u32, bytes: u32) -> u32 {
    let all = buffer.data.first().map_or(0, Vec::len);
    let left = all.saturating_sub(offset as usize);
    (left / (bytes as usize).max(1)).saturating_as::<u32>()
}

fn element((pipeline, pass): (&Pipeline, &Pass), attribute: &VertexAttribute) -> Result<InputElement> {
    let VertexAttribute { name, format, slot, offset } = attribute;
    let slot = *slot as usize;
    let found = pass.graphics.vertices.get(slot);
    let Some((found, buffer)) = found.and_then(|found| Some((found, pipeline.buffers.get(found.buffer)?)))
    else {
        let why = match slot {
            0 => format!("attribute {name} requires a VertexBuffer"),
            slot => format!("attribute {name} is in slot {slot}, which has no vertex buffer"),
        };
        return Err(mistake(why));
    };
    let stride = u64::from(found.stride);
    let end = u64::from(*offset) + u64::from(format.bytes());
    if !(1..=4).contains(&format.components) {
        let why = format!("attribute {name} has {} 32-bit components, expected at most 4", format.components);
        return Err(mistake(why));
    }
    if end > stride {
        let why = format!(
            "attribute {name} ends at byte {end}, but a vertex of buffer {} has {stride} bytes",
            buffer.name
        );
        return Err(mistake(why));
    }
    Ok(InputElement { semantic: name.clone(), buffer: slot, offset: (*offset).into(), format: *format })
}

fn control_points(graphics: &Graphics) -> Result<u32> {
    let points = graphics.control_points.unwrap_or(0);
    if (1..=dxil_draw::limits::CONTROL_POINTS).contains(&points) {
        return Ok(points);
    }
    let why = format!(
        "Topology PatchList requires PatchControlPoints from 1 to {}",
        dxil_draw::limits::CONTROL_POINTS
    );
    Err(mistake(why))
}

#[cold]
fn mistake(why: String) -> dxil_run::RunError {
    located::Error::unplaced(RunErrorKind::Pipeline { why })
}

impl Pipeline {
    /// Fills the render targets of all draws with a colour: red, green, blue and alpha. Integer formats hold the
    /// integer part of each component.
    pub fn clear_targets(&mut self, colour: [f32; 4]) {
        let targets: Vec<usize> =
            self.passes.iter().flat_map(|pass| pass.graphics.targets.iter().copied()).collect();
        for index in targets {
            let Some(buffer) = self.buffers.get_mut(index) else { continue };
            let Some(format) = buffer.texture.map(|texture| texture.format) else { continue };
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "`as` saturates")]
            let value = |component: f32| match format.component {
                Component::Signed(_) => (component as i32).cast_unsigned(),
                Component::Unsigned(_) => component as u32,
                _ => component.to_bits(),
            };
            let texel: Vec<u8> =
                format.encode(colour.map(value)).into_iter().flat_map(u32::to_le_bytes).collect();
            let bytes = usize::try_from(format.bytes()).unwrap_or(16).clamp(1, texel.len());
            for data in &mut buffer.data {
                for to in data.chunks_exact_mut(bytes) {
                    to.copy_from_slice(texel.get(..bytes).unwrap_or_default());
                }
            }
        }
    }
}
