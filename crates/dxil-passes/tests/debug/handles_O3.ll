; ModuleID = 'handles.hlsl'
source_filename = "handles.hlsl"
target datalayout = "e-m:e-ve-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64"
target triple = "dxilv1.6-pc-shadermodel6.6-compute"

%__cblayout_Frame = type <{ %Light, <{ [3 x <{ float, target("dx.Padding", 12) }>], float }> }>
%Light = type <{ <3 x float>, float }>
%struct.Pair = type { <2 x float>, i32 }
%struct.Light = type { <3 x float>, float }

@.str = private unnamed_addr constant [6 x i8] c"Bytes\00", align 1
@.str.2 = private unnamed_addr constant [7 x i8] c"Lights\00", align 1
@Frame.cb = internal global target("dx.CBuffer", %__cblayout_Frame) poison
@key = external hidden local_unnamed_addr addrspace(2) global %Light, align 1
@weights = external hidden local_unnamed_addr addrspace(2) global <{ [3 x <{ float, target("dx.Padding", 12) }>], float }>, align 4
@Frame.str = private unnamed_addr constant [6 x i8] c"Frame\00", align 1
@shared_pair = external hidden local_unnamed_addr addrspace(3) global [8 x %struct.Pair], align 1
@Out.str = private unnamed_addr constant [4 x i8] c"Out\00", align 1
@llvm.compiler.used = appending global [1 x ptr] [ptr @Frame.cb], section "llvm.metadata"

; Function Attrs: convergent mustprogress nocallback nofree nosync nounwind willreturn memory(none)
declare token @llvm.experimental.convergence.entry() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(none)
declare target("dx.CBuffer", %__cblayout_Frame) @llvm.dx.resource.handlefrombinding.tdx.CBuffer_s___cblayout_Framest(i32, i32, i32, i32, ptr) #1

; Function Attrs: alwaysinline convergent mustprogress nofree norecurse nosync nounwind willreturn memory(read, argmem: readwrite, inaccessiblemem: none, target_mem: none)
define hidden noundef nofpclass(nan inf) <3 x float> @_Z3litN4hlsl16StructuredBufferI5LightEEjRf(ptr nofree noundef readonly align 4 captures(none) dead_on_return %lights, i32 noundef %at, ptr noalias nofree noundef nonnull writeonly align 4 captures(none) dereferenceable(4) initializes((0, 4)) %power) local_unnamed_addr #2 !dbg !152 {
entry:
  %0 = tail call token @llvm.experimental.convergence.entry()
    #dbg_value(ptr %lights, !159, !DIExpression(DW_OP_deref), !163)
    #dbg_value(i32 %at, !160, !DIExpression(), !163)
    #dbg_value(ptr %power, !161, !DIExpression(), !163)
    #dbg_value(ptr %lights, !164, !DIExpression(), !168)
    #dbg_value(i32 %at, !167, !DIExpression(), !168)
  %1 = load target("dx.RawBuffer", %struct.Light, 0, 0), ptr %lights, align 4, !dbg !168, !tbaa !170
  %2 = call noundef nonnull align 1 dereferenceable(16) ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_s_struct.Lights_0_0t.i32(target("dx.RawBuffer", %struct.Light, 0, 0) %1, i32 %at) [ "convergencectrl"(token %0) ], !dbg !168
  %light.sroa.0.0.copyload = load <3 x float>, ptr %2, align 1, !dbg !172, !tbaa !173
  %light.sroa.4.0.call1.sroa_idx = getelementptr inbounds nuw i8, ptr %2, i32 12, !dbg !172
  %light.sroa.4.0.copyload = load float, ptr %light.sroa.4.0.call1.sroa_idx, align 1, !dbg !172, !tbaa !174
    #dbg_value(<3 x float> %light.sroa.0.0.copyload, !162, !DIExpression(DW_OP_LLVM_fragment, 0, 96), !163)
    #dbg_value(float %light.sroa.4.0.copyload, !162, !DIExpression(DW_OP_LLVM_fragment, 96, 32), !163)
  store float %light.sroa.4.0.copyload, ptr %power, align 4, !dbg !176, !tbaa !174
  %splat.splatinsert = insertelement <3 x float> poison, float %light.sroa.4.0.copyload, i64 0, !dbg !177
  %splat.splat = shufflevector <3 x float> %splat.splatinsert, <3 x float> poison, <3 x i32> zeroinitializer, !dbg !177
  %mul = fmul reassoc nnan ninf nsz arcp afn <3 x float> %splat.splat, %light.sroa.0.0.copyload, !dbg !178
  ret <3 x float> %mul, !dbg !179
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #3

; Function Attrs: alwaysinline mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: write)
define hidden void @_Z4makefi(ptr dead_on_unwind noalias nofree writable writeonly sret(%struct.Pair) align 1 captures(none) initializes((0, 12)) %agg.result, float noundef nofpclass(nan inf) %x, i32 noundef %k) local_unnamed_addr #4 !dbg !180 {
entry:
    #dbg_value(ptr %agg.result, !190, !DIExpression(DW_OP_deref), !191)
    #dbg_value(float %x, !188, !DIExpression(), !191)
    #dbg_value(i32 %k, !189, !DIExpression(), !191)
  %vecinit = insertelement <2 x float> poison, float %x, i64 0, !dbg !192
  %mul = fmul reassoc nnan ninf nsz arcp afn float %x, 2.000000e+00, !dbg !193
  %vecinit1 = insertelement <2 x float> %vecinit, float %mul, i64 1, !dbg !192
  store <2 x float> %vecinit1, ptr %agg.result, align 1, !dbg !194, !tbaa !173
  %b = getelementptr inbounds nuw i8, ptr %agg.result, i32 8, !dbg !195
  store i32 %k, ptr %b, align 1, !dbg !196, !tbaa !197
  ret void, !dbg !199
}

