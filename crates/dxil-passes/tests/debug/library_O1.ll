; ModuleID = 'library.hlsl'
source_filename = "library.hlsl"
target datalayout = "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64-v48:16:16-v96:32:32-v192:64:64"
target triple = "dxilv1.6-pc-shadermodel6.6-library"

@.str = private unnamed_addr constant [4 x i8] c"Out\00", align 1
@llvm.global_ctors = appending global [0 x { i32, ptr, ptr }] zeroinitializer

; Function Attrs: alwaysinline mustprogress nofree norecurse nosync nounwind willreturn memory(none)
define noundef nofpclass(nan inf) float @_Z5halvef(float noundef nofpclass(nan inf) %value) local_unnamed_addr #0 !dbg !70 {
entry:
    #dbg_value(float %value, !74, !DIExpression(), !76)
  %mul = fmul reassoc nnan ninf nsz arcp afn float %value, 5.000000e-01, !dbg !77
    #dbg_value(float %mul, !75, !DIExpression(), !76)
  ret float %mul, !dbg !78
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none)
define void @first() local_unnamed_addr #1 {
entry:
    #dbg_value(ptr poison, !79, !DIExpression(), !83)
    #dbg_value(ptr poison, !88, !DIExpression(), !106)
    #dbg_value(i32 0, !92, !DIExpression(), !107)
    #dbg_value(i32 0, !93, !DIExpression(), !107)
    #dbg_value(i32 1, !94, !DIExpression(), !107)
    #dbg_value(i32 0, !95, !DIExpression(), !107)
    #dbg_value(ptr @.str, !96, !DIExpression(), !107)
  %0 = tail call target("dx.TypedBuffer", float, 1, 0, 0) @llvm.dx.resource.handlefrombinding.tdx.TypedBuffer_f32_1_0_0t(i32 0, i32 0, i32 1, i32 0, ptr nonnull @.str), !dbg !107
    #dbg_value(target("dx.TypedBuffer", float, 1, 0, 0) %0, !97, !DIExpression(), !107)
    #dbg_value(ptr poison, !87, !DIExpression(), !106)
    #dbg_value(ptr undef, !88, !DIExpression(), !106)
    #dbg_value(ptr poison, !82, !DIExpression(), !83)
    #dbg_value(ptr undef, !79, !DIExpression(), !83)
  %1 = tail call i32 @llvm.dx.thread.id(i32 0)
    #dbg_value(i32 %1, !108, !DIExpression(), !116)
    #dbg_value(ptr poison, !117, !DIExpression(), !121)
    #dbg_value(i32 %1, !120, !DIExpression(), !121)
  %2 = tail call noundef nonnull align 4 dereferenceable(4) ptr @llvm.dx.resource.getpointer.p0.tdx.TypedBuffer_f32_1_0_0t(target("dx.TypedBuffer", float, 1, 0, 0) %0, i32 %1), !dbg !121
  %3 = load float, ptr %2, align 4, !dbg !123, !tbaa !124
    #dbg_value(float %3, !115, !DIExpression(), !116)
    #dbg_value(float %3, !74, !DIExpression(), !126)
  %mul.i.i = fmul reassoc nnan ninf nsz arcp afn float %3, 5.000000e-01, !dbg !128
    #dbg_value(float %mul.i.i, !75, !DIExpression(), !126)
    #dbg_value(ptr poison, !117, !DIExpression(), !129)
    #dbg_value(i32 %1, !120, !DIExpression(), !129)
  store float %mul.i.i, ptr %2, align 4, !dbg !131, !tbaa !124
  ret void
}

