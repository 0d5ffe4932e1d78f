//! `cargo xtask conformance instructions FILE`: runs the instruction tables of vkd3d-proton's `tests/d3d12_shaders.c`
//! on converted shaders. Separate because the file is public, and only names of shaders and verdicts are stored.

use std::fs;

use super::verdicts::{expect_complete, expect_stored, printed_by};
use super::{Outcome, root, text};

/// The table of verdicts.
const TABLE: &str = "tests/conformance/instructions.tsv";

const HEAD: &str = "\
# The rows of test_shader_instructions in vkd3d-proton's tests/d3d12_shaders.c, whose DXBC shaders are converted
# and run; written by `cargo xtask conformance instructions FILE --bless`.
# verdict: equal, if the result is the expected result (floats: within two units in the last place)
# table\trow\tshader\tverdict
";

/// Runs the tables of a file, and compares or stores the verdicts.
pub fn instructions(file: &str, is_blessing: bool) -> Outcome {
    let rows = printed_by("dxbc-to-dxil", "instructions", &[file])?;
    let equal = rows.iter().filter(|row| row.ends_with("\tequal")).count();
    println!("{equal} of {} rows are equal", rows.len());
    if is_blessing {
        return fs::write(root().join(TABLE), format!("{HEAD}{}\n", rows.join("\n"))).map_err(text);
    }
    expect_stored(&rows, TABLE, str::to_owned)?;
    expect_complete(&rows, TABLE)
}
