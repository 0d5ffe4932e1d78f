source_filename = "shapes.cpp"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

$_ZTW5calls = comdat any

@calls = dso_local thread_local global i32 1, align 4, !dbg !0

; Function Attrs: mustprogress nofree norecurse nosync nounwind memory(readwrite, argmem: read, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define dso_local i32 @entry(ptr noundef readonly captures(none) %0, i32 noundef %1) local_unnamed_addr #0 !dbg !25 {
    #dbg_value(ptr %0, !56, !DIExpression(), !64)
    #dbg_value(i32 %1, !57, !DIExpression(), !64)
    #dbg_value(i32 0, !58, !DIExpression(), !64)
    #dbg_value(i32 0, !59, !DIExpression(), !65)
  %3 = icmp sgt i32 %1, 0, !dbg !66
  br i1 %3, label %4, label %25, !dbg !67

4:                                                ; preds = %2
  %5 = and i32 %1, 3, !dbg !68
  %6 = icmp ult i32 %1, 4, !dbg !68
  br i1 %6, label %11, label %7, !dbg !68

7:                                                ; preds = %4
  %8 = and i32 %1, 2147483644, !dbg !68
  br label %38, !dbg !68

9:                                                ; preds = %38
  %10 = icmp eq i32 %5, 0, !dbg !68
  br i1 %10, label %25, label %11, !dbg !68

11:                                               ; preds = %9, %4
  %12 = phi i32 [ 0, %4 ], [ %57, %9 ]
  %13 = phi i32 [ 0, %4 ], [ %56, %9 ]
  %14 = icmp ne i32 %5, 0, !dbg !69
  tail call void @llvm.assume(i1 %14), !dbg !69
  br label %15, !dbg !69

15:                                               ; preds = %15, %11
  %16 = phi i32 [ %22, %15 ], [ %12, %11 ]
  %17 = phi i32 [ %21, %15 ], [ %13, %11 ]
  %18 = phi i32 [ %23, %15 ], [ 0, %11 ]
    #dbg_value(i32 %16, !59, !DIExpression(), !65)
    #dbg_value(i32 %17, !58, !DIExpression(), !64)
    #dbg_value(i32 %16, !70, !DIExpression(), !78)
    #dbg_value(ptr poison, !76, !DIExpression(), !78)
  %19 = shl nuw nsw i32 %16, 1, !dbg !80
    #dbg_value(i32 %19, !77, !DIExpression(), !78)
  %20 = add nsw i32 %19, %17, !dbg !81
    #dbg_value(i32 %20, !58, !DIExpression(), !64)
    #dbg_value(i32 %19, !61, !DIExpression(), !82)
  %21 = xor i32 %20, %19, !dbg !83
    #dbg_value(i32 %21, !58, !DIExpression(), !64)
  %22 = add nuw nsw i32 %16, 1, !dbg !84
    #dbg_value(i32 %22, !59, !DIExpression(), !65)
  %23 = add i32 %18, 1, !dbg !85
  %24 = icmp eq i32 %23, %5, !dbg !85
  br i1 %24, label %25, label %15, !dbg !85, !llvm.loop !86

25:                                               ; preds = %15, %9, %2
  %26 = phi i32 [ 0, %2 ], [ %56, %9 ], [ %21, %15 ], !dbg !64
  %27 = tail call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @calls), !dbg !88
  %28 = load i32, ptr %27, align 4, !dbg !89, !tbaa !21
  %29 = add nsw i32 %28, 1, !dbg !90
  store i32 %29, ptr %27, align 4, !dbg !91, !tbaa !21
    #dbg_value(ptr %0, !92, !DIExpression(), !97)
    #dbg_value(i32 1, !95, !DIExpression(), !97)
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 4, !dbg !99
  %31 = load float, ptr %30, align 4, !dbg !100, !tbaa !101
  %32 = fptosi float %31 to i32, !dbg !103
  %33 = add nsw i32 %26, %32, !dbg !104
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 13, !dbg !105
  %35 = load i8, ptr %34, align 1, !dbg !105, !tbaa !106
  %36 = zext i8 %35 to i32, !dbg !110
  %37 = add nsw i32 %33, %36, !dbg !111
  ret i32 %37, !dbg !112

