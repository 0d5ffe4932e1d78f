//! What it costs to execute.
fn main() {}
