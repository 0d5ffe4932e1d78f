//! Operations on matrices that a single thread holds: products, conversions, and accesses to buffers and group-shared
//! memory.
//!
//! Long because each test states its matrices, its shader and the expected buffers.

use dxil_run::FindingKind::{Misaligned, OutOfBounds, Race, Undefined};
use dxil_run::RunOptions;

use crate::functions::{call_with, kinds};
use crate::shaders::{Case, found};

pub(crate) const TESTS: &[testkit::Test] = testkit::tests![
    matrices_are_multiplied_by_vectors,
    layouts_place_components,
    packed_vectors_are_interpreted,
    products_of_integers_are_exact_and_saturate,
    special_floats_are_multiplied,
    vectors_are_converted,
    outer_products_are_accumulated_by_all_threads,
    accumulations_have_the_component_type,
    vectors_are_accumulated,
    matrices_are_stored,
    coherent_loads_depend_on_the_order,
    invalid_layouts_are_refused,
    group_shared_memory_holds_matrices,
    accesses_to_buffers_are_checked,
    undefined_operands_are_tracked,
    matrices_flow_through_branches,
    aggregates_contain_matrices,
    matrices_of_several_threads_are_refused,
];

/// Numbers of component types in the container format.
mod elements {
    pub(super) const I16: u32 = 2;
    pub(super) const I32: u32 = 4;
    pub(super) const U32: u32 = 5;
    pub(super) const F16: u32 = 8;
    pub(super) const F32: u32 = 9;
    pub(super) const F64: u32 = 10;
    pub(super) const I8: u32 = 19;
    pub(super) const U8: u32 = 20;
    pub(super) const E4M3: u32 = 21;
    pub(super) const E5M2: u32 = 22;
    pub(super) const BF16: u32 = 23;
}

/// The type of a matrix of a thread, and its declaration.
fn matrix(element: u32, rows: u32, columns: u32) -> (String, String) {
    let name = format!("C{element}M{rows}N{columns}U2S0");
    let ty = format!("%dx.types.LinAlgMatrix{name}");
    let declaration = format!(
        "{ty} = type {{ i8* }}\n!dx.targetTypes = !{{!90}}\n!90 = !{{{ty} undef, i32 {element}, i32 {rows}, i32 {columns}, i32 2, i32 0}}\n"
    );
    (ty, declaration)
}

/// The suffix of a type in the name of a function.
fn suffix(ty: &str) -> String {
    ty.trim_start_matches("%dx.types.LinAlgMatrix").to_owned()
}

/// A shader with the matrix in `In`, and an output.
fn case((_, declaration): &(String, String), threads: u32, input: &[u32], output: &[u32]) -> Case {
    let mut case = Case::new(threads);
    case.raw('t', "In", input).raw('u', "Out", output);
    case.globals = declaration.clone();
    case
}

/// Loads `%m` from `In`.
fn load(ty: &str, offset: u32, stride: u32, layout: u32) -> String {
    format!(
        "  %m = call {ty} @dx.op.linAlgMatrixLoadFromDescriptor.m{}(i32 -2147483634, %dx.types.Handle %In, i32 {offset}, i32 {stride}, i32 {layout}, i32 128)\n",
        suffix(ty)
    )
}

/// Stores `%r` in `Out`.
fn put(name: &str, ty: &str) -> String {
    format!(
        "  call void @dx.op.rawBufferVectorStore.{name}(i32 304, %dx.types.Handle %Out, i32 0, i32 undef, {ty} %r, i32 4)\n"
    )
}

/// The product of `%m` and a vector, with a bias if there is one; names and types of the result and the vector.
fn product(
    ty: &str,
    is_signed: bool,
    (result_name, result): (&str, &str),
    (vector_name, vector, value): (&str, &str, &str),
    interpretation: u32,
    bias: Option<&str>,
) -> String {
    let m = suffix(ty);
    match bias {
        None => format!(
            "  %r = call {result} @dx.op.linAlgMatVecMul.{result_name}.m{m}.{vector_name}(i32 -2147483623, {ty} %m, i1 {is_signed}, {vector} {value}, i32 {interpretation})\n"
        ),
        Some(bias) => format!(
            "  %r = call {result} @dx.op.linAlgMatVecMulAdd.{result_name}.m{m}.{vector_name}.{result_name}(i32 -2147483622, {ty} %m, i1 {is_signed}, {vector} {value}, i32 {interpretation}, {result} {bias})\n"
        ),
    }
}

fn floats(values: &[f32]) -> Vec<u32> {
    values.iter().map(|value| value.to_bits()).collect()
}

/// Builds a vector from words, element by element: a constant would contain commas.
fn vector(name: &str, ty: &str, count: usize, elements: &[String]) -> String {
    let mut text = String::new();
    let mut last = "undef".to_owned();
    for (at, element) in elements.iter().enumerate() {
        let next = if at + 1 == count { name.to_owned() } else { format!("{name}.{at}") };
        text += &format!("  {next} = insertelement <{count} x {ty}> {last}, {ty} {element}, i32 {at}\n");
        last = next;
    }
    text
}

fn words(values: &[u32]) -> Vec<String> {
    values.iter().map(|value| value.cast_signed().to_string()).collect()
}

fn float_texts(values: &[f32]) -> Vec<String> {
    values.iter().map(|value| format!("0x{:016X}", f64::from(*value).to_bits())).collect()
}

