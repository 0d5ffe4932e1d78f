//! Random edits of modern modules, which come from text: each step leaves a module that verifies, and what comes of it
//! is the same again once it was printed and read.

use dxil_ir::edit::{Copies, Editor};
use dxil_ir::metadata::Metadata;
use dxil_ir::verify::Rule;
use dxil_ir::{GlobalId, InstructionId, MetadataId, Module, Op, ValueKind};
use testkit::corpus::inputs;
use testkit::edits::{self, Counts};
use testkit::random::Random;
use testkit::{Completion, Test, note, skipped, tests, times};

pub(crate) const TESTS: &[Test] = tests![
    modern_modules_stay_valid,
    scopes_of_aliases_are_those_of_one_run,
    stores_are_tied_to_their_own_variables,
    loops_are_where_they_were_inlined,
    what_has_no_debug_information_is_at_the_call,
    a_copy_of_a_function_has_its_own_subprogram,
];

/// Modules of either folder that are edited in each run.
const MODULES: usize = 40;

fn modern_modules_stay_valid() -> Completion {
    let mut counts = Counts::default();
    let (mut count, mut refused, mut seed) = (0, 0, 1);
    for folder in ["lower", "lower-O0"] {
        let Some(all) = inputs(folder, "ll") else { return skipped("modern modules (lower/, lower-O0/)") };
        for path in all.iter().step_by(usize::max(all.len() / times(MODULES), 1)) {
            let text = std::fs::read(path).unwrap();
            if text.len() > 60_000 {
                continue;
            }
            let what = path.display().to_string();
            // What the text is refused for is the business of other tests.
            let Some(mut module) =
                dxil_text::parse(&text).ok().filter(|module| dxil_ir::verify(module).is_valid())
            else {
                refused += 1;
                continue;
            };
            seed += 1;
            let done = edits::edit(&mut module, &mut Random(seed), 40, &mut counts, &what);
            // A phi of a block that nothing leads to has no entries, which text cannot say.
            for function in module.bodies().map(|(id, ..)| id).collect::<Vec<_>>() {
                Editor::new(&mut module, function).unwrap().remove_unreachable_blocks();
            }
            let mut printed = String::new();
            dxil_text::print(&module, &mut printed)
                .unwrap_or_else(|error| panic!("{what}: {done:?}: {error}"));
            let read = match dxil_text::parse(printed.as_bytes()) {
                Ok(read) => read,
                Err(errors) => panic!("{what}: {done:?}: {}", errors.shown("printed", printed.as_bytes())),
            };
            let difference = module.difference(&read);
            assert!(difference.is_none(), "{what}: {done:?}: {difference:?}");
            count += 1;
        }
    }
    note!("{count} modules edited, {refused} refused as text");
    assert!(count > MODULES / 2, "{count} modules edited, {refused} refused");
    Completion::Completed
}

/// A module of modern text, which LLVM takes.
fn read(text: &str) -> Module {
    let module = dxil_text::parse(text.as_bytes());
    let module = module.unwrap_or_else(|errors| panic!("{}", errors.shown("text", text.as_bytes())));
    valid(&module, "as it was read");
    module
}

fn valid(module: &Module, what: &str) {
    let report = dxil_ir::verify(module);
    if let Some(finding) = report.findings.first() {
        panic!(
            "{what}: {}: {}: {}\n{}",
            finding.rule.row().id,
            finding.place.show(module),
            finding.message,
            printed(module)
        );
    }
}

fn printed(module: &Module) -> String {
    let mut printed = String::new();
    dxil_text::print(module, &mut printed).unwrap();
    printed
}

fn named(module: &Module, name: &str) -> GlobalId {
    module.globals.iter().find(|(_, global)| global.name == name).expect("there is such a function").0
}

/// Inlines all calls of a function that `main` has.
fn inline(module: &mut Module, callee: &str) {
    let (main, callee) = (named(module, "main"), named(module, callee));
    let mut editor = Editor::new(module, main).unwrap();
    for id in editor.all_instructions() {
        let Some(Op::Call { callee: called, .. }) = editor.op(id) else { continue };
        if called.kind() == ValueKind::Global(callee) {
            editor.inline(id).unwrap();
        }
    }
    drop(editor);
    valid(module, "inlined");
}

/// What the instructions of a function have attached under a name.
fn attached(module: &Module, function: &str, kind: &str) -> Vec<MetadataId> {
    let body = module.globals[named(module, function)].body().unwrap();
    let is_kind = |number: u32| module.metadata_kinds[number as usize] == kind;
    let of = |id: InstructionId| {
        body.attachments.iter().find(|(of, number, _)| *of == id && is_kind(*number)).map(|(.., node)| *node)
    };
    body.in_order().filter_map(|(_, id, _)| of(id)).collect()
}

const SCOPES: &str = "
declare void @llvm.experimental.noalias.scope.decl(metadata)

