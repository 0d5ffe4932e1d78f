//! Operations: every call of every real module against its row, every row as a call that the builder makes, and calls
//! that are wrong. Separate from the tests of modules because nothing here is about bitcode.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use dxil::ops::BuildOperation as _;
use dxil::ops::called::CallPattern;
use dxil::ops::{
    Call, CallError, DeclareError, FUNCTION_PREFIX, HANDLE, Opcode, OperandType, Operation, Overload,
    OverloadKind, OverloadSet, Row, TABLES, Values, declare,
};
use dxil_ir::attributes::Attribute;
use dxil_ir::bitcode;
use dxil_ir::builder::{Build as _, BuildControlFlow as _, FunctionBuilder};
use dxil_ir::{AttributeKind, Global, GlobalId, Module, Op, TypeId, Value, ValueKind};
use testkit::{Test, modules, note, tests};

pub(crate) const TESTS: &[Test] = tests![
    real_calls_match_their_rows,
    real_declarations_have_the_attributes_of_their_rows,
    every_operation_is_called_with_every_overload,
    opcodes_that_are_wrong,
    functions_that_are_wrong,
    types_that_are_wrong,
    calls_without_an_opcode,
    reserved_opcodes_have_no_function,
    rows_are_found,
    names_mean_calls,
    declarations_that_are_wrong,
    pointers_that_say_nothing
];

/// Every name means some operation; a pattern matches the calls that listings name like it, and no others.
fn names_mean_calls() {
    for name in CallPattern::names() {
        for spelled in [name.to_owned(), name.to_uppercase()] {
            let patterns = CallPattern::of(&spelled);
            assert!(!patterns.is_empty() && patterns.iter().all(|it| it.operation().is_some()), "{spelled}");
        }
    }
    assert!(["", "dx.op.", "dx.op.nothing", "Nothing"].iter().all(|name| CallPattern::of(name).is_empty()));
    let (mut calls, mut narrowed) = (0, 0);
    let [group, sample] = ["GroupMemoryBarrierWithGroupSync", "dx.op.sample.f32"].map(CallPattern::of);
    modules::some_modules(200, 1 << 18, |stored| {
        let module = &bitcode::read(stored.bitcode, stored.offset).unwrap();
        each_call(module, |call| {
            let Ok(call) = call else { return };
            let is = |patterns: &[CallPattern]| patterns.iter().any(|pattern| pattern.matches(module, &call));
            let (operation, function) = (call.operation(), call.function_name());
            // Modules that were made by hand call functions of other operations.
            if !Operation::of_function(function).any(|of| of.opcode == operation.opcode) {
                return;
            }
            let named = CallPattern::of(operation.name);
            assert!(is(&named) && named.iter().all(|pattern| pattern.may_call(function)), "{function}");
            assert!(is(&CallPattern::of(&function.to_string())), "{function}");
            assert_eq!(is(&sample), function == "dx.op.sample.f32");
            assert!(!is(&group) || operation.name == "Barrier");
            narrowed += usize::from(is(&group));
            calls += 1;
        });
    })
    .without_filter();
    assert!(calls > 1000 && narrowed > 0, "{calls} calls, {narrowed} barriers");
}

/// How the reference validator says that the types of a call are not those of its operation.
const WRONG_OVERLOAD: &str = "DXIL intrinsic overload must be valid.";

/// Calls `visit` with each call of an operation in a module, or what is wrong with it.
fn each_call<'m>(module: &'m Module, mut visit: impl FnMut(Result<Call<'m>, CallError>)) {
    for (_, global, body) in module.bodies() {
        for (_, _, instruction) in body.in_order() {
            match Call::of(module, (body, global.value_type), instruction) {
                Ok(Some(call)) => visit(Ok(call)),
                Err(error) => visit(Err(error)),
                Ok(None) => assert!(!is_hidden(module, &instruction.op), "{:?}", instruction.op),
            }
        }
    }
}

