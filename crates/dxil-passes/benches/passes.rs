//! What it costs to upgrade a large shader and to lower what it became, from bitcode to text and to a signed container.
//! The module is the one of the bitcode benches.

#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "the module is the bench's own")]

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use dx_container::Signing;
use dxil::assemble::{self, assemble};
use dxil_ir::{Module, bitcode};
use dxil_passes::pass_manager::Selection;
use dxil_passes::{lower, upgrade};
use dxil_validate::validate_container;
use testkit::generate::compute_shader::compute_shader;
use testkit::sink::Nowhere;

fn upgraded(module: &Module) -> Module {
    let upgraded = upgrade::upgraded(module, upgrade::Options::default(), &upgrade::Context::default());
    upgraded.expect("it can be upgraded").0
}

fn lowered(module: Module) -> Module {
    let lowered = lower::lower(module, &lower::Options::default(), &Selection::default(), None);
    lowered.expect("it can be lowered")
}

fn benches(c: &mut Criterion) {
    let built = compute_shader(200_000).expect("it can be built");
    let bytes = bitcode::write(&built).expect("it can be written");
    let read = || bitcode::read(black_box(&bytes), 0).expect("it can be read");
    let old = read();
    let mut group = c.benchmark_group("dxil/upgrade");
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    group.bench_function("module", |b| b.iter(|| upgraded(black_box(&old))));
    group.bench_function("read, upgrade and print", |b| {
        b.iter(|| dxil_text::print(&upgraded(&read()), &mut Nowhere(0)).expect("it can be printed"))
    });
    group.finish();

    let new = upgraded(&old);
    let mut group = c.benchmark_group("dxil/lower");
    group.throughput(Throughput::Bytes(bytes.len() as u64)).sample_size(10);
    group.bench_function("module", |b| b.iter_batched(|| new.clone(), lowered, BatchSize::PerIteration));
    group.bench_function("read, upgrade and lower", |b| b.iter(|| lowered(upgraded(&read()))));
    group.bench_function("read, upgrade, lower, assemble, sign and validate", |b| {
        b.iter(|| {
            let options = assemble::Options { signing: Signing::Sign, ..assemble::Options::default() };
            let container = assemble(lowered(upgraded(&read())), &options).expect("it can be assembled");
            let report = validate_container(&container, &dxil_validate::Options::default()).report;
            assert!(report.is_valid(), "the container is valid");
        })
    });
    group.finish();
}

criterion_group!(all, benches);
criterion_main!(all);
