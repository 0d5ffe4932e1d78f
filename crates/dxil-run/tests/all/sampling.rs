//! Samplers: filters, what lies beyond edges, levels, comparisons.

use crate::shaders::{Case, F32, U32, bytes_of, floats, found, kinds, put, put_members};
use crate::textures::texture;
use dxil_run::FindingKind::{DivergentDerivative, OutOfBounds, Undefined};
use dxil_run::Format;
use dxil_run::resources::{
    AddressMode, Comparison, Descriptor, Dimension, Filter, Reduction, Sampler, Texture,
};

pub(crate) const TESTS: &[testkit::Test] = testkit::tests![
    points_and_lines_between_texels,
    edges_are_what_the_sampler_says,
    places_that_are_no_numbers_are_zero,
    offsets_are_in_texels,
    levels_are_chosen_and_mixed,
    levels_come_from_quads,
    levels_come_from_derivatives,
    levels_are_told,
    layers_are_rounded_to_even,
    spaces_have_three_axes,
    texels_are_compared_before_they_are_mixed,
    gathered_texels_go_around,
    raw_texels_are_gathered,
    the_least_and_the_greatest_may_be_asked_for,
    integers_are_not_mixed,
    what_is_missing_is_told,
    samplers_may_differ_between_lanes,
    halves_are_rounded,
];

pub(crate) fn point() -> Sampler {
    Sampler { min: Filter::Point, mag: Filter::Point, mip: Filter::Point, ..Sampler::default() }
}

/// A texture of floats.
pub(crate) fn of_floats(dimension: Dimension, size: [u32; 3], layers: u32, levels: u32) -> Texture {
    Texture { format: Format::named("R32_FLOAT").unwrap(), ..texture(dimension, size, layers, levels) }
}

const LINE: [f32; 4] = [10.0, 20.0, 40.0, 80.0];

/// A float in assembly: exact, by its bits as a double.
fn number(value: f32) -> String {
    format!("0x{:016X}", f64::from(value).to_bits())
}

/// The arguments of coordinates.
pub(crate) fn at(values: [f32; 4]) -> String {
    values.map(|value| format!("float {}", number(value))).join(", ")
}

/// `sampleLevel` at a place.
pub(crate) fn level(place: [f32; 4], offsets: &str, level: f32) -> String {
    format!(
        "  %r = call %dx.types.ResRet.f32 @dx.op.sampleLevel.f32(i32 62, %dx.types.Handle %In, %dx.types.Handle %Sampler, {}, {offsets}, float {})\n",
        at(place),
        number(level)
    ) + &put_members("%dx.types.ResRet.f32", "%r", "float", 4)
}

pub(crate) const NONE: &str = "i32 undef, i32 undef, i32 undef";

pub(crate) fn case(sampler: Sampler, kind: u32, texture: Texture, values: &[f32]) -> Case {
    let mut case = Case::new(4);
    case.raw('u', "Out", &[0; 64]);
    case.texture('t', "In", (kind, F32), texture, &floats(values)).sampler("Sampler", sampler);
    case
}

fn line(sampler: Sampler) -> Case {
    case(sampler, kinds::TEXTURE_1D, of_floats(Dimension::One, [4, 1, 1], 1, 1), &LINE)
}

/// What a line gives at a place.
fn of_line(sampler: Sampler, u: f32) -> f32 {
    let case = line(sampler);
    case.run_well(&level([u, 0.0, 0.0, 0.0], NONE, 0.0));
    // What the format does not have is 0, 0 and 1.
    assert_eq!(case.floats_by(0, 4)[1..], [0.0, 0.0, 1.0]);
    case.floats_by(0, 1)[0]
}