/// Whether an instruction that is no call of an operation calls one after all: as a constant, or among arguments.
fn is_hidden(module: &Module, op: &Op) -> bool {
    let Op::Call { callee, .. } = op else { return false };
    let of_constant = |value: &Value| match value.kind() {
        ValueKind::Constant(id) => module.constants.get(id).unwrap().kind.operands().to_vec(),
        _ => vec![*value],
    };
    of_constant(callee).iter().any(|value| match value.kind() {
        ValueKind::Global(id) => is_function_of_operation(&module.globals[id]),
        _ => false,
    })
}

fn is_function_of_operation(global: &Global) -> bool {
    global.name.starts_with(FUNCTION_PREFIX.as_bytes()) && global.function().is_some()
}

/// The attributes of the function itself.
fn attributes(module: &Module, function: &Global) -> Vec<AttributeKind> {
    let groups = function.function().unwrap().attributes.map(|list| module.attributes.list(list).unwrap());
    let attributes = groups.into_iter().flatten().flat_map(|group| {
        let group = module.attributes.group(*group).unwrap();
        assert_eq!(group.slot, dxil_ir::attributes::Slot::Function);
        &group.attributes
    });
    attributes
        .map(|attribute| match attribute {
            Attribute::Flag(kind) => *kind,
            other => panic!("{other:?}"),
        })
        .collect()
}

/// How many calls the reference validator refuses in a file for their types, as far as its messages were kept.
fn refused_by_the_reference(path: &Path) -> usize {
    let messages = std::fs::read_to_string(path.with_extension("dxv.txt")).unwrap_or_default();
    messages.matches(WRONG_OVERLOAD).count()
}

/// Every call in a real module is what its row says: the function's name, its overloads, the number and types of
/// arguments, the result. Where one is not, the reference validator says so too.
fn real_calls_match_their_rows() {
    let (mut modules, mut calls, mut refused) = (0, 0, 0);
    let (mut seen, mut functions) = (BTreeSet::new(), BTreeSet::new());
    let mut failures = BTreeMap::<String, String>::new();
    let walked = modules::each_module(|stored| {
        let module = bitcode::read(stored.bitcode, stored.offset).unwrap();
        modules += 1;
        let mut wrong = Vec::new();
        each_call(&module, |call| {
            calls += 1;
            match call.clone().and_then(|call| call.check()) {
                Err(error) => wrong.push(error.to_string()),
                Ok(overloads) => {
                    let call = call.unwrap();
                    seen.insert(call.operation().name);
                    functions.insert(call.function_name().to_owned());
                    assert_eq!(call.overloads().unwrap().as_slice(), overloads.as_slice());
                }
            }
        });
        // Beside the program there may be a module that describes buffers.
        if module.bodies().next().is_none() || wrong.len() == refused_by_the_reference(stored.path) {
            refused += wrong.len();
        } else {
            failures.insert(stored.path.display().to_string(), format!("{wrong:#?}"));
        }
    });
    let all = Operation::all().count();
    walked.checked("calls of operations", calls, [2385, 43_578]).checked("operations", seen.len(), [50, 263]);
    note!("{calls} calls in {modules} modules, {refused} of them refused by the reference validator too");
    note!(
        "{} functions of {} operations; {} of {all} occur in no file",
        functions.len(),
        seen.len(),
        all - seen.len()
    );
    assert!(failures.is_empty(), "{failures:#?}");
}

/// What older DXCs declared otherwise than today's.
const ONCE_DECLARED: [(&str, &[AttributeKind]); 1] =
    [("dx.op.waveGetLaneIndex", &[AttributeKind::NoUnwind, AttributeKind::ReadNone])];

