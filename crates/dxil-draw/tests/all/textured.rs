//! Textures of all dimensions in pipeline files: points that are drawn take a texel each.

use crate::drawn::{draw, try_draw};
use dx_container::enums::ResourceKind;
use testkit::generate::stage_shader::{StageShader, load, store};

pub(crate) const TESTS: &[testkit::Test] =
    testkit::tests![textures_have_dimensions, samples_are_read, dimensions_that_do_not_fit_are_refused];

/// A texture, what binds it, and places in it with what is there.
struct Case {
    kind: ResourceKind,
    bound: &'static str,
    size: &'static str,
    texels: u32,
    places: &'static [([f32; 4], f32)],
}

/// Points next to each other, with a place in a texture each, which hold 1, 2, 3 and so on.
fn document(case: &Case) -> String {
    let Case { bound, size, texels, places, .. } = case;
    let count = places.len();
    let vertices: Vec<_> = places
        .iter()
        .enumerate()
        .map(|(at, (place, _))| {
            let x = (at as f32 + 0.5) / count as f32 * 2.0 - 1.0;
            let [a, b, c, d] = place;
            format!("{x}, 0, 0, 1, {a}, {b}, {c}, {d}")
        })
        .collect();
    let data: Vec<_> = (1..=*texels).map(|texel| texel.to_string()).collect();
    format!(
        "Buffers:
  - {{ Name: Points, Format: Float32, Stride: 32, Data: [ {} ] }}
  - {{ Name: Texels, Format: Float32, Data: [ {} ], OutputProps: {{ {size} }} }}
  - {{ Name: Out, Format: Float32, Channels: 4, FillSize: {}, OutputProps: {{ Width: {count}, Height: 1, Depth: 1 }} }}
Samplers: [ {{ Name: Nearest, MinFilter: Nearest, MagFilter: Nearest }} ]
Bindings:
  VertexBuffer: Points
  VertexAttributes:
    - {{ Name: POSITION, Format: Float32, Channels: 4, Offset: 0 }}
    - {{ Name: PLACE, Format: Float32, Channels: 4, Offset: 16 }}
  RenderTarget: Out
  Topology: PointList
DescriptorSets:
  - Resources:
    - {{ Name: Texels, Kind: {bound}, DirectXBinding: {{ Register: 0, Space: 0 }} }}
    - {{ Name: Nearest, Kind: Sampler, DirectXBinding: {{ Register: 0, Space: 0 }} }}
",
        vertices.join(", "),
        data.join(", "),
        count * 16
    )
}

fn shaders(kind: ResourceKind, read: &str) -> [StageShader; 2] {
    let vertex = StageShader::copy("vs", ["POSITION:4 PLACE:4", "SV_Position:4 PLACE:4"]);
    let (inputs, outputs) = ("SV_Position:4 PLACE:4", "SV_Target:4");
    let body = [
        "  %texture = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 0, i32 0, i32 0, i1 false)\n"
            .to_owned(),
        "  %sampler = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 3, i32 0, i32 0, i1 false)\n"
            .to_owned(),
        load(inputs, 1),
        read.to_owned(),
        "  %texel = extractvalue %dx.types.ResRet.f32 %read, 0\n".to_owned(),
        store(outputs, 0, &["%texel", "0.0", "0.0", "1.0"]),
    ];
    let pixel = StageShader::new("ps", [inputs, outputs], body.concat());
    [vertex, StageShader { texture: Some(kind), ..pixel }]
}

const SAMPLE: &str = "  %read = call %dx.types.ResRet.f32 @dx.op.sampleLevel.f32(i32 62, %dx.types.Handle %texture, \
%dx.types.Handle %sampler, float %place0, float %place1, float %place2, float %place3, i32 0, i32 0, i32 0, float 0.0)\n";

const LOAD: &str = "  %x = fptoui float %place0 to i32
  %sample = fptoui float %place1 to i32
  %read = call %dx.types.ResRet.f32 @dx.op.textureLoad.f32(i32 66, %dx.types.Handle %texture, i32 %sample, i32 %x, i32 0, i32 undef, i32 undef, i32 undef, i32 undef)\n";

/// The middle of the first and the second of two.
const ONE: f32 = 0.25;
const TWO: f32 = 0.75;

