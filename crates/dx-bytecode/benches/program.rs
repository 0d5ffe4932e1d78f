//! What a long token program costs to read, write, print and parse; MB/s count its tokens.

#![allow(clippy::expect_used, reason = "the example is a fine program")]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dx_bytecode::{Program, text};
use dx_container::FourCc;
use dx_container::parts::PartBuf as _;
use dx_container::reader::Payload;
use zerocopy::little_endian::U32;

const EXAMPLE: &str = include_str!("../../../examples/blur.asm");
/// How many times the example's statements follow each other: some 300 kB of tokens.
const TIMES: usize = 300;

fn program(criterion: &mut Criterion) {
    let mut program = text::parse(EXAMPLE).expect("the example can be read");
    program.statements =
        program.statements.iter().cycle().take(program.statements.len() * TIMES).cloned().collect();
    let tokens: Vec<U32> = program.encode().expect("it fits").into_iter().map(U32::new).collect();
    let mut listing = String::new();
    text::print(&mut listing, &program);
    let part = program.to_part().expect("it fits").arrange(None).expect("it fits");
    let payload = Payload::new(FourCc::SHEX, &part);
    let decode = |tokens: &[U32]| Program::decode(program.version, tokens, 0).expect("its own tokens");

    let mut group = criterion.benchmark_group("dxbc");
    group.throughput(Throughput::Bytes(4 * tokens.len() as u64));
    group.bench_function("decode", |bencher| bencher.iter(|| decode(black_box(&tokens))));
    group.bench_function("encode", |bencher| bencher.iter(|| black_box(&program).encode()));
    group.bench_function("print", |bencher| {
        bencher.iter(|| {
            let mut out = String::new();
            text::print(&mut out, black_box(&program));
            out
        });
    });
    // Statement by statement, as the program does.
    group.bench_function("decode and print", |bencher| {
        bencher.iter(|| {
            let mut out = String::new();
            text::print_part(&mut out, black_box(payload)).expect("its own tokens");
            out
        });
    });
    group.bench_function("parse", |bencher| bencher.iter(|| text::parse(black_box(&listing))));
}

criterion_group!(benches, program);
criterion_main!(benches);
