//! Target extension types of resources, such as `target("dx.TypedBuffer", ...)`: built from the description of a
//! resource, and read back into a description. Separate because the conversion of handles builds these types, and the
//! conversion of operations and the lowering read them.
//!
//! Source: LLVM's DirectX/DXILResources documentation and DXILResource.cpp, 22.1.

use dx_container::enums::{ElementType, ResourceKind, SamplerFeedbackType, SamplerKind};
use dxil::ops::correspondence::Family;
use dxil::shader::TextureAxes;
use dxil_ir::data_layout::DataLayout;
use dxil_ir::types::TargetType;
use dxil_ir::{Module, Type, TypeId};

use super::Reason;
use super::descriptors::Description;

const BUFFER: &str = "dx.RawBuffer";
const TYPED_BUFFER: &str = "dx.TypedBuffer";
const TEXTURE: &str = "dx.Texture";
const MULTISAMPLED: &str = "dx.MSTexture";
const FEEDBACK: &str = "dx.FeedbackTexture";
const CBUFFER: &str = "dx.CBuffer";
const SAMPLER: &str = "dx.Sampler";

/// Returns the target extension type of a resource.
///
/// # Errors
///
/// LLVM does not have a type for the kind of resource or its elements ([`Reason::NoType`]), or the description is
/// incomplete ([`Reason::Unknown`]).
pub(crate) fn make(module: &mut Module, description: &Description) -> Result<TypeId, Reason> {
    let flags = [u32::from(description.is_uav), u32::from(description.is_rasterizer_ordered)];
    let (name, element, numbers) = match description.kind {
        ResourceKind::TYPED_BUFFER => {
            let (element, is_signed) = typed_element(module, description)?;
            (TYPED_BUFFER, Some(element), vec![flags[0], flags[1], is_signed])
        }
        ResourceKind(kind) if let Some(axes) = texture(description.kind) => {
            let (element, is_signed) = typed_element(module, description)?;
            if axes.is_multisampled {
                let samples = description.sample_count;
                (MULTISAMPLED, Some(element), vec![flags[0], samples, is_signed, kind])
            } else {
                (TEXTURE, Some(element), vec![flags[0], flags[1], is_signed, kind])
            }
        }
        ResourceKind::RAW_BUFFER => (BUFFER, Some(module.types.int(8)), flags.to_vec()),
        ResourceKind::STRUCTURED_BUFFER => {
            (BUFFER, Some(structured_element(module, description)?), flags.to_vec())
        }
        ResourceKind::CBUFFER => {
            let byte = module.types.int(8);
            (CBUFFER, Some(module.types.array(byte, description.bytes.into())), Vec::new())
        }
        ResourceKind::SAMPLER => (SAMPLER, None, vec![description.sampler.0]),
        ResourceKind::FEEDBACK_TEXTURE_2D | ResourceKind::FEEDBACK_TEXTURE_2D_ARRAY => {
            (FEEDBACK, None, vec![description.feedback.0, description.kind.0])
        }
        _ => return Err(Reason::NoType),
    };
    let types = element.into_iter().collect();
    let target = TargetType { name: name.into(), types, numbers: numbers.into() };
    Ok(module.types.intern(Type::Target(Box::new(target))))
}

/// Returns the element type of a typed buffer or texture: a scalar or a vector of 2 to 4 components. The integer is 1
/// for signed integers, otherwise 0.
fn typed_element(module: &mut Module, description: &Description) -> Result<(TypeId, u32), Reason> {
    let element_type = description.element_type.ok_or(Reason::Unknown)?;
    let (scalar, is_signed) = match element_type {
        ElementType::I16 => (Type::Integer(16), 1),
        ElementType::U16 => (Type::Integer(16), 0),
        ElementType::I32 => (Type::Integer(32), 1),
        ElementType::U32 => (Type::Integer(32), 0),
        ElementType::I64 => (Type::Integer(64), 1),
        ElementType::U64 => (Type::Integer(64), 0),
        ElementType::F16 | ElementType::SNORM_F16 | ElementType::UNORM_F16 => (Type::Half, 0),
        ElementType::F32 | ElementType::SNORM_F32 | ElementType::UNORM_F32 => (Type::Float, 0),
        ElementType::F64 | ElementType::SNORM_F64 | ElementType::UNORM_F64 => (Type::Double, 0),
        _ => return Err(Reason::NoType),
    };
    let scalar = module.types.intern(scalar);
    // The HLSL type has the number of components. The declared component type of 64-bit elements is a 32-bit type,
    // because each component is stored as a pair; LLVM does not have a type for such a resource.
    let lanes = match description.element {
        Some(element) => match module.types.get(element) {
            Some(Type::Vector(lane, lanes)) => {
                if module.types.get(*lane).is_some_and(is_wide)
                    && !module.types.get(scalar).is_some_and(is_wide)
                {
                    return Err(Reason::NoType);
                }
                *lanes
            }
            Some(Type::Integer(_) | Type::Half | Type::Float | Type::Double) => 1,
            _ => description.components.map_or(4, u64::from),
        },
        None => description.components.map_or(4, u64::from),
    };
    match lanes {
        1 => Ok((scalar, is_signed)),
        2..=4 => Ok((module.types.vector(scalar, lanes), is_signed)),
        _ => Err(Reason::Unknown),
    }
}

