; ModuleID = 'flow.hlsl'
source_filename = "flow.hlsl"
target datalayout = "e-m:e-ve-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64"
target triple = "dxilv1.6-pc-shadermodel6.6-compute"

%__cblayout_Limits = type <{ <4 x i32>, <{ [1 x <{ <2 x float>, target("dx.Padding", 8) }>], <2 x float> }> }>

@.str = private unnamed_addr constant [4 x i8] c"Out\00", align 1
@Limits.cb = internal global target("dx.CBuffer", %__cblayout_Limits) poison
@bounds = external hidden local_unnamed_addr addrspace(2) global <4 x i32>, align 4
@spin = external hidden local_unnamed_addr addrspace(2) global <{ [1 x <{ <2 x float>, target("dx.Padding", 8) }>], <2 x float> }>, align 4
@Limits.str = private unnamed_addr constant [7 x i8] c"Limits\00", align 1
@llvm.compiler.used = appending global [1 x ptr] [ptr @Limits.cb], section "llvm.metadata"

; Function Attrs: convergent mustprogress nocallback nofree nosync nounwind willreturn memory(none)
declare token @llvm.experimental.convergence.entry() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(none)
declare target("dx.CBuffer", %__cblayout_Limits) @llvm.dx.resource.handlefrombinding.tdx.CBuffer_s___cblayout_Limitsst(i32, i32, i32, i32, ptr) #1

; Function Attrs: alwaysinline mustprogress nofree norecurse nosync nounwind willreturn memory(none)
define hidden noundef i32 @_Z8classifyi(i32 noundef %n) local_unnamed_addr #2 !dbg !88 {
entry:
    #dbg_value(i32 %n, !92, !DIExpression(), !99)
  %and = and i32 %n, 3, !dbg !100
  switch i32 %and, label %sw.epilog [
    i32 0, label %return
    i32 1, label %sw.bb1
  ], !dbg !101

sw.bb1:                                           ; preds = %entry
  %mul = mul nsw i32 %n, 7, !dbg !102
    #dbg_value(i32 %mul, !93, !DIExpression(), !103)
  br label %return

sw.epilog:                                        ; preds = %entry
  %sub = add nsw i32 %n, -5, !dbg !104
    #dbg_value(i32 %sub, !96, !DIExpression(), !99)
  br label %while.cond, !dbg !105

while.cond:                                       ; preds = %cleanup, %sw.epilog
  %rest.0 = phi i32 [ %sub, %sw.epilog ], [ %rest.1, %cleanup ], !dbg !106
    #dbg_value(i32 %rest.0, !96, !DIExpression(), !99)
  %cmp = icmp sgt i32 %rest.0, 10, !dbg !107
  br i1 %cmp, label %while.body, label %return, !dbg !105

while.body:                                       ; preds = %while.cond
    #dbg_value(i32 poison, !97, !DIExpression(), !108)
  %0 = add nsw i32 %rest.0, -18, !dbg !109
  %cmp2 = icmp ult i32 %0, -3, !dbg !109
  br i1 %cmp2, label %if.end, label %cleanup, !dbg !109

if.end:                                           ; preds = %while.body
  %div = udiv i32 %rest.0, 3, !dbg !111
    #dbg_value(i32 %div, !97, !DIExpression(), !108)
  %sub3 = sub nsw i32 %rest.0, %div, !dbg !112
    #dbg_value(i32 %sub3, !96, !DIExpression(), !99)
  br label %cleanup, !dbg !113

cleanup:                                          ; preds = %while.body, %if.end
  %rest.1 = phi i32 [ %sub3, %if.end ], [ %rest.0, %while.body ], !dbg !99
    #dbg_value(i32 %rest.1, !96, !DIExpression(), !99)
  br i1 %cmp2, label %while.cond, label %return

return:                                           ; preds = %while.cond, %cleanup, %entry, %sw.bb1
  %retval.0 = phi i32 [ %and, %entry ], [ %mul, %sw.bb1 ], [ %rest.1, %cleanup ], [ %rest.0, %while.cond ], !dbg !99
  ret i32 %retval.0, !dbg !114
}

