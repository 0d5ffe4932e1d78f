//! Comparing what came out with what was expected, by the rule that the document names.

use super::{BufferData, Comparison, DataFormat, Denormals, Pipeline, Rule};

/// What came of a comparison.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Verdict {
    /// The comparison's name.
    pub name: String,
    /// The names of the two buffers: what came out, and what was expected.
    pub buffers: [String; 2],
    /// The rule.
    pub rule: Rule,
    /// How the two differ; `None` where the comparison holds.
    pub mismatch: Option<Mismatch>,
}

/// How two buffers differ.
#[derive(Debug, Clone, PartialEq)]
pub enum Mismatch {
    /// They have not as many bytes, or not as many resources: of what came out, and of what was expected.
    Size([usize; 2]),
    /// Components differ: how many of how many, and the first ones.
    Components {
        /// How many differ.
        count: usize,
        /// How many there are.
        of: usize,
        /// The first ones that do.
        first: Vec<Difference>,
    },
}

/// Two components that differ.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// Which resource of an array.
    pub resource: usize,
    /// Which component in it.
    pub component: usize,
    /// What came out: its value, and its bits.
    pub actual: (String, u64),
    /// What was expected.
    pub expected: (String, u64),
}

impl Pipeline {
    /// Compares all buffers that the document says results of. Of differences, the first ones are kept, this many at
    /// most.
    pub fn verdicts(&self, most: usize) -> impl Iterator<Item = Verdict> {
        self.results.iter().map(move |comparison| self.verdict(comparison, most))
    }

    fn verdict(&self, comparison: &Comparison, most: usize) -> Verdict {
        let (actual, expected) = (self.buffers.get(comparison.actual), self.buffers.get(comparison.expected));
        let name = |buffer: Option<&BufferData>| buffer.map(|buffer| buffer.name.clone()).unwrap_or_default();
        let mismatch = match (actual, expected) {
            (Some(actual), Some(expected)) => compare(actual, expected, comparison.rule, most),
            _ => Some(Mismatch::Size([0, 0])),
        };
        let buffers = [name(actual), name(expected)];
        Verdict { name: comparison.name.clone(), buffers, rule: comparison.rule, mismatch }
    }
}

fn compare(actual: &BufferData, expected: &BufferData, rule: Rule, most: usize) -> Option<Mismatch> {
    let size = |buffer: &BufferData| buffer.data.iter().map(Vec::len).sum::<usize>();
    if actual.data.len() != expected.data.len() || size(actual) != size(expected) {
        return Some(Mismatch::Size([size(actual), size(expected)]));
    }
    let (mut count, mut of, mut first) = (0, 0, Vec::new());
    // Bits are compared in the same pieces, and shown as each buffer says.
    let format = actual.format;
    let shown_as = if expected.format.bytes() == format.bytes() { expected.format } else { format };
    for (resource, (actual, expected)) in actual.data.iter().zip(&expected.data).enumerate() {
        for (component, (a, e)) in format.components(actual).zip(format.components(expected)).enumerate() {
            of += 1;
            if holds(rule, format, a, e) {
                continue;
            }
            count += 1;
            if first.len() < most {
                let (actual, expected) = ((shown(format, a), a), (shown(shown_as, e), e));
                first.push(Difference { resource, component, actual, expected });
            }
        }
    }
    (count > 0).then_some(Mismatch::Components { count, of, first })
}

/// A component for people: floats with as many digits as tell them apart.
fn shown(format: DataFormat, bits: u64) -> String {
    match format {
        DataFormat::Float16 => format!("{:?}", half(bits)),
        DataFormat::Float32 | DataFormat::Depth32 => {
            format!("{:?}", f32::from_bits(dxil_run::lanes::low(bits)))
        }
        DataFormat::Float64 => format!("{:?}", f64::from_bits(bits)),
        format => format.write(bits),
    }
}

/// Whether a component is what it is to be.
fn holds(rule: Rule, format: DataFormat, actual: u64, expected: u64) -> bool {
    if actual == expected {
        return true;
    }
    let (value, wanted) = match format {
        _ if rule == Rule::Exact => return false,
        DataFormat::Float16 => (half(actual), half(expected)),
        DataFormat::Float64 => (f64::from_bits(actual), f64::from_bits(expected)),
        _ => (single(actual), single(expected)),
    };
    if value == wanted || value.is_nan() && wanted.is_nan() {
        return true;
    }
    if value.is_nan() || wanted.is_nan() {
        return false;
    }
    let denormals = match rule {
        Rule::Ulp { denormals, .. } | Rule::Epsilon { denormals, .. } => denormals,
        Rule::Exact => return false,
    };
    // Of 16 bits, denormals are always preserved.
    let may_be_flushed = denormals == Denormals::Any && format != DataFormat::Float16;
    if may_be_flushed && is_denormal(format, expected) && value == 0.0 {
        return value.is_sign_negative() == wanted.is_sign_negative();
    }
    match rule {
        Rule::Exact => false,
        Rule::Epsilon { epsilon, .. } => distance(format, value, wanted) < rounded(format, epsilon),
        Rule::Ulp { tolerance, zero_tolerance, .. } => {
            let close = rounded(format, zero_tolerance);
            if close > 0.0 && (value.abs() <= close || wanted.abs() <= close) {
                return distance(format, value, wanted) <= close;
            }
            ulps(format, actual, expected) <= u64::from(tolerance)
        }
    }
}

/// How far apart two are, in the arithmetic of their format; floats of 16 bits are compared as those of 32.
#[expect(clippy::cast_possible_truncation, reason = "they were floats of 32 bits")]
fn distance(format: DataFormat, a: f64, b: f64) -> f64 {
    if format == DataFormat::Float64 { (a - b).abs() } else { f64::from((a as f32 - b as f32).abs()) }
}

#[expect(clippy::cast_possible_truncation, reason = "tolerances have the precision of what they are for")]
fn rounded(format: DataFormat, tolerance: f64) -> f64 {
    if format == DataFormat::Float64 { tolerance } else { f64::from(tolerance as f32) }
}

/// How many floats lie between two of the same sign.
fn ulps(format: DataFormat, a: u64, b: u64) -> u64 {
    match format {
        DataFormat::Float64 => a.cast_signed().wrapping_sub(b.cast_signed()).unsigned_abs(),
        DataFormat::Float16 => {
            // In the order of their values.
            let ordered = |bits: u64| if bits & 0x8000 != 0 { 0xffff & !bits } else { bits | 0x8000 };
            ordered(a).abs_diff(ordered(b))
        }
        _ => {
            let [a, b] = [a, b].map(|bits| dxil_run::lanes::low(bits).cast_signed());
            u64::from(a.wrapping_sub(b).unsigned_abs())
        }
    }
}

fn is_denormal(format: DataFormat, bits: u64) -> bool {
    match format {
        DataFormat::Float64 => f64::from_bits(bits).is_subnormal(),
        _ => f32::from_bits(dxil_run::lanes::low(bits)).is_subnormal(),
    }
}

fn single(bits: u64) -> f64 {
    f64::from(f32::from_bits(dxil_run::lanes::low(bits)))
}

/// The value of a float of 16 bits.
fn half(bits: u64) -> f64 {
    f64::from(dxil::half::to_single(dxil_run::lanes::low(bits & 0xffff)))
}
