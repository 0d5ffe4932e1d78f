//! Atomic operations on memory, by the ends of their names.

/// What becomes of what is there, and whether the instruction returns what was there by its name.
pub(crate) fn apply(name: &str, old: u64, data: u64, comparison: u64) -> Option<u64> {
    let is_wide = name.ends_with("64");
    let operation = name.rsplit_once("atomic_").map_or(name, |(_, operation)| operation);
    let operation = operation.strip_prefix("ds_").unwrap_or(operation).replace("_rtn", "");
    let operation = operation.trim_end_matches("_x2");
    let (kind, of) = operation.rsplit_once('_').unwrap_or((operation, ""));
    let kind = if matches!(of, "i32" | "u32" | "b32" | "f32" | "i64" | "u64" | "b64" | "f64") {
        kind
    } else {
        operation
    };
    let mask = if is_wide { u64::MAX } else { 0xffff_ffff };
    let (old, data, comparison) = (old & mask, data & mask, comparison & mask);
    let is_signed = of.starts_with('i') || kind == "smin" || kind == "smax";
    let smaller = if of.starts_with('f') || kind.starts_with('f') {
        let value =
            |bits: u64| if is_wide { f64::from_bits(bits) } else { f32::from_bits(bits as u32).into() };
        value(data) < value(old)
    } else if is_signed {
        let value = |bits: u64| if is_wide { bits as i64 } else { i64::from(bits as i32) };
        value(data) < value(old)
    } else {
        data < old
    };
    let new = match kind {
        "swap" | "storexchg" => data,
        "cmpswap" | "cmpstore" => {
            if old == comparison {
                data
            } else {
                old
            }
        }
        "add" if of == "f32" => f32::to_bits(f32::from_bits(old as u32) + f32::from_bits(data as u32)).into(),
        "add" => old.wrapping_add(data),
        "sub" => old.wrapping_sub(data),
        "rsub" => data.wrapping_sub(old),
        "inc" => {
            if old >= data {
                0
            } else {
                old + 1
            }
        }
        "dec" => {
            if old == 0 || old > data {
                data
            } else {
                old - 1
            }
        }
        "min" | "smin" | "umin" | "fmin" => {
            if smaller {
                data
            } else {
                old
            }
        }
        "max" | "smax" | "umax" | "fmax" => {
            if smaller || data == old {
                old
            } else {
                data
            }
        }
        "and" => old & data,
        "or" => old | data,
        "xor" => old ^ data,
        _ => return None,
    };
    Some(new & mask)
}