; Function Attrs: convergent nofree noinline norecurse nosync nounwind memory(readwrite, argmem: write, inaccessiblemem: none, target_mem: none)
define void @main() local_unnamed_addr #3 {
entry:
    #dbg_value(ptr poison, !115, !DIExpression(), !119)
    #dbg_value(ptr poison, !124, !DIExpression(), !142)
    #dbg_value(ptr poison, !143, !DIExpression(), !155)
  %0 = tail call token @llvm.experimental.convergence.entry()
    #dbg_value(i32 0, !128, !DIExpression(), !181)
    #dbg_value(i32 0, !129, !DIExpression(), !181)
    #dbg_value(i32 1, !130, !DIExpression(), !181)
    #dbg_value(i32 0, !131, !DIExpression(), !181)
    #dbg_value(ptr @.str, !132, !DIExpression(), !181)
    #dbg_value(i32 0, !133, !DIExpression(), !181)
    #dbg_value(target("dx.RawBuffer", i32, 1, 0) poison, !134, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !181)
    #dbg_value(target("dx.RawBuffer", i32, 1, 0) poison, !134, !DIExpression(DW_OP_LLVM_fragment, 32, 32), !181)
    #dbg_value(ptr poison, !123, !DIExpression(), !142)
    #dbg_value(ptr undef, !124, !DIExpression(), !142)
    #dbg_value(ptr poison, !118, !DIExpression(), !119)
    #dbg_value(ptr undef, !115, !DIExpression(), !119)
  %Limits.cb_h.i.i = tail call target("dx.CBuffer", %__cblayout_Limits) @llvm.dx.resource.handlefrombinding.tdx.CBuffer_s___cblayout_Limitsst(i32 0, i32 0, i32 1, i32 0, ptr nonnull @Limits.str), !dbg !182
  store target("dx.CBuffer", %__cblayout_Limits) %Limits.cb_h.i.i, ptr @Limits.cb, align 4, !dbg !182
  %1 = tail call i32 @llvm.dx.thread.id(i32 0)
    #dbg_value(i32 %1, !161, !DIExpression(), !183)
    #dbg_value(i32 %1, !162, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !183)
  %cbuf.load.i = load <2 x float>, ptr addrspace(2) @spin, align 4, !dbg !184
  %cbuf.load1.i = load <2 x float>, ptr addrspace(2) getelementptr inbounds nuw (i8, ptr addrspace(2) @spin, i32 16), align 4, !dbg !184
    #dbg_value(<2 x float> poison, !162, !DIExpression(DW_OP_LLVM_fragment, 32, 64), !183)
    #dbg_value(i32 %1, !92, !DIExpression(), !185)
  %and.i.i = and i32 %1, 3, !dbg !187
  switch i32 %and.i.i, label %sw.epilog.i.i [
    i32 0, label %_Z4mainj.exit
    i32 1, label %sw.bb1.i.i
  ], !dbg !188

sw.bb1.i.i:                                       ; preds = %entry
  %mul.i.i = mul nsw i32 %1, 7, !dbg !189
    #dbg_value(i32 %mul.i.i, !93, !DIExpression(), !190)
  br label %_Z4mainj.exit

sw.epilog.i.i:                                    ; preds = %entry
  %sub.i.i = add nsw i32 %1, -5, !dbg !191
    #dbg_value(i32 %sub.i.i, !96, !DIExpression(), !185)
  br label %while.cond.i.i, !dbg !192

while.cond.i.i:                                   ; preds = %cleanup.i.i, %sw.epilog.i.i
  %rest.0.i.i = phi i32 [ %sub.i.i, %sw.epilog.i.i ], [ %rest.1.i.i, %cleanup.i.i ], !dbg !193
    #dbg_value(i32 %rest.0.i.i, !96, !DIExpression(), !185)
  %cmp.i.i = icmp sgt i32 %rest.0.i.i, 10, !dbg !194
  br i1 %cmp.i.i, label %while.body.i.i, label %_Z4mainj.exit, !dbg !192

while.body.i.i:                                   ; preds = %while.cond.i.i
    #dbg_value(i32 poison, !97, !DIExpression(), !195)
  %2 = add nsw i32 %rest.0.i.i, -18, !dbg !196
  %cmp2.i.i = icmp ult i32 %2, -3, !dbg !196
  br i1 %cmp2.i.i, label %if.end.i.i, label %cleanup.i.i, !dbg !196

if.end.i.i:                                       ; preds = %while.body.i.i
  %div.i.i = udiv i32 %rest.0.i.i, 3, !dbg !197
    #dbg_value(i32 %div.i.i, !97, !DIExpression(), !195)
  %sub3.i.i = sub nsw i32 %rest.0.i.i, %div.i.i, !dbg !198
    #dbg_value(i32 %sub3.i.i, !96, !DIExpression(), !185)
  br label %cleanup.i.i, !dbg !199

