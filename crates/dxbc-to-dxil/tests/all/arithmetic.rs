//! Arithmetic instructions with edge values. The expected values are worked out from the Direct3D 11.3 functional
//! specification, section 22.

use testkit::{Failed, Test, tests};

use crate::harness::{program, result};

pub(crate) const TESTS: &[Test] = tests![
    floats_are_computed,
    floats_have_edge_values,
    masks_have_all_bits,
    integers_wrap,
    bits_are_counted_and_moved,
    numbers_are_converted,
    doubles_are_pairs,
    doubles_are_compared_and_converted,
    two_results_have_their_masks,
    copies_keep_bits,
    modifiers_are_applied
];

/// Instructions with the constants `cb0[0]` to `cb0[2]`, and the expected words of `r0`.
type Case<'c> = (&'c str, &'c [[u32; 4]], [u32; 4]);

fn check(cases: &[Case<'_>]) -> Result<(), Failed> {
    for (instructions, constants, expected) in cases {
        let found = result(&program("", instructions), constants);
        assert_eq!(
            found, *expected,
            "{instructions}\n{constants:x?}\nfound {found:x?}, expected {expected:x?}"
        );
    }
    Ok(())
}

fn f(values: [f32; 4]) -> [u32; 4] {
    values.map(f32::to_bits)
}

fn d(low: f64, high: f64) -> [u32; 4] {
    let [low, high] = [low, high].map(f64::to_bits);
    [low as u32, (low >> 32) as u32, high as u32, (high >> 32) as u32]
}

const TRUE: u32 = u32::MAX;
const NAN: f32 = f32::NAN;
const INF: f32 = f32::INFINITY;

fn floats_are_computed() -> Result<(), Failed> {
    let pair = [f([1.5, -2.0, 0.25, 8.0]), f([0.5, 4.0, -0.25, 2.0])];
    let third = [pair[0], pair[1], f([1.0, 1.0, 1.0, -1.0])];
    check(&[
        ("add r0.xyzw, cb0[0].xyzw, cb0[1].xyzw", &pair, f([2.0, 2.0, 0.0, 10.0])),
        ("mul r0.xyzw, cb0[0].xyzw, cb0[1].xyzw", &pair, f([0.75, -8.0, -0.0625, 16.0])),
        ("div r0.xyzw, cb0[0].xyzw, cb0[1].xyzw", &pair, f([3.0, -0.5, -1.0, 4.0])),
        ("mad r0.xyzw, cb0[0].xyzw, cb0[1].xyzw, cb0[2].xyzw", &third, f([1.75, -7.0, 0.9375, 15.0])),
        ("min r0.xyzw, cb0[0].xyzw, cb0[1].xyzw", &pair, f([0.5, -2.0, -0.25, 2.0])),
        ("max r0.xyzw, cb0[0].xyzw, cb0[1].xyzw", &pair, f([1.5, 4.0, 0.25, 8.0])),
        ("dp2 r0.xyzw, cb0[0].xyzw, cb0[1].xyzw", &pair, f([-7.25; 4])),
        ("dp3 r0.xyzw, cb0[0].xyzw, cb0[1].xyzw", &pair, f([-7.3125; 4])),
        ("dp4 r0.xyzw, cb0[0].xyzw, cb0[1].xyzw", &pair, f([8.6875; 4])),
        ("exp r0.xyzw, cb0[0].xyzw", &[f([3.0, -2.0, 0.0, 1.0])], f([8.0, 0.25, 1.0, 2.0])),
        ("log r0.xyzw, cb0[0].xyzw", &[f([8.0, 0.25, 1.0, 2.0])], f([3.0, -2.0, 0.0, 1.0])),
        ("frc r0.xyzw, cb0[0].xyzw", &[f([1.75, -0.25, 2.0, 0.5])], f([0.75, 0.75, 0.0, 0.5])),
        ("sqrt r0.xyzw, cb0[0].xyzw", &[f([4.0, 0.25, 0.0, 9.0])], f([2.0, 0.5, 0.0, 3.0])),
        ("rsq r0.xyzw, cb0[0].xyzw", &[f([4.0, 0.25, 1.0, 16.0])], f([0.5, 2.0, 1.0, 0.25])),
        ("rcp r0.xyzw, cb0[0].xyzw", &[f([4.0, -0.5, 1.0, 0.25])], f([0.25, -2.0, 1.0, 4.0])),
        ("round_ne r0.xyzw, cb0[0].xyzw", &[f([2.5, 3.5, -2.5, 0.4])], f([2.0, 4.0, -2.0, 0.0])),
        ("round_ni r0.xyzw, cb0[0].xyzw", &[f([2.5, -2.5, 3.0, 0.4])], f([2.0, -3.0, 3.0, 0.0])),
        ("round_pi r0.xyzw, cb0[0].xyzw", &[f([2.5, -2.5, 3.0, 0.4])], f([3.0, -2.0, 3.0, 1.0])),
        ("round_z r0.xyzw, cb0[0].xyzw", &[f([2.5, -2.5, 3.0, 0.4])], f([2.0, -2.0, 3.0, 0.0])),
        ("sincos r0.xy, r0.zw, cb0[0].xyxy", &[f([0.0; 4])], f([0.0, 0.0, 1.0, 1.0])),
        ("sincos null, r0.xyzw, cb0[0].xyzw", &[f([0.0; 4])], f([1.0; 4])),
    ])
}

fn floats_have_edge_values() -> Result<(), Failed> {
    let tiny = f32::from_bits(1);
    check(&[
        // A denormal is zero.
        ("add r0.xyzw, cb0[0].xyzw, l(0, 0, 0, 0)", &[f([tiny, -tiny, 1.0, 0.0])], f([0.0, 0.0, 1.0, 0.0])),
        (
            "min r0.xyzw, cb0[0].xyzw, cb0[1].xyzw",
            &[f([NAN, 1.0, INF, 2.0]), f([3.0, NAN, -INF, 1.0])],
            f([3.0, 1.0, -INF, 1.0]),
        ),
        (
            "max r0.xyzw, cb0[0].xyzw, cb0[1].xyzw",
            &[f([NAN, 1.0, INF, 2.0]), f([3.0, NAN, -INF, 1.0])],
            f([3.0, 1.0, INF, 2.0]),
        ),
        ("add_sat r0.xyzw, cb0[0].xyzw, l(0, 0, 0, 0)", &[f([NAN, 2.0, -1.0, 0.5])], f([0.0, 1.0, 0.0, 0.5])),
        ("mov_sat r0.xyzw, cb0[0].xyzw", &[f([INF, -INF, 0.25, NAN])], f([1.0, 0.0, 0.25, 0.0])),
        ("div r0.xyzw, cb0[0].xyzw, l(0, 0, 0, 0)", &[f([1.0, -1.0, 2.0, 3.0])], f([INF, -INF, INF, INF])),
    ])
}

fn masks_have_all_bits() -> Result<(), Failed> {
    let floats = [f([1.0, NAN, 2.0, -0.0]), f([1.0, NAN, 1.0, 0.0])];
    let ints = [[1, TRUE, 5, 0], [2, 1, 5, TRUE]];
    check(&[
        ("eq r0.xyzw, cb0[0].xyzw, cb0[1].xyzw", &floats, [TRUE, 0, 0, TRUE]),
        ("ne r0.xyzw, cb0[0].xyzw, cb0[1].xyzw", &floats, [0, TRUE, TRUE, 0]),
        ("ge r0.xyzw, cb0[0].xyzw, cb0[1].xyzw", &floats, [TRUE, 0, TRUE, TRUE]),
        ("lt r0.xyzw, cb0[0].xyzw, cb0[1].xyzw", &floats, [0, 0, 0, 0]),
        ("ieq r0.xyzw, cb0[0].xyzw, cb0[1].xyzw", &ints, [0, 0, TRUE, 0]),
        ("ine r0.xyzw, cb0[0].xyzw, cb0[1].xyzw", &ints, [TRUE, TRUE, 0, TRUE]),
        ("ige r0.xyzw, cb0[0].xyzw, cb0[1].xyzw", &ints, [0, 0, TRUE, TRUE]),
        ("ilt r0.xyzw, cb0[0].xyzw, cb0[1].xyzw", &ints, [TRUE, TRUE, 0, 0]),
        ("uge r0.xyzw, cb0[0].xyzw, cb0[1].xyzw", &ints, [0, TRUE, TRUE, 0]),
        ("ult r0.xyzw, cb0[0].xyzw, cb0[1].xyzw", &ints, [TRUE, 0, 0, TRUE]),
        // A truth value as a float, as FXC converts it.
        (
            "lt r0.xyzw, cb0[0].xyzw, cb0[1].xyzw\nand r0.xyzw, r0.xyzw, l(1.0, 1.0, 1.0, 1.0)",
            &[f([1.0, 3.0, NAN, -1.0]), f([2.0; 4])],
            f([1.0, 0.0, 0.0, 1.0]),
        ),
        (
            "ilt r0.xyzw, cb0[0].xyzw, cb0[1].xyzw\nine r1.xyzw, cb0[0].xyzw, l(5, 5, 5, 5)\nor r0.xyzw, r0.xyzw, r1.xyzw",
            &ints,
            [TRUE, TRUE, 0, TRUE],
        ),
        ("ilt r0.xyzw, cb0[0].xyzw, cb0[1].xyzw\niadd r0.xyzw, r0.xyzw, l(1, 1, 1, 1)", &ints, [0, 0, 1, 1]),
    ])
}

fn integers_wrap() -> Result<(), Failed> {
    let pair = [[7, TRUE, 0x8000_0000, 3], [5, 2, TRUE, 0xffff_fffe]];
    let third = [pair[0], pair[1], [1, 1, 1, 10]];
    check(&[
        ("iadd r0.xyzw, cb0[0].xyzw, cb0[1].xyzw", &pair, [12, 1, 0x7fff_ffff, 1]),
        ("ineg r0.xyzw, cb0[0].xyzw", &pair, [0xffff_fff9, 1, 0x8000_0000, 0xffff_fffd]),
        ("imad r0.xyzw, cb0[0].xyzw, cb0[1].xyzw, cb0[2].xyzw", &third, [36, TRUE, 0x8000_0001, 4]),
        ("umad r0.xyzw, cb0[0].xyzw, cb0[1].xyzw, cb0[2].xyzw", &third, [36, TRUE, 0x8000_0001, 4]),
        ("imax r0.xyzw, cb0[0].xyzw, cb0[1].xyzw", &pair, [7, 2, TRUE, 3]),
        ("imin r0.xyzw, cb0[0].xyzw, cb0[1].xyzw", &pair, [5, TRUE, 0x8000_0000, 0xffff_fffe]),
        ("umax r0.xyzw, cb0[0].xyzw, cb0[1].xyzw", &pair, [7, TRUE, TRUE, 0xffff_fffe]),
        ("umin r0.xyzw, cb0[0].xyzw, cb0[1].xyzw", &pair, [5, 2, 0x8000_0000, 3]),
        ("ishl r0.xyzw, cb0[0].xyzw, l(1, 33, 32, 31)", &pair, [14, 0xffff_fffe, 0x8000_0000, 0x8000_0000]),
        ("ishr r0.xyzw, cb0[0].xyzw, l(1, 33, 31, 0)", &pair, [3, TRUE, TRUE, 3]),
        ("ushr r0.xyzw, cb0[0].xyzw, l(1, 33, 31, 0)", &pair, [3, 0x7fff_ffff, 1, 3]),
        ("and r0.xyzw, cb0[0].xyzw, cb0[1].xyzw", &pair, [5, 2, 0x8000_0000, 2]),
        ("or r0.xyzw, cb0[0].xyzw, cb0[1].xyzw", &pair, [7, TRUE, TRUE, TRUE]),
        ("xor r0.xyzw, cb0[0].xyzw, cb0[1].xyzw", &pair, [2, 0xffff_fffd, 0x7fff_ffff, 0xffff_fffd]),
        ("not r0.xyzw, cb0[0].xyzw", &pair, [0xffff_fff8, 0, 0x7fff_ffff, 0xffff_fffc]),
        (
            "msad r0.xyzw, cb0[0].xyzw, cb0[1].xyzw, cb0[2].xyzw",
            &[[0x0010_0203; 4], [0x0105_0001; 4], [10; 4]],
            [25; 4],
        ),
    ])
}

fn bits_are_counted_and_moved() -> Result<(), Failed> {
    let values = [[0, 1, 0x8000_0000, 0x0000_f0f0]];
    check(&[
        ("countbits r0.xyzw, cb0[0].xyzw", &values, [0, 1, 1, 8]),
        ("bfrev r0.xyzw, cb0[0].xyzw", &values, [0, 0x8000_0000, 1, 0x0f0f_0000]),
        ("firstbit_hi r0.xyzw, cb0[0].xyzw", &values, [TRUE, 31, 0, 16]),
        ("firstbit_lo r0.xyzw, cb0[0].xyzw", &values, [TRUE, 0, 31, 4]),
        ("firstbit_shi r0.xyzw, cb0[0].xyzw", &[[0, 1, TRUE, 0xffff_fff0]], [TRUE, 31, TRUE, 28]),
        ("ubfe r0.xyzw, l(4, 0, 8, 4), l(4, 4, 28, 36), cb0[0].xyzw", &[[0xabcd_1234; 4]], [3, 0, 0xa, 3]),
        (
            "ibfe r0.xyzw, l(4, 0, 8, 4), l(4, 4, 28, 28), cb0[0].xyzw",
            &[[0xabcd_1234; 4]],
            [3, 0, 0xffff_fffa, 0xffff_fffa],
        ),
        (
            "bfi r0.xyzw, l(4, 0, 8, 32), l(4, 4, 28, 0), cb0[0].xyzw, cb0[1].xyzw",
            &[[0xf; 4], [0xffff_0000; 4]],
            [0xffff_00f0, 0xffff_0000, 0xffff_0000, 0xffff_0000],
        ),
    ])
}

fn numbers_are_converted() -> Result<(), Failed> {
    check(&[
        ("ftoi r0.xyzw, cb0[0].xyzw", &[f([1.9, -1.9, NAN, 3e9])], [1, 0xffff_ffff, 0, 0x7fff_ffff]),
        ("ftou r0.xyzw, cb0[0].xyzw", &[f([1.9, -1.9, NAN, 5e9])], [1, 0, 0, TRUE]),
        ("itof r0.xyzw, cb0[0].xyzw", &[[1, TRUE, 0x8000_0000, 7]], f([1.0, -1.0, -2_147_483_648.0, 7.0])),
        (
            "utof r0.xyzw, cb0[0].xyzw",
            &[[1, TRUE, 0x8000_0000, 7]],
            f([1.0, 4_294_967_296.0, 2_147_483_648.0, 7.0]),
        ),
        ("f32tof16 r0.xyzw, cb0[0].xyzw", &[f([1024.75, 100_000.0, -1.0, 0.0])], [0x6400, 0x7bff, 0xbc00, 0]),
        (
            "f16tof32 r0.xyzw, cb0[0].xyzw",
            &[[0x3c00, 0xffff_bc00, 0x7c00, 0x0001]],
            f([1.0, -1.0, INF, 5.960_464_5e-8]),
        ),
        ("f16tof32 r0.xyzw, -|cb0[0].xyzw|", &[[0x3c00, 0xbc00, 0x7c00, 0]], f([-1.0, -1.0, -INF, -0.0])),
    ])
}

fn doubles_are_pairs() -> Result<(), Failed> {
    let pair = [d(2.5, -4.0), d(0.5, 2.0)];
    check(&[
        ("dadd r0.xyzw, cb0[0].xyzw, cb0[1].xyzw", &pair, d(3.0, -2.0)),
        ("dadd r0.xyzw, cb0[0].xyzw, d(0.5, -1.25)", &pair, d(3.0, -5.25)),
        ("dadd r0.xyzw, cb0[0].zwxy, cb0[1].xyxy", &pair, d(-3.5, 3.0)),
        ("dmul r0.xyzw, cb0[0].xyzw, cb0[1].xyzw", &pair, d(1.25, -8.0)),
        ("ddiv r0.xyzw, cb0[0].xyzw, cb0[1].xyzw", &pair, d(5.0, -2.0)),
        ("dmax r0.xyzw, cb0[0].xyzw, cb0[1].xyzw", &pair, d(2.5, 2.0)),
        ("dmin r0.xyzw, cb0[0].xyzw, cb0[1].xyzw", &pair, d(0.5, -4.0)),
        ("drcp r0.xyzw, cb0[0].xyzw", &pair, d(0.4, -0.25)),
        ("dfma r0.xyzw, cb0[0].xyzw, cb0[1].xyzw, cb0[0].xyzw", &pair, d(3.75, -12.0)),
        ("dmov r0.xyzw, -|cb0[0].zwxy|", &pair, d(-4.0, -2.5)),
        ("dmovc r0.xyzw, l(0, 1, 0, 0), cb0[0].xyzw, cb0[1].xyzw", &pair, d(0.5, -4.0)),
        ("dadd_sat r0.xyzw, cb0[0].xyzw, cb0[1].xyzw", &pair, d(1.0, 0.0)),
        ("mov r0.xyzw, l(0, 0, 0, 0)\ndadd r0.zw, cb0[0].xyxy, cb0[1].xyxy", &pair, d(0.0, 3.0)),
    ])
}

fn doubles_are_compared_and_converted() -> Result<(), Failed> {
    let pair = [d(2.5, -4.0), d(2.5, 2.0)];
    let zeros = "mov r0.xyzw, l(0, 0, 0, 0)\n";
    let with = |instruction: &str| format!("{zeros}{instruction}");
    let cases = [
        ("deq r0.xy, cb0[0].xyzw, cb0[1].xyzw", [TRUE, 0, 0, 0]),
        ("dne r0.xy, cb0[0].xyzw, cb0[1].xyzw", [0, TRUE, 0, 0]),
        ("dlt r0.yz, cb0[0].xyzw, cb0[1].xyzw", [0, 0, TRUE, 0]),
        ("dge r0.x, cb0[0].xyxy, cb0[1].zwzw", [TRUE, 0, 0, 0]),
        ("dtof r0.xy, cb0[0].xyzw", [2.5_f32.to_bits(), (-4.0_f32).to_bits(), 0, 0]),
        ("dtoi r0.xy, cb0[0].xyzw", [2, 0xffff_fffc, 0, 0]),
        ("dtou r0.x, cb0[0].xyxy", [2, 0, 0, 0]),
    ];
    for (instruction, expected) in cases {
        check(&[(&with(instruction), &pair, expected)])?;
    }
    check(&[
        ("ftod r0.xyzw, cb0[0].xyxx", &[f([2.5, -4.0, 0.0, 0.0])], d(2.5, -4.0)),
        ("itod r0.xyzw, cb0[0].xyxx", &[[7, 0xffff_fffe, 0, 0]], d(7.0, -2.0)),
        ("utod r0.xyzw, cb0[0].xyxx", &[[7, 0xffff_fffe, 0, 0]], d(7.0, 4_294_967_294.0)),
    ])
}

fn two_results_have_their_masks() -> Result<(), Failed> {
    let pair = [[7, TRUE, 0x8000_0000, 9], [2, 2, 2, 0]];
    check(&[
        ("udiv r0.xyzw, null, cb0[0].xyzw, cb0[1].xyzw", &pair, [3, 0x7fff_ffff, 0x4000_0000, TRUE]),
        ("udiv null, r0.xyzw, cb0[0].xyzw, cb0[1].xyzw", &pair, [1, 1, 0, TRUE]),
        ("udiv r0.xy, r0.zw, cb0[0].xyxy, cb0[1].xyxy", &pair, [3, 0x7fff_ffff, 1, 1]),
        ("imul null, r0.xyzw, cb0[0].xyzw, cb0[1].xyzw", &pair, [14, 0xffff_fffe, 0, 0]),
        ("imul r0.xyzw, null, cb0[0].xyzw, cb0[1].xyzw", &pair, [0, TRUE, TRUE, 0]),
        ("umul r0.xyzw, null, cb0[0].xyzw, cb0[1].xyzw", &pair, [0, 1, 1, 0]),
        ("umul r0.xy, r0.zw, cb0[0].xyxy, cb0[1].xyxy", &pair, [0, 1, 14, 0xffff_fffe]),
        ("uaddc r0.xyzw, r1.xyzw, cb0[0].xyzw, cb0[1].xyzw", &pair, [9, 1, 0x8000_0002, 9]),
        ("uaddc r1.xyzw, r0.xyzw, cb0[0].xyzw, cb0[1].xyzw", &pair, [0, 1, 0, 0]),
        ("mov r0.xyzw, l(5, 5, 5, 5)\nuaddc r0.x, r0.y, cb0[0].xyzw, cb0[1].xyzw", &pair, [9, 1, 5, 5]),
        (
            "usubb r0.xyzw, r1.xyzw, cb0[1].xyzw, cb0[0].xyzw",
            &pair,
            [0xffff_fffb, 3, 0x8000_0002, 0xffff_fff7],
        ),
        ("usubb r1.xyzw, r0.xyzw, cb0[1].xyzw, cb0[0].xyzw", &pair, [1, 1, 1, 1]),
        // A destination is a source.
        ("mov r0.xyzw, cb0[0].xyzw\nudiv r0.x, r0.y, r0.xyzw, cb0[1].xyzw", &pair, [3, 1, 0x8000_0000, 9]),
    ])
}

fn copies_keep_bits() -> Result<(), Failed> {
    let signaling = [0x7f80_0001, 1, 0x8000_0000, 0xffff_ffff];
    let pair = [signaling, [0, 0x8000_0000, 0x7fc0_0000, 0]];
    let values = [[1, 2, 3, 4], [5, 6, 7, 8], [0, 0x8000_0000, 1, 0]];
    check(&[
        ("mov r0.xyzw, cb0[0].xyzw", &[signaling], signaling),
        ("mov r0.xyzw, l(0x7f800001, 0x00000001, 0x80000000, 0xffffffff)", &[], signaling),
        (
            "mov r1.xyzw, cb0[0].xyzw\nmov r0.xyzw, r1.wzyx",
            &[signaling],
            [0xffff_ffff, 0x8000_0000, 1, 0x7f80_0001],
        ),
        // All sources are read before a destination is written.
        (
            "mov r0.xyzw, cb0[0].xyzw\nmov r0.xy, r0.yxxx",
            &[signaling],
            [1, 0x7f80_0001, 0x8000_0000, 0xffff_ffff],
        ),
        // Any bit is true.
        ("movc r0.xyzw, cb0[1].xyzw, cb0[0].xyzw, l(9, 9, 9, 9)", &pair, [9, 1, 0x8000_0000, 9]),
        ("swapc r0.xyzw, r1.xyzw, cb0[2].xyzw, cb0[0].xyzw, cb0[1].xyzw", &values, [1, 6, 7, 4]),
        ("swapc r1.xyzw, r0.xyzw, cb0[2].xyzw, cb0[0].xyzw, cb0[1].xyzw", &values, [5, 2, 3, 8]),
    ])
}

fn modifiers_are_applied() -> Result<(), Failed> {
    check(&[
        ("mov r0.xyzw, -|cb0[0].xyzw|", &[f([1.0, -2.0, 0.0, INF])], f([-1.0, -2.0, -0.0, -INF])),
        (
            "add r0.xyzw, |cb0[0].xyzw|, -cb0[1].xyzw",
            &[f([1.0, -2.0, 3.0, -4.0]), f([1.0; 4])],
            f([0.0, 1.0, 2.0, 3.0]),
        ),
        ("iadd r0.xyzw, -cb0[0].xyzw, l(1, 1, 1, 1)", &[[1, 2, 3, TRUE]], [0, TRUE, 0xffff_fffe, 2]),
    ])
}
