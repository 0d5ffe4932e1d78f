//! Programs of any size that are the most of something.

use dxil_ir::builder::{Build as _, BuildControlFlow as _, FunctionBuilder};
use dxil_ir::{Alignment, BinaryOp};

use super::signatures::Code;

/// What is the most of something, a size that takes a hundredth of a second, what makes it, and the rows of inputs that
/// its only output depends on.
pub type Large = (&'static str, usize, fn(&mut Code<'_>, usize), &'static [u32]);

pub const LARGE: [Large; 6] = [
    ("a chain of phis", 4_000, chain_of_phis, &[1]),
    ("nested loops", 10_000, nested_loops, &[0, 2]),
    ("nested branches", 10_000, nested_branches, &[1]),
    ("writes and reads", 5_000, writes_and_reads, &[0, 1]),
    ("long sums", 10_000, long_sums, &[0, 2]),
    ("a circle of functions", 2_000, circle_of_functions, &[1]),
];

fn chain_of_phis(code: &mut Code<'_>, size: usize) {
    let mut value = code.input(1);
    let (zero, one) = (code.build.float(0.0), code.build.float(1.0));
    for _ in 0..size {
        let condition = code.is_more(value);
        value = code.choose(condition, one, zero);
    }
    code.output(0, value);
    code.build.ret(None);
}

/// Loops in loops that all begin in one block: each decides on all that are within it.
fn nested_loops(code: &mut Code<'_>, size: usize) {
    let condition = code.test(2);
    let body = code.build.add_block();
    code.build.branch(body);
    code.build.switch_to(body);
    let value = code.input(0);
    code.output(0, value);
    for _ in 0..size {
        let next = code.build.add_block();
        code.build.branch_if(condition, body, next);
        code.build.switch_to(next);
    }
    code.build.ret(None);
}

/// Branches in branches, and constants that all come to one phi.
fn nested_branches(code: &mut Code<'_>, size: usize) {
    let condition = code.test(1);
    let end = code.build.add_block();
    let float = code.build.module().types.float();
    let mut from = vec![code.build.body().layout[0]];
    for _ in 0..size {
        let next = code.build.add_block();
        code.build.branch_if(condition, next, end);
        code.build.switch_to(next);
        from.push(next);
    }
    code.build.branch(end);
    code.build.switch_to(end);
    let phi = code.build.phi(float);
    for (number, block) in (0_u8..2).cycle().zip(from) {
        let constant = code.build.float(number.into());
        code.build.add_incoming(phi, constant, block);
    }
    code.output(0, phi.into());
    code.build.ret(None);
}

/// Every read depends on every write, and addresses come from addresses.
fn writes_and_reads(code: &mut Code<'_>, size: usize) {
    let (value, index) = (code.input(0), code.index(1));
    let float = code.build.module().types.float();
    let array = code.build.module().types.array(float, 4);
    let variable = code.build.alloca(array, Alignment::NATURAL);
    let zero = code.int(0);
    let mut address = code.build.element_pointer(true, array, variable, &[zero, index]).unwrap();
    let mut sum = value;
    for _ in 0..size {
        code.build.store(sum, address, Alignment::NATURAL);
        address = code.build.element_pointer(true, float, address, &[zero]).unwrap();
        let read = code.build.load(float, address, Alignment::NATURAL);
        sum = code.build.binary(BinaryOp::Add, sum, read);
    }
    code.output(0, sum);
    code.build.ret(None);
}

/// Many outputs of which each depends on all before.
fn long_sums(code: &mut Code<'_>, size: usize) {
    let mut sum = code.input(2);
    for _ in 0..size {
        let value = code.input(0);
        sum = code.build.binary(BinaryOp::Add, sum, value);
        code.output(0, sum);
    }
    code.build.ret(None);
}

/// Functions that call each other in a circle, each with a read and a write of a variable.
fn circle_of_functions(code: &mut Code<'_>, size: usize) {
    let module = code.build.module();
    let float = module.types.float();
    let start = module.null(float);
    let variable = module.add_variable("variable", float, 0, Some(start));
    let ty = module.types.function(float, &[]);
    let functions: Vec<_> =
        (0..size).map(|number| module.define_function(&format!("f{number}"), ty)).collect();
    for (at, function) in functions.iter().enumerate() {
        let mut build = FunctionBuilder::new(module, *function).unwrap();
        let value = build.load(float, variable.into(), Alignment::NATURAL);
        let given = build.call(functions[(at + 1) % size], &[]).unwrap();
        let sum = build.binary(BinaryOp::Add, value, given);
        build.store(sum, variable.into(), Alignment::NATURAL);
        build.ret(Some(sum));
    }
    let value = code.input(1);
    code.build.store(value, variable.into(), Alignment::NATURAL);
    let given = code.build.call(functions[0], &[]).unwrap();
    code.output(0, given);
    code.build.ret(None);
}
