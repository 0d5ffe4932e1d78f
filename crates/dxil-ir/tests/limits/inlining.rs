//! The time of inlining grows in proportion to the block.

use std::time::Duration;

use dxil_ir::builder::{Build as _, BuildControlFlow as _, FunctionBuilder};
use dxil_ir::edit::{Changed, Editor};
use dxil_ir::{BinaryOp, Module, verify};
use testkit::growth::{linear, time};
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![calls_of_one_block_take_time_that_grows_with_them];

/// The time of inlining `calls` calls in one block.
fn inline(calls: usize) -> Duration {
    let mut module = Module::dxil();
    let i32 = module.types.int(32);
    let ty = module.types.function(i32, &[i32]);
    let callee = module.define_function("callee", ty);
    let mut b = FunctionBuilder::new(&mut module, callee).unwrap();
    let sum = b.binary(BinaryOp::Add, b.argument(0), b.argument(0));
    b.ret(Some(sum));
    drop(b);
    let main = module.define_function("main", ty);
    let mut b = FunctionBuilder::new(&mut module, main).unwrap();
    let mut value = b.argument(0);
    for _ in 0..calls {
        value = b.call(callee, &[value]).unwrap();
    }
    b.ret(Some(value));
    drop(b);
    let (changed, time) = time(|| {
        let mut editor = Editor::new(&mut module, main).unwrap();
        for call in editor.all_instructions().into_iter().take(calls) {
            editor.inline(call).unwrap();
        }
        editor.finish()
    });
    // The block stays one block.
    assert_eq!(changed, Changed::Values);
    assert!(verify(&module).is_valid());
    let body = module.globals[main].body().unwrap();
    assert_eq!((body.layout.len(), body.in_order().count()), (1, calls + 1));
    time
}

fn calls_of_one_block_take_time_that_grows_with_them() {
    linear("calls", |multiple| inline(16_000 * multiple)).unwrap();
}
