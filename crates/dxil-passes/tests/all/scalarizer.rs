//! Vectors taken apart: programs whose scalars were put into vectors at random do what they did, and have no vectors
//! left; functions of real libraries stay valid.

use std::time::{Duration, Instant};

use dxil_ir::constants::ConstantKind;
use dxil_ir::{GlobalId, Module, Op, Type, TypeId, verify};
use dxil_passes::PassErrorKind;
use dxil_passes::pass_manager::{Pass, Scope};
use dxil_passes::transform::{self, dce, fold, inline, mem2reg, scalarizer, sroa};
use testkit::damage::module::Damage;
use testkit::generate::flow::Generator;
use testkit::random::Random;
use testkit::{Completion, Failed, Limits, Test, corpus, note, skipped, tests, times};

use crate::demote::{defined, size};
use crate::programs::{
    PipelineCase, assert_valid, change, each_pipeline, each_random_flow, each_random_module,
};
use crate::vectorize::{vectorize, vectorize_shared};

pub(crate) const TESTS: &[Test] = tests![
    pipelines_give_the_same_without_vectors,
    random_flow_gives_the_same_without_vectors,
    functions_of_real_modules_stay_valid within Limits::seconds(60, "it walks the whole corpus"),
    random_modules_stay_valid,
    damaged_modules_are_changed_or_refused,
    steps_grow_with_lanes,
];

const PASSES: &[Pass] = &[scalarizer::PASS];

/// The same behind what makes values of memory.
const BEHIND_OTHERS: &[Pass] =
    &[fold::PASS, sroa::PASS, mem2reg::PASS, scalarizer::PASS, fold::PASS, sroa::PASS, dce::PASS];

/// Whether a type is a vector, or points to something with one in it.
fn is_of_vectors(module: &Module, ty: TypeId) -> bool {
    match module.types.get(ty) {
        Some(Type::Vector(..)) => true,
        Some(Type::Pointer(pointee, _)) => pointee.expand().is_some_and(|ty| is_of_vectors(module, ty)),
        Some(Type::Array(element, _)) => is_of_vectors(module, *element),
        Some(Type::Named(_) | Type::Literal { .. }) => {
            module.types.members(ty).unwrap_or_default().iter().any(|member| is_of_vectors(module, *member))
        }
        _ => false,
    }
}

/// Fails where an instruction has anything to do with vectors.
fn assert_scalar(module: &Module, function: GlobalId, what: &str) {
    let global = &module.globals[function];
    let body = global.body().unwrap();
    for (_, id, data) in body.in_order() {
        let mut types = vec![data.ty];
        data.op.each_operand(&body.lists, |value| {
            types.extend(module.type_of(Some((body, global.value_type)), value));
        });
        if let Op::ElementPointer { source, .. } | Op::Alloca { element: source, .. } = &data.op {
            types.push(*source);
        }
        let is_bad = types.into_iter().any(|ty| is_of_vectors(module, ty));
        assert!(!is_bad, "{what}: {id} is of vectors");
    }
}

/// A second run has nothing to do.
fn assert_done(module: &mut Module, what: &str) {
    let mut scope = Scope::new(defined(module));
    let again = transform::run(module, &mut scope, PASSES).unwrap_or_else(|error| panic!("{what}: {error}"));
    assert_eq!(again[0].done.count, 0, "{what}: a second run does something");
}

fn pipelines_give_the_same_without_vectors() -> Result<Completion, Failed> {
    let Some(pipelines) = corpus::inputs("run", "yaml") else {
        return Ok(skipped("pipelines with results (run/)"));
    };
    let mut random = Random(0x5eed_0010);
    let (mut number, mut vectorized, mut shared, mut sizes, mut failures) = (0, 0, 0, [0; 3], Vec::new());
    let (count, _) = each_pipeline(&pipelines, |case| {
        let PipelineCase { name, original, .. } = case;
        number += 1;
        let mut module = original.clone();
        shared += vectorize_shared(&mut module);
        for function in defined(original) {
            vectorized += vectorize(&mut module, function, &mut random);
        }
        assert_valid(&module, name);
        sizes[1] += defined(&module).into_iter().map(|function| size(&module, function)).sum::<usize>();
        change(&mut module, [PASSES, BEHIND_OTHERS][number % 2], name);
        assert_done(&mut module, name);
        for function in defined(original) {
            assert_scalar(&module, function, name);
            sizes[0] += size(original, function);
            sizes[2] += size(&module, function);
        }
        if !case.is_same(&module)? {
            failures.push(format!("{name}: without vectors, it gives something else"));
        }
        Ok(())
    })?;
    note!("{count} pipelines, {vectorized} vectors, {shared} shared arrays, instructions {sizes:?}");
    corpus::at_least("pipelines", count, [1, 251])?;
    corpus::at_least("vectors", vectorized, [1, 3302])?;
    corpus::at_least("shared arrays of vectors", shared, [1, 8])?;
    if failures.is_empty() { Ok(Completion::Completed) } else { Err(failures.join("\n").into()) }
}

