; ModuleID = 'kinds.hlsl'
source_filename = "kinds.hlsl"
target datalayout = "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64-v48:16:16-v96:32:32-v192:64:64"
target triple = "dxilv1.6-pc-shadermodel6.6-compute"

%__cblayout_Settings = type <{ <4 x float>, <3 x float>, i32 }>
%"class.hlsl::RWBuffer" = type { target("dx.TypedBuffer", float, 1, 0, 0) }
%"class.hlsl::RWStructuredBuffer" = type { target("dx.RawBuffer", %struct.Particle, 1, 0), target("dx.RawBuffer", %struct.Particle, 1, 0) }
%struct.Particle = type { <3 x float>, [4 x i8], i32 }

@Settings.cb = global target("dx.CBuffer", %__cblayout_Settings) poison
@scale = external hidden addrspace(2) global <4 x float>, align 16
@origin = external hidden addrspace(2) global <3 x float>, align 16
@count = external hidden addrspace(2) global i32, align 4
@Settings.str = private unnamed_addr constant [9 x i8] c"Settings\00", align 1
@_ZL3Out = internal global %"class.hlsl::RWBuffer" poison, align 4, !dbg !0
@.str = private unnamed_addr constant [4 x i8] c"Out\00", align 1
@_ZL9Particles = internal global %"class.hlsl::RWStructuredBuffer" poison, align 4, !dbg !25
@.str.2 = private unnamed_addr constant [10 x i8] c"Particles\00", align 1
@sums = hidden addrspace(3) global [64 x float] zeroinitializer, align 4, !dbg !91
@_ZL5calls = internal global i32 0, align 4, !dbg !96

; Function Attrs: alwaysinline convergent mustprogress norecurse nounwind
define hidden noundef nofpclass(nan inf) float @_ZN6curves4bendEfNS_4ModeE(float noundef nofpclass(nan inf) %x, i32 noundef %mode) #0 !dbg !147 {
entry:
  %x.addr = alloca float, align 4
  %mode.addr = alloca i32, align 4
  %y = alloca float, align 4
  store float %x, ptr %x.addr, align 4
    #dbg_declare(ptr %x.addr, !151, !DIExpression(), !152)
  store i32 %mode, ptr %mode.addr, align 4
    #dbg_declare(ptr %mode.addr, !153, !DIExpression(), !154)
    #dbg_declare(ptr %y, !155, !DIExpression(), !156)
  %0 = load float, ptr %x.addr, align 4, !dbg !157
  store float %0, ptr %y, align 4, !dbg !156
  %1 = load i32, ptr %mode.addr, align 4, !dbg !158
  %cmp = icmp eq i32 %1, 2, !dbg !160
  br i1 %cmp, label %if.then, label %if.end, !dbg !160

if.then:                                          ; preds = %entry
  %2 = load float, ptr %x.addr, align 4, !dbg !161
  %3 = load float, ptr %x.addr, align 4, !dbg !162
  %mul = fmul reassoc nnan ninf nsz arcp afn float %2, %3, !dbg !163
  store float %mul, ptr %y, align 4, !dbg !164
  br label %if.end, !dbg !165

if.end:                                           ; preds = %if.then, %entry
  %4 = load float, ptr %y, align 4, !dbg !166
  %add = fadd reassoc nnan ninf nsz arcp afn float %4, 2.500000e-01, !dbg !167
  ret float %add, !dbg !168
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare target("dx.CBuffer", %__cblayout_Settings) @llvm.dx.resource.handlefrombinding.tdx.CBuffer_s___cblayout_Settingsst(i32, i32, i32, i32, ptr) #1

