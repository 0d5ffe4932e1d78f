; ModuleID = 'handles.hlsl'
source_filename = "handles.hlsl"
target datalayout = "e-m:e-ve-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64"
target triple = "dxilv1.6-pc-shadermodel6.6-compute"

%"class.hlsl::ByteAddressBuffer" = type { target("dx.RawBuffer", i8, 0, 0) }
%"class.hlsl::StructuredBuffer" = type { target("dx.RawBuffer", %struct.Light, 0, 0) }
%struct.Light = type { <3 x float>, float }
%__cblayout_Frame = type <{ %Light, <{ [3 x <{ float, target("dx.Padding", 12) }>], float }> }>
%Light = type <{ <3 x float>, float }>
%struct.Pair = type { <2 x float>, i32 }
%"class.hlsl::RWBuffer" = type { target("dx.TypedBuffer", <4 x float>, 1, 0, 0) }

@_ZL5Bytes = internal global %"class.hlsl::ByteAddressBuffer" poison, align 4, !dbg !0
@.str = private unnamed_addr constant [6 x i8] c"Bytes\00", align 1
@_ZL6Lights = internal global %"class.hlsl::StructuredBuffer" poison, align 4, !dbg !37
@.str.2 = private unnamed_addr constant [7 x i8] c"Lights\00", align 1
@Frame.cb = internal global target("dx.CBuffer", %__cblayout_Frame) poison
@llvm.compiler.used = appending global [1 x ptr] [ptr @Frame.cb], section "llvm.metadata"
@key = external hidden addrspace(2) global %Light, align 1
@weights = external hidden addrspace(2) global <{ [3 x <{ float, target("dx.Padding", 12) }>], float }>, align 4
@Frame.str = private unnamed_addr constant [6 x i8] c"Frame\00", align 1
@shared_pair = external hidden addrspace(3) global [8 x %struct.Pair], align 1
@Out.str = private unnamed_addr constant [4 x i8] c"Out\00", align 1
@_ZL5table = internal constant [4 x float] [float 1.000000e+00, float 2.000000e+00, float 4.000000e+00, float 8.000000e+00], align 4, !dbg !82

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn memory(none)
declare token @llvm.experimental.convergence.entry() #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare target("dx.CBuffer", %__cblayout_Frame) @llvm.dx.resource.handlefrombinding.tdx.CBuffer_s___cblayout_Framest(i32, i32, i32, i32, ptr) #1

; Function Attrs: alwaysinline convergent mustprogress norecurse nounwind
define hidden noundef nofpclass(nan inf) <3 x float> @_Z3litN4hlsl16StructuredBufferI5LightEEjRf(ptr noundef align 4 dead_on_return %lights, i32 noundef %at, ptr noalias noundef nonnull align 4 dereferenceable(4) %power) #2 !dbg !147 {
entry:
  %this.addr.i = alloca ptr, align 4
  %Index.addr.i = alloca i32, align 4
  %0 = call token @llvm.experimental.convergence.entry()
  %lights.indirect_addr = alloca ptr, align 4
  %at.addr = alloca i32, align 4
  %power.addr = alloca ptr, align 4
  %light = alloca %struct.Light, align 1
  store ptr %lights, ptr %lights.indirect_addr, align 4
    #dbg_declare(ptr %lights.indirect_addr, !153, !DIExpression(DW_OP_deref), !154)
  store i32 %at, ptr %at.addr, align 4
    #dbg_declare(ptr %at.addr, !155, !DIExpression(), !156)
  store ptr %power, ptr %power.addr, align 4
    #dbg_declare(ptr %power.addr, !157, !DIExpression(), !158)
    #dbg_declare(ptr %light, !159, !DIExpression(), !160)
  %1 = load i32, ptr %at.addr, align 4, !dbg !161
  store ptr %lights, ptr %this.addr.i, align 4
    #dbg_declare(ptr %this.addr.i, !162, !DIExpression(), !164)
  store i32 %1, ptr %Index.addr.i, align 4
    #dbg_declare(ptr %Index.addr.i, !166, !DIExpression(), !167)
  %this1.i = load ptr, ptr %this.addr.i, align 4
  %2 = load target("dx.RawBuffer", %struct.Light, 0, 0), ptr %this1.i, align 4, !dbg !164
  %3 = load i32, ptr %Index.addr.i, align 4, !dbg !164
  %4 = call noundef nonnull align 1 dereferenceable(16) ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_s_struct.Lights_0_0t.i32(target("dx.RawBuffer", %struct.Light, 0, 0) %2, i32 %3) [ "convergencectrl"(token %0) ], !dbg !164
  call void @llvm.memcpy.p0.p0.i32(ptr align 1 %light, ptr align 1 %4, i32 16, i1 false), !dbg !168
  %power2 = getelementptr inbounds nuw %struct.Light, ptr %light, i32 0, i32 1, !dbg !169
  %5 = load float, ptr %power2, align 1, !dbg !169
  %6 = load ptr, ptr %power.addr, align 4, !dbg !170, !nonnull !144, !align !171
  store float %5, ptr %6, align 4, !dbg !172
  %color = getelementptr inbounds nuw %struct.Light, ptr %light, i32 0, i32 0, !dbg !173
  %7 = load <3 x float>, ptr %color, align 1, !dbg !173
  %8 = load ptr, ptr %power.addr, align 4, !dbg !174, !nonnull !144, !align !171
  %9 = load float, ptr %8, align 4, !dbg !174
  %splat.splatinsert = insertelement <3 x float> poison, float %9, i64 0, !dbg !174
  %splat.splat = shufflevector <3 x float> %splat.splatinsert, <3 x float> poison, <3 x i32> zeroinitializer, !dbg !174
  %mul = fmul reassoc nnan ninf nsz arcp afn <3 x float> %7, %splat.splat, !dbg !175
  ret <3 x float> %mul, !dbg !176
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i32(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i32, i1 immarg) #3

; Function Attrs: alwaysinline convergent mustprogress norecurse nounwind
define hidden void @_Z4makefi(ptr dead_on_unwind noalias writable sret(%struct.Pair) align 1 %agg.result, float noundef nofpclass(nan inf) %x, i32 noundef %k) #2 !dbg !177 {
entry:
  %0 = call token @llvm.experimental.convergence.entry()
  %result.ptr = alloca ptr, align 4
  %x.addr = alloca float, align 4
  %k.addr = alloca i32, align 4
  store ptr %agg.result, ptr %result.ptr, align 4
  store float %x, ptr %x.addr, align 4
    #dbg_declare(ptr %x.addr, !184, !DIExpression(), !185)
  store i32 %k, ptr %k.addr, align 4
    #dbg_declare(ptr %k.addr, !186, !DIExpression(), !187)
    #dbg_declare(ptr %result.ptr, !188, !DIExpression(DW_OP_deref), !189)
  %1 = load float, ptr %x.addr, align 4, !dbg !190
  %vecinit = insertelement <2 x float> poison, float %1, i32 0, !dbg !190
  %2 = load float, ptr %x.addr, align 4, !dbg !191
  %mul = fmul reassoc nnan ninf nsz arcp afn float %2, 2.000000e+00, !dbg !192
  %vecinit1 = insertelement <2 x float> %vecinit, float %mul, i32 1, !dbg !190
  %a = getelementptr inbounds nuw %struct.Pair, ptr %agg.result, i32 0, i32 0, !dbg !193
  store <2 x float> %vecinit1, ptr %a, align 1, !dbg !194
  %3 = load i32, ptr %k.addr, align 4, !dbg !195
  %b = getelementptr inbounds nuw %struct.Pair, ptr %agg.result, i32 0, i32 1, !dbg !196
  store i32 %3, ptr %b, align 1, !dbg !197
  ret void, !dbg !198
}

