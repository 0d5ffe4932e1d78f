; ModuleID = 'bounds.hlsl'
source_filename = "bounds.hlsl"
target datalayout = "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64-v48:16:16-v96:32:32-v192:64:64"
target triple = "dxilv1.6-pc-shadermodel6.6-compute"

%"class.hlsl::RWBuffer" = type { target("dx.TypedBuffer", float, 1, 0, 0) }

@_ZL3Out = internal global %"class.hlsl::RWBuffer" poison, align 4, !dbg !0
@.str = private unnamed_addr constant [4 x i8] c"Out\00", align 1
@sums = hidden addrspace(3) global [4 x float] zeroinitializer, align 4, !dbg !5

; Function Attrs: convergent noinline norecurse optnone
define void @main() #0 {
entry:
  %this.addr.i5.i = alloca ptr, align 4
  %other.addr.i6.i = alloca ptr, align 4
  %this.addr.i3.i = alloca ptr, align 4
  %this.addr.i1.i = alloca ptr, align 4
  %other.addr.i.i = alloca ptr, align 4
  %this.addr.i.i = alloca ptr, align 4
  %result.ptr.i.i = alloca ptr, align 4
  %registerNo.addr.i.i = alloca i32, align 4
  %spaceNo.addr.i.i = alloca i32, align 4
  %range.addr.i.i = alloca i32, align 4
  %index.addr.i.i = alloca i32, align 4
  %name.addr.i.i = alloca ptr, align 4
  %tmp.i.i = alloca %"class.hlsl::RWBuffer", align 4
  %this.addr.i = alloca ptr, align 4
  %Index.addr.i = alloca i32, align 4
  %lane.addr.i = alloca i32, align 4
  call void @llvm.experimental.noalias.scope.decl(metadata !69), !dbg !72
  store ptr @_ZL3Out, ptr %result.ptr.i.i, align 4, !noalias !69
  store i32 0, ptr %registerNo.addr.i.i, align 4, !noalias !69
    #dbg_declare(ptr %registerNo.addr.i.i, !80, !DIExpression(), !82)
  store i32 0, ptr %spaceNo.addr.i.i, align 4, !noalias !69
    #dbg_declare(ptr %spaceNo.addr.i.i, !84, !DIExpression(), !82)
  store i32 1, ptr %range.addr.i.i, align 4, !noalias !69
    #dbg_declare(ptr %range.addr.i.i, !85, !DIExpression(), !82)
  store i32 0, ptr %index.addr.i.i, align 4, !noalias !69
    #dbg_declare(ptr %index.addr.i.i, !86, !DIExpression(), !82)
  store ptr @.str, ptr %name.addr.i.i, align 4, !noalias !69
    #dbg_declare(ptr %name.addr.i.i, !87, !DIExpression(), !82)
    #dbg_declare(ptr %tmp.i.i, !88, !DIExpression(), !82)
  store ptr %tmp.i.i, ptr %this.addr.i.i, align 4
    #dbg_declare(ptr %this.addr.i.i, !89, !DIExpression(), !91)
  %this1.i.i = load ptr, ptr %this.addr.i.i, align 4
  store ptr %this1.i.i, ptr %this.addr.i3.i, align 4
    #dbg_declare(ptr %this.addr.i3.i, !93, !DIExpression(), !95)
  %this1.i4.i = load ptr, ptr %this.addr.i3.i, align 4
  store target("dx.TypedBuffer", float, 1, 0, 0) poison, ptr %this1.i4.i, align 4, !dbg !97
  %0 = load i32, ptr %registerNo.addr.i.i, align 4, !dbg !99, !noalias !69
  %1 = load i32, ptr %spaceNo.addr.i.i, align 4, !dbg !99, !noalias !69
  %2 = load i32, ptr %range.addr.i.i, align 4, !dbg !99, !noalias !69
  %3 = load i32, ptr %index.addr.i.i, align 4, !dbg !99, !noalias !69
  %4 = load ptr, ptr %name.addr.i.i, align 4, !dbg !99, !noalias !69
  %5 = call target("dx.TypedBuffer", float, 1, 0, 0) @llvm.dx.resource.handlefrombinding.tdx.TypedBuffer_f32_1_0_0t(i32 %1, i32 %0, i32 %2, i32 %3, ptr %4), !dbg !99
  store target("dx.TypedBuffer", float, 1, 0, 0) %5, ptr %tmp.i.i, align 4, !dbg !99, !noalias !69
  store ptr @_ZL3Out, ptr %this.addr.i1.i, align 4
    #dbg_declare(ptr %this.addr.i1.i, !100, !DIExpression(), !102)
  store ptr %tmp.i.i, ptr %other.addr.i.i, align 4
    #dbg_declare(ptr %other.addr.i.i, !104, !DIExpression(), !105)
  %this1.i2.i = load ptr, ptr %this.addr.i1.i, align 4
  %6 = load ptr, ptr %other.addr.i.i, align 4, !dbg !106
  store ptr %this1.i2.i, ptr %this.addr.i5.i, align 4
    #dbg_declare(ptr %this.addr.i5.i, !107, !DIExpression(), !109)
  store ptr %6, ptr %other.addr.i6.i, align 4
    #dbg_declare(ptr %other.addr.i6.i, !111, !DIExpression(), !112)
  %this1.i7.i = load ptr, ptr %this.addr.i5.i, align 4
  %7 = load ptr, ptr %other.addr.i6.i, align 4, !dbg !113, !nonnull !79, !align !115
  %8 = load target("dx.TypedBuffer", float, 1, 0, 0), ptr %7, align 4, !dbg !113
  store target("dx.TypedBuffer", float, 1, 0, 0) %8, ptr %this1.i7.i, align 4, !dbg !113
  %9 = call i32 @llvm.dx.flattened.thread.id.in.group()
  store i32 %9, ptr %lane.addr.i, align 4
    #dbg_declare(ptr %lane.addr.i, !116, !DIExpression(), !122)
  %10 = load i32, ptr %lane.addr.i, align 4, !dbg !123
  %conv.i = uitofp i32 %10 to float, !dbg !123
  %11 = load i32, ptr %lane.addr.i, align 4, !dbg !124
  %arrayidx.i = getelementptr inbounds nuw [4 x float], ptr addrspace(3) @sums, i32 0, i32 %11, !dbg !125
  store float %conv.i, ptr addrspace(3) %arrayidx.i, align 4, !dbg !126
  call void @llvm.dx.group.memory.barrier.with.group.sync(), !dbg !127
  %12 = load float, ptr addrspace(3) getelementptr inbounds ([4 x float], ptr addrspace(3) @sums, i32 0, i32 5), align 4, !dbg !128
  %13 = load i32, ptr %lane.addr.i, align 4, !dbg !129
  store ptr @_ZL3Out, ptr %this.addr.i, align 4
    #dbg_declare(ptr %this.addr.i, !130, !DIExpression(), !132)
  store i32 %13, ptr %Index.addr.i, align 4
    #dbg_declare(ptr %Index.addr.i, !134, !DIExpression(), !135)
  %this1.i = load ptr, ptr %this.addr.i, align 4
  %14 = load target("dx.TypedBuffer", float, 1, 0, 0), ptr %this1.i, align 4, !dbg !132
  %15 = load i32, ptr %Index.addr.i, align 4, !dbg !132
  %16 = call noundef nonnull align 4 dereferenceable(4) ptr @llvm.dx.resource.getpointer.p0.tdx.TypedBuffer_f32_1_0_0t(target("dx.TypedBuffer", float, 1, 0, 0) %14, i32 %15), !dbg !132
  store float %12, ptr %16, align 4, !dbg !136
  ret void
}

