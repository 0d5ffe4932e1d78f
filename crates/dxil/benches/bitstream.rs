//! What it costs to read and write a module of more than a megabyte; MB/s count the stream.

#![allow(clippy::expect_used, reason = "the stream is the writer's own")]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dxil_ir::bitstream::{Abbreviation, Entry, Field, Reader, Record, Tail, Writer};

/// Functions of the module, and records of each; half a line of a shader is one record.
const FUNCTIONS: u64 = 300;
const RECORDS: u64 = 512;

/// Numbers as they are in modules: most of them small, some of 32 or 64 bits.
fn number(seed: u64) -> u64 {
    let mixed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    match seed % 16 {
        0 => mixed >> 1,
        1 => mixed >> 32,
        small => mixed >> (50 + small % 12),
    }
}

/// A module of functions: calls that describe themselves, loads and casts by abbreviations, and names.
fn module() -> dxil_ir::Result<Vec<u8>> {
    let mut writer = Writer::new();
    writer.enter_block(8, 3)?;
    writer.enter_block(0, 2)?;
    let load = [Field::Literal(20), Field::Vbr(6), Field::Fixed(7), Field::Vbr(4), Field::Fixed(1)];
    let load = writer.register_abbreviation(12, Abbreviation::new(load, Tail::None)?)?;
    let cast = [Field::Literal(3), Field::Vbr(6), Field::Fixed(7), Field::Fixed(4)];
    let cast = writer.register_abbreviation(12, Abbreviation::new(cast, Tail::None)?)?;
    let name = [Field::Literal(1), Field::Vbr(8)];
    let name = writer.register_abbreviation(14, Abbreviation::new(name, Tail::Array(Field::Char6))?)?;
    writer.exit_block()?;
    for function in 0..FUNCTIONS {
        writer.enter_block(12, 4)?;
        for at in (0..RECORDS).map(|record| function * RECORDS + record) {
            match at % 4 {
                0 => writer.record_with(load, 20, &[number(at), at % 128, number(at) % 9, at % 2])?,
                1 => writer.record_with(cast, 3, &[number(at), at % 128, at % 16])?,
                _ => {
                    let operands: Vec<u64> =
                        (0..6 + at % 3).map(|operand| number(8 * at + operand)).collect();
                    writer.record(34, &operands)?;
                }
            }
        }
        writer.enter_block(14, 4)?;
        for value in 0..8 {
            let letters = b"resource.handle".iter().map(|&letter| letter.into());
            let operands: Vec<u64> = [value].into_iter().chain(letters).collect();
            writer.record_with(name, 1, &operands)?;
        }
        writer.exit_block()?;
        writer.exit_block()?;
    }
    writer.exit_block()?;
    writer.finish()
}

/// All operands of all records, added up so that they are read.
fn walk(bytes: &[u8]) -> dxil_ir::Result<u64> {
    let mut reader = Reader::new(bytes, 0)?;
    let mut record = Record::default();
    let mut sum = 0u64;
    loop {
        match reader.next(&mut record)? {
            Entry::Block(_) => reader.enter()?,
            Entry::Record => {
                sum = record.operands.iter().fold(sum, |sum, &operand| sum.wrapping_add(operand))
            }
            Entry::DefineAbbreviation(_) | Entry::BlockInfo | Entry::EndBlock => {}
            Entry::End => return Ok(sum),
        }
    }
}

fn bitstream(criterion: &mut Criterion) {
    let bytes = module().expect("it can be written");
    assert!(bytes.len() > 1 << 20, "{} bytes are less than a megabyte", bytes.len());
    let mut group = criterion.benchmark_group("bitstream");
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    group.bench_function("walk all records", |bencher| {
        bencher.iter(|| walk(black_box(&bytes)).expect("it can be read"))
    });
    group.bench_function("write a module", |bencher| bencher.iter(module));
}

criterion_group!(benches, bitstream);
criterion_main!(benches);
