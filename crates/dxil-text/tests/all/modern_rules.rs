//! What modern LLVM makes of a text beyond its words: which nodes are one, where functions lie, what constants come to;
//! and what of legal text is rare. What is expected is what `llvm-as` 22 and `llvm-dis` 22 say.

use dxil_ir::intrinsics::LlvmVersion;
use dxil_ir::{Dialect, Module, verify};
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    nodes_that_say_the_same_are_one,
    old_texts_keep_their_nodes,
    equal_places_are_one,
    functions_lie_where_the_data_layout_says,
    constants_are_computed,
    comments_may_stand_within_lines,
    the_last_definition_of_a_group_counts,
    wide_hexadecimal_integers_are_read,
    alignments_reach_as_far_as_those_of_llvm,
    debug_intrinsics_are_called_in_many_ways,
    summaries_are_refused_once,
    metadata_may_be_bundled,
    literals_of_llvm_23_are_values,
    literals_that_do_not_fit_are_named,
    attributes_of_llvm_23_are_read,
    denormal_modes_have_two_spellings,
    data_layouts_have_known_specifications
];

/// What is printed of a modern text, behind the name of its source.
#[track_caller]
fn printed(text: &str) -> String {
    let parsed = dxil_text::parse_as(text.as_bytes(), Dialect::Modern);
    let module = parsed.unwrap_or_else(|errors| panic!("{}", errors.shown("text", text.as_bytes()))).module;
    let report = verify(&module);
    assert!(report.is_valid(), "{:?}", report.findings.first());
    let mut printed = String::new();
    dxil_text::print(&module, &mut printed).unwrap();
    printed.strip_prefix("source_filename = \"\"\n").unwrap_or(&printed).trim_start().to_owned()
}

/// What is told of a text that is wrong.
#[track_caller]
fn told(text: &str) -> Vec<String> {
    let errors = dxil_text::parse_as(text.as_bytes(), Dialect::Modern).expect_err("it is wrong");
    let told = |error: &dxil_text::ParseError| format!("{}:{}: {}", error.line, error.column, error.message);
    errors.errors().iter().map(told).collect()
}