/// Returns true for 64-bit scalars.
fn is_wide(ty: &Type) -> bool {
    matches!(ty, Type::Integer(64) | Type::Double)
}

/// Returns the element type of a structured buffer: the HLSL type if its size in LLVM's data layout is the stride of
/// the buffer, otherwise an array of integers, or a struct with such an array, of the size and the alignment of the
/// element.
fn structured_element(module: &mut Module, description: &Description) -> Result<TypeId, Reason> {
    let bytes = u64::from(description.bytes);
    if bytes == 0 {
        return Err(Reason::Unknown);
    }
    let is_byte = |ty| matches!(module.types.get(ty), Some(Type::Integer(8)));
    if let Some(element) = description.element.filter(|element| !is_byte(*element))
        && DataLayout::of(module).size(element) == bytes
    {
        return Ok(element);
    }
    let part = 1_u32.checked_shl(description.alignment_log2).filter(|part| *part <= 8);
    let part = part.filter(|part| bytes.is_multiple_of(u64::from(*part))).unwrap_or(1);
    let word = module.types.int(part.saturating_mul(8));
    let words = module.types.array(word, bytes / u64::from(part));
    Ok(if part == 1 { words } else { module.types.literal(&[words]) })
}

/// Returns the axes of a texture, or `None` for other resources. Feedback textures have a target type of their own.
fn texture(kind: ResourceKind) -> Option<TextureAxes> {
    TextureAxes::of(kind).filter(|_| kind <= ResourceKind::TEXTURE_CUBE_ARRAY)
}

/// Returns the description of the resource with a target extension type, or `None` if the type is not the type of a
/// resource. Inverse of [`make`].
pub(crate) fn description(module: &Module, ty: TypeId) -> Option<Description> {
    let Some(Type::Target(target)) = module.types.get(ty) else { return None };
    let element = target.types.first().copied();
    let number = |index: usize| target.numbers.get(index).copied();
    let flag = |index: usize| number(index).is_some_and(|number| number != 0);
    let base = Description { element, ..Description::default() };
    let typed = |kind, is_signed| {
        let (element_type, components) = element_of(module, element?, is_signed)?;
        Some(Description { kind, element_type: Some(element_type), components: Some(components), ..base })
    };
    Some(match target.name.as_slice() {
        name if name == BUFFER.as_bytes() => {
            let (is_uav, is_rasterizer_ordered) = (flag(0), flag(1));
            let base = Description { is_uav, is_rasterizer_ordered, ..base };
            if matches!(module.types.get(element?), Some(Type::Integer(8) | Type::Void)) {
                Description { kind: ResourceKind::RAW_BUFFER, ..base }
            } else {
                let mut layout = DataLayout::of(module);
                let is_structure = module.types.members(element?).is_some();
                let alignment = if is_structure { layout.alignment_of(element?) } else { 1 };
                Description {
                    kind: ResourceKind::STRUCTURED_BUFFER,
                    bytes: u32::try_from(layout.size(element?)).ok()?,
                    alignment_log2: alignment.checked_ilog2().unwrap_or(0),
                    ..base
                }
            }
        }
        name if name == TYPED_BUFFER.as_bytes() => {
            let (is_uav, is_rasterizer_ordered) = (flag(0), flag(1));
            let described = typed(ResourceKind::TYPED_BUFFER, flag(2))?;
            Description { is_uav, is_rasterizer_ordered, ..described }
        }
        name if name == TEXTURE.as_bytes() => {
            let (is_uav, is_rasterizer_ordered) = (flag(0), flag(1));
            Description { is_uav, is_rasterizer_ordered, ..typed(ResourceKind(number(3)?), flag(2))? }
        }
        name if name == MULTISAMPLED.as_bytes() => Description {
            is_uav: flag(0),
            sample_count: number(1)?,
            ..typed(ResourceKind(number(3)?), flag(2))?
        },
        name if name == CBUFFER.as_bytes() => {
            let bytes = match module.types.get(element?)? {
                Type::Target(layout) => u64::from(*layout.numbers.first()?),
                _ => DataLayout::of(module).size(element?),
            };
            Description { kind: ResourceKind::CBUFFER, bytes: u32::try_from(bytes).ok()?, ..base }
        }
        name if name == SAMPLER.as_bytes() => {
            Description { kind: ResourceKind::SAMPLER, sampler: SamplerKind(number(0)?), ..base }
        }
        name if name == FEEDBACK.as_bytes() => Description {
            kind: ResourceKind(number(1)?),
            is_uav: true,
            feedback: SamplerFeedbackType(number(0)?),
            ..base
        },
        _ => return None,
    })
}

