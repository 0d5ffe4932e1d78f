//! Registers in memory, group-shared memory and buffers, with indices outside of their bounds where the specification
//! defines the result.

use testkit::{Failed, Test, tests};

use crate::harness::{program, result};

pub(crate) const TESTS: &[Test] = tests![
    arrays_are_indexed,
    immediate_constants_have_bounds,
    group_shared_memory_is_addressed_in_bytes,
    buffers_are_loaded_and_stored,
    atomics_return_the_value_before
];

fn check(declarations: &str, instructions: &str, constants: &[[u32; 4]], expected: [u32; 4]) {
    let found = result(&program(declarations, instructions), constants);
    assert_eq!(found, expected, "{instructions}\n{constants:x?}\nfound {found:x?}, expected {expected:x?}");
}

fn arrays_are_indexed() -> Result<(), Failed> {
    let array = "dcl_indexableTemp x0[4], 4\ndcl_indexableTemp x3[2], 2";
    let constants = [[1, 2, 0, 0], [10, 20, 30, 40]];
    // Only constant indices.
    check(
        array,
        "mov x0[1].xyzw, cb0[1].xyzw\nmov x0[1].y, l(7)\nmov r0.xyzw, x0[1].wzyx",
        &constants,
        [40, 30, 7, 10],
    );
    // An index of a register, with and without an offset.
    check(
        array,
        "mov x0[0].xyzw, l(0, 0, 0, 0)
mov x0[1].xyzw, l(1, 1, 1, 1)
mov x0[2].xyzw, l(2, 2, 2, 2)
mov x0[3].xyzw, l(3, 3, 3, 3)
mov r1.xy, cb0[0].xyxx
mov x0[r1.x + 1].z, cb0[1].z
mov r0.x, x0[r1.x].x
mov r0.y, x0[r1.y].z
mov r0.z, x0[r1.y + 1].w
mov r0.w, x0[r1.x + 2].x",
        &constants,
        [1, 30, 3, 3],
    );
    // Two components, and a component that was not written.
    check(
        array,
        "mov x3[0].xy, l(5, 6, 0, 0)\nmov r1.x, l(0)\nmov x3[1].x, l(9)\nmov r0.xy, x3[r1.x].xyxx\nmov r0.zw, x3[r1.x + 1].xxxy",
        &constants,
        [5, 6, 9, 0],
    );
    // An array indexes an array.
    check(
        array,
        "mov x3[0].x, l(2)\nmov x0[2].xyzw, cb0[1].xyzw\nmov x0[0].xyzw, l(0, 0, 0, 0)\nmov r0.xyzw, x0[x3[0].x + 0].xyzw",
        &constants,
        [10, 20, 30, 40],
    );
    Ok(())
}

fn immediate_constants_have_bounds() -> Result<(), Failed> {
    let constants = "dcl_immediateConstantBuffer { { 1, 2, 3, 4}, { 5, 6, 7, 8} }";
    check(constants, "mov r0.xyzw, icb[1].wzyx", &[], [8, 7, 6, 5]);
    check(
        constants,
        "mov r1.xyz, cb0[0].xyzx\nmov r0.x, icb[r1.x].y\nmov r0.y, icb[r1.y + 0].y\nmov r0.z, icb[r1.z].x\nmov r0.w, icb[r1.x + 1].w",
        &[[0, 2, u32::MAX, 0]],
        [2, 0, 0, 8],
    );
    Ok(())
}

fn group_shared_memory_is_addressed_in_bytes() -> Result<(), Failed> {
    check(
        "dcl_tgsm_raw g0, 64",
        "store_raw g0.xyzw, l(16), cb0[0].xyzw\nstore_raw g0.x, cb0[1].x, l(9)\nld_raw r0.xyzw, l(16), g0.xyzw",
        &[[1, 2, 3, 4], [24, 0, 0, 0]],
        [1, 2, 9, 4],
    );
    check(
        "dcl_tgsm_structured g1, 24, 3",
        "store_structured g1.xy, cb0[1].x, l(8), cb0[0].xyxx\nstore_structured g1.x, l(2), l(0), l(5)\nld_structured r0.xyzw, l(1), cb0[1].y, g1.yxxx\nld_structured r0.z, l(2), l(0), g1.xxxx",
        &[[1, 2, 3, 4], [1, 8, 0, 0]],
        [2, 1, 5, 1],
    );
    check(
        "dcl_tgsm_structured g1, 8, 4",
        "store_structured g1.xy, l(2), l(0), l(7, 3, 0, 0)
imm_atomic_iadd r0.x, g1, l(2, 4, 0, 0), l(5)
imm_atomic_exch r0.y, g1, l(2, 0, 0, 0), l(1)
imm_atomic_cmp_exch r0.z, g1, l(2, 4, 0, 0), l(8), l(11)
atomic_umax g1, l(2, 0, 0, 0), l(6)
ld_structured r1.xy, l(2), l(0), g1.xyxx
imad r0.w, r1.x, l(100), r1.y",
        &[],
        [3, 7, 8, 611],
    );
    Ok(())
}

fn buffers_are_loaded_and_stored() -> Result<(), Failed> {
    // The results are stored to the first 16 of 64 bytes.
    check(
        "",
        "store_raw u0.xyzw, l(32), cb0[0].xyzw\nstore_raw u0.xy, l(20), cb0[0].zwzz\nld_raw r0.xyzw, l(28), u0.xyzw\nld_raw r0.x, l(20), u0.yyyy",
        &[[1, 2, 3, 4]],
        [4, 1, 2, 3],
    );
    // Beyond the end, loads return zero.
    check("", "mov r0.xyzw, l(9, 9, 9, 9)\nbufinfo r0.x, u0", &[], [64, 9, 9, 9]);
    Ok(())
}

fn atomics_return_the_value_before() -> Result<(), Failed> {
    let setup = "store_raw u0.xyzw, l(32), cb0[0].xyzw\n";
    let values = [[12, 0xffff_fff0, 3, 0]];
    for (name, operand, at, expected_after) in [
        ("iadd", 5, 0, 17),
        ("and", 4, 0, 4),
        ("or", 3, 0, 15),
        ("xor", 5, 0, 9),
        ("imin", 1, 4, 0xffff_fff0),
        ("imax", 1, 4, 1),
        ("umin", 1, 4, 1),
        ("umax", 1, 4, 0xffff_fff0),
    ] {
        let address = 32 + at;
        let before = if at == 0 { 12 } else { 0xffff_fff0 };
        let instructions = format!(
            "{setup}imm_atomic_{name} r0.x, u0, l({address}, 0, 0, 0), l({operand})\nld_raw r0.y, l({address}), u0.xxxx\natomic_{name} u0, l({address}, 0, 0, 0), l({operand})\nmov r0.zw, l(0, 0, 0, 0)"
        );
        check("", &instructions, &values, [before, expected_after, 0, 0]);
    }
    check(
        "",
        &format!(
            "{setup}imm_atomic_exch r0.x, u0, l(40, 0, 0, 0), l(8)\natomic_cmp_store u0, l(40, 0, 0, 0), l(8), l(6)\nimm_atomic_cmp_exch r0.y, u0, l(40, 0, 0, 0), l(5), l(1)\nld_raw r0.zw, l(36), u0.xxxy"
        ),
        &values,
        [3, 6, 0xffff_fff0, 6],
    );
    Ok(())
}
