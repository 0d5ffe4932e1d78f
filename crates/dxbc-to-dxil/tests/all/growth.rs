//! The time of a conversion grows linearly with the program.

use dxbc_to_dxil::{Options, convert};
use testkit::growth::{linear, time};
use testkit::{Failed, Test, tests};

use crate::harness::{assembled, program};

pub(crate) const TESTS: &[Test] = tests![time_grows_linearly];

/// Statements that are repeated, by name.
const SHAPES: [(&str, &str); 5] = [
    ("arithmetic", "mad r0.xyzw, r0.yzwx, cb0[1].xyzw, r1.xyzw\nmul r1.xyzw, r0.xyzw, cb0[2].xyzw\n"),
    (
        "branches",
        "lt r2.x, r0.x, r1.x\nif_nz r2.x\n  add r0.xyzw, r0.xyzw, r1.xyzw\nelse\n  mov r1.xyzw, r0.xyzw\nendif\n",
    ),
    (
        "loops",
        "mov r3.x, l(0)\nloop\n  ige r3.y, r3.x, l(4)\n  breakc_nz r3.y\n  add r0.xyzw, r0.xyzw, cb0[0].xyzw\n  iadd r3.x, r3.x, l(1)\nendloop\n",
    ),
    (
        "switches",
        "switch cb0[0].x\ncase l(0)\n  mov r0.x, l(1)\n  break\ndefault\n  mov r0.y, l(2)\n  break\nendswitch\n",
    ),
    (
        "arrays",
        "mov x0[r0.x + 1].xyzw, r1.xyzw\nmov r0.xyzw, x0[2].xyzw\nmov x1[3].xyzw, r0.xyzw\nmov r1.xyzw, x1[1].xyzw\n",
    ),
];

fn time_grows_linearly() -> Result<(), Failed> {
    for (name, statements) in SHAPES {
        linear(name, |multiple| {
            let body = statements.repeat(120 * multiple);
            let source = assembled(&program("dcl_indexableTemp x0[8], 4\ndcl_indexableTemp x1[8], 4", &body));
            let (converted, time) = time(|| convert(&source, &Options::default()));
            assert!(converted.is_ok(), "{name}: {:?}", converted.err());
            time
        })?;
    }
    Ok(())
}
