//! Debug information of modern modules: nodes, records and attachments are printed as `llvm-dis` 22 prints them, calls
//! of debug intrinsics are read as the records that they stand for, and what either dialect does not have is refused.
//!
//! The texts in `tests/debug/` are the project's own, through `llvm-as` 22 and `llvm-dis` 22 (`shapes` through clang 22
//! before); `intrinsics.ll` alone is spelled as LLVM 18 did, and becomes `records.ll`.

use std::collections::BTreeSet;

use dxil_ir::debug_records::{DebugRecordKind, DebugValue};
use dxil_ir::edit::Editor;
use dxil_ir::metadata::{Metadata, NODES};
use dxil_ir::{Dialect, Module};
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    printed_texts_come_back,
    every_modern_node_stands_in_a_text,
    calls_of_debug_intrinsics_are_read_as_records,
    old_spellings_of_nodes_are_read,
    nodes_are_printed_as_llvm_prints_them,
    kinds_are_numbered_in_the_order_of_the_text,
    what_is_no_debug_information_is_refused,
    what_llvm_refuses_breaks_a_rule,
    records_follow_their_instructions,
    calls_that_were_inlined_have_places
];

const TEXTS: [(&str, &str); 5] = [
    ("nodes", include_str!("../debug/nodes.ll")),
    ("records", include_str!("../debug/records.ll")),
    ("more_records", include_str!("../debug/more_records.ll")),
    ("shapes_O0", include_str!("../debug/shapes_O0.ll")),
    ("shapes_O2", include_str!("../debug/shapes_O2.ll")),
];

fn parse(text: &str) -> Module {
    dxil_text::parse(text.as_bytes())
        .unwrap_or_else(|errors| panic!("{}", errors.shown("text", text.as_bytes())))
}

fn print(module: &Module) -> String {
    let mut text = String::new();
    dxil_text::print(module, &mut text).unwrap();
    text
}

fn printed_texts_come_back() {
    for (name, text) in TEXTS {
        let module = parse(text);
        assert_eq!(module.dialect, Dialect::Modern, "{name}");
        let printed = print(&module);
        let different = text.lines().zip(printed.lines()).find(|(one, other)| one != other);
        assert_eq!(different, None, "{name}");
        assert_eq!(printed, text, "{name}");
        assert!(module.difference(&parse(&printed)).is_none(), "{name}");
        let report = dxil_ir::verify(&module);
        // `nodes` has what no program has.
        assert!(name == "nodes" || report.is_valid(), "{name}: {:#?}", report.findings);
    }
}

fn every_modern_node_stands_in_a_text() {
    let modules = TEXTS.map(|(_, text)| parse(text));
    let nodes = modules.iter().flat_map(|module| module.metadata.iter());
    let met: BTreeSet<_> = nodes.filter_map(|(_, metadata)| Some(metadata.row()?.name)).collect();
    let modern = NODES.iter().filter(|row| row.dialect == Dialect::Modern);
    assert_eq!(met, modern.clone().map(|row| row.name).collect());
    // Every field of each, too.
    for row in modern {
        for (place, field) in row.fields.iter().enumerate() {
            let is_said = modules.iter().any(|module| {
                module.metadata.iter().any(|(_, metadata)| match metadata {
                    Metadata::Node { fields, .. }
                        if metadata.row().is_some_and(|found| found.name == row.name) =>
                    {
                        module
                            .metadata
                            .numbers(fields)
                            .get(place)
                            .is_some_and(|number| *number != field.default)
                    }
                    _ => false,
                })
            });
            // LLVM 22.1 writes what `__ptrauth` says into the alignment of bitcode, and has no other way to a macro
            // file's kind.
            let is_lost =
                field.name.starts_with("ptrAuth") || (row.name, field.name) == ("DIMacroFile", "type");
            assert!(is_said || is_lost, "{}: {}", row.name, field.name);
        }
    }
}

