//! `cargo xtask conformance instructions FILE`: runs the instruction tables of vkd3d-proton's `tests/d3d12_shaders.c` on
//! converted shaders. Separate because the file is public and is not stored: only the names of shaders and the verdicts
//! are.

use super::Outcome;
use super::verdicts::Verdicts;

const INSTRUCTIONS: Verdicts = Verdicts {
    package: "dxbc-to-dxil",
    example: "instructions",
    table: "tests/conformance/instructions.tsv",
    head: "# The rows of test_shader_instructions in vkd3d-proton's tests/d3d12_shaders.c, whose DXBC shaders are converted\n\
           # and run; written by `cargo xtask conformance instructions FILE --bless`.\n\
           # verdict: equal, if the result is the expected result (floats: within two units in the last place)\n\
           # table\trow\tshader\tverdict\n",
    good: "equal",
};

/// Runs the tables of a file, and compares or stores the verdicts.
pub fn instructions(file: &str, is_blessing: bool) -> Outcome {
    INSTRUCTIONS.check(&[file], is_blessing)
}
