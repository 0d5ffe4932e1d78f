//! What becomes of depths, stencils and colours, by plain arithmetic and tables.

use crate::blending::{Colours, blend, combine};
use crate::depth_stencil::{DepthFormat, DepthStencil, Rows, Sample};
use crate::state::{
    BlendEquation, BlendFactor, BlendOp, DepthStencilState, DepthTest, LogicOp, StencilFace, StencilOp,
    StencilTest,
};
use dxil_run::resources::{Comparison, Dimension, Format, Memory, Texture};

const ROWS: Rows = Rows { first: 0, end: 1, width: 1, layers: 1, samples: 1 };

fn sample(depth: f32) -> Sample {
    Sample { at: [0, 0], layer: 0, number: 0, depth, is_front: true, reference: None }
}

fn texture(format: &str) -> Texture {
    Texture {
        memory: 0,
        offset: 0,
        format: Format::named(format).unwrap(),
        dimension: Dimension::Two,
        size: [1, 1, 1],
        layers: 1,
        levels: 1,
        samples: 1,
    }
}

const COMPARISONS: [(Comparison, [bool; 3]); 8] = [
    // Whether a less, the same, and a greater one passes.
    (Comparison::Never, [false, false, false]),
    (Comparison::Less, [true, false, false]),
    (Comparison::Equal, [false, true, false]),
    (Comparison::LessEqual, [true, true, false]),
    (Comparison::Greater, [false, false, true]),
    (Comparison::NotEqual, [true, false, true]),
    (Comparison::GreaterEqual, [false, true, true]),
    (Comparison::Always, [true, true, true]),
];

/// The integer nearest to a number.
#[expect(clippy::cast_sign_loss, reason = "depths are not negative")]
fn whole(number: f64) -> u32 {
    number.round() as u32
}

#[test]
fn depths_compare_in_their_format() {
    for name in ["D32_FLOAT", "D16_UNORM", "D24_UNORM_S8_UINT", "D32_FLOAT_S8X24_UINT"] {
        let texture = texture(name);
        let format = DepthFormat::of(texture.format).unwrap();
        for (comparison, passes) in COMPARISONS {
            for (depth, expected) in [0.25, 0.5, 0.75].into_iter().zip(passes) {
                // What is stored is 0.5 or the format's nearest to it.
                let stored = |depth: f64| match name {
                    "D16_UNORM" => whole(depth * 65_535.0),
                    "D24_UNORM_S8_UINT" => whole(depth * 16_777_215.0) | 0xab00_0000,
                    _ => (depth as f32).to_bits(),
                };
                let memory = Memory::new(&[stored(0.5).to_le_bytes(), [0xcd, 0, 0, 0]].concat());
                let depth_test = Some(DepthTest { comparison, writes: true });
                let state = DepthStencilState { depth: depth_test, stencil: None };
                let mut planes = DepthStencil::new(state, format, ROWS, Some((&texture, &memory)));
                assert_eq!(planes.test(&sample(depth)), expected, "{name} {comparison:?} {depth}");
                planes.write(&texture, &memory);
                let kept = stored(if expected { depth.into() } else { 0.5 });
                assert_eq!(memory.read(0, 4), kept, "{name} {comparison:?} {depth}");
                assert_eq!(memory.read(4, 4), 0xcd);
            }
        }
    }
    // Depths that differ by less than the format can say are equal.
    let less = DepthStencilState {
        depth: Some(DepthTest { comparison: Comparison::Less, writes: true }),
        stencil: None,
    };
    let mut planes = DepthStencil::new(less, DepthFormat::Unorm16, ROWS, None);
    assert!(planes.test(&sample(0.25)));
    assert!(!planes.test(&sample(0.25 - 1.0e-6)));
    // What is not a number passes only where it need not be equal.
    let mut planes = DepthStencil::new(less, DepthFormat::Float, ROWS, None);
    assert!(!planes.test(&sample(f32::NAN)));
    assert!(DepthFormat::of(Format::named("R8G8B8A8_UNORM").unwrap()).is_none());
}

