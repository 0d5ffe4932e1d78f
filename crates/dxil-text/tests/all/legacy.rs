//! Modules of today's dialect in LLVM 3.7's: those that come from there go back, damaged ones too, or are refused with
//! words; and what pointers point to then, a text a case.

use dxil_ir::edit::{DebugInformation, legacy, modernized};
use dxil_ir::{Dialect, Module, bitcode, verify};
use hashbrown::HashMap;
use testkit::modules::some_modules;
use testkit::{Test, note, tests, times};

use crate::damaged_modules::{bases, damaged};

pub(crate) const TESTS: &[Test] = tests![
    modules_go_back,
    damaged_modules_go_back_or_are_refused,
    members_have_names_again,
    what_begins_with_what_is_wanted_is_pointed_into,
    what_is_known_of_parameters_decides,
    words_of_today_are_refused_or_said_otherwise,
];

/// Modules that go back, and how long they are at most.
const MODULES: usize = 600;
const LONGEST: usize = 200_000;

/// The same module by way of today's dialect; an error says why there is none, or what is wrong with it.
fn back(module: &Module) -> Result<Module, String> {
    let modern = modernized(module).map_err(|error| error.to_string())?;
    let legacy =
        legacy(&modern, &HashMap::new(), DebugInformation::Dropped).map_err(|error| error.to_string())?;
    assert_eq!(legacy.dialect, Dialect::Dxil37);
    let report = verify(&legacy);
    match report.findings.first() {
        Some(finding) => {
            Err(format!("{}: {}: {}", finding.rule.row().id, finding.place.show(&legacy), finding.message))
        }
        None => Ok(legacy),
    }
}

fn modules_go_back() {
    let (mut count, mut failures) = (0, Vec::new());
    some_modules(times(MODULES), LONGEST, |stored| {
        let module = bitcode::read(stored.bitcode, 0).unwrap();
        count += 1;
        failures.extend(back(&module).err().map(|fault| format!("{}: {fault}", stored.path.display())));
    })
    .without_filter();
    note!("{count} modules");
    assert!(failures.is_empty(), "{}: {}", failures.len(), failures[..failures.len().min(20)].join("\n"));
}

fn damaged_modules_go_back_or_are_refused() {
    let bases = bases();
    let (mut gone, mut refused) = (0, 0);
    for number in 0..times(1_000) as u64 {
        let Ok(modern) = modernized(&damaged(&bases, number)) else { continue };
        match legacy(&modern, &HashMap::new(), DebugInformation::Dropped) {
            Ok(_) => gone += 1,
            Err(error) => {
                assert!(!error.at.is_empty() && !error.to_string().is_empty());
                refused += 1;
            }
        }
    }
    note!("{gone} went back, {refused} refused");
    assert!(gone > 100, "{gone} went back, {refused} refused");
}

/// A text of today's in LLVM 3.7's dialect.
fn text(source: &str) -> String {
    text_with(source, &[])
}

fn text_with(source: &str, known: &[(&str, u32, &str)]) -> String {
    let module = dxil_text::parse_as(source.as_bytes(), Dialect::Modern).expect("it is assembly").module;
    let global = |name: &str| module.global_named(name.into()).expect("it is there");
    let known = known.iter().map(|(function, index, of)| {
        let ty = module.globals.get(global(of)).expect("it is there").value_type;
        ((global(function), *index), ty)
    });
    let known = known.collect();
    let legacy = match legacy(&module, &known, DebugInformation::Dropped) {
        Ok(legacy) => legacy,
        Err(error) => return error.to_string(),
    };
    assert!(verify(&legacy).is_valid(), "{:?}", verify(&legacy).findings);
    let mut text = String::new();
    dxil_text::print(&legacy, &mut text).expect("it can be said");
    text
}

fn members_have_names_again() {
    let text = text(
        "%struct.S = type { i32, [2 x float], { i16, i16 } }
@table = internal constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]
define i32 @f(ptr %out) {
  %s = alloca %struct.S
  %second = getelementptr inbounds i8, ptr %s, i32 8
  store float 1.0, ptr %second
  %inner = getelementptr i8, ptr %s, i32 14
  store i16 7, ptr %inner
  %odd = getelementptr i8, ptr %s, i32 3
  store i8 1, ptr %odd
  %third = load i32, ptr getelementptr (i8, ptr @table, i32 8)
  ret i32 %third
}
",
    );
    for expected in [
        "%second = getelementptr inbounds %struct.S, %struct.S* %s, i32 0, i32 1, i32 1\n  store float 1.000000e+00, float* %second",
        "%inner = getelementptr %struct.S, %struct.S* %s, i32 0, i32 2, i32 1\n  store i16 7, i16* %inner",
        "%odd = getelementptr i8, i8*",
        "%third = load i32, i32* getelementptr ([4 x i32], [4 x i32]* @table, i32 0, i32 2)",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
}

fn what_begins_with_what_is_wanted_is_pointed_into() {
    let text = text(
        "%struct.S = type { { i32 }, float }
@table = internal constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]
define i32 @f() {
  %s = alloca %struct.S
  store i32 1, ptr %s
  %bits = load float, ptr @table
  %first = load i32, ptr @table
  ret i32 %first
}
",
    );
    for expected in [
        "getelementptr inbounds %struct.S, %struct.S* %s, i32 0, i32 0, i32 0",
        "%bits = load float, float* bitcast ([4 x i32]* @table to float*)",
        "%first = load i32, i32* getelementptr inbounds ([4 x i32], [4 x i32]* @table, i32 0, i32 0)",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
}

fn what_is_known_of_parameters_decides() {
    let source = "%struct.P = type { float, i32 }
@of_p = internal global %struct.P zeroinitializer
define void @f(ptr %p, ptr %unused) {
  %second = getelementptr i8, ptr %p, i32 4
  store i32 1, ptr %second
  ret void
}
declare ptr @g()
";
    let known = text_with(source, &[("f", 0, "of_p"), ("f", 1, "of_p"), ("g", u32::MAX, "of_p")]);
    assert!(known.contains("define void @f(%struct.P* %p, %struct.P* %unused)"), "{known}");
    assert!(known.contains("getelementptr %struct.P, %struct.P* %p, i32 0, i32 1"), "{known}");
    assert!(known.contains("declare %struct.P* @g()"), "{known}");
    let unknown = text(source);
    assert!(unknown.contains("define void @f(i8* %p, i8* %unused)"), "{unknown}");
}

fn words_of_today_are_refused_or_said_otherwise() {
    let said = text(
        "define float @f(float %x) {\n  %y = freeze float %x\n  %z = fneg float %y\n  ret float %z\n}\n",
    );
    assert!(said.contains("%z = fsub float -0.000000e+00, %x"), "{said}");
    let refused = text(
        "define void @f() {\n  %x = call target(\"spirv.Image\") @g()\n  ret void\n}\ndeclare target(\"spirv.Image\") @g()\n",
    );
    assert!(refused.contains("LLVM 3.7 has no target types"), "{refused}");
}