fn points_and_lines_between_texels() {
    for (u, nearest, mixed) in [
        (0.0, 10.0, 10.0),
        (0.125, 10.0, 10.0),
        (0.25, 20.0, 15.0),
        (0.375, 20.0, 20.0),
        (0.5, 40.0, 30.0),
        (0.875, 80.0, 80.0),
        (1.0, 80.0, 80.0),
    ] {
        assert_eq!(of_line(point(), u), nearest, "{u}");
        assert_eq!(of_line(Sampler::default(), u), mixed, "{u}");
    }
    // All fractions, not 256 of them.
    let u = 0.125 + 0.25 * 0.000_1;
    assert!((of_line(Sampler::default(), u) - 10.001).abs() < 1e-5);
}

fn edges_are_what_the_sampler_says() {
    use AddressMode::{Border, Clamp, Mirror, MirrorOnce, Wrap};
    let table = [
        (Wrap, [-0.1, 1.1, -1.1, 2.3, -1e-10], [80.0, 10.0, 80.0, 20.0, 80.0]),
        (Mirror, [-0.1, 1.1, -1.1, 2.3, -1e-10], [10.0, 80.0, 80.0, 20.0, 10.0]),
        (Clamp, [-0.1, 1.1, -1.1, 2.3, -1e-10], [10.0, 80.0, 10.0, 80.0, 10.0]),
        (Border, [-0.1, 1.1, -1.1, 2.3, 0.99], [7.0, 7.0, 7.0, 7.0, 80.0]),
        (MirrorOnce, [-0.1, 1.1, -0.6, 2.3, -5.0], [10.0, 80.0, 40.0, 80.0, 80.0]),
    ];
    for (mode, places, expected) in table {
        for (u, expected) in places.into_iter().zip(expected) {
            let sampler = Sampler { address: [mode; 3], border: [7.0; 4], ..point() };
            assert_eq!(of_line(sampler, u), expected, "{mode:?} {u}");
        }
    }
    // Between the last texel and what lies beyond it.
    for (mode, expected) in [(Wrap, 45.0), (Mirror, 80.0), (Clamp, 80.0), (Border, 43.5), (MirrorOnce, 80.0)]
    {
        let sampler = Sampler { address: [mode; 3], border: [7.0; 4], ..Sampler::default() };
        assert_eq!(of_line(sampler, 1.0), expected, "{mode:?}");
    }
}

fn places_that_are_no_numbers_are_zero() {
    for sampler in [point(), Sampler::default()] {
        assert_eq!(of_line(sampler.clone(), f32::NAN), 10.0);
        assert_eq!(of_line(sampler.clone(), f32::INFINITY), 80.0);
        assert_eq!(of_line(sampler, f32::NEG_INFINITY), 10.0);
    }
    // Texels that have no weight do not count, even if they are no numbers.
    let texture = of_floats(Dimension::One, [4, 1, 1], 1, 1);
    let case = case(Sampler::default(), kinds::TEXTURE_1D, texture, &[1.0, f32::NAN, 3.0, f32::INFINITY]);
    case.run_well(&level([0.125, 0.0, 0.0, 0.0], NONE, 0.0));
    assert_eq!(case.floats_by(0, 1), [1.0]);
}

fn offsets_are_in_texels() {
    for (offset, expected) in [(1, 40.0), (-1, 10.0), (5, 80.0), (-8, 10.0)] {
        let case = line(point());
        case.run_well(&level([0.3, 0.0, 0.0, 0.0], &format!("i32 {offset}, i32 undef, i32 undef"), 0.0));
        assert_eq!(case.floats_by(0, 1), [expected]);
    }
}

/// Four levels of a line of 8 texels: 1, 2, 4 and 8 everywhere.
fn levels(sampler: Sampler) -> Case {
    let mut values = vec![1.0; 8];
    values.extend([2.0; 4]);
    values.extend([4.0; 2]);
    values.push(8.0);
    case(sampler, kinds::TEXTURE_1D, of_floats(Dimension::One, [8, 1, 1], 1, 4), &values)
}

