source_filename = "x"

%struct.Sst = type { %S, [2 x <3 x half>] }
%S = type { i32, float }
%"a b" = type { i8 }

define float @f(float %a, i32 %b, <4 x float> %v, ptr %p) {
  %1 = call float @llvm.sqrt.f32(float %a)
  %2 = call i32 @llvm.umax.i32(i32 %b, i32 %b)
  %3 = call <4 x float> @llvm.sqrt.v4f32(<4 x float> %v)
  %4 = call i32 @llvm.dx.thread.id(i32 0)
  %5 = call float @llvm.dx.frac.f32(float %a)
  %h = call target("dx.RawBuffer", %struct.Sst, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_s_struct.Ssts_1_0t(i32 0, i32 0, i32 1, i32 0, ptr null)
  %p1 = call ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_s_struct.Ssts_1_0t(target("dx.RawBuffer", %struct.Sst, 1, 0) %h, i32 %b)
  %p2 = call ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_s_struct.Ssts_1_0t(target("dx.RawBuffer", %struct.Sst, 1, 0) %h, i32 %b)
  %h2 = call target("dx.RawBuffer", <4 x float>, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_v4f32_1_0t(i32 0, i32 0, i32 1, i32 0, ptr null)
  %h3 = call target("dx.CBuffer", { %S, [3 x i64], target("dx.Padding", 4) }) @llvm.dx.resource.handlefrombinding.tdx.CBuffer_sl_s_Ssa3i64tdx.Padding_4tst(i32 0, i32 0, i32 1, i32 0, ptr null)
  %h4 = call target("dx.RawBuffer", %"a b", 1, 0) @"llvm.dx.resource.handlefrombinding.tdx.RawBuffer_s_a bs_1_0t"(i32 0, i32 0, i32 1, i32 0, ptr null)
  %6 = call i32 @llvm.smax.i32(i32 %b, i32 %b)
  %7 = call float @llvm.sin.f32(float %a)
  %8 = call reassoc float @llvm.cos.f32(float nofpclass(nan) %a) #4
  call void @llvm.assume(i1 true)
  ret float %a
}

; Unknown intrinsic
declare float @llvm.dx.foo(float)

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.sin.f32(float) #0

define float @g(float %a, half %h) {
  %1 = call float @llvm.sqrt.f32(float %a)
  %2 = call half @llvm.sqrt.f16(half %h)
  %3 = call float @llvm.floor.f32(float %a)
  ret float %1
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.cos.f32(float) #0

declare void @h()

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.dx.frac.f32(float) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare ptr @llvm.dx.resource.getpointer.p0.tdx.RawBuffer_s_struct.Ssts_1_0t(target("dx.RawBuffer", %struct.Sst, 1, 0), i32) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare target("dx.RawBuffer", %"a b", 1, 0) @"llvm.dx.resource.handlefrombinding.tdx.RawBuffer_s_a bs_1_0t"(i32, i32, i32, i32, ptr) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare target("dx.RawBuffer", <4 x float>, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_v4f32_1_0t(i32, i32, i32, i32, ptr) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare target("dx.RawBuffer", %struct.Sst, 1, 0) @llvm.dx.resource.handlefrombinding.tdx.RawBuffer_s_struct.Ssts_1_0t(i32, i32, i32, i32, ptr) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare target("dx.CBuffer", { %S, [3 x i64], target("dx.Padding", 4) }) @llvm.dx.resource.handlefrombinding.tdx.CBuffer_sl_s_Ssa3i64tdx.Padding_4tst(i32, i32, i32, i32, ptr) #2

; Function Attrs: nounwind willreturn memory(none)
declare i32 @llvm.dx.thread.id(i32) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.floor.f32(float) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare half @llvm.sqrt.f16(half) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.sqrt.v4f32(<4 x float>) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.sqrt.f32(float) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umax.i32(i32, i32) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smax.i32(i32, i32) #0

attributes #0 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
attributes #2 = { nocallback nofree nosync nounwind willreturn memory(none) }
attributes #3 = { nounwind willreturn memory(none) }
attributes #4 = { memory(none) }
