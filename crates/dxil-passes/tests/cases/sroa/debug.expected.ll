; sroa 1 mem2reg 2

declare void @llvm.dbg.declare(metadata, metadata, metadata)

define i32 @main(i1 %c, i32 %x) {
entry:
  call void @llvm.dbg.value(metadata i32 %x, i64 0, metadata !7, metadata !9), !dbg !10
  call void @llvm.dbg.value(metadata float 1.000000e+00, i64 0, metadata !7, metadata !11), !dbg !10
  br i1 %c, label %then, label %join

then:                                             ; preds = %entry
  call void @llvm.dbg.value(metadata i32 3, i64 0, metadata !7, metadata !9), !dbg !10
  br label %join

join:                                             ; preds = %then, %entry
  %0 = phi i32 [ %x, %entry ], [ 3, %then ]
  call void @llvm.dbg.value(metadata i32 %0, i64 0, metadata !7, metadata !9), !dbg !10
  ret i32 %0, !dbg !10
}

; Function Attrs: nounwind readnone
declare void @llvm.dbg.value(metadata, i64, metadata, metadata) #0

attributes #0 = { nounwind readnone }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!6}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, producer: "dxc", isOptimized: false, runtimeVersion: 0, emissionKind: 1, enums: !2, subprograms: !3)
!1 = !DIFile(filename: "a.hlsl", directory: "")
!2 = !{}
!3 = !{!4}
!4 = !DISubprogram(name: "main", scope: !1, file: !1, line: 1, type: !5, isLocal: false, isDefinition: true, scopeLine: 1, isOptimized: false, function: i32 (i1, i32)* @main)
!5 = !DISubroutineType(types: !2)
!6 = !{i32 2, !"Debug Info Version", i32 3}
!7 = !DILocalVariable(tag: DW_TAG_auto_variable, name: "s", scope: !4, file: !1, line: 2, type: !8)
!8 = !DIBasicType(name: "int", size: 32, align: 32, encoding: DW_ATE_signed)
!9 = !DIExpression(DW_OP_bit_piece, 0, 32)
!10 = !DILocation(line: 2, column: 3, scope: !4)
!11 = !DIExpression(DW_OP_bit_piece, 32, 32)
