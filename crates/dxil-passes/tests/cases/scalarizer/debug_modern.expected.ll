; scalarizer 4
source_filename = "modern"

define float @main(<2 x float> %a, i32 %i) !dbg !3 {
  %1 = extractelement <2 x float> %a, i64 0
  %2 = extractelement <2 x float> %a, i64 1
  %v = alloca [2 x float], align 8
  %sum.i0 = fadd fast float %1, %1, !dbg !6
  %sum.i1 = fadd fast float %2, %2, !dbg !6
    #dbg_declare(ptr %v, !7, !DIExpression(), !6)
  %3 = getelementptr inbounds [2 x float], ptr %v, i32 0, i32 0, !dbg !6
  store float %sum.i0, ptr %3, align 8, !dbg !6
  %4 = getelementptr inbounds [2 x float], ptr %v, i32 0, i32 1, !dbg !6
  store float %sum.i1, ptr %4, align 4, !dbg !6
  %5 = getelementptr [2 x float], ptr %v, i32 0, i32 %i, !dbg !6
    #dbg_value(float %sum.i0, !9, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !6)
    #dbg_value(float %sum.i1, !9, !DIExpression(DW_OP_LLVM_fragment, 32, 32), !6)
    #dbg_value(i32 %i, !10, !DIExpression(), !6)
  %6 = load float, ptr %5, align 4, !dbg !6
  ret float %6, !dbg !6
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!4 = !DISubroutineType(types: !5)
!5 = !{null}
!6 = !DILocation(line: 2, column: 3, scope: !3)
!7 = !DILocalVariable(name: "v", scope: !3, file: !1, line: 2, type: !8)
!8 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!9 = !DILocalVariable(name: "w", scope: !3, file: !1, line: 3, type: !8)
!10 = !DILocalVariable(name: "i", scope: !3, file: !1, line: 4, type: !8)
