//! A process that links for hours stays as large as it is, and a link allocates as much as it must.

use amdgpu_link::glue::GlueCache;
use amdgpu_link::link::Linker;
use amdgpu_link::state::{PipelineState, document};
use testkit::{Limits, Test, note, tests};

pub(crate) const TESTS: &[Test] = tests![memory_does_not_grow within Limits::seconds(60, "it links thousands of times"), allocations_are_few];

const VERTEX: &[u8] = include_bytes!("../../../../examples/amd/vs_fetchless.o");
const FRAGMENT: &[u8] = include_bytes!("../../../../examples/amd/ps_exportless.o");
const STATE: &str = include_str!("../../../../examples/amd/pipeline.yaml");

fn linked(state: &PipelineState, cache: &mut GlueCache) -> Vec<u8> {
    let mut linker = Linker::new(Some(state));
    linker.add_input("vertex", VERTEX).unwrap();
    linker.add_input("fragment", FRAGMENT).unwrap();
    linker.link(cache).unwrap().elf
}

/// 100,000 links leave nothing behind, whether glue is cached or, with a state of its own each, made anew.
fn memory_does_not_grow() {
    let mut state = document::parse(STATE).unwrap();
    let mut cache = GlueCache::default();
    let first = linked(&state, &mut cache);
    let cached = allocation_counter::measure(|| {
        for _ in 0..50_000 {
            assert_eq!(linked(&state, &mut cache), first);
        }
    });
    assert_eq!(cached.bytes_current, 0, "cached glue");
    // As many kinds of glue as the cache never holds: it is full before what counts begins.
    let capacity = amdgpu_link::limits::MAX_CACHED_GLUE;
    let mut different = |links: usize, first: usize| {
        allocation_counter::measure(|| {
            for index in first..first + links {
                state.vertex_inputs[0].offset = u32::try_from(index % (2 * capacity)).unwrap() * 4;
                drop(linked(&state, &mut cache));
            }
        })
    };
    different(2 * capacity, 0);
    let made = different(50_000, 2 * capacity);
    note!(
        "{} bytes more after 50,000 links with glue of their own, {} at most",
        made.bytes_current,
        made.bytes_max
    );
    assert!(made.bytes_current.unsigned_abs() < 1 << 16, "glue made: {} bytes", made.bytes_current);
}

/// What a link allocates is in proportion to what it reads.
fn allocations_are_few() {
    let state = document::parse(STATE).unwrap();
    let mut cache = GlueCache::default();
    linked(&state, &mut cache);
    let link = allocation_counter::measure(|| drop(linked(&state, &mut cache)));
    note!("{} allocations, at most {} bytes at once", link.count_total, link.bytes_max);
    assert!(link.count_total < 200, "{} allocations", link.count_total);
    assert!(link.bytes_max < 64 << 10, "{} bytes", link.bytes_max);
}
