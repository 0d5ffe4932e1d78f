//! Races on UAVs: each with a shader that has it, and one just without.

use crate::sampling::{NONE, at, of_floats, point};
use crate::shaders::{Case, F32, U32, bytes_of, found, kinds, put};
use dxil_run::resources::Dimension;
use dxil_run::{Dispatch, FindingKind, RunOptions};

pub(crate) const TESTS: &[testkit::Test] = testkit::tests![
    threads_of_a_group_race,
    groups_race,
    equal_values_do_not_race,
    atomic_operations_race_with_others_only,
    bytes_of_a_word_are_apart,
    what_uavs_write_races_with_other_reads,
    dispatches_are_apart,
    races_are_told_by_name,
    nothing_is_noted_without_checks,
];

fn load(name: &str, byte: &str) -> String {
    format!(
        "  %{name} = call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %To, i32 {byte}, i32 undef, i8 1, i32 4)\n  %{name}0 = extractvalue %dx.types.ResRet.i32 %{name}, 0\n"
    )
}

fn store(byte: &str, value: &str) -> String {
    format!(
        "  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %To, i32 {byte}, i32 undef, i32 {value}, i32 undef, i32 undef, i32 undef, i8 1, i32 4)\n"
    )
}

fn add(name: &str) -> String {
    format!(
        "  %{name} = call i32 @dx.op.atomicBinOp.i32(i32 78, %dx.types.Handle %To, i32 0, i32 0, i32 undef, i32 undef, i32 1)\n"
    )
}

/// A barrier that orders accesses of UAVs and waits for the group; one that only orders group-shared memory.
const ORDERS_UAVS: &str = "  call void @dx.op.barrier(i32 80, i32 3)\n";
const ORDERS_SHARED: &str = "  call void @dx.op.barrier(i32 80, i32 9)\n";

/// Threads of a group that are the first one do something, all do something else behind it.
fn first(what: &str, between: &str, all: &str) -> String {
    format!(
        "  %is = icmp eq i32 %thread, 0\n  br i1 %is, label %yes, label %end\nyes:\n{what}  br label %end\nend:\n{between}{all}"
    )
}

/// How often what body and resource race.
fn races(case: &Case, body: &str) -> u64 {
    let outcome = case.run(body);
    assert!(outcome.findings.iter().all(|(_, kind, _)| kind == FindingKind::Race), "{:?}", outcome.findings);
    outcome.findings.iter().map(|(_, _, finding)| finding.count).sum()
}

fn case(threads: u32, groups: u32) -> Case {
    let mut case = Case::new(threads);
    case.groups = [groups, 1, 1];
    case.raw('u', "To", &[0; 64]).raw('u', "Out", &vec![0; (threads * 16) as usize]);
    case
}

fn threads_of_a_group_race() {
    let byte = "  %byte = mul i32 %thread, 4\n  %next = add i32 %thread, 1\n  %other = urem i32 %next, 8\n  %from = mul i32 %other, 4\n";
    let write_own = byte.to_owned() + &store("%byte", "%next");
    let read_other = load("r", "%from") + &put(0, "i32", "%r0");
    for (between, expected) in [("", 8), (ORDERS_SHARED, 8), (ORDERS_UAVS, 0)] {
        for wave_size in [4, 32] {
            let mut case = case(8, 1);
            case.options = RunOptions { wave_size: Some(wave_size), ..RunOptions::default() };
            let count = races(&case, &(write_own.clone() + between + &read_other));
            // In small waves, some read before others write: then the writer tells.
            assert_eq!(count, expected, "{between} in waves of {wave_size}");
        }
    }
    // Reads before a write.
    let read_then_write = |between: &str| {
        load("r", "0")
            + &put(0, "i32", "%r0")
            + &first(&store("0", "5"), "", "").replace("%is = ", &format!("{}%is = ", between.trim_start()))
    };
    assert_eq!(races(&case(8, 1), &read_then_write("")), 1);
    assert_eq!(races(&case(8, 1), &read_then_write(ORDERS_UAVS)), 0);
    // One that reads what it has written itself.
    let own = byte.to_owned() + &store("%byte", "%next") + &load("r", "%byte") + &put(0, "i32", "%r0");
    assert_eq!(races(&case(8, 1), &own), 0);
    // All write to one place, each something else; but the first.
    let all = byte.to_owned() + &store("0", "%next");
    assert_eq!(races(&case(8, 1), &all), 7);
}

