//! Texts of modern LLVM, and what LLVM 22 makes of them: attributes and intrinsics in all their spellings, of today and
//! of older LLVMs. What is expected is what `llvm-dis-22` printed of what `llvm-as-22` had read; of the file of
//! attributes, what `opt-22` printed, since LLVM 22 cannot read its own bitcode of one of them.

use dxil_ir::{Dialect, verify};
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    texts_become_what_llvm_makes_of_them,
    attributes_that_are_wrong_are_refused,
    attributes_that_do_not_fit_are_found,
    calls_of_what_is_no_intrinsic_are_refused,
    intrinsics_that_do_not_fit_are_found,
    made_names_end_somewhere
];

/// Texts, and what is printed of them.
const TEXTS: [(&str, &str, &str); 5] = [
    ("attributes", include_str!("../modern/attributes.ll"), include_str!("../modern/attributes.expected.ll")),
    (
        "old_attributes",
        include_str!("../modern/old_attributes.ll"),
        include_str!("../modern/old_attributes.expected.ll"),
    ),
    ("intrinsics", include_str!("../modern/intrinsics.ll"), include_str!("../modern/intrinsics.expected.ll")),
    (
        "intrinsic_names",
        include_str!("../modern/intrinsic_names.ll"),
        include_str!("../modern/intrinsic_names.expected.ll"),
    ),
    (
        "old_intrinsics",
        include_str!("../modern/old_intrinsics.ll"),
        include_str!("../modern/old_intrinsics.expected.ll"),
    ),
];

fn texts_become_what_llvm_makes_of_them() {
    for (name, text, expected) in TEXTS {
        for source in [text, expected] {
            let module = dxil_text::parse(source.as_bytes());
            let module = module.unwrap_or_else(|errors| panic!("{name}: {}", errors.errors()[0]));
            let mut printed = String::new();
            dxil_text::print(&module, &mut printed).unwrap();
            let lines = printed.lines().zip(expected.lines()).enumerate();
            for (line, (found, expected)) in lines {
                assert_eq!(found, expected, "{name}, line {}", line + 1);
            }
            assert_eq!(printed.lines().count(), expected.lines().count(), "{name}");
        }
    }
}

/// What is told of a text of modern LLVM: line, column, message.
#[track_caller]
fn told(text: &str) -> String {
    let errors = dxil_text::parse_as(text.as_bytes(), Dialect::Modern).expect_err("it is wrong");
    let error = &errors.errors()[0];
    format!("{}:{}: {}", error.line, error.column, error.message)
}

fn attributes_that_are_wrong_are_refused() {
    let of_parameter = [
        ("byval", "1:26: expected `(`, found `)`"),
        ("align 3", "1:27: invalid alignment: expected a power of two up to 4294967296"),
        ("dereferenceable(0)", "1:37: expected a number of bytes other than 0, found `0`"),
        ("nofpclass()", "1:31: expected a floating-point class such as `nan`, found `)`"),
        ("nofpclass(1024)", "1:31: expected a mask of floating-point classes from 1 to 1023, found `1024`"),
        (
            "captures()",
            "1:30: expected `none`, `address`, `address_is_null`, `provenance` or `read_provenance`, found `)`",
        ),
        ("captures(ret: none, ret: none)", "1:41: expected only one `ret:`, found `ret:`"),
        ("captures(none, address)", "1:36: expected `ret:`, found `address`"),
        ("initializes((4, 8), (0, 4))", "1:41: expected ranges in ascending order with a gap between them"),
        ("initializes((4, 4))", "1:33: expected ranges in ascending order with a gap between them"),
        ("range(i8 256, 0)", "1:30: number out of range: expected a number that fits i8"),
        ("range(i8 4, 4)", "1:27: range is empty"),
        ("range(ptr 0, 4)", "1:27: expected an integer type"),
        ("range(i65 0, 4)", "1:27: a range of integers of more than 64 bits is not supported"),
    ];
    for (attribute, expected) in of_parameter {
        assert_eq!(told(&format!("declare void @f(ptr {attribute})\n")), expected, "{attribute}");
    }
    let of_function = [
        (
            "memory()",
            "1:26: expected `none`, `read`, `write`, `readwrite`, or a memory location such as `argmem`, found `)`",
        ),
        ("memory(argmem: read, read)", "1:40: expected a memory location such as `argmem:`, found `read`"),
        (
            "memory(somemem: read)",
            "1:26: expected `none`, `read`, `write`, `readwrite`, or a memory location such as `argmem`, found \
             `somemem:`",
        ),
        ("uwtable(none)", "1:27: expected `async`, found `none`"),
        ("allockind(\"mine\")", "1:29: unknown kind in `allockind`"),
        (
            "nocallbacks",
            "1:19: expected `define`, `declare`, `target`, `attributes`, or the name of a type, a global or metadata, found `nocallbacks`",
        ),
    ];
    for (attribute, expected) in of_function {
        assert_eq!(told(&format!("declare void @f() {attribute}\n")), expected, "{attribute}");
    }
}

