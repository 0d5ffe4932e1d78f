//! Buffers of all kinds, counters, sizes: what lies inside, and what lies beside.

use crate::shaders::{Case, F32, I32, U32, bytes_of, floats, found, kinds, put, put_members};
use dxil_run::FindingKind::{Misaligned, OutOfBounds, Undefined};
use dxil_run::RunOptions;

pub(crate) const TESTS: &[testkit::Test] = testkit::tests![
    numbers_of_all_types_are_loaded_and_stored,
    imprecise_halves_take_a_word,
    masks_say_what_is_accessed,
    byte_addresses_are_checked_number_by_number,
    elements_are_checked_by_the_stride_of_the_shader,
    a_bound_stride_decides,
    addresses_are_aligned,
    rows_of_constants_are_loaded,
    constants_end_with_a_row,
    typed_elements_are_converted,
    what_is_not_bound_is_zero,
    handles_may_differ_between_lanes,
    handles_end_with_their_range,
    undefined_values_are_told_where_they_are_stored,
    lanes_that_are_not_active_move_nothing,
    counters_count,
    sizes_are_told,
    results_are_the_same_without_checks,
];

/// The start of all cases: so many threads that put 16 words each.
fn case(threads: u32) -> Case {
    let mut case = Case::new(threads);
    case.raw('u', "Out", &vec![0; threads as usize * 16]);
    case
}

fn numbers_of_all_types_are_loaded_and_stored() {
    let content = [0x3c00_7e01, 0xfc00_8001, 0x7fc0_0001, 0xff80_0000, 0x8000_0000, 0x3ff0_0000];
    for (name, ty, bytes, count) in [
        ("i16", "i16", 2, 4),
        ("f16", "half", 2, 4),
        ("i32", "i32", 4, 4),
        ("f32", "float", 4, 4),
        ("i64", "i64", 8, 3),
        ("f64", "double", 8, 3),
    ] {
        let mut case = case(1);
        case.raw('t', "In", &content);
        let mask = (1 << count) - 1;
        let body = format!(
            "  %r = call %dx.types.ResRet.{name} @dx.op.rawBufferLoad.{name}(i32 139, %dx.types.Handle %In, i32 0, i32 undef, i8 {mask}, i32 4)\n{}",
            put_members(&format!("%dx.types.ResRet.{name}"), "%r", ty, count)
        );
        let outcome = case.run_well(&body);
        let words = (count * bytes / 4) as usize;
        assert_eq!(case.words("Out")[..words], content[..words], "{name}");
        assert_eq!(outcome.bytes, u64::from(2 * count * bytes), "{name}");
    }
}

fn imprecise_halves_take_a_word() {
    let mut case = case(1);
    case.has_native_16_bit = false;
    // 65519 is the last float that is no infinite half; -7 as an integer loses its upper half and gets it back.
    let content = [1.5_f32.to_bits(), 65519.0_f32.to_bits(), 65520.0_f32.to_bits(), 1e-8_f32.to_bits()];
    case.raw('t', "In", &content).raw('t', "Ints", &[0xffff_fff9, 0x0001_0002, 3, 4]);
    let load = |name: &str, from: &str, to: &str| {
        format!(
            "  %{to} = call %dx.types.ResRet.{name} @dx.op.rawBufferLoad.{name}(i32 139, %dx.types.Handle %{from}, i32 0, i32 undef, i8 15, i32 4)\n"
        )
    };
    let mut body = load("f16", "In", "r") + &load("i16", "Ints", "s");
    let mut values = Vec::new();
    for (member, value, ty, name) in [
        (0, "r", "half", "f16"),
        (1, "r", "half", "f16"),
        (2, "r", "half", "f16"),
        (3, "r", "half", "f16"),
        (0, "s", "i16", "i16"),
        (1, "s", "i16", "i16"),
    ] {
        let at = values.len();
        body += &format!("  %v{at} = extractvalue %dx.types.ResRet.{name} %{value}, {member}\n");
        body += &format!(
            "  call void @dx.op.rawBufferStore.{name}(i32 140, %dx.types.Handle %Out, i32 {}, i32 undef, {ty} %v{at}, {ty} undef, {ty} undef, {ty} undef, i8 1, i32 4)\n",
            4 * at
        );
        values.push(value);
    }
    case.run_well(&body);
    let expected = [content[0], 65504.0_f32.to_bits(), f32::INFINITY.to_bits(), 0, 0xffff_fff9, 2];
    assert_eq!(case.put_by(0, 6), expected);
}

