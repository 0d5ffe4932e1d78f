source_filename = "shapes.cpp"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.Point = type { %"struct.ns::Vec.base", i8, i64 }
%"struct.ns::Vec.base" = type <{ [3 x float], i8 }>
%"struct.ns::Vec" = type <{ [3 x float], i8, [3 x i8] }>

$_ZNK2ns3VecIfLi3EE3getEi = comdat any

$_ZTW5calls = comdat any

@calls = dso_local thread_local global i32 1, align 4, !dbg !0

; Function Attrs: mustprogress noinline nounwind optnone uwtable
define dso_local i32 @entry(ptr noundef %0, i32 noundef %1) #0 !dbg !21 {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
    #dbg_declare(ptr %3, !52, !DIExpression(), !53)
  store i32 %1, ptr %4, align 4
    #dbg_declare(ptr %4, !54, !DIExpression(), !55)
    #dbg_declare(ptr %5, !56, !DIExpression(), !57)
  store i32 0, ptr %5, align 4, !dbg !58
    #dbg_declare(ptr %6, !59, !DIExpression(), !61)
  store i32 0, ptr %6, align 4, !dbg !62
  br label %8, !dbg !63

8:                                                ; preds = %18, %2
  %9 = load i32, ptr %6, align 4, !dbg !64
  %10 = load i32, ptr %4, align 4, !dbg !66
  %11 = icmp slt i32 %9, %10, !dbg !67
  br i1 %11, label %12, label %21, !dbg !68

12:                                               ; preds = %8
    #dbg_declare(ptr %7, !69, !DIExpression(), !71)
  %13 = load i32, ptr %6, align 4, !dbg !72
  %14 = call noundef i32 @_ZL6helperiPi(i32 noundef %13, ptr noundef %5), !dbg !73
  store i32 %14, ptr %7, align 4, !dbg !74
  %15 = load i32, ptr %7, align 4, !dbg !75
  %16 = load i32, ptr %5, align 4, !dbg !76
  %17 = xor i32 %16, %15, !dbg !77
  store i32 %17, ptr %5, align 4, !dbg !78
  br label %18, !dbg !79

18:                                               ; preds = %12
  %19 = load i32, ptr %6, align 4, !dbg !80
  %20 = add nsw i32 %19, 1, !dbg !81
  store i32 %20, ptr %6, align 4, !dbg !82
  br label %8, !dbg !83, !llvm.loop !84

21:                                               ; preds = %8
  %22 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @calls), !dbg !88
  %23 = load i32, ptr %22, align 4, !dbg !89
  %24 = add nsw i32 %23, 1, !dbg !90
  store i32 %24, ptr %22, align 4, !dbg !91
  %25 = load i32, ptr %5, align 4, !dbg !92
  %26 = load ptr, ptr %3, align 8, !dbg !93
  %27 = call noundef float @_ZNK2ns3VecIfLi3EE3getEi(ptr noundef nonnull align 4 dereferenceable(13) %26, i32 noundef 1), !dbg !94
  %28 = fptosi float %27 to i32, !dbg !93
  %29 = add nsw i32 %25, %28, !dbg !95
  %30 = load ptr, ptr %3, align 8, !dbg !96
  %31 = getelementptr inbounds nuw %struct.Point, ptr %30, i32 0, i32 1, !dbg !97
  %32 = load i8, ptr %31, align 1, !dbg !97
  %33 = zext i8 %32 to i32, !dbg !98
  %34 = add nsw i32 %29, %33, !dbg !99
  ret i32 %34, !dbg !100
}

