//! What one small pixel shader costs: to open, read, walk, rewrite, build and sign. Beside the digest runs the
//! plain MD5 that it is made of, so that the two can be compared within one run.

#![allow(clippy::expect_used, reason = "the example is a fine file")]

use std::hint::black_box;

use criterion::{
    BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main, measurement::WallTime,
};
use dx_container::fields::{Field, Sink};
use dx_container::parts::{self, PartKind};
use dx_container::{Container, ContainerBuilder, Digest, DigestVariant, Part, Signing};
use md5::{Digest as _, Md5};

const EXAMPLE: &[u8] = include_bytes!("../../../examples/triangle_ps.dxil");

/// A sink as cheap as one can be: what a walk costs is then what reporting costs.
struct Count(usize);

impl Sink<'_> for Count {
    fn field(&mut self, _: Field<'_>) {
        self.0 += 1;
    }
}

fn container(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("container");
    group.bench_function("open and list parts", |bencher| {
        bencher.iter(|| {
            let container = open(black_box(EXAMPLE));
            container.parts().iter().map(|part| part.data.len()).sum::<usize>()
        });
    });
    group.throughput(bytes(EXAMPLE));
    let container = open(EXAMPLE);
    group.bench_function("build", |bencher| {
        bencher.iter(|| ContainerBuilder::from(black_box(&container)).build(Signing::Keep));
    });
}

fn all_parts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("all parts");
    let container = open(EXAMPLE);
    group.bench_function("read", |bencher| {
        bencher.iter(|| {
            for part in black_box(&container).parts() {
                black_box(container.read(part)).expect("every part is readable");
            }
        });
    });
    group.bench_function("walk", |bencher| {
        bencher.iter(|| {
            for part in black_box(&container).parts() {
                let mut count = Count(0);
                container.walk(part, &mut count).expect("every part is readable");
                black_box(count.0);
            }
        });
    });
    // Reading and walking leave most bytes alone; a throughput would not mean much there.
    group.throughput(bytes(EXAMPLE));
    group.bench_function("rewrite", |bencher| {
        bencher.iter(|| {
            let decoded = |part: &&Part<'_>| part.kind() != PartKind::Opaque;
            for part in black_box(&container).parts().iter().filter(decoded) {
                black_box(parts::rewrite(container.payload(part))).expect("every part can be written");
            }
        });
    });
}

/// `cargo xtask bench` prints the ratio of the two that this group begins with.
fn digest(criterion: &mut Criterion) {
    let mebibyte: Vec<u8> = (0..=u8::MAX).cycle().take(1 << 20).collect();
    let mut group = criterion.benchmark_group("digest");
    group.throughput(bytes(&mebibyte));
    group.bench_function("1 MiB", |bencher| {
        bencher.iter(|| Digest::compute(black_box(&mebibyte), DigestVariant::Retail));
    });
    group.bench_function("1 MiB, plain MD5", |bencher| bencher.iter(|| Md5::digest(black_box(&mebibyte))));
    digest_of_example(&mut group);
}

fn digest_of_example(group: &mut BenchmarkGroup<'_, WallTime>) {
    group.throughput(bytes(EXAMPLE));
    let container = open(EXAMPLE);
    group.bench_function("check the example's", |bencher| {
        bencher.iter(|| black_box(&container).digest_state());
    });
}

fn open(bytes: &[u8]) -> Container<'_> {
    Container::parse(bytes).expect("the example is a container")
}

fn bytes(input: &[u8]) -> Throughput {
    Throughput::Bytes(input.len() as u64)
}

criterion_group!(benches, container, all_parts, digest);
criterion_main!(benches);