/// The functions that DXC declares have the attributes of the row, in the same order. Modules that were assembled for
/// tests of the validator, by hand, have any.
fn real_declarations_have_the_attributes_of_their_rows() {
    let mut count = 0;
    let mut failures = BTreeMap::new();
    let walked = modules::each_module(|stored| {
        let is_by_hand = stored.path.components().any(|folder| folder.as_os_str() == "dxc-invalid");
        let module = bitcode::read(stored.bitcode, stored.offset).unwrap();
        for function in module.globals.values().filter(|global| is_function_of_operation(global)) {
            let found = attributes(&module, function);
            let mut rows = Operation::of_function(function.name.as_ref()).peekable();
            assert!(rows.peek().is_some(), "{} is a function of no operation", function.name);
            count += 1;
            let is_old = ONCE_DECLARED.iter().any(|(name, old)| function.name == *name && **old == found);
            if !is_by_hand && !is_old && rows.any(|row| row.attributes != found) {
                failures.entry(function.name.clone()).or_insert((stored.path.to_owned(), found));
            }
        }
    });
    walked.checked("declarations", count, [1777, 19_101]);
    assert!(failures.is_empty(), "{failures:#?}");
}

/// Every operation with each overload that it may have: declared, called, written, read, checked.
fn every_operation_is_called_with_every_overload() {
    let (mut built, mut calls) = (BTreeSet::new(), 0);
    for (native, space) in [(false, 0), (true, 3), (true, 6)] {
        for operation in Operation::all() {
            calls += build_and_check(operation, native, space);
            built.insert(operation.name);
        }
    }
    let rows: usize = TABLES.iter().map(|table| table.rows.len()).sum();
    note!("{calls} calls of {} operations built; {} opcodes are set aside", built.len(), rows - built.len());
    // What has no case here is set aside, and refused: `reserved_opcodes_have_no_function`.
    let reserved = TABLES.iter().flat_map(|table| table.rows).filter(|row| matches!(row, Row::Reserved(_)));
    assert_eq!(built.len() + reserved.count(), rows);
}

/// A module that calls an operation with all overloads, written and read. Says how many calls it has.
fn build_and_check(operation: &Operation, native: bool, space: u32) -> usize {
    let mut module = module(native);
    let combinations = combinations(&mut module, operation, space);
    let expected: Vec<_> =
        combinations.iter().map(|overloads| operation.function_name(&module.types, overloads)).collect();
    let mut build = FunctionBuilder::new(&mut module, GlobalId::from_u32(0)).unwrap();
    for overloads in &combinations {
        let function = declare(build.module(), operation, overloads).unwrap();
        let arguments = undefined_arguments(&mut build, operation, function);
        build.operation(operation.opcode, overloads, &arguments).unwrap();
    }
    build.ret(None);
    drop(build);
    let written = bitcode::write(&module).unwrap();
    let read = bitcode::read(&written, 0).unwrap();
    assert!(module.difference(&read).is_none());
    let mut names = Vec::new();
    each_call(&read, |call| {
        let call = call.unwrap();
        assert_eq!(call.operation().opcode, operation.opcode);
        let overloads = call.check().unwrap_or_else(|error| panic!("{error}"));
        let parts: Vec<_> = overloads.as_slice().iter().map(|overload| overload.name(&read.types)).collect();
        assert_eq!(call.overload_name(), bstr::join(".", parts));
        for (argument, value) in operation.arguments.iter().zip(call.arguments()) {
            assert_eq!(call.argument(argument.name), Some(*value));
        }
        let function = read.globals.values().find(|global| global.name == call.function_name()).unwrap();
        assert_eq!(attributes(&read, function), operation.attributes);
        names.push(call.function_name().to_owned());
    });
    assert_eq!(names, expected);
    names.len()
}

/// A module with a function that is to call operations, and numbers of 16 bits of their own or not.
fn module(native: bool) -> Module {
    let mut module = Module::dxil();
    if native {
        let layout = "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64";
        module.data_layout = layout.into();
    }
    let void = module.types.void();
    let ty = module.types.function(void, &[]);
    assert_eq!(module.define_function("main", ty), GlobalId::from_u32(0));
    module
}

