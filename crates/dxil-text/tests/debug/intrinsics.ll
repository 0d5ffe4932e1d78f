source_filename = "records.c"
target triple = "x86_64-unknown-linux-gnu"
@g = global i32 3, !dbg !20, !foo !3, !dbg !21
declare !dbg !40 void @ext() #0
declare void @llvm.dbg.value(metadata, metadata, metadata)
declare void @llvm.dbg.declare(metadata, metadata, metadata)
declare void @llvm.dbg.assign(metadata, metadata, metadata,metadata, metadata, metadata)
declare void @llvm.dbg.label(metadata)
define i32 @f(i32 %x) !dbg !5 !bar !4 !foo !3 {
  %a = alloca i32, align 4, !DIAssignID !30, !dbg !8
  call void @llvm.dbg.declare(metadata ptr %a, metadata !6, metadata !DIExpression()), !dbg !8
  call void @llvm.dbg.value(metadata i32 %x, metadata !6, metadata !DIExpression()), !dbg !8
  call void @llvm.dbg.value(metadata i32 3, metadata !6, metadata !DIExpression(DW_OP_plus_uconst, 3)), !dbg !8
  call void @llvm.dbg.value(metadata !DIArgList(i32 %x, i32 4), metadata !6, metadata !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus)), !dbg !8
  call void @llvm.dbg.value(metadata !{}, metadata !6, metadata !DIExpression()), !dbg !8
  call void @llvm.dbg.value(metadata ptr @g, metadata !6, metadata !DIExpression()), !dbg !8
  call void @llvm.dbg.assign(metadata i32 %x, metadata !6, metadata !DIExpression(), metadata !30, metadata ptr %a, metadata !DIExpression()), !dbg !8
  call void @llvm.dbg.label(metadata !9), !dbg !8
  %y = add i32 %x, 1, !zzz !3, !dbg !8, !aaa !4, !foo !4
  br label %n, !llvm.loop !31
n:
  ret i32 %y, !bar !{i32 1}
}
attributes #0 = { nounwind }
!llvm.dbg.cu = !{!1}
!llvm.module.flags = !{!2}
!0 = !DIFile(filename: "a.c", directory: "/x")
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !0, emissionKind: FullDebug)
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{!"three"}
!4 = !{!"four"}
!5 = distinct !DISubprogram(name: "f", scope: !0, file: !0, line: 1, type: !7, unit: !1, spFlags: DISPFlagDefinition, retainedNodes: !{})
!6 = !DILocalVariable(name: "x", scope: !5, file: !0, type: !10)
!7 = !DISubroutineType(types: !{})
!8 = !DILocation(line: 3, column: 4, scope: !5)
!9 = !DILabel(scope: !5, name: "l", file: !0, line: 4)
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!20 = !DIGlobalVariableExpression(var: !22, expr: !DIExpression())
!21 = !DIGlobalVariableExpression(var: !22, expr: !DIExpression(DW_OP_plus_uconst, 3))
!22 = distinct !DIGlobalVariable(name: "g", scope: !1, file: !0, line: 2, type: !10)
!30 = distinct !DIAssignID()
!31 = distinct !{!31, !8}
!40 = !DISubprogram(name: "ext", scope: !0, file: !0, line: 1, type: !7, spFlags: 0)
