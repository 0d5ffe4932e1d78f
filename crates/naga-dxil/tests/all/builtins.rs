//! Built-in functions on bits and data: packing, bit counts and fields, `modf`, `frexp`, `arrayLength`, and integer
//! functions. The error bounds of the float functions are tested in the crate.

use dxil::half;
use libtest_mimic::Trial;

use crate::harness::{Bytes, Shader, case};
use crate::tables::{Half, Table, Value};

const U32: [u32; 10] = [0, 1, 2, 0x80, 0xff00, 0x1234_5678, 0x7fff_ffff, 0x8000_0000, 0xf000_000f, u32::MAX];
const I32: [i32; 10] = [0, 1, -1, 2, -2, 0x1234_5678, -0x1234_5678, i32::MAX, i32::MIN, -256];

pub(crate) fn cases() -> Vec<Trial> {
    let mut cases = Vec::new();
    let mut add = |name: &str, table: Table| {
        cases.push(case(format!("builtins/{name}"), move || table.check()));
    };
    bits(&mut add);
    fields(&mut add);
    integers(&mut add);
    packing(&mut add);
    unpacking(&mut add);
    decompositions(&mut add);
    floats(&mut add);
    cases.extend(lengths());
    cases
}

type Add<'a> = &'a mut dyn FnMut(&str, Table);

/// The position of the first bit that is set, or all bits set.
fn position(leading: bool, bits: u32) -> u32 {
    match (leading, bits) {
        (_, 0) => u32::MAX,
        (true, bits) => 31 - bits.leading_zeros(),
        (false, bits) => bits.trailing_zeros(),
    }
}

fn bits(add: Add<'_>) {
    let mut unary = |name: &str, f: fn(u32) -> u32| {
        let expression = format!("{name}(x)");
        add(&format!("{name}/u32"), Table::unary(&expression, &U32, f).with_vectors());
        let signed = move |x: i32| f(x.cast_unsigned()).cast_signed();
        if name != "firstLeadingBit" {
            add(&format!("{name}/i32"), Table::unary(&expression, &I32, signed).with_vectors());
        }
    };
    unary("countOneBits", u32::count_ones);
    unary("countLeadingZeros", u32::leading_zeros);
    unary("countTrailingZeros", u32::trailing_zeros);
    unary("reverseBits", u32::reverse_bits);
    unary("firstTrailingBit", |x| position(false, x));
    unary("firstLeadingBit", |x| position(true, x));
    // The first bit that differs from the sign.
    let signed = |x: i32| position(true, if x < 0 { !x } else { x }.cast_unsigned()).cast_signed();
    add("firstLeadingBit/i32", Table::unary("firstLeadingBit(x)", &I32, signed).with_vectors());
}

/// `extractBits` and `insertBits`: the offset is at most 32, and the field ends at bit 31.
fn fields(add: Add<'_>) {
    const OFFSETS: [u32; 7] = [0, 1, 5, 31, 32, 33, u32::MAX];
    let clamped = |offset: u32, count: u32| {
        let offset = offset.min(32);
        (offset, count.min(32 - offset))
    };
    let mask = |count: u32| if count == 32 { u32::MAX } else { (1 << count) - 1 };
    let values = [0x1234_5678, 0xfedc_ba98_u32];
    let extract = move |x: u32, offset: u32, count: u32| {
        let (offset, count) = clamped(offset, count);
        if count == 0 { 0 } else { (x >> offset) & mask(count) }
    };
    let table = Table::ternary("extractBits(x, y, z)", (&values, &OFFSETS, &OFFSETS), extract);
    add("extractBits/u32", table);
    let signed = values.map(u32::cast_signed);
    let table = Table::ternary(
        "extractBits(x, y, z)",
        (&signed, &OFFSETS, &OFFSETS),
        move |x: i32, offset, count| {
            let (_, count_in_range) = clamped(offset, count);
            let field = extract(x.cast_unsigned(), offset, count).cast_signed();
            let unused = 32 - count_in_range;
            if unused == 32 { 0 } else { field << unused >> unused }
        },
    );
    add("extractBits/i32", table);
    let table = Table::ternary(
        "insertBits(x, 0xabcdef01u, y, z)",
        (&values, &OFFSETS, &OFFSETS),
        move |x, offset, count| {
            let (offset, count) = clamped(offset, count);
            if count == 0 {
                return x;
            }
            let field = mask(count) << offset;
            (x & !field) | (0xabcd_ef01_u32 << offset & field)
        },
    );
    add("insertBits/u32", table);
}