fn masks_say_what_is_accessed() {
    let mut case = case(1);
    case.raw('u', "To", &[9; 4]).raw('t', "In", &[1, 2]);
    // Of four numbers the first two are there, and asked for.
    let body = "
  %r = call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %In, i32 0, i32 undef, i8 3, i32 4)
  %a = extractvalue %dx.types.ResRet.i32 %r, 0
  %b = extractvalue %dx.types.ResRet.i32 %r, 1
  %s = extractvalue %dx.types.ResRet.i32 %r, 4
  %f = call i1 @dx.op.checkAccessFullyMapped.i32(i32 71, i32 %s)
  %z = zext i1 %f to i32
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %To, i32 0, i32 undef, i32 %a, i32 undef, i32 %b, i32 undef, i8 5, i32 4)
"
    .to_owned()
        + &put(0, "i32", "%z");
    case.run_well(&body);
    assert_eq!(case.words("To"), [1, 9, 2, 9]);
    assert_eq!(case.put_by(0, 1), [1]);
}

fn byte_addresses_are_checked_number_by_number() {
    let body = |address: &str| {
        format!(
            "  %r = call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %In, i32 {address}, i32 undef, i8 3, i32 4)
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %To, i32 {address}, i32 undef, i32 7, i32 8, i32 undef, i32 undef, i8 3, i32 4)
{}",
            put_members("%dx.types.ResRet.i32", "%r", "i32", 2)
        )
    };
    // The address, what is read, what is there then, and what is told.
    type Row<'a> = (&'a str, [u32; 2], [u32; 3], &'a [&'a str]);
    let table: [Row<'_>; 4] = [
        ("4", [2, 3], [0, 7, 8], &[]),
        (
            "8",
            [3, 0],
            [0, 0, 7],
            &[
                "reads 4 bytes at byte offset 12 of In (t0), which has 12 bytes",
                "writes 4 bytes at byte offset 12 of To (u1), which has 12 bytes",
            ],
        ),
        (
            "12",
            [0, 0],
            [0; 3],
            &[
                "reads 4 bytes at byte offset 12 of In (t0), which has 12 bytes",
                "writes 4 bytes at byte offset 12 of To (u1), which has 12 bytes",
            ],
        ),
        // An address that would wrap around.
        (
            "-4",
            [0, 0],
            [0; 3],
            &[
                "reads 4 bytes at byte offset 4294967292 of In (t0), which has 12 bytes",
                "writes 4 bytes at byte offset 4294967292 of To (u1), which has 12 bytes",
            ],
        ),
    ];
    for (address, read, written, findings) in table {
        let mut case = case(1);
        case.raw('t', "In", &[1, 2, 3]).raw('u', "To", &[0; 3]);
        let outcome = case.run(&body(address));
        assert_eq!(case.put_by(0, 2), read, "{address}");
        assert_eq!(case.words("To"), written, "{address}");
        let details: Vec<_> = found(&outcome).into_iter().map(|(kind, _, detail)| (kind, detail)).collect();
        let expected: Vec<_> = findings.iter().map(|text| (OutOfBounds, (*text).to_owned())).collect();
        assert_eq!(details, expected, "{address}");
    }
}

fn a_bound_stride_decides() {
    let load = |index: u32| {
        format!(
            "  %r = call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %In, i32 {index}, i32 0, i8 1, i32 4)\n{}",
            put_members("%dx.types.ResRet.i32", "%r", "i32", 1)
        )
    };
    let content = [1, 2, 3, 4, 5, 6];
    let of_view = |stride| {
        let mut case = case(1);
        case.structured_as('t', "In", [8, stride], &content);
        let outcome = case.run(&load(2));
        let details: Vec<_> = found(&outcome).into_iter().map(|(_, _, detail)| detail).collect();
        (case.put_by(0, 1), details.concat())
    };
    assert_eq!(of_view(0), (vec![5], String::new()));
    assert_eq!(of_view(4), (vec![3], String::new()));
    let missing = "reads element 2 of In (t0), which has 2 elements of 12 bytes".to_owned();
    assert_eq!(of_view(12), (vec![0], missing));
}

