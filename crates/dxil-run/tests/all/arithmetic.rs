//! Arithmetic: what operators, comparisons, casts and operations give, by tables of rows `operands = results`. A value
//! is a number, `inf`, `nan`, or bits (`0x…`); a result `nan` is the one NaN that arithmetic gives.

mod comparisons;
mod conversions;
mod curves;
mod floats;
mod integers;
mod operations;
mod table;
pub(crate) mod vectors;

use std::collections::BTreeSet;

use dxil::half;
use dxil::ops::{Consumer, Member, OperandType, Operation, OverloadKind, OverloadSet, StatisticsClass};
use dxil_ir::builder::{Build as _, BuildControlFlow as _, FunctionBuilder};
use dxil_ir::constants::{Constant, ConstantKind};
use dxil_ir::{BinaryOp, Flags, Module, Value};
use dxil_run::{Bound, Checks, Dispatch, FindingKind, PrepareOptions, Resources, RunOptions};

use crate::functions::prepare_with;
use table::Table;

pub(crate) const TESTS: &[testkit::Test] = testkit::tests![
    tables_hold,
    denormals_are_kept_where_that_is_asked_for,
    every_operation_has_rows_for_every_type,
    halves_are_rounded_once,
    curves_are_as_good_as_exact,
    whole_numbers_are_those_of_the_machine,
    inactive_lanes_keep_what_they_have,
    nans_are_told_where_they_are_born,
    zero_divisors_are_told,
    constant_expressions_are_computed,
    constant_expressions_share_parts,
    bitcasts_keep_bits,
];

/// The parts that a scalar function has: the types of what it takes and gives, and its assembly.
struct Function {
    from: Vec<OverloadKind>,
    to: Vec<OverloadKind>,
    source: String,
}

fn kind(name: &str) -> OverloadKind {
    let found = OverloadKind::ALL.into_iter().find(|kind| kind.name() == name || kind.type_name() == name);
    found.unwrap_or_else(|| panic!("no type is called {name}"))
}

/// The function of an operation.
fn operation(operation: &Operation, overload: Option<OverloadKind>) -> Function {
    let overload_or = |ty: OperandType| match ty {
        OperandType::Number(kind) | OperandType::Lanes(kind) => vec![kind],
        OperandType::Overload(_) => vec![overload.expect("it has one")],
        OperandType::Four => vec![overload.expect("it has one"); 4],
        OperandType::Struct(row) => {
            let kinds = row.members.iter().map(|member| match member {
                Member::Number(kind) => *kind,
                Member::BytePointer => panic!("{} gives no numbers", operation.name),
            });
            kinds.collect()
        }
        other => panic!("{} has {other:?}", operation.name),
    };
    let from: Vec<_> = operation.arguments.iter().flat_map(|argument| overload_or(argument.ty)).collect();
    let to = overload_or(operation.result);
    let name = |kinds: &[OverloadKind], prefix: &str| {
        kinds
            .iter()
            .enumerate()
            .map(|(at, kind)| {
                format!(
                    "{}{prefix}{}",
                    kind.type_name(),
                    if prefix.is_empty() { String::new() } else { at.to_string() }
                )
            })
            .collect::<Vec<_>>()
            .join(", ")
    };
    let (types, returns) = match operation.result {
        OperandType::Struct(row) => {
            (format!("%{} = type {{ {} }}\n", row.name, name(&to, "")), format!("%{}", row.name))
        }
        OperandType::Four => {
            let four = format!("%dx.types.four{}", to[0].name());
            (format!("{four} = type {{ {} }}\n", name(&to, "")), four)
        }
        _ => (String::new(), to[0].type_name().to_owned()),
    };
    let suffix = overload.map_or(String::new(), |overload| format!(".{}", overload.name()));
    let function = format!("@dx.op.{}{suffix}", operation.function);
    let source = format!(
        "{types}declare {returns} {function}(i32, {})\n\ndefine {returns} @f({}) ATTRIBUTES {{\n  \
         %r = call {returns} {function}(i32 {}, {})\n  ret {returns} %r\n}}\n",
        name(&from, ""),
        name(&from, " %a"),
        operation.opcode,
        name(&from, " %a"),
    );
    Function { from, to, source }
}

