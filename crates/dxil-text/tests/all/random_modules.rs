//! Modules made at random, small and valid: text and back they are the same.

use dxil_ir::verify;
use proptest::collection::vec;
use proptest::prelude::*;
use testkit::generate::module;
use testkit::{Test, tests, times};

pub(crate) const TESTS: &[Test] = tests![any_module_comes_back_from_text];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: times(2_000) as u32, ..ProptestConfig::default() })]

    /// Any small valid module is the same again once it was printed and read.
    fn any_module_comes_back_from_text(choices in vec(any::<u32>(), 0..400)) {
        let module = module::module(choices);
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