fn elements_are_checked_by_the_stride_of_the_shader() {
    // Three elements of 8 bytes, and half of a fourth one.
    let table = [
        (2, 4, 6, ""),
        (3, 0, 0, "reads element 3 of In (t0), which has 3 elements of 8 bytes"),
        (u32::MAX, 0, 0, "reads element 4294967295 of In (t0), which has 3 elements of 8 bytes"),
        (0x2000_0000, 0, 0, "reads element 536870912 of In (t0), which has 3 elements of 8 bytes"),
        (1, 8, 0, "reads 4 bytes at byte offset 8 of an element of In (t0), which has 8 bytes"),
        (
            1,
            u32::MAX - 3,
            0,
            "reads 4 bytes at byte offset 4294967292 of an element of In (t0), which has 8 bytes",
        ),
    ];
    for (index, offset, expected, finding) in table {
        let mut case = case(1);
        case.structured('t', "In", 8, &[1, 2, 3, 4, 5, 6, 7]);
        let [index, offset] = [index, offset].map(u32::cast_signed);
        let body = format!(
            "  %r = call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %In, i32 {index}, i32 {offset}, i8 1, i32 4)\n{}",
            put_members("%dx.types.ResRet.i32", "%r", "i32", 1)
        );
        let outcome = case.run(&body);
        assert_eq!(case.put_by(0, 1), [expected], "{index} {offset}");
        let details: Vec<_> = found(&outcome).into_iter().map(|(_, _, detail)| detail).collect();
        assert_eq!(details.concat(), finding, "{index} {offset}");
    }
    // `bufferLoad`, as models before 6.2 have it, does the same with what is asked for.
    let mut case = case(1);
    case.structured('t', "In", 8, &[1, 2, 3, 4]);
    let body =
        "  %r = call %dx.types.ResRet.i32 @dx.op.bufferLoad.i32(i32 68, %dx.types.Handle %In, i32 1, i32 4)\n"
            .to_owned() + &put_members("%dx.types.ResRet.i32", "%r", "i32", 1);
    case.run_well(&body);
    assert_eq!(case.put_by(0, 1), [4]);
}

fn addresses_are_aligned() {
    for (address, expected, is_told) in [(4, 2, false), (5, 2, true), (7, 2, true), (8, 3, false)] {
        let mut case = case(1);
        case.raw('t', "In", &[1, 2, 3]);
        let body = format!(
            "  %r = call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %In, i32 {address}, i32 undef, i8 1, i32 4)\n{}",
            put_members("%dx.types.ResRet.i32", "%r", "i32", 1)
        );
        let outcome = case.run(&body);
        assert_eq!(case.put_by(0, 1), [expected]);
        let detail = format!("reads 4 bytes at byte offset {address} of In (t0), expected a multiple of 4");
        let expected = if is_told { vec![(Misaligned, 1, detail)] } else { Vec::new() };
        assert_eq!(found(&outcome), expected);
    }
}

fn rows_of_constants_are_loaded() {
    let halves = [0x3c00_4000, 0x4400_4200, 0x7c00_8001, 0xfc00_7e00];
    let words = [1, 2, 3, 4, halves[0], halves[1], halves[2], halves[3]];
    let load = |name: &str, suffix: &str, row: u32| {
        format!(
            "  %r = call %dx.types.CBufRet.{name}{suffix} @dx.op.cbufferLoadLegacy.{name}(i32 59, %dx.types.Handle %In, i32 {row})\n"
        )
    };
    for (name, suffix, ty, count, row) in [
        ("i32", "", "i32", 4, 0),
        ("f32", "", "float", 4, 1),
        ("i64", "", "i64", 2, 0),
        ("f64", "", "double", 2, 1),
        ("f16", ".8", "half", 8, 1),
        ("i16", ".8", "i16", 8, 1),
    ] {
        let mut case = case(1);
        case.cbuffer("In", &words);
        let structure = format!("%dx.types.CBufRet.{name}{suffix}");
        case.run_well(&(load(name, suffix, row) + &put_members(&structure, "%r", ty, count)));
        assert_eq!(case.put_by(0, 4), words[row as usize * 4..][..4], "{name}");
    }
    // Halves of four words, stored as words.
    let mut case = case(1);
    case.has_native_16_bit = false;
    case.cbuffer("In", &[1.0, 65520.0, -0.0, f32::MIN_POSITIVE].map(f32::to_bits));
    case.run_well(&(load("f16", "", 0) + &put_members("%dx.types.CBufRet.f16", "%r", "half", 1)));
    assert_eq!(case.floats_by(0, 1), [1.0]);
    // A row that differs between lanes, and a number by its byte.
    let mut case = Case::new(4);
    case.raw('u', "Out", &[0; 64]).cbuffer("In", &words);
    let body = "  %half = lshr i32 %thread, 1
  %row = call %dx.types.CBufRet.i32 @dx.op.cbufferLoadLegacy.i32(i32 59, %dx.types.Handle %In, i32 %half)
  %byte = mul i32 %thread, 4
  %one = call i32 @dx.op.cbufferLoad.i32(i32 58, %dx.types.Handle %In, i32 %byte, i32 4)\n"
        .to_owned()
        + &put(4, "i32", "%one")
        + &put_members("%dx.types.CBufRet.i32", "%row", "i32", 4);
    case.run_well(&body);
    for thread in 0..4 {
        let row = &words[thread / 2 * 4..][..4];
        assert_eq!(case.put_by(thread, 5), [row, &words[thread..=thread]].concat());
    }
}

