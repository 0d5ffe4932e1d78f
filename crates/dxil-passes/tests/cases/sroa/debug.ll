; RUN: sroa mem2reg
; Variables of the source live in the parts, and have their values then.

%pair = type { i32, float }

declare void @llvm.dbg.declare(metadata, metadata, metadata)

define i32 @main(i1 %c, i32 %x) {
entry:
  %s = alloca %pair
  call void @llvm.dbg.declare(metadata %pair* %s, metadata !7, metadata !8), !dbg !9
  %a = getelementptr %pair, %pair* %s, i32 0, i32 0
  %b = getelementptr %pair, %pair* %s, i32 0, i32 1
  store i32 %x, i32* %a, !dbg !9
  store float 1.0, float* %b, !dbg !9
  br i1 %c, label %then, label %join

then:
  store i32 3, i32* %a, !dbg !9
  br label %join

join:
  %r = load i32, i32* %a, !dbg !9
  ret i32 %r, !dbg !9
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!10}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, producer: "dxc", isOptimized: false, runtimeVersion: 0, emissionKind: 1, enums: !2, subprograms: !3)
!1 = !DIFile(filename: "a.hlsl", directory: "")
!2 = !{}
!3 = !{!4}
!4 = !DISubprogram(name: "main", scope: !1, file: !1, line: 1, type: !5, isLocal: false, isDefinition: true, scopeLine: 1, isOptimized: false, function: i32 (i1, i32)* @main)
!5 = !DISubroutineType(types: !2)
!6 = !DIBasicType(name: "int", size: 32, align: 32, encoding: DW_ATE_signed)
!7 = !DILocalVariable(tag: DW_TAG_auto_variable, name: "s", scope: !4, file: !1, line: 2, type: !6)
!8 = !DIExpression()
!9 = !DILocation(line: 2, column: 3, scope: !4)
!10 = !{i32 2, !"Debug Info Version", i32 3}