fn groups_race() {
    let write = "  %value = add i32 %group, 1\n".to_owned() + &store("0", "%value");
    let own =
        "  %value = add i32 %group, 1\n  %byte = mul i32 %group, 4\n".to_owned() + &store("%byte", "%value");
    let read = load("r", "0") + &put(0, "i32", "%r0");
    assert_eq!(races(&case(1, 4), &write), 3);
    assert_eq!(races(&case(1, 4), &own), 0);
    // A barrier of a group orders nothing between groups. The first group writes, the others read it.
    let body = "  %is = icmp eq i32 %group, 0\n  br i1 %is, label %yes, label %end\nyes:\n".to_owned()
        + &store("0", "5")
        + "  br label %end\nend:\n"
        + ORDERS_UAVS
        + &read;
    let races_of = |is_coherent: bool| {
        let mut case = Case::new(1);
        case.groups = [4, 1, 1];
        case.raw('u', "To", &[0; 4]);
        if is_coherent {
            case.coherent();
        }
        // All groups put the same there, which is no race.
        case.raw('u', "Out", &[0; 16]);
        races(&case, &body)
    };
    assert_eq!(races_of(false), 3);
    assert_eq!(races_of(true), 0);
}

fn equal_values_do_not_race() {
    // All write the same, and read what they have written.
    let body = store("0", "5") + &load("r", "0") + &put(0, "i32", "%r0");
    assert_eq!(races(&case(8, 3), &body), 0);
    // What was there already.
    assert_eq!(races(&case(8, 3), &store("0", "0")), 0);
    // One writes what is there, another something else: who is last decides.
    let body = first(&store("0", "0"), "", "")
        + "  %last = icmp eq i32 %thread, 7\n  br i1 %last, label %yes7, label %end7\nyes7:\n"
        + &store("0", "1")
        + "  br label %end7\nend7:\n";
    assert_eq!(races(&case(8, 1), &body), 1);
}

fn atomic_operations_race_with_others_only() {
    assert_eq!(races(&case(8, 4), &add("a")), 0);
    // Initialised by one without a barrier.
    assert_eq!(races(&case(8, 1), &first(&store("0", "5"), "", &add("a"))), 7);
    assert_eq!(races(&case(8, 1), &first(&store("0", "5"), ORDERS_UAVS, &add("a"))), 0);
    // Read behind it without a barrier, and with one.
    let read = load("r", "0") + &put(0, "i32", "%r0");
    assert_eq!(races(&case(8, 1), &(add("a") + &read)), 8);
    assert_eq!(races(&case(8, 1), &(add("a") + ORDERS_UAVS + &read)), 0);
    // What each gives is nobody else's.
    assert_eq!(races(&case(8, 1), &(add("a") + &put(0, "i32", "%a"))), 0);
}

fn bytes_of_a_word_are_apart() {
    let halves = |index: &str| {
        format!(
            "  %byte = mul i32 {index}, 2\n  %short = trunc i32 %thread to i16\n  call void @dx.op.rawBufferStore.i16(i32 140, %dx.types.Handle %To, i32 %byte, i32 undef, i16 %short, i16 undef, i16 undef, i16 undef, i8 1, i32 2)\n"
        )
    };
    assert_eq!(races(&case(8, 1), &halves("%thread")), 0);
    assert_eq!(races(&case(8, 1), &("  %half = lshr i32 %thread, 1\n".to_owned() + &halves("%half"))), 4);
}

