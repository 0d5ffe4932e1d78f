; RUN: sroa mem2reg
; The same with records.

source_filename = "modern"

%pair = type { i32, float }

define i32 @main(i1 %c, i32 %x) !dbg !4 {
entry:
  %s = alloca %pair, align 4
    #dbg_declare(ptr %s, !7, !DIExpression(), !9)
  %b = getelementptr %pair, ptr %s, i32 0, i32 1
  store i32 %x, ptr %s, align 4, !dbg !9
  store float 1.0, ptr %b, align 4, !dbg !9
  br i1 %c, label %then, label %join

then:
  store i32 3, ptr %s, align 4, !dbg !9
  br label %join

join:
  %r = load i32, ptr %s, align 4, !dbg !9
  ret i32 %r, !dbg !9
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!10}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{null}
!4 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 1, type: !5, spFlags: DISPFlagDefinition, unit: !0)
!5 = !DISubroutineType(types: !2)
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = !DILocalVariable(name: "s", scope: !4, file: !1, line: 2, type: !6)
!9 = !DILocation(line: 2, column: 3, scope: !4)
!10 = !{i32 2, !"Debug Info Version", i32 3}
