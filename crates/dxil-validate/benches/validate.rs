//! What it costs to validate a large shader: its module as it was read, its bitcode, and its container, from which all
//! parts are derived anew. MB/s count the bitcode. The module is the one of the bitcode benches.

#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "the module is the bench's own")]

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use dxil::assemble::{self, assemble};
use dxil_ir::Module;
use dxil_ir::bitcode;
use dxil_validate::{Options, validate_container, validate_module};
use testkit::generate::compute_shader::compute_shader;

fn validate(module: Module) {
    let report = validate_module(module, &Options::default()).report;
    assert!(report.is_valid(), "the module is valid");
}

fn benches(c: &mut Criterion) {
    let built = compute_shader(200_000).expect("it can be built");
    let bytes = bitcode::write(&built).expect("it can be written");
    let read = bitcode::read(&bytes, 0).expect("it can be read");
    let container = assemble(built, &assemble::Options::default()).expect("it can be put into a container");
    let mut group = c.benchmark_group("dxil/validate");
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    group.bench_function("module", |b| {
        b.iter_batched(|| read.clone(), |read| validate(black_box(read)), BatchSize::PerIteration)
    });
    group.bench_function("read bitcode and validate", |b| {
        b.iter(|| validate(bitcode::read(black_box(&bytes), 0).expect("it can be read")))
    });
    group.bench_function("container", |b| {
        b.iter(|| {
            let report = validate_container(black_box(&container), &Options::default()).report;
            assert!(report.is_valid(), "the container is valid");
        })
    });
    group.finish();
}

criterion_group!(all, benches);
criterion_main!(all);
