//! Interval arithmetic with the accuracy of WGSL's operations. Separate because it bounds the functions whose accuracy
//! WGSL inherits from an expression (WGSL 15.7.4): every result that an implementation may compute for the expression
//! is in the interval.

use naga::Scalar;

use super::{bit_width, decoded, encoded};

/// The numbers between two numbers. An infinite bound means that every result is permitted.
#[derive(Debug, Clone, Copy)]
pub(super) struct Interval {
    pub(super) low: f64,
    pub(super) high: f64,
}

/// The smallest normal number of a type.
pub(super) fn smallest_normal(scalar: Scalar) -> f64 {
    match bit_width(scalar) {
        16 => (2.0_f64).powi(-14),
        32 => f32::MIN_POSITIVE.into(),
        _ => f64::MIN_POSITIVE,
    }
}

/// The largest finite number of a type.
pub(super) fn largest(scalar: Scalar) -> f64 {
    match bit_width(scalar) {
        16 => 65504.0,
        32 => f32::MAX.into(),
        _ => f64::MAX,
    }
}

/// Returns true for numbers that implementations may replace with zero.
pub(super) fn is_subnormal(scalar: Scalar, number: f64) -> bool {
    number != 0.0 && number.abs() < smallest_normal(scalar)
}

/// The next larger number of a type.
fn next_up(scalar: Scalar, number: f64) -> f64 {
    match bit_width(scalar) {
        16 => {
            let bits = encoded(scalar, number);
            let is_negative = bits >> 15 != 0;
            match bits & 0x7fff {
                0 => decoded(scalar, 1),
                magnitude if is_negative => -decoded(scalar, magnitude - 1),
                magnitude => decoded(scalar, (magnitude + 1).min(0x7c00)),
            }
        }
        32 => {
            let bits = u32::try_from(encoded(scalar, number)).unwrap();
            f32::from_bits(bits).next_up().into()
        }
        _ => number.next_up(),
    }
}

/// The largest number of the type that is not above the number, and the smallest one that is not below.
pub(super) fn neighbours(scalar: Scalar, number: f64) -> (f64, f64) {
    let nearest = decoded(scalar, encoded(scalar, number));
    match nearest.partial_cmp(&number) {
        Some(std::cmp::Ordering::Less) => (nearest, next_up(scalar, nearest)),
        Some(std::cmp::Ordering::Greater) => (-next_up(scalar, -nearest), nearest),
        _ => (nearest, nearest),
    }
}

/// The unit in the last place, as WGSL defines it.
pub(super) fn ulp(scalar: Scalar, number: f64) -> f64 {
    if number.abs() >= largest(scalar) {
        return largest(scalar) + next_up(scalar, -largest(scalar));
    }
    match neighbours(scalar, number) {
        (low, high) if low < high => high - low,
        (low, _) => (next_up(scalar, low) - low).min(low + next_up(scalar, -low)),
    }
}

/// A number that is not below the exact sum: 64-bit floats do not represent all sums of 32-bit floats. The error of the
/// rounded sum is exact (Knuth's two-sum).
fn rounded_up_sum(a: f64, b: f64) -> f64 {
    let sum = a + b;
    let part = sum - a;
    let error = (a - (sum - part)) + (b - part);
    if error > 0.0 { sum.next_up() } else { sum }
}

impl Interval {
    pub(super) const EVERYTHING: Self = Self { low: f64::NEG_INFINITY, high: f64::INFINITY };

    pub(super) fn point(number: f64) -> Self {
        Self { low: number, high: number }
    }

    /// An argument: an implementation may replace a subnormal one with zero.
    pub(super) fn argument(scalar: Scalar, number: f64) -> Self {
        Self::point(number).flushed(scalar)
    }

    fn flushed(self, scalar: Scalar) -> Self {
        let (mut low, mut high) = (self.low, self.high);
        if bit_width(scalar) == 64 {
            return self;
        }
        if low > 0.0 && is_subnormal(scalar, low) {
            low = 0.0;
        }
        if high < 0.0 && is_subnormal(scalar, high) {
            high = 0.0;
        }
        Self { low, high }
    }

    pub(super) fn is_unbounded(self) -> bool {
        !(self.low.is_finite() && self.high.is_finite())
    }

    pub(super) fn contains(self, number: f64) -> bool {
        self.is_unbounded() || (self.low..=self.high).contains(&number)
    }

    /// The interval with all numbers of another one.
    pub(super) fn union(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// The numbers of the type to which an implementation may round the numbers of the interval. For 64 bits, the
    /// bounds themselves are rounded.
    pub(super) fn rounded(self, scalar: Scalar) -> Self {
        if self.low.is_nan() || self.high.is_nan() {
            return Self::EVERYTHING;
        }
        let rounded = match bit_width(scalar) {
            64 => Self { low: self.low.next_down(), high: self.high.next_up() },
            _ => Self { low: neighbours(scalar, self.low).0, high: neighbours(scalar, self.high).1 },
        };
        let limit = largest(scalar);
        let rounded = if rounded.low < -limit || rounded.high > limit { Self::EVERYTHING } else { rounded };
        rounded.flushed(scalar)
    }

    /// The interval with an absolute error.
    pub(super) fn with_error(self, error: f64) -> Self {
        Self { low: self.low - error, high: self.high + error }
    }

    /// The interval with an error in units in the last place.
    pub(super) fn with_ulps(self, scalar: Scalar, count: f64) -> Self {
        Self {
            low: self.low - count * ulp(scalar, self.low),
            high: self.high + count * ulp(scalar, self.high),
        }
    }

    pub(super) fn negated(self) -> Self {
        Self { low: -self.high, high: -self.low }
    }

    /// The values of a function that never decreases.
    pub(super) fn map(self, f: impl Fn(f64) -> f64) -> Self {
        Self { low: f(self.low), high: f(self.high) }
    }

    /// The maximum of each number and a limit.
    pub(super) fn at_least(self, limit: f64) -> Self {
        self.map(|number| number.max(limit))
    }
}

/// Operations with the accuracy of a type.
#[derive(Debug, Clone, Copy)]
pub(super) struct Accuracy(pub(super) Scalar);

impl Accuracy {
    pub(super) fn constant(self, number: f64) -> Interval {
        Interval::point(number).rounded(self.0)
    }