#[test]
fn stencils_are_tested_and_changed() {
    let texture = texture("D24_UNORM_S8_UINT");
    let run = |old: u8, test: StencilTest, depth: f32, is_front: bool, reference: Option<u8>| {
        let memory = Memory::new(&[0xff, 0xff, 0x7f, old]);
        let depth_test = Some(DepthTest { comparison: Comparison::Less, writes: false });
        let state = DepthStencilState { depth: depth_test, stencil: Some(test) };
        let mut planes =
            DepthStencil::new(state, DepthFormat::Unorm24Stencil, ROWS, Some((&texture, &memory)));
        let passes = planes.test(&Sample { is_front, reference, ..sample(depth) });
        planes.write(&texture, &memory);
        assert_eq!(memory.read(0, 4) & 0xff_ffff, 0x7f_ffff);
        (passes, memory.read(3, 1) as u8)
    };
    let keep = StencilFace::default();
    let plain = StencilTest { reference: 0x5a, read_mask: 0xff, write_mask: 0xff, front: keep, back: keep };
    type Changed = fn(u8) -> u8;
    let ops: [(StencilOp, Changed); 8] = [
        (StencilOp::Keep, |old| old),
        (StencilOp::Zero, |_| 0),
        (StencilOp::Replace, |_| 0x5a),
        (StencilOp::IncrSat, |old| old.saturating_add(1)),
        (StencilOp::DecrSat, |old| old.saturating_sub(1)),
        (StencilOp::Invert, |old| !old),
        (StencilOp::Incr, |old| old.wrapping_add(1)),
        (StencilOp::Decr, |old| old.wrapping_sub(1)),
    ];
    for (op, expected) in ops {
        for old in [0, 1, 0x5a, 254, 255] {
            let with = |front| StencilTest { front, ..plain };
            let failed = StencilFace { comparison: Comparison::Never, fail: op, ..keep };
            assert_eq!(run(old, with(failed), 0.0, true, None), (false, expected(old)), "{op:?} {old}");
            let behind = StencilFace { depth_fail: op, ..keep };
            assert_eq!(run(old, with(behind), 1.0, true, None), (false, expected(old)), "{op:?} {old}");
            let passed = StencilFace { pass: op, ..keep };
            assert_eq!(run(old, with(passed), 0.0, true, None), (true, expected(old)), "{op:?} {old}");
            // The other side has its own, and only the bits of the mask change.
            assert_eq!(run(old, with(passed), 0.0, false, None), (true, old));
            let masked = StencilTest { write_mask: 0xf0, ..with(passed) };
            let new = old & 0x0f | expected(old) & 0xf0;
            assert_eq!(run(old, masked, 0.0, true, None), (true, new), "{op:?} {old}");
        }
    }
    for (comparison, passes) in COMPARISONS {
        // The reference is on the left.
        for (reference, expected) in [4, 5, 6].into_iter().zip(passes) {
            let face = StencilFace { comparison, ..keep };
            let test = StencilTest { reference, front: face, back: face, ..plain };
            assert_eq!(run(5, test, 0.0, true, None).0, expected, "{comparison:?} {reference}");
            let masked = StencilTest { reference: reference | 0x80, read_mask: 0x0f, ..test };
            assert_eq!(run(5 | 0x40, masked, 0.0, true, None).0, expected, "{comparison:?} {reference}");
            assert_eq!(run(5, StencilTest { reference: 99, ..test }, 0.0, true, Some(reference)).0, expected);
        }
    }
}

type Made = fn(f32, f32) -> f32;

