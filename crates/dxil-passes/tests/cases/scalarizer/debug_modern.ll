; RUN: scalarizer
; The same with records.

source_filename = "modern"

define float @main(<2 x float> %a, i32 %i) !dbg !4 {
  %v = alloca <2 x float>, align 8
    #dbg_declare(ptr %v, !7, !DIExpression(), !9)
  %sum = fadd fast <2 x float> %a, %a, !dbg !9
    #dbg_value(<2 x float> %sum, !11, !DIExpression(), !9)
    #dbg_value(i32 %i, !12, !DIExpression(), !9)
  store <2 x float> %sum, ptr %v, align 8, !dbg !9
  %1 = getelementptr <2 x float>, ptr %v, i32 0, i32 %i, !dbg !9
  %2 = load float, ptr %1, align 4, !dbg !9
  ret float %2, !dbg !9
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!10}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{null}
!4 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 1, type: !5, spFlags: DISPFlagDefinition, unit: !0)
!5 = !DISubroutineType(types: !2)
!6 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!7 = !DILocalVariable(name: "v", scope: !4, file: !1, line: 2, type: !6)
!9 = !DILocation(line: 2, column: 3, scope: !4)
!10 = !{i32 2, !"Debug Info Version", i32 3}
!11 = !DILocalVariable(name: "w", scope: !4, file: !1, line: 3, type: !6)
!12 = !DILocalVariable(name: "i", scope: !4, file: !1, line: 4, type: !6)