fn levels_are_chosen_and_mixed() {
    let linear = Sampler::default();
    let nearest = Sampler { mip: Filter::Point, ..Sampler::default() };
    for (given, mixed, chosen) in [
        (-1.0, 1.0, 1.0),
        (0.0, 1.0, 1.0),
        (0.25, 1.25, 1.0),
        (0.5, 1.5, 2.0),
        (1.5, 3.0, 4.0),
        (3.0, 8.0, 8.0),
        (9.0, 8.0, 8.0),
        (f32::NAN, 1.0, 1.0),
        (f32::INFINITY, 8.0, 8.0),
    ] {
        for (sampler, expected) in [(&linear, mixed), (&nearest, chosen)] {
            let case = levels(sampler.clone());
            case.run_well(&level([0.5, 0.0, 0.0, 0.0], NONE, given));
            assert_eq!(case.floats_by(0, 1), [expected], "{given} {:?}", sampler.mip);
        }
    }
    for (sampler, expected) in [
        (Sampler { lod_bias: 1.0, ..Sampler::default() }, 2.0),
        (Sampler { min_lod: 2.0, ..Sampler::default() }, 4.0),
        (Sampler { lod_bias: 9.0, max_lod: 1.0, ..Sampler::default() }, 2.0),
    ] {
        let case = levels(sampler);
        case.run_well(&level([0.5, 0.0, 0.0, 0.0], NONE, 0.0));
        assert_eq!(case.floats_by(0, 1), [expected]);
    }
    // One filter where texels are larger, the other where they are smaller.
    let sampler = Sampler { min: Filter::Linear, ..point() };
    for (given, expected) in [(0.0, 20.0), (0.1, 15.0)] {
        let case = line(sampler.clone());
        case.run_well(&level([0.25, 0.0, 0.0, 0.0], NONE, given));
        assert_eq!(case.floats_by(0, 1), [expected]);
    }
}

/// The place of each thread, by a factor of its number.
fn places(step: f32) -> String {
    format!("  %f = uitofp i32 %thread to float\n  %u = fmul float %f, {}\n", number(step))
}

const U: &str = "float %u, float undef, float undef, float undef";

fn levels_come_from_quads() {
    // Lanes 0 and 1 are `step` apart, 0 and 2 twice as far: that counts.
    for (step, expected) in
        [(0.0, 1.0), (1.0 / 16.0, 1.0), (1.0 / 8.0, 2.0), (3.0 / 16.0, 3.169_925), (0.5, 8.0)]
    {
        let case = levels(Sampler::default());
        let body = places(step)
            + &format!(
                "  %r = call %dx.types.ResRet.f32 @dx.op.sample.f32(i32 60, %dx.types.Handle %In, %dx.types.Handle %Sampler, {U}, {NONE}, float undef)\n"
            )
            + &put_members("%dx.types.ResRet.f32", "%r", "float", 1);
        case.run_well(&body);
        for thread in 0..4 {
            let value = case.floats_by(thread, 1)[0];
            assert!((value - expected).abs() < 1e-5, "{step}: {value}, not {expected}");
        }
    }
    // What is added, and the least level.
    for (bias, clamp, expected) in [("1.0", "0.0", 4.0), ("0.0", "3.0", 8.0), ("-1.0", "0.0", 1.0)] {
        let case = levels(Sampler::default());
        let body = places(1.0 / 8.0)
            + &format!(
                "  %r = call %dx.types.ResRet.f32 @dx.op.sampleBias.f32(i32 61, %dx.types.Handle %In, %dx.types.Handle %Sampler, {U}, {NONE}, float {bias}, float {clamp})\n"
            )
            + &put_members("%dx.types.ResRet.f32", "%r", "float", 1);
        case.run_well(&body);
        assert_eq!(case.floats_by(3, 1), [expected]);
    }
    // A quad of which a lane is missing has no derivatives.
    let case = levels(Sampler::default());
    let body = places(0.5)
        + "  %first = icmp ult i32 %thread, 3\n  br i1 %first, label %yes, label %end\nyes:\n"
        + &format!(
            "  %r = call %dx.types.ResRet.f32 @dx.op.sample.f32(i32 60, %dx.types.Handle %In, %dx.types.Handle %Sampler, {U}, {NONE}, float undef)\n"
        )
        + &put_members("%dx.types.ResRet.f32", "%r", "float", 1)
        + "  br label %end\nend:\n";
    let outcome = case.run(&body);
    assert_eq!(
        found(&outcome).iter().map(|found| (found.0, found.1)).collect::<Vec<_>>(),
        [(DivergentDerivative, 3)]
    );
    assert_eq!(case.floats_by(0, 1), [1.0]);
}

