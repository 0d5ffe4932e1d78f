//! The larger and the smaller one of two floats, -0 less than +0. Separate because operations, waves and filters need
//! them, and `min` and `max` of the standard library leave the sign of zeros to the machine.

/// The larger and the smaller one of two numbers; of a number and a NaN the number.
pub(crate) trait Extreme {
    /// The larger one.
    fn larger(self, other: Self) -> Self;
    /// The smaller one.
    fn smaller(self, other: Self) -> Self;
}

macro_rules! extreme {
    ($float:ty) => {
        impl Extreme for $float {
            #[inline(always)]
            fn larger(self, other: Self) -> Self {
                // Of equal ones only zeros differ, in their sign.
                let equal = Self::from_bits(self.to_bits() & other.to_bits());
                let larger = if self > other { self } else { other };
                let larger = if self == other { equal } else { larger };
                if other.is_nan() { self } else { larger }
            }

            #[inline(always)]
            fn smaller(self, other: Self) -> Self {
                let equal = Self::from_bits(self.to_bits() | other.to_bits());
                let smaller = if self < other { self } else { other };
                let smaller = if self == other { equal } else { smaller };
                if other.is_nan() { self } else { smaller }
            }
        }
    };
}
extreme!(f32);
extreme!(f64);
