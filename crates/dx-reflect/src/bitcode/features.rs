//! The features that a device must have, from what a program says that it uses. Separate because the bits are not
//! those of SFI0.

use dx_container::flags::{FeatureFlags, ShaderFlags};

/// What needs which feature, one by one.
const ROWS: [(ShaderFlags, FeatureFlags); 31] = [
    (ShaderFlags::ENABLE_DOUBLE_PRECISION, FeatureFlags::DOUBLES),
    (
        ShaderFlags::CS_RAW_AND_STRUCTURED_VIA_SHADER_4X,
        FeatureFlags::COMPUTE_SHADERS_PLUS_RAW_AND_STRUCTURED_BUFFERS,
    ),
    (ShaderFlags::UAVS_AT_EVERY_STAGE, FeatureFlags::UAVS_AT_EVERY_STAGE),
    (ShaderFlags::MAX_64_UAVS, FeatureFlags::MAX_64_UAVS),
    (ShaderFlags::ENABLE_DOUBLE_EXTENSIONS, FeatureFlags::DX11_1_DOUBLE_EXTENSIONS),
    (ShaderFlags::ENABLE_MSAD, FeatureFlags::DX11_1_SHADER_EXTENSIONS),
    (ShaderFlags::LEVEL9_COMPARISON_FILTERING, FeatureFlags::LEVEL9_COMPARISON_FILTERING),
    (ShaderFlags::TILED_RESOURCES, FeatureFlags::TILED_RESOURCES),
    (ShaderFlags::STENCIL_REF, FeatureFlags::STENCIL_REF),
    (ShaderFlags::INNER_COVERAGE, FeatureFlags::INNER_COVERAGE),
    (ShaderFlags::UAV_LOAD_ADDITIONAL_FORMATS, FeatureFlags::TYPED_UAV_LOAD_ADDITIONAL_FORMATS),
    (ShaderFlags::ROVS, FeatureFlags::ROVS),
    (
        ShaderFlags::VIEWPORT_AND_RT_ARRAY_INDEX,
        FeatureFlags::VIEWPORT_AND_RT_ARRAY_INDEX_FROM_ANY_SHADER_FEEDING_RASTERIZER,
    ),
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
];

/// The features that are needed for what is used.
pub(super) fn needed(uses: ShaderFlags) -> FeatureFlags {
    let mut features = FeatureFlags::default();
    for (used, feature) in ROWS {
        features.set(feature, uses.contains(used));
    }
    features.set(FeatureFlags::REQUIRES_GROUP, uses.contains(ShaderFlags::REQUIRES_GROUP));
    // 16 bits are either what there is at least, or what there is.
    let (low, native) = (ShaderFlags::LOW_PRECISION_PRESENT, ShaderFlags::USE_NATIVE_LOW_PRECISION);
    features.set(FeatureFlags::MINIMUM_PRECISION, uses.contains(low) && !uses.contains(native));
    features.set(FeatureFlags::NATIVE_LOW_PRECISION, uses.contains(low) && uses.contains(native));
    features
}