fn constants_end_with_a_row() {
    // Five words: the second row has only one of them, and is there.
    for (row, expected, is_told) in [(1, [5, 0, 0, 0], false), (2, [0; 4], true), (-1, [0; 4], true)] {
        let mut case = case(1);
        case.cbuffer("In", &[1, 2, 3, 4, 5]);
        let body = format!(
            "  %r = call %dx.types.CBufRet.i32 @dx.op.cbufferLoadLegacy.i32(i32 59, %dx.types.Handle %In, i32 {row})\n{}",
            put_members("%dx.types.CBufRet.i32", "%r", "i32", 4)
        );
        let outcome = case.run(&body);
        assert_eq!(case.put_by(0, 4), expected, "{row}");
        assert_eq!(!outcome.findings.is_empty(), is_told, "{row}");
    }
}

fn typed_elements_are_converted() {
    let mut case = Case::new(4);
    case.raw('u', "Out", &[0; 64]);
    case.typed('t', "In", F32, "R8G8_UNORM", &[0, 255, 51, 1, 9, 9]);
    case.typed('u', "To", F32, "R16_FLOAT", &[0xff; 8]);
    case.typed('u', "Ints", U32, "R8_UINT", &[0xff; 4]);
    let body = "  %r = call %dx.types.ResRet.f32 @dx.op.bufferLoad.f32(i32 68, %dx.types.Handle %In, i32 %thread, i32 undef)
  %x = extractvalue %dx.types.ResRet.f32 %r, 1
  %big = fmul float %x, 65519.0
  call void @dx.op.bufferStore.f32(i32 69, %dx.types.Handle %To, i32 %thread, i32 undef, float %big, float %big, float %big, float %big, i8 15)
  %many = mul i32 %thread, 128
  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %Ints, i32 %thread, i32 undef, i32 %many, i32 %many, i32 %many, i32 %many, i8 15)\n"
        .to_owned()
        + &put_members("%dx.types.ResRet.f32", "%r", "float", 4);
    let outcome = case.run(&body);
    // Only the fourth thread has no element.
    assert_eq!(
        found(&outcome),
        [(OutOfBounds, 1, "reads element 3 of In (t0), which has 3 elements".to_owned())]
    );
    assert_eq!(case.floats_by(0, 4), [0.0, 1.0, 0.0, 1.0]);
    assert_eq!(case.floats_by(1, 4), [0.2, 1.0 / 255.0, 0.0, 1.0]);
    assert_eq!(case.floats_by(3, 4), [0.0, 0.0, 0.0, 1.0]);
    // Toward zero: 65519 is below what rounds up.
    assert_eq!(case.words("To")[0] & 0xffff, 0x7bff);
    assert_eq!(case.bytes("Ints"), [0, 128, 255, 255]);

    // Integers of 16 bits have the sign that the format has.
    let mut case = Case::new(1);
    case.raw('u', "Out", &[0; 16]);
    case.typed('u', "Signed", I32, "R32_SINT", &[0; 4]).typed('u', "Unsigned", U32, "R32_UINT", &[0; 4]);
    let store = |name: &str| {
        format!(
            "  call void @dx.op.bufferStore.i16(i32 69, %dx.types.Handle %{name}, i32 0, i32 undef, i16 -2, i16 -2, i16 -2, i16 -2, i8 15)\n"
        )
    };
    case.run_well(&(store("Signed") + &store("Unsigned")));
    assert_eq!((case.words("Signed"), case.words("Unsigned")), (vec![0xffff_fffe], vec![0xfffe]));
}

