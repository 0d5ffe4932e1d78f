//! Reads the keys of draws: names become indices of lists, and keys become the state of the draw.

use super::super::document::{At, graphics as keys, mistake};
use super::super::{BufferData, Graphics, Resolve, VertexAttribute, VertexSlot};
use super::reader::Reader;
use dxil_draw::{
    BlendEquation, BlendFactor, BlendOp, BlendState, CullMode, DepthBias, DepthStencilState, DepthTest,
    FillMode, LineMode, Mix, RasterizerState, Scissor, StencilFace, StencilOp, StencilTest, TargetBlend,
    View, Viewport,
};
use dxil_run::Result;
use dxil_run::resources::{Comparison, Format};

impl Reader<'_> {
    pub(super) fn graphics(
        &self,
        bindings: &keys::Bindings,
        state: &keys::PipelineState,
        resolves: &[keys::Resolve],
    ) -> Result<Graphics> {
        let find = |name: &At<String>| self.find_buffer(name);
        let attributes: Vec<_> = bindings.vertex_attributes.iter().map(attribute).collect::<Result<_>>()?;
        let mut slots = Vec::new();
        for slot in &bindings.vertex_buffers {
            let (buffer, step) = (find(&slot.name)?, slot.instance_data_step_rate);
            let stride = self.buffer_numbered(buffer).map_or(0, BufferData::element_bytes);
            slots.push(VertexSlot { buffer, offset: slot.offset, stride, step });
        }
        if let Some(name) = &bindings.vertex_buffer {
            if !slots.is_empty() {
                return Err(mistake(name.place, "a draw cannot have both VertexBuffer and VertexBuffers"));
            }
            let buffer = find(name)?;
            let stride = self.vertex_bytes(buffer, &attributes);
            slots.push(VertexSlot { buffer, offset: 0, stride, step: None });
        }
        let mut targets = bindings.render_targets.iter().map(find).collect::<Result<Vec<_>>>()?;
        if let Some(name) = &bindings.render_target {
            if !targets.is_empty() {
                return Err(mistake(name.place, "a draw cannot have both RenderTarget and RenderTargets"));
            }
            targets.push(find(name)?);
        }
        check_rasterizer(&state.rasterizer_state)?;
        let resolve = |keys: &keys::Resolve| Ok(Resolve { from: find(&keys.from)?, to: find(&keys.to)? });
        Ok(Graphics {
            vertices: slots,
            attributes,
            indices: bindings.index_buffer.as_ref().map(find).transpose()?,
            strip_cut: state.strip_cut.index(),
            targets,
            depth: bindings.depth_target.as_ref().map(find).transpose()?,
            topology: bindings.topology,
            control_points: bindings.patch_control_points,
            rasterizer: rasterizer(&state.rasterizer_state, (CullMode::None, true)),
            mesh_rasterizer: rasterizer(&state.rasterizer_state, (CullMode::Back, false)),
            depth_stencil: depth_stencil(&state.depth_stencil_state),
            blend: blend(&state.blend_state, state.sample_mask)?,
            viewports: state.viewports.iter().map(viewport).collect(),
            scissors: state.scissor_rects.iter().map(scissor).collect(),
            views: state.view_instances.iter().map(view).collect(),
            resolves: resolves.iter().map(resolve).collect::<Result<_>>()?,
        })
    }

    /// Bytes of a vertex in a VertexBuffer: as in the suite, those of all attributes together, without gaps; ours, the
    /// stride of the buffer where it has a larger one.
    fn vertex_bytes(&self, buffer: usize, attributes: &[VertexAttribute]) -> u32 {
        let together = attributes.iter().map(|attribute| attribute.format.bytes());
        let together = together.fold(0, u32::saturating_add);
        let buffer = self.buffer_numbered(buffer);
        let own =
            buffer.map_or(0, |buffer| if together == 0 { buffer.element_bytes() } else { buffer.stride });
        together.max(own)
    }

    fn buffer_numbered(&self, buffer: usize) -> Option<&BufferData> {
        self.pipeline.buffers.get(buffer)
    }
}

/// The format of a name in DXGI, of so many bytes.
pub(super) fn dxgi(name: &At<String>, bytes: u32, what: &str) -> Result<Format> {
    let Some(format) = Format::named(&name.value) else {
        return Err(mistake(name.place, format!("unknown or unsupported DXGI format {}", name.value)));
    };
    if format.bytes() != bytes {
        let why = format!("{what} has {bytes} bytes, but format {} has {}", name.value, format.bytes());
        return Err(mistake(name.place, why));
    }
    Ok(format)
}

fn attribute(attribute: &keys::VertexAttribute) -> Result<VertexAttribute> {
    let plain = attribute.format.format(attribute.channels);
    let bytes = attribute.format.bytes().saturating_mul(attribute.channels);
    let format = match &attribute.dxgi_format {
        Some(name) => dxgi(name, bytes, &format!("the attribute {}", attribute.name))?,
        None => plain,
    };
    let (name, slot, offset) = (attribute.name.clone(), attribute.slot, attribute.offset);
    Ok(VertexAttribute { name, format, slot, offset })
}