/// Reads through views that cannot write, of memory that is written through a UAV.
fn what_uavs_write_races_with_other_reads() {
    let words = [0; 64];
    let load = |operation: &str, arguments: &str| {
        format!(
            "  %r = call %dx.types.ResRet.i32 @dx.op.{operation}.i32({arguments})\n  %r0 = extractvalue %dx.types.ResRet.i32 %r, 0\n"
        )
    };
    let row = "  %r = call %dx.types.CBufRet.i32 @dx.op.cbufferLoadLegacy.i32(i32 59, %dx.types.Handle %View, i32 0)
  %r0 = extractvalue %dx.types.CBufRet.i32 %r, 1\n";
    let sampled = format!(
        "  %r = call %dx.types.ResRet.f32 @dx.op.sampleLevel.f32(i32 62, %dx.types.Handle %View, %dx.types.Handle %S, {}, {NONE}, float 0.0)
  %rf = extractvalue %dx.types.ResRet.f32 %r, 0\n  %r0 = bitcast float %rf to i32\n",
        at([0.09, 0.5, 0.0, 0.0])
    );
    let texel =
        "i32 66, %dx.types.Handle %View, i32 0, i32 1, i32 undef, i32 undef, i32 0, i32 undef, i32 undef";
    type Declare = fn(&mut Case, &[u32]);
    let cases: [(Declare, String); 5] = [
        (
            |case, words| _ = case.raw('t', "View", words),
            load("rawBufferLoad", "i32 139, %dx.types.Handle %View, i32 4, i32 undef, i8 1, i32 4"),
        ),
        (
            |case, words| _ = case.typed('t', "View", U32, "R32_UINT", &bytes_of(words)),
            load("bufferLoad", "i32 68, %dx.types.Handle %View, i32 1, i32 undef"),
        ),
        (|case, words| _ = case.cbuffer("View", words), row.to_owned()),
        (
            |case, words| {
                let line = of_floats(Dimension::One, [16, 1, 1], 1, 1);
                case.texture('t', "View", (kinds::TEXTURE_1D, F32), line, &bytes_of(words));
            },
            load("textureLoad", texel),
        ),
        (
            |case, words| {
                let line = of_floats(Dimension::One, [16, 1, 1], 1, 1);
                case.texture('t', "View", (kinds::TEXTURE_1D, F32), line, &bytes_of(words));
            },
            sampled,
        ),
    ];
    for (declare, read) in &cases {
        let read = read.to_owned() + &put(0, "i32", "%r0");
        // Whether it is the same memory, which byte is written, and what is between.
        for (is_same, byte, between, expected) in
            [(true, "4", "", 7), (true, "4", ORDERS_UAVS, 0), (true, "32", "", 0), (false, "4", "", 0)]
        {
            let count = |body: &str| {
                let mut case = case(8, 1);
                declare(&mut case, &words);
                if is_same {
                    case.over("To");
                }
                case.sampler("S", point());
                races(&case, body)
            };
            let write = |between, behind| first(&store(byte, "5"), between, behind);
            let wrong = format!("{is_same}, {byte}, {between}\n{read}");
            assert_eq!(count(&write(between, &read)), expected, "{wrong}");
            assert_eq!(count(&(read.clone() + between + &write("", ""))), expected.min(1), "{wrong}");
        }
    }
}

fn dispatches_are_apart() {
    let case = case(8, 1);
    let write = first(&store("0", "%thread"), "", "").replace("eq i32 %thread, 0", "eq i32 %thread, 3");
    let read = load("r", "0") + &put(0, "i32", "%r0");
    let programs = [case.prepare(&read), case.prepare(&write)];
    let bound = programs.each_ref().map(|program| case.bound(program));
    // More often than numbers of dispatches are told apart.
    for number in 0..1100 {
        let at = number % 2;
        let dispatch = Dispatch::new(&programs[at], &bound[at], [1; 3], case.options).expect("it can be run");
        let outcome = dispatch.run(&mut ());
        assert!(outcome.findings.is_empty(), "{number}: {:?}", outcome.findings);
    }
    assert_eq!(case.words("To")[0], 3);
}

fn races_are_told_by_name() {
    let outcome = case(2, 1).run(&store("4", "%thread"));
    let (kind, count, detail) = found(&outcome).remove(0);
    assert_eq!((kind, count), (FindingKind::Race, 1));
    assert_eq!(
        detail,
        "race on To (u0), byte 4: this write and an access by thread 0, without a UAV barrier between them"
    );
    let outcome = case(1, 3).run(&store("4", "%group"));
    let (_, _, finding) = outcome.findings.iter().next().expect("it is told");
    assert_eq!((finding.first.group, finding.count), (1, 2));
    assert_eq!(
        finding.detail,
        "race on To (u0), byte 4: this write and an access by thread 0 of group 0, in the same dispatch without globallycoherent"
    );
}

fn nothing_is_noted_without_checks() {
    let mut case = case(8, 2);
    case.options.checks = dxil_run::Checks { all: false, nan: false };
    assert!(case.run(&store("0", "%thread")).findings.is_empty());
}
