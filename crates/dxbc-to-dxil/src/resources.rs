//! The resources of a program as bindings of DXIL. Separate because declarations name registers, and RDEF has the names
//! and types of the source.

use bstr::ByteSlice as _;
use dx_bytecode::declarations::{Declarations, Resource as Declared, Shape, View};
use dx_bytecode::operand::RegisterKind;
use dx_container::enums::{ElementType, ResourceReturnType, SamplerKind, ShaderInputType};
use dx_container::parts::rdef::RdefBuf;
use dxil::emit::{Resource, ResourceDesc, ShaderBuilder};
use dxil::ops::OverloadKind;
use dxil::shader::{HandleProperties, ResourceRange};
use hashbrown::HashMap;

use crate::constant_buffers::{hlsl_type, size_in_reflection};
use crate::error::{Error, Result};

/// The resources by register, or from shader model 5.1 on by ID.
#[derive(Debug, Default)]
pub(crate) struct Resources(HashMap<(RegisterKind, u32), Bound>);

/// A bound resource.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bound {
    pub(crate) resource: Resource,
    pub(crate) declared: Declared,
    /// The type of a texel of a typed view.
    pub(crate) texel: OverloadKind,
}

/// The size of a constant buffer whose declaration states none.
const MAX_CONSTANT_BUFFER: u32 = 65_536;

impl Resources {
    pub(crate) fn declare(
        declarations: &Declarations,
        reflection: Option<&RdefBuf>,
        shader: &mut ShaderBuilder,
    ) -> Result<Self> {
        let mut all = HashMap::new();
        for declared in &declarations.resources {
            let kind = register_kind(declared);
            let number = declared.id.unwrap_or(declared.lower_bound);
            let name = name_of(declared, reflection).unwrap_or_else(|| {
                let letter = match kind {
                    RegisterKind::CONSTANT_BUFFER => "CB",
                    RegisterKind::SAMPLER => "S",
                    RegisterKind::RESOURCE => "T",
                    _ => "U",
                };
                format!("{letter}{number}")
            });
            let (mut properties, texel) = properties(declared, &name)?;
            if let (Shape::ConstantBuffer { .. }, Some(bytes)) =
                (declared.shape, size_in_reflection(&name, reflection))
            {
                properties = HandleProperties::cbuffer(bytes.max(properties.cbuffer_size()));
            }
            let mut desc = ResourceDesc::new(&name, properties).at(declared.space, declared.lower_bound);
            if declared.upper_bound != declared.lower_bound {
                desc = desc.array(match declared.upper_bound {
                    u32::MAX => ResourceRange::UNBOUNDED,
                    upper => (upper - declared.lower_bound).saturating_add(1),
                });
            }
            if let Shape::ConstantBuffer { .. } = declared.shape {
                desc.hlsl_type = hlsl_type(&name, reflection, properties.cbuffer_size(), shader);
            }
            let resource = shader.bind(desc)?;
            all.insert((kind, number), Bound { resource, declared: *declared, texel });
        }
        Ok(Self(all))
    }

    /// The resource that an operand names.
    pub(crate) fn get(&self, kind: RegisterKind, number: u32) -> Result<Bound> {
        self.0.get(&(kind, number)).copied().ok_or_else(|| {
            Error::unsupported(
                format!("an undeclared register {}{number}", kind.name()),
                "declare the register",
            )
        })
    }
}

fn register_kind(declared: &Declared) -> RegisterKind {
    match declared.shape {
        Shape::ConstantBuffer { .. } => RegisterKind::CONSTANT_BUFFER,
        Shape::Sampler(_) => RegisterKind::SAMPLER,
        Shape::View { access: None, .. } => RegisterKind::RESOURCE,
        Shape::View { access: Some(_), .. } => RegisterKind::UNORDERED_ACCESS_VIEW,
    }
}

/// The name in RDEF.
fn name_of(declared: &Declared, reflection: Option<&RdefBuf>) -> Option<String> {
    use ShaderInputType as I;
    let is_kind = |kind: ShaderInputType| match declared.shape {
        Shape::ConstantBuffer { .. } => kind == I::CBUFFER,
        Shape::Sampler(_) => kind == I::SAMPLER,
        Shape::View { access: None, .. } => {
            matches!(kind, I::TBUFFER | I::TEXTURE | I::STRUCTURED | I::BYTE_ADDRESS)
        }
        Shape::View { access: Some(_), .. } => !matches!(
            kind,
            I::CBUFFER | I::SAMPLER | I::TBUFFER | I::TEXTURE | I::STRUCTURED | I::BYTE_ADDRESS
        ),
    };
    let binding = reflection?.bindings.iter().find(|binding| {
        // An array before shader model 5.1 is one binding with several registers.
        let registers = binding.bind_point..binding.bind_point.saturating_add(binding.bind_count.max(1));
        is_kind(binding.kind) && binding.space == declared.space && registers.contains(&declared.lower_bound)
    })?;
    let name = binding.name.to_str_lossy();
    Some(match declared.lower_bound - binding.bind_point {
        0 => name.into_owned(),
        index => format!("{name}[{index}]"),
    })
}

fn properties(declared: &Declared, name: &str) -> Result<(HandleProperties, OverloadKind)> {
    let mut texel = OverloadKind::I32;
    let mut properties = match declared.shape {
        Shape::ConstantBuffer { vectors, .. } => HandleProperties::cbuffer(match vectors {
            0 => MAX_CONSTANT_BUFFER,
            vectors => vectors.saturating_mul(16),
        }),
        Shape::Sampler(kind) => HandleProperties::sampler(kind == SamplerKind::COMPARISON),
        Shape::View { view: View::Raw, .. } => HandleProperties::raw_buffer(),
        Shape::View { view: View::Structured(stride), .. } => HandleProperties::structured_buffer(stride, 2),
        Shape::View { view: View::Typed { kind, samples, returns }, .. } => {
            let element = element_type(returns)
                .ok_or_else(|| Error::unsupported(format!("the type {returns} of `{name}`"), NO_DOUBLES))?;
            let kind = kind.ok_or_else(|| {
                Error::unsupported(format!("the dimension of `{name}`"), "declare a texture or a buffer")
            })?;
            if matches!(element, ElementType::F32 | ElementType::SNORM_F32 | ElementType::UNORM_F32) {
                texel = OverloadKind::F32;
            }
            HandleProperties::typed(kind, element, 4).with_samples(samples)
        }
    };
    if let Shape::View { access: Some(access), .. } = declared.shape {
        let flags = [
            (true, HandleProperties::UAV),
            (access.globally_coherent, HandleProperties::GLOBALLY_COHERENT),
            (access.rasterizer_ordered, HandleProperties::RASTERIZER_ORDERED),
            (access.counter, HandleProperties::COMPARISON_OR_COUNTER),
        ];
        properties = flags.iter().fold(properties, |all, (is_set, flag)| match is_set {
            true => all.with(*flag),
            false => all,
        });
    }
    Ok((properties, texel))
}

const NO_DOUBLES: &str = "load the words of a double as uint2 and combine them";

fn element_type(returns: ResourceReturnType) -> Option<ElementType> {
    Some(match returns {
        ResourceReturnType::UNORM => ElementType::UNORM_F32,
        ResourceReturnType::SNORM => ElementType::SNORM_F32,
        ResourceReturnType::SINT => ElementType::I32,
        ResourceReturnType::FLOAT => ElementType::F32,
        ResourceReturnType::UINT | ResourceReturnType::MIXED | ResourceReturnType::NONE => ElementType::U32,
        _ => return None,
    })
}
