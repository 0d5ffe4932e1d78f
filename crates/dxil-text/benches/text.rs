//! Printing and parsing of the module of the bitcode benches, in MB/s of text, and reading of modern bitcode, in MB/s
//! of bitcode.

#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "the module is the bench's own")]

use std::fs;
use std::hint::black_box;
use std::path::Path;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dxil_ir::Module;
use dxil_ir::bitcode;
use testkit::corpus;
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

/// Reads the modern bitcode of the tests of this crate and, with SHADER_CORPUS, of its folder `bitcode-modern`.
fn modern_bitcode(c: &mut Criterion) {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut paths = corpus::files_with(&tests, "bc");
    paths.extend(corpus::inputs("bitcode-modern", "bc").into_iter().flatten());
    let files = paths.iter().map(|path| fs::read(path).expect("it can be read")).collect::<Vec<_>>();
    let mut group = c.benchmark_group("dxil/modern bitcode");
    group.throughput(Throughput::Bytes(files.iter().map(|file| file.len() as u64).sum()));
    group.bench_function("read", |b| {
        b.iter(|| {
            for file in &files {
                black_box(bitcode::read_modern(black_box(file), 0).expect("it can be read"));
            }
        });
    });
    group.finish();
}

criterion_group!(all, benches, modern_bitcode);
criterion_main!(all);
