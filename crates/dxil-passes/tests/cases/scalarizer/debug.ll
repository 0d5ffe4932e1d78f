; RUN: scalarizer
; A variable of the source that was a vector has its pieces; one that lived in memory, or that a group shares, lives in the new one.

@shared = internal addrspace(3) global [2 x <2 x float>] undef

declare void @llvm.dbg.declare(metadata, metadata, metadata)

declare void @llvm.dbg.value(metadata, i64, metadata, metadata)

define float @main(<2 x float> %a, i32 %i) {
  %v = alloca <2 x float>, align 4
  call void @llvm.dbg.declare(metadata <2 x float>* %v, metadata !7, metadata !8), !dbg !9
  %sum = fadd fast <2 x float> %a, %a, !dbg !9
  call void @llvm.dbg.value(metadata <2 x float> %sum, i64 0, metadata !11, metadata !8), !dbg !9
  %1 = insertelement <2 x float> undef, float 1.0, i32 1, !dbg !9
  call void @llvm.dbg.value(metadata <2 x float> %1, i64 0, metadata !11, metadata !12), !dbg !9
  store <2 x float> %sum, <2 x float>* %v, !dbg !9
  %2 = getelementptr <2 x float>, <2 x float>* %v, i32 0, i32 %i, !dbg !9
  %3 = load float, float* %2, !dbg !9
  %4 = getelementptr [2 x <2 x float>], [2 x <2 x float>] addrspace(3)* @shared, i32 0, i32 %i, i32 1, !dbg !9
  store float %3, float addrspace(3)* %4, !dbg !9
  ret float %3, !dbg !9
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!10}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, producer: "dxc", isOptimized: false, runtimeVersion: 0, emissionKind: 1, enums: !2, subprograms: !3, globals: !13)
!1 = !DIFile(filename: "a.hlsl", directory: "")
!2 = !{}
!3 = !{!4}
!4 = !DISubprogram(name: "main", scope: !1, file: !1, line: 1, type: !5, isLocal: false, isDefinition: true, scopeLine: 1, isOptimized: false, function: float (<2 x float>, i32)* @main)
!5 = !DISubroutineType(types: !2)
!6 = !DIBasicType(name: "float", size: 32, align: 32, encoding: DW_ATE_float)
!7 = !DILocalVariable(tag: DW_TAG_auto_variable, name: "v", scope: !4, file: !1, line: 2, type: !6)
!8 = !DIExpression()
!9 = !DILocation(line: 2, column: 3, scope: !4)
!10 = !{i32 2, !"Debug Info Version", i32 3}
!11 = !DILocalVariable(tag: DW_TAG_auto_variable, name: "w", scope: !4, file: !1, line: 3, type: !6)
!12 = !DIExpression(DW_OP_bit_piece, 64, 64)
!13 = !{!14}
!14 = !DIGlobalVariable(name: "shared", scope: !0, file: !1, line: 1, type: !6, isLocal: true, isDefinition: true, variable: [2 x <2 x float>] addrspace(3)* @shared)
