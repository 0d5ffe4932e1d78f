//! The time from a token program to a signed DXIL container: a program of one hundred statements with loops and
//! branches, and a program of ten times as many statements, which shows that the time grows linearly.

#![allow(
    clippy::unwrap_used,
    missing_docs,
    reason = "a bench fails by panicking; criterion's macros have no docs"
)]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use dxbc_to_dxil::{Options, Source, convert};

const HEAD: &str = "\
cs_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer CB0[8], immediateIndexed
dcl_resource_structured t0, 16
dcl_uav_raw u0
dcl_input vThreadID.x
dcl_temps 8
dcl_thread_group 64, 1, 1
";

/// Twenty statements.
const BODY: &str = "\
ld_structured r0.xyzw, vThreadID.x, l(0), t0.xyzw
mul r1.xyzw, r0.xyzw, cb0[0].xyzw
mad r1.xyzw, r0.yzwx, cb0[1].xyzw, r1.xyzw
dp3 r2.x, r1.xyzx, r1.xyzx
rsq r2.x, r2.x
mul r1.xyz, r1.xyzx, r2.xxxx
lt r2.y, r1.x, l(0.5)
if_nz r2.y
  add r3.xyzw, r3.xyzw, r1.xyzw
else
  max r3.xyzw, r3.xyzw, -r1.xyzw
endif
mov r4.x, l(0)
loop
  ige r4.y, r4.x, l(4)
  breakc_nz r4.y
  mad r3.xyzw, r3.xyzw, l(0.5, 0.5, 0.5, 0.5), cb0[2].xyzw
  iadd r4.x, r4.x, l(1)
endloop
movc r3.xyzw, r2.yyyy, r3.xyzw, r1.xyzw
";

const TAIL: &str = "\
ishl r5.x, vThreadID.x, l(4)
store_raw u0.xyzw, r5.x, r3.xyzw
ret
";

fn source(repetitions: usize) -> Source {
    let text = format!("{HEAD}{}{TAIL}", BODY.repeat(repetitions));
    Source {
        program: dx_bytecode::text::parse(&text).unwrap(),
        inputs: Vec::new(),
        outputs: Vec::new(),
        patch_constants: Vec::new(),
        reflection: None,
        root_signature: None,
    }
}

fn benches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("dxbc-to-dxil");
    for (name, repetitions) in [("100 statements", 5), ("1000 statements", 50)] {
        let source = source(repetitions);
        group.bench_function(name, |bencher| {
            bencher.iter(|| convert(black_box(&source), &Options::default()).unwrap().container().unwrap());
        });
    }
    group.finish();
}

criterion_group!(conversion, benches);
criterion_main!(conversion);
