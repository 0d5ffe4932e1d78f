source_filename = "records.c"
target triple = "x86_64-unknown-linux-gnu"

@g = global i32 3, !dbg !0, !dbg !5, !foo !6

; Function Attrs: nounwind
declare !dbg !8 void @ext() #0

define i32 @f(i32 %x) !dbg !11 !foo !6 !bar !12 {
  %a = alloca i32, align 4, !dbg !13, !DIAssignID !14
    #dbg_declare(ptr %a, !15, !DIExpression(), !13)
    #dbg_value(i32 %x, !15, !DIExpression(), !13)
    #dbg_value(i32 3, !15, !DIExpression(DW_OP_plus_uconst, 3), !13)
    #dbg_value(!DIArgList(i32 %x, i32 4), !15, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus), !13)
    #dbg_value(!10, !15, !DIExpression(), !13)
    #dbg_value(ptr @g, !15, !DIExpression(), !13)
    #dbg_assign(i32 %x, !15, !DIExpression(), !14, ptr %a, !DIExpression(), !13)
    #dbg_label(!16, !13)
  %y = add i32 %x, 1, !dbg !13, !foo !12, !zzz !6, !aaa !12
  br label %n, !llvm.loop !17

n:                                                ; preds = %0
  ret i32 %y, !bar !18
}

attributes #0 = { nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!7}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "g", scope: !2, file: !3, line: 2, type: !4, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!3 = !DIFile(filename: "a.c", directory: "/x")
!4 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!5 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression(DW_OP_plus_uconst, 3))
!6 = !{!"three"}
!7 = !{i32 2, !"Debug Info Version", i32 3}
!8 = !DISubprogram(name: "ext", scope: !3, file: !3, line: 1, type: !9, spFlags: 0)
!9 = !DISubroutineType(types: !10)
!10 = !{}
!11 = distinct !DISubprogram(name: "f", scope: !3, file: !3, line: 1, type: !9, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !10)
!12 = !{!"four"}
!13 = !DILocation(line: 3, column: 4, scope: !11)
!14 = distinct !DIAssignID()
!15 = !DILocalVariable(name: "x", scope: !11, file: !3, type: !4)
!16 = !DILabel(scope: !11, name: "l", file: !3, line: 4)
!17 = distinct !{!17, !13}
!18 = !{i32 1}