; Function Attrs: convergent noinline norecurse optnone
define void @main() #2 {
entry:
  %this.addr.i22.i = alloca ptr, align 4
  %other.addr.i23.i = alloca ptr, align 4
  %this.addr.i20.i = alloca ptr, align 4
  %this.addr.i17.i = alloca ptr, align 4
  %other.addr.i18.i = alloca ptr, align 4
  %this.addr.i15.i = alloca ptr, align 4
  %this.addr.i12.i = alloca ptr, align 4
  %other.addr.i13.i = alloca ptr, align 4
  %this.addr.i10.i = alloca ptr, align 4
  %this.addr.i8.i = alloca ptr, align 4
  %other.addr.i.i = alloca ptr, align 4
  %this.addr.i.i = alloca ptr, align 4
  %result.ptr.i1.i = alloca ptr, align 4
  %registerNo.addr.i2.i = alloca i32, align 4
  %spaceNo.addr.i3.i = alloca i32, align 4
  %range.addr.i4.i = alloca i32, align 4
  %index.addr.i5.i = alloca i32, align 4
  %name.addr.i6.i = alloca ptr, align 4
  %counterOrderId.addr.i.i = alloca i32, align 4
  %tmp.i7.i = alloca %"class.hlsl::RWStructuredBuffer", align 4
  %result.ptr.i.i = alloca ptr, align 4
  %registerNo.addr.i.i = alloca i32, align 4
  %spaceNo.addr.i.i = alloca i32, align 4
  %range.addr.i.i = alloca i32, align 4
  %index.addr.i.i = alloca i32, align 4
  %name.addr.i.i = alloca ptr, align 4
  %tmp.i.i = alloca %"class.hlsl::RWBuffer", align 4
  %this.addr.i5 = alloca ptr, align 4
  %Index.addr.i6 = alloca i32, align 4
  %value.addr.i = alloca <3 x float>, align 16
  %result.i = alloca <3 x float>, align 16
  %this.addr.i1 = alloca ptr, align 4
  %Index.addr.i2 = alloca i32, align 4
  %this.addr.i = alloca ptr, align 4
  %Index.addr.i = alloca i32, align 4
  %x.addr.i.i = alloca float, align 4
  %mode.addr.i.i = alloca i32, align 4
  %y.i.i = alloca float, align 4
  %id.addr.i = alloca <3 x i32>, align 16
  %lane.addr.i = alloca i32, align 4
  %p.i = alloca %struct.Particle, align 1
  %offset.i = alloca <3 x float>, align 16
  %wide.i = alloca <4 x float>, align 16
  %length2.i = alloca float, align 4
  %i.i = alloca i32, align 4
  %part.i = alloca float, align 4
  %total.i = alloca float, align 4
  %Settings.cb_h.i.i = call target("dx.CBuffer", %__cblayout_Settings) @llvm.dx.resource.handlefrombinding.tdx.CBuffer_s___cblayout_Settingsst(i32 0, i32 0, i32 1, i32 0, ptr @Settings.str), !dbg !169
  store target("dx.CBuffer", %__cblayout_Settings) %Settings.cb_h.i.i, ptr @Settings.cb, align 4, !dbg !169
  call void @llvm.experimental.noalias.scope.decl(metadata !172), !dbg !175
  store ptr @_ZL3Out, ptr %result.ptr.i.i, align 4, !noalias !172
  store i32 0, ptr %registerNo.addr.i.i, align 4, !noalias !172
    #dbg_declare(ptr %registerNo.addr.i.i, !180, !DIExpression(), !182)
  store i32 0, ptr %spaceNo.addr.i.i, align 4, !noalias !172
    #dbg_declare(ptr %spaceNo.addr.i.i, !184, !DIExpression(), !182)
  store i32 1, ptr %range.addr.i.i, align 4, !noalias !172
    #dbg_declare(ptr %range.addr.i.i, !185, !DIExpression(), !182)
  store i32 0, ptr %index.addr.i.i, align 4, !noalias !172
    #dbg_declare(ptr %index.addr.i.i, !186, !DIExpression(), !182)
  store ptr @.str, ptr %name.addr.i.i, align 4, !noalias !172
    #dbg_declare(ptr %name.addr.i.i, !187, !DIExpression(), !182)
    #dbg_declare(ptr %tmp.i.i, !188, !DIExpression(), !182)
  store ptr %tmp.i.i, ptr %this.addr.i.i, align 4
    #dbg_declare(ptr %this.addr.i.i, !189, !DIExpression(), !191)
  %this1.i.i = load ptr, ptr %this.addr.i.i, align 4
  store ptr %this1.i.i, ptr %this.addr.i10.i, align 4
    #dbg_declare(ptr %this.addr.i10.i, !193, !DIExpression(), !195)
  %this1.i11.i = load ptr, ptr %this.addr.i10.i, align 4
  store target("dx.TypedBuffer", float, 1, 0, 0) poison, ptr %this1.i11.i, align 4, !dbg !197
  %0 = load i32, ptr %registerNo.addr.i.i, align 4, !dbg !199, !noalias !172
  %1 = load i32, ptr %spaceNo.addr.i.i, align 4, !dbg !199, !noalias !172
  %2 = load i32, ptr %range.addr.i.i, align 4, !dbg !199, !noalias !172
  %3 = load i32, ptr %index.addr.i.i, align 4, !dbg !199, !noalias !172
  %4 = load ptr, ptr %name.addr.i.i, align 4, !dbg !199, !noalias !172
  %5 = call target("dx.TypedBuffer", float, 1, 0, 0) @llvm.dx.resource.handlefrombinding.tdx.TypedBuffer_f32_1_0_0t(i32 %1, i32 %0, i32 %2, i32 %3, ptr %4), !dbg !199
  store target("dx.TypedBuffer", float, 1, 0, 0) %5, ptr %tmp.i.i, align 4, !dbg !199, !noalias !172
  store ptr @_ZL3Out, ptr %this.addr.i8.i, align 4
    #dbg_declare(ptr %this.addr.i8.i, !200, !DIExpression(), !202)
  store ptr %tmp.i.i, ptr %other.addr.i.i, align 4
    #dbg_declare(ptr %other.addr.i.i, !204, !DIExpression(), !205)
  %this1.i9.i = load ptr, ptr %this.addr.i8.i, align 4
  %6 = load ptr, ptr %other.addr.i.i, align 4, !dbg !206
  store ptr %this1.i9.i, ptr %this.addr.i12.i, align 4
    #dbg_declare(ptr %this.addr.i12.i, !207, !DIExpression(), !209)
  store ptr %6, ptr %other.addr.i13.i, align 4
    #dbg_declare(ptr %other.addr.i13.i, !211, !DIExpression(), !212)
  %this1.i14.i = load ptr, ptr %this.addr.i12.i, align 4
  %7 = load ptr, ptr %other.addr.i13.i, align 4, !dbg !213, !nonnull !150, !align !215
  %8 = load target("dx.TypedBuffer", float, 1, 0, 0), ptr %7, align 4, !dbg !213
  store target("dx.TypedBuffer", float, 1, 0, 0) %8, ptr %this1.i14.i, align 4, !dbg !213
  call void @llvm.experimental.noalias.scope.decl(metadata !216), !dbg !219
  store ptr @_ZL9Particles, ptr %result.ptr.i1.i, align 4, !noalias !216
  store i32 1, ptr %registerNo.addr.i2.i, align 4, !noalias !216
    #dbg_declare(ptr %registerNo.addr.i2.i, !222, !DIExpression(), !224)
  store i32 0, ptr %spaceNo.addr.i3.i, align 4, !noalias !216
    #dbg_declare(ptr %spaceNo.addr.i3.i, !226, !DIExpression(), !224)
  store i32 1, ptr %range.addr.i4.i, align 4, !noalias !216
    #dbg_declare(ptr %range.addr.i4.i, !227, !DIExpression(), !224)
  store i32 0, ptr %index.addr.i5.i, align 4, !noalias !216
    #dbg_declare(ptr %index.addr.i5.i, !228, !DIExpression(), !224)
  store ptr @.str.2, ptr %name.addr.i6.i, align 4, !noalias !216
    #dbg_declare(ptr %name.addr.i6.i, !229, !DIExpression(), !224)
  store i32 0, ptr %counterOrderId.addr.i.i, align 4, !noalias !216
    #dbg_declare(ptr %counterOrderId.addr.i.i, !230, !DIExpression(), !224)
    #dbg_declare(ptr %tmp.i7.i, !231, !DIExpression(), !224)
  store ptr %tmp.i7.i, ptr %this.addr.i15.i, align 4
    #dbg_declare(ptr %this.addr.i15.i, !232, !DIExpression(), !234)
  %this1.i16.i = load ptr, ptr %this.addr.i15.i, align 4
  store ptr %this1.i16.i, ptr %this.addr.i20.i, align 4
    #dbg_declare(ptr %this.addr.i20.i, !236, !DIExpression(), !238)
  %this1.i21.i = load ptr, ptr %this.addr.i20.i, align 4
  store target("dx.RawBuffer", %struct.Particle, 1, 0) poison, ptr %this1.i21.i, align 4, !dbg !240
  %9 = load i32, ptr %registerNo.addr.i2.i, align 4, !dbg !242, !noalias !216
  %10 = load i32, ptr %spaceNo.addr.i3.i, align 4, !dbg !242, !noalias !216
  %11 = load i32, ptr %range.addr.i4.i, align 4, !dbg !242, !noalias !216
  %12 = load i32, ptr %index.addr.i5.i, align 4, !dbg !242, !noalias !216
  %13 = load ptr, ptr %name.addr.i6.i, align 4, !dbg !242, !noalias !216
  %14 = call target("dx.RawBuffer", %struct.Particle, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_s_struct.Particles_1_0t(i32 %10, i32 %9, i32 %11, i32 %12, ptr %13), !dbg !242
  store target("dx.RawBuffer", %struct.Particle, 1, 0) %14, ptr %tmp.i7.i, align 4, !dbg !242, !noalias !216
  %15 = load target("dx.RawBuffer", %struct.Particle, 1, 0), ptr %tmp.i7.i, align 4, !dbg !242, !noalias !216
  %__counter_handle.i.i = getelementptr inbounds nuw %"class.hlsl::RWStructuredBuffer", ptr %tmp.i7.i, i32 0, i32 1, !dbg !242
  store target("dx.RawBuffer", %struct.Particle, 1, 0) %15, ptr %__counter_handle.i.i, align 4, !dbg !242, !noalias !216
  store ptr @_ZL9Particles, ptr %this.addr.i17.i, align 4
    #dbg_declare(ptr %this.addr.i17.i, !243, !DIExpression(), !245)
  store ptr %tmp.i7.i, ptr %other.addr.i18.i, align 4
    #dbg_declare(ptr %other.addr.i18.i, !247, !DIExpression(), !248)
  %this1.i19.i = load ptr, ptr %this.addr.i17.i, align 4
  %16 = load ptr, ptr %other.addr.i18.i, align 4, !dbg !249
  store ptr %this1.i19.i, ptr %this.addr.i22.i, align 4
    #dbg_declare(ptr %this.addr.i22.i, !250, !DIExpression(), !252)
  store ptr %16, ptr %other.addr.i23.i, align 4
    #dbg_declare(ptr %other.addr.i23.i, !254, !DIExpression(), !255)
  %this1.i24.i = load ptr, ptr %this.addr.i22.i, align 4
  %17 = load ptr, ptr %other.addr.i23.i, align 4, !dbg !256, !nonnull !150, !align !215
  %18 = load target("dx.RawBuffer", %struct.Particle, 1, 0), ptr %17, align 4, !dbg !256
  store target("dx.RawBuffer", %struct.Particle, 1, 0) %18, ptr %this1.i24.i, align 4, !dbg !256
  %19 = load ptr, ptr %other.addr.i23.i, align 4, !dbg !256, !nonnull !150, !align !215
  %__counter_handle.i25.i = getelementptr inbounds nuw %"class.hlsl::RWStructuredBuffer", ptr %19, i32 0, i32 1, !dbg !256
  %20 = load target("dx.RawBuffer", %struct.Particle, 1, 0), ptr %__counter_handle.i25.i, align 4, !dbg !256
  %__counter_handle3.i.i = getelementptr inbounds nuw %"class.hlsl::RWStructuredBuffer", ptr %this1.i24.i, i32 0, i32 1, !dbg !256
  store target("dx.RawBuffer", %struct.Particle, 1, 0) %20, ptr %__counter_handle3.i.i, align 4, !dbg !256
  %21 = call i32 @llvm.dx.thread.id(i32 0)
  %22 = insertelement <3 x i32> poison, i32 %21, i64 0
  %23 = call i32 @llvm.dx.thread.id(i32 1)
  %24 = insertelement <3 x i32> %22, i32 %23, i64 1
  %25 = call i32 @llvm.dx.thread.id(i32 2)
  %26 = insertelement <3 x i32> %24, i32 %25, i64 2
  %27 = call i32 @llvm.dx.flattened.thread.id.in.group()
  store <3 x i32> %26, ptr %id.addr.i, align 16
    #dbg_declare(ptr %id.addr.i, !258, !DIExpression(), !265)
  store i32 %27, ptr %lane.addr.i, align 4
    #dbg_declare(ptr %lane.addr.i, !266, !DIExpression(), !267)
    #dbg_declare(ptr %p.i, !268, !DIExpression(), !269)
  %28 = load <3 x i32>, ptr %id.addr.i, align 16, !dbg !270
  %29 = extractelement <3 x i32> %28, i32 0, !dbg !270
  store ptr @_ZL9Particles, ptr %this.addr.i1, align 4
    #dbg_declare(ptr %this.addr.i1, !271, !DIExpression(), !273)
  store i32 %29, ptr %Index.addr.i2, align 4
    #dbg_declare(ptr %Index.addr.i2, !275, !DIExpression(), !276)
  %this1.i3 = load ptr, ptr %this.addr.i1, align 4
  %30 = load target("dx.RawBuffer", %struct.Particle, 1, 0), ptr %this1.i3, align 4, !dbg !273
  %31 = load i32, ptr %Index.addr.i2, align 4, !dbg !273
  %32 = call noundef nonnull align 1 dereferenceable(20) ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_s_struct.Particles_1_0t(target("dx.RawBuffer", %struct.Particle, 1, 0) %30, i32 %31), !dbg !273
  call void @llvm.memcpy.p0.p0.i32(ptr align 1 %p.i, ptr align 1 %32, i32 20, i1 false), !dbg !277
    #dbg_declare(ptr %offset.i, !278, !DIExpression(), !279)
  %33 = load <3 x float>, ptr %p.i, align 1, !dbg !280
  %34 = load <3 x float>, ptr addrspace(2) @origin, align 16, !dbg !281
  %sub.i = fsub reassoc nnan ninf nsz arcp afn <3 x float> %33, %34, !dbg !282
  store <3 x float> %sub.i, ptr %offset.i, align 16, !dbg !279
    #dbg_declare(ptr %wide.i, !283, !DIExpression(), !284)
  %35 = load <3 x float>, ptr %offset.i, align 16, !dbg !285
  %vecext.i = extractelement <3 x float> %35, i64 0, !dbg !285
  %vecinit.i = insertelement <4 x float> poison, float %vecext.i, i32 0, !dbg !285
  %36 = load <3 x float>, ptr %offset.i, align 16, !dbg !285
  %vecext1.i = extractelement <3 x float> %36, i64 1, !dbg !285
  %vecinit2.i = insertelement <4 x float> %vecinit.i, float %vecext1.i, i32 1, !dbg !285
  %37 = load <3 x float>, ptr %offset.i, align 16, !dbg !285
  %vecext3.i = extractelement <3 x float> %37, i64 2, !dbg !285
  %vecinit4.i = insertelement <4 x float> %vecinit2.i, float %vecext3.i, i32 2, !dbg !285
  %vecinit5.i = insertelement <4 x float> %vecinit4.i, float 1.000000e+00, i32 3, !dbg !285
  %38 = load <4 x float>, ptr addrspace(2) @scale, align 16, !dbg !286
  %mul.i = fmul reassoc nnan ninf nsz arcp afn <4 x float> %vecinit5.i, %38, !dbg !287
  store <4 x float> %mul.i, ptr %wide.i, align 16, !dbg !284
    #dbg_declare(ptr %length2.i, !288, !DIExpression(), !289)
  store float 0.000000e+00, ptr %length2.i, align 4, !dbg !289
    #dbg_declare(ptr %i.i, !290, !DIExpression(), !292)
  store i32 0, ptr %i.i, align 4, !dbg !292
  br label %for.cond.i, !dbg !293

for.cond.i:                                       ; preds = %for.body.i, %entry
  %39 = load i32, ptr %i.i, align 4, !dbg !294
  %40 = load i32, ptr addrspace(2) @count, align 4, !dbg !296
  %cmp.i = icmp ult i32 %39, %40, !dbg !297
  br i1 %cmp.i, label %for.body.i, label %for.end.i, !dbg !298

for.body.i:                                       ; preds = %for.cond.i
    #dbg_declare(ptr %part.i, !299, !DIExpression(), !301)
  %41 = load <4 x float>, ptr %wide.i, align 16, !dbg !302
  %42 = load i32, ptr %i.i, align 4, !dbg !303
  %and.i = and i32 %42, 3, !dbg !304
  %vecext6.i = extractelement <4 x float> %41, i32 %and.i, !dbg !302
  store float %vecext6.i, ptr %part.i, align 4, !dbg !301
  %43 = load float, ptr %part.i, align 4, !dbg !305
  %44 = load float, ptr %part.i, align 4, !dbg !306
  %mul7.i = fmul reassoc nnan ninf nsz arcp afn float %43, %44, !dbg !307
  %45 = load float, ptr %length2.i, align 4, !dbg !308
  %add.i = fadd reassoc nnan ninf nsz arcp afn float %45, %mul7.i, !dbg !308
  store float %add.i, ptr %length2.i, align 4, !dbg !308
  %46 = load i32, ptr %i.i, align 4, !dbg !309
  %inc.i = add i32 %46, 1, !dbg !309
  store i32 %inc.i, ptr %i.i, align 4, !dbg !309
  br label %for.cond.i, !dbg !310, !llvm.loop !311

for.end.i:                                        ; preds = %for.cond.i
  %47 = load float, ptr %length2.i, align 4, !dbg !314
  store float %47, ptr %x.addr.i.i, align 4
    #dbg_declare(ptr %x.addr.i.i, !151, !DIExpression(), !315)
  store i32 2, ptr %mode.addr.i.i, align 4
    #dbg_declare(ptr %mode.addr.i.i, !153, !DIExpression(), !317)
    #dbg_declare(ptr %y.i.i, !155, !DIExpression(), !318)
  %48 = load float, ptr %x.addr.i.i, align 4, !dbg !319
  store float %48, ptr %y.i.i, align 4, !dbg !318
  %49 = load i32, ptr %mode.addr.i.i, align 4, !dbg !320
  %cmp.i.i = icmp eq i32 %49, 2, !dbg !321
  br i1 %cmp.i.i, label %if.then.i.i, label %_Z4mainDv3_jj.exit, !dbg !321

if.then.i.i:                                      ; preds = %for.end.i
  %50 = load float, ptr %x.addr.i.i, align 4, !dbg !322
  %51 = load float, ptr %x.addr.i.i, align 4, !dbg !323
  %mul.i.i = fmul reassoc nnan ninf nsz arcp afn float %50, %51, !dbg !324
  store float %mul.i.i, ptr %y.i.i, align 4, !dbg !325
  br label %_Z4mainDv3_jj.exit, !dbg !326

_Z4mainDv3_jj.exit:                               ; preds = %for.end.i, %if.then.i.i
  %52 = load float, ptr %y.i.i, align 4, !dbg !327
  %add.i.i = fadd reassoc nnan ninf nsz arcp afn float %52, 2.500000e-01, !dbg !328
  %53 = load i32, ptr %lane.addr.i, align 4, !dbg !329
  %arrayidx.i = getelementptr inbounds nuw [64 x float], ptr addrspace(3) @sums, i32 0, i32 %53, !dbg !330
  store float %add.i.i, ptr addrspace(3) %arrayidx.i, align 4, !dbg !331
  call void @llvm.dx.group.memory.barrier.with.group.sync(), !dbg !332
    #dbg_declare(ptr %total.i, !333, !DIExpression(), !334)
  %54 = load i32, ptr %lane.addr.i, align 4, !dbg !335
  %sub9.i = sub i32 63, %54, !dbg !336
  %arrayidx10.i = getelementptr inbounds nuw [64 x float], ptr addrspace(3) @sums, i32 0, i32 %sub9.i, !dbg !337
  %55 = load float, ptr addrspace(3) %arrayidx10.i, align 4, !dbg !337
  store float %55, ptr %total.i, align 4, !dbg !334
  %56 = load <3 x float>, ptr %offset.i, align 16, !dbg !338
  store <3 x float> %56, ptr %value.addr.i, align 16
    #dbg_declare(ptr %value.addr.i, !339, !DIExpression(), !345)
    #dbg_declare(ptr %result.i, !347, !DIExpression(), !348)
  %57 = load <3 x float>, ptr %value.addr.i, align 16, !dbg !349
  %58 = load <3 x float>, ptr %value.addr.i, align 16, !dbg !350
  %add.i4 = fadd reassoc nnan ninf nsz arcp afn <3 x float> %57, %58, !dbg !351
  store <3 x float> %add.i4, ptr %result.i, align 16, !dbg !348
  %59 = load <3 x float>, ptr %result.i, align 16, !dbg !352
  %60 = load float, ptr %total.i, align 4, !dbg !353
  %splat.splatinsert.i = insertelement <3 x float> poison, float %60, i64 0, !dbg !353
  %splat.splat.i = shufflevector <3 x float> %splat.splatinsert.i, <3 x float> poison, <3 x i32> zeroinitializer, !dbg !353
  %mul12.i = fmul reassoc nnan ninf nsz arcp afn <3 x float> %59, %splat.splat.i, !dbg !354
  store <3 x float> %mul12.i, ptr %p.i, align 1, !dbg !355
  %61 = load i32, ptr @_ZL5calls, align 4, !dbg !356
  %inc14.i = add i32 %61, 1, !dbg !356
  store i32 %inc14.i, ptr @_ZL5calls, align 4, !dbg !356
  %age.i = getelementptr inbounds nuw %struct.Particle, ptr %p.i, i32 0, i32 2, !dbg !357
  %62 = load i32, ptr %age.i, align 1, !dbg !358
  %add15.i = add i32 %62, %inc14.i, !dbg !358
  store i32 %add15.i, ptr %age.i, align 1, !dbg !358
  %63 = load <3 x i32>, ptr %id.addr.i, align 16, !dbg !359
  %64 = extractelement <3 x i32> %63, i32 0, !dbg !359
  store ptr @_ZL9Particles, ptr %this.addr.i, align 4
    #dbg_declare(ptr %this.addr.i, !271, !DIExpression(), !360)
  store i32 %64, ptr %Index.addr.i, align 4
    #dbg_declare(ptr %Index.addr.i, !275, !DIExpression(), !362)
  %this1.i = load ptr, ptr %this.addr.i, align 4
  %65 = load target("dx.RawBuffer", %struct.Particle, 1, 0), ptr %this1.i, align 4, !dbg !360
  %66 = load i32, ptr %Index.addr.i, align 4, !dbg !360
  %67 = call noundef nonnull align 1 dereferenceable(20) ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_s_struct.Particles_1_0t(target("dx.RawBuffer", %struct.Particle, 1, 0) %65, i32 %66), !dbg !360
  call void @llvm.memcpy.p0.p0.i32(ptr align 1 %67, ptr align 1 %p.i, i32 20, i1 false), !dbg !363
  %68 = load float, ptr %total.i, align 4, !dbg !364
  %69 = load <3 x i32>, ptr %id.addr.i, align 16, !dbg !365
  %70 = extractelement <3 x i32> %69, i32 0, !dbg !365
  store ptr @_ZL3Out, ptr %this.addr.i5, align 4
    #dbg_declare(ptr %this.addr.i5, !366, !DIExpression(), !368)
  store i32 %70, ptr %Index.addr.i6, align 4
    #dbg_declare(ptr %Index.addr.i6, !370, !DIExpression(), !371)
  %this1.i7 = load ptr, ptr %this.addr.i5, align 4
  %71 = load target("dx.TypedBuffer", float, 1, 0, 0), ptr %this1.i7, align 4, !dbg !368
  %72 = load i32, ptr %Index.addr.i6, align 4, !dbg !368
  %73 = call noundef nonnull align 4 dereferenceable(4) ptr @llvm.dx.resource.getpointer.p0.tdx.TypedBuffer_f32_1_0_0t(target("dx.TypedBuffer", float, 1, 0, 0) %71, i32 %72), !dbg !368
  store float %68, ptr %73, align 4, !dbg !372
  ret void
}

