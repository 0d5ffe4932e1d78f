; ModuleID = 'kinds.hlsl'
source_filename = "kinds.hlsl"
target datalayout = "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64-v48:16:16-v96:32:32-v192:64:64"
target triple = "dxilv1.6-pc-shadermodel6.6-compute"

%__cblayout_Settings = type <{ <4 x float>, <3 x float>, i32 }>
%struct.Particle = type { <3 x float>, [4 x i8], i32 }

@Settings.cb = local_unnamed_addr global target("dx.CBuffer", %__cblayout_Settings) poison
@scale = external hidden local_unnamed_addr addrspace(2) global <4 x float>, align 16
@origin = external hidden local_unnamed_addr addrspace(2) global <3 x float>, align 16
@count = external hidden local_unnamed_addr addrspace(2) global i32, align 4
@Settings.str = private unnamed_addr constant [9 x i8] c"Settings\00", align 1
@.str = private unnamed_addr constant [4 x i8] c"Out\00", align 1
@.str.2 = private unnamed_addr constant [10 x i8] c"Particles\00", align 1
@sums = hidden local_unnamed_addr addrspace(3) global [64 x float] zeroinitializer, align 4, !dbg !0
@_ZL5calls = internal unnamed_addr global i32 0, align 4, !dbg !133

; Function Attrs: alwaysinline mustprogress nofree norecurse nosync nounwind willreturn memory(none)
define hidden noundef nofpclass(nan inf) float @_ZN6curves4bendEfNS_4ModeE(float noundef nofpclass(nan inf) %x, i32 noundef %mode) local_unnamed_addr #0 !dbg !152 {
entry:
    #dbg_value(float %x, !156, !DIExpression(), !159)
    #dbg_value(i32 %mode, !157, !DIExpression(), !159)
    #dbg_value(float %x, !158, !DIExpression(), !159)
  %cmp = icmp eq i32 %mode, 2, !dbg !160
  %mul = select ninf i1 %cmp, float %x, float 1.000000e+00, !dbg !160
  %spec.select = fmul reassoc arcp afn float %x, %mul, !dbg !160
    #dbg_value(float %spec.select, !158, !DIExpression(), !159)
  %add = fadd reassoc nnan ninf nsz arcp afn float %spec.select, 2.500000e-01, !dbg !162
  ret float %add, !dbg !163
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(none)
declare target("dx.CBuffer", %__cblayout_Settings) @llvm.dx.resource.handlefrombinding.tdx.CBuffer_s___cblayout_Settingsst(i32, i32, i32, i32, ptr) #1