/// The function of an instruction of LLVM.
fn instruction(words: &str, types: &str) -> Function {
    let mut types = types.split(' ').map(kind);
    let from = types.next().expect("it has a type");
    let name = from.type_name();
    let (from, to, body) = match (words.split(' ').next(), types.next()) {
        (Some("fcmp" | "icmp"), _) => (vec![from; 2], OverloadKind::I1, format!("{words} {name} %a0, %a1")),
        (_, Some(to)) => (vec![from], to, format!("{words} {name} %a0 to {}", to.type_name())),
        (Some("fneg"), _) => (vec![from], from, format!("{words} {name} %a0")),
        _ => (vec![from; 2], from, format!("{words} {name} %a0, %a1")),
    };
    let parameters: Vec<_> =
        from.iter().enumerate().map(|(at, kind)| format!("{} %a{at}", kind.type_name())).collect();
    let source = format!(
        "define {} @f({}) ATTRIBUTES {{\n  %r = {body}\n  ret {} %r\n}}\n",
        to.type_name(),
        parameters.join(", "),
        to.type_name(),
    );
    Function { from, to: vec![to], source }
}

fn function(table: &Table) -> Function {
    match Operation::all().find(|operation| operation.name == table.name) {
        Some(found) => operation(found, Some(table.types).filter(|types| !types.is_empty()).map(kind)),
        None => instruction(table.name, table.types),
    }
}

/// The bits of a value.
fn parse(text: &str, kind: OverloadKind) -> u64 {
    let bits_of = kind.bits();
    if let Some(bits) = text.strip_prefix("0x") {
        return u64::from_str_radix(bits, 16).unwrap_or_else(|_| panic!("{text} is no number"));
    }
    let float = || text.parse::<f64>().unwrap_or_else(|_| panic!("{text} is no float"));
    match kind {
        OverloadKind::F16 => half::from_double(float()).into(),
        OverloadKind::F32 => text.parse::<f32>().expect("it is a float").to_bits().into(),
        OverloadKind::F64 => float().to_bits(),
        _ => {
            let number: i128 = text.parse().unwrap_or_else(|_| panic!("{text} is no integer"));
            (number as u64) & (u64::MAX >> (64 - bits_of))
        }
    }
}

/// Calls a function with lists of values, in waves of 32 lanes.
fn call(function: &Function, attributes: &str, arguments: &[Vec<u64>], options: RunOptions) -> Vec<Vec<u64>> {
    let source = function.source.replace("ATTRIBUTES", attributes);
    let mut results = Vec::new();
    for lanes in arguments.chunks(32) {
        let program = prepare_with(&source, lanes.len(), PrepareOptions::default());
        let resources = Resources::default();
        let bound = Bound::new(&program, &resources);
        let dispatch =
            Dispatch::new(&program, &bound, [1; 3], options).expect("its waves may have that size");
        results.extend(dispatch.call(lanes, &mut ()).0);
    }
    results
}

/// Looks at all rows of a table, with these attributes of the function.
fn check(table: &Table, attributes: &str, wrong: &mut Vec<String>) {
    let function = function(table);
    let mut rows = Vec::new();
    for row in table.rows.split("; ") {
        let (operands, results) = row.split_once(" = ").unwrap_or_else(|| panic!("{row} says no result"));
        let list = |text: &str, kinds: &[OverloadKind]| -> Vec<u64> {
            let words: Vec<_> = text.split_whitespace().collect();
            assert_eq!(words.len(), kinds.len(), "{} {}: {row}", table.name, table.types);
            words.into_iter().zip(kinds).map(|(word, kind)| parse(word, *kind)).collect()
        };
        rows.push((list(operands, &function.from), list(results, &function.to)));
    }
    let arguments: Vec<_> = rows.iter().map(|row| row.0.clone()).collect();
    let found = call(&function, attributes, &arguments, RunOptions::default());
    assert_eq!(found.len(), rows.len());
    for ((found, (_, expected)), row) in found.iter().zip(&rows).zip(table.rows.split("; ")) {
        if found != expected {
            wrong.push(format!("{} {} {attributes}: {row}, found {found:x?}", table.name, table.types));
        }
    }
}

fn all_tables() -> impl Iterator<Item = &'static Table> {
    [
        floats::TABLES,
        integers::TABLES,
        comparisons::TABLES,
        conversions::TABLES,
        curves::TABLES,
        operations::TABLES,
    ]
    .into_iter()
    .flatten()
}

