//! What must stay true of the project itself: fresh tables, tidy sources, every part counted.

#[test]
fn generated_code_is_fresh() {
    xtask::codegen::run(true).unwrap();
}