; Function Attrs: nounwind willreturn memory(none)
declare i32 @llvm.dx.flattened.thread.id.in.group() #1

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn
declare void @llvm.dx.group.memory.barrier.with.group.sync() #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare target("dx.TypedBuffer", float, 1, 0, 0) @llvm.dx.resource.handlefrombinding.tdx.TypedBuffer_f32_1_0_0t(i32, i32, i32, i32, ptr) #3

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare ptr @llvm.dx.resource.getpointer.p0.tdx.TypedBuffer_f32_1_0_0t(target("dx.TypedBuffer", float, 1, 0, 0), i32) #3

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.experimental.noalias.scope.decl(metadata) #4

attributes #0 = { convergent noinline norecurse optnone "hlsl.numthreads"="4,1,1" "hlsl.shader"="compute" "no-infs-fp-math"="true" "no-nans-fp-math"="true" "no-signed-zeros-fp-math"="true" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { nounwind willreturn memory(none) }
attributes #2 = { convergent nocallback nofree nosync nounwind willreturn }
attributes #3 = { nocallback nofree nosync nounwind willreturn memory(none) }
attributes #4 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!63, !64, !65, !66}
!dx.valver = !{!67}
!llvm.ident = !{!68}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "Out", linkageName: "_ZL3Out", scope: !2, file: !7, line: 1, type: !12, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_11, file: !3, producer: "clang version 22.1.8", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "<stdin>", directory: "")
!4 = !{!0, !5}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "sums", scope: !2, file: !7, line: 2, type: !8, isLocal: false, isDefinition: true)
!7 = !DIFile(filename: "bounds.hlsl", directory: "")
!8 = !DICompositeType(tag: DW_TAG_array_type, baseType: !9, size: 128, elements: !10)
!9 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!10 = !{!11}
!11 = !DISubrange(count: 4)
!12 = distinct !DICompositeType(tag: DW_TAG_class_type, name: "RWBuffer<float>", scope: !13, size: 32, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !14, templateParams: !61, identifier: "_ZTSN4hlsl8RWBufferIfEE")
!13 = !DINamespace(name: "hlsl", scope: null)
!14 = !{!15, !18, !22, !27, !31, !39, !40, !46, !50, !53, !58}
!15 = !DIDerivedType(tag: DW_TAG_member, name: "__handle", scope: !12, file: !3, line: 1, baseType: !16, size: 32)
!16 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !17, size: 32)
!17 = !DICompositeType(tag: DW_TAG_structure_type, name: "__hlsl_resource_t", file: !3, flags: DIFlagFwdDecl)
!18 = !DISubprogram(name: "RWBuffer", linkageName: "_ZN4hlsl8RWBufferIfEC4Ev", scope: !12, file: !3, type: !19, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!19 = !DISubroutineType(types: !20)
!20 = !{null, !21}
!21 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !12, size: 32, flags: DIFlagArtificial | DIFlagObjectPointer)
!22 = !DISubprogram(name: "RWBuffer", linkageName: "_ZN4hlsl8RWBufferIfEC4ERKS1_", scope: !12, file: !3, type: !23, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!23 = !DISubroutineType(types: !24)
!24 = !{null, !21, !25}
!25 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !26, size: 32)
!26 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !12)
!27 = !DISubprogram(name: "operator=", linkageName: "_ZN4hlsl8RWBufferIfEaSERKS1_", scope: !12, file: !3, type: !28, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!28 = !DISubroutineType(types: !29)
!29 = !{!30, !21, !25}
!30 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !12, size: 32)
!31 = !DISubprogram(name: "__createFromBinding", linkageName: "_ZN4hlsl8RWBufferIfE19__createFromBindingEjjijPKc", scope: !12, file: !3, type: !32, flags: DIFlagPublic | DIFlagPrototyped | DIFlagStaticMember, spFlags: 0)
!32 = !DISubroutineType(types: !33)
!33 = !{!12, !34, !34, !35, !34, !36}
!34 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!35 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!36 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !37, size: 32)
!37 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !38)
!38 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!39 = !DISubprogram(name: "__createFromImplicitBinding", linkageName: "_ZN4hlsl8RWBufferIfE27__createFromImplicitBindingEjjijPKc", scope: !12, file: !3, type: !32, flags: DIFlagPublic | DIFlagPrototyped | DIFlagStaticMember, spFlags: 0)
!40 = !DISubprogram(name: "operator[]", linkageName: "_ZNK4hlsl8RWBufferIfEixEj", scope: !12, file: !3, type: !41, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!41 = !DISubroutineType(types: !42)
!42 = !{!43, !45, !34}
!43 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !44, size: 32)
!44 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !9)
!45 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !26, size: 32, flags: DIFlagArtificial | DIFlagObjectPointer)
!46 = !DISubprogram(name: "operator[]", linkageName: "_ZN4hlsl8RWBufferIfEixEj", scope: !12, file: !3, type: !47, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!47 = !DISubroutineType(types: !48)
!48 = !{!49, !21, !34}
!49 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !9, size: 32)
!50 = !DISubprogram(name: "Load", linkageName: "_ZN4hlsl8RWBufferIfE4LoadEj", scope: !12, file: !3, type: !51, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!51 = !DISubroutineType(types: !52)
!52 = !{!9, !21, !34}
!53 = !DISubprogram(name: "Load", linkageName: "_ZN4hlsl8RWBufferIfE4LoadEjRj", scope: !12, file: !3, type: !54, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!54 = !DISubroutineType(types: !55)
!55 = !{!9, !21, !34, !56}
!56 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !57)
!57 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !34, size: 32)
!58 = !DISubprogram(name: "GetDimensions", linkageName: "_ZN4hlsl8RWBufferIfE13GetDimensionsERj", scope: !12, file: !3, type: !59, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!59 = !DISubroutineType(types: !60)
!60 = !{null, !21, !56}
!61 = !{!62}
!62 = !DITemplateTypeParameter(name: "element_type", type: !9)
!63 = !{i32 7, !"Dwarf Version", i32 4}
!64 = !{i32 2, !"Debug Info Version", i32 3}
!65 = !{i32 1, !"wchar_size", i32 4}
!66 = !{i32 1, !"dx.nativelowprec", i32 1}
!67 = !{i32 1, i32 8}
!68 = !{!"clang version 22.1.8"}
!69 = !{!70}
!70 = distinct !{!70, !71, !"_ZN4hlsl8RWBufferIfE19__createFromBindingEjjijPKc: %agg.result"}
!71 = distinct !{!71, !"_ZN4hlsl8RWBufferIfE19__createFromBindingEjjijPKc"}
!72 = !DILocation(line: 0, scope: !73, inlinedAt: !76)
!73 = distinct !DISubprogram(name: "__cxx_global_var_init", scope: !3, file: !3, type: !74, flags: DIFlagArtificial, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2)
!74 = !DISubroutineType(types: !75)
!75 = !{null}
!76 = distinct !DILocation(line: 0, scope: !77)
!77 = distinct !DISubprogram(linkageName: "_GLOBAL__sub_I_bounds.hlsl", scope: !3, file: !3, type: !78, flags: DIFlagArtificial, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2)
!78 = !DISubroutineType(types: !79)
!79 = !{}
!80 = !DILocalVariable(name: "registerNo", arg: 1, scope: !81, file: !3, type: !34)
!81 = distinct !DISubprogram(name: "__createFromBinding", linkageName: "_ZN4hlsl8RWBufferIfE19__createFromBindingEjjijPKc", scope: !12, file: !3, line: 9, type: !32, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !31, retainedNodes: !79)
!82 = !DILocation(line: 0, column: 1, scope: !81, inlinedAt: !83)
!83 = distinct !DILocation(line: 0, scope: !73, inlinedAt: !76)
!84 = !DILocalVariable(name: "spaceNo", arg: 2, scope: !81, file: !3, type: !34)
!85 = !DILocalVariable(name: "range", arg: 3, scope: !81, file: !3, type: !35)
!86 = !DILocalVariable(name: "index", arg: 4, scope: !81, file: !3, type: !34)
!87 = !DILocalVariable(name: "name", arg: 5, scope: !81, file: !3, type: !36)
!88 = !DILocalVariable(name: "tmp", scope: !81, file: !3, type: !12)
!89 = !DILocalVariable(name: "this", arg: 1, scope: !90, type: !30, flags: DIFlagArtificial | DIFlagObjectPointer)
!90 = distinct !DISubprogram(name: "RWBuffer", linkageName: "_ZN4hlsl8RWBufferIfEC1Ev", scope: !12, file: !3, line: 9, type: !19, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !18, retainedNodes: !79)
!91 = !DILocation(line: 0, scope: !90, inlinedAt: !92)
!92 = distinct !DILocation(line: 0, scope: !81, inlinedAt: !83)
!93 = !DILocalVariable(name: "this", arg: 1, scope: !94, type: !30, flags: DIFlagArtificial | DIFlagObjectPointer)
!94 = distinct !DISubprogram(name: "RWBuffer", linkageName: "_ZN4hlsl8RWBufferIfEC2Ev", scope: !12, file: !3, line: 9, type: !19, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !18, retainedNodes: !79)
!95 = !DILocation(line: 0, scope: !94, inlinedAt: !96)
!96 = distinct !DILocation(line: 9, column: 1, scope: !90, inlinedAt: !92)
!97 = !DILocation(line: 0, scope: !98, inlinedAt: !96)
!98 = distinct !DILexicalBlock(scope: !94, file: !7, line: 9, column: 1)
!99 = !DILocation(line: 0, scope: !81, inlinedAt: !83)
!100 = !DILocalVariable(name: "this", arg: 1, scope: !101, type: !30, flags: DIFlagArtificial | DIFlagObjectPointer)
!101 = distinct !DISubprogram(name: "RWBuffer", linkageName: "_ZN4hlsl8RWBufferIfEC1ERKS1_", scope: !12, file: !3, line: 9, type: !23, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !22, retainedNodes: !79)
!102 = !DILocation(line: 0, scope: !101, inlinedAt: !103)
!103 = distinct !DILocation(line: 0, scope: !81, inlinedAt: !83)
!104 = !DILocalVariable(name: "other", arg: 2, scope: !101, file: !3, type: !25)
!105 = !DILocation(line: 0, column: 1, scope: !101, inlinedAt: !103)
!106 = !DILocation(line: 9, column: 1, scope: !101, inlinedAt: !103)
!107 = !DILocalVariable(name: "this", arg: 1, scope: !108, type: !30, flags: DIFlagArtificial | DIFlagObjectPointer)
!108 = distinct !DISubprogram(name: "RWBuffer", linkageName: "_ZN4hlsl8RWBufferIfEC2ERKS1_", scope: !12, file: !3, line: 9, type: !23, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !22, retainedNodes: !79)
!109 = !DILocation(line: 0, scope: !108, inlinedAt: !110)
!110 = distinct !DILocation(line: 9, column: 1, scope: !101, inlinedAt: !103)
!111 = !DILocalVariable(name: "other", arg: 2, scope: !108, file: !3, type: !25)
!112 = !DILocation(line: 0, column: 1, scope: !108, inlinedAt: !110)
!113 = !DILocation(line: 0, scope: !114, inlinedAt: !110)
!114 = distinct !DILexicalBlock(scope: !108, file: !7, line: 9, column: 1)
!115 = !{i64 4}
!116 = !DILocalVariable(name: "lane", arg: 1, scope: !117, file: !7, line: 5, type: !120)
!117 = distinct !DISubprogram(name: "main", linkageName: "_Z4mainj", scope: !7, file: !7, line: 5, type: !118, scopeLine: 5, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !79)
!118 = !DISubroutineType(types: !119)
!119 = !{null, !120}
!120 = !DIDerivedType(tag: DW_TAG_typedef, name: "uint", scope: !13, file: !121, line: 35, baseType: !34)
!121 = !DIFile(filename: "headers/hlsl/hlsl_basic_types.h", directory: "")
!122 = !DILocation(line: 5, column: 16, scope: !117)
!123 = !DILocation(line: 6, column: 16, scope: !117)
!124 = !DILocation(line: 6, column: 8, scope: !117)
!125 = !DILocation(line: 6, column: 3, scope: !117)
!126 = !DILocation(line: 6, column: 14, scope: !117)
!127 = !DILocation(line: 7, column: 3, scope: !117)
!128 = !DILocation(line: 8, column: 15, scope: !117)
!129 = !DILocation(line: 8, column: 7, scope: !117)
!130 = !DILocalVariable(name: "this", arg: 1, scope: !131, type: !30, flags: DIFlagArtificial | DIFlagObjectPointer)
!131 = distinct !DISubprogram(name: "operator[]", linkageName: "_ZN4hlsl8RWBufferIfEixEj", scope: !12, file: !3, line: 9, type: !47, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !46, retainedNodes: !79)
!132 = !DILocation(line: 0, scope: !131, inlinedAt: !133)
!133 = distinct !DILocation(line: 8, column: 3, scope: !117)
!134 = !DILocalVariable(name: "Index", arg: 2, scope: !131, file: !3, type: !34)
!135 = !DILocation(line: 0, column: 1, scope: !131, inlinedAt: !133)
!136 = !DILocation(line: 8, column: 13, scope: !117)
