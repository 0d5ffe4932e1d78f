//! Atomic operations on resources of all kinds, of 32 and 64 bits; and which programs depend on the order of threads.

use crate::shaders::{Case, U32, U64, bytes_of, found, kinds, put};
use crate::textures::texture;
use dxil_run::FindingKind::{Misaligned, OutOfBounds, Undefined};
use dxil_run::Format;
use dxil_run::resources::{Dimension, Texture};

pub(crate) const TESTS: &[testkit::Test] = testkit::tests![
    operations_change_words,
    operations_change_wide_words,
    comparisons_write_where_they_hold,
    all_kinds_of_resources_have_them,
    lanes_take_turns,
    what_lies_outside_stays,
    operands_are_to_be_defined,
    programs_say_whether_order_matters,
    narrow_numbers_are_refused,
    groups_may_run_at_the_same_time,
];

/// `atomicBinOp` on the resource `To`, whose result is put where `%at` says.
fn call(ty: &str, operation: u32, at: [&str; 3], value: &str) -> String {
    let at = at.map(|one| format!("i32 {one}")).join(", ");
    format!(
        "  %r = call {ty} @dx.op.atomicBinOp.{ty}(i32 78, %dx.types.Handle %To, i32 {operation}, {at}, {ty} {value})\n{}",
        put(0, ty, "%r")
    )
}

const FIRST: [&str; 3] = ["0", "undef", "undef"];

/// By operation: what was there, the operand, and what is there then.
const TABLE: [(u32, u32, u32, u32); 18] = [
    (0, 5, 3, 8),
    (0, u32::MAX, 1, 0),
    (1, 0b1100, 0b1010, 0b1000),
    (2, 0b1100, 0b1010, 0b1110),
    (3, 0b1100, 0b1010, 0b0110),
    (4, 0x8000_0000, 1, 0x8000_0000),
    (4, 1, u32::MAX, u32::MAX),
    (4, 7, 7, 7),
    (5, 0x8000_0000, 1, 1),
    (5, 1, u32::MAX, 1),
    (6, 0x8000_0000, 1, 1),
    (6, 1, u32::MAX, 1),
    (7, 0x8000_0000, 1, 0x8000_0000),
    (7, 1, u32::MAX, u32::MAX),
    (8, 1, 2, 2),
    (8, 1, 0, 0),
    (0, 0x7fff_ffff, 1, 0x8000_0000),
    (3, 9, 9, 0),
];

fn operations_change_words() {
    for (operation, old, operand, new) in TABLE {
        let mut case = Case::new(1);
        case.raw('u', "Out", &[9; 16]).raw('u', "To", &[old, 77]);
        let outcome = case.run_well(&call("i32", operation, FIRST, &operand.cast_signed().to_string()));
        assert_eq!((case.put_by(0, 1)[0], case.words("To")), (old, vec![new, 77]), "{operation}");
        assert_eq!(outcome.bytes, 12);
    }
}

fn operations_change_wide_words() {
    // The same in the upper half, where the lower one is zero; carries go over.
    for (operation, old, operand, new) in TABLE {
        let mut case = Case::new(1);
        case.raw('u', "Out", &[9; 16]).raw('u', "To", &[0, old, 77]);
        let operand = (u64::from(operand) << 32).cast_signed();
        case.run_well(&call("i64", operation, FIRST, &operand.to_string()));
        assert_eq!((case.put_by(0, 2), case.words("To")), (vec![0, old], vec![0, new, 77]), "{operation}");
    }
    let mut case = Case::new(1);
    case.raw('u', "Out", &[9; 16]).raw('u', "To", &[u32::MAX, 0]);
    case.run_well(&call("i64", 0, FIRST, "1"));
    assert_eq!(case.words("To"), [0, 1]);
}

fn comparisons_write_where_they_hold() {
    for (old, compared, new, last) in [(5, 5, 6, 6), (5, 4, 6, 5), (0x8000_0000, 0, 1, 0x8000_0000)] {
        for ty in ["i32", "i64"] {
            let mut case = Case::new(1);
            case.raw('u', "Out", &[9; 16]).raw('u', "To", &[old, 0]);
            let body = format!(
                "  %r = call {ty} @dx.op.atomicCompareExchange.{ty}(i32 79, %dx.types.Handle %To, i32 0, i32 undef, i32 undef, {ty} {compared}, {ty} {new})\n{}",
                put(0, ty, "%r")
            );
            case.run_well(&body);
            // Bits are compared: -0.0 is not 0.0.
            assert_eq!((case.put_by(0, 1)[0], case.words("To")[0]), (old, last), "{old:x} {ty}");
        }
    }
}

