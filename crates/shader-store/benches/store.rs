//! How long keys and hits take: 100,000 keys a second on one core, and a hit of 16 KB from redb in 20 microseconds, is
//! what is asked for.

#![allow(
    clippy::unwrap_used,
    missing_docs,
    reason = "a bench fails by panicking, and its functions are named"
)]

use std::hint::black_box;
use std::time::Duration;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use shader_store::folder::Folder;
use shader_store::key::{Choice, Content, Record};
use shader_store::redb_file::RedbFile;
use shader_store::{Artefact, Key, Opened, Shelf, Store};

/// As many as a project has shaders.
const COUNT: u32 = 10_000;
const SIZE: usize = 16 << 10;

fn record() -> Record {
    let options = ["validator_version", "strip_debug", "exports"]
        .map(|name| Choice { name: name.to_owned(), values: vec![b"1.8".to_vec()] });
    Record {
        recipe: "lower".to_owned(),
        tool: "shader-tools 0.1.0".to_owned(),
        compiler: None,
        target: Some(b"cs_6_6".to_vec()),
        entry: Some(b"main".to_vec()),
        options: options.to_vec(),
    }
}

fn keys(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("keys");
    let prepared = record().prepare();
    for size in [1 << 10, 4 << 10, SIZE, 64 << 10] {
        let bytes = vec![7; size];
        group.throughput(Throughput::Elements(1));
        group.bench_function(format!("of {size} bytes"), |bencher| {
            bencher.iter(|| prepared.key(&[Content::of(black_box(&bytes))]));
        });
    }
    group.finish();
}

fn made(number: u32) -> (Key, Artefact) {
    let key = record().prepare().key(&[Content::of(&number.to_le_bytes())]);
    (key, Artefact { bytes: number.to_le_bytes().repeat(SIZE / 4), notes: Vec::new() })
}

fn filled(shelf: Box<dyn Shelf>) -> (Store, Vec<Key>) {
    let mut store = Store::default();
    store.add(Opened::Shelf(shelf));
    let mut keys = Vec::new();
    for start in (0..COUNT).step_by(500) {
        let batch: Vec<_> = (start..start + 500).map(made).collect();
        keys.extend(batch.iter().map(|(key, _)| *key));
        assert!(store.put(&batch));
    }
    (store, keys)
}

fn hits(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("hits");
    let folder = tempfile::tempdir().unwrap();
    let redb = RedbFile::open(&folder.path().join("s.redb"), 4 << 30, Duration::ZERO).unwrap();
    let files = Folder::open(&folder.path().join("files"), 4 << 30).unwrap();
    let tiers: [(&str, Box<dyn Shelf>); 2] = [("redb", Box::new(redb)), ("a folder", Box::new(files))];
    for (name, shelf) in tiers {
        let (store, keys) = filled(shelf);
        let mut next = 0;
        let mut some_key = || {
            next = (next + 7919) % keys.len();
            keys.get(next).copied().unwrap()
        };
        group.throughput(Throughput::Bytes(SIZE as u64));
        group.bench_function(format!("of 16 KB from {name}"), |bencher| {
            bencher.iter_batched(&mut some_key, |key| store.get(&key).unwrap(), BatchSize::SmallInput);
        });
        let mut again = keys.iter().take(1000).cycle().copied();
        group.bench_function(format!("of 16 KB from {name}, again"), |bencher| {
            bencher.iter_batched(
                || again.next().unwrap(),
                |key| store.get(&key).unwrap(),
                BatchSize::SmallInput,
            );
        });
        group.throughput(Throughput::Elements(1));
        group.bench_function(format!("asked for in {name}"), |bencher| {
            bencher.iter_batched(&mut some_key, |key| store.has(&[key]), BatchSize::SmallInput);
        });
    }
    group.finish();
}

criterion_group!(benches, keys, hits);
criterion_main!(benches);