define void @f(ptr %p, ptr %q) {
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  call void @llvm.experimental.noalias.scope.decl(metadata !1)
  store i32 1, ptr %p, align 4, !alias.scope !0, !noalias !1
  store i32 2, ptr %q, align 4, !alias.scope !1, !noalias !0
  ret void
}

define void @main(ptr %p, ptr %q) {
  call void @f(ptr %p, ptr %q)
  call void @f(ptr %q, ptr %p)
  ret void
}

!0 = !{!2}
!1 = !{!3}
!2 = distinct !{!2, !4, !\"first\"}
!3 = distinct !{!3, !4, !\"second\"}
!4 = distinct !{!4, !\"domain\"}
";

/// What one call says of its two pointers is not true of the pointers of two calls.
fn scopes_of_aliases_are_those_of_one_run() {
    let mut module = read(SCOPES);
    let declared = |module: &Module, function: &str| {
        let body = module.globals[named(module, function)].body().unwrap();
        let mut found = Vec::new();
        for (.., data) in body.in_order() {
            data.op.each_operand(&body.lists, |value| {
                if let ValueKind::Metadata(id) = value.kind() {
                    found.push(id);
                }
            });
        }
        found
    };
    inline(&mut module, "f");
    let lists = attached(&module, "main", "alias.scope");
    let [a, b, c, d] = lists[..] else { panic!("{lists:?}") };
    assert_eq!(attached(&module, "main", "noalias"), [b, a, d, c]);
    assert_eq!(declared(&module, "main"), lists);
    let of_callee = attached(&module, "f", "alias.scope");
    let scopes: Vec<_> = lists.iter().chain(&of_callee).map(|list| operand(&module, *list, 0)).collect();
    let are_others = (0..6).all(|one| (0..one).all(|other| scopes[one] != scopes[other]));
    assert!(are_others && scopes.iter().all(|scope| operand(&module, *scope, 0) == *scope));
    let domains: Vec<_> = scopes.iter().map(|scope| operand(&module, *scope, 1)).collect();
    assert_eq!([domains[0], domains[2], domains[4]], [domains[1], domains[3], domains[5]]);
    // Blocks that are copied within the function run a second time, too.
    let main = named(&module, "main");
    let mut editor = Editor::new(&mut module, main).unwrap();
    let entry = editor.entry().unwrap();
    editor.copy_blocks(&[entry], &mut Copies::default(), None).unwrap();
    drop(editor);
    valid(&module, "copied");
    let copied = attached(&module, "main", "alias.scope");
    assert_eq!(copied.len(), 8);
    assert!(copied[4..].iter().all(|list| !lists.contains(list)));
}

fn operand(module: &Module, id: MetadataId, index: usize) -> MetadataId {
    module.metadata.operand(id, index).flatten().expect("there is such an operand")
}

/// A module with debug information: `main` is described by `!10`, `f` by `!20`.
fn with_debug_information(functions: &str, metadata: &str) -> Module {
    read(&format!(
        "source_filename = \"a.c\"
{functions}
!llvm.dbg.cu = !{{!0}}
!llvm.module.flags = !{{!3}}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: \"a.c\", directory: \"/\")
!2 = !DISubroutineType(types: !{{null}})
!3 = !{{i32 2, !\"Debug Info Version\", i32 3}}
!4 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)
!10 = distinct !DISubprogram(name: \"main\", scope: !1, file: !1, line: 1, type: !2, spFlags: DISPFlagDefinition, unit: !0)
!11 = !DILocation(line: 2, scope: !10)
!20 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, line: 5, type: !2, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !24)
!21 = !DILocation(line: 6, scope: !22)
!22 = distinct !DILexicalBlock(scope: !20, file: !1, line: 6)
!23 = !DILocalVariable(name: \"x\", scope: !22, file: !1, line: 6, type: !4)
!24 = !{{!23}}
{metadata}"
    ))
}

const ASSIGNED: &str = "
define void @f() !dbg !20 {
  %x = alloca i32, align 4, !DIAssignID !30
    #dbg_assign(i1 poison, !23, !DIExpression(), !30, ptr %x, !DIExpression(), !21)
  store i32 1, ptr %x, align 4, !dbg !21, !DIAssignID !31
    #dbg_assign(i32 1, !23, !DIExpression(), !31, ptr %x, !DIExpression(), !21)
  ret void, !dbg !21
}

define void @main() !dbg !10 {
  call void @f(), !dbg !11
  call void @f(), !dbg !11
  ret void, !dbg !11
}
";

/// The ids of the records of a function.
fn recorded(module: &Module, function: &str) -> Vec<MetadataId> {
    use dxil_ir::debug_records::DebugRecordKind;
    let body = module.globals[named(module, function)].body().unwrap();
    let records = body.in_order().flat_map(|(_, id, _)| body.debug_records.before(id));
    let id = |kind: &DebugRecordKind| match kind {
        DebugRecordKind::Assign { id, .. } => Some(*id),
        _ => None,
    };
    records.filter_map(|record| id(&record.kind)).collect()
}

fn stores_are_tied_to_their_own_variables() {
    let mut module =
        with_debug_information(ASSIGNED, "!30 = distinct !DIAssignID()\n!31 = distinct !DIAssignID()");
    inline(&mut module, "f");
    module.copy_function(named(&module, "f"), "g".into()).unwrap();
    valid(&module, "copied");
    let mut all = Vec::new();
    for function in ["f", "main", "g"] {
        let mut attached = attached(&module, function, "DIAssignID");
        let mut recorded = recorded(&module, function);
        attached.sort();
        recorded.sort();
        assert_eq!(attached, recorded, "{}", printed(&module));
        all.extend(attached);
    }
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 2 + 4 + 2);
}

const LOOP: &str = "
define void @f(i1 %c) !dbg !20 {
  br label %again, !dbg !21
again:
  br i1 %c, label %again, label %end, !dbg !21, !llvm.loop !30
end:
  ret void, !dbg !21
}

define void @main(i1 %c) !dbg !10 {
  call void @f(i1 %c), !dbg !11
  ret void, !dbg !11
}
";

fn loops_are_where_they_were_inlined() {
    let metadata = "!30 = distinct !{!30, !21, !31, !32}
!31 = !DILocation(line: 7, scope: !20)
!32 = !{!\"llvm.loop.mustprogress\"}";
    let mut module = with_debug_information(LOOP, metadata);
    inline(&mut module, "f");
    module.copy_function(named(&module, "f"), "g".into()).unwrap();
    valid(&module, "copied");
    let [original, inlined, copied] =
        ["f", "main", "g"].map(|function| attached(&module, function, "llvm.loop")[0]);
    let operands = |id: MetadataId, index: usize| operand(&module, id, index);
    for (node, is_inlined) in [(inlined, true), (copied, false)] {
        assert!(node != original && operands(node, 0) == node, "{}", printed(&module));
        assert_eq!(operands(node, 3), operands(original, 3));
        for index in [1, 2] {
            let (new, old) = (operands(node, index), operands(original, index));
            assert_ne!(new, old);
            assert_eq!(operands(new, 0) == operands(old, 0), is_inlined);
            assert_eq!(module.metadata.operand(new, 1).flatten().is_some(), is_inlined);
        }
    }
}

const PLAIN_CALLEE: &str = "
declare void @g()

define void @f() {
  %x = alloca i32, align 4
  call void @g()
  store i32 1, ptr %x, align 4
  ret void
}

define void @main() !dbg !10 {
  call void @f(), !dbg !11
  ret void, !dbg !11
}
";

fn what_has_no_debug_information_is_at_the_call() {
    let mut module = with_debug_information(PLAIN_CALLEE, "");
    inline(&mut module, "f");
    let body = module.globals[named(&module, "main")].body().unwrap();
    let lines: Vec<_> = body
        .in_order()
        .map(|(.., data)| data.location.expand().map(|id| body.location(id).unwrap().line))
        .collect();
    assert_eq!(lines, [None, Some(2), Some(2), Some(2)]);
    // Where it has, what comes from nowhere stays that.
    let mut module = with_debug_information(&PLAIN_CALLEE.replace("@f() {", "@f() !dbg !20 {"), "");
    inline(&mut module, "f");
    let body = module.globals[named(&module, "main")].body().unwrap();
    assert_eq!(body.in_order().filter(|(.., data)| data.location.is_none()).count(), 3);
}

fn a_copy_of_a_function_has_its_own_subprogram() {
    let mut module =
        with_debug_information(ASSIGNED, "!30 = distinct !DIAssignID()\n!31 = distinct !DIAssignID()");
    let f = named(&module, "f");
    let copy = module.copy_function(f, "g".into()).unwrap();
    valid(&module, "copied");
    let subprogram = |function: GlobalId| module.globals[function].body().unwrap().metadata[0].1;
    let (old, new) = (subprogram(f), subprogram(copy));
    assert!(old != new && matches!(module.metadata.get(new), Some(Metadata::Node { is_distinct: true, .. })));
    let body = module.globals[copy].body().unwrap();
    let mut scopes =
        body.in_order().filter_map(|(.., data)| body.location(data.location.expand()?)?.scope.expand());
    assert!(scopes.all(|block| operand(&module, block, 1) == new), "{}", printed(&module));
    // LLVM drops all debug information of a module where one describes both, or a function has two.
    let second = |metadata: &mut Vec<(u32, MetadataId)>| metadata.push((metadata[0].0, old));
    let shared = |metadata: &mut Vec<(u32, MetadataId)>| metadata[0].1 = old;
    for (change, count) in [(&shared as &dyn Fn(&mut _), 1), (&second, 2)] {
        let mut broken = module.clone();
        change(&mut broken.globals[copy].body_mut().unwrap().metadata);
        let found = dxil_ir::verify(&broken).findings;
        let rules = found.iter().filter(|finding| finding.rule == Rule::AttachmentForm);
        assert_eq!(rules.count(), count, "{found:?}");
    }
}