; Function Attrs: convergent nofree noinline norecurse nosync nounwind
define void @main() local_unnamed_addr #2 {
entry:
    #dbg_value(ptr poison, !164, !DIExpression(), !168)
    #dbg_value(ptr poison, !173, !DIExpression(), !192)
    #dbg_value(ptr poison, !193, !DIExpression(), !197)
    #dbg_value(ptr poison, !202, !DIExpression(), !215)
  %Settings.cb_h.i.i = tail call target("dx.CBuffer", %__cblayout_Settings) @llvm.dx.resource.handlefrombinding.tdx.CBuffer_s___cblayout_Settingsst(i32 0, i32 0, i32 1, i32 0, ptr nonnull @Settings.str), !dbg !216
  store target("dx.CBuffer", %__cblayout_Settings) %Settings.cb_h.i.i, ptr @Settings.cb, align 4, !dbg !216
    #dbg_value(i32 0, !206, !DIExpression(), !217)
    #dbg_value(i32 0, !207, !DIExpression(), !217)
    #dbg_value(i32 1, !208, !DIExpression(), !217)
    #dbg_value(i32 0, !209, !DIExpression(), !217)
    #dbg_value(ptr @.str, !210, !DIExpression(), !217)
    #dbg_value(target("dx.TypedBuffer", float, 1, 0, 0) poison, !211, !DIExpression(), !217)
    #dbg_value(ptr poison, !201, !DIExpression(), !215)
    #dbg_value(ptr undef, !202, !DIExpression(), !215)
    #dbg_value(ptr poison, !196, !DIExpression(), !197)
    #dbg_value(ptr undef, !193, !DIExpression(), !197)
    #dbg_value(i32 1, !177, !DIExpression(), !218)
    #dbg_value(i32 0, !178, !DIExpression(), !218)
    #dbg_value(i32 1, !179, !DIExpression(), !218)
    #dbg_value(i32 0, !180, !DIExpression(), !218)
    #dbg_value(ptr @.str.2, !181, !DIExpression(), !218)
    #dbg_value(i32 0, !182, !DIExpression(), !218)
  %0 = tail call target("dx.RawBuffer", %struct.Particle, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_s_struct.Particles_1_0t(i32 0, i32 1, i32 1, i32 0, ptr nonnull @.str.2), !dbg !218
    #dbg_value(target("dx.RawBuffer", %struct.Particle, 1, 0) %0, !183, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !218)
    #dbg_value(target("dx.RawBuffer", %struct.Particle, 1, 0) %0, !183, !DIExpression(DW_OP_LLVM_fragment, 32, 32), !218)
    #dbg_value(ptr poison, !172, !DIExpression(), !192)
    #dbg_value(ptr undef, !173, !DIExpression(), !192)
    #dbg_value(ptr poison, !167, !DIExpression(), !168)
    #dbg_value(ptr undef, !164, !DIExpression(), !168)
  %1 = tail call i32 @llvm.dx.thread.id(i32 0)
    #dbg_value(<3 x i32> poison, !219, !DIExpression(DW_OP_LLVM_fragment, 0, 96), !238)
    #dbg_value(i32 poison, !227, !DIExpression(), !238)
    #dbg_value(ptr poison, !239, !DIExpression(), !243)
    #dbg_value(i32 %1, !242, !DIExpression(), !243)
  %2 = tail call noundef nonnull align 1 dereferenceable(20) ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_s_struct.Particles_1_0t(target("dx.RawBuffer", %struct.Particle, 1, 0) %0, i32 %1), !dbg !243
  %p.sroa.0.0.copyload.i = load <3 x float>, ptr %2, align 1, !dbg !245
  %p.sroa.6.0.call.sroa_idx.i = getelementptr inbounds nuw i8, ptr %2, i32 12, !dbg !245
  %p.sroa.6.0.copyload.i = load i32, ptr %p.sroa.6.0.call.sroa_idx.i, align 1, !dbg !245, !tbaa !246
  %p.sroa.628.0.call.sroa_idx.i = getelementptr inbounds nuw i8, ptr %2, i32 16, !dbg !245
  %p.sroa.628.0.copyload.i = load i32, ptr %p.sroa.628.0.call.sroa_idx.i, align 1, !dbg !245, !tbaa !148
    #dbg_value(<3 x float> %p.sroa.0.0.copyload.i, !228, !DIExpression(DW_OP_LLVM_fragment, 0, 96), !238)
    #dbg_value(i32 %p.sroa.6.0.copyload.i, !228, !DIExpression(DW_OP_LLVM_fragment, 96, 32), !238)
    #dbg_value(i32 %p.sroa.628.0.copyload.i, !228, !DIExpression(DW_OP_LLVM_fragment, 128, 32), !238)
  %3 = load <3 x float>, ptr addrspace(2) @origin, align 16, !dbg !247, !tbaa !246
  %sub.i = fsub reassoc nnan ninf nsz arcp afn <3 x float> %p.sroa.0.0.copyload.i, %3, !dbg !248
  %4 = shufflevector <3 x float> %sub.i, <3 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 poison>
    #dbg_value(<3 x float> %sub.i, !229, !DIExpression(DW_OP_LLVM_fragment, 0, 96), !238)
  %vecinit533.i = insertelement <4 x float> %4, float 1.000000e+00, i64 3, !dbg !249
  %5 = load <4 x float>, ptr addrspace(2) @scale, align 16, !dbg !250, !tbaa !246
    #dbg_value(<4 x float> poison, !230, !DIExpression(), !238)
    #dbg_value(float 0.000000e+00, !231, !DIExpression(), !238)
    #dbg_value(i32 0, !232, !DIExpression(), !251)
  %6 = load i32, ptr addrspace(2) @count, align 4, !tbaa !148
    #dbg_value(i32 0, !232, !DIExpression(), !251)
    #dbg_value(float 0.000000e+00, !231, !DIExpression(), !238)
  %cmp.i2.not = icmp eq i32 %6, 0, !dbg !252
  br i1 %cmp.i2.not, label %_Z4mainDv3_jj.exit, label %for.body.i, !dbg !253

for.body.i:                                       ; preds = %entry, %for.body.i
  %i.0.i4 = phi i32 [ %inc.i, %for.body.i ], [ 0, %entry ]
  %length2.0.i3 = phi float [ %add.i, %for.body.i ], [ 0.000000e+00, %entry ]
    #dbg_value(i32 %i.0.i4, !232, !DIExpression(), !251)
    #dbg_value(float %length2.0.i3, !231, !DIExpression(), !238)
  %and.i = and i32 %i.0.i4, 3, !dbg !254
  %7 = extractelement <4 x float> %vecinit533.i, i32 %and.i, !dbg !255
  %8 = extractelement <4 x float> %5, i32 %and.i, !dbg !255
  %vecext6.i = fmul reassoc nnan ninf nsz arcp afn float %7, %8, !dbg !255
    #dbg_value(float %vecext6.i, !234, !DIExpression(), !256)
  %mul7.i = fmul reassoc nnan ninf nsz arcp afn float %vecext6.i, %vecext6.i, !dbg !257
  %add.i = fadd reassoc nnan ninf nsz arcp afn float %mul7.i, %length2.0.i3, !dbg !258
    #dbg_value(float %add.i, !231, !DIExpression(), !238)
  %inc.i = add nuw i32 %i.0.i4, 1, !dbg !259
    #dbg_value(i32 %inc.i, !232, !DIExpression(), !251)
  %exitcond.not = icmp eq i32 %inc.i, %6, !dbg !252
  br i1 %exitcond.not, label %_Z4mainDv3_jj.exit.loopexit, label %for.body.i, !dbg !253, !llvm.loop !260

_Z4mainDv3_jj.exit.loopexit:                      ; preds = %for.body.i
  %9 = fmul reassoc nnan ninf nsz arcp afn float %add.i, %add.i
  %10 = fadd reassoc nnan ninf nsz arcp afn float %9, 2.500000e-01, !dbg !264
  br label %_Z4mainDv3_jj.exit

_Z4mainDv3_jj.exit:                               ; preds = %_Z4mainDv3_jj.exit.loopexit, %entry
  %length2.0.i.lcssa = phi float [ 2.500000e-01, %entry ], [ %10, %_Z4mainDv3_jj.exit.loopexit ], !dbg !238
  %11 = tail call target("dx.TypedBuffer", float, 1, 0, 0) @llvm.dx.resource.handlefrombinding.tdx.TypedBuffer_f32_1_0_0t(i32 0, i32 0, i32 1, i32 0, ptr nonnull @.str), !dbg !217
    #dbg_value(target("dx.TypedBuffer", float, 1, 0, 0) %11, !211, !DIExpression(), !217)
  %12 = tail call i32 @llvm.dx.flattened.thread.id.in.group()
    #dbg_value(i32 %12, !227, !DIExpression(), !238)
    #dbg_value(float %length2.0.i.lcssa, !156, !DIExpression(), !266)
    #dbg_value(i32 2, !157, !DIExpression(), !266)
    #dbg_value(float %length2.0.i.lcssa, !158, !DIExpression(), !266)
    #dbg_value(float %length2.0.i.lcssa, !158, !DIExpression(), !266)
  %arrayidx.i = getelementptr inbounds nuw float, ptr addrspace(3) @sums, i32 %12, !dbg !267
  store float %length2.0.i.lcssa, ptr addrspace(3) %arrayidx.i, align 4, !dbg !268, !tbaa !269
  tail call void @llvm.dx.group.memory.barrier.with.group.sync(), !dbg !271
  %sub9.i = sub i32 63, %12, !dbg !272
  %arrayidx10.i = getelementptr inbounds nuw float, ptr addrspace(3) @sums, i32 %sub9.i, !dbg !273
  %13 = load float, ptr addrspace(3) %arrayidx10.i, align 4, !dbg !273, !tbaa !269
    #dbg_value(float %13, !237, !DIExpression(), !238)
  %.scalar = fmul reassoc nnan ninf nsz arcp afn float %13, 2.000000e+00, !dbg !274
  %14 = insertelement <3 x float> poison, float %.scalar, i64 0, !dbg !274
  %15 = shufflevector <3 x float> %14, <3 x float> poison, <3 x i32> zeroinitializer, !dbg !274
  %mul12.i = fmul reassoc nnan ninf nsz arcp afn <3 x float> %15, %sub.i, !dbg !274
    #dbg_value(<3 x float> %mul12.i, !228, !DIExpression(DW_OP_LLVM_fragment, 0, 96), !238)
  %16 = load i32, ptr @_ZL5calls, align 4, !dbg !275, !tbaa !148
  %inc14.i = add i32 %16, 1, !dbg !275
  store i32 %inc14.i, ptr @_ZL5calls, align 4, !dbg !275, !tbaa !148
  %add15.i = add i32 %inc14.i, %p.sroa.628.0.copyload.i, !dbg !276
    #dbg_value(i32 %add15.i, !228, !DIExpression(DW_OP_LLVM_fragment, 128, 32), !238)
    #dbg_value(ptr poison, !239, !DIExpression(), !277)
    #dbg_value(i32 %1, !242, !DIExpression(), !277)
  store <3 x float> %mul12.i, ptr %2, align 1, !dbg !279
  store i32 %p.sroa.6.0.copyload.i, ptr %p.sroa.6.0.call.sroa_idx.i, align 1, !dbg !279, !tbaa !246
  store i32 %add15.i, ptr %p.sroa.628.0.call.sroa_idx.i, align 1, !dbg !279, !tbaa !148
    #dbg_value(ptr poison, !280, !DIExpression(), !284)
    #dbg_value(i32 %1, !283, !DIExpression(), !284)
  %17 = tail call noundef nonnull align 4 dereferenceable(4) ptr @llvm.dx.resource.getpointer.p0.tdx.TypedBuffer_f32_1_0_0t(target("dx.TypedBuffer", float, 1, 0, 0) %11, i32 %1), !dbg !284
  store float %13, ptr %17, align 4, !dbg !286, !tbaa !269
  ret void
}