fn all_kinds_of_resources_have_them() {
    let mut structured = Case::new(1);
    structured.raw('u', "Out", &[9; 16]).structured('u', "To", 8, &[1, 2, 3, 4]);
    structured.run_well(&call("i32", 0, ["1", "4", "undef"], "10"));
    assert_eq!(structured.words("To"), [1, 2, 3, 14]);

    let mut typed = Case::new(1);
    typed.raw('u', "Out", &[9; 16]).typed('u', "To", U32, "R32_UINT", &bytes_of(&[1, 2, 3]));
    typed.run_well(&call("i32", 0, ["2", "undef", "undef"], "10"));
    assert_eq!(typed.words("To"), [1, 2, 13]);

    let mut wide = Case::new(1);
    wide.raw('u', "Out", &[9; 16]).typed('u', "To", U64, "R32G32_UINT", &bytes_of(&[1, 2, u32::MAX, 4]));
    wide.run_well(&call("i64", 0, ["1", "undef", "undef"], "1"));
    assert_eq!(wide.words("To"), [1, 2, 0, 5]);

    let mut plane = Case::new(1);
    plane.raw('u', "Out", &[9; 16]);
    plane.texture(
        'u',
        "To",
        (kinds::TEXTURE_2D, U32),
        texture(Dimension::Two, [2, 2, 1], 1, 1),
        &bytes_of(&[1, 2, 3, 4]),
    );
    plane.run_well(&call("i32", 8, ["0", "1", "undef"], "10"));
    assert_eq!((plane.put_by(0, 1), plane.words("To")), (vec![3], vec![1, 2, 10, 4]));

    let mut space = Case::new(1);
    space.raw('u', "Out", &[9; 16]);
    let format = Format::named("R64_UINT").unwrap();
    let texture = Texture { format, ..texture(Dimension::Three, [1, 1, 2], 1, 1) };
    space.texture('u', "To", (kinds::TEXTURE_3D, U64), texture, &bytes_of(&[1, 2, 3, 4]));
    space.run_well(&call("i64", 7, ["0", "0", "1"], "-1"));
    assert_eq!(space.words("To"), [1, 2, u32::MAX, u32::MAX]);
}

fn lanes_take_turns() {
    for wave_size in [4, 32, 64] {
        let mut case = Case::new(50);
        case.options.wave_size = Some(wave_size);
        case.raw('u', "Out", &[9; 800]).raw('u', "To", &[0]);
        // Every second thread: the others neither add nor have a result.
        let body = "  %odd = and i32 %thread, 1\n  %is = icmp ne i32 %odd, 0\n  br i1 %is, label %yes, label %end\nyes:\n".to_owned()
            + &call("i32", 0, FIRST, "2")
            + "  br label %end\nend:\n";
        case.run_well(&body);
        assert_eq!(case.words("To"), [50]);
        for thread in 0..50 {
            let expected = if thread % 2 == 1 { thread as u32 - 1 } else { 9 };
            assert_eq!(case.put_by(thread, 1), [expected], "{thread} of waves of {wave_size}");
        }
    }
}

fn what_lies_outside_stays() {
    let mut raw = Case::new(1);
    raw.raw('u', "Out", &[9; 16]).raw('u', "To", &[1, 2]);
    let outcome = raw.run(&call("i32", 0, ["8", "undef", "undef"], "10"));
    assert_eq!(
        found(&outcome),
        [(OutOfBounds, 1, "changes 4 bytes at byte offset 8 of To (u1), which has 8 bytes".to_owned())]
    );
    assert_eq!((raw.put_by(0, 1), raw.words("To")), (vec![0], vec![1, 2]));
    let outcome = raw.run(&call("i64", 0, ["4", "undef", "undef"], "10"));
    assert_eq!(
        found(&outcome),
        [(OutOfBounds, 1, "changes 8 bytes at byte offset 4 of To (u1), which has 8 bytes".to_owned())]
    );
    let outcome = raw.run(&call("i32", 0, ["6", "undef", "undef"], "10"));
    assert_eq!(
        found(&outcome),
        [(Misaligned, 1, "changes 4 bytes at byte offset 6 of To (u1), expected a multiple of 4".to_owned())]
    );
    assert_eq!(raw.words("To"), [1, 12]);

    let mut typed = Case::new(1);
    typed.raw('u', "Out", &[9; 16]).typed('u', "To", U32, "R32_UINT", &bytes_of(&[1, 2]));
    let outcome = typed.run(&call("i32", 0, ["2", "undef", "undef"], "10"));
    assert_eq!(
        found(&outcome),
        [(OutOfBounds, 1, "changes element 2 of To (u1), which has 2 elements".to_owned())]
    );

    let mut plane = Case::new(1);
    plane.raw('u', "Out", &[9; 16]);
    plane.texture('u', "To", (kinds::TEXTURE_2D, U32), texture(Dimension::Two, [2, 2, 1], 1, 1), &[0; 16]);
    let outcome = plane.run(&call("i32", 0, ["0", "2", "undef"], "10"));
    assert_eq!(
        found(&outcome),
        [(
            OutOfBounds,
            1,
            "changes texel (0, 2) of level 0 of To (u1), which has 2 x 2 texels at this level".to_owned()
        )]
    );
    assert_eq!(plane.bytes("To"), [0; 16]);

    let mut nothing = Case::new(1);
    nothing.raw('u', "Out", &[9; 16]).missing('u', "To", kinds::RAW_BUFFER);
    let outcome = nothing.run(&call("i32", 0, FIRST, "10"));
    assert_eq!(
        found(&outcome),
        [(OutOfBounds, 1, "changes the buffer To (u1), but nothing is bound there".to_owned())]
    );
}

