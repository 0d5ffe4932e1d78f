//! What one small pixel shader costs to print as YAML and to read again; MB/s count the shader's bytes.

#![allow(clippy::expect_used, reason = "the example is a fine file")]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dx_container::Container;

const EXAMPLE: &[u8] = include_bytes!("../../../examples/triangle_ps.dxil");

fn yaml(criterion: &mut Criterion) {
    let container = Container::parse(EXAMPLE).expect("the example opens");
    let text = dx_text::yaml::print(&container);
    let mut group = criterion.benchmark_group("yaml");
    group.throughput(Throughput::Bytes(EXAMPLE.len() as u64));
    group.bench_function("print", |bencher| bencher.iter(|| dx_text::yaml::print(black_box(&container))));
    group.bench_function("read", |bencher| bencher.iter(|| dx_text::yaml::read(black_box(&text))));
}

criterion_group!(benches, yaml);
criterion_main!(benches);