fn calls_of_debug_intrinsics_are_read_as_records() {
    let module = parse(include_str!("../debug/intrinsics.ll"));
    assert_eq!(print(&module), include_str!("../debug/records.ll"));
    let (_, _, body) = module.bodies().next().unwrap();
    let kinds: Vec<_> =
        body.debug_records.iter().map(|record| std::mem::discriminant(&record.kind)).collect();
    assert_eq!(kinds.len(), 8);
    assert!(body.local_metadata.is_empty());
    // LLVM 3.7 has nothing but the calls.
    let text = "declare void @llvm.dbg.value(metadata, i64, metadata, metadata)\n";
    let module = parse(text);
    assert_eq!((module.dialect, module.globals.len()), (Dialect::Dxil37, 1));
}

/// A module of one node, in the place of what it says.
fn node(text: &str) -> String {
    format!("source_filename = \"x.c\"\n\n!x = !{{!0}}\n\n!0 = {text}\n")
}

fn printed_node(text: &str) -> String {
    let printed = print(&parse(&node(text)));
    printed.lines().find_map(|line| line.strip_prefix("!0 = ")).unwrap().to_owned()
}

fn old_spellings_of_nodes_are_read() {
    for (old, new) in [
        (
            "!DISubprogram(name: \"f\", scope: null, isLocal: true, isDefinition: false, isOptimized: true, \
             virtuality: DW_VIRTUALITY_pure_virtual, virtualIndex: 0)",
            "!DISubprogram(name: \"f\", scope: null, virtualIndex: 0, \
             spFlags: DISPFlagPureVirtual | DISPFlagLocalToUnit | DISPFlagOptimized)",
        ),
        (
            "distinct !DISubprogram(name: \"f\", scope: null)",
            "distinct !DISubprogram(name: \"f\", scope: null, spFlags: DISPFlagDefinition)",
        ),
        (
            "!DIMacroFile(type: DW_MACINFO_start_file, line: 1, file: null)",
            "!DIMacroFile(line: 1, file: null)",
        ),
        ("!DISubrange(count: i32 8)", "!DISubrange(count: 8)"),
    ] {
        assert_eq!(printed_node(old), new);
        assert_eq!(printed_node(new), new);
    }
}

fn nodes_are_printed_as_llvm_prints_them() {
    for same in [
        "!DIDerivedType(tag: DW_TAG_LLVM_ptrauth_type, baseType: null, ptrAuthKey: 2, \
         ptrAuthIsAddressDiscriminated: true, ptrAuthExtraDiscriminator: 1234, ptrAuthIsaPointer: false, \
         ptrAuthAuthenticatesNullValues: true)",
        "!DIDerivedType(tag: 12345, baseType: null, \
         flags: DIFlagPublic | DIFlagVirtualInheritance | DIFlagIndirectVirtualBase | DIFlagTypePassByReference)",
        "!DIEnumerator(name: \"a\", value: -1)",
        "!DIEnumerator(name: \"a\", value: 18446744073709551615, isUnsigned: true)",
        "!DIFixedPointType(kind: Binary, factor: -4)",
        "!DISubprogram(scope: null, spFlags: 0)",
        "!DISubrange(count: -1, lowerBound: 0)",
        "!DIGenericSubrange(lowerBound: -3, upperBound: !DIExpression(DW_OP_constu, 3))",
    ] {
        assert_eq!(printed_node(same), same);
    }
    for (written, printed) in [
        // No expression: a number too few, an operation that is none, one that does not come last.
        ("DW_OP_plus_uconst", "35"),
        ("DW_OP_lit3", "51"),
        ("DW_OP_LLVM_fragment, 0, 8, DW_OP_deref", "4096, 0, 8, 6"),
        ("DW_OP_stack_value, DW_OP_deref", "159, 6"),
        ("DW_OP_deref, DW_OP_LLVM_entry_value, 1", "6, 4099, 1"),
        ("DW_OP_swap", "22"),
        // Expressions.
        ("4101, 0, 4099, 1, 34", "DW_OP_LLVM_arg, 0, DW_OP_LLVM_entry_value, 1, DW_OP_plus"),
        ("4097, 32, 5", "DW_OP_LLVM_convert, 32, DW_ATE_signed"),
        ("159, 4096, 0, 8", "DW_OP_stack_value, DW_OP_LLVM_fragment, 0, 8"),
        ("DW_OP_swap, DW_OP_deref", "DW_OP_swap, DW_OP_deref"),
    ] {
        let text = node(&format!("!{{!DIExpression({written})}}"));
        let expected = node(&format!("!{{!DIExpression({printed})}}"));
        assert_eq!(print(&parse(&text)), expected, "{written}");
    }
    // Expressions have no numbers of their own.
    let text = "source_filename = \"x.c\"\n\n!x = !{!0, !1}\n\n!0 = !DIExpression()\n!1 = !{!0}\n";
    let expected = "source_filename = \"x.c\"\n\n!x = !{!DIExpression(), !0}\n\n!0 = !{!DIExpression()}\n";
    assert_eq!(print(&parse(text)), expected);
    assert_eq!(print(&parse(expected)), expected);
}