fn operands_are_to_be_defined() {
    let mut case = Case::new(1);
    case.raw('u', "Out", &[9; 16]).raw('u', "To", &[1, 2]);
    let outcome = case.run(&call("i32", 0, FIRST, "undef"));
    assert_eq!(outcome.findings.len(), 1);
    let (kind, _, detail) = found(&outcome).remove(0);
    assert_eq!((kind, detail.as_str()), (Undefined, "operand of an atomic operation is undefined"));
}

fn programs_say_whether_order_matters() {
    let unused = |operation: u32| {
        format!(
            "  %r{operation} = call i32 @dx.op.atomicBinOp.i32(i32 78, %dx.types.Handle %To, i32 {operation}, i32 0, i32 undef, i32 undef, i32 1)\n"
        )
    };
    let count = "  %c = call i32 @dx.op.bufferUpdateCounter(i32 70, %dx.types.Handle %List, i8 1)\n";
    let load = "  %l = call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %To, i32 0, i32 undef, i8 1, i32 4)\n";
    let exchange = "  %x = call i32 @dx.op.atomicCompareExchange.i32(i32 79, %dx.types.Handle %To, i32 0, i32 undef, i32 undef, i32 1, i32 1)\n";
    let rows: [(String, bool, bool); 9] = [
        (unused(0), false, false),
        (call("i32", 0, FIRST, "1"), false, true),
        // The last one that writes decides.
        (unused(8), false, true),
        // An addition and a maximum are not the same the other way round.
        (unused(0) + &unused(7), false, true),
        (exchange.to_owned(), false, true),
        (count.to_owned(), false, false),
        (count.to_owned() + &put(0, "i32", "%c"), false, true),
        (load.to_owned(), false, false),
        (load.to_owned(), true, true),
    ];
    for (body, is_coherent, expected) in rows {
        let mut case = Case::new(1);
        case.raw('u', "Out", &[9; 16]).structured('u', "List", 4, &[0]).counter("Count", 0).raw(
            'u',
            "To",
            &[0],
        );
        if is_coherent {
            case.coherent();
        }
        assert_eq!(case.prepare(&body).is_order_dependent(), expected, "{body}");
    }
}

/// What is exchanged are words: no module that a compiler makes has others.
fn narrow_numbers_are_refused() {
    for change in ["atomicrmw add i16* %at, i16 1 seq_cst", "cmpxchg i16* %at, i16 0, i16 1 seq_cst seq_cst"]
    {
        let source = format!(
            "define i32 @f(i32 %a) {{\n  %at = alloca i16, align 2\n  store i16 0, i16* %at\n  %r = {change}\n  ret i32 0\n}}\n"
        );
        let error = crate::functions::refused(&source);
        assert_eq!(
            error,
            "atomic operation on a value that is not a 32-bit or 64-bit integer is not supported by the interpreter"
        );
    }
}

fn groups_may_run_at_the_same_time() {
    // A histogram of 32 and one of 64 bits over 64 groups, and bytes of words that several groups write.
    let body = "  %all = mul i32 %group, 32
  %mine = add i32 %all, %thread
  %bin = urem i32 %mine, 7
  %byte = mul i32 %bin, 8
  %a = call i32 @dx.op.atomicBinOp.i32(i32 78, %dx.types.Handle %To, i32 0, i32 %byte, i32 undef, i32 undef, i32 %mine)
  %b = call i64 @dx.op.atomicBinOp.i64(i32 78, %dx.types.Handle %Wide, i32 0, i32 %byte, i32 undef, i32 undef, i64 4294967297)
  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %Bytes, i32 %mine, i32 undef, i32 %bin, i32 %bin, i32 %bin, i32 %bin, i8 15)
";
    let mut results = Vec::new();
    for threads in [1, 4] {
        let mut case = Case::new(32);
        case.groups = [64, 1, 1];
        case.raw('u', "To", &[0; 14])
            .raw('u', "Wide", &[0; 14])
            .typed('u', "Bytes", U32, "R8_UINT", &[0; 2048]);
        let outcome = case.run_in_threads(body, threads);
        assert!(outcome.findings.is_empty(), "{:?}", outcome.findings);
        assert!(!case.prepare(body).is_order_dependent());
        results.push((case.words("To"), case.words("Wide"), case.bytes("Bytes"), outcome.bytes));
    }
    assert_eq!(results[0], results[1]);
    let (sums, wide, bytes, _) = &results[0];
    assert_eq!(sums.iter().sum::<u32>(), 2047 * 1024);
    assert_eq!((wide[0], wide[1]), (293, 293));
    assert!((0..2048).all(|at| usize::from(bytes[at]) == at % 7));
}