fn nodes_that_say_the_same_are_one() {
    let text = "@a = global i32 0, !x !3, !x !4

define void @f() {
  ret void, !x !0, !y !1, !x !5
}

define void @g() !x !5 !x !6 {
  ret void, !y !{!7}, !x !{i32 1}
}

!list = !{!0, !1, !2, !3, !4, !5, !6, !7, !8, !9, !10, !11, !12, !13, !14}

!0 = !{!0, !7}
!1 = !{!2}
!2 = !{!1}
!3 = !{i32 1}
!4 = !{i32 1}
!5 = !{!3, !\"a\"}
!6 = !{!4, !\"a\"}
!7 = distinct !{}
!8 = distinct !{}
!9 = !{!2}
!10 = !DIFile(filename: \"a\", directory: \"b\")
!11 = !DIFile(filename: \"a\", directory: \"b\")
!12 = distinct !{!11}
!13 = !{!7}
!14 = !{!9}
";
    let expected = "@a = global i32 0, !x !0, !x !0

define void @f() {
  ret void, !x !5, !y !3
}

define void @g() !x !5 !x !5 {
  ret void, !x !0, !y !9
}

!list = !{!1, !3, !4, !0, !0, !5, !5, !2, !6, !3, !7, !7, !8, !9, !4}

!0 = !{i32 1}
!1 = distinct !{!1, !2}
!2 = distinct !{}
!3 = !{!4}
!4 = !{!3}
!5 = !{!0, !\"a\"}
!6 = distinct !{}
!7 = !DIFile(filename: \"a\", directory: \"b\")
!8 = distinct !{!7}
!9 = !{!2}
";
    assert_eq!(printed(text), expected);
    assert_eq!(printed(expected), expected);
    assert_eq!(told("!0 = !{!1}\n!2 = !{!1}\n"), ["1:8: undefined metadata node !1"]);
}

fn old_texts_keep_their_nodes() {
    let text = "!list = !{!0, !1, !2}\n\n!0 = !{i32 1}\n!1 = !{i32 1}\n!2 = !{!2}\n";
    let module = dxil_text::parse(text.as_bytes()).unwrap();
    assert_eq!(module.dialect, Dialect::Dxil37);
    let mut printed = String::new();
    dxil_text::print(&module, &mut printed).unwrap();
    assert_eq!(printed.trim_start(), text);
}

/// Places in the source are nodes only where others refer to them.
fn equal_places_are_one() {
    let text = "define void @f() !dbg !3 {
  ret void, !dbg !6, !x !8
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: \"a\", directory: \"b\")
!2 = !{i32 2, !\"Debug Info Version\", i32 3}
!3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!4 = !DISubroutineType(types: !5)
!5 = !{null}
!6 = !DILocation(line: 1, scope: !9)
!7 = !DILocation(line: 1, scope: !10)
!8 = !{!6, !7}
!9 = !DILexicalBlock(scope: !3, file: !1, line: 2)
!10 = !DILexicalBlock(scope: !3, file: !1, line: 2)
";
    let printed = printed(text);
    assert!(printed.ends_with("!8 = !{!6, !6}\n"), "{printed}");
    assert_eq!(printed.matches("!DILexicalBlock").count(), 1, "{printed}");
}

fn functions_lie_where_the_data_layout_says() {
    let text = "target datalayout = \"P1-A5-G2\"
@v = global ptr addrspace(1) @f
@a = alias void (), ptr addrspace(1) @f
@x = addrspace(\"G\") global i32 0
define void @f() {
  %p = alloca i32
  call void @f()
  call void @llvm.trap()
  call addrspace(0) void null()
  call addrspace(\"P\") void @h()
  call void asm \"\", \"\"()
  ret void
}
declare void @k() addrspace(0)
declare void @h()
";
    let expected = "target datalayout = \"P1-A5-G2\"

@v = global ptr addrspace(1) @f
@x = addrspace(2) global i32 0

@a = alias void (), ptr addrspace(1) @f

define void @f() addrspace(1) {
  %p = alloca i32, align 4
  call addrspace(1) void @f()
  call addrspace(1) void @llvm.trap()
  call addrspace(0) void null()
  call addrspace(1) void @h()
  call addrspace(0) void asm \"\", \"\"()
  ret void
}

declare void @k() addrspace(0)

declare void @h() addrspace(1)

; Function Attrs: cold noreturn nounwind memory(inaccessiblemem: write)
declare void @llvm.trap() addrspace(1) #0

attributes #0 = { cold noreturn nounwind memory(inaccessiblemem: write) }
";
    assert_eq!(printed(text), expected);
    assert_eq!(printed(expected), expected);
    let wrong = "target datalayout = \"P1\"\n@v = global ptr @f\ndeclare void @f()\n";
    assert_eq!(told(wrong).len(), 1);
}

fn constants_are_computed() {
    for (constant, expected) in [
        ("i32 add (i32 0, i32 1)", "i32 1"),
        ("i8 sub (i8 1, i8 2)", "i8 -1"),
        ("i32 xor (i32 5, i32 3)", "i32 6"),
        ("i64 add nuw (i64 1, i64 -1)", "i64 0"),
        ("i32 trunc (i64 4294967299 to i32)", "i32 3"),
        ("i1 trunc (i64 3 to i1)", "i1 true"),
        ("i64 bitcast (i64 5 to i64)", "i64 5"),
        ("i64 add (i64 ptrtoint (ptr @x to i64), i64 0)", "i64 ptrtoint (ptr @x to i64)"),
        ("ptr bitcast (ptr @x to ptr)", "ptr @x"),
        ("ptr getelementptr ({ i32, i8 }, ptr @x, i32 0, i32 0)", "ptr @x"),
        ("ptr getelementptr (i8, ptr @x)", "ptr @x"),
        (
            "ptr getelementptr ({ i32, i8 }, ptr @x, i32 0, i32 add (i32 0, i32 1))",
            "ptr getelementptr ({ i32, i8 }, ptr @x, i32 0, i32 1)",
        ),
        // These stay.
        (
            "ptr getelementptr inrange(0, 4) (i8, ptr @x, i64 0)",
            "ptr getelementptr inrange(0, 4) (i8, ptr @x, i64 0)",
        ),
        (
            "i32 trunc (i64 ptrtoint (ptr @x to i64) to i32)",
            "i32 trunc (i64 ptrtoint (ptr @x to i64) to i32)",
        ),
    ] {
        let text = format!("@x = global {{ i32, i8 }} zeroinitializer\n@a = global {constant}\n");
        let expected = format!("@x = global {{ i32, i8 }} zeroinitializer\n@a = global {expected}\n");
        assert_eq!(printed(&text), expected, "{constant}");
    }
    let switch = |case: &str| {
        format!(
            "define void @f(i32 %v) {{\n  switch i32 %v, label %y [\n    {case}, label %y\n  ]\n\ny:\n  ret void\n}}\n"
        )
    };
    assert!(printed(&switch("i32 add (i32 1, i32 2)")).contains("\n    i32 3, label %y\n"));
    // LLVM 3.7's stay as they are written.
    let old = "@x = global i32 add (i32 0, i32 1)\n";
    let mut printed = String::new();
    dxil_text::print(&dxil_text::parse(old.as_bytes()).unwrap(), &mut printed).unwrap();
    assert_eq!(printed.trim_start(), old);
}

fn comments_may_stand_within_lines() {
    let text = "/* a block
   comment } */
define i32 @f(ptr /* { */ %p) /**/ { ; /* none
  %x = load i32, ptr %p /* } */, align 4, !x !{!\"/*\"}
  ret i32 %x /* of
more } than one line */
} /* the end */
/* ; */ @a = global i32 0
";
    let expected = "@a = global i32 0

define i32 @f(ptr %p) {
  %x = load i32, ptr %p, align 4, !x !0
  ret i32 %x
}

!0 = !{!\"/*\"}
";
    assert_eq!(printed(text), expected);
    let body = "define void @f() {\n  ret void /* }\n}\n";
    assert!(!told(body).is_empty());
    let errors = dxil_text::parse(b"@a = global i32 0\n/* x\n").unwrap_err();
    let error = &errors.errors()[0];
    assert_eq!((error.line, error.column), (2, 1), "{error}");
    assert_eq!(error.hint.as_deref(), Some("the closing `*/` of a comment is missing"));
    // As many as fit into a text are passed in a loop.
    assert_eq!(printed(&format!("{}@a = global i32 0\n", "/**/;\n".repeat(100_000))), "@a = global i32 0\n");
}

fn the_last_definition_of_a_group_counts() {
    let text = "define void @f() #0 {\n  ret void\n}\n\nattributes #0 = { nounwind \"a\"=\"b\" }\n\
        attributes #0 = { willreturn \"c\" \"a\"=\"d\" memory(read) }\n";
    let group = "attributes #0 = { willreturn memory(read) \"a\"=\"d\" \"c\" }\n";
    assert!(printed(text).ends_with(group), "{}", printed(text));
    let empty = "declare void @f() #0\nattributes #0 = { }\n";
    assert_eq!(told(empty), ["2:12: attribute group #0 has no attributes"]);
    let old = dxil_text::parse(b"attributes #0 = { nounwind }\nattributes #0 = { cold }\n").unwrap_err();
    assert_eq!(old.errors()[0].message, "attribute group #0 is defined twice");
}

fn wide_hexadecimal_integers_are_read() {
    for (constant, expected) in [
        ("i128 u0xFFFFFFFFFFFFFFFFFFFF", "i128 1208925819614629174706175"),
        ("i128 s0xFFFFFFFFFFFFFFFFFF", "i128 -1"),
        ("i128 s0x00000000000000000000000000000080", "i128 -128"),
        ("i70 u0x3FFFFFFFFFFFFFFFFF", "i70 -1"),
        ("i128 s0x8000000000000000", "i128 -9223372036854775808"),
        ("i8 s0x000000000000000000000000000000F8", "i8 -8"),
    ] {
        let found = printed(&format!("@a = global {constant}\n"));
        assert_eq!(found, format!("@a = global {expected}\n"), "{constant}");
    }
    let too_wide = "@a = global i68 u0x100000000000000000\n";
    assert_eq!(told(too_wide), ["1:17: integer constant does not fit `i68`"]);
}

fn alignments_reach_as_far_as_those_of_llvm() {
    let largest = "@a = global i8 0, align 4294967296\n";
    assert_eq!(printed(largest), largest);
    let expected = "invalid alignment: expected a power of two up to 4294967296";
    assert_eq!(told("@a = global i8 0, align 8589934592\n"), [format!("1:25: {expected}")]);
    let old = dxil_text::parse_as(largest.as_bytes(), Dialect::Dxil37).unwrap_err();
    assert_eq!(old.errors()[0].message, "invalid alignment: expected a power of two up to 536870912");
    assert_eq!(told("@\"a\\00b\" = global i8 0\n"), ["1:1: name contains a NUL byte"]);
}

fn debug_intrinsics_are_called_in_many_ways() {
    let text = |declared: &str, call: &str| {
        format!(
            "declare void @llvm.dbg.value({declared}) #0
define void @f(i32 %x) !dbg !5 {{
  {call}, !dbg !7
  ret void, !dbg !7
}}
attributes #0 = {{ nounwind }}
!llvm.dbg.cu = !{{!0}}
!llvm.module.flags = !{{!2}}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: \"a\", directory: \"b\")
!2 = !{{i32 2, !\"Debug Info Version\", i32 3}}
!5 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, unit: !0, type: !8, spFlags: DISPFlagDefinition)
!6 = !DILocalVariable(name: \"x\", scope: !5)
!7 = !DILocation(line: 1, scope: !5)
!8 = !DISubroutineType(types: !9)
!9 = !{{null}}
"
        )
    };
    let three = "metadata, metadata, metadata";
    let operands = "(metadata i32 %x, metadata !6, metadata !DIExpression())";
    for (declared, call) in [
        (three, format!("call void @llvm.dbg.value{operands}")),
        (three, format!("notail call void @llvm.dbg.value{operands}")),
        (three, format!("call void ({three}) @llvm.dbg.value{operands}")),
        (
            "metadata, i64, metadata, metadata",
            "call void @llvm.dbg.value(metadata i32 %x, i64 0, metadata !6, metadata !DIExpression())"
                .to_owned(),
        ),
    ] {
        let printed = printed(&text(declared, &call));
        assert!(
            printed.contains("\n    #dbg_value(i32 %x, !6, !DIExpression(), !7)\n  ret void"),
            "{printed}"
        );
        assert!(!printed.contains("declare"), "{printed}");
    }
    let moved = "call void @llvm.dbg.value(metadata i32 %x, i64 4, metadata !6, metadata !DIExpression())";
    let told = told(&text("metadata, i64, metadata, metadata", moved));
    assert_eq!(told, ["3:46: `llvm.dbg.value` with an offset is not supported"]);
}

fn summaries_are_refused_once() {
    let text = "@a = global i32 0\n^0 = module: (path: \"a\", hash: (1, 2, 3, 4, 5))\n^1 = blockcount: 3\n";
    assert_eq!(told(text), ["2:1: module summaries are not supported"]);
}

fn metadata_may_be_bundled() {
    let text = "declare void @f()

define void @g(i32 %x) {
  call void @f() [ \"x\"(metadata !\"rtz\", metadata i32 %x, metadata i32 3) ]
  ret void
}
";
    assert_eq!(printed(text), text);
    assert_eq!(
        told(&text.replace("metadata i32 3", "metadata null")),
        ["4:67: expected a type, found `null`"]
    );
}

fn literals_of_llvm_23_are_values() {
    for (ty, literal, as_22) in [
        ("float", "0.4", "0x3FD99999A0000000"),
        ("float", "f0x40490FDB", "0x400921FB60000000"),
        ("float", "+inf", "0x7FF0000000000000"),
        ("float", "-qnan", "0xFFF8000000000000"),
        ("float", "+nan(0x1)", "0x7FF8000020000000"),
        ("float", "+snan(0x1)", "0x7FF0000020000000"),
        ("float", "0x1.8p3", "1.200000e+01"),
        ("half", "9.997550e-02", "0xH2E66"),
        ("half", "f0x3C00", "0xH3C00"),
        ("half", "-inf", "0xHFC00"),
        ("bfloat", "3.14159", "0xR4049"),
        ("double", "f0x400921FB54442D18", "0x400921FB54442D18"),
        ("double", "+qnan", "0x7FF8000000000000"),
        ("fp128", "f0x3FFF0000000000000000000000000001", "0xL00000000000000013FFF000000000000"),
    ] {
        let text = format!("@x = global {ty} {literal}\n");
        assert_eq!(printed(&text), format!("@x = global {ty} {as_22}\n"), "{ty} {literal}");
    }
    let text = "define float @f(i32 %x) {\n  %y = uitofp fast nneg i32 %x to float\n  ret float %y\n}\n";
    assert_eq!(printed(text), text);
    let text = "define half @f(i32 %x) {\n  %y = sitofp nnan i32 %x to half\n  ret half %y\n}\n";
    assert_eq!(printed(text), text);
}

fn literals_that_do_not_fit_are_named() {
    for (ty, literal, message) in [
        ("half", "65520.0", "floating-point constant overflows `half`"),
        ("float", "1.0e-46", "floating-point constant underflows `float`: it rounds to zero"),
        ("float", "f0x3C00", "a bit pattern of `float` has 8 digits"),
        ("float", "+nan(0x800000)", "payload of the NaN does not fit `float`"),
        ("i32", "f0x00000001", "expected a constant of type `i32`, found `f0x00000001`"),
        ("fp128", "f0x1", "a bit pattern of fp128 has 32 digits"),
        ("x86_fp80", "+inf", "a constant of type `x86_fp80` must be a bit pattern"),
    ] {
        let text = format!("@x = global {ty} {literal}\n");
        let column = "@x = global  ".len() + ty.len() + 1;
        let expected = format!("1:{column}: {message}");
        assert_eq!(told(&text), [expected], "{ty} {literal}");
    }
    let old = dxil_text::parse_as(b"@x = global float f0x3F800000\n", Dialect::Dxil37).expect_err("LLVM 3.7");
    assert_eq!(old.errors()[0].message, "LLVM 3.7 has no floating-point literal such as `f0x3F800000`");
}

fn attributes_of_llvm_23_are_read() {
    let all = "declare void @f(ptr dead_on_return(16), ptr dead_on_return) #0\n\nattributes #0 = { flatten noipa nooutline \
               memory(readwrite, inaccessiblemem: none, target_mem: none) denormal_fpenv(preservesign|ieee, float: dynamic) }\n";
    let text = printed(all);
    for expected in [
        "dead_on_return(16)",
        "ptr dead_on_return)",
        "flatten",
        "noipa",
        "nooutline",
        "inaccessiblemem: none, target_mem0: none, target_mem1: none",
        "\"denormal-fp-math\"=\"preserve-sign,ieee\"",
        "\"denormal-fp-math-f32\"=\"dynamic,dynamic\"",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    for (attribute, message) in [
        (
            "memory(target_mem0: read, target_mem: read)",
            "`target_mem:` must come before `target_mem0:` and `target_mem1:`",
        ),
        (
            "denormal_fpenv(flush)",
            "expected `ieee`, `preservesign`, `positivezero` or `dynamic`, found `flush`",
        ),
        ("denormal_fpenv(ieee, double: ieee)", "expected `float:`, found `double:`"),
    ] {
        let told = told(&format!("declare void @f() {attribute}\n"));
        assert!(told[0].ends_with(message), "{told:?}");
    }
    assert_eq!(told("@x = global b8 0\n"), ["1:13: byte types are not supported"]);
}

fn denormal_modes_have_two_spellings() {
    let printed_for = |module: &Module, llvm: LlvmVersion| {
        let mut text = String::new();
        dxil_text::print_for(module, llvm, &mut text).unwrap();
        text
    };
    let parsed = |text: &str| dxil_text::parse_as(text.as_bytes(), Dialect::Modern).unwrap().module;
    for (strings, attribute) in [
        ("\"denormal-fp-math-f32\"=\"preserve-sign,preserve-sign\"", "denormal_fpenv(float: preservesign)"),
        ("\"denormal-fp-math\"=\"ieee,ieee\"", "denormal_fpenv(ieee)"),
        (
            "\"denormal-fp-math\"=\"preserve-sign,ieee\" \"denormal-fp-math-f32\"=\"dynamic,positive-zero\"",
            "denormal_fpenv(preservesign|ieee, float: dynamic|positivezero)",
        ),
    ] {
        let group = format!("attributes #0 = {{ nounwind \"a\" {strings} \"z\" }}");
        let module = parsed(&format!("define void @f() #0 {{\n  ret void\n}}\n\n{group}\n"));
        let [old, new] = [LlvmVersion::V22, LlvmVersion::V23].map(|llvm| printed_for(&module, llvm));
        let has = |text: &str, line: &str| assert!(text.lines().any(|found| found == line), "{line}: {text}");
        has(&old, &group);
        has(&old, "; Function Attrs: nounwind");
        has(&new, &format!("attributes #0 = {{ nounwind {attribute} \"a\" \"z\" }}"));
        has(&new, &format!("; Function Attrs: nounwind {attribute}"));
        // Both spellings are the same attributes.
        assert_eq!(printed_for(&parsed(&new), LlvmVersion::V23), new);
    }
    // LLVM 22 reads a single mode as the mode of inputs and outputs.
    let short = parsed("declare void @f() #0\n\nattributes #0 = { \"denormal-fp-math\"=\"dynamic\" }\n");
    assert!(printed_for(&short, LlvmVersion::V23).contains("attributes #0 = { denormal_fpenv(dynamic) }"));
    // LLVM has no such mode, so nothing replaces the string.
    let unknown = parsed("declare void @f() #0\n\nattributes #0 = { \"denormal-fp-math\"=\"flush\" }\n");
    assert_eq!(printed_for(&unknown, LlvmVersion::V23), printed_for(&unknown, LlvmVersion::V22));
}

fn data_layouts_have_known_specifications() {
    let text = "target datalayout = \"e-m:e-ve-p:32:32\"\n";
    assert_eq!(printed(text), text);
    let unknown = "target datalayout = \"e-m:e-wobble-p:32:32\"\n";
    assert_eq!(told(unknown), ["1:21: unknown specification \"wobble\" in the data layout"]);
}