; Function Attrs: convergent mustprogress nofree noinline norecurse nosync nounwind willreturn
define void @main() local_unnamed_addr #5 {
entry:
    #dbg_value(ptr poison, !200, !DIExpression(), !204)
    #dbg_value(ptr poison, !209, !DIExpression(), !226)
    #dbg_value(ptr poison, !227, !DIExpression(), !231)
    #dbg_value(ptr poison, !236, !DIExpression(), !249)
    #dbg_value(ptr poison, !250, !DIExpression(), !290)
    #dbg_value(ptr poison, !203, !DIExpression(), !317)
    #dbg_value(ptr poison, !208, !DIExpression(), !320)
    #dbg_value(ptr poison, !164, !DIExpression(), !321)
  %local.i = alloca [4 x float], align 4, !DIAssignID !324
    #dbg_assign(i1 poison, !305, !DIExpression(), !324, ptr %local.i, !DIExpression(), !325)
  %0 = tail call token @llvm.experimental.convergence.entry()
    #dbg_value(i32 0, !240, !DIExpression(), !326)
    #dbg_value(i32 0, !241, !DIExpression(), !326)
    #dbg_value(i32 1, !242, !DIExpression(), !326)
    #dbg_value(i32 0, !243, !DIExpression(), !326)
    #dbg_value(ptr @.str, !244, !DIExpression(), !326)
  %1 = tail call target("dx.RawBuffer", i8, 0, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i8_0_0t(i32 0, i32 0, i32 1, i32 0, ptr nonnull @.str), !dbg !326
    #dbg_value(target("dx.RawBuffer", i8, 0, 0) %1, !245, !DIExpression(), !326)
    #dbg_value(ptr poison, !235, !DIExpression(), !249)
    #dbg_value(ptr undef, !236, !DIExpression(), !249)
    #dbg_value(ptr poison, !230, !DIExpression(), !231)
    #dbg_value(ptr undef, !227, !DIExpression(), !231)
    #dbg_value(i32 1, !213, !DIExpression(), !327)
    #dbg_value(i32 0, !214, !DIExpression(), !327)
    #dbg_value(i32 1, !215, !DIExpression(), !327)
    #dbg_value(i32 0, !216, !DIExpression(), !327)
    #dbg_value(ptr @.str.2, !217, !DIExpression(), !327)
  %2 = tail call target("dx.RawBuffer", %struct.Light, 0, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_s_struct.Lights_0_0t(i32 0, i32 1, i32 1, i32 0, ptr nonnull @.str.2), !dbg !327
    #dbg_value(target("dx.RawBuffer", %struct.Light, 0, 0) %2, !218, !DIExpression(), !327)
    #dbg_value(ptr poison, !208, !DIExpression(), !226)
    #dbg_value(ptr undef, !209, !DIExpression(), !226)
    #dbg_value(ptr poison, !203, !DIExpression(), !204)
    #dbg_value(ptr undef, !200, !DIExpression(), !204)
  %Frame.cb_h.i.i = tail call target("dx.CBuffer", %__cblayout_Frame) @llvm.dx.resource.handlefrombinding.tdx.CBuffer_s___cblayout_Framest(i32 0, i32 1, i32 1, i32 0, ptr nonnull @Frame.str), !dbg !328
  store target("dx.CBuffer", %__cblayout_Frame) %Frame.cb_h.i.i, ptr @Frame.cb, align 4, !dbg !328
  %3 = tail call i32 @llvm.dx.flattened.thread.id.in.group()
    #dbg_value(<3 x i32> poison, !299, !DIExpression(), !325)
    #dbg_value(i32 %3, !300, !DIExpression(), !325)
    #dbg_value(i32 0, !329, !DIExpression(), !337)
    #dbg_value(i32 0, !332, !DIExpression(), !337)
    #dbg_value(i32 4, !333, !DIExpression(), !337)
    #dbg_value(i32 2, !334, !DIExpression(), !337)
    #dbg_value(ptr @Out.str, !335, !DIExpression(), !337)
    #dbg_value(target("dx.TypedBuffer", <4 x float>, 1, 0, 0) poison, !336, !DIExpression(), !337)
    #dbg_value(target("dx.TypedBuffer", <4 x float>, 1, 0, 0) poison, !301, !DIExpression(), !325)
    #dbg_value(ptr undef, !208, !DIExpression(), !320)
    #dbg_value(ptr poison, !209, !DIExpression(), !320)
    #dbg_value(ptr undef, !203, !DIExpression(), !317)
    #dbg_value(ptr poison, !200, !DIExpression(), !317)
    #dbg_value(ptr undef, !159, !DIExpression(DW_OP_deref), !339)
    #dbg_value(i32 %3, !160, !DIExpression(), !339)
    #dbg_value(ptr poison, !161, !DIExpression(), !339)
    #dbg_value(ptr undef, !164, !DIExpression(), !321)
    #dbg_value(i32 %3, !167, !DIExpression(), !321)
  %4 = call noundef nonnull align 1 dereferenceable(16) ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_s_struct.Lights_0_0t.i32(target("dx.RawBuffer", %struct.Light, 0, 0) %2, i32 %3) [ "convergencectrl"(token %0) ], !dbg !321
  %light.sroa.0.0.copyload.i.i = load <3 x float>, ptr %4, align 1, !dbg !340, !tbaa !173, !noalias !341
  %light.sroa.4.0.call1.sroa_idx.i.i = getelementptr inbounds nuw i8, ptr %4, i32 12, !dbg !340
  %light.sroa.4.0.copyload.i.i = load float, ptr %light.sroa.4.0.call1.sroa_idx.i.i, align 1, !dbg !340, !tbaa !174, !noalias !341
    #dbg_value(<3 x float> %light.sroa.0.0.copyload.i.i, !162, !DIExpression(DW_OP_LLVM_fragment, 0, 96), !339)
    #dbg_value(float %light.sroa.4.0.copyload.i.i, !162, !DIExpression(DW_OP_LLVM_fragment, 96, 32), !339)
    #dbg_value(float %light.sroa.4.0.copyload.i.i, !302, !DIExpression(), !325)
    #dbg_value(<3 x float> poison, !303, !DIExpression(), !325)
  %mul.i = shl i32 %3, 2, !dbg !344
    #dbg_value(ptr poison, !345, !DIExpression(), !349)
    #dbg_value(i32 %mul.i, !348, !DIExpression(), !349)
  %5 = call ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_i8_0_0t.i32(target("dx.RawBuffer", i8, 0, 0) %1, i32 %mul.i) [ "convergencectrl"(token %0) ], !dbg !349
  %6 = load i32, ptr %5, align 4, !dbg !349, !tbaa !351
    #dbg_value(i32 %6, !304, !DIExpression(), !325)
  call void @llvm.lifetime.start.p0(ptr nonnull %local.i) #8, !dbg !352
    #dbg_value(i32 0, !307, !DIExpression(), !353)
  store float %light.sroa.4.0.copyload.i.i, ptr %local.i, align 4, !dbg !354, !tbaa !174
    #dbg_value(i32 1, !307, !DIExpression(), !353)
  %mul5.i.1 = fmul reassoc nnan ninf nsz arcp afn float %light.sroa.4.0.copyload.i.i, 2.000000e+00, !dbg !356
  %arrayidx6.i.1 = getelementptr inbounds nuw i8, ptr %local.i, i32 4, !dbg !357
  store float %mul5.i.1, ptr %arrayidx6.i.1, align 4, !dbg !354, !tbaa !174
    #dbg_value(i32 2, !307, !DIExpression(), !353)
  %mul5.i.2 = fmul reassoc nnan ninf nsz arcp afn float %light.sroa.4.0.copyload.i.i, 4.000000e+00, !dbg !356
  %arrayidx6.i.2 = getelementptr inbounds nuw i8, ptr %local.i, i32 8, !dbg !357
  store float %mul5.i.2, ptr %arrayidx6.i.2, align 4, !dbg !354, !tbaa !174
    #dbg_value(i32 3, !307, !DIExpression(), !353)
  %mul5.i.3 = fmul reassoc nnan ninf nsz arcp afn float %light.sroa.4.0.copyload.i.i, 8.000000e+00, !dbg !356
  %arrayidx6.i.3 = getelementptr inbounds nuw i8, ptr %local.i, i32 12, !dbg !357
  store float %mul5.i.3, ptr %arrayidx6.i.3, align 4, !dbg !354, !tbaa !174
    #dbg_value(i32 4, !307, !DIExpression(), !353)
  %splat.splatinsert.i.i = insertelement <3 x float> poison, float %light.sroa.4.0.copyload.i.i, i64 0, !dbg !358
  %splat.splat.i.i = shufflevector <3 x float> %splat.splatinsert.i.i, <3 x float> poison, <3 x i32> zeroinitializer, !dbg !358
  %mul.i.i = fmul reassoc nnan ninf nsz arcp afn <3 x float> %splat.splat.i.i, %light.sroa.0.0.copyload.i.i, !dbg !359
    #dbg_value(<3 x float> %mul.i.i, !303, !DIExpression(), !325)
  %7 = tail call target("dx.TypedBuffer", <4 x float>, 1, 0, 0) @llvm.dx.resource.handlefrombinding.tdx.TypedBuffer_v4f32_1_0_0t(i32 0, i32 0, i32 4, i32 2, ptr nonnull @Out.str), !dbg !337
    #dbg_value(target("dx.TypedBuffer", <4 x float>, 1, 0, 0) %7, !336, !DIExpression(), !337)
    #dbg_value(target("dx.TypedBuffer", <4 x float>, 1, 0, 0) %7, !301, !DIExpression(), !325)
  %8 = tail call i32 @llvm.dx.group.id(i32 1)
  %and.i = and i32 %6, 3, !dbg !360
  %arrayidx7.i = getelementptr inbounds nuw [4 x i8], ptr %local.i, i32 %and.i, !dbg !361
  %9 = load float, ptr %arrayidx7.i, align 4, !dbg !361, !tbaa !174
    #dbg_value(float %9, !309, !DIExpression(), !325)
    #dbg_value(ptr undef, !190, !DIExpression(DW_OP_deref), !362)
    #dbg_value(float %9, !188, !DIExpression(), !362)
    #dbg_value(i32 %6, !189, !DIExpression(), !362)
  %vecinit.i.i = insertelement <2 x float> poison, float %9, i64 0, !dbg !364
  %mul.i55.i = fmul reassoc nnan ninf nsz arcp afn float %9, 2.000000e+00, !dbg !365
  %vecinit1.i.i = insertelement <2 x float> %vecinit.i.i, float %mul.i55.i, i64 1, !dbg !364
    #dbg_value(<2 x float> %vecinit1.i.i, !190, !DIExpression(DW_OP_LLVM_fragment, 0, 64), !362)
    #dbg_value(<2 x float> %vecinit1.i.i, !310, !DIExpression(DW_OP_LLVM_fragment, 0, 64), !325)
    #dbg_value(i32 %6, !190, !DIExpression(DW_OP_LLVM_fragment, 64, 32), !362)
    #dbg_value(i32 %6, !310, !DIExpression(DW_OP_LLVM_fragment, 64, 32), !325)
  %arrayidx9.i = getelementptr inbounds nuw [12 x i8], ptr addrspace(3) @shared_pair, i32 %3, !dbg !366
  store <2 x float> %vecinit1.i.i, ptr addrspace(3) %arrayidx9.i, align 1, !dbg !367, !tbaa !173
  %pair.i.sroa.4.0.arrayidx9.i.sroa_idx = getelementptr inbounds nuw i8, ptr addrspace(3) %arrayidx9.i, i32 8, !dbg !367
  store i32 %6, ptr addrspace(3) %pair.i.sroa.4.0.arrayidx9.i.sroa_idx, align 1, !dbg !367, !tbaa !351
  call void @llvm.dx.group.memory.barrier.with.group.sync() [ "convergencectrl"(token %0) ], !dbg !368
  %sub.i = sub i32 7, %3, !dbg !369
  %arrayidx10.i = getelementptr inbounds nuw [12 x i8], ptr addrspace(3) @shared_pair, i32 %sub.i, !dbg !370
  %other.sroa.0.0.copyload.i = load <2 x float>, ptr addrspace(3) %arrayidx10.i, align 1, !dbg !370, !tbaa !173
  %other.sroa.5.0.arrayidx10.sroa_idx.i = getelementptr inbounds nuw i8, ptr addrspace(3) %arrayidx10.i, i32 8, !dbg !370
  %other.sroa.5.0.copyload.i = load i32, ptr addrspace(3) %other.sroa.5.0.arrayidx10.sroa_idx.i, align 1, !dbg !370, !tbaa !351
    #dbg_value(<2 x float> %other.sroa.0.0.copyload.i, !311, !DIExpression(DW_OP_LLVM_fragment, 0, 64), !325)
    #dbg_value(i32 %other.sroa.5.0.copyload.i, !311, !DIExpression(DW_OP_LLVM_fragment, 64, 32), !325)
  %10 = extractelement <2 x float> %other.sroa.0.0.copyload.i, i64 1, !dbg !371
    #dbg_value(double poison, !312, !DIExpression(), !325)
  %conv12.i = sext i32 %other.sroa.5.0.copyload.i to i64, !dbg !372
  %shl.i = shl nsw i64 %conv12.i, 3, !dbg !373
    #dbg_value(i64 %shl.i, !313, !DIExpression(), !325)
  %11 = load <3 x float>, ptr addrspace(2) @key, align 4, !dbg !374, !tbaa !173
  %cmp13.i = fcmp reassoc nnan ninf nsz arcp afn ogt <3 x float> %mul.i.i, %11, !dbg !375
  %sext.i = sext <3 x i1> %cmp13.i to <3 x i32>, !dbg !375
  %hlsl.any.i = tail call i1 @llvm.dx.any.v3i32(<3 x i32> %sext.i), !dbg !376
    #dbg_value(i1 %hlsl.any.i, !314, !DIExpression(DW_OP_LLVM_convert, 1, DW_ATE_unsigned, DW_OP_LLVM_convert, 32, DW_ATE_unsigned, DW_OP_stack_value), !325)
  %conv14.i = fmul reassoc nnan ninf nsz arcp afn float %10, 2.000000e+00, !dbg !377
  %conv15.i = sitofp reassoc nnan ninf nsz arcp afn i64 %shl.i to float, !dbg !377
  %cond.i = select reassoc nnan ninf nsz arcp afn i1 %hlsl.any.i, float %conv14.i, float %conv15.i, !dbg !377
    #dbg_value(float %cond.i, !316, !DIExpression(), !325)
  %12 = shufflevector <2 x float> %other.sroa.0.0.copyload.i, <2 x float> poison, <3 x i32> <i32 0, i32 1, i32 poison>, !dbg !378
  %13 = fadd reassoc nnan ninf nsz arcp afn <3 x float> %12, %mul.i.i, !dbg !378
    #dbg_value(float poison, !303, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !325)
    #dbg_value(float poison, !303, !DIExpression(DW_OP_LLVM_fragment, 32, 32), !325)
  %and17.i = and i32 %3, 3, !dbg !379
  %cbufferidx.i = getelementptr [16 x i8], ptr addrspace(2) @weights, i32 %and17.i, !dbg !380
  %14 = load float, ptr addrspace(2) %cbufferidx.i, align 16, !dbg !380, !tbaa !174
  %splat.splatinsert.i = insertelement <3 x float> poison, float %14, i64 0, !dbg !380
  %15 = shufflevector <3 x float> %splat.splatinsert.i, <3 x float> poison, <4 x i32> <i32 0, i32 0, i32 0, i32 poison>, !dbg !381
  %16 = shufflevector <3 x float> %13, <3 x float> %mul.i.i, <4 x i32> <i32 0, i32 1, i32 5, i32 poison>, !dbg !381
  %vecinit34.i = fmul reassoc nnan ninf nsz arcp afn <4 x float> %15, %16, !dbg !381
  %vecinit35.i = insertelement <4 x float> %vecinit34.i, float %cond.i, i64 3, !dbg !381
  %add36.i = add i32 %8, %3, !dbg !382
    #dbg_value(ptr undef, !250, !DIExpression(), !290)
    #dbg_value(i32 %add36.i, !289, !DIExpression(), !290)
  %17 = call noundef nonnull align 4 dereferenceable(16) ptr @llvm.dx.resource.getpointer.p0.tdx.TypedBuffer_v4f32_1_0_0t.i32(target("dx.TypedBuffer", <4 x float>, 1, 0, 0) %7, i32 %add36.i) [ "convergencectrl"(token %0) ], !dbg !290
  store <4 x float> %vecinit35.i, ptr %17, align 4, !dbg !383, !tbaa !173
  call void @llvm.lifetime.end.p0(ptr nonnull %local.i) #8, !dbg !384
  ret void
}

; Function Attrs: mustprogress nofree nosync nounwind willreturn memory(none)
declare i32 @llvm.dx.group.id(i32) #6

; Function Attrs: mustprogress nofree nosync nounwind willreturn memory(none)
declare i32 @llvm.dx.flattened.thread.id.in.group() #6

; Function Attrs: convergent mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.dx.group.memory.barrier.with.group.sync() #7

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(none)
declare i1 @llvm.dx.any.v3i32(<3 x i32>) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(none)
declare target("dx.RawBuffer", i8, 0, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i8_0_0t(i32, i32, i32, i32, ptr) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(none)
declare target("dx.RawBuffer", %struct.Light, 0, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_s_struct.Lights_0_0t(i32, i32, i32, i32, ptr) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(none)
declare target("dx.TypedBuffer", <4 x float>, 1, 0, 0) @llvm.dx.resource.handlefrombinding.tdx.TypedBuffer_v4f32_1_0_0t(i32, i32, i32, i32, ptr) #1

; Function Attrs: convergent mustprogress nocallback nofree nosync nounwind willreturn memory(none)
declare ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_i8_0_0t.i32(target("dx.RawBuffer", i8, 0, 0), i32) #0

; Function Attrs: convergent mustprogress nocallback nofree nosync nounwind willreturn memory(none)
declare ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_s_struct.Lights_0_0t.i32(target("dx.RawBuffer", %struct.Light, 0, 0), i32) #0

; Function Attrs: convergent mustprogress nocallback nofree nosync nounwind willreturn memory(none)
declare ptr @llvm.dx.resource.getpointer.p0.tdx.TypedBuffer_v4f32_1_0_0t.i32(target("dx.TypedBuffer", <4 x float>, 1, 0, 0), i32) #0

attributes #0 = { convergent mustprogress nocallback nofree nosync nounwind willreturn memory(none) }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(none) }
attributes #2 = { alwaysinline convergent mustprogress nofree norecurse nosync nounwind willreturn memory(read, argmem: readwrite, inaccessiblemem: none, target_mem: none) "no-signed-zeros-fp-math"="true" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { alwaysinline mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: write) "no-signed-zeros-fp-math"="true" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #5 = { convergent mustprogress nofree noinline norecurse nosync nounwind willreturn "hlsl.numthreads"="8,1,1" "hlsl.shader"="compute" "no-signed-zeros-fp-math"="false" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #6 = { mustprogress nofree nosync nounwind willreturn memory(none) }
attributes #7 = { convergent mustprogress nocallback nofree nosync nounwind willreturn }
attributes #8 = { nounwind }

!llvm.dbg.cu = !{!0}
!hlsl.cbs = !{!137}
!llvm.module.flags = !{!138, !139, !140, !141}
!dx.valver = !{!142}
!dx.source.contents = !{!143}
!dx.source.defines = !{!144}
!dx.source.mainFileName = !{!145}
!dx.source.args = !{!144}
!llvm.ident = !{!146}
!llvm.errno.tbaa = !{!147}

!0 = distinct !DICompileUnit(language: DW_LANG_HLSL, file: !1, producer: "clang version 23.1.4", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !2, globals: !34, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "<stdin>", directory: "")
!2 = !{!3, !11, !12, !8, !14, !19, !21, !22, !33}
!3 = !DIDerivedType(tag: DW_TAG_typedef, name: "float2", scope: !5, file: !4, line: 94, baseType: !6)
!4 = !DIFile(filename: "headers/hlsl/hlsl_basic_types.h", directory: "")
!5 = !DINamespace(name: "hlsl", scope: null)
!6 = !DIDerivedType(tag: DW_TAG_typedef, name: "vector<float, 2>", scope: !5, file: !1, baseType: !7)
!7 = !DICompositeType(tag: DW_TAG_array_type, baseType: !8, size: 64, flags: DIFlagVector, elements: !9)
!8 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!9 = !{!10}
!10 = !DISubrange(count: 2)
!11 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!12 = !DIDerivedType(tag: DW_TAG_typedef, name: "int64_t", scope: !5, file: !4, line: 43, baseType: !13)
!13 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!14 = !DIDerivedType(tag: DW_TAG_typedef, name: "float4", scope: !5, file: !4, line: 96, baseType: !15)
!15 = !DIDerivedType(tag: DW_TAG_typedef, name: "vector<float, 4>", scope: !5, file: !1, baseType: !16)
!16 = !DICompositeType(tag: DW_TAG_array_type, baseType: !8, size: 128, flags: DIFlagVector, elements: !17)
!17 = !{!18}
!18 = !DISubrange(count: 4)
!19 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !20, size: 32)
!20 = !DICompositeType(tag: DW_TAG_structure_type, name: "__hlsl_resource_t", file: !1, flags: DIFlagFwdDecl)
!21 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!22 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !23, size: 32)
!23 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Light", file: !24, line: 1, size: 128, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !25)
!24 = !DIFile(filename: "handles.hlsl", directory: "")
!25 = !{!26, !32}
!26 = !DIDerivedType(tag: DW_TAG_member, name: "color", scope: !23, file: !24, line: 1, baseType: !27, size: 96)
!27 = !DIDerivedType(tag: DW_TAG_typedef, name: "float3", scope: !5, file: !4, line: 95, baseType: !28)
!28 = !DIDerivedType(tag: DW_TAG_typedef, name: "vector<float, 3>", scope: !5, file: !1, baseType: !29)
!29 = !DICompositeType(tag: DW_TAG_array_type, baseType: !8, size: 96, flags: DIFlagVector, elements: !30)
!30 = !{!31}
!31 = !DISubrange(count: 3)
!32 = !DIDerivedType(tag: DW_TAG_member, name: "power", scope: !23, file: !24, line: 1, baseType: !8, size: 32, offset: 96)
!33 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !16, size: 32)
!34 = !{!35, !94, !133}
!35 = !DIGlobalVariableExpression(var: !36, expr: !DIExpression())
!36 = distinct !DIGlobalVariable(name: "Bytes", linkageName: "_ZL5Bytes", scope: !0, file: !24, line: 3, type: !37, isLocal: true, isDefinition: true)
!37 = distinct !DICompositeType(tag: DW_TAG_class_type, name: "ByteAddressBuffer", scope: !5, size: 32, flags: DIFlagTypePassByValue | DIFlagNonTrivial, elements: !38)
!38 = !{!39, !40, !44, !49, !53, !60, !61, !65, !70, !74, !77, !81, !84, !88, !91}
!39 = !DIDerivedType(tag: DW_TAG_member, name: "__handle", scope: !37, file: !1, line: 3, baseType: !19, size: 32)
!40 = !DISubprogram(name: "ByteAddressBuffer", linkageName: "_ZN4hlsl17ByteAddressBufferC4Ev", scope: !37, file: !1, type: !41, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!41 = !DISubroutineType(types: !42)
!42 = !{null, !43}
!43 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !37, size: 32, flags: DIFlagArtificial | DIFlagObjectPointer)
!44 = !DISubprogram(name: "ByteAddressBuffer", linkageName: "_ZN4hlsl17ByteAddressBufferC4ERKS0_", scope: !37, file: !1, type: !45, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!45 = !DISubroutineType(types: !46)
!46 = !{null, !43, !47}
!47 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !48, size: 32)
!48 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !37)
!49 = !DISubprogram(name: "operator=", linkageName: "_ZN4hlsl17ByteAddressBufferaSERKS0_", scope: !37, file: !1, type: !50, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!50 = !DISubroutineType(types: !51)
!51 = !{!52, !43, !47}
!52 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !37, size: 32)
!53 = !DISubprogram(name: "__createFromBinding", linkageName: "_ZN4hlsl17ByteAddressBuffer19__createFromBindingEjjijPKc", scope: !37, file: !1, type: !54, flags: DIFlagPublic | DIFlagPrototyped | DIFlagStaticMember, spFlags: DISPFlagOptimized)
!54 = !DISubroutineType(types: !55)
!55 = !{!37, !56, !56, !21, !56, !57}
!56 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!57 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !58, size: 32)
!58 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !59)
!59 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!60 = !DISubprogram(name: "__createFromImplicitBinding", linkageName: "_ZN4hlsl17ByteAddressBuffer27__createFromImplicitBindingEjjijPKc", scope: !37, file: !1, type: !54, flags: DIFlagPublic | DIFlagPrototyped | DIFlagStaticMember, spFlags: DISPFlagOptimized)
!61 = !DISubprogram(name: "Load", linkageName: "_ZNK4hlsl17ByteAddressBuffer4LoadEj", scope: !37, file: !1, type: !62, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!62 = !DISubroutineType(types: !63)
!63 = !{!56, !64, !56}
!64 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !48, size: 32, flags: DIFlagArtificial | DIFlagObjectPointer)
!65 = !DISubprogram(name: "Load", linkageName: "_ZNK4hlsl17ByteAddressBuffer4LoadEjRj", scope: !37, file: !1, type: !66, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!66 = !DISubroutineType(types: !67)
!67 = !{!56, !64, !56, !68}
!68 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !69)
!69 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !56, size: 32)
!70 = !DISubprogram(name: "Load2", linkageName: "_ZNK4hlsl17ByteAddressBuffer5Load2Ej", scope: !37, file: !1, type: !71, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!71 = !DISubroutineType(types: !72)
!72 = !{!73, !64, !56}
!73 = !DICompositeType(tag: DW_TAG_array_type, baseType: !56, size: 64, flags: DIFlagVector, elements: !9)
!74 = !DISubprogram(name: "Load2", linkageName: "_ZNK4hlsl17ByteAddressBuffer5Load2EjRj", scope: !37, file: !1, type: !75, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!75 = !DISubroutineType(types: !76)
!76 = !{!73, !64, !56, !68}
!77 = !DISubprogram(name: "Load3", linkageName: "_ZNK4hlsl17ByteAddressBuffer5Load3Ej", scope: !37, file: !1, type: !78, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!78 = !DISubroutineType(types: !79)
!79 = !{!80, !64, !56}
!80 = !DICompositeType(tag: DW_TAG_array_type, baseType: !56, size: 96, flags: DIFlagVector, elements: !30)
!81 = !DISubprogram(name: "Load3", linkageName: "_ZNK4hlsl17ByteAddressBuffer5Load3EjRj", scope: !37, file: !1, type: !82, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!82 = !DISubroutineType(types: !83)
!83 = !{!80, !64, !56, !68}
!84 = !DISubprogram(name: "Load4", linkageName: "_ZNK4hlsl17ByteAddressBuffer5Load4Ej", scope: !37, file: !1, type: !85, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!85 = !DISubroutineType(types: !86)
!86 = !{!87, !64, !56}
!87 = !DICompositeType(tag: DW_TAG_array_type, baseType: !56, size: 128, flags: DIFlagVector, elements: !17)
!88 = !DISubprogram(name: "Load4", linkageName: "_ZNK4hlsl17ByteAddressBuffer5Load4EjRj", scope: !37, file: !1, type: !89, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!89 = !DISubroutineType(types: !90)
!90 = !{!87, !64, !56, !68}
!91 = !DISubprogram(name: "GetDimensions", linkageName: "_ZN4hlsl17ByteAddressBuffer13GetDimensionsERj", scope: !37, file: !1, type: !92, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!92 = !DISubroutineType(types: !93)
!93 = !{null, !43, !68}
!94 = !DIGlobalVariableExpression(var: !95, expr: !DIExpression())
!95 = distinct !DIGlobalVariable(name: "Lights", linkageName: "_ZL6Lights", scope: !0, file: !24, line: 4, type: !96, isLocal: true, isDefinition: true)
!96 = distinct !DICompositeType(tag: DW_TAG_class_type, name: "StructuredBuffer<Light>", scope: !5, size: 32, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !97, templateParams: !131)
!97 = !{!98, !99, !103, !108, !112, !115, !116, !122, !125, !128}
!98 = !DIDerivedType(tag: DW_TAG_member, name: "__handle", scope: !96, file: !1, line: 4, baseType: !19, size: 32)
!99 = !DISubprogram(name: "StructuredBuffer", linkageName: "_ZN4hlsl16StructuredBufferI5LightEC4Ev", scope: !96, file: !1, type: !100, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!100 = !DISubroutineType(types: !101)
!101 = !{null, !102}
!102 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !96, size: 32, flags: DIFlagArtificial | DIFlagObjectPointer)
!103 = !DISubprogram(name: "StructuredBuffer", linkageName: "_ZN4hlsl16StructuredBufferI5LightEC4ERKS2_", scope: !96, file: !1, type: !104, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!104 = !DISubroutineType(types: !105)
!105 = !{null, !102, !106}
!106 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !107, size: 32)
!107 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !96)
!108 = !DISubprogram(name: "operator=", linkageName: "_ZN4hlsl16StructuredBufferI5LightEaSERKS2_", scope: !96, file: !1, type: !109, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!109 = !DISubroutineType(types: !110)
!110 = !{!111, !102, !106}
!111 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !96, size: 32)
!112 = !DISubprogram(name: "__createFromBinding", linkageName: "_ZN4hlsl16StructuredBufferI5LightE19__createFromBindingEjjijPKc", scope: !96, file: !1, type: !113, flags: DIFlagPublic | DIFlagPrototyped | DIFlagStaticMember, spFlags: DISPFlagOptimized)
!113 = !DISubroutineType(types: !114)
!114 = !{!96, !56, !56, !21, !56, !57}
!115 = !DISubprogram(name: "__createFromImplicitBinding", linkageName: "_ZN4hlsl16StructuredBufferI5LightE27__createFromImplicitBindingEjjijPKc", scope: !96, file: !1, type: !113, flags: DIFlagPublic | DIFlagPrototyped | DIFlagStaticMember, spFlags: DISPFlagOptimized)
!116 = !DISubprogram(name: "operator[]", linkageName: "_ZNK4hlsl16StructuredBufferI5LightEixEj", scope: !96, file: !1, type: !117, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!117 = !DISubroutineType(types: !118)
!118 = !{!119, !121, !56}
!119 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !120, size: 32)
!120 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !23)
!121 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !107, size: 32, flags: DIFlagArtificial | DIFlagObjectPointer)
!122 = !DISubprogram(name: "Load", linkageName: "_ZNK4hlsl16StructuredBufferI5LightE4LoadEj", scope: !96, file: !1, type: !123, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!123 = !DISubroutineType(types: !124)
!124 = !{!23, !121, !56}
!125 = !DISubprogram(name: "Load", linkageName: "_ZNK4hlsl16StructuredBufferI5LightE4LoadEjRj", scope: !96, file: !1, type: !126, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!126 = !DISubroutineType(types: !127)
!127 = !{!23, !121, !56, !68}
!128 = !DISubprogram(name: "GetDimensions", linkageName: "_ZN4hlsl16StructuredBufferI5LightE13GetDimensionsERjS3_", scope: !96, file: !1, type: !129, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!129 = !DISubroutineType(types: !130)
!130 = !{null, !102, !68, !68}
!131 = !{!132}
!132 = !DITemplateTypeParameter(name: "element_type", type: !23)
!133 = !DIGlobalVariableExpression(var: !134, expr: !DIExpression())
!134 = distinct !DIGlobalVariable(name: "table", linkageName: "_ZL5table", scope: !0, file: !24, line: 8, type: !135, isLocal: true, isDefinition: true)
!135 = !DICompositeType(tag: DW_TAG_array_type, baseType: !136, size: 128, elements: !17)
!136 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !8)
!137 = !{ptr @Frame.cb, ptr addrspace(2) @key, ptr addrspace(2) @weights}
!138 = !{i32 7, !"Dwarf Version", i32 4}
!139 = !{i32 2, !"Debug Info Version", i32 3}
!140 = !{i32 1, !"dx.nativelowprec", i32 1}
!141 = !{i32 7, !"debug-info-assignment-tracking", i1 true}
!142 = !{i32 1, i32 8}
!143 = !{!"handles.hlsl", !"struct Light { float3 color; float power; };\0Astruct Pair { float2 a; int b; };\0AByteAddressBuffer Bytes : register(t0);\0AStructuredBuffer<Light> Lights : register(t1);\0ARWBuffer<float4> Out[4] : register(u0);\0Acbuffer Frame : register(b1) { Light key; float weights[4]; };\0Agroupshared Pair shared_pair[8];\0Astatic const float table[4] = { 1, 2, 4, 8 };\0A\0Afloat3 lit(StructuredBuffer<Light> lights, uint at, out float power) {\0A  Light light = lights[at];\0A  power = light.power;\0A  return light.color * power;\0A}\0A\0APair make(float x, int k) {\0A  Pair made;\0A  made.a = float2(x, x * 2);\0A  made.b = k;\0A  return made;\0A}\0A\0A[numthreads(8, 1, 1)]\0Avoid main(uint3 group : SV_GroupID, uint lane : SV_GroupIndex) {\0A  RWBuffer<float4> target = Out[2];\0A  float power;\0A  float3 color = lit(Lights, lane, power);\0A  int raw = asint(Bytes.Load(lane * 4));\0A  float local[4];\0A  for (int i = 0; i < 4; i++)\0A    local[i] = table[i] * power;\0A  float half_power = local[raw & 3];\0A  Pair pair = make(half_power, raw);\0A  shared_pair[lane] = pair;\0A  GroupMemoryBarrierWithGroupSync();\0A  Pair other = shared_pair[7 - lane];\0A  double wide = (double)other.a.y * 2;\0A  int64_t big = (int64_t)other.b << 3;\0A  bool hit = any(color > key.color);\0A  float result = hit ? (float)wide : (float)big;\0A  color.xy += other.a;\0A  target[lane + group.y] = float4(color * weights[lane & 3], result);\0A}\0A"}
!144 = !{}
!145 = !{!"handles.hlsl"}
!146 = !{!"clang version 23.1.4"}
!147 = !{!148, !149, i64 0}
!148 = !{!"__libc_errno", !149, i64 0}
!149 = !{!"int", !150, i64 0}
!150 = !{!"omnipotent char", !151, i64 0}
!151 = !{!"Simple C++ TBAA"}
!152 = distinct !DISubprogram(name: "lit", linkageName: "_Z3litN4hlsl16StructuredBufferI5LightEEjRf", scope: !24, file: !24, line: 10, type: !153, scopeLine: 10, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !158)
!153 = !DISubroutineType(types: !154)
!154 = !{!27, !96, !155, !156}
!155 = !DIDerivedType(tag: DW_TAG_typedef, name: "uint", scope: !5, file: !4, line: 35, baseType: !56)
!156 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !157)
!157 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !8, size: 32)
!158 = !{!159, !160, !161, !162}
!159 = !DILocalVariable(name: "lights", arg: 1, scope: !152, file: !24, line: 10, type: !96)
!160 = !DILocalVariable(name: "at", arg: 2, scope: !152, file: !24, line: 10, type: !155)
!161 = !DILocalVariable(name: "power", arg: 3, scope: !152, file: !24, line: 10, type: !156)
!162 = !DILocalVariable(name: "light", scope: !152, file: !24, line: 11, type: !23)
!163 = !DILocation(line: 0, scope: !152)
!164 = !DILocalVariable(name: "this", arg: 1, scope: !165, type: !106, flags: DIFlagArtificial | DIFlagObjectPointer)
!165 = distinct !DISubprogram(name: "operator[]", linkageName: "_ZNK4hlsl16StructuredBufferI5LightEixEj", scope: !96, file: !1, line: 8, type: !117, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, declaration: !116, retainedNodes: !166)
!166 = !{!164, !167}
!167 = !DILocalVariable(name: "Index", arg: 2, scope: !165, file: !1, type: !56)
!168 = !DILocation(line: 0, scope: !165, inlinedAt: !169)
!169 = distinct !DILocation(line: 11, column: 17, scope: !152)
!170 = !{!171, !150, i64 0}
!171 = !{!"_ZTSN4hlsl16StructuredBufferI5LightEE", !150, i64 0}
!172 = !DILocation(line: 11, column: 17, scope: !152)
!173 = !{!150, !150, i64 0}
!174 = !{!175, !175, i64 0}
!175 = !{!"float", !150, i64 0}
!176 = !DILocation(line: 12, column: 9, scope: !152)
!177 = !DILocation(line: 13, column: 24, scope: !152)
!178 = !DILocation(line: 13, column: 22, scope: !152)
!179 = !DILocation(line: 13, column: 3, scope: !152)
!180 = distinct !DISubprogram(name: "make", linkageName: "_Z4makefi", scope: !24, file: !24, line: 16, type: !181, scopeLine: 16, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !187)
!181 = !DISubroutineType(types: !182)
!182 = !{!183, !8, !21}
!183 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Pair", file: !24, line: 2, size: 96, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !184)
!184 = !{!185, !186}
!185 = !DIDerivedType(tag: DW_TAG_member, name: "a", scope: !183, file: !24, line: 2, baseType: !3, size: 64)
!186 = !DIDerivedType(tag: DW_TAG_member, name: "b", scope: !183, file: !24, line: 2, baseType: !21, size: 32, offset: 64)
!187 = !{!188, !189, !190}
!188 = !DILocalVariable(name: "x", arg: 1, scope: !180, file: !24, line: 16, type: !8)
!189 = !DILocalVariable(name: "k", arg: 2, scope: !180, file: !24, line: 16, type: !21)
!190 = !DILocalVariable(name: "made", scope: !180, file: !24, line: 17, type: !183)
!191 = !DILocation(line: 0, scope: !180)
!192 = !DILocation(line: 18, column: 19, scope: !180)
!193 = !DILocation(line: 18, column: 24, scope: !180)
!194 = !DILocation(line: 18, column: 10, scope: !180)
!195 = !DILocation(line: 19, column: 8, scope: !180)
!196 = !DILocation(line: 19, column: 10, scope: !180)
!197 = !{!198, !149, i64 8}
!198 = !{!"_ZTS4Pair", !150, i64 0, !149, i64 8}
!199 = !DILocation(line: 20, column: 3, scope: !180)
!200 = !DILocalVariable(name: "other", arg: 2, scope: !201, file: !1, type: !106)
!201 = distinct !DISubprogram(name: "StructuredBuffer", linkageName: "_ZN4hlsl16StructuredBufferI5LightEC2ERKS2_", scope: !96, file: !1, line: 43, type: !104, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, declaration: !103, retainedNodes: !202)
!202 = !{!203, !200}
!203 = !DILocalVariable(name: "this", arg: 1, scope: !201, type: !111, flags: DIFlagArtificial | DIFlagObjectPointer)
!204 = !DILocation(line: 0, scope: !201, inlinedAt: !205)
!205 = distinct !DILocation(line: 43, column: 1, scope: !206, inlinedAt: !210)
!206 = distinct !DISubprogram(name: "StructuredBuffer", linkageName: "_ZN4hlsl16StructuredBufferI5LightEC1ERKS2_", scope: !96, file: !1, line: 43, type: !104, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, declaration: !103, retainedNodes: !207)
!207 = !{!208, !209}
!208 = !DILocalVariable(name: "this", arg: 1, scope: !206, type: !111, flags: DIFlagArtificial | DIFlagObjectPointer)
!209 = !DILocalVariable(name: "other", arg: 2, scope: !206, file: !1, type: !106)
!210 = distinct !DILocation(line: 0, scope: !211, inlinedAt: !219)
!211 = distinct !DISubprogram(name: "__createFromBinding", linkageName: "_ZN4hlsl16StructuredBufferI5LightE19__createFromBindingEjjijPKc", scope: !96, file: !1, line: 43, type: !113, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, declaration: !112, retainedNodes: !212)
!212 = !{!213, !214, !215, !216, !217, !218}
!213 = !DILocalVariable(name: "registerNo", arg: 1, scope: !211, file: !1, type: !56)
!214 = !DILocalVariable(name: "spaceNo", arg: 2, scope: !211, file: !1, type: !56)
!215 = !DILocalVariable(name: "range", arg: 3, scope: !211, file: !1, type: !21)
!216 = !DILocalVariable(name: "index", arg: 4, scope: !211, file: !1, type: !56)
!217 = !DILocalVariable(name: "name", arg: 5, scope: !211, file: !1, type: !57)
!218 = !DILocalVariable(name: "tmp", scope: !211, file: !1, type: !96)
!219 = distinct !DILocation(line: 0, scope: !220, inlinedAt: !223)
!220 = distinct !DISubprogram(name: "__cxx_global_var_init.1", scope: !1, file: !1, type: !221, flags: DIFlagArtificial, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!221 = !DISubroutineType(types: !222)
!222 = !{null}
!223 = distinct !DILocation(line: 0, scope: !224)
!224 = distinct !DISubprogram(linkageName: "_GLOBAL__sub_I_handles.hlsl", scope: !1, file: !1, type: !225, flags: DIFlagArtificial, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!225 = !DISubroutineType(types: !144)
!226 = !DILocation(line: 0, scope: !206, inlinedAt: !210)
!227 = !DILocalVariable(name: "other", arg: 2, scope: !228, file: !1, type: !47)
!228 = distinct !DISubprogram(name: "ByteAddressBuffer", linkageName: "_ZN4hlsl17ByteAddressBufferC2ERKS0_", scope: !37, file: !1, line: 43, type: !45, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, declaration: !44, retainedNodes: !229)
!229 = !{!230, !227}
!230 = !DILocalVariable(name: "this", arg: 1, scope: !228, type: !52, flags: DIFlagArtificial | DIFlagObjectPointer)
!231 = !DILocation(line: 0, scope: !228, inlinedAt: !232)
!232 = distinct !DILocation(line: 43, column: 1, scope: !233, inlinedAt: !237)
!233 = distinct !DISubprogram(name: "ByteAddressBuffer", linkageName: "_ZN4hlsl17ByteAddressBufferC1ERKS0_", scope: !37, file: !1, line: 43, type: !45, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, declaration: !44, retainedNodes: !234)
!234 = !{!235, !236}
!235 = !DILocalVariable(name: "this", arg: 1, scope: !233, type: !52, flags: DIFlagArtificial | DIFlagObjectPointer)
!236 = !DILocalVariable(name: "other", arg: 2, scope: !233, file: !1, type: !47)
!237 = distinct !DILocation(line: 0, scope: !238, inlinedAt: !246)
!238 = distinct !DISubprogram(name: "__createFromBinding", linkageName: "_ZN4hlsl17ByteAddressBuffer19__createFromBindingEjjijPKc", scope: !37, file: !1, line: 43, type: !54, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, declaration: !53, retainedNodes: !239)
!239 = !{!240, !241, !242, !243, !244, !245}
!240 = !DILocalVariable(name: "registerNo", arg: 1, scope: !238, file: !1, type: !56)
!241 = !DILocalVariable(name: "spaceNo", arg: 2, scope: !238, file: !1, type: !56)
!242 = !DILocalVariable(name: "range", arg: 3, scope: !238, file: !1, type: !21)
!243 = !DILocalVariable(name: "index", arg: 4, scope: !238, file: !1, type: !56)
!244 = !DILocalVariable(name: "name", arg: 5, scope: !238, file: !1, type: !57)
!245 = !DILocalVariable(name: "tmp", scope: !238, file: !1, type: !37)
!246 = distinct !DILocation(line: 0, scope: !247, inlinedAt: !248)
!247 = distinct !DISubprogram(name: "__cxx_global_var_init", scope: !1, file: !1, type: !221, flags: DIFlagArtificial, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!248 = distinct !DILocation(line: 0, scope: !224)
!249 = !DILocation(line: 0, scope: !233, inlinedAt: !237)
!250 = !DILocalVariable(name: "this", arg: 1, scope: !251, type: !262, flags: DIFlagArtificial | DIFlagObjectPointer)
!251 = distinct !DISubprogram(name: "operator[]", linkageName: "_ZNK4hlsl8RWBufferIDv4_fEixEj", scope: !252, file: !1, line: 8, type: !273, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, declaration: !272, retainedNodes: !288)
!252 = distinct !DICompositeType(tag: DW_TAG_class_type, name: "RWBuffer<vector<float, 4> >", scope: !5, size: 32, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !253, templateParams: !286)
!253 = !{!254, !255, !259, !264, !268, !271, !272, !277, !280, !283}
!254 = !DIDerivedType(tag: DW_TAG_member, name: "__handle", scope: !252, file: !1, line: 25, baseType: !19, size: 32)
!255 = !DISubprogram(name: "RWBuffer", linkageName: "_ZN4hlsl8RWBufferIDv4_fEC4Ev", scope: !252, file: !1, type: !256, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!256 = !DISubroutineType(types: !257)
!257 = !{null, !258}
!258 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !252, size: 32, flags: DIFlagArtificial | DIFlagObjectPointer)
!259 = !DISubprogram(name: "RWBuffer", linkageName: "_ZN4hlsl8RWBufferIDv4_fEC4ERKS2_", scope: !252, file: !1, type: !260, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!260 = !DISubroutineType(types: !261)
!261 = !{null, !258, !262}
!262 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !263, size: 32)
!263 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !252)
!264 = !DISubprogram(name: "operator=", linkageName: "_ZN4hlsl8RWBufferIDv4_fEaSERKS2_", scope: !252, file: !1, type: !265, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!265 = !DISubroutineType(types: !266)
!266 = !{!267, !258, !262}
!267 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !252, size: 32)
!268 = !DISubprogram(name: "__createFromBinding", linkageName: "_ZN4hlsl8RWBufferIDv4_fE19__createFromBindingEjjijPKc", scope: !252, file: !1, type: !269, flags: DIFlagPublic | DIFlagPrototyped | DIFlagStaticMember, spFlags: DISPFlagOptimized)
!269 = !DISubroutineType(types: !270)
!270 = !{!252, !56, !56, !21, !56, !57}
!271 = !DISubprogram(name: "__createFromImplicitBinding", linkageName: "_ZN4hlsl8RWBufferIDv4_fE27__createFromImplicitBindingEjjijPKc", scope: !252, file: !1, type: !269, flags: DIFlagPublic | DIFlagPrototyped | DIFlagStaticMember, spFlags: DISPFlagOptimized)
!272 = !DISubprogram(name: "operator[]", linkageName: "_ZNK4hlsl8RWBufferIDv4_fEixEj", scope: !252, file: !1, type: !273, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!273 = !DISubroutineType(types: !274)
!274 = !{!275, !276, !56}
!275 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !16, size: 32)
!276 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !263, size: 32, flags: DIFlagArtificial | DIFlagObjectPointer)
!277 = !DISubprogram(name: "Load", linkageName: "_ZNK4hlsl8RWBufferIDv4_fE4LoadEj", scope: !252, file: !1, type: !278, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!278 = !DISubroutineType(types: !279)
!279 = !{!16, !276, !56}
!280 = !DISubprogram(name: "Load", linkageName: "_ZNK4hlsl8RWBufferIDv4_fE4LoadEjRj", scope: !252, file: !1, type: !281, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!281 = !DISubroutineType(types: !282)
!282 = !{!16, !276, !56, !68}
!283 = !DISubprogram(name: "GetDimensions", linkageName: "_ZN4hlsl8RWBufferIDv4_fE13GetDimensionsERj", scope: !252, file: !1, type: !284, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!284 = !DISubroutineType(types: !285)
!285 = !{null, !258, !68}
!286 = !{!287}
!287 = !DITemplateTypeParameter(name: "element_type", type: !16)
!288 = !{!250, !289}
!289 = !DILocalVariable(name: "Index", arg: 2, scope: !251, file: !1, type: !56)
!290 = !DILocation(line: 0, scope: !251, inlinedAt: !291)
!291 = distinct !DILocation(line: 42, column: 3, scope: !292)
!292 = distinct !DISubprogram(name: "main", linkageName: "_Z4mainDv3_jj", scope: !24, file: !24, line: 24, type: !293, scopeLine: 24, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !298)
!293 = !DISubroutineType(types: !294)
!294 = !{null, !295, !155}
!295 = !DIDerivedType(tag: DW_TAG_typedef, name: "uint3", scope: !5, file: !4, line: 70, baseType: !296)
!296 = !DIDerivedType(tag: DW_TAG_typedef, name: "vector<unsigned int, 3>", scope: !5, file: !1, baseType: !297)
!297 = !DICompositeType(tag: DW_TAG_array_type, baseType: !155, size: 96, flags: DIFlagVector, elements: !30)
!298 = !{!299, !300, !301, !302, !303, !304, !305, !307, !309, !310, !311, !312, !313, !314, !316}
!299 = !DILocalVariable(name: "group", arg: 1, scope: !292, file: !24, line: 24, type: !295)
!300 = !DILocalVariable(name: "lane", arg: 2, scope: !292, file: !24, line: 24, type: !155)
!301 = !DILocalVariable(name: "target", scope: !292, file: !24, line: 25, type: !252)
!302 = !DILocalVariable(name: "power", scope: !292, file: !24, line: 26, type: !8)
!303 = !DILocalVariable(name: "color", scope: !292, file: !24, line: 27, type: !27)
!304 = !DILocalVariable(name: "raw", scope: !292, file: !24, line: 28, type: !21)
!305 = !DILocalVariable(name: "local", scope: !292, file: !24, line: 29, type: !306)
!306 = !DICompositeType(tag: DW_TAG_array_type, baseType: !8, size: 128, elements: !17)
!307 = !DILocalVariable(name: "i", scope: !308, file: !24, line: 30, type: !21)
!308 = distinct !DILexicalBlock(scope: !292, file: !24, line: 30, column: 3)
!309 = !DILocalVariable(name: "half_power", scope: !292, file: !24, line: 32, type: !8)
!310 = !DILocalVariable(name: "pair", scope: !292, file: !24, line: 33, type: !183)
!311 = !DILocalVariable(name: "other", scope: !292, file: !24, line: 36, type: !183)
!312 = !DILocalVariable(name: "wide", scope: !292, file: !24, line: 37, type: !11)
!313 = !DILocalVariable(name: "big", scope: !292, file: !24, line: 38, type: !12)
!314 = !DILocalVariable(name: "hit", scope: !292, file: !24, line: 39, type: !315)
!315 = !DIBasicType(name: "bool", size: 32, encoding: DW_ATE_boolean)
!316 = !DILocalVariable(name: "result", scope: !292, file: !24, line: 40, type: !8)
!317 = !DILocation(line: 0, scope: !201, inlinedAt: !318)
!318 = distinct !DILocation(line: 43, column: 1, scope: !206, inlinedAt: !319)
!319 = distinct !DILocation(line: 27, column: 22, scope: !292)
!320 = !DILocation(line: 0, scope: !206, inlinedAt: !319)
!321 = !DILocation(line: 0, scope: !165, inlinedAt: !322)
!322 = distinct !DILocation(line: 11, column: 17, scope: !152, inlinedAt: !323)
!323 = distinct !DILocation(line: 27, column: 18, scope: !292)
!324 = distinct !DIAssignID()
!325 = !DILocation(line: 0, scope: !292)
!326 = !DILocation(line: 0, scope: !238, inlinedAt: !246)
!327 = !DILocation(line: 0, scope: !211, inlinedAt: !219)
!328 = !DILocation(line: 0, scope: !224)
!329 = !DILocalVariable(name: "registerNo", arg: 1, scope: !330, file: !1, type: !56)
!330 = distinct !DISubprogram(name: "__createFromBinding", linkageName: "_ZN4hlsl8RWBufferIDv4_fE19__createFromBindingEjjijPKc", scope: !252, file: !1, line: 43, type: !269, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, declaration: !268, retainedNodes: !331)
!331 = !{!329, !332, !333, !334, !335, !336}
!332 = !DILocalVariable(name: "spaceNo", arg: 2, scope: !330, file: !1, type: !56)
!333 = !DILocalVariable(name: "range", arg: 3, scope: !330, file: !1, type: !21)
!334 = !DILocalVariable(name: "index", arg: 4, scope: !330, file: !1, type: !56)
!335 = !DILocalVariable(name: "name", arg: 5, scope: !330, file: !1, type: !57)
!336 = !DILocalVariable(name: "tmp", scope: !330, file: !1, type: !252)
!337 = !DILocation(line: 0, scope: !330, inlinedAt: !338)
!338 = distinct !DILocation(line: 25, column: 29, scope: !292)
!339 = !DILocation(line: 0, scope: !152, inlinedAt: !323)
!340 = !DILocation(line: 11, column: 17, scope: !152, inlinedAt: !323)
!341 = !{!342}
!342 = distinct !{!342, !343, !"_Z3litN4hlsl16StructuredBufferI5LightEEjRf: %power"}
!343 = distinct !{!343, !"_Z3litN4hlsl16StructuredBufferI5LightEEjRf"}
!344 = !DILocation(line: 28, column: 35, scope: !292)
!345 = !DILocalVariable(name: "this", arg: 1, scope: !346, type: !47, flags: DIFlagArtificial | DIFlagObjectPointer)
!346 = distinct !DISubprogram(name: "Load", linkageName: "_ZNK4hlsl17ByteAddressBuffer4LoadEj", scope: !37, file: !1, line: 48, type: !62, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, declaration: !61, retainedNodes: !347)
!347 = !{!345, !348}
!348 = !DILocalVariable(name: "Index", arg: 2, scope: !346, file: !1, type: !56)
!349 = !DILocation(line: 0, scope: !346, inlinedAt: !350)
!350 = distinct !DILocation(line: 28, column: 25, scope: !292)
!351 = !{!149, !149, i64 0}
!352 = !DILocation(line: 29, column: 3, scope: !292)
!353 = !DILocation(line: 0, scope: !308)
!354 = !DILocation(line: 31, column: 14, scope: !355)
!355 = distinct !DILexicalBlock(scope: !308, file: !24, line: 30, column: 3)
!356 = !DILocation(line: 31, column: 25, scope: !355)
!357 = !DILocation(line: 31, column: 5, scope: !355)
!358 = !DILocation(line: 13, column: 24, scope: !152, inlinedAt: !323)
!359 = !DILocation(line: 13, column: 22, scope: !152, inlinedAt: !323)
!360 = !DILocation(line: 32, column: 32, scope: !292)
!361 = !DILocation(line: 32, column: 22, scope: !292)
!362 = !DILocation(line: 0, scope: !180, inlinedAt: !363)
!363 = distinct !DILocation(line: 33, column: 15, scope: !292)
!364 = !DILocation(line: 18, column: 19, scope: !180, inlinedAt: !363)
!365 = !DILocation(line: 18, column: 24, scope: !180, inlinedAt: !363)
!366 = !DILocation(line: 34, column: 3, scope: !292)
!367 = !DILocation(line: 34, column: 23, scope: !292)
!368 = !DILocation(line: 35, column: 3, scope: !292)
!369 = !DILocation(line: 36, column: 30, scope: !292)
!370 = !DILocation(line: 36, column: 16, scope: !292)
!371 = !DILocation(line: 37, column: 25, scope: !292)
!372 = !DILocation(line: 38, column: 26, scope: !292)
!373 = !DILocation(line: 38, column: 34, scope: !292)
!374 = !DILocation(line: 39, column: 30, scope: !292)
!375 = !DILocation(line: 39, column: 24, scope: !292)
!376 = !DILocation(line: 39, column: 14, scope: !292)
!377 = !DILocation(line: 40, column: 18, scope: !292)
!378 = !DILocation(line: 41, column: 12, scope: !292)
!379 = !DILocation(line: 42, column: 56, scope: !292)
!380 = !DILocation(line: 42, column: 43, scope: !292)
!381 = !DILocation(line: 42, column: 35, scope: !292)
!382 = !DILocation(line: 42, column: 15, scope: !292)
!383 = !DILocation(line: 42, column: 26, scope: !292)
!384 = !DILocation(line: 43, column: 1, scope: !292)
