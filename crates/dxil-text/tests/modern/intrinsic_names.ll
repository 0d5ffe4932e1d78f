; Names of intrinsics: left out, wrong, in an order of LLVM's own, with types in types.
source_filename = "x"
%S = type { i32, float }
%struct.Sst = type { %S, [2 x <3 x half>] }
%"a b" = type { i8 }
define float @f(float %a, i32 %b, <4 x float> %v, ptr %p) {
  %1 = call float @llvm.sqrt(float %a)
  %2 = call i32 @llvm.umax.i64(i32 %b, i32 %b)
  %3 = call <4 x float> @llvm.sqrt(<4 x float> %v)
  %4 = call i32 @llvm.dx.thread.id(i32 0)
  %5 = call float @llvm.dx.frac(float %a)
  %h = call target("dx.RawBuffer", %struct.Sst, 1, 0) @llvm.dx.resource.handlefrombinding(i32 0, i32 0, i32 1, i32 0, ptr null)
  %p1 = call ptr @llvm.dx.resource.getpointer(target("dx.RawBuffer", %struct.Sst, 1, 0) %h, i32 %b)
  %p2 = call ptr @llvm.dx.resource.getpointer.p0.foo(target("dx.RawBuffer", %struct.Sst, 1, 0) %h, i32 %b)
  %h2 = call target("dx.RawBuffer", <4 x float>, 1, 0) @llvm.dx.resource.handlefrombinding(i32 0, i32 0, i32 1, i32 0, ptr null)
  %h3 = call target("dx.CBuffer", { %S, [3 x i64], target("dx.Padding", 4) }) @llvm.dx.resource.handlefrombinding.tdx.x(i32 0, i32 0, i32 1, i32 0, ptr null)
  %h4 = call target("dx.RawBuffer", %"a b", 1, 0) @llvm.dx.resource.handlefrombinding(i32 0, i32 0, i32 1, i32 0, ptr null)
  %6 = call i32 @llvm.smax(i32 %b, i32 %b)
  %7 = call float @llvm.sin.f16(float %a)
  %8 = call reassoc float @llvm.cos.f32(float nofpclass(nan) %a) #1
  call void @llvm.assume(i1 true)
  ret float %a
}
declare float @llvm.dx.frac.f16(float) nounwind
declare i32 @llvm.smax(i32, i32)
declare float @llvm.dx.foo(float)
declare float @llvm.sin.f16(float)
declare float @llvm.sin.f32(float)
define float @g(float %a, half %h) {
  %1 = call float @llvm.sqrt.f16(float %a)
  %2 = call half @llvm.sqrt(half %h)
  %3 = call float @llvm.floor(float %a)
  ret float %1
}
declare float @llvm.cos.f32(float)
declare void @h()
attributes #1 = { memory(none) }