fn random_flow_gives_the_same_without_vectors() {
    let mut random = Random(0x5eed_0011);
    let mut vectorized = 0;
    each_random_flow(times(150) as u64, &mut random, |seed, module, random, check| {
        let what = format!("seed {seed}");
        let function = defined(module)[0];
        // Twice, so that vectors are made of what comes out of vectors.
        for _ in 0..2 {
            vectorized += vectorize(module, function, random);
        }
        assert_valid(module, &what);
        change(module, [PASSES, BEHIND_OTHERS][seed as usize % 2], &what);
        assert_done(module, &what);
        assert_scalar(module, function, &what);
        check(module, "without vectors");
    });
    note!("{vectorized} vectors");
}

/// Functions of libraries with what they call in them.
fn functions_of_real_modules_stay_valid() {
    let (mut modules, mut counts, mut left) = (0, [0; 2], 0);
    let walked = testkit::modules::each_module(|stored| {
        if stored.bitcode.len() > 300_000 {
            return;
        }
        let mut module = dxil_ir::bitcode::read(stored.bitcode, 0).unwrap();
        let has_vectors = module.types.iter().any(|(_, ty)| matches!(ty, Type::Vector(..)));
        if !has_vectors || !verify(&module).is_valid() {
            return;
        }
        let what = stored.path.display().to_string();
        modules += 1;
        let mut scope = Scope::new(defined(&module));
        match transform::run(&mut module, &mut scope, &[inline::PASS]) {
            Ok(_) => {}
            Err(error)
                if matches!(error.kind(), PassErrorKind::Inline { .. } | PassErrorKind::Recursion { .. }) => {
            }
            Err(error) => panic!("{what}: {error}"),
        }
        let reports = transform::run(&mut module, &mut scope, PASSES);
        let reports = reports.unwrap_or_else(|error| panic!("{what}: {error}"));
        counts[usize::from(reports[0].done.count > 0)] += 1;
        assert_valid(&module, &what);
        assert_done(&mut module, &what);
        for (function, ..) in module.bodies() {
            left += count_of_vectors(&module, function);
        }
        // What is left of vectors can be written.
        dxil_ir::bitcode::write(&module).unwrap_or_else(|error| panic!("{what}: {error}"));
    });
    walked.checked("modules with vectors", modules, [131, 131]).checked("changed modules", counts[1], [8, 8]);
    note!(
        "{modules} modules with vectors, {counts:?} unchanged and changed, {left} instructions give vectors still"
    );
}

/// Instructions that give vectors: calls, and what they take and give them.
fn count_of_vectors(module: &Module, function: GlobalId) -> usize {
    let body = module.globals[function].body().unwrap();
    let mut count = 0;
    for (_, id, data) in body.in_order() {
        if !matches!(module.types.get(data.ty), Some(Type::Vector(..))) {
            continue;
        }
        count += 1;
        let is_fine = matches!(data.op, Op::Call { .. } | Op::InsertElement(_) | Op::ExtractValue(..));
        assert!(is_fine, "{id} of {} gives a vector", module.globals[function].name);
    }
    count
}

fn random_modules_stay_valid() {
    let mut changed = 0;
    each_random_module(|module, _, what| {
        let mut scope = Scope::new(defined(module));
        let reports = transform::run(module, &mut scope, PASSES);
        let reports = reports.unwrap_or_else(|error| panic!("{what}: {error}"));
        changed += usize::from(reports[0].done.count > 0);
        assert_valid(module, what);
        assert_done(module, what);
    });
    note!("{changed} modules with vectors");
}

