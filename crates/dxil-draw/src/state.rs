//! What is fixed in a draw besides its shaders: how primitives are rasterized, tested and blended, in Direct3D's terms.
//! Separate from what does it, because it is what users say.

use super::assembly::Topology;
use super::vertices::{IndexBuffer, InputLayout};
use super::viewport::Viewport;
use dxil_run::resources::{Comparison, Texture};

/// What a draw is made of besides its shaders.
#[derive(Debug, Clone)]
pub struct DrawState {
    /// What vertices consist of.
    pub layout: InputLayout,
    /// Which vertices are drawn; without it, one after the other.
    pub indices: Option<IndexBuffer>,
    /// What they make.
    pub topology: Topology,
    /// How much is drawn.
    pub count: DrawCount,
    /// Groups of the amplification or the mesh shader, of a draw that has one.
    pub mesh_groups: [u32; 3],
    /// How primitives become pixels.
    pub rasterizer: RasterizerState,
    /// Where it is drawn to: of `SV_ViewportArrayIndex`, the first one without it.
    pub viewports: Vec<Viewport>,
    /// The part of the targets that each viewport draws to; all of them where there is none.
    pub scissors: Vec<Scissor>,
    /// How depth and stencil are tested.
    pub depth_stencil: DepthStencilState,
    /// What they are tested against; without it, there is a depth of 32 bits for each sample, which is 1 at first, and
    /// a stencil of 0.
    pub depth_target: Option<DepthTarget>,
    /// How colours are put into targets.
    pub blend: BlendState,
    /// The targets, by the number of `SV_Target`. All have the same size.
    pub targets: Vec<RenderTarget>,
    /// For each view of view instancing, what is added to the indices of viewports and of layers; without any, there is
    /// one view.
    pub views: Vec<View>,
}

/// How much is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DrawCount {
    /// Vertices of an instance.
    pub vertices: u32,
    /// Instances.
    pub instances: u32,
    /// The first vertex; with indices, what is added to each.
    pub first_vertex: u32,
    /// The first instance.
    pub first_instance: u32,
}

/// A texture that is drawn to: its largest level.
#[derive(Debug, Clone)]
pub struct RenderTarget {
    /// The texture.
    pub texture: Texture,
    /// The name, for messages.
    pub name: String,
}

/// A texture of depths, and stencils where its format has some: its largest level.
#[derive(Debug, Clone)]
pub struct DepthTarget {
    /// The texture.
    pub texture: Texture,
    /// The name, for messages.
    pub name: String,
}

/// How primitives become pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RasterizerState {
    /// What is filled.
    pub fill: FillMode,
    /// Which triangles are not drawn.
    pub cull: CullMode,
    /// Whether the fronts of triangles are those that are seen counterclockwise.
    pub is_front_counterclockwise: bool,
    /// What is added to depths.
    pub depth_bias: DepthBias,
    /// Whether what is nearer or farther than the viewport's depths is cut off; else, its depth is clamped.
    pub has_depth_clip: bool,
    /// What lines are.
    pub lines: LineMode,
}

impl Default for RasterizerState {
    fn default() -> Self {
        Self {
            fill: FillMode::Solid,
            cull: CullMode::Back,
            is_front_counterclockwise: false,
            depth_bias: DepthBias::default(),
            has_depth_clip: true,
            lines: LineMode::Aliased,
        }
    }
}

/// What of a triangle is filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum FillMode {
    /// All of it.
    Solid,
    /// Lines along its sides.
    Wireframe,
}

/// Which triangles are not drawn, by the side of them that is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum CullMode {
    /// All are drawn.
    None,
    /// Those whose front is seen.
    Front,
    /// Those whose back is seen.
    Back,
}

/// What lines are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum LineMode {
    /// The pixels whose diamond they leave, with all their samples.
    Aliased,
    /// Rectangles that are 1.4 pixels wide, sample by sample.
    Quadrilateral,
}

/// What is added to depths of triangles.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct DepthBias {
    /// So many of the least differences that the depths of a primitive may have.
    pub constant: i32,
    /// The most that is added, or the least where it is negative; 0 for no bound.
    pub clamp: f32,
    /// So many times what the depth changes by from a pixel to the next at most.
    pub slope: f32,
}

/// Pixels of targets, from the left and upper ones to those before the right and lower ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scissor {
    /// The first column.
    pub left: i32,
    /// The first row.
    pub top: i32,
    /// The first column behind.
    pub right: i32,
    /// The first row behind.
    pub bottom: i32,
}

/// How depth and stencil are tested.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DepthStencilState {
    /// How depth is tested; `None` for not at all.
    pub depth: Option<DepthTest>,
    /// How the stencil is; `None` for not at all.
    pub stencil: Option<StencilTest>,
}