fn integers(add: Add<'_>) {
    let pairs = (&I32[..], &I32[..]);
    add("min/i32", Table::binary("min(x, y)", pairs, |x: i32, y: i32| x.min(y)).with_vectors());
    add("max/i32", Table::binary("max(x, y)", pairs, |x: i32, y: i32| x.max(y)).with_vectors());
    add("abs/i32", Table::unary("abs(x)", &I32, i32::wrapping_abs).with_vectors());
    add("sign/i32", Table::unary("sign(x)", &I32, i32::signum).with_vectors());
    let pairs = (&U32[..], &U32[..]);
    add("min/u32", Table::binary("min(x, y)", pairs, |x: u32, y: u32| x.min(y)).with_vectors());
    add("max/u32", Table::binary("max(x, y)", pairs, |x: u32, y: u32| x.max(y)).with_vectors());
    add("abs/u32", Table::unary("abs(x)", &U32, |x: u32| x).with_vectors());
    let long = [0, 1, -1, 1 << 40, -(1 << 40), i64::MAX, i64::MIN];
    let pairs = (&long[..], &long[..]);
    add("min/i64", Table::binary("min(x, y)", pairs, |x: i64, y: i64| x.min(y)).with_vectors());
    add("max/i64", Table::binary("max(x, y)", pairs, |x: i64, y: i64| x.max(y)).with_vectors());
    add("abs/i64", Table::unary("abs(x)", &long, i64::wrapping_abs).with_vectors());
    let small = [-5, -1, 0, 3, 9];
    let clamp = |x: i32, y: i32, z: i32| x.max(y).min(z);
    add("clamp/i32", Table::ternary("clamp(x, y, z)", (&small, &small, &small), clamp).with_vectors());
    let dot = "dot(vec3(x, y, 3u), vec3(y, 7u, x))";
    let f =
        |x: u32, y: u32| x.wrapping_mul(y).wrapping_add(y.wrapping_mul(7)).wrapping_add(x.wrapping_mul(3));
    add("dot/u32", Table::binary(dot, (&U32, &U32), f));
    let dot = "dot4I8Packed(x, y) ";
    let bytes = |x: u32| x.to_le_bytes();
    let f = move |x: u32, y: u32| -> i32 {
        bytes(x)
            .into_iter()
            .zip(bytes(y))
            .map(|(x, y)| i32::from(x.cast_signed()) * i32::from(y.cast_signed()))
            .sum()
    };
    add("dot4I8Packed", Table::binary(dot, (&U32, &U32), f));
    let f = move |x: u32, y: u32| -> u32 {
        bytes(x).into_iter().zip(bytes(y)).map(|(x, y)| u32::from(x) * u32::from(y)).sum()
    };
    add("dot4U8Packed", Table::binary("dot4U8Packed(x, y)", (&U32, &U32), f));
}

fn packed<const N: usize>(parts: [u32; N]) -> u32 {
    let width = 32 / N;
    parts.into_iter().enumerate().map(|(at, part)| (part & ((1 << width) - 1)) << (at * width)).sum()
}

fn packing(add: Add<'_>) {
    // Values whose products with the scales are not near a half.
    let floats = [0.0_f32, 1.0, -1.0, 0.3, -0.7, 2.0, -2.0, f32::INFINITY, f32::NEG_INFINITY];
    let pairs = (&floats[..], &floats[..]);
    let snorm = |x: f32, scale: f32| ((x.clamp(-1.0, 1.0) * scale + 0.5).floor() as i32).cast_unsigned();
    let unorm = |x: f32, scale: f32| (x.clamp(0.0, 1.0) * scale + 0.5).floor() as u32;
    let four = |f: &dyn Fn(f32, f32) -> u32, x, y, scale| {
        packed([f(x, scale), f(y, scale), f(1.0, scale), f(x, scale)])
    };
    let two = |f: &dyn Fn(f32, f32) -> u32, x, y, scale| packed([f(x, scale), f(y, scale)]);
    let table = Table::binary("pack4x8snorm(vec4(x, y, 1.0, x))", pairs, |x, y| four(&snorm, x, y, 127.0));
    add("pack4x8snorm", table);
    let table = Table::binary("pack4x8unorm(vec4(x, y, 1.0, x))", pairs, |x, y| four(&unorm, x, y, 255.0));
    add("pack4x8unorm", table);
    add(
        "pack2x16snorm",
        Table::binary("pack2x16snorm(vec2(x, y))", pairs, |x, y| two(&snorm, x, y, 32767.0)),
    );
    add(
        "pack2x16unorm",
        Table::binary("pack2x16unorm(vec2(x, y))", pairs, |x, y| two(&unorm, x, y, 65535.0)),
    );
    let halves = [0.0_f32, -0.0, 1.0, -1.5, 65504.0, 0.000061035156, f32::INFINITY, f32::NEG_INFINITY];
    let half = |x: f32| half::from_double(x.into()) as u32;
    let table =
        Table::binary("pack2x16float(vec2(x, y))", (&halves, &halves), |x, y| packed([half(x), half(y)]));
    add("pack2x16float", table);
    let signed = [0, 1, -1, 127, -128, 128, -129, 1000];
    let four = |x: i32, y: i32| [x, y, -7, x].map(i32::cast_unsigned);
    let vector = "vec4<i32>(x, y, -7, x)";
    let table =
        Table::binary(&format!("pack4xI8({vector})"), (&signed, &signed), move |x, y| packed(four(x, y)));
    add("pack4xI8", table);
    let clamp = |x: i32| x.clamp(-128, 127);
    let table = Table::binary(&format!("pack4xI8Clamp({vector})"), (&signed, &signed), move |x, y| {
        packed(four(clamp(x), clamp(y)))
    });
    add("pack4xI8Clamp", table);
    let unsigned = [0, 1, 255, 256, 1000, u32::MAX];
    let vector = "vec4<u32>(x, y, 9u, x)";
    let table =
        Table::binary(&format!("pack4xU8({vector})"), (&unsigned, &unsigned), |x, y| packed([x, y, 9, x]));
    add("pack4xU8", table);
    let clamp = |x: u32| x.min(255);
    let table = Table::binary(&format!("pack4xU8Clamp({vector})"), (&unsigned, &unsigned), move |x, y| {
        packed([clamp(x), clamp(y), 9, clamp(x)])
    });
    add("pack4xU8Clamp", table);
}