38:                                               ; preds = %38, %7
  %39 = phi i32 [ 0, %7 ], [ %57, %38 ]
  %40 = phi i32 [ 0, %7 ], [ %56, %38 ]
  %41 = phi i32 [ 0, %7 ], [ %58, %38 ]
    #dbg_value(i32 %39, !59, !DIExpression(), !65)
    #dbg_value(i32 %40, !58, !DIExpression(), !64)
    #dbg_value(i32 %39, !70, !DIExpression(), !78)
    #dbg_value(ptr poison, !76, !DIExpression(), !78)
  %42 = shl nuw nsw i32 %39, 1, !dbg !113
    #dbg_value(i32 %42, !77, !DIExpression(), !78)
  %43 = add nsw i32 %42, %40, !dbg !114
    #dbg_value(i32 %43, !58, !DIExpression(), !64)
    #dbg_value(i32 %42, !61, !DIExpression(), !82)
  %44 = xor i32 %43, %42, !dbg !115
    #dbg_value(i32 %44, !58, !DIExpression(), !64)
    #dbg_value(i32 %39, !59, !DIExpression(DW_OP_constu, 1, DW_OP_or, DW_OP_stack_value), !65)
    #dbg_value(i32 %39, !70, !DIExpression(DW_OP_constu, 1, DW_OP_or, DW_OP_stack_value), !78)
  %45 = shl nuw i32 %39, 1, !dbg !116
  %46 = or disjoint i32 %45, 2, !dbg !116
    #dbg_value(i32 %46, !77, !DIExpression(), !78)
  %47 = add nsw i32 %46, %44, !dbg !117
    #dbg_value(i32 %47, !58, !DIExpression(), !64)
    #dbg_value(i32 %46, !61, !DIExpression(), !82)
  %48 = xor i32 %47, %46, !dbg !118
    #dbg_value(i32 %48, !58, !DIExpression(), !64)
    #dbg_value(i32 %39, !59, !DIExpression(DW_OP_constu, 2, DW_OP_or, DW_OP_stack_value), !65)
    #dbg_value(i32 %39, !70, !DIExpression(DW_OP_constu, 2, DW_OP_or, DW_OP_stack_value), !78)
  %49 = shl nuw i32 %39, 1, !dbg !119
  %50 = or disjoint i32 %49, 4, !dbg !119
    #dbg_value(i32 %50, !77, !DIExpression(), !78)
  %51 = add nsw i32 %50, %48, !dbg !120
    #dbg_value(i32 %51, !58, !DIExpression(), !64)
    #dbg_value(i32 %50, !61, !DIExpression(), !82)
  %52 = xor i32 %51, %50, !dbg !121
    #dbg_value(i32 %52, !58, !DIExpression(), !64)
    #dbg_value(i32 %39, !59, !DIExpression(DW_OP_constu, 3, DW_OP_or, DW_OP_stack_value), !65)
    #dbg_value(i32 %39, !70, !DIExpression(DW_OP_constu, 3, DW_OP_or, DW_OP_stack_value), !78)
  %53 = shl nuw i32 %39, 1, !dbg !122
  %54 = or disjoint i32 %53, 6, !dbg !122
    #dbg_value(i32 %54, !77, !DIExpression(), !78)
  %55 = add nsw i32 %54, %52, !dbg !123
    #dbg_value(i32 %55, !58, !DIExpression(), !64)
    #dbg_value(i32 %54, !61, !DIExpression(), !82)
  %56 = xor i32 %55, %54, !dbg !124
    #dbg_value(i32 %56, !58, !DIExpression(), !64)
  %57 = add nuw nsw i32 %39, 4, !dbg !125
    #dbg_value(i32 %57, !59, !DIExpression(), !65)
  %58 = add i32 %41, 4, !dbg !126
  %59 = icmp eq i32 %58, %8, !dbg !126
  br i1 %59, label %9, label %38, !dbg !126, !llvm.loop !127
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #1