; Function Attrs: convergent noinline norecurse
define void @main() #4 {
entry:
  %this.addr.i17.i = alloca ptr, align 4
  %other.addr.i18.i = alloca ptr, align 4
  %this.addr.i15.i = alloca ptr, align 4
  %this.addr.i13.i = alloca ptr, align 4
  %this.addr.i10.i = alloca ptr, align 4
  %other.addr.i11.i = alloca ptr, align 4
  %this.addr.i7.i = alloca ptr, align 4
  %other.addr.i8.i = alloca ptr, align 4
  %this.addr.i.i27 = alloca ptr, align 4
  %other.addr.i.i = alloca ptr, align 4
  %result.ptr.i.i28 = alloca ptr, align 4
  %registerNo.addr.i1.i = alloca i32, align 4
  %spaceNo.addr.i2.i = alloca i32, align 4
  %range.addr.i3.i = alloca i32, align 4
  %index.addr.i4.i = alloca i32, align 4
  %name.addr.i5.i = alloca ptr, align 4
  %tmp.i6.i = alloca %"class.hlsl::StructuredBuffer", align 4
  %registerNo.addr.i.i = alloca i32, align 4
  %spaceNo.addr.i.i = alloca i32, align 4
  %range.addr.i.i = alloca i32, align 4
  %index.addr.i.i = alloca i32, align 4
  %name.addr.i.i = alloca ptr, align 4
  %tmp.i.i = alloca %"class.hlsl::ByteAddressBuffer", align 4
  %F.addr.i26 = alloca i32, align 4
  %this.addr.i23 = alloca ptr, align 4
  %other.addr.i24 = alloca ptr, align 4
  %this.addr.i20 = alloca ptr, align 4
  %other.addr.i21 = alloca ptr, align 4
  %this.addr.i17 = alloca ptr, align 4
  %other.addr.i18 = alloca ptr, align 4
  %this.addr.i15 = alloca ptr, align 4
  %this.addr.i13 = alloca ptr, align 4
  %this.addr.i10 = alloca ptr, align 4
  %Index.addr.i11 = alloca i32, align 4
  %this.addr.i8 = alloca ptr, align 4
  %Index.addr.i = alloca i32, align 4
  %F.addr.i = alloca i32, align 4
  %this.addr.i5 = alloca ptr, align 4
  %other.addr.i6 = alloca ptr, align 4
  %this.addr.i2 = alloca ptr, align 4
  %other.addr.i3 = alloca ptr, align 4
  %this.addr.i = alloca ptr, align 4
  %other.addr.i = alloca ptr, align 4
  %result.ptr.i = alloca ptr, align 4
  %registerNo.addr.i = alloca i32, align 4
  %spaceNo.addr.i = alloca i32, align 4
  %range.addr.i = alloca i32, align 4
  %index.addr.i = alloca i32, align 4
  %name.addr.i = alloca ptr, align 4
  %tmp.i1 = alloca %"class.hlsl::RWBuffer", align 4
  %result.ptr.i.i = alloca ptr, align 4
  %x.addr.i.i = alloca float, align 4
  %k.addr.i.i = alloca i32, align 4
  %this.addr.i.i = alloca ptr, align 4
  %Index.addr.i.i = alloca i32, align 4
  %lights.indirect_addr.i.i = alloca ptr, align 4
  %at.addr.i.i = alloca i32, align 4
  %power.addr.i.i = alloca ptr, align 4
  %light.i.i = alloca %struct.Light, align 1
  %group.addr.i = alloca <3 x i32>, align 4
  %lane.addr.i = alloca i32, align 4
  %target.i = alloca %"class.hlsl::RWBuffer", align 4
  %tmp.i = alloca %"class.hlsl::RWBuffer", align 4
  %power.i = alloca float, align 4
  %color.i = alloca <3 x float>, align 4
  %agg.tmp.i = alloca %"class.hlsl::StructuredBuffer", align 4
  %tmp1.i = alloca float, align 4
  %raw.i = alloca i32, align 4
  %local.i = alloca [4 x float], align 4
  %i.i = alloca i32, align 4
  %half_power.i = alloca float, align 4
  %pair.i = alloca %struct.Pair, align 1
  %tmp8.i = alloca %struct.Pair, align 1
  %other.i = alloca %struct.Pair, align 1
  %wide.i = alloca double, align 8
  %big.i = alloca i64, align 8
  %hit.i = alloca i32, align 4
  %result.i = alloca float, align 4
  %ref.tmp.i = alloca <3 x float>, align 4
  %ref.tmp19.i = alloca <3 x float>, align 4
  %ref.tmp27.i = alloca <3 x float>, align 4
  %0 = call token @llvm.experimental.convergence.entry()
  call void @llvm.experimental.noalias.scope.decl(metadata !199), !dbg !202
  store i32 0, ptr %registerNo.addr.i.i, align 4, !noalias !199
    #dbg_declare(ptr %registerNo.addr.i.i, !209, !DIExpression(), !211)
  store i32 0, ptr %spaceNo.addr.i.i, align 4, !noalias !199
    #dbg_declare(ptr %spaceNo.addr.i.i, !213, !DIExpression(), !211)
  store i32 1, ptr %range.addr.i.i, align 4, !noalias !199
    #dbg_declare(ptr %range.addr.i.i, !214, !DIExpression(), !211)
  store i32 0, ptr %index.addr.i.i, align 4, !noalias !199
    #dbg_declare(ptr %index.addr.i.i, !215, !DIExpression(), !211)
  store ptr @.str, ptr %name.addr.i.i, align 4, !noalias !199
    #dbg_declare(ptr %name.addr.i.i, !216, !DIExpression(), !211)
    #dbg_declare(ptr %tmp.i.i, !217, !DIExpression(), !211)
  %1 = load i32, ptr %registerNo.addr.i.i, align 4, !dbg !218, !noalias !199
  %2 = load i32, ptr %spaceNo.addr.i.i, align 4, !dbg !218, !noalias !199
  %3 = load i32, ptr %range.addr.i.i, align 4, !dbg !218, !noalias !199
  %4 = load i32, ptr %index.addr.i.i, align 4, !dbg !218, !noalias !199
  %5 = load ptr, ptr %name.addr.i.i, align 4, !dbg !218, !noalias !199
  %6 = call target("dx.RawBuffer", i8, 0, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i8_0_0t(i32 %2, i32 %1, i32 %3, i32 %4, ptr %5), !dbg !218
  store target("dx.RawBuffer", i8, 0, 0) %6, ptr %tmp.i.i, align 4, !dbg !218, !noalias !199
  store ptr @_ZL5Bytes, ptr %this.addr.i7.i, align 4
    #dbg_declare(ptr %this.addr.i7.i, !219, !DIExpression(), !221)
  store ptr %tmp.i.i, ptr %other.addr.i8.i, align 4
    #dbg_declare(ptr %other.addr.i8.i, !223, !DIExpression(), !224)
  %this1.i9.i = load ptr, ptr %this.addr.i7.i, align 4
  %7 = load ptr, ptr %other.addr.i8.i, align 4, !dbg !225
  store ptr %this1.i9.i, ptr %this.addr.i10.i, align 4
    #dbg_declare(ptr %this.addr.i10.i, !226, !DIExpression(), !228)
  store ptr %7, ptr %other.addr.i11.i, align 4
    #dbg_declare(ptr %other.addr.i11.i, !230, !DIExpression(), !231)
  %this1.i12.i = load ptr, ptr %this.addr.i10.i, align 4
  %8 = load ptr, ptr %other.addr.i11.i, align 4, !dbg !232, !nonnull !144, !align !171
  %9 = load target("dx.RawBuffer", i8, 0, 0), ptr %8, align 4, !dbg !232
  store target("dx.RawBuffer", i8, 0, 0) %9, ptr %this1.i12.i, align 4, !dbg !232
  call void @llvm.experimental.noalias.scope.decl(metadata !234), !dbg !237
  store ptr @_ZL6Lights, ptr %result.ptr.i.i28, align 4, !noalias !234
  store i32 1, ptr %registerNo.addr.i1.i, align 4, !noalias !234
    #dbg_declare(ptr %registerNo.addr.i1.i, !240, !DIExpression(), !242)
  store i32 0, ptr %spaceNo.addr.i2.i, align 4, !noalias !234
    #dbg_declare(ptr %spaceNo.addr.i2.i, !244, !DIExpression(), !242)
  store i32 1, ptr %range.addr.i3.i, align 4, !noalias !234
    #dbg_declare(ptr %range.addr.i3.i, !245, !DIExpression(), !242)
  store i32 0, ptr %index.addr.i4.i, align 4, !noalias !234
    #dbg_declare(ptr %index.addr.i4.i, !246, !DIExpression(), !242)
  store ptr @.str.2, ptr %name.addr.i5.i, align 4, !noalias !234
    #dbg_declare(ptr %name.addr.i5.i, !247, !DIExpression(), !242)
    #dbg_declare(ptr %tmp.i6.i, !248, !DIExpression(), !242)
  store ptr %tmp.i6.i, ptr %this.addr.i13.i, align 4
    #dbg_declare(ptr %this.addr.i13.i, !249, !DIExpression(), !251)
  %this1.i14.i = load ptr, ptr %this.addr.i13.i, align 4
  store ptr %this1.i14.i, ptr %this.addr.i15.i, align 4
    #dbg_declare(ptr %this.addr.i15.i, !253, !DIExpression(), !255)
  %this1.i16.i = load ptr, ptr %this.addr.i15.i, align 4
  store target("dx.RawBuffer", %struct.Light, 0, 0) poison, ptr %this1.i16.i, align 4, !dbg !257
  %10 = load i32, ptr %registerNo.addr.i1.i, align 4, !dbg !259, !noalias !234
  %11 = load i32, ptr %spaceNo.addr.i2.i, align 4, !dbg !259, !noalias !234
  %12 = load i32, ptr %range.addr.i3.i, align 4, !dbg !259, !noalias !234
  %13 = load i32, ptr %index.addr.i4.i, align 4, !dbg !259, !noalias !234
  %14 = load ptr, ptr %name.addr.i5.i, align 4, !dbg !259, !noalias !234
  %15 = call target("dx.RawBuffer", %struct.Light, 0, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_s_struct.Lights_0_0t(i32 %11, i32 %10, i32 %12, i32 %13, ptr %14), !dbg !259
  store target("dx.RawBuffer", %struct.Light, 0, 0) %15, ptr %tmp.i6.i, align 4, !dbg !259, !noalias !234
  store ptr @_ZL6Lights, ptr %this.addr.i.i27, align 4
    #dbg_declare(ptr %this.addr.i.i27, !260, !DIExpression(), !262)
  store ptr %tmp.i6.i, ptr %other.addr.i.i, align 4
    #dbg_declare(ptr %other.addr.i.i, !264, !DIExpression(), !265)
  %this1.i.i29 = load ptr, ptr %this.addr.i.i27, align 4
  %16 = load ptr, ptr %other.addr.i.i, align 4, !dbg !266
  store ptr %this1.i.i29, ptr %this.addr.i17.i, align 4
    #dbg_declare(ptr %this.addr.i17.i, !267, !DIExpression(), !269)
  store ptr %16, ptr %other.addr.i18.i, align 4
    #dbg_declare(ptr %other.addr.i18.i, !271, !DIExpression(), !272)
  %this1.i19.i = load ptr, ptr %this.addr.i17.i, align 4
  %17 = load ptr, ptr %other.addr.i18.i, align 4, !dbg !273, !nonnull !144, !align !171
  %18 = load target("dx.RawBuffer", %struct.Light, 0, 0), ptr %17, align 4, !dbg !273
  store target("dx.RawBuffer", %struct.Light, 0, 0) %18, ptr %this1.i19.i, align 4, !dbg !273
  %Frame.cb_h.i.i = call target("dx.CBuffer", %__cblayout_Frame) @llvm.dx.resource.handlefrombinding.tdx.CBuffer_s___cblayout_Framest(i32 0, i32 1, i32 1, i32 0, ptr @Frame.str), !dbg !275
  store target("dx.CBuffer", %__cblayout_Frame) %Frame.cb_h.i.i, ptr @Frame.cb, align 4, !dbg !275
  %19 = call i32 @llvm.dx.group.id(i32 0)
  %20 = insertelement <3 x i32> poison, i32 %19, i64 0
  %21 = call i32 @llvm.dx.group.id(i32 1)
  %22 = insertelement <3 x i32> %20, i32 %21, i64 1
  %23 = call i32 @llvm.dx.group.id(i32 2)
  %24 = insertelement <3 x i32> %22, i32 %23, i64 2
  %25 = call i32 @llvm.dx.flattened.thread.id.in.group()
  store <3 x i32> %24, ptr %group.addr.i, align 4
    #dbg_declare(ptr %group.addr.i, !276, !DIExpression(), !283)
  store i32 %25, ptr %lane.addr.i, align 4
    #dbg_declare(ptr %lane.addr.i, !284, !DIExpression(), !285)
    #dbg_declare(ptr %target.i, !286, !DIExpression(), !323)
  call void @llvm.experimental.noalias.scope.decl(metadata !324), !dbg !327
  store ptr %tmp.i, ptr %result.ptr.i, align 4, !noalias !324
  store i32 0, ptr %registerNo.addr.i, align 4, !noalias !324
    #dbg_declare(ptr %registerNo.addr.i, !328, !DIExpression(), !330)
  store i32 0, ptr %spaceNo.addr.i, align 4, !noalias !324
    #dbg_declare(ptr %spaceNo.addr.i, !332, !DIExpression(), !330)
  store i32 4, ptr %range.addr.i, align 4, !noalias !324
    #dbg_declare(ptr %range.addr.i, !333, !DIExpression(), !330)
  store i32 2, ptr %index.addr.i, align 4, !noalias !324
    #dbg_declare(ptr %index.addr.i, !334, !DIExpression(), !330)
  store ptr @Out.str, ptr %name.addr.i, align 4, !noalias !324
    #dbg_declare(ptr %name.addr.i, !335, !DIExpression(), !330)
    #dbg_declare(ptr %tmp.i1, !336, !DIExpression(), !330)
  store ptr %tmp.i1, ptr %this.addr.i13, align 4
    #dbg_declare(ptr %this.addr.i13, !337, !DIExpression(), !339)
  %this1.i14 = load ptr, ptr %this.addr.i13, align 4
  store ptr %this1.i14, ptr %this.addr.i15, align 4
    #dbg_declare(ptr %this.addr.i15, !341, !DIExpression(), !343)
  %this1.i16 = load ptr, ptr %this.addr.i15, align 4
  store target("dx.TypedBuffer", <4 x float>, 1, 0, 0) poison, ptr %this1.i16, align 4, !dbg !345
  %26 = load i32, ptr %registerNo.addr.i, align 4, !dbg !347, !noalias !324
  %27 = load i32, ptr %spaceNo.addr.i, align 4, !dbg !347, !noalias !324
  %28 = load i32, ptr %range.addr.i, align 4, !dbg !347, !noalias !324
  %29 = load i32, ptr %index.addr.i, align 4, !dbg !347, !noalias !324
  %30 = load ptr, ptr %name.addr.i, align 4, !dbg !347, !noalias !324
  %31 = call target("dx.TypedBuffer", <4 x float>, 1, 0, 0) @llvm.dx.resource.handlefrombinding.tdx.TypedBuffer_v4f32_1_0_0t(i32 %27, i32 %26, i32 %28, i32 %29, ptr %30), !dbg !347
  store target("dx.TypedBuffer", <4 x float>, 1, 0, 0) %31, ptr %tmp.i1, align 4, !dbg !347, !noalias !324
  store ptr %tmp.i, ptr %this.addr.i, align 4
    #dbg_declare(ptr %this.addr.i, !348, !DIExpression(), !350)
  store ptr %tmp.i1, ptr %other.addr.i, align 4
    #dbg_declare(ptr %other.addr.i, !352, !DIExpression(), !353)
  %this1.i = load ptr, ptr %this.addr.i, align 4
  %32 = load ptr, ptr %other.addr.i, align 4, !dbg !354
  store ptr %this1.i, ptr %this.addr.i20, align 4
    #dbg_declare(ptr %this.addr.i20, !355, !DIExpression(), !357)
  store ptr %32, ptr %other.addr.i21, align 4
    #dbg_declare(ptr %other.addr.i21, !359, !DIExpression(), !360)
  %this1.i22 = load ptr, ptr %this.addr.i20, align 4
  %33 = load ptr, ptr %other.addr.i21, align 4, !dbg !361, !nonnull !144, !align !171
  %34 = load target("dx.TypedBuffer", <4 x float>, 1, 0, 0), ptr %33, align 4, !dbg !361
  store target("dx.TypedBuffer", <4 x float>, 1, 0, 0) %34, ptr %this1.i22, align 4, !dbg !361
  store ptr %target.i, ptr %this.addr.i2, align 4
    #dbg_declare(ptr %this.addr.i2, !348, !DIExpression(), !363)
  store ptr %tmp.i, ptr %other.addr.i3, align 4
    #dbg_declare(ptr %other.addr.i3, !352, !DIExpression(), !365)
  %this1.i4 = load ptr, ptr %this.addr.i2, align 4
  %35 = load ptr, ptr %other.addr.i3, align 4, !dbg !366
  store ptr %this1.i4, ptr %this.addr.i17, align 4
    #dbg_declare(ptr %this.addr.i17, !355, !DIExpression(), !367)
  store ptr %35, ptr %other.addr.i18, align 4
    #dbg_declare(ptr %other.addr.i18, !359, !DIExpression(), !369)
  %this1.i19 = load ptr, ptr %this.addr.i17, align 4
  %36 = load ptr, ptr %other.addr.i18, align 4, !dbg !370, !nonnull !144, !align !171
  %37 = load target("dx.TypedBuffer", <4 x float>, 1, 0, 0), ptr %36, align 4, !dbg !370
  store target("dx.TypedBuffer", <4 x float>, 1, 0, 0) %37, ptr %this1.i19, align 4, !dbg !370
    #dbg_declare(ptr %power.i, !371, !DIExpression(), !372)
    #dbg_declare(ptr %color.i, !373, !DIExpression(), !374)
  store ptr %agg.tmp.i, ptr %this.addr.i5, align 4
    #dbg_declare(ptr %this.addr.i5, !260, !DIExpression(), !375)
  store ptr @_ZL6Lights, ptr %other.addr.i6, align 4
    #dbg_declare(ptr %other.addr.i6, !264, !DIExpression(), !377)
  %this1.i7 = load ptr, ptr %this.addr.i5, align 4
  %38 = load ptr, ptr %other.addr.i6, align 4, !dbg !378
  store ptr %this1.i7, ptr %this.addr.i23, align 4
    #dbg_declare(ptr %this.addr.i23, !267, !DIExpression(), !379)
  store ptr %38, ptr %other.addr.i24, align 4
    #dbg_declare(ptr %other.addr.i24, !271, !DIExpression(), !381)
  %this1.i25 = load ptr, ptr %this.addr.i23, align 4
  %39 = load ptr, ptr %other.addr.i24, align 4, !dbg !382, !nonnull !144, !align !171
  %40 = load target("dx.RawBuffer", %struct.Light, 0, 0), ptr %39, align 4, !dbg !382
  store target("dx.RawBuffer", %struct.Light, 0, 0) %40, ptr %this1.i25, align 4, !dbg !382
  %41 = load i32, ptr %lane.addr.i, align 4, !dbg !383
  call void @llvm.experimental.noalias.scope.decl(metadata !384), !dbg !387
  store ptr %agg.tmp.i, ptr %lights.indirect_addr.i.i, align 4, !noalias !384
    #dbg_declare(ptr %lights.indirect_addr.i.i, !153, !DIExpression(DW_OP_deref), !388)
  store i32 %41, ptr %at.addr.i.i, align 4, !noalias !384
    #dbg_declare(ptr %at.addr.i.i, !155, !DIExpression(), !390)
  store ptr %tmp1.i, ptr %power.addr.i.i, align 4, !noalias !384
    #dbg_declare(ptr %power.addr.i.i, !157, !DIExpression(), !391)
    #dbg_declare(ptr %light.i.i, !159, !DIExpression(), !392)
  %42 = load i32, ptr %at.addr.i.i, align 4, !dbg !393, !noalias !384
  store ptr %agg.tmp.i, ptr %this.addr.i.i, align 4
    #dbg_declare(ptr %this.addr.i.i, !162, !DIExpression(), !394)
  store i32 %42, ptr %Index.addr.i.i, align 4
    #dbg_declare(ptr %Index.addr.i.i, !166, !DIExpression(), !396)
  %this1.i.i = load ptr, ptr %this.addr.i.i, align 4
  %43 = load target("dx.RawBuffer", %struct.Light, 0, 0), ptr %this1.i.i, align 4, !dbg !394
  %44 = load i32, ptr %Index.addr.i.i, align 4, !dbg !394
  %45 = call noundef nonnull align 1 dereferenceable(16) ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_s_struct.Lights_0_0t.i32(target("dx.RawBuffer", %struct.Light, 0, 0) %43, i32 %44) [ "convergencectrl"(token %0) ], !dbg !394
  call void @llvm.memcpy.p0.p0.i32(ptr align 1 %light.i.i, ptr align 1 %45, i32 16, i1 false), !dbg !397
  %power2.i.i = getelementptr inbounds nuw %struct.Light, ptr %light.i.i, i32 0, i32 1, !dbg !398
  %46 = load float, ptr %power2.i.i, align 1, !dbg !398, !noalias !384
  %47 = load ptr, ptr %power.addr.i.i, align 4, !dbg !399, !noalias !384, !nonnull !144, !align !171
  store float %46, ptr %47, align 4, !dbg !400
  %48 = load <3 x float>, ptr %light.i.i, align 1, !dbg !401, !noalias !384
  %49 = load ptr, ptr %power.addr.i.i, align 4, !dbg !402, !noalias !384, !nonnull !144, !align !171
  %50 = load float, ptr %49, align 4, !dbg !402
  %splat.splatinsert.i.i = insertelement <3 x float> poison, float %50, i64 0, !dbg !402
  %splat.splat.i.i = shufflevector <3 x float> %splat.splatinsert.i.i, <3 x float> poison, <3 x i32> zeroinitializer, !dbg !402
  %mul.i.i = fmul reassoc nnan ninf nsz arcp afn <3 x float> %48, %splat.splat.i.i, !dbg !403
  %51 = load float, ptr %tmp1.i, align 4, !dbg !404
  store float %51, ptr %power.i, align 4, !dbg !404
  store <3 x float> %mul.i.i, ptr %color.i, align 4, !dbg !374
    #dbg_declare(ptr %raw.i, !405, !DIExpression(), !406)
  %52 = load i32, ptr %lane.addr.i, align 4, !dbg !407
  %mul.i = mul i32 %52, 4, !dbg !408
  store ptr @_ZL5Bytes, ptr %this.addr.i8, align 4
    #dbg_declare(ptr %this.addr.i8, !409, !DIExpression(), !411)
  store i32 %mul.i, ptr %Index.addr.i, align 4
    #dbg_declare(ptr %Index.addr.i, !413, !DIExpression(), !414)
  %this1.i9 = load ptr, ptr %this.addr.i8, align 4
  %53 = load target("dx.RawBuffer", i8, 0, 0), ptr %this1.i9, align 4, !dbg !411
  %54 = load i32, ptr %Index.addr.i, align 4, !dbg !411
  %55 = call ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_i8_0_0t.i32(target("dx.RawBuffer", i8, 0, 0) %53, i32 %54) [ "convergencectrl"(token %0) ], !dbg !411
  %56 = load i32, ptr %55, align 4, !dbg !411
  store i32 %56, ptr %F.addr.i, align 4
    #dbg_declare(ptr %F.addr.i, !415, !DIExpression(), !422)
  %57 = load i32, ptr %F.addr.i, align 4, !dbg !424
  store i32 %57, ptr %F.addr.i26, align 4
    #dbg_declare(ptr %F.addr.i26, !425, !DIExpression(), !440)
  %58 = load i32, ptr %F.addr.i26, align 4, !dbg !442
  store i32 %58, ptr %raw.i, align 4, !dbg !406
    #dbg_declare(ptr %local.i, !443, !DIExpression(), !445)
    #dbg_declare(ptr %i.i, !446, !DIExpression(), !448)
  store i32 0, ptr %i.i, align 4, !dbg !448
  br label %for.cond.i, !dbg !449

for.cond.i:                                       ; preds = %for.body.i, %entry
  %59 = call token @llvm.experimental.convergence.loop() [ "convergencectrl"(token %0) ]
  %60 = load i32, ptr %i.i, align 4, !dbg !450
  %cmp.i = icmp slt i32 %60, 4, !dbg !452
  br i1 %cmp.i, label %for.body.i, label %for.end.i, !dbg !453

for.body.i:                                       ; preds = %for.cond.i
  %61 = load i32, ptr %i.i, align 4, !dbg !454
  %arrayidx.i = getelementptr inbounds [4 x float], ptr @_ZL5table, i32 0, i32 %61, !dbg !455
  %62 = load float, ptr %arrayidx.i, align 4, !dbg !455
  %63 = load float, ptr %power.i, align 4, !dbg !456
  %mul5.i = fmul reassoc nnan ninf nsz arcp afn float %62, %63, !dbg !457
  %64 = load i32, ptr %i.i, align 4, !dbg !458
  %arrayidx6.i = getelementptr inbounds [4 x float], ptr %local.i, i32 0, i32 %64, !dbg !459
  store float %mul5.i, ptr %arrayidx6.i, align 4, !dbg !460
  %65 = load i32, ptr %i.i, align 4, !dbg !461
  %inc.i = add nsw i32 %65, 1, !dbg !461
  store i32 %inc.i, ptr %i.i, align 4, !dbg !461
  br label %for.cond.i, !dbg !462, !llvm.loop !463

for.end.i:                                        ; preds = %for.cond.i
    #dbg_declare(ptr %half_power.i, !466, !DIExpression(), !467)
  %66 = load i32, ptr %raw.i, align 4, !dbg !468
  %and.i = and i32 %66, 3, !dbg !469
  %arrayidx7.i = getelementptr inbounds [4 x float], ptr %local.i, i32 0, i32 %and.i, !dbg !470
  %67 = load float, ptr %arrayidx7.i, align 4, !dbg !470
  store float %67, ptr %half_power.i, align 4, !dbg !467
    #dbg_declare(ptr %pair.i, !471, !DIExpression(), !472)
  %68 = load float, ptr %half_power.i, align 4, !dbg !473
  %69 = load i32, ptr %raw.i, align 4, !dbg !474
  call void @llvm.experimental.noalias.scope.decl(metadata !475), !dbg !478
  store ptr %pair.i, ptr %result.ptr.i.i, align 4, !noalias !475
  store float %68, ptr %x.addr.i.i, align 4, !noalias !475
    #dbg_declare(ptr %x.addr.i.i, !184, !DIExpression(), !479)
  store i32 %69, ptr %k.addr.i.i, align 4, !noalias !475
    #dbg_declare(ptr %k.addr.i.i, !186, !DIExpression(), !481)
    #dbg_declare(ptr %result.ptr.i.i, !188, !DIExpression(DW_OP_deref), !482)
  %70 = load float, ptr %x.addr.i.i, align 4, !dbg !483, !noalias !475
  %vecinit.i.i = insertelement <2 x float> poison, float %70, i32 0, !dbg !483
  %71 = load float, ptr %x.addr.i.i, align 4, !dbg !484, !noalias !475
  %mul.i38.i = fmul reassoc nnan ninf nsz arcp afn float %71, 2.000000e+00, !dbg !485
  %vecinit1.i.i = insertelement <2 x float> %vecinit.i.i, float %mul.i38.i, i32 1, !dbg !483
  store <2 x float> %vecinit1.i.i, ptr %pair.i, align 1, !dbg !486, !alias.scope !475
  %72 = load i32, ptr %k.addr.i.i, align 4, !dbg !487, !noalias !475
  %b.i.i = getelementptr inbounds nuw %struct.Pair, ptr %pair.i, i32 0, i32 1, !dbg !488
  store i32 %72, ptr %b.i.i, align 1, !dbg !489, !alias.scope !475
  %73 = load i32, ptr %lane.addr.i, align 4, !dbg !490
  %arrayidx9.i = getelementptr inbounds nuw [8 x %struct.Pair], ptr addrspace(3) @shared_pair, i32 0, i32 %73, !dbg !491
  call void @llvm.memcpy.p3.p0.i32(ptr addrspace(3) align 1 %arrayidx9.i, ptr align 1 %pair.i, i32 12, i1 false), !dbg !492
  call void @llvm.memcpy.p0.p3.i32(ptr align 1 %tmp8.i, ptr addrspace(3) align 1 %arrayidx9.i, i32 12, i1 false), !dbg !493
  call void @llvm.dx.group.memory.barrier.with.group.sync() [ "convergencectrl"(token %0) ], !dbg !494
    #dbg_declare(ptr %other.i, !495, !DIExpression(), !496)
  %74 = load i32, ptr %lane.addr.i, align 4, !dbg !497
  %sub.i = sub i32 7, %74, !dbg !498
  %arrayidx10.i = getelementptr inbounds nuw [8 x %struct.Pair], ptr addrspace(3) @shared_pair, i32 0, i32 %sub.i, !dbg !499
  call void @llvm.memcpy.p0.p3.i32(ptr align 1 %other.i, ptr addrspace(3) align 1 %arrayidx10.i, i32 12, i1 false), !dbg !499
    #dbg_declare(ptr %wide.i, !500, !DIExpression(), !501)
  %75 = load <2 x float>, ptr %other.i, align 1, !dbg !502
  %76 = extractelement <2 x float> %75, i32 1, !dbg !502
  %conv.i = fpext reassoc nnan ninf nsz arcp afn float %76 to double, !dbg !502
  %mul11.i = fmul reassoc nnan ninf nsz arcp afn double %conv.i, 2.000000e+00, !dbg !503
  store double %mul11.i, ptr %wide.i, align 8, !dbg !501
    #dbg_declare(ptr %big.i, !504, !DIExpression(), !505)
  %b.i = getelementptr inbounds nuw %struct.Pair, ptr %other.i, i32 0, i32 1, !dbg !506
  %77 = load i32, ptr %b.i, align 1, !dbg !506
  %conv12.i = sext i32 %77 to i64, !dbg !507
  %shl.i = shl i64 %conv12.i, 3, !dbg !508
  store i64 %shl.i, ptr %big.i, align 8, !dbg !505
    #dbg_declare(ptr %hit.i, !509, !DIExpression(), !510)
  %78 = load <3 x float>, ptr %color.i, align 4, !dbg !511
  %79 = load <3 x float>, ptr addrspace(2) @key, align 4, !dbg !512
  %cmp13.i = fcmp reassoc nnan ninf nsz arcp afn ogt <3 x float> %78, %79, !dbg !513
  %sext.i = sext <3 x i1> %cmp13.i to <3 x i32>, !dbg !513
  %hlsl.any.i = call i1 @llvm.dx.any.v3i32(<3 x i32> %sext.i), !dbg !514
  %storedv.i = zext i1 %hlsl.any.i to i32, !dbg !510
  store i32 %storedv.i, ptr %hit.i, align 4, !dbg !510
    #dbg_declare(ptr %result.i, !515, !DIExpression(), !516)
  %80 = load i32, ptr %hit.i, align 4, !dbg !517
  %loadedv.i = icmp ne i32 %80, 0, !dbg !517
  br i1 %loadedv.i, label %cond.true.i, label %cond.false.i, !dbg !517

cond.true.i:                                      ; preds = %for.end.i
  %81 = load double, ptr %wide.i, align 8, !dbg !518
  %conv14.i = fptrunc reassoc nnan ninf nsz arcp afn double %81 to float, !dbg !518
  br label %_Z4mainDv3_jj.exit, !dbg !517

cond.false.i:                                     ; preds = %for.end.i
  %82 = load i64, ptr %big.i, align 8, !dbg !519
  %conv15.i = sitofp reassoc nnan ninf nsz arcp afn i64 %82 to float, !dbg !519
  br label %_Z4mainDv3_jj.exit, !dbg !517

_Z4mainDv3_jj.exit:                               ; preds = %cond.true.i, %cond.false.i
  %cond.i = phi reassoc nnan ninf nsz arcp afn float [ %conv14.i, %cond.true.i ], [ %conv15.i, %cond.false.i ], !dbg !517
  store float %cond.i, ptr %result.i, align 4, !dbg !516
  %83 = load <2 x float>, ptr %other.i, align 1, !dbg !520
  %84 = load <3 x float>, ptr %color.i, align 4, !dbg !521
  %85 = shufflevector <3 x float> %84, <3 x float> poison, <2 x i32> <i32 0, i32 1>, !dbg !521
  %add.i = fadd reassoc nnan ninf nsz arcp afn <2 x float> %85, %83, !dbg !521
  %86 = extractelement <2 x float> %add.i, i32 0, !dbg !521
  store float %86, ptr %color.i, align 4, !dbg !521
  %87 = extractelement <2 x float> %add.i, i32 1, !dbg !521
  %88 = getelementptr <3 x float>, ptr %color.i, i32 0, i32 1, !dbg !521
  store float %87, ptr %88, align 4, !dbg !521
  %89 = load <3 x float>, ptr %color.i, align 4, !dbg !522
  %90 = load i32, ptr %lane.addr.i, align 4, !dbg !523
  %and17.i = and i32 %90, 3, !dbg !524
  %cbufferidx.i = getelementptr <{ float, target("dx.Padding", 12) }>, ptr addrspace(2) @weights, i32 %and17.i, i32 0, !dbg !525
  %91 = load float, ptr addrspace(2) %cbufferidx.i, align 16, !dbg !525
  %splat.splatinsert.i = insertelement <3 x float> poison, float %91, i64 0, !dbg !525
  %splat.splat.i = shufflevector <3 x float> %splat.splatinsert.i, <3 x float> poison, <3 x i32> zeroinitializer, !dbg !525
  %mul18.i = fmul reassoc nnan ninf nsz arcp afn <3 x float> %89, %splat.splat.i, !dbg !526
  store <3 x float> %mul18.i, ptr %ref.tmp.i, align 4, !dbg !522
  %92 = load <3 x float>, ptr %ref.tmp.i, align 4, !dbg !522
  %vecext.i = extractelement <3 x float> %92, i64 0, !dbg !522
  %vecinit.i = insertelement <4 x float> poison, float %vecext.i, i32 0, !dbg !522
  %93 = load <3 x float>, ptr %color.i, align 4, !dbg !522
  %94 = load i32, ptr %lane.addr.i, align 4, !dbg !523
  %and20.i = and i32 %94, 3, !dbg !524
  %cbufferidx21.i = getelementptr <{ float, target("dx.Padding", 12) }>, ptr addrspace(2) @weights, i32 %and20.i, i32 0, !dbg !525
  %95 = load float, ptr addrspace(2) %cbufferidx21.i, align 16, !dbg !525
  %splat.splatinsert22.i = insertelement <3 x float> poison, float %95, i64 0, !dbg !525
  %splat.splat23.i = shufflevector <3 x float> %splat.splatinsert22.i, <3 x float> poison, <3 x i32> zeroinitializer, !dbg !525
  %mul24.i = fmul reassoc nnan ninf nsz arcp afn <3 x float> %93, %splat.splat23.i, !dbg !526
  store <3 x float> %mul24.i, ptr %ref.tmp19.i, align 4, !dbg !522
  %96 = load <3 x float>, ptr %ref.tmp19.i, align 4, !dbg !522
  %vecext25.i = extractelement <3 x float> %96, i64 1, !dbg !522
  %vecinit26.i = insertelement <4 x float> %vecinit.i, float %vecext25.i, i32 1, !dbg !522
  %97 = load <3 x float>, ptr %color.i, align 4, !dbg !522
  %98 = load i32, ptr %lane.addr.i, align 4, !dbg !523
  %and28.i = and i32 %98, 3, !dbg !524
  %cbufferidx29.i = getelementptr <{ float, target("dx.Padding", 12) }>, ptr addrspace(2) @weights, i32 %and28.i, i32 0, !dbg !525
  %99 = load float, ptr addrspace(2) %cbufferidx29.i, align 16, !dbg !525
  %splat.splatinsert30.i = insertelement <3 x float> poison, float %99, i64 0, !dbg !525
  %splat.splat31.i = shufflevector <3 x float> %splat.splatinsert30.i, <3 x float> poison, <3 x i32> zeroinitializer, !dbg !525
  %mul32.i = fmul reassoc nnan ninf nsz arcp afn <3 x float> %97, %splat.splat31.i, !dbg !526
  store <3 x float> %mul32.i, ptr %ref.tmp27.i, align 4, !dbg !522
  %100 = load <3 x float>, ptr %ref.tmp27.i, align 4, !dbg !522
  %vecext33.i = extractelement <3 x float> %100, i64 2, !dbg !522
  %vecinit34.i = insertelement <4 x float> %vecinit26.i, float %vecext33.i, i32 2, !dbg !522
  %101 = load float, ptr %result.i, align 4, !dbg !527
  %vecinit35.i = insertelement <4 x float> %vecinit34.i, float %101, i32 3, !dbg !522
  %102 = load i32, ptr %lane.addr.i, align 4, !dbg !528
  %103 = load <3 x i32>, ptr %group.addr.i, align 4, !dbg !529
  %104 = extractelement <3 x i32> %103, i32 1, !dbg !529
  %add36.i = add i32 %102, %104, !dbg !530
  store ptr %target.i, ptr %this.addr.i10, align 4
    #dbg_declare(ptr %this.addr.i10, !531, !DIExpression(), !533)
  store i32 %add36.i, ptr %Index.addr.i11, align 4
    #dbg_declare(ptr %Index.addr.i11, !535, !DIExpression(), !536)
  %this1.i12 = load ptr, ptr %this.addr.i10, align 4
  %105 = load target("dx.TypedBuffer", <4 x float>, 1, 0, 0), ptr %this1.i12, align 4, !dbg !533
  %106 = load i32, ptr %Index.addr.i11, align 4, !dbg !533
  %107 = call noundef nonnull align 4 dereferenceable(16) ptr @llvm.dx.resource.getpointer.p0.tdx.TypedBuffer_v4f32_1_0_0t.i32(target("dx.TypedBuffer", <4 x float>, 1, 0, 0) %105, i32 %106) [ "convergencectrl"(token %0) ], !dbg !533
  store <4 x float> %vecinit35.i, ptr %107, align 4, !dbg !537
  ret void
}

; Function Attrs: nounwind willreturn memory(none)
declare i32 @llvm.dx.group.id(i32) #5

; Function Attrs: nounwind willreturn memory(none)
declare i32 @llvm.dx.flattened.thread.id.in.group() #5

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn memory(none)
declare token @llvm.experimental.convergence.loop() #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p3.p0.i32(ptr addrspace(3) noalias writeonly captures(none), ptr noalias readonly captures(none), i32, i1 immarg) #3

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p3.i32(ptr noalias writeonly captures(none), ptr addrspace(3) noalias readonly captures(none), i32, i1 immarg) #3

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn
declare void @llvm.dx.group.memory.barrier.with.group.sync() #6

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i1 @llvm.dx.any.v3i32(<3 x i32>) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare target("dx.RawBuffer", i8, 0, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_i8_0_0t(i32, i32, i32, i32, ptr) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare target("dx.RawBuffer", %struct.Light, 0, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_s_struct.Lights_0_0t(i32, i32, i32, i32, ptr) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare target("dx.TypedBuffer", <4 x float>, 1, 0, 0) @llvm.dx.resource.handlefrombinding.tdx.TypedBuffer_v4f32_1_0_0t(i32, i32, i32, i32, ptr) #1

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn memory(none)
declare ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_i8_0_0t.i32(target("dx.RawBuffer", i8, 0, 0), i32) #0

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn memory(none)
declare ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_s_struct.Lights_0_0t.i32(target("dx.RawBuffer", %struct.Light, 0, 0), i32) #0

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn memory(none)
declare ptr @llvm.dx.resource.getpointer.p0.tdx.TypedBuffer_v4f32_1_0_0t.i32(target("dx.TypedBuffer", <4 x float>, 1, 0, 0), i32) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.experimental.noalias.scope.decl(metadata) #7

attributes #0 = { convergent nocallback nofree nosync nounwind willreturn memory(none) }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(none) }
attributes #2 = { alwaysinline convergent mustprogress norecurse nounwind "no-signed-zeros-fp-math"="true" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { convergent noinline norecurse "hlsl.numthreads"="8,1,1" "hlsl.shader"="compute" "no-signed-zeros-fp-math"="false" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #5 = { nounwind willreturn memory(none) }
attributes #6 = { convergent nocallback nofree nosync nounwind willreturn }
attributes #7 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }

!llvm.dbg.cu = !{!2}
!hlsl.cbs = !{!137}
!llvm.module.flags = !{!138, !139, !140, !141}
!dx.valver = !{!142}
!dx.source.contents = !{!143}
!dx.source.defines = !{!144}
!dx.source.mainFileName = !{!145}
!dx.source.args = !{!144}
!llvm.ident = !{!146}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "Bytes", linkageName: "_ZL5Bytes", scope: !2, file: !26, line: 3, type: !86, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_HLSL, file: !3, producer: "clang version 23.1.4", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !4, globals: !36, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "<stdin>", directory: "")
!4 = !{!5, !13, !14, !10, !16, !21, !23, !24, !35}
!5 = !DIDerivedType(tag: DW_TAG_typedef, name: "float2", scope: !7, file: !6, line: 94, baseType: !8)
!6 = !DIFile(filename: "headers/hlsl/hlsl_basic_types.h", directory: "")
!7 = !DINamespace(name: "hlsl", scope: null)
!8 = !DIDerivedType(tag: DW_TAG_typedef, name: "vector<float, 2>", scope: !7, file: !3, baseType: !9)
!9 = !DICompositeType(tag: DW_TAG_array_type, baseType: !10, size: 64, flags: DIFlagVector, elements: !11)
!10 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!11 = !{!12}
!12 = !DISubrange(count: 2)
!13 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!14 = !DIDerivedType(tag: DW_TAG_typedef, name: "int64_t", scope: !7, file: !6, line: 43, baseType: !15)
!15 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!16 = !DIDerivedType(tag: DW_TAG_typedef, name: "float4", scope: !7, file: !6, line: 96, baseType: !17)
!17 = !DIDerivedType(tag: DW_TAG_typedef, name: "vector<float, 4>", scope: !7, file: !3, baseType: !18)
!18 = !DICompositeType(tag: DW_TAG_array_type, baseType: !10, size: 128, flags: DIFlagVector, elements: !19)
!19 = !{!20}
!20 = !DISubrange(count: 4)
!21 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !22, size: 32)
!22 = !DICompositeType(tag: DW_TAG_structure_type, name: "__hlsl_resource_t", file: !3, flags: DIFlagFwdDecl)
!23 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!24 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !25, size: 32)
!25 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Light", file: !26, line: 1, size: 128, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !27)
!26 = !DIFile(filename: "handles.hlsl", directory: "")
!27 = !{!28, !34}
!28 = !DIDerivedType(tag: DW_TAG_member, name: "color", scope: !25, file: !26, line: 1, baseType: !29, size: 96)
!29 = !DIDerivedType(tag: DW_TAG_typedef, name: "float3", scope: !7, file: !6, line: 95, baseType: !30)
!30 = !DIDerivedType(tag: DW_TAG_typedef, name: "vector<float, 3>", scope: !7, file: !3, baseType: !31)
!31 = !DICompositeType(tag: DW_TAG_array_type, baseType: !10, size: 96, flags: DIFlagVector, elements: !32)
!32 = !{!33}
!33 = !DISubrange(count: 3)
!34 = !DIDerivedType(tag: DW_TAG_member, name: "power", scope: !25, file: !26, line: 1, baseType: !10, size: 32, offset: 96)
!35 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !18, size: 32)
!36 = !{!0, !37, !82}
!37 = !DIGlobalVariableExpression(var: !38, expr: !DIExpression())
!38 = distinct !DIGlobalVariable(name: "Lights", linkageName: "_ZL6Lights", scope: !2, file: !26, line: 4, type: !39, isLocal: true, isDefinition: true)
!39 = distinct !DICompositeType(tag: DW_TAG_class_type, name: "StructuredBuffer<Light>", scope: !7, size: 32, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !40, templateParams: !80)
!40 = !{!41, !42, !46, !51, !55, !62, !63, !69, !72, !77}
!41 = !DIDerivedType(tag: DW_TAG_member, name: "__handle", scope: !39, file: !3, line: 4, baseType: !21, size: 32)
!42 = !DISubprogram(name: "StructuredBuffer", linkageName: "_ZN4hlsl16StructuredBufferI5LightEC4Ev", scope: !39, file: !3, type: !43, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!43 = !DISubroutineType(types: !44)
!44 = !{null, !45}
!45 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !39, size: 32, flags: DIFlagArtificial | DIFlagObjectPointer)
!46 = !DISubprogram(name: "StructuredBuffer", linkageName: "_ZN4hlsl16StructuredBufferI5LightEC4ERKS2_", scope: !39, file: !3, type: !47, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!47 = !DISubroutineType(types: !48)
!48 = !{null, !45, !49}
!49 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !50, size: 32)
!50 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !39)
!51 = !DISubprogram(name: "operator=", linkageName: "_ZN4hlsl16StructuredBufferI5LightEaSERKS2_", scope: !39, file: !3, type: !52, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!52 = !DISubroutineType(types: !53)
!53 = !{!54, !45, !49}
!54 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !39, size: 32)
!55 = !DISubprogram(name: "__createFromBinding", linkageName: "_ZN4hlsl16StructuredBufferI5LightE19__createFromBindingEjjijPKc", scope: !39, file: !3, type: !56, flags: DIFlagPublic | DIFlagPrototyped | DIFlagStaticMember, spFlags: 0)
!56 = !DISubroutineType(types: !57)
!57 = !{!39, !58, !58, !23, !58, !59}
!58 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!59 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !60, size: 32)
!60 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !61)
!61 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!62 = !DISubprogram(name: "__createFromImplicitBinding", linkageName: "_ZN4hlsl16StructuredBufferI5LightE27__createFromImplicitBindingEjjijPKc", scope: !39, file: !3, type: !56, flags: DIFlagPublic | DIFlagPrototyped | DIFlagStaticMember, spFlags: 0)
!63 = !DISubprogram(name: "operator[]", linkageName: "_ZNK4hlsl16StructuredBufferI5LightEixEj", scope: !39, file: !3, type: !64, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!64 = !DISubroutineType(types: !65)
!65 = !{!66, !68, !58}
!66 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !67, size: 32)
!67 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !25)
!68 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !50, size: 32, flags: DIFlagArtificial | DIFlagObjectPointer)
!69 = !DISubprogram(name: "Load", linkageName: "_ZNK4hlsl16StructuredBufferI5LightE4LoadEj", scope: !39, file: !3, type: !70, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!70 = !DISubroutineType(types: !71)
!71 = !{!25, !68, !58}
!72 = !DISubprogram(name: "Load", linkageName: "_ZNK4hlsl16StructuredBufferI5LightE4LoadEjRj", scope: !39, file: !3, type: !73, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!73 = !DISubroutineType(types: !74)
!74 = !{!25, !68, !58, !75}
!75 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !76)
!76 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !58, size: 32)
!77 = !DISubprogram(name: "GetDimensions", linkageName: "_ZN4hlsl16StructuredBufferI5LightE13GetDimensionsERjS3_", scope: !39, file: !3, type: !78, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!78 = !DISubroutineType(types: !79)
!79 = !{null, !45, !75, !75}
!80 = !{!81}
!81 = !DITemplateTypeParameter(name: "element_type", type: !25)
!82 = !DIGlobalVariableExpression(var: !83, expr: !DIExpression())
!83 = distinct !DIGlobalVariable(name: "table", linkageName: "_ZL5table", scope: !2, file: !26, line: 8, type: !84, isLocal: true, isDefinition: true)
!84 = !DICompositeType(tag: DW_TAG_array_type, baseType: !85, size: 128, elements: !19)
!85 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !10)
!86 = distinct !DICompositeType(tag: DW_TAG_class_type, name: "ByteAddressBuffer", scope: !7, size: 32, flags: DIFlagTypePassByValue | DIFlagNonTrivial, elements: !87)
!87 = !{!88, !89, !93, !98, !102, !105, !106, !110, !113, !117, !120, !124, !127, !131, !134}
!88 = !DIDerivedType(tag: DW_TAG_member, name: "__handle", scope: !86, file: !3, line: 3, baseType: !21, size: 32)
!89 = !DISubprogram(name: "ByteAddressBuffer", linkageName: "_ZN4hlsl17ByteAddressBufferC4Ev", scope: !86, file: !3, type: !90, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!90 = !DISubroutineType(types: !91)
!91 = !{null, !92}
!92 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !86, size: 32, flags: DIFlagArtificial | DIFlagObjectPointer)
!93 = !DISubprogram(name: "ByteAddressBuffer", linkageName: "_ZN4hlsl17ByteAddressBufferC4ERKS0_", scope: !86, file: !3, type: !94, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!94 = !DISubroutineType(types: !95)
!95 = !{null, !92, !96}
!96 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !97, size: 32)
!97 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !86)
!98 = !DISubprogram(name: "operator=", linkageName: "_ZN4hlsl17ByteAddressBufferaSERKS0_", scope: !86, file: !3, type: !99, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!99 = !DISubroutineType(types: !100)
!100 = !{!101, !92, !96}
!101 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !86, size: 32)
!102 = !DISubprogram(name: "__createFromBinding", linkageName: "_ZN4hlsl17ByteAddressBuffer19__createFromBindingEjjijPKc", scope: !86, file: !3, type: !103, flags: DIFlagPublic | DIFlagPrototyped | DIFlagStaticMember, spFlags: 0)
!103 = !DISubroutineType(types: !104)
!104 = !{!86, !58, !58, !23, !58, !59}
!105 = !DISubprogram(name: "__createFromImplicitBinding", linkageName: "_ZN4hlsl17ByteAddressBuffer27__createFromImplicitBindingEjjijPKc", scope: !86, file: !3, type: !103, flags: DIFlagPublic | DIFlagPrototyped | DIFlagStaticMember, spFlags: 0)
!106 = !DISubprogram(name: "Load", linkageName: "_ZNK4hlsl17ByteAddressBuffer4LoadEj", scope: !86, file: !3, type: !107, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!107 = !DISubroutineType(types: !108)
!108 = !{!58, !109, !58}
!109 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !97, size: 32, flags: DIFlagArtificial | DIFlagObjectPointer)
!110 = !DISubprogram(name: "Load", linkageName: "_ZNK4hlsl17ByteAddressBuffer4LoadEjRj", scope: !86, file: !3, type: !111, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!111 = !DISubroutineType(types: !112)
!112 = !{!58, !109, !58, !75}
!113 = !DISubprogram(name: "Load2", linkageName: "_ZNK4hlsl17ByteAddressBuffer5Load2Ej", scope: !86, file: !3, type: !114, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!114 = !DISubroutineType(types: !115)
!115 = !{!116, !109, !58}
!116 = !DICompositeType(tag: DW_TAG_array_type, baseType: !58, size: 64, flags: DIFlagVector, elements: !11)
!117 = !DISubprogram(name: "Load2", linkageName: "_ZNK4hlsl17ByteAddressBuffer5Load2EjRj", scope: !86, file: !3, type: !118, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!118 = !DISubroutineType(types: !119)
!119 = !{!116, !109, !58, !75}
!120 = !DISubprogram(name: "Load3", linkageName: "_ZNK4hlsl17ByteAddressBuffer5Load3Ej", scope: !86, file: !3, type: !121, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!121 = !DISubroutineType(types: !122)
!122 = !{!123, !109, !58}
!123 = !DICompositeType(tag: DW_TAG_array_type, baseType: !58, size: 96, flags: DIFlagVector, elements: !32)
!124 = !DISubprogram(name: "Load3", linkageName: "_ZNK4hlsl17ByteAddressBuffer5Load3EjRj", scope: !86, file: !3, type: !125, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!125 = !DISubroutineType(types: !126)
!126 = !{!123, !109, !58, !75}
!127 = !DISubprogram(name: "Load4", linkageName: "_ZNK4hlsl17ByteAddressBuffer5Load4Ej", scope: !86, file: !3, type: !128, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!128 = !DISubroutineType(types: !129)
!129 = !{!130, !109, !58}
!130 = !DICompositeType(tag: DW_TAG_array_type, baseType: !58, size: 128, flags: DIFlagVector, elements: !19)
!131 = !DISubprogram(name: "Load4", linkageName: "_ZNK4hlsl17ByteAddressBuffer5Load4EjRj", scope: !86, file: !3, type: !132, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!132 = !DISubroutineType(types: !133)
!133 = !{!130, !109, !58, !75}
!134 = !DISubprogram(name: "GetDimensions", linkageName: "_ZN4hlsl17ByteAddressBuffer13GetDimensionsERj", scope: !86, file: !3, type: !135, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!135 = !DISubroutineType(types: !136)
!136 = !{null, !92, !75}
!137 = !{ptr @Frame.cb, ptr addrspace(2) @key, ptr addrspace(2) @weights}
!138 = !{i32 7, !"Dwarf Version", i32 4}
!139 = !{i32 2, !"Debug Info Version", i32 3}
!140 = !{i32 4, !"dx.disable_optimizations", i32 1}
!141 = !{i32 1, !"dx.nativelowprec", i32 1}
!142 = !{i32 1, i32 8}
!143 = !{!"handles.hlsl", !"struct Light { float3 color; float power; };\0Astruct Pair { float2 a; int b; };\0AByteAddressBuffer Bytes : register(t0);\0AStructuredBuffer<Light> Lights : register(t1);\0ARWBuffer<float4> Out[4] : register(u0);\0Acbuffer Frame : register(b1) { Light key; float weights[4]; };\0Agroupshared Pair shared_pair[8];\0Astatic const float table[4] = { 1, 2, 4, 8 };\0A\0Afloat3 lit(StructuredBuffer<Light> lights, uint at, out float power) {\0A  Light light = lights[at];\0A  power = light.power;\0A  return light.color * power;\0A}\0A\0APair make(float x, int k) {\0A  Pair made;\0A  made.a = float2(x, x * 2);\0A  made.b = k;\0A  return made;\0A}\0A\0A[numthreads(8, 1, 1)]\0Avoid main(uint3 group : SV_GroupID, uint lane : SV_GroupIndex) {\0A  RWBuffer<float4> target = Out[2];\0A  float power;\0A  float3 color = lit(Lights, lane, power);\0A  int raw = asint(Bytes.Load(lane * 4));\0A  float local[4];\0A  for (int i = 0; i < 4; i++)\0A    local[i] = table[i] * power;\0A  float half_power = local[raw & 3];\0A  Pair pair = make(half_power, raw);\0A  shared_pair[lane] = pair;\0A  GroupMemoryBarrierWithGroupSync();\0A  Pair other = shared_pair[7 - lane];\0A  double wide = (double)other.a.y * 2;\0A  int64_t big = (int64_t)other.b << 3;\0A  bool hit = any(color > key.color);\0A  float result = hit ? (float)wide : (float)big;\0A  color.xy += other.a;\0A  target[lane + group.y] = float4(color * weights[lane & 3], result);\0A}\0A"}
!144 = !{}
!145 = !{!"handles.hlsl"}
!146 = !{!"clang version 23.1.4"}
!147 = distinct !DISubprogram(name: "lit", linkageName: "_Z3litN4hlsl16StructuredBufferI5LightEEjRf", scope: !26, file: !26, line: 10, type: !148, scopeLine: 10, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !144)
!148 = !DISubroutineType(types: !149)
!149 = !{!29, !39, !150, !151}
!150 = !DIDerivedType(tag: DW_TAG_typedef, name: "uint", scope: !7, file: !6, line: 35, baseType: !58)
!151 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !152)
!152 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !10, size: 32)
!153 = !DILocalVariable(name: "lights", arg: 1, scope: !147, file: !26, line: 10, type: !39)
!154 = !DILocation(line: 10, column: 36, scope: !147)
!155 = !DILocalVariable(name: "at", arg: 2, scope: !147, file: !26, line: 10, type: !150)
!156 = !DILocation(line: 10, column: 49, scope: !147)
!157 = !DILocalVariable(name: "power", arg: 3, scope: !147, file: !26, line: 10, type: !151)
!158 = !DILocation(line: 10, column: 63, scope: !147)
!159 = !DILocalVariable(name: "light", scope: !147, file: !26, line: 11, type: !25)
!160 = !DILocation(line: 11, column: 9, scope: !147)
!161 = !DILocation(line: 11, column: 24, scope: !147)
!162 = !DILocalVariable(name: "this", arg: 1, scope: !163, type: !49, flags: DIFlagArtificial | DIFlagObjectPointer)
!163 = distinct !DISubprogram(name: "operator[]", linkageName: "_ZNK4hlsl16StructuredBufferI5LightEixEj", scope: !39, file: !3, line: 8, type: !64, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !63, retainedNodes: !144)
!164 = !DILocation(line: 0, scope: !163, inlinedAt: !165)
!165 = distinct !DILocation(line: 11, column: 17, scope: !147)
!166 = !DILocalVariable(name: "Index", arg: 2, scope: !163, file: !3, type: !58)
!167 = !DILocation(line: 0, column: 20, scope: !163, inlinedAt: !165)
!168 = !DILocation(line: 11, column: 17, scope: !147)
!169 = !DILocation(line: 12, column: 17, scope: !147)
!170 = !DILocation(line: 12, column: 3, scope: !147)
!171 = !{i64 4}
!172 = !DILocation(line: 12, column: 9, scope: !147)
!173 = !DILocation(line: 13, column: 16, scope: !147)
!174 = !DILocation(line: 13, column: 24, scope: !147)
!175 = !DILocation(line: 13, column: 22, scope: !147)
!176 = !DILocation(line: 13, column: 3, scope: !147)
!177 = distinct !DISubprogram(name: "make", linkageName: "_Z4makefi", scope: !26, file: !26, line: 16, type: !178, scopeLine: 16, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !144)
!178 = !DISubroutineType(types: !179)
!179 = !{!180, !10, !23}
!180 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Pair", file: !26, line: 2, size: 96, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !181)
!181 = !{!182, !183}
!182 = !DIDerivedType(tag: DW_TAG_member, name: "a", scope: !180, file: !26, line: 2, baseType: !5, size: 64)
!183 = !DIDerivedType(tag: DW_TAG_member, name: "b", scope: !180, file: !26, line: 2, baseType: !23, size: 32, offset: 64)
!184 = !DILocalVariable(name: "x", arg: 1, scope: !177, file: !26, line: 16, type: !10)
!185 = !DILocation(line: 16, column: 17, scope: !177)
!186 = !DILocalVariable(name: "k", arg: 2, scope: !177, file: !26, line: 16, type: !23)
!187 = !DILocation(line: 16, column: 24, scope: !177)
!188 = !DILocalVariable(name: "made", scope: !177, file: !26, line: 17, type: !180)
!189 = !DILocation(line: 17, column: 8, scope: !177)
!190 = !DILocation(line: 18, column: 19, scope: !177)
!191 = !DILocation(line: 18, column: 22, scope: !177)
!192 = !DILocation(line: 18, column: 24, scope: !177)
!193 = !DILocation(line: 18, column: 8, scope: !177)
!194 = !DILocation(line: 18, column: 10, scope: !177)
!195 = !DILocation(line: 19, column: 12, scope: !177)
!196 = !DILocation(line: 19, column: 8, scope: !177)
!197 = !DILocation(line: 19, column: 10, scope: !177)
!198 = !DILocation(line: 20, column: 3, scope: !177)
!199 = !{!200}
!200 = distinct !{!200, !201, !"_ZN4hlsl17ByteAddressBuffer19__createFromBindingEjjijPKc: %agg.result"}
!201 = distinct !{!201, !"_ZN4hlsl17ByteAddressBuffer19__createFromBindingEjjijPKc"}
!202 = !DILocation(line: 0, scope: !203, inlinedAt: !206)
!203 = distinct !DISubprogram(name: "__cxx_global_var_init", scope: !3, file: !3, type: !204, flags: DIFlagArtificial, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2)
!204 = !DISubroutineType(types: !205)
!205 = !{null}
!206 = distinct !DILocation(line: 0, scope: !207)
!207 = distinct !DISubprogram(linkageName: "_GLOBAL__sub_I_handles.hlsl", scope: !3, file: !3, type: !208, flags: DIFlagArtificial, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2)
!208 = !DISubroutineType(types: !144)
!209 = !DILocalVariable(name: "registerNo", arg: 1, scope: !210, file: !3, type: !58)
!210 = distinct !DISubprogram(name: "__createFromBinding", linkageName: "_ZN4hlsl17ByteAddressBuffer19__createFromBindingEjjijPKc", scope: !86, file: !3, line: 43, type: !103, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !102, retainedNodes: !144)
!211 = !DILocation(line: 0, column: 1, scope: !210, inlinedAt: !212)
!212 = distinct !DILocation(line: 0, scope: !203, inlinedAt: !206)
!213 = !DILocalVariable(name: "spaceNo", arg: 2, scope: !210, file: !3, type: !58)
!214 = !DILocalVariable(name: "range", arg: 3, scope: !210, file: !3, type: !23)
!215 = !DILocalVariable(name: "index", arg: 4, scope: !210, file: !3, type: !58)
!216 = !DILocalVariable(name: "name", arg: 5, scope: !210, file: !3, type: !59)
!217 = !DILocalVariable(name: "tmp", scope: !210, file: !3, type: !86)
!218 = !DILocation(line: 0, scope: !210, inlinedAt: !212)
!219 = !DILocalVariable(name: "this", arg: 1, scope: !220, type: !101, flags: DIFlagArtificial | DIFlagObjectPointer)
!220 = distinct !DISubprogram(name: "ByteAddressBuffer", linkageName: "_ZN4hlsl17ByteAddressBufferC1ERKS0_", scope: !86, file: !3, line: 43, type: !94, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !93, retainedNodes: !144)
!221 = !DILocation(line: 0, scope: !220, inlinedAt: !222)
!222 = distinct !DILocation(line: 0, scope: !210, inlinedAt: !212)
!223 = !DILocalVariable(name: "other", arg: 2, scope: !220, file: !3, type: !96)
!224 = !DILocation(line: 0, column: 1, scope: !220, inlinedAt: !222)
!225 = !DILocation(line: 43, column: 1, scope: !220, inlinedAt: !222)
!226 = !DILocalVariable(name: "this", arg: 1, scope: !227, type: !101, flags: DIFlagArtificial | DIFlagObjectPointer)
!227 = distinct !DISubprogram(name: "ByteAddressBuffer", linkageName: "_ZN4hlsl17ByteAddressBufferC2ERKS0_", scope: !86, file: !3, line: 43, type: !94, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !93, retainedNodes: !144)
!228 = !DILocation(line: 0, scope: !227, inlinedAt: !229)
!229 = distinct !DILocation(line: 43, column: 1, scope: !220, inlinedAt: !222)
!230 = !DILocalVariable(name: "other", arg: 2, scope: !227, file: !3, type: !96)
!231 = !DILocation(line: 0, column: 1, scope: !227, inlinedAt: !229)
!232 = !DILocation(line: 0, scope: !233, inlinedAt: !229)
!233 = distinct !DILexicalBlock(scope: !227, file: !26, line: 43, column: 1)
!234 = !{!235}
!235 = distinct !{!235, !236, !"_ZN4hlsl16StructuredBufferI5LightE19__createFromBindingEjjijPKc: %agg.result"}
!236 = distinct !{!236, !"_ZN4hlsl16StructuredBufferI5LightE19__createFromBindingEjjijPKc"}
!237 = !DILocation(line: 0, scope: !238, inlinedAt: !239)
!238 = distinct !DISubprogram(name: "__cxx_global_var_init.1", scope: !3, file: !3, type: !204, flags: DIFlagArtificial, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2)
!239 = distinct !DILocation(line: 0, scope: !207)
!240 = !DILocalVariable(name: "registerNo", arg: 1, scope: !241, file: !3, type: !58)
!241 = distinct !DISubprogram(name: "__createFromBinding", linkageName: "_ZN4hlsl16StructuredBufferI5LightE19__createFromBindingEjjijPKc", scope: !39, file: !3, line: 43, type: !56, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !55, retainedNodes: !144)
!242 = !DILocation(line: 0, column: 1, scope: !241, inlinedAt: !243)
!243 = distinct !DILocation(line: 0, scope: !238, inlinedAt: !239)
!244 = !DILocalVariable(name: "spaceNo", arg: 2, scope: !241, file: !3, type: !58)
!245 = !DILocalVariable(name: "range", arg: 3, scope: !241, file: !3, type: !23)
!246 = !DILocalVariable(name: "index", arg: 4, scope: !241, file: !3, type: !58)
!247 = !DILocalVariable(name: "name", arg: 5, scope: !241, file: !3, type: !59)
!248 = !DILocalVariable(name: "tmp", scope: !241, file: !3, type: !39)
!249 = !DILocalVariable(name: "this", arg: 1, scope: !250, type: !54, flags: DIFlagArtificial | DIFlagObjectPointer)
!250 = distinct !DISubprogram(name: "StructuredBuffer", linkageName: "_ZN4hlsl16StructuredBufferI5LightEC1Ev", scope: !39, file: !3, line: 43, type: !43, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !42, retainedNodes: !144)
!251 = !DILocation(line: 0, scope: !250, inlinedAt: !252)
!252 = distinct !DILocation(line: 0, scope: !241, inlinedAt: !243)
!253 = !DILocalVariable(name: "this", arg: 1, scope: !254, type: !54, flags: DIFlagArtificial | DIFlagObjectPointer)
!254 = distinct !DISubprogram(name: "StructuredBuffer", linkageName: "_ZN4hlsl16StructuredBufferI5LightEC2Ev", scope: !39, file: !3, line: 43, type: !43, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !42, retainedNodes: !144)
!255 = !DILocation(line: 0, scope: !254, inlinedAt: !256)
!256 = distinct !DILocation(line: 43, column: 1, scope: !250, inlinedAt: !252)
!257 = !DILocation(line: 0, scope: !258, inlinedAt: !256)
!258 = distinct !DILexicalBlock(scope: !254, file: !26, line: 43, column: 1)
!259 = !DILocation(line: 0, scope: !241, inlinedAt: !243)
!260 = !DILocalVariable(name: "this", arg: 1, scope: !261, type: !54, flags: DIFlagArtificial | DIFlagObjectPointer)
!261 = distinct !DISubprogram(name: "StructuredBuffer", linkageName: "_ZN4hlsl16StructuredBufferI5LightEC1ERKS2_", scope: !39, file: !3, line: 43, type: !47, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !46, retainedNodes: !144)
!262 = !DILocation(line: 0, scope: !261, inlinedAt: !263)
!263 = distinct !DILocation(line: 0, scope: !241, inlinedAt: !243)
!264 = !DILocalVariable(name: "other", arg: 2, scope: !261, file: !3, type: !49)
!265 = !DILocation(line: 0, column: 1, scope: !261, inlinedAt: !263)
!266 = !DILocation(line: 43, column: 1, scope: !261, inlinedAt: !263)
!267 = !DILocalVariable(name: "this", arg: 1, scope: !268, type: !54, flags: DIFlagArtificial | DIFlagObjectPointer)
!268 = distinct !DISubprogram(name: "StructuredBuffer", linkageName: "_ZN4hlsl16StructuredBufferI5LightEC2ERKS2_", scope: !39, file: !3, line: 43, type: !47, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !46, retainedNodes: !144)
!269 = !DILocation(line: 0, scope: !268, inlinedAt: !270)
!270 = distinct !DILocation(line: 43, column: 1, scope: !261, inlinedAt: !263)
!271 = !DILocalVariable(name: "other", arg: 2, scope: !268, file: !3, type: !49)
!272 = !DILocation(line: 0, column: 1, scope: !268, inlinedAt: !270)
!273 = !DILocation(line: 0, scope: !274, inlinedAt: !270)
!274 = distinct !DILexicalBlock(scope: !268, file: !26, line: 43, column: 1)
!275 = !DILocation(line: 0, scope: !207)
!276 = !DILocalVariable(name: "group", arg: 1, scope: !277, file: !26, line: 24, type: !280)
!277 = distinct !DISubprogram(name: "main", linkageName: "_Z4mainDv3_jj", scope: !26, file: !26, line: 24, type: !278, scopeLine: 24, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !144)
!278 = !DISubroutineType(types: !279)
!279 = !{null, !280, !150}
!280 = !DIDerivedType(tag: DW_TAG_typedef, name: "uint3", scope: !7, file: !6, line: 70, baseType: !281)
!281 = !DIDerivedType(tag: DW_TAG_typedef, name: "vector<unsigned int, 3>", scope: !7, file: !3, baseType: !282)
!282 = !DICompositeType(tag: DW_TAG_array_type, baseType: !150, size: 96, flags: DIFlagVector, elements: !32)
!283 = !DILocation(line: 24, column: 17, scope: !277)
!284 = !DILocalVariable(name: "lane", arg: 2, scope: !277, file: !26, line: 24, type: !150)
!285 = !DILocation(line: 24, column: 42, scope: !277)
!286 = !DILocalVariable(name: "target", scope: !277, file: !26, line: 25, type: !287)
!287 = distinct !DICompositeType(tag: DW_TAG_class_type, name: "RWBuffer<vector<float, 4> >", scope: !7, size: 32, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !288, templateParams: !321)
!288 = !{!289, !290, !294, !299, !303, !306, !307, !312, !315, !318}
!289 = !DIDerivedType(tag: DW_TAG_member, name: "__handle", scope: !287, file: !3, line: 25, baseType: !21, size: 32)
!290 = !DISubprogram(name: "RWBuffer", linkageName: "_ZN4hlsl8RWBufferIDv4_fEC4Ev", scope: !287, file: !3, type: !291, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!291 = !DISubroutineType(types: !292)
!292 = !{null, !293}
!293 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !287, size: 32, flags: DIFlagArtificial | DIFlagObjectPointer)
!294 = !DISubprogram(name: "RWBuffer", linkageName: "_ZN4hlsl8RWBufferIDv4_fEC4ERKS2_", scope: !287, file: !3, type: !295, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!295 = !DISubroutineType(types: !296)
!296 = !{null, !293, !297}
!297 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !298, size: 32)
!298 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !287)
!299 = !DISubprogram(name: "operator=", linkageName: "_ZN4hlsl8RWBufferIDv4_fEaSERKS2_", scope: !287, file: !3, type: !300, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!300 = !DISubroutineType(types: !301)
!301 = !{!302, !293, !297}
!302 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !287, size: 32)
!303 = !DISubprogram(name: "__createFromBinding", linkageName: "_ZN4hlsl8RWBufferIDv4_fE19__createFromBindingEjjijPKc", scope: !287, file: !3, type: !304, flags: DIFlagPublic | DIFlagPrototyped | DIFlagStaticMember, spFlags: 0)
!304 = !DISubroutineType(types: !305)
!305 = !{!287, !58, !58, !23, !58, !59}
!306 = !DISubprogram(name: "__createFromImplicitBinding", linkageName: "_ZN4hlsl8RWBufferIDv4_fE27__createFromImplicitBindingEjjijPKc", scope: !287, file: !3, type: !304, flags: DIFlagPublic | DIFlagPrototyped | DIFlagStaticMember, spFlags: 0)
!307 = !DISubprogram(name: "operator[]", linkageName: "_ZNK4hlsl8RWBufferIDv4_fEixEj", scope: !287, file: !3, type: !308, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!308 = !DISubroutineType(types: !309)
!309 = !{!310, !311, !58}
!310 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !18, size: 32)
!311 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !298, size: 32, flags: DIFlagArtificial | DIFlagObjectPointer)
!312 = !DISubprogram(name: "Load", linkageName: "_ZNK4hlsl8RWBufferIDv4_fE4LoadEj", scope: !287, file: !3, type: !313, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!313 = !DISubroutineType(types: !314)
!314 = !{!18, !311, !58}
!315 = !DISubprogram(name: "Load", linkageName: "_ZNK4hlsl8RWBufferIDv4_fE4LoadEjRj", scope: !287, file: !3, type: !316, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!316 = !DISubroutineType(types: !317)
!317 = !{!18, !311, !58, !75}
!318 = !DISubprogram(name: "GetDimensions", linkageName: "_ZN4hlsl8RWBufferIDv4_fE13GetDimensionsERj", scope: !287, file: !3, type: !319, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!319 = !DISubroutineType(types: !320)
!320 = !{null, !293, !75}
!321 = !{!322}
!322 = !DITemplateTypeParameter(name: "element_type", type: !18)
!323 = !DILocation(line: 25, column: 20, scope: !277)
!324 = !{!325}
!325 = distinct !{!325, !326, !"_ZN4hlsl8RWBufferIDv4_fE19__createFromBindingEjjijPKc: %agg.result"}
!326 = distinct !{!326, !"_ZN4hlsl8RWBufferIDv4_fE19__createFromBindingEjjijPKc"}
!327 = !DILocation(line: 25, column: 29, scope: !277)
!328 = !DILocalVariable(name: "registerNo", arg: 1, scope: !329, file: !3, type: !58)
!329 = distinct !DISubprogram(name: "__createFromBinding", linkageName: "_ZN4hlsl8RWBufferIDv4_fE19__createFromBindingEjjijPKc", scope: !287, file: !3, line: 43, type: !304, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !303, retainedNodes: !144)
!330 = !DILocation(line: 0, column: 1, scope: !329, inlinedAt: !331)
!331 = distinct !DILocation(line: 25, column: 29, scope: !277)
!332 = !DILocalVariable(name: "spaceNo", arg: 2, scope: !329, file: !3, type: !58)
!333 = !DILocalVariable(name: "range", arg: 3, scope: !329, file: !3, type: !23)
!334 = !DILocalVariable(name: "index", arg: 4, scope: !329, file: !3, type: !58)
!335 = !DILocalVariable(name: "name", arg: 5, scope: !329, file: !3, type: !59)
!336 = !DILocalVariable(name: "tmp", scope: !329, file: !3, type: !287)
!337 = !DILocalVariable(name: "this", arg: 1, scope: !338, type: !302, flags: DIFlagArtificial | DIFlagObjectPointer)
!338 = distinct !DISubprogram(name: "RWBuffer", linkageName: "_ZN4hlsl8RWBufferIDv4_fEC1Ev", scope: !287, file: !3, line: 43, type: !291, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !290, retainedNodes: !144)
!339 = !DILocation(line: 0, scope: !338, inlinedAt: !340)
!340 = distinct !DILocation(line: 0, scope: !329, inlinedAt: !331)
!341 = !DILocalVariable(name: "this", arg: 1, scope: !342, type: !302, flags: DIFlagArtificial | DIFlagObjectPointer)
!342 = distinct !DISubprogram(name: "RWBuffer", linkageName: "_ZN4hlsl8RWBufferIDv4_fEC2Ev", scope: !287, file: !3, line: 43, type: !291, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !290, retainedNodes: !144)
!343 = !DILocation(line: 0, scope: !342, inlinedAt: !344)
!344 = distinct !DILocation(line: 43, column: 1, scope: !338, inlinedAt: !340)
!345 = !DILocation(line: 0, scope: !346, inlinedAt: !344)
!346 = distinct !DILexicalBlock(scope: !342, file: !26, line: 43, column: 1)
!347 = !DILocation(line: 0, scope: !329, inlinedAt: !331)
!348 = !DILocalVariable(name: "this", arg: 1, scope: !349, type: !302, flags: DIFlagArtificial | DIFlagObjectPointer)
!349 = distinct !DISubprogram(name: "RWBuffer", linkageName: "_ZN4hlsl8RWBufferIDv4_fEC1ERKS2_", scope: !287, file: !3, line: 43, type: !295, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !294, retainedNodes: !144)
!350 = !DILocation(line: 0, scope: !349, inlinedAt: !351)
!351 = distinct !DILocation(line: 0, scope: !329, inlinedAt: !331)
!352 = !DILocalVariable(name: "other", arg: 2, scope: !349, file: !3, type: !297)
!353 = !DILocation(line: 0, column: 1, scope: !349, inlinedAt: !351)
!354 = !DILocation(line: 43, column: 1, scope: !349, inlinedAt: !351)
!355 = !DILocalVariable(name: "this", arg: 1, scope: !356, type: !302, flags: DIFlagArtificial | DIFlagObjectPointer)
!356 = distinct !DISubprogram(name: "RWBuffer", linkageName: "_ZN4hlsl8RWBufferIDv4_fEC2ERKS2_", scope: !287, file: !3, line: 43, type: !295, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !294, retainedNodes: !144)
!357 = !DILocation(line: 0, scope: !356, inlinedAt: !358)
!358 = distinct !DILocation(line: 43, column: 1, scope: !349, inlinedAt: !351)
!359 = !DILocalVariable(name: "other", arg: 2, scope: !356, file: !3, type: !297)
!360 = !DILocation(line: 0, column: 1, scope: !356, inlinedAt: !358)
!361 = !DILocation(line: 0, scope: !362, inlinedAt: !358)
!362 = distinct !DILexicalBlock(scope: !356, file: !26, line: 43, column: 1)
!363 = !DILocation(line: 0, scope: !349, inlinedAt: !364)
!364 = distinct !DILocation(line: 25, column: 29, scope: !277)
!365 = !DILocation(line: 0, column: 1, scope: !349, inlinedAt: !364)
!366 = !DILocation(line: 43, column: 1, scope: !349, inlinedAt: !364)
!367 = !DILocation(line: 0, scope: !356, inlinedAt: !368)
!368 = distinct !DILocation(line: 43, column: 1, scope: !349, inlinedAt: !364)
!369 = !DILocation(line: 0, column: 1, scope: !356, inlinedAt: !368)
!370 = !DILocation(line: 0, scope: !362, inlinedAt: !368)
!371 = !DILocalVariable(name: "power", scope: !277, file: !26, line: 26, type: !10)
!372 = !DILocation(line: 26, column: 9, scope: !277)
!373 = !DILocalVariable(name: "color", scope: !277, file: !26, line: 27, type: !29)
!374 = !DILocation(line: 27, column: 10, scope: !277)
!375 = !DILocation(line: 0, scope: !261, inlinedAt: !376)
!376 = distinct !DILocation(line: 27, column: 22, scope: !277)
!377 = !DILocation(line: 0, column: 1, scope: !261, inlinedAt: !376)
!378 = !DILocation(line: 43, column: 1, scope: !261, inlinedAt: !376)
!379 = !DILocation(line: 0, scope: !268, inlinedAt: !380)
!380 = distinct !DILocation(line: 43, column: 1, scope: !261, inlinedAt: !376)
!381 = !DILocation(line: 0, column: 1, scope: !268, inlinedAt: !380)
!382 = !DILocation(line: 0, scope: !274, inlinedAt: !380)
!383 = !DILocation(line: 27, column: 30, scope: !277)
!384 = !{!385}
!385 = distinct !{!385, !386, !"_Z3litN4hlsl16StructuredBufferI5LightEEjRf: %power"}
!386 = distinct !{!386, !"_Z3litN4hlsl16StructuredBufferI5LightEEjRf"}
!387 = !DILocation(line: 27, column: 18, scope: !277)
!388 = !DILocation(line: 10, column: 36, scope: !147, inlinedAt: !389)
!389 = distinct !DILocation(line: 27, column: 18, scope: !277)
!390 = !DILocation(line: 10, column: 49, scope: !147, inlinedAt: !389)
!391 = !DILocation(line: 10, column: 63, scope: !147, inlinedAt: !389)
!392 = !DILocation(line: 11, column: 9, scope: !147, inlinedAt: !389)
!393 = !DILocation(line: 11, column: 24, scope: !147, inlinedAt: !389)
!394 = !DILocation(line: 0, scope: !163, inlinedAt: !395)
!395 = distinct !DILocation(line: 11, column: 17, scope: !147, inlinedAt: !389)
!396 = !DILocation(line: 0, column: 20, scope: !163, inlinedAt: !395)
!397 = !DILocation(line: 11, column: 17, scope: !147, inlinedAt: !389)
!398 = !DILocation(line: 12, column: 17, scope: !147, inlinedAt: !389)
!399 = !DILocation(line: 12, column: 3, scope: !147, inlinedAt: !389)
!400 = !DILocation(line: 12, column: 9, scope: !147, inlinedAt: !389)
!401 = !DILocation(line: 13, column: 16, scope: !147, inlinedAt: !389)
!402 = !DILocation(line: 13, column: 24, scope: !147, inlinedAt: !389)
!403 = !DILocation(line: 13, column: 22, scope: !147, inlinedAt: !389)
!404 = !DILocation(line: 27, column: 36, scope: !277)
!405 = !DILocalVariable(name: "raw", scope: !277, file: !26, line: 28, type: !23)
!406 = !DILocation(line: 28, column: 7, scope: !277)
!407 = !DILocation(line: 28, column: 30, scope: !277)
!408 = !DILocation(line: 28, column: 35, scope: !277)
!409 = !DILocalVariable(name: "this", arg: 1, scope: !410, type: !96, flags: DIFlagArtificial | DIFlagObjectPointer)
!410 = distinct !DISubprogram(name: "Load", linkageName: "_ZNK4hlsl17ByteAddressBuffer4LoadEj", scope: !86, file: !3, line: 48, type: !107, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !106, retainedNodes: !144)
!411 = !DILocation(line: 0, scope: !410, inlinedAt: !412)
!412 = distinct !DILocation(line: 28, column: 25, scope: !277)
!413 = !DILocalVariable(name: "Index", arg: 2, scope: !410, file: !3, type: !58)
!414 = !DILocation(line: 0, column: 1, scope: !410, inlinedAt: !412)
!415 = !DILocalVariable(name: "F", arg: 1, scope: !416, file: !417, line: 58, type: !58)
!416 = distinct !DISubprogram(name: "asint<unsigned int>", linkageName: "_ZN4hlsl5asintIjEEiT_", scope: !7, file: !417, line: 58, type: !418, scopeLine: 58, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, templateParams: !420, retainedNodes: !144)
!417 = !DIFile(filename: "headers/hlsl/hlsl_intrinsics.h", directory: "")
!418 = !DISubroutineType(types: !419)
!419 = !{!23, !58}
!420 = !{!421}
!421 = !DITemplateTypeParameter(name: "T", type: !58)
!422 = !DILocation(line: 58, column: 45, scope: !416, inlinedAt: !423)
!423 = distinct !DILocation(line: 28, column: 13, scope: !277)
!424 = !DILocation(line: 59, column: 37, scope: !416, inlinedAt: !423)
!425 = !DILocalVariable(name: "F", arg: 1, scope: !426, file: !427, line: 46, type: !58)
!426 = distinct !DISubprogram(name: "bit_cast<int, unsigned int>", linkageName: "_ZN4hlsl8__detail8bit_castIijEENS0_9enable_ifIXeqstT_stT0_ES3_E4TypeES4_", scope: !428, file: !427, line: 46, type: !429, scopeLine: 46, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, templateParams: !438, retainedNodes: !144)
!427 = !DIFile(filename: "headers/hlsl/hlsl_detail.h", directory: "")
!428 = !DINamespace(name: "__detail", scope: !7)
!429 = !DISubroutineType(types: !430)
!430 = !{!431, !58}
!431 = !DIDerivedType(tag: DW_TAG_typedef, name: "enable_if_t<sizeof(int) == sizeof(unsigned int), int>", scope: !428, file: !427, line: 31, baseType: !432)
!432 = !DIDerivedType(tag: DW_TAG_typedef, name: "Type", scope: !433, file: !427, line: 27, baseType: !23)
!433 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "enable_if<true, int>", scope: !428, file: !427, line: 26, size: 8, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !144, templateParams: !434)
!434 = !{!435, !437}
!435 = !DITemplateValueParameter(name: "B", type: !436, value: i32 1)
!436 = !DIBasicType(name: "bool", size: 32, encoding: DW_ATE_boolean)
!437 = !DITemplateTypeParameter(name: "T", type: !23)
!438 = !{!439, !421}
!439 = !DITemplateTypeParameter(name: "U", type: !23)
!440 = !DILocation(line: 46, column: 61, scope: !426, inlinedAt: !441)
!441 = distinct !DILocation(line: 59, column: 10, scope: !416, inlinedAt: !423)
!442 = !DILocation(line: 47, column: 10, scope: !426, inlinedAt: !441)
!443 = !DILocalVariable(name: "local", scope: !277, file: !26, line: 29, type: !444)
!444 = !DICompositeType(tag: DW_TAG_array_type, baseType: !10, size: 128, elements: !19)
!445 = !DILocation(line: 29, column: 9, scope: !277)
!446 = !DILocalVariable(name: "i", scope: !447, file: !26, line: 30, type: !23)
!447 = distinct !DILexicalBlock(scope: !277, file: !26, line: 30, column: 3)
!448 = !DILocation(line: 30, column: 12, scope: !447)
!449 = !DILocation(line: 30, column: 8, scope: !447)
!450 = !DILocation(line: 30, column: 19, scope: !451)
!451 = distinct !DILexicalBlock(scope: !447, file: !26, line: 30, column: 3)
!452 = !DILocation(line: 30, column: 21, scope: !451)
!453 = !DILocation(line: 30, column: 3, scope: !447)
!454 = !DILocation(line: 31, column: 22, scope: !451)
!455 = !DILocation(line: 31, column: 16, scope: !451)
!456 = !DILocation(line: 31, column: 27, scope: !451)
!457 = !DILocation(line: 31, column: 25, scope: !451)
!458 = !DILocation(line: 31, column: 11, scope: !451)
!459 = !DILocation(line: 31, column: 5, scope: !451)
!460 = !DILocation(line: 31, column: 14, scope: !451)
!461 = !DILocation(line: 30, column: 27, scope: !451)
!462 = !DILocation(line: 30, column: 3, scope: !451)
!463 = distinct !{!463, !453, !464, !465}
!464 = !DILocation(line: 31, column: 27, scope: !447)
!465 = !{!"llvm.loop.mustprogress"}
!466 = !DILocalVariable(name: "half_power", scope: !277, file: !26, line: 32, type: !10)
!467 = !DILocation(line: 32, column: 9, scope: !277)
!468 = !DILocation(line: 32, column: 28, scope: !277)
!469 = !DILocation(line: 32, column: 32, scope: !277)
!470 = !DILocation(line: 32, column: 22, scope: !277)
!471 = !DILocalVariable(name: "pair", scope: !277, file: !26, line: 33, type: !180)
!472 = !DILocation(line: 33, column: 8, scope: !277)
!473 = !DILocation(line: 33, column: 20, scope: !277)
!474 = !DILocation(line: 33, column: 32, scope: !277)
!475 = !{!476}
!476 = distinct !{!476, !477, !"_Z4makefi: %agg.result"}
!477 = distinct !{!477, !"_Z4makefi"}
!478 = !DILocation(line: 33, column: 15, scope: !277)
!479 = !DILocation(line: 16, column: 17, scope: !177, inlinedAt: !480)
!480 = distinct !DILocation(line: 33, column: 15, scope: !277)
!481 = !DILocation(line: 16, column: 24, scope: !177, inlinedAt: !480)
!482 = !DILocation(line: 17, column: 8, scope: !177, inlinedAt: !480)
!483 = !DILocation(line: 18, column: 19, scope: !177, inlinedAt: !480)
!484 = !DILocation(line: 18, column: 22, scope: !177, inlinedAt: !480)
!485 = !DILocation(line: 18, column: 24, scope: !177, inlinedAt: !480)
!486 = !DILocation(line: 18, column: 10, scope: !177, inlinedAt: !480)
!487 = !DILocation(line: 19, column: 12, scope: !177, inlinedAt: !480)
!488 = !DILocation(line: 19, column: 8, scope: !177, inlinedAt: !480)
!489 = !DILocation(line: 19, column: 10, scope: !177, inlinedAt: !480)
!490 = !DILocation(line: 34, column: 15, scope: !277)
!491 = !DILocation(line: 34, column: 3, scope: !277)
!492 = !DILocation(line: 34, column: 23, scope: !277)
!493 = !DILocation(line: 34, column: 21, scope: !277)
!494 = !DILocation(line: 35, column: 3, scope: !277)
!495 = !DILocalVariable(name: "other", scope: !277, file: !26, line: 36, type: !180)
!496 = !DILocation(line: 36, column: 8, scope: !277)
!497 = !DILocation(line: 36, column: 32, scope: !277)
!498 = !DILocation(line: 36, column: 30, scope: !277)
!499 = !DILocation(line: 36, column: 16, scope: !277)
!500 = !DILocalVariable(name: "wide", scope: !277, file: !26, line: 37, type: !13)
!501 = !DILocation(line: 37, column: 10, scope: !277)
!502 = !DILocation(line: 37, column: 25, scope: !277)
!503 = !DILocation(line: 37, column: 35, scope: !277)
!504 = !DILocalVariable(name: "big", scope: !277, file: !26, line: 38, type: !14)
!505 = !DILocation(line: 38, column: 11, scope: !277)
!506 = !DILocation(line: 38, column: 32, scope: !277)
!507 = !DILocation(line: 38, column: 26, scope: !277)
!508 = !DILocation(line: 38, column: 34, scope: !277)
!509 = !DILocalVariable(name: "hit", scope: !277, file: !26, line: 39, type: !436)
!510 = !DILocation(line: 39, column: 8, scope: !277)
!511 = !DILocation(line: 39, column: 18, scope: !277)
!512 = !DILocation(line: 39, column: 30, scope: !277)
!513 = !DILocation(line: 39, column: 24, scope: !277)
!514 = !DILocation(line: 39, column: 14, scope: !277)
!515 = !DILocalVariable(name: "result", scope: !277, file: !26, line: 40, type: !10)
!516 = !DILocation(line: 40, column: 9, scope: !277)
!517 = !DILocation(line: 40, column: 18, scope: !277)
!518 = !DILocation(line: 40, column: 31, scope: !277)
!519 = !DILocation(line: 40, column: 45, scope: !277)
!520 = !DILocation(line: 41, column: 21, scope: !277)
!521 = !DILocation(line: 41, column: 12, scope: !277)
!522 = !DILocation(line: 42, column: 35, scope: !277)
!523 = !DILocation(line: 42, column: 51, scope: !277)
!524 = !DILocation(line: 42, column: 56, scope: !277)
!525 = !DILocation(line: 42, column: 43, scope: !277)
!526 = !DILocation(line: 42, column: 41, scope: !277)
!527 = !DILocation(line: 42, column: 62, scope: !277)
!528 = !DILocation(line: 42, column: 10, scope: !277)
!529 = !DILocation(line: 42, column: 17, scope: !277)
!530 = !DILocation(line: 42, column: 15, scope: !277)
!531 = !DILocalVariable(name: "this", arg: 1, scope: !532, type: !297, flags: DIFlagArtificial | DIFlagObjectPointer)
!532 = distinct !DISubprogram(name: "operator[]", linkageName: "_ZNK4hlsl8RWBufferIDv4_fEixEj", scope: !287, file: !3, line: 8, type: !308, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !307, retainedNodes: !144)
!533 = !DILocation(line: 0, scope: !532, inlinedAt: !534)
!534 = distinct !DILocation(line: 42, column: 3, scope: !277)
!535 = !DILocalVariable(name: "Index", arg: 2, scope: !532, file: !3, type: !58)
!536 = !DILocation(line: 0, column: 20, scope: !532, inlinedAt: !534)
!537 = !DILocation(line: 42, column: 26, scope: !277)