fn levels_come_from_derivatives() {
    let gradients = |x: f32, y: f32| {
        format!(
            "float {}, float undef, float undef, float {}, float undef, float undef",
            number(x),
            number(y)
        )
    };
    for (x, y, expected) in [
        (0.125, 0.0, 1.0),
        (0.0, 0.25, 2.0),
        (-0.5, 0.25, 4.0),
        (0.0, 0.0, 1.0),
        (f32::NAN, f32::NAN, 1.0),
        (1e30, 1.0, 8.0),
    ] {
        let case = levels(Sampler::default());
        let body = format!(
            "  %r = call %dx.types.ResRet.f32 @dx.op.sampleGrad.f32(i32 63, %dx.types.Handle %In, %dx.types.Handle %Sampler, {}, {NONE}, {}, float undef)\n",
            at([0.5, 0.0, 0.0, 0.0]),
            gradients(x, y)
        ) + &put_members("%dx.types.ResRet.f32", "%r", "float", 1);
        case.run_well(&body);
        assert_eq!(case.floats_by(0, 1), [expected], "{x} {y}");
    }
    // A plane: the longer one of both directions, each of both axes.
    let mut values = vec![1.0; 16];
    values.extend([2.0; 4]);
    values.push(4.0);
    let case =
        case(Sampler::default(), kinds::TEXTURE_2D, of_floats(Dimension::Two, [4, 4, 1], 1, 3), &values);
    let body = format!(
        "  %r = call %dx.types.ResRet.f32 @dx.op.sampleGrad.f32(i32 63, %dx.types.Handle %In, %dx.types.Handle %Sampler, {}, {NONE}, float {}, float {}, float undef, float 0.0, float 0.0, float undef, float undef)\n",
        at([0.5, 0.5, 0.0, 0.0]),
        number(0.3),
        number(0.4)
    ) + &put_members("%dx.types.ResRet.f32", "%r", "float", 1);
    case.run_well(&body);
    assert!((case.floats_by(0, 1)[0] - 2.0).abs() < 1e-6);
}

fn levels_are_told() {
    for (step, sampler, clamped, free) in [
        (1.0 / 8.0, Sampler::default(), 1.0, 1.0),
        (4.0, Sampler::default(), 3.0, 6.0),
        (1.0 / 64.0, Sampler::default(), 0.0, -2.0),
        (4.0, Sampler { max_lod: 2.0, lod_bias: 0.5, ..Sampler::default() }, 2.0, 6.5),
        (3.0 / 16.0, Sampler { mip: Filter::Point, ..Sampler::default() }, 2.0, 1.584_962_5),
    ] {
        for (is_clamped, expected) in [("true", clamped), ("false", free)] {
            let case = levels(sampler.clone());
            let body = places(step)
                + &format!(
                    "  %l = call float @dx.op.calculateLOD.f32(i32 81, %dx.types.Handle %In, %dx.types.Handle %Sampler, float %u, float undef, float undef, i1 {is_clamped})\n"
                )
                + &put(0, "float", "%l");
            case.run_well(&body);
            assert!((case.floats_by(2, 1)[0] - expected).abs() < 1e-6, "{step} {is_clamped}");
        }
    }
}