; Function Attrs: nounwind willreturn memory(none)
declare i32 @llvm.dx.thread.id(i32) #3

; Function Attrs: nounwind willreturn memory(none)
declare i32 @llvm.dx.flattened.thread.id.in.group() #3

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i32(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i32, i1 immarg) #4

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn
declare void @llvm.dx.group.memory.barrier.with.group.sync() #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare target("dx.TypedBuffer", float, 1, 0, 0) @llvm.dx.resource.handlefrombinding.tdx.TypedBuffer_f32_1_0_0t(i32, i32, i32, i32, ptr) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare target("dx.RawBuffer", %struct.Particle, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_s_struct.Particles_1_0t(i32, i32, i32, i32, ptr) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_s_struct.Particles_1_0t(target("dx.RawBuffer", %struct.Particle, 1, 0), i32) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare ptr @llvm.dx.resource.getpointer.p0.tdx.TypedBuffer_f32_1_0_0t(target("dx.TypedBuffer", float, 1, 0, 0), i32) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.experimental.noalias.scope.decl(metadata) #6

attributes #0 = { alwaysinline convergent mustprogress norecurse nounwind "no-infs-fp-math"="true" "no-nans-fp-math"="true" "no-signed-zeros-fp-math"="true" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(none) }
attributes #2 = { convergent noinline norecurse optnone "hlsl.numthreads"="64,1,1" "hlsl.shader"="compute" "no-infs-fp-math"="false" "no-nans-fp-math"="false" "no-signed-zeros-fp-math"="false" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { nounwind willreturn memory(none) }
attributes #4 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #5 = { convergent nocallback nofree nosync nounwind willreturn }
attributes #6 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }

