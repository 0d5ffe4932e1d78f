//! From the keys of draws to what is drawn: names become numbers of lists, and state what the draw has.

use super::super::document::{self, At, graphics as keys, mistake};
use super::super::{Graphics, Resolve, VertexAttribute, VertexSlot};
use super::Reader;
use crate::draw::{
    BlendEquation, BlendFactor, BlendOp, BlendState, CullMode, DepthBias, DepthStencilState, DepthTest,
    FillMode, LineMode, Mix, RasterizerState, Scissor, StencilFace, StencilOp, StencilTest, TargetBlend,
    View, Viewport,
};
use crate::error::Result;
use crate::resources::{Comparison, Format};

impl Reader<'_> {
    pub(super) fn graphics(&self, document: &document::Document) -> Result<Graphics> {
        let (bindings, state) = (&document.bindings, &document.pipeline_state);
        let find = |name: &At<String>| self.find_buffer(name);
        let mut slots = Vec::new();
        for slot in &bindings.vertex_buffers {
            let (buffer, step) = (find(&slot.name)?, slot.instance_data_step_rate);
            slots.push(VertexSlot { buffer, offset: slot.offset, step });
        }
        if let Some(name) = &bindings.vertex_buffer {
            if !slots.is_empty() {
                return Err(mistake(name.place, "a draw has a VertexBuffer or VertexBuffers, not both"));
            }
            slots.push(VertexSlot { buffer: find(name)?, offset: 0, step: None });
        }
        let mut targets = bindings.render_targets.iter().map(find).collect::<Result<Vec<_>>>()?;
        if let Some(name) = &bindings.render_target {
            if !targets.is_empty() {
                return Err(mistake(name.place, "a draw has a RenderTarget or RenderTargets, not both"));
            }
            targets.push(find(name)?);
        }
        let attributes = bindings.vertex_attributes.iter().map(attribute).collect::<Result<_>>()?;
        let mut resolves = Vec::new();
        for resolve in &document.resolves {
            resolves.push(Resolve { from: find(&resolve.from)?, to: find(&resolve.to)? });
        }
        Ok(Graphics {
            vertices: slots,
            attributes,
            indices: bindings.index_buffer.as_ref().map(find).transpose()?,
            targets,
            depth: bindings.depth_target.as_ref().map(find).transpose()?,
            topology: bindings.topology,
            control_points: bindings.patch_control_points,
            rasterizer: rasterizer(&state.rasterizer_state),
            depth_stencil: depth_stencil(&state.depth_stencil_state),
            blend: blend(&state.blend_state, state.sample_mask)?,
            viewports: state.viewports.iter().map(viewport).collect(),
            scissors: state.scissor_rects.iter().map(scissor).collect(),
            views: state.view_instances.iter().map(view).collect(),
            resolves,
        })
    }
}

/// The format of a name in DXGI, of so many bytes.
pub(super) fn dxgi(name: &At<String>, bytes: u32, what: &str) -> Result<Format> {
    let Some(format) = Format::named(&name.value) else {
        return Err(mistake(
            name.place,
            format!("no DXGI format that is known here is named {}", name.value),
        ));
    };
    if format.bytes() != bytes {
        let why = format!("{what} has {bytes} bytes, and {} {}", name.value, format.bytes());
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

fn rasterizer(state: &keys::RasterizerState) -> RasterizerState {
    RasterizerState {
        fill: state.fill_mode.unwrap_or(FillMode::Solid),
        cull: state.cull_mode.unwrap_or(CullMode::None),
        is_front_counterclockwise: state.front_counter_clockwise.unwrap_or(true),
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
                "a target has BlendEnable or a LogicOp, not both",
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
