//! Conversions of values between all scalar types, and of bits.

use libtest_mimic::Trial;

use crate::harness::case;
use crate::tables::{Half, Table, Value};

const U32: [u32; 7] = [0, 1, 7, 1023, 0x7fff_ffff, 0x8000_0080, u32::MAX];
const I32: [i32; 8] = [0, 1, -1, 1023, -1024, 0x0100_0001, i32::MAX, i32::MIN];
const U64: [u64; 8] = [0, 1, 1023, 0xffff_ffff, 0x1_0000_0001, 1 << 63, (1 << 53) + 1, u64::MAX];
const I64: [i64; 8] = [0, 1, -1, -1024, 0x1_0000_0001, -0x1_0000_0001, i64::MAX, i64::MIN];
const BOOLS: [bool; 2] = [false, true];
/// Floats with fractions, out of the range of the integer types, and not finite.
const SPECIALS: [f64; 21] = [
    0.0,
    -0.0,
    0.5,
    -0.75,
    1.0,
    -1.0,
    1.99,
    -2.5,
    1023.75,
    2147483520.0,
    2147483648.0,
    -2147483648.0,
    4294967040.0,
    4294967296.0,
    9223371487098961920.0,
    9223372036854775808.0,
    -9223372036854775808.0,
    1e30,
    -1e30,
    f64::INFINITY,
    f64::NEG_INFINITY,
];

pub(crate) fn cases() -> Vec<Trial> {
    let mut cases = Vec::new();
    let mut add = |name: String, table: Table| {
        cases.push(case(format!("conversions/{name}"), move || table.check()));
    };
    integers(&mut add);
    to_integers(&mut add);
    floats(&mut add);
    bitcasts(&mut add);
    cases
}

type Add<'a> = &'a mut dyn FnMut(String, Table);

fn convert<X: Value, R: Value>(add: Add<'_>, values: &[X], f: impl Fn(X) -> R) {
    let name = format!("{}_to_{}", X::NAME, R::NAME);
    add(name, Table::unary(&format!("{}(x)", R::NAME), values, &f));
    // The components of vectors are converted one by one.
    let name = format!("{}_to_{}/vector", X::NAME, R::NAME);
    let vector = format!("vec4<{}>(vec4(x)).z", R::NAME);
    add(name, Table::unary(&vector, values, f));
}

/// Conversions from integers and bools: extended with the sign of the source, or cut.
fn integers(add: Add<'_>) {
    macro_rules! from {
        ($ty:ty, $values:ident) => {{
            let values = &$values[..];
            convert(add, values, |x: $ty| x as u32);
            convert(add, values, |x: $ty| x as i32);
            convert(add, values, |x: $ty| x as u64);
            convert(add, values, |x: $ty| x as i64);
            convert(add, values, |x: $ty| x as f32);
            convert(add, values, |x: $ty| x as f64);
            convert(add, values, |x: $ty| x != 0);
            let small: Vec<$ty> = values.iter().copied().filter(|x| (*x as f64).abs() <= 2048.0).collect();
            convert(add, &small, |x: $ty| Half(x as f64));
        }};
    }
    from!(u32, U32);
    from!(i32, I32);
    from!(u64, U64);
    from!(i64, I64);
    convert(add, &[0_u16, 1, 0x7fff, 0x8000, u16::MAX], u32::from);
    convert(add, &[0_u16, 1, 0x7fff, 0x8000, u16::MAX], i32::from);
    convert(add, &[0_u16, 1, 0x7fff, 0x8000, u16::MAX], u16::cast_signed);
    convert(add, &[0_u16, 1, 0x7fff, 0x8000, u16::MAX], f32::from);
    convert(add, &[0_i16, 1, -1, i16::MAX, i16::MIN], |x| x as u32);
    convert(add, &[0_i16, 1, -1, i16::MAX, i16::MIN], i32::from);
    convert(add, &[0_i16, 1, -1, i16::MAX, i16::MIN], i64::from);
    convert(add, &[0_i16, 1, -1, i16::MAX, i16::MIN], f32::from);
    convert(add, &U32, |x| x as u16);
    convert(add, &I32, |x| x as i16);
    convert(add, &I64, |x| x as i16);
    convert(add, &BOOLS, u32::from);
    convert(add, &BOOLS, i32::from);
    convert(add, &BOOLS, u64::from);
    convert(add, &BOOLS, i64::from);
    convert(add, &BOOLS, f32::from);
    convert(add, &BOOLS, f64::from);
    convert(add, &BOOLS, |x| Half(f64::from(x)));
    convert(add, &BOOLS, |x| x);
}