/// Refuses what of rasterization is not supported.
fn check_rasterizer(state: &keys::RasterizerState) -> Result<()> {
    let is_conservative = state.conservative_raster.value == keys::ConservativeRaster::On;
    let asked = [
        (is_conservative, state.conservative_raster.place, "conservative rasterization is not supported"),
        (
            state.antialiased_line_enable.value,
            state.antialiased_line_enable.place,
            "alpha-antialiased lines are not supported: use Quadrilateral lines with multisampling",
        ),
        (
            state.forced_sample_count.value != 0,
            state.forced_sample_count.place,
            "ForcedSampleCount is not supported: the render targets define the sample count",
        ),
    ];
    match asked.into_iter().find(|(is_asked, ..)| *is_asked) {
        Some((_, place, why)) => Err(mistake(place, why)),
        None => Ok(()),
    }
}

/// The state of a document, with what the suite has of sides that are not said: of vertices, both are drawn, and fronts
/// are counterclockwise; of meshes, they are as Direct3D 12 has them by default.
fn rasterizer(
    state: &keys::RasterizerState,
    (cull, is_front_counterclockwise): (CullMode, bool),
) -> RasterizerState {
    RasterizerState {
        fill: state.fill_mode.unwrap_or(FillMode::Solid),
        cull: state.cull_mode.unwrap_or(cull),
        is_front_counterclockwise: state.front_counter_clockwise.unwrap_or(is_front_counterclockwise),
        depth_bias: DepthBias {
            constant: state.depth_bias,
            clamp: state.depth_bias_clamp,
            slope: state.slope_scaled_depth_bias,
        },
        has_depth_clip: state.depth_clip_enable.unwrap_or(true),
        lines: state.line_rasterization_mode.unwrap_or(LineMode::Aliased),
    }
}

fn depth_stencil(state: &keys::DepthStencilState) -> DepthStencilState {
    let depth = DepthTest {
        comparison: state.depth_func.unwrap_or(Comparison::Less),
        writes: state.depth_write_mask == keys::DepthWriteMask::All,
    };
    let face = |face: &keys::StencilFace| StencilFace {
        comparison: face.stencil_func.unwrap_or(Comparison::Always),
        fail: face.stencil_fail_op.unwrap_or(StencilOp::Keep),
        depth_fail: face.stencil_depth_fail_op.unwrap_or(StencilOp::Keep),
        pass: face.stencil_pass_op.unwrap_or(StencilOp::Keep),
    };
    let stencil = StencilTest {
        reference: state.stencil_ref,
        read_mask: state.stencil_read_mask.unwrap_or(u8::MAX),
        write_mask: state.stencil_write_mask.unwrap_or(u8::MAX),
        front: face(&state.front_face),
        back: face(&state.back_face),
    };
    DepthStencilState {
        depth: state.depth_enable.unwrap_or(true).then_some(depth),
        stencil: state.stencil_enable.then_some(stencil),
    }
}

fn blend(state: &keys::BlendState, sample_mask: Option<u32>) -> Result<BlendState> {
    let defaults = BlendState::default();
    Ok(BlendState {
        has_alpha_to_coverage: state.alpha_to_coverage_enable,
        targets: state.render_target.iter().map(target).collect::<Result<_>>()?,
        constants: state.blend_factor.unwrap_or(defaults.constants),
        sample_mask: sample_mask.unwrap_or(defaults.sample_mask),
    })
}

fn target(target: &keys::TargetBlend) -> Result<TargetBlend> {
    let equation =
        |source: Option<BlendFactor>, destination: Option<BlendFactor>, op: Option<BlendOp>| BlendEquation {
            source: source.unwrap_or(BlendFactor::One),
            destination: destination.unwrap_or(BlendFactor::Zero),
            op: op.unwrap_or(BlendOp::Add),
        };
    let colour = equation(target.src_blend, target.dest_blend, target.blend_op);
    let alpha = equation(target.src_blend_alpha, target.dest_blend_alpha, target.blend_op_alpha);
    let mix = match (target.blend_enable.value, target.logic_op) {
        (true, Some(_)) => {
            return Err(mistake(
                target.blend_enable.place,
                "a render target cannot have both BlendEnable and LogicOp",
            ));
        }
        (true, None) => Mix::Blend([colour, alpha]),
        (false, Some(op)) => Mix::Logic(op),
        (false, None) => Mix::None,
    };
    Ok(TargetBlend { mix, write_mask: target.render_target_write_mask.unwrap_or(0xf) & 0xf })
}

fn viewport(viewport: &keys::Viewport) -> Viewport {
    Viewport {
        x: viewport.top_left_x,
        y: viewport.top_left_y,
        width: viewport.width,
        height: viewport.height,
        near: viewport.min_depth,
        far: viewport.max_depth.unwrap_or(1.0),
    }
}

fn scissor(rect: &keys::ScissorRect) -> Scissor {
    Scissor { left: rect.left, top: rect.top, right: rect.right, bottom: rect.bottom }
}

fn view(view: &keys::ViewInstance) -> View {
    View { viewport: view.viewport_array_index, layer: view.render_target_array_index }
}
