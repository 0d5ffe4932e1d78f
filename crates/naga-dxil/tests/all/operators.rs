//! Operators on scalars and vectors, with the values at which the results of other languages are undefined.

use libtest_mimic::Trial;

use crate::harness::case;
use crate::tables::{Half, Table, Value};

const U32: [u32; 9] = [0, 1, 2, 7, 31, 0x7fff_ffff, 0x8000_0000, 0xffff_fffe, u32::MAX];
const I32: [i32; 10] = [0, 1, -1, 2, -2, 7, -7, i32::MAX, i32::MIN, i32::MIN + 1];
const U16: [u16; 8] = [0, 1, 2, 7, 0x7fff, 0x8000, 0xfffe, u16::MAX];
const I16: [i16; 9] = [0, 1, -1, 2, -2, 7, i16::MAX, i16::MIN, i16::MIN + 1];
const U64: [u64; 9] = [0, 1, 2, 7, 0xffff_ffff, 1 << 32, i64::MAX as u64, 1 << 63, u64::MAX];
const I64: [i64; 10] = [0, 1, -1, 2, -7, 1 << 32, -(1 << 32), i64::MAX, i64::MIN, i64::MIN + 1];
const F32: [f32; 12] =
    [0.0, -0.0, 1.0, -1.5, 2.0, 7.25, -0.375, 1e30, -1e30, f32::INFINITY, f32::NEG_INFINITY, f32::NAN];
