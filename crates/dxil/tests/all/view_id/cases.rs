//! Small programs, and what each of their outputs depends on.

use dx_container::enums::ShaderKind;
use dxil::shader::{EntryProperty, HullState, Version};
use dxil_ir::builder::{Build as _, BuildControlFlow as _};
use dxil_ir::{Alignment, BinaryOp, RmwOp};

use testkit::generate::signatures::Built;
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    operands,
    branches,
    phis,
    loops,
    memory,
    variables,
    calls,
    dynamic_rows,
    streams,
    hull_shaders,
    domain_shaders,
    mesh_shaders,
    states_that_are_left_out,
    loops_without_an_end
];

/// Besides inputs.
const VIEW_ID: u32 = 1000;

fn operands() {
    let built = Built::pixel(3, 3).code(|code| {
        let (one, other, view_id) = (code.input(0), code.input(2), code.view_id());
        let sum = code.build.binary(BinaryOp::Add, one, other);
        code.output(0, sum);
        let sum = code.build.binary(BinaryOp::Add, other, view_id);
        code.output(2, sum);
        code.build.ret(None);
    });
    assert_eq!(built.rows(), [vec![0, 2], vec![], vec![2, VIEW_ID]]);
}

/// What is stored in one branch depends on the condition, what is stored behind does not.
fn branches() {
    let built = Built::pixel(4, 3).code(|code| {
        let (condition, inner) = (code.test(0), code.test(1));
        let build = &mut code.build;
        let [outer, deep, end] = [build.add_block(), build.add_block(), build.add_block()];
        build.branch_if(condition, outer, end);
        build.switch_to(outer);
        let value = code.input(2);
        code.output(0, value);
        code.build.branch_if(inner, deep, end);
        code.build.switch_to(deep);
        let constant = code.build.float(1.0);
        code.output(1, constant);
        code.build.branch(end);
        code.build.switch_to(end);
        let value = code.input(3);
        code.output(2, value);
        code.build.ret(None);
    });
    assert_eq!(built.rows(), [vec![0, 2], vec![0, 1], vec![3]]);
}

/// Of constants, the phi depends on what decides between them; of values that are there anyway, DXC says no such thing.
fn phis() {
    let built = Built::pixel(4, 2).code(|code| {
        let (condition, one, other) = (code.test(0), code.input(1), code.input(2));
        let (first, second) = (code.build.float(1.0), code.build.float(2.0));
        let chosen = code.choose(condition, first, second);
        code.output(0, chosen);
        let condition = code.test(3);
        let chosen = code.choose(condition, one, other);
        code.output(1, chosen);
        code.build.ret(None);
    });
    assert_eq!(built.rows(), [vec![0], vec![1, 2]]);
}

fn loops() {
    let built = Built::pixel(4, 2).code(|code| {
        let (start, step, last) = (code.input(0), code.input(1), code.input(2));
        let build = &mut code.build;
        let (before, body, end) = (build.body().layout[0], build.add_block(), build.add_block());
        build.branch(body);
        build.switch_to(body);
        let float = build.module().types.float();
        let (value, count) = (build.phi(float), build.phi(float));
        let (zero, one) = (build.float(0.0), build.float(1.0));
        build.add_incoming(value, start, before);
        build.add_incoming(count, zero, before);
        let next = build.binary(BinaryOp::Add, value.into(), step);
        let counted = build.binary(BinaryOp::Add, count.into(), one);
        build.add_incoming(value, next, body);
        build.add_incoming(count, counted, body);
        let left = build.binary(BinaryOp::Sub, last, counted);
        let goes_on = code.is_more(left);
        code.build.branch_if(goes_on, body, end);
        code.build.switch_to(end);
        code.output(0, next);
        code.output(1, counted);
        code.build.ret(None);
    });
    // How often it goes round decides on both.
    assert_eq!(built.rows(), [vec![0, 1, 2], vec![2]]);
}

/// What is read depends on all writes to the same variable, at whatever place and time, and on where it is read.
fn memory() {
    let built = Built::pixel(6, 3).code(|code| {
        let float = code.build.module().types.float();
        let array = code.build.module().types.array(float, 4);
        let (one, other) =
            (code.build.alloca(array, Alignment::NATURAL), code.build.alloca(array, Alignment::NATURAL));
        let zero = code.int(0);
        let (value, late, apart) = (code.input(0), code.input(1), code.input(2));
        let (at, from) = (code.index(3), code.index(4));
        let address = |code: &mut testkit::generate::signatures::Code<'_>, memory, index| {
            code.build.element_pointer(true, array, memory, &[zero, index]).unwrap()
        };
        let place = address(code, one, at);
        code.build.store(value, place, Alignment::NATURAL);
        let place = address(code, other, zero);
        code.build.store(apart, place, Alignment::NATURAL);
        let place = address(code, one, from);
        let read = code.build.load(float, place, Alignment::NATURAL);
        code.output(0, read);
        let place = address(code, other, zero);
        let read = code.build.load(float, place, Alignment::NATURAL);
        code.output(1, read);
        let place = address(code, one, zero);
        code.build.store(late, place, Alignment::NATURAL);
        // One of both.
        let condition = code.test(5);
        let either = code.build.select(condition, one, other);
        let place = address(code, either, zero);
        let read = code.build.load(float, place, Alignment::NATURAL);
        code.output(2, read);
        code.build.ret(None);
    });
    assert_eq!(built.rows(), [vec![0, 1, 3, 4], vec![2], vec![0, 1, 2, 3, 5]]);
}