/// All overloads that an operation may have: each number, vectors of several lengths, each combination. A module has
/// one function of a name, so structures lie in one address space.
fn combinations(module: &mut Module, operation: &Operation, space: u32) -> Vec<Vec<Overload>> {
    let mut combinations = vec![Vec::new()];
    for set in operation.overloads {
        // Those of matrices have up to four.
        let lengths: &[u64] = if operation.overloads.len() == 1 { &[1, 2, 4, 1024] } else { &[4] };
        let choices = choices(module, *set, lengths, space);
        let longer = |known: &Vec<Overload>| {
            choices.iter().map(|choice| known.iter().copied().chain([*choice]).collect()).collect::<Vec<_>>()
        };
        combinations = combinations.iter().flat_map(longer).collect();
    }
    combinations
}

fn choices(module: &mut Module, set: OverloadSet, lengths: &[u64], space: u32) -> Vec<Overload> {
    let types = &mut module.types;
    match set {
        OverloadSet::Numbers { scalars, vectors } => {
            let of_length = |length| vectors.iter().map(move |kind| Overload::Vector(kind, length));
            let vectors = lengths.iter().flat_map(|length| of_length(*length));
            scalars.iter().map(Overload::Scalar).chain(vectors).collect()
        }
        OverloadSet::Udt => {
            let float = types.float();
            let payload = types.structure("struct.Payload.0", &[float]);
            vec![Overload::Udt(types.pointer(payload, space))]
        }
        OverloadSet::Object => {
            let (i32, i8) = (types.int(32), types.int(8));
            let pointer = types.pointer(i8, 0);
            let matrix = types.structure("dx.types.LinAlgMatrixC9M4N4U2S1", &[pointer]);
            let class = types.structure("class.RWStructuredBuffer<vector<float, 4> >", &[i32]);
            vec![Overload::Object(matrix), Overload::Object(class)]
        }
    }
}

/// Arguments of which nothing is known but the type; those that must be constants are zero.
fn undefined_arguments(
    build: &mut FunctionBuilder<'_>,
    operation: &Operation,
    function: GlobalId,
) -> Vec<Value> {
    let module = build.module();
    let ty = module.globals[function].value_type;
    let dxil_ir::Type::Function { parameters, .. } = module.types.get(ty).unwrap().clone() else { panic!() };
    let arguments = operation.arguments.iter().zip(&parameters[1..]);
    let value = |(argument, ty): (&dxil::ops::Argument, &TypeId)| {
        if argument.is_constant { module.null(*ty) } else { module.undef(*ty) }
    };
    arguments.map(value).collect()
}

/// What is called in a module that only calls this.
fn call_of(module: &Module) -> Result<Call<'_>, CallError> {
    let mut calls = Vec::new();
    each_call(module, |call| calls.push(call));
    assert_eq!(calls.len(), 1);
    calls.remove(0)
}