    pub(super) fn add(self, a: Interval, b: Interval) -> Interval {
        let low = -rounded_up_sum(-a.low, -b.low);
        Interval { low, high: rounded_up_sum(a.high, b.high) }.rounded(self.0)
    }

    pub(super) fn sub(self, a: Interval, b: Interval) -> Interval {
        self.add(a, b.negated())
    }

    pub(super) fn mul(self, a: Interval, b: Interval) -> Interval {
        let products = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
        if products.iter().any(|product| product.is_nan()) {
            return Interval::EVERYTHING;
        }
        let low = products.iter().copied().fold(f64::INFINITY, f64::min);
        let high = products.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        Interval { low, high }.rounded(self.0)
    }

    pub(super) fn div(self, a: Interval, b: Interval) -> Interval {
        let limit = 1.0 / smallest_normal(self.0);
        if b.contains(0.0) || b.low.abs().max(b.high.abs()) > limit {
            return Interval::EVERYTHING;
        }
        let quotients = [a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high];
        let low = quotients.iter().copied().fold(f64::INFINITY, f64::min);
        let high = quotients.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        Interval { low, high }.with_ulps(self.0, 2.5).rounded(self.0)
    }

    pub(super) fn inverse_sqrt(self, a: Interval) -> Interval {
        if a.low <= 0.0 {
            return Interval::EVERYTHING;
        }
        let exact = Interval { low: 1.0 / a.high.sqrt(), high: 1.0 / a.low.sqrt() };
        exact.with_ulps(self.0, 2.0).rounded(self.0)
    }

    /// `1 / inverseSqrt(a)`, extended to zero.
    pub(super) fn sqrt(self, a: Interval) -> Interval {
        let smallest = smallest_normal(self.0);
        let root = |number: f64| self.div(Interval::point(1.0), self.inverse_sqrt(Interval::point(number)));
        if a.high < 0.0 {
            return Interval::EVERYTHING;
        }
        let low = if a.low < smallest { 0.0 } else { root(a.low).low };
        Interval { low, high: root(a.high.max(smallest)).high }
    }

    fn logarithm(self, a: Interval, f: impl Fn(f64) -> f64) -> Interval {
        if a.low <= 0.0 {
            return Interval::EVERYTHING;
        }
        let absolute = (2.0_f64).powi(if bit_width(self.0) == 16 { -7 } else { -21 });
        let one = |number: f64| {
            let exact = Interval::point(f(number));
            let is_near_one = (0.5..=2.0).contains(&number);
            if is_near_one { exact.with_error(absolute) } else { exact.with_ulps(self.0, 3.0) }
        };
        one(a.low).union(one(a.high)).rounded(self.0)
    }

    pub(super) fn log(self, a: Interval) -> Interval {
        self.logarithm(a, f64::ln)
    }

    pub(super) fn log2(self, a: Interval) -> Interval {
        self.logarithm(a, f64::log2)
    }

    fn exponential(self, a: Interval, f: impl Fn(f64) -> f64) -> Interval {
        let constant = if bit_width(self.0) == 16 { 1.0 } else { 3.0 };
        let one = |number: f64| {
            Interval::point(f(number)).with_ulps(self.0, constant + 2.0 * number.abs()).rounded(self.0)
        };
        one(a.low).union(one(a.high))
    }

    pub(super) fn exp(self, a: Interval) -> Interval {
        self.exponential(a, f64::exp)
    }

    pub(super) fn exp2(self, a: Interval) -> Interval {
        self.exponential(a, f64::exp2)
    }

    /// The error of the sine and the cosine between -π and π.
    pub(super) fn wave_error(self) -> f64 {
        (2.0_f64).powi(if bit_width(self.0) == 16 { -7 } else { -11 })
    }

    /// The function of a number, with the error of the sine and the cosine.
    pub(super) fn wave(self, a: f64, f: impl Fn(f64) -> f64) -> Interval {
        Interval::point(f(a)).with_error(self.wave_error()).rounded(self.0)
    }

    /// The sum of the products of components.
    pub(super) fn dot(self, a: &[Interval], b: &[Interval]) -> Interval {
        let products = a.iter().zip(b).map(|(a, b)| self.mul(*a, *b));
        products.reduce(|sum, product| self.add(sum, product)).unwrap()
    }

    pub(super) fn length(self, a: &[Interval]) -> Interval {
        self.sqrt(self.dot(a, a).at_least(0.0))
    }
}