const F64: [f64; 12] =
    [0.0, -0.0, 1.0, -1.5, 2.0, 7.25, -0.375, 1e300, -1e300, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
const F16: [Half; 11] = [
    Half(0.0),
    Half(-0.0),
    Half(1.0),
    Half(-1.5),
    Half(2.0),
    Half(7.25),
    Half(-0.375),
    Half(60000.0),
    Half(f64::INFINITY),
    Half(f64::NEG_INFINITY),
    Half(f64::NAN),
];
const COUNTS: [u32; 10] = [0, 1, 5, 31, 32, 33, 63, 64, 65, u32::MAX];
const BOOLS: [bool; 2] = [false, true];

pub(crate) fn cases() -> Vec<Trial> {
    let mut cases = Vec::new();
    let mut add = |name: String, table: Table| {
        cases.push(case(format!("operators/{name}"), move || table.check()));
    };
    integers(&mut add);
    floats(&mut add);
    bools(&mut add);
    selects(&mut add);
    mixed(&mut add);
    cases
}

/// The name of an operator, its WGSL, and its values.
type Operator<T, R> = (&'static str, &'static str, fn(T, T) -> R);

type Add<'a> = &'a mut dyn FnMut(String, Table);

/// Comparisons of a type.
fn comparisons<T: Value + PartialOrd>(add: Add<'_>, values: &[T]) {
    let operators: [Operator<T, bool>; 6] = [
        ("equal", "==", |x, y| x == y),
        ("not_equal", "!=", |x, y| x != y),
        ("less", "<", |x, y| x < y),
        ("less_equal", "<=", |x, y| x <= y),
        ("greater", ">", |x, y| x > y),
        ("greater_equal", ">=", |x, y| x >= y),
    ];
    for (name, operator, f) in operators {
        let table = Table::binary(&format!("x {operator} y"), (values, values), f).with_vectors();
        add(format!("{name}/{}", T::NAME), table);
    }
}

macro_rules! integer_operators {
    ($add:ident, $ty:ty, $values:ident) => {{
        let operators: [Operator<$ty, $ty>; 8] = [
            ("add", "+", <$ty>::wrapping_add),
            ("subtract", "-", <$ty>::wrapping_sub),
            ("multiply", "*", <$ty>::wrapping_mul),
            // x / 0 = x, and the smallest value / -1 is the smallest value.
            ("divide", "/", |x, y| if y == 0 { x } else { x.wrapping_div(y) }),
            ("remainder", "%", |x, y| if y == 0 { 0 } else { x.wrapping_rem(y) }),
            ("and", "&", |x, y| x & y),
            ("or", "|", |x, y| x | y),
            ("exclusive_or", "^", |x, y| x ^ y),
        ];
        for (name, operator, f) in operators {
            let table = Table::binary(&format!("x {operator} y"), (&$values, &$values), f).with_vectors();
            $add(format!("{name}/{}", stringify!($ty)), table);
        }
        let (name, values) = (stringify!($ty), (&$values[..], &COUNTS[..]));
        $add(
            format!("shift_left/{name}"),
            Table::binary("x << y", values, <$ty>::wrapping_shl).with_vectors(),
        );
        $add(
            format!("shift_right/{name}"),
            Table::binary("x >> y", values, <$ty>::wrapping_shr).with_vectors(),
        );
        $add(format!("complement/{name}"), Table::unary("~x", &$values, |x: $ty| !x).with_vectors());
        comparisons($add, &$values);
    }};
}

fn integers(add: Add<'_>) {
    integer_operators!(add, u32, U32);
    integer_operators!(add, i32, I32);
    integer_operators!(add, u16, U16);
    integer_operators!(add, i16, I16);
    integer_operators!(add, u64, U64);
    integer_operators!(add, i64, I64);
    add("negate/i32".into(), Table::unary("-x", &I32, i32::wrapping_neg).with_vectors());
    add("negate/i16".into(), Table::unary("-x", &I16, i16::wrapping_neg).with_vectors());
    add("negate/i64".into(), Table::unary("-x", &I64, i64::wrapping_neg).with_vectors());
}

fn floats(add: Add<'_>) {
    // Sums, products and quotients of halves are exact enough in doubles to be rounded once.
    macro_rules! arithmetic {
        ($ty:ty, $values:ident, $wrap:expr, $unwrap:expr) => {{
            let (wrap, unwrap) = ($wrap, $unwrap);
            let values = (&$values[..], &$values[..]);
            let name = <$ty as Value>::NAME;
            let sums = Table::binary("x + y", values, |x, y| wrap(unwrap(x) + unwrap(y)));
            add(format!("add/{name}"), sums.with_vectors());
            let differences = Table::binary("x - y", values, |x, y| wrap(unwrap(x) - unwrap(y)));
            add(format!("subtract/{name}"), differences.with_vectors());
            let products = Table::binary("x * y", values, |x, y| wrap(unwrap(x) * unwrap(y)));
            add(format!("multiply/{name}"), products.with_vectors());
            let quotients = Table::binary("x / y", values, |x, y| wrap(unwrap(x) / unwrap(y)));
            add(format!("divide/{name}"), quotients.with_vectors());
            let negated = Table::unary("-x", &$values, |x: $ty| wrap(-unwrap(x)));
            add(format!("negate/{name}"), negated.with_vectors());
            comparisons(add, &$values);
        }};
    }
    arithmetic!(f32, F32, |x: f32| x, |x: f32| x);
    arithmetic!(f64, F64, |x: f64| x, |x: f64| x);
    arithmetic!(Half, F16, Half, |x: Half| x.0);

    // The formula of the WGSL specification, of which each step is exact for these values. A remainder of 0 is
    // positive, unlike C's. WGSL has no doubles: the remainder of doubles is C's.
    let (dividends, divisors) = ([0.0, 5.5, -5.5, 7.25, -7.25, 1024.0], [1.0, -1.0, 2.0, -2.0, 4.0, 0.5]);
    let singles = (dividends.map(|x| x as f32), divisors.map(|y| y as f32));
    let rest = Table::binary("x % y", (&singles.0, &singles.1), |x: f32, y: f32| x - y * (x / y).trunc());
    add("remainder/f32".into(), rest.with_vectors());
    let rest = Table::binary("x % y", (&dividends, &divisors), |x: f64, y: f64| x % y);
    add("remainder/f64".into(), rest.with_vectors());
    let halves = (dividends.map(Half), divisors.map(Half));
    let rest = Table::binary("x % y", (&halves.0, &halves.1), |x: Half, y: Half| {
        Half(x.0 - y.0 * (x.0 / y.0).trunc())
    });
    add("remainder/f16".into(), rest.with_vectors());
}

fn bools(add: Add<'_>) {
    let operators: [Operator<bool, bool>; 4] = [
        ("and", "&", |x, y| x & y),
        ("or", "|", |x, y| x | y),
        ("equal", "==", |x, y| x == y),
        ("not_equal", "!=", |x, y| x != y),
    ];
    for (name, operator, f) in operators {
        let table = Table::binary(&format!("x {operator} y"), (&BOOLS, &BOOLS), f).with_vectors();
        add(format!("{name}/bool"), table);
    }
    add("logical_and".into(), Table::binary("x && y", (&BOOLS, &BOOLS), |x, y| x && y));
    add("logical_or".into(), Table::binary("x || y", (&BOOLS, &BOOLS), |x, y| x || y));
    add("not".into(), Table::unary("!x", &BOOLS, |x: bool| !x).with_vectors());
    let three = (&BOOLS[..], &BOOLS[..], &BOOLS[..]);
    let all = "all(vec2(x, y)) && all(vec3(x, y, z)) && all(vec4(x, y, z, true)) && all(x)";
    add("all".into(), Table::ternary(all, three, |x, y, z| x && y && z));
    let any = "any(vec3(x, y, z)) && any(vec4(x, y, z, false)) && (any(vec2(x, y)) || any(z))";
    add("any".into(), Table::ternary(any, three, |x, y, z| x || y || z));
    // The right operand has an effect only if it is evaluated.
    let effects = "var<private> calls: u32;\nfn count(x: bool) -> bool { calls += 1u; return x; }\n
        fn both(x: bool, y: bool) -> u32 { calls = 0u; let r = count(x) && count(y); return calls + select(0u, 4u, r); }
        fn either(x: bool, y: bool) -> u32 { calls = 0u; let r = count(x) || count(y); return calls + select(0u, 4u, r); }\n";
    let and = Table::binary("both(x, y)", (&BOOLS, &BOOLS), |x, y| 1 + u32::from(x) + 4 * u32::from(x && y));
    add("short_circuit_and".into(), and.declarations(effects));
    let or =
        Table::binary("either(x, y)", (&BOOLS, &BOOLS), |x, y| 1 + u32::from(!x) + 4 * u32::from(x || y));
    add("short_circuit_or".into(), or.declarations(effects));
}

fn selects(add: Add<'_>) {
    macro_rules! select {
        ($ty:ty, $values:expr) => {{
            let values = ($values, $values, &BOOLS[..]);
            let table =
                Table::ternary("select(x, y, z)", values, |x: $ty, y: $ty, z: bool| if z { y } else { x });
            add(format!("select/{}", <$ty as Value>::NAME), table.with_vectors());
        }};
    }
    select!(f32, &F32[..]);
    select!(f64, &F64[..4]);
    select!(Half, &F16[..]);
    select!(i32, &I32[..]);
    select!(u64, &U64[..]);
    select!(bool, &BOOLS[..]);
    let comparison =
        Table::binary("select(1u, 2u, x < y)", (&F32, &F32), |x, y| if x < y { 2_u32 } else { 1 });
    add("select/comparison".into(), comparison);
    let negated = Table::binary("!(x < y)", (&F32, &F32), |x: f32, y: f32| !x.lt(&y));
    add("not/comparison_with_nan".into(), negated);
}

/// Operators between scalars and vectors, and compound assignments.
fn mixed(add: Add<'_>) {
    let sum = "dot(vec3<i32>(1, 10, 100), x * vec3<i32>(y, 1, y) + vec3<i32>(y, x, y) / y - vec3(x) % y)";
    let values = (&[3, -8, 17][..], &[1, 2, -3][..]);
    add(
        "scalar_and_vector/i32".into(),
        Table::binary(sum, values, |x: i32, y: i32| {
            let part = |product: i32, dividend: i32| product + dividend / y - x % y;
            part(x * y, y) + 10 * part(x, x) + 100 * part(x * y, y)
        }),
    );
    let floats = "dot(vec2<f32>(1.0, 16.0), (x - vec2<f32>(y, 1.0)) * 2.0 + vec2<f32>(x, y) / 4.0)";
    let values = (&[3.0, -8.0, 17.5][..], &[1.0, 2.0, -3.0][..]);
    add(
        "scalar_and_vector/f32".into(),
        Table::binary(floats, values, |x: f32, y: f32| {
            ((x - y) * 2.0 + x / 4.0) + 16.0 * ((x - 1.0) * 2.0 + y / 4.0)
        }),
    );
    let assignments = "
        fn assigned(x: u32, y: u32) -> u32 {
            var v = x; v += y; v *= 3u; v -= 1u; v ^= 0x55u; v |= 8u; v &= 0xffffu; v <<= 2u; v >>= 1u; v /= 3u;
            v %= 1000u; v++; v--; v++;
            return v;
        }\n";
    let table = Table::binary("assigned(x, y)", (&U32, &U32), |x, y| {
        let v = x.wrapping_add(y).wrapping_mul(3).wrapping_sub(1);
        let v = ((((v ^ 0x55) | 8) & 0xffff) << 2) >> 1;
        v / 3 % 1000 + 1
    });
    add("compound_assignments".into(), table.declarations(assignments));
    let swizzles = "
        fn swizzled(x: f32, y: f32) -> f32 {
            var v = vec4<f32>(x, y, 3.0, 4.0);
            v.y = v.x + v.w;
            let w = v.wzyx.yx;
            let r = vec3(w, v.z).rgb.bbr;
            return r.x + 10.0 * r.y + 100.0 * r.z + v.yx.x;
        }\n";
    let values = (&[1.0, 2.0][..], &[5.0, 6.0][..]);
    let table = Table::binary("swizzled(x, y)", values, |x: f32, _y: f32| {
        // v = (x, x + 4, 3, 4), w = (3, 4), r = (3, 3, 3).
        333.0 + x + 4.0
    });
    add("swizzles".into(), table.declarations(swizzles));
}