#[test]
fn blend_factors_and_operations() {
    let float = Format::named("R32G32B32A32_FLOAT").unwrap();
    let (s, t, d, k) =
        ([0.5, 2.0, -1.0, 0.25], [0.125, 0.5, 4.0, 0.75], [3.0, 0.5, 2.0, 0.5], [0.1, 0.2, 0.3, 0.4]);
    let colours = Colours { source: s, second: t, destination: d, constants: k };
    let saturated: f32 = s[3].min(1.0 - d[3]);
    let of = |colour: [f32; 4]| colour;
    let inverse = |colour: [f32; 4]| colour.map(|one| 1.0 - one);
    let all = |one: f32| [one; 4];
    let factors: [(BlendFactor, [f32; 4]); 17] = [
        (BlendFactor::Zero, all(0.0)),
        (BlendFactor::One, all(1.0)),
        (BlendFactor::SrcColor, of(s)),
        (BlendFactor::InvSrcColor, inverse(s)),
        (BlendFactor::SrcAlpha, all(s[3])),
        (BlendFactor::InvSrcAlpha, all(1.0 - s[3])),
        (BlendFactor::DestAlpha, all(d[3])),
        (BlendFactor::InvDestAlpha, all(1.0 - d[3])),
        (BlendFactor::DestColor, of(d)),
        (BlendFactor::InvDestColor, inverse(d)),
        (BlendFactor::SrcAlphaSat, [saturated, saturated, saturated, 1.0]),
        (BlendFactor::BlendFactor, of(k)),
        (BlendFactor::InvBlendFactor, inverse(k)),
        (BlendFactor::Src1Color, of(t)),
        (BlendFactor::InvSrc1Color, inverse(t)),
        (BlendFactor::Src1Alpha, all(t[3])),
        (BlendFactor::InvSrc1Alpha, all(1.0 - t[3])),
    ];
    for (factor, expected) in factors {
        for (other, of_other) in factors {
            let ops: [(BlendOp, Made); 3] = [
                (BlendOp::Add, |a, b| a + b),
                (BlendOp::Subtract, |a, b| a - b),
                (BlendOp::RevSubtract, |a, b| b - a),
            ];
            for (op, made) in ops {
                let equation = BlendEquation { source: factor, destination: other, op };
                let found = blend(&[equation; 2], &colours, &float);
                let one = |at: usize| made(s[at] * expected[at], d[at] * of_other[at]);
                assert_eq!(found.map(f32::to_bits), [0, 1, 2, 3].map(|at| one(at).to_bits()), "{equation:?}");
            }
        }
        for (op, expected) in [(BlendOp::Min, [0.5, 0.5, -1.0, 0.25]), (BlendOp::Max, [3.0, 2.0, 2.0, 0.5])] {
            let equation = BlendEquation { source: factor, destination: factor, op };
            assert_eq!(blend(&[equation; 2], &colours, &float).map(f32::to_bits), expected.map(f32::to_bits));
        }
    }
    // Colour and alpha have equations of their own; what goes into normalized formats is in their range.
    let equation = |source, destination| BlendEquation { source, destination, op: BlendOp::Add };
    let both = [equation(BlendFactor::One, BlendFactor::Zero), equation(BlendFactor::Zero, BlendFactor::One)];
    let unorm = Format::named("R8G8B8A8_UNORM").unwrap();
    assert_eq!(blend(&both, &colours, &unorm).map(f32::to_bits), [0.5, 1.0, 0.0, 0.5_f32].map(f32::to_bits));
    let snorm = Format::named("R8G8B8A8_SNORM").unwrap();
    assert_eq!(blend(&both, &colours, &snorm).map(f32::to_bits), [0.5, 1.0, -1.0, 0.5_f32].map(f32::to_bits));
}

#[test]
fn logic_operations() {
    // Of source and destination bits 00, 01, 10, 11, the last one first.
    let ops = [
        (LogicOp::Clear, 0b0000),
        (LogicOp::Set, 0b1111),
        (LogicOp::Copy, 0b1100),
        (LogicOp::CopyInverted, 0b0011),
        (LogicOp::Noop, 0b1010),
        (LogicOp::Invert, 0b0101),
        (LogicOp::And, 0b1000),
        (LogicOp::Nand, 0b0111),
        (LogicOp::Or, 0b1110),
        (LogicOp::Nor, 0b0001),
        (LogicOp::Xor, 0b0110),
        (LogicOp::Equiv, 0b1001),
        (LogicOp::AndReverse, 0b0100),
        (LogicOp::AndInverted, 0b0010),
        (LogicOp::OrReverse, 0b1101),
        (LogicOp::OrInverted, 0b1011),
    ];
    for (op, expected) in ops {
        assert_eq!(combine(op, 0b1100, 0b1010) & 0xf, expected, "{op:?}");
    }
}

#[test]
fn components_have_their_bits() {
    let bits = |name: &str, components| Format::named(name).unwrap().component_bits(components);
    assert_eq!(bits("R8G8B8A8_UNORM", 0b0101), [0x00ff_00ff, 0, 0, 0]);
    assert_eq!(bits("B8G8R8A8_UNORM", 0b0001), [0x00ff_0000, 0, 0, 0]);
    assert_eq!(bits("R10G10B10A2_UNORM", 0b1000), [0xc000_0000, 0, 0, 0]);
    assert_eq!(bits("R11G11B10_FLOAT", 0b1111), [0xffff_ffff, 0, 0, 0]);
    assert_eq!(bits("B8G8R8X8_UNORM", 0b1111), [0x00ff_ffff, 0, 0, 0]);
    assert_eq!(bits("R32G32B32A32_FLOAT", 0b1010), [0, u32::MAX, 0, u32::MAX]);
    assert_eq!(bits("R16G16_FLOAT", 0b0010), [0xffff_0000, 0, 0, 0]);
    assert_eq!(bits("A8_UNORM", 0b1000), [0xff, 0, 0, 0]);
    for (name, is_renderable) in [
        ("R9G9B9E5_SHAREDEXP", false),
        ("R24_UNORM_X8_TYPELESS", false),
        ("R64_UINT", false),
        ("R11G11B10_FLOAT", true),
        ("B5G6R5_UNORM", true),
    ] {
        assert_eq!(Format::named(name).unwrap().is_renderable(), is_renderable, "{name}");
    }
}