; Function Attrs: mustprogress nofree nosync nounwind willreturn memory(none)
declare i32 @llvm.dx.thread.id(i32) #3

; Function Attrs: mustprogress nofree nosync nounwind willreturn memory(none)
declare i32 @llvm.dx.flattened.thread.id.in.group() #3

; Function Attrs: convergent mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.dx.group.memory.barrier.with.group.sync() #4

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(none)
declare target("dx.TypedBuffer", float, 1, 0, 0) @llvm.dx.resource.handlefrombinding.tdx.TypedBuffer_f32_1_0_0t(i32, i32, i32, i32, ptr) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(none)
declare target("dx.RawBuffer", %struct.Particle, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_s_struct.Particles_1_0t(i32, i32, i32, i32, ptr) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(none)
declare ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_s_struct.Particles_1_0t(target("dx.RawBuffer", %struct.Particle, 1, 0), i32) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(none)
declare ptr @llvm.dx.resource.getpointer.p0.tdx.TypedBuffer_f32_1_0_0t(target("dx.TypedBuffer", float, 1, 0, 0), i32) #1

attributes #0 = { alwaysinline mustprogress nofree norecurse nosync nounwind willreturn memory(none) "no-infs-fp-math"="true" "no-nans-fp-math"="true" "no-signed-zeros-fp-math"="true" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(none) }
attributes #2 = { convergent nofree noinline norecurse nosync nounwind "hlsl.numthreads"="64,1,1" "hlsl.shader"="compute" "no-infs-fp-math"="false" "no-nans-fp-math"="false" "no-signed-zeros-fp-math"="false" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { mustprogress nofree nosync nounwind willreturn memory(none) }
attributes #4 = { convergent mustprogress nocallback nofree nosync nounwind willreturn }

!llvm.dbg.cu = !{!2}
!hlsl.cbs = !{!140}
!llvm.module.flags = !{!141, !142, !143, !144, !145}
!dx.valver = !{!146}
!llvm.ident = !{!147}
!llvm.errno.tbaa = !{!148}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "sums", scope: !2, file: !6, line: 26, type: !137, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_11, file: !3, producer: "clang version 22.1.8", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, retainedTypes: !12, globals: !21, imports: !135, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "<stdin>", directory: "", checksumkind: CSK_MD5, checksum: "dd6211107f05317b7ea4f7df647c3ec0")
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "Mode", scope: !7, file: !6, line: 2, baseType: !8, size: 32, elements: !9, identifier: "_ZTSN6curves4ModeE")
!6 = !DIFile(filename: "kinds.hlsl", directory: "", checksumkind: CSK_MD5, checksum: "dd6211107f05317b7ea4f7df647c3ec0")
!7 = !DINamespace(name: "curves", scope: null)
!8 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!9 = !{!10, !11}
!10 = !DIEnumerator(name: "Linear", value: 1, isUnsigned: true)
!11 = !DIEnumerator(name: "Square", value: 2, isUnsigned: true)
!12 = !{!13}
!13 = !DIDerivedType(tag: DW_TAG_typedef, name: "float4", scope: !15, file: !14, line: 96, baseType: !16)
!14 = !DIFile(filename: "headers/hlsl/hlsl_basic_types.h", directory: "", checksumkind: CSK_MD5, checksum: "eb7a046d7cb88ded579b537cf6a5603f")
!15 = !DINamespace(name: "hlsl", scope: null)
!16 = !DIDerivedType(tag: DW_TAG_typedef, name: "vector<float, 4>", scope: !15, file: !3, baseType: !17)
!17 = !DICompositeType(tag: DW_TAG_array_type, baseType: !18, size: 128, flags: DIFlagVector, elements: !19)
!18 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!19 = !{!20}
!20 = !DISubrange(count: 4)
!21 = !{!22, !25, !75, !0, !133}
!22 = !DIGlobalVariableExpression(var: !23, expr: !DIExpression(DW_OP_constu, 1048576000, DW_OP_stack_value))
!23 = distinct !DIGlobalVariable(name: "Bias", scope: !7, file: !6, line: 3, type: !24, isLocal: true, isDefinition: true)
!24 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !18)
!25 = !DIGlobalVariableExpression(var: !26, expr: !DIExpression())
!26 = distinct !DIGlobalVariable(name: "Out", linkageName: "_ZL3Out", scope: !2, file: !6, line: 24, type: !27, isLocal: true, isDefinition: true)
!27 = distinct !DICompositeType(tag: DW_TAG_class_type, name: "RWBuffer<float>", scope: !15, size: 32, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !28, templateParams: !73, identifier: "_ZTSN4hlsl8RWBufferIfEE")
!28 = !{!29, !32, !36, !41, !45, !52, !53, !58, !62, !65, !70}
!29 = !DIDerivedType(tag: DW_TAG_member, name: "__handle", scope: !27, file: !3, line: 24, baseType: !30, size: 32)
!30 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !31, size: 32)
!31 = !DICompositeType(tag: DW_TAG_structure_type, name: "__hlsl_resource_t", file: !3, flags: DIFlagFwdDecl)
!32 = !DISubprogram(name: "RWBuffer", linkageName: "_ZN4hlsl8RWBufferIfEC4Ev", scope: !27, file: !3, type: !33, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!33 = !DISubroutineType(types: !34)
!34 = !{null, !35}
!35 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !27, size: 32, flags: DIFlagArtificial | DIFlagObjectPointer)
!36 = !DISubprogram(name: "RWBuffer", linkageName: "_ZN4hlsl8RWBufferIfEC4ERKS1_", scope: !27, file: !3, type: !37, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!37 = !DISubroutineType(types: !38)
!38 = !{null, !35, !39}
!39 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !40, size: 32)
!40 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !27)
!41 = !DISubprogram(name: "operator=", linkageName: "_ZN4hlsl8RWBufferIfEaSERKS1_", scope: !27, file: !3, type: !42, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!42 = !DISubroutineType(types: !43)
!43 = !{!44, !35, !39}
!44 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !27, size: 32)
!45 = !DISubprogram(name: "__createFromBinding", linkageName: "_ZN4hlsl8RWBufferIfE19__createFromBindingEjjijPKc", scope: !27, file: !3, type: !46, flags: DIFlagPublic | DIFlagPrototyped | DIFlagStaticMember, spFlags: DISPFlagOptimized)
!46 = !DISubroutineType(types: !47)
!47 = !{!27, !8, !8, !48, !8, !49}
!48 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!49 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !50, size: 32)
!50 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !51)
!51 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!52 = !DISubprogram(name: "__createFromImplicitBinding", linkageName: "_ZN4hlsl8RWBufferIfE27__createFromImplicitBindingEjjijPKc", scope: !27, file: !3, type: !46, flags: DIFlagPublic | DIFlagPrototyped | DIFlagStaticMember, spFlags: DISPFlagOptimized)
!53 = !DISubprogram(name: "operator[]", linkageName: "_ZNK4hlsl8RWBufferIfEixEj", scope: !27, file: !3, type: !54, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!54 = !DISubroutineType(types: !55)
!55 = !{!56, !57, !8}
!56 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !24, size: 32)
!57 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !40, size: 32, flags: DIFlagArtificial | DIFlagObjectPointer)
!58 = !DISubprogram(name: "operator[]", linkageName: "_ZN4hlsl8RWBufferIfEixEj", scope: !27, file: !3, type: !59, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!59 = !DISubroutineType(types: !60)
!60 = !{!61, !35, !8}
!61 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !18, size: 32)
!62 = !DISubprogram(name: "Load", linkageName: "_ZN4hlsl8RWBufferIfE4LoadEj", scope: !27, file: !3, type: !63, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!63 = !DISubroutineType(types: !64)
!64 = !{!18, !35, !8}
!65 = !DISubprogram(name: "Load", linkageName: "_ZN4hlsl8RWBufferIfE4LoadEjRj", scope: !27, file: !3, type: !66, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!66 = !DISubroutineType(types: !67)
!67 = !{!18, !35, !8, !68}
!68 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !69)
!69 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !8, size: 32)
!70 = !DISubprogram(name: "GetDimensions", linkageName: "_ZN4hlsl8RWBufferIfE13GetDimensionsERj", scope: !27, file: !3, type: !71, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!71 = !DISubroutineType(types: !72)
!72 = !{null, !35, !68}
!73 = !{!74}
!74 = !DITemplateTypeParameter(name: "element_type", type: !18)
!75 = !DIGlobalVariableExpression(var: !76, expr: !DIExpression())
!76 = distinct !DIGlobalVariable(name: "Particles", linkageName: "_ZL9Particles", scope: !2, file: !6, line: 25, type: !77, isLocal: true, isDefinition: true)
!77 = distinct !DICompositeType(tag: DW_TAG_class_type, name: "RWStructuredBuffer<Particle>", scope: !15, size: 64, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !78, templateParams: !131, identifier: "_ZTSN4hlsl18RWStructuredBufferI8ParticleEE")
!78 = !{!79, !80, !81, !85, !90, !94, !97, !98, !114, !118, !121, !124, !127, !128}
!79 = !DIDerivedType(tag: DW_TAG_member, name: "__handle", scope: !77, file: !3, line: 25, baseType: !30, size: 32)
!80 = !DIDerivedType(tag: DW_TAG_member, name: "__counter_handle", scope: !77, file: !3, line: 25, baseType: !30, size: 32, offset: 32)
!81 = !DISubprogram(name: "RWStructuredBuffer", linkageName: "_ZN4hlsl18RWStructuredBufferI8ParticleEC4Ev", scope: !77, file: !3, type: !82, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!82 = !DISubroutineType(types: !83)
!83 = !{null, !84}
!84 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !77, size: 32, flags: DIFlagArtificial | DIFlagObjectPointer)
!85 = !DISubprogram(name: "RWStructuredBuffer", linkageName: "_ZN4hlsl18RWStructuredBufferI8ParticleEC4ERKS2_", scope: !77, file: !3, type: !86, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!86 = !DISubroutineType(types: !87)
!87 = !{null, !84, !88}
!88 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !89, size: 32)
!89 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !77)
!90 = !DISubprogram(name: "operator=", linkageName: "_ZN4hlsl18RWStructuredBufferI8ParticleEaSERKS2_", scope: !77, file: !3, type: !91, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!91 = !DISubroutineType(types: !92)
!92 = !{!93, !84, !88}
!93 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !77, size: 32)
!94 = !DISubprogram(name: "__createFromBindingWithImplicitCounter", linkageName: "_ZN4hlsl18RWStructuredBufferI8ParticleE38__createFromBindingWithImplicitCounterEjjijPKcj", scope: !77, file: !3, type: !95, flags: DIFlagPublic | DIFlagPrototyped | DIFlagStaticMember, spFlags: DISPFlagOptimized)
!95 = !DISubroutineType(types: !96)
!96 = !{!77, !8, !8, !48, !8, !49, !8}
!97 = !DISubprogram(name: "__createFromImplicitBindingWithImplicitCounter", linkageName: "_ZN4hlsl18RWStructuredBufferI8ParticleE46__createFromImplicitBindingWithImplicitCounterEjjijPKcj", scope: !77, file: !3, type: !95, flags: DIFlagPublic | DIFlagPrototyped | DIFlagStaticMember, spFlags: DISPFlagOptimized)
!98 = !DISubprogram(name: "operator[]", linkageName: "_ZNK4hlsl18RWStructuredBufferI8ParticleEixEj", scope: !77, file: !3, type: !99, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!99 = !DISubroutineType(types: !100)
!100 = !{!101, !113, !8}
!101 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !102, size: 32)
!102 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !103)
!103 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Particle", file: !6, line: 13, size: 160, flags: DIFlagTypePassByValue, elements: !104, identifier: "_ZTS8Particle")
!104 = !{!105, !111}
!105 = !DIDerivedType(tag: DW_TAG_member, name: "position", scope: !103, file: !6, line: 14, baseType: !106, size: 128)
!106 = !DIDerivedType(tag: DW_TAG_typedef, name: "float3", scope: !15, file: !14, line: 95, baseType: !107)
!107 = !DIDerivedType(tag: DW_TAG_typedef, name: "vector<float, 3>", scope: !15, file: !3, baseType: !108)
!108 = !DICompositeType(tag: DW_TAG_array_type, baseType: !18, size: 128, flags: DIFlagVector, elements: !109)
!109 = !{!110}
!110 = !DISubrange(count: 3)
!111 = !DIDerivedType(tag: DW_TAG_member, name: "age", scope: !103, file: !6, line: 15, baseType: !112, size: 32, offset: 128)
!112 = !DIDerivedType(tag: DW_TAG_typedef, name: "uint", scope: !15, file: !14, line: 35, baseType: !8)
!113 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !89, size: 32, flags: DIFlagArtificial | DIFlagObjectPointer)
!114 = !DISubprogram(name: "operator[]", linkageName: "_ZN4hlsl18RWStructuredBufferI8ParticleEixEj", scope: !77, file: !3, type: !115, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!115 = !DISubroutineType(types: !116)
!116 = !{!117, !84, !8}
!117 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !103, size: 32)
!118 = !DISubprogram(name: "Load", linkageName: "_ZN4hlsl18RWStructuredBufferI8ParticleE4LoadEj", scope: !77, file: !3, type: !119, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!119 = !DISubroutineType(types: !120)
!120 = !{!103, !84, !8}
!121 = !DISubprogram(name: "Load", linkageName: "_ZN4hlsl18RWStructuredBufferI8ParticleE4LoadEjRj", scope: !77, file: !3, type: !122, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!122 = !DISubroutineType(types: !123)
!123 = !{!103, !84, !8, !68}
!124 = !DISubprogram(name: "IncrementCounter", linkageName: "_ZN4hlsl18RWStructuredBufferI8ParticleE16IncrementCounterEv", scope: !77, file: !3, type: !125, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!125 = !DISubroutineType(types: !126)
!126 = !{!8, !84}
!127 = !DISubprogram(name: "DecrementCounter", linkageName: "_ZN4hlsl18RWStructuredBufferI8ParticleE16DecrementCounterEv", scope: !77, file: !3, type: !125, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!128 = !DISubprogram(name: "GetDimensions", linkageName: "_ZN4hlsl18RWStructuredBufferI8ParticleE13GetDimensionsERjS3_", scope: !77, file: !3, type: !129, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!129 = !DISubroutineType(types: !130)
!130 = !{null, !84, !68, !68}
!131 = !{!132}
!132 = !DITemplateTypeParameter(name: "element_type", type: !103)
!133 = !DIGlobalVariableExpression(var: !134, expr: !DIExpression())
!134 = distinct !DIGlobalVariable(name: "calls", linkageName: "_ZL5calls", scope: !2, file: !6, line: 27, type: !112, isLocal: true, isDefinition: true)
!135 = !{!136}
!136 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !2, entity: !7, file: !6, line: 11)
!137 = !DICompositeType(tag: DW_TAG_array_type, baseType: !18, size: 2048, elements: !138)
!138 = !{!139}
!139 = !DISubrange(count: 64)
!140 = !{ptr @Settings.cb, ptr addrspace(2) @scale, ptr addrspace(2) @origin, ptr addrspace(2) @count}
!141 = !{i32 7, !"Dwarf Version", i32 5}
!142 = !{i32 2, !"Debug Info Version", i32 3}
!143 = !{i32 1, !"wchar_size", i32 4}
!144 = !{i32 1, !"dx.nativelowprec", i32 1}
!145 = !{i32 7, !"debug-info-assignment-tracking", i1 true}
!146 = !{i32 1, i32 8}
!147 = !{!"clang version 22.1.8"}
!148 = !{!149, !149, i64 0}
!149 = !{!"int", !150, i64 0}
!150 = !{!"omnipotent char", !151, i64 0}
!151 = !{!"Simple C++ TBAA"}
!152 = distinct !DISubprogram(name: "bend", linkageName: "_ZN6curves4bendEfNS_4ModeE", scope: !7, file: !6, line: 4, type: !153, scopeLine: 4, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !155)
!153 = !DISubroutineType(types: !154)
!154 = !{!18, !18, !5}
!155 = !{!156, !157, !158}
!156 = !DILocalVariable(name: "x", arg: 1, scope: !152, file: !6, line: 4, type: !18)
!157 = !DILocalVariable(name: "mode", arg: 2, scope: !152, file: !6, line: 4, type: !5)
!158 = !DILocalVariable(name: "y", scope: !152, file: !6, line: 5, type: !18)
!159 = !DILocation(line: 0, scope: !152)
!160 = !DILocation(line: 6, column: 12, scope: !161)
!161 = distinct !DILexicalBlock(scope: !152, file: !6, line: 6, column: 7)
!162 = !DILocation(line: 8, column: 12, scope: !152)
!163 = !DILocation(line: 8, column: 3, scope: !152)
!164 = !DILocalVariable(name: "other", arg: 2, scope: !165, file: !3, type: !88)
!165 = distinct !DISubprogram(name: "RWStructuredBuffer", linkageName: "_ZN4hlsl18RWStructuredBufferI8ParticleEC2ERKS2_", scope: !77, file: !3, line: 51, type: !86, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !85, retainedNodes: !166)
!166 = !{!167, !164}
!167 = !DILocalVariable(name: "this", arg: 1, scope: !165, type: !93, flags: DIFlagArtificial | DIFlagObjectPointer)
!168 = !DILocation(line: 0, scope: !165, inlinedAt: !169)
!169 = distinct !DILocation(line: 51, column: 1, scope: !170, inlinedAt: !174)
!170 = distinct !DISubprogram(name: "RWStructuredBuffer", linkageName: "_ZN4hlsl18RWStructuredBufferI8ParticleEC1ERKS2_", scope: !77, file: !3, line: 51, type: !86, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !85, retainedNodes: !171)
!171 = !{!172, !173}
!172 = !DILocalVariable(name: "this", arg: 1, scope: !170, type: !93, flags: DIFlagArtificial | DIFlagObjectPointer)
!173 = !DILocalVariable(name: "other", arg: 2, scope: !170, file: !3, type: !88)
!174 = distinct !DILocation(line: 0, scope: !175, inlinedAt: !184)
!175 = distinct !DISubprogram(name: "__createFromBindingWithImplicitCounter", linkageName: "_ZN4hlsl18RWStructuredBufferI8ParticleE38__createFromBindingWithImplicitCounterEjjijPKcj", scope: !77, file: !3, line: 51, type: !95, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !94, retainedNodes: !176)
!176 = !{!177, !178, !179, !180, !181, !182, !183}
!177 = !DILocalVariable(name: "registerNo", arg: 1, scope: !175, file: !3, type: !8)
!178 = !DILocalVariable(name: "spaceNo", arg: 2, scope: !175, file: !3, type: !8)
!179 = !DILocalVariable(name: "range", arg: 3, scope: !175, file: !3, type: !48)
!180 = !DILocalVariable(name: "index", arg: 4, scope: !175, file: !3, type: !8)
!181 = !DILocalVariable(name: "name", arg: 5, scope: !175, file: !3, type: !49)
!182 = !DILocalVariable(name: "counterOrderId", arg: 6, scope: !175, file: !3, type: !8)
!183 = !DILocalVariable(name: "tmp", scope: !175, file: !3, type: !77)
!184 = distinct !DILocation(line: 0, scope: !185, inlinedAt: !188)
!185 = distinct !DISubprogram(name: "__cxx_global_var_init.1", scope: !3, file: !3, type: !186, flags: DIFlagArtificial | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2)
!186 = !DISubroutineType(types: !187)
!187 = !{null}
!188 = distinct !DILocation(line: 0, scope: !189)
!189 = distinct !DISubprogram(linkageName: "_GLOBAL__sub_I_kinds.hlsl", scope: !3, file: !3, type: !190, flags: DIFlagArtificial | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2)
!190 = !DISubroutineType(types: !191)
!191 = !{}
!192 = !DILocation(line: 0, scope: !170, inlinedAt: !174)
!193 = !DILocalVariable(name: "other", arg: 2, scope: !194, file: !3, type: !39)
!194 = distinct !DISubprogram(name: "RWBuffer", linkageName: "_ZN4hlsl8RWBufferIfEC2ERKS1_", scope: !27, file: !3, line: 51, type: !37, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !36, retainedNodes: !195)
!195 = !{!196, !193}
!196 = !DILocalVariable(name: "this", arg: 1, scope: !194, type: !44, flags: DIFlagArtificial | DIFlagObjectPointer)
!197 = !DILocation(line: 0, scope: !194, inlinedAt: !198)
!198 = distinct !DILocation(line: 51, column: 1, scope: !199, inlinedAt: !203)
!199 = distinct !DISubprogram(name: "RWBuffer", linkageName: "_ZN4hlsl8RWBufferIfEC1ERKS1_", scope: !27, file: !3, line: 51, type: !37, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !36, retainedNodes: !200)
!200 = !{!201, !202}
!201 = !DILocalVariable(name: "this", arg: 1, scope: !199, type: !44, flags: DIFlagArtificial | DIFlagObjectPointer)
!202 = !DILocalVariable(name: "other", arg: 2, scope: !199, file: !3, type: !39)
!203 = distinct !DILocation(line: 0, scope: !204, inlinedAt: !212)
!204 = distinct !DISubprogram(name: "__createFromBinding", linkageName: "_ZN4hlsl8RWBufferIfE19__createFromBindingEjjijPKc", scope: !27, file: !3, line: 51, type: !46, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !45, retainedNodes: !205)
!205 = !{!206, !207, !208, !209, !210, !211}
!206 = !DILocalVariable(name: "registerNo", arg: 1, scope: !204, file: !3, type: !8)
!207 = !DILocalVariable(name: "spaceNo", arg: 2, scope: !204, file: !3, type: !8)
!208 = !DILocalVariable(name: "range", arg: 3, scope: !204, file: !3, type: !48)
!209 = !DILocalVariable(name: "index", arg: 4, scope: !204, file: !3, type: !8)
!210 = !DILocalVariable(name: "name", arg: 5, scope: !204, file: !3, type: !49)
!211 = !DILocalVariable(name: "tmp", scope: !204, file: !3, type: !27)
!212 = distinct !DILocation(line: 0, scope: !213, inlinedAt: !214)
!213 = distinct !DISubprogram(name: "__cxx_global_var_init", scope: !3, file: !3, type: !186, flags: DIFlagArtificial | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2)
!214 = distinct !DILocation(line: 0, scope: !189)
!215 = !DILocation(line: 0, scope: !199, inlinedAt: !203)
!216 = !DILocation(line: 0, scope: !189)
!217 = !DILocation(line: 0, scope: !204, inlinedAt: !212)
!218 = !DILocation(line: 0, scope: !175, inlinedAt: !184)
!219 = !DILocalVariable(name: "id", arg: 1, scope: !220, file: !6, line: 35, type: !223)
!220 = distinct !DISubprogram(name: "main", linkageName: "_Z4mainDv3_jj", scope: !6, file: !6, line: 35, type: !221, scopeLine: 35, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !226)
!221 = !DISubroutineType(types: !222)
!222 = !{null, !223, !112}
!223 = !DIDerivedType(tag: DW_TAG_typedef, name: "uint3", scope: !15, file: !14, line: 70, baseType: !224)
!224 = !DIDerivedType(tag: DW_TAG_typedef, name: "vector<unsigned int, 3>", scope: !15, file: !3, baseType: !225)
!225 = !DICompositeType(tag: DW_TAG_array_type, baseType: !112, size: 128, flags: DIFlagVector, elements: !109)
!226 = !{!219, !227, !228, !229, !230, !231, !232, !234, !237}
!227 = !DILocalVariable(name: "lane", arg: 2, scope: !220, file: !6, line: 35, type: !112)
!228 = !DILocalVariable(name: "p", scope: !220, file: !6, line: 36, type: !103)
!229 = !DILocalVariable(name: "offset", scope: !220, file: !6, line: 37, type: !106)
!230 = !DILocalVariable(name: "wide", scope: !220, file: !6, line: 38, type: !13)
!231 = !DILocalVariable(name: "length2", scope: !220, file: !6, line: 39, type: !18)
!232 = !DILocalVariable(name: "i", scope: !233, file: !6, line: 40, type: !112)
!233 = distinct !DILexicalBlock(scope: !220, file: !6, line: 40, column: 3)
!234 = !DILocalVariable(name: "part", scope: !235, file: !6, line: 41, type: !18)
!235 = distinct !DILexicalBlock(scope: !236, file: !6, line: 40, column: 36)
!236 = distinct !DILexicalBlock(scope: !233, file: !6, line: 40, column: 3)
!237 = !DILocalVariable(name: "total", scope: !220, file: !6, line: 46, type: !18)
!238 = !DILocation(line: 0, scope: !220)
!239 = !DILocalVariable(name: "this", arg: 1, scope: !240, type: !93, flags: DIFlagArtificial | DIFlagObjectPointer)
!240 = distinct !DISubprogram(name: "operator[]", linkageName: "_ZN4hlsl18RWStructuredBufferI8ParticleEixEj", scope: !77, file: !3, line: 27, type: !115, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !114, retainedNodes: !241)
!241 = !{!239, !242}
!242 = !DILocalVariable(name: "Index", arg: 2, scope: !240, file: !3, type: !8)
!243 = !DILocation(line: 0, scope: !240, inlinedAt: !244)
!244 = distinct !DILocation(line: 36, column: 16, scope: !220)
!245 = !DILocation(line: 36, column: 16, scope: !220)
!246 = !{!150, !150, i64 0}
!247 = !DILocation(line: 37, column: 32, scope: !220)
!248 = !DILocation(line: 37, column: 30, scope: !220)
!249 = !DILocation(line: 38, column: 24, scope: !220)
!250 = !DILocation(line: 38, column: 37, scope: !220)
!251 = !DILocation(line: 0, scope: !233)
!252 = !DILocation(line: 40, column: 22, scope: !236)
!253 = !DILocation(line: 40, column: 3, scope: !233)
!254 = !DILocation(line: 41, column: 25, scope: !235)
!255 = !DILocation(line: 41, column: 18, scope: !235)
!256 = !DILocation(line: 0, scope: !235)
!257 = !DILocation(line: 42, column: 21, scope: !235)
!258 = !DILocation(line: 42, column: 13, scope: !235)
!259 = !DILocation(line: 40, column: 31, scope: !236)
!260 = distinct !{!260, !253, !261, !262, !263}
!261 = !DILocation(line: 43, column: 3, scope: !233)
!262 = !{!"llvm.loop.mustprogress"}
!263 = !{!"llvm.loop.unroll.disable"}
!264 = !DILocation(line: 8, column: 12, scope: !152, inlinedAt: !265)
!265 = distinct !DILocation(line: 44, column: 16, scope: !220)
!266 = !DILocation(line: 0, scope: !152, inlinedAt: !265)
!267 = !DILocation(line: 44, column: 3, scope: !220)
!268 = !DILocation(line: 44, column: 14, scope: !220)
!269 = !{!270, !270, i64 0}
!270 = !{!"float", !150, i64 0}
!271 = !DILocation(line: 45, column: 3, scope: !220)
!272 = !DILocation(line: 46, column: 25, scope: !220)
!273 = !DILocation(line: 46, column: 17, scope: !220)
!274 = !DILocation(line: 47, column: 30, scope: !220)
!275 = !DILocation(line: 48, column: 12, scope: !220)
!276 = !DILocation(line: 48, column: 9, scope: !220)
!277 = !DILocation(line: 0, scope: !240, inlinedAt: !278)
!278 = distinct !DILocation(line: 49, column: 3, scope: !220)
!279 = !DILocation(line: 49, column: 19, scope: !220)
!280 = !DILocalVariable(name: "this", arg: 1, scope: !281, type: !44, flags: DIFlagArtificial | DIFlagObjectPointer)
!281 = distinct !DISubprogram(name: "operator[]", linkageName: "_ZN4hlsl8RWBufferIfEixEj", scope: !27, file: !3, line: 32, type: !59, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !58, retainedNodes: !282)
!282 = !{!280, !283}
!283 = !DILocalVariable(name: "Index", arg: 2, scope: !281, file: !3, type: !8)
!284 = !DILocation(line: 0, scope: !281, inlinedAt: !285)
!285 = distinct !DILocation(line: 50, column: 3, scope: !220)
!286 = !DILocation(line: 50, column: 13, scope: !220)
