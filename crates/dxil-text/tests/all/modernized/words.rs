//! What words of LLVM 3.7 became, one thing a test: texts before and behind.

use dxil_ir::Dialect;
use dxil_ir::edit::modernized;
use testkit::{Test, tests};

use super::{comes_back, fault};

pub(crate) const TESTS: &[Test] = tests![
    casts_of_pointers_vanish,
    expressions_become_instructions_before_their_users,
    expressions_of_phis_stand_at_the_end_of_the_predecessor,
    aggregates_of_expressions_are_put_together,
    sums_of_floats_are_computed,
    variables_of_the_source_may_be_unknown,
    expressions_without_a_place_are_refused,
    fast_means_everything,
    copies_have_aligned_pointers,
    lifetimes_are_those_of_variables,
    declarations_have_the_attributes_of_today,
    intrinsics_of_several_types_are_one,
    intrinsics_in_other_places_are_refused,
    attributes_say_what_they_are_about,
    accesses_say_how_they_are_aligned,
    debug_information_is_attached,
    debug_information_without_a_place_is_refused,
    what_is_not_debug_information_is_kept,
    a_modern_module_is_refused,
];

/// What a text of 3.7 becomes, without its first lines.
fn today(text: &str) -> String {
    let module = dxil_text::parse_as(text.as_bytes(), Dialect::Dxil37);
    let module = module.unwrap_or_else(|errors| panic!("{}", errors.shown("old", text.as_bytes()))).module;
    assert_eq!(fault(&module), None, "the old module");
    let new = modernized(&module).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(fault(&new), None, "the new module");
    assert_eq!(comes_back(&new), Ok(()));
    let mut printed = String::new();
    dxil_text::print(&new, &mut printed).unwrap();
    printed
}

/// Fails where the new text of an old one does not have these lines, one behind the other.
fn becomes(old: &str, lines: &str) {
    let new = today(old);
    let plain = |text: &str| {
        text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
    };
    assert!(plain(&new).contains(&plain(lines)), "{new}");
}

/// Fails where an old text has a modern form, or is refused with other words.
fn refused(old: &str, words: &str) {
    let module = dxil_text::parse_as(old.as_bytes(), Dialect::Dxil37);
    let module = module.unwrap_or_else(|errors| panic!("{}", errors.shown("old", old.as_bytes()))).module;
    assert_eq!(modernized(&module).unwrap_err().to_string(), words);
}

fn casts_of_pointers_vanish() {
    becomes(
        "
@g = global i32 0
define float @f([2 x i32]* %p) {
  %1 = bitcast [2 x i32]* %p to float*
  %2 = bitcast float* %1 to i8*
  %3 = bitcast i8* %2 to float*
  %4 = load float, float* %3, align 4
  %5 = load float, float* bitcast (i32* @g to float*), align 4
  %6 = bitcast float %5 to i32
  %7 = bitcast i32 %6 to float
  ret float %7
}",
        "
define float @f(ptr %p) {
  %1 = load float, ptr %p, align 4
  %2 = load float, ptr @g, align 4
  %3 = bitcast float %2 to i32
  %4 = bitcast i32 %3 to float
  ret float %4
}",
    );
}

fn expressions_become_instructions_before_their_users() {
    becomes(
        "
@g = global i32 0
define i64 @f(i64 %x) {
  %1 = add i64 %x, zext (i32 ptrtoint (i32* @g to i32) to i64)
  %2 = mul i64 zext (i32 ptrtoint (i32* @g to i32) to i64), %1
  %3 = call i64 @f(i64 select (i1 icmp eq (i32 ptrtoint (i32* @g to i32), i32 4), i64 1, i64 2))
  ret i64 %2
}",
        "
define i64 @f(i64 %x) {
  %1 = zext i32 ptrtoint (ptr @g to i32) to i64
  %2 = add i64 %x, %1
  %3 = mul i64 %1, %2
  %4 = icmp eq i32 ptrtoint (ptr @g to i32), 4
  %5 = select i1 %4, i64 1, i64 2
  %6 = call i64 @f(i64 %5)
  ret i64 %3
}",
    );
}

