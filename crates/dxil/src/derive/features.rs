//! SFI0: what a device must have to run the program, by the flags that the module says it has.

use dx_container::flags::{FeatureFlags, ShaderFlags};
use dx_container::parts::feature_info::FeatureInfoBuf;

use super::DescribedModule;
use crate::Result;

/// Flags of modules and the features they ask for. Flags that are missing ask for none; low precision depends on
/// another flag, see [`features_of`].
const FEATURES: [(ShaderFlags, FeatureFlags); 32] = [
    (ShaderFlags::ENABLE_DOUBLE_PRECISION, FeatureFlags::DOUBLES),
    (ShaderFlags::ENABLE_DOUBLE_EXTENSIONS, FeatureFlags::DX11_1_DOUBLE_EXTENSIONS),
    (ShaderFlags::ENABLE_MSAD, FeatureFlags::DX11_1_SHADER_EXTENSIONS),
    (
        ShaderFlags::VIEWPORT_AND_RT_ARRAY_INDEX,
        FeatureFlags::VIEWPORT_AND_RT_ARRAY_INDEX_FROM_ANY_SHADER_FEEDING_RASTERIZER,
    ),
    (ShaderFlags::INNER_COVERAGE, FeatureFlags::INNER_COVERAGE),
    (ShaderFlags::STENCIL_REF, FeatureFlags::STENCIL_REF),
    (ShaderFlags::TILED_RESOURCES, FeatureFlags::TILED_RESOURCES),
    (ShaderFlags::UAV_LOAD_ADDITIONAL_FORMATS, FeatureFlags::TYPED_UAV_LOAD_ADDITIONAL_FORMATS),
    (ShaderFlags::LEVEL9_COMPARISON_FILTERING, FeatureFlags::LEVEL9_COMPARISON_FILTERING),
    (ShaderFlags::MAX_64_UAVS, FeatureFlags::MAX_64_UAVS),
    (ShaderFlags::UAVS_AT_EVERY_STAGE, FeatureFlags::UAVS_AT_EVERY_STAGE),
    (
        ShaderFlags::CS_RAW_AND_STRUCTURED_VIA_SHADER_4X,
        FeatureFlags::COMPUTE_SHADERS_PLUS_RAW_AND_STRUCTURED_BUFFERS,
    ),
    (ShaderFlags::ROVS, FeatureFlags::ROVS),
    (ShaderFlags::WAVE_OPS, FeatureFlags::WAVE_OPS),
    (ShaderFlags::INT64_OPS, FeatureFlags::INT64_OPS),
    (ShaderFlags::VIEW_ID, FeatureFlags::VIEW_ID),
    (ShaderFlags::BARYCENTRICS, FeatureFlags::BARYCENTRICS),
    (ShaderFlags::SHADING_RATE, FeatureFlags::SHADING_RATE),
    (ShaderFlags::RAYTRACING_1_1, FeatureFlags::RAYTRACING_TIER_1_1),
    (ShaderFlags::SAMPLER_FEEDBACK, FeatureFlags::SAMPLER_FEEDBACK),
    (ShaderFlags::ATOMIC_INT64_ON_TYPED_RESOURCE, FeatureFlags::ATOMIC_INT64_ON_TYPED_RESOURCE),
    (ShaderFlags::ATOMIC_INT64_ON_GROUP_SHARED, FeatureFlags::ATOMIC_INT64_ON_GROUP_SHARED),
    (ShaderFlags::DERIVATIVES_IN_MESH_AND_AMP_SHADERS, FeatureFlags::DERIVATIVES_IN_MESH_AND_AMP_SHADERS),
    (ShaderFlags::RESOURCE_DESCRIPTOR_HEAP_INDEXING, FeatureFlags::RESOURCE_DESCRIPTOR_HEAP_INDEXING),
    (ShaderFlags::SAMPLER_DESCRIPTOR_HEAP_INDEXING, FeatureFlags::SAMPLER_DESCRIPTOR_HEAP_INDEXING),
    (ShaderFlags::ATOMIC_INT64_ON_HEAP_RESOURCE, FeatureFlags::ATOMIC_INT64_ON_HEAP_RESOURCE),
    (ShaderFlags::ADVANCED_TEXTURE_OPS, FeatureFlags::ADVANCED_TEXTURE_OPS),
    (ShaderFlags::WRITEABLE_MSAA_TEXTURES, FeatureFlags::WRITEABLE_MSAA_TEXTURES),
    (ShaderFlags::SAMPLE_CMP_GRADIENT_OR_BIAS, FeatureFlags::SAMPLE_CMP_GRADIENT_OR_BIAS),
    (ShaderFlags::EXTENDED_COMMAND_INFO, FeatureFlags::EXTENDED_COMMAND_INFO),
    (ShaderFlags::USES_DERIVATIVES, FeatureFlags::USES_DERIVATIVES),
    (ShaderFlags::REQUIRES_GROUP, FeatureFlags::REQUIRES_GROUP),
];

/// The features that flags of a module or of a function ask for.
pub fn features_of(flags: ShaderFlags) -> FeatureFlags {
    let asked = FEATURES.iter().filter(|(flag, _)| flags.contains(*flag)).map(|(_, feature)| *feature);
    let mut features: FeatureFlags = asked.collect();
    if flags.contains(ShaderFlags::LOW_PRECISION_PRESENT) {
        features |= match flags.contains(ShaderFlags::USE_NATIVE_LOW_PRECISION) {
            true => FeatureFlags::NATIVE_LOW_PRECISION,
            false => FeatureFlags::MINIMUM_PRECISION,
        };
    }
    features
}

/// SFI0 of a program.
///
/// # Errors
///
/// The module does not say where it begins.
pub fn features(program: &DescribedModule<'_>) -> Result<FeatureInfoBuf> {
    let flags = features_of(program.main_entry()?.flags());
    Ok(FeatureInfoBuf { flags, unknown: Vec::new() })
}
