//! Seconds and bytes per second with a unit. Separate because every bench prints them.

/// Formats a time in seconds.
pub(super) fn time(seconds: f64) -> String {
    scaled(seconds, &[(1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns")])
}

/// Formats a throughput in bytes per second.
pub(super) fn throughput(bytes_per_second: f64) -> String {
    scaled(bytes_per_second, &[(1e9, "GB/s"), (1e6, "MB/s"), (1e3, "kB/s")])
}

/// Three digits in the largest unit that leaves something before the point.
fn scaled(value: f64, units: &[(f64, &str)]) -> String {
    let fitting = units.iter().find(|(unit, _)| value >= *unit).or(units.last());
    let &(unit, name) = fitting.expect("there are units");
    let number = value / unit;
    let decimals = match number {
        100.0.. => 0,
        10.0.. => 1,
        _ => 2,
    };
    format!("{number:.decimals$} {name}")
}