fn matrices_are_multiplied_by_vectors() {
    let matrix = matrix(elements::F32, 2, 3);
    // Rows with a stride of 16 bytes.
    let input = floats(&[1.0, 2.0, 3.0, 99.0, 4.0, 5.0, 6.0, 99.0]);
    for (bias, expected) in [(None, [321.0, 654.0]), (Some("%b"), [321.5, 653.0])] {
        let case = case(&matrix, 1, &input, &[0; 2]);
        let body = load(&matrix.0, 0, 16, 0)
            + &vector("%v", "float", 3, &float_texts(&[1.0, 10.0, 100.0]))
            + &vector("%b", "float", 2, &float_texts(&[0.5, -1.0]))
            + &product(
                &matrix.0,
                true,
                ("v2f32", "<2 x float>"),
                ("v3f32", "<3 x float>", "%v"),
                elements::F32,
                bias,
            )
            + &put("v2f32", "<2 x float>");
        case.run_well(&body);
        assert_eq!(case.words("Out"), floats(&expected));
    }
}

fn layouts_place_components() {
    let matrix = matrix(elements::F32, 2, 3);
    let packed = floats(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    let columns = floats(&[1.0, 4.0, 0.0, 0.0, 2.0, 5.0, 0.0, 0.0, 3.0, 6.0]);
    let by_columns = floats(&[1.0, 4.0, 2.0, 5.0, 3.0, 6.0]);
    for (layout, stride, input) in
        [(1, 16, &columns), (2, 0, &packed), (3, 0, &by_columns), (4, 0, &packed), (5, 0, &by_columns)]
    {
        let case = case(&matrix, 1, input, &[0; 2]);
        let body = load(&matrix.0, 0, stride, layout)
            + &vector("%v", "float", 3, &float_texts(&[1.0, 10.0, 100.0]))
            + &product(
                &matrix.0,
                true,
                ("v2f32", "<2 x float>"),
                ("v3f32", "<3 x float>", "%v"),
                elements::F32,
                None,
            )
            + &put("v2f32", "<2 x float>");
        case.run_well(&body);
        assert_eq!(case.words("Out"), floats(&[321.0, 654.0]), "{layout}");
    }
}

fn packed_vectors_are_interpreted() {
    // One row of five components; the second element of the vector has one.
    for (element, row, interpretation, vector_words, expected) in [
        // 1 -2 3 -4 5 times 1 2 3 -4 -5.
        (elements::I8, vec![0xfc03_fe01, 5], elements::I8, [0xfc03_0201, 0xfb], 1_i32 - 4 + 9 + 16 - 25),
        // 255 1 0 0 0 times 255 1 0 0 0.
        (elements::U8, vec![0x0000_01ff, 0], elements::U8, [0x0000_01ff, 0], 65_026),
        // 1 0.5 -2 0 448 times 1 1 1 1 0.001953125.
        (elements::E4M3, vec![0x00c0_3038, 0x7e], elements::E4M3, [0x3838_3838, 0x01], 0),
        // 1 2 4 8 16 times 1.5 0 0 0 2, the vector in the other format.
        (elements::E5M2, vec![0x4844_403c, 0x4c], elements::E4M3, [0x0000_003c, 0x40], 34),
        // 1 2 3 4 5 in bfloat16 times 1 1 0 0 -1 in E5M2.
        (elements::BF16, vec![0x4000_3f80, 0x4080_4040, 0x40a0], elements::E5M2, [0x0000_3c3c, 0xbc], -2),
    ] {
        let matrix = matrix(element, 1, 5);
        let case = case(&matrix, 1, &row, &[0; 1]);
        let body = load(&matrix.0, 0, 0, 2)
            + &vector("%v", "i32", 2, &words(&vector_words))
            + &product(
                &matrix.0,
                true,
                ("v1i32", "<1 x i32>"),
                ("v2i32", "<2 x i32>", "%v"),
                interpretation,
                None,
            )
            + &put("v1i32", "<1 x i32>");
        case.run_well(&body);
        // 33.5 is rounded to the even integer 34, and 0.375 to 0.
        assert_eq!(case.words("Out")[0].cast_signed(), expected, "{element}");
    }
}

fn products_of_integers_are_exact_and_saturate() {
    let most = i32::MAX.cast_unsigned();
    for (element, interpretation, is_signed, row, vector_words, bias, expected) in [
        // A sum that exceeds 64 bits in between.
        (elements::I32, elements::I32, true, [most, most, 1], [most, most.wrapping_neg(), 5], 0, 5_u32),
        (elements::I32, elements::I32, true, [most, 0, 0], [2, 0, 0], 0, most),
        (elements::I32, elements::I32, true, [most, 0, 0], [most.wrapping_neg(), 0, 0], 0, 0x8000_0000),
        (elements::U32, elements::U32, false, [u32::MAX, 1, 0], [1, 5, 0], 0, u32::MAX),
        // The result is negative, and the output unsigned.
        (elements::I32, elements::I32, false, [1, 0, 0], [u32::MAX, 0, 0], 0, 0),
        // A signed matrix, an unsigned vector.
        (elements::I32, elements::U32, true, [u32::MAX, 0, 0], [7, 0, 0], 3, (-4_i32).cast_unsigned()),
        // The bias has the sign of the output.
        (elements::U32, elements::U32, false, [0, 0, 0], [0, 0, 0], u32::MAX, u32::MAX),
    ] {
        let matrix = matrix(element, 1, 3);
        let case = case(&matrix, 1, &row, &[0; 1]);
        let body = load(&matrix.0, 0, 0, 2)
            + &vector("%v", "i32", 3, &words(&vector_words))
            + &vector("%b", "i32", 1, &words(&[bias]))
            + &product(
                &matrix.0,
                is_signed,
                ("v1i32", "<1 x i32>"),
                ("v3i32", "<3 x i32>", "%v"),
                interpretation,
                Some("%b"),
            )
            + &put("v1i32", "<1 x i32>");
        case.run_well(&body);
        assert_eq!(case.words("Out"), [expected], "{element} {row:?} {vector_words:?}");
    }
    // 16-bit components, and a 16-bit result that saturates.
    let matrix = matrix(elements::I16, 1, 2);
    let case = case(&matrix, 1, &[0x8000_7fff], &[0; 1]);
    let body = load(&matrix.0, 0, 0, 2)
        + &vector("%v", "i16", 2, &["2".into(), "0".into()])
        + &product(
            &matrix.0,
            true,
            ("v1i16", "<1 x i16>"),
            ("v2i16", "<2 x i16>", "%v"),
            elements::I16,
            None,
        )
        + &put("v1i16", "<1 x i16>");
    case.run_well(&body);
    assert_eq!(case.words("Out"), [0x7fff]);
}

fn special_floats_are_multiplied() {
    let matrix = matrix(elements::F16, 3, 2);
    // infinity 1; 65504 65504; 0x0001 0 (the smallest denormal).
    let case = case(&matrix, 1, &[0x3c00_7c00, 0x7bff_7bff, 0x0000_0001], &[0; 2]);
    let multiply = |vector_texts: [&str; 2]| {
        let body = load(&matrix.0, 0, 0, 2)
            + &vector("%v", "half", 2, &vector_texts.map(str::to_owned))
            + &product(
                &matrix.0,
                true,
                ("v3f16", "<3 x half>"),
                ("v2f16", "<2 x half>", "%v"),
                elements::F16,
                None,
            )
            + &put("v3f16", "<3 x half>");
        case.run_well(&body);
        let words = case.words("Out");
        [words[0] & 0xffff, words[0] >> 16, words[1] & 0xffff]
    };
    // Infinity times 0 is NaN; the sum of finite products exceeds the range; denormals are preserved.
    assert_eq!(multiply(["0xH0000", "0xH3C00"]), [0x7e00, 0x7bff, 0]);
    assert_eq!(multiply(["0xH3C00", "0xH3C00"]), [0x7c00, 0x7c00, 1]);
    // The sum is only rounded at the end: 65504 * 2 - 65504 * 2.
    assert_eq!(multiply(["0xH4000", "0xHC000"]), [0x7c00, 0, 2]);
    assert_eq!(multiply(["0xHBC00", "0xH7E00"]), [0x7e00, 0x7e00, 0x7e00]);
}

/// The words that `LinAlgConvert` returns.
fn converted(
    (from_type, from, from_element): (&str, &[u64], u32),
    (to_type, to, to_element): (&str, usize, u32),
) -> Vec<u64> {
    let name = |ty: &str| ty.replace("half", "f16").replace("float", "f32").replace("double", "f64");
    let (count, from_name, to_name) = (from.len(), name(from_type), name(to_type));
    let function = format!("@dx.op.linAlgConvert.v{to}{to_name}.v{count}{from_name}");
    let source = format!(
        "declare <{to} x {to_type}> {function}(i32, <{count} x {from_type}>, i32, i32)
define <{to} x {to_type}> @f(<{count} x {from_type}> %v) {{
  %r = call <{to} x {to_type}> {function}(i32 -2147483618, <{count} x {from_type}> %v, i32 {from_element}, i32 {to_element})
  ret <{to} x {to_type}> %r
}}"
    );
    let (results, outcome) = call_with(&source, &[from.to_vec()], RunOptions::default());
    assert!(outcome.findings.is_empty());
    results.concat()
}

fn vectors_are_converted() {
    use elements::{E4M3, E5M2, F16, F32, F64, I8, I32, U8, U32};
    let bits = |value: f32| u64::from(value.to_bits());
    // Floats are rounded to the nearest even integer.
    let values = [bits(2.5), bits(-3.5), bits(f32::NAN), bits(3e9), bits(f32::NEG_INFINITY)];
    let least = 0x8000_0000;
    assert_eq!(converted(("float", &values, F32), ("i32", 5, I32)), [2, 0xffff_fffc, 0, 0x7fff_ffff, least]);
    assert_eq!(converted(("float", &values, F32), ("i32", 5, U32)), [2, 0, 0, 3_000_000_000, 0]);
    // Integers saturate; the last element has three components, and a zero.
    let values = [5, 300, u64::from(u32::MAX), 7, 1, 2, 1000];
    assert_eq!(converted(("i32", &values, U32), ("i32", 2, U8)), [0x07ff_ff05, 0x00ff_0201]);
    assert_eq!(converted(("i32", &values, I32), ("i32", 2, I8)), [0x07ff_7f05, 0x007f_0201]);
    // Packed components.
    assert_eq!(
        converted(("i32", &[0x7e38_b0c0], E4M3), ("float", 4, F32)),
        [-2.0, -0.5, 1.0, 448.0].map(bits)
    );
    assert_eq!(converted(("i32", &[0x7c38_bc40], E5M2), ("half", 4, F16)), [0x4000, 0xbc00, 0x3800, 0x7c00]);
    assert_eq!(converted(("half", &[0x3c00, 0x7c00, 0xfbff, 0x0001], F16), ("i32", 1, E4M3)), [0x00fe_7e38]);
    assert_eq!(converted(("half", &[0x3c00, 0x7c00, 0xfbff, 0x7e00], F16), ("i32", 1, E5M2)), [0x7efc_7c3c]);
    assert_eq!(converted(("double", &[0.1_f64.to_bits()], F64), ("float", 1, F32)), [bits(0.1)]);
    assert_eq!(converted(("i32", &[16_777_217], I32), ("float", 1, F32)), [bits(16_777_216.0)]);
}

/// The outer product of two vectors, accumulated in `Out`.
fn accumulate_product(ty: &str, name: &str, vectors: [(&str, &str); 2], offset: &str, layout: u32) -> String {
    let m = suffix(ty);
    let [(one_type, one), (other_type, other)] = vectors;
    format!(
        "  %p = call {ty} @dx.op.linAlgMatrixOuterProduct.m{m}.{name}(i32 -2147483619, {one_type} {one}, {other_type} {other})
  call void @dx.op.linAlgMatrixAccumulateToDescriptor.m{m}(i32 -2147483621, {ty} %p, %dx.types.Handle %Out, i32 {offset}, i32 0, i32 {layout}, i32 128)
"
    )
}

fn outer_products_are_accumulated_by_all_threads() {
    for (layout, order) in [(4, [0, 1, 2, 3, 4, 5]), (5, [0, 3, 1, 4, 2, 5])] {
        let matrix = matrix(elements::F32, 2, 3);
        let start = floats(&[1.0, 0.0, 0.0, 0.0, 0.0, -10.0, 7.0]);
        // 40 threads are two waves; each adds 1 2 3 and 10 20 30 times its number.
        let mut case = case(&matrix, 40, &[], &start);
        case.groups = [2, 1, 1];
        let body = "  %f = uitofp i32 %thread to float\n".to_owned()
            + "  %ten = fmul float %f, 1.000000e+01\n"
            + &vector("%a", "float", 2, &["%f".into(), "%ten".into()])
            + &vector("%b", "float", 3, &float_texts(&[1.0, 2.0, 3.0]))
            + &accumulate_product(
                &matrix.0,
                "v2f32.v3f32",
                [("<2 x float>", "%a"), ("<3 x float>", "%b")],
                "0",
                layout,
            );
        case.run_well(&body);
        // 0 + 1 + ... + 39 is 780, in each of two groups.
        let sums = [1560.0, 3120.0, 4680.0, 15600.0, 31200.0, 46800.0];
        let mut expected = start.clone();
        for (place, index) in order.into_iter().enumerate() {
            expected[place] = (f32::from_bits(start[place]) + sums[index]).to_bits();
        }
        assert_eq!(case.words("Out"), expected);
    }
}

fn accumulations_have_the_component_type() {
    // Sums of 8-bit integers wrap around, and neighbours are unchanged; the products saturate.
    let ty = matrix(elements::I8, 1, 3);
    let mut shader = case(&ty, 2, &[], &[0x6464_6464]);
    let body = vector("%a", "i32", 1, &words(&[10]))
        + &vector("%b", "i32", 1, &words(&[0x00f0_0201]))
        + &accumulate_product(&ty.0, "v1i32.v1i32", [("<1 x i32>", "%a"), ("<1 x i32>", "%b")], "0", 4);
    shader.run_well(&body);
    // 100 + 2 * 10, 100 + 2 * 20 - 256, 100 - 2 * 128 (the product -160 saturates).
    assert_eq!(shader.words("Out"), [0x64_00_00_00 | 0x64 << 16 | 0x8c << 8 | 0x78]);
    // 2048 + 1 is rounded to 2048 in half precision, and each thread adds to the rounded sum.
    let ty = matrix(elements::F16, 1, 2);
    shader = case(&ty, 3, &[], &[0x3c00_6800]);
    let body = vector("%a", "half", 1, &["0xH3C00".into()])
        + &vector("%b", "half", 2, &["0xH3C00".into(), "0xH4000".into()])
        + &accumulate_product(&ty.0, "v1f16.v2f16", [("<1 x half>", "%a"), ("<2 x half>", "%b")], "0", 4);
    shader.run_well(&body);
    assert_eq!(shader.words("Out"), [0x4700_6800]);
    // 64-bit integers.
    let ty = matrix(6, 1, 1);
    shader = case(&ty, 2, &[], &[u32::MAX, 0]);
    let body = vector("%a", "i64", 1, &["4294967296".into()])
        + &vector("%b", "i64", 1, &["3".into()])
        + &accumulate_product(&ty.0, "v1i64.v1i64", [("<1 x i64>", "%a"), ("<1 x i64>", "%b")], "0", 4);
    shader.run_well(&body);
    assert_eq!(shader.words("Out"), [u32::MAX, 6]);
    // Vectors of another type are converted after the multiplication.
    let ty = matrix(elements::F16, 1, 1);
    shader = case(&ty, 1, &[], &[0]);
    let body = vector("%a", "float", 1, &float_texts(&[1.5]))
        + &vector("%b", "float", 1, &float_texts(&[1e6]))
        + &accumulate_product(&ty.0, "v1f32.v1f32", [("<1 x float>", "%a"), ("<1 x float>", "%b")], "0", 4);
    shader.run_well(&body);
    assert_eq!(shader.words("Out"), [0x7c00]);
}

fn vectors_are_accumulated() {
    let accumulate = "  call void @dx.op.linAlgVectorAccumulateToDescriptor.v3f32(i32 -2147483617, %dx.types.Handle %Out, i32 %offset, i32 64, <3 x float> %v)\n";
    let body = "  %offset = mul i32 %group, 64\n".to_owned()
        + &vector("%v", "float", 3, &float_texts(&[1.0, 0.25, f32::INFINITY]))
        + accumulate;
    let mut case = Case::new(4);
    case.groups = [2, 1, 1];
    let mut start = vec![0; 18];
    start[0] = 10_f32.to_bits();
    start[2] = f32::NEG_INFINITY.to_bits();
    case.raw('u', "Out", &start);
    let outcome = case.run(&body);
    let out = case.words("Out");
    // Infinity and minus infinity are NaN, which the other threads keep.
    assert_eq!(out[..3], [14_f32.to_bits(), 1_f32.to_bits(), 0x7fc0_0000]);
    assert_eq!(out[16..], floats(&[4.0, 1.0]));
    // The third element of the second group is beyond the end.
    let detail = "changes 4 bytes at byte offset 72 of Out (u0), which has 72 bytes".to_owned();
    assert_eq!(found(&outcome), [(OutOfBounds, 4, detail)]);
}

fn matrices_are_stored() {
    let matrix = matrix(elements::I16, 2, 3);
    let m = suffix(&matrix.0);
    for (layout, stride, expected) in [
        (0, 16, [2_u32 << 16 | 1, 3, 0, 0, 5 << 16 | 4, 6, 0, 0, 0]),
        (1, 16, [4 << 16 | 1, 0, 0, 0, 5 << 16 | 2, 0, 0, 0, 6 << 16 | 3]),
        (4, 0, [2 << 16 | 1, 4 << 16 | 3, 6 << 16 | 5, 0, 0, 0, 0, 0, 0]),
    ] {
        let case = case(&matrix, 1, &[2 << 16 | 1, 4 << 16 | 3, 6 << 16 | 5], &[0; 9]);
        let body = load(&matrix.0, 0, 0, 2)
            + &format!(
                "  call void @dx.op.linAlgMatrixStoreToDescriptor.m{m}(i32 -2147483628, {} %m, %dx.types.Handle %Out, i32 0, i32 {stride}, i32 {layout}, i32 128)\n",
                matrix.0
            );
        case.run_well(&body);
        assert_eq!(case.words("Out"), expected, "{layout}");
        // A filled matrix, in the other order.
        let body = format!(
            "  %m = call {ty} @dx.op.linAlgFillMatrix.m{m}.f32(i32 -2147483636, float 2.500000e+00)
  call void @dx.op.linAlgMatrixStoreToDescriptor.m{m}(i32 -2147483628, {ty} %m, %dx.types.Handle %Out, i32 0, i32 0, i32 2, i32 128)\n",
            ty = matrix.0
        );
        case.run_well(&body);
        assert_eq!(case.words("Out")[..3], [2 << 16 | 2; 3]);
    }
}

fn coherent_loads_depend_on_the_order() {
    let matrix = matrix(elements::F32, 1, 2);
    let m = suffix(&matrix.0);
    let body = load(&matrix.0, 0, 0, 2).replace("%In", "%From")
        + &format!(
            "  call void @dx.op.linAlgMatrixStoreToDescriptor.m{m}(i32 -2147483628, {} %m, %dx.types.Handle %Out, i32 0, i32 0, i32 2, i32 128)\n",
            matrix.0
        );
    for is_coherent in [false, true] {
        let mut case = case(&matrix, 1, &[], &[0; 2]);
        case.raw('u', "From", &[0; 2]);
        if is_coherent {
            case.coherent();
        }
        assert_eq!(case.prepare(&body).is_order_dependent(), is_coherent);
    }
}

fn invalid_layouts_are_refused() {
    let matrix = matrix(elements::F32, 1, 2);
    let (ty, m) = (&matrix.0, suffix(&matrix.0));
    let mut case = case(&matrix, 1, &[0; 2], &[0; 2]);
    case.globals += "@shared = internal unnamed_addr addrspace(3) global [8 x i32] undef, align 16\n";
    let store = |layout: &str| {
        format!(
            "  call void @dx.op.linAlgMatrixStoreToDescriptor.m{m}(i32 -2147483628, {ty} %m, %dx.types.Handle %Out, i32 0, i32 0, i32 {layout}, i32 128)\n"
        )
    };
    let store_shared = |layout: &str| {
        format!(
            "  %start = getelementptr [8 x i32], [8 x i32] addrspace(3)* @shared, i32 0, i32 0
  call void @dx.op.linAlgMatrixStoreToMemory.m{m}.i32(i32 -2147483627, {ty} %m, i32 addrspace(3)* %start, i32 0, i32 0, i32 {layout})\n"
        )
    };
    let fill = format!("  %m = call {ty} @dx.op.linAlgFillMatrix.m{m}.i32(i32 -2147483636, i32 5)\n");
    for (body, name) in [
        (load(ty, 0, 0, 6), "LinAlgMatrixLoadFromDescriptor"),
        (fill.clone() + &store("6"), "LinAlgMatrixStoreToDescriptor"),
        (fill.clone() + &store("-1"), "LinAlgMatrixStoreToDescriptor"),
        (
            fill.clone()
                + &store("6").replace("StoreTo", "AccumulateTo").replace("-2147483628", "-2147483621"),
            "LinAlgMatrixAccumulateToDescriptor",
        ),
        (fill.clone() + &store_shared("6"), "LinAlgMatrixStoreToMemory"),
    ] {
        let error = case.try_prepare(&body).expect_err("the layout is invalid");
        assert!(error.contains(&format!("{name} has an invalid layout")), "{error}");
    }
    for body in [store("%thread"), store_shared("%thread")] {
        let error = case.try_prepare(&(fill.clone() + &body)).expect_err("the layout is not a constant");
        assert!(error.contains("with an operand layout that is not a constant"), "{error}");
    }
    case.run_well(&(fill + &store("5")));
    assert_eq!(case.words("Out"), floats(&[5.0, 5.0]));
}

fn group_shared_memory_holds_matrices() {
    let matrix = matrix(elements::F16, 2, 2);
    let (ty, m) = (&matrix.0, suffix(&matrix.0));
    let pointer = "i32 addrspace(3)* %start";
    let mut case = case(&matrix, 4, &[0x4000_3c00, 0x4400_4200], &[0; 4]);
    case.globals += "@shared = internal unnamed_addr addrspace(3) global [8 x i32] undef, align 16\n";
    // Thread 0 stores the matrix 1 2 3 4 column by column, with a stride of four components from component 2 on. All
    // threads add the matrix to it, and thread 0 loads the sum row by row.
    let body = load(ty, 0, 0, 2)
        + &format!(
            "  %start = getelementptr [8 x i32], [8 x i32] addrspace(3)* @shared, i32 0, i32 0
  %first = icmp eq i32 %thread, 0
  br i1 %first, label %store, label %join
store:
  call void @dx.op.linAlgMatrixStoreToMemory.m{m}.i32(i32 -2147483627, {ty} %m, {pointer}, i32 2, i32 4, i32 1)
  br label %join
join:
  call void @dx.op.barrier(i32 80, i32 9)
  call void @dx.op.linAlgMatrixAccumulateToMemory.m{m}.i32(i32 -2147483620, {ty} %m, {pointer}, i32 8, i32 2, i32 4, i32 1)
  call void @dx.op.barrier(i32 80, i32 9)
  br i1 %first, label %out, label %end
out:
  %n = call {ty} @dx.op.linAlgMatrixLoadFromMemory.m{m}.i32(i32 -2147483633, {pointer}, i32 2, i32 4, i32 1)
  call void @dx.op.linAlgMatrixStoreToDescriptor.m{m}(i32 -2147483628, {ty} %n, %dx.types.Handle %Out, i32 0, i32 0, i32 2, i32 128)
  br label %end
end:
"
        );
    case.run_well(&body);
    // Five times 1 2 3 4.
    assert_eq!(case.words("Out")[..2], [0x4900_4500, 0x4d00_4b80]);
    // The matrix is converted to the target type: four threads add 1 2 3 4 as 32-bit integers.
    let body = load(ty, 0, 0, 2)
        + &format!(
            "  %start = getelementptr [8 x i32], [8 x i32] addrspace(3)* @shared, i32 0, i32 0
  %mine = getelementptr [8 x i32], [8 x i32] addrspace(3)* @shared, i32 0, i32 %thread
  store i32 100, i32 addrspace(3)* %mine, align 4
  call void @dx.op.barrier(i32 80, i32 9)
  call void @dx.op.linAlgMatrixAccumulateToMemory.m{m}.i32(i32 -2147483620, {ty} %m, {pointer}, i32 4, i32 0, i32 0, i32 2)
  call void @dx.op.barrier(i32 80, i32 9)
  %word = load i32, i32 addrspace(3)* %mine, align 4
  %place = mul i32 %thread, 4
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %Out, i32 %place, i32 undef, i32 %word, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
"
        );
    case.run_well(&body);
    assert_eq!(case.words("Out"), [104, 108, 112, 116]);
    // A matrix beyond the variable, and memory that was never written.
    let body = format!(
        "  %start = getelementptr [8 x i32], [8 x i32] addrspace(3)* @shared, i32 0, i32 0
  %n = call {ty} @dx.op.linAlgMatrixLoadFromMemory.m{m}.i32(i32 -2147483633, {pointer}, i32 14, i32 0, i32 2)
  call void @dx.op.linAlgMatrixStoreToDescriptor.m{m}(i32 -2147483628, {ty} %n, %dx.types.Handle %Out, i32 0, i32 0, i32 2, i32 128)
"
    );
    let outcome = case.run(&body);
    assert_eq!(kinds(&outcome), [OutOfBounds, Undefined]);
    // Threads that store different matrices race.
    let body = load(ty, 0, 0, 2)
        + &format!(
            "  %start = getelementptr [8 x i32], [8 x i32] addrspace(3)* @shared, i32 0, i32 0
  call void @dx.op.linAlgMatrixStoreToMemory.m{m}.i32(i32 -2147483627, {ty} %m, {pointer}, i32 %thread, i32 4, i32 1)
"
        );
    assert_eq!(kinds(&case.run(&body)), [Race]);
}

fn accesses_to_buffers_are_checked() {
    let matrix = matrix(elements::F32, 2, 2);
    let m = suffix(&matrix.0);
    let store = format!(
        "  call void @dx.op.linAlgMatrixStoreToDescriptor.m{m}(i32 -2147483628, {} %m, %dx.types.Handle %Out, i32 0, i32 16, i32 0, i32 128)\n",
        matrix.0
    );
    // The last component is beyond the end of both buffers: it is read as zero, and not written.
    let shader = case(&matrix, 1, &floats(&[1.0, 2.0, 3.0]), &[7; 5]);
    let outcome = shader.run(&(load(&matrix.0, 0, 0, 2) + &store));
    assert_eq!(shader.words("Out"), [1_f32.to_bits(), 2_f32.to_bits(), 7, 7, 3_f32.to_bits()]);
    let details: Vec<_> = found(&outcome).into_iter().map(|(_, _, detail)| detail).collect();
    assert_eq!(
        details,
        [
            "reads 4 bytes at byte offset 12 of In (t0), which has 12 bytes",
            "writes 4 bytes at byte offset 20 of Out (u0), which has 20 bytes"
        ]
    );
    // An offset and a stride near the largest ones do not wrap around.
    let shader = case(&matrix, 1, &[9; 64], &[7; 8]);
    let outcome = shader.run(&(load(&matrix.0, 0xffff_ff80, 256, 0).replace("4294967168", "-128") + &store));
    assert_eq!(kinds(&outcome), [OutOfBounds]);
    assert_eq!(shader.words("Out"), [0, 0, 7, 7, 0, 0, 7, 7]);
    // An offset that is not a multiple of the alignment, and a stride that is not a multiple of 16.
    let outcome = shader.run(&(load(&matrix.0, 64, 16, 0) + &store));
    let detail = "reads a matrix or vector at byte offset 64, expected a multiple of 128".to_owned();
    assert_eq!(found(&outcome), [(Misaligned, 1, detail)]);
    let outcome = shader.run(&(load(&matrix.0, 0, 8, 0) + &store));
    let detail = "reads a matrix with a stride of 8 bytes, expected a multiple of 16".to_owned();
    assert_eq!(found(&outcome), [(Misaligned, 1, detail)]);
    // An accumulation and a write of another thread race, but accumulations do not.
    let matrix = self::matrix(elements::F32, 1, 1);
    let shader = case(&matrix, 2, &[], &floats(&[1.0]));
    let body = vector("%a", "float", 1, &float_texts(&[1.0]))
        + &accumulate_product(
            &matrix.0,
            "v1f32.v1f32",
            [("<1 x float>", "%a"), ("<1 x float>", "%a")],
            "0",
            4,
        );
    shader.run_well(&body);
    let write = "  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %Out, i32 0, i32 undef, i32 %thread, i32 undef, i32 undef, i32 undef, i8 1, i32 4)\n";
    assert_eq!(kinds(&shader.run(&(body + write))), [Race]);
}

fn undefined_operands_are_tracked() {
    let matrix = matrix(elements::F32, 1, 2);
    let shader = case(&matrix, 1, &floats(&[1.0, 2.0]), &[0; 1]);
    let body = load(&matrix.0, 0, 0, 2)
        + "  %v = insertelement <2 x float> undef, float 1.000000e+00, i32 0\n"
        + &product(
            &matrix.0,
            true,
            ("v1f32", "<1 x float>"),
            ("v2f32", "<2 x float>", "%v"),
            elements::F32,
            None,
        )
        + &put("v1f32", "<1 x float>");
    assert_eq!(found(&shader.run(&body)), [(Undefined, 1, "stored value is undefined".to_owned())]);
    let matrix = self::matrix(elements::F32, 1, 1);
    let shader = case(&matrix, 1, &[], &[0; 1]);
    let body = accumulate_product(
        &matrix.0,
        "v1f32.v1f32",
        [("<1 x float>", "undef"), ("<1 x float>", "undef")],
        "0",
        4,
    );
    assert_eq!(found(&shader.run(&body)), [(Undefined, 1, "accumulated value is undefined".to_owned())]);
}

fn matrices_flow_through_branches() {
    let matrix = matrix(elements::F32, 1, 2);
    let ty = &matrix.0;
    let m = suffix(ty);
    let case = case(&matrix, 2, &floats(&[1.0, 2.0]), &[0; 8]);
    let body = load(ty, 0, 0, 2)
        + &format!(
            "  %is = icmp eq i32 %thread, 1
  br i1 %is, label %yes, label %end
yes:
  %filled = call {ty} @dx.op.linAlgFillMatrix.m{m}.i32(i32 -2147483636, i32 5)
  br label %end
end:
  %p = phi {ty} [ %filled, %yes ], [ %m, %body ]
  %place = mul i32 %thread, 16
  call void @dx.op.linAlgMatrixStoreToDescriptor.m{m}(i32 -2147483628, {ty} %p, %dx.types.Handle %Out, i32 %place, i32 0, i32 2, i32 16)
"
        );
    case.run_well(&body);
    let out = case.words("Out");
    assert_eq!((&out[..2], &out[4..6]), (&floats(&[1.0, 2.0])[..], &floats(&[5.0, 5.0])[..]));
}

fn aggregates_contain_matrices() {
    let matrix = matrix(elements::F32, 1, 3);
    let (ty, m) = (&matrix.0, suffix(&matrix.0));
    let case = case(&matrix, 2, &floats(&[1.0, 2.0, 3.0]), &[0; 16]);
    let aggregate = format!("{{ i32, [2 x {ty}], i32 }}");
    let build = load(ty, 0, 0, 2)
        + &format!(
            "  %filled = call {ty} @dx.op.linAlgFillMatrix.m{m}.i32(i32 -2147483636, i32 5)
  %a0 = insertvalue {aggregate} undef, i32 7, 0
  %a1 = insertvalue {aggregate} %a0, {ty} %filled, 1, 0
  %a2 = insertvalue {aggregate} %a1, {ty} %m, 1, 1
  %a3 = insertvalue {aggregate} %a2, i32 9, 2
"
        );
    let body = build.clone()
        + &format!(
            "  %is = icmp eq i32 %thread, 1
  br i1 %is, label %yes, label %end
yes:
  %b1 = insertvalue {aggregate} %a3, {ty} %m, 1, 0
  %b2 = insertvalue {aggregate} %b1, {ty} %filled, 1, 1
  br label %end
end:
  %p = phi {aggregate} [ %b2, %yes ], [ %a3, %body ]
  %last = extractvalue {aggregate} %p, 2
  %second = extractvalue {aggregate} %p, 1, 1
  %byte = mul i32 %thread, 32
  %behind = add i32 %byte, 16
  call void @dx.op.linAlgMatrixStoreToDescriptor.m{m}(i32 -2147483628, {ty} %second, %dx.types.Handle %Out, i32 %byte, i32 0, i32 2, i32 16)
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %Out, i32 %behind, i32 undef, i32 %last, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
"
        );
    case.run_well(&body);
    let out = case.words("Out");
    assert_eq!((&out[..3], out[4]), (&floats(&[1.0, 2.0, 3.0])[..], 9));
    assert_eq!((&out[8..11], out[12]), (&floats(&[5.0, 5.0, 5.0])[..], 9));
    // A local variable of the type.
    let error = case
        .try_prepare(
            &(build
                + &format!(
                    "  %local = alloca {aggregate}, align 8\n  store {aggregate} %a3, {aggregate}* %local, align 8\n"
                )),
        )
        .expect_err("the variable contains matrices");
    assert!(error.contains("matrix in memory that a pointer refers to"), "{error}");
    // Members have the limit of aggregates, which is lower than the limit of a matrix.
    for (rows, is_large) in [(32, false), (33, true)] {
        let matrix = self::matrix(elements::F32, rows, 128);
        let (ty, m) = (&matrix.0, suffix(&matrix.0));
        let case = self::case(&matrix, 1, &[], &[0; 1]);
        let fill = format!("  %m = call {ty} @dx.op.linAlgFillMatrix.m{m}.i32(i32 -2147483636, i32 5)\n");
        assert!(case.try_prepare(&fill).is_ok(), "{rows}");
        let member = format!(
            "  %a = insertvalue {{ {ty} }} undef, {ty} %m, 0
  %e = extractvalue {{ {ty} }} %a, 0
  call void @dx.op.linAlgMatrixStoreToDescriptor.m{m}(i32 -2147483628, {ty} %e, %dx.types.Handle %Out, i32 0, i32 0, i32 2, i32 16)
"
        );
        let error = case.try_prepare(&(fill + &member)).err();
        let is_refused = error.as_ref().is_some_and(|error| error.contains("scalars in one value"));
        assert_eq!(is_refused, is_large, "{rows} {error:?}");
    }
}

fn matrices_of_several_threads_are_refused() {
    let refused = |declaration: String, body: &str| {
        let mut case = Case::new(1);
        case.raw('u', "Out", &[0; 4]);
        case.globals = declaration;
        case.try_prepare(body).expect_err("it is refused")
    };
    let (ty, declaration) = matrix(elements::F32, 2, 2);
    let fill = |value: &str| {
        format!(
            "  %m = call {ty} @dx.op.linAlgFillMatrix.m{}.i32(i32 -2147483636, i32 {value})\n",
            suffix(&ty)
        )
    };
    for (scope, name) in [(1, "Wave"), (2, "ThreadGroup")] {
        let declaration = declaration.replace("i32 2, i32 0}", &format!("i32 2, i32 {scope}}}"));
        assert_eq!(
            refused(declaration, &fill("1")),
            format!(
                "the operation LinAlgFillMatrix (dx.op.linAlgFillMatrix.mC9M2N2U2S0.i32) on a matrix with the scope \
                 {name} is not supported by the interpreter"
            )
        );
    }
    let without = declaration.lines().next().expect("it has lines").to_owned() + "\n";
    let error = refused(without, &fill("1"));
    assert!(error.contains("without an entry in !dx.targetTypes"), "{error}");
    let (large, large_declaration) = matrix(elements::F32, 1024, 128);
    let error = refused(
        large_declaration,
        &format!(
            "  %m = call {large} @dx.op.linAlgFillMatrix.m{}.i32(i32 -2147483636, i32 1)\n",
            suffix(&large)
        ),
    );
    assert!(error.contains("components of a matrix"), "{error}");
    let length =
        format!("  %n = call i32 @dx.op.linAlgMatrixLength.m{}(i32 -2147483632, {ty} %m)\n", suffix(&ty));
    let error = refused(declaration.clone(), &(fill("1") + &length));
    assert!(error.starts_with("the operation LinAlgMatrixLength (dx.op."), "{error}");
    let vector = vector("%v", "float", 3, &float_texts(&[1.0, 1.0, 1.0]));
    let multiply =
        product(&ty, true, ("v2f32", "<2 x float>"), ("v3f32", "<3 x float>", "%v"), elements::F32, None);
    let error = refused(declaration.clone(), &(fill("1") + &vector + &multiply));
    assert!(error.contains("whose length does not match the matrix"), "{error}");
    let multiply = product(&ty, true, ("v2f32", "<2 x float>"), ("v3f32", "<3 x float>", "%v"), 1, None);
    let error = refused(declaration, &(fill("1") + &vector + &multiply));
    assert!(error.contains("has an invalid interpretation"), "{error}");
}
