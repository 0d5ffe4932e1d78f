//! What it costs to link a vertex and a fragment shader, which a driver does while a game waits.

#![allow(clippy::expect_used, clippy::print_stderr, reason = "the examples are fine shaders")]

use std::hint::black_box;

use amdgpu_link::elf::Elf;
use amdgpu_link::glue::GlueCache;
use amdgpu_link::link::Linker;
use amdgpu_link::metadata::Metadata;
use amdgpu_link::state::{PipelineState, document};
use criterion::{Criterion, criterion_group, criterion_main};

const VERTEX: &[u8] = include_bytes!("../../../examples/amd/vs_fetchless.o");
const FRAGMENT: &[u8] = include_bytes!("../../../examples/amd/ps_exportless.o");
const STATE: &str = include_str!("../../../examples/amd/pipeline.yaml");

fn linked(state: &PipelineState, cache: &mut GlueCache) -> Vec<u8> {
    let mut linker = Linker::new(Some(state));
    linker.add_input("vertex", VERTEX).expect("it can be read");
    linker.add_input("fragment", FRAGMENT).expect("it can be read");
    linker.link(cache).expect("they fit").elf
}

fn link(criterion: &mut Criterion) {
    let state = document::parse(STATE).expect("the example can be read");
    let mut cache = GlueCache::default();
    linked(&state, &mut cache);
    let allocations = |mut run: Box<dyn FnMut() -> Vec<u8> + '_>| {
        allocation_counter::measure(|| drop(black_box(run()))).count_total
    };
    let cold = allocations(Box::new(|| linked(&state, &mut GlueCache::default())));
    let warm = allocations(Box::new(|| linked(&state, &mut cache)));
    eprintln!("allocations of a link: {cold} with glue made, {warm} with cached glue");

    let mut group = criterion.benchmark_group("amd");
    group.bench_function("link, glue made", |bencher| {
        bencher.iter(|| linked(black_box(&state), &mut GlueCache::default()));
    });
    group.bench_function("link, glue cached", |bencher| {
        bencher.iter(|| linked(black_box(&state), &mut cache));
    });
    group.bench_function("read a shader", |bencher| {
        bencher.iter(|| {
            let elf = Elf::parse(black_box(VERTEX)).expect("it can be read");
            Metadata::of(&elf).expect("it can be read")
        });
    });
    group.finish();
}

criterion_group!(benches, link);
criterion_main!(benches);