/// Calls a function of this name and type with these operands, the opcode among them.
fn calling(
    name: &str,
    result: OverloadKind,
    parameters: &[OverloadKind],
    operands: impl FnOnce(&mut FunctionBuilder<'_>) -> Vec<Value>,
) -> Module {
    let mut module = module(false);
    let parameters: Vec<_> = parameters.iter().map(|kind| module.types.intern(kind.ty())).collect();
    let result = module.types.intern(result.ty());
    let ty = module.types.function(result, &parameters);
    let function = module.declare_function(name, ty);
    let mut build = FunctionBuilder::new(&mut module, GlobalId::from_u32(0)).unwrap();
    let operands = operands(&mut build);
    build.call(function, &operands).unwrap();
    build.ret(None);
    drop(build);
    module
}

/// The opcode, and undefined numbers.
fn operands(opcode: Opcode, kinds: &[OverloadKind]) -> impl FnOnce(&mut FunctionBuilder<'_>) -> Vec<Value> {
    move |build| {
        let i32 = build.module().types.int(32);
        let mut operands = vec![build.int(i32, opcode.0.into())];
        for kind in kinds {
            let ty = build.module().types.intern(kind.ty());
            operands.push(build.undef(ty));
        }
        operands
    }
}

/// A function's name, result and parameters; the opcode it is called with, the arguments; what is wrong.
type Case<'c> = (&'c str, OverloadKind, &'c [OverloadKind], Opcode, &'c [OverloadKind], &'c str);

fn are_refused(cases: &[Case<'_>]) {
    for (name, result, parameters, opcode, arguments, expected) in cases {
        let module = calling(name, *result, parameters, operands(*opcode, arguments));
        let error = call_of(&module).and_then(|call| call.check().map(drop)).unwrap_err();
        assert_eq!(error.to_string(), *expected);
    }
}

fn opcodes_that_are_wrong() {
    use OverloadKind::{F32, I32};
    let case = |opcode, expected| ("dx.op.unary.f32", F32, &[I32, F32][..], opcode, &[F32][..], expected);
    are_refused(&[
        case(Opcode(0xffff), "call of `dx.op.unary.f32` has the unknown DXIL opcode 65535"),
        case(Opcode(0x8001_0000), "call of `dx.op.unary.f32` has the unknown DXIL opcode 2147549184"),
        case(Opcode(226), "call of `dx.op.unary.f32` has the reserved DXIL opcode 226 (Reserved0)"),
        case(Opcode::THREAD_ID, "overload type 0 of ThreadId is f32, expected i32"),
        case(Opcode::IMAX, "IMax has 1 arguments after the opcode, expected 2"),
    ]);
}

fn functions_that_are_wrong() {
    use OverloadKind::{F32, I32};
    let case = |name, expected| (name, F32, &[I32, F32][..], Opcode::SIN, &[F32][..], expected);
    are_refused(&[
        case("dx.op.unary.f16", "Sin is called as function `dx.op.unary.f16`, expected `dx.op.unary.f32`"),
        case(
            "dx.op.unary.f32.f32",
            "Sin is called as function `dx.op.unary.f32.f32`, expected `dx.op.unary.f32`",
        ),
        case("dx.op.unary", "Sin is called as function `dx.op.unary`, expected `dx.op.unary.f32`"),
        case("dx.op.", "Sin is called as function `dx.op.`, expected `dx.op.unary.f32`"),
        case("dx.op.sin.f32", "Sin is called as function `dx.op.sin.f32`, expected `dx.op.unary.f32`"),
    ]);
}

fn types_that_are_wrong() {
    use OverloadKind::{F16, F32, F64, I8, I32, I64};
    fn maximum<'c>(
        parameters: &'c [OverloadKind],
        arguments: &'c [OverloadKind],
        expected: &'c str,
    ) -> Case<'c> {
        ("dx.op.binary.f32", F32, parameters, Opcode::FMAX, arguments, expected)
    }
    let count = "FMax has 1 arguments after the opcode, expected 2";
    let argument = "type of an argument of FMax differs from the function declaration";
    let overload = "overload type 0 of Sin is f64, expected f16, f32, a vector of f16, a vector of f32";
    let counter = "result of BufferUpdateCounter has type i64, expected i32";
    let function = "type of the callee of Sin differs from the function declaration";
    are_refused(&[
        maximum(&[I32, F32], &[F32], count),
        maximum(&[I32, F32, F32], &[F32], count),
        maximum(&[I32, F32, F16], &[F32, F16], "argument b of FMax has type half, expected float"),
        maximum(&[I32, F32, F32], &[F32, I8], argument),
        ("dx.op.unary.f64", F64, &[I32, F64], Opcode::SIN, &[F64], overload),
        (
            "dx.op.bufferUpdateCounter",
            I64,
            &[I32, I32, I8],
            Opcode::BUFFER_UPDATE_COUNTER,
            &[I32, I8],
            counter,
        ),
        ("dx.op.unary.f32", F32, &[F32, F32], Opcode::SIN, &[F32], function),
    ]);
}

