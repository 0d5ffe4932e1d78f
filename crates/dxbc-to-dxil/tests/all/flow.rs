//! Control flow: branches, loops, switches, calls and returns.

use testkit::{Failed, Test, tests};

use crate::harness::{program, result};

pub(crate) const TESTS: &[Test] = tests![
    branches_and_loops_are_taken,
    switches_have_cases,
    functions_are_inlined,
    registers_begin_with_zero
];

fn check(instructions: &str, constants: [u32; 4], expected: [u32; 4]) {
    let source = program("", instructions);
    let found = result(&source, &[constants]);
    assert_eq!(found, expected, "{source}\n{constants:x?}\nfound {found:x?}, expected {expected:x?}");
}

fn branches_and_loops_are_taken() -> Result<(), Failed> {
    let branch = "mov r0.xyzw, l(0, 0, 0, 0)\nif_nz cb0[0].x\n  mov r0.x, l(1)\n  if_z cb0[0].y\n    mov r0.y, l(2)\n  else\n    mov r0.y, l(3)\n  endif\nelse\n  mov r0.z, l(4)\nendif";
    // A negative zero is not zero: conditions test bits.
    check(branch, [0x8000_0000, 0, 0, 0], [1, 2, 0, 0]);
    check(branch, [5, 1, 0, 0], [1, 3, 0, 0]);
    check(branch, [0, 1, 0, 0], [0, 0, 4, 0]);
    let nested = "mov r0.xyzw, l(0, 0, 0, 0)
loop
  uge r1.x, r0.x, cb0[0].x
  breakc_nz r1.x
  iadd r0.x, r0.x, l(1)
  and r1.y, r0.x, l(1)
  continuec_nz r1.y
  mov r1.z, l(0)
  loop
    ieq r1.w, r1.z, r0.x
    if_nz r1.w
      break
    endif
    iadd r1.z, r1.z, l(1)
    iadd r0.y, r0.y, l(1)
  endloop
  iadd r0.z, r0.z, l(1)
  ilt r2.x, l(7), r0.x
  if_nz r2.x
    mov r0.w, l(9)
    break
  endif
  continue
endloop";
    check(nested, [0, 0, 0, 0], [0, 0, 0, 0]);
    check(nested, [5, 0, 0, 0], [5, 6, 2, 0]);
    check(nested, [100, 0, 0, 0], [8, 20, 4, 9]);
    Ok(())
}

fn switches_have_cases() -> Result<(), Failed> {
    let switch = "mov r0.xyzw, l(0, 0, 0, 0)
switch cb0[0].x
case l(1)
case l(2)
  mov r0.x, l(12)
  break
default
  mov r0.x, l(99)
  break
case l(-1)
  if_nz cb0[0].y
    mov r0.y, l(5)
    break
  endif
  mov r0.x, l(7)
  break
endswitch
mov r0.w, l(1)";
    check(switch, [1, 0, 0, 0], [12, 0, 0, 1]);
    check(switch, [2, 0, 0, 0], [12, 0, 0, 1]);
    check(switch, [3, 0, 0, 0], [99, 0, 0, 1]);
    check(switch, [u32::MAX, 0, 0, 0], [7, 0, 0, 1]);
    check(switch, [u32::MAX, 1, 0, 0], [0, 5, 0, 1]);
    let without_default = "mov r0.xyzw, l(0, 0, 0, 0)\nloop\n  switch r0.x\n  case l(0)\n    iadd r0.y, r0.y, l(10)\n    iadd r0.x, r0.x, l(1)\n    continue\n  case l(1)\n    iadd r0.y, r0.y, l(100)\n    break\n  endswitch\n  iadd r0.x, r0.x, l(1)\n  ige r1.x, r0.x, l(4)\n  breakc_nz r1.x\nendloop";
    check(without_default, [0; 4], [4, 110, 0, 0]);
    Ok(())
}

fn functions_are_inlined() -> Result<(), Failed> {
    // The store and the return of the main function precede the labels.
    let text = program(
        "",
        "mov r0.xyzw, l(1, 0, 0, 0)\ncall l0\ncallc_nz cb0[0].x, l0\ncallc_z cb0[0].x, l1",
    ) + "label l0\niadd r0.x, r0.x, r0.x\nretc_nz cb0[0].y\ncall l1\nret\nlabel l1\niadd r0.y, r0.y, l(1)\nret\n";
    assert_eq!(result(&text, &[[1, 0, 0, 0]]), [4, 2, 0, 0]);
    assert_eq!(result(&text, &[[1, 1, 0, 0]]), [4, 0, 0, 0]);
    assert_eq!(result(&text, &[[0, 1, 0, 0]]), [2, 1, 0, 0]);
    Ok(())
}

fn registers_begin_with_zero() -> Result<(), Failed> {
    check("if_nz cb0[0].x\n  mov r1.x, l(3)\nendif\nmov r0.xyzw, r1.xyxy", [0; 4], [0; 4]);
    check("if_nz cb0[0].x\n  mov r1.x, l(3)\nendif\nmov r0.xyzw, r1.xyxy", [1; 4], [3, 0, 3, 0]);
    Ok(())
}