/// Variables of the module, by way of constants that point into them, and of operations that read and write at once.
fn variables() {
    let mut built = Built::pixel(3, 2);
    let i32 = built.module.types.int(32);
    let array = built.module.types.array(i32, 2);
    let start = built.module.null(array);
    let variable = built.module.add_variable("shared", array, 3, Some(start));
    let zero = built.module.int(i32, 0);
    let pointer = built.module.types.pointer(i32, 3);
    let operands = Box::new([variable.into(), zero, zero]);
    let kind = dxil_ir::constants::ConstantKind::ElementPointer {
        flags: dxil_ir::Flags::INBOUNDS,
        in_range: None,
        source: array,
        operands,
    };
    let first = built.module.constant(pointer, kind);
    let built = built.code(|code| {
        let (value, at) = (code.index(0), code.index(1));
        let before = code.build.atomic(RmwOp::Add, first, value).unwrap();
        let float = code.build.module().types.float();
        let before = code.build.cast(dxil_ir::CastOp::SiToFp, before, float);
        code.output(0, before);
        let place = code.build.element_pointer(true, array, variable.into(), &[zero, at]).unwrap();
        let read = code.build.load(i32, place, Alignment::NATURAL);
        let read = code.build.cast(dxil_ir::CastOp::SiToFp, read, float);
        code.output(1, read);
        code.build.ret(None);
    });
    assert_eq!(built.rows(), [vec![0], vec![0, 1]]);
}

/// Functions that stay: what they give counts, and what they read, but not what they are given.
fn calls() {
    let mut built = Built::pixel(4, 2);
    let float = built.module.types.float();
    let ty = built.module.types.function(float, &[float]);
    let function = built.module.define_function("function", ty);
    built.code_of(function, |code| {
        let condition = code.test(1);
        let (one, other) = (code.input(2), code.build.argument(0));
        let build = &mut code.build;
        let blocks = [build.add_block(), build.add_block()];
        build.branch_if(condition, blocks[0], blocks[1]);
        for (block, value) in blocks.into_iter().zip([one, other]) {
            build.switch_to(block);
            build.ret(Some(value));
        }
    });
    let built = built.code(|code| {
        let argument = code.input(0);
        let given = code.build.call(function, &[argument]).unwrap();
        code.output(0, given);
        let undefined = code.build.undef(float);
        let given = code.build.call(function, &[undefined]).unwrap();
        code.output(1, given);
        code.build.ret(None);
    });
    // The argument itself is an operand of the call.
    assert_eq!(built.rows(), [vec![0, 1, 2], vec![1, 2]]);
}

/// Rows that only the program knows: of an input, all and the index; of an output, all without the index.
fn dynamic_rows() {
    let built = Built::new(ShaderKind::PIXEL, [&[(1, 1), (2, 2), (1, 1)], &[(3, 2), (1, 1)], &[]]);
    let built = built.code(|code| {
        let index = code.index(0);
        let value = code.load(1, Some(index), 1);
        code.store(1, None, 0, value);
        let value = code.input(2);
        code.store(0, Some(index), 1, value);
        let second = code.int(1);
        let value = code.load(1, Some(second), 0);
        code.store(0, Some(second), 0, value);
        code.build.ret(None);
    });
    let mut expected = vec![vec![]; 13];
    expected[12] = vec![0, 5, 9];
    for row in 0..3 {
        expected[4 * row + 1] = vec![12];
    }
    expected[4] = vec![8];
    assert_eq!(built.outputs(0), expected);
    let usage = built.program().signature_usage().unwrap().unwrap();
    let masks = |usage: &[dxil::derive::ElementUsage]| -> Vec<_> {
        usage.iter().map(|usage| (usage.used, usage.dynamic)).collect()
    };
    assert_eq!(masks(&usage.inputs), [(1, 0), (3, 2), (1, 0)]);
    assert_eq!(masks(&usage.outputs), [(3, 2), (1, 0)]);
}

fn streams() {
    let mut built = Built::new(ShaderKind::GEOMETRY, [&[(1, 1), (1, 1)], &[(1, 1), (1, 1)], &[]]);
    built.stream(1, 2);
    let built = built.code(|code| {
        let (one, other) = (code.input(0), code.input(1));
        code.output(0, one);
        code.output(1, other);
        code.build.ret(None);
    });
    assert_eq!(built.outputs(0), [vec![0]]);
    assert!(built.outputs(1).is_empty());
    assert_eq!(built.outputs(2), [vec![], vec![], vec![], vec![], vec![4]]);
}