; Function Attrs: nounwind uwtable
define weak_odr hidden noundef ptr @_ZTW5calls() local_unnamed_addr #2 comdat {
  %1 = tail call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @calls)
  ret ptr %1
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #3

attributes #0 = { mustprogress nofree norecurse nosync nounwind memory(readwrite, argmem: read, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nounwind uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!13, !14, !15, !16, !17, !18, !19}
!llvm.ident = !{!20}
!llvm.errno.tbaa = !{!21}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "calls", scope: !2, file: !3, line: 6, type: !11, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !3, producer: "clang", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, retainedTypes: !10, globals: !12, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "shapes.cpp", directory: "/src", checksumkind: CSK_MD5, checksum: "1e85f6baf98c31c7ab8d4a602c776398")
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "Side", file: !3, line: 3, baseType: !6, size: 8, flags: DIFlagEnumClass, elements: !7, identifier: "_ZTS4Side")
!6 = !DIBasicType(name: "unsigned char", size: 8, encoding: DW_ATE_unsigned_char)
!7 = !{!8, !9}
!8 = !DIEnumerator(name: "left", value: 0, isUnsigned: true)
!9 = !DIEnumerator(name: "right", value: 5, isUnsigned: true)
!10 = !{!11}
!11 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!12 = !{!0}
!13 = !{i32 7, !"Dwarf Version", i32 5}
!14 = !{i32 2, !"Debug Info Version", i32 3}
!15 = !{i32 1, !"wchar_size", i32 4}
!16 = !{i32 8, !"PIC Level", i32 2}
!17 = !{i32 7, !"PIE Level", i32 2}
!18 = !{i32 7, !"uwtable", i32 2}
!19 = !{i32 7, !"debug-info-assignment-tracking", i1 true}
!20 = !{!"clang"}
!21 = !{!22, !22, i64 0}
!22 = !{!"int", !23, i64 0}
!23 = !{!"omnipotent char", !24, i64 0}
!24 = !{!"Simple C++ TBAA"}
!25 = distinct !DISubprogram(name: "entry", scope: !3, file: !3, line: 7, type: !26, scopeLine: 7, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !55, keyInstructions: true)
!26 = !DISubroutineType(types: !27)
!27 = !{!11, !28, !11}
!28 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !29, size: 64)
!29 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !30)
!30 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Point", file: !3, line: 4, size: 192, flags: DIFlagTypePassByValue, elements: !31, identifier: "_ZTS5Point")
!31 = !{!32, !52, !53}
!32 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !30, baseType: !33, extraData: i32 0)
!33 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Vec<float, 3>", scope: !34, file: !3, line: 1, size: 128, flags: DIFlagTypePassByValue, elements: !35, templateParams: !49, identifier: "_ZTSN2ns3VecIfLi3EEE")
!34 = !DINamespace(name: "ns", scope: null)
!35 = !{!36, !41, !42, !44}
!36 = !DIDerivedType(tag: DW_TAG_member, name: "data", scope: !33, file: !3, line: 1, baseType: !37, size: 96)
!37 = !DICompositeType(tag: DW_TAG_array_type, baseType: !38, size: 96, elements: !39)
!38 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!39 = !{!40}
!40 = !DISubrange(count: 3)
!41 = !DIDerivedType(tag: DW_TAG_variable, name: "count", scope: !33, file: !3, line: 1, baseType: !11, flags: DIFlagStaticMember)
!42 = !DIDerivedType(tag: DW_TAG_member, name: "bits", scope: !33, file: !3, line: 1, baseType: !43, size: 3, offset: 96, flags: DIFlagProtected | DIFlagBitField, extraData: i64 96)
!43 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!44 = !DISubprogram(name: "get", linkageName: "_ZNK2ns3VecIfLi3EE3getEi", scope: !33, file: !3, line: 1, type: !45, scopeLine: 1, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!45 = !DISubroutineType(types: !46)
!46 = !{!38, !47, !11}
!47 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !48, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!48 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !33)
!49 = !{!50, !51}
!50 = !DITemplateTypeParameter(name: "T", type: !38)
!51 = !DITemplateValueParameter(name: "N", type: !11, defaulted: true, value: i32 3)
!52 = !DIDerivedType(tag: DW_TAG_member, name: "side", scope: !30, file: !3, line: 4, baseType: !5, size: 8, offset: 104)
!53 = !DIDerivedType(tag: DW_TAG_member, name: "member", scope: !30, file: !3, line: 4, baseType: !54, size: 64, offset: 128)
!54 = !DIDerivedType(tag: DW_TAG_ptr_to_member_type, baseType: !11, size: 64, extraData: !30)
!55 = !{!56, !57, !58, !59, !61}
!56 = !DILocalVariable(name: "point", arg: 1, scope: !25, file: !3, line: 7, type: !28)
!57 = !DILocalVariable(name: "n", arg: 2, scope: !25, file: !3, line: 7, type: !11)
!58 = !DILocalVariable(name: "sum", scope: !25, file: !3, line: 8, type: !11)
!59 = !DILocalVariable(name: "i", scope: !60, file: !3, line: 9, type: !11)
!60 = distinct !DILexicalBlock(scope: !25, file: !3, line: 9, column: 3)
!61 = !DILocalVariable(name: "t", scope: !62, file: !3, line: 9, type: !11)
!62 = distinct !DILexicalBlock(scope: !63, file: !3, line: 9, column: 31)
!63 = distinct !DILexicalBlock(scope: !60, file: !3, line: 9, column: 3)
!64 = !DILocation(line: 0, scope: !25)
!65 = !DILocation(line: 0, scope: !60)
!66 = !DILocation(line: 9, column: 21, scope: !63, atomGroup: 12, atomRank: 1)
!67 = !DILocation(line: 9, column: 3, scope: !60, atomGroup: 13, atomRank: 1)
!68 = !DILocation(line: 9, column: 3, scope: !60)
!69 = !DILocation(line: 9, column: 3, scope: !60, atomGroup: 4, atomRank: 1)
!70 = !DILocalVariable(name: "x", arg: 1, scope: !71, file: !3, line: 5, type: !11)
!71 = distinct !DISubprogram(name: "helper", linkageName: "_ZL6helperiPi", scope: !3, file: !3, line: 5, type: !72, scopeLine: 5, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !75, keyInstructions: true)
!72 = !DISubroutineType(types: !73)
!73 = !{!11, !11, !74}
!74 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !11, size: 64)
!75 = !{!70, !76, !77}
!76 = !DILocalVariable(name: "p", arg: 2, scope: !71, file: !3, line: 5, type: !74)
!77 = !DILocalVariable(name: "y", scope: !71, file: !3, line: 5, type: !11)
!78 = !DILocation(line: 0, scope: !71, inlinedAt: !79)
!79 = distinct !DILocation(line: 9, column: 41, scope: !62)
!80 = !DILocation(line: 5, column: 46, scope: !71, inlinedAt: !79, atomGroup: 14, atomRank: 2)
!81 = !DILocation(line: 5, column: 54, scope: !71, inlinedAt: !79, atomGroup: 15, atomRank: 2)
!82 = !DILocation(line: 0, scope: !62)
!83 = !DILocation(line: 9, column: 62, scope: !62, atomGroup: 16, atomRank: 2)
!84 = !DILocation(line: 9, column: 27, scope: !63, atomGroup: 17, atomRank: 2)
!85 = !DILocation(line: 9, column: 3, scope: !60, atomGroup: 19, atomRank: 1)
!86 = distinct !{!86, !87}
!87 = !{!"llvm.loop.unroll.disable"}
!88 = !DILocation(line: 10, column: 3, scope: !25)
!89 = !DILocation(line: 10, column: 8, scope: !25)
!90 = !DILocation(line: 10, column: 8, scope: !25, atomGroup: 9, atomRank: 2)
!91 = !DILocation(line: 10, column: 8, scope: !25, atomGroup: 9, atomRank: 1)
!92 = !DILocalVariable(name: "this", arg: 1, scope: !93, type: !96, flags: DIFlagArtificial | DIFlagObjectPointer)
!93 = distinct !DISubprogram(name: "get", linkageName: "_ZNK2ns3VecIfLi3EE3getEi", scope: !33, file: !3, line: 1, type: !45, scopeLine: 1, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !44, retainedNodes: !94, keyInstructions: true)
!94 = !{!92, !95}
!95 = !DILocalVariable(name: "i", arg: 2, scope: !93, file: !3, line: 1, type: !11)
!96 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !48, size: 64)
!97 = !DILocation(line: 0, scope: !93, inlinedAt: !98)
!98 = distinct !DILocation(line: 11, column: 28, scope: !25)
!99 = !DILocation(line: 1, column: 116, scope: !93, inlinedAt: !98)
!100 = !DILocation(line: 1, column: 116, scope: !93, inlinedAt: !98, atomGroup: 1, atomRank: 2)
!101 = !{!102, !102, i64 0}
!102 = !{!"float", !23, i64 0}
!103 = !DILocation(line: 11, column: 21, scope: !25)
!104 = !DILocation(line: 11, column: 14, scope: !25)
!105 = !DILocation(line: 11, column: 49, scope: !25)
!106 = !{!107, !109, i64 13}
!107 = !{!"_ZTS5Point", !108, i64 0, !109, i64 13, !23, i64 16}
!108 = !{!"_ZTSN2ns3VecIfLi3EEE", !23, i64 0, !22, i64 12}
!109 = !{!"_ZTS4Side", !23, i64 0}
!110 = !DILocation(line: 11, column: 37, scope: !25)
!111 = !DILocation(line: 11, column: 35, scope: !25, atomGroup: 11, atomRank: 2)
!112 = !DILocation(line: 11, column: 3, scope: !25, atomGroup: 11, atomRank: 1)
!113 = !DILocation(line: 5, column: 46, scope: !71, inlinedAt: !79, atomGroup: 1, atomRank: 2)
!114 = !DILocation(line: 5, column: 54, scope: !71, inlinedAt: !79, atomGroup: 2, atomRank: 2)
!115 = !DILocation(line: 9, column: 62, scope: !62, atomGroup: 6, atomRank: 2)
!116 = !DILocation(line: 5, column: 46, scope: !71, inlinedAt: !79, atomGroup: 20, atomRank: 2)
!117 = !DILocation(line: 5, column: 54, scope: !71, inlinedAt: !79, atomGroup: 21, atomRank: 2)
!118 = !DILocation(line: 9, column: 62, scope: !62, atomGroup: 22, atomRank: 2)
!119 = !DILocation(line: 5, column: 46, scope: !71, inlinedAt: !79, atomGroup: 26, atomRank: 2)
!120 = !DILocation(line: 5, column: 54, scope: !71, inlinedAt: !79, atomGroup: 27, atomRank: 2)
!121 = !DILocation(line: 9, column: 62, scope: !62, atomGroup: 28, atomRank: 2)
!122 = !DILocation(line: 5, column: 46, scope: !71, inlinedAt: !79, atomGroup: 32, atomRank: 2)
!123 = !DILocation(line: 5, column: 54, scope: !71, inlinedAt: !79, atomGroup: 33, atomRank: 2)
!124 = !DILocation(line: 9, column: 62, scope: !62, atomGroup: 34, atomRank: 2)
!125 = !DILocation(line: 9, column: 27, scope: !63, atomGroup: 35, atomRank: 2)
!126 = !DILocation(line: 9, column: 3, scope: !60, atomGroup: 37, atomRank: 1)
!127 = distinct !{!127, !68, !128, !129}
!128 = !DILocation(line: 9, column: 68, scope: !60)
!129 = !{!"llvm.loop.mustprogress"}
