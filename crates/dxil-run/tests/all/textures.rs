//! Textures, texel by texel: loads and stores in all dimensions, levels, layers and samples.

use crate::shaders::{Case, F32, U32, bytes_of, found, kinds, put, put_members};
use dxil_run::FindingKind::OutOfBounds;
use dxil_run::Format;
use dxil_run::resources::{Dimension, Texture};

pub(crate) const TESTS: &[testkit::Test] = testkit::tests![
    texels_lie_level_by_level_and_layer_by_layer,
    offsets_are_added,
    levels_must_be_known,
    samples_lie_beside_each_other,
    stores_go_where_loads_come_from,
    stores_beside_a_texture_are_dropped,
    sizes_are_told_by_level,
    samples_have_their_places,
    what_is_not_executed_is_refused_by_name,
];

/// A texture whose words count up.
pub(crate) fn texture(dimension: Dimension, size: [u32; 3], layers: u32, levels: u32) -> Texture {
    let format = Format::named("R32_UINT").unwrap();
    Texture { memory: 0, offset: 0, format, dimension, size, layers, levels, samples: 1 }
}

/// Words that count up, for all texels.
fn counting(texture: &Texture) -> Vec<u8> {
    bytes_of(&(0..(texture.bytes() / 4) as u32).collect::<Vec<_>>())
}

fn load(level: &str, at: [&str; 3], offsets: [&str; 3]) -> String {
    let [at, offsets] = [at, offsets].map(|all| all.map(|one| format!("i32 {one}")).join(", "));
    format!(
        "  %r = call %dx.types.ResRet.i32 @dx.op.textureLoad.i32(i32 66, %dx.types.Handle %In, i32 {level}, {at}, {offsets})\n"
    ) + &put_members("%dx.types.ResRet.i32", "%r", "i32", 4)
}

const NONE: [&str; 3] = ["undef"; 3];

/// A kind, its size, layers and levels; the level and the coordinates; the texel there, or what is told.
type Row = (u32, Dimension, [u32; 3], u32, u32, &'static str, [&'static str; 3], Result<u32, &'static str>);

fn texels() -> [Row; 15] {
    use Dimension::{One, Three, Two};
    [
        (kinds::TEXTURE_1D, One, [5, 1, 1], 1, 1, "0", ["4", "undef", "undef"], Ok(4)),
        (
            kinds::TEXTURE_1D,
            One,
            [5, 1, 1],
            1,
            1,
            "0",
            ["5", "undef", "undef"],
            Err("reads texel (5) of level 0 of In (t0), which has 5 texels at this level"),
        ),
        (kinds::TEXTURE_1D_ARRAY, One, [5, 1, 1], 3, 2, "1", ["1", "2", "undef"], Ok(2 * 7 + 5 + 1)),
        (
            kinds::TEXTURE_1D_ARRAY,
            One,
            [5, 1, 1],
            3,
            1,
            "0",
            ["1", "3", "undef"],
            Err(
                "reads texel (1) of layer 3 of level 0 of In (t0), which has 5 texels at this level in 3 layers",
            ),
        ),
        (kinds::TEXTURE_2D, Two, [4, 3, 1], 1, 3, "0", ["3", "2", "undef"], Ok(11)),
        (kinds::TEXTURE_2D, Two, [4, 3, 1], 1, 3, "1", ["1", "0", "undef"], Ok(13)),
        (kinds::TEXTURE_2D, Two, [4, 3, 1], 1, 3, "2", ["0", "0", "undef"], Ok(14)),
        (
            kinds::TEXTURE_2D,
            Two,
            [4, 3, 1],
            1,
            3,
            "3",
            ["0", "0", "undef"],
            Err("reads level 3 of In (t0), which has 3 levels"),
        ),
        (
            kinds::TEXTURE_2D,
            Two,
            [4, 3, 1],
            1,
            3,
            "-1",
            ["0", "0", "undef"],
            Err("reads level 4294967295 of In (t0), which has 3 levels"),
        ),
        (
            kinds::TEXTURE_2D,
            Two,
            [4, 3, 1],
            1,
            3,
            "1",
            ["1", "1", "undef"],
            Err("reads texel (1, 1) of level 1 of In (t0), which has 2 x 1 texels at this level"),
        ),
        (
            kinds::TEXTURE_2D,
            Two,
            [4, 3, 1],
            1,
            3,
            "0",
            ["-1", "0", "undef"],
            Err("reads texel (-1, 0) of level 0 of In (t0), which has 4 x 3 texels at this level"),
        ),
        (kinds::TEXTURE_2D_ARRAY, Two, [2, 2, 1], 3, 2, "1", ["0", "0", "2"], Ok(14)),
        (kinds::TEXTURE_3D, Three, [3, 2, 4], 1, 2, "0", ["2", "1", "3"], Ok(23)),
        (kinds::TEXTURE_3D, Three, [3, 2, 4], 1, 2, "1", ["0", "0", "1"], Ok(25)),
        (
            kinds::TEXTURE_3D,
            Three,
            [3, 2, 4],
            1,
            2,
            "1",
            ["0", "0", "2"],
            Err("reads texel (0, 0, 2) of level 1 of In (t0), which has 1 x 1 x 2 texels at this level"),
        ),
    ]
}

