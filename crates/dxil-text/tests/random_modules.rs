//! Modules made at random, small and valid: text and back they are the same.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests fail by panicking"
)]

#[path = "random/maker.rs"]
mod maker;

use dxil_ir::verify;
use proptest::collection::vec;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 2_000, ..ProptestConfig::default() })]

    /// Any small valid module is the same again once it was printed and read.
    #[test]
    fn any_module_comes_back_from_text(choices in vec(any::<u32>(), 0..400)) {
        let module = maker::module(choices);
        let report = verify(&module);
        prop_assert!(report.is_valid(), "{:#?}", report.findings);
        let mut text = String::new();
        dxil_text::print(&module, &mut text).unwrap();
        let read = match dxil_text::parse(text.as_bytes()) {
            Ok(read) => read,
            Err(errors) => return Err(TestCaseError::fail(format!("{}", errors.shown("text", text.as_bytes())))),
        };
        let difference = module.difference(&read);
        prop_assert!(difference.is_none(), "{difference:?}\n{text}");
        let mut again = String::new();
        dxil_text::print(&read, &mut again).unwrap();
        prop_assert_eq!(text, again);
    }
}