fn unpacking(add: Add<'_>) {
    let words = [0, 0x7f80_ff01_u32, 0x8000_7fff, 0x3c00_bc00, 0x7c00_0400, u32::MAX];
    let lanes = [0, 1, 2, 3_u32];
    let byte = |x: u32, lane: u32| x.to_le_bytes()[lane as usize];
    let word = |x: u32, lane: u32| (x >> (16 * (lane % 2))) as u16;
    let mut both = |name: &str, expression: &str, f: &dyn Fn(u32, u32) -> f32| {
        add(name, Table::binary(expression, (&words, &lanes), f));
    };
    let signed = move |x, lane| f32::from(byte(x, lane).cast_signed());
    // Quotients of a correctly rounded division; the shader multiplies by the reciprocal or divides.
    both("unpack4x8unorm", "round(unpack4x8unorm(x)[y] * 255.0)", &|x, lane| byte(x, lane).into());
    both("unpack4x8snorm", "round(unpack4x8snorm(x)[y] * 127.0)", &|x, lane| signed(x, lane).max(-127.0));
    both("unpack2x16unorm", "round(unpack2x16unorm(x)[y % 2u] * 65535.0)", &|x, lane| word(x, lane).into());
    both("unpack2x16snorm", "round(unpack2x16snorm(x)[y % 2u] * 32767.0)", &|x, lane| {
        f32::from(word(x, lane).cast_signed()).max(-32767.0)
    });
    both("unpack2x16float", "unpack2x16float(x)[y % 2u]", &|x, lane| half::to_single(word(x, lane).into()));
    let table =
        Table::binary("unpack4xI8(x)[y]", (&words, &lanes), |x, lane| i32::from(byte(x, lane).cast_signed()));
    add("unpack4xI8", table);
    let table = Table::binary("unpack4xU8(x)[y]", (&words, &lanes), |x, lane| u32::from(byte(x, lane)));
    add("unpack4xU8", table);
    let table = Table::unary("quantizeToF16(x)", &[0.0_f32, 1.0, 1.00024, -3.149, 1000.2, 65504.0], |x| {
        half::to_single(half::from_double(x.into()) as u32)
    });
    add("quantizeToF16", table.with_vectors());
}

/// The fraction and the exponent of a finite number that is not 0: the fraction is in [0.5, 1).
fn split(x: f64) -> (f64, i32) {
    let mut exponent = 0;
    let mut fraction = x;
    while fraction.abs() >= 1.0 {
        fraction /= 2.0;
        exponent += 1;
    }
    while fraction.abs() < 0.5 && fraction != 0.0 {
        fraction *= 2.0;
        exponent -= 1;
    }
    (fraction, exponent)
}

