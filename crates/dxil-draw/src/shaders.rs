//! The shaders of a draw: which stages there are, whether each fits the one before it and what is drawn, and where what
//! it takes comes from.

use std::sync::LazyLock;

use dx_container::enums::{
    InputPrimitive, MeshOutputTopology, SemanticKind, ShaderKind, TessellatorOutputPrimitive,
};
use dxil::shader::GeometryState;

use super::assembly::Topology;
use super::draw_stage::DrawStage;
use super::link::{Link, link, misfit, name};
use super::state::DrawState;
use super::tessellator::Pattern;
use crate::limits;
use dxil_run::Program;
use dxil_run::mesh::group_count;
use dxil_run::stage::{Element, Signature, StageInterface};
use dxil_run::{Result, RunErrorKind};

/// What is generated for stages of primitives: their number.
const NUMBERED: &[SemanticKind] = &[SemanticKind::PRIMITIVE_ID];

/// What is generated for a pixel shader that the stage before does not give.
pub(crate) const GENERATED: &[SemanticKind] = &[
    SemanticKind::POSITION,
    SemanticKind::PRIMITIVE_ID,
    SemanticKind::IS_FRONT_FACE,
    SemanticKind::SAMPLE_INDEX,
    SemanticKind::COVERAGE,
    SemanticKind::INNER_COVERAGE,
    SemanticKind::BARYCENTRICS,
    SemanticKind::RENDER_TARGET_ARRAY_INDEX,
    SemanticKind::VIEW_PORT_ARRAY_INDEX,
    SemanticKind::VIEW_ID,
];

/// The stream that is rasterized.
pub(crate) const RASTERIZED: u32 = 0;

/// For each scalar that a stage takes, where it comes from.
pub(crate) type Links = Vec<Option<Link>>;

/// The shaders of a draw.
#[derive(Debug)]
pub(crate) struct DrawShaders<'a> {
    pub(crate) primitives: PrimitiveShaders<'a>,
    /// What shades pixels: of a draw without, a program that does nothing.
    pub(crate) pixel: DrawStage<'a>,
    pub(crate) has_pixel: bool,
    /// The stages before the rasterizer that give vertices, the last one first, and what that gives of each.
    pub(crate) origins: Vec<ShaderKind>,
    pub(crate) given: Signature,
}

/// What makes primitives.
#[derive(Debug)]
pub(crate) enum PrimitiveShaders<'a> {
    /// Of vertices.
    Vertices(Box<VertexShaders<'a>>),
    /// Of nothing but numbers of groups.
    Meshes { amplification: Option<DrawStage<'a>>, mesh: DrawStage<'a> },
}

/// Shaders of vertices and of what is made of them.
#[derive(Debug)]
pub(crate) struct VertexShaders<'a> {
    pub(crate) vertex: DrawStage<'a>,
    pub(crate) patches: Option<PatchShaders<'a>>,
    pub(crate) geometry: Option<GeometryShader<'a>>,
}

/// A hull and a domain shader.
#[derive(Debug)]
pub(crate) struct PatchShaders<'a> {
    /// What makes the control points of a patch; without it, they pass as they are.
    pub(crate) control_points: Option<DrawStage<'a>>,
    /// What makes what is constant in a patch.
    pub(crate) constants: DrawStage<'a>,
    pub(crate) domain: DrawStage<'a>,
    pub(crate) pattern: Pattern,
    /// What the hull shader takes.
    pub(crate) hull_links: Links,
    /// What the domain shader takes of control points, and of what is constant.
    pub(crate) domain_links: [Links; 2],
}

/// A geometry shader.
#[derive(Debug)]
pub(crate) struct GeometryShader<'a> {
    pub(crate) stage: DrawStage<'a>,
    pub(crate) state: GeometryState,
    pub(crate) links: Links,
    /// What it takes, as a list.
    pub(crate) takes: Topology,
}