cleanup.i.i:                                      ; preds = %if.end.i.i, %while.body.i.i
  %rest.1.i.i = phi i32 [ %sub3.i.i, %if.end.i.i ], [ %rest.0.i.i, %while.body.i.i ], !dbg !185
    #dbg_value(i32 %rest.1.i.i, !96, !DIExpression(), !185)
  br i1 %cmp2.i.i, label %while.cond.i.i, label %_Z4mainj.exit

_Z4mainj.exit:                                    ; preds = %while.cond.i.i, %cleanup.i.i, %entry, %sw.bb1.i.i
  %retval.0.i.i = phi i32 [ %and.i.i, %entry ], [ %mul.i.i, %sw.bb1.i.i ], [ %rest.1.i.i, %cleanup.i.i ], [ %rest.0.i.i, %while.cond.i.i ], !dbg !185
  %3 = tail call target("dx.RawBuffer", i32, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_1_0t(i32 0, i32 0, i32 1, i32 0, ptr nonnull @.str), !dbg !181
    #dbg_value(target("dx.RawBuffer", i32, 1, 0) %3, !134, !DIExpression(DW_OP_LLVM_fragment, 32, 32), !181)
    #dbg_value(target("dx.RawBuffer", i32, 1, 0) %3, !134, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !181)
  %4 = shufflevector <2 x float> %cbuf.load.i, <2 x float> %cbuf.load1.i, <4 x i32> <i32 0, i32 1, i32 2, i32 3>, !dbg !184
  %conv.i = uitofp reassoc nnan ninf nsz arcp afn i32 %1 to float, !dbg !200
  %vecinit2.i = insertelement <2 x float> <float poison, float 1.000000e+00>, float %conv.i, i64 0, !dbg !200
  %hlsl.mul.i = tail call reassoc nnan ninf nsz arcp afn <2 x float> @llvm.matrix.multiply.v2f32.v4f32.v2f32(<4 x float> %4, <2 x float> %vecinit2.i, i32 2, i32 2, i32 1), !dbg !201
    #dbg_value(<2 x float> %hlsl.mul.i, !162, !DIExpression(DW_OP_LLVM_fragment, 32, 64), !183)
    #dbg_value(i32 %retval.0.i.i, !167, !DIExpression(), !183)
    #dbg_value(ptr undef, !143, !DIExpression(), !155)
    #dbg_value(i32 %retval.0.i.i, !153, !DIExpression(), !155)
  %add.i = add nsw i32 %retval.0.i.i, %1, !dbg !202
    #dbg_value(i32 %add.i, !162, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !183)
    #dbg_value(i32 %add.i, !168, !DIExpression(), !183)
  %5 = load <4 x i32>, ptr addrspace(2) @bounds, align 4, !dbg !203, !tbaa !204
  %cast.splat.i = insertelement <1 x i32> poison, i32 %add.i, i64 0, !dbg !205
  %6 = shufflevector <1 x i32> %cast.splat.i, <1 x i32> poison, <4 x i32> zeroinitializer, !dbg !205
  %elt.min.i = tail call <4 x i32> @llvm.smin.v4i32(<4 x i32> %5, <4 x i32> %6), !dbg !206
    #dbg_value(<4 x i32> %elt.min.i, !169, !DIExpression(), !183)
  %vecext.i = extractelement <4 x i32> %elt.min.i, i32 %and.i.i, !dbg !207
    #dbg_value(i32 %vecext.i, !175, !DIExpression(), !183)
  %and6.i = and i32 %vecext.i, 1, !dbg !208
  %cmp.i = icmp eq i32 %and6.i, 0, !dbg !209
    #dbg_value(i1 %cmp.i, !176, !DIExpression(DW_OP_LLVM_convert, 1, DW_ATE_unsigned, DW_OP_LLVM_convert, 32, DW_ATE_unsigned, DW_OP_stack_value), !183)
  %7 = extractelement <2 x float> %hlsl.mul.i, i64 0
  %cmp8.i = fcmp reassoc nnan ninf nsz arcp afn ogt float %7, 0.000000e+00
  %or.cond.i = select i1 %cmp.i, i1 %cmp8.i, i1 false, !dbg !210
  %mul.i = zext i1 %or.cond.i to i32, !dbg !210
  %picked.0.i = shl nsw i32 %vecext.i, %mul.i, !dbg !210
    #dbg_value(i32 %picked.0.i, !175, !DIExpression(), !183)
    #dbg_value(ptr poison, !211, !DIExpression(), !215)
    #dbg_value(i32 %1, !214, !DIExpression(), !215)
  %8 = call noundef nonnull align 4 dereferenceable(4) ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_i32_1_0t.i32(target("dx.RawBuffer", i32, 1, 0) %3, i32 %1) [ "convergencectrl"(token %0) ], !dbg !215
  store i32 %picked.0.i, ptr %8, align 4, !dbg !217, !tbaa !218
  ret void
}