fn what_is_not_bound_is_zero() {
    let load = "  %r = call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %In, i32 0, i32 undef, i8 1, i32 4)\n".to_owned()
        + &put_members("%dx.types.ResRet.i32", "%r", "i32", 1);
    let store = "  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %To, i32 0, i32 undef, i32 1, i32 undef, i32 undef, i32 undef, i8 1, i32 4)\n";
    let mut nothing = case(2);
    nothing.missing('t', "In", kinds::RAW_BUFFER).missing('u', "To", kinds::RAW_BUFFER);
    let outcome = nothing.run(&(load + store));
    assert_eq!(nothing.put_by(0, 1), [0]);
    assert_eq!(
        found(&outcome),
        [
            (OutOfBounds, 2, "reads the buffer In (t0), but nothing is bound there".to_owned()),
            (OutOfBounds, 2, "writes the buffer To (u1), but nothing is bound there".to_owned()),
        ]
    );
    let mut without_format = case(1);
    without_format.missing('t', "In", kinds::TEXTURE_2D);
    let body = "  %r = call %dx.types.ResRet.f32 @dx.op.textureLoad.f32(i32 66, %dx.types.Handle %In, i32 0, i32 0, i32 0, i32 undef, i32 undef, i32 undef, i32 undef)\n".to_owned()
        + &put_members("%dx.types.ResRet.f32", "%r", "float", 1);
    let outcome = without_format.run(&body);
    assert_eq!(found(&outcome)[0].2, "reads the texture In (t0), but nothing is bound there");
}

/// A handle of one of several, by the index in `%index`, from the class and number of a range.
fn handle_at(class: u32) -> String {
    format!(
        "  %which = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 {class}, i32 0, i32 %index, i1 true)\n"
    )
}

const LOAD_WHICH: &str = "  %r = call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %which, i32 %byte, i32 undef, i8 1, i32 4)\n";

fn handles_may_differ_between_lanes() {
    let mut case = Case::new(40);
    case.raw('u', "Out", &[0; 640]).raw('t', "In", &[10, 20, 30, 40]).array(&[4, 8]);
    let body = "  %index = urem i32 %thread, 3\n  %byte = and i32 %thread, 4\n".to_owned()
        + &handle_at(0)
        + LOAD_WHICH
        + &put_members("%dx.types.ResRet.i32", "%r", "i32", 1);
    case.run_well(&body);
    for thread in 0..40 {
        let word = thread % 3 + (thread & 4) / 4;
        assert_eq!(case.put_by(thread, 1), [10 * (word as u32 + 1)], "{thread}");
    }
}

fn handles_end_with_their_range() {
    let mut case = Case::new(4);
    case.raw('u', "Out", &[0; 64]).raw('t', "In", &[10, 20]).array(&[4]);
    let body = "  %index = add i32 %thread, 0\n  %byte = add i32 0, 0\n".to_owned()
        + &handle_at(0)
        + LOAD_WHICH
        + &put_members("%dx.types.ResRet.i32", "%r", "i32", 1);
    let outcome = case.run(&body);
    assert_eq!((0..4).flat_map(|thread| case.put_by(thread, 1)).collect::<Vec<_>>(), [10, 20, 0, 0]);
    let detail = "reads a buffer whose index exceeds the resource range of the handle".to_owned();
    assert_eq!(found(&outcome), [(OutOfBounds, 2, detail)]);
}

fn undefined_values_are_told_where_they_are_stored() {
    let store = |value: &str, mask: u32, index: &str| {
        format!(
            "  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %Out, i32 {index}, i32 undef, i32 1, i32 {value}, i32 undef, i32 undef, i8 {mask}, i32 4)\n"
        )
    };
    for (body, finding) in [
        (store("undef", 1, "0"), None),
        (store("2", 3, "0"), None),
        (store("undef", 3, "0"), Some("stored value is undefined")),
        (store("2", 3, "undef"), Some("byte offset of the access to Out (u0) is undefined")),
    ] {
        let case = case(1);
        let details: Vec<_> =
            found(&case.run(&body)).into_iter().map(|(kind, _, detail)| (kind, detail)).collect();
        let expected: Vec<_> = finding.map(|text| (Undefined, text.to_owned())).into_iter().collect();
        assert_eq!(details, expected, "{body}");
    }
}

