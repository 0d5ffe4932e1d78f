; scalarizer 6

@shared = internal addrspace(3) global [2 x <2 x float>] undef
@shared.v = internal addrspace(3) global [4 x float] undef

declare void @llvm.dbg.declare(metadata, metadata, metadata)

declare void @llvm.dbg.value(metadata, i64, metadata, metadata)

define float @main(<2 x float> %a, i32 %i) {
  %1 = extractelement <2 x float> %a, i32 0
  %2 = extractelement <2 x float> %a, i32 1
  %v = alloca [2 x float], align 4
  call void @llvm.dbg.declare(metadata [2 x float]* %v, metadata !10, metadata !11), !dbg !12
  %sum.i0 = fadd fast float %1, %1, !dbg !12
  %sum.i1 = fadd fast float %2, %2, !dbg !12
  call void @llvm.dbg.value(metadata float %sum.i0, i64 0, metadata !13, metadata !14), !dbg !12
  call void @llvm.dbg.value(metadata float %sum.i1, i64 0, metadata !13, metadata !15), !dbg !12
  call void @llvm.dbg.value(metadata float undef, i64 0, metadata !13, metadata !16), !dbg !12
  call void @llvm.dbg.value(metadata float 1.000000e+00, i64 0, metadata !13, metadata !17), !dbg !12
  %3 = getelementptr inbounds [2 x float], [2 x float]* %v, i32 0, i32 0, !dbg !12
  store float %sum.i0, float* %3, align 4, !dbg !12
  %4 = getelementptr inbounds [2 x float], [2 x float]* %v, i32 0, i32 1, !dbg !12
  store float %sum.i1, float* %4, align 4, !dbg !12
  %5 = getelementptr [2 x float], [2 x float]* %v, i32 0, i32 %i, !dbg !12
  %6 = load float, float* %5, !dbg !12
  %7 = mul i32 %i, 2, !dbg !12
  %8 = add i32 %7, 1, !dbg !12
  %9 = getelementptr [4 x float], [4 x float] addrspace(3)* @shared.v, i32 0, i32 %8, !dbg !12
  store float %6, float addrspace(3)* %9, !dbg !12
  ret float %6, !dbg !12
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!9}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, producer: "dxc", isOptimized: false, runtimeVersion: 0, emissionKind: 1, enums: !2, subprograms: !3, globals: !6)
!1 = !DIFile(filename: "a.hlsl", directory: "")
!2 = !{}
!3 = !{!4}
!4 = !DISubprogram(name: "main", scope: !1, file: !1, line: 1, type: !5, isLocal: false, isDefinition: true, scopeLine: 1, isOptimized: false, function: float (<2 x float>, i32)* @main)
!5 = !DISubroutineType(types: !2)
!6 = !{!7}
!7 = !DIGlobalVariable(name: "shared", scope: !0, file: !1, line: 1, type: !8, isLocal: true, isDefinition: true, variable: [4 x float] addrspace(3)* @shared.v)
!8 = !DIBasicType(name: "float", size: 32, align: 32, encoding: DW_ATE_float)
!9 = !{i32 2, !"Debug Info Version", i32 3}
!10 = !DILocalVariable(tag: DW_TAG_auto_variable, name: "v", scope: !4, file: !1, line: 2, type: !8)
!11 = !DIExpression()
!12 = !DILocation(line: 2, column: 3, scope: !4)
!13 = !DILocalVariable(tag: DW_TAG_auto_variable, name: "w", scope: !4, file: !1, line: 3, type: !8)
!14 = !DIExpression(DW_OP_bit_piece, 0, 32)
!15 = !DIExpression(DW_OP_bit_piece, 32, 32)
!16 = !DIExpression(DW_OP_bit_piece, 64, 32)
!17 = !DIExpression(DW_OP_bit_piece, 96, 32)