/// How depth is tested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DepthTest {
    /// How the new depth has to compare with the old one.
    pub comparison: Comparison,
    /// Whether it takes its place then.
    pub writes: bool,
}

/// How the stencil is tested and changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StencilTest {
    /// What is compared with it, unless the shader says so itself.
    pub reference: u8,
    /// The bits that are compared.
    pub read_mask: u8,
    /// The bits that are changed.
    pub write_mask: u8,
    /// Of triangles whose front is seen, lines and points.
    pub front: StencilFace,
    /// Of triangles whose back is seen.
    pub back: StencilFace,
}

/// How the stencil is tested for one side of triangles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StencilFace {
    /// How the reference has to compare with the stencil.
    pub comparison: Comparison,
    /// What becomes of the stencil where it does not.
    pub fail: StencilOp,
    /// Where it does, and the depth does not.
    pub depth_fail: StencilOp,
    /// Where both do.
    pub pass: StencilOp,
}

impl Default for StencilFace {
    fn default() -> Self {
        let keep = StencilOp::Keep;
        Self { comparison: Comparison::Always, fail: keep, depth_fail: keep, pass: keep }
    }
}

/// What becomes of a stencil.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum StencilOp {
    /// It stays.
    Keep,
    /// It is 0.
    Zero,
    /// It is the reference.
    Replace,
    /// One more, at most 255.
    IncrSat,
    /// One less, at least 0.
    DecrSat,
    /// All its bits change.
    Invert,
    /// One more; 0 behind 255.
    Incr,
    /// One less; 255 behind 0.
    Decr,
}

/// How colours are put into targets.
#[derive(Debug, Clone, PartialEq)]
pub struct BlendState {
    /// Whether the alpha of the first target says how many samples are covered.
    pub has_alpha_to_coverage: bool,
    /// How each target is blended: by its number, the last one for all behind.
    pub targets: Vec<TargetBlend>,
    /// The colour of [`BlendFactor::BlendFactor`].
    pub constants: [f32; 4],
    /// A bit for each sample that may be written.
    pub sample_mask: u32,
}

impl Default for BlendState {
    fn default() -> Self {
        Self { has_alpha_to_coverage: false, targets: Vec::new(), constants: [1.0; 4], sample_mask: u32::MAX }
    }
}

/// How a target is blended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TargetBlend {
    /// How the new colour is mixed with the old one.
    pub mix: Mix,
    /// A bit for each component that is written: red, green, blue, alpha.
    pub write_mask: u32,
}

impl Default for TargetBlend {
    fn default() -> Self {
        Self { mix: Mix::None, write_mask: 0xf }
    }
}

/// How a new colour is mixed with an old one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mix {
    /// It takes its place.
    None,
    /// By factors: of red, green and blue, and of alpha.
    Blend([BlendEquation; 2]),
    /// Bit by bit, of integers without signs.
    Logic(LogicOp),
}

/// What is made of a new and an old colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlendEquation {
    /// What the new one is multiplied by.
    pub source: BlendFactor,
    /// What the old one is.
    pub destination: BlendFactor,
    /// What is made of the two.
    pub op: BlendOp,
}

/// What a colour is multiplied by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(missing_docs, reason = "they are what D3D calls them")]
pub enum BlendFactor {
    Zero,
    One,
    SrcColor,
    InvSrcColor,
    SrcAlpha,
    InvSrcAlpha,
    DestAlpha,
    InvDestAlpha,
    DestColor,
    InvDestColor,
    SrcAlphaSat,
    BlendFactor,
    InvBlendFactor,
    Src1Color,
    InvSrc1Color,
    Src1Alpha,
    InvSrc1Alpha,
}

impl BlendFactor {
    /// Whether it is of the second colour that a shader gives.
    pub(crate) fn is_of_second(self) -> bool {
        matches!(self, Self::Src1Color | Self::InvSrc1Color | Self::Src1Alpha | Self::InvSrc1Alpha)
    }
}

/// What is made of two colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum BlendOp {
    /// Their sum.
    Add,
    /// The new one without the old one.
    Subtract,
    /// The old one without the new one.
    RevSubtract,
    /// The lesser one, without factors.
    Min,
    /// The greater one, without factors.
    Max,
}

/// What is made of the bits of two colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(missing_docs, reason = "they are what D3D calls them")]
pub enum LogicOp {
    Clear,
    Set,
    Copy,
    CopyInverted,
    Noop,
    Invert,
    And,
    Nand,
    Or,
    Nor,
    Xor,
    Equiv,
    AndReverse,
    AndInverted,
    OrReverse,
    OrInverted,
}

/// A view of view instancing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct View {
    /// What is added to the index of the viewport.
    pub viewport: u32,
    /// What is added to the index of the layer.
    pub layer: u32,
}