/// Returns the component type and the number of components of an element type.
fn element_of(module: &Module, element: TypeId, is_signed: bool) -> Option<(ElementType, u32)> {
    let (lane, lanes) = match module.types.get(element)? {
        Type::Vector(lane, lanes) => (*lane, u32::try_from(*lanes).ok()?),
        _ => (element, 1),
    };
    let lane = match (module.types.get(lane)?, is_signed) {
        (Type::Integer(16), true) => ElementType::I16,
        (Type::Integer(16), false) => ElementType::U16,
        (Type::Integer(32), true) => ElementType::I32,
        (Type::Integer(32), false) => ElementType::U32,
        (Type::Integer(64), true) => ElementType::I64,
        (Type::Integer(64), false) => ElementType::U64,
        (Type::Half, _) => ElementType::F16,
        (Type::Float, _) => ElementType::F32,
        (Type::Double, _) => ElementType::F64,
        _ => return None,
    };
    Some((lane, lanes))
}

/// The facts about a resource that accesses need, from its target extension type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Resource {
    /// The family of a buffer or texture; `None` for constant buffers, samplers and feedback textures.
    pub family: Option<Family>,
    /// The element type.
    pub element: Option<TypeId>,
    /// The number of coordinates of a texture, with and without the array slice; zeros for other resources.
    pub dimensions: (usize, usize),
}

impl Resource {
    /// Returns the facts from a type, or `None` if the type is not the type of a resource.
    pub(crate) fn of(module: &Module, ty: TypeId) -> Option<Self> {
        let Some(Type::Target(target)) = module.types.get(ty) else { return None };
        let element = target.types.first().copied();
        let none = Self { family: None, element, dimensions: (0, 0) };
        Some(match target.name.as_slice() {
            name if name == BUFFER.as_bytes() => {
                let is_raw = matches!(module.types.get(element?), Some(Type::Integer(8) | Type::Void));
                Self { family: Some(if is_raw { Family::Raw } else { Family::Structured }), ..none }
            }
            name if name == TYPED_BUFFER.as_bytes() => Self { family: Some(Family::Typed), ..none },
            name if name == TEXTURE.as_bytes() || name == MULTISAMPLED.as_bytes() => {
                let axes = texture(ResourceKind(*target.numbers.last()?))?;
                let family = if axes.is_multisampled { Family::Multisampled } else { Family::Texture };
                Self { family: Some(family), dimensions: (axes.coordinates(), axes.axes), ..none }
            }
            name if [FEEDBACK, CBUFFER, SAMPLER].iter().any(|known| known.as_bytes() == name) => none,
            _ => return None,
        })
    }

    /// Returns true if the resource belongs to a family. `Family::Buffer` includes all kinds of buffers.
    pub(crate) fn is(self, family: Family) -> bool {
        match family {
            Family::Buffer => {
                matches!(self.family, Some(Family::Typed | Family::Raw | Family::Structured | Family::Buffer))
            }
            _ => self.family == Some(family),
        }
    }
}
