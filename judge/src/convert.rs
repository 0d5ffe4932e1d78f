//! DXIL to SPIR-V: what dxil-spirv makes of a container, and where it puts each resource.

use std::sync::{Arc, Mutex};

use dx_container::enums::ResourceClass;
use dxil_spirv::binding::{
    Bindless, CbvVulkanBinding, D3dBinding, ResourceKind, SrvVulkanBinding, UavVulkanBinding, VulkanBinding,
    VulkanDescriptorType,
};
use dxil_spirv::options::ConverterOption;
use dxil_spirv::{Converter, ParsedBlob};

/// A compute shader as SPIR-V. All resources are in set 0.
pub struct Spirv {
    pub words: Vec<u32>,
    /// The resources, by their numbers in the set.
    pub bindings: Vec<Binding>,
    /// The name of the entry point.
    pub entry: &'static str,
    /// The bytes of immediates (push constants).
    pub immediates: Vec<u8>,
}

/// Registers of D3D that became a binding.
#[derive(Clone, Copy)]
pub struct Binding {
    pub class: ResourceClass,
    pub register: u32,
    pub space: u32,
    /// How many; `u32::MAX` for as many as there are.
    pub count: u32,
    pub role: Role,
}

/// What a binding is to Vulkan.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Role {
    Storage,
    Uniform,
    /// The counter of the structured buffer there.
    Counter,
    /// A typed buffer.
    Texel,
    Texture(ResourceKind),
    StorageTexture(ResourceKind),
    Sampler,
    Structure,
}

/// The name of all entry points that the converter writes.
const ENTRY: &str = "main";

type Bindings = Arc<Mutex<Vec<Binding>>>;

/// Converts the compute shader of a container.
///
/// # Errors
///
/// What the converter says of a shader that it does not convert.
pub fn convert(container: &[u8], wave_size: u32) -> Result<Spirv, String> {
    let said = Arc::new(Mutex::new(String::new()));
    let log = Arc::clone(&said);
    dxil_spirv::set_thread_log_callback(Some(move |_, message: &str| {
        // The first message is the cause.
        let mut said = log.lock().expect("nothing panics with it");
        if said.is_empty() {
            *said = message.trim().to_owned();
        }
    }));
    let result = converted(container, wave_size);
    result.map_err(|error| {
        let said = said.lock().expect("nothing panics with it");
        if said.is_empty() { error.to_string() } else { said.clone() }
    })
}

fn converted(container: &[u8], wave_size: u32) -> dxil_spirv::Result<Spirv> {
    let parsed = ParsedBlob::parse(container)?;
    let mut converter = Converter::new(&parsed)?;
    let options = [
        // Views begin where buffers do; with a larger alignment, offsets of those with elements of halves would come
        // from a buffer.
        ConverterOption::SsboAlignment { alignment: 2 },
        ConverterOption::ScalarBlockLayout { supported: true, supports_per_component_robustness: false },
        ConverterOption::TypedUavReadWithoutFormat { supported: true },
        // The driver must not compute anything else than what is written.
        ConverterOption::PreciseControl { force_precise: true, propagate_precise: false },
        ConverterOption::SubgroupProperties { minimum_size: wave_size, maximum_size: wave_size },
    ];
    for option in &options {
        converter.add_option(option)?;
    }
    let bindings = Bindings::default();
    let to = Arc::clone(&bindings);
    converter.set_srv_remapper(move |d3d| {
        let role = match d3d.kind {
            ResourceKind::StructuredBuffer | ResourceKind::RawBuffer => Role::Storage,
            ResourceKind::TypedBuffer | ResourceKind::TBuffer => Role::Texel,
            ResourceKind::RtAccelerationStructure => Role::Structure,
            kind => Role::Texture(kind),
        };
        let binding = add(&to, ResourceClass::SRV, d3d, role);
        Some(SrvVulkanBinding { buffer_binding: binding, offset_binding: binding })
    });
    let to = Arc::clone(&bindings);
    converter.set_uav_remapper(move |d3d| {
        let role = match d3d.binding.kind {
            ResourceKind::StructuredBuffer | ResourceKind::RawBuffer => Role::Storage,
            ResourceKind::TypedBuffer => Role::Texel,
            kind => Role::StorageTexture(kind),
        };
        let buffer_binding = add(&to, ResourceClass::UAV, &d3d.binding, role);
        let counter_binding = match d3d.has_counter {
            true => add(&to, ResourceClass::UAV, &d3d.binding, Role::Counter),
            false => buffer_binding,
        };
        Some(UavVulkanBinding { buffer_binding, counter_binding, offset_binding: buffer_binding })
    });
    let to = Arc::clone(&bindings);
    converter.set_cbv_remapper(move |d3d| {
        Some(CbvVulkanBinding::Uniform(add(&to, ResourceClass::CBUFFER, d3d, Role::Uniform)))
    });
    let to = Arc::clone(&bindings);
    converter.set_sampler_remapper(move |d3d| Some(add(&to, ResourceClass::SAMPLER, d3d, Role::Sampler)));
    converter.run()?;
    let bindings = bindings.lock().expect("nothing panics with it").clone();
    let words = converter.compiled_spirv()?;
    Ok(Spirv { words, bindings, entry: ENTRY, immediates: Vec::new() })
}

/// Gives registers the next number in the set.
fn add(to: &Bindings, class: ResourceClass, d3d: &D3dBinding, role: Role) -> VulkanBinding {
    let mut bindings = to.lock().expect("nothing panics with it");
    let (register, space, count) = (d3d.register_index, d3d.register_space, d3d.range_size);
    bindings.push(Binding { class, register, space, count, role });
    let descriptor_type = match role {
        Role::Storage | Role::Counter => VulkanDescriptorType::Ssbo,
        _ => VulkanDescriptorType::Identity,
    };
    VulkanBinding {
        set: 0,
        binding: u32::try_from(bindings.len() - 1).expect("there are few"),
        root_constant_index: 0,
        bindless: Bindless { heap_root_offset: 0, use_heap: false },
        descriptor_type,
    }
}
