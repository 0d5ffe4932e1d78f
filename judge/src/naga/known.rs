//! Differences whose cause is outside of naga-dxil, and the reason for each.

const LONG_LITERALS: &str = "naga writes 64-bit literals with the suffix L, which DXC 1.6 reads as 32 bits";

/// Entry points, oracles, and reasons.
const DIFFERENCES: &[(&str, &str, &str)] = &[
    (
        "atomicCompareExchange.wgsl/test_atomic_compare_exchange_i32",
        "lavapipe",
        "the sum of NaN and 1: the driver preserves the bits of the NaN, dxil-run returns one quiet NaN",
    ),
    (
        "atomicOps-float32.wgsl/cs_main",
        "DXC",
        "naga's HLSL adds floats with InterlockedAdd, which converts them to integers",
    ),
    (
        "f16.wgsl/main",
        "DXC",
        "naga's HLSL declares 16-bit matrices in uniform buffers with HLSL's layout instead of WGSL's",
    ),
    ("int64.wgsl/main", "DXC", LONG_LITERALS),
    (
        "int64.wgsl/main",
        "lavapipe",
        "naga's SPIR-V converts i32 to u64 without the sign; naga's constant evaluator and its HLSL preserve the sign",
    ),
];

/// The reason for a difference; a difference without a reason is a failure.
pub fn reason(case: &str, oracle: &str) -> Option<&'static str> {
    let found = DIFFERENCES.iter().find(|(name, known, _)| (*name, *known) == (case, oracle));
    found.map(|(_, _, reason)| *reason)
}