fn texels_lie_level_by_level_and_layer_by_layer() {
    use Dimension::Two;
    for (kind, dimension, size, layers, levels, level, at, expected) in texels() {
        let mut case = Case::new(1);
        case.raw('u', "Out", &[9; 16]);
        let texture = texture(dimension, size, layers, levels);
        let bytes = counting(&texture);
        case.texture('t', "In", (kind, U32), texture, &bytes);
        let outcome = case.run(&load(level, at, NONE));
        // What the format does not have is 0, 0 and 1, also where nothing is.
        assert_eq!(case.put_by(0, 4), [expected.unwrap_or(0), 0, 0, 1], "{kind} {level} {at:?}");
        let finding = expected.err().map(|text| (OutOfBounds, 1, text.to_owned()));
        assert_eq!(found(&outcome), finding.into_iter().collect::<Vec<_>>(), "{kind} {level} {at:?}");
    }
    // A texture whose memory is too small is one whose texels are not there.
    let mut case = Case::new(1);
    case.raw('u', "Out", &[9; 16]);
    case.texture('t', "In", (kinds::TEXTURE_2D, U32), texture(Two, [4, 4, 1], 1, 1), &[1; 16]);
    assert_eq!(case.run(&load("0", ["0", "1", "undef"], NONE)).findings.len(), 1);
    assert_eq!(case.put_by(0, 1), [0]);
}

fn offsets_are_added() {
    let texture = texture(Dimension::Two, [4, 4, 1], 1, 1);
    for (at, offsets, expected) in [(["1", "1"], ["2", "-1"], Some(3)), (["0", "0"], ["-1", "0"], None)] {
        let mut case = Case::new(1);
        case.raw('u', "Out", &[9; 16]);
        case.texture('t', "In", (kinds::TEXTURE_2D, U32), texture.clone(), &counting(&texture));
        let outcome = case.run(&load("0", [at[0], at[1], "undef"], [offsets[0], offsets[1], "undef"]));
        assert_eq!(case.put_by(0, 1), [expected.unwrap_or(0)]);
        assert_eq!(outcome.findings.is_empty(), expected.is_some());
    }
}

/// Shaders give the level of a texture, and none of a UAV.
fn levels_must_be_known() {
    let texture = texture(Dimension::Two, [2, 2, 1], 1, 1);
    for (letter, level, expected) in [
        ('t', "0", None),
        ('t', "undef", Some("mip level of the access to In (t0) is undefined")),
        ('u', "undef", None),
    ] {
        let mut case = Case::new(1);
        case.raw('u', "Out", &[9; 16]);
        case.texture(letter, "In", (kinds::TEXTURE_2D, U32), texture.clone(), &counting(&texture));
        let outcome = case.run(&load(level, ["1", "1", "undef"], NONE));
        let details: Vec<_> = found(&outcome).into_iter().map(|(_, _, detail)| detail).collect();
        assert_eq!(details, expected.into_iter().collect::<Vec<_>>(), "{letter} {level}");
    }
}

