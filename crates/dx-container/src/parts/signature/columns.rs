//! Names of system values and component types in the signature tables of listings. Separate because FXC and DXC print
//! the same names: the listings of DXBC and of DXIL both use this file.

use crate::enums::{ComponentType, SystemValue};

/// Source: the listings of FXC and DXC.
const SYSTEM_VALUES: [(SystemValue, &str); 27] = [
    (SystemValue::UNDEFINED, "NONE"),
    (SystemValue::POSITION, "POS"),
    (SystemValue::CLIP_DISTANCE, "CLIPDST"),
    (SystemValue::CULL_DISTANCE, "CULLDST"),
    (SystemValue::RENDER_TARGET_ARRAY_INDEX, "RTINDEX"),
    (SystemValue::VIEW_PORT_ARRAY_INDEX, "VPINDEX"),
    (SystemValue::VERTEX_ID, "VERTID"),
    (SystemValue::PRIMITIVE_ID, "PRIMID"),
    (SystemValue::INSTANCE_ID, "INSTID"),
    (SystemValue::IS_FRONT_FACE, "FFACE"),
    (SystemValue::SAMPLE_INDEX, "SAMPLE"),
    (SystemValue::FINAL_QUAD_EDGE_TESSFACTOR, "QUADEDGE"),
    (SystemValue::FINAL_QUAD_INSIDE_TESSFACTOR, "QUADINT"),
    (SystemValue::FINAL_TRI_EDGE_TESSFACTOR, "TRIEDGE"),
    (SystemValue::FINAL_TRI_INSIDE_TESSFACTOR, "TRIINT"),
    (SystemValue::FINAL_LINE_DETAIL_TESSFACTOR, "LINEDET"),
    (SystemValue::FINAL_LINE_DENSITY_TESSFACTOR, "LINEDEN"),
    (SystemValue::BARYCENTRICS, "BARYCEN"),
    (SystemValue::SHADING_RATE, "SHDINGRATE"),
    (SystemValue::CULL_PRIMITIVE, "CULLPRIM"),
    (SystemValue::TARGET, "TARGET"),
    (SystemValue::DEPTH, "DEPTH"),
    (SystemValue::COVERAGE, "COVERAGE"),
    (SystemValue::DEPTH_GE, "DEPTHGE"),
    (SystemValue::DEPTH_LE, "DEPTHLE"),
    (SystemValue::STENCIL_REF, "STENCILREF"),
    (SystemValue::INNER_COVERAGE, "INNERCOV"),
];

const COMPONENT_TYPES: [(ComponentType, &str); 10] = [
    (ComponentType::UNKNOWN, "unknown"),
    (ComponentType::U_INT32, "uint"),
    (ComponentType::S_INT32, "int"),
    (ComponentType::FLOAT32, "float"),
    (ComponentType::U_INT16, "uint16"),
    (ComponentType::S_INT16, "int16"),
    (ComponentType::FLOAT16, "fp16"),
    (ComponentType::U_INT64, "uint64"),
    (ComponentType::S_INT64, "int64"),
    (ComponentType::FLOAT64, "double"),
];

impl SystemValue {
    /// The name in the signature table of a listing, such as `POS`; `NONE` for unknown values.
    pub fn column(self) -> &'static str {
        SYSTEM_VALUES.iter().find(|row| row.0 == self).map_or("NONE", |row| row.1)
    }

    /// The system value with this name in a listing.
    pub fn from_column(name: &str) -> Option<Self> {
        SYSTEM_VALUES.iter().find(|row| row.1 == name).map(|row| row.0)
    }
}

impl ComponentType {
    /// The name in the signature table of a listing, such as `float`; `unknown` for unknown types.
    pub fn column(self) -> &'static str {
        COMPONENT_TYPES.iter().find(|row| row.0 == self).map_or("unknown", |row| row.1)
    }

    /// The component type with this name in a listing.
    pub fn from_column(name: &str) -> Option<Self> {
        COMPONENT_TYPES.iter().find(|row| row.1 == name).map(|row| row.0)
    }
}
