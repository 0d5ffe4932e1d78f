//! Cubes through samplers: which face a direction means, and what lies beyond its edges.

use crate::sampling::{NONE, at, case, level, of_floats, point};
use crate::shaders::{Case, kinds, put_members};
use dxil_run::resources::{Dimension, Sampler};

pub(crate) const TESTS: &[testkit::Test] =
    testkit::tests![faces_of_cubes_are_those_of_d3d, cubes_have_no_seams];

fn cube(values: &[f32], size: u32, sampler: Sampler) -> Case {
    let texture = of_floats(Dimension::Cube, [size, size, 1], 6, 1);
    case(sampler, kinds::TEXTURE_CUBE, texture, values)
}

fn faces_of_cubes_are_those_of_d3d() {
    // Texel `10 * face + 2 * row + column`.
    let values: Vec<f32> = (0..24).map(|at| (at / 4 * 10 + at % 4) as f32).collect();
    for (direction, expected) in [
        ([1.0, 0.5, 0.5], 0.0),
        ([1.0, 0.5, -0.5], 1.0),
        ([1.0, -0.5, 0.5], 2.0),
        ([-1.0, 0.5, -0.5], 10.0),
        ([-1.0, -0.5, 0.5], 13.0),
        ([-0.5, 1.0, -0.5], 20.0),
        ([0.5, 1.0, 0.5], 23.0),
        ([-0.5, -1.0, 0.5], 30.0),
        ([0.5, -3.0, -0.5], 33.0),
        ([-0.5, 0.5, 1.0], 40.0),
        ([0.5, -0.5, 1.0], 43.0),
        ([0.5, 0.5, -1.0], 50.0),
        ([-0.5, -0.5, -1.0], 53.0),
    ] {
        let case = cube(&values, 2, point());
        case.run_well(&level([direction[0], direction[1], direction[2], 0.0], NONE, 0.0));
        assert_eq!(case.floats_by(0, 1), [expected], "{direction:?}");
    }
    // The last coordinate of an array says which cube.
    let texture = of_floats(Dimension::Cube, [1, 1, 1], 12, 1);
    let values: Vec<f32> = (0..12).map(|at| at as f32).collect();
    let case = case(point(), kinds::TEXTURE_CUBE_ARRAY, texture, &values);
    case.run_well(&level([0.0, 0.0, -1.0, 1.0], NONE, 0.0));
    assert_eq!(case.floats_by(0, 1), [11.0]);
}

fn cubes_have_no_seams() {
    let values: Vec<f32> = (0..24).map(|at| (at / 4 + 1) as f32).collect();
    // On the edge of +X (1) and +Z (5), between rows: half of each.
    for (direction, expected) in [
        ([1.0, 0.0, 1.0], 3.0),
        ([1.0, 1.0, 0.0], 2.0),
        ([-1.0, -1.0, 0.0], 3.0),
        // Where three faces meet: a third of each.
        ([1.0, 1.0, 1.0], (1.0 + 3.0 + 5.0) / 3.0),
        ([-1.0, -1.0, -1.0], (2.0 + 4.0 + 6.0) / 3.0),
    ] {
        let case = cube(&values, 2, Sampler::default());
        case.run_well(&level([direction[0], direction[1], direction[2], 0.0], NONE, 0.0));
        assert!(
            (case.floats_by(0, 1)[0] - expected).abs() < 1e-6,
            "{direction:?}: {:?}",
            case.floats_by(0, 1)
        );
    }
    // Levels of a cube: a step over a texel of the face.
    let mut values = Vec::new();
    for _ in 0..6 {
        values.extend([1.0; 16]);
        values.extend([2.0; 4]);
        values.push(4.0);
    }
    let texture = of_floats(Dimension::Cube, [4, 4, 1], 6, 3);
    let case = case(Sampler::default(), kinds::TEXTURE_CUBE, texture, &values);
    let body = format!(
        "  %r = call %dx.types.ResRet.f32 @dx.op.sampleGrad.f32(i32 63, %dx.types.Handle %In, %dx.types.Handle %Sampler, {}, {NONE}, float 0.0, float 2.0, float 0.0, float 0.0, float 0.0, float 0.0, float undef)\n",
        at([0.0, 0.0, -2.0, 0.0])
    ) + &put_members("%dx.types.ResRet.f32", "%r", "float", 1);
    case.run_well(&body);
    assert_eq!(case.floats_by(0, 1), [2.0]);
}