/// What is computed for a patch from what other threads gave depends on what that depended on.
fn hull_shaders() {
    let mut built = Built::new(ShaderKind::HULL, [&[(1, 1); 3], &[(1, 1); 2], &[(1, 1); 3]]);
    let patch = Built::function(&mut built.module, "patch");
    let state = HullState {
        patch_constant_function: Some(patch),
        input_control_points: 3,
        output_control_points: 3,
        domain: dx_container::enums::TessellatorDomain(2),
        partitioning: dx_container::enums::TessellatorPartitioning(1),
        output_primitive: dx_container::enums::TessellatorOutputPrimitive(3),
        max_tess_factor: 64.0,
        extra: Vec::new(),
    };
    let properties = built.shader.entry_points[0].properties.as_mut().unwrap();
    properties.items.push(EntryProperty::Hull(state));
    built.code_of(patch, |code| {
        for point in 0..2 {
            let value = code.control_point(point);
            code.constant_of_patch(point, value);
        }
        let value = code.input(0);
        code.constant_of_patch(2, value);
        code.build.ret(None);
    });
    let built = built.code(|code| {
        let (one, view_id) = (code.input(1), code.view_id());
        code.output(0, one);
        code.output(1, view_id);
        code.build.ret(None);
    });
    let rows = |all: &[Vec<u32>]| all.iter().step_by(4).cloned().collect::<Vec<_>>();
    assert_eq!(rows(&built.outputs(0)), [vec![4], vec![VIEW_ID]]);
    assert_eq!(rows(&built.patch_constants()), [vec![4], vec![VIEW_ID], vec![0]]);
}

fn domain_shaders() {
    let built = Built::new(ShaderKind::DOMAIN, [&[(1, 1); 2], &[(1, 1); 2], &[(1, 4)]]).code(|code| {
        let (point, constant) = (code.control_point(1), code.patch_constant(0, 2));
        let sum = code.build.binary(BinaryOp::Add, point, constant);
        code.output(0, sum);
        code.output(1, constant);
        code.build.ret(None);
    });
    assert_eq!(built.outputs(0)[0], [4]);
    assert!(built.outputs(0)[4].is_empty());
    let all = built.by_patch_constant();
    assert_eq!((&all[0], &all[4]), (&vec![2], &vec![2]));
}

fn mesh_shaders() {
    let built = Built::new(ShaderKind::MESH, [&[], &[(1, 1); 2], &[(1, 1); 2]]).code(|code| {
        let (view_id, constant) = (code.view_id(), code.build.float(0.0));
        code.vertex(0, constant);
        code.vertex(1, view_id);
        code.primitive(0, view_id);
        code.primitive(1, constant);
        code.build.ret(None);
    });
    let state = built.result().unwrap();
    assert_eq!((state.inputs, state.outputs, state.patch_constants), (0, [5, 0, 0, 0], 5));
    assert_eq!(state.masks.view_id_outputs[0], [1 << 4]);
    assert_eq!(state.masks.view_id_patch_or_primitive, [1]);
}

/// For validator 1.0 nothing is kept, and nothing where nothing goes in or comes out.
fn states_that_are_left_out() {
    let mut built = Built::pixel(1, 1).code(|code| {
        let value = code.input(0);
        code.output(0, value);
        code.build.ret(None);
    });
    let state = built.program().view_id_state().unwrap().unwrap();
    assert_eq!(state.words, [1, 1, 0, 1]);
    built.shader.validator_version = Some(Version::new(1, 0));
    assert_eq!(built.program().view_id_state().unwrap(), None);
    assert!(built.result().is_ok());
    built.shader.validator_version = Some(Version::new(0, 0));
    assert!(built.program().view_id_state().unwrap().is_some());
    let empty = Built::pixel(0, 0).code(|code| {
        code.build.ret(None);
    });
    assert_eq!(empty.program().view_id_state().unwrap(), None);
}

/// A loop without an end decides on nothing, and nothing is said of it.
fn loops_without_an_end() {
    let built = Built::pixel(2, 1).code(|code| {
        let (condition, value) = (code.test(0), code.input(1));
        let build = &mut code.build;
        let [endless, end] = [build.add_block(), build.add_block()];
        build.branch_if(condition, endless, end);
        build.switch_to(endless);
        build.branch(endless);
        build.switch_to(end);
        code.output(0, value);
        code.build.ret(None);
    });
    assert_eq!(built.rows(), [vec![1]]);
    let built = Built::pixel(1, 1).code(|code| {
        let value = code.input(0);
        let build = &mut code.build;
        let endless = build.add_block();
        build.branch(endless);
        build.switch_to(endless);
        code.output(0, value);
        code.build.branch(endless);
    });
    assert_eq!(built.rows(), [vec![0]]);
}