fn tables_hold() {
    let mut wrong = Vec::new();
    for table in all_tables() {
        for mode in ["", "\"fp32-denorm-mode\"=\"ftz\"", "\"fp32-denorm-mode\"=\"any\""] {
            check(table, mode, &mut wrong);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn denormals_are_kept_where_that_is_asked_for() {
    let mut wrong = Vec::new();
    for table in floats::KEPT {
        check(table, "\"fp32-denorm-mode\"=\"preserve\"", &mut wrong);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn every_operation_has_rows_for_every_type() {
    use StatisticsClass::{Conversion, Float, Int};
    let computes = |operation: &&Operation| {
        matches!(operation.statistics, Float | Int | Conversion)
            && operation.is_supported_by(Consumer::Run)
            && !operation.depends_on_other_lanes()
    };
    let mut wanted = BTreeSet::new();
    for operation in Operation::all().filter(computes) {
        match operation.overloads.first() {
            Some(OverloadSet::Numbers { scalars, .. }) => {
                wanted.extend(scalars.iter().map(|kind| (operation.name.to_owned(), kind.name().to_owned())));
            }
            _ => {
                wanted.insert((operation.name.to_owned(), String::new()));
            }
        }
    }
    let words = |words: &str, types: &[&str]| -> Vec<(String, String)> {
        let pairs = words.split(' ').flat_map(|word| types.iter().map(move |ty| (word, ty)));
        pairs.map(|(word, ty)| (word.replace('_', " "), (*ty).to_owned())).collect()
    };
    let floats = ["half", "float", "double"];
    wanted.extend(words("fadd fsub fmul fdiv frem fneg", &floats));
    let questions = "fcmp_false fcmp_oeq fcmp_ogt fcmp_oge fcmp_olt fcmp_ole fcmp_one fcmp_ord fcmp_uno fcmp_ueq \
                     fcmp_ugt fcmp_uge fcmp_ult fcmp_ule fcmp_une fcmp_true";
    wanted.extend(words(questions, &floats));
    let integers = ["i1", "i8", "i16", "i32", "i64"];
    wanted.extend(words("add sub mul udiv sdiv urem srem shl lshr ashr and or xor", &integers));
    let questions = "icmp_eq icmp_ne icmp_ugt icmp_uge icmp_ult icmp_ule icmp_sgt icmp_sge icmp_slt icmp_sle";
    wanted.extend(words(questions, &integers));
    for (from, longer) in integers.iter().enumerate().map(|(at, from)| (from, &integers[at + 1..])) {
        for to in longer {
            wanted.extend(words("zext sext", &[&format!("{from} {to}")]));
            wanted.extend(words("trunc", &[&format!("{to} {from}")]));
        }
        for float in floats {
            wanted.extend(words("fptosi fptoui", &[&format!("{float} {from}")]));
            wanted.extend(words("sitofp uitofp", &[&format!("{from} {float}")]));
        }
    }
    wanted.extend(words("fpext", &["half float", "half double", "float double"]));
    wanted.extend(words("fptrunc", &["float half", "double half", "double float"]));
    let there: BTreeSet<_> =
        all_tables().map(|table| (table.name.to_owned(), table.types.to_owned())).collect();
    let missing: Vec<_> = wanted.difference(&there).collect();
    assert!(missing.is_empty(), "{missing:#?}");
    let unknown: Vec<_> = there.difference(&wanted).collect();
    assert!(unknown.is_empty(), "{unknown:#?}");
}

/// Numbers that follow from each other and look like none other's.
fn random(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

fn halves_are_rounded_once() {
    let mut state = 0x9e37_79b9_7f4a_7c15;
    let pairs: Vec<Vec<u64>> =
        (0..4096).map(|_| vec![random(&mut state) & 0xffff, random(&mut state) & 0xffff]).collect();
    let value = |bits: u64| f64::from(half::to_single(bits as u32));
    type Exact = fn(f64, f64) -> f64;
    let operators: [(&str, Exact); 5] = [
        ("fadd", |a, b| a + b),
        ("fsub", |a, b| a - b),
        ("fmul", |a, b| a * b),
        ("fdiv", |a, b| a / b),
        ("frem", |a, b| a % b),
    ];
    for (name, exact) in operators {
        let found = call(&instruction(name, "half"), "", &pairs, RunOptions::default());
        for (pair, found) in pairs.iter().zip(found) {
            let expected = half::from_double(exact(value(pair[0]), value(pair[1])));
            assert_eq!(found, [u64::from(expected)], "{name} {pair:x?}");
        }
    }
}

/// How many floats of 32 bits lie between two.
fn distance(a: f32, b: f32) -> u32 {
    let place = |float: f32| {
        let bits = float.to_bits().cast_signed();
        if bits < 0 { i32::MIN - bits } else { bits }
    };
    place(a).abs_diff(place(b))
}

fn curves_are_as_good_as_exact() {
    type Exact = fn(f64) -> f64;
    let curves: [(&str, Exact, f64); 13] = [
        ("Cos", f64::cos, 1e6),
        ("Sin", f64::sin, 1e6),
        ("Tan", f64::tan, 1e6),
        ("Acos", f64::acos, 1.0),
        ("Asin", f64::asin, 1.0),
        ("Atan", f64::atan, 1e9),
        ("Hcos", f64::cosh, 80.0),
        ("Hsin", f64::sinh, 80.0),
        ("Htan", f64::tanh, 10.0),
        ("Exp", f64::exp2, 120.0),
        ("Log", f64::log2, 1e30),
        ("Sqrt", f64::sqrt, 1e30),
        ("Rsqrt", |a| 1.0 / a.sqrt(), 1e30),
    ];
    let mut state = 0x0123_4567_89ab_cdef;
    for (name, exact, range) in curves {
        let row = Operation::all().find(|operation| operation.name == name).expect("there is one");
        let is_positive = matches!(name, "Log" | "Sqrt" | "Rsqrt");
        let arguments: Vec<f32> = (0..1024)
            .map(|_| {
                let part = random(&mut state) as f64 / u64::MAX as f64;
                let sign = if is_positive || random(&mut state) & 1 == 0 { 1.0 } else { -1.0 };
                // As many small ones as large ones.
                (sign * range * part.powi(4)) as f32
            })
            .filter(|argument| argument.is_normal())
            .collect();
        let lists: Vec<_> = arguments.iter().map(|argument| vec![u64::from(argument.to_bits())]).collect();
        let found = call(&operation(row, Some(OverloadKind::F32)), "", &lists, RunOptions::default());
        for (argument, found) in arguments.iter().zip(found) {
            let (found, expected) = (f32::from_bits(found[0] as u32), exact(f64::from(*argument)) as f32);
            assert!(distance(found, expected) <= 1, "{name} of {argument} is {expected}, found {found}");
        }
    }
}

fn whole_numbers_are_those_of_the_machine() {
    type Exact = fn(f32) -> f32;
    let functions: [(&str, Exact); 4] = [
        ("Round_ne", f32::round_ties_even),
        ("Round_ni", f32::floor),
        ("Round_pi", f32::ceil),
        ("Round_z", f32::trunc),
    ];
    let mut state = 0x5555_1234_abcd_0001;
    let mut arguments: Vec<f32> = (0..2048).map(|_| f32::from_bits(random(&mut state) as u32)).collect();
    for exponent in 0..26 {
        let power = 2.0_f32.powi(exponent);
        let near = [power.next_down(), power, power.next_up(), power - 0.5, power + 0.5, power * 1.5 + 0.5];
        arguments.extend(near.iter().flat_map(|near| [*near, -*near]));
    }
    arguments.retain(|argument| !argument.is_subnormal() && !argument.is_nan());
    let lists: Vec<_> = arguments.iter().map(|argument| vec![u64::from(argument.to_bits())]).collect();
    for (name, exact) in functions {
        let row = Operation::all().find(|operation| operation.name == name).expect("there is one");
        let found = call(&operation(row, Some(OverloadKind::F32)), "", &lists, RunOptions::default());
        for (argument, found) in arguments.iter().zip(found) {
            assert_eq!(found, [u64::from(exact(*argument).to_bits())], "{name} of {argument}");
        }
    }
}

fn inactive_lanes_keep_what_they_have() {
    // One result and two, one word and two, in lanes that part.
    let source = "
%dx.types.twoi32 = type { i32, i32 }
declare %dx.types.twoi32 @dx.op.binaryWithTwoOuts.i32(i32, i32, i32)
define double @f(i32 %a, double %b) {
entry:
  %some = icmp ugt i32 %a, 2
  br i1 %some, label %yes, label %end
yes:
  %square = fmul double %b, %b
  %pair = call %dx.types.twoi32 @dx.op.binaryWithTwoOuts.i32(i32 43, i32 %a, i32 2)
  %half = extractvalue %dx.types.twoi32 %pair, 0
  %more = uitofp i32 %half to double
  %sum = fadd double %square, %more
  br label %end
end:
  %result = phi double [ %sum, %yes ], [ %b, %entry ]
  %twice = fadd double %result, %result
  ret double %twice
}";
    let arguments: Vec<Vec<u64>> =
        (0..40_u32).map(|lane| vec![u64::from(lane % 5), f64::from(lane).to_bits()]).collect();
    for wave_size in [4, 32, 64, 128] {
        let options = RunOptions { wave_size: Some(wave_size), ..RunOptions::default() };
        let (results, outcome) = crate::functions::call_with(source, &arguments[..32], options);
        assert!(outcome.findings.is_empty());
        for (lane, result) in (0..32_u32).zip(results) {
            let number = f64::from(lane);
            let expected =
                if lane % 5 > 2 { number * number + f64::from(lane % 5 / 2) } else { number } * 2.0;
            assert_eq!(f64::from_bits(result[0]), expected, "lane {lane} in waves of {wave_size}");
        }
    }
}

/// What is found where a function is called with a list of values, with a look at NaN.
fn findings(function: &Function, arguments: &[u64]) -> Vec<(FindingKind, u64)> {
    let source = function.source.replace("ATTRIBUTES", "");
    let program = prepare_with(&source, 1, PrepareOptions { checks_nan: true, own_registers: false });
    let resources = Resources::default();
    let bound = Bound::new(&program, &resources);
    let options = RunOptions { checks: Checks { all: true, nan: true }, ..RunOptions::default() };
    let dispatch = Dispatch::new(&program, &bound, [1; 3], options).expect("its waves may have that size");
    let (_, outcome) = dispatch.call(&[arguments.to_vec()], &mut ());
    outcome.findings.iter().map(|(_, kind, finding)| (kind, finding.count)).collect()
}

fn nans_are_told_where_they_are_born() {
    let born = [(FindingKind::Nan, 1)];
    let rows = [
        ("fsub", "float", "inf inf", true),
        ("fsub", "float", "nan inf", false),
        ("fadd", "half", "inf -inf", true),
        ("fadd", "half", "nan 1", false),
        ("fmul", "double", "inf 0", true),
        ("fmul", "double", "0 nan", false),
        ("fmul", "double", "0 2", false),
        ("Log", "f32", "-1", true),
        ("Log", "f32", "nan", false),
        ("Sqrt", "f16", "-1", true),
        ("FMax", "f32", "nan 1", false),
        ("IsNaN", "f32", "nan", false),
        ("Dot2AddHalf", "f32", "1 inf 1 0 1", true),
        ("Dot2AddHalf", "f32", "1 nan 1 0 1", false),
        ("Dot2AddHalf", "f32", "nan 1 1 0 1", false),
        ("Dot2AddHalf", "f32", "1 1 1 0 1", false),
        ("fptrunc", "double float", "nan", false),
        ("LegacyDoubleToFloat", "", "nan", false),
        ("MakeDouble", "f64", "0 0x7ff80000", false),
    ];
    for (name, types, operands, is_born) in rows {
        let function = function(&Table { name, types, rows: "" });
        let operands: Vec<_> =
            operands.split(' ').zip(&function.from).map(|(text, kind)| parse(text, *kind)).collect();
        let expected = if is_born { &born[..] } else { &[] };
        assert_eq!(findings(&function, &operands), expected, "{name} {types}");
    }
}

fn zero_divisors_are_told() {
    let told = [(FindingKind::DivisionByZero, 1)];
    for types in ["i8", "i16", "i32", "i64"] {
        for name in ["udiv", "sdiv", "urem", "srem"] {
            let function = instruction(name, types);
            assert_eq!(findings(&function, &[1, 0]), told, "{name} {types}");
            assert_eq!(findings(&function, &[0, 1]), [], "{name} {types}");
        }
    }
    let row = Operation::all().find(|operation| operation.name == "UDiv").expect("there is one");
    assert_eq!(findings(&operation(row, Some(OverloadKind::I32)), &[1, 0]), told);
    assert_eq!(findings(&operation(row, Some(OverloadKind::I32)), &[0, 1]), []);
}

fn constant_expressions_are_computed() {
    let rows = [
        ("i32", "add (i32 2, i32 3)", 5),
        ("i32", "trunc (i64 4294967301 to i32)", 5),
        ("i64", "zext (i32 -1 to i64)", 0xffff_ffff),
        ("i64", "sext (i32 -1 to i64)", u64::MAX),
        ("i64", "mul (i64 4294967296, i64 3)", 3 << 32),
        ("i32", "select (i1 icmp ult (i32 1, i32 2), i32 7, i32 8)", 7),
        ("i32", "select (i1 fcmp ogt (float 1.0, float 2.0), i32 7, i32 8)", 8),
        ("float", "fadd (float 1.0, float 2.0)", 3.0_f32.to_bits().into()),
        ("double", "fpext (float 1.5 to double)", 1.5_f64.to_bits()),
        ("float", "bitcast (i32 1065353216 to float)", 1.0_f32.to_bits().into()),
        ("i32", "ptrtoint (i32* inttoptr (i32 12 to i32*) to i32)", 12),
        ("i1", "xor (i1 true, i1 true)", 0),
    ];
    for (ty, expression, expected) in rows {
        let source = format!("define {ty} @f({ty} %a) {{\n  ret {ty} {expression}\n}}\n");
        assert_eq!(crate::functions::call(&source, &[&[0]]), [expected], "{expression}");
    }
}

fn constant_expressions_share_parts() {
    // Each is the sum of the one before with itself: 2^40 parts, if nothing were remembered.
    let mut module = Module::dxil();
    let i32 = module.types.int(32);
    let ty = module.types.function(i32, &[i32]);
    let mut sum: Value = module.constants.intern(Constant { ty: i32, kind: ConstantKind::Integer(3) }).into();
    for _ in 0..40 {
        let kind = ConstantKind::Binary { op: BinaryOp::Add, flags: Flags::NONE, operands: [sum, sum] };
        sum = module.constants.intern(Constant { ty: i32, kind }).into();
    }
    let function = module.define_function("f", ty);
    let mut build = FunctionBuilder::new(&mut module, function).expect("it has no body yet");
    let argument = build.argument(0);
    let more = build.binary(BinaryOp::Add, argument, sum);
    build.ret(Some(more));
    drop(build);
    // The sum wraps to 0.
    assert_eq!(crate::functions::call_module(&module, &[&[7]]), [7]);
}

fn bitcasts_keep_bits() {
    let cast = |from: &str, to: &str| {
        format!("define {to} @f({from} %a) {{\n  %r = bitcast {from} %a to {to}\n  ret {to} %r\n}}\n")
    };
    let one = 1.0_f32.to_bits().into();
    assert_eq!(crate::functions::call(&cast("i32", "float"), &[&[one]]), [one]);
    assert_eq!(crate::functions::call(&cast("half", "i16"), &[&[0x7c01]]), [0x7c01]);
    assert_eq!(crate::functions::call(&cast("double", "i64"), &[&[1 << 63]]), [1 << 63]);
    assert_eq!(crate::functions::call(&cast("i64", "<2 x i32>"), &[&[7 << 32 | 5]]), [5]);
    let all = |from: &str, to: &str, value: &[u64]| {
        crate::functions::call_with(&cast(from, to), &[value.to_vec()], RunOptions::default()).0.concat()
    };
    assert_eq!(all("i32", "<2 x i16>", &[0x1234_89ab]), [0x89ab, 0x1234]);
    assert_eq!(all("<2 x half>", "i32", &[0x3c00, 0xbc00]), [0xbc00_3c00]);
    assert_eq!(all("<2 x i32>", "<8 x i8>", &[0x0403_0201, 0x0807_0605]), [1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(all("<8 x i8>", "i64", &[1, 2, 3, 4, 5, 6, 7, 8]), [0x0807_0605_0403_0201]);
    assert_eq!(all("<8 x i1>", "i8", &[1, 0, 1, 0, 0, 0, 0, 1]), [0x85]);
    assert_eq!(all("i16", "<16 x i1>", &[0x8001])[..2], [1, 0]);
    let source = "define <2 x i16> @f() {\n  ret <2 x i16> bitcast (i32 65538 to <2 x i16>)\n}\n";
    let (results, _) = crate::functions::call_with(source, &[vec![]], RunOptions::default());
    assert_eq!(results, [[2, 1]]);
}
