//! The options for traces and profiles. Separate from the observers, which exist for one program.

/// The options of `--trace` and `--profile`.
#[derive(Debug, clap::Args)]
pub struct Watching {
    /// Print executed blocks and instructions with their results [default: first thread of the first group].
    #[arg(long, help_heading = "Watching")]
    pub trace: bool,

    /// Trace only the threads with these indices in the group.
    #[arg(
        long,
        value_name = "N,…",
        value_delimiter = ',',
        requires = "trace",
        conflicts_with = "pixel",
        help_heading = "Watching"
    )]
    pub trace_lanes: Vec<u32>,

    /// Trace the threads of this thread group (omitted values are 0).
    #[arg(long, value_name = "X,Y,Z", default_value = "0", value_parser = group, requires = "trace", conflicts_with = "pixel", help_heading = "Watching")]
    pub trace_group: [u32; 3],

    /// Trace only these functions.
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', requires = "trace", help_heading = "Watching")]
    pub trace_functions: Vec<String>,

    /// Trace only these values, such as %12,%x (names as in the `dis` listing).
    #[arg(
        long,
        value_name = "VALUE,…",
        value_delimiter = ',',
        requires = "trace",
        help_heading = "Watching"
    )]
    pub trace_values: Vec<String>,

    /// Limit the trace to N lines per shader.
    #[arg(long, value_name = "N", default_value_t = 10_000, requires = "trace", help_heading = "Watching")]
    pub trace_limit: usize,

    /// Print a profile: executed HLSL lines, blocks and instructions, active lanes, memory traffic.
    #[arg(long, help_heading = "Watching")]
    pub profile: bool,

    /// Number of rows to print in each profile table.
    #[arg(long, value_name = "N", default_value_t = 20, requires = "profile", help_heading = "Watching")]
    pub profile_top: usize,
}

/// A group, as the command line has it.
fn group(text: &str) -> Result<[u32; 3], String> {
    let mut group = [0; 3];
    let mut numbers = text.split(',');
    for (to, number) in group.iter_mut().zip(&mut numbers) {
        *to = number.trim().parse().map_err(|_| {
            format!(
                "{number:?} is not a thread group index, expected \
                                                         for example 0,0,0"
            )
        })?;
    }
    if numbers.next().is_some() {
        Err("expected at most three indices, for x, y and z".to_owned())
    } else {
        Ok(group)
    }
}
