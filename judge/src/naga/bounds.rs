//! The comparison of memories: integers are equal, and floats differ at most by the bound of WGSL for the least
//! accurate function that the module uses.
//!
//! Source: WGSL, section 15.7.4, "Floating Point Accuracy"; the tests of naga-dxil check each function separately.

use naga::{BinaryOperator, Expression, MathFunction, Module, Scalar, ScalarKind, TypeInner};

use super::inputs::Leaves;

/// The largest error of a float: units in the last place, or an absolute difference.
#[derive(Debug, Clone, Copy, Default)]
pub struct Bounds {
    ulps: f64,
    absolute: f64,
}

impl Bounds {
    /// The bound of the least accurate function that a module uses.
    pub fn of(module: &Module) -> Self {
        let mut bounds = Self::default();
        let functions = module.functions.iter().map(|(_, function)| function);
        for function in functions.chain(module.entry_points.iter().map(|entry| &entry.function)) {
            for (_, expression) in function.expressions.iter() {
                bounds.include(module, expression);
            }
        }
        bounds
    }

    fn include(&mut self, module: &Module, expression: &Expression) {
        use MathFunction as F;
        let (ulps, absolute) = match expression {
            // The order of sums is free, and products can be fused with them.
            Expression::Binary { op: BinaryOperator::Add | BinaryOperator::Subtract, .. } => (4.0, 0.0),
            // A division may be a product with a reciprocal.
            Expression::Binary { op: BinaryOperator::Divide | BinaryOperator::Modulo, .. } => (2.5, 0.0),
            // Sums of products: each product can be fused, and the order is free.
            Expression::Binary { op: BinaryOperator::Multiply, .. } if has_matrices(module) => (4.0, 0.0),
            Expression::Math { fun, .. } => match fun {
                F::Exp | F::Exp2 => (3.0 + 2.0 * 16.0, 0.0),
                F::Log | F::Log2 => (3.0, 2_f64.powi(-21)),
                F::Sin | F::Cos => (0.0, 2_f64.powi(-11)),
                F::Tan | F::Atan | F::Atan2 | F::Acos | F::Asin => (4096.0, 2_f64.powi(-11)),
                F::Sinh | F::Cosh | F::Tanh | F::Asinh | F::Acosh | F::Atanh => (4096.0, 2_f64.powi(-11)),
                F::Pow => (3.0 + 2.0 * 64.0, 0.0),
                F::InverseSqrt | F::Sqrt => (2.5, 0.0),
                F::Length | F::Distance | F::Normalize | F::Dot | F::Cross | F::Determinant => (8.0, 0.0),
                F::Mix | F::Fma | F::SmoothStep | F::Reflect | F::Refract => (8.0, 2_f64.powi(-20)),
                F::Degrees | F::Radians | F::Ldexp => (2.5, 0.0),
                _ => return,
            },
            _ => return,
        };
        self.ulps = self.ulps.max(ulps);
        self.absolute = self.absolute.max(absolute);
    }

    /// The first scalar that differs by more than the bound.
    pub fn difference(&self, leaves: &Leaves, ours: &[u8], theirs: &[u8]) -> Option<String> {
        for (offset, scalar) in leaves {
            let range = *offset as usize..*offset as usize + usize::from(scalar.width);
            let (Some(ours), Some(theirs)) = (ours.get(range.clone()), theirs.get(range)) else { continue };
            if ours != theirs && !self.is_within(*scalar, bits(ours), bits(theirs)) {
                let value = |bits| match scalar.kind {
                    ScalarKind::Float => format!("{:?}", float(*scalar, bits)),
                    _ => format!("{bits:#x}"),
                };
                return Some(format!("byte {offset}: {}, not {}", value(bits(ours)), value(bits(theirs))));
            }
        }
        None
    }

    fn is_within(&self, scalar: Scalar, ours: u64, theirs: u64) -> bool {
        if scalar.kind != ScalarKind::Float {
            return false;
        }
        let (a, b) = (float(scalar, ours), float(scalar, theirs));
        if a == b || a.is_nan() && b.is_nan() {
            return true;
        }
        let precision = match scalar.width {
            2 => 10,
            4 => 23,
            _ => 52,
        };
        let largest = a.abs().max(b.abs());
        let ulp = if largest > 0.0 { 2_f64.powi(largest.log2().floor() as i32 - precision) } else { 0.0 };
        (a - b).abs() <= (self.ulps * ulp).max(self.absolute)
    }
}

fn has_matrices(module: &Module) -> bool {
    module.types.iter().any(|(_, ty)| matches!(ty.inner, TypeInner::Matrix { .. }))
}

fn bits(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte))
}

fn float(scalar: Scalar, bits: u64) -> f64 {
    match scalar.width {
        2 => f64::from(dxil::half::to_single(bits as u32)),
        4 => f64::from(f32::from_bits(bits as u32)),
        _ => f64::from_bits(bits),
    }
}
