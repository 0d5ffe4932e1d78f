//! Pixel shaders: what they are given and what they leave. Separate because compute shaders have nothing of it.
//!
//! What an unlinked pixel shader gives stays in vector registers, output by output, and its code has no end: the linker
//! puts the export behind it that the formats of the targets ask for.

use dx_container::enums::{ElementType, InterpolationMode, SemanticKind};
use dx_container::flags::ShaderFlags;
use dxil::shader::{EntryPoint, SignatureElement};
use dxil_ir::{Module, TypeId};

use crate::error::{CompileErrorKind, Result};

/// The signatures of a pixel shader.
#[derive(Debug, Clone)]
pub(crate) struct PixelShader {
    pub(crate) inputs: Vec<SignatureElement>,
    pub(crate) exports: Vec<Export>,
    /// Whether depth is tested before the shader runs, whatever it does.
    pub(crate) has_early_depth: bool,
}

/// What a pixel shader leaves for an export.
#[derive(Debug, Clone)]
pub(crate) struct Export {
    /// The hardware's target: a colour, or that of depth.
    pub(crate) target: u32,
    /// The number of a colour, or which channels of depth's target there are.
    pub(crate) location: u32,
    pub(crate) is_signed: bool,
    /// Bits of a component.
    bits: u32,
    /// Whether components are floats.
    is_float: bool,
    pub(crate) components: u32,
    /// Where each component comes from: an element of the signature, its row and column.
    pub(crate) sources: [Option<Source>; 4],
}

/// A scalar that a shader gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Source {
    pub(crate) id: u32,
    pub(crate) row: u32,
    pub(crate) column: u32,
}

/// The target of depth, stencil and the mask of samples, and its channels.
pub(crate) const DEPTH_TARGET: u32 = 8;
const STENCIL_CHANNEL: usize = 1;
const MASK_CHANNEL: usize = 2;

/// How many slots attributes have.
const SLOTS: usize = 32;

/// How many colour targets there are.
const COLORS: u32 = 8;

impl PixelShader {
    /// That of an entry.
    pub(crate) fn of(entry: &EntryPoint) -> Result<Self> {
        let signatures = entry.signatures.as_ref();
        let inputs = signatures.and_then(|all| all.inputs.clone()).unwrap_or_default();
        let outputs = signatures.and_then(|all| all.outputs.as_deref()).unwrap_or_default();
        let mut exports = Vec::new();
        let mut depth: Option<Export> = None;
        for element in outputs {
            let channel = match element.semantic {
                SemanticKind::TARGET => {
                    for row in 0..element.rows {
                        exports.push(color(element, row)?);
                    }
                    continue;
                }
                SemanticKind::DEPTH | SemanticKind::DEPTH_LESS_EQUAL | SemanticKind::DEPTH_GREATER_EQUAL => 0,
                SemanticKind::STENCIL_REF => STENCIL_CHANNEL,
                SemanticKind::COVERAGE => MASK_CHANNEL,
                _ => {
                    return Err(refused(
                        &element.name.to_string(),
                        "the processor cannot export this system \
                                                                    value",
                    ));
                }
            };
            let export = depth.get_or_insert(Export {
                target: DEPTH_TARGET,
                location: 1,
                is_signed: false,
                bits: 32,
                is_float: true,
                components: 4,
                sources: [None; 4],
            });
            export.location |= 1 << channel;
            if let Some(source) = export.sources.get_mut(channel) {
                *source = Some(Source { id: element.id, row: 0, column: 0 });
            }
        }
        exports.sort_by_key(|export| export.target);
        exports.extend(depth);
        Ok(Self {
            inputs,
            exports,
            has_early_depth: entry.flags().contains(ShaderFlags::FORCE_EARLY_DEPTH_STENCIL),
        })
    }

    /// The slots of attributes, up to the last one; whether each is of the first vertex alone.
    pub(crate) fn slots(&self) -> Vec<bool> {
        let mut slots = Vec::new();
        for element in self.inputs.iter().filter(|element| element.semantic == SemanticKind::ARBITRARY) {
            let Ok(first) = usize::try_from(element.start_row) else { continue };
            let rows = (element.rows as usize).min(SLOTS);
            let end = first.saturating_add(rows).min(SLOTS);
            slots.resize(slots.len().max(end), false);
            let is_flat = element.interpolation == InterpolationMode::CONSTANT;
            slots.iter_mut().take(end).skip(first).for_each(|slot| *slot = is_flat);
        }
        slots
    }

    /// The type of what the entry gives: floats, because those stay in vector registers.
    pub(crate) fn result(&self, module: &mut Module) -> TypeId {
        let members: Vec<TypeId> = self.exports.iter().map(|export| export.ty(module)).collect();
        if members.is_empty() { module.types.void() } else { module.types.literal(&members) }
    }
}

/// A row of `SV_Target`.
fn color(element: &SignatureElement, row: u32) -> Result<Export> {
    let target = element.semantic_index(row as usize);
    let (bits, is_float) = match element.element_type {
        ElementType::F32 | ElementType::SNORM_F32 | ElementType::UNORM_F32 => (32, true),
        ElementType::F16 | ElementType::SNORM_F16 | ElementType::UNORM_F16 => (16, true),
        ElementType::I32 | ElementType::U32 => (32, false),
        ElementType::I16 | ElementType::U16 => (16, false),
        _ => {
            return Err(refused(
                &format!("SV_Target{target}"),
                "the processor cannot export components of this type",
            ));
        }
    };
    if target >= COLORS {
        return Err(refused(&format!("SV_Target{target}"), "the hardware has only eight render targets"));
    }
    let mut sources = [None; 4];
    for (column, source) in (0..u32::from(element.columns)).zip(&mut sources) {
        *source = Some(Source { id: element.id, row, column });
    }
    Ok(Export {
        target,
        location: target,
        is_signed: matches!(element.element_type, ElementType::I32 | ElementType::I16),
        bits,
        is_float,
        components: u32::from(element.columns).min(4),
        sources,
    })
}

fn refused(name: &str, why: &str) -> crate::error::CompileError {
    CompileErrorKind::Metadata(format!("output {name} cannot be compiled: {why}")).into()
}

impl Export {
    /// What its registers are called in metadata.
    pub(crate) fn name(&self) -> String {
        let scalar = format!("{}{}", if self.is_float { 'f' } else { 'i' }, self.bits);
        if self.components > 1 { format!("v{}{scalar}", self.components) } else { scalar }
    }

    /// The type of a component in registers.
    pub(crate) fn component(&self, module: &mut Module) -> TypeId {
        if self.bits == 16 { module.types.half() } else { module.types.float() }
    }

    fn ty(&self, module: &mut Module) -> TypeId {
        let component = self.component(module);
        if self.components > 1 { module.types.vector(component, self.components.into()) } else { component }
    }
}