fn kinds_are_numbered_in_the_order_of_the_text() {
    let text = "source_filename = \"x.c\"\n\n@g = global i32 0, !b !0\n\ndefine void @f() {\n  ret void, !d !0, !c !0\n}\n\n\
                define void @h() !c !0 !b !0 !dbg !1 !noundef !0 {\n  ret void, !a !0, !b !0, !range !0\n}\n\n\
                !0 = !{}\n!1 = distinct !DISubprogram(scope: null, spFlags: DISPFlagDefinition)\n";
    let printed = print(&parse(text));
    let lines: Vec<_> = printed.lines().filter(|line| line.contains('!') && !line.starts_with('!')).collect();
    assert_eq!(
        lines,
        [
            "@g = global i32 0, !b !0",
            "  ret void, !d !0, !c !0",
            "define void @h() !dbg !1 !noundef !0 !b !0 !c !0 {",
            "  ret void, !range !0, !b !0, !a !0",
        ]
    );
}

/// What is told first of a text.
fn told(text: &str) -> String {
    let errors = dxil_text::parse(text.as_bytes()).expect_err("it is wrong");
    errors.errors()[0].message.clone()
}

fn what_is_no_debug_information_is_refused() {
    for (text, expected) in [
        ("!DINothing()", "unknown debug node `!DINothing`"),
        (
            "!DICompileUnit(language: DW_LANG_C, file: null)",
            "`distinct` is missing: DICompileUnit must be distinct",
        ),
        (
            "!DISubprogram(scope: null)",
            "`distinct` is missing: a DISubprogram that is a definition must be distinct",
        ),
        ("!DIAssignID()", "`distinct` is missing: DIAssignID must be distinct"),
        (
            "!DILocation(line: 1, column: 65536, scope: !0)",
            "field `column` of DILocation has at most 16 bits",
        ),
        ("!DILocation(line: 1)", "required field `scope` of DILocation is missing"),
        ("!DIBasicType(tag: 65536)", "field `tag` of DIBasicType has at most 16 bits"),
        ("!DIFixedPointType(kind: Other)", "expected a number or a word such as `Binary`, found `Other`"),
        ("!DIFixedPointType(factor: 2147483648)", "field `factor` of DIFixedPointType has at most 32 bits"),
        ("!DISubprogram(variables: null)", "unknown field of DISubprogram"),
        (
            "!DIEnumerator(name: \"a\", value: 18446744073709551616)",
            "expected an integer of up to 64 bits, found `18446744073709551616`",
        ),
        (
            "!DIExpression(DW_OP_nothing)",
            "expected a number or a word such as `DW_OP_addr`, found `DW_OP_nothing`",
        ),
    ] {
        assert_eq!(told(&node(text)), expected);
    }
    let in_body = |line: &str| {
        format!(
            "source_filename = \"x.c\"\ndefine void @f(i32 %x) {{\n{line}\n  ret void\n}}\n!0 = !{{}}\n\
             !1 = !DILocation(line: 0, scope: !0)\n!2 = distinct !DILocation(line: 0, scope: !0)\n"
        )
    };
    for (line, expected) in [
        (
            "  #dbg_nothing(i32 %x, !0, !0, !1)",
            "expected a debug record, such as `#dbg_value`, found `#dbg_nothing`",
        ),
        ("  #dbg_value(i32 %x, !0, !1)", "expected `,` and a DILocation, found `)`"),
        ("  #dbg_value(i32 %x, !0, null, !1)", "expected a DIExpression, found `null`"),
        ("  #dbg_value(i32 %x, !0, !0, !0)", "!0 is not a DILocation"),
        ("  #dbg_value(i32 %x, !0, !0, !2)", "a debug record with a distinct DILocation is not supported"),
        ("  #dbg_value(i32 %y, !0, !0, !1)", "undefined value %y"),
        (
            "  call void @llvm.dbg.value(metadata i32 %x, metadata !0, metadata !0)",
            "call of a debug intrinsic without `!dbg`",
        ),
    ] {
        assert_eq!(told(&in_body(line)), expected, "{line}");
    }
    // What stands at the end of a block stands before nothing.
    let text =
        in_body("  br label %a\na:\n  ret void\n  #dbg_value(i32 %x, !0, !0, !1)\n}\n\ndefine void @g() {");
    assert!(dxil_text::parse(text.as_bytes()).is_err());
    // Of the other dialect.
    let old = "target triple = \"dxil-ms-dx\"\n";
    assert_eq!(told(&format!("{old}!0 = !DILabel(scope: null)\n")), "unknown debug node `!DILabel`");
    let body = "define void @f(i32 %x) {\n  #dbg_value(i32 %x, !0, !0, !1)\n  ret void\n}\n";
    assert_eq!(told(&format!("{old}{body}")), "LLVM 3.7 has no debug records");
    assert!(dxil_text::parse(format!("{old}@g = global i32 0, !dbg !0\n!0 = !{{}}\n").as_bytes()).is_err());
}

