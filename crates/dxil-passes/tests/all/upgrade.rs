//! DXIL as LLVM IR of today: all programs there are, in every mode; each row of the table; what optimisers rely on; and
//! cases, each a shader and what becomes of it.
//!
//! A case is `tests/upgrade/NAME.ll`, whose first line says how it is upgraded: `; UPGRADE: 22 dx`, several
//! of them for several results `NAME.22-dx.expected`. `BLESS=1` rewrites what is expected.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use dx_container::enums::ShaderKind;
use dxil::ops::correspondence::Condition;
use dxil::ops::{BuildOperation as _, Consumer, Opcode, Operation, Overload, OverloadKind};
use dxil::shader::{EntryPoint, Shader, ShaderModel, Version};
use dxil_ir::attributes::Attribute;
use dxil_ir::builder::{Build as _, BuildControlFlow as _, FunctionBuilder};
use dxil_ir::intrinsics::LlvmVersion;
use dxil_ir::{AttributeKind, Dialect, Linkage, Module, Op, Type, Value, ValueKind, verify};
use dxil_passes::pass_manager::Selection;
use dxil_passes::upgrade::{self, Context, Options, Reason, Summary, Target};
use testkit::{Failed, Test, corpus, modules, tests};

pub(crate) const TESTS: &[Test] = tests![
    all_programs_are_upgraded,
    every_row_is_used,
    every_row_has_a_case,
    unsupported_operations_are_listed,
    passes_together_do_the_same_as_one_by_one,
    shared_memory_is_external,
    talk_to_other_threads_is_convergent,
    questions_of_class_are_not_answered_by_promises,
    cases_are_as_expected,
];

const MODES: [(&str, Options); 5] = [
    ("22-dx", Options { llvm: LlvmVersion::V22, target: Target::Dx }),
    ("23-dx", Options { llvm: LlvmVersion::V23, target: Target::Dx }),
    ("main-dx", Options { llvm: LlvmVersion::Main, target: Target::Dx }),
    ("22-generic", Options { llvm: LlvmVersion::V22, target: Target::Generic }),
    ("main-generic", Options { llvm: LlvmVersion::Main, target: Target::Generic }),
];

pub(crate) fn upgraded(module: &Module, options: Options) -> Result<(Module, Summary), String> {
    let result = upgrade::upgraded(module, options, &Context::default());
    result.map_err(|error| error.to_string())
}

/// What LLVM would refuse is found by our own rules; and the text is the module.
fn check(module: &Module) -> Result<(), String> {
    assert_eq!(module.dialect, Dialect::Modern);
    if let Some(finding) = verify(module).findings.first() {
        return Err(format!("{}: {}", finding.place.show(module), finding.message));
    }
    let mut text = String::new();
    dxil_text::print(module, &mut text).map_err(|error| error.to_string())?;
    let parsed = dxil_text::parse(text.as_bytes()).map_err(|errors| errors.to_string())?;
    let mut again = String::new();
    dxil_text::print(&parsed, &mut again).map_err(|error| error.to_string())?;
    if text == again { Ok(()) } else { Err("the text is another one after reading".to_owned()) }
}

/// Every program that keeps the rules of the IR; all modes take their turns.
fn all_programs_are_upgraded() -> Result<(), Failed> {
    let (mut count, mut failures) = (0_usize, String::new());
    let mut totals = [(0, 0); MODES.len()];
    let walked = modules::some_modules(600, 200_000, |stored| {
        let Ok(module) = dxil_ir::bitcode::read(stored.bitcode, stored.offset) else { return };
        if !verify(&module).is_valid() || Shader::read(&module).is_err() {
            return;
        }
        let mode = count % MODES.len();
        count += 1;
        let (name, options) = MODES[mode];
        let result = upgraded(&module, options).and_then(|(module, summary)| {
            totals[mode].0 += summary.kept_calls();
            totals[mode].1 += summary.calls();
            check(&module)
        });
        if let Err(error) = result {
            failures.push_str(&format!("{} ({name}): {error}\n", stored.path.display()));
        }
    });
    if !failures.is_empty() {
        return Err(failures.into());
    }
    walked.checked("programs upgraded", count, [100, 600]);
    // LLVM main has words for more.
    let share = |(kept, calls): (u64, u64)| kept * 100 / calls.max(1);
    assert!(share(totals[1]) <= share(totals[0]), "{totals:?}");
    Ok(())
}

