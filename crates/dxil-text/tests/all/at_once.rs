//! Modules whose functions become text at the same time.

use dxil_ir::Module;
use dxil_text::{PrintError, print, print_joined};
use testkit::generate::compute_shader::compute_shader;
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    texts_are_the_same_in_whatever_order_they_are_made,
    what_cannot_be_expressed_is_told_before_anything_is_written
];

type Work<'w> = &'w mut (dyn FnMut() + Send);

/// Many functions, with declarations between them, of which each refers to nodes that no other does.
fn many_functions() -> Module {
    use std::fmt::Write as _;
    let mut text = String::new();
    for number in 0..900 {
        let _ = write!(
            text,
            "declare float @declared{number}(float)\n\
             define float @defined{number}(float %x) {{\n\
             \x20 %1 = fadd float %x, {number}.0, !kept !{}\n\
             \x20 %2 = call float @declared{number}(float %1)\n\
             \x20 %3 = fcmp olt float %1, %2\n\
             \x20 br i1 %3, label %4, label %5\n\
             ; <label>:4\n\
             \x20 br label %5\n\
             ; <label>:5\n\
             \x20 %6 = phi float [ %1, %0 ], [ %2, %4 ]\n\
             \x20 ret float %6\n\
             }}\n",
            900 - number
        );
    }
    for number in 0..=900 {
        let _ = writeln!(text, "!{number} = !{{!\"{number}\"}}");
    }
    dxil_text::parse(text.as_bytes()).unwrap_or_else(|errors| panic!("{:?}", errors.errors()))
}

fn texts_are_the_same_in_whatever_order_they_are_made() {
    for module in [many_functions(), compute_shader(30_000).unwrap(), compute_shader(150_000).unwrap()] {
        let (mut expected, mut reversed, mut at_once) = (String::new(), String::new(), String::new());
        print(&module, &mut expected).unwrap();
        let backwards = |one: Work<'_>, other: Work<'_>| {
            other();
            one();
        };
        print_joined(&module, &backwards, &mut reversed).unwrap();
        assert!(expected == reversed);
        let threads = |one: Work<'_>, other: Work<'_>| {
            std::thread::scope(|scope| {
                scope.spawn(one);
                other();
            });
        };
        print_joined(&module, &threads, &mut at_once).unwrap();
        assert!(expected == at_once);
    }
}

fn what_cannot_be_expressed_is_told_before_anything_is_written() {
    let mut module = compute_shader(30_000).unwrap();
    let ty = module.types.int(32);
    for _ in 0..2 {
        module.add_variable("twice", ty, 0, None);
    }
    let mut text = String::new();
    let expected = print(&module, &mut String::new());
    assert!(matches!(expected, Err(PrintError::Inexpressible { .. })), "{expected:?}");
    let found = print_joined(
        &module,
        &|one: Work<'_>, other: Work<'_>| {
            one();
            other();
        },
        &mut text,
    );
    assert_eq!(found, expected);
    assert_eq!(text, "");
}
