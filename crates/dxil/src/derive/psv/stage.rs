//! What PSV0 says that depends on the stage, most of it as the entry says it of itself.

use dx_container::enums::{InterpolationMode, SemanticKind, ShaderKind};
use dx_container::parts::psv::{ANY_LANES, StageExtra, StageInfo};

use super::super::error::{missing, unfit};
use super::DescribedModule;
use super::signatures::Signatures;
use crate::Result;
use crate::derive::element::Element;
use crate::shader::{
    AmplificationState, DomainState, EntryProperties, GeometryState, Grid, HullState, MeshState,
};

/// The record's part that depends on the stage.
pub(super) fn info(
    program: &DescribedModule<'_>,
    stage: ShaderKind,
    signatures: &Signatures<'_>,
) -> Result<StageInfo> {
    let output_position_present = has(&signatures.output, |element| element.kind == SemanticKind::POSITION);
    Ok(match stage {
        ShaderKind::VERTEX => StageInfo::Vertex { output_position_present },
        ShaderKind::HULL => {
            let hull = hull(program)?;
            StageInfo::Hull {
                input_control_points: hull.input_control_points,
                output_control_points: hull.output_control_points,
                domain: hull.domain,
                output_primitive: hull.output_primitive,
            }
        }
        ShaderKind::DOMAIN => {
            let domain = domain(program)?;
            StageInfo::Domain {
                input_control_points: domain.input_control_points,
                output_position_present,
                domain: domain.domain,
            }
        }
        ShaderKind::GEOMETRY => {
            let geometry = geometry(program)?;
            StageInfo::Geometry {
                input_primitive: geometry.input_primitive,
                output_topology: geometry.topology,
                // What the runtime expects of shaders that write no stream.
                output_stream_mask: geometry.stream_mask.max(1),
                output_position_present,
            }
        }
        ShaderKind::PIXEL => StageInfo::Pixel {
            depth_output: has(&signatures.output, is_depth),
            sample_frequency: has(&signatures.input, is_per_sample),
        },
        ShaderKind::MESH => {
            let mesh = mesh(program)?;
            StageInfo::Mesh {
                group_shared_bytes: program.group_shared_bytes()?,
                group_shared_bytes_view_dependent: 0,
                payload_bytes: mesh.payload_size,
                max_output_vertices: narrow(
                    "maximum vertex count of the mesh shader",
                    mesh.max_vertex_count,
                )?,
                max_output_primitives: narrow(
                    "maximum primitive count of the mesh shader",
                    mesh.max_primitive_count,
                )?,
            }
        }
        ShaderKind::AMPLIFICATION => {
            StageInfo::Amplification { payload_bytes: amplification(program)?.payload_size }
        }
        _ => StageInfo::default(),
    })
}

/// The two bytes of version 1.
pub(super) fn extra(
    program: &DescribedModule<'_>,
    stage: ShaderKind,
    patch_or_primitive_vectors: u8,
) -> Result<StageExtra> {
    Ok(match stage {
        ShaderKind::GEOMETRY => {
            let vertices = geometry(program)?.max_vertex_count;
            StageExtra::geometry(narrow("maximum vertex count of the geometry shader", vertices)?)
        }
        ShaderKind::HULL | ShaderKind::DOMAIN => StageExtra::patch(patch_or_primitive_vectors),
        ShaderKind::MESH => {
            let topology = mesh(program)?.topology;
            let unknown = |_| unfit("output topology of the mesh shader", topology.0, "at most 255");
            StageExtra::mesh(patch_or_primitive_vectors, topology).map_err(unknown)?
        }
        _ => StageExtra::default(),
    })
}

/// The fewest and the most lanes of a wave; only compute shaders may ask for some.
pub(super) fn lanes(program: &DescribedModule<'_>, stage: ShaderKind) -> Result<[u32; 2]> {
    let any = [0, ANY_LANES];
    let properties = program.main_entry()?.properties.as_ref();
    let Some(properties) = properties.filter(|_| stage == ShaderKind::COMPUTE) else { return Ok(any) };
    let range = properties.wave_range().map(|range| [range.min, range.max]);
    let asked = range.or_else(|| properties.wave_size().map(|size| [size.lanes, 0]));
    Ok(match asked {
        None | Some([0, _]) => any,
        Some([only, 0]) => [only, only],
        Some(range) => range,
    })
}

/// Whether threads of this stage run in groups.
pub(super) fn has_groups(stage: ShaderKind) -> bool {
    matches!(stage, ShaderKind::COMPUTE | ShaderKind::MESH | ShaderKind::AMPLIFICATION)
}

/// Threads of a group.
pub(super) fn threads(program: &DescribedModule<'_>, stage: ShaderKind) -> Result<[u32; 3]> {
    Ok(match stage {
        ShaderKind::COMPUTE => {
            property(program, "numthreads of the entry point", EntryProperties::thread_group)?.dimensions()
        }
        ShaderKind::MESH => Grid::dimensions(&mesh(program)?.thread_group),
        ShaderKind::AMPLIFICATION => Grid::dimensions(&amplification(program)?.thread_group),
        _ => [0; 3],
    })
}

fn hull<'m>(program: &DescribedModule<'m>) -> Result<&'m HullState> {
    property(program, "hull shader state of the entry point", EntryProperties::hull)
}

fn domain<'m>(program: &DescribedModule<'m>) -> Result<&'m DomainState> {
    property(program, "domain shader state of the entry point", EntryProperties::domain)
}

fn geometry<'m>(program: &DescribedModule<'m>) -> Result<&'m GeometryState> {
    property(program, "geometry shader state of the entry point", EntryProperties::geometry)
}

fn mesh<'m>(program: &DescribedModule<'m>) -> Result<&'m MeshState> {
    property(program, "mesh shader state of the entry point", EntryProperties::mesh)
}

fn amplification<'m>(program: &DescribedModule<'m>) -> Result<&'m AmplificationState> {
    property(program, "amplification shader state of the entry point", EntryProperties::amplification)
}

/// What an entry has to say of itself.
fn property<'m, T>(
    program: &DescribedModule<'m>,
    what: &'static str,
    find: impl Fn(&'m EntryProperties) -> Option<&'m T>,
) -> Result<&'m T> {
    let properties = program.main_entry()?.properties.as_ref();
    properties.and_then(find).ok_or_else(|| missing(what))
}

/// 1 where an element is such a one.
fn has(elements: &[Element<'_>], is_one: impl Fn(&Element<'_>) -> bool) -> u8 {
    elements.iter().any(is_one).into()
}

fn is_depth(element: &Element<'_>) -> bool {
    use SemanticKind as K;
    matches!(element.kind, K::DEPTH | K::DEPTH_LESS_EQUAL | K::DEPTH_GREATER_EQUAL)
}

/// Whether a pixel shader with this input runs for each sample.
fn is_per_sample(element: &Element<'_>) -> bool {
    use InterpolationMode as I;
    element.kind == SemanticKind::SAMPLE_INDEX
        || matches!(element.stored.interpolation, I::LINEAR_SAMPLE | I::LINEAR_NOPERSPECTIVE_SAMPLE)
}

fn narrow(what: &'static str, value: u32) -> Result<u16> {
    u16::try_from(value).map_err(|_| unfit(what, value, "at most 65535"))
}
