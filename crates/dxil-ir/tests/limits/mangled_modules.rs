//! Real modules with bits changed, and modules made to take more than they are: nothing panics, hangs, or takes memory
//! without bound.

use std::time::{Duration, Instant};

use dxil_ir::attributes::{Attribute, AttributeGroup, Slot};
use dxil_ir::{AttributeKind, Module, bitcode, verify};
use located::Kind as _;
use testkit::damage::bytes::flip;
use testkit::generate::compute_shader::compute_shader;
use testkit::generate::greedy;
use testkit::heap::{Limit, taken};
use testkit::modules::{Stored, some_modules};
use testkit::random::Random;
use testkit::{Limits, Test, note, oracles, tests, times};

pub(crate) const TESTS: &[Test] = tests![
    a_large_module_takes_twelve_times_its_bitcode,
    greedy_modules_are_read within Limits::seconds(60, "it reads thousands of modules"),
    lists_of_attributes_that_are_grouped_in_other_ways_are_compared,
    mangled_modules_are_read_or_refused within Limits::seconds(60, "it reads thousands of modules")
];

/// What reading may take.
const HEAP: Limit = Limit { per_byte: 32, free: 16 << 20 };
/// Modules that are mangled, and how often each.
const MANGLED: usize = 200;
const FLIPS: usize = 250;

/// The fuzzer's body, within the memory that there is.
fn check(bytes: &[u8], base: u64) -> bool {
    let module = HEAP.of("reading", bytes.len(), || bitcode::read(bytes, base));
    if let Ok(module) = &module {
        HEAP.of("verifying", bytes.len(), || drop(verify(module)));
    }
    HEAP.of("sizes", bytes.len(), || oracles::module::sizes(bytes));
    oracles::module::module(module, base..base + bytes.len() as u64).is_some()
}

fn mangled_modules_are_read_or_refused() {
    let (mut random, mut modules, mut read, mut refused) = (Random(0x5eed), 0, 0, 0);
    let mut slowest = Duration::ZERO;
    let count = some_modules(MANGLED, usize::MAX, |Stored { offset, bitcode, path, .. }| {
        modules += 1;
        assert!(check(bitcode, offset));
        let mut bytes = bitcode.to_vec();
        for _ in 0..times(FLIPS) {
            let (at, bit) = flip(&mut bytes, &mut random);
            let start = Instant::now();
            *if check(&bytes, offset) { &mut read } else { &mut refused } += 1;
            bytes[at] ^= bit;
            let took = start.elapsed();
            slowest = slowest.max(took);
            assert!(took < Duration::from_secs(5), "{took:?}: {} with byte {at} ^ {bit}", path.display());
        }
    });
    note!("of {count} modules {modules} mangled: {read} copies read, {refused} refused, {slowest:?} at most");
    // Of bits that are turned round, most are in numbers of which any is as good.
    assert!(refused > 0 && read > 0);
}

/// Modules of a megabyte or so that are the most of something.
fn greedy_modules_are_read() {
    let timed = |what: &str, step: &mut dyn FnMut()| {
        let start = Instant::now();
        step();
        let took = start.elapsed();
        assert!(took < Duration::from_secs(3), "{what}: {took:?}");
    };
    for (what, make) in greedy::MODULES {
        let mut module = Module::default();
        timed(what, &mut || module = make());
        let mut written = Vec::new();
        timed(what, &mut || {
            written = bitcode::write(&module).unwrap_or_else(|error| panic!("{what}: {error}"))
        });
        timed(what, &mut || assert!(check(&written, 0), "{what}: {:?}", bitcode::read(&written, 0).err()));
        let again = bitcode::read(&written, 0).unwrap();
        timed(what, &mut || {
            let difference = module.difference(&again);
            assert!(difference.is_none(), "{what}: {difference:?}");
        });
    }
    for (what, expected, make) in greedy::BITCODE {
        let bytes = make();
        timed(what, &mut || _ = check(&bytes, 0));
        let error = bitcode::read(&bytes, 0).err();
        assert_eq!(error.as_ref().map(|error| error.kind().code()), expected, "{what}: {error:?}");
    }
}

/// The same attributes, in groups of which each list has all many times over: their types are compared once.
fn lists_of_attributes_that_are_grouped_in_other_ways_are_compared() {
    const COUNT: usize = 30_000;
    let of_groups = |groups: &[&[u32]]| {
        let mut module = Module::dxil();
        let groups = groups.iter().map(|widths| {
            let types = widths.iter().map(|width| module.types.int(*width));
            let types = types.map(|ty| Attribute::Type(AttributeKind::ByVal, ty));
            let text = |index| Attribute::Text(format!("{index}").into(), "".into());
            let attributes = types.chain((0..COUNT).map(text)).collect();
            module.attributes.intern_group(AttributeGroup { slot: Slot::Function, attributes })
        });
        let groups: Vec<_> = groups.collect();
        let list = module.attributes.intern_list(groups.repeat(COUNT).into());
        let void = module.types.void();
        let ty = module.types.function(void, &[]);
        let function = module.declare_function("f", ty);
        module.globals[function].function_mut().unwrap().attributes = Some(list);
        module
    };
    let whole = of_groups(&[&[8]]);
    let cases: [(&str, &[&[u32]], bool); 4] = [
        ("a group", &[&[8]], true),
        ("a group with another type", &[&[16]], false),
        ("a group without type", &[&[]], false),
        ("two groups", &[&[], &[8]], true),
    ];
    for (what, groups, is_same) in cases {
        let other = of_groups(groups);
        let start = Instant::now();
        let difference = whole.difference(&other);
        let took = start.elapsed();
        assert_eq!(difference.is_none(), is_same, "{what}: {difference:?}");
        assert!(took < Duration::from_secs(3), "{what}: {took:?}");
    }
}

/// A module in memory takes at most twelve times its bitcode, and so do reading and writing it.
fn a_large_module_takes_twelve_times_its_bitcode() {
    let bytes = bitcode::write(&compute_shader(200_000).unwrap()).unwrap();
    let (module, reading) = taken(|| bitcode::read(&bytes, 0).unwrap());
    let (written, writing) = taken(|| bitcode::write(&module).unwrap());
    assert!(written == bytes);
    let times = |taken: usize| taken as f64 / bytes.len() as f64;
    note!(
        "{} bytes: {:.1} times that to read, {:.1} in memory, {:.1} to write",
        bytes.len(),
        times(reading.peak),
        times(reading.kept),
        times(writing.peak)
    );
    assert!(times(reading.peak) <= 12.0 && times(writing.peak) <= 12.0);
}