; Function Attrs: mustprogress nofree nosync nounwind willreturn memory(none)
declare i32 @llvm.dx.thread.id(i32) #2

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none)
define void @second() local_unnamed_addr #3 {
entry:
    #dbg_value(ptr poison, !79, !DIExpression(), !83)
    #dbg_value(ptr poison, !88, !DIExpression(), !106)
    #dbg_value(i32 0, !92, !DIExpression(), !107)
    #dbg_value(i32 0, !93, !DIExpression(), !107)
    #dbg_value(i32 1, !94, !DIExpression(), !107)
    #dbg_value(i32 0, !95, !DIExpression(), !107)
    #dbg_value(ptr @.str, !96, !DIExpression(), !107)
  %0 = tail call target("dx.TypedBuffer", float, 1, 0, 0) @llvm.dx.resource.handlefrombinding.tdx.TypedBuffer_f32_1_0_0t(i32 0, i32 0, i32 1, i32 0, ptr nonnull @.str), !dbg !107
    #dbg_value(target("dx.TypedBuffer", float, 1, 0, 0) %0, !97, !DIExpression(), !107)
    #dbg_value(ptr poison, !87, !DIExpression(), !106)
    #dbg_value(ptr undef, !88, !DIExpression(), !106)
    #dbg_value(ptr poison, !82, !DIExpression(), !83)
    #dbg_value(ptr undef, !79, !DIExpression(), !83)
  %1 = tail call i32 @llvm.dx.thread.id(i32 0)
    #dbg_value(i32 %1, !132, !DIExpression(), !136)
    #dbg_value(ptr poison, !117, !DIExpression(), !137)
    #dbg_value(i32 %1, !120, !DIExpression(), !137)
  %2 = tail call noundef nonnull align 4 dereferenceable(4) ptr @llvm.dx.resource.getpointer.p0.tdx.TypedBuffer_f32_1_0_0t(target("dx.TypedBuffer", float, 1, 0, 0) %0, i32 %1), !dbg !137
  %3 = load float, ptr %2, align 4, !dbg !139, !tbaa !124
  %add.i = fadd reassoc nnan ninf nsz arcp afn float %3, 1.000000e+00, !dbg !140
    #dbg_value(float %add.i, !135, !DIExpression(), !136)
    #dbg_value(ptr poison, !117, !DIExpression(), !141)
    #dbg_value(i32 %1, !120, !DIExpression(), !141)
  store float %add.i, ptr %2, align 4, !dbg !143, !tbaa !124
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(none)
declare target("dx.TypedBuffer", float, 1, 0, 0) @llvm.dx.resource.handlefrombinding.tdx.TypedBuffer_f32_1_0_0t(i32, i32, i32, i32, ptr) #4

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(none)
declare ptr @llvm.dx.resource.getpointer.p0.tdx.TypedBuffer_f32_1_0_0t(target("dx.TypedBuffer", float, 1, 0, 0), i32) #4