/// The rules that `records.ll` breaks, with one text in the place of another.
fn broken(from: &str, to: &str) -> BTreeSet<&'static str> {
    let text = include_str!("../debug/records.ll");
    assert!(text.contains(from), "{from}");
    let report = dxil_ir::verify(&parse(&text.replace(from, to)));
    report.findings.iter().map(|finding| finding.rule.row().id).collect()
}

fn what_llvm_refuses_breaks_a_rule() {
    for (from, to, rule) in [
        ("#dbg_value(i32 %x, !15, ", "#dbg_value(i32 %x, !4, ", "debug.record"),
        (
            "#dbg_value(i32 3, !15, !DIExpression(DW_OP_plus_uconst, 3)",
            "#dbg_value(i32 3, !15, !10",
            "debug.record",
        ),
        ("#dbg_value(!10, ", "#dbg_value(!9, ", "debug.record"),
        ("!DIExpression(), !14, ptr", "!DIExpression(), !10, ptr", "debug.record"),
        ("#dbg_label(!16", "#dbg_label(!15", "debug.record"),
        ("!DIExpression(DW_OP_plus_uconst, 3), !13)", "!DIExpression(DW_OP_lit3), !13)", "debug.field"),
        ("@g = global i32 3, !dbg !0", "@g = global i32 3, !dbg !8", "attachment.form"),
        ("define i32 @f(i32 %x) !dbg !11", "define i32 @f(i32 %x) !dbg !0", "attachment.form"),
        (
            "!15 = !DILocalVariable(name: \"x\", scope: !11",
            "!15 = !DILocalVariable(name: \"x\", scope: !8",
            "location.subprogram",
        ),
        (
            "!DILocation(line: 3, column: 4, scope: !11)",
            "!DILocation(line: 3, column: 4, scope: !4)",
            "debug.operand",
        ),
        ("var: !1,", "var: !2,", "debug.operand"),
    ] {
        assert!(broken(from, to).contains(rule), "{to}: {:?}", broken(from, to));
    }
    // Nodes and records of one dialect in the other.
    let mut module = parse(include_str!("../debug/records.ll"));
    module.dialect = Dialect::Dxil37;
    let rules: BTreeSet<_> =
        dxil_ir::verify(&module).findings.iter().map(|finding| finding.rule.row().id).collect();
    assert!(rules.contains("debug.form") && rules.contains("dialect"), "{rules:?}");
    let error = dxil_ir::bitcode::write(&module).unwrap_err();
    assert!(error.to_string().contains("cannot be written as LLVM 3.7 bitcode"), "{error}");
}