fn expressions_of_phis_stand_at_the_end_of_the_predecessor() {
    becomes(
        "
@g = global i32 0
define i64 @f(i1 %c) {
entry:
  switch i1 %c, label %end [
    i1 true, label %other
  ]
other:
  br label %end
end:
  %r = phi i64 [ zext (i32 ptrtoint (i32* @g to i32) to i64), %entry ], [ 1, %other ]
  %s = phi i64 [ zext (i32 ptrtoint (i32* @g to i32) to i64), %entry ], [ 2, %other ]
  ret i64 %r
}",
        "
define i64 @f(i1 %c) {
entry:
  %0 = zext i32 ptrtoint (ptr @g to i32) to i64
  switch i1 %c, label %end [
    i1 true, label %other
  ]
other:                                            ; preds = %entry
  br label %end
end:                                              ; preds = %other, %entry
  %r = phi i64 [ %0, %entry ], [ 1, %other ]
  %s = phi i64 [ %0, %entry ], [ 2, %other ]
",
    );
}

fn aggregates_of_expressions_are_put_together() {
    becomes(
        "
@g = global i32 0
define { i64, i32 } @f() {
  store <2 x i64> <i64 zext (i32 ptrtoint (i32* @g to i32) to i64), i64 3>, <2 x i64>* null, align 16
  ret { i64, i32 } { i64 zext (i32 ptrtoint (i32* @g to i32) to i64), i32 7 }
}",
        "
  %1 = zext i32 ptrtoint (ptr @g to i32) to i64
  %2 = insertelement <2 x i64> poison, i64 %1, i32 0
  %3 = insertelement <2 x i64> %2, i64 3, i32 1
  store <2 x i64> %3, ptr null, align 16
  %4 = insertvalue { i64, i32 } poison, i64 %1, 0
  %5 = insertvalue { i64, i32 } %4, i32 7, 1
  ret { i64, i32 } %5
",
    );
}

fn sums_of_floats_are_computed() {
    becomes(
        "
define float @f() {
  %r = fadd float fmul (float undef, float 2.0), fadd (float 1.0, float undef)
  ret float %r
}",
        "
  %1 = fmul float undef, 2.000000e+00
  %2 = fadd float 1.000000e+00, undef
  %r = fadd float %1, %2
",
    );
}

fn variables_of_the_source_may_be_unknown() {
    becomes(
        "
declare void @llvm.dbg.value(metadata, i64, metadata, metadata)
define void @f() {
  call void @llvm.dbg.value(metadata float fsub (float undef, float 1.0), i64 0, metadata !1, metadata !2), !dbg !3
  ret void
}
!llvm.dbg.cu = !{!4}
!llvm.module.flags = !{!9}
!0 = !DISubprogram(name: \"f\", file: !5, line: 1, type: !6, isLocal: false, isDefinition: true, function: void ()* @f)
!1 = !DILocalVariable(tag: DW_TAG_auto_variable, name: \"x\", scope: !0, file: !5, line: 2, type: !8)
!2 = !DIExpression()
!3 = !DILocation(line: 2, scope: !0)
!4 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !5, isOptimized: false, runtimeVersion: 0, emissionKind: 1, subprograms: !7)
!5 = !DIFile(filename: \"f.hlsl\", directory: \"\")
!6 = !DISubroutineType(types: !10)
!7 = !{!0}
!8 = !DIBasicType(name: \"float\", size: 32, align: 32, encoding: DW_ATE_float)
!9 = !{i32 2, !\"Debug Info Version\", i32 3}
!10 = !{null}
",
        "
    #dbg_value(float poison, ",
    );
}

fn expressions_without_a_place_are_refused() {
    refused(
        "
@g = global i32 0
@h = global [1 x i64] [i64 zext (i32 ptrtoint (i32* @g to i32) to i64)]
",
        "@h: modern LLVM has no constant expression zext",
    );
    refused(
        "
@g = global i32 0
!named = !{!0}
!0 = !{i64 zext (i32 ptrtoint (i32* @g to i32) to i64)}
",
        "!named: modern LLVM has no constant expression zext",
    );
}

fn fast_means_everything() {
    becomes(
        "
define float @f(float %x, i32 %i) {
  %1 = fadd fast float %x, 1.0
  %2 = fmul nnan nsz float %1, %x
  %3 = add nuw nsw i32 %i, 1
  %4 = udiv exact i32 %3, 2
  ret float %2
}",
        "
  %1 = fadd fast float %x, 1.000000e+00
  %2 = fmul nnan nsz float %1, %x
  %3 = add nuw nsw i32 %i, 1
  %4 = udiv exact i32 %3, 2
",
    );
}

fn copies_have_aligned_pointers() {
    let old = "
declare void @llvm.memcpy.p0i8.p0i8.i64(i8* nocapture, i8* nocapture readonly, i64, i32, i1) #0
declare void @llvm.memset.p0i8.i32(i8* nocapture, i8, i32, i32, i1) #0
define void @f(i8* %p, i8* %q) {
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* nonnull %p, i8* %q, i64 16, i32 4, i1 false)
  call void @llvm.memset.p0i8.i32(i8* %p, i8 0, i32 16, i32 0, i1 true)
  ret void
}
attributes #0 = { argmemonly nounwind }
";
    becomes(
        old,
        "
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 4 %p, ptr align 4 %q, i64 16, i1 false)
  call void @llvm.memset.p0.i32(ptr %p, i8 0, i32 16, i1 true)
",
    );
}

fn lifetimes_are_those_of_variables() {
    becomes(
        "
declare void @llvm.lifetime.start(i64, i8* nocapture) #0
declare void @llvm.lifetime.end(i64, i8* nocapture) #0
define void @f(i8* %p) {
  %1 = alloca [4 x i32], align 4
  %2 = getelementptr [4 x i32], [4 x i32]* %1, i32 0, i32 0
  %3 = bitcast i32* %2 to i8*
  call void @llvm.lifetime.start(i64 16, i8* %3)
  call void @llvm.lifetime.start(i64 16, i8* %p)
  %4 = bitcast [4 x i32]* %1 to i8*
  call void @llvm.lifetime.end(i64 16, i8* %4)
  ret void
}
attributes #0 = { argmemonly nounwind }
",
        "
  %1 = alloca [4 x i32], align 4
  %2 = getelementptr [4 x i32], ptr %1, i32 0, i32 0
  call void @llvm.lifetime.start.p0(ptr %1)
  call void @llvm.lifetime.end.p0(ptr %1)
  ret void
",
    );
}

fn declarations_have_the_attributes_of_today() {
    let old = "
declare float @llvm.sqrt.f32(float) #0
define float @f(float %x) {
  %1 = call float @llvm.sqrt.f32(float %x) #0
  ret float %1
}
attributes #0 = { nounwind readnone }
";
    let new = today(old);
    assert!(new.contains("call float @llvm.sqrt.f32(float %x)"), "{new}");
    assert!(new.contains("speculatable willreturn memory(none)"), "{new}");
}

fn intrinsics_of_several_types_are_one() {
    let new = today(
        "
declare void @llvm.memcpy.p0i8.p0i8.i64(i8*, i8*, i64, i32, i1)
declare void @llvm.memcpy.p0i32.p0i32.i64(i32*, i32*, i64, i32, i1)
define void @f(i8* %p, i32* %q) {
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* %p, i8* %p, i64 16, i32 1, i1 false)
  call void @llvm.memcpy.p0i32.p0i32.i64(i32* %q, i32* %q, i64 16, i32 8, i1 false)
  ret void
}
",
    );
    assert_eq!(new.matches("declare void @llvm.memcpy").count(), 1, "{new}");
    assert!(
        new.contains("@llvm.memcpy.p0.p0.i64(ptr align 8 %q, ptr align 8 %q, i64 16, i1 false)"),
        "{new}"
    );
}

fn intrinsics_in_other_places_are_refused() {
    refused(
        "
declare void @llvm.dbg.value(metadata, i64, metadata, metadata)
@g = global void (metadata, i64, metadata, metadata)* @llvm.dbg.value
",
        "the module: intrinsic llvm.dbg.value is used other than as a callee, which is not supported",
    );
    refused(
        "declare void @llvm.memset.p0i8.i32(i8*, i8)",
        "@llvm.memset.p0i8.i32: intrinsic llvm.memset.p0i8.i32 has a function type that does not match an \
         overload",
    );
}

fn attributes_say_what_they_are_about() {
    let new = today(
        "
%S = type { i32, i32 }
define void @f(%S* byval %a, %S* sret %b, i32* nocapture readonly %c) #0 {
  ret void
}
declare void @g() #1
declare void @h() #2
attributes #0 = { nounwind readnone \"key\"=\"value\" }
attributes #1 = { nounwind readonly }
attributes #2 = { nounwind readonly argmemonly }
",
    );
    for words in [
        "define void @f(ptr byval(%S) %a, ptr sret(%S) %b, ptr readonly captures(none) %c)",
        "{ nounwind memory(none) \"key\"=\"value\" }",
        "{ nounwind memory(read) }",
        "{ nounwind memory(argmem: read) }",
    ] {
        assert!(new.contains(words), "{words}: {new}");
    }
}

fn accesses_say_how_they_are_aligned() {
    becomes(
        "
target datalayout = \"e-i64:64-f64:64\"
define void @f(i64* %p, <3 x i32>* %v) {
  %1 = alloca { i8, i64 }
  %2 = load i64, i64* %p
  store i64 %2, i64* %p
  %3 = load <3 x i32>, <3 x i32>* %v
  %4 = atomicrmw add i64* %p, i64 1 seq_cst
  %5 = cmpxchg i64* %p, i64 1, i64 2 seq_cst monotonic
  %6 = load i64, i64* %p, align 2
  ret void
}",
        "
  %1 = alloca { i8, i64 }, align 8
  %2 = load i64, ptr %p, align 8
  store i64 %2, ptr %p, align 8
  %3 = load <3 x i32>, ptr %v, align 16
  %4 = atomicrmw add ptr %p, i64 1 seq_cst, align 8
  %5 = cmpxchg ptr %p, i64 1, i64 2 seq_cst monotonic, align 8
  %6 = load i64, ptr %p, align 2
",
    );
    let layout = "e-".repeat(4096);
    refused(
        &format!(
            "target datalayout = \"{layout}\"\ndefine i32 @f(i32* %p) {{\n  %1 = load i32, i32* %p\n  ret i32 %1\n}}"
        ),
        "the module: data layout string is longer than 4096 bytes, so default alignments cannot be computed",
    );
}

/// A program with debug information; the first call in it has this place in the source.
fn with_debug_information(place: &str) -> String {
    format!(
        "
@g = global i32 0
define void @f(i32* %p, i32 %x) {{
  %1 = alloca i32, align 4
  call void @llvm.dbg.declare(metadata i32* %1, metadata !8, metadata !9){place}
  call void @llvm.dbg.declare(metadata i32* %p, metadata !8, metadata !10), !dbg !12
  call void @llvm.dbg.value(metadata i32 %x, i64 0, metadata !8, metadata !11), !dbg !12
  call void @llvm.dbg.value(metadata i32 %x, i64 4, metadata !8, metadata !9), !dbg !12
  call void @llvm.dbg.value(metadata i32 7, i64 0, metadata !8, metadata !16), !dbg !12
  call void @llvm.dbg.value(metadata !15, i64 0, metadata !8, metadata !9), !dbg !12
  ret void, !dbg !12
}}
declare void @llvm.dbg.declare(metadata, metadata, metadata)
declare void @llvm.dbg.value(metadata, i64, metadata, metadata)

!llvm.dbg.cu = !{{!0}}
!llvm.module.flags = !{{!13}}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, producer: \"p\", isOptimized: false, runtimeVersion: 0, emissionKind: 1, subprograms: !2, globals: !6)
!1 = !DIFile(filename: \"a.hlsl\", directory: \"\")
!2 = !{{!3}}
!3 = !DISubprogram(name: \"f\", scope: !1, file: !1, line: 1, type: !4, isLocal: false, isDefinition: true, scopeLine: 1, flags: DIFlagPrototyped, isOptimized: false, function: void (i32*, i32)* @f)
!4 = !DISubroutineType(types: !5)
!5 = !{{null}}
!6 = !{{!7, !14}}
!7 = !DIGlobalVariable(name: \"g\", scope: !0, file: !1, line: 2, type: !17, isLocal: false, isDefinition: true, variable: i32* @g)
!8 = !DILocalVariable(tag: DW_TAG_auto_variable, name: \"x\", scope: !3, file: !1, line: 3, type: !17)
!9 = !DIExpression()
!10 = !DIExpression(DW_OP_deref)
!11 = !DIExpression(DW_OP_deref, DW_OP_plus, 8, DW_OP_bit_piece, 0, 32)
!12 = !DILocation(line: 3, column: 5, scope: !3)
!13 = !{{i32 2, !\"Debug Info Version\", i32 3}}
!14 = !DIGlobalVariable(name: \"h\", scope: !0, file: !1, line: 2, type: !17, isLocal: false, isDefinition: true, variable: i32 5)
!15 = !{{}}
!16 = !DIExpression(DW_OP_plus, 2)
!17 = !DIBasicType(name: \"int\", size: 32, align: 32, encoding: DW_ATE_signed)
"
    )
}

fn debug_information_is_attached() {
    let new = today(&with_debug_information(", !dbg !12"));
    for words in [
        "@g = global i32 0, !dbg !",
        "define void @f(ptr %p, i32 %x) !dbg !",
        "  #dbg_declare(ptr %1, !",
        "  #dbg_declare(ptr %p, !",
        "  #dbg_value(i32 %x, !",
        "!DIExpression(DW_OP_plus_uconst, 8, DW_OP_deref, DW_OP_LLVM_fragment, 0, 32)",
        "!DIExpression(DW_OP_plus_uconst, 2)",
        "#dbg_value(i32 7, !",
        "#dbg_value(!",
        " = distinct !DISubprogram(name: \"f\"",
        ", unit: !",
        "!DIGlobalVariableExpression(var: !",
        "!DIExpression(DW_OP_constu, 5, DW_OP_stack_value)",
    ] {
        assert!(new.contains(words), "{words}: {new}");
    }
    assert_eq!(new.matches("#dbg_").count(), 5, "{new}");
    assert!(!new.contains("@llvm.dbg"), "{new}");
    let address = new.lines().find(|line| line.contains("#dbg_declare(ptr %p")).unwrap();
    assert!(address.contains("!DIExpression()"), "{address}");
}

fn debug_information_without_a_place_is_refused() {
    refused(&with_debug_information(""), "@f: intrinsic llvm.dbg.declare has no debug location");
    let without_unit = with_debug_information(", !dbg !12").replace("!llvm.dbg.cu = !{!0}\n", "");
    refused(&without_unit, "@f: a DISubprogram definition has no compile unit");
}

fn what_is_not_debug_information_is_kept() {
    becomes(
        "
define void @main() {
  call void @dx.op.barrier(i32 80, i32 9), !dx.precise !2
  ret void
}
declare void @dx.op.barrier(i32, i32)

!dx.entryPoints = !{!0}
!dx.version = !{!1}

!0 = !{void ()* @main, !\"main\", null, null, !1}
!1 = !{i32 1, i32 5}
!2 = !{i32 1}
",
        "
!0 = !{ptr @main, !\"main\", null, null, !1}
!1 = !{i32 1, i32 5}
!2 = !{i32 1}
",
    );
}

fn a_modern_module_is_refused() {
    let module = dxil_text::parse_as(b"source_filename = \"\"\n", Dialect::Modern).unwrap().module;
    assert_eq!(
        modernized(&module).unwrap_err().to_string(),
        "the module: module already has the dialect of modern LLVM"
    );
}
