//! Comparisons, whose names say a relation and a type.

use super::float_bits::{d, f, h};
use super::function::Operation::{self, Compare, Other};

/// The operation of a name: `v_cmp_lt_f32` and all like it.
pub(super) fn named(name: &str) -> Operation {
    let name = name.strip_prefix("v_cmpx_").or_else(|| name.strip_prefix("v_cmp_")).unwrap_or(name);
    let Some((relation, of)) = name.rsplit_once('_') else { return Other };
    let found = match of {
        "f16" => floats(relation, Float::Half),
        "f32" => floats(relation, Float::Single),
        "f64" => floats(relation, Float::Double),
        _ => integers(relation, of),
    };
    found.map_or(Other, Compare)
}

enum Float {
    Half,
    Single,
    Double,
}

/// The relation for one type. A macro, since functions without surroundings cannot be made of functions.
macro_rules! relation {
    ($name:expr, $read:expr) => {
        Some(match $name {
            "f" => |_| false,
            "lt" => |[a, b]| $read(a) < $read(b),
            "eq" => |[a, b]| $read(a) == $read(b),
            "le" => |[a, b]| $read(a) <= $read(b),
            "gt" => |[a, b]| $read(a) > $read(b),
            "lg" | "ne" => |[a, b]| $read(a) < $read(b) || $read(a) > $read(b),
            "ge" => |[a, b]| $read(a) >= $read(b),
            "o" => |[a, b]| $read(a).partial_cmp(&$read(b)).is_some(),
            "u" => |[a, b]| $read(a).partial_cmp(&$read(b)).is_none(),
            "nge" => |[a, b]| !($read(a) >= $read(b)),
            "nlg" => |[a, b]| !($read(a) < $read(b) || $read(a) > $read(b)),
            "ngt" => |[a, b]| !($read(a) > $read(b)),
            "nle" => |[a, b]| !($read(a) <= $read(b)),
            "neq" => |[a, b]| $read(a) != $read(b),
            "nlt" => |[a, b]| !($read(a) < $read(b)),
            "t" | "tru" => |_| true,
            _ => return None,
        })
    };
}

type Relation = fn([u64; 2]) -> bool;

#[allow(clippy::neg_cmp_op_on_partial_ord, reason = "that what is no number is neither is what they are for")]
fn floats(name: &str, of: Float) -> Option<Relation> {
    match of {
        Float::Half => relation!(name, h),
        Float::Single => relation!(name, f),
        Float::Double => relation!(name, d),
    }
}

#[allow(clippy::nonminimal_bool, clippy::redundant_closure_call, reason = "one list serves floats, too")]
fn integers(name: &str, of: &str) -> Option<Relation> {
    match of {
        "i16" => relation!(name, |bits: u64| bits as i16),
        "u16" => relation!(name, |bits: u64| bits as u16),
        "i32" => relation!(name, |bits: u64| bits as i32),
        "u32" => relation!(name, |bits: u64| bits as u32),
        "i64" => relation!(name, |bits: u64| bits as i64),
        "u64" => relation!(name, |bits: u64| bits),
        _ => None,
    }
}