/// Conversions of floats to integers: truncated, and clamped to the integers that the float type has. A NaN becomes the
/// lower bound.
fn to_integers(add: Add<'_>) {
    // The largest integers that the float types have.
    let singles = (4294967040_u32, 2147483520_i32, 18446742974197923840_u64, 9223371487098961920_i64);
    let doubles = (u32::MAX, i32::MAX, 18446744073709549568_u64, 9223372036854774784_i64);
    macro_rules! to {
        ($ty:ty, $values:expr, $unwrap:expr, $limits:expr) => {{
            let (values, unwrap) = ($values, $unwrap);
            let values: &[$ty] = &values;
            let (u, i, ul, il) = $limits;
            convert(add, values, |x: $ty| (unwrap(x) as u32).min(u));
            let signed = |x: $ty| if unwrap(x).is_nan() { i32::MIN } else { (unwrap(x) as i32).min(i) };
            convert(add, values, signed);
            convert(add, values, |x: $ty| (unwrap(x) as u64).min(ul));
            let signed = |x: $ty| if unwrap(x).is_nan() { i64::MIN } else { (unwrap(x) as i64).min(il) };
            convert(add, values, signed);
            convert(add, values, |x: $ty| unwrap(x) != 0.0);
        }};
    }
    let with_nan: Vec<f64> = SPECIALS.into_iter().chain([f64::NAN]).collect();
    let single: Vec<f32> = with_nan.iter().map(|x| *x as f32).collect();
    to!(f32, single, |x: f32| x, singles);
    to!(f64, with_nan, |x: f64| x, doubles);
    let short =
        [0.0_f32, -0.5, 1.75, 32766.9, 32768.0, -32769.0, 65535.0, 1e9, -1e9, f32::INFINITY, f32::NAN];
    convert(add, &short, |x| x as u16);
    convert(add, &short, |x| if x.is_nan() { i16::MIN } else { x as i16 });
    // The range of halves ends at 65504, so the infinities become these integers.
    let half = |x: Half| x.0.clamp(-65504.0, 65504.0);
    let halves =
        [0.0, -0.0, 0.5, -0.75, 1.0, 1.75, -2.5, 1023.5, 65504.0, -65504.0, f64::INFINITY, f64::NEG_INFINITY];
    to!(Half, halves.map(Half), half, (u32::MAX, i32::MAX, u64::MAX, i64::MAX));
}

fn floats(add: Add<'_>) {
    let singles = [0.0_f32, -0.0, 1.0, -1.5, 1e-30, 3.4e38, f32::INFINITY, f32::NEG_INFINITY, f32::NAN];
    convert(add, &singles, f64::from);
    convert(add, &singles, |x| x);
    let doubles =
        [0.0_f64, -0.0, 1.0, -1.5, 1e30, 1.0000000001, -0.1, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
    convert(add, &doubles, |x| x as f32);
    let halves = [0.0, -0.0, 1.0, -1.5, 65504.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
    convert(add, &halves.map(Half), |x| x.0 as f32);
    convert(add, &halves.map(Half), |x| x.0);
    let near =
        [0.0_f32, -0.0, 1.0, -1.5, 65504.0, 1.0009766, -0.125, f32::INFINITY, f32::NEG_INFINITY, f32::NAN];
    convert(add, &near, |x| Half(x.into()));
}

fn bitcasts(add: Add<'_>) {
    let bits = [0, 1, 0x3f80_0000, 0xbfc0_0000, 0x7f80_0000, 0x8000_0000, 0x7f7f_ffff_u32];
    let signed = bits.map(u32::cast_signed);
    let floats = bits.map(f32::from_bits);
    let long = [0, 1, 0x3ff0_0000_0000_0000, 0x8000_0000_0000_0000, 0x0123_4567_89ab_cdef_u64];
    bitcast(add, &bits, u32::cast_signed);
    bitcast(add, &bits, f32::from_bits);
    bitcast(add, &bits, |x| x);
    bitcast(add, &signed, i32::cast_unsigned);
    bitcast(add, &signed, |x| f32::from_bits(x.cast_unsigned()));
    bitcast(add, &floats, f32::to_bits);
    bitcast(add, &floats, |x| x.to_bits().cast_signed());
    bitcast(add, &long, u64::cast_signed);
    bitcast(add, &long, f64::from_bits);
    bitcast(add, &long.map(u64::cast_signed), i64::cast_unsigned);
    bitcast(add, &long.map(f64::from_bits), f64::to_bits);
    bitcast(add, &long.map(f64::from_bits), |x| x.to_bits().cast_signed());
}

fn bitcast<X: Value, R: Value>(add: Add<'_>, values: &[X], f: impl Fn(X) -> R) {
    let name = format!("bitcast/{}_to_{}", X::NAME, R::NAME);
    let scalar = format!("bitcast<{}>(x)", R::NAME);
    let vector = format!("bitcast<vec3<{}>>(vec3(x)).y", R::NAME);
    add(name.clone(), Table::unary(&scalar, values, &f));
    add(format!("{name}/vector"), Table::unary(&vector, values, f));
}