fn layers_are_rounded_to_even() {
    for (layer, expected) in
        [(0.0, 1.0), (0.5, 1.0), (0.51, 2.0), (1.5, 3.0), (-4.0, 1.0), (9.0, 3.0), (f32::NAN, 1.0)]
    {
        let texture = of_floats(Dimension::One, [1, 1, 1], 3, 1);
        let case = case(point(), kinds::TEXTURE_1D_ARRAY, texture, &[1.0, 2.0, 3.0]);
        case.run_well(&level([0.5, layer, 0.0, 0.0], NONE, 0.0));
        assert_eq!(case.floats_by(0, 1), [expected], "{layer}");
    }
}

fn spaces_have_three_axes() {
    let values: Vec<f32> = (0..8).map(|at| at as f32).collect();
    for (place, expected) in [
        ([0.25, 0.25, 0.25], 0.0),
        ([0.75, 0.25, 0.75], 5.0),
        ([0.5, 0.5, 0.5], 3.5),
        ([0.5, 0.25, 0.75], 4.5),
    ] {
        let texture = of_floats(Dimension::Three, [2, 2, 2], 1, 1);
        let case = case(Sampler::default(), kinds::TEXTURE_3D, texture, &values);
        case.run_well(&level([place[0], place[1], place[2], 0.0], NONE, 0.0));
        assert_eq!(case.floats_by(0, 1), [expected], "{place:?}");
    }
}

fn texels_are_compared_before_they_are_mixed() {
    use Comparison::{Always, Equal, Greater, GreaterEqual, Less, LessEqual, Never, NotEqual};
    // Between 10 and 20: a quarter and three quarters.
    let place = 0.125 + 0.25 * 0.75;
    for (comparison, reference, expected) in [
        (Never, 10.0, 0.0),
        (Less, 10.0, 0.75),
        (Equal, 10.0, 0.25),
        (LessEqual, 10.0, 1.0),
        (Greater, 15.0, 0.25),
        (NotEqual, 10.0, 0.75),
        (GreaterEqual, 20.0, 1.0),
        (Always, 0.0, 1.0),
        (LessEqual, f32::NAN, 0.0),
        (NotEqual, f32::NAN, 1.0),
    ] {
        let sampler = Sampler { comparison: Some(comparison), ..Sampler::default() };
        let head = format!("{}, {NONE}, float {}", at([place, 0.0, 0.0, 0.0]), number(reference));
        let handles = "%dx.types.Handle %In, %dx.types.Handle %Sampler";
        for call in [
            format!("@dx.op.sampleCmpLevelZero.f32(i32 65, {handles}, {head})"),
            format!("@dx.op.sampleCmp.f32(i32 64, {handles}, {head}, float undef)"),
            format!("@dx.op.sampleCmpLevel.f32(i32 224, {handles}, {head}, float 0.0)"),
            format!("@dx.op.sampleCmpBias.f32(i32 255, {handles}, {head}, float 0.0, float undef)"),
            format!(
                "@dx.op.sampleCmpGrad.f32(i32 254, {handles}, {head}, float 0.0, float undef, float undef, float 0.0, float undef, float undef, float undef)"
            ),
        ] {
            let case = line(sampler.clone());
            let body = format!("  %r = call %dx.types.ResRet.f32 {call}\n")
                + &put_members("%dx.types.ResRet.f32", "%r", "float", 1);
            case.run_well(&body);
            assert_eq!(case.floats_by(0, 1), [expected], "{comparison:?} {reference} {call}");
        }
    }
    // What is compared with numbers from 0 to 1 is first made one.
    let texture =
        Texture { format: Format::named("D16_UNORM").unwrap(), ..texture(Dimension::One, [2, 1, 1], 1, 1) };
    for (reference, expected) in [("2.0", 1.0), ("0.5", 0.0)] {
        let mut case = Case::new(4);
        let sampler = Sampler { comparison: Some(GreaterEqual), ..point() };
        case.raw('u', "Out", &[0; 64]);
        case.texture('t', "In", (kinds::TEXTURE_1D, F32), texture.clone(), &[0xff; 4])
            .sampler("Sampler", sampler);
        let body = format!(
            "  %r = call %dx.types.ResRet.f32 @dx.op.sampleCmpLevelZero.f32(i32 65, %dx.types.Handle %In, %dx.types.Handle %Sampler, {}, {NONE}, float {reference})\n",
            at([0.5, 0.0, 0.0, 0.0])
        ) + &put_members("%dx.types.ResRet.f32", "%r", "float", 1);
        case.run_well(&body);
        assert_eq!(case.floats_by(0, 1), [expected]);
    }
}