attributes #0 = { alwaysinline mustprogress nofree norecurse nosync nounwind willreturn memory(none) "no-infs-fp-math"="true" "no-nans-fp-math"="true" "no-signed-zeros-fp-math"="true" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) "hlsl.numthreads"="8,1,1" "hlsl.shader"="compute" "no-infs-fp-math"="true" "no-nans-fp-math"="true" "no-signed-zeros-fp-math"="true" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #2 = { mustprogress nofree nosync nounwind willreturn memory(none) }
attributes #3 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) "hlsl.numthreads"="4,1,1" "hlsl.shader"="compute" "no-infs-fp-math"="true" "no-nans-fp-math"="true" "no-signed-zeros-fp-math"="true" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #4 = { mustprogress nocallback nofree nosync nounwind willreturn memory(none) }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!59, !60, !61, !62, !63}
!dx.valver = !{!64}
!llvm.ident = !{!65}
!llvm.errno.tbaa = !{!66}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_11, file: !1, producer: "clang version 22.1.8", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !2, globals: !55, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "<stdin>", directory: "")
!2 = !{!3}
!3 = distinct !DICompositeType(tag: DW_TAG_class_type, name: "RWBuffer<float>", scope: !4, size: 32, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !5, templateParams: !53, identifier: "_ZTSN4hlsl8RWBufferIfEE")
!4 = !DINamespace(name: "hlsl", scope: null)
!5 = !{!6, !9, !13, !18, !22, !30, !31, !38, !42, !45, !50}
!6 = !DIDerivedType(tag: DW_TAG_member, name: "__handle", scope: !3, file: !1, line: 15, baseType: !7, size: 32)
!7 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !8, size: 32)
!8 = !DICompositeType(tag: DW_TAG_structure_type, name: "__hlsl_resource_t", file: !1, flags: DIFlagFwdDecl)
!9 = !DISubprogram(name: "RWBuffer", linkageName: "_ZN4hlsl8RWBufferIfEC4Ev", scope: !3, file: !1, type: !10, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!10 = !DISubroutineType(types: !11)
!11 = !{null, !12}
!12 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !3, size: 32, flags: DIFlagArtificial | DIFlagObjectPointer)
!13 = !DISubprogram(name: "RWBuffer", linkageName: "_ZN4hlsl8RWBufferIfEC4ERKS1_", scope: !3, file: !1, type: !14, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!14 = !DISubroutineType(types: !15)
!15 = !{null, !12, !16}
!16 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !17, size: 32)
!17 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !3)
!18 = !DISubprogram(name: "operator=", linkageName: "_ZN4hlsl8RWBufferIfEaSERKS1_", scope: !3, file: !1, type: !19, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!19 = !DISubroutineType(types: !20)
!20 = !{!21, !12, !16}
!21 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !3, size: 32)
!22 = !DISubprogram(name: "__createFromBinding", linkageName: "_ZN4hlsl8RWBufferIfE19__createFromBindingEjjijPKc", scope: !3, file: !1, type: !23, flags: DIFlagPublic | DIFlagPrototyped | DIFlagStaticMember, spFlags: DISPFlagOptimized)
!23 = !DISubroutineType(types: !24)
!24 = !{!3, !25, !25, !26, !25, !27}
!25 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!26 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!27 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !28, size: 32)
!28 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !29)
!29 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!30 = !DISubprogram(name: "__createFromImplicitBinding", linkageName: "_ZN4hlsl8RWBufferIfE27__createFromImplicitBindingEjjijPKc", scope: !3, file: !1, type: !23, flags: DIFlagPublic | DIFlagPrototyped | DIFlagStaticMember, spFlags: DISPFlagOptimized)
!31 = !DISubprogram(name: "operator[]", linkageName: "_ZNK4hlsl8RWBufferIfEixEj", scope: !3, file: !1, type: !32, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!32 = !DISubroutineType(types: !33)
!33 = !{!34, !37, !25}
!34 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !35, size: 32)
!35 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !36)
!36 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!37 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !17, size: 32, flags: DIFlagArtificial | DIFlagObjectPointer)
!38 = !DISubprogram(name: "operator[]", linkageName: "_ZN4hlsl8RWBufferIfEixEj", scope: !3, file: !1, type: !39, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!39 = !DISubroutineType(types: !40)
!40 = !{!41, !12, !25}
!41 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !36, size: 32)
!42 = !DISubprogram(name: "Load", linkageName: "_ZN4hlsl8RWBufferIfE4LoadEj", scope: !3, file: !1, type: !43, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!43 = !DISubroutineType(types: !44)
!44 = !{!36, !12, !25}
!45 = !DISubprogram(name: "Load", linkageName: "_ZN4hlsl8RWBufferIfE4LoadEjRj", scope: !3, file: !1, type: !46, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!46 = !DISubroutineType(types: !47)
!47 = !{!36, !12, !25, !48}
!48 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !49)
!49 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !25, size: 32)
!50 = !DISubprogram(name: "GetDimensions", linkageName: "_ZN4hlsl8RWBufferIfE13GetDimensionsERj", scope: !3, file: !1, type: !51, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!51 = !DISubroutineType(types: !52)
!52 = !{null, !12, !48}
!53 = !{!54}
!54 = !DITemplateTypeParameter(name: "element_type", type: !36)
!55 = !{!56}
!56 = !DIGlobalVariableExpression(var: !57, expr: !DIExpression())
!57 = distinct !DIGlobalVariable(name: "Out", linkageName: "_ZL3Out", scope: !0, file: !58, line: 1, type: !3, isLocal: true, isDefinition: true)
!58 = !DIFile(filename: "library.hlsl", directory: "")
!59 = !{i32 7, !"Dwarf Version", i32 2}
!60 = !{i32 2, !"Debug Info Version", i32 3}
!61 = !{i32 1, !"wchar_size", i32 4}
!62 = !{i32 1, !"dx.nativelowprec", i32 1}
!63 = !{i32 7, !"debug-info-assignment-tracking", i1 true}
!64 = !{i32 1, i32 8}
!65 = !{!"clang version 22.1.8"}
!66 = !{!67, !67, i64 0}
!67 = !{!"int", !68, i64 0}
!68 = !{!"omnipotent char", !69, i64 0}
!69 = !{!"Simple C++ TBAA"}
!70 = distinct !DISubprogram(name: "halve", linkageName: "_Z5halvef", scope: !58, file: !58, line: 2, type: !71, scopeLine: 2, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !73)
!71 = !DISubroutineType(types: !72)
!72 = !{!36, !36}
!73 = !{!74, !75}
!74 = !DILocalVariable(name: "value", arg: 1, scope: !70, file: !58, line: 2, type: !36)
!75 = !DILocalVariable(name: "result", scope: !70, file: !58, line: 3, type: !36)
!76 = !DILocation(line: 0, scope: !70)
!77 = !DILocation(line: 3, column: 24, scope: !70)
!78 = !DILocation(line: 4, column: 3, scope: !70)
!79 = !DILocalVariable(name: "other", arg: 2, scope: !80, file: !1, type: !16)
!80 = distinct !DISubprogram(name: "RWBuffer", linkageName: "_ZN4hlsl8RWBufferIfEC2ERKS1_", scope: !3, file: !1, line: 15, type: !14, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, declaration: !13, retainedNodes: !81)
!81 = !{!82, !79}
!82 = !DILocalVariable(name: "this", arg: 1, scope: !80, type: !21, flags: DIFlagArtificial | DIFlagObjectPointer)
!83 = !DILocation(line: 0, scope: !80, inlinedAt: !84)
!84 = distinct !DILocation(line: 15, column: 1, scope: !85, inlinedAt: !89)
!85 = distinct !DISubprogram(name: "RWBuffer", linkageName: "_ZN4hlsl8RWBufferIfEC1ERKS1_", scope: !3, file: !1, line: 15, type: !14, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, declaration: !13, retainedNodes: !86)
!86 = !{!87, !88}
!87 = !DILocalVariable(name: "this", arg: 1, scope: !85, type: !21, flags: DIFlagArtificial | DIFlagObjectPointer)
!88 = !DILocalVariable(name: "other", arg: 2, scope: !85, file: !1, type: !16)
!89 = distinct !DILocation(line: 0, scope: !90, inlinedAt: !98)
!90 = distinct !DISubprogram(name: "__createFromBinding", linkageName: "_ZN4hlsl8RWBufferIfE19__createFromBindingEjjijPKc", scope: !3, file: !1, line: 15, type: !23, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, declaration: !22, retainedNodes: !91)
!91 = !{!92, !93, !94, !95, !96, !97}
!92 = !DILocalVariable(name: "registerNo", arg: 1, scope: !90, file: !1, type: !25)
!93 = !DILocalVariable(name: "spaceNo", arg: 2, scope: !90, file: !1, type: !25)
!94 = !DILocalVariable(name: "range", arg: 3, scope: !90, file: !1, type: !26)
!95 = !DILocalVariable(name: "index", arg: 4, scope: !90, file: !1, type: !25)
!96 = !DILocalVariable(name: "name", arg: 5, scope: !90, file: !1, type: !27)
!97 = !DILocalVariable(name: "tmp", scope: !90, file: !1, type: !3)
!98 = distinct !DILocation(line: 0, scope: !99, inlinedAt: !102)
!99 = distinct !DISubprogram(name: "__cxx_global_var_init", scope: !1, file: !1, type: !100, flags: DIFlagArtificial, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!100 = !DISubroutineType(types: !101)
!101 = !{null}
!102 = distinct !DILocation(line: 0, scope: !103)
!103 = distinct !DISubprogram(linkageName: "_GLOBAL__sub_I_library.hlsl", scope: !1, file: !1, type: !104, flags: DIFlagArtificial, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!104 = !DISubroutineType(types: !105)
!105 = !{}
!106 = !DILocation(line: 0, scope: !85, inlinedAt: !89)
!107 = !DILocation(line: 0, scope: !90, inlinedAt: !98)
!108 = !DILocalVariable(name: "id", arg: 1, scope: !109, file: !58, line: 7, type: !112)
!109 = distinct !DISubprogram(name: "first", linkageName: "_Z5firstj", scope: !58, file: !58, line: 7, type: !110, scopeLine: 7, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !114)
!110 = !DISubroutineType(types: !111)
!111 = !{null, !112}
!112 = !DIDerivedType(tag: DW_TAG_typedef, name: "uint", scope: !4, file: !113, line: 35, baseType: !25)
!113 = !DIFile(filename: "headers/hlsl/hlsl_basic_types.h", directory: "")
!114 = !{!108, !115}
!115 = !DILocalVariable(name: "value", scope: !109, file: !58, line: 8, type: !36)
!116 = !DILocation(line: 0, scope: !109)
!117 = !DILocalVariable(name: "this", arg: 1, scope: !118, type: !21, flags: DIFlagArtificial | DIFlagObjectPointer)
!118 = distinct !DISubprogram(name: "operator[]", linkageName: "_ZN4hlsl8RWBufferIfEixEj", scope: !3, file: !1, line: 15, type: !39, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, declaration: !38, retainedNodes: !119)
!119 = !{!117, !120}
!120 = !DILocalVariable(name: "Index", arg: 2, scope: !118, file: !1, type: !25)
!121 = !DILocation(line: 0, scope: !118, inlinedAt: !122)
!122 = distinct !DILocation(line: 8, column: 17, scope: !109)
!123 = !DILocation(line: 8, column: 17, scope: !109)
!124 = !{!125, !125, i64 0}
!125 = !{!"float", !68, i64 0}
!126 = !DILocation(line: 0, scope: !70, inlinedAt: !127)
!127 = distinct !DILocation(line: 9, column: 13, scope: !109)
!128 = !DILocation(line: 3, column: 24, scope: !70, inlinedAt: !127)
!129 = !DILocation(line: 0, scope: !118, inlinedAt: !130)
!130 = distinct !DILocation(line: 9, column: 3, scope: !109)
!131 = !DILocation(line: 9, column: 11, scope: !109)
!132 = !DILocalVariable(name: "id", arg: 1, scope: !133, file: !58, line: 12, type: !112)
!133 = distinct !DISubprogram(name: "second", linkageName: "_Z6secondj", scope: !58, file: !58, line: 12, type: !110, scopeLine: 12, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !134)
!134 = !{!132, !135}
!135 = !DILocalVariable(name: "other", scope: !133, file: !58, line: 13, type: !36)
!136 = !DILocation(line: 0, scope: !133)
!137 = !DILocation(line: 0, scope: !118, inlinedAt: !138)
!138 = distinct !DILocation(line: 13, column: 17, scope: !133)
!139 = !DILocation(line: 13, column: 17, scope: !133)
!140 = !DILocation(line: 13, column: 25, scope: !133)
!141 = !DILocation(line: 0, scope: !118, inlinedAt: !142)
!142 = distinct !DILocation(line: 14, column: 3, scope: !133)
!143 = !DILocation(line: 14, column: 11, scope: !133)
