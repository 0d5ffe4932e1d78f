; RUN: dce
; A dead bitcast whose operand is defined in a later block of the layout, and is dead, too: the operand is erased first, so
; the debug record cannot refer to it.
target triple = "dxil-pc-shadermodel6.0-library"

; CHECK-LABEL: @f(
; CHECK: #dbg_value(float poison,
define i32 @f(i32 %a) !dbg !4 {
entry:
  br label %first

second:
  %c = bitcast i32 %b to float
    #dbg_value(float %c, !7, !DIExpression(), !8)
  ret i32 %a

first:
  %b = add i32 %a, 1
  br label %second
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "test", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "test.hlsl", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !3, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !5)
!5 = !{}
!6 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!7 = !DILocalVariable(name: "c", scope: !4, file: !1, line: 2, type: !6)
!8 = !DILocation(line: 2, column: 1, scope: !4)