fn plane(sampler: Sampler) -> Case {
    let values: Vec<f32> = (0..16).map(|at| at as f32).collect();
    case(sampler, kinds::TEXTURE_2D, of_floats(Dimension::Two, [4, 4, 1], 1, 1), &values)
}

fn gathered_texels_go_around() {
    let gather = |place: [f32; 2], offsets: &str, channel: u32| {
        format!(
            "  %r = call %dx.types.ResRet.f32 @dx.op.textureGather.f32(i32 73, %dx.types.Handle %In, %dx.types.Handle %Sampler, {}, {offsets}, i32 {channel})\n",
            at([place[0], place[1], 0.0, 0.0])
        ) + &put_members("%dx.types.ResRet.f32", "%r", "float", 4)
    };
    for (place, offsets, channel, expected) in [
        ([0.5, 0.5], "i32 undef, i32 undef", 0, [9.0, 10.0, 6.0, 5.0]),
        ([0.5, 0.5], "i32 1, i32 -1", 0, [6.0, 7.0, 3.0, 2.0]),
        ([0.0, 0.0], "i32 undef, i32 undef", 0, [0.0; 4]),
        ([1.0, 0.5], "i32 undef, i32 undef", 0, [11.0, 11.0, 7.0, 7.0]),
        ([0.5, 0.5], "i32 undef, i32 undef", 3, [1.0; 4]),
        ([0.5, 0.5], "i32 undef, i32 undef", 1, [0.0; 4]),
    ] {
        let case = plane(point());
        case.run_well(&gather(place, offsets, channel));
        assert_eq!(case.floats_by(0, 4), expected, "{place:?} {offsets} {channel}");
    }
    let sampler = Sampler { comparison: Some(Comparison::Less), ..point() };
    let case = plane(sampler);
    let body = format!(
        "  %r = call %dx.types.ResRet.f32 @dx.op.textureGatherCmp.f32(i32 74, %dx.types.Handle %In, %dx.types.Handle %Sampler, {}, i32 undef, i32 undef, i32 0, float 6.0)\n",
        at([0.5, 0.5, 0.0, 0.0])
    ) + &put_members("%dx.types.ResRet.f32", "%r", "float", 4);
    case.run_well(&body);
    assert_eq!(case.floats_by(0, 4), [1.0, 1.0, 0.0, 0.0]);
    let outcome = case.run(&body.replace("float 6.0)", "float undef)"));
    let detail = "comparison value of the access to In (t0) is undefined".to_owned();
    assert_eq!(found(&outcome), [(Undefined, 4, detail)]);
}