/// A module of a compute shader `main` with what `build` puts in it.
fn shader(build: impl FnOnce(&mut FunctionBuilder<'_>)) -> Module {
    let mut module = Module::dxil();
    let void = module.types.void();
    let ty = module.types.function(void, &[]);
    let main = module.define_function("main", ty);
    let mut builder = FunctionBuilder::new(&mut module, main).unwrap();
    build(&mut builder);
    builder.ret(None);
    drop(builder);
    let model = ShaderModel::new(ShaderKind::COMPUTE, 6, 9);
    let entry = EntryPoint {
        function: Some(main),
        name: "main".into(),
        signatures: None,
        resources: None,
        properties: None,
        extra: Vec::new(),
    };
    let version = Some(Version::new(1, 9));
    Shader { version, model, entry_points: vec![entry], ..Shader::default() }.write(&mut module);
    module
}

/// Each row of the table without resources, by a call that it is about, for each overload.
fn every_row_is_used() {
    let mut used = 0;
    for operation in Operation::all() {
        for row in operation.correspondences() {
            let takes_handle = operation.arguments.iter().any(|argument| argument.name.as_str() == "handle");
            let needs_resource = takes_handle
                || operation.arguments.iter().any(|it| ["srv", "uav", "buf"].contains(&it.name.as_str()));
            if needs_resource {
                continue;
            }
            let mut tried = 0;
            for overload in overloads(operation) {
                let module = shader(|builder| {
                    call(builder, operation, overload.as_slice(), row.when);
                });
                for (name, options) in MODES {
                    let construct = options.construct(row);
                    let (module, summary) = upgraded(&module, options).unwrap();
                    let what = format!("{} {overload:?} ({name})", operation.name);
                    // Sums of floats have no form for integers without a sign.
                    if summary.kept.keys().any(|(_, reason)| *reason == Reason::Arguments)
                        && overload.iter().any(|overload| matches!(overload, Overload::Scalar(kind) | Overload::Vector(kind, _) if kind.type_name().starts_with(['h', 'f', 'd'])))
                    {
                        continue;
                    }
                    assert_eq!(
                        summary.raised.get(&operation.opcode).copied(),
                        construct.map(|_| 1),
                        "{what}: {summary:?}"
                    );
                    check(&module).unwrap_or_else(|error| panic!("{what}: {error}"));
                    tried += 1;
                }
            }
            assert!(tried > 0, "{} has no overload that could be tried", operation.name);
            used += 1;
        }
    }
    assert!(used > 90, "{used} rows were tried");
}

/// The overloads of an operation that are numbers, or vectors of three where it takes only those.
fn overloads(operation: &Operation) -> Vec<Vec<Overload>> {
    let [set] = operation.overloads else { return vec![Vec::new()] };
    let kinds = [
        OverloadKind::F16,
        OverloadKind::F32,
        OverloadKind::F64,
        OverloadKind::I1,
        OverloadKind::I8,
        OverloadKind::I16,
        OverloadKind::I32,
        OverloadKind::I64,
    ];
    let of = |kind: OverloadKind| [Overload::from(kind), Overload::Vector(kind, 3)];
    kinds.into_iter().flat_map(of).filter(|overload| set.allows(*overload)).map(|it| vec![it]).collect()
}

/// A call with arguments for which the conditions hold. What it gives is stored, so that it is needed.
fn call(
    builder: &mut FunctionBuilder<'_>,
    operation: &Operation,
    overloads: &[Overload],
    when: &[Condition],
) {
    let function = dxil::ops::declare(builder.module(), operation, overloads).unwrap();
    let ty = builder.module().globals[function].value_type;
    let Some(Type::Function { parameters, .. }) = builder.module().types.get(ty).cloned() else { panic!() };
    let mut arguments = Vec::new();
    for (index, ty) in parameters.iter().skip(1).enumerate() {
        let wanted = when.iter().find_map(|condition| match condition {
            Condition::Equals(argument, number) if *argument == index => Some(*number),
            _ => None,
        });
        arguments.push(match wanted {
            Some(number) => builder.int(*ty, number),
            None if operation.arguments[index].is_constant => builder.int(*ty, 0),
            None => {
                // Of memory, so that nothing is known of it.
                let memory = builder.alloca(*ty, dxil_ir::Alignment::bytes(4));
                builder.load(*ty, memory, dxil_ir::Alignment::bytes(4))
            }
        });
    }
    let value = builder.operation(operation.opcode, overloads, &arguments).unwrap();
    let ty = builder.type_of(value).unwrap();
    let types = &builder.module().types;
    if *types.get(ty).unwrap() == Type::Void {
        return;
    }
    let values: Vec<Value> = match types.members(ty).map(<[_]>::len) {
        Some(count) => {
            (0..count as u32).map(|index| builder.extract_value(value, &[index]).unwrap()).collect()
        }
        None => vec![value],
    };
    for value in values {
        let ty = builder.type_of(value).unwrap();
        let memory = builder.alloca(ty, dxil_ir::Alignment::bytes(4));
        builder.store(value, memory, dxil_ir::Alignment::bytes(4));
    }
}

fn case(name: &str) -> Module {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/upgrade").join(name);
    dxil_text::parse(&fs::read(path).unwrap()).unwrap()
}

/// Were it internal, LLVM would take it that no barrier touches it.
fn shared_memory_is_external() {
    for (_, options) in MODES {
        let (module, _) = upgraded(&case("group.ll"), options).unwrap();
        let shared: Vec<_> = module
            .globals
            .values()
            .filter(|global| module.types.address_space(global.ty) == Some(3))
            .collect();
        assert!(!shared.is_empty());
        assert!(shared.iter().all(|global| global.linkage == Linkage::External && global.is_declaration()));
    }
}

/// The calls of a module, by the name of what is called, with whether that call or its declaration is convergent.
fn calls(module: &Module) -> Vec<(String, bool)> {
    let convergent = Attribute::Flag(AttributeKind::Convergent);
    let has = |list: Option<dxil_ir::AttributeListId>| {
        let groups = list.and_then(|list| module.attributes.list(list)).unwrap_or_default();
        groups.iter().any(|group| module.attributes.group(*group).unwrap().attributes.contains(&convergent))
    };
    let mut found = Vec::new();
    for (_, _, body) in module.bodies() {
        for (.., instruction) in body.in_order() {
            let Op::Call { callee, attributes, .. } = instruction.op else { continue };
            let ValueKind::Global(callee) = callee.kind() else { continue };
            let function = &module.globals[callee];
            let declared = function.function().unwrap().attributes;
            found.push((function.name.to_string(), has(attributes.expand()) || has(declared)));
        }
    }
    found
}

fn talk_to_other_threads_is_convergent() {
    let talks = ["wave", "quad", "ddx", "ddy", "sample.", "samplebias", "barrier", "calculate"];
    let mut seen = BTreeSet::new();
    for (name, options) in MODES {
        for case_name in ["group.ll", "pixel.ll", "derivatives.ll"] {
            let (module, _) = upgraded(&case(case_name), options).unwrap();
            for (callee, is_convergent) in calls(&module) {
                let lower = callee.to_ascii_lowercase();
                if let Some(word) = talks.iter().find(|word| lower.contains(**word)) {
                    assert!(is_convergent, "{callee} in {case_name} ({name})");
                    seen.insert(*word);
                }
            }
            let entry = module.bodies().next().unwrap().1.function().unwrap().attributes;
            let groups = module.attributes.list(entry.unwrap()).unwrap();
            let all: Vec<_> = groups
                .iter()
                .flat_map(|group| module.attributes.group(*group).unwrap().attributes.to_vec())
                .collect();
            assert!(all.contains(&Attribute::Flag(AttributeKind::Convergent)), "entry of {case_name}");
        }
    }
    assert!(seen.len() >= 5, "{seen:?}");
}

fn questions_of_class_are_not_answered_by_promises() {
    let module = case("classes.ll");
    let promises = |module: &Module| {
        let flags = dxil_ir::Flags::NNAN | dxil_ir::Flags::NINF;
        let (_, _, body) = module.bodies().next().unwrap();
        body.in_order().filter(|(.., it)| (it.flags & flags) != dxil_ir::Flags::NONE).count()
    };
    let (dx, _) = upgraded(&module, MODES[0].1).unwrap();
    let (generic, summary) = upgraded(&module, MODES[3].1).unwrap();
    assert!(promises(&dx) > 0, "what leads to no question keeps its flags");
    assert!(promises(&generic) < promises(&dx), "what leads to a question has none");
    assert!(summary.kept.keys().all(|(_, reason)| *reason != Reason::NoIntrinsic), "{summary:?}");
}

type Case = (PathBuf, Module, Vec<(&'static str, Options)>);

/// The cases, with the modes in which each is upgraded.
pub(crate) fn cases() -> Result<Vec<Case>, Failed> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/upgrade");
    let mut found = Vec::new();
    for path in corpus::files_with(&folder, "ll") {
        let source = fs::read_to_string(&path)?;
        let module = dxil_text::parse(source.as_bytes()).map_err(|errors| errors.to_string())?;
        let wanted = source.lines().find_map(|line| line.strip_prefix("; UPGRADE:")).unwrap_or("22-dx");
        let mode = |name: &str| MODES.into_iter().find(|(known, _)| *known == name).ok_or("no such mode");
        let modes = wanted.split_whitespace().map(mode).collect::<Result<_, _>>()?;
        found.push((path, module, modes));
    }
    Ok(found)
}

/// Each row of the table raises a call of a case, in a mode in which that has a result.
fn every_row_has_a_case() -> Result<(), Failed> {
    let mut met = BTreeSet::new();
    for (_, module, modes) in cases()? {
        for (_, options) in modes {
            met.extend(upgraded(&module, options)?.1.rows);
        }
    }
    let (mut count, mut missing) = (0, String::new());
    for operation in Operation::all() {
        for (place, row) in operation.correspondences().iter().enumerate() {
            count += 1;
            if !met.contains(&(operation.opcode, place)) {
                missing.push_str(&format!("{} {:?}\n", operation.name, row.when));
            }
        }
    }
    assert!(count >= 149, "{count} rows");
    if missing.is_empty() { Ok(()) } else { Err(format!("rows without a case:\n{missing}").into()) }
}

/// The column `unsupported` of the table of operations lists exactly the operations that no case converts.
fn unsupported_operations_are_listed() -> Result<(), Failed> {
    let mut raised = BTreeSet::new();
    for (_, module, modes) in cases()? {
        for (_, options) in modes {
            raised.extend(upgraded(&module, options)?.1.raised.into_keys());
        }
    }
    check_column(Consumer::Upgrade, &raised)
}

/// Compares the operations that the cases of a consumer convert or create with the column `unsupported`.
pub(crate) fn check_column(consumer: Consumer, supported: &BTreeSet<Opcode>) -> Result<(), Failed> {
    let mut wrong = String::new();
    for operation in Operation::all() {
        let problem = match (supported.contains(&operation.opcode), operation.is_supported_by(consumer)) {
            (true, false) => "supported by a case, but listed",
            (false, true) => "not supported by any case, and not listed",
            _ => continue,
        };
        wrong.push_str(&format!("{}: {problem}\n", operation.name));
    }
    let column = format!("column `unsupported` of tables/ops/ ({consumer:?})");
    if wrong.is_empty() { Ok(()) } else { Err(format!("{column}:\n{wrong}").into()) }
}

/// Passes that go over a function together do what they do one by one.
fn passes_together_do_the_same_as_one_by_one() -> Result<(), Failed> {
    let print = |module: &Module| {
        let mut text = String::new();
        dxil_text::print(module, &mut text).map(|()| text).map_err(|error| error.to_string())
    };
    for (path, module, modes) in cases()? {
        for (mode, options) in modes {
            let (one, told) = upgraded(&module, options)?;
            let context = Context::default();
            let (two, also) =
                upgrade::upgrade(&module, options, &context, &Selection::default(), Some(&mut |_, _| {}))
                    .map_err(|error| error.to_string())?;
            assert_eq!(told, also, "{} ({mode})", path.display());
            assert!(print(&one)? == print(&two)?, "{} ({mode})", path.display());
        }
    }
    Ok(())
}

fn cases_are_as_expected() -> Result<(), Failed> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/upgrade");
    let (mut failures, mut expected) = (String::new(), BTreeSet::new());
    let all = corpus::files(&folder);
    for (path, module, modes) in cases()? {
        for (mode, options) in &modes {
            let beside = path.with_extension(format!("{mode}.expected"));
            expected.insert(beside.clone());
            let (module, summary) = upgraded(&module, *options)?;
            if let Err(error) = check(&module) {
                failures.push_str(&format!("{}: {error}\n", path.display()));
            }
            let mut text = String::new();
            for ((opcode, reason), count) in &summary.kept {
                let name = Operation::get(*opcode).unwrap().name;
                text.push_str(&format!("; {count} {name} stay: {reason}\n"));
            }
            dxil_text::print_for(&module, options.llvm, &mut text).map_err(|error| error.to_string())?;
            if std::env::var_os("BLESS").is_some() {
                fs::write(&beside, &text)?;
            } else if fs::read_to_string(&beside).unwrap_or_default() != text {
                failures.push_str(&format!("{} is not what it was\n", beside.display()));
            }
        }
    }
    for path in all.iter().filter(|path| path.extension().is_some_and(|it| it == "expected")) {
        if !expected.contains(path) {
            failures.push_str(&format!("{} belongs to no case\n", path.display()));
        }
    }
    if failures.is_empty() { Ok(()) } else { Err(failures.into()) }
}
