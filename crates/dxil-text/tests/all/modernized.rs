//! Modules of LLVM 3.7's dialect in today's: all there are become valid modules that text can say, damaged ones too, or
//! are refused with words.

pub(crate) mod words;

use dxil_ir::builder::{Build as _, BuildControlFlow as _, FunctionBuilder};
use dxil_ir::constants::ConstantKind;
use dxil_ir::edit::modernized;
use dxil_ir::{BinaryOp, Dialect, Flags, Module, bitcode, verify};
use testkit::modules::{each_module, some_modules};
use testkit::{Test, note, tests, times};

use crate::damaged_modules::{bases, damaged};

pub(crate) const TESTS: &[Test] = tests![
    modules_become_modern,
    modules_come_back_from_text,
    damaged_modules_become_modern_or_are_refused,
    chains_take_no_more_time_each,
];

/// Modules that are printed and read, too, and how long they are at most.
const PRINTED: usize = 1_000;
const LONGEST: usize = 200_000;

/// Rules of today's IR that 3.7's has not in all places: what a field of a node refers to, what an attribute is about.
const STRICTER: [&str; 3] = ["debug.operand", "attribute.type", "attribute.form"];

/// What is wrong with a module, if anything is.
fn fault(module: &Module) -> Option<String> {
    let report = verify(module);
    let finding = report.findings.first()?;
    Some(format!("{}: {}: {}", finding.rule.row().id, finding.place.show(module), finding.message))
}

fn modules_become_modern() {
    let (mut count, mut failures) = (0, Vec::new());
    let walked = each_module(|stored| {
        let module = bitcode::read(stored.bitcode, 0).unwrap();
        count += 1;
        let fault = match modernized(&module) {
            Ok(module) => fault(&module),
            Err(error) => Some(error.to_string()),
        };
        failures.extend(fault.map(|fault| format!("{}: {fault}", stored.path.display())));
    });
    note!("{count} modules");
    walked.without_filter();
    assert!(failures.is_empty(), "{}: {}", failures.len(), failures[..failures.len().min(20)].join("\n"));
}

fn modules_come_back_from_text() {
    let mut failures = Vec::new();
    some_modules(times(PRINTED), LONGEST, |stored| {
        let module = modernized(&bitcode::read(stored.bitcode, 0).unwrap()).unwrap();
        failures.extend(comes_back(&module).err().map(|what| format!("{}: {what}", stored.path.display())));
    })
    .without_filter();
    assert!(failures.is_empty(), "{}: {}", failures.len(), failures[..failures.len().min(20)].join("\n"));
}

fn comes_back(module: &Module) -> Result<(), String> {
    let mut text = String::new();
    dxil_text::print(module, &mut text).map_err(|error| error.to_string())?;
    let read = dxil_text::parse(text.as_bytes());
    let read = read.map_err(|errors| errors.shown("text", text.as_bytes()).to_string())?;
    module.difference(&read).map_or(Ok(()), |difference| Err(difference.to_string()))
}

fn damaged_modules_become_modern_or_are_refused() {
    let (bases, mut failures) = (bases(), Vec::new());
    let (mut valid, mut refused) = (0, 0);
    for number in 0..times(2_000) as u64 {
        let module = damaged(&bases, number);
        if module.dialect == Dialect::Modern {
            continue;
        }
        let is_valid = verify(&module).is_valid();
        match modernized(&module) {
            Ok(module) if is_valid => {
                valid += 1;
                let fault =
                    fault(&module).filter(|fault| !STRICTER.iter().any(|rule| fault.starts_with(rule)));
                failures.extend(fault.map(|fault| format!("module {number}: {fault}")));
            }
            Ok(_) => {}
            Err(error) => {
                assert!(!error.at.is_empty() && !error.to_string().is_empty());
                refused += 1;
            }
        }
    }
    note!("{valid} valid ones, {refused} refused");
    assert!(valid > 100 && refused > 100, "{valid} valid ones, {refused} refused");
    assert!(failures.is_empty(), "{}: {}", failures.len(), failures[..failures.len().min(20)].join("\n"));
}

/// Casts of casts, types in types and nodes in nodes, which nothing may go through by calling itself.
fn chains_take_no_more_time_each() {
    const LENGTH: usize = 100_000;
    let mut module = Module::dxil();
    let void = module.types.void();
    let function_type = module.types.function(void, &[]);
    let i32 = module.types.int(32);
    let (mut ty, mut node) = (i32, module.tuple(&[]));
    let mut value = module.int(i32, 1);
    for index in 0..LENGTH {
        ty = module.types.pointer(ty, 0);
        if index % 2 == 0 {
            ty = module.types.literal(&[ty]);
        }
        node = module.tuple(&[Some(node)]);
        let operands = [value, value];
        let (op, flags) = (BinaryOp::Mul, Flags::default());
        value = module.constant(i32, ConstantKind::Binary { op, flags, operands });
    }
    module.add_named_metadata("chain", &[node]);
    let function = module.define_function("f", function_type);
    let mut builder = FunctionBuilder::new(&mut module, function).unwrap();
    builder.binary(BinaryOp::Add, value, value);
    builder.ret(None);
    drop(builder);
    let new = modernized(&module).unwrap();
    assert_eq!(fault(&new), None);
    let (.., body) = new.bodies().next().unwrap();
    // One for each expression, the sum, and the return.
    assert_eq!(body.in_order().count(), LENGTH + 2);
}