/// The rules that a module of this text breaks, the first of each with what is told.
#[track_caller]
fn findings(text: &str) -> Vec<String> {
    let module = dxil_text::parse_as(text.as_bytes(), Dialect::Modern).unwrap().module;
    let one = |finding: &dxil_ir::verify::Finding| format!("{}: {}", finding.rule.row().id, finding.message);
    verify(&module).findings.iter().map(one).collect()
}

fn attributes_that_do_not_fit_are_found() {
    let cases = [
        (
            "declare void @f(i32 noalias)",
            "attribute.type: attribute noalias does not apply to a parameter of type i32",
        ),
        (
            "declare void @f(i32 nofpclass(nan))",
            "attribute.type: attribute nofpclass does not apply to a parameter of type i32",
        ),
        (
            "declare void @f(float range(i32 0, 4))",
            "attribute.type: attribute range does not apply to a parameter of type float",
        ),
        (
            "declare void @f(<2 x i8> range(i32 0, 4))",
            "attribute.type: attribute range has type i32, expected <2 x i8>",
        ),
        (
            "declare noundef void @f()",
            "attribute.type: attribute noundef does not apply to the return value of type void",
        ),
        (
            "declare zeroext noext i8 @f()",
            "attribute.conflict: attributes noext and zeroext are incompatible",
        ),
        (
            "declare void @f(ptr readonly writeonly)",
            "attribute.conflict: attributes readonly and writeonly are incompatible",
        ),
        (
            "declare void @f(ptr memory(none))",
            "attribute.place: attribute memory does not apply to parameter 0",
        ),
        ("declare void @f() noundef", "attribute.place: attribute noundef does not apply to functions"),
        ("declare immarg i32 @f()", "attribute.place: attribute immarg does not apply to return values"),
        (
            "declare void @f() vscale_range(3)",
            "attribute.form: attribute vscale_range requires a minimum and a maximum that are powers of \
             two, in ascending order",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(findings(&format!("{text}\n")), [expected], "{text}");
    }
    let good = "declare zeroext range(i8 0, 4) i8 @f(ptr byval([4 x i8]) captures(none), [2 x <2 x float>] nofpclass(inf))\n";
    assert_eq!(findings(good), [""; 0]);
}

fn calls_of_what_is_no_intrinsic_are_refused() {
    let called =
        |call: &str| told(&format!("define void @f(float %x, ptr %p) {{\n  {call}\n  ret void\n}}\n"));
    let cases = [
        ("call void @llvm.no.such.thing()", "2:13: unknown intrinsic llvm.no.such.thing"),
        (
            "call i32 @llvm.sqrt(float %x)",
            "2:12: intrinsic return type (overload type 0) expected any fp or fp vector, but got i32: invalid \
             intrinsic signature of llvm.sqrt",
        ),
        (
            "call <2 x float> @llvm.sqrt(float %x)",
            "2:20: intrinsic argument 0 type (matching overload type 0) expected <2 x float>, but got float: \
             invalid intrinsic signature of llvm.sqrt",
        ),
        (
            "call i32 @llvm.ctpop(float %x)",
            "2:12: intrinsic argument 0 type (matching overload type 0) expected i32, but got float: invalid \
             intrinsic signature of llvm.ctpop",
        ),
        (
            "call float @llvm.dx.firstbitlow(float %x)",
            "2:14: intrinsic argument 0 type (overload type 0) expected any integer or integer vector, but got float: \
             invalid intrinsic signature of llvm.dx.firstbitlow",
        ),
        (
            "call void @llvm.dx.discard(float %x)",
            "2:13: intrinsic argument 0 type expected i1, but got float: invalid intrinsic signature of \
             llvm.dx.discard",
        ),
        (
            "call <2 x i1> @llvm.dx.isinf(float %x)",
            "2:17: intrinsic return type (same vector width of overload type 0) expected scalar (overload type 0 \
             is float), but got <2 x i1>: invalid intrinsic signature of llvm.dx.isinf",
        ),
        (
            "call i32 @llvm.uadd.with.overflow(i32 1, i32 1)",
            "2:12: intrinsic return type expected literal non-packed struct with 2 elements, but got i32: invalid \
             intrinsic signature of llvm.uadd.with.overflow",
        ),
        (
            "call { i32, i32 } @llvm.uadd.with.overflow(i32 1, i32 1)",
            "2:21: intrinsic return struct element 1 type expected i1, but got i32: invalid intrinsic signature \
             of llvm.uadd.with.overflow",
        ),
        (
            "call void @llvm.nvvm.barrier0()",
            "2:13: call of llvm.nvvm.barrier0, which is not supported without a declaration",
        ),
        ("call void @other()", "2:13: use of undefined value @other"),
        ("store ptr @llvm.trap, ptr %p", "2:13: use of undefined value @llvm.trap"),
        (
            "call { {} } @llvm.ssa.copy({ {} } poison)\n  call void @llvm.trap(i32 1)",
            "3:13: intrinsic has incorrect number of args, expected 0, but got 1: invalid intrinsic signature of \
             llvm.trap",
        ),
    ];
    for (call, expected) in cases {
        assert_eq!(called(call), expected, "{call}");
    }
    let unnamed =
        "%0 = type { i32 }\ndefine void @f(%0 %x) {\n  %1 = call %0 @llvm.ssa.copy(%0 %x)\n  ret void\n}\n";
    assert_eq!(told(unnamed), "3:16: llvm.ssa.copy on an unnamed struct type is not supported");
    let used = "@p = global ptr @llvm.lifetime.end.p0\ndeclare void @llvm.lifetime.end.p0(i64, ptr)\n";
    assert_eq!(told(used), "2:14: an intrinsic can only be called, not used as a value");
    let twice = "declare float @llvm.sqrt.f16(float)\ndeclare void @llvm.sqrt.f32()\n";
    assert_eq!(told(twice), "1:15: intrinsic llvm.sqrt.f32 is declared with another type");
}

fn intrinsics_that_do_not_fit_are_found() {
    let text = "declare i32 @llvm.sqrt.f32(float)\n";
    let expected =
        "intrinsic.signature: function type of llvm.sqrt.f32 does not match an overload of this intrinsic";
    assert_eq!(findings(text), [expected]);
    let text = "define void @f(i1 %b) {\n  %1 = call i32 @llvm.abs(i32 1, i1 %b)\n  ret void\n}\n";
    let expected =
        "intrinsic.arguments: argument 1 of llvm.abs.i32 is argument 0, expected an integer constant";
    assert_eq!(findings(text), [expected]);
}

/// Names are longer than the calls that they are for, and each call may need another.
fn made_names_end_somewhere() {
    let name = "x".repeat(10_000);
    let calls: String = (1..1000)
        .map(|index| format!("  call [{index} x %{name}] @llvm.ssa.copy([{index} x %{name}] poison)\n"))
        .collect();
    let text = format!("%{name} = type {{ i32 }}\ndefine void @f() {{\n{calls}  ret void\n}}\n");
    assert!(dxil_text::parse_as(text.as_bytes(), Dialect::Modern).is_ok(), "as long as the text");
    let calls: String = (1..1000)
        .map(|index| format!("  call [{index} x %s] @llvm.ssa.copy([{index} x %s] poison)\n"))
        .collect();
    let long = format!("{{ {} }}", ["<2 x i16>"; 1500].join(", "));
    let text = format!("%s = type {long}\ndefine void @f() {{\n{calls}  ret void\n}}\n");
    assert!(dxil_text::parse_as(text.as_bytes(), Dialect::Modern).is_ok(), "structures go by their names");
}
