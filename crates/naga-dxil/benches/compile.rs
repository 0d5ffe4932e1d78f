//! The time from the text of a compute shader of one hundred lines to a signed container, with and without validation.

#![allow(
    clippy::unwrap_used,
    missing_docs,
    reason = "a bench fails by panicking; criterion's macros have no docs"
)]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use naga::valid::{ValidationFlags, Validator};
use naga_dxil::{Options, PipelineOptions, capabilities};

const SOURCE: &str = include_str!("particles.wgsl");

fn compiled() -> Vec<u8> {
    let module = naga::front::wgsl::parse_str(black_box(SOURCE)).unwrap();
    let info = Validator::new(ValidationFlags::all(), capabilities()).validate(&module).unwrap();
    naga_dxil::write(&module, &info, &PipelineOptions::default(), &Options::default()).unwrap().container
}

fn benches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("naga-dxil");
    group.bench_function("wgsl to container", |bencher| bencher.iter(compiled));
    group.bench_function("wgsl to container, validated", |bencher| {
        bencher.iter(|| {
            let container = compiled();
            assert!(
                dxil_validate::validate_container(&container, &dxil_validate::Options::default())
                    .report
                    .is_valid()
            );
            container
        });
    });
    let module = naga::front::wgsl::parse_str(SOURCE).unwrap();
    let info = Validator::new(ValidationFlags::all(), capabilities()).validate(&module).unwrap();
    group.bench_function("module to container", |bencher| {
        bencher.iter(|| {
            naga_dxil::write(&module, &info, &PipelineOptions::default(), &Options::default()).unwrap()
        });
    });
    group.finish();
}

criterion_group!(compile, benches);
criterion_main!(compile);