; Function Attrs: mustprogress nofree nosync nounwind willreturn memory(none)
declare i32 @llvm.dx.thread.id(i32) #4

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x float> @llvm.matrix.multiply.v2f32.v4f32.v2f32(<4 x float>, <2 x float>, i32 immarg, i32 immarg, i32 immarg) #5

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.smin.v4i32(<4 x i32>, <4 x i32>) #6

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(none)
declare target("dx.RawBuffer", i32, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i32_1_0t(i32, i32, i32, i32, ptr) #1

; Function Attrs: convergent mustprogress nocallback nofree nosync nounwind willreturn memory(none)
declare ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_i32_1_0t.i32(target("dx.RawBuffer", i32, 1, 0), i32) #0

attributes #0 = { convergent mustprogress nocallback nofree nosync nounwind willreturn memory(none) }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(none) }
attributes #2 = { alwaysinline mustprogress nofree norecurse nosync nounwind willreturn memory(none) "no-signed-zeros-fp-math"="true" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { convergent nofree noinline norecurse nosync nounwind memory(readwrite, argmem: write, inaccessiblemem: none, target_mem: none) "hlsl.numthreads"="32,1,1" "hlsl.shader"="compute" "no-signed-zeros-fp-math"="false" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #4 = { mustprogress nofree nosync nounwind willreturn memory(none) }
attributes #5 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.dbg.cu = !{!0}
!hlsl.cbs = !{!73}
!llvm.module.flags = !{!74, !75, !76, !77}
!dx.valver = !{!78}
!dx.source.contents = !{!79}
!dx.source.defines = !{!80}
!dx.source.mainFileName = !{!81}
!dx.source.args = !{!80}
!llvm.ident = !{!82}
!llvm.errno.tbaa = !{!83}

!0 = distinct !DICompileUnit(language: DW_LANG_HLSL, file: !1, producer: "clang version 23.1.4", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, enums: !2, retainedTypes: !13, globals: !24, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "<stdin>", directory: "")
!2 = !{!3}
!3 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "Kind", file: !4, line: 3, baseType: !5, size: 32, flags: DIFlagEnumClass, elements: !9)
!4 = !DIFile(filename: "flow.hlsl", directory: "")
!5 = !DIDerivedType(tag: DW_TAG_typedef, name: "uint", scope: !7, file: !6, line: 35, baseType: !8)
!6 = !DIFile(filename: "headers/hlsl/hlsl_basic_types.h", directory: "")
!7 = !DINamespace(name: "hlsl", scope: null)
!8 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!9 = !{!10, !11, !12}
!10 = !DIEnumerator(name: "None", value: 0, isUnsigned: true)
!11 = !DIEnumerator(name: "Some", value: 3, isUnsigned: true)
!12 = !DIEnumerator(name: "Many", value: 1024, isUnsigned: true)
!13 = !{!14, !15, !21, !23}
!14 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!15 = !DIDerivedType(tag: DW_TAG_typedef, name: "float2", scope: !7, file: !6, line: 94, baseType: !16)
!16 = !DIDerivedType(tag: DW_TAG_typedef, name: "vector<float, 2>", scope: !7, file: !1, baseType: !17)
!17 = !DICompositeType(tag: DW_TAG_array_type, baseType: !18, size: 64, flags: DIFlagVector, elements: !19)
!18 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!19 = !{!20}
!20 = !DISubrange(count: 2)
!21 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !22, size: 32)
!22 = !DICompositeType(tag: DW_TAG_structure_type, name: "__hlsl_resource_t", file: !1, flags: DIFlagFwdDecl)
!23 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !14, size: 32)
!24 = !{!25}
!25 = !DIGlobalVariableExpression(var: !26, expr: !DIExpression())
!26 = distinct !DIGlobalVariable(name: "Out", linkageName: "_ZL3Out", scope: !0, file: !4, line: 1, type: !27, isLocal: true, isDefinition: true)
!27 = distinct !DICompositeType(tag: DW_TAG_class_type, name: "RWStructuredBuffer<int>", scope: !7, size: 64, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !28, templateParams: !71)
!28 = !{!29, !30, !31, !35, !40, !44, !50, !51, !56, !59, !64, !67, !68}
!29 = !DIDerivedType(tag: DW_TAG_member, name: "__handle", scope: !27, file: !1, line: 1, baseType: !21, size: 32)
!30 = !DIDerivedType(tag: DW_TAG_member, name: "__counter_handle", scope: !27, file: !1, line: 1, baseType: !21, size: 32, offset: 32)
!31 = !DISubprogram(name: "RWStructuredBuffer", linkageName: "_ZN4hlsl18RWStructuredBufferIiEC4Ev", scope: !27, file: !1, type: !32, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!32 = !DISubroutineType(types: !33)
!33 = !{null, !34}
!34 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !27, size: 32, flags: DIFlagArtificial | DIFlagObjectPointer)
!35 = !DISubprogram(name: "RWStructuredBuffer", linkageName: "_ZN4hlsl18RWStructuredBufferIiEC4ERKS1_", scope: !27, file: !1, type: !36, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!36 = !DISubroutineType(types: !37)
!37 = !{null, !34, !38}
!38 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !39, size: 32)
!39 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !27)
!40 = !DISubprogram(name: "operator=", linkageName: "_ZN4hlsl18RWStructuredBufferIiEaSERKS1_", scope: !27, file: !1, type: !41, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!41 = !DISubroutineType(types: !42)
!42 = !{!43, !34, !38}
!43 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !27, size: 32)
!44 = !DISubprogram(name: "__createFromBindingWithImplicitCounter", linkageName: "_ZN4hlsl18RWStructuredBufferIiE38__createFromBindingWithImplicitCounterEjjijPKcj", scope: !27, file: !1, type: !45, flags: DIFlagPublic | DIFlagPrototyped | DIFlagStaticMember, spFlags: DISPFlagOptimized)
!45 = !DISubroutineType(types: !46)
!46 = !{!27, !8, !8, !14, !8, !47, !8}
!47 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !48, size: 32)
!48 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !49)
!49 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!50 = !DISubprogram(name: "__createFromImplicitBindingWithImplicitCounter", linkageName: "_ZN4hlsl18RWStructuredBufferIiE46__createFromImplicitBindingWithImplicitCounterEjjijPKcj", scope: !27, file: !1, type: !45, flags: DIFlagPublic | DIFlagPrototyped | DIFlagStaticMember, spFlags: DISPFlagOptimized)
!51 = !DISubprogram(name: "operator[]", linkageName: "_ZNK4hlsl18RWStructuredBufferIiEixEj", scope: !27, file: !1, type: !52, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!52 = !DISubroutineType(types: !53)
!53 = !{!54, !55, !8}
!54 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !14, size: 32)
!55 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !39, size: 32, flags: DIFlagArtificial | DIFlagObjectPointer)
!56 = !DISubprogram(name: "Load", linkageName: "_ZNK4hlsl18RWStructuredBufferIiE4LoadEj", scope: !27, file: !1, type: !57, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!57 = !DISubroutineType(types: !58)
!58 = !{!14, !55, !8}
!59 = !DISubprogram(name: "Load", linkageName: "_ZNK4hlsl18RWStructuredBufferIiE4LoadEjRj", scope: !27, file: !1, type: !60, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!60 = !DISubroutineType(types: !61)
!61 = !{!14, !55, !8, !62}
!62 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !63)
!63 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !8, size: 32)
!64 = !DISubprogram(name: "IncrementCounter", linkageName: "_ZN4hlsl18RWStructuredBufferIiE16IncrementCounterEv", scope: !27, file: !1, type: !65, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!65 = !DISubroutineType(types: !66)
!66 = !{!8, !34}
!67 = !DISubprogram(name: "DecrementCounter", linkageName: "_ZN4hlsl18RWStructuredBufferIiE16DecrementCounterEv", scope: !27, file: !1, type: !65, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!68 = !DISubprogram(name: "GetDimensions", linkageName: "_ZN4hlsl18RWStructuredBufferIiE13GetDimensionsERjS2_", scope: !27, file: !1, type: !69, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!69 = !DISubroutineType(types: !70)
!70 = !{null, !34, !62, !62}
!71 = !{!72}
!72 = !DITemplateTypeParameter(name: "element_type", type: !14)
!73 = !{ptr @Limits.cb, ptr addrspace(2) @bounds, ptr addrspace(2) @spin}
!74 = !{i32 7, !"Dwarf Version", i32 4}
!75 = !{i32 2, !"Debug Info Version", i32 3}
!76 = !{i32 1, !"dx.nativelowprec", i32 1}
!77 = !{i32 7, !"debug-info-assignment-tracking", i1 true}
!78 = !{i32 1, i32 8}
!79 = !{!"flow.hlsl", !"RWStructuredBuffer<int> Out : register(u0);\0Acbuffer Limits : register(b0) { int4 bounds; float2x2 spin; };\0Aenum class Kind : uint { None, Some = 3, Many = 1 << 10 };\0Astruct Counter {\0A  int value;\0A  int add(int n) { value += n; return value; }\0A};\0Astruct Wide : Counter { float2 extra; };\0Aint classify(int n) {\0A  switch (n & 3) {\0A  case 0: return (int)Kind::None;\0A  case 1: { int big = n * 7; return big; }\0A  default: break;\0A  }\0A  int rest = n - 5;\0A  while (rest > 10) {\0A    int step = rest / 3;\0A    if (step == 5) break;\0A    rest -= step;\0A  }\0A  return rest;\0A}\0A[numthreads(32, 1, 1)]\0Avoid main(uint id : SV_DispatchThreadID) {\0A  Wide counter;\0A  counter.value = (int)id;\0A  counter.extra = mul(spin, float2(id, 1));\0A  int kind = classify(counter.value);\0A  int sum = counter.add(kind);\0A  int4 limit = min(bounds, sum.xxxx);\0A  int picked = limit[id & 3];\0A  bool even = (picked & 1) == 0;\0A  if (even && counter.extra.x > 0) {\0A    int doubled = picked * 2;\0A    picked = doubled;\0A  }\0A  Out[id] = picked;\0A}\0A"}
!80 = !{}
!81 = !{!"flow.hlsl"}
!82 = !{!"clang version 23.1.4"}
!83 = !{!84, !85, i64 0}
!84 = !{!"__libc_errno", !85, i64 0}
!85 = !{!"int", !86, i64 0}
!86 = !{!"omnipotent char", !87, i64 0}
!87 = !{!"Simple C++ TBAA"}
!88 = distinct !DISubprogram(name: "classify", linkageName: "_Z8classifyi", scope: !4, file: !4, line: 9, type: !89, scopeLine: 9, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !91)
!89 = !DISubroutineType(types: !90)
!90 = !{!14, !14}
!91 = !{!92, !93, !96, !97}
!92 = !DILocalVariable(name: "n", arg: 1, scope: !88, file: !4, line: 9, type: !14)
!93 = !DILocalVariable(name: "big", scope: !94, file: !4, line: 12, type: !14)
!94 = distinct !DILexicalBlock(scope: !95, file: !4, line: 12, column: 11)
!95 = distinct !DILexicalBlock(scope: !88, file: !4, line: 10, column: 18)
!96 = !DILocalVariable(name: "rest", scope: !88, file: !4, line: 15, type: !14)
!97 = !DILocalVariable(name: "step", scope: !98, file: !4, line: 17, type: !14)
!98 = distinct !DILexicalBlock(scope: !88, file: !4, line: 16, column: 21)
!99 = !DILocation(line: 0, scope: !88)
!100 = !DILocation(line: 10, column: 13, scope: !88)
!101 = !DILocation(line: 10, column: 3, scope: !88)
!102 = !DILocation(line: 12, column: 25, scope: !94)
!103 = !DILocation(line: 0, scope: !94)
!104 = !DILocation(line: 15, column: 16, scope: !88)
!105 = !DILocation(line: 16, column: 3, scope: !88)
!106 = !DILocation(line: 15, column: 7, scope: !88)
!107 = !DILocation(line: 16, column: 15, scope: !88)
!108 = !DILocation(line: 0, scope: !98)
!109 = !DILocation(line: 18, column: 14, scope: !110)
!110 = distinct !DILexicalBlock(scope: !98, file: !4, line: 18, column: 9)
!111 = !DILocation(line: 17, column: 21, scope: !98)
!112 = !DILocation(line: 19, column: 10, scope: !98)
!113 = !DILocation(line: 20, column: 3, scope: !88)
!114 = !DILocation(line: 22, column: 1, scope: !88)
!115 = !DILocalVariable(name: "other", arg: 2, scope: !116, file: !1, type: !38)
!116 = distinct !DISubprogram(name: "RWStructuredBuffer", linkageName: "_ZN4hlsl18RWStructuredBufferIiEC2ERKS1_", scope: !27, file: !1, line: 38, type: !36, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, declaration: !35, retainedNodes: !117)
!117 = !{!118, !115}
!118 = !DILocalVariable(name: "this", arg: 1, scope: !116, type: !43, flags: DIFlagArtificial | DIFlagObjectPointer)
!119 = !DILocation(line: 0, scope: !116, inlinedAt: !120)
!120 = distinct !DILocation(line: 38, column: 1, scope: !121, inlinedAt: !125)
!121 = distinct !DISubprogram(name: "RWStructuredBuffer", linkageName: "_ZN4hlsl18RWStructuredBufferIiEC1ERKS1_", scope: !27, file: !1, line: 38, type: !36, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, declaration: !35, retainedNodes: !122)
!122 = !{!123, !124}
!123 = !DILocalVariable(name: "this", arg: 1, scope: !121, type: !43, flags: DIFlagArtificial | DIFlagObjectPointer)
!124 = !DILocalVariable(name: "other", arg: 2, scope: !121, file: !1, type: !38)
!125 = distinct !DILocation(line: 0, scope: !126, inlinedAt: !135)
!126 = distinct !DISubprogram(name: "__createFromBindingWithImplicitCounter", linkageName: "_ZN4hlsl18RWStructuredBufferIiE38__createFromBindingWithImplicitCounterEjjijPKcj", scope: !27, file: !1, line: 38, type: !45, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, declaration: !44, retainedNodes: !127)
!127 = !{!128, !129, !130, !131, !132, !133, !134}
!128 = !DILocalVariable(name: "registerNo", arg: 1, scope: !126, file: !1, type: !8)
!129 = !DILocalVariable(name: "spaceNo", arg: 2, scope: !126, file: !1, type: !8)
!130 = !DILocalVariable(name: "range", arg: 3, scope: !126, file: !1, type: !14)
!131 = !DILocalVariable(name: "index", arg: 4, scope: !126, file: !1, type: !8)
!132 = !DILocalVariable(name: "name", arg: 5, scope: !126, file: !1, type: !47)
!133 = !DILocalVariable(name: "counterOrderId", arg: 6, scope: !126, file: !1, type: !8)
!134 = !DILocalVariable(name: "tmp", scope: !126, file: !1, type: !27)
!135 = distinct !DILocation(line: 0, scope: !136, inlinedAt: !139)
!136 = distinct !DISubprogram(name: "__cxx_global_var_init", scope: !1, file: !1, type: !137, flags: DIFlagArtificial, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!137 = !DISubroutineType(types: !138)
!138 = !{null}
!139 = distinct !DILocation(line: 0, scope: !140)
!140 = distinct !DISubprogram(linkageName: "_GLOBAL__sub_I_flow.hlsl", scope: !1, file: !1, type: !141, flags: DIFlagArtificial, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!141 = !DISubroutineType(types: !80)
!142 = !DILocation(line: 0, scope: !121, inlinedAt: !125)
!143 = !DILocalVariable(name: "this", arg: 1, scope: !144, type: !154, flags: DIFlagArtificial | DIFlagObjectPointer)
!144 = distinct !DISubprogram(name: "add", linkageName: "_ZN7Counter3addEi", scope: !145, file: !4, line: 6, type: !149, scopeLine: 6, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, declaration: !148, retainedNodes: !152)
!145 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Counter", file: !4, line: 4, size: 32, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !146)
!146 = !{!147, !148}
!147 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !145, file: !4, line: 5, baseType: !14, size: 32)
!148 = !DISubprogram(name: "add", linkageName: "_ZN7Counter3addEi", scope: !145, file: !4, line: 6, type: !149, scopeLine: 6, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!149 = !DISubroutineType(types: !150)
!150 = !{!14, !151, !14}
!151 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !145, size: 32, flags: DIFlagArtificial | DIFlagObjectPointer)
!152 = !{!143, !153}
!153 = !DILocalVariable(name: "n", arg: 2, scope: !144, file: !4, line: 6, type: !14)
!154 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !145, size: 32)
!155 = !DILocation(line: 0, scope: !144, inlinedAt: !156)
!156 = distinct !DILocation(line: 29, column: 21, scope: !157)
!157 = distinct !DISubprogram(name: "main", linkageName: "_Z4mainj", scope: !4, file: !4, line: 24, type: !158, scopeLine: 24, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !160)
!158 = !DISubroutineType(types: !159)
!159 = !{null, !5}
!160 = !{!161, !162, !167, !168, !169, !175, !176, !178}
!161 = !DILocalVariable(name: "id", arg: 1, scope: !157, file: !4, line: 24, type: !5)
!162 = !DILocalVariable(name: "counter", scope: !157, file: !4, line: 25, type: !163)
!163 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Wide", file: !4, line: 8, size: 96, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !164)
!164 = !{!165, !166}
!165 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !163, baseType: !145, extraData: i32 0)
!166 = !DIDerivedType(tag: DW_TAG_member, name: "extra", scope: !163, file: !4, line: 8, baseType: !15, size: 64, offset: 32)
!167 = !DILocalVariable(name: "kind", scope: !157, file: !4, line: 28, type: !14)
!168 = !DILocalVariable(name: "sum", scope: !157, file: !4, line: 29, type: !14)
!169 = !DILocalVariable(name: "limit", scope: !157, file: !4, line: 30, type: !170)
!170 = !DIDerivedType(tag: DW_TAG_typedef, name: "int4", scope: !7, file: !6, line: 67, baseType: !171)
!171 = !DIDerivedType(tag: DW_TAG_typedef, name: "vector<int, 4>", scope: !7, file: !1, baseType: !172)
!172 = !DICompositeType(tag: DW_TAG_array_type, baseType: !14, size: 128, flags: DIFlagVector, elements: !173)
!173 = !{!174}
!174 = !DISubrange(count: 4)
!175 = !DILocalVariable(name: "picked", scope: !157, file: !4, line: 31, type: !14)
!176 = !DILocalVariable(name: "even", scope: !157, file: !4, line: 32, type: !177)
!177 = !DIBasicType(name: "bool", size: 32, encoding: DW_ATE_boolean)
!178 = !DILocalVariable(name: "doubled", scope: !179, file: !4, line: 34, type: !14)
!179 = distinct !DILexicalBlock(scope: !180, file: !4, line: 33, column: 36)
!180 = distinct !DILexicalBlock(scope: !157, file: !4, line: 33, column: 7)
!181 = !DILocation(line: 0, scope: !126, inlinedAt: !135)
!182 = !DILocation(line: 0, scope: !140)
!183 = !DILocation(line: 0, scope: !157)
!184 = !DILocation(line: 27, column: 23, scope: !157)
!185 = !DILocation(line: 0, scope: !88, inlinedAt: !186)
!186 = distinct !DILocation(line: 28, column: 14, scope: !157)
!187 = !DILocation(line: 10, column: 13, scope: !88, inlinedAt: !186)
!188 = !DILocation(line: 10, column: 3, scope: !88, inlinedAt: !186)
!189 = !DILocation(line: 12, column: 25, scope: !94, inlinedAt: !186)
!190 = !DILocation(line: 0, scope: !94, inlinedAt: !186)
!191 = !DILocation(line: 15, column: 16, scope: !88, inlinedAt: !186)
!192 = !DILocation(line: 16, column: 3, scope: !88, inlinedAt: !186)
!193 = !DILocation(line: 15, column: 7, scope: !88, inlinedAt: !186)
!194 = !DILocation(line: 16, column: 15, scope: !88, inlinedAt: !186)
!195 = !DILocation(line: 0, scope: !98, inlinedAt: !186)
!196 = !DILocation(line: 18, column: 14, scope: !110, inlinedAt: !186)
!197 = !DILocation(line: 17, column: 21, scope: !98, inlinedAt: !186)
!198 = !DILocation(line: 19, column: 10, scope: !98, inlinedAt: !186)
!199 = !DILocation(line: 20, column: 3, scope: !88, inlinedAt: !186)
!200 = !DILocation(line: 27, column: 36, scope: !157)
!201 = !DILocation(line: 27, column: 19, scope: !157)
!202 = !DILocation(line: 6, column: 26, scope: !144, inlinedAt: !156)
!203 = !DILocation(line: 30, column: 20, scope: !157)
!204 = !{!86, !86, i64 0}
!205 = !DILocation(line: 30, column: 28, scope: !157)
!206 = !DILocation(line: 30, column: 16, scope: !157)
!207 = !DILocation(line: 31, column: 16, scope: !157)
!208 = !DILocation(line: 32, column: 23, scope: !157)
!209 = !DILocation(line: 32, column: 28, scope: !157)
!210 = !DILocation(line: 33, column: 12, scope: !180)
!211 = !DILocalVariable(name: "this", arg: 1, scope: !212, type: !38, flags: DIFlagArtificial | DIFlagObjectPointer)
!212 = distinct !DISubprogram(name: "operator[]", linkageName: "_ZNK4hlsl18RWStructuredBufferIiEixEj", scope: !27, file: !1, line: 6, type: !52, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, declaration: !51, retainedNodes: !213)
!213 = !{!211, !214}
!214 = !DILocalVariable(name: "Index", arg: 2, scope: !212, file: !1, type: !8)
!215 = !DILocation(line: 0, scope: !212, inlinedAt: !216)
!216 = distinct !DILocation(line: 37, column: 3, scope: !157)
!217 = !DILocation(line: 37, column: 11, scope: !157)
!218 = !{!85, !85, i64 0}