/// Modules with vectors everywhere and things wrong in them.
fn damaged_modules_are_changed_or_refused() {
    let mut random = Random(0x5eed_0012);
    let cases = testkit::corpus::files_with(&crate::cases::folder().join("scalarizer"), "ll");
    let mut bases: Vec<Module> =
        cases.iter().filter_map(|path| dxil_text::parse(&std::fs::read(path).ok()?).ok()).collect();
    corpus::assert_at_least("cases of the scalarizer", bases.len(), [1, 1]);
    for seed in 0..10 {
        let mut module = dxil_text::parse(Generator::function(seed).as_bytes()).unwrap();
        let function = defined(&module)[0];
        vectorize(&mut module, function, &mut random);
        bases.push(module);
    }
    let (mut changed, mut refused, mut valid) = (0, 0, 0);
    for number in 0..times(1_500) as u64 {
        let mut random = Random((number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        (0..8).for_each(|_| _ = random.below(2));
        let mut module = bases[random.below(bases.len())].clone();
        for _ in 0..=random.below(4) {
            Damage { module: &mut module, random: &mut random }.one();
        }
        let was_valid = verify(&module).is_valid();
        valid += usize::from(was_valid);
        let what = format!("number {number}");
        let mut scope = Scope::new(defined(&module));
        let start = Instant::now();
        let result = transform::run(&mut module, &mut scope, PASSES);
        let took = start.elapsed();
        assert!(took < Duration::from_secs(5), "{what} took {took:?}");
        if was_valid {
            assert_valid(&module, &what);
        }
        match result {
            Ok(_) if was_valid => {
                assert_done(&mut module, &what);
                changed += 1;
            }
            Ok(_) => changed += 1,
            Err(error) if was_valid && !matches!(error.kind(), PassErrorKind::TooLarge { .. }) => {
                panic!("{what}: {error}")
            }
            Err(_) => refused += 1,
        }
    }
    note!("{changed} changed, {refused} refused, {valid} were valid");
    assert!(changed > 0 && refused > 0 && valid > 0);
}

/// A vector put together element by element, computed with, and taken apart again, of so many lanes.
fn of_lanes(lanes: usize) -> Module {
    use std::fmt::Write as _;
    let ty = format!("<{lanes} x float>");
    let mut source = format!("declare void @use(float)\n\ndefine void @f(float %x, i32 %i, {ty}* %p) {{\n");
    let mut whole = "undef".to_owned();
    for lane in 0..lanes {
        writeln!(source, "  %v{lane} = insertelement {ty} {whole}, float %x, i32 {lane}").unwrap();
        whole = format!("%v{lane}");
    }
    writeln!(source, "  %l = load {ty}, {ty}* %p\n  %s = fadd {ty} {whole}, %l\n  store {ty} %s, {ty}* %p")
        .unwrap();
    writeln!(source, "  %d = insertelement {ty} %s, float 1.0, i32 %i").unwrap();
    for lane in 0..lanes {
        writeln!(source, "  %e{lane} = extractelement {ty} %d, i32 {lane}\n  call void @use(float %e{lane})")
            .unwrap();
    }
    source += "  ret void\n}\n";
    dxil_text::parse(source.as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}"))
}

fn steps_grow_with_lanes() {
    let [small, large] = [512, 1024].map(|lanes| {
        let mut module = of_lanes(lanes);
        let mut scope = Scope::new(defined(&module));
        let reports = transform::run(&mut module, &mut scope, PASSES).unwrap();
        let undefined = module.constants.iter().filter(|(_, it)| it.kind == ConstantKind::Poison).count();
        assert_eq!(undefined, 0, "LLVM 3.7 has no poison");
        assert_scalar_but_pointers(&module);
        reports[0].done.steps
    });
    note!("{small} steps for 512 lanes, {large} for 1024");
    assert!(large < small * 22 / 10, "{small} steps for 512 lanes, {large} for 1024");
}

fn assert_scalar_but_pointers(module: &Module) {
    for (function, ..) in module.bodies() {
        assert_eq!(count_of_vectors(module, function), 0);
    }
}