fn lanes_that_are_not_active_move_nothing() {
    let mut case = Case::new(8);
    case.raw('u', "Out", &[0; 128]).raw('u', "To", &[0; 8]).raw('t', "In", &[1, 2, 3]);
    // Lanes from the third on would read beyond the end.
    let body = "  %few = icmp ult i32 %thread, 3
  br i1 %few, label %yes, label %end
yes:
  %byte = mul i32 %thread, 4
  %r = call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %In, i32 %byte, i32 undef, i8 1, i32 4)
  %v = extractvalue %dx.types.ResRet.i32 %r, 0
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %To, i32 %byte, i32 undef, i32 %v, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  br label %end
end:";
    let outcome = case.run_well(body);
    assert_eq!(case.words("To"), [1, 2, 3, 0, 0, 0, 0, 0]);
    assert_eq!(outcome.bytes, 24);
}

fn counters_count() {
    let count = |by: i32| {
        format!(
            "  %c = call i32 @dx.op.bufferUpdateCounter(i32 70, %dx.types.Handle %List, i8 {by})\n{}",
            put(0, "i32", "%c")
        )
    };
    for (by, first, given, last) in [
        (1, 5, [5, 6, 7], 8),
        (-1, 5, [4, 3, 2], 2),
        (-1, 0, [u32::MAX, u32::MAX - 1, u32::MAX - 2], u32::MAX - 2),
    ] {
        let mut case = Case::new(3);
        case.raw('u', "Out", &[0; 48]).structured('u', "List", 4, &[0; 4]).counter("Count", first);
        case.run_well(&count(by));
        let results: Vec<_> = (0..3).flat_map(|thread| case.put_by(thread, 1)).collect();
        assert_eq!(results, given);
        assert_eq!(case.words("Count"), [last]);
    }
    let mut case = Case::new(1);
    case.raw('u', "Out", &[7; 16]).structured('u', "List", 4, &[0; 4]);
    let outcome = case.run(&count(1));
    assert_eq!(found(&outcome)[0].2, "changes the counter of List (u1), but the bound buffer has no counter");
    assert_eq!(case.put_by(0, 1), [0]);
}

fn sizes_are_told() {
    let mut case = case(1);
    case.raw('t', "Raw", &[0; 3]).structured('t', "List", 8, &[0; 5]);
    case.typed('t', "Typed", F32, "R16G16_FLOAT", &bytes_of(&[0; 5]));
    let mut body = String::new();
    for (at, name) in ["Raw", "List", "Typed"].into_iter().enumerate() {
        body += &format!(
            "  %d{at} = call %dx.types.Dimensions @dx.op.getDimensions(i32 72, %dx.types.Handle %{name}, i32 undef)\n"
        );
        body += &format!("  %x{at} = extractvalue %dx.types.Dimensions %d{at}, 0\n");
        body += &put(at as u32, "i32", &format!("%x{at}"));
    }
    case.run_well(&body);
    assert_eq!(case.put_by(0, 3), [12, 2, 5]);
}

fn results_are_the_same_without_checks() {
    let body = "  %byte = mul i32 %thread, 4
  %r = call %dx.types.ResRet.f32 @dx.op.rawBufferLoad.f32(i32 139, %dx.types.Handle %In, i32 %byte, i32 undef, i8 15, i32 4)
  %q = call %dx.types.ResRet.f32 @dx.op.bufferLoad.f32(i32 68, %dx.types.Handle %Typed, i32 %thread, i32 undef)
  %z = extractvalue %dx.types.ResRet.f32 %q, 2\n"
        .to_owned()
        + &put(4, "float", "%z")
        + &put_members("%dx.types.ResRet.f32", "%r", "float", 4);
    let mut results = Vec::new();
    for all in [true, false] {
        for wave_size in [4, 32, 128] {
            let mut case = Case::new(48);
            let checks = dxil_run::Checks { all, nan: false };
            case.options = RunOptions { wave_size: Some(wave_size), checks, ..RunOptions::default() };
            case.raw('u', "Out", &[0; 768]).raw('t', "In", &(0..40).collect::<Vec<_>>());
            let values: Vec<f32> = (0..120).map(|at| at as f32).collect();
            case.typed('t', "Typed", F32, "R32G32B32_FLOAT", &floats(&values));
            let outcome = case.run(&body);
            assert_eq!(outcome.findings.is_empty(), !all);
            results.push((case.words("Out"), outcome.bytes));
        }
    }
    assert!(results.iter().all(|result| *result == results[0]));
    assert_eq!(results[0].0[16..20], [1, 2, 3, 4]);
    assert_eq!(f32::from_bits(results[0].0[20]), 5.0);
    assert_eq!(results[0].0[47 * 16..][..4], [0; 4]);
}