impl<'a> DrawShaders<'a> {
    /// Takes the shaders of a pipeline, in its order, for what a draw draws.
    pub(crate) fn of(stages: &[DrawStage<'a>], state: &DrawState) -> Result<Self> {
        let mut left = stages.iter().copied().peekable();
        let mut take = |kind: ShaderKind, of_patches: bool| {
            left.next_if(|stage| stage.program.stage() == kind && stage.program.is_of_patches() == of_patches)
        };
        let vertex = take(ShaderKind::VERTEX, false);
        let hull = (take(ShaderKind::HULL, false), take(ShaderKind::HULL, true));
        let (domain, geometry) = (take(ShaderKind::DOMAIN, false), take(ShaderKind::GEOMETRY, false));
        let amplification = take(ShaderKind::AMPLIFICATION, false);
        let (mesh, pixel) = (take(ShaderKind::MESH, false), take(ShaderKind::PIXEL, false));
        if left.next().is_some() {
            return Err(order(stages));
        }
        for stage in stages {
            check_interface(stage)?;
        }
        let (first, primitives, origins, given) = match (vertex, mesh) {
            (Some(vertex), None) if amplification.is_none() => {
                let (shaders, origins, given) =
                    VertexShaders::of(vertex, (hull, domain), geometry, state.topology)?;
                (vertex, PrimitiveShaders::Vertices(Box::new(shaders)), origins, given)
            }
            (None, Some(mesh)) if hull.0.or(hull.1).or(domain).or(geometry).is_none() => {
                check_meshes(amplification, mesh, state.mesh_groups)?;
                let shaders = PrimitiveShaders::Meshes { amplification, mesh };
                (mesh, shaders, vec![ShaderKind::MESH], given_by_mesh(mesh))
            }
            _ => return Err(order(stages)),
        };
        let has_pixel = pixel.is_some();
        // What does nothing uses nothing of what is bound.
        let pixel = pixel.unwrap_or(DrawStage { program: &NOTHING, bound: first.bound });
        let shaders = Self { primitives, pixel, has_pixel, origins, given };
        if shaders.given.system(SemanticKind::POSITION).is_none() {
            let name = name(shaders.last());
            return Err(misfit(format!("the {name} shader does not write SV_Position")));
        }
        Ok(shaders)
    }

    /// The last stage before the rasterizer.
    pub(crate) fn last(&self) -> ShaderKind {
        self.origins.first().copied().unwrap_or(ShaderKind::VERTEX)
    }
}

/// A pixel shader that does nothing, so that of its pixels depth and stencil alone are tested and written.
static NOTHING: LazyLock<Program> = LazyLock::new(|| Program::nothing(ShaderKind::PIXEL));

impl<'a> VertexShaders<'a> {
    /// Takes shaders for primitives of a topology. Gives the stages that give vertices, too, and what the last gives.
    fn of(
        vertex: DrawStage<'a>,
        patches: ((Option<DrawStage<'a>>, Option<DrawStage<'a>>), Option<DrawStage<'a>>),
        geometry: Option<DrawStage<'a>>,
        topology: Topology,
    ) -> Result<(Self, Vec<ShaderKind>, Signature)> {
        let (mut origins, mut given) = (vec![ShaderKind::VERTEX], vertex.program.interface().outputs.clone());
        let mut made = topology.list();
        let patches = match patches {
            ((None, None), None) => None,
            ((control_points, Some(constants)), Some(domain)) => {
                let patches = PatchShaders::of(control_points, constants, domain, &given, topology)?;
                made = match patches.pattern.output {
                    TessellatorOutputPrimitive::POINT => Topology::PointList,
                    TessellatorOutputPrimitive::LINE => Topology::LineList,
                    _ => Topology::TriangleList,
                };
                origins.insert(0, ShaderKind::DOMAIN);
                given = domain.program.interface().outputs.clone();
                Some(patches)
            }
            _ => {
                let why = "drawing a patch list requires a hull shader with a patch constant function and a \
                           domain shader";
                return Err(misfit(why.to_owned()));
            }
        };
        let last = origins.first().copied().unwrap_or(ShaderKind::VERTEX);
        let geometry = geometry.map(|stage| GeometryShader::of(stage, (last, &given), made)).transpose()?;
        if let Some(geometry) = &geometry {
            origins.insert(0, ShaderKind::GEOMETRY);
            given = geometry.stage.program.interface().outputs.clone();
            given.elements.retain(|element| element.stream == RASTERIZED);
        } else if let Topology::PatchList(_) = made {
            let why = "drawing a patch list requires hull and domain shaders, or a geometry shader with patches \
                       as input";
            return Err(misfit(why.to_owned()));
        }
        Ok((Self { vertex, patches, geometry }, origins, given))
    }
}

/// Refuses mesh shaders that give more than there may be, and what does not fit them.
fn check_meshes(amplification: Option<DrawStage<'_>>, mesh: DrawStage<'_>, groups: [u32; 3]) -> Result<()> {
    let interface = mesh.program.interface();
    let Some(state) = &interface.mesh else {
        return Err(RunErrorKind::invalid("mesh shader has no mesh shader state"));
    };
    if !matches!(state.topology, MeshOutputTopology::LINE | MeshOutputTopology::TRIANGLE) {
        return Err(RunErrorKind::invalid("mesh shader has an unknown output topology"));
    }
    within("vertices in a thread group", state.max_vertex_count.into(), limits::MESH_OUTPUTS)?;
    within("primitives in a thread group", state.max_primitive_count.into(), limits::MESH_OUTPUTS)?;
    within("bytes in a payload", state.payload_size.into(), limits::PAYLOAD_BYTES)?;
    let along = groups.into_iter().max().unwrap_or(0);
    within("thread groups in one dimension", along.into(), dxil_run::limits::MESH_GROUPS_ALONG.into())?;
    within("thread groups", group_count(groups), dxil_run::limits::MESH_GROUPS)?;
    let Some(amplification) = amplification else {
        let bytes = state.payload_size;
        return if bytes == 0 {
            Ok(())
        } else {
            let why = format!(
                "the mesh shader reads a payload of {bytes} bytes, but the pipeline has no amplification \
                 shader"
            );
            Err(misfit(why))
        };
    };
    let Some(before) = &amplification.program.interface().amplification else {
        return Err(RunErrorKind::invalid("amplification shader has no payload size"));
    };
    if before.payload_size == state.payload_size {
        return Ok(());
    }
    Err(misfit(format!(
        "the mesh shader reads a payload of {} bytes, but the amplification shader writes {}",
        state.payload_size, before.payload_size
    )))
}

/// What a mesh shader gives of each vertex of a primitive: what it gives with that is the same for all of them.
fn given_by_mesh(mesh: DrawStage<'_>) -> Signature {
    let interface = mesh.program.interface();
    let mut given = interface.outputs.clone();
    for element in &interface.patch_constants.elements {
        given.elements.push(Element { first: given.scalars + element.first, ..element.clone() });
    }
    given.scalars += interface.patch_constants.scalars;
    given
}

impl<'a> PatchShaders<'a> {
    fn of(
        control_points: Option<DrawStage<'a>>,
        constants: DrawStage<'a>,
        domain: DrawStage<'a>,
        given: &Signature,
        topology: Topology,
    ) -> Result<Self> {
        let interface = constants.program.interface();
        let (Some(hull), Some(state)) = (&interface.hull, &domain.program.interface().domain) else {
            let stage = if interface.hull.is_none() { "hull" } else { "domain" };
            return Err(RunErrorKind::invalid(format!("{stage} shader has no tessellation state")));
        };
        let pattern =
            Pattern { domain: hull.domain, partitioning: hull.partitioning, output: hull.output_primitive };
        if !pattern.is_possible() {
            let why = format!(
                "the hull shader combines output primitive {}, domain {} and partitioning {}, which Direct3D \
                 does not allow",
                pattern.output, pattern.domain, pattern.partitioning
            );
            return Err(misfit(why));
        }
        let (takes, gives) = (hull.input_control_points, hull.output_control_points);
        if topology != Topology::PatchList(takes) {
            let drawn = topology.describe();
            return Err(misfit(format!(
                "the hull shader requires patches with {takes} control points, but the draw supplies {drawn}"
            )));
        }
        if (state.domain, state.input_control_points) != (hull.domain, gives) {
            let why = format!(
                "the domain shader requires patches with {} control points and domain {}, but the hull \
                 shader outputs {gives} control points and domain {}",
                state.input_control_points, state.domain, hull.domain
            );
            return Err(misfit(why));
        }
        check_factors(&pattern, &interface.patch_constants)?;
        let passes_through = control_points.is_none();
        if passes_through && takes != gives {
            let why = format!(
                "pass-through hull shader has {takes} input control points and {gives} output \
                         control points, expected the same number"
            );
            return Err(misfit(why));
        }
        let (inputs, taken) = (&interface.inputs, domain.program.interface());
        let hull_links = link((ShaderKind::VERTEX, given), (ShaderKind::HULL, inputs), NUMBERED)?;
        let given = if passes_through { inputs } else { &interface.outputs };
        let of_points = link((ShaderKind::HULL, given), (ShaderKind::DOMAIN, &taken.inputs), NUMBERED)?;
        let constant = (ShaderKind::HULL, &interface.patch_constants);
        let of_constants = link(constant, (ShaderKind::DOMAIN, &taken.patch_constants), NUMBERED)?;
        Ok(Self {
            control_points,
            constants,
            domain,
            pattern,
            hull_links,
            domain_links: [of_points, of_constants],
        })
    }
}

/// Refuses constants of patches that have other factors than the domain has edges.
fn check_factors(pattern: &Pattern, constants: &Signature) -> Result<()> {
    let count = |semantic| {
        let elements = constants.elements.iter().filter(|element| element.semantic == semantic);
        elements.map(|element| element.rows() * element.columns).sum::<usize>()
    };
    let found = (count(SemanticKind::TESS_FACTOR), count(SemanticKind::INSIDE_TESS_FACTOR));
    let (edges, inside) = pattern.factors();
    if found == (edges, inside) {
        return Ok(());
    }
    Err(misfit(format!(
        "the hull shader writes {} edge factors and {} inside factors, but domain {} requires {edges} edge \
         factors and {inside} inside factors",
        found.0, found.1, pattern.domain
    )))
}

impl<'a> GeometryShader<'a> {
    fn of(stage: DrawStage<'a>, given: (ShaderKind, &Signature), made: Topology) -> Result<Self> {
        let interface = stage.program.interface();
        let Some(state) = interface.geometry.clone() else {
            return Err(RunErrorKind::invalid("geometry shader has no geometry shader state"));
        };
        check_geometry_limits(&state, interface)?;
        let takes = taken(state.input_primitive)
            .ok_or_else(|| RunErrorKind::invalid("geometry shader has an unknown input primitive"))?;
        // What has vertices beside it may also be taken without them.
        if takes != made && takes != made.without_adjacency() {
            let why = format!(
                "the geometry shader requires {}, but the draw supplies {}",
                takes.describe(),
                made.describe()
            );
            return Err(misfit(why));
        }
        let links = link(given, (ShaderKind::GEOMETRY, &interface.inputs), NUMBERED)?;
        Ok(Self { stage, state, links, takes })
    }
}

/// What a geometry shader takes, as a list.
fn taken(primitive: InputPrimitive) -> Option<Topology> {
    Some(match primitive {
        InputPrimitive::POINT => Topology::PointList,
        InputPrimitive::LINE => Topology::LineList,
        InputPrimitive::TRIANGLE => Topology::TriangleList,
        InputPrimitive::LINE_WITH_ADJACENCY => Topology::LineListAdjacency,
        InputPrimitive::TRIANGLE_WITH_ADJACENCY => Topology::TriangleListAdjacency,
        _ => {
            let points = primitive.0.checked_sub(InputPrimitive::CONTROL_POINT_PATCH_1.0)?.checked_add(1)?;
            (points <= limits::CONTROL_POINTS).then_some(Topology::PatchList(points))?
        }
    })
}

fn check_geometry_limits(state: &GeometryState, interface: &StageInterface) -> Result<()> {
    let scalars = |stream: u32| {
        let elements = interface.outputs.elements.iter().filter(|element| element.stream == stream);
        elements.map(|element| element.rows() * element.columns).sum::<usize>()
    };
    let largest = (0..4).map(scalars).max().unwrap_or(0);
    let given = u64::from(state.max_vertex_count).saturating_mul(largest.max(1) as u64);
    within("scalars in the output vertices of a geometry shader", given, limits::GEOMETRY_SCALARS)?;
    within("instances of a geometry shader", state.instance_count.into(), limits::GEOMETRY_INSTANCES)
}

/// Refuses signatures that are larger than any are.
fn check_interface(stage: &DrawStage<'_>) -> Result<()> {
    let interface = stage.program.interface();
    for signature in [&interface.inputs, &interface.outputs, &interface.patch_constants] {
        let scalars = signature.scalars as u64;
        within("scalars in a signature", scalars, limits::SIGNATURE_SCALARS)?;
    }
    let hull = interface.hull.as_ref();
    let points = hull.map_or(0, |state| state.input_control_points.max(state.output_control_points));
    within("control points in a patch", points.into(), limits::CONTROL_POINTS.into())
}

fn within(what: &'static str, found: u64, limit: u64) -> Result<()> {
    if found <= limit {
        return Ok(());
    }
    Err(located::Error::unplaced(RunErrorKind::TooLarge { what, found, limit }))
}

#[cold]
fn order(stages: &[DrawStage<'_>]) -> dxil_run::RunError {
    let found: Vec<_> = stages.iter().map(|stage| name(stage.program.stage())).collect();
    let found = if found.is_empty() { "none".to_owned() } else { found.join(", ") };
    misfit(format!(
        "unsupported combination of stages: {found}; expected a vertex shader with optional hull and domain, \
         geometry and pixel shaders, or a mesh shader with optional amplification and pixel shaders, in \
         pipeline order"
    ))
}