/// What is no opcode, and what is no call of an operation.
fn calls_without_an_opcode() {
    use OverloadKind::{F32, I8, I32};
    let no_opcode = |operands: fn(&mut FunctionBuilder<'_>) -> Vec<Value>, first| {
        let module = calling("dx.op.unary.f32", F32, &[first, F32], operands);
        let error = call_of(&module).unwrap_err();
        assert!(matches!(error, CallError::NoOpcode { .. }), "{error}");
        error.to_string()
    };
    let expected = |found: &str| {
        format!("first argument of `dx.op.unary.f32` is {found}, expected the opcode as a constant i32")
    };
    assert_eq!(no_opcode(|_| vec![], I32), expected("missing"));
    assert_eq!(no_opcode(|build| vec![build.argument(0)], I32), expected("not constant"));
    let undefined = |build: &mut FunctionBuilder<'_>| {
        let i32 = build.module().types.int(32);
        vec![build.undef(i32)]
    };
    assert_eq!(no_opcode(undefined, I32), expected("a constant without a value"));
    let short = |build: &mut FunctionBuilder<'_>| {
        let i8 = build.module().types.int(8);
        vec![build.int(i8, 13)]
    };
    assert_eq!(no_opcode(short, I8), expected("a constant of another type"));

    let mut module = calling("dx.op.unary.f32", F32, &[I32, F32], operands(Opcode::SIN, &[F32]));
    let function = module.global_named("dx.op.unary.f32".into()).unwrap();
    module.globals[function].function_mut().unwrap().body = Some(dxil_ir::Body::default());
    let error = call_of(&module).unwrap_err();
    assert_eq!(
        error.to_string(),
        "function `dx.op.unary.f32` has a body, but DXIL operations are only declared"
    );

    let long = format!("dx.op.unary.{}", "f32".repeat(2000));
    let module = calling(&long, F32, &[I32, F32], operands(Opcode::SIN, &[F32]));
    let error = call_of(&module).unwrap_err();
    assert_eq!(error.to_string(), "dx.op function name has 6012 bytes, expected at most 4096");

    let module = calling("llvm.sin.f32", F32, &[I32, F32], operands(Opcode::SIN, &[F32]));
    each_call(&module, |call| panic!("{call:?}"));
}

/// Opcodes that are set aside are refused, each of them.
fn reserved_opcodes_have_no_function() {
    use OverloadKind::{F32, I32};
    let mut count = 0;
    for row in TABLES.iter().flat_map(|table| table.rows) {
        let Row::Reserved(reserved) = row else { continue };
        let module = calling("dx.op.unary.f32", F32, &[I32, F32], operands(reserved.opcode, &[F32]));
        let error = call_of(&module).unwrap_err();
        assert!(matches!(error, CallError::ReservedOpcode { name, .. } if name == reserved.name), "{error}");
        assert!(Operation::get(reserved.opcode).is_none());
        count += 1;
    }
    assert!(count > 0);
}

/// Rows are found by opcode and by function; what they say fits together.
fn rows_are_found() {
    for operation in Operation::all() {
        let found = Operation::get(operation.opcode).unwrap();
        assert!(std::ptr::eq(found, operation));
        let function = format!("{FUNCTION_PREFIX}{}.f32", operation.function);
        assert!(Operation::of_function(function.as_str().into()).any(|found| std::ptr::eq(found, operation)));
        for (index, argument) in operation.arguments.iter().enumerate() {
            assert_eq!(operation.argument_index(argument.name), Some(index));
            assert!(
                argument.values == Values::Any || operation.has(dxil::ops::Flag::Wave),
                "{}",
                operation.name
            );
        }
        // The first arguments of an access: the element, the row and the column, or the handle.
        let first = operation.arguments.first().map(|argument| argument.ty);
        if operation.signature.is_some() {
            assert_eq!(first, Some(OperandType::Number(OverloadKind::I32)), "{}", operation.name);
            assert!(operation.arguments.len() >= 2, "{}", operation.name);
        }
        if operation.memory.is_some() {
            let is_handle = matches!(first, Some(OperandType::Struct(row)) if row.name == HANDLE);
            assert!(is_handle, "{}", operation.name);
        }
        // Functions are shared by operations that are declared alike.
        for other in Operation::of_function(operation.function.into()) {
            assert_eq!(other.attributes, operation.attributes);
            assert_eq!(other.class, operation.class);
        }
    }
    assert_eq!(Operation::of_function("dx.op.nothing.f32".into()).count(), 0);
}