fn records_follow_their_instructions() {
    let mut module = parse(include_str!("../debug/more_records.ll"));
    let function = module.bodies().next().unwrap().0;
    let body = module.globals[function].body_mut().unwrap();
    let ids: Vec<_> = body.in_order().map(|(_, id, _)| id).collect();
    let [alloca, add, branch, ret] = ids[..] else { panic!("{ids:?}") };
    assert_eq!(body.debug_records.before(branch).len(), 4);
    let x = dxil_ir::Value::new(dxil_ir::ValueKind::Argument(0));
    // Values are followed.
    let mut count = 0;
    body.debug_records.each_value_mut(&mut |value| {
        if *value == add.into() {
            count += 1;
            *value = x;
        }
    });
    assert_eq!(count, 2);
    // An instruction that is taken out leaves its records to the next one; one without a next to the end of the block.
    let before: Vec<_> = body.debug_records.before(ret).to_vec();
    let block = body.layout[1];
    body.erase(|id| id == ret);
    assert_eq!(body.debug_records.at_end(block), before);
    let location = body.instructions[ret].location;
    let again =
        body.add_instruction(block, dxil_ir::Instruction { location, ..body.instructions[ret].clone() });
    assert_eq!(body.debug_records.before(again), before);
    assert!(body.debug_records.at_end(block).is_empty());
    // What is no more is told so.
    let declared: Vec<_> = body.debug_records.before(branch).to_vec();
    let mut moved = declared[0].clone();
    if let DebugRecordKind::Value(variable) = &mut moved.kind {
        variable.value = DebugValue::List(vec![x, alloca.into()]);
    }
    body.debug_records.add(add, [moved]);
    let moved = body.debug_records.take(add);
    body.debug_records.prepend(branch, moved);
    assert_eq!(body.debug_records.before(branch).len(), 5);
    body.erase(|id| id == alloca);
    let gone = body.debug_records.before(branch)[0].values().next().unwrap();
    assert!(matches!(gone, DebugValue::Gone(_)), "{gone:?}");
    assert!(dxil_ir::verify(&module).is_valid(), "{:?}", dxil_ir::verify(&module));
    let printed = print(&module);
    assert!(printed.contains("#dbg_value(ptr poison, "), "{printed}");
    assert_eq!(print(&parse(&printed)), printed);
}

fn calls_that_were_inlined_have_places() {
    let text = include_str!("../debug/records.ll");
    let caller = "define i32 @caller(i32 %x) !dbg !19 {\n  %y = call i32 @f(i32 %x), !dbg !20\n  ret i32 %y\n}\n\nattributes";
    let nodes = "!19 = distinct !DISubprogram(name: \"caller\", scope: !3, file: !3, line: 7, type: !9, \
                 spFlags: DISPFlagDefinition, unit: !2)\n!20 = !DILocation(line: 8, column: 9, scope: !19)\n";
    let mut module = parse(&(text.replace("attributes", caller) + nodes));
    let function = module.bodies().nth(1).unwrap().0;
    let mut editor = Editor::new(&mut module, function).unwrap();
    let entry = editor.entry().unwrap();
    let call = editor.instructions(entry).next().unwrap();
    editor.inline(call).unwrap();
    let _ = editor.finish();
    let report = dxil_ir::verify(&module);
    assert!(report.is_valid(), "{:#?}", report.findings);
    let printed = print(&module);
    assert_eq!(printed.matches("#dbg_value(").count(), 10, "{printed}");
    assert!(printed.contains(" = distinct !DILocation(line: 8, column: 9, scope: !"), "{printed}");
    assert_eq!(print(&parse(&printed)), printed);
}
