//! Properties of every real file (to be written).
fn main() {}
