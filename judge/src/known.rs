//! Differences that are no fault of dxil-run, and the rule that each follows from.

use crate::outcome::Outcome;

const ROWS: &str = "quads of groups of 2 x 2 threads: Vulkan does not say which threads are in a subgroup, and the driver begins one with \
    each row; as groups of 4 x 1 threads, they are equal";
const NOT_A_NUMBER: &str =
    "the arc tangent of NaN: NaN in D3D; Vulkan leaves NaN to drivers, this one gives 0";

/// Cases, the buffers that are not the same, and why.
const DIFFERENCES: &[(&str, &str, &str)] = &[
    (
        "run/Basic__idiv-edges",
        "Zeros",
        "signed division by zero: undefined in DXIL and in SPIR-V; the driver gives 0, we all ones as D3D does without signs",
    ),
    ("run/Feature__HLSLLib__atan.16", "Out", NOT_A_NUMBER),
    ("run/Feature__HLSLLib__atan.32", "Out", NOT_A_NUMBER),
    (
        "run/Feature__HLSLLib__log.32",
        "Out",
        "logarithms of denormals: zeros to D3D; Vulkan lets drivers keep them, as this one does",
    ),
    (
        "run/Feature__HLSLLib__sinh.32",
        "Out",
        "exponentials of denormals: exactly 1 in D3D, whose denormals are zeros; Vulkan allows 3 ULP",
    ),
    (
        "run/WaveOps__QuadReadAcrossDiagonal.32",
        "Out1 Out2 Out3 Out4 UOut1 UOut2 UOut3 UOut4 FOut1 FOut2 FOut3 FOut4",
        ROWS,
    ),
    ("run/WaveOps__QuadReadAcrossDiagonal.fp16", "Out1 Out2 Out3 Out4", ROWS),
    ("run/WaveOps__QuadReadAcrossDiagonal.int64", "Out1 Out2 Out3 Out4 UOut1 UOut2 UOut3 UOut4", ROWS),
    ("run/WaveOps__QuadReadAcrossY.fp16", "Out1 Out2 Out3 Out4", ROWS),
    ("run/WaveOps__QuadReadAcrossY.fp64", "Out1 Out2 Out3 Out4", ROWS),
    ("run/WaveOps__QuadReadAcrossY.int16", "Out1 Out2 Out3 Out4 UOut1 UOut2 UOut3 UOut4", ROWS),
    ("run/WaveOps__QuadReadAcrossY.int64", "Out1 Out2 Out3 Out4 UOut1 UOut2 UOut3 UOut4", ROWS),
];

/// An outcome with the explanation of its difference; one without any is a failure.
pub fn explained(case: &str, outcome: Outcome) -> Outcome {
    let Outcome::Differs(how) = outcome else { return outcome };
    let buffers: Vec<&str> = how.split("; ").filter_map(|difference| difference.split(':').next()).collect();
    let buffers = buffers.join(" ");
    let is_known = |(name, known, _): &&(&str, &str, &str)| (*name, *known) == (case, buffers.as_str());
    match DIFFERENCES.iter().find(is_known) {
        Some((_, _, why)) => Outcome::Differs((*why).to_owned()),
        None => Outcome::Failed(format!("unexplained difference: {how}")),
    }
}
