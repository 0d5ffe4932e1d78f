//! Programs about which nothing can be said: errors that name what is wrong.

use dx_container::enums::ShaderKind;
use dxil::ops::BuildOperation as _;
use dxil::ops::{Opcode, OverloadKind};
use dxil::shader::SignatureProperty;
use dxil_ir::builder::{Build as _, BuildControlFlow as _};
use dxil_ir::{Alignment, CastOp};
use located::Kind as _;

use testkit::generate::signatures::{Built, Code};
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    what_the_signature_does_not_have,
    what_is_not_constant,
    calls_that_are_none,
    what_the_module_does_not_say,
    elements_that_lie_nowhere,
    addresses_that_may_be_any
];

/// The code and the text of the error.
fn refused(built: &Built) -> (&'static str, String) {
    let error = built.result().expect_err("nothing can be said of it");
    (error.kind().code(), error.to_string())
}

fn pixel(code: impl FnOnce(&mut Code<'_>)) -> Built {
    Built::pixel(1, 1).code(|build| {
        code(build);
        build.build.ret(None);
    })
}

fn copy() -> Built {
    pixel(|code| {
        let value = code.input(0);
        code.output(0, value);
    })
}

fn what_the_signature_does_not_have() {
    let built = pixel(|code| {
        code.input(7);
    });
    let (code, text) = refused(&built);
    assert_eq!(code, "derive.no-element");
    assert!(text.contains("in main: LoadInput accesses element 7"), "{text}");
    let built = pixel(|code| {
        let value = code.build.float(0.0);
        code.store(0, None, 3, value);
    });
    assert_eq!(refused(&built).0, "derive.outside-element");
    let built = pixel(|code| {
        let row = code.int(1 << 20);
        code.load(0, Some(row), 0);
    });
    let (code, text) = refused(&built);
    assert_eq!(code, "derive.outside-element");
    assert!(text.contains("row 1048576 of signature element 0, expected a row less than 1"), "{text}");
    // As no negative row is one, only the program knows which it is.
    let built = pixel(|code| {
        let row = code.int(-1);
        let value = code.load(0, Some(row), 0);
        code.output(0, value);
    });
    assert_eq!(built.outputs(0), [vec![0]]);
    let mut none = copy();
    none.shader.entry_points[0].signatures = None;
    assert_eq!(refused(&none).0, "derive.no-element");
}

fn what_is_not_constant() {
    let f32 = [OverloadKind::F32.into()];
    let built = pixel(|code| {
        let element = code.index(0);
        let i8 = code.build.module().types.int(8);
        let (row, column) = (code.int(0), code.build.int(i8, 0));
        code.build.operation(Opcode::LOAD_INPUT, &f32, &[element, row, column, row]).unwrap();
    });
    let (code, text) = refused(&built);
    assert_eq!(code, "derive.not-constant");
    assert!(text.contains("operand `inputSigId` of LoadInput is not a constant"), "{text}");
    let built = pixel(|code| {
        let column = code.index(0);
        let zero = code.int(0);
        code.build.operation(Opcode::STORE_OUTPUT, &f32, &[zero, zero, column, column]).unwrap();
    });
    assert_eq!(refused(&built).0, "derive.not-constant");
    // Fewer arguments than the operation takes.
    let built = pixel(|code| {
        let zero = code.int(0);
        code.build.operation(Opcode::LOAD_INPUT, &f32, &[zero]).unwrap();
    });
    assert_eq!(refused(&built).0, "derive.not-constant");
}

fn calls_that_are_none() {
    for opcode in [0x7fff_ffff, -1] {
        let built = pixel(|code| {
            let void = code.build.module().types.void();
            let i32 = code.build.module().types.int(32);
            let ty = code.build.module().types.function(void, &[i32]);
            let function = code.build.module().declare_function("dx.op.unknown", ty);
            let opcode = code.int(opcode);
            code.build.call(function, &[opcode]).unwrap();
        });
        assert_eq!(refused(&built).0, "derive.call");
    }
}

fn what_the_module_does_not_say() {
    let mut built = copy();
    built.shader.model = None;
    assert_eq!(refused(&built).0, "derive.missing");
    let mut built = copy();
    built.shader.entry_points.clear();
    assert_eq!(refused(&built).0, "derive.missing");
    let mut built = copy();
    built.shader.entry_points[0].function = None;
    assert_eq!(refused(&built).0, "derive.missing");
    let declared = Built::pixel(1, 1);
    let mut declared = declared;
    declared.module.globals[declared.main].function_mut().unwrap().body = None;
    assert_eq!(refused(&declared).0, "derive.missing");
    let mut compute = copy();
    compute.shader.model = dxil::shader::ShaderModel::new(ShaderKind::COMPUTE, 6, 0);
    assert_eq!(compute.program().view_id_dependencies().unwrap(), None);
    assert_eq!(compute.program().signature_usage().unwrap(), None);
}

fn elements_that_lie_nowhere() {
    type Change = fn(&mut dxil::shader::SignatureElement);
    let changes: [Change; 7] = [
        |element| element.start_row = 32,
        |element| element.start_row = -2,
        |element| element.rows = 0,
        |element| element.rows = u32::MAX,
        |element| element.columns = 0,
        |element| element.start_column = 4,
        |element| element.properties = Some(vec![SignatureProperty::Stream(1)].into()),
    ];
    for change in changes {
        let mut built = copy();
        change(&mut built.signatures().outputs.as_mut().unwrap()[0]);
        let (code, text) = refused(&built);
        assert_eq!(code, "derive.element-place");
        assert!(text.contains("in outputs > 0"), "{text}");
    }
    // One that takes no row counts for nothing.
    let mut built = copy();
    built.signatures().outputs.as_mut().unwrap()[0].start_row = -1;
    assert_eq!(built.result().unwrap().outputs, [0; 4]);
}

/// An address that may be any is an error, if an output depends on what is there.
fn addresses_that_may_be_any() {
    let read = |code: &mut Code<'_>| {
        let number = code.index(0);
        let float = code.build.module().types.float();
        let pointer = code.build.module().types.pointer(float, 0);
        let address = code.build.cast(CastOp::IntToPtr, number, pointer);
        code.build.load(float, address, Alignment::NATURAL)
    };
    let built = pixel(|code| {
        let value = read(code);
        code.output(0, value);
    });
    let (code, text) = refused(&built);
    assert_eq!(code, "derive.address");
    assert!(text.contains("in main"), "{text}");
    let built = pixel(|code| {
        read(code);
        let value = code.build.float(0.0);
        code.output(0, value);
    });
    assert_eq!(built.outputs(0), [Vec::<u32>::new(); 1]);
}
