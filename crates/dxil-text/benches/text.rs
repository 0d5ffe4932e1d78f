//! What it costs to print a module, and to read it from its text; MB/s count the text. The module is the one of the
//! bitcode benches.

#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "the module is the bench's own")]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dxil_ir::Module;
use dxil_ir::bitcode;
use testkit::generate::compute_shader::compute_shader;
use testkit::sink::Nowhere;

fn benches(c: &mut Criterion) {
    let built = compute_shader(200_000).expect("it can be built");
    let bytes = bitcode::write(&built).expect("it can be written");
    let read = bitcode::read(&bytes, 0).expect("it can be read");
    let print = |module: &Module| {
        let mut sink = Nowhere(0);
        dxil_text::print(module, &mut sink).expect("it can be printed");
        sink.0
    };
    let mut group = c.benchmark_group("dxil/text");
    group.throughput(Throughput::Bytes(print(&read) as u64));
    group.bench_function("print", |b| b.iter(|| print(black_box(&read))));
    group.bench_function("read bitcode and print", |b| {
        b.iter(|| print(&bitcode::read(black_box(&bytes), 0).expect("it can be read")))
    });
    let mut text = String::new();
    dxil_text::print(&read, &mut text).expect("it can be printed");
    group.bench_function("parse", |b| {
        b.iter(|| dxil_text::parse(black_box(text.as_bytes())).expect("it can be parsed"))
    });
    group.finish();
}

criterion_group!(all, benches);
criterion_main!(all);