fn raw_texels_are_gathered() {
    let words: Vec<u32> = (0..16).map(|at| 0x0101_0000 + at).collect();
    for (name, format, ty, size, expected) in [
        ("i32", "R8G8B8A8_UNORM", "i32", [4, 4], [words[9], words[10], words[6], words[5]]),
        (
            "i16",
            "B5G6R5_UNORM",
            "i16",
            [8, 4],
            [words[9] & 0xffff | 0x0101 << 16, words[5] & 0xffff | 0x0101 << 16, 0, 0],
        ),
        ("i64", "R32G32_FLOAT", "i64", [2, 4], [words[4], words[5], words[6], words[7]]),
    ] {
        let mut case = Case::new(1);
        case.raw('u', "Out", &[0; 16]);
        let format = Format::named(format).unwrap();
        let texture = Texture { format, ..texture(Dimension::Two, [size[0], size[1], 1], 1, 1) };
        case.texture('t', "In", (kinds::TEXTURE_2D, U32), texture, &bytes_of(&words))
            .sampler("Sampler", point());
        let place = match name {
            "i16" => [3.0 / 8.0, 0.5],
            _ => [0.5, 0.5],
        };
        let body = format!(
            "  %r = call %dx.types.ResRet.{name} @dx.op.textureGatherRaw.{name}(i32 223, %dx.types.Handle %In, %dx.types.Handle %Sampler, {}, i32 undef, i32 undef)\n",
            at([place[0], place[1], 0.0, 0.0])
        ) + &put_members(&format!("%dx.types.ResRet.{name}"), "%r", ty, 4);
        case.run_well(&body);
        match name {
            "i32" => assert_eq!(case.put_by(0, 4), expected),
            // Texels 2 and 3 of rows 1 and 2: their words are 5 and 9.
            "i16" => {
                let halves = |word: u32| [word & 0xffff, word >> 16];
                let [low, high] = halves(words[9]);
                let [first, last] = halves(words[5]);
                assert_eq!(case.put_by(0, 2), [low | high << 16, last | first << 16]);
            }
            // Rows 1 and 2 of two texels of two words: bottom left, bottom right, top right, top left.
            _ => assert_eq!(
                case.put_by(0, 8),
                [words[8], words[9], words[10], words[11], words[6], words[7], words[4], words[5]]
            ),
        }
    }
}

fn the_least_and_the_greatest_may_be_asked_for() {
    for (reduction, expected) in
        [(Reduction::Average, 15.0), (Reduction::Minimum, 10.0), (Reduction::Maximum, 20.0)]
    {
        assert_eq!(of_line(Sampler { reduction, ..Sampler::default() }, 0.25), expected);
    }
    // What has no weight does not count.
    assert_eq!(of_line(Sampler { reduction: Reduction::Maximum, ..Sampler::default() }, 0.125), 10.0);
}

fn integers_are_not_mixed() {
    let mut case = Case::new(1);
    case.raw('u', "Out", &[0; 16]);
    let texture = texture(Dimension::One, [4, 1, 1], 1, 1);
    let sampler = Sampler { address: [AddressMode::Border; 3], border: [7.0; 4], ..Sampler::default() };
    case.texture('t', "In", (kinds::TEXTURE_1D, U32), texture, &bytes_of(&[1, 0x8000_0001, 3, 4]))
        .sampler("Sampler", sampler);
    let call = |name: &str, u: f32| {
        format!(
            "  %{name} = call %dx.types.ResRet.i32 @dx.op.sampleLevel.i32(i32 62, %dx.types.Handle %In, %dx.types.Handle %Sampler, {}, {NONE}, float 0.0)\n",
            at([u, 0.0, 0.0, 0.0])
        )
    };
    let body = call("r", 0.3)
        + &call("s", 1.5)
        + "  %b = extractvalue %dx.types.ResRet.i32 %s, 0\n"
        + &put(4, "i32", "%b")
        + &put_members("%dx.types.ResRet.i32", "%r", "i32", 4);
    case.run_well(&body);
    assert_eq!(case.put_by(0, 5), [0x8000_0001, 0, 0, 1, 7]);
}