fn samples_lie_beside_each_other() {
    let texture = Texture { samples: 4, ..texture(Dimension::Two, [2, 2, 1], 1, 1) };
    for (sample, expected) in [
        ("0", Ok(12)),
        ("3", Ok(15)),
        (
            "4",
            Err("reads texel (1, 1) (sample 4) of level 0 of In (t0), which has 2 x 2 texels at this level"),
        ),
    ] {
        let mut case = Case::new(1);
        case.raw('u', "Out", &[9; 16]);
        case.texture('t', "In", (kinds::TEXTURE_2D_MS, U32), texture.clone(), &counting(&texture));
        let outcome = case.run(&load(sample, ["1", "1", "undef"], NONE));
        assert_eq!(case.put_by(0, 1), [expected.unwrap_or(0)]);
        let details: Vec<_> = found(&outcome).into_iter().map(|(_, _, detail)| detail).collect();
        assert_eq!(details, expected.err().into_iter().collect::<Vec<_>>());
    }
    // Stores to samples, as models from 6.7 on have them.
    let mut case = Case::new(1);
    case.texture('u', "To", (kinds::TEXTURE_2D_MS, U32), texture.clone(), &bytes_of(&[0; 16]));
    case.run_well("  call void @dx.op.textureStoreSample.i32(i32 225, %dx.types.Handle %To, i32 1, i32 0, i32 undef, i32 7, i32 7, i32 7, i32 7, i8 15, i32 2)\n");
    assert_eq!(case.words("To"), [0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
}

fn store(at: [&str; 3], value: &str) -> String {
    let at = at.map(|one| format!("i32 {one}")).join(", ");
    let values = vec![format!("float {value}"); 4].join(", ");
    format!("  call void @dx.op.textureStore.f32(i32 67, %dx.types.Handle %To, {at}, {values}, i8 15)\n")
}

fn stores_go_where_loads_come_from() {
    let texture =
        Texture { format: Format::named("R8_UNORM").unwrap(), ..texture(Dimension::Two, [4, 2, 1], 2, 1) };
    let mut case = Case::new(8);
    case.texture('u', "To", (kinds::TEXTURE_2D_ARRAY, F32), texture, &[9; 16]);
    // Threads write single bytes of words that others write, too: that is no race.
    let body = "  %x = and i32 %thread, 3\n  %y = lshr i32 %thread, 2\n  %f = uitofp i32 %thread to float\n  %v = fdiv float %f, 255.0\n".to_owned()
        + &store(["%x", "%y", "1"], "%v");
    let outcome = case.run_well(&body);
    assert_eq!(case.bytes("To"), [9, 9, 9, 9, 9, 9, 9, 9, 0, 1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(outcome.bytes, 8);
}

fn stores_beside_a_texture_are_dropped() {
    for at in [["4", "0", "undef"], ["0", "2", "undef"], ["-1", "-1", "undef"]] {
        let mut case = Case::new(1);
        let texture = Texture {
            format: Format::named("R32_FLOAT").unwrap(),
            ..texture(Dimension::Two, [4, 2, 1], 1, 1)
        };
        case.texture('u', "To", (kinds::TEXTURE_2D, F32), texture, &[9; 32]);
        let outcome = case.run(&store(at, "1.0"));
        assert_eq!(case.bytes("To"), [9; 32]);
        let detail = format!(
            "writes texel ({}, {}) of level 0 of To (u0), which has 4 x 2 texels at this level",
            at[0], at[1]
        );
        assert_eq!(found(&outcome), [(OutOfBounds, 1, detail)]);
    }
}

fn sizes_are_told_by_level() {
    use Dimension::{Cube, One, Three, Two};
    let table: [(u32, Texture, &str, [u32; 4]); 9] = [
        (kinds::TEXTURE_1D, texture(One, [5, 1, 1], 1, 3), "1", [2, 0, 0, 3]),
        (kinds::TEXTURE_1D_ARRAY, texture(One, [5, 1, 1], 7, 3), "0", [5, 7, 0, 3]),
        (kinds::TEXTURE_2D, texture(Two, [8, 3, 1], 1, 4), "2", [2, 1, 0, 4]),
        (kinds::TEXTURE_2D_ARRAY, texture(Two, [8, 3, 1], 5, 4), "0", [8, 3, 5, 4]),
        (kinds::TEXTURE_3D, texture(Three, [8, 4, 2], 1, 4), "1", [4, 2, 1, 4]),
        (kinds::TEXTURE_CUBE, texture(Cube, [8, 8, 1], 6, 4), "1", [4, 4, 0, 4]),
        (kinds::TEXTURE_CUBE_ARRAY, texture(Cube, [8, 8, 1], 18, 4), "0", [8, 8, 3, 4]),
        (
            kinds::TEXTURE_2D_MS,
            Texture { samples: 4, ..texture(Two, [8, 3, 1], 1, 1) },
            "undef",
            [8, 3, 0, 4],
        ),
        // A level that is not there has no size.
        (kinds::TEXTURE_2D, texture(Two, [8, 3, 1], 1, 4), "4", [0, 0, 0, 4]),
    ];
    for (kind, texture, level, expected) in table {
        let mut case = Case::new(1);
        case.raw('u', "Out", &[9; 16]);
        let bytes = counting(&texture);
        case.texture('t', "In", (kind, F32), texture, &bytes);
        let body = format!(
            "  %r = call %dx.types.Dimensions @dx.op.getDimensions(i32 72, %dx.types.Handle %In, i32 {level})\n"
        ) + &put_members("%dx.types.Dimensions", "%r", "i32", 4);
        case.run_well(&body);
        assert_eq!(case.put_by(0, 4), expected, "{kind} {level}");
    }
}

fn samples_have_their_places() {
    for (samples, index, expected) in [
        (1, 0, [0.0, 0.0]),
        (2, 1, [-0.25, -0.25]),
        (4, 0, [-0.125, -0.375]),
        (8, 7, [0.4375, -0.4375]),
        (16, 12, [-0.5, 0.0]),
        (4, 4, [0.0, 0.0]),
    ] {
        let mut case = Case::new(1);
        case.raw('u', "Out", &[9; 16]);
        let texture = Texture { samples, ..texture(Dimension::Two, [2, 2, 1], 1, 1) };
        let bytes = counting(&texture);
        case.texture('t', "In", (kinds::TEXTURE_2D_MS, U32), texture, &bytes);
        let body = format!(
            "  %r = call %dx.types.SamplePos @dx.op.texture2DMSGetSamplePosition(i32 75, %dx.types.Handle %In, i32 {index})\n"
        ) + &put_members("%dx.types.SamplePos", "%r", "float", 2)
            + &put(2, "i32", "0");
        case.run_well(&body);
        assert_eq!(case.floats_by(0, 2), expected, "{samples} {index}");
    }
}

fn what_is_not_executed_is_refused_by_name() {
    let mut case = Case::new(1);
    case.raw('u', "Out", &[9; 16]);
    let feedback = "  call void @dx.op.writeSamplerFeedbackLevel(i32 176, %dx.types.Handle %Out, %dx.types.Handle %Out, %dx.types.Handle %Out, float 0.0, float 0.0, float 0.0, float 0.0, float 0.0)\n";
    let break_point = "  call void @dx.op.debugBreak(i32 -2147483615)\n";
    for (body, name) in [(feedback, "WriteSamplerFeedbackLevel"), (break_point, "DebugBreak")] {
        let error = case.try_prepare(body).expect_err("it cannot be executed");
        assert!(error.starts_with(&format!("the operation {name} (dx.op.")), "{error}");
        assert!(error.ends_with("is not supported by the interpreter"), "{error}");
    }
}
