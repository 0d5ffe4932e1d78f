pub fn run(_: &[&str]) -> crate::Outcome {
    Ok(())
}