; Function Attrs: mustprogress noinline nounwind optnone uwtable
define internal noundef i32 @_ZL6helperiPi(i32 noundef %0, ptr noundef %1) #0 !dbg !101 {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
    #dbg_declare(ptr %3, !105, !DIExpression(), !106)
  store ptr %1, ptr %4, align 8
    #dbg_declare(ptr %4, !107, !DIExpression(), !108)
    #dbg_declare(ptr %5, !109, !DIExpression(), !110)
  %6 = load i32, ptr %3, align 4, !dbg !111
  %7 = mul nsw i32 %6, 2, !dbg !112
  store i32 %7, ptr %5, align 4, !dbg !113
  %8 = load i32, ptr %5, align 4, !dbg !114
  %9 = load ptr, ptr %4, align 8, !dbg !115
  %10 = load i32, ptr %9, align 4, !dbg !116
  %11 = add nsw i32 %10, %8, !dbg !117
  store i32 %11, ptr %9, align 4, !dbg !118
  %12 = load i32, ptr %5, align 4, !dbg !119
  ret i32 %12, !dbg !120
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #1

; Function Attrs: mustprogress noinline nounwind optnone uwtable
define linkonce_odr dso_local noundef float @_ZNK2ns3VecIfLi3EE3getEi(ptr noundef nonnull align 4 dereferenceable(13) %0, i32 noundef %1) #0 comdat align 2 !dbg !121 {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
    #dbg_declare(ptr %3, !122, !DIExpression(), !124)
  store i32 %1, ptr %4, align 4
    #dbg_declare(ptr %4, !125, !DIExpression(), !126)
  %5 = load ptr, ptr %3, align 8
  %6 = getelementptr inbounds nuw %"struct.ns::Vec", ptr %5, i32 0, i32 0, !dbg !127
  %7 = load i32, ptr %4, align 4, !dbg !128
  %8 = sext i32 %7 to i64, !dbg !127
  %9 = getelementptr inbounds [3 x float], ptr %6, i64 0, i64 %8, !dbg !127
  %10 = load float, ptr %9, align 4, !dbg !129
  ret float %10, !dbg !130
}

; Function Attrs: noinline nounwind uwtable
define weak_odr hidden noundef ptr @_ZTW5calls() #2 comdat {
  %1 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @calls)
  ret ptr %1
}

