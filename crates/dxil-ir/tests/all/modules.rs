//! Every real module, read into the IR and written from it.

use std::collections::{BTreeMap, BTreeSet};

use dxil_ir::bitcode::{self, InstructionRecords};
use dxil_ir::constants::{Constant, ConstantKind};
use dxil_ir::edit::{Changed, EditError, Editor};
use dxil_ir::locate::{Piece, locate};
use dxil_ir::{ConstantId, Module, Op, Value, ValueKind, verify};
use testkit::generate::stream::{self, Event};
use testkit::modules::{self, Stored};
use testkit::{Test, corpus, note, tests};

pub(crate) const TESTS: &[Test] = tests![
    bitcode_comes_back_byte_for_byte,
    real_modules_are_well_formed,
    canonical_orders_lose_nothing,
    one_constant_changes_one_record,
    instructions_have_their_records,
    differences_are_found
];

/// Calls `check` with each module; it says what is wrong. Prints how many modules there are, by folder and part.
fn each_module(mut check: impl FnMut(&Stored<'_>) -> Result<(), String>) {
    let (mut counts, mut failures) = (BTreeMap::<_, usize>::new(), Vec::new());
    let walked = modules::each_module(|stored| {
        let folder = stored.path.parent().and_then(|folder| folder.file_name()).unwrap().to_owned();
        let part = stored.part.map_or("bitcode".to_owned(), |part| part.to_string());
        *counts.entry((folder, part)).or_default() += 1;
        if let Err(what) = check(&stored) {
            failures.push(format!("{} at {:#x}: {what}", stored.path.display(), stored.offset));
        }
    });
    note!("{} of {} fail; {counts:?}", failures.len(), counts.values().sum::<usize>());
    walked.without_filter();
    assert!(failures.is_empty(), "{:#?}", &failures[..failures.len().min(20)]);
}

fn read(stored: &Stored<'_>) -> Result<Module, String> {
    bitcode::read(stored.bitcode, stored.offset).map_err(|error| format!("{error} {:?}", error.place()))
}

fn same_bytes(written: &[u8], expected: &[u8]) -> Result<(), String> {
    match written.iter().zip(expected).position(|(a, b)| a != b) {
        None if written.len() == expected.len() => Ok(()),
        at => Err(format!(
            "{} bytes instead of {}, the first that differs: {at:?}",
            written.len(),
            expected.len()
        )),
    }
}

/// What is read is written again, to the byte, from a copy of the module that has nothing of the input.
fn bitcode_comes_back_byte_for_byte() {
    each_module(|stored| {
        let input = stored.bitcode.to_vec();
        let module = bitcode::read(&input, stored.offset).map_err(|error| error.to_string())?;
        let copy = module.clone();
        drop((module, input));
        let written = bitcode::write(&copy).map_err(|error| error.to_string())?;
        same_bytes(&written, stored.bitcode)
    });
}

/// No module that a compiler, an assembler or a linker made breaks a rule of the IR.
fn real_modules_are_well_formed() {
    each_module(|stored| {
        let module = read(stored)?;
        let report = verify(&module);
        match report.findings.first() {
            None => Ok(()),
            Some(finding) => {
                let place = finding.place.show(&module);
                Err(format!("{}: {place}: {}", finding.rule.row().id, finding.message))
            }
        }
    });
}

/// What is written in canonical orders is the same program when it is read again.
fn canonical_orders_lose_nothing() {
    each_module(|stored| {
        let mut module = read(stored)?;
        module.forget_encoding();
        let written = bitcode::write(&module).map_err(|error| error.to_string())?;
        let again = bitcode::read(&written, 0).map_err(|error| error.to_string())?;
        match module.difference(&again) {
            None => Ok(()),
            Some(difference) => Err(difference.to_string()),
        }
    });
}

/// Where one constant of one body is another, one record is another.
fn one_constant_changes_one_record() {
    const NEW: i64 = 1_234_567;
    let (mut edited, mut without) = (0, 0);
    each_module(|stored| {
        let mut module = read(stored)?;
        let Some((function, old)) = constant_to_edit(&module) else {
            without += 1;
            return Ok(());
        };
        let ty = module.constants.get(old).expect("it is there").ty;
        let new = module.constants.intern(Constant { ty, kind: ConstantKind::Integer(NEW) });
        let mut editor = Editor::new(&mut module, function).map_err(|error| error.to_string())?;
        match editor.replace_all_uses(old.into(), new.into()) {
            Ok(count) => assert!(count > 0),
            // It says which member of a structure an address is of.
            Err(EditError::FixedOperand { .. }) => {
                without += 1;
                return Ok(());
            }
            Err(error) => return Err(error.to_string()),
        }
        assert_eq!(editor.finish(), Changed::Values);
        let written = bitcode::write(&module).map_err(|error| error.to_string())?;
        let before = stream::events(stored.bitcode, 0).map_err(|error| error.to_string())?;
        let after = stream::events(&written, 0).map_err(|error| error.to_string())?;
        if before.len() != after.len() {
            return Err(format!("{} records instead of {}", after.len(), before.len()));
        }
        let changed: Vec<_> = before.iter().zip(&after).filter(|(before, after)| before != after).collect();
        let doubled = 2 * u64::try_from(NEW).expect("it is not negative");
        match changed.as_slice() {
            [(Event::Record { .. }, Event::Record { operands, .. })] if *operands == [doubled] => {}
            changed => return Err(format!("these records are others: {changed:?}")),
        }
        edited += 1;
        Ok(())
    });
    note!("{edited} modules edited, {without} have no constant that only instructions of one body use");
    assert!(edited > without / 4);
    corpus::assert_at_least("edited modules", edited, [137, 2140]);
}

/// An integer of 32 bits that only instructions of its function refer to.
fn constant_to_edit(module: &Module) -> Option<(dxil_ir::GlobalId, ConstantId)> {
    let encoding = module.encoding.as_ref()?;
    let parts: BTreeSet<Value> =
        module.constants.iter().flat_map(|(_, constant)| constant.kind.operands().iter().copied()).collect();
    module.bodies().find_map(|(function, _, body)| {
        let mut used = BTreeSet::new();
        for (_, _, instruction) in body.in_order() {
            instruction.op.each_operand(&body.lists, |value| {
                if let ValueKind::Constant(id) = value.kind() {
                    used.insert(id);
                }
            });
        }
        let own = encoding.functions.get(function)?;
        // Nobody keeps the order of the uses of what is used no more.
        let has_list = |id: ConstantId| own.use_lists.iter().any(|list| list.of == Value::from(id).into());
        let is_integer = |id: &ConstantId| {
            let constant = module.constants.get(*id);
            constant.is_some_and(|constant| {
                matches!(constant.kind, ConstantKind::Integer(number) if number > 0)
                    && module.types.get(constant.ty) == Some(&dxil_ir::Type::Integer(32))
            })
        };
        let mut own = own.constants.iter().copied().filter(|id| {
            used.contains(id) && is_integer(id) && !parts.contains(&(*id).into()) && !has_list(*id)
        });
        Some((function, own.next()?))
    })
}

/// `InstructionRecords` returns one record for each instruction, in order, with its position and its code.
fn instructions_have_their_records() {
    let mut checked = 0;
    each_module(|stored| {
        let module = read(stored)?;
        let text = |error: dxil_ir::IrError| error.to_string();
        let mut records = InstructionRecords::new(stored.bitcode).map_err(text)?;
        for (_, global, body) in module.bodies() {
            if !records.next_function().map_err(text)? {
                return Err(format!("no records of {}", global.name));
            }
            let mut last = None;
            for (_, id, instruction) in body.in_order() {
                let record = records.next_instruction().map_err(text)?;
                let record = record.ok_or_else(|| format!("no record of {id} in {}", global.name))?;
                let name = record.name().to_string();
                let expected = match instruction.op {
                    Op::Call { .. } => "INST_CALL",
                    Op::Return(_) => "INST_RET",
                    Op::Phi(..) => "INST_PHI",
                    Op::Load(..) => "INST_LOAD",
                    Op::Store(..) => "INST_STORE",
                    Op::Binary { .. } => "INST_BINOP",
                    _ => &name,
                };
                if name != expected {
                    return Err(format!("{id} in {}: {name} instead of {expected}", global.name));
                }
                last = Some((record.position, record.code));
                checked += 1;
            }
            if records.next_instruction().map_err(text)?.is_some() {
                return Err(format!("more records than instructions in {}", global.name));
            }
            let Some((position, code)) = last else { continue };
            let located = locate(stored.bitcode, 0, position).map_err(text)?;
            let found = located.map(|located| located.piece);
            if !matches!(found, Some(Piece::Record { code: at, .. }) if at == code) {
                return Err(format!("record {code} at bit {position}: {found:?}"));
            }
        }
        Ok(())
    });
    note!("{checked} instructions");
    corpus::assert_at_least("instructions", checked, [3_000, 100_000]);
}

/// Each of these edits makes a program another, and the difference says so.
fn differences_are_found() {
    type Edit = fn(&mut Module);
    let edits: [(&str, Edit); 11] = [
        ("the target triple differs", |module| module.triple.push(b'x')),
        ("the data layout differs", |module| module.data_layout.push(b'x')),
        ("function 1: the name differs", |module| function(module, 1).name.push(b'x')),
        ("function 1: the calling convention or garbage collector differs", |module| {
            function(module, 1).function_mut().unwrap().calling_convention = 8;
        }),
        ("function 1: the attributes differs", |module| {
            function(module, 1).function_mut().unwrap().attributes = None;
        }),
        ("function 0: the presence of a body differs", |module| {
            function(module, 0).function_mut().unwrap().body = None;
        }),
        ("function 0: the number of instructions per block differs", |module| {
            let body = function(module, 0).function_mut().unwrap().body.as_mut().unwrap();
            let first = body.in_order().next().unwrap().1;
            body.erase(|id| id == first);
        }),
        ("function 0: instruction 0: an operand differs", |module| {
            let body = function(module, 0).function_mut().unwrap().body.as_mut().unwrap();
            let Some(instruction) = body.instructions.values_mut().next() else { return };
            instruction.op.map_operands(&mut body.lists, |_| Value::new(ValueKind::Argument(0)));
        }),
        ("function 0: instruction 0: a type differs", |module| {
            let other = module.types.int(7);
            let body = function(module, 0).function_mut().unwrap().body.as_mut().unwrap();
            body.instructions.values_mut().next().unwrap().ty = other;
        }),
        ("named metadata 0: named metadata differs", |module| module.named_metadata[0].name.push(b'x')),
        ("the number of named metadata nodes differs", |module| drop(module.named_metadata.pop())),
    ];
    let mut checked = false;
    let walked = modules::each_module(|stored| {
        if checked || stored.path.file_name().is_none_or(|name| name != "particles_cs.dxil") {
            return;
        }
        let module = bitcode::read(stored.bitcode, 0).unwrap();
        // The program itself, not what describes its buffers.
        if module.bodies().next().is_none() {
            return;
        }
        checked = true;
        assert_eq!(module.difference(&module.clone()), None);
        for (expected, edit) in edits {
            let mut edited = module.clone();
            edit(&mut edited);
            let difference = module.difference(&edited).map(|difference| difference.to_string());
            assert_eq!(difference.as_deref(), Some(expected));
        }
    });
    walked.checked("modules", usize::from(checked), [1, 1]);
}

fn function(module: &mut Module, index: usize) -> &mut dxil_ir::Global {
    module.globals.values_mut().filter(|global| global.function().is_some()).nth(index).unwrap()
}