fn what_is_missing_is_told() {
    let mut case = Case::new(4);
    case.raw('u', "Out", &[9; 64]).missing('t', "In", kinds::TEXTURE_2D).sampler("Sampler", point());
    let outcome = case.run(&level([0.0; 4], NONE, 0.0));
    assert_eq!(
        found(&outcome),
        [(OutOfBounds, 4, "samples the texture In (t0), but nothing is bound there".to_owned())]
    );
    assert_eq!(case.put_by(0, 4), [0; 4]);

    let mut case = Case::new(4);
    case.raw('u', "Out", &[9; 64]);
    case.texture(
        't',
        "In",
        (kinds::TEXTURE_1D, F32),
        of_floats(Dimension::One, [4, 1, 1], 1, 1),
        &floats(&LINE),
    );
    case.missing('s', "Sampler", 0);
    let outcome = case.run(&level([0.0; 4], NONE, 0.0));
    assert_eq!(
        found(&outcome),
        [(OutOfBounds, 4, "uses the sampler Sampler (s0), but nothing is bound there".to_owned())]
    );

    let case = line(point());
    let body = level([0.0; 4], NONE, 0.0).replace("float 0x0000000000000000)", "float undef)");
    let outcome = case.run(&body);
    let detail = "sampling operand of the access to In (t0) is undefined".to_owned();
    assert_eq!(found(&outcome), [(Undefined, 4, detail)]);

    let case = line(point());
    let body = format!(
        "  %r = call %dx.types.ResRet.f32 @dx.op.sampleLevel.f32(i32 62, %dx.types.Handle %In, %dx.types.Handle %Sampler, float undef, float undef, float undef, float undef, {NONE}, float 0.0)\n"
    ) + &put_members("%dx.types.ResRet.f32", "%r", "float", 1);
    let outcome = case.run(&body);
    assert_eq!(
        found(&outcome),
        [(Undefined, 4, "coordinate of the access to In (t0) is undefined".to_owned())]
    );
}

fn samplers_may_differ_between_lanes() {
    let mut case = line(point());
    case.and(Descriptor::Sampler(Sampler::default()));
    let body = "  %odd = and i32 %thread, 1
  %which = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 3, i32 0, i32 %odd, i1 true)\n"
        .to_owned()
        + &level([0.25, 0.0, 0.0, 0.0], NONE, 0.0).replace("%Sampler", "%which");
    case.run_well(&body);
    let values: Vec<f32> = (0..4).map(|thread| case.floats_by(thread, 1)[0]).collect();
    assert_eq!(values, [20.0, 15.0, 20.0, 15.0]);
}

fn halves_are_rounded() {
    // What is no half is rounded to the nearest, what is too large becomes infinite.
    let values = [2049.0, 65520.0, -0.0, 1.0];
    let texture = of_floats(Dimension::One, [4, 1, 1], 1, 1);
    for (u, expected) in [(0.0, 0x6800), (0.3, 0x7c00), (0.6, 0x8000), (0.9, 0x3c00)] {
        let case = case(point(), kinds::TEXTURE_1D, texture.clone(), &values);
        let body = level([u, 0.0, 0.0, 0.0], NONE, 0.0)
            .replace("f32", "f16")
            .replace("float %member", "half %member");
        let body = body.split("  %member0").next().expect("there is a call").to_owned()
            + &put_members("%dx.types.ResRet.f16", "%r", "half", 1);
        case.run_well(&body);
        assert_eq!(case.put_by(0, 1)[0] & 0xffff, expected, "{u}");
    }
    // Loads and stores of halves: 0.1 as a half, as 8 bits, and back.
    let mut case = Case::new(1);
    let texture =
        Texture { format: Format::named("R8_UNORM").unwrap(), ..of_floats(Dimension::One, [4, 1, 1], 1, 1) };
    case.raw('u', "Out", &[0; 16]).texture('u', "To", (kinds::TEXTURE_1D, F32), texture, &[0; 4]);
    let body = "  call void @dx.op.textureStore.f16(i32 67, %dx.types.Handle %To, i32 1, i32 undef, i32 undef, half 0xH2E66, half 0xH2E66, half 0xH2E66, half 0xH2E66, i8 15)
  %r = call %dx.types.ResRet.f16 @dx.op.textureLoad.f16(i32 66, %dx.types.Handle %To, i32 undef, i32 1, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef)\n"
        .to_owned()
        + &put_members("%dx.types.ResRet.f16", "%r", "half", 1);
    case.run_well(&body);
    assert_eq!(case.bytes("To"), [0, 25, 0, 0]);
    // 25/255 is 0x2E46 and a little.
    assert_eq!(case.put_by(0, 1)[0] & 0xffff, 0x2e46);
}
