; sroa 1 mem2reg 2
source_filename = "modern"

define i32 @main(i1 %c, i32 %x) !dbg !3 {
entry:
    #dbg_value(i32 %x, !6, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !8)
    #dbg_value(float 1.000000e+00, !6, !DIExpression(DW_OP_LLVM_fragment, 32, 32), !8)
  br i1 %c, label %then, label %join

then:                                             ; preds = %entry
    #dbg_value(i32 3, !6, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !8)
  br label %join

join:                                             ; preds = %then, %entry
  %0 = phi i32 [ %x, %entry ], [ 3, %then ]
    #dbg_value(i32 %0, !6, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !8)
  ret i32 %0, !dbg !8
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!4 = !DISubroutineType(types: !5)
!5 = !{null}
!6 = !DILocalVariable(name: "s", scope: !3, file: !1, line: 2, type: !7)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILocation(line: 2, column: 3, scope: !3)
