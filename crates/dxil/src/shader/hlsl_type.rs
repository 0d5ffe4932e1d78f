//! HLSL types of resources: the types of the variables in resource records, with the names that DXC writes. Separate
//! from the records because front ends and the passes of `lower` create the types before the records.

use dx_container::enums::{ElementType, ResourceKind};
use dx_container::names::NamedValue as _;
use dxil_ir::{Module, Type, TypeId};

use super::HandleProperties;

/// The name of the HLSL template of a kind of resource, without a prefix such as `RW`: `Texture2D`, or `Buffer` for a
/// typed buffer.
pub fn hlsl_template(kind: ResourceKind) -> &'static str {
    let name = kind.name().unwrap_or("Resource");
    name.strip_prefix("Typed").unwrap_or(name)
}

/// The type of an element with 1 to 4 components, and its name as a template argument.
pub fn hlsl_element(module: &mut Module, element: ElementType, components: u32) -> (TypeId, String) {
    use ElementType as E;
    let (scalar, name) = match element {
        E::I16 => (Type::Integer(16), "short"),
        E::U16 => (Type::Integer(16), "unsigned short"),
        E::I32 => (Type::Integer(32), "int"),
        E::U32 => (Type::Integer(32), "unsigned int"),
        E::I64 => (Type::Integer(64), "long long"),
        E::U64 => (Type::Integer(64), "unsigned long long"),
        E::F16 | E::SNORM_F16 | E::UNORM_F16 => (Type::Half, "half"),
        E::F64 | E::SNORM_F64 | E::UNORM_F64 => (Type::Double, "double"),
        _ => (Type::Float, "float"),
    };
    let scalar = module.types.intern(scalar);
    match components {
        1 => (scalar, name.to_owned()),
        count => (module.types.vector(scalar, count.into()), format!("vector<{name}, {count}> ")),
    }
}

impl HandleProperties {
    /// A structure for the HLSL type of a resource with these properties. `name` is the name of the resource, after
    /// which the type of a constant buffer is named. The elements of structured buffers are arrays of dwords.
    pub fn hlsl_type(self, module: &mut Module, name: &str) -> TypeId {
        use ResourceKind as K;
        let kind = self.kind();
        let writable = if self.is_uav() { "RW" } else { "" };
        let i32 = module.types.int(32);
        let (name, member) = match kind {
            K::RAW_BUFFER => (format!("struct.{writable}ByteAddressBuffer"), i32),
            K::STRUCTURED_BUFFER => {
                let words = self.stride().div_ceil(4);
                let name = format!("class.{writable}StructuredBuffer<uint[{words}]>");
                (name, module.types.array(i32, words.into()))
            }
            K::CBUFFER => {
                let float = module.types.float();
                let row = module.types.vector(float, 4);
                let bytes = self.cbuffer_size();
                (format!("{name}.{bytes}"), module.types.array(row, bytes.div_ceil(16).into()))
            }
            K::SAMPLER if self.is_comparison() => ("struct.SamplerComparisonState".into(), i32),
            K::SAMPLER => ("struct.SamplerState".into(), i32),
            K::RT_ACCELERATION_STRUCTURE => ("struct.RaytracingAccelerationStructure".into(), i32),
            K::FEEDBACK_TEXTURE_2D | K::FEEDBACK_TEXTURE_2D_ARRAY => {
                (format!("class.{}<{}>", hlsl_template(kind), self.sampler_feedback().0), i32)
            }
            _ => {
                let (member, argument) = hlsl_element(module, self.element_type(), self.components());
                (format!("class.{writable}{}<{argument}>", hlsl_template(kind)), member)
            }
        };
        module.types.structure(&name, &[member])
    }
}