/// What cannot be declared, and what is there already.
fn declarations_that_are_wrong() {
    let mut module = module(false);
    let sin = Operation::get(Opcode::SIN).unwrap();
    let f32 = Overload::Scalar(OverloadKind::F32);
    let first = declare(&mut module, sin, &[f32]).unwrap();
    assert_eq!(declare(&mut module, Operation::get(Opcode::COS).unwrap(), &[f32]), Ok(first));
    let error = declare(&mut module, sin, &[]).unwrap_err();
    assert_eq!(error.to_string(), "Sin has 0 overload types, expected 1");
    let error = declare(&mut module, sin, &[OverloadKind::I1.into()]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "overload type 0 of Sin is i1, expected f16, f32, a vector of f16, a vector of f32"
    );
    let error = declare(&mut module, sin, &[Overload::Vector(OverloadKind::F32, 0)]).unwrap_err();
    assert!(matches!(error, DeclareError::Overload { index: 0, .. }), "{error}");

    let trace = Operation::get(Opcode::TRACE_RAY).unwrap();
    let float = module.types.float();
    let nameless = module.types.literal(&[float]);
    for pointee in [float, nameless] {
        let pointer = module.types.pointer(pointee, 0);
        let error = declare(&mut module, trace, &[Overload::Udt(pointer)]).unwrap_err();
        assert!(matches!(error, DeclareError::Overload { index: 0, .. }), "{error}");
    }

    let long = module.types.structure(&"S".repeat(4100), &[float]);
    let pointer = module.types.pointer(long, 0);
    let error = declare(&mut module, trace, &[Overload::Udt(pointer)]).unwrap_err();
    assert_eq!(error.to_string(), "dx.op function name has 4115 bytes, expected at most 4096");

    let void = module.types.void();
    let other = module.types.function(void, &[]);
    module.declare_function("dx.op.unary.f16", other);
    let error = declare(&mut module, sin, &[OverloadKind::F16.into()]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`dx.op.unary.f16` is already declared as a different function or variable"
    );

    let mut build = FunctionBuilder::new(&mut module, GlobalId::from_u32(0)).unwrap();
    let error = build.operation(Opcode(226), &[], &[]).unwrap_err();
    assert_eq!(error, DeclareError::UnknownOpcode { opcode: Opcode(226) });
}

/// Pointers of today's IR do not say what they point to: what a name says of that is believed.
fn pointers_that_say_nothing() {
    let call_shader = |name: &str| {
        let mut module = module(false);
        let (void, i32) = (module.types.void(), module.types.int(32));
        let pointer = module.types.intern(dxil_ir::Type::Pointer(None.into(), 0));
        let ty = module.types.function(void, &[i32, i32, pointer]);
        let function = module.declare_function(name, ty);
        let mut build = FunctionBuilder::new(&mut module, GlobalId::from_u32(0)).unwrap();
        let (opcode, zero) = (build.int(i32, Opcode::CALL_SHADER.0.into()), build.int(i32, 0));
        let parameter = build.undef(pointer);
        build.call(function, &[opcode, zero, parameter]).unwrap();
        drop(build);
        let overloads = call_of(&module).and_then(|call| call.check());
        overloads.map(|overloads| assert_eq!(overloads.as_slice(), [Overload::Udt(pointer)]))
    };
    assert_eq!(call_shader("dx.op.callShader.struct.Parameter"), Ok(()));
    assert!(matches!(call_shader("dx.op.traceRay.struct.Parameter"), Err(CallError::Function { .. })));
}
