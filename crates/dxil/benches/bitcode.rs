//! What it costs to read a module into the IR, to verify it, to derive parts from it, and to write it; MB/s count the
//! bitcode. The module is one compute shader of 200,000 instructions, about 1.5 MB. Where a file is named in
//! `SHADER_BITCODE`, the bitcode is put there, so that other tools can be measured on it.

#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "the module is the bench's own")]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dxil::derive::{self, DescribedModule};
use dxil::shader::Shader;
use dxil_ir::bitcode;
use testkit::generate::compute_shader::compute_shader;

fn benches(c: &mut Criterion) {
    let built = compute_shader(200_000).expect("it can be built");
    let bytes = bitcode::write(&built).expect("it can be written");
    if let Some(path) = std::env::var_os("SHADER_BITCODE") {
        std::fs::write(path, &bytes).expect("it can be put there");
    }
    let read = bitcode::read(&bytes, 0).expect("it can be read");
    let mut group = c.benchmark_group("dxil/bitcode");
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    group.bench_function("read", |b| b.iter(|| bitcode::read(black_box(&bytes), 0)));
    assert!(dxil_ir::verify(&read).is_valid(), "it is well-formed");
    group.bench_function("verify", |b| b.iter(|| dxil_ir::verify(black_box(&read))));
    let derive = |module: &dxil_ir::Module| -> dxil::Result<_> {
        let shader = Shader::read(module)?;
        let program = DescribedModule::new(module, &shader);
        Ok((derive::features(&program)?, derive::signatures(&program)?, derive::psv(&program)?))
    };
    assert!(derive(&read).is_ok(), "parts follow from it");
    group.bench_function("derive SFI0, signatures, PSV0", |b| b.iter(|| derive(black_box(&read))));
    group.bench_function("write", |b| b.iter(|| bitcode::write(black_box(&read))));
    group.bench_function("write in canonical order", |b| b.iter(|| bitcode::write(black_box(&built))));
    group.bench_function("clone", |b| b.iter(|| black_box(&read).clone()));
    group.bench_function("build", |b| b.iter(|| compute_shader(black_box(200_000))));
    group.finish();
}

criterion_group!(all, benches);
criterion_main!(all);