const CASES: [Case; 6] = [
    Case {
        kind: ResourceKind::TEXTURE_1D,
        bound: "Texture1D",
        size: "Width: 2, Height: 1, Depth: 1, Dimension: One",
        texels: 2,
        places: &[([ONE, 0.0, 0.0, 0.0], 1.0), ([TWO, 0.0, 0.0, 0.0], 2.0)],
    },
    Case {
        kind: ResourceKind::TEXTURE_1D_ARRAY,
        bound: "Texture1D",
        size: "Width: 2, Height: 1, Depth: 3, Dimension: One",
        texels: 6,
        places: &[([TWO, 0.0, 0.0, 0.0], 2.0), ([ONE, 2.0, 0.0, 0.0], 5.0)],
    },
    Case {
        kind: ResourceKind::TEXTURE_2D_ARRAY,
        bound: "Texture2D",
        // Of each layer, the levels follow each other.
        size: "Width: 2, Height: 2, Depth: 2, MipLevels: 2",
        texels: 10,
        places: &[([TWO, ONE, 0.0, 0.0], 2.0), ([ONE, TWO, 1.0, 0.0], 8.0), ([TWO, TWO, 9.0, 0.0], 9.0)],
    },
    Case {
        kind: ResourceKind::TEXTURE_3D,
        bound: "Texture3D",
        size: "Width: 2, Height: 2, Depth: 2, Dimension: Three",
        texels: 8,
        places: &[([TWO, TWO, ONE, 0.0], 4.0), ([ONE, TWO, TWO, 0.0], 7.0)],
    },
    Case {
        kind: ResourceKind::TEXTURE_CUBE,
        bound: "TextureCube",
        size: "Width: 1, Height: 1, Depth: 6, Dimension: Cube",
        texels: 6,
        places: &[
            ([1.0, 0.2, 0.1, 0.0], 1.0),
            ([-1.0, 0.2, 0.1, 0.0], 2.0),
            ([0.2, 1.0, 0.1, 0.0], 3.0),
            ([0.2, -1.0, 0.1, 0.0], 4.0),
            ([0.2, 0.1, 1.0, 0.0], 5.0),
            ([0.2, 0.1, -1.0, 0.0], 6.0),
        ],
    },
    Case {
        kind: ResourceKind::TEXTURE_CUBE_ARRAY,
        bound: "TextureCube",
        size: "Width: 1, Height: 1, Depth: 12, Dimension: Cube",
        texels: 12,
        places: &[([1.0, 0.2, 0.1, 0.0], 1.0), ([0.2, 0.1, -1.0, 1.0], 12.0)],
    },
];

fn reds(floats: &[f32]) -> Vec<f32> {
    floats.chunks(4).map(|pixel| pixel[0]).collect()
}

fn textures_have_dimensions() {
    for case in &CASES {
        let [vertex, pixel] = shaders(case.kind, SAMPLE);
        let drawn = draw(&document(case), [&vertex, &pixel]);
        let expected: Vec<_> = case.places.iter().map(|(_, texel)| *texel).collect();
        assert_eq!(reds(&drawn.floats("Out")), expected, "{} of {}", case.bound, case.size);
    }
}

fn samples_are_read() {
    // The first number is the texel, the second one the sample.
    let case = Case {
        kind: ResourceKind::TEXTURE_2D_MS,
        bound: "Texture2D",
        size: "Width: 2, Height: 1, Depth: 1, Samples: 4",
        texels: 8,
        places: &[([0.0, 2.0, 0.0, 0.0], 3.0), ([1.0, 0.0, 0.0, 0.0], 5.0), ([1.0, 3.0, 0.0, 0.0], 8.0)],
    };
    let [vertex, pixel] = shaders(case.kind, LOAD);
    assert_eq!(reds(&draw(&document(&case), [&vertex, &pixel]).floats("Out")), [3.0, 5.0, 8.0]);
}

fn dimensions_that_do_not_fit_are_refused() {
    let [first, ..] = CASES;
    let good = document(&first);
    for (from, to, expected) in [
        (
            "Dimension: One",
            "Dimension: Two",
            "Texels is bound as Texture1D, but Dimension in its OutputProps is Two",
        ),
        ("Dimension: One", "Dimension: Cube", "OutputProps of Texels do not describe a valid texture size"),
        (
            "Height: 1, Depth: 1, Dimension",
            "Height: 2, Depth: 1, Dimension",
            "do not describe a valid texture size",
        ),
        ("Depth: 1, Dimension", "Depth: 1, Samples: 4, Dimension", "do not describe a valid texture size"),
        ("Depth: 1, Dimension", "Depth: 1, MipLevels: 3, Dimension", "do not describe a valid texture size"),
    ] {
        let text = good.replacen(from, to, 1);
        assert_ne!(text, good);
        let [vertex, pixel] = shaders(first.kind, SAMPLE);
        let why = try_draw(&text, [&vertex, &pixel]).err().unwrap_or_default();
        assert!(why.contains(expected), "{why}, not {expected}");
    }
}