fn decompositions(add: Add<'_>) {
    let numbers = [0.0, 0.5, -0.5, 1.0, -1.0, 1.75, -1.75, 3.0, -1000.625, 0.0625];
    let singles = numbers.map(|x| x as f32);
    let halves = numbers.map(Half);
    // The fraction has the sign of the number, but the sign of a zero is not tested.
    add(
        "modf/fract/f32",
        Table::unary("modf(x).fract + 1.0", &singles, |x: f32| x.fract() + 1.0)
            .with_vectors_of("modf(x).fract + vec3(1.0)"),
    );
    add(
        "modf/whole/f32",
        Table::unary("modf(x).whole + 1.0", &singles, |x: f32| x.trunc() + 1.0)
            .with_vectors_of("modf(x).whole + vec3(1.0)"),
    );
    add(
        "frexp/fract/f32",
        Table::unary("frexp(x).fract", &singles, |x: f32| split(x.into()).0 as f32).with_vectors(),
    );
    add("frexp/exp/f32", Table::unary("frexp(x).exp", &singles, |x: f32| split(x.into()).1).with_vectors());
    let whole = Table::unary("modf(x).whole + 1.0h", &halves, |x: Half| Half(x.0.trunc() + 1.0));
    add("modf/whole/f16", whole.with_vectors_of("modf(x).whole + vec3(1.0h)"));
    add(
        "frexp/fract/f16",
        Table::unary("frexp(x).fract", &halves, |x: Half| Half(split(x.0).0)).with_vectors(),
    );
    add(
        "frexp/exp/f16",
        Table::unary("i32(frexp(x).exp)", &halves, |x: Half| split(x.0).1)
            .with_vectors_of("vec3<i32>(frexp(x).exp)"),
    );
    add("frexp/fract/f64", Table::unary("frexp(x).fract", &numbers, |x: f64| split(x).0).with_vectors());
    let exponent = Table::unary("i32(frexp(x).exp)", &numbers, |x: f64| split(x).1);
    add("frexp/exp/f64", exponent.with_vectors_of("vec3<i32>(frexp(x).exp)"));
    let exponents = [-20, -1, 0, 1, 20];
    let table =
        Table::binary("ldexp(x, y)", (&singles, &exponents), |x, y| x * 2.0_f32.powi(y)).with_vectors();
    add("ldexp/f32", table);
}

fn floats(add: Add<'_>) {
    fn exact<T: Value>(add: Add<'_>, name: &str, values: &[T], f: impl Fn(T) -> T) {
        let table = Table::unary(&format!("{name}(x)"), values, f).with_vectors();
        add(&format!("{name}/{}", T::NAME), table);
    }
    let singles = [0.5_f32, -0.5, 1.5, -1.5, 2.5, -2.5, 3.25, -3.75, 1e10, 0.0];
    let halves = [0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 3.25, -3.75, 2048.0, 0.0].map(Half);
    let doubles = [0.5_f64, -0.5, 1.5, -1.5, 2.5, -2.5, 3.25, -3.75, 1e100, 0.0];
    macro_rules! rounding {
        ($name:literal, $f:expr) => {{
            let f: fn(f64) -> f64 = $f;
            exact(add, $name, &singles, |x| f(x.into()) as f32);
            exact(add, $name, &halves, |x| Half(f(x.0)));
            exact(add, $name, &doubles, f);
        }};
    }
    rounding!("abs", f64::abs);
    rounding!("floor", |x| x.floor());
    rounding!("ceil", |x| x.ceil());
    rounding!("trunc", |x| x.trunc());
    rounding!("round", f64::round_ties_even);
    rounding!("fract", |x| x - x.floor());
    rounding!("sign", |x| if x == 0.0 { 0.0 } else { x.signum() });
    rounding!("saturate", |x| x.clamp(0.0, 1.0));
}

fn lengths() -> Vec<Trial> {
    let buffers = [
        ("array<u32>", "data", 4, 0, 28, 7),
        ("array<vec3<f32>>", "data", 16, 0, 80, 5),
        ("array<mat3x3<f32>>", "data", 48, 0, 144, 3),
        ("Tail", "data.list", 8, 16, 40, 3),
        ("Vectors", "data.list", 16, 32, 112, 5),
    ];
    let declarations = "struct Tail { head: vec3<u32>, list: array<vec2<u32>> }\n
        struct Vectors { head: array<vec4<f32>, 2>, list: array<Pair> }\nstruct Pair { a: vec2<f32>, b: f32 }\n";
    let mut cases = Vec::new();
    for (ty, path, stride, start, bytes, count) in buffers {
        // The length of a buffer with an incomplete element is rounded down.
        for rest in [0, stride - 4] {
            let source = format!(
                "{declarations}
                @group(0) @binding(0) var<storage, read_write> data: {ty};
                @group(0) @binding(1) var<storage, read_write> lengths: array<u32>;
                @compute @workgroup_size(1) fn main() {{
                    lengths[0] = arrayLength(&{path});
                    let pointer = &{path};
                    lengths[1] = arrayLength(pointer);
                    if lengths[0] > 2u {{ lengths[2] = arrayLength(&{path}) * 3u; }}
                }}",
            );
            assert_eq!(start + stride * count, bytes);
            let data = vec![1; bytes as usize + rest as usize];
            let expected = [count, count, 3 * count].map(|count: i32| count.cast_unsigned()).bytes();
            let name = format!("builtins/arrayLength/{ty}/{rest}");
            let shader = Shader::new(source).storage(0, data.clone(), data).output(1, expected);
            cases.push(case(name, move || shader.check()));
        }
    }
    cases
}