!llvm.dbg.cu = !{!2}
!hlsl.cbs = !{!140}
!llvm.module.flags = !{!141, !142, !143, !144}
!dx.valver = !{!145}
!llvm.ident = !{!146}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "Out", linkageName: "_ZL3Out", scope: !2, file: !6, line: 24, type: !100, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_11, file: !3, producer: "clang version 22.1.8", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, retainedTypes: !12, globals: !21, imports: !98, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "<stdin>", directory: "")
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "Mode", scope: !7, file: !6, line: 2, baseType: !8, size: 32, elements: !9, identifier: "_ZTSN6curves4ModeE")
!6 = !DIFile(filename: "kinds.hlsl", directory: "")
!7 = !DINamespace(name: "curves", scope: null)
!8 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!9 = !{!10, !11}
!10 = !DIEnumerator(name: "Linear", value: 1, isUnsigned: true)
!11 = !DIEnumerator(name: "Square", value: 2, isUnsigned: true)
!12 = !{!13}
!13 = !DIDerivedType(tag: DW_TAG_typedef, name: "float4", scope: !15, file: !14, line: 96, baseType: !16)
!14 = !DIFile(filename: "headers/hlsl/hlsl_basic_types.h", directory: "")
!15 = !DINamespace(name: "hlsl", scope: null)
!16 = !DIDerivedType(tag: DW_TAG_typedef, name: "vector<float, 4>", scope: !15, file: !3, baseType: !17)
!17 = !DICompositeType(tag: DW_TAG_array_type, baseType: !18, size: 128, flags: DIFlagVector, elements: !19)
!18 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!19 = !{!20}
!20 = !DISubrange(count: 4)
!21 = !{!22, !0, !25, !91, !96}
!22 = !DIGlobalVariableExpression(var: !23, expr: !DIExpression(DW_OP_constu, 1048576000, DW_OP_stack_value))
!23 = distinct !DIGlobalVariable(name: "Bias", scope: !7, file: !6, line: 3, type: !24, isLocal: true, isDefinition: true)
!24 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !18)
!25 = !DIGlobalVariableExpression(var: !26, expr: !DIExpression())
!26 = distinct !DIGlobalVariable(name: "Particles", linkageName: "_ZL9Particles", scope: !2, file: !6, line: 25, type: !27, isLocal: true, isDefinition: true)
!27 = distinct !DICompositeType(tag: DW_TAG_class_type, name: "RWStructuredBuffer<Particle>", scope: !15, size: 64, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !28, templateParams: !89, identifier: "_ZTSN4hlsl18RWStructuredBufferI8ParticleEE")
!28 = !{!29, !32, !33, !37, !42, !46, !53, !54, !70, !74, !77, !82, !85, !86}
!29 = !DIDerivedType(tag: DW_TAG_member, name: "__handle", scope: !27, file: !3, line: 25, baseType: !30, size: 32)
!30 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !31, size: 32)
!31 = !DICompositeType(tag: DW_TAG_structure_type, name: "__hlsl_resource_t", file: !3, flags: DIFlagFwdDecl)
!32 = !DIDerivedType(tag: DW_TAG_member, name: "__counter_handle", scope: !27, file: !3, line: 25, baseType: !30, size: 32, offset: 32)
!33 = !DISubprogram(name: "RWStructuredBuffer", linkageName: "_ZN4hlsl18RWStructuredBufferI8ParticleEC4Ev", scope: !27, file: !3, type: !34, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!34 = !DISubroutineType(types: !35)
!35 = !{null, !36}
!36 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !27, size: 32, flags: DIFlagArtificial | DIFlagObjectPointer)
!37 = !DISubprogram(name: "RWStructuredBuffer", linkageName: "_ZN4hlsl18RWStructuredBufferI8ParticleEC4ERKS2_", scope: !27, file: !3, type: !38, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!38 = !DISubroutineType(types: !39)
!39 = !{null, !36, !40}
!40 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !41, size: 32)
!41 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !27)
!42 = !DISubprogram(name: "operator=", linkageName: "_ZN4hlsl18RWStructuredBufferI8ParticleEaSERKS2_", scope: !27, file: !3, type: !43, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!43 = !DISubroutineType(types: !44)
!44 = !{!45, !36, !40}
!45 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !27, size: 32)
!46 = !DISubprogram(name: "__createFromBindingWithImplicitCounter", linkageName: "_ZN4hlsl18RWStructuredBufferI8ParticleE38__createFromBindingWithImplicitCounterEjjijPKcj", scope: !27, file: !3, type: !47, flags: DIFlagPublic | DIFlagPrototyped | DIFlagStaticMember, spFlags: 0)
!47 = !DISubroutineType(types: !48)
!48 = !{!27, !8, !8, !49, !8, !50, !8}
!49 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!50 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !51, size: 32)
!51 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !52)
!52 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!53 = !DISubprogram(name: "__createFromImplicitBindingWithImplicitCounter", linkageName: "_ZN4hlsl18RWStructuredBufferI8ParticleE46__createFromImplicitBindingWithImplicitCounterEjjijPKcj", scope: !27, file: !3, type: !47, flags: DIFlagPublic | DIFlagPrototyped | DIFlagStaticMember, spFlags: 0)
!54 = !DISubprogram(name: "operator[]", linkageName: "_ZNK4hlsl18RWStructuredBufferI8ParticleEixEj", scope: !27, file: !3, type: !55, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!55 = !DISubroutineType(types: !56)
!56 = !{!57, !69, !8}
!57 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !58, size: 32)
!58 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !59)
!59 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Particle", file: !6, line: 13, size: 160, flags: DIFlagTypePassByValue, elements: !60, identifier: "_ZTS8Particle")
!60 = !{!61, !67}
!61 = !DIDerivedType(tag: DW_TAG_member, name: "position", scope: !59, file: !6, line: 14, baseType: !62, size: 128)
!62 = !DIDerivedType(tag: DW_TAG_typedef, name: "float3", scope: !15, file: !14, line: 95, baseType: !63)
!63 = !DIDerivedType(tag: DW_TAG_typedef, name: "vector<float, 3>", scope: !15, file: !3, baseType: !64)
!64 = !DICompositeType(tag: DW_TAG_array_type, baseType: !18, size: 128, flags: DIFlagVector, elements: !65)
!65 = !{!66}
!66 = !DISubrange(count: 3)
!67 = !DIDerivedType(tag: DW_TAG_member, name: "age", scope: !59, file: !6, line: 15, baseType: !68, size: 32, offset: 128)
!68 = !DIDerivedType(tag: DW_TAG_typedef, name: "uint", scope: !15, file: !14, line: 35, baseType: !8)
!69 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !41, size: 32, flags: DIFlagArtificial | DIFlagObjectPointer)
!70 = !DISubprogram(name: "operator[]", linkageName: "_ZN4hlsl18RWStructuredBufferI8ParticleEixEj", scope: !27, file: !3, type: !71, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!71 = !DISubroutineType(types: !72)
!72 = !{!73, !36, !8}
!73 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !59, size: 32)
!74 = !DISubprogram(name: "Load", linkageName: "_ZN4hlsl18RWStructuredBufferI8ParticleE4LoadEj", scope: !27, file: !3, type: !75, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!75 = !DISubroutineType(types: !76)
!76 = !{!59, !36, !8}
!77 = !DISubprogram(name: "Load", linkageName: "_ZN4hlsl18RWStructuredBufferI8ParticleE4LoadEjRj", scope: !27, file: !3, type: !78, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!78 = !DISubroutineType(types: !79)
!79 = !{!59, !36, !8, !80}
!80 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !81)
!81 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !8, size: 32)
!82 = !DISubprogram(name: "IncrementCounter", linkageName: "_ZN4hlsl18RWStructuredBufferI8ParticleE16IncrementCounterEv", scope: !27, file: !3, type: !83, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!83 = !DISubroutineType(types: !84)
!84 = !{!8, !36}
!85 = !DISubprogram(name: "DecrementCounter", linkageName: "_ZN4hlsl18RWStructuredBufferI8ParticleE16DecrementCounterEv", scope: !27, file: !3, type: !83, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!86 = !DISubprogram(name: "GetDimensions", linkageName: "_ZN4hlsl18RWStructuredBufferI8ParticleE13GetDimensionsERjS3_", scope: !27, file: !3, type: !87, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!87 = !DISubroutineType(types: !88)
!88 = !{null, !36, !80, !80}
!89 = !{!90}
!90 = !DITemplateTypeParameter(name: "element_type", type: !59)
!91 = !DIGlobalVariableExpression(var: !92, expr: !DIExpression())
!92 = distinct !DIGlobalVariable(name: "sums", scope: !2, file: !6, line: 26, type: !93, isLocal: false, isDefinition: true)
!93 = !DICompositeType(tag: DW_TAG_array_type, baseType: !18, size: 2048, elements: !94)
!94 = !{!95}
!95 = !DISubrange(count: 64)
!96 = !DIGlobalVariableExpression(var: !97, expr: !DIExpression())
!97 = distinct !DIGlobalVariable(name: "calls", linkageName: "_ZL5calls", scope: !2, file: !6, line: 27, type: !68, isLocal: true, isDefinition: true)
!98 = !{!99}
!99 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !2, entity: !7, file: !6, line: 11)
!100 = distinct !DICompositeType(tag: DW_TAG_class_type, name: "RWBuffer<float>", scope: !15, size: 32, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !101, templateParams: !138, identifier: "_ZTSN4hlsl8RWBufferIfEE")
!101 = !{!102, !103, !107, !112, !116, !119, !120, !125, !129, !132, !135}
!102 = !DIDerivedType(tag: DW_TAG_member, name: "__handle", scope: !100, file: !3, line: 24, baseType: !30, size: 32)
!103 = !DISubprogram(name: "RWBuffer", linkageName: "_ZN4hlsl8RWBufferIfEC4Ev", scope: !100, file: !3, type: !104, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!104 = !DISubroutineType(types: !105)
!105 = !{null, !106}
!106 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !100, size: 32, flags: DIFlagArtificial | DIFlagObjectPointer)
!107 = !DISubprogram(name: "RWBuffer", linkageName: "_ZN4hlsl8RWBufferIfEC4ERKS1_", scope: !100, file: !3, type: !108, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!108 = !DISubroutineType(types: !109)
!109 = !{null, !106, !110}
!110 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !111, size: 32)
!111 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !100)
!112 = !DISubprogram(name: "operator=", linkageName: "_ZN4hlsl8RWBufferIfEaSERKS1_", scope: !100, file: !3, type: !113, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!113 = !DISubroutineType(types: !114)
!114 = !{!115, !106, !110}
!115 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !100, size: 32)
!116 = !DISubprogram(name: "__createFromBinding", linkageName: "_ZN4hlsl8RWBufferIfE19__createFromBindingEjjijPKc", scope: !100, file: !3, type: !117, flags: DIFlagPublic | DIFlagPrototyped | DIFlagStaticMember, spFlags: 0)
!117 = !DISubroutineType(types: !118)
!118 = !{!100, !8, !8, !49, !8, !50}
!119 = !DISubprogram(name: "__createFromImplicitBinding", linkageName: "_ZN4hlsl8RWBufferIfE27__createFromImplicitBindingEjjijPKc", scope: !100, file: !3, type: !117, flags: DIFlagPublic | DIFlagPrototyped | DIFlagStaticMember, spFlags: 0)
!120 = !DISubprogram(name: "operator[]", linkageName: "_ZNK4hlsl8RWBufferIfEixEj", scope: !100, file: !3, type: !121, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!121 = !DISubroutineType(types: !122)
!122 = !{!123, !124, !8}
!123 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !24, size: 32)
!124 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !111, size: 32, flags: DIFlagArtificial | DIFlagObjectPointer)
!125 = !DISubprogram(name: "operator[]", linkageName: "_ZN4hlsl8RWBufferIfEixEj", scope: !100, file: !3, type: !126, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!126 = !DISubroutineType(types: !127)
!127 = !{!128, !106, !8}
!128 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !18, size: 32)
!129 = !DISubprogram(name: "Load", linkageName: "_ZN4hlsl8RWBufferIfE4LoadEj", scope: !100, file: !3, type: !130, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!130 = !DISubroutineType(types: !131)
!131 = !{!18, !106, !8}
!132 = !DISubprogram(name: "Load", linkageName: "_ZN4hlsl8RWBufferIfE4LoadEjRj", scope: !100, file: !3, type: !133, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!133 = !DISubroutineType(types: !134)
!134 = !{!18, !106, !8, !80}
!135 = !DISubprogram(name: "GetDimensions", linkageName: "_ZN4hlsl8RWBufferIfE13GetDimensionsERj", scope: !100, file: !3, type: !136, flags: DIFlagPublic | DIFlagPrototyped, spFlags: 0)
!136 = !DISubroutineType(types: !137)
!137 = !{null, !106, !80}
!138 = !{!139}
!139 = !DITemplateTypeParameter(name: "element_type", type: !18)
!140 = !{ptr @Settings.cb, ptr addrspace(2) @scale, ptr addrspace(2) @origin, ptr addrspace(2) @count}
!141 = !{i32 7, !"Dwarf Version", i32 4}
!142 = !{i32 2, !"Debug Info Version", i32 3}
!143 = !{i32 1, !"wchar_size", i32 4}
!144 = !{i32 1, !"dx.nativelowprec", i32 1}
!145 = !{i32 1, i32 8}
!146 = !{!"clang version 22.1.8"}
!147 = distinct !DISubprogram(name: "bend", linkageName: "_ZN6curves4bendEfNS_4ModeE", scope: !7, file: !6, line: 4, type: !148, scopeLine: 4, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !150)
!148 = !DISubroutineType(types: !149)
!149 = !{!18, !18, !5}
!150 = !{}
!151 = !DILocalVariable(name: "x", arg: 1, scope: !147, file: !6, line: 4, type: !18)
!152 = !DILocation(line: 4, column: 18, scope: !147)
!153 = !DILocalVariable(name: "mode", arg: 2, scope: !147, file: !6, line: 4, type: !5)
!154 = !DILocation(line: 4, column: 26, scope: !147)
!155 = !DILocalVariable(name: "y", scope: !147, file: !6, line: 5, type: !18)
!156 = !DILocation(line: 5, column: 9, scope: !147)
!157 = !DILocation(line: 5, column: 13, scope: !147)
!158 = !DILocation(line: 6, column: 7, scope: !159)
!159 = distinct !DILexicalBlock(scope: !147, file: !6, line: 6, column: 7)
!160 = !DILocation(line: 6, column: 12, scope: !159)
!161 = !DILocation(line: 7, column: 9, scope: !159)
!162 = !DILocation(line: 7, column: 13, scope: !159)
!163 = !DILocation(line: 7, column: 11, scope: !159)
!164 = !DILocation(line: 7, column: 7, scope: !159)
!165 = !DILocation(line: 7, column: 5, scope: !159)
!166 = !DILocation(line: 8, column: 10, scope: !147)
!167 = !DILocation(line: 8, column: 12, scope: !147)
!168 = !DILocation(line: 8, column: 3, scope: !147)
!169 = !DILocation(line: 0, scope: !170)
!170 = distinct !DISubprogram(linkageName: "_GLOBAL__sub_I_kinds.hlsl", scope: !3, file: !3, type: !171, flags: DIFlagArtificial, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2)
!171 = !DISubroutineType(types: !150)
!172 = !{!173}
!173 = distinct !{!173, !174, !"_ZN4hlsl8RWBufferIfE19__createFromBindingEjjijPKc: %agg.result"}
!174 = distinct !{!174, !"_ZN4hlsl8RWBufferIfE19__createFromBindingEjjijPKc"}
!175 = !DILocation(line: 0, scope: !176, inlinedAt: !179)
!176 = distinct !DISubprogram(name: "__cxx_global_var_init", scope: !3, file: !3, type: !177, flags: DIFlagArtificial, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2)
!177 = !DISubroutineType(types: !178)
!178 = !{null}
!179 = distinct !DILocation(line: 0, scope: !170)
!180 = !DILocalVariable(name: "registerNo", arg: 1, scope: !181, file: !3, type: !8)
!181 = distinct !DISubprogram(name: "__createFromBinding", linkageName: "_ZN4hlsl8RWBufferIfE19__createFromBindingEjjijPKc", scope: !100, file: !3, line: 51, type: !117, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !116, retainedNodes: !150)
!182 = !DILocation(line: 0, column: 1, scope: !181, inlinedAt: !183)
!183 = distinct !DILocation(line: 0, scope: !176, inlinedAt: !179)
!184 = !DILocalVariable(name: "spaceNo", arg: 2, scope: !181, file: !3, type: !8)
!185 = !DILocalVariable(name: "range", arg: 3, scope: !181, file: !3, type: !49)
!186 = !DILocalVariable(name: "index", arg: 4, scope: !181, file: !3, type: !8)
!187 = !DILocalVariable(name: "name", arg: 5, scope: !181, file: !3, type: !50)
!188 = !DILocalVariable(name: "tmp", scope: !181, file: !3, type: !100)
!189 = !DILocalVariable(name: "this", arg: 1, scope: !190, type: !115, flags: DIFlagArtificial | DIFlagObjectPointer)
!190 = distinct !DISubprogram(name: "RWBuffer", linkageName: "_ZN4hlsl8RWBufferIfEC1Ev", scope: !100, file: !3, line: 51, type: !104, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !103, retainedNodes: !150)
!191 = !DILocation(line: 0, scope: !190, inlinedAt: !192)
!192 = distinct !DILocation(line: 0, scope: !181, inlinedAt: !183)
!193 = !DILocalVariable(name: "this", arg: 1, scope: !194, type: !115, flags: DIFlagArtificial | DIFlagObjectPointer)
!194 = distinct !DISubprogram(name: "RWBuffer", linkageName: "_ZN4hlsl8RWBufferIfEC2Ev", scope: !100, file: !3, line: 51, type: !104, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !103, retainedNodes: !150)
!195 = !DILocation(line: 0, scope: !194, inlinedAt: !196)
!196 = distinct !DILocation(line: 51, column: 1, scope: !190, inlinedAt: !192)
!197 = !DILocation(line: 0, scope: !198, inlinedAt: !196)
!198 = distinct !DILexicalBlock(scope: !194, file: !6, line: 51, column: 1)
!199 = !DILocation(line: 0, scope: !181, inlinedAt: !183)
!200 = !DILocalVariable(name: "this", arg: 1, scope: !201, type: !115, flags: DIFlagArtificial | DIFlagObjectPointer)
!201 = distinct !DISubprogram(name: "RWBuffer", linkageName: "_ZN4hlsl8RWBufferIfEC1ERKS1_", scope: !100, file: !3, line: 51, type: !108, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !107, retainedNodes: !150)
!202 = !DILocation(line: 0, scope: !201, inlinedAt: !203)
!203 = distinct !DILocation(line: 0, scope: !181, inlinedAt: !183)
!204 = !DILocalVariable(name: "other", arg: 2, scope: !201, file: !3, type: !110)
!205 = !DILocation(line: 0, column: 1, scope: !201, inlinedAt: !203)
!206 = !DILocation(line: 51, column: 1, scope: !201, inlinedAt: !203)
!207 = !DILocalVariable(name: "this", arg: 1, scope: !208, type: !115, flags: DIFlagArtificial | DIFlagObjectPointer)
!208 = distinct !DISubprogram(name: "RWBuffer", linkageName: "_ZN4hlsl8RWBufferIfEC2ERKS1_", scope: !100, file: !3, line: 51, type: !108, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !107, retainedNodes: !150)
!209 = !DILocation(line: 0, scope: !208, inlinedAt: !210)
!210 = distinct !DILocation(line: 51, column: 1, scope: !201, inlinedAt: !203)
!211 = !DILocalVariable(name: "other", arg: 2, scope: !208, file: !3, type: !110)
!212 = !DILocation(line: 0, column: 1, scope: !208, inlinedAt: !210)
!213 = !DILocation(line: 0, scope: !214, inlinedAt: !210)
!214 = distinct !DILexicalBlock(scope: !208, file: !6, line: 51, column: 1)
!215 = !{i64 4}
!216 = !{!217}
!217 = distinct !{!217, !218, !"_ZN4hlsl18RWStructuredBufferI8ParticleE38__createFromBindingWithImplicitCounterEjjijPKcj: %agg.result"}
!218 = distinct !{!218, !"_ZN4hlsl18RWStructuredBufferI8ParticleE38__createFromBindingWithImplicitCounterEjjijPKcj"}
!219 = !DILocation(line: 0, scope: !220, inlinedAt: !221)
!220 = distinct !DISubprogram(name: "__cxx_global_var_init.1", scope: !3, file: !3, type: !177, flags: DIFlagArtificial, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2)
!221 = distinct !DILocation(line: 0, scope: !170)
!222 = !DILocalVariable(name: "registerNo", arg: 1, scope: !223, file: !3, type: !8)
!223 = distinct !DISubprogram(name: "__createFromBindingWithImplicitCounter", linkageName: "_ZN4hlsl18RWStructuredBufferI8ParticleE38__createFromBindingWithImplicitCounterEjjijPKcj", scope: !27, file: !3, line: 51, type: !47, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !46, retainedNodes: !150)
!224 = !DILocation(line: 0, column: 1, scope: !223, inlinedAt: !225)
!225 = distinct !DILocation(line: 0, scope: !220, inlinedAt: !221)
!226 = !DILocalVariable(name: "spaceNo", arg: 2, scope: !223, file: !3, type: !8)
!227 = !DILocalVariable(name: "range", arg: 3, scope: !223, file: !3, type: !49)
!228 = !DILocalVariable(name: "index", arg: 4, scope: !223, file: !3, type: !8)
!229 = !DILocalVariable(name: "name", arg: 5, scope: !223, file: !3, type: !50)
!230 = !DILocalVariable(name: "counterOrderId", arg: 6, scope: !223, file: !3, type: !8)
!231 = !DILocalVariable(name: "tmp", scope: !223, file: !3, type: !27)
!232 = !DILocalVariable(name: "this", arg: 1, scope: !233, type: !45, flags: DIFlagArtificial | DIFlagObjectPointer)
!233 = distinct !DISubprogram(name: "RWStructuredBuffer", linkageName: "_ZN4hlsl18RWStructuredBufferI8ParticleEC1Ev", scope: !27, file: !3, line: 51, type: !34, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !33, retainedNodes: !150)
!234 = !DILocation(line: 0, scope: !233, inlinedAt: !235)
!235 = distinct !DILocation(line: 0, scope: !223, inlinedAt: !225)
!236 = !DILocalVariable(name: "this", arg: 1, scope: !237, type: !45, flags: DIFlagArtificial | DIFlagObjectPointer)
!237 = distinct !DISubprogram(name: "RWStructuredBuffer", linkageName: "_ZN4hlsl18RWStructuredBufferI8ParticleEC2Ev", scope: !27, file: !3, line: 51, type: !34, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !33, retainedNodes: !150)
!238 = !DILocation(line: 0, scope: !237, inlinedAt: !239)
!239 = distinct !DILocation(line: 51, column: 1, scope: !233, inlinedAt: !235)
!240 = !DILocation(line: 0, scope: !241, inlinedAt: !239)
!241 = distinct !DILexicalBlock(scope: !237, file: !6, line: 51, column: 1)
!242 = !DILocation(line: 0, scope: !223, inlinedAt: !225)
!243 = !DILocalVariable(name: "this", arg: 1, scope: !244, type: !45, flags: DIFlagArtificial | DIFlagObjectPointer)
!244 = distinct !DISubprogram(name: "RWStructuredBuffer", linkageName: "_ZN4hlsl18RWStructuredBufferI8ParticleEC1ERKS2_", scope: !27, file: !3, line: 51, type: !38, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !37, retainedNodes: !150)
!245 = !DILocation(line: 0, scope: !244, inlinedAt: !246)
!246 = distinct !DILocation(line: 0, scope: !223, inlinedAt: !225)
!247 = !DILocalVariable(name: "other", arg: 2, scope: !244, file: !3, type: !40)
!248 = !DILocation(line: 0, column: 1, scope: !244, inlinedAt: !246)
!249 = !DILocation(line: 51, column: 1, scope: !244, inlinedAt: !246)
!250 = !DILocalVariable(name: "this", arg: 1, scope: !251, type: !45, flags: DIFlagArtificial | DIFlagObjectPointer)
!251 = distinct !DISubprogram(name: "RWStructuredBuffer", linkageName: "_ZN4hlsl18RWStructuredBufferI8ParticleEC2ERKS2_", scope: !27, file: !3, line: 51, type: !38, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !37, retainedNodes: !150)
!252 = !DILocation(line: 0, scope: !251, inlinedAt: !253)
!253 = distinct !DILocation(line: 51, column: 1, scope: !244, inlinedAt: !246)
!254 = !DILocalVariable(name: "other", arg: 2, scope: !251, file: !3, type: !40)
!255 = !DILocation(line: 0, column: 1, scope: !251, inlinedAt: !253)
!256 = !DILocation(line: 0, scope: !257, inlinedAt: !253)
!257 = distinct !DILexicalBlock(scope: !251, file: !6, line: 51, column: 1)
!258 = !DILocalVariable(name: "id", arg: 1, scope: !259, file: !6, line: 35, type: !262)
!259 = distinct !DISubprogram(name: "main", linkageName: "_Z4mainDv3_jj", scope: !6, file: !6, line: 35, type: !260, scopeLine: 35, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !150)
!260 = !DISubroutineType(types: !261)
!261 = !{null, !262, !68}
!262 = !DIDerivedType(tag: DW_TAG_typedef, name: "uint3", scope: !15, file: !14, line: 70, baseType: !263)
!263 = !DIDerivedType(tag: DW_TAG_typedef, name: "vector<unsigned int, 3>", scope: !15, file: !3, baseType: !264)
!264 = !DICompositeType(tag: DW_TAG_array_type, baseType: !68, size: 128, flags: DIFlagVector, elements: !65)
!265 = !DILocation(line: 35, column: 17, scope: !259)
!266 = !DILocalVariable(name: "lane", arg: 2, scope: !259, file: !6, line: 35, type: !68)
!267 = !DILocation(line: 35, column: 48, scope: !259)
!268 = !DILocalVariable(name: "p", scope: !259, file: !6, line: 36, type: !59)
!269 = !DILocation(line: 36, column: 12, scope: !259)
!270 = !DILocation(line: 36, column: 26, scope: !259)
!271 = !DILocalVariable(name: "this", arg: 1, scope: !272, type: !45, flags: DIFlagArtificial | DIFlagObjectPointer)
!272 = distinct !DISubprogram(name: "operator[]", linkageName: "_ZN4hlsl18RWStructuredBufferI8ParticleEixEj", scope: !27, file: !3, line: 27, type: !71, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !70, retainedNodes: !150)
!273 = !DILocation(line: 0, scope: !272, inlinedAt: !274)
!274 = distinct !DILocation(line: 36, column: 16, scope: !259)
!275 = !DILocalVariable(name: "Index", arg: 2, scope: !272, file: !3, type: !8)
!276 = !DILocation(line: 0, column: 13, scope: !272, inlinedAt: !274)
!277 = !DILocation(line: 36, column: 16, scope: !259)
!278 = !DILocalVariable(name: "offset", scope: !259, file: !6, line: 37, type: !62)
!279 = !DILocation(line: 37, column: 10, scope: !259)
!280 = !DILocation(line: 37, column: 21, scope: !259)
!281 = !DILocation(line: 37, column: 32, scope: !259)
!282 = !DILocation(line: 37, column: 30, scope: !259)
!283 = !DILocalVariable(name: "wide", scope: !259, file: !6, line: 38, type: !13)
!284 = !DILocation(line: 38, column: 10, scope: !259)
!285 = !DILocation(line: 38, column: 24, scope: !259)
!286 = !DILocation(line: 38, column: 37, scope: !259)
!287 = !DILocation(line: 38, column: 35, scope: !259)
!288 = !DILocalVariable(name: "length2", scope: !259, file: !6, line: 39, type: !18)
!289 = !DILocation(line: 39, column: 9, scope: !259)
!290 = !DILocalVariable(name: "i", scope: !291, file: !6, line: 40, type: !68)
!291 = distinct !DILexicalBlock(scope: !259, file: !6, line: 40, column: 3)
!292 = !DILocation(line: 40, column: 13, scope: !291)
!293 = !DILocation(line: 40, column: 8, scope: !291)
!294 = !DILocation(line: 40, column: 20, scope: !295)
!295 = distinct !DILexicalBlock(scope: !291, file: !6, line: 40, column: 3)
!296 = !DILocation(line: 40, column: 24, scope: !295)
!297 = !DILocation(line: 40, column: 22, scope: !295)
!298 = !DILocation(line: 40, column: 3, scope: !291)
!299 = !DILocalVariable(name: "part", scope: !300, file: !6, line: 41, type: !18)
!300 = distinct !DILexicalBlock(scope: !295, file: !6, line: 40, column: 36)
!301 = !DILocation(line: 41, column: 11, scope: !300)
!302 = !DILocation(line: 41, column: 18, scope: !300)
!303 = !DILocation(line: 41, column: 23, scope: !300)
!304 = !DILocation(line: 41, column: 25, scope: !300)
!305 = !DILocation(line: 42, column: 16, scope: !300)
!306 = !DILocation(line: 42, column: 23, scope: !300)
!307 = !DILocation(line: 42, column: 21, scope: !300)
!308 = !DILocation(line: 42, column: 13, scope: !300)
!309 = !DILocation(line: 40, column: 31, scope: !295)
!310 = !DILocation(line: 40, column: 3, scope: !295)
!311 = distinct !{!311, !298, !312, !313}
!312 = !DILocation(line: 43, column: 3, scope: !291)
!313 = !{!"llvm.loop.mustprogress"}
!314 = !DILocation(line: 44, column: 21, scope: !259)
!315 = !DILocation(line: 4, column: 18, scope: !147, inlinedAt: !316)
!316 = distinct !DILocation(line: 44, column: 16, scope: !259)
!317 = !DILocation(line: 4, column: 26, scope: !147, inlinedAt: !316)
!318 = !DILocation(line: 5, column: 9, scope: !147, inlinedAt: !316)
!319 = !DILocation(line: 5, column: 13, scope: !147, inlinedAt: !316)
!320 = !DILocation(line: 6, column: 7, scope: !159, inlinedAt: !316)
!321 = !DILocation(line: 6, column: 12, scope: !159, inlinedAt: !316)
!322 = !DILocation(line: 7, column: 9, scope: !159, inlinedAt: !316)
!323 = !DILocation(line: 7, column: 13, scope: !159, inlinedAt: !316)
!324 = !DILocation(line: 7, column: 11, scope: !159, inlinedAt: !316)
!325 = !DILocation(line: 7, column: 7, scope: !159, inlinedAt: !316)
!326 = !DILocation(line: 7, column: 5, scope: !159, inlinedAt: !316)
!327 = !DILocation(line: 8, column: 10, scope: !147, inlinedAt: !316)
!328 = !DILocation(line: 8, column: 12, scope: !147, inlinedAt: !316)
!329 = !DILocation(line: 44, column: 8, scope: !259)
!330 = !DILocation(line: 44, column: 3, scope: !259)
!331 = !DILocation(line: 44, column: 14, scope: !259)
!332 = !DILocation(line: 45, column: 3, scope: !259)
!333 = !DILocalVariable(name: "total", scope: !259, file: !6, line: 46, type: !18)
!334 = !DILocation(line: 46, column: 9, scope: !259)
!335 = !DILocation(line: 46, column: 27, scope: !259)
!336 = !DILocation(line: 46, column: 25, scope: !259)
!337 = !DILocation(line: 46, column: 17, scope: !259)
!338 = !DILocation(line: 47, column: 22, scope: !259)
!339 = !DILocalVariable(name: "value", arg: 1, scope: !340, file: !6, line: 29, type: !64)
!340 = distinct !DISubprogram(name: "twice<vector<float, 3> >", linkageName: "_Z5twiceIDv3_fET_S1_", scope: !6, file: !6, line: 29, type: !341, scopeLine: 29, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, templateParams: !343, retainedNodes: !150)
!341 = !DISubroutineType(types: !342)
!342 = !{!64, !64}
!343 = !{!344}
!344 = !DITemplateTypeParameter(name: "T", type: !64)
!345 = !DILocation(line: 29, column: 33, scope: !340, inlinedAt: !346)
!346 = distinct !DILocation(line: 47, column: 16, scope: !259)
!347 = !DILocalVariable(name: "result", scope: !340, file: !6, line: 30, type: !64)
!348 = !DILocation(line: 30, column: 5, scope: !340, inlinedAt: !346)
!349 = !DILocation(line: 30, column: 14, scope: !340, inlinedAt: !346)
!350 = !DILocation(line: 30, column: 22, scope: !340, inlinedAt: !346)
!351 = !DILocation(line: 30, column: 20, scope: !340, inlinedAt: !346)
!352 = !DILocation(line: 31, column: 10, scope: !340, inlinedAt: !346)
!353 = !DILocation(line: 47, column: 32, scope: !259)
!354 = !DILocation(line: 47, column: 30, scope: !259)
!355 = !DILocation(line: 47, column: 14, scope: !259)
!356 = !DILocation(line: 48, column: 12, scope: !259)
!357 = !DILocation(line: 48, column: 5, scope: !259)
!358 = !DILocation(line: 48, column: 9, scope: !259)
!359 = !DILocation(line: 49, column: 13, scope: !259)
!360 = !DILocation(line: 0, scope: !272, inlinedAt: !361)
!361 = distinct !DILocation(line: 49, column: 3, scope: !259)
!362 = !DILocation(line: 0, column: 13, scope: !272, inlinedAt: !361)
!363 = !DILocation(line: 49, column: 19, scope: !259)
!364 = !DILocation(line: 50, column: 15, scope: !259)
!365 = !DILocation(line: 50, column: 7, scope: !259)
!366 = !DILocalVariable(name: "this", arg: 1, scope: !367, type: !115, flags: DIFlagArtificial | DIFlagObjectPointer)
!367 = distinct !DISubprogram(name: "operator[]", linkageName: "_ZN4hlsl8RWBufferIfEixEj", scope: !100, file: !3, line: 32, type: !126, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !125, retainedNodes: !150)
!368 = !DILocation(line: 0, scope: !367, inlinedAt: !369)
!369 = distinct !DILocation(line: 50, column: 3, scope: !259)
!370 = !DILocalVariable(name: "Index", arg: 2, scope: !367, file: !3, type: !8)
!371 = !DILocation(line: 0, column: 1, scope: !367, inlinedAt: !369)
!372 = !DILocation(line: 50, column: 13, scope: !259)