attributes #0 = { mustprogress noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { noinline nounwind uwtable "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!13, !14, !15, !16, !17, !18, !19}
!llvm.ident = !{!20}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "calls", scope: !2, file: !3, line: 6, type: !11, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !3, producer: "clang", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, retainedTypes: !10, globals: !12, splitDebugInlining: false, nameTableKind: None)
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
!19 = !{i32 7, !"frame-pointer", i32 2}
!20 = !{!"clang"}
!21 = distinct !DISubprogram(name: "entry", scope: !3, file: !3, line: 7, type: !22, scopeLine: 7, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !51, keyInstructions: true)
!22 = !DISubroutineType(types: !23)
!23 = !{!11, !24, !11}
!24 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !25, size: 64)
!25 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !26)
!26 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Point", file: !3, line: 4, size: 192, flags: DIFlagTypePassByValue, elements: !27, identifier: "_ZTS5Point")
!27 = !{!28, !48, !49}
!28 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !26, baseType: !29, extraData: i32 0)
!29 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Vec<float, 3>", scope: !30, file: !3, line: 1, size: 128, flags: DIFlagTypePassByValue, elements: !31, templateParams: !45, identifier: "_ZTSN2ns3VecIfLi3EEE")
!30 = !DINamespace(name: "ns", scope: null)
!31 = !{!32, !37, !38, !40}
!32 = !DIDerivedType(tag: DW_TAG_member, name: "data", scope: !29, file: !3, line: 1, baseType: !33, size: 96)
!33 = !DICompositeType(tag: DW_TAG_array_type, baseType: !34, size: 96, elements: !35)
!34 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!35 = !{!36}
!36 = !DISubrange(count: 3)
!37 = !DIDerivedType(tag: DW_TAG_variable, name: "count", scope: !29, file: !3, line: 1, baseType: !11, flags: DIFlagStaticMember)
!38 = !DIDerivedType(tag: DW_TAG_member, name: "bits", scope: !29, file: !3, line: 1, baseType: !39, size: 3, offset: 96, flags: DIFlagProtected | DIFlagBitField, extraData: i64 96)
!39 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!40 = !DISubprogram(name: "get", linkageName: "_ZNK2ns3VecIfLi3EE3getEi", scope: !29, file: !3, line: 1, type: !41, scopeLine: 1, flags: DIFlagPrototyped, spFlags: 0)
!41 = !DISubroutineType(types: !42)
!42 = !{!34, !43, !11}
!43 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !44, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!44 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !29)
!45 = !{!46, !47}
!46 = !DITemplateTypeParameter(name: "T", type: !34)
!47 = !DITemplateValueParameter(name: "N", type: !11, defaulted: true, value: i32 3)
!48 = !DIDerivedType(tag: DW_TAG_member, name: "side", scope: !26, file: !3, line: 4, baseType: !5, size: 8, offset: 104)
!49 = !DIDerivedType(tag: DW_TAG_member, name: "member", scope: !26, file: !3, line: 4, baseType: !50, size: 64, offset: 128)
!50 = !DIDerivedType(tag: DW_TAG_ptr_to_member_type, baseType: !11, size: 64, extraData: !26)
!51 = !{}
!52 = !DILocalVariable(name: "point", arg: 1, scope: !21, file: !3, line: 7, type: !24)
!53 = !DILocation(line: 7, column: 35, scope: !21)
!54 = !DILocalVariable(name: "n", arg: 2, scope: !21, file: !3, line: 7, type: !11)
!55 = !DILocation(line: 7, column: 46, scope: !21)
!56 = !DILocalVariable(name: "sum", scope: !21, file: !3, line: 8, type: !11)
!57 = !DILocation(line: 8, column: 7, scope: !21)
!58 = !DILocation(line: 8, column: 7, scope: !21, atomGroup: 1, atomRank: 1)
!59 = !DILocalVariable(name: "i", scope: !60, file: !3, line: 9, type: !11)
!60 = distinct !DILexicalBlock(scope: !21, file: !3, line: 9, column: 3)
!61 = !DILocation(line: 9, column: 12, scope: !60)
!62 = !DILocation(line: 9, column: 12, scope: !60, atomGroup: 2, atomRank: 1)
!63 = !DILocation(line: 9, column: 8, scope: !60)
!64 = !DILocation(line: 9, column: 19, scope: !65)
!65 = distinct !DILexicalBlock(scope: !60, file: !3, line: 9, column: 3)
!66 = !DILocation(line: 9, column: 23, scope: !65)
!67 = !DILocation(line: 9, column: 21, scope: !65, atomGroup: 3, atomRank: 1)
!68 = !DILocation(line: 9, column: 3, scope: !60, atomGroup: 4, atomRank: 1)
!69 = !DILocalVariable(name: "t", scope: !70, file: !3, line: 9, type: !11)
!70 = distinct !DILexicalBlock(scope: !65, file: !3, line: 9, column: 31)
!71 = !DILocation(line: 9, column: 37, scope: !70)
!72 = !DILocation(line: 9, column: 48, scope: !70)
!73 = !DILocation(line: 9, column: 41, scope: !70, atomGroup: 5, atomRank: 2)
!74 = !DILocation(line: 9, column: 37, scope: !70, atomGroup: 5, atomRank: 1)
!75 = !DILocation(line: 9, column: 65, scope: !70)
!76 = !DILocation(line: 9, column: 62, scope: !70)
!77 = !DILocation(line: 9, column: 62, scope: !70, atomGroup: 6, atomRank: 2)
!78 = !DILocation(line: 9, column: 62, scope: !70, atomGroup: 6, atomRank: 1)
!79 = !DILocation(line: 9, column: 68, scope: !70, atomGroup: 8, atomRank: 1)
!80 = !DILocation(line: 9, column: 27, scope: !65)
!81 = !DILocation(line: 9, column: 27, scope: !65, atomGroup: 7, atomRank: 2)
!82 = !DILocation(line: 9, column: 27, scope: !65, atomGroup: 7, atomRank: 1)
!83 = !DILocation(line: 9, column: 3, scope: !65)
!84 = distinct !{!84, !85, !86, !87}
!85 = !DILocation(line: 9, column: 3, scope: !60)
!86 = !DILocation(line: 9, column: 68, scope: !60)
!87 = !{!"llvm.loop.mustprogress"}
!88 = !DILocation(line: 10, column: 3, scope: !21)
!89 = !DILocation(line: 10, column: 8, scope: !21)
!90 = !DILocation(line: 10, column: 8, scope: !21, atomGroup: 9, atomRank: 2)
!91 = !DILocation(line: 10, column: 8, scope: !21, atomGroup: 9, atomRank: 1)
!92 = !DILocation(line: 11, column: 10, scope: !21)
!93 = !DILocation(line: 11, column: 21, scope: !21)
!94 = !DILocation(line: 11, column: 28, scope: !21)
!95 = !DILocation(line: 11, column: 14, scope: !21)
!96 = !DILocation(line: 11, column: 42, scope: !21)
!97 = !DILocation(line: 11, column: 49, scope: !21)
!98 = !DILocation(line: 11, column: 37, scope: !21)
!99 = !DILocation(line: 11, column: 35, scope: !21, atomGroup: 10, atomRank: 2)
!100 = !DILocation(line: 11, column: 3, scope: !21, atomGroup: 10, atomRank: 1)
!101 = distinct !DISubprogram(name: "helper", linkageName: "_ZL6helperiPi", scope: !3, file: !3, line: 5, type: !102, scopeLine: 5, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !51, keyInstructions: true)
!102 = !DISubroutineType(types: !103)
!103 = !{!11, !11, !104}
!104 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !11, size: 64)
!105 = !DILocalVariable(name: "x", arg: 1, scope: !101, file: !3, line: 5, type: !11)
!106 = !DILocation(line: 5, column: 23, scope: !101)
!107 = !DILocalVariable(name: "p", arg: 2, scope: !101, file: !3, line: 5, type: !104)
!108 = !DILocation(line: 5, column: 31, scope: !101)
!109 = !DILocalVariable(name: "y", scope: !101, file: !3, line: 5, type: !11)
!110 = !DILocation(line: 5, column: 40, scope: !101)
!111 = !DILocation(line: 5, column: 44, scope: !101)
!112 = !DILocation(line: 5, column: 46, scope: !101, atomGroup: 1, atomRank: 2)
!113 = !DILocation(line: 5, column: 40, scope: !101, atomGroup: 1, atomRank: 1)
!114 = !DILocation(line: 5, column: 57, scope: !101)
!115 = !DILocation(line: 5, column: 52, scope: !101)
!116 = !DILocation(line: 5, column: 54, scope: !101)
!117 = !DILocation(line: 5, column: 54, scope: !101, atomGroup: 2, atomRank: 2)
!118 = !DILocation(line: 5, column: 54, scope: !101, atomGroup: 2, atomRank: 1)
!119 = !DILocation(line: 5, column: 67, scope: !101, atomGroup: 3, atomRank: 2)
!120 = !DILocation(line: 5, column: 60, scope: !101, atomGroup: 3, atomRank: 1)
!121 = distinct !DISubprogram(name: "get", linkageName: "_ZNK2ns3VecIfLi3EE3getEi", scope: !29, file: !3, line: 1, type: !41, scopeLine: 1, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !40, retainedNodes: !51, keyInstructions: true)
!122 = !DILocalVariable(name: "this", arg: 1, scope: !121, type: !123, flags: DIFlagArtificial | DIFlagObjectPointer)
!123 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !44, size: 64)
!124 = !DILocation(line: 0, scope: !121)
!125 = !DILocalVariable(name: "i", arg: 2, scope: !121, file: !3, line: 1, type: !11)
!126 = !DILocation(line: 1, column: 98, scope: !121)
!127 = !DILocation(line: 1, column: 116, scope: !121)
!128 = !DILocation(line: 1, column: 121, scope: !121)
!129 = !DILocation(line: 1, column: 116, scope: !121, atomGroup: 1, atomRank: 2)
!130 = !DILocation(line: 1, column: 109, scope: !121, atomGroup: 1, atomRank: 1)
